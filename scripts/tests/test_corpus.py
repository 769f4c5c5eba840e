# SPDX-License-Identifier: Apache-2.0
"""Kernels of .ll files in lockstep (scripts/wl/campaigns/corpus.py), by the files of scripts/tests/corpus.

Some pass, some do not run, and one has a HAZARD, which must be found in every way."""
import argparse
import os
import shlex
import shutil
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as xml
from unittest import mock

from wl import ROOT
from wl.campaigns import corpus

FOLDER = os.path.join("scripts", "tests", "corpus")
HAZARD = "HAZARD: slot 0 at .*: missing wait, vmcnt: global_load_dword at .* loads v\\d+, v_add_u32 at .* reads it"
#                modules kernels compiled run PASS MISMATCH ILLEGAL HAZARD EXPECT HANG ERROR
ALL = [3, 6, 5, 4, 3, 0, 0, 1, 0, 0, 0]


class Corpus(unittest.TestCase):
    def setUp(self):
        self.dir = tempfile.mkdtemp(prefix="wavelock-corpus-")
        self.addCleanup(shutil.rmtree, self.dir)

    def run_of(self, *words, code):
        done = subprocess.run(
            ["scripts/wavelock", "campaigns.corpus", FOLDER, "--runs", self.dir, *words],
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def test_all(self):
        said = self.run_of(code=1)
        rows = {words[0]: words[1:] for words in map(str.split, said.splitlines()) if words[0] in corpus.WAYS}
        self.assertEqual(rows, dict.fromkeys(corpus.WAYS, list(map(str, ALL))))
        self.assertIn("12 passed, 4 failed, 8 unchecked", said)
        self.assertRegex(said, "2 kernels not compiled: LLVM ERROR: Cannot select: ")
        self.assertIn("4 kernels refused by the model: HANG: the grid is not done after N instructions", said)
        # Each finding has its line.
        again = [line.removeprefix("again: ") for line in said.splitlines() if line.startswith("again: ")]
        self.assertEqual(len(again), len(corpus.WAYS))
        words = shlex.split(again[0])
        done = subprocess.run(
            ["scripts/wavelock", *words[1:], f"OUT={self.dir}"], capture_output=True, text=True, check=False
        )
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertRegex(done.stderr, HAZARD)
        suite = xml.parse(os.path.join(self.dir, "corpus", "junit.xml")).getroot()
        self.assertEqual((suite.get("tests"), suite.get("failures")), ("12", "4"))

    def test_some(self):
        self.assertIn("1 passed, 0 failed, 2 unchecked", self.run_of("--only", "left*gisel-O0", code=0))
        said = self.run_of("--only", "missing_wait sdag-O2", "--seed", "7", code=1)
        self.assertIn("0 passed, 1 failed", said)
        self.run_of("--only", "nothing", code=6)

    def test_a_tool_that_dies(self):
        """It is a finding, although the model is the first to run."""
        options = argparse.Namespace(folder=self.dir, tool=os.path.join("build", "wavelock"), seed=1)
        one = corpus.Module(options, "name", "path", "sdag-O2")
        one.folder = self.dir
        with open(os.path.join(self.dir, "made"), "wb"):
            pass
        by = mock.Mock()
        by.run.return_value = {"code": -11}
        one.run(by, os.path.join(self.dir, "made"), "k", corpus.GROUP)
        self.assertEqual(one.tally.verdicts, {"ERROR": 1})
        self.assertEqual(one.findings[0], "ERROR: name sdag-O2 k: the tool ended with code -11")
        by.run.assert_called_once()

    def test_reason(self):
        """Reasons that differ in what they are about are one."""
        for text, name, expected in (
            ("x.ll:3:4: LLVM ERROR: Cannot select: t22: i32 = add t3, t4", "k", "LLVM ERROR: Cannot select.."),
            ("LLVM ERROR: cannot do @k", "k", "LLVM ERROR: cannot do @KERNEL"),
            ("ERROR: a/b.co: address 0x40: the undefined symbol g", "k", "ERROR: address ..: the undefined symbol .."),
        ):
            self.assertEqual(corpus.reason(text, name), expected)


if __name__ == "__main__":
    os.chdir(ROOT)
    unittest.main()
