# SPDX-License-Identifier: Apache-2.0
"""Directed vectors of the opcodes of clang's division, and of the whole sequence (numerics.md 5 and 6)."""
import itertools
import random

from .float_table import ROWS
from .float_vectors import F32_EDGES, FloatCase
from .floats import F32, NEAREST, Mode
from .program import LANES, Program
from .vector import OLD, S, V

SIGN, INF, MOST, LEAST = F32.sign, F32.inf, 0x7F7FFFFF, 0x00800000

# Significands whose reciprocal is as near to a tie as one can be: 2 * (2^47 mod m) is m + 1 or m - 1.
NEAR_A_TIE = [
    *(0x869913, 0x87CC45, 0x8EFA43, 0x909909, 0x986799, 0x9BEAAF, 0xA0DDD1, 0xA24CF7, 0xA6449F, 0xAB8BE1, 0xAD1367),
    *(0xB84A93, 0xC100C1, 0xC23DC3, 0xD0AC19, 0xD0DD0D, 0xD25D25, 0xD43D43, 0xDC23DD, 0xDE86A9, 0xE05475, 0xE1368B),
    *(0xE25473, 0xEC7EC7, 0xEE4BC5, 0xF00FF1, 0xF02A3B, 0xF0FF0F, 0xFC3237, 0xFE01FF, 0xFFFFFF),
]
# Significands whose reciprocal is nearest to an f32 number without being one.
NEAR_A_NUMBER = [0xA1E58F, 0xCA6691, 0x800001, 0x801001, 0xFFE002, 0xFFFFFE, 0x91FEDC, 0x988597, 0x9A5F6E, 0xB447BC]


def number(exponent, fraction=0, sign=0):
    """exponent: the field, 0 to 255."""
    return sign << 31 | exponent << 23 | fraction & 0x7FFFFF


def filled(values, count, more):
    values = list(values)
    return (values + [more() for _ in range(count - len(values))])[:count]


def in_rows(values):
    return [values[i : i + LANES] for i in range(0, len(values), LANES)]


def with_old(name, about, rows):
    """Rows from v8; the contents before the instruction lie in v40."""
    assert len(rows) == OLD - 8, len(rows)
    r = random.Random(name)
    return Program(name, about, rows + [[r.getrandbits(32) for _ in range(LANES)] for _ in range(4)])


def all_modes():
    """Every rounding, denormal mode and IEEE; DX10_CLAMP is off in some."""
    for rounding, denorm, ieee in itertools.product(range(4), range(4), (1, 0)):
        yield Mode.of(rounding, denorm, (rounding + denorm + ieee) % 3 > 0, ieee)


# ---- v_rcp_f32, v_rcp_iflag_f32 --------------------------------------------------------------------------


def reciprocal_operands():
    """2048 numbers: classes, the border of the denormal results and of overflow by OMOD, ties missed by one, powers."""
    r = random.Random(5)
    found = list(F32_EDGES)
    for exponent in (0, 1, 2, 3, 4, 127, 250, 251, 252, 253, 254):
        for fraction in (0, 1, 2, 3, 0x3FFFFF, 0x400000, 0x400001, 0x7FFFFD, 0x7FFFFE, 0x7FFFFF):
            found += [number(exponent, fraction), number(exponent, fraction, 1)]
    for significand in NEAR_A_TIE + NEAR_A_NUMBER:
        for exponent in (1, 64, 126, 127, 200, 251, 252, 253):
            found.append(number(exponent, significand, significand >> 4 & 1))
    found += [number(exponent) for exponent in range(256)]
    return in_rows(filled(found, 32 * LANES, lambda: r.getrandbits(32)))


def reciprocals():
    rows = reciprocal_operands()
    p = with_old("directed_rcp", "v_rcp_f32, v_rcp_iflag_f32: ties missed by one, borders, every mode, OMOD", rows)
    r = random.Random(34)
    for n, mode in enumerate(all_modes()):
        for k in range(8):
            row = ROWS[("v_rcp_f32", "v_rcp_iflag_f32")[(n + k) % 2]]
            FloatCase(mode, row, "VOP1", [V(8 + (8 * n + k) % 32)]).emit(p)
        for omod, clamp in itertools.product(range(4), (0, 1)):
            row = ROWS[("v_rcp_f32", "v_rcp_iflag_f32")[(n + omod) % 2]]
            fields = {"omod": omod, "clamp": clamp, "neg": r.randrange(2), "absolute": r.randrange(2)}
            FloatCase(mode, row, "VOP3", [V(8 + r.randrange(10))], **fields).emit(p)
    return p


