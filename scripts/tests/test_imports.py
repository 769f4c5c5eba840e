# SPDX-License-Identifier: Apache-2.0
"""What scripts/wl/checks/imports.py refuses and what it lets pass."""
import unittest

from wl.checks import imports

ORDER = ("reading", "vectors.directed", "vectors", "night")


def findings(folder, text):
    return list(imports.findings(folder, "x.py", text, ORDER))


class Imports(unittest.TestCase):
    def test_downwards(self):
        text = (
            "import os\nfrom wl import ROOT\nfrom wl.reading import words\nfrom wl.vectors.directed.vector import V\n"
        )
        self.assertEqual(findings("vectors", text), [])
        self.assertEqual(findings("night", "def f():\n    from wl.night import kinds\n"), [])

    def test_upwards(self):
        self.assertEqual(
            findings("reading", "\nfrom wl.vectors.directed import words\n"),
            ["x.py:2: imports wl.vectors.directed, which is not below reading"],
        )
        self.assertEqual(len(findings("vectors.directed", "from wl.vectors.share_vectors import VECTORS\n")), 1)
        self.assertEqual(len(findings("vectors", "def f():\n    import wl.night.kinds\n")), 1)

    def test_folder_that_is_not_known(self):
        self.assertEqual(findings("new", ""), ["x.py: the folder has no place in ORDER of checks/imports.py"])
        self.assertEqual(len(findings("night", "from wl.new import x\n")), 1)

    def test_tests(self):
        self.assertEqual(
            findings("night", "from tests import test_opencl\n"),
            ["x.py:1: imports tests: no module of the package knows a test"],
        )

    def test_relative(self):
        self.assertEqual(
            findings("night", "from . import kinds\n"), ["x.py:1: found a relative import, expected from wl. ..."]
        )

    def test_whole_tree(self):
        self.assertEqual(imports.main(), 0)


if __name__ == "__main__":
    unittest.main()
