# SPDX-License-Identifier: Apache-2.0
"""scripts/wl/runs/runner.py: what counts as passed, what is printed, and how a run is stopped."""
import contextlib
import glob
import io
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from unittest import mock
import xml.etree.ElementTree as xml

from wl import ROOT
from wl.runs import runner
from wl.runs.runner import Job, Outcome, Runner


SCRIPTS = os.path.join(ROOT, "scripts")


def shell(name, text, **more):
    return Job(name, ["sh", "-c", text], **more)


class Jobs(unittest.TestCase):
    def run_jobs(self, jobs, parallel=2, **more):
        out = io.StringIO()
        before = [signal.getsignal(s) for s in (signal.SIGINT, signal.SIGTERM)]
        with contextlib.redirect_stdout(out):
            code = runner.run(jobs, parallel, **more)
        for number, handler in zip((signal.SIGINT, signal.SIGTERM), before):
            signal.signal(number, handler)
        return code, out.getvalue().splitlines()

    def test_lines_and_total(self):
        code, lines = self.run_jobs(
            [shell("good", "echo said"), shell("bad", "echo why; exit 3"), shell("refused", "exit 6", expect=6)]
        )
        self.assertEqual(code, 1)
        self.assertEqual(lines[-3:], ["failed:", "  bad: why", "2 passed, 1 failed"])
        self.assertTrue(any(line.startswith("ok    good ") and " said " in line for line in lines))
        self.assertTrue(any(line.startswith("FAIL  bad ") and "exit 3, expected 0" in line for line in lines))
        self.assertIn("      why", lines)
        self.assertNotIn("      said", lines)

    def test_far_above(self):
        """A failure is shown again at the end when many jobs have ended since."""
        jobs = [shell("bad", "echo why; exit 3")] + [shell(f"good {n}", "true") for n in range(runner.FAR)]
        for some, times in ((jobs[:-1], 1), (jobs, 2)):
            lines = self.run_jobs(some, 1)[1]
            self.assertEqual(lines.count("      why"), times)
            self.assertEqual(lines.count("what failed far above, again:"), times - 1)
            self.assertEqual(lines[-3:-1], ["failed:", "  bad: why"])

    def test_cases_and_what_is_left(self):
        """junit.xml has seed and line of each job; the next run takes its times for what is left."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "new", "junit.xml")
            jobs = [
                shell("good", "true", seed=7, again="make sim TEST=good SEED=7"),
                shell("bad", "printf 'why \\001\\n'; exit 3", again="make test ONLY=bad"),
            ]
            with mock.patch.object(runner, "EVERY", 0):
                self.run_jobs(jobs, junit=path)
                suite = xml.parse(path).getroot()
                self.assertEqual((suite.get("tests"), suite.get("failures")), ("2", "1"))
                said = {
                    case.get("name"): {p.get("name"): p.get("value") for p in case.iter("property")}
                    for case in suite.iter("testcase")
                }
                self.assertEqual(said["good"], {"seed": "7", "reproduce": "make sim TEST=good SEED=7"})
                self.assertEqual(said["bad"], {"reproduce": "make test ONLY=bad"})
                self.assertIn("why ?\n\nreproduce: make test ONLY=bad", suite.find("testcase/failure").text)
                for case in suite.iter("testcase"):
                    case.set("time", "3600")
                xml.ElementTree(suite).write(path)
                lines = self.run_jobs(jobs, 1, junit=path)[1]
                self.assertTrue(any(re.match("1 of 2 jobs, 0 failed; .*, about 1:00:00 left", x) for x in lines), lines)

    def test_cases_of_somebody_else(self):
        """They say nothing of times; the run goes on and leaves its own."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "junit.xml")
            case = '<testsuite><testcase name="good"{}/></testsuite>'
            for text in ("", "<", case.format(""), case.format(' time="nan"'), case.format(' time="x"'), "\0"):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                with mock.patch.object(runner, "EVERY", 0):
                    self.assertEqual(self.run_jobs([shell("good", "true")], 1, junit=path)[0], 0)
                self.assertEqual(xml.parse(path).getroot().get("tests"), "1")

    def test_headline(self):
        """The first error that a failure names stands before its last lines, and at the end."""
        text = "echo before; echo 'MISMATCH: v1 is 1'; seq 200 | sed 's/^/line /'; exit 1"
        lines = self.run_jobs([shell("bad", text), shell("good", "true")], 1)[1]
        at = lines.index("      MISMATCH: v1 is 1")
        self.assertEqual(lines[at + 1 : at + 3], ["      ...", f"      line {201 - runner.SHOWN}"])
        self.assertEqual(lines[-3:-1], ["failed:", "  bad: MISMATCH: v1 is 1"])

    def test_cases_that_cannot_be_written(self):
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            code = self.run_jobs([shell("good", "true")], junit="/proc/nowhere/junit.xml")[0]
        self.assertEqual((code, said.getvalue()[:31]), (6, "ERROR: /proc/nowhere/junit.xml:"))

    def test_nothing_is_no_pass(self):
        self.assertEqual(self.run_jobs([]), (1, ["0 passed, 0 failed"]))

    def test_what_compared_nothing_is_no_pass(self):
        jobs = [Job("unchecked", call=lambda job: Outcome(0, 0, "7 instructions", unchecked=1)), shell("good", "true")]
        code, lines = self.run_jobs(jobs, 1)
        self.assertEqual((code, lines[-1]), (0, "1 passed, 0 failed, 1 unchecked"))
        self.assertTrue(lines[0].startswith("ran   unchecked "), lines)

    def test_unit_programs(self):
        total = "echo '[==========] 3 test(s) run.'; echo '[  PASSED  ] 3 test(s).'"
        for text, wanted in (
            (total, (3, 0)),
            (total + "; exit 1", (3, 1)),
            ("true", (0, 1)),
            ("kill -9 $$", (0, 1)),
            ("echo '[  PASSED  ] 1 test(s).'; echo '[  FAILED  ] tests: 2 test(s), listed below:'; exit 2", (1, 2)),
        ):
            outcome = shell("unit", text, cmocka=True).run()
            self.assertEqual((outcome.passed, outcome.failed), wanted, text)

    def test_what_cannot_run_fails(self):
        self.assertEqual(Job("gone", ["/no/such/program"]).run().failed, 1)
        self.assertIn("ZeroDivisionError", Job("wrong", call=lambda job: 1 // 0).run().detail)

    def test_time_runs_out_with_all_that_was_started(self):
        start = time.monotonic()
        outcome = shell("late", "sleep 60 & sleep 60", timeout=0.2).run()
        self.assertEqual(outcome.failed, 1)
        self.assertIn("no end after 0.2 seconds", outcome.output)
        self.assertLess(time.monotonic() - start, 30)

    def test_side_by_side(self):
        """Two that wait for each other both end: they run at the same time, and no more than so many do."""
        barrier, most, lock, now = threading.Barrier(2, timeout=60), [0], threading.Lock(), [0]

        def call(_):
            with lock:
                now[0] += 1
                most[0] = max(most[0], now[0])
            barrier.wait()
            with lock:
                now[0] -= 1
            return Outcome(1, 0)

        self.assertEqual(self.run_jobs([Job(str(n), call=call) for n in range(6)], 2)[0], 0)
        self.assertEqual(most[0], 2)

    def test_after(self):
        over = []
        jobs = [
            Job("last", call=lambda job: over.append("last") or Outcome(1, 0), after=["first", "not here"]),
            Job("first", call=lambda job: over.append("first") or Outcome(1, 0)),
        ]
        self.assertEqual(self.run_jobs(jobs)[0], 0)
        self.assertEqual(over, ["first", "last"])
        with self.assertRaisesRegex(ValueError, "wait for each other: a, b"):
            self.run_jobs([Job("a", ["true"], after=["b"]), Job("b", ["true"], after=["a"])])

    def test_jobs_without_an_end(self):
        read = []

        def endless():
            while True:
                read.append(1)
                yield Job(str(len(read)), call=lambda job: Outcome(1, 0))

        several = Runner(endless(), 2)
        for number, _ in enumerate(several.results(), 1):
            if number == 5:
                several.stop()
        self.assertLessEqual(len(read), 7)
        self.assertGreaterEqual(number, 5)

    def test_interrupt_ends_what_is_under_way(self):
        program = (
            "from wl.runs import runner; import sys; sys.exit(runner.run([runner.Job('before', ['true']),"
            "runner.Job('long', ['sh', '-c', 'echo $$ >&9; sleep 600'], again='make long'),"
            "runner.Job('never', ['true']), runner.Job('nor this', ['true'])], 1, sys.argv[1], 'name'))"
        )
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        junit = os.path.join(folder.name, "junit.xml")
        for number in (signal.SIGINT, signal.SIGTERM):
            read, write = os.pipe()
            os.dup2(write, 9)
            os.close(write)
            process = subprocess.Popen(
                [sys.executable, "-B", "-c", program, junit],
                cwd=SCRIPTS,
                stdout=subprocess.PIPE,
                text=True,
                stderr=subprocess.PIPE,
                pass_fds=[9],
            )
            os.close(9)
            self.assertTrue(os.read(read, 20))  # it is under way
            process.send_signal(number)
            text, why = process.communicate(timeout=60)
            self.assertEqual((process.returncode, text.splitlines()[1:]), (130, ["1 passed, 0 failed"]))
            self.assertEqual(why, f"stopped by {signal.Signals(number).name}; under way: long; 2 never started\n")
            self.assertEqual(os.read(read, 1), b"")  # the last that could write is gone
            os.close(read)
            suite = xml.parse(junit).getroot()
            self.assertEqual([suite.get(key) for key in ("tests", "failures", "errors")], ["4", "0", "3"])
            said = {
                case.get("name"): case.find("error").get("message") for case in suite if case.find("error") is not None
            }
            by = f"stopped by {signal.Signals(number).name}"
            of_others = dict.fromkeys(("never", "nor this"), f"not started: {by}")
            self.assertEqual(said, {"long": f"not over: {by}", **of_others})

    def test_closed_pipe(self):
        """Nobody reads on: the run ends as one that was interrupted, without a traceback."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        junit = os.path.join(folder.name, "junit.xml")
        program = (
            "from wl.runs import runner; import sys; jobs = [runner.Job(str(n), ['true']) for n in range(40)];"
            "sys.exit(runner.run(jobs, 1, sys.argv[1]))"
        )
        with subprocess.Popen(
            [sys.executable, "-B", "-c", program, junit],
            cwd=SCRIPTS,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            self.assertTrue(process.stdout.readline().startswith("ok    0 "))
            process.stdout.close()
            said = process.stderr.read()
            self.assertEqual(process.wait(60), 141)
        self.assertRegex(said, r"^stopped by the end of the pipe to which it prints; .* never started\n$")
        suite = xml.parse(junit).getroot()
        self.assertEqual(suite.get("tests"), "40")
        self.assertGreater(int(suite.get("errors")), 0)

    def closed_pipe(self, *words):
        """The read end closes before the module starts."""
        read_end, write_end = os.pipe()
        os.close(read_end)
        command = ["scripts/wavelock", *words]
        try:
            process = subprocess.run(command, cwd=ROOT, stdout=write_end, stderr=subprocess.PIPE, text=True, timeout=60)
        finally:
            os.close(write_end)
        return process.stderr, process.returncode

    def test_closed_pipe_of_lists(self):
        """A list whose reader is gone ends without a word, whatever module prints it."""
        lists = {
            "cover.code_coverage": ("list",),
            "mutation.mutate_block": ("flow", "--list"),
            "vectors.directed_vectors": ("--list", "build/vectors"),
        }
        for path in glob.glob("wl/*/*.py", root_dir=SCRIPTS):
            with open(os.path.join(SCRIPTS, path), encoding="utf-8") as file:
                if re.search(r'add_argument\("--list"', file.read()):
                    module = path.removeprefix("wl/").removesuffix(".py").replace("/", ".")
                    lists.setdefault(module, ("--list",))
        self.assertGreater(len(lists), 6)
        for words in (*((module, *words) for module, words in lists.items()), ("tree.sources", "c"), ("help",)):
            with self.subTest(words=words):
                self.assertEqual(self.closed_pipe(*words), ("", 141))

    def test_full_output(self):
        for words in (["help"], ["tree.sources", "c"]):
            with self.subTest(words=words), open("/dev/full", "w", encoding="utf-8") as full:
                command = ["scripts/wavelock", *words]
                process = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
                said = "ERROR: standard output, or a file: No space left on device\n"
                self.assertEqual((process.stderr, process.returncode), (said, 6))

    def test_end_of_a_module(self):
        """What a module cannot go on with is one line; so is a file that is not there, and a name that is no module."""
        for words, said in (
            (("mutation.mutate_block", "nowhere"), 'BLOCK: found "nowhere", expected one of '),
            (("generate.digest", "nowhere.c"), "nowhere.c: No such file or directory"),
            (("night.nowhere",), 'scripts/wavelock: found "night.nowhere", expected a module of scripts/wl'),
        ):
            with self.subTest(words=words):
                process = subprocess.run(
                    ["scripts/wavelock", *words], cwd=ROOT, capture_output=True, text=True, timeout=60
                )
                self.assertEqual((process.stdout, process.returncode), ("", 6))
                self.assertRegex(process.stderr, f"^ERROR: {re.escape(said)}.*\n$")


if __name__ == "__main__":
    unittest.main()
