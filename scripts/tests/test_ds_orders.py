# SPDX-License-Identifier: Apache-2.0
"""LDS and GDS instructions return out of order with each other, both ways (D-LDS-30). Needs build/wavelock.

The program's values are the same in any order. Its coverage says how often which returned first.
"""
import os
import subprocess
import tempfile
import unittest

from wl import ROOT
from wl.cover.coverage import Coverage


ORDERS = ("LDS before older GDS", "GDS before older LDS")


def orders(test):
    """{order: how often} of a lockstep run that passes."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "coverage.tsv")
        subprocess.run(
            ["build/wavelock", "--device", "lockstep", test, "--coverage", path, "--run-dir", folder],
            check=True,
            capture_output=True,
        )
        found = Coverage()
        found.add_file(path)
    return {what: found.counts["order", "DS", what, "-"] for what in ORDERS}


class Orders(unittest.TestCase):
    def setUp(self):
        os.chdir(ROOT)

    def test_both_ways(self):
        """16 waves, 16 turns: each time one instruction has the chance to pass another, each way."""
        for what, count in orders("lds/gds_order").items():
            self.assertGreaterEqual(count, 16, what)

    def test_neither(self):
        """The LDS alone."""
        for test in ("ds_atomics", "lds_banks"):
            self.assertEqual(sum(orders(test).values()), 0, test)


if __name__ == "__main__":
    unittest.main()
