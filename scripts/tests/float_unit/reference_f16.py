# SPDX-License-Identifier: Apache-2.0
"""The f16 opcodes of one to three sources, and compares, in exact integers (numerics.md 3)."""

from tests.float_unit.reference import DOWN, F16, F32, NEAREST, RAISED, UP, ZERO, convert, finish, modifiers, nan_out
from tests.float_unit.reference import raise_of_operands, rounded


LOW = 0xFFFF


def flush(x, on=True):
    return x & F16.sign if on and F16.is_denormal(x) else x


def first_nan(mode, *operands, form=F16):
    return next((nan_out(form, x, mode) for x in operands if form.is_nan(x)), None)


def negated(x):
    return x if F16.is_nan(x) else x ^ F16.sign


def fused(mode, x, y, z, flush_out, form=F16):
    """x * y + z of operands that are no NaN, but z may be one; z None: the product alone."""
    sign = (x ^ y) & form.sign
    if form.is_inf(x) or form.is_inf(y):
        if form.is_zero(x) or form.is_zero(y):
            RAISED.add("I")
            return form.default_nan
        product = sign | form.inf
        if z is None:
            return product
        nan = first_nan(mode, z, form=form)
        if nan is not None:
            return nan
        return form.default_nan if form.is_inf(z) and z != product else product
    (_, m, e), (_, n, f) = form.number(x), form.number(y)
    terms = [(int(sign > 0), m * n, e + f)]
    if z is not None:
        nan = first_nan(mode, z, form=form)
        if nan is not None:
            return nan
        if form.is_inf(z):
            return z
        terms.append(form.number(z))
    least = min(e for _, _, e in terms)
    total = sum((-m if s else m) << (e - least) for s, m, e in terms)
    if total:
        s = int(total < 0)
    else:
        signs = {s for s, _, _ in terms}
        s = signs.pop() if len(signs) == 1 else int(mode.rounding[form] == DOWN)
    return form.round(s, abs(total), least, mode.rounding[form], flush_out, form is F16 and mode.ovfl)


def keeps_in(mode):
    return mode.denorm[F16] & 1


def flush_result(mode):
    return not mode.denorm[F16] & 2


def fma(mode, x, y, z):
    x, y, z = (flush(value, not keeps_in(mode)) for value in (x, y, z))
    nan = first_nan(mode, x, y)
    return fused(mode, x, y, z, flush_result(mode)) if nan is None else nan


def mul(mode, x, y, _):
    x, y = (flush(value, not keeps_in(mode)) for value in (x, y))
    nan = first_nan(mode, x, y)
    return fused(mode, x, y, None, flush_result(mode)) if nan is None else nan


def add(sign_x, sign_y):
    def compute(mode, x, y, _):
        x, y = (flush(value, not keeps_in(mode)) for value in (x, y))
        nan = first_nan(mode, x, y)
        if nan is not None:
            return nan
        x, y = negated(x) if sign_x else x, negated(y) if sign_y else y
        return fused(mode, x, F16.one, y, flush_result(mode))

    return compute


def unfused(mode, x, y, z, form):
    """x * y + z of flushed operands, rounded twice."""
    nan = first_nan(mode, x, y, form=form)
    if nan is not None:
        return nan
    product = fused(mode, x, y, None, True, form)
    if form.is_nan(product):
        return product
    nan = first_nan(mode, z, form=form)
    return fused(mode, product, form.one, z, True, form) if nan is None else nan


def mad(mode, x, y, z):
    return unfused(mode, flush(x), flush(y), flush(z), F16)


def mac(mode, x, y, z):
    return z >> 16 << 16 | mad(mode, x, y, z & LOW)


def ldexp(mode, x, y, _):
    x = flush(x, not keeps_in(mode))
    if F16.is_nan(x):
        return nan_out(F16, x, mode)
    if F16.is_inf(x) or F16.is_zero(x):
        return x
    s, m, e = F16.number(x)
    power = (y & LOW ^ 0x8000) - 0x8000
    power = min(max(power, -100), 100)
    return F16.round(s, m, e + power, mode.rounding[F16], flush_result(mode), mode.ovfl)


# ---- minimum, maximum, median (numerics.md 3.2) --------------------------------------------------------------------


