# SPDX-License-Identifier: Apache-2.0
"""Directed vectors of the float opcodes: each opcode of float_table.py in each of its forms (numerics.md 1, 2, 11).

Operands of every class meet those of every other, in random modes."""
import random
import struct

from . import words
from .float_table import ROWS
from .floats import F16, FORMATS, Mode
from .program import ALL, LANES, M32, Program, width
from .vector import DST, EXECS, OLD, POOL_SGPR, Case, Chooser, L, V, select

F16_CONSTANTS = [0x3800, 0xB800, 0x3C00, 0xBC00, 0x4000, 0xC000, 0x4400, 0xC400, 0x3118]  # codes 240 to 248

F32_EDGES = [
    0,
    0x80000000,
    1,
    0x807FFFFF,
    0x00800000,
    0x80800001,
    0x3F800000,
    0xBF800000,
    0x3F7FFFFF,
    0x40000001,
    0xBF000000,
    0x3EFFFFFF,
    0x4B000001,
    0xCF000000,
    0x7E800000,
    0x7F7FFFFF,
    0xFF7FFFFF,
    0x7F800000,
    0xFF800000,
    0x7FC12345,
    0x7F812345,
    0xFFA54321,
]


INTEGERS = [
    0,
    1,
    -1,
    2,
    3,
    0x1F,
    0x3FF,
    0x200,
    0x7FFFFFFF,
    0x80000000,
    0x80000001,
    0x8000,
    0x7FFF,
    0x1000001,
    0x1FFFFFF,
]


class FloatCase(Case):
    """accumulator: the register of the old contents, which some opcodes read."""

    def __init__(self, mode, *operands, accumulator=OLD, **fields):
        super().__init__(*operands, **fields)
        self.mode, self.accumulator, self.flags = mode, accumulator, 0

    def encode(self):
        at = self.row.constant
        if at is None:
            return super().encode()
        first, second = (s for i, s in enumerate(self.sources) if i != at)
        return words.vop2(self.row.name, DST, first.code, second.code) + [self.sources[at].value]

    def modifier(self, i):
        """(NEG, ABS) of source i."""
        fields = self.sdwa if self.sdwa is not None else self.dpp
        if fields is not None:
            return fields.get("neg", (0, 0))[i], fields.get("absolute", (0, 0))[i]
        if self.form != "VOP3":
            return 0, 0
        if i >= len(self.row.sources):
            return 0, 0
        # VOP3B has SDST where ABS is.
        return self.neg >> i & 1, 0 if self.row.carry_out else self.absolute >> i & 1

    def operand(self, p, i, lane):
        """The bits that the opcode sees as source i (D-VEC-36, D-VEC-37, D-VEC-42); None: there is no source."""
        kind, source, f = self.row.sources[i], self.sources[i], FORMATS.get(self.row.sources[i])
        if self.dpp is not None and i == 0:
            lane = self.dpp_lane(lane)
            if lane is None and not self.dpp.get("bound"):
                return None
        if lane is None:
            raw = 0
        elif f is F16 and 240 <= source.code <= 248:  # D-VEC-27
            raw = F16_CONSTANTS[source.code - 240]
        else:
            raw = source.raw(p, lane, width(kind))
        if self.sdwa is not None:
            raw = select(raw, self.sdwa.get("sel", (6, 6))[i], self.sdwa.get("sext", (0, 0))[i] and not f)
        if f:
            raw &= 2 * f.sign - 1
            neg, absolute = self.modifier(i)
            raw = (f.magnitude(raw) if absolute else raw) ^ (f.sign if neg else 0)
        return raw

    def result(self, p, lane, values, carry):
        if self.row.reads_dst:  # D-VEC-19: without modifiers
            values.append(p.v[self.accumulator][lane])
        if self.row.carry_in:
            values.append(carry)
        fields = {"omod": self.omod, "clamp": self.clamp} if self.form == "VOP3" else self.sdwa or {}
        bits, flags, bit = self.row.evaluate(self.mode, values, fields.get("omod", 0), fields.get("clamp", 0))
        self.flags |= flags
        return bits, int(bit)

    def describe(self):
        return f"{super().describe()} mode={self.mode.bits:x}"

    def emit(self, p):
        p.set_mode(self.mode.bits)
        super().emit(p)


# ---- which cases an opcode gets ------------------------------------------------------------------


