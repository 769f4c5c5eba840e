# SPDX-License-Identifier: Apache-2.0
"""Shows of each comparison of the checker that it is needed: without it a unit test fails.

A comparison is a place that reports a difference: a call of a reporter in tb/check, or of wl_bad in the model but for
its standalone half. Where one place compares several things, scripts/wl/mutation/comparisons.txt has a part for each.
One build has all of them, each with a number. The environment variable COMPARISON=n skips number n. The sources in the
tree have no trace of it, and neither has the default build.

The table names for each the unit test that notices. It must pass with all comparisons and fail without this one. A
comparison that the table does not have is an error, and so is a row whose comparison is not in the sources.

usage: comparisons.py [--list] [--find]
       --list   number, file, function, what it compares, and the test that notices; nothing is built
       --find   all unit tests run, and the table gets the quickest that notices; ? where none does. Rows without a
                comparison go

Exit code 1: a comparison is not needed. 6: the table or the build is wrong.
"""
import argparse
import collections
import concurrent.futures
import os
import re
import shlex
import subprocess
import sys
import time

from wl import ROOT
from wl.tree import plant, sources
from wl.tree.plant import Failed


TABLE = os.path.join("scripts", "wl", "mutation", "comparisons.txt")
WORK = os.path.join("build", "comparisons")
LENGTH = 64  # of the text by which a place is known
NONE = "?"  # in the table: no test is known
LIMIT = 10  # seconds of processor time of a test: a skipped comparison may let it loop
QUICK = 3  # seconds of a test that may get into the table

LINKS = os.path.join("build", "comparisons.links")  # from mk/build.mk: unit tests: the sources they are linked with
LAYERS = ("tb/check/", "refmodel/")
ALONE = "refmodel/standalone/"  # what it reports is no difference of a DUT
DIRECT_TEST = "test_as_expected"  # it has a main of its own, and includes the direct compare

# A reporter: the text that replaces its call while it is skipped, and the argument that names the comparison.
Reporter = collections.namedtuple("Reporter", "instead text")
REPORTERS = {
    "diverge": Reporter("&wl_nowhere", 4),
    "program_hazard": Reporter("(void)0", 3),
    "issue_differs": Reporter("(void)0", 2),
    "start_mismatch": Reporter("(void)0", 2),
    "snprintf": Reporter("0", 2),  # of a->wrong alone
    "wl_bad": Reporter("WL_OK", 1),
}
NO_COMPARISON = ("out of memory",)  # of the machine that the model runs on
CALL = re.compile(r"(?<![\w*])(diverge|program_hazard|issue_differs|start_mismatch|snprintf\(a->wrong|wl_bad)\b")
SKIPS = """static inline int wl_skip(int number) {
  wl_compared[number] = 1;
  return wl_comparison == number;
}
#define wl_skips(first, i) wl_skip((first) + (int)(i))
"""
HEAD = {
    "tb": "extern int wl_comparison;\nextern char wl_compared[];\n"
    "static divergence wl_nowhere __attribute__((unused));\n" + SKIPS,
    "refmodel": "extern int wl_comparison;\nextern char wl_compared[];\n" + SKIPS,
    "cc": 'extern "C" int wl_comparison;\nextern "C" char wl_compared[];\n' + SKIPS,
}
MOST = 999
SUPPORT_OBJECT = os.path.join(WORK, "support.o")
# COMPARED: a file that gets a byte for each number, 1 where the program came to it.
SUPPORT = f"""#include <stdio.h>
#include <stdlib.h>
__attribute__((visibility("default"))) int wl_comparison;
__attribute__((visibility("default"))) char wl_compared[{MOST + 1}];
__attribute__((constructor)) static void choose(void) {{
  const char *number = getenv("COMPARISON");
  wl_comparison = number ? atoi(number) : 0;
}}
__attribute__((destructor)) static void tell(void) {{
  const char *path = getenv("COMPARED");
  FILE *f = path ? fopen(path, "wb") : NULL;
  if (!f) return;
  fwrite(wl_compared, 1, sizeof wl_compared, f);
  fclose(f);
}}
"""

# One row of the table: the function, what tells it from others of its function, the test that notices. names: of a part
# that counts for several. changes: (text, replacement with SKIP) of a part; its function may be any anchor of plant.py.
Row = collections.namedtuple("Row", "function what test names changes")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


# ---- the sources ------------------------------------------------------------------------------------------


