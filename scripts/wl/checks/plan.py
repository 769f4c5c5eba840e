# SPDX-License-Identifier: Apache-2.0
"""The verification plan, build/docs/plan.md: rows of the specification and of the source documents -> vectors ->
tests -> coverage points -> mutants.

It keeps no books of its own. Each link stands in one place already:
  rows      decisions of docs/spec/; rules of docs/spec/ that a change breaks; the tables of PAGES
  vectors   files below vectors/ and functions of scripts/wl/vectors/directed/ that cite the decision; what a change of
            scripts/wl/mutation/double_mutants.txt names; the cells of PAGES
  tests     files that scripts/wl/checks/references.py takes as holding a decision
  coverage  the column "Specification" of docs/coverage.md: a group of points covers the decisions of its sections
  mutants   changes of scripts/wl/mutation/double_mutants.txt; single changes of scripts/wl/mutation/mutants.txt whose
            test is one of the row's vectors; the blocks of rtl/ that cite the decision, for BLOCK=

A row without a vector is a hole. scripts/wl/checks/plan.txt lists those that have a reason.

usage: plan.py --write | --check
"""
import ast
import collections
import fnmatch
import os
import re
import sys

from wl import ROOT
from wl.checks import references
from wl.mutation import double_mutants, instrument, mutate
from wl.vectors import write_vectors
from wl.vectors.directed import float_vectors


PLAN = "build/docs/plan.md"
REASONS = "scripts/wl/checks/plan.txt"
CYCLES = "vectors/cycles.tsv"
COVERAGE = "docs/coverage.md"
# Modules that write directed vectors, and modules of the reading that they take: tables and meanings of instructions.
SHARED = "bits cases float_cases float_table floats table transcendental words".split()
DIRECTED = ("scripts/wl/vectors/directed/", *(f"scripts/wl/reading/{name}.py" for name in SHARED))
# Pages that have a source document's rows: how many columns at the end of a row name what shows it, and the chapter
# whose sections "(4.1)" in a row are.
PAGES = {
    "docs/vega-flow.md": (2, ""),
    "docs/r700.md": (1, ""),
    "docs/rdna-buffer.md": (1, "docs/spec/buffer-memory.md"),
    "docs/control-words-document.md": (1, ""),
}
HEADINGS = ("Row", "Line", "The document says")  # of the first column; other tables have no rows of a document
SHOWN = 4  # names in a cell

Row = collections.namedtuple("Row", "document key says vectors tests points mutants")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


# ---- vectors -----------------------------------------------------------------------------------


class Vectors:
    """Names of vectors: those below vectors/, and those that scripts/wl/vectors/directed_vectors.py writes."""

    def __init__(self, tracked, texts):
        """texts: {path: text} of what is not tracked."""
        described = [n[len("vectors/") : -5] for n in tracked if n.startswith("vectors/") and n.endswith(".json")]
        self.stored = {re.sub(r"/test$", "", name) for name in described}
        timed = {line.split("\t")[0] for line in read(CYCLES).splitlines()[1:]}
        self.made = {n for n in timed - self.stored if n.startswith("directed_")}
        self.made |= set(float_vectors.names_of_gfx906())
        self.names = self.stored | self.made
        # Listings of control words (wavelock-sass): docs/control-words-document.md leaves out the folder.
        sass = [n[len("vectors/") :] for n in tracked if n.startswith("vectors/sass/")]
        self.listings = sass + [n.removeprefix("sass/") for n in sass]
        self.macros = {}
        for path in (n for n in tracked if re.match("vectors/(?!include/).*[.]s$", n)):
            for word in set(re.findall(r"\b[a-z]\w{3,}", texts.get(path) or read(path))):
                self.macros.setdefault(word, set()).add(self.of_file(path))

    def add_made(self, names):
        self.made |= set(names)
        self.names |= set(names)

    def of_include(self, path, decision):
        """The vectors that use the macros below the lines of an include file that cite the decision."""
        found = set()
        for text in re.split(r"(?m)^(?=\.endm)", read(path)):
            macro = re.search(r"(?m)^\.macro (\w+)", text)
            if macro and re.search(rf"{decision}(?!\d)", text):
                found |= self.macros.get(macro.group(1), set())
        return found

    def of_file(self, path):
        """The vector that a file below vectors/ belongs to, or None: an include file."""
        name = os.path.splitext(path[len("vectors/") :])[0]
        while name:
            if name in self.stored:
                return name
            name = os.path.dirname(name)
        folder = os.path.dirname(path)[len("vectors/") :]
        if folder == "sass":  # a table of listings
            return None
        if folder.startswith("sass"):
            return os.path.splitext(path[len("vectors/") :])[0]
        return folder + "/*" if any(one.startswith(folder + "/") for one in self.stored) else None

    def matching(self, pattern):
        """Whether a vector or a listing has the name. `a_N` and a* stand for many; a/* has a, too."""
        pattern = re.sub("_N$", "_*", pattern)
        names = [pattern] if pattern in self.names else fnmatch.filter(self.names, pattern)
        if not names and pattern.endswith("/*"):
            names = [pattern[:-2]] if pattern[:-2] in self.names else []
        if not names:  # what an f-string makes, or a folder of descriptions
            names = [one for one in self.made if "*" in one and fnmatch.fnmatch(pattern, one)]
            names += [one for one in self.stored if one.startswith(pattern + "/")]
        if not names:
            ends = (pattern, pattern + ".*", pattern + "/*")
            names = [name for end in ends for name in fnmatch.filter(self.listings, end)]
        return names


