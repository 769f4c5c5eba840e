# SPDX-License-Identifier: Apache-2.0
"""Tests exhaustive.py with a program that only prints: what fails, what the journal keeps, what the table says."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from wl import ROOT


LIST = [
    "good\tevery\t2\t64\t0\t0\t0",
    "near\tevery\t1\t64\t0.7\t1.5625\t0",
    "less\tpairs\t1\t64\t0\t0\t3",
    "none\tabsent",
]
PARTS = {
    "good every 0": "good\tevery\t0\t64\t0\t0\t0\t0.5\t1\t8",
    "good every 1": "good\tevery\t1\t64\t0\t0\t0\t0.25\t2\t8",
    "near every 0": "near\tevery\t0\t64\t0\t64\t1\t0.7\t3\t8",
    "less pairs 0": "less\tpairs\t0\t64\t0\t9\t3\t0.5\t4\t8",
}
PLANTED = [f"{name}\tplanted\t1" for name in ("good", "near", "less")]
PROGRAM = """#!/usr/bin/env python3
import sys
LIST, PARTS, PLANTED, CALLS, DIGEST = {}
words = " ".join(sys.argv[1:])
part = " ".join(sys.argv[1:4])
with open(CALLS, "a") as file:
    file.write(words + "\\n")
if words == "--digest":
    print(DIGEST)
elif words.startswith("--list"):
    LIST[0] = LIST[0].replace("\\t2\\t", "\\t1\\t") if words == "--list --count 1" else LIST[0]
    print("\\n".join(LIST))
elif words.startswith("--slice"):
    print("\\n".join([*PARTS.values(), *PLANTED, "none\\tabsent"]))
else:
    print(PARTS[part])