def closing(text, at):
    """The place at which the parenthesis that opens at `at` is closed, and the arguments between."""
    depth, arguments, begin, i = 0, [], at + 1, at
    while i < len(text):
        if text[i] in "\"'":
            quote, i = text[i], i + 1
            while text[i] != quote:
                i += 2 if text[i] == "\\" else 1
        elif text[i] in "([{":
            depth += 1
        elif text[i] in ")]}":
            depth -= 1
            if depth == 0:
                return i, [*arguments, text[begin:i].strip()]
        elif text[i] == "," and depth == 1:
            arguments.append(text[begin:i].strip())
            begin = i + 1
        i += 1
    raise Failed(f"a parenthesis is not closed: {text[at:at + 60]}")


def functions(text):
    """(where it begins, name) of each function: from the margin to the bracket of its body."""
    found = []
    for match in re.finditer(r"^[A-Za-z_][^;{}]*?\) \{$", text, re.M):
        head = re.sub(r"__attribute__\(\(.*?\)\)", "", match[0])
        found.append((match.start(), re.search(r"(\w+)\(", head)[1]))
    return found


def what_of(argument):
    """The text by which a site is known: its string, or the expression."""
    strings = re.findall(r'"((?:[^"\\]|\\.)*)"', argument)
    return re.sub(r"\s+", " ", "".join(strings) if argument.startswith('"') else argument)[:LENGTH].strip()


# A place that reports: where its call begins and ends, the function it is in, and what it says.
Site = collections.namedtuple("Site", "begin end reporter function what")


def sites(path, text):
    starts, found, seen = functions(text), [], collections.Counter()
    for match in CALL.finditer(text):
        reporter = match[1].partition("(")[0]
        at = text.index("(", match.start())
        line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        if "//" in line or re.match(r"static .*$", line):
            continue  # a comment, or its definition
        function = [name for start, name in starts if start < match.start()][-1:]
        end, arguments = closing(text, at)
        if function[0] in REPORTERS:
            continue
        what = what_of(arguments[REPORTERS[reporter].text])
        if what in NO_COMPARISON:
            continue
        seen[function[0], what] += 1
        if seen[function[0], what] > 1:
            what += f" #{seen[function[0], what]}"
        found.append(Site(match.start(), end + 1, reporter, function[0], what))
    return found


def skips(site, text, number):
    """[(from, to, text)]: the edits that let the site be skipped. A call of wl_bad is skipped together with its return
    or its assignment of NULL; where nothing follows in the function, the skipped call returns 0."""
    call, skip = text[site.begin : site.end], f"wl_skip({number})"
    if site.reporter == "wl_bad":
        lead = re.search(r"return\s+$", text[: site.begin])
        behind = re.match(r";\s*(p = NULL;|return \w+;)?(\s*\n\})?", text[site.end :])
        if lead and not re.match(r";\s*\n\}", text[site.end :]):
            return [(lead.start(), site.end + 1, f"{{ if (!{skip}) return {call}; }}")]
        if not lead and behind and behind[1]:
            last = " return 0;" if behind[1] != "p = NULL;" and behind[2] else ""
            return [(site.begin, site.end + behind.end(1), f"if (!{skip}) {{ {call}; {behind[1]} }}{last}")]
    return [(site.begin, site.end, f"({skip} ? {REPORTERS[site.reporter].instead} : {call})")]


# ---- the table --------------------------------------------------------------------------------------------


def table():
    rows = []
    for number, line in enumerate(read(TABLE).splitlines(), 1):
        if not line or line[0] == "#":
            continue
        if line[0] in "-+":
            changes = rows[-1].changes
            if line[0] == "-":
                changes.append([line[2:], ""])
            else:
                changes[-1][1] = (changes[-1][1] + "\n" + line[2:]).strip("\n")
        elif line.startswith("= "):
            rows[-1].names.extend(line[2:].split(", "))
        else:
            parts = line.split(" | ", 2)
            if len(parts) != 3:
                raise Failed(f'{TABLE}:{number}: found "{line}", expected: test | function | what is compared')
            rows.append(Row(parts[1], parts[2], parts[0], [], []))
    return rows


def write_table(rows):
    head = re.match(r"(#.*\n|\n)*", read(TABLE))[0] if os.path.exists(TABLE) else ""
    lines = [head]
    for row in sorted(rows, key=lambda row: row.function):
        lines.append(f"{row.test} | {row.function} | {row.what}")
        for i in range(0, len(row.names), 8):
            lines.append("= " + ", ".join(row.names[i : i + 8]))
        for old, new in row.changes:
            lines += [f"- {old}", *(f"+ {part}" for part in new.split("\n"))]
    with open(TABLE + ".part", "w", encoding="utf-8") as file:
        file.write("\n".join(lines).strip("\n") + "\n")
    os.replace(TABLE + ".part", TABLE)


