# SPDX-License-Identifier: Apache-2.0
"""What the float kernels of vectors/kernels compute. kernel_vectors.py writes their descriptions.

Where a kernel's operations are all correctly rounded and in one order, the values are exact. Where it calls functions,
the values are those of real numbers (MPFR), and the bounds of OpenCL C for each operation give the distance that is
allowed (mpfr.Near).
"""
import cmath
import random
import struct

import mpfr
from directed.floats import F32, Mode

EXACT = Mode.of().unit(F32)  # denormals on, to nearest
# OpenCL C, relative error as ULP values, single precision.
ULP = {"/": 2.5, "rsqrt": 2, "sqrt": 3, "exp": 3, "log": 3}


def single(number):
    """A number of double precision rounded to f32. Right after + - * / sqrt of f32: 53 bits are twice 24 and two."""
    return struct.unpack("<f", struct.pack("<f", number))[0]


def bits(number):
    return struct.unpack("<I", struct.pack("<f", number))[0]


def words(numbers):
    """f32 numbers as a description has them."""
    return ["0x%08x" % bits(number) for number in numbers]


def near(number):
    return mpfr.Near(F32, mpfr.Real(single(number)))


def buffer(name, numbers=None, count=None):
    """An argument of f32; zeros without numbers."""
    if numbers is None:
        return {"buffer": name, "type": "f32", "count": count}
    return {"buffer": name, "type": "f32", "count": len(numbers), "init": {"values": words(numbers)}}


def scalar(name, number):
    return {"scalar": name, "type": "f32", "value": words([number])[0]}


def within(name, results):
    """An expectation of numbers that are near. A kernel that is right is within the greatest of their bounds."""
    return {
        "buffer": name,
        "values": ["0x%08x" % result.bits() for result in results],
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
    add, multiply, fma = EXACT.add, EXACT.multiply, EXACT.fma
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
        "expect": {"buffers": [{"buffer": "data", "values": ["0x%08x" % b for r in results for p in r for b in p]}]},
    }


def tests():
    return {f"kernels/{make.__name__}": make() for make in (nbody, mandelbrot, black_scholes, fft)}
