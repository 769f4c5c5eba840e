# SPDX-License-Identifier: Apache-2.0
"""The listings of vectors/sass and build/vectors/sass (maxwell-control.md 1 to 6) through build/wavelock-sass.

NAME.maxas, NAME.cuobjdump or NAME.cuasm is a listing, NAME.expected what is expected of it, as JSON:
  - "about", and the "exit" code;
  - "findings", and "strict" where they differ with --strict;
  - "classes": the text of a file of --classes;
  - "nops": how many NOPs --fix inserts (0); "left": rules of the errors that it cannot mend (TARGET alone);
  - of a malformed listing (D-CTRL-63) the line of the "error", and the column where the specification gives one.

The findings are a set of (rule, severity, line, other). It checks:
  - findings, exit codes, and the keys and types of the JSON;
  - the text output has a line for every finding, with its place, severity and rule;
  - --fix leaves no error but TARGET; instructions, their order and labels stay, inserted NOPs apart;
  - --fix changes no byte of what has no error;
  - listings of the folder round print as they are;
  - those of document, long and round come back as they were from maxas to CuAssembler, cuobjdump and maxas.
    Only the padding of the last group may be new.
  - random listings, and what --fix makes of them, have the findings of scripts/wl/reading/control_words.py.

docs/control-words-document.md names all listings and no others. Each rule of the specification has a listing that
breaks it alone, and one that just keeps it. How long the longest listings take is printed. Stores that all set one
barrier must cost about as much as stores that set none.

--random COUNT [SEED]: random listings alone.

usage: test_sass.py [--random COUNT [SEED]]
"""
import fnmatch
import json
import os
import re
import subprocess
import sys
import tempfile
import time

from wl import ROOT
from wl.reading import control_words


TOOL = os.path.join(ROOT, "build", "wavelock-sass")
FOLDERS = [os.path.join(ROOT, *parts, "sass") for parts in (("vectors",), ("build", "vectors"))]
PAGE_NAME = "docs/control-words-document.md"
SPEC = os.path.join(ROOT, "docs", "spec", "maxwell-control.md")
FORMS = ("maxas", "cuobjdump", "cuasm")
SEVERITIES = ("error", "warning", "note")
FIELDS = ("stall", "yield", "write", "read", "wait", "reuse")
PADDING = "--:-:-:Y:0      NOP;\n"
SLICE, SEED = 150, 1  # random listings of make test
STORES = 20000  # of the listing in which most is pending
GOOD, ERRORS, UNREADABLE = 0, 1, 2  # exit codes (maxwell-control.md 6.3)


def run(*words):
    return subprocess.run([TOOL, *words], capture_output=True, text=True, check=False)


