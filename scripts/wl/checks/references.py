# SPDX-License-Identifier: Apache-2.0
"""Checks that cited files and sections exist, and that a vector or test names each decision of the specification.

It reads every tracked text file. It checks:
  - a cited file exists: a document anywhere, a source file in comments and documents;
  - a cited section of a chapter of docs/spec/ is one of its headings or numbered items ("lds.md 3.2"); of seed-gaps.md,
    one of its rows ("seed-gaps.md 0.14");
  - a section is cited with the file it is in;
  - a cited decision (D-AREA-N) is defined in docs/spec/, and no two definitions have one id;
  - a decision that is not marked planned is named in a vector, a generator of vectors or a test.

usage: references.py [--unnamed] [ROOT]      --unnamed: only list the decisions that nothing names
"""
import os
import re
import subprocess
import sys

from wl import ROOT


SPEC = "docs/spec/"
GAPS = "seed-gaps.md"
# Cited, and not in the tree: what runs and builds make, sources of other projects, names in examples.
ELSEWHERE = {
    *("summary.md", "coverage.tsv", "points.tsv", "rank.tsv", "holes.tsv", "holes-1.tsv", "holes-2.tsv"),
    *(
        "ac_descriptors.c",
        "kfd_device_queue_manager_v9.c",
        "ds.cc",
        "analyzer.h",
        "lsan_interface.h",
        "mutants_state.h",
        "op_pkg.sv",
        "common_interface_defs.h",
    ),
    *("x.c", "b.h", "chapter.md", "broken.tsv"),
}
SOURCES = ("c", "h", "cc", "sv", "svh", "def", "py", "mk", "inc", "ys")
# Files that hold a decision: vectors, their generators, tests, proofs.
HOLDS = re.compile(
    r"vectors/(?!README)|(.*/)?tests/|tb/bench/(formal|lds|exec)/|examples/.*test"
    r"|scripts/wl/(vectors/directed|reading)/|scripts/wl/(vectors/\w+_vectors|campaigns/random_programs|checks/formal)"
)
# Tests of the checks name files that are not there.
SKIPPED = {"scripts/tests/test_references.py", "scripts/tests/test_sentences.py", "scripts/tests/test_style.py"}

ID = r"D-[A-Z][A-Z0-9]*-\d+"
DEFINED = re.compile(rf"^\s*(?:[*-] |\| )?\*\*({ID})\*\*( \(planned\))?", re.M)
CITED_ID = re.compile(rf"(?<![\w-]){ID}(?![\w-])")
NUMBER = r"X?\d+(?:\.\d+)*"
LIST = rf"{NUMBER}(?:, {NUMBER})*(?:,? (?:and|to|or) {NUMBER})?"
FILE = r"(?<![\w*<>${}%/.@-])(?:[\w.-]*/)*[\w-][\w.-]*"
DOCUMENT = re.compile(rf"({FILE}\.(?:md|tsv))(?![\w/*-]|\.\w)")
SOURCE = re.compile(rf"({FILE}\.(?:{'|'.join(SOURCES)}))(?![\w/*(-]|\.\w)")
LINK = re.compile(r"\]\(([^()\s:#]+)(?:#[^()\s]*)?\)")
# Text that may follow a chapter: `chapter.md`, [chapter.md](path), then its sections.
SECTIONS = re.compile(rf"`?(?:\]\([^)]*\))?`?,? (?:(sections|section|rows|row) )?(?=X?\d)({LIST})(?!\d*[x%/\w]|\.\d)")
BARE = re.compile(rf"\b[Ss]ections? (?=\d)({LIST})")
TITLE = re.compile(r"(?:ISA|Architecture|Notes|Instructions|Codes|LLVM|CDNA\d?|RDNA\d?)\*?,?\s*\(?(?:\w+\) )?$")


def tracked(root):
    names = subprocess.run(["git", "ls-files", "-z"], cwd=root, check=True, capture_output=True, text=True).stdout
    return [n for n in names.split("\0") if n]


