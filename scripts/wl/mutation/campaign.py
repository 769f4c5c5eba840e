# SPDX-License-Identifier: Apache-2.0
"""Runs the mutants of an instrumented unit: what activates each, and what notices it.

A program runs twice. The first run has no mutant on and notes the first cycle in which each would differ, and a sum of
the unit's state in every cycle. The second starts a copy of itself in that cycle for each mutant that no program has
caught, with the mutant on. The copy notes the first cycle in which its state has another sum.
"""
import fnmatch
import itertools
import math
import os
import re
import shutil
import statistics
import subprocess

from wl import Error
from wl.mutation.operators import OPERATORS
from wl.runs import cycles, descriptions, programs, results


HANG_CYCLES = 1000000  # of a run without a mutant: no wave starts or ends
BOUND = 5000  # cycles of the first copy after its mutant differed; each further copy has twice as many
LONGEST = 320000  # of them
BYTES_OF_CYCLE = 8  # in the file of states
AT_BOUND = 100  # exit code of a copy that came to it: tb/top/mutants.cc
LENGTH = 300  # instructions of a random program
# Vectors of the blocks on the way from fetch to issue.
ISSUING = (
    "waits/[!v]*",
    "waits/vm",
    "waits/vm/?",
    "waits/vm_deep",
    "wait_states/*",
    "illegal*",
    "far_code",
    "icache_conflict",
    "flow/*",
    "gpr_index*",
    "shapes",
    "control/*",
    "sgpr/*",
    "smem*",
    "export/*",
    "valu/*",
    "ds_direct",
    "lds/direct*",
    "r700/*",
    "trap_*",
    "points_*",
    "excp_trap",
    "directed_branches",
    "directed_forks",
    "directed_gpr_index",
    "directed_hwreg",
    "directed_illegal",
    "directed_legal",
    "directed_movrel",
    "directed_readings",
    "directed_sources",
    "directed_vskip",
)
# Vectors that run before the random programs, build/vectors last.
VECTORS = {
    "common": (
        "kernels/*",
        "valu/*",
        "directed_float*",
        "directed_double*",
        "directed_half*",
        "directed_width*",
        "directed_flag*",
        "directed_div*",
        "directed_rcp*",
        "directed_flat*",
        "directed_atomic*",
        "directed_ds*",
        "lds*",
        "ds_*",
        "barrier*",
        "transactions*",
        "export/*",
    ),
    "control": ISSUING,
    "exposed": ISSUING,
    "export": ("export/*", "directed_export*", "directed_illegal/waves_export*", "directed_legal"),
    "fetch": ISSUING,
    "flow": (
        "flow/*",
        "barrier*",
        "fork_join",
        "branches",
        "join_underflow",
        "sleep*",
        "message*",
        "trap*",
        "halt*",
        "cdbg*",
        "excp_trap",
        "single_step",
        "r700/*",
        "far_code*",
        "directed_branches",
        "directed_forks",
        "directed_readings",
    ),
    "image": ("image*", "directed_image_*", "directed_illegal/waves_image*", "directed_legal"),
    "issue": ISSUING,
    "lds": (
        "lds*",
        "ds_*",
        "litmus/*",
        "flow/gds*",
        "directed_ds*",
        "directed_lds*",
        "directed_flat*",
        "directed_float_atomics",
        "directed_illegal/waves_ds*",
    ),
    "scalar": (
        "smem*",
        "sgpr/*",
        "waits/smem*",
        "points_*",
        "directed_legal",
        "directed_sources",
        "int_forms*",
        "directed_smem_*",
        "directed_sop*",
        "directed_hwreg",
        "directed_movrel",
    ),
    "simd": (
        "valu*",
        "int_forms*",
        "simd_busy",
        "kernels/math_*",
        "directed_cmp_*",
        "directed_div*",
        "directed_double*",
        "directed_dpp_*",
        "directed_flag_*",
        "directed_float*",
        "directed_gpr_index",
        "directed_half*",
        "directed_illegal",
        "directed_lanes",
        "directed_legal",
        "directed_movrel",
        "directed_packed",
        "directed_rcp",
        "directed_readings",
        "directed_sdwa_*",
        "directed_sources",
        "directed_valu_*",
        "directed_width_*",
    ),
    "vmem": (
        "vmem/*",
        "memory*",
        "transactions*",
        "atomic_order",
        "memcheck*",
        "directed_atomic_*",
        "directed_buffer_*",
        "directed_flat*",
        "directed_format_*",
        "directed_illegal/waves_vmem*",
        "directed_legal",
        "directed_lds_dma*",
        "directed_scratch",
        "directed_tfe*",
    ),
    "wave": ISSUING,
}

# Profiles of random programs, where not all of them come to the block.
PROFILES = {"image": ("image", "default")}


