# SPDX-License-Identifier: Apache-2.0
"""image_sample_lz and image_sample_l: coordinates, clamp modes, filters, borders, levels, slices (image.md 5, 10, 11).

The images are small, so that the texels of all lanes lie in few lines.
"""
from wl.reading import image
from wl.reading.bits import ALL, LANES, M32
from wl.reading.image import PAIRS, check
from wl.vectors.directed.image_access import SELECTS, same, selects
from wl.vectors.directed.images import FAR, HOLES, POOL, RESULT, STORED, Images, descriptor, f16, f32, sampler


NAN, INF, ONE_DOWN, ONE_UP = 0x7FC00000, 0x7F800000, 0x3F7FFFFF, 0x3F800001
SPECIAL = [0, 1 << 31, 1, 0x807FFFFF, 0x007FFFFF, 0x7F800001, NAN, 0xFFC01234, INF, INF | 1 << 31, ONE_DOWN, ONE_UP]
SPECIAL += [0xBF7FFFFF, 0xBF800001, 0x3F000001, 0x3EFFFFFF, 0x3FFFFFFF, 0x40000001, 0x7F7FFFFF, 0xFF7FFFFF]
PLAIN = [0.1, 0.2, 0.4, 0.5, 0.6, 0.7, 0.9, 1, 1.2, 1.5, 1.8, 2, 2.5, 3, 3.6, -0.05, -0.1, -0.2, -0.5, -0.7, -1, -1.3]
PLAIN += [-1.5, -2, -2.7, -7.1, 7.7, 100.3, -100.3, 32767.5, -32768.3, 65536.7, 1e9, -1e9, 1 / 512, 3 / 512, 1 / 2560]
COORDINATES = SPECIAL + [f32(v) for v in PLAIN]
LEVELS = [
    0,
    0.001,
    -0.001,
    1 / 512,
    3 / 512,
    -1 / 512,
    0.25,
    0.5,
    0.498,
    -0.5,
    1,
    1.5,
    1.75,
    2,
    2.7,
    3,
    3.5,
    5,
    15.99,
    16,
]
LEVELS = [f32(v) for v in (*LEVELS, -16, -17, 100.25, 1e30, -1e30)] + SPECIAL[:10]


def drawn(p, edges, count=LANES):
    """A row of edges, each at least once if there are no more than lanes."""
    row = (edges + [p.random.choice(edges) for _ in range(count)])[:count]
    p.random.shuffle(row)
    return row


def spread(p, low, high):
    """A row of f32 bits between two numbers; a quarter of them are multiples of 1/8."""
    r = p.random
    return [f32(r.uniform(low, high) if r.randrange(4) else round(8 * r.uniform(low, high)) / 8) for _ in range(LANES)]


