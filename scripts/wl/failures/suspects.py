# SPDX-License-Identifier: Apache-2.0
"""The modules of the RTL that most likely hold the cause of failures: docs/nightly.md, Causes.

measure() runs a program with the tool that counts (docs/coverage.md) and tells what ran between two cycles. ranked()
compares what ran before failures with what runs in programs that pass.
"""
import collections
import functools
import glob
import math
import operator
import os
import subprocess
import tempfile

from wl import Error
from wl.failures import fan_in
from wl.runs import results

KEEPS = "WL_CODE_COVERAGE"  # of the environment: tb/top/counts.h
TOGGLE = "T "  # before the name of a signal
# How a score comes together. A search over 57 mutants of all blocks found these values: the right module was among the
# first three in 46. It was in 82 of 124 further mutants.
NEXT = 0.7  # weight of each next line
FAN_IN, SIZE = 0.6, 0.3  # of the fan-in, and of the logarithm of the assignments of a module
USUAL = 0.7  # of what a module is usually depended on
TOGGLED = 0.4  # of a signal that changed, against a line that ran
LESS, FARTHER = 0.05, 0.3  # for each package between a line and what it calls
RAREST = 1e-3  # times that a line is thought to run in as many cycles, if it never ran
FLOOR = 1e-4  # a share that is as good as none
NOTHING = (1 - USUAL) * math.log(FLOOR)  # the fan-in of what nothing depends on
SMALL = 3  # assignments of the smallest module


def ranked(failing, passing, row, instruction_class=""):
    """[(module, score)], the most likely one first.

    failing, passing: what measure() gave, of failures from the issue of the failing instruction on, of other programs
    as a whole. row: of the first divergence; of an assertion a text that ends with its place. instruction_class: of
    scripts/wl/failures/groups.py, of what failed. row may be a list of pairs of them, if the failures differ."""
    rows = [(row, instruction_class)] if isinstance(row, str) else row
    lines = speaking(failing, [*passing, *(one["before"] for one in failing)])
    modules = {module.path: module for module in fan_in.design().modules.values()}
    built = {file for one in (*failing, *passing) for file in (*one["files"], *one["before"]["files"])}
    depends = fan_in_of(rows) if built & set(modules) or not built else {}
    calls = {file: its for file, its in fan_in.calls().items() if built & {caller for caller, _ in its}}
    ran = {file: [] for file in {*built, *calls}}
    for (file, line), score in lines.items():
        if not line.startswith(TOGGLE):
            ran[file].append(score)
    for file in [file for file, its in ran.items() if not its]:  # nothing but `assign`
        ran[file] = [TOGGLED * score for (its, line), score in lines.items() if its == file and line.startswith(TOGGLE)]
    for package, its in calls.items():
        for (file, line), depth in its.items():
            score = lines.get((file, str(line)))
            if score is not None:
                ran[package].append((1 - depth * LESS) * score)
                # A function is part of the statement that calls it.
                handed = depends.get(file, NOTHING) - depth * FARTHER
                depends[package] = max(depends.get(package, handed), handed)
    scores = {}
    for file, its in ran.items():
        size = len(modules[file].places) if file in modules else SMALL
        scores[file] = best_of(its) + FAN_IN * depends.get(file, NOTHING) + SIZE * math.log(max(size, SMALL))
    order = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))
    return [(os.path.splitext(os.path.basename(file))[0], score) for file, score in order]


def fan_in_of(rows):
    """{file: how much more than usual the rows depend on it, as a logarithm}; empty where nothing is known of them."""
    found = collections.Counter()
    for row, instruction_class in rows:
        for file, share in fan_in.shares(fan_in.starts(row, instruction_class)).items():
            found[file] += share / len(rows)
    if not found:
        return {}
    usual = fan_in.usual_shares()
    return {file: math.log(found[file] + FLOOR) - USUAL * math.log(share + FLOOR) for file, share in usual.items()}


def best_of(scores):
    """The mean of what speaks for a module, where each next line has less weight."""
    weights = [NEXT**n for n in range(len(scores))]
    return sum(map(operator.mul, sorted(scores, reverse=True), weights)) / sum(weights) if scores else 0.0


