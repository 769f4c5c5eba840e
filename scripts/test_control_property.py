#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/control_property.py notices a judge that is wrong: one that lacks a rule, one whose distances are a cycle too
short, one that finds what is no error. Each judge is the real one behind a double that changes what it says."""
import argparse
import copy
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import control_programs  # noqa: E402  (the path comes first)
import control_property  # noqa: E402
import control_random  # noqa: E402
from control_property import FINDING, RULES, Failure, Property  # noqa: E402
from reading.program import Program  # noqa: E402
from runner import Job, Outcome, run  # noqa: E402

DELAY = 3  # ValuDelay of the unit
MOST_BATCHES = 12  # in which a double must have been noticed
CHANGES = 2
SCHEDULES = control_property.SCHEDULES[: control_property.FEW]


class Double(Property):
    """Under fewer schedules. The unit has the whole judge, so its findings are off."""

    hazards = "off"
    schedules, more = SCHEDULES, ()

    def reason(self, *_):
        """So few schedules need not show all."""


class Lacks(Double):
    """The judge without one rule."""

    rule = ""

    def judge(self, case):
        findings = super().judge(case)
        return without(findings, lambda sentence: sentence.startswith(f"{self.rule}:"))


class Short(Double):
    """The judge whose distances are a cycle too short."""

    def judge(self, case):
        def short(sentence):
            found = FINDING.match(sentence)
            return found and found[9] and int(found[9]) - int(found[10]) == 1

        return without(super().judge(case), short)


def without(findings, is_left_out):
    left = {n: [sentence for sentence in all_of if not is_left_out(sentence)] for n, all_of in findings.items()}
    return {n: all_of for n, all_of in left.items() if all_of}


class Invents(Double):
    """The judge that finds two instructions too near which are not: a result and the next that reads it."""

    schedules = SCHEDULES[:1]
    reason = Property.reason

    def judge(self, case):
        findings = super().judge(case)
        if not case.name.startswith("changed"):
            return findings
        symbols, base = Program.of_object(case.result["object"]).symbols, int(case.result["base"], 16)
        for number in case.batch.launched:
            program = case.batch.of[number]
            for n, (older, later) in enumerate(zip(program, program[1:])):
                names = sorted(name for name in older.writes & later.reads if name[0] == "v" and name != "vcc")
                if number in findings or not names or older.fixed or older.unit != "valu" or later.flow:
                    continue
                at, behind = (base + symbols[f"p{number}_i{k}"] for k in (n, n + 1))
                sentence = f"C-RAW: x at {at:#x} writes {names[0]}, y at {behind:#x} reads it: needs 900, has 1"
                findings[number] = [sentence]
        return findings


def notices(double, words, options):
    """The double is noticed in one of some batches, by a failure that has these words."""

    def call(job):
        for seed in range(1, MOST_BATCHES + 1):
            try:
                batch = double(job, seed, options)
                batch.folder += f"-{job.name.replace(' ', '-')}"
                batch.whole()
            except Failure as failure:
                if words in str(failure):
                    return Outcome(1, 0, f"batch {seed}: {failure}")
                return Outcome(0, 1, f"batch {seed}: expected '{words}', found {failure}")
        return Outcome(0, 1, f"{MOST_BATCHES} batches and nothing noticed")

    return call


def of_two_loads(kinds):
    """A batch of one program with two loads of v7, by address and FLAT, in this order."""
    batch = control_programs.Batch(1, DELAY, programs=1)
    writer = control_programs.Writer(batch.rng, 0, "all")
    writer.prologue()
    for kind in kinds:
        if kind == "flat":
            address = control_programs.FLAT
            reads = control_programs.registers("v", address, 2)
            writer.put(f"flat_load_dword v7, v[{address}:{address + 1}]", "flat", reads, {"v7"})
        else:
            writer.load(7, 3)
    writer.epilogue()
    batch.lanes, batch.of = ["all"], [control_programs.dress(batch.rng, writer.all, DELAY)]
    return batch


def shows_in_lds(kinds, options):
    """Of two loads of a VGPR the younger has no wait. Memory returns both in order, so that no schedule shows it: with
    FLAT in the LDS one does."""

    def call(job):
        double = Double(job, 1, options)
        double.folder += f"-{job.name.replace(' ', '-')}"
        batch = of_two_loads(kinds)
        case = double.case(batch)
        values = case.read_values()
        case.describe(values)
        if double.judge(case):
            return Outcome(0, 1, "a finding with all waits")
        program = copy.deepcopy(batch.of[0])
        younger = [i for i in program if "v7" in i.writes and not i.fixed][1]
        younger.waits = set()
        case = double.case(batch.with_program(0, program), "changed")
        case.describe(values)
        finding = double.judge(case)[0][0]
        double.broken(case, values, [control_property.Broken(case, 0, values, finding)], {0}, batch)
        good = dict(double.counts) == {f"C-VAR seen with {control_property.FLAT_IN_LDS}": 1}
        return Outcome(int(good), int(not good), f"{finding}: {dict(double.counts)}")

    return call


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--valu-delay", type=int, default=DELAY, help="of the unit")
    parser.add_argument("--tool", help="what runs them (the unit with CONTROL_WORDS=1)")
    options = parser.parse_args()
    os.chdir(control_property.ROOT)
    options.tool = control_random.unit_of(options)
    options.changes, options.programs = CHANGES, control_property.PROGRAMS
    if not options.tool:
        return 1
    doubles = [(f"without {rule}", type("One", (Lacks,), {"rule": rule}), "accepted, but") for rule in sorted(RULES)]
    doubles += [("short", Short, "accepted, but"), ("invents", Invents, "no schedule shows")]
    jobs = [Job(name, call=notices(double, text, options)) for name, double, text in doubles]
    for kinds in (("load", "flat"), ("flat", "load")):
        jobs.append(Job(f"{' and '.join(kinds)} of one register", call=shows_in_lds(kinds, options)))
    return run(jobs, None)


if __name__ == "__main__":
    sys.exit(main())
