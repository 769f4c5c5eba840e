#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make replay and make diff of stored runs (docs/replay.md). Needs build/wavelock, -bare and -model."""
import json
import os
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
import results  # noqa: E402  (the path comes first)
import stored_runs  # noqa: E402

FAULT = "VGPR:0:0:9:2@700"  # bit 2 of lane 9 of v0; the program reads it much later
REFUSED = results.VERDICTS.index("ERROR")


class Stored(stored_runs.StoredRuns):
    def change(self, folder, **facts):
        path = os.path.join(folder, "result.json")
        with open(path, encoding="utf-8") as file:
            old = json.load(file)
        with open(path, "w", encoding="utf-8") as file:
            json.dump({**old, **facts}, file)

    def test_same_end(self):
        for words, code, said in (
            (("TEST=smoke", "SEED=3"), 0, "PASS"),
            (("TEST=fork_join", f"INJECT={FAULT}", "CHECK=every"), 1, "MISMATCH: physical VGPR 0 lane 9 holds"),
            (("TEST=vectors/saxpy/saxpy.cl", "ARGS=n=70", "GRID=128"), 0, "PASS"),
            (("TEST=smoke", "CHECK=off"), 0, "PASS"),
        ):
            with self.subTest(words=words):
                folder = self.stored("sim", *words, code=code)
                left = sorted(os.listdir(folder))
                text = self.sim("replay", f"RUN={folder}")
                self.assertIn(f"\nreplay of {folder}: the same: {said}", text)
                self.assertEqual(sorted(os.listdir(folder)), left)

    def test_run_of_the_model(self):
        subprocess.run(["build/wavelock-model", "saxpy", "--run-dir", self.dir], capture_output=True, check=True)
        self.assertIn("the same: PASS", self.sim("replay", f"RUN={self.dir}"))
        text = self.sim("diff", f"RUN={self.dir}", "CLOCK=5", code=REFUSED)
        self.assertIn("device model, which has no two states", text)

    def test_other_end(self):
        folder = self.stored("sim", "TEST=smoke")
        self.change(folder, cycles=9, verdict="HANG", object="build/kernels/smoke-0.co")
        text = self.sim("replay", f"RUN={folder}", code=1)
        self.assertRegex(text, r"\ndiffers: cycles: 9, now \d+\n")
        self.assertIn("\ndiffers: verdict: HANG, now PASS\n", text)
        self.assertIn("\ndiffers: the program: build/kernels/smoke-0.co, now build/kernels/smoke-", text)
        self.assertNotIn("the same", text)

    def test_what_is_refused(self):
        folder = self.stored("sim", "TEST=smoke")
        build = results.Result.read(folder)["build"]
        git, rest = build.split(", ", 1)
        self.change(folder, build=f"git 0123456789ab, {rest}")
        for target in (("replay",), ("diff", "CLOCK=9")):
            text = self.sim(*target, f"RUN={folder}", code=REFUSED)
            self.assertIn(f"ERROR: RUN: {folder}: it was another build: git 0123456789ab, now {git}\n", text)
        self.change(folder, build=build, reproduce="")
        self.assertIn("no line that repeats the run", self.sim("replay", f"RUN={folder}", code=REFUSED))
        self.assertIn("expected the folder of a run", self.sim("replay", "RUN=/nowhere", code=REFUSED))
        self.assertIn('CLOCK: found "", expected a number', self.sim("diff", "RUN=/nowhere", code=REFUSED))

    def test_result_that_is_not_whole(self):
        """One line says what is missing, whatever reads the run."""
        folder = self.stored("sim", "TEST=smoke")
        path = os.path.join(folder, "result.json")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for left, said in (
            (text[: len(text) // 2], f"{path}: it is not whole, expected JSON"),
            ("", f"{path}: it is not whole, expected JSON"),
            ("[1]", f"{path}: found [1], expected an object: docs/result.md says what is expected"),
            ("{}", f"{path}: schema: missing: docs/result.md says what is expected"),
            (None, f"{folder}: found no result.json, expected the folder of a run"),
        ):
            if left is None:
                os.remove(path)
            else:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(left)
            for target in (("replay",), ("diff", "CLOCK=9"), ("shrink", f"OUT={self.dir}")):
                with self.subTest(left=left, target=target[0]):
                    text = self.sim(*target, f"RUN={folder}", code=REFUSED)
                    self.assertEqual(text, f"ERROR: RUN: {said}\n")

    # ---- both states -----------------------------------------------------------------------------------

    def test_states_before_and_after_a_fault(self):
        folder = self.stored("sim", "TEST=fork_join", f"INJECT={FAULT}", code=1)
        self.assertIn("\n0 registers and dwords of the LDS differ\n", self.sim("diff", f"RUN={folder}", "CLOCK=699"))
        lines = self.sim("diff", f"RUN={folder}", "CLOCK=700").splitlines()
        self.assertIn("cycle 700", lines)
        at = next(i for i, line in enumerate(lines) if line.startswith("  v0[8:15]"))
        dut, expected, marks = (lines[at + i].split() for i in range(3))
        self.assertEqual((dut[2], dut[-1], expected[1], expected[-1]), ("0000000d", "DUT", "00000009", "expected"))
        self.assertEqual(lines[at + 2].index("^"), lines[at].index(" 0000000d") + 1)
        self.assertEqual(marks, ["^" * 8])
        self.assertEqual(lines[-1], "1 registers and dwords of the LDS differ")

    def test_state_rows_and_lds(self):
        folder = self.stored("sim", "TEST=fork_join", "INJECT=EXEC:0:0:0:17@600", code=1)
        text = self.sim("diff", f"RUN={folder}", "CLOCK=600")
        self.assertRegex(text, r"\n  EXEC +0x[0-9a-f]{16} +0x[0-9a-f]{16} +<-\n")
        folder = self.stored("sim", "TEST=transpose", "INJECT=LDS:0:5:0:2@600", "CHECK=every", code=1)
        text = self.sim("diff", f"RUN={folder}", "CLOCK=600")
        self.assertRegex(text, r"\nLDS dword 5: DUT [0-9a-f]{8}, expected [0-9a-f]{8}\n")
        folder = self.stored("sim", "TEST=fork_join", "INJECT=SGPR:0:2:0:2@600", "CHECK=every", code=1)
        lines = self.sim("diff", f"RUN={folder}", "CLOCK=600").splitlines()
        self.assertTrue(next(line for line in lines if line.startswith("  s0 ")).endswith("  DUT"))

    def test_states_are_equal_in_every_cycle(self):
        """Of runs that pass: vector and scalar code, memory, the LDS, many waves."""
        for test, cycles in (
            ("transpose", range(100, 1500, 41)),
            ("saxpy", range(50, 900, 37)),
            ("barrier", (60, 150)),
        ):
            for cycle in cycles:
                path = os.path.join(self.dir, "state.json")
                subprocess.run(["build/wavelock", test, "--state", f"{path}:{cycle}"], capture_output=True, check=True)
                with open(path, encoding="utf-8") as file:
                    state = json.load(file)
                self.assertEqual(state["cycle"], cycle)
                self.assertEqual(state["lds"]["differ"], [])
                self.assertTrue(state["waves"])
                for wave in state["waves"]:
                    both = [*wave["rows"], wave["sgprs"], *wave["vgprs"]]
                    self.assertEqual([one["dut"] for one in both], [one["expected"] for one in both], (test, cycle))

    def test_cycle_that_is_none(self):
        folder = self.stored("sim", "TEST=smoke")
        cycles = results.Result.read(folder)["cycles"]
        text = self.sim("diff", f"RUN={folder}", "CLOCK=999999", code=REFUSED)
        self.assertIn(f"ERROR: CLOCK: the run has no cycle 999999; it ended after {cycles}\n", text)
        self.assertIn('CLOCK: found "0", expected a number from 1', self.sim("diff", "CLOCK=0", code=REFUSED))
        for cycle in (1, 3):
            said = f"cycle {cycle}\nno wave is live\n0 registers and dwords of the LDS differ\n"
            self.assertIn(said, self.sim("diff", f"RUN={folder}", f"CLOCK={cycle}"))

    def test_options_of_the_tool(self):
        for words, said in (
            (("--state", "file"), '--state: found "file", expected FILE:CYCLE'),
            (("--state", ":3"), '--state: found ":3", expected FILE:CYCLE'),
            (("--state", "file:0"), "--state: cycle 0 is that of the reset, expected one from 1 on"),
            (("--state", "file:x"), '--state: found "x", expected a number'),
            (("--state", "file:3", "--device", "rtl"), "--state needs the checker"),
        ):
            done = subprocess.run(["build/wavelock", "smoke", *words], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, REFUSED)
            self.assertIn(said, done.stderr)
        done = subprocess.run(
            ["build/wavelock", "smoke", "--state", "/nowhere/s:50"], capture_output=True, text=True, check=False
        )
        self.assertIn("/nowhere/s: the states cannot be written: No such file or directory", done.stderr)


if __name__ == "__main__":
    unittest.main()
