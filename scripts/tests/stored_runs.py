# SPDX-License-Identifier: Apache-2.0
"""The base of tests that make runs by scripts/wavelock and look at their folders."""
import os
import subprocess
import tempfile
import unittest

from wl import ROOT


# The make that such a run starts is not below the one of make test.
ENV = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}


class StoredRuns(unittest.TestCase):
    def setUp(self):
        os.chdir(ROOT)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = folder.name

    def sim(self, *words, code=0):
        """What a target of scripts/wavelock says, in the order of a terminal. It ends with the exit code."""
        both = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        done = subprocess.run(["scripts/wavelock", *words], **both, text=True, check=False, env=ENV)
        self.assertEqual(done.returncode, code, done.stdout)
        return done.stdout

    def stored(self, target, *words, code=0):
        """The folder of a run."""
        before = set(os.listdir(self.dir))
        self.sim(target, *words, f"OUT={self.dir}", code=code)
        return os.path.join(self.dir, *set(os.listdir(self.dir)) - before)
