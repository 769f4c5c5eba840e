# SPDX-License-Identifier: Apache-2.0
"""Integer opcodes at every distance and every limit (numerics.md 7).

Shifts, bit fields and alignments have each amount, bit counts the first and last one in each bit, v_perm each selector.
Sums saturate, and three integers come in each order. Conversions have each power of two and each tie.
"""
import itertools
import random

from wl.reading import words
from wl.reading.bits import LANES, M32
from wl.reading.cases import S, V
from wl.reading.float_table import ROWS
from wl.reading.floats import Mode
from wl.reading.table import vector_rows
from wl.vectors.directed.float_vectors import FloatCase
from wl.vectors.directed.program import FIRST_ROW_REGISTER, Program
from wl.vectors.directed.vector import OLD, Case

INTEGERS = {row.name: row for row in vector_rows()}
AMOUNTS, HIGH_AMOUNTS, PATTERNS, MANY = 8, 9, 10, 4
BITS, SELECTORS, ORDERS = 18, 26, 30
CONSTANT = 128  # the code of the inline constant 0


def rows():
    """The contents of v8 to v38."""
    # v8: amounts from 0 on. v9: the same with other bits above the lower eight. v10 to v17: patterns.
    # v18 to v25: numbers of one bit, those less one, negated, inverted, and ties. v26 to v29: selectors of v_perm.
    # v30 to v38: triples.
    r = random.Random(7)
    found = [list(range(LANES)), [lane | r.getrandbits(24) << 8 for lane in range(LANES)]]
    found += [[r.getrandbits(32) | (i % 2) << 31 for _ in range(LANES)] for i in range(8)]
    bit = [1 << lane % 32 for lane in range(LANES)]
    found += [
        bit,
        [b - 1 for b in bit],
        [-b & M32 for b in bit],
        [~b & M32 for b in bit],
        [b | b >> 24 | b >> 25 for b in bit],  # a tie of f32, its last bit 0 or 1
        [b | b >> 23 | b >> 24 & ~1 for b in bit],
        [-(b | b >> 24) & M32 for b in bit],
        [
            (b | b >> 11) & 0xFFFF | (-(b | b >> 11 | 1) & 0xFFFF) << 16
            for b in (1 << lane % 16 for lane in range(LANES))
        ],
    ]
    selectors = [sum((4 * lane + byte) << 8 * byte for byte in range(4)) for lane in range(LANES)]
    found += [[(s << 8 * n | s >> 32 - 8 * n) & M32 for s in selectors] for n in range(4)]
    wide = (0x80000000, 0x80000001, 0xFFFFFFFF, 0, 1, 0x7FFFFFFF)
    narrow = (0x80007FFF, 0x7FFF8000, 0xFFFF0001, 0x00010000, 0x0000FFFF, 0x80008001)
    triples = [*itertools.product(wide, repeat=3)][: 2 * LANES - 12] + [*itertools.product(narrow, repeat=3)][::17]
    triples = (triples + [(r.choice(wide), r.choice(wide), r.choice(wide)) for _ in range(2 * LANES)])[: 2 * LANES]
    found += [[t[i] for t in triples[at : at + LANES]] for at in (0, LANES) for i in range(3)]
    found += [[lane * 0x01010101 & M32 for lane in range(LANES)], [0xFFFFFFFF - 5 * lane for lane in range(LANES)]]
    return found


def emit(p, name, sources, **fields):
    row = INTEGERS[name]
    forms = ("VOP3",) if fields else ("VOP1", "VOP2", "VOP3")
    form = next(f for f in forms if (f, name) in words.NUMBER)
    Case(row, form, sources, **fields).emit(p)


