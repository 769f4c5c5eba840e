# SPDX-License-Identifier: Apache-2.0
"""Buffer loads and stores (buffer-memory.md 1 to 4, 6, 15): each lane has an index and an offset of its own.

scripts/wl/reading/buffer.py computes the bytes that an access reaches, and the registers that a load leaves. Lanes of a
store lie apart, or have one address (D-MEM-41).
"""
import random

from wl.reading import buffer, machine, words as words_of
from wl.reading.bits import ALL, LANES, M32, inline
from wl.vectors.directed.program import Program


OFFSETS, DATA, RESULT = 8, 12, 20  # v8, v9: index and offset; v12..v15: what is stored; v20..v23: what is loaded
RSRC = 32  # s[32:35]: V#
HOLES = 0x8001_F00F_5A5A_0FF0
LOADS = "ubyte sbyte ushort sshort dword dwordx2 dwordx3 dwordx4".split()
HALVES = "ubyte_d16 ubyte_d16_hi sbyte_d16 sbyte_d16_hi short_d16 short_d16_hi".split()
STORES = "byte byte_d16_hi short short_d16_hi dword dwordx2 dwordx3 dwordx4".split()
SIZES = (1, 2, 4, 8, 12, 16)  # bytes of an element
ALL_LOADS = [f"buffer_load_{kind}" for kind in LOADS + HALVES]
ALL_STORES = [f"buffer_store_{kind}" for kind in STORES]
BOUND = 4  # DATA_FORMAT of a V# that is bound; with ADD_TID it is a part of the stride


def resource(base=0, stride=0, records=0, swizzle=0, cache=0, index_stride=0, add_tid=0, data_format=BOUND, rest=0):
    """The four words of a V#. rest: further bits of the last word."""
    high = base >> 32 | stride << 16 | cache << 30 | swizzle << 31
    return (base & M32, high, records, data_format << 15 | index_stride << 21 | add_tid << 23 | rest)


