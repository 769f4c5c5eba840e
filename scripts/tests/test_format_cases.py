# SPDX-License-Identifier: Apache-2.0
"""Runs a program on the cases of build/format_cases, and on some that have a wrong value, which it must refuse.

usage: test_format_cases.py PROGRAM...    the program and its arguments; it reads the cases from its standard input
"""
import subprocess
import sys

from wl.vectors import format_cases


def run(command, cases):
    done = subprocess.run(command, input=cases, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    with open(format_cases.SLICE, encoding="ascii") as file:
        cases = file.read()
    code, said = run(sys.argv[1:], cases)
    print(said, end="")
    if code != 0:
        return 1
    # The last digit of a load and of a store.
    for kind in "LS":
        line = next(line for line in reversed(cases.splitlines()) if line.startswith(kind))
        wrong = f"{line[:-1]}{int(line[-1], 16) ^ 1:x}"
        code, said = run(sys.argv[1:], cases.replace(line, wrong))
        if code != 1 or wrong not in said:
            print(f"expected that the case {wrong} is refused, found exit code {code}: {said}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
