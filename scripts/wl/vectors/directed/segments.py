# SPDX-License-Identifier: Apache-2.0
"""Operands at which each coefficient of the tables of numerics.md 5.1 is seen: were it one more or one less, the result
of the opcode would be another f32 number.

A parabola has two to four bits more than the result, so most operands do not show the last bit of a coefficient. These
operands are found by trying operands of the segment. A coefficient that none of them shows is left out.
"""
import random

from wl.reading.bits import LANES
from wl.reading.floats import F32, Mode
from wl.reading.transcendental import circular, exponential, logarithm, table
from wl.reading.words import vop1
from wl.vectors.directed.program import Program


TRIES = 4000
DST = 2


def bits(m, power):
    """m * 2^power, m of at most 24 bits, as f32."""
    return F32.of(F32.value(0x3F800000) * m * 2**power if power >= 0 else F32.value(0x3F800000) * m / 2**-power)


def exp_operand(segment, chance):
    """(operand, P's argument d and its bits W, factor, opcode): x from 0 to 1."""
    x = segment << 18 | chance.getrandbits(18)
    return x, -24, (x << 4) & 0x3FFFFF, 22, 1, "v_exp_f32"


def log_operand(segment, chance):
    """x from 0.75 to 1.5. The logarithm of 1 is exact."""
    k = segment << 17 | chance.getrandbits(17)
    m = k + 0xC00000
    m -= m & 1 if m >> 24 else 0
    return m, -24, (m - 0xC00000) & 0x1FFFF, 17, m - (1 << 24), "v_log_f32"


def sin_operand(segment, chance):
    """x from 0 to a quarter, in turns. The opcode is the sine; the cosine takes the same table."""
    x = segment << 17 | chance.getrandbits(17)
    return x, -26, (x << 6) & 0x7FFFFF, 23, x << 6, "v_sin_f32"


FUNCTIONS = {"exp": exp_operand, "log": log_operand, "sin": sin_operand}
MEANING = {"v_exp_f32": exponential(F32), "v_log_f32": logarithm(F32), "v_sin_f32": circular(F32, False)}


def rounded(number):
    """A number's sign and its first 24 bits, rounded to nearest even."""
    size = max(0, abs(number).bit_length() - 24)
    if not size:
        return number
    low = abs(number) & ((1 << size) - 1)
    top = abs(number) >> size
    top += low > 1 << (size - 1) or (low == 1 << (size - 1) and top & 1)
    return (top << size) * (1 if number > 0 else -1)


def operands(name):
    """{opcode: operands}: for each segment some at which each of its coefficients is seen."""
    chance = random.Random(name)
    found = {}
    for segment, coefficients in enumerate(table(name)):
        unseen = {(i, change) for i in range(3) for change in (-1, 1)}
        for _ in range(TRIES):
            m, power, d, size, factor, opcode = FUNCTIONS[name](segment, chance)
            if not m or not factor:
                continue
            c0, c1, c2 = coefficients
            p = c0 + ((c1 + (c2 * d >> size)) * d >> size)
            now = rounded(p * factor)
            if rounded((p - 1) * factor) == now == rounded((p + 1) * factor):
                continue
            seen = set()
            for i, change in unseen:
                c0, c1, c2 = (c + change * (i == at) for at, c in enumerate(coefficients))
                if rounded((c0 + ((c1 + (c2 * d >> size)) * d >> size)) * factor) != now:
                    seen.add((i, change))
            if seen:
                found.setdefault(opcode, []).append(bits(m, power))
                unseen -= seen
            if not unseen:
                break
    return found


def programs():
    given = {}
    for name in FUNCTIONS:
        given |= operands(name)
    rows = []
    for opcode, some in given.items():
        for at in range(0, len(some), LANES):
            row = some[at : at + LANES]
            rows.append((opcode, row + [row[-1]] * (LANES - len(row))))
    about = "v_exp_f32, v_log_f32, v_sin_f32 where each coefficient of their tables is seen"
    p = Program("directed_float_segments", about, [row for _, row in rows])
    mode = Mode.of()
    p.set_mode(mode.bits)
    for register, (opcode, row) in enumerate(rows, 8):
        p.word(vop1(opcode, DST, 256 + register), opcode)
        p.cover("VOP1", opcode, "segments")
        p.store(DST, [MEANING[opcode](mode, value)[0] for value in row])
    return [p]
