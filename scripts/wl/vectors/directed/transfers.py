# SPDX-License-Identifier: Apache-2.0
"""Between memory and the LDS without a VGPR (buffer-memory.md 9): loads of MUBUF, GLOBAL and SCRATCH with LDS = 1,
buffer_store_lds_dword.

A lane's dword of the LDS follows from M0, OFFSET and the lane's number. scripts/wl/reading/ gives the values.
"""

from wl.reading import buffer, format_access, formats, words
from wl.reading.bits import ALL, LANES, M32, M64
from wl.reading.places import UNALIGNED, lane_places
from wl.vectors.directed import formats as typed
from wl.vectors.directed.buffer import DATA, FAR, HOLES, OFFSETS, PRIVATE, RESULT, RSRC, Buffers, resource


LOADS = [f"buffer_load_{kind}" for kind in ("ubyte", "sbyte", "ushort", "sshort", "dword")]
STORE, FORMAT = "buffer_store_lds_dword", "buffer_load_format_x"
SADDR, OFF, FLAT_SCRATCH = 34, 0x7F, 102
SEGMENTS = {"scratch": 1, "global": 2}
SCRATCH = {"base": PRIVATE, "swizzle": 1, "add_tid": 1, "index_stride": 3, "data_format": 0}
UNUSED = 255  # VDATA, which no transfer has


