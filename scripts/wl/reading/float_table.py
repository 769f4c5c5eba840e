# SPDX-License-Identifier: Apache-2.0
"""Meaning of each float opcode: one line an opcode, on the bits of its operands behind their modifiers.

It is read from float-opcodes.md and numerics.md 3 to 6. floats.py has the operations.
"""
import functools
from fractions import Fraction

from wl.reading.bits import M32, signed
from wl.reading.floats import D, DOWN, F16, F32, F64, FORMATS, HALF, I, N, NEAREST, O, UP, X, ZERO, finish
from wl.reading.floats import operand_flags, to_integer
from wl.reading.transcendental import circular, exponential, logarithm, square_root, unit_of


class Row:
    """meaning(mode, *operands) -> (bits, flags), with a mask result (bits, flags, mask bit)."""

    def __init__(self, name, sources, result, meaning, **more):
        self.name, self.sources, self.result, self.meaning = name, sources.split(), result, meaning
        self.kinds = self.sources  # types of the operands that meaning has of the sources
        self.carry_in = self.carry_out = False  # a lane's bit of VCC is the last operand; a mask is made
        self.compare = False  # the mask bit is the result
        self.reads_dst = False  # what VDST holds is the last operand
        self.constant = None  # the source that is the dword K
        self.op_sel = self.op_sel_dst = False  # OP_SEL picks the halves of the sources; [3] the half of the destination
        self.keeps_half = False  # the other half of the destination stays
        self.sdwa = self.dpp = True  # VOP1, VOP2 and VOPC forms have these
        self.mix = None  # VOP3P: sources of either format
        self.flushes_halves = False  # of these the f16 ones are flushed whatever MODE says
        self.dot = False  # VOP3P: the low halves of S0 and S1, the high ones, S2
        self.isa = None  # the instruction set that alone has it
        self.omod_always = False  # OMOD needs IEEE = 0 alone
        self.raises = I | D  # what an operand alone raises
        self.lane = self.packed = self.saturates = False  # as rows of table.py have them
        assert set(more) <= set(vars(self)), more
        vars(self).update(more)

    def evaluate(self, mode, operands, omod=0, clamp=0):
        """(bits, flags, mask bit) with the output modifiers."""
        bits, flags, *mask = self.meaning(mode, *operands)
        kinds = self.kinds + ([self.result] if self.reads_dst else [])
        for kind, operand in zip(kinds, operands):
            if kind[0] == "f":
                flags |= operand_flags(FORMATS[kind], operand) & self.raises
        if clamp and self.compare and flags & NAN_SEEN:
            flags |= I
        if clamp:
            flags &= ~N
        if self.result and self.result[0] == "f":
            bits = finish(mode, FORMATS[self.result], bits, omod, clamp, self.omod_always)
        return bits, flags & ~NAN_SEEN, mask[0] if mask else False


NAN_SEEN = 1 << 7  # beside the flags of a compare: CLAMP makes it invalid


# ---- numerics.md 3.3 ------------------------------------------------------------------------------------

CONDITIONS = {  # of the order of two numbers: -1, 0, 1; None: a NaN is there
    "f": lambda c: False,
    "lt": lambda c: c == -1,
    "eq": lambda c: c == 0,
    "le": lambda c: c in (-1, 0),
    "gt": lambda c: c == 1,
    "lg": lambda c: c in (-1, 1),
    "ge": lambda c: c in (0, 1),
    "o": lambda c: c is not None,
    "u": lambda c: c is None,
    "nge": lambda c: c not in (0, 1),
    "nlg": lambda c: c not in (-1, 1),
    "ngt": lambda c: c != 1,
    "nle": lambda c: c not in (-1, 0),
    "neq": lambda c: c != 0,
    "nlt": lambda c: c != -1,
    "tru": lambda c: True,
}


def compare(f, condition):
    def meaning(mode, a, b):
        a, b = mode.unit(f).given(a), mode.unit(f).given(b)
        if f.is_nan(a) or f.is_nan(b):
            return 0, NAN_SEEN if condition not in ("f", "tru") else 0, CONDITIONS[condition](None)
        x, y = (0 if f.is_zero(v) else f.order(v) for v in (a, b))
        return 0, 0, CONDITIONS[condition]((x > y) - (x < y))

    return meaning


