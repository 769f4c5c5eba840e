#!/usr/bin/env python3
"""Random programs in lockstep: seeds FROM..TO of a profile through the generator, the assembler and the unit beside the model.

A failure keeps its program, its report and the line that repeats it in runs/random/<profile>-<count>-<seed>/; the folder of a
pass is removed. Ends with 'N passed, N failed'; exit code 1 when a program failed.
"""
import argparse
import concurrent.futures
import os
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def profile_path(name):
    if os.path.exists(name):
        return name
    return os.path.join("tb", "random", "profiles", name + ".txt")


def run_seed(options, seed):
    """Returns (seed, passed, why, reproduce line)."""
    name = os.path.splitext(os.path.basename(options.profile))[0]
    folder = os.path.join("runs", "random", name + (f"-{options.plant}" if options.plant else "") + f"-{options.count}-{seed}")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    make = ["build/wavelock-random", "--seed", str(seed), "--profile", profile_path(options.profile),
            "--count", str(options.count), "--out", folder]
    if options.plant:
        make += ["--plant", options.plant]
    made = subprocess.run(make, capture_output=True, text=True)
    if made.returncode:
        return seed, False, made.stderr.strip(), " ".join(make)
    # Memory latencies and back-pressure differ from program to program.
    run = ["build/wavelock", "--device", "lockstep", folder, "--seed", str(seed), "--run-dir", folder, "--cache", folder]
    try:
        ran = subprocess.run(run, capture_output=True, text=True, timeout=options.timeout)
        code, text = ran.returncode, ran.stdout + ran.stderr
    except subprocess.TimeoutExpired:
        code, text = 5, f"no end after {options.timeout} seconds"
    if code == 0:
        shutil.rmtree(folder)
        return seed, True, "", ""
    again = f"make sim TEST={folder} SEED={seed}"
    with open(os.path.join(folder, "log.txt"), "w") as log:
        log.write(text)
    with open(os.path.join(folder, "again.sh"), "w") as script:
        script.write("#!/bin/sh\n# Makes the program and runs it; from the top folder of the project.\n"
                     f"mkdir -p {folder} && {' '.join(make)} && {again}\n")
    lines = text.splitlines()
    why = next((s for s in lines if s.startswith(("MISMATCH:", "ILLEGAL:", "HAZARD:", "HANG:", "ERROR:", "EXPECT:"))), "")
    return seed, False, why or (lines[-1] if lines else f"exit code {code}"), again


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", type=int, help="first seed")
    parser.add_argument("last", type=int, help="last seed")
    parser.add_argument("--profile", default="default", help="a name in tb/random/profiles, or a file")
    parser.add_argument("--count", type=int, default=1000, help="instructions of a program")
    parser.add_argument("--plant", metavar="KIND", help="one violation of this kind in each program; a pass is that it was found")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=300, help="seconds a program may run")
    options = parser.parse_args()
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
