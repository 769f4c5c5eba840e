# SPDX-License-Identifier: Apache-2.0
"""The judge of programs with control words (maxwell-control.md 8.10) against values, for a unit that has them.

usage: control_property.py [--valu-delay N] [--batches N] [--from SEED] [--changes N] [--programs N] [--tool PATH]

Random programs (scripts/wl/control/control_programs.py) have fields that are just enough. The reading of
scripts/wl/reading executes them in program order: these are the right values. There are 20 schedules: memory of many
kinds, a fast and a slow one among them, and other waves that use memory and LDS.

  - The programs end with the right values where memory answers at once.
  - Then fields are changed: a stall one short, a wait less, a barrier on the wrong instruction. Changes that the judge
    still accepts stay in the program, which has the right values under every schedule.
  - Each finding of the judge, RAW, WAR or WAW, is seen: under one schedule the values differ. The model alone finds it
    too.

One launch has the changed programs of a batch: each has its own part of the results. The first schedules run in
lockstep, the others on the unit alone.

A finding that no schedule shows is counted with the reason; unseen() has them. Distances between two issues are
measured in every run, and wrong values are computed. When an instruction reads and writes its registers is not
measured: those are constants of maxwell-control.md 8.6. Without a reason a finding is a failure, as is a wrong value. A
failure keeps its folder in runs/control-property, with the line that repeats it.
"""
import argparse
import collections
import copy
import dataclasses
import hashlib
import json
import math
import os
import random
import re
import shutil
import sys

from wl import ROOT
from wl.control import control_programs, control_random
from wl.reading import words
from wl.reading.machine import Machine
from wl.reading.program import Program
from wl.runs import programs
from wl.runs.results import Result
from wl.runs.runner import Job, Outcome, Runner


FOLDER = os.path.join("runs", "control-property")
STEADY = "busy=[0,0] shut=[0,0]"
# Seed and knobs of the memory. The first are those that show most.
SCHEDULES = [
    (1, ""),
    (2, "latency=[150,300]"),
    (3, f"latency=[1,1] {STEADY}"),
    (4, "vector.shut=[3,20] vector.busy=[4,20]"),
    (5, f"latency=[300,300] {STEADY}"),
    (6, "scalar.latency=[2,400] vector.latency=[1,1]"),
    *((seed, "") for seed in (0, *range(7, 14))),
    *((seed, "scalar.latency=[2,400]") for seed in range(14, 20)),
]
SLOW = ("", "vector.shut=[3,40] vector.busy=[8,40]", "scalar.latency=[2,400]")
MORE = [(seed, knobs) for seed in range(20, 30) for knobs in SLOW]
PROGRAMS = 36  # of a batch
SLOTS = 16  # of the unit
FEW = 6  # of them, those of knobs
LOCKSTEP = SCHEDULES[:2]
QUICK = SCHEDULES[2]  # the fewest cycles
ALONE = (QUICK, SCHEDULES[0])  # of a program without other waves
# A result may have to come between the read and the write of one instruction. So it comes in each of these cycles.
EACH_CYCLE = [(3, f"latency=[1,1] vector.latency=[{cycles},{cycles}] {STEADY}") for cycles in range(2, 42)]
FINDING = re.compile(
    r"(C-\w+): (\S+) at (0x\w+) (\w+) (\S+), (\S+) at (0x\w+) (\w+) it: (?:needs (\d+), has (\d+)|no wait)"
)
WARNING = re.compile(r"^ *(?:warning: )?at 0x\w+: (C-.*) \((\d+) times\)$", re.M)
RULES = {"C-RAW", "C-VAR", "C-WAR", "C-WAW"}
MOST_CYCLES = "2000000"
NEAR = 4  # instructions of a unit that are looked at before one
BETWEEN_READS = 2  # cycles of a unit between two instructions in which it reads nothing (8.6)
LATE = 40  # cycles, in which every result of the LDS comes
# From the issue to the first write, with memory that answers in a cycle and one lane: at least so many (8.6).
QUICKEST = {"lds": 6, "gds": 10, "smem": 6, "vmem": 14, "flat": 9}


