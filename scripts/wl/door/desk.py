# SPDX-License-Identifier: Apache-2.0
"""make check KIND=desk: how many mutants make check finds in its minute, of those that all vectors find.

It draws mutants of every block of the RTL. Each is an edit: make check's plan for that line runs for a minute on two
cores, and all vectors run. Both use one build that has all mutants, so they ask vectors alone. The lint, the proofs,
the benches and the unit tests of a plan take their seconds of the minute and find nothing.

Nothing is run that is known to pass. Each vector runs once without a mutant, which says how long it takes and what it
activates; the rest is run with the mutant on. The minute is put together from the seconds of its parts. It is counted
twice: in seconds of the processor, which a busy machine does not change, and in seconds of the clock.

usage: desk.py [--seed N] [--count N] [--jobs N] [--out DIR] [--again]

DIR/desk.jsonl has what was measured. With --again that counts, and what is missing is measured.

Exit code 0: make check finds enough. 1: it does not. 6: the campaign could not run.
"""
import argparse
import concurrent.futures
import heapq
import itertools
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import threading
import time

from wl import ROOT
from wl.cover import reach
from wl.door import changed, test
from wl.mutation import campaign, equivalents, instrument, mutate_block
from wl.mutation.campaign import Campaign, Failed, Fate, Test
from wl.runs import programs

NAME = "desk"  # of the build of the unit with the mutants
COUNT = 60
CORES = 2
LEAST = 0.95  # of the mutants that all vectors find
CLOCKS = ("processor", "clock")  # whose seconds are counted
PLACES = (
    ("behind the minute", lambda plan: plan.jobs),
    ("left, as the minute is too short", lambda plan: plan.left),
)  # of a vector in a plan
EVERY = 20.0  # seconds between two lines of progress


class Kept:
    """What was measured, by name: a line of JSON each in a file. head: what it was measured of."""

    def __init__(self, path, head, again):
        self.path, self.found, self.lock = path, {}, threading.Lock()
        if again:
            self.read(head)
        else:
            with open(path, "w", encoding="utf-8") as file:
                print(json.dumps(head), file=file)

    def read(self, head):
        try:
            with open(self.path, encoding="utf-8") as file:
                lines = file.read().splitlines(keepends=True)
        except FileNotFoundError:
            raise Failed(f"{self.path}: no campaign has written it") from None
        if lines and lines[-1][-1] != "\n":  # it was being written when the campaign was ended
            lines.pop()
            with open(self.path, "w", encoding="utf-8") as file:
                file.writelines(lines)
        if not lines or json.loads(lines[0]) != head:
            raise Failed(
                f"{self.path}: found other mutants or another build, expected those of now: begin without --again"
            )
        self.found = dict(map(json.loads, lines[1:]))

    def of(self, name, measure):
        if name not in self.found:
            value = measure()
            with self.lock, open(self.path, "a", encoding="utf-8") as file:
                print(json.dumps([name, value]), file=file)
            self.found[name] = value
        return self.found[name]


def sources():
    """The sum of all that the unit, the model and the checker are made of, as the build has it."""
    return re.search(r"sources (\w+)", changed.text_of(os.path.join("build", "build.c")))[1]


def drawn(count, seed):
    """Mutants of each block in turn, but for known equivalents: twice as many as asked for, as some are not in the
    unit that is built."""
    known, blocks = equivalents.read(), instrument.blocks()
    of_block = []
    for block in blocks:
        its = [mutant for mutant in instrument.mutants_of(block) if equivalents.key(mutant) not in known]
        each = -(-count // len(blocks))
        of_block.append([mutant for chunk in (0, 1) for mutant in instrument.slice_of(its, each, seed, chunk)])
    return [mutant for turn in itertools.zip_longest(*of_block) for mutant in turn if mutant]


def measured(command, said):
    """(Exit code, {clock: seconds}) of a process; what it says goes into the file `said`."""
    with open(said, "w", encoding="utf-8") as file:
        begin = time.monotonic()
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT) as process:
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        seconds = (used.ru_utime + used.ru_stime, time.monotonic() - begin)
    return process.returncode, dict(zip(CLOCKS, seconds))


