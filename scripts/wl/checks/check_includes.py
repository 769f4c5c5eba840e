# SPDX-License-Identifier: Apache-2.0
"""Architecture apart from policy and reports: what the files of tb/probe and tb/check may include, by folder.

usage: check_includes.py [--test]     --test: shows that a forbidden include is found
"""
import os
import re
import subprocess
import sys

# (folder, prefixes of the headers that its files may include beside the C library's). The first folder that fits
# counts.
OWN = "{own}"  # the file's own header
ALLOWED = (
    ("tb/check/tests/", None),
    ("tb/probe/", ("probe/", "events.def", "wavelock/")),  # installed beside probe.h
    ("tb/check/arch/", ("check/arch/", "check/checker.h", "probe/", "wavelock/")),
    ("tb/check/policy/", ("check/arch/", OWN, "wavelock/")),
    ("tb/check/", None),
)
# The model's interface of one policy: no file of these folders includes it.
OF_POLICY = "wavelock/control.h"
WITHOUT_POLICY = ("tb/probe/", "tb/check/arch/")
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)


def wrong(path, text):
    """The includes of a file that its folder does not allow."""
    allowed = next(names for folder, names in ALLOWED if path.startswith(folder))
    if allowed is None:
        return []
    own = os.path.splitext(path.removeprefix("tb/"))[0] + ".h"
    allowed = tuple(own if name == OWN else name for name in allowed)
    bad = (OF_POLICY,) if path.startswith(WITHOUT_POLICY) else ()
    return [name for name in INCLUDE.findall(text) if name in bad or not name.startswith(allowed)]


def test():
    cases = (
        ("tb/check/arch/cycle.c", "check/policy/arbiter.h", True),
        ("tb/check/arch/cycle.c", "check/internal.h", True),
        ("tb/check/arch/waves.c", "check/report/disasm.h", True),
        ("tb/check/arch/arch.h", "observe/trace.h", True),
        ("tb/check/arch/waves.c", "wavelock/control.h", True),
        ("tb/check/arch/cycle.c", "check/arch/arch.h", False),
        ("tb/check/policy/control.c", "wavelock/control.h", False),
        ("tb/check/policy/arbiter.c", "check/policy/lds_timing.h", True),
        ("tb/check/policy/arbiter.c", "check/policy/arbiter.h", False),
        ("tb/probe/unit.c", "check/arch/arch.h", True),
        ("tb/probe/unit.c", "check/policy/arbiter.h", True),
        ("tb/check/deliver.c", "check/policy/arbiter.h", False),
    )
    failed = [case for case in cases if bool(wrong(case[0], f'#include "{case[1]}"\n')) != case[2]]
    for case in failed:
        print("FAIL", *case)
    print(f"{len(cases)} includes, {len(failed)} wrong")
    return 1 if failed else 0


def main():
    if "--test" in sys.argv[1:]:
        return test()
    files = subprocess.check_output(["git", "ls-files", "tb/probe", "tb/check"], text=True).split()
    found = 0
    for path in files:
        if path.endswith((".c", ".h")) and os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                for name in wrong(path, file.read()):
                    print(f"{path}: includes {name}")
                    found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
