# SPDX-License-Identifier: Apache-2.0
"""Flips bits of the RTL's state and shows that the checker notices each: random slots, indices, lanes, bits and cycles.

usage: faults.py [--tool PROGRAM] [--seed N] [--count FLIPS_A_ROW] [--kept | --control]

Every row of the state table is flipped in turn, in tests of one to sixteen waves. The report is judged:

CHECK=every    The flip is reported in the cycle in which the wrong value first stands in the state, with its row and
               its slot or index. A register file or the LDS that is written at the edge of the flip keeps nothing of
               it: the run passes. Then the same flip one cycle later must be reported there.
CHECK=default  A register that is compared every cycle is judged as above. For a register file or the LDS the verdict
               blames the unit, no earlier than the flip. PASS is right as well: the tool gives it only if everything
               was swept after the flip. The bit was then overwritten, or the sweep would have found it.
Both           For a slot without a wave, or a bit of STATUS that is computed, the run is an ERROR that says so.

Then each event of the probe is dropped once and repeated once, in the first of the tests in which it happens. No such
run may pass, except without a capability that it then names as not checked. None may be an ERROR that says that the
event never happened. tb/probe/events.def lists the events.

--kept: bits that vector memory keeps instead (rtl/probe/vmem_kept.sv): queue entries, data, byte masks, the order of
returns, transfers with the LDS. No compare reads these bits, so a flip is noticed by its effect: a transaction, a
register, a return. It may hit a bit that nobody reads; the run then says so. Flips of a row go on until COUNT
were noticed.

--control: the rows and events of waves with control words (maxwell-control.md 8), on a unit that has them.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from wl.generate import parts, probe_events
from wl.runs.results import VERDICTS
from wl.tree import sources


BLAME = ("MISMATCH", "ILLEGAL", "HANG")
SLOTS = 16
# Tests with work for all of the unit, and tests that have the rarer events.
STATE_TESTS = ("bitonic1024", "fork_join", "barrier", "transpose", "radix_sort", "ds_gds")
EVENT_TESTS = (
    "fork_join",
    "lds_banks",
    "barrier",
    "message",
    "halt",
    "single_step",
    "ds_gds",
    "kernels/atomic_results",
    "directed_smem_rest",
    "vmem/lds_transfer",
    "export/types",
)
# Rows of waves with control words, tests of such waves, and events that only they have. A hit of a reuse entry is
# compared and not expected: it may be missing.
CONTROL_ROWS = ("STALL", "STAY", "ST", "VALU_N", "MEM_N", "SMEM_N", "BAR", "INC")
RETIRE_EVENTS = ("retire", "retire_end")  # a unit reports these or issues
WIDE_EVENTS = ("lds_wide",)  # of entries of the LDS that this unit does not have
CONTROL_EVENTS = ("control", "vgpr_read", "reuse_hit")
CONTROL_TESTS = ("control/yield", "control/clause", "control/reuse")
FILES = ("SGPR", "VGPR", "LDS")
STATE_SGPRS = (106, 107, 124, 125, 126, 127)  # VCC, M0, EXEC: rows of their own
STATUS_KEPT = (0, 3, 4, 5, 6, 11, 12, 13, 16, 20, 21)  # the others are 0, or computed (EXECZ, VCCZ)
MISSED = "the fault was not applied: "

# A program that uses all that vector memory keeps, and its rows: elements, lanes of an element, bits of a lane.
KEPT_TEST = sources.named("kept.json")
KEPT = {
    "VMEM_EXEC": (8, 1, 64),
    "VMEM_TAG": (8, 1, 6),
    "VMEM_VDST": (8, 1, 10),
    "VMEM_SCALAR": (8, 1, 128),
    "VMEM_FORMAT": (8, 1, 19),
    "VMEM_LDS_BASE": (8, 1, 16),
    "VMEM_CONTROL": (8, 1, 31),
    "VMEM_ADDRESS": (64, 16, 32),
    "VMEM_DATA": (128, 16, 32),
    "VMEM_OUT": (128, 16, 1),
    "VMEM_VIOL": (1, 1, 8),
    "VMEM_UNSENT": (1, 16, 4),
    "VMEM_BYTES": (64, 16, 4),
    "VMEM_PLACE": (64, 16, 6),
    "VMEM_ANSWERED": (8, 1, 10),
    "VMEM_HEAD": (1, 1, 4),
    "VMEM_TO_LDS": (1, 1, 3),
    "VMEM_FROM_LDS": (1, 1, 3),
}
NO_EFFECT = MISSED + "nothing that is compared was wrong after cycle "
MOST = 1000  # flips of a row until enough were noticed: of VMEM_OUT one in 77 is


class Run:
    """One run with a fault: its verdict, why, and the first divergence of its report ({}: none)."""

    def __init__(self, tool, test, fault, check="default", more=""):
        self.line = f"{tool} --device lockstep {test} --check {check}" + (f" --inject {fault}" if fault else "") + more
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                self.line.split() + ["--run-dir", folder], capture_output=True, text=True, check=False
            )
            self.verdict = (
                VERDICTS[done.returncode] if 0 <= done.returncode < len(VERDICTS) else f"exit {done.returncode}"
            )
            self.result, report = ({}, {})
            try:
                self.result = json.loads(pathlib.Path(folder, "result.json").read_text())
                report = json.loads(pathlib.Path(folder, "report.json").read_text())
            except (OSError, ValueError) as error:
                self.verdict = f"no report: {error}"
        self.why = self.result.get("why", "")
        self.first = (report.get("divergences") or [{}])[0]
        self.cycle = self.first.get("cycle")


class Flip:
    """Where and when. The same seed makes the same flips."""

    def __init__(self, rng, row, cycles, sizes):
        self.row, self.per_wave, indices, lanes, bits = row
        self.test = rng.choice(list(cycles))
        self.cycle = rng.randrange(2, cycles[self.test])
        self.slot = (
            rng.randrange(SLOTS)
            if self.per_wave and self.test == "bitonic1024"
            else rng.randrange(2)
            if self.per_wave
            else 0
        )
        self.index = rng.randrange(indices or sizes[self.row])
        while self.row == "SGPR" and self.index in STATE_SGPRS:
            self.index = rng.randrange(indices)
        self.lane = rng.randrange(lanes)
        self.bit = rng.randrange(bits)

    def fault(self, later=0):
        return f"{self.row}:{self.slot}:{self.index}:{self.lane}:{self.bit}@{self.cycle + later}"

    def told_there(self, run, later=0):
        """Reported in its cycle under its name. A rule that the wrong value breaks in that cycle may come first."""
        if run.cycle != self.cycle + later:
            return False
        if run.verdict == "ILLEGAL":
            return True
        here = {"SGPR": self.index, "VGPR": self.index, "LDS": self.index // 4 * 4}.get(self.row)
        row = "SCC" if (self.row, self.bit) == ("STATUS", 0) else self.row
        valid = (self.row, self.bit) == ("STATUS", 16)  # with it go all of the slot's registers
        return (
            run.verdict == "MISMATCH"
            and (run.first["row"] == row or valid)
            and (not self.per_wave or run.first.get("slot") == self.slot)
            and (here is None or run.first["index"] == here)
        )

    def judge(self, tool):
        """(what came of it in default mode: caught, gone, dead; cycles until then; what is wrong: lines)."""
        default = Run(tool, self.test, self.fault())
        wrong = []
        if default.why.startswith(MISSED):
            said = default.why[len(MISSED) :]
            dead = said == f"slot {self.slot} held no wave in cycle {self.cycle}" and self.row not in FILES
            dead |= said == f"the DUT has no register for bit {self.bit} of STATUS" and self.bit not in STATUS_KEPT
            unseen = self.row in FILES and said.endswith(f"no sweep compared {self.row}")
            return (
                "dead",
                0,
                [] if default.verdict == "ERROR" and (dead or unseen) else [f"{default.line}: {default.why}"],
            )
        every = Run(tool, self.test, self.fault(), "every")
        if not self.told_there(every):
            again = Run(tool, self.test, self.fault(1), "every")
            if self.row not in FILES or every.verdict != "PASS" or not self.told_there(again, 1):
                wrong.append(f"{every.line}: {every.verdict} at cycle {every.cycle}: {every.why}")
        if self.row not in FILES:
            if not self.told_there(default):
                wrong.append(f"{default.line}: {default.verdict} at cycle {default.cycle}: {default.why}")
        elif default.verdict == "PASS":
            return "gone", 0, wrong
        elif default.verdict not in BLAME or (default.cycle or 0) < self.cycle:
            wrong.append(f"{default.line}: {default.verdict} at cycle {default.cycle}: {default.why}")
        return "caught", (default.cycle or 0) - self.cycle, wrong


def state_rows():
    """Rows of the state table: name, one per wave or not, indices (0: all of the unit), lanes, bits.

    tb/probe/state.def has the rows of the wave state registers, tb/check/arch/state_table.c the others.
    """
    text = parts.named("state_table.c").read_text()
    text = text.replace("WL_SGPRS", "128").replace("WL_LANES", "64")
    files = re.findall(r'= \{"(\w+)", "[^"]*", (true|false), (\d+),\s*(\d+),\s*(\d+)\}', text)
    rows = [(row.name, True, 1, 1, row.bits) for row in probe_events.registers()]
    return rows + [(name, wave == "true", int(n), int(lanes), int(bits)) for name, wave, n, lanes, bits in files]


def event_fault(tool, fault, tests):
    """The run of the first test in which the event happens; the last tried, if it happens in none."""
    for test in tests:
        run = Run(tool, test, fault)
        if "was never injected" not in run.why:
            return run, []
    return run, [f"{fault} was never injected: the event happens in none of {', '.join(tests)}"]


def kept_faults(args):
    """Flips of what vector memory keeps; returns what is wrong."""
    refused = Run(args.tool, KEPT_TEST, "NONE:0@2")
    told = [name for name in re.sub(".*there are: ", "", refused.why).split(", ") if name.startswith("VMEM_")]
    failures = [] if told == sorted(KEPT) else [f"the unit keeps {told}"]
    clean = Run(args.tool, KEPT_TEST, None)
    failures += [f"{clean.line}: {clean.verdict}"] if clean.verdict != "PASS" else []
    print(f"seed {args.seed}\n{'row':<15}{'caught':>7}{'no effect':>11}   cycles until it is noticed, verdicts")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for row, sizes in KEPT.items():
            runs, rng = [], random.Random(f"{args.seed} {row}")  # a row's flips depend on no other row
            while sum(run.verdict in BLAME for run in runs) < args.count and len(runs) < MOST:
                places = [
                    (rng.randrange(2, clean.result["cycles"]), *map(rng.randrange, sizes)) for _ in range(args.count)
                ]
                new = pool.map(
                    lambda at: Run(
                        args.tool,
                        KEPT_TEST,
                        "{0}:0:{2}:{3}:{4}@{1}".format(row, *at),  # pylint: disable=cell-var-from-loop
                        more=" --hang-cycles 5000",
                    ),
                    places,
                )
                for at, run in zip(places, new):
                    runs.append(run)
                    run.after = (run.cycle or at[0]) - at[0]
                    if run.verdict not in BLAME and not run.why.startswith(NO_EFFECT) or run.after < 0:
                        failures.append(f"{run.line}: {run.verdict} at cycle {run.cycle}: {run.why}")
            caught = [run for run in runs if run.verdict in BLAME]
            if len(caught) < args.count:
                failures.append(f"row {row}: {len(caught)} of {len(runs)} flips were caught")
            late = ", ".join(str(run.after) for run in caught[: args.count])
            verdicts = ", ".join(sorted({run.verdict for run in caught}))
            print(f"{row:<15}{len(caught):>7}{len(runs) - len(caught):>11}   {late} {verdicts}", flush=True)
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default="build/wavelock")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=4)
    parser.add_argument("--kept", action="store_true", help="bits of what vector memory keeps")
    parser.add_argument("--control", action="store_true", help="rows and events of waves with control words")
    args = parser.parse_args()
    if args.count < 1:
        parser.error("--count: at least one flip a row")
    if args.kept:
        failures = kept_faults(args)
        for failure in failures:
            print(f"FAIL {failure}")
        print(f"{len(KEPT)} rows, {len(failures)} wrong")
        return 1 if failures else 0
    rng = random.Random(args.seed)
    rows, failures = state_rows(), []
    probe = "".join(parts.named(name).read_text() for name in ("wl_probe_pkg.sv", "probe.sv"))
    told = re.findall(r'wl_probe_state_row\(unit, "(\w+)"', probe)
    if [row[0] for row in rows] != told:
        failures.append(f"{len(rows)} rows could be read of the state table, and the probe tells {len(told)}")
    rows = [row for row in rows if (row[0] in CONTROL_ROWS) == args.control]
    clean = {test: Run(args.tool, test, None) for test in (CONTROL_TESTS if args.control else STATE_TESTS)}
    failures += [f"{run.line}: {run.verdict}" for run in clean.values() if run.verdict != "PASS"]
    cycles = {test: run.result["cycles"] for test, run in clean.items()}
    package = parts.named("cu_pkg.sv").read_text()
    sizes = {"VGPR": int(re.search(r"define WL_PHYS_VGPRS (\d+)", package)[1]), "LDS": 16 * 1024}
    print(f"seed {args.seed}, {args.count} flips a row")
    print(f"{'row':<10}{'caught':>7}{'gone':>6}{'dead':>6}   cycles until it is noticed in default mode (median, max)")
    dead = flipped = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for row in rows:
            outcomes = []
            # Flips that hit nothing are judged, too, but do not count; no row is so empty that this goes on for long.
            # One at least is to be caught.
            while len(outcomes) < 20 * args.count and (
                sum(what != "dead" for what, _, _ in outcomes) < args.count
                or not any(what == "caught" for what, _, _ in outcomes)
            ):
                flips = [Flip(rng, row, cycles, sizes) for _ in range(args.count)]
                outcomes += pool.map(lambda flip: flip.judge(args.tool), flips)
            flipped += len(outcomes)
            late = sorted(cycles for what, cycles, _ in outcomes if what == "caught")
            count = {what: sum(o[0] == what for o in outcomes) for what in ("caught", "gone", "dead")}
            dead += count["dead"]
            failures += [line for o in outcomes for line in o[2]]
            if not late:
                failures.append(f"row {row[0]}: none of {len(outcomes)} flips was caught")
            print(
                f"{row[0]:<10}{count['caught']:>7}{count['gone']:>6}{count['dead']:>6}"
                + (f"   {late[len(late) // 2]}, {late[-1]}" if late else ""),
                flush=True,
            )
        names = [name for name in probe_events.names() if name not in CONTROL_EVENTS + RETIRE_EVENTS + WIDE_EVENTS]
        if args.control:
            names = ["control", "vgpr_read", "operands_read"]
        tests = CONTROL_TESTS if args.control else EVENT_TESTS
        faults = [f"{verb}:{name}@0" for name in names for verb in ("drop", "repeat")]
        for fault, (run, wrong) in zip(faults, pool.map(lambda f: event_fault(args.tool, f, tests), faults)):
            failures += wrong
            # A capability that is not declared is not checked, and the run says so.
            if run.verdict == "PASS" and not (fault.startswith("drop:capability") and run.result["not_checked"]):
                failures.append(f"{run.line}: PASS")
            print(f"{fault[:-2]:<24}{run.verdict} at cycle {run.cycle}", flush=True)
    for failure in failures:
        print(f"FAIL {failure}")
    print(f"{flipped} flips ({dead} of no state) and {len(faults)} event faults, {len(failures)} wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
