# SPDX-License-Identifier: Apache-2.0
"""A compute unit in a folder of its own, also outside of the tree: its build, what clean removes, unit.json, random
programs for it, and what becomes small. It uses the build of scripts/tests/second_unit."""
import argparse
import json
import os
import re
import shutil
import subprocess
import unittest

from tests import stored_runs
from wl.cover import code_coverage
from wl.mutation import instrument
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
        for words, why in (
            (("check", "KIND=formal"), "it is about what lies in this tree"),
            (("check", "KIND=mutants"), "KIND=mutation makes mutants of a unit"),
            (("check", "KIND=coincidence"), "its pairs are events of rtl/"),
            (("replay", "RUN=x"), "the folder of a run knows its unit"),
        ):
            said = self.sim(*words, f"UNIT={TINY}", code=6)
            self.assertRegex(said, rf"^ERROR: UNIT is for make .* does not use it: .*{why}\n$")
        said = self.sim("run", "TEST=smoke", f"UNIT={TINY}", code=6)
        self.assertIn("the model runs alone, and that of GFX9 needs no unit", said)
        said = self.sim("check", "KIND=mutation", f"UNIT={TINY}", "BLOCK=lds", code=6)
        self.assertIn('BLOCK: found "lds", expected one of tiny_cu', said)
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
            (
                '{"lack": []}',
                'found "lack", expected some of about lacks profiles tests blocks model assembler generator',
            ),
            ('{"blocks": {"a b": ["*"]}}', "blocks: found .*, expected an object of names with lists of patterns"),
            ('{"blocks": {"alu": "*"}}', "blocks: found .*, expected an object of names with lists of patterns"),
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

    def test_keys_of_page(self):
        """docs/your-unit.md has each key of unit.json with the text that the parser has of it."""
        with open("docs/your-unit.md", encoding="utf-8") as file:
            rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", file.read(), re.M)
        self.assertEqual(
            [row for row in rows if row[0] in unit_folder.KEYS],
            [(key, text) for key, (text, *_) in unit_folder.KEYS.items()],
        )

    def test_blocks(self):
        unit = self.copy("unit")
        self.assertEqual(instrument.blocks(unit), ["unit"])
        os.makedirs(os.path.join(unit, "alu"))
        os.rename(os.path.join(unit, "tiny_salu.sv"), os.path.join(unit, "alu", "tiny_salu.sv"))
        self.list_of(unit, ("tiny_salu.sv", "alu/tiny_salu.sv"))
        self.assertEqual(instrument.blocks(unit), ["unit", "alu"])
        self.assertEqual(instrument.files_of("alu", unit), [os.path.join(unit, "alu", "tiny_salu.sv")])
        self.says(unit, {"blocks": {"a": ["alu/*"], "m": ["*mem.sv", "tiny_smem.sv"]}})
        self.assertEqual(instrument.blocks(unit), ["a", "m"])
        self.assertEqual(len(instrument.files_of("m", unit)), 2)
        self.says(unit, {"blocks": {"a": ["alu/*", "nosuch*"]}})
        with self.assertRaisesRegex(unit_folder.Refused, 'blocks: a: found "nosuch\\*", expected files of files.f'):
            instrument.blocks(unit)

    def test_mutants(self):
        """The copies of a unit outside of the tree lie below the build, and Verilator reads them with their mutants."""
        unit = self.copy("unit")
        with open(os.path.join(unit, "two.v"), "w", encoding="utf-8") as file:
            file.write("module one;\nendmodule\nmodule two;\nendmodule\n")
        self.list_of(unit, ("tiny_cu.sv", "tiny_cu.sv\ntwo.v"))
        before = {name: instrument.read(os.path.join(unit, name)) for name in os.listdir(unit)}
        skipped = []
        mutants = instrument.mutants_of("unit", unit, skipped)
        self.assertEqual(skipped, [(os.path.join(unit, "two.v"), 1, "found 2 modules, expected one in a file")])
        built = os.path.join(self.dir, "built")
        instrument.write_unit(built, instrument.slice_of(mutants, 100, 1), unit)
        self.assertEqual({name: instrument.read(os.path.join(unit, name)) for name in os.listdir(unit)}, before)
        rows = json.loads(instrument.read(os.path.join(built, "mutants.json")))
        self.assertEqual({row["block"] for row in rows}, {"unit"})
        self.assertIn("pc_q", instrument.read(os.path.join(built, instrument.REGISTERS)).split())
        unit_folder.write_lists(unit, built)
        os.remove(os.path.join(unit, "tiny_salu.sv"))  # the copy is read
        words = ["verilator", "--lint-only", "--top-module", "cu_top", "--no-timing", "-Wno-lint", "-Wno-UNOPTFLAT"]
        lists = [word for name in ("files.f", "unit/probe.f") for word in ("-f", os.path.join(built, name))]
        done = subprocess.run(
            [*words, *lists, os.path.join(unit, "cu_top.sv")], capture_output=True, text=True, check=False
        )
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_counted(self):
        """Code coverage runs the tests that unit.json names, and leaves out the probe and the top."""
        unit = self.copy("unit")
        built = os.path.join("build", unit_folder.name(unit))
        self.addCleanup(shutil.rmtree, built)
        unit_folder.write_lists(unit, built)
        self.says(unit, {"tests": ["smoke", "flow/nop"]})
        options = argparse.Namespace(runs=[], first=1, seeds=1, count=100, profiles=["int"])
        self.assertEqual(code_coverage.runs_of(options, built), [["smoke@1", "flow/nop@1"], ["int:100@1"]])
        off = instrument.read(os.path.join(built, "unit", unit_folder.UNCOUNTED))
        for name in ("tiny_probe.sv", "cu_top.sv"):
            self.assertIn(f'coverage_off -file "{os.path.join(unit, name)}"', off)
        with open(os.path.join(unit, "tiny_salu.sv"), "a", encoding="utf-8") as file:
            file.write("// coverage off toggle nosuch: a test\n")
        self.assertIn("nosuch", [one.what for one in code_coverage.exceptions(unit)])

    def list_of(self, unit, change):
        path = os.path.join(unit, "files.f")
        text = instrument.read(path).replace(*change)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def says(self, unit, about):
        with open(os.path.join(unit, "unit.json"), "w", encoding="utf-8") as file:
            json.dump(about, file)

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
