# SPDX-License-Identifier: Apache-2.0
"""Kernels whose memory is the point: generic pointers to all three spaces, tiles, graphs, sparse rows. The results of
each are computed again in Python."""
import random
import struct

from wl.reading.bits import M32
from wl.vectors import share_vectors


ITEMS, LENGTH = 150, 32
COLUMNS, ROWS, TILE = 45, 21, (16, 8)
VERTICES, LEVELS, UNSEEN = 200, 9, M32
MATRIX_ROWS, MATRIX_COLUMNS = 75, 90


# ---- flat_descent
def text_of(r, depth, longest):
    """An expression of at most `longest` characters, and its value."""
    if depth == 0 or longest < 7:
        number = str(r.randrange(10 ** min(r.randrange(1, 6), longest)))
        return number, int(number)
    left, x = text_of(r, depth - 1, (longest - 3) // 2)
    right, y = text_of(r, depth - 1, longest - 3 - len(left))
    sign = r.choice("+-*&")
    value = {"+": x + y, "-": x - y, "*": x * y, "&": x & y}[sign] & M32
    return f"({left}{sign}{right})", value


def flat_descent():
    r = random.Random(37)
    texts, out, totals = [], [], [0] * 6
    for item in range(ITEMS):
        pieces = [text_of(r, r.randrange(4), LENGTH - 9)]
        text, value = pieces[0]
        if item % 4:  # without brackets around the whole
            last = r.randrange(1000)
            text, value = f"{last}-{text}", last - value & M32
        texts += list(text.encode()) + [0] * (LENGTH - len(text))
        before = (5, 7, 9)[item // 9 % 3]
        room = item + (item & 0x1F8)
        out += [before + value & M32, len(text) + 64 * room & M32]
        totals[item // 64 + 3 * (item % 2 == 0)] += value
    return {
        "about": "a parser by recursive descent, through generic pointers to global, local and private memory",
        "program": "flat_descent.cl",
        "launch": {"grid": [ITEMS], "group": [64]},
        "args": [
            {"buffer": "out", "type": "u32", "count": len(out)},
            {"buffer": "totals", "type": "u32", "count": len(totals)},
            {"buffer": "texts", "type": "u8", "count": len(texts), "init": {"values": texts}},
            {"buffer": "places", "type": "u64", "count": ITEMS},
        ],
        "expect": {
            "buffers": [
                {"buffer": "out", "values": out},
                {"buffer": "totals", "values": [t & M32 for t in totals]},
            ]
        },
    }


# ---- stencil
def step(cells):
    def at(x, y):
        return cells[COLUMNS * min(max(y, 0), ROWS - 1) + min(max(x, 0), COLUMNS - 1)]

    return [
        5 * at(x, y) - at(x, y - 1) - 3 * at(x, y + 1) + (at(x - 1, y) >> 3) + (at(x + 1, y) ^ 0x55) & M32
        for y in range(ROWS)
        for x in range(COLUMNS)
    ]


def stencil():
    r = random.Random(38)
    before = [r.getrandbits(32) for _ in range(COLUMNS * ROWS)]
    states = [before]
    for _ in range(4):
        states.append(step(states[-1]))
    pairs = (("odd", "even"), ("even", "odd"))
    return {
        "about": "a stencil of five points on tiles in the LDS, four steps; the grid is no multiple of the tile",
        "program": "stencil.cl",
        "launch": {"grid": [-(-COLUMNS // TILE[0]) * TILE[0], -(-ROWS // TILE[1]) * TILE[1]], "group": list(TILE)},
        "launches": [{"args": [*pairs[n % 2], "columns", "rows"]} for n in range(4)],
        "args": [
            {"buffer": "odd", "type": "u32", "count": len(before)},
            share_vectors.buffer("even", before),
            {"scalar": "columns", "type": "i32", "value": COLUMNS},
            {"scalar": "rows", "type": "i32", "value": ROWS},
        ],
        "expect": {
            "buffers": [{"buffer": "odd", "values": states[3]}, {"buffer": "even", "values": states[4]}],
        },
    }


# ---- breadth_first
def breadth_first():
    r = random.Random(39)
    # Long chains and some short cuts; the last vertices are not reached.
    neighbours = [[] for _ in range(VERTICES)]
    for v in range(VERTICES - 10):
        neighbours[v] += [w for w in (v + 1, v + 7, v // 2, r.randrange(VERTICES - 10)) if w < VERTICES - 10]
    neighbours[0] += [v for v in range(0, VERTICES - 10, 23)]
    first, edges = [0], []
    for some in neighbours:
        edges += some
        first.append(len(edges))
    distance, frontier = [UNSEEN] * VERTICES, [0]
    distance[0] = 0
    counts, squares = [], []
    for number in range(LEVELS + 1):
        counts.append(len(frontier))
        squares.append(sum(v * v for v in frontier) & M32)
        reached = sorted({w for v in frontier for w in neighbours[v] if distance[w] == UNSEEN})
        for w in reached:
            distance[w] = number + 1
        frontier = reached
    assert not frontier and counts[4]
    names = ["distance", "count", "lists", "first", "edges", "vertices"]
    launches = [
        {"kernel": "level", "args": [*names, {"scalar": "number", "type": "u32", "value": n}]} for n in range(LEVELS)
    ]
    launches.append(
        {
            "kernel": "sums",
            "grid": [LEVELS + 1],
            "group": [LEVELS + 1],
            "args": ["result", "count", "lists", "vertices"],
        }
    )
    return {
        "about": "breadth-first search, a level a launch: lists by atomics whose order is open, distances that are not",
        "program": "breadth_first.cl",
        "launch": {"grid": [192], "group": [64]},
        "launches": launches,
        "args": [
            share_vectors.buffer("distance", [0] + [UNSEEN] * (VERTICES - 1)),
            share_vectors.buffer("count", [1] + [0] * LEVELS),
            {"buffer": "lists", "type": "u32", "count": VERTICES * (LEVELS + 1)},
            share_vectors.buffer("first", first),
            share_vectors.buffer("edges", edges),
            {"scalar": "vertices", "type": "u32", "value": VERTICES},
            {"buffer": "result", "type": "u32", "count": LEVELS + 1},
        ],
        "expect": {
            "buffers": [
                {"buffer": "distance", "values": distance},
                {"buffer": "count", "values": counts},
                {"buffer": "result", "values": squares},
            ]
        },
    }


# ---- sparse_product
def bits(number):
    return "0x%08x" % struct.unpack("<I", struct.pack("<f", number))[0]


def floats(name, numbers):
    return {"buffer": name, "type": "f32", "count": len(numbers), "init": {"values": [bits(n) for n in numbers]}}


def sparse_product():
    r = random.Random(40)
    first, column, value = [0], [], []
    for row in range(MATRIX_ROWS):
        count = (0, 1, 3, 40, 16, 17)[row % 6] if row % 5 else r.randrange(60)
        column += sorted(r.sample(range(MATRIX_COLUMNS), count))
        value += [r.randrange(-50, 51) for _ in range(count)]
        first.append(len(column))
    x = [r.randrange(-99, 100) for _ in range(MATRIX_COLUMNS)]
    y = [sum(value[i] * x[column[i]] for i in range(first[n], first[n + 1])) for n in range(MATRIX_ROWS)]
    assert max(map(abs, y)) < 2**20
    names = ["y", "first", "column", "value", "x", "rows"]
    return {
        "about": "a sparse matrix times a vector, a work-item a row and then 16 a row; whole numbers as floats",
        "program": "sparse_product.cl",
        "launch": {"grid": [128], "group": [64]},
        "launches": [
            {"kernel": "by_item", "args": names},
            {"kernel": "by_team", "grid": [16 * (MATRIX_ROWS + 1)], "args": names},
        ],
        "args": [
            {"buffer": "y", "type": "f32", "count": MATRIX_ROWS},
            share_vectors.buffer("first", first),
            {"buffer": "column", "type": "u16", "count": len(column), "init": {"values": column}},
            floats("value", value),
            floats("x", x),
            {"scalar": "rows", "type": "u32", "value": MATRIX_ROWS},
        ],
        "expect": {"buffers": [{"buffer": "y", "values": [bits(float(3 * v)) for v in y]}]},
    }


def tests():
    made = flat_descent, stencil, breadth_first, sparse_product
    return {f"kernels/{make.__name__}": make() for make in made}
