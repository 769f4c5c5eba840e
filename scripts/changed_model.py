# SPDX-License-Identifier: Apache-2.0
"""The model's tool with some changed sources: only they are compiled, and linked before the library."""
import os
import re
import subprocess

MODEL = "refmodel"


def tool_objects():
    """The objects of build/wavelock-model beside the model's library, as the Makefile has them."""
    with open("tb/rules.mk", encoding="utf-8") as file:
        rules = file.read().replace("\\\n", " ")
    # Names of sources in lists, each with its folder.
    lists = dict(re.findall(r"^(TB_\w+) := (.*)", rules, re.M))
    named = " ".join(lists[name] for name in ("TB_DEVICE", "TB_TESTCASE", "TB_CLI", "TB_BACKEND_NONE"))
    found = re.findall(r"\$\(addprefix (\S+),(.*?)\)", named)
    paths = [folder + name for folder, names in found for name in names.split()]
    found = [f"build/obj/{path.removesuffix('.c')}.o" for path in paths]
    return [*found, "build/obj/build.o", "build/obj/sizes.o"]


def build(tool, sources, model=MODEL):
    """Links the tool with these sources in place of the model's of the same names; model: where their headers are."""
    os.makedirs(os.path.dirname(tool), exist_ok=True)
    subprocess.run(
        [
            "gcc",
            "-std=c11",
            "-D_GNU_SOURCE",
            "-O1",
            "-ffp-contract=off",
            f"-I{model}/include",
            f"-I{model}",
            *sources,
            *tool_objects(),
            "build/libwavelock.a",
            "-lelf",
            "-lmsgpackc",
            "-ljansson",
            "-lm",
            "-o",
            tool,
        ],
        check=True,
    )
