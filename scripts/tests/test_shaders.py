# SPDX-License-Identifier: Apache-2.0
"""Compute shaders (scripts/wl/runs/shaders.py): a slice of vectors/glsl in lockstep, and what is refused.

Needs build/wavelock and build/wavelock-shader. The nightly has all shaders: KINDS=shaders.
"""
import os
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

from wl import ROOT
from wl.door import sim
from wl.runs import shaders


PROGRAM = os.path.join("build", shaders.PROGRAM)
# The shaders of the slice, and whether they are optimised.
SLICE = {
    "add": False,
    "buffer_atomics": True,
    "constants": True,
    "double": True,
    "half": True,
    "int_small": True,
    "lds_atomics": True,
    "references": True,
    "spill": True,
    "subgroup_reduce": True,
    "subgroup_votes": False,
    "waterfall": True,
    "waves": True,
}
HEAD = "// buffer a u32 64 iota\n#version 450\nlayout(local_size_x = 64) in;\n"
BODY = "layout(binding = 0) buffer A { uint a[]; };\nvoid main() { a[gl_LocalInvocationIndex] = %s; }\n"
IMAGE = "void main() { imageStore(p, ivec2(0), uvec4(1)); }\n"
ARRAY = "void main() { b[1].a[gl_LocalInvocationIndex] = 1; }\n"


class Shaders(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.chdir(ROOT)

    def run_of(self, path, optimised=True, gpu="vega10"):
        """(exit code, what was said) of a run in lockstep."""
        with tempfile.TemporaryDirectory() as folder:
            test = shaders.described(path, PROGRAM, gpu, optimised, folder)
            command = ["build/wavelock", "--run-dir", folder, test]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def own(self, text):
        """The path of a shader with this text."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "own.comp")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def refused(self, why, text):
        with self.assertRaisesRegex(shaders.Refused, why):
            self.run_of(self.own(text))

    def test_missing(self):
        """A driver or a compiler that is not there is named, with the package."""
        for name, value in (("DRIVERS", "/nonexistent"), ("GLSLANG", "/nonexistent/glslangValidator")):
            with self.subTest(name), unittest.mock.patch.object(shaders, name, value):
                self.refused("/nonexistent/.*: [Nn]o such file.*scripts/setup", HEAD + BODY % "1")

    def test_slice(self):
        """The shaders of the slice end with the values that lavapipe has."""
        for name, optimised in SLICE.items():
            with self.subTest(name):
                code, text = self.run_of(os.path.join(shaders.FOLDER, f"{name}.comp"), optimised)
                self.assertEqual(code, 0, text)

    def test_other_values(self):
        """A shader that does something else than its expectation is no PASS."""
        wrong = "#ifdef EXPECTED\n#define X 1\n#else\n#define X 2\n#endif\n"
        code, text = self.run_of(self.own(HEAD + wrong + BODY % "X"))
        self.assertNotEqual(code, 0)
        self.assertIn("a[0] is 2 (0x00000002), expected 1", text)

    def test_other_unit(self):
        """Code for vega20 is for gfx906."""
        code, text = self.run_of(self.own(HEAD + BODY % "7"), gpu="vega20")
        self.assertNotEqual(code, 0)
        self.assertIn("it is for gfx906", text)

    def test_folder(self):
        """A folder without tests stands for its shaders."""
        path = self.own(HEAD + BODY % "1")
        self.assertEqual(sim.of_folder(os.path.dirname(path)), {path})

    def test_refused(self):
        """A shader that cannot be made says why."""
        self.refused("glslangValidator failed: .*'b' : undeclared identifier", HEAD + BODY % "b")
        self.refused("found 0 buffers in comments", HEAD[HEAD.index("#") :] + BODY % "1")
        self.refused('found "// buffer a u33 64 zero"', HEAD.replace("u32 64 iota", "u33 64 zero") + BODY % "1")
        self.refused("one comment // groups", "// groups 0\n" + HEAD + BODY % "1")
        self.refused("found push constants", HEAD + "layout(push_constant) uniform P { uint p; };\n" + BODY % "p")
        self.refused("found images", HEAD + "layout(binding = 0, r32ui) uniform uimage2D p;\n" + IMAGE)
        self.refused("set 0, binding 1: no comment", HEAD + (BODY % "1").replace("binding = 0", "binding = 1"))
        self.refused("set 1, binding 0: no comment", HEAD + (BODY % "1").replace("binding = 0", "set = 1, binding = 0"))
        self.refused(
            "set 0, binding 0, 2 elements: no comment",
            HEAD + "layout(binding = 0) buffer A { uint a[]; } b[2];\n" + ARRAY,
        )
        self.refused('found "// buffer a u32 0 iota"', HEAD.replace("64 iota", "0 iota") + BODY % "1")
        self.refused("buffer a: the name is taken", "// buffer a u32 64 zero\n" + HEAD + BODY % "1")
        self.refused(r"buffer a: iota\[x\] of u32: ", HEAD.replace("iota", "iota[x]") + BODY % "1")
        self.refused(r"buffer a: random\[9,3\] of u32: ", HEAD.replace("iota", "random[9,3]") + BODY % "1")


if __name__ == "__main__":
    unittest.main(argv=sys.argv)
