# SPDX-License-Identifier: Apache-2.0
"""Cases of the formats of buffers (buffer-memory.md 7), for benches of the model and of the RTL.

usage: format_cases.py [--slice] [--seed N] [--pairs] [OUT]    OUT: a file, or standard output

A line is a case, in hexadecimal; D16 is 0 or 1, SELECT is DST_SEL, C0 to C3 are register components:
  L DFMT NFMT D16 SELECT ELEMENT C0 C1 C2 C3             a load: of these 16 bytes of memory, these components
  S DFMT NFMT D16 SELECT COUNT C0 C1 C2 C3 VALID ELEMENT   a store: of the first COUNT components, these bytes
Bytes behind an element and components behind COUNT are junk without effect. VALID 0: nothing is stored.

scripts/wl/reading/formats.py gives the values. Each component of a legal pair is loaded from every code of up to 16
bits. It is stored from the floats about each border between two codes, with D16 from every f16. Components of 32 bits,
and integers, have the limits and random bits. Then come selects, counts of components, and pairs that are no format.

--slice: for 16 bits the limits and one code in 97. make writes these to build/format_cases, for tests.
--pairs: the number of cases of each pair, instead of the cases.
"""
import argparse
import collections
import contextlib
import functools
import itertools
import os
import random
import sys
from fractions import Fraction

from wl import ROOT
from wl.reading import formats as f


M32 = (1 << 32) - 1
SLICE = os.path.join(ROOT, "build", "format_cases")
STEP = 97  # of a slice
ALL_PAIRS = [(dfmt, nfmt) for dfmt in range(16) for nfmt in range(8)]


