# SPDX-License-Identifier: Apache-2.0
"""The campaign that makes events of the unit meet (scripts/wl/campaigns/coincidence.py)."""
import os
import subprocess
import tempfile
import unittest

from wl import ROOT
from wl.campaigns import coincidence


def campaign(*words):
    return subprocess.run(
        ["scripts/wavelock", "campaigns.coincidence", *words], capture_output=True, text=True, check=False
    )


class Coincidence(unittest.TestCase):
    def test_table(self):
        pairs = coincidence.pairs()
        self.assertEqual(pairs["COUNT_VMEM"], "VM_CNT: return and issue")
        with open(coincidence.TABLE, encoding="utf-8") as file:
            self.assertEqual(len(pairs), sum(line.startswith("PAIR(") for line in file))

    def test_measured(self):
        words = "VM_CNT: return and issue"
        lines = [
            f"point\tcoincidence\t{words}, in one cycle\t-\t2\n",
            f"point\tcoincidence\t{words} of another, the second a cycle before\t-\t1\n",
            f"near\t-\t{words}\t-12\t1\n",
            f"near\t-\t{words}\t0\t1\n",
            "near\t-\tanother\t3\t1\n",
        ]
        with tempfile.NamedTemporaryFile("w", suffix=".tsv") as file:
            file.writelines(lines)
            file.flush()
            self.assertEqual(coincidence.measured(file.name, words), ({0}, [-12, 0]))

    def test_shift(self):
        # The second came 12 cycles before the first, then 5 behind it: the shift moves it back to its place.
        self.assertEqual(coincidence.next_shift(0, [-12], 0, 1), 12)
        self.assertEqual(coincidence.next_shift(12, [5], 0, 2), 7)
        self.assertEqual([coincidence.next_shift(3, [-2, 4], 1, n) for n in (1, 2)], [6, 0])  # both sides in turns
        self.assertEqual(coincidence.next_shift(3, [], 0, 1), 3 + coincidence.STEP)
        self.assertEqual(coincidence.next_shift(0, [5000], 0, 1), -coincidence.MOST_SHIFT)

    def test_a_pair(self):
        with tempfile.TemporaryDirectory() as runs:
            done = campaign("SGPR_R*", "--runs", runs)
            self.assertEqual(os.listdir(os.path.join(runs, coincidence.GROUP)), [])  # all passed
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"ok +SGPR_ROW +met 3 of 3 in \d+ programs")
        self.assertIn("2 passed, 0 failed", done.stdout)

    def test_no_pair(self):
        done = campaign("sgpr")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("no pair sgpr; there are: SGPR_ROW, ", done.stderr)


if __name__ == "__main__":
    os.chdir(ROOT)
    unittest.main()
