# SPDX-License-Identifier: Apache-2.0
"""Workers and launchers of the nightly: no result is lost or comes twice, whatever is killed. Needs build/wavelock.

usage: test_launchers.py [--slurm | CLASS...]    with --slurm: Slurm alone, by its own daemons (scripts/setup nightly)

The classes: Local, workers of this machine; Lies, what is no result; Others, other launchers. With a class alone, as in
make test, half as many programs run.

The cluster of LSF and the remote shell are stand-ins on PATH. Slurm is Debian's: slurmctld and slurmd on loopback.
"""
import collections
import contextlib
import fcntl
import getpass
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

from wl import ROOT


PROFILES = ("default", "memory")
LIMIT = 300  # seconds until something must have happened

# bsub runs the tasks of an array one after the other, in a session of its own; bjobs lists those that have not ended.
BSUB = """#!/bin/sh
name= log=
while [ $# -gt 0 ]; do
  case $1 in -J) name=$2; shift;; -o) shift;; esac
  shift
done
cat >"$LSF/script.$$"
count=${name#*[1-} count=${count%]}
for index in $(seq "$count"); do echo "$$ $index $name[$index]" >"$LSF/task.$$.$index"; done
LSB_JOBID=$$ setsid sh -c '
  for index in $(seq "$1"); do
    [ ! -f "$LSF/task.$LSB_JOBID.$index" ] || LSB_JOBINDEX=$index sh "$LSF/script.$LSB_JOBID"
    rm -f "$LSF/task.$LSB_JOBID.$index"
  done' sh "$count" >/dev/null 2>&1 </dev/null &
echo "Job <$$> is submitted to default queue <normal>."
"""
BJOBS = """#!/bin/sh
cat "$LSF"/task.* 2>/dev/null && exit
echo "No unfinished job found" >&2
exit 255
"""
BKILL = """#!/bin/sh
for id; do rm -f "$LSF/task.$id".*; done
"""
# A cluster that answers while a file is there, and runs nothing.
SLURM = """#!/bin/sh
[ -f "$CLUSTER" ] || { echo "Unable to contact slurm controller" >&2; exit 1; }
"""
# The host and the options are dropped; the rest is a line for a shell, as of sshd.
SSH = """#!/bin/sh
while [ "${1#-}" != "$1" ]; do shift; done
echo "$1" >>"$HOSTS"
[ "$1" != down ] || exit 255
exec sh -c "$2"
"""


def until(what, said):
    """Waits for a condition; fails with a text."""
    limit = time.monotonic() + LIMIT
    while not what():
        if time.monotonic() > limit:
            raise AssertionError(said)
        time.sleep(0.05)


# A worker that runs the jobs of its chunk, and writes for each of them what a lie makes of its result.
LIAR = """#!/usr/bin/env python3
import json, os, subprocess, sys
sys.path.insert(0, "scripts")
from tests.test_launchers import LIES
words = sys.argv[1:]
run, stem = words[words.index("--run") + 1], words[-1]
path = os.path.join(run, "chunks", stem)
open(path + ".lock", "w").close()
with open(path + ".jobs") as jobs, open(path + ".results", "ab") as results:
    command = [sys.executable, *words[1:3], "--run", run]
    done = subprocess.run(command, stdin=jobs, stdout=subprocess.PIPE, check=True)
    for line in done.stdout.splitlines():
        entry = json.loads(line)
        results.write(list(LIES.values())[entry["seed"] - 1][0](entry) + b"\\n")
"""


def text(entry, **more):
    """The line of a result, with other values. A key whose value is ... is left out."""
    return json.dumps({key: value for key, value in {**entry, **more}.items() if value is not ...}).encode()


