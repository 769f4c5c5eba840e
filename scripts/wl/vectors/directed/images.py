# SPDX-License-Identifier: Apache-2.0
"""A program of image instructions: each lane has coordinates and data of its own (image.md).

scripts/wl/reading/image.py computes what an instruction leaves, and how many transactions it makes.
"""
import struct

from wl.reading import image
from wl.reading.bits import ALL, LANES, M32
from wl.reading.image import check
from wl.reading.words import NUMBER
from wl.vectors.directed.buffer import Buffers


VGPRS = 64
ADDRESS, ADDRESSES = 8, 12  # v8..v19
RESULT, RESULTS = 20, 6  # v20..v25: what an instruction returns, and one that stays
POOL, POOL_ROWS = 28, 24  # v28..v51: what is stored
RSRC, SSAMP = 32, 40  # s[32:39], s[40:43]
HOLES = 0x8001_F00F_5A5A_0FF0
FAR = 0x5000_0000_0000  # what is loaded, from here on
STORED = FAR + 0x100000  # what is stored to
LIMITS = [0, M32, 0x7F800000, 0xFF800001, 0x7FC01234, 0x3F800000, 0x80000000, 0x477FEFFF, 0x477FF000, 0x33000001]
LIMITS += [0x7C017BFF, 0xFC00FE00, 0x80010001, 0x03FF0400, 0x80007FFF, 0x7F80FF81, 0x80808080, 0x7F7F7F7F, 0x00000001]


def f32(value):
    """Bits of the nearest f32."""
    return struct.unpack("<I", struct.pack("<f", value))[0]


def f16(value):
    return struct.unpack("<H", struct.pack("<e", value))[0]


def descriptor(base=FAR, **fields):
    """Fields of a T# of one level, by default 2D, 8_8_8_8 UINT. The pitch is the width where none is given."""
    given = {"DATA_FORMAT": 10, "NUM_FORMAT": check.UINT, "TYPE": check.D2} | fields
    given.setdefault("PITCH", given.get("WIDTH", 0))
    return check.T(BASE_LO=base >> 8 & M32, BASE_HI=base >> 40, **given)


def sampler(**fields):
    """Fields of a S#; mode: of all axes."""
    mode = fields.pop("mode", 2)
    return check.S(**{"CLAMP_X": mode, "CLAMP_Y": mode, "CLAMP_Z": mode} | fields)


def text_of(first, count):
    return f"v{first}" if count <= 1 else f"v[{first}:{first + count - 1}]"


