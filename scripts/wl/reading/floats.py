# SPDX-License-Identifier: Apache-2.0
"""Floating point on exact fractions: formats, MODE, the one rounding, and the operations of f16, f32 and f64 alike
(numerics.md 1 to 6). Operands and results are bits. An operation returns (bits, flags): the flags of
numerics.md 10 that the operation itself raises. `finish` adds the flags of its operands, OMOD and CLAMP.
"""
from fractions import Fraction

NEAREST, UP, DOWN, ZERO = range(4)  # MODE's rounding
I, D, Z, O, U, X, N = (1 << bit for bit in range(7))  # numerics.md 10
HALF = Fraction(1, 2)


class Format:
    def __init__(self, size, fraction):
        self.size, self.fraction = size, fraction
        self.sign = 1 << (size - 1)
        self.inf = self.sign - (1 << fraction)
        self.quiet = 1 << (fraction - 1)
        self.nan = self.sign | self.inf | self.quiet  # the default NaN is negative (D-NUM-12)
        self.bias = (self.inf >> fraction) // 2
        self.least = 1 - self.bias  # exponent of the least normal number
        self.one = self.bias << fraction

    def exponent(self, bits):
        return (bits & self.inf) >> self.fraction

    def magnitude(self, bits):
        return bits & (self.sign - 1)

    def is_nan(self, bits):
        return self.magnitude(bits) > self.inf

    def is_signalling(self, bits):
        return self.is_nan(bits) and not bits & self.quiet

    def is_inf(self, bits):
        return self.magnitude(bits) == self.inf

    def is_zero(self, bits):
        return not self.magnitude(bits)

    def is_denormal(self, bits):
        return not bits & self.inf and self.magnitude(bits) != 0

    def signed(self, sign, magnitude):
        return self.sign | magnitude if sign else magnitude

    def flushed(self, bits):
        return bits & self.sign if self.is_denormal(bits) else bits

    def value(self, bits):
        """The exact number; of neither NaN nor Inf."""
        exponent, fraction = self.exponent(bits), bits & ((1 << self.fraction) - 1)
        if exponent:
            fraction |= 1 << self.fraction
        shift = max(exponent, 1) - self.bias - self.fraction
        number = Fraction(fraction << shift) if shift >= 0 else Fraction(fraction, 1 << -shift)
        return -number if bits & self.sign else number

    def of(self, number, sign=False):
        """An exact number of the format as bits. sign: of zero."""
        return round_pack(number, self, NEAREST, zero_sign=sign)[0]

    def order(self, bits):
        """A key by which -Inf .. -0 < +0 .. +Inf."""
        return -self.magnitude(bits) - 1 if bits & self.sign else bits


F16, F32, F64 = Format(16, 10), Format(32, 23), Format(64, 52)
FORMATS = {"f16": F16, "f32": F32, "f64": F64}


class Mode:
    """Fields of MODE (numerics.md 1)."""

    def __init__(self, bits):
        self.bits = bits
        self.dx10, self.ieee, self.ovfl = bits >> 8 & 1, bits >> 9 & 1, bits >> 23 & 1
        self.units = {}

    @staticmethod
    def of(rounding=NEAREST, denorm=3, dx10=1, ieee=1, other_rounding=None, other_denorm=None, ovfl=0):
        """rounding, denorm: of f32. By default f16 and f64 get other fields, so that no opcode is right by reading the
        wrong field."""
        if other_rounding is None:
            other_rounding = 3 - rounding
        if other_denorm is None:
            other_denorm = 3 - denorm
        return Mode(
            rounding | other_rounding << 2 | denorm << 4 | other_denorm << 6 | dx10 << 8 | ieee << 9 | ovfl << 23
        )

    def rounding(self, f):
        return self.bits >> (0 if f is F32 else 2) & 3

    def flushes_input(self, f):
        return not self.bits >> (4 if f is F32 else 6) & 1

    def flushes_output(self, f):
        return not self.bits >> (5 if f is F32 else 7) & 1

    def unit(self, f, **fixed):
        """The operations of a format. fixed: flush_in, flush_out, rounding that do not come from here."""
        key = f.size, *sorted(fixed.items())
        if key not in self.units:
            self.units[key] = Unit(self, f, **fixed)
        return self.units[key]


def to_integer(number, rounding):
    """An exact number rounded to an integer."""
    low = number.numerator // number.denominator
    rest = number - low
    if not rest or rounding == DOWN:
        return low
    if rounding == UP:
        return low + 1
    if rounding == ZERO:
        return low + 1 if number < 0 else low
    return low + (rest > HALF or rest == HALF and low % 2)


