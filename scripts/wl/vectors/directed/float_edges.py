# SPDX-License-Identifier: Apache-2.0
"""Operands on both sides of each place where a float opcode decides.

These are every power of two, the limits of conversions, sums at every distance, products at the border of the
denormals, and the shift distances of fused sums.

The values of all lanes are compared in several modes. Then each lane that raises a flag executes the opcode alone, with
TRAPSTS cleared before; the lanes that raise none execute it together (numerics.md 10). The wave stays in the trap
handler's privilege, so that one instruction clears TRAPSTS (D-SCA-9, D-FLOW-27).
"""
import itertools
import random
from fractions import Fraction

from wl.reading import words
from wl.reading.bits import ALL, LANES
from wl.reading.cases import V
from wl.reading.float_table import ROWS
from wl.reading.floats import F16, F32, F64, FORMATS, Mode
from wl.vectors.directed.float_flags import EXCP, flags_of
from wl.vectors.directed.float_vectors import FloatCase, split
from wl.vectors.directed.program import FIRST_ROW_REGISTER, Program
from wl.vectors.directed.vector import OLD

ENTER, HANDLER = (
    "s_trap 1",
    [
        ".p2align 8",
        "handler:",
        "  s_add_u32 ttmp0, ttmp0, 4",
        "  s_addc_u32 ttmp1, ttmp1, 0",
        "  s_and_b32 ttmp1, ttmp1, 0xffff",  # without the number of the trap
        "  s_setpc_b64 ttmp[0:1]",
    ],
)
OLD_BITS = 0xA5C35A3C


class Edges(Program):
    """A program that loads its operands a few rows at a time, from v8 on."""

    def __init__(self, name, about):
        super().__init__(name, about)
        self.handler = HANDLER
        self.asm(ENTER)
        for i in range(2):
            self.asm(f"v_mov_b32 v{OLD + i}, 0x{OLD_BITS:x}")
            self.v[OLD + i] = [OLD_BITS] * LANES
        self.set_vcc(0)

    def load(self, rows):
        self.set_exec(ALL)
        for i, row in enumerate(rows):
            self.asm(f"global_load_dword v{FIRST_ROW_REGISTER + i}, v1, s[8:9] offset:{256 * i}")
            self.v[FIRST_ROW_REGISTER + i] = row
        self.rows += rows
        self.asm(f"s_add_u32 s8, s8, {256 * len(rows)}", "s_addc_u32 s9, s9, 0", "s_waitcnt vmcnt(0)")

    def alone(self, case, lanes):
        """Flags of the case in each of the lanes."""
        self.set_mode(case.mode.bits)
        silent, apart = 0, []
        for lane in lanes:
            case.exec_ = 1 << lane
            flags = flags_of(self, case)[0]
            if flags:
                apart.append((lane, flags))
            else:
                silent |= 1 << lane
        self.flags_behind(case, [(silent, 0)] if silent else [])
        self.flags_behind(case, [(1 << lane, flags) for lane, flags in apart])

    def flags_behind(self, case, masks):
        last = None
        for mask, flags in masks:
            if last and mask & (mask - 1) == 0:
                self.asm(f"s_lshl_b64 exec, exec, {mask.bit_length() - last.bit_length()}")
                self.exec = mask
            else:
                self.set_exec(mask)
            self.asm(f"s_setreg_imm32_b32 {EXCP}, 0", "s_nop 0")
            self.word(case.encode(), f"{case.row.name} flags {flags:02x}")
            self.asm(f"s_getreg_b32 s20, {EXCP}")
            self.collect("s20", flags)
            last = mask if mask & (mask - 1) == 0 else None


def case_of(mode, row, count, **fields):
    if row.packed:
        fields = {"op_sel_hi": 0 if row.mix else 7, **fields}
    forms = ("VOP3P", "VOP3") if row.packed or fields else ("VOP1", "VOP2", "VOP3")
    form = next(f for f in forms if (f, row.name) in words.NUMBER)
    apart = 2 if "f64" in row.sources else 1
    return FloatCase(mode, row, form, [V(FIRST_ROW_REGISTER + apart * i) for i in range(count)], **fields)


