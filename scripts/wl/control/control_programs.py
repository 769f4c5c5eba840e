# SPDX-License-Identifier: Apache-2.0
"""Random GFX9 programs with control words, for scripts/wl/control/control_property.py.

A Batch is one launch. Each of its programs is a workgroup of one wave with a part of `out` to itself. Before them come
workgroups that keep memory and LDS busy, so that a schedule has something to vary.

A program has loads by address and by buffer, FLAT, LDS, GDS, exports, scalar loads, vector and scalar instructions,
pairs, branches and a loop. Before them it fills the registers that they read. At its end it stores those that they may
write.

dress() gives a program control words, by its own reading of maxwell-control.md 8.6 and 8.8. Each result gets the
distance that it needs, each operation a wait. change() takes a little of that away.
"""
import copy
import dataclasses
import random
import re

OUT, IN = 0x400000000, 0x500000000  # where the programs know their buffers to be
WAVE, ROW = 64, 256  # lanes; bytes of a row, a dword of each lane
ROWS_OF_BASE = 16  # that an offset reaches
OWN_ROWS = 4  # of stores in the middle of a program, at the beginning of its part
IN_ROWS = 32
LDS_BYTES, LDS_OF_FLAT = 1280, 1024  # its last row is for FLAT alone
GDS_ROWS = 16  # the first programs have one each; others use the LDS in its place
RESOURCE = 0x27000  # last dword of a V# of bytes
NOTHING = 0xDEADBEEF  # what no program has written
SHARED_APERTURE = 0x10000  # high dword of an address in the LDS
BARRIERS = 6
PACE = 4  # passes of a vector ALU instruction
LANES = {"all": (0xFFFFFFFF, 0xFFFFFFFF), "last pass": (0, 0xFFFF0000), "last": (0, 0x80000000)}

# Cycles of 8.6, of the present unit.
READ, EXPORT_READ, RETURN, SMEM_RETURN, DPP = 2, 3, 5, 2, 5
BEAT = 3  # of an export, at least: from the read of a pass to that of the next
VISIBLE, LEAST_OF_FLOW, LAST_PLAIN_STALL, LAST_STALL = 2, 5, 11, 15
USUAL, MQSAD, F64, TRANSCENDENTAL, ROOT, ROOT_F64 = (3, 1), (3, 2), (7, 4), (7, 4), (11, 8), (15, 12)
LONG = 4  # the step of a long instruction (D-CTRL-40)

GENERAL = range(2, 14)
ADDRESSES = (14, 15, 16)  # lane * 4, exchanged among the lanes: good addresses whenever they are read
FLAT = 18  # and 19: an address of `in`
DOUBLES, SINGLES = (20, 22, 24), (36, 37)
SUMS, SADS = range(26, 30), range(32, 36)  # result and third source of v_mqsad_u32_u8
LOADED = GENERAL[:4]  # of other registers v_mad_u64_u32 makes a pair of these
CARRY = "s[16:17]"  # which nobody reads
SCALARS = range(30, 38)
BUFFER = 12  # to 15: a V# of `in`
FIRST_COPY = 48  # VGPRs of the scalars at the end
MASK, COUNTER = "s[20:21]", 38
MEMORY = ("vmem", "lds", "gds", "flat", "smem")
IN_ORDER = ("vmem", "lds", "gds")  # each reads its operands and completes in program order
READS_LATE = (*MEMORY, "exp")
# Targets of exports. Each of the first programs has one to itself: the sink's entries tell whose they are. Every fourth
# of them has one more, of another type. A result holds 64 exports; these programs have 54 at most.
TARGETS = [f"param{n}" for n in range(32)] + [f"pos{n}" for n in range(4)]
MORE_TARGETS = [f"mrt{n}" for n in range(8)] + ["mrtz"]
MOST_EXPORTS = (3, 1, 1, 1)
LOOPS = 2  # times that a loop goes round


def registers(letter, first, count=1):
    return {f"{letter}{n}" for n in range(first, first + count)}


def many(letter, first, count):
    return f"{letter}[{first}:{first + count - 1}]"


