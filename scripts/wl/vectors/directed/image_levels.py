# SPDX-License-Identifier: Apache-2.0
"""Images: atomics, elements without conversion, gather4, comparisons, offsets, levels from derivatives
(image.md 9 to 12)."""
from wl.reading import image
from wl.reading.bits import ALL, LANES, M32
from wl.reading.image import check
from wl.reading.words import NUMBER
from wl.vectors.directed.image_access import KINDS, PAGE, SELECTS, grid, same, selects
from wl.vectors.directed.image_rules import LINEAR, Descriptors, each_condition
from wl.vectors.directed.image_sampling import COORDINATES, INF, LEVELS, NAN, P_WORDS, SPECIAL, drawn, expect
from wl.vectors.directed.image_sampling import image_p, spread
from wl.vectors.directed.images import FAR, HOLES, RESULT, STORED, VGPRS, Images, descriptor, f32, sampler


OPCODES = [name for form, name in sorted(NUMBER, key=NUMBER.get) if form == "MIMG" and name != "image_gather4h"]
ATOMICS = [name for name in OPCODES if "_atomic_" in name]
PACKED = [name for name in OPCODES if "_pck" in name]
FIXED = [
    name for name in OPCODES if name.startswith(("image_sample", "image_gather4")) and {"l", "lz"} & {*name.split("_")}
]
FIXED = [name for name in FIXED if name not in ("image_sample_l", "image_sample_lz")]
STAGE_B = [*PACKED, *ATOMICS, *FIXED]
STAGE_C = [
    name for name in OPCODES if NUMBER["MIMG", name] >= 32 and name not in FIXED and name[:14] != "image_sample_l"
]