def is_number(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def schema(answer):
    """What is wrong with the keys and types of a JSON answer, or None (maxwell-control.md 6.3)."""
    if set(answer) == {"error"}:
        error = answer["error"]
        good = set(error) == {"line", "col", "text"} and is_number(error["line"]) and is_number(error["col"])
        return None if good and isinstance(error["text"], str) else f"error: {error}"
    if set(answer) != {"findings"}:
        return f"keys {sorted(answer)}"
    for found in answer["findings"]:
        good = set(found) == {"rule", "severity", "line", "other", "text", "mend"}
        good = good and found["severity"] in SEVERITIES and is_number(found["line"]) and is_number(found["other"])
        good = good and isinstance(found["text"], str) and found["text"] and re.fullmatch(r"[A-Z0-9-]+", found["rule"])
        for mend in found.get("mend", ()):
            good = good and set(mend) == {"line", "field", "value"} and is_number(mend["line"])
            good = good and mend["field"] in FIELDS and is_number(mend["value"])
        if not good:
            return f"finding: {found}"
    return None


def pairs(findings):
    return sorted((f["line"], f["rule"], f["other"], f["severity"]) for f in findings)


def difference(expected, found):
    missing = [f for f in expected if f not in found]
    extra = [f for f in found if f not in expected]
    return f"missing {missing}, not expected {extra}" if missing or extra or len(expected) != len(found) else None


def instructions(path, *options):
    """Labels and instructions of a listing in order, without control words, braces, reuse flags and mapped names.
    NOPs at the end are left out: groups are padded."""
    text = run("print", "--form", "cuobjdump", *options, path).stdout
    words = re.sub(r"/\*.*?\*/|[{};]|\.reuse", "", text)
    lines = [" ".join(line.split()) for line in words.splitlines() if line.strip()]
    while lines and lines[-1] == "NOP":
        lines.pop()
    return lines


class Case:
    """A listing and what is expected of it. wrong: what was found to be wrong, a line each."""

    def __init__(self, path, folder):
        self.path, self.folder, self.wrong = path, folder, []
        base, form = os.path.splitext(path)
        self.name, self.form = os.path.join(*base.split(os.sep)[-2:]), form[1:]
        with open(base + ".expected", encoding="utf-8") as file:
            self.expected = json.load(file)
        self.out = os.path.join(folder, "out" + form)
        self.options = ()
        if "classes" in self.expected:
            self.options = ("--classes", os.path.join(folder, "classes.txt"))

    def check(self, *options):
        return run("check", *self.options, *options)

    def fail(self, what):
        self.wrong.append(f"{os.path.relpath(self.path, ROOT)}: {what}")

    def answer(self, *options):
        done = self.check("--json", *options, self.path)
        try:
            answer = json.loads(done.stdout)
        except ValueError:
            self.fail(f"no JSON: {done.stdout[:80]!r} {done.stderr[:200]!r}")
            return None, done.returncode
        wrong = schema(answer)
        if wrong:
            self.fail(f"JSON: {wrong}")
        return answer, done.returncode

    def unreadable(self):
        answer, code = self.answer()
        text = run("check", self.path)
        if code != UNREADABLE or text.returncode != UNREADABLE:
            self.fail(f"exit {code}, as text {text.returncode}, expected {UNREADABLE}")
        elif "error" not in answer or any(answer["error"][k] != v for k, v in self.expected["error"].items()):
            self.fail(f"{answer}, expected an error at {self.expected['error']}")
        elif f"{self.path}:{answer['error']['line']}:{answer['error']['col']}" not in text.stdout + text.stderr:
            self.fail("the text names another place than the JSON")

    def findings(self):
        for key, options in (("findings", ()), ("strict", ("--strict",))):
            expected = pairs(self.expected.get(key, self.expected["findings"]))
            answer, code = self.answer(*options)
            if answer is None or "findings" not in answer:
                self.fail(f"cannot be read: {answer}")
                return
            wrong = difference(expected, pairs(answer["findings"]))
            if wrong:
                self.fail(" ".join([*options, wrong]))
            should = ERRORS if any(f[3] == "error" for f in expected) else GOOD
            if code != should or key == "findings" and code != self.expected["exit"]:
                self.fail(f"{' '.join(options)} exit {code}, expected {should}")
        lines = self.check(self.path).stdout.splitlines()
        for found in self.expected["findings"]:
            start = f"{self.path}:{found['line']}: {found['severity']}: {found['rule']}: "
            if not any(line.startswith(start) for line in lines):
                self.fail(f"no line of the text begins with {start!r}")

    def mended(self):
        if os.path.exists(self.out):
            os.remove(self.out)
        done = self.check("--fix", self.out, self.path)
        targets = ["TARGET" for f in self.expected["findings"] if f["rule"] == "TARGET"]
        left = self.expected.get("left", targets)
        if left:
            there = re.findall(r": error: ([A-Z-]+):", done.stdout)
            if done.returncode != ERRORS or there != left:
                self.fail(f"--fix exit {done.returncode} leaves {there}, expected {left}")
            return
        again = self.check(self.out)
        if done.returncode != GOOD or again.returncode != GOOD:
            self.fail(f"--fix exit {done.returncode}, then {again.returncode}: {again.stdout}{done.stderr}")
            return
        if not self.expected["exit"]:
            if read(self.out) != read(self.path):
                self.fail("--fix changes what has no error")
            return
        before, after = instructions(self.path, *self.options), instructions(self.out, *self.options)
        nops = len(after) - len(before)
        if nops != self.expected.get("nops", 0):
            self.fail(f"--fix inserts {nops} NOPs")
        for line in after:
            if before and before[0] == line:
                before.pop(0)
            elif line != "NOP":
                self.fail(f"--fix changes the instruction {before[:1]} to {line!r}")
                return
        if before:
            self.fail(f"--fix drops {before[0]!r}")

    def round(self):
        """Its own form gives the same text, and a chain of all three forms comes back."""
        if self.name.startswith("round" + os.sep):
            if run("print", "--form", self.form, self.path).stdout != read(self.path):
                self.fail(f"printed as {self.form} it is another text")
        text = first = run("print", "--form", "maxas", self.path).stdout
        last = "maxas"
        for form in ("cuasm", "cuobjdump", "maxas"):
            path = os.path.join(self.folder, "chain." + last)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            text, last = run("print", "--form", form, path).stdout, form
        if not first or not text.startswith(first) or text[len(first) :] not in ("", PADDING, 2 * PADDING):
            self.fail("maxas, cuasm, cuobjdump, maxas: the last differs from the first")

    def run(self):
        if self.options:
            with open(self.options[1], "w", encoding="utf-8") as file:
                file.write(self.expected["classes"])
        if self.expected["exit"] == UNREADABLE:
            self.unreadable()
            return
        self.findings()
        self.mended()
        if self.name.split(os.sep)[0] in ("document", "long", "round"):
            self.round()


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def listings():
    """Every listing; each has its .expected, and no .expected is alone."""
    below = [folder for top in FOLDERS for folder, _, _ in os.walk(top) if folder != top]
    found = [os.path.join(folder, name) for folder in below for name in os.listdir(folder)]
    paths = sorted(path for path in found if path.rpartition(".")[2] in FORMS)
    alone = {path.rpartition(".")[0] for path in found} - {path.rpartition(".")[0] for path in paths}
    if alone:
        sys.exit(f"no listing: {sorted(alone)}")
    return paths


def page(cases):
    """What is wrong with docs/control-words-document.md and with the choice of listings, a line each."""
    names = {case.name for case in cases}
    patterns = set(re.findall(r"`(\w+/[^`]+)`", read(os.path.join(ROOT, PAGE_NAME)))) - {
        "vectors/sass",
        "scripts/tests/test_sass.py",
    }
    wrong = [f"{PAGE_NAME}: no listing {p}" for p in sorted(patterns) if not fnmatch.filter(names, p)]
    wrong += [f"{PAGE_NAME}: lacks {n}" for n in sorted(names) if not any(fnmatch.fnmatchcase(n, p) for p in patterns)]
    table = re.search(r"^### 6\.2 .*?^### ", read(SPEC), re.M | re.S)[0]
    rules = {rule for row in re.findall(r"^\| ([A-Z0-9, -]+?) \|", table, re.M) for rule in row.split(", ")}
    found = {case.name: {f["rule"] for f in case.expected.get("findings", ())} for case in cases}
    for rule in sorted(rules):
        start = f"rules/{rule.lower().replace('-', '_')}_"
        if not any(broken == {rule} and name.startswith(start) for name, broken in found.items()):
            wrong.append(f"vectors/sass: no {start}* breaks {rule} alone")
        if not any(not broken and name.startswith(start) and name.endswith("_ok") for name, broken in found.items()):
            wrong.append(f"vectors/sass: no {start}*_ok just keeps {rule}")
    return wrong + [f"vectors/sass: {rule} is no rule" for rule in sorted(set().union(*found.values()) - rules)]


def stores_with(barrier, folder):
    path = os.path.join(folder, f"stores{barrier}.maxas")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"--:{barrier}:-:-:2      STG.E [R2], R0;\n" * STORES + "--:-:-:-:5      EXIT;\n")
    return path


