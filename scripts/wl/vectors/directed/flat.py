# SPDX-License-Identifier: Apache-2.0
"""GLOBAL, SCRATCH and FLAT (buffer-memory.md 10), and the alignment modes of vector memory (5).

scripts/wl/reading/places.py computes the places of a lane's bytes. Lanes of a store lie apart.
"""

from wl.reading import buffer, words
from wl.reading.atomic import Atomic
from wl.reading.bits import ALL, LANES, M32, M64
from wl.reading.places import SHARED, UNALIGNED, PRIVATE as PRIVATE_APERTURE, aperture, lane_places, local
from wl.vectors.directed.atomics import OFF, OPERATIONS, Atomics
from wl.vectors.directed.buffer import BOUND, DATA, FAR, HALVES, HOLES, LOADS, OFFSETS, PRIVATE, RESULT, RSRC, STORES
from wl.vectors.directed.buffer import resource


SEGMENTS = {"flat": 0, "scratch": 1, "global": 2}
SADDR, FLAT_SCRATCH = 34, 102
LDS_BYTES = 1024


class Flat(Atomics):
    def __init__(self, name, about, size=0x8000, more=None, mode=UNALIGNED):
        super().__init__(name, about, size, {PRIVATE: 0x8000} | (more or {}))
        self.alignment_mode, self.flat_scratch = mode, None
        self.local = None  # the LDS
        self.set_flat_scratch(PRIVATE)

    def describe(self):
        test = super().describe()
        if self.alignment_mode != UNALIGNED:
            test["launch"]["alignment_mode"] = self.alignment_mode
        return test

    def check_violation(self):
        self.asm("s_waitcnt lgkmcnt(0)")
        super().check_violation()

    def set_flat_scratch(self, value):
        self.flat_scratch = value
        for i, name in enumerate(("flat_scratch_lo", "flat_scratch_hi")):
            self.asm(f"s_mov_b32 {name}, 0x{value >> 32 * i & M32:x}")

    def set_lds(self):
        """Random contents of the LDS."""
        self.lds, self.local = LDS_BYTES, bytearray(LDS_BYTES)
        for at in range(0, LDS_BYTES, 256):
            row = [self.random.getrandbits(32) for _ in range(LANES)]
            self.row(RESULT, row)
            self.asm("s_waitcnt vmcnt(0)", f"ds_write_b32 v1, v{RESULT} offset:{at}", "s_waitcnt lgkmcnt(0)")
            self.local[at : at + 256] = b"".join(v.to_bytes(4, "little") for v in row)

    def check_lds(self):
        for at in range(0, LDS_BYTES, 256):
            row = [int.from_bytes(self.local[at + 4 * i : at + 4 * i + 4], "little") for i in range(LANES)]
            self.asm(f"ds_read_b32 v{RESULT}, v1 offset:{at}", "s_waitcnt lgkmcnt(0)")
            self.store(RESULT, row, f"LDS {at}")

    # ---- one lane
    def lane(self, form, opcode, lane, at, registers):
        """(registers after a load or what an atomic returns, violated)"""
        if form == "flat":
            form, at = aperture(at)
        size = opcode.size
        if form == "lds":
            return self.shared(opcode, at, registers)
        if isinstance(opcode, Atomic):
            if form == "scratch" and size == 8:  # D-MEM-39
                return opcode.words(0), True
            at = lane_places(form, UNALIGNED, size, lane, at, self.flat_scratch)[0][0]
            old, violated = opcode.at_memory(self.memory, at, registers)
            return opcode.words(old), violated
        where, violated = lane_places(form, self.alignment_mode, size, lane, at, self.flat_scratch)
        if opcode.load:
            value, wild = buffer.fetch(self.memory, where)
            return opcode.loaded(value, registers[0]), violated or wild
        return [], buffer.put(self.memory, where, opcode.stored(registers)) or violated

    def shared(self, opcode, at, registers):
        size = opcode.size
        atomic = isinstance(opcode, Atomic)
        at = local(self.alignment_mode, size, at, LDS_BYTES, atomic)
        good = at is not None
        old = int.from_bytes(self.local[at : at + size], "little") if good else 0
        if atomic:
            if good:
                after = opcode.after(old, *opcode.operands(registers))
                self.local[at : at + size] = after.to_bytes(size, "little")
            return opcode.words(old), not good
        if opcode.load:
            return opcode.loaded(old, registers[0]), not good
        if good:
            self.local[at : at + size] = opcode.stored(registers)
        return [], not good

    # ---- one instruction
    def access(self, name, at, mask=ALL, constant=0, scalar=False, glc=False, vdst=RESULT, extra=(0, 0)):
        """at: for each lane, the address or private offset with the field OFFSET. scalar: by SADDR; all lanes of
        SCRATCH then have one offset."""
        form = name.partition("_")[0]
        atomic = "_atomic_" in name
        opcode = Atomic(name) if atomic else buffer.Opcode(name, self.ecc)
        self.cover(form.upper(), name, "lanes")
        registers, wide = {}, form == "flat" or (form == "global" and not scalar)
        starts = [a - constant & M64 for a in at]
        if scalar:
            base = min(at) - constant if form == "scratch" else min(at) - constant - 0x1000
            self.set_s(SADDR, base)
            self.set_s(SADDR + 1, base >> 32)
            starts = [a - base & M32 for a in starts]
        if not (scalar and form == "scratch"):
            for i in range(1 + wide):
                registers[OFFSETS + i] = [a >> 32 * i & M32 for a in starts]
        loads = not atomic and opcode.load
        first = vdst if loads else DATA
        count = opcode.registers + loads
        for i in range(count):
            row = [self.random.getrandbits(32) for _ in range(LANES)]
            registers.setdefault(first + i, row)  # a result may lie over the address
        results = range(vdst, vdst + opcode.results + 1) if atomic else range(vdst, vdst + count) if loads else ()
        for r in results:
            registers.setdefault(r, [self.random.getrandbits(32) for _ in range(LANES)])
        for r, row in sorted(registers.items()):
            self.row(r, row)
        self.asm("s_waitcnt vmcnt(0)")
        self.set_exec(mask)
        saddr = SADDR if scalar else OFF
        self.word(
            [
                0x37 << 26
                | words.NUMBER[form.upper(), name] << 18
                | glc << 16
                | SEGMENTS[form] << 14
                | constant & 0x1FFF
                | extra[0],
                (0 if not (loads or atomic) else vdst) << 24
                | saddr << 16
                | (0 if loads else DATA) << 8
                | OFFSETS
                | extra[1],
            ],
            f"{name}{' glc' * glc} offset {constant}",
        )
        for lane in range(LANES):
            if not mask >> lane & 1:
                continue
            given = [registers[first + i][lane] for i in range(opcode.registers)]
            left, violated = self.lane(form, opcode, lane, at[lane], given)
            self.violated |= violated
            if loads or glc:
                for r, word in zip(results, left):
                    registers[r][lane] = word
        self.asm("s_waitcnt vmcnt(0) lgkmcnt(0)")
        for r in results:
            self.store(r, registers[r], f"{name} v{r}")


