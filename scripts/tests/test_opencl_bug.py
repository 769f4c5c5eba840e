# SPDX-License-Identifier: Apache-2.0
"""A bug in the RTL and an OpenCL program that knows nothing of Wavelock: tb/opencl/programs/saxpy.c (docs/opencl.md).

usage: test_opencl_bug.py [--folder DIR] [--keep]

The bug is planted in a copy of the tree, and the tool and the driver are built there. The program has to end with a
MISMATCH that names the register and the instruction. The line behind `reproduce:` has to end the same way in the copy.
The captured launch has to pass in the tree itself, and so has the program.

Exit code 1: something of this is not so. 6: the text of the bug is not in the RTL, or the copy does not build.
"""
import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys

from wl import ROOT
from wl.mutation import mutate
from wl.runs import results
from wl.tree import plant


PROGRAM = os.path.join("tb", "opencl", "programs", "saxpy.c")
WHAT = "v_fma_f32 rounds its product"
BUG = plant.Change(
    "valu_fma_pkg",
    "x, y, z, adjust, op >= valu_fma_pkg::MadF32, round",
    "x, y, z, adjust, op >= valu_fma_pkg::FmaF32, round",
)
INSTRUCTION = "v_fma_f32"
HEADLINE = re.compile(
    r"^MISMATCH: slot \d+: (v\d+) \(physical VGPR \d+\) lane \d+ is written with 0x[0-9a-f]{8}, "
    r"expected 0x[0-9a-f]{8}$",
    re.MULTILINE,
)


class Wrong(Exception):
    """What is not as it should be."""


def copy_with_bug(tree):
    """A copy of the tree with the bug in it, built."""
    mutate.copy_tree(tree)
    plant.write(tree, plant.planted(WHAT, [BUG]))
    mutate.build(tree)
    mutate.build(tree, "build/libwavelock-opencl.so", with_tool=False)


def run(words, folder, code, **variables):
    """What a command prints; it ends with this code."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("WAVELOCK_", "MAKE", "MFLAGS"))}
    own.update({f"WAVELOCK_{name}": value for name, value in variables.items()})
    done = subprocess.run(
        words, cwd=folder, env=own, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode != code:
        raise Wrong(f"{' '.join(words)}: exit code {done.returncode}, expected {code}\n{done.stdout[-3000:]}")
    return done.stdout


def headline(text):
    """The first line of the report, and the register that it names."""
    found = HEADLINE.search(text)
    if not found:
        raise Wrong(f"no MISMATCH of a VGPR:\n{text[-3000:]}")
    return found[0], found[1]


class Bug:
    """The program on the tree with the bug. Each check needs those before it."""

    def __init__(self, tree, folder):
        self.tree, self.folder = tree, folder
        self.program, self.out = os.path.join(folder, "saxpy"), os.path.join(folder, "out")
        self.headline = self.test = self.again = ""
        subprocess.run(["cc", "-std=c11", "-O1", "-o", self.program, PROGRAM, "-lOpenCL", "-lm"], check=True)

    def call(self, tree, code):
        own = {"OUT": self.out, "CACHE": os.path.join(self.folder, "cache")}
        return run([os.path.join(tree, "scripts", "cl"), self.program], self.folder, code, **own)

    def passes_without(self):
        if "1024 checks, 0 wrong" not in self.call(ROOT, 0):
            raise Wrong("the program checks something else")
        shutil.rmtree(self.out)

    def fails(self):
        """The report has the register and the instruction, and so has the folder of the launch."""
        text = self.call(self.tree, results.VERDICTS.index("MISMATCH"))
        self.headline, register = headline(text)
        found = re.search(r"^reproduce: (make sim TEST=(\S+))$", text, re.MULTILINE)
        if not found:
            raise Wrong(f"no line that repeats the launch:\n{text[-3000:]}")
        self.again, self.test = found[1], found[2]
        if not re.search(rf"^ +\d+ +0x[0-9a-f]+ .* {INSTRUCTION} {register}, ", text, re.MULTILINE):
            raise Wrong(f"the report has no {INSTRUCTION} that writes {register}:\n{text[-3000:]}")
        (path,) = glob.glob(os.path.join(glob.escape(self.out), "launch-*", "result.json"))
        with open(path, encoding="utf-8") as file:
            result = json.load(file)
        if result["verdict"] != "MISMATCH" or f"MISMATCH: {result['why']}" != self.headline:
            raise Wrong(f"result.json says {result['verdict']}: {result['why']}")

    def fails_alone(self):
        """make ends with its own code; the headline comes from the program's run."""
        text = run(self.again.split(), self.tree, 2)
        if headline(text)[0] != self.headline:
            raise Wrong(f"it says {headline(text)[0]}, expected {self.headline}")

    def passes_alone_without(self):
        done, result = results.of_run([os.path.join("build", "wavelock"), self.test])
        if not result.passed or result["elements"] != 2048:
            raise Wrong(done.stdout + done.stderr)


CHECKS = {
    "the program passes without the bug": Bug.passes_without,
    "the bug makes the program fail": Bug.fails,
    "the captured launch fails the same way": Bug.fails_alone,
    "the captured launch passes without the bug": Bug.passes_alone_without,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", default="runs/opencl-bug", help="for the copy of the tree, and runs (%(default)s)")
    parser.add_argument("--keep", action="store_true", help="leave the folder where all is well")
    options = parser.parse_args()
    os.chdir(ROOT)
    folder = os.path.abspath(options.folder)
    shutil.rmtree(folder, ignore_errors=True)
    passed = 0
    try:
        copy_with_bug(os.path.join(folder, "tree"))
        bug = Bug(os.path.join(folder, "tree"), folder)
        for name, check in CHECKS.items():
            check(bug)
            passed += 1
    except Wrong as wrong:
        print(f"FAIL: {name}: {wrong}")
    except (plant.Failed, OSError, subprocess.CalledProcessError) as error:
        print(f"ERROR: {error}", file=sys.stderr)
        return 6
    print(f"{passed} passed, {len(CHECKS) - passed} failed")
    if passed == len(CHECKS) and not options.keep:
        shutil.rmtree(folder)
    return passed != len(CHECKS)


if __name__ == "__main__":
    sys.exit(main())
