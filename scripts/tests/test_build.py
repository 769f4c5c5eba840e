# SPDX-License-Identifier: Apache-2.0
"""Tests what the front door builds, and when. An older file that replaces a newer one is a change. A build that fails
ends the call. Where nothing has changed, make is not started. Works on a copy of the tree. Needs
build/wavelock-model."""
import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from wl import ROOT
from wl.checks import lint
from wl.mutation import mutate
from wl.runs import unit_folder


MAIN = os.path.join("tb", "cli", "main.c")
HEADER = os.path.join("tb", "cli", "build.h")
MODULE = os.path.join("examples", "tiny_cu", "tiny_smem.sv")
OF_RTL = os.path.join(
    "build", unit_folder.name("examples/tiny_cu"), "lockstep"
)  # Verilator's output for the second unit
MODEL = os.path.join("build", "wavelock-model")
IN_C = 'static const char {0}[] __attribute__((used)) = "mark-{0}";\n'
HOUR = 3600_000_000_000


class Builds(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.chdir(ROOT)
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.tree = os.path.join(folder.name, "tree")
        mutate.copy_tree(cls.tree)
        subprocess.run(["cp", "-a", "build/vectors", os.path.join(cls.tree, "build")], check=True)
        cls.log = os.path.join(folder.name, "log")  # a line for each make that is started
        programs = os.path.join(folder.name, "bin")
        os.mkdir(programs)
        with open(os.path.join(programs, "make"), "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\necho "$@" >>{cls.log}\ngrep ^SigIgn: /proc/$$/status >{cls.log}.ignored\n')
            file.write(f'exec {shutil.which("make")} "$@"\n')
        os.chmod(os.path.join(programs, "make"), 0o755)
        of_make = ("MAKEFLAGS", "MAKEOVERRIDES", "MFLAGS", "MAKELEVEL", "TEST", "ONLY", "JOBS", "LEVELS")
        cls.environment = {name: text for name, text in os.environ.items() if name not in of_make}
        cls.environment["PATH"] = programs + os.pathsep + cls.environment["PATH"]
        cls.real = shutil.which("make")

    def call(self, *words, code=0, said=(), silent=()):
        """make in the tree: how many makes it started."""
        open(self.log, "w", encoding="utf-8").close()
        both = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        done = subprocess.run([self.real, *words], cwd=self.tree, text=True, check=False, env=self.environment, **both)
        self.assertEqual(done.returncode, code, done.stdout)
        for text in said:
            self.assertIn(text, done.stdout)
        for text in silent:
            self.assertNotIn(text, done.stdout)
        with open(self.log, encoding="utf-8") as file:
            return len(file.readlines())

    def settled(self, *words):
        """Builds until make has nothing to do: a file that has just changed is looked at once more."""
        time.sleep(0.05)
        while self.call(*words):
            pass

    def path(self, name):
        return os.path.join(self.tree, name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def version(self):
        command = [self.path(MODEL), "--version"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    def keep(self, name):
        """Puts a source back as it was when the test ends."""
        before, state = self.read(name), os.stat(self.path(name))

        def back():
            self.replace(name, before, state.st_mtime_ns)

        self.addCleanup(back)
        return before, state.st_mtime_ns

    def edit(self, name, text):
        with open(self.path(name), "ab") as file:
            file.write(text.encode())

    def replace(self, name, text, time_ns):
        """By another file with its own time, as rsync -a and tar do it."""
        new = self.path(name) + ".new"
        with open(new, "wb") as file:
            file.write(text)
        os.utime(new, ns=(time_ns, time_ns))
        os.replace(new, self.path(name))

    def test_nothing_has_changed(self):
        self.settled("run", "TEST=smoke")
        self.assertEqual(self.call("run", "TEST=smoke", said=["PASS smoke"]), 0)
        self.assertEqual(self.call("run", "TEST=smoke", "SEED=2", said=["PASS smoke seed 2"]), 0)
        _, time_ns = self.keep(MAIN)
        for at in (time.time_ns() - HOUR, time_ns, time.time_ns()):
            os.utime(self.path(MAIN), ns=(at, at))  # contents count
            self.assertEqual(self.call("run", "TEST=smoke"), 0)
        self.assertGreater(self.call("-B", "-n", "run", "TEST=smoke"), 0)
        self.assertGreater(self.call("run", "TEST=smoke", "VERILATED_SPLIT=20001"), 0)

    def test_levels(self):
        """A tool for this host alone says so, gives the same, and is linked anew where one for all is asked for."""
        said = {}
        for levels in ("host", "all"):
            self.assertGreater(self.call("run", "TEST=smoke", f"LEVELS={levels}", said=["PASS smoke seed 1"]), 0)
            self.settled("run", "TEST=smoke", f"LEVELS={levels}")
            said[levels] = self.version()
        self.assertRegex(said["host"].removeprefix(said["all"]), "^, model for (base|avx2|avx512) alone$")
        # At the desk a tool for all stays until something has changed: others may run it.
        for words in (("run", "TEST=smoke", "SEED=2"), ("list", "V=1")):
            self.call(*words)
            self.assertEqual(self.version(), said["all"])
        self.keep(MAIN)
        self.edit(MAIN, IN_C.format("levels"))
        self.call("run", "TEST=smoke")
        self.assertRegex(self.version(), ", model for (base|avx2|avx512) alone$")
        self.call("run", "TEST=smoke", "LEVELS=avx2", code=2, said=['LEVELS: found "avx2", expected all or host'])

    def test_closed_pipe(self):
        """What the door starts ends by a pipe that nobody reads, as without the door: make too."""
        self.settled("run", "TEST=smoke")
        read_end, write_end = os.pipe()
        os.close(read_end)
        command = ["scripts/wavelock", "run", "TEST=smoke"]
        both = {"stdout": write_end, "stderr": subprocess.PIPE}
        done = subprocess.run(command, cwd=self.tree, env=self.environment, text=True, check=False, timeout=60, **both)
        os.close(write_end)
        self.assertEqual((done.stderr, done.returncode), ("", 128 + signal.SIGPIPE))
        self.assertGreater(self.call("-B", "-n", "run", "TEST=smoke"), 0)
        with open(self.log + ".ignored", encoding="utf-8") as file:
            self.assertEqual(int(file.read().split()[1], 16) >> (signal.SIGPIPE - 1) & 1, 0)

    def test_outputs_that_are_gone(self):
        self.settled(MODEL)
        os.remove(self.path(MODEL))
        self.assertEqual(self.call(MODEL), 1)
        self.assertTrue(os.path.exists(self.path(MODEL)))

    def test_older_file_of_c(self):
        """An edit of a source or header is built: in place or as another file, whatever its time, at the same size."""
        for name in (MAIN, HEADER):
            before, time_ns = self.keep(name)
            for at, mark in ((time_ns, "older"), (time.time_ns() - HOUR, "later")):
                self.edit(name, IN_C.format(mark))
                self.settled(MODEL)
                self.assertIn(f"mark-{mark}".encode(), self.read(MODEL))
                self.replace(name, before, at)
                self.call(MODEL)
                self.assertNotIn(f"mark-{mark}".encode(), self.read(MODEL))
        self.edit(MAIN, IN_C.format("first"))
        self.settled(MODEL)
        state = os.stat(self.path(MAIN))
        text = self.read(MAIN).replace(b"first", b"other")
        with open(self.path(MAIN), "wb") as file:  # and touch -d
            file.write(text)
        os.utime(self.path(MAIN), ns=(state.st_atime_ns, state.st_mtime_ns))
        self.call(MODEL)
        self.assertIn(b"mark-other", self.read(MODEL))

    def test_older_file_of_rtl(self):
        unit = ("UNIT=examples/tiny_cu", os.path.join(OF_RTL, "verilated.stamp"))
        before, time_ns = self.keep(MODULE)

        def has_mark():
            folder = os.path.join(OF_RTL, "verilated")
            return any(b"mark-older" in self.read(os.path.join(folder, name)) for name in os.listdir(self.path(folder)))

        at = before.rindex(b"endmodule")
        with open(self.path(MODULE), "wb") as file:
            file.write(before[:at] + b'  initial $display("mark-older");\n' + before[at:])
        self.settled(*unit)
        self.assertTrue(has_mark())
        self.replace(MODULE, before, time_ns)
        self.call(*unit)
        self.assertFalse(has_mark())

    def test_what_is_unused(self):
        """It stops no build, and lint refuses it; another warning stops the build."""
        unit = ("UNIT=examples/tiny_cu", os.path.join(OF_RTL, "verilated.stamp"))
        before, _ = self.keep(MODULE)
        at = before.rindex(b"endmodule")

        def add(text):
            with open(self.path(MODULE), "wb") as file:
                file.write(before[:at] + text + before[at:])

        add(b"  localparam int Forgotten = 1;\n  logic [7:0] forgotten;\n  assign forgotten = {8{idle_o}};\n")
        self.call(*unit, silent=["%Warning", "%Error"])
        command = next(words for name, _, words in lint.checks() if name == "verilator -Wall: the second unit")
        done = subprocess.run(command, cwd=self.tree, capture_output=True, text=True, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("UNUSEDSIGNAL", done.stderr)
        self.assertIn("UNUSEDPARAM", done.stderr)
        add(b"  logic [7:0] narrow;\n  assign narrow = 4'(idle_o);\n")
        self.call(*unit, code=2, said=["WIDTH"])

    def test_older_file_after_a_build_that_failed(self):
        """Objects built from an edit before the build failed go with the edit."""
        before, time_ns = self.keep(HEADER)
        self.keep(MAIN)
        self.settled(MODEL)
        self.edit(HEADER, IN_C.format("failed"))
        self.edit(MAIN, "#error planted\n")
        self.call("-k", MODEL, code=2, said=["planted"])
        self.replace(HEADER, before, time_ns)
        self.replace(MAIN, self.read(MAIN).replace(b"#error planted\n", b""), time_ns)
        self.call(MODEL)
        self.assertNotIn(b"mark-failed", self.read(MODEL))

    def test_errors_that_are_ignored(self):
        """No old program runs, whatever flags make has."""
        self.settled("run", "TEST=smoke")
        self.keep(MAIN)
        self.edit(MAIN, "#error planted\n")
        for flags, code in (("-i", 0), ("-ik", 0), ("-k", 2), ("-s", 2)):
            with self.subTest(flags=flags):
                said = ["planted", "could not be built"]
                self.call(flags, "run", "TEST=smoke", code=code, said=said, silent=["PASS"])
        self.call("-t", "run", "TEST=smoke", silent=["PASS"])
        self.environment["MAKEFLAGS"] = "i"
        self.addCleanup(self.environment.pop, "MAKEFLAGS")
        self.call("run", "TEST=smoke", said=["could not be built"], silent=["PASS"])
        done = subprocess.run(
            ["scripts/wavelock", "run", "TEST=smoke"], cwd=self.tree, env=self.environment, check=False
        )
        self.assertEqual(done.returncode, 6)


if __name__ == "__main__":
    unittest.main()
