# SPDX-License-Identifier: Apache-2.0
"""Opcodes of f64 and f32 in exact integers, from docs/spec/numerics.md and docs/spec/float-opcodes.md alone."""
from functools import partial

from tests.float_unit.reference import DOWN, F16, F32, F64, NEAREST, RAISED, UP, ZERO, Format, Mode, convert, finish
from tests.float_unit.reference import modifiers, nan_out, raise_of_operands, rounded


def flushed(form, x, mode):
    return x & form.sign if form.is_denormal(x) and not mode.denorm[form] & 1 else x


def sum_of(form, terms, mode, scale=0):
    """The sum of (sign, m, e), scaled by 2^scale and rounded once. An exact zero of different signs is +0 or -0."""
    least = min(e for _, _, e in terms)
    total = sum((-1) ** s * (m << (e - least)) for s, m, e in terms)
    if total == 0:
        signs = {s for s, _, _ in terms}
        sign = signs.pop() if len(signs) == 1 else int(mode.rounding[form] == DOWN)
        return sign << (form.bits - 1)
    sign = int(total < 0)
    return form.round(sign, abs(total), least + scale, mode.rounding[form], not mode.denorm[form] & 2)


def fma(form, a, b, c, mode, scale=0):
    if form.is_nan(a) or form.is_nan(b):
        return nan_out(form, a if form.is_nan(a) else b, mode)
    if any(form.is_inf(x) and form.is_zero(y) for x, y in ((a, b), (b, a))):
        RAISED.add("I")
        return form.default_nan
    if form.is_nan(c):
        return nan_out(form, c, mode)
    sign = (a ^ b) & form.sign
    if form.is_inf(a) or form.is_inf(b):
        return form.default_nan if form.is_inf(c) and (c & form.sign) != sign else sign | form.inf
    if form.is_inf(c):
        return c
    (sa, ma, ea), (sb, mb, eb) = form.number(a), form.number(b)
    return sum_of(form, [(sa ^ sb, ma * mb, ea + eb), form.number(c)], mode, scale)


def as_signed(x, bits):
    return x - (1 << bits) if x >> (bits - 1) else x


def integral(form, x, rounding):
    """A finite number rounded to an integer: (sign, magnitude)."""
    s, m, e = form.number(x)
    if e < 0 and m % (1 << -e):
        RAISED.add("X")
    return s, rounded(s, m, e, 0, rounding)


def add(form, a, b, _c, _mask, mode):
    return fma(form, flushed(form, a, mode), form.one, flushed(form, b, mode), mode)


def mul(form, a, b, _c, _mask, mode):
    a, b = flushed(form, a, mode), flushed(form, b, mode)
    return fma(form, a, b, (a ^ b) & form.sign, mode)


def fused(form, a, b, c, _mask, mode):
    return fma(form, *(flushed(form, x, mode) for x in (a, b, c)), mode)


def div_fmas(form, a, b, c, mask, mode):
    scale = 0
    if mask:
        much = 128 if form is F64 else 64
        scale = much if form.field(c) > form.bias else -much
    return fma(form, a, b, c, mode, scale)


def ldexp(form, a, b, _c, _mask, mode):
    a = flushed(form, a, mode)
    if form.is_nan(a):
        return nan_out(form, a, mode)
    if form.is_inf(a) or form.is_zero(a):
        return a
    s, m, e = form.number(a)
    n = max(-5000, min(5000, as_signed(b & 0xFFFFFFFF, 32)))
    return form.round(s, m, e + n, mode.rounding[form], not mode.denorm[form] & 2)


def fract(form, a, _b, _c, _mask, mode):
    a = flushed(form, a, mode)
    if form.is_nan(a):
        return nan_out(form, a, mode)
    if form.is_inf(a):
        return form.default_nan
    s, m, e = form.number(a)
    fraction = (-m if s else m) % (1 << -e) if e < 0 else 0
    if fraction == 0:
        return 0
    value = form.round(0, fraction, e, mode.rounding[form], not mode.denorm[form] & 2)
    return min(value, form.one - 1)


