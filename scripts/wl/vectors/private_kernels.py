# SPDX-License-Identifier: Apache-2.0
"""Kernels that keep values in private memory: arrays, what the registers do not hold, frames of functions.

The results of each are computed again in Python. The place that the compiler gives it is not: every work-item has
private memory of its own (kernel-launch.md 3).
"""
import random

from wl.reading.bits import M32, signed
from wl.vectors import share_vectors


ITEMS, GROUP = 150, 64


def rotate(value, by):
    """OpenCL's rotate to the left."""
    by %= 32
    return (value << by | value >> 32 - by) & M32


def arrays(state):
    words = [state * (2 * i + 1) & M32 for i in range(32)]
    octets = [signed(state >> i % 24, 8) for i in range(48)]
    shorts = [(state ^ i * 0x1234) & 0xFFFF for i in range(24)]
    wide = [state * (i + 0x10001) + i & (1 << 64) - 1 for i in range(8)]
    for _ in range(40):
        state = state * 1664525 + 1013904223 & M32
        a, b, c, d = state >> 27, (state >> 20) % 48, (state >> 12) % 24, state >> 5 & 7
        words[a] = words[a] + (octets[b] & M32 ^ shorts[c]) & M32
        octets[b] = signed(words[a] >> d, 8)
        shorts[c] = shorts[c] + words[31 - a] & 0xFFFF
        wide[d] = wide[d] * 3 + wide[7 - d] + words[a] & (1 << 64) - 1
    total = 0
    for value in words + octets + shorts:
        total = total * 31 + value & M32
    for value in wide:
        total = (total * 31 + value ^ value >> 32) & M32
    return total


def spilled(state):
    v = [state * (2 * i + 1) + i & M32 for i in range(48)]
    for _ in range(5):
        for i in range(48):
            v[i] = rotate(v[i], v[(i * 7 + 5) % 48]) + v[(i + 1) % 48] & M32
    total = 0
    for value in v:
        total = total * 31 + value & M32
    return total


def ackermann(m, n):
    if m == 0:
        return n + 1
    return ackermann(m - 1, ackermann(m, n - 1) if n else 1)


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def table(seed):
    return seed * (seed & 0x1F8) & M32


def test(about, name, computed, given=None):
    args = [{"buffer": "out", "type": "u32", "count": len(computed)}]
    return {
        "about": about,
        "program": f"{name}.cl",
        "launch": {"grid": [ITEMS], "group": [GROUP]},
        "args": args + ([share_vectors.buffer("in", given)] if given else []),
        "expect": {"buffers": [{"buffer": "out", "values": computed}]},
    }


def chain(value, depth):
    """Each level puts its number in front of what the next one returns."""
    return value if depth == 0 else (rotate(chain(value * 3 + depth & M32, depth - 1), 3) ^ value * depth) & M32


def deeper(description):
    description["launch"]["scratch"] = 16384
    return description


def by_pointers(item, value):
    """Two of three functions, chosen by the value and by the item."""

    def chosen(a, b):
        word = [a * (i + b) & M32 for i in range(8)]
        return word[a & 7] ^ word[b & 7]

    steps = (lambda a, b: a + 3 * b & M32, lambda a, b: a * b + 1 & M32, chosen)
    return steps[item % 3](steps[value % 3](value, item), value >> 16)


def tests():
    r = random.Random(13)
    given = [r.getrandbits(32) for _ in range(ITEMS)]
    calls = [v for i in range(ITEMS) for v in (fibonacci(i % 9), table(i * 37), ackermann(i % 3, i % 4))]
    return {
        "kernels/private_array": test(
            "arrays of a work-item: words, bytes, shorts and ulongs at computed places",
            "private_array",
            [arrays(v) for v in given],
            given,
        ),
        "kernels/spill": test(
            "more values than registers: the compiler spills to private memory",
            "spill",
            [spilled(v) for v in given],
            given,
        ),
        "kernels/recursion": test(
            "functions that call themselves: frames of another depth in each lane", "recursion", calls
        ),
        "kernels/deep_recursion": deeper(
            test(
                "calls deeper than the private memory that the kernel states",
                "deep_recursion",
                [chain(v, i % 90) for i, v in enumerate(given)],
                given,
            )
        ),
        "kernels/function_pointers": deeper(
            test(
                "calls by pointers: a stack whose size the kernel cannot state",
                "function_pointers",
                [by_pointers(i, v) for i, v in enumerate(given)],
                given,
            )
        ),
    }
