# SPDX-License-Identifier: Apache-2.0
"""Failures of a night: their groups, whether they come again, their waveforms, their history.

Needs build/wavelock, build/wavelock-random and build/wavelock-trace. Stand-ins for the tools plant faults.
"""
import argparse
import html
import json
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest
from unittest import mock
import xml.etree.ElementTree

from wl import ROOT
from wl.failures import culprit, groups
from wl.night import kinds, nightly
from wl.night.history import History
from wl.night.journal import Refused
from wl.runs import programs


FAULT = "--inject EXEC:0:0:0:3@500"
PLANTED = "MISMATCH: EXEC, scalar, s_mov_b64"  # its group in the program of default, 400, 24


class Nights(unittest.TestCase):
    def setUp(self):
        os.chdir(ROOT)
        self.out = tempfile.mkdtemp(prefix="wavelock-groups-")
        self.addCleanup(shutil.rmtree, self.out, ignore_errors=True)
        self.tools = os.path.join(self.out, "built")
        os.makedirs(self.tools)
        for name in ("wavelock", "wavelock-random", "wavelock-trace", "points.tsv"):
            shutil.copy2(os.path.join("build", name), self.tools)

    def stand_in(self, name, text):
        """A program in place of a tool. $tool: the tool itself; $n: how often it was called, from 1."""
        own, count = os.path.join(self.tools, name), os.path.join(self.out, "calls-" + name)
        if os.path.exists(count):
            os.remove(count)
        with open(own, "w", encoding="ascii") as file:
            file.write(
                f"#!/bin/sh\ntool={ROOT}/build/{name}\n"
                'case "$1" in --version) exec "$tool" "$@";; esac\n'
                f"echo >>{count}\nn=$(wc -l <{count})\n{text}\n"
            )

    def night(self, name, *options, code=1):
        """The results, and summary.md."""
        words = ["--profile", "default", "--count", "400", "--first", "24", "--seeds", "1", "--jobs", "1"]
        command = [
            sys.executable,
            "scripts/wavelock",
            "night.nightly",
            "--name",
            name,
            "--runs",
            self.out,
            "--tools",
            self.tools,
        ]
        command += ["--shrink", "0"]
        done = subprocess.run([*command, *words, *options], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        with open(self.path(name, "journal.jsonl"), encoding="utf-8") as file:
            entries = [json.loads(line) for line in file]
        with open(self.path(name, "summary.md"), encoding="utf-8") as file:
            return entries, file.read()

    def path(self, *names):
        return os.path.join(self.out, "nightly", *names)

    def test_persistent(self):
        ((entry,), summary) = self.night("planted", *FAULT.split())
        self.assertEqual((entry["group"], entry["state"], entry["waves"]), (PLANTED, "persistent", "failure.fst"))
        self.assertIn(f"- 1 failed: {PLANTED}\n", summary)
        for ending in ("fst", "gtkw", "instructions", "classes"):
            self.assertTrue(os.path.exists(os.path.join(entry["folder"], f"failure.{ending}")), ending)
        case = xml.etree.ElementTree.parse(self.path("planted", "junit.xml")).find("testcase/failure")
        self.assertEqual(case.get("type"), PLANTED)
        self.assertIn("persistent", case.text)
        self.assertFalse(os.path.exists(self.path("history.sqlite")))  # a planted fault is no history

    def test_many_of_a_group(self):
        """Three of them run again, and summary.md says so of the others."""
        self.stand_in("wavelock", "kill -SEGV $$")
        entries, summary = self.night("many", "--seeds", "5", "--jobs", "2")
        states = sorted(entry["state"] for entry in entries)
        self.assertEqual(states, ["not run again: 3 of its group were"] * 2 + ["persistent"] * 3)
        self.assertEqual(summary.count("    - not run again: 3 of its group were\n"), 2)
        with open(os.path.join(self.out, "calls-wavelock"), encoding="ascii") as file:
            self.assertLessEqual(len(file.readlines()), 5 + 3 * 4)

    def test_random_control_words(self):
        """The script of a job leaves what the run of its first failing program says, and its waveform."""
        for tool in ("wavelock", "wavelock-trace"):
            for folder in ("control_words", "control_words+valu_delay3"):
                path = os.path.join(self.tools, folder, tool)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w", encoding="ascii") as file:  # another program fails in place of the random one
                    file.write(
                        f"#!/bin/sh\ntool={ROOT}/build/{tool}\n"
                        'case "$1" in --version) exec "$tool" "$@";; esac\nmore=\n'
                        "while [ $# -gt 0 ]; do\n"
                        'case $1 in --run-dir | --waves-auto) more="$more $1 $2";; esac\nshift\ndone\n'
                        f'exec "$tool" fork_join {FAULT} $more\n'
                    )
                os.chmod(path, 0o755)
        entries, _ = self.night("control", "--kinds", "control")
        self.assertEqual(len(entries), 2)
        for entry in entries:
            self.assertEqual(entry["group"], "MISMATCH: EXEC, scalar, s_cbranch_i_fork")
            self.assertEqual((entry["state"], entry["waves"]), ("persistent", "failure.fst"))
            self.assertTrue(os.path.exists(os.path.join(entry["folder"], "failure.gtkw")))

    def test_small(self):
        """The failure becomes a program of a few instructions, and the page has it."""
        ((entry,), summary) = self.night("small", *FAULT.split(), "--shrink", "120")
        with open(self.path("small", "report.json"), encoding="utf-8") as file:
            (group,) = json.load(file)["groups"]
        small = group["shrunk"]
        self.assertEqual((group["name"], small["folder"]), (PLANTED, os.path.join(entry["folder"], "small")))
        self.assertLessEqual(small["instructions"], 3)
        self.assertIn(f"  - small, {small['size']}: `{small['again']}`\n", summary)
        self.assertEqual(group["run"]["row"], "EXEC")
        self.assertTrue(group["run"]["diagram"]["whole"])
        with open(self.path("small", "report.html"), encoding="utf-8") as file:
            page = file.read()
        for text in (*group["run"]["program"], small["again"]):
            self.assertIn(html.escape(text), page)
        words = ["scripts/wavelock", "sim", *shlex.split(small["again"])[2:], f"OUT={self.out}"]
        done = subprocess.run(words, capture_output=True, check=False)
        self.assertEqual(done.returncode, 1)

    def test_flaky(self):
        third = 'exec "$tool" "$@" --inject EXEC:0:0:0:3@$((500 + (n == 3)))'
        once = f'[ "$n" = 1 ] || exec "$tool" "$@"\nexec "$tool" "$@" {FAULT}'
        for name, text, differs in (
            ("cycle", third, "4 of 4 runs fail; run 3: first divergence: cycle is 501, at first 500"),
            ("passes", once, "1 of 4 runs fail; run 2: verdict is PASS, at first MISMATCH"),
        ):
            with self.subTest(name):
                self.stand_in("wavelock", text)
                ((entry,), summary) = self.night(name)
                self.assertEqual((entry["state"], entry["differs"]), ("flaky", differs))
                self.assertIn(f"flaky: {differs}\n", summary)

    def test_killed_process_is_infrastructure(self):
        self.stand_in("wavelock", "kill -9 $$")
        ((entry,), summary) = self.night("killed")
        self.assertTrue(entry["group"].startswith(groups.INFRASTRUCTURE), entry["group"])
        self.assertNotIn("state", entry)
        self.assertIn(f"- 1 failed: {groups.INFRASTRUCTURE}: ", summary)

    def test_ended_by_a_signal(self):
        self.stand_in("wavelock", "kill -SEGV $$")
        ((entry,), _) = self.night("signal")
        self.assertEqual((entry["group"], entry["state"]), ("ERROR: a process ended by SIGSEGV", "persistent"))

    def test_programs_with_one_hash(self):
        _, summary = self.night("differ", "--seeds", "2", code=0)
        self.assertNotIn("## Jobs with one program", summary)
        self.stand_in("wavelock-random", 'shift 2\nexec "$tool" --seed 1 "$@"')
        _, summary = self.night("same", "--seeds", "2", code=0)
        self.assertIn("## Jobs with one program\n\n- random default 400 24, random default 400 25\n", summary)

    def index(self, verdicts):
        """The index has a row of each of these nights, with its verdict and a link to its page."""
        with open(self.path("index.html"), encoding="utf-8") as file:
            text = file.read()
        for name, verdict in verdicts.items():
            self.assertRegex(text, rf'<a href="{name}/report.html">{name}</a></th><td><span [^>]*>{verdict}<')

    def test_history(self):
        bad = f'exec "$tool" "$@" {FAULT}'
        self.stand_in("wavelock", bad)
        _, summary = self.night("first")
        self.assertIn(f"- 1 failed, new: {PLANTED}\n", summary)
        _, summary = self.night("second")
        self.assertRegex(summary, rf"- 1 failed, known since first \([\d-]+, git \w+(-dirty)?\): {PLANTED}\n")
        _, summary = self.night("first", "--fresh")  # it is the third now
        self.assertRegex(summary, rf"- 1 failed, known since second \([\d-]+, git \w+(-dirty)?\): {PLANTED}\n")
        shutil.copy2("build/wavelock", self.tools)
        # Other seeds: the job that failed runs first.
        entries, summary = self.night("mended", "--first", "20", code=0)
        self.assertEqual([e["id"] for e in entries], ["random default 400 24", "random default 400 20"])
        self.assertRegex(
            summary,
            r"## Fixed\n\n- known since second \([\d-]+, git \w+(-dirty)?\), 1 group:\n"
            rf"  - {PLANTED}: random default 400 24 passes\n",
        )
        self.assertIn("| random | 2, 1 of them of open failures |", summary)
        self.index({"first": "FAIL", "second": "FAIL", "mended": "PASS"})
        entries, summary = self.night("after", "--first", "20", code=0)
        self.assertEqual((len(entries), "## Fixed" in summary), (1, False))
        self.stand_in("wavelock", bad)
        _, summary = self.night("back")
        self.assertRegex(
            summary, rf"- 1 failed, back, after it was fixed in mended \([\d-]+, git \w+(-dirty)?\): {PLANTED}\n"
        )


class Groups(unittest.TestCase):
    def test_without_a_report(self):
        """By verdict, what ran and what it says: no seed, no part, no number."""
        for name, code, wanted in (
            ("benches lds-unit 17", 1, "MISMATCH: benches lds-unit: at #"),
            ("listings from 1701", 1, "MISMATCH: listings: at #"),
            ("exhaustive vector-unit v_add_f32 whole 3", 1, "MISMATCH: exhaustive vector-unit v_add_f32 whole: at #"),
            ("mutants 17: a count of 4 ends", 1, "MISMATCH: mutants 17: a count of 4 ends: at #"),
            ("control delay 3 9", None, "MISMATCH: control delay 3: no end in its time"),
        ):
            entry = {"id": name, "verdict": "MISMATCH", "code": code, "why": "MISMATCH: at 0x17 (exit code 1)"}
            self.assertEqual(groups.group(entry), wanted)

    def test_what_is_said(self):
        for why, wanted in (
            ("FAIL vector: v_add_f32 wrong (exit code 1)", "FAIL vector: v_add_f32 wrong"),
            ("EXPECT: buffer out[12] is 5, expected 7", "buffer out[#] is #, expected #"),
            ("/x/runs/nightly/2026-1/work/3/a: no v12 at 0x7f_00 (exit code 6)", "PATH: no v# at #"),
            ("/tmp/ab12/x.s:3: error: of s17", "PATH:#: error: of s#"),
            ("", ""),
        ):
            verdict = why.split(":")[0] if why.startswith("EXPECT") else "ERROR"
            self.assertEqual(groups.said({"id": "benches x 1", "verdict": verdict, "why": why}), wanted)

    def test_first_wrong(self):
        """The line of an output that says first what is wrong."""
        for text, wanted in (
            ("vectors: 3 passed\nMISMATCH: lane 3\nMISMATCH: lane 4\n2 wrong\n", "MISMATCH: lane 3"),
            ("a seed 2: trace differ: new\n11 passed, 1 failed\n", "a seed 2: trace differ: new"),
            ("3 passed, 0 failed\n| row | not noticed\nsum\n", "sum"),
            (
                "begins\nTraceback (most recent call last):\n  File x\n    wrong()\nKeyError: 'a'\nlast\n",
                "KeyError: 'a'",
            ),
            ("cc -c error.c\nerror.c:3: error: no type\nmake: *** Error 1\n", "error.c:3: error: no type"),
            ("", ""),
        ):
            self.assertEqual(programs.first_wrong(text), wanted)

    def test_times_are_no_facts(self):
        """A line of a command is compared when it is a finding."""
        once, again = ({"verdict": "ERROR", "cycles": 0, "instructions": 0, "why": f"no end in {n} s"} for n in (1, 2))
        self.assertEqual(groups.difference(groups.facts(once), groups.facts(again)), "")
        once["why"], again["why"] = "MISMATCH: v1 is 1", "MISMATCH: v2 is 1"
        self.assertEqual(
            groups.difference(groups.facts(once), groups.facts(again)),
            "why is MISMATCH: v2 is 1, at first MISMATCH: v1 is 1",
        )

    def test_name_of_an_instruction(self):
        """It is the model decoder's: LLVM's text of what it cannot print is no name."""
        first = {"row": "VCC", "what": "slot 0: VCC", "cycle": 1, "verdict": "MISMATCH"}
        unknown = "(not an instruction of gfx900)"
        for steps, wanted in (
            ([(unknown, "v_cmp_ge_f16_dpp")], "MISMATCH: VCC, vector ALU, v_cmp_ge_f16_dpp"),
            ([("v_mov_b32_e32 v1, v2", None)], "MISMATCH: VCC, vector ALU, v_mov_b32"),
            ([(unknown, None)], "MISMATCH: VCC"),
            ([(" ", None)], "MISMATCH: VCC"),
        ):
            history = [{"instruction": text, **({"name": name} if name else {})} for text, name in steps]
            report = {"divergences": [first], "wave": {"history": history}}
            self.assertEqual(groups.of_report("MISMATCH", report), wanted)

    def test_classes(self):
        for name, wanted in (
            ("v_add_u32_e32", "vector ALU"),
            ("ds_read_b32", "LDS"),
            ("buffer_load_dword", "vector memory"),
            ("s_load_dwordx2", "scalar memory"),
            ("s_memtime", "scalar memory"),
            ("s_add_u32", "scalar"),
            ("exp", "export"),
        ):
            self.assertEqual(culprit.class_of(name), wanted)


class File(unittest.TestCase):
    """The file is whole after a kill at any time, and a broken one is refused."""

    def setUp(self):
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        self.path = os.path.join(folder, "history.sqlite")

    def test_killed_while_it_writes(self):
        job = {"id": "random default 400 8", "kind": "random"}
        History(self.path, "a", "git 1, gcc", "0", False).record({"g": [{"job": job}]}, set(), True)
        killed = (
            "import os, sys; sys.path.insert(0, 'scripts'); from wl.night.history import History\n"
            f"h = History({self.path!r}, 'b', 'git 2, gcc', '0', False)\n"
            "h.known = lambda name: os.kill(os.getpid(), 9)\n"  # after all is written, before it counts
            f"h.record({{'other': [{{'job': {job!r}}}]}}, set(), True)\n"
        )
        done = subprocess.run([sys.executable, "-c", killed], cwd=ROOT, check=False)
        self.assertEqual(done.returncode, -9)
        after = History(self.path, "c", "git 3, gcc", "0", False)
        self.assertEqual(after.open(), {"g": job})
        self.assertEqual(after.file.execute("PRAGMA integrity_check").fetchone(), ("ok",))
        known, fixed = after.record({}, {job["id"]}, True)
        self.assertEqual((known, list(fixed)), ({}, ["g"]))
        self.assertRegex(fixed["g"][0], r"^known since a \([\d-]+, git 1\)$")
        self.assertEqual(fixed["g"][1], "random default 400 8")

    def test_rows_of_another_form_are_refused(self):
        """Whatever SQLite takes in a column; the table and the row are named."""
        job = {"id": "random default 400 8", "kind": "random"}
        for change, said in (
            ("UPDATE run SET name = x'ff'", "table run, row 1: name: expected text"),
            ("UPDATE failure SET count = 'many'", "table failure, row 1: count: expected integer"),
            ("UPDATE failure SET count = -1", "table failure, row 1: count: expected integer"),
            ("UPDATE failure SET job = '[]'", 'table failure: job of "g": found a list, expected an object'),
            ("UPDATE failure SET job = '{'", 'table failure: job of "g": expected JSON'),
            ("UPDATE failure SET job = CAST(x'ff22' AS TEXT)", "Could not decode"),
            ("PRAGMA foreign_keys = OFF; UPDATE failure SET run = 7", "found a run that is not there"),
            ("INSERT INTO total VALUES (1, 1, 1, 1, 1, 9e999, 1)", "table total, row 1: seconds: expected real"),
            ("CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM run; END", 'found a trigger or a view "t"'),
            ("DROP TABLE fixed; CREATE TABLE fixed (x)", "no such column"),
        ):
            with self.subTest(change=change):
                History(self.path, "a", "git 1, gcc", "0", False).record({"g": [{"job": job}]}, set(), True)
                with sqlite3.connect(self.path) as file:
                    file.executescript(change)
                with self.assertRaisesRegex(Refused, f"history.sqlite: .*{re.escape(said)}.*; move it away"):
                    History(self.path, "b", "git 2, gcc", "0", False).open()
                os.remove(self.path)

    def test_jobs_are_made_anew(self):
        """Only the name and the numbers of a job are taken from the file."""
        night = argparse.Namespace(
            first=1,
            seeds=1,
            profiles=["default"],
            count=None,
            inject=None,
            timeout=60,
            cover=None,
            listings=None,
            corpus="scripts/tests/corpus",
            tests=[],
        )
        for kind, job, makes in (
            ("random", {"id": "random default 400 8", "profile": "default", "count": 400, "seed": 8}, True),
            ("random", {"id": "random default 400 8", "profile": "/etc/passwd", "count": 400, "seed": 8}, False),
            ("random", {"id": "..", "profile": "default", "count": 400, "seed": 8}, False),
            ("random", {"id": "random default 400 8", "profile": "default", "count": "400", "seed": 8}, False),
            ("vectors", {"id": "vectors smoke 9", "test": "/x/evil", "seed": 9}, True),
            ("vectors", {"id": "vectors none 9", "test": "none", "seed": 9}, False),
            ("benches", {"id": "benches trace_unit", "script": "/x/evil"}, True),
            ("benches", {"id": "benches evil", "script": "/x/evil"}, False),
            ("control", {"id": "control delay 0 5", "seed": [5]}, False),
            ("listings", {"id": "listings from 501", "first": 501}, True),
            ("corpus", {"id": "corpus scripts/tests/corpus gfx906 5", "seed": 5}, True),
            ("corpus", {"id": "corpus scripts/tests/other gfx906 5", "seed": 5}, False),
            ("exhaustive", {"id": "exhaustive x", "program": "/x/evil", "seed": 1}, False),
        ):
            with self.subTest(job=job):
                made = kinds.KINDS[kind].returned({"kind": kind, "options": ["--trace", "/x"], **job}, night)
                self.assertEqual(made is not None, makes)
                self.assertNotIn("/x", json.dumps(made))

    def test_what_a_night_leaves_open(self):
        """A night does not pass if an open failure did not run again, or if nothing new ran."""
        jobs = [{"id": f"random default 400 {n}", "kind": "random"} for n in range(3)]
        other = {"id": "benches lds-unit 1", "kind": "benches"}
        night = nightly.Nightly.__new__(nightly.Nightly)
        night.coordinator = mock.Mock()
        again = "a failure that was open was not run again: g1: random default 400 1"
        none = "random: no new job ran: the 1 that ran were of failures that were open"
        for opened, ran, left, why, beside in (
            ({}, jobs[:1], {}, [], []),
            ({"g0": jobs[0]}, jobs, {}, [], []),
            ({"g0": jobs[0], "g1": jobs[1]}, [jobs[0], jobs[2]], {}, [again], []),
            ({"g0": jobs[0], "g1": jobs[1]}, jobs[:1], {}, [again, none], []),
            ({"g0": jobs[0]}, jobs[:1], {}, [none], []),
            ({"g0": jobs[0]}, jobs[:1], {"random": 4}, [none], []),
            ({"g0": jobs[0]}, jobs[:1], {"random": 0}, [], []),  # that was all that was asked for
            ({}, [], {}, ["random: no program ran"], []),
            ({"b": other}, jobs, {}, [], ["b: benches lds-unit 1"]),
        ):
            with self.subTest(opened=opened, ran=ran):
                returning = [job for job in opened.values() if job["kind"] == "random"]
                night.options = argparse.Namespace(kinds=["random"], returning=returning)
                night.open_before, night.journal = opened, mock.Mock(entries=ran)
                night.totals = mock.Mock(by_kind={"random": len(ran)})
                night.coordinator.left.return_value = left
                self.assertEqual(night.unsettled(), (why, beside))

    def test_broken_file_is_refused(self):
        with open(self.path, "w", encoding="ascii") as file:
            file.write("not a database\n" * 100)
        with self.assertRaisesRegex(Refused, "history.sqlite: file is not a database; move it away"):
            History(self.path, "a", "git 1", "0", False)


if __name__ == "__main__":
    unittest.main()