class Unit:
    """The unit with the mutants, and what is measured on it."""

    def __init__(self, tool, folder, vectors, kept):
        self.tool, self.folder, self.vectors, self.kept = tool, folder, vectors, kept

    def command(self, name):
        """The command of make check, but for the files that it leaves."""
        argv = self.vectors[name].argv
        return argv[: next((at for at, word in enumerate(argv) if word in ("--coverage", "--run-dir")), len(argv))]

    def folder_of_thread(self):
        folder = os.path.join(self.folder, str(threading.get_ident()))
        os.makedirs(folder, exist_ok=True)
        return folder

    def passes(self, name, command):
        """The seconds of a run that must pass."""
        said = os.path.join(self.folder_of_thread(), "said.txt")
        code, seconds = measured(command, said)
        if code:
            raise Failed(f"{name}: without a mutant the run must pass; it said: {headline(said)}")
        return seconds

    def seconds(self, name):
        """{clock: seconds} of a vector on the unit of make check."""
        return self.kept.of(f"seconds {name}", lambda: self.passes(name, self.command(name)))

    def plain(self, name):
        """A vector without a mutant: its cycles, and the first cycle in which each mutant differs."""

        def run():
            record = os.path.join(self.folder_of_thread(), "record.txt")
            self.passes(name, [self.tool, *self.command(name)[1:], "--plus", f"+mutants_record={record}"])
            with open(record, encoding="utf-8") as file:
                first = dict(line.split() for line in file)
            cycles = os.path.getsize(f"{record}.states") // campaign.BYTES_OF_CYCLE
            return {"cycles": cycles, "first": {number: int(cycle) for number, cycle in first.items()}}

        return self.kept.of(f"plain {name}", run)

    def switched(self, number, name):
        """A vector with a mutant on: (whether it fails, its seconds)."""

        def run():
            folder = self.folder_of_thread()
            plan, said = os.path.join(folder, "plan.txt"), os.path.join(folder, "said.txt")
            with open(plan, "w", encoding="utf-8") as file:
                print(number, self.plain(name)["first"][str(number)], 0, file=file)
            plus = f"+mutants_plan={plan} +mutants_out={folder}"
            _, seconds = measured([self.tool, *self.command(name)[1:], "--plus", plus], said)
            with open(os.path.join(folder, "copies.txt"), encoding="utf-8") as file:
                how = file.read().split(maxsplit=4)[4].split()
            return [how[0] == "code" and how[1] != "0", seconds]

        return self.kept.of(f"switched {number} {name}", run)


