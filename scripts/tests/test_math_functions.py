# SPDX-License-Identifier: Apache-2.0
"""The results that the float kernels of vectors/kernels expect: edge cases of OpenCL C, and bounds that hold.

usage: test_math_functions.py
"""
import math
import random
import struct
import unittest

from wl.reading.floats import DOWN, F16, F32, F64, UP, Mode
from wl.vectors import math_functions, mpfr


INF, NAN = math.inf, math.nan
# Edge cases that OpenCL C adds to C99: operands, result.
EDGES = {
    "acospi": [(1, 0.0), (1.5, NAN)],
    "asinpi": [(-0.0, -0.0), (0.0, 0.0), (-1.5, NAN)],
    "atan2pi": [
        *((0.0, -0.0, 1), (-0.0, -0.0, -1), (0.0, 0.0, 0.0), (-0.0, 0.0, -0.0), (0.0, -1, 1), (-0.0, 1, -0.0)),
        *((-2, 0.0, -0.5), (2, -0.0, 0.5), (1, -INF, 1), (-1, INF, -0.0), (INF, 3, 0.5), (INF, -INF, 0.75)),
        (-INF, INF, -0.25),
    ],
    "atanpi": [(-0.0, -0.0), (INF, 0.5), (-INF, -0.5)],
    "ceil": [(-0.25, -0.0)],
    "cospi": [(-0.0, 1), (0.5, 0.0), (1.5, 0.0), (-2.5, 0.0), (INF, NAN)],
    "exp10": [(-INF, 0.0), (INF, INF), (2, 100)],
    "fdim": [(1, NAN, NAN), (NAN, 1, NAN), (1, 3, 0.0), (3, 1, 2)],
    "fmax": [(NAN, 2, 2), (2, NAN, 2), (-INF, INF, INF)],
    "fmod": [(0.0, NAN, NAN), (-6, 3, -0.0), (7, -4, 3), (INF, 1, NAN)],
    "fract": [(-0.0, (-0.0, -0.0)), (INF, (0.0, INF)), (-INF, (-0.0, -INF)), (-1.25, (0.75, -2.0))],
    "hypot": [(INF, NAN, INF), (NAN, -INF, INF), (3, -4, 5)],
    "maxmag": [(-3, 2, -3), (3, -3, 3), (NAN, 2, 2)],
    "minmag": [(-3, 2, 2), (3, -3, -3), (2, NAN, 2)],
    "modf": [(-INF, (-0.0, -INF)), (-2.5, (-0.5, -2.0)), (-3, (-0.0, -3.0))],
    "pow": [(-0.0, -INF, INF), (1, NAN, 1), (NAN, 0.0, 1), (-1, INF, 1), (-8, 0.5, NAN), (-2, 3, -8), (-0.0, -3, -INF)],
    "powr": [
        *((4, 0.0, 1), (0.0, -2, INF), (-0.0, -INF, INF), (0.0, 2, 0.0), (1, 7, 1), (-1, 2, NAN), (0.0, 0.0, NAN)),
        *((INF, 0.0, NAN), (1, INF, NAN), (2, NAN, NAN), (NAN, 2, NAN), (1, NAN, NAN)),
    ],
    "rint": [(-0.5, -0.0), (2.5, 2), (3.5, 4)],
    "round": [(-0.25, -0.0), (2.5, 3), (-2.5, -3)],
    "rsqrt": [(-0.0, -INF), (0.0, INF), (-1, NAN), (INF, 0.0)],
    "sinpi": [(-0.0, -0.0), (3, 0.0), (-3, -0.0), (INF, NAN), (0.5, 1)],
    "tanpi": [
        (-0.0, -0.0),
        (2, 0.0),
        (-2, -0.0),
        (3, -0.0),
        (-3, 0.0),
        (0.5, INF),
        (1.5, -INF),
        (-0.5, -INF),
        (INF, NAN),
    ],
    "tgamma": [(0.0, INF), (-0.0, -INF), (-2, NAN), (-INF, NAN), (5, 24)],
    "nextafter": [
        (0.0, -INF, -(2.0**-149)),
        (-0.0, 1, 2.0**-149),
        (INF, 0.0, 2.0**128 - 2.0**104),
        (NAN, 1, NAN),
    ],
}
# The second operand or result is an integer.
WHOLE = {
    "pown": [(NAN, 0, 1), (0.0, -3, INF), (-0.0, -3, -INF), (-0.0, -2, INF), (-0.0, 3, -0.0), (-2, 3, -8)],
    "rootn": [
        (-0.0, -3, -INF),
        (-0.0, -2, INF),
        (-0.0, 2, 0.0),
        (-0.0, 3, -0.0),
        (-8, 3, -2),
        (-8, 2, NAN),
        (1, 0, NAN),
    ],
    "ldexp": [(1, 10, 1024), (-0.0, 5, -0.0), (1, -(2**31), 0.0), (INF, -3, INF)],
}
MORE = {
    "frexp": [(8, (0.5, 4)), (-0.0, (-0.0, 0)), (INF, (INF, 0))],
    "lgamma_r": [
        (-2, (INF, 0)),
        (-0.0, (INF, 0)),
        (3, (math.log(2), 1)),
        (-0.5, (math.log(2 * math.sqrt(math.pi)), -1)),
    ],
    "remquo": [(7, 2, (-1, 4)), (-7, 2, (1, -4)), (1000, 1, (0.0, 1000 % 128)), (INF, 1, (NAN, 0)), (5, 2, (1, 2))],
}


