# SPDX-License-Identifier: Apache-2.0
"""DS instructions (lds.md 1, 3, 5 and 6), in alignment mode UNALIGNED."""
import re

from wl.reading import float_table
from wl.reading.bits import M32, signed
from wl.reading.floats import FORMATS, Mode


LANES = range(64)
MEM_VIOL = 1 << 8
OWNER_WRITE, OWNER_READ = range(224, 228), range(228, 232)
BITS = {"b8": 8, "u8": 8, "i8": 8, "b16": 16, "u16": 16, "i16": 16, "b96": 96, "b128": 128}


class Access:
    """One instruction of a wave: its fields, and the memory that it reaches."""

    def __init__(self, wave, name, words):
        self.w, self.name = wave, name
        first, second = words
        self.offset0, self.offset1 = first & 255, first >> 8 & 255
        self.offset = first & 0xFFFF
        self.gds = first >> 16 & 1
        self.addr, self.data0, self.data1, self.dst = (second >> n & 255 for n in (0, 8, 16, 24))
        self.memory = wave.machine.gds if self.gds else wave.group.lds
        self.active = [i for i in LANES if wave.exec >> i & 1]

    def base(self, extra, lane=None):
        """A byte address, of the lane's ADDR and what is added to it."""
        start = self.w.v[self.addr][lane] if lane is not None else 0
        return start + extra + (self.w.m0 >> 16 if self.gds else 0) & M32

    def reaches(self, at, size, aligned=False):
        good = at + size <= len(self.memory) and not (aligned and at % size)
        if not good:
            self.w.trapsts |= MEM_VIOL
        return good

    def load(self, at, size):
        return int.from_bytes(self.memory[at : at + size], "little")

    def put(self, at, size, value):
        self.memory[at : at + size] = (value & (1 << 8 * size) - 1).to_bytes(size, "little")

    def data(self, register, lane, size):
        return sum(self.w.v[register + i][lane] << 32 * i for i in range((size + 3) // 4)) & (1 << 8 * size) - 1

    def result(self, lane, value, size, first=0):
        for i in range((size + 3) // 4):
            self.w.v[self.dst + first + i][lane] = value >> 32 * i & M32


def places(a, size):
    """The offsets of two-address forms, one for each access."""
    unit = size * (64 if "st64" in a.name else 1)
    if not re.search(r"2(st64)?_", a.name):
        return [a.offset]
    return [a.offset0 * unit] if a.offset0 == a.offset1 else [a.offset0 * unit, a.offset1 * unit]


def read(a):
    kind = a.name.split("_")[2]
    half = "d16" in a.name
    bits = BITS.get(kind, 64 if kind == "b64" else 32)
    size = bits // 8
    where = places(a, size)
    rows = {}
    for lane in a.active:
        for k, extra in enumerate(where):
            at = a.base(extra, lane)
            value = a.load(at, size) if a.reaches(at, size) else 0
            if kind[0] == "i":
                value = signed(value, bits) & (0xFFFF if half else M32)
            rows[lane, k] = value
    for (lane, k), value in rows.items():
        old = 0 if a.w.machine.ecc else a.w.v[a.dst][lane]  # of the half that is not named (D-MEM-81)
        if half:
            a.result(lane, old & 0xFFFF | value << 16 if a.name.endswith("_hi") else old & 0xFFFF0000 | value, 4)
        else:
            a.result(lane, value, max(size, 4), k * max(1, size // 4))
            if len(where) == 1 and re.search(r"2(st64)?_", a.name):
                a.result(lane, value, size, size // 4)  # both parts get what one access reads


def write(a):
    kind = a.name.split("_")[2]
    size = BITS.get(kind, 64 if kind == "b64" else 32) // 8
    for quad in range(0, 64, 4):
        for k, extra in enumerate(places(a, size)):
            for lane in range(quad, quad + 4):
                if not a.w.exec >> lane & 1:
                    continue
                at = a.base(extra, lane)
                value = a.data(a.data1 if k else a.data0, lane, 4 if a.name.endswith("_hi") else size)
                if a.name.endswith("_hi"):
                    value >>= 16
                if a.reaches(at, size):
                    a.put(at, size, value)


def changed(a, operation, kind, old, new, second):
    """The value that an atomic leaves (lds.md 3.4): old T, new D0, second D1."""
    size = int(kind[1:]) // 8
    bits = 8 * size
    mask = (1 << bits) - 1
    if kind[0] == "f":
        return float_table.atomic(Mode(a.w.mode), FORMATS[kind], operation, old, new, second)
    if operation in ("min", "max"):
        pick = min if operation == "min" else max
        return pick(old, new, key=lambda v: signed(v, bits)) if kind[0] == "i" else pick(old, new)
    return {
        "add": lambda: old + new,
        "sub": lambda: old - new,
        "rsub": lambda: new - old,
        "inc": lambda: 0 if old >= new else old + 1,
        "dec": lambda: new if not old or old > new else old - 1,
        "and": lambda: old & new,
        "or": lambda: old | new,
        "xor": lambda: old ^ new,
        "mskor": lambda: old & ~new | second,
        "cmpst": lambda: second if old == new else old,
        "wrap": lambda: old - new if old >= new else old + second,
        "wrxchg": lambda: new,
        "write": lambda: new,
    }[operation]() & mask


def atomic(a):
    match = re.fullmatch(r"ds_(\w+?)(2(?:st64)?)?(_rtn)?_([uibf]\d+)", a.name)
    operation, _, returns, kind = match.groups()
    size = int(kind[1:]) // 8
    where = places(a, size)
    old = {}
    for quad in range(0, 64, 4):
        for k, extra in enumerate(where):
            for lane in range(quad, quad + 4):
                if not a.w.exec >> lane & 1:
                    continue
                at = a.base(extra, lane)
                if not a.reaches(at, size, True):
                    old[lane, k] = 0
                    continue
                old[lane, k] = a.load(at, size)
                new = a.data(a.data1 if k else a.data0, lane, size)
                a.put(at, size, changed(a, operation, kind, old[lane, k], new, a.data(a.data1, lane, size)))
    for (lane, k), value in old.items() if returns else ():
        a.result(lane, value, size, k * size // 4)
        if match.group(2) and len(where) == 1:
            a.result(lane, value, size, size // 4)


def conditional_exchange(a):
    """condxchg32: bit 31 of a dword of data says whether the others replace the dword in memory (D-LDS-35)."""
    old = {}
    for lane in a.active:
        at = a.base(a.offset, lane) // 8 * 8
        old[lane] = 0
        if not a.reaches(at, 8):
            continue
        old[lane] = a.load(at, 8)
        for k in range(2):
            condition, new = divmod(a.w.v[a.data0 + k][lane], 1 << 31)
            if condition:
                a.put(at + 4 * k, 4, new)
    for lane, value in old.items():
        a.result(lane, value, 8)


def from_memory(a):
    """The src2 forms: the second operand lies at a distance."""
    operation, kind = re.fullmatch(r"ds_(\w+)_src2_([uibf]\d+)", a.name).groups()
    size = int(kind[1:]) // 8
    for lane in a.active:
        address = a.w.v[a.addr][lane]
        distance = signed(address >> 17, 15) if a.offset1 >> 7 else signed(a.offset & 0x7FFF, 15)
        first, second = a.base(0, lane), a.base(4 * distance, lane)
        if not a.reaches(first, size, True) or not a.reaches(second, size, True):
            continue
        old, new = a.load(first, size), a.load(second, size)
        if operation == "rsub":
            a.put(first, size, new - old)
        else:
            a.put(first, size, changed(a, operation, kind, old, new, 0))


def count(a):
    """append and consume."""
    if not a.active:
        return
    at = a.base(a.offset)
    old = 0
    if a.reaches(at, 4, True):
        old = a.load(at, 4)
        a.put(at, 4, old + len(a.active) if a.name == "ds_append" else old - len(a.active))
    for lane in a.active:
        a.result(lane, old, 4)


def by_lane(a):
    for lane in a.active:
        at = (a.w.m0 & 0xFFFF) + a.offset + 4 * lane & ~3
        if a.name == "ds_write_addtid_b32":
            if a.reaches(at, 4):
                a.put(at, 4, a.w.v[a.data0][lane])
        else:
            a.result(lane, a.load(at, 4) if a.reaches(at, 4) else 0, 4)


def cross(a):
    """swizzle, permute, bpermute: no memory."""
    w, new = a.w, {}
    if a.name == "ds_swizzle_b32":
        for lane in a.active:
            source = swizzle_source(a.offset, lane)
            new[lane] = w.v[a.addr][source] if w.exec >> source & 1 else 0
    elif a.name == "ds_permute_b32":
        new = {lane: 0 for lane in a.active}
        for lane in a.active:
            to = w.v[a.addr][lane] + a.offset >> 2 & 63
            if to in new:
                new[to] = w.v[a.data0][lane]
    else:
        for lane in a.active:
            source = w.v[a.addr][lane] + a.offset >> 2 & 63
            new[lane] = w.v[a.data0][source] if w.exec >> source & 1 else 0
    for lane, value in new.items():
        a.result(lane, value, 4)


def owner_write(a, count_):
    stride, relative, index = a.offset1 & 127, a.offset1 >> 7, a.offset0 & 63
    for lane in a.active:
        thread = 64 * a.w.number + lane if relative else lane
        row = (thread >> 2) * stride + index >> 2
        at = row * 64 + (thread & 3) * 16
        if a.reaches(at, 16):
            a.put(at, 4 * count_, a.data(a.data0, lane, 4 * count_))


def owner_read(a, count_):
    force = (1, 2, 4, 4)[count_ - 1]
    new = {}
    for lane in a.active:
        linear = a.w.v[a.addr][a.active[0] if a.offset1 & 1 else lane] + a.offset0 & M32
        at = 4 * (linear // force * force)
        new[lane] = a.load(at, 4 * count_) if a.reaches(at, 4 * count_) else 0
    for lane, value in new.items():
        a.result(lane, value, 4 * count_)


def execute(wave, name, op, words):
    a = Access(wave, name, words)
    if op in OWNER_WRITE:
        return owner_write(a, op - 223)
    if op in OWNER_READ:
        return owner_read(a, op - 227)
    if name == "ds_nop":
        return None
    if name in ("ds_append", "ds_consume"):
        return count(a)
    if "addtid" in name:
        return by_lane(a)
    if name in ("ds_swizzle_b32", "ds_permute_b32", "ds_bpermute_b32"):
        return cross(a)
    if "_src2_" in name:
        return from_memory(a)
    if name == "ds_condxchg32_rtn_b64":
        return conditional_exchange(a)
    if name.startswith("ds_read"):
        return read(a)
    if name.startswith("ds_write"):
        return write(a)
    return atomic(a)


def direct(wave):
    """The LDS_DIRECT operand."""
    kind, at = wave.m0 >> 16 & 7, wave.m0 & 0xFFFF
    size = {0: 1, 1: 2, 2: 4, 4: 1, 5: 2}.get(kind)
    if not size:
        return 0
    at = at // size * size
    if at + size > len(wave.group.lds):
        return 0
    value = int.from_bytes(wave.group.lds[at : at + size], "little")
    return signed(value, 8 * size) & M32 if kind > 3 else value


def swizzle_source(offset, lane):
    """The lane that a lane reads (lds.md 3.5)."""
    half, i = lane & 32, lane & 31
    if offset >= 0xE000:
        keep = offset & 31
        return half | int(f"{i:05b}"[::-1], 2) >> keep.bit_count() | i & keep
    if offset >= 0xC000:
        turn, keep = offset >> 5 & 31, offset & 31
        return half | i & keep | (i - turn if offset >> 10 & 1 else i + turn) & 31 & ~keep
    if offset >= 0x8000:
        return lane & ~3 | offset >> 2 * (lane & 3) & 3
    return half | (i & offset | offset >> 5 & 31) & 31 ^ offset >> 10