"""


class Exhaustive(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.program = os.path.join(self.folder.name, "program")
        self.calls = os.path.join(self.folder.name, "calls")
        self.scripts = os.path.join(self.folder.name, "scripts")
        os.mkdir(self.scripts)
        shutil.copy2(os.path.join(ROOT, "scripts", "wavelock"), self.scripts)
        os.symlink(os.path.join(ROOT, "scripts", "wl"), os.path.join(self.scripts, "wl"))

    def run_it(self, *words, parts=None, planted=None, only="", digest="aaaa", record=""):
        with open(self.program, "w", encoding="utf-8") as file:
            file.write(PROGRAM.format((LIST, {**PARTS, **(parts or {})}, planted or PLANTED, self.calls, digest)))
        os.chmod(self.program, 0o755)
        script = os.path.join(self.scripts, "wavelock")
        environment = {**os.environ, "ONLY": only, "JOBS": "1", "RECORD": record}
        done = subprocess.run(
            [sys.executable, script, "campaigns.exhaustive", self.program, *words],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        with open(self.calls, encoding="utf-8") as file:
            calls = [line.strip() for line in file if not line.startswith("--")]
        os.remove(self.calls)
        return done.returncode, done.stdout, calls

    def test_all_good(self):
        code, text, calls = self.run_it()
        self.assertEqual(code, 0, text)
        self.assertEqual(sorted(calls), sorted(PARTS))
        self.assertIn(
            "3 passed, 0 failed, 0 not complete, 1 opcodes not in the unit; exceptions compared in 32 cases", text
        )
        self.assertRegex(text, r"good +every +128 +0\.5000 +0")
        self.assertRegex(text, r"none +not in the unit")

    def test_goes_on(self):
        self.assertEqual(self.run_it(only="good")[2], ["good every 0", "good every 1"])
        code, text, calls = self.run_it()
        self.assertEqual((code, sorted(calls)), (0, ["less pairs 0", "near every 0"]), text)

    def test_another_program_starts_anew(self):
        self.run_it(only="good")
        parts = {"good every 1": "good\tevery\t1\t64\t1\t0\t0\t0.25\t2\t8"}
        code, text, calls = self.run_it(only="good", parts=parts, digest="bbbb")
        self.assertEqual((code, calls), (1, ["good every 0", "good every 1"]))
        self.assertIn("1 wrong", text)

    def recorded(self):
        name = f"{os.path.basename(self.program)}.tsv"
        with open(os.path.join(self.folder.name, "docs", name), encoding="ascii") as file:
            return [line.split("\t") for line in file.read().splitlines()[1:]]

    def without_journal(self):
        shutil.rmtree(os.path.join(self.folder.name, "runs"))

    def test_record(self):
        """A whole part is not run again, without the journal too. With other sources it is."""
        self.run_it(only="good", record="1")
        fields = ["good", "every", "2", "128", "0", "0", "0", "0.500000", "1", "16", "aaaa"]
        self.assertEqual(self.recorded(), [fields])
        self.without_journal()
        code, text, calls = self.run_it(record="1")
        self.assertEqual((code, sorted(calls)), (0, ["less pairs 0", "near every 0"]), text)
        self.assertIn("1 of 3 lines are of these sources, aaaa", text)
        self.assertRegex(text, r"good +every +128 +0\.5000 +0")
        self.assertEqual([line[0] for line in self.recorded()], ["good", "near", "less"])
        self.without_journal()
        self.assertEqual(self.run_it(only="less", digest="bbbb", record="1")[2], ["less pairs 0"])
        self.assertEqual([line[-1] for line in self.recorded()], ["aaaa", "aaaa", "bbbb"])
        code, text, calls = self.run_it("--record", digest="bbbb")
        self.assertEqual((code, calls), (0, []), text)
        self.assertRegex(text, r"good +every +128 .* to be run again: was aaaa")
        self.assertNotRegex(text, r"less .* to be run again")
        self.assertIn("1 of 3 lines are of these sources, bbbb", text)

    def test_record_of_a_wrong_result(self):
        parts = {"good every 1": "good\tevery\t1\t64\t1\t0\t0\t0.25\t2\t8"}
        self.run_it(only="good", parts=parts, record="1")
        self.without_journal()
        code, text, calls = self.run_it(only="good")
        self.assertEqual((code, calls), (1, []), text)
        self.assertIn("1 wrong", text)

    def test_record_from_the_journal(self):
        """A record that was not asked for is written afterwards; a line without its first part stays away."""
        self.run_it(only="good")
        self.run_it(only="near", parts={"near every 0": "nothing"})
        self.assertEqual(self.run_it("--record", record="1")[2], [])
        self.assertEqual([line[0] for line in self.recorded()], ["good"])

    def test_record_of_first_parts(self):
        """A line that is not whole has its first parts, and another machine goes on behind them."""
        self.run_it(only="good", parts={"good every 1": "nothing"}, record="1")
        self.assertEqual(self.run_it("--record", record="1")[2], [])
        self.assertEqual(self.recorded(), [["good", "every", "1", "64", "0", "0", "0", "0.500000", "1", "8", "aaaa"]])
        self.assertIn("1 of 2 parts", self.run_it("--record")[1])
        self.without_journal()
        code, text, calls = self.run_it(only="good", record="1")
        self.assertEqual((code, calls), (0, ["good every 1"]), text)
        self.assertRegex(text, r"good +every +128 +0\.5000 +0")
        self.assertEqual([line[2] for line in self.recorded()], ["2"])

    def test_record_of_a_seed(self):
        code, text, calls = self.run_it("--seed", "2", record="1")
        self.assertEqual((code, calls), (6, []), text)

    def test_options(self):
        """The program gets them. Each seed has a journal of its own."""
        self.run_it()
        options = ("--count", "9", "--seed", "2")
        code, text, calls = self.run_it(*options)
        self.assertEqual((code, sorted(calls)), (0, sorted(f"{part} --count 9 --seed 2" for part in PARTS)), text)
        self.assertEqual(self.run_it(*options)[2], [])
        self.assertEqual(self.run_it("--count", "7")[2], [])

    def test_parts_that_are_not_asked_for(self):
        """The journal has more parts than the plan has with these options. They do not count."""
        parts = {"good every 1": "good\tevery\t1\t64\t1\t0\t0\t0.25\t2\t8"}
        self.assertEqual(self.run_it(only="good", parts=parts)[0], 1)
        code, text, calls = self.run_it("--count", "1", only="good", parts=parts)
        self.assertEqual((code, calls), (0, []), text)

    def test_unlike_what_is_stated(self):
        for part, line in (
            ("near every 0", "near\tevery\t0\t64\t0\t64\t1\t0.7002\t3\t8"),
            ("near every 0", "near\tevery\t0\t64\t0\t64\t1\t0.6998\t3\t8"),
            ("near every 0", "near\tevery\t0\t64\t0\t64\t2\t0.7\t3\t8"),
            ("less pairs 0", "less\tpairs\t0\t64\t0\t9\t2\t0.5\t4\t8"),
        ):
            code, text, _ = self.run_it(parts={part: line})
            self.assertEqual(code, 1, text)
            self.assertRegex(text, "stated")
            self.assertIn("2 passed, 1 failed", text)

    def test_a_part_that_dies(self):
        code, text, _ = self.run_it(parts={"good every 1": "nothing"})
        self.assertEqual(code, 1)
        self.assertIn("FAILED: good every 1", text)
        self.assertIn("2 passed, 0 failed, 1 not complete", text)

    def test_slice(self):
        self.assertEqual(self.run_it("--slice")[0], 0)
        code, text, _ = self.run_it("--slice", planted=PLANTED[1:])
        self.assertEqual(code, 1)
        self.assertIn("FAILED: good: a flipped bit", text)
        parts = {"good every 1": "good\tevery\t1\t64\t1\t0\t0\t0.25\t2\t8"}
        code, text, _ = self.run_it("--slice", parts=parts)
        self.assertEqual(code, 1)
        self.assertIn("FAILED: good every", text)

    def test_digest(self):
        """Comments and blanks do not count, what a text says does, and a name."""
        sources = ["int a = 1;\n", "int  a = 1; // one\n/* or\nmore */", 'int a = 1; x("//");', 'int a = 1; x("/");']
        paths = [os.path.join(self.folder.name, "a.c")] * len(sources) + [os.path.join(self.folder.name, "b.c")]
        found = []
        for path, source in zip(paths, [*sources, sources[0]]):
            with open(path, "w", encoding="ascii") as file:
                file.write(source)
            done = [os.path.join(ROOT, "scripts", "wavelock"), "generate.digest", path]
            found.append(subprocess.run(done, capture_output=True, text=True, check=True).stdout)
        self.assertEqual(found[0], found[1])
        self.assertEqual(len(set(found)), len(found) - 1)

    def test_no_such_operation(self):
        code, text, _ = self.run_it(only="nosuch")
        self.assertEqual(code, 6)
        self.assertIn('"nosuch"', text)


if __name__ == "__main__":
    unittest.main()