def bits(number):
    return struct.unpack("<I", struct.pack("<f", number))[0]


def same(wanted, got):
    return F32.is_nan(got) if math.isnan(wanted) else bits(wanted) == got


class Results(unittest.TestCase):
    def test_edge_cases(self):
        for name, rows in EDGES.items():
            for *operands, wanted in rows:
                got = math_functions.RESULTS[name][1](F32, *map(bits, operands))
                pairs = zip(wanted, got) if isinstance(wanted, tuple) else [(wanted, got)]
                self.assertTrue(all(same(*pair) for pair in pairs), (name, operands, got))

    def test_with_integers(self):
        for name, rows in WHOLE.items():
            for x, n, wanted in rows:
                got = math_functions.RESULTS[name][1](F32, bits(x), n)
                self.assertTrue(same(wanted, got), (name, x, n, hex(got)))
        for name, rows in MORE.items():
            for *operands, (wanted, integer) in rows:
                got = math_functions.RESULTS[name][1](F32, *map(bits, operands))
                self.assertTrue(same(wanted, got[0]) and integer == got[1], (name, operands, got))
        for x, wanted in ((0.0, -(2**31)), (INF, 2**31 - 1), (NAN, 2**31 - 1), (0.75, -1), (2.0**-149, -149)):
            self.assertEqual(math_functions.ilogb(F32, bits(x)), wanted)

    def test_numbers(self):
        """The C library's double functions agree where they are good to an ulp or so."""
        r = random.Random(1)
        for name in ("sin", "cos", "exp", "log", "tanh", "erf", "asinh", "tgamma"):
            for _ in range(50):
                x = r.uniform(0.1, 20)
                operand = struct.unpack("<Q", struct.pack("<d", x))[0]
                got = F64.value(math_functions.RESULTS[name][1](F64, operand))
                wanted = getattr(math, "gamma" if name == "tgamma" else name)(x)
                self.assertLess(abs(float(got) - wanted), 1e-14 * abs(wanted), (name, x))

    def test_each_operand_list(self):
        for f in (F16, F32, F64):
            for _, operands, _, _ in math_functions.functions(f):
                rows = getattr(math_functions.Operands(f), operands)(random.Random(2))
                self.assertGreaterEqual(len(rows), math_functions.COUNT, operands)


class Bounds(unittest.TestCase):
    """mpfr.Near: results are within the bound, and with other roundings they come near to it."""

    def results(self, seed, rounding):
        """A sum of three products, with every operation rounded that way; its bound."""
        r = random.Random(seed)
        unit = Mode.of(rounding).unit(F32)
        operands = [bits(r.uniform(1, 2)) for _ in range(6)]
        near = [mpfr.Near(F32, mpfr.Real(float(F32.value(x)))) for x in operands]
        total, bound = 0, None
        for k in range(0, 6, 2):
            total = unit.add(total, unit.multiply(*operands[k : k + 2])[0])[0]
            product = near[k] * near[k + 1]
            bound = bound + product if bound else product
        return total, bound

    def test_directed_roundings(self):
        """Directed rounding is off by up to an ulp, twice the bound of an operation: errors of all of them add up."""
        worst = 0
        for seed in range(300):
            for rounding in (UP, DOWN):
                got, bound = self.results(seed, rounding)
                distance = abs(F32.order(got) - F32.order(bound.bits()))
                self.assertLessEqual(distance, 2 * bound.ulps())
                worst = max(worst, distance / bound.ulps())
            got, bound = self.results(seed, 0)
            self.assertLessEqual(abs(F32.order(got) - F32.order(bound.bits())), bound.ulps())
        self.assertGreater(worst, 0.5)

    def test_reaches_zero(self):
        one = mpfr.Near(F32, mpfr.Real(1), 0.5)
        with self.assertRaises(AssertionError):
            mpfr.Near(F32, mpfr.Real(1)).divided(one - one, 2.5)


if __name__ == "__main__":
    unittest.main()
