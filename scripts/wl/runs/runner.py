# SPDX-License-Identifier: Apache-2.0
"""Runs many jobs at the same time: the one runner of make test, of make sim with several tests, of make random.

    jobs = [Job("lint", ["scripts/wavelock", "checks.lint"]), Job("refused", ["build/wavelock", "nosuch"], expect=6),
            Job("unit", [path], cmocka=True),
            Job("seed 1", call=lambda job: Outcome(1, 0, "headline", "all that was said"))]
    sys.exit(run(jobs, parallel=4))

Job        A name and what it does, one of
             argv   A process that must end with exit code `expect`. With cmocka=True each test of the program counts.
                    A program that dies, prints no cmocka total or reports no test is a failure.
             call   A function of the job that returns an Outcome. It starts processes by job.execute(argv), so that
                    they end when the run is stopped, or it sets job.on_kill. An exception is a failure of the job.
           after    Names of jobs that end before it starts. Names that are no jobs are ignored.
           timeout  Seconds of a process. After them it is killed with all that it started: a failure.
           seed, again  For junit.xml: the seed of a run that has one, and the line that repeats the job.
Outcome    passed, failed, unchecked: numbers; the last of runs that compared nothing. detail: a line. output: text,
           whose last `shown` lines are printed after a failure. notes: lines that are always printed. seconds: filled
           in here.
Runner     runner = Runner(jobs, parallel); for job, outcome in runner.results(): ...
           Gives jobs and outcomes in the order in which they end, in the thread that asks. jobs may be an endless
           generator. The asking thread reads it when a place is free. Jobs with `after` need a list. runner.stop()
           starts no further job and lets the running ones end. runner.kill() ends their processes too and gives no
           outcomes.
run        Prints a line for each job that ends, the output of failures, the names of what failed, and at last
           'N passed, N failed'. Each that failed has its headline there. Returns the exit code: 0 all passed, 1 some
           failed or nothing ran, 130 interrupted, 141 nobody reads what it says, 6 junit cannot be written.
           SIGINT and SIGTERM interrupt, and so does the end of a pipe to which it prints. The running jobs are ended
           and named. Then junit has an error for each job that is not over. jobs has an end. Every half minute a line
           says how many are over, how fast, and how long the others take.
           junit    A file that gets a case for each job, in a suite of that name. The times in it, of the run before,
                    say what is left.
Processes get a session of their own: a key of the terminal reaches this process alone. Descriptors are passed on: the
job server of make needs them.
"""
import dataclasses
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as xml

from wl.runs import programs
from wl.runs.ending import UNREAD, leave_output


UNWRITTEN = 6  # exit code where junit.xml cannot be written
MOST = 20000  # characters of a failure in junit.xml
BEFORE = ".before"  # behind the name of junit.xml: that of the run before, for its times
SHOWN = 60  # last lines of a failure's output, where its outcome says nothing else
EVERY = 30.0  # seconds between two lines of progress
FAR = 20  # jobs after which a failure is shown again at the end


@dataclasses.dataclass
class Outcome:
    passed: int
    failed: int
    detail: str = ""
    output: str = ""
    seconds: float = 0.0
    shown: int = SHOWN
    notes: str = ""
    unchecked: int = 0


