# SPDX-License-Identifier: Apache-2.0
"""Hands the jobs of a night out in chunks and merges what the workers write into one journal.

A chunk is a number N: chunks/N.jobs has its jobs, chunks/N.results their results, chunks/N.log what its worker said.
The files go when the journal has all of it. A result is in the journal once, by the id of its job. Jobs that a lost
worker leaves open become part of another chunk, with another number.
"""
import collections
import fcntl
import itertools
import json
import os
import shlex
import shutil
import time

from wl import Error
from wl.failures import groups
from wl.night import entries, kinds
from wl.night.journal import Refused, Tail, write_whole
from wl.night.launchers import SILENT, Unreachable
from wl.runs import foreign, programs


MOST_WAIT = 0.5  # seconds until the coordinator looks at its signals and its clock
MOST_LOST = 3  # workers that were lost on one job
ENDINGS = (".jobs", ".results", ".log", ".lock")


class Unfit(Error):
    """A worker's place cannot run jobs: the text says why."""


def json_line(job):
    return json.dumps(job, separators=(",", ":")) + "\n"


class Chunk:
    def __init__(self, run, number, jobs):
        self.number, self.jobs = number, {job["id"]: job for job in jobs}
        self.path = os.path.join(run, kinds.CHUNKS, str(number))
        self.tail = Tail(self.path + ".results")
        self.inherited = False  # from an earlier coordinator, whose trouble may be over

    def begun(self):
        """Whether a worker has had it."""
        return os.path.exists(self.path + ".lock")

    def said(self):
        """The last line of its worker."""
        try:
            with open(self.path + ".log", encoding="utf-8", errors="replace") as file:
                return (file.read().splitlines() or ["nothing"])[-1]
        except FileNotFoundError:
            return "nothing"

    def ended(self):
        """Waits for a worker that has not seen yet that nobody waits for it."""
        with open(self.path + ".lock", "a", encoding="ascii") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)

    def remove(self):
        for ending in ENDINGS:
            if os.path.exists(self.path + ending):
                os.remove(self.path + ending)


class Source:
    """The jobs of a kind that have no result, in order: groups that earlier nights left open come first."""

    def __init__(self, kind, night, over):
        self.kind, self.endless = kind, night.seeds is None and kind.seeded
        first = {job["id"]: job for job in night.returning if job["kind"] == kind.name}
        rest = (job for job in kind.jobs(night) if job["id"] not in first)
        wanted = (job for job in itertools.chain(first.values(), rest) if job["id"] not in over)
        self.jobs = wanted if self.endless else iter(found := list(wanted))
        self.left = None if self.endless else len(found)
        self.next = next(self.jobs, None)

    def take(self):
        job, self.next = self.next, next(self.jobs, None)
        if self.left:
            self.left -= 1
        return job