def key(x):
    """The order of the numbers, -0 below +0."""
    return -1 - (x & 0x7FFF) if x & F16.sign else x


def pick(mode, largest, x, y):
    for value in (x, y):
        if mode.ieee and F16.is_nan(value) and not value & F16.quiet:
            return value | F16.quiet
    if F16.is_nan(x):
        return y
    if F16.is_nan(y):
        return x
    return (max if largest else min)((x, y), key=key)


def min_max(largest, operands):
    def compute(mode, *values):
        values = [flush(value, not keeps_in(mode)) for value in values]
        value = pick(mode, largest, values[0], values[1])
        return value if operands == 2 else pick(mode, largest, value, values[2])

    return compute


def med3(mode, *values):
    values = [flush(value, not keeps_in(mode)) for value in values]
    if any(F16.is_nan(value) for value in values):
        return min_max(False, 3)(mode, *values)
    return sorted(values, key=key)[1]


# ---- rounding, parts of a number (numerics.md 3.4) -----------------------------------------------------------------


def integral(rounding):
    def compute(mode, x, *_):
        x = flush(x, not keeps_in(mode))
        if F16.is_nan(x):
            return nan_out(F16, x, mode)
        if F16.is_inf(x):
            return x
        s, m, e = F16.number(x)
        if e < 0 and m % (1 << -e):
            RAISED.add("X")
        return F16.round(s, rounded(s, m, e, 0, rounding), 0, NEAREST, False)

    return compute


def fract(mode, x, *_):
    x = flush(x, not keeps_in(mode))
    if F16.is_nan(x):
        return nan_out(F16, x, mode)
    if F16.is_inf(x):
        return F16.default_nan
    s, m, e = F16.number(x)
    one = 1 << 60
    value = (-m if s else m) << (60 + e)  # in units of 2^-60
    value %= one
    result = F16.round(0, value, -60, mode.rounding[F16], flush_result(mode))
    return min(result, F16.one - 1)


def frexp_exp(mode, x, *_):
    x = flush(x, not keeps_in(mode))
    if F16.field(x) == F16.top or F16.is_zero(x):
        return 0
    _, m, e = F16.number(x)
    return (m.bit_length() + e) & LOW


def frexp_mant(mode, x, *_):
    x = flush(x, not keeps_in(mode))
    if F16.is_nan(x):
        return nan_out(F16, x, mode)
    if F16.is_inf(x) or F16.is_zero(x):
        return x
    s, m, _ = F16.number(x)
    return F16.round(s, m, -m.bit_length(), NEAREST, False)


# ---- conversions (numerics.md 4) -----------------------------------------------------------------------------------


def from_integer(signed):
    def compute(mode, x, *_):
        x = (x & LOW ^ 0x8000) - 0x8000 if signed else x & LOW
        return F16.round(int(x < 0), abs(x), 0, mode.rounding[F16], False, mode.ovfl)

    return compute


def to_integer(scale, rounding, low, high):
    """x * scale, rounded and limited, of the low half of a source."""

    def compute(mode, x, *_):
        x = flush(x, not keeps_in(mode))
        if F16.is_nan(x):
            RAISED.add("I")
            return 0
        if F16.is_inf(x):
            RAISED.add("I")
            return (low if x & F16.sign else high) & LOW
        s, m, e = F16.number(x)
        value = rounded(s, m * scale, e, 0, rounding)
        value = -value if s else value
        if not low <= value <= high:
            RAISED.add("I")
        elif e < 0 and m * scale % (1 << -e):
            RAISED.add("X")
        return min(max(value, low), high) & LOW

    return compute


def both(function):
    def compute(mode, x, y, _):
        return function(mode, y) << 16 | function(mode, x)

    return compute


def canonical(mode, x):
    if F16.is_nan(x):
        return nan_out(F16, x, mode)
    return flush(x, mode.denorm[F16] != 3)


norm_i16 = to_integer(32767, NEAREST, -32767, 32767)
norm_u16 = to_integer(65535, NEAREST, 0, 65535)


# ---- the quotient of a division (numerics.md 6) --------------------------------------------------------------------


