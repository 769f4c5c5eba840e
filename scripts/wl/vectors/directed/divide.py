# SPDX-License-Identifier: Apache-2.0
"""v_div_fmas_f32 on exact numbers (numerics.md 1, 2, 3.1 and 6; D-NUM-29, D-NUM-30): (S0*S1 + S2) * 2^64 or 2^-64 where
VCC says so, rounded once. Operands around what the scaling moves over an edge of the format, in every mode."""
import itertools
import random

from wl.reading import words
from wl.reading.bits import ALL, LANES, M32, inline
from wl.reading.float_table import ROWS
from wl.reading.floats import Mode
from wl.vectors.directed.program import Program


NAME = "v_div_fmas_f32"
DST, OLD, FIRST = 2, 56, 8  # registers: result, its old contents, first operand row
SIGN, INF = 1 << 31, 0x7F800000
SOME = 0xC33CA55A0F0F8001  # lanes that are scaled
TRIPLES = 16  # rows of operands, each of S0, S1 and S2


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
            value = ROWS[NAME].evaluate(mode, operands + [p.vcc >> lane & 1], omod, clamp)[0]
            result.append(value if exec_ >> lane & 1 else p.v[OLD][lane])
        p.store(DST, result, what)


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
        mode = Mode.of(rounding, denorm)
        p.set_mode(mode.bits)
        for row, vcc in itertools.product(range(TRIPLES), (SOME, SOME ^ ALL)):
            p.set_vcc(vcc)
            Case(p, rows, row).emit(mode, what=f"row {row}, round {rounding}, denormals {denorm}, vcc {vcc:x}")
    return p


def forms():
    p, rows = program("directed_div_fmas_forms", "modifiers, OMOD, CLAMP, scalars, EXEC")
    mode = Mode.of()
    p.set_mode(mode.bits)
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
        mode = Mode.of(rounding, denorm, 1, ieee)
        p.set_mode(mode.bits)
        for omod, clamp in itertools.product(range(4), (0, 1)):
            if omod or clamp:
                for row in ((rounding + omod) % 8, 8 + (rounding + denorm) % 8):
                    Case(p, rows, row).emit(
                        mode, omod=omod, clamp=clamp, what=f"omod {omod}, clamp {clamp}, mode {mode.bits:x}"
                    )
    mode = Mode.of(dx10=0)
    p.set_mode(mode.bits)
    for row in range(4):
        Case(p, rows, row).emit(mode, clamp=1, what="clamp, DX10_CLAMP off")
    return p


def programs():
    return [modes(), forms()]