def kinds(form):
    return [f"{form}_store_{k}" for k in STORES] + [f"{form}_load_{k}" for k in LOADS + HALVES]


def back(name):
    """The load of all bytes that a store writes."""
    size = buffer.Opcode(name).size
    plain = {1: "ubyte", 2: "ushort", 4: "dword", 8: "dwordx2", 12: "dwordx3", 16: "dwordx4"}
    return f"{name.partition('_')[0]}_load_{plain[size]}"


# ---- programs -----------------------------------------------------------------------------------------------


# D-MEM-72, D-MEM-79.
def scratches():
    """SCRATCH: each opcode by VGPR and by SADDR, misaligned, wraps of the offset."""
    p = Flat("directed_scratch", "scratch loads and stores: every opcode, by VGPR and by SGPR, misaligned")
    r = p.random
    for n, name in enumerate(kinds("scratch")):
        for k in range(3):
            step, constant = (4, 1)[(n + k) % 2], r.choice((0, 4, -8, 13))
            at = [16 * r.randrange(0, 6) + step * r.randrange(4) for _ in range(LANES)]
            how = {"constant": constant, "mask": (ALL, HOLES)[k % 2]}
            if k == 1:
                at, how["scalar"] = [at[0]] * LANES, True
            p.access(name, at, **how)
            if "store" in name:
                p.access(back(name), at, **how)
        if n % 4 == 0:
            p.set_flat_scratch(r.choice((PRIVATE, PRIVATE + 0x1000, PRIVATE + 2, 0xABCD << 48 | PRIVATE)))
    p.check_violation()
    p.set_flat_scratch(PRIVATE - 0x4000000000 + 0x1000)  # private offsets from 2^32 - 64 on lie in the arena
    for name in ("scratch_load_dword", "scratch_store_dwordx2", "scratch_load_sbyte"):
        p.access(name, [(1 << 32) - 64 + 4 * (lane % 12) for lane in range(LANES)], constant=8)
    p.check_violation()
    p.access("scratch_load_dwordx4", [(1 << 32) - 8] * LANES)  # the last two dwords wrap to unmapped pages
    p.check_violation()
    p.clear_violation()
    p.set_flat_scratch(PRIVATE + 0x7000)
    for name in ("scratch_store_dwordx4", "scratch_load_dwordx4", "scratch_store_short"):
        p.access(name, [60] * LANES, mask=0)
        p.check_violation()
        p.access(name, [60 - r.randrange(8) for _ in range(LANES)])
        p.check_violation()
        p.clear_violation()
    same_bytes(p)
    return p