PASSES = ("vectors", "random")  # each with all mutants: what both say is beside each other
SURVIVED = ("never", "unchanged", "silent")  # states of mutants that nothing has caught
COUNTED = ("mutants", "never", "unchanged", "silent", "equivalent", "proved", *PASSES, "caught")  # columns of a block
OF_OPERATOR = ("mutants", *PASSES, "either")  # columns of an operator: those that are not equivalent, and caught ones
PROVED = "Proved: "  # so begins the reason of an equivalent mutant that mutation/prove.py proved


class Failed(Error):
    """The campaign cannot go on; the text says why."""


class Fate:
    """The fate of a mutant in a pass, or in all. first, wrong: (program, cycle) in which its expression, and the unit's
    state, differed first. cycles: from the first wrong state to the verdict."""

    def __init__(self, row):
        self.row = row
        self.first = self.wrong = self.verdict = self.by = self.cycles = None
        self.passed = []  # programs that activated it and ended without a verdict
        self.equivalent = ""  # the reason
        self.broken = ""  # the copy ended without a verdict, by a signal
        self.caught_in = {}  # of a fate in all passes: the passes that caught it, each with the cycles there

    def fresh(self, name=""):
        """The fate at the beginning of a pass."""
        fate = Fate(self.row)
        fate.first, fate.wrong, fate.equivalent = self.first, self.wrong, self.equivalent
        if name in self.caught_in:
            fate.verdict, fate.by, fate.cycles = "FAIL", "an earlier campaign", self.caught_in[name]
        return fate

    @classmethod
    def joined(cls, fates):
        """The fate in all passes: what came first counts."""
        joined = fates[0].fresh()
        for fate in fates:
            for name in ("first", "wrong", "broken"):
                setattr(joined, name, getattr(joined, name) or getattr(fate, name))
            if fate.verdict and not joined.verdict:
                joined.verdict, joined.by, joined.cycles = fate.verdict, fate.by, fate.cycles
            joined.passed += fate.passed
        joined.caught_in = {name: fate.cycles for name, fate in zip(PASSES, fates) if fate.verdict}
        return joined

    def go_on(self, before):
        """From the rows of an earlier campaign's mutants.json. One of an equivalent mutant says nothing."""
        its = {"caught_in": {}, "activated_by": None, "wrong_state": None}
        for row in (*before["mutants"], *before["survivors"]):
            if row["id"] == self.row["id"]:
                its.update(row)
        self.caught_in = its["caught_in"]
        for name, key in (("first", "activated_by"), ("wrong", "wrong_state")):
            place = its[key]
            setattr(self, name, (place["test"], place["cycle"]) if place else None)

    @property
    def state(self):
        if self.equivalent:
            return "equivalent"
        if self.verdict:
            return "caught"
        return "silent" if self.wrong else "unchanged" if self.first else "never"


class Test:
    """A program: its name as people give it, and the options that run it."""

    def __init__(self, test, seed, make=None):
        self.test, self.seed, self.make = test, seed, make

    def __str__(self):
        return f"{self.make or self.test} seed {self.seed}"


def random_tests(folder, count, first, start=0, names=()):
    """Random programs of all profiles, or of these, in turn, from number start on; count None: without end."""
    names = names or programs.profiles()
    for number in itertools.count(start) if count is None else range(start, start + count):
        profile, seed = names[number % len(names)], first + number // len(names)
        program = programs.Program(folder, profile, LENGTH, seed)
        os.makedirs(program.folder)
        done = subprocess.run(program.make_command(), capture_output=True, text=True, check=False)
        if done.returncode:
            raise Failed(f"{' '.join(program.make_command())}: {done.stderr.strip()}")
        yield Test(program.folder, seed, f"random {profile} {LENGTH}")
        program.remove()


def profiles_of(blocks):
    """The profiles of the random programs, in turn; empty for all of them."""
    return PROFILES.get(blocks[0], ()) if len(blocks) == 1 else ()


def vector_tests(blocks, patterns=()):
    """The vectors of the blocks, or of the patterns: the short ones first, the ones of unknown length last."""
    wanted = patterns or [pattern for block in blocks for pattern in VECTORS[block]]
    known = cycles.read(cycles.BASELINE)
    names = [
        name
        for root in descriptions.ROOTS
        for name, first in descriptions.below(root)
        if not descriptions.of_other_unit(root, name, first)
    ]
    for name in sorted(names, key=lambda name: (known.get((name, 1), math.inf), name)):
        if any(fnmatch.fnmatchcase(name, pattern) for pattern in wanted):
            yield Test(name, 1)


def tests_of(unit, patterns=()):
    """The tests that a unit in a folder of its own names, or those of the patterns."""
    for name in descriptions.of_own_folder(unit):
        if not patterns or any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns):
            yield Test(name, 1)


