# SPDX-License-Identifier: Apache-2.0
"""Buffer loads and stores with a format: MUBUF 0..15, 38, 39 and MTBUF, lane by lane (buffer-memory.md 1 to 7)."""

from wl.reading import buffer, formats, share
from wl.reading.bits import M32


MUBUF = (*range(16), 38, 39)


class Opcode:
    """A name taken apart: tbuffer_load_format_d16_xyz, buffer_store_format_d16_hi_x. ecc: of a unit with SRAM-ECC."""

    def __init__(self, name, ecc=False):
        family, direction, _, *rest = name.split("_")
        self.typed, self.load = family == "tbuffer", direction == "load"
        self.half, self.high = "d16" in rest, "hi" in rest
        self.count, self.ecc = len(rest[-1]), ecc
        self.registers = (self.count + 1) // 2 if self.half else self.count

    def places(self):
        """Register and lowest bit of each component."""
        if not self.half:
            return [(i, 0) for i in range(self.count)]
        return [(i // 2, 16 * (i % 2 or self.high)) for i in range(self.count)]

    def loaded(self, components, old):
        """The registers, from the components; old: what they hold. A half that is not named is kept; with SRAM-ECC it
        gets 0 (D-MEM-81)."""
        if not self.half:
            return components[: self.count]
        after = [0] * self.registers if self.ecc else list(old)
        for (register, bit), value in zip(self.places(), components):
            after[register] = after[register] & ~(0xFFFF << bit) & M32 | value << bit
        return after

    def given(self, registers):
        """The components of a store."""
        return [registers[n] >> bit & (0xFFFF if self.half else M32) for n, bit in self.places()]


class Resource(buffer.Resource):
    """V# of an access with a format, which is (DFMT, NFMT) for MTBUF. low: how many low bits of the address the
    alignment mode clears at most (D-MEM-16)."""

    def __init__(self, words, pair=None, low=0, rdna=False):
        super().__init__(words, rdna)
        self.pair = pair or (self.data_format, words[3] >> 12 & 7)
        self.select = formats.XYZW if pair else words[3] & 0xFFF
        self.bound = formats.legal(*self.pair) and self.data_format != 0  # D-MEM-3, D-MEM-23
        self.size = formats.size(self.pair[0]) if self.bound else 0
        self.forced = (1 << min(low, self.size.bit_length() - 1, 2)) - 1 if self.bound else 0

    @property
    def unbound(self):
        return not self.bound

    def stride_of(self, index):
        return self.stride  # DATA_FORMAT is no part of it

    def addresses(self, lane, soffset, constant, index=None, offset=None):
        """Addresses of the element's bytes; [] if the lane is out of range, which is all or nothing (D-MEM-13)."""
        full = (offset or 0) + constant
        dwords, payload = range(max(self.size // 4, 1)), min(self.size, 4)
        if any(self.out(lane, index, full, k, soffset, payload) for k in dwords):
            return []
        at = [self.base + soffset + self.place(lane, index, (full & M32) + b) for b in range(self.size)]
        if self.forced:  # each dword by itself, as D-MEM-75 has it
            at = [(at[b & ~3] & ~self.forced) + b % 4 for b in range(self.size)]
        return [a % buffer.ADDRESSES for a in at]

    def load(self, memory, places, half):
        """Four components, and whether a byte lies in a page that is not mapped."""
        element, violated = buffer.fetch(memory, places)
        return formats.load(*self.pair, half, self.select, element) if self.bound else formats.NOTHING, violated

    def store(self, memory, places, half, given):
        element = formats.store(*self.pair, half, self.select, given) if self.bound else None
        if element is None:
            return False
        return buffer.put(memory, places, element.to_bytes(self.size, "little"))


def transfer(memory, resource, local, at, where):
    """A lane of format_x with LDS = 1: its dword of the LDS gets X, or 0 where the lane is out or unbound (D-MEM-12).
    Returns whether a byte lies in a page that is not mapped."""
    components, violated = resource.load(memory, where, False) if where else ([0], False)
    local[at : at + 4] = components[0].to_bytes(4, "little")
    return violated


def execute(wave, name, first, second):
    local = not name.startswith("tbuffer") and first >> 16 & 1
    opcode, vaddr, vdata = Opcode(name, wave.machine.ecc), second & 255, second >> 8 & 255
    quad = 4 * (second >> 16 & 31)
    pair = (first >> 19 & 15, first >> 23 & 7) if opcode.typed else None
    low = 0 if wave.machine.launch.get("alignment_mode", "unaligned") == "unaligned" else 2
    resource = Resource(wave.s[quad : quad + 4], pair, low, wave.machine.rdna)
    soffset = wave.source(second >> 24, 0, 32)
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
        places = resource.addresses(lane, soffset, first & 0xFFF, **given)
        if local:
            at = buffer.local_place(wave.m0, first & 0xFFF, lane, len(wave.group.lds))
            if at is not None and transfer(wave.machine.memory, resource, wave.group.lds, at, places):
                wave.trapsts |= share.MEM_VIOL
            continue
        registers = [wave.v[vdata + i] for i in range(opcode.registers)]
        old = [register[lane] for register in registers]
        if opcode.load:
            components, violated = resource.load(wave.machine.memory, places, opcode.half)
            for register, word in zip(registers, opcode.loaded(components, old)):
                register[lane] = word
        else:
            violated = resource.store(wave.machine.memory, places, opcode.half, opcode.given(old))
        if violated:
            wave.trapsts |= share.MEM_VIOL
    if opcode.load and not local:
        buffer.clear_status(wave, second, vdata + opcode.registers)