def div_scale(form, a, d, n, _mask, mode):
    a, d, n = (flushed(form, x, mode) for x in (a, d, n))
    gap, field_d, field_n = form.field(n) - form.field(d), form.field(d), form.field(n)
    is_d = a == d
    is_n = a == n and not is_d
    flag = k = 0
    limit, much = (768, 128) if form is F64 else (96, 64)
    if gap >= limit:
        flag, k = 1, much if is_d else 0
    elif field_d == 0:
        k = much
    elif field_d >= 2 * form.bias - 1:
        flag = int(gap <= -limit)
        k = 0 if flag and is_n else -much
    elif gap <= -limit:
        flag, k = 1, much if is_n else 0
    elif field_n <= form.precision:
        k = much
    if form.is_zero(d) or form.is_zero(n):
        return form.default_nan, flag
    if form.is_nan(a):
        return a | form.quiet, flag
    if form.is_inf(a) or form.is_zero(a):
        return a, flag
    s, m, e = form.number(a)
    return form.round(s, m, e + k, mode.rounding[form], not mode.denorm[form] & 2), flag


def div_fixup(form, q, d, n, _mask, mode):
    d, n = flushed(form, d, mode), flushed(form, n, mode)
    sign = (d ^ n) & form.sign
    if form.is_nan(n) or form.is_nan(d):
        return (n if form.is_nan(n) else d) | form.quiet
    if (form.is_zero(d) and form.is_zero(n)) or (form.is_inf(d) and form.is_inf(n)):
        RAISED.add("I")
        return form.default_nan
    if form.is_zero(d) or form.is_inf(n):
        if not form.is_inf(n):
            RAISED.add("Z")
        return sign | form.inf
    if form.is_inf(d) or form.is_zero(n):
        return sign
    least = -form.bias - form.fraction
    if form.field(n) - form.field(d) < least:
        return form.round(int(sign > 0), 1, least - 5, mode.rounding[form], not mode.denorm[form] & 2)
    if form.field(q) == form.top:
        RAISED.update("OX")
        return form.overflow(int(sign > 0), mode.rounding[form], False)
    if form.field(q) == 0:
        RAISED.add("U")
    return sign | q & ~form.sign


def min_max(form, largest):
    def compute(a, b, _c, _mask, mode):
        a, b = flushed(form, a, mode), flushed(form, b, mode)
        for x in (a, b):
            if mode.ieee and form.is_nan(x) and not x & form.quiet:
                return x | form.quiet
        if form.is_nan(a):
            return b
        if form.is_nan(b):
            return a
        key = {x: -(x & ~form.sign) - 1 if x & form.sign else x for x in (a, b)}
        return (max if largest else min)((a, b), key=key.get)

    return compute


def made_integral(form, rounding):
    def compute(a, _b, _c, _mask, mode):
        a = flushed(form, a, mode)
        if form.is_nan(a):
            return nan_out(form, a, mode)
        if form.is_inf(a):
            return a
        s, m = integral(form, a, rounding)
        return form.round(s, m, 0, NEAREST, False)

    return compute


def to_integer(form, low, high):
    def compute(a, _b, _c, _mask, mode):
        a = flushed(form, a, mode)
        if form.is_nan(a):
            RAISED.add("I")
            return 0
        if form.is_inf(a):
            RAISED.add("I")
            return (low if a & form.sign else high) & 0xFFFFFFFF
        s, m = integral(form, a, ZERO)
        m = -m if s else m
        if not low <= m <= high:
            RAISED.discard("X")
            RAISED.add("I")
        return max(low, min(high, m)) & 0xFFFFFFFF

    return compute


def from_integer(form, bits_signed):
    def compute(a, _b, _c, _mask, _mode):
        a &= 0xFFFFFFFF
        a = as_signed(a, 32) if bits_signed else a
        return form.round(int(a < 0), abs(a), 0, NEAREST, False)

    return compute


def f64_to_f32(a, _b, _c, _mask, mode):
    a = flushed(F64, a, mode)
    sign = a >> 63 << 31
    if F64.is_nan(a):
        return sign | F32.inf | F32.quiet | a >> 29 & 0x7FFFFF
    if F64.is_inf(a):
        return sign | F32.inf
    s, m, e = F64.number(a)
    return F32.round(s, m, e, mode.rounding[F32], not mode.denorm[F32] & 2)


