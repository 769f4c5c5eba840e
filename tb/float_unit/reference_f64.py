# SPDX-License-Identifier: Apache-2.0
"""f64 opcodes in exact integers, from docs/spec/numerics.md and docs/spec/float-opcodes.md alone."""
from reference import DOWN, F32, F64, NEAREST, UP, ZERO, Format, convert, finish, modifiers, nan_out, rounded


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
    return s, rounded(s, m, e, 0, rounding)


def f64_add(a, b, _c, _mask, mode):
    return fma(F64, flushed(F64, a, mode), F64.one, flushed(F64, b, mode), mode)


def f64_mul(a, b, _c, _mask, mode):
    a, b = flushed(F64, a, mode), flushed(F64, b, mode)
    return fma(F64, a, b, (a ^ b) & F64.sign, mode)


def f64_fma(a, b, c, _mask, mode):
    return fma(F64, *(flushed(F64, x, mode) for x in (a, b, c)), mode)


def f64_div_fmas(a, b, c, mask, mode):
    scale = 0
    if mask:
        scale = 128 if F64.field(c) > F64.bias else -128
    return fma(F64, a, b, c, mode, scale)


def f64_ldexp(a, b, _c, _mask, mode):
    a = flushed(F64, a, mode)
    if F64.is_nan(a):
        return nan_out(F64, a, mode)
    if F64.is_inf(a) or F64.is_zero(a):
        return a
    s, m, e = F64.number(a)
    n = max(-5000, min(5000, as_signed(b & 0xFFFFFFFF, 32)))
    return F64.round(s, m, e + n, mode.rounding[F64], not mode.denorm[F64] & 2)


def f64_fract(a, _b, _c, _mask, mode):
    a = flushed(F64, a, mode)
    if F64.is_nan(a):
        return nan_out(F64, a, mode)
    if F64.is_inf(a):
        return F64.default_nan
    s, m, e = F64.number(a)
    fraction = (-m if s else m) % (1 << -e) if e < 0 else 0
    if fraction == 0:
        return 0
    value = F64.round(0, fraction, e, mode.rounding[F64], not mode.denorm[F64] & 2)
    return min(value, F64.one - 1)


def f64_div_scale(a, d, n, _mask, mode):
    a, d, n = (flushed(F64, x, mode) for x in (a, d, n))
    gap, field_d, field_n = F64.field(n) - F64.field(d), F64.field(d), F64.field(n)
    is_d = a == d
    is_n = a == n and not is_d
    flag = k = 0
    if gap >= 768:
        flag, k = 1, 128 if is_d else 0
    elif field_d == 0:
        k = 128
    elif field_d >= 2045:
        flag = int(gap <= -768)
        k = 0 if flag and is_n else -128
    elif gap <= -768:
        flag, k = 1, 128 if is_n else 0
    elif field_n <= 53:
        k = 128
    if F64.is_zero(d) or F64.is_zero(n):
        return F64.default_nan, flag
    if F64.is_nan(a):
        return a | F64.quiet, flag
    if F64.is_inf(a) or F64.is_zero(a):
        return a, flag
    s, m, e = F64.number(a)
    return F64.round(s, m, e + k, mode.rounding[F64], not mode.denorm[F64] & 2), flag


def f64_div_fixup(q, d, n, _mask, mode):
    d, n = flushed(F64, d, mode), flushed(F64, n, mode)
    sign = (d ^ n) & F64.sign
    if F64.is_nan(n) or F64.is_nan(d):
        return (n if F64.is_nan(n) else d) | F64.quiet
    if (F64.is_zero(d) and F64.is_zero(n)) or (F64.is_inf(d) and F64.is_inf(n)):
        return F64.default_nan
    if F64.is_zero(d) or F64.is_inf(n):
        return sign | F64.inf
    if F64.is_inf(d) or F64.is_zero(n):
        return sign
    if F64.field(n) - F64.field(d) < -1075:
        return F64.round(int(sign > 0), 1, -1080, mode.rounding[F64], not mode.denorm[F64] & 2)
    if F64.field(q) == F64.top:
        return F64.overflow(int(sign > 0), mode.rounding[F64], False)
    return sign | q & ~F64.sign


def f64_min_max(largest):
    def compute(a, b, _c, _mask, mode):
        a, b = flushed(F64, a, mode), flushed(F64, b, mode)
        for x in (a, b):
            if mode.ieee and F64.is_nan(x) and not x & F64.quiet:
                return x | F64.quiet
        if F64.is_nan(a):
            return b
        if F64.is_nan(b):
            return a
        key = {x: -(x & ~F64.sign) - 1 if x & F64.sign else x for x in (a, b)}
        return (max if largest else min)((a, b), key=key.get)

    return compute


def f64_integral(rounding):
    def compute(a, _b, _c, _mask, mode):
        a = flushed(F64, a, mode)
        if F64.is_nan(a):
            return nan_out(F64, a, mode)
        if F64.is_inf(a):
            return a
        s, m = integral(F64, a, rounding)
        return F64.round(s, m, 0, NEAREST, False)

    return compute