class Campaign:
    """Mutants on the way: fates by number."""

    def __init__(self, tool, folder, fates, jobs):
        self.tool, self.folder, self.jobs = tool, folder, jobs
        self.fates = {fate.row["number"]: fate for fate in fates}
        self.record = os.path.join(folder, "record.txt")

    def execute(self, test, plus, hang=HANG_CYCLES):
        command = [self.tool, "--device", "lockstep", test.test, "--seed", str(test.seed)]
        command += ["--hang-cycles", str(hang), "--cache", self.folder, "--plus", plus]
        return subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)

    def activated(self, test):
        """{number: first cycle} of a run without a mutant, None when the test is for another unit."""
        path = self.record
        done = self.execute(test, f"+mutants_record={path}")
        if done.returncode:
            said = programs.headline(done.stdout + done.stderr)
            raise Failed(f"{test}: without a mutant the run must pass; it said: {said}")
        with open(path, encoding="utf-8") as file:
            return {int(n): int(cycle) for n, cycle in (line.split() for line in file)}

    def note(self, test):
        """A program without a mutant, and what it comes to."""
        for number, cycle in self.activated(test).items():
            if fate := self.fates.get(number):
                fate.first = fate.first or (str(test), cycle)

    def run(self, test):
        """A program on all mutants that are still to be caught."""
        open_ones = self.open_ones(test, self.activated(test))
        if open_ones:
            states = f"{self.record}.states"
            self.copies(test, open_ones, os.path.getsize(states) // BYTES_OF_CYCLE, f" +mutants_states={states}")

    def open_ones(self, test, found):
        """{number: first cycle} of those of activated(test) that are still to be caught; their fates know it."""
        open_ones = {}
        for number, cycle in found.items():
            fate = self.fates.get(number)
            if not fate:
                continue
            fate.first = fate.first or (str(test), cycle)
            if fate.state in ("silent", "unchanged") and not fate.broken:
                open_ones[number] = cycle
        return open_ones

    def copies(self, test, open_ones, cycles_of_run, more=""):
        """A program once more, with a copy for each of these mutants. cycles_of_run: without a mutant nothing waits for
        longer. more: plus arguments."""
        copies = os.path.join(self.folder, "copies")
        shutil.rmtree(copies, ignore_errors=True)
        os.makedirs(copies)
        plan = os.path.join(self.folder, "plan.txt")
        with open(plan, "w", encoding="utf-8") as file:
            file.writelines(
                f"{number} {cycle} {self.bound(number, cycles_of_run)}\n" for number, cycle in open_ones.items()
            )
        plus = f"+mutants_plan={plan} +mutants_out={copies} +mutants_jobs={self.jobs}{more}"
        done = self.execute(test, plus, cycles_of_run)
        try:
            with open(os.path.join(copies, "copies.txt"), encoding="utf-8") as file:
                lines = [line.split(maxsplit=4) for line in file]
        except OSError as error:
            raise Failed(f"{test}: {error}; the run said: {programs.headline(done.stdout + done.stderr)}") from None
        for number, _, end, wrong, how in lines:
            self.judge(self.fates[int(number)], test, int(wrong), int(end), how.strip(), copies)

    def bound(self, number, cycles_of_run):
        """The cycles of a copy. Most mutants show within some; one that did not gets more each time. A copy that stands
        still comes to its HANG before."""
        return max(min(BOUND << len(self.fates[number].passed), LONGEST), 2 * cycles_of_run)

    def judge(self, fate, test, wrong, end, how, copies):
        kind, _, value = how.partition(" ")
        fate.wrong = fate.wrong or (wrong and (str(test), wrong)) or None
        if kind == "signal":
            fate.broken = f"{test}: the run was ended by {how}, without a verdict"
        elif kind != "code":
            raise Failed(f"{test}: mutant {fate.row['number']}: {how}")
        elif int(value) in (0, AT_BOUND):
            fate.passed.append(str(test))
        elif int(value) < len(results.VERDICTS):
            path = os.path.join(copies, f"{fate.row['number']}.txt")
            with open(path, encoding="utf-8", errors="replace") as file:
                fate.verdict = results.VERDICTS[int(value)]
                programs.check_disk(self.folder, said := file.read())
                fate.said = programs.headline(said)
            # Some checks see a wrong value on its way to the first register, or name an earlier cycle.
            fate.by, fate.cycles = str(test), max(end - wrong, 0) if wrong else 0
        else:
            raise Failed(f"{test}: mutant {fate.row['number']} ended with {how}")

    def count(self, state):
        return sum(fate.state == state for fate in self.fates.values())


def in_code(folder):
    """Numbers of the mutants that are in what Verilator made. The unit has nothing of the others: they stand in parts
    of other units, or a constant hides them."""
    numbers = set()
    for name in os.listdir(folder):
        if name.endswith((".cpp", ".h")):
            with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as file:
                numbers |= {int(number) for number in re.findall(r"\bwl_mutant\((\d+)", file.read())}
    return numbers


def activated(fates):
    """Lines: by block how many of the mutants that are not equivalent programs came to, then the others."""
    lines = []
    for block in dict.fromkeys(fate.row["block"] for fate in fates):
        its = [fate for fate in fates if fate.row["block"] == block and not fate.equivalent]
        count = sum(bool(fate.first) for fate in its)
        lines.append(f"{block}: {count} of {len(its)} activated, {count / len(its):.1%}")
        for fate in its:
            if not fate.first:
                row = fate.row
                lines.append(f"  {row['file']}:{row['line']}: {row['operator']}: {row['before']}  ->  {row['after']}")
    return lines


def kill(fate):
    """A text: how the mutant would be noticed."""
    row = fate.row
    what = f"`{row['target']}`" if row["target"] else f"the statement in line {row['line']}"
    if fate.broken:
        return fate.broken
    if fate.state == "never":
        return f"a program that comes to {what} with `{row['before']}` other than `{row['after']}`"
    if fate.state == "unchanged":
        test, cycle = fate.first
        return f"as {test} in cycle {cycle}, where {what} is wrong, but so that a register gets the wrong value"
    test, cycle = fate.wrong
    return f"as {test} in cycle {cycle}, where the state is wrong, but so that it comes into what is compared"


def document(fates):
    """mutants.json: docs/mutation.md."""
    blocks = []
    for block in dict.fromkeys(fate.row["block"] for fate in fates):
        its = [fate for fate in fates if fate.row["block"] == block]
        late = [fate.cycles for fate in its if fate.state == "caught"]
        states = [fate.state for fate in its]
        blocks.append(
            {
                "block": block,
                "mutants": len(its),
                "never": states.count("never") + states.count("unchanged"),
                **{state: states.count(state) for state in ("unchanged", "silent", "equivalent")},
                "proved": sum(fate.equivalent.startswith(PROVED) for fate in its),
                **{name: sum(name in fate.caught_in for fate in its) for name in PASSES},
                "caught": states.count("caught"),
                "median_cycles": statistics.median_low(late) if late else None,
                "cycles": sorted(late),
            }
        )
    keys = ("block", "id", "file", "line", "operator", "before", "after")
    survivors = [
        {
            **{key: fate.row[key] for key in keys},
            "state": fate.state,
            "activated_by": {"test": fate.first[0], "cycle": fate.first[1]} if fate.first else None,
            "wrong_state": {"test": fate.wrong[0], "cycle": fate.wrong[1]} if fate.wrong else None,
            "passed": len(fate.passed),
            "kill": kill(fate),
        }
        for fate in fates
        if fate.state in SURVIVED
    ]
    mutants = [
        {
            **{key: fate.row[key] for key in ("block", "id", "operator")},
            "state": fate.state,
            "caught_in": fate.caught_in,
        }
        for fate in fates
    ]
    return {"blocks": blocks, "operators": operators_of(fates), "survivors": survivors, "mutants": mutants}


def operators_of(fates):
    """What each pass caught of the mutants of each operator that are not equivalent."""
    rows = {}
    for fate in fates:
        operator = fate.row["operator"]
        row = rows.setdefault(operator, {"operator": operator, **dict.fromkeys(OF_OPERATOR, 0)})
        row["mutants"] += not fate.equivalent
        row["either"] += fate.state == "caught"
        for name in fate.caught_in:
            row[name] += 1
    return [rows[operator] for operator in OPERATORS if operator in rows]


def total(rows):
    """The row below the rows of operators."""
    return {"operator": "all", **{key: sum(row[key] for row in rows) for key in OF_OPERATOR}}


def merged(documents):
    """The document of several slices of mutants, which have none in common."""
    blocks, operators, survivors, mutants = {}, {}, [], []
    for found in documents:
        survivors += found["survivors"]
        mutants += found["mutants"]
        for row in found["operators"]:
            sums = operators.setdefault(row["operator"], {"operator": row["operator"], **dict.fromkeys(OF_OPERATOR, 0)})
            for key in OF_OPERATOR:
                sums[key] += row[key]
        for block in found["blocks"]:
            total = blocks.setdefault(block["block"], {"block": block["block"]})
            for key in COUNTED:
                total[key] = total.get(key, 0) + block[key]
            late = sorted([*total.get("cycles", ()), *block["cycles"]])
            total.update(median_cycles=statistics.median_low(late) if late else None, cycles=late)
    its = [operators[operator] for operator in OPERATORS if operator in operators]
    return {"blocks": list(blocks.values()), "operators": its, "survivors": survivors, "mutants": mutants}
