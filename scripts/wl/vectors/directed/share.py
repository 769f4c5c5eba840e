# SPDX-License-Identifier: Apache-2.0
"""Data share: cross-lane swizzles, and every DS access at every alignment in the four modes (lds.md 3.2, 3.3 and 3.5).

The alignment programs compute their operands from the lane number. Each lane adds up all that it reads, and sends the
sum as a message at the end.
"""
import itertools
import json
import re

from wl.reading.bits import ALL, LANES, M32, signed
from wl.reading.share import swizzle_source


DST, OLD, SOURCE = 2, 40, 8
HOLES = 0x8001_F00F_5A5A_0FF0


# ---- ds_swizzle_b32 -------------------------------------------------------------------------------------


# D-LDS-16
def swizzle_offsets():
    quads = [0x8000 | n for n in (*range(0, 256, 5), 0x1B, 0xE4, 0xFF)] + [0x8100 | 0x1B, 0xBF1B, 0xA0B1, 0x9F4E]
    masks = (0, 31, 1, 2, 4, 8, 16, 3, 7, 15, 24, 28, 21, 10)
    rotates = [
        0xC000 | back << 10 | n << 5 | masks[(n + k) % 14] for back in (0, 1) for n in range(32) for k in (0, 3, 7)
    ]
    rotates += [0xC020, 0xC420, 0xD820, 0xDFFF, 0xDC00, 0xC3E0, 0xC7E0]
    transforms = [0xE000 | m for m in range(32)] + [0xE3E0, 0xFFE0, 0xFFFF, 0xF00F]
    bits = [0x041F, 0x7C1F, 0x0000, 0x03E0, 0x7FFF, 0x001F, 0x0C03, 0x5AA5]
    return quads + rotates + transforms + bits


def swizzles(vector_program):
    p = vector_program("directed_ds_swizzle", "ds_swizzle_b32: quad, rotate, FFT and bit mode, holes in EXEC", "32")
    for n, offset in enumerate(swizzle_offsets()):
        for mask in (ALL, HOLES)[: 1 + (n % 7 == 0 or offset & 31 == 21)]:
            p.set_exec(ALL)
            p.asm(f"v_mov_b32 v{DST}, v{OLD}")
            p.set_exec(mask)
            p.asm(f"ds_swizzle_b32 v{DST}, v{SOURCE + n % 8} offset:0x{offset:x}", "s_waitcnt lgkmcnt(0)")
            row = []
            for lane in range(LANES):
                source = swizzle_source(offset, lane)
                value = p.v[SOURCE + n % 8][source] if mask >> source & 1 else 0
                row.append(value if mask >> lane & 1 else p.v[OLD][lane])
            p.store(DST, row, f"swizzle offset {offset:#x} exec {mask:x}")
    return p


# ---- alignment --------------------------------------------------------------------------------------------

DWORD, DWORD_STRICT, STRICT, UNALIGNED = range(4)
MODES = ("dword", "dword_strict", "strict", "unaligned")
SIZE = 2048  # bytes of LDS
LGKM = "s_waitcnt lgkmcnt(0)"
SUM, ADDRESS, DATA, RESULT = 10, 11, 12, 20  # v10 the lane's sum, v11 address, v12..v19 data, v20..v27 results
FIRST = {8: 1, 16: 2, 32: 4, 64: 8, 96: 16, 128: 16}  # natural size of an access of so many bits, by lds.md 3.2's table