def literals(tree):
    """Names of directed vectors in a piece of code; what is computed is a star."""
    found = []
    for node in ast.walk(tree):
        text = ""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        elif isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else "*" for part in node.values)
            text = re.sub(r"\*+", "*", "".join(parts))
        if re.fullmatch(r"directed_\w*[a-z0-9*]", text):
            found.append(text)
    return found


class Directed:
    """Which functions of the modules of scripts/wl/vectors/directed/ write which vectors, and what they cite."""

    def __init__(self, tracked, vectors):
        self.own, self.imports, self.trees = {}, {}, {}
        paths = [n for n in tracked if n.startswith(DIRECTED) and n.endswith(".py")]
        for path in paths:
            tree = ast.parse(read(path))
            self.trees[path] = tree
            self.own[path] = literals(tree)
            froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
            self.imports[path] = {(node.module or "").split(".")[-1] for node in froms}
            self.imports[path] |= {alias.name for node in froms for alias in node.names}
        named = [one for names in self.own.values() for one in names]
        # The opcodes of the tables: their names are made from the row, so no code has them as text.
        rest = [n for n in vectors.made if not any(fnmatch.fnmatch(n, pattern) for pattern in named)]
        self.rest = sorted(rest)
        vectors.add_made(named)

    def written_by(self, path, seen=()):
        if self.own[path]:
            return self.own[path]
        module = os.path.basename(path)[:-3]
        users = [other for other in self.own if module in self.imports[other] and other not in seen]
        found = [name for user in users for name in self.written_by(user, (*seen, path))]
        return found or self.rest

    def citing(self, path):
        """{decision: names of vectors}: of the function that cites it, else of the module."""
        lines = read(path).splitlines()
        of_line = {}
        for node in self.trees[path].body:
            names = literals(node) if isinstance(node, ast.FunctionDef) else []
            start = node.lineno
            while start > 1 and lines[start - 2].startswith(("#", "@")):
                start -= 1
            of_line.update(dict.fromkeys(range(start, node.end_lineno + 1), names))
        found = collections.defaultdict(list)
        for number, line in enumerate(lines, 1):
            for cited in references.CITED_ID.findall(line):
                found[cited] += of_line.get(number) or self.written_by(path)
        return found


# ---- coverage ----------------------------------------------------------------------------------


def groups():
    """[(group of points, chapter, section or "")] of the table of docs/coverage.md."""
    found = []
    for name, cell in re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|.*\| ([^|]*) \|$", read(COVERAGE), re.M):
        cited = re.findall(r"([\w-]+\.md)((?: \d[\d.]*)?)", cell)
        found += [(group, doc, number.strip()) for group in re.findall(r"\w+", name) for doc, number in cited]
    return found


def covering(every, document, section):
    name = os.path.basename(document)
    its = [(group, number) for group, chapter, number in every if chapter == name]
    return list(dict.fromkeys(group for group, number in its if not number or f"{section}.".startswith(f"{number}.")))


