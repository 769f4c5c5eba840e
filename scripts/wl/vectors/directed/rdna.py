# SPDX-License-Identifier: Apache-2.0
"""A unit with the memory of RDNA (buffer-memory.md 14): OOB_SELECT, SWIZZLE_ENABLE of two bits, two counters.

scripts/wl/reading/buffer.py computes which lanes are out of range, and the places of the others. Offsets lie one byte
either side of each border, for each dword of an access.
"""

from wl.reading import buffer, formats, words
from wl.reading.atomic import Atomic
from wl.reading.bits import ALL, LANES, M32
from wl.reading.machine import PAGE
from wl.vectors.directed import formats as typed
from wl.vectors.directed.atomics import Atomics, buffer_access, names
from wl.vectors.directed.buffer import ALL_LOADS, ALL_STORES, BOUND, FAR, HOLES, OFFSETS, PRIVATE, RESULT, RSRC, Buffers
from wl.vectors.directed.buffer import both, resource
from wl.vectors.directed.flat import Flat, back, kinds, mixed
from wl.vectors.directed.formats import RAW, RECORD, SMALL, SOURCES, Formats, row_of
from wl.vectors.directed.scalar_memory import Scalars
from wl.vectors.directed.status import Status
from wl.vectors.directed.transfers import LOADS as LDS_LOADS, STORE as LDS_STORE, Transfers


WITH_OFFSET, STRUCTURED, DISABLED, RAW_RANGE = range(4)  # OOB_SELECT
MINUS, PLUS, LARGE = 36, 37, 38  # SGPRs with an offset
VALUES = {MINUS: 0xFFFFFFE0, PLUS: 0x40, LARGE: 0x105}


def descriptor(oob, base=FAR, stride=0, records=0, swizzle=0, rest=0, **fields):
    """The four words of a V#. oob: OOB_SELECT; swizzle: SWIZZLE_ENABLE, bits 63:62."""
    return resource(base, stride, records, swizzle >> 1, swizzle & 1, rest=rest | oob << 28, **fields)


class Rdna:
    """In front of a class of programs."""

    memory_unit = "rdna"

    def offsets(self):
        for register, value in VALUES.items():
            self.set_s(register, value)


class RdnaBuffers(Rdna, Buffers):
    pass


class RdnaFormats(Rdna, Formats):
    pass


class RdnaAtomics(Rdna, Atomics):
    pass


class RdnaStatus(Rdna, Status):
    pass


class RdnaTransfers(Rdna, Transfers):
    pass


class RdnaFlat(Rdna, Flat):
    pass


class RdnaScalars(Rdna, Scalars):
    pass