class Coordinator:
    """record: called with each new result, in the order of the journal. say: with a line for the terminal."""

    def __init__(self, run, launcher, night, names, journal, totals, record, say):
        self.run, self.launcher, self.totals, self.record, self.say = run, launcher, totals, record, say
        self.night = night
        self.folder = os.path.join(run, kinds.CHUNKS)
        self.done = {entry["id"] for entry in journal.entries}
        self.chunks = {}  # number: Chunk
        self.waiting = []  # chunks that the launcher has not got yet
        self.again = collections.deque()  # lists of jobs whose worker was lost
        self.lost = collections.Counter()  # by job
        self.unstarted, self.most_unstarted = 0, MOST_LOST * launcher.places  # workers
        self.stopping = False
        self.answered, self.silent_since = False, None
        self.taken_over()
        under_way = {name for chunk in self.chunks.values() for name in chunk.jobs}
        under_way.update(job["id"] for jobs in self.again for job in jobs)
        over = self.done | under_way
        self.sources = [Source(kinds.KINDS[name], night, over) for name in names]

    # ---- after a kill ----------------------------------------------------------------------------

    def taken_over(self):
        """The chunks of an earlier coordinator: chunks whose workers go on, and the results of the others."""
        stop = os.path.join(self.run, kinds.STOP)
        if os.path.exists(stop):
            os.remove(stop)
        os.makedirs(self.folder, exist_ok=True)
        for name in sorted(os.listdir(self.folder)):
            stem, ending = os.path.splitext(name)
            if ending == ".jobs" and stem.isdecimal():
                jobs = self.inherited(os.path.join(self.folder, name))
                self.chunks[int(stem)] = chunk = Chunk(self.run, int(stem), jobs)
                chunk.inherited = True
                if not self.launcher.adopts:
                    chunk.ended()
        self.collect()
        if not self.chunks:
            shutil.rmtree(os.path.join(self.run, kinds.WORK), ignore_errors=True)

    def inherited(self, path):
        """The jobs of a chunk. If its file is damaged, the jobs without results are handed out anew."""
        found = []
        try:
            for number, line in enumerate(foreign.text_of(path).splitlines(), 1):
                found.append(entries.job(line, f"{path}: line {number}"))
        except foreign.Damaged as error:
            self.say(f"{error}; its jobs are handed out anew")
        return found

    def number(self):
        """The number of a new chunk. No two chunks of a run share one, whatever was killed."""
        path = os.path.join(self.folder, "next")
        number = 1
        if os.path.exists(path):
            text = foreign.text_of(path).strip()
            if not text.isdigit() or len(text) > 9:
                raise Refused(f"{path}: found no number, expected that of the next chunk; remove it with the folder")
            number = int(text)
        write_whole(path, f"{number + 1}\n")
        return number

    # ---- out -------------------------------------------------------------------------------------

    def about(self, kind):
        """Seconds of a job of the kind."""
        count = self.totals.by_kind[kind.name]
        return max(self.totals.seconds[kind.name] / count if count else kind.seconds, 1e-3)

    def seconds_left(self):
        """Seconds of all workers' work that is not handed out; None: there is no end."""
        if any(source.endless for source in self.sources):
            return None
        return sum(source.left * self.about(source.kind) for source in self.sources)

    def next_source(self):
        """The kind that has got the least time for its share."""
        open_ = [source for source in self.sources if source.next]
        return min(open_, key=lambda s: self.handed(s) / s.kind.share, default=None)

    def handed(self, source):
        name = source.kind.name
        under_way = sum(job["kind"] == name for chunk in self.chunks.values() for job in chunk.jobs.values())
        return self.totals.seconds[name] + under_way * self.about(source.kind)

    def gather(self):
        """The jobs of a new chunk."""
        if self.again:
            return self.again.popleft()
        source = self.next_source()
        if not source:
            return []
        left, about = self.seconds_left(), self.about(source.kind)
        most = self.launcher.seconds
        if left is not None:
            most = min(most, left / (2 * self.launcher.places))  # all workers end at about the same time
        jobs = [source.take()]
        while source.next and (len(jobs) + 1) * about <= most:
            jobs.append(source.take())
        for job in jobs:
            source.kind.prepare(job, self.night)
        return jobs

    def hand_out(self):
        while len(self.chunks) < self.launcher.places:
            jobs = self.gather()
            if not jobs:
                break
            number = self.number()
            write_whole(os.path.join(self.folder, f"{number}.jobs"), "".join(map(json_line, jobs)))
            self.chunks[number] = Chunk(self.run, number, jobs)
            self.waiting.append(number)
        if self.waiting and self.answer(lambda: self.launcher.start(self.waiting) or True):
            self.waiting = []

    def answer(self, ask):
        """The launcher's answer; None: the cluster gives none, as while its daemon starts anew. One that has never
        answered is no cluster."""
        try:
            found = ask()
        except Unreachable as error:
            if not self.answered:
                raise Unfit(f"LAUNCHER: no answer: {error}") from None
            if not self.silent_since:
                self.say(f"LAUNCHER: no answer: {error}; it is asked again for {SILENT} seconds")
            self.silent_since = self.silent_since or time.monotonic()
            if time.monotonic() - self.silent_since > SILENT:
                raise Unfit(f"LAUNCHER: no answer for {SILENT} seconds: {error}") from None
            return None
        if self.silent_since:
            self.say("LAUNCHER: it answers again")
        self.answered, self.silent_since = True, None
        return found

    # ---- in --------------------------------------------------------------------------------------

    def merge(self, chunk):
        for place, line in chunk.tail.lines():
            name = None
            try:
                entry = foreign.loads(line, {}, place)
                if isinstance(entry.get(entries.TROUBLE), str):
                    if chunk.inherited:
                        continue
                    raise Unfit(entry[entries.TROUBLE])
                name = entry.get("id") if isinstance(entry.get("id"), str) else None
                if name is not None and (name not in chunk.jobs or name in self.done):
                    if not (chunk.inherited and name in self.done):  # that was merged before the kill
                        self.not_counted(place, name)
                    chunk.jobs.pop(name, None)
                    continue
                what = entries.wrong(entry, self.run, job=chunk.jobs.get(name))
                if what:
                    raise foreign.Damaged(what)
                self.record(entry)
            except foreign.Damaged as error:
                why = f"{place}: {str(error).removeprefix(f'{place}: ')}"
                waiting = (one for one in chunk.jobs if one not in self.done)
                name = next(waiting, None) if name is None else name
                if name is None:
                    self.say(f"{why}; no job of its chunk is without a result")
                    continue
                group = f"{groups.INFRASTRUCTURE}: what a worker wrote is no result"
                self.without_result(chunk.jobs[name], f"ERROR: {why}", group)
            chunk.jobs.pop(name)
            self.done.add(name)

    def not_counted(self, place, name):
        why = "has its result" if name in self.done else "was not handed out there"
        self.say(f"{place}: found a result of {foreign.found(name)}, which {why}: it is not counted")

    def collect(self):
        """Merges what there is, and closes the chunks whose workers have ended."""
        alive = self.answer(lambda: self.launcher.alive(self.chunks))
        for number, chunk in list(self.chunks.items()):
            self.merge(chunk)
            if alive is not None and number not in alive and number not in self.waiting:
                self.close(chunk)

    def close(self, chunk):
        self.merge(chunk)  # what came between the last look and the end
        programs.check_disk(self.run)
        jobs = list(chunk.jobs.values())
        if jobs and self.stopping:
            self.again.append(jobs)
        elif not chunk.begun() and not chunk.inherited:
            self.unstarted += 1
            if self.unstarted >= self.most_unstarted:
                raise Unfit(f"{self.unstarted} workers did not start; the last one said: {chunk.said()}")
            self.again.append(jobs)
        elif jobs:
            first = jobs[0]["id"]
            self.lost[first] += 1
            if self.lost[first] < MOST_LOST:
                self.again.append(jobs[:1])  # alone: should it end its worker, no other job is lost with it
            else:
                self.give_up(jobs[0], chunk.said())
            if jobs[1:]:
                self.again.append(jobs[1:])
        chunk.remove()
        del self.chunks[chunk.number]

    def give_up(self, job, said):
        self.done.add(job["id"])
        group = f"{groups.INFRASTRUCTURE}: {MOST_LOST} workers were lost on a job"
        self.without_result(job, f"ERROR: {MOST_LOST} workers were lost on this job; the last one said: {said}", group)

    def without_result(self, job, why, group):
        """Records a job that has none as an error."""
        again = (
            f"echo {shlex.quote(json_line(job).strip())} | scripts/wavelock night.worker --run {shlex.quote(self.run)}"
        )
        about = {key: value for key, value in job.items() if key not in ("options", "timeout")}
        nothing = {"cycles": 0, "instructions": 0, "seconds": 0}
        self.record({**about, **nothing, "verdict": "ERROR", "why": why, "again": again, "group": group})

    # ---- all -------------------------------------------------------------------------------------

    def work(self, state):
        """Until all is done. state: called often; "time": what is under way is the last, "interrupted": end it."""
        while True:
            now = state()
            if now and not self.stopping:
                self.stopping = True
                write_whole(os.path.join(self.run, kinds.STOP), "")
            if now == "interrupted":
                self.end()
                return
            if not self.stopping:
                self.hand_out()
            if not self.chunks:
                return
            self.launcher.wait(MOST_WAIT)
            self.collect()

    def end(self):
        """Ends all workers. The results that they have written count. Tasks of a cluster that does not answer end after
        the job that they run; what they write then is for the next coordinator."""
        self.stopping = True
        self.waiting = []
        try:
            self.launcher.stop()
        except Unreachable as error:
            self.say(f"LAUNCHER: no answer, its tasks end after their jobs: {error}")
            for chunk in self.chunks.values():
                self.merge(chunk)
            return
        while self.chunks:
            self.collect()
            if self.chunks:
                self.launcher.wait(MOST_WAIT)
        shutil.rmtree(os.path.join(self.run, kinds.WORK), ignore_errors=True)

    def left(self):
        """{kind: jobs that are not done} of the kinds that have an end."""
        counts = {source.kind.name: source.left for source in self.sources if not source.endless}
        for job in (job for jobs in self.again for job in jobs):
            if job["kind"] in counts:
                counts[job["kind"]] += 1
        for job in (job for chunk in self.chunks.values() for job in chunk.jobs.values()):
            if job["kind"] in counts:
                counts[job["kind"]] += 1
        return counts
