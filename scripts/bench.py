#!/usr/bin/env python3
"""Times what the project promises and prints ratios with their spread. Asserts nothing.

Each comparison runs its two commands in turn (A B A B ...), so that a machine whose speed drifts still gives an
honest ratio: the median of the ratios pair by pair is what to quote.

usage: bench.py [--pairs N]
"""
import argparse
import os
import re
import statistics
import subprocess
import time

LOCKSTEP = "build/wavelock --device lockstep"
BARE = "build/wavelock-bare --device rtl --check off"
MODEL = "build/wavelock-model --device model"


def spread(values, digits):
    values = sorted(values)
    return (f"{statistics.median(values):,.{digits}f} "
            f"({values[0]:,.{digits}f} .. {values[-1]:,.{digits}f})")


def run(command, pattern):
    """Runs a command; returns its wall time and the number that `pattern` finds in its last line."""
    start = time.time()
    done = subprocess.run(command.split(), capture_output=True, text=True, check=False)
    seconds = time.time() - start
    lines = done.stdout.rstrip().splitlines()
    found = re.search(pattern, lines[-1]) if lines else None
    if done.returncode != 0 or not found:
        raise SystemExit(f"bench.py: {command}\n{done.stdout}{done.stderr}")
    return seconds, float(found.group(1).replace(",", ""))


def pairs(title, a, b, pattern, count, unit):
    """A against B by the rate each reports: ratio = wall time of A over wall time of B."""
    print(f"{title}\n  A: {a}\n  B: {b}", flush=True)
    run(a, pattern), run(b, pattern)
    rates_a, rates_b = [], []
    for _ in range(count):
        rates_a.append(run(a, pattern)[1])
        rates_b.append(run(b, pattern)[1])
    ratios = [y / x for x, y in zip(rates_a, rates_b)]
    print(f"  A {spread(rates_a, 0)} {unit}\n  B {spread(rates_b, 0)} {unit}")
    print(f"  time A / time B {spread(ratios, 3)}   median (min .. max) of {count} pairs", flush=True)


def rate(title, command, pattern, count, unit):
    print(f"{title}\n  {command}", flush=True)
    run(command, pattern)
    values = [run(command, pattern)[1] for _ in range(count)]
    print(f"  {spread(values, 1)} {unit}", flush=True)


def timed(title, commands, count=1):
    values = []
    for _ in range(count):
        start = time.time()
        for command in commands:
            subprocess.run(command, shell=True, check=True, stdout=subprocess.DEVNULL)
        values.append(time.time() - start)
    print(f"{title}\n  {' && '.join(commands)}\n  {spread(values, 1)} s", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=5, help="pairs or runs of each measurement")
    parser.add_argument("--builds", action="store_true", help="also time builds (minutes)")
    args = parser.parse_args()
    clocks = r"([\d,.]+) clocks/s"
    million = r"([\d,.]+) M wave-instructions/s"
    pairs("The checker's cost: lockstep against the same RTL bare, SIMD busy (goal 1.05, and 100,000 clocks/s)",
          f"{LOCKSTEP} simd_busy", f"{BARE} simd_busy", clocks, args.pairs, "clocks/s")
    pairs("The same on a kernel that waits for memory",
          f"{LOCKSTEP} matmul", f"{BARE} matmul", clocks, args.pairs, "clocks/s")
    rate("The model alone, all lanes on (goal 100)", f"{MODEL} model_busy", million, args.pairs, "M wave-instructions/s")
    rate("The model alone, partial EXEC (goal 50)", f"{MODEL} model_partial", million, args.pairs,
         "M wave-instructions/s")
    rate("The model alone, LDS and memory (goal 20)", f"{MODEL} model_memory", million, args.pairs,
         "M wave-instructions/s")
    if args.builds:
        env = "CCACHE_DISABLE=1 "
        timed("Edit the model, to a verdict (goal 10 s)",
              ["touch refmodel/src/model.c", env + "make -s sim TEST=fork_join"])
        timed("Edit the RTL, to a verdict (goal 60 s)",
              ["touch rtl/cu.sv", env + "make -s sim TEST=fork_join"])
        timed("A cold clone, to a verdict (goal 180 s)",
              ["rm -rf build", env + "make -s sim TEST=fork_join"])
    print(f"machine: {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
