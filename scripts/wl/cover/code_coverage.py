# SPDX-License-Identifier: Apache-2.0
"""Coverage of code: lines and toggles of the RTL, lines and branches of the model. docs/coverage.md

usage: code_coverage.py all --out FOLDER [OPTION...] [RUN...]
       code_coverage.py count --tool TOOL --scratch FOLDER --out TABLE RUN...
       code_coverage.py report --out FOLDER [--whole] TABLE...
       code_coverage.py list

A RUN is NAME@SEED, a test in lockstep, NAME@model, one on the model alone, PROFILE:COUNT@SEED, a random program in
lockstep, or control:PROFILE:COUNT@SEED, one with control words. In programs of even seeds the model computes floats on
integers alone, but in those with control words.

all: runs them, or without one all vectors and some random programs of each profile, on each unit, and reports. Units
are folders below build/ that have the counted tool. One in a folder of its own runs the tests of its unit.json.

count: one job of the former. The table is written when all runs have passed.

report: adds tables up, prints a line for each block and the first holes. FOLDER gets holes.txt with all holes,
coverage.json, and coverage.info in lcov's format. --whole: the counts are of all units, so each exception has its
point.

list: the exceptions: holes that comments of the sources leave out, each with the reason. One that is covered, or of a
point that is not there, is an error.

Exit code: 0, 1 a run failed or an exception is wrong, 6 the coverage cannot be computed.
"""
import argparse
import collections
import glob
import json
import os
import re
import shutil
import subprocess
import sys

from wl import ROOT, Error
from wl.control import control_random
from wl.cover import code_counts, reach
from wl.cover.code_counts import METRICS, Counts, Unreadable
from wl.runs import descriptions, programs, results, runner, unit_folder, units


EXCEPTED = ("rtl/**/*.sv", "refmodel/**/*.[ch]", "refmodel/**/*.def")  # files whose comments may be exceptions
TOOL = "wavelock-counted"
TITLES = {"line": "line", "toggle": "toggle", "model_line": "line", "model_branch": "branch"}
SHOWN = 10  # holes on the terminal
TESTS_OF_A_JOB, PROGRAMS_OF_A_JOB = 24, 8
HANG_CYCLES, INSTRUCTIONS = "100000", "10000000"  # of tests that may be meant to hang
CONTROL_COUNT = 300  # instructions of a program with control words


class Wrong(Error):
    """An exception is wrong; the text names it."""


# ---- points as text --------------------------------------------------------------------------------


class Sources:
    """Lines of the files of the tree, each with a name that no other line of its file has."""

    def __init__(self):
        self.files = {}

    def lines(self, name):
        """[(text, name)] of a file: the second line with a text has " (2)" behind it."""
        if name not in self.files:
            try:
                with open(name, encoding="utf-8") as file:
                    texts = [line.strip() for line in file]
            except OSError as error:
                raise Unreadable(f"{name}: {error.strerror}: the counts are of another tree") from None
            seen = collections.Counter()
            self.files[name] = []
            for text in texts:
                seen[text] += 1
                self.files[name].append((text, f"{text} ({seen[text]})" if seen[text] > 1 else text))
        return self.files[name]

    def line(self, name, number, which=0):
        lines = self.lines(name)
        if number > len(lines):
            raise Unreadable(f"{name}: found {len(lines)} lines, expected {number}: the counts are of another tree")
        return lines[number - 1][which]

    def what(self, point):
        """The name of a point among the holes."""
        if point.metric == "toggle":
            return point.what
        name = self.line(point.file, point.line, 1)
        if point.metric == "line":
            return f"{point.what}: {name}"
        return name if point.metric == "model_line" else f"way {point.number}: {name}"


def block_of(file):
    return os.path.dirname(file)


def bits_together(names):
    """Names of bits; bits of one signal are a range: a[3], a[2] as a[3:2]."""
    signals = {}
    for name in names:
        stem, bit = re.fullmatch(r"(.*?)(?:\[(\d+)\])?", name).groups()
        signals.setdefault(stem, []).append(None if bit is None else int(bit))
    for stem, bits in signals.items():
        if None in bits:
            yield stem
        runs = []
        for bit in sorted((bit for bit in bits if bit is not None), reverse=True):
            if runs and runs[-1][1] == bit + 1:
                runs[-1][1] = bit
            else:
                runs.append([bit, bit])
        yield from (f"{stem}[{high}]" if high == low else f"{stem}[{high}:{low}]" for high, low in runs)


# ---- exceptions ------------------------------------------------------------------------------------


