# SPDX-License-Identifier: Apache-2.0
"""exp, log, sin and cos by the algorithm of numerics.md 5.1 on integers, with tables made from its formulas; square
roots on exact numbers (D-NUM-25, D-NUM-26, D-NUM-27, D-NUM-28)."""
import functools
import math
from fractions import Fraction

from wl.reading.floats import F32, I, NEAREST, O, U, X, Z, overflow


# ---- tables -----------------------------------------------------------------------------------------------


@functools.cache
def table(name):
    """[(c0, c1, c2)]: the parabolas through start, middle and end of each segment."""
    h, first, width, count, scale = {
        "exp": (lambda f: 2.0**f, 0.0, 1 / 64, 64, 30),
        "log": (lambda t: math.log1p(t) / t / math.log(2) if t else 1 / math.log(2), -0.25, 1 / 128, 96, 30),
        "sin": (lambda r: math.sin(2 * math.pi * r) / r if r else 2 * math.pi, 0.0, 1 / 512, 128, 28),
    }[name]
    found = []
    for i in range(count):
        a, m, b = (h(first + (i + part) * width) * 2**scale for part in (0, 0.5, 1))
        found.append((round(a), round(4 * m - 3 * a - b), round(2 * (a + b - 2 * m))))
    return found


def checksum(name):
    """FNV-1a of a table, as numerics.md 5.1 prints it."""
    found = 0xCBF29CE484222325
    for entry in table(name):
        for byte in b"".join((c % (1 << 64)).to_bytes(8, "little") for c in entry):
            found = (found ^ byte) * 0x100000001B3 % (1 << 64)
    return found


def parabola(name, i, d, size):
    c0, c1, c2 = table(name)[i]
    return c0 + ((c1 + (c2 * d >> size)) * d >> size)


# ---- magnitudes: sign, P, q: the value is P * 2^q; None: a special result ---------------------------------


def taken_apart(bits):
    """(sign, M, e) of an f32 number."""
    exponent, m = F32.exponent(bits), bits & 0x7FFFFF
    if exponent:
        m |= 1 << 23
    return bits >> 31, m, max(exponent, 1) - 127


def shifted(m, power):
    """The floor of m * 2^power."""
    return m << power if power >= 0 else m >> -power


def exp2(bits):
    sign, m, e = taken_apart(bits)
    x = shifted(m, e + 5)
    x = -x if sign else x
    n, f = x >> 28, x % (1 << 28)
    return 0, parabola("exp", f >> 22, f & 0x3FFFFF, 22), n - 30


def log2(bits):
    """P = 0: the result is +0."""
    _, m, e = taken_apart(bits)
    if m >= 0xC00000:
        e += 1
    else:
        m *= 2
    t, k = m - (1 << 24), m - 0xC00000
    r = (e << 54) + t * parabola("log", k >> 17, k & 0x1FFFF, 17)
    return int(r < 0), abs(r), -54


def wave(bits, cosine):
    """P = 0: the result is +0."""
    sign, m, e = taken_apart(bits)
    if not cosine and e + 127 < 118:
        return sign, m * parabola("sin", 0, shifted(m, e + 9), 23), e - 51
    u = shifted(m, e + 9) % (1 << 32)
    if cosine:
        u, sign = (u + (1 << 30)) % (1 << 32), 0
    sign, v = sign ^ u >> 31, u & 0x7FFFFFFF
    v = (1 << 31) - v if v > 1 << 30 else v
    if v == 0:
        return 0, 0, 0
    if v == 1 << 30:
        return sign, 1, 0
    return sign, v * parabola("sin", v >> 23, v & 0x7FFFFF, 23), -60


# ---- opcodes ----------------------------------------------------------------------------------------------


def unit_of(mode, f, always):
    """f32 exp, log, rsq and sqrt flush whatever MODE says; all round to nearest."""
    fixed = {"flush_in": True, "flush_out": True} if always and f is F32 else {}
    return mode.unit(f, rounding=NEAREST, **fixed)


def packed(unit, sign, p, q, exact=False):
    number = Fraction(p) * Fraction(2) ** q
    bits, flags = unit.pack(-number if sign else number)
    return bits, flags if exact else flags | X


def widened(f, bits):
    """A number that is neither NaN nor Inf, as f32."""
    return F32.of(f.value(bits), bool(bits & f.sign))


def exponential(f):
    def meaning(mode, a):
        unit = unit_of(mode, f, True)
        a = unit.given(a)
        if f.is_nan(a):
            return unit.nan(a), 0
        if f.is_inf(a):
            return (0 if a & f.sign else a), 0
        if f.is_zero(a):
            return f.one, 0
        exact = f.value(a)
        if exact >= 128:
            return overflow(f, False, NEAREST, unit.saturates), O | X
        if exact < -126:
            return 0, U | X
        return packed(unit, *exp2(widened(f, a)), exact.denominator == 1)

    return meaning


def logarithm(f):
    def meaning(mode, a):
        unit = unit_of(mode, f, True)
        a = unit.given(a)
        if f.is_nan(a):
            return unit.nan(a), 0
        if f.is_zero(a):
            return f.sign | f.inf, Z
        if a & f.sign:
            return f.nan, I
        if f.is_inf(a):
            return a, 0
        wide = widened(f, a)
        return packed(unit, *log2(wide), not wide & 0x7FFFFF)

    return meaning


def circular(f, cosine):
    def meaning(mode, a):
        unit = unit_of(mode, f, False)
        a = unit.given(a)
        if f.is_nan(a):
            return unit.nan(a), 0
        if f.is_inf(a):
            return f.nan, I
        if f.is_zero(a):
            return (f.one if cosine else a), 0
        if abs(f.value(a)) > 256:
            return (f.one if cosine else 0), 0
        sign, p, q = wave(widened(f, a), cosine)
        return packed(unit, sign, p, q, p < 2)

    return meaning


def root(number, bits):
    """A number that rounds as the square root does: exact, or between the same two of `bits` bits."""
    k = bits + abs(number.numerator.bit_length() - number.denominator.bit_length()) + 4
    scaled = (number.numerator << 2 * k) // number.denominator
    low = math.isqrt(scaled)
    if low * low * number.denominator == number.numerator << 2 * k:
        return Fraction(low, 1 << k)
    return Fraction(2 * low + 1, 2 << k)


def square_root(f, inverse):
    def meaning(mode, a):
        unit = unit_of(mode, f, True)
        a = unit.given(a)
        if f.is_nan(a):
            return unit.nan(a), 0
        if f.is_zero(a):
            return (f.inf | a, Z) if inverse else (a, 0)
        if a & f.sign:
            return f.nan, I
        if f.is_inf(a):
            return (0 if inverse else a), 0
        exact = f.value(a)
        return unit.pack(root(1 / exact if inverse else exact, f.fraction + 1))

    return meaning
