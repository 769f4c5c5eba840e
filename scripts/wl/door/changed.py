# SPDX-License-Identifier: Apache-2.0
"""make check without KIND: what the change asks for, in a minute after the build.

The change is what differs from the last commit, or from SINCE, with files that git does not know. Each file asks for
parts of make test by its place in the tree (ROWS), and for lint of itself. Vectors are those that reach the changed
lines, by what make check KIND=code-coverage or a night left of it, then those of the block, then all others.

It prints the parts with the reason for each and runs them. First comes what takes less than a second, then vectors for
half of the time. Benches, proofs and the rest of lint follow, then further vectors; of each kind the shortest first.
What a file asks for and does not fit into the minute is named as not run. The first failure ends it; with --keep-going
none does.

usage: changed [--since REV] [--keep-going] [--jobs N] [--list]
"""
import argparse
import ast
import collections
import difflib
import fnmatch
import glob
import json
import math
import os
import re
import shlex
import subprocess
import sys
import threading
import time

from wl import ROOT, Error
from wl.checks import formal, imports, lint
from wl.cover import reach
from wl.door import tags, test
from wl.mutation import campaign
from wl.runs import cycles, runner

BUDGET = 60.0  # seconds after the build
OF_VECTORS = 0.5  # share of them that vectors may take before longer parts
QUICK = 1.0  # seconds of a part that does not wait for vectors
# Seconds of a part of which no run is known, by the beginning of its name.
USUAL = (("lint: references", 10.0), ("lint: verilator", 10.0), ("lint: ", 1.0), (test.SANITIZED, 1.0), ("", 10.0))
START, A_SECOND = 0.03, 400000  # of a vector of which no run is known: seconds to start, and cycles a second
OF_TEST = ("junit-only.xml.before", "junit-only.xml", "junit.xml.before", "junit.xml")
TIMES = os.path.join("build", "changed-times.json")  # {part: seconds}, of all runs of make check
SHOWN = 12  # names of a kind in the list; the rest is a number
BENCHES = os.path.join("tb", "bench", "rules.mk")


