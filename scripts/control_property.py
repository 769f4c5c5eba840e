#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The judge of programs with control words (maxwell-control.md 8.10) against values, for a unit with CONTROL_WORDS=1.

usage: control_property.py [--valu-delay N] [--batches N] [--from SEED] [--changes N] [--tool PATH]

Random programs (scripts/control_programs.py) have fields that are just enough. The reading of scripts/reading executes
them in program order: these are the right values. Each batch of programs runs under 20 schedules: memory of many kinds,
the fastest and a very slow one among them, and other waves that use memory and LDS.

  - What the judge accepts ends with the right values under every schedule. No run has a finding there.
  - Then fields are changed: a stall one short, a wait less, a barrier on the wrong instruction. What the judge still
    accepts stays in the program, which again has the right values under every schedule.
  - What the judge finds, RAW, WAR or WAW, is seen: under one schedule the values differ. It says the same in lockstep.

A finding that no schedule shows is counted with the reason; unseen() has them. Two reasons go by the kinds of the two
instructions, the others by measured distances or values. Without a reason it is a failure, as is a wrong value. A
failure keeps its folder in runs/control-property, with the line that repeats it.
"""
import argparse
import collections
import copy
import json
import os
import random
import re
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import control_programs  # noqa: E402  (the path comes first)
import control_random  # noqa: E402
from directed import words  # noqa: E402
from reading.machine import Machine  # noqa: E402
from reading.program import Program  # noqa: E402
from results import Result  # noqa: E402
from runner import Job, Outcome, Runner  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join("runs", "control-property")
STEADY = "busy=[0,0] shut=[0,0]"
# Seed and knobs of the memory. The first are those that show most.
SCHEDULES = [
    (1, ""),
    (2, "latency=[600,900]"),
    (3, f"latency=[1,1] {STEADY}"),
    (4, "vector.shut=[3,60] vector.busy=[8,40]"),
    (5, f"latency=[300,300] {STEADY}"),
    (6, "scalar.latency=[2,400] vector.latency=[1,1]"),
    *((seed, "") for seed in (0, *range(7, 20))),
]
MORE = [(seed, knobs) for seed in range(20, 30) for knobs in ("", "vector.shut=[3,60] vector.busy=[8,40]")]
FEW = 6  # of them, those of knobs
FINDING = re.compile(
    r"(C-\w+): (\S+) at (0x\w+) (\w+) (\S+), (\S+) at (0x\w+) (\w+) it: (?:needs (\d+), has (\d+)|no wait)"
)
RULES = {"C-RAW", "C-VAR", "C-WAR", "C-WAW"}
MOST_CYCLES = "2000000"
LATE = 40  # cycles, in which every result of the LDS comes


class Failure(Exception):
    """Judge and values disagree."""


class Case:
    """A batch in a folder, with what it must leave."""

    def __init__(self, batch, folder, tool, name="control"):
        self.batch, self.folder, self.tool, self.name = batch, folder, tool, name
        os.makedirs(folder, exist_ok=True)
        shutil.copy(os.path.join("vectors", "include", "control.inc"), folder)
        self.write(f"{name}.s", batch.text())

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def read_values(self, machine=Machine):
        """The values of program order."""
        self.write("plain.s", self.batch.plain_text())
        reading = machine(self.folder, self.batch.description("plain.s"))
        reading.run()
        if reading.memory.wild:
            raise Failure("the programs reach memory that is not theirs")
        return reading.contents("out")

    def describe(self, values, cycles=()):
        expect = {"buffers": [{"buffer": "out", "values": values}]}
        if cycles:
            expect["cycles"] = cycles
        test = {**self.batch.description(f"{self.name}.s"), "expect": expect}
        self.write(f"{self.name}.json", json.dumps(test))

    def command(self, *words):
        return [self.tool, *words, "--cache", f"{self.folder}/cache", f"{self.folder}/{self.name}.json"]

    def run(self, job, *words):
        run = os.path.join(self.folder, "run")
        shutil.rmtree(run, ignore_errors=True)
        job.execute([*self.command(*words), "--run-dir", run])
        self.result = Result.read(run)
        return self.result

    def judge(self, job):
        """The first finding of the standalone model: a sentence, or "" if it accepts the programs."""
        result = self.run(job, "--device", "model", "--hazards", "error")
        if result.passed:
            return ""
        if result["verdict"] in ("HAZARD", "ILLEGAL"):
            return result["why"][result["why"].index("C-") :]
        raise Failure(f"{result.headline}; {' '.join(self.command('--device', 'model'))}")

    def under(self, job, schedule, hazards):
        seed, knobs = schedule
        words = ["--memory-knobs", knobs] if knobs else []
        return self.run(job, "--max-cycles", MOST_CYCLES, "--hazards", hazards, "--seed", str(seed), *words)

    def must_pass(self, job, hazards, schedules):
        for schedule in schedules:
            result = self.under(job, schedule, hazards)
            if not result.passed:
                raise Failure(f"accepted, but under schedule {schedule}: {result.headline}")


def element_of(result):
    """The element of `out` that the result says to be wrong."""
    found = re.match(r"buffer out: element (\d+) ", result["why"]) if result["verdict"] == "EXPECT" else None
    return int(found[1]) if found else None


# ---- findings that no schedule shows -----------------------------------------------------------------


def words_of(name):
    """Where a wave of the reading has a register: the list and its index."""
    if name in ("vcc", "exec"):
        first = {"vcc": words.VCC, "exec": words.EXEC}[name]
        return [("s", first), ("s", first + 1)]
    return [(name[0], int(name[1:]))]


class Wrong(Machine):
    """The reading of one program in which the later instruction meets the older one's register too early.

    RAW: it reads what was there before the older one wrote. WAW: its result is lost to the older one's. WAR: the older
    one reads its result. `seen`: what the later one has written, of a run before."""

    def __init__(self, folder, test, broken, seen):
        super().__init__(folder, test)
        self.broken, self.seen, self.kept = broken, seen, {}
        self.older, self.later = (self.symbols[name] for name in broken.labels)

    def take(self, wave):
        return {(kind, n): copy.copy(getattr(wave, kind)[n]) for kind, n in self.broken.registers}

    def give(self, wave, values):
        for (kind, n), value in values.items():
            getattr(wave, kind)[n] = copy.copy(value)

    def run(self):
        self.run_group(self.broken.case.batch.noise + self.broken.number, control_programs.WAVE)

    def step(self, wave):
        here, way = wave.pc, self.broken.way
        if here not in (self.older, self.later):
            super().step(wave)
            return
        before = self.take(wave)
        lent = {}
        if way == "RAW" and here == self.later:
            lent = self.kept
        if way == "WAR" and here == self.older:
            lent = self.seen
        self.give(wave, lent)
        super().step(wave)
        after = self.take(wave)
        self.give(wave, {name: before[name] for name, value in lent.items() if after[name] == value})
        if here == self.older and way == "RAW":
            self.kept = before
        if here == self.older and way == "WAW":
            self.kept = after
        if here == self.later and way == "WAW":
            self.give(wave, self.kept)
        if here == self.later and way == "WAR":
            self.seen.update(after)


class Broken:
    """A program with a finding that names a register, in its batch."""

    def __init__(self, job, case, number, values, finding):
        self.job, self.case, self.number, self.values, self.finding = job, case, number, values, finding
        found = FINDING.match(finding)
        self.rule, self.needs = found[1], int(found[9] or 0)
        self.way = {"reads": "RAW", "overwrites": "WAW", "writes": "WAW"}[found[8]]
        if found[4] == "reads":
            self.way = "WAR"
        result = case.result
        symbols = Program.of_object(result["object"]).symbols
        at = {int(result["base"], 16) + at: name for name, at in symbols.items() if re.fullmatch(r"p\d+_i\d+", name)}
        self.labels = [at[int(found[n], 16)] for n in (3, 7)]
        program = case.batch.of[number]
        self.older, self.later = (program[int(name.partition("_i")[2])] for name in self.labels)
        met = {
            "RAW": self.older.writes & self.later.reads,
            "WAW": self.older.writes & self.later.writes,
            "WAR": self.older.reads & self.later.writes,
        }[self.way]
        self.registers = [place for name in sorted(met) for place in words_of(name)]
        self.least = None  # cycles between the issues of the two, of all runs of shown()

    def shown(self, schedules):
        """Whether the values differ under one of the schedules. The distance of the two is measured on the way."""
        wave = self.case.batch.noise + self.number
        self.case.describe(self.values, [{"from": self.labels[0], "to": self.labels[1], "wave": wave, "least": 0}])
        size = control_programs.WAVE * control_programs.ROWS
        for schedule in schedules:
            result = self.case.under(self.job, schedule, "off")
            (span,) = result["cycle_spans"]
            if span["count"]:
                self.least = min(span["least"], span["least"] if self.least is None else self.least)
            element = element_of(result)
            if element is not None and element // size == self.number:
                return True
            if not result.passed and span["count"]:
                raise Failure(f"under schedule {schedule}: {result.headline}")
        return False

    def matters(self):
        """Whether the wrong value would change what the program leaves."""
        seen = {}
        for _ in range(2):
            values = self.case.read_values(lambda folder, test: Wrong(folder, test, self, seen))
        size = control_programs.WAVE * control_programs.ROWS
        mine = slice(size * self.number, size * (self.number + 1))
        return values[mine] != self.values[mine]

    def unseen(self):
        """Why no schedule shows the finding, or None. Called behind shown()."""
        memory, least = control_programs.MEMORY, self.least
        if least is None:
            return "the two never issue behind each other"
        if self.needs and least >= self.needs:
            return "the two were always farther apart than is sure"
        if self.needs and self.way == "RAW" and least + self.reads_before() >= self.needs:
            return "a memory unit reads other VGPRs and passes before"
        if self.needs and self.way != "RAW" and self.later.unit in memory:
            return "no memory was as fast as its least return"
        if self.way == "WAR" and self.older.unit in memory:
            return "the operands were always read in time"
        if not self.needs and least >= LATE:
            return f"the result had always come, {LATE} cycles or more lay between"
        return None

    def reads_before(self):
        """The cycles that a memory instruction takes for its address, before the register that is data."""
        if self.later.unit not in control_programs.MEMORY or self.case.batch.lanes[self.number] != "last":
            return 0
        address = re.search(r" (v\d+|v\[\d+:\d+\])", self.later.text)[1]
        return int(self.registers != [("v", int(address[1:]))]) if ":" not in address else 1


# ---- one batch ---------------------------------------------------------------------------------------


class Property:
    """The property for one batch of programs."""

    hazards = "error"  # of runs that have no finding
    schedules, more = SCHEDULES, MORE

    def __init__(self, job, seed, options):
        self.job, self.options, self.seed = job, options, seed
        self.folder = os.path.join(FOLDER, f"{options.valu_delay}-{seed}")
        self.counts = collections.Counter()

    def case(self, batch, name="control"):
        return Case(batch, self.folder, self.options.tool, name)

    def whole(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        batch = control_programs.Batch(self.seed, self.options.valu_delay)
        case = self.case(batch)
        values = case.read_values()
        case.describe(values)
        finding = self.judge(case)
        if finding:
            raise Failure(f"all fields are long enough, but {finding}")
        case.must_pass(self.job, self.hazards, self.schedules)
        self.counts["accepted programs"] += len(batch.of)
        tight = self.changed(batch, values)
        case = self.case(tight, "tight")
        case.describe(values)
        case.must_pass(self.job, self.hazards, self.schedules)
        self.counts["accepted programs, changed"] += len(batch.of)
        shutil.rmtree(self.folder)

    def changed(self, batch, values):
        """Changes the programs. Returns the batch with all changes that the judge accepts."""
        rng = random.Random(self.seed)
        for number in range(len(batch.of)):
            for _ in range(self.options.changes):
                other = batch.with_program(number, control_programs.change(rng, batch.of[number]))
                case = self.case(other, "changed")
                case.describe(values)
                finding = self.judge(case)
                if finding:
                    self.broken(case, number, values, finding)
                else:
                    self.counts["changes that are accepted"] += 1
                    batch = other
        return batch

    def judge(self, case):
        """The first finding of the programs, or ""."""
        return case.judge(self.job)

    def same_in_lockstep(self, case, finding):
        result = case.under(self.job, SCHEDULES[0], "error")
        if not result["why"].endswith(finding):
            raise Failure(f"the model alone says {finding}, lockstep {result.headline}")

    def broken(self, case, number, values, finding):
        rule = finding.partition(":")[0]
        self.same_in_lockstep(case, finding)
        if rule not in RULES:
            self.counts[f"{rule}: names no register"] += 1
            return
        one = Broken(self.job, case, number, values, finding)
        seen = one.shown(self.schedules[:FEW])
        if not seen and not one.matters():
            self.counts[f"{rule} not seen: the wrong value changes nothing"] += 1
            return
        if seen or one.shown(self.schedules[FEW:]):
            self.counts[f"{rule} seen"] += 1
            return
        others = [self.with_lanes(case, number, lanes, rule) for lanes in ("last", "all")]
        others = [other for other in others if other]
        for other in others:
            if other.shown(SCHEDULES[:FEW]):
                self.counts[f"{rule} seen with other lanes in EXEC"] += 1
                return
        why = next(filter(None, (each.unseen() for each in (one, *others))), None)
        if not why and one.shown(self.more):
            self.counts[f"{rule} seen by more schedules"] += 1
            return
        if not why:
            raise Failure(f"no schedule shows {finding}")
        self.counts[f"{rule} not seen: {why}"] += 1

    def with_lanes(self, case, number, lanes, rule):
        """The finding with other lanes in EXEC: a distance is that of the worst pass, and that may have no lane."""
        if case.batch.lanes[number] == lanes:
            return None
        other = self.case(case.batch.with_lanes(number, lanes), f"lanes_{lanes}")
        values = other.read_values()
        other.describe(values)
        finding = self.judge(other)
        if not finding.startswith(f"{rule}:"):
            return None
        return Broken(self.job, other, number, values, finding)


def run_batch(seed, options):
    def run(job):
        batch = Property(job, seed, options)
        try:
            batch.whole()
        except Failure as failure:
            again = f"scripts/control_property.py --valu-delay {options.valu_delay} --from {seed} --batches 1"
            return Outcome(0, 1, str(failure), f"{batch.folder}\nagain: {again} --changes {options.changes}")
        return Outcome(1, 0, json.dumps(batch.counts))

    return Job(f"batch {seed}", call=run, timeout=None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--batches", type=int, default=3, help="of six programs")
    parser.add_argument("--from", dest="first", type=int, default=1, help="seed of the first batch")
    parser.add_argument("--changes", type=int, default=6, help="of each program")
    parser.add_argument("--valu-delay", type=int, default=0, help="of the unit")
    parser.add_argument("--tool", help="what runs them (the unit with CONTROL_WORDS=1)")
    options = parser.parse_args()
    os.chdir(ROOT)
    unit = control_random.unit_of(options)
    if not unit:
        return 1
    options.tool = unit
    counts, passed, failed = collections.Counter(), 0, 0
    seeds = range(options.first, options.first + options.batches)
    for job, outcome in Runner([run_batch(seed, options) for seed in seeds], None).results():
        passed, failed = passed + outcome.passed, failed + outcome.failed
        if outcome.failed:
            print(f"FAILED: {job.name}: {outcome.detail}\n{outcome.output}")
        else:
            counts.update(json.loads(outcome.detail))
    for name, count in sorted(counts.items()):
        print(f"{count:8} {name}")
    print(f"{passed} passed, {failed} failed")
    return int(failed != 0)


if __name__ == "__main__":
    sys.exit(main())