def mode_of(f, rounding=0, denorm=3, **more):
    """A mode of the format. The fields of the other formats differ."""
    if f is F32:
        return Mode.of(rounding, denorm, **more)
    return Mode.of(other_rounding=rounding, other_denorm=denorm, rounding=3 - rounding, denorm=3 - denorm, **more)


def batches(f, tuples):
    """Rows of registers for 64 tuples at a time, and the lanes that are not filling. High halves of f16 have the
    tuple of another lane."""
    tuples = list(tuples)
    for at in range(0, len(tuples), LANES):
        some = tuples[at : at + LANES]
        count = len(some)
        some += [some[-1]] * (LANES - count)
        rows = [list(column) for column in zip(*some)]
        if f is F16:
            rows = [[low | high << 16 for low, high in zip(row, row[1:] + row[:1])] for row in rows]
        yield split(rows) if f is F64 else rows, range(count)


def chosen(names):
    return [ROWS[name] for name in names if name in ROWS]


# ---- one operand -----------------------------------------------------------------------------------------

MIRRORED = ("v_rcp", "v_sin", "v_cos", "v_sqrt", "v_rsq", "v_log", "v_frexp")  # the sign of X decides no other flag
NEAREST_ALONE = ("v_exp", "v_log", "v_sin", "v_cos", "v_rcp", "v_rsq", "v_sqrt")  # whatever MODE says
EXPONENTS = {
    F16: range(1, 31),
    F32: range(1, 255),
    # The ends, the limits of f32 and of integers, and some between.
    F64: sorted({*range(1, 2047, 89), 2, 3, *range(1023 - 151, 1023 - 124), *range(1021, 1079)}
                | {*range(1023 + 126, 1023 + 130), *range(2043, 2047)}),
}  # fmt: skip
# Where opcodes that round to a whole number or to a narrower format decide; of other exponents one in 16 is enough.
DENSE = {F16: range(0, 31), F32: range(98, 162), F64: (*range(872, 899), *range(1021, 1078), *range(1149, 1153))}


def powers(f):
    """Magnitudes: each power of two, one unit beside it, and the denormals alike."""
    found = {}
    for exponent in EXPONENTS[f]:
        for fraction in (0, 1, (1 << f.fraction) - 1):
            found[exponent << f.fraction | fraction] = exponent
    for power in range(0, f.fraction, 1 if f is not F64 else 7):
        for offset in (-1, 0, 1):
            found[(1 << power) + offset] = 0
    return found


def worth_alone(f, row, bits, exponent):
    """Whether the flags of an operand are looked at alone."""
    if bits & f.sign and row.name.startswith(MIRRORED):
        return False
    fraction = bits & (1 << f.fraction) - 1
    beside = {1: 1, 3: (1 << f.fraction) - 1}.get(exponent % 4, 0)
    if exponent and fraction not in (0, beside):
        return False
    if row.name.startswith(NEAREST_ALONE) and "legacy" not in row.name:
        return True
    return exponent in DENSE[f] or exponent % 16 == 1 or exponent >= 2 * f.bias - 1


def single(name, f):
    kind = f"f{f.size}"
    rows = [row for row in ROWS.values() if row.sources == [kind] and ("VOP1", row.name) in words.NUMBER]
    p = Edges(name, f"{kind} opcodes of one source at each power of two and beside it; flags of each alone")
    exponents = powers(f)
    operands = [sign | bits for sign in (0, f.sign) for bits in exponents]
    for n, (registers, lanes) in enumerate(batches(f, [(bits,) for bits in operands])):
        p.load(registers)
        low = [split_low(f, registers, lane) for lane in lanes]
        mirrored = all(bits & f.sign for bits in low) and n % 4
        for row in rows:
            if mirrored and row.name.startswith(MIRRORED):
                continue
            for mode in (mode_of(f), mode_of(f, 1, 0))[: 1 if f is F32 and row.name.startswith(NEAREST_ALONE) else 2]:
                case_of(mode, row, 1).emit(p)
            p.alone(
                case_of(mode_of(f), row, 1),
                [n for n in lanes if worth_alone(f, row, low[n], exponents[low[n] & ~f.sign])],
            )
    p.set_mode(mode_of(F32).bits)
    return p


def split_low(f, registers, lane):
    """The operand of a lane in its registers."""
    bits = registers[0][lane] | (registers[1][lane] << 32 if f is F64 else 0)
    return bits & (2 * f.sign - 1)


