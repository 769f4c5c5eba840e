# SPDX-License-Identifier: Apache-2.0
"""Programs in which pairs of events shall meet in one cycle, and a cycle apart (tb/probe/coincidence.def).

A program has a block of one pair. Its run says by how many cycles the two missed each other. The next program shifts
them by so many. A seed has two programs, since other random numbers move everything else, too. This ends when all
distances of the pair were met, or after some tries.

usage: coincidence.py [PAIR...] [--tries N] [--seed N] [--jobs N] [--tool FILE] [--runs FOLDER]
A PAIR may have * and ?, as of files. Ends with 'N passed, N failed': programs that did not pass. A line for each pair
says what it did not meet.
"""
import argparse
import fnmatch
import os
import queue
import re
import sys

from wl import ROOT, Error
from wl.cover.coverage import NEAR, Coverage
from wl.cover.points import Points
from wl.runs import programs, runner
from wl.runs.programs import Program


TABLE = os.path.join(ROOT, "tb", "probe", "coincidence.def")
ROW = re.compile(r'^PAIR\((\w+), .*"([^"]+)"\)$', re.MULTILINE)
GROUP = "coincidence"
DISTANCES = {"in one cycle": 0, "the second a cycle before": -1, "the second a cycle behind": 1}
COUNT = 20  # instructions beside the block
MOST_SHIFT = 1000  # cycles, as the generator has it
STEP = 7  # where nothing says how far
OF_A_SEED = 2  # programs


def pairs():
    """{name of a pair: its words in the names of points}."""
    with open(TABLE, encoding="utf-8") as file:
        return dict(ROW.findall(file.read()))


def measured(path, words):
    """(distances that the pair met; those by which it missed, at most one to either side)."""
    total, near = Coverage(), []
    with open(path, encoding="utf-8") as file:
        lines = file.readlines()
    total.add(lines)
    hit = {name for group, name in total.points() if group == GROUP}
    for line in lines:
        columns = line.split("\t")
        if line.startswith(NEAR) and columns[2] == words:
            near.append(int(columns[3]))
    return {distance for text, distance in DISTANCES.items() if f"{words}, {text}" in hit}, near


def next_shift(shift, near, wanted, tried):
    """The shift by which the pair would have been `wanted` apart, from the one or the other side in turns."""
    near = [distance for distance in near if distance != wanted] or [wanted - STEP]
    return max(-MOST_SHIFT, min(MOST_SHIFT, shift + wanted - near[tried // OF_A_SEED % len(near)]))


def aim(job, options, name, words, left):
    """Tries programs until no distance is left: an outcome."""
    by, shift, ran = options.servers.get(), 0, 0
    all_of = len(left)
    try:
        while left and ran < options.tries:
            program = Program(options.folder, "default", COUNT, options.seed + ran // OF_A_SEED, aim=(name, shift))
            job.on_kill = program.kill
            program.run(options.timeout, by)
            ran += 1
            if program.verdict != "PASS":
                return runner.Outcome(0, 1, program.why, f"again: {program.again()}")
            met, near = measured(program.coverage, words)
            program.remove()
            left -= met
            if left:
                shift = next_shift(shift, near, min(left, key=abs), ran)
    finally:
        options.servers.put(by)
    missing = [text for text, distance in DISTANCES.items() if distance in left]
    told = f"met {all_of - len(left)} of {all_of} in {ran} programs{': not ' if missing else ''}{', '.join(missing)}"
    return runner.Outcome(1, 0, told)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", nargs="*", default=["*"], metavar="PAIR")
    parser.add_argument("--tries", type=int, default=20, help="programs of a pair at most (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the first program of a pair (%(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="pairs at the same time (one a core)")
    parser.add_argument("--timeout", type=int, default=300, help="seconds a program may run")
    parser.add_argument("--tool", default=programs.TOOL, help="what runs them (%(default)s)")
    parser.add_argument("--runs", default="runs", help="folder of what fails (%(default)s)")
    options = parser.parse_args()
    programs.use(options.tool, os.path.join(os.path.dirname(options.tool), "wavelock-random"))
    os.chdir(ROOT)
    table = pairs()
    chosen = [name for name in table if any(fnmatch.fnmatch(name, pattern) for pattern in options.pairs)]
    if not chosen:
        raise Error(f"no pair {' '.join(options.pairs)}; there are: {', '.join(table)}")
    listed = {point.name for point in Points().points if point.group == GROUP}
    options.folder = os.path.join(options.runs, GROUP)
    os.makedirs(options.folder, exist_ok=True)
    options.servers = queue.SimpleQueue()
    for _ in range(options.jobs):
        options.servers.put(programs.server())

    def job(name):
        words = table[name]
        left = {distance for text, distance in DISTANCES.items() if f"{words}, {text}" in listed}
        return runner.Job(name, call=lambda job: aim(job, options, name, words, left))

    return runner.run([job(name) for name in chosen], options.jobs)


if __name__ == "__main__":
    sys.exit(main())
