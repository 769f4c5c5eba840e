#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lockstep vectors on a unit of other sizes (rtl/configs).

usage: test_config.py CONFIG [NAME...]    the tests whose names match one of these patterns (default: all but bench/*)

Builds the configuration. Each test must end as it does on the default unit, or be refused because a workgroup needs
more than the unit has; these are counted. Exit code 1 if a test fails or none passes.
"""
import concurrent.futures
import fnmatch
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ERROR = 6  # exit code of a refused launch
# What tb/device/dispatch.c says of a workgroup that does not fit.
NEEDS = (
    ("waves", re.compile(r"is \d+ waves, the unit has \d+ slots")),
    ("VGPRs", re.compile(r"needs \d+ physical VGPRs, the unit has \d+")),
    ("LDS", re.compile(r"bytes of LDS .*the unit has \d+")),
)
# What these expect depends on a size of the default unit.
DEFAULT_SIZES = {"flow/fault_groups": "how many groups have started before the fault depends on the wave slots"}


def run(tool, test):
    """(test, exit code, output)"""
    with tempfile.TemporaryDirectory() as folder:
        command = [tool, "--device", "lockstep", test, "--run-dir", folder]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    return test, done.returncode, done.stdout + done.stderr


def main(words):
    os.chdir(ROOT)
    config, patterns = words[0], words[1:] or ["*"]
    tool = f"build/{config}/wavelock"
    if subprocess.run(["make", "-s", f"CONFIG={config}", tool], check=False).returncode:
        return 1
    listed = subprocess.run([tool, "--list"], capture_output=True, text=True, check=True).stdout
    tests = [line.split()[0] for line in listed.splitlines() if line.strip()]
    tests = [t for t in tests if any(fnmatch.fnmatch(t, p) for p in patterns) and not t.startswith("bench/")]
    passed, failed, refused = 0, [], {}
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS") or 2)) as pool:
        for test, code, text in pool.map(lambda t: run(tool, t), tests):
            need = next((what for what, said in NEEDS if said.search(text)), None)
            if code == 0:
                passed += 1
            elif test in DEFAULT_SIZES:
                print(f"{test} is not judged: {DEFAULT_SIZES[test]}")
            elif code == ERROR and need:
                refused.setdefault(need, []).append(test)
            else:
                failed.append(test)
                print(f"FAIL {test}: exit {code}")
                print("".join(f"  {line}\n" for line in text.splitlines()[:3]), end="")
    for what, names in sorted(refused.items()):
        print(f"{len(names)} need more {what} than this unit has: {' '.join(names)}")
    print(f"{config}: {passed} passed, {len(failed)} failed, {sum(map(len, refused.values()))} need more than it has")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__.strip())
    sys.exit(main(sys.argv[1:]))
