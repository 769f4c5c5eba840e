# SPDX-License-Identifier: Apache-2.0
"""A unit with lanes of 64 bits and LDS entries of 32 bytes in our bench: scripts/tests/wide_unit."""
import json
import os
import subprocess
import unittest

from tests import stored_runs

UNIT = os.path.join("scripts", "tests", "wide_unit")
OF_UNIT = (f"UNIT={UNIT}", "VERILATED_OPT=-O0")  # short runs: compiling is what takes time
TEST = "TEST=tests/wide"
MISMATCH = 1
SQUARE = 1000000007**2  # by which lane l multiplies l + 1


class WideUnit(stored_runs.StoredRuns):
    def test_lockstep(self):
        trace = os.path.join(self.dir, "trace")
        said = self.sim("sim", *OF_UNIT, TEST, f"TRACE={trace}", f"OUT={self.dir}")
        self.assertRegex(said, rf"^PASS {UNIT}/tests/wide seed 1: .* 24 elements as expected; not checked: memory")
        with open(trace, encoding="utf-8") as file:
            self.assertIn(f"; v2&ff={SQUARE:016x}+{SQUARE}*8", file.read())

    def wrong(self, bug):
        """The report of a run with the bug, as text and as data."""
        said = self.sim("sim", *OF_UNIT, TEST, f"PLUS=+{bug}", f"OUT={self.dir}", code=MISMATCH)
        (run,) = os.listdir(self.dir)
        with open(os.path.join(self.dir, run, "report.json"), encoding="utf-8") as file:
            return said, json.load(file)["divergences"][0]

    def test_lane(self):
        """The first product of the high words: n * 6 in lane 5."""
        right = 1000000007 * 6
        said, found = self.wrong("lane_bug")
        self.assertIn(
            f"v2 (physical VGPR 2) lane 5 is written with 0x{right % 2**32:016x}, expected 0x{right:016x}\n", said
        )
        self.assertIn(f"\n     5  0x{right % 2**32:016x}  0x{right:016x}\n", said)
        self.assertEqual(
            found["lanes"], [{"lane": 5, "unit": f"0x{right % 2**32:016x}", "expected": f"0x{right:016x}"}]
        )

    def test_entry(self):
        """The last dword of the entry: the high word of lane 3."""
        right = SQUARE * 4 >> 32
        said, _ = self.wrong("entry_bug")
        self.assertIn(
            f"slot 0: bank 1 row 2 written as 0x{right ^ 2**31:08x} in dword 7, expected 0x{right:08x}\n", said
        )

    def test_debug(self):
        done = subprocess.run(
            ["scripts/wavelock", "debug", *OF_UNIT, TEST],
            input="break main+0x18\nc\nregs v1 v2[5]\nlds 0x130 16\nquit\n",
            capture_output=True,
            text=True,
            check=False,
            env=stored_runs.ENV,
        )
        said = done.stdout + done.stderr
        self.assertIn("store 0, 3, 0\n", said)
        self.assertRegex(said, rf"v1 +{1000000007:016x} in all lanes\n +v2\[5\] +{SQUARE * 6:016x}\n")
        words = [word for lane in (2, 3) for word in (SQUARE * (lane + 1) % 2**32, SQUARE * (lane + 1) >> 32)]
        self.assertIn(" ".join(f"{word:08x}" for word in words), said)


if __name__ == "__main__":
    unittest.main()