class Failure(Exception):
    """Judge and values disagree."""


@dataclasses.dataclass
class Left:
    """What programs leave: the elements of `out`, and by target what was exported there, in order."""

    out: list
    exports: dict

    def of(self, batch, number):
        """(elements of out, exports by target) that one program of the batch leaves."""
        exports = [self.exports.get(target, []) for target in control_programs.targets(number)]
        return batch.part(self.out, number), exports


def by_target(exports):
    """Entries of expect.exports, or of a result, for Left."""
    found = {}
    for one in exports:
        found.setdefault(one["target"], []).append((one["en"], int(one["exec"], 0), one["data"]))
    return found


class InOrder(Machine):
    """The reading of the programs that a batch launches."""

    def __init__(self, loaded, test, batch):
        super().__init__("", test, loaded)
        self.batch = batch

    def run(self):
        for number in self.batch.launched:
            self.entry = self.symbols[f"p{number}"]
            self.run_group(self.batch.noise + number, control_programs.WAVE)


class Tool:
    """Runs descriptions. A server does where its library is beside the tool: it assembles and starts in little time."""

    def __init__(self, path):
        self.path, self.idle = path, []
        self.serves = os.path.exists(os.path.join(os.path.dirname(path), programs.LIBRARY))

    def run(self, job, words, log):
        """What the run says."""
        if not self.serves:
            return job.execute([self.path, *words])[1]
        try:
            server = self.idle.pop()
        except IndexError:
            server = programs.Server(self.path)
        job.on_kill = server.kill
        server.run(None, list(words), log, 0)
        self.idle.append(server)
        with open(log, encoding="utf-8") as file:
            return file.read()


