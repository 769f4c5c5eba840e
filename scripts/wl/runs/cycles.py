# SPDX-License-Identifier: Apache-2.0
"""The baseline of the vectors' cycles, vectors/cycles.tsv: reading, writing and comparing it.

The specification says what a unit computes and seldom how soon. A unit that coalesces nothing, thrashes its instruction
cache or starves a wave obeys it and is slow. The baseline notices that. The RTL, the program and the seed decide a
run's cycles, so each difference has a cause in one of them. docs/cycles.md says what to do about it.

The baseline is text: a line of names, then name, seed and cycles of each run with tabs between, sorted. The kind cycles
writes it.
"""
import os
import re

from wl import Error

BASELINE = os.path.join("vectors", "cycles.tsv")
HEAD = "name\tseed\tcycles\n"
MOST = 2  # percent of the baseline's cycles by which a run may differ


class Unreadable(Error):
    """A baseline that cannot be read: place, found, expected."""


def row(run, cycles):
    return f"{run[0]}\t{run[1]}\t{cycles}"


def read(path):
    """{(name, seed): cycles}"""
    with open(path, encoding="utf-8") as file:
        lines = file.readlines()
    if lines[:1] != [HEAD]:
        raise Unreadable(f"{path}:1: found {lines[0] if lines else ''!r}, expected {HEAD!r}")
    found, last = {}, None
    for number, line in enumerate(lines[1:], 2):
        cells = re.fullmatch(r"([^\t\n]+)\t(0|[1-9]\d*)\t([1-9]\d*)\n", line)
        if not cells:
            raise Unreadable(f"{path}:{number}: found {line!r}, expected name, seed and cycles with tabs between")
        run = cells[1], int(cells[2])
        if last and run <= last:
            raise Unreadable(
                f"{path}:{number}: {run[0]} seed {run[1]} stands after {last[0]} seed {last[1]}: rows are sorted, "
                "each there once"
            )
        found[run], last = int(cells[3]), run
    return found


def write(path, baseline):
    part = path + ".part"
    with open(part, "w", encoding="utf-8") as file:
        file.write(HEAD)
        file.writelines(row(run, cycles) + "\n" for run, cycles in sorted(baseline.items()))
    os.replace(part, path)


def beyond(old, new):
    return abs(new - old) * 100 > MOST * old


def change(run, old, new):
    return f"{run[0] + ' seed ' + str(run[1]):<44} {old:>9} {new:>9}  {100 * (new - old) / old:+.1f} %  " + (
        "slower" if new > old else "faster"
    )


def judge(baseline, now, runs):
    """Findings, a line each. now: {run: cycles} of those that ran and passed; runs: all that there are."""
    wrong = [
        change(run, baseline[run], cycles)
        for run, cycles in sorted(now.items())
        if run in baseline and beyond(baseline[run], cycles)
    ]
    if wrong:
        wrong.insert(0, f"cycles that changed by more than {MOST} %: {BASELINE}, now")
    gone = [row(run, cycles) for run, cycles in sorted(baseline.items()) if run not in runs]
    if gone:
        wrong += [f"rows of {BASELINE} without a run:", *gone]
    return wrong


def unrecorded(baseline, now):
    """The names of the tests that ran and have no row yet. KIND=cycles writes rows; a new vector needs none."""
    return sorted({name for name, seed in now if (name, seed) not in baseline})


def differences(old, new):
    """Changes by make check KIND=cycles, a line each."""
    lines = [change(run, old[run], new[run]) for run in sorted(old.keys() & new.keys()) if old[run] != new[run]]
    lines += [f"new: {row(run, new[run])}" for run in sorted(new.keys() - old.keys())]
    return lines + [f"gone: {row(run, old[run])}" for run in sorted(old.keys() - new.keys())]
