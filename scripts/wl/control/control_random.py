# SPDX-License-Identifier: Apache-2.0
"""Random programs with control words in lockstep (maxwell-control.md 8), for a unit of CONFIG=control_words.

usage: control_random.py [--valu-delay N] [--count N] [--profile NAME] FROM TO      seeds FROM..TO of each profile
       control_random.py [...] --instructions N FROM      seeds from FROM on, until N instructions have issued

wavelock-random writes a program. Its waits are taken away, and its instructions get bundles with random fields: stalls,
'Y', barriers, wait masks, reuse flags and pairs. Most results are read too early, so the values are not those of the
program: what is checked is that unit and model agree on them, in every cycle. HAZARD findings are off. Findings of the
verdict ILLEGAL are avoided: barriers where 8.8 has them, pairs of 8.7, reuse of 8.11.

The first instructions, which set up addresses, wait for everything. A failure keeps its folder in runs/control-random
and prints the line that repeats it.

With --instructions each value of each field is counted, of the instructions that issued. A kind that never occurs is
named, and is a failure. Ends with 'N passed, N failed'.
"""
import argparse
import collections
import hashlib
import itertools
import json
import os
import random
import re
import shutil
import subprocess
import sys

from wl import ROOT
from wl.reading.program import Program
from wl.runs import programs, units
from wl.runs.results import Result
from wl.runs.runner import Job, Outcome, Runner


FOLDER = os.path.join("runs", "control-random")
WAVEFORM = "failure.fst"  # in the folder of a run, where it is asked for
# Profiles without shared VGPRs, which this mode refuses (D-CTRL-31).
PROFILES = "default alu buffer control corners float flow int lds memory registers".split()
COUNT = 300  # instructions of a program
CAREFUL = 125  # instructions of the prologue, which makes addresses
BARRIERS = 6
LEAST_OF_FLOW = 5  # C-MIN
LAST_PLAIN_STALL = 11  # longer ones need 'Y'
NO_BARRIER = 7
MOST_CYCLES = "60000"  # programs end much earlier, or go round for ever
HANDLER = "handler"  # of traps: ordinary code (D-CTRL-14), at the end
# Its way behind s_trap: the next slot, which is not at the start of a bundle (8.2). SCC is set again behind it.
NEXT_SLOT = """  s_add_u32 ttmp0, ttmp0, 8
  s_addc_u32 ttmp1, ttmp1, 0
  s_and_b32 ttmp3, ttmp0, 31
  s_cselect_b32 ttmp3, 0, 8
  s_add_u32 ttmp0, ttmp0, ttmp3"""
# The values of each field of an instruction (2; 8.10), by its first bit and its bits.
FIELDS = {
    "stall": (0, 4, range(16)),
    "Y": (4, 1, range(2)),
    "write": (5, 3, (*range(BARRIERS), NO_BARRIER)),
    "read": (8, 3, (*range(BARRIERS), NO_BARRIER)),
    "wait": (11, 6, range(64)),
    "reuse": (17, 3, range(8)),
}
ISSUED = re.compile(r" *\d+ +\d+ ([0-9a-f]{12}) ", re.M)  # a line of a trace (docs/trace.md)
FLOW = ("s_cbranch", "s_branch", "s_setpc", "s_swappc", "s_call", "s_endpgm", "s_barrier")
LOADS = ("global_load", "flat_load", "buffer_load", "tbuffer_load", "scratch_load")
STORES = ("global_store", "flat_store", "buffer_store", "tbuffer_store", "scratch_store")
DS_RESULTS = ("ds_read", "ds_swizzle", "ds_permute", "ds_bpermute", "ds_consume", "ds_append", "ds_ordered")
SCALAR_RESULTS = ("s_load", "s_buffer_load", "s_scratch_load", "s_memtime", "s_memrealtime", "s_dcache", "s_atc")
# VALU instructions of long latency: they may set a write barrier (D-CTRL-40).
LONG = re.compile(r"v_((exp|log|sin|cos|rcp|rsq|sqrt)_f(16|32)|(add|mul|fma|rcp|rsq|sqrt|div_fixup)_f64)(_e32|_e64)?$")
# Verdicts of runs in which unit and model agree. EXPECT and ERROR come from the random program: it leaves a buffer with
# other contents, sends a wave to a place that is no code, or loops for ever.
AGREED = re.compile(
    r"(PASS|EXPECT): |"
    r"ERROR: (launch \d+ of \d+, kernel \w+: )?(slot \d+: (illegal instruction|fetch from)|.*the limit of \d+ cycles)"
)
# Vector instructions whose sources are not simply VGPRs of 32 bits (8.11): they get no reuse flags.
NO_FLAGS = re.compile(
    r"v\[|dpp|sdwa|quad_perm|row_|wave_|dst_sel|src0_sel|_sel:|v_madmk|v_madak|v_swap|64|v_nop|v_clrexcp|v_mqsad|v_pk_|"
    r"v_mad_mix|v_fma_mix|v_dot|lds_direct"
)
# Vector instructions with a scalar result or with two: they are not the first of a pair here.
NO_FIRST = re.compile(r"v_cmp|v_read|v_swap|v_div_scale|v_mad_[ui]64|_co_|v\[|dpp")