class Case:
    """A batch in a folder, with what it must leave. plain: what was assembled for the reading, by its text."""

    def __init__(self, batch, folder, tool, name="control", plain=None):
        self.batch, self.folder, self.tool, self.name = batch, folder, tool, name
        self.plain = {} if plain is None else plain
        os.makedirs(folder, exist_ok=True)
        shutil.copy(os.path.join("vectors", "include", "control.inc"), folder)
        self.write(f"{name}.s", batch.text())

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def read_values(self, machine=None):
        """The values of program order."""
        test = self.batch.description("plain.s")
        text = self.batch.plain_text()
        if text not in self.plain:  # other fields are the same text
            self.write("plain.s", text)
            self.plain[text] = Program(os.path.join(self.folder, "plain.s"))
        loaded = self.plain[text]
        reading = machine(loaded, test) if machine else InOrder(loaded, test, self.batch)
        reading.run()
        if reading.memory.wild:
            raise Failure("the programs reach memory that is not theirs")
        return Left(reading.contents("out"), by_target(reading.exports))

    def describe(self, values, cycles=()):
        """What the launch must leave; or the cycles to measure, and then the values are not judged."""
        self.values = values
        expect = {"cycles": cycles} if cycles else {"buffers": [*self.parts(values.out)]}
        test = {**self.batch.description(f"{self.name}.s"), "expect": expect}
        self.write(f"{self.name}.json", json.dumps(test))

    def wrong_exports(self):
        """The programs that exported something else in the last run."""
        exports = by_target(self.result["exports"])
        if self.result["export_count"] != len(self.result["exports"]):
            raise Failure("there are more exports than a result holds")
        return {
            n
            for n in self.batch.launched
            for target in control_programs.targets(n)
            if exports.get(target, []) != self.values.exports.get(target, [])
        }

    def parts(self, out):
        """What each program leaves of `out`."""
        for n in range(len(self.batch.of)):
            part = self.batch.part(out, n)
            is_one = n not in self.batch.launched
            what = {"constant": control_programs.NOTHING} if is_one else {"values": part}
            first = control_programs.WAVE * self.batch.first[n]
            yield {"buffer": "out", "from": first, "count": len(part), **what}

    def command(self, *words):
        return [*words, "--cache", f"{self.folder}/cache", f"{self.folder}/{self.name}.json"]

    def run(self, job, *words):
        run = os.path.join(self.folder, "run")
        shutil.rmtree(run, ignore_errors=True)
        self.output = self.tool.run(job, [*self.command(*words), "--run-dir", run], f"{self.folder}/log")
        self.result = Result.read(run)
        return self.result

    def under(self, job, schedule, *words):
        seed, knobs = schedule
        words = [*words, *(["--memory-knobs", knobs] if knobs else [])]
        return self.run(job, "--max-cycles", MOST_CYCLES, "--seed", str(seed), *words)

    def must_pass(self, job, schedules, hazards):
        """The values under each schedule. The schedules of LOCKSTEP run in lockstep, without a finding."""
        for schedule in schedules:
            words = ["--hazards", hazards] if schedule in LOCKSTEP else ["--check", "off"]
            self.under(job, schedule, *words)
            self.must_be_right(schedule)

    def must_be_right(self, schedule):
        if not self.result.passed:
            raise Failure(f"accepted, but under schedule {schedule}: {self.result.headline}")
        if self.wrong_exports():
            raise Failure(f"accepted, but under schedule {schedule}: exports of programs {self.wrong_exports()}")

    def judge(self, job):
        """Findings of lockstep in each program, in order: {number: [sentences]}. The model alone finds the first."""
        result = self.under(job, QUICK, "--hazards", "warn")
        if result["verdict"] not in ("PASS", "EXPECT"):
            raise Failure(f"{result.headline}; {' '.join([self.tool.path, *self.command('--hazards', 'warn')])}")
        starts, found = self.starts(), {}
        self.times = {}
        for sentence, times in WARNING.findall(self.output):
            self.times[sentence] = int(times)
            at = int(re.search(r" at (0x\w+)", sentence)[1], 16)
            number = max((start, n) for start, n in starts if start <= at)[1]
            found.setdefault(number, []).append(sentence)
        if not found:
            self.must_be_right(QUICK)
        alone = self.run(job, "--device", "model", "--hazards", "error")
        first = alone["why"][alone["why"].index("C-") :] if alone["verdict"] == "HAZARD" else alone["why"]
        if first != (found[min(found)][0] if found else ""):
            raise Failure(f"lockstep finds {found}, the model alone {alone.headline}")
        return found

    def starts(self):
        """(address, number) of each program of the last run. Sets the names of all instructions, by their address."""
        base = int(self.result["base"], 16)
        symbols = Program.of_object(self.result["object"]).symbols.items()
        self.labels = {base + at: name for name, at in symbols if "_i" in name}
        return [(base + at, int(name[1:])) for name, at in symbols if re.fullmatch(r"p\d+", name)]


def dumped(batch, out, number):
    """What a run prints of the elements of `out` that are of one program."""
    first = control_programs.WAVE * batch.first[number]
    part = enumerate(batch.part(out, number), first)
    return "".join(f"out[{n}] = {value} (0x{value:08x})\n" for n, value in part)


# ---- findings that no schedule shows -----------------------------------------------------------------


def words_of(name):
    """The place of a register in a wave of the reading: the list and its index."""
    if name in ("vcc", "exec"):
        first = {"vcc": words.VCC, "exec": words.EXEC}[name]
        return [("s", first), ("s", first + 1)]
    return [(name[0], int(name[1:]))]


