# SPDX-License-Identifier: Apache-2.0
"""scripts/wl/reading/formats.py against values worked by hand, against Python's own floats, and by its properties; and
the cases that scripts/wl/vectors/format_cases.py makes of it."""
import random
import struct
import unittest

from wl.reading import formats as f
from wl.reading.format_access import Opcode, Resource
from wl.vectors import format_cases


# Pair, D16, element -> registers.
LOADS = [
    (10, f.UNORM, False, 0xFF807F01, [0x3B808081, 0x3EFEFEFF, 0x3F008081, 0x3F800000]),
    (10, f.UNORM, True, 0xFF807F01, [0x1C04, 0x37F8, 0x3804, 0x3C00]),
    (10, f.SNORM, False, 0x807F8101, [0x3C010204, 0xBF800000, 0x3F800000, 0xBF800000]),
    (1, f.USCALED, False, 0xFF, [0x437F0000, 0, 0, 0]),
    (1, f.SSCALED, False, 0x80, [0xC3000000, 0, 0, 0]),
    (1, f.UINT, False, 0xFF, [255, 0, 0, 0]),
    (1, f.SINT, False, 0xFF, [0xFFFFFFFF, 0, 0, 0]),
    (1, f.SINT, True, 0xFF, [0xFFFF, 0, 0, 0]),
    (2, f.UNORM, False, 1, [0x37800080, 0, 0, 0]),
    (2, f.USCALED, True, 0xFFFF, [0x7C00, 0, 0, 0]),  # 65535 rounds to infinity
    (2, f.USCALED, True, 65519, [0x7BFF, 0, 0, 0]),
    (2, f.SSCALED, True, 0x8000, [0xF800, 0, 0, 0]),
    (5, f.FLOAT, False, 0xFD553C00, [0x3F800000, 0xFFAAA000, 0, 0]),  # the quiet bit of a NaN stays (D-MEM-24)
    (5, f.FLOAT, False, 0x80017C01, [0x7F802000, 0xB3800000, 0, 0]),
    (5, f.FLOAT, True, 0x80017C01, [0x7C01, 0x8001, 0, 0]),
    (4, f.FLOAT, False, 0x7F800001, [0x7F800001, 0, 0, 0]),
    # D-MEM-18: toward zero
    (11, f.FLOAT, True, 0x477FFFFF_BF801FFF, [0xBC00, 0x7BFF, 0, 0]),
    (11, f.FLOAT, True, 0x7F800000_FF7FFFFF, [0xFBFF, 0x7C00, 0, 0]),
    (11, f.FLOAT, True, 0xFFA02000_7F800001, [0x7E00, 0xFF01, 0, 0]),
    (11, f.FLOAT, True, 0xB37FFFFF_33800000, [0x0001, 0x8000, 0, 0]),
    (4, f.UINT, True, 0x12345678, [0x5678, 0, 0, 0]),
    (4, f.SINT, True, 0xFFFF8000, [0x8000, 0, 0, 0]),
    # 10_11_11: X has 11 bits. 1.0, the smallest denormal, infinity of 10 bits
    (6, f.FLOAT, False, 0x3C0 | 1 << 11 | 0x3E0 << 22, [0x3F800000, 0x35800000, 0x7F800000, 0]),
    (6, f.FLOAT, True, 0x3C0 | 1 << 11 | 0x3E0 << 22, [0x3C00, 0x0010, 0x7C00, 0]),
    # 11_11_10: X has 10 bits. The smallest denormal, the largest, a NaN
    (7, f.FLOAT, False, 1 | 0x7BF << 10 | 0x7C1 << 21, [0x36000000, 0x477E0000, 0x7F820000, 0]),
    (7, f.FLOAT, True, 1 | 0x7BF << 10 | 0x7C1 << 21, [0x0020, 0x7BF0, 0x7C10, 0]),
    (9, f.UNORM, False, 0xC00003FF, [0x3F800000, 0, 0, 0x3F800000]),
    (9, f.SNORM, False, 0x80080200, [0xBF800000, 0xBF800000, 0, 0xBF800000]),
    (9, f.SINT, False, 0x40000200, [0xFFFFFE00, 0, 0, 1]),
    (8, f.UINT, False, 0xFFC00007, [3, 1, 0, 1023]),
    (8, f.SSCALED, False, 0xFFC00003, [0xBF800000, 0, 0, 0xBF800000]),
    (14, f.UINT, False, 0x4_00000003_00000002_FFFFFFFF, [0xFFFFFFFF, 2, 3, 4]),
    (0, f.UINT, False, 0xFFFFFFFF, [0, 0, 0, 0]),
    (15, f.FLOAT, False, 0xFFFFFFFF, [0, 0, 0, 0]),
    (1, f.FLOAT, False, 0xFFFFFFFF, [0, 0, 0, 0]),
    (4, f.UNORM, False, 0xFFFFFFFF, [0, 0, 0, 0]),
    (10, 6, False, 0xFFFFFFFF, [0, 0, 0, 0]),
]
# Pair, D16, registers -> element.
STORES = [
    (10, f.UNORM, False, [0x3F800000, 0x3F000000, 0xBF800000, 0x7FC00000], 0x000080FF),  # 127.5 -> 128
    (10, f.UNORM, False, [0x7F800000, 0xFF800000, 0x40000000, 0x80000000], 0x00FF00FF),
    (10, f.SNORM, False, [0x3F800000, 0x3F000000, 0xBF800000, 0xC0000000], 0x8181407F),  # 63.5 -> 64
    (1, f.SNORM, False, [0xFFC00000], 0x00),
    (1, f.UNORM, False, [0x3B008080], 0),  # just below half a code, and just above
    (1, f.UNORM, False, [0x3B008081], 1),
    (1, f.UINT, False, [256], 255),
    (1, f.SINT, False, [0xFFFFFF7F], 0x80),
    (1, f.SINT, False, [128], 0x7F),
    (2, f.UINT, False, [0xFFFFFFFF], 0xFFFF),
    (2, f.SINT, True, [0x8000], 0x8000),
    (4, f.SINT, True, [0x8000], 0xFFFF8000),
    (4, f.UINT, True, [0x8000], 0x8000),
    (1, f.SINT, True, [0x8000], 0x80),
    (2, f.FLOAT, False, [0x477FEFFF], 0x7BFF),
    (2, f.FLOAT, False, [0x477FF000], 0x7C00),
    (2, f.FLOAT, False, [0xFF800001], 0xFE00),  # D-MEM-27: quieted
    (2, f.FLOAT, False, [0x7FA02000], 0x7F01),
    (2, f.FLOAT, False, [0x33000000], 0x0000),  # a tie
    (2, f.FLOAT, False, [0x33000001], 0x0001),
    (2, f.FLOAT, True, [0x7C01], 0x7C01),  # D-MEM-71: copied
    (4, f.FLOAT, True, [0x7C01], 0x7F802000),
    (4, f.FLOAT, True, [0x8001], 0xB3800000),
    (4, f.FLOAT, False, [0x7F800001], 0x7F800001),
    # D-MEM-28: 1.0 and one step below; the largest; infinity
    (6, f.FLOAT, False, [0x3F800000, 0x3F7FFFFF, 0x7F7FFFFF], 0x3C0 | 0x3BF << 11 | 0x3DF << 22),
    (6, f.FLOAT, False, [0x7F800000, 0xFF800000, 0xFFC00000], 0x7C0 | 0 << 11 | 0x3FF << 22),
    (7, f.FLOAT, False, [0x35FFFFFF, 0x35800000, 0x357FFFFF], 0 | 1 << 10 | 0 << 21),
    (7, f.FLOAT, True, [0x7BFF, 0xBC00, 0x001F], 0x3DF | 0 << 10 | 1 << 21),
    (9, f.SNORM, False, [0x3F800000, 0xBF800000, 0, 0xBF800000], 0xC0000000 | 0x201 << 10 | 0x1FF),
    (9, f.UNORM, False, [0, 0, 0, 0x3F000000], 2 << 30),  # 1.5 -> 2
    (8, f.SNORM, False, [0x3F000000, 0, 0, 0], 0),  # 0.5 -> 0
    (10, f.UINT, False, [1, 2], 0x0201),  # what the shader does not give is 0
    (2, f.UINT, False, [1, 2, 3, 4], 1),
    (10, f.USCALED, False, [0x3F800000], None),
    (2, f.SSCALED, True, [0x3C00], None),
    (4, f.UNORM, False, [0], None),
    (0, f.UINT, False, [0], None),
    (15, f.UINT, False, [0], None),
    (1, f.FLOAT, False, [0], None),
    (5, 6, False, [0, 0], None),
]
# DST_SEL (X first), element of 8_8_8_8 UINT -> registers.
SELECTED = [
    ((7, 6, 5, 4), 0x04030201, [4, 3, 2, 1]),
    ((0, 1, 4, 4), 0x04030201, [0, 1, 1, 1]),
    ((2, 3, 1, 7), 0x04030201, [0, 0, 1, 4]),
]
# DST_SEL, registers -> element of 8_8_8_8 UINT.
PLACED = [
    ((7, 6, 5, 4), [1, 2, 3, 4], 0x01020304),
    ((5, 5, 0, 1), [1, 2, 3, 4], 0x00000100),  # the first that names Y; nothing names X, Z, W
    ((6, 5, 4, 7), [1, 2], 0x00010200),
]


