# SPDX-License-Identifier: Apache-2.0
"""How workers start: on this machine, by a command, by ssh, by Slurm or by LSF.

A launcher starts a worker (worker.py) for each chunk that it is given, and says which of them still wait or run. A
worker's files say what it has done, so a launcher has no state that could be lost. The tree and the folder of the run
have the same path wherever a worker runs.

    start(chunks)   hands chunks over, a list of numbers
    alive(chunks)   those of the chunks that wait or run, as far as it can be known
    wait(seconds)   until something may have changed, at most so long
    stop()          ends all workers: what they did stays
    places          workers at the same time
    seconds         how much work a chunk should have: short tasks cost a cluster more than they do
    adopts          whether workers outlive the coordinator, whose successor goes on with them
"""
import collections
import hashlib
import os
import select
import shlex
import subprocess
import sys
import threading

from wl import ROOT
from wl.night.journal import Refused


WORKER = [sys.executable, os.path.join(ROOT, "scripts", "wavelock"), "night.worker"]
SILENT = 600  # seconds that a cluster may not answer
MOST_FAILED = 3  # workers that do not start at a place
BETWEEN = 4  # seconds between two questions to a cluster
PATIENCE = 30  # seconds in which a worker ends whose input has ended


class Unreachable(Exception):
    """The cluster does not answer; the text says how."""


class Processes:
    """Workers as children: of this process, or beyond a command that takes the worker's command as its last words.

    A worker ends when its standard input ends, which is when this process does. A place where no worker starts, as on a
    machine that is down, gets no more of them."""

    adopts, seconds = False, 30

    def __init__(self, run, places, before):
        """before: of each place in turn, the words before the worker's."""
        self.run, self.before = run, before
        self.slots = list(range(places))
        self.failed = collections.Counter()  # workers that did not start, by slot
        self.children = {}  # chunk: (process, its slot)

    @property
    def places(self):
        return len(self.slots)

    def file(self, chunk, ending):
        return os.path.join(self.run, "chunks", f"{chunk}.{ending}")

    def start(self, chunks):
        for chunk in chunks:
            taken = {slot for _, slot in self.children.values()}
            slot = next(slot for slot in self.slots if slot not in taken)
            with open(self.file(chunk, "log"), "ab") as log:
                process = subprocess.Popen(
                    self.before[slot % len(self.before)](worker(self.run, chunk, "--tied")),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    start_new_session=True,  # Ctrl-C is for us
                )
            self.children[chunk] = process, slot

    def alive(self, chunks):
        for chunk in [chunk for chunk, (process, _) in self.children.items() if process.poll() is not None]:
            process, slot = self.children.pop(chunk)
            process.stdin.close()
            process.stdout.close()
            self.failed[slot] += not os.path.exists(self.file(chunk, "lock"))
            if self.failed[slot] >= MOST_FAILED and self.places > 1:
                self.slots.remove(slot)
        return set(chunks) & set(self.children)

    def wait(self, seconds):
        pipes = [process.stdout for process, _ in self.children.values()]
        ready = select.select(pipes, [], [], seconds)[0]
        for pipe in ready:
            if not os.read(pipe.fileno(), 4096):  # it has ended, or is about to
                process = next(process for process, _ in self.children.values() if process.stdout is pipe)
                process.wait()

    def stop(self):
        for process, _ in self.children.values():
            process.stdin.close()  # reaches a worker on another machine, too
        for process, _ in self.children.values():
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:  # a command that keeps the input open
                process.terminate()
                process.wait()
            process.stdout.close()
        self.children = {}


def worker(run, chunk, *options):
    return [*WORKER, "--run", run, *options, str(chunk)]


def local(run, places, _words):
    return Processes(run, places, [lambda argv: argv])


def command(run, places, words):
    """A template: {} stands for the worker's command as one word of a shell; without it the command comes last."""
    if not words:
        raise Refused('LAUNCHER: found "command", expected "command" and the words of a command')

    def before(argv):
        line = shlex.join(argv)
        if any("{}" in word for word in words):
            return [word.replace("{}", line) for word in words]
        return [*words, *argv]

    return Processes(run, places, [before])


def ssh(run, places, words):
    """Hosts, each with places of its own; options of ssh before them."""
    options = [word for word in words if word.startswith("-")]
    hosts = [word for word in words if not word.startswith("-")]
    if not hosts:
        raise Refused('LAUNCHER: found "ssh", expected "ssh" and the names of hosts')

    def on(host):
        # A key must do: nobody is there to type a password. The remote shell gives its place to the worker.
        return lambda argv: ["ssh", "-oBatchMode=yes", *options, host, "exec " + shlex.join(argv)]

    return Processes(run, places * len(hosts), [on(host) for host in hosts])


