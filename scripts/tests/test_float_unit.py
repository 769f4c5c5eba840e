# SPDX-License-Identifier: Apache-2.0
"""The float execution units alone (build/wavelock-float-unit) against exact integers (tb/bench/float/reference*.py).

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

from tests.float_unit import reference, reference_f16, reference_f64, reference_gfx906
from wl import ROOT


LANES = 16


def operand(rng, form):
    """A number of the format: any bits, a limit, a small integer, or near one."""
    kind = rng.randrange(8)
    if kind == 0:
        return rng.getrandbits(form.bits)
    exponents = [0, 1, form.bias - 1, form.bias, form.bias + 1, form.bias + 8, form.top - 1, form.top]
    fraction = rng.choice([0, 1, form.quiet, form.quiet | 1, (1 << form.fraction) - 1, rng.getrandbits(form.fraction)])
    if kind == 1:
        fraction = rng.getrandbits(rng.randrange(1, form.fraction)) << rng.randrange(form.fraction)
        fraction &= (1 << form.fraction) - 1
    if kind <= 3:
        exponent = rng.choice(exponents)
    elif kind <= 5:
        exponent = min(max(form.bias + rng.randrange(-24, 10), 0), form.top - 1)
        fraction = rng.getrandbits(form.fraction) if rng.randrange(4) else fraction
    else:
        exponent = rng.randrange(form.top + 1)
    return rng.getrandbits(1) << (form.bits - 1) | exponent << form.fraction | fraction


def sources(rng, form):
    """Three operands of a lane, some of them of one magnitude."""
    a, b, c = (operand(rng, form) for _ in range(3))
    same = rng.randrange(8)
    if same == 0:
        b = a ^ (rng.getrandbits(1) << (form.bits - 1))
    elif same == 1:
        c = (a, b)[rng.randrange(2)] ^ (rng.getrandbits(1) << (form.bits - 1))
    return a, b, c


def words_of(answer):
    """Fields of a line of output: mask bits, exceptions of the pass, values of the lanes, exceptions of each lane."""
    bits, excp, *words = (int(word, 16) for word in answer.split())
    return bits, excp, words[:LANES], words[LANES:]


def check_sum(name, excp, raised):
    """A pass reports the OR of its lanes' exceptions."""
    if excp != functools.reduce(operator.or_, raised):
        yield f"{name}: exceptions {excp:02x} of a pass whose lanes raise {' '.join(f'{x:02x}' for x in raised)}"


def text_of(raised, name):
    return f"exceptions {raised:02x}, expected {reference.flags(name):02x}"


def check_one(case, answer):
    """The lanes whose answer is wrong, as text."""
    number, neg, absolute, omod, clamp, mode, operands = case
    name = reference.NAMES[number]
    _, excp, values, raised = words_of(answer)
    yield from check_sum(name, excp, raised)
    for lane, (three, got) in enumerate(zip(operands, values)):
        reference.RAISED.clear()
        expected = reference.result(number, neg, absolute, omod, clamp, mode, three)
        if got != expected or raised[lane] != reference.flags(name):
            text = " ".join(f"{x:x}" for x in three)
            yield (
                f"{name} {text}, NEG {neg} ABS {absolute} OMOD {omod} CLAMP {clamp:d} "
                f"MODE {mode.word:x}: {got:x}, expected {expected:x}, {text_of(raised[lane], name)}"
            )


def half_operands(rng):
    """Three operands in the low halves of dwords. A source that is an integer is a small one more often than not."""
    a, b, c = sources(rng, reference.F16)
    if rng.randrange(4) == 0:
        b = rng.randrange(-40, 41) & 0xFFFF
    return tuple(rng.getrandbits(16) << 16 | value for value in (a, b, c))


def packed_operands(rng, mixed):
    """Three operands of two halves each, or f32 numbers among them; above source 2 is the old destination."""
    halves = [sources(rng, reference.F16) for _ in range(2)]
    found = [high << 16 | low for high, low in zip(*halves)]
    if mixed:
        wide = sources(rng, reference.F32)
        found = [rng.choice(pair) for pair in zip(found, wide)]
        found[2] |= rng.getrandbits(32) << 32
    return tuple(found)


def half_cases(rng, passes, words):
    """Lines of input and cases of the f16 opcodes."""
    lines, cases = [], []
    for number, name in reference_f16.NAMES.items():
        if words and not any(word in name for word in words):
            continue
        for _ in range(passes):
            neg, absolute = rng.getrandbits(3) & rng.getrandbits(3), rng.getrandbits(3) & rng.getrandbits(3)
            omod, clamp = rng.choice([0, 0, 0, 1, 2, 3]), rng.randrange(4) == 0
            mode = rng.getrandbits(11)
            op_sel = rng.getrandbits(6)
            if number in reference_f16.HALF:
                operands = [half_operands(rng) for _ in range(LANES)]
            else:
                operands = [packed_operands(rng, number in reference_f16.MIXED) for _ in range(LANES)]
            text = " ".join(f"{a:x} {b:x} {c:x}" for a, b, c in operands)
            lines.append(f"{number:x} {neg:x} {absolute:x} {omod:x} {clamp:x} {mode:x} {op_sel << 16:x} {text}\n")
            cases.append((number, neg, absolute, omod, clamp, reference.Mode(mode), op_sel, operands))
    return lines, cases