# ---- sums, products, fused sums ----------------------------------------------------------------------------


def significands(f, distance, chance):
    """Numbers of the format's width: what a right shift by the distance cuts off is 0, half a unit, or beside that."""
    width, top = f.fraction + 1, 1 << f.fraction
    yield top
    yield 2 * top - 1
    if 0 < distance <= width:
        kept = (chance.getrandbits(width) | top) >> distance << distance
        half = 1 << distance - 1
        for cut in {half, half - 1, half + 1 if distance > 1 else half, 1}:
            yield (kept | cut) | top
    elif distance > width:
        yield top + 1


def sums(f):
    """Pairs: the lower operand at each distance below the other, of either sign."""
    chance, top = random.Random(f.size), 1 << f.fraction
    scale = Fraction(2) ** (4 - f.fraction if f is F16 else f.fraction + 5 - f.bias)
    for distance in range(f.fraction + 4):
        for b in significands(f, distance, chance):
            low = f.of(scale * b / 2**distance)
            if f.value(low) != scale * b / 2**distance:  # a denormal of f16 has not all its bits
                continue
            a = f.of(scale * (chance.getrandbits(f.fraction) | top))
            yield a, low
            yield a, f.sign | low
            if b in (top, 2 * top - 1):  # a power of two loses a bit to what is taken from it
                yield f.of(scale * top), f.sign | low
    least = Fraction(2) ** f.least
    unit = least / 2**f.fraction
    for power in range(f.fraction + 1):  # cancellation down to each denormal, and beside the least normal number
        for more in (-unit, 0, unit):
            yield f.of(least + unit * 2**power + more), f.sign | 1 << f.fraction
    last = f.value(f.inf - 1) - f.value(f.inf - 2)
    for part in (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), 1):  # of the greatest number's last bit
        for more in (0, last / 2 ** (f.fraction + 1)):
            for sign in (0, f.sign):
                yield sign | f.inf - 1, sign | f.of(last * part + more)


def odd(chance, bits):
    return chance.getrandbits(bits) | 1 << bits - 1 | 1


def factors(f, bits, chance):
    """Two odd numbers that fit the format, whose product has so many bits."""
    width = f.fraction + 1
    while True:
        first = chance.randint(max(1, bits - width), min(width, bits))
        second = max(1, min(width, bits - first + chance.randrange(2)))
        a, b = odd(chance, first), odd(chance, second)
        if (a * b).bit_length() == bits:
            return a, b


def scaled(f, a, b, power):
    """The bits of a and b, scaled so that a * b * 2^power is their product; None where the format has no such pair."""
    middle = power // 2
    for first in (middle, -f.fraction, power + f.fraction, power):
        pair = Fraction(a) * Fraction(2) ** first, Fraction(b) * Fraction(2) ** (power - first)
        found = [f.of(number) for number in pair]
        if all(not f.is_inf(bits) and f.value(bits) == number for bits, number in zip(found, pair)):
            return found
    return None


def products(f):
    """Pairs whose product lies at each power of two around the denormals and at overflow: exact, halfway, beside it."""
    chance, width = random.Random(f.size + 1), f.fraction + 1
    for power in [*range(f.least - width - 2, f.least + 3), *range(f.bias - 1, f.bias + 2)]:
        room = max(1, min(width, power - (f.least - width)))  # bits of a result with this leading power
        for bits in {1, max(1, room - 1), room, room + 1, min(2 * width - 1, room + 2), 2 * width - 2}:
            a, b = factors(f, bits, chance)
            found = scaled(f, a, b, power - (a * b).bit_length() + 1)
            if found:
                yield found[0], found[1] | chance.choice((0, f.sign))
        ones = (1 << width) - 1
        for a, b in ((ones, 1), (ones, ones), (1 << width - 1, (1 << width - 1) + 1)):
            found = scaled(f, a, b, power - (a * b).bit_length() + 1)
            if found:
                yield found[0], found[1] | chance.choice((0, f.sign))


