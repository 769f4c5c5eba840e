# SPDX-License-Identifier: Apache-2.0
"""The issue logic of trace mode in lockstep with its model: build/wavelock-trace-unit (D-CTRL-29, D-CTRL-59).

It runs all listings of vectors/sass that can be read, random listings, and random inputs with planted differences.
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

from wl import ROOT
from wl.reading import control_words
from wl.runs import descriptions


TOOL = os.path.join(ROOT, "build", "wavelock-trace-unit")
LISTINGS, SEED = 100, 1  # random ones


def listings(folder):
    """Paths of listings: random ones, and the listings of vectors/sass that need no classes of their own."""
    paths, roots = [], [os.path.join(ROOT, root) for root in descriptions.ROOTS]
    for path in sorted(path for root in roots for path in glob.glob(os.path.join(root, "sass", "*", "*.expected"))):
        with open(path, encoding="utf-8") as file:
            expected = json.load(file)
        if "error" not in expected and "classes" not in expected:
            paths += [found for found in glob.glob(path.replace(".expected", ".*")) if found != path]
    for number in range(SEED, SEED + LISTINGS):
        paths.append(os.path.join(folder, f"{number}.maxas"))
        with open(paths[-1], "w", encoding="utf-8") as file:
            file.write(control_words.listing(number))
    return paths


def main():
    with tempfile.TemporaryDirectory() as folder:
        paths = listings(folder)
        runs = (
            [],
            [*paths, "--warps", "16", "--seeds", "2", "--loops", "3"],
            [*paths, "--warps", "3", "--latency", "min"],
        )
        codes = [subprocess.run([TOOL, *words], check=False).returncode for words in runs]
    print(f"{len(paths)} listings: {len(codes) - codes.count(0)} of {len(codes)} wrong")
    return any(codes)


if __name__ == "__main__":
    sys.exit(main())
