# SPDX-License-Identifier: Apache-2.0
"""Formats of buffers (buffer-memory.md 2, 6 and 7): an element of memory to registers and back, on exact fractions.

A register component has 32 bits, or 16 with D16. A number of an element is its bytes, the first one lowest.
"""
import functools
from fractions import Fraction

UNORM, SNORM, USCALED, SSCALED, UINT, SINT, _, FLOAT = range(8)
INTEGERS = (UINT, SINT)
# DFMT: widths of the components, X first, which lies lowest (buffer-memory.md 7.1).
WIDTHS = {
    1: (8,),
    2: (16,),
    3: (8, 8),
    4: (32,),
    5: (16, 16),
    6: (11, 11, 10),
    7: (10, 11, 11),
    8: (2, 10, 10, 10),
    9: (10, 10, 10, 2),
    10: (8, 8, 8, 8),
    11: (32, 32),
    12: (16, 16, 16, 16),
    13: (32, 32, 32),
    14: (32, 32, 32, 32),
}
NAMES = {dfmt: "_".join(map(str, reversed(widths))) for dfmt, widths in WIDTHS.items()}
NUMBERS = ("UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT", "", "FLOAT")
XYZW = 4 | 5 << 3 | 6 << 6 | 7 << 9  # DST_SEL; the identity too, as a component that the format lacks is 0
NOTHING = [0, 0, 0, 0]
# {bits of a float: (bits of the fraction, bits of the exponent)}. 10 and 11 have no sign.
PARTS = {32: (23, 8), 16: (10, 5), 11: (6, 5), 10: (5, 5)}


def legal(dfmt, nfmt):
    """Whether the pair names a format (buffer-memory.md 7.1, D-MEM-23)."""
    if dfmt not in WIDTHS:
        return False
    width = max(WIDTHS[dfmt])
    if width == 32:
        return nfmt in (UINT, SINT, FLOAT)
    return nfmt <= SINT or nfmt == FLOAT and (width == 16 or dfmt in (6, 7))


PAIRS = [(dfmt, nfmt) for dfmt in range(16) for nfmt in range(8) if legal(dfmt, nfmt)]


def size(dfmt):
    """Bytes of an element."""
    return sum(WIDTHS[dfmt]) // 8


def components(dfmt, element):
    """The raw bits of each component."""
    for width in WIDTHS[dfmt]:
        yield element & (1 << width) - 1
        element >>= width


def signed(raw, width):
    return raw - (raw >> width - 1 << width)


# ---- floats -------------------------------------------------------------------------------------------------
def parts(bits, width):
    """Sign, exponent field and fraction field."""
    fraction, exponent = PARTS[width]
    return bits >> fraction + exponent, bits >> fraction & (1 << exponent) - 1, bits & (1 << fraction) - 1


def special(bits, width):
    """None of a finite number, else "inf" or "nan"."""
    _, exponent, fraction = parts(bits, width)
    if exponent != (1 << PARTS[width][1]) - 1:
        return None
    return "nan" if fraction else "inf"


def value(bits, width):
    """A finite number."""
    sign, exponent, fraction = parts(bits, width)
    places, bias = PARTS[width][0], (1 << PARTS[width][1] - 1) - 1
    whole = fraction | (exponent > 0) << places
    return (-1) ** sign * Fraction(whole) * Fraction(2) ** (max(exponent, 1) - bias - places)


def to_nearest_even(exact):
    """An integer. Python rounds a fraction so."""
    return round(exact)


def toward_zero(exact):
    return abs(exact).__floor__() * (-1 if exact < 0 else 1)


def float_of(exact, width, rounding, negative=False):
    """The float of an exact number, denormal where it is small. One that is too large becomes infinity to nearest, the
    largest number toward zero. negative: the sign of a zero."""
    fraction, exponent = PARTS[width]
    bias, top = (1 << exponent - 1) - 1, (1 << exponent) - 1
    sign, magnitude = int(exact < 0 or exact == 0 and negative), abs(exact)
    if not exact:
        return sign << fraction + exponent
    power = max(magnitude.numerator.bit_length() - magnitude.denominator.bit_length() - 1, 1 - bias)
    while magnitude >= Fraction(2) ** (power + 1):
        power += 1
    whole = rounding(magnitude / Fraction(2) ** (power - fraction))
    # A carry out of the fraction goes into the exponent.
    bits = whole + (power + bias - 1 << fraction)
    if bits >= top << fraction:
        bits = (top << fraction) - (rounding is toward_zero)
    return sign << fraction + exponent | bits


