# SPDX-License-Identifier: Apache-2.0
"""Applies the formatters: clang-format to C and C++, black to Python, columns.py to SystemVerilog.

Settings: .clang-format, pyproject.toml.

Then it writes what the modules MADE of scripts/wl/generate make of lists and formulas.

usage: format [--check] [c | python | rtl | FILE...]

Without names: all C, C++, Python and SystemVerilog but docs/spec and vectors. --check changes nothing and fails if a
file would.
"""
import argparse
import os
import subprocess
import sys

from wl import ROOT
from wl.tree import sources


CLANG_FORMAT = "clang-format-16"
BLACK = "black"
MADE = (
    "transcendental_segments",
    "transcendental_tables",
    "image_tables",
    "image_numbers",
    "probe_events",
    "description_keys",
)


def commands(c, python, rtl, check):
    """The command lines that format these files, or check them."""
    if c:
        yield [CLANG_FORMAT] + (["--dry-run", "-Werror"] if check else ["-i"]) + c
    if python:
        yield [BLACK, "--quiet"] + (["--check", "--diff"] if check else []) + python
    if rtl:
        yield ["scripts/wavelock", "checks.columns"] + (["--check"] if check else []) + rtl


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("name", nargs="*")
    given = parser.parse_args()
    wanted = {os.path.relpath(name, ROOT) for name in given.name}
    os.chdir(ROOT)
    files = {kind: sources.of_kind(kind) for kind in ("c", "python", "rtl")}
    if given.name:
        files = {
            kind: names if kind in given.name else [name for name in names if name in wanted]
            for kind, names in files.items()
        }
    failed = False
    # clang-format may need a second pass: it aligns comments by the lines that the first one broke.
    for _ in range(1 if given.check else 2):
        runs = [subprocess.Popen(command) for command in commands(**files, check=given.check)]
        failed = any([run.wait() for run in runs]) or failed
    if not given.check and not given.name:
        for made in MADE:
            failed = subprocess.call(["scripts/wavelock", f"generate.{made}", "--write"]) != 0 or failed
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