def name_of(point):
    """What an exception calls a point: its signal, or what of which line, as "12: else", "12: line", "12: way 1"."""
    if point.metric == "toggle":
        return point.what
    kind = {"line": point.what, "model_line": "line", "model_branch": f"way {point.number}"}[point.metric]
    return f"{point.line}: {kind}"


class Excepted:
    """Points that cannot run, of a file: a bit or bits of a signal, or what of a line. place: of the comment."""

    def __init__(self, place, metric, file, what, reason):
        self.place, self.metric, self.file, self.what, self.reason = place, metric, file, what, reason
        self.names = set(self._names())
        if metric == "toggle" and "*" in what and len(self.names) > 1:
            raise Wrong(f'{place}: found "{what}", expected a * or a range, not both')
        self.pattern = None
        if metric == "toggle" and "*" in what:
            self.pattern = re.compile(re.escape(what).replace(re.escape("*"), ".*"))

    def _names(self):
        bits = re.fullmatch(r"(.*)\[(\d+):(\d+)\]", self.what)
        if not bits:
            return [self.what]
        if int(bits[2]) < int(bits[3]):
            raise Wrong(f"{self.place}: found [{bits[2]}:{bits[3]}], expected the higher bit first")
        return [f"{bits[1]}[{bit}]" for bit in range(int(bits[3]), int(bits[2]) + 1)]

    def in_source(self, sources):
        """Whether its file has the name of the signal. Whether a unit has the point it cannot say."""
        if self.metric != "toggle":
            return True  # the comment stands at its line
        signal = re.match(r"\w*", self.what)[0]
        return any(re.search(rf"\b{signal}\b", re.sub(r"//.*", "", text)) for text, _ in sources.lines(self.file))

    def judge(self, of_file, whole, sources):
        """The points that it leaves out. of_file: {name: [(point, count)]} of its file and metric."""
        found = []
        for name in sorted(self.names):
            here = [n for n in of_file if self.pattern.fullmatch(n)] if self.pattern else [name] * (name in of_file)
            if not here and (whole or not self.in_source(sources)):
                raise Wrong(f'{self.place}: found "{name}", which matches nothing in {self.file}: remove it')
            found += here
        left_out = set()
        for name in found:
            without = {point for point, count in of_file[name] if not count}
            if not without:  # of several points of a line those are meant that did not run
                line = of_file[name][0][0].line
                raise Wrong(f'{self.place}: found "{name}", which is covered ({self.file}:{line}): remove it')
            left_out |= without
        return left_out


# A comment, with further lines of it behind three spaces:
#   // coverage off toggle SIGNAL, SIGNAL...: REASON   anywhere in the file: bits as [7:0], * stands for any text
#   // coverage off KIND, KIND...: REASON              before a line, or behind it: what of the line cannot run
MARK = "// coverage off"
KINDS = {"rtl": "if|else|elsif|case|block", "refmodel": r"line|way \d+"}


def exceptions_of(path, lines):
    """The exceptions that the comments of a file list."""
    for number, line in enumerate(lines, 1):
        code, mark, text = line.partition(MARK)
        if not mark:
            continue
        place, behind = f"{path}:{number}", number  # behind: the number of the next line that is not of the comment
        while behind < len(lines) and re.match(r"\s*//   \S", lines[behind]):
            text += " " + lines[behind].strip()[2:].strip()
            behind += 1
        what, colon, reason = (part.strip() for part in text.partition(": "))
        if not colon or not reason:
            raise Wrong(f"{place}: no reason, expected {MARK} WHAT: REASON")
        part = "refmodel" if path.startswith("refmodel/") else "rtl"
        if what.startswith("toggle "):
            for signal in what.removeprefix("toggle ").split(","):
                yield Excepted(place, "toggle", path, signal.strip(), reason)
            continue
        if not code.strip():  # the line is the next one that is no comment
            while behind < len(lines) and lines[behind].lstrip().startswith("//"):
                behind += 1
            number = behind + 1
        for kind in re.split(r", *", what):
            if not re.fullmatch(KINDS[part], kind):
                raise Wrong(f'{place}: found "{kind}", expected toggle <signals>, or {KINDS[part]}')
            metric = "line" if part == "rtl" else "model_line" if kind == "line" else "model_branch"
            yield Excepted(place, metric, path, f"{number}: {kind}", reason)


def exceptions(*others):
    """The exceptions of the tree, which is the current folder, and of other units in folders of their own."""
    found = []
    paths = {path for pattern in EXCEPTED for path in glob.glob(pattern, recursive=True)}
    paths.update(path for unit in others for its in unit_folder.blocks(unit).values() for path in its)
    for path in sorted(paths):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if MARK in text:
            found += exceptions_of(path, text.split("\n"))
    return found