def floor_log2(n, d):
    """The floor of log2(n / d)."""
    power = n.bit_length() - d.bit_length()
    return power - ((n < d << power) if power >= 0 else (n << -power < d))


def counted(n, d, power, outward, nearest):
    """n / d in units of 2^power, rounded to an integer; whether it was not one."""
    if power >= 0:
        d <<= power
    else:
        n <<= -power
    low, rest = divmod(n, d)
    if nearest:
        away = 2 * rest > d or 2 * rest == d and low & 1
    else:
        away = rest and outward
    return low + bool(away), rest != 0


def overflow(f, sign, rounding, saturates=False):
    """A finite result past the greatest number (numerics.md 1)."""
    infinite = rounding == NEAREST or rounding == (DOWN if sign else UP)
    return f.signed(sign, f.inf if infinite and not saturates else f.inf - 1)


def round_pack(number, f, rounding, flush=False, saturates=False, zero_sign=0):
    """(bits, flags) of an exact number rounded once. flush: output denormals are off, which is decided after rounding
    with an unbounded exponent (D-NUM-3). saturates: FP16_OVFL. zero_sign: of an exact zero."""
    n, d = number.numerator, number.denominator
    if not n:
        return f.signed(zero_sign, 0), 0
    sign = n < 0
    n = abs(n)
    outward, nearest = rounding == (DOWN if sign else UP), rounding == NEAREST
    power = floor_log2(n, d)
    if power < f.least and flush:
        count, _ = counted(n, d, power - f.fraction, outward, nearest)
        if power + (count >> f.fraction + 1) < f.least:
            return f.signed(sign, 0), U | X
    power = max(power, f.least)
    count, inexact = counted(n, d, power - f.fraction, outward, nearest)
    if count >> f.fraction + 1:
        count, power = count >> 1, power + 1
    if power > f.bias:
        return overflow(f, sign, rounding, saturates), O | X
    normal = count >> f.fraction
    bits = (power + f.bias if normal else 0) << f.fraction | count & ((1 << f.fraction) - 1)
    return f.signed(sign, bits), (X if inexact else 0) | (0 if normal else U)