# What becomes of the result of a job, and what is said of it; None: the result counts.
LIES = {
    "honest": (text, None),
    "garbage": (lambda e: b"garbage", "expected JSON"),
    "empty": (lambda e: b"", "expected JSON"),
    "null": (lambda e: b"null", "found null, expected an object"),
    "list": (lambda e: b"[]", "found a list, expected an object"),
    "object": (lambda e: b"{}", "id: missing"),
    "deep": (lambda e: b"[" * 100000, "lists and objects in each other"),
    "bytes": (lambda e: b'{"id": "\xff"}', "is no UTF-8"),
    "not a number": (lambda e: text(e, seconds=float("nan")), "found NaN, expected a number"),
    "verdict": (lambda e: text(e, verdict="pass"), 'verdict: found "pass", expected one of ERROR, '),
    "no verdict": (lambda e: text(e, verdict=...), "verdict: missing"),
    "text": (lambda e: text(e, cycles="12"), 'cycles: found "12", expected a number'),
    "large": (lambda e: text(e, cycles=1 << 53), "cycles: found 9007199254740992, expected a number"),
    "nothing ran": (lambda e: text(e, cycles=0, instructions=0), "cycles: found 0, expected a number from 1"),
    "no profile": (lambda e: text(e, profile=...), "profile: missing"),
    "no coverage": (lambda e: text(e, coverage=...), "coverage: missing"),
    "other kind": (lambda e: text(e, kind="proofs"), 'kind: found "proofs", expected "random"'),
    "other seed": (lambda e: text(e, seed=77), "seed: found 77, expected "),
    "points": (lambda e: text(e, points="AAAA"), "coverage: Error -3 while decompressing"),
    "failure": (lambda e: text(e, verdict="MISMATCH", why="w", again="a"), "group: missing"),
    "folder": (lambda e: text(e, folder="/etc"), 'folder: found "/etc", expected one below '),
    "surrogate": (lambda e: text(e, again="\ud800"), 'again: found "\\ud800", expected text'),
    "identity": (lambda e: text(e, id=[1]), "id: found a list, expected text"),
    "nobody's": (lambda e: text(e, id="random default 300 99") + b"\n" + text(e), None),
    "twice": (lambda e: text(e) + b"\n" + text(e), None),
}


