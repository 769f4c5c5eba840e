# SPDX-License-Identifier: Apache-2.0
"""wavelock --serve (tb/random/serve/serve.h): a served program is the program that runs alone, whatever ran before it.

Needs build/wavelock and build/wavelock-random.
"""
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import unittest

from wl import ROOT
from wl.runs import programs, results
from wl.runs.programs import Program, Server


COUNT = 150  # instructions of a program
LONG = 20000  # of one that is stopped
SEEDS, MANY = (11, 12), 1500  # of programs that are only assembled
ASSEMBLER = ["llvm-mc-16", "-triple=amdgcn-amd-amdhsa", "-mcpu=gfx900", "-mattr=-xnack", "-filetype=obj"]
FAULT = ["--inject", "EXEC:0:0:0:3@300"]


def read(path):
    with open(path, "rb") as file:
        return file.read()


def facts(path):
    """What a run said, but for what another run of the same line may say otherwise."""
    if not os.path.exists(path):
        return None
    return {key: value for key, value in json.loads(read(path)).items() if key not in results.OWN}


def left(folder):
    """All that a program and its run left: {name: content}."""
    object_file = glob.glob(os.path.join(glob.escape(folder), "*.co"))
    names = [name for name in ("random.s", "test.json", "coverage.tsv") if os.path.exists(os.path.join(folder, name))]
    found = {name: read(os.path.join(folder, name)) for name in names}
    found["object"] = [read(path) for path in object_file]
    return {**found, **{name: facts(os.path.join(folder, name)) for name in ("result.json", "report.json")}}


