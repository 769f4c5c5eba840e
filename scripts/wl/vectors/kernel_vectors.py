# SPDX-License-Identifier: Apache-2.0
"""The test.json of vectors/kernels: OpenCL kernels, what a launch can give them, and what each computes.
"""
import itertools
import random
import struct

from wl.reading.bits import signed
from wl.reading.floats import Mode
from wl.vectors import atomic_kernels, float_kernels, math_functions, memory_kernels, private_kernels, share_vectors
from wl.vectors import typed_kernels
from wl.vectors.directed.float_division import division_pairs, quotient


WIDTHS = ("u8", "u16", "u32", "u64")


def by_value():
    floats = [1.5, -0.0, 3.25e-40, float("-inf")]
    mixed = {"tags": (0x81, 0x7E), "smalls": (0xFFFE, 0x0102), "wide": 0x8877665544332211, "last": -3}
    # The layout of C: a ushort at 2, a ulong at 8, the size a multiple of 8.
    packed = struct.pack(
        "<BxHBxHQb7x",
        mixed["tags"][0],
        mixed["smalls"][0],
        mixed["tags"][1],
        mixed["smalls"][1],
        mixed["wide"],
        mixed["last"],
    )
    chars, longs, short = [200, 0, 255, 77], [0xFEDCBA9876543210, 0x0123456789ABCDEF], -2
    words = [struct.unpack("<I", struct.pack("<f", f))[0] for f in floats]
    words += [mixed["tags"][0], mixed["smalls"][0], mixed["tags"][1], mixed["smalls"][1]]
    words += [mixed["wide"] & 0xFFFFFFFF, mixed["wide"] >> 32, mixed["last"] & 0xFFFFFFFF] + chars[:3]
    words += [half for v in longs for half in (v & 0xFFFFFFFF, v >> 32)] + [short & 0xFFFFFFFF]
    result = []
    for item in range(70):
        result += words + [item] + [0] * (24 - len(words) - 1)
    return {
        "about": "arguments by value: a vector of floats, a struct, three bytes in four, two ulongs, a short",
        "program": "by_value.cl",
        "launch": {"grid": [70], "group": [64]},
        "args": [
            {"buffer": "out", "type": "u32", "count": len(result)},
            {"scalar": "f", "type": "f32", "values": ["0x%08x" % w for w in words[:4]]},
            {"scalar": "m", "bytes": list(packed)},
            {"scalar": "c", "type": "u8", "values": chars},
            {"scalar": "u", "type": "u64", "values": ["0x%016x" % v for v in longs]},
            {"scalar": "s", "type": "i16", "value": short},
        ],
        "expect": {"buffers": [{"buffer": "out", "values": result}]},
    }


def many_args():
    values = [(0x9E3779B97F4A7C15 * (i + 1)) % (1 << (8 << i % 4)) for i in range(40)]
    total = sum(v * (2 * i + 1) for i, v in enumerate(values))
    return {
        "about": "41 arguments: a buffer and 40 scalars of four widths",
        "program": "many_args.cl",
        "launch": {"grid": [64], "group": [64]},
        "args": [{"buffer": "out", "type": "u64", "count": 64}]
        + [{"scalar": f"a{i}", "type": WIDTHS[i % 4], "value": f"0x{v:x}"} for i, v in enumerate(values)],
        "expect": {"buffers": [{"buffer": "out", "values": [f"0x{(total + i) % (1 << 64):x}" for i in range(64)]}]},
    }


def same_buffer():
    before = [(7 * i) ** 3 % 1000003 for i in range(100)]
    after = [3 * v + 1 for v in before]
    return {
        "about": "one buffer for two arguments",
        "program": "same_buffer.cl",
        "launch": {"grid": [100], "group": [64]},
        "args": [
            share_vectors.buffer("a", before),
            {"buffer": "b", "same_as": "a"},
            {"buffer": "c", "type": "u32", "count": 100},
        ],
        "expect": {
            "buffers": [
                {"buffer": "a", "values": after},
                {"buffer": "b", "values": after},
                {"buffer": "c", "values": [1000 + v for v in before]},
            ]
        },
    }


