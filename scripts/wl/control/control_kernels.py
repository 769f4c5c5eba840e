# SPDX-License-Identifier: Apache-2.0
"""Tests with OpenCL kernels, written again with control words: build/control-kernels/NAME has the test NAME.

usage: control_kernels.py [--valu-delay D] [NAME...]    names below vectors/; without one all of vectors/kernels

The programs come from control_words.py. Everything else of a test stays, above all what it expects.
"""
import json
import os
import shlex
import shutil
import sys

from wl import ROOT
from wl.control import control_words
from wl.runs import descriptions


MADE = os.path.join("build", "control-kernels")


def names():
    """The tests that have a kernel of clang."""
    found = []
    for root in descriptions.ROOTS:
        for name, first in descriptions.below(root):
            if first and name.startswith("kernels/") and name.count("/") == 1:
                with open(descriptions.path(name), encoding="utf-8") as file:
                    if json.load(file)["program"].endswith(".cl"):
                        found.append(name)
    return sorted(found)


def options_of(test, folder):
    """Options of clang. Folders and headers are those beside the description."""
    found = []
    for word in shlex.split(test.get("cl_options", "")):
        inside = word.startswith("-I") and not os.path.isabs(word[2:])
        found.append("-I" + os.path.join(folder, word[2:]) if inside else word)
        if found[-2:-1] == ["-include"]:
            found[-1] = os.path.join(folder, word)
    return found


def write(name, valu_delay=0, below=MADE):
    """Writes the test below a folder and returns its own. Raises control_words.Refused."""
    description, made = descriptions.path(name), os.path.join(ROOT, below, name)
    with open(description, encoding="utf-8") as file:
        test = json.load(file)
    program = descriptions.beside(description, test["program"])
    folder = os.path.dirname(description)
    text = control_words.convert(
        os.path.relpath(program), sizes={"valu_delay": valu_delay}, options=options_of(test, os.path.dirname(program))
    )
    shutil.rmtree(made, ignore_errors=True)
    os.makedirs(made)
    for other in os.listdir(folder):
        if other.endswith(".bin"):
            shutil.copy(os.path.join(folder, other), made)
    test.pop("cl_options", None)
    test["program"] = "program.s"
    test.setdefault("launch", {})["issue"] = "control"
    for file_name, content in (("program.s", text), ("test.json", json.dumps(test, indent=2) + "\n")):
        with open(os.path.join(made, file_name), "w", encoding="utf-8") as file:
            file.write(content)
    return os.path.join(below, name)


def main():
    arguments, delay = sys.argv[1:], 0
    if arguments[:1] == ["--valu-delay"] and len(arguments) > 1 and arguments[1].isdigit():
        delay, arguments = int(arguments[1]), arguments[2:]
    if any(a.startswith("-") for a in arguments):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    failed = 0
    for name in arguments or names():
        try:
            print(write(name, delay))
        except (control_words.Refused, OSError) as error:
            print(f"ERROR: {name}: {error}", file=sys.stderr)
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
