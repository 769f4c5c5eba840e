# SPDX-License-Identifier: Apache-2.0
"""The math functions of OpenCL C in three formats: operands, results by MPFR, and the bounds of OpenCL C.

kernel_vectors.py writes the descriptions of vectors/kernels/math_single, math_double and math_half.
"""
import math
import random
import struct
from fractions import Fraction

from wl.reading.floats import F16, F32, F64
from wl.vectors import mpfr
from wl.vectors.float_kernels import EXACT, TYPES, written


COUNT = 128
CODES = {16: ("<H", "<e"), 32: ("<I", "<f"), 64: ("<Q", "<d")}
INT_MIN, INT_MAX = -(2**31), 2**31 - 1

# ---- bits and numbers ------------------------------------------------------------------------------


def real(f, bits):
    """Bits of a format as a number of MPFR."""
    integer, number = CODES[f.size]
    return mpfr.Real(struct.unpack(number, struct.pack(integer, bits))[0])


def bits_of(f, number):
    """A number of MPFR rounded to nearest."""
    value = float(number)
    if math.isnan(value):
        return f.nan
    sign = math.copysign(1, value) < 0
    if mpfr.LIBRARY.mpfr_inf_p(mpfr.ctypes.byref(number.number)):
        return f.signed(sign, f.inf)
    return f.of(number.fraction(), sign)


def by(name):
    """MPFR's function of that name."""
    return lambda f, *operands: bits_of(f, mpfr.call(name, *(real(f, bits) for bits in operands)))


def by_integer(name):
    """MPFR's function of a number and an integer."""

    def function(f, x, n):
        result, operand = mpfr.Real(), real(f, x)
        getattr(mpfr.LIBRARY, "mpfr_" + name)(
            mpfr.ctypes.byref(result.number),
            mpfr.ctypes.byref(operand.number),
            mpfr.ctypes.c_long(n),
            mpfr.NEAREST_EVEN,
        )
        return bits_of(f, result)

    return function


def special(f, x):
    return f.is_nan(x) or f.is_inf(x)


def negative(f, x):
    return bool(x & f.sign)


# ---- functions without a rounding, or with one -----------------------------------------------------


def exponent(f, x):
    """The floor of log2 |x|, of a finite x other than 0."""
    return EXACT[f].frexp_exponent(x)[0] - 1


def logb(f, x):
    if special(f, x):
        return f.nan if f.is_nan(x) else f.inf
    return f.sign | f.inf if f.is_zero(x) else f.of(Fraction(exponent(f, x)))


def ilogb(f, x):
    if special(f, x):
        return INT_MAX  # FP_ILOGBNAN of clang's header is the same
    return INT_MIN if f.is_zero(x) else exponent(f, x)


def fract(f, x):
    floor = by("rint_floor")(f, x)
    if f.is_nan(x) or f.is_zero(x):
        return x, floor
    if f.is_inf(x):
        return x & f.sign, floor
    return min(f.of(f.value(x) - f.value(floor)), f.one - 1), floor


def modf(f, x):
    whole = by("rint_trunc")(f, x)
    if special(f, x):
        return (x if f.is_nan(x) else x & f.sign), whole
    return f.of(f.value(x) - f.value(whole), negative(f, x)), whole


def frexp(f, x):
    unit = EXACT[f]
    return unit.frexp_mantissa(x)[0], unit.frexp_exponent(x)[0]


def lgamma_r(f, x):
    result, sign, operand = mpfr.Real(), mpfr.ctypes.c_int(), real(f, x)
    mpfr.LIBRARY.mpfr_lgamma(
        mpfr.ctypes.byref(result.number),
        mpfr.ctypes.byref(sign),
        mpfr.ctypes.byref(operand.number),
        mpfr.NEAREST_EVEN,
    )
    pole = not special(f, x) and f.value(x) <= 0 and f.value(x).denominator == 1
    return bits_of(f, result), 0 if pole else sign.value


def fdim(f, x, y):
    if f.is_nan(x) or f.is_nan(y):
        return f.nan
    return EXACT[f].add(x, y, minus_b=1)[0] if f.order(x) > f.order(y) and f.magnitude(x | y) else 0


