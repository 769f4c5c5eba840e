#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/control_property.py notices a judge that is wrong: one that lacks a rule, one whose distances are a cycle too
short, one that finds what is no error. Each judge is the real one behind a double that changes what it says."""
import argparse
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import control_property  # noqa: E402  (the path comes first)
import control_random  # noqa: E402
from control_property import FINDING, RULES, Failure, Property  # noqa: E402
from reading.program import Program  # noqa: E402
from runner import Job, Outcome, run  # noqa: E402

MOST_BATCHES = 6  # in which a double must have been noticed
CHANGES = 2
SCHEDULES = control_property.SCHEDULES[: control_property.FEW]


class Double(Property):
    """Under fewer schedules. The unit has the whole judge, so its findings are off."""

    hazards = "off"
    schedules, more = SCHEDULES, ()


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


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--valu-delay", type=int, default=3, help="of the unit")
    parser.add_argument("--tool", help="what runs them (the unit with CONTROL_WORDS=1)")
    options = parser.parse_args()
    os.chdir(control_property.ROOT)
    options.tool = control_random.unit_of(options)
    options.changes, options.programs = CHANGES, control_property.PROGRAMS
    if not options.tool:
        return 1
    doubles = [(f"without {rule}", type("One", (Lacks,), {"rule": rule}), "accepted, but") for rule in sorted(RULES)]
    doubles += [("short", Short, "accepted, but"), ("invents", Invents, "no schedule shows")]
    return run([Job(name, call=notices(double, text, options)) for name, double, text in doubles], None)


if __name__ == "__main__":
    sys.exit(main())
