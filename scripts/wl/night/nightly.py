# SPDX-License-Identifier: Apache-2.0
"""A night of jobs, on all cores or on other machines: random programs, vectors, benches, proofs, mutants and others.

Everything lies in <runs>/nightly/NAME. journal.jsonl has one line for each job that is over. A job without a line runs
again, so a killed run goes on where it stopped. One run is one set of binaries and profiles: their hash is its
identity, and it does not go on with others. Failing jobs keep their folder. At the end failures are joined to causes
and one of each is made small. Then summary.md, junit.xml, coverage.tsv, report.html and report.json are written, each
whole or not at all, and coverage.json if something was counted. An interrupted run writes them too.

The kinds of jobs are in scripts/wl/night/kinds.py, the ways to start workers in scripts/wl/night/launchers.py.

Exit code: 0 every job passed, 1 a job failed, or there are findings, or the night is incomplete (docs/nightly.md).
6: the run could not go on. 130: interrupted without a failure.
"""
import argparse
import collections
import contextlib
import datetime
import errno
import fcntl
import functools
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

from wl import ROOT
from wl.cover import code_coverage
from wl.cover.coverage import merge_json
from wl.failures import groups
from wl.night import entries, kinds, modules, page, page_data, rank, report, smaller
from wl.night.coordinator import Coordinator, Unfit
from wl.night.history import History
from wl.night.journal import Journal, Refused, write_whole
from wl.night.launchers import Unreachable, launcher
from wl.runs import foreign, programs, results, unit_folder, units
from wl.runs.programs import DiskFull, profiles
from wl.runs.runner import duration


DEFAULT_HOURS = 8.0
SHRINK = 300.0  # seconds
POINTED = 16  # parts of a night after which the list of holes is made anew, in its second half


def identity(tools, inputs):
    """The hash of what runs: the tools, and what else decides results."""
    whole = hashlib.sha256()
    for path in [*tools, *sorted(inputs)]:
        with open(path, "rb") as file:
            whole.update(hashlib.sha256(file.read()).digest())
    return whole.hexdigest()