def same_bytes(p):
    """A V# of scratch and SCRATCH reach the same bytes."""
    p.set_flat_scratch(PRIVATE)
    at = [20 + 4 * (lane % 3) for lane in range(LANES)]
    p.access("scratch_store_dwordx2", at)
    for i, word in enumerate(resource(PRIVATE, swizzle=1, add_tid=1, index_stride=3, data_format=0)):
        p.set_s(RSRC + i, word)
    p.row(OFFSETS, at)
    p.asm("s_waitcnt vmcnt(0)", f"buffer_load_dwordx2 v[20:21], v{OFFSETS}, s[{RSRC}:{RSRC + 3}], 0 offen")
    p.asm("s_waitcnt vmcnt(0)")
    final = [lane_places("scratch", UNALIGNED, 8, lane, at[lane], PRIVATE)[0] for lane in range(LANES)]
    for i in range(2):
        row = [int.from_bytes(p.memory.read(f[4 * i], 4), "little") for f in final]
        p.store(20 + i, row, "through a V#")


# D-MEM-44, D-MEM-45.
def canonical():
    """GLOBAL and FLAT around 2^47 and 2^64: a canonical address means its low 48 bits, others nothing mapped."""
    below, above, top = (1 << 47) - 0x1000, 1 << 47, (1 << 48) - 0x1000  # as 48 bits
    upper = 0xFFFF << 48
    p = Flat("directed_canonical", "addresses around 2^47 and 2^64, canonical and not: every opcode of GLOBAL and FLAT")
    for at in (below, above, top):
        p.arenas[at] = [p.random.getrandbits(32) for _ in range(0x400)]
        p.memory.map(at, b"".join(v.to_bytes(4, "little") for v in p.arenas[at]))
    starts = [below, upper | above, above, upper | below, upper | top, top, 3 << 47 | above, 1 << 63 | above]
    ends = [above - 1, above - 2, above - 6, (upper | above) - 3, (1 << 64) - 1, (1 << 64) - 5, above, upper | above]
    for n, suffix in enumerate(kinds("")):
        for form in ("global", "flat"):
            at = [starts[lane % 8] + 0x100 + 32 * lane + lane % (4 if n % 2 else 1) for lane in range(LANES)]
            p.access(form + suffix, at, mask=(ALL, HOLES)[n % 2], constant=(0, 16)[n // 2 % 2])
            p.check_violation()
            p.clear_violation()
            size = buffer.Opcode(suffix).size
            if "load" in suffix:  # across the borders, byte by byte
                p.access(form + suffix, [ends[lane % 8] for lane in range(LANES)])
            else:
                p.access(form + suffix, [above - size // 2] * LANES)
            p.check_violation()
            p.clear_violation()
        # SADDR in the upper half, and a sum that leaves it
        p.access("global" + suffix, [(upper | above) + 0x800 + 16 * lane for lane in range(LANES)], scalar=True)
        p.access("global" + suffix, [(1 << 64) - 0x200 + 16 * lane & M64 for lane in range(16, 48)] * 2, scalar=True)
        p.check_violation()
        p.clear_violation()
    for n, operation in enumerate(OPERATIONS):
        for form in ("global", "flat"):
            name = f"{form}_atomic_{operation}" + "_x2" * (n % 2)
            at = [starts[lane % 8] + 0x400 + 8 * lane for lane in range(LANES)]
            p.access(name, at, glc=n % 3 > 0)
            p.check_violation()
            p.clear_violation()
    return p


# D-MEM-14, D-MEM-15, D-MEM-75.
def aligned(mode):
    """Every opcode of GLOBAL, SCRATCH and MUBUF at every misalignment in one mode; atomics need theirs in each."""
    p = Flat(f"directed_align_{mode}", f"vector memory in alignment mode {mode}: every opcode, misaligned", mode=mode)
    r = p.random
    for n, suffix in enumerate(kinds("")):
        size = buffer.Opcode(suffix).size
        for low in sorted({0, 1, 2, 4, 8, r.randrange(16)}):
            at = [FAR + 0x40 + 32 * lane + low for lane in range(LANES)]
            mixed = [a + (r.randrange(16 - size % 16) if lane % 3 == 0 else 0) for lane, a in enumerate(at)]
            p.access("global" + suffix, (at, mixed)[n % 2], scalar=low % 2 == 1)
            if size == 1 and low > 1:
                continue
            p.access("scratch" + suffix, [(low + 32 * (lane % 4)) for lane in range(LANES)])
            buffers(p, "buffer" + suffix, low, n)
            p.check_violation()
            p.clear_violation()
    for name in ("global_atomic_add", "global_atomic_cmpswap_x2"):
        start = FAR + 0x1000
        for low in (0, 1, 4):
            p.access(name, [start + 16 * lane + low for lane in range(LANES)], glc=True)
            p.check_violation()
            p.clear_violation()
    return p


def buffers(p, name, low, n):
    """As aligned(), with a raw, a swizzled and a structured buffer. The range check takes the unforced offset."""
    opcode = buffer.Opcode(name)
    forms = (
        (resource(FAR + 0x2000, 0, 32 * 60 + 3), [32 * lane + low for lane in range(LANES)]),
        (resource(PRIVATE + 0x2000 + n % 3, swizzle=1, add_tid=1, index_stride=3, data_format=0), [low] * LANES),
        (resource(FAR + 0x4002, 0, 32 * 30 + low, data_format=BOUND), [32 * lane + low for lane in range(LANES)]),
    )
    words_, offsets = forms[(n + low) % 3]
    v = buffer.Resource(words_)
    p.cover("MUBUF", name, "modes")
    for i, word in enumerate(words_):
        p.set_s(RSRC + i, word)
    p.row(OFFSETS, offsets)
    first = RESULT if opcode.load else DATA
    data = [[p.random.getrandbits(32) for _ in range(LANES)] for _ in range(opcode.registers)]
    for i, row in enumerate(data):
        p.row(first + i, row)
    p.asm("s_waitcnt vmcnt(0)")
    p.set_exec(ALL)
    to = f"v{first}" if opcode.registers == 1 else f"v[{first}:{first + opcode.registers - 1}]"
    p.asm(f"{name} {to}, v{OFFSETS}, s[{RSRC}:{RSRC + 3}], 0 offen", "s_waitcnt vmcnt(0)")
    for lane in range(LANES):
        where, violated = buffer.reached(p.alignment_mode, v, opcode.size, lane, 0, 0, offset=offsets[lane])
        if opcode.load:
            value, wild = buffer.fetch(p.memory, where)
            for row, word in zip(data, opcode.loaded(value, data[0][lane])):
                row[lane] = word
        else:
            wild = buffer.put(p.memory, where, opcode.stored([row[lane] for row in data]))
        p.violated |= violated or wild
    for i, row in enumerate(data if opcode.load else ()):
        p.store(first + i, row, f"{name} v{first + i}")


def mixed(p, size, unit, apart=True):
    """Addresses in the three apertures, one kind a lane."""
    r, at = p.random, []
    for lane in range(LANES):
        low = unit * r.randrange(max(16 // unit, 1)) if unit < 16 else 0
        at.append(
            (
                FAR + 0x40 + 64 * (lane if apart else lane % 9) + low,
                SHARED + 32 * (lane // 3 % 31) + (low if low + size <= 32 else 0),
                PRIVATE_APERTURE + 32 * (lane % 3) + low,
            )[lane % 3]
        )
    return at


# D-MEM-37, D-MEM-38, D-MEM-39, D-MEM-78.
def flats():
    """FLAT: three apertures in one instruction, their borders, EXEC = 0, atomics."""
    p = Flat("directed_flat", "flat loads and stores: three apertures in one instruction, borders, misaligned")
    p.set_lds()
    r = p.random
    for n, name in enumerate(kinds("flat")):
        size = buffer.Opcode(name).size
        for unit in (size if size != 12 else 4, 1):
            at = mixed(p, size, unit)
            how = {"constant": r.choice((0, 4, 4095)), "mask": (ALL, HOLES)[n % 2]}
            p.access(name, at, **how)
            if "store" in name:
                p.access(back(name), at, **how)
    for n, name in enumerate(("flat_load_dword", "flat_store_dwordx2", "flat_load_dwordx4")):  # one aperture alone
        for start in (FAR + 0x4000, SHARED, PRIVATE_APERTURE + 16):
            step = 16 if start != PRIVATE_APERTURE + 16 else 0
            p.access(name, [start + step * lane for lane in range(LANES)], mask=(ALL, 0, HOLES)[n])
    p.check_violation()
    # The sum decides (D-MEM-37): it enters an aperture or leaves it.
    for name in ("flat_load_dword", "flat_store_short"):
        p.access(name, [SHARED + 64 + 4 * lane for lane in range(LANES)], constant=4092)
    p.check_violation()
    for wrong in (SHARED + LDS_BYTES - 2, SHARED + 0xFFFFFFFE, 3 << 48, SHARED - 4, FAR + 0x8000, M64 - 1):
        for name in ("flat_load_dword", "flat_store_dword"):
            p.access(name, [wrong if lane == 5 else a for lane, a in enumerate(mixed(p, 4, 4))])
            p.check_violation()
            p.clear_violation()
    # The aperture of the first byte; what lies behind its end begins at 0 (D-MEM-38).
    p.set_flat_scratch(PRIVATE - 0x4000000000 + 0x1000)
    for name in ("flat_load_dwordx2", "flat_store_dwordx2"):
        p.access(name, [PRIVATE_APERTURE + (1 << 32) - 4 if lane % 2 else SHARED - 4 for lane in range(LANES)])
    p.check_lds()
    return p


# D-LDS-6, D-LDS-7, D-LDS-8, D-LDS-9, D-MEM-15, D-MEM-75.
def flat_aligned(mode):
    """FLAT in one mode: each lane goes by the table of its aperture. x3 needs 16 bytes in the LDS, 4 in memory."""
    p = Flat(
        f"directed_flat_align_{mode}",
        f"flat accesses in alignment mode {mode}: each aperture by its own rule",
        mode=mode,
    )
    p.set_lds()
    r = p.random
    starts = (
        lambda lane: FAR + 0x40 + 64 * lane,
        lambda lane: SHARED + 32 * (lane // 3),
        lambda _: PRIVATE_APERTURE + 64,
    )

    def access(name, low, who, **how):
        """who: in which apertures lanes are misaligned."""
        p.access(name, [starts[lane % 3](lane) + (low(lane) if lane % 3 in who else 0) for lane in range(LANES)], **how)
        p.check_violation()
        p.clear_violation()

    for n, name in enumerate(kinds("flat")):
        size = buffer.Opcode(name).size
        for k in range(1, 16 if size > 1 else 3):
            how = {"constant": r.choice((0, 4, 4095)), "mask": (ALL, HOLES)[k % 2]}
            access(name, lambda _, k=k: k, ((0, 1, 2), (1,), (0, 2))[(n + k) % 3], **how)
        access(name, lambda _: r.randrange(16), (0, 1, 2))
        if "store" in name:
            access(back(name), lambda lane: lane % 16, (1,))
    p.check_lds()
    # The range is tested behind the alignment (lds.md 3.3).
    for name in (
        "flat_load_ushort",
        "flat_load_dword",
        "flat_store_dwordx2",
        "flat_load_dwordx3",
        "flat_store_dwordx4",
    ):
        for back_by in (1, 2, 3, 6, 8, 12, 13, 15, 16):
            at = [starts[lane % 3](lane) for lane in range(LANES)]
            at[1] = SHARED + LDS_BYTES - back_by
            at[4] = SHARED + (LDS_BYTES, (1 << 32) - back_by)[back_by % 2]
            p.access(name, at)
            p.check_violation()
            p.clear_violation()
    for suffix, size in (("", 4), ("_x2", 8)):  # an atomic needs its own in each mode
        for name in (f"flat_atomic_add{suffix}", f"flat_atomic_cmpswap{suffix}"):
            for k in (0, 2, 4, 8):
                who = (0, 1) if size == 8 else (0, 1, 2)
                at = [starts[lane % 3 if lane % 3 in who else 0](lane) + k * (lane % 5 == 0) for lane in range(LANES)]
                p.access(name, at, glc=True)
                p.check_violation()
                p.clear_violation()
    p.check_lds()
    return p


def flat_atomics(bits):
    p = Flat(f"directed_flat_atomic_{bits}", f"flat atomics of {bits} bits: in memory, in the LDS, in private memory")
    p.set_lds()
    suffix = "_x2" if bits == 64 else ""

    for n, operation in enumerate(OPERATIONS):
        for glc in (True, False):
            name = f"flat_atomic_{operation}{suffix}"
            at = mixed(p, bits // 8, bits // 8, apart=False)
            if bits == 64 and n % 2:  # without private memory there is no violation
                at = [a if a < PRIVATE_APERTURE else FAR + 0x1000 + 8 * lane for lane, a in enumerate(at)]
            p.access(name, at, glc=glc, constant=p.random.choice((0, 8)), mask=(ALL, HOLES)[n % 2])
            p.check_violation()
            p.clear_violation()
    for name in (f"flat_atomic_add{suffix}", f"flat_atomic_cmpswap{suffix}"):
        at = mixed(p, bits // 8, bits // 8)
        p.access(name, [a + (lane % 5 == 0) * 2 for lane, a in enumerate(at)], glc=True)
        p.check_violation()
        p.clear_violation()
        p.access(name, [SHARED + LDS_BYTES - 4 if lane < 9 else a for lane, a in enumerate(at)], glc=True)
        p.check_violation()
        p.clear_violation()
    p.check_lds()
    return p


# D-MEM-43.
def overlaps():
    """FLAT whose result lies over its address or data, with lanes in memory and in the LDS: no half may take what the
    other has written."""
    p = Flat("directed_flat_overlap", "flat loads and atomics that write their own address or data")
    p.set_lds()
    lds = [SHARED + 8 * lane for lane in range(LANES)]
    for n, name in enumerate([f"flat_load_{k}" for k in LOADS + HALVES]):
        size = buffer.Opcode(name).size
        for k, vdst in enumerate((OFFSETS, OFFSETS + 1, OFFSETS - (size > 4))):
            where = mixed(p, size, min(size & -size, 4)) if k or n % 3 else [a & ~15 for a in lds]
            p.access(name, where, constant=(0, 1996)[k % 2], vdst=vdst, mask=(ALL, HOLES)[(n + k) % 2])
    for n, operation in enumerate(OPERATIONS):
        for k, vdst in enumerate((OFFSETS, OFFSETS + 1, DATA)):
            name = f"flat_atomic_{operation}" + "_x2" * ((n + k) % 2)
            size = 4 << (n + k) % 2
            at = [a if a < PRIVATE_APERTURE else FAR + 0x2000 + 8 * lane for lane, a in enumerate(mixed(p, size, size))]
            where = lds if k == 0 and n % 3 == 0 else at
            p.access(name, where, glc=True, constant=(0, 1992)[k % 2], vdst=vdst, mask=(ALL, HOLES)[n % 2])
    p.check_violation()
    p.check_lds()
    return p


def programs():
    modes = [make(mode) for make in (aligned, flat_aligned) for mode in ("dword", "dword_strict", "strict")]
    return [scratches(), flats(), flat_atomics(32), flat_atomics(64), overlaps(), canonical(), *modes]