class Transfers(Buffers):
    def __init__(self, name, about, lds, mode=UNALIGNED):
        super().__init__(name, about, {FAR: 0x2000, PRIVATE: 0x2000})
        self.lds, self.alignment_mode = lds, mode
        self.local = bytearray(lds)
        for at, mask in self.pieces():
            row = [self.random.getrandbits(32) for _ in range(LANES)]
            self.row(DATA, row)
            self.set_exec(mask)
            self.asm("s_waitcnt vmcnt(0)", f"ds_write_b32 v1, v{DATA} offset:{at}", "s_waitcnt lgkmcnt(0)")
            for lane in range(LANES):
                if mask >> lane & 1:
                    self.local[at + 4 * lane : at + 4 * lane + 4] = row[lane].to_bytes(4, "little")

    def describe(self):
        test = super().describe()
        if self.alignment_mode != UNALIGNED:
            test["launch"]["alignment_mode"] = self.alignment_mode
        return test

    def pieces(self):
        """(first byte, lanes) of rows of the LDS."""
        for at in range(0, self.lds, 256):
            yield at, (1 << min(LANES, (self.lds - at) // 4)) - 1

    def check_lds(self):
        for at, mask in self.pieces():
            row = [0] * LANES
            for lane in range(LANES):
                if mask >> lane & 1:
                    row[lane] = int.from_bytes(self.local[at + 4 * lane : at + 4 * lane + 4], "little")
            self.set_exec(ALL)
            self.asm(f"v_mov_b32 v{RESULT}, 0")
            self.set_exec(mask)
            self.asm(f"ds_read_b32 v{RESULT}, v1 offset:{at}", "s_waitcnt lgkmcnt(0)")
            self.store(RESULT, row, f"LDS {at}")

    def one(self, name, descriptor, m0=0, constant=0, soffset=128, mask=ALL, bit=1, vdata=UNUSED, more=0, **rows):
        """One transfer of the whole wave. bit: LDS. more: further bits of the first word, without effect."""
        for i, word in enumerate(descriptor):
            self.set_s(RSRC + i, word)
        for i, key in enumerate(k for k in ("index", "offset") if k in rows):
            self.row(OFFSETS + i, rows[key])
        self.asm("s_waitcnt vmcnt(0)")
        self.set_m0(m0)
        self.asm("s_nop 0")
        self.set_exec(mask)
        fields = bit << 16 | ("offset" in rows) << 12 | ("index" in rows) << 13 | constant | more
        self.cover("MUBUF", name, "LDS")
        self.word(
            [
                0x38 << 26 | words.NUMBER["MUBUF", name] << 18 | fields,
                soffset << 24 | RSRC // 4 << 16 | vdata << 8 | OFFSETS,
            ],
            f"{name} lds, m0 = 0x{m0:x}, offset {constant}",
        )
        self.lanes(name, descriptor, m0, constant, self.soffset(soffset), mask, rows)

    def lanes(self, name, descriptor, m0, constant, soffset, mask, rows):
        if name == FORMAT:
            self.formatted(descriptor, m0, constant, soffset, mask, rows)
            return
        v = self.resource(descriptor)
        opcode = buffer.Opcode("buffer_store_dword" if name == STORE else name)
        for lane in range(LANES) if not v.type else ():
            at = buffer.local_place(m0, constant, lane, self.lds)
            if not mask >> lane & 1 or at is None:
                continue
            own = {key: row[lane] for key, row in rows.items()}
            where, wrong = buffer.reached(self.alignment_mode, v, opcode.size, lane, soffset, constant, **own)
            self.violated |= buffer.transfer(self.memory, self.local, at, where, opcode) or wrong

    def formatted(self, descriptor, m0, constant, soffset, mask, rows):
        low = 0 if self.alignment_mode == UNALIGNED else 2
        v = format_access.Resource(descriptor, None, low, self.memory_unit == "rdna")
        for lane in range(LANES) if not v.type else ():
            at = buffer.local_place(m0, constant, lane, self.lds)
            if not mask >> lane & 1 or at is None:
                continue
            places = v.addresses(lane, soffset, constant, **{key: row[lane] for key, row in rows.items()})
            self.violated |= format_access.transfer(self.memory, v, self.local, at, places)

    def flat(self, name, at, m0=0, constant=0, mask=ALL, scalar=False, vdst=UNUSED, data=UNUSED, more=0):
        """One load of GLOBAL or SCRATCH. at: of each lane, the address or private offset with the field OFFSET. scalar:
        by SADDR; of SCRATCH all lanes have one offset then. vdst, data: fields without effect."""
        form = name.partition("_")[0]
        starts = [a - constant & (M32 if form == "scratch" else M64) for a in at]
        if scalar:
            base = starts[0] if form == "scratch" else min(starts) - 0x100
            for i in range(2):
                self.set_s(SADDR + i, base >> 32 * i)
            starts = [a - base & M32 for a in starts]
        if form == "global" or not scalar:
            for i in range(2 if form == "global" and not scalar else 1):
                self.row(OFFSETS + i, [a >> 32 * i & M32 for a in starts])
        self.asm("s_waitcnt vmcnt(0)")
        self.set_m0(m0)
        self.asm("s_nop 0")
        self.set_exec(mask)
        first = 0x37 << 26 | words.NUMBER[form.upper(), name] << 18 | SEGMENTS[form] << 14 | 1 << 13
        second = vdst << 24 | (SADDR if scalar else OFF) << 16 | data << 8 | OFFSETS
        self.cover(form.upper(), name, "LDS")
        self.word([first | constant & 0x1FFF | more, second], f"{name} lds, m0 = 0x{m0:x}, offset {constant}")
        opcode = buffer.Opcode(name)
        for lane in range(LANES):
            local = buffer.local_place(m0, constant, lane, self.lds)
            if not mask >> lane & 1 or local is None:
                continue
            where, wrong = lane_places(form, self.alignment_mode, opcode.size, lane, at[lane], PRIVATE)
            self.violated |= buffer.transfer(self.memory, self.local, local, where, opcode) or wrong

    def set_flat_scratch(self):
        for i, name in enumerate(("flat_scratch_lo", "flat_scratch_hi")):
            self.asm(f"s_mov_b32 {name}, 0x{PRIVATE >> 32 * i & M32:x}")

    def done(self):
        self.wait_memory()


def forms(p, n, step):
    """(descriptor, rows) of a raw, a structured and a swizzled buffer, of which some lanes are out of range."""
    order = p.random.sample(range(LANES), LANES)
    if n % 3 == 0:
        return resource(FAR + 64, 0, 4 * 50), {"offset": [step * i for i in order]}
    if n % 3 == 1:
        return resource(FAR + 0x200, 12, 55), {"index": order, "offset": [4 * (i % 2) for i in range(LANES)]}
    return resource(**SCRATCH), {"offset": [step * (i % 5) for i in order]}


# D-MEM-12, D-MEM-31, D-MEM-32, D-MEM-77.
def plain():
    """Each opcode: forms of address, M0 and OFFSET, lanes outside the allocation."""
    p = Transfers("directed_lds_dma", "loads with LDS = 1 and buffer_store_lds_dword: M0, OFFSET, range, EXEC", 512)
    p.set_s(36, 0x40)
    starts = (0, 4, 0xABCD0040, 257, 258, 259, 260, 511, 256)
    for n, name in enumerate([*LOADS, STORE, LOADS[4], STORE, *LOADS]):
        for k in range(3):
            step = (4, 1, 2)[(n + k) % 3] if name != STORE else 4
            v, rows = forms(p, n + k, step)
            how = {"mask": (ALL, HOLES, 0)[k % 3 if n % 4 == 0 else k % 2], "soffset": (128, 36)[n % 2]}
            how["constant"] = (0, 4, 13, 256)[(n + k) % 4] if n % 3 else (8, 0)[k % 2]
            if name == STORE:
                how["bit"] = (n + k) % 2
            p.one(name, v, starts[(2 * n + k) % len(starts)], **how, **rows)
            p.done()
            p.check_lds()
    p.check_violation()
    # No lane: M0 + OFFSET + 4 * lane does not come round. Memory that is not mapped is not reached.
    wild = resource(0x7777_0000_0000, 0, M32)
    for n, (m0, constant) in enumerate(((0xFFFC, 8), (0xFFFF, 4095), (0xFF00, 256), (512, 0), (0, 512))):
        for name in (LOADS[n], STORE):
            p.one(name, wild, m0, constant, offset=[4 * lane for lane in range(LANES)])
            p.done()
    # Low bits of M0 and OFFSET that carry.
    for name, m0, constant in ((LOADS[0], 3, 1), (LOADS[1], 2, 6), (STORE, 1, 15)):
        p.one(name, resource(FAR, 0, 0x1000), m0, constant, offset=[4 * lane for lane in range(LANES)])
        p.done()
        p.check_lds()
    # The last lanes lie outside, those alone have no memory.
    high = [0x7777_0000_0000 - FAR & M32 if lane > 13 else 4 * lane for lane in range(LANES)]
    for name in (LOADS[4], STORE):
        p.one(name, resource(FAR, 0, M32), 456, offset=high)
        p.done()
    p.check_lds()
    p.check_violation()
    return p


def nothing(p):
    """Unbound: 0 goes to the LDS; another TYPE: nothing happens. Bits without effect."""
    lanes = [4 * lane for lane in range(LANES)]
    for n, name in enumerate((LOADS[0], LOADS[4], STORE)):
        p.one(name, resource(FAR, 0, 0x1000, rest=(1 + n) << 30), 4, offset=lanes)
        p.done()
        p.check_lds()
        p.one(name, resource(FAR, 0, 0x1000, data_format=0), 64 * n, offset=lanes, mask=HOLES)
        p.done()
        p.check_lds()
        p.one(
            name, resource(FAR, 0, 0x1000), 128, constant=40, mask=(HOLES, ALL)[n % 2], more=1 << 14 | 1 << 15 | 2 << 16
        )
        p.done()
        p.check_lds()


# D-MEM-40, D-MEM-43.
def order():
    """Counts in VM_CNT in order; M0 and addresses have the values of the issue; VDATA stays."""
    p = Transfers("directed_lds_dma_order", "transfers to and from the LDS: order of return, no VGPR, unmapped", 1024)
    nothing(p)
    lanes = [4 * lane for lane in range(LANES)]
    kept = [p.random.getrandbits(32) for _ in range(LANES)]
    for n, name in enumerate([*LOADS, STORE]):
        p.row(RESULT + 1, kept)
        v = resource(FAR, 0, 0x1000)
        p.one(name, v, 16 * n, constant=4 * n, vdata=RESULT + 1, offset=lanes)
        # M0, the address and the register of VDATA change at once.
        p.set_m0(0x300)
        p.asm(f"v_mov_b32 v{OFFSETS}, -1", f"v_not_b32 v{RESULT + 1}, v{RESULT + 1}")
        p.done()
        p.store(RESULT + 1, [~x & M32 for x in kept], "VDATA of a transfer")
        p.check_lds()
    # A load before and one behind the transfer: vmcnt(1) covers the first two.
    for i, word in enumerate(resource(FAR, 0, 0x1000)):
        p.set_s(RSRC + i, word)
    v = resource(FAR, 0, 0x1000)
    p.row(OFFSETS, lanes)
    text = f"v{OFFSETS}, s[{RSRC}:{RSRC + 3}], 0 offen"
    p.asm("s_waitcnt vmcnt(0)", f"buffer_load_dword v{RESULT + 2}, {text} offset:64")
    before = [int.from_bytes(p.memory.read(FAR + 64 + 4 * lane, 4), "little") for lane in range(LANES)]
    p.set_m0(0x100)
    p.asm("s_nop 0")
    p.word([0x38 << 26 | 20 << 18 | 1 << 16 | 1 << 12 | 128, 128 << 24 | RSRC // 4 << 16 | OFFSETS], "dword lds")
    p.lanes(LOADS[4], v, 0x100, 128, 0, ALL, {"offset": lanes})
    p.asm(f"buffer_load_dword v{RESULT + 3}, {text} offset:256", "s_waitcnt vmcnt(1)")
    at = 0x100 + 128
    row = [int.from_bytes(p.local[at + 4 * lane : at + 4 * lane + 4], "little") for lane in range(LANES)]
    p.asm(f"ds_read_b32 v{RESULT + 4}, v1 offset:{at}", "s_waitcnt lgkmcnt(0)")
    p.store(RESULT + 2, before, "the load before")
    p.store(RESULT + 4, row, "the LDS behind vmcnt(1)")
    p.done()
    # Into two parts of the LDS without a wait, then stored from both; a load behind the store (D-MEM-40).
    p.one(LOADS[4], v, 0, offset=lanes)
    p.set_m0(0x200)
    p.asm("s_nop 0")
    p.word([0x38 << 26 | 19 << 18 | 1 << 16 | 1 << 12 | 16, 128 << 24 | RSRC // 4 << 16 | OFFSETS], "sshort lds")
    p.lanes(LOADS[3], v, 0x200, 16, 0, ALL, {"offset": lanes})
    p.done()
    p.one(STORE, resource(FAR + 0x1000, 0, 0x1000), 0x180, bit=0, offset=lanes)
    p.asm(f"buffer_load_dword v{RESULT}, {text}", "s_waitcnt vmcnt(0)")
    stored = [int.from_bytes(p.memory.read(FAR + 0x1000 + 4 * lane, 4), "little") for lane in range(LANES)]
    p.store(RESULT, stored, "a load behind the store")
    p.check_lds()
    p.check_violation()
    unmapped(p)
    return p


def unmapped(p):
    """D-MEM-45: a byte in a page that is not mapped is 0; a store drops it; MEM_VIOL."""
    for n, name in enumerate([*LOADS, STORE]):
        v = resource(FAR + 0x2000 - 100 - n, 0, 0x1000)
        p.one(name, v, 4 * n, mask=(ALL, HOLES)[n % 2], offset=[4 * lane for lane in range(LANES)])
        p.done()
        p.check_violation()
        p.clear_violation()
        p.one(name, v, 4 * n, mask=0, offset=[4 * lane for lane in range(LANES)])
        p.done()
        p.check_violation()
        p.check_lds()


# D-MEM-14, D-MEM-75.
def aligned(mode):
    """Memory follows the mode; the address in the LDS is cleared in each."""
    p = Transfers(f"directed_lds_dma_{mode}", f"transfers to and from the LDS in alignment mode {mode}", 512, mode)
    for n, name in enumerate([*LOADS, STORE]):
        for low in (0, 1, 2, 3):
            offsets = [4 * lane + low for lane in range(LANES)]
            mixed = [a - (low if lane % 3 == 0 else 0) for lane, a in enumerate(offsets)]
            base = FAR if name != STORE else FAR + 0x1000
            p.one(name, resource(base, 0, 0x1000), 64 + low, constant=(0, 4)[n % 2], offset=(offsets, mixed)[low % 2])
            p.done()
            p.check_violation()
            p.clear_violation()
            p.check_lds()
    return p


# D-MEM-12, D-MEM-13, D-MEM-31, D-MEM-45.
def with_format(mode=UNALIGNED):
    """format_x: every format, with selects; the whole element is in range or X is 0."""
    name = "directed_lds_dma_format" + (f"_{mode}" if mode != UNALIGNED else "")
    p = Transfers(name, f"buffer_load_format_x with LDS = 1: every format, alignment mode {mode}", 512, mode)
    order = p.random.sample(range(LANES), LANES)
    p.set_s(36, 0x40)
    for n, pair in enumerate(formats.PAIRS):
        size = formats.size(pair[0])
        select = (formats.XYZW, typed.joined((5, 4, 4, 4)), typed.joined((7, 6, 5, 4)), 0xFFF & ~7)[n % 4]
        low = n % 3 if mode != UNALIGNED else n % 4
        if n % 2:
            fields = {"swizzle": n // 2 % 2, "add_tid": n // 4 % 2, "index_stride": n % 4}
            v = typed.resource(FAR + 32 + low, pair, 20, 50, select, **fields)
            rows = {"index": order}
        else:
            v = typed.resource(FAR + low, pair, 0, 24 * 40 + size * (n % 3) + n % 5, select)
            rows = {"offset": [24 * i for i in order]}
        how = {"constant": (0, 4, 8)[n % 3], "soffset": (128, 36)[n // 2 % 2], "mask": (ALL, HOLES)[n // 3 % 2]}
        p.one(FORMAT, v, (0, 4, 0x5A000040, 253, 2)[n % 5], **how, **rows)
        p.done()
        p.check_lds()
    p.check_violation()
    lanes = [24 * lane for lane in range(LANES)]
    for n, pair in enumerate(((0, 4), (15, 4), (4, 0), (10, 6))):  # no format
        p.one(FORMAT, typed.resource(FAR, pair, 0, 0x1000, add_tid=n % 2), 8 * n, offset=lanes)
        p.done()
        p.check_lds()
    p.one(FORMAT, typed.resource(FAR, (10, 0), 0, 0x1000, rest=2 << 30), 64, offset=lanes)
    p.one(FORMAT, typed.resource(FAR, (14, 4), 0, 0x1000), 128, offset=lanes, mask=0)
    p.one(FORMAT, typed.resource(FAR, (14, 4), 0, 0x1000), 0xFFFF, offset=lanes)
    p.done()
    p.check_lds()
    p.check_violation()
    for n, pair in enumerate(((14, 4), (11, 5), (5, 0), (1, 4))):  # pages that are not mapped
        v = typed.resource(FAR + 0x2000 - 24 * 30 - 3 * n, pair, 0, 0x10000)
        p.one(FORMAT, v, 4 * n, offset=lanes, mask=(ALL, HOLES)[n % 2])
        p.done()
        p.check_violation()
        p.clear_violation()
        p.check_lds()
    for n, pair in enumerate(((10, 0), (4, 5))):  # what is not mapped is 0; DST_SEL takes 1 instead, but out of range
        v = typed.resource(FAR + 0x2000 - 24 * 30, pair, 0, 24 * 50, typed.joined((1, 5, 6, 7)))
        p.one(FORMAT, v, 12 * n, offset=lanes)
        p.done()
        p.check_violation()
        p.clear_violation()
        p.check_lds()
    return p


# D-MEM-31, D-MEM-33, D-MEM-77.
def flats(mode=UNALIGNED):
    """GLOBAL and SCRATCH: OFFSET is signed and is a part of both addresses."""
    name = "directed_lds_dma_flat" + (f"_{mode}" if mode != UNALIGNED else "")
    p = Transfers(name, f"global and scratch loads with LDS = 1, alignment mode {mode}", 512, mode)
    p.memory_unit = None  # nothing is stored, and there is no range
    p.set_flat_scratch()
    order = p.random.sample(range(LANES), LANES)
    kinds = [load.removeprefix("buffer_") for load in LOADS]
    for n, kind in enumerate(kinds * 2):
        for k, (m0, constant) in enumerate(
            ((0, 0), (0x45, -4), (16, -64), (0xABCD0100, 80), (4, -4096), (0xFFFC, 8), (257, 13), (512, -260))
        ):
            form = ("global", "scratch")[(n + k) % 2]
            step = 4 if mode != UNALIGNED and n < 5 else 5
            if form == "global":
                at = [FAR + 0x100 + step * i for i in order]
            else:
                at = [4 * (i % 9) + (i % 2) * (step == 5) for i in order]
            scalar = (n + k) // 2 % 2 == 1 and not (form == "scratch" and constant < 0)
            if scalar and form == "scratch":
                at = [constant + 8 + step] * LANES
            how = {"mask": (ALL, HOLES, ALL, 0)[k % 4 if n % 4 == 0 else k % 2], "scalar": scalar}
            how["more"] = (0, 1 << 16, 1 << 17)[k % 3]  # GLC, SLC
            p.flat(f"{form}_{kind}", at, m0, constant, **how)
            p.done()
            p.check_lds()
            if mode != UNALIGNED:
                p.check_violation()
                p.clear_violation()
    p.check_violation()
    # VDST and DATA are nothing; M0 and the address have the values of the issue.
    kept = [p.random.getrandbits(32) for _ in range(LANES)]
    for n, kind in enumerate(kinds):
        form = ("global", "scratch")[n % 2]
        p.row(RESULT + 1, kept)
        at = (
            [FAR + 0x300 + 4 * lane for lane in range(LANES)]
            if n % 2 == 0
            else [4 * (lane % 8) for lane in range(LANES)]
        )
        p.flat(f"{form}_{kind}", at, 16 * n, 4 * n, vdst=RESULT + 1, data=RESULT + 1)
        p.set_m0(0x200)
        p.asm(f"v_mov_b32 v{OFFSETS}, -1", f"v_not_b32 v{RESULT + 1}, v{RESULT + 1}")
        p.done()
        p.store(RESULT + 1, [~x & M32 for x in kept], "VDST of a transfer")
        p.check_lds()
    # Lanes outside the LDS reach no memory; lanes in it do.
    for form, wild in (("global", 0x7777_0000_0000), ("scratch", 0x7000_0000)):
        at = [wild if lane > 13 else FAR + 4 * lane if form == "global" else 4 for lane in range(LANES)]
        p.flat(f"{form}_load_dword", at, 456)
        p.done()
        p.check_violation()
        p.flat(f"{form}_load_ushort", at, 452)
        p.done()
        p.check_violation()
        p.clear_violation()
        p.check_lds()
    return p


def none():
    """A wave without LDS: no lane takes part."""
    p = Transfers("directed_lds_dma_none", "transfers of a wave without LDS: no lane takes part", 0)
    for name in [*LOADS, STORE]:
        p.one(name, resource(FAR, 0, 0x1000), offset=[4 * lane for lane in range(LANES)])
        p.one(name, resource(FAR - 0x1000, 0, 0x1000))
        p.done()
    p.check_violation()
    p.collect("1", 1)  # so that a run that stores nothing fails
    return p


def programs():
    modes = ("dword", "dword_strict", "strict")
    return [
        plain(),
        order(),
        *map(aligned, modes),
        none(),
        with_format(),
        with_format("dword"),
        flats(),
        *map(flats, modes),
    ]
