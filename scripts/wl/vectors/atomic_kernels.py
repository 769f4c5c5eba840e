# SPDX-License-Identifier: Apache-2.0
"""Kernels with atomics on global memory. Their results do not depend on the order of the work-items, and are computed
again in Python."""
import random

from wl.reading.bits import M32, M64, signed
from wl.vectors import share_vectors


ITEMS, GROUP = 300, 64


def wide(name, values):
    return {"buffer": name, "type": "u64", "count": len(values), "init": {"values": [f"0x{v:x}" for v in values]}}


def expected(name, values, kind="u32"):
    return {"buffer": name, "values": [f"0x{v:x}" for v in values] if kind == "u64" else values}


def launch(items=ITEMS, group=GROUP):
    return {"grid": [items], "group": [group]}


def histogram(given):
    bins, sums = [0] * 37, [0] * 16
    for value in given:
        bins[value % 37] += 1
        sums[value >> 28] += value << 8
    return {
        "about": "a histogram of 32 bits and sums of 64 bits by atomics without a return",
        "program": "histogram.cl",
        "launch": launch(),
        "args": [
            {"buffer": "bins", "type": "u32", "count": len(bins)},
            {"buffer": "sums", "type": "u64", "count": len(sums)},
            share_vectors.buffer("in", given),
        ],
        "expect": {"buffers": [expected("bins", bins), expected("sums", sums, "u64")]},
    }


def extremes(values, bits, start, masks):
    """Signed and unsigned least and greatest, and, or, xor, difference."""
    most, (set_bits, used_bits) = (1 << bits) - 1, masks
    result = list(start)
    for v in values:
        result[0] = min(result[0], v, key=lambda x: signed(x, bits))
        result[1] = min(result[1], v)
        result[2] = max(result[2], v, key=lambda x: signed(x, bits))
        result[3] = max(result[3], v)
        result[4] &= v | set_bits
        result[5] |= v & used_bits
        result[6] ^= v
        result[7] = result[7] - v & most
    return result


def results(given):
    both = [v << 32 | w for v, w in zip(given, reversed(given))]
    narrow_before = [5, M32, M32 - 5, 0, M32, 3, 0x12345678, 17]
    wide_before = [5, M64, M64 - 5, 0, M64, 3, 0x123456789ABCDEF0, 17]
    narrow = extremes(given, 32, narrow_before, (0xFF00, 0xFF00)) + [len(given)]
    tall = extremes(both, 64, wide_before, (0xFF << 40, 0xFF << 40)) + [len(given)]
    return {
        "about": "each atomic operation of 32 and 64 bits; tickets by what an atomic returns",
        "program": "atomic_results.cl",
        "launch": launch(),
        "args": [
            share_vectors.buffer("narrow", narrow_before + [0]),
            wide("wide", wide_before + [0]),
            {"buffer": "tickets", "type": "u32", "count": 2 * len(given)},
            share_vectors.buffer("in", given),
        ],
        "expect": {
            "buffers": [
                expected("narrow", narrow),
                expected("wide", tall, "u64"),
                {"buffer": "tickets", "from": 0, "count": len(given), "constant": 1},
                {"buffer": "tickets", "from": len(given), "count": len(given), "constant": 2},
            ]
        },
    }


def lock_free_list():
    return {
        "about": "a list that all work-items push to by compare and swap; a second launch finds each node once",
        "program": "lock_free_list.cl",
        "launch": launch(),
        "launches": [
            {"kernel": "push", "args": ["head", "next"]},
            {"kernel": "walk", "grid": [1], "group": [1], "args": ["head", "next", "found"]},
        ],
        "args": [
            {"buffer": "head", "type": "u32", "count": 1},
            {"buffer": "next", "type": "u32", "count": ITEMS + 1},
            {"buffer": "found", "type": "u32", "count": ITEMS + 1},
        ],
        "expect": {"buffers": [expected("found", [ITEMS] + [1] * ITEMS)]},
    }


def spin_lock():
    items = range(0, 150, 5)
    xor = 0
    for item in items:
        xor ^= item
    return {
        "about": "a lock by exchange, with a longer wait each time: one work-item at a time changes what it guards",
        "program": "spin_lock.cl",
        "launch": launch(150, 50),
        "args": [
            {"buffer": "lock", "type": "u32", "count": 1},
            {"buffer": "guarded", "type": "u32", "count": 3},
        ],
        "expect": {
            "buffers": [
                expected("lock", [0]),
                expected("guarded", [len(items), xor, sum(i * i for i in items)]),
            ]
        },
    }


def tests():
    r = random.Random(64)
    given = [r.getrandbits(32) for _ in range(ITEMS)]
    return {
        "kernels/histogram": histogram(given),
        "kernels/atomic_results": results(given),
        "kernels/lock_free_list": lock_free_list(),
        "kernels/spin_lock": spin_lock(),
    }
