# SPDX-License-Identifier: Apache-2.0
"""The formats of buffers in the RTL alone (build/wavelock-format-unit) against the cases of
scripts/wl/vectors/format_cases.py.

usage: test_format_unit.py [--whole [--seed N]]

Runs the cases of build/format_cases, with --whole all, and plants errors in the bench, which must find each.
"""
import argparse
import os
import re
import subprocess
import sys

from wl import ROOT
from wl.vectors import format_cases


BENCH = os.path.join("build", "wavelock-format-unit")
SOURCE = os.path.join("tb", "bench", "format", "format_unit.sv")


def cases(seed):
    """All cases, as a stream."""
    command = [sys.executable, "scripts/wavelock", "vectors.format_cases", "--seed", str(seed)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)


def run(stream, *options):
    """Exit code and output of the bench on these cases."""
    done = subprocess.run([BENCH, *options], cwd=ROOT, stdin=stream, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def planted():
    """The errors of the bench, with their numbers from 1 on."""
    with open(os.path.join(ROOT, SOURCE), encoding="utf-8") as source:
        names = re.search(r"enum logic \[3:0\] \{(.*?)\} plant_e", source.read(), re.DOTALL).group(1)
    return list(enumerate(names.replace("\n", " ").split(","), 0))[1:]


def check_slice():
    failed = 0
    for number, name in [(0, "no error"), *planted()]:
        with open(format_cases.SLICE, "rb") as stream:
            code, text = run(stream, "--plant", str(number))
        if code != (1 if number else 0):
            print(f"{name.strip()}: the bench ends with {code}: {text.strip()}")
            failed += 1
        elif not number:
            print(text.strip())
    print(f"{len(planted())} errors planted, {len(planted()) + 1 - failed} runs passed, {failed} failed")
    return 1 if failed else 0


def check_stream():
    """The whole cases come by standard output: the command that writes them there ends well."""
    command = [sys.executable, "scripts/wavelock", "vectors.format_cases", "--slice", "--pairs"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode or done.stderr or not done.stdout:
        print(f"format_cases ends with {done.returncode}: {done.stderr.strip()}")
        return 1
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if not given.whole:
        return check_slice() or check_stream()
    with cases(given.seed) as producer:
        code, text = run(producer.stdout)
    print(text.strip())
    return code or producer.returncode


if __name__ == "__main__":
    sys.exit(main())
