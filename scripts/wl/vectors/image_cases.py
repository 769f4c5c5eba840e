# SPDX-License-Identifier: Apache-2.0
"""Cases of the arithmetic of images (image.md 7 to 11), for the bench of the RTL.

usage: image_cases.py [--count N] [--seed N] [OUT]    OUT: a file, or standard output

A line is a case, in hexadecimal: the number of a function of tb/bench/sample/sample_unit.sv, six words, the result.
The results come from docs/spec/image_check.py, or from a rule that stands here. make writes a slice to
build/image_cases.
"""
import argparse
import contextlib
import importlib.util
import os
import random
import sys
from fractions import Fraction

from wl import ROOT


REFERENCE = os.path.join(ROOT, "docs", "spec", "image_check.py")
SLICE = os.path.join(ROOT, "build", "image_cases")
SLICE_COUNT = 2000  # of a function
M32 = (1 << 32) - 1
M48 = (1 << 48) - 1
NAN, INF = 0x7FC00000, 0x7F800000

UNORM, SNORM, USCALED, SSCALED, UINT, SINT, FLOAT, SRGB = 0, 1, 2, 3, 4, 5, 7, 9
# image.md 7.1.
PAIRS = {
    (dfmt, nfmt)
    for dfmts, nfmts in (
        ((1, 2, 3, 5, 10, 12), (UNORM, SNORM, USCALED, SSCALED, UINT, SINT)),
        ((2, 5, 12), (FLOAT,)),
        ((4, 11, 14), (UINT, SINT, FLOAT)),
        ((6, 7), (FLOAT,)),
        ((8, 9), (UNORM, SNORM, USCALED, SSCALED, UINT, SINT)),
        ((16, 17, 18, 19), (UNORM,)),
        ((10,), (SRGB,)),
    )
    for dfmt in dfmts
    for nfmt in nfmts
}
BYTES = {1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 4, 8: 4, 9: 4, 10: 4, 11: 8, 12: 8, 14: 16, 16: 2, 17: 2, 18: 2, 19: 2}
SPECIAL = [0, 1, 2, 0x7FFFFF, 0x800000, 0x3EFFFFFF, 0x3F000000, 0x3F7FFFFF, 0x3F800000, 0x3F800001, 0x3FC00000]
SPECIAL += [0x40000000, 0x46FFFE00, 0x46FFFF00, 0x47000000, 0x4B000000, 0x7F7FFFFF, INF, INF + 1, NAN, M32 >> 1]