class FloatChooser(Chooser):
    """Cases of one row, the same in every run."""

    def __init__(self, row):
        super().__init__(row, False)
        self.modes = 0
        self.share = 4 if row.compare else 1  # of the cases: there are many compares

    def v(self, i, n):
        """Integers among the sources come from v32 to v39, apart from SRC0 of every second case."""
        return V(32 + n % 8) if self.row.sources[i][0] != "f" and (i or n % 2) else super().v(i, n)

    def mode(self):
        """Any mode; in every second one OMOD is in force."""
        r = self.random
        self.modes += 1
        modified = self.modes % 2
        return Mode.of(
            r.randrange(4),
            r.randrange(2) if modified else r.randrange(4),
            r.randrange(2),
            0 if modified else r.randrange(4) > 0,
        )

    def literal(self):
        return L(self.random.choice(F32_EDGES + [0x3FC00000, 0x40490FDB, 0x00FFFFFF]))

    def case(self, form, sources, **fields):
        return FloatCase(self.mode(), self.row, form, sources, **fields)

    def encoded32(self, form):
        for n in range(0, 16, min(self.share, 3)):
            yield self.case(form, self.with_constant(self.vs(n)), exec_=EXECS[max(0, n - 9)])
        for n in range(0, 10, min(self.share, 3)):
            first = self.literal() if n in (2, 3) else self.scalar(self.row.sources[0], self.row.constant is not None)
            sources = self.with_constant([first] + self.vs(n)[1:])
            if isinstance(first, L) and self.row.constant is not None:
                sources[self.row.constant] = first  # the one literal twice (D-VEC-11)
            yield self.case(form, sources, exec_=ALL if n % 2 else self.exec_())

    def with_constant(self, sources):
        if self.row.constant is not None:
            sources[self.row.constant] = self.literal()
        return sources

    def encoded64(self, form="VOP3", count=40):
        r, row = self.random, self.row
        for n in range(0, count, self.share):
            sources = self.vs(n) if n < 24 else self.mixed(1 + n % 3)
            fields = {"clamp": n // 2 % 2, "omod": r.randrange(4), "neg": r.randrange(8)}
            if row.carry_out or row.compare:
                fields["sdst"] = self.sdst()
            if not row.carry_out:
                fields.update(absolute=r.randrange(8), op_sel=r.randrange(16))
            yield self.case(form, sources, exec_=ALL if n % 8 else self.exec_(), **fields)

    def sub_dword(self, form, count=24):
        r = self.random
        for n in range(0, count, min(self.share, 3)):
            sources = [self.v(i, r.randrange(8)) for i in range(len(self.row.sources))]
            if n % 4 == 3:
                i = r.randrange(len(sources))
                sources[i] = self.scalar(self.row.sources[i])
            whole = n % 2
            fields = {
                "sel": (6, 6) if whole else (r.randrange(7), r.randrange(7)),
                "sext": (r.randrange(2), r.randrange(2)),
                "neg": (r.randrange(2), r.randrange(2)),
                "absolute": (r.randrange(2), r.randrange(2)),
            }
            output = {"dst_sel": n % 7, "unused": r.randrange(3), "clamp": r.randrange(2), "omod": r.randrange(4)}
            if not self.row.compare:
                fields.update(output)
            sdst = r.choice([None, 12, 14]) if self.row.compare else None
            yield self.case(form, sources, exec_=self.exec_() if n % 5 == 4 else ALL, sdwa=fields, sdst=sdst)

    def cross_lane(self, form, count=16):
        for case in super().cross_lane(form, count // self.share):
            yield self.case(form, case.sources, exec_=case.exec_, dpp=case.dpp)


# ---- programs ------------------------------------------------------------------------------------


def crossed(edges, rows, seed):
    """Two lists of rows whose elements are the cross product of the edges, then random pairs."""
    n, r = len(edges), random.Random(seed)
    pairs = [(edges[i // n], edges[i % n]) for i in range(n * n)][: rows * LANES]
    while len(pairs) < rows * LANES:
        pairs.append((r.choice(edges) if len(pairs) % 2 else r.getrandbits(32), r.getrandbits(32)))
    return [[p[k] for p in pairs[i * LANES : (i + 1) * LANES]] for k in (0, 1) for i in range(rows)]


def float_bits(number):
    return struct.unpack("<I", struct.pack("<f", number))[0]


def near_one(r):
    """A number whose sums and products with others like it stay in the middle of the range."""
    return (
        r.getrandbits(1) << 31 | r.randrange(115, 140) << 23 | r.choice((0, 1, 0x7FFFFF, 0x400000, r.getrandbits(23)))
    )


def program(name, about):
    """v8..v23 cross the edges, v24..v31 have edges and others mixed, v32..v39 integers, v40..v43 old contents."""
    r = random.Random(32)
    rows = crossed(F32_EDGES, 8, 32)
    for n in range(8):
        rows.append([near_one(r) if (lane + n) % 3 else r.choice(F32_EDGES) for lane in range(LANES)])
    for n in range(8):
        rows.append([(r.randrange(-320, 320) if lane % 4 else r.choice(INTEGERS)) & M32 for lane in range(LANES)])
    rows += [[r.getrandbits(32) for _ in range(LANES)] for _ in range(4)]
    p = Program(name, about, rows)
    for i in range(32):
        p.set_s(POOL_SGPR + i, (F32_EDGES + [near_one(r) for _ in range(10)])[i])
    p.set_s(14, 0x3FF0C3A5)
    p.set_s(15, 0x80000001)
    p.set_m0(0x3FA00001)
    p.set_vcc(0x7F80000040490FDB)
    return p


FORMS = {  # suffix of the test -> what it is about, forms, cases of a chooser
    "": ("VOP1, VOP2, VOPC without and with a literal", ("VOP1", "VOP2", "VOPC"), FloatChooser.encoded32),
    "vop3": ("VOP3: scalars anywhere, neg, abs, omod, clamp", ("VOP3",), FloatChooser.encoded64),
    "sdwa": ("SDWA: selects, unused bits, modifiers, scalars", ("VOP1", "VOP2", "VOPC"), FloatChooser.sub_dword),
    "dpp": ("DPP: controls, masks, bound_ctrl, neg, abs", ("VOP1", "VOP2", "VOPC"), FloatChooser.cross_lane),
}


# ---- opcodes of one source ---------------------------------------------------------------------------


def single_operands():
    """256 numbers: halves and integers, the limits of each conversion, ties and the denormal border of f16."""
    r = random.Random(4)
    found = list(F32_EDGES)
    for whole in (0, 1, 2, 3, 254, 255, 256, 2047, 2048, 4194303, 8388607):
        for part in (0.0, 0.25, 0.5, 0.75):
            found.append(float_bits(whole + part) | r.getrandbits(1) << 31)
    for number in (
        2**31,
        2**32,
        2**31 - 128,
        2**32 - 256,
        2**31 + 256,
        65504,
        65519.9,
        65520,
        65536,
        65535,
        32767.5,
    ):
        bits = float_bits(number)
        found += [bits, bits | 1 << 31, bits - 1]
    for exponent in (98, 101, 102, 103, 104, 110, 111, 112, 113, 114, 142):  # 2^-24 is 103, 2^-14 is 113
        for fraction in (0, 1, 0x7FFFFF, 0x7FE000, 0x7FF000, 0x7FEFFF, 0x400000, 0x401000, 0x403000):
            found.append(r.getrandbits(1) << 31 | exponent << 23 | fraction)
    return (found + [near_one(r) for _ in range(256)])[:256]


def singles():
    """Every rounding and denormal mode of f32 and of f16 alike."""
    rows = [single_operands()[i : i + LANES] for i in range(0, 256, LANES)]
    r = random.Random(40)
    rows += [[0] * LANES] * 28 + [[r.getrandbits(32) for _ in range(LANES)] for _ in range(4)]
    p = Program("directed_float_single", "f32 opcodes of one source: ties, limits of conversions, every mode", rows)
    names = [row for row in ROWS.values() if row.sources == ["f32"] and ("VOP1", row.name) in words.NUMBER]
    for rounding in range(4):
        for denorm in range(4):
            mode = Mode.of(rounding, denorm, other_rounding=rounding, other_denorm=denorm, ovfl=denorm == 2)
            for n, row in enumerate(names):
                FloatCase(mode, row, "VOP1", [V(8 + (n + rounding + denorm) % 4)]).emit(p)
    p.set_mode(Mode.of().bits)
    return p


def programs():
    found = [singles()]
    for suffix, (about, forms, cases) in FORMS.items():
        for kind in (False, True):
            name = "_".join(filter(None, ("directed_float", "cmp" if kind else "", suffix)))
            p = program(name, f"f32 {'compares' if kind else 'opcodes'} in all modes, operands of every class; {about}")
            for row in ROWS.values():
                if row.compare == kind and getattr(row, suffix, True):
                    for form in forms:
                        if (form, row.name) in words.NUMBER:
                            for case in cases(FloatChooser(row), form):
                                case.emit(p)
            p.set_mode(Mode.of().bits)
            found.append(p)
    return found
