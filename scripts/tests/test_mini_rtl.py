# SPDX-License-Identifier: Apache-2.0
"""The unit of examples/mini_gpu in lockstep with its model: its tests, its probe, a planted bug, random programs."""
import os
import re
import unittest

from tests import stored_runs

UNIT = os.path.join("examples", "mini_gpu")
OF_UNIT = (f"UNIT={UNIT}", "VERILATED_OPT=-O0")  # short runs: compiling is what takes time
MISMATCH, ILLEGAL = 1, 2
# Events of a wave that loads and stores, each with what its loss is to lead to.
LOST = [
    ("sgpr", MISMATCH, "the initial s0 was never written"),
    ("mem_request", ILLEGAL, "which is not in flight"),
    ("vgpr", MISMATCH, "was never written by the instruction that is done"),
    ("valu_done", ILLEGAL, "before valu_done of its last instruction"),
    ("mem_return", ILLEGAL, "the tag 0 is in use"),
    ("issue", MISMATCH, "unexpected write of"),
    ("wave_end", MISMATCH, "ended in the model and goes on in the DUT"),
]


class MiniRtl(stored_runs.StoredRuns):
    def test_own_tests(self):
        """Registers of all slots are compared in each cycle, and memory answers in several ways."""
        for test in sorted(os.listdir(os.path.join(UNIT, "tests"))):
            for seed in (1, 2, 3):
                words = (f"TEST=tests/{test}", f"SEED={seed}", "CHECK=every", f"OUT={self.dir}")
                said = self.sim("sim", *OF_UNIT, *words)
                self.assertRegex(said, rf"(?m)^PASS {UNIT}/tests/{test} seed {seed}: ", test)

    def test_loads_out_of_order(self):
        """The planted bug frees the registers of all loads when one is complete: an instruction issues too early."""
        said = self.sim("sim", *OF_UNIT, "TEST=tests/reorder", "PLUS=+mini_gpu_bug", f"OUT={self.dir}", code=ILLEGAL)
        self.assertRegex(said, r"ILLEGAL: slot \d issued at 0x[0-9a-f]+: \w+ waits for the load of r\d+ at 0x")

    def test_probe_check(self):
        said = self.sim("check", "KIND=probe-check", *OF_UNIT)
        self.assertRegex(said, r"probe-check: \d+ programs, no fault of the probe\n$")

    def test_lost_events(self):
        for event, code, headline in LOST:
            words = ("TEST=tests/reorder", f"INJECT=drop:{event}@0", f"OUT={self.dir}")
            said = self.sim("sim", *OF_UNIT, *words, code=code)
            self.assertIn(headline, re.split(r"\n", said)[0], event)

    def test_random(self):
        said = self.sim("random", *OF_UNIT, "SEEDS=3", "COUNT=200", f"OUT={self.dir}")
        self.assertRegex(said, r"3 passed, 0 failed\n$")


if __name__ == "__main__":
    unittest.main()
