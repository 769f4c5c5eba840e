# SPDX-License-Identifier: Apache-2.0
"""Campaigns over float opcodes, in parts of some seconds (docs/exhaustive.md).

The kind exhaustive has build/wavelock-exhaustive as its program: the model against MPFR. The kind vector-unit has
build/wavelock-vector-unit: the RTL against the model.

Each part that has ended is a line of runs/exhaustive/<digest>.tsv. PROGRAM --digest prints the digest of the sources
that determine its results. A run that was stopped goes on there, and with another digest it starts anew. Prints a line
when all parts of an operation have ended, and at last the table.

The record, docs/exhaustive.tsv or docs/vector-unit.tsv, has a line for each operation and inputs: its first parts, or
all. Parts that a line with the digest of PROGRAM has are not run again, so a campaign may go on on another machine.

usage: exhaustive.py PROGRAM [OPTION VALUE...]     options of the program; each --seed has a journal of its own
       exhaustive.py PROGRAM --slice [CASES]       some cases of each operation, without a journal: for make test
       exhaustive.py PROGRAM --record              lists the record: what has the digest of PROGRAM, and what has to run

ONLY=pattern: the operations whose name contains it. JOBS: parts at the same time. RECORD=1: writes the record, also
from what the journal has.
"""
import copy
import dataclasses
import fnmatch
import os
import signal
import subprocess
import sys
import time

from wl import ROOT, Error
from wl.runs.runner import Job, Outcome, Runner


FOLDER = os.path.join("runs", "exhaustive")
RECORDS = "docs"
SLICE_CASES = "100000"
EVERY = "every"  # the plan that has all inputs once
ABSENT = "absent"
PLANTED = "planted"
ROUNDED = 0.00005  # ulp: bounds are stated to four digits


@dataclasses.dataclass
class Plan:
    """A row of --list: a plan of an operation."""

    parts: int
    cases: int
    bound: float  # of an approximate operation: the worst error in ulp that numerics.md states
    share: float  # and the percentage of results that are not the nearest
    misses: int  # of a division: how many quotients of all pairs may be the other neighbour


@dataclasses.dataclass
class Tally:
    parts: int = 0
    cases: int = 0
    wrong: int = 0
    approximated: int = 0
    not_nearest: int = 0
    worst: float = 0.0
    worst_at: str = ""
    flagged: int = 0  # cases whose exceptions were compared

    def add(self, fields):
        """The fields of a part's line, from its cases on."""
        cases, wrong, approximated, not_nearest = map(int, fields[:4])
        self.parts += 1
        self.cases += cases
        self.wrong += wrong
        self.approximated += approximated
        self.not_nearest += not_nearest
        self.flagged += int(fields[6])
        if float(fields[4]) > self.worst:
            self.worst, self.worst_at = float(fields[4]), fields[5]

    def fields(self):
        """The fields of a line of the record, from its number of parts on."""
        counts = (self.parts, self.cases, self.wrong, self.approximated, self.not_nearest)
        return [*map(str, counts), f"{self.worst:.6f}", self.worst_at or "0", str(self.flagged)]


def results(text):
    """The lines of parts: (operation, plan, part), fields. The table has no other lines."""
    for line in text.splitlines():
        fields = line.split("\t")
        if len(fields) == 10:
            yield tuple(fields[:3]), fields[3:]


def listed(program, options=()):
    """{(operation, plan): Plan} in order, and the operations that the unit does not have."""
    plans, absent = {}, []
    done = subprocess.run([program, "--list", *options], check=True, capture_output=True, text=True)
    for line in done.stdout.splitlines():
        fields = line.split("\t")
        if fields[1] == ABSENT:
            absent.append(fields[0])
        else:
            plans[fields[0], fields[1]] = Plan(
                int(fields[2]), int(fields[3]), float(fields[4]), float(fields[5]), int(fields[6])
            )
    return plans, absent


