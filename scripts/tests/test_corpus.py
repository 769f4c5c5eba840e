# SPDX-License-Identifier: Apache-2.0
"""Kernels of .ll files in lockstep (scripts/wl/campaigns/corpus.py), by the files of scripts/tests/corpus.

Some pass, some do not run, and one has a HAZARD, which must be found in every way."""
import argparse
import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as xml
from unittest import mock

from wl import ROOT
from wl.campaigns import corpus
from wl.runs import results

FOLDER = os.path.join("scripts", "tests", "corpus")
HAZARD = "HAZARD: slot \\d at .*: missing wait, vmcnt: global_load_dword at .* loads v\\d+, v_add_u32 at .* reads it"
#                modules kernels compiled known PASS MISMATCH ILLEGAL HAZARD EXPECT HANG ERROR
ALL = [4, 9, 8, 2, 5, 0, 0, 1, 0, 0, 0]


class Corpus(unittest.TestCase):
    def setUp(self):
        self.dir = tempfile.mkdtemp(prefix="wavelock-corpus-")
        self.addCleanup(shutil.rmtree, self.dir)
        self.left = os.path.join(self.dir, "corpus", "gfx900")

    def command(self, *words, folder=FOLDER):
        return ["scripts/wavelock", "campaigns.corpus", folder, "--runs", self.dir, *words]

    def run_of(self, *words, code, folder=FOLDER, **more):
        done = subprocess.run(self.command(*words, folder=folder), capture_output=True, text=True, check=False, **more)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def rows(self, said):
        words = [line.split() for line in said.splitlines() if line.startswith("gfx900 ")]
        self.assertEqual(words[0], ["gfx900", "way", "modules", "kernels", "compiled", "known", *results.VERDICTS])
        return {row[1]: list(map(int, row[2:])) for row in words[1:]}

    def test_all(self):
        said = self.run_of(code=1)
        self.assertEqual(self.rows(said), dict.fromkeys(corpus.WAYS, ALL))
        self.assertIn("20 passed, 4 failed, 12 unchecked", said)
        self.assertIn("     4 known: The loop is long, or has no end, on made-up arguments: RTL and model agreed", said)
        self.assertIn('     4 known: The kernel runs past its end, where the module says "unreachable".', said)
        self.assertIn("     2 not compiled: LLVM ERROR: Cannot select: ", said)
        # Findings come before the table, and each has its line.
        self.assertLess(said.rindex("again: "), said.index("gfx900 way"))
        again = [line.removeprefix("again: ") for line in said.splitlines() if line.startswith("again: ")]
        self.assertEqual(len(again), len(corpus.WAYS))
        words = shlex.split(again[0])
        done = subprocess.run(
            ["scripts/wavelock", *words[1:], f"OUT={self.dir}"], capture_output=True, text=True, check=False
        )
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertRegex(done.stderr, HAZARD)
        suite = xml.parse(os.path.join(self.left, "junit.xml")).getroot()
        self.assertEqual((suite.get("tests"), suite.get("failures")), ("16", "4"))
        self.assertEqual(sorted(os.listdir(self.left)), sorted(["junit.xml", *corpus.WAYS]))  # nothing under way

    def test_some(self):
        self.assertIn("1 passed, 0 failed, 3 unchecked", self.run_of("--only", "left*gisel-O0", code=0))
        said = self.run_of("--only", "missing_wait sdag-O2", "--seed", "7", code=1)
        self.assertIn("0 passed, 1 failed", said)
        self.assertEqual(sum(row[0] for row in self.rows(self.run_of("--count", "1", code=0)).values()), 4)

    def test_killed(self):
        """A run that was killed goes on where it was."""
        words = ["--jobs", "1", "--only", "sdag-O2"]
        killed = subprocess.Popen(
            self.command(*words), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
        )
        over = 0
        while over < 3:
            over += killed.stdout.readline()[:4] in ("ok  ", "ran ", "FAIL")
        os.killpg(killed.pid, signal.SIGKILL)
        killed.stdout.close()
        killed.wait()
        (left,) = (name for name in os.listdir(self.left) if name.startswith("under-way-"))
        with open(os.path.join(self.left, left), "a", encoding="utf-8") as file:
            file.write('["half a li')
        said = self.run_of(*words, code=1)
        self.assertRegex(said, "^[34] jobs were over when this run was stopped: ")
        self.assertEqual(self.rows(said)["sdag-O2"], ALL)
        self.assertEqual(len(re.findall("^again: ", said, re.M)), 1, said)
        self.assertNotIn(left, os.listdir(self.left))  # so the next run starts anew

    def test_bad_input(self):
        said = self.run_of("--only", "nothing", code=6)
        self.assertEqual(said, f'ERROR: {FOLDER}: no module and way whose name contains "nothing"\n')
        empty = os.path.join(self.dir, "empty")
        os.mkdir(empty)
        for name, text in ((None, ""), ("a.c", "int main;"), ("b.ll", "define void @f() {\n  ret void\n}\n")):
            if name:
                with open(os.path.join(empty, name), "w", encoding="utf-8") as file:
                    file.write(text)
            said = self.run_of(code=6, folder=empty)
            self.assertEqual(said, f"ERROR: {empty}: no .ll file with an amdgpu_kernel in it or below it\n")
        for folder in (os.path.join(self.dir, "none"), os.path.join(empty, "a.c")):
            self.assertEqual(self.run_of(code=6, folder=folder), f"ERROR: {folder}: expected a folder\n")
        tools = os.path.join(self.dir, "tools")
        os.mkdir(tools)
        for name in ("python3", "env", "llvm-extract-16", "ld.lld-16", "llvm-readelf-16"):
            os.symlink(shutil.which(name), os.path.join(tools, name))
        said = self.run_of(code=6, env={**os.environ, "PATH": tools})
        self.assertEqual(said, "ERROR: llc-16 is missing: packages llvm-16 and lld-16 of Debian\n")

    def test_a_tool_that_dies(self):
        """It is a finding, although the model is the first to run."""
        options = argparse.Namespace(folder=self.dir, tool=os.path.join("build", "wavelock"), seed=1, isa="gfx900")
        for code, text in ((-11, "ERROR: the tool ended with code -11"), (None, "HANG: no end after 120 seconds")):
            one = corpus.Module(options, "name", "path", "sdag-O2")
            one.folder, made = self.dir, os.path.join(self.dir, "made")
            with open(made, "wb"):
                pass
            by = mock.Mock()
            by.run.return_value = {"code": code}
            one.run(by, made, "k", {})
            by.run.assert_called_once()
            _, verdicts, lines = corpus.Ends().sort(one.tally)
            verdict, why = text.split(": ", 1)
            self.assertEqual(verdicts, {"PASS": 0, verdict: 1})
            self.assertEqual(lines[0], f"{verdict}: gfx900 name sdag-O2 k: {why}")
            self.assertRegex(lines[1], "^again: make run .*/sdag-O2/name-k.co SEED=1 KERNEL=k .* MAX_INSTRUCTIONS=")

    def test_ends(self):
        """What no row explains is a finding, on the model too; a row is for its device and its kernels."""
        path = os.path.join(self.dir, "table")
        with open(path, "w", encoding="utf-8") as file:
            file.write("device\tsays\tkernels\treason\nmodel\tERROR: no .* here\t*\tBecause.\n")
            file.write("lockstep\tHANG: \tgfx906 a/* gisel-O? k\tLoops.\n")
        known, verdicts, lines = corpus.Ends(path).sort(
            corpus.Tally(
                passed=3,
                ends=[
                    ("model", "ERROR: no buffer here; more", "gfx900 m sdag-O2 k", "make 1"),
                    ("lockstep", "ERROR: no buffer here", "gfx900 m sdag-O2 k", "make 2"),
                    ("model", "ERROR: other", "gfx900 m sdag-O2 k", "make 3"),
                    ("lockstep", "HANG: x", "gfx906 a/b gisel-O0 k", "make 4"),
                    ("lockstep", "HANG: x", "gfx900 a/b gisel-O0 k", "make 5"),
                ],
            )
        )
        self.assertEqual(known, {"Because.": 1, "Loops.": 1})
        self.assertEqual(verdicts, {"PASS": 3, "ERROR": 2, "HANG": 1})
        self.assertEqual(lines[1::2], ["again: make 2", "again: make 3", "again: make 5"])

    def test_rows(self):
        """The rows of the table are of a device, and their expressions can be read."""
        for end in corpus.Ends().rows:
            self.assertIn(end.device, ("model", "lockstep"))
            self.assertIn(end.says.split(":")[0], results.VERDICTS[1:])
            re.compile(end.says)
            self.assertTrue(end.reason.endswith("."), end)

    def test_launch(self):
        for most, required, expected in (
            (1024, None, {"GRID": "127,2,2", "GROUP": "64,2"}),
            (127, None, {"GRID": "253,1,2", "GROUP": "127"}),
            (1, None, {"GRID": "2,1,2", "GROUP": "1"}),
            (1024, [8, 4, 2], {"GRID": "16,4,4"}),
        ):
            self.assertEqual(corpus.launch(most, required), expected)

    def test_reason(self):
        """Reasons that differ in what they are about are one."""
        for text, name, expected in (
            ("x.ll:3:4: LLVM ERROR: Cannot select: t22: i32 = add t3, t4", "k", "LLVM ERROR: Cannot select.."),
            ("LLVM ERROR: cannot do @k", "k", "LLVM ERROR: cannot do @KERNEL"),
            ("ld.lld-16: ld.lld-16: error: undefined symbol: g", "k", "error: undefined symbol: .."),
        ):
            self.assertEqual(corpus.reason(text, name), expected)


if __name__ == "__main__":
    os.chdir(ROOT)
    unittest.main()
