# SPDX-License-Identifier: Apache-2.0
"""Compares the versions of the tools with those that are known to work: the ones of Debian 12.

usage: tools.py

An older version is an ERROR, with both versions. A newer one is a warning. CC, CXX and VERILATOR name other programs.
"""
import dataclasses
import functools
import os
import re
import shlex
import subprocess
import sys

ERROR = 6  # exit code of a run that could not be made: docs/verdicts.md

# Name, command, version known to work. As many parts are compared as stand here.
KNOWN = (
    ("Verilator", (os.environ.get("VERILATOR") or "verilator", "--version"), "5.006"),
    ("yosys", ("yosys", "-V"), "0.23"),
    ("LLVM", ("llvm-config-16", "--version"), "16.0"),
    ("clang", ("clang-16", "--version"), "16.0"),
    ("clang-format", ("clang-format-16", "--version"), "16.0"),
    ("gcc", (os.environ.get("CC") or "gcc", "-dumpversion"), "12"),
    ("g++", (os.environ.get("CXX") or "g++", "-dumpversion"), "12"),
    ("SystemC", ("pkg-config", "--modversion", "systemc"), "2.3.4"),
    ("Python", ("python3", "--version"), "3.11"),
    ("make", ("make", "--version"), "4.3"),
    ("cvc5", ("cvc5", "--version"), "1.0"),
    ("black", ("black", "--version"), "23.1"),
    ("flake8", ("flake8", "--version"), "5.0"),
)


@dataclasses.dataclass
class Judgement:
    errors: list
    warnings: list


def numbers(version):
    return [int(part) for part in version.split(".")]


def version_in(text):
    """The first version in what a tool prints, or None."""
    match = re.search(r"\b\d+(?:\.\d+)+", text) or re.search(r"\b\d+", text)
    return match.group() if match else None


@functools.lru_cache(maxsize=None)
def found():
    """Pairs of a tool's name and its version; None where it does not run."""
    versions = []
    for name, command, _ in KNOWN:
        try:
            argv = [*shlex.split(command[0]), *command[1:]]
            done = subprocess.run(argv, check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL)
            versions.append((name, version_in(done.stdout) if done.returncode == 0 else None))
        except OSError:
            versions.append((name, None))
    return tuple(versions)


def judge(versions=None):
    """Findings in these versions, or in the installed ones."""
    judgement = Judgement([], [])
    commands = {name: (command[0], known) for name, command, known in KNOWN}
    for name, version in versions or found():
        command, known = commands[name]
        if version is None:
            judgement.errors.append(
                f"ERROR: {name}: {command} does not run or has no version; {known} is known to work"
            )
            continue
        have, want = numbers(version), numbers(known)
        have = (have + [0] * len(want))[: len(want)]
        if have < want:
            judgement.errors.append(f"ERROR: {name}: found version {version}, expected {known} or newer")
        elif have > want:
            judgement.warnings.append(
                f"warning: {name}: version {version} is newer than {known}, which is known to work"
            )
    return judgement


def main():
    judgement = judge()
    for line in judgement.warnings + judgement.errors:
        print(line, file=sys.stderr)
    return ERROR if judgement.errors else 0


if __name__ == "__main__":
    sys.exit(main())
