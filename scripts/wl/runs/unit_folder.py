# SPDX-License-Identifier: Apache-2.0
"""A compute unit in a folder of its own, in this tree or anywhere else (UNIT): its name, its build, its sources.

What is typed as UNIT becomes one text: the path from the root of the tree where the folder is in it, else an absolute
path. It works from anywhere, and a line that repeats a run has it.

It is built in build/units/NAME-SUM. NAME is the last part of the path, SUM is of the real path. So no two folders share
a build, and none has the build of a part of this tree.

usage: scripts/wavelock runs.unit_folder UNIT    prints the folder of its build
"""
import fnmatch
import hashlib
import json
import os
import re
import subprocess
import sys

from wl import ROOT, Error
from wl.runs import tables

BUILT = "units"  # the folder below build/
HERE = ".unit"  # in the folder of a build: the path of the unit
LIMITS = os.path.join("unit", "limits")  # there: what the generator of random programs is to know of it
TABLE = os.path.join("unit", "table")  # there: the table of its random programs, where it has one
FILES = ("files.f", "probe.f", "cu_top.sv")  # what a folder must have
LISTS = ("files.f", "probe.f")
MODEL = os.path.join("unit", "model.mk")  # there: the model of a unit that has one, for mk/build.mk
UNCOUNTED = "coverage.vlt"  # beside the lists: what the coverage build does not count
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
            "(docs/your-unit.md)"
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


# ---- what it is: unit.json -------------------------------------------------------------------------

ABOUT = "unit.json"


def of_strings(value):
    return isinstance(value, list) and all(isinstance(item, str) and item for item in value)


def of_blocks(value):
    names = isinstance(value, dict) and all(re.fullmatch(r"\w[\w.-]*", name, re.ASCII) for name in value)
    return names and all(map(of_strings, value.values()))


def of_c_files(value):
    pattern = r"(?!.*\.\.)\w[\w./-]*\.c"
    return of_strings(value) and bool(value) and all(re.fullmatch(pattern, item, re.ASCII) for item in value)


def of_file(value):
    return isinstance(value, str) and bool(re.fullmatch(r"(?!.*\.\.)\w[\w./+-]*", value, re.ASCII))


# {key: (what it is, what is expected, whether a value is that, the value of a unit that says nothing)}
KEYS = {
    "about": ("a sentence about the unit", "a text", lambda value: isinstance(value, str), ""),
    "lacks": (
        "patterns of instructions that random programs leave out; one with ! takes back what an earlier one says",
        "a list of patterns, as ds_*",
        of_strings,
        [],
    ),
    "profiles": ("profiles of its random programs (all)", "a list of names", of_strings, None),
    "tests": (
        "the tests that run on it: names and patterns of vectors/, and folders and descriptions of its own",
        "a list of names",
        of_strings,
        [],
    ),
    "blocks": (
        "blocks of mutants, each with patterns of files of files.f (a block for each folder)",
        'an object of names with lists of patterns, as {"alu": ["*alu.sv"]}',
        of_blocks,
        {},
    ),
    "model": (
        "C files that define `const wl_model_ops wl_unit_model`: the unit has an instruction set of its own",
        'a list of C files below the folder, as ["model.c"]',
        of_c_files,
        [],
    ),
    "assembler": (
        "with `model`: a program of the folder, which is run as `ASSEMBLER IN.s OUT.bin`",
        "the path of a program below the folder",
        of_file,
        "",
    ),
    "generator": (
        "with `model`: the table of its random programs ([random.md](random.md))",
        "the path of a file below the folder",
        of_file,
        "",
    ),
}
# Keys of a unit with an instruction set of its own, and those that it has not: they are about programs of GFX9.
OF_MODEL = ("assembler", "generator")
OF_GFX9 = ("lacks", "profiles")


def about(unit):
    """What the folder says of the unit: a value for each key. Raises Refused."""
    path = os.path.join(unit, ABOUT)
    text = text_of(os.path.join(ROOT, path))
    try:
        found = {} if text is None else json.loads(text)
    except ValueError as error:
        raise Refused(f"{path}: {error}") from None
    if not isinstance(found, dict):
        raise Refused(f"{path}: found {text.strip()[:20]}, expected an object")
    for key, value in found.items():
        if key not in KEYS:
            raise Refused(f'{path}: found "{key}", expected some of {" ".join(KEYS)}')
        if not KEYS[key][2](value):
            raise Refused(f"{path}: {key}: found {json.dumps(value)[:40]}, expected {KEYS[key][1]}")
    for pattern in found.get("lacks", ()):
        if not 1 < len(pattern) < 48 or "\n" in pattern:
            raise Refused(f'{path}: lacks: found "{pattern}", expected a pattern of 2 to 47 characters')
    check_model(unit, found)
    return {key: found.get(key, value) for key, (_, _, _, value) in KEYS.items()}