# ---- report ----------------------------------------------------------------------------------------


class Report:
    """whole: the counts are of all units, so that an exception of a point that is not there is an error."""

    def __init__(self, counts, entries, whole=True):
        self.counts, self.sources = counts, Sources()
        named = {}
        for point, count in counts.items():
            self.sources.what(point)  # counts of another tree are refused
            of_file = named.setdefault((point.metric, point.file), {})
            of_file.setdefault(name_of(point), []).append((point, count))
        self.excepted = set()
        self.wrong = []
        for entry in entries:
            try:
                self.excepted.update(entry.judge(named.get((entry.metric, entry.file), {}), whole, self.sources))
            except Wrong as error:
                self.wrong.append(str(error))

    def rows(self):
        """{(block, metric): [hit, of, excepted]}."""
        rows = {}
        for point, count in self.counts.items():
            row = rows.setdefault((block_of(point.file), point.metric), [0, 0, 0])
            if point in self.excepted:
                row[2] += 1
            else:
                row[0] += count > 0
                row[1] += 1
        return rows

    def holes(self):
        """Points that did not run and are no exception, bits of one signal as one."""
        found = {}
        for point, count in self.counts.items():
            if not count and point not in self.excepted:
                found.setdefault((METRICS.index(point.metric), point.file, point.line), []).append(point)
        for (metric, file, line), points in sorted(found.items()):
            names = list(dict.fromkeys(self.sources.what(point) for point in sorted(points)))
            for what in bits_together(names) if METRICS[metric] == "toggle" else names:
                yield {"metric": METRICS[metric], "file": file, "line": line, "what": what}

    def table(self):
        """Lines for the terminal: a line a block, and sums of RTL and model."""
        rows = self.rows()
        for part, metrics in (("rtl", METRICS[:2]), ("refmodel", METRICS[2:])):
            blocks = sorted({block for block, metric in rows if metric in metrics})
            if not blocks:
                continue
            yield f"{part:20}" + "".join(f"{TITLES[metric]:>28}" for metric in metrics)
            for block in blocks:
                yield f"  {block:18}" + "".join(cell(rows.get((block, metric), [0, 0, 0])) for metric in metrics)
            total = [[sum(rows.get((b, m), [0, 0, 0])[i] for b in blocks) for i in range(3)] for m in metrics]
            yield f"  {'all':18}" + "".join(map(cell, total))

    def as_json(self):
        code = [
            {"block": block, "metric": metric, "hit": hit, "of": of, "excepted": excepted}
            for (block, metric), (hit, of, excepted) in sorted(self.rows().items())
        ]
        return {"code": code, "holes": list(self.holes())}

    def write(self, folder):
        """holes.txt, coverage.info, and its keys of coverage.json, which may have keys of others."""
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, "coverage.json")
        whole = {}
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                whole = json.load(file)
        whole.update(self.as_json())
        replace(path, json.dumps(whole, indent=1) + "\n")
        text = "".join(f"{hole_line(hole, self.sources)}\n" for hole in whole["holes"])
        replace(os.path.join(folder, "holes.txt"), text)
        replace(os.path.join(folder, "coverage.info"), code_counts.info(self.counts))


def cell(row):
    hit, of, excepted = row
    share = f"{100 * hit / of:.1f} %" if of else "-"
    return f"{share:>9} {f'{hit}/{of}':>12} {f'-{excepted}' if excepted else '':>5}"


def hole_line(hole, sources):
    text = f"   {sources.line(hole['file'], hole['line'])}" if hole["metric"] == "toggle" else ""
    return f"{hole['metric']} {hole['file']}:{hole['line']}: {hole['what']}{text}"


def replace(path, text):
    with open(path + ".part", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".part", path)


def text_of(found):
    """The report as lines: the table, and the first holes of each metric."""
    yield from found.table()
    holes = list(found.holes())
    for metric in METRICS:
        some = [hole for hole in holes if hole["metric"] == metric]
        if some:
            yield f"{len(some)} holes of {metric}:"
        yield from (f"  {hole_line(hole, found.sources)}" for hole in some[:SHOWN])
        if len(some) > SHOWN:
            yield f"  and {len(some) - SHOWN} more"


