# SPDX-License-Identifier: Apache-2.0
"""The opcodes of gfx906 alone in exact integers, from docs/spec/numerics.md 3.1 and docs/spec/float-opcodes.md."""

from tests.float_unit.reference import DOWN, F16, F32, NEAREST, RAISED, convert, finish, modifiers, raise_of_operands


LOW = 0xFFFF
WORD = 0xFFFFFFFF
FMAC = 315
VOP3P = 896
MIX, MIXLO, MIXHI, DOT2_F32 = range(VOP3P + 32, VOP3P + 36)

# VOP3 number: (name, bits of an element of S0 and S1, signed)
DOTS = {
    VOP3P + 38: ("v_dot2_i32_i16", 16, True),
    VOP3P + 39: ("v_dot2_u32_u16", 16, False),
    VOP3P + 40: ("v_dot4_i32_i8", 8, True),
    VOP3P + 41: ("v_dot4_u32_u8", 8, False),
    VOP3P + 42: ("v_dot8_i32_i4", 4, True),
    VOP3P + 43: ("v_dot8_u32_u4", 4, False),
}
MIXED = {MIX: "v_fma_mix_f32", MIXLO: "v_fma_mixlo_f16", MIXHI: "v_fma_mixhi_f16"}
NAMES = {FMAC: "v_fmac_f32", **MIXED, DOT2_F32: "v_dot2_f32_f16"} | {n: row[0] for n, row in DOTS.items()}


def flush(form, x, on):
    return x & form.sign if on and form.is_denormal(x) else x


def nan_out(x, quiet, form):
    if form is F16:
        return x >> 31 << 15 | F16.inf | F16.quiet | (x >> 13 & 0x3FF)
    return x | F32.quiet if quiet else x


def fma(x, y, z, rounding, flush_out, quiet, form=F32, to_max=False):
    """x * y + z of f32 numbers, rounded once to form."""
    for value in (x, y):
        if F32.is_nan(value):
            return nan_out(value, quiet, form)
    infinite = F32.is_inf(x) or F32.is_inf(y)
    if infinite and (F32.is_zero(x) or F32.is_zero(y)):
        RAISED.add("I")
        return form.default_nan
    if F32.is_nan(z):
        return nan_out(z, quiet, form)
    signs = (x ^ y) >> 31, z >> 31
    if infinite and F32.is_inf(z) and signs[0] != signs[1]:
        RAISED.add("I")
        return form.default_nan
    if infinite or F32.is_inf(z):
        return signs[0 if infinite else 1] << (form.bits - 1) | form.inf
    (_, m, e), (_, n, f), (_, k, g) = (F32.number(value) for value in (x, y, z))
    least = min(e + f, g)
    total = (-m * n if signs[0] else m * n) << (e + f - least)
    total += (-k if signs[1] else k) << (g - least)
    if total:
        sign = int(total < 0)
    else:
        sign = signs[0] if signs[0] == signs[1] else int(rounding == DOWN)
    return form.round(sign, abs(total), least, rounding, flush_out, to_max)


def half_of(x, high):
    return x >> 16 & LOW if high else x & LOW


def fmac(neg, absolute, omod, clamp, mode, operands):
    numbers = [modifiers(F32, x & WORD, neg & 3 & 1 << i, absolute & 3 & 1 << i) for i, x in enumerate(operands)]
    raise_of_operands("v_fmac_f32", [(F32, x) for x in numbers], None, None, clamp)
    x, y, z = (flush(F32, x, not mode.denorm[F32] & 1) for x in numbers)
    value = fma(x, y, z, mode.rounding[F32], not mode.denorm[F32] & 2, mode.ieee)
    return finish(F32, value, mode, omod, clamp)


def mixed(number, neg, absolute, clamp, mode, op_sel, operands):
    """The old destination is above source 2."""
    form = F32 if number == MIX else F16
    old, numbers, values = operands[2] >> 32, [], []
    for i, x in enumerate(operands):
        source = F16 if op_sel >> (3 + i) & 1 else F32
        x = half_of(x, op_sel >> i & 1) if source is F16 else x & WORD
        x = modifiers(source, x, neg >> i & 1, absolute >> i & 1)
        numbers.append((source, x))
        x = flush(source, x, not mode.denorm[F32] & 1)
        values.append(convert(x, F16, F32) if source is F16 else x)
    raise_of_operands(MIXED[number], numbers, None, None, clamp)
    to_max = form is F16 and mode.ovfl
    value = fma(*values, mode.rounding[form], not mode.denorm[form] & 2, mode.ieee, form, to_max)
    value = finish(form, value, mode, 0, clamp)
    if number == MIX:
        return value
    return old & 0xFFFF0000 | value if number == MIXLO else value << 16 | old & LOW


def dot2(neg, neg_hi, clamp, mode, op_sel, operands):
    """Two fma. Nearest even, f16 denormals kept, f32 denormals flushed (D-NUM-14)."""
    value = modifiers(F32, operands[2] & WORD, neg >> 2 & 1, 0)
    numbers = [(F32, value)]
    value = flush(F32, value, True)
    for select, negate in ((op_sel, neg), (op_sel >> 3, neg_hi)):
        x, y = (modifiers(F16, half_of(operands[i], select >> i & 1), negate >> i & 1, 0) for i in range(2))
        numbers += [(F16, x), (F16, y)]
        value = fma(convert(x, F16, F32), convert(y, F16, F32), value, NEAREST, True, mode.ieee)
    raise_of_operands("v_dot2_f32_f16", numbers, None, None, clamp)
    return finish(F32, value, mode, 0, clamp)


def element(x, bits, at, signed):
    x = x >> at & ((1 << bits) - 1)
    return x - (1 << bits) if signed and x >> (bits - 1) else x


def dot(number, clamp, op_sel, operands):
    _, bits, signed = DOTS[number]
    total = element(operands[2], 32, 0, signed)
    for i in range(32 // bits):
        at = [bits * i] * 2
        if bits == 16:
            at = [16 * (op_sel >> (3 * i + source) & 1) for source in range(2)]
        total += element(operands[0], bits, at[0], signed) * element(operands[1], bits, at[1], signed)
    if clamp:
        low, high = (-(2**31), 2**31 - 1) if signed else (0, WORD)
        total = min(max(total, low), high)
    return total & WORD


def result(number, neg, absolute, omod, clamp, mode, op_sel, operands):
    """The value of an opcode. neg and absolute have a bit for each source."""
    if number == FMAC:
        return fmac(neg, absolute, omod, clamp, mode, operands)
    if number == DOT2_F32:
        return dot2(neg, absolute, clamp, mode, op_sel, operands)
    if number in MIXED:
        return mixed(number, neg, absolute, clamp, mode, op_sel, operands)
    return dot(number, clamp, op_sel, operands)