def classify(f):
    def meaning(mode, a, mask):
        negative = a & f.sign
        if f.is_nan(a):
            bit = 0 if f.is_signalling(a) else 1
        elif f.is_inf(a):
            bit = 2 if negative else 9
        elif f.is_zero(a):
            bit = 5 if negative else 6
        elif f.is_denormal(a):
            bit = 4 if negative else 7
        else:
            bit = 3 if negative else 8
        return 0, 0, mask >> bit & 1

    return meaning


# ---- numerics.md 4 --------------------------------------------------------------------------------------


def integer_of(f, pick, low, high, nan=lambda negative: 0, size=32):
    """A saturated conversion; pick: from the exact number to an integer of so many bits."""
    mask = (1 << size) - 1

    def meaning(mode, a):
        a = mode.unit(f).given(a)
        if f.is_nan(a):
            return nan(a & f.sign), I
        if f.is_inf(a):
            return (low if a & f.sign else high) & mask, I
        exact = f.value(a)
        whole = pick(exact)
        if not low <= whole <= high:
            return max(low, min(high, whole)) & mask, I
        return whole & mask, X if whole != exact else 0

    return meaning


def truncate(number):
    return to_integer(number, ZERO)


def by_sign(negative):
    """D-NUM-21."""
    return 0x80000000 if negative else 0x7FFFFFFF


def of_integer(f, pick):
    return lambda mode, a: mode.unit(f).pack(Fraction(pick(a)))


def normalised(f, most, least, bits):
    """v_cvt_norm, v_cvt_pknorm: to nearest whatever MODE says (D-NUM-24)."""

    def meaning(mode, a):
        a = mode.unit(f).given(a)
        if f.is_nan(a):
            return 0, I
        if f.is_inf(a):
            return (least if a & f.sign else most) & bits, I
        exact = f.value(a) * most
        whole = to_integer(exact, NEAREST)
        if not least <= whole <= most:
            return max(least, min(most, whole)) & bits, I
        return whole & bits, X if whole != exact else 0

    return meaning


def both(meaning):
    """Applies the meaning to two sources; their results are the two halves."""

    def packed(mode, a, b):
        low, high = meaning(mode, a), meaning(mode, b)
        return low[0] | high[0] << 16, low[1] | high[1]

    return packed


def to_byte(mode, a, place, old):
    """v_cvt_pk_u8_f32, v_cvt_pkaccum_u8_f32: into a byte of the old dword."""
    rounding = mode.rounding(F32)
    byte, flags = integer_of(F32, lambda x: to_integer(x, rounding), 0, 255)(mode, a)
    shift = 8 * (place & 3)
    return old & ~(255 << shift) | byte << shift, flags


def narrowed(source, f, rounding=None):
    """A NaN keeps sign and upper payload, always quiet."""

    def meaning(mode, a):
        a = mode.unit(source).given(a)
        sign = bool(a & source.sign)
        if source.is_nan(a):
            payload = (a & (1 << source.fraction) - 1) >> source.fraction - f.fraction
            return f.signed(sign, f.inf | f.quiet | payload), 0
        if source.is_inf(a):
            return f.signed(sign, f.inf), 0
        return mode.unit(f, rounding=rounding).pack(source.value(a), sign)

    return meaning


def raised_to(source, f, bits):
    """The number, NaN or Inf in a wider format. A NaN stays quiet or signalling."""
    sign = bool(bits & source.sign)
    if source.is_nan(bits) or source.is_inf(bits):
        return f.signed(sign, f.inf | (bits & (1 << source.fraction) - 1) << f.fraction - source.fraction)
    return f.of(source.value(bits), sign)


def widened(source, f):
    def meaning(mode, a):
        bits = raised_to(source, f, mode.unit(source).given(a))
        return (mode.unit(f).nan(bits) if f.is_nan(bits) else bits), 0

    return meaning


def toward_zero(mode, a):
    """v_cvt_pkrtz_f16_f32 raises no overflow (D-NUM-23)."""
    bits, flags = narrowed(F32, F16, ZERO)(mode, a)
    return bits, flags & ~O


