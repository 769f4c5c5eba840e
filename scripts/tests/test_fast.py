# SPDX-License-Identifier: Apache-2.0
"""The tool for long runs, build/wavelock-fast: it gives what build/wavelock gives, in the same cycles, and says what it
is. Which runs have it, and when its profile is made. Needs both, and build/wavelock-random."""
import glob
import json
import os
import re
import shlex
import subprocess
import tempfile
import unittest

from tests import stored_runs
from wl import ROOT
from wl.door import fast, nights
from wl.door.values import VARIABLES
from wl.night import kinds
from wl.runs import programs, results, units

FAST = programs.TOOL + programs.FAST
FAULT = "VGPR:0:0:9:2@700"  # of fork_join: the program reads it much later
UNIT = r"^, unit by clang( for (?P<level>x86-64-v3))? and BOLT 16[0-9.]* with profile [0-9a-f]{12}$"
TESTS = ("fork_join", "lds_banks", "saxpy", "ds_atomics", "kernels/fft", "vmem/d16_over_load", "trap", "directed_half")


class Results(unittest.TestCase):
    def setUp(self):
        os.chdir(ROOT)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = folder.name

    def facts(self, tool, *words):
        """What a run leaves, but for what is a run's own."""
        done, result = results.of_run([tool, *words])
        self.assertTrue(result["verdict"], done.stderr)
        return {key: value for key, value in result.facts.items() if key not in results.OWN}

    def same(self, *words):
        plain, other = self.facts(programs.TOOL, *words), self.facts(FAST, *words)
        self.assertEqual(plain, other)
        return plain

    def test_vectors(self):
        for test in TESTS:
            for seed in ("1", "2"):
                with self.subTest(test=test, seed=seed):
                    facts = self.same(test, "--seed", seed)
                    self.assertEqual(facts["verdict"], "PASS")
                    self.assertGreater(facts["cycles"], 100)

    def test_random_programs(self):
        for profile in programs.profiles():
            with self.subTest(profile=profile):
                program = programs.Program(self.dir, profile, 300, 77)
                os.makedirs(program.folder)
                subprocess.run(program.make_command(), check=True, capture_output=True)
                self.assertEqual(self.same(program.folder, "--seed", "77")["verdict"], "PASS")

    def test_failure(self):
        """It fails in the same cycle, with the same words."""
        facts = self.same("fork_join", "--inject", FAULT)
        self.assertEqual(facts["verdict"], "MISMATCH")

    def test_what_it_says(self):
        plain, other = (
            subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout.strip()
            for tool in (programs.TOOL, FAST)
        )
        self.assertRegex(other.removeprefix(plain), UNIT)
        level = re.search(UNIT, other.removeprefix(plain))["level"] or ""
        said = subprocess.run(["readelf", "--notes", FAST], capture_output=True, text=True, check=True).stdout
        needed = re.search("x86 ISA needed: (.*)", said)
        self.assertEqual("x86-64-v3" in (needed[1] if needed else ""), bool(level), "what its loader looks for")

    def wavelock(self, *words, code=0):
        """What a call of scripts/wavelock says, which ends with the code."""
        done = subprocess.run(
            ["scripts/wavelock", *words], env=stored_runs.ENV, capture_output=True, text=True, check=False
        )
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def test_night(self):
        """A night has a copy of it, and a failure in that night repeats on the tool of make sim."""
        asked = "--name fast --seeds 1 --first 5 --profile flow --count 300 --shrink 0 --inject EXEC:0:0:0:3@500"
        words = [*asked.split(), "--runs", self.dir, "--fast", programs.NAME]
        self.wavelock("night.nightly", *words, code=1)
        night = os.path.join(self.dir, "nightly", "fast")
        with open(os.path.join(night, "settings.json"), encoding="utf-8") as file:
            self.assertIn(", unit by clang", json.load(file)["build"])
        with open(os.path.join(night, "journal.jsonl"), encoding="utf-8") as file:
            entry = json.loads(file.read())
        words = shlex.split(entry["again"].removeprefix("make "))
        again = os.path.join(self.dir, "again")
        self.wavelock(*words, f"OUT={again}", code=1)
        folder = os.path.dirname(*glob.glob(os.path.join(again, "*", "result.json")))
        result = results.Result.read(folder)
        self.assertNotIn("unit by", result["build"])
        self.assertEqual((result["verdict"], result["cycles"]), (entry["verdict"], entry["cycles"]))

    def test_stored_run(self):
        """What this tool ran, make replay runs by the other one."""
        for words, verdict in ((["smoke"], "PASS"), (["fork_join", "--inject", FAULT], "MISMATCH")):
            with self.subTest(words=words):
                folder = os.path.join(self.dir, words[0])
                subprocess.run([FAST, *words, "--run-dir", folder], capture_output=True, check=False)
                said = self.wavelock("replay", f"RUN={folder}")
                self.assertIn(f"replay of {folder}: the same: {verdict}", said)


class Choice(unittest.TestCase):
    def setUp(self):
        VARIABLES.clear()
        self.addCleanup(VARIABLES.clear)

    def test_by_length(self):
        """A run has it from where it saves what its build takes."""
        long = fast.BUILD / fast.SAVED
        self.assertEqual([fast.tool(long - 1), fast.tool(long + 1)], ["wavelock", "wavelock-fast"])
        VARIABLES["UNIT"] = "examples/tiny_cu"
        self.assertEqual(fast.tool(long + 1), "wavelock")
        VARIABLES["FAST"] = "1"
        self.assertEqual(fast.tool(0), "wavelock-fast")
        VARIABLES["FAST"] = "0"
        self.assertEqual(fast.tool(long + 1), "wavelock")

    def test_random(self):
        """make random: not 20 programs of 1000 instructions, but a million of them."""
        self.assertEqual(nights.tool_of_random(), "wavelock")
        VARIABLES.update(SEEDS="1000000", COUNT="1000")
        self.assertEqual(nights.tool_of_random(), "wavelock-fast")

    def test_nights(self):
        """Eight hours: the units on which enough of the time goes. The part of random programs is 38 of 100."""
        VARIABLES.update(JOBS="2", HOURS="8")
        seconds = nights.seconds_by_unit(list(kinds.KINDS), kinds, None)
        self.assertGreater(seconds[units.DEFAULT], 0.38 * 2 * 8 * 3600)
        self.assertLess(sum(seconds.values()), 2 * 8 * 3600)
        alone = nights.seconds_by_unit(["random"], kinds, None)
        self.assertEqual(alone, {units.DEFAULT: 2 * 8 * 3600})
        VARIABLES.update(COUNT="1000", PROFILE="default,flow")
        self.assertEqual(nights.seconds_by_unit(["random"], kinds, 65), {units.DEFAULT: 65 * 2 * 1000 / fast.RATE})


class Profile(unittest.TestCase):
    """It is made of what is laid out by it: mk/fast.mk."""

    def would_train(self, *words):
        """Whether make would run the programs by which it is made."""
        command = ["make", "-n", "-f", "mk/build.mk", "BUILD=build", "READ_ONLY=1", *words, FAST]
        done = subprocess.run(command, cwd=ROOT, env=stored_runs.ENV, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return "generate.profile" in done.stdout

    def test_when_it_is_made(self):
        self.assertFalse(self.would_train())
        for changed in ("build/lockstep/libwavelock_rtl.a", "build/obj/tb/check/checker.o", "mk/fast.mk"):
            with self.subTest(changed=changed):
                self.assertTrue(self.would_train("-W", changed))


if __name__ == "__main__":
    unittest.main()
