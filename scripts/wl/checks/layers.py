# SPDX-License-Identifier: Apache-2.0
"""Checks the layers of model and testbench: no file includes upwards, and the model's files call in no circle.

The layers are the folders of MODEL_LAYERS in refmodel/rules.mk, lowest first. The last two, the two ways to run the
model, do not know each other. Includes are read from the sources, calls and other references from the symbols of the
objects in build/obj (make build/libwavelock.a).

The layers of the testbench are the folders of tb/, with all below them: TB says which others each may include. Tests
may include all.

usage: layers.py

Prints each finding. Exit code 1 if there are any.
"""
import collections
import glob
import os
import re
import subprocess
import sys

from wl import ROOT


MODEL = "refmodel"
OBJECTS = os.path.join("build", "obj", MODEL)
TOP = 2  # layers that are side by side at the top
# The folders of tb/, lowest first, and what each may include beside itself.
TB = {
    "base": "",
    "object": "base",
    "probe": "base",
    "gfx9": "probe",
    "check": "base probe",
    "observe": "base gfx9 object probe check",
    "device": "base gfx9 object probe check observe",
    "shell": "base probe check observe device",
    "top": "base object probe check observe device shell",
    "testcase": "base object check device",
    "random": "base probe",
    "shader": "base",
    "cli": "base gfx9 object check observe device testcase random",
    "plain": "base probe device shell cli",
    "opencl": "base gfx9 object check device testcase cli",
    "control": "base observe",
    "bench": "base gfx9 check control testcase cli",
}


def layers():
    with open(os.path.join(MODEL, "rules.mk"), encoding="utf-8") as file:
        return re.search(r"^MODEL_LAYERS := (.*)$", file.read(), re.M).group(1).split()


def may_use(names, user, used):
    """Whether a file of layer `user` may know one of layer `used`."""
    if user == used:
        return True
    below = names.index(used) < names.index(user)
    return below and not {user, used} <= set(names[-TOP:])


# ---- includes ----------------------------------------------------------------------------------


def bad_includes(names, path, text):
    """Includes that the layer of a source may not have. Every layer may include public headers (wavelock/)."""
    layer = path.split("/")[-2]
    for number, line in enumerate(text.splitlines(), 1):
        included = re.match(r'\s*#\s*include\s+"([^"]*)"', line)
        if not included or included.group(1).startswith("wavelock/"):
            continue
        folder = os.path.dirname(included.group(1))
        if folder not in names:
            yield f'{path}:{number}: includes "{included.group(1)}": write the layer, as "isa/insn.h"'
        elif not may_use(names, layer, folder):
            yield f"{path}:{number}: includes {included.group(1)}, which is not below {layer}"


# ---- the testbench -----------------------------------------------------------------------------


def tb_includes(path, text, exists):
    """Places and names below tb/ that a file of it includes, as (line, "base/error.h"). exists: whether a path does."""
    for number, line in enumerate(text.splitlines(), 1):
        included = re.match(r'\s*#\s*include\s+"([^"]*)"', line)
        if included:
            places = (os.path.dirname(path), "tb", "tb/top")
            found = [os.path.normpath(os.path.join(place, included.group(1))) for place in places]
            own = [name.removeprefix("tb/") for name in found if name.startswith("tb/") and exists(name)]
            yield from [(number, name) for name in own[:1]]


def bad_tb(sources, exists=os.path.exists):
    """Findings in {path: text} of tb/: includes of an upper layer."""
    for path, text in sorted(sources.items()):
        name = path.removeprefix("tb/")
        layer = name.split("/")[0]
        if layer not in TB:
            yield f"{path}: {layer} is no layer of tb/: its row in TB of scripts/wl/checks/layers.py is missing"
            continue
        for number, used in tb_includes(path, text, exists):
            below = used.split("/")[0]
            if below not in [layer, "include", *TB[layer].split()]:
                yield f"{path}:{number}: includes {used}, which is not below {layer}"


def tb_sources():
    found = {}
    for path in glob.glob("tb/**/*", recursive=True):
        if re.search(r"\.(c|h|cc|def)$", path) and "/tests/" not in path and not path.startswith("tb/include/"):
            if not path.startswith("tb/opencl/programs/"):
                with open(path, encoding="utf-8") as file:
                    found[path] = file.read()
    return found


# ---- symbols -----------------------------------------------------------------------------------


def symbols(path):
    """The names that an object defines for others, and those that it needs."""
    lines = subprocess.check_output(["nm", "-g", "--format=posix", path], text=True).splitlines()
    fields = [line.split() for line in lines]
    return {f[0] for f in fields if f[1] != "U"}, {f[0] for f in fields if f[1] == "U"}


def references(objects):
    """{object: {object that it refers to: a symbol}}, from {object: (defined, needed)}."""
    owner = {name: path for path, (defined, _) in objects.items() for name in defined}
    found = {path: {} for path in objects}
    for path, (_, needed) in objects.items():
        for name in sorted(needed):
            if name in owner and owner[name] != path:
                found[path].setdefault(owner[name], name)
    return found


def bad_references(names, refers):
    for path, used in sorted(refers.items()):
        for other, name in sorted(used.items()):
            if not may_use(names, path.split("/")[-2], other.split("/")[-2]):
                yield f"{path} refers to {name} of {other}, which is not below it"


def circles(refers):
    """Groups of objects that refer to each other in a circle."""
    reached = {}
    for start in refers:
        seen, queue = set(), collections.deque(refers[start])
        while queue:
            path = queue.popleft()
            if path not in seen:
                seen.add(path)
                queue.extend(refers[path])
        reached[start] = seen
    told = set()
    for path in sorted(refers):
        if path in reached[path] and path not in told:
            circle = sorted(other for other in reached[path] if path in reached[other])
            told.update(circle)
            yield "a circle of references: " + ", ".join(circle)


def main():
    os.chdir(ROOT)
    if len(sys.argv) > 1:
        sys.exit(__doc__)
    names = layers()
    findings, sources = [], []
    for layer in names:
        sources += sorted(glob.glob(f"{MODEL}/{layer}/*.[ch]"))
    for path in sources:
        with open(path, encoding="utf-8") as file:
            findings += bad_includes(names, path, file.read())
    bench = tb_sources()
    findings += bad_tb(bench)
    bases = {path[:-2] for path in sources if path.endswith(".c")}
    objects = {}
    for layer in names:
        for path in sorted(glob.glob(f"{OBJECTS}/{layer}/*.o")):
            source = os.path.join(MODEL, layer, os.path.basename(path).split(".")[0])
            if source in bases:  # not the object of a source that is gone
                objects[path] = symbols(path)
    missing = bases - {os.path.join(MODEL, p.split("/")[-2], os.path.basename(p).split(".")[0]) for p in objects}
    findings += [f"{base}.c has no object: make build/libwavelock.a" for base in sorted(missing)]
    refers = references(objects)
    findings += bad_references(names, refers)
    findings += circles(refers)
    count = f"layers: {len(sources)} sources of the model, {len(bench)} of tb/, {len(objects)} objects"
    print("\n".join(findings + [f"{count}, {len(findings)} findings"]))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
