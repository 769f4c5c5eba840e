# SPDX-License-Identifier: Apache-2.0
"""Rules of all image instructions: data registers, descriptors, pages that are not mapped, order, transactions
(image.md 2, 5, 6, 13, 14)."""
import itertools

from wl.reading import image
from wl.reading.bits import ALL, LANES, M32
from wl.reading.image import PAIRS, check
from wl.vectors.directed.image_access import PAGE, grid, same, selects
from wl.vectors.directed.images import ADDRESS, FAR, HOLES, POOL, RESULT, RSRC, STORED, VGPRS
from wl.vectors.directed.images import Images, descriptor, f32, sampler


LINEAR = sampler(MAG=1, MIN=1, FORCE_UNNORM=1)
LOADING = ("image_load", "image_load_mip", "image_sample_lz", "image_sample_l", "image_get_resinfo")
STAGE_A = (*LOADING, "image_store", "image_store_mip")


def parts_of(p, name, t, a16=0):
    """Parts of an address inside of the image of 2D, of an opcode without derivatives."""
    opcode, r = image.Opcode(name, a16=a16), p.random
    width, height, _ = check.level_size(t, t["BASE_LEVEL"])
    convert = (check.half if a16 else int) if opcode.sampler else None
    body = [[r.randrange(n) for _ in range(LANES)] for n in (width, height)]
    if convert:
        body = [[convert(f32(v + r.choice((0.5, 0.75)))) for v in row] for row in body]
    parts = {"body": [] if opcode.kind == "resinfo" else body}
    if opcode.last:
        parts["last"] = same(0)
    if opcode.offset:
        parts["offset"] = [r.choice((0, 1, 0x3F, 0x3E00, 0x0203)) for _ in range(LANES)]
    if opcode.compares:
        parts["reference"] = [f32(r.choice((0.0, 0.3, 0.5, 0.9))) for _ in range(LANES)]
    if opcode.bias:
        parts["bias"] = same(0)
    if opcode.derivatives:
        parts["gradients"] = [[same(0), same(0)], [same(0), same(0)]]
    return parts


# ---- data registers -------------------------------------------------------------------------------------------
# D-IMG-3, D-IMG-7, D-IMG-29.
def data():
    """DMASK with and without D16 and TFE, of each opcode; fields that are ignored."""
    about = "data registers of images: DMASK, D16, TFE; fields of the words that are ignored"
    p = Images("directed_image_data", about, {FAR: PAGE, STORED: 12 * PAGE})
    p.pool()
    at = STORED
    for number, (name, dmask, d16) in enumerate(itertools.product(STAGE_A, range(16), (0, 1))):
        opcode = image.Opcode(name)
        if d16 and opcode.kind == "resinfo" or number % 3 and name in ("image_load_mip", "image_store_mip"):
            continue
        store = opcode.kind == "store"
        pair = ((10, 0), (12, 7), (9, 0), (12, 4), (10, 5))[number % 5]
        t = descriptor(at if store else FAR, DATA_FORMAT=pair[0], NUM_FORMAT=pair[1], WIDTH=7, HEIGHT=7)
        at += 512 * store
        tfe = number // 2 % 2 if d16 else number % 2
        how = {"tfe": tfe, "mask": (ALL, HOLES)[number % 4 == 0]}
        parts = {"body": list(grid(p, 8, 8)), "last": same(0)} if store else parts_of(p, name, t)
        parts = parts if opcode.last else {"body": parts["body"]}
        p.image(name, t, LINEAR, parts, dmask=dmask, d16=d16, data=number % 20, raw=store and bool(tfe), **how)
    for n, name in enumerate(STAGE_A):
        store = "_store" in name
        t = descriptor(STORED if store else FAR, WIDTH=7, HEIGHT=7)
        parts = {"body": list(grid(p, 8, 8)), "last": same(0)} if store else parts_of(p, name, t)
        parts = parts if image.Opcode(name).last else {"body": parts["body"]}
        ignored = 1 << 25 | 1 << 13 | (0 if image.Opcode(name).sampler else 1 << 12)
        for noise in ((0xFE | ignored, 31 << 26), (1 << 1 + n | ignored, 1 << 26 + n % 5)):
            p.image(name, t, LINEAR, parts, noise=noise, data=n)
    return p