class Images(Buffers):
    """v8..v19: address registers; v20..v25: results; v28..v51: data of stores, which stay."""

    def __init__(self, name, about, arenas=None):
        """arenas: {address: bytes}, or contents: a list of dwords."""
        arenas = {FAR: 0x1000} if arenas is None else arenas
        sizes = {at: given if isinstance(given, int) else 4 * len(given) for at, given in arenas.items()}
        super().__init__(name, about, sizes)
        for at, given in arenas.items():
            contents = self.arenas[at] if isinstance(given, int) else given
            if isinstance(given, int):  # half of the words are limits
                contents = [self.random.choice((word, self.random.choice(LIMITS))) for word in contents]
            self.arenas[at] = contents
            self.memory.write(at, b"".join(v.to_bytes(4, "little") for v in contents))
        self.held, self.counts, self.number = {}, [], 0
        for i in range(RESULTS):
            self.hold(RESULT + i, [self.random.getrandbits(32) for _ in range(LANES)])

    def pool(self):
        """Data of stores: near the border of two codes, a limit, or any; halves; integers."""
        r = self.random

        def datum(i):
            if i >= 16:
                at = r.choice((0, 1 << r.choice((1, 4, 5, 6, 8, 10, 11, 16, 31)), 1 << r.choice((1, 7, 9, 10, 15))))
                return r.choice((1, -1)) * at + r.randrange(-2, 3) & M32
            if i >= 8:
                pair = [
                    r.choice((r.getrandbits(16), r.randrange(0x2C00, 0x3C02), 0x7C00, 0xFC00, 0x7E55)) for _ in "ab"
                ]
                return pair[0] | pair[1] << 16
            if r.randrange(6) == 0:
                return r.choice(LIMITS)
            if r.randrange(3) == 0:
                return r.getrandbits(1) << 31 | r.randrange(0x30000000, 0x48000000)
            top = (1 << r.choice((2, 4, 5, 6, 8, 10, 11, 16)) - r.randrange(2)) - 1 or 1
            near = check.r32(check.Q(2 * r.randrange(top) + 1, 2 * top)) + r.randrange(-1, 2)
            return near | r.getrandbits(1) << 31

        for i in range(POOL_ROWS):
            self.hold(POOL + i, [datum(i) for _ in range(LANES)])
        self.asm("s_waitcnt vmcnt(0)")

    def hold(self, register, values):
        """A register gets a row, if it does not hold it."""
        if self.held.get(register) != values:
            self.row(register, values)
            self.held[register] = list(values)

    def registers(self, opcode, offset=(), bias=(), reference=(), gradients=(), body=(), last=()):
        """Rows of address registers. Each part is a row, or a list of rows: the two directions of gradients, each a
        list of axes; body. With A16 their values are halves."""
        found = [row for row in (offset, bias, reference) if row]
        for direction in gradients:
            found += packed(direction) if opcode.a16 else direction
        rest = [*body, *([last] if last else [])]
        return found + (packed(rest) if opcode.a16 else list(rest))

    @staticmethod
    def encode(opcode, numbers):
        """The two words. numbers: VADDR, VDATA, SRSRC, SSAMP as fields."""
        o, number = opcode, NUMBER["MIMG", opcode.name]
        first = 0x3C << 26 | number << 18 | o.tfe << 16 | o.a16 << 15 | o.da << 14 | o.glc << 13 | o.unorm << 12
        vaddr, vdata, rsrc, ssamp = numbers
        return [first | o.dmask << 8, o.d16 << 31 | ssamp << 21 | rsrc << 16 | vdata << 8 | vaddr]

    def image(self, name, t, s=None, parts=None, mask=ALL, data=0, rsrc=RSRC, ssamp=SSAMP, vaddr=ADDRESS, **fields):
        """One instruction of the whole wave. t, s: fields or words of T# and S#. parts: of registers(), or a list of
        rows. data: row of the pool that a store begins with, or rows of an atomic's data. fields: of Opcode, and
          raw: whether the program has words in place of text; noise: further bits of the two words;
          counted: whether its transactions are expected; result: the first register of what returns;
          bare: neither wait before nor behind it, nor store what returns.
        Returns its Effect."""
        raw, noise, counted = fields.pop("raw", False), fields.pop("noise", (0, 0)), fields.pop("counted", True)
        bare, result = fields.pop("bare", False), fields.pop("result", RESULT)
        opcode = image.Opcode(name, **fields)
        words = check.pack(check.T_FIELDS, 8, t) if isinstance(t, dict) else list(t)
        sampler_words = check.pack(check.S_FIELDS, 4, s) if isinstance(s, dict) else list(s or [0] * 4)
        self.cover("MIMG", name, "lanes")
        for register, word in enumerate(words):
            self.set_s(rsrc + register, word)
        for register, word in enumerate(sampler_words if opcode.sampler else ()):
            self.set_s(ssamp + register, word)
        given = self.registers(opcode, **parts) if isinstance(parts, dict) else parts or []
        for register, row in enumerate(given):
            self.hold(vaddr + register, row)
        first = POOL + data if opcode.kind == "store" else result
        for i, row in enumerate(data or () if opcode.atomic else ()):
            self.hold(result + i, row)
        if not bare:
            self.asm("s_waitcnt vmcnt(0)")
        self.set_exec(mask)
        label = f"i{self.number}"
        self.number += 1
        self.lines.append(f"{label}:")
        numbers = (vaddr, first, rsrc // 4, ssamp // 4 if opcode.sampler else 0)
        if raw or any(noise):
            encoded = self.encode(opcode, numbers)
            self.word([word | more for word, more in zip(encoded, noise)], name)
        else:
            count = opcode.addresses_of(check.unpack(check.T_FIELDS, words))
            self.asm(self.text(opcode, count, numbers))
        blank = [0] * LANES
        addresses = [self.held.get(vaddr + i, blank) for i in range(ADDRESSES)]
        rows = [self.held.get(first + i, blank) for i in range(max(opcode.data_registers, opcode.written))]
        effect = opcode.run(words, sampler_words, addresses, rows, mask, self.memory)
        self.violated |= effect.violated
        if counted:
            self.counts.append({"at": label, "count": effect.transactions()})
        if opcode.returns and not bare:
            self.results(name, result, len(rows) + (self.number % 4 == 0))
        return effect

    def results(self, name, first, count):
        """Waits, and stores registers."""
        self.asm("s_waitcnt vmcnt(0)")
        for i in range(count):
            self.store(first + i, self.held[first + i], f"{name} v{first + i}")

    @staticmethod
    def text(opcode, addresses, fields):
        vaddr, vdata, rsrc, ssamp = fields
        data = text_of(vdata, opcode.data_registers + opcode.tfe)
        parts = [f"{opcode.name} {data}, {text_of(vaddr, addresses)}, s[{4 * rsrc}:{4 * rsrc + 7}]"]
        if opcode.sampler:
            parts[0] += f", s[{4 * ssamp}:{4 * ssamp + 3}]"
        parts.append(f"dmask:0x{opcode.dmask:x}")
        return " ".join(parts + [name for name in ("unorm", "glc", "a16", "tfe", "da", "d16") if getattr(opcode, name)])

    def describe(self):
        test = super().describe()
        if self.counts:
            test["expect"]["transactions"] = self.counts
        return test


def packed(rows):
    """Two rows of halves to a row, the first in [15:0]; a half that is left over has anything."""
    pairs = zip(rows[::2], [*rows[1::2], [0xBEEF] * LANES])
    return [[low & 0xFFFF | (high & 0xFFFF) << 16 for low, high in zip(*pair)] for pair in pairs]