Comparison = collections.namedtuple("Comparison", "number path row name")


def checked():
    """The sources that compare, without their unit tests."""
    for path in sources.tracked():
        if path.startswith(LAYERS) and path.endswith(".c") and not path.startswith(ALONE) and "/tests/" not in path:
            yield path


def join(rows, lax):
    """(rows in the order of the sources, comparisons, {path: instrumented text}). lax: the table may be old."""
    known = {(row.function, row.what): row for row in rows if not row.changes}
    every, comparisons, edits = [], [], collections.defaultdict(list)
    for path in checked():
        text = read(path)
        for site in sites(path, text):
            row = known.pop((site.function, site.what), None)
            if row is None and not lax:
                raise Failed(
                    f"{path}, {site.function}: {TABLE} has no row for the comparison that says\n  {site.what}\n"
                    "Write a unit test that fails without it, and its row: scripts/wavelock mutation.comparisons --find"
                )
            row = row or Row(site.function, site.what, NONE, [], [])
            every.append(row)
            comparisons.append(Comparison(len(comparisons) + 1, path, row, row.what))
            edits[path] += skips(site, text, len(comparisons))
    for row in (row for row in rows if row.changes):
        every.append(row)
        first = len(comparisons) + 1
        for old, new in row.changes:
            path, *place = plant.place(TABLE, plant.Change(row.function, old, ""))
            new = re.sub(r"\bSKIP\b(?!\()", f"wl_skip({first})", new).replace("SKIP(", f"wl_skips({first}, ")
            edits[path].append((*place, new))
        comparisons += [Comparison(first + i, path, row, name) for i, name in enumerate(row.names or [row.what])]
    if known and not lax:
        row = next(iter(known.values()))
        raise Failed(f"{TABLE}: there is no comparison in {row.function} that says\n  {row.what}")
    if len(comparisons) > MOST:
        raise Failed(f"{len(comparisons)} comparisons; MOST is {MOST}")
    texts = {}
    for path, changes in edits.items():
        text = read(path)
        for begin, end, new in sorted(changes, reverse=True):
            text = text[:begin] + new + text[end:]
        texts[path] = text
    return every, comparisons, texts


def refuses(rows):
    """A comparison that the table does not have, and a row without one, must be errors."""
    first = next(row for row in rows if not row.changes)
    for wrong in (rows[1:], [*rows, first._replace(what="nothing")]):
        try:
            join(wrong, False)
        except Failed:
            continue
        raise Failed("a table that does not fit the sources was taken")


# ---- the build --------------------------------------------------------------------------------------------


def made(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed(f"{shlex.join(command)}\n{done.stderr[-3000:]}")
    return done.stdout


def in_parallel(call, things):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(call, things))


