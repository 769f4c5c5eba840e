# SPDX-License-Identifier: Apache-2.0
"""Nightly runs: totals, a kill in the middle, an interrupt, a planted failure, a full disk. Needs build/wavelock."""
import argparse
import fcntl
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree

from wl import ROOT
from wl.cover import code_counts, code_coverage
from wl.night import entries, kinds


class Shares(unittest.TestCase):
    def test_they_are_all_of_a_night(self):
        """The shares of the kinds are 100 %, and the page has them."""
        shares = {kind.name: kind.share for kind in kinds.KINDS.values()}
        self.assertEqual(sum(shares.values()), 100, "a kind gives to another what that gets: scripts/wl/night/kinds.py")
        with open(os.path.join(ROOT, "docs", "nightly.md"), encoding="utf-8") as file:
            shown = re.findall(r"^\| `(\w+)` \|.* \| (\d+) % \|$", file.read(), re.M)
        self.assertEqual({name: int(share) for name, share in shown}, shares)


class Ratios(unittest.TestCase):
    """What a job measures of the checker's cost is in its result."""

    RATIO = {"what": "SIMD busy, user time", "median": 1.0825, "least": 1.05, "most": 1.2}

    def test_result(self):
        job = {"id": "campaigns what the checker costs", "kind": "campaigns", "campaign": kinds.Campaigns.cost}
        measured = json.dumps([self.RATIO])

        class Measured(kinds.Campaigns):
            """With a stand-in for what measures."""

            def command(self, job, place):
                return ["sh", "-c", 'printf %s "$1" >"$2"', "sh", measured, super().command(job, place)[-1]]

        with tempfile.TemporaryDirectory() as run:
            found = Measured().run(job, kinds.Place(run, "worker"))
            entry = {**found, "id": job["id"], "kind": job["kind"], "seconds": 1.0}
            self.assertEqual(entry["ratios"], [self.RATIO])
            self.assertEqual(entries.wrong(entry, run, job=job), "")
            entry["ratios"] = [{**self.RATIO, "median": "1"}]
            self.assertIn("median", entries.wrong(entry, run, job=job))

    def test_it_is_a_job_of_each_night(self):
        night = argparse.Namespace(first=5, seeds=2)
        ids = [job["id"] for job in kinds.KINDS["campaigns"].jobs(night)]
        self.assertEqual(ids.count("campaigns what the checker costs"), 1)