class Unit:
    """The operations of one format as MODE, or an opcode of its own rules, has them."""

    def __init__(self, mode, f, flush_in=None, flush_out=None, rounding=None):
        self.mode, self.f = mode, f
        self.flush_in = mode.flushes_input(f) if flush_in is None else flush_in
        self.flush_out = mode.flushes_output(f) if flush_out is None else flush_out
        self.rounding = mode.rounding(f) if rounding is None else rounding
        self.saturates = bool(f is F16 and mode.ovfl)

    def given(self, bits):
        return self.f.flushed(bits) if self.flush_in else bits

    def pack(self, number, zero_sign=0):
        return round_pack(number, self.f, self.rounding, self.flush_out, self.saturates, zero_sign)

    def nan(self, bits):
        """A NaN operand as the result (D-NUM-5)."""
        return bits | self.f.quiet if self.mode.ieee else bits

    def first_nan(self, *operands):
        for bits in operands:
            if self.f.is_nan(bits):
                return self.nan(bits), 0
        return None

    def invalid(self):
        return self.f.nan, I

    # ---- 3.1
    def add(self, a, b, minus_a=0, minus_b=0):
        """An implied minus does not reach a NaN, and does not change which one comes out (D-NUM-8)."""
        f = self.f
        a, b = self.given(a), self.given(b)
        found = self.first_nan(a, b)
        if found:
            return found
        a, b = a ^ (f.sign if minus_a else 0), b ^ (f.sign if minus_b else 0)
        if f.is_inf(a):
            return self.invalid() if f.is_inf(b) and a != b else (a, 0)
        if f.is_inf(b):
            return b, 0
        both = f.is_zero(a) and a == b
        return self.pack(f.value(a) + f.value(b), bool(a & f.sign) if both else self.rounding == DOWN)

    def multiply(self, a, b):
        f = self.f
        a, b = self.given(a), self.given(b)
        found = self.first_nan(a, b)
        if found:
            return found
        sign = bool((a ^ b) & f.sign)
        if f.is_inf(a) or f.is_inf(b):
            return self.invalid() if f.is_zero(a) or f.is_zero(b) else (f.signed(sign, f.inf), 0)
        return self.pack(f.value(a) * f.value(b), sign)

    def exact_fma(self, a, b, c):
        """(bits, flags) of a NaN or Inf, else None; the exact sum; the sign of its zero, None: as it is rounded. An
        invalid product comes before a NaN in c (D-NUM-10)."""
        f = self.f
        a, b, c = self.given(a), self.given(b), self.given(c)
        found = self.first_nan(a, b)
        if found:
            return found, 0, None
        zero, infinite = f.is_zero(a) or f.is_zero(b), f.is_inf(a) or f.is_inf(b)
        if zero and infinite:
            return self.invalid(), 0, None
        found = self.first_nan(c)
        if found:
            return found, 0, None
        sign = bool((a ^ b) & f.sign)
        if infinite:
            product = f.signed(sign, f.inf)
            return self.invalid() if f.is_inf(c) and c != product else (product, 0), 0, None
        if f.is_inf(c):
            return (c, 0), 0, None
        same = zero and f.is_zero(c) and sign == bool(c & f.sign)
        return None, f.value(a) * f.value(b) + f.value(c), sign if same else None

    def pack_sum(self, total, sign):
        """An exact sum; sign: of a zero, None: as its rounding has it."""
        return self.pack(total, self.rounding == DOWN if sign is None else sign)

    def fma(self, a, b, c, scale=None):
        """scale(c): a factor of the exact sum."""
        found, total, sign = self.exact_fma(a, b, c)
        return found or self.pack_sum(total * (scale(self.given(c)) if scale else 1), sign)

    def legacy(self, a, b):
        """A product in which zero wins."""
        if self.f.is_zero(self.given(a)) or self.f.is_zero(self.given(b)):
            return 0, 0
        return self.multiply(a, b)

    def multiply_add(self, a, b, c, legacy=False):
        """Two roundings."""
        product, first = self.legacy(a, b) if legacy else self.multiply(a, b)
        total, second = self.add(product, c)
        return total, first | second

    # ---- 3.2
    def extreme(self, greatest, a, b):
        """v_min, v_max (D-NUM-16): the operand is passed on."""
        f = self.f
        a, b = self.given(a), self.given(b)
        for bits in (a, b):
            if self.mode.ieee and f.is_signalling(bits):
                return bits | f.quiet, 0
        if f.is_nan(a):
            return b, 0
        if f.is_nan(b):
            return a, 0
        return (max if greatest else min)(a, b, key=f.order), 0

    def extreme3(self, greatest, a, b, c):
        return self.extreme(greatest, self.extreme(greatest, a, b)[0], c)

    def median(self, a, b, c):
        """-0 is below +0 (D-NUM-18)."""
        a, b, c = self.given(a), self.given(b), self.given(c)
        if any(self.f.is_nan(bits) for bits in (a, b, c)):
            return self.extreme3(False, a, b, c)
        return sorted((a, b, c), key=self.f.order)[1], 0

    # ---- 3.4
    def integral(self, rounding, a):
        f = self.f
        a = self.given(a)
        if f.is_nan(a):
            return self.nan(a), 0
        if f.is_inf(a):
            return a, 0
        number = f.value(a)
        whole = Fraction(to_integer(number, rounding))
        return round_pack(whole, f, NEAREST, zero_sign=bool(a & f.sign))[0], X if whole != number else 0

    def fract(self, a):
        """A zero is +0 (D-NUM-20), and 1.0 is not reached (D-NUM-19)."""
        f = self.f
        a = self.given(a)
        if f.is_nan(a):
            return self.nan(a), 0
        if f.is_inf(a):
            return self.invalid()
        bits, flags = self.pack(f.value(a) % 1)
        return min(bits, f.one - 1), flags

    def frexp_exponent(self, a):
        f = self.f
        a = self.given(a)
        if f.is_nan(a) or f.is_inf(a) or f.is_zero(a):
            return 0, 0
        exact = abs(f.value(a))
        return floor_log2(exact.numerator, exact.denominator) + 1, 0

    def frexp_mantissa(self, a):
        f = self.f
        a = self.given(a)
        if f.is_nan(a):
            return self.nan(a), 0
        if f.is_inf(a) or f.is_zero(a):
            return a, 0
        return f.of(f.value(a) / Fraction(2) ** self.frexp_exponent(a)[0]), 0

    def ldexp(self, a, exponent):
        f = self.f
        a = self.given(a)
        if f.is_nan(a):
            return self.nan(a), 0
        if f.is_inf(a) or f.is_zero(a):
            return a, 0
        most = 2 * (f.bias + f.fraction)
        return self.pack(f.value(a) * Fraction(2) ** max(-most, min(most, exponent)))

    # ---- 5
    def reciprocal(self, a):
        """Correctly rounded (D-NUM-25)."""
        f = self.f
        a = self.given(a)
        sign = bool(a & f.sign)
        if f.is_nan(a):
            return self.nan(a), 0
        if f.is_inf(a):
            return f.signed(sign, 0), 0
        if f.is_zero(a):
            return f.signed(sign, f.inf), Z
        return self.pack(1 / f.value(a))

    # ---- 6
    def div_scale(self, s0, d, n):
        """(bits, flags, the mask bit)."""
        f = self.f
        near, k, tiny = {32: (96, 64, 24), 64: (768, 128, 53)}[f.size]
        s0, d, n = self.given(s0), self.given(d), self.given(n)
        is_d = s0 == d
        is_n = s0 == n and not is_d
        en, ed = f.exponent(n), f.exponent(d)
        flag, power = False, 0
        if en - ed >= near:
            flag, power = True, k if is_d else 0
        elif ed == 0:
            power = k
        elif ed >= 2 * f.bias - 1:
            flag = en - ed <= -near
            power = 0 if flag and is_n else -k
        elif en - ed <= -near:
            flag, power = True, k if is_n else 0
        elif en <= tiny:
            power = k
        if f.is_zero(d) or f.is_zero(n):
            return f.nan, 0, flag
        if f.is_nan(s0):
            return s0 | f.quiet, 0, flag
        if f.is_inf(s0) or f.is_zero(s0):
            return s0, 0, flag
        return self.pack(f.value(s0) * Fraction(2) ** power)[0], 0, flag

    def div_fmas(self, a, b, c, scaled):
        """div_fmas of a unit that keeps input denormals (D-NUM-29)."""
        f = self.f
        power = {32: 64, 64: 128}[f.size]
        return self.fma(
            a, b, c, lambda c: Fraction(2) ** (0 if not scaled else power if f.exponent(c) > f.bias else -power)
        )

    def div_fixup(self, q, d, n):
        """q is not flushed."""
        f = self.f
        d, n = self.given(d), self.given(n)
        sign = bool((d ^ n) & f.sign)
        for bits in (n, d):
            if f.is_nan(bits):
                return bits | f.quiet, 0
        if f.is_zero(d) and f.is_zero(n) or f.is_inf(d) and f.is_inf(n):
            return self.invalid()
        if f.is_zero(d) or f.is_inf(n):
            return f.signed(sign, f.inf), Z if f.is_zero(d) and not f.is_inf(n) else 0
        if f.is_inf(d) or f.is_zero(n):
            return f.signed(sign, 0), 0
        if f is F16:
            if f.is_inf(q) and self.saturates:
                return f.signed(sign, f.inf - 1), 0
            return f.signed(sign, f.magnitude(q)), 0
        if f.exponent(n) - f.exponent(d) < -(f.bias + f.fraction):
            below_half = Fraction(2) ** (f.least - f.fraction - 2)
            return self.pack(-below_half if sign else below_half)
        if f.is_nan(q) or f.is_inf(q):
            return overflow(f, sign, self.rounding), O | X
        return f.signed(sign, f.magnitude(q)), 0 if q & f.inf else U