def canonical(mode, a):
    """A half of v_pack_b32_f16: denormals are flushed by either bit."""
    unit = mode.unit(F16)
    a = F16.flushed(a) if unit.flush_in or unit.flush_out else a
    return (unit.nan(a) if F16.is_nan(a) else a), 0


# ---- numerics.md 5 and 6 ----------------------------------------------------------------------------------


def reciprocal(f):
    """f32 denormals are flushed, and all formats round to nearest, whatever MODE says."""
    return lambda mode, a: unit_of(mode, f, True).reciprocal(a)


def reciprocal_iflag(mode, a):
    """It raises N alone."""
    return reciprocal(F32)(mode, a)[0], N if not a & F32.inf else 0


def multiply_add(f, legacy=False):
    """mad and mac: denormals are flushed whatever MODE says."""
    return lambda mode, a, b, c: mode.unit(f, flush_in=True, flush_out=True).multiply_add(a, b, c, legacy)


@functools.cache
def two_over_pi():
    """The floor of 2 / pi * 2^1201, by Machin's series."""
    one = 1 << 1300

    def arctan(n):
        total, term, k = 0, one // n, 1
        while term:
            total += (term if k & 2 == 0 else -term) // k
            term //= n * n
            k += 2
        return total

    pi = 4 * (4 * arctan(5) - arctan(239))
    return (2 * one * one // pi) >> 99


def trig_preop(mode, a, segment):
    exponent = F64.exponent(a)
    shift = 53 * (segment & 31) + max(0, exponent - 1077)
    part = (two_over_pi() << shift + 53 >> 1201) % (1 << 53)
    power = -53 - shift + (128 if exponent >= 1968 else 0)
    return mode.unit(F64, rounding=ZERO).pack(Fraction(part) * Fraction(2) ** power)[0], 0


# ---- cube maps (numerics.md 3.4) ---------------------------------------------------------------------------


def cube(result):
    """result: from (unit, x, y, z, face, whether the chosen coordinate is below zero) to bits."""

    def meaning(mode, *xyz):
        unit = mode.unit(F32)
        flat = [F32.flushed(v) for v in xyz]
        nan_x, nan_y, nan_z = (F32.is_nan(v) for v in xyz)
        x, y, z = (F32.magnitude(v) for v in flat)
        if z >= x and z >= y and not (nan_x or nan_y or nan_z):
            face = 2
        else:
            face = 1 if y >= x and not (nan_x or nan_y) else 0
        below = bool(flat[face] & F32.sign) and not F32.is_nan(flat[face]) and not F32.is_zero(flat[face])
        return result(unit, *xyz, face, below), 0

    return meaning


def cube_id(unit, x, y, z, face, below):
    return F32.of(Fraction(2 * face + below))


def copied(unit, bits, negated):
    bits ^= F32.sign if negated else 0
    return unit.nan(bits) if F32.is_nan(bits) else bits


def cube_sc(unit, x, y, z, face, below):
    bits, negated = ((z, not below), (x, False), (x, below))[face]
    return copied(unit, bits, negated)


def cube_tc(unit, x, y, z, face, below):
    bits, negated = ((y, True), (z, below), (y, True))[face]
    return copied(unit, bits, negated)


def cube_ma(unit, x, y, z, face, below):
    bits = (x, y, z)[face]
    if F32.is_nan(bits):
        return unit.nan(bits)
    if F32.is_inf(bits):
        return bits
    if not bits & F32.inf:
        return bits & F32.sign if unit.rounding == DOWN else 0
    return unit.pack(2 * F32.value(bits))[0]


# ---- numerics.md 9 ----------------------------------------------------------------------------------------


def atomic(mode, f, operation, memory, data, second=0):
    """The value that ds_add, ds_min, ds_max and ds_cmpst leave in memory (D-NUM-35, D-NUM-36, D-NUM-38, D-NUM-40)."""
    unit = mode.unit(f, rounding=NEAREST)
    if operation == "add":
        bits = unit.add(memory, data)[0]
        return bits | f.quiet if f.is_nan(bits) else bits
    x, y = unit.given(memory), unit.given(data)
    if operation == "cmpst":
        ordered = not f.is_nan(memory) and not f.is_nan(data)
        return second if ordered and (x == y or f.is_zero(x) and f.is_zero(y)) else memory
    for bits in (memory, data):
        if f.is_signalling(bits):
            return bits | f.quiet
    if f.is_nan(data):
        return memory
    if f.is_nan(memory):
        return data
    before = f.order(x) > f.order(y) if operation == "max" else f.order(x) < f.order(y)
    return memory if before else data


# ---- the rows ------------------------------------------------------------------------------------------------

I32, U32, I16, U16 = (-1 << 31, (1 << 31) - 1), (0, M32), (-1 << 15, (1 << 15) - 1), (0, 0xFFFF)
KEEP = {"op_sel": True, "op_sel_dst": True, "keeps_half": True}
HIGH = {"op_sel_dst": True}


def comparisons(f, t):
    for kind in ("v_cmp", "v_cmpx"):
        yield Row(f"{kind}_class_{t}", f"{t} u32", None, classify(f), compare=True, raises=0)
        for name in CONDITIONS:
            raises = 0 if name in ("f", "tru") else I | D
            yield Row(f"{kind}_{name}_{t}", f"{t} {t}", None, compare(f, name), compare=True, raises=raises)


def common(f, t):
    """Rows of all formats."""
    R = Row
    return [
        R(f"v_fract_{t}", t, t, lambda m, a: m.unit(f).fract(a)),
        R(f"v_trunc_{t}", t, t, lambda m, a: m.unit(f).integral(ZERO, a)),
        R(f"v_ceil_{t}", t, t, lambda m, a: m.unit(f).integral(UP, a)),
        R(f"v_rndne_{t}", t, t, lambda m, a: m.unit(f).integral(NEAREST, a)),
        R(f"v_floor_{t}", t, t, lambda m, a: m.unit(f).integral(DOWN, a)),
        R(f"v_add_{t}", f"{t} {t}", t, lambda m, a, b: m.unit(f).add(a, b)),
        R(f"v_mul_{t}", f"{t} {t}", t, lambda m, a, b: m.unit(f).multiply(a, b)),
        R(f"v_min_{t}", f"{t} {t}", t, lambda m, a, b: m.unit(f).extreme(False, a, b)),
        R(f"v_max_{t}", f"{t} {t}", t, lambda m, a, b: m.unit(f).extreme(True, a, b)),
    ]


def narrow(f, t, wide, half):
    """Rows of f16 and f32. half: flags of 16-bit opcodes that keep the other half; wide: of VOP3 opcodes."""
    R = Row
    three = f"{t} {t} {t}"
    return common(f, t) + [
        R(f"v_sub_{t}", f"{t} {t}", t, lambda m, a, b: m.unit(f).add(a, b, minus_b=1)),
        R(f"v_subrev_{t}", f"{t} {t}", t, lambda m, a, b: m.unit(f).add(a, b, minus_a=1)),
        R(f"v_mac_{t}", f"{t} {t}", t, multiply_add(f), reads_dst=True, sdwa=False, **half),
        # The NaN of S0, then K, then S1; and of S0, S1, K (D-NUM-9).
        R(f"v_madmk_{t}", three, t, multiply_add(f), constant=1, sdwa=False, dpp=False, **half),
        R(f"v_madak_{t}", three, t, multiply_add(f), constant=2, sdwa=False, dpp=False, **half),
        R(f"v_mad_{t}", three, t, multiply_add(f), **wide),
        R(f"v_fma_{t}", three, t, lambda m, a, b, c: m.unit(f).fma(a, b, c), **wide),
        R(f"v_min3_{t}", three, t, lambda m, a, b, c: m.unit(f).extreme3(False, a, b, c), **wide),
        R(f"v_max3_{t}", three, t, lambda m, a, b, c: m.unit(f).extreme3(True, a, b, c), **wide),
        R(f"v_med3_{t}", three, t, lambda m, a, b, c: m.unit(f).median(a, b, c), **wide),
        R(f"v_div_fixup_{t}", three, t, lambda m, q, d, n: m.unit(f).div_fixup(q, d, n), **wide),
    ]


def division(f, t):
    """v_div_scale and v_div_fmas."""
    return [
        Row(
            f"v_div_scale_{t}",
            f"{t} {t} {t}",
            t,
            lambda m, a, d, n: m.unit(f).div_scale(a, d, n),
            carry_out=True,
            raises=D,
        ),
        Row(
            f"v_div_fmas_{t}",
            f"{t} {t} {t}",
            t,
            lambda m, a, b, c, scaled: m.unit(f, flush_in=False).div_fmas(a, b, c, scaled),
            carry_in=True,
        ),
    ]


def single():
    """The f32 opcodes that clang's kernels use, and the conversions between f32 and f16."""
    R = Row
    found = [
        R("v_cvt_f32_i32", "i32", "f32", of_integer(F32, lambda a: signed(a, 32))),
        R("v_cvt_f32_u32", "u32", "f32", of_integer(F32, int)),
        R("v_cvt_u32_f32", "f32", "b32", integer_of(F32, truncate, *U32)),
        R("v_cvt_i32_f32", "f32", "b32", integer_of(F32, truncate, *I32)),
        R("v_cvt_f16_f32", "f32", "f16", narrowed(F32, F16)),  # D-NUM-22
        R("v_cvt_f32_f16", "f16", "f32", widened(F16, F32)),
        R("v_cvt_rpi_i32_f32", "f32", "b32", integer_of(F32, lambda x: to_integer(x + HALF, DOWN), *I32, by_sign)),
        R("v_cvt_flr_i32_f32", "f32", "b32", integer_of(F32, lambda x: to_integer(x, DOWN), *I32, by_sign)),
        R("v_rcp_f32", "f32", "f32", reciprocal(F32)),
        R("v_rcp_iflag_f32", "f32", "f32", reciprocal_iflag, raises=0),
        R("v_ldexp_f32", "f32 i32", "f32", lambda m, a, n: m.unit(F32).ldexp(a, signed(n, 32))),
    ]
    found += [
        R(f"v_cvt_f32_ubyte{n}", "u32", "f32", of_integer(F32, lambda a, n=n: a >> 8 * n & 255)) for n in range(4)
    ]
    return found + narrow(F32, "f32", {}, {}) + division(F32, "f32") + list(comparisons(F32, "f32"))


def more_single():
    """The rest of f32."""
    R = Row
    copy = {"raises": 0, "omod_always": True}
    return [
        R("v_mul_legacy_f32", "f32 f32", "f32", lambda m, a, b: m.unit(F32).legacy(a, b)),
        R("v_mad_legacy_f32", "f32 f32 f32", "f32", multiply_add(F32, legacy=True)),
        R("v_cvt_off_f32_i4", "u32", "f32", of_integer(F32, lambda a: Fraction(((a & 15) ^ 8) - 8, 16))),
        R("v_frexp_exp_i32_f32", "f32", "b32", lambda m, a: m.unit(F32).frexp_exponent(a), raises=D),
        R("v_frexp_mant_f32", "f32", "f32", lambda m, a: m.unit(F32).frexp_mantissa(a)),
        R("v_cubeid_f32", "f32 f32 f32", "f32", cube(cube_id), **copy),
        R("v_cubesc_f32", "f32 f32 f32", "f32", cube(cube_sc), **copy),
        R("v_cubetc_f32", "f32 f32 f32", "f32", cube(cube_tc), **copy),
        R("v_cubema_f32", "f32 f32 f32", "f32", cube(cube_ma), **copy),
        R("v_cvt_pk_u8_f32", "f32 u32 u32", "b32", to_byte),
        R("v_cvt_pkaccum_u8_f32", "f32 u32", "b32", to_byte, reads_dst=True),
        R("v_cvt_pknorm_i16_f32", "f32 f32", "b32", both(normalised(F32, 32767, -32767, 0xFFFF))),
        R("v_cvt_pknorm_u16_f32", "f32 f32", "b32", both(normalised(F32, 65535, 0, 0xFFFF))),
        R("v_cvt_pkrtz_f16_f32", "f32 f32", "b32", both(toward_zero)),
    ]


def halves():
    R = Row
    t = "f16"
    fixup, fma = (lambda m, q, d, n: m.unit(F16).div_fixup(q, d, n)), (lambda m, a, b, c: m.unit(F16).fma(a, b, c))
    return narrow(F16, t, KEEP, {"keeps_half": True}) + [
        R("v_ldexp_f16", "f16 i16", t, lambda m, a, n: m.unit(F16).ldexp(a, signed(n, 16))),
        R("v_cvt_f16_u16", "u16", t, of_integer(F16, lambda a: a & 0xFFFF)),
        R("v_cvt_f16_i16", "i16", t, of_integer(F16, lambda a: signed(a, 16))),
        R("v_cvt_u16_f16", t, "b16", integer_of(F16, truncate, *U16, size=16)),
        R("v_cvt_i16_f16", t, "b16", integer_of(F16, truncate, *I16, size=16)),
        R("v_frexp_mant_f16", t, t, lambda m, a: m.unit(F16).frexp_mantissa(a)),
        R("v_frexp_exp_i16_f16", t, "b16", lambda m, a: (m.unit(F16).frexp_exponent(a)[0] & 0xFFFF, 0), raises=D),
        R("v_cvt_norm_i16_f16", t, "b16", normalised(F16, 32767, -32767, 0xFFFF)),
        R("v_cvt_norm_u16_f16", t, "b16", normalised(F16, 65535, 0, 0xFFFF)),
        R("v_mad_legacy_f16", "f16 f16 f16", t, multiply_add(F16), **HIGH),
        R("v_fma_legacy_f16", "f16 f16 f16", t, fma, **HIGH),
        R("v_div_fixup_legacy_f16", "f16 f16 f16", t, fixup, **HIGH),
        R("v_cvt_pknorm_i16_f16", "f16 f16", "b32", both(normalised(F16, 32767, -32767, 0xFFFF)), op_sel=True),
        R("v_cvt_pknorm_u16_f16", "f16 f16", "b32", both(normalised(F16, 65535, 0, 0xFFFF)), op_sel=True),
        R("v_pack_b32_f16", "f16 f16", "b32", both(canonical), op_sel=True, raises=0),
        *comparisons(F16, t),
    ]


def packed_halves():
    def R(name, meaning, sources=2):
        return Row(name, " ".join(["f16"] * sources), "f16", meaning, packed=True)

    return [
        R("v_pk_fma_f16", lambda m, a, b, c: m.unit(F16).fma(a, b, c), 3),
        R("v_pk_add_f16", lambda m, a, b: m.unit(F16).add(a, b)),
        R("v_pk_mul_f16", lambda m, a, b: m.unit(F16).multiply(a, b)),
        R("v_pk_min_f16", lambda m, a, b: m.unit(F16).extreme(False, a, b)),
        R("v_pk_max_f16", lambda m, a, b: m.unit(F16).extreme(True, a, b)),
    ]


def mixed_to_half(mode, a, b, c):
    """The f32 sum, rounded a third time; a denormal result is always flushed."""
    bits, flags = multiply_add(F32)(mode, a, b, c)
    if F32.is_nan(bits) or F32.is_inf(bits):
        return narrowed(F32, F16)(mode, bits)[0], flags
    half, more = mode.unit(F16, flush_out=True).pack(F32.value(bits), bool(bits & F32.sign))
    return half, flags | more


def mixed():
    """numerics.md 3.1, D-NUM-13. mix: the register half that is written, or all of it."""

    def R(name, result, meaning, mix):
        return Row(name, "f32 f32 f32", result, meaning, packed=True, mix=mix, flushes_halves=True, isa="gfx900")

    return [
        R("v_mad_mix_f32", "f32", multiply_add(F32), "all"),
        R("v_mad_mixlo_f16", "f16", mixed_to_half, "low"),
        R("v_mad_mixhi_f16", "f16", mixed_to_half, "high"),
    ]


def fused(mode, a, b, c):
    return mode.unit(F32).fma(a, b, c)


def fused_to_half(mode, a, b, c):
    """The exact sum of f32 numbers, rounded once to f16 (D-NUM-49)."""
    found, total, sign = mode.unit(F32).exact_fma(a, b, c)
    if found:
        return narrowed(F32, F16)(mode, found[0])[0], found[1]
    return mode.unit(F16).pack_sum(total, sign)


def dot2(mode, a, b, a_high, b_high, c):
    """Two sums (D-NUM-14). No f16 number is a denormal one of f32."""
    unit = mode.unit(F32, flush_in=True, flush_out=True, rounding=NEAREST)
    a, b, a_high, b_high = (raised_to(F16, F32, half) for half in (a, b, a_high, b_high))
    first, flags = unit.fma(a, b, c)
    total, more = unit.fma(a_high, b_high, first)
    return total, flags | more


def of_gfx906():
    """numerics.md 3.1; the integer opcodes are in table.py."""

    def R(name, sources, result, meaning, **more):
        return Row(name, sources, result, meaning, isa="gfx906", **more)

    three = "f32 f32 f32"
    return [
        R("v_fmac_f32", three[4:], "f32", fused, reads_dst=True, sdwa=False),
        R("v_fma_mix_f32", three, "f32", fused, packed=True, mix="all"),
        R("v_fma_mixlo_f16", three, "f16", fused_to_half, packed=True, mix="low"),
        R("v_fma_mixhi_f16", three, "f16", fused_to_half, packed=True, mix="high"),
        R("v_dot2_f32_f16", "f16 f16 f32", "f32", dot2, packed=True, dot=True, kinds=["f16"] * 4 + ["f32"]),
    ]


def doubles():
    R = Row
    t = "f64"
    three = "f64 f64 f64"
    return (
        common(F64, t)
        + [
            R("v_fma_f64", three, t, lambda m, a, b, c: m.unit(F64).fma(a, b, c)),
            R("v_rcp_f64", t, t, reciprocal(F64)),
            R("v_ldexp_f64", "f64 i32", t, lambda m, a, n: m.unit(F64).ldexp(a, signed(n, 32))),
            R("v_cvt_i32_f64", t, "b32", integer_of(F64, truncate, *I32)),
            R("v_cvt_u32_f64", t, "b32", integer_of(F64, truncate, *U32)),
            R("v_cvt_f64_i32", "i32", t, of_integer(F64, lambda a: signed(a, 32))),
            R("v_cvt_f64_u32", "u32", t, of_integer(F64, int)),
            R("v_cvt_f32_f64", t, "f32", narrowed(F64, F32)),
            R("v_cvt_f64_f32", "f32", t, widened(F32, F64)),
            R("v_frexp_exp_i32_f64", t, "b32", lambda m, a: m.unit(F64).frexp_exponent(a), raises=D),
            R("v_frexp_mant_f64", t, t, lambda m, a: m.unit(F64).frexp_mantissa(a)),
            R("v_trig_preop_f64", "f64 u32", t, trig_preop, raises=0),
            R("v_div_fixup_f64", three, t, lambda m, q, d, n: m.unit(F64).div_fixup(q, d, n)),
        ]
        + division(F64, t)
        + list(comparisons(F64, t))
    )


def roots():
    R = Row
    found = [R("v_rcp_f16", "f16", "f16", reciprocal(F16))]
    for t, f in FORMATS.items():
        found += [R(f"v_rsq_{t}", t, t, square_root(f, True)), R(f"v_sqrt_{t}", t, t, square_root(f, False))]
    return found


def transcendentals():
    R = Row
    found = []
    for t in ("f16", "f32"):
        f = FORMATS[t]
        for suffix in ("", "_legacy") if t == "f32" else ("",):
            found += [R(f"v_exp{suffix}_{t}", t, t, exponential(f)), R(f"v_log{suffix}_{t}", t, t, logarithm(f))]
        found += [R(f"v_sin_{t}", t, t, circular(f, False)), R(f"v_cos_{t}", t, t, circular(f, True))]
    return found


GROUPS = (single, more_single, halves, packed_halves, mixed, doubles, roots, transcendentals, of_gfx906)
UNIT = GROUPS  # of them, what the unit has
ALL_ROWS = {row.name: row for group in GROUPS for row in group()}
ROWS = {row.name: ALL_ROWS[row.name] for group in UNIT for row in group()}