def verdict(key, plan, tally):
    """Errors in the results of a plan."""
    if tally.wrong:
        return f"{tally.wrong} wrong"
    complete = tally.parts == plan.parts and tally.cases == plan.parts * plan.cases
    if plan.misses and complete and tally.not_nearest != plan.misses:
        return f"{tally.not_nearest} are not the nearest, stated: {plan.misses}"
    if not plan.bound:
        return ""
    if tally.worst >= plan.bound + ROUNDED:
        return f"stated: {plan.bound} ulp"
    if key[1] == EVERY and complete:
        share = 100 * tally.not_nearest / tally.approximated
        if abs(tally.worst - plan.bound) > ROUNDED or abs(share - plan.share) > 0.005:
            return f"stated: {plan.bound} ulp, {plan.share} % not the nearest"
    return ""


def row(key, plan, tally):
    share = f"{100 * tally.not_nearest / tally.approximated:.2f} %" if tally.approximated else ""
    worst = f"{tally.worst:.4f}" if tally.worst else "-"
    at = tally.worst_at if plan.bound else ""
    wrong = verdict(key, plan, tally)
    return f"{key[0]:<26}{key[1]:<10}{tally.cases:>15}{worst:>9}{tally.wrong:>7}{share:>9}  {at:<10}{wrong}".rstrip()


HEAD = f"{'operation':<26}{'inputs':<10}{'cases':>15}{'ulp':>9}{'wrong':>7}{'not near':>9}  worst at"


def exceptions(tallies):
    """The exceptions that were compared; a model that raises none has none compared."""
    cases = sum(tally.flagged for tally in tallies.values())
    return f"exceptions compared in {cases} cases" if cases else "the model raises no exceptions: not compared"


def table(plans, tallies, absent):
    """Prints all; returns how many operations are good, bad, and not complete."""
    print(HEAD)
    good = bad = open_ = 0
    for key, plan in plans.items():
        tally = tallies.get(key, Tally())
        print(row(key, plan, tally) if tally.parts else f"{key[0]:<26}{key[1]:<10} not run")
        if tally.parts and verdict(key, plan, tally):
            bad += 1
        elif tally.parts < plan.parts:
            open_ += 1
        else:
            good += 1
    for name in absent:
        print(f"{name:<26}not in the unit")
    return good, bad, open_


def slice_of_all(program, cases):
    process = subprocess.run([program, "--slice", cases], capture_output=True, text=True, check=False)
    plans, absent = listed(program)
    tallies = {}
    for (name, plan, _), fields in results(process.stdout):
        tallies.setdefault((name, plan), Tally()).add(fields)
    noticed = dict(line.split("\t")[::2] for line in process.stdout.splitlines() if f"\t{PLANTED}\t" in line)
    missed = [name for name in {key[0] for key in plans} if noticed.get(name) != "1"]
    print("\n".join(line for line in process.stdout.splitlines() if line.startswith("#")))
    table(plans, tallies, absent)
    wrong = [key for key, plan in plans.items() if key not in tallies or verdict(key, plan, tallies[key])]
    for name in missed:
        print(f"FAILED: {name}: a flipped bit was not noticed")
    for name, plan in wrong:
        print(f"FAILED: {name} {plan}")
    if process.returncode:
        print(f"FAILED: exit {process.returncode}\n{process.stderr}")
    cases = sum(tally.cases for tally in tallies.values())
    print(
        f"{len(plans) - len(wrong)} of {len(plans)} good, {cases} cases, a flipped bit noticed in each, "
        f"{exceptions(tallies)}, {len(absent)} opcodes not in the unit"
    )
    return int(process.returncode != 0 or bool(wrong) or bool(missed) or not tallies)


def read_journal(path):
    if not os.path.exists(path):
        return {}
    with open(path, encoding="ascii") as file:
        return dict(results(file.read()))


