#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random programs in lockstep for hours, on all cores, with all profiles. A killed run goes on where it stopped.

Everything lies in <runs>/nightly/NAME. journal.jsonl has one line for each program that is over. A program without a
line runs again. One run is one set of binaries and profiles: their hash is its identity, and it does not go on with
others. Failing programs keep their folder (scripts/programs.py). At the end summary.md, junit.xml and coverage.tsv are
written, each whole or not at all. An interrupted run writes them too.

Exit code: 0 every program passed, 1 a program failed, 6 the run could not go on, 130 interrupted without a failure.
"""
import argparse
import base64
import collections
import datetime
import errno
import fcntl
import hashlib
import html
import json
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import zlib

sys.dont_write_bytecode = True
from coverage import Coverage  # noqa: E402
import programs  # noqa: E402
from programs import DiskFull, Program, profile_name, profile_path, profiles  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COUNTS = (1000, 2000, 5000, 10000)  # instructions of a program: short ones start more waves, long ones run faster
DEFAULT_HOURS = 8.0
TOOLS = ("wavelock", "wavelock-random")
PURE_EVERY = 8  # seeds: in the programs of one of so many the model computes floats on integers alone (PURE=1)


class Refused(Exception):
    """The run cannot be started or go on; the text says why."""


def pure(seed):
    """Options of the programs of a seed."""
    return [] if seed % PURE_EVERY else ["--pure", "1"]


def write_whole(path, text):
    """The file has all of the text or does not change."""
    part = path + ".part"
    try:
        with open(part, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError:
        if os.path.exists(part):
            os.remove(part)
        raise


def identity(tools, profile_files):
    """The hash of what runs: the two tools of a folder, and the profiles."""
    whole = hashlib.sha256()
    for path in [os.path.join(tools, name) for name in TOOLS] + sorted(profile_files):
        with open(path, "rb") as file:
            whole.update(hashlib.sha256(file.read()).digest())
    return whole.hexdigest()


def duration(seconds):
    minutes, seconds = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


class Journal:
    """The lines of the programs that are over. A torn last line, of a run that was killed, is cut off."""

    def __init__(self, path):
        self.path, self.entries = path, []
        good = 0
        if os.path.isfile(path):
            with open(path, "rb") as file:
                for line in file:
                    try:
                        entry = json.loads(line) if line.endswith(b"\n") else None
                    except ValueError:
                        entry = None
                    if entry is None:
                        break
                    self.entries.append(entry)
                    good += len(line)
                rest = len(file.read())
            if rest:
                raise Refused(
                    f"{path}: broken at byte {good} and not only in its last line; move it away to start anew"
                )
            os.truncate(path, good)
        self.file = open(path, "ab", buffering=0)

    def append(self, entry):
        line = json.dumps(entry, separators=(",", ":")).encode() + b"\n"
        start = os.fstat(self.file.fileno()).st_size
        try:
            if self.file.write(line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self.file.fileno())
        except OSError:
            try:
                self.file.truncate(start)
            except OSError:
                pass  # the next start cuts the torn line off
            raise
        self.entries.append({k: v for k, v in entry.items() if k != "coverage"})


class Totals:
    """What the journal adds up to."""

    def __init__(self):
        self.verdicts = collections.Counter()
        self.programs = self.instructions = self.cycles = 0
        self.by_profile = collections.Counter()
        self.failures = []
        self.coverage = Coverage()

    def add(self, entry):
        self.programs += 1
        self.instructions += entry["instructions"]
        self.cycles += entry["cycles"]
        self.verdicts[entry["verdict"]] += 1
        self.by_profile[profile_name(entry["profile"])] += 1
        if entry["verdict"] != "PASS":
            self.failures.append(entry)
        elif entry.get("coverage"):
            text = zlib.decompress(base64.b64decode(entry.pop("coverage"))).decode()
            self.coverage.add(text.splitlines())

    def buckets(self):
        """Failures with the same headline but for its numbers, the most frequent first."""
        found = collections.OrderedDict()
        for entry in self.failures:
            key = re.sub(r"0x[0-9a-f_]+|\d+", "#", entry["why"])
            found.setdefault(key, []).append(entry)
        return sorted(found.values(), key=len, reverse=True)


class Nightly:
    def __init__(self, options):
        self.options = options
        self.nights = os.path.join(options.runs, "nightly")
        self.folder = os.path.join(self.nights, options.name or "")
        self.extra = ["--inject", options.inject] if options.inject else []
        self.stopping = None  # why, when the run ends early
        self.full = None  # the disk is
        self.running = set()
        self.lock = threading.Lock()
        self.results = queue.Queue()

    # ---- start -----------------------------------------------------------------------------------

    def open(self):
        o = self.options
        for tool in TOOLS:
            if not os.access(os.path.join(o.tools, tool), os.X_OK):
                raise Refused(f"{o.tools}/{tool} is missing: make tools")
        for profile in o.profiles:
            if not os.path.isfile(profile_path(profile)):
                raise Refused(f"no profile {profile}; there are: {', '.join(profiles())}")
        # What the programs depend on may not change in the middle of a run; how long it goes on may.
        settings = {
            "profiles": o.profiles,
            "count": o.count,
            "first": o.first,
            "inject": o.inject,
            "identity": identity(o.tools, map(profile_path, o.profiles)),
        }
        if not o.name:
            o.name = self.unfinished(settings) or self.new_name()
            self.folder = os.path.join(self.nights, o.name)
        if settings["first"] is None:
            # Each night has seeds of its own.
            night = re.fullmatch(r"(\d{4}-\d\d-\d\d)-(\d+)", o.name)
            day = datetime.date.fromisoformat(night[1]).toordinal() if night else 0
            o.first = 1 + 10000000 * day + 100000 * (int(night[2]) - 1) if night else 1
        if o.fresh:
            shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder, exist_ok=True)
        self.guard = open(os.path.join(self.folder, "lock"), "w", encoding="utf-8")
        try:
            fcntl.flock(self.guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Refused(f"{self.folder}: another run is under way there") from None
        path = os.path.join(self.folder, "settings.json")
        if os.path.exists(path):
            self.go_on(path, settings)
        else:
            self.copy_tools()
            settings["build"] = self.version()
            if identity(self.tools, map(profile_path, o.profiles)) != settings["identity"]:
                raise Refused(f"{o.tools} was built while the run began: give the same command again")
            write_whole(path, json.dumps(settings) + "\n")
            self.build = settings["build"]
        self.identity = settings["identity"]
        self.journal = Journal(os.path.join(self.folder, "journal.jsonl"))
        self.totals = Totals()
        for entry in self.journal.entries:
            self.totals.add(entry)
        self.before = self.journal.entries[-1]["at"] if self.journal.entries else 0.0  # seconds of the runs so far
        # Folders of programs that were under way when a run was killed.
        failed = {os.path.basename(e["folder"]) for e in self.totals.failures}
        for name in os.listdir(self.folder):
            path = os.path.join(self.folder, name)
            if os.path.isdir(path) and name not in failed and name != "tools":
                shutil.rmtree(path, ignore_errors=True)
            elif name.endswith(".part"):
                os.remove(path)
        self.started = time.monotonic()
        self.done_before = self.totals.programs

    def go_on(self, path, settings):
        """With a run that began before: it has its settings, its identity and its own tools."""
        with open(path, encoding="utf-8") as file:
            before = json.load(file)
        self.build = before.pop("build", None)
        began_anew = "give another --name (make: RUN=), or --fresh (make: FRESH=1) to throw it away"
        if before.pop("identity", None) != settings["identity"]:
            raise Refused(f"{self.folder} holds a run of other binaries or profiles ({self.build}): {began_anew}")
        if before != {name: value for name, value in settings.items() if name != "identity"}:
            raise Refused(f"{self.folder} holds a run with other settings ({json.dumps(before)}): {began_anew}")
        self.copy_tools()
        if identity(self.tools, map(profile_path, self.options.profiles)) != settings["identity"]:
            raise Refused(f"{self.tools} is not what the run began with: {began_anew}")

    @property
    def tools(self):
        return os.path.join(self.folder, "tools")

    def copy_tools(self):
        """The run has tools and profiles of its own: a build or an edit in the middle of it changes nothing."""
        os.makedirs(self.tools, exist_ok=True)
        for name in TOOLS:
            own = os.path.join(self.tools, name)
            if not os.path.exists(own):
                shutil.copy2(os.path.join(self.options.tools, name), own + ".part")
                os.replace(own + ".part", own)
        own = os.path.join(self.tools, "profiles")
        if not os.path.exists(own):
            shutil.rmtree(own + ".part", ignore_errors=True)
            shutil.copytree(programs.PROFILES, own + ".part")
            os.replace(own + ".part", own)
        programs.PROFILES = own
        programs.TOOL, programs.GENERATOR = (os.path.join(self.tools, name) for name in TOOLS)

    @staticmethod
    def version():
        """What the run's own tool says it was built from."""
        done = subprocess.run([programs.TOOL, "--version"], capture_output=True, text=True, check=False)
        if done.returncode:
            raise Refused(f"{programs.TOOL} --version: exit code {done.returncode}: {done.stderr.strip()}")
        return done.stdout.strip()

    def unfinished(self, settings):
        """The newest run that got its name from its date, has these settings and did not come to its end."""
        for name in sorted(os.listdir(self.nights), reverse=True) if os.path.isdir(self.nights) else []:
            folder = os.path.join(self.nights, name)
            path = os.path.join(folder, "settings.json")
            if re.match(r"\d{4}-\d\d-\d\d", name) and os.path.exists(path) and not os.path.exists(folder + "/finished"):
                with open(path, encoding="utf-8") as file:
                    before = json.load(file)
                before.pop("build", None)
                if before == settings:
                    return name
        return None

    def new_name(self):
        day, number = datetime.date.today().isoformat(), 1
        while os.path.exists(os.path.join(self.nights, f"{day}-{number}")):
            number += 1
        return f"{day}-{number}"

    def tasks(self):
        """The programs to run, in order: seed by seed, each with every profile."""
        done = {(e["profile"], e["seed"]) for e in self.journal.entries}
        seed = self.options.first
        while self.options.seeds is None or seed < self.options.first + self.options.seeds:
            for profile in self.options.profiles:
                if (profile, seed) not in done:
                    count = self.options.count or COUNTS[seed % len(COUNTS)]
                    yield Program(self.folder, profile, count, seed, self.extra + pure(seed))
            seed += 1

    def elapsed(self):
        return self.before + time.monotonic() - self.started

    # ---- run -------------------------------------------------------------------------------------

    def worker(self, tasks):
        while True:
            with self.lock:
                program = None if self.stopping or self.full else next(tasks, None)
                if program:
                    self.running.add(program)
            if not program:
                break
            start = time.monotonic()
            try:
                program.run(self.options.timeout)
                error = None
            except (DiskFull, OSError) as found:
                error = found
            with self.lock:
                self.running.discard(program)
            self.results.put((program, error, time.monotonic() - start))
        self.results.put(None)

    def record(self, program, error, seconds):
        """One program is over. Of one that was stopped nothing is kept."""
        if self.stopping == "interrupted" or self.full:
            program.remove()
            return
        if error:
            program.remove()
            raise error
        entry = {
            "profile": program.profile,
            "seed": program.seed,
            "count": program.count,
            "verdict": program.verdict,
            "cycles": program.cycles,
            "instructions": program.instructions,
            "seconds": round(seconds, 3),
            "at": round(self.elapsed(), 3),
        }
        if program.verdict == "PASS":
            with open(program.coverage, "rb") as file:
                entry["coverage"] = base64.b64encode(zlib.compress(file.read(), 9)).decode()
            program.remove()
        else:
            entry.update(why=program.why, folder=program.folder, again=program.again())
        self.journal.append(entry)
        self.totals.add(entry)
        if program.verdict != "PASS":
            self.say(f"FAIL {program.profile} seed {program.seed}: {program.why}\n     again: {entry['again']}")

    def say(self, text):
        if self.options.tty:
            print("\r\033[K", end="", file=sys.stderr)
        print(text, file=sys.stderr, flush=True)

    def progress(self, last=False):
        now = time.monotonic()
        if not last and now - self.shown < (0.5 if self.options.tty else 30):
            return
        self.shown = now
        here = max(now - self.started, 1e-3)
        rate = (self.totals.programs - self.done_before) / here
        speed = (self.totals.instructions - self.instructions_before) / here
        left = []
        if self.options.seeds is not None and rate:
            total = self.options.seeds * len(self.options.profiles)
            left.append((total - self.totals.programs) / rate)
        if self.options.hours is not None:
            left.append(self.options.hours * 3600 - self.elapsed())
        failed = self.totals.programs - self.totals.verdicts["PASS"]
        text = (
            f"{self.totals.programs} programs, {failed} failed, {self.totals.instructions} instructions; "
            f"{rate:.1f} programs/s, {speed:.0f} instructions/s; {duration(self.elapsed())} elapsed, "
            f"{duration(max(min(left), 0)) if left else '?'} left"
        )
        if self.options.tty:
            print(f"\r\033[K{text}", end="\n" if last else "", file=sys.stderr, flush=True)
        else:
            print(text, file=sys.stderr, flush=True)

    def interrupt(self, number, _frame):
        self.why_partial = f"stopped by {signal.Signals(number).name}"
        self.stopping = "interrupted"

    def stop_programs(self):
        with self.lock:
            for program in self.running:
                program.stop()

    def run(self):
        self.why_partial = None
        self.instructions_before = self.totals.instructions
        self.shown = self.started - 25
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.interrupt)
        tasks = self.tasks()
        workers = [threading.Thread(target=self.worker, args=(tasks,), daemon=True) for _ in range(self.options.jobs)]
        for thread in workers:
            thread.start()
        left = len(workers)
        while left:
            hours = self.options.hours
            if hours is not None and self.elapsed() > hours * 3600 and not self.stopping:
                self.stopping = "time"  # programs under way are finished
            if self.stopping == "interrupted" or self.full:
                self.stop_programs()
            try:
                item = self.results.get(timeout=0.2)
            except queue.Empty:
                self.progress()
                continue
            if item is None:
                left -= 1
                continue
            try:
                self.record(*item)
            except (DiskFull, OSError) as error:
                self.full = self.full or error
            self.progress()
        self.progress(last=True)

    # ---- end -------------------------------------------------------------------------------------

    def summary(self):
        t = self.totals
        o = self.options
        failed = t.programs - t.verdicts["PASS"]
        out = [
            f"# Nightly {o.name}: {'PARTIAL, ' + self.why_partial if self.why_partial else 'complete'}, "
            f"{failed} failed\n",
            "| | |\n|---|---|",
            f"| programs | {t.programs} ({', '.join(f'{p} {n}' for p, n in sorted(t.by_profile.items()))}) |",
            f"| seeds | from {o.first}; the memory's seed is the program's |",
            f"| instructions in lockstep | {t.instructions} |",
            f"| cycles | {t.cycles} |",
            f"| verdicts | {', '.join(f'{v} {n}' for v, n in sorted(t.verdicts.items())) or 'none'} |",
            f"| time | {duration(self.elapsed())} |",
            f"| build | {self.build} |",
            f"| binaries and profiles | sha256 {self.identity} |\n",
            "## Failures\n",
        ]
        for bucket in t.buckets():
            first = bucket[0]
            out.append(f"- {len(bucket)} times: {first['why']}")
            out += [f"  - {e['profile']} seed {e['seed']}: `{e['again']}`" for e in bucket[:5]]
            if len(bucket) > 5:
                out.append(f"  - and {len(bucket) - 5} more, in junit.xml and {self.folder}/")
        if not t.failures:
            out.append("none")
        return "\n".join(out) + "\n\n" + t.coverage.markdown()

    def junit(self):
        t = self.totals

        def quote(text):
            return '"' + html.escape(re.sub(r"[^\t\n\x20-\ud7ff]", "?", text)) + '"'

        state = f"partial: {self.why_partial}" if self.why_partial else "complete"
        out = [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<testsuite name={quote("nightly " + self.options.name)} tests="{t.programs}" '
            f'failures="{len(t.failures)}" time="{self.elapsed():.1f}">',
            f'  <properties><property name="state" value={quote(state)}/>'
            f'<property name="build" value={quote(self.build)}/>'
            f'<property name="identity" value={quote(self.identity)}/></properties>',
        ]
        for e in self.journal.entries:
            head = (
                f'  <testcase classname={quote(profile_name(e["profile"]))} name="seed {e["seed"]} count {e["count"]}" '
                f'time="{e["seconds"]}"'
            )
            if e["verdict"] == "PASS":
                out.append(head + "/>")
            else:
                out.append(
                    f'{head}><failure type="{e["verdict"]}" message={quote(e["why"])}>{html.escape(e["again"])}'
                    "</failure></testcase>"
                )
        return "\n".join(out) + "\n</testsuite>\n"

    def close(self):
        write_whole(os.path.join(self.folder, "junit.xml"), self.junit())
        write_whole(os.path.join(self.folder, "coverage.tsv"), "".join(self.totals.coverage.lines()))
        write_whole(os.path.join(self.folder, "summary.md"), self.summary())
        if not self.why_partial:
            write_whole(os.path.join(self.folder, "finished"), "")
            shutil.rmtree(os.path.join(self.folder, "tools"), ignore_errors=True)
        failed = self.totals.programs - self.totals.verdicts["PASS"]
        if not self.totals.programs and not self.why_partial:
            raise Refused("no program was run: nothing was asked for")
        state = f"PARTIAL ({self.why_partial}): " if self.why_partial else ""
        if self.totals.programs == self.done_before and not self.why_partial:
            state = "finished before, nothing was run (--fresh, make: FRESH=1, begins anew): "
        print(
            f"{self.folder}/summary.md: {state}"
            f"{self.totals.programs} programs, {self.totals.instructions} instructions in lockstep, "
            f"{self.totals.programs - failed} passed, {failed} failed"
        )
        if self.totals.instructions < self.options.least:
            print(f"ERROR: fewer than {self.options.least} instructions in lockstep", file=sys.stderr)
            return 1
        return 1 if failed else 130 if self.why_partial else 0


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--name", help="of the run: its folder below nightly/ (the date; goes on with an unfinished one)"
    )
    parser.add_argument("--hours", type=float, help=f"how long ({DEFAULT_HOURS:g} where --seeds is not given)")
    parser.add_argument("--seeds", type=int, help="seeds of each profile")
    parser.add_argument("--first", type=int, help="first seed (1; of a run without a name: by its date)")
    parser.add_argument("--profile", help="one profile, or several with commas, instead of all")
    parser.add_argument("--count", type=int, help=f"instructions of a program (by seed, of {COUNTS})")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="programs at the same time (one a core)")
    parser.add_argument("--timeout", type=int, default=600, help="seconds a program may run")
    parser.add_argument("--inject", help="a fault in every program, as the tool's --inject")
    parser.add_argument("--least", type=int, default=0, help="fewer instructions in lockstep than this are a failure")
    parser.add_argument(
        "--slice", action="store_true", help="the slice of make test: a million instructions of fixed seeds"
    )
    parser.add_argument("--tools", default="build", help="folder of wavelock and wavelock-random (%(default)s)")
    parser.add_argument("--runs", default="runs", help="folder in which nightly/ has the runs (%(default)s)")
    parser.add_argument("--fresh", action="store_true", help="throw away what the folder holds")
    o = parser.parse_args()
    if o.slice:
        o.name, o.fresh, o.first, o.seeds, o.least = "test", True, 1001, 6, 1000000
    if o.name is not None and not re.fullmatch(r"\w[\w.-]*", o.name):
        parser.error("--name: letters, digits, '-', '_' and '.'")
    if o.seeds is None and o.hours is None:
        o.hours = DEFAULT_HOURS
    o.profiles = o.profile.split(",") if o.profile else profiles()
    o.jobs = max(o.jobs or 1, 1)
    o.tty = sys.stderr.isatty()
    return o


def main():
    os.chdir(ROOT)
    try:
        nightly = Nightly(parse())
        nightly.open()
        nightly.run()
        if nightly.full:
            full = isinstance(nightly.full, DiskFull) or nightly.full.errno == errno.ENOSPC
            raise Refused(
                f"{nightly.full}. {nightly.totals.programs} programs are recorded; "
                f"{'make room and ' if full else ''}give the same command again to go on"
            )
        return nightly.close()
    except (Refused, OSError) as error:
        print(f"ERROR: {error}", file=sys.stderr)
        return 6


if __name__ == "__main__":
    sys.exit(main())