def report(tables, folder, whole, others=()):
    """others: units in folders of their own."""
    counts = Counts()
    for path in tables:
        counts.read(path)
    if others and all(map(unit_folder.has_own_isa, others)):  # GFX9's model counts, which never runs
        for point in [point for point in counts if point.metric.startswith("model")]:
            del counts[point]
    found = Report(counts, exceptions(*others), whole)
    found.write(folder)
    print("\n".join(text_of(found)))
    print(f"{folder}/holes.txt: all holes; beside it coverage.json, coverage.info")
    return say_wrong(found)


def say_wrong(found):
    for text in found.wrong:
        print(f"ERROR: {text}", file=sys.stderr)
    return int(bool(found.wrong))


def of_night(folder, tables):
    """Adds the tables of a night up and reports. What is wrong, as lines: exceptions; or why there is none."""
    paths = sorted(glob.glob(os.path.join(glob.escape(tables), "*.tsv.gz")))
    if not paths:
        return []
    counts = Counts()
    try:
        for path in paths:
            counts.read(path)
        found = Report(counts, exceptions(), whole=False)
        found.write(folder)
    except (Unreadable, Wrong) as error:
        return [str(error)]
    replace(os.path.join(folder, "code_coverage.txt"), "".join(f"{line}\n" for line in text_of(found)))
    return found.wrong


# ---- one job ---------------------------------------------------------------------------------------


