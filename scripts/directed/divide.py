# SPDX-License-Identifier: Apache-2.0
"""v_div_fmas_f32 on exact numbers (numerics.md 1, 2, 3.1 and 6; D-NUM-29, D-NUM-30): (S0*S1 + S2) * 2^64 or 2^-64 where
VCC says so, rounded once. Operands around what the scaling moves over an edge of the format, in every mode."""
import itertools
import random
from fractions import Fraction

from . import words
from .program import ALL, LANES, M32, Program, inline

NAME = "v_div_fmas_f32"
DST, OLD, FIRST = 2, 56, 8  # registers: result, its old contents, first operand row
SIGN, INF, QUIET, NAN = 1 << 31, 0x7F800000, 1 << 22, 0x7FC00000
SOME = 0xC33CA55A0F0F8001  # lanes that are scaled
NEAREST, UP, DOWN, ZERO = range(4)
KEEP = 3  # of denormals: bit 0 on input, which v_div_fmas does not look at, bit 1 on output
TRIPLES = 16  # rows of operands, each of S0, S1 and S2


class Mode:
    def __init__(self, rounding=NEAREST, denorm=KEEP, dx10=1, ieee=1):
        self.rounding, self.denorm, self.dx10, self.ieee = rounding, denorm, dx10, ieee
        self.bits = rounding | 12 * (rounding & 1) | denorm << 4 | (3 - denorm) << 6 | dx10 << 8 | ieee << 9


# ---- the meaning --------------------------------------------------------------------------------------


def is_nan(bits):
    return bits & ~SIGN > INF


def is_inf(bits):
    return bits & ~SIGN == INF


def exact(bits):
    """The finite number that the bits are."""
    exponent, fraction = bits >> 23 & 255, bits & 0x7FFFFF
    value = Fraction(fraction + (1 << 23 if exponent else 0)) * Fraction(2) ** (max(exponent, 1) - 150)
    return -value if bits & SIGN else value


def rounded(value, rounding):
    """A number that is not 0 as f32, with denormals."""
    sign, value = (SIGN, -value) if value < 0 else (0, value)
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    exponent -= value < Fraction(2) ** exponent
    unit = max(exponent - 23, -149)
    scaled = value / Fraction(2) ** unit
    whole, rest = int(scaled), scaled - int(scaled)
    away = {
        NEAREST: rest > Fraction(1, 2) or rest == Fraction(1, 2) and whole & 1,
        UP: rest and not sign,
        DOWN: rest and sign,
        ZERO: False,
    }[rounding]
    whole += bool(away)
    if whole == 1 << 24:
        whole, unit = 1 << 23, unit + 1
    if unit > 104:
        outward = {NEAREST: True, UP: not sign, DOWN: bool(sign), ZERO: False}[rounding]
        return sign | (INF if outward else INF - 1)
    return sign | (whole if whole < 1 << 23 else (unit + 150) << 23 | whole & 0x7FFFFF)


def flushed(bits, keep):
    return bits if keep or bits & INF else bits & SIGN


def scaled_sum(a, b, c, scale, mode):
    """Of operands after their modifiers. Denormal ones count as they are, whatever MODE says (numerics.md 6). NaN:
    D-NUM-4, D-NUM-9, D-NUM-11; output flush: D-NUM-2."""
    for x in (a, b, c):
        if is_nan(x):
            return x | QUIET
    product_sign = (a ^ b) & SIGN
    if is_inf(a) or is_inf(b):
        if not a & ~SIGN or not b & ~SIGN or is_inf(c) and (c ^ product_sign) & SIGN:
            return NAN
        return product_sign | INF
    if is_inf(c):
        return c
    total = exact(a) * exact(b) + exact(c)
    if not total:
        both_zero = not exact(a) * exact(b) and not exact(c)
        if both_zero and product_sign == c & SIGN:
            return product_sign
        return SIGN if mode.rounding == DOWN else 0
    if scale:
        total *= Fraction(2) ** (64 if abs(exact(c)) >= 2 else -64)
    return flushed(rounded(total, mode.rounding), mode.denorm & 2)


