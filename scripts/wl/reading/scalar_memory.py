# SPDX-License-Identifier: Apache-2.0
"""Scalar memory instructions (buffer-memory.md 13): loads, stores and atomics of one wave, on exact integers."""

from wl.reading.atomic import Atomic
from wl.reading.bits import M32, M64, signed
from wl.reading.places import canonical


WITHOUT_EFFECT = ("s_dcache", "s_atc_probe")
CLOCKS = ("s_memtime", "s_memrealtime")


class Place:
    """The address of an instruction: a 64-bit base, or a V# with its range."""

    def __init__(self, base, offset, register=0, resource=None, scale=1):
        """base: of the pair; resource: the four words instead. offset: the immediate with its sign. scale: of the
        register's value (s_scratch_*)."""
        self.resource = resource
        if resource is None:
            self.start = base + offset + scale * register & M64
            return
        low, high, records, _ = resource
        stride = high >> 16 & 0x3FFF  # D-MEM-49
        self.start = (low | (high & 0xFFFF) << 32) & ~3
        self.offset = offset + register & M32  # D-MEM-68
        self.records = (stride or 1) * records

    def out(self, dword):
        return self.resource is not None and self.offset + 4 * dword >= self.records

    def dword(self, k):
        """The address of a dword, None where it is out of range."""
        if self.resource is None:
            return canonical((self.start & ~3) + 4 * k)
        return None if self.out(k) else self.start + (self.offset & ~3) + 4 * k & (1 << 48) - 1

    def atomic(self, size):
        """The address of a word of an atomic: naturally aligned (D-MEM-48, D-MEM-51)."""
        if self.resource is None:
            return canonical(self.start & ~(size - 1))
        if any(self.out(k) for k in range(size // 4)):
            return None
        return self.start + self.offset & ~(size - 1) & (1 << 48) - 1


def load(memory, place, count):
    return [0 if at is None else int.from_bytes(memory.read(at, 4), "little") for at in map(place.dword, range(count))]


def store(memory, place, values):
    for k, value in enumerate(values):
        if place.dword(k) is not None:
            memory.write(place.dword(k), value.to_bytes(4, "little"))


def change(memory, place, atomic, registers):
    """The value before; 0 where there is nothing."""
    at = place.atomic(atomic.size)
    return 0 if at is None else atomic.at_memory(memory, at, registers)[0]


def place_of(wave, name, first, second):
    pair, register = (first & 63) * 2, 0
    offset = signed(second, 21) if first >> 17 & 1 else 0
    if first >> 14 & 1:
        register = wave.s[second >> 25]
    elif not first >> 17 & 1:
        register = wave.s[second & 127]
    if name.startswith("s_buffer_"):
        return Place(0, offset, register, wave.s[pair : pair + 4])
    return Place(wave.get64(pair), offset, register, scale=64 if name.startswith("s_scratch_") else 1)


def count_of(name):
    """Dwords of a load or store: s_load_dwordx4."""
    return int(name.partition("dwordx")[2] or 1)


def execute(wave, name, first, second):
    if name.startswith(WITHOUT_EFFECT):
        return
    if name in CLOCKS:
        raise NotImplementedError("time")
    place, memory, data = place_of(wave, name, first, second), wave.machine.memory, first >> 6 & 127
    if "_atomic_" in name:
        atomic = Atomic(name)
        old = change(memory, place, atomic, wave.s[data : data + atomic.registers])
        if first >> 16 & 1:
            wave.s[data : data + atomic.results] = atomic.words(old)
    elif "_store_" in name:
        store(memory, place, wave.s[data : data + count_of(name)])
    else:
        count = count_of(name)
        wave.s[data : data + count] = load(memory, place, count)
