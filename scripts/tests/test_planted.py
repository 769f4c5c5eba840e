# SPDX-License-Identifier: Apache-2.0
"""Tests scripts/wl/night/planted.py: the bugs of each night, the tools of a night, the truth and the score."""
import contextlib
import io
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from unittest import mock

from wl import ROOT
from wl.mutation import campaign
from wl.night import planted
from wl.night.journal import write_whole


def bug(number, file="rtl/lds/banks.sv", line=7):
    about = {"id": f"m{number}", "block": "lds", "operator": "stale value", "before": "a", "after": "b"}
    return {"number": number, "file": file, "line": line, **about}


def failure(name, group):
    return {
        "id": name,
        "verdict": "MISMATCH",
        "group": group,
        "folder": f"runs/{name}",
        "again": "make sim",
        "cycles": 9,
    }


def cause(name, jobs, *suspects):
    return {"name": name, "groups": [], "jobs": jobs.split(), "suspects": list(suspects)}


class Draw(unittest.TestCase):
    FAILS = {str(n): [f"program {n}", "program 0"] for n in range(1, 40)}

    def test_each_fourth_night_has_three(self):
        nights = planted.drawn(self.FAILS, 20, 1)
        self.assertEqual([len(bugs) for bugs in nights], [1, 1, 1, 3] * 5)
        every = [one for bugs in nights for one in bugs]
        self.assertEqual(len(set(every)), 30)

    def test_seed(self):
        """A longer campaign begins with the nights of a shorter one; another seed has others."""
        nights = planted.drawn(self.FAILS, 8, 1)
        self.assertEqual(planted.drawn(self.FAILS, 20, 1)[:8], nights)
        self.assertNotEqual(planted.drawn(self.FAILS, 8, 2), nights)

    def test_bugs_of_one_night_are_seen(self):
        """None of them fails only programs that another one fails."""
        fails = {"1": ["a"], "2": ["a"], "3": ["a", "b"], "4": ["c"], "5": ["a", "b", "d"], "6": ["a"], "7": ["e"]}
        for seed in range(1, 30):
            with contextlib.suppress(campaign.Failed):
                some = planted.drawn(fails, 4, seed)[3]
                for one in map(str, some):
                    others = {program for other in some if str(other) != one for program in fails[str(other)]}
                    self.assertTrue(set(fails[one]) - others, some)

    def test_too_few(self):
        with self.assertRaisesRegex(campaign.Failed, "night 2 of 3: of 1 mutants that programs see too few are left"):
            planted.drawn({"1": ["a"]}, 3, 1)


class Tools(unittest.TestCase):
    """Stand-ins for the tools of a night call the unit with the bugs."""

    def setUp(self):
        os.chdir(ROOT)
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        tools = os.path.join(self.folder, "built")
        os.makedirs(tools)
        write_whole(tool := os.path.join(tools, planted.TOOL), '#!/bin/sh\nprintf "%s\\n" "$@"\n')
        os.chmod(tool, 0o755)
        planted.stand_in(os.path.join(self.folder, "own"), tools, [3, 17], 50000)
        planted.stand_in(os.path.join(self.folder, "none"), tools, [], 0)

    def called(self, name, *words, of="own"):
        command = [os.path.join(self.folder, of, name), *words]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()

    def test_options(self):
        bugs = ["--plus", "+mutants_on=3,17", "--hang-cycles", "50000"]
        self.assertEqual(self.called("wavelock", "--seed", "1", "a b"), [*bugs, "--seed", "1", "a b"])
        self.assertEqual(self.called("wavelock", "--serve"), ["--serve", *bugs])
        words = ["--seed", "1", "--waves-auto", "runs/a.fst", "a b"]
        self.assertEqual(self.called("wavelock-trace", *words), [*bugs, "--seed", "1", "a b"])
        self.assertEqual(self.called("wavelock", "a b", of="none"), ["a b"])