class Job:
    def __init__(
        self, name, argv=None, *, call=None, expect=0, cmocka=False, after=(), timeout=900, seed=None, again=""
    ):
        self.seed, self.again = seed, again
        self.name, self.argv, self.call, self.expect, self.cmocka = name, argv, call, expect, cmocka
        self.after, self.timeout = set(after), timeout
        self.killed = False
        self.on_kill = None
        self._process = None
        self._lock = threading.Lock()

    def execute(self, argv, cwd=None):
        """Runs a process: (exit code, None when it ran out of time; what it said on stdout and stderr)."""
        with self._lock:
            if self.killed:
                return None, ""
            self._process = subprocess.Popen(
                argv,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd=cwd,
                start_new_session=True,
                close_fds=False,
            )
        try:
            text = self._process.communicate(timeout=self.timeout)[0]
            code = self._process.returncode
        except subprocess.TimeoutExpired:
            self.end_process()
            text, code = self._process.communicate()[0] + f"\nno end after {self.timeout} seconds\n".encode(), None
        return code, text.decode(errors="replace")

    def end_process(self):
        if self._process and self._process.poll() is None:
            try:
                os.killpg(self._process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def kill(self):
        with self._lock:
            self.killed = True
        self.end_process()
        if self.on_kill:
            self.on_kill()

    def run(self):
        start = time.monotonic()
        try:
            outcome = self.call(self) if self.call else self._program()
        except Exception as error:  # pylint: disable=broad-except  (a failure of the job)
            outcome = Outcome(0, 1, f"{type(error).__name__}: {error}")
        outcome.seconds = time.monotonic() - start
        return outcome

    def _program(self):
        try:
            code, output = self.execute(self.argv)
        except OSError as error:
            return Outcome(0, 1, f"{self.argv[0]}: {error.strerror}")
        if self.cmocka:
            good = sum(map(int, re.findall(r"\[  PASSED  \] (\d+) test", output)))
            bad = sum(map(int, re.findall(r"\[  FAILED  \].*?(\d+) test", output)))
            if (code != 0 and bad == 0) or good + bad == 0:
                bad += 1
            return Outcome(good, bad, f"{good} passed, {bad} failed", output)
        lines = output.rstrip().splitlines()
        good = code == self.expect
        detail = lines[-1] if good and lines and not self.expect else f"exit {code}, expected {self.expect}"
        return Outcome(int(good), int(not good), detail, output)


class Runner:
    def __init__(self, jobs, parallel=None):
        self.parallel = max(1, parallel or os.cpu_count() or 1)
        self._jobs = iter(jobs)
        self._names = {job.name for job in jobs} if isinstance(jobs, (list, tuple)) else set()
        self._over = set()
        self._waiting = []  # read, and not yet to be started
        self._running = set()
        self._ended = queue.Queue()
        self._stopped = self._killed = False

    def stop(self):
        self._stopped = True

    def under_way(self):
        """Names of the jobs that have started and whose outcomes were not given."""
        return sorted(job.name for job in self._running)

    def kill(self):
        self._stopped = self._killed = True
        for job in list(self._running):
            job.kill()

    def _ready(self, job):
        return not (job.after & self._names) - self._over

    def _next(self):
        for job in self._waiting:
            if self._ready(job):
                self._waiting.remove(job)
                return job
        for job in self._jobs:
            if self._ready(job):
                return job
            self._waiting.append(job)
        return None

    def _start(self):
        while not self._stopped and len(self._running) < self.parallel:
            job = self._next()
            if not job:
                return
            self._running.add(job)
            threading.Thread(target=lambda j=job: self._ended.put((j, j.run())), daemon=True).start()

    def results(self):
        while True:
            self._start()
            if not self._running:
                break
            while True:  # in pieces: a signal is seen while nothing ends
                try:
                    job, outcome = self._ended.get(timeout=0.5)
                    break
                except queue.Empty:
                    continue
            self._running.discard(job)
            self._over.add(job.name)
            if not self._killed:
                yield job, outcome
        if self._waiting and not self._stopped:
            raise ValueError("these jobs wait for each other: " + ", ".join(job.name for job in self._waiting))


class Interrupted(Exception):
    pass


def _interrupt(number, _frame):
    raise Interrupted(signal.Signals(number).name)


def headline(outcome):
    """The first error that a failure names."""
    return programs.first_wrong(outcome.output) if outcome.output.strip() else outcome.detail


def show(job, outcome):
    word = "FAIL" if outcome.failed else "ran " if outcome.unchecked else "ok  "
    print(f"{word}  {job.name:<44} {outcome.detail}  ({outcome.seconds:.1f} s)", flush=True)
    if outcome.failed and outcome.output.strip():
        lines = outcome.output.rstrip().splitlines()
        shown, first = lines[-outcome.shown :], headline(outcome)
        if first not in [line.strip() for line in shown]:
            shown = [first, "...", *shown]
        print("      " + "\n      ".join(shown), flush=True)
    if outcome.notes:
        print("      " + "\n      ".join(outcome.notes.splitlines()), flush=True)


def forget(path):
    """A run that is refused or killed leaves no junit.xml of an earlier one. Its times are kept beside it."""
    try:
        os.replace(path, path + BEFORE)
    except OSError:
        pass


def times_of(path):
    """{job: seconds} of a junit.xml; empty where there is none, or one of somebody else: it says nothing of times."""
    try:
        cases = list(xml.parse(path).iter("testcase"))
    except (OSError, ValueError, xml.ParseError):
        return {}
    times = ((case.get("name"), case.get("time", "")) for case in cases)
    return {name: float(time) for name, time in times if re.fullmatch(r"[0-9]{1,9}(\.[0-9]+)?", time)}


class Cases:
    """Writes junit.xml of a run, and reads the times of the jobs from the run before."""

    def __init__(self, path, name):
        self.name = name
        self.path, self.suite, self.before = path, xml.Element("testsuite"), {}
        if path:
            forget(path)
            self.before = times_of(path + BEFORE)

    def case(self, job, seconds):
        case = xml.SubElement(self.suite, "testcase", classname="wavelock", name=printable(job.name))
        case.set("time", f"{seconds:.3f}")
        about = {"seed": job.seed, "reproduce": job.again}
        properties = xml.SubElement(case, "properties")
        for name, value in about.items():
            if value not in (None, ""):
                xml.SubElement(properties, "property", name=name, value=printable(str(value)))
        return case

    def unfinished(self, job, why):
        """A job that is not over when the run is."""
        xml.SubElement(self.case(job, 0), "error", message=why)

    def add(self, job, outcome):
        case = self.case(job, outcome.seconds)
        if outcome.failed:
            failure = xml.SubElement(case, "failure", message=printable(outcome.detail))
            failure.text = printable(f"{outcome.output[-MOST:]}\nreproduce: {job.again}")

    def seconds(self, job):
        """Seconds that a job will take: as in the run before, else the mean of the jobs there."""
        usual = sum(self.before.values()) / len(self.before) if self.before else 0.0
        return self.before.get(job.name, usual)

    def write(self, state):
        if not self.path:
            return
        cases = list(self.suite.iter("testcase"))
        failures, errors = (sum(case.find(what) is not None for case in cases) for what in ("failure", "error"))
        self.suite.attrib.update(name=self.name, tests=str(len(cases)), failures=str(failures), errors=str(errors))
        properties = xml.Element("properties")
        xml.SubElement(properties, "property", name="state", value=state)
        self.suite.insert(0, properties)
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        xml.indent(self.suite)
        part = f"{self.path}.{os.getpid()}.part"
        xml.ElementTree(self.suite).write(part, encoding="utf-8", xml_declaration=True)
        os.replace(part, self.path)


def printable(text):
    """Without what XML cannot have."""
    return re.sub(r"[^\t\n\x20-\ud7ff\ue000-\ufffd]", "?", text)


def duration(seconds):
    minutes, seconds = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


class Progress:
    def __init__(self, jobs, parallel, cases):
        self.left, self.parallel, self.cases = {job.name: job for job in jobs}, parallel, cases
        self.all, self.start = len(jobs), time.monotonic()
        self.shown = self.start

    def over(self, job, failed):
        """A job is over; so many have failed."""
        self.left.pop(job.name, None)
        now = time.monotonic()
        if now - self.shown < EVERY or not self.left:
            return
        self.shown = now
        count = self.all - len(self.left)
        rate = count / (now - self.start)
        text = f"{count} of {self.all} jobs, {failed} failed; {rate:.1f} jobs/s; {duration(now - self.start)} elapsed"
        if self.cases.before:  # jobs of milliseconds and of minutes: their number alone says nothing of the time
            left = sum(map(self.cases.seconds, self.left.values())) / self.parallel
            text += f", about {duration(left)} left"
        print(text, flush=True)


def run(jobs, parallel=None, junit=None, name="wavelock"):
    try:
        return run_all(jobs, parallel, junit, name)
    except BrokenPipeError:  # in the last lines
        leave_output()
        return UNREAD


def run_all(jobs, parallel, junit, name):
    passed = failed = unchecked = 0
    wrong = []
    jobs, over = list(jobs), 0
    runner = Runner(jobs, parallel)
    cases = Cases(junit, name)
    progress = Progress(jobs, runner.parallel, cases)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _interrupt)
    code, left = None, {id(job): job for job in jobs}
    try:
        for job, outcome in runner.results():
            over += 1
            passed += outcome.passed
            failed += outcome.failed
            unchecked += outcome.unchecked
            if outcome.failed:
                wrong.append((over, job, outcome))
            cases.add(job, outcome)
            del left[id(job)]
            show(job, outcome)
            progress.over(job, len(wrong))
    except (Interrupted, BrokenPipeError) as error:
        code = 130 if isinstance(error, Interrupted) else UNREAD
        why = str(error) if isinstance(error, Interrupted) else "the end of the pipe to which it prints"
        names = runner.under_way()
        runner.kill()
        for job in left.values():
            cases.unfinished(job, f"{'not over' if job.name in names else 'not started'}: stopped by {why}")
        if code == UNREAD:
            leave_output()
        print(
            f"stopped by {why}; under way: {', '.join(names) or 'nothing'}; "
            f"{len(jobs) - over - len(names)} never started",
            file=sys.stderr,
        )
    try:
        cases.write("interrupted" if code else "complete")
    except OSError as error:
        print(f"ERROR: {junit}: {error.strerror}", file=sys.stderr)
        code = code or UNWRITTEN
    far = [(job, outcome) for at, job, outcome in wrong if over - at >= FAR]
    if far:
        print("what failed far above, again:")
    for job, outcome in far:
        show(job, outcome)
    if wrong:
        print("failed:\n  " + "\n  ".join(f"{job.name}: {headline(outcome)}" for _, job, outcome in wrong))
    print(f"{passed} passed, {failed} failed" + f", {unchecked} unchecked" * bool(unchecked), flush=True)
    return code if code is not None else 1 if failed or not passed + unchecked else 0