def check_model(unit, found):
    """Whether the keys of an instruction set of the unit's own fit together, and their files are there. Raises
    Refused."""
    path = os.path.join(unit, ABOUT)
    for key in OF_MODEL:
        if key in found and not found.get("model"):
            raise Refused(f'{path}: found "{key}" without "model", which defines the instruction set')
    for key in OF_GFX9:
        if key in found and found.get("model"):
            raise Refused(f'{path}: found "{key}" with "model": it is about random programs of GFX9')
    for key in ("model", *OF_MODEL):
        for name in found.get(key, ()) if key == "model" else filter(None, (found.get(key),)):
            if not os.path.isfile(os.path.join(ROOT, unit, name)):
                raise Refused(f'{path}: {key}: found "{name}", expected a file of {unit}')
    assembler = found.get("assembler")
    if assembler and not os.access(os.path.join(ROOT, unit, assembler), os.X_OK):
        raise Refused(f'{path}: assembler: found "{assembler}", which may not be executed (chmod +x)')


def has_own_isa(unit):
    """Whether the unit has an instruction set of its own. Raises Refused."""
    return bool(unit) and bool(about(unit)["model"])


def has_random(unit):
    """Whether there are random programs for the unit. Raises Refused."""
    return not has_own_isa(unit) or bool(about(unit)["generator"])


def table_of(unit):
    """The path of the table of a unit's random programs. Raises Refused where it has none."""
    name = about(unit)["generator"]
    if not name:
        raise Refused(
            f'{unit}/{ABOUT}: found no "generator", expected a table for random programs (docs/random.md, A table of '
            "your own)"
        )
    return os.path.join(unit, name)


def profiles(unit):
    """The profiles of a unit's random programs: those that unit.json names, or those of its table; None: all."""
    return tables.profiles(os.path.join(ROOT, table_of(unit))) if has_own_isa(unit) else about(unit)["profiles"]


def write_table(unit, tool):
    """Writes the table of a unit's random programs beside a tool of it, as far as the generator beside it takes it.
    Raises Refused."""
    generator, path = os.path.join(os.path.dirname(tool), "wavelock-random"), table_of(unit)
    said = subprocess.run(
        [os.path.abspath(generator), "--table", path, "--rows", "1..1", "--count", "1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if said.returncode:
        raise Refused(said.stderr.strip())
    write(os.path.join(os.path.dirname(tool), TABLE), text_of(os.path.join(ROOT, path)))


def write_limits(unit, tool):
    """Writes what the generator of random programs is to know of the unit, beside a tool of it: its table, or what its
    programs of GFX9 must keep. The RTL says the sizes at time zero, unit.json what the unit lacks. Raises Refused."""
    if has_own_isa(unit):
        write_table(unit, tool)
        return
    said = subprocess.run([tool, "--sizes"], capture_output=True, text=True, check=False)
    if said.returncode:
        raise Refused(f"{tool} --sizes: {(said.stderr or said.stdout).strip()}")
    lines = said.stdout.splitlines() + [f"lacks {pattern}" for pattern in about(unit)["lacks"]]
    write(os.path.join(os.path.dirname(tool), LIMITS), "".join(f"{line}\n" for line in lines))


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


def is_source(word):
    """Whether a word of a list is a file with modules."""
    return word.endswith((".sv", ".v")) and word[0] not in "-+"


def blocks(unit):
    """{block: its files} of the sources in files.f: as unit.json says, else a block for each folder, by the name of the
    folder. Raises Refused."""
    sources = list(filter(is_source, lists(unit)[LISTS[0]]))
    found = {}
    for name, patterns in about(unit)["blocks"].items():
        for pattern in patterns:
            its = [path for path in sources if fnmatch.fnmatchcase(os.path.relpath(path, unit), pattern)]
            if not its:
                raise Refused(f'{unit}/{ABOUT}: blocks: {name}: found "{pattern}", expected files of {LISTS[0]}')
            found.setdefault(name, []).extend(path for path in its if path not in found.get(name, ()))
    if not found:
        for path in sources:
            found.setdefault(os.path.basename(os.path.dirname(path)), []).append(path)
    return found


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


def uncounted(unit, probe):
    """What tells Verilator not to count the probe and the top, which are parts of the testbench."""
    paths = [*filter(is_source, probe), os.path.join(unit, "cu_top.sv")]
    return "".join(["`verilator_config\n", *(f'coverage_off -file "{path}"\n' for path in paths)])


def model_rules(said):
    """The variables of mk/build.mk for the model: its files and the assembler, below the folder of the unit."""
    return f"UNIT_MODEL := {' '.join(said['model'])}\nUNIT_ASSEMBLER := {said['assembler']}\n"


def write_lists(unit, folder):
    """Writes the lists into the folder of the build, and the path of the unit beside them; what is the same stays."""
    found = lists(unit)
    texts = {os.path.join("unit", name): "\n".join(its) + "\n" for name, its in found.items()}
    texts[os.path.join("unit", UNCOUNTED)] = uncounted(unit, found["probe.f"])
    texts[MODEL] = model_rules(about(unit))
    for file_name, text in {**texts, HERE: unit + "\n"}.items():
        write(os.path.join(folder, file_name), text)


def write(path, text):
    """Writes a file that holds something else."""
    if text_of(path) != text:
        os.makedirs(os.path.dirname(path), exist_ok=True)
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
