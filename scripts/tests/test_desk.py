# SPDX-License-Identifier: Apache-2.0
"""The minute of make check on mutants (door/desk.py): what is drawn, what is kept, and how seconds add up."""
import collections
import os
import tempfile
import types
import unittest

from wl import ROOT
from wl.door import desk, test
from wl.mutation import campaign, equivalents
from wl.runs.runner import Job


class Drawn(unittest.TestCase):
    def test_each_block(self):
        """Twice as many of each block as asked for, blocks in turn, none that is known as equivalent."""
        os.chdir(ROOT)
        found = desk.drawn(24, 1)
        self.assertEqual(len({mutant.block for mutant in found[:12]}), 12)
        self.assertEqual(max(collections.Counter(mutant.block for mutant in found).values()), 4)
        self.assertFalse({equivalents.key(mutant) for mutant in found} & set(equivalents.read()))
        self.assertNotEqual([mutant.id for mutant in found], [mutant.id for mutant in desk.drawn(24, 2)])


class Kept(unittest.TestCase):
    def test_again(self):
        """What is there is not measured again; a line that was being written counts as missing."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "desk.jsonl")
            kept = desk.Kept(path, {"tool": "a"}, False)
            self.assertEqual(kept.of("x", lambda: 1), 1)
            self.assertEqual(kept.of("x", lambda: 2), 1)
            with open(path, "a", encoding="utf-8") as file:
                file.write('["y", ')
            kept = desk.Kept(path, {"tool": "a"}, True)
            self.assertEqual(kept.of("x", lambda: 3), 1)
            self.assertEqual(kept.of("y", lambda: 4), 4)
            self.assertEqual(desk.Kept(path, {"tool": "a"}, True).found, {"x": 1, "y": 4})
            with self.assertRaises(campaign.Failed):
                desk.Kept(path, {"tool": "b"}, True)


class Unit:
    """seconds: {vector: its seconds}; fails: {vector: its seconds with the mutant, which it finds}."""

    def __init__(self, seconds, fails, activated=()):
        self.of, self.fails, self.activated, self.asked = seconds, fails, {*fails, *activated}, []

    def seconds(self, name):
        return {"processor": self.of[name]}

    def plain(self, name):
        return {"first": {"1": 5} if name in self.activated else {}}

    def switched(self, number, name):
        self.asked.append((number, name))
        return [name in self.fails, {"processor": self.fails.get(name, self.of[name])}]


class Minute(unittest.TestCase):
    def found(self, parts, unit, passed=()):
        jobs = [Job(name) for name in parts]
        jobs += [test.Counted(f"lockstep {name} seed 1", [], name, 1) for name in unit.of]
        plan = types.SimpleNamespace(jobs=jobs, cost=lambda job: parts[job.name])
        fate = types.SimpleNamespace(row={"number": 1}, passed=[f"{name} seed 1" for name in passed])
        return desk.minute(unit, plan, fate, "processor")

    def test_two_cores(self):
        """A part of 10 s and vectors of 4 and 3 s on the other core: the second vector begins after 4 s."""
        unit = Unit({"a": 4.0, "b": 3.0}, {"b": 2.0})
        self.assertEqual(self.found({"proof": 10.0}, unit), (6.0, "b"))
        self.assertEqual(unit.asked, [(1, "b")])  # a does not come to the mutant

    def test_the_first_failure_in_time_counts(self):
        """A vector that hangs for 50 s is found by a later one before; what begins behind that is not run."""
        unit = Unit({"a": 1.0, "b": 2.0, "c": 1.0, "d": 1.0}, {"a": 50.0, "c": 1.0, "d": 1.0})
        self.assertEqual(self.found({}, unit), (3.0, "c"))
        self.assertEqual(unit.asked, [(1, "a"), (1, "c")])

    def test_end_of_the_minute(self):
        """What ends behind the minute finds nothing, and what starts there does not run."""
        unit = Unit({"a": 1.0, "b": 1.0}, {"a": 31.0, "b": 1.0})
        self.assertIsNone(self.found({"one": 30.0, "two": 60.0}, unit))
        self.assertEqual(unit.asked, [(1, "a")])

    def test_known_to_pass(self):
        """A vector on which the mutant was tried to the end is not tried again."""
        unit = Unit({"a": 1.0, "b": 1.0}, {"b": 1.0}, ["a"])
        self.assertEqual(self.found({}, unit, ["a"]), (1.0, "b"))
        self.assertEqual(unit.asked, [(1, "b")])


if __name__ == "__main__":
    unittest.main()