def may_set(text):
    """Whether the instruction may set a write and a read barrier (8.8)."""
    op = text.split()[0]
    if op == "ds_nop":
        return False, False
    if LONG.match(op):
        return True, False
    if op.startswith(LOADS):
        return True, True
    if op.startswith(STORES) or op.startswith("exp"):
        return False, True
    if op.startswith("buffer_wbinvl1"):
        return True, False
    if op.startswith("ds_"):
        return op.startswith(DS_RESULTS) or "_rtn" in op, True
    if op.startswith("s_"):
        return op.startswith(SCALAR_RESULTS), False
    return "atomic" in op and " glc" in text, "atomic" in op


def flags(rng, text):
    """Reuse flags on sources that are VGPRs of 32 bits and are not written."""
    if not text.startswith("v_") or NO_FLAGS.search(text) or rng.random() >= 0.4:
        return []
    operands = [word.strip() for word in text.partition(" ")[2].split(",")]
    destination, sources = operands[0], operands[1:]
    if sources and (sources[0] == "vcc" or sources[0].startswith("s[")):
        sources = sources[1:]
    found = []
    for slot, source in enumerate(sources[:3], 1):
        register = source.split(" ")[0].strip("-|")
        if re.fullmatch(r"v\d+", register) and register != destination and rng.random() < 0.5:
            found.append(f"U{slot}")
    return found


class Slot:
    def __init__(self, rng, text, name, careful, waits, indexed):
        """text: as the assembler reads it. name: the mnemonic and operands, also of an instruction in words."""
        self.text, self.name = text, name
        chance = rng.random()
        self.stall = (
            11 if careful else 1 if chance < 0.5 else rng.randint(2, 6) if chance < 0.85 else rng.randint(7, 15)
        )
        if name.startswith(FLOW):
            self.stall = max(self.stall, LEAST_OF_FLOW)
        self.yields = self.stall > LAST_PLAIN_STALL or rng.random() < 0.25
        self.parts = [] if careful or indexed else flags(rng, name)
        write, read = may_set(name)
        if write and (careful or rng.random() < 0.7):
            self.parts.append(f"W{0 if careful else rng.randrange(BARRIERS)}")
        if read and (careful or rng.random() < 0.6):
            self.parts.append(f"R{1 if careful else rng.randrange(BARRIERS)}")
        if not waits and not careful and rng.random() < 0.1:
            waits = [rng.randrange(BARRIERS)]
        self.parts += [f"B{barrier}" for barrier in waits]

    def field(self):
        return "+".join([str(self.stall), *(["Y"] if self.yields else []), *self.parts])


def is_second(name):
    op = name.split()[0]
    branch = op == "s_branch" or op.startswith(("s_cbranch_s", "s_cbranch_v", "s_cbranch_e"))
    return op == "s_nop" or branch or (op.startswith("ds_") and "v[" not in name)


def make_pairs(rng, slots):
    """Stall 0 where the unit may pair two (D-CTRL-39) and the second reads nothing of the first."""
    for at, (first, second) in enumerate(zip(slots, slots[1:])):
        if not first.name.startswith("v_") or NO_FIRST.search(first.name) or not is_second(second.name):
            continue
        destination = first.name.partition(" ")[2].split(",")[0].strip()
        reads = destination and re.search(rf"\b{re.escape(destination)}\b", second.name)
        if reads or rng.random() < 0.2 or (at and slots[at - 1].stall == 0):
            continue
        first.stall, first.yields = 0, False


