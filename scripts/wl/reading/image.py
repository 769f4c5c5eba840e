# SPDX-License-Identifier: Apache-2.0
"""Images, MIMG (image.md): from words, descriptors, registers and memory to what an instruction leaves.

docs/spec/image_check.py, the exact reference of the chapter, gives numbers, addresses and filters. Here are the rules
around them: which registers an opcode reads and writes, which descriptors do what, what a lane leaves.
"""
import functools
import importlib.util

from wl.reading import formats, share
from wl.reading.atomic import Atomic
from wl.reading.bits import LANES, M32
from wl.reading.words import SPEC


def _reference():
    found = importlib.util.spec_from_file_location("image_check", SPEC / "image_check.py")
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


check = _reference()
UNBOUND, IGNORED, REFUSED = "unbound", "ignored", "refused"
INTEGERS = (check.UINT, check.SINT)
LAYERED = (check.CUBE, check.D1A, check.D2A)
AXES = {check.D1: 1, check.D2: 2, check.D3: 3, check.CUBE: 2, check.D1A: 1, check.D2A: 2}
# {DATA_FORMAT: NUM_FORMATs} (image.md 7.1).
NUMBERS = {n: range(6) for n in (1, 3, 8, 9)}
NUMBERS |= {n: (0, 1, 2, 3, 4, 5, 7) for n in (2, 5, 12)}
NUMBERS |= {n: (4, 5, 7) for n in (4, 11, 14)}
NUMBERS |= {6: (7,), 7: (7,), 10: (0, 1, 2, 3, 4, 5, 9), 16: (0,), 17: (0,), 18: (0,), 19: (0,)}
PAIRS = [(data, number) for data in sorted(NUMBERS) for number in NUMBERS[data]]
ATOMIC_MASKS = {4: (1, 3), 11: (3, 15)}  # DATA_FORMAT: DMASK, that of cmpswap (image.md 9.4)


class Bytes:
    """Memory, byte by byte; and whether one was in a page that is not mapped."""

    def __init__(self, memory):
        self.memory, self.violated = memory, False

    def __call__(self, at):
        self.violated |= not self.memory.mapped(at, 1)
        return self.memory.read(at, 1)[0]


class Effect:
    """What an instruction did beside its registers. fetched: of each lane {number of the texel: address}; size: bytes
    that are cut into dwords, which those of an atomic are not."""

    def __init__(self):
        self.violated, self.size, self.fetched = False, 1, [{} for _ in range(LANES)]

    def transactions(self):
        """How many; atomics have more where two lanes have one address (D-IMG-35)."""
        return check.count_transactions(self.fetched, self.size)


class Address:
    """What the address registers of a lane say, as f32 bits or integers; offset: of x, y, z."""

    def __init__(self):
        self.offset, self.bias, self.reference = (0, 0, 0), 0, None
        self.gradients, self.body, self.last = [], [], 0