def times(folder):
    """How long the long listing takes: a report, no verdict. Without its control fields all of it is to be mended."""
    product = os.path.join(FOLDERS[0], "long", "product.maxas")
    bare, out = (os.path.join(folder, f"{name}.maxas") for name in ("bare", "out"))
    with open(bare, "w", encoding="utf-8") as file:
        file.write(re.sub(r"^\S\S:\S:\S:\S:\S", "--:-:-:-:1", read(product), flags=re.M))
    for what, words in (
        ("the listing of 371 lines", ("check", product)),
        ("the same with --fix", ("check", "--fix", out, product)),
        ("the same without its control fields, with --fix", ("check", "--fix", out, bare)),
        ("the same printed as cuobjdump", ("print", "--form", "cuobjdump", product)),
        (f"{STORES} stores without a barrier", ("check", stores_with("-", folder))),
        (f"{STORES} stores with one barrier", ("check", stores_with("1", folder))),
    ):
        start = time.monotonic()
        run(*words)
        print(f"{what}: {(time.monotonic() - start) * 1000:.0f} ms")


def compared(path):
    """What build/wavelock-sass and the third reading find differently in a listing, or None."""
    done = run("check", "--json", path)
    if done.returncode not in (GOOD, ERRORS):
        return f"exit {done.returncode}: {done.stdout}"
    found = json.loads(done.stdout)["findings"]
    found = sorted((f["line"], f["rule"], f["other"]) for f in found if f["rule"] in control_words.RULES)
    least, most = control_words.check(read(path))
    missing, extra = [f for f in least if f not in found], [f for f in found if f not in most]
    return f"missing {missing}, not expected {extra}" if missing or extra else None


def random_listings(count, seed, folder):
    """Random listings, and the same mended: what is wrong, a text each."""
    wrong = []
    path, out = (os.path.join(folder, f"{name}.maxas") for name in ("random", "mended"))
    for number in range(seed, seed + count):
        text = control_words.listing(number)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        differs = compared(path)
        if differs:
            wrong.append(f"random listing {number}: {differs}\n{text}")
            continue
        done = run("check", "--fix", out, path)
        differs = compared(out) if done.returncode == GOOD else f"exit {done.returncode}\n{done.stdout}{done.stderr}"
        if differs:
            wrong.append(f"random listing {number}, mended: {differs}\n{text}")
    return wrong


def main():
    words = sys.argv[1:]
    wrong, cases, count, seed = [], 0, SLICE, SEED
    with tempfile.TemporaryDirectory() as folder:
        if words and words[0] == "--random" and len(words) in (2, 3) and all(word.isdigit() for word in words[1:]):
            count, seed = int(words[1]), int(words[2]) if len(words) == 3 else SEED
        elif words:
            sys.exit(__doc__)
        else:
            every = [Case(path, folder) for path in listings()]
            for case in every:
                case.run()
                wrong += case.wrong
            cases = len(every)
            wrong += page(every)
            times(folder)
        wrong += random_listings(count, seed, folder)
    print("\n".join(wrong) + ("\n" if wrong else "") + f"{cases} listings and {count} random ones, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
