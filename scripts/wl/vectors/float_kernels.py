# SPDX-License-Identifier: Apache-2.0
"""Results of the float kernels of vectors/kernels. kernel_vectors.py writes their descriptions.

Where a kernel's operations are all correctly rounded and in one order, the values are exact. Where it calls functions,
the values are real numbers (MPFR), and the bounds of OpenCL C for each operation give the distance that is allowed
(mpfr.Near).
"""
import cmath
import random
import struct
from fractions import Fraction

from wl.reading.floats import F16, F32, F64, NEAREST, ZERO, Mode, to_integer
from wl.vectors import mpfr
from wl.vectors.directed.float_division import division_pairs, quotient


# Kernels run with denormals on and round to nearest.
MODE = Mode.of(other_rounding=NEAREST, other_denorm=3)
EXACT = {f: MODE.unit(f) for f in (F16, F32, F64)}
TYPES = {16: "f16", 32: "f32", 64: "f64"}
# OpenCL C, relative error as ULP values, single precision.
ULP = {"/": 2.5, "rsqrt": 2, "sqrt": 3, "exp": 3, "log": 3}


def single(number):
    """A number of double precision rounded to f32. Right after + - * / sqrt of f32: 53 bits are twice 24 and two."""
    return struct.unpack("<f", struct.pack("<f", number))[0]


def bits(number):
    return struct.unpack("<I", struct.pack("<f", number))[0]


def written(f, values):
    """Bits of a format as a description has them."""
    return [f"0x{value:0{f.size // 4}x}" for value in values]


def words(numbers):
    """f32 numbers as a description has them."""
    return written(F32, map(bits, numbers))


def near(number):
    return mpfr.Near(F32, mpfr.Real(single(number)))


def buffer(name, numbers=None, count=None):
    """An argument of f32; zeros without numbers."""
    if numbers is None:
        return {"buffer": name, "type": "f32", "count": count}
    return {"buffer": name, "type": "f32", "count": len(numbers), "init": {"values": words(numbers)}}


def of_bits(f, name, values):
    """An argument: a buffer of a format with these bits."""
    return {"buffer": name, "type": TYPES[f.size], "count": len(values), "init": {"values": written(f, values)}}


def empty(type_, name, count):
    return {"buffer": name, "type": type_, "count": count}


def scalar(name, number):
    return {"scalar": name, "type": "f32", "value": words([number])[0]}


def within(name, results):
    """An expectation of numbers that are near. A kernel that is right is within the greatest of their bounds."""
    return {
        "buffer": name,
        "values": written(F32, [result.bits() for result in results]),
        "ulp": max(result.ulps() for result in results),
    }


# ---- bodies under gravity ---------------------------------------------------------------------------
# Places and speeds are far from zero, so the sums of pulls of both signs do not cancel to nothing.
BODIES, STEPS, TIME, SOFTENING = 64, 2, 0.03125, 0.0625


def step_of(places, masses, speeds):
    time, softening = near(TIME), near(SOFTENING)
    moved, faster = [], []
    for place, speed in zip(places, speeds):
        pull = [near(0)] * 3
        for other, mass in zip(places, masses):
            d = [b - a for a, b in zip(place, other)]
            square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + softening
            # The slope of 1 / sqrt(x) is 1 / 2 x sqrt(x).
            inverse = square.function("rec_sqrt", 0.5 * square.least() ** -1.5, ULP["rsqrt"])
            strength = mass * inverse * inverse * inverse
            pull = [sum_ + way * strength for sum_, way in zip(pull, d)]
        now = [v + p * time for v, p in zip(speed, pull)]
        faster.append(now)
        moved.append([a + v * time for a, v in zip(place, now)])
    return moved, faster