def choose(greatest, size):
    """The greatest or least, by size first if that is asked; a NaN loses."""

    def function(f, x, y):
        if f.is_nan(x) or f.is_nan(y):
            return y if f.is_nan(x) else x
        key = (lambda bits: (f.magnitude(bits), f.order(bits))) if size else f.order
        if size and f.magnitude(x) == f.magnitude(y):
            key = f.order
        return (max if greatest else min)(x, y, key=key)

    return function


def nextafter(f, x, y):
    if f.is_nan(x) or f.is_nan(y):
        return f.nan
    if x == y or f.is_zero(x) and f.is_zero(y):
        return y
    if f.is_zero(x):
        return y & f.sign | 1
    return x + 1 if (f.order(y) > f.order(x)) != negative(f, x) else x - 1


def remquo(f, x, y):
    """The quotient's lower seven bits and its sign; 0 where there is no quotient."""
    remainder = by("remainder")(f, x, y)
    if special(f, x) or special(f, y) or f.is_zero(y):
        return remainder, 0
    ratio = f.value(x) / f.value(y)
    low = abs(round(ratio)) % 128  # round() takes a tie to even
    return remainder, -low if ratio < 0 else low


def rsqrt(f, x):
    """-Inf of -0, as 1 / sqrt(x); MPFR has +Inf."""
    return x | f.inf if f.is_zero(x) else by("rec_sqrt")(f, x)


def powr(f, x, y):
    """powr(1, NaN) is NaN; MPFR has 1."""
    return f.nan if f.is_nan(x) or f.is_nan(y) else by("powr")(f, x, y)


def recip(f, x):
    return by("div")(f, f.one, x)


# ---- operands --------------------------------------------------------------------------------------