# ---- v_div_scale_f32 --------------------------------------------------------------------------------------


def scale_pairs():
    """(D, N) at each border of the table of numerics.md 6, beside the classes crossed with each other."""
    r = random.Random(6)

    def fraction():
        return r.choice((0, 1, 0x7FFFFF, r.getrandbits(23)))

    found = []
    for difference in (94, 95, 96, 97, 98, -94, -95, -96, -97, -98):  # n - d
        for d in (0, 1, 2, 24, 25, 100, 120, 121, 127, 158, 159, 160, 251, 252, 253, 254):
            n = d + difference
            if 0 <= n <= 254:
                found += [(number(d, fraction() or 1), number(n, fraction() or 1, k)) for k in range(2)]
    for d, n in itertools.product((0, 1, 2, 126, 252, 253, 254), (0, 1, 2, 22, 23, 24, 25, 26, 64, 127, 156, 157, 254)):
        found.append((number(d, fraction() or 1, r.randrange(2)), number(n, fraction() or 1)))
    for a, b in itertools.product(F32_EDGES, F32_EDGES):
        found.append((a, b))
    for a in (1, 0x3F800000, LEAST, number(254), number(100, 5)):  # D = N counts as D
        found.append((a, a))
    return filled(found, 16 * LANES, lambda: (r.getrandbits(32), r.getrandbits(32)))


