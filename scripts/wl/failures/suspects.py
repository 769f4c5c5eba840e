# SPDX-License-Identifier: Apache-2.0
"""The modules of the RTL that most likely hold the cause of failures: docs/nightly.md, Causes.

measure() runs a program with the tool that counts (docs/coverage.md) and tells what ran between two cycles. ranked()
compares what ran before failures with what runs in programs that pass.
"""
import collections
import functools
import glob
import math
import os
import subprocess
import tempfile

from wl import Error
from wl.failures import fan_in
from wl.runs import results

AFTER = 2  # cycles behind a failure that count as before it: events are reported at the edge that ends their cycle
KEEPS = "WL_CODE_COVERAGE"  # of the environment: tb/top/counts.h
BEST = 3  # lines that speak for a module
RAREST = 1e-3  # times that a line is thought to run in a window, if it never ran
FLOOR = 1e-5  # share of a module that nothing leads to


def ranked(failing, passing, row, instruction_class=""):
    """[(module, score)], the most likely one first. failing, passing: what measure() gave, of failures from just before
    the failing instruction on, of other programs as a whole. row: of the first divergence; of an assertion its place,
    as fan_in.starts() takes it. instruction_class: of scripts/wl/failures/groups.py, of what failed."""
    speaks = coverage(failing, [*passing, *(one["before"] for one in failing)])
    shares = fan_in.shares(fan_in.starts(row, instruction_class))
    files = {file for one in (*failing, *passing) for file in one["files"]} | set(shares)
    scores = {file: speaks.get(file, 0) + math.log(shares.get(file, 0) + FLOOR) for file in files}
    return [(module_of(file), score) for file, score in sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))]


def module_of(file):
    return os.path.splitext(os.path.basename(file))[0]


def coverage(failing, passing):
    """{file: how much speaks for it}: the mean over the BEST lines. For a line that ran before all failures speaks how
    seldom it runs in as many cycles otherwise, in nats; before some of the failures, their share of it."""
    if not failing:
        return {}
    ran, otherwise = collections.Counter(), collections.Counter()
    for one in failing:
        ran.update((file, line) for file, lines in one["files"].items() for line in lines)
    for one in passing:
        for file, lines in one["files"].items():
            otherwise.update({(file, line): count for line, count in lines.items()})
    per_window = sum(one["cycles"] for one in failing) / len(failing) / max(sum(one["cycles"] for one in passing), 1)
    of_file = collections.defaultdict(list)
    for (file, line), times in ran.items():
        seldom = -math.log(1 - math.exp(-otherwise[file, line] * per_window - RAREST))
        of_file[file].append(times / len(failing) * seldom)
    return {file: sum(sorted(scores)[-BEST:]) / BEST for file, scores in of_file.items()}


def measure(tool, test, seed, options=(), until=None, since=0):
    """What ran from the cycle `since` to the cycle `until`, or to the end of the run: {"cycles": how many, "files":
    {file of the RTL: {line, as text: how often it ran; "T signal": how often bits of it changed}}, "before": the same
    of what ran before `since`}. What did not run is not there.

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
    """Of the first unit of a process; empty where there is no such file."""
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
        return of["f"], "T " + of["o"].partition("[")[0]
    return (of["f"], of["n"], of["o"], of.get("S", of["l"])) if of and (of["o"] != "else" or "S" in of) else ()


def numbers(text):
    """The lines that "12-14,17" means, as texts."""
    for part in text.split(","):
        first, _, last = part.partition("-")
        yield from map(str, range(int(first), int(last or first) + 1))