def git(*words):
    done = subprocess.run(["git", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise Error(f"git {words[0]}: {(done.stderr.strip().splitlines() or ['it failed'])[0]}")
    return done.stdout


def lines_of(diff):
    """The lines of the old file that hunks without context touch; of lines that are new, those around them."""
    found = set()
    for first, count in re.findall(r"^@@ -(\d+)(?:,(\d+))? ", diff, re.M):
        first, count = int(first), int(count or 1)
        found |= set(range(first, first + count)) if count else {first, first + 1}
    return found


def needs(job):
    """What of the build a part needs; lint and proofs need nothing."""
    return getattr(job, "needs", ())


# ---- what a file asks for ---------------------------------------------------------------------------


def vectors(jobs, patterns):
    """The vectors in lockstep, with the seed of make test, that have one of the patterns."""
    return [
        job
        for job in test.of_cycles(jobs)
        if job.key[1] == test.SEED and any(fnmatch.fnmatchcase(job.key[0], pattern) for pattern in patterns)
    ]


def benches():
    """{bench: words of its row in the rules of the build}."""
    with open(BENCHES, encoding="utf-8") as file:
        text = file.read().replace("\\\n", " ")
    return {name: set(re.findall(r"[\w/*.]+", row)) for name, row in re.findall(r"^BENCH_SV_(\w+) := (.*)", text, re.M)}


def bench(jobs, name):
    """The parts that run a bench, as lds_unit, of the default unit."""
    pattern = re.compile(rf"\b(wavelock-|test_){name.replace('_', '[-_]')}\b")
    return [job for job in jobs if job.argv and any(map(pattern.search, job.argv))]


def of_rtl(path, jobs):
    """Benches that have the module, proofs about it, and what names its block."""
    block, (stem, _) = path.split("/")[1], os.path.splitext(os.path.basename(path))
    if block == "configs":
        some = [job for job in jobs if any(stem in test.of_unit(target) for target in needs(job))]
        yield f"a unit with {stem}", some
        return
    for name, words in benches().items():
        if f"rtl/{block}/*.sv" in words or words & {stem, f"{stem}.sv", path, f"{block}/{stem}.sv"}:
            yield f"the bench {name} has {stem}", bench(jobs, name)
    proofs = [name for name, row in formal.PROOFS.items() if stem in row[2]]
    yield f"a proof about {stem}", formal.jobs(proofs, most=0) if proofs else []
    # Unit tests of the model do not run the RTL. They take less than a second, and say which side is wrong.
    own = (job for job in test.of_block(jobs, block) if not isinstance(job, test.Counted))
    some = [job for job in own if not job.name.startswith("model ") and not (job.cmocka and job.nightly)]
    yield f'"{block}" in the name', some


def of_c(path, jobs):
    """The unit tests of the folder, those with the file's name first; for a bench, the bench."""
    parts = path.split("/")
    if parts[:2] == ["tb", "bench"]:
        yield f"the bench {parts[2]}", bench(jobs, f"{parts[2]}_unit")
        proof = os.path.basename(path).removesuffix("_proof.sv")
        yield f"the proof {proof}", [job for job in jobs if job.name.split(":")[0] == f"proof {proof}"]
        return
    folder = parts[0] if parts[0] == "refmodel" else "/".join(parts[:2])
    stem = os.path.basename(path).split(".")[0]
    unit_tests = [job for job in jobs if job.name.startswith(f"{test.SANITIZED}{folder}/")]
    same = [job for job in unit_tests if stem in (name := os.path.basename(job.name)) or name.endswith(f"_{stem}")]
    yield f"the unit test of {stem}", same
    yield f"a unit test of {folder}", unit_tests


def importers(path):
    """The tests of scripts that import a module of scripts/wl."""
    module = path.removeprefix("scripts/").removesuffix(".py").replace("/", ".")
    package, _, name = module.rpartition(".")
    for other in sorted(glob.glob("scripts/tests/test_*.py")):
        with open(other, encoding="utf-8") as file:
            tree = ast.parse(file.read())
        direct = any(found == module for _, found in imports.imported(tree))
        froms = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == package)
        if direct or any(alias.name == name for node in froms for alias in node.names):
            yield os.path.basename(other).removesuffix(".py")


def of_script(path, jobs):
    """The tests that import it, and the parts that run it."""
    stem = os.path.basename(path).removesuffix(".py")
    module = f"{os.path.basename(os.path.dirname(path))}.{stem}"
    tests = {f"tests.{name}" for name in importers(path)} | {f"tests.{stem}"}
    why = "it is the test" if stem.startswith("test_") else f"it imports {stem}"
    yield why, [job for job in jobs if job.argv and tests & set(job.argv)]
    yield f"it runs {stem}", [job for job in jobs if job.argv and module in job.argv]


def of_vector(path, jobs):
    folder = os.path.dirname(path).removeprefix("vectors").strip("/")
    stem = os.path.basename(path).split(".")[0]
    tests = {folder, f"{folder}/{stem}"}
    yield "its test", [job for job in test.of_cycles(jobs) if job.key[1] == test.SEED and job.key[0] in tests]


# The beginning of a path: what it asks for.
ROWS = (
    ("rtl/", of_rtl),
    ("refmodel/", of_c),
    ("tb/", of_c),
    ("scripts/", of_script),
    ("vectors/", of_vector),
)


def patterns_of(path):
    """(Why, patterns of vectors) of a file of the unit or of the model, by the blocks and the tags that its path names.
    A file that names none is in every vector's way; one of rtl/configs is of another unit than the one that runs them.
    """
    if path.startswith("rtl/configs/"):
        return "of another unit", []
    words, (folder, name) = set(re.split(r"[/_.]", path)), path.split("/")[:2]
    blocks = [name] if folder == "rtl" and name in campaign.VECTORS else sorted(words & set(campaign.VECTORS))
    some = [pattern for block in blocks for pattern in campaign.VECTORS.get(block, ())]
    if some:
        return f"of the block {' '.join(blocks)}", some
    tagged = tags.table()
    found = sorted(words & set(tagged))
    if found:
        return f"tagged {' '.join(found)}", [pattern for tag in found for pattern in tagged[tag]]
    return "of all", ["*"]


def text_of(path):
    """The text of a file; empty where there is none any more."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return ""


def vectors_of(path, jobs, reached, text=text_of):
    """(Why, vectors) of a file, in three groups that run in this order. By the record of reach, vectors of its block
    reach its changed lines; then come all of its block, then others that reach the lines. text: gives the file's text.
    """
    known, some = reached.get(path), []
    if known:
        old = git("cat-file", "blob", known.blob).splitlines()
        lines = lines_of("\n".join(difflib.unified_diff(old, text(path).splitlines(), n=0, lineterm="")))
        tests = {name for name, its in known.tests.items() if its & lines}
        some = [job for job in test.of_cycles(jobs) if job.key[1] == test.SEED and job.key[0] in tests]
    why, patterns = patterns_of(path)
    of_block = vectors(jobs, patterns)
    both = [job for job in of_block if job in some]
    reaches = "reaches the changed lines"
    return (f"{why}, and {reaches}", both), (why, of_block), (reaches, some)


# ---- lint of the files ------------------------------------------------------------------------------


def lint_jobs(files):
    """The checks of lint that take seconds of these files; for the RTL, Verilator's of the unit."""
    unit = [("verilator -Wall: the unit", (), [*lint.VERILATOR, *lint.UNIT])]
    for name, _, argv in [*lint.of_files(files), *(unit if any(name.startswith("rtl/") for name in files) else ())]:
        yield runner.Job(f"lint: {name}", argv, again=shlex.join(argv))


# ---- the plan ---------------------------------------------------------------------------------------


def times():
    """{name of a part: seconds}, of the runs of make check and of those of make test whose junit.xml is there."""
    found = {}
    for name in OF_TEST:
        some = runner.times_of(os.path.join("build", name))
        found.update({name: seconds for name, seconds in some.items() if seconds})  # 0: it was not over
    if os.path.exists(TIMES):
        with open(TIMES, encoding="utf-8") as file:
            found.update(json.load(file))
    return found


class Plan:
    """Jobs in the order in which they run, with a reason and the seconds that each is expected to take."""

    def __init__(self, parallel):
        self.room = BUDGET * parallel
        self.jobs, self.why, self.left, self.spent = [], {}, {}, 0.0
        self.known, self.baseline = times(), cycles.read(cycles.BASELINE)

    def cost(self, job):
        if any(map(test.of_unit, needs(job))):
            return math.inf  # building another unit takes minutes
        if job.name in self.known:
            return self.known[job.name]
        if isinstance(job, test.Counted):
            return START + self.baseline.get(job.key, 50000) / A_SECOND
        return next(seconds for start, seconds in USUAL if job.name.startswith(start))

    def add(self, some, until=math.inf, asked=True):
        """some: {job: why}. Unit tests come last, else the cheap ones first; those that do not fit are left. asked: the
        change asks for them, so those that are left are named."""
        for job in sorted(some, key=lambda job: (job.cmocka, self.cost(job), job.name)):
            if job.name in self.why:
                continue
            seconds = self.cost(job)
            if self.spent + seconds > min(until, self.room):
                if asked:
                    self.left[job] = some[job]
                continue
            self.left.pop(job, None)
            self.jobs.append(job)
            self.spent += seconds
            self.why[job.name] = some[job]


def planned(files, jobs, reached, parallel, text=text_of):
    """text: gives a file's text, as the edit has left it."""
    plan = Plan(parallel)
    parts, tests, reaching, of_block, others = {}, {}, {}, {}, {}
    for path in files:
        _, ask = next((row for row in ROWS if path.startswith(row[0])), ("", None))
        for why, some in ask(path, jobs) if ask else ():
            for job in some:
                (tests if isinstance(job, test.Counted) else parts).setdefault(job, f"{path}: {why}")
        if path.startswith(("rtl/", "refmodel/", "tb/")) and not path.startswith("tb/bench/"):
            for group, (why, some) in zip((reaching, of_block, others), vectors_of(path, jobs, reached, text)):
                for job in some:
                    group.setdefault(job, f"{path}: {why}")
    parts = {**{job: "it reads them" for job in lint_jobs(files)}, **parts}
    plan.add({job: why for job, why in parts.items() if plan.cost(job) <= QUICK})
    every = (tests, reaching, of_block, others)
    for some in every:
        plan.add(some, plan.room * OF_VECTORS)
    for some in (parts, *every):
        plan.add(some)
    if of_block:  # a bug of a block may show in the vectors of another one alone
        plan.add(dict.fromkeys(vectors(jobs, ["*"]), "of all, as the minute has room"), asked=False)
    return plan


def shown(plan):
    """The list that is printed before it runs: parts with a line each, vectors together by reason."""
    of_reason = collections.OrderedDict()
    for job in plan.jobs:
        if isinstance(job, test.Counted):
            of_reason.setdefault(plan.why[job.name], []).append(job)
        else:
            yield f"  {job.name:<44} {plan.why[job.name]}  ({plan.cost(job):.1f} s)"
    for why, some in of_reason.items():
        some_names = [job.key[0] for job in some[:SHOWN]]
        more = f" and {len(some) - SHOWN} more" if len(some) > SHOWN else ""
        yield f"  {len(some)} vectors: {' '.join(some_names)}{more}"
        yield f"      {why}  ({sum(map(plan.cost, some)):.0f} s)"


def said_not_run(some):
    names_of = [job.key[0] if isinstance(job, test.Counted) else job.name for job in some]
    more = f" and {len(names_of) - SHOWN} more" if len(names_of) > SHOWN else ""
    return f"{len(names_of)} not run: {', '.join(names_of[:SHOWN])}{more}"


def run(plan, parallel, keep_going):
    """Prints a line for each failure, what was not run, and 'N passed, N failed'. Returns the exit code."""
    running = runner.Runner(plan.jobs, parallel)
    over, passed, failed, wrong = {}, 0, 0, []
    end = threading.Timer(BUDGET, running.kill)
    end.daemon = True
    end.start()
    begin = time.monotonic()
    for job, outcome in running.results():
        over[job.name] = round(outcome.seconds, 3)
        passed, failed = passed + outcome.passed, failed + outcome.failed
        if outcome.failed or not isinstance(job, test.Counted):
            runner.show(job, outcome)
        if outcome.failed:
            wrong.append((job, outcome))
            if not keep_going:
                running.kill()
    end.cancel()
    seconds = time.monotonic() - begin
    with open(TIMES + ".part", "w", encoding="utf-8") as file:
        json.dump({**plan.known, **over}, file, indent=1)
    os.replace(TIMES + ".part", TIMES)
    not_run = [job for job in plan.jobs if job.name not in over] + list(plan.left)
    if not_run:
        why = "after the first failure (KEEP_GOING=1 goes on)" if wrong and not keep_going else "within the minute"
        print(f"{said_not_run(not_run)}, {why}; make test runs all")
    for job, outcome in wrong:
        again = job.again or f"make test ONLY={shlex.quote(job.name)}"
        print(f"failed: {job.name}: {runner.headline(outcome)}\n  again: {again}")
    print(f"{passed} passed, {failed} failed ({seconds:.0f} s)")
    return int(bool(failed) or not passed)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--since", default="HEAD")
    parser.add_argument("--keep-going", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--list", action="store_true")
    given = parser.parse_args()
    os.chdir(ROOT)
    files = lint.changed_files(given.since)
    if not files:
        print(f"no file differs from {given.since}: nothing to check (SINCE=REV; make test runs all)")
        return 0
    differ = "1 file differs" if len(files) == 1 else f"{len(files)} files differ"
    print("\n".join([f"{differ} from {given.since}:", *(f"  {name}" for name in files[:SHOWN])]))
    plan = planned(files, test.parts(False), reach.read(files), given.jobs)
    print("\n".join(["what they ask for:", *shown(plan)]), flush=True)
    if plan.left:
        print(f"{said_not_run(plan.left)}: the minute is too short")
    if given.list:
        return 0
    for job in test.of_cycles(plan.jobs):
        at = job.argv.index("--coverage") if "--coverage" in job.argv else len(job.argv)
        del job.argv[at : at + 2]  # what make test measured stays
    with test.alone():
        targets = sorted({target for job in plan.jobs for target in needs(job)})
        if targets:
            test.build(targets)
        return run(plan, given.jobs, given.keep_going)


if __name__ == "__main__":
    sys.exit(main())