class Score(unittest.TestCase):
    """A made-up night of two bugs: what each failing program fails with, and causes that people could name."""

    BUGS = [bug(3, "rtl/lds/banks.sv"), bug(5, "rtl/simd/dpp.sv", 21)]
    FAILURES = [failure(name, group) for name, group in zip("abcdef", ("g1", "g1", "g2", "g3", "g3", "g4"))]
    TRUTH = {"a": [3], "b": [3], "c": [3, 5], "d": [5], "e": [5], "f": []}

    def judged(self, *causes):
        night = planted.judge("04", self.BUGS, self.TRUTH, self.FAILURES, list(causes))
        return night, planted.totals([night])

    def test_all_right(self):
        """A failure that both explain, and one that none explains, may be in either cause."""
        night, totals = self.judged(
            cause("x", "a b c", "banks"), cause("y", "d e f", "simd", "dpp_lanes", "dpp", "banks")
        )
        self.assertEqual([b["one_cause"] for b in night["bugs"]], [True, True])
        self.assertEqual([b["rank"] for b in night["bugs"]], [1, 3])
        self.assertEqual((totals["seen"], totals["one_cause_percent"], totals["hold_two"]), (2, 100, 0))
        self.assertEqual((totals["suspected_percent"], totals["groups"]), (100, 4))
        self.assertTrue(planted.met(totals))

    def test_split(self):
        night, totals = self.judged(cause("x", "a c"), cause("z", "b"), cause("y", "d e f", "dpp"))
        self.assertEqual([b["one_cause"] for b in night["bugs"]], [False, True])
        self.assertEqual(planted.verdict_of(night["bugs"][0], night["causes"]), "2 causes")
        self.assertEqual((totals["one_cause_percent"], totals["suspected_percent"]), (50, 50))
        self.assertFalse(planted.met(totals))

    def test_twice(self):
        """A failure in two causes is not one cause."""
        night, _ = self.judged(cause("x", "a b c"), cause("z", "b"), cause("y", "d e f"))
        self.assertEqual([b["one_cause"] for b in night["bugs"]], [False, True])

    def test_joined(self):
        """One cause of all: no bug explains each of its failures."""
        night, totals = self.judged(cause("x", "a b c d e f", "banks", "dpp"))
        self.assertEqual([c["holds_two"] for c in night["causes"]], [True])
        self.assertEqual((totals["one_cause_percent"], totals["hold_two"]), (100, 1))
        self.assertEqual(planted.verdict_of(night["bugs"][0], night["causes"]), "with another bug")
        self.assertFalse(planted.met(totals))

    def test_left_out(self):
        """A failure in no cause."""
        night, _ = self.judged(cause("x", "a c"), cause("y", "d e f"))
        self.assertEqual([b["one_cause"] for b in night["bugs"]], [False, True])

    def test_not_seen(self):
        """A bug without a failure of its own does not count."""
        truth = {**self.TRUTH, "d": [3, 5], "e": [3, 5]}
        night = planted.judge("04", self.BUGS, truth, self.FAILURES, [cause("x", "a b c d e f", "banks")])
        self.assertEqual(planted.verdict_of(night["bugs"][1], night["causes"]), "not seen")
        totals = planted.totals([night])
        self.assertEqual((totals["bugs"], totals["seen"], totals["hold_two"]), (2, 1, 0))
        self.assertTrue(planted.met(totals))

    def test_last_suspect(self):
        """A fourth suspect is none of the first three."""
        _, totals = self.judged(cause("x", "a b c", "p", "q", "r", "banks"), cause("y", "d e f", "dpp"))
        self.assertEqual(totals["suspected_percent"], 50)


class Kept(unittest.TestCase):
    """--judge on what a campaign left: nothing runs."""

    def setUp(self):
        os.chdir(ROOT)
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        seed = os.path.join(self.folder, "1")
        self.left = os.path.join(seed, "01", "nightly", planted.NIGHT)
        os.makedirs(os.path.join(self.left, "tools"))
        fails = {str(n): [f"program {n}"] for n in range(1, 40)}
        planted.write_json(os.path.join(seed, "plan.json"), {"mutants": [bug(n) for n in range(1, 40)], "fails": fails})
        write_whole(os.path.join(self.left, "finished"), "")
        self.clean = os.path.join(seed, "00", "nightly", planted.NIGHT)
        os.makedirs(os.path.join(self.clean, "tools"))
        write_whole(os.path.join(self.clean, "finished"), "")
        self.without_a_bug({"id": "a", "verdict": "PASS", "cycles": 9})
        some = [failure("a", "g1"), failure("b", "g1"), failure("c", "g2"), {"id": "p", "verdict": "PASS", "cycles": 9}]
        write_whole(os.path.join(self.left, "journal.jsonl"), "".join(json.dumps(one) + "\n" for one in some))
        self.bug = planted.drawn(fails, 1, 1)[0][0]
        planted.write_json(os.path.join(seed, "01", planted.TRUTH), {name: [self.bug] for name in "abc"})

    def without_a_bug(self, entry):
        write_whole(os.path.join(self.clean, "journal.jsonl"), json.dumps(entry) + "\n")

    def report(self, **more):
        planted.write_json(os.path.join(self.left, "report.json"), {"groups": [], **more})

    def judged(self):
        """(exit code, what it printed, planted.json) of --judge."""
        words = ["planted.py", "--out", self.folder, "--judge"]
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()):
            with mock.patch("sys.argv", words), mock.patch(
                "wl.night.planted.anew", lambda left, *_: planted.causes_of(left)
            ):
                code = planted.main()
        with open(os.path.join(self.folder, "1", "planted.json"), encoding="utf-8") as file:
            return code, out.getvalue(), json.load(file)

    def test_causes_of_the_report(self):
        self.report(causes=[cause("x", "a b c", "banks")])
        code, text, found = self.judged()
        self.assertEqual(code, 0)
        self.assertEqual(found["nights"][0]["bugs"][0]["causes"], ["x"])
        for line in (
            "1 nights, 2 groups of failures, 1 causes; 1 of 1 bugs seen",
            "causes that hold two bugs: 0 (at most 0)",
            "module among the first 3 suspects: 1 of 1 bugs, 100.0 % (at least 80 %)",
        ):
            self.assertIn(line, text)

    def test_failure_without_a_bug(self):
        self.report(causes=[])
        self.without_a_bug({**failure("a", "g1"), "why": "MISMATCH: EXEC"})
        with self.assertRaisesRegex(campaign.Failed, "/00: without a bug the night must pass; it said: MISMATCH: EXEC"):
            self.judged()

    def test_no_night(self):
        with mock.patch("sys.argv", ["planted.py", "--out", self.folder, "--judge", "--seed", "2"]):
            with self.assertRaisesRegex(campaign.Failed, "/2: no night has run there"):
                planted.main()


if __name__ == "__main__":
    unittest.main()
