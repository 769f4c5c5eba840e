# SPDX-License-Identifier: Apache-2.0
"""The model's tool with some changed sources: only they are compiled, and linked before the library."""
import os
import re
import subprocess

from wl.runs import units


MODEL = "refmodel"
SIZES = "build/obj/sizes.o"


def tool_objects():
    """The objects of build/wavelock-model beside the model's library, as mk/build.mk has them."""
    with open("tb/rules.mk", encoding="utf-8") as file:
        rules = file.read().replace("\\\n", " ")
    # Sources in lists: names behind their folder, or paths.
    lists = dict(re.findall(r"^(\w+) := (.*)", rules, re.M))
    named = "$(TB_SRCS) $(TB_BACKEND_NONE)"
    while lists_in := set(re.findall(r"\$\((\w+)\)", named)):
        for name in lists_in:
            named = named.replace(f"$({name})", lists[name])
    behind = re.compile(r"\$\(addprefix (\S+),(.*?)\)")
    paths = [folder + name for folder, names in behind.findall(named) for name in names.split()]
    paths += behind.sub("", named).split()
    found = [f"build/obj/{path.removesuffix('.c')}.o" for path in paths]
    return [*found, "build/obj/build.o", SIZES]


def sizes_of(unit, folder):
    """The source of build/obj/sizes.o for another unit (scripts/wl/runs/units.py)."""
    path = os.path.join(folder, f"sizes_{units.name(unit)}.c")
    with open(path, "w", encoding="utf-8") as file:
        subprocess.run(["scripts/wavelock", "generate.unit_sizes", *units.defines(unit)], stdout=file, check=True)
    return path


def build(tool, sources, model=MODEL, unit=units.DEFAULT):
    """Links the tool with these sources in place of the model's of the same names.

    model: where their headers are. unit: the unit of the tool."""
    os.makedirs(os.path.dirname(tool), exist_ok=True)
    objects = tool_objects()
    if unit:
        objects.remove(SIZES)
        objects.append(sizes_of(unit, os.path.dirname(tool)))
    subprocess.run(
        [
            "gcc",
            "-std=c11",
            "-D_GNU_SOURCE",
            "-O1",
            "-ffp-contract=off",
            "-DWL_HOST=pure",  # of the files that are compiled for each level of the host
            "-DWL_PURE",
            f"-I{model}/include",
            f"-I{model}",
            "-Itb",
            *sources,
            *objects,
            "build/libwavelock.a",
            "-lelf",
            "-lmsgpackc",
            "-ljansson",
            "-lpng",
            "-lm",
            "-o",
            tool,
        ],
        check=True,
    )