class Text:
    """A file as flowing text: line ends and the marks of comments are one space. Offsets lead back to lines."""

    BREAK = re.compile(r"[ \t]*\n[ \t]*(?://+|#+(?!\w)|\*(?!\*)|;+|--|@)?[ \t]*")

    def __init__(self, name, raw):
        self.name, self.raw = name, raw
        parts, self.starts, at, line, out = [], [], 0, 1, 0
        for match in self.BREAK.finditer(raw):
            piece = raw[at : match.start()]
            self.starts.append((out, line))
            parts.append(piece + " ")
            out += len(piece) + 1
            line += 1
            at = match.end()
            # a list item or a table row begins a new sentence
            if raw[match.start() : match.end()].strip() == "*":
                parts.append("* ")
                out += 2
        self.starts.append((out, line))
        parts.append(raw[at:])
        self.flow = "".join(parts)

    def line(self, offset):
        low, high = 0, len(self.starts)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.starts[middle][0] <= offset else (low, middle)
        return self.starts[low][1]


def prose(name, raw):
    """The file with everything but comments (and strings in triple quotes) blanked; documents as they are."""
    kind = name.rsplit(".", 1)[-1]
    if kind == "md":
        return raw
    if kind in ("c", "h", "cc", "sv", "svh", "def", "cl", "s", "inc"):
        found = re.finditer(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])'", raw, re.S)
        keep = [m for m in found if m.group().startswith("/")]
    elif kind in ("py", "mk") or "." not in os.path.basename(name):
        found = re.finditer(r"#[^\n]*|\"\"\".*?\"\"\"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", raw, re.S)
        keep = [m for m in found if m.group().startswith(("#", '"""'))]
    else:
        return ""
    out, at = [], 0
    for m in keep:
        out.append(re.sub(r"[^\n]", " ", raw[at : m.start()]))
        out.append(m.group())
        at = m.end()
    out.append(re.sub(r"[^\n]", " ", raw[at:]))
    return "".join(out)