def selects(codes):
    return sum(code << 3 * i for i, code in enumerate(codes))


def some(r, width):
    """Bits of a component: any, or near the limits."""
    near = r.choice((0, 1, (1 << width - 1) - 1, 1 << width - 1, (1 << width) - 1)) + r.randrange(-2, 3)
    return r.choice((r.getrandbits(width), near & (1 << width) - 1))


def float_bits(r):
    exponent = r.choice((r.randrange(90, 160), r.randrange(256), 127, 0, 255))
    return r.getrandbits(1) << 31 | exponent << 23 | r.choice((0, 1, 0x7FFFFF, r.getrandbits(23)))


def ordered(bits):
    """A number that ascends with the f32."""
    return -(bits & 0x7FFFFFFF) if bits >> 31 else bits


class Formats(unittest.TestCase):
    def test_pairs(self):
        self.assertEqual(len(f.PAIRS), 77)  # as many as the unified list has numbers (buffer-memory.md 7.2)
        self.assertEqual([f.size(d) for d in f.WIDTHS], [1, 2, 2, 4, 4, 4, 4, 4, 4, 4, 8, 8, 12, 16])
        self.assertEqual(f.NAMES[9], "2_10_10_10")

    def test_loads(self):
        for dfmt, nfmt, half, element, registers in LOADS:
            with self.subTest(dfmt=dfmt, nfmt=nfmt, half=half, element=hex(element)):
                self.assertEqual(list(map(hex, f.load(dfmt, nfmt, half, f.XYZW, element))), list(map(hex, registers)))

    def test_stores(self):
        for dfmt, nfmt, half, registers, element in STORES:
            with self.subTest(dfmt=dfmt, nfmt=nfmt, half=half, registers=list(map(hex, registers))):
                self.assertEqual(f.store(dfmt, nfmt, half, f.XYZW, registers), element)

    def test_selects(self):
        for codes, element, registers in SELECTED:
            self.assertEqual(f.load(10, f.UINT, False, selects(codes), element), registers)
        for codes, registers, element in PLACED:
            self.assertEqual(f.store(10, f.UINT, False, selects(codes), registers), element)

    def test_one_is_of_the_format(self):
        ones = selects((1, 1, 4, 1))
        for dfmt, nfmt in f.PAIRS:
            integer = nfmt in f.INTEGERS
            self.assertEqual(f.load(dfmt, nfmt, False, ones, 0)[0], 1 if integer else 0x3F800000)
            self.assertEqual(f.load(dfmt, nfmt, True, ones, 0)[1], 1 if integer else 0x3C00)
            self.assertEqual(f.load(dfmt, nfmt, False, f.XYZW, 0), [0, 0, 0, 0])
        self.assertEqual(f.load(0, f.UINT, False, ones, 0), [0, 0, 0, 0])  # D-MEM-4

    def test_floats_of_python(self):
        """f16 to f32 and back to nearest even, for all that is finite."""
        r = random.Random(1)
        for bits in [r.getrandbits(16) for _ in range(4000)]:
            number = struct.unpack("<e", bits.to_bytes(2, "little"))[0]
            if number == number:
                self.assertEqual(f.loaded(bits, 16, f.FLOAT, False), struct.unpack("<I", struct.pack("<f", number))[0])
        for bits in [float_bits(r) for _ in range(4000)]:
            number = struct.unpack("<f", bits.to_bytes(4, "little"))[0]
            if abs(number) < 65520:
                wanted = struct.unpack("<H", struct.pack("<e", number))[0]
                self.assertEqual(f.stored(bits, 16, f.FLOAT, False), wanted, hex(bits))

    def test_scaled_and_normalised_of_python(self):
        """Quotients of small integers: a double has them closely enough for the f32 nearest."""
        for width in (2, 8, 10, 11, 16):
            for raw in range(0, 1 << width, max(1, width**3 // 64)):
                low = f.signed(raw, width)
                wanted = {
                    f.UNORM: raw / ((1 << width) - 1),
                    f.SNORM: max(-1.0, low / ((1 << width - 1) - 1)),
                    f.USCALED: float(raw),
                    f.SSCALED: float(low),
                }
                for nfmt, number in wanted.items():
                    got = f.loaded(raw, width, nfmt, False)
                    self.assertEqual(got, struct.unpack("<I", struct.pack("<f", number + 0.0))[0])

    def test_what_is_loaded_can_be_stored(self):
        r = random.Random(2)
        for dfmt, nfmt in f.PAIRS:
            if nfmt in (f.USCALED, f.SSCALED):
                continue
            for _ in range(60):
                raws = [some(r, width) for width in f.WIDTHS[dfmt]]
                wanted = [self.canonical(raw, w, nfmt) for raw, w in zip(raws, f.WIDTHS[dfmt])]
                element = sum(raw << sum(f.WIDTHS[dfmt][:i]) for i, raw in enumerate(raws))
                back = f.store(dfmt, nfmt, False, f.XYZW, f.load(dfmt, nfmt, False, f.XYZW, element))
                self.assertEqual(list(f.components(dfmt, back)), wanted, (dfmt, nfmt, hex(element)))

    @staticmethod
    def canonical(raw, width, nfmt):
        """-1 has two codes in SNORM; NaNs change."""
        if nfmt == f.SNORM and raw == 1 << width - 1:
            return raw + 1
        if nfmt == f.FLOAT and width < 32 and f.special(raw, width) == "nan":
            return raw | 1 << 9 if width == 16 else (1 << width) - 1
        return raw

    def test_stores_ascend(self):
        """A larger number is no smaller when it is stored, in each format of numbers."""
        r = random.Random(3)
        numbers = sorted(
            {b for b in (float_bits(r) for _ in range(3000)) if not f.special(b, 32) == "nan"}, key=ordered
        )
        for width, nfmt in [(w, n) for w in (2, 8, 10, 11, 16) for n in (f.UNORM, f.SNORM)] + [(10, 7), (11, 7)]:
            codes = [f.stored(bits, width, nfmt, False) for bits in numbers]
            if nfmt == f.SNORM:
                codes = [f.signed(code, width) for code in codes]
            self.assertEqual(codes, sorted(codes), (width, nfmt))
            half = [f.loaded(bits, 32, f.FLOAT, True) for bits in numbers]
            half = [-(h & 0x7FFF) if h >> 15 else h for h in half]
            self.assertEqual(half, sorted(half))

    def test_half_stores_are_those_of_the_number(self):
        """A D16 store is the store of the same number (buffer-memory.md 6), apart from NaNs."""
        r = random.Random(4)
        for dfmt, nfmt in f.PAIRS:
            for bits in [r.getrandbits(16) for _ in range(40)]:
                if nfmt == f.FLOAT and f.special(bits, 16) == "nan":
                    continue
                wide = bits if nfmt == f.UINT else f.signed(bits, 16) & 0xFFFFFFFF
                if nfmt not in f.INTEGERS:
                    wide = f.loaded(bits, 16, f.FLOAT, False)
                self.assertEqual(f.store(dfmt, nfmt, True, f.XYZW, [bits]), f.store(dfmt, nfmt, False, f.XYZW, [wide]))

    # ---- accesses
    def test_opcodes(self):
        """Registers, and the halves that a D16 load keeps (buffer-memory.md 6)."""
        names = {"load_format_xyz": 3, "load_format_d16_x": 1, "load_format_d16_xyz": 2, "store_format_d16_xyzw": 2}
        for name, registers in names.items():
            self.assertEqual(Opcode(f"buffer_{name}").registers, registers)
            self.assertEqual(Opcode(f"tbuffer_{name}").registers, registers)
        kept, components = [0xAAAABBBB, 0xCCCCDDDD], [1, 2, 3, 4]
        self.assertEqual(Opcode("buffer_load_format_d16_xyz").loaded(components, kept), [0x20001, 0xCCCC0003])
        self.assertEqual(Opcode("buffer_load_format_d16_x").loaded(components, kept[:1]), [0xAAAA0001])
        self.assertEqual(Opcode("buffer_load_format_d16_hi_x").loaded(components, kept[:1]), [0x1BBBB])
        self.assertEqual(Opcode("buffer_store_format_d16_hi_x").given(kept[:1]), [0xAAAA])
        self.assertEqual(Opcode("tbuffer_store_format_d16_xyz").given(kept), [0xBBBB, 0xAAAA, 0xDDDD])

    def test_range_and_address(self):
        """All or nothing (D-MEM-13); a stride of 14 bits; bytes swizzled one by one (D-MEM-9)."""
        xyzw = 14 << 15 | 4 << 12 | f.XYZW
        raw = Resource((0x1000, 0, 20, xyzw))
        self.assertEqual(raw.addresses(0, 0, 4, offset=0), list(range(0x1004, 0x1014)))
        self.assertEqual(raw.addresses(0, 0, 8, offset=0), [])
        self.assertEqual(raw.addresses(0, 0, 0, offset=0xFFFFFFFC), [])
        private = Resource((0x1000, 20 << 16, 0, xyzw | 1 << 23))
        self.assertEqual(private.addresses(3, 0x100, 8)[0], 0x1000 + 0x100 + 60 + 8)
        swizzled = Resource((0x1000, 24 << 16 | 1 << 31, 100, 10 << 15 | 4 << 12 | 1 << 23))
        wanted = [0x1115, 0x1116, 0x1117, 0x1134]  # example 6 of buffer-memory.md 15.5
        self.assertEqual(swizzled.addresses(0, 0, 0, index=13, offset=9), wanted)
        forced = Resource((0x1003, 0, 64, 5 << 15 | 4 << 12), low=2)
        self.assertEqual(forced.addresses(0, 0, 0, offset=3), [0x1004, 0x1005, 0x1006, 0x1007])

    def test_unbound(self):
        """D-MEM-3: the pair, and for MTBUF DATA_FORMAT of the V# too."""
        self.assertTrue(Resource((0, 0, 9, 4 << 15 | 4 << 12)).bound)
        self.assertFalse(Resource((0, 0, 9, 4 << 15)).bound)
        self.assertFalse(Resource((0, 0, 9, 1 << 23)).bound)
        self.assertTrue(Resource((0, 0, 9, 15 << 15), (4, 4)).bound)
        self.assertFalse(Resource((0, 0, 9, 1 << 23), (4, 4)).bound)
        self.assertEqual(Resource((0, 0, 9, 15 << 15 | 0x249), (4, 4)).select, f.XYZW)

    # ---- cases
    def test_cases(self):
        """Every pair is loaded, every pair but the read-only ones stored; a line says what the functions say."""
        loaded, stored = set(), set()
        with open(format_cases.SLICE, encoding="ascii") as file:
            lines = file.readlines()
        for number, line in enumerate(lines):
            kind, *words = line.split()
            dfmt, nfmt, half, select, *words = (int(word, 16) for word in words)
            if kind == "L":
                loaded.add((dfmt, nfmt, half))
            elif words[5]:
                stored.add((dfmt, nfmt, half))
            if number % 40:
                continue
            if kind == "L":
                self.assertEqual(f.load(dfmt, nfmt, bool(half), select, words[0]), words[1:], line)
            else:
                count, *given, valid, element = words
                wanted = f.store(dfmt, nfmt, bool(half), select, given[:count])
                self.assertEqual((int(wanted is not None), wanted or 0), (valid, element), line)
        legal = {(dfmt, nfmt, half) for dfmt, nfmt in f.PAIRS for half in (0, 1)}
        self.assertEqual(loaded, set((d, n, h) for d in range(16) for n in range(8) for h in (0, 1)))
        self.assertEqual(stored, {key for key in legal if key[1] not in (f.USCALED, f.SSCALED)})

    def test_cases_have_both_sides_of_a_border(self):
        cases = format_cases.Cases(False, 1)
        for width, nfmt in ((8, f.UNORM), (8, f.SNORM), (10, f.UNORM), (2, f.SNORM), (11, f.FLOAT), (16, f.FLOAT)):
            bits = list(cases.borders(width, nfmt))
            for at, above, below in zip(bits[::3], bits[1::3], bits[2::3]):
                codes = [f.stored(b, width, nfmt, False) for b in (below, at, above)]
                self.assertEqual(len(set(codes)), 1 if nfmt == f.FLOAT and width < 16 and not at else 2, hex(at))


if __name__ == "__main__":
    unittest.main()
