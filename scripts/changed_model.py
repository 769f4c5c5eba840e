# SPDX-License-Identifier: Apache-2.0
"""The model's tool with some changed sources: only they are compiled, and linked before the library."""
import glob
import os
import re
import subprocess

MODEL = "refmodel"


def tool_objects():
    """The objects of build/wavelock-model beside the model's library, as the Makefile has them."""
    found = [path for path in glob.glob("build/obj/tb/*.o") if os.path.basename(path) != "backend_rtl.o"]
    # What the model's tool takes of the checker: TB_BACKEND_NONE of tb/rules.mk.
    with open("tb/rules.mk", encoding="utf-8") as rules:
        found += [f"build/obj/tb/lockstep/{name}.o" for name in re.findall(r"tb/lockstep/(\w+)\.c", rules.read())]
    return [*found, "build/obj/build.o"]


def build(tool, sources, include=os.path.join(MODEL, "src")):
    """Links the tool with these sources in place of the model's of the same names; include: the headers' folder."""
    os.makedirs(os.path.dirname(tool), exist_ok=True)
    subprocess.run(
        [
            "gcc",
            "-std=c11",
            "-D_GNU_SOURCE",
            "-O1",
            "-ffp-contract=off",
            f"-I{MODEL}/include",
            f"-I{include}",
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