def borders(end, size, constant=0):
    """Offsets at which a dword of the access ends one byte before `end`, there, and one behind it; and far away."""
    at = [end - 4 * k - min(size, 4) - constant + d for k in range((size + 3) // 4) for d in (-1, 0, 1)]
    return [e & M32 for e in at] + [0, M32, M32 - 3, M32 - size + 1, 1 << 31]


def raw_operands(p, oob, n, swizzle, size):
    """(V#, operands, pick) of case n: what NUM_RECORDS or STRIDE is, and offsets at its border."""
    r = p.random
    constant = (0, 3, 8)[n % 3]
    code = (128, PLUS, 144, MINUS)[n % 4]
    value = p.soffset(code)
    base = FAR + 0x800 - value
    stride = (16, 20, 48, 33)[n % 4] if size < 12 else (32, 48, 36, 33)[n % 4]
    how = {"constant": constant, "soffset": code, "mask": (ALL, HOLES)[n % 2]}
    index_stride = r.randrange(4)
    checked = oob == WITH_OFFSET or (oob == RAW_RANGE and swizzle)
    if checked or oob == STRUCTURED:
        records = r.choice((40, 64, 3))
        near = borders(stride, size, constant) if checked else list(range(20))

        def pick(_):
            index = r.choice((r.randrange(records), records - 1, records, records + 1, M32))
            return {"index": index, "offset": r.choice(near)}

    elif oob == DISABLED:
        records = (0, 1, M32)[n % 3]

        def pick(_):
            return {"index": r.randrange(0x30), "offset": r.randrange(0x40)}

    else:  # the reduced size is `left`
        left = (60, 33, 128, 16, 0, 4)[n % 6]
        records = left + value & M32
        stride = (0, 20)[n // 2 % 2]
        near = borders(left, size, constant) + [r.randrange(left + 8) for _ in range(8)]

        def pick(_):
            return {"index": r.randrange(40), "offset": r.choice(near)}

    v = descriptor(oob, base, stride, records, swizzle, index_stride=index_stride)
    return v, how, pick


# D-MEM-54, D-MEM-55.
def ranges(oob):
    """Each opcode with each SWIZZLE_ENABLE."""
    p = RdnaBuffers(
        f"directed_rdna_oob_{oob}",
        f"OOB_SELECT {oob}: every opcode with each SWIZZLE_ENABLE, a byte either side of the border",
        {FAR: 0x4000},
    )
    p.offsets()
    for n, name in enumerate(ALL_STORES + ALL_LOADS):
        size, is_load = buffer.Opcode(name).size, name in ALL_LOADS
        for swizzle in range(4):
            v, how, pick = raw_operands(p, oob, n + 5 * swizzle, swizzle, size)
            both(p, v, pick, [name] * is_load, [name] * (not is_load), **how)
    without_index(p, oob)
    limits(p, oob)
    return p


def without_index(p, oob):
    """Without IDXEN the index is 0, or the lane with ADD_TID: it is judged all the same."""
    r = p.random
    loads = ("dword", "dwordx2", "dwordx3", "dwordx4", "ubyte", "sshort", "short_d16_hi")
    stores = ("dword", "dwordx2", "dwordx3", "dwordx4", "byte", "short", "byte_d16_hi")
    for n in range(14):
        load, store = f"buffer_load_{loads[n % 7]}", f"buffer_store_{stores[n % 7]}"
        size = buffer.Opcode(load).size
        add_tid = n // 7 if n % 2 else n % 4 // 2
        swizzle = (0, 1, 3, 2, 0)[n % 5]
        stride, records = (16, 24, 33)[n % 3], (0, 1, 33, 64, 50)[n % 5]
        near = borders(stride if oob != RAW_RANGE or swizzle else records, size)

        def pick(_, near=near):
            return {"offset": r.choice(near[:-4] + [0, 4, 8])}

        v = descriptor(oob, FAR + 0x100, stride, records, swizzle, add_tid=add_tid, data_format=BOUND * (not add_tid))
        both(p, v, pick, [load], [store] if add_tid else [])
        for constant in (0, 1, stride - size & 0xFFF, (stride - size & 0xFFF) + 1):
            p.access(load, v, constant=constant, mask=(ALL, HOLES)[n % 2])


def limits(p, oob):
    """STRIDE 0, no records, all records, SOFFSET at and past NUM_RECORDS, ADD_TID with an index that wraps."""
    r, lanes = p.random, [4 * (lane % 24) for lane in range(LANES)]
    zero = [0] * LANES
    index = [(0, 1, 2, M32, 1 << 31)[lane % 5] for lane in range(LANES)]
    for n, swizzle in enumerate((0, 1, 2, 3)):
        for k, records in enumerate((0, 1, 4, 64, M32)):
            name = ("buffer_load_dword", "buffer_load_dwordx4", "buffer_load_ubyte")[(n + k) % 3]
            small = [i if i < 8 else 0 for i in index]  # mapped
            rows = {"index": small, "offset": lanes} if oob in (STRUCTURED, DISABLED) else {"index": index}
            if oob == RAW_RANGE and not swizzle:
                rows = {"index": small, "offset": lanes}
            p.access(name, descriptor(oob, FAR + 64, 0, records, swizzle, index_stride=n), **rows)
            v = descriptor(oob, FAR + 64, 16, records, swizzle, index_stride=n)
            p.access(name, v, index=small, offset=lanes, mask=(ALL, HOLES)[k % 2])
    # NUM_RECORDS - SOFFSET: 5, 4, 1, 0, less than 0.
    for n, records in enumerate((0x10A, 0x109, 0x106, 0x105, 0x104, 0, M32)):
        for name in ("buffer_load_dword", "buffer_load_ubyte", "buffer_store_short"):
            v = descriptor(oob, FAR, (0, 8)[n % 2], records)
            p.access(name, v, offset=[lane % 6 for lane in range(LANES)], soffset=LARGE, mask=1 << n)
            p.access(name, v, offset=[lane % 6 for lane in range(LANES)], soffset=LARGE, mask=1 << 6 - n % 7)
        p.access("buffer_load_dwordx2", v, constant=n, soffset=LARGE)
    p.access("buffer_load_dword", descriptor(oob, FAR + 32, 0, M32), soffset=193)  # -1: nothing is left
    p.access("buffer_load_dword", descriptor(oob, FAR + 32, 0, 64), soffset=208)  # -16
    # The sum of index and lane wraps.
    for stride, name in ((16, "buffer_load_dwordx3"), (4, "buffer_store_byte"), (4, "buffer_load_dword")):
        v = descriptor(oob, FAR, stride, 5, add_tid=1, data_format=0)
        p.access(
            name, v, index=[M32 - 2 + r.choice((0, 0, -lane)) & M32 for lane in range(LANES)], mask=7 << 2 * stride
        )
    # DATA_FORMAT is a part of the stride of the address, not of the one that is checked.
    v = descriptor(oob, FAR, 12, 0x2000, add_tid=1, data_format=1)
    near = [i - lane & M32 for lane, i in enumerate([0] * LANES)]
    for constant in (8, 9, 12, 40):
        p.access("buffer_load_dword", v, index=near, constant=constant)
        p.access("buffer_load_dwordx2", v, index=near, offset=zero, constant=constant)


# D-MEM-8.
def swizzled():
    """Addresses: elements of 4 and of 16 bytes, each index stride, strides that are no multiple, misaligned."""
    p = RdnaBuffers(
        "directed_rdna_swizzle",
        "SWIZZLE_ENABLE 1, 2 and 3: elements of 4 and 16 bytes, every index stride",
        {FAR: 0x6000},
    )
    r = p.random
    p.offsets()
    every = ALL_STORES + ALL_LOADS
    for n, name in enumerate(every + every[::2]):
        is_load = name in ALL_LOADS
        for k, swizzle in enumerate((3, 1, 3, 2)):
            stride = r.choice((16, 32, 48, 20, 33))
            oob, records = ((STRUCTURED, 80), (DISABLED, 1))[(n + k) % 2]
            v = descriptor(oob, FAR + r.choice((0, 16, 65)), stride, records, swizzle, index_stride=(n + k) % 4)
            step = (1, 4, 16)[(n + k) % 3]

            def pick(_, step=step):
                return {"index": r.randrange(82), "offset": step * r.randrange(40 // step + 1)}

            how = {"constant": r.choice((0, 1, 16)), "soffset": r.choice((128, PLUS)), "mask": (ALL, HOLES)[n % 2]}
            both(p, v, pick, [name] * is_load, [name] * (not is_load), **how)
    # The offset wraps before it is swizzled (buffer-memory.md 3).
    for swizzle in (1, 3):
        v = descriptor(DISABLED, FAR + 0x100, 32, 1, swizzle, index_stride=3)
        p.access(
            "buffer_load_dwordx2", v, index=[lane % 64 for lane in range(LANES)], offset=[M32 - 7] * LANES, constant=24
        )
    # Raw: the index stride moves it.
    for n in range(4):
        v = descriptor(RAW_RANGE, FAR, 0, 200, 3, index_stride=n)
        for name in ("buffer_load_dwordx4", "buffer_load_ushort"):
            p.access(name, v, offset=[3 * lane for lane in range(LANES)])
            p.access(name, v, index=[5 * lane for lane in range(LANES)], offset=[3 * lane for lane in range(LANES)])
    return p


# D-LAUNCH-8.
def private():
    """Scratch: ADD_TID is checked as all others, so that OOB_SELECT is 2."""
    p = RdnaBuffers(
        "directed_rdna_private", "V# of scratch with each OOB_SELECT, as the launch gives it with 2", {PRIVATE: 0x8000}
    )
    r = p.random
    p.set_s(36, 0x1000)
    fields = {"base": PRIVATE, "add_tid": 1, "index_stride": 3, "data_format": 0}
    for n, name in enumerate(ALL_STORES + ALL_LOADS):
        is_load = name in ALL_LOADS
        for k, (oob, swizzle, stride, records) in enumerate(
            ((DISABLED, 2, 0, 0x8000), (WITH_OFFSET, 2, 0, 0x8000), (DISABLED, 3, 16, 1), (RAW_RANGE, 2, 0, 40))
        ):
            if k and (n + k) % 3:
                continue
            v = descriptor(oob, stride=stride, records=records, swizzle=swizzle, **fields)

            def pick(_):
                return {"offset": r.choice((1, 4)) * r.randrange(16)}

            how = {"constant": r.choice((0, 4, 24)), "soffset": (128, 36)[(n + k) % 2], "mask": (ALL, HOLES)[k % 2]}
            both(p, v, pick, [name] * is_load, [name] * (not is_load), **how)
    # One offset for all lanes.
    for oob, records in ((WITH_OFFSET, 64), (STRUCTURED, 40), (RAW_RANGE, 70)):
        v = descriptor(oob, stride=0, records=records, swizzle=2, **fields)
        for name in ("store_dword", "load_dword", "store_dwordx2", "load_dwordx4"):
            p.access(f"buffer_{name}", v, constant=64)
    for records in (0, 1):  # mode 2 looks at this alone
        v = descriptor(DISABLED, stride=0, records=records, swizzle=2, **fields)
        p.access("buffer_store_dwordx2", v, constant=64)
        p.access("buffer_load_dwordx2", v, constant=64)
    return p


# D-MEM-63, D-MEM-3.
def ignored():
    """What comes before the range: TYPE, unbound; pages that are not mapped behind it."""
    p = RdnaBuffers(
        "directed_rdna_ignored",
        "TYPE and unbound before the range; unmapped pages; no violation where out",
        {FAR: 0x1000},
    )
    lanes = [4 * lane for lane in range(LANES)]
    for n, name in enumerate(ALL_LOADS + ALL_STORES):
        oob = n % 4
        unbound = descriptor(oob, stride=16, records=200, swizzle=n % 3, data_format=0)
        p.access(name, unbound, index=[0] * LANES, mask=(ALL, HOLES)[n % 2])
        image = descriptor(oob, stride=16, records=200 * (n % 2), rest=(1 + n % 3) << 30)
        p.access(name, image, index=[0] * LANES, offset=lanes)
    # Out of range over unmapped memory: no violation.
    wild = FAR + 0x100000
    p.access("buffer_load_dword", descriptor(WITH_OFFSET, wild, 4, 64), constant=1)
    p.access("buffer_store_dwordx4", descriptor(WITH_OFFSET, wild, 0, 64))
    p.access("buffer_load_dwordx4", descriptor(STRUCTURED, wild, 4, 0))
    p.access("buffer_store_dword", descriptor(DISABLED, wild, 4, 0), offset=lanes)
    p.access("buffer_load_ubyte", descriptor(RAW_RANGE, wild - 64, 0, 63), soffset=192)
    p.access("buffer_store_dword", descriptor(RAW_RANGE, wild, 16, 64, 3), offset=[13] * LANES)
    p.check_violation()
    # One dword in range, the others not, at the end of what is mapped.
    for n, name in enumerate(
        ("buffer_load_dwordx4", "buffer_store_dwordx4", "buffer_load_dwordx2", "buffer_store_short")
    ):
        v = descriptor(RAW_RANGE, FAR + 0x1000 - 0x40, 0, 0x40)
        p.access(name, v, offset=[0x30 + lane % 16 for lane in range(LANES)], mask=(1, ALL)["load" in name])
        p.check_violation()
        v = descriptor((STRUCTURED, DISABLED)[n % 2], FAR + 0x1000 - 0x40, 4, 64)
        p.access(name, v, offset=[0x30 + lane for lane in range(LANES)], mask=(1 << 20, ALL)["load" in name])
        p.check_violation()
        p.clear_violation()
    return p


# D-MEM-13.
def with_format():
    """FORMAT and MTBUF: the whole element counts, all or nothing."""
    p = RdnaFormats("directed_rdna_format", "formats with each OOB_SELECT: the whole element, a byte either side", 110)
    number = 0
    p.set_s(36, 0x40)
    for dfmt in (1, 2, 3, 4, 5, 9, 10, 11, 12, 13, 14):
        pair, size = (dfmt, formats.UINT), formats.size(dfmt)
        for k in range(8):
            oob = k % 4
            swizzle = (
                ((0, 3, 0, 1), (2, 0, 3, 0))[k // 4][oob] if dfmt % 2 else ((1, 0, 2, 0), (0, 2, 1, 3))[k // 4][oob]
            )
            for direction in ("load", "store"):
                listed = {
                    ("load", 0): typed.LOADS,
                    ("load", 1): typed.TYPED_LOADS,
                    ("store", 0): typed.STORES,
                    ("store", 1): typed.TYPED_STORES,
                }[direction, number // 2 % 2]
                name = listed[(number // 4 + k) % 8]
                one_format(p, name, pair, size, oob, swizzle, number)
                number += 1
    p.check_violation()
    return p


def one_format(p, name, pair, size, oob, swizzle, number):
    r, load = p.random, "_load_" in name
    given = pair if name[0] == "t" else None
    base = SOURCES + 64 if load else p.take(0xA00 if swizzle == 3 else 0x600)
    how = {"mask": (ALL, HOLES)[number % 2], "data": row_of(pair, "d16" in name, number)}
    records = r.choice((40, 64, 1))
    fields = {"swizzle": swizzle >> 1, "cache": swizzle & 1, "index_stride": r.randrange(4), "rest": oob << 28}
    if oob == RAW_RANGE and not swizzle:  # v10: 20 n + 0..4
        soffset = (128, 36)[number % 2]
        start = r.choice([s for s in p.given[RAW] if 200 < s < 1200])
        records = start + size + r.choice((-1, 0, 1)) + p.soffset(soffset)
        v = typed.resource(base - p.soffset(soffset), pair, (0, 12)[number // 2 % 2], records, **fields)
        p.access(name, v, given, offset=RAW, soffset=soffset, **how)
        return
    stride = 32 if swizzle == 3 else RECORD
    if oob in (WITH_OFFSET, RAW_RANGE):  # v9: 0..4. Lanes with 3 and 4, or with 4 alone, end behind the stride
        constant = stride - size - r.choice((1, 2, 3))
        v = typed.resource(base, pair, stride, records, **fields)
        p.access(name, v, given, index=True, offset=SMALL, constant=constant, **how)
        return
    v = typed.resource(base, pair, stride, records if oob == STRUCTURED else number // 3 % 2, **fields)
    mask = how.pop("mask") & ~sum(1 << i for i in (3, 17, 40))  # far away: in range with mode 2
    p.access(name, v, given, index=True, constant=r.randrange(4), mask=mask, **how)


# D-MEM-76.
def atomics(bits):
    """In range as a whole or not at all; each SWIZZLE_ENABLE."""
    p = RdnaAtomics(f"directed_rdna_atomic_{bits}", f"buffer atomics of {bits} bits with each OOB_SELECT", 0x4000)
    r, size = p.random, bits // 8
    p.offsets()
    for n, name in enumerate(names("buffer", bits)):
        for oob in range(4):
            glc, mask = (n + oob) % 2 == 0, (ALL, HOLES)[n // 2 % 2]
            base = FAR + 0x200 * (n % 8)
            how = {"glc": glc, "mask": mask, "soffset": (128, PLUS, 192)[n % 3]}
            soffset = p.soffset(how["soffset"])
            border = 5 * size + r.choice((-1, 0, 1, 4))
            for swizzle in (0, (1, 2, 3)[n % 3]):
                if swizzle and bits == 64 and n % 4:
                    continue
                structured = oob == WITH_OFFSET or (oob == RAW_RANGE and swizzle)
                stride = border // 4 * 4 if structured and not swizzle else 32 if swizzle == 3 else 24
                records = border + soffset if oob == RAW_RANGE and not swizzle else (30, n % 2, 9, 12)[oob]
                v = descriptor(oob, base, stride, records, swizzle, index_stride=n % 4)
                offset = p.near(size, 8)
                if oob in (STRUCTURED, DISABLED):
                    buffer_access(p, name, v, index=p.near(1, 31), offset=offset, **how)
                elif oob == RAW_RANGE and not swizzle:
                    buffer_access(p, name, v, offset=offset, constant=(0, size)[n % 2], **how)
                else:
                    buffer_access(p, name, v, index=p.near(1, 32, 9), offset=offset, **how)
            if n % 3 == oob % 3:
                p.check_violation()
                p.clear_violation()
    # An odd stride: only records of even number are aligned; a border inside the word is out.
    for n, name in enumerate(names("buffer", bits)[::3]):
        for stride in (size - 1, size, size + 1, 2 * size - 1, 2 * size):
            v = descriptor(WITH_OFFSET, FAR + 0x2000, stride, 40)
            buffer_access(
                p, name, v, index=[lane % 3 for lane in range(LANES)], constant=size * (n % 2), glc=n % 2 == 0
            )
        p.check_violation()
        p.clear_violation()
        buffer_access(p, name, descriptor(n % 4, FAR, 16, 64, data_format=0), constant=size, glc=True)
        buffer_access(p, name, descriptor(n % 4, FAR, 16, 64, rest=1 << 30), constant=size, glc=True)
        buffer_access(p, name, descriptor(RAW_RANGE, FAR, 0, 0x104), constant=size, soffset=LARGE, glc=True)
    p.check_violation()
    assert all(at // PAGE in p.memory.pages for at in p.arenas)
    return p


def status():
    """TFE, and the modes of alignment, on both sides of a border."""
    made = []
    for mode in ("unaligned", "dword", "dword_strict", "strict"):
        about = f"borders of the range and elements of 16 bytes in alignment mode {mode}; TFE"
        p = RdnaStatus(f"directed_rdna_align_{mode}", about, mode)
        r = p.random
        for n, name in enumerate(ALL_LOADS + ALL_STORES):
            size = buffer.Opcode(name).size
            load = name in ALL_LOADS
            for k in range(2):
                oob, swizzle = (n + k) % 4, (0, 3, 2, 1, 3)[(n + 2 * k) % 5]
                end = 48 if oob != RAW_RANGE or swizzle else 64 * 48 - 8
                low = [r.randrange(4) if lane % 2 else 0 for lane in range(LANES)]
                if oob == RAW_RANGE and not swizzle:  # the last lane is at the border
                    v, rows = descriptor(oob, FAR + 0x400, 0, end), {"offset": [48 * lane for lane in range(LANES)]}
                    rows["offset"] = [o + 32 + d for o, d in zip(rows["offset"], low)]
                else:
                    v = descriptor(oob, FAR + 0x400, 48, (60, 60, 1, 60)[oob], swizzle, index_stride=n % 4)
                    near = [(end - 16 - size if oob in (STRUCTURED, DISABLED) else end - size) & ~3] * LANES
                    rows = {"index": r.sample(range(LANES), LANES), "offset": [a + d for a, d in zip(near, low)]}
                p.one(name, v, mask=(ALL, HOLES)[n % 2], **rows)
                p.check_violation()
                p.clear_violation()
            if load and mode == "unaligned":
                v = descriptor(WITH_OFFSET, FAR, 16, 40)
                p.one(
                    name,
                    v,
                    index=[lane for lane in range(LANES)],
                    offset=[16 - size + lane % 2 for lane in range(LANES)],
                )
        made.append(p)
    return made


# D-MEM-12.
def transfers():
    """LDS = 1: a lane that is out has 0 written to its dword; buffer_store_lds_dword is dropped."""
    p = RdnaTransfers("directed_rdna_lds_dma", "transfers to and from the LDS with each OOB_SELECT", 512)
    p.offsets()
    order = p.random.sample(range(LANES), LANES)
    for n, name in enumerate([*LDS_LOADS, LDS_STORE, LDS_LOADS[4], LDS_STORE]):
        size = 4 if name == LDS_STORE else buffer.Opcode(name).size
        for oob in range(4):
            swizzle = (0, 3, 1, 0)[(n + oob) % 4]
            base = FAR + (0x1000 if name == LDS_STORE else 64)
            if oob == RAW_RANGE and not swizzle:
                end = 4 * order[n] + size + n % 3 - 1
                v = descriptor(oob, base - 0x40, 0, end + 0x40)
                rows = {"offset": [4 * i for i in order]}
            else:
                v = descriptor(oob, base, 16, (50, 33, n % 2, 64)[oob], swizzle, index_stride=n % 4)
                low = [16 - size + (i % 3 - 1) for i in range(LANES)]
                if name == LDS_STORE and oob in (STRUCTURED, DISABLED):
                    low = [0] * LANES
                rows = {"index": order, "offset": low}
            soffset = PLUS if oob == RAW_RANGE and not swizzle else 128
            p.one(name, v, 64 * (n % 3), soffset=soffset, mask=(ALL, HOLES)[n % 2], **rows)
            p.done()
            p.check_lds()
    p.check_violation()
    return p


def flats():
    """FLAT, GLOBAL and SCRATCH have no range. Their stores count in VS_CNT; when it falls a violation is noted."""
    p = RdnaFlat("directed_rdna_flat", "flat, global and scratch: violations of loads and stores by both counters")
    p.set_lds()
    r = p.random
    for n, name in enumerate(kinds("flat") + kinds("global") + kinds("scratch")):
        form, size = name.partition("_")[0], buffer.Opcode(name).size
        if form == "flat":
            at = mixed(p, size, 1)
        elif form == "global":
            at = [FAR + 0x40 + 20 * lane for lane in range(LANES)]
        else:
            at = [20 * (lane % 4) for lane in range(LANES)]
        how = {"constant": r.choice((0, 4)), "mask": (ALL, HOLES)[n % 2]}
        p.access(name, at, **how)
        if "store" in name:
            p.access(back(name), at, **how)
        if form != "scratch" and n % 3 == 0:
            p.access(name, [FAR + 0x8000 - 2 if lane == 9 else a for lane, a in enumerate(at)], **how)
            p.check_violation()
            p.clear_violation()
    for n, operation in enumerate(("add", "cmpswap", "swap_x2", "inc")):
        for form in ("global", "flat"):
            size = Atomic(f"{form}_atomic_{operation}").size
            at = [FAR + 0x2000 + 8 * (lane % 20) for lane in range(LANES)]
            p.access(f"{form}_atomic_{operation}", at, glc=n % 2 == 0, mask=(ALL, HOLES)[n % 2])
            p.access(f"{form}_load_dword{'x2' if size == 8 else ''}", at)
            p.access(f"{form}_atomic_{operation}", [a + lane % 2 for lane, a in enumerate(at)], glc=n % 2 == 1)
            p.check_violation()
            p.clear_violation()
    p.check_lds()
    return p


# D-MEM-49.
def scalar_memory():
    """Scalar buffers look at neither OOB_SELECT nor SWIZZLE_ENABLE (13); vector stores before scalar loads."""
    p = RdnaScalars("directed_rdna_smem", "scalar buffers: OOB_SELECT and SWIZZLE_ENABLE have no effect", 0x2000)
    for oob in range(4):
        for swizzle in range(4):
            for n, (stride, records) in enumerate(((0, 40), (0, 43), (4, 10), (16, 0), (20, 2))):
                v = descriptor(oob, FAR + 64, stride, records, swizzle)
                kind = ("dword", "dwordx2", "dwordx4")[(n + oob + swizzle) % 3]
                p.access(f"s_buffer_load_{kind}", v=v, offset=(24, 36, 32, 40)[(n + swizzle) % 4])
                if n % 2:
                    p.access(f"s_buffer_store_{kind}", v=v, offset=(24, 36, 32, 40)[(n + oob) % 4])
    p.free = FAR + 0x1000
    start = p.place([0] * LANES, 4)
    for i in range(2):
        p.set_s(34 + i, start >> 32 * i)
    p.set_exec(ALL)
    p.asm("global_store_dword v1, v0, s[34:35]")
    p.word([words.WAIT_VSCNT], "s_waitcnt_vscnt null, 0")
    p.asm("s_dcache_inv", "s_waitcnt lgkmcnt(0)")
    for lane in range(LANES):
        p.memory.write(start + 4 * lane, lane.to_bytes(4, "little"))
    p.access("s_load_dwordx16", at=start + 32)
    return p


def order():
    """Loads, stores and atomics of one place without a wait: memory keeps the order of issue (D-MEM-56)."""
    p = RdnaAtomics("directed_rdna_order", "loads, stores and atomics in flight together: the order of issue", 0x4000)
    r = p.random
    for i, word in enumerate(descriptor(RAW_RANGE, FAR, 0, 0x4000)):
        p.set_s(RSRC + i, word)
    text = f"v{OFFSETS}, s[{RSRC}:{RSRC + 3}], 0 offen"
    data = [[r.getrandbits(32) for _ in range(LANES)] for _ in range(4)]
    for n in range(8):
        start = FAR + 0x400 * n
        at = [start - FAR + 4 * lane for lane in range(LANES)]
        p.row(OFFSETS, at)
        for i, row in enumerate(data):
            p.row(12 + i, row)
        before = [int.from_bytes(p.memory.read(FAR + a, 4), "little") for a in at]
        p.asm("s_waitcnt vmcnt(0)")
        p.asm(f"buffer_load_dword v{RESULT}, {text}")
        p.asm(f"buffer_store_dword v12, {text}")
        p.asm(f"buffer_load_dword v{RESULT + 1}, {text}")
        p.asm(f"buffer_atomic_add v13, {text}")  # VS_CNT
        p.asm(f"buffer_load_dword v{RESULT + 2}, {text}")
        p.asm(f"buffer_atomic_xor v14, {text} glc")  # VM_CNT
        p.asm(f"buffer_store_dword v15, {text} offset:256")
        p.asm(f"buffer_load_dword v{RESULT + 3}, {text} offset:256")
        p.asm(f"v_mov_b32 v12, {n}", f"v_mov_b32 v13, {n}", f"v_mov_b32 v15, {n}")  # read at the issue
        sums = [a + b & M32 for a, b in zip(data[0], data[1])]
        for left, register, row in (
            (4, RESULT, before),
            (3, RESULT + 1, data[0]),
            (2, RESULT + 2, sums),
            (1, 14, sums),
            (0, RESULT + 3, data[3]),
        )[n % 5 :]:
            p.asm(f"s_waitcnt vmcnt({left})")
            # A register without a wait of its own: the store of a result counts elsewhere.
            p.store(register, row, f"with {left} in flight behind it")
        for lane, a in enumerate(at):
            p.memory.write(FAR + a, (sums[lane] ^ data[2][lane]).to_bytes(4, "little"))
        for lane, a in enumerate(at):
            p.memory.write(FAR + a + 256, data[3][lane].to_bytes(4, "little"))
        p.asm("s_waitcnt vmcnt(0)")
    # Stores do not count in VM_CNT, which alone of the two is in IB_STS (D-MEM-59).
    p.row(OFFSETS, [4 * lane for lane in range(LANES)])
    p.row(12, data[0])
    for n in range(5):
        p.wait_memory()
        p.asm(*[f"buffer_store_dword v12, {text} offset:{4 * k}" for k in range(n + 1)])
        p.asm(f"buffer_atomic_swap v12, {text} offset:8" if n % 2 else f"buffer_store_byte v12, {text} offset:1")
        p.asm("s_getreg_b32 s20, hwreg(HW_REG_IB_STS, 0, 4)", "s_getreg_b32 s21, hwreg(HW_REG_IB_STS, 22, 2)")
        p.collect("s20", 0)
        p.collect("s21", 0)
        for k in range(n + 1):
            for lane in range(LANES):
                p.memory.write(FAR + 4 * lane + 4 * k, data[0][lane].to_bytes(4, "little"))
        for lane in range(LANES):
            if n % 2:
                p.memory.write(FAR + 4 * lane + 8, data[0][lane].to_bytes(4, "little"))
            else:
                p.memory.write(FAR + 4 * lane + 1, bytes([data[0][lane] & 255]))
    return p


def traps():
    """A trap waits for VS_CNT too: behind a store that violates, the handler finds it noted."""
    p = RdnaFlat("directed_rdna_trap", "s_trap behind stores: both counters are 0 when the handler begins")
    p.set_lds()
    p.handler = [
        ".p2align 8",
        "handler:",
        "  s_getreg_b32 s21, hwreg(HW_REG_TRAPSTS, 8, 1)",
        "  s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 8, 1), 0",
        "  s_add_u32 ttmp0, ttmp0, 4",
        "  s_addc_u32 ttmp1, ttmp1, 0",
        "  s_rfe_b64 ttmp[0:1]",
    ]
    for i, word in enumerate(descriptor(RAW_RANGE, FAR, 0, 0x10000)):
        p.set_s(RSRC + i, word)
    p.row(OFFSETS, [0x7FC0 + 4 * lane for lane in range(LANES)])
    p.row(OFFSETS + 2, [FAR + 0x7FC0 + 4 * lane & M32 for lane in range(LANES)])
    p.row(OFFSETS + 3, [FAR >> 32] * LANES)
    p.row(12, [p.random.getrandbits(32) for _ in range(LANES)])
    text = f"v{OFFSETS}, s[{RSRC}:{RSRC + 3}], 0 offen"
    pair = f"v[{OFFSETS + 2}:{OFFSETS + 3}]"
    for lines, violated in (
        ([f"buffer_store_dword v12, {text}"], True),
        ([f"buffer_load_dword v20, {text}"], True),
        ([f"buffer_store_dword v12, {text}", f"buffer_load_dword v20, {text}"], True),
        ([f"buffer_load_dword v20, {text}", f"buffer_atomic_add v12, {text}"], True),
        ([f"global_store_byte {pair}, v12, off"], True),
        ([f"flat_store_dword {pair}, v12"], True),
        ([f"flat_atomic_swap {pair}, v12"], True),
        (["s_nop 0"], False),
    ):
        p.wait_memory()
        p.asm("s_waitcnt lgkmcnt(0)", *lines, "s_trap 1")
        p.collect("s21", int(violated))
        swaps = {"buffer_atomic_add": lambda old, new: old + new & M32}
        for line in lines:
            name = line.split()[0]
            for lane in range(16) if "store" in name or "atomic" in name else ():  # those that are mapped
                at, new = FAR + 0x7FC0 + 4 * lane, p.rows[-1][lane]
                old = int.from_bytes(p.memory.read(at, 4), "little")
                count = 1 if "byte" in name else 4
                value = swaps.get(name, lambda _, new: new)(old, new)
                p.memory.write(at, value.to_bytes(4, "little")[:count])
    return p


def programs():
    return [
        *map(ranges, range(4)),
        swizzled(),
        private(),
        ignored(),
        with_format(),
        atomics(32),
        atomics(64),
        *status(),
        transfers(),
        flats(),
        scalar_memory(),
        order(),
        traps(),
    ]