def reference():
    """The module of the chapter's reference."""
    spec = importlib.util.spec_from_file_location("image_check", REFERENCE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Cases:
    """A generator of each function: its arguments as words, and its result."""

    def __init__(self, seed):
        self.r, self.check = random.Random(seed), reference()

    # ---- arguments
    def size(self):
        """N of an axis."""
        return self.r.choice((self.r.randrange(1, 9), self.r.randrange(1, 16385), 16384, 1 << self.r.randrange(15)))

    def any_float(self):
        sign = self.r.getrandbits(1) << 31
        return self.r.choice((self.r.choice(SPECIAL), self.r.getrandbits(31))) | sign

    def float_of(self, value):
        """The f32 number nearest to a fraction, or a neighbour."""
        bits = self.check.r32(value)
        if bits & M32 >> 1:
            bits += self.r.choice((0, 0, 0, 1, -1))
        return bits

    def coordinate(self, size, norm):
        """An f32 number, often one whose place in texels is a tie or a border of a texel."""
        if not self.r.randrange(4):
            return self.any_float()
        texel = self.r.choice((self.r.randrange(-3, size + 4), self.r.randrange(-40000, 40000)))
        part = self.r.choice((0, 256, self.r.randrange(512)))
        place = texel + Fraction(part, 512) if self.r.randrange(2) else Fraction(self.r.randrange(1 << 25), 1 << 12)
        return self.float_of(place / size if norm else place)

    def pair(self):
        return self.r.choice(sorted(PAIRS))

    # ---- functions, in the order of op_e of sample_unit.sv
    def texels(self):
        size, mode = self.size(), self.r.randrange(8)
        norm, linear, trunc = (self.r.getrandbits(1) for _ in range(3))
        offset = self.r.choice((0, self.r.randrange(-32, 32)))
        bits = self.coordinate(size, norm)
        found, weight = self.check.taps(bits, size, mode, norm, linear, trunc, offset)
        first, second = found[0], found[1] if linear else 0
        result = (second is None) << 37 | (first is None) << 36 | (second or 0) << 22 | (first or 0) << 8 | weight
        return (bits, size, trunc << 5 | linear << 4 | norm << 3 | mode, offset & 63), result

    def wrapped(self):
        size, mode = self.size(), self.r.randrange(8)
        index = self.r.choice((self.r.randrange(-3 * size, 3 * size), self.r.randrange(-32801, 32800)))
        index = max(-32801, min(32799, index))
        texel = self.check.wrap(index, size, mode)
        return (index & 0x1FFFF, size, mode), 1 << 14 if texel is None else texel

    def slice(self):
        most = self.r.choice((0, self.r.randrange(8), self.r.randrange(8192)))
        place = Fraction(self.r.randrange(-4, 2 * most + 8), 2)
        bits = self.r.choice((self.any_float(), self.float_of(place)))
        kind = self.check.kind(bits)
        if kind == "fin":
            number = max(0, min(most, self.check.rne(self.check.f32(bits))))
        else:
            number = most if kind == "inf" and not bits >> 31 else 0
        return (bits, most), number

    def address(self):
        dfmt, nfmt = self.pair()
        kind = self.r.choice((8, 9, 10, 11, 12, 13))
        mip, width, height = self.r.choice((0, self.r.randrange(1, 16))), self.size() - 1, self.size() - 1
        base, pitch = self.r.choice((self.r.getrandbits(20), self.r.getrandbits(40))), self.r.getrandbits(16)
        level, dword = self.r.randrange(mip + 1), self.r.randrange(max(1, BYTES[dfmt] // 4))
        x, y, s = self.r.getrandbits(14), self.r.getrandbits(14), self.r.getrandbits(13)
        fields = {"DATA_FORMAT": dfmt, "NUM_FORMAT": nfmt, "TYPE": kind, "WIDTH": width, "HEIGHT": height}
        fields.update(BASE_LO=base & M32, BASE_HI=base >> 32, PITCH=pitch, MAX_MIP=mip, LAST_LEVEL=mip)
        address = self.check.linear(self.check.T(**fields), level, x, y, s) + 4 * dword & M48
        flags = (mip > 0) << 1 | (kind in (8, 12)) | (BYTES[dfmt].bit_length() - 1) << 2 | level << 5 | dword << 9
        words = (base & M32, base >> 32 | flags << 8, width | height << 14, pitch, x | y << 14, s)
        return words, address | (0xFFFF if address >> 47 else 0) << 48

    def lerp(self):
        a = self.any_float()
        near = a ^ self.r.getrandbits(self.r.randrange(1, 28)) ^ self.r.getrandbits(1) << 31
        b = self.r.choice((self.any_float(), near, a ^ 1 << 31, a))
        weight = self.r.choice((0, 1, 128, 255, self.r.randrange(256)))
        return (a, b, weight), self.check.lerp(a, b, weight)

    def compare(self):
        func, unit = self.r.randrange(8), self.r.getrandbits(1)
        given = self.any_float()
        texel = self.r.choice((self.any_float(), given, given ^ 1 << 31, given ^ 1, 0, 0x3F800000))
        fields = {"DATA_FORMAT": 2, "NUM_FORMAT": UNORM if unit else FLOAT}
        sampler = self.check.S(COMPARE=func)
        found = self.check.compared(self.check.T(**fields), sampler, given, [texel, 0, 0, 0])
        return (given, texel, unit << 3 | func), int(found[0] == 0x3F800000)

    def border(self):
        color, swizzle, number = self.r.randrange(3), self.r.randrange(8), self.r.randrange(4)
        nfmt = self.r.choice((UNORM, UINT, SINT, FLOAT))
        t = self.check.T(DATA_FORMAT=2, NUM_FORMAT=nfmt, BC_SWIZZLE=swizzle)
        found = self.check.border(t, self.check.S(BORDER_TYPE=color))
        one = 1 if nfmt in (UINT, SINT) else 0x3F800000
        return (number << 5 | swizzle << 2 | color, one), found[number]

    def magnitude(self, bits, size):
        """|d| * N: a fraction, or None for Inf."""
        kind = self.check.kind(bits)
        return None if kind == "inf" else abs(self.check.f32(bits)) * size if kind == "fin" else Fraction(0)

    def logarithm(self):
        rows = []
        for _ in range(2):
            size = self.r.choice((1, self.size()))
            power = Fraction(self.r.randrange(1 << 23, 1 << 24)) * Fraction(2) ** self.r.randrange(-40, -4)
            rows.append((self.r.choice((self.any_float(), self.float_of(power / size))), size))
        if not self.r.randrange(4):
            rows[1] = (0, 1)
        found = [self.magnitude(*row) for row in rows]
        level = 4095 if None in found else self.check.lod_of_rho(max(found))
        return (*rows[0], *rows[1]), level & 0x1FFF

    def difference(self):
        x = self.any_float()
        y = self.r.choice((self.any_float(), x, x ^ self.r.getrandbits(self.r.randrange(1, 28))))
        kinds = self.check.kind(x), self.check.kind(y)
        if kinds == ("fin", "fin"):
            result = self.check.r32(self.check.f32(x) - self.check.f32(y), int(x == 1 << 31 and y == 0))
        elif "nan" in kinds or (kinds == ("inf", "inf") and x == y):
            result = NAN
        else:
            result = x if kinds[0] == "inf" else y ^ 1 << 31
        return (x, y), result

    def level_f32(self):
        level = self.r.randrange(-4096, 4096)
        return (level & 0x1FFF,), self.check.r32(Fraction(level, 256))

    def fixed_level(self):
        place = Fraction(self.r.randrange(-9000, 9000), 512)
        bits = self.r.choice((self.any_float(), self.float_of(place)))
        return (bits,), self.check.lod_fixed(bits) & 0x1FFF

    def component(self):
        dfmt, nfmt = self.pair()
        number, element = self.r.randrange(4), self.r.getrandbits(128)
        element = self.r.choice((element, element & self.r.getrandbits(128), 0, (1 << 128) - 1))
        found = self.check.texel(self.check.T(DATA_FORMAT=dfmt, NUM_FORMAT=nfmt), element)
        words = (element >> 32 * i & M32 for i in range(4))
        return (dfmt << 6 | nfmt << 2 | number, *words), found[number]

    def half(self):
        place = Fraction(self.r.randrange(1 << 13), 2) * Fraction(2) ** self.r.randrange(-27, 7)
        bits = self.r.choice((self.any_float(), self.float_of(place)))
        return (bits,), self.check.half(bits)

    def stored(self):
        """Formats of up to 8 bytes that can be stored and that image_check.py has."""
        dfmt, nfmt = self.r.choice(
            [p for p in sorted(PAIRS) if BYTES[p[0]] <= 8 and p[0] not in (6, 7) and p[1] in (UNORM, SNORM, UINT, SINT)]
        )
        if nfmt in (UINT, SINT):
            registers = [self.r.choice((self.r.getrandbits(32), self.r.randrange(300))) for _ in range(4)]
        else:
            parts = [Fraction(self.r.randrange(-2200, 2200), 2046) for _ in range(4)]
            registers = [self.r.choice((self.any_float(), self.float_of(part))) for part in parts]
        element = self.check.store_element(self.check.T(DATA_FORMAT=dfmt, NUM_FORMAT=nfmt), registers)
        return (dfmt << 6 | nfmt << 2, *registers), element

    def is_image(self):
        dfmt, nfmt = self.r.randrange(64), self.r.randrange(16)
        dfmt = self.r.choice((dfmt, dfmt & 31))
        return (dfmt << 4 | nfmt,), int((dfmt, nfmt) in PAIRS)

    def extent(self):
        dfmt, last, level = self.pair()[0], self.size() - 1, self.r.randrange(16)
        width = self.check.level_size(self.check.T(WIDTH=last, MAX_MIP=15), level)[0]
        return (dfmt << 14 | last, level), (BYTES[dfmt].bit_length() - 1) << 15 | width

    def last_slice(self):
        depth, base = self.r.getrandbits(13), self.r.choice((self.r.getrandbits(13), self.r.randrange(4)))
        found = self.check.last_slice(self.check.T(TYPE=13, DEPTH=depth, BASE_ARRAY=base))
        return (depth, base), found

    def lines(self, count):
        functions = [self.texels, self.wrapped, self.slice, self.address, self.lerp, self.compare, self.border]
        functions += [self.logarithm, self.difference, self.level_f32, self.fixed_level, self.component, self.half]
        functions += [self.stored, self.is_image, self.extent, self.last_slice]
        for op, function in enumerate(functions):
            for _ in range(count):
                words, result = function()
                yield " ".join(f"{word:x}" for word in (op, *words, *[0] * (6 - len(words)), result))
        # Each component in SRGB.
        first = f"{functions.index(self.component):x} {10 << 6 | SRGB << 2:x}"
        for value in range(256):
            yield f"{first} {value:x} 0 0 0 0 {self.check.srgb(value):x}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=SLICE_COUNT, help="of cases of each function")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("out", nargs="?")
    given = parser.parse_args()
    with contextlib.ExitStack() as stack:
        out = stack.enter_context(open(given.out, "w", encoding="ascii")) if given.out else sys.stdout
        for line in Cases(given.seed).lines(given.count):
            print(line, file=out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