class Opcode:
    """A name and the fields of its words, taken apart."""

    def __init__(self, name, dmask=15, unorm=0, glc=0, da=0, a16=0, tfe=0, d16=0):
        _, head, *parts = name.split("_")
        self.name, self.kind = name, parts[0] if head == "get" else head
        self.dmask, self.unorm, self.glc, self.da, self.a16, self.tfe, self.d16 = dmask, unorm, glc, da, a16, tfe, d16
        self.sampler = self.kind in ("sample", "gather4", "lod")
        self.packed, self.signed = "pck" in parts, "sgn" in parts
        self.offset, self.compares, self.bias = "o" in parts, "c" in parts, "b" in parts
        self.derivatives = "d" in parts or "cd" in parts
        self.zero, self.lod, self.clamp = "lz" in parts, "l" in parts, "cl" in parts
        self.last = self.lod or self.clamp or "mip" in parts or self.kind == "resinfo"
        self.atomic = Atomic(name) if self.kind == "atomic" else None
        self.returns = glc if self.atomic else self.kind != "store"

    @classmethod
    def of_words(cls, name, first, second):
        bits = {"unorm": 12, "glc": 13, "da": 14, "a16": 15, "tfe": 16}
        return cls(name, first >> 8 & 15, d16=second >> 31, **{key: first >> bit & 1 for key, bit in bits.items()})

    # ---- numbers of registers
    @property
    def components(self):
        """The components that a store takes or a result has (image.md 13.1)."""
        if self.kind == "gather4":
            return 4
        return self.dmask.bit_count() or self.kind != "store"

    @property
    def data_registers(self):
        """Without that of TFE (image.md 13.2)."""
        return (self.components + 1) // 2 if self.d16 else int(self.components)

    @property
    def results(self):
        """Registers or halves that get a value."""
        return self.components // 2 if self.atomic and self.atomic.compares else self.components

    @property
    def written(self):
        """Registers that may change, with that of TFE."""
        return self.data_registers + self.tfe if self.returns else 0

    def addresses(self, body, axes):
        """Address registers with so many of the body and axes of a derivative (image.md 3)."""
        numbers = (self.offset, self.bias, self.compares, self.derivatives, self.last, self.a16)
        return check.registers(0 if self.kind == "resinfo" else body, axes, *map(int, numbers))

    def judged_addresses(self):
        """Address registers that the words alone give (D-IMG-8): two for derivatives, with A16 too."""
        body = 0 if self.kind == "resinfo" else 1 + self.da + (self.kind == "gather4")
        list_ = body + self.last
        ahead = self.offset + self.bias + self.compares + 2 * self.derivatives
        return ahead + ((list_ + 1) // 2 if self.a16 else list_)

    def addresses_of(self, t):
        """Address registers with this T#."""
        kind = t["TYPE"]
        if kind not in AXES:
            return self.judged_addresses()
        return self.addresses(AXES[kind] + (self.da if kind in LAYERED else 0), AXES[kind])

    # ---- descriptors
    def judge(self, words, t, s):
        """What the descriptors do (image.md 6), "" where each lane counts."""
        if not any(words):
            return UNBOUND
        if t["TYPE"] < 8:
            return IGNORED
        if t["DATA_FORMAT"] == 0:
            return UNBOUND
        return REFUSED if self.refused(t) or self.sampler and self.refused_sampler(t, s) else ""

    def refused(self, t):
        """D-IMG-13, by T#."""
        if t["TYPE"] in (14, 15) or t["SW_MODE"] or t["COMPRESSION_EN"]:
            return True
        if self.kind == "gather4" and t["TYPE"] not in (check.D2, check.D2A):
            return True
        if t["NUM_FORMAT"] not in NUMBERS.get(t["DATA_FORMAT"], ()):
            return True
        if self.compares and t["NUM_FORMAT"] in INTEGERS:
            return True
        if not t["BASE_LEVEL"] <= t["LAST_LEVEL"] <= t["MAX_MIP"]:
            return True
        if self.atomic:
            masks = ATOMIC_MASKS.get(t["DATA_FORMAT"])
            return masks is None or self.dmask != masks[self.atomic.compares]
        return False

    def refused_sampler(self, t, s):
        asked = ("MC_COORD_TRUNC", "FORCE_DEGAMMA", "SKIP_DEGAMMA", "FILTER_MODE")
        return t["TYPE"] == check.CUBE or any(s[field] for field in asked) or s["BORDER_TYPE"] == 3

    # ---- addresses
    def address(self, t, registers):
        """The Address that a lane's registers hold."""
        found, rest = Address(), list(registers)
        if self.offset:
            packed = rest.pop(0)
            found.offset = tuple(check.sext(packed >> 8 * axis & 63, 6) for axis in range(3))
        if self.bias:
            found.bias = self.widened(rest.pop(0) & (0xFFFF if self.a16 else M32))
        if self.compares:
            found.reference = rest.pop(0)
        axes = AXES[t["TYPE"]]
        for _ in range(2 if self.derivatives else 0):
            count = (axes + 1) // 2 if self.a16 else axes
            found.gradients.append([self.widened(v) for v in self.split(rest[:count])[:axes]])
            rest = rest[count:]
        values = [self.widened(v) for v in self.split(rest)]
        body = 0 if self.kind == "resinfo" else axes + (self.da if t["TYPE"] in LAYERED else 0)
        found.body = values[:body]
        found.last = values[body] if self.last else 0
        return found

    def split(self, registers):
        return [r >> bit & 0xFFFF for r in registers for bit in (0, 16)] if self.a16 else registers

    def widened(self, value):
        return check.half_to_f32(value) if self.a16 and self.sampler else value

    # ---- results
    def put(self, t, data, lane, values):
        """The values of a lane into its registers."""
        if not self.d16:
            for row, value in zip(data, values):
                row[lane] = value
            return
        for i, value in enumerate(values):
            value = value & 0xFFFF if t["NUM_FORMAT"] in INTEGERS else check.half(value)
            low = 16 * (i % 2)
            data[i // 2][lane] = data[i // 2][lane] & ~(0xFFFF << low) & M32 | value << low

    def masked(self, values):
        """Those that DMASK takes; 0 where it takes none (D-IMG-29)."""
        return [value for i, value in enumerate(values) if self.dmask >> i & 1] or [0]

    def run(self, words, sampler_words, addresses, data, exec_, memory):
        """Changes the rows of data, [register][lane], and memory. addresses: rows of at least addresses_of(t). Returns
        an Effect."""
        t, s = check.unpack(check.T_FIELDS, words), check.unpack(check.S_FIELDS, sampler_words)
        effect, lanes = Effect(), [lane for lane in range(LANES) if exec_ >> lane & 1]
        verdict = self.judge(words, t, s)
        if verdict == IGNORED:
            return effect
        effect.violated = verdict == REFUSED and bool(lanes)
        rows, reader = addresses[: self.addresses_of(t)], Bytes(memory)
        own = {} if verdict else {n: self.address(t, [row[n] for row in rows]) for n in range(LANES)}
        if not verdict:
            effect.size = 4 if self.atomic else check.bytes_of(t)
        for lane in lanes:
            if verdict:
                values = [0] * self.results if self.returns else []
            else:
                values = getattr(self, f"run_{self.kind}")(t, s, own, lane, data, reader, effect.fetched[lane])
            if self.returns:
                self.put(t, data, lane, values)
                if self.tfe:
                    data[self.data_registers][lane] = 0
        effect.violated |= reader.violated
        return effect

    # ---- without a sampler
    def place(self, t, a):
        """The address of the element of a lane, or None out of range (image.md 9.1)."""
        axes = AXES[t["TYPE"]]
        x, y, z = (*a.body[:axes], 0, 0)[:3]
        slice_ = a.body[axes] if len(a.body) > axes else z
        return check.load(t, lambda at: 0, x, y, slice_, a.last)[1]

    def run_load(self, t, s, own, lane, data, reader, fetched):
        if not self.dmask:
            return [0]
        at = self.place(t, own[lane])
        element = 0
        if at is not None:
            fetched[0], element = at, check.element(t, reader, at)
        if self.packed:
            return self.masked(self.dwords(t, element))
        if at is None:
            return self.masked(check.select(t, [0] * 4))
        return self.masked(check.select(t, check.texel(t, element)))

    def dwords(self, t, element):
        """D-IMG-20."""
        bits = 8 * check.bytes_of(t)
        if self.signed and bits < 32:
            element = check.sext(element, bits)
        return [element >> 32 * k & M32 if 32 * k < max(bits, 32) else 0 for k in range(4)]

    def run_store(self, t, s, own, lane, data, reader, fetched):
        at = self.place(t, own[lane])
        element = self.element(t, [row[lane] for row in data]) if self.dmask else None
        if at is not None and element is not None:
            fetched[0] = at
            reader.violated |= not reader.memory.mapped(at, 1)
            reader.memory.write(at, element.to_bytes(check.bytes_of(t), "little"))

    def element(self, t, registers):
        """What a store writes (image.md 9.2, 9.3), None where it is dropped."""
        halves = [r >> bit & 0xFFFF for r in registers for bit in (0, 16)] if self.d16 else registers
        taken = iter(halves)
        given = [next(taken) if self.dmask >> i & 1 else 0 for i in range(4)]
        size, parts = check.FORMATS[t["DATA_FORMAT"]]
        if self.packed:
            return sum(dword << 32 * k for k, dword in enumerate(given)) & (1 << 8 * size) - 1
        number, element = t["NUM_FORMAT"], 0
        if number in (check.USCALED, check.SSCALED, check.SRGB):
            return None
        selects = [t["DST_SEL_" + letter] for letter in "XYZW"]
        for c, (low, width) in enumerate(parts):
            value = given[selects.index(4 + c)] if 4 + c in selects else 0  # D-MEM-20
            element |= formats.stored(value, width, number, bool(self.d16)) << low
        return element

    def run_atomic(self, t, s, own, lane, data, reader, fetched):
        at = self.place(t, own[lane])
        atomic = Atomic(self.name + "_x2" * (check.bytes_of(t) == 8))
        if at is None:
            return atomic.words(0)
        fetched[0] = at
        old, violated = atomic.at_memory(reader.memory, at, [row[lane] for row in data])
        reader.violated |= violated
        return atomic.words(old)

    def run_resinfo(self, t, s, own, lane, data, reader, fetched):
        levels, mip = t["LAST_LEVEL"] - t["BASE_LEVEL"], own[lane].last
        size = [0, 0, 0]
        if mip <= levels:
            size = list(check.level_size(t, t["BASE_LEVEL"] + mip))
            size[2] = check.last_slice(t) + 1 if t["TYPE"] in LAYERED else size[2]
        return self.masked([*size, levels + 1])

    # ---- with a sampler
    def level(self, t, s, own, lane):
        """(raw, clamped), in 1/256 (image.md 11)."""
        a = own[lane]
        low, high = check.LOD_LOW, check.LOD_HIGH
        raw = check.sext(s["LOD_BIAS"], 14)
        if self.lod:
            raw += check.lod_fixed(a.last)
        elif not self.zero:
            raw += self.measured(t, s, own, lane)
            raw += check.lod_fixed(a.bias) if self.bias else 0
        raw = min(max(raw, low), high)
        return raw, check.lod_clamp(t, s, raw, check.lod_fixed(a.last) if self.clamp else None)

    def measured(self, t, s, own, lane):
        """The logarithm of rho (image.md 11.2)."""
        axes, first = AXES[t["TYPE"]], lane & ~3
        gradients = own[lane].gradients
        if not self.derivatives:  # D-IMG-32
            start = own[first].body
            gradients = [[difference(own[n].body[k], start[k]) for k in range(axes)] for n in (first + 1, first + 2)]
        size = (1, 1, 1) if self.unorm or s["FORCE_UNNORM"] else check.level_size(t, t["BASE_LEVEL"])
        kinds = [check.kind(bits) for row in gradients for bits in row]
        if "inf" in kinds:
            return check.LOD_HIGH
        scaled = [abs(check.f32(b)) * n for row in gradients for b, n in zip(row, size) if check.kind(b) != "nan"]
        return check.lod_of_rho(max(scaled, default=check.Q(0)))

    def run_lod(self, t, s, own, lane, data, reader, fetched):
        raw, level = self.level(t, s, own, lane)
        level = min(max(level, 0), 256 * (t["LAST_LEVEL"] - t["BASE_LEVEL"]))
        return self.masked([*(check.r32(check.Q(v, 256)) for v in (level, raw)), 0, 0])

    def sampled(self, function, t, s, own, lane, reader, **more):
        a, axes = own[lane], AXES[t["TYPE"]]
        return function(
            t,
            s,
            reader,
            a.body[:axes],
            lod=self.level(t, s, own, lane)[1],
            unorm=self.unorm,
            slice_=slice_number(a.body[axes]) if len(a.body) > axes else 0,
            offset=a.offset,
            ref=a.reference,
            **more,
        )

    def run_sample(self, t, s, own, lane, data, reader, fetched):
        if not self.dmask:
            return [0]
        log = []
        values = self.sampled(check.sample, t, s, own, lane, reader, log=log)
        fetched.update(log)
        return self.masked(values)

    def run_gather4(self, t, s, own, lane, data, reader, fetched):
        log, channel = [], self.dmask.bit_length() - 1
        values = self.sampled(check.gather4, t, s, own, lane, reader, channel=channel, log=log)
        fetched.update(log)
        return values


@functools.lru_cache(1 << 12)
def difference(a, b):
    """f32 subtraction, a - b, to nearest even, with denormals."""
    kinds = check.kind(a), check.kind(b)
    if "nan" in kinds or kinds == ("inf", "inf") and a == b:
        return check.QNAN
    if "inf" in kinds:
        return a if kinds[0] == "inf" else b ^ 1 << 31
    return check.r32(check.f32(a) - check.f32(b))


def slice_number(bits):
    """The nearest slice to f32 bits (D-IMG-25), not clamped, but for Inf."""
    kind = check.kind(bits)
    if kind == "fin":
        return check.rne(check.f32(bits))
    return 0 if kind == "nan" or bits >> 31 else 1 << 16


def execute(wave, name, first, second):
    opcode = Opcode.of_words(name, first, second)
    vaddr, vdata = second & 255, second >> 8 & 255
    resource, sampler = 4 * (second >> 16 & 31), 4 * (second >> 21 & 31)
    words = wave.s[resource : resource + 8]
    addresses = [list(wave.v[vaddr + i]) if vaddr + i < 256 else [0] * LANES for i in range(12)]
    data = wave.v[vdata : vdata + max(opcode.data_registers, opcode.written)]
    effect = opcode.run(words, wave.s[sampler : sampler + 4], addresses, data, wave.exec, wave.machine.memory)
    wave.trapsts |= share.MEM_VIOL * effect.violated
