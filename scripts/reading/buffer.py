# SPDX-License-Identifier: Apache-2.0
"""Buffer loads and stores, MUBUF 16..37 (buffer-memory.md 1 to 4, 6 and 15), lane by lane on exact integers."""
from directed.program import M32, signed

from . import share

SIZES = {"byte": 1, "short": 2, "dword": 4, "dwordx2": 8, "dwordx3": 12, "dwordx4": 16}
ADDRESSES = 1 << 48


class Resource:
    """V#: four words (buffer-memory.md 2)."""

    def __init__(self, words):
        low, high, self.records, last = words
        self.base = low | (high & 0xFFFF) << 32
        self.stride = high >> 16 & 0x3FFF
        self.swizzle = high >> 31
        self.data_format = last >> 15 & 15
        self.index_stride = 8 << (last >> 21 & 3)
        self.add_tid = last >> 23 & 1
        self.type = last >> 30
        self.address_stride = self.data_format << 14 | self.stride if self.add_tid else self.stride

    @property
    def unbound(self):
        return self.data_format == 0 and not self.add_tid

    def out(self, indexed, index, full, dword):
        """Whether a dword is out of range (buffer-memory.md 4.1). full: the offset, not cut to 32 bits."""
        if self.unbound:
            return True
        if self.add_tid and not indexed:
            return False
        if indexed and self.stride:
            return index >= self.records
        return full + 4 * dword >= self.records

    def place(self, index, offset):
        """Where a byte lies behind BASE + SOFFSET (buffer-memory.md 3)."""
        stride = self.address_stride
        if not self.swizzle:
            return index * stride + offset
        block, offset = self.index_stride, offset % (1 << 32)
        return (index // block * stride + offset // 4 * 4) * block + index % block * 4 + offset % 4


def addresses(resource, size, lane, soffset, constant, index=None, offset=None):
    """The address of each byte of a lane's access, None where its dword is out of range. constant: the field OFFSET.
    index, offset: of the VGPRs, None without IDXEN or OFFEN. The resource has TYPE 0."""
    number = ((index or 0) + lane * resource.add_tid) & M32
    full = (offset or 0) + constant
    found = []
    for byte in range(size):
        if resource.out(index is not None, number, full, byte // 4):
            found.append(None)
        else:
            at = resource.place(number, (full & M32) + byte)
            found.append((resource.base + soffset + at) % ADDRESSES)
    return found


class Opcode:
    """A name taken apart: buffer_load_sbyte_d16_hi."""

    def __init__(self, name):
        _, direction, kind, *half = name.split("_")
        self.load, self.signed = direction == "load", kind[0] == "s" and kind != "short"
        self.size = SIZES[kind.removeprefix("u") if kind in ("ubyte", "ushort") else kind[self.signed :]]
        self.half, self.high = bool(half), half[-1:] == ["hi"]
        self.registers = (self.size + 3) // 4

    def loaded(self, value, old):
        """The registers, from the bytes of memory as a number; old: what the first one holds."""
        if self.signed:
            value = signed(value, 8 * self.size) & M32
        if self.half:
            value &= 0xFFFF
            return [old & 0xFFFF | value << 16 if self.high else old & 0xFFFF0000 | value]
        return [value >> 32 * i & M32 for i in range(self.registers)]

    def stored(self, registers):
        """The bytes for memory."""
        value = sum(r << 32 * i for i, r in enumerate(registers)) >> (16 if self.high else 0)
        return (value & (1 << 8 * self.size) - 1).to_bytes(self.size, "little")


def runs(places):
    """(first byte, address, bytes) of what lies together in memory; without the bytes that are out of range."""
    first = 0
    for byte in range(1, len(places) + 1):
        if byte == len(places) or places[first] is None or places[byte] != places[first] + byte - first:
            if places[first] is not None:
                yield first, places[first], byte - first
            first = byte


def fetch(memory, places):
    """The bytes as a number, and whether one lies in a page that is not mapped."""
    value, violated = 0, False
    for first, at, count in runs(places):
        violated |= not memory.mapped(at, count)
        value |= int.from_bytes(memory.read(at, count), "little") << 8 * first
    return value, violated


def put(memory, places, data):
    """Whether a byte lies in a page that is not mapped."""
    violated = False
    for first, at, count in runs(places):
        violated |= not memory.mapped(at, count)
        memory.write(at, data[first : first + count])
    return violated


def execute(wave, name, first, second):
    if first >> 16 & 1 or second >> 23 & 1:
        raise NotImplementedError("a buffer access with LDS or TFE")
    opcode, vaddr, vdata = Opcode(name), second & 255, second >> 8 & 255
    quad = 4 * (second >> 16 & 31)
    resource, soffset = Resource(wave.s[quad : quad + 4]), wave.source(second >> 24, 0, 32)
    if resource.type:
        return
    indexed, has_offset = first >> 13 & 1, first >> 12 & 1
    for lane in range(64):
        if not wave.exec >> lane & 1:
            continue
        given = {}
        if indexed:
            given["index"] = wave.v[vaddr][lane]
        if has_offset:
            given["offset"] = wave.v[vaddr + indexed][lane]
        places = addresses(resource, opcode.size, lane, soffset, first & 0xFFF, **given)
        registers = [wave.v[vdata + i] for i in range(opcode.registers)]
        if opcode.load:
            value, violated = fetch(wave.machine.memory, places)
            for register, word in zip(registers, opcode.loaded(value, registers[0][lane])):
                register[lane] = word
        else:
            violated = put(wave.machine.memory, places, opcode.stored([r[lane] for r in registers]))
        if violated:
            wave.trapsts |= share.MEM_VIOL
