# SPDX-License-Identifier: Apache-2.0
"""The float execution units alone (build/wavelock-float-unit) against the third reading (scripts/wl/reading).

usage: test_float_unit.py [--isa gfx906] [--passes N] [--seed N] [NAME...]    opcodes whose names contain one of these

N passes of 16 operands for each opcode, most of them near the limits of the format, in random modes. With --isa gfx906
the opcodes of gfx906 alone, its dot products of integers too, on units that it builds for that instruction set.
"""
import argparse
import functools
import operator
import os
import random
import subprocess
import sys
import types

from wl import ROOT
from wl.reading import cases, float_table, words
from wl.reading.bits import M32, width
from wl.reading.float_cases import FloatCase
from wl.reading.floats import F16, F32, FORMATS, Mode
from wl.reading.table import vector_rows


LANES = 16
IN_VOP3 = {"VOP3P": 896, "VOP3": 0, "VOP1": 320, "VOP2": 256, "VOPC": 0}  # where the opcodes of a format begin


class Given:
    """A source that is known."""

    code = 256

    def __init__(self, value):
        self.value = value

    def raw(self, _p, _lane, _bits):
        return self.value


def rows(isa):
    """{number of the VOP3 form: row} of the opcodes that gfx900 has too, or of those of gfx906 alone."""
    found = [row for row in float_table.ALL_ROWS.values() if not row.constant and not row.name.startswith("v_cmpx")]
    if isa:
        dots = {row.name: row for row in vector_rows() if row.dot and row.isa == isa}
        found = [*dots.values(), *(row for row in found if row.isa == isa)]
    else:
        found = [row for row in found if row.isa != "gfx906"]
    form = {row.name: next(form for form in IN_VOP3 if (form, row.name) in words.NUMBER) for row in found}
    return {IN_VOP3[form[row.name]] + words.NUMBER[form[row.name], row.name]: row for row in found}


# ---- operands ---------------------------------------------------------------------------------------------


def operand(rng, f):
    """A number of the format: any bits, a limit, a small integer, or near one."""
    kind, quiet, top = rng.randrange(8), 1 << f.fraction - 1, f.inf >> f.fraction
    bias = top >> 1
    if kind == 0:
        return rng.getrandbits(f.size)
    fraction = rng.choice([0, 1, quiet, quiet | 1, (1 << f.fraction) - 1, rng.getrandbits(f.fraction)])
    if kind == 1:
        fraction = rng.getrandbits(rng.randrange(1, f.fraction)) << rng.randrange(f.fraction)
        fraction &= (1 << f.fraction) - 1
    if kind <= 3:
        exponent = rng.choice([0, 1, bias - 1, bias, bias + 1, bias + 8, top - 1, top])
    elif kind <= 5:
        exponent = min(max(bias + rng.randrange(-24, 10), 0), top - 1)
        fraction = rng.getrandbits(f.fraction) if rng.randrange(4) else fraction
    else:
        exponent = rng.randrange(top + 1)
    return rng.getrandbits(1) << f.size - 1 | exponent << f.fraction | fraction


def integer(rng):
    small = rng.randrange(-64, 64) & M32
    return rng.choice([0, 1, rng.getrandbits(32), small, small, 1 << 31])


def together(rng, f, count=3):
    """Operands of one format. Some are equal, as in v_div_scale, or near one another, as in a cancelling sum."""
    found = [operand(rng, f) for _ in range(count)]
    if count > 1 and rng.randrange(3) == 0:
        at = rng.randrange(count)
        found[at] = found[at - 1] ^ rng.choice([0, 1, f.sign])
    return found


def mixed_operands(rng, row):
    """v_mad_mix and v_fma_mix read two halves or an f32 number. Above source 2 is the old destination."""
    pairs = [high << 16 | low for high, low in zip(together(rng, F16), together(rng, F16))]
    found = [rng.choice(pair) for pair in zip(pairs, together(rng, F32))]
    if row.isa == "gfx906" and rng.randrange(4) == 0:
        # A tie of f16 and a product that says on which side of it the sum is, though f32 does not hold it.
        found[:2] = (rng.getrandbits(1) << 31 | rng.randrange(60, 100) << 23 | rng.getrandbits(23) for _ in range(2))
        tie = rng.getrandbits(1) << 31 | rng.randrange(103, 144) << 23 | rng.getrandbits(10) << 13
        return [*found[:2], rng.getrandbits(32) << 32 | tie | 1 << 12]
    found[2] |= rng.getrandbits(32) << 32
    return found


def dot_operands(rng):
    """Three dwords of an integer dot product, many with elements at a limit."""
    edges = [0, M32, 0x80008000, 0x80808080, 0x88888888, 0x7FFF7FFF, 0x7F7F7F7F, 0x77777777, 0x80000000]
    edges += [0x7FFFFFFF, 0x80000000 + rng.randrange(8), 0x7FFFFFFF - rng.randrange(8), M32 - rng.randrange(8)]
    return [rng.choice(edges) if rng.randrange(2) else rng.getrandbits(32) for _ in range(3)]