def f64_from_f32(a, _b, _c, _mask, mode):
    a = flushed(F32, a, mode)
    value = convert(a, F32, F64)
    return nan_out(F64, value, mode) if F32.is_nan(a) else value


def frexp_exp(form, a, _b, _c, _mask, mode):
    a = flushed(form, a, mode)
    if form.field(a) == form.top or form.is_zero(a):
        return 0
    _, m, e = form.number(a)
    return (m.bit_length() + e) & 0xFFFFFFFF


def frexp_mant(form, a, _b, _c, _mask, mode):
    a = flushed(form, a, mode)
    if form.is_nan(a):
        return nan_out(form, a, mode)
    if form.is_inf(a) or form.is_zero(a):
        return a
    s, m, _ = form.number(a)
    return form.round(s, m, -m.bit_length(), NEAREST, False)


def two_by_pi():
    """2 / pi, 1201 bits, by Machin's formula in integers."""
    one = 1 << 1300

    def arctangent(n):
        total, term, k = 0, one // n, 0
        while term:
            total += (-1) ** k * term // (2 * k + 1)
            term //= n * n
            k += 1
        return total

    pi = 16 * arctangent(5) - 4 * arctangent(239)
    return (2 << 1201) * one // pi


TWO_BY_PI = two_by_pi()


def f64_trig_preop(a, b, _c, _mask, mode):
    field = F64.field(a)
    s = 53 * (b & 31) + max(0, field - 1077)
    bits = (TWO_BY_PI << (s + 53) >> 1201) % 2**53
    scale = 128 if field >= 1968 else 0
    return F64.round(0, bits, scale - 53 - s, ZERO, not mode.denorm[F64] & 2)


def number_class(form, a, b, _c, _mask, _mode):
    if form.is_nan(a):
        number = 1 if a & form.quiet else 0
    else:
        kind = (form.is_inf(a), not form.is_denormal(a) and not form.is_zero(a), form.is_denormal(a), True).index(True)
        number = (2 + kind) if a & form.sign else (9 - kind)
    return None, b >> number & 1


def compare(form, relations):
    """relations: less, equal, greater, unordered, as the letters l, e, g, u."""

    def compute(a, b, _c, _mask, mode):
        a, b = flushed(form, a, mode), flushed(form, b, mode)
        if form.is_nan(a) or form.is_nan(b):
            relation = "u"
        else:
            x, y = (-(v & ~form.sign) if v & form.sign else v for v in (a, b))
            relation = "l" if x < y else "g" if x > y else "e"
        return None, int(relation in relations)

    return compute


# ---- f32 alone -----------------------------------------------------------------------------------------------------


def subtract(reverse):
    """S0 - S1 or S1 - S0. A NaN comes out as it is, S0 before the others."""

    def compute(a, b, _c, _mask, mode):
        if F32.is_nan(a) or F32.is_nan(b):
            return nan_out(F32, a if F32.is_nan(a) else b, mode)
        return add(F32, a ^ F32.sign if reverse else a, b if reverse else b ^ F32.sign, 0, 0, mode)

    return compute


def mad(a, b, c, _mask, mode):
    """a * b + c, rounded twice. Denormals are always flushed."""
    always = Mode(mode.word & ~0x30)
    product = mul(F32, a, b, 0, 0, always)
    if F32.is_nan(product):
        return product
    return fma(F32, product, F32.one, flushed(F32, c, always), always)


def three(largest):
    pick = min_max(F32, largest)

    def compute(a, b, c, _mask, mode):
        return pick(pick(a, b, 0, 0, mode), c, 0, 0, mode)

    return compute


def median(a, b, c, _mask, mode):
    if any(F32.is_nan(x) for x in (a, b, c)):
        return three(False)(a, b, c, 0, mode)
    values = [flushed(F32, x, mode) for x in (a, b, c)]
    return sorted(values, key=lambda x: -(x & ~F32.sign) - 1 if x & F32.sign else x)[1]


