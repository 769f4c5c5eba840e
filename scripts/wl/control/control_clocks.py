# SPDX-License-Identifier: Apache-2.0
"""Kernels in lockstep in both issue policies: with GFX9's wait counters, and with control words by control_words.py.

usage: control_clocks.py [--valu-delay D] [--tool PROGRAM] [NAME...]    names below vectors/; without one all of
                                                                       vectors/kernels

--tool: of a unit of this ValuDelay that is built already.

Both runs are of the unit with control words, with one seed. Both expect the same buffers. Prints a table of clocks;
exit code 1 if a run fails.
"""
import concurrent.futures
import os
import re
import subprocess
import sys

from wl import ROOT
from wl.control import control_kernels, control_words
from wl.runs import results, units


SEED = "1"


def run(tool, test):
    return results.of_run([tool, "--device", "lockstep", test, "--seed", SEED])[1]


def measure(tool, delay, name):
    """Results of a kernel with wait counters and with control words, and its sizes in bytes. Raises Refused."""
    made = control_kernels.write(name, delay)
    with open(os.path.join(made, "program.s"), encoding="utf-8") as file:
        sizes = re.findall(r"\d+", file.readline())
    return run(tool, name), run(tool, made), sizes


def row(name, gfx9, control, sizes):
    clocks = gfx9["cycles"], control["cycles"]
    name = name.removeprefix("kernels/")
    return f"| {name} | {sizes[0]} | {sizes[1]} | {clocks[0]} | {clocks[1]} | {clocks[1] / clocks[0]:.2f} |"


def main():
    os.chdir(ROOT)
    arguments, delay = sys.argv[1:], 0
    if arguments[:1] == ["--valu-delay"] and len(arguments) > 1 and arguments[1].isdigit():
        delay, arguments = int(arguments[1]), arguments[2:]
    unit = units.with_control_words(delay)
    tool = units.path(unit)
    made = [["build/wavelock-access"], [*units.words(unit), tool]]
    if arguments[:1] == ["--tool"] and len(arguments) > 1:  # of a unit that is built
        tool, arguments, made = arguments[1], arguments[2:], made[:1]
    if any(a.startswith("-") for a in arguments):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    names, failed = arguments or control_kernels.names(), []
    for words in made:
        if subprocess.run(["make", "-s", *words], check=False).returncode:
            return 1
    print("| Kernel | Bytes, GFX9 | Bytes, control words | Clocks, GFX9 | Clocks, control words | Ratio |")
    print("|---|---|---|---|---|---|")
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS") or 2)) as pool:
        for name, future in [(name, pool.submit(measure, tool, delay, name)) for name in names]:
            try:
                found = future.result()
                why = next((r.headline for r in found[:2] if not r.passed), "")
            except control_words.Refused as error:
                why = str(error)
            if why:
                failed.append(f"FAIL {name}: {why}")
            else:
                print(row(name, *found), flush=True)
    print("".join(f"{line}\n" for line in failed), end="", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
