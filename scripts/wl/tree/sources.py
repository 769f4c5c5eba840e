# SPDX-License-Identifier: Apache-2.0
"""The tracked files by kind, for the tools that format and check them.

usage: sources.py KIND...    prints their names, a line each: c, rtl, table, python, shell, make
"""
import glob
import os
import subprocess
import sys

from wl import ROOT, Error


SPEC = "docs/spec/"
# The specification with its check programs, and the programs that tests run: no formatter touches them.
APART = (SPEC, "vectors/")
ENDINGS = {
    "c": (".c", ".h", ".cc"),
    "rtl": (".sv",),
    "table": (".def",),
    "python": (".py",),
    "shell": (".sh",),
    "make": (".mk",),
}
NAMES = {"Makefile": "make", "Containerfile": "make"}
SHEBANGS = {"python3": "python", "sh": "shell", "bash": "shell"}


def tracked():
    """Every tracked file that is there, by its name below the root."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [name for name in listed.split("\0") if name and os.path.isfile(os.path.join(ROOT, name))]


def path(name):
    """The path of a tracked file."""
    return os.path.join(ROOT, name)


def named(name):
    """The one tracked file of this name, wherever it lies. Where several have it, it begins with a folder."""
    found = [path for path in tracked() if f"/{path}".endswith(f"/{name}")]
    if len(found) != 1:
        raise Error(f"{len(found)} tracked files are named {name}, expected one")
    return found[0]


def objects(pattern):
    """Objects below build/obj whose source is still there, by a pattern: a build keeps objects of files that moved."""
    folder = os.path.join("build", "obj")
    for name in sorted(glob.glob(pattern, root_dir=os.path.join(ROOT, folder), recursive=True)):
        base = os.path.join(ROOT, os.path.dirname(name), os.path.basename(name).split(".")[0])
        if os.path.isfile(base + ".c") or os.path.isfile(base + ".cc"):
            yield os.path.join(folder, name)


def kind_by_name(name):
    """The language that the name alone tells, or None."""
    base = os.path.basename(name)
    for kind, endings in ENDINGS.items():
        if base.endswith(endings):
            return kind
    return NAMES.get(base)


def kind_of(name):
    """Its language, or None. A file without an ending has the one of its first line."""
    base = os.path.basename(name)
    if kind_by_name(name) or "." in base.strip(".") or not os.path.isfile(path(name)):
        return kind_by_name(name)
    with open(path(name), "rb") as file:
        first = file.readline(200)
    if not first.startswith(b"#!"):
        return None
    return SHEBANGS.get(os.path.basename(first.decode("utf-8", "replace").split()[-1]))


def of_kind(*kinds):
    """Sources of these languages."""
    return [name for name in tracked() if not name.startswith(APART) and kind_of(name) in kinds]


if __name__ == "__main__":
    print("\n".join(of_kind(*sys.argv[1:])))