def nbody():
    r = random.Random("nbody")
    flat = [[single(r.uniform(1, 3) * r.choice((1, -1))) for _ in range(3)] for _ in range(BODIES)]
    rush = [[single(r.uniform(1, 2) * r.choice((1, -1))) for _ in range(3)] for _ in range(BODIES)]
    mass = [single(r.uniform(0.1, 0.2)) for _ in range(BODIES)]
    places, speeds = ([[near(x) for x in xyz] for xyz in rows] for rows in (flat, rush))
    masses = [near(m) for m in mass]
    for _ in range(STEPS):
        places, speeds = step_of(places, masses, speeds)
    fours = [x for xyz, m in zip(flat, mass) for x in (*xyz, m)]
    arguments = [
        buffer("places", fours),
        buffer("moved", count=4 * BODIES),
        buffer("speeds", [x for xyz in rush for x in (*xyz, 0)]),
        {"local": "tile", "bytes": 16 * BODIES // 2},
        scalar("time", TIME),
        scalar("softening", SOFTENING),
    ]
    names = [next(iter(argument.values())) for argument in arguments]
    return {
        "about": f"gravity among {BODIES} bodies: {STEPS} steps, tiles in LDS; multiply-add, rsqrt",
        "program": "nbody.cl",
        "launch": {"grid": [BODIES], "group": [BODIES // 2]},
        "launches": [{"args": names}, {"args": [names[1], names[0], *names[2:]]}],
        "args": arguments,
        "expect": {
            "buffers": [
                within(name, [x for xyz, m in zip(rows, masses) for x in (*xyz, m)])
                for name, rows in (("places", places), ("speeds", speeds))
            ]
        },
    }


# ---- Mandelbrot ------------------------------------------------------------------------------------
def mandelbrot():
    size, left, top, width, limit = (48, 32), single(-2.1), single(1.2), single(0.075), 100
    steps = []
    for y in range(size[1]):
        for x in range(size[0]):
            re, im = single(left + single(x * width)), single(top - single(y * width))
            a = b = 0.0
            n = 0
            while n < limit:
                squares = single(a * a), single(b * b)
                if single(squares[0] + squares[1]) > 4:
                    break
                a, b = single(single(squares[0] - squares[1]) + re), single(single(single(2 * a) * b) + im)
                n += 1
            steps.append(n)
    return {
        "about": "Mandelbrot's set: the trips of a float loop; no fused operations, each step correctly rounded",
        "program": "mandelbrot.cl",
        "launch": {"grid": list(size), "group": [16, 8]},
        "args": [
            {"buffer": "steps", "type": "u32", "count": len(steps)},
            *(scalar(name, number) for name, number in (("left", left), ("top", top), ("width", width))),
            {"scalar": "limit", "type": "u32", "value": limit},
        ],
        "expect": {"buffers": [{"buffer": "steps", "values": steps}]},
    }


# ---- Black-Scholes ---------------------------------------------------------------------------------
def normal(d):
    """The polynomial of the kernel."""
    one, half = near(1), near(0.5)
    size = d if float(d.value) > 0 else -d
    assert size.least() > 0  # so the kernel finds the same side
    k = one.divided(one + near(0.2316419) * size, ULP["/"])
    sum_ = near(1.33027443)
    for coefficient in (-1.82125598, 1.78147794, -0.35656378, 0.31938153):
        sum_ = near(coefficient) + k * sum_
    power = -(half * d * d)
    # The slope of exp is itself: not above 1, as the power is not above 0.
    tail = near(0.39894228) * power.function("exp", 1, ULP["exp"]) * (k * sum_)
    return one - tail if float(d.value) > 0 else tail


def option(price, strike, years, rate, volatility):
    s, x, t, r, v = (near(number) for number in (price, strike, years, rate, volatility))
    root = t.function("sqrt", 0, ULP["sqrt"])  # t is exact
    spread = v * root
    ratio = s.divided(x, ULP["/"])
    log = ratio.function("log", 1 / ratio.least(), ULP["log"])
    d1 = (log + (r + near(0.5) * v * v) * t).divided(spread, ULP["/"])
    d2 = d1 - spread
    factor = -(r * t)
    now = x * factor.function("exp", 1, ULP["exp"])
    return s * normal(d1) - now * normal(d2), now * normal(-d2) - s * normal(-d1)


def black_scholes():
    r = random.Random("black_scholes")
    rate, volatility, n = single(0.02), single(0.3), 192
    # Both options are worth something, so the differences do not cancel to nothing.
    options = []
    while len(options) < n:
        price, years = single(r.uniform(10, 100)), single(r.uniform(1, 10))
        strike = single(price * r.uniform(0.9, 1.1))
        results = option(price, strike, years, rate, volatility)
        options.append(((price, strike, years), results))
    return {
        "about": "prices of European options: exp, log, sqrt, division, a polynomial, select",
        "program": "black_scholes.cl",
        "launch": {"grid": [n], "group": [64]},
        "args": [
            buffer("calls", count=n),
            buffer("puts", count=n),
            *(buffer(name, [o[0][k] for o in options]) for k, name in enumerate(("price", "strike", "years"))),
            scalar("rate", rate),
            scalar("volatility", volatility),
        ],
        "expect": {"buffers": [within(name, [o[1][k] for o in options]) for k, name in enumerate(("calls", "puts"))]},
    }


# ---- Fourier transform -----------------------------------------------------------------------------
POINTS = 256


def transform(numbers, turns):
    """The kernel's steps on bits of f32."""
    unit = EXACT[F32]
    add, multiply, fma = unit.add, unit.multiply, unit.fma
    p = 1
    while p < POINTS:
        to = [None] * POINTS
        for t in range(POINTS // 2):
            k = t & p - 1
            j = 2 * (t - k) + k
            (x, y), (c, s) = numbers[t + POINTS // 2], turns[k * (POINTS // 2 // p)]
            turned = (
                fma(x, c, multiply(y, s)[0] ^ F32.sign)[0],
                fma(x, s, multiply(y, c)[0])[0],
            )
            to[j] = tuple(add(a, b)[0] for a, b in zip(numbers[t], turned))
            to[j + p] = tuple(add(a, b, minus_b=1)[0] for a, b in zip(numbers[t], turned))
        numbers = to
        p *= 2
    return numbers


def resembles(numbers, results):
    """Whether results are the Fourier transform of the numbers, within a small part of their size."""
    given, made = ([complex(*(float(F32.value(b)) for b in pair)) for pair in pairs] for pairs in (numbers, results))
    turn = [cmath.exp(-2j * cmath.pi * k / POINTS) for k in range(POINTS)]
    size = sum(abs(number) ** 2 for number in given) ** 0.5
    return all(
        abs(sum(number * turn[i * k % POINTS] for i, number in enumerate(given)) - made[k]) < 1e-6 * size
        for k in range(POINTS)
    )


def fft():
    r = random.Random("fft")
    turns = [cmath.exp(-2j * cmath.pi * k / POINTS) for k in range(POINTS // 2)]
    turns = [(single(turn.real), single(turn.imag)) for turn in turns]
    groups = [
        [(single(r.uniform(-1, 1)), single(r.uniform(-1, 1))) for _ in range(POINTS)],
        [(single(cmath.cos(3 * k).real * 2.0 ** r.randrange(-60, 60)), 0.0) for k in range(POINTS)],
    ]
    given = [[tuple(map(bits, pair)) for pair in group] for group in groups]
    results = [transform(numbers, [tuple(map(bits, turn)) for turn in turns]) for numbers in given]
    assert all(resembles(*pair) for pair in zip(given, results))
    return {
        "about": "Fourier transform of two times 256 points in LDS, radix 2: sums, products, fma",
        "program": "fft.cl",
        "launch": {"grid": [POINTS // 2 * len(groups)], "group": [POINTS // 2]},
        "args": [
            buffer("data", [x for group in groups for pair in group for x in pair]),
            buffer("turns", [x for pair in turns for x in pair]),
        ],
        "expect": {"buffers": [{"buffer": "data", "values": written(F32, [b for r in results for p in r for b in p])}]},
    }


# ---- doubles ---------------------------------------------------------------------------------------
def some(f, r, low, high, signs=True):
    """A number whose exponent is between the two."""
    fraction, sign = r.getrandbits(f.fraction), r.randrange(2) if signs else 0
    return f.signed(sign, r.randint(low, high) + f.bias << f.fraction | fraction)


def dot_double():
    groups, each, size = 4, 128, 64
    r, unit = random.Random("dot_double"), EXACT[F64]
    x, y = ([some(F64, r, -12, 12) for _ in range(groups * each)] for _ in "xy")
    for i in range(0, groups * each, 8):  # products that cancel
        x[i + 1], y[i + 1] = x[i] ^ F64.sign, y[i] ^ r.randrange(1, 9)
    sums = []
    for start in range(0, groups * each, each):
        part = []
        for lane in range(size):
            total = 0
            for i in range(start + lane, start + each, size):
                total = unit.fma(x[i], y[i], total)[0]
            part.append(total)
        while len(part) > 1:
            half = len(part) // 2
            part = [unit.add(a, b)[0] for a, b in zip(part[:half], part[half:])]
        sums += part
    whole = sums[0]
    for one in sums[1:]:
        whole = unit.add(whole, one)[0]
    return {
        "about": "a dot product of doubles: fma, sums in pairs in LDS, each rounded once",
        "program": "dot_double.cl",
        "launches": [
            {
                "kernel": "parts",
                "grid": [groups * size],
                "group": [size],
                "args": ["sums", "x", "y", {"scalar": "each", "type": "u32", "value": each}],
            },
            {
                "kernel": "whole",
                "grid": [1],
                "group": [1],
                "args": ["dot", "sums", {"scalar": "groups", "type": "u32", "value": groups}],
            },
        ],
        "args": [empty("f64", "sums", groups), empty("f64", "dot", 1), of_bits(F64, "x", x), of_bits(F64, "y", y)],
        "expect": {
            "buffers": [
                {"buffer": "sums", "values": written(F64, sums)},
                {"buffer": "dot", "values": written(F64, [whole])},
            ]
        },
    }


def matrix_double():
    n, tile = 16, 8
    r, unit = random.Random("matrix_double"), EXACT[F64]
    a, b = ([some(F64, r, -6, 6, signs=False) for _ in range(n * n)] for _ in "ab")
    scaled = []
    for y in range(n):
        row, sum_ = [], 0
        for x in range(n):
            total = 0
            for k in range(n):
                total = unit.fma(a[y * n + k], b[k * n + x], total)[0]
            row.append(total)
            sum_ = unit.add(sum_, total)[0]
        scaled += [quotient(MODE, total, sum_, F64) for total in row]
    size = {"scalar": "n", "type": "u32", "value": n}
    return {
        "about": "a product of matrices of doubles by tiles in LDS, then each row by its sum: fma, division",
        "program": "matrix_double.cl",
        "launches": [
            {"kernel": "product", "grid": [n, n], "group": [tile, tile], "args": ["c", "a", "b", size]},
            {"kernel": "scale", "grid": [n], "group": [n], "args": ["c", size]},
        ],
        "args": [empty("f64", "c", n * n), of_bits(F64, "a", a), of_bits(F64, "b", b)],
        "expect": {"buffers": [{"buffer": "c", "values": written(F64, scaled)}]},
    }


def saturated(f, bits, low, high):
    """A conversion to an integer: toward zero, saturated; NaN is 0."""
    if f.is_nan(bits):
        return 0
    if f.is_inf(bits):
        return low if bits & f.sign else high
    return min(max(to_integer(f.value(bits), ZERO), low), high)


def narrowed(f, wide, bits):
    """A number of the format `wide` rounded to f."""
    if wide.is_nan(bits):
        return f.nan
    sign = bool(bits & wide.sign)
    return f.signed(sign, f.inf) if wide.is_inf(bits) else f.of(wide.value(bits), sign)


def division_double():
    pairs = division_pairs(F64, 512)
    a = [pair[0] for pair in pairs]
    r = random.Random("division_double")
    for i in range(0, len(a), 4):  # numbers near the limits of the conversions
        pairs[i] = (some(F64, r, *r.choice(((-3, 12), (28, 33), (60, 65), (-152, -120), (124, 129)))), pairs[i][1])
    a, b = ([pair[k] for pair in pairs] for k in (0, 1))
    n = len(a)
    # The device library limits a number before it converts it to long; so a NaN becomes the least one.
    longs = [1 << 63 if F64.is_nan(x) else saturated(F64, x, -(2**63), 2**63 - 1) % 2**64 for x in a]
    return {
        "about": "division of doubles; conversions of doubles to float, long and uint",
        "program": "division_double.cl",
        "launch": {"grid": [n], "group": [64]},
        "args": [
            empty("f64", "quotients", n),
            of_bits(F64, "a", a),
            of_bits(F64, "b", b),
            *(empty(kind, name, n) for kind, name in (("f32", "singles"), ("i64", "longs"), ("u32", "words"))),
        ],
        "expect": {
            "buffers": [
                {"buffer": "quotients", "values": written(F64, [quotient(MODE, *pair, F64) for pair in zip(a, b)])},
                {"buffer": "singles", "values": written(F32, [narrowed(F32, F64, x) for x in a])},
                {"buffer": "longs", "values": written(F64, longs)},
                {"buffer": "words", "values": [saturated(F64, x, 0, 2**32 - 1) for x in a]},
            ]
        },
    }


# ---- halves ----------------------------------------------------------------------------------------
def half_numbers(r, count):
    """Numbers of every size, zeros, infinities, quiet NaNs."""
    edges = (0, F16.sign, F16.one, F16.inf, F16.sign | F16.inf, F16.nan, 1, F16.inf - 1, 1 << 10, (1 << 10) - 1)
    return [r.choice(edges) if r.randrange(5) == 0 else some(F16, r, -15, 15) for _ in range(count)]


def relations(x, y):
    unordered = F16.is_nan(x) or F16.is_nan(y)
    a, b = (0 if F16.is_zero(v) else F16.order(v) for v in (x, y))
    found = (a < b, a <= b, a == b, a != b, a > b, a >= b)
    if unordered:
        found = (False, False, False, True, False, False)
    return sum(one << i for i, one in enumerate((*found, unordered, x >> 15)))


def half_arithmetic():
    n, unit = 512, EXACT[F16]
    r = random.Random("half_arithmetic")
    x, y, z = (half_numbers(r, n) for _ in "xyz")
    for i in range(0, n, 6):  # sums that cancel, fused and not
        y[i] = x[i] ^ F16.sign ^ r.randrange(4)
        z[i + 1] = unit.multiply(x[i + 1], y[i + 1])[0] ^ F16.sign
    # A quiet NaN is what an operation makes of another one; here all are quiet.
    x, y, z = ([F16.nan if F16.is_nan(v) else v for v in column] for column in (x, y, z))
    single = [some(F32, r, -26, 17) for _ in range(n)]
    for i in range(0, n, 3):  # ties, and a little beside them
        single[i] = F32.of(F16.value(some(F16, r, -15, 15) | 1)) + r.choice((0x1000, -0x1000, 0xFFF, 0x1001))
    whole = [r.randrange(-(2**15), 2**15) >> r.randrange(12) for _ in range(n)]
    results = {
        "sums": [unit.add(*v)[0] for v in zip(x, y)],
        "differences": [unit.add(*v, minus_b=1)[0] for v in zip(x, y)],
        "products": [unit.multiply(*v)[0] for v in zip(x, y)],
        "fused": [unit.fma(*v)[0] for v in zip(x, y, z)],
        "quotients": [quotient(MODE, *v, F16) for v in zip(x, y)],
        "least": [unit.extreme(False, *v)[0] for v in zip(x, y)],
        "greatest": [unit.extreme(True, *v)[0] for v in zip(x, y)],
        "of_singles": [narrowed(F16, F32, v) for v in single],
        "of_shorts": [F16.of(Fraction(v)) for v in whole],
    }
    # As with doubles: the device library limits a number before it converts it.
    shorts = [-(2**15) if F16.is_nan(v) else saturated(F16, v, -(2**15), 2**15 - 1) for v in x]
    both = ("sums", "differences", "products", "fused")
    packed = [f"packed_{name}" for name in both]
    return {
        "about": "half and half2: sums, products, fma, division, min, max, comparisons, conversions",
        "program": "half_arithmetic.cl",
        "launch": {"grid": [n], "group": [64]},
        "launches": [
            {"kernel": "scalars", "args": [*both, "quotients", "x", "y", "z"]},
            {"kernel": "pairs", "grid": [n // 2], "args": [*packed, "least", "greatest", "x", "y", "z"]},
            {
                "kernel": "others",
                "args": [
                    *("relations", "singles", "shorts", "of_singles", "of_shorts"),
                    *("x", "y", "single", "whole"),
                ],
            },
        ],
        "args": [
            *(of_bits(F16, name, values) for name, values in (("x", x), ("y", y), ("z", z))),
            of_bits(F32, "single", single),
            {"buffer": "whole", "type": "i16", "count": n, "init": {"values": whole}},
            *(empty("f16", name, n) for name in (*results, *packed)),
            *(empty(*kind, n) for kind in (("i16", "relations"), ("f32", "singles"), ("i16", "shorts"))),
        ],
        "expect": {
            "buffers": [
                *(
                    # clang's sequence rounds twice: numerics.md 6
                    {"buffer": name, "values": written(F16, values), **({"ulp": 1} if name == "quotients" else {})}
                    for name, values in results.items()
                ),
                *({"buffer": f"packed_{name}", "values": written(F16, results[name])} for name in both),
                {"buffer": "relations", "values": [relations(*v) for v in zip(x, y)]},
                {"buffer": "singles", "values": written(F32, [narrowed(F32, F16, v) for v in x])},
                {"buffer": "shorts", "values": shorts},
            ]
        },
    }


def tests():
    made = nbody, mandelbrot, black_scholes, fft, dot_double, matrix_double, division_double, half_arithmetic
    return {f"kernels/{make.__name__}": make() for make in made}
