# SPDX-License-Identifier: Apache-2.0
"""Atomics of vector memory (buffer-memory.md 5, 8, 10 and 11): each lane has a word and data of its own.

scripts/wl/reading/atomic.py computes the values that lanes leave and return, in ascending order of lanes (D-MEM-29).
"""

from wl.reading import buffer, words
from wl.reading.atomic import Atomic
from wl.reading.bits import ALL, LANES, M32, M64
from wl.reading.machine import PAGE
from wl.vectors.directed.buffer import BOUND, DATA, FAR, HOLES, OFFSETS, PRIVATE, RESULT, RSRC, Buffers, resource


OPERATIONS = "swap cmpswap add sub smin umin smax umax and or xor inc dec".split()
SADDR, OFF = 34, 0x7F  # s[34:35]
EDGES = {
    32: [0, 1, 2, 5, M32, M32 - 1, 0x7FFFFFFF, 0x80000000, 0x80000001, 0x55555555],
    64: [
        0,
        1,
        5,
        M64,
        M64 - 1,
        2**63 - 1,
        2**63,
        2**63 + 1,
        2**32 - 1,
        2**32,
        2**31,
        2**63 + 2**32 - 1,
        M64 - M32,
    ],
}


def names(prefix, bits):
    return [f"{prefix}_atomic_{operation}" + "_x2" * (bits == 64) for operation in OPERATIONS]


