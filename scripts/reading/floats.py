# SPDX-License-Identifier: Apache-2.0
"""Floating point on exact fractions: what the programs use of numerics.md 1 to 4 and 9."""
from fractions import Fraction

FORMATS = {16: (5, 10), 32: (8, 23), 64: (11, 52)}  # bits of exponent and fraction
NEAREST, UP, DOWN, ZERO = range(4)  # MODE's rounding


def parts(bits, size):
    e, f = FORMATS[size]
    return bits >> (e + f) & 1, bits >> f & ((1 << e) - 1), bits & ((1 << f) - 1)


def is_nan(bits, size=32):
    e, _ = FORMATS[size]
    _, exponent, fraction = parts(bits, size)
    return exponent == (1 << e) - 1 and fraction != 0


def is_inf(bits, size=32):
    e, _ = FORMATS[size]
    _, exponent, fraction = parts(bits, size)
    return exponent == (1 << e) - 1 and fraction == 0


def is_signalling(bits, size=32):
    return is_nan(bits, size) and not bits >> (FORMATS[size][1] - 1) & 1


def quiet(bits, size=32):
    return bits | 1 << (FORMATS[size][1] - 1) if is_nan(bits, size) else bits


def sign_bit(size):
    return 1 << (size - 1)


def flush(bits, size=32):
    return bits if parts(bits, size)[1] else bits & sign_bit(size)


def value(bits, size=32):
    """The exact number; of neither NaN nor Inf."""
    e, f = FORMATS[size]
    sign, exponent, fraction = parts(bits, size)
    bias = (1 << (e - 1)) - 1
    number = Fraction(fraction, 1 << f) + (1 if exponent else 0)
    power = (exponent or 1) - bias
    number *= Fraction(2) ** power
    return -number if sign else number


def infinity(sign, size=32):
    e, f = FORMATS[size]
    return (sign << e | (1 << e) - 1) << f


def to_integer(number, mode):
    """An exact number rounded to an integer."""
    low = number.numerator // number.denominator
    rest = number - low
    if not rest or mode == DOWN:
        return low
    if mode == UP:
        return low + 1
    if mode == ZERO:
        return low + 1 if number < 0 else low
    return low + (rest > Fraction(1, 2) or rest == Fraction(1, 2) and low % 2)


def encode(number, size=32, mode=NEAREST, zero_sign=0, denormals=True):
    """The exact number rounded once. zero_sign: of an exact zero. Without denormals, a tiny number is 0."""
    e, f = FORMATS[size]
    bias = (1 << (e - 1)) - 1
    if not number:
        return zero_sign << (size - 1)
    sign = int(number < 0)
    number = abs(number)
    mode = {UP: DOWN, DOWN: UP}.get(mode, mode) if sign else mode
    power = number.numerator.bit_length() - number.denominator.bit_length()
    if Fraction(2) ** power > number:
        power -= 1
    if not denormals and power < 1 - bias:
        rounded = to_integer(number / Fraction(2) ** (power - f), mode)
        if rounded < 1 << (f + 1) or power + 1 < 1 - bias:
            return sign << (size - 1)
    power = max(power, 1 - bias)
    count = to_integer(number / Fraction(2) ** (power - f), mode)
    if count >> (f + 1):
        count >>= 1
        power += 1
    exponent = power + bias if count >> f else 0
    if exponent >= (1 << e) - 1:
        infinite = mode in (NEAREST, UP)
        return infinity(sign, size) if infinite else infinity(sign, size) - 1
    return sign << (size - 1) | exponent << f | count & ((1 << f) - 1)


def order(bits, size=32):
    """A key by which -Inf .. -0 < +0 .. +Inf."""
    magnitude = bits & (sign_bit(size) - 1)
    return -magnitude - 1 if bits & sign_bit(size) else magnitude


def equal(a, b, size=32):
    if is_nan(a, size) or is_nan(b, size):
        return False
    return a == b or not (a | b) & (sign_bit(size) - 1)


def fma(a, b, c, mode=NEAREST, denormals=True):
    """f32, of operands that are flushed already; NaNs quiet."""
    for x in (a, b):
        if is_nan(x):
            return quiet(x)
    zero = not a & 0x7FFFFFFF or not b & 0x7FFFFFFF
    if is_inf(a) and zero or is_inf(b) and zero:
        return 0xFFC00000
    if is_nan(c):
        return quiet(c)
    sign = (a ^ b) >> 31
    if is_inf(a) or is_inf(b):
        return 0xFFC00000 if is_inf(c) and c >> 31 != sign else infinity(sign)
    if is_inf(c):
        return c
    exact = value(a) * value(b) + value(c)
    if zero and not c & 0x7FFFFFFF:
        zero_sign = sign if sign == c >> 31 else int(mode == DOWN)
    else:
        zero_sign = int(mode == DOWN)
    return encode(exact, 32, mode, zero_sign, denormals)


def add(a, b, mode=NEAREST, denormals=True):
    for x in (a, b):
        if is_nan(x):
            return quiet(x)
    if is_inf(a):
        return 0xFFC00000 if is_inf(b) and a != b else a
    if is_inf(b):
        return b
    zero_sign = a >> 31 if a == b else int(mode == DOWN)
    return encode(value(a) + value(b), 32, mode, zero_sign, denormals)


def extreme(a, b, size, flushed, greatest, ieee=True):
    """v_min, v_max, and ds_min, ds_max with the memory's operand first (numerics.md 3.2; D-NUM-36, D-NUM-37):
    flushing acts on the comparison alone."""
    for x in (a, b):
        if ieee and is_signalling(x, size):
            return quiet(x, size)
    if is_nan(a, size):
        return b
    if is_nan(b, size):
        return a
    keys = [order(flush(x, size) if flushed else x, size) for x in (a, b)]
    # Equal by the flushed comparison and not in their bits: b (D-NUM-36).
    return a if (keys[0] > keys[1] if greatest else keys[0] < keys[1]) else b