def f64_to_integer(low, high):
    def compute(a, _b, _c, _mask, mode):
        a = flushed(F64, a, mode)
        if F64.is_nan(a):
            return 0
        if F64.is_inf(a):
            return (low if a & F64.sign else high) & 0xFFFFFFFF
        s, m = integral(F64, a, ZERO)
        return max(low, min(high, -m if s else m)) & 0xFFFFFFFF

    return compute


def f64_from_integer(bits_signed):
    def compute(a, _b, _c, _mask, _mode):
        a &= 0xFFFFFFFF
        a = as_signed(a, 32) if bits_signed else a
        return F64.round(int(a < 0), abs(a), 0, NEAREST, False)

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


def f64_frexp_exp(a, _b, _c, _mask, mode):
    a = flushed(F64, a, mode)
    if F64.field(a) == F64.top or F64.is_zero(a):
        return 0
    _, m, e = F64.number(a)
    return (m.bit_length() + e) & 0xFFFFFFFF


def f64_frexp_mant(a, _b, _c, _mask, mode):
    a = flushed(F64, a, mode)
    if F64.is_nan(a):
        return nan_out(F64, a, mode)
    if F64.is_inf(a) or F64.is_zero(a):
        return a
    s, m, _ = F64.number(a)
    return F64.round(s, m, -m.bit_length(), NEAREST, False)


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


def f64_class(a, b, _c, _mask, _mode):
    if F64.is_nan(a):
        number = 1 if a & F64.quiet else 0
    else:
        kind = (F64.is_inf(a), not F64.is_denormal(a) and not F64.is_zero(a), F64.is_denormal(a), True).index(True)
        number = (2 + kind) if a & F64.sign else (9 - kind)
    return None, b >> number & 1


def f64_compare(relations):
    """relations: less, equal, greater, unordered, as the letters l, e, g, u."""

    def compute(a, b, _c, _mask, mode):
        a, b = flushed(F64, a, mode), flushed(F64, b, mode)
        if F64.is_nan(a) or F64.is_nan(b):
            relation = "u"
        else:
            x, y = (-(v & ~F64.sign) if v & F64.sign else v for v in (a, b))
            relation = "l" if x < y else "g" if x > y else "e"
        return None, int(relation in relations)

    return compute


# VOP3 number: (name, formats of the sources, format of the result, meaning). A number is a width of an integer.
WIDE = {
    323: ("v_cvt_i32_f64", (F64,), 32, f64_to_integer(-(2**31), 2**31 - 1)),
    324: ("v_cvt_f64_i32", (32,), F64, f64_from_integer(True)),
    335: ("v_cvt_f32_f64", (F64,), F32, f64_to_f32),
    336: ("v_cvt_f64_f32", (F32,), F64, f64_from_f32),
    341: ("v_cvt_u32_f64", (F64,), 32, f64_to_integer(0, 2**32 - 1)),
    342: ("v_cvt_f64_u32", (32,), F64, f64_from_integer(False)),
    343: ("v_trunc_f64", (F64,), F64, f64_integral(ZERO)),
    344: ("v_ceil_f64", (F64,), F64, f64_integral(UP)),
    345: ("v_rndne_f64", (F64,), F64, f64_integral(NEAREST)),
    346: ("v_floor_f64", (F64,), F64, f64_integral(DOWN)),
    368: ("v_frexp_exp_i32_f64", (F64,), 32, f64_frexp_exp),
    369: ("v_frexp_mant_f64", (F64,), F64, f64_frexp_mant),
    370: ("v_fract_f64", (F64,), F64, f64_fract),
    460: ("v_fma_f64", (F64, F64, F64), F64, f64_fma),
    479: ("v_div_fixup_f64", (F64, F64, F64), F64, f64_div_fixup),
    481: ("v_div_scale_f64", (F64, F64, F64), F64, f64_div_scale),
    483: ("v_div_fmas_f64", (F64, F64, F64), F64, f64_div_fmas),
    640: ("v_add_f64", (F64, F64), F64, f64_add),
    641: ("v_mul_f64", (F64, F64), F64, f64_mul),
    642: ("v_min_f64", (F64, F64), F64, f64_min_max(False)),
    643: ("v_max_f64", (F64, F64), F64, f64_min_max(True)),
    644: ("v_ldexp_f64", (F64, 32), F64, f64_ldexp),
    658: ("v_trig_preop_f64", (F64, 32), F64, f64_trig_preop),
    18: ("v_cmp_class_f64", (F64, 32), None, f64_class),
}
_RELATIONS = ("", "l", "e", "le", "g", "lg", "ge", "leg", "u", "ul", "ue", "ule", "ug", "ulg", "uge", "uleg")
# The second half negates the first: o and u, nge, nlg, ngt, nle, neq, nlt, tru.
_COMPARES = dict(zip("f lt eq le gt lg ge o u nge nlg ngt nle neq nlt tru".split(), _RELATIONS))
for _n, (_name, _relations) in enumerate(_COMPARES.items()):
    WIDE[96 + _n] = (f"v_cmp_{_name}_f64", (F64, F64), None, f64_compare(_relations))


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
    if isinstance(form, Format):
        value = finish(form, value, mode, omod, clamp)
    return value, bit