class Operands:
    """Lists of operands of a format; each has its own random numbers."""

    def __init__(self, f):
        self.f = f
        number = self.number
        self.edges = [
            *(0, f.sign, f.one, f.sign | f.one, f.inf, f.sign | f.inf, f.nan, 1, f.sign | (1 << f.fraction) - 1),
            *(1 << f.fraction, f.inf - 1, f.sign | f.inf - 1),
            *(number(x) for x in (0.5, -0.5, 2, -2)),
        ]

    def number(self, x):
        return self.f.of(Fraction(x))

    def uniform(self, r, low, high, count):
        return [self.number(r.uniform(low, high)) for _ in range(count)]

    def sized(self, r, low, high, count, signs=True):
        """Numbers whose exponents are uniform from low to high."""
        f, found = self.f, []
        while len(found) < count:
            number = Fraction(r.getrandbits(f.fraction + 1) | 1 << f.fraction) * Fraction(2) ** (
                r.randint(max(low, f.least - f.fraction), min(high, f.bias)) - f.fraction
            )
            bits = f.of(number)
            if not f.is_inf(bits):
                found.append(bits | (f.sign if signs and r.randrange(2) else 0))
        return found

    def near_one(self, r, count):
        return [self.f.one + r.choice((1, -1)) * r.randrange(1, 1 << r.randrange(1, 8)) for _ in range(count)]

    def unit(self, r):
        near = [bits | self.f.sign * r.randrange(2) for bits in self.near_one(r, 16)]
        return self.edges + near + self.sized(r, self.f.least - 2, -1, 32) + self.uniform(r, -1, 1, 64)

    def angles(self, r):
        turns = [
            self.number(r.choice((1, -1)) * r.randrange(1, 1 << r.randrange(1, 11)) * math.pi / 2) for _ in "." * 24
        ]
        return self.edges + turns + self.uniform(r, -10, 10, 40) + self.sized(r, 1, self.f.bias, 48)

    def turns(self, r):
        quarters = [self.number(Fraction(r.randrange(-64, 65), 4)) for _ in range(24)]
        return self.edges + quarters + self.uniform(r, -5, 5, 40) + self.sized(r, self.f.least, self.f.bias, 48)

    def powers(self, r):
        top = self.f.bias
        borders = [
            self.number(s * top * r.uniform(0.98, 1.02)) for s in (0.6931, 1, 0.30103, -0.6931, -1, -0.30103) * 4
        ]
        return (
            self.edges
            + borders
            + self.uniform(r, -0.8 * top, 0.7 * top, 32)
            + self.uniform(r, -4, 4, 32)
            + self.sized(r, self.f.least - 2, 0, 24)
        )

    def positive(self, r):
        some = self.sized(r, self.f.least - 10, self.f.bias, 56, signs=False)
        return self.edges + self.near_one(r, 24) + some + self.uniform(r, 0.1, 10, 28) + self.uniform(r, -9, -0.1, 4)

    def all(self, r):
        ties = [self.number(Fraction(r.randrange(-400, 401), 4)) for _ in range(40)]
        return self.edges + ties + self.sized(r, self.f.least - self.f.fraction, self.f.bias, 72)

    def gammas(self, r):
        """Below zero only where lgamma is not near a zero of its own. No -Inf and NaN: their gamma has no sign."""
        few = [x for x in self.edges if x not in (self.f.sign | self.f.inf, self.f.nan)]
        few += [self.number(Fraction(n, 2)) for n in (*range(-16, 25), -71, -349)]  # the last two: denormal results
        wanted = self.uniform(r, -8, 36, 120) + self.sized(r, -20, 7, 60) + self.uniform(r, 0.5, 3, 60)
        r.shuffle(wanted)
        return [
            x
            for x in few + wanted
            if not negative(self.f, x) or special(self.f, x) or abs(float(mpfr.call("lngamma", real(self.f, x)))) > 0.5
        ]

    def moderate(self, r):
        return self.uniform(r, 0.25, 1.5, COUNT)

    def moderate_pairs(self, r):
        return list(zip(self.moderate(r), self.moderate(r)))

    def codes(self, r):
        return [r.getrandbits(self.f.fraction - 1) for _ in range(COUNT)]

    # Lists of operands of functions of several.
    def crossed(self, r, count):
        few = [*self.edges[:12], self.number(2.5), self.number(-3)]
        return [(r.choice(few), r.choice(few)) for _ in range(count)]

    def pairs(self, r):
        near = self.sized(r, -3, 3, 40)
        return (
            self.crossed(r, 48)
            + [(x, x ^ r.randrange(1, 4)) for x in near[:20]]
            + [(x, x ^ self.f.sign) for x in near[20:30]]
            + list(zip(near, self.sized(r, -3, 3, 40)))
            + list(zip(self.sized(r, self.f.least - 5, self.f.bias, 20), self.sized(r, self.f.least, self.f.bias, 20)))
        )

    def ordered(self, r):
        """No zeros of both signs: C leaves open which of them is the greater."""
        return [(x, y) for x, y in self.pairs(r) + self.pairs(r) if not self.f.is_zero(x | y) or x == y]

    def divided(self, r):
        f = self.f
        multiples = [(f.of(f.value(y) * Fraction(r.randrange(1, 2000), 2)), y) for y in self.sized(r, -2, 2, 32)]
        wide = zip(self.sized(r, 0, min(f.bias, 60), 24), self.sized(r, -8, 0, 24))
        small = zip(self.sized(r, f.least, f.least + 6, 8), self.sized(r, f.least - 5, f.least + 2, 8))
        near = zip(self.sized(r, -3, 6, 32), self.sized(r, -3, 3, 32))
        return self.crossed(r, 32) + multiples + list(wide) + list(small) + list(near)

    def bases(self, r):
        """x^y within the format, mostly; whole y of negative x."""
        found = [(x, self.number(y)) for x in self.edges[:12] for y in (0, 1, -1, 2, -3)] + self.crossed(r, 20)
        while len(found) < COUNT:
            x = self.sized(r, -6, 6, 1)[0] if r.randrange(4) else self.near_one(r, 1)[0]
            log = math.log2(abs(float(real(self.f, x)))) or 1
            y = self.number(max(-1e4, min(1e4, r.uniform(-1, 1) * self.f.bias / log)))
            if negative(self.f, x):
                y = by("rint_trunc")(self.f, y)
            found.append((x, y))
        return found

    def scales(self, r):
        f = self.f
        whole = [(x, r.randint(-3 * f.bias, 3 * f.bias)) for x in self.all(r)[: COUNT - 24]]
        return whole + [(x, r.choice((INT_MIN, INT_MAX, 0, 1, -1, f.least))) for x in self.edges + self.edges[:8]]

    def whole_powers(self, r):
        found = [(x, n) for x in self.edges[:12] for n in (0, 1, -1, 2, -3)]
        for x in self.sized(r, -6, 6, COUNT - len(found)):
            log = math.log2(abs(float(real(self.f, x)))) or 1
            found.append((x, int(max(-1e4, min(1e4, r.uniform(-1, 1) * self.f.bias / log)))))
        return found

    def roots(self, r):
        found = [(x, n) for x in self.edges[:12] for n in (0, 1, -1, 2, -3)]
        numbers = self.sized(r, self.f.least - 5, self.f.bias, COUNT - len(found))
        return found + [(x, r.choice((2, 3, 5, 7, -2, -3, 4, 9, 31, 100, -1001))) for x in numbers]

    def triples(self, r):
        f = self.f
        found = [tuple(r.choice(self.edges) for _ in "xyz") for _ in range(32)]
        for _ in range(COUNT // 2):
            x, y = self.sized(r, -4, 4, 2)
            product = f.of(-f.value(x) * f.value(y))
            found.append((x, y, product + r.randrange(-2, 3)))  # the sum cancels
        return found + [tuple(self.sized(r, -3, 3, 3)) for _ in range(COUNT - len(found))]

    def positive_triples(self, r):
        return [tuple(self.sized(r, -3, 3, 3, signs=False)) for _ in range(COUNT)]


# ---- the table -------------------------------------------------------------------------------------
# name: operands, function, bound in ulp of single and double precision, of half precision. A function with two results
# gives a tuple. Bounds come from OpenCL C, "Relative Error as ULPs" (full profile), and cl_khr_fp16. Where these leave
# a bound open, this project sets it: lgamma has tgamma's, mad one rounding more than fma, native_ has half_'s. 0: the
# result is exact, or rounded once.
RESULTS = {
    "acos": ("unit", by("acos"), 4, 2),
    "acosh": ("positive", by("acosh"), 4, 2),
    "acospi": ("unit", by("acospi"), 5, 2),
    "asin": ("unit", by("asin"), 4, 2),
    "asinh": ("all", by("asinh"), 4, 2),
    "asinpi": ("unit", by("asinpi"), 5, 2),
    "atan": ("all", by("atan"), 5, 2),
    "atanh": ("unit", by("atanh"), 5, 2),
    "atanpi": ("all", by("atanpi"), 5, 2),
    "cbrt": ("all", by("cbrt"), 2, 2),
    "ceil": ("all", by("rint_ceil"), 0, 0),
    "cos": ("angles", by("cos"), 4, 2),
    "cosh": ("powers", by("cosh"), 4, 2),
    "cospi": ("turns", by("cospi"), 4, 2),
    "erf": ("powers", by("erf"), 16, 4),
    "erfc": ("powers", by("erfc"), 16, 4),
    "exp": ("powers", by("exp"), 3, 2),
    "exp10": ("powers", by("exp10"), 3, 2),
    "exp2": ("powers", by("exp2"), 3, 2),
    "expm1": ("powers", by("expm1"), 3, 2),
    "fabs": ("all", by("abs"), 0, 0),
    "floor": ("all", by("rint_floor"), 0, 0),
    "lgamma": ("gammas", lambda f, x: lgamma_r(f, x)[0], 16, 4),
    "log": ("positive", by("log"), 3, 2),
    "log10": ("positive", by("log10"), 3, 2),
    "log1p": ("unit", by("log1p"), 2, 2),
    "log2": ("positive", by("log2"), 3, 2),
    "logb": ("all", logb, 0, 0),
    "rint": ("all", by("rint_roundeven"), 0, 0),
    "round": ("all", by("rint_round"), 0, 0),
    "rsqrt": ("positive", rsqrt, 2, 1),
    "sin": ("angles", by("sin"), 4, 2),
    "sinh": ("powers", by("sinh"), 4, 2),
    "sinpi": ("turns", by("sinpi"), 4, 2),
    "sqrt": ("positive", by("sqrt"), 3, 0),
    "tan": ("angles", by("tan"), 5, 2),
    "tanh": ("powers", by("tanh"), 5, 2),
    "tanpi": ("turns", by("tanpi"), 6, 2),
    "tgamma": ("gammas", by("gamma"), 16, 4),
    "trunc": ("all", by("rint_trunc"), 0, 0),
    "fract": ("all", fract, 0, 0),
    "frexp": ("all", frexp, 0, 0),
    "lgamma_r": ("gammas", lgamma_r, 16, 4),
    "modf": ("all", modf, 0, 0),
    "sincos": ("angles", lambda f, x: (by("sin")(f, x), by("cos")(f, x)), 4, 2),
    "atan2": ("pairs", by("atan2"), 6, 2),
    "atan2pi": ("pairs", by("atan2pi"), 6, 2),
    "copysign": ("pairs", lambda f, x, y: f.magnitude(x) | y & f.sign, 0, 0),
    "fdim": ("pairs", fdim, 0, 0),
    "fmax": ("ordered", choose(True, False), 0, 0),
    "fmin": ("ordered", choose(False, False), 0, 0),
    "fmod": ("divided", by("fmod"), 0, 0),
    "hypot": ("pairs", by("hypot"), 4, 2),
    "ldexp": ("scales", by_integer("mul_2si"), 0, 0),
    "maxmag": ("ordered", choose(True, True), 0, 0),
    "minmag": ("ordered", choose(False, True), 0, 0),
    "nextafter": ("pairs", nextafter, 0, 0),
    "pow": ("bases", by("pow"), 16, 4),
    "pown": ("whole_powers", by_integer("pow_si"), 16, 4),
    "powr": ("bases", powr, 16, 4),
    "remainder": ("divided", by("remainder"), 0, 0),
    "remquo": ("divided", remquo, 0, 0),
    "rootn": ("roots", by_integer("rootn_si"), 16, 4),
    "fma": ("triples", lambda f, *xyz: EXACT[f].fma(*xyz)[0], 0, 0),
    "mad": ("positive_triples", lambda f, *xyz: EXACT[f].fma(*xyz)[0], 1, 1),
    "ilogb": ("all", ilogb, 0, 0),
    "nan": ("codes", lambda f, code: f.nan, 0, 0),
}

# ---- where the device library is wrong -------------------------------------------------------------
# Results of Debian's rocm-device-libs 5.2.3 and clang-16 that OpenCL C does not allow. The instructions do what they
# say; the code made of them does not. Each entry turns the right results into the library's, for the formats.


def round_to_plus_zero(f, x):
    """round: trunc(x) + 0, which is +0 for -0.5 < x <= -0."""
    result = by("rint_round")(f, x)
    return 0 if f.is_zero(result) else result


def fract_to_plus_zero(f, x):
    """fract: v_fract, whose zeros are +0, and 0 for an infinity."""
    fraction, floor = fract(f, x)
    return 0 if f.is_zero(fraction) else fraction, floor


def sqrt_flushed(f, x):
    """sqrt: v_sqrt_f32 alone, which takes denormals for zeros (numerics.md 6)."""
    return by("sqrt")(f, f.flushed(x))


def gamma_flushed(f, x):
    """tgamma below -30: a quotient of two powers, of which the last is flushed."""
    return f.flushed(by("gamma")(f, x))


def tan_of_turn(f, x):
    """native_tan: x is multiplied by 1 / 2 pi twice."""
    return bits_of(f, mpfr.call("tan", real(f, x) / (mpfr.Real(2) * mpfr.call("acos", mpfr.Real(-1)))))


def half_turns_wrong(name):
    """sinpi and cospi: a zero has the sign of the half turn in which the operand lies."""

    def function(f, x):
        result = by(name)(f, x)
        if not f.is_zero(result) or f.is_zero(x):
            return result
        halves = abs(f.value(x)) * 2 % 4
        flips = halves >= 2 if name == "sinpi" else halves < 2
        return f.signed(flips != (negative(f, x) and name == "sinpi"), 0)

    return function


def always_nan(f, x):
    """sin of half: the library takes the NaN for finite operands, and the sine for others."""
    return f.nan


WRONG = {
    **{("round", f): round_to_plus_zero for f in (F16, F32, F64)},
    **{("fract", f): fract_to_plus_zero for f in (F16, F32, F64)},
    **{(name, f): half_turns_wrong(name) for name in ("sinpi", "cospi") for f in (F16, F32, F64)},
    ("sqrt", F32): sqrt_flushed,
    ("tgamma", F32): gamma_flushed,
    ("native_tan", F32): tan_of_turn,
    ("sin", F16): always_nan,
}

FAST = ("cos", "exp", "exp10", "exp2", "log", "log10", "log2", "recip", "rsqrt", "sin", "sqrt", "tan", "divide", "powr")
EXACT_IN_DOUBLE = ("sqrt",)
WITH_INTEGER = ("scales", "whole_powers", "roots")  # the second operand
INTEGER_RESULT, INTEGER_SECOND = ("ilogb",), ("frexp", "lgamma_r", "remquo")


def functions(f):
    """(name, operands, function, bound) of each."""
    for name, (operands, function, wide, half) in RESULTS.items():
        yield name, operands, function, half if f is F16 else 0 if f is F64 and name in EXACT_IN_DOUBLE else wide
    for name in FAST if f is F32 else ():
        extra = {"recip": ("moderate", recip), "divide": ("moderate_pairs", by("div"))}
        operands, function = extra.get(name) or (
            ("moderate_pairs" if name == "powr" else "moderate"),
            RESULTS[name][1],
        )
        for form in ("half", "native"):
            yield f"{form}_{name}", operands, function, 8192


def description(f, name, options, program):
    kind = TYPES[f.size]
    inputs, buffers, launches, expected = {}, [], [], []

    def buffer(called, type_, values=None):
        init = {} if values is None else {"init": {"values": values}}
        buffers.append({"buffer": called, "type": type_, "count": COUNT, **init})
        return called

    def operands_of(called):
        """The columns of operands, and their buffers."""
        if called not in inputs:
            rows = getattr(Operands(f), called)(random.Random(called))[:COUNT]
            assert len(rows) == COUNT, (called, len(rows))
            columns = list(zip(*rows)) if isinstance(rows[0], tuple) else [rows]
            names = [called] if len(columns) == 1 else [f"{called}_{axis}" for axis in "xyz"[: len(columns)]]
            for k, (column, column_name) in enumerate(zip(columns, names)):
                integers = k == 1 and called in WITH_INTEGER
                type_ = "i32" if integers else f"u{f.size}" if called == "codes" else kind
                buffer(column_name, type_, list(column) if integers else written(f, column))
            inputs[called] = columns, names
        return inputs[called]

    for function_name, called, function, bound in functions(f):
        columns, names = operands_of(called)
        results = [function(f, *row) for row in zip(*columns)]
        if (function_name, f) in WRONG:
            right, results = results, [WRONG[function_name, f](f, *row) for row in zip(*columns)]
            assert right != results, f"{function_name}: nothing shows that the library is wrong"
        made = [function_name]
        if isinstance(results[0], tuple):
            made.append(f"{function_name}_second")
        else:
            results = [(result,) for result in results]
        for k, result_name in enumerate(made):
            integers = function_name in (INTEGER_SECOND if k else INTEGER_RESULT)
            buffer(result_name, "i32" if integers else kind)
            allowed = {"ulp": bound} if bound and not integers else {}
            column = [row[k] for row in results]
            values = column if integers else written(f, column)
            expected.append({"buffer": result_name, "values": values, **allowed})
        launches.append({"kernel": f"call_{function_name}", "args": made + names})
    return {
        "about": f"the math functions of OpenCL C, {name} precision, each within its bound of the result of MPFR",
        "program": program,
        "cl_options": options,
        "launch": {"grid": [COUNT], "group": [64]},
        "launches": launches,
        "args": buffers,
        "expect": {"buffers": expected},
    }


def tests():
    return {
        "kernels/math_single": description(F32, "single", "-DT=float -DBITS=uint -DSINGLE", "math.cl"),
        "kernels/math_double": description(F64, "double", "-DT=double -DBITS=ulong", "../math_single/math.cl"),
        "kernels/math_half": description(F16, "half", "-DT=half -DBITS=ushort", "../math_single/math.cl"),
    }