def resized(bits, width, target, quieted, rounding=to_nearest_even):
    """A float as one of another width. quieted: a NaN gets its quiet bit; it keeps its top payload bits."""
    kind, sign = special(bits, width), parts(bits, width)[0]
    (places, _), (fraction, exponent) = PARTS[width], PARTS[target]
    if not kind:
        return float_of(value(bits, width), target, rounding, bool(sign))
    payload = parts(bits, width)[2]
    payload = payload << fraction - places if fraction >= places else payload >> places - fraction
    if kind == "nan" and quieted:
        payload |= 1 << fraction - 1
    return sign << fraction + exponent | ((1 << exponent) - 1) << fraction | payload


# ---- loads (buffer-memory.md 7.3, and 6 for D16) ------------------------------------------------------------
@functools.lru_cache(1 << 18)
def loaded(raw, width, nfmt, half):
    """A component as a register has it."""
    target = 16 if half else 32
    if nfmt == FLOAT:
        if width == target:
            return raw
        if width == 32:  # D-MEM-18
            return resized(raw, 32, 16, True, toward_zero)
        return resized(raw, width, target, False)  # D-MEM-24
    if nfmt in INTEGERS:
        return (signed(raw, width) if nfmt == SINT else raw) & (1 << target) - 1
    exact = Fraction(signed(raw, width) if nfmt in (SNORM, SSCALED) else raw)
    if nfmt == UNORM:
        exact /= (1 << width) - 1
    elif nfmt == SNORM:
        exact = max(Fraction(-1), exact / ((1 << width - 1) - 1))
    return float_of(exact, target, to_nearest_even)


def one(nfmt, half):
    """What SEL_1 gives."""
    return 1 if nfmt in INTEGERS else 0x3C00 if half else 0x3F800000


def load(dfmt, nfmt, half, select, element):
    """The four register components of an element, of which an opcode takes the first 1 to 4. half: D16. select:
    DST_SEL, 12 bits; XYZW for MTBUF. A lane out of range has the element 0. A pair that names no format: all 0."""
    if not legal(dfmt, nfmt):
        return NOTHING
    fetched = [loaded(raw, width, nfmt, half) for raw, width in zip(components(dfmt, element), WIDTHS[dfmt])]
    fetched += NOTHING[len(fetched) :]  # D-MEM-19
    by_code = [0, one(nfmt, half), 0, 0, *fetched]  # D-MEM-5
    return [by_code[select >> 3 * i & 7] for i in range(4)]


# ---- stores -------------------------------------------------------------------------------------------------
@functools.lru_cache(1 << 18)
def stored(bits, width, nfmt, half):
    """A register component as raw bits."""
    source = 16 if half else 32
    top = (1 << width) - 1
    if nfmt == UINT:
        return min(bits, top)  # D-MEM-26
    if nfmt == SINT:
        return min(max(signed(bits, source), -(1 << width - 1)), top >> 1) & top
    kind, negative = special(bits, source), parts(bits, source)[0]
    if nfmt == FLOAT:
        if width == source:
            return bits
        if width >= 16:
            return resized(bits, source, width, not half)  # D-MEM-27, D-MEM-71
        if kind == "nan":  # D-MEM-28
            return top
        if negative:
            return 0
        return resized(bits, source, width, False, toward_zero)
    if kind == "nan":
        return 0
    lowest, scale = (0, top) if nfmt == UNORM else (-1, top >> 1)
    exact = value(bits, source) if not kind else Fraction(-1 if negative else 1)
    return to_nearest_even(min(max(exact, Fraction(lowest)), Fraction(1)) * scale) & top


def store(dfmt, nfmt, half, select, given):
    """The element for memory, or None where nothing is stored. given: the 1 to 4 register components of the opcode;
    the others are 0. select: as of load; read backwards, the first component that names a place gives it (D-MEM-20)."""
    if not legal(dfmt, nfmt) or nfmt in (USCALED, SSCALED):  # D-MEM-22
        return None
    codes = [select >> 3 * i & 7 for i in range(4)]
    sources = [*given, *NOTHING[len(given) :]]
    element, at = 0, 0
    for place, width in enumerate(WIDTHS[dfmt]):
        taken = sources[codes.index(4 + place)] if 4 + place in codes else 0
        element |= stored(taken, width, nfmt, half) << at
        at += width
    return element
