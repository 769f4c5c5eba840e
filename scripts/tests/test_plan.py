# SPDX-License-Identifier: Apache-2.0
"""What scripts/wl/checks/plan.py refuses: a row that lost its vector, a reason without a hole, a vector that
is not there. All are planted at once in a copy of the tracked files."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from wl import ROOT


PLANTED = (
    # file, text, replacement, what is said
    (
        "vectors/flow/nop_cycles/nop_cycles.s",
        "(D-FLOW-1)",
        "",
        "D-FLOW-1: no vector, and scripts/wl/checks/plan.txt has no reason",
    ),
    (
        "scripts/wl/checks/plan.txt",
        "D-WAIT-9\n",
        "D-WAIT-4\nD-WAIT-9\n",
        "scripts/wl/checks/plan.txt: D-WAIT-4 is no hole",
    ),
    ("docs/r700.md", "`ds_illegal` |", "`ds_ilegal` |", "dst_stride 4, 8 .. 64: no vector"),
    (
        "scripts/wl/mutation/double_mutants.txt",
        "vectors flow/exception_traps",
        "vectors flow/exception_tarps",
        "there is no vector flow/exception_tarps",
    ),
    (
        "scripts/wl/checks/plan.txt",
        "D-FLOW-31\n",
        "",
        "D-FLOW-31: no vector, and scripts/wl/checks/plan.txt has no reason",
    ),
)


class Refused(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = folder.name
        names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
        for name in filter(None, names.split("\0")):
            if os.path.isfile(os.path.join(ROOT, name)):
                os.makedirs(os.path.join(self.tree, os.path.dirname(name)), exist_ok=True)
                shutil.copy2(os.path.join(ROOT, name), os.path.join(self.tree, name), follow_symlinks=True)
        for words in (["init", "-q"], ["add", "-A"]):
            subprocess.run(["git", *words], cwd=self.tree, check=True)

    def test_planted(self):
        for name, old, new, _ in PLANTED:
            path = os.path.join(self.tree, name)
            with open(path, encoding="utf-8") as file:
                before = file.read()
            self.assertIn(old, before)
            with open(path, "w", encoding="utf-8") as file:
                file.write(before.replace(old, new, 1))
        command = [sys.executable, os.path.join(self.tree, "scripts", "wavelock"), "checks.plan", "--check"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        for *_, says in PLANTED:
            with self.subTest(says):
                self.assertIn(says, done.stdout)


if __name__ == "__main__":
    unittest.main()
