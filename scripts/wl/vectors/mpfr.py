# SPDX-License-Identifier: Apache-2.0
"""MPFR: real numbers of 256 bits, numbers that a kernel computes within a bound, and the operations of a format."""
import ctypes
import struct
from fractions import Fraction

from wl.reading.floats import DOWN, NEAREST, UP, ZERO, round_pack


BITS = 256
NEAREST_EVEN, AWAY = 0, 4  # mpfr_rnd_t


class Storage(ctypes.Structure):
    _fields_ = [
        ("precision", ctypes.c_long),
        ("sign", ctypes.c_int),
        ("exponent", ctypes.c_long),
        ("limbs", ctypes.c_void_p),
    ]


LIBRARY = ctypes.CDLL("libmpfr.so.6")
POINTER = ctypes.POINTER(Storage)
LIBRARY.mpfr_get_d.restype = ctypes.c_double
LIBRARY.mpfr_get_d.argtypes = [POINTER, ctypes.c_int]
LIBRARY.mpfr_set_d.argtypes = [POINTER, ctypes.c_double, ctypes.c_int]
LIBRARY.mpfr_get_str.restype = ctypes.c_void_p
LIBRARY.mpfr_free_str.argtypes = [ctypes.c_void_p]
LIBRARY.mpfr_mul_2si.argtypes = [POINTER, POINTER, ctypes.c_long, ctypes.c_int]
LIBRARY.mpfr_set_emin.argtypes = LIBRARY.mpfr_set_emax.argtypes = [ctypes.c_long]


class Real:
    """A real number in MPFR, from an int, a float or a Fraction."""

    __slots__ = ("number",)

    def __init__(self, value=None):
        self.number = Storage()
        LIBRARY.mpfr_init2(ctypes.byref(self.number), ctypes.c_long(BITS))
        if isinstance(value, float):
            LIBRARY.mpfr_set_d(ctypes.byref(self.number), value, NEAREST_EVEN)
        elif isinstance(value, int):
            LIBRARY.mpfr_set_str(ctypes.byref(self.number), b"%x" % value, 16, NEAREST_EVEN)
        elif value is not None:
            quotient = Real(value.numerator) / Real(value.denominator)
            LIBRARY.mpfr_swap(ctypes.byref(self.number), ctypes.byref(quotient.number))

    def __del__(self):
        LIBRARY.mpfr_clear(ctypes.byref(self.number))

    def __add__(self, other):
        return call("add", self, other)

    def __sub__(self, other):
        return call("sub", self, other)

    def __mul__(self, other):
        return call("mul", self, other)

    def __truediv__(self, other):
        return call("div", self, other)

    def __neg__(self):
        return call("neg", self)

    def __float__(self):
        return LIBRARY.mpfr_get_d(ctypes.byref(self.number), NEAREST_EVEN)

    def magnitude(self):
        """A float, not below the absolute value."""
        return abs(LIBRARY.mpfr_get_d(ctypes.byref(self.number), AWAY))

    def fraction(self):
        """The exact number, if its size is between 2^-5000 and 2^5000: else a number beyond these, of its sign."""
        exponent = ctypes.c_long()
        text = LIBRARY.mpfr_get_str(None, ctypes.byref(exponent), 2, 0, ctypes.byref(self.number), NEAREST_EVEN)
        digits = ctypes.string_at(text).decode()
        LIBRARY.mpfr_free_str(text)
        size = len(digits.lstrip("-"))
        return Fraction(int(digits, 2)) * Fraction(2) ** (min(max(exponent.value, -5000), 5001) - size)


def call(name, *operands):
    """MPFR's function of that name."""
    result = Real()
    pointers = [ctypes.byref(operand.number) for operand in operands]
    getattr(LIBRARY, "mpfr_" + name)(ctypes.byref(result.number), *pointers, NEAREST_EVEN)
    return result


class Near:
    """A number of a format that a kernel computed: `error` from `value` at most.

    Each operation adds its own bound in ulp, after an exact operation on operands that are off by their errors. So a
    fused multiply-add, which rounds once, is within the bound of a product and a sum. Nothing underflows here.
    """

    __slots__ = ("format", "value", "error")
    SLACK = 1 + 2**-30  # errors are floats: each is rounded by less than this

    def __init__(self, f, value, error=0.0):
        self.format, self.value, self.error = f, value, error

    def rounded(self, value, error, ulps):
        """The result of an operation with a bound of its own."""
        own = ulps * 2.0**-self.format.fraction * (value.magnitude() + error)
        return Near(self.format, value, (error + own) * Near.SLACK)

    def __add__(self, other):
        return self.rounded(self.value + other.value, self.error + other.error, 0.5)

    def __sub__(self, other):
        return self.rounded(self.value - other.value, self.error + other.error, 0.5)

    def __mul__(self, other):
        error = self.value.magnitude() * other.error + other.value.magnitude() * self.error + self.error * other.error
        return self.rounded(self.value * other.value, error, 0.5)

    def __neg__(self):
        return Near(self.format, -self.value, self.error)

    def least(self):
        """A float, not above the absolute value of what was computed."""
        least = abs(float(self.value)) / Near.SLACK - self.error
        assert least > 0, "the error reaches zero"
        return least

    def divided(self, other, ulps):
        value = self.value / other.value
        return self.rounded(value, (self.error + value.magnitude() * other.error) / other.least(), ulps)

    def function(self, name, slope, ulps):
        """MPFR's function. slope: not below its derivative in the range of the operand."""
        return self.rounded(call(name, self.value), slope * self.error, ulps)

    def bits(self):
        return self.format.of(self.value.fraction())

    def ulps(self):
        """How far from bits() the computed number may be, in numbers of the format."""
        f, exact, error = self.format, self.value.fraction(), Fraction(self.error)
        ends = [round_pack(exact + way, f, NEAREST)[0] for way in (error, -error)]
        return max(abs(f.order(end) - f.order(self.bits())) for end in ends)


class InFormat:
    """Operations on the bits of f32 or f64, rounded once, denormals kept. The limits of exponents are the process's."""

    ROUND = {NEAREST: NEAREST_EVEN, ZERO: 1, UP: 2, DOWN: 3}
    CODES = {32: ("<I", "<f"), 64: ("<Q", "<d")}

    def __init__(self, f):
        self.codes = self.CODES[f.size]
        self.numbers = [Storage() for _ in range(4)]
        for n in self.numbers:
            LIBRARY.mpfr_init2(ctypes.byref(n), ctypes.c_long(f.fraction + 1))
        LIBRARY.mpfr_set_emin(2 - f.bias - f.fraction)
        LIBRARY.mpfr_set_emax(f.bias + 1)

    def __call__(self, name, rounding, operands, *more):
        """(bits, overflow, inexact) of MPFR's function of finite operands, and of arguments that are no bits."""
        bits, real = self.codes
        way, (result, *inputs) = self.ROUND[rounding], map(ctypes.byref, self.numbers)
        for n, operand in zip(inputs, operands):
            LIBRARY.mpfr_set_d(n, struct.unpack(real, struct.pack(bits, operand))[0], NEAREST_EVEN)
        LIBRARY.mpfr_clear_flags()
        ternary = getattr(LIBRARY, "mpfr_" + name)(result, *inputs[: len(operands)], *more, way)
        over = bool(LIBRARY.mpfr_overflow_p())
        ternary = LIBRARY.mpfr_subnormalize(result, ternary, way)
        return struct.unpack(bits, struct.pack(real, LIBRARY.mpfr_get_d(result, NEAREST_EVEN)))[0], over, ternary != 0