class Cases:
    def __init__(self, whole, seed):
        self.whole, self.random = whole, random.Random(seed)

    # ---- values of a component
    def codes(self, width):
        """Raw bits of up to 16 bits."""
        every = range(1 << width)
        if self.whole or width < 16:
            return every
        near = {n + d & 0xFFFF for n in [1 << i for i in range(16)] + [0, 0x7C00, 0xFC00] for d in range(-3, 4)}
        return sorted(near | set(every[self.random.randrange(STEP) :: STEP]))

    def integers(self, width):
        """Near limits of 32 bits and of the width, and any."""
        at = [0, M32, 1 << 31] + [s << i for i in (width - 1, width) for s in (1, -1)] + [1 << i for i in range(32)]
        near = {n + d & M32 for n in at for d in range(-2, 3)}
        return sorted(near) + [self.random.getrandbits(self.random.randrange(1, 33)) for _ in range(self.count())]

    def floats(self):
        """Limits of an f32, each exponent, and any."""
        r = self.random
        found = [0, 1, 0x7FFFFF, 0x800000, 0x3F7FFFFF, 0x3F800000, 0x3F800001, 0x7F7FFFFF, 0x7F800000, 0x7F800001]
        found += [0x7FBFFFFF, 0x7FC00000, 0x7FFFFFFF, 0x7FA02000, 0x7F801FFF, 0x7F802000]
        found += [e << 23 | fraction for e in range(255) for fraction in (0, 0x7FFFFF, r.getrandbits(23))]
        found += [e << 23 | r.getrandbits(23) for e in (r.randrange(96, 144) for _ in range(self.count()))]
        # About what is rounded away in an f16.
        found += [e << 23 | r.getrandbits(10) << 13 | d & 0x1FFF for e in range(100, 145) for d in (-1, 0, 1, 0x1000)]
        return [bits | sign << 31 for bits in found for sign in (0, 1)]

    def count(self):
        return 4000 if self.whole else 300

    # ---- tables: (before, after) of a component
    @functools.cache
    def loads(self, width, nfmt, half):
        if width < 32:
            raws = self.codes(width)
        else:
            raws = self.floats() if nfmt == f.FLOAT else self.integers(16)
        return [(raw, f.loaded(raw, width, nfmt, half)) for raw in raws]

    @functools.cache
    def stores(self, width, nfmt, half):
        if half:
            bits = self.codes(16)
        elif nfmt in f.INTEGERS:
            bits = self.integers(width)
        else:
            bits = itertools.chain(self.floats(), self.borders(width, nfmt))
        return [(b, f.stored(b, width, nfmt, half)) for b in bits]

    def borders(self, width, nfmt):
        """The f32 on both sides of what separates two codes, and the next one below."""
        if nfmt == f.FLOAT and width == 32:
            return
        for border in self.separations(width, nfmt):
            at = f.float_of(border, 32, f.toward_zero)
            yield from (at, at + 1, at - 1 if at & M32 >> 1 else at)

    def separations(self, width, nfmt):
        if nfmt == f.UNORM:
            top = (1 << width) - 1
            return (Fraction(2 * code + 1, 2 * top) for code in self.codes(width) if code < top)
        if nfmt == f.SNORM:
            top = (1 << width - 1) - 1
            signed = (f.signed(code, width) for code in self.codes(width))
            return (Fraction(2 * code + 1, 2 * top) for code in signed if -top <= code < top)
        if width == 16:  # halfway to the next larger magnitude; of the largest to what would follow it
            return (self.halfway(code) for code in self.codes(16) if not f.special(code, 16))
        return (f.value(code, width) for code in self.codes(width) if not f.special(code, width))

    @staticmethod
    def halfway(code):
        above = Fraction(65536) if code & 0x7FFF == 0x7BFF else f.value((code & 0x7FFF) + 1, 16)
        return (-1) ** (code >> 15) * (f.value(code & 0x7FFF, 16) + above) / 2

    # ---- lines
    def lines(self):
        for dfmt, nfmt in f.PAIRS:
            for half in (False, True):
                yield from self.exhaustive(dfmt, nfmt, half)
        for dfmt, nfmt in ALL_PAIRS:
            for half in (False, True):
                for _ in range(40 if self.whole else 12):
                    yield self.load(dfmt, nfmt, half, self.random.getrandbits(12))
                    yield self.store(dfmt, nfmt, half, self.select(), self.random.randrange(1, 5))
        for select in range(4096) if self.whole else range(self.random.randrange(7), 4096, 7):
            dfmt, nfmt = self.random.choice(f.PAIRS)
            yield self.load(dfmt, nfmt, False, select)
            yield self.store(dfmt, nfmt, False, select, 4)

    def select(self):
        """Any; a permutation; all components in place."""
        codes = self.random.sample((4, 5, 6, 7), 4)
        return self.random.choice((self.random.getrandbits(12), sum(c << 3 * i for i, c in enumerate(codes)), f.XYZW))

    def exhaustive(self, dfmt, nfmt, half):
        """All values of the tables at each component; selects XYZW, four components given."""
        widths, head = f.WIDTHS[dfmt], f"{dfmt:x} {nfmt:x} {half:x} {f.XYZW:x}"
        tables = [self.loads(width, nfmt, half) for width in widths]
        missing = " 0" * (4 - len(widths))
        places = [sum(widths[:i]) for i in range(4)]
        junk = self.random.getrandbits(128) >> sum(widths) << sum(widths)
        for row in self.rows(tables):
            element = junk
            for (raw, _), place in zip(row, places):
                element |= raw << place
            yield f"L {head} {element:x} " + " ".join(f"{value:x}" for _, value in row) + missing
        if nfmt in (f.USCALED, f.SSCALED):
            return
        tables = [self.stores(width, nfmt, half) for width in widths]
        missing = f" {self.random.getrandbits(16):x}" * (4 - len(widths))
        for row in self.rows(tables):
            element = 0
            for (_, raw), place in zip(row, places):
                element |= raw << place
            yield f"S {head} 4 " + " ".join(f"{value:x}" for value, _ in row) + f"{missing} 1 {element:x}"

    @staticmethod
    def rows(tables):
        """A row has an entry of each table; each table is gone through whole, from another entry on."""
        turned = [table[i * len(table) // 5 :] + table[: i * len(table) // 5] for i, table in enumerate(tables)]
        length = max(map(len, tables))
        return zip(*(itertools.islice(itertools.cycle(table), length) for table in turned))

    def load(self, dfmt, nfmt, half, select):
        element, head = self.random.getrandbits(128), f"L {dfmt:x} {nfmt:x} {half:x} {select:x}"
        return f"{head} {element:x} " + " ".join(f"{value:x}" for value in f.load(dfmt, nfmt, half, select, element))

    def store(self, dfmt, nfmt, half, select, count):
        pool = self.small if f.legal(dfmt, nfmt) and nfmt in f.INTEGERS else self.near_one
        given = [pool(half) for _ in range(4)]
        element = f.store(dfmt, nfmt, half, select, given[:count])
        head = f"S {dfmt:x} {nfmt:x} {half:x} {select:x} {count:x} " + " ".join(f"{value:x}" for value in given)
        return f"{head} {element is not None:x} {element or 0:x}"

    def small(self, half):
        return f.signed(self.random.getrandbits(9), 9) & (0xFFFF if half else M32)

    def near_one(self, half):
        """A float between -2 and 2."""
        sign = self.random.getrandbits(1)
        if half:
            return sign << 15 | self.random.randrange(0x3000, 0x4000)
        return sign << 31 | self.random.randrange(0x3C000000, 0x40000000)


def count_pairs(lines):
    """Loads and stores of each legal pair, and of pairs that are no format."""
    found = collections.Counter()
    for line in lines:
        kind, dfmt, nfmt, _ = line.split(" ", 3)
        found[kind, (int(dfmt, 16), int(nfmt, 16))] += 1
    for pair in f.PAIRS:
        name = f"{f.NAMES[pair[0]]} {f.NUMBERS[pair[1]]}"
        yield f"{name:20} {found['L', pair]:8} loads {found['S', pair]:8} stores"
    others = [sum(found[kind, pair] for pair in ALL_PAIRS if pair not in f.PAIRS) for kind in "LS"]
    yield f"{'no format':20} {others[0]:8} loads {others[1]:8} stores"
    yield f"{len(f.PAIRS)} pairs, {found.total()} cases"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--slice", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pairs", action="store_true")
    parser.add_argument("out", nargs="?", metavar="OUT")
    given = parser.parse_args()
    lines = Cases(not given.slice, given.seed).lines()
    lines = count_pairs(lines) if given.pairs else lines
    file = open(given.out, "w", encoding="ascii") if given.out else contextlib.nullcontext(sys.stdout)
    with file as out:
        out.writelines(f"{line}\n" for line in lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
