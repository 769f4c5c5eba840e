# SPDX-License-Identifier: Apache-2.0
"""result.json of runs of all kinds follows docs/result.md, and what does not follow it is named."""
import os
import re
import tempfile
import unittest

from wl import ROOT
from wl.runs import results
from wl.tree import sources


MODEL = ["build/wavelock-model", "--device", "model"]
LOCKSTEP = ["build/wavelock", "--device", "lockstep"]
RTL = ["build/wavelock", "--device", "rtl"]
# Command, verdict, and keys that must be there or not be empty.
RUNS = [
    ([*MODEL, "saxpy"], "PASS", ("instructions", "elements", "object", "launch")),
    ([*LOCKSTEP, "saxpy"], "PASS", ("cycles", "events", "words_compared", "build", "reproduce")),
    ([*RTL, "saxpy"], "PASS", ("cycles",)),
    ([*LOCKSTEP, "transpose", "--stats"], "PASS", ("stats",)),
    ([*LOCKSTEP, "message"], "PASS", ("messages", "message_count")),
    (
        [*LOCKSTEP, "transpose", "--conflicts"],
        "PASS",
        ("lds_cycles", "lds_conflicts", "transactions", "least_transactions"),
    ),
    ([*LOCKSTEP, "unmapped"], "PASS", ("unmapped",)),
    ([*RTL, "unmapped"], "PASS", ("unmapped",)),
    ([*LOCKSTEP, "lds_outside/counted"], "PASS", ("unmapped",)),
    ([*LOCKSTEP, "waits/race/store"], "PASS", ("not_judged",)),
    ([*LOCKSTEP, "kernels/launches"], "PASS", ("launches",)),
    ([*MODEL, "kernels/deep_recursion"], "PASS", ("launch",)),
    ([*LOCKSTEP, "export/exec"], "PASS", ("exports", "export_count")),
    ([*RTL, "export/exec"], "PASS", ("exports", "export_count")),
    ([*LOCKSTEP, "memory_knobs"], "PASS", ("memory_knobs",)),
    ([*LOCKSTEP, "watch/uninit"], "PASS", ("unwritten", "races")),
    ([*MODEL, "watch/race_load"], "PASS", ("unwritten", "races")),
    ([*MODEL, "litmus/mp"], "PASS", ("one_of",)),
    ([*MODEL, "image/words"], "PASS", ()),
    ([*MODEL, "tb/testcase/tests/pictures.json"], "EXPECT", ("pictures",)),
    ([*LOCKSTEP, "flow/nop_cycles"], "PASS", ("cycle_spans",)),
    ([*LOCKSTEP, "flow/fault_two"], "PASS", ("faults", "why")),
    ([*LOCKSTEP, "saxpy", "--inject", "EXEC:0:0:0:3@400"], "MISMATCH", ("why",)),
    ([*LOCKSTEP, "saxpy", "--max-cycles", "200"], "ERROR", ("why",)),
    ([*MODEL, "saxpy", "--max-instructions", "9"], "HANG", ("why",)),
    ([*MODEL, "vectors/saxpy/saxpy.cl", "--cl-options", "-DN=4"], "UNCHECKED", ("cl_options",)),
    ([*LOCKSTEP, "no_such_test"], "ERROR", ("why",)),
]


class Results(unittest.TestCase):
    def setUp(self):
        os.chdir(ROOT)

    def test_runs(self):
        kinds = results.schema()
        seen, of_launch = set(), set()
        for command, verdict, keys in RUNS:
            with self.subTest(command=command):
                done, result = results.of_run(command)
                self.assertEqual(result["verdict"], verdict, done.stdout + done.stderr)
                of_code = "PASS" if verdict == results.UNCHECKED else verdict
                self.assertEqual(results.verdict_of(done.returncode), of_code)
                self.assertEqual(results.differences(result.facts, kinds), [])
                for key in keys:
                    self.assertTrue(result[key], key)
                seen |= {key for key in result.facts if result[key]}
                of_launch |= set(result.facts.get("launch", {}))
        # What no run here has: missing opcodes become fewer, hazards are warned of on request, the unit offers every
        # level, and scripts/tests/test_snapshots.py has the waveform.
        rare = {"missing_opcodes", "hazards", "not_checked", "waveform"}
        self.assertEqual(set(kinds["Run"]) - seen, rare - seen)
        self.assertEqual(set(kinds["launch"]) - of_launch, set())

    def test_what_is_wrong_is_named(self):
        kinds = results.schema()
        _, result = results.of_run([*MODEL, "saxpy"])
        for key, value, said in (
            ("cycles", "12", 'cycles: found "12", expected integer'),
            ("cycles", True, "cycles: found true, expected integer"),
            ("base", "100", 'base: found "100", expected hex'),
            ("launch", [], "launch: found a list, expected an object"),
            ("messages", {}, "messages: found an object, expected a list"),
            ("messages", [{"wave": 1}], "messages[0].kind: missing"),
            ("colour", 1, "colour: docs/result.md has no such key"),
        ):
            self.assertIn(said, results.differences({**result.facts, key: value}, kinds))
        less = {key: value for key, value in result.facts.items() if key not in ("seed", "launch")}
        self.assertEqual(results.differences(less, kinds), ["seed: missing"])

    def test_nobody_reads_the_summary(self):
        """A script that looks for the facts of a run in printed lines."""
        reads = re.compile(r"re\.\w+\([^\n]*(cycles|instructions|words compared|elements as|LDS cycles)")
        self.assertTrue(reads.search('re.search(r": (\\d+) cycles", text)'))
        for path in sources.of_kind("python"):
            if path.startswith("scripts/") and path != "scripts/tests/test_results.py":
                with open(path, encoding="utf-8") as file:
                    found = reads.search(file.read())
                self.assertIsNone(found, f"{path}: {found and found[0]}")

    def test_no_result(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(results.Result.read(folder)["verdict"], "ERROR")
            self.assertIn("no result: ", results.Result.read(folder).headline)
        self.assertEqual([results.verdict_of(code) for code in (0, 5, 6, 130, -11)], ["PASS", "HANG"] + 3 * ["ERROR"])


if __name__ == "__main__":
    unittest.main()
