#!/usr/bin/env python3
"""Runs test programs and commands, prints one line each, and ends with 'N passed, N failed'.

A cmocka program counts each of its tests; any other command counts as one. A program that dies, prints
no cmocka total or reports no test counts as one failure: nothing passes silently.

usage: runtests.py [--cmocka PROGRAM]... [--command 'NAME=COMMAND']... [--expect CODE 'NAME=COMMAND']...
"""
import argparse
import re
import shlex
import subprocess
import sys
import time

TIMEOUT = 900  # seconds for one program: a hang is a failure, not a stuck machine


def execute(argv):
    """Returns (exit code, output, seconds); exit code None when it ran out of time."""
    start = time.time()
    try:
        done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=TIMEOUT, check=False)
        return done.returncode, done.stdout.decode(errors="replace"), time.time() - start
    except subprocess.TimeoutExpired as late:
        return None, (late.stdout or b"").decode(errors="replace"), time.time() - start
    except OSError as error:
        return None, str(error), time.time() - start


def show(failed, name, detail, seconds, output):
    print(f"{'FAIL' if failed else 'ok  '}  {name:<44} {detail}  ({seconds:.1f} s)", flush=True)
    if failed:
        print("      " + "\n      ".join(output.rstrip().splitlines()[-60:]), flush=True)


def run_cmocka(program):
    code, output, seconds = execute([program])
    passed = re.findall(r"\[  PASSED  \] (\d+) test", output)
    failed = re.findall(r"\[  FAILED  \].*?(\d+) test", output)
    good = sum(map(int, passed))
    bad = sum(map(int, failed))
    if code != 0 and bad == 0 or good + bad == 0:
        bad += 1
    show(bad > 0, program, f"{good} passed, {bad} failed", seconds, output)
    return good, bad


def run_command(text, wanted):
    name, _, command = text.partition("=")
    code, output, seconds = execute(shlex.split(command))
    lines = output.rstrip().splitlines()
    failed = code != wanted
    detail = lines[-1] if lines and wanted == 0 else f"exit {code}, expected {wanted}"
    show(failed, name, detail, seconds, output)
    return int(not failed), int(failed)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cmocka", action="append", default=[], metavar="PROGRAM")
    parser.add_argument("--command", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--expect", action="append", default=[], nargs=2,
                        metavar=("CODE", "NAME=COMMAND"))
    args = parser.parse_args()
    passed = failed = 0
    jobs = [(run_cmocka, (p,)) for p in args.cmocka]
    jobs += [(run_command, (c, 0)) for c in args.command]
    jobs += [(run_command, (c, int(code))) for code, c in args.expect]
    for function, values in jobs:
        good, bad = function(*values)
        passed += good
        failed += bad
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