def inits():
    table, places = inits_table(), [(37 * i + 11) % 200 for i in range(96)]
    return {
        "about": "initial values: a file, a list, random numbers in a range, steps",
        "program": "inits.cl",
        "launch": {"grid": [96], "group": [64]},
        "args": [
            {"buffer": "out", "type": "u32", "count": 96},
            {"buffer": "table", "type": "u16", "count": 200, "init": {"file": "table.bin"}},
            share_vectors.buffer("places", places),
            {"buffer": "drawn", "type": "i32", "count": 96, "init": {"random": [3, 100]}},
            {"buffer": "step", "type": "i16", "count": 96, "init": {"iota": [-7, 5]}},
            {"buffer": "good", "type": "u32", "count": 96},
        ],
        "expect": {
            "buffers": [
                {"buffer": "out", "values": [table[p] for p in places]},
                {"buffer": "good", "constant": 1},
                {"buffer": "table", "unchanged": True},
            ]
        },
    }


def offset():
    grid, group, start = (37, 5), (16, 4), (500, 3, 2**40 + 9)
    items = [(x, y) for y in range(grid[1]) for x in range(grid[0])]
    out = [
        v
        for x, y in items
        for v in (
            start[0] + x + 1000 * (start[1] + y),
            x // group[0] | y // group[1] << 8 | x % group[0] << 16 | y % group[1] << 24,
        )
    ]
    return {
        "about": "a global offset in three dimensions",
        "program": "offset.cl",
        "launch": {"grid": list(grid), "group": list(group), "offset": list(start)},
        "args": [
            {"buffer": "out", "type": "u32", "count": len(out)},
            {"buffer": "wide", "type": "u64", "count": len(items)},
        ],
        "expect": {"buffers": [{"buffer": "out", "values": out}, {"buffer": "wide", "constant": 2 * start[2]}]},
    }


def launches():
    n, factor = 128, 2654435761
    keys = sorted((i * i + 3) * factor % 2**32 for i in range(n))
    steps = []
    k = 2
    while k <= n:
        j = k // 2
        while j:
            steps.append(
                {
                    "kernel": "step",
                    "args": [
                        {"scalar": "k", "type": "u32", "value": k},
                        "keys",
                        {"scalar": "j", "type": "u32", "value": j},
                    ],
                }
            )
            j //= 2
        k *= 2
    return {
        "about": f"{len(steps) + 3} launches: keys are made, sorted a step a launch, summed by group; the same buffers",
        "program": "launches.cl",
        "launch": {"grid": [n], "group": [64]},
        "launches": [
            {"kernel": "make", "grid": [64], "args": ["keys", "factor"]},
            {"kernel": "make", "grid": [64], "offset": [64], "args": ["keys", "factor"]},
        ]
        + steps
        + [{"kernel": "sums", "group": [32], "args": ["keys", "out", {"local": "part", "bytes": 4 * 32}]}],
        "args": [
            {"buffer": "keys", "type": "u32", "count": n, "init": "random"},
            {"scalar": "factor", "type": "u32", "value": factor},
            {"buffer": "out", "type": "u32", "count": 4},
        ],
        "expect": {
            "buffers": [
                {"buffer": "keys", "values": keys},
                {"buffer": "out", "values": [sum(keys[g : g + 32]) % 2**32 for g in range(0, n, 32)]},
            ]
        },
    }


def options():
    return {
        "about": "build options: macros, a folder of headers beside the description, a header that comes first",
        "program": "options.cl",
        "cl_options": "-DSTEP=7 -D 'PLUS(x)=((x) + STEP)' -Iinclude -include first.h",
        "launch": {"grid": [100], "group": [64]},
        "args": [{"buffer": "out", "type": "u32", "count": 100}],
        "expect": {"buffers": [{"buffer": "out", "values": [(i + 7) * 5 + 3 for i in range(100)]}]},
    }


def integer_pairs(count, width=32):
    """Dividends and divisors: limits crossed, then numbers of every length. No 0, no least number / -1."""
    r = random.Random(35)
    top, half, mask = 1 << width - 1, 1 << width // 2, (1 << width) - 1
    limits = [1, 2, 3, 10, half - 1, half + 1, top - 1, top, top + 1, mask - 1, mask]
    found = [(x, y) for x, y in itertools.product([0] + limits, limits) if (x, y) != (top, mask)]
    while len(found) < count:
        y = r.getrandbits(r.randrange(1, width + 1)) or 7
        x = r.choice(
            (
                r.getrandbits(width),
                r.getrandbits(r.randrange(1, width + 1)),
                y * r.randrange(1, 1 << width + 1 - y.bit_length()),
            )
        )
        x = x - r.randrange(2) & mask
        if (x, y) != (top, mask):
            found.append((x, y))
    return found