def div_fixup(mode, q, d, n):
    d, n = flush(d, not keeps_in(mode)), flush(n, not keeps_in(mode))
    sign = (d ^ n) & F16.sign
    for value in (n, d):
        if F16.is_nan(value):
            return value | F16.quiet
    if (F16.is_zero(d) and F16.is_zero(n)) or (F16.is_inf(d) and F16.is_inf(n)):
        RAISED.add("I")
        return F16.default_nan
    if F16.is_zero(d) or F16.is_inf(n):
        if not F16.is_inf(n):
            RAISED.add("Z")
        return sign | F16.inf
    if F16.is_inf(d) or F16.is_zero(n):
        return sign
    q &= ~F16.sign
    return sign | (F16.inf - 1 if mode.ovfl and F16.is_inf(q) else q)


# ---- compares (numerics.md 3.3) ------------------------------------------------------------------------------------

RELATIONS = "f lt eq le gt lg ge o u nge nlg ngt nle neq nlt tru".split()


def compare(code):
    """The low three bits of the code of a compare are {greater, equal, less}; the upper eight negate the lower."""

    def compute(mode, x, y, _):
        x, y = (flush(value, not keeps_in(mode)) for value in (x, y))
        if F16.is_nan(x) or F16.is_nan(y):
            return int(code >= 8)
        x, y = (0 if F16.is_zero(value) else key(value) for value in (x, y))
        bit = 1 if x < y else 2 if x == y else 4
        negates = code >= 8
        return int(bool((code ^ 15 if negates else code) & bit & 7) ^ negates)

    return compute


def number_class(_, x, y, __):
    if F16.is_nan(x):
        n = 1 if x & F16.quiet else 0
    else:
        negative = bool(x & F16.sign)
        if F16.is_inf(x):
            n = 0
        elif F16.is_zero(x):
            n = 3
        else:
            n = 2 if F16.is_denormal(x) else 1
        n = 2 + n if negative else 9 - n
    return y >> n & 1


# VOP3 number: (name, float sources as bits, modifiers of the result act, meaning). A compare's value is its mask bit.
HALF = {
    20: ("v_cmp_class_f16", 1, False, number_class),
    287: ("v_add_f16", 3, True, add(0, 0)),
    288: ("v_sub_f16", 3, True, add(0, 1)),
    289: ("v_subrev_f16", 3, True, add(1, 0)),
    290: ("v_mul_f16", 3, True, mul),
    291: ("v_mac_f16", 3, True, mac),
    301: ("v_max_f16", 3, True, min_max(True, 2)),
    302: ("v_min_f16", 3, True, min_max(False, 2)),
    307: ("v_ldexp_f16", 1, True, ldexp),
    377: ("v_cvt_f16_u16", 0, True, from_integer(False)),
    378: ("v_cvt_f16_i16", 0, True, from_integer(True)),
    379: ("v_cvt_u16_f16", 1, False, to_integer(1, ZERO, 0, 65535)),
    380: ("v_cvt_i16_f16", 1, False, to_integer(1, ZERO, -32768, 32767)),
    386: ("v_frexp_mant_f16", 1, True, frexp_mant),
    387: ("v_frexp_exp_i16_f16", 1, False, frexp_exp),
    388: ("v_floor_f16", 1, True, integral(DOWN)),
    389: ("v_ceil_f16", 1, True, integral(UP)),
    390: ("v_trunc_f16", 1, True, integral(ZERO)),
    391: ("v_rndne_f16", 1, True, integral(NEAREST)),
    392: ("v_fract_f16", 1, True, fract),
    397: ("v_cvt_norm_i16_f16", 1, False, norm_i16),
    398: ("v_cvt_norm_u16_f16", 1, False, norm_u16),
    490: ("v_mad_legacy_f16", 7, True, mad),
    494: ("v_fma_legacy_f16", 7, True, fma),
    495: ("v_div_fixup_legacy_f16", 7, True, div_fixup),
    500: ("v_min3_f16", 7, True, min_max(False, 3)),
    503: ("v_max3_f16", 7, True, min_max(True, 3)),
    506: ("v_med3_f16", 7, True, med3),
    515: ("v_mad_f16", 7, True, mad),
    518: ("v_fma_f16", 7, True, fma),
    519: ("v_div_fixup_f16", 7, True, div_fixup),
    665: ("v_cvt_pknorm_i16_f16", 3, False, both(norm_i16)),
    666: ("v_cvt_pknorm_u16_f16", 3, False, both(norm_u16)),
    672: ("v_pack_b32_f16", 3, False, both(canonical)),
}
for _code, _name in enumerate(RELATIONS):
    HALF[32 + _code] = (f"v_cmp_{_name}_f16", 3, False, compare(_code))
