# SPDX-License-Identifier: Apache-2.0
"""scripts/wl/control/control_property.py notices a judge that is wrong: one that lacks a rule, one whose distances are
a cycle too short, one that finds what is no error. Each judge is the real one behind a double that changes what it
says. The first two get a program with just the two instructions that the rule is about; all else of the property is as
always."""
import argparse
import os
import sys

from wl import ROOT
from wl.control import control_programs, control_property, control_random
from wl.control.control_property import FINDING, Failure, Property
from wl.reading.program import Program
from wl.runs.runner import Job, Outcome, run


DELAY = 3  # ValuDelay of the unit
CHANGES = 2  # a stall is one, then two short
SCHEDULES = control_property.SCHEDULES[: control_property.FEW]


class Double(Property):
    """Under fewer schedules. The unit has the whole judge, so its findings are off."""

    hazards = "off"
    schedules, more = SCHEDULES, ()

    def reason(self, *_):
        """So few schedules need not show all."""


class Directed(Double):
    """One program, of an older and a younger instruction that a rule is about. The change takes the distance or the
    wait from the younger one."""

    body = None  # writes the two, the last ones of a program
    rule, way = "", ""  # of the finding; what is taken away: the wait, a cycle of the stall, or all of it

    def batch(self):
        batch = one_program(self.body)
        self.younger = batch.younger
        return batch

    def change(self, rng, program):
        changed = control_programs.copies(program)
        at = next(n for n, i in enumerate(changed) if i.text == self.younger and not i.fixed)
        if self.way == "wait":
            changed[at].waits = set()
        elif self.way == "all":
            changed[at - 1].stall = 1
        else:
            changed[at - 1].stall -= 1
        return changed

    def judge(self, case):
        findings = super().judge(case)
        if case.name.startswith("changed") and {one.partition(":")[0] for one in findings.get(0, ())} != {self.rule}:
            raise Failure(f"the change is no {self.rule} alone: {findings}")
        return findings


class Lacks(Directed):
    """The judge without one rule."""

    def judge(self, case):
        findings = super().judge(case)
        return without(findings, lambda sentence: sentence.startswith(f"{self.rule}:"))


class Short(Directed):
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


class Long(Directed):
    """The judge that asks for a cycle more between a vector instruction and a store of its result."""

    reason = Property.reason

    def change(self, rng, program):
        return program

    def judge(self, case):
        findings = Double.judge(self, case)
        if case.name.startswith("changed"):
            program = case.batch.of[0]
            younger = next(n for n, i in enumerate(program) if i.text == self.younger and not i.fixed)
            symbols, base = Program.of_object(case.result["object"]).symbols, int(case.result["base"], 16)
            at, behind = (base + symbols[f"p0_i{n}"] for n in (younger - 1, younger))
            needs = control_programs.needs(program[younger - 1], program[younger])
            findings[0] = [f"C-RAW: x at {at:#x} writes v4, y at {behind:#x} reads it: needs {needs + 1}, has {needs}"]
        return findings


def notices(double, words, options):
    """The double is noticed by a failure that has these words."""

    def call(job):
        try:
            batch = double(job, 1, options)
            batch.folder += f"-{job.name.replace(' ', '-')}"
            batch.whole()
        except Failure as failure:
            good = words in str(failure)
            return Outcome(int(good), int(not good), str(failure) if good else f"expected '{words}', found {failure}")
        return Outcome(0, 1, f"nothing noticed: {dict(batch.counts)}")

    return call


# ---- directed programs -------------------------------------------------------------------------------


def one_program(body):
    """A batch of one program with what `body` writes. `younger` is the text of the last of it."""
    batch = control_programs.Batch(1, DELAY, programs=1)
    writer = control_programs.Writer(batch.rng, 0, "all")
    writer.prologue(control_programs.OUT)
    body(writer)
    batch.younger = writer.all[-1].text
    writer.epilogue()
    batch.first = [0, writer.rows]
    batch.lanes, batch.of = ["all"], [control_programs.dress(batch.rng, writer.all, DELAY)]
    return batch


def load_and_flat(writer):
    writer.load(7, 3)
    flat_load(writer)


def flat_and_load(writer):
    flat_load(writer)
    writer.load(7, 3)


def flat_load(writer):
    address = control_programs.FLAT
    reads = control_programs.registers("v", address, 2)
    writer.put(f"flat_load_dword v7, v[{address}:{address + 1}]", "flat", reads, {"v7"})


def alone(writer):
    """A branch could come to this instruction, so it waits for all that is in flight."""
    writer.label()
    writer.put("s_movk_i32 s31, 0x77", "salu", (), {"s31"})


def raw(writer):
    """A scalar instruction reads a result of a vector instruction."""
    alone(writer)
    writer.valu("v_readfirstlane_b32 s30, v7", {"v7"}, {"s30"})
    writer.put("s_not_b32 s31, s30", "salu", {"s30"}, {"s31"})


def var(writer):
    """A vector instruction reads a result of memory."""
    alone(writer)
    writer.load(7, 3)
    writer.valu("v_xor_b32 v6, v7, v8", {"v7", "v8"}, {"v6"})


