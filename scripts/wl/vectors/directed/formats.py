# SPDX-License-Identifier: Apache-2.0
"""Buffer loads and stores with a format (buffer-memory.md 2, 4.3, 6, 7): every opcode with every format.

scripts/wl/reading/formats.py and scripts/wl/reading/format_access.py give values and addresses. A store has memory of
its own. A load writes over the result of an earlier one, so that a half that is kept is seen.
"""

from wl.reading import formats
from wl.reading.bits import ALL, LANES, M32
from wl.reading.format_access import Opcode, Resource
from wl.vectors.directed import buffer
from wl.vectors.directed.buffer import FAR, HOLES, OFFSETS, RESULT, RSRC, operand


KINDS = [f"{d16}{components}" for d16 in ("", "d16_") for components in ("x", "xy", "xyz", "xyzw")]
LOADS = [f"buffer_load_format_{kind}" for kind in KINDS + ["d16_hi_x"]]
STORES = [f"buffer_store_format_{kind}" for kind in KINDS + ["d16_hi_x"]]
TYPED_LOADS = [f"tbuffer_load_format_{kind}" for kind in KINDS]
TYPED_STORES = [f"tbuffer_store_format_{kind}" for kind in KINDS]
INDEX, SMALL, RAW = OFFSETS, OFFSETS + 1, OFFSETS + 2  # v8: index; v9: offset in a record; v10: offset in a raw buffer
SUM = 26  # v26: an index to which the lane is added; v27: offset in a record
POOL, POOL_ROWS = 28, 32  # v28..v59: what is stored: floats, then pairs of f16, then integers
HALVES, INTEGERS = 14, 22  # rows of the pool
BEFORE = 0xA5A5A5A5  # what stores go over
RECORD = 20
SOURCES, STORED = FAR, FAR + 0x10000  # what loads read; what stores write
WORDS = [0, M32, 0x7F800000, 0xFF800001, 0x7FC01234, 0x3F800000, 0x80000000, 0x477FEFFF, 0x477FF000, 0x33000001]
WORDS += [0x7C017BFF, 0xFC00FE00, 0x80010001, 0x03FF0400, 0x80007FFF, 0x7F80FF81, 0x80808080, 0x7F7F7F7F, 0x3C00BC00]


def resource(base, pair, stride=0, records=M32, select=formats.XYZW, **fields):
    """The four words of a V# of a format."""
    rest = fields.pop("rest", 0) | select | pair[1] << 12
    return buffer.resource(base, stride, records, data_format=pair[0], rest=rest, **fields)