def speaking(failing, passing):
    """{(file, line): how much speaks for it}: how seldom it runs in as many cycles otherwise, in nats, times the share
    of the failures before which it ran. A line of a loop runs several times at once, so often as it does there."""
    times, counts, otherwise = collections.Counter(), collections.Counter(), collections.Counter()
    for one in failing:
        for file, lines in one["files"].items():
            for line, count in lines.items():
                times[file, line] += 1
                counts[file, line] += count
    for one in passing:
        for file, lines in one["files"].items():
            for line, count in lines.items():
                otherwise[file, line] += count
    cycles = sum(one["cycles"] for one in failing) / max(len(failing), 1)
    of_all = cycles / max(sum(one["cycles"] for one in passing), 1)
    found = {}
    for line, so_often in times.items():
        expected = otherwise[line] * of_all / (counts[line] / so_often) + RAREST
        found[line] = so_often / len(failing) * -math.log(1 - math.exp(-expected))
    return found


def measure(tool, test, seed, options=(), until=None, since=0):
    """Runs a program and tells what ran from the cycle `since` to the cycle `until`, or to the end of the run.

    "cycles": how many these are. "files": {file of the RTL: {line or signal: count}} without what did not run. A line
    is its number as text, a signal "T name", whose bits changed so often. "before": the same of the cycles before.

    tool: that counts. test: its folder or description. options: of the tool. Error: the tool left no counts."""
    with tempfile.TemporaryDirectory(prefix="wavelock-suspects-") as folder:
        at = ",".join(str(cycle) for cycle in (since, until) if cycle)
        command = [tool, "--device", "lockstep", test, "--seed", str(seed), "--run-dir", folder, "--cache", folder]
        command += [*options, *(["--max-cycles", str(until + 1)] if until else [])]
        environment = {**os.environ, KEEPS: folder, f"{KEEPS}_AT": at, "GCOV_PREFIX": folder}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, errors="replace", check=False)
        last = counts_of(folder, f"at{until}") or counts_of(folder, "dat")
        if not last:
            said = (done.stdout + done.stderr).strip().splitlines()
            raise Error(f"{tool} left no counts: {said[0] if said else f'exit code {done.returncode}'}")
        before = counts_of(folder, f"at{since}")
        cycles = results.Result.read(folder)["cycles"]
    ended = min(cycles, until) if until else cycles
    return {
        "cycles": max(ended - since, 1),
        "files": by_file(last - before),
        "before": {"cycles": since, "files": by_file(before)},
    }


def counts_of(folder, ending):
    """The counts of the first unit of a process; empty where there is no such file."""
    path = min(glob.glob(os.path.join(folder, f"*.{ending}")), default=None)
    return lines_of(path) if path else collections.Counter()


def by_file(counts):
    files = collections.defaultdict(dict)
    for (file, what), count in counts.items():
        if count:
            files[file][what] = count
    return dict(files)


def lines_of(path):
    """{(file, line or signal): count} of a file of Verilator: lines C '<\\1key\\2value>...' count."""
    blocks, found = collections.Counter(), collections.Counter()
    with open(path, encoding="utf-8") as file:
        for row in file:
            keys, _, count = row.rpartition("' ")
            point = point_of(keys)
            if len(point) == 2:
                found[point] += int(count)
            elif point:
                blocks[point] += int(count)
    for (file, _, _, lines), count in blocks.items():
        for line in numbers(lines):
            # A line of several blocks, as `if (a) b = c;`: the inner one.
            found[file, line] = min(found.get((file, line), count), count)
    return found


@functools.lru_cache(maxsize=None)
def point_of(keys):
    """(file, signal) of a toggle, (file, column, kind, lines) of a block; () for another line and for an else without a
    statement. Every run has the same."""
    of = dict(pair.split("\2", 1) for pair in keys.split("\1")[1:])
    if of.get("page", "").startswith("v_toggle"):
        return of["f"], TOGGLE + of["o"].partition("[")[0]
    return (of["f"], of["n"], of["o"], of.get("S", of["l"])) if of and (of["o"] != "else" or "S" in of) else ()


def numbers(text):
    """The lines that "12-14,17" means, as texts."""
    for part in text.split(","):
        first, _, last = part.partition("-")
        yield from map(str, range(int(first), int(last or first) + 1))
