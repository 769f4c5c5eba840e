# SPDX-License-Identifier: Apache-2.0
"""Many makes at the same time in one tree, with an edit of C and of RTL pending: all build what they need and pass.

In a copy of the tree.

usage: test_parallel.py [RUNS]     so many `make sim`, of eight tests in turn (12; forty are the full size)
"""
import os
import subprocess
import sys
import tempfile
import time

from wl import ROOT
from wl.mutation import mutate
from wl.tree import sources


TESTS = (
    "fork_join",
    "saxpy",
    "smoke",
    "lds_banks",
    "ds_illegal/shared_none",
    "r700/shared_none",
    "barrier",
    "transpose",
)
EDITED = ("cli/main.c", "fork_join.sv")


def main():
    runs = int(sys.argv[1]) if len(sys.argv) == 2 else 12
    os.chdir(ROOT)
    # Not with the variables of the make that runs this.
    of_make = ("MAKEFLAGS", "MAKEOVERRIDES", "MFLAGS", "MAKELEVEL")
    environment = {name: value for name, value in os.environ.items() if name not in of_make}
    with tempfile.TemporaryDirectory() as folder:
        tree = os.path.join(folder, "tree")
        mutate.copy_tree(tree)
        # Half a minute of one core, which no edit asks for.
        subprocess.run(["cp", "-a", "build/vectors", os.path.join(tree, "build")], check=True)
        for name in EDITED:
            with open(os.path.join(tree, sources.named(name)), "a", encoding="utf-8") as file:
                file.write("\n// An edit.\n")
        wrong, start = 0, time.monotonic()
        started = [
            (
                test,
                subprocess.Popen(
                    ["make", "sim", f"TEST={test}"],
                    cwd=tree,
                    env=environment,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    text=True,
                ),
            )
            for test in (TESTS[n % len(TESTS)] for n in range(runs))
        ]
        for test, process in started:
            text = process.communicate()[0]
            if process.returncode or f"PASS {test} seed 1" not in text:
                wrong += 1
                print(f"make sim TEST={test}: exit {process.returncode}\n{text}")
        built = subprocess.run(
            ["make", "--question", "-f", "mk/build.mk", "READ_ONLY=1", "build/wavelock"],
            cwd=tree,
            env=environment,
            check=False,
        )
        if built.returncode:
            wrong += 1
            print("something was left to build")
    print(f"{runs} makes at once, {wrong} wrong  ({time.monotonic() - start:.0f} s)")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
