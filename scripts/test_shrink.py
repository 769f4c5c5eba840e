#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make shrink (docs/shrink.md): failures become programs of a dozen instructions. Needs build/wavelock, -random.

The failures: the planted bug of the second unit, a random program without a wait, injected faults.
"""
import json
import os
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
import results  # noqa: E402  (the path comes first)
import shrink  # noqa: E402
import stored_runs  # noqa: E402

REFUSED = results.VERDICTS.index("ERROR")
MISMATCH = results.VERDICTS.index("MISMATCH")
DOZEN = 12
UNIT = "examples/tiny_cu"
PROGRAM = """.globl main
main:
  s_mov_b32 s5, 3
{before}  v_mov_b32 v1, s5
  v_mov_b32 v2, 5
  v_add_u32 v3, v1, v2
{after}  s_endpgm
"""


class Shrink(stored_runs.StoredRuns):
    def shrunk(self, folder, code=1, most=DOZEN):
        """Makes the run's program small. The new program fails in the same way by the line that is printed last."""
        text = self.sim("shrink", f"RUN={folder}", f"OUT={self.dir}")
        line = text.splitlines()[-1].split()
        self.assertEqual(line[:2], ["make", "sim"])
        again = self.stored("sim", *line[2:], code=code)
        self.assertEqual(shrink.group(again), shrink.group(folder))
        small = os.path.join(self.dir, "shrunk", os.path.basename(folder))
        case = shrink.read_case(os.path.join(small, "test.json"), "")
        self.assertLessEqual(len(case.instructions()), most, text)
        return small, case

    def random(self, *more):
        """The folder of a random program. What it expects of a violation goes."""
        folder = os.path.join(self.dir, "program")
        os.makedirs(folder)
        command = ["build/wavelock-random", "--seed", "7", "--count", "300", "--out", folder, *more]
        subprocess.run(command, check=True, capture_output=True)
        path = os.path.join(folder, "test.json")
        with open(path, encoding="utf-8") as file:
            test = json.load(file)
        with open(path, "w", encoding="utf-8") as file:
            json.dump({**test, "expect": {"buffers": [{"buffer": "edge", "unchanged": True}]}}, file)
        return folder

    def vector(self, before="", after="", expect=None):
        """The folder of a vector of a few instructions, with more of them before and after."""
        folder = os.path.join(self.dir, "vector")
        os.makedirs(folder)
        with open(os.path.join(folder, "vector.s"), "w", encoding="utf-8") as file:
            file.write(PROGRAM.format(before=before, after=after))
        test = {"about": "a sum", "program": "vector.s", "launch": {"grid": [256], "group": [128]}}
        test["args"] = [{"buffer": "out", "type": "u32", "count": 64}]
        test["expect"] = expect or {"buffers": [{"buffer": "out", "unchanged": True}]}
        with open(os.path.join(folder, "test.json"), "w", encoding="utf-8") as file:
            json.dump(test, file)
        return folder

    # ---- what becomes small ----------------------------------------------------------------------------

    def test_planted_bug(self):
        subprocess.run(["make", "-s", f"UNIT={UNIT}", f"build/{UNIT}/wavelock"], check=True, env=stored_runs.ENV)
        folder = self.stored("sim", "TEST=directed_valu_32", f"UNIT={UNIT}", "PLUS=+tiny_cu_bug", code=MISMATCH)
        small, case = self.shrunk(folder)
        self.assertIn("v_add_co_u32", case.lines[-2])
        test = case.of_test()
        self.assertLess(test["launch"]["grid"][0], 64)
        self.assertEqual(sum(map(bool, test["args"][0]["init"]["values"])), 2)
        # Once the bug is mended it passes, and its expectation holds.
        self.sim("sim", f"TEST={small}", f"UNIT={UNIT}", f"OUT={self.dir}")

    def test_missing_wait_of_a_random_program(self):
        program = self.random("--violation", "vmcnt")
        folder = self.stored("sim", f"TEST={program}", "SEED=7", code=results.VERDICTS.index("HAZARD"))
        _, case = self.shrunk(folder, code=results.VERDICTS.index("HAZARD"), most=3)
        self.assertEqual([line.split()[0] for line in case.lines if shrink.is_instruction(line)][-1], "s_endpgm")

    def test_injected_faults(self):
        padding = "  v_mov_b32 v9, v8\n  s_add_u32 s9, s8, s7\n" * 40
        program = self.vector(before=padding, after=padding)
        # s5 changes while the instructions before its reader run. These go, so the fault must come earlier.
        folder = self.stored("sim", f"TEST={program}", "INJECT=SGPR:0:5:0:2@200", code=MISMATCH)
        _, case = self.shrunk(folder, most=3)
        self.assertIn("v_mov_b32 v1, s5", "\n".join(case.lines))

    # ---- what does not ---------------------------------------------------------------------------------

    def test_what_is_refused(self):
        passed = self.stored("sim", "TEST=smoke")
        self.assertIn("PASS: expected one of MISMATCH", self.sim("shrink", f"RUN={passed}", code=REFUSED))
        wrong = self.vector(expect={"buffers": [{"buffer": "out", "constant": 3}]})
        folder = self.stored("sim", f"TEST={wrong}", code=results.VERDICTS.index("EXPECT"))
        self.assertIn("EXPECT: buffer out", self.sim("shrink", f"RUN={folder}", code=REFUSED))
        self.assertIn("no result: ", self.sim("shrink", f"RUN={self.dir}", code=REFUSED))
        self.assertIn("expected the folder of a run", self.sim("shrink", "RUN=/nowhere", code=REFUSED))
        folder = self.stored("sim", "TEST=saxpy", "INJECT=EXEC:0:0:0:3@300", code=MISMATCH)
        self.assertIn("expected a program in assembly", self.sim("shrink", f"RUN={folder}", code=REFUSED))

    def test_failure_that_does_not_repeat(self):
        program = self.vector()
        folder = self.stored("sim", f"TEST={program}", "INJECT=SGPR:0:5:0:2@80", "CHECK=every", code=MISMATCH)
        with open(os.path.join(program, "vector.s"), "w", encoding="utf-8") as file:
            file.write(PROGRAM.format(before="  s_nop 4\n", after="").replace("s5", "s6"))
        text = self.sim("shrink", f"RUN={folder}", code=REFUSED)
        self.assertIn("the failure does not repeat: MISMATCH: SGPR, scalar, s_mov_b32", text)


if __name__ == "__main__":
    unittest.main()
