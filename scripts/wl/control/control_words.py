# SPDX-License-Identifier: Apache-2.0
"""Schedules a gfx900 program by control words (docs/spec/maxwell-control.md 8): barriers and stalls for its own waits.

usage: control_words.py PROGRAM -o OUTPUT.s [options] [-- options of clang, for a .cl]

PROGRAM is OpenCL C (.cl) or assembly (.s), as a test description names it. The output is assembly with the same
kernels, descriptors and symbols, in bundles; `launch.issue` of a test that runs it is "control".

  --isa gfx900|gfx906   the instruction set (gfx900)
  --valu-delay D        stages behind the execution units of the unit that shall run it (0)
  --size NAME=N         another size of 8.6: lds_read, vmem_read, export_read, lds_return, vmem_return, smem_return, dpp

It ends with 1, and names the line, where it meets what it cannot schedule. It needs build/wavelock-access.
"""
import argparse
import json
import os
import re
import subprocess
import sys

from wl import ROOT, Error


ACCESS = os.path.join(ROOT, "build", "wavelock-access")
LIBRARIES = "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode"
FEATURES = {"gfx900": ("-xnack", ":xnack-"), "gfx906": ("-xnack,-sramecc", ":sramecc-:xnack-")}

# Sizes of 8.6, in cycles after the issue: of the present unit.
SIZES = {
    "lds_read": 2,
    "vmem_read": 2,
    "export_read": 3,
    "lds_return": 5,
    "vmem_return": 5,
    "smem_return": 2,
    "dpp": 5,
}
LONG_STEP = 4  # of a long instruction (D-CTRL-40)
BARRIERS = 6
MAX_STALL = 15
YIELD_STALL = 8  # of at most 12, from where on 'Y' has to be there; a smaller one costs cycles
FLOW_STALL = 5  # the least of C-MIN
MAX_DROPS = 4  # how often barriers without a wait are looked for
VISIBLE = 2  # cycles from a setter to a wait for it

VCC, EXEC, M0, FLAT_SCRATCH = 106, 126, 124, 102
VCCZ, EXECZ, LDS_DIRECT = 251, 252, 254
SGPRS, VGPRS = 102, 256
STATUS = 1000  # stands for what hardware registers show of vector instructions
SHORT = -9  # the producer of a result that no barrier covers
BEFORE = {"vmem": -1, "lds": -2}  # stands for stores of whoever called
OLD = 64  # an age above every count

CALLS = {"s_swappc_b64", "s_call_b64"}
LEAVES = {"s_setpc_b64"} | CALLS  # to places that are not known here
ENDS = {"s_branch", "s_endpgm"} | LEAVES
FLOW = re.compile(r"s_(branch|cbranch\w*|barrier|endpgm\w*|setpc_b64|swappc_b64|call_b64)$")  # of C-MIN
DROPPED = {"s_waitcnt", "s_nop"}
PARTNER = re.compile(r"s_branch$|s_cbranch_(scc[01]|vccn?z|execn?z)$|ds_")  # of a pair that the unit forms (D-CTRL-39)
SLOTS = 3  # of reuse: SRC0 to SRC2
SDWA = 249  # in the place of SRC0
REFUSED = re.compile(
    r"s_cbranch_(g_fork|i_fork|join)|s_rfe|s_setvskip|s_waitcnt_|s_endpgm_saved|s_clause|s_set_gpr_idx_mode|clause"
)
RELATIVE = re.compile(r"(@(?:got)?(?:pc)?rel32@(?:lo|hi))(?:\+(\d+))?$")
DATA = re.compile(r"\s*\.(byte|short|hword|long|int|quad|octa|fill|space|zero|skip|org|ascii|asciz|string|inst)\b")


class Refused(Error):
    """The program has something that cannot be scheduled."""


def run(command, text=None):
    done = subprocess.run(command, check=False, capture_output=True, text=True, input=text)
    if done.returncode:
        raise Refused(f"{' '.join(command)}:\n{done.stderr.strip()}")
    return done.stdout


def assembly_of(path, isa, options):
    """clang's assembly of a .cl, or the text of a .s."""
    if not path.endswith(".cl"):
        with open(path, encoding="utf-8") as file:
            return file.read()
    command = [
        os.environ.get("WAVELOCK_CLANG", "clang-16"),
        "-x",
        "cl",
        "-cl-std=CL2.0",
        "-target",
        "amdgcn-amd-amdhsa",
    ]
    command += [f"-mcpu={isa}{FEATURES[isa][1]}", "-O2", "-mcode-object-version=5", "-cl-kernel-arg-info"]
    command += [f"--rocm-device-lib-path={os.environ.get('WAVELOCK_DEVICE_LIBS', LIBRARIES)}"]
    return run([*command, *options, "-S", path, "-o", "-"])


def yields(stall):
    """Whether another wave is preferred during a stall."""
    return stall >= YIELD_STALL