def fused(f):
    """Triples: product and addend at each distance; the sum cancels down to a few bits; sums at the denormals."""
    chance, top, width = random.Random(f.size + 2), 1 << f.fraction, f.fraction + 1
    for distance in range(-width - 3, 2 * width + 3):  # of the product's leading power above the addend's
        for n in range(3):
            a, b = chance.getrandbits(f.fraction) | top, chance.getrandbits(f.fraction) | top
            if n == 1:
                a, b = top, top  # a single bit
            c = chance.choice((top, top + 1, 2 * top - 1)) if n else chance.getrandbits(f.fraction) | top
            low = 0 if f is F16 else -4
            lead = low if distance > 0 else low + distance  # the product's
            pair = scaled(f, a, b, lead - 2 * f.fraction)
            addend = Fraction(c) * Fraction(2) ** (lead - distance - f.fraction)
            bits = f.of(addend)
            if pair and not f.is_inf(bits) and f.value(bits) == addend:
                yield pair[0], pair[1], bits | (f.sign if n < 2 else 0)
    for _ in range(20):  # what is left is the product's lower half, or beside that
        a, b = chance.getrandbits(f.fraction) | top | 1, chance.getrandbits(f.fraction) | top | 1
        pair = scaled(f, a, b, -2 * f.fraction)
        for off in (0, 1):
            yield pair[0], pair[1], (f.of(f.value(pair[0]) * f.value(pair[1])) + off) | f.sign
    for a, b in products(f):
        if chance.randrange(3) == 0:
            yield a, b, chance.choice((0, f.sign)) | chance.choice((0, 1, 1 << f.fraction, (1 << f.fraction) - 1))


def powers_of_two(f):
    """Pairs of v_ldexp: results at each border, and powers at the ends of the integers."""
    most = 2 * f.bias + f.fraction
    mask = 0xFFFF if f is F16 else 0xFFFFFFFF
    for bits in (f.one, f.one | 1, f.one | (1 << f.fraction) - 1, 1, f.inf - 1, f.one | f.quiet):
        exponent = 0 if f.exponent(bits) == f.bias else f.least - f.fraction if bits == 1 else f.bias
        for target in (*range(f.least - f.fraction - 2, f.least - f.fraction + 4), f.least - 1, f.least, f.bias,
                       f.bias + 1):  # fmt: skip
            yield bits, target - exponent & mask
        for power in (most, -most, 0x7FFF, -0x8000, *((0x7FFFFFFF, -0x80000000) if f is not F16 else ())):
            yield f.sign | bits, power & mask
    for bit in range(8, mask.bit_length()):  # far powers, whose lower bits are 0
        yield f.one, 1 << bit
        yield f.sign | 1, -1 << bit & mask


def several(name, about, f, groups):
    """groups: (tuples, opcodes, count of sources)."""
    p = Edges(name, about)
    for tuples, names, count in groups:
        for registers, lanes in batches(f, tuples):
            p.load(registers)
            for row in chosen(names):
                for rounding, denorm in itertools.product(range(4), (3, 0)):
                    if denorm or rounding % 2 == 0:
                        case_of(mode_of(f, rounding, denorm), row, count).emit(p)
                if not row.packed:
                    for denorm in (3, 0) if count < 3 else (3,):
                        p.alone(case_of(mode_of(f, 0, denorm), row, count), lanes)
    p.set_mode(mode_of(F32).bits)
    return p


OPCODES = {
    F16: (("v_add_f16", "v_pk_add_f16"), ("v_mul_f16", "v_pk_mul_f16"), ("v_fma_f16", "v_mad_f16", "v_pk_fma_f16")),
    F32: (("v_add_f32",), ("v_mul_f32",), ("v_fma_f32", "v_mad_f32", "v_mad_mix_f32", "v_mad_mixlo_f16")),
    F64: (("v_add_f64",), ("v_mul_f64",), ("v_fma_f64",)),
}


def arithmetic(f):
    kind = f"f{f.size}"
    added, multiplied, mixed = OPCODES[f]
    groups = [(sums(f), added, 2), (products(f), multiplied, 2), (fused(f), mixed, 3)]
    groups.append((powers_of_two(f), [f"v_ldexp_{kind}"], 2))
    about = f"{kind}: sums at every distance, products at the denormals, fused sums; flags of each alone"
    p = several(f"directed_edges_{kind}", about, f, groups)
    p.isa = "gfx900" if f is F32 else None  # v_mad_mix
    return p


# ---- output modifiers --------------------------------------------------------------------------------------