def headline(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return programs.headline(file.read())


def run_plain(unit, jobs, say):
    """Every vector without a mutant."""
    said = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for over, _ in enumerate(pool.map(unit.plain, unit.vectors), 1):
            if time.monotonic() - said >= EVERY:
                said = time.monotonic()
                say(f"{over} of {len(unit.vectors)} vectors without a mutant")


def run_all(unit, mutants, jobs, say):
    """All vectors, the short ones first, on each mutant until one finds it: {number: vector, or None}, and what passed:
    {number: vectors}."""
    runs = Campaign(unit.tool, unit.folder, [Fate(instrument.row(mutant)) for mutant in mutants], jobs)
    said = time.monotonic()
    for name in sorted(unit.vectors, key=lambda name: (unit.plain(name)["cycles"], name)):
        plain, its = unit.plain(name), Test(*unit.vectors[name].key)
        open_ones = runs.open_ones(its, {int(n): cycle for n, cycle in plain["first"].items()})
        if not open_ones:
            continue

        def run(its=its, plain=plain, open_ones=open_ones):
            runs.copies(its, open_ones, plain["cycles"])
            return {number: [runs.fates[number].verdict, runs.fates[number].broken] for number in open_ones}

        for number, (verdict, broken) in unit.kept.of(f"all {name}", run).items():
            fate = runs.fates[int(number)]
            fate.verdict, fate.broken = verdict, broken
            if verdict:
                fate.by = str(its)
            elif not broken and str(its) not in fate.passed:
                fate.passed.append(str(its))
        if time.monotonic() - said >= EVERY:
            said = time.monotonic()
            say(f"all vectors: {runs.count('caught')} of {len(mutants)} mutants found, at {name}")
    return runs.fates


def vector(unit, job, fate, clock):
    """(Whether it finds the mutant, its seconds.)"""
    name, number = job.key[0], fate.row["number"]
    if str(number) not in unit.plain(name)["first"] or str(Test(*job.key)) in fate.passed:
        return False, unit.seconds(name)[clock]
    fails, seconds = unit.switched(number, name)
    return fails, seconds[clock]


def minute(unit, plan, fate, clock):
    """(Seconds, vector) of the first failure of a plan, None if there is none within the minute."""
    free, found = [0.0] * CORES, None
    for job in plan.jobs:
        start = heapq.heappop(free)
        if start >= (found[0] if found else changed.BUDGET):
            break
        fails = False
        if isinstance(job, test.Counted):
            fails, seconds = vector(unit, job, fate, clock)
        else:
            seconds = plan.cost(job)
        end = start + seconds
        heapq.heappush(free, end)
        if fails and end < (found[0] if found else changed.BUDGET):
            found = end, job.key[0]
    return found


def plans_of(mutants, jobs, reached):
    """{number: the plan of make check where the mutant is the edit}"""
    found = {}
    for mutant in mutants:
        text = changed.text_of(mutant.path)
        edited = text[: mutant.start] + mutant.after + text[mutant.end :]
        found[mutant.number] = changed.planned([mutant.path], jobs, reached, CORES, lambda _, edited=edited: edited)
    return found


def found_by(unit, fates, plans):
    """{(choice, clock): {number: minute(), of each mutant that all vectors find}}. plans: {choice: plans_of()}."""
    caught = [fate for fate in fates.values() if fate.state == "caught"]
    return {
        (choice, clock): {
            fate.row["number"]: minute(unit, plans[choice][fate.row["number"]], fate, clock) for fate in caught
        }
        for choice in plans
        for clock in CLOCKS
    }


def of_mutants(unit, fates, plans, found):
    """Lines: each mutant that all vectors find, and which vector finds it after how many seconds."""
    for number, its in found.items():
        row, name = fates[number].row, fates[number].by.rpartition(" seed ")[0]
        what = f"{row['file']}:{row['line']}: {row['operator']}: {row['before']}  ->  {row['after']}"
        if its:
            yield f"{its[0]:6.1f} s  {its[1]:<32} {what}"
            continue
        job, plan = unit.vectors[name], plans[number]
        where = next((text for text, jobs in PLACES if job.name in {job.name for job in jobs(plan)}), "not chosen")
        yield f"not found {name:<32} {what}\n          the vector is {where}"


def report(unit, mutants, fates, plans):
    """Prints each mutant, the table by block and the sums. Returns the share that the first choice of vectors finds, in
    seconds of the processor."""
    found = found_by(unit, fates, plans)
    first = next(iter(found))
    print("\n".join(of_mutants(unit, fates, plans[first[0]], found[first])), end="\n\n")
    rows = []
    for block in (*sorted({mutant.block for mutant in mutants}), "all"):
        its = [mutant.number for mutant in mutants if block in (mutant.block, "all")]
        row = {"block": block, "mutants": len(its), "all vectors": sum(number in found[first] for number in its)}
        rows.append({**row, **{", ".join(key): sum(bool(of.get(n)) for n in its) for key, of in found.items()}})
    mutate_block.table(tuple(rows[0]), rows)
    every = len(found[first])
    print()
    for key, of in found.items():
        late = [its[0] for its in of.values() if its]
        share = len(late) / max(every, 1)
        said = f"{', '.join(key)}: finds {len(late)} of {every} that all vectors find ({share:.1%})"
        print(said + (f", half of them within {statistics.median(late):.1f} s" if late else ""))
    return sum(map(bool, found[first].values())) / max(every, 1)


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=mutate_block.number(0), default=1)
    parser.add_argument("--count", type=mutate_block.number(1), default=COUNT)
    parser.add_argument("--jobs", type=mutate_block.number(1), default=os.cpu_count() or 1)
    parser.add_argument("--out", default=os.path.join("runs", NAME))
    parser.add_argument("--again", action="store_true")
    return parser.parse_args()


def say(text):
    print(text, file=sys.stderr, flush=True)


def main():
    os.chdir(ROOT)
    chosen = options()
    every = drawn(chosen.count, chosen.seed)
    tool = mutate_block.build(NAME, every, "")
    there = campaign.in_code(os.path.join("build", "mutants", NAME, "verilated"))
    mutants = [mutant for mutant in every if mutant.number in there][: chosen.count]
    jobs = test.parts(False)
    vectors = {job.key[0]: job for job in test.of_cycles(jobs) if job.key[1] == test.SEED}
    work = os.path.join(chosen.out, "work")
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    head = {"mutants": [mutant.id for mutant in mutants], "sources": sources()}
    unit = Unit(tool, work, vectors, Kept(os.path.join(chosen.out, f"{NAME}.jsonl"), head, chosen.again))
    run_plain(unit, chosen.jobs, say)
    fates = run_all(unit, mutants, chosen.jobs, say)
    reached = reach.read({mutant.path for mutant in mutants})
    plans = {"by reached lines": plans_of(mutants, jobs, reached)} if reached else {}
    plans["by block"] = plans_of(mutants, jobs, {})
    share = report(unit, mutants, fates, plans)
    shutil.rmtree(work)
    return int(share < LEAST)


if __name__ == "__main__":
    sys.exit(main())