# VOP3P: the meaning of a half, or of the whole
VOP3P = 896
PACKED = {
    VOP3P + 14: ("v_pk_fma_f16", fma),
    VOP3P + 15: ("v_pk_add_f16", add(0, 0)),
    VOP3P + 16: ("v_pk_mul_f16", mul),
    VOP3P + 17: ("v_pk_min_f16", min_max(False, 2)),
    VOP3P + 18: ("v_pk_max_f16", min_max(True, 2)),
}
MIXED = {VOP3P + 32: "v_mad_mix_f32", VOP3P + 33: "v_mad_mixlo_f16", VOP3P + 34: "v_mad_mixhi_f16"}
NAMES = {number: row[0] for number, row in (*HALF.items(), *PACKED.items())} | MIXED


def half_of(x, high):
    return x >> 16 & LOW if high else x & LOW


def packed_result(number, neg, neg_hi, clamp, mode, op_sel, sources):
    """Both halves. op_sel has OP_SEL and above it OP_SEL_HI."""
    name, meaning = PACKED[number]
    halves = []
    for select, negate in ((op_sel, neg), (op_sel >> 3, neg_hi)):
        operands = [modifiers(F16, half_of(x, select >> i & 1), negate >> i & 1, 0) for i, x in enumerate(sources)]
        value = meaning(mode, *operands)
        read = 3 if meaning is fma else 2
        raise_of_operands(name, [(F16, x) for x in operands[:read]], value, F16, clamp)
        halves.append(finish(F16, value, mode, 0, clamp))
    return halves[1] << 16 | halves[0]


def mixed_result(number, neg, absolute, clamp, mode, op_sel, sources):
    """v_mad_mix: three roundings with an f16 result. The old destination is above source 2."""
    old = sources[2] >> 32
    operands, numbers = [], []
    for i, x in enumerate(sources):
        if op_sel >> (3 + i) & 1:
            x = modifiers(F16, half_of(x, op_sel >> i & 1), neg >> i & 1, absolute >> i & 1)
            numbers.append((F16, x))
            operands.append(convert(flush(x), F16, F32))
        else:
            x = modifiers(F32, x & 0xFFFFFFFF, neg >> i & 1, absolute >> i & 1)
            numbers.append((F32, x))
            operands.append(x & F32.sign if F32.is_denormal(x) else x)
    value = unfused(mode, *operands, F32)
    raise_of_operands(MIXED[number], numbers, value, F32, clamp)
    if number == VOP3P + 32:
        return finish(F32, value, mode, 0, clamp)
    sign = value >> 31 << 15
    if F32.is_nan(value):
        half = sign | F16.inf | F16.quiet | (value >> 13 & 0x3FF)
    elif F32.is_inf(value):
        half = sign | F16.inf
    else:
        half = F16.round(*F32.number(value), mode.rounding[F16], True, mode.ovfl)
    half = finish(F16, half, mode, 0, clamp)
    return old & 0xFFFF0000 | half if number == VOP3P + 33 else half << 16 | old & LOW


def is_compare(number):
    return number < 256


def half_result(number, neg, absolute, omod, clamp, mode, op_sel, sources):
    """The value of an opcode. neg and absolute have a bit for each source."""
    if number in PACKED:
        return packed_result(number, neg, absolute, clamp, mode, op_sel, sources)
    if number in MIXED:
        return mixed_result(number, neg, absolute, clamp, mode, op_sel, sources)
    name, floats, acts, meaning = HALF[number]
    operands = []
    for i, x in enumerate(sources):
        if floats >> i & 1:
            x = modifiers(F16, x & LOW, neg & 1 << i, absolute & 1 << i)
        operands.append(x)
    value = meaning(mode, *operands)
    numbers = [(F16, x) for i, x in enumerate(operands) if floats >> i & 1]
    if name == "v_mac_f16":
        numbers.append((F16, operands[2] & LOW))
    raise_of_operands(name, numbers, value & LOW if acts else None, F16, clamp)
    if acts:
        value = value >> 16 << 16 | finish(F16, value & LOW, mode, omod, clamp)
    return value
