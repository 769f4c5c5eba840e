# SPDX-License-Identifier: Apache-2.0
"""A kernel that reads and writes buffers of every format by inline assembly; values of
scripts/wl/reading/formats.py."""
import random

from wl.reading import formats as f
from wl.reading.bits import M32
from wl.vectors import share_vectors


ITEMS, GROUP, RECORDS = 70, 64, 66
BEFORE = 0xA5A5A5A5
NUMBERS, SCALED = (f.UNORM, f.SNORM, f.UINT, f.SINT), (f.USCALED, f.SSCALED)
# The sums of by_instruction: the formats of each, as typed_buffers.cl has them.
PARTS = ((1, 2, 3, 4), (5, 6, 7), (8, 9, 10, 11), (12, 13, 14))


def of_part(dfmts, scaled):
    order = (*NUMBERS, *(SCALED if scaled else ()), f.FLOAT)
    return [(dfmt, nfmt) for dfmt in dfmts for nfmt in order if f.legal(dfmt, nfmt)]


def mixed(total, values):
    for value in values:
        total = total * 31 + value & M32
    return total


def words(number):
    return [number >> 32 * i & M32 for i in range(4)]


def number(four):
    return sum(word << 32 * i for i, word in enumerate(four))


def stored(pair, half, select, given):
    """The contents of 16 bytes after a store."""
    before, element = number([BEFORE] * 4), f.store(*pair, half, select, given)
    if element is None:
        return words(before)
    return words(before >> 8 * f.size(pair[0]) << 8 * f.size(pair[0]) | element)


def by_instruction(source, data):
    """A sum goes on through all formats, loads first; it is noted after each part."""
    sums, total = [], [0] * ITEMS
    for dfmts in PARTS:
        for item, four in enumerate(source):
            element = number(four) if item < RECORDS else 0
            for pair in of_part(dfmts, True):
                total[item] = mixed(total[item], f.load(*pair, False, f.XYZW, element))
        sums += total
    for dfmts in PARTS:
        for item, given in enumerate(data):
            for pair in of_part(dfmts, False):
                total[item] = mixed(total[item], stored(pair, False, f.XYZW, given))
        sums += total
    return sums


def through(pair, select, four, given):
    """One format of by_resource."""
    element = number(four)
    packed = f.load(*pair, True, select, element)
    total = mixed(0, f.load(*pair, False, select, element))
    total = mixed(total, [packed[0] | packed[1] << 16, packed[2] | packed[3] << 16, 0, 0])
    total = mixed(total, stored(pair, False, select, given))
    halves = [word >> bit & 0xFFFF for word in given[:2] for bit in (0, 16)]
    return mixed(total, stored(pair, True, select, halves))


def datum(r):
    """A float that most formats hold, a pair of f16, an integer."""
    return r.choice(
        (
            r.getrandbits(1) << 31 | r.randrange(0x38000000, 0x40000000),
            r.randrange(0x2800, 0x3D00) << 16 | r.randrange(0xA800, 0xBD00),
            r.randrange(-0x900, 0x900) & M32,
            r.getrandbits(32),
        )
    )


def tests():
    r = random.Random(16)
    source = [[r.getrandbits(32) for _ in range(4)] for _ in range(ITEMS)]
    data = [[datum(r) for _ in range(4)] for _ in range(ITEMS)]
    permuted = [sum(code << 3 * i for i, code in enumerate(r.sample((4, 5, 6, 7), 4))) for _ in f.PAIRS]
    selects = [r.choice((f.XYZW, select)) for select in permuted]
    formats = [nfmt << 12 | dfmt << 15 | select for (dfmt, nfmt), select in zip(f.PAIRS, selects)]
    described = [through(*how, *given) for how in zip(f.PAIRS, selects) for given in zip(source, data)]
    flat = {name: [word for four in rows for word in four] for name, rows in (("from", source), ("data", data))}
    first = by_instruction(source, data)
    return {
        "kernels/typed_buffers": {
            "about": "buffers of every format: MTBUF, and MUBUF with the format of the V#, 32 bits and D16",
            "program": "typed_buffers.cl",
            "launch": {"grid": [ITEMS], "group": [GROUP]},
            "launches": [
                {"kernel": "by_instruction", "args": ["typed", "from", "data", "to", "records"]},
                {"kernel": "by_resource", "args": ["described", "from", "data", "to", "formats", "kinds"]},
            ],
            "args": [
                {"buffer": "typed", "type": "u32", "count": len(first)},
                {"buffer": "described", "type": "u32", "count": len(described)},
                *(share_vectors.buffer(name, values) for name, values in flat.items()),
                {"buffer": "to", "type": "u32", "count": 4 * ITEMS},
                share_vectors.buffer("formats", formats),
                {"scalar": "records", "type": "u32", "value": RECORDS},
                {"scalar": "kinds", "type": "u32", "value": len(formats)},
            ],
            "expect": {"buffers": [{"buffer": "typed", "values": first}, {"buffer": "described", "values": described}]},
        }
    }