def floored(half):
    """floor(x) or floor(x + 1/2) as an i32. A NaN is the limit of its sign."""

    def compute(a, _b, _c, _mask, mode):
        a = flushed(F32, a, mode)
        limit = -(2**31) if a & F32.sign else 2**31 - 1
        if F32.is_nan(a) or F32.is_inf(a):
            RAISED.add("I")
            return limit & 0xFFFFFFFF
        s, m, e = F32.number(a)
        doubled = (-m if s else m) * 2
        e -= 1
        if half:
            scale = max(e, -300)
            doubled = doubled << (scale + 300)
            value = (doubled + (1 << 299)) >> 300
        else:
            value = doubled << e if e >= 0 else doubled >> -e
        if not -(2**31) <= value < 2**31:
            RAISED.add("I")
            return limit & 0xFFFFFFFF
        if e < 0 and 2 * m % (1 << -e):
            RAISED.add("X")
        return value & 0xFFFFFFFF

    return compute


def integer_to_f32(bits_signed, shift=0, bits=32):
    def compute(a, _b, _c, _mask, mode):
        a = a >> shift & ((1 << bits) - 1)
        a = as_signed(a, bits) if bits_signed else a
        return F32.round(int(a < 0), abs(a), 0, mode.rounding[F32], False)

    return compute


def f32_to_f16(a, _b, _c, _mask, mode):
    a = flushed(F32, a, mode)
    sign = a >> 31 << 15
    if F32.is_nan(a):
        return sign | F16.inf | F16.quiet | a >> 13 & 0x3FF
    if F32.is_inf(a):
        return sign | F16.inf
    s, m, e = F32.number(a)
    return F16.round(s, m, e, mode.rounding[F16], not mode.denorm[F16] & 2, mode.ovfl)


def f16_to_f32(a, _b, _c, _mask, mode):
    a = flushed(F16, a, mode)
    value = convert(a, F16, F32)
    return nan_out(F32, value, mode) if F16.is_nan(a) else value