# name: bits of an access, addresses, what a load leaves of the value
LOADS = {
    "ds_read_u8": (8, 1, lambda v, old: v),
    "ds_read_i8": (8, 1, lambda v, old: signed(v, 8) & M32),
    "ds_read_u16": (16, 1, lambda v, old: v),
    "ds_read_i16": (16, 1, lambda v, old: signed(v, 16) & M32),
    "ds_read_u8_d16": (8, 1, lambda v, old: old & 0xFFFF0000 | v),
    "ds_read_i8_d16_hi": (8, 1, lambda v, old: old & 0xFFFF | (signed(v, 8) & 0xFFFF) << 16),
    "ds_read_u16_d16": (16, 1, lambda v, old: old & 0xFFFF0000 | v),
    "ds_read_u16_d16_hi": (16, 1, lambda v, old: old & 0xFFFF | v << 16),
    "ds_read_b32": (32, 1, None),
    "ds_read_b64": (64, 1, None),
    "ds_read_b96": (96, 1, None),
    "ds_read_b128": (128, 1, None),
    "ds_read2_b32": (32, 2, None),
    "ds_read2_b64": (64, 2, None),
    "ds_read2st64_b32": (32, 2, None),
    "ds_read2st64_b64": (64, 2, None),
}
STORES = {
    "ds_write_b8": (8, 1, 0),
    "ds_write_b16": (16, 1, 0),
    "ds_write_b8_d16_hi": (8, 1, 16),
    "ds_write_b16_d16_hi": (16, 1, 16),
    "ds_write_b32": (32, 1, 0),
    "ds_write_b64": (64, 1, 0),
    "ds_write_b96": (96, 1, 0),
    "ds_write_b128": (128, 1, 0),
    "ds_write2_b32": (32, 2, 0),
    "ds_write2_b64": (64, 2, 0),
    "ds_write2st64_b32": (32, 2, 0),
    "ds_write2st64_b64": (64, 2, 0),
}
ATOMICS = {
    "ds_add_rtn_u32": (32, lambda t, d: t + d),
    "ds_wrxchg_rtn_b32": (32, lambda t, d: d),
    "ds_max_rtn_u64": (64, max),
    # D-LDS-35: bit 31 of a dword of data is its condition.
    "ds_condxchg32_rtn_b64": (64, lambda t, d: conditional(t & M32, d & M32) | conditional(t >> 32, d >> 32) << 32),
}


def conditional(old, data):
    return data & M32 >> 1 if data >> 31 else old


def is_pair(name):
    return re.search("[a-z]2(st64)?$", name.split("_")[1]) is not None


def two_offsets(n, number):
    return ([n % 4, 3], [2, 2], [1, 0])[number % 3]