KERNELS = ("random:", "again:")


class Dresser:
    """Writes the instructions of a program as bundles."""

    def __init__(self, rng, indexed):
        self.rng, self.indexed = rng, indexed
        self.lines, self.slots, self.labels, self.waits, self.count = ['.include "control.inc"'], [], [], [], 0
        self.ordinary = False  # the trap handler

    def flush(self):
        if not self.slots and not self.labels:
            return
        if not self.slots:
            self.slots.append(Slot(self.rng, "s_nop 0", "s_nop 0", True, [], True))
        make_pairs(self.rng, self.slots)
        fields = [slot.field() for slot in self.slots] + ["1"] * (3 - len(self.slots))
        self.lines += [f"  ctrl {', '.join(fields)}", *self.labels, *(f"  i {slot.text}" for slot in self.slots)]
        self.slots, self.labels = [], []

    def instruction(self, line):
        text, _, said = (part.strip() for part in line.partition("//"))
        name = (said or "v_nop") if text.startswith(".long") else text
        careful = self.count < CAREFUL
        self.count += 1
        if name.startswith("s_waitcnt"):
            share = 1 if careful or self.rng.random() < 0.6 else 0.4
            self.waits = [barrier for barrier in range(BARRIERS) if self.rng.random() < share]
            return
        self.slots.append(Slot(self.rng, text, name, careful, self.waits, self.indexed))
        self.waits = []
        if len(self.slots) == 3:
            self.flush()

    def line(self, line):
        text = line.strip()
        if text == f"{HANDLER}:":
            self.flush()
            self.ordinary = True
        if text == ".globl again":
            self.ordinary = False
        if self.ordinary:
            self.lines.append(NEXT_SLOT if text == "s_add_u32 ttmp0, ttmp0, 4" else line)
        elif line.startswith(".fill"):
            pass  # a kernel begins with a bundle, wherever it does in a program without control words
        elif text.endswith(":") and text not in KERNELS:
            if self.slots:
                self.flush()
            self.labels.append(line)
        elif not text or text in KERNELS or (text.startswith(".") and not text.startswith(".long")):
            if text.startswith((".size", ".rodata", ".section")) or self.slots:
                self.flush()
            self.lines.append(line)
        else:
            self.instruction(line)


def dress(folder, seed):
    """Gives the program in the folder its control words."""
    path = os.path.join(folder, "random.s")
    with open(path, encoding="ascii") as file:
        text = file.read()
    dresser = Dresser(random.Random(seed), "gpr_idx" in text)
    for line in text.split("\n"):
        dresser.line(line)
    dresser.flush()
    with open(path, "w", encoding="ascii") as file:
        file.write("\n".join(dresser.lines) + "\n")
    shutil.copy(os.path.join("vectors", "include", "control.inc"), folder)
    path = os.path.join(folder, "test.json")
    with open(path, encoding="utf-8") as file:
        test = json.load(file)
    test["launch"]["issue"] = "control"
    with open(path, "w", encoding="utf-8") as file:
        json.dump(test, file)


