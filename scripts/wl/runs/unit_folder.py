# SPDX-License-Identifier: Apache-2.0
"""A compute unit in a folder of its own, in this tree or anywhere else (UNIT): its name, its build, its sources.

What is typed as UNIT becomes one text: the path from the root of the tree where the folder is in it, else an absolute
path. It works from anywhere, and a line that repeats a run has it.

It is built in build/units/NAME-SUM. NAME is the last part of the path, SUM is of the real path: no two folders share a
build, and none has the build of a part of this tree.

usage: scripts/wavelock runs.unit_folder UNIT    prints the folder of its build
"""
import hashlib
import os
import re
import sys

from wl import ROOT, Error

BUILT = "units"  # the folder below build/
HERE = ".unit"  # in the folder of a build: the path of the unit
FILES = ("files.f", "probe.f", "cu_top.sv")  # what a folder must have
LISTS = ("files.f", "probe.f")
# make, a shell and Verilator read the path as it is.
PATH = r"[\w.][\w./+@-]*|/[\w./+@-]+"
SOURCES = (".sv", ".svh", ".v", ".vh", ".vlt")


class Refused(Error, ValueError):
    """There is no such unit; the text says why."""


def path_of(typed):
    """The one text of a unit, from what was typed. Raises Refused."""
    real = os.path.realpath(os.path.join(ROOT, typed))
    inside = os.path.relpath(real, os.path.realpath(ROOT))
    path = os.path.normpath(os.path.join(ROOT, typed)) if inside.split("/")[0] == ".." else inside
    if not re.fullmatch(PATH, path, re.ASCII):
        raise Refused(
            f'UNIT: found "{path}", expected a path of letters, digits and ./+@_- alone: make, a shell and Verilator '
            "read it (a symbolic link may have such a name)"
        )
    missing = [name for name in FILES if not os.path.isfile(os.path.join(ROOT, path, name))]
    if missing:
        raise Refused(
            f'UNIT: found "{typed}" without {" and ".join(missing)}, expected a folder with {", ".join(FILES)} '
            "(docs/second-unit.md)"
        )
    return path


def name(path):
    """The folder of its build, below build/."""
    real = os.path.relpath(os.path.realpath(os.path.join(ROOT, path)), os.path.realpath(ROOT))
    known = real if real.split("/")[0] != ".." else os.path.realpath(os.path.join(ROOT, path))
    return os.path.join(BUILT, f"{os.path.basename(known)}-{hashlib.sha256(known.encode()).hexdigest()[:8]}")


def built_in(folder):
    """The path of the unit that is built in a folder; None where none is."""
    text = text_of(os.path.join(folder, HERE))
    return text and text.strip()


def text_of(path):
    """What a file holds; None where there is none."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError:
        return None


# ---- its lists of sources --------------------------------------------------------------------------


def words(path):
    """(line, word) of a list of files, without comments."""
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", lambda found: "\n" * found[0].count("\n"), file.read(), flags=re.S)
    for number, line in enumerate(text.splitlines(), 1):
        for word in re.sub(r"(^|\s)//.*", "", line).split():
            yield number, word


def place(unit, path):
    """Where a path of a list is: in the unit's folder, else below the root of the tree. None: nowhere."""
    for below in ("", unit) if os.path.isabs(path) else (unit, ""):
        found = os.path.normpath(os.path.join(below, path))
        if os.path.exists(os.path.join(ROOT, found)):
            return found
    return None


def resolved(unit, path):
    """The words of a list with paths that begin at the root of the tree, lists in it unfolded. Raises Refused."""
    option = ""
    for number, word in words(path):

        def there(found, line=number):
            if not place(unit, found):
                raise Refused(
                    f'{path}:{line}: found "{found}", expected a path from {unit} or from the root of the tree'
                )
            return place(unit, found)

        if option in ("-f", "-F"):
            yield from resolved(unit, there(word))
        elif option in ("-v", "-y"):
            yield from (option, there(word))
        elif word.startswith("+incdir+"):
            yield "+incdir+" + "+".join(map(there, word.removeprefix("+incdir+").split("+")))
        elif re.match("-I.", word):
            yield "-I" + there(word[2:])
        elif word.endswith(SOURCES) and word[0] not in "-+":
            yield there(word)
        elif word not in ("-f", "-F", "-v", "-y"):
            yield word
        option = word


def lists(unit):
    """{list: its words} of both lists."""
    return {name: list(resolved(unit, os.path.join(unit, name))) for name in LISTS}


def outside(unit):
    """Files and folders that the lists name, outside of the unit's folder and of this tree. A list that is wrong names
    none: the build says what is wrong."""
    try:
        found = [word for several in lists(unit).values() for word in several]
    except (OSError, Refused):
        return []
    paths = [re.sub(r"^(\+incdir\+|-I)", "", word) for word in found]
    own = tuple(os.path.realpath(path) + "/" for path in (unit, ROOT))
    return [p for p in paths if p[0] not in "-+" and os.path.exists(p) and not os.path.realpath(p).startswith(own)]


def write_lists(unit, folder):
    """Writes the lists into the folder of the build, and the path of the unit beside them; what is the same stays."""
    texts = {os.path.join("unit", name): "\n".join(found) + "\n" for name, found in lists(unit).items()}
    for file_name, text in {**texts, HERE: unit + "\n"}.items():
        path = os.path.join(folder, file_name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if text_of(path) != text:
            with open(path + ".part", "w", encoding="utf-8") as file:
                file.write(text)
            os.replace(path + ".part", path)


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 6
    print(os.path.join("build", name(path_of(sys.argv[1]))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
