# SPDX-License-Identifier: Apache-2.0
"""The descriptions of tests: those written by hand below vectors/, those that scripts write below build/vectors.

The two folders lie over each other: what a description names is beside it, or at the same place in the other one.
"""
import fnmatch
import glob
import json
import os

from wl import ROOT
from wl.runs import unit_folder, units


MADE = os.path.join("build", "vectors")
ROOTS = ("vectors", MADE)
# Without lockstep the model has no arbiter and no time: a load is done when it issues. The host resumes its waves.
NOT_ALONE = {"flow/setprio", "halt_stays/hang", "trap_rules/status/stays", "waits/smem"}
READING = ".reading"  # the end of a file that scripts/wl/vectors/program_vectors.py writes


def directed(name):
    """Whether a test is made from a table: one of scripts/wl/vectors/directed_vectors.py."""
    return name.startswith("directed_")


def of_another_writer(path):
    """Whether a file below build/vectors is none of scripts/wl/vectors/write_vectors.py. path: below that folder."""
    return directed(path) or path.endswith(READING) or os.sep not in path


def path(name):
    """The path of a test's description, or None."""
    paths = (os.path.join(root, name + end) for root in ROOTS for end in ("/test.json", ".json"))
    return next(filter(os.path.isfile, paths), None)


def beside(description, name):
    """The path of a file that a description names, as the tool finds it."""
    found = os.path.join(os.path.dirname(description), name)
    if os.path.isfile(found) or os.path.isabs(name):
        return found
    place = os.path.abspath(found)
    for root in map(os.path.abspath, ROOTS):
        if place.startswith(root + os.sep):
            others = (os.path.join(other, os.path.relpath(place, root)) for other in ROOTS)
            return next(filter(os.path.isfile, others), found)
    return found


def elsewhere(description):
    """The description for another folder: the files that it names have absolute paths."""
    with open(description, encoding="utf-8") as file:
        test = json.load(file)
    test["program"] = os.path.abspath(beside(description, test["program"]))
    expect = test.get("expect", {})
    for place in (*expect.get("buffers", []), expect.get("exports")):
        if isinstance(place, dict) and "file" in place:
            place["file"] = os.path.abspath(beside(description, place["file"]))
    return test


def files_below(root=MADE):
    """Paths below a folder."""
    found = (os.path.join(folder, file) for folder, _, files in os.walk(root) for file in files)
    return sorted(os.path.relpath(path, root) for path in found)


def write(made, there, root=MADE):
    """Writes files, {path below root: bytes}, and removes the paths of there that it does not write. Each file is whole
    at any time: a run may read it meanwhile."""
    for path, contents in made.items():
        whole = os.path.join(root, path)
        os.makedirs(os.path.dirname(whole), exist_ok=True)
        with open(whole + ".part", "wb") as file:
            file.write(contents)
        os.replace(whole + ".part", whole)
    for path in there:
        if path not in made:
            os.remove(os.path.join(root, path))
            folder = os.path.dirname(path)
            while folder and not os.listdir(os.path.join(root, folder)):
                os.rmdir(os.path.join(root, folder))
                folder = os.path.dirname(folder)


def below(root):
    """Names of the tests below a folder, test.json files first: (name, whether it is one)."""
    found = [
        os.path.relpath(os.path.join(folder, file), root)
        for folder, _, files in os.walk(root)
        for file in files
        if file.endswith(".json")
    ]
    first = sorted(os.path.dirname(path) for path in found if os.path.basename(path) == "test.json")
    return [(name, True) for name in first] + [
        (path[: -len(".json")], False) for path in sorted(found) if os.path.basename(path) != "test.json"
    ]


def names():
    """Names of all tests."""
    return sorted({name for root in ROOTS for name, _ in below(root)})


def file_of(root, name, first):
    """The path of the description of one of below()."""
    return os.path.join(root, name, "test.json") if first else os.path.join(root, f"{name}.json")


def of_own_folder(unit):
    """The tests that run on a unit in a folder of its own, each as TEST takes it. Raises unit_folder.Refused."""
    known = names()
    found = {}
    for word in unit_folder.about(unit)["tests"]:
        own = sorted(glob.glob(os.path.join(glob.escape(unit), word), root_dir=ROOT))
        several = own or sorted(fnmatch.filter(known, word)) or [word] * os.path.exists(os.path.join(ROOT, word))
        if not several:
            raise unit_folder.Refused(
                f'{unit}/{unit_folder.ABOUT}: tests: found "{word}", expected a test of vectors/ or of {unit}'
            )
        found.update(dict.fromkeys(several))
    return list(found)


def of_other_unit(root, name, first):
    """Whether the default unit is not what the test asks for."""
    return not units.fits(file_of(root, name, first), units.DEFAULT)


def of_unit(root):
    """Names of the tests of the default unit that a test.json describes."""
    return [name for name, first in below(root) if first and not of_other_unit(root, name, first)]