def operands(rng, row):
    """What the three sources of the unit have, for an opcode."""
    if row.name not in float_table.ALL_ROWS:
        return dot_operands(rng)
    if row.mix:
        return mixed_operands(rng, row)
    if row.packed:
        found = [high << 16 | low for high, low in zip(together(rng, F16), together(rng, F16))]
        if row.dot:  # near a half of the others
            near = float_table.raised_to(F16, F32, found[2] & 0xFFFF) ^ rng.randrange(4)
            found[2] = near if rng.randrange(4) == 0 else operand(rng, F32)
        return found
    kinds = row.sources + ([row.result] if row.reads_dst else [])
    floats = {kind: together(rng, FORMATS[kind], kinds.count(kind)) for kind in set(kinds) if kind in FORMATS}
    found = [floats[kind].pop() if kind in floats else integer(rng) for kind in kinds]
    found = [x | rng.getrandbits(16) << 16 if kind == "f16" else x for x, kind in zip(found, kinds)]
    return found + [0] * (3 - len(found))


# ---- what is expected -------------------------------------------------------------------------------------


def expected(row, mode, fields, mask, three):
    """(value or None, mask bit or None, exceptions) of a lane."""
    sources = [Given(x & M32 if row.packed else x) for x in three[: len(row.sources)]]
    form = "VOP3P" if row.packed else "VOP3"
    if row.name not in float_table.ALL_ROWS:
        return cases.Case(row, form, sources, **fields).packed(None, 0), None, 0
    old = three[2] >> 32 if row.mix else three[len(row.sources)] if row.reads_dst else 0
    p = types.SimpleNamespace(v=[[old]])
    case = FloatCase(mode, row, form, sources, accumulator=0, **fields)
    if row.packed:
        return case.packed(p, 0), None, case.flags
    value, bit = case.lane(p, 0, mask)
    if row.compare:
        return None, bit, case.flags
    if width(row.result) <= 32:
        value = case.write_lane(old, value, width(row.result))
    return value, bit if row.carry_out else None, case.flags


def register(mode):
    """MODE of an fp_mode_t: FP16_OVFL is bit 23 there, and IEEE above DX10_CLAMP."""
    return Mode(mode & 0xFF | (mode >> 9 & 1) << 8 | (mode >> 8 & 1) << 9 | (mode >> 10 & 1) << 23)


def passes(rng, number, row, count):
    """(line of input, fields, MODE, mask, operands) of passes."""
    for _ in range(count):
        fields = {
            "neg": rng.getrandbits(3) & rng.getrandbits(3),
            "absolute": 0 if row.carry_out else rng.getrandbits(3) & rng.getrandbits(3),  # VOP3B has none
            "omod": rng.choice([0, 0, 0, 1, 2, 3]),
            "clamp": int(rng.randrange(4) == 0),
        }
        mode, mask, picks = (
            rng.getrandbits(11),
            rng.getrandbits(16),
            rng.choice([rng.getrandbits(6), rng.getrandbits(3), 0x38]),
        )
        lanes = [operands(rng, row) for _ in range(LANES)]
        text = " ".join(f"{x:x}" for three in lanes for x in three)
        picks = picks if row.packed else 0
        line = " ".join(f"{x:x}" for x in (number, *fields.values(), mode, picks << 16 | mask))
        if row.packed:
            fields |= {"op_sel": picks & 7, "op_sel_hi": picks >> 3}
        yield f"{line} {text}\n", fields, register(mode), mask, lanes


def wrong(row, case, answer):
    """The lanes whose answer is wrong, as text."""
    _, fields, mode, mask, lanes = case
    bits, excp, *found = (int(word, 16) for word in answer.split())
    values, raised = found[:LANES], found[LANES:]
    if excp != functools.reduce(operator.or_, raised):
        yield f"{row.name}: exceptions {excp:02x} of a pass whose lanes raise {' '.join(f'{x:02x}' for x in raised)}"
    for lane, three in enumerate(lanes):
        value, bit, flags = expected(row, mode, fields, mask >> lane & 1, three)
        got = values[lane], bits >> lane & 1, raised[lane]
        if value not in (None, got[0]) or bit not in (None, got[1]) or flags != got[2]:
            text, more = " ".join(f"{x:x}" for x in three), " ".join(f"{key} {x}" for key, x in fields.items())
            yield (
                f"{row.name} {text}, {more}, MODE {mode.bits:x}, mask {mask >> lane & 1}: value, mask bit and "
                f"exceptions {got}, expected {(value, bit, flags)}"
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--isa", choices=["gfx906"])
    parser.add_argument("--passes", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("name", nargs="*")
    given = parser.parse_args()
    tool = f"build/{given.isa}/wavelock-float-unit" if given.isa else "build/wavelock-float-unit"
    if given.isa and subprocess.run(["make", "-s", f"CONFIG={given.isa}", tool], cwd=ROOT, check=False).returncode:
        return 1
    rng = random.Random(given.seed)
    chosen = {n: row for n, row in rows(given.isa).items() if any(word in row.name for word in given.name or [""])}
    tried = [(row, case) for number, row in chosen.items() for case in passes(rng, number, row, given.passes)]
    lines = "".join(case[0] for _, case in tried)
    run = subprocess.run([os.path.join(ROOT, tool)], input=lines, capture_output=True, text=True, check=False)
    answers = run.stdout.splitlines()
    if run.returncode or len(answers) != len(tried):
        print(run.stderr or f"{len(answers)} answers to {len(tried)} passes", file=sys.stderr)
        return 1
    found = [text for (row, case), answer in zip(tried, answers) for text in wrong(row, case, answer)]
    print("\n".join([*found[:20], f"{len(chosen)} opcodes, {LANES * len(tried)} operands, {len(found)} wrong"]))
    return 1 if found or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
