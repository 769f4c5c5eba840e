# SPDX-License-Identifier: Apache-2.0
"""Buffer loads and stores, MUBUF 16..37 (buffer-memory.md 1 to 4, 6 and 15), and atomics (8), lane by lane on exact
integers. The rules of the memory are GFX9's or RDNA's (14.1)."""

from wl.reading import places, share
from wl.reading.atomic import Atomic
from wl.reading.bits import M32, signed


SIZES = {"byte": 1, "short": 2, "dword": 4, "dwordx2": 8, "dwordx3": 12, "dwordx4": 16}
ADDRESSES = 1 << 48


class Resource:
    """V#: four words (buffer-memory.md 2). rdna: read by a unit with the memory of RDNA."""

    def __init__(self, words, rdna=False):
        low, high, self.records, last = words
        self.rdna, self.oob_select = rdna, last >> 28 & 3
        self.base = low | (high & 0xFFFF) << 32
        self.stride = high >> 16 & 0x3FFF
        self.add_tid = last >> 23 & 1
        self.swizzle = high >> 30 if rdna else high >> 31
        self.swizzled = self.swizzle and (rdna or self.add_tid)  # D-MEM-80
        self.element = 16 if rdna and self.swizzle == 3 else 4
        self.data_format = last >> 15 & 15
        self.index_stride = 8 << (last >> 21 & 3)
        self.type = last >> 30

    @property
    def unbound(self):
        return self.data_format == 0 and not self.add_tid

    def adds_lane(self, index):
        """Whether the lane is a part of the index (D-MEM-80). index: None without IDXEN, here and below."""
        return self.add_tid and (self.rdna or self.swizzle or index is None)

    def record(self, lane, index):
        """The index of the address (buffer-memory.md 3)."""
        return (index or 0) + lane * bool(self.adds_lane(index)) & M32

    def stride_of(self, index):
        """The stride of the address. RDNA mode: with ADD_TID it has 18 bits always."""
        return self.data_format << 14 | self.stride if self.adds_lane(index) else self.stride

    def out(self, lane, index, full, dword, soffset, payload):
        """Whether a dword is out of range (buffer-memory.md 4.1). full: the offset, not cut to 32 bits. payload: the
        bytes of the dword that are moved."""
        if self.unbound:
            return True
        if self.rdna:
            return self.selected_out(self.record(lane, index), full + 4 * dword + payload, soffset)
        if self.add_tid and index is None:
            return False
        if index is not None and self.stride:
            return index >= self.records
        return (full & M32) + soffset + 4 * dword + payload > self.records

    def selected_out(self, index, end, soffset):
        """By OOB_SELECT (14.1). end: of the dword, as an offset."""
        structured = index >= self.records
        if self.oob_select == 0 or (self.oob_select == 3 and self.swizzle and self.stride):
            return structured or end > self.stride
        if self.oob_select == 1:
            return structured
        if self.oob_select == 2:
            return self.records == 0
        return end > self.records - soffset  # D-MEM-54: all of it, where that is negative

    def place(self, lane, index, offset):
        """The offset of a byte from BASE + SOFFSET (buffer-memory.md 3)."""
        stride, record = self.stride_of(index), self.record(lane, index)
        if not self.swizzled:
            return record * stride + offset
        block, offset, element = self.index_stride, offset % (1 << 32), self.element
        within = offset - offset % element
        return (record // block * stride + within) * block + record % block * element + offset % element


def addresses(resource, size, lane, soffset, constant, index=None, offset=None):
    """The address of each byte of a lane's access, None where its dword is out of range. constant: the field OFFSET.
    index, offset: of the VGPRs, None without IDXEN or OFFEN. The resource has TYPE 0."""
    full, found = (offset or 0) + constant, []
    for byte in range(size):
        if resource.out(lane, index, full, byte // 4, soffset, min(size, 4)):
            found.append(None)
        else:
            at = resource.place(lane, index, (full & M32) + byte)
            found.append((resource.base + soffset + at) % ADDRESSES)
    return found


def reached(mode, resource, size, lane, soffset, constant, index=None, offset=None):
    """As addresses(), in an alignment mode; and whether the lane violates it."""
    full = (offset or 0) + constant

    def final(byte):
        return (resource.base + soffset + resource.place(lane, index, (full & M32) + byte)) % ADDRESSES

    def out(dword):
        return resource.out(lane, index, full, dword, soffset, min(size, 4))

    return places.places(mode, size, final, out, ADDRESSES - 1)


class Opcode:
    """A name taken apart: buffer_load_sbyte_d16_hi. ecc: of a unit with SRAM-ECC (D-MEM-81)."""

    def __init__(self, name, ecc=False):
        _, direction, kind, *half = name.split("_")
        self.load, self.signed = direction == "load", kind[0] == "s" and kind != "short"
        self.size = SIZES[kind.removeprefix("u") if kind in ("ubyte", "ushort") else kind[self.signed :]]
        self.half, self.high, self.ecc = bool(half), half[-1:] == ["hi"], ecc
        self.registers = (self.size + 3) // 4

    def loaded(self, value, old):
        """The registers, from the bytes of memory as a number; old: what the first one holds."""
        if self.signed:
            value = signed(value, 8 * self.size) & M32
        if self.half:
            value, old = value & 0xFFFF, 0 if self.ecc else old
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


def atomic_place(resource, size, *operands, **given):
    """(address of a lane's atomic or None, violated). It is in range as a whole or not at all (D-MEM-13). Its bytes lie
    from the address of the first on (D-MEM-75). Two dwords of a swizzled buffer are not adjacent (D-MEM-76)."""
    found = addresses(resource, size, *operands, **given)
    if None in found:
        return None, False
    return (None, True) if resource.swizzled and size == 8 else (found[0], False)


def change(memory, resource, atomic, operands, given, registers):
    """(what the lane returns, violated). operands, given: as of addresses(), without resource and size."""
    at, violated = atomic_place(resource, atomic.size, *operands, **given)
    return (0, violated) if at is None else atomic.at_memory(memory, at, registers)


def clear_status(wave, second, register):
    """TFE: the register behind the data gets 0 in every active lane (D-MEM-21)."""
    for lane in range(64) if second >> 23 & 1 else ():
        if wave.exec >> lane & 1:
            wave.v[register][lane] = 0


def local_place(m0, constant, lane, size):
    """The place of a lane's dword in the LDS (buffer-memory.md 9), None where it is not inside the allocation of
    `size` bytes (D-MEM-31, D-MEM-77)."""
    at = (m0 & 0xFFFF) + constant + 4 * lane & ~3
    return at if 0 <= at and at + 4 <= size else None


def transfer(memory, local, at, where, opcode):
    """A lane between memory and its dword of the LDS. where: the address of each byte. Returns whether a byte lies in a
    page that is not mapped. A load that reads nothing writes 0 (D-MEM-12)."""
    if not opcode.load:
        return put(memory, where, local[at : at + 4])
    value, violated = fetch(memory, where)
    local[at : at + 4] = opcode.loaded(value, 0)[0].to_bytes(4, "little")
    return violated


def execute(wave, name, first, second):
    stores_local = name == "buffer_store_lds_dword"  # D-MEM-32: its LDS bit says nothing
    local = first >> 16 & 1 or stores_local
    name = "buffer_store_dword" if stores_local else name
    vaddr, vdata = second & 255, second >> 8 & 255
    quad = 4 * (second >> 16 & 31)
    resource, soffset = Resource(wave.s[quad : quad + 4], wave.machine.rdna), wave.source(second >> 24, 0, 32)
    if resource.type:
        return
    atomic = Atomic(name) if "_atomic_" in name else None
    opcode = atomic or Opcode(name, wave.machine.ecc)
    returns = first >> 14 & 1 if atomic else opcode.load
    indexed, has_offset = first >> 13 & 1, first >> 12 & 1
    for lane in range(64):
        if not wave.exec >> lane & 1:
            continue
        given = {}
        if indexed:
            given["index"] = wave.v[vaddr][lane]
        if has_offset:
            given["offset"] = wave.v[vaddr + indexed][lane]
        if atomic:
            data = [wave.v[vdata + i][lane] for i in range(atomic.registers)]
            operands = (lane, soffset, first & 0xFFF)
            old, violated = change(wave.machine.memory, resource, atomic, operands, given, data)
            if first >> 14 & 1:
                for i, word in enumerate(atomic.words(old)):
                    wave.v[vdata + i][lane] = word
            wave.trapsts |= share.MEM_VIOL * violated
            continue
        mode = wave.machine.launch.get("alignment_mode", places.UNALIGNED)
        at = local_place(wave.m0, first & 0xFFF, lane, len(wave.group.lds)) if local else None
        if local and at is None:
            continue
        where, wrong = reached(mode, resource, opcode.size, lane, soffset, first & 0xFFF, **given)
        registers = [wave.v[vdata + i] for i in range(0 if local else opcode.registers)]
        if local:
            violated = transfer(wave.machine.memory, wave.group.lds, at, where, opcode)
        elif opcode.load:
            value, violated = fetch(wave.machine.memory, where)
            for register, word in zip(registers, opcode.loaded(value, registers[0][lane])):
                register[lane] = word
        else:
            violated = put(wave.machine.memory, where, opcode.stored([r[lane] for r in registers]))
        if violated or wrong:
            wave.trapsts |= share.MEM_VIOL
    if returns:
        clear_status(wave, second, vdata + opcode.registers)