# ---- mutants -----------------------------------------------------------------------------------


def beginnings(document):
    """[(beginning of the row, line)], as the changes name them."""
    return list(double_mutants.rows(document))


def changes():
    """{(document, beginning of the row): [changes]}, {(document, decision): [changes]}."""
    of_row, of_decision = collections.defaultdict(list), collections.defaultdict(list)
    lines = {}
    for mutant in double_mutants.table():
        decision = re.match(references.ID + r"(?!\d)", mutant.row)
        if decision:
            of_decision[decision.group()].append(mutant)
            continue
        rows = lines.setdefault(mutant.document, beginnings(mutant.document))
        row = re.compile(re.escape(mutant.row) + r"(?!\d)")
        for begin in [begin for begin, _ in rows if row.match(begin)][:1]:
            of_row[mutant.document, begin].append(mutant)
    return of_row, of_decision


def single_changes():
    """{vector: how many changes of scripts/wl/mutation/mutate.py have it as their test}."""
    tests = (mutant.test.removeprefix("cycles ") for mutant in mutate.table() if mutant.test)
    return collections.Counter(tests)


def rtl_blocks(citing):
    """Folders of rtl/ that have mutants and a file that cites the decision."""
    blocks = {path.split("/")[1] for path in citing if path.startswith("rtl/") and path.count("/") > 1}
    return sorted(blocks.intersection(instrument.blocks()))


# ---- the plan ----------------------------------------------------------------------------------