class Formats(buffer.Buffers):
    """v8..v10: addresses of the lanes; v28..v59: data of stores. Both stay."""

    def __init__(self, name, about, pages=1, low=0):
        """pages: number of 4 KiB pages for stores."""
        super().__init__(name, about, {SOURCES: 0x1000, STORED: 0x1000 * pages})
        self.alignment = None
        r, self.low, self.cursor, self.end = self.random, low, STORED + 64, STORED + 0x1000 * pages
        # Half of the words that are loaded are limits.
        values = [r.choice((r.choice(WORDS), r.getrandbits(32))) for _ in self.arenas[SOURCES]]
        for at, contents in ((SOURCES, values), (STORED, [BEFORE] * len(self.arenas[STORED]))):
            self.arenas[at] = contents
            self.memory.write(at, b"".join(v.to_bytes(4, "little") for v in contents))
        order = r.sample(range(LANES), LANES)
        jitter = [r.choice((0, 0, 1, 2, 3, 4)) for _ in range(LANES)]
        self.given = {
            INDEX: order,
            SMALL: jitter,
            RAW: [RECORD * (n + 2) + j for n, j in zip(order, jitter)],  # 40 bytes are left for those that wrap
            SUM: [lane // 2 for lane in range(LANES)],
            SUM + 1: jitter,
        }
        # Far outside, whatever the records are. The sum with OFFSET wraps: with 4 in lane 3, with 24 in lane 40 too.
        for i in (3, 17, 40):
            self.given[INDEX][i] = (LANES, M32, 1 << 31)[i % 3]
            self.given[RAW][i] = (M32, M32 - 23, 1 << 31)[i % 3]
        for register, row in self.given.items():
            self.row(register, row)
        self.pool = [[self.datum(i) for _ in range(LANES)] for i in range(POOL_ROWS)]
        for i, row in enumerate(self.pool):
            self.row(POOL + i, row)
        self.results = [[r.getrandbits(32) for _ in range(LANES)] for _ in range(5)]
        for i, row in enumerate(self.results):
            self.row(RESULT + i, row)
        self.asm("s_waitcnt vmcnt(0)")

    def datum(self, row):
        """Data of a store: near the border of two codes, a limit, or any."""
        r = self.random
        if row >= INTEGERS:
            at = r.choice((0, 1 << r.choice((2, 8, 10, 11, 16, 31)), 1 << r.choice((1, 7, 9, 10, 15))))
            return r.choice((1, -1)) * at + r.randrange(-2, 3) & M32
        if row >= HALVES:
            pair = (r.choice((r.getrandbits(16), r.randrange(0x2C00, 0x3C02), 0x7C00, 0xFC00, 0x7E55)) for _ in "ab")
            return next(pair) | next(pair) << 16
        if r.randrange(6) == 0:
            return r.choice(WORDS)
        if r.randrange(3) == 0:
            return r.getrandbits(1) << 31 | r.randrange(0x30000000, 0x48000000)
        width = r.choice((2, 8, 10, 11, 16))
        top = (1 << width - r.randrange(2)) - 1 or 1
        border = formats.Fraction(2 * r.randrange(top) + 1, 2 * top)
        near = formats.float_of(border, 32, formats.toward_zero) + r.randrange(2)
        return near | r.getrandbits(1) << 31

    def take(self, size):
        """Where a store goes; size: with the space between the lanes."""
        at = self.cursor
        self.cursor += size
        if self.cursor > self.end:
            raise ValueError(f"{self.name}: no place is left for stores")
        return at

    def fields(self, rsrc, words):
        for i, word in enumerate(words):
            self.set_s(rsrc + i, word)

    def access(self, name, words, pair=None, index=False, offset=None, constant=0, soffset=128, mask=ALL, **how):
        """One load or store of the whole wave. pair: of MTBUF. index: whether v8 is one, or SUM. offset: v9 (v27
        behind SUM) or v10, or None.
        how: `data`, the row of the pool that a store begins with; `more`: modifiers that change nothing."""
        opcode, v = Opcode(name, self.ecc), Resource(words, pair, self.low, self.memory_unit == "rdna")
        self.cover("MTBUF" if opcode.typed else "MUBUF", name, "lanes")
        self.fields(RSRC, words)
        self.set_exec(mask)
        data = how.get("data", 0)
        first = RESULT if opcode.load else POOL + data
        indices = SUM if index == SUM else INDEX
        pair_of = f"v[{indices}:{indices + 1}]"
        vaddr = ["off" if offset is None else f"v{offset}", f"v{indices}" if offset is None else pair_of]
        assert not index or offset in (None, SMALL)
        to = f"v{first}" if opcode.registers == 1 else f"v[{first}:{first + opcode.registers - 1}]"
        parts = [f"{name} {to}, {vaddr[bool(index)]}, s[{RSRC}:{RSRC + 3}], {operand(soffset)}"]
        parts += [f"format:{pair[0] | pair[1] << 4}"] if pair else []
        parts += ["idxen"] * bool(index)
        parts += (
            ["offen"] * (offset is not None) + [f"offset:{constant}"] * bool(constant) + how.get("more", "").split()
        )
        self.asm(" ".join(parts))
        rows = self.results if opcode.load else self.pool[data:]
        if not v.type:
            self.lanes(opcode, v, index, offset, constant, self.soffset(soffset), mask, rows)
        if opcode.load:
            self.asm("s_waitcnt vmcnt(0)")
            for i in range(opcode.registers + (len(self.expected) // LANES % 4 == 0)):
                self.store(RESULT + i, self.results[i], f"{name} v{RESULT + i}")

    def lanes(self, opcode, v, index, offset, constant, soffset, mask, rows):
        owner = {}  # of each byte that is stored: where its element lies
        for lane in range(LANES):
            if not mask >> lane & 1:
                continue
            given = {"index": self.given[SUM if index == SUM else INDEX][lane]} if index else {}
            if offset is not None:
                given["offset"] = self.given[offset][lane]
            places = v.addresses(lane, soffset, constant, **given)
            old = [row[lane] for row in rows[: opcode.registers]]
            if opcode.load:
                components, violated = v.load(self.memory, places, opcode.half)
                for row, word in zip(rows, opcode.loaded(components, old)):
                    row[lane] = word
            else:
                if any(owner.setdefault(at, places) != places for at in places):
                    raise ValueError(f"{self.name}: lane {lane} overlaps another one in part (D-MEM-41)")
                violated = v.store(self.memory, places, opcode.half, opcode.given(old))
            self.violated |= violated

    def describe(self):
        test = super().describe()
        if self.alignment:
            test["launch"]["alignment_mode"] = self.alignment
        stored = next(a for a in test["args"] if a["buffer"] == f"at_{STORED:x}")
        stored["init"] = {"constant": BEFORE}
        return test

    def some_records(self, size, constant, offset, soffset=0):
        """NUM_RECORDS in bytes that leaves some lanes outside. It ends inside or at either end of a lane's element."""
        starts = [full + constant + soffset for full in self.given[offset] if 500 < full < 1200]
        return self.random.choice(starts) + self.random.choice((0, 1, size - 1, size, size + 1, size // 2))


def row_of(pair, half, number):
    """A row of the pool for the format: 4 rows of its kind follow it."""
    if pair[1] in formats.INTEGERS:
        return INTEGERS + number % 7
    return HALVES + number % 5 if half else number % 11


def forms(p, shape, pair, base, typed):
    """(words, operands) of one of six forms of address."""
    r, size = p.random, formats.size(pair[0])
    own = (r.randrange(1, 16), r.randrange(8)) if typed else pair
    select = r.getrandbits(12) if typed else formats.XYZW  # MTBUF does not look at it
    constant = r.choice((0, 4, 24))
    if shape == 0:
        records = p.some_records(size, constant, RAW)
        return resource(base, own, r.choice((0, 12)), records, select), {"offset": RAW, "constant": constant}
    if shape in (1, 2):
        fields = {"add_tid": 1, "swizzle": 1, "index_stride": r.randrange(4)} if shape == 2 else {}
        records = r.choice((50, 64)) // shape
        return resource(base, own, RECORD, records, select, **fields), {
            "index": (True, SUM)[shape - 1],
            "offset": SMALL,
        }
    if shape == 3:
        swizzle = {"swizzle": r.randrange(2), "index_stride": 3}  # linear all the same (D-MEM-80)
        return resource(base, own, RECORD, 60, select, **swizzle), {"index": True, "constant": r.randrange(4)}
    if shape == 4:  # never out of range; 14 bits of stride (buffer-memory.md 3)
        swizzle = {"swizzle": r.randrange(2), "index_stride": 3}
        return resource(base, own, RECORD, 0, select, add_tid=1, **swizzle), {"offset": SMALL}
    records = r.choice((M32 >> 1, p.some_records(size, 0, RAW, 64)))
    return resource(base - 64, own, 0, records, select), {"offset": RAW, "soffset": 192, "constant": 0}


def each(names, what):
    """Every opcode of the list with every format. The forms of address take turns over both."""
    load, typed = "_load_" in names[0], names[0].startswith("t")
    stores = sum(nfmt not in (formats.USCALED, formats.SSCALED) for _, nfmt in formats.PAIRS)
    pages = 1 if load else stores * len(names) * 0x700 // 0x1000 + 2
    p = Formats(f"directed_format_{what}", f"{'loads' if load else 'stores'} of every format, {what}", pages)
    number = 0
    for turn, pair in enumerate(formats.PAIRS):
        if not load and pair[1] in (formats.USCALED, formats.SSCALED):
            continue
        for n, name in enumerate(names):
            shape = (5 * turn + n) % 6
            base = SOURCES + 64 + p.random.randrange(256) if load else p.take(0xA00 if shape == 2 else 0x600)
            words, how = forms(p, shape, pair, base, typed)
            how["mask"] = HOLES if number % 3 == 0 else ALL
            how["data"] = row_of(pair, "_d16_" in name, number)
            p.access(name, words, pair if typed else None, **how)
            number += 1
    return p


# ---- DST_SEL --------------------------------------------------------------------------------------------------
# D-MEM-5, D-MEM-19, D-MEM-20.
SELECTS = [
    (7, 6, 5, 4),
    (4, 4, 4, 4),
    (0, 1, 4, 5),
    (1, 0, 1, 0),
    (2, 3, 4, 1),
    (5, 4, 7, 6),
    (1, 1, 1, 1),
    (4, 1, 0, 5),
]
STORE_SELECTS = [(7, 6, 5, 4), (5, 6, 7, 4), (4, 4, 5, 5), (0, 4, 1, 5), (7, 7, 7, 7), (2, 5, 3, 4), (6, 4, 5, 7)]
SELECTED = [(10, 4), (10, 0), (9, 0), (9, 5), (12, 7), (5, 7), (14, 7), (13, 4), (4, 7), (1, 1), (3, 3), (6, 7), (8, 2)]


def joined(codes):
    return sum(code << 3 * i for i, code in enumerate(codes))


def selects():
    about = "DST_SEL: permutations, constants, reserved codes; 1 of the format; out of range"
    p = Formats("directed_format_select", about, 80)
    for n, pair in enumerate(SELECTED):
        for k, codes in enumerate(SELECTS):
            words = resource(SOURCES + 4 * k, pair, RECORD, 40, joined(codes))
            p.access(LOADS[(n + k) % 9], words, index=True, mask=(ALL, HOLES)[k % 2])
            if k % 2:  # the last lanes are out of range, and get 1 where it is selected
                p.access(LOADS[3 if n % 2 else 7], words, index=True)
        if pair[1] not in (formats.USCALED, formats.SSCALED):
            for k, codes in enumerate(STORE_SELECTS):
                name = STORES[(n + k) % 9]
                words = resource(p.take(0x600), pair, RECORD, 64, joined(codes))
                p.access(name, words, index=True, data=row_of(pair, "d16" in name, k))
    at_once(p)
    return p


# D-WAIT-27.
def at_once(p):
    """No wait state: 64 bits of data, or a register in SOFFSET. The vector ALU changes the data and changes it back."""
    p.set_s(36, 0x20)
    for name, pair, register, soffset in (
        (STORES[7], (12, 4), 1, 128),
        (TYPED_STORES[7], (12, 4), 1, 128),
        (STORES[3], (14, 4), 3, 36),
        (TYPED_STORES[2], (13, 4), 2, 36),
    ):
        words = resource(p.take(0x600), pair, RECORD, 64)
        given = pair if name[0] == "t" else None
        p.access(name, words, given, index=True, soffset=soffset, data=INTEGERS)
        p.asm(*[f"v_not_b32 v{POOL + INTEGERS + register}, v{POOL + INTEGERS + register}"] * 2)


# ---- range ----------------------------------------------------------------------------------------------------
# D-MEM-13, D-MEM-9.
def ranges():
    about = "all or nothing: elements whose last dword is out of range, wraps, structured and private buffers"
    p = Formats("directed_format_range", about, 96)
    for n, dfmt in enumerate((1, 2, 5, 11, 12, 13, 14)):
        pair, size = (dfmt, 4), formats.size(dfmt)
        for k in range(6):
            load = (LOADS, TYPED_LOADS)[k % 2][(n + k) % 4 + 4 * (k // 4)]
            store = (STORES, TYPED_STORES)[k % 2][(3 * n + k) % 4 + 4 * (k // 4)]
            for name in (load, store):
                given = pair if name[0] == "t" else None
                base = SOURCES if "_load_" in name else p.take(0x600)
                constant = (0, 4, 24)[k % 3]
                words = resource(base, pair, 0, p.some_records(size, constant, RAW))
                p.access(name, words, given, offset=RAW, constant=constant, data=row_of(pair, "d16" in name, n))
                base = SOURCES if "_load_" in name else p.take(0x800)
                records = (0, 1, 33, 63, 64, 65)[k]
                words = resource(base, pair, RECORD, records, swizzle=k // 2 % 2, index_stride=2)
                if k % 2:  # swizzled the lane is added, linear it is not (D-MEM-80)
                    words = resource(SOURCES, pair, RECORD, records, add_tid=1, swizzle=k // 2 % 2, index_stride=n % 4)
                    name = name.replace("store", "load")
                p.access(name, words, given, index=True, data=row_of(pair, "d16" in name, n))
    for n, pair in enumerate(((14, 7), (10, 0), (13, 5), (3, 4))):  # raw: SWIZZLE_ENABLE alone does nothing
        words = resource(p.take(0x3000), pair, 0, 700 - 700 % 4, swizzle=1, index_stride=0)
        p.access(STORES[n], words, offset=SMALL, mask=1 << 11 * n, data=n)
        p.access(LOADS[3], words, offset=SMALL)
    return p


# ---- no format ------------------------------------------------------------------------------------------------
# D-MEM-3, D-MEM-4, D-MEM-22, D-MEM-23.
def unbound():
    about = "no format, read-only formats, resources of another type: loads give 0, stores are dropped"
    p = Formats("directed_format_unbound", about, 1)
    none = [(dfmt, nfmt) for dfmt in range(16) for nfmt in range(8) if not formats.legal(dfmt, nfmt)]
    ones = joined((1, 4, 1, 1))
    for n, pair in enumerate(none):
        loads, stores = ((LOADS, STORES), (TYPED_LOADS, TYPED_STORES))[n % 2]
        own, given = (pair, None) if n % 2 == 0 else ((4, 4), pair)
        words = resource(SOURCES, own, RECORD, 64, ones, add_tid=n // 2 % 2)
        index = not n // 2 % 2
        p.access(loads[(n // 2) % 8], words, given, index=index, mask=(ALL, HOLES)[n % 3 == 0])
        words = resource(STORED, own, RECORD, 64, add_tid=n // 2 % 2)
        p.access(stores[(n // 2 + 3) % 8], words, given, index=index, data=n % 20)
    for n, name in enumerate(TYPED_LOADS + TYPED_STORES):  # DATA_FORMAT of the V# is 0
        for add_tid in (0, 1):
            base = SOURCES if "_load_" in name else STORED
            words = resource(base, (0, 4), RECORD, 64, ones, add_tid=add_tid)
            p.access(name, words, (10, 4), index=not add_tid, data=n)
    scaled = [pair for pair in formats.PAIRS if pair[1] in (formats.USCALED, formats.SSCALED)]
    for n, pair in enumerate(scaled):
        p.access(STORES[n % 9], resource(STORED, pair, RECORD, 64), index=True, data=n % 20)
        p.access(TYPED_STORES[n % 8], resource(STORED, (4, 4), RECORD, 64), pair, index=True, data=n % 20)
    for n, name in enumerate(LOADS + STORES + TYPED_LOADS + TYPED_STORES):  # an image; no lane
        given = (10, 4) if name[0] == "t" else None
        base = SOURCES if "_load_" in name else STORED
        words = resource(base, (10 * (n % 2), 4), RECORD, 64, rest=(1 + n % 3) << 30, add_tid=n // 2 % 2)
        p.access(name, words, given, index=True, data=n % 20)
        p.access(name, resource(base, (10, 4), RECORD, 64), given, index=True, mask=0, data=n % 20)
    return p


# ---- MODE, unmapped pages -------------------------------------------------------------------------------------
# D-MEM-25, D-MEM-18, D-MEM-24, D-MEM-26, D-MEM-27, D-MEM-28, D-MEM-71.
def modes():
    """Rounding and denormals of MODE have no part in it; floats that are ties and denormal."""
    p = Formats("directed_format_mode", "MODE has no influence: each rounding, denormals kept and flushed", 64)
    for n, mode in enumerate((0x00, 0x05, 0x0A, 0x0F, 0xF5, 0xFA, 0x3F, 0xC0)):
        p.set_mode(0x300 | mode)
        for k, pair in enumerate(((11, 7), (12, 7), (6, 7), (10, 1), (5, 0), (7, 7))):
            words = resource(SOURCES + 8 * n, pair, RECORD, 64)
            p.access(LOADS[(3, 7)[(n + k) % 2]], words, index=True)
            words = resource(p.take(0x600), pair, RECORD, 64)
            p.access(STORES[(3, 7)[(n + k) % 2]], words, index=True, data=row_of(pair, (n + k) % 2, n))
    return p


def unmapped():
    """Bytes in pages that are not mapped are 0 and are converted; a violation. None of what is out or unbound."""
    p = Formats("directed_format_unmapped", "formats and pages that are not mapped, by the byte", 1)
    end = STORED + 0x1000
    p.access(LOADS[3], resource(end, (10, 4), RECORD, 0), index=True)
    p.access(LOADS[3], resource(end, (10, 7), RECORD, 64), index=True)
    p.access(STORES[3], resource(end, (10, 2), RECORD, 64), index=True)
    p.access(TYPED_STORES[3], resource(end, (0, 2), RECORD, 64), (14, 4), index=True)
    p.check_violation()
    for n, name in enumerate(LOADS + STORES + TYPED_LOADS + TYPED_STORES):
        pair = ((14, 4), (14, 7), (12, 1), (10, 0), (2, 7), (6, 7), (11, 5), (3, 0))[n % 8]
        given = pair if name[0] == "t" else None
        words = resource(end - 30 * RECORD - n % 16, pair, RECORD, 64)
        p.access(name, words, given, index=True, data=row_of(pair, "d16" in name, n))
        p.check_violation()
        p.clear_violation()
    return p


# ---- alignment --------------------------------------------------------------------------------------------------
# D-MEM-14, D-MEM-16.
def aligned(mode):
    """Modes 0 to 2: low bits are cleared, by the size of the element; no violation. Range is of the address before."""
    p = Formats(f"directed_format_align_{mode}", f"formats in alignment mode {mode}: low bits are cleared", 24, low=2)
    p.alignment = mode
    for n, dfmt in enumerate(formats.WIDTHS):
        pair = (dfmt, formats.UINT)
        for k, (load, store) in enumerate(((LOADS, STORES), (TYPED_LOADS, TYPED_STORES))):
            given = pair if k else None
            for name, base in ((load[(n + k) % 8], SOURCES + n % 7), (store[(n + 3) % 8], p.take(0x600) + n % 3)):
                words = resource(base, pair, RECORD, 50)
                p.access(name, words, given, index=True, offset=SMALL, data=INTEGERS + n % 7)
        records = p.some_records(formats.size(dfmt), 0, RAW)
        p.access(LOADS[n % 8], resource(SOURCES + n % 5, pair, 0, records), offset=RAW)
    return p


def programs():
    return [
        each(LOADS[:4], "load"),
        each(LOADS[4:], "load_d16"),
        each(STORES[:4], "store"),
        each(STORES[4:], "store_d16"),
        each(TYPED_LOADS, "typed_load"),
        each(TYPED_STORES[:4], "typed_store"),
        each(TYPED_STORES[4:], "typed_store_d16"),
        selects(),
        ranges(),
        unbound(),
        modes(),
        unmapped(),
        *map(aligned, ("dword", "dword_strict", "strict")),
    ]