class Instruction:
    """One instruction: text, words, what it reads and writes, and its field as it is found."""

    def __init__(self, text, words):
        self.text, self.words = text, words
        self.before = []  # labels and directives that stand before it
        self.name = text.split()[0]
        self.offset = 0  # bytes from the start of the program, as it was
        self.inserted = False
        self.sets_write = self.sets_read = False  # whether a wait needs its barrier
        self.stall, self.delay, self.waits, self.reuse = 1, 0, set(), set()

    def describe(self, facts, sizes, indexed):
        """Takes registers, kind and times from what build/wavelock-access says."""
        self.name, self.unit = facts["name"], facts["unit"]
        self.valu = self.unit == "valu"
        self.memory = self.unit in ("lds", "gds", "vmem", "flat", "smem")
        self.queue = self.unit if self.unit in ("lds", "gds", "vmem") else None
        self.registers(facts)
        self.implicit_registers(facts, indexed)
        operation = facts["operation"]
        self.fence = self.name.startswith(("buffer_wbinvl1", "s_dcache", "s_atc_probe"))
        self.returns = self.memory and (facts["returns"] or self.fence)
        self.stores = self.memory and not self.returns and operation != "load"
        self.plain_load = self.unit == "smem" and operation == "load" and self.returns and "time" not in self.name
        self.counts_vm = self.unit in ("vmem", "flat")
        self.counts_lgkm = self.unit in ("lds", "gds", "smem", "flat")
        self.times(facts, sizes)
        self.reuse_slots(facts, indexed)

    def reuse_slots(self, facts, indexed):
        """The VGPRs of its slots of reuse, the slots that it uses, and whether it may leave entries (8.11)."""
        self.uses, self.occupies = {}, set()
        self.pairs = self.valu and not any(kind == "f" and reg == LDS_DIRECT for _, kind, reg, _ in facts["sources"])
        sdwa = facts["format"] in ("VOP1", "VOP2", "VOPC") and self.words[0] & 0x1FF == SDWA
        self.keeps = self.valu and not indexed and not sdwa and not facts["dpp"] and not facts["movrel"]
        for slot, kind, first, count in facts["sources"] if self.valu else ():
            if kind == "v" and slot < SLOTS:
                self.occupies.add(slot)
                if count == 1 and not (facts["dpp"] and slot == 0) and not indexed:
                    self.uses[slot] = first

    def registers(self, facts):
        self.vsources, self.ssources, self.vresults, self.sresults = set(), set(), set(), set()
        for _, kind, first, count in facts["sources"]:
            if kind == "v":
                self.vsources.update(range(first, first + count))
            elif kind == "s":
                self.ssources.update(range(first, first + count))
            elif first == VCCZ:
                self.ssources.update((VCC, VCC + 1))
            elif first == EXECZ:
                self.ssources.update((EXEC, EXEC + 1))
            elif first == LDS_DIRECT:
                self.ssources.add(M0)
        first, count = facts["vdst"]
        self.vresults.update(range(first, first + count))
        if facts["tfe"]:
            self.vresults.add(facts["tfe"])
        first, count = facts["sdst"]
        self.sresults.update(range(first, first + count))
        if facts["reads_vdst"]:
            self.vsources |= self.vresults
        if facts["writes_src0"]:  # v_swap reads both
            self.vsources |= self.vresults
            self.vresults |= self.vsources

    def implicit_registers(self, facts, indexed):
        if facts["reads_vcc"] or self.name.startswith("s_cbranch_vcc"):
            self.ssources.update((VCC, VCC + 1))
        if facts["writes_exec"]:
            self.sresults.update((EXEC, EXEC + 1))
        reads_exec = facts["writes_exec"] or self.name.startswith("s_cbranch_exec")
        if reads_exec or self.unit not in ("scalar", "smem"):
            self.ssources.update((EXEC, EXEC + 1))
        if self.memory or self.name.startswith("s_sendmsg") or facts["movrel"] or indexed:
            self.ssources.add(M0)
        if self.name.startswith("s_set_gpr_idx"):
            self.sresults.add(M0)
        if facts["movrel"]:
            self.ssources.update(range(SGPRS))
            self.sresults.update(range(SGPRS))
        if self.name.startswith(("s_getreg", "s_setreg")):
            self.ssources.add(STATUS)
        if indexed and self.valu:
            self.vsources.update(range(VGPRS))
            if self.vresults:
                self.vresults.update(range(VGPRS))

    def times(self, facts, sizes):
        """When registers are read and written, and other instructions may follow (8.6)."""
        units = {"lds": ("lds",), "gds": ("lds",), "vmem": ("vmem",), "flat": ("lds", "vmem")}.get(self.unit, ())
        self.read_at = min((sizes[f"{u}_read"] for u in units), default=sizes["export_read"])
        self.return_at = (
            sizes["smem_return"] if self.unit == "smem" else min((sizes[f"{u}_return"] for u in units), default=0)
        )
        self.long = False
        self.least = FLOW_STALL if FLOW.match(self.name) else 1
        if not self.valu:
            return
        first, step = facts["first"], facts["step"]
        later = sizes["dpp"] if facts["dpp"] else 0
        pairs = 1 if step == 2 else 0  # a second pair of registers comes a cycle later
        first += sizes["valu_delay"] + later
        self.long = step >= LONG_STEP
        self.pace = 4 * step + later
        self.last_read = 1 + later + 3 * step + pairs
        self.last_write = first + 3 * step + pairs
        # From when on a vector ALU instruction reads all passes new: it reads pass p after 1 + p or more cycles.
        ready = max(first + p * step + pairs - p for p in range(4))
        self.ready = 0 if ready <= self.pace else ready


