# SPDX-License-Identifier: Apache-2.0
"""A unit with an instruction set of its own in our bench: scripts/tests/foreign_unit, with its model, assembler and
tests."""
import json
import os
import shutil
import subprocess
import unittest

from tests import stored_runs
from wl.runs import unit_folder

UNIT = os.path.join("scripts", "tests", "foreign_unit")
OF_UNIT = (f"UNIT={UNIT}", "VERILATED_OPT=-O0")  # short runs: compiling is what takes time
TEST = "TEST=tests/lanes"
MISMATCH, ERROR = 1, 6


class ForeignUnit(stored_runs.StoredRuns):
    def copy(self):
        path = os.path.join(self.dir, "unit")
        shutil.copytree(UNIT, path)
        return path

    def test_unit_json(self):
        unit = self.copy()
        for text, said in (
            ({"model": "model.c"}, "model: found .*, expected a list of C files below the folder"),
            ({"model": ["../model.c"]}, "model: found .*, expected a list of C files below the folder"),
            ({"model": ["nosuch.c"]}, 'model: found "nosuch.c", expected a file of'),
            ({"assembler": "asm.py"}, 'found "assembler" without "model"'),
            ({"generator": "asm.py"}, 'found "generator" without "model"'),
            ({"model": ["model.c"], "assembler": "nosuch"}, 'assembler: found "nosuch", expected a file of'),
            (
                {"model": ["model.c"], "assembler": "files.f"},
                r'found "files.f", which may not be executed \(chmod \+x\)',
            ),
            ({"model": ["model.c"], "generator": "nosuch"}, 'generator: found "nosuch", expected a file of'),
            ({"model": ["model.c"], "lacks": ["ds_*"]}, 'found "lacks" with "model": it is about random programs of'),
            ({"model": ["model.c"], "profiles": ["int"]}, 'found "profiles" with "model"'),
        ):
            with open(os.path.join(unit, "unit.json"), "w", encoding="utf-8") as file:
                json.dump(text, file)
            with self.assertRaisesRegex(unit_folder.Refused, said):
                unit_folder.about(unit)
        self.assertTrue(unit_folder.has_random(UNIT))
        with open(os.path.join(unit, "unit.json"), "w", encoding="utf-8") as file:
            json.dump({"model": ["model.c"]}, file)
        self.assertFalse(unit_folder.has_random(unit))
        said = self.sim("random", f"UNIT={unit}", code=ERROR)
        self.assertIn('found no "generator", expected a table for random programs', said)

    def test_lockstep(self):
        said = self.sim("sim", *OF_UNIT, TEST, f"OUT={self.dir}")
        self.assertRegex(said, rf"^PASS {UNIT}/tests/lanes seed 1: .* 24 elements as expected; not checked: memory")
        said = self.sim("sim", *OF_UNIT, TEST, "PLUS=+toy_bug", f"OUT={self.dir}", code=MISMATCH)
        self.assertIn(f"reproduce: make sim TEST={UNIT}/tests/lanes SEED=1 PLUS=+toy_bug UNIT={UNIT}", said)

    def test_bare(self):
        """Nothing but the RTL, which has no package."""
        said = self.sim("sim", *OF_UNIT, TEST, "CHECK=off", f"OUT={self.dir}")
        self.assertRegex(
            said, rf"^PASS {UNIT}/tests/lanes seed 1: .* 0 state words compared, .* 24 elements as expected"
        )

    def test_verbs(self):
        """What else takes the unit. A report has its names and none of GFX9."""
        said = self.sim("check", "KIND=probe-check", *OF_UNIT)
        self.assertIn("probe-check: 1 programs, no fault of the probe", said)
        said = self.sim("cover", *OF_UNIT, TEST)
        self.assertIn("6 instructions issued in lockstep", said)
        self.assertIn("| less | scalar | 3 |", said)
        trace, pipe = os.path.join(self.dir, "trace"), os.path.join(self.dir, "pipe")
        said = self.sim("sim", *OF_UNIT, TEST, "STATS=1", f"TRACE={trace}", f"PIPE={pipe}", f"OUT={self.dir}")
        self.assertIn("0x100001008    add 2, 0, 1\n", said)
        with open(trace, encoding="utf-8") as file:
            self.assertRegex(file.read(), r"add 2, 0, 1 +; v2&ff=00000007\+1\*8 PC=000000010000100c")
        with open(pipe, encoding="utf-8") as file:
            self.assertNotIn("EXEC", file.read())

    def debug(self, *words, commands):
        done = subprocess.run(
            ["scripts/wavelock", "debug", *OF_UNIT, TEST, *words],
            input=commands,
            capture_output=True,
            text=True,
            check=False,
            env=stored_runs.ENV,
        )
        return done.stdout + done.stderr

    def test_debug(self):
        """The unit does not declare the level "state": the debugger shows the expected side."""
        commands = "break main+0x1c\nc\nregs PRED v2 v2[7]\ndiff\nregs v2[8]\nquit\n"
        for words, said in (
            (["DEVICE=model"], "the model runs alone: there is nothing to compare"),
            ([], 'the unit\'s probe does not declare the level "state"'),
        ):
            text = self.debug(*words, commands=commands)
            self.assertIn("slot 0: 0x00010000101c <main+0x1c>  less 0, 0, 1", text)
            self.assertRegex(text, r"PRED +0xff\n +v2\[0:7\] +00000007 .* 0000000e\n +v2\[7\] +0000000e\n")
            self.assertIn(said, text)
            self.assertIn('found "v2[8]", expected a lane from 0 to 7', text)

    def test_stored(self):
        run = self.stored("sim", *OF_UNIT, TEST, "PLUS=+toy_bug", code=MISMATCH)
        self.assertIn("the same: MISMATCH: memory differs", self.sim("replay", f"RUN={run}"))
        said = self.sim("diff", f"RUN={run}", "CLOCK=300", code=ERROR)
        self.assertIn('the state cannot be shown: the unit\'s probe does not declare the level "state"', said)
        said = self.sim("shrink", f"RUN={run}", f"OUT={self.dir}")
        self.assertIn("  less 0, 0, 1\n", said)
        self.assertRegex(said, r"\n  store \d, \d, \d\n")

    def test_alone(self):
        said = self.sim("run", *OF_UNIT, TEST)
        self.assertRegex(said, rf"(?m)^PASS {UNIT}/tests/lanes seed 1: 30 instructions, .* 24 elements as expected\n$")

    def program(self, text, **keys):
        """A test of a program: its folder."""
        folder = os.path.join(self.dir, "test")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "a.s"), "w", encoding="utf-8") as file:
            file.write(text)
        test = {"about": "a test", "program": "a.s", "launch": {"grid": [8], "group": [8]}}
        test |= {"expect": {"fault": True}, **keys}
        with open(os.path.join(folder, "test.json"), "w", encoding="utf-8") as file:
            json.dump(test, file)
        return f"TEST={folder}"

    def refused(self, test, said):
        self.assertIn(said, self.sim("run", *OF_UNIT, test, code=ERROR))

    def test_programs(self):
        """What is wrong with a program is said with its place; an image runs as it is, and a program without a
        description."""
        self.refused(self.program("halt\nnosuch 1\n"), 'a.s:2: found "nosuch", expected an operation')
        with open(os.path.join(self.dir, "a.bin"), "wb") as file:
            file.write(bytes(4))
        self.assertIn(": 1 instructions", self.sim("run", *OF_UNIT, f"TEST={self.dir}/a.bin"))
        self.assertIn(": 1 instructions", self.sim("run", *OF_UNIT, self.program("halt\n") + "/a.s"))
        shutil.copy("examples/saxpy_int/saxpy_int.cl", self.dir)
        self.refused(f"TEST={self.dir}/saxpy_int.cl", "expected a program ending in .s or .bin")
        with open(os.path.join(self.dir, "a.bin"), "wb"):
            pass
        self.refused(f"TEST={self.dir}/a.bin", "found an image of 0 bytes, expected 1 to")

    def test_keys(self):
        """Keys of GFX9 are refused by their names, and so are arguments that no register can take."""
        plain = {"grid": [8], "group": [8]}
        for key, value in (("lds", 64), ("scratch", 16), ("issue", "control"), ("offset", [1])):
            test = self.program("halt\n", launch={**plain, key: value})
            self.refused(test, f"found launch.{key}, which is about GFX9: this unit has the instruction set TOY8")
        self.refused(self.program("halt\n", isa="gfx900"), "found isa, which is about GFX9")
        several = [{"scalar": name, "type": "u64", "value": 1} for name in "abc"]
        said = "argument c: it ends in word 6 of the arguments, and a wave of this unit begins with 4"
        self.refused(self.program("halt\n", args=several), said)
        self.refused(self.program("halt\n", args=[{"local": "l", "bytes": 64}]), "argument l: a local, and a unit with")
        self.refused(self.program("halt\n", kernel="other"), "no kernel named other; there are: main")


if __name__ == "__main__":
    unittest.main()
