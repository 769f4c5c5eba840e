# SPDX-License-Identifier: Apache-2.0
"""Random programs of a unit with an instruction set of its own: scripts/tests/foreign_unit, by its table toy.txt."""
import json
import os
import shutil
import subprocess
import unittest

from tests import stored_runs
from tests.test_foreign_unit import ERROR, MISMATCH, OF_UNIT, UNIT
from wl.runs import unit_folder

SEEDS = ("SEEDS=1..6", "COUNT=60")


class ForeignRandom(stored_runs.StoredRuns):
    def test_lockstep(self):
        said = self.sim("random", *OF_UNIT, *SEEDS, f"OUT={self.dir}")
        self.assertTrue(said.startswith(f"{UNIT}: programs by its table toy.txt\n"))
        self.assertRegex(said, r"\nok +default seed 6 +\d+ cycles, \d+ instructions .*\n6 passed, 0 failed\n$")
        said = self.sim("random", *OF_UNIT, *SEEDS, "PROFILE=sums", f"OUT={self.dir}")
        self.assertIn("ok    sums seed 1", said)

    def test_profile(self):
        said = self.sim("random", *OF_UNIT, *SEEDS, "PROFILE=int", f"OUT={self.dir}", code=ERROR)
        self.assertIn("no profile int; there are: default, sums", said)

    def test_wrong_tables(self):
        """A wrong table, and a unit without one, are refused before a program is made."""
        unit = os.path.join(self.dir, "unit")
        shutil.copytree(UNIT, unit)
        with open(os.path.join(unit, "toy.txt"), "a", encoding="ascii") as file:
            file.write("profile default some 3\n")
        arguments = (f"UNIT={unit}", "VERILATED_OPT=-O0", *SEEDS, f"OUT={self.dir}")
        said = self.sim("random", *arguments, code=ERROR)
        self.assertRegex(
            said, rf'ERROR: {unit}/toy.txt:\d+: found "some", expected a group of instructions, a shape of '
        )
        with open(os.path.join(unit, "unit.json"), encoding="ascii") as file:
            about = json.load(file)
        del about["generator"]
        with open(os.path.join(unit, "unit.json"), "w", encoding="ascii") as file:
            json.dump(about, file)
        said = self.sim("random", *arguments, code=ERROR)
        self.assertIn(f'ERROR: {unit}/unit.json: found no "generator", expected a table for random programs', said)

    def test_small_program(self):
        """A failure of a random program becomes a few instructions, and names none of GFX9."""
        made = os.path.join(self.dir, "made")
        os.mkdir(made)
        generator = os.path.join("build", unit_folder.name(UNIT), "wavelock-random")
        table = os.path.join(UNIT, "toy.txt")
        subprocess.run([generator, "--table", table, "--count", "200", "--out", made], check=True)
        run = self.stored("sim", *OF_UNIT, f"TEST={made}", "PLUS=+toy_bug", code=MISMATCH)
        said = self.sim("shrink", f"RUN={run}", f"OUT={self.dir}")
        with open(os.path.join(self.dir, "shrunk", os.path.basename(run), "program.s"), encoding="ascii") as file:
            lines = file.read().splitlines()
        self.assertLessEqual(len(lines), 4, said)
        self.assertEqual(lines[-1].strip(), "halt")
        self.assertIn("instructions in 1 wave", said)


if __name__ == "__main__":
    unittest.main()