def modified(bits, omod, clamp, mode):
    """OMOD and CLAMP of a result (D-NUM-6)."""
    if omod and not mode.ieee and not mode.denorm & 2 and not is_nan(bits) and not is_inf(bits):
        value = exact(bits) * (1, 2, 4, Fraction(1, 2))[omod]
        bits = rounded(value, mode.rounding) if abs(value) >= Fraction(2) ** -126 else 0
    if clamp and is_nan(bits):
        return 0 if mode.dx10 else bits
    if clamp:
        return 0 if bits & SIGN else min(bits, 0x3F800000)
    return bits


# ---- operands -----------------------------------------------------------------------------------------


def power(exponent, fraction=0, sign=0):
    return sign << 31 | (exponent + 127) << 23 | fraction


SPECIAL = [
    0,
    SIGN,
    INF,
    SIGN | INF,
    0x7FC12345,
    0x7F812345,
    0xFFC54321,
    0xFF800001,
    1,
    0x007FFFFF,
    0x80000001,
    0x807FFFFF,
    0x00800000,
    0x80800000,
    0x7F7FFFFF,
    0xFF7FFFFF,
    0x3F800000,
    0xBF800000,
    0x40000000,
    0x3FFFFFFF,
    0xC0000000,
    0xBFFFFFFF,
    0x40000001,
    power(64),
    power(-64),
    power(63, 0x7FFFFF),
    power(-62),
    power(-63, 1),
    power(100),
    power(-100),
    power(127),
    power(-126, 5),
]


def triples():
    """(S0, S1, S2), LANES * TRIPLES of them."""
    r = random.Random(482)
    sign, fraction = (lambda: r.getrandbits(1)), (lambda: r.choice((0, 1, 0x7FFFFF, 0x400000, r.getrandbits(23))))
    found = []
    # |S2| at 2.0 and beside it, whatever the product.
    for s2, (a, b) in itertools.product(
        (0x40000000, 0x3FFFFFFF, 0xC0000000, 0xBFFFFFFF, 0x40000001, 0x3F800000),
        (
            (0, 0),
            (0x3F800000, 0x3F800000),
            (power(-100), power(-60)),
            (power(70, 3), power(60, 9)),
            (power(-1), 0xC0800000),
            (power(127), power(127)),
            (0xBF800000, 0x3F000001),
        ),
    ):
        found.append((a, b, s2))
    while len(found) < LANES * TRIPLES:
        kind = len(found) % 8
        s2 = power(r.randrange(-90, 70), fraction(), sign())
        near = (s2 >> 23 & 255) - 127
        split = r.randrange(-40, 40)
        if kind == 0:  # special numbers crossed
            found.append(tuple(r.choice(SPECIAL) for _ in range(3)))
            continue
        if kind in (1, 2):  # 2^-64 makes the result a denormal, or takes it past the least one
            near = r.randrange(-90, -60)
            s2 = power(near, fraction(), sign())
        if kind == 3:  # the product alone decides: S2 is 0, a denormal, or tiny
            s2 = r.choice((0, SIGN, r.getrandbits(23), SIGN | r.getrandbits(23), power(-126, fraction())))
            near = r.randrange(-90, -55)
        if kind in (4, 5):  # 2^64 takes it to the greatest number and past it
            near = r.randrange(60, 66)
            s2 = power(near, fraction(), sign())
        if kind == 6:  # the sum alone is past the greatest number and comes back
            near, s2 = r.randrange(127, 194), power(r.randrange(-2, 1), fraction(), sign())
            split = r.randrange(0, 20)
        # The product lies so many bits below the other part.
        below = r.choice((0, 0, 1, 2, 12, 22, 23, 24, 25, 26, 40, 47, 48, 49))
        b = near // 2 + split
        a = near - below - b
        found.append(tuple(power(max(-126, min(127, e)), fraction(), sign()) for e in (a, b)) + (s2,))
    return found


# ---- the programs -------------------------------------------------------------------------------------