MODIFIED = {
    F16: ("v_add_f16", "v_mul_f16", "v_max_f16", "v_fract_f16", "v_ldexp_f16", "v_sqrt_f16", "v_exp_f16"),
    F32: ("v_add_f32", "v_mul_f32", "v_max_f32", "v_fract_f32", "v_ldexp_f32", "v_sqrt_f32", "v_cvt_f32_f16"),
    F64: ("v_add_f64", "v_max_f64", "v_fract_f64", "v_ldexp_f64", "v_sqrt_f64"),
}


def results(f):
    """Numbers that an opcode may pass on: around what OMOD moves past a limit, and what CLAMP cuts."""
    one, least = f.one, 1 << f.fraction
    for at in (0, 1, least, 2 * least, 3 * least, one, one - least, f.inf - least, f.inf - 2 * least, f.inf):
        for offset in (-1, 0, 1):
            if at + offset >= 0:
                yield at + offset
                yield f.sign | at + offset
    yield f.inf | f.quiet | 1


def modifiers(f):
    """Output modifiers on each unit's results, in each mode that matters to them."""
    kind = f"f{f.size}"
    p = Edges(f"directed_edges_output_{kind}", f"{kind}: OMOD and CLAMP on results at the limits, unit by unit")
    neutral = {"v_add": f.sign, "v_mul": f.one, "v_max": f.sign | f.inf, "v_ldexp": 0}
    for name in MODIFIED[f]:
        row = ROWS[name]
        second = next((bits for head, bits in neutral.items() if name.startswith(head)), None)
        source = FORMATS[row.sources[0]]
        tuples = [(bits,) if second is None else (bits, second) for bits in results(source)]
        for registers, _ in batches(source, tuples):
            p.load(registers)
            for rounding, omod, clamp in itertools.product(range(4), range(4), (0, 1)):
                dx10, ieee, denorm = (rounding + omod) % 2, omod == 2 and rounding == 0, 0 if omod else 3
                mode = mode_of(f, rounding, denorm, dx10=dx10, ieee=int(ieee), ovfl=rounding % 2)
                case_of(mode, row, len(row.sources), omod=omod, clamp=clamp).emit(p)
    p.set_mode(mode_of(F32).bits)
    return p


# ---- segments of 2 / pi ----------------------------------------------------------------------------------


def segments():
    """Each segment at the exponents where the shift and the scale begin, and where the bits end."""
    p = Edges("directed_edges_preop", "v_trig_preop_f64: each segment at the exponents where its shift changes")
    exponents = (0, 1076, 1077, 1078, 1079, 1111, 1112, 1113, 1967, 1968, 1969, 2046)
    tuples = [(exponent << F64.fraction | 1, n) for exponent in exponents for n in range(32)]
    for registers, _ in batches(F64, tuples):
        p.load(registers)
        case_of(mode_of(F64, 1), ROWS["v_trig_preop_f64"], 2).emit(p)
    p.set_mode(mode_of(F32).bits)
    return p


# ---- choice among three ---------------------------------------------------------------------------------


def choices(f):
    """Every triple of classes: NaNs of both kinds, zeros of both signs, denormals, infinity, numbers."""
    some = (f.inf | f.quiet | 5, f.inf | 3, 0, f.sign, 1, f.sign | 2, f.one, f.sign | f.inf)
    return itertools.product(some, repeat=3)


def choice():
    p = Edges("directed_edges_choice", "min3, max3, med3 of every triple of classes; flags of each alone")
    for f in (F16, F32):
        names = [f"v_{name}_f{f.size}" for name in ("min3", "max3", "med3")]
        for registers, lanes in batches(f, choices(f)):
            p.load(registers)
            for row in chosen(names):
                for ieee, denorm in itertools.product((0, 1), (0, 3)):
                    case_of(mode_of(f, 0, denorm, ieee=ieee), row, 3).emit(p)
            p.alone(case_of(mode_of(f), ROWS[names[2]], 3), lanes[::3])
    p.set_mode(mode_of(F32).bits)
    return p


def programs():
    found = [single(f"directed_edges_single_f{f.size}", f) for f in (F16, F32, F64)]
    found += [arithmetic(f) for f in (F16, F32, F64)]
    found += [modifiers(f) for f in (F16, F32, F64)]
    return found + [segments(), choice()]