class Operation:
    """A memory instruction or long vector ALU instruction in flight.

    Its results are there behind a wait for the write barrier of one of `results`. Its operands are read behind one for
    a barrier of one of `reads`. None: nothing is pending. vm, lgkm: how many younger ones those counters count. due:
    the program waits for it.
    """

    def __init__(self, results, reads, vm=0, lgkm=0, due=False):
        self.results, self.reads, self.vm, self.lgkm, self.due = results, reads, vm, lgkm, due

    def key(self):
        return (self.results, self.reads, self.vm, self.lgkm, self.due)

    def copy(self):
        return Operation(*self.key())

    def join(self, other):
        def cover(a, b):  # what is pending on one way is pending
            if a is None or b is None:
                return b if a is None else a
            return a & b

        return Operation(
            cover(self.results, other.results),
            cover(self.reads, other.reads),
            max(self.vm, other.vm),
            max(self.lgkm, other.lgkm),
            self.due or other.due,
        )


class State:
    """What is pending before an instruction. Times are cycles; the instruction can issue at `now` at the earliest."""

    def __init__(self):
        self.now = 0
        self.vwrites = {}  # VGPR: (its last write, first issue of vector instructions that need it, producers)
        self.swrites = {}  # scalar register: (its write, producers)
        self.vreads = {}  # VGPR: its last read
        self.vector_free = 0
        self.visible = {}  # barrier: from when on it may be waited for
        self.operations = {}  # number of the instruction: Operation

    def copy(self):
        """The same with `now` at 0, without what is over."""
        s, now = State(), self.now
        s.vwrites = {r: (w - now, max(v - now, 0), p) for r, (w, v, p) in self.vwrites.items() if w >= now}
        s.swrites = {r: (w - now, p) for r, (w, p) in self.swrites.items() if w >= now}
        s.vreads = {r: t - now for r, t in self.vreads.items() if t > now}
        s.visible = {b: t - now for b, t in self.visible.items() if t > now}
        s.vector_free = max(self.vector_free - now, 0)
        s.operations = {n: o.copy() for n, o in self.operations.items()}
        return s

    def key(self):
        operations = {n: o.key() for n, o in self.operations.items()}
        return (self.vwrites, self.swrites, self.vreads, self.vector_free, self.visible, operations)

    def join(self, other):
        """Union of the pending writes and reads of two paths. `now` of both is 0."""
        s = self.copy()
        for r, (w, v, p) in other.vwrites.items():
            old = s.vwrites.get(r, (0, 0, frozenset()))
            s.vwrites[r] = (max(w, old[0]), max(v, old[1]), p | old[2])
        for r, (w, p) in other.swrites.items():
            old = s.swrites.get(r, (0, frozenset()))
            s.swrites[r] = (max(w, old[0]), p | old[1])
        for mine, its in ((s.vreads, other.vreads), (s.visible, other.visible)):
            for r, t in its.items():
                mine[r] = max(t, mine.get(r, 0))
        s.vector_free = min(s.vector_free, other.vector_free)
        for n, o in other.operations.items():
            s.operations[n] = s.operations[n].join(o) if n in s.operations else o.copy()
        return s