def targets(number):
    """Targets to which the program of that number may export."""
    more = MORE_TARGETS[number // len(MOST_EXPORTS)] if number % len(MOST_EXPORTS) == 0 else None
    return [TARGETS[number], *[more] * bool(more)] if number < len(TARGETS) else []


def copies(program):
    """The instructions, to be changed. Their sets are replaced, never changed."""
    return [copy.copy(i) for i in program]


def vgprs(names):
    return {name for name in names if name[0] == "v" and name != "vcc"}


def read_order(instruction):
    """The VGPRs that a memory instruction or an export reads, in its order."""
    operands = re.findall(r" v(?:(\d+)|\[(\d+):(\d+)\])", instruction.text)
    of = [range(int(one or first), int(one or last) + 1) for one, first, last in operands]
    return [f"v{n}" for numbers in of[bool(vgprs(instruction.writes)) :] for n in numbers]


def reading(instruction, passes):
    """The cycles in which its unit reads the VGPRs, if nothing else does. passes: those that have a lane."""
    number = len(read_order(instruction))
    return BEAT * max(4 * number, 1) if instruction.unit == "exp" else number * passes


@dataclasses.dataclass
class Instruction:
    """What it reads and writes: VGPRs, SGPRs, vcc, exec. first, step: of a vector ALU instruction (8.6)."""

    text: str
    unit: str
    reads: set = dataclasses.field(default_factory=set)
    writes: set = dataclasses.field(default_factory=set)
    first: int = 0
    step: int = 0
    dpp: int = 0
    source: str = ""  # SRC0 with DPP
    label: str = ""  # a branch may come to it
    fixed: bool = False  # its field stays as it is
    # The field.
    stall: int = 1
    yields: bool = False
    write: int | None = None
    read: int | None = None
    waits: set = dataclasses.field(default_factory=set)

    @property
    def long(self):
        return self.unit == "valu" and self.step >= LONG

    @property
    def flow(self):
        return self.text.startswith(("s_cbranch", "s_branch", "s_endpgm"))

    @property
    def may_write(self):
        return self.long or (self.unit in MEMORY and bool(self.writes))

    @property
    def may_read(self):
        return self.unit in (*IN_ORDER, "flat", "exp")

    def field(self):
        parts = [str(self.stall)] + ["Y"] * (self.yields or self.stall > LAST_PLAIN_STALL)
        parts += [f"W{self.write}"] if self.write is not None else []
        parts += [f"R{self.read}"] if self.read is not None else []
        return "+".join(parts + [f"B{b}" for b in sorted(self.waits)])

    # ---- times, from the issue (8.6)
    def write_cycle(self, p):
        return self.first + self.dpp + p * self.step

    def scalar_cycle(self):
        return self.write_cycle(3)

    def read_cycles(self, register, p):
        """The first and the last cycle in which pass p of a source is read."""
        usual = 1 + self.dpp + p * self.step
        pairs = self.text.startswith("v_mqsad")
        return (1 + p if register == self.source else usual), usual + pairs


# ---- programs --------------------------------------------------------------------------------------


class Writer:
    """Writes the instructions of one program."""

    def __init__(self, rng, number, lanes):
        self.rng, self.number, self.lanes, self.all = rng, number, lanes, []
        self.stores = self.labels = self.rows = 0
        self.exports = MOST_EXPORTS[number % len(MOST_EXPORTS)] if targets(number) else 0  # that are left
        self.times = 1  # that the next instruction runs, at most
        self.next_label = ""
        self.recent = []  # registers written last: what follows likes to meet them

    def put(self, text, unit, reads=(), writes=(), **more):
        reads, writes = set(reads), set(writes)
        if unit not in ("salu", "smem") and not text.startswith("v_readlane"):
            reads.add("exec")
        self.all.append(Instruction(text, unit, reads, writes, label=self.next_label, **more))
        self.next_label = ""
        self.recent = [*self.recent[-2:], *sorted(writes)] if writes else self.recent

    def valu(self, text, reads, writes, times=USUAL, **more):
        self.put(text, "valu", reads, writes, first=times[0], step=times[1], **more)

    def place(self, row):
        """Base and offset of a row of `out`."""
        base = (4, 8, 10)[row // ROWS_OF_BASE]
        return many("s", base, 2), registers("s", base, 2), row % ROWS_OF_BASE * ROW

    def store(self, address, register, row):
        base, reads, offset = self.place(row)
        reads |= {f"v{address}", register}
        self.put(f"global_store_dword v{address}, {register}, {base} offset:{offset}", "vmem", reads)

    def prologue(self, out, used=None):
        """Addresses, and what the registers have that are used: None is all."""
        for base, at in (
            (4, out),
            (8, out + ROWS_OF_BASE * ROW),
            (10, out + 2 * ROWS_OF_BASE * ROW),
            (6, IN + ROWS_OF_BASE * ROW),
        ):
            self.put(f"s_mov_b32 s{base}, 0x{at & 0xFFFFFFFF:x}", "salu", (), registers("s", base))
            self.put(f"s_mov_b32 s{base + 1}, 0x{at >> 32:x}", "salu", (), registers("s", base + 1))
        at = IN + ROWS_OF_BASE * ROW
        resource = (at & 0xFFFFFFFF, at >> 32, (IN_ROWS - ROWS_OF_BASE) * ROW, RESOURCE)
        for number, value in enumerate(resource, BUFFER):
            self.put(f"s_mov_b32 s{number}, 0x{value:x}", "salu", (), registers("s", number))
        self.put(f"s_mov_b32 m0, 0x{self.number % GDS_ROWS * ROW << 16 | ROW:x}", "salu", (), {"m0"})
        for address in (1, *ADDRESSES):
            self.valu(f"v_lshlrev_b32 v{address}, 2, v0", {"v0"}, registers("v", address))
        self.valu(f"v_add_u32 v{FLAT}, s6, v1", {"v1", "s6"}, registers("v", FLAT))
        self.valu(f"v_mov_b32 v{FLAT + 1}, s7", {"s7"}, registers("v", FLAT + 1))
        for row, number in enumerate(LOADED):
            self.load(number, row)
        for number in SCALARS:
            if used is None or f"s{number}" in used:
                self.scalar_load(number)
        self.fill(used)
        for region, number in enumerate(LOADED):
            self.put(f"ds_write_b32 v1, v{number} offset:{region * ROW}", "lds", {"v1", f"v{number}"})
        self.put(f"ds_write_b32 v1, v{LOADED[1]} offset:{LDS_OF_FLAT}", "lds", {"v1", f"v{LOADED[1]}"})
        if self.number < GDS_ROWS:
            self.put(f"ds_write_b32 v1, v{LOADED[2]} gds", "gds", {"v1", f"v{LOADED[2]}", "m0"})
        self.valu(f"v_cmp_lt_u32 {MASK}, v2, v3", {"v2", "v3"}, registers("s", 20, 2))
        self.valu("v_cmp_lt_u32 vcc, v4, v5", {"v4", "v5"}, {"vcc"})
        for half, mask in zip(("lo", "hi"), LANES[self.lanes]):
            self.put(f"s_mov_b32 exec_{half}, 0x{mask:x}", "salu", (), {"exec"})
        for one in self.all:
            one.fixed = True

    def fill(self, used):
        """Pairs of VGPRs: a product of two that are loaded, and the sum with a pair of them. Floats are from 1 to 2."""
        products = [(a, b, c) for a in LOADED for b in LOADED if a < b for c in LOADED[:3]]
        pairs = [*GENERAL[len(LOADED) :: 2], *SUMS[::2], *SADS[::2], *DOUBLES, SINGLES[0]]
        for number, (a, b, c) in zip(pairs, self.rng.sample(products, len(pairs))):
            pair = registers("v", number, 2)
            if used is not None and not pair & used:
                continue
            text = f"v_mad_u64_u32 {many('v', number, 2)}, {CARRY}, v{a}, v{b}, {many('v', c, 2)}"
            self.valu(text, {f"v{a}", f"v{b}", *registers("v", c, 2)}, pair | registers("s", 16, 2))
            floats = {f"v{number + 1}": (12, 0x3FF00000)} if number in DOUBLES else {}
            floats = dict.fromkeys(sorted(pair), (9, 0x3F800000)) if number in SINGLES else floats
            for one, (shift, exponent) in floats.items():
                self.valu(f"v_lshrrev_b32 {one}, {shift}, {one}", {one}, {one})
                self.valu(f"v_or_b32 {one}, 0x{exponent:x}, {one}", {one}, {one})

    def load(self, number, row, address=1):
        text = f"global_load_dword v{number}, v{address}, s[6:7] offset:{(row - ROWS_OF_BASE) * ROW}"
        self.put(text, "vmem", {f"v{address}", "s6", "s7"}, registers("v", number))

    def scalar_load(self, number):
        at = 4 * self.rng.randrange(WAVE * GENERAL[0])
        self.put(f"s_load_dword s{number}, s[6:7], 0x{at:x}", "smem", {"s6", "s7"}, registers("s", number))

    def epilogue(self):
        """Stores what the middle may have written: VGPRs, then copies of scalars."""
        written = set().union(*(i.writes for i in self.all if not i.fixed))
        self.rows = OWN_ROWS
        for name in sorted(vgprs(written)):
            self.store(1, name, self.rows)
            self.rows += 1
        names = sorted(written & {*(f"s{n}" for n in SCALARS), "s20", "s21"})
        names += ["vcc_lo", "vcc_hi"] * ("vcc" in written)
        for number, name in enumerate(names, FIRST_COPY):
            self.valu(f"v_mov_b32 v{number}, {name}", {name[:3] if name[0] == "v" else name}, {f"v{number}"})
        for number in range(FIRST_COPY, FIRST_COPY + len(names)):
            self.store(1, f"v{number}", self.rows)
            self.all[-1].fixed = True
            self.rows += 1
        self.put("s_endpgm", "salu")

    # ---- the instructions of the middle
    def body(self, count, out):
        """A program whose part of `out` begins at that address."""
        loop = self.rng.random() < 0.3
        first = self.rng.randrange(2, count // 2)
        while len(self.all) < count:
            if loop and len(self.all) >= first:
                loop = False
                self.loop()
            self.one()
        middle, self.all = self.all, []
        self.prologue(out, set().union(*(i.reads | i.writes for i in middle)))
        self.all += middle
        self.epilogue()
        return self.all

    def label(self):
        self.labels += 1
        self.next_label = f"p{self.number}_l{self.labels}"
        return self.next_label

    def loop(self):
        self.put(f"s_mov_b32 s{COUNTER}, {LOOPS}", "salu", (), {f"s{COUNTER}"})
        back = self.label()
        self.times = LOOPS
        for _ in range(self.rng.randrange(2, 6)):
            self.one(branches=False)
        self.put(f"s_sub_u32 s{COUNTER}, s{COUNTER}, 1", "salu", {f"s{COUNTER}"}, {f"s{COUNTER}"})
        self.put(f"s_cmp_lg_u32 s{COUNTER}, 0", "salu", {f"s{COUNTER}"})
        self.put(f"s_cbranch_scc1 {back}", "salu")
        self.times = 1

    def skip(self):
        pick = self.rng
        self.labels += 1
        target = f"p{self.number}_l{self.labels}"
        if pick.random() < 0.4:
            self.put(f"s_cbranch_{pick.choice(('vccz', 'vccnz'))} {target}", "salu", {"vcc"})
        else:
            a, b = pick.sample(SCALARS, 2)
            self.put(f"s_cmp_lt_u32 s{a}, s{b}", "salu", {f"s{a}", f"s{b}"})
            self.put(f"s_cbranch_scc1 {target}", "salu")
        for _ in range(pick.randrange(1, 3)):
            self.one(branches=False)
        self.next_label = target
        self.vector()

    def one(self, branches=True):
        kinds = {
            self.vector: 9,
            self.odd_vector: 3,
            self.long: 2,
            self.masks: 5,
            self.scalars: 6,
            self.memory: 7,
            self.address: 2,
            self.export: 2 * (self.exports >= self.times),
        }
        if branches:
            kinds[self.skip] = 1
        self.rng.choices(list(kinds), list(kinds.values()))[0]()

    def general(self):
        return self.one_of("v", GENERAL)

    def one_of(self, letter, numbers):
        """One of the registers, often one that was written a moment ago."""
        recent = [n for n in numbers if f"{letter}{n}" in self.recent]
        return self.rng.choice(recent if recent and self.rng.random() < 0.5 else numbers)

    def vector(self):
        d, a, b, c = (self.general() for _ in range(4))
        if self.rng.random() < 0.5:
            name = self.rng.choice(("v_add_u32", "v_xor_b32", "v_sub_u32"))
            self.valu(f"{name} v{d}, v{a}, v{b}", {f"v{a}", f"v{b}"}, {f"v{d}"})
        else:
            name = self.rng.choice(("v_mad_u32_u24", "v_xad_u32", "v_alignbit_b32"))
            self.valu(f"{name} v{d}, v{a}, v{b}, v{c}", {f"v{a}", f"v{b}", f"v{c}"}, {f"v{d}"})

    def odd_vector(self):
        d, a, b = (self.general() for _ in range(3))
        kind = self.rng.randrange(3)
        if kind == 0:
            text = f"v_add_u32_dpp v{d}, v{a}, v{b} quad_perm:[0,0,3,3] row_mask:0xf bank_mask:0xf"
            self.valu(text, {f"v{a}", f"v{b}", f"v{d}"}, {f"v{d}"}, dpp=DPP, source=f"v{a}")
        elif kind == 1:
            text = f"v_add_u32_sdwa v{d}, v{a}, v{b} dst_sel:DWORD src0_sel:WORD_1 src1_sel:DWORD"
            self.valu(text, {f"v{a}", f"v{b}"}, {f"v{d}"})
        else:
            a = 2 + a % 5 * 2
            sums, sads = many("v", SUMS[0], 4), many("v", SADS[0], 4)
            reads = registers("v", a, 2) | {f"v{b}"} | registers("v", SADS[0], 4)
            self.valu(
                f"v_mqsad_u32_u8 {sums}, {many('v', a, 2)}, v{b}, {sads}", reads, registers("v", SUMS[0], 4), MQSAD
            )

    def long(self):
        d, a, b = (self.one_of("v", DOUBLES) for _ in range(3))
        wide = [many("v", n, 2) for n in (d, a, b)]
        reads, writes = registers("v", a, 2), registers("v", d, 2)
        kind = self.rng.randrange(4)
        if kind == 0:
            self.valu(f"v_rcp_f64 {wide[0]}, {wide[1]}", reads, writes, ROOT_F64)
        elif kind == 1:
            self.valu("v_add_f64 {}, {}, {}".format(*wide), reads | registers("v", b, 2), writes, F64)
        else:
            d, a = self.rng.choice(SINGLES), self.rng.choice(SINGLES)
            name, times = ("v_rcp_f32", ROOT) if kind == 2 else ("v_exp_f32", TRANSCENDENTAL)
            self.valu(f"{name} v{d}, v{a}", {f"v{a}"}, {f"v{d}"}, times)
            if self.rng.random() < 0.5:
                general = self.general()
                self.valu(f"v_xor_b32 v{general}, v{d}, v{general}", {f"v{d}", f"v{general}"}, {f"v{general}"})

    def masks(self):
        d, a, b = (self.general() for _ in range(3))
        mask, names = self.rng.choice((("vcc", {"vcc"}), (MASK, registers("s", 20, 2))))
        reads = {f"v{a}", f"v{b}"}
        kind = self.rng.randrange(4)
        if kind == 0:
            self.valu(f"v_cmp_lt_u32 {mask}, v{a}, v{b}", reads, names)
        elif kind == 1:
            self.valu(f"v_cndmask_b32 v{d}, v{a}, v{b}, {mask}", reads | names, {f"v{d}"})
        elif kind == 2:
            self.valu(f"v_add_co_u32 v{d}, {mask}, v{a}, v{b}", reads, names | {f"v{d}"})
        else:
            self.valu(f"v_addc_co_u32 v{d}, {mask}, v{a}, v{b}, {mask}", reads | names, names | {f"v{d}"})

    def scalars(self):
        d, a, b = (self.one_of("s", SCALARS) for _ in range(3))
        v, w = self.general(), self.general()
        kind = self.rng.randrange(5)
        if kind == 0:
            self.valu(f"v_readfirstlane_b32 s{d}, v{v}", {f"v{v}"}, {f"s{d}"})
        elif kind == 1:
            self.valu(f"v_add_u32 v{v}, s{a}, v{w}", {f"s{a}", f"v{w}"}, {f"v{v}"})
        elif kind == 2:
            self.put(f"s_add_u32 s{d}, s{a}, s{b}", "salu", {f"s{a}", f"s{b}"}, {f"s{d}"})
        elif kind == 3:
            self.put(f"s_xor_b32 s{d}, s{a}, vcc_lo", "salu", {f"s{a}", "vcc"}, {f"s{d}"})
        else:
            self.scalar_load(d)

    def memory(self):
        d, a, address = self.general(), self.general(), self.one_of("v", ADDRESSES)
        at, offset = f"v{address}", self.rng.randrange(4) * ROW
        kind = self.rng.randrange(10)
        if kind >= 8 and self.number >= GDS_ROWS:
            kind = {8: 3, 9: 5}[kind]
        if kind == 7:
            base = many("s", BUFFER, 4)
            text = f"buffer_load_dword v{d}, {at}, {base}, 0 offen offset:{self.rng.randrange(ROWS_OF_BASE) * ROW}"
            self.put(text, "vmem", {at, *registers("s", BUFFER, 4)}, {f"v{d}"})
        elif kind == 8:
            self.put(f"ds_read_b32 v{d}, {at} gds", "gds", {at, "m0"}, {f"v{d}"})
        elif kind == 9:
            self.put(f"ds_add_rtn_u32 v{d}, {at}, v{a} gds", "gds", {at, f"v{a}", "m0"}, {f"v{d}"})
        elif kind < 2:
            self.load(d, self.rng.randrange(len(GENERAL)), address)
        elif kind == 2:
            self.put(f"flat_load_dword v{d}, {many('v', FLAT, 2)}", "flat", registers("v", FLAT, 2), {f"v{d}"})
        elif kind == 3:
            self.put(f"ds_read_b32 v{d}, {at} offset:{offset}", "lds", {at}, {f"v{d}"})
        elif kind == 4:
            self.put(f"ds_write_b32 {at}, v{a} offset:{offset}", "lds", {at, f"v{a}"})
        elif kind == 5:
            self.put(f"ds_add_rtn_u32 v{d}, {at}, v{a} offset:{offset}", "lds", {at, f"v{a}"}, {f"v{d}"})
        elif self.stores < OWN_ROWS:
            self.store(address, f"v{a}", self.stores)
            self.stores += 1

    def export(self):
        self.exports -= self.times
        enable = [self.rng.random() < 0.6 for _ in range(4)]
        sources = [f"v{self.general()}" if one else "off" for one in enable]
        text = f"exp {self.rng.choice(targets(self.number))} {', '.join(sources)}"
        self.put(text, "exp", set(sources) - {"off"})

    def address(self):
        d, a = self.rng.choice(ADDRESSES), self.rng.choice(ADDRESSES)
        self.valu(f"v_xor_b32 v{d}, {4 * self.rng.randrange(1, 16)}, v{a}", {f"v{a}"}, {f"v{d}"})


# ---- control words ---------------------------------------------------------------------------------


@dataclasses.dataclass
class Pending:
    of: Instruction
    since: int = 0  # cycles from its issue to that of the last instruction, at least
    at_vector: int | None = None  # the same to the last vector ALU instruction
    done: bool = False
    was_read: bool = False


def needs(p, i):
    """The distance that i needs behind the vector ALU instruction p, of no long unit or of one that has no barrier."""
    least = 0
    for register in vgprs(p.writes & (i.reads | i.writes)):
        for n in range(4):
            now = EXPORT_READ if i.unit == "exp" else READ
            if i.unit == "valu":
                now = i.read_cycles(register, n)[0]
            if register in i.reads:
                least = max(least, p.write_cycle(n) + p.text.startswith("v_mqsad") - now + 1)
            if register in i.writes:
                now = i.write_cycle(n) if i.unit == "valu" else RETURN
                least = max(least, p.write_cycle(n) + p.text.startswith("v_mqsad") - now + 1)
    scalars = p.writes - vgprs(p.writes)
    if scalars & i.reads:
        least = max(least, p.scalar_cycle() + 1)
    if scalars & i.writes:
        now = i.scalar_cycle() if i.unit == "valu" else SMEM_RETURN if i.unit == "smem" else 0
        least = max(least, p.scalar_cycle() - now + 1)
    for register in vgprs(p.reads & i.writes) if i.unit in (*IN_ORDER, "flat") else ():
        least = max(least, p.read_cycles(register, 3)[1] - RETURN)
    return least


def waits_for(p, i):
    """The barrier of p.of for which i must wait, if any."""
    o, same = p.of, p.of.unit == i.unit and i.unit in IN_ORDER
    if p.done or (o.unit == "valu" and not o.long):
        return None
    met = o.writes & (i.reads | i.writes)
    if o.long and i.unit in MEMORY:
        met |= o.reads & i.writes
    if met and not (same and not o.writes & i.reads):
        return o.write
    if o.unit in READS_LATE and vgprs(o.reads) & i.writes and not p.was_read and not same:
        return o.read if o.read is not None else o.write
    return None


def dress(rng, program, delay):
    """The program with control words, as a new list: s_nop may come in."""
    dressed, pending = [], []
    for i in copies(program):
        i.first += delay if i.unit == "valu" else 0
        all_over = (i.flow and i.text != "s_endpgm") or i.label
        i.waits = {b for b in (waits_for(p, i) for p in pending) if b is not None}
        if all_over:
            for p in pending:
                i.waits = i.waits | {p.of.write, p.of.read} - {None} if not p.done else set()
        if pairs(dressed, i) and rng.random() < 0.5:
            dressed[-1].stall, dressed[-1].yields = 0, False
            if lacks(pending, i, 0, all_over):
                dressed[-1].stall = 1
        short = lacks(pending, i, dressed[-1].stall, all_over) if dressed else 0
        while short > 0:
            more = min(short, LAST_STALL - dressed[-1].stall)
            dressed[-1].stall += more
            short -= more
            if short > 0:
                # The label stays before the instruction: the branch goes round the s_nop.
                dressed.append(Instruction("s_nop 0", "salu", fixed=dressed[-1].fixed))
                for p in pending:
                    p.since += dressed[-2].stall
                short -= 1
        if dressed:
            for p in pending:
                p.since = distance(p, i, dressed[-1].stall)
        for p in pending:
            p.done |= p.of.write in i.waits and p.of.write is not None
            p.was_read |= p.done or (p.of.read in i.waits and p.of.read is not None)
        pending = [p for p in pending if not p.done and (p.of.unit != "valu" or p.of.long or p.since < 64)]
        i.stall = LEAST_OF_FLOW if i.flow else 1 if rng.random() < 0.8 else rng.randrange(2, 6)
        i.yields = rng.random() < 0.2
        i.write = rng.randrange(BARRIERS) if i.may_write else None
        if i.may_read and (not i.may_write or rng.random() < 0.6):
            i.read = rng.randrange(BARRIERS)
        if i.unit in (*READS_LATE, "valu"):
            pending.append(Pending(i))
        if i.unit == "valu":
            for p in pending:
                p.at_vector = p.since
        dressed.append(i)
    return dressed


def lacks(pending, i, stall, all_over):
    """The cycles that a stall before i lacks."""
    short = 0
    for p in pending:
        least = needs(p.of, i) if p.of.unit == "valu" and not p.of.long else 0
        if all_over and p.of.unit == "valu" and not p.of.long:
            least = p.of.scalar_cycle() + 1
        if {p.of.write, p.of.read} & i.waits and not p.done:
            least = max(least, VISIBLE)
        if distance(p, i, stall) < least:
            short = max(short, least - p.since - stall)
    return short


def pairs(dressed, i):
    """Whether i may issue with the instruction before it (8.7). Pairs of scalar instructions are left out."""
    if not dressed or i.unit in ("valu", "exp") or i.fixed or i.label or i.flow:
        return False
    first = dressed[-1]
    free = not first.writes & (i.reads | i.writes)
    return first.unit == "valu" and not first.fixed and first.stall == 1 and free


def distance(p, i, stall):
    """From p to i, which follows an instruction with that stall: by stalls, and by the pace of the vector ALU."""
    far = p.since + stall
    if i.unit == "valu" and p.at_vector is not None and p.of.unit == "valu" and p.at_vector == 0:
        far = max(far, PACE * p.of.step + p.of.dpp)
    return far


def change(rng, program):
    """A copy with one or two fields changed: a shorter stall, a wait less, a barrier on another instruction."""
    changed = copies(program)
    free = [n for n, i in enumerate(changed) if not i.fixed]
    done = 0
    for _ in range(200):
        i = changed[rng.choice(free)]
        kind = rng.randrange(8)
        least = LEAST_OF_FLOW if i.flow else 1
        if kind < 3 and i.stall > least:
            i.stall = i.stall - 1 if kind < 2 else rng.randrange(least, i.stall)
        elif kind < 5 and i.waits:
            i.waits = i.waits - {rng.choice(sorted(i.waits))}
        elif kind == 5 and i.write is not None:
            i.write = rng.choice([b for b in (*range(BARRIERS), None) if b != i.write])
        elif kind == 6 and i.read is not None:
            i.read = rng.choice([b for b in (*range(BARRIERS), None) if b != i.read])
        elif kind == 7 and i.write is not None:
            other = rng.choice([k for k in (changed[n] for n in free) if k.may_write])
            i.write, other.write = other.write, i.write
        else:
            continue
        done += 1
        if done == 2 or rng.random() < 0.8:
            break
    return changed


# ---- a launch --------------------------------------------------------------------------------------

# To the bundle that is the group's among those behind it.
DISPATCH = """
  ctrl 1, 1, 1
  i s_getpc_b64 s[40:41]
  i s_lshl_b32 s42, s2, 5
  i s_add_u32 s42, s42, 56
  ctrl 1, 1, 5
  i s_add_u32 s40, s40, s42
  i s_addc_u32 s41, s41, 0
  i s_setpc_b64 s[40:41]
"""
# Loads, and LDS reads and writes with conflicts, a number of times.
NOISE = """
  ctrl 5, 5, 5
noise:
  i s_mov_b32 s6, 0x{low:x}
  i s_mov_b32 s7, 0x{high:x}
  i s_movk_i32 s40, {trips}
  ctrl 8, 8, 8
  i v_lshlrev_b32 v1, 2, v0
  i v_lshlrev_b32 v2, 3, v0
  i v_and_b32 v2, 0xf8, v2
  ctrl 2+W0, 1+W1, 1+R2
noise_loop:
  i global_load_dwordx2 v[4:5], v2, s[6:7]
  i ds_read_b128 v[8:11], v2
  i ds_write_b64 v2, v[6:7] offset:512
  ctrl 2+W0, 2+W1, 1+B0
  i global_load_dword v12, v1, s[6:7] offset:256
  i ds_read_b64 v[16:17], v2 offset:512
  i v_xor_b32 v3, v4, v5
  ctrl 9+B1, 1, 5
  i v_rcp_f32 v14, v8
  i s_sub_u32 s40, s40, 1
  i s_cmp_lg_u32 s40, 0
  ctrl 5, 5
  i s_cbranch_scc1 noise_loop
idle:
  i s_endpgm
"""

# All lanes add to one dword: 64 cycles of the LDS each time. Behind the programs, so that these lie where they lay.
CROWD = """
  ctrl 8, 8
crowd:
  i v_mov_b32 v2, 0
  i s_movk_i32 s40, {trips}
  ctrl 2, 2, 1
crowd_loop:
  i ds_add_u32 v2, v0
  i ds_add_u32 v2, v0
  i s_sub_u32 s40, s40, 1
  ctrl 1, 5, 5
  i s_cmp_lg_u32 s40, 0
  i s_cbranch_scc1 crowd_loop
  i s_endpgm
"""
TRIPS_OF_CROWD = 100


class Batch:
    """Programs of one launch. of: their instructions with control words; lanes: those of EXEC, by name. launched: the
    numbers of those that run; the others end at once."""

    def __init__(self, seed, delay, programs, noise=4, count=26, trips=15):
        self.rng = random.Random(seed)
        self.delay, self.noise, self.trips = delay, noise, trips
        self.others = "noise"  # where the waves before the programs start: noise, idle or crowd
        self.lanes = [self.rng.choice(("all", "last pass", "last", "last")) for _ in range(programs)]
        self.first, self.of = [0], []  # first row of each program, and behind the last
        for number, of in enumerate(self.lanes):
            writer = Writer(self.rng, number, of)
            plain = writer.body(count, OUT + self.first[number] * ROW)
            self.first.append(self.first[number] + writer.rows)
            self.of.append(dress(self.rng, plain, delay))
        self.values = [self.rng.getrandbits(32) for _ in range(WAVE * IN_ROWS)]
        self.launched = range(programs)

    def part(self, values, number):
        """The elements of `out` that are of one program."""
        return values[WAVE * self.first[number] : WAVE * self.first[number + 1]]

    def labelled(self, program, number):
        """The lines of a program: (labels, text, field) of each instruction."""
        for n, i in enumerate(program):
            labels = [f"p{number}_i{n}:"] + [f"{i.label}:"] * bool(i.label) + [f"p{number}:"] * (n == 0)
            yield "\n".join(labels), i.text, i.field()

    def plain_text(self):
        """The programs in program order and without waits, as GFX9 code for the reading, which starts each at its p."""
        lines = [".globl main", ".p2align 8", "main:"]
        for n in self.launched:
            for labels, text, _ in self.labelled(self.of[n], n):
                lines += [labels, text]
        return "\n".join(lines) + "\n"

    def text(self):
        lines = ['.include "control.inc"', ".globl main", ".p2align 8", "main:", DISPATCH]
        launched = set(self.launched)
        starts = [self.others] * self.noise + [f"p{n}" if n in launched else "idle" for n in range(len(self.of))]
        for start in starts:
            lines += ["ctrl 5", f"i s_branch {start}"]
        at = IN + ROWS_OF_BASE * ROW
        lines.append(NOISE.format(low=at & 0xFFFFFFFF, high=at >> 32, trips=self.trips))
        for n in self.launched:
            slots = list(self.labelled(self.of[n], n))
            for first in range(0, len(slots), 3):
                bundle = slots[first : first + 3]
                lines.append(f"ctrl {', '.join(field for _, _, field in bundle)}")
                for labels, text, _ in bundle:
                    lines += [labels, f"i {text}"]
        lines.append(CROWD.format(trips=TRIPS_OF_CROWD))
        return "\n".join(lines) + "\n"

    def description(self, program):
        groups = self.noise + len(self.of)
        return {
            "about": "random programs with control words",
            "program": program,
            "launch": {"grid": [WAVE * groups], "group": [WAVE], "lds": LDS_BYTES, "issue": "control"},
            "args": [
                {
                    "buffer": "out",
                    "type": "u32",
                    "count": WAVE * self.first[-1],
                    "address": hex(OUT),
                    "init": {"constant": NOTHING},
                },
                {
                    "buffer": "in",
                    "type": "u32",
                    "count": WAVE * IN_ROWS,
                    "address": hex(IN),
                    "init": {"values": self.values},
                },
            ],
            "expect": {},
        }

    def with_program(self, number, program):
        """The batch with another program in the place of one."""
        other = copy.copy(self)
        other.of = [*self.of[:number], program, *self.of[number + 1 :]]
        return other

    def only(self, numbers):
        """The batch of which only these programs run."""
        other = copy.copy(self)
        other.launched = sorted(numbers)
        return other

    def alone(self, number, others="idle"):
        """The batch of which this program runs, and no wave that keeps memory busy. others: "crowd" has waves that keep
        the LDS busy."""
        other = self.only({number})
        other.others = others
        return other

    def with_flat_in_lds(self, number):
        """The batch in which the addresses of FLAT of one program are in the LDS."""
        program = copies(self.of[number])
        for i in program:
            if i.fixed and i.text.startswith(f"v_add_u32 v{FLAT},"):
                i.text = f"v_add_u32 v{FLAT}, 0x{LDS_OF_FLAT:x}, v1"
            if i.fixed and i.text.startswith(f"v_mov_b32 v{FLAT + 1},"):
                i.text = f"v_mov_b32 v{FLAT + 1}, 0x{SHARED_APERTURE:x}"
        return self.with_program(number, program)

    def with_lanes(self, number, lanes):
        """The batch with other lanes in EXEC of one program."""
        program = copies(self.of[number])
        for half, mask in zip(("lo", "hi"), LANES[lanes]):
            (one,) = (i for i in program if i.text.startswith(f"s_mov_b32 exec_{half}"))
            one.text = f"s_mov_b32 exec_{half}, 0x{mask:x}"
        other = self.with_program(number, program)
        other.lanes = [*self.lanes[:number], lanes, *self.lanes[number + 1 :]]
        return other