# VOP3 number: (name, formats of the sources, format of the result, meaning). A number is a width of an integer.
WIDE = {
    323: ("v_cvt_i32_f64", (F64,), 32, to_integer(F64, -(2**31), 2**31 - 1)),
    324: ("v_cvt_f64_i32", (32,), F64, from_integer(F64, True)),
    335: ("v_cvt_f32_f64", (F64,), F32, f64_to_f32),
    336: ("v_cvt_f64_f32", (F32,), F64, f64_from_f32),
    341: ("v_cvt_u32_f64", (F64,), 32, to_integer(F64, 0, 2**32 - 1)),
    342: ("v_cvt_f64_u32", (32,), F64, from_integer(F64, False)),
    343: ("v_trunc_f64", (F64,), F64, made_integral(F64, ZERO)),
    344: ("v_ceil_f64", (F64,), F64, made_integral(F64, UP)),
    345: ("v_rndne_f64", (F64,), F64, made_integral(F64, NEAREST)),
    346: ("v_floor_f64", (F64,), F64, made_integral(F64, DOWN)),
    368: ("v_frexp_exp_i32_f64", (F64,), 32, partial(frexp_exp, F64)),
    369: ("v_frexp_mant_f64", (F64,), F64, partial(frexp_mant, F64)),
    370: ("v_fract_f64", (F64,), F64, partial(fract, F64)),
    460: ("v_fma_f64", (F64, F64, F64), F64, partial(fused, F64)),
    479: ("v_div_fixup_f64", (F64, F64, F64), F64, partial(div_fixup, F64)),
    481: ("v_div_scale_f64", (F64, F64, F64), F64, partial(div_scale, F64)),
    483: ("v_div_fmas_f64", (F64, F64, F64), F64, partial(div_fmas, F64)),
    640: ("v_add_f64", (F64, F64), F64, partial(add, F64)),
    641: ("v_mul_f64", (F64, F64), F64, partial(mul, F64)),
    642: ("v_min_f64", (F64, F64), F64, min_max(F64, False)),
    643: ("v_max_f64", (F64, F64), F64, min_max(F64, True)),
    644: ("v_ldexp_f64", (F64, 32), F64, partial(ldexp, F64)),
    658: ("v_trig_preop_f64", (F64, 32), F64, f64_trig_preop),
    18: ("v_cmp_class_f64", (F64, 32), None, partial(number_class, F64)),
}
_RELATIONS = ("", "l", "e", "le", "g", "lg", "ge", "leg", "u", "ul", "ue", "ule", "ug", "ulg", "uge", "uleg")
_PAIR, _THREE = (F32, F32), (F32, F32, F32)
WIDE |= {
    16: ("v_cmp_class_f32", (F32, 32), None, partial(number_class, F32)),
    257: ("v_add_f32", _PAIR, F32, partial(add, F32)),
    258: ("v_sub_f32", _PAIR, F32, subtract(False)),
    259: ("v_subrev_f32", _PAIR, F32, subtract(True)),
    261: ("v_mul_f32", _PAIR, F32, partial(mul, F32)),
    266: ("v_min_f32", _PAIR, F32, min_max(F32, False)),
    267: ("v_max_f32", _PAIR, F32, min_max(F32, True)),
    325: ("v_cvt_f32_i32", (32,), F32, integer_to_f32(True)),
    326: ("v_cvt_f32_u32", (32,), F32, integer_to_f32(False)),
    327: ("v_cvt_u32_f32", (F32,), 32, to_integer(F32, 0, 2**32 - 1)),
    328: ("v_cvt_i32_f32", (F32,), 32, to_integer(F32, -(2**31), 2**31 - 1)),
    330: ("v_cvt_f16_f32", (F32,), F16, f32_to_f16),
    331: ("v_cvt_f32_f16", (F16,), F32, f16_to_f32),
    332: ("v_cvt_rpi_i32_f32", (F32,), 32, floored(True)),
    333: ("v_cvt_flr_i32_f32", (F32,), 32, floored(False)),
    337: ("v_cvt_f32_ubyte0", (32,), F32, integer_to_f32(False, 0, 8)),
    340: ("v_cvt_f32_ubyte3", (32,), F32, integer_to_f32(False, 24, 8)),
    347: ("v_fract_f32", (F32,), F32, partial(fract, F32)),
    348: ("v_trunc_f32", (F32,), F32, made_integral(F32, ZERO)),
    349: ("v_ceil_f32", (F32,), F32, made_integral(F32, UP)),
    350: ("v_rndne_f32", (F32,), F32, made_integral(F32, NEAREST)),
    351: ("v_floor_f32", (F32,), F32, made_integral(F32, DOWN)),
    449: ("v_mad_f32", _THREE, F32, mad),
    459: ("v_fma_f32", _THREE, F32, partial(fused, F32)),
    464: ("v_min3_f32", _THREE, F32, three(False)),
    467: ("v_max3_f32", _THREE, F32, three(True)),
    470: ("v_med3_f32", _THREE, F32, median),
    478: ("v_div_fixup_f32", _THREE, F32, partial(div_fixup, F32)),
    480: ("v_div_scale_f32", _THREE, F32, partial(div_scale, F32)),
    482: ("v_div_fmas_f32", _THREE, F32, partial(div_fmas, F32)),
    648: ("v_ldexp_f32", (F32, 32), F32, partial(ldexp, F32)),
}
# The second half negates the first: o and u, nge, nlg, ngt, nle, neq, nlt, tru.
_COMPARES = dict(zip("f lt eq le gt lg ge o u nge nlg ngt nle neq nlt tru".split(), _RELATIONS))
for _n, (_name, _relations) in enumerate(_COMPARES.items()):
    WIDE[96 + _n] = (f"v_cmp_{_name}_f64", (F64, F64), None, compare(F64, _relations))
    WIDE[64 + _n] = (f"v_cmp_{_name}_f32", _PAIR, None, compare(F32, _relations))


def wide_result(number, neg, absolute, omod, clamp, mode, mask, operands):
    """(value or None, mask bit or None) of an opcode of WIDE. neg and absolute: a bit a source."""
    name, forms, form, meaning = WIDE[number]
    values = []
    for n, x in enumerate(operands):
        source = forms[n] if n < len(forms) else 64
        if isinstance(source, Format):
            x = modifiers(source, x & (2 * source.sign - 1), neg >> n & 1, absolute >> n & 1)
        values.append(x)
    value = meaning(*values, mask, mode)
    value, bit = value if isinstance(value, tuple) else (value, None)
    numbers = [(source, x) for source, x in zip(forms, values) if isinstance(source, Format)]
    raise_of_operands(name, numbers, value, form if isinstance(form, Format) else None, clamp)
    if isinstance(form, Format):
        value = finish(form, value, mode, omod, clamp)
    return value, bit