class Case:
    def __init__(self, p, rows, row):
        self.p, self.sources = p, [(256 + FIRST + k * TRIPLES + row, rows[k][row]) for k in range(3)]

    def emit(self, mode, exec_=ALL, neg=0, absolute=0, omod=0, clamp=0, what=""):
        p = self.p
        if exec_ != ALL:
            p.set_exec(ALL)
            p.asm(f"v_mov_b32 v{DST}, v{OLD}")
        p.set_exec(exec_)
        p.word(
            words.vop3(
                NAME, DST, [code for code, _ in self.sources], clamp=clamp, absolute=absolute, omod=omod, neg=neg
            ),
            what,
        )
        p.cover("VOP3", NAME, what)
        result = []
        for lane in range(LANES):
            operands = []
            for k, (_, values) in enumerate(self.sources):
                bits = values[lane] & (M32 ^ SIGN if absolute >> k & 1 else M32)
                operands.append(bits ^ (SIGN if neg >> k & 1 else 0))
            value = modified(scaled_sum(*operands, p.vcc >> lane & 1, mode), omod, clamp, mode)
            result.append(value if exec_ >> lane & 1 else p.v[OLD][lane])
        p.store(DST, result, what)


def set_mode(p, mode):
    p.asm(f"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 10), 0x{mode.bits:x}", "s_nop 1")


def program(name, about):
    r = random.Random(64)
    list_ = triples()
    rows = [[[t[k] for t in list_[i * LANES : (i + 1) * LANES]] for i in range(TRIPLES)] for k in range(3)]
    p = Program(name, f"{NAME}: {about}", rows[0] + rows[1] + rows[2] + [[r.getrandbits(32) for _ in range(LANES)]])
    return p, rows


def modes():
    p, rows = program(
        "directed_div_fmas", "operands around every edge that the scaling moves, all roundings and denormals"
    )
    for rounding, denorm in itertools.product(range(4), range(4)):
        mode = Mode(rounding, denorm)
        set_mode(p, mode)
        for row, vcc in itertools.product(range(TRIPLES), (SOME, SOME ^ ALL)):
            p.set_vcc(vcc)
            Case(p, rows, row).emit(mode, what=f"row {row}, round {rounding}, denormals {denorm}, vcc {vcc:x}")
    return p


def forms():
    p, rows = program("directed_div_fmas_forms", "modifiers, OMOD, CLAMP, scalars, EXEC")
    mode = Mode()
    set_mode(p, mode)
    for vcc in (SOME, 0, ALL):
        p.set_vcc(vcc)
        for neg, absolute in itertools.product(range(8), range(8)):
            case = Case(p, rows, (neg + 3 * absolute) % TRIPLES)
            case.emit(mode, neg=neg, absolute=absolute, what=f"neg {neg}, abs {absolute}, vcc {vcc:x}")
    for exec_ in (0, 1, 1 << 63, 0x00FF00FF0F0FF0F0, 0x8000000000000001, 0xFFFF):
        for vcc in (SOME, SOME ^ ALL):
            p.set_vcc(vcc)
            Case(p, rows, exec_ % 7).emit(mode, exec_=exec_, what=f"exec {exec_:x}, vcc {vcc:x}")
    for k, code in itertools.product(range(3), (128, 129, 192, 193, 208, *range(240, 249), words.VCC)):
        p.set_vcc(0x40000000 if code == words.VCC else SOME)
        case = Case(p, rows, code % TRIPLES)
        value = p.vcc & M32 if code == words.VCC else inline(code, 32) & M32
        case.sources[k] = (code, [value] * LANES)
        case.emit(mode, what=f"source {k} is code {code}")
    p.set_vcc(SOME)
    same = Case(p, rows, 5)
    same.sources = [same.sources[2]] * 3
    same.emit(mode, what="one VGPR three times")
    for rounding, (denorm, ieee) in itertools.product(range(4), ((0, 0), (1, 0), (3, 0), (2, 0), (0, 1), (1, 1))):
        mode = Mode(rounding, denorm, 1, ieee)
        set_mode(p, mode)
        for omod, clamp in itertools.product(range(4), (0, 1)):
            if omod or clamp:
                for row in ((rounding + omod) % 8, 8 + (rounding + denorm) % 8):
                    Case(p, rows, row).emit(
                        mode, omod=omod, clamp=clamp, what=f"omod {omod}, clamp {clamp}, mode {mode.bits:x}"
                    )
    mode = Mode(dx10=0)
    set_mode(p, mode)
    for row in range(4):
        Case(p, rows, row).emit(mode, clamp=1, what="clamp, DX10_CLAMP off")
    return p


def programs():
    return [modes(), forms()]