class Runs(unittest.TestCase):
    def setUp(self):
        os.chdir(ROOT)
        self.runs = tempfile.mkdtemp(prefix="wavelock-nightly-")  # with a history of its own
        self.addCleanup(shutil.rmtree, self.runs, ignore_errors=True)

    def command(self, name, *options):
        return [
            sys.executable,
            "scripts/wavelock",
            "night.nightly",
            "--name",
            name,
            "--profile",
            "default,memory",
            "--count",
            "400",
            "--runs",
            self.runs,
            "--shrink",
            "0",
            *options,
        ]

    def folder(self, name):
        path = os.path.join(self.runs, "nightly", name)
        shutil.rmtree(path, ignore_errors=True)
        return path

    def nightly(self, name, *options, code=0):
        done = subprocess.run(self.command(name, *options), capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    @staticmethod
    def read(*path):
        with open(os.path.join(*path), encoding="utf-8") as file:
            return file.read()

    def entries(self, path):
        return [json.loads(line) for line in self.read(path, "journal.jsonl").splitlines()]

    def totals(self, path):
        """What must not depend on how often the run was killed."""
        entries = self.entries(path)
        return (
            sorted((e["profile"], e["seed"], e["verdict"], e["cycles"], e["instructions"]) for e in entries),
            self.read(path, "coverage.tsv"),
        )

    def wait_for_journal(self, path, process, lines):
        journal = os.path.join(path, "journal.jsonl")
        limit = time.monotonic() + 600
        while time.monotonic() < limit and process.poll() is None:
            if os.path.exists(journal) and self.read(journal).count("\n") >= lines:
                return
            time.sleep(0.01)
        self.fail(f"no {lines} programs in time")

    @staticmethod
    def kill(path, process):
        process.kill()
        process.wait()
        # A child that was about to become a program held the run's lock with it.
        with open(os.path.join(path, "lock"), encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)

    def test_killed_run_goes_on(self):
        whole, killed = self.folder("test-whole"), self.folder("test-killed")
        self.nightly("test-whole", "--seeds", "6")
        wanted = self.totals(whole)
        self.assertEqual(len(wanted[0]), 12)
        suite = xml.etree.ElementTree.fromstring(self.read(whole, "junit.xml"))
        self.assertEqual((suite.get("tests"), suite.get("failures"), len(suite.findall("testcase"))), ("12", "0", 12))
        summary = self.read(whole, "summary.md")
        self.assertIn("complete, 0 failed", summary)
        self.assertIn(f"| instructions in lockstep | {sum(e[4] for e in wanted[0])} |", summary)
        self.assertIn("- operand ", summary)  # so small a run has holes
        for lines in (2, 5):
            process = subprocess.Popen(
                self.command("test-killed", "--seeds", "6", "--jobs", "1"),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            self.wait_for_journal(killed, process, lines)
            self.kill(killed, process)
            for name in ("summary.md", "junit.xml", "coverage.tsv"):
                self.assertFalse(os.path.exists(os.path.join(killed, name)), name)
        with open(os.path.join(killed, "journal.jsonl"), "a", encoding="utf-8") as journal:
            journal.write('{"profile": "default", "seed": 6, "verd')  # killed while it wrote
        self.nightly("test-killed", "--seeds", "6")
        self.assertEqual(self.totals(killed), wanted)
        self.assertEqual([f for f in os.listdir(killed) if os.path.isdir(os.path.join(killed, f))], [])
        before = self.read(killed, "journal.jsonl")
        done = self.nightly("test-killed", "--seeds", "6")  # nothing is left to do
        self.assertEqual(self.read(killed, "journal.jsonl"), before)
        self.assertIn("finished before, nothing was run", done.stdout)

    def tools(self):
        """A build folder of our own that a test may change."""
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        for name in ("wavelock", "wavelock-random", "wavelock-trace", "points.tsv"):
            shutil.copy2(os.path.join("build", name), folder)
        return folder

    def test_other_binaries_are_refused(self):
        """An edit of the tree has another binary and, uncommitted, the same description."""
        for name in ("wavelock", "wavelock-random"):
            path, tools = self.folder("test-identity"), self.tools()
            options = ["--seeds", "6", "--jobs", "1", "--tools", tools]
            process = subprocess.Popen(
                self.command("test-identity", *options), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            self.wait_for_journal(path, process, 2)
            self.kill(path, process)
            with open(os.path.join(tools, name), "ab") as binary:
                binary.write(b"edited")
            before = self.read(path, "journal.jsonl")
            done = self.nightly("test-identity", *options, code=6)
            self.assertIn("holds a run of other binaries or profiles", done.stderr)
            self.assertEqual(self.read(path, "journal.jsonl"), before)
        self.nightly("test-identity", *options, "--fresh")
        with open(os.path.join(tools, name), "ab") as binary:
            binary.write(b"again")
        done = self.nightly("test-identity", *options, code=6)  # of a finished run, too
        self.assertIn("holds a run of other binaries or profiles", done.stderr)

    def test_other_profile_is_refused(self):
        self.folder("test-profile")
        with tempfile.TemporaryDirectory() as folder:
            profile = os.path.join(folder, "own.txt")
            shutil.copy(os.path.join("tb", "random", "profiles", "default.txt"), profile)
            options = ["--seeds", "1", "--profile", profile]
            self.nightly("test-profile", *options)
            with open(profile, "a", encoding="utf-8") as file:
                file.write("# edited\n")
            done = self.nightly("test-profile", *options, code=6)
            self.assertIn("holds a run of other binaries or profiles", done.stderr)

    def test_provenance_is_that_of_what_ran(self):
        path, tools = self.folder("test-provenance"), self.tools()
        options = ["--seeds", "2", "--jobs", "1", "--tools", tools]
        process = subprocess.Popen(self.command("test-provenance", *options), stdout=subprocess.DEVNULL)
        self.wait_for_journal(path, process, 1)
        settings = json.loads(self.read(path, "settings.json"))
        for name in ("wavelock", "wavelock-random"):  # a build in the middle of the run
            with open(os.path.join(tools, name + ".new"), "w", encoding="utf-8") as file:
                file.write("#!/bin/sh\nexit 6\n")
            os.chmod(file.name, 0o755)
            os.replace(file.name, os.path.join(tools, name))
        self.assertEqual(process.wait(60), 0)
        whole = hashlib.sha256()
        for name in (
            "build/wavelock",
            "build/wavelock-random",
            "build/wavelock-trace",
            "tb/random/profiles/default.txt",
            "tb/random/profiles/memory.txt",
        ):
            with open(name, "rb") as file:
                whole.update(hashlib.sha256(file.read()).digest())
        said = subprocess.run(
            ["build/wavelock", "--version"], capture_output=True, text=True, check=True
        ).stdout.strip()
        self.assertEqual((settings["identity"], settings["build"]), (whole.hexdigest(), said))
        self.assertIn(f"| binaries and profiles | sha256 {whole.hexdigest()} |", self.read(path, "summary.md"))
        self.assertIn(f"| build | {said} |", self.read(path, "summary.md"))
        suite = xml.etree.ElementTree.fromstring(self.read(path, "junit.xml"))
        values = {p.get("name"): p.get("value") for p in suite.iter("property")}
        self.assertEqual((values["identity"], values["build"]), (whole.hexdigest(), said))

    def test_wrong_exception_is_a_finding(self):
        """All jobs passed, but code ran of which an exception says that it cannot."""
        path = self.folder("test-finding")
        self.nightly("test-finding", "--seeds", "1")
        entry = next(e for e in code_coverage.exceptions() if e.metric == "toggle")
        point = code_counts.Point("toggle", entry.file, 1, 0, sorted(entry.names)[0])
        os.mkdir(os.path.join(path, kinds.CODE))
        code_counts.Counts({point: 1}).write(os.path.join(path, kinds.CODE, "a.tsv.gz"))
        done = self.nightly("test-finding", "--seeds", "1", code=1)
        self.assertIn("2 passed, 0 failed, 1 finding\n", done.stdout)
        self.assertIn(f"ERROR: {entry.place}", done.stderr)
        self.assertIn(f"## Findings\n\n- {entry.place}:", self.read(path, "summary.md"))
        self.assertEqual(json.loads(self.read(path, "report.json"))["verdict"], "FAIL")

    def test_interrupt_leaves_a_partial_summary(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            path = self.folder("test-interrupt")
            process = subprocess.Popen(
                self.command("test-interrupt", "--hours", "1"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            self.wait_for_journal(path, process, 2)
            process.send_signal(number)
            self.assertEqual(process.wait(30), 130)
            self.assertIn(f"PARTIAL, stopped by {number.name}", self.read(path, "summary.md"))
            suite = xml.etree.ElementTree.fromstring(self.read(path, "junit.xml"))
            state = [p.get("value") for p in suite.iter("property") if p.get("name") == "state"]
            self.assertEqual(state, [f"partial: stopped by {number.name}"])
            self.assertEqual((int(suite.get("tests")), suite.get("errors")), (len(self.entries(path)) + 1, "1"))
            error = suite.find("testcase/error")
            self.assertEqual(error.get("message"), f"The night ended early: stopped by {number.name}")

    def test_failure_is_kept_and_repeats(self):
        path = self.folder("test-failure")
        # The model's floats are pure in the programs of every eighth seed.
        planted = ("--first", "24", "--seeds", "1", "--profile", "default", "--inject", "EXEC:0:0:0:3@500")
        self.nightly("test-failure", *planted, code=1)
        (entry,) = self.entries(path)
        self.assertEqual(entry["verdict"], "MISMATCH")
        self.assertIn(" PURE=1", entry["again"])
        self.assertTrue(
            {"random.s", "test.json", "report.json", "log.txt", "again.sh"} <= set(os.listdir(entry["folder"]))
        )
        self.assertIn(entry["again"], self.read(path, "summary.md"))
        suite = xml.etree.ElementTree.fromstring(self.read(path, "junit.xml"))
        self.assertEqual(suite.find("testcase/failure").get("message"), entry["why"])
        self.nightly("test-failure", *planted, code=1)
        self.assertTrue(os.path.exists(entry["folder"]))  # a failure stays one
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
        environment["OUT"] = os.path.join(path, "again")
        again = subprocess.run(
            ["sh", "-c", entry["again"]], capture_output=True, text=True, check=False, env=environment
        )
        self.assertNotEqual(again.returncode, 0)
        self.assertIn(entry["why"], again.stdout + again.stderr)

    def test_fault_that_is_none(self):
        """It is refused before the night has a folder."""
        for fault, options, said in (
            ("EXEC", (), 'INJECT: injection "EXEC": no @<cycle>; expected <row>'),
            ("NONE@5", (), "INJECT: injection: no state row named NONE; there are: PC, "),
            ("EXEC:0:0:0:64@5", (), "INJECT: injection into EXEC: bit 64 is out of range, the unit has 64"),
            ("EXEC@5", ("--kinds", "proofs"), "INJECT: it is for jobs of the kind random, found proofs"),
        ):
            done = self.nightly("test-fault", "--seeds", "1", "--inject", fault, *options, code=6)
            self.assertTrue(done.stderr.startswith(f"ERROR: {said}"), done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)
            self.assertFalse(os.path.exists(os.path.join(self.runs, "nightly")))

    def test_full_disk(self):
        path = self.folder("test-full")
        os.makedirs(path)
        os.symlink("/dev/full", os.path.join(path, "journal.jsonl"))
        done = self.nightly("test-full", "--seeds", "1", code=6)
        self.assertIn("No space left on device", done.stderr)
        self.assertIn("0 jobs are recorded", done.stderr)
        self.assertFalse(os.path.exists(os.path.join(path, "summary.md")))

    def test_run_under_way_is_left_alone(self):
        """FRESH=1 too throws nothing of it away."""
        path = self.folder("test-under-way")
        self.nightly("test-under-way", "--seeds", "1")
        before = self.read(path, "journal.jsonl")
        with open(os.path.join(path, "lock"), encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            for options in ([], ["--fresh"]):
                done = self.nightly("test-under-way", "--seeds", "1", *options, code=6)
                self.assertEqual(done.stderr, f"ERROR: {path}: another run is under way there\n")
                self.assertEqual(self.read(path, "journal.jsonl"), before)
        self.nightly("test-under-way", "--seeds", "1", "--fresh")
        self.assertEqual(len(self.entries(path)), 2)

    def test_broken_journal_is_refused(self):
        path = self.folder("test-broken")
        self.nightly("test-broken", "--seeds", "1")
        lines = self.read(path, "journal.jsonl").splitlines(keepends=True)
        with open(os.path.join(path, "journal.jsonl"), "w", encoding="utf-8") as journal:
            journal.writelines(["{broken\n"] + lines)
        done = self.nightly("test-broken", "--seeds", "1", code=6)
        self.assertIn("broken at byte 0", done.stderr)

    def test_other_settings_are_refused(self):
        self.folder("test-settings")
        self.nightly("test-settings", "--seeds", "1", "--profile", "default")
        done = self.nightly("test-settings", "--seeds", "1", "--profile", "memory", code=6)
        self.assertIn("--fresh", done.stderr)
        done = self.nightly("test-settings", "--seeds", "1", "--profile", "nowhere", code=6)
        self.assertIn("no profile nowhere; there are: ", done.stderr)
        self.nightly("test-settings", "--seeds", "1", "--profile", "memory", "--fresh")


if __name__ == "__main__":
    unittest.main()
