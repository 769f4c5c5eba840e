# SPDX-License-Identifier: Apache-2.0
"""A compute unit in a folder of its own, also outside of the tree: its build, what clean removes, unit.json, random
programs for it, and what becomes small. It uses the build of scripts/tests/second_unit."""
import json
import os
import shutil
import unittest

from tests import stored_runs
from wl.runs import descriptions, unit_folder, units

TINY = os.path.join("examples", "tiny_cu")
BUILT = "VERILATED_OPT=-O0"  # as scripts/tests/second_unit has it
MISMATCH = 1


class UnitFolder(stored_runs.StoredRuns):
    def copy(self, *below):
        path = os.path.join(self.dir, *below)
        shutil.copytree(TINY, path)
        return path

    def test_name(self):
        """Each folder has a build of its own, however it is typed."""
        one, other = self.copy("one", "rtl"), self.copy("other", "rtl")
        names = [unit_folder.name(path) for path in (one, other, TINY, "rtl")]
        self.assertEqual(len(set(names)), len(names))
        for path in (one, os.path.relpath(one), os.path.join(one, "..", "rtl")):
            self.assertEqual(unit_folder.path_of(path), one)
        for path in (TINY, os.path.abspath(TINY), "rtl/../examples/tiny_cu/"):
            self.assertEqual(unit_folder.path_of(path), TINY)
        self.assertEqual(units.words(units.of_variables({"UNIT": one})), [f"UNIT={one}"])

    def test_clean(self):
        for unit in (self.copy("one", "rtl"), os.path.relpath(self.copy("two", "rtl")), TINY):
            built = os.path.join("build", unit_folder.name(unit))
            os.makedirs(built, exist_ok=unit == TINY)
            if unit != TINY:
                self.sim("clean", f"UNIT={unit}")
                self.assertFalse(os.path.exists(built))
            self.assertTrue(os.path.exists(os.path.join(unit, "cu_top.sv")))
            self.assertRegex(built, r"^build/units/(rtl|tiny_cu)-[0-9a-f]{8}$")

    def test_refused(self):
        for typed, said in (
            (self.copy("my unit"), "make, a shell and Verilator read it"),
            ("rtl", 'UNIT: found "rtl" without probe.f and cu_top.sv'),
            (self.dir, "without files.f and probe.f and cu_top.sv"),
        ):
            self.assertIn(said, self.sim("sim", "TEST=smoke", f"UNIT={typed}", code=6))
        for name, said in (("formal", "UNIT is for make"), ("bench", "UNIT is for make")):
            self.assertIn(said, self.sim("check", f"KIND={name}", f"UNIT={TINY}", code=6))
        said = self.sim("nightly", "KINDS=random proofs", f"UNIT={TINY}", code=6)
        self.assertIn("KINDS: proofs is for parts of the unit in rtl/; with UNIT: random vectors", said)

    def test_lists(self):
        """A path begins at the folder, else at the root of the tree."""
        unit = self.copy("unit")
        found = unit_folder.lists(unit)
        self.assertIn(os.path.join(unit, "tiny_cu.sv"), found["files.f"])
        self.assertEqual(found["files.f"][:2], ["--unroll-count", "4"])
        self.assertEqual(found["probe.f"], ["tb/probe/wl_probe_pkg.sv", os.path.join(unit, "tiny_probe.sv")])
        with open(os.path.join(unit, "files.f"), "w", encoding="utf-8") as file:
            file.write("// a list\n+incdir+.\n-f probe.f /* more */\nnosuch.sv\n")
        with self.assertRaisesRegex(unit_folder.Refused, r'files\.f:4: found "nosuch\.sv", expected a path from'):
            unit_folder.lists(unit)

    def test_unit_json(self):
        unit = self.copy("unit")
        for text, said in (
            ("{", "unit.json: Expecting"),
            ("[]", "expected an object"),
            ('{"lack": []}', 'found "lack", expected some of about lacks profiles tests'),
            ('{"lacks": "ds_*"}', "lacks: found .*, expected a list of patterns"),
            ('{"tests": ["nosuch"]}', 'tests: found "nosuch", expected a test of vectors/ or of'),
        ):
            with open(os.path.join(unit, "unit.json"), "w", encoding="utf-8") as file:
                file.write(text)
            with self.assertRaisesRegex(unit_folder.Refused, said):
                descriptions.of_own_folder(unit)
        with open(os.path.join(unit, "unit.json"), "w", encoding="utf-8") as file:
            json.dump({"tests": ["own/*.json", "flow/nop*"]}, file)
        os.makedirs(os.path.join(unit, "own"))
        shutil.copy("vectors/smoke/test.json", os.path.join(unit, "own", "mine.json"))
        found = descriptions.of_own_folder(unit)
        self.assertEqual(found[:2], [os.path.join(unit, "own", "mine.json"), "flow/nop"])

    def test_random(self):
        """Programs have what the unit has. Seeds 1 and 3 once found two errors of it."""
        said = self.sim("random", f"UNIT={TINY}", BUILT, "SEEDS=4", "COUNT=500", f"OUT={self.dir}")
        self.assertIn("4 passed, 0 failed", said)
        self.assertRegex(said, r"examples/tiny_cu lacks, by its unit\.json: .* ds_\*")
        said = self.sim(
            *("random", f"UNIT={TINY}", BUILT, "SEEDS=1", "COUNT=300", f"OUT={self.dir}", "INJECT=drop:vgpr@2000"),
            code=MISMATCH,
        )
        self.assertRegex(said, rf"again: make sim TEST=\S+ SEED=1 INJECT=\S+ UNIT={TINY}")


if __name__ == "__main__":
    unittest.main()