def war(writer):
    """The operand of a store is overwritten while the unit reads the operands of older stores."""
    alone(writer)
    for row, number in enumerate((4, 5, 6, 7)):
        writer.store(1, f"v{number}", row)
    writer.valu("v_xor_b32 v7, v8, v9", {"v8", "v9"}, {"v7"})


def waw(writer):
    """A scalar instruction writes at once what a vector instruction writes later. With a stall one short both write at
    one edge, and the scalar value stays (D-CTRL-38): the finding shows with two. Two VGPRs are stored before the
    copy of the scalar reads it, so that this is no finding."""
    for number in (5, 6):
        writer.valu(f"v_xor_b32 v{number}, v8, v9", {"v8", "v9"}, {f"v{number}"})
    alone(writer)
    writer.valu("v_readfirstlane_b32 s30, v7", {"v7"}, {"s30"})
    writer.put("s_movk_i32 s30, 0x55", "salu", (), {"s30"})


def stored(writer):
    """A store of a result of a vector instruction."""
    alone(writer)
    writer.valu("v_xor_b32 v4, v8, v9", {"v8", "v9"}, {"v4"})
    writer.store(1, "v4", 0)


def export(writer):
    names = [f"v{n}" for n in range(4, 8)]
    writer.put(f"exp param0 {', '.join(names)}", "exp", names)


def exported(writer):
    """An operand of an export is overwritten, and nothing else depends on it. It is sent last."""
    alone(writer)
    export(writer)
    writer.valu("v_xor_b32 v7, v8, v9", {"v8", "v9"}, {"v7"})


def exports(writer):
    """An export reads a result of a vector instruction. It sends that first."""
    alone(writer)
    writer.valu("v_xor_b32 v4, v8, v9", {"v8", "v9"}, {"v4"})
    export(writer)


DIRECTED = [
    ("C-RAW", raw, "stall"),
    ("C-RAW", exports, "all"),
    ("C-VAR", var, "wait"),
    ("C-WAR", war, "wait"),
    ("C-WAR", exported, "wait"),
    ("C-WAW", waw, "stall"),
]


class Whole(Double):
    """With reasons and all schedules."""

    schedules, reason = control_property.SCHEDULES, Property.reason


def counts(body, take, words, options, schedules=Whole.schedules):
    """A program from which `take` takes what it lacks then: it is counted by what begins with these words."""

    def call(job):
        double = Whole(job, 1, options)
        double.schedules = schedules
        double.folder += f"-{job.name.replace(' ', '-')}"
        batch = one_program(body)
        case = double.case(batch)
        values = case.read_values()
        case.describe(values)
        if double.judge(case):
            return Outcome(0, 1, "a finding with all waits")
        program = control_programs.copies(batch.of[0])
        take(program, next(n for n, i in enumerate(program) if i.text == batch.younger and not i.fixed))
        case = double.case(batch.with_program(0, program), "changed")
        case.describe(values)
        finding = double.judge(case)[0][0]
        double.broken(case, values, [control_property.Broken(case, 0, values, finding)], {0}, batch)
        good = len(double.counts) == 1 and str(*double.counts).startswith(words)
        return Outcome(int(good), int(not good), f"{finding}: {dict(double.counts)}")

    return call


def wait(program, at):
    program[at].waits = set()


def cycle(program, at):
    program[at - 1].stall -= 1


def distances(program, at):
    """All from the label on."""
    first = max(n for n in range(at) if program[n].label)
    for one in program[first + 1 : at]:
        one.stall = 1


def read_behind_others(writer):
    """A store's address is written a little before. The unit reads two older stores first."""
    alone(writer)
    writer.valu("v_xor_b32 v14, 4, v15", {"v15"}, {"v14"})
    for row, number in enumerate((5, 6)):
        writer.store(1, f"v{number}", row)
    writer.store(14, "v7", 2)


def loaded_early(writer):
    """A load from the LDS may write before an older vector instruction, if the LDS is idle."""
    alone(writer)
    writer.valu("v_xor_b32 v7, v8, v9", {"v8", "v9"}, {"v7"})
    writer.put("ds_read_b32 v7, v14", "lds", {"v14"}, {"v7"})


def pair(program, at):
    """The first two of three issue together. They lie in one bundle."""
    assert (at - 2) % 3 < 2
    program[at - 2].stall, program[at - 1].stall = 0, 2


def loaded_behind_another(writer):
    """As before, behind a load of another VGPR. The LDS reads that one's address first."""
    alone(writer)
    writer.valu("v_xor_b32 v7, v8, v9", {"v8", "v9"}, {"v7"})
    writer.put("ds_read_b32 v6, v15", "lds", {"v15"}, {"v6"})
    writer.put("ds_read_b32 v7, v14", "lds", {"v14"}, {"v7"})


def loaded_late(writer):
    """A load from the LDS, which is stored long after. It has come by then, if the LDS is not busy."""
    alone(writer)
    writer.put("ds_read_b32 v7, v14", "lds", {"v14"}, {"v7"})
    for _ in range(40):
        writer.valu("v_xor_b32 v6, v8, v9", {"v8", "v9"}, {"v6"})
    writer.store(1, "v7", 0)


