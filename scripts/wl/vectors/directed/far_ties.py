# SPDX-License-Identifier: Apache-2.0
"""Products and addends far below them: the last bit of the addend decides the rounding. The format cuts one half off
the product, or nothing, but for 2^-s. The addend makes up for that, but for its last bit.

s is the lane's, from 2 to the width of the format. The addend's last bit lies s and a whole width below the result's.
v_mad rounds such a product by itself."""
import random
from fractions import Fraction

from wl.reading.bits import LANES
from wl.reading.cases import V
from wl.reading.float_table import ROWS
from wl.reading.floats import DOWN, F16, F32, F64, NEAREST, UP, Mode
from wl.vectors.directed.float_vectors import FloatCase, split
from wl.vectors.directed.program import Program

OPCODES = {
    F16: ("v_fma_f16", "v_mad_f16", "v_pk_fma_f16"),
    F32: ("v_fma_f32", "v_mad_f32", "v_div_fmas_f32"),
    F64: ("v_fma_f64", "v_div_fmas_f64"),
}
# Halves that are cut off; the side of them, 2^-s before or behind. Whether the addend is more than 2^-s or less; the
# last bit of the number that is left. What the rounding adds to that number; the roundings.
NEAR, DIRECTED = (NEAREST,), (DOWN, UP)
KINDS = ((1, -1, 1, 0, 1, NEAR), (1, 1, 1, 1, 0, NEAR), (1, -1, -1, 1, 0, NEAR), (0, 1, 1, None, -1, DIRECTED))


def operands(f, kind, s, chance):
    """Three numbers and the result of the first rounding of the kind, all of them positive but the addend."""
    halves, side, more, parity, step, _ = kind
    width, above = f.fraction + 1, f.bias // 2 if f is F16 else 0
    cut = halves << (s - 1)
    while True:
        a = chance.getrandbits(width) | 1 << f.fraction | 1
        b = (1 << s | (cut + side) * pow(a, -1, 1 << s) % (1 << s)) << (f.fraction - s)
        whole, rest = divmod(a * b, 1 << f.fraction)
        if whole.bit_length() == width and parity in (None, whole % 2):
            break
    assert rest == cut + side << (f.fraction - s)
    c = Fraction((1 << f.fraction) + 1, 1 << s) if more > 0 else Fraction((2 << f.fraction) - 1, 2 << s)
    unit = Fraction(2) ** (2 * above - 2 * f.fraction)
    factor = Fraction(2) ** (above - f.fraction)
    return [f.of(n) for n in (a * factor, b * factor, -side * c * unit, (whole + step) * unit * 2**f.fraction)]


def tuples(f, kind):
    """The operands of each lane; products of odd lanes are negative."""
    chance = random.Random(f"{f.size} {kind}")
    for lane in range(LANES):
        a, b, c, result = operands(f, kind, 2 + lane % (f.fraction - 1), chance)
        sign = f.sign if lane % 2 else 0
        rounding = NEAREST if kind[-1] is NEAR else UP if sign else DOWN
        mode = Mode.of(rounding, other_rounding=rounding, other_denorm=3)
        for addend, same in ((c, True), (c - kind[2], False)):  # the latter makes up for all
            found = ROWS[OPCODES[f][0]].evaluate(mode, [a ^ sign, b, addend ^ sign], 0, 0)[0]
            assert (found == result ^ sign) == same, (f.size, kind, lane)
        yield a ^ sign, b, c ^ sign


def columns(f, kind):
    """The registers of the three operands. The high halves of f16 are the next lane's operands."""
    rows = [list(column) for column in zip(*tuples(f, kind))]
    if f is F16:
        return [[low | high << 16 for low, high in zip(row, row[1:] + row[:1])] for row in rows]
    return split(rows) if f is F64 else rows


def programs():
    formats = [(f, kind) for f in OPCODES for kind in KINDS]
    rows = [columns(f, kind) for f, kind in formats]
    about = "a far addend decides how a product is rounded, at every distance, in every format"
    p = Program("directed_float_far", about, sum(rows, []))
    p.set_vcc(0)  # v_div_fmas scales nothing
    first = 8
    for (f, kind), registers in zip(formats, rows):
        apart = len(registers) // 3
        for rounding in kind[-1]:
            mode = Mode.of(rounding, other_rounding=rounding, other_denorm=3)
            for name in OPCODES[f]:
                form = "VOP3P" if ROWS[name].packed else "VOP3"
                more = {"op_sel_hi": 7} if ROWS[name].packed else {}
                FloatCase(mode, ROWS[name], form, [V(first + apart * i) for i in range(3)], **more).emit(p)
        first += len(registers)
    p.set_mode(Mode.of().bits)
    return [p]
