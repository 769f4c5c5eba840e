# SPDX-License-Identifier: Apache-2.0
"""The arithmetic of images in the RTL alone (build/wavelock-sample-unit) against the cases of
scripts/wl/vectors/image_cases.py.

usage: test_sample_unit.py [--seed N] [--count N]

Runs the cases of build/image_cases, and plants errors in the bench, which must find each. With --count it runs so many
other cases of each function.
"""
import argparse
import os
import re
import subprocess
import sys

from wl import ROOT
from wl.vectors import image_cases


BENCH = os.path.join("build", "wavelock-sample-unit")
SOURCE = os.path.join("tb", "bench", "sample", "sample_unit.sv")


def run(stream, *options):
    """Exit code and output of the bench on these cases."""
    done = subprocess.run([BENCH, *options], cwd=ROOT, stdin=stream, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def planted():
    """The errors of the bench, with their numbers from 1 on."""
    with open(os.path.join(ROOT, SOURCE), encoding="utf-8") as source:
        names = re.search(r"enum logic \[4:0\] \{([^}]*)\} plant_e", source.read()).group(1)
    return list(enumerate(names.replace("\n", " ").split(","), 0))[1:]


def check_slice():
    failed = 0
    for number, name in [(0, "no error"), *planted()]:
        with open(image_cases.SLICE, "rb") as stream:
            code, text = run(stream, "--plant", str(number))
        if code != (1 if number else 0):
            print(f"{name.strip()}: the bench ends with {code}: {text.strip()}")
            failed += 1
        elif not number:
            print(text.strip())
    print(f"{len(planted())} errors planted, {len(planted()) + 1 - failed} runs passed, {failed} failed")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if not given.count:
        return check_slice()
    command = [sys.executable, "scripts/wavelock", "vectors.image_cases"]
    command += ["--seed", str(given.seed), "--count", str(given.count)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as producer:
        code, text = run(producer.stdout)
    print(text.strip())
    return code or producer.returncode


if __name__ == "__main__":
    sys.exit(main())
