# SPDX-License-Identifier: Apache-2.0
"""The f16 opcodes of one to three sources, and compares, in exact integers (numerics.md 3)."""
from reference import DOWN, F16, finish, modifiers, nan_out, raise_of_operands

LOW = 0xFFFF


def flush(x, on=True):
    return x & F16.sign if on and F16.is_denormal(x) else x


def first_nan(mode, *operands):
    return next((nan_out(F16, x, mode) for x in operands if F16.is_nan(x)), None)


def negated(x):
    return x if F16.is_nan(x) else x ^ F16.sign


def infinite_sum(x, y):
    """The sum of two numbers of which one is infinite, else None."""
    infinite = [value for value in (x, y) if F16.is_inf(value)]
    if infinite:
        return infinite[0] if len(set(infinite)) == 1 else F16.default_nan
    return None


def fused(mode, x, y, z, flush_out):
    """x * y + z of operands that are no NaN, but z may be one; z None: the product alone."""
    sign = (x ^ y) & F16.sign
    if F16.is_inf(x) or F16.is_inf(y):
        if F16.is_zero(x) or F16.is_zero(y):
            return F16.default_nan
        if z is None:
            return sign | F16.inf
        nan = first_nan(mode, z)
        return infinite_sum(sign | F16.inf, z) if nan is None else nan
    (_, m, e), (_, n, f) = F16.number(x), F16.number(y)
    terms = [(sign >> 15, m * n, e + f)]
    if z is not None:
        if F16.is_nan(z):
            return first_nan(mode, z)
        if F16.is_inf(z):
            return z
        terms.append(F16.number(z))
    least = min(e for _, _, e in terms)
    total = sum((-m if s else m) << (e - least) for s, m, e in terms)
    if total:
        s = int(total < 0)
    else:
        signs = {s for s, _, _ in terms}
        s = signs.pop() if len(signs) == 1 else int(mode.rounding[F16] == DOWN)
    return F16.round(s, abs(total), least, mode.rounding[F16], flush_out, mode.ovfl)


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


def mad(mode, x, y, z):
    x, y, z = flush(x), flush(y), flush(z)
    nan = first_nan(mode, x, y)
    if nan is not None:
        return nan
    product = fused(mode, x, y, None, True)
    if F16.is_nan(product):
        return product
    nan = first_nan(mode, z)
    return fused(mode, product, F16.one, z, True) if nan is None else nan


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
    490: ("v_mad_legacy_f16", 7, True, mad),
    494: ("v_fma_legacy_f16", 7, True, fma),
    500: ("v_min3_f16", 7, True, min_max(False, 3)),
    503: ("v_max3_f16", 7, True, min_max(True, 3)),
    506: ("v_med3_f16", 7, True, med3),
    515: ("v_mad_f16", 7, True, mad),
    518: ("v_fma_f16", 7, True, fma),
}
for _code, _name in enumerate(RELATIONS):
    HALF[32 + _code] = (f"v_cmp_{_name}_f16", 3, False, compare(_code))


def is_compare(number):
    return number < 256


def half_result(number, neg, absolute, omod, clamp, mode, sources):
    """The value of an opcode. neg and absolute have a bit for each source."""
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
