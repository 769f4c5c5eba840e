# SPDX-License-Identifier: Apache-2.0
"""Images without a sampler: formats, addresses, range, descriptors, registers of loads, stores and resinfo
(image.md 2 to 4, 6 to 9, 13)."""

from wl.reading import image
from wl.reading.bits import ALL, LANES, M32
from wl.reading.image import PAIRS, check
from wl.vectors.directed.images import FAR, HOLES, STORED, Images, descriptor


PAGE = 0x1000
SELECTS = [(4, 5, 6, 7), (6, 5, 4, 7), (4, 0, 0, 1), (7, 4, 5, 6), (1, 1, 0, 4), (5, 2, 3, 1), (4, 4, 4, 4)]
KINDS = [check.D1, check.D2, check.D3, check.D1A, check.D2A, check.CUBE]


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
    for n, kind in enumerate(KINDS * 4):
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


# ---- range ----------------------------------------------------------------------------------------------------
# D-IMG-11, D-IMG-19.
def ranges():
    """Each edge of each axis, slice and level; a load outside has 0 before DST_SEL, a store outside is dropped."""
    p = Images(
        "directed_image_range", "images: each edge of x, y, z, slice and level", {FAR: 4 * PAGE, STORED: 4 * PAGE}
    )
    p.pool()
    r = p.random
    for n, kind in enumerate(KINDS * 4):
        levels, base_level = n % 3, n % 3 // 2
        t = descriptor(
            TYPE=kind,
            DATA_FORMAT=(10, 4, 2)[n % 3],
            WIDTH=4,
            HEIGHT=2,
            DEPTH=3,
            BASE_ARRAY=(1, 1, 3, 5)[n // 6],
            MAX_MIP=levels,
            BASE_LEVEL=base_level,
            LAST_LEVEL=levels - (n == 8),
            PITCH=6,
            **selects(SELECTS[n % 7]),
        )
        last, axes, a16 = t["LAST_LEVEL"] - base_level, image.AXES[kind], n // 6 % 2
        m = [r.choice((0, 0, last)) for _ in range(LANES)]
        sizes = [list(check.level_size(t, base_level + i)[:axes]) for i in m]
        if kind in image.LAYERED:
            sizes = [[*size, check.last_slice(t) + 1] for size in sizes]
        body = [[r.randrange(size[axis]) for size in sizes] for axis in range(len(sizes[0]))]
        for lane in range(8, LANES):  # one of the coordinates, or the level, is at an edge
            axis = r.randrange(len(body) + 1)
            size = last + 1 if axis == len(body) else sizes[lane][axis]
            edge = r.choice((0, size - 1, size, size, size + 1, 2 * size, 0xFFFF, 0x8000 + size, 0x7FFF))
            if not a16:
                edge = r.choice((edge, M32, 1 << 31, (1 << 31) - 1, 0x10000, 0x10000 + size - 1))
            (m if axis == len(body) else body[axis])[lane] = edge
        how = {"da": int(kind in image.LAYERED), "a16": a16, "mask": (ALL, HOLES)[n % 4 == 1]}
        p.image("image_load_mip", t, parts={"body": body, "last": m}, **how)
        p.image("image_load", t, parts={"body": body}, dmask=9, **how)
        # A store goes to the other arena.
        t["BASE_LO"] += STORED - FAR >> 8
        name = ("image_store", "image_store_mip")[n % 2]
        p.image(name, t, parts={"body": body, "last": m if n % 2 else ()}, data=16 + n % 4, **how)
    assert not p.violated
    return p


# D-IMG-22.
def sizes_of():
    """image_get_resinfo: sizes of each type, levels that there are and that there are not."""
    p = Images("directed_image_resinfo", "image_get_resinfo: sizes of each type and level, DMASK, A16, TFE")
    r = p.random
    for n, kind in enumerate(KINDS * 5):
        base_level, last = n % 4, n % 4 + n // 4 % 4
        t = descriptor(
            TYPE=kind,
            WIDTH=r.choice((16383, 0, 99, 1000)),
            HEIGHT=r.choice((16383, 0, 49, 700)),
            DEPTH=r.choice((8191, 0, 5, 63)),
            BASE_ARRAY=r.choice((0, 5, 3, 70)),
            MAX_MIP=min(last + n % 2, 15),
            BASE_LEVEL=base_level,
            LAST_LEVEL=last,
            DATA_FORMAT=n % 12 + 1,
            NUM_FORMAT=4 if n % 12 not in (5, 6) else 7,
            **selects(SELECTS[n % 7]),
        )
        mips = [r.choice((0, 1, last - base_level, last - base_level + 1, 15, 16, 0xFFFF)) for _ in range(LANES)]
        mips[::5] = [r.choice((M32, 1 << 31, 0x10000)) for _ in mips[::5]]
        dmask = 15 if n % 3 else r.randrange(16)
        how = {"dmask": dmask, "a16": n % 5 == 3, "tfe": int(n % 4 == 2), "unorm": n % 2, "da": n // 2 % 2}
        how["a16"] = int(how["a16"])
        p.image("image_get_resinfo", t, parts={"last": mips}, mask=(ALL, HOLES)[n % 7 == 1], **how)
    return p


def programs():
    return [loads(), stores(), addresses(), ranges(), sizes_of()]
