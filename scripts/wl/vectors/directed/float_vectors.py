# SPDX-License-Identifier: Apache-2.0
"""Directed vectors of the float opcodes: each opcode of float_table.py in each of its forms (numerics.md 1, 2, 11).

Operands of every class meet operands of every other, in random modes."""
import random
import struct

from wl.reading import float_cases, words
from wl.reading.bits import ALL, LANES, M32
from wl.reading.cases import L, V
from wl.reading.float_table import ROWS, raised_to
from wl.reading.floats import F16, F32, F64, FORMATS, Mode
from wl.vectors.directed.program import Program
from wl.vectors.directed.vector import DST, EXECS, OLD, POOL_SGPR, Case, Chooser


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


F16_EDGES = [
    0,
    0x8000,
    1,
    0x83FF,
    0x0400,
    0x8401,
    0x07FF,
    0x3C00,
    0xBC00,
    0x3BFF,
    0x4001,
    0xB800,
    0x37FF,
    0x6401,
    0xE800,
    0x7BFF,
    0xFBFF,
    0x7C00,
    0xFC00,
    0x7E12,
    0x7D12,
    0xFD55,
]
F64_EDGES = [
    0,
    1 << 63,
    1,
    0x800FFFFFFFFFFFFF,
    1 << 52,
    0x3FF0000000000000,
    0xBFEFFFFFFFFFFFFF,
    0xBFE0000000000000,
    0x41DFFFFFFFE00000,
    0xC1E0000000200000,
    0x4330000000000001,
    0x7FEFFFFFFFFFFFFF,
    0x7FF0000000000000,
    0xFFF0000000000000,
    0x7FF8000012345678,
    0xFFF4000000000001,
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


class FloatCase(float_cases.FloatCase, Case):
    """accumulator: the register of the old contents, which some opcodes read."""

    def __init__(self, mode, *operands, accumulator=OLD, **fields):
        super().__init__(mode, *operands, accumulator=accumulator, **fields)

    def encode(self):
        at = self.row.constant
        if at is None:
            return super().encode()
        first, second = (s for i, s in enumerate(self.sources) if i != at)
        return words.vop2(self.row.name, DST, first.code, second.code) + [self.sources[at].value]

    def describe(self):
        return f"{super().describe()} mode={self.mode.bits:x}"

    def emit(self, p):
        p.set_mode(self.mode.bits)
        super().emit(p)


# ---- which cases an opcode gets ------------------------------------------------------------------


class FloatChooser(Chooser):
    """Cases of one row, the same in every run."""

    def __init__(self, row, pool):
        super().__init__(row, pool.f is F64)
        self.pool, self.modes = pool, 0
        self.share = 4 if row.compare else 1  # of the cases: there are many compares
        self.own = FORMATS.get(row.result) or next((FORMATS[k] for k in row.sources if k in FORMATS), F32)

    def v(self, i, n):
        """Integers come from v36 to v39, apart from SRC0 of every second case; f32 of the f64 opcodes from v32 on.
        D and N of v_div_fixup meet each other in all classes."""
        kind = self.row.sources[i]
        if self.row.name.startswith("v_div_fixup"):
            i = (i - 1) % 3
        if kind[0] != "f" and (i or n % 2):
            return V(36 + n % 4)
        if (self.wide or self.row.dot) and kind == "f32":
            return V(32 + n % 4)
        return super().v(i, n)

    def scalar(self, kind, constants_only=False):
        """No float constant for an integer beside f16 or f64: its pattern is not decided."""
        found = super().scalar(kind, constants_only)
        while kind[0] != "f" and self.pool.f is not F32 and 240 <= found.code <= 248:
            found = super().scalar(kind, constants_only)
        return found

    def mode(self):
        """Any mode; in every second one OMOD is in force. The fields of the other formats differ."""
        r = self.random
        self.modes += 1
        modified = self.modes % 2
        rounding, denorm = r.randrange(4), r.randrange(2) if modified else r.randrange(4)
        dx10, ieee = r.randrange(2), 0 if modified else r.randrange(4) > 0
        if self.own is F32:
            return Mode.of(rounding, denorm, dx10, ieee)
        return Mode.of(3 - rounding, 3 - denorm, dx10, ieee, rounding, denorm, r.randrange(2))

    def literal(self):
        return L(self.random.choice(self.pool.literals))

    def vs(self, n):
        sources = super().vs(n)
        if self.row.carry_out and n % 4:  # v_div_scale: S0 is D or N
            sources[0] = sources[1 + n % 2]
        return sources

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

    def packed(self):
        r = self.random
        for case in (case for _ in range(2) for case in super(FloatChooser, self).packed()):
            fields = {name: getattr(case, name) for name in ("clamp", "op_sel", "op_sel_hi", "neg", "absolute")}
            if self.row.mix:
                fields["op_sel_hi"] = r.randrange(8)
                for i, s in enumerate(case.sources):  # a float constant is not decided as an f16 source here
                    if 240 <= s.code <= 248:
                        fields["op_sel_hi"] &= ~(1 << i)
            yield self.case("VOP3P", case.sources, exec_=case.exec_, **fields)

    def cross_lane(self, form, count=16):
        for case in super().cross_lane(form, count // self.share):
            yield self.case(form, case.sources, exec_=case.exec_, dpp=case.dpp)


# ---- operands ------------------------------------------------------------------------------------


def crossed(edges, rows, seed, size):
    """Two lists of rows whose elements are the cross product of the edges, then random pairs."""
    n, r = len(edges), random.Random(seed)
    pairs = [(edges[i // n], edges[i % n]) for i in range(n * n)][: rows * LANES]
    while len(pairs) < rows * LANES:
        pairs.append((r.choice(edges) if len(pairs) % 2 else r.getrandbits(size), r.getrandbits(size)))
    return [[p[k] for p in pairs[i * LANES : (i + 1) * LANES]] for k in (0, 1) for i in range(rows)]


def float_bits(number):
    return struct.unpack("<I", struct.pack("<f", number))[0]


def near_one(r, f=F32):
    """A number whose sums and products with others like it stay in the middle of the range."""
    reach = min(12, f.bias // 3)
    ones = (1 << f.fraction) - 1
    fraction = r.choice((0, 1, ones, f.quiet, r.getrandbits(f.fraction)))
    return f.signed(r.getrandbits(1), r.randrange(f.bias - reach, f.bias + reach) << f.fraction | fraction)


def split(rows):
    """Rows of 64 bits as pairs of rows."""
    return [[v >> s & M32 for v in row] for row in rows for s in (0, 32)]


class Pool:
    """Contents of the registers: v8..v23 cross the edges, v24..v31 have edges and others mixed, v32..v35 f32 numbers,
    v36..v39 integers, v40..v43 old contents. A register has two f16 numbers, a pair one f64."""

    def __init__(self, name, f, edges):
        self.name, self.f, self.edges = name, f, edges
        self.literals = (
            [e >> 32 for e in edges] if f is F64 else edges + [near_one(random.Random(9), f) for _ in range(3)]
        )

    def mixture(self, r, f, edges):
        return [near_one(r, f) if (lane + r.randrange(3)) % 3 else r.choice(edges) for lane in range(LANES)]

    def rows(self):
        r, size = random.Random(self.f.size), self.f.size
        if self.f is F64:
            found = split(crossed(self.edges, 4, 64, size) + [self.mixture(r, F64, self.edges) for _ in range(4)])
        elif self.f is F16:
            low, high = crossed(self.edges, 8, 16, size), crossed(self.edges[::-1], 8, 17, size)
            mixtures = [[self.mixture(r, F16, self.edges) for _ in range(8)] for _ in range(2)]
            low, high = low + mixtures[0], high[8:] + high[:8] + mixtures[1]
            found = [[a | b << 16 for a, b in zip(*pair)] for pair in zip(low, high)]
        else:
            found = crossed(self.edges, 8, 32, size) + [self.mixture(r, F32, self.edges) for _ in range(8)]
        found += [self.mixture(r, F32, F32_EDGES) for _ in range(4)]
        for _ in range(4):
            most = 40 if self.f is F16 else 1100 if self.f is F64 else 320
            found.append([(r.randrange(-most, most) if n % 4 else r.choice(INTEGERS)) & M32 for n in range(LANES)])
        return found + [[r.getrandbits(32) for _ in range(LANES)] for _ in range(4)]

    def program(self, name, about):
        p, r = Program(name, about, self.rows()), random.Random(32)
        scalars = self.edges + [near_one(r, self.f) for _ in range(32)]
        if self.f is F64:
            scalars = [v >> s & M32 for v in scalars[:16] for s in (0, 32)]
        elif self.f is F16:
            scalars = [v | r.choice(self.edges) << 16 for v in scalars]
        for i in range(32):
            p.set_s(POOL_SGPR + i, scalars[i])
        p.set_s(14, 0x3FF0C3A5)
        p.set_s(15, 0x80000001)
        p.set_m0(0x3FA00001)
        p.set_vcc(0x7F80000040490FDB)
        return p


POOLS = {
    "float": Pool("float", F32, F32_EDGES),
    "half": Pool("half", F16, F16_EDGES),
    "double": Pool("double", F64, F64_EDGES),
}


def pool_of(row):
    kinds = row.sources + [row.result or ""]
    return "double" if "f64" in kinds else "half" if "f16" in row.sources or row.sources[0][1:] == "16" else "float"


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
    limits = [
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
    ]
    for number in limits:
        bits = float_bits(number)
        found += [bits, bits | 1 << 31, bits - 1]
    for exponent in (98, 101, 102, 103, 104, 110, 111, 112, 113, 114, 142):  # 2^-24 is 103, 2^-14 is 113
        for fraction in (0, 1, 0x7FFFFF, 0x7FE000, 0x7FF000, 0x7FEFFF, 0x400000, 0x401000, 0x403000):
            found.append(r.getrandbits(1) << 31 | exponent << 23 | fraction)
    return (found + [near_one(r) for _ in range(256)])[:256]


def half_operands():
    """512 numbers: every exponent with fractions at both ends and in the middle, both signs."""
    return [
        sign | exponent << 10 | fraction
        for fraction in (0, 1, 0x3FF, 0x200, 0x201, 0x1FF, 0x155, 0x3E0)
        for sign in (0, 0x8000)
        for exponent in range(32)
    ]


def double_operands():
    """256 numbers: f32 numbers as f64, and near them; limits of f64."""
    r = random.Random(64)
    found = list(F64_EDGES)
    for bits in single_operands():
        wide = raised_to(F32, F64, bits)
        found += [wide, (wide + r.choice((1, -1, 1 << 28, -(1 << 28)))) % (1 << 64)]
    return r.sample(found, 256)


def singles(name, f, kind, operands):
    """Every rounding and denormal mode, the same for all formats."""
    chosen = [row for row in ROWS.values() if row.sources == [kind] and ("VOP1", row.name) in words.NUMBER]
    chosen = [row for row in chosen if f is F64 or row.result != "f64"]
    rows = [operands[i : i + LANES] for i in range(0, len(operands), LANES)]
    registers = f.size // 32 or 1
    count = len(rows)
    rows = split(rows) if f is F64 else rows
    r = random.Random(40)
    rows += [[0] * LANES] * (32 - len(rows)) + [[r.getrandbits(32) for _ in range(LANES)] for _ in range(4)]
    p = Program(name, f"{kind} opcodes of one source: ties, limits of conversions, every mode", rows)
    for rounding in range(4):
        for denorm in range(4):
            mode = Mode.of(rounding, denorm, other_rounding=rounding, other_denorm=denorm, ovfl=denorm == 2)
            for n, row in enumerate(chosen):
                FloatCase(mode, row, "VOP1", [V(8 + registers * ((n + rounding + denorm) % count))]).emit(p)
    p.set_mode(Mode.of().bits)
    return [p] if chosen else []


# ---- programs ------------------------------------------------------------------------------------------


def parts_of(pool, rows, isa):
    """(name, what, cases, rows with a form) of the programs of all rows in their forms. A name is `directed_<pool>`
    with the instruction set that alone has them, cmp, vop3, sdwa and dpp."""
    for suffix, (about, forms, cases) in FORMS.items():
        if pool.f is F64 and suffix in ("sdwa", "dpp"):
            continue
        for compare in (False, True):
            chosen = [row for row in rows if row.compare == compare and getattr(row, suffix, True)]
            chosen = [(row, form) for row in chosen for form in forms if (form, row.name) in words.NUMBER]
            if chosen:
                name = "_".join(filter(None, ("directed", isa, pool.name, "cmp" if compare else "", suffix)))
                what = "compares" if compare else "opcodes"
                yield name, f"{pool.name} {what} in all modes, operands of every class; {about}", cases, chosen


def forms_of(pool, rows, isa=None):
    for name, what, cases, chosen in parts_of(pool, rows, isa):
        p = pool.program(name, what)
        for row, form in chosen:
            for case in cases(FloatChooser(row, pool), form):
                case.emit(p)
        p.set_mode(Mode.of().bits)
        p.isa = isa
        yield p


def rows_of(pool, isa):
    return [row for row in ROWS.values() if pool_of(row) == pool and not row.packed and row.isa == isa]


def names_of_gfx906():
    """Names of the programs that forms_of makes for gfx906."""
    return [part[0] for name, pool in POOLS.items() for part in parts_of(pool, rows_of(name, "gfx906"), "gfx906")]


def packed(pool, name, rows, isa=None):
    p = pool.program(name, "op_sel, op_sel_hi, neg, neg_hi, clamp, scalars, in all modes")
    p.isa = isa
    for row in rows:
        for case in FloatChooser(row, pool).packed():
            case.emit(p)
    p.set_mode(Mode.of().bits)
    return p


def programs():
    found = singles("directed_float_single", F32, "f32", single_operands())
    found += singles("directed_half_single", F16, "f16", half_operands())
    found += singles("directed_double_single", F64, "f64", double_operands())
    rows = list(ROWS.values())
    for isa in (None, "gfx906"):
        for name, pool in POOLS.items():
            found += forms_of(pool, rows_of(name, isa), isa)
    for name, pool, isa, chosen in (
        ("directed_half_packed", "half", None, lambda row: not row.mix),
        ("directed_half_mix", "half", "gfx900", lambda row: row.mix),
        ("directed_gfx906_mix", "half", "gfx906", lambda row: row.mix),
        ("directed_gfx906_mix_float", "float", "gfx906", lambda row: row.mix),
        ("directed_gfx906_dot_half", "half", "gfx906", lambda row: row.dot),
    ):
        those = [row for row in rows if row.packed and row.isa == isa and chosen(row)]
        found.append(packed(POOLS[pool], name, those, isa))
    return found