class Wrong(Machine):
    """The reading of one program in which the later instruction meets the older one's register too early.

    RAW: it reads what was there before the older one wrote. WAW: its result is lost to the older one's. WAR: the older
    one reads its result. `seen`: what the later one has written, of a run before. `most`: of a RAW, how many of the
    later one's executions are too early, the first ones; counted are the executions of the older one."""

    def __init__(self, loaded, test, broken, seen, most=None):
        super().__init__("", test, loaded)
        self.broken, self.seen, self.kept = broken, seen, {}
        self.older, self.later = (self.symbols[name] for name in broken.labels)
        self.most, self.executions = most, 0

    def take(self, wave):
        return {(kind, n): copy.copy(getattr(wave, kind)[n]) for kind, n in self.broken.registers}

    def give(self, wave, values):
        for (kind, n), value in values.items():
            getattr(wave, kind)[n] = copy.copy(value)

    def run(self):
        number = self.broken.number
        self.entry = self.symbols[f"p{number}"]
        self.run_group(self.broken.case.batch.noise + number, control_programs.WAVE)

    def step(self, wave):
        here, way = wave.pc, self.broken.way
        if here not in (self.older, self.later):
            super().step(wave)
            return
        before = self.take(wave)
        lent = {}
        self.executions += here == self.older
        if way == "RAW" and here == self.later and self.kept and self.most != 0:
            lent = self.kept
            self.most = self.most and self.most - 1
        if way == "WAR" and here == self.older:
            lent = self.seen
        self.give(wave, lent)
        super().step(wave)
        after = self.take(wave)
        instruction = self.broken.older if here == self.older else self.broken.later
        written = {place for name in instruction.writes for place in words_of(name)}
        self.give(wave, {place: before[place] for place in lent if place not in written})
        if here == self.older and way == "RAW":
            self.kept = before
        if here == self.older and way == "WAW":
            self.kept = after
        if here == self.later and way == "WAW":
            self.give(wave, self.kept)
        if here == self.later and way == "WAR":
            self.seen.update(after)


def quickest(instruction):
    """The cycle of the first write of a memory instruction, at least. The LDS reads a second VGPR a cycle later."""
    more = len(control_programs.read_order(instruction)) - 1 if instruction.unit == "lds" else 0
    return QUICKEST[instruction.unit] + more


def smaller(one, other):
    return other if one is None else min(one, other)


def first_read(instruction):
    return control_programs.EXPORT_READ if instruction.unit == "exp" else control_programs.READ


def has_one_reader(older, later):
    """Whether a unit certainly reads the operands of the older instruction before the later one's."""
    units = {"lds", "gds"} if later.unit in ("lds", "gds") else {later.unit}
    return older.unit in units or (older.unit == "flat" and later.unit in ("lds", "gds", "vmem"))