# ---- descriptors ----------------------------------------------------------------------------------------------
UNBOUND = [
    dict(DATA_FORMAT=0),
    dict(DATA_FORMAT=0, TYPE=14),
    dict(DATA_FORMAT=0, SW_MODE=5),
    dict(DATA_FORMAT=0, TYPE=11),
]
UNBOUND += [dict(DATA_FORMAT=0, LAST_LEVEL=3, COMPRESSION_EN=1)]
IGNORED = [dict(TYPE=kind) for kind in range(8)] + [
    dict(TYPE=0, DATA_FORMAT=0),
    dict(TYPE=7, DATA_FORMAT=13, SW_MODE=1),
]
REFUSED = [dict(TYPE=14), dict(TYPE=15), *(dict(SW_MODE=mode) for mode in (1, 5, 9, 2, 16, 31)), dict(COMPRESSION_EN=1)]
REFUSED += [
    dict(BASE_LEVEL=1),
    dict(LAST_LEVEL=1),
    dict(BASE_LEVEL=2, LAST_LEVEL=1, MAX_MIP=3),
    dict(LAST_LEVEL=5, MAX_MIP=4),
]
REFUSED += [dict(DATA_FORMAT=13), dict(DATA_FORMAT=4, NUM_FORMAT=0), dict(NUM_FORMAT=8)]
REFUSED_SAMPLER = [dict(MC_COORD_TRUNC=1), dict(FORCE_DEGAMMA=1), dict(SKIP_DEGAMMA=1), dict(BORDER_TYPE=3)]
REFUSED_SAMPLER += [dict(FILTER_MODE=mode) for mode in (1, 2, 3)]
NO_PAIRS = [(data, number) for data in (1, 2, 4, 6, 8, 10, 11, 16, 19) for number in range(16)]
NO_PAIRS = [pair for pair in NO_PAIRS if pair not in PAIRS]
NO_PAIRS += [(data, (data * 5) % 10) for data in (13, 15, *range(20, 64))]


class Descriptors(Images):
    """Each instruction, then what MEM_VIOL is; it is cleared where it was set."""

    def one(self, n, name, t, s=LINEAR, **how):
        opcode = image.Opcode(name)
        fields = {"tfe": n % 3 == 0 and opcode.kind != "store", "d16": n % 5 == 2 and opcode.kind in D16_KINDS}
        fields = {key: int(value) for key, value in fields.items()} | how
        if opcode.atomic:
            fields |= {"d16": 0, "glc": 1, "data": [same(n) for _ in range(4)]}
            fields.setdefault("dmask", 3 if opcode.atomic.compares else 1)
        elif opcode.kind == "gather4":
            fields["dmask"] = 1 << n % 4
        elif opcode.packed or opcode.kind == "lod":
            fields["d16"] = 0
        if not opcode.atomic and opcode.kind != "gather4":
            fields.setdefault("dmask", (15, 7, 2, 9, 0)[n % 5])
        whole = descriptor(WIDTH=7, HEIGHT=7)
        self.image(name, t, s, parts_of(self, name, whole), raw=True, **{"data": n % 16} | fields)
        self.check_violation()
        if self.violated:
            self.clear_violation()


D16_KINDS = ("load", "store", "sample", "gather4")


def each_condition(p, names):
    """Every condition with opcodes of the list in turn, so that each opcode meets several."""
    turn = 0
    ones = selects((1, 4, 1, 1))
    for fields in [None, *UNBOUND, *IGNORED, *REFUSED]:
        for _ in range(3):
            name, mask = names[turn % len(names)], (ALL, HOLES, ALL, 1 << 63, 0)[turn % 5]
            t = [0] * 8 if fields is None else descriptor(**{"WIDTH": 7, "HEIGHT": 7} | ones | fields)
            p.one(turn, name, t, mask=mask)
            turn += 1
    sampling = [name for name in names if image.Opcode(name).sampler]
    good = descriptor(WIDTH=7, HEIGHT=7, NUM_FORMAT=check.UNORM)
    for fields in REFUSED_SAMPLER:
        for name in (sampling[turn % len(sampling)], names[(turn + 1) % len(names)]):
            p.one(turn, name, good, LINEAR | fields, mask=(ALL, HOLES, 0)[turn % 3])
            turn += 1
    for name in names:  # a cube is an array of faces without a sampler
        p.one(turn, name, descriptor(WIDTH=7, HEIGHT=7, TYPE=check.CUBE))
        turn += 1