class Nightly:
    def __init__(self, options):
        self.options = options
        self.nights = os.path.join(options.runs, "nightly")
        self.folder = os.path.join(self.nights, options.name or "")
        self.kinds = [kinds.KINDS[name] for name in options.kinds]
        self.programs = list(dict.fromkeys(name for kind in self.kinds for name in kind.tools))
        beside = dict.fromkeys(name for kind in self.kinds for name in kind.beside)
        beside |= dict.fromkeys(
            (unit_folder.HERE, unit_folder.LIMITS, unit_folder.TABLE)
        )  # of a unit in a folder of its own
        self.programs += [name for name in beside if os.path.exists(os.path.join(options.tools, name))]
        self.partial = None  # why the run ended early
        self.interrupted = False

    # ---- start -----------------------------------------------------------------------------------

    def open(self):
        o = self.options
        for tool in map(self.source, self.programs):
            if not os.access(tool, os.R_OK):
                raise Refused(f"{tool} is missing: make tools")
        for profile in o.profiles:
            programs.check_profile(profile)
        if o.inject:
            self.judge_inject()
        if o.cover and not os.path.isfile(o.cover):
            raise Refused(f'COVER: found "{o.cover}", expected a file of holes')
        inputs = sorted({path for kind in self.kinds for path in kind.inputs(o)})
        missing = [path for path in inputs if not os.path.isfile(path)]
        if missing:
            raise Refused(f"{missing[0]} is missing")
        # The inputs of the jobs may not change in the middle of a run; its length may.
        settings = {
            "kinds": o.kinds,
            "profiles": o.profiles,
            "count": o.count,
            "first": o.first,
            "inject": o.inject,
            "listings": o.listings,
            "corpus": o.corpus,
            "cover": o.cover,
            **({"tests": o.tests} if o.tests else {}),
            "identity": identity([self.source(name) for name in self.programs], inputs),
        }
        if not o.name:
            o.name = self.unfinished(settings) or self.new_name()
            self.folder = os.path.join(self.nights, o.name)
        if settings["first"] is None:
            # Each night has seeds of its own.
            night = re.fullmatch(r"(\d{4}-\d\d-\d\d)-(\d+)", o.name)
            day = datetime.date.fromisoformat(night[1]).toordinal() if night else 0
            o.first = 1 + 10000000 * day + 100000 * (int(night[2]) - 1) if night else 1
        self.launcher = launcher(o.launcher, self.folder, o.jobs)
        os.makedirs(self.folder, exist_ok=True)
        self.guard = open(os.path.join(self.folder, "lock"), "w", encoding="utf-8")
        try:
            fcntl.flock(self.guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Refused(f"{self.folder}: another run is under way there") from None
        if o.fresh:
            self.clear()
        path = os.path.join(self.folder, "settings.json")
        if os.path.exists(path):
            self.go_on(path, settings, inputs)
        else:
            self.copy_tools()
            settings["build"] = self.version()
            if identity(self.own_tools(), inputs) != settings["identity"]:
                raise Refused(f"{o.tools} was built while the run began: give the same command again")
            write_whole(path, json.dumps(settings) + "\n")
            self.build = settings["build"]
        self.identity = settings["identity"]
        o.built = self.tools
        self.journal = Journal(os.path.join(self.folder, "journal.jsonl"), self.judge_entry)
        self.lockstep = any(kind.lockstep for kind in self.kinds)
        self.totals = report.Totals(kinds.points_of(os.path.join(self.tools, kinds.POINTS)) if self.lockstep else None)
        for name in self.journal.twice:
            self.say(f"{self.journal.path}: found {foreign.found(name)} once more: it is not counted")
        for entry in self.journal.entries:
            try:
                self.totals.add(entry, self.totals.measured(entry))
            except foreign.Damaged as error:
                raise Refused(f"{self.journal.path}: {entry['id']}: {error}; move it away to start anew") from None
        self.before = self.journal.entries[-1]["at"] if self.journal.entries else 0.0  # seconds of the runs so far
        self.remember()
        self.next_holes = (o.hours or 0) * 3600 / 2
        self.started = time.monotonic()
        self.done_before = self.totals.jobs
        self.instructions_before = self.totals.instructions
        self.coordinator = Coordinator(
            self.folder, self.launcher, o, o.kinds, self.journal, self.totals, self.record, self.say
        )

    def judge_entry(self, entry):
        """The error in a line of the journal."""
        kind = {"kind": frozenset(self.options.kinds)}
        return entries.wrong(entry, self.folder, entries.KEPT) or foreign.wrong(entry, kind)

    def judge_inject(self):
        """Refuses a fault that the unit cannot have: the tool says so before it runs a cycle."""
        o = self.options
        tool = os.path.join(o.tools, "wavelock")
        if kinds.Random.name not in o.kinds:
            raise Refused(f"INJECT: it is for jobs of the kind {kinds.Random.name}, found {' '.join(o.kinds)}")
        done, result = results.of_run([tool, "--inject", o.inject, "--max-cycles", "1", "smoke"])
        if not result["cycles"]:
            raise Refused(f"INJECT: {programs.headline(done.stderr).removeprefix('ERROR: ')}")

    def remember(self):
        """Opens the history, but not for planted faults, nor for the slice of make test."""
        o = self.options
        self.history, o.returning, self.open_before = None, [], {}
        if o.inject or o.slice:
            return
        path = os.path.join(self.nights, "history.sqlite")
        self.history = History(path, o.name, self.build, self.identity, o.fresh)
        self.open_before = self.history.open()
        for job in self.open_before.values():
            if job["kind"] in o.kinds and (made := kinds.KINDS[job["kind"]].returned(job, o)):
                o.returning.append(made)

    def clear(self):
        """Throws away what the folder holds, but for the lock, which this run has."""
        for entry in os.scandir(self.folder):
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path)
            elif entry.path != self.guard.name:
                os.remove(entry.path)

    def go_on(self, path, settings, inputs):
        """With a run that began before: it has its settings, its identity and its own tools."""
        before = foreign.read(path, {"build?": str})
        self.build = before.pop("build", "not known")
        began_anew = "give another --name (make: RUN=), or --fresh (make: FRESH=1) to throw it away"
        if before.pop("identity", None) != settings["identity"]:
            raise Refused(f"{self.folder} holds a run of other binaries or profiles ({self.build}): {began_anew}")
        if before != {name: value for name, value in settings.items() if name != "identity"}:
            raise Refused(f"{self.folder} holds a run with other settings ({json.dumps(before)}): {began_anew}")
        self.copy_tools()
        if identity(self.own_tools(), inputs) != settings["identity"]:
            raise Refused(f"{self.tools} is not what the run began with: {began_anew}")

    @property
    def tools(self):
        return os.path.join(self.folder, kinds.TOOLS)

    def source(self, name):
        """The program of which the run has a copy under this name."""
        return os.path.join(self.options.tools, name + programs.FAST if name in self.options.fast else name)

    def own_tools(self):
        return [os.path.join(self.tools, name) for name in self.programs]

    def copy_tools(self):
        """The run has tools and profiles of its own: a build or an edit in the middle of it changes nothing."""
        for name in self.programs:
            own = os.path.join(self.tools, name)
            os.makedirs(os.path.dirname(own), exist_ok=True)
            if not os.path.exists(own):
                shutil.copy2(self.source(name), own + ".part")
                os.replace(own + ".part", own)
        if any(kind.lockstep for kind in self.kinds) and not os.path.exists(self.tools + "/" + kinds.POINTS):
            shutil.copy2(
                os.path.join(self.options.tools, kinds.POINTS), os.path.join(self.tools, kinds.POINTS + ".part")
            )
            os.replace(os.path.join(self.tools, kinds.POINTS + ".part"), os.path.join(self.tools, kinds.POINTS))
        own = os.path.join(self.tools, "profiles")
        if not os.path.exists(own):
            shutil.rmtree(own + ".part", ignore_errors=True)
            shutil.copytree(programs.PROFILES, own + ".part")
            os.replace(own + ".part", own)

    def version(self):
        """The sources that the run's own tool names as its own."""
        tool = next((path for path in self.own_tools() if os.path.basename(path) == "wavelock"), None)
        if not tool:
            return "no compute unit"
        done = subprocess.run([tool, "--version"], capture_output=True, text=True, check=False)
        if done.returncode:
            raise Refused(f"{tool} --version: exit code {done.returncode}: {done.stderr.strip()}")
        return done.stdout.strip()

    def unfinished(self, settings):
        """The newest run that got its name from its date, has these settings and did not come to its end."""
        for name in sorted(os.listdir(self.nights), reverse=True) if os.path.isdir(self.nights) else []:
            folder = os.path.join(self.nights, name)
            path = os.path.join(folder, "settings.json")
            if re.match(r"\d{4}-\d\d-\d\d", name) and os.path.exists(path) and not os.path.exists(folder + "/finished"):
                with contextlib.suppress(foreign.Damaged):  # it is not this night's
                    before = foreign.read(path, {})
                    before.pop("build", None)
                    if before == settings:
                        return name
        return None

    def new_name(self):
        day, number = datetime.date.today().isoformat(), 1
        while os.path.exists(os.path.join(self.nights, f"{day}-{number}")):
            number += 1
        return f"{day}-{number}"

    def elapsed(self):
        return self.before + time.monotonic() - self.started

    # ---- run -------------------------------------------------------------------------------------

    def record(self, entry):
        """A new result."""
        entry["at"] = round(self.elapsed(), 3)
        measured = self.totals.measured(entry)
        self.journal.append(entry)
        self.totals.add(entry, measured)
        if entry["verdict"] != "PASS":
            group, name = kinds.KINDS[entry["kind"]].case(entry)
            state = f" ({entry['state']})" if "state" in entry else ""
            self.say(f"FAIL {group} {name}: {entry['why']}{state}\n     again: {entry['again']}")

    def say(self, text):
        text = re.sub(r"[^\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd]", "?", text)  # what commands a terminal
        if self.options.tty:
            print("\r\033[K", end="", file=sys.stderr)
        print(text, file=sys.stderr, flush=True)

    def progress(self, last=False):
        now = time.monotonic()
        if not last and now - self.shown < (0.5 if self.options.tty else 30):
            return
        self.shown = now
        here = max(now - self.started, 1e-3)
        t = self.totals
        left = []
        work = self.coordinator.seconds_left()
        if work is not None:
            left.append(work / self.launcher.places)
        if self.options.hours is not None:
            left.append(self.options.hours * 3600 - self.elapsed())
        text = (
            f"{t.jobs} jobs, {t.failed} failed, {t.instructions} instructions; "
            f"{(t.jobs - self.done_before) / here:.1f} jobs/s, "
            f"{(t.instructions - self.instructions_before) / here:.0f} instructions/s; "
            f"{duration(self.elapsed())} elapsed, {duration(max(min(left), 0)) if left else '?'} left"
        )
        if self.options.tty:
            print(f"\r\033[K{text}", end="\n" if last else "", file=sys.stderr, flush=True)
        else:
            print(text, file=sys.stderr, flush=True)

    def interrupt(self, number, _frame):
        self.partial = f"stopped by {signal.Signals(number).name}"
        self.interrupted = True

    def point(self):
        """In the second half of a night whose end is a time, random programs are pointed at what has not been hit."""
        o = self.options
        if units.own_folder(units.of_folder(o.tools)):  # the points are of the unit in rtl/
            return
        if o.hours is None or o.seeds is not None or not self.lockstep or self.elapsed() < self.next_holes:
            return
        self.next_holes = self.elapsed() + o.hours * 3600 / POINTED
        number = 1
        while os.path.exists(name := os.path.join(self.folder, f"holes-{number}.tsv")):
            number += 1
        write_whole(name, self.totals.holes())
        o.cover = name

    def state(self):
        """For the coordinator."""
        self.progress()
        self.point()
        hours = self.options.hours
        over = hours is not None and self.elapsed() > hours * 3600
        return "interrupted" if self.interrupted else "time" if over else None

    def run(self):
        self.shown = self.started - 25
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.interrupt)
        try:
            self.coordinator.work(self.state)
        except (DiskFull, OSError, Unfit) as error:
            with contextlib.suppress(Unreachable):  # its tasks end after their jobs
                self.launcher.stop()
            full = isinstance(error, DiskFull) or getattr(error, "errno", None) == errno.ENOSPC
            raise Refused(
                f"{error}. {self.totals.jobs} jobs are recorded; "
                f"{'make room and ' if full else ''}give the same command again to go on"
            ) from None
        self.progress(last=True)

    # ---- end -------------------------------------------------------------------------------------

    def look(self):
        """(the causes of the failures, the Rates of their names, {group: what is known of its small program})"""
        bound = smaller.Bound(self.options.shrink, lambda: self.interrupted or not os.path.isdir(self.tools))
        jobs = min(self.options.jobs, os.cpu_count())

        def over():
            """Until when the next step may take, as a function that says whether that is over."""
            return bound.begin() if self.options.shrink > 0 else lambda: True

        found, rates = smaller.causes_of(self.totals.groups(), self.tools, jobs, over())
        tool = os.path.join(self.options.tools, modules.TOOL)
        self.not_ranked = modules.counts(tool, self.build)
        if not self.not_ranked:
            passed = [entry for entry in self.journal.entries if entry["verdict"] == "PASS" and "profile" in entry]
            modules.rank(found, passed, self.tools, tool, jobs, over())
        return found, rates, smaller.look_at(found, self.tools, bound, jobs, self.say)

    def unsettled(self):
        """(why the night is no PASS although no job failed, failures that were open and are no jobs of this night)"""
        o, t, why, beside = self.options, self.totals, [], []
        ran, returning = {entry["id"] for entry in self.journal.entries}, {job["id"] for job in o.returning}
        listed = functools.cache(lambda name: {job["id"] for job in kinds.KINDS[name].jobs(o)})
        for group, job in self.open_before.items():
            if job["id"] in ran:
                continue
            unseeded = job["kind"] in o.kinds and not kinds.KINDS[job["kind"]].seeded
            mine = job["id"] in returning or (unseeded and job["id"] in listed(job["kind"]))
            (why if mine else beside).append(f"{group}: {job['id']}")
        why = [f"a failure that was open was not run again: {text}" for text in why]
        left = self.coordinator.left()
        for kind in o.kinds:
            known = sum(job["kind"] == kind and job["id"] in ran for job in o.returning)
            if left.get(kind) == 0 or t.by_kind[kind] > known:  # all that was asked for ran, or something new
                continue
            if known:
                why.append(f"{kind}: no new job ran: the {known} that ran were of failures that were open")
            elif kind == kinds.Random.name:
                why.append(f"{kind}: no program ran")
        return why, beside

    def close(self):
        t = self.totals
        facts = {
            "name": self.options.name,
            "partial": self.partial,
            "first": self.options.first,
            "elapsed": self.elapsed(),
            "build": self.build,
            "identity": self.identity,
            "folder": self.folder,
            "kinds": self.options.kinds,
            "left": self.coordinator.left(),
        }
        facts["unsettled"], facts["open_beside"] = self.unsettled()
        ran = {entry["id"] for entry in self.journal.entries}
        facts["again"] = collections.Counter(job["kind"] for job in self.options.returning if job["id"] in ran)
        facts["known"], facts["fixed"] = {}, {}
        if self.history:
            passed = {entry["id"] for entry in self.journal.entries if entry["verdict"] == "PASS"}
            facts["known"], facts["fixed"] = self.history.record(t.groups(), passed, not self.partial)
        facts["causes"], facts["rates"], facts["small"] = self.look()
        facts["not_ranked"] = self.not_ranked
        facts["findings"] = code_coverage.of_night(self.folder, os.path.join(self.folder, kinds.CODE))
        facts["findings"] += [
            f"a functional point that was hit is not in the list: {name}" for name in sorted(t.unlisted)
        ]
        write_whole(os.path.join(self.folder, "junit.xml"), report.junit(t, self.journal.entries, facts))
        write_whole(os.path.join(self.folder, "coverage.tsv"), "".join(t.coverage.lines()))
        if self.lockstep:
            merge_json(os.path.join(self.folder, "coverage.json"), "functional", t.functional())
        survivors = t.survivors()
        if survivors:
            write_whole(os.path.join(self.folder, "mutants.json"), json.dumps(survivors, indent=1) + "\n")
        write_whole(os.path.join(self.folder, "summary.md"), report.summary(t, facts))
        found = page_data.data(t, self.journal.entries, facts, self.history)
        write_whole(os.path.join(self.folder, "report.json"), json.dumps(found) + "\n")
        write_whole(os.path.join(self.folder, "report.html"), page.html_of(found))
        if self.history:
            nights = os.path.dirname(self.folder)
            write_whole(os.path.join(nights, "index.html"), page.index_of(page_data.nights(self.history, nights)))
        if not self.partial:
            write_whole(os.path.join(self.folder, "finished"), "")
            for name in (kinds.TOOLS, kinds.CHUNKS, kinds.WORK, groups.MARKS):
                shutil.rmtree(os.path.join(self.folder, name), ignore_errors=True)
        if not t.jobs and not self.partial:
            raise Refused("no job was run: nothing was asked for")
        state = f"PARTIAL ({self.partial}): " if self.partial else ""
        if t.jobs == self.done_before and not self.partial:
            state = "finished before, nothing was run (--fresh, make: FRESH=1, begins anew): "
        print(f"{self.folder}/report.html")
        print(
            f"{self.folder}/summary.md: {state}{t.jobs} jobs, {t.instructions} instructions in lockstep, "
            f"{t.jobs - t.failed} passed, {t.failed} failed{report.also(facts['findings'])}"
        )
        for text in facts["findings"]:
            print(f"ERROR: {text}", file=sys.stderr)
        for text in facts["unsettled"] if not self.partial else ():
            print(f"INCOMPLETE: {text}", file=sys.stderr)
        if self.options.rank:
            print(rank.written(self.journal.path, os.path.join(self.folder, "rank.tsv")), end="")
        if t.instructions < self.options.least:
            print(f"ERROR: fewer than {self.options.least} instructions in lockstep", file=sys.stderr)
            return 1
        if self.partial and not t.failed and not facts["findings"]:
            return 130
        return int(bool(t.failed or facts["findings"] or facts["unsettled"]))


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--name", help="of the run: its folder below nightly/ (the date; goes on with an unfinished one)"
    )
    parser.add_argument("--kinds", default=kinds.Random.name, help=f"of jobs: {' '.join(kinds.KINDS)} (%(default)s)")
    parser.add_argument("--hours", type=float, help=f"how long ({DEFAULT_HOURS:g} where --seeds is not given)")
    parser.add_argument("--seeds", type=int, help="of each kind that has seeds")
    parser.add_argument("--first", type=int, help="first seed (1; of a run without a name: by its date)")
    parser.add_argument("--profile", help="one profile, or several with commas, instead of all")
    parser.add_argument("--count", type=int, help=f"instructions of a program (by seed, of {kinds.COUNTS})")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="workers at the same time (one a core)")
    parser.add_argument("--launcher", default="local", help="what starts workers (%(default)s): docs/nightly.md")
    parser.add_argument("--timeout", type=int, default=600, help="seconds a random program may run")
    parser.add_argument("--inject", help="a fault in every random program, as the tool's --inject")
    parser.add_argument(
        "--shrink",
        type=float,
        default=SHRINK,
        help="seconds in which a failure of each cause is made small (%(default)g); 0: none is",
    )
    parser.add_argument("--listings", help="a folder of listings with control words")
    parser.add_argument("--tests", help="those of the kind vectors (all of vectors/)")
    parser.add_argument("--corpus", help="a folder of LLVM's .ll files")
    parser.add_argument("--cover", metavar="HOLES", help="points of coverage that random programs shall hit")
    parser.add_argument(
        "--rank", action="store_true", help="print the shortest list of jobs found that reaches the coverage; rank.tsv"
    )
    parser.add_argument("--least", type=int, default=0, help="fewer instructions in lockstep than this are a failure")
    parser.add_argument("--slice", type=int, nargs="?", const=3, help="so many fixed seeds (%(const)s)")
    parser.add_argument("--tools", default="build", help="folder of the programs (%(default)s)")
    parser.add_argument(
        "--fast",
        default="",
        metavar="TOOLS",
        help="those of which the run has the one for long runs, as 'wavelock gfx906/wavelock'",
    )
    parser.add_argument("--runs", default="runs", help="folder in which nightly/ has the runs (%(default)s)")
    parser.add_argument("--fresh", action="store_true", help="throw away what the folder holds")
    o = parser.parse_args()
    if o.slice:
        o.name, o.fresh, o.first, o.shrink = "test", True, 1001, 0.0
        o.seeds, o.least = o.slice, 333000 * o.slice
    if o.name is not None and not re.fullmatch(r"\w[\w.-]*", o.name):
        parser.error("--name: letters, digits, '-', '_' and '.'")
    o.kinds, o.fast = o.kinds.split(), o.fast.split()
    for name in o.kinds or [""]:
        if name not in kinds.KINDS:
            parser.error(f"--kinds: no kind {name}; there are: {' '.join(kinds.KINDS)}")
    if o.seeds is None and o.hours is None:
        o.hours = DEFAULT_HOURS
    programs.use(os.path.join(o.tools, "wavelock"), os.path.join(o.tools, "wavelock-random"))
    o.profiles = o.profile.split(",") if o.profile else profiles()
    o.tests = (o.tests or "").split()
    o.jobs = max(o.jobs or 1, 1)
    o.tty = sys.stderr.isatty()
    return o


def main():
    os.chdir(ROOT)
    nightly = Nightly(parse())
    nightly.open()
    nightly.run()
    return nightly.close()


if __name__ == "__main__":
    sys.exit(main())