# D-IMG-24, D-IMG-26.
def clamps():
    """Each clamp mode with each filter, over edges of coordinates; *_lz."""
    about = "image_sample_lz: clamp modes, point, TRUNC_COORD and bilinear, edges of coordinates, borders"
    p = Images("directed_image_clamp", about, {FAR: 0x4000})
    number = 0
    for mode in range(8):
        for lin, trunc in ((0, 0), (0, 1), (1, 0), (1, 1)):
            for free in (0, 1, 2):
                if (lin and trunc or free == 2) and mode % 2 != trunc:
                    continue
                number += 1
                t = descriptor(
                    NUM_FORMAT=check.UNORM, WIDTH=4, HEIGHT=2, BC_SWIZZLE=number % 8, **selects(SELECTS[number % 7])
                )
                s = sampler(
                    CLAMP_X=mode,
                    CLAMP_Y=(mode + 3) % 8,
                    MAG=lin + 2 * (number % 2),
                    MIN=1 - lin,
                    TRUNC_COORD=trunc,
                    FORCE_UNNORM=free // 2,
                    BORDER_TYPE=number % 3,
                )
                a16, unorm = number % 4 == 3, free % 2
                if a16:
                    edges = [check.half(v) for v in COORDINATES]
                    body = [drawn(p, edges), [f16(v % 4 - 1.3) for v in range(LANES)]]
                else:
                    body = [drawn(p, COORDINATES), drawn(p, COORDINATES)]
                how = {"a16": int(a16), "unorm": unorm, "mask": (ALL, HOLES)[number % 5 == 0]}
                p.image("image_sample_lz", t, s, {"body": body}, **how)
    # floor(x * N) * rcp(N), as the library computes it for point sampling, gives the texel.
    for size in (3, 7, 49, 1000, 11111, 16384):
        t = descriptor(TYPE=check.D1, DATA_FORMAT=1, NUM_FORMAT=check.UINT, WIDTH=size - 1)
        reciprocal = check.f32(check.r32(check.Q(1, size)))
        texels = [p.random.randrange(size) for _ in range(LANES - 1)] + [size - 1]
        row = [check.r32(texel * reciprocal) for texel in texels]
        effect = p.image("image_sample_lz", t, sampler(mode=size % 8 // 2), {"body": [row]}, dmask=1)
        assert [effect.fetched[lane][0] - FAR for lane in range(LANES)] == texels
    return p


# D-IMG-23, D-IMG-28.
def filters():
    """Weights and sums: every pair, then floats that are not finite, denormal or cancel."""
    zoo = [0, 1 << 31, 1, 0x80000001, 0x007FFFFF, 0x00800000, 0x3F800000, 0xBF800000, 0x7F7FFFFF, 0xFF7FFFFF, INF]
    zoo += [INF | 1 << 31, 0x7F800001, 0xFFC12345, 0x33800000, 0x4B7FFFFF]
    halves = [0x3C00BC00, 0x7C000001, 0xFC008000, 0x7E01FDFF, 0x7BFF03FF, 0x00018001, 0x04000400, 0x3C013C00]
    contents = zoo + zoo[::-1] + zoo[8:] + zoo[:8] + [zoo[i] for i in range(16) for _ in (0, 1, 2, 3)][::3] + halves * 8
    contents += [0] * (0x400 - len(contents))
    about = "bilinear filters: weights, order and rounding of the sums, NaN, Inf, denormals; integers are not filtered"
    p = Images("directed_image_filter", about, {FAR: 0x1000, STORED: contents})
    r = p.random
    for n, pair in enumerate(PAIRS):
        base = FAR + 256 * r.randrange(15)
        t = descriptor(base, DATA_FORMAT=pair[0], NUM_FORMAT=pair[1], WIDTH=3, HEIGHT=3, **selects(SELECTS[n % 7]))
        s = sampler(MAG=1, MIN=n % 2, FORCE_UNNORM=1, mode=n % 4)
        half = int(n % 3 == 2)
        body = [spread(p, -0.5, 4.5), spread(p, -0.5, 4.5)]
        p.image("image_sample_lz", t, s, {"body": body}, dmask=(15, 15, 7, 9, 2)[n % 5], d16=half)
    for n in range(10):
        pair, base = ((4, 7), STORED) if n < 7 else ((2, 7), STORED + 0x100) if n < 9 else ((6, 7), STORED)
        t = descriptor(base + 0x100 * (n > 5), DATA_FORMAT=pair[0], NUM_FORMAT=pair[1], WIDTH=15, HEIGHT=2 + n % 3)
        s = sampler(MAG=1, FORCE_UNNORM=1, mode=n % 4, BORDER_TYPE=2)
        body = [spread(p, 0, 16), spread(p, 0, 3) if n % 2 else same(f32(0.5))]
        p.image("image_sample_lz", t, s, {"body": body}, dmask=7)
    # Weight 0 along an axis fetches nothing of the second texel, whatever lies there.
    t = descriptor(STORED, DATA_FORMAT=4, NUM_FORMAT=7, WIDTH=15, HEIGHT=3)
    at = [f32(lane % 16 + 0.5) for lane in range(LANES)]
    body = [at, [f32(lane // 16 + 0.5) for lane in range(LANES)]]
    effect = p.image("image_sample_lz", t, sampler(MAG=1, FORCE_UNNORM=1), {"body": body}, dmask=1)
    assert all(len(fetched) == 1 for fetched in effect.fetched)
    return p


# D-IMG-30, D-IMG-33.
def levels():
    """*_l and *_lz: bias, clamps, magnification, mip filters, base level."""
    p = Images(
        "directed_image_level", "levels of image_sample_l and image_sample_lz: bias, clamps, mip filters", {FAR: 0x2000}
    )
    biases = (0, 0x40, 0x3FC0, 0x1FFF, 0x2000, 0x180)
    for n in range(36):
        base_level = n % 3
        t = descriptor(
            DATA_FORMAT=(10, 1, 4, 10)[n % 4],
            NUM_FORMAT=(check.UNORM, check.SNORM, check.FLOAT, check.UINT)[n % 4],
            WIDTH=8,
            HEIGHT=6,
            MAX_MIP=3,
            BASE_LEVEL=base_level,
            LAST_LEVEL=3 - (n // 12 % 2) * (base_level < 3),
            PITCH=11 + n % 2,
            MIN_LOD=(0, 0, 0x80, 0x1C0)[n % 4],
        )
        s = sampler(
            MAG=n // 2 % 2,
            MIN=n // 4 % 2,
            MIP=n % 4 if n < 30 else 2,
            MIN_LOD=(0, 0, 0x60, 0x200)[n // 3 % 4],
            MAX_LOD=(0xFFF, 0xFFF, 0x240, 0x100, 0)[n // 2 % 5],
            LOD_BIAS=biases[n % 6],
            FORCE_UNNORM=n % 5 == 4,
            mode=n % 3,
        )
        body = [spread(p, -0.2, 1.2), spread(p, -0.2, 1.2)] if n % 5 != 4 else [spread(p, 0, 8), spread(p, 0, 6)]
        if n % 6 == 5:
            p.image("image_sample_lz", t, s, {"body": body}, dmask=3)
        elif n % 6 == 4:
            halves = [[check.half(v) for v in row] for row in (*body, drawn(p, LEVELS))]
            p.image("image_sample_l", t, s, {"body": halves[:2], "last": halves[2]}, dmask=3, a16=1)
        else:
            p.image("image_sample_l", t, s, {"body": body, "last": drawn(p, LEVELS)}, dmask=(1, 15)[n % 2])
    return p


# D-IMG-9, D-IMG-25.
def volumes():
    """1D, 3D and arrays: Z filter, slices of any number, levels."""
    about = "image_sample_lz and image_sample_l of 1D, 3D and arrays: Z_FILTER, rounding of the slice, levels"
    p = Images("directed_image_volume", about, {FAR: 0x4000})
    slices = [f32(v) for v in (0, 0.5, 0.4999, 1, 1.5, 2.5, 3, 3.5, 7, -0.5, -1, 1e9, -1e9, 2.5000002, 0.50000006)]
    slices += [NAN, INF, INF | 1 << 31, 1, 0x80000001]
    for n in range(30):
        kind = (check.D3, check.D2A, check.D3, check.D1A, check.D1)[n % 5]
        mips = n // 10
        axes = image.AXES[kind]
        t = descriptor(
            TYPE=kind,
            DATA_FORMAT=(1, 2, 10)[n % 3],
            NUM_FORMAT=check.UNORM if n % 7 else check.SINT,
            WIDTH=4,
            HEIGHT=3,
            DEPTH=(4 if kind == check.D3 else 3) - (n == 13) * 3,
            BASE_ARRAY=n % 2,
            MAX_MIP=mips,
            LAST_LEVEL=mips,
            PITCH=7,
            **selects(SELECTS[n % 7]),
        )
        s = sampler(
            MAG=n // 2 % 2,
            MIN=n // 2 % 2,
            Z=n // 5 % 4,
            MIP=(0, 1, 2)[mips],
            CLAMP_X=n % 8,
            CLAMP_Y=n // 3 % 8,
            CLAMP_Z=(n // 2 + 1) % 8,
            TRUNC_COORD=n % 4 == 3,
            BORDER_TYPE=n % 3,
        )
        edges = [[v for v in COORDINATES if v < M32], [f32(v / 7) for v in range(-2, 12)]]
        body = [drawn(p, edges[(n + axis) % 2]) for axis in range(axes)]
        da, a16 = int(n % 4 != 1), int(n % 6 == 5)
        if da and kind in image.LAYERED:
            body.append(drawn(p, slices))
        last = drawn(p, LEVELS) if n % 2 else ()
        if a16:
            body, last = [[check.half(v) for v in row] for row in body], [check.half(v) for v in last]
        how = {"da": da, "a16": a16, "mask": (ALL, HOLES)[n % 6 == 1]}
        p.image("image_sample_l" if n % 2 else "image_sample_lz", t, s, {"body": body, "last": last}, **how)
    return p


# ---- examples -------------------------------------------------------------------------------------------------
def image_p(p):
    """Image P of image.md 18: its T#. P lies at STORED."""
    assert [p.memory.read(STORED + n, 1)[0] for n in range(16)] == P
    return descriptor(STORED, DATA_FORMAT=1, NUM_FORMAT=0, WIDTH=3, HEIGHT=3, DST_SEL_Y=0, DST_SEL_Z=0, DST_SEL_W=1)


P = [10 * x + 40 * y + 3 for y in range(4) for x in range(4)]
P_WORDS = [int.from_bytes(bytes(P[n : n + 4]), "little") for n in range(0, 16, 4)]
ONE = 0x3F800000
EXAMPLES = [  # s, t, S#, the result (image.md 18)
    (0.5, 0.5, dict(MAG=1), [0x3E9C9C9D, 0, 0, ONE]),
    (0.375, 0.375, dict(MAG=1), [0x3E54D4D5, 0, 0, ONE]),
    (0.3, 0.7, dict(MAG=1), [0x3ECCD8D9, 0, 0, ONE]),
    (0, 0, dict(MAG=1), [0x3C40C0C1, 0, 0, ONE]),
    (0.999, 0.51, dict(MAG=1), [0x3EBDDDDE, 0, 0, ONE]),
    (0.3, 0.7, {}, [0x3EBABABB, 0, 0, ONE]),
    (0, 0.5, dict(MAG=1, mode=6), [0x3DFCFCFE, 0, 0, ONE]),
    (0, 0.5, dict(MAG=1, mode=6, BORDER_TYPE=2), [0x3F1F9FA0, 0, 0, ONE]),
    (-0.1, 0.5, dict(mode=6), [0, 0, 0, ONE]),
    (-7.1, 1.75, dict(MAG=1, mode=0), [0x3F027677, 0, 0, ONE]),
    (-0.05, 1.2, dict(MAG=1, mode=1), [0x3EDECECF, 0, 0, ONE]),
    (2.25, 1, dict(MAG=1, FORCE_UNNORM=1), [0x3E22A2A3, 0, 0, ONE]),
]


def examples():
    """The samples that image.md 18 works out, in the text's numbers."""
    thirds = [check.r32(check.Q(n, 3)) for n in range(1, 9)]
    # Three levels of 4, 2 and 1 texels, 256 bytes apart.
    tens = [f32(10 * level + x) if x < 4 >> level else 0 for level in range(3) for x in range(64)]
    contents = P_WORDS + [0] * 60 + thirds + [0] * 56 + [0, 0x807F01FE] + [0] * 62 + tens
    contents += [0] * (0x400 - len(contents))
    p = Images("directed_image_examples", "the samples and loads of image.md 18", {STORED: contents})
    for u, v, fields, wanted in EXAMPLES:
        expect(
            p, p.image("image_sample_lz", image_p(p), sampler(**fields), {"body": [same(f32(u)), same(f32(v))]}), wanted
        )
    cube = descriptor(STORED + 256, TYPE=check.D3, DATA_FORMAT=4, NUM_FORMAT=7, WIDTH=1, HEIGHT=1, DEPTH=1)
    body = [same(f32(v)) for v in (0.4, 0.55, 0.7)]
    expect(p, p.image("image_sample_lz", cube, sampler(MAG=1), {"body": body}, dmask=1), [0x40021555])
    three = descriptor(STORED + 768, DATA_FORMAT=4, NUM_FORMAT=7, WIDTH=3, MAX_MIP=2, LAST_LEVEL=2, PITCH=2)
    middle = {"body": [same(f32(0.5)), same(f32(0.5))], "last": same(f32(0.75))}
    for mip, wanted in ((2, 0x41040000), (1, 0x41280000)):
        s = sampler(MAG=1, MIN=1, MIP=mip)
        expect(p, p.image("image_sample_l", three, s, middle, dmask=1), [wanted])
    bgra = descriptor(STORED + 512, NUM_FORMAT=check.SINT, WIDTH=1, DST_SEL_X=6, DST_SEL_Z=4)
    for x, wanted in ((1, [0x7F, 1, 0xFFFFFFFE, 0xFFFFFF80]), (2, [0] * 4)):
        expect(p, p.image("image_load", bgra, None, {"body": [same(x), same(0)]}), wanted)
    # Stores: (fields, values, DMASK, the element).
    stored = (
        (dict(NUM_FORMAT=0, DST_SEL_X=6, DST_SEL_Z=4), (1.0, 0.5, 0.25, 0.0), 15, 0x00FF8040),
        (dict(NUM_FORMAT=0), (1.0, -2.0), 5, 0x000000FF),
        (dict(NUM_FORMAT=1, DATA_FORMAT=2), (-0.5,), 1, 0xC000),
    )
    for n, (fields, values, dmask, element) in enumerate(stored):
        for i, value in enumerate(values):
            p.hold(POOL + i, same(f32(value)))
        at = STORED + 0x800 + 256 * n
        p.image("image_store", descriptor(at, **fields), None, {"body": [same(0), same(0)]}, dmask=dmask)
        size = check.FORMATS[fields.get("DATA_FORMAT", 10)][0]
        assert int.from_bytes(p.memory.read(at, size), "little") == element
    return p


def expect(p, effect, wanted):
    """Compares the last result with the text's."""
    assert [p.held[RESULT + i][5] for i in range(len(wanted))] == wanted, effect.fetched[5]


def programs():
    return [clamps(), filters(), levels(), volumes(), examples()]