class Check:
    def __init__(self, root):
        self.root, self.names = root, tracked(root)
        self.errors, self.files, self.sections, self.decisions = [], set(), set(), set()
        self.tree, self.base = set(self.names), {}
        for name in self.names:
            self.base.setdefault(os.path.basename(name), name)
        self.texts = {}
        for name in self.names:
            path = os.path.join(root, name)
            if name in SKIPPED or os.path.islink(path) or not os.path.isfile(path):
                continue
            try:
                with open(path, encoding="utf-8") as file:
                    self.texts[name] = file.read()
            except UnicodeDecodeError:
                continue
        self.chapters = {
            n[len(SPEC) :]: self.headings(n) for n in self.texts if n.startswith(SPEC) and n.endswith(".md")
        }
        self.defined, self.planned, self.held = {}, set(), set()

    def error(self, name, line, text):
        self.errors.append((name, line, text))

    def headings(self, name):
        numbers = set(re.findall(rf"^(?:#+ ({NUMBER})\.? |\* \*\*({NUMBER})\*\* )", self.texts[name], re.M))
        numbers = {heading or item for heading, item in numbers}
        if name == SPEC + GAPS:
            numbers |= set(re.findall(rf"^\| ({NUMBER}) \|", self.texts[name], re.M))
        return numbers

    def define(self):
        for name, raw in self.texts.items():
            for m in DEFINED.finditer(raw):
                line = raw.count("\n", 0, m.start(1)) + 1
                if not name.startswith(SPEC):
                    self.error(name, line, f"{m.group(1)} is defined outside {SPEC}")
                elif m.group(1) in self.defined:
                    self.error(
                        name,
                        line,
                        f"{m.group(1)} is defined twice, first in {':'.join(map(str, self.defined[m.group(1)]))}",
                    )
                else:
                    self.defined[m.group(1)] = (name, line)
                    if m.group(2):
                        self.planned.add(m.group(1))

    def exists(self, name, cited):
        """The tracked file that is cited in `name`, or None. A bare name of a chapter is the chapter."""
        cited = cited[2:] if cited.startswith("./") else cited
        if "/" not in cited and cited in self.chapters:
            return SPEC + cited
        for path in (os.path.normpath(os.path.join(os.path.dirname(name), cited)), cited):
            if path in self.tree:
                return path
        if "/" not in cited:
            return self.base.get(cited)
        # a path below some folder: "issue/issue.sv", "../include/ds.inc"
        below = re.sub(r"^(\.\./)+", "", cited)
        return next((n for n in self.names if n.endswith("/" + below)), None)

    def cite_links(self, name, text):
        for m in LINK.finditer(text.flow):
            path = os.path.normpath(os.path.join(os.path.dirname(name), m.group(1)))
            if path in self.tree or any(n.startswith(path + "/") for n in self.names):
                self.files.add(path)
            else:
                self.error(name, text.line(m.start()), f"the link leads to no file: {m.group(1)}")

    def cite_files(self, name, text, pattern):
        for m in pattern.finditer(text.flow):
            cited = m.group(1)
            if (
                cited.startswith("build/docs/")
                or os.path.basename(cited) in ELSEWHERE
                or "://" in text.flow[max(0, m.start() - 3) : m.end()]
            ):
                continue
            target = self.exists(name, cited)
            if target:
                self.files.add(target)
            else:
                self.error(name, text.line(m.start()), f"no file {cited}")

    def cite_sections(self, name, text):
        taken = []
        for m in DOCUMENT.finditer(text.flow):
            target = self.exists(name, m.group(1))
            after = SECTIONS.match(text.flow, m.end())
            if not target or not target.startswith(SPEC) or not after:
                continue
            taken.append(after.end())
            chapter, numbers = target[len(SPEC) :], re.findall(NUMBER, after.group(2))
            # "7, 64 bits": without the word, only the first number and further ones with a dot are sections
            if after.group(1) not in ("sections", "rows"):
                numbers = numbers[:1] + [n for n in numbers[1:] if "." in n]
            for number in numbers:
                if number in self.chapters[chapter]:
                    self.sections.add((chapter, number))
                else:
                    self.error(name, text.line(after.start()), f"{chapter} has no section {number}")
        own = self.chapters.get(name[len(SPEC) :]) if name.startswith(SPEC) else None
        if name == "LICENSE" or (own is not None and not own):
            return
        for m in BARE.finditer(text.flow):
            if any(m.start() < end <= m.end() for end in taken) or TITLE.search(text.flow[: m.start()]):
                continue
            if own is None:
                self.error(name, text.line(m.start()), f"'{m.group()}' without the file it is in")
                continue
            for number in re.findall(NUMBER, m.group(1)):
                if number in own:
                    self.sections.add((name[len(SPEC) :], number))
                else:
                    self.error(name, text.line(m.start()), f"this chapter has no section {number}")

    def run(self):
        self.define()
        for name, raw in self.texts.items():
            text = Text(name, raw)
            for m in CITED_ID.finditer(text.flow):
                if m.group() not in self.defined:
                    self.error(name, text.line(m.start()), f"no decision {m.group()}")
                else:
                    self.decisions.add(m.group())
                    if HOLDS.match(name):
                        self.held.add(m.group())
            self.cite_files(name, text, DOCUMENT)
            self.cite_sections(name, text)
            if name.endswith(".md"):
                self.cite_links(name, text)
            self.cite_files(name, Text(name, prose(name, raw)), SOURCE)
        for unnamed in self.unnamed():
            self.error(
                *self.defined[unnamed], f"{unnamed} is named by no vector and no test, and is not marked planned"
            )

    def unnamed(self):
        return in_order(set(self.defined) - self.planned - self.held)

    def summary(self):
        in_unit = len(self.defined) - len(self.planned)
        planned = ": " + " ".join(in_order(self.planned)) if self.planned else ""
        return (
            f"{len(self.files)} files, {len(self.sections)} sections, {len(self.decisions)} decisions cited exist; "
            f"{in_unit} decisions in the unit, each named by a test; {len(self.planned)} planned{planned}"
        )


def in_order(ids):
    return sorted(ids, key=lambda i: (i.split("-")[1], int(i.split("-")[2])))


def main(arguments):
    only_unnamed = "--unnamed" in arguments
    roots = [a for a in arguments if not a.startswith("-")]
    check = Check(roots[0] if roots else ROOT)
    check.run()
    if only_unnamed:
        print("\n".join(check.unnamed()))
        return 0
    for name, line, text in sorted(check.errors):
        print(f"{name}:{line}: {text}")
    if check.errors:
        print(f"{len(check.errors)} citations or decisions are wrong")
        return 1
    print(check.summary())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
