#!/usr/bin/env python3
"""Random programs in lockstep: seeds FROM..TO of a profile through the generator, the assembler and the unit beside the model.

A failure keeps its program, its report and the line that repeats it in runs/random/<profile>-<count>-<seed>/; the folder of a
pass is removed. Ends with 'N passed, N failed'; exit code 1 when a program failed.
"""
import argparse
import concurrent.futures
import os
import sys

sys.dont_write_bytecode = True
import programs  # noqa: E402
from programs import DiskFull, Program, by_hand  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def run_seed(options, seed):
    """Returns (seed, passed, why, reproduce line)."""
    program = Program(os.path.join("runs", "random"), options.profile, options.count, seed, plant=options.plant)
    try:
        program.run(options.timeout)
    except (OSError, DiskFull) as error:
        return seed, False, str(error), by_hand(program.make_command())
    if program.verdict == "PASS":
        program.remove()
        return seed, True, "", ""
    return seed, False, program.why, program.again()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", type=int, help="first seed")
    parser.add_argument("last", type=int, help="last seed")
    parser.add_argument("--profile", default="default", help="a name in tb/random/profiles, or a file")
    parser.add_argument("--count", type=int, default=1000, help="instructions of a program")
    parser.add_argument("--plant", metavar="KIND", help="one violation of this kind in each program; a pass is that it was found")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=300, help="seconds a program may run")
    parser.add_argument("--tool", default=programs.TOOL, help="what runs them (%(default)s)")
    options = parser.parse_args()
    programs.TOOL = options.tool
    programs.GENERATOR = os.path.join(os.path.dirname(options.tool), "wavelock-random")
    os.chdir(ROOT)
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        seeds = range(options.first, options.last + 1)
        for seed, good, why, again in pool.map(lambda s: run_seed(options, s), seeds):
            passed += good
            failed += not good
            if not good:
                print(f"FAIL seed {seed}: {why}\n     again: {again}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
