# SPDX-License-Identifier: Apache-2.0
"""Runs random programs on a tool that counts what its code does, and writes the profile by which BOLT lays it out.

usage: profile.py TOOL GENERATOR COUNTS OUT

TOOL leaves a file in the folder COUNTS at its end (mk/fast.mk). A program of each profile of random programs runs:
together they use every block of the unit. A program that fails counts, too: a unit with a bug has a profile as well.
Profiles that the generator refuses for the unit are left out.
"""
import contextlib
import os
import subprocess
import sys
import tempfile

from wl import ROOT, Error
from wl.runs import programs

SEED = 1
COUNT = 1000  # instructions of a program


def main():
    if len(sys.argv) != 5:
        print(__doc__, file=sys.stderr)
        return 6
    tool, generator, counts, out = sys.argv[1:]
    os.chdir(ROOT)
    programs.use(tool, generator)
    with tempfile.TemporaryDirectory() as folder:
        for profile in programs.profiles():
            with contextlib.suppress(OSError):
                programs.Program(folder, profile, COUNT, SEED).run()
    files = sorted(os.path.join(counts, name) for name in os.listdir(counts))
    if not files:
        raise Error(f"{counts}: {tool} left nothing there, expected counts of {len(programs.profiles())} programs")
    with open(out, "wb") as file:
        subprocess.run(["merge-fdata-16", *files], stdout=file, stderr=subprocess.DEVNULL, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