def put(path, text):
    """Writes what differs, so that what is as it was is not compiled again."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if not os.path.exists(path) or read(path) != text:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def compile_all(texts):
    put(os.path.join(WORK, "support.c"), SUPPORT)
    for path, text in texts.items():
        kind = "cc" if path.endswith(".cc") else path.split("/")[0]
        # In the checker the declarations need what the file includes at its head.
        at = re.match(r'(//.*\n|\n|#include ["<].*\n)*', text).end() if kind == "tb" else 0
        put(os.path.join(WORK, path), text[:at] + HEAD[kind] + text[at:])
    ccache = ["ccache"] if subprocess.run(["which", "ccache"], capture_output=True, check=False).returncode == 0 else []
    llvm = made(["llvm-config-16", "--includedir"]).strip()
    flags = ["-std=c11", "-D_GNU_SOURCE", "-O1", "-w", "-ffp-contract=off", "-Irefmodel/include", f"-I{llvm}"]

    def one(path):
        where = ["-Irefmodel"] if path.startswith("refmodel") else ["-Itb/include", "-Itb"]
        source = os.path.join(WORK, path)
        made([*ccache, "gcc", *flags, *where, "-c", source, "-o", source.removesuffix(".c") + ".o"])

    in_parallel(one, ["support.c", *(path for path in texts if path.endswith(".c"))])


def links():
    """{unit test: the sources of its program}"""
    found = {}
    for line in read(LINKS).splitlines():
        tests, _, others = line.partition(":")
        for test in tests.split():
            found[os.path.basename(test).removesuffix(".c")] = [test, *others.split()]
    return found


def link(name, texts):
    """The unit test with the comparisons that can be skipped."""
    program = os.path.join(WORK, name)
    if name == DIRECT_TEST:
        link_direct(program)
        return
    objects = [os.path.join(WORK if path in texts else "build/obj", path) for path in links()[name]]
    objects = [path.removesuffix(".c") + ".o" for path in objects]
    libraries = ["-lcmocka", "-lmpfr", "-lgmp", "-lelf", "-lmsgpackc", "-ljansson", "-lpng", "-lm"]
    made(["gcc", "-o", program, *objects, SUPPORT_OBJECT, *libraries])


def link_direct(program):
    """The test of the direct compare includes its source."""
    test, compare = sources.named(DIRECT_TEST + ".cc"), sources.named("direct_compare.c")
    put(os.path.join(WORK, test), read(test).replace("kRounds = 20", "kRounds = 1"))
    flags = ["-std=c++17", "-O1", "-w", "-DWL_RTL_CONTROL_WORDS", "-DWL_RTL_PROBE"]
    flags += ["-Itb/top", "-Itb", "-Itb/include", "-Irefmodel/include", "-include", "map", "-include", "string"]
    objects = [os.path.join("build", "obj", compare.removesuffix(".c") + ".o"), SUPPORT_OBJECT]
    made(["g++", *flags, os.path.join(WORK, test), *objects, "-o", program])


# ---- the runs ---------------------------------------------------------------------------------------------


def passes(name, number=0, compared=""):
    """Whether the test passes without this comparison, and how long it takes."""
    begin = time.monotonic()
    done = subprocess.run(
        ["prlimit", f"--cpu={LIMIT}", os.path.join(WORK, name)],
        env={**os.environ, "COMPARISON": str(number), **({"COMPARED": compared} if compared else {})},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return done.returncode == 0, time.monotonic() - begin


def find(rows, comparisons, texts):
    """The rows with the quickest test that notices each of its comparisons."""
    times, reached = {}, {}
    for name in (*sorted(links()), DIRECT_TEST):
        link(name, texts)
        path = os.path.join(WORK, name + ".compared")
        good, took = passes(name, compared=path)
        if not good or took > QUICK:
            print(f"{name} {'takes too long' if good else 'fails'}: {took:.2f} s", flush=True)
            continue
        times[name] = took
        with open(path, "rb") as file:
            reached[name] = {number for number, byte in enumerate(file.read()) if byte}
    numbers = collections.defaultdict(list)
    for comparison in comparisons:
        numbers[id(comparison.row)].append(comparison)

    def notices(name, comparison):
        return comparison.number in reached[name] and not passes(name, comparison.number)[0]

    def noticed(row):
        wanted = numbers[id(row)]
        names = [row.test] * (row.test in times) + sorted(times, key=times.get)
        for name in names:
            if all(notices(name, comparison) for comparison in wanted):
                return row._replace(test=name)
        for comparison in wanted:
            if not any(notices(name, comparison) for name in names):
                print(f"nothing notices without {describe(comparison)}", flush=True)
        return row._replace(test=NONE)

    return in_parallel(noticed, rows)


def check(comparisons, texts):
    """The comparisons without which the named test passes."""
    names = sorted({comparison.row.test for comparison in comparisons})
    in_parallel(lambda name: link(name, texts), names)
    bad = [name for name, (good, _) in zip(names, in_parallel(passes, names)) if not good]
    if bad:
        raise Failed(f"fails with all comparisons: {', '.join(bad)}")
    good = in_parallel(lambda comparison: passes(comparison.row.test, comparison.number)[0], comparisons)
    return [comparison for comparison, passed in zip(comparisons, good) if passed]


def describe(comparison):
    row, more = comparison.row, "" if comparison.name == comparison.row.what else f": {comparison.name}"
    return f"{comparison.path}, {row.function}: {row.what}{more}"


def main():
    os.chdir(ROOT)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--find", action="store_true")
    options = parser.parse_args()
    rows, comparisons, texts = join(table(), options.find)
    if options.list:
        for comparison in comparisons:
            print(f"{comparison.number:4} {describe(comparison)} | {comparison.row.test}")
        return 0
    unknown = [comparison for comparison in comparisons if comparison.row.test == NONE]
    if unknown and not options.find:
        raise Failed(f"{TABLE}: no test notices without {describe(unknown[0])}")
    compile_all(texts)
    refuses(rows)
    if options.find:
        write_table(find(rows, comparisons, texts))
        return 0
    left = check(comparisons, texts)
    for comparison in left:
        print(f"FAIL: {comparison.row.test} passes without {comparison.number}, {describe(comparison)}")
    print(f"{len(comparisons)} comparisons, {len(left)} without which the named test passes")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
