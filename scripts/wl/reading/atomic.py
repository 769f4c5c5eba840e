# SPDX-License-Identifier: Apache-2.0
"""Atomics at memory (buffer-memory.md 5 and 8): what one lane leaves, and what it returns."""

from wl.reading import places, share
from wl.reading.bits import signed


class Atomic:
    """A name taken apart: global_atomic_cmpswap_x2."""

    def __init__(self, name):
        self.operation = name.partition("_atomic_")[2].removesuffix("_x2")
        self.bits = 64 if name.endswith("_x2") else 32
        self.size = self.bits // 8
        self.results = self.bits // 32  # registers that a return writes
        self.compares = self.operation == "cmpswap"
        self.registers = self.results * (1 + self.compares)  # registers of data

    def after(self, old, data, compare=None):
        """The new contents of memory; all numbers of self.bits without a sign."""
        low, high = signed(old, self.bits), signed(data, self.bits)
        value = {
            "swap": lambda: data,
            "cmpswap": lambda: data if old == compare else old,
            "add": lambda: old + data,
            "sub": lambda: old - data,
            "smin": lambda: min(low, high),
            "umin": lambda: min(old, data),
            "smax": lambda: max(low, high),
            "umax": lambda: max(old, data),
            "and": lambda: old & data,
            "or": lambda: old | data,
            "xor": lambda: old ^ data,
            "inc": lambda: 0 if old >= data else old + 1,
            "dec": lambda: data if old == 0 or old > data else old - 1,
        }[self.operation]()
        return value & (1 << self.bits) - 1

    def operands(self, registers):
        """Data and compare value of the data registers: the new value comes first, then what is compared."""
        numbers = [sum(r << 32 * i for i, r in enumerate(registers[n:][: self.results])) for n in (0, self.results)]
        return numbers if self.compares else [numbers[0], None]

    def words(self, value):
        """The registers of a value."""
        return [value >> 32 * i & 0xFFFFFFFF for i in range(self.results)]

    def at_memory(self, memory, at, registers):
        """(value before, violated). A lane that is not aligned or not mapped changes nothing and returns 0."""
        if at % self.size or not memory.mapped(at, self.size):
            return 0, True
        old = int.from_bytes(memory.read(at, self.size), "little")
        memory.write(at, self.after(old, *self.operands(registers)).to_bytes(self.size, "little"))
        return old, False


def global_(wave, name, first, second):
    """D-MEM-29: lanes in ascending order."""
    atomic, returned = Atomic(name), {}
    vaddr, vdata, saddr, vdst = second & 255, second >> 8 & 255, second >> 16 & 127, second >> 24
    for lane in range(64):
        if not wave.exec >> lane & 1:
            continue
        if saddr == 0x7F:
            at = wave.v[vaddr][lane] | wave.v[vaddr + 1][lane] << 32
        else:
            at = wave.get64(saddr) + wave.v[vaddr][lane]
        at = places.canonical(at + signed(first, 13))
        registers = [wave.v[vdata + i][lane] for i in range(atomic.registers)]
        returned[lane], violated = atomic.at_memory(wave.machine.memory, at, registers)
        if violated:
            wave.trapsts |= share.MEM_VIOL
    if first >> 16 & 1:
        for lane, value in returned.items():
            for i, word in enumerate(atomic.words(value)):
                wave.v[vdst + i][lane] = word