class Plan:
    def __init__(self):
        self.check = references.Check(".")
        self.check.define()
        made = write_vectors.files().items()
        self.made = {
            f"vectors/{path}": text.decode() for path, text in made if path.endswith((".json", ".s", ".expected"))
        }
        self.vectors = Vectors([*self.check.names, *self.made], self.made)
        self.directed = Directed(self.check.names, self.vectors)
        self.groups = groups()
        self.of_row, self.of_decision = changes()
        self.single = single_changes()
        self.errors = []
        decisions = self.decisions()
        self.rows = decisions + self.rules() + self.pages({row.key: row for row in decisions})

    def sections(self, document):
        """{line number: section it stands in}."""
        found, section = {}, ""
        for number, line in enumerate(self.check.texts[document].splitlines(), 1):
            heading = re.match(r"#+ (\d[\d.]*?)\.?(?: |$)", line)
            section = heading.group(1) if heading else section
            found[number] = section
        return found

    def mutants(self, found, vectors, citing=()):
        names = [mutant.name for mutant in found]
        single = sum(count for test, count in self.single.items() if test in vectors)
        return names, single, rtl_blocks(citing)

    def citations(self):
        """{decision: {file}}, {decision: [vectors that the generators of scripts/wl/vectors/directed/ write]}."""
        files, written = collections.defaultdict(set), collections.defaultdict(list)
        for path, raw in (self.check.texts | self.made).items():
            for decision in references.CITED_ID.findall(references.Text(path, raw).flow):
                files[decision].add(path)
        for path in self.directed.trees:
            for decision, names in self.directed.citing(path).items():
                written[decision] += names
        return files, written

    def decisions(self):
        files, written = self.citations()
        sections = {path: self.sections(path) for path, _ in self.check.defined.values()}
        rows = []
        for decision in references.in_order(self.check.defined):
            path, number = self.check.defined[decision]
            text = self.check.texts[path].splitlines()[number - 1]
            cited = files[decision]
            vectors = {self.vectors.of_file(n) for n in cited if re.match("vectors/(?!README|include/)", n)} - {None}
            for path_of_macros in (n for n in cited if n.startswith("vectors/include/")):
                vectors |= self.vectors.of_include(path_of_macros, decision)
            broken = self.of_decision[decision]
            vectors = sorted(vectors) + written[decision] + [name for mutant in broken for name in mutant.vectors]
            tests = [
                n for n in sorted(cited) if references.HOLDS.match(n) and not n.startswith(("vectors/", *DIRECTED))
            ]
            vectors = list(dict.fromkeys(vectors))
            rows.append(
                Row(
                    path,
                    decision,
                    first_sentence(text),
                    vectors,
                    tests,
                    covering(self.groups, path, sections[path][number]),
                    self.mutants(broken, vectors, cited),
                )
            )
        return rows

    def rules(self):
        """Rules of docs/spec/ without an id that a change breaks."""
        rows = []
        for (document, begin), broken in self.of_row.items():
            if not document.startswith(references.SPEC):
                continue
            section = re.match(r"[\d.]*", begin).group()
            vectors = list(dict.fromkeys(name for mutant in broken for name in mutant.vectors))
            points = covering(self.groups, document, section)
            rows.append(Row(document, plain(begin), "", vectors, [], points, self.mutants(broken, vectors)))
        return rows

    def pages(self, by_id):
        rows = []
        for document in PAGES:
            headed, section = False, ""
            for line in read(document).splitlines():
                section = line[3:] if line.startswith("## ") else section
                if not line.startswith("| "):
                    headed = headed and line.startswith("|-")
                    continue
                cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
                if not headed:
                    headed = cells[0] in HEADINGS
                    continue
                rows.append(self.page_row(document, section, line, cells, by_id))
        return rows

    def page_row(self, document, section, line, cells, by_id):
        shown, chapter = PAGES[document]
        number = re.match(r"\d[\d.]*", section)
        quoted = re.findall(r"`([^`]+)`", " ".join(cells[-shown:]))
        vectors = [name for name in quoted if re.fullmatch(r"[\w/*]+", name) and self.vectors.matching(name)]
        tests = [name for name in quoted if name.startswith("make ") or self.check.exists(document, name)]
        cited = [by_id[one] for one in references.CITED_ID.findall(line) if one in by_id]
        points = covering(self.groups, document, number.group() if number else section)
        points += [point for row in cited for point in row.points]
        if chapter:
            inside = re.findall(r"[(;] ?(\d[\d.]*)(?=[),;])", cells[1])
            points += [point for one in inside for point in covering(self.groups, chapter, one)]
        begin = ((number.group().rstrip(".") + " ") if number else "") + line[2:]
        broken = self.of_row[document, begin]
        names, single, _ = self.mutants(broken, vectors)
        blocks = sorted({block for row in cited for block in row.mutants[2]})
        return Row(
            document,
            f"{number.group() if number else plain(section)}: {plain(cells[0])}",
            "",
            vectors,
            list(dict.fromkeys(tests)),
            list(dict.fromkeys(points)),
            (names, single, blocks),
        )

    def judge(self):
        """Every vector that a row names exists; every hole has a reason, and every reason a hole."""
        reasons = read_reasons(self.errors)
        for row in self.rows:
            self.errors += [
                f"{row.document}: {row.key}: there is no vector {name}"
                for name in row.vectors
                if not self.vectors.matching(name)
            ]
        holes = {row.key: row for row in self.rows if not row.vectors}
        for key in holes:
            if key not in reasons:
                self.errors.append(f"{holes[key].document}: {key}: no vector, and {REASONS} has no reason")
        self.errors += [f"{REASONS}: {key} is no hole" for key in reasons if key not in holes]
        return holes, reasons


def plain(text):
    return re.sub(r"[*`]|\s*\|.*", "", text).strip()


def first_sentence(text):
    text = re.sub(rf"^.*?\*\*{references.ID}\*\*( \(planned\))?[ |]*", "", text)
    text = re.split(r"(?<=[.:;]) | \|| \*Reason", text)[0]
    return re.sub(r"[*`|]", "", text).rstrip(" .:;")[:110]