def check_half(case, answer):
    """The lanes whose answer is wrong, as text."""
    number, neg, absolute, omod, clamp, mode, op_sel, operands = case
    name = reference_f16.NAMES[number]
    bits, excp, values, raised = words_of(answer)
    yield from check_sum(name, excp, raised)
    for lane, (three, got) in enumerate(zip(operands, values)):
        reference.RAISED.clear()
        expected = reference_f16.half_result(number, neg, absolute, omod, clamp, mode, op_sel, three)
        if reference_f16.is_compare(number):
            got = bits >> lane & 1
        if got != expected or raised[lane] != reference.flags(name):
            text = " ".join(f"{x:x}" for x in three)
            yield (
                f"{name} {text}, NEG {neg} ABS {absolute} OMOD {omod} CLAMP {clamp:d} "
                f"OP_SEL {op_sel:x} MODE {mode.word:x}: {got:x}, expected {expected:x}, {text_of(raised[lane], name)}"
            )


def wide_operands(rng, forms):
    """Three operands. Some sources are equal, as in v_div_scale, or near one another, as in a cancelling sum."""
    found = [rng.choice([0, 1, rng.getrandbits(32), rng.randrange(-64, 64) % 2**32, 2**31]) for _ in range(3)]
    for n, form in enumerate(forms):
        if isinstance(form, reference.Format):
            found[n] = operand(rng, form)
    kind = rng.randrange(6)
    if len(forms) > 1 and isinstance(forms[-1], reference.Format) and kind < 3:
        other = found[rng.randrange(len(forms))]
        found[rng.choice([0, len(forms) - 1])] = other ^ rng.choice([0, 1, forms[-1].sign])
    return found


def wide_cases(rng, passes, words):
    """Lines of input and cases of the opcodes of reference_f64."""
    lines, cases = [], []
    for number, (name, forms, _, _) in reference_f64.WIDE.items():
        if words and not any(word in name for word in words):
            continue
        for _ in range(passes):
            neg, absolute = rng.getrandbits(3) & rng.getrandbits(3), rng.getrandbits(3) & rng.getrandbits(3)
            omod, clamp = rng.choice([0, 0, 0, 1, 2, 3]), rng.randrange(4) == 0
            mode, mask = rng.getrandbits(11), rng.getrandbits(16)
            operands = [wide_operands(rng, forms) for _ in range(LANES)]
            text = " ".join(f"{a:x} {b:x} {c:x}" for a, b, c in operands)
            lines.append(f"{number:x} {neg:x} {absolute:x} {omod:x} {clamp:x} {mode:x} {mask:x} {text}\n")
            cases.append((number, neg, absolute, omod, clamp, reference.Mode(mode), mask, operands))
    return lines, cases


def check_wide(case, answer):
    """The lanes whose answer is wrong, as text."""
    number, neg, absolute, omod, clamp, mode, mask, operands = case
    name = reference_f64.WIDE[number][0]
    bits, excp, values, raised = words_of(answer)
    yield from check_sum(name, excp, raised)
    for lane, (three, got) in enumerate(zip(operands, values)):
        reference.RAISED.clear()
        value, bit = reference_f64.wide_result(number, neg, absolute, omod, clamp, mode, mask >> lane & 1, three)
        values_differ = value not in (None, got) or bit not in (None, bits >> lane & 1)
        if values_differ or raised[lane] != reference.flags(name):
            text = " ".join(f"{x:x}" for x in three)
            yield (
                f"{name} {text}, NEG {neg} ABS {absolute} OMOD {omod} CLAMP {clamp:d} "
                f"MODE {mode.word:x} mask {mask >> lane & 1}: {got:x} {bits >> lane & 1}, expected {value} {bit}, "
                f"{text_of(raised[lane], name)}"
            )


def dot_operands(rng):
    """Three dwords of an integer dot product, many with elements at a limit."""
    edges = [0, 0xFFFFFFFF, 0x80008000, 0x80808080, 0x88888888, 0x7FFF7FFF, 0x7F7F7F7F, 0x77777777, 0x80000000]
    edges += [0x7FFFFFFF, 0x80000000 + rng.randrange(8), 0x7FFFFFFF - rng.randrange(8), 0xFFFFFFFF - rng.randrange(8)]
    return tuple(rng.choice(edges) if rng.randrange(2) else rng.getrandbits(32) for _ in range(3))


def fused_operands(rng, number):
    """Three operands of a fused sum of gfx906; above source 2 is the old destination of a mixed one."""
    if number == reference_gfx906.FMAC:
        return sources(rng, reference.F32)
    if number in reference_gfx906.DOTS:
        return dot_operands(rng)
    a, b, c = packed_operands(rng, True)
    kind = rng.randrange(4)
    if number == reference_gfx906.DOT2_F32:
        a, b, wide = packed_operands(rng, False)
        c = operand(rng, reference.F32)
        if kind == 0:  # near a half of the others
            c = reference.convert(wide & 0xFFFF, reference.F16, reference.F32) ^ rng.randrange(4)
    elif kind == 0:
        # A tie of f16 and a product that says on which side of it the sum is, though f32 does not hold it.
        a, b = (rng.getrandbits(1) << 31 | rng.randrange(60, 100) << 23 | rng.getrandbits(23) for _ in range(2))
        tie = rng.getrandbits(1) << 31 | rng.randrange(103, 144) << 23 | rng.getrandbits(10) << 13
        c = rng.getrandbits(32) << 32 | tie | 1 << 12
    return a, b, c