# ---- what comes behind an operation (numerics.md 2) -----------------------------------------------------


def output_modifier(mode, f, bits, omod):
    """OMOD of a result that is rounded and flushed (D-NUM-6, D-NUM-7). Whether it is in force: `finish`."""
    if f.is_nan(bits) or f.is_inf(bits):
        return bits
    exponent, sign = f.exponent(bits), bits & f.sign
    if not exponent:
        return 0
    if omod == 3:
        return sign if exponent == 1 else bits - (1 << f.fraction)
    if exponent + omod >= f.inf >> f.fraction:
        return overflow(f, bool(sign), mode.rounding(f), bool(f is F16 and mode.ovfl))
    return bits + (omod << f.fraction)


def clamp(mode, f, bits):
    if f.is_nan(bits):
        return 0 if mode.dx10 else bits
    return 0 if bits & f.sign else min(bits, f.one)


def finish(mode, f, bits, omod, clamped, omod_always=False):
    if omod and not mode.ieee and (omod_always or mode.flushes_output(f)):
        bits = output_modifier(mode, f, bits, omod)
    return clamp(mode, f, bits) if clamped else bits


def operand_flags(f, *operands):
    """Flags that an operand alone raises (D-NUM-43)."""
    found = 0
    for bits in operands:
        found |= (I if f.is_signalling(bits) else 0) | (D if f.is_denormal(bits) else 0)
    return found