class Served(unittest.TestCase):
    def setUp(self):
        self.out = tempfile.mkdtemp(prefix="wavelock-serve-")
        self.addCleanup(shutil.rmtree, self.out)
        self.server = Server(programs.TOOL)
        self.addCleanup(self.server.end)

    def program(self, profile="default", seed=1, options=(), count=COUNT):
        """In the same folder each time: results name it."""
        return Program(self.out, profile, count, seed, options)

    def outcome(self, by, *about, **more):
        """(verdict, exit code, what it left) of a program, and the folder without it."""
        program = self.program(*about, **more)
        program.run(by=by)
        found = program.verdict, program.code, program.why, left(program.folder)
        program.remove()
        return found

    def test_same_as_alone(self):
        cases = [(profile, 7, ()) for profile in programs.profiles()]
        cases += [("default", 1, FAULT), ("float", 8, ["--pure", "1"]), ("flow", 2, FAULT), ("default", 1, ())]
        served = [self.outcome(self.server, *case) for case in cases]
        again = [self.outcome(self.server, *case) for case in reversed(cases)]
        for case, first, second in zip(cases, served, reversed(again)):
            with self.subTest(case=case):
                self.assertEqual(first[0], "MISMATCH" if case[2] == FAULT else "PASS", first[2])
                self.assertEqual(len(first[3]["object"]), 1)
                self.assertEqual(second, first, "after other programs")
                self.assertEqual(self.outcome(None, *case), first, "alone")

    def test_objects(self):
        """The process assembles a text to the bits that llvm-mc and ld.lld give."""
        made, wrapper, alone = (os.path.join(self.out, name) for name in ("made.o", "wrapper.s", "alone.co"))
        for profile in programs.profiles():
            for seed in SEEDS:
                program = self.program(profile, seed, ["--max-cycles", "2"], MANY)
                program.run(by=self.server)
                with open(wrapper, "w", encoding="utf-8") as file:
                    file.write(f'.text\n.p2align 8\n.include "{program.folder}/random.s"\n')
                subprocess.run([*ASSEMBLER, wrapper, "-o", made], check=True)
                subprocess.run(["ld.lld-16", "-shared", made, "-o", alone], check=True)
                self.assertEqual(left(program.folder)["object"], [read(alone)], f"{profile} seed {seed}")
                program.remove()

    def test_violations(self):
        """Programs that break a rule, without the expectation that makes them pass: a run without a generator."""
        for kind, verdict in (("vmcnt", "HAZARD"), ("sgpr", "ERROR")):
            program = self.program()
            program.violation = kind
            os.makedirs(program.folder)
            subprocess.run(program.make_command(), check=True, capture_output=True)
            path = os.path.join(program.folder, "test.json")
            test = json.loads(read(path))
            test["expect"] = {"buffers": [{"buffer": "edge", "unchanged": True}]}
            with open(path, "w", encoding="utf-8") as file:
                json.dump(test, file)
            command = program.run_command()
            log = os.path.join(program.folder, "log.txt")
            answer = self.server.run(None, command[1:], log, 60)
            served = left(program.folder)
            said = read(log).decode()
            alone = subprocess.run(command, check=False, capture_output=True, text=True)
            self.assertEqual(results.verdict_of(answer["code"]), verdict, said)
            self.assertIn(f"{verdict}: ", said)
            self.assertEqual(answer["code"], alone.returncode)
            del served["object"]  # the cache has both
            self.assertEqual({**left(program.folder), "object": None}, {**served, "object": None})
            program.remove()

    def run_of_server(self, folder):
        """The process of the program that runs now, when it is assembled."""
        until = time.monotonic() + 60
        while not glob.glob(os.path.join(glob.escape(folder), "random-*[0-9a-f].co")):
            self.assertLess(time.monotonic(), until, "no program runs")
            time.sleep(0.01)
        server = self.server.process.pid
        return int(read(f"/proc/{server}/task/{server}/children").split()[-1])  # the maker is older

    def while_it_runs(self, act):
        """Acts on the process of a long program: the program as it ended."""
        program = self.program(count=LONG)
        thread = threading.Thread(target=program.run, kwargs={"by": self.server})
        thread.start()
        act(self.run_of_server(program.folder))
        thread.join()
        return program

    def test_crash(self):
        before = self.outcome(self.server)
        server = self.server.process.pid
        for number in (signal.SIGSEGV, signal.SIGKILL):
            program = self.while_it_runs(lambda pid, n=number: os.kill(pid, n))
            self.assertEqual((program.verdict, program.code), ("ERROR", -number), program.why)
            self.assertIn(f"ended with code {-number}", program.why)
            self.assertTrue(os.path.exists(os.path.join(program.folder, "again.sh")))
            program.remove()
            self.assertEqual(self.outcome(self.server), before)
        self.assertEqual(self.server.process.pid, server)

    def test_killed_server(self):
        """Its program ends with it; the next program has another server."""
        before, pids = self.outcome(self.server), []

        def kill(pid):
            pids.append(pid)
            os.kill(self.server.process.pid, signal.SIGKILL)

        program = self.while_it_runs(kill)
        self.assertEqual((program.verdict, program.code), ("ERROR", -signal.SIGKILL), program.why)
        until = time.monotonic() + 60
        while os.path.exists(f"/proc/{pids[0]}/fd/0") and time.monotonic() < until:
            time.sleep(0.01)
        self.assertFalse(os.path.exists(f"/proc/{pids[0]}/fd/0"), "the program outlives its server")
        self.assertEqual(self.outcome(self.server), before)

    def test_killed_maker(self):
        """Another takes its place."""
        before = self.outcome(self.server)
        server = self.server.process.pid
        maker = int(read(f"/proc/{server}/task/{server}/children").split()[0])
        os.kill(maker, signal.SIGKILL)
        while not re.search(rb"^State:\s+[ZX]", read(f"/proc/{maker}/status"), re.MULTILINE):  # a signal takes its time
            os.sched_yield()
        self.assertEqual(self.outcome(self.server), before)
        self.assertEqual(self.server.process.pid, server)

    def test_no_end_in_its_time(self):
        before = self.outcome(self.server)
        program = self.program(count=LONG)
        program.run(0.5, self.server)
        self.assertEqual((program.verdict, program.code), ("HANG", None))
        self.assertEqual(program.why, "HANG: no end after 0.5 seconds")
        self.assertEqual(self.outcome(self.server), before)

    def test_not_made(self):
        program = self.program(profile="/nowhere")
        with self.assertRaisesRegex(OSError, "wavelock-random.*exit code 2: .*nowhere"):
            program.run(by=self.server)

    def test_lines(self):
        """A line that is no job is refused, and the server goes on."""
        lines = [
            ("x", "expected an object of JSON"),
            ("{}", "run: expected a list of strings"),
            ('{"run": [1]}', "run: expected a list of strings"),
            ('{"run": [], "make": 3}', "make: expected a list of strings"),
            ('{"run": []}', "log: expected a string"),
            ('{"run": [], "log": "l", "seconds": -1}', "seconds: expected a number from 0 to 2147483"),
        ]
        good = json.dumps({"run": ["--version"], "log": os.path.join(self.out, "log")})
        text = "\n".join([*(line for line, _ in lines), good]) + "\n"
        done = subprocess.run([programs.TOOL, "--serve"], input=text, capture_output=True, text=True, check=True)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([a.get("error") for a in answers], [*(why for _, why in lines), None])
        self.assertEqual((answers[-1]["made"], answers[-1]["code"]), (True, 0))
        self.assertIn(b"LLVM", read(os.path.join(self.out, "log")))

    def test_options_of_each_run(self):
        """What is behind --serve is before the options of a run: the later word of an option counts."""
        program = self.program()
        os.makedirs(program.folder)
        subprocess.run(program.make_command(), check=True, capture_output=True)
        log = os.path.join(self.out, "log")
        runs = [program.run_command()[1:], [*program.run_command()[1:], "--max-cycles", "0"]]
        text = "".join(json.dumps({"run": run, "log": log}) + "\n" for run in runs)
        command = [programs.TOOL, "--serve", "--max-cycles", "2"]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
        codes = [json.loads(line)["code"] for line in done.stdout.splitlines()]
        self.assertEqual([results.verdict_of(code) for code in codes], ["ERROR", "PASS"])

    def test_without_its_library(self):
        tool = os.path.join(self.out, "wavelock")
        shutil.copy2(programs.TOOL, tool)
        done = subprocess.run([tool, "--serve"], input="", capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, results.VERDICTS.index("ERROR"))
        self.assertIn(f"ERROR: --serve: {self.out}/{programs.LIBRARY}", done.stderr)


if __name__ == "__main__":
    os.chdir(ROOT)
    unittest.main()
