# SPDX-License-Identifier: Apache-2.0
"""Injected bit flips as instructions see them, without a checker (CHECK=off).

scripts/wl/campaigns/faults.py shows that the checker notices a flip. Flip and compare use one table of places, and one
wrong place would satisfy both. Here a program reads each register after the flip (tb/top/tests/inject.s), and exactly
the flipped bit differs from what it reads in a run without one. Needs build/wavelock and build/wavelock-bare.
"""
import os
import random
import re
import subprocess
import tempfile
import unittest

from wl import ROOT
from wl.tree import sources


TEST = sources.named("inject.json")
CYCLE = 4000  # all waves sleep
SLOTS = 16
VGPRS = 64  # of a wave: 1024 for 16 waves
# Elements of a wave's results, by row: the element with bits 31:0, then the one with bits 63:32.
ELEMENTS = {"PC": (2,), "EXEC": (3, 4), "VCC": (5, 6), "SCC": (7,), "M0": (8,), "MODE": (9,), "TRAPSTS": (11,)}
STATUS = 10
IB_STS = 12
COUNTERS = {"VM_CNT": (0, 1, 2, 3, 22, 23), "EXP_CNT": (4, 5, 6), "LGKM_CNT": (8, 9, 10, 11)}  # bits of IB_STS
SGPRS = {30: 13, 97: 14}
LDS = 15
PLACE = 16
# All bits of STATUS that a register holds, but VALID and IN_BARRIER: a wave with one of these flipped reads nothing.
STATUS_BITS = (0, 3, 4, 5, 6, 11, 13, 20, 21)
VALID, IN_BARRIER = 16, 12


def words(*options, tool="wavelock"):
    """(exit code, output, the buffer's words by number) of a run without checker."""
    with tempfile.TemporaryDirectory() as folder:
        command = [f"build/{tool}", TEST, "--check", "off", "--dump", "out", "--run-dir", folder]
        command += ["--hang-cycles", "20000", *options]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    text = done.stdout + done.stderr
    return done.returncode, text, [int(v) for v in re.findall(r"^out\[\d+\] = (\d+)", text, re.M)]


class Inject(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.chdir(ROOT)
        code, text, cls.clean = words()
        assert code == 0 and len(cls.clean) == 128 * SLOTS, text
        cls.slots = {cls.clean[64 * wave]: wave for wave in range(SLOTS)}
        cls.random = random.Random(1)

    def flipped(self, fault, element, bit, others=None):
        """With the fault the one element differs, in the one bit, and the others {element: mask}."""
        found = words("--inject", f"{fault}@{CYCLE}")[2]
        differ = {
            i: a ^ b for i, (a, b) in enumerate(zip(self.clean, found)) if a != b and (i % 64 != PLACE or i > 1023)
        }
        self.assertEqual(differ, {element: 1 << bit, **(others or {})}, fault)

    def base(self, slot):
        return 64 * self.slots[slot]

    def slots_tried(self):
        return 0, self.random.randrange(1, SLOTS - 1), SLOTS - 1

    def test_wave_state_registers(self):
        bits = {"PC": (11,), "SCC": (0,), "EXEC": range(64), "VCC": range(64)}
        for row, elements in ELEMENTS.items():
            of_row = bits.get(row, range(32))
            for slot in self.slots_tried():
                bit = self.random.choice(of_row)
                with self.subTest(row=row, slot=slot, bit=bit):
                    others = {self.base(slot) + STATUS: 1} if row == "SCC" else {}
                    self.flipped(f"{row}:{slot}:0:0:{bit}", self.base(slot) + elements[bit // 32], bit % 32, others)

    def test_bits_of_status(self):
        for bit in STATUS_BITS:
            slot = self.random.randrange(SLOTS)
            with self.subTest(slot=slot, bit=bit):
                others = {self.base(slot) + ELEMENTS["SCC"][0]: 1} if bit == 0 else {}
                self.flipped(f"STATUS:{slot}:0:0:{bit}", self.base(slot) + STATUS, bit, others)

    def test_counters(self):
        for row, bits in COUNTERS.items():
            for slot in self.slots_tried():
                bit = self.random.randrange(len(bits))
                with self.subTest(row=row, slot=slot, bit=bit):
                    self.flipped(f"{row}:{slot}:0:0:{bit}", self.base(slot) + IB_STS, bits[bit])

    def test_sgprs(self):
        for number, element in SGPRS.items():
            for slot in self.slots_tried():
                bit = self.random.randrange(32)
                self.flipped(f"SGPR:{slot}:{number}:0:{bit}", self.base(slot) + element, bit)

    def test_vgprs(self):
        for slot in self.slots_tried():
            lane, bit = self.random.randrange(64), self.random.randrange(32)
            first = VGPRS * slot
            self.assertEqual(4 * (self.clean[self.base(slot) + 1] & 63), first % 256)  # GPR_ALLOC.VGPR_BASE
            self.flipped(f"VGPR:0:{first + 10}:{lane}:{bit}", 1024 + self.base(slot) + lane, bit)

    def test_lds(self):
        for slot in (0, 1, 2, 3, 14, 15):  # dwords of all four banks
            bit = self.random.randrange(32)
            self.flipped(f"LDS:0:{21 * self.slots[slot]}:0:{bit}", self.base(slot) + LDS, bit)

    def test_a_wave_in_a_barrier_waits_for_the_others(self):
        self.assertEqual(sorted(self.clean[64 * wave + PLACE] for wave in range(SLOTS)), list(range(SLOTS)))
        for slot in range(SLOTS):
            if self.clean[self.base(slot) + PLACE] < SLOTS - 1:
                break
        found = words("--inject", f"STATUS:{slot}:0:0:{IN_BARRIER}@{CYCLE}")[2]
        self.assertEqual(found[self.base(slot) + PLACE], SLOTS - 1)

    def test_a_wave_that_is_not_valid_never_ends(self):
        code, text, _ = words("--inject", f"STATUS:5:0:0:{VALID}@{CYCLE}")
        self.assertEqual(code, 5, text)
        self.assertIn("HANG: no wave has started or ended for 20000 cycles", text)

    def test_refused(self):
        code, text, _ = words("--inject", "STATUS:0:0:0:9@100")
        self.assertEqual(code, 6, text)
        self.assertIn("the DUT has no register for bit 9 of STATUS", text)
        code, text, _ = words("--inject", "drop:issue@100")
        self.assertEqual(code, 6, text)
        self.assertIn("--inject of an event needs the checker", text)
        code, text, _ = words("--inject", "PC:0:0:0:3@100", "--device", "rtl", tool="wavelock-bare")
        self.assertEqual(code, 6, text)
        self.assertIn("this build of the unit has no probe", text)


if __name__ == "__main__":
    unittest.main()