def read_reasons(errors):
    """{row: reason}. Rows above a line with two spaces before it share the reason there."""
    reasons, waiting = {}, []
    for number, line in enumerate(read(REASONS).splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        if not line.startswith("  "):
            waiting.append(line)
        elif waiting:
            reasons.update(dict.fromkeys(waiting, line.strip()))
            last, waiting = waiting, []
        elif reasons:
            reasons.update({key: f"{reasons[key]} {line.strip()}" for key in last})
        else:
            errors.append(f'{REASONS}:{number}: found "{line}", expected a row above the reason')
    errors += [f"{REASONS}: {key} has no reason" for key in waiting]
    return reasons


# ---- the page ----------------------------------------------------------------------------------

HEAD = """# The verification plan

`scripts/wavelock checks.plan --write` writes this page; lint checks its rows. Each row is a decision or a rule
of the [specification](spec/README.md), or a row of a source document. The other columns say what holds it:

- *Vectors*: the programs that exercise it in lockstep, below `vectors/` or written by
  `scripts/wl/vectors/directed_vectors.py`.
- *Tests*: unit tests, benches and proofs.
- *Points*: groups of functional points ([coverage.md](coverage.md#functional)) of its section.
- *Mutants*: changes that break the row, of `scripts/wl/mutation/double_mutants.txt`; a vector of the row must notice
  each. `+N` is the number of single changes of `scripts/wl/mutation/mutants.txt` that one of its vectors must notice. A
  word in brackets is a block whose RTL cites the decision: `KIND=mutation BLOCK=lds` breaks that block everywhere
  ([mutation.md](mutation.md)).

A cell has four names at most, and then how many more there are. Nothing here is kept by hand but the reasons for rows
without a vector, in `scripts/wl/checks/plan.txt`. The head of `scripts/wl/checks/plan.py` says where each link comes
from.

Not in the plan: the document GCN Assembly Notes has no page with its rows. Its gaps are in
[seed-gaps.md](spec/seed-gaps.md) 3, and the decisions that came of it are rows here.
"""


def cell(names):
    shown = [f"`{name}`" for name in names[:SHOWN]]
    return ", ".join(shown) + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")


def mutants_cell(found):
    names, single, blocks = found
    parts = [cell(names)] if names else []
    parts += [f"+{single}"] if single else []
    parts += [f"({', '.join(blocks)})"] if blocks else []
    return " ".join(parts)


def document_of(plan, holes, reasons):
    counted = [
        ("rows", len(plan.rows)),
        ("with a vector", sum(bool(row.vectors) for row in plan.rows)),
        ("without a vector, held by a test or a proof", sum(bool(row.tests) for row in holes.values())),
        ("without either, with a reason", sum(not row.tests for row in holes.values())),
        ("with coverage points", sum(bool(row.points) for row in plan.rows)),
        ("with changes of their own", sum(bool(row.mutants[0]) for row in plan.rows)),
        ("with any mutant", sum(any(row.mutants) for row in plan.rows)),
    ]
    out = [HEAD, "| | count |\n|---|---:|"]
    out += [f"| {what} | {count} |" for what, count in counted]
    out.append(f"\n## Holes\n\n{len(holes)} rows have no vector:\n\n| Row | Held by | Reason |\n|---|---|---|")
    out += [f"| {key} | {cell(row.tests)} | {reasons.get(key, '')} |" for key, row in holes.items()]
    document = ""
    for row in plan.rows:
        part = "Rules: " if row.document.startswith(references.SPEC) and not row.key.startswith("D-") else ""
        title = part + os.path.basename(row.document)
        if title != document:
            document = title
            link = os.path.relpath(row.document, "docs")
            out.append(f"\n## {part}{title.removeprefix(part)}\n\n[{link}]({link})\n")
            out.append("| Row | Vectors | Tests | Points | Mutants |\n|---|---|---|---|---|")
        name = f"{row.key}: {row.says}" if row.says else row.key
        tests = cell([os.path.basename(test) if "/tests/" in test else test for test in row.tests])
        out.append(
            f"| {name} | {cell(row.vectors)} | {tests} | {', '.join(row.points)} | {mutants_cell(row.mutants)} |"
        )
    return "\n".join(re.sub(" +", " ", line) if line.startswith("|") else line for line in out) + "\n"


def main(words):
    if words not in (["--write"], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 6
    os.chdir(ROOT)
    plan = Plan()
    plan.rows.sort(key=order)
    holes, reasons = plan.judge()
    if words == ["--write"]:
        os.makedirs(os.path.dirname(PLAN), exist_ok=True)
        with open(PLAN, "w", encoding="utf-8") as file:
            file.write(document_of(plan, holes, reasons).replace("](", "](../../docs/"))
    print("\n".join(plan.errors or [f"{len(plan.rows)} rows, {len(holes)} without a vector, each with a reason"]))
    return 1 if plan.errors else 0


def order(row):
    rule = not row.key.startswith("D-") and row.document.startswith(references.SPEC)
    return (row.document not in PAGES and (1 if rule else 0), row.document in PAGES, row.document)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