class Broken:
    """A program with a finding that names a register, in its batch."""

    def __init__(self, case, number, values, finding):
        self.case, self.number, self.values, self.finding = case, number, values, finding
        found = FINDING.match(finding)
        self.rule, self.needs, has = found[1], int(found[9] or 0), int(found[10] or 0)
        self.way = {"reads": "RAW", "overwrites": "WAW", "writes": "WAW"}[found[8]]
        if found[4] == "reads":
            self.way = "WAR"
        self.labels = [case.labels[int(found[n], 16)] for n in (3, 7)]
        program = case.batch.of[number]
        self.older, self.later = (program[int(name.partition("_i")[2])] for name in self.labels)
        met = {
            "RAW": self.older.writes & self.later.reads,
            "WAW": self.older.writes & self.later.writes,
            "WAR": self.older.reads & self.later.writes,
        }[self.way]
        if self.needs:  # others may be far enough: a mask is written later than the VGPRs of its instruction
            met = {name for name in met if self.needs_for(name) > has}
        self.registers = [place for name in sorted(met) for place in words_of(name)]
        self.before = []
        if self.waits_for_its_unit():
            end = int(self.labels[1].partition("_i")[2])
            self.before = [n for n in range(end) if has_one_reader(program[n], self.later)][-NEAR:]
        self.least = None  # cycles between the issues of the two, of all runs
        self.reached = None  # the same, if the unit of the later one first reads what it has got before
        self.shown = False

    def needs_for(self, name):
        """The distance that one register needs, by the reading of control_programs."""
        one = copy.copy(self.older)
        one.reads, one.writes = one.reads & {name}, one.writes & {name}
        return control_programs.needs(one, self.later)

    def waits_for_its_unit(self):
        """Whether a unit that reads in any cycle meets a result of the vector ALU, when it reads or when it writes."""
        return self.way != "WAR" and self.older.unit == "valu" and self.later.unit in control_programs.READS_LATE

    def spans(self):
        """For expect.cycles, of each slot that the program may have: between the two, and from what is before."""
        start, end = self.labels
        starts = [start, *(f"p{self.number}_i{n}" for n in self.before)]
        return [{"from": one, "to": end, "wave": slot, "least": 0} for one in starts for slot in range(SLOTS)]

    def measured(self, spans):
        for slot in range(SLOTS):
            between, *before = spans[slot::SLOTS]
            if between["count"]:
                self.least = smaller(self.least, between["least"])
                self.reached = smaller(self.reached, between["least"] + self.busy(before))

    def busy(self, before):
        """Cycles for which the unit of the later instruction still reads what it has got before, when it could read."""
        first, free = first_read(self.later), -math.inf  # from the issue of the later one
        for number, span in zip(self.before, before):
            if span["count"]:
                instruction = self.case.batch.of[self.number][number]
                start = max(first - span["most"], free)
                free = start + control_programs.reading(instruction, len(self.passes())) + BETWEEN_READS
        return max(free - first, 0)

    def matters(self):
        """Whether the wrong value would change what the program leaves. In a loop the result may come before the later
        one executes again. Then the judge finds the first executions alone; that is certain if the older one executes
        once."""
        changes, executions = self.changes()
        if changes and self.way == "RAW" and executions == 1:
            changes, _ = self.changes(self.case.times[self.finding])
        return changes

    def changes(self, most=None):
        """(Whether the value changes something, how often the older one has executed)."""
        seen, wrong = {}, []

        def machine(loaded, test):
            wrong.append(Wrong(loaded, test, self, seen, most))
            return wrong[-1]

        for _ in range(2 if self.way == "WAR" else 1):
            values = self.case.read_values(machine)
        batch = self.case.batch
        return values.of(batch, self.number) != self.values.of(batch, self.number), wrong[-1].executions

    def stands(self):
        """Whether the two meet in a register, and need so long a distance, by the reading of control_programs."""
        return bool(self.registers) and self.needs <= control_programs.needs(self.older, self.later)

    def far(self):
        """Whether the distance alone says why no schedule shows the finding: the reason, or None."""
        if self.least is None:
            return "the two never issue behind each other"
        if self.needs and self.least >= self.needs:
            return "the two were always farther apart than is sure"
        return None

    def unseen(self):
        """Why no schedule shows the finding, or None. Called when the distance has been measured, and far() is None."""
        memory, least = control_programs.MEMORY, self.least
        if self.way == "RAW" and self.waits_for_its_unit():
            if self.has_written(least):
                return "an idle unit reads other VGPRs and passes before (8.6)"
            if self.has_written(self.reached):
                return "the unit still read an older instruction of the program (8.6)"
        if self.needs and self.way != "RAW" and self.later.unit in memory:
            scalar = self.later.unit == "smem"
            sure = control_programs.SMEM_RETURN if scalar else control_programs.RETURN
            waits = self.way == "WAW" and not scalar  # at one edge the write of a memory unit waits (D-CTRL-38)
            later = quickest(self.later) - sure + waits
            if least + later >= self.needs:
                return "no memory was as fast as its least return"
            if self.waits_for_its_unit() and self.reached + later >= self.needs:
                return "the unit still read an older instruction of the program (8.6)"
        both = self.way == "WAW" and self.older.unit == "valu" and self.later.unit == "salu"
        if both and least >= self.older.scalar_cycle():
            return "both write at one edge, and the scalar instruction's value stays (D-CTRL-38)"
        if self.way == "WAR" and self.older.unit in control_programs.READS_LATE and self.is_read():
            return "an idle unit has read the operands before"
        if not self.needs and least >= LATE:
            return f"the result had always come, {LATE} cycles or more lay between"
        return None

    def passes(self):
        """The passes that have a lane."""
        return range(4) if self.case.batch.lanes[self.number] == "all" else [3]

    def reads(self, instruction):
        """When an idle unit reads the VGPRs that the two meet in: a pass, and its cycle from the issue."""
        passes = self.passes()
        beat = control_programs.BEAT
        for number, name in enumerate(control_programs.read_order(instruction)):
            for before, p in enumerate(passes):
                cycles = beat * (4 * number + p) if instruction.unit == "exp" else len(passes) * number + before
                if words_of(name)[0] in self.registers:
                    yield p, first_read(instruction) + cycles

    def has_written(self, distance):
        """Whether the older instruction has written each pass when the unit of the later one reads it, at a distance
        of the two after which that unit is idle."""
        second = self.older.text.startswith("v_mqsad")
        return all(kind == "v" for kind, _ in self.registers) and all(
            distance + cycle > self.older.write_cycle(p) + second for p, cycle in self.reads(self.later)
        )

    def is_read(self):
        """Whether the idle unit of the older instruction has read each pass when the later one can write it."""

        def written(p):
            return quickest(self.later) if self.later.unit in QUICKEST else self.later.write_cycle(p)

        return all(self.least + written(p) >= cycle for p, cycle in self.reads(self.older))