# D-IMG-12, D-IMG-13, D-IMG-14, D-IMG-15, D-IMG-18, D-IMG-21.
def descriptors():
    about = "descriptors of images that are unbound, ignored or refused, each condition; MEM_VIOL"
    p = Descriptors("directed_image_descriptor", about)
    p.pool()
    each_condition(p, STAGE_A)
    for n, (data_format, number) in enumerate(NO_PAIRS):
        t = descriptor(WIDTH=7, HEIGHT=7, DATA_FORMAT=data_format, NUM_FORMAT=number)
        p.one(n, STAGE_A[n % 7], t, mask=HOLES, dmask=n % 3)
    # Fields of S# that are ignored, and those of a S# that nobody reads.
    noise = (7 << 9 | 7 << 16 | 63 << 21 | 1 << 28 | 1 << 31, 255 << 24, 63 << 14 | 15 << 28, 0xFFF | 0x1FFFF << 13)
    t = descriptor(WIDTH=7, HEIGHT=7, NUM_FORMAT=check.UNORM)
    for n, bits in enumerate((noise, (1 << 19, 0, 0, 0), [M32] * 4)):
        s = [word | more for word, more in zip(check.pack(check.S_FIELDS, 4, LINEAR), bits)]
        for name in ("image_sample_lz", "image_sample_l", "image_load", "image_get_resinfo"):
            p.one(n, name, t, s)
    return p