class Wave:
    """One wave and its LDS, as bytes."""

    def __init__(self, mode):
        self.mode, self.lines, self.violated = mode, [], False
        self.lds = bytearray(SIZE)
        self.sum = [0] * LANES
        self.address = [0] * LANES
        self.data = [[0] * LANES for _ in range(8)]

    def asm(self, *lines):
        self.lines += ["  " + line for line in lines]

    def add(self, register, row):
        """A register becomes part of each lane's sum."""
        self.asm(f"v_mul_lo_u32 v{SUM}, v{SUM}, 33", f"v_xor_b32 v{SUM}, v{SUM}, v{register}")
        self.sum = [(s * 33 & M32) ^ v for s, v in zip(self.sum, row)]

    def add_violation(self):
        self.asm("s_getreg_b32 s20, hwreg(HW_REG_TRAPSTS, 8, 1)", f"v_mov_b32 v{RESULT}, s20")
        self.add(RESULT, [int(self.violated)] * LANES)

    def make(self, register, factor, offset):
        """lane * factor + offset."""
        self.asm(
            f"s_mov_b32 s20, 0x{factor:x}",
            f"v_mul_lo_u32 v{register}, v0, s20",
            f"s_mov_b32 s20, 0x{offset:x}",
            f"v_add_u32 v{register}, s20, v{register}",
        )
        return [lane * factor + offset & M32 for lane in range(LANES)]

    def fill(self, seed):
        """All of the LDS, by aligned writes."""
        for i in range(4):
            self.data[i] = self.make(DATA + i, 0x9E3779B1 + 2 * seed + 16 * i, 0x85EBCA6B * (i + 1) + seed & M32)
        self.asm("v_lshlrev_b32 v9, 4, v0")
        for part in range(0, SIZE, 1024):
            self.asm(f"ds_write_b128 v9, v[{DATA}:{DATA + 3}] offset:{part}")
            for lane in range(LANES):
                for i in range(4):
                    at = part + 16 * lane + 4 * i
                    self.lds[at : at + 4] = self.data[i][lane].to_bytes(4, "little")
        self.asm(LGKM)

    def value(self, at, size):
        return int.from_bytes(self.lds[at : at + size], "little")

    def dump(self):
        self.asm("v_lshlrev_b32 v9, 4, v0")
        for part in range(0, SIZE, 1024):
            self.asm(f"ds_read_b128 v[{RESULT}:{RESULT + 3}], v9 offset:{part}", LGKM)
            for i in range(4):
                self.add(RESULT + i, [self.value(part + 16 * lane + 4 * i, 4) for lane in range(LANES)])

    def reach(self, address, bits, natural=None):
        """The address at which an access begins, or None: it is not performed, and that is a violation (D-LDS-6,
        D-LDS-7, D-LDS-8, D-LDS-9, D-LDS-11)."""
        n = natural or FIRST[bits]
        if address % n:
            if natural or self.mode == STRICT or self.mode == DWORD_STRICT and address % min(n, 4):
                return None
            if self.mode == DWORD:
                address -= address % n
        return address if address + bits // 8 <= SIZE else None

    def fetch(self, address, bits, natural=None):
        at = self.reach(address, bits, natural)
        if at is None:
            self.violated = True
            return None
        return self.value(at, bits // 8)

    def put(self, address, bits, value, natural=None):
        at = self.reach(address, bits, natural)
        if at is None:
            self.violated = True
        else:
            self.lds[at : at + bits // 8] = (value & (1 << bits) - 1).to_bytes(bits // 8, "little")

    def places(self, name, lane, offsets):
        """The addresses of a lane."""
        unit = (8 if "b64" in name else 4) * (64 if "st64" in name else 1) if is_pair(name) else 1
        return [self.address[lane] + unit * o for o in offsets]

    @staticmethod
    def operands(name, offsets):
        return f" offset0:{offsets[0]} offset1:{offsets[1]}" if len(offsets) == 2 else f" offset:{offsets[0]}"

    def load(self, name, offsets):
        bits, count, leave = LOADS[name]
        each = max(1, bits // 32)
        registers = each * count
        for i in range(registers):
            self.asm(f"v_mov_b32 v{RESULT + i}, 0x5A5A{i:04x}")
        rows = [[0x5A5A0000 | i] * LANES for i in range(registers)]
        for lane in range(LANES):
            for k, place in enumerate(self.places(name, lane, offsets)):
                value = self.fetch(place, bits) or 0
                if leave:
                    rows[0][lane] = leave(value, rows[0][lane])
                else:
                    for i in range(each):
                        rows[k * each + i][lane] = value >> 32 * i & M32
        to = f"v{RESULT}" if registers == 1 else f"v[{RESULT}:{RESULT + registers - 1}]"
        self.asm(f"{name} {to}, v{ADDRESS}{self.operands(name, offsets)}", LGKM)
        for i in range(registers):
            self.add(RESULT + i, rows[i])

    def store(self, name, offsets):
        bits, count, shift = STORES[name]
        each = max(1, bits // 32)
        # Quads in order; in a quad the first addresses, then the second ones; lanes in order (lds.md 4.1, D-LDS-3). Two
        # equal offsets make one access, of DATA0 (D-LDS-4).
        accesses = 1 if count == 2 and offsets[0] == offsets[1] else count
        for quad, k, i in itertools.product(range(0, LANES, 4), range(accesses), range(4)):
            value = sum(self.data[4 * k + n][quad + i] << 32 * n for n in range(each))
            self.put(self.places(name, quad + i, offsets)[k], bits, value >> shift)
        firsts = [DATA + 4 * k for k in range(count)]
        parts = [f"v{first}" if each == 1 else f"v[{first}:{first + each - 1}]" for first in firsts]
        self.asm(f"{name} v{ADDRESS}, {', '.join(parts)}{self.operands(name, offsets)}", LGKM)

    def atomic(self, name, offsets):
        bits, meaning = ATOMICS[name]
        rows = [[0] * LANES for _ in range(bits // 32)]
        for lane in range(LANES):
            place = self.address[lane] + offsets[0]
            if name == "ds_condxchg32_rtn_b64":
                place -= place % 8  # D-LDS-35
            old = self.fetch(place, bits, bits // 8)
            value = sum(self.data[i][lane] << 32 * i for i in range(bits // 32))
            if old is not None:
                self.put(place, bits, meaning(old, value), bits // 8)
            for i in range(bits // 32):
                rows[i][lane] = (old or 0) >> 32 * i & M32
        parts = ("v{0}", "v[{0}:{1}]")[bits // 64]
        result, data = parts.format(RESULT, RESULT + 1), parts.format(DATA, DATA + 1)
        self.asm(f"{name} {result}, v{ADDRESS}, {data}{self.operands(name, offsets)}", LGKM)
        for i, row in enumerate(rows):
            self.add(RESULT + i, row)

    def operands_of(self, seed):
        for i in range(8):
            self.data[i] = self.make(DATA + i, 0x01000193 + 0x10001 * seed + 2 * i, 0x811C9DC5 * (i + seed + 1) & M32)

    def addresses(self, step, offset):
        self.address = self.make(ADDRESS, step, offset)

    def violates(self, access):
        """Whether the access would. Nothing is changed."""
        lds, sums, violated, lines = bytes(self.lds), list(self.sum), self.violated, len(self.lines)
        self.violated = False
        access()
        found, self.violated = self.violated, violated
        self.lds[:], self.sum[:] = lds, sums
        del self.lines[lines:]
        return found


# Steps and offsets of the lanes' addresses: aligned ones, each misalignment, lanes that share entries, past the end.
PATTERNS = [
    (16, 0),
    (16, 16),
    (32, 0),
    (4, 4),
    (8, 8),
    (20, 4),
    (12, 12),
    (24, 8),
    (17, 3),
    (5, 1),
    (3, 2),
    (1, 0),
    (31, 7),
    (29, 1),
    (19, 14),
    (2, 1),
    (7, 13),
    (64, 8),
    (32, 14),
    (16, 15),
    (16, 1),
    (16, 9),
    (16, 13),
    (30, 150),
    (33, 5),
]


def alignment(mode):
    w = Wave(mode)
    w.lines += [
        f"// DS accesses at every alignment, mode {MODES[mode]}. Written by scripts/wl/vectors/directed_vectors.py."
    ]
    w.lines += [".globl main", "main:"]
    w.asm(f"v_mov_b32 v{SUM}, 0")
    w.fill(1)
    w.operands_of(1)
    accesses = [
        (access, name) for access, names in ((w.load, LOADS), (w.store, STORES), (w.atomic, ATOMICS)) for name in names
    ]
    # First all that does not violate, so that MEM_VIOL, which stays set, is seen to be 0 after each of them.
    for violating in (False, True):
        for number, (step, offset) in enumerate(PATTERNS):
            w.addresses(step, offset)
            w.operands_of(number + 2)
            for n, (access, name) in enumerate(accesses):
                offsets = two_offsets(n, number) if is_pair(name) else [(0, 4, 16, 1, 6)[(n + number) % 5]]
                if w.violates(lambda a=access, m=name, o=offsets: a(m, o)) != violating:
                    continue
                w.lines.append(f"// {name}, lane * {step} + {offset}")
                access(name, offsets)
                if access != w.load:
                    w.dump()
                w.add_violation()
    # addtid and LDS_DIRECT take their dword's alignment in every mode (D-LDS-10).
    for m0, offset in ((3, 30), (0, 5), (66, 2)):
        w.asm(f"s_mov_b32 m0, {m0}", "s_nop 0", f"ds_write_addtid_b32 v{DATA} offset:{offset}", LGKM)
        for lane in range(LANES):
            at = (m0 + offset + 4 * lane) // 4 * 4
            w.lds[at : at + 4] = w.data[0][lane].to_bytes(4, "little")
        w.asm(f"ds_read_addtid_b32 v{RESULT} offset:{offset + 1}", LGKM)
        w.add(RESULT, [w.value((m0 + offset + 1 + 4 * lane) // 4 * 4, 4) for lane in range(LANES)])
    for at, kind in ((0x41, 2), (0x43, 1), (0x47, 5), (0x49, 0)):
        size = (1, 2, 4, 0, 1, 2)[kind]
        value = w.value(at // size * size, size)
        value = signed(value, 8 * size) & M32 if kind > 3 else value
        w.asm(f"s_mov_b32 m0, 0x{kind << 16 | at:x}", "s_nop 0", f"v_mov_b32 v{RESULT}, src_lds_direct")
        w.add(RESULT, [value] * LANES)
    w.dump()
    w.add_violation()
    for lane in range(LANES):
        w.asm(f"v_readlane_b32 s21, v{SUM}, {lane}", "s_mov_b32 m0, s21", "s_nop 0", f"s_sendmsg {1 + lane % 4}")
    w.asm("s_waitcnt lgkmcnt(0)", "s_endpgm", "")
    return w


def description(w, about):
    return {
        "about": about,
        "program": "program.s",
        "launch": {"grid": [LANES], "group": [LANES], "lds": SIZE, "alignment_mode": MODES[w.mode]},
        "args": [],
        "expect": {"messages": [{"wave": 0, "message": 1 + lane % 4, "m0": w.sum[lane]} for lane in range(LANES)]},
    }


def write(folder):
    """directed_ds_align_<mode> below the folder."""
    for mode, name in enumerate(MODES):
        w = alignment(mode)
        place = folder / f"directed_ds_align_{name}"
        place.mkdir(parents=True, exist_ok=True)
        (place / "program.s").write_text("\n".join(w.lines))
        (place / "test.json").write_text(
            json.dumps(
                description(
                    w,
                    f"DS loads, stores and atomics of every width at every alignment, mode {name}; "
                    "sums sent as messages",
                )
            )
        )


def programs(vector_program):
    return [swizzles(vector_program)]