class Record:
    """The record of the runs, with the digest of the sources of that time. Tracked.

    A line with fewer parts than its plan has those parts from 0 on: another machine goes on behind them.
    """

    TITLE = "operation inputs parts cases wrong approximate not-nearest ulp worst-at exceptions digest".split()

    def __init__(self, program, digest, plans):
        """Folders of build/ are part of the record's name, as gfx906. plans: in the order of the lines."""
        folders = os.path.dirname(os.path.relpath(program)).split(os.sep)
        variant = folders[1:] if folders[0] == "build" else []
        name = "-".join([os.path.basename(program).removeprefix("wavelock-"), *variant])
        self.path, self.digest, self.plans = os.path.join(RECORDS, f"{name}.tsv"), digest, plans
        self.lines = {}  # {(operation, inputs): (Tally, digest)}
        if not os.path.exists(self.path):
            return
        with open(self.path, encoding="ascii") as file:
            for line in file:
                fields = line.rstrip("\n").split("\t")
                if not line.startswith("#") and len(fields) == len(self.TITLE):
                    tally = Tally()
                    tally.add(fields[3:])
                    tally.parts = int(fields[2])
                    self.lines[fields[0], fields[1]] = tally, fields[-1]

    def is_fresh(self, key, plan):
        tally, digest = self.lines.get(key, (Tally(), ""))
        return digest == self.digest and tally.parts >= plan.parts

    def fresh(self):
        return {key: self.lines[key][0] for key, plan in self.plans.items() if self.is_fresh(key, plan)}

    def begun(self):
        """The lines that are not whole: their first parts."""
        return {
            key: self.lines[key][0]
            for key, plan in self.plans.items()
            if key in self.lines and self.lines[key][1] == self.digest and not self.is_fresh(key, plan)
        }

    def write(self, tallies, done):
        """Takes over what is whole, and of the rest the first parts, out of `done` (read_journal).

        Lines of what the program does not have are left out."""
        for key, tally in tallies.items():
            if tally.parts >= self.plans[key].parts and not self.is_fresh(key, self.plans[key]):
                self.lines[key] = tally, self.digest
        begun = self.begun()
        for key, plan in self.plans.items():
            if self.is_fresh(key, plan):
                continue
            first = begun.get(key, Tally())
            while (*key, str(first.parts)) in done:
                first.add(done[(*key, str(first.parts))])
            if first.parts:
                self.lines[key] = first, self.digest
        rows = [(*key, *self.lines[key][0].fields(), self.lines[key][1]) for key in self.plans if key in self.lines]
        text = "# " + "\n".join("\t".join(fields) for fields in (self.TITLE, *rows))
        os.makedirs(RECORDS, exist_ok=True)
        with open(f"{self.path}.new", "w", encoding="ascii") as file:
            file.write(text + "\n")
        os.replace(f"{self.path}.new", self.path)

    def summary(self):
        fresh, all_ = len(self.fresh()), len(self.plans)
        return f"record {self.path}: {fresh} of {all_} lines are of these sources, {self.digest}"


def digest_of(program):
    return subprocess.run([program, "--digest"], check=True, capture_output=True, text=True).stdout.strip()


def list_record(program, options):
    plans, absent = listed(program, options)
    record = Record(program, digest_of(program), plans)
    if os.environ.get("RECORD") == "1":
        _, done, tallies, _ = journal_of(record, options, plans)
        record.write(tallies, done)
    print(f"{HEAD}")
    for key, plan in plans.items():
        if key not in record.lines:
            print(f"{key[0]:<26}{key[1]:<10} not run")
            continue
        tally, digest = record.lines[key]
        again = "" if digest == record.digest else f"  to be run again: was {digest}"
        if not again and not record.is_fresh(key, plan):
            again = f"  {tally.parts} of {plan.parts} parts"
        print(row(key, plan, tally) + again)
    for name in absent:
        print(f"{name:<26}not in the unit")
    print(record.summary())
    return 0


def journal_of(record, options, plans):
    """Its path; the parts that have ended and are not in the record; what both gave, {(operation, inputs): Tally}."""
    # Another seed has other cases. More parts and more plans continue what is there.
    seed = options[options.index("--seed") + 1] if "--seed" in options else "0"
    path = os.path.join(FOLDER, f"{record.digest}.tsv" if seed == "0" else f"{record.digest}-seed{seed}.tsv")
    recorded = record.begun() | record.fresh() if seed == "0" else {}
    tallies = {key: copy.copy(tally) for key, tally in recorded.items() if key in plans}
    first = {key: tally.parts for key, tally in tallies.items()}
    done = {
        (name, plan, part): fields
        for (name, plan, part), fields in read_journal(path).items()
        if (name, plan) in plans and first.get((name, plan), 0) <= int(part) < plans[name, plan].parts
    }
    for (name, plan, _), fields in done.items():
        tallies.setdefault((name, plan), Tally()).add(fields)
    return path, done, tallies, first