class Runs(unittest.TestCase):
    """A run under a launcher against the same run on this machine."""

    seeds, count = 8, 300
    wanted = {}  # by what runs

    def setUp(self):
        os.chdir(ROOT)
        self.out = tempfile.mkdtemp(prefix="wavelock-night-")
        self.addCleanup(shutil.rmtree, self.out, ignore_errors=True)
        self.environment = dict(os.environ)
        self.tools = os.path.join(self.out, "built")  # what make does meanwhile changes no run
        os.makedirs(self.tools)
        for name in ("wavelock", "wavelock-random", "wavelock-trace", "points.tsv"):
            shutil.copy2(os.path.join("build", name), self.tools)

    def command(self, *options):
        words = ["--name", "night", "--profile", ",".join(PROFILES), "--count", str(self.count)]
        words += ["--seeds", str(self.seeds)]
        return [
            sys.executable,
            "scripts/wavelock",
            "night.nightly",
            *words,
            "--runs",
            self.out,
            "--tools",
            self.tools,
            *options,
        ]

    def path(self, *names):
        return os.path.join(self.out, "nightly", "night", *names)

    def begin(self, *options):
        process = subprocess.Popen(
            self.command(*options), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=self.environment
        )
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)  # where the test fails
        return process

    def finish(self, *options, code=0):
        process = self.begin(*options)
        said = process.communicate(timeout=LIMIT)[0].decode()
        self.assertEqual(process.returncode, code, said)
        return said

    def entries(self):
        if not os.path.exists(self.path("journal.jsonl")):
            return []
        with open(self.path("journal.jsonl"), encoding="utf-8") as file:
            return [json.loads(line) for line in file if line.endswith("\n")]

    def results(self):
        """What must not depend on who ran it, nor on what was killed."""
        return sorted((e["id"], e["verdict"], e["cycles"], e["instructions"]) for e in self.entries())

    def whole(self):
        """The results of the run on this machine."""
        key = self.seeds, self.count
        if key not in self.wanted:
            self.finish()
            self.wanted[key] = self.results()
            self.assertEqual(len(self.wanted[key]), len(PROFILES) * self.seeds)
            shutil.rmtree(self.path())
        return self.wanted[key]

    def hold(self):
        """Each job has its result once."""
        self.assertEqual([i for i, n in collections.Counter(e["id"] for e in self.entries()).items() if n > 1], [])
        self.assertEqual(self.results(), self.whole())
        self.assertFalse(os.path.exists(self.path("chunks")))

    def some(self, process, count):
        """Until so many results are there."""
        until(lambda: len(self.entries()) >= count or process.poll() is not None, f"no {count} results in time")
        self.assertIsNone(process.poll(), "the run has ended before it could be killed")

    def workers(self):
        """Processes of the workers of this run."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError), open(f"/proc/{pid}/cmdline", "rb") as file:
                words = file.read().decode(errors="replace").split("\0")
                if "night.worker" in words[:4] and self.path() in words:
                    found.append(int(pid))
        return found

    def kill_workers(self):
        until(self.workers, "no worker to kill")
        for pid in self.workers():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def stand_in(self, **programs):
        folder = os.path.join(self.out, "bin")
        os.makedirs(folder)
        for name, text in programs.items():
            with open(os.path.join(folder, name), "w", encoding="ascii") as file:
                file.write(text)
            os.chmod(file.name, 0o755)
        self.environment["PATH"] = f"{folder}:{self.environment['PATH']}"


class Local(Runs):
    def test_worker_by_hand(self):
        """A job line in, a result line out; the line of a failure repeats it."""
        self.finish("--seeds", "1", "--inject", "EXEC:0:0:0:3@50", "--shrink", "0", code=1)
        entry = self.entries()[0]
        job = {"id": entry["id"], "kind": "random", "options": ["--inject", "EXEC:0:0:0:3@50"], "timeout": 60}
        job.update({key: entry[key] for key in ("profile", "seed", "count")})
        done = subprocess.run(
            ["scripts/wavelock", "night.worker", "--run", self.path()],
            input=json.dumps(job) + "\n",
            capture_output=True,
            text=True,
            check=True,
        )
        result = json.loads(done.stdout)
        for key in ("id", "verdict", "why", "cycles", "again"):
            self.assertEqual(result[key], entry[key])

    def test_workers_are_killed(self):
        """Another worker runs the jobs that a worker had not finished; the run ends as if nothing had been."""
        self.whole()
        process = self.begin("--jobs", "2")
        for count in (1, 4):
            self.some(process, count)
            self.kill_workers()
        self.assertEqual(process.wait(LIMIT), 0)
        self.hold()

    def test_coordinator_is_killed(self):
        """Its workers end with it, and what they had written counts."""
        self.whole()
        process = self.begin("--jobs", "2")
        self.some(process, 2)
        process.kill()
        process.communicate()
        until(lambda: not self.workers(), "a worker outlives its coordinator")
        self.finish()
        self.hold()

    def test_job_that_ends_its_workers(self):
        """It becomes an error, and the others have their results."""
        tool = os.path.join(self.out, "tools")
        os.makedirs(tool)
        for name in ("wavelock", "wavelock-random", "wavelock-trace", "points.tsv"):
            shutil.copy2(os.path.join("build", name), tool)
        with open(os.path.join(tool, "wavelock-random"), "w", encoding="ascii") as file:
            generator = os.path.join(ROOT, "build", "wavelock-random")
            file.write(f'#!/bin/sh\ncase "$*" in *"--seed 2 "*) kill -9 $PPID;; esac\nexec {generator} "$@"\n')
        self.finish("--seeds", "3", "--profile", "default", "--tools", tool, "--jobs", "1", "--shrink", "0", code=1)
        self.assertEqual([(e["seed"], e["verdict"]) for e in self.entries() if e["verdict"] != "PASS"], [(2, "ERROR")])
        self.assertEqual(len(self.entries()), 3)
        self.assertIn("3 workers were lost on this job", [e for e in self.entries() if "why" in e][0]["why"])

    def test_unfit_place(self):
        """A place where jobs cannot run ends the run, which goes on when that is over."""
        self.whole()
        tool, bad = os.path.join(self.out, "tools"), os.path.join(self.out, "bad")
        os.makedirs(tool)
        for name in ("wavelock", "wavelock-trace", "points.tsv"):
            shutil.copy2(os.path.join("build", name), tool)
        with open(os.path.join(tool, "wavelock-random"), "w", encoding="ascii") as file:
            generator = os.path.join(ROOT, "build", "wavelock-random")
            file.write(f'#!/bin/sh\nif [ -f {bad} ]; then echo "no more"; exit 6; fi\nexec {generator} "$@"\n')
        os.chmod(file.name, 0o755)
        with open(bad, "w", encoding="ascii"):
            pass
        self.assertIn("exit code 6: no more. 0 jobs are recorded", self.finish("--tools", tool, code=6))
        os.remove(bad)
        self.finish("--tools", tool)
        self.hold()

    def test_chunk_has_one_worker(self):
        """A worker that is started again goes on with its chunk; two at the same time never have it."""
        chunks = self.path("chunks")
        os.makedirs(chunks)
        with open(os.path.join(chunks, "1.jobs"), "w", encoding="ascii") as file:
            for seed in (1, 2, 3):
                job = {"id": f"smoke {seed}", "kind": "vectors", "test": "smoke", "seed": seed}
                file.write(json.dumps(job) + "\n")
        with open(os.path.join(chunks, "1.results"), "w", encoding="ascii") as file:
            file.write('{"id":"smoke 1","kind":"vectors"}\n{"id":"smoke 2","ki')  # killed while it wrote
        command = ["scripts/wavelock", "night.worker", "--run", self.path(), "1"]
        with open(os.path.join(chunks, "1.lock"), "w", encoding="ascii") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (7, "another worker has this chunk\n"))
        subprocess.run(command, check=True)
        with open(os.path.join(chunks, "1.results"), encoding="ascii") as file:
            found = [json.loads(line) for line in file]
        self.assertEqual([e["id"] for e in found], ["smoke 1", "smoke 2", "smoke 3"])
        self.assertEqual([e["verdict"] for e in found[1:]], ["PASS", "PASS"])

    def test_result_that_was_not_merged(self):
        """A coordinator that is killed between a worker's line and its own loses nothing."""
        self.whole()
        process = self.begin("--jobs", "1")
        self.some(process, 1)
        process.send_signal(signal.SIGSTOP)  # the worker goes on
        number = max(int(name.split(".")[0]) for name in os.listdir(self.path("chunks")) if name[0].isdigit())
        results = self.path("chunks", f"{number}.results")
        before = len(self.entries())

        def more():
            with open(results, encoding="utf-8") as file:
                return file.read().count("\n") > before or not self.workers()

        until(more, "the worker writes no result")
        process.kill()
        process.communicate()
        self.finish()
        self.hold()

    def test_time_is_over(self):
        """The jobs under way are the last; the summary says how much is left."""
        self.finish("--kinds", "proofs", "--seeds", "1", "--hours", "0.0005", "--jobs", "1")
        with open(self.path("summary.md"), encoding="utf-8") as file:
            text = file.read()
        self.assertRegex(text, r"\| proofs \| \d+ of \d+ \| 0 \|")


