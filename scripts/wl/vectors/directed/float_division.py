# SPDX-License-Identifier: Apache-2.0
"""Directed vectors of the opcodes of clang's division, and of the whole sequence (numerics.md 5 and 6)."""
import itertools
import random

from wl.reading.bits import LANES
from wl.reading.cases import S, V
from wl.reading.float_table import ROWS
from wl.reading.floats import F32, F64, NEAREST, Mode
from wl.vectors.directed.float_vectors import F32_EDGES, F64_EDGES, FloatCase, split
from wl.vectors.directed.program import Program
from wl.vectors.directed.vector import OLD


# Significands whose reciprocal is as near to a tie as one can be: 2 * (2^47 mod m) is m + 1 or m - 1.
NEAR_A_TIE = [
    *(0x869913, 0x87CC45, 0x8EFA43, 0x909909, 0x986799, 0x9BEAAF, 0xA0DDD1, 0xA24CF7, 0xA6449F, 0xAB8BE1, 0xAD1367),
    *(0xB84A93, 0xC100C1, 0xC23DC3, 0xD0AC19, 0xD0DD0D, 0xD25D25, 0xD43D43, 0xDC23DD, 0xDE86A9, 0xE05475, 0xE1368B),
    *(0xE25473, 0xEC7EC7, 0xEE4BC5, 0xF00FF1, 0xF02A3B, 0xF0FF0F, 0xFC3237, 0xFE01FF, 0xFFFFFF),
]
# Significands whose reciprocal is nearest to an f32 number without being one.
NEAR_A_NUMBER = [0xA1E58F, 0xCA6691, 0x800001, 0x801001, 0xFFE002, 0xFFFFFE, 0x91FEDC, 0x988597, 0x9A5F6E, 0xB447BC]


NEAR, TINY = {32: 96, 64: 768}, {32: 24, 64: 53}  # L and T of numerics.md 6
EDGES = {32: F32_EDGES, 64: F64_EDGES}


def number(exponent, fraction=0, sign=0, f=F32):
    """exponent: the field."""
    return f.signed(sign, exponent << f.fraction | fraction & (1 << f.fraction) - 1)


def filled(values, count, more):
    values = list(values)
    return (values + [more() for _ in range(count - len(values))])[:count]


def in_rows(values):
    return [values[i : i + LANES] for i in range(0, len(values), LANES)]


def operand_rows(values, f):
    """Rows of values, one register or two each."""
    return split(in_rows(values)) if f is F64 else in_rows(values)


def with_old(name, about, rows):
    """Rows from v8; the contents before the instruction lie in v40."""
    assert len(rows) == OLD - 8, len(rows)
    r = random.Random(name)
    return Program(name, about, rows + [[r.getrandbits(32) for _ in range(LANES)] for _ in range(4)])


def mode_of(f, rounding=NEAREST, denorm=3, dx10=1, ieee=1):
    """A mode of the format; the fields of the others differ."""
    if f is F32:
        return Mode.of(rounding, denorm, dx10, ieee)
    return Mode.of(3 - rounding, 3 - denorm, dx10, ieee, rounding, denorm)


def all_modes(f=F32):
    """Every rounding, denormal mode and IEEE; DX10_CLAMP is off in some."""
    for rounding, denorm, ieee in itertools.product(range(4), range(4), (1, 0)):
        yield mode_of(f, rounding, denorm, (rounding + denorm + ieee) % 3 > 0, ieee)


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


# ---- v_div_scale ------------------------------------------------------------------------------------------


def scale_pairs(f, count):
    """(D, N) at each border of the table of numerics.md 6, beside the classes crossed with each other."""
    r, near, tiny, top = random.Random(6), NEAR[f.size], TINY[f.size], 2 * f.bias

    def drawn(exponent, sign=0):
        fraction = r.choice((0, 1, (1 << f.fraction) - 1, r.getrandbits(f.fraction)))
        return number(exponent, fraction or 1, sign, f)

    ends = (0, 1, 2, tiny, tiny + 1, near + 4, near + tiny, near + tiny + 1, f.bias)
    ends += (top - near, top - near + 1, top - near + 2, top - 3, top - 2, top - 1, top)
    found = []
    for step in range(-2, 3):
        for difference, d in itertools.product((near + step, -near + step), ends):  # n - d
            if 0 <= d + difference <= top:
                found += [(drawn(d), drawn(d + difference, k)) for k in range(2)]
    small = (0, 1, 2, tiny - 2, tiny - 1, tiny, tiny + 1, tiny + 2, 64, f.bias, top)
    for d, n in itertools.product((0, 1, 2, f.bias - 1, top - 2, top - 1, top), small):
        found.append((drawn(d, r.randrange(2)), drawn(n)))
    r.shuffle(found)
    found += itertools.product(EDGES[f.size], EDGES[f.size])
    found += [(a, a) for a in (1, f.one, number(1, f=f), number(top, f=f), number(100, 5, f=f))]  # D = N counts as D
    return filled(found, count, lambda: (r.getrandbits(f.size), r.getrandbits(f.size)))


