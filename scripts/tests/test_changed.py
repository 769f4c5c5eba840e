# SPDX-License-Identifier: Apache-2.0
"""What make check without KIND chooses for a change, the names of ONLY, and the record of reached lines."""
import gzip
import os
import tempfile
import types
import unittest
import unittest.mock

from wl.cover import reach
from wl.door import changed, test
from wl.runs.runner import Job

REACHES = "reaches the changed lines"


class Names(unittest.TestCase):
    def setUp(self):
        jobs = ("builds of OpenCL programs", "fields of words", "lockstep lds_banks seed 1", "data share alone")
        self.jobs = [Job(name, ["build/wavelock"]) for name in jobs]
        self.jobs[-1].argv = ["build/wavelock-lds-unit"]

    def found(self, only):
        return [job.name for job in test.named(self.jobs, only)]

    def test_beginnings_of_words(self):
        self.assertEqual(self.found("field"), ["fields of words"])
        self.assertEqual(self.found("ields"), [])
        self.assertEqual(self.found("banks"), ["lockstep lds_banks seed 1"])
        self.assertEqual(self.found("lockstep *seed"), ["lockstep lds_banks seed 1"])

    def test_block(self):
        """Its bench does not have the block in its name, and "builds" and "fields" have it in the middle of a word."""
        self.assertEqual(self.found("lds"), ["lockstep lds_banks seed 1", "data share alone"])