class Run:
    """NAME@SEED, NAME@model, PROFILE:COUNT@SEED or control:PROFILE:COUNT@SEED."""

    def __init__(self, text):
        self.text = text
        what, _, self.seed = text.rpartition("@")
        random = re.fullmatch(r"(control:)?(.+):(\d+)", what)
        self.control, self.profile, self.count = (random[1], random[2], int(random[3])) if random else (None, None, 0)
        self.test = what
        if not what or not re.fullmatch(r"\d+", self.seed) and (random or self.seed != "model"):
            raise Unreadable(f'found "{text}", expected NAME@SEED, NAME@model or PROFILE:COUNT@SEED')

    def execute(self, tool, scratch, environment):
        """The error, or nothing."""
        if self.control:
            os.environ.update(environment)
            folder = control_random.make(os.path.join(scratch, "control"), self.count, self.profile, int(self.seed))
            command = control_random.command_of(tool, folder, self.seed) + ["--device", "lockstep"]
            _, result = results.of_run(command, timeout=600)
            return "" if control_random.AGREED.match(result.headline) else result.headline
        if self.profile:
            os.environ.update(environment)
            pure = ["--pure", "1"] if int(self.seed) % 2 == 0 and not programs.table() else []
            program = programs.Program(os.path.join(scratch, "random"), self.profile, self.count, int(self.seed), pure)
            program.run()
            return "" if program.verdict == "PASS" else program.why
        how = ["model"] if self.seed == "model" else ["lockstep", "--seed", self.seed]
        if (descriptions.path(self.test) or "").endswith(f"{self.test}.json"):  # a further test of a folder
            how += ["--hang-cycles", HANG_CYCLES] if self.seed != "model" else ["--max-instructions", INSTRUCTIONS]
        command = [tool, self.test, "--run-dir", scratch, "--device", *how]
        done = subprocess.run(
            command, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        return programs.headline(done.stdout.decode(errors="replace")) if done.returncode else ""


def count(options):
    """Runs some tests and programs, and writes the table of all of them."""
    programs.use(options.tool, os.path.join(os.path.dirname(options.tool), "wavelock-random"))
    shutil.rmtree(options.scratch, ignore_errors=True)
    raw = code_counts.Raw(os.path.join(options.scratch, "raw"))
    failed, runs = 0, [Run(text) for text in options.runs]
    of_file, reached = {}, {}  # {file of a process: its test}, {test: {file of the RTL: lines}}
    for run in runs:
        why = run.execute(options.tool, options.scratch, raw.environment())
        if not run.profile:
            of_file.update({name: run.test for name in raw.of_units() if name not in of_file})
        if why:
            failed += 1
            print(f"{why} ({run.text})")
    if not failed:
        os.makedirs(os.path.dirname(options.out) or ".", exist_ok=True)
        least = sum(run.seed != "model" for run in runs)

        def each(name, counts):
            if name in of_file:
                its = reached.setdefault(of_file[name], {})
                for file, lines in reach.lines_of(counts).items():
                    its.setdefault(file, set()).update(lines)

        raw.counts(options.tool, least, each).write(options.out)
        reach.write(options.out, reached)
    shutil.rmtree(options.scratch, ignore_errors=True)
    print(f"{len(options.runs) - failed} passed, {failed} failed")
    return int(bool(failed))


# ---- all jobs --------------------------------------------------------------------------------------


def runs_of(options, unit):
    """The runs of a unit: lists of runs that are one job."""
    if options.runs:
        return pieces(options.runs, TESTS_OF_A_JOB)
    seeds = range(options.first, options.first + options.seeds)
    random = [f"{profile}:{options.count}@{seed}" for seed in seeds for profile in options.profiles]
    own = units.own_folder(units.of_folder(unit))
    if own:
        tests = [f"{test}@1" for test in descriptions.of_own_folder(own)]
        if not unit_folder.has_random(own):
            return pieces(tests, TESTS_OF_A_JOB)
        return pieces(tests, TESTS_OF_A_JOB) + pieces(random, PROGRAMS_OF_A_JOB)
    listed = subprocess.run([os.path.join(unit, TOOL), "--list"], capture_output=True, text=True, check=True).stdout
    known = {line.split()[0] for line in listed.splitlines() if line.strip()}
    built, alone = units.of_folder(unit), descriptions.NOT_ALONE
    # Cases made from tables are further tests, too: the parts of make test that judge refusals run them.
    tests = [
        name
        for root in descriptions.ROOTS
        for name, first in descriptions.below(root)
        if (name in known and not name.startswith("bench/") if first else not descriptions.directed(name))
        and units.fits(descriptions.file_of(root, name, first), built)
        and (not built or descriptions.of_other_unit(root, name, first))
    ]
    if units.has(built, "control_words"):
        names = [profile for profile in options.profiles if profile in control_random.PROFILES]
        random += [f"control:{profile}:{CONTROL_COUNT}@{seed}" for seed in seeds for profile in names]
    runs = [f"{test}@1" for test in tests]
    runs += [f"{test}@model" for test in tests if test in known and test not in alone]
    return pieces(runs, TESTS_OF_A_JOB) + pieces(random, PROGRAMS_OF_A_JOB)


def pieces(items, most):
    """Neighbours go to different jobs: long tests stand together."""
    parts = -(-len(items) // most)
    return [items[at::parts] for at in range(parts)]


def everything(options):
    tables = os.path.join(options.out, "tables")
    shutil.rmtree(tables, ignore_errors=True)
    os.makedirs(tables)
    jobs = []
    for unit in options.units:
        if not os.access(os.path.join(unit, TOOL), os.X_OK):
            raise Unreadable(f"{unit}/{TOOL} is missing: make check KIND=code-coverage builds it")
        for runs in runs_of(options, unit):
            name = f"{unit} {len(jobs)}"
            table = os.path.join(tables, f"{len(jobs)}.tsv.gz")
            argv = ["scripts/wavelock", "cover.code_coverage", "count", "--tool", os.path.join(unit, TOOL)]
            argv += ["--out", table]
            argv += ["--scratch", os.path.join(options.out, "scratch", str(len(jobs))), "--", *runs]
            jobs.append(runner.Job(name, argv, timeout=7200))
    code = runner.run(jobs, options.jobs)
    paths = sorted(glob.glob(os.path.join(tables, "*.tsv.gz")))
    if not paths:
        raise Unreadable("no job came to its end: there is nothing to report")
    others = [own for unit in options.units if (own := units.own_folder(units.of_folder(unit)))]
    return report(paths, options.out, options.whole, others) or code


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("all")
    one.add_argument("--out", required=True)
    one.add_argument("--units", default="build")
    one.add_argument("--jobs", type=int, default=os.cpu_count())
    one.add_argument("--seeds", type=int, default=2)
    one.add_argument("--first", type=int, default=1)
    one.add_argument("--count", type=int, default=1000)
    one.add_argument("--profile", default="")
    one.add_argument("--whole", action="store_true")
    one.add_argument("runs", nargs="*")
    one = commands.add_parser("count")
    one.add_argument("--tool", required=True)
    one.add_argument("--scratch", required=True)
    one.add_argument("--out", required=True)
    one.add_argument("runs", nargs="+")
    one = commands.add_parser("report")
    one.add_argument("--out", required=True)
    one.add_argument("--whole", action="store_true")
    one.add_argument("tables", nargs="+")
    commands.add_parser("list")
    options = parser.parse_args()
    os.chdir(ROOT)
    if options.command == "list":
        for one in exceptions():
            print(f"{one.place}: {one.metric} {one.what}: {one.reason}")
        return 0
    if options.command == "count":
        return count(options)
    if options.command == "report":
        return report(options.tables, options.out, options.whole)
    options.units = options.units.split()
    options.profiles = options.profile.split(",") if options.profile else programs.profiles()
    return everything(options)


if __name__ == "__main__":
    sys.exit(main())