def scales(f=F32):
    registers, t = f.size // 32, f"f{f.size}"
    count = 16 // registers  # rows of D, and of N
    pairs = scale_pairs(f, count * LANES)
    rows = operand_rows([d for d, _ in pairs], f) + operand_rows([n for _, n in pairs], f)
    name = "directed_div_scale" if f is F32 else "directed_div_scale_f64"
    p = with_old(name, f"v_div_scale_{t}: every border of its table, S0 = D, S0 = N, every mode", rows)
    row, r = ROWS[f"v_div_scale_{t}"], random.Random(480)
    p.set_vcc(0x0F0F_F0F0_A5A5_C3C3)

    def mode(*fields, **more):
        return mode_of(f, *fields, **more)

    def emit(mode, k, first, **fields):
        d, n = V(8 + registers * (k % count)), V(24 + registers * (k % count))
        FloatCase(mode, row, "VOP3", [(d, n)[first], d, n], **{"sdst": 12, **fields}).emit(p)

    for k, first in itertools.product(range(count), (0, 1)):
        emit(mode(), k, first)
        emit(mode(denorm=0), k, first, sdst=106)
    for m, each in enumerate(all_modes(f)):
        for k in range(4):
            emit(each, 4 * m + k, k % 2, sdst=(12, 14, 106)[k % 3])
    # NEG changes the number that S0 is compared with: it can be neither D nor N (D-NUM-44). Modifiers, inactive lanes.
    for neg in range(8):
        for k in range(4):
            emit(mode(denorm=3 * (k % 2)), 4 * (neg % 4) + k, k // 2, neg=neg)
    for each in (mode(denorm=0, ieee=0), mode(1, 1, 0, 0), mode(3, 0, 1, 0), mode(2, 2)):
        for omod, clamp in itertools.product(range(4), (0, 1)):
            emit(each, r.randrange(16), r.randrange(2), omod=omod, clamp=clamp, neg=r.randrange(8))
    for n, exec_ in enumerate((0, 1, 1 << 63, 0x00FF00FF0F0FF0F0, 0x8000000000000001, 0xFFFF)):
        emit(mode(), n, n % 2, exec_=exec_, sdst=(106, 12)[n % 2])
    emit(mode(), 3, 0, sdst=126)
    # Constants and scalars; one number three times.
    large = number(2 * f.bias - 24, 7, f=f)
    for code in (128, 129, 193, 240, 242, 243, 247, 248, 30):
        p.set_s(30, large)
        p.set_s(31, large >> 32)
        for sources in ([S(code), V(10), S(code)], [S(code), S(code), V(26)], [V(12), V(12), S(code)], [S(code)] * 3):
            FloatCase(mode(code % 4), row, "VOP3", sources, sdst=14).emit(p)
    return p


# ---- v_div_fixup ------------------------------------------------------------------------------------------


def fixup_triples(f, count):
    """(q, D, N): classes of D and N crossed, n - d about the least quotient, any q."""
    r, edges, least = random.Random(7), EDGES[f.size], -(f.bias + f.fraction)
    quotients = edges + [number(f.bias + 73, 5, f=f), number(3, 9, 1, f)]
    found = [(quotients[i % len(quotients)], d, n) for i, (d, n) in enumerate(itertools.product(edges, edges))]

    def drawn(exponent, sign=0):
        return number(exponent, r.getrandbits(f.fraction), sign, f)

    for difference in (least + 2, least + 1, least, least - 1, least - 2, -2 * f.bias):
        for d in (*range(-least - 2, -least + 3), -least + 30, 2 * f.bias - 1, 2 * f.bias):
            if 0 <= d + difference:
                for sign in range(2):
                    found.append((r.choice(quotients), drawn(d, sign), drawn(d + difference)))
    for q in quotients:
        one, more = number(f.bias, f=f), number(f.bias + 3, 3, 1, f)
        found += [(q, more, one), (q, one, more)]
        found += [(q, number(0, 5, f=f), number(100, f=f)), (q, number(100, f=f), number(0, -1, 1, f))]
    return filled(found, count, lambda: tuple(r.getrandbits(f.size) for _ in range(3)))


def fixups(f=F32):
    registers, t = f.size // 32, f"f{f.size}"
    count = 10 // registers
    triples = fixup_triples(f, count * LANES)
    rows = [row for k in range(3) for row in operand_rows([t[k] for t in triples], f)]
    r = random.Random(478)
    rows += [[r.getrandbits(32) for _ in range(LANES)] for _ in range(2)]
    name = "directed_div_fixup" if f is F32 else "directed_div_fixup_f64"
    p = with_old(name, f"v_div_fixup_{t}: classes of D and N crossed, borders, every mode", rows)
    row = ROWS[f"v_div_fixup_{t}"]

    def sources(k):
        return [V(8 + 10 * i + registers * (k % count)) for i in range(3)]

    def emit(mode, k, **fields):
        FloatCase(mode, row, "VOP3", sources(k), **fields).emit(p)

    for m, mode in enumerate(all_modes(f)):
        for k in range(count):
            emit(mode, k)
        for omod, clamp in itertools.product(range(4), (0, 1)):
            if omod or clamp:
                emit(mode, r.randrange(10), omod=omod, clamp=clamp, neg=m % 8)
    for neg, absolute in itertools.product(range(8), range(8)):
        emit(mode_of(f, neg % 4, absolute % 4), neg + 3 * absolute, neg=neg, absolute=absolute)
    for exec_ in (0, 1, 1 << 63, 0x00FF00FF0F0FF0F0):
        emit(mode_of(f), 1, exec_=exec_)
    for k, code in itertools.product(range(3), (128, 193, 240, 243, 248, 30)):
        p.set_s(30, 0x7F8ABCDE)
        p.set_s(31, 0x7FF12345)
        found = sources(code)
        found[k] = S(code)
        FloatCase(mode_of(f), row, "VOP3", found).emit(p)
    return p


# ---- the whole sequence -----------------------------------------------------------------------------------


def near_ties(r, count, f):
    """(N, D) whose quotient misses a tie by little: (2q + 1) * D = N * 2^(p + 1) + a small number, p bits each."""
    bits = f.fraction + 1
    found = []
    while len(found) < count:
        d, small = r.randrange(1 << bits - 1, 1 << bits) | 1, r.choice((-3, -1, 1, 3, 5, -7))
        odd = small * pow(d, -1, 2 << bits) % (2 << bits)
        n = (odd * d - small) >> bits + 1
        if 1 << bits - 1 <= n < 1 << bits:
            found.append((n, d))
    return found


def quotient(mode, n, d, f=F32):
    """The correctly rounded quotient; what is no division of two numbers is v_div_fixup's."""
    unit = mode.unit(f)
    given_n, given_d = unit.given(n), unit.given(d)
    if any(f.is_nan(x) or f.is_inf(x) or f.is_zero(x) for x in (given_n, given_d)):
        return unit.div_fixup(0, d, n)[0]
    return unit.pack(f.value(given_n) / f.value(given_d))[0]


def division_pairs(f=F32, count=16 * LANES):
    """(N, D): near ties in the middle and at the borders, exact quotients, denormal results on a tie, classes."""
    r, near, tiny, top, bits = random.Random(8), NEAR[f.size], TINY[f.size], 2 * f.bias, f.fraction + 1
    least = 1 - f.bias  # exponent of the least normal quotient
    found = []
    for i, (n, d) in enumerate(near_ties(r, 192, f)):
        # Exponents of D and N, for the quotient in the middle, near the least one, at denormal results, near overflow.
        ed = r.choice((1, 20, f.bias // 2, f.bias, f.bias + 53, top - 24, top - 2, top - 1, top))
        steps = (0, 0, least, least + 1, least - 1, least - bits // 2, -least, f.bias, near - 1, near, near + 1)
        steps += (1 - near, -near, -near - 1, tiny - ed, tiny + 1 - ed)
        found.append((number(max(1, min(top, ed + steps[i % 16])), n, i & 1, f), number(ed, d, i >> 1 & 1, f)))
    for _ in range(96):  # exact: the bits of quotient and divisor are as many as the format has
        k = r.randrange(1, bits)
        q, d = r.getrandbits(k) | 1, r.getrandbits(bits - k) | 1
        shift = bits - (q * d).bit_length()
        ed = r.randrange(1, top + 1)
        en = max(1, min(top, ed + r.choice((0, 3, -100, 100, least, least - f.fraction))))
        found.append((number(en, q * d << shift, f=f), number(ed, d << bits - d.bit_length(), f=f)))
    # N / D is an odd number of halves of the denormal step. For f64 it is an odd number of quarters: clang's sequence
    # rounds some exact ties there the wrong way, because its last correction is not exact.
    part = 1 if f is F32 else 2
    for _ in range(64):
        steps, d = 2 * r.randrange(1 << 10) + 1, 2 * r.randrange(1 << 12) + 1
        ed = r.randrange(f.bias + bits, top)
        product = steps * d
        en = ed - d.bit_length() + product.bit_length() + least - f.fraction - part
        if en >= 1 and product < 1 << bits:
            found.append(
                (number(en, product << bits - product.bit_length(), f=f), number(ed, d << bits - d.bit_length(), f=f))
            )
    edges = EDGES[f.size]
    found += list(itertools.product(edges[::2] + edges[-5:], edges[1::2] + edges[-4:]))
    most = (1 << f.fraction) - 1
    for e in (1, 2, f.bias - 1, f.bias, top - 1, top):
        found += [(number(top, most, f=f), number(e, fraction, f=f)) for fraction in (0, 1, most)]
    r.shuffle(found)
    return filled(found, count, lambda: (r.getrandbits(f.size), r.getrandbits(f.size)))


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


SEQUENCE_F64 = """
    v_div_scale_f64 v[2:3], s[14:15], {d}, {d}, {n}
    v_rcp_f64 v[44:45], v[2:3]
    v_fma_f64 v[46:47], -v[2:3], v[44:45], 1.0
    v_fma_f64 v[44:45], v[44:45], v[46:47], v[44:45]
    v_fma_f64 v[46:47], -v[2:3], v[44:45], 1.0
    v_fma_f64 v[44:45], v[44:45], v[46:47], v[44:45]
    v_div_scale_f64 v[46:47], vcc, {n}, {d}, {n}
    v_mul_f64 v[48:49], v[46:47], v[44:45]
    v_fma_f64 v[46:47], -v[2:3], v[48:49], v[46:47]
    s_nop 1
    v_div_fmas_f64 v[46:47], v[46:47], v[44:45], v[48:49]
    v_div_fixup_f64 v[2:3], v[46:47], {d}, {n}
"""


def division_f64():
    """Denormals are kept, as clang has it."""
    pairs = division_pairs(F64, 8 * LANES)
    rows = operand_rows([n for n, _ in pairs], F64) + operand_rows([d for _, d in pairs], F64)
    p = with_old("directed_division_f64", "clang's f64 division: correctly rounded", rows)
    mode = mode_of(F64)
    p.set_mode(mode.bits)
    for k in range(8):
        names = {"n": f"v[{8 + 2 * k}:{9 + 2 * k}]", "d": f"v[{24 + 2 * k}:{25 + 2 * k}]"}
        p.asm(*(line.strip() for line in SEQUENCE_F64.format(**names).splitlines() if line.strip()))
        p.vcc = None
        values = [quotient(mode, *pair, F64) for pair in pairs[LANES * k : LANES * (k + 1)]]
        for half in (0, 1):
            p.store(2 + half, [v >> 32 * half for v in values], f"pairs {k}")
    for name in ("v_div_scale_f64", "v_div_fmas_f64", "v_div_fixup_f64"):
        p.cover("VOP3", name, "division")
    return p


def programs():
    found = [reciprocals(), scales(), fixups(), division()]
    if "v_div_scale_f64" in ROWS:
        found += [scales(F64), fixups(F64), division_f64()]
    return found