def scales():
    pairs = scale_pairs()
    rows = in_rows([d for d, _ in pairs]) + in_rows([n for _, n in pairs])
    p = with_old("directed_div_scale", "v_div_scale_f32: every border of its table, S0 = D, S0 = N, every mode", rows)
    row, r = ROWS["v_div_scale_f32"], random.Random(480)
    p.set_vcc(0x0F0F_F0F0_A5A5_C3C3)

    def emit(mode, k, first, **fields):
        d, n = V(8 + k), V(24 + k)
        FloatCase(mode, row, "VOP3", [(d, n)[first], d, n], **{"sdst": 12, **fields}).emit(p)

    for k, first in itertools.product(range(16), (0, 1)):
        emit(Mode.of(), k, first)
        emit(Mode.of(denorm=0), k, first, sdst=106)
    for m, mode in enumerate(all_modes()):
        for k in range(4):
            emit(mode, (4 * m + k) % 16, k % 2, sdst=(12, 14, 106)[k % 3])
    # NEG changes the number that S0 is compared with: it can be neither D nor N (D-NUM-44). Modifiers, inactive lanes.
    for neg in range(8):
        for k in range(4):
            emit(Mode.of(denorm=3 * (k % 2)), 4 * (neg % 4) + k, k // 2, neg=neg)
    for mode in (Mode.of(denorm=0, ieee=0), Mode.of(1, 1, 0, 0), Mode.of(3, 0, 1, 0), Mode.of(2, 2)):
        for omod, clamp in itertools.product(range(4), (0, 1)):
            emit(mode, r.randrange(16), r.randrange(2), omod=omod, clamp=clamp, neg=r.randrange(8))
    for n, exec_ in enumerate((0, 1, 1 << 63, 0x00FF00FF0F0FF0F0, 0x8000000000000001, 0xFFFF)):
        emit(Mode.of(), n, n % 2, exec_=exec_, sdst=(106, 12)[n % 2])
    emit(Mode.of(), 3, 0, sdst=126)
    # Constants and scalars; one number three times.
    for code in (128, 129, 193, 240, 242, 243, 247, 248, 30):
        p.set_s(30, number(230, 7))
        for sources in ([S(code), V(9), S(code)], [S(code), S(code), V(25)], [V(10), V(10), S(code)], [S(code)] * 3):
            FloatCase(Mode.of(code % 4), row, "VOP3", sources, sdst=14).emit(p)
    return p


# ---- v_div_fixup_f32 ---------------------------------------------------------------------------------------


def fixup_triples():
    """(q, D, N): classes of D and N crossed, n - d about -150, any q."""
    r = random.Random(7)
    quotients = F32_EDGES + [number(200, 5), number(3, 9, 1)]
    found = [(quotients[i % len(quotients)], d, n) for i, (d, n) in enumerate(itertools.product(F32_EDGES, F32_EDGES))]
    for difference in (-148, -149, -150, -151, -152, -254):
        for d in (148, 149, 150, 151, 152, 180, 253, 254):
            if 0 <= d + difference:
                for sign in range(2):
                    found.append(
                        (
                            r.choice(quotients),
                            number(d, r.getrandbits(23), sign),
                            number(d + difference, r.getrandbits(23)),
                        )
                    )
    for q in quotients:
        found += [(q, number(130, 3, 1), number(127)), (q, number(127), number(130, 0x7FFFFF))]
        found += [(q, number(0, 5), number(100)), (q, number(100), number(0, 0x7FFFFF, 1))]
    return filled(found, 10 * LANES, lambda: tuple(r.getrandbits(32) for _ in range(3)))


def fixups():
    triples = fixup_triples()
    rows = [row for k in range(3) for row in in_rows([t[k] for t in triples])]
    r = random.Random(478)
    rows += [[r.getrandbits(32) for _ in range(LANES)] for _ in range(2)]
    p = with_old("directed_div_fixup", "v_div_fixup_f32: classes of D and N crossed, borders, every mode", rows)
    row = ROWS["v_div_fixup_f32"]

    def emit(mode, k, **fields):
        FloatCase(mode, row, "VOP3", [V(8 + 10 * i + k) for i in range(3)], **fields).emit(p)

    for m, mode in enumerate(all_modes()):
        for k in range(10):
            emit(mode, k)
        for omod, clamp in itertools.product(range(4), (0, 1)):
            if omod or clamp:
                emit(mode, r.randrange(10), omod=omod, clamp=clamp, neg=m % 8)
    for neg, absolute in itertools.product(range(8), range(8)):
        emit(Mode.of(neg % 4, absolute % 4), (neg + 3 * absolute) % 10, neg=neg, absolute=absolute)
    for exec_ in (0, 1, 1 << 63, 0x00FF00FF0F0FF0F0):
        emit(Mode.of(), 1, exec_=exec_)
    for k, code in itertools.product(range(3), (128, 193, 240, 243, 248, 30)):
        p.set_s(30, 0x7F8ABCDE)
        sources = [V(8 + 10 * i + code % 10) for i in range(3)]
        sources[k] = S(code)
        FloatCase(Mode.of(), row, "VOP3", sources).emit(p)
    return p


# ---- the whole sequence --------------------------------------------------------------------------------------


def near_ties(r, count):
    """(N, D) whose quotient misses a tie by a few units of 2^-25 / D: (2q + 1) * D = N * 2^25 + a small number."""
    found = []
    while len(found) < count:
        d, small = r.randrange(1 << 23, 1 << 24) | 1, r.choice((-3, -1, 1, 3, 5, -7))
        odd = small * pow(d, -1, 1 << 25) % (1 << 25)
        n = (odd * d - small) >> 25
        if 1 << 23 <= n < 1 << 24:
            found.append((n, d))
    return found


def quotient(mode, n, d):
    """The correctly rounded quotient; what is no division of two numbers is v_div_fixup's."""
    unit = mode.unit(F32)
    given_n, given_d = unit.given(n), unit.given(d)
    if any(F32.is_nan(x) or F32.is_inf(x) or F32.is_zero(x) for x in (given_n, given_d)):
        return unit.div_fixup(0, d, n)[0]
    return unit.pack(F32.value(given_n) / F32.value(given_d))[0]


def division_pairs():
    """(N, D): near ties in the middle and at the borders, exact quotients, denormal results on a tie, classes."""
    r = random.Random(8)
    found = []
    for i, (n, d) in enumerate(near_ties(r, 192)):
        # Exponents of D and N, for the quotient in the middle, near 2^-126, at denormal results, near 2^127.
        ed = r.choice((1, 20, 60, 127, 180, 230, 252, 253, 254))
        en = ed + (0, 0, -126, -125, -127, -140, 126, 127, 95, 96, 97, -95, -96, -97, 24 - ed, 25 - ed)[i % 16]
        found.append((number(max(1, min(254, en)), n, i & 1), number(ed, d, i >> 1 & 1)))
    for _ in range(96):  # exact: a quotient of k bits times a divisor of 24 - k
        k = r.randrange(1, 24)
        q, d = r.getrandbits(k) | 1, r.getrandbits(24 - k) | 1
        shift = 24 - (q * d).bit_length()
        ed = r.randrange(1, 255)
        en = max(1, min(254, ed + r.choice((0, 3, -100, 100, -126, -149))))
        found.append((number(en, q * d << shift), number(ed, d << 24 - d.bit_length())))
    for _ in range(64):  # an odd number of halves of the denormal step, in the quotient exactly
        steps, d = 2 * r.randrange(1 << 10) + 1, 2 * r.randrange(1 << 12) + 1
        # N / D = steps * 2^-150
        ed = r.randrange(150, 250)
        product = steps * d
        size = product.bit_length()
        value_exponent = ed - 127 - d.bit_length() + 1 - 150 + size - 1
        if -126 <= value_exponent:
            found.append((number(value_exponent + 127, product << 24 - size), number(ed, d << 24 - d.bit_length())))
    found += list(itertools.product(F32_EDGES[:18:2] + F32_EDGES[17:], F32_EDGES[1:18:2] + F32_EDGES[18:]))
    found += [(number(254, 0x7FFFFF), number(e, f)) for e in (1, 2, 126, 127, 253, 254) for f in (0, 1, 0x7FFFFF)]
    return filled(found, 16 * LANES, lambda: (r.getrandbits(32), r.getrandbits(32)))


SEQUENCE = """
    v_div_scale_f32 v2, s[14:15], {d}, {d}, {n}
    v_div_scale_f32 v3, vcc, {n}, {d}, {n}
    v_rcp_f32 v4, v2
    {on}
    v_fma_f32 v5, -v2, v4, 1.0
    v_fma_f32 v4, v5, v4, v4
    v_mul_f32 v5, v3, v4
    v_fma_f32 v44, -v2, v5, v3
    v_fma_f32 v5, v44, v4, v5
    v_fma_f32 v44, -v2, v5, v3
    {off}
    v_div_fmas_f32 v44, v44, v4, v5
    v_div_fixup_f32 v2, v44, {d}, {n}
"""


def division():
    """With FP_ROUND 0 every quotient is correctly rounded; with denormals off the middle of the sequence keeps them, as
    clang has it."""
    pairs = division_pairs()
    rows = in_rows([n for n, _ in pairs]) + in_rows([d for _, d in pairs])
    p = with_old("directed_division", "clang's f32 division: correctly rounded, denormals on and off", rows)
    for mode in (Mode.of(), Mode.of(denorm=0)):
        p.set_mode(mode.bits)
        switch = "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), {}"
        kept = mode.bits >> 4 & 3 == 3
        for k in range(16):
            names = {"n": f"v{8 + k}", "d": f"v{24 + k}"}
            names.update(on="" if kept else switch.format(3), off="" if kept else switch.format(0))
            p.asm(*(line.strip() for line in SEQUENCE.format(**names).splitlines() if line.strip()))
            p.vcc = None
            values = [quotient(mode, n, d) for n, d in zip(p.v[8 + k], p.v[24 + k])]
            p.store(2, values, f"pairs {k}, denormals {'kept' if kept else 'flushed'}")
    for name, form in (("v_div_scale_f32", "VOP3"), ("v_rcp_f32", "VOP1"), ("v_div_fixup_f32", "VOP3")):
        p.cover(form, name, "division")
    p.asm(f"s_setreg_imm32_b32 hwreg(HW_REG_MODE), 0x{Mode.of(NEAREST).bits:x}")
    return p


def programs():
    return [reciprocals(), scales(), fixups(), division()]