class Lies(Runs):
    """A line that is no result is an error of its job, and the night goes on."""

    options = ("--seeds", str(len(LIES)), "--count", "30", "--profile", "default", "--shrink", "0", "--jobs", "1")

    def lying(self, *options, code):
        liar = os.path.join(self.out, "liar")
        with open(liar, "w", encoding="ascii") as file:
            file.write(LIAR)
        os.chmod(liar, 0o755)
        return self.finish(*self.options, "--launcher", f"command {liar}", *options, code=code)

    def hold_lies(self, said):
        entries = {e["seed"]: e for e in self.entries()}
        self.assertEqual(len(self.entries()), len(LIES))
        for seed, (name, (_, why)) in enumerate(LIES.items(), 1):
            with self.subTest(lie=name):
                entry = entries[seed]
                self.assertEqual(
                    (entry["verdict"], entry["id"]), ("ERROR" if why else "PASS", f"random default 30 {seed}")
                )
                self.assertIn(why or "", entry.get("why", ""))
                if why:
                    self.assertRegex(entry["why"], r"^ERROR: \S+/chunks/\d+\.results: line \d+: ")
                    self.assertIn(f"FAIL default seed {seed} count 30: ERROR: ", said)
        good = sum(why is None for _, why in LIES.values())
        self.assertIn(f"{good} passed, {len(LIES) - good} failed", said)

    def test_lines(self):
        said = self.lying(code=1)
        self.hold_lies(said)
        self.assertIn(
            'found a result of "random default 300 99", which was not handed out there: it is not counted', said
        )
        self.assertIn("which has its result: it is not counted", said)
        # The same command again has nothing to do, and counts the same.
        with open(self.path("journal.jsonl"), "ab") as file:
            file.write(text(self.entries()[0]) + b"\n")
        again = self.lying(code=1)
        self.assertIn('found "random default 30 1" once more: it is not counted', again)
        self.assertIn(
            f"finished before, nothing was run (--fresh, make: FRESH=1, begins anew): {len(LIES)} jobs,", again
        )

    def test_lines_that_were_left(self):
        """Chunks outlive their coordinator: a coordinator that goes on with the night has workers of its own."""
        self.finish("--seeds", "1", "--count", "30", "--profile", "default", "--jobs", "1")
        os.remove(self.path("finished"))
        os.makedirs(self.path("chunks"))
        job = {"id": "random default 30 1", "kind": "random", "profile": "default", "seed": 1, "count": 30}
        job.update(options=[], timeout=60)
        for name, content in (
            ("7.jobs", json.dumps(job).encode() + b"\n"),
            ("7.lock", b""),
            ("7.results", b"garbage\n[1]\n"),
            ("8.jobs", b"[]\n"),
            ("x.jobs", b"?"),
        ):
            with open(self.path("chunks", name), "wb") as file:
                file.write(content)
        with open(self.path("journal.jsonl"), "wb"):
            pass
        said = self.finish(
            "--seeds", "1", "--count", "30", "--profile", "default", "--jobs", "1", "--shrink", "0", code=1
        )
        self.assertIn("chunks/8.jobs: line 1: found a list, expected an object; its jobs are handed out anew", said)
        (entry,) = self.entries()
        self.assertIn("chunks/7.results: line 1: expected JSON", entry["why"])
        self.assertIn("chunks/7.results: line 2: found a list, expected an object; no job of its chunk is", said)