def mask_for_nothing(writer):
    """The mask comes too late and chooses between two that are the same. The VGPR, written with it, comes in time."""
    alone(writer)
    names = control_programs.registers("s", 20, 2)
    mask = control_programs.MASK
    writer.valu(f"v_add_co_u32 v7, {mask}, v8, v9", {"v8", "v9"}, names | {"v7"})
    writer.valu(f"v_cndmask_b32 v6, v7, v7, {mask}", names | {"v7"}, {"v6"})


def zero(writer):
    writer.valu("v_xor_b32 v7, v8, v8", {"v8"}, {"v7"})
    alone(writer)
    writer.valu("v_xor_b32 v7, v7, v9", {"v7", "v9"}, {"v7"})
    writer.valu("v_xor_b32 v7, v7, v7", {"v7"}, {"v7"})


def read_in_a_loop(writer):
    """A load that a loop reads. The second turn writes again what the first one wrote."""
    alone(writer)
    writer.load(7, 3)
    counter = f"s{control_programs.COUNTER}"
    writer.put(f"s_movk_i32 {counter}, 2", "salu", (), {counter})
    back = writer.label()
    writer.valu("v_xor_b32 v6, v7, v8", {"v7", "v8"}, {"v6"})
    writer.put(f"s_sub_u32 {counter}, {counter}, 1", "salu", {counter}, {counter})
    writer.put(f"s_cmp_lg_u32 {counter}, 0", "salu", {counter})
    writer.put(f"s_cbranch_scc1 {back}", "salu")


def loaded_over(writer):
    """What reads a load writes the same register with the same value. A quick load comes before it reads. A slow one
    comes behind its write, and mends the value."""
    alone(writer)
    writer.load(7, 3)
    for _ in range(8):
        writer.valu("v_xor_b32 v6, v8, v8", {"v8"}, {"v6"})
    writer.valu("v_xor_b32 v7, v6, v7", {"v6", "v7"}, {"v7"})


def wait_of_the_first_turn(program, at):
    """The branch waits in place of the first instruction of the loop."""
    first = next(n for n in range(at) if program[n].text.startswith("v_xor_b32 v6, v7"))
    program[at].waits |= program[first].waits
    program[first].waits = set()


# By name: the program, what is taken away, and how it is counted. Memory returns the two loads of a VGPR in order.
COUNTED = {
    "a zero that is read too early": (zero, cycle, "C-RAW not seen: the wrong value changes nothing"),
    "a mask that is read too early": (mask_for_nothing, cycle, "C-RAW not seen: the wrong value changes nothing"),
    "load and flat of one register": (load_and_flat, wait, f"C-VAR seen with {control_property.FLAT_IN_LDS[0]}"),
    "flat and load of one register": (flat_and_load, wait, f"C-VAR seen with {control_property.FLAT_IN_LDS[0]}"),
    "a load that one turn reads": (
        read_in_a_loop,
        wait_of_the_first_turn,
        "C-VAR not seen: the wrong value changes nothing",
    ),
    "a load before a vector instruction": (loaded_early, distances, "C-WAW seen with the last lane alone in EXEC"),
    "a load behind another": (loaded_behind_another, pair, "C-WAW not seen: the unit still read an older"),
    "a load that is stored long after": (loaded_late, wait, "C-VAR seen behind a busy LDS"),
    "a scalar at the same edge": (waw, cycle, "C-WAW not seen: both write at one edge"),
    "an address behind others": (read_behind_others, distances, "C-RAW not seen: the unit still read an older"),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--valu-delay", type=int, default=DELAY, help="of the unit")
    parser.add_argument("--tool", help="what runs them (the unit of CONFIG=control_words)")
    options = parser.parse_args()
    os.chdir(ROOT)
    options.tool = control_random.unit_of(options)
    options.changes, options.programs = CHANGES, control_property.PROGRAMS
    if not options.tool:
        return 1
    options.tool = control_property.Tool(options.tool)
    doubles = []
    for rule, body, way in DIRECTED:
        members = {"rule": rule, "way": way, "body": staticmethod(body)}
        words = "exports of programs {0}" if "export" in body.__name__ else "accepted, but"
        doubles.append((f"without {rule}, {body.__name__}", type("One", (Lacks,), members), words))
    members = {"rule": "C-RAW", "way": "stall", "body": staticmethod(raw)}
    doubles += [("short", type("One", (Short,), members), "accepted, but"), ("invents", Invents, "no schedule shows")]
    doubles.append(("long", type("One", (Long,), {"body": staticmethod(stored)}), "no such distance"))
    jobs = [Job(name, call=notices(double, text, options)) for name, double, text in doubles]
    jobs += [Job(name, call=counts(*of, options)) for name, of in COUNTED.items()]
    quick = [control_property.QUICK]
    words = "C-VAR seen in one cycle, alone"
    jobs.append(Job("a load that comes before the write", call=counts(loaded_over, wait, words, options, quick)))
    return run(jobs, None)


if __name__ == "__main__":
    sys.exit(main())