def fields_of(result, trace):
    """How often each value of each field has issued: {"stall": {"11": 3}}."""
    program, base = Program.of_object(result["object"]), int(result["base"], 16)
    end = program.symbols.get(HANDLER, float("inf"))
    counts = {name: collections.Counter() for name in FIELDS}
    with open(trace, encoding="ascii") as file:
        issued = collections.Counter(int(pc, 16) - base for pc in ISSUED.findall(file.read()))
    for pc, count in issued.items():
        for start, contents in program.segments:
            if start <= pc < min(end, start + len(contents)) and pc % 32 and not pc % 8:
                word = int.from_bytes(contents[pc // 32 * 32 - start :][:8], "little")
                field = word >> 21 * (pc % 32 // 8 - 1)
                for name, (first, bits, _) in FIELDS.items():
                    counts[name][str(field >> first & (1 << bits) - 1)] += count
    return counts


def make(runs, count, profile, seed):
    """Makes a program below `runs`; returns its folder."""
    folder = os.path.join(runs, f"{profile}-{count}-{seed}")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    path = os.path.join("tb", "random", "profiles", f"{profile}.txt")
    words = ["--seed", str(seed), "--profile", path, "--count", str(count), "--out", folder]
    subprocess.run([programs.GENERATOR, *words], check=True, capture_output=True)
    dress(folder, seed)
    return folder


def hash_of(folder):
    """SHA-256 of the program's instructions with their control words."""
    with open(os.path.join(folder, "random.s"), "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def command_of(tool, folder, seed):
    return [tool, "--hazards", "off", "--max-cycles", MOST_CYCLES, "--seed", str(seed), f"{folder}/test.json"]


def run_seed(tool, count, profile, seed, below, waves=False, counted=False):
    folder = make(below, count, profile, seed)
    command = command_of(tool, folder, seed)
    trace = f"{folder}/trace"

    def run(job):
        more = ["--trace", trace] if counted else []
        more += ["--waves-auto", f"{folder}/run/{WAVEFORM}"] if waves else []
        _, output = job.execute([*command, *more, "--run-dir", f"{folder}/run"])
        result = Result.read(f"{folder}/run")
        if not AGREED.match(result.headline):
            return Outcome(0, 1, result.headline, f"{output[-800:]}\nagain: {' '.join(command)}")
        facts = {"instructions": result["instructions"], "fields": fields_of(result, trace) if counted else {}}
        facts["hash"] = hash_of(folder)
        shutil.rmtree(folder)
        return Outcome(1, 0, json.dumps(facts))

    return Job(f"{profile} seed {seed}", call=run)


def unit_of(options):
    """The tool of a unit with control words, built; None if that fails."""
    if options.tool:
        return options.tool
    unit = units.with_control_words(options.valu_delay)
    tool = units.path(unit)
    return None if subprocess.run(["make", "-s", *units.words(unit), tool], check=False).returncode else tool


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int, nargs="?")
    parser.add_argument("--instructions", type=int, help="go on until so many have issued; count the fields")
    parser.add_argument("--count", type=int, default=COUNT, help="instructions of a program (%(default)s)")
    parser.add_argument("--profile", help=f"a name in tb/random/profiles (all of {' '.join(PROFILES)})")
    parser.add_argument("--valu-delay", type=int, default=0, help="of the unit")
    parser.add_argument("--folder", default=FOLDER, help="has the programs that fail, with their runs (%(default)s)")
    parser.add_argument("--waves", action="store_true", help=f"a run that fails leaves {WAVEFORM}; of a -trace tool")
    parser.add_argument("--tool", help="what runs them (the unit of CONFIG=control_words)")
    parser.add_argument("--hashes", help="file that gets a hash of each program that passes")
    options = parser.parse_args()
    if (options.last is None) != bool(options.instructions):
        parser.error("one of TO and --instructions is needed")
    os.chdir(ROOT)
    tool = unit_of(options)
    if not tool:
        return 1
    profiles = [options.profile] if options.profile else PROFILES
    seeds = itertools.count(options.first) if options.last is None else range(options.first, options.last + 1)
    # A generator: a program is written when its turn comes.
    jobs = (
        run_seed(tool, options.count, profile, seed, options.folder, options.waves, bool(options.instructions))
        for seed in seeds
        for profile in profiles
    )
    passed = failed = instructions = 0
    hashes = []
    fields = {name: collections.Counter() for name in FIELDS}
    runner = Runner(jobs, None)
    for job, outcome in runner.results():
        passed, failed = passed + outcome.passed, failed + outcome.failed
        if outcome.failed:
            print(f"FAILED: {job.name}: {outcome.detail}\n{outcome.output}")
            continue
        facts = json.loads(outcome.detail)
        instructions += facts["instructions"]
        hashes.append(facts["hash"])
        for name, counts in facts["fields"].items():
            fields[name].update(counts)
        if options.instructions and instructions >= options.instructions:
            runner.stop()
    if options.instructions:
        failed += holes(fields)
    programs.write_hashes(options.hashes, hashes)
    print(f"{instructions} instructions issued; {passed} passed, {failed} failed")
    return int(failed != 0)


def holes(fields):
    """Prints how often the values of each field occurred, and names those that never did. Returns their number."""
    number = 0
    for name, (_, _, values) in FIELDS.items():
        counts = [fields[name][str(value)] for value in values]
        print(f"{name}: {len(counts) - counts.count(0)} of {len(counts)} values, the rarest {min(counts)} times")
        for value, count in zip(values, counts):
            if not count:
                print(f"FAILED: {name} never was {value}")
                number += 1
    return number


if __name__ == "__main__":
    sys.exit(main())