class Program:
    """The instructions of a program in order; .before of each, and `rest`, are the other lines."""

    def __init__(self, text, isa, sizes, name):
        self.isa, self.sizes, self.name = isa, sizes, name
        self.mc = [os.environ.get("WAVELOCK_LLVM_MC", "llvm-mc-16"), "-triple=amdgcn-amd-amdhsa", f"-mcpu={isa}"]
        self.mc += [f"-mattr={FEATURES[isa][0]}", "-I", os.path.dirname(name) or ".", "--show-encoding"]
        self.code, self.rest = [], []
        self.numbers = None  # barriers by (instruction, what); None: each instruction has its own
        self.read(run(self.mc, text))
        self.describe(self.code)

    def place(self, i):
        return f"{self.name}: instruction {self.code.index(i)}, {i.text!r}"

    # ---- reading -----------------------------------------------------------------------------------

    @staticmethod
    def instructions(text):
        """Lines of the assembler with encodings: pairs of a line and its instruction, or None."""
        for line in text.splitlines():
            found = re.match(r"(.*?)\s*; encoding: \[(.*)\]", line)
            if not found:
                yield line, None
                continue
            data = [int(b, 16) if re.fullmatch("0x[0-9a-f]{2}", b) else 0 for b in found[2].split(",")]
            words = [int.from_bytes(bytes(data[n : n + 4]), "little") for n in range(0, len(data), 4)]
            yield line, Instruction(found[1].strip(), words)

    def read(self, text):
        self.kernels = set(re.findall(r"^\s*\.amdhsa_kernel\s+(\S+)", text, re.M))
        self.functions = set(re.findall(r"^\s*\.type\s+([^\s,]+),\s*@function", text, re.M))
        if not self.kernels:
            self.kernels = set(re.findall(r"^\s*\.globl\s+(\S+)", text, re.M)[:1])
        before, offset, in_code = [], 0, True
        for line, i in self.instructions(text):
            if i:
                i.before, before, i.offset = before, [], offset
                offset += 4 * len(i.words)
                self.code.append(i)
                continue
            section = re.match(r"\s*\.(text|section|data|bss)\b(.*)", line)
            if section:
                in_code = section[1] == "text" or ".text" in section[2]
            elif in_code and DATA.match(line):
                raise Refused(f"{self.name}: {line.strip()!r}: data among the code")
            aligned = in_code and re.match(r"\s*\.(p2align|balign|align)\b", line)
            if line.strip() and not line.strip().startswith(";") and not aligned:
                before.append(line)
        self.rest = before

    def describe(self, code):
        lines = "".join(" ".join(f"{w:08x}" for w in i.words) + "\n" for i in code)
        indexed = False
        for i, fact in zip(code, run([ACCESS, self.isa], lines).splitlines()):
            facts = json.loads(fact)
            if facts is None or REFUSED.match(facts["name"]):
                raise Refused(f"{self.place(i)}: not with control words")
            if facts["name"].startswith("s_set_gpr_idx"):
                indexed = facts["name"] == "s_set_gpr_idx_on" or (indexed and facts["name"] != "s_set_gpr_idx_off")
            i.describe(facts, self.sizes, indexed)
            if indexed and (FLOW.match(i.name) or self.labels(i)):
                raise Refused(f"{self.place(i)}: control flow while VGPRs are indexed")

    def check_places(self):
        """The PC of s_getpc_b64 must go into distances of symbols alone, or stand before a label that they name."""
        waiting = {}
        for n, i in enumerate(self.code):
            if RELATIVE.search(i.text):
                if min(i.sresults) not in waiting:
                    raise Refused(f"{self.place(i)}: no s_getpc_b64 before it gives its register")
                waiting[min(i.sresults)] = None
            elif i.name == "s_getpc_b64":
                to_label = n + 1 < len(self.code) and set(self.labels(self.code[n + 1])) & self.taken
                waiting |= {r: None if to_label else i for r in i.sresults}
            else:
                for r in i.ssources & waiting.keys():
                    if waiting[r] is not None:
                        raise Refused(f"{self.place(i)}: the place of code is another with control words")
                for r in i.sresults & waiting.keys():
                    del waiting[r]

    # ---- control flow ------------------------------------------------------------------------------

    @staticmethod
    def labels(i):
        return [b.strip()[:-1] for b in i.before if re.fullmatch(r"\s*[\w.$]+:", b)]

    def others(self):
        """Directives that may use the address of code."""
        lines = [b for i in self.code for b in i.before] + self.rest
        return [line for line in lines if re.match(r"\s*\.(quad|long|word|int|8byte|4byte|set|equ)\b", line)]

    def flow(self):
        """Makes the blocks, their successors, and the states at the starts that are entered from elsewhere."""
        where = {name: n for n, i in enumerate(self.code) for name in self.labels(i)}
        targets, starts, entries = {}, {0}, {}
        self.taken = {w for line in self.others() for w in re.findall(r"[\w.$]+", line)} & where.keys()
        for n, i in enumerate(self.code):
            operands = re.findall(r"[\w.$]+", i.text)[1:]
            if i.name == "s_branch" or i.name.startswith("s_cbranch"):
                if operands[-1] not in where or operands[-1] in self.kernels:
                    raise Refused(f"{self.place(i)}: its target is no instruction of the program")
                targets[n] = where[operands[-1]]
                starts |= {targets[n], n + 1}
            else:
                self.taken |= where.keys() & set(operands)
            if i.name in CALLS:
                entries[n + 1] = self.called()
            if i.name in ENDS:
                starts.add(n + 1)
        for name, n in where.items():
            if name in self.kernels:
                entries[n] = State()
            elif name in self.functions or name in self.taken:
                entries[n] = self.called()
        starts = sorted(s for s in starts | entries.keys() if s < len(self.code))
        self.blocks = [range(a, b) for a, b in zip(starts, starts[1:] + [len(self.code)])]
        block_of = {s: b for b, s in enumerate(starts)}
        self.entries = {block_of[n]: s for n, s in entries.items() if n in block_of}
        self.successors = []
        for block in self.blocks:
            last = block[-1]
            to = [block_of[targets[last]]] if last in targets else []
            if self.code[last].name not in ENDS and last + 1 in block_of:
                to.append(block_of[last + 1])
            self.successors.append(to)
        self.depth = [0] * len(self.code)
        for n, to in targets.items():
            for k in range(to, n + 1):
                self.depth[k] += 1

    def called(self):
        """At the start of a function, and behind a call: stores may be in flight."""
        s = State()
        for queue, n in BEFORE.items():
            if any(i.stores and i.unit in (queue, "flat") for i in self.code):
                s.operations[n] = Operation(frozenset(), None, OLD, OLD)
        return s

    # ---- barriers ----------------------------------------------------------------------------------

    def barrier(self, n, what):
        """The number of a barrier that instruction n sets; None: it sets none."""
        if n < 0 or not (self.code[n].sets_write if what == "w" else self.code[n].sets_read):
            return None
        return (n, what) if self.numbers is None else self.numbers.get((n, what))

    def queue_of(self, n):
        return self.code[n].queue if n >= 0 else next(q for q, k in BEFORE.items() if k == n)

    def ask(self, n, what):
        """The barrier of instruction n, which sets it from now on. None: it has no number yet."""
        i = self.code[n]
        if not (i.sets_write if what == "w" else i.sets_read):
            self.changed = True
            if what == "w":
                i.sets_write = True
            else:
                i.sets_read = True
        return (n, what) if self.numbers is None else self.numbers.get((n, what))

    def choose_result(self, n, k, o):
        """The barrier for which instruction n waits if the result of k has to be there. Asks for one where none is."""
        if k >= 0 and (self.code[k].returns or self.code[k].valu):
            return self.ask(k, "w")
        if o.results:
            return self.ask(max(o.results, key=lambda m: (self.code[m].sets_write, -m)), "w")
        self.fences.setdefault(n, k)
        o.results = None  # as the fence will have it
        return None

    def choose_read(self, k, o):
        return self.ask(next((m for m in [k] + sorted(o.reads) if self.code[m].sets_read), k), "r")

    def wait(self, s, barrier, waited):
        """Instruction waits for the barrier: what it covers is over."""
        waited.add(barrier)
        over = set()
        for k, o in list(s.operations.items()):
            if o.results and any(self.barrier(m, "w") == barrier for m in o.results):
                o.results = None
                over.add(k)
            if o.reads and any(barrier in (self.barrier(m, "r"), self.barrier(m, "w")) for m in o.reads):
                o.reads = None
            if o.results is None and o.reads is None:
                del s.operations[k]
        for writes in (s.vwrites, s.swrites):
            for r in [r for r, entry in writes.items() if entry[-1] <= over]:
                del writes[r]

    def needs_result(self, i, k, o):
        """Whether instruction i has to wait for the results of k."""
        leaves = i.name in LEAVES
        # The LDS performs its accesses in order, and what buffer_wbinvl1 waits for needs no other one before it.
        in_lds = i.unit == "lds" and self.queue_of(k) == "lds"
        ordered = in_lds or i.inserted or (i.fence and i.unit == "vmem" and self.queue_of(k) != "lds")
        orders = i.memory and not i.plain_load and not ordered
        if k < 0 or self.code[k].stores:
            return o.due and (orders or leaves)
        p = self.code[k]
        if p.valu:
            return False
        if leaves or (o.due and (orders or i.fence or i.name == "s_barrier")):
            return True
        if (i.vsources & p.vresults) or ((i.ssources | i.sresults) & p.sresults):
            return True
        return bool(i.vresults & p.vresults) and (p.queue is None or i.queue != p.queue)

    def memory_waits(self, n, i, s):
        waited = set()
        for k in list(s.operations):
            o = s.operations.get(k)
            if o and o.results is not None and self.needs_result(i, k, o):
                barrier = self.choose_result(n, k, o)
                if barrier is not None:
                    self.wait(s, barrier, waited)
        for k in list(s.operations):
            o = s.operations.get(k)
            if not o or o.reads is None:
                continue
            ordered = i.memory and i.queue is not None and i.queue == self.code[k].queue
            if i.name in LEAVES or (i.vresults & self.code[k].vsources and not ordered):
                barrier = self.choose_read(k, o)
                if barrier is not None:
                    self.wait(s, barrier, waited)
        return waited

    # ---- times -------------------------------------------------------------------------------------

    def needs(self, i, s):
        """When i may issue, for each register that it needs: pairs of the cycle and the register's producers."""
        found = []
        scalars = i.ssources | i.sresults if i.unit == "scalar" else i.ssources
        found += [(s.swrites[r][0] + 1, s.swrites[r][1]) for r in scalars & s.swrites.keys()]
        if i.unit == "smem":
            found += [(s.swrites[r][0] - i.return_at + 1, s.swrites[r][1]) for r in i.sresults & s.swrites.keys()]
        used = [s.vwrites[r] for r in i.vsources & s.vwrites.keys()]
        if i.valu:
            found += [(ready, producers) for _, ready, producers in used]
        else:
            found += [(write - i.read_at + 1, producers) for write, _, producers in used]
            results = i.vresults & s.vwrites.keys()
            found += [(s.vwrites[r][0] - i.return_at + 1, s.vwrites[r][2]) for r in results]
            found += [(s.vreads[r] - i.return_at, frozenset({SHORT})) for r in i.vresults & s.vreads.keys()]
        if i.name in LEAVES:  # all is over where it goes, after its own stall
            found += [(e[0] - MAX_STALL + 1, e[-1]) for w in (s.vwrites, s.swrites) for e in w.values()]
        return found

    def issue(self, n, i, s, time):
        """Instruction i issues: what is pending then."""
        if i.valu:
            s.vector_free = time + i.pace
            producers = frozenset({n if i.long else SHORT})
            for r in i.vresults:
                s.vwrites[r] = (time + i.last_write, time + i.ready if i.ready else 0, producers)
            for r in i.sresults | {STATUS}:
                s.swrites[r] = (time + i.last_write, producers)
            for r in i.vsources:
                s.vreads[r] = max(time + i.last_read, s.vreads.get(r, 0))
            if i.long and i.sets_write:
                for k, o in s.operations.items():
                    if k >= 0 and self.code[k].valu and o.results is not None:
                        o.results |= {n}
                s.operations[n] = Operation(frozenset({n}), None)
        elif i.memory or i.unit == "export":
            self.issue_memory(n, i, s)
        elif i.name == "s_barrier":  # it issues when all stores are performed
            for k, o in list(s.operations.items()):
                if k < 0 or self.code[k].stores:
                    o.results = None
                    if o.reads is None:
                        del s.operations[k]
        for what in "wr":
            barrier = self.barrier(n, what)
            if barrier is not None:
                s.visible[barrier] = time + VISIBLE

    def issue_memory(self, n, i, s):
        for k, o in s.operations.items():
            p = self.code[k] if k >= 0 else None
            if i.queue is not None and self.queue_of(k) == i.queue:
                if i.returns and o.results is not None:
                    o.results |= {n}
                if o.reads is not None:
                    o.reads |= {n}
            elif i.fence and i.unit == "vmem" and p and p.unit == "flat" and p.stores and o.results is not None:
                o.results |= {n}
            o.vm = min(o.vm + (i.counts_vm and (p is None or p.counts_vm)), OLD)
            o.lgkm = min(o.lgkm + (i.counts_lgkm and (p is None or p.counts_lgkm)), OLD)
        old = s.operations.get(n)
        results = frozenset({n}) if i.returns else frozenset() if i.stores else None
        reads = frozenset({n}) if i.vsources else None
        if results is not None or reads is not None:
            s.operations[n] = Operation(results, reads, old.vm if old else 0, old.lgkm if old else 0)

    def wait_counts(self, i, s):
        """s_waitcnt: what the program waits for is due before its next access, barrier, call or return."""
        simm = i.words[0] & 0xFFFF
        vm, lgkm = (simm & 0xF) | (simm >> 10 & 0x30), simm >> 8 & 0xF
        first = any(label in self.functions for label in self.labels(i))
        for k, o in s.operations.items():
            if o.results is None or (k < 0 and first):  # a function's first wait is for what its caller loads
                continue
            p = self.code[k] if k >= 0 else None
            counts_vm = p.counts_vm if p else k == BEFORE["vmem"]
            counts_lgkm = p.counts_lgkm and not p.plain_load if p else k == BEFORE["lds"]
            if (counts_vm and o.vm >= vm) or (counts_lgkm and o.lgkm >= lgkm):
                o.due = True

    def joins(self, last, i, s):
        """Whether i may issue in the cycle of the instruction before it (8.7). `now` of s is one cycle later."""
        if last is None or not last.pairs or last.stall != 1 or not PARTNER.match(i.name) or i.unit == "gds":
            return False
        if last.vresults & (i.vsources | i.vresults) or last.sresults & (i.ssources | i.sresults):
            return False
        times = [t for t, _ in self.needs(i, s)] + [s.visible.get(b, 0) for b in i.waits]
        return max(times, default=0) < s.now

    def simulate(self, block, s):
        """Runs a block from state s; its instructions get stalls and waits. Returns the state behind it."""
        last = None
        for n in block:
            i = self.code[n]
            i.delay = 0
            if i.name == "s_waitcnt":
                self.wait_counts(i, s)
            if i.name in DROPPED:
                continue
            i.waits = self.memory_waits(n, i, s)
            self.events.append((n, i.waits, [k for k in s.operations if k >= 0]))
            if self.joins(last, i, s):
                s.now -= last.stall
                last.stall = 0
            while True:
                needs = self.needs(i, s)
                start = max(s.now, s.vector_free) if i.valu else s.now
                need = max((t for t, _ in needs), default=0)
                # The setter may issue later than here: the pace of the vector ALU says nothing of the time since then.
                visible = max((s.visible.get(b, 0) for b in i.waits), default=0)
                if need <= start and visible <= s.now:
                    break
                need = max(need if need > start else 0, visible)
                stall = need - s.now
                if last is not None and last.stall + stall <= MAX_STALL:
                    last.stall += stall
                    start = max(start, need)
                    break
                room = MAX_STALL - (last.stall if last is not None else 0)
                late = frozenset().union(*(p for t, p in needs if t > s.now + room))
                waitable = [k for k in late if k >= 0 and self.code[k].sets_write and k in s.operations]
                for k in late - {SHORT}:
                    self.ask(k, "w")
                if not waitable or SHORT in late:
                    i.delay = stall
                    start = max(start, need)
                    break
                self.wait(s, self.barrier(waitable[0], "w"), i.waits)
            self.issue(n, i, s, start)
            i.stall = i.least
            if i.name in LEAVES:
                rest = [e[0] for w in (s.vwrites, s.swrites) for e in w.values()]
                i.stall = max([i.stall] + [t - start + 1 for t in rest])
            s.now = start + i.stall
            last = i
        return s.copy()

    def settle(self):
        """The states at the starts of all blocks; stalls and waits follow from them."""
        self.at = {b: s.copy() for b, s in self.entries.items()}
        work = set(self.at)
        while work:
            b = min(work)
            work.remove(b)
            self.events = []
            after = self.simulate(self.blocks[b], self.at[b].copy())
            for to in self.successors[b]:
                joined = self.at[to].join(after) if to in self.at else after
                if to not in self.at or joined.key() != self.at[to].key():
                    self.at[to] = joined
                    work.add(to)
        self.events = []
        for b in sorted(self.at):  # what an instruction has is of its last run
            self.simulate(self.blocks[b], self.at[b].copy())
        for n in [n for b, block in enumerate(self.blocks) if b not in self.at for n in block]:
            self.code[n].stall, self.code[n].delay, self.code[n].waits = self.code[n].least, 0, set()

    def schedule(self):
        """Finds stalls, barriers and waits of all instructions."""
        self.flow()
        self.check_places()
        drops = 0
        while True:
            self.changed, self.fences = False, {}
            self.settle()
            if self.changed:
                self.numbers = None
            elif self.fences:
                self.numbers = None
                self.insert_fences()
                self.flow()
            elif self.numbers is None and drops < MAX_DROPS and self.drop_unused():
                drops += 1
            elif self.numbers is None:
                self.number_barriers()
            elif self.numbers is not None:
                self.keep_operands()
                return

    def keep_operands(self):
        """Reuse flags: where the next vector ALU instruction with a VGPR in the slot reads the same one (8.11)."""
        for block in self.blocks:
            kept = {}  # slot: the last instruction with a VGPR in it
            for i in (self.code[n] for n in block):
                for slot in i.occupies:
                    last = kept.get(slot)
                    if last and last.keeps and not yields(last.stall) and slot in i.uses:
                        if last.uses.get(slot) == i.uses[slot] and i.uses[slot] not in last.vresults:
                            last.reuse.add(slot)
                    kept[slot] = i
                if i.vresults:
                    kept = {s: k for s, k in kept.items() if k is i or k.uses.get(s) not in i.vresults}

    def drop_unused(self):
        """Nobody has to set a barrier for which nobody waits. Returns whether there was one."""
        used = set().union(*(waits for _, waits, _ in self.events))
        found = False
        for n, i in enumerate(self.code):
            if i.sets_write and (n, "w") not in used:
                i.sets_write, found = False, True
            if i.sets_read and (n, "r") not in used:
                i.sets_read, found = False, True
        return found

    def insert_fences(self):
        """Before an access that has to wait for a store, an instruction whose barrier covers it."""
        code = []
        for n, i in enumerate(self.code):
            if n in self.fences:
                k = self.fences[n]
                if k >= 0 and self.code[k].unit in ("smem", "gds"):
                    raise Refused(f"{self.place(i)}: no barrier says when {self.place(self.code[k])} is performed")
                code.append(self.fence(k))
                code[-1].before, i.before = i.before, []
                code[-1].offset = i.offset
            code.append(i)
        self.code = code

    def fence(self, k):
        """buffer_wbinvl1 comes behind stores (D-CTRL-41). In the LDS a swizzle does that leaves a register as it is."""
        text = "buffer_wbinvl1"
        if self.queue_of(k) == "lds":
            register = min(self.code[k].vsources) if k >= 0 else 0
            text = f"ds_swizzle_b32 v{register}, v{register} offset:0x1f"
        made = [i for _, i in self.instructions(run(self.mc, text + "\n")) if i]
        self.describe(made)
        made[0].inserted = True
        return made[0]

    def number_barriers(self):
        """Gives the six numbers to what sets barriers: two share one where a wait for either costs the least."""
        marks = [(n, w) for n, i in enumerate(self.code) for w in "wr" if self.barrier(n, w) is not None]
        cost = {}
        for n, waits, pending in self.events:
            for a in waits:
                for k in pending:
                    for b in ((k, "w"), (k, "r")):
                        if b not in waits and self.barrier(*b) is not None:
                            weight = 4 ** min(self.depth[n], 4)
                            cost[a, b] = cost.get((a, b), 0) + weight
                            cost[b, a] = cost.get((b, a), 0) + weight
        neighbours = {}
        for (a, b), c in cost.items():
            neighbours.setdefault(a, {})[b] = c
        self.numbers, load = {}, [0] * BARRIERS
        for mark in marks:
            price = [0] * BARRIERS
            for other, c in neighbours.get(mark, {}).items():
                if other in self.numbers:
                    price[self.numbers[other]] += c
            best = min(range(BARRIERS), key=lambda b: (price[b], load[b]))
            self.numbers[mark] = best
            load[best] += 1

    # ---- writing -----------------------------------------------------------------------------------

    def slots(self):
        """The slots of the new program: (lines before, text, instruction or None, field). Texts may be made later."""
        found, before = [], []
        for n, i in enumerate(self.code):
            before += i.before
            if i.name in DROPPED:
                continue
            delay = i.delay
            while delay > 0:
                found.append((before, "s_nop 0", None, Field(min(delay, MAX_STALL))))
                before, delay = [], delay - MAX_STALL
            field = Field(i.stall, self.barrier(n, "w"), self.barrier(n, "r"), i.waits, i.reuse)
            found.append((before, i.text, i, field))
            before = []
        return found, before + self.rest

    def write(self):
        """The program in bundles."""
        slots, rest = self.slots()
        bundles, address = [], {}
        for slot in slots:
            names = {b.strip()[:-1] for b in slot[0]}
            if not bundles or len(bundles[-1]) == 3 or names & (self.kernels | self.functions):
                bundles.append([])
            address[slot[2]] = 32 * (len(bundles) - 1) + 8 * (1 + len(bundles[-1]))
            bundles[-1].append(slot)
        size = sum(4 * len(i.words) for i in self.code if not i.inserted)
        lines = [f"; {size} bytes of code, {32 * len(bundles)} with control words"]
        places = {}  # places: of SGPRs that s_getpc_b64 has written
        for bundle in bundles:
            # A kernel's name is the address of the control word, every other label the address of a slot.
            before = bundle[0][0]
            heads = [n for n, b in enumerate(before) if b.strip()[:-1] in self.kernels | self.functions]
            outside = before[: heads[0]] if heads else [b for b in before if not b.rstrip().endswith(":")]
            starts = [b for b in before if b.strip()[:-1] in self.kernels]
            inside = [b for b in before if b not in starts and b not in outside]
            lines += outside + (["\t.p2align 8", *starts] if starts else [])
            fields = [field for _, _, _, field in bundle] + [Field(1)] * (3 - len(bundle))
            word = sum(field.bits() << 21 * k for k, field in enumerate(fields))
            shown = ", ".join(map(str, fields))
            lines += ["\t.p2align 5", f"\t.quad 0x{word:016x}  ; {shown}"]
            for k, (labels, text, i, _) in enumerate(bundle):
                lines += labels if k else inside
                if i is not None and i.name == "s_getpc_b64":
                    places |= {r: i for r in i.sresults}
                lines += ["\t" + self.relative(text, i, places, address), "\t.p2align 3"]
        return "\n".join([*lines, "\t.p2align 5", *rest]) + "\n"

    @staticmethod
    def relative(text, i, places, address):
        """The text with the distance of a symbol from what s_getpc_b64 gives here."""
        found = RELATIVE.search(text)
        if not found:
            return text
        pc = places[min(i.sresults)]
        was = i.offset - pc.offset  # from what s_getpc_b64 gave to the literal
        given = address[pc] + (8 if address[pc] % 32 != 24 else 16)
        now = address[i] + 4 - given + int(found[2] or 0) - was
        return text[: found.start()] + found[1] + (f"+{now}" if now >= 0 else str(now))