def gfx906_cases(rng, passes, words):
    """Lines of input and cases of the opcodes of reference_gfx906."""
    lines, cases = [], []
    for number, name in reference_gfx906.NAMES.items():
        if words and not any(word in name for word in words):
            continue
        for _ in range(passes):
            neg, absolute = rng.getrandbits(3) & rng.getrandbits(3), rng.getrandbits(3) & rng.getrandbits(3)
            omod, clamp = rng.choice([0, 0, 0, 1, 2, 3]), rng.randrange(4) == 0
            mode, op_sel = rng.getrandbits(11), rng.choice([rng.getrandbits(6), rng.getrandbits(3), 0x38])
            operands = [fused_operands(rng, number) for _ in range(LANES)]
            text = " ".join(f"{a:x} {b:x} {c:x}" for a, b, c in operands)
            lines.append(f"{number:x} {neg:x} {absolute:x} {omod:x} {clamp:x} {mode:x} {op_sel << 16:x} {text}\n")
            cases.append((number, neg, absolute, omod, clamp, reference.Mode(mode), op_sel, operands))
    return lines, cases


def check_gfx906(case, answer):
    """The lanes whose answer is wrong, as text."""
    number, neg, absolute, omod, clamp, mode, op_sel, operands = case
    name = reference_gfx906.NAMES[number]
    _, excp, values, raised = words_of(answer)
    yield from check_sum(name, excp, raised)
    for lane, (three, got) in enumerate(zip(operands, values)):
        reference.RAISED.clear()
        expected = reference_gfx906.result(number, neg, absolute, omod, clamp, mode, op_sel, three)
        if got != expected or raised[lane] != reference.flags(name):
            text = " ".join(f"{x:x}" for x in three)
            yield (
                f"{name} {text}, NEG {neg} ABS {absolute} OMOD {omod} CLAMP {clamp:d} "
                f"OP_SEL {op_sel:x} MODE {mode.word:x}: {got:x}, expected {expected:x}, {text_of(raised[lane], name)}"
            )


def judge(tool, lines, checks):
    """The exit code. A check is a function and the case of its line."""
    run = subprocess.run([tool], input="".join(lines), capture_output=True, text=True, check=False)
    answers = run.stdout.splitlines()
    wrong = 0
    for (check, case), answer in zip(checks, answers):
        for text in check(case, answer):
            wrong += 1
            if wrong <= 20:
                print(text)
    if run.returncode or len(answers) != len(checks):
        print(run.stderr or f"{len(answers)} answers to {len(checks)} passes", file=sys.stderr)
        return 1
    print(f"{LANES * len(checks)} operands, {wrong} wrong")
    return 1 if wrong or not checks else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--isa", choices=["gfx906"])
    parser.add_argument("--passes", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("name", nargs="*")
    given = parser.parse_args()
    rng = random.Random(given.seed)
    if given.isa:
        tool = f"build/{given.isa}/wavelock-float-unit"
        if subprocess.run(["make", "-s", f"CONFIG={given.isa}", tool], cwd=ROOT, check=False).returncode:
            return 1
        lines, cases = gfx906_cases(rng, given.passes, given.name)
        return judge(os.path.join(ROOT, tool), lines, [(check_gfx906, case) for case in cases])
    lines, cases = [], []
    for number, name in reference.NAMES.items():
        form = reference.format_of(number)
        if given.name and not any(word in name for word in given.name):
            continue
        for _ in range(given.passes):
            neg, absolute, omod, clamp = (rng.randrange(4) == 0 for _ in range(4))
            neg, absolute = rng.randrange(8) if neg else 0, rng.randrange(8) if absolute else 0
            omod = rng.randrange(4) if omod else 0
            mode = rng.getrandbits(11)
            operands = [sources(rng, form) for _ in range(LANES)]
            text = " ".join(f"{a:x} {b:x} {c:x}" for a, b, c in operands)
            lines.append(f"{number:x} {neg:x} {absolute:x} {omod:x} {clamp:x} {mode:x} 0 {text}\n")
            cases.append((number, neg, absolute, omod, clamp, reference.Mode(mode), operands))
    more_lines, half = half_cases(rng, given.passes, given.name)
    lines += more_lines
    more_lines, wide = wide_cases(rng, given.passes, given.name)
    lines += more_lines
    checks = [(check_one, case) for case in cases]
    checks += [(check_half, case) for case in half] + [(check_wide, case) for case in wide]
    return judge(os.path.join(ROOT, "build", "wavelock-float-unit"), lines, checks)


if __name__ == "__main__":
    sys.exit(main())