class Change(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.jobs = test.parts(False)

    def setUp(self):
        measured = unittest.mock.patch.object(changed, "times", dict)  # a plan does not depend on this tree's runs
        measured.start()
        self.addCleanup(measured.stop)

    def asked(self, path, ask):
        return {job.name for _, some in ask(path, self.jobs) for job in some}

    def test_leaf(self):
        found = self.asked("rtl/lds/lds_quad.sv", changed.of_rtl)
        self.assertLessEqual({"data share alone", "proof lds_quad"}, found)
        self.assertIn("build/asan/refmodel/tests/test_lds_service", found)
        self.assertNotIn("builds of OpenCL programs", found)
        self.assertNotIn("model lds_banks", found)
        found = self.asked("rtl/vmem/vmem_address.sv", changed.of_rtl)
        self.assertLessEqual({"addresses of vector memory alone", "proof vmem_range"}, found)

    def test_model_and_scripts(self):
        found = self.asked("refmodel/memory/atomic.c", changed.of_c)
        self.assertIn("build/asan/refmodel/tests/test_atomic", found)
        self.assertIn("the runner", self.asked("scripts/wl/runs/runner.py", changed.of_script))
        self.assertEqual(self.asked("vectors/smoke/smoke.s", changed.of_vector), {"lockstep smoke seed 1"})

    def test_vectors_by_block_and_by_reach(self):
        both, (why, some), others = changed.vectors_of("rtl/export/export_unit.sv", self.jobs, {})
        self.assertEqual((both[1], why, others[1]), ([], "of the block export", []))
        self.assertIn("directed_export", " ".join(job.key[0] for job in some))
        self.assertEqual({job.key[1] for job in some}, {test.SEED})

    def test_order_of_parts(self):
        """What takes a second, the vectors of the block, and a bench of ten seconds behind them."""
        plan = changed.planned(["rtl/lds/lds_quad.sv"], self.jobs, {}, 2)
        names = [job.name for job in plan.jobs]
        of_block = [job.name for job in plan.jobs if plan.why[job.name].endswith("of the block lds")]
        self.assertLess(names.index("build/asan/refmodel/tests/test_lds_service"), names.index(of_block[0]))
        self.assertLess(names.index(of_block[-1]), names.index("data share alone"))
        self.assertLess(names.index("data share alone"), names.index("lockstep export/ends seed 1"))

    def test_vectors_of_files_beside_the_blocks(self):
        """The probe's files name what they watch, a unit of its own runs no vector of the default one."""
        for path, why in (
            ("rtl/probe/lds_report.sv", "of the block lds"),
            ("rtl/probe/waits_report.sv", "tagged waits"),
            ("rtl/isa/isa_pkg.sv", "of all"),
            ("rtl/cu.sv", "of all"),
        ):
            self.assertEqual(changed.patterns_of(path)[0], why)
        self.assertEqual(changed.patterns_of("rtl/configs/rdna.f"), ("of another unit", []))
        self.assertIn(test.OTHER_UNIT, self.asked("rtl/configs/rdna.f", changed.of_rtl))

    def test_other_unit_is_left(self):
        """A part that needs another unit is named as not run: its build takes minutes."""
        plan = changed.planned(["rtl/configs/rdna.f"], self.jobs, {}, 2)
        self.assertIn(test.OTHER_UNIT, {job.name for job in plan.left})
        self.assertNotIn(test.OTHER_UNIT, {job.name for job in plan.jobs})

    def test_reach_of_an_edit_that_is_not_in_the_tree(self):
        """The record numbers lines as the blob does. What differs from it is changed."""
        path = "rtl/export/export_unit.sv"
        blob = changed.git("rev-parse", f"HEAD:{path}").strip()
        old = changed.git("cat-file", "blob", blob).splitlines(keepends=True)
        reached = {path: reach.Reached(blob, {"smoke": {10}, "saxpy": {11}, "export/ends": {9, 10}})}
        edited = "".join([*old[:9], "changed\n", *old[10:]])
        both, of_block, others = changed.vectors_of(path, self.jobs, reached, lambda _: edited)
        self.assertEqual(both[0], "of the block export, and reaches the changed lines")
        self.assertEqual([job.key[0] for job in both[1]], ["export/ends"])
        self.assertEqual(of_block[0], "of the block export")
        self.assertEqual((others[0], {job.key[0] for job in others[1]}), (REACHES, {"smoke", "export/ends"}))

    def test_file_that_is_gone(self):
        """All lines of a file that was removed have changed."""
        blob = changed.git("rev-parse", "HEAD:rtl/export/export_unit.sv").strip()
        reached = {"rtl/export/gone.sv": reach.Reached(blob, {"smoke": {10}})}
        others = changed.vectors_of("rtl/export/gone.sv", self.jobs, reached)[2]
        self.assertEqual([job.key[0] for job in others[1]], ["smoke"])

    def test_order_of_vectors(self):
        """The block's vectors on the lines, the rest of the block, others on the lines, and what has room, unnamed."""
        path = "rtl/export/export_unit.sv"
        blob = changed.git("rev-parse", f"HEAD:{path}").strip()
        reached = {path: reach.Reached(blob, {"smoke": {10}, "export/ends": {10}})}
        edited = changed.text_of(path).splitlines(keepends=True)
        edited[9] = "changed\n"
        plan = changed.planned([path], self.jobs, reached, 2, lambda _: "".join(edited))
        whys = [plan.why[job.name] for job in test.of_cycles(plan.jobs)]
        self.assertEqual(
            list(dict.fromkeys(whys)),
            [
                f"{path}: of the block export, and {REACHES}",
                f"{path}: of the block export",
                f"{path}: {REACHES}",
                "of all, as the minute has room",
            ],
        )
        self.assertEqual(whys.count(f"{path}: {REACHES}"), 1)
        self.assertFalse([why for why in plan.left.values() if "room" in why])

    def test_room(self):
        """What does not fit is left, and named; cheap vectors come first."""
        plan = changed.Plan(1)
        plan.known = {"a": 1.0, "b": 40.0, "c": 30.0}
        jobs = {name: Job(name, ["true"]) for name in "cba"}
        plan.add({job: "why" for job in jobs.values()})
        self.assertEqual([job.name for job in plan.jobs], ["a", "c"])
        self.assertEqual([job.name for job in plan.left], ["b"])
        self.assertEqual(changed.said_not_run(plan.left), "1 not run: b")


class Lines(unittest.TestCase):
    def test_hunks(self):
        """Lines of the old file; a line that is new counts as its neighbours."""
        self.assertEqual(changed.lines_of("@@ -3 +3 @@\n-a\n+b\n@@ -10,2 +10,0 @@\n"), {3, 10, 11})
        self.assertEqual(changed.lines_of("@@ -7,0 +8,2 @@ module m;\n"), {7, 8})

    def test_ranges(self):
        self.assertEqual(reach.ranges({17, 12, 13, 14}), "12-14,17")

    def test_record(self):
        """A file whose contents git knows has tests with their lines; another one has none."""
        path, files = "rtl/files.f", {"smoke": {"rtl/files.f": {1, 2, 5}}, "saxpy": {"rtl/files.f": {2}}}
        with tempfile.TemporaryDirectory() as folder:
            reach.write(os.path.join(folder, "1.tsv.gz"), files)
            found = reach.read([path], [folder])
            self.assertEqual(found[path].tests, {"smoke": {1, 2, 5}, "saxpy": {2}})
            self.assertEqual(reach.read(["rtl/cu.sv"], [folder]), {})
            with gzip.open(os.path.join(folder, "1.reach.gz"), "wt", encoding="utf-8") as file:
                print("smoke", path, "0" * 40, "1", sep="\t", file=file)
            self.assertEqual(reach.read([path], [folder]), {})

    def test_points(self):
        """A point has several lines, or its own; toggles and what did not run are no reach."""

        def point(metric, line, lines=""):
            return types.SimpleNamespace(metric=metric, file="a.sv", line=line, lines=lines)

        rows = [(point("line", 4, "4-5"), 1), (point("line", 9), 2), (point("line", 11), 0), (point("toggle", 20), 3)]
        counts = types.SimpleNamespace(items=lambda: rows)
        self.assertEqual(reach.lines_of(counts), {"a.sv": {4, 5, 9}})


if __name__ == "__main__":
    unittest.main()