class Field:
    """The part of a control word that is of one slot."""

    def __init__(self, stall, write=None, read=None, waits=(), reuse=()):
        self.stall, self.write, self.read, self.waits, self.reuse = stall, write, read, waits, reuse

    def __str__(self):
        """As vectors/include/control.inc writes it."""
        text = str(self.stall) + ("+Y" if yields(self.stall) else "")
        text += "" if self.write is None else f"+W{self.write}"
        text += "" if self.read is None else f"+R{self.read}"
        text += "".join(f"+B{b}" for b in sorted(self.waits))
        return text + "".join(f"+U{slot + 1}" for slot in sorted(self.reuse))

    def bits(self):
        value = self.stall | (not yields(self.stall)) << 4
        value |= (7 if self.write is None else self.write) << 5
        value |= (7 if self.read is None else self.read) << 8
        value |= sum(1 << 17 + slot for slot in self.reuse)
        return value | sum(1 << 11 + b for b in self.waits)


def convert(path, isa="gfx900", sizes=None, options=()):
    """The program with control words, as assembly. Raises Refused."""
    program = Program(assembly_of(path, isa, options), isa, {**SIZES, "valu_delay": 0, **(sizes or {})}, path)
    program.schedule()
    return program.write()


def main():
    at = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("-o", dest="output", required=True)
    parser.add_argument("--isa", choices=FEATURES, default="gfx900")
    parser.add_argument("--valu-delay", type=int, default=0, choices=range(6))
    parser.add_argument("--size", action="append", default=[], metavar="NAME=N")
    a = parser.parse_args(sys.argv[1:at])
    sizes = {"valu_delay": a.valu_delay}
    for size in a.size:
        name, _, value = size.partition("=")
        if name not in SIZES or not value.isdigit():
            parser.error(f"{size}: one of {', '.join(SIZES)}, and a number")
        sizes[name] = int(value)
    text = convert(a.program, a.isa, sizes, sys.argv[at + 1 :])
    with open(a.output, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    sys.exit(main())