def amounts(p):
    """Each amount, with bits above the field and without."""
    for n, amount in itertools.product(range(MANY), (V(AMOUNTS), V(HIGH_AMOUNTS))):
        a, b = V(PATTERNS + 2 * n), V(PATTERNS + 2 * n + 1)
        for name in ("v_lshrrev_b32", "v_ashrrev_i32", "v_lshlrev_b32", "v_lshlrev_b16", "v_lshrrev_b16"):
            emit(p, name, [amount, a])
        for name in ("v_ashrrev_i16", "v_lshlrev_b64", "v_lshrrev_b64", "v_ashrrev_i64"):
            emit(p, name, [amount, a])
        for name in ("v_alignbit_b32", "v_alignbyte_b32", "v_add_lshl_u32"):
            emit(p, name, [a, b, amount])
        for name in ("v_lshl_add_u32", "v_lshl_or_b32"):
            emit(p, name, [a, amount, b])


def fields(p):
    """Each offset with each width."""
    for width in range(33):
        n = width % (2 * MANY)
        for name in ("v_bfe_u32", "v_bfe_i32"):
            emit(p, name, [V(PATTERNS + n), V(AMOUNTS), S(CONSTANT + width)])
        emit(p, "v_bfm_b32", [S(CONSTANT + width), V(AMOUNTS)])


def bits(p):
    for register in range(BITS, BITS + 8):
        for name in ("v_ffbh_u32", "v_ffbh_i32", "v_ffbl_b32", "v_bfrev_b32"):
            emit(p, name, [V(register)])
        emit(p, "v_bcnt_u32_b32", [V(register), V(PATTERNS)])
        for other in range(BITS, BITS + 4):
            for name in ("v_mul_hi_u32", "v_mul_hi_i32", "v_mul_hi_u32_u24", "v_mul_hi_i32_i24"):
                emit(p, name, [V(register), V(PATTERNS + other - BITS)])
    for constant in (CONSTANT, 193):  # 0 and -1
        for name in ("v_ffbh_u32", "v_ffbh_i32", "v_ffbl_b32"):
            emit(p, name, [S(constant)])


def selectors(p):
    for n in range(4):
        emit(p, "v_perm_b32", [V(PATTERNS + n), V(PATTERNS + n + 1), V(SELECTORS + n)])


def three(p):
    for at, name in itertools.product((0, 3), ("min3", "max3", "med3")):
        for kind in ("i32", "u32", "i16", "u16"):
            emit(p, f"v_{name}_{kind}", [V(ORDERS + at + i) for i in range(3)])


def sums(p):
    """Sums of absolute differences just below and past the limit, with CLAMP and without."""
    low, limit = V(ORDERS + 6), V(ORDERS + 7)
    for clamp in (0, 1):
        for name in ("v_sad_u8", "v_sad_hi_u8", "v_sad_u16", "v_sad_u32", "v_msad_u8"):
            emit(p, name, [low, S(CONSTANT), limit], clamp=clamp)
            emit(p, name, [S(CONSTANT), low, limit], clamp=clamp)
            emit(p, name, [low, V(PATTERNS), limit], clamp=clamp)
        for name in ("v_qsad_pk_u16_u8", "v_mqsad_pk_u16_u8"):
            emit(p, name, [V(PATTERNS), low, V(ORDERS + 6)], clamp=clamp)
            emit(p, name, [V(PATTERNS), V(SELECTORS), V(ORDERS + 6)], clamp=clamp)


def conversions(p):
    """Integers at each power of two and each tie, in each rounding."""
    names = ("v_cvt_f32_i32", "v_cvt_f32_u32", "v_cvt_f16_i16", "v_cvt_f16_u16", "v_cvt_f64_i32", "v_cvt_f64_u32")
    for rounding, name in itertools.product(range(4), names):
        mode = Mode.of(rounding, other_rounding=rounding)
        for register in range(BITS, BITS + 8):
            FloatCase(mode, ROWS[name], "VOP1", [V(register)]).emit(p)
    p.set_mode(Mode.of().bits)


def programs():
    found = rows()
    p = Program("directed_int_limits", "integer opcodes at every distance, limit, selector and tie", found)
    assert FIRST_ROW_REGISTER + len(found) <= OLD
    for i in range(4):
        p.asm(f"v_mov_b32 v{OLD + i}, 0x5a00c3a5")
        p.v[OLD + i] = [0x5A00C3A5] * LANES
    p.set_vcc(0)
    for part in (amounts, fields, bits, selectors, three, sums, conversions):
        part(p)
    return [p]