# ---- atomics --------------------------------------------------------------------------------------------------
def atomics():
    """Each with 4 and 8 bytes, with and without GLC; lanes on one address, lanes out of range."""
    p = Images(
        "directed_image_atomic", "image atomics of 4 and 8 bytes, GLC, TFE, lanes on one texel", {STORED: 2 * PAGE}
    )
    r = p.random
    edges = [0, 1, M32, 1 << 31, (1 << 31) - 1, 5]
    for n, name in enumerate(ATOMICS * 4):
        wide, crowded = n // 13 % 2, n // 26
        base = STORED + 0x200 * (n % 16)
        kind = (check.D2, check.D2A, check.D3, check.D1A)[n % 4]
        pair = ((4, 11)[wide], (4, 5, 7)[n % 3])
        t = descriptor(base, DATA_FORMAT=pair[0], NUM_FORMAT=pair[1], TYPE=kind, WIDTH=7, HEIGHT=1, DEPTH=3, PITCH=7)
        t |= selects(SELECTS[n % 7])
        axes = image.AXES[kind]
        texels = r.sample(range(LANES), LANES) if not crowded else [r.randrange(5) for _ in range(LANES)]
        body = [[v % 8 for v in texels], [v // 8 % 2 for v in texels], [v // 16 for v in texels]]
        body = {check.D2: body[:2], check.D1A: [body[0], body[2]]}.get(kind, body)
        body[axes - 1][7] = 9  # out of range
        compare = name.endswith("cmpswap")
        words = 1 + wide
        now = {}
        for lane in range(LANES):
            where = [body[axis][lane] for axis in range(len(body))]
            at = image.Opcode(name, dmask=3).place(t, lane_address(where))
            now[lane] = (
                [int.from_bytes(p.memory.read(at + 4 * i, 4), "little") for i in range(words)] if at else [0] * words
            )
        rows = [
            [r.choice((r.choice(edges), r.getrandbits(32), now[lane][i])) for lane in range(LANES)]
            for i in range(words)
        ]
        if compare:
            rows += [[now[lane][i] if lane % 3 else r.choice(edges) for lane in range(LANES)] for i in range(words)]
        how = {"glc": n % 3 > 0, "tfe": n % 5 == 2, "da": kind in image.LAYERED, "a16": n % 7 == 3}
        how = {key: int(value) for key, value in how.items()}
        how["raw"] = bool(how["tfe"])
        dmask = (1 << len(rows)) - 1
        distinct = len(set(texels)) == LANES and kind != check.D2 and kind != check.D1A
        p.image(name, t, None, {"body": body}, (ALL, HOLES)[n % 4 == 1], rows, dmask=dmask, counted=distinct, **how)
        if not how["glc"]:
            p.image("image_load_pck", t, None, {"body": body}, da=how["da"], a16=how["a16"], dmask=3)
    return p


def lane_address(body):
    found = image.Address()
    found.body = body
    return found


# ---- elements without conversion ------------------------------------------------------------------------------
# D-IMG-20.
def packed():
    """image_load_pck and image_store_pck, with and without a mip and a sign: dwords of the element by DMASK."""
    p = Images(
        "directed_image_packed",
        "image_load_pck, image_store_pck: elements as they are",
        {FAR: 2 * PAGE, STORED: 8 * PAGE},
    )
    p.pool()
    pairs = [(1, 0), (1, 5), (2, 7), (3, 2), (16, 0), (4, 7), (10, 9), (6, 7), (8, 1), (11, 4), (12, 3), (14, 5)]
    at = STORED
    for n, (data_format, number) in enumerate(pairs):
        for k, name in enumerate(PACKED):
            opcode = image.Opcode(name)
            store, levels = opcode.kind == "store", int("mip" in name)
            fields = dict(
                DATA_FORMAT=data_format, NUM_FORMAT=number, WIDTH=7, HEIGHT=7, **selects(SELECTS[(n + k) % 7])
            )
            size = check.FORMATS[data_format][0]
            t = descriptor(at if store else FAR, **fields)
            if levels and not store:
                t |= dict(MAX_MIP=1, LAST_LEVEL=1, PITCH=11)
            at += max(64 * size, 256) * store
            x, y = grid(p, 8, 8)
            last = [p.random.choice((0, 0, 1, 2)) if not store else 0 for _ in range(LANES)] if levels else ()
            x[3] = 8
            dmask = (15, 1, 2, 7, 12, 0, 9, 3)[(n + k) % 8]
            how = {"dmask": dmask, "a16": (n + k) % 3 == 0, "mask": (ALL, HOLES)[(n + k) % 5 == 0]}
            how["a16"] = int(how["a16"])
            how["tfe"] = int((n + k) % 4 == 1 and not store)
            p.image(name, t, None, {"body": [x, y], "last": last}, data=(n + 3 * k) % 20, **how)
    return p


# ---- address parts of any opcode ------------------------------------------------------------------------------
REFERENCES = [f32(v) for v in (0, 0.25, 0.5, 0.7529412, 1, 1.5, -0.5, 0.2)] + SPECIAL
OFFSETS = [0, 0x0000023F, 0x001F1F1F, 0x00202020, 0x003F3F3F, 0x00010101, 0xFFC0C0C0, 0x00013F02, 0x0A0A0A0A]
BIASES = [f32(v) for v in (0, 0.25, -0.5, 1, -3, 15.99, 100)] + [NAN, INF, INF | 1 << 31]
SLOPES = [f32(v) for v in (0, 0.01, 0.125, -0.25, 0.3, 0.5, 1, -2, 0.0625)] + [1, 0x80000001, 0x7F7FFFFF, 0x33800000]


def whole_address(p, opcode, t, free=False, gentle=True):
    """Parts for any opcode. free: coordinates in texels; gentle: most of them inside."""
    r, axes = p.random, image.AXES[t["TYPE"]]
    size = check.level_size(t, t["BASE_LEVEL"])
    parts = {"body": [spread(p, -0.4, (size[a] if free else 1) + 0.4) for a in range(axes)]}
    if not gentle:
        parts["body"] = [drawn(p, COORDINATES) for _ in range(axes)]
    if opcode.da and t["TYPE"] in image.LAYERED:
        parts["body"].append([f32(r.choice((0, 1, 1.5, 2, 2.5, 9))) for _ in range(LANES)])
    if opcode.offset:
        parts["offset"] = drawn(p, OFFSETS)
    if opcode.bias:
        parts["bias"] = drawn(p, BIASES)
    if opcode.compares:
        parts["reference"] = drawn(p, REFERENCES)
    if opcode.derivatives:
        steep = SLOPES + ([NAN, INF, INF | 1 << 31] if not gentle else [])
        parts["gradients"] = [[drawn(p, steep) for _ in range(axes)] for _ in "hv"]
    if opcode.last:
        parts["last"] = drawn(p, LEVELS)
    if opcode.a16:
        for key in ("body", "gradients", "last", "bias"):
            if key in parts:
                parts[key] = halves(parts[key])
    return parts


def halves(part):
    return [halves(one) for one in part] if isinstance(part[0], list) else [check.half(v) for v in part]


def pyramid(n, **fields):
    """T# with levels in turn: types, formats, selects."""
    kind = (check.D2, check.D2A, check.D3, check.D2, check.D1, check.D1A)[n % 6]
    given = dict(
        TYPE=kind,
        DATA_FORMAT=(10, 1, 10, 4, 5)[n % 5],
        NUM_FORMAT=(check.UNORM, check.UNORM, check.SNORM, check.FLOAT, check.UNORM)[n % 5],
        WIDTH=8,
        HEIGHT=4,
        DEPTH=2,
        BASE_ARRAY=n // 3 % 2,
        MAX_MIP=3,
        BASE_LEVEL=n // 4 % 2,
        LAST_LEVEL=3 - n // 5 % 2,
        PITCH=9,
        BC_SWIZZLE=n % 8,
        MIN_LOD=(0, 0, 0x120)[n % 3],
        **selects(SELECTS[n % 7]),
    )
    return descriptor(**given | fields)


def filtering(n, **fields):
    """S# in turn."""
    given = dict(
        MAG=n % 2,
        MIN=n // 2 % 2,
        Z=n // 3 % 3,
        MIP=(2, 0, 1, 2)[n % 4],
        CLAMP_X=n % 8,
        CLAMP_Y=n // 2 % 8,
        CLAMP_Z=n // 3 % 8,
        COMPARE=n % 8,
        BORDER_TYPE=n % 3,
        MIN_LOD=(0, 0x40, 0)[n % 3],
        MAX_LOD=(0xFFF, 0x2C0)[n // 3 % 2],
        LOD_BIAS=(0, 0x60, 0x3F80, 0)[n // 2 % 4],
    )
    return sampler(**given | fields)


# D-IMG-27, D-IMG-30.
def fixed_levels():
    """*_c, *_o and gather4 with a level that is given: every opcode with types and samplers in turn."""
    about = "samples and gathers with comparison and offset: functions, references, offsets, levels, borders"
    p = Images("directed_image_fixed", about, {FAR: 2 * PAGE})
    for n, name in enumerate(FIXED * 5):
        gathers = "gather4" in name
        fields = dict(
            a16=int(n % 5 == 4), da=n // 2 % 2, d16=int(n % 7 == 3), unorm=int(n % 9 == 5), tfe=int(n % 6 == 1)
        )
        fields["dmask"] = 1 << n // 3 % 4 if gathers else (15, 1, 6)[n % 3]
        opcode = image.Opcode(name, **fields)
        whole = (
            dict(TYPE=(check.D2, check.D2A)[n // 7 % 2], **({} if n % 2 else selects(SELECTS[0]))) if gathers else {}
        )
        t = pyramid(n, **whole)
        if gathers and not opcode.compares and n % 4 == 2:
            t |= dict(DATA_FORMAT=10, NUM_FORMAT=check.SINT)
        s = filtering(n // 2 + n, COMPARE=n // len(FIXED) + n % 8 & 7, TRUNC_COORD=n // 3 % 2)
        parts = whole_address(p, opcode, t, fields["unorm"], n % 4 > 0)
        fields["raw"] = gathers and fields["d16"] and fields["tfe"]  # llvm-mc does not take it
        p.image(name, t, s, parts, (ALL, HOLES)[n % 11 == 0], **fields)
    # Each function with each kind of reference, on texels that are equal, greater and less.
    for function in range(8):
        t = descriptor(DATA_FORMAT=(4, 1)[function % 2], NUM_FORMAT=(7, 0)[function % 2], WIDTH=7, HEIGHT=7)
        x, y = grid(p, 8, 8)
        equal = [check.load(t, reading(p), a, b)[0][0] for a, b in zip(x, y)]
        reference = [(equal[lane], REFERENCES[lane % 28])[lane % 2] for lane in range(LANES)]
        body = [[f32(v + 0.5) for v in row] for row in (x, y)]
        s = LINEAR | dict(COMPARE=function)
        p.image("image_sample_c_lz", t, s, {"reference": reference, "body": body}, dmask=1)
    return p


def reading(p):
    return lambda at: p.memory.read(at, 1)[0]


# D-IMG-31, D-IMG-32, D-IMG-33.
def computed_levels():
    """Every opcode whose level comes from derivatives, and image_get_lod."""
    about = "levels from derivatives, given and of the quad; bias, clamp, offset, comparison; image_get_lod"
    p = Images("directed_image_derivative", about, {FAR: 2 * PAGE})
    for n, name in enumerate(STAGE_C * 2 + ["image_get_lod"] * 12):
        gathers = "gather4" in name
        fields = dict(a16=int(n % 5 == 4), da=n // 2 % 2, unorm=int(n % 9 == 5), tfe=int(n % 6 == 1))
        fields["d16"] = int(n % 7 == 3 and not name.endswith("get_lod"))
        fields["dmask"] = 1 << n // 3 % 4 if gathers else (3, 15, 1, 6)[n % 4]
        opcode = image.Opcode(name, **fields)
        t = pyramid(n, **(dict(TYPE=(check.D2, check.D2A)[n // 7 % 2]) if gathers else {}))
        s = filtering(n + n // 2, MIP=(2, 2, 1, 0)[n % 4], COMPARE=n % 8)
        mask = (ALL, HOLES, ALL)[n % 3]
        fields["raw"] = gathers and fields["d16"] and fields["tfe"]  # llvm-mc does not take it
        p.image(name, t, s, whole_address(p, opcode, t, fields["unorm"], n % 3 > 0), mask, **fields)
    # rho near the thresholds of the logarithm, on an axis of size 1.
    for n in range(4):
        slopes = [threshold(p.random.randrange(256), p.random.randrange(-8, 9), lane % 3 - 1) for lane in range(LANES)]
        t = descriptor(
            TYPE=check.D1, DATA_FORMAT=1, NUM_FORMAT=check.UNORM, WIDTH=15 * (n % 2), MAX_MIP=15, LAST_LEVEL=15
        )
        s = sampler(MAX_LOD=0xFFF, FORCE_UNNORM=n // 2)
        if n < 2:
            starts = [v if lane % 4 == 1 else 0 for lane, v in enumerate(slopes)]
            p.image("image_get_lod", t, s, {"body": [starts]})
        else:
            t |= dict(MAX_MIP=3, LAST_LEVEL=3, WIDTH=7)
            gradients = [[slopes], [same(0)]]
            p.image("image_sample_d", t, s | dict(MIP=2), {"gradients": gradients, "body": [spread(p, 0, 8)]}, dmask=1)
    return p


def threshold(k, exponent, step):
    """f32 bits at 2^(exponent + k/256), or beside it."""
    return check.r32(check.Q(check.LOG[k] if k else 1 << 23, 1 << 23) * check.Q(2) ** exponent) + step


# D-IMG-31.
def thresholds():
    """Each threshold of the logarithm, and the f32 below it. Level 0 holds 0 and level 1 holds 256: a sample between
    them is the part of the level in 1/256."""
    texels = [f32(256 * level) for level in (0, 1) for _ in range(LANES)]
    about = "levels of image_sample_d at each threshold of the logarithm, and of the f32 below it"
    p = Images("directed_image_threshold", about, {STORED: texels + [0] * (0x400 - len(texels))})
    t = descriptor(
        STORED, TYPE=check.D1, DATA_FORMAT=4, NUM_FORMAT=check.FLOAT, WIDTH=3, MAX_MIP=1, LAST_LEVEL=1, PITCH=1
    )
    s = sampler(MIP=2, MAX_LOD=0xFFF, FORCE_UNNORM=1)
    for first in range(0, 256, LANES // 2):
        steps = [(first + lane // 2, lane % 2) for lane in range(LANES)]
        slopes = [threshold(k, 0, -below) for k, below in steps]
        gradients = [[slopes], [same(0)]] if first % 64 else [[same(0)], [slopes]]
        p.image("image_sample_d", t, s, {"gradients": gradients, "body": [same(f32(1))]}, dmask=1)
        assert p.held[RESULT] == [f32(max(k - below, 0)) for k, below in steps]
    return p


# D-IMG-13.
def descriptors():
    """What descriptors that are unbound, ignored or refused do with the other opcodes."""
    about = "descriptors of images that are unbound, ignored or refused: atomics, gathers, comparisons, other levels"
    p = Descriptors("directed_image_descriptor_more", about)
    p.pool()
    each_condition(p, [*STAGE_B[:19], *STAGE_B[19::3]])
    turn = 0
    # Formats that an atomic, a gather or a comparison does not take.
    for name in ("image_atomic_add", "image_atomic_cmpswap", "image_atomic_swap"):
        for dmask in (1, 3, 15):
            if image.Opcode(name, dmask=dmask).data_registers not in ((2, 4) if name.endswith("cmpswap") else (1, 2)):
                continue
            for pair in ((4, 7), (11, 4), (10, 4), (14, 5), (12, 7), (5, 4), (2, 4)):
                turn += 1
                t = descriptor(DATA_FORMAT=pair[0], NUM_FORMAT=pair[1], WIDTH=7, HEIGHT=7)
                p.one(turn, name, t, dmask=dmask, tfe=turn % 2, mask=HOLES, counted=False)
    for kind in KINDS:
        turn += 1
        p.one(turn, "image_gather4_lz", descriptor(TYPE=kind, NUM_FORMAT=check.UNORM, WIDTH=7, HEIGHT=7))
    for name in ("image_sample_c_lz", "image_gather4_c_l"):
        for number in range(6):
            turn += 1
            p.one(turn, name, descriptor(NUM_FORMAT=number, WIDTH=7, HEIGHT=7))
    return p


def more_descriptors():
    about = "descriptors of images that are unbound, ignored or refused: derivatives, implicit levels, image_get_lod"
    p = Descriptors("directed_image_descriptor_levels", about)
    p.pool()
    each_condition(p, [*STAGE_C[::4], "image_get_lod"])
    return p


# ---- examples and pages that are not mapped -------------------------------------------------------------------
def examples():
    """image.md 18 and 11.4, in the text's numbers; texels in pages that are not mapped."""
    contents = P_WORDS + [0] * (0x400 - 4)
    about = "gathers, comparisons and offsets of image.md 18, the level of 11.4; pages that are not mapped"
    p = Descriptors("directed_image_examples_more", about, {STORED: contents})
    half, near = [same(f32(0.5)), same(f32(0.5))], sampler()
    effect = p.image("image_sample_lz_o", image_p(p), near, {"offset": same(0x23F), "body": half}, dmask=1)
    expect(p, effect, [0x3F058586])
    parts = {"reference": same(f32(0.25)), "body": [same(f32(0.35)), same(f32(0.4))]}
    expect(p, p.image("image_sample_c_lz", image_p(p), sampler(MAG=1, COMPARE=1), parts, dmask=1), [0x3DD00000])
    for body, wanted in (
        (half, [0x3EBABABB, 0x3ECECECF, 0x3E7CFCFD, 0x3E54D4D5]),
        ([same(0), same(0)], [0x3C40C0C1] * 4),
    ):
        expect(p, p.image("image_gather4_lz", image_p(p), near, {"body": body}, dmask=1), wanted)
    p.check_violation()
    # Rows of 256 bytes: the last of the page, and those behind it.
    x, y = [lane % 16 for lane in range(LANES)], [14 + lane // 16 for lane in range(LANES)]
    center = [[f32(v + 0.5) for v in x], [f32(v + 0.5) for v in y]]
    for n, name in enumerate(
        (
            "image_atomic_add",
            "image_atomic_cmpswap",
            "image_load_pck",
            "image_store_pck",
            "image_gather4_lz",
            "image_sample_c_lz_o",
        )
    ):
        opcode = image.Opcode(name)
        fields = dict(DATA_FORMAT=4, NUM_FORMAT=7, WIDTH=15, HEIGHT=39, PITCH=63)
        parts = {"body": center if opcode.sampler else [x, y]}
        if opcode.compares:
            parts |= {"offset": same(0), "reference": same(f32(0.5))}
        more = dict(data=[[lane * 7 for lane in range(LANES)]] * 2, glc=1) if opcode.atomic else {}
        dmask = 3 if name.endswith("cmpswap") else 1
        p.image(name, descriptor(STORED, **fields), LINEAR, parts, dmask=dmask, **more)
        p.check_violation()
        assert p.violated, n
        p.clear_violation()
    return p


# D-IMG-31, D-IMG-33.
def level_example():
    """image.md 11.4; and image_sample_c_d_cl_o past the allocation (D-IMG-8)."""
    p = Images(
        "directed_image_level_example", "the level that image.md 11.4 works out, and its clamps", {FAR: 5 * PAGE}
    )
    gradients = [[same(f32(1 / 32)), same(0)], [same(0), same(f32(-3 / 64))]]
    t = descriptor(NUM_FORMAT=0, WIDTH=63, HEIGHT=31, MAX_MIP=5, LAST_LEVEL=5, PITCH=62)
    s = sampler(LOD_BIAS=0x40, MIP=2, MAG=0, MIN=1)
    body = [same(f32(v)) for v in (0.3, 0.6)]
    effect = p.image("image_sample_d", t, s, {"gradients": gradients, "body": body})
    assert {number // 8 for number in effect.fetched[0]} == {0, 1}
    # The quad has the derivatives: 1/32 of x along a row, -3/64 of y along a column.
    quad = [[f32(lane % 2 / 32) for lane in range(LANES)], [f32(-3 / 64 * (lane // 2 % 2)) for lane in range(LANES)]]
    for number, (fields, more, wanted) in enumerate(
        (
            ({}, {}, (320, 320)),
            ({}, dict(MAX_LOD=0x100), (256, 320)),
            (dict(MIN_LOD=0x180), {}, (384, 320)),
            ({}, dict(LOD_BIAS=0x2000), (0, -4096)),
        )
    ):
        p.image("image_get_lod", t | fields, s | more, {"body": quad}, dmask=(3, 15)[number % 2])
        assert [p.held[RESULT + i][9] for i in (0, 1)] == [f32(v / 256) for v in wanted]
    volume = descriptor(TYPE=check.D3, NUM_FORMAT=0, WIDTH=7, HEIGHT=3, DEPTH=3, PITCH=7)
    rows = [same(0x00000101), same(f32(0.5)), same(f32(0.1)), same(0), same(0), same(f32(0.2))]
    p.image("image_sample_c_d_cl_o", volume, s, rows, vaddr=VGPRS - 6, raw=True)
    return p


def programs():
    made = [atomics(), packed(), fixed_levels(), descriptors(), examples()]
    return made + [computed_levels(), thresholds(), level_example(), more_descriptors()]