def show(job, case, values, ones, schedules):
    """Runs the batch under the schedules until each of the broken programs has wrong values. The others have none."""
    right = {n: dumped(case.batch, values.out, n) for n in case.batch.launched}
    for schedule in schedules:
        left = [one for one in ones if not one.shown]
        if not left:
            return
        case.describe(values, [span for one in left for span in one.spans()])
        result = case.under(job, schedule, "--hazards", "off", "--dump", "out")
        # EXPECT: a program has not been in a slot.
        if result["verdict"] not in ("PASS", "EXPECT") or not case.output.count("\nout[") >= len(values.out) - 1:
            raise Failure(f"under schedule {schedule}: {result.headline}")
        spans = iter(result["cycle_spans"])
        for one in left:
            one.measured([next(spans) for _ in one.spans()])
        wrong = {n for n, text in right.items() if text not in case.output} | case.wrong_exports()
        for one in left:
            one.shown = one.number in wrong
        if wrong - {one.number for one in ones}:
            others = sorted(wrong - {one.number for one in ones})
            raise Failure(
                f"programs {others} are accepted, but under schedule {schedule} their values differ: {case.name}"
            )


# ---- one batch ---------------------------------------------------------------------------------------


class Property:
    """The property for one batch of programs."""

    hazards = "error"  # of runs that have no finding
    schedules, more = SCHEDULES, MORE

    def __init__(self, job, seed, options):
        self.job, self.options, self.seed = job, options, seed
        self.folder = os.path.join(FOLDER, f"{options.valu_delay}-{seed}")
        self.counts, self.plain = collections.Counter(), {}
        self.hash = ""  # of the batch's text

    def case(self, batch, name="control"):
        return Case(batch, self.folder, self.options.tool, name, self.plain)

    def batch(self):
        return control_programs.Batch(self.seed, self.options.valu_delay, programs=self.options.programs)

    def change(self, rng, program):
        return control_programs.change(rng, program)

    def whole(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        batch = self.batch()
        self.hash = hashlib.sha256(batch.text().encode()).hexdigest()
        case = self.case(batch)
        values = case.read_values()
        case.describe(values)
        findings = self.judge(case)
        if findings:
            raise Failure(f"all fields are long enough, but {findings}")
        rng = random.Random(self.seed)
        for number in range(self.options.changes):
            batch = self.changed(rng, batch, values, f"changed{number}")
        tight = self.case(batch, "tight")
        tight.describe(values)
        tight.must_pass(self.job, self.schedules, self.hazards)
        self.counts["accepted programs"] += len(batch.of)
        shutil.rmtree(self.folder)

    def changed(self, rng, batch, values, name):
        """Changes each program. Returns the batch with the changes that the judge accepts."""
        other = batch
        for number, program in enumerate(batch.of):
            other = other.with_program(number, self.change(rng, program))
        case = self.case(other, name)
        case.describe(values)
        findings = self.judge(case)
        self.counts["changes that are accepted"] += len(batch.of) - len(findings)
        accepted, broken = other, []
        for number, (finding, *_) in sorted(findings.items()):
            accepted = accepted.with_program(number, batch.of[number])
            rule = finding.partition(":")[0]
            if rule in RULES:
                broken.append(Broken(case, number, values, finding))
            else:
                self.counts[f"{rule}: names no register"] += 1
        if broken:
            self.broken(case, values, broken, set(findings), batch)
        return accepted

    def judge(self, case):
        """The findings of each program that has some: {number: sentences in the order of issue}."""
        return case.judge(self.job)

    def some(self, case, values, numbers, name):
        """The case with those programs alone, and its values."""
        few = self.case(case.batch.only(numbers), name)
        of = [few.batch.part(values.out, n) for n in range(len(few.batch.of))]
        nothing = control_programs.NOTHING
        out = [v if n in numbers else nothing for n, part in enumerate(of) for v in part]
        return few, Left(out, values.exports)

    def broken(self, case, values, broken, found, before):
        """Each of the broken programs is seen, or has a reason."""
        # The launch has accepted programs too: the others of the batch, whose changes are looked at here first.
        without = {one.number for one in broken} | (set(range(len(case.batch.of))) - found)
        few, few_values = self.some(case, values, without, f"{case.name}_few")
        show(self.job, few, few_values, broken, self.schedules[:FEW])
        self.counts.update(f"{one.rule} seen" for one in broken if one.shown)
        for one in broken:
            if not one.shown and not one.stands():
                raise Failure(f"no schedule shows {one.finding}, and 8.6 asks for no such distance")
        left = []
        for one in broken:
            if not one.shown and one.matters():
                left.append(one)
            elif not one.shown:
                self.counts[f"{one.rule} not seen: the wrong value changes nothing"] += 1
        if not left:
            return
        few, few_values = self.some(case, values, {one.number for one in left}, f"{case.name}_left")
        show(self.job, few, few_values, left, self.schedules[FEW:])
        self.counts.update(f"{one.rule} seen" for one in left if one.shown)
        left = [one for one in left if not one.shown]
        for one in left:
            self.alone(one, values)
        self.counts.update(f"{one.rule} not seen: {one.far()}" for one in left if not one.shown and one.far())
        left = [one for one in left if not one.shown and not one.far()]
        others = {one: [] for one in left}
        for what, alter in ALTERED.items():
            self.altered(case, left, others, what, alter, before)
        for one in left:
            self.reason(one, others[one], few, few_values)

    def alone(self, one, values, what="", schedules=ALONE):
        """Looks at a program in a launch of its own."""
        few, few_values = self.some(one.case, values, {one.number}, f"{one.case.name}_alone")
        few = self.case(few.batch.alone(one.number), few.name)
        show(self.job, few, few_values, [one], schedules)
        if one.shown:
            self.counts[f"{one.rule} seen{what} alone"] += 1
        elif one.older.writes and one.older.unit in ("lds", "gds"):
            few = self.case(few.batch.alone(one.number, "crowd"), few.name)
            show(self.job, few, few_values, [one], ALONE)
            self.counts.update([f"{one.rule} seen{what} behind a busy LDS"] * one.shown)

    def altered(self, case, left, others, what, alter, before):
        """Looks at the programs that are left once more, each altered in what hides the wrong value."""
        left = [one for one in left if not any(other.shown for other in others[one])]
        if what in FLAT_IN_LDS:
            left = [one for one in left if "flat" in (one.older.unit, one.later.unit)]
        if what == FLAT_IN_LDS[1]:
            left = [one for one in left if case.batch.lanes[one.number] != "last"]
        batch, right = case.batch, before
        for one in left:
            batch, right = alter(batch, one.number), alter(right, one.number)
        numbers = {one.number for one in left if batch.of[one.number] != case.batch.of[one.number]}
        if not numbers:
            return
        other = self.case(batch.only(numbers), f"{case.name}_{what}".replace(" ", "_"))
        values = other.read_values()
        other.describe(values)
        findings = self.judge(other)
        ones = []
        for one in left:
            sentences = findings.get(one.number, ())
            again = [
                Broken(other, one.number, values, found) for found in sentences if found.startswith(f"{one.rule}:")
            ]
            again = [each for each in again if each.labels == one.labels]
            if again:
                others[one].append(again[0])
                ones.append(again[0])
        # Wrong values must come from the change: the program before it is right.
        # The LDS is later than memory under few schedules: when the other waves keep it busy.
        schedules = self.schedules if what in FLAT_IN_LDS else self.schedules[:FEW]
        control = self.case(right.only(numbers), f"{other.name}_right")
        control.describe(values)
        control.must_pass(self.job, schedules, "off")
        numbers = {one.number for one in ones}
        few, few_values = self.some(other, values, numbers, other.name)
        show(self.job, few, few_values, ones, schedules)
        self.counts.update(f"{one.rule} seen with {what}" for one in ones if one.shown)
        for one in ones:
            if not one.shown:
                self.alone(one, values, f" with {what},")

    def reason(self, one, others, few, values):
        if any(other.shown for other in others):
            return
        why = next(filter(None, (each.far() or each.unseen() for each in (one, *others))), None)
        if not why:
            few, values = self.some(few, values, {one.number}, f"{few.name}_more")
            show(self.job, few, values, [one], self.more)
            if one.shown:
                self.counts[f"{one.rule} seen by more schedules"] += 1
                return
            for each in (one, *others):
                self.alone(each, each.values, " in one cycle,", EACH_CYCLE)
                if each.shown:
                    return
            raise Failure(f"no schedule shows {one.finding}")
        self.counts[f"{one.rule} not seen: {why}"] += 1


# How a program is altered so that a wrong value shows: the worst pass sets a distance, and it may have no active lane.
# FLAT may reach memory or the LDS.
FLAT_IN_LDS = ("FLAT in the LDS", "FLAT in the LDS and the last lane in EXEC")
ALTERED = {
    "the last lane alone in EXEC": lambda batch, number: batch.with_lanes(number, "last"),
    "all lanes in EXEC": lambda batch, number: batch.with_lanes(number, "all"),
    FLAT_IN_LDS[0]: lambda batch, number: batch.with_flat_in_lds(number),
    FLAT_IN_LDS[1]: lambda batch, number: batch.with_flat_in_lds(number).with_lanes(number, "last"),
}


def run_batch(seed, options):
    def run(job):
        batch = Property(job, seed, options)
        try:
            batch.whole()
        except Failure as failure:
            again = (
                f"scripts/wavelock control.control_property --valu-delay {options.valu_delay} --from {seed} --batches 1"
            )
            return Outcome(
                0,
                1,
                str(failure),
                f"{batch.folder}\nagain: {again} --changes {options.changes} --programs {options.programs}",
            )
        return Outcome(1, 0, json.dumps({"counts": batch.counts, "hash": batch.hash}))

    return Job(f"batch {seed}", call=run, timeout=None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--batches", type=int, default=3, help="of %(default)s; each is a launch")
    parser.add_argument("--from", dest="first", type=int, default=1, help="seed of the first batch")
    parser.add_argument("--changes", type=int, default=6, help="of each program")
    parser.add_argument("--programs", type=int, default=PROGRAMS, help="of a batch (%(default)s)")
    parser.add_argument("--valu-delay", type=int, default=0, help="of the unit")
    parser.add_argument("--tool", help="what runs them (the unit of CONFIG=control_words)")
    parser.add_argument("--hashes", help="file that gets a hash of each batch that passes")
    options = parser.parse_args()
    os.chdir(ROOT)
    unit = control_random.unit_of(options)
    if not unit:
        return 1
    options.tool = Tool(unit)
    counts, passed, failed, hashes = collections.Counter(), 0, 0, []
    seeds = range(options.first, options.first + options.batches)
    for job, outcome in Runner([run_batch(seed, options) for seed in seeds], None).results():
        passed, failed = passed + outcome.passed, failed + outcome.failed
        if outcome.failed:
            print(f"FAILED: {job.name}: {outcome.detail}\n{outcome.output}")
        else:
            facts = json.loads(outcome.detail)
            counts.update(facts["counts"])
            hashes.append(facts["hash"])
    for name, count in sorted(counts.items()):
        print(f"{count:8} {name}")
    programs.write_hashes(options.hashes, hashes)
    print(f"{passed} passed, {failed} failed")
    return int(failed != 0)


if __name__ == "__main__":
    sys.exit(main())