# ---- pages that are not mapped --------------------------------------------------------------------------------
def unmapped():
    """Texels in pages that are not mapped are 0 and set MEM_VIOL; what is not fetched sets nothing."""
    p = Descriptors(
        "directed_image_unmapped", "images over pages that are not mapped, with each opcode", {FAR + PAGE: PAGE}
    )
    p.pool()
    r = p.random
    # Rows of 256 bytes; the page is the rows 16 to 31 of an image that begins a page before it.
    for n, (data_format, number) in enumerate(((10, 0), (14, 7), (1, 0), (11, 4), (4, 7), (2, 7))):
        size = check.FORMATS[data_format][0]
        t = descriptor(DATA_FORMAT=data_format, NUM_FORMAT=number, WIDTH=15, HEIGHT=39, PITCH=256 // size - 1)
        x = [r.randrange(16) for _ in range(LANES)]
        y = [r.choice((14, 15, 16, 17, 30, 31, 32, 33)) for _ in range(LANES)]
        p.image("image_load", t, parts={"body": [x, y]}, dmask=(15, 4)[n % 2], d16=n // 3)
        p.check_violation()
        p.clear_violation()
        outside = [32 if lane % 2 else 15 for lane in range(LANES)]
        xs = [lane % 16 for lane in range(LANES)]
        ys = [16 + lane // 16 if lane % 3 else outside[lane] for lane in range(LANES)]
        p.image("image_store", t, parts={"body": [xs, ys]}, data=(0, 16)[number == 4] + n % 4)
        p.check_violation()
        p.clear_violation()
        if number != 4:
            u = [f32(v + 0.75) for v in x]
            v = [f32(v + 0.5 * r.randrange(2)) for v in y]
            p.image("image_sample_lz", t, LINEAR, {"body": [u, v]}, dmask=(15, 1)[n % 2])
            p.check_violation()
            p.clear_violation()
            # The last row of the page with weight 0, and the border behind the image.
            inside = [f32(31.5) if lane % 2 else f32(40) for lane in range(LANES)]
            p.image("image_sample_l", t, LINEAR | dict(CLAMP_Y=6), {"body": [u, inside], "last": same(0)}, dmask=3)
            p.check_violation()
    # Nothing is fetched: no lane, DMASK = 0, out of range, formats that are not stored, resinfo.
    t = descriptor(WIDTH=15, HEIGHT=15, NUM_FORMAT=check.USCALED, PITCH=63)
    body = [same(3), same(3)]
    p.image("image_load", t, parts={"body": body}, mask=0)
    p.image("image_load", t, parts={"body": body}, dmask=0)
    p.image("image_sample_lz", t, LINEAR, {"body": [same(f32(3)), same(f32(3))]}, dmask=0)
    p.image("image_store", t, parts={"body": body})
    p.image("image_store", t | dict(NUM_FORMAT=check.UNORM), parts={"body": body}, dmask=0)
    p.image("image_get_resinfo", t, parts={"last": same(0)})
    p.image("image_load", t, parts={"body": [same(16), same(3)]})
    p.check_violation()
    return p


# D-IMG-28.
def weightless():
    """The second column, row, plane or level of weight 0 lies in a page that is not mapped: no lane fetches it. With
    the least weight the last lane does."""
    about = "the second texel of an axis of weight 0 in a page that is not mapped: not fetched; with the least it is"
    p = Descriptors("directed_image_weightless", about, {FAR + PAGE: PAGE})
    base = FAR + 2 * PAGE - 256  # the last 64 texels of the page
    images = (
        dict(WIDTH=127),
        dict(WIDTH=63, HEIGHT=1),
        dict(WIDTH=63, DEPTH=1, TYPE=check.D3),
        dict(WIDTH=63, MAX_MIP=1, LAST_LEVEL=1, PITCH=1),
    )
    names = ("image_sample_lz", "image_sample_l", "image_sample_lz_o", "image_sample_c_lz")
    for name, axis, least in itertools.product(names, range(4), (0, 1)):
        opcode = image.Opcode(name)
        # A tie of 1/512 is rounded to weight 0.
        weights = [(0, 1 / 512)[lane // 2 % 2] for lane in range(LANES - 1)] + [least / 256]
        body = [[lane % 63 + (0.25, 0.75)[lane % 2] for lane in range(LANES)], [0.5] * LANES, [0.5] * LANES]
        if axis == 0:
            body[0] = [lane + 0.5 for lane in range(LANES)]
        if axis < 3:
            body[axis] = [value + weight for value, weight in zip(body[axis], weights)]
        if opcode.offset:
            body[0] = [value - 1 for value in body[0]]
        parts = {"body": [[f32(value) for value in row] for row in body[: 2 + (axis == 2)]]}
        if opcode.offset:
            parts["offset"] = same(1)
        if opcode.compares:
            parts["reference"] = same(f32(0.5))
        if opcode.last:
            parts["last"] = [f32(weight) for weight in weights] if axis == 3 else same(0)
        t = descriptor(base, NUM_FORMAT=check.UNORM, **images[axis])
        s = LINEAR | dict(Z=2, MIP=2, MAX_LOD=0xFFF, LOD_BIAS=least if axis == 3 and not opcode.last else 0)
        p.image(name, t, s, parts, dmask=(15, 1)[axis % 2])
        assert p.violated == bool(least)
        p.check_violation()
        if p.violated:
            p.clear_violation()
    return p


# ---- order ----------------------------------------------------------------------------------------------------
# D-IMG-2, D-IMG-36, D-IMG-37.
def order():
    """With other vector memory, without waits: order at memory and of returns; values of the issue."""
    about = "images among other vector memory: order without waits, values of the issue, descriptors in a handler"
    p = Images("directed_image_order", about, {FAR: PAGE, STORED: PAGE})
    p.pool()
    lanes = list(range(LANES))
    x, y = [lane % 8 for lane in lanes], [lane // 8 for lane in lanes]
    texels = descriptor(STORED, DATA_FORMAT=4, WIDTH=7, HEIGHT=7)
    # A buffer store, an image load of it, an image store over it, and a buffer load.
    p.hold(ADDRESS, x)
    p.hold(ADDRESS + 1, y)
    p.hold(ADDRESS + 2, [4 * lane for lane in lanes])
    for i in range(2):
        p.set_s(44 + i, (STORED, STORED >> 32)[i])
    p.set_s(46, 4 * LANES)
    p.set_s(47, 4 << 15)
    p.asm("s_waitcnt vmcnt(0)", f"buffer_store_dword v{POOL}, v{ADDRESS + 2}, s[44:47], 0 offen")
    p.memory.write(STORED, b"".join(v.to_bytes(4, "little") for v in p.held[POOL]))
    here = [p.held[ADDRESS], p.held[ADDRESS + 1]]
    p.image("image_load", texels, parts=here, dmask=1, bare=True)
    p.image("image_store", texels, parts=here, dmask=1, data=3, bare=True)
    p.asm(f"buffer_load_dword v{RESULT + 1}, v{ADDRESS + 2}, s[44:47], 0 offen")
    p.held[RESULT + 1] = list(p.held[POOL + 3])
    p.image("image_store", texels, parts=here, dmask=1, data=5, bare=True)
    p.image("image_load", texels, parts=here, dmask=1, result=RESULT + 2, bare=True)
    p.asm("s_waitcnt vmcnt(3)")
    p.store(RESULT, p.held[RESULT], "the first of those that return")
    p.results("image_load", RESULT + 1, 2)
    # A sample of many transactions returns before the loads behind it.
    grainy = descriptor(FAR, NUM_FORMAT=check.UNORM, WIDTH=7, HEIGHT=7)
    p.hold(ADDRESS + 4, [f32(v + 0.75) for v in x])
    p.hold(ADDRESS + 5, [f32(v + 0.25) for v in y])
    p.asm("s_waitcnt vmcnt(0)")
    there = [p.held[ADDRESS + 4], p.held[ADDRESS + 5]]
    p.image("image_sample_lz", grainy, LINEAR, there, vaddr=ADDRESS + 4, dmask=3, rsrc=48, bare=True)
    p.asm(f"buffer_load_dword v{RESULT + 2}, v{ADDRESS + 2}, s[44:47], 0 offen")
    p.held[RESULT + 2] = list(p.held[POOL + 5])
    p.image("image_load", grainy, parts=here, dmask=1, result=RESULT + 3, rsrc=48, bare=True)
    p.asm("s_waitcnt vmcnt(2)", f"v_mov_b32 v2, v{RESULT + 1}", "s_waitcnt vmcnt(1)", f"v_mov_b32 v3, v{RESULT + 2}")
    p.results("image_sample_lz", RESULT, 4)
    p.store(2, p.held[RESULT + 1], "behind vmcnt(2)")
    p.store(3, p.held[RESULT + 2], "behind vmcnt(1)")
    # Values of the issue: addresses, data of four registers, EXEC and descriptors change right behind it.
    wide = descriptor(STORED, DATA_FORMAT=14, WIDTH=7, HEIGHT=7)
    p.image("image_store", wide, parts=here, data=0, bare=True)
    p.asm(f"v_not_b32 v{POOL + 3}, v{POOL + 3}", f"v_not_b32 v{POOL}, v{POOL}", f"v_mov_b32 v{ADDRESS}, 0")
    p.asm("s_mov_b64 exec, 0", *(f"s_mov_b32 s{32 + i}, 0" for i in range(8)), "s_mov_b64 exec, -1")
    for i in range(8):
        p.s[32 + i] = 0
    for register in (POOL, POOL + 3):
        p.held[register] = [v ^ M32 for v in p.held[register]]
    p.held[ADDRESS] = same(0)
    p.image("image_load", wide, parts={"body": [x, y]})
    p.hold(ADDRESS + 6, same(0))
    p.asm("s_waitcnt vmcnt(0)")
    there = [p.held[ADDRESS + 4], p.held[ADDRESS + 5]]
    p.image("image_sample_l", grainy, LINEAR, [*there, same(0)], vaddr=ADDRESS + 4, rsrc=48, dmask=15, bare=True)
    p.asm(f"v_mov_b32 v{ADDRESS + 4}, -1", "s_mov_b32 s48, 0", "s_mov_b32 s42, 0", "s_mov_b32 s51, 0")
    p.held[ADDRESS + 4] = same(M32)
    for register in (48, 42, 51):
        p.s[register] = 0
    p.results("image_sample_l", RESULT, 4)
    many(p, x, y, wide, grainy)
    # Data over the address, no lane, and a wait for them.
    p.hold(RESULT, x)
    p.hold(RESULT + 1, y)
    p.image("image_load", wide, parts=[p.held[RESULT], p.held[RESULT + 1]], vaddr=RESULT)
    modes(p, wide, [x, y])
    p.image("image_store", wide, parts={"body": [x, y]}, mask=0, data=8)
    p.image("image_sample_lz", grainy, LINEAR, [*there], vaddr=ADDRESS + 6, mask=0, rsrc=48)
    in_a_handler(p, x, y)
    return p


def many(p, x, y, wide, grainy):
    """A load over a pending sample, and more loads than VM_CNT counts."""
    center = [[f32(v + 0.25) for v in row] for row in (x, y)]
    for n, row in enumerate((x, y, *center)):
        p.hold(ADDRESS + n, row)
    for register, word in enumerate(check.pack(check.T_FIELDS, 8, wide)):
        p.set_s(RSRC + register, word)
    p.asm("s_waitcnt vmcnt(0)")
    p.image("image_sample_lz", grainy, LINEAR, center, vaddr=ADDRESS + 2, rsrc=48, dmask=3, bare=True)
    p.image("image_load", wide, None, [x, y], dmask=1, bare=True)
    p.results("image_load", RESULT, 2)
    load = image.Opcode("image_load", dmask=4)
    p.asm(*[p.text(load, 2, (ADDRESS, RESULT, RSRC // 4, 0))] * 66)
    p.image("image_load", wide, None, [x, y], dmask=2, result=RESULT + 1, bare=True)
    p.asm("s_waitcnt vmcnt(1)")
    load.run(check.pack(check.T_FIELDS, 8, wide), [0] * 4, [x, y], [p.held[RESULT]], ALL, p.memory)
    p.store(RESULT, p.held[RESULT], "the last of many")
    p.results("image_load", RESULT + 1, 1)


# D-IMG-36.
def overlaps():
    """A load returns while a sample of two levels is on its way, at distances of a cycle."""
    p = Images("directed_image_overlap", "a load that returns while a sample finds its levels and texels", {FAR: PAGE})
    lanes = range(LANES)
    here = [[lane % 8 for lane in lanes], [lane // 8 for lane in lanes]]
    plain = descriptor(FAR, DATA_FORMAT=4, WIDTH=7, HEIGHT=7)
    levels = descriptor(FAR, NUM_FORMAT=check.UNORM, WIDTH=7, HEIGHT=7, MAX_MIP=3, LAST_LEVEL=3, PITCH=14)
    # The second sample is short: a texel of each level, the same for all lanes.
    row = [f32(p.random.randrange(1, 8 * 8) / 8) for _ in lanes]
    part = [[f32(p.random.randrange(1, 3 * 256) / 256) for _ in lanes] for _ in range(2)]
    samples = [[row, row[::-1], part[0]], [same(f32(2.5)), same(f32(4.5)), part[1]]]
    registers = [ADDRESS, ADDRESS + 2, ADDRESS + 5]
    for first, rows in zip(registers, (here, *samples)):
        for n, row in enumerate(rows):
            p.hold(first + n, row)
    p.asm("s_waitcnt vmcnt(0)")
    for n in range(64):
        fields = dict(dmask=(1, 3, 7)[n % 3], tfe=n // 2 % 2, d16=n // 6 % 2)
        p.image("image_load", plain, None, here, **fields, bare=True)
        p.asm(*["s_nop 15"] * (n // 16), f"s_nop {n % 16}")
        short = n % 2
        s = LINEAR | dict(MAG=1 - short, MIN=1 - short, MIP=2, MAX_LOD=0xFFF)
        how = {"rsrc": 48, "result": RESULT + 4, "vaddr": registers[1 + short], "dmask": 3}
        p.image("image_sample_l", levels, s, samples[short], bare=True, **how)
        p.results("a load and a sample", RESULT, 6)
    follow(p, plain, levels, here)
    return p


def follow(p, plain, levels, here):
    """Instructions that are complete when the one before returns. Their address registers differ in number and place,
    and so do the levels and the sizes that they ask for."""
    lanes = range(LANES)
    border, middle = same(f32(-5)), same(f32(2.5))
    registers = {
        "image_load": here,
        "image_sample_c_lz_o": [same(0x0101), [f32(lane % 9 / 4) for lane in lanes], border, border],
        "image_sample_b": [same(f32(0.5)), middle, middle],
        "image_get_resinfo": [[lane % 6 for lane in lanes]],
    }
    first, at = {}, ADDRESS
    for name, rows in registers.items():
        first[name] = at
        for row in rows:
            p.hold(at, row)
            at += 1
    p.asm("s_waitcnt vmcnt(0)")
    s = sampler(FORCE_UNNORM=1, COMPARE=1, MAX_LOD=0xFFF, BORDER_TYPE=2, mode=6)
    for names in itertools.product(registers, repeat=2):
        for n, name in enumerate(("image_load", "image_load", *names)):
            t, rsrc = (plain, RSRC) if name == "image_load" else (levels, 48)
            how = {"rsrc": rsrc, "vaddr": first[name], "result": RESULT + (0, 0, 2, 4)[n], "dmask": 3}
            p.image(name, t, s if image.Opcode(name).sampler else None, registers[name], bare=True, **how)
        p.results("two behind two loads", RESULT, 6)


def modes(p, wide, here):
    """VSKIP discards images, legal or not; GPR-index mode does not change their registers."""
    skipped = p.text(image.Opcode("image_load"), 2, (ADDRESS, RESULT, RSRC // 4, 0))
    p.asm("s_setvskip 1, 0", "s_nop 1", skipped, skipped.replace("load", "store"))
    p.word([0xF0021F01, 0x012A00FF], "no legal image")
    p.asm("s_setvskip 0, 0", "s_nop 1")
    p.results("discarded", RESULT, 4)
    p.asm("s_mov_b32 s20, 3", "s_set_gpr_idx_on s20, 0xf")
    p.image("image_load", wide, None, here, mask=ALL, bare=True)
    p.image("image_store", wide, None, here, dmask=5, data=16, bare=True)
    p.asm("s_set_gpr_idx_off")
    p.m0 = None
    p.results("image_load with an index", RESULT, 4)
    p.image("image_load", wide, None, here)


def in_a_handler(p, x, y):
    """T# in TTMPs 4 to 11, S# in TTMPs 12 to 15: field 28 and 30."""
    t, s = descriptor(FAR, NUM_FORMAT=check.UNORM, WIDTH=7, HEIGHT=7), LINEAR
    body = [[f32(v + 0.5) for v in x], [f32(v + 0.75) for v in y]]
    p.hold(ADDRESS, body[0])
    p.hold(ADDRESS + 1, body[1])
    p.asm("s_waitcnt vmcnt(0)", "s_trap 1")
    opcode = image.Opcode("image_sample_lz")
    t_words, s_words = check.pack(check.T_FIELDS, 8, t), check.pack(check.S_FIELDS, 4, s)
    codes = p.encode(opcode, (ADDRESS, RESULT, 28, 30))
    p.handler = [
        ".p2align 8",
        "handler:",
        *(f"  s_mov_b32 ttmp{4 + i}, 0x{word:x}" for i, word in enumerate(t_words + s_words)),
        "  .long " + ", ".join(f"0x{word:08x}" for word in codes),
        "  s_waitcnt vmcnt(0)",
        "  s_add_u32 ttmp0, ttmp0, 4",
        "  s_addc_u32 ttmp1, ttmp1, 0",
        "  s_rfe_b64 ttmp[0:1]",
    ]
    opcode.run(t_words, s_words, body, [p.held[RESULT + i] for i in range(4)], ALL, p.memory)
    p.results("image_sample_lz in the handler", RESULT, 4)


# ---- transactions ---------------------------------------------------------------------------------------------
# D-IMG-35.
def transactions():
    """The table of image.md 14.1, and what lies beside it."""
    p = Images("directed_image_transactions", "transactions of images: the table of image.md 14.1", {FAR: 0x8000})
    lanes = list(range(LANES))
    zero = same(0)

    def load(expected, body, **fields):
        t = descriptor(**{"WIDTH": 127, "HEIGHT": 127, "PITCH": 127} | fields)
        effect = p.image("image_load", t, parts={"body": body}, dmask=1)
        assert effect.transactions() == expected, effect.transactions()

    load(4, [lanes, zero])
    load(64, [lanes, zero], DATA_FORMAT=14, HEIGHT=31)
    load(4, [lanes, zero], DATA_FORMAT=1, PITCH=255)
    load(64, [zero, lanes])
    load(0, [same(128), zero])
    load(4, [zero, zero])
    load(16, [lanes, zero], DATA_FORMAT=11)  # two dwords; 16 lanes have two lines
    for width, expected in ((128, 24), (64, 22)):
        t = descriptor(WIDTH=width - 1, HEIGHT=127, PITCH=127, NUM_FORMAT=check.UNORM)
        body = [[f32(lane + 0.75) for lane in lanes], same(f32(2.75))]
        effect = p.image("image_sample_lz", t, LINEAR, {"body": body}, dmask=1)
        assert effect.transactions() == expected, effect.transactions()
    t = descriptor(WIDTH=127, HEIGHT=127, PITCH=127, NUM_FORMAT=check.UNORM)
    for body in (
        ([f32(lane + 0.5) for lane in lanes], same(f32(2.75))),
        ([f32(lane + 0.75) for lane in lanes], same(f32(2.5))),
    ):
        p.image("image_sample_lz", t, LINEAR, {"body": list(body)}, dmask=1)
    for mask in (0, 1, 0xFFFF0000, HOLES):
        p.image("image_load", t, parts={"body": [lanes, zero]}, dmask=1, mask=mask)
    for words in ([0] * 8, descriptor(WIDTH=127, SW_MODE=1)):
        p.image("image_load", words, parts={"body": [lanes, zero]}, dmask=1)
    p.clear_violation()
    return p


# ---- address registers past the allocation --------------------------------------------------------------------
# D-IMG-8.
def registers():
    """The words judge fewer address registers than T# asks for: those past the allocation read as 0."""
    p = Images(
        "directed_image_registers", "address registers past the allocation, which T# asks for, are 0", {FAR: PAGE}
    )
    r = p.random
    for n, (name, kind, a16) in enumerate(
        (
            ("image_load", check.D3, 0),
            ("image_load", check.D2, 0),
            ("image_load_mip", check.D3, 0),
            ("image_load_mip", check.D2, 1),
            ("image_sample_lz", check.D3, 0),
            ("image_sample_l", check.D3, 0),
            ("image_sample_l", check.D2, 0),
            ("image_sample_lz", check.D3, 1),
        )
    ):
        t = descriptor(TYPE=kind, DATA_FORMAT=4, WIDTH=3, HEIGHT=3, DEPTH=3, MAX_MIP=1, LAST_LEVEL=1, PITCH=7)
        opcode = image.Opcode(name, a16=a16)
        count = opcode.judged_addresses()
        values = [[r.randrange(4) for _ in range(LANES)] for _ in range(count)]
        if opcode.sampler:
            values = [[f32(v) for v in row] for row in values]
        if a16:
            values = [[0x0001_0002 if not opcode.sampler else 0x3C00_4000 for _ in row] for row in values]
        s = sampler(FORCE_UNNORM=1, MIP=1)
        p.image(name, t, s, values, vaddr=VGPRS - count, raw=True, a16=a16, dmask=1, mask=(ALL, HOLES)[n % 2])
    return p


# ---- the memory of RDNA ---------------------------------------------------------------------------------------
class RdnaImages(Images):
    memory_unit = "rdna"


def other_counters():
    """buffer-memory.md 14.2: stores and atomics without GLC count in VS_CNT, all others in VM_CNT."""
    p = RdnaImages(
        "directed_rdna_image", "images with the counters of RDNA: VS_CNT of stores", {FAR: PAGE, STORED: PAGE}
    )
    p.pool()
    x, y = [lane % 8 for lane in range(LANES)], [lane // 8 for lane in range(LANES)]
    p.hold(ADDRESS, x)
    p.hold(ADDRESS + 1, y)
    p.wait_memory()
    t, here = descriptor(STORED, DATA_FORMAT=4, WIDTH=7, HEIGHT=7), [x, y]
    for n in range(3):
        p.image("image_store", t, parts=here, dmask=1, data=n, bare=True)
        p.image("image_load", t, parts=here, dmask=1, bare=True)
        p.results("image_load", RESULT, 1)
        p.wait_memory()
    return p


def programs():
    made = [data(), descriptors(), unmapped(), weightless(), order(), overlaps()]
    return made + [transactions(), registers(), other_counters()]