class Buffers(Program):
    """A program with memory of its own: arenas at fixed addresses."""

    memory_unit = "gfx9"  # its range check, and VM_CNT of stores

    def __init__(self, name, about, arenas, seed=0):
        """arenas: {address: bytes}, multiples of 4 KiB."""
        super().__init__(name, about)
        self.random, self.memory = random.Random(f"{name} {seed}"), machine.Memory()
        self.arenas = {}
        for at, size in arenas.items():
            self.arenas[at] = [self.random.getrandbits(32) for _ in range(size // 4)]
            self.memory.map(at, b"".join(v.to_bytes(4, "little") for v in self.arenas[at]))
        self.violated, self.code_address = False, None

    def resource(self, words):
        return buffer.Resource(words, self.memory_unit == "rdna")

    def wait_memory(self):
        """Until all vector memory instructions have returned."""
        self.asm("s_waitcnt vmcnt(0)")
        if self.memory_unit == "rdna":
            self.word([words_of.WAIT_VSCNT], "s_waitcnt_vscnt null, 0")

    def row(self, register, values):
        """A register of the wave gets a row of the buffer `in`."""
        self.set_exec(ALL)
        self.asm(
            f"s_add_u32 s12, s8, 0x{256 * len(self.rows):x}",
            "s_addc_u32 s13, s9, 0",
            f"global_load_dword v{register}, v1, s[12:13]",
        )
        self.rows.append([v & M32 for v in values])

    def soffset(self, code):
        """The value of an operand code. The test has set the register."""
        if code >= 128:
            return inline(code, 32)
        if code in (106, 107):
            return self.vcc >> 32 * (code - 106) & M32
        return self.m0 if code == 124 else self.s[code]

    def access(self, name, words, index=None, offset=None, constant=0, soffset=128, mask=ALL, more="", rsrc=RSRC):
        """One load or store of the whole wave; index, offset: rows, or None. soffset: an operand code. more: modifiers
        that change nothing."""
        opcode, v = buffer.Opcode(name, self.ecc), self.resource(words)
        self.cover("MUBUF", name, "lanes")
        for i, word in enumerate(words):
            self.set_s(rsrc + i, word)
        given = [row for row in (index, offset) if row is not None]
        for i, row in enumerate(given):
            self.row(OFFSETS + i, row)
        registers = opcode.registers + opcode.load  # a load: the one behind them stays
        data = [[self.random.getrandbits(32) for _ in range(LANES)] for _ in range(registers)]
        first = RESULT if opcode.load else DATA
        for i, row in enumerate(data):
            self.row(first + i, row)
        self.asm("s_waitcnt vmcnt(0)")
        self.set_exec(mask)
        self.asm(self.text(name, opcode, given, index, offset, constant, soffset, more, first, rsrc))
        if not v.type:
            self.lanes(opcode, v, index, offset, constant, self.soffset(soffset), mask, data)
        if opcode.load:
            self.asm("s_waitcnt vmcnt(0)")
            for i, row in enumerate(data):
                self.store(RESULT + i, row, f"{name} v{RESULT + i}")

    @staticmethod
    def text(name, opcode, given, index, offset, constant, soffset, more, first, rsrc):
        to = f"v{first}" if opcode.registers == 1 else f"v[{first}:{first + opcode.registers - 1}]"
        address = ("off", f"v{OFFSETS}", f"v[{OFFSETS}:{OFFSETS + 1}]")[len(given)]
        modifiers = ["idxen"] * (index is not None) + ["offen"] * (offset is not None)
        modifiers += [f"offset:{constant}"] * bool(constant) + more.split()
        return " ".join([f"{name} {to}, {address}, s[{rsrc}:{rsrc + 3}], {operand(soffset)}", *modifiers])

    def lanes(self, opcode, v, index, offset, constant, soffset, mask, data):
        for lane in range(LANES):
            if not mask >> lane & 1:
                continue
            given = {k: row[lane] for k, row in (("index", index), ("offset", offset)) if row is not None}
            places = buffer.addresses(v, opcode.size, lane, soffset, constant, **given)
            if opcode.load:
                value, violated = buffer.fetch(self.memory, places)
                for row, word in zip(data, opcode.loaded(value, data[0][lane])):
                    row[lane] = word
            else:
                violated = buffer.put(self.memory, places, opcode.stored([row[lane] for row in data]))
            self.violated |= violated

    def check_violation(self):
        """MEM_VIOL of TRAPSTS, among the scalars."""
        self.wait_memory()
        self.asm("s_getreg_b32 s20, hwreg(HW_REG_TRAPSTS, 8, 1)")
        self.collect("s20", int(self.violated))

    def clear_violation(self):
        """By a trap handler: nothing else can write TRAPSTS (D-SCA-9)."""
        self.handler = [
            ".p2align 8",
            "handler:",
            "  s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 8, 1), 0",
            "  s_add_u32 ttmp0, ttmp0, 4",
            "  s_addc_u32 ttmp1, ttmp1, 0",
            "  s_rfe_b64 ttmp[0:1]",
        ]
        self.asm("s_trap 1")
        self.violated = False

    def describe(self):
        self.check_violation()
        test = super().describe()
        if self.code_address:
            test["launch"]["code_address"] = self.code_address
        for at, before in self.arenas.items():
            name = f"at_{at:x}"
            after = [int.from_bytes(self.memory.read(at + 4 * i, 4), "little") for i in range(len(before))]
            test["args"].append(
                {
                    "buffer": name,
                    "type": "u32",
                    "count": len(before),
                    "init": {"values": before},
                    "address": f"0x{at:x}",
                }
            )
            test["expect"]["buffers"].append({"buffer": name, "values": after})
        return test


def operand(code):
    if code < 102:
        return f"s{code}"
    if code in NAMES:
        return NAMES[code]
    return str(code - 128) if code <= 192 else str(192 - code) if code <= 208 else str(FLOATS[code - 240])


NAMES = {102: "flat_scratch_lo", 103: "flat_scratch_hi", 106: "vcc_lo", 107: "vcc_hi", 124: "m0", 248: "0.15915494"}
FLOATS = (0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 4.0, -4.0)


# ---- lanes of a case ----------------------------------------------------------------------------------------


def draw(p, name, words, pick, constant=0, soffset=128, mask=ALL):
    """Rows of indices and offsets; None where pick(lane) gives none. Each lane reaches mapped memory only.
    Its store lies apart from the other lanes' stores, or has the address of one."""
    opcode, v, value = buffer.Opcode(name), p.resource(words), p.soffset(soffset)
    taken, rows, places = set(), {}, []
    for lane in range(LANES):
        for _ in range(400):
            given = pick(lane)
            found = buffer.addresses(v, opcode.size, lane, value, constant, **given)
            real = [at for at in found if at is not None]
            if not all(at // machine.PAGE in p.memory.pages for at in real):
                continue
            if opcode.load or not mask >> lane & 1 or not taken & set(real) or found in places:
                break
        else:
            raise ValueError(f"{p.name}: no place for lane {lane} of {name}")
        if mask >> lane & 1:
            taken |= set(real)
            places.append(found)
        for key, number in given.items():
            rows.setdefault(key, []).append(number)
    return rows


def both(p, words, pick, loads, stores, **how):
    """Stores, each read back by a load of all its bytes at the same places, then loads of other widths."""
    draws = {k: how[k] for k in ("constant", "soffset", "mask") if k in how}
    for name in stores:
        rows = draw(p, name, words, pick, **draws)
        p.access(name, words, **rows, **how)
        back = {1: "ubyte", 2: "ushort", 4: "dword", 8: "dwordx2", 12: "dwordx3", 16: "dwordx4"}
        p.access("buffer_load_" + back[buffer.Opcode(name).size], words, **rows, **how)
    for name in loads:
        p.access(name, words, **draw(p, name, words, pick, **draws), **how)


# ---- programs -----------------------------------------------------------------------------------------------

LOW, PRIVATE, FAR = 0x1000, 0x7F0000100000, 0x5000_0000_0000
PRIVATE_RESOURCE = {"base": PRIVATE, "swizzle": 1, "add_tid": 1, "index_stride": 3, "data_format": 0}
TID = {"add_tid": 1, "data_format": 0}
# buffer-memory.md 15.5: the number, the V#, the operands (equal in all lanes), what it is about.
EXAMPLES = [
    (1, PRIVATE_RESOURCE, {"constant": 4}, "dword"),
    (2, PRIVATE_RESOURCE, {"offset": 0xFFFFFFFC, "constant": 8}, "dword"),
    (3, PRIVATE_RESOURCE, {"constant": 6}, "dword"),
    (4, PRIVATE_RESOURCE, {"constant": 16, "soffset": 0x1000}, "dwordx4"),
    (5, {"base": LOW, "stride": 24, "records": 10}, {"index": 9, "offset": 20, "soffset": 0x100}, "dword"),
    (5, {"base": LOW, "stride": 24, "records": 10}, {"index": 10, "offset": 20, "soffset": 0x100}, "dword"),
    (6, {"base": LOW, "stride": 24, "records": 100, "swizzle": 1, **TID}, {"index": 10, "offset": 9}, "dword"),
    (6, {"base": LOW, "stride": 24, "records": 100, "swizzle": 1}, {"index": 10, "offset": 9}, "dword"),
    (7, {"base": 0x2000, "stride": 16, "records": 5, **TID}, {"index": 2}, "dword"),
    (7, {"base": 0x2000, "stride": 16, "records": 5, "swizzle": 1, **TID}, {"index": 2}, "dword"),
    (7, {"base": 0x2000, "stride": 16, "records": 5, "swizzle": 1, **TID}, {"index": 5}, "dword"),
    (8, {"base": LOW, "records": 64, "swizzle": 1, "index_stride": 1}, {"offset": 12}, "dword"),
    (9, {"base": LOW, "records": 64}, {"index": 17, "offset": 8}, "dword"),
    (10, {"base": LOW, "records": 64}, {"offset": 0xFFFFFFFC}, "dwordx4"),
    (11, {"base": LOW, "records": 20}, {"offset": 8}, "dwordx4"),
    (12, {"base": LOW, "stride": 16, "records": 4}, {"index": 1, "offset": 0xFFFFFFFC}, "dwordx2"),
    (
        12,
        {"base": LOW, "stride": 16, "records": 4, "swizzle": 1, **TID},
        {"index": 1, "offset": 0xFFFFFFFC, "mask": 1},
        "dwordx2",
    ),
    (13, {"base": LOW, "records": 8}, {"constant": 6}, "dword"),
    (13, {"base": LOW, "records": 8}, {"constant": 6}, "short"),
    (14, {"stride": 0x3FFF, "data_format": 15, "add_tid": 1}, {"constant": 4, "mask": 1 << 63}, "dword"),
    (15, {"stride": 0x3FFF, "records": M32}, {"index": 0xFFFFFFFE}, "dword"),
    (16, {"base": 0xFFFFFFFFFFFF, "stride": 16, "records": 1}, {"index": 0, "soffset": M32}, "dword"),
    (16, {"base": 0xFFFFFFFFFFFF, "records": 16}, {"soffset": M32}, "dword"),
    (17, {"base": LOW, "records": 64, "data_format": 0}, {}, "dword"),
    (18, {"base": 0xFFFFFFFFFFFE, "records": 64}, {}, "dword"),
    (19, {"base": LOW, "records": 256}, {"offset": 0xFFFFFFC0, "constant": 64}, "dword"),
    (20, {"base": LOW, "records": 256}, {"offset": 124, "soffset": 128}, "dword"),
    (20, {"base": LOW, "records": 256}, {"offset": 125, "soffset": 128}, "dword"),
    (20, {"base": LOW, "records": 256}, {"offset": 124, "soffset": 129}, "dword"),
]


# D-MEM-61: the bytes of example 18 at 0 and 1 lie in a page that no buffer can have.
def examples():
    arenas = {LOW: 0x3000, PRIVATE: 0x4000, 0xFFFFF000: 0x3000, 0x800000000: 0x1000, 0x3FFEFFFF8000: 0x1000}
    arenas |= {0xFBF000: 0x2000, 0xFFFFFFFFF000: 0x1000}
    p = Buffers("directed_buffer_examples", "the examples of buffer-memory.md 15.5: addresses, wraps, range", arenas)
    p.code_address = "0x234500000000"  # so that the 4 GiB of an example are free
    for _, fields, operands, kind in EXAMPLES:
        words, how = resource(**fields), dict(operands)
        for key in ("index", "offset"):
            if key in how:
                how[key] = [how[key]] * LANES
        if "soffset" in how:
            p.set_s(36, how["soffset"])
            how["soffset"] = 36
        for name in (f"buffer_store_{kind}", f"buffer_load_{'u' * (kind == 'short')}{kind}"):
            p.access(name, words, **how)
    return p


def linear():
    """Raw and structured, all opcodes; index and offset each given or not (D-MEM-70)."""
    p = Buffers("directed_buffer_linear", "raw and structured buffers, every opcode and form", {FAR: 0x2000})
    r = p.random
    p.set_s(36, 256)
    for n, name in enumerate(ALL_STORES + ALL_LOADS):
        records, stride = r.choice((1000, 333, 64, 37)), r.choice((1, 4, 12, 20, 33))
        step = r.choice((1, 4))  # misaligned or not
        forms = (
            (resource(FAR + 128, 0, records), lambda lane, s=step: {"offset": r.randrange(-64, 1100) * s & M32}),
            (
                resource(FAR + 64, stride, records),
                lambda lane, m=records: {
                    "index": r.choice((r.randrange(0, 70), m - 1, m, M32)),
                    "offset": r.randrange(90),
                },
            ),
            (resource(FAR + 257, stride, records), lambda lane: {"index": r.randrange(0, 90)}),
            (
                resource(FAR + 2, 0, records),
                lambda lane: {"index": r.getrandbits(32), "offset": 4 * r.randrange(0, 300)},
            ),
        )
        for k, (words, pick) in enumerate(forms):
            if (n + k) % 2:
                continue
            how = {
                "constant": r.choice((0, 1, 4, 16, 40)),
                "soffset": r.choice((128, 36, 192)),
                "mask": (ALL, HOLES)[k % 2],
            }
            is_load = name in ALL_LOADS
            both(p, words, pick, [name] * is_load, [name] * (not is_load), **how)
    # One address for all lanes (D-MEM-69).
    for name, constant in (("buffer_store_dword", 4), ("buffer_store_byte", 9), ("buffer_store_dwordx4", 400)):
        for mask in (ALL, HOLES):
            p.access(name, resource(FAR, 0, 1000), constant=constant, mask=mask)
            p.access("buffer_load_dwordx4", resource(FAR, 0, 1000), constant=constant, mask=mask)
    p.access("buffer_load_dword", resource(FAR, 0, 0x2000), constant=4095)
    return p


def private():
    """clang's scratch: lanes interleaved, no range. A misaligned dword is cut by the swizzle (D-MEM-8, D-MEM-60)."""
    p = Buffers("directed_buffer_private", "swizzled by lane, as scratch: every opcode, misaligned", {PRIVATE: 0x8000})
    r = p.random
    p.set_s(36, 0x1000)
    p.set_s(37, 0x2003)
    rocr = resource(PRIVATE, 0, 64, swizzle=1, add_tid=1, index_stride=3, rest=0x24FAC & 0x7FFF)  # DATA_FORMAT 4
    for n, name in enumerate(ALL_STORES + ALL_LOADS):
        words = (resource(**PRIVATE_RESOURCE), rocr)[n % 2]
        is_load = name in ALL_LOADS
        for k in range(3):
            step = (4, 1)[(n + k) % 2]

            def pick(lane, k=k, step=step):
                return {"offset": step * r.randrange(-2, 15) & M32} if k else {}

            how = {
                "constant": r.choice((8, 12, 20, 24)) + (0, 3)[k == 2],
                "soffset": r.choice((128, 36, 37, 192)),
                "mask": (ALL, HOLES)[k % 2],
            }
            both(p, words, pick, [name] * is_load, [name] * (not is_load), **how)
    # Other index strides: two lanes or more share a block of the stride {DATA_FORMAT, STRIDE}.
    for n in range(3):
        words = resource(PRIVATE, 40, 0, swizzle=1, add_tid=1, index_stride=n, data_format=0)
        both(p, words, lambda lane: {"offset": r.randrange(36)}, ALL_LOADS[3:9], ALL_STORES[4:])
    words = resource(PRIVATE, 24, 0, add_tid=1, data_format=0)  # linear: unswizzled scratch
    both(p, words, lambda lane: {"offset": 4 * r.randrange(2)}, ALL_LOADS[3:9], ALL_STORES[4:])
    return p


def swizzled():
    """With an index: swizzled with ADD_TID alone, and then the lane is added (D-MEM-80). Each byte of a dword is
    swizzled by itself (D-MEM-7, D-MEM-8)."""
    about = "SWIZZLE_ENABLE and an index, with and without ADD_TID, every index stride"
    p = Buffers("directed_buffer_swizzle", about, {FAR: 0x4000, FAR + 0x500000: 0x2000})
    r = p.random
    p.set_s(36, 0x40)
    p.set_s(37, 0x33)
    names = ALL_STORES + ALL_LOADS
    for n, name in enumerate(names + names[::2]):
        stride, index_stride = r.choice((4, 16, 20, 24, 10, 7)), n % 4
        is_load = name in ALL_LOADS

        def pick(lane):
            return {"index": r.choice((r.randrange(95), 89, 90)), "offset": r.randrange(16)}

        def spread(lane):  # so that few lanes have one sum
            return {"index": r.choice((lane // 2, lane // 2, 89, 90)), "offset": r.randrange(16)}

        how = {"constant": r.choice((0, 0, 1, 4)), "soffset": r.choice((128, 36, 37)), "mask": (ALL, HOLES)[n % 2]}
        for fields, lanes in ((TID, spread if n % 2 else pick), ({}, pick))[: 1 + n % 2]:
            words = resource(FAR + r.choice((0, 4, 65)), stride, 90, 1, index_stride=index_stride, **fields)
            both(p, words, lanes, [name] * is_load, [name] * (not is_load), **how)
        if n % 3 == 0:  # raw: linear without ADD_TID; with it the index still moves it (D-MEM-10)
            words = resource(FAR, 0, 60, 1, index_stride=index_stride, **((TID, {})[n // 3 % 2]))
            both(
                p,
                words,
                lambda lane: {"index": r.getrandbits(32), "offset": r.choice((4 * r.randrange(20), 0xFFFFFFFC))},
                [name] * is_load,
                [name] * (not is_load),
            )
    # DATA_FORMAT is a part of the stride where the lane is added: lanes from 24 on are in the second block of 64.
    for swizzle in (1, 0):
        words = resource(FAR, 16, 60, swizzle, add_tid=1, data_format=5, index_stride=3)
        for name in ("buffer_store_dwordx2", "buffer_load_dwordx3"):
            p.access(name, words, index=[40] * LANES, offset=[4] * LANES)
    return p


# D-MEM-10, D-MEM-67.
def ranges():
    """At the borders of the range, and where the sum of VGPR and OFFSET wraps."""
    p = Buffers("directed_buffer_range", "borders of the range: NUM_RECORDS, wraps of index and offset", {FAR: 0x2000})
    r = p.random
    p.set_s(36, 0x800)
    wide = ("dword", "dwordx2", "dwordx3", "dwordx4", "ubyte", "sshort", "short_d16_hi")
    stored = ("dword", "dwordx2", "dwordx3", "dwordx4", "byte", "short")

    def names(n):
        return [f"buffer_load_{wide[n % len(wide)]}"], [f"buffer_store_{stored[n % len(stored)]}"]

    for n, records in enumerate((0, 1, 2, 4, 8, 20, 64, 100, 1024, 0x7FFFFFFC, 0x80000000, 0xFFFFFFFC, M32)):
        at = [0, 4, 8, 12, M32, M32 - 3, M32 - 7, M32 - 15, 0x80000000]
        at += [e & M32 for e in range(records - 20, records + 12, 1 if records % 4 else 4)]

        def near(lane, at=at):
            return {"offset": r.choice(at)}

        def with_index(lane, at=at):
            return {"index": r.choice((0, 5, M32, r.getrandbits(32))), "offset": r.choice(at)}

        loads, stores = names(n)
        for words, pick in (
            (resource(FAR, 4 * (n % 2), records), near),
            (resource(FAR, 0, records), with_index),
            (resource(FAR, 0, records, add_tid=1, data_format=0), with_index),
        ):
            both(p, words, pick, loads, stores, constant=(0, 4, 8)[n % 3], soffset=(128, 36)[n % 2])
    for n, records in enumerate((0, 1, 3, 60, 64, 0xFFFFFFFF)):
        at = [0, 1, 2, records - 1 & M32, records & M32, records + 1 & M32, M32, M32 - 1, M32 - 62, 0x80000000]

        def near(lane, at=at):
            return {"index": r.choice(at), "offset": r.choice((0, 4, 20, 30))}

        loads, stores = names(n)
        for stride in (16, 1):
            both(p, resource(FAR + 16, stride, records), near, loads, stores)
            both(p, resource(FAR + 16, stride, records, add_tid=1, data_format=0), near, loads, stores)
            both(p, resource(FAR, 16, records, 1, add_tid=1, data_format=0, index_stride=n % 4), near, loads, stores)
    return p


# D-MEM-11, D-MEM-13.
def ends():
    """A raw element that ends a byte before, at and behind NUM_RECORDS, by VGPR, OFFSET and SOFFSET; each dword."""
    about = "raw elements that end a byte before, at and behind NUM_RECORDS, with SOFFSET and wraps"
    p = Buffers("directed_buffer_ends", about, {FAR: 0x2000})
    r = p.random
    p.set_s(36, 3)
    p.set_s(37, 0x30)
    p.set_s(38, 0xFFFFFF00)
    pairs = ("byte", "ubyte"), ("short", "ushort"), *((k, k) for k in STORES[4:])
    more = ("byte_d16_hi", "sbyte_d16_hi"), ("short_d16_hi", "short_d16"), ("byte", "sbyte_d16"), ("short", "sshort")
    for n, (store, load) in enumerate(pairs + more):
        size = SIZES[n % len(pairs)]
        for k, (soffset, constant) in enumerate(((128, 0), (36, 5), (37, 0), (132, 16), (38, 0), (38, 7))):
            value = p.soffset(soffset)
            far = value >> 31  # a sum of offset and SOFFSET past 2^32 does not wrap
            records = (M32, 0xFFFFFFFC, 0xFFFFFF40)[n % 3] if far else r.choice((value + size + 5, value + 64, 0x100))
            at = [records - value - e + d for e in range(4, size + 4, 4) for d in (-1, 0, 1)]
            at += [records - value - size + d for d in (-1, 0, 1)] + [0, 1, 0x100, 0x101, 0x104, 0x10C]
            at += [r.randrange(-constant, 1) for _ in range(2)]  # the sum with OFFSET wraps to 0 and on
            at += [-constant - 1, -constant - size, -constant - 4]  # it does not: 2^32 less a little

            def pick(lane, at=at, constant=constant):
                return {"offset": r.choice(at[:-5]) - constant & M32 if r.randrange(3) else r.choice(at[-5:]) & M32}

            words = resource(FAR + 0x200 - value & 0xFFFFFFFFFFFF, 8 * (k % 2), records)
            how = {"constant": constant, "soffset": soffset, "mask": (ALL, HOLES)[(n + k) % 2]}
            both(p, words, pick, [f"buffer_load_{load}"], [f"buffer_store_{store}"], **how)
            if k < 2:  # IDXEN with STRIDE 0
                words = resource(FAR + 0x200 - value, 0, records, add_tid=k, data_format=BOUND)
                indexed = [r.getrandbits(32) for _ in range(LANES)]
                rows = {"index": indexed, "offset": [pick(lane)["offset"] for lane in range(LANES)]}
                p.access(f"buffer_load_{load}", words, **rows, **how)
        for constant in (31, 32, 33, 32 - size, 33 - size):  # OFFSET alone
            p.access(f"buffer_load_{load}", resource(FAR, 0, 32), constant=constant & 0xFFF)
    padded(p)
    return p


def padded(p):
    """A convolution whose check makes its padding. Rows above the image are out by the wrap of the sum, and so are
    first lanes of a row. Rows below it are out by SOFFSET."""
    width, rows = 16, 8
    words = resource(FAR + 0x1000, 0, 4 * width * rows)
    offsets = [4 * (lane % 18 - 1) - 4 * width & M32 for lane in range(LANES)]
    for row in range(rows + 2):
        p.set_s(39, 4 * width * max(row - 1, 0))
        p.access("buffer_load_dword", words, offset=offsets, constant=4 * width * min(row, 1), soffset=39)


# D-MEM-63, D-MEM-6.
def ignored():
    """TYPE and unbound resources; what has no effect: CACHE_SWIZZLE, GLC, SLC, the other bits of the V#."""
    p = Buffers("directed_buffer_ignored", "TYPE, unbound, and bits of the V# without effect", {FAR: 0x1000})
    r = p.random

    def pick(lane):
        return {"offset": 4 * lane}

    def with_index(lane):
        return {"index": lane, "offset": 0}

    # NUM_FORMAT and DST_SEL, USER_VM, 120 to 125, NV
    rests = [0x7FFF, 0x1688, 3 << 19, 0x3F000000 & ~(3 << 28), 3 << 28, 0xFFF | 0x3F << 24]
    for rest in rests:
        both(p, resource(FAR, 0, 200, rest=rest), pick, ["buffer_load_dword"], ["buffer_store_dword"])
    both(p, resource(FAR, 16, 200, cache=1), with_index, ALL_LOADS[4:6], ALL_STORES[4:5])
    both(p, resource(FAR, 0, 200, index_stride=2), pick, ALL_LOADS[4:6], ALL_STORES[4:5], more="glc slc")
    for n, name in enumerate(ALL_STORES + ALL_LOADS):
        unbound = resource(FAR, (0, 16)[n % 2], 200, swizzle=n % 3 == 0, data_format=0)
        p.access(name, unbound, offset=[4 * lane for lane in range(LANES)], mask=(ALL, HOLES)[n % 2])
        image = resource(FAR, 0, (0, 200)[n % 4 > 0], add_tid=n % 2, data_format=n % 3, rest=(1 + n % 3) << 30)
        p.access(name, image, offset=[r.getrandbits(32) for _ in range(LANES)], mask=(HOLES, ALL)[n % 2])
    for name in ("buffer_load_dwordx2", "buffer_store_dwordx2", "buffer_load_sbyte_d16"):
        p.access(name, resource(FAR, 0, 200), constant=64, mask=0)  # D-MEM-42
    return p


# D-REG-19.
def in_a_handler(p):
    """V# and SOFFSET in TTMPs: a store of v12 at v8, and a load to v20."""
    words, offsets = resource(FAR + 0x1000, 0, 0x400), [4 * lane for lane in range(LANES)]
    data = [p.random.getrandbits(32) for _ in range(LANES)]
    p.row(OFFSETS, offsets)
    p.row(DATA, data)
    p.asm("s_waitcnt vmcnt(0)", "s_trap 1")
    p.handler = [
        ".p2align 8",
        "handler:",
        *(f"  s_mov_b32 ttmp{4 + i}, 0x{word:x}" for i, word in enumerate(words)),
        "  s_movk_i32 ttmp8, 0x40",
        f"  buffer_store_dword v{DATA}, v{OFFSETS}, ttmp[4:7], ttmp8 offen",
        f"  buffer_load_dword v{RESULT}, v{OFFSETS}, ttmp[4:7], ttmp8 offen",
        "  s_waitcnt vmcnt(0)",
        "  s_add_u32 ttmp0, ttmp0, 4",
        "  s_addc_u32 ttmp1, ttmp1, 0",
        "  s_rfe_b64 ttmp[0:1]",
    ]
    p.memory.write(FAR + 0x1040, b"".join(v.to_bytes(4, "little") for v in data))
    p.store(RESULT, data, "buffer_load_dword in the handler")


# D-MEM-1, D-MEM-66.
def scalars():
    """Each kind of SOFFSET, which counts for the range of a raw buffer alone; V# in the first and the last quad."""
    p = Buffers("directed_buffer_soffset", "SOFFSET: registers and constants; where a V# may lie", {FAR: 0x2000})
    p.set_vcc(0x0000_0108_0000_0070)
    p.set_m0(0x204)
    registers = {101: 0x1F0, 102: 0x24, 103: 0x30, 36: 0x1001}
    for code, value in registers.items():
        p.asm(f"s_mov_b32 {operand(code)}, 0x{value:x}")
        p.s[code] = value
    codes = [*registers, 106, 107, 124, 128, 129, 144, 192, 193, 200, 208]

    def pick(lane):
        return {"offset": 16 * lane}

    def records(lane):
        return {"index": lane}

    codes += range(240, 249)  # bits of an f32: a base below brings them into the arena
    for n, code in enumerate(codes):
        value, loads, stores = p.soffset(code), [ALL_LOADS[n % 15 - (n % 15 > 13)]], [ALL_STORES[n % 8]]
        base = FAR + 0x400 - (value if value >> 31 or code >= 240 else 0) & 0xFFFFFFFFFFFF
        both(p, resource(base, 16, LANES), records, loads, stores, soffset=code, constant=4)
        raw = resource(base, 0, min(value + 0x3C6, M32))
        both(p, raw, pick, loads, stores, soffset=code, constant=4)
    # D-WAIT-27: with a register in SOFFSET the data may be written at once.
    for kind, count in (("dwordx3", 3), ("dwordx4", 4)):
        words = resource(FAR, 0, 0x1800)
        p.access(f"buffer_store_{kind}", words, offset=[16 * lane for lane in range(LANES)], soffset=36)
        p.asm(f"v_not_b32 v{DATA + count - 1}, v{DATA + count - 1}")
        p.access("buffer_load_dwordx4", words, offset=[16 * lane for lane in range(LANES)], soffset=36)
    in_a_handler(p)
    for quad in (40, 96, 76):
        both(p, resource(FAR, 0, 0x400), pick, ["buffer_load_dwordx3"], ["buffer_store_dword"], rsrc=quad)
    return p


# D-MEM-44, D-MEM-45.
def violations():
    """Bytes in pages that are not mapped: 0, dropped, MEM_VIOL; the other bytes of the lane count."""
    arenas = {FAR + 0x1000: 0x1000, 0xFFFFFFFFF000: 0x1000}
    p = Buffers("directed_buffer_unmapped", "unmapped pages, per byte; the end of the address space", arenas)
    lanes = range(LANES)
    p.check_violation()
    # Out of range or unbound over unmapped memory: no violation.
    p.access("buffer_load_dword", resource(FAR, 0, 64), offset=[64 + 4 * lane for lane in lanes])
    p.access("buffer_store_dword", resource(FAR, 0, 64, data_format=0), offset=[4 * lane for lane in lanes])
    p.access("buffer_load_dword", resource(FAR, 0, 64, rest=1 << 30), offset=[4 * lane for lane in lanes])
    p.access("buffer_load_dword", resource(FAR, 0, 64), offset=[4 * lane for lane in lanes], mask=0)
    p.check_violation()
    for name in ALL_LOADS + ALL_STORES:
        size = buffer.Opcode(name).size
        step = size if name in ALL_STORES else 1
        words = resource(FAR + 0x1000 - 32 * step - 1, 0, 0x10000)
        p.access(name, words, offset=[step * lane for lane in lanes])
        p.check_violation()
        p.clear_violation()
    p.access("buffer_load_dword", resource(0xFFFFFFFFFF00, 0, 0x10000), offset=[5 * lane for lane in lanes])
    p.access("buffer_store_dwordx2", resource(0xFFFFFFFFFF04, 0, 0x10000), offset=[8 * lane for lane in lanes])
    words = resource(FAR + 0x1000, swizzle=1, add_tid=1, index_stride=3, data_format=0)
    p.access("buffer_load_dwordx4", words, constant=4096 // 64 - 10)
    p.access("buffer_store_dwordx4", words, constant=4096 // 64 - 10)
    return p


def programs():
    return [examples(), linear(), private(), swizzled(), ranges(), ends(), ignored(), scalars(), violations()]
