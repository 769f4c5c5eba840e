# SPDX-License-Identifier: Apache-2.0
"""scripts/wl/reading/floats.py against MPFR in all roundings, against values that the specification states, and
the flags of float_table.py against float-opcodes.md."""
import math
import os
import random
import struct
import unittest

from wl import ROOT
from wl.reading import float_table, table, transcendental
from wl.reading.floats import D, F16, F32, F64, FORMATS, I, N, NEAREST, O, U, X, Z, Mode, round_pack
from wl.vectors import mpfr
from wl.vectors.directed import float_division


SPEC = os.path.join(ROOT, "docs/spec/float-opcodes.md")
CODES = {16: "<e", 32: "<f", 64: "<d"}


def number(bits, f):
    return struct.unpack(CODES[f.size], bits.to_bytes(f.size // 8, "little"))[0]


def bits_of(value, f):
    return int.from_bytes(struct.pack(CODES[f.size], value), "little")


def same(mode):
    """A mode with the same rounding for all formats, denormals kept."""
    return Mode.of(mode, 3, other_rounding=mode, other_denorm=3)


def drawn(r, f):
    exponent = (
        r.randrange(3),
        r.randrange(max(0, f.bias - 30), min(f.bias + 30, 2 * f.bias + 2)),
        2 * f.bias - r.randrange(3),
        r.randrange(2 * f.bias + 1),
        f.bias,
    )[r.randrange(5)]
    fraction = r.choice((0, 1, (1 << f.fraction) - 1, f.quiet, r.getrandbits(f.fraction)))
    return r.getrandbits(1) << (f.size - 1) | exponent << f.fraction | fraction


def any_operand(r, kind):
    if kind == "f32" and r.randrange(2):
        return r.choice(float_division.F32_EDGES)
    return drawn(r, FORMATS[kind]) if kind in FORMATS else r.getrandbits(int(kind[1:]))


class OutsideReading(unittest.TestCase):
    def test_fma(self):
        """Values, overflow and inexact of 20,000 sums a format."""
        for f in (F32, F64):
            oracle, r = mpfr.InFormat(f), random.Random(f.size)
            for n in range(20000):
                rounding = r.randrange(4)
                unit = same(rounding).unit(f)
                a, b, c = (drawn(r, f) for _ in range(3))
                product = unit.multiply(a, b)[0]
                if n % 3 == 0 and not f.is_inf(product):  # cancellation
                    c = product ^ f.sign ^ r.randrange(3)
                bits, flags = unit.fma(a, b, c)
                found = bits, bool(flags & O), bool(flags & X)
                self.assertEqual(found, oracle("fma", rounding, (a, b, c)), [rounding, *(hex(v) for v in (a, b, c))])

    def test_dot(self):
        """v_dot2_f32_f16: two sums of MPFR, to nearest."""
        oracle, r, found = mpfr.InFormat(F32), random.Random(35), 0
        for _ in range(5000):
            halves, c = [drawn(r, F16) for _ in range(4)], drawn(r, F32)
            if any(map(F16.is_nan, halves)) or F32.is_nan(c) or F32.is_denormal(c):
                continue
            wide = [bits_of(number(half, F16), F32) for half in halves]
            first = oracle("fma", NEAREST, (*wide[:2], c))[0]
            if F32.is_nan(first):
                continue
            bits = float_table.dot2(same(r.randrange(4)), *halves, c)[0]
            self.assertEqual(bits, oracle("fma", NEAREST, (*wide[2:], first))[0], [*map(hex, halves), hex(c)])
            found += 1
        self.assertGreater(found, 3000)

    def test_once_to_half(self):
        """v_fma_mixlo: the exact sum of MPFR's f64 format, where it fits, rounded once."""
        oracle, r, found = mpfr.InFormat(F64), random.Random(33), 0
        for n in range(20000):
            a, b, c = ((drawn(r, F32) & ~0xFFF) for _ in range(3))
            if any(F32.is_nan(v) or F32.is_inf(v) for v in (a, b, c)):
                continue
            bits, flags = oracle("fma", NEAREST, [bits_of(number(v, F32), F64) for v in (a, b, c)])[::2]
            if flags:  # inexact
                continue
            rounding = n % 4
            result = float_table.fused_to_half(same(rounding), a, b, c)[0]
            exact = F64.value(bits)
            if exact:
                self.assertEqual(result, round_pack(exact, F16, rounding)[0], [hex(v) for v in (a, b, c)])
            found += 1
        self.assertGreater(found, 3000)

    def test_of_f64(self):
        """ldexp in all roundings; frexp, fract and the conversion to f32 to nearest."""
        rows, r, oracle = float_table.ALL_ROWS, random.Random(641), mpfr.InFormat(F64)
        for _ in range(5000):
            wide, rounding, power = drawn(r, F64), r.randrange(4), r.randrange(-1200, 1200)
            x, mode = number(wide, F64), same(rounding)
            result = oracle("mul_2si", rounding, (wide,), power)[0]
            self.assertEqual(rows["v_ldexp_f64"].meaning(mode, wide, power & 0xFFFFFFFF)[0], result)
            mantissa, exponent = math.frexp(x)
            self.assertEqual(rows["v_frexp_mant_f64"].meaning(mode, wide)[0], bits_of(mantissa, F64))
            self.assertEqual(rows["v_frexp_exp_i32_f64"].meaning(mode, wide)[0], exponent)
            near = same(NEAREST)
            if abs(x) < 2.0**128 - 2.0**103:
                self.assertEqual(rows["v_cvt_f32_f64"].meaning(near, wide)[0], bits_of(x, F32))
            if abs(x) < 2.0**50:
                part = x - math.floor(x)
                expected = F64.one - 1 if part == 1.0 else bits_of(part + 0.0, F64)
                self.assertEqual(rows["v_fract_f64"].meaning(near, wide)[0], expected)

    def test_narrow(self):
        r = random.Random(16)
        for _ in range(20000):
            wide = r.getrandbits(1) << 63 | r.randrange(1023 - 26, 1023 + 15) << 52 | r.getrandbits(52)
            wide &= ~((1 << r.randrange(53)) - 1)
            self.assertEqual(round_pack(F64.value(wide), F16, NEAREST)[0], bits_of(number(wide, F64), F16))

    def test_division(self):
        """The sequence of v_div_scale, v_rcp, v_div_fmas and v_div_fixup gives what its vector expects."""
        for mode in (Mode.of(), Mode.of(denorm=0)):
            unit, middle, kept = mode.unit(F32), Mode.of().unit(F32), mode.unit(F32, flush_in=False)
            for n, d in float_division.division_pairs():
                scaled_d, scaled_n, flag = unit.div_scale(d, d, n)[0], *unit.div_scale(n, d, n)[::2]
                r, minus = float_table.reciprocal(F32)(mode, scaled_d)[0], scaled_d ^ F32.sign
                r = middle.fma(middle.fma(minus, r, F32.one)[0], r, r)[0]
                q = middle.multiply(scaled_n, r)[0]
                q = middle.fma(middle.fma(minus, q, scaled_n)[0], r, q)[0]
                q = kept.div_fmas(middle.fma(minus, q, scaled_n)[0], r, q, flag)[0]
                self.assertEqual(unit.div_fixup(q, d, n)[0], float_division.quotient(mode, n, d), (hex(n), hex(d)))

    def test_division_f64(self):
        unit = same(NEAREST).unit(F64)
        for n, d in float_division.division_pairs(F64, 512):
            scaled_d, scaled_n, flag = unit.div_scale(d, d, n)[0], *unit.div_scale(n, d, n)[::2]
            r, minus = unit.reciprocal(scaled_d)[0], scaled_d ^ F64.sign
            for _ in range(2):
                r = unit.fma(r, unit.fma(minus, r, F64.one)[0], r)[0]
            q = unit.multiply(scaled_n, r)[0]
            q = unit.div_fmas(unit.fma(minus, q, scaled_n)[0], r, q, flag)[0]
            expected = float_division.quotient(same(NEAREST), n, d, F64)
            self.assertEqual(unit.div_fixup(q, d, n)[0], expected, (hex(n), hex(d)))


class Specification(unittest.TestCase):
    def test_flush(self):
        """numerics.md 1, D-NUM-3: tiny before the denormal step."""
        product = F32.value(0x00FFFFFF) * F32.value(0x3F000000)
        self.assertEqual(round_pack(product, F32, NEAREST, flush=True), (0, U | X))
        self.assertEqual(round_pack(product, F32, NEAREST), (0x00800000, X))
        more = product + F32.value(1) / 2
        self.assertEqual(round_pack(more, F32, NEAREST, flush=True), (0x00800000, 0))
        self.assertEqual(round_pack(-F32.value(1), F32, NEAREST, flush=True), (0x80000000, U | X))
        self.assertEqual(round_pack(F32.value(1), F32, NEAREST), (1, U))

    def test_rounding(self):
        half = 1 + F32.value(0x33800000)  # 1 + 2^-24
        self.assertEqual([round_pack(half, F32, m)[0] & 3 for m in range(4)], [0, 1, 0, 0])
        self.assertEqual([round_pack(-half, F32, m)[0] & 3 for m in range(4)], [0, 0, 1, 0])

    def test_overflow(self):
        """numerics.md 1."""
        large = F32.value(0x7F7FFFFF) * 2
        inf, most = 0x7F800000, 0x7F7FFFFF
        self.assertEqual([round_pack(large, F32, m)[0] for m in range(4)], [inf, inf, most, most])
        self.assertEqual([round_pack(-large, F32, m)[0] - F32.sign for m in range(4)], [inf, most, inf, most])
        self.assertEqual(round_pack(large, F16, NEAREST, saturates=True), (0x7BFF, O | X))

    def test_reciprocal(self):
        found = [float_table.reciprocal(F32)(Mode.of(), v) for v in (1, 0x80000001, 0x7E800001, 0x7F800000, 0xBF800000)]
        self.assertEqual(found, [(0x7F800000, Z), (0xFF800000, Z), (0, U | X), (0, 0), (0xBF800000, 0)])
        for m in float_division.NEAR_A_TIE:
            self.assertIn(2 * ((1 << 47) % m) - m, (1, -1))

    def test_tables(self):
        """numerics.md 5.1: the checksums of the tables, and of sin, cos, exp and log the worst cases it names."""
        sums = {"exp": 0x8B5FCA6523897FD2, "log": 0x5D9AF20C6C90E77B, "sin": 0x8A911BA262C9C258}
        self.assertEqual({name: transcendental.checksum(name) for name in sums}, sums)
        for name, bits, ulp in (
            ("v_exp_f32", 0xBB4FE6CF, 0.7096),
            ("v_log_f32", 0x3F419C74, 0.6744),
            ("v_sin_f32", 0x3E786348, 0.6092),
            ("v_cos_f32", 0x3BF23C0D, 0.6101),
        ):
            x = number(bits, F32)
            exact = {
                "v_exp_f32": lambda x: 2.0**x,
                "v_log_f32": math.log2,
                "v_sin_f32": lambda x: math.sin(2 * math.pi * x),
                "v_cos_f32": lambda x: math.cos(2 * math.pi * x),
            }[name](x)
            found = float_table.ALL_ROWS[name].meaning(Mode.of(), bits)[0]
            unit = 2.0 ** (math.floor(math.log2(abs(exact))) - 23)
            self.assertAlmostEqual(abs(number(found, F32) - exact) / unit, ulp, places=3)

    def test_roots(self):
        """Correctly rounded: the C library's square root of f64, and f32 through f64."""
        r = random.Random(25)
        for _ in range(3000):
            wide = drawn(r, F64) & ~F64.sign
            found = float_table.ALL_ROWS["v_sqrt_f64"].meaning(Mode.of(other_denorm=3), wide)[0]
            self.assertEqual(found, bits_of(math.sqrt(number(wide, F64)), F64))
            narrow = r.randrange(0x00800000, 0x7F800000)
            found = float_table.ALL_ROWS["v_rsq_f32"].meaning(Mode.of(), narrow)[0]
            self.assertEqual(found, bits_of(1 / math.sqrt(number(narrow, F32)), F32))

    def test_every_opcode(self):
        """Every row of float-opcodes.md has its meaning: of numbers here, of integers in table.py."""
        with open(SPEC, encoding="utf-8") as file:
            rows = [line.split("|")[1:-1] for line in file if line.startswith("| v_")]
        integers = {row.name for row in table.vector_rows()}
        named = {row[0].split()[0] for row in rows}
        self.assertEqual(named - integers, set(float_table.ALL_ROWS))
        # The integer opcodes in the table are gfx906's, and raise nothing.
        self.assertEqual({row[0].split()[1] for row in rows if row[0].split()[0] in integers}, {"(gfx906)"})
        self.assertEqual({row[-1].strip() for row in rows if row[0].split()[0] in integers}, {"none"})
        own = {row[0].split()[0] for row in rows if "(gfx906)" in row[0]}
        every = list(float_table.ALL_ROWS.values()) + table.vector_rows()
        self.assertEqual(own, {row.name for row in every if row.isa == "gfx906"})

    def test_scale(self):
        """numerics.md 6, the cases that sources measured."""
        unit = Mode.of().unit(F32)
        one, least = 0x3F800000, 0x00800000
        self.assertEqual(unit.div_scale(0, 0, one), (F32.nan, 0, True))
        self.assertEqual(unit.div_scale(0, one, 0), (F32.nan, 0, True))
        self.assertTrue(unit.div_scale(one, one, least)[2])
        self.assertEqual(unit.div_scale(one, 0x7F000000, one), (one, 0, True))

    def test_rows(self):
        """No opcode raises what its row in float-opcodes.md does not have."""
        bits = dict(zip("IDZOUXN", (I, D, Z, O, U, X, N)))
        with open(SPEC, encoding="utf-8") as file:
            rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in file if line.startswith("| v_")]
        may = {row[0].split()[0]: sum(bits.get(word, 0) for word in row[-1].split()) for row in rows}
        r = random.Random(10)
        for row in float_table.ALL_ROWS.values():
            raised = 0
            kinds = row.kinds + ([row.result] if row.reads_dst else []) + (["b1"] if row.carry_in else [])
            for _ in range(300):
                operands = [any_operand(r, kind) for kind in kinds]
                raised |= row.evaluate(Mode.of(r.randrange(4), r.randrange(4), 1, r.randrange(2)), operands)[1]
            self.assertEqual(raised & ~may[row.name], 0, row.name)


if __name__ == "__main__":
    unittest.main(verbosity=0)