class Others(Runs):
    def test_command(self):
        self.whole()
        log = os.path.join(self.out, "started")
        self.finish("--launcher", f"command sh -c 'echo >>{log}; exec {{}}'", "--jobs", "2")
        self.assertTrue(os.path.exists(log))
        self.hold()

    def test_ssh(self):
        self.whole()
        self.stand_in(ssh=SSH)
        self.environment["HOSTS"] = hosts = os.path.join(self.out, "hosts")
        process = self.begin("--launcher", "ssh -v down one two", "--jobs", "1")
        self.some(process, 3)
        process.kill()
        process.communicate()
        until(lambda: not self.workers(), "a worker outlives its coordinator")
        self.finish("--launcher", "ssh one two", "--jobs", "1")
        with open(hosts, encoding="ascii") as file:
            self.assertEqual(set(file.read().split()), {"down", "one", "two"})
        self.hold()

    def test_no_host_answers(self):
        """No job is to blame; the reason is said, and the same command goes on."""
        self.whole()
        self.stand_in(ssh="#!/bin/sh\necho no route >&2\nexit 255\n")
        said = self.finish("--launcher", "ssh one", "--jobs", "1", code=6)
        self.assertIn("3 workers did not start; the last one said: no route. 0 jobs are recorded", said)
        self.finish()
        self.hold()

    def test_lsf(self):
        self.whole()
        self.stand_in(bsub=BSUB, bjobs=BJOBS, bkill=BKILL)
        self.environment["LSF"] = os.path.join(self.out, "lsf")
        os.makedirs(self.environment["LSF"])
        process = self.begin("--launcher", "lsf -q short", "--jobs", "2")
        self.some(process, 1)
        process.kill()
        process.communicate()
        self.finish("--launcher", "lsf", "--jobs", "2")
        self.hold()

    def slurm(self):
        """A stand-in for a cluster: the file that stands for its daemon."""
        self.stand_in(squeue=SLURM, sbatch=SLURM, scancel=SLURM)
        self.environment["CLUSTER"] = daemon = os.path.join(self.out, "daemon")
        return daemon

    def test_no_cluster(self):
        """It is refused at once."""
        self.slurm()
        start = time.monotonic()
        said = self.finish("--launcher", "slurm", code=6)
        self.assertEqual(said, "ERROR: LAUNCHER: no answer: squeue: exit code 1: Unable to contact slurm controller\n")
        self.assertLess(time.monotonic() - start, 60)

    def test_cluster_falls_silent(self):
        """That is said, and SIGTERM ends the run, which then goes on elsewhere."""
        daemon = self.slurm()
        with open(daemon, "w", encoding="ascii"):
            pass
        process = self.begin("--launcher", "slurm", "--jobs", "2")
        until(lambda: os.path.isdir(self.path("chunks")) and len(os.listdir(self.path("chunks"))) > 2, "no chunk")
        os.remove(daemon)
        line = ""
        while "no answer" not in line:
            line = process.stdout.readline().decode()
        # Whichever it asks next.
        said = "LAUNCHER: no answer: (squeue|sbatch): exit code 1: Unable to contact slurm controller; it is asked"
        self.assertRegex(line, said)
        process.send_signal(signal.SIGTERM)
        self.assertIn("PARTIAL (stopped by SIGTERM)", process.communicate(timeout=60)[0].decode())
        self.assertEqual(process.returncode, 130)
        self.finish()
        self.hold()

    def test_refused(self):
        for text, said in (
            ("pbs", 'LAUNCHER: found "pbs", expected one of local, command, ssh, slurm, lsf'),
            ("ssh -v", 'LAUNCHER: found "ssh", expected "ssh" and the names of hosts'),
            ("command", 'LAUNCHER: found "command", expected "command" and the words of a command'),
            ("local 2", 'LAUNCHER: found "local 2", expected "local" alone'),
            ("command 'x", "No closing quotation"),
        ):
            self.assertIn(said, self.finish("--launcher", text, code=6))
        self.environment["PATH"] = "/usr/bin:/bin"
        if not shutil.which("bsub", path="/usr/bin:/bin"):
            self.assertIn("LAUNCHER: bjobs: No such file", self.finish("--launcher", "lsf", code=6))


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Slurm(Runs):
    """A cluster of one node. Nothing of it needs systemd, cgroups or munge."""

    seeds, count = 12, 8000  # a task takes seconds: it can be killed

    def setUp(self):
        super().setUp()
        for program in ("slurmctld", "slurmd", "sbatch"):
            if not shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin"):
                self.fail(f"{program} is missing: scripts/setup nightly")
        self.cluster = os.path.join(self.out, "slurm")
        for name in ("state", "spool"):
            os.makedirs(os.path.join(self.cluster, name))
        host = socket.gethostname().split(".")[0]
        self.host, config = host, os.path.join(self.cluster, "slurm.conf")
        with open(config, "w", encoding="ascii") as file:
            file.write(
                f"""ClusterName=wavelock
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={free_port()}
SlurmdPort={free_port()}
SlurmUser={getpass.getuser()}
SlurmdUser={getpass.getuser()}
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SlurmctldTimeout=20
SlurmdTimeout=20
StateSaveLocation={self.cluster}/state
SlurmdSpoolDir={self.cluster}/spool
SlurmctldPidFile={self.cluster}/slurmctld.pid
SlurmdPidFile={self.cluster}/slurmd.pid
NodeName={host} NodeAddr=127.0.0.1 CPUs=2
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""
            )
        self.environment["SLURM_CONF"] = config
        self.environment["PATH"] += ":/usr/sbin"
        self.daemons = {}
        self.addCleanup(self.end_all)
        for name in ("slurmctld", "slurmd"):
            self.daemon(name)
        until(lambda: "idle" in self.ask("sinfo", "--noheader", "--format=%T"), "the node is not idle in time")

    def daemon(self, name):
        with open(os.path.join(self.cluster, f"{name}.log"), "ab") as log:
            words = [name, "-D", "-f", self.environment["SLURM_CONF"]]
            self.daemons[name] = subprocess.Popen(
                words + (["-N", self.host] if name == "slurmd" else []),
                stdout=log,
                stderr=subprocess.STDOUT,
                env=self.environment,
            )

    def end_all(self):
        self.ask("scancel", "--me")
        for process in reversed(self.daemons.values()):
            process.terminate()
            process.wait()

    def ask(self, *words):
        return subprocess.run(words, capture_output=True, text=True, check=False, env=self.environment).stdout

    def saved(self):
        """Until the state of slurmctld on the disk says that a task runs. It writes it some seconds later; one that
        starts a task a second time takes the node out of service."""
        path = os.path.join(self.cluster, "state", "job_state")
        until(lambda: "RUNNING" in self.ask("squeue", "--noheader", "--format=%T"), "no task runs in time")
        now = time.time()
        until(lambda: os.path.getmtime(path) > now, "slurmctld does not write its state in time")

    def kill(self, name):
        self.daemons[name].kill()
        self.daemons[name].wait()

    def test_daemons_workers_and_coordinator_are_killed(self):
        self.whole()
        options = ("--launcher", "slurm --time=60", "--jobs", "2")
        process = self.begin(*options)
        self.kill_workers()
        self.some(process, 1)
        self.saved()
        self.kill("slurmctld")
        self.daemon("slurmctld")
        self.some(process, 4)
        process.kill()  # the tasks go on
        process.communicate()
        process = self.begin(*options)
        self.some(process, 8)
        self.kill("slurmd")
        self.daemon("slurmd")
        said = process.communicate(timeout=LIMIT)[0].decode()
        self.assertEqual(process.returncode, 0, said)
        self.hold()

    def test_interrupt_ends_the_tasks(self):
        process = self.begin("--launcher", "slurm", "--jobs", "2")
        self.some(process, 1)
        process.send_signal(signal.SIGTERM)
        said = process.communicate(timeout=LIMIT)[0].decode()
        self.assertEqual(process.returncode, 130, said)
        self.assertEqual(self.ask("squeue", "--noheader"), "")
        self.finish()
        self.hold()


if __name__ == "__main__":
    slurm = sys.argv[1:] == ["--slurm"]
    if sys.argv[1:] and not slurm:
        Runs.seeds //= 2
    names = ["Slurm"] if slurm else ["Local", "Lies", "Others"]
    unittest.main(argv=sys.argv[:1] + (sys.argv[1:] if sys.argv[1:] and not slurm else names))
