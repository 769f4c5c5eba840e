# SPDX-License-Identifier: Apache-2.0
"""Tests what a build says of itself, by files as a build leaves them, and to whom."""
import io
import os
import re
import tempfile
import unittest
import unittest.mock

from wl.door import build, progress

BEGIN, BEFORE, AFTER = 1_000_000_000, 500_000_000, 1_500_000_000  # times in ns: of the build, and of files


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Says(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = folder.name

    def write(self, name, at, text=""):
        path = os.path.join(self.dir, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="ascii") as file:
            file.write(text)
        os.utime(path, ns=(at, at))

    def doing(self):
        return progress.doing(self.dir, BEGIN)

    def test_nothing_to_see(self):
        self.assertEqual(progress.doing(os.path.join(self.dir, "none"), BEGIN), "")
        self.write("obj/tb/old.o", BEFORE)
        self.write("trace/verilated.stamp.part", BEFORE)  # of a build that was killed
        self.assertEqual(self.doing(), "")

    def test_verilating(self):
        self.write("lockstep/verilated.stamp.part", AFTER)
        self.assertEqual(self.doing(), "Verilating lockstep")
        self.write("obj/tb/made.o", AFTER)
        self.assertEqual(self.doing(), "Verilating lockstep")
        self.write("obj/tb/under_way.o.new", AFTER)
        self.assertEqual(self.doing(), "Verilating lockstep, compiling 1 of 2")

    def test_compiling(self):
        """What has no object, an older one, or one older than a header waits. The packages are one file."""
        top = "lockstep/verilated"
        for name in ("same", "made", "edited", "header", "missing", "a_pkg__1__Slow", "b_pkg__2__Slow"):
            self.write(f"{top}/{name}.cpp", AFTER - 1 if name in ("edited", "missing", "made") else BEFORE - 1)
        for name in ("same", "edited", "header", "packages__Slow"):
            self.write(f"{top}/{name}.o", BEFORE)
        self.write(f"{top}/header.d", BEFORE, "header.o: header.cpp new.h")
        self.write(f"{top}/same.d", BEFORE, "same.o: same.cpp old.h")
        self.write(f"{top}/new.h", AFTER - 1)
        self.write(f"{top}/old.h", BEFORE - 1)
        self.write(f"{top}/made.o", AFTER)
        self.write(f"{top}/edited.o.new", AFTER)
        self.assertEqual(self.doing(), "compiling 1 of 4")

    def test_the_line(self):
        for seconds, last, expected in (
            (40, 125.3, "40 s (the last such build took 2:05 min)"),
            (100, None, "1:40 min"),
        ):
            one = progress.Progress(self.dir, ["build/wavelock"], last, io.StringIO())
            one.since, one.start = BEGIN, 1000.0
            self.assertEqual(one.line(1000.0 + seconds), f"building build/wavelock: {expected}")

    def said(self, out):
        """What a build says if the line comes at once."""
        with unittest.mock.patch.multiple(progress, SOON=0, LONG=0, EVERY=0.01):
            with progress.Progress(self.dir, ["build/wavelock"], 41, out):
                while out.getvalue().count("41 s") < 1 + out.isatty():
                    pass
        return out.getvalue()

    def test_a_log_gets_one_line(self):
        line = "building build/wavelock: 0 s (the last such build took 41 s)"
        self.assertEqual(self.said(io.StringIO()), f"{line}\n")
        self.assertRegex(self.said(Terminal()), rf"^(\r\x1b\[K{re.escape(line)}\r){{2,}}\x1b\[K$")

    def test_a_short_build_says_nothing(self):
        for out in (io.StringIO(), Terminal()):
            with progress.Progress(self.dir, ["build/wavelock"], None, out):
                pass
            self.assertEqual(out.getvalue(), "")

    def test_such_a_build(self):
        """Builds are alike if the same folders have changed."""

        class Sources:
            sums = {"./rtl/a.sv": "1", "./tb/b.c": "2", "./docs/waves.md": "3"}

        before = {path: (0, total) for path, total in Sources.sums.items()}
        self.assertEqual(build.changed(Sources, {}), "all")
        self.assertEqual(build.changed(Sources, before), "")
        self.assertEqual(build.changed(Sources, {**before, "./rtl/a.sv": (0, "0"), "./docs/waves.md": (0, "0")}), "rtl")
        self.assertEqual(build.changed(Sources, {**before, "./tb/gone.c": (0, "0"), "./rtl/a.sv": (0, "0")}), "rtl tb")

    def test_many_targets(self):
        self.assertEqual(progress.named(["a", "b", "c"]), "a b c")
        self.assertEqual(progress.named(list("abcde")), "a b c and 2 more")

    def test_who_has_the_lock(self):
        self.write("lock", 0)
        path = os.path.join(self.dir, "lock")
        self.assertEqual(build.holder(path), "")
        self.write("lock", 0, '{"targets": ["build/wavelock", "build/points.tsv"], "at": 100.0}')
        with unittest.mock.patch("time.time", return_value=390.0):
            self.assertEqual(build.holder(path), " build/wavelock build/points.tsv, for 4:50 min")


if __name__ == "__main__":
    unittest.main()
