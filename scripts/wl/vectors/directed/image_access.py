# SPDX-License-Identifier: Apache-2.0
"""Images without a sampler: formats, addresses, range, descriptors, registers of loads, stores and resinfo
(image.md 2 to 4, 6 to 9, 13)."""

from wl.reading import image
from wl.reading.bits import ALL, LANES, M32
from wl.reading.image import PAIRS, check
from wl.vectors.directed.images import FAR, HOLES, STORED, Images, descriptor


PAGE = 0x1000
SELECTS = [(4, 5, 6, 7), (6, 5, 4, 7), (4, 0, 0, 1), (7, 4, 5, 6), (1, 1, 0, 4), (5, 2, 3, 1), (4, 4, 4, 4)]
TAKES_LAST = [check.D1, check.D2, check.D3, check.D1A, check.D2A, check.CUBE]


def selects(codes):
    return {"DST_SEL_" + letter: code for letter, code in zip("XYZW", codes)}


def same(value):
    return [value] * LANES


def grid(p, width, height):
    """Rows of x and y: each texel of 64 once, in any order."""
    order = p.random.sample(range(LANES), LANES)
    return [n % width for n in order], [n // width % height for n in order]


def pool_row(pair, half, n):
    if pair[1] in image.INTEGERS:
        return 16 + n % 4
    return 8 + n % 4 if half else n % 4


# ---- formats --------------------------------------------------------------------------------------------------
# D-IMG-15, D-IMG-16, D-IMG-34.
def loads():
    """Every pair, whole and with D16; every value of SRGB."""
    table = [v | (v + 64 & 255) << 8 | (v + 128 & 255) << 16 | (v + 192 & 255) << 24 for v in range(LANES)]
    halves = [32759 | 65455 << 16, 65519 | 32758 << 16, 32767 | 32768 << 16] * 21 + [0]
    p = Images(
        "directed_image_load", "image_load of every format, with and without D16", {FAR: PAGE, STORED: table + halves}
    )
    r = p.random
    for n, pair in enumerate(PAIRS):
        size = check.FORMATS[pair[0]][0]
        for half in (0, 1):
            base = FAR + 256 * r.randrange((PAGE - 64 * size) // 256 + 1)
            codes = SELECTS[(n + half) % 7] if n % 2 == half else SELECTS[0]
            t = descriptor(base, DATA_FORMAT=pair[0], NUM_FORMAT=pair[1], WIDTH=7, HEIGHT=7, **selects(codes))
            x, y = grid(p, 8, 8)
            x[5], y[40] = 8, 8  # out of range
            how = {
                "dmask": 15 if n % 3 else r.randrange(1, 16),
                "d16": half,
                "unorm": n % 2,
                "mask": (ALL, HOLES)[n % 5 == 0],
            }
            p.image("image_load", t, parts={"body": [x, y]}, **how)
    x, y = grid(p, 8, 8)
    for pair, base, half in (
        ((10, 9), STORED, 0),
        ((10, 9), STORED, 1),
        ((5, 0), STORED + 256, 1),
        ((5, 1), STORED + 256, 1),
    ):
        t = descriptor(base, DATA_FORMAT=pair[0], NUM_FORMAT=pair[1], WIDTH=7, HEIGHT=7)
        p.image("image_load", t, parts={"body": [x, y]}, d16=half)
    return p


# D-IMG-15.
def stores():
    """Every pair; those that are read-only store nothing. DMASK's holes are 0 in the element, DST_SEL is undone."""
    pairs = [pair for pair in PAIRS if pair[1] not in (check.USCALED, check.SSCALED, check.SRGB)]
    dropped = [pair for pair in PAIRS if pair not in pairs]
    sizes = {pair: max(64 * check.FORMATS[pair[0]][0], 256) for pair in pairs}
    total = 3 * sum(sizes.values()) + PAGE
    p = Images(
        "directed_image_store",
        "image_store of every format, with and without D16",
        {STORED: total // PAGE * PAGE + PAGE},
    )
    p.pool()
    at, r = STORED, p.random
    for n, pair in enumerate(pairs):
        for half in (0, 0, 1):
            codes = SELECTS[n % 7] if n % 2 == half else SELECTS[0]
            t = descriptor(at, DATA_FORMAT=pair[0], NUM_FORMAT=pair[1], WIDTH=7, HEIGHT=7, **selects(codes))
            x, y = grid(p, 8, 8)
            x[9], y[50] = 8, M32
            p.image(
                "image_store",
                t,
                parts={"body": [x, y]},
                data=pool_row(pair, half, r.randrange(8)),
                dmask=15 if r.randrange(3) else r.randrange(1, 16),
                d16=half,
                mask=(ALL, HOLES)[n % 5 == 0],
            )
            at += sizes[pair]
    for n, pair in enumerate(dropped):
        x, y = grid(p, 8, 8)
        t = descriptor(at, DATA_FORMAT=pair[0], NUM_FORMAT=pair[1], WIDTH=7, HEIGHT=7)
        p.image("image_store", t, parts={"body": [x, y]}, data=n % 16, d16=n % 2)
    return p


# ---- addresses ------------------------------------------------------------------------------------------------
EXAMPLES = [  # of image.md 8.2: fields, texel as registers, its address
    (dict(WIDTH=99, HEIGHT=49, PITCH=127, NUM_FORMAT=0), 0x100000, [7, 3], 0x10061C),
    (
        dict(TYPE=check.D2A, DATA_FORMAT=4, NUM_FORMAT=7, WIDTH=9, HEIGHT=4, PITCH=63, BASE_ARRAY=2, DEPTH=5),
        0x200000,
        [3, 4, 1],
        0x20130C,
    ),
    (dict(TYPE=check.D1A, DATA_FORMAT=1, NUM_FORMAT=0, WIDTH=299, PITCH=511, DEPTH=3), 0x300000, [255, 3], 0x3006FF),
    (
        dict(TYPE=check.D3, DATA_FORMAT=12, NUM_FORMAT=7, WIDTH=19, HEIGHT=9, DEPTH=7, PITCH=31),
        0x400000,
        [19, 9, 7],
        0x404F98,
    ),
    (dict(WIDTH=99, HEIGHT=49, MAX_MIP=6, LAST_LEVEL=6, PITCH=101), 0x500000, [24, 11, 2], 0x50AC60),
]


# D-IMG-9, D-IMG-10, D-IMG-17.
def addresses():
    """Order of the address registers, levels, slices, pitch; A16; the address of the far end of the largest image."""
    far = 0x4000_0000_0000
    largest = dict(TYPE=check.D3, DATA_FORMAT=14, WIDTH=16383, HEIGHT=16383, DEPTH=8191, PITCH=65535)
    end = check.linear(descriptor(far, **largest), 0, 16320, 16383, 8191)
    pages = {at & ~(PAGE - 1): PAGE for _, _, _, at in EXAMPLES}
    wraps = {0xFFFFFFFFF000: PAGE, PAGE: PAGE}
    about = "addresses of images: the examples of image.md 8.2, types, levels, slices, A16, wraps"
    p = Images("directed_image_address", about, {FAR: 4 * PAGE, STORED: PAGE, end & ~(PAGE - 1): PAGE} | pages | wraps)
    p.pool()
    for fields, base, where, at in EXAMPLES:
        t, lanes = descriptor(base, **fields), [same(v) for v in where]
        mip = t["MAX_MIP"] > 0
        parts = {"body": lanes[: len(lanes) - mip], "last": lanes[-1] if mip else ()}
        effect = p.image("image_load" + "_mip" * mip, t, parts=parts, da=t["TYPE"] in image.LAYERED, mask=1)
        assert effect.fetched[0] == {0: at}
    r = p.random
    for n, kind in enumerate(TAKES_LAST * 4):
        da, a16 = n // 6 % 2, n // 12
        axes = image.AXES[kind]
        levels = n % 4
        # Bytes * pitch, rows and slices fit into four pages.
        data = (2, 10, 1, 4, 3)[n % 5]
        t = descriptor(
            FAR,
            DATA_FORMAT=data,
            TYPE=kind,
            WIDTH=r.randrange(4, 12),
            HEIGHT=r.randrange(2, 6),
            DEPTH=r.randrange(1, 3) if kind == check.D3 else 2,
            BASE_ARRAY=1 + n % 2,
            MAX_MIP=levels,
            BASE_LEVEL=levels // 3,
            LAST_LEVEL=levels,
            PITCH=r.randrange(12, 14),
        )
        m = [r.randrange(levels - levels // 3 + 1) for _ in range(LANES)]
        sizes = [check.level_size(t, t["BASE_LEVEL"] + i) for i in m]
        body = [[r.randrange(size[axis]) for size in sizes] for axis in range(axes)]
        if da and kind in image.LAYERED:
            body.append([r.randrange(check.last_slice(t) + 1) for _ in range(LANES)])
        how = {"da": da, "a16": a16, "mask": (ALL, HOLES)[n % 3 == 1]}
        p.image("image_load_mip", t, parts={"body": body, "last": m}, **how)
        p.image("image_load", t, parts={"body": body}, **how)
        name = ("image_store", "image_store_mip")[n % 2]
        p.image(name, t, parts={"body": body, "last": m if n % 2 else ()}, data=16 + n % 4, **how)
    # The far end of the largest image, and 48 bits.
    body = [[16320 + lane for lane in range(LANES)], same(16383), same(8191)]
    p.image("image_load", descriptor(far, **largest), parts={"body": body})
    p.image("image_store", descriptor(far, **largest), parts={"body": body}, data=3, mask=HOLES)
    t = descriptor(0xFFFFFFFFF000, DATA_FORMAT=4, WIDTH=63, HEIGHT=3, PITCH=0x7FF)
    body = [list(range(LANES)), [lane % 2 for lane in range(LANES)]]
    p.image("image_load", t, parts={"body": body})
    p.image("image_store", t, parts={"body": body}, data=2)
    # Fields that are ignored: BASE_ARRAY of an image without slices, ARRAY_PITCH, metadata and the rest.
    for n, kind in enumerate((check.D1, check.D2, check.D3)):
        t = check.pack(check.T_FIELDS, 8, descriptor(FAR, TYPE=kind, WIDTH=7, HEIGHT=7, DEPTH=3, BASE_ARRAY=5))
        noise = (0, 3 << 30, 1 << 31 | 7 << 28, 0, 7 << 29, 0x7FFF << 13, 0xFFDFFFFF, M32)
        body = [[r.randrange(8) for _ in range(LANES)] for _ in range(n + 1)]
        words = [word | bits for word, bits in zip(t, noise)]
        p.image("image_load", words, parts={"body": body}, da=n % 2, dmask=5)
    return p


def programs():
    return [loads(), stores(), addresses()]