def truncated(x, y):
    """C's x / y and x % y."""
    q = abs(x) // abs(y)
    q = -q if (x < 0) != (y < 0) else q
    return q, x - q * y


def division(mode=Mode.of(), about="denormals kept", options=None, program="division.cl"):
    """The float quotients are correctly rounded: numerics.md 6."""
    floats = division_pairs()[::2]
    n = len(floats)
    integers = integer_pairs(n)
    return {
        "about": f"float division, {about}; integer division and remainder",
        "program": program,
        **({"cl_options": options} if options else {}),
        "launch": {"grid": [n], "group": [64]},
        "args": [
            {"buffer": "quotients", "type": "f32", "count": n},
            *(
                {"buffer": name, "type": "f32", "count": n, "init": {"values": ["0x%08x" % p[k] for p in floats]}}
                for k, name in enumerate("ab")
            ),
            {"buffer": "signed", "type": "i32", "count": 2 * n},
            {"buffer": "unsigned", "type": "u32", "count": 2 * n},
            *(share_vectors.buffer(name, [p[k] for p in integers]) for k, name in enumerate("xy")),
        ],
        "expect": {
            "buffers": [
                {"buffer": "quotients", "values": ["0x%08x" % quotient(mode, *p) for p in floats]},
                {
                    "buffer": "signed",
                    "values": [v for x, y in integers for v in truncated(signed(x, 32), signed(y, 32))],
                },
                {"buffer": "unsigned", "values": [v for x, y in integers for v in truncated(x, y)]},
            ]
        },
    }


def division_flushed():
    """Here clang switches the denormals on in the middle of the sequence."""
    options = "-cl-denorms-are-zero -cl-fp32-correctly-rounded-divide-sqrt"
    return division(Mode.of(denorm=0), "denormals flushed", options, "../division/division.cl")


def integer_division():
    launches, args, expected = [], [], []
    for name, width in (("char", 8), ("short", 16), ("int", 32), ("long", 64)):
        pairs = integer_pairs(192, width)
        for sign in ("", "u"):
            kind = f"{sign or 'i'}{width}"
            read = (lambda v, w=width: v) if sign else (lambda v, w=width: signed(v, w))
            buffers = [f"{kind}_results", f"{kind}_x", f"{kind}_y"]
            numbers = [(read(x), read(y)) for x, y in pairs]
            results = [v for x, y in numbers for divisor in (y, 7, 100) for v in truncated(x, divisor)]
            launches.append({"kernel": f"divide_{sign}{name}", "args": buffers})
            args.append({"buffer": buffers[0], "type": kind, "count": len(results)})
            for k in (0, 1):
                values = [pair[k] if width < 64 else f"0x{pairs[i][k]:x}" for i, pair in enumerate(numbers)]
                args.append({"buffer": buffers[1 + k], "type": kind, "count": len(pairs), "init": {"values": values}})
            values = [v if width < 64 else f"0x{v % 2**64:x}" for v in results]
            expected.append({"buffer": buffers[0], "values": values})
    return {
        "about": "integer division and remainder of 8 to 64 bits, signed and not, by numbers and by constants",
        "program": "integer_division.cl",
        "launch": {"grid": [192], "group": [64]},
        "launches": launches,
        "args": args,
        "expect": {"buffers": expected},
    }


def inits_table():
    return [(i * i * 31 + 0x8001 * i) % 65536 for i in range(200)]


FILES = {"kernels/inits/table.bin": struct.pack("<200H", *inits_table())}


def tests():
    launched = by_value, many_args, same_buffer, inits, offset, launches, options
    divided = division, division_flushed, integer_division
    made = {f"kernels/{make.__name__}": make() for make in launched + divided}
    made |= float_kernels.tests() | math_functions.tests() | private_kernels.tests()
    return made | atomic_kernels.tests() | typed_kernels.tests() | memory_kernels.tests()


def files():
    """{path below the folder of vectors: its bytes}"""
    return {f"{name}/test.json": share_vectors.contents(test) for name, test in tests().items()} | FILES