def part_job(program, key, part, options):
    def run(job):
        code, output = job.execute([program, *key, str(part), *options])
        lines = list(results(output))
        if code or len(lines) != 1:
            return Outcome(0, 1, f"exit {code}", output)
        return Outcome(1, 0, output=output)

    return Job(" ".join((*key, str(part))), call=run)


class Stopped(Exception):
    pass


def stop(number, _frame):
    raise Stopped(signal.Signals(number).name)


def campaign(program, options, only, parallel):
    every_plan, absent = listed(program, options)
    plans = {key: plan for key, plan in every_plan.items() if fnmatch.fnmatchcase(key[0], f"*{only}*")}
    absent = [name for name in absent if fnmatch.fnmatchcase(name, f"*{only}*")]
    if not plans:
        raise Error(f'ONLY: no operation of the unit has "{only}" in its name')
    record = Record(program, digest_of(program), every_plan)
    writes = os.environ.get("RECORD") == "1"
    if writes and "--seed" in options:
        raise Error("RECORD: the record has the cases of the default seed, not those of SEED")
    os.makedirs(FOLDER, exist_ok=True)
    path, done, tallies, first = journal_of(record, options, plans)
    total = sum(plan.parts * plan.cases for plan in plans.values())
    before = sum(min(tallies[key].parts, plan.parts) * plan.cases for key, plan in plans.items() if key in tallies)
    print(record.summary())
    print(f"journal {path}: with the record {100 * before / total:.1f} % of {total} cases are done", flush=True)
    if writes:
        record.write(tallies, done)
    jobs = [
        part_job(program, key, part, options)
        for key, plan in plans.items()
        for part in range(plan.parts)
        if part >= first.get(key, 0) and (*key, str(part)) not in done
    ]
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    runner, start, ran, code = Runner(jobs, parallel), time.monotonic(), 0, 0
    print(HEAD)
    with open(path, "a", encoding="ascii") as journal:
        try:
            for job, outcome in runner.results():
                if outcome.failed:
                    print(f"FAILED: {job.name}: {outcome.detail}\n{outcome.output}", flush=True)
                    code = 1
                    continue
                print(end="".join(f"{line}\n" for line in outcome.output.splitlines() if line.startswith("#")))
                (name, plan, part), fields = next(results(outcome.output))
                journal.write("\t".join((name, plan, part, *fields)) + "\n")
                journal.flush()
                tally = tallies.setdefault((name, plan), Tally())
                tally.add(fields)
                done[name, plan, part] = fields
                ran += plans[name, plan].cases
                if tally.parts == plans[name, plan].parts:
                    if writes:
                        record.write({(name, plan): tally}, done)
                    left = (total - before - ran) * (time.monotonic() - start) / ran / 3600
                    print(
                        f"{row((name, plan), plans[name, plan], tally)}  "
                        f"[{100 * (before + ran) / total:.1f} %, about {left:.1f} h left]",
                        flush=True,
                    )
        except Stopped as why:
            runner.kill()
            if writes:
                record.write(tallies, done)
            print(f"stopped by {why}: the same command goes on from {path}", file=sys.stderr)
            return 130
    good, bad, open_ = table(plans, tallies, absent)
    counts = f"{good} passed, {bad} failed, {open_} not complete, {len(absent)} opcodes not in the unit"
    print(f"{counts}; {exceptions(tallies)}")
    return int(bool(code or bad or open_))


def main():
    os.chdir(ROOT)
    words = sys.argv[1:]
    if words[1:2] == ["--slice"] and len(words) <= 3:
        return slice_of_all(words[0], words[2] if len(words) > 2 else SLICE_CASES)
    if words[1:2] == ["--record"]:
        return list_record(words[0], words[2:])
    if not words or "--slice" in words:
        print(__doc__, file=sys.stderr)
        return 6
    return campaign(words[0], words[1:], os.environ.get("ONLY", ""), int(os.environ.get("JOBS") or 0) or None)


if __name__ == "__main__":
    sys.exit(main())