class Cluster:
    """Workers as tasks of job arrays. An array's name has the first of its chunks, so that who comes after a kill finds
    the tasks of all chunks by their names."""

    adopts, seconds = True, 120
    index = ""  # the shell's text for the number of a task, from 0

    def __init__(self, run, places, words):
        self.run, self.places, self.words = run, places, words
        self.name = "wavelock-" + hashlib.sha256(os.path.abspath(run).encode()).hexdigest()[:8] + "-"
        self.pause = threading.Event()

    def script(self, first):
        """The script of the tasks of an array whose first chunk this is."""
        log = shlex.quote(os.path.join(os.path.abspath(self.run), "chunks")) + "/$chunk.log"
        return (
            f"#!/bin/sh\nchunk=$(({first} + {self.index}))\ncd {shlex.quote(ROOT)} || exit\n"
            f"exec {shlex.join([*WORKER, '--run', self.run])} $chunk 2>>{log}\n"
        )

    @staticmethod
    def ask(argv, text=None, nothing=None):
        """The output of a command of the cluster. nothing: what it says on stderr where it has nothing to say."""
        try:
            done = subprocess.run(argv, input=text, capture_output=True, text=True, check=False)
        except OSError as error:
            raise Refused(f"LAUNCHER: {argv[0]}: {error.strerror}") from None
        if done.returncode and not (nothing and nothing in done.stderr):
            raise Unreachable(f"{argv[0]}: exit code {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def start(self, chunks):
        self.submit(f"{self.name}{chunks[0]}", len(chunks), self.script(chunks[0]))

    def submit(self, name, count, text):
        """An array of so many tasks, each with the script."""
        raise NotImplementedError

    def tasks(self):
        """(id of the array, its name, number of the task from 0) of all that wait or run."""
        raise NotImplementedError

    def own(self):
        """{chunk: id of its array}"""
        return {
            int(name.removeprefix(self.name)) + number: array
            for array, name, number in self.tasks()
            if name.startswith(self.name)
        }

    def alive(self, chunks):
        return set(chunks) & set(self.own())

    def wait(self, _seconds):
        self.pause.wait(BETWEEN)

    def cancel(self, arrays):
        raise NotImplementedError

    def stop(self):
        arrays = set(self.own().values())
        if arrays:
            self.cancel(sorted(arrays))


class Slurm(Cluster):
    index = "SLURM_ARRAY_TASK_ID"

    def submit(self, name, count, text):
        options = ["--parsable", "--requeue", f"--job-name={name}", f"--array=0-{count - 1}", "--output=/dev/null"]
        self.ask(["sbatch", *options, *self.words], text)

    def tasks(self):
        said = self.ask(["squeue", "--me", "--noheader", "--array", "--format=%F %j %K"])
        for line in said.splitlines():
            array, name, number = line.split()
            if number.isdigit():
                yield array, name, int(number)

    def cancel(self, arrays):
        self.ask(["scancel", *arrays])


class Lsf(Cluster):
    index = "LSB_JOBINDEX - 1"

    def submit(self, name, count, text):
        self.ask(["bsub", "-r", "-J", f"{name}[1-{count}]", "-o", "/dev/null", *self.words], text)

    def tasks(self):
        form = "jobid jobindex job_name delimiter=' '"
        said = self.ask(["bjobs", "-noheader", "-o", form], nothing="No unfinished job found")
        for line in said.splitlines():
            array, number, name = line.split(" ", 2)
            if number.isdigit() and int(number):
                yield array, name.split("[")[0], int(number) - 1

    def cancel(self, arrays):
        self.ask(["bkill", *arrays])


LAUNCHERS = {"local": local, "command": command, "ssh": ssh, "slurm": Slurm, "lsf": Lsf}


def launcher(text, run, places):
    """The launcher that LAUNCHER asks for: its name, then its words."""
    try:
        name, *words = shlex.split(text) or ["local"]
    except ValueError as error:
        raise Refused(f"LAUNCHER: {text}: {error}") from None
    if name not in LAUNCHERS:
        raise Refused(f'LAUNCHER: found "{name}", expected one of {", ".join(LAUNCHERS)}')
    if name == "local" and words:
        raise Refused(f'LAUNCHER: found "{text}", expected "local" alone')
    return LAUNCHERS[name](run, places, words)