class Atomics(Buffers):
    """A program whose accesses have places of their own in one arena."""

    def __init__(self, name, about, size=0x8000, more=None):
        super().__init__(name, about, {FAR: size} | (more or {}))
        self.free = FAR

    def place(self, values, size, skip=0):
        """Room for values of `size` bytes in what memory holds at the start; its address. skip: bytes before it."""
        at = -(-(self.free + skip) // size) * size
        self.free = at + size * len(values)
        for i, value in enumerate(values):
            for k in range(size // 4):
                self.arenas[FAR][(at - FAR) // 4 + i * size // 4 + k] = value >> 32 * k & M32
            self.memory.write(at + size * i, value.to_bytes(size, "little"))
        return at

    def operand(self, atomic, old):
        """Data and compare value for a word that holds `old`: limits, its neighbours, itself."""
        most = (1 << atomic.bits) - 1
        near = [old, old + 1 & most, old - 1 & most]
        data = self.random.choice(EDGES[atomic.bits] + near + [self.random.getrandbits(atomic.bits)])
        return data, self.random.choice([old, old, near[1], data, self.random.choice(EDGES[atomic.bits])])

    def chain(self, atomic, places):
        """Rows of data, so that each lane's data suits what the lanes before it leave. places: addresses."""
        left, rows = {}, [[] for _ in range(atomic.registers)]
        for at in places:
            if at not in left:
                left[at] = int.from_bytes(self.memory.read(at, atomic.size), "little")
            data, compare = self.operand(atomic, left[at])
            left[at] = atomic.after(left[at], data, compare)
            given = atomic.words(data) + (atomic.words(compare) if atomic.compares else [])
            for row, word in zip(rows, given):
                row.append(word)
        return rows

    def access(self, name, places, data, mask=ALL, glc=True, pair=False, constant=0, vdst=RESULT, wait=True):
        """One atomic of the whole wave. data: rows of the data registers. pair: 64-bit addresses in VGPRs."""
        atomic = Atomic(name)
        self.cover("GLOBAL", name, "lanes")
        registers = dict(enumerate(data, DATA))
        if pair:
            starts = [at - constant & M64 for at in places]
            registers |= {OFFSETS + k: [at >> 32 * k & M32 for at in starts] for k in (0, 1)}
        else:
            base = min(places) - constant - 64
            self.set_s(SADDR, base)
            self.set_s(SADDR + 1, base >> 32)
            registers[OFFSETS] = [at - constant - base for at in places]
        results = range(vdst, vdst + atomic.results + 1)  # the one behind stays
        for r in results:
            registers.setdefault(r, [self.random.getrandbits(32) for _ in range(LANES)])
        for r, row in sorted(registers.items()):
            self.row(r, row)
        self.asm("s_waitcnt vmcnt(0)")
        self.set_exec(mask)
        self.word(
            [
                0x37 << 26 | words.NUMBER["GLOBAL", name] << 18 | glc << 16 | 2 << 14 | constant & 0x1FFF,
                vdst << 24 | (OFF if pair else SADDR) << 16 | DATA << 8 | OFFSETS,
            ],
            f"{name}{' glc' * glc}",
        )
        returned = {}
        for lane in range(LANES):
            if mask >> lane & 1:
                given = [row[lane] for row in data]
                returned[lane], violated = atomic.at_memory(self.memory, places[lane], given)
                self.violated |= violated
        for lane, value in returned.items() if glc else ():
            for r, word in zip(results, atomic.words(value)):
                registers[r] = list(registers[r])
                registers[r][lane] = word
        if wait:
            self.asm("s_waitcnt vmcnt(0)")
            for r in sorted({*results, *(range(DATA, DATA + len(data)) if vdst != RESULT else ())}):
                self.store(r, registers[r], f"{name} v{r}")

    def apart(self, bits):
        """Addresses of a word a lane."""
        start = self.place(self.old(bits, LANES), bits // 8)
        return [start + bits // 8 * lane for lane in range(LANES)]

    def near(self, unit, most, few=None):
        """Multiples of a unit, one a lane: all below `most` units, or mostly some of them."""
        some = [self.random.randrange(most) for _ in range(few or LANES)]
        return [unit * self.random.choice(some) for _ in range(LANES)]

    def old(self, bits, count):
        return [self.random.choice(EDGES[bits] + [self.random.getrandbits(bits)]) for _ in range(count)]


# ---- programs -----------------------------------------------------------------------------------------------


def patterns(p, name, atomic):
    """Addresses of the lanes: each alone, some words for all, one word."""
    r, size = p.random, atomic.size
    alone = p.place(p.old(atomic.bits, LANES), size, skip=4 * r.randrange(16))
    order = r.sample(range(LANES), LANES)
    yield [alone + size * n for n in order], ALL
    count = r.randrange(3, 12)
    some = p.place(p.old(atomic.bits, count), size, skip=4 * r.randrange(16))
    yield [some + size * r.randrange(count) for _ in range(LANES)], HOLES
    one = p.place(p.old(atomic.bits, 1), size)
    yield [one] * LANES, r.choice((ALL, ALL, HOLES))


def each(bits):
    """Every operation, with and without a return (D-MEM-29, D-MEM-30)."""
    p = Atomics(f"directed_atomic_global_{bits}", f"atomics of {bits} bits at memory: one word and many, with holes")
    for n, name in enumerate(names("global", bits)):
        atomic = Atomic(name)
        for glc in (True, False):
            for k, (places, mask) in enumerate(patterns(p, name, atomic)):
                active = [at for lane, at in enumerate(places) if mask >> lane & 1]
                rows = p.chain(atomic, active)
                data = [[p.random.getrandbits(32) for _ in range(LANES)] for _ in rows]
                for i, lane in enumerate(lane for lane in range(LANES) if mask >> lane & 1):
                    for whole, row in zip(data, rows):
                        whole[lane] = row[i]
                constant = p.random.choice((0, 4, -4, 4095, -4096, 24))
                p.access(name, places, data, mask, glc, pair=(n + k) % 2 == 0, constant=constant)
    return p


def rows_of(p, atomic):
    return [[p.random.getrandbits(32) for _ in range(LANES)] for _ in range(atomic.registers)]


def rules():
    """Operands that overlap, order among loads, stores and atomics of the wave, what has no lane."""
    p = Atomics("directed_atomic_global_rules", "atomics: VDST over data or address, order of issue, EXEC = 0", 0x4000)
    for bits in (32, 64):
        swap, compared, add = (f"global_atomic_{o}" + "_x2" * (bits == 64) for o in ("swap", "cmpswap", "add"))
        for vdst in (DATA, DATA + 1, OFFSETS, OFFSETS + 1):
            for name in (swap, compared, add):
                places = p.apart(bits)
                p.access(name, places, p.chain(Atomic(name), places), pair=vdst >= OFFSETS, vdst=vdst)
        places = p.apart(bits)
        for glc in (True, False):  # D-MEM-42
            p.access(add, places, rows_of(p, Atomic(add)), mask=0, glc=glc)
            p.access(compared, places, rows_of(p, Atomic(compared)), mask=1 << 63, glc=glc)
    p.check_violation()
    in_order(p)
    return p


def in_order(p):
    """D-MEM-40: a store, two atomics and a load of one word a lane, without waiting between."""
    start = p.place([0] * LANES, 4)
    p.set_s(SADDR, start)
    p.set_s(SADDR + 1, start >> 32)
    first, second = ([p.random.getrandbits(32) for _ in range(LANES)] for _ in range(2))
    p.row(OFFSETS, [4 * lane for lane in range(LANES)])
    p.row(DATA, first)
    p.row(DATA + 1, second)
    saddr = f"s[{SADDR}:{SADDR + 1}]"
    p.asm(
        "s_waitcnt vmcnt(0)",
        f"global_store_dword v{OFFSETS}, v{DATA}, {saddr}",
        f"global_atomic_add v{OFFSETS}, v{DATA + 1}, {saddr}",
        f"global_load_dword v{RESULT}, v{OFFSETS}, {saddr}",
        f"global_atomic_sub v{RESULT + 1}, v{OFFSETS}, v{DATA}, {saddr} glc",
        f"global_load_dword v{RESULT + 2}, v{OFFSETS}, {saddr}",
        f"v_mov_b32 v{DATA}, 0",  # the data was read at the issue (D-MEM-43)
        f"v_mov_b32 v{OFFSETS}, 0",
        "s_waitcnt vmcnt(0)",
    )
    sums = [a + b & M32 for a, b in zip(first, second)]
    for lane in range(LANES):
        p.memory.write(start + 4 * lane, second[lane].to_bytes(4, "little"))
    p.store(RESULT, sums, "load behind the store and the add")
    p.store(RESULT + 1, sums, "what the sub returns")
    p.store(RESULT + 2, second, "load behind the sub")


# D-MEM-44, D-MEM-45.
def violations():
    """Misaligned and unmapped lanes: nothing changes, 0 comes back, MEM_VIOL; the other lanes count."""
    p = Atomics("directed_atomic_global_violations", "atomics: misaligned, unmapped, the last page", 0x2000)
    for bits in (32, 64):
        for n, operation in enumerate(("add", "cmpswap", "umax", "swap", "dec")):
            name = f"global_atomic_{operation}" + "_x2" * (bits == 64)
            atomic = Atomic(name)
            places = p.apart(bits)
            data = rows_of(p, atomic)
            wrong = [at + p.random.randrange(atomic.size) if lane % 3 else at for lane, at in enumerate(places)]
            glc = n % 2 == 0
            p.access(name, wrong, data, pair=n % 2 == 1, glc=glc)
            p.check_violation()
            p.clear_violation()
            p.access(name, places, data, glc=glc)  # the same lanes aligned
            wild = [at + (0, 0x5000, 1 << 48, 1 << 63)[lane % 4] for lane, at in enumerate(places)]
            p.access(name, wild, data, pair=True, glc=not glc)
            p.check_violation()
            p.clear_violation()
            p.check_violation()
            p.access(name, [at + 1 for at in wild], data, mask=0, pair=True, glc=glc)
            p.check_violation()
    # Half a word behind the last page that is mapped: all of it is misaligned.
    end = FAR + 0x2000
    name = "global_atomic_add_x2"
    p.access(name, [end - 4] * LANES, rows_of(p, Atomic(name)))
    p.access(name, [end - 8] * LANES, rows_of(p, Atomic(name)))
    return p


# D-WAIT-5.
def invalidates():
    """buffer_wbinvl1(_vol) counts and returns in order: a wait for it covers the load before."""
    p = Atomics("directed_atomic_fences", "buffer_wbinvl1 counts in VM_CNT and changes nothing", 0x1000)
    for name in ("buffer_wbinvl1", "buffer_wbinvl1_vol"):
        p.cover("MUBUF", name, "counts")
        row = [p.random.getrandbits(32) for _ in range(LANES)]
        start = p.place(row, 4)
        p.set_s(SADDR, start)
        p.set_s(SADDR + 1, start >> 32)
        for mask in (ALL, 0):
            p.row(OFFSETS, [4 * lane for lane in range(LANES)])
            p.row(DATA, row)
            p.asm(
                "s_waitcnt vmcnt(0)",
                f"global_load_dword v{RESULT}, v{OFFSETS}, s[{SADDR}:{SADDR + 1}]",
            )
            p.set_exec(mask)
            p.asm(name, "s_waitcnt vmcnt(1)")
            p.set_exec(ALL)
            p.asm(f"v_add_u32 v{RESULT}, 1, v{RESULT}")
            p.store(RESULT, [v + 1 for v in row], f"the load before {name}")
        # No field has a meaning, but LDS, TFE and bit 25.
        fields = (0x2FFFF, 0xFF7FFFFF)
        p.word([0x38 << 26 | words.NUMBER["MUBUF", name] << 18 | fields[0], fields[1]], f"{name}, all fields set")
    return p


def buffer_access(p, name, v, index=None, offset=None, constant=0, soffset=128, mask=ALL, glc=True):
    """One atomic of MUBUF. index, offset: rows, or None. soffset: an operand code. VDATA gets the old value."""
    atomic, descriptor = Atomic(name), p.resource(v)
    p.cover("MUBUF", name, "lanes")
    for i, word in enumerate(v):
        p.set_s(RSRC + i, word)
    given = [row for row in (index, offset) if row is not None]
    for i, row in enumerate(given):
        p.row(OFFSETS + i, row)
    data, left = [[p.random.getrandbits(32) for _ in range(LANES)] for _ in range(atomic.registers + 1)], {}
    for lane in range(LANES) if not descriptor.type else ():
        operands = (lane, p.soffset(soffset), constant)
        own = {k: row[lane] for k, row in (("index", index), ("offset", offset)) if row is not None}
        at, _ = buffer.atomic_place(descriptor, atomic.size, *operands, **own)
        if mask >> lane & 1 and at is not None and at % atomic.size == 0 and at // PAGE in p.memory.pages:
            before = int.from_bytes(p.memory.read(at, atomic.size), "little")
            new, compare = p.operand(atomic, before)
            words_ = atomic.words(new) + (atomic.words(compare) if atomic.compares else [])
            for row, word in zip(data, words_):
                row[lane] = word
        if mask >> lane & 1:
            registers = [row[lane] for row in data[: atomic.registers]]
            left[lane], violated = buffer.change(p.memory, descriptor, atomic, operands, own, registers)
            p.violated |= violated
    for i, row in enumerate(data):
        p.row(DATA + i, row)
    p.asm("s_waitcnt vmcnt(0)")
    p.set_exec(mask)
    fields = (offset is not None) << 12 | (index is not None) << 13 | glc << 14 | constant
    number = words.NUMBER["MUBUF", name]
    p.word(
        [0x38 << 26 | number << 18 | fields, soffset << 24 | RSRC // 4 << 16 | DATA << 8 | OFFSETS],
        f"{name}{' glc' * glc}",
    )
    for lane, value in left.items() if glc else ():
        for i, word in enumerate(atomic.words(value)):
            data[i][lane] = word
    p.asm("s_waitcnt vmcnt(0)")
    for i, row in enumerate(data):
        p.store(DATA + i, row, f"{name} v{DATA + i}")


# D-MEM-13, D-MEM-76.
def buffers(bits):
    """MUBUF: raw, structured, swizzled; in range as a whole or not at all; what is unbound or no buffer."""
    more = {PRIVATE: 0x4000}
    about = f"buffer atomics of {bits} bits: raw, structured, scratch; borders of the range"
    p = Atomics(f"directed_atomic_buffer_{bits}", about, 0x2000, more)
    r, size = p.random, bits // 8
    p.set_s(36, 0x40)
    scratch = resource(PRIVATE, swizzle=1, add_tid=1, index_stride=3, data_format=0)
    for n, name in enumerate(names("buffer", bits)):
        for k, glc in enumerate((True, False)):
            how = {"glc": glc, "mask": (ALL, HOLES)[(n + k) % 2], "soffset": (128, 36, 192)[n % 3]}
            base, records = FAR + 0x100 * n, r.choice((0x180, 0x17C, 100))
            buffer_access(p, name, resource(base, 0, records), offset=p.near(size, 60, 8), constant=8, **how)
            buffer_access(p, name, resource(base, 12, 40), index=p.near(1, 41), offset=p.near(size, 9), **how)
            if bits == 32 or n % 4 == 0:
                buffer_access(p, name, scratch, offset=p.near(size, 20, 2), constant=size * (n % 4), **how)
            p.check_violation()
            p.clear_violation()
    add, compared = (f"buffer_atomic_{o}" + "_x2" * (bits == 64) for o in ("add", "cmpswap"))
    for records in (0, 1, 3, 4, 5, 7, 8, 9, 12, 13, 63):
        for name, glc in ((add, True), (compared, False)):
            buffer_access(p, name, resource(FAR, 0, records), offset=p.near(4, 18), glc=glc)
            last = [M32 - r.choice((0, 3, 4, 7, 8)) for _ in range(LANES)]
            buffer_access(p, name, resource(FAR + 8, 0, records), offset=last, constant=8, glc=not glc)
        p.check_violation()  # two dwords that begin at a multiple of 4
        p.clear_violation()
    one = [size * 2] * LANES
    for name, glc in ((add, True), (compared, True), (add, False)):
        buffer_access(p, name, resource(FAR, 0, 64, data_format=0), offset=one, glc=glc)
        buffer_access(p, name, resource(FAR, 0, 64, rest=1 << 30), offset=one, glc=glc)
        buffer_access(p, name, resource(FAR, 0, 64), constant=16, glc=glc)
        buffer_access(p, name, resource(FAR, 0, 64), constant=16, glc=glc, mask=0)
        buffer_access(p, name, resource(FAR, size, 64, add_tid=1, data_format=0), constant=8, glc=glc)
        for tid in (0, 1):  # swizzled with ADD_TID alone
            v = resource(FAR, 8, 128, 1, index_stride=1, add_tid=tid, data_format=BOUND * (not tid))
            buffer_access(p, name, v, index=p.near(1, 140), offset=p.near(4, 2), glc=glc)
        p.check_violation()
        p.clear_violation()
        buffer_access(p, name, resource(FAR + 1, 0, 512), offset=p.near(1, 300), glc=glc)
        buffer_access(
            p, name, resource(PRIVATE + 2, swizzle=1, add_tid=1, index_stride=3), offset=p.near(1, 40), glc=glc
        )
        buffer_access(p, name, resource(FAR + 0x1F80, 0, 512), offset=p.near(size, 40), glc=glc)
        p.check_violation()
        p.clear_violation()
    return p


def programs():
    return [buffers(32), buffers(64), each(32), each(64), rules(), violations(), invalidates()]
