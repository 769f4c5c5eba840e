# SPDX-License-Identifier: Apache-2.0
"""What each float opcode means: one line an opcode, on the bits of its operands behind their modifiers.

It is read from float-opcodes.md and numerics.md 3 to 6. The operations are those of floats.py.
"""
from fractions import Fraction

from .floats import DOWN, F16, F32, FORMATS, HALF, NEAREST, UP, ZERO, D, I, N, X, finish, operand_flags, to_integer
from .program import M32, signed


class Row:
    """meaning(mode, *operands) -> (bits, flags), with a mask result (bits, flags, mask bit)."""

    def __init__(self, name, sources, result, meaning, **more):
        self.name, self.sources, self.result, self.meaning = name, sources.split(), result, meaning
        self.carry_in = self.carry_out = False  # a lane's bit of VCC is the last operand; a mask is made
        self.compare = False  # the mask bit is the result
        self.reads_dst = False  # what VDST holds is the last operand
        self.constant = None  # the source that is the dword K
        self.op_sel = self.op_sel_dst = False  # OP_SEL picks the halves of the sources; [3] the half of the destination
        self.keeps_half = False  # the other half of the destination stays
        self.sdwa = self.dpp = True  # VOP1, VOP2 and VOPC forms have these
        self.raises = I | D  # what an operand alone raises
        self.lane = self.packed = self.saturates = False  # as rows of table.py have them
        assert set(more) <= set(vars(self)), more
        vars(self).update(more)

    def evaluate(self, mode, operands, omod=0, clamp=0):
        """(bits, flags, mask bit) with the output modifiers."""
        bits, flags, *mask = self.meaning(mode, *operands)
        kinds = self.sources + ([self.result] if self.reads_dst else [])
        for kind, operand in zip(kinds, operands):
            if kind[0] == "f":
                flags |= operand_flags(FORMATS[kind], operand) & self.raises
        if clamp and self.compare and flags & NAN_SEEN:
            flags |= I
        if clamp:
            flags &= ~N
        if self.result and self.result[0] == "f":
            bits = finish(mode, FORMATS[self.result], bits, omod, clamp)
        return bits, flags & ~NAN_SEEN, mask[0] if mask else False


NAN_SEEN = 1 << 7  # beside the flags of a compare: CLAMP makes it invalid


# ---- numerics.md 3.3 ------------------------------------------------------------------------------------

CONDITIONS = {  # of the order of two numbers: -1, 0, 1; None: a NaN is there
    "f": lambda c: False,
    "lt": lambda c: c == -1,
    "eq": lambda c: c == 0,
    "le": lambda c: c in (-1, 0),
    "gt": lambda c: c == 1,
    "lg": lambda c: c in (-1, 1),
    "ge": lambda c: c in (0, 1),
    "o": lambda c: c is not None,
    "u": lambda c: c is None,
    "nge": lambda c: c not in (0, 1),
    "nlg": lambda c: c not in (-1, 1),
    "ngt": lambda c: c != 1,
    "nle": lambda c: c not in (-1, 0),
    "neq": lambda c: c != 0,
    "nlt": lambda c: c != -1,
    "tru": lambda c: True,
}


def compare(f, condition):
    def meaning(mode, a, b):
        a, b = mode.unit(f).given(a), mode.unit(f).given(b)
        if f.is_nan(a) or f.is_nan(b):
            return 0, NAN_SEEN if condition not in ("f", "tru") else 0, CONDITIONS[condition](None)
        x, y = (0 if f.is_zero(v) else f.order(v) for v in (a, b))
        return 0, 0, CONDITIONS[condition]((x > y) - (x < y))

    return meaning


def classify(f):
    def meaning(mode, a, mask):
        negative = a & f.sign
        if f.is_nan(a):
            bit = 0 if f.is_signalling(a) else 1
        elif f.is_inf(a):
            bit = 2 if negative else 9
        elif f.is_zero(a):
            bit = 5 if negative else 6
        elif f.is_denormal(a):
            bit = 4 if negative else 7
        else:
            bit = 3 if negative else 8
        return 0, 0, mask >> bit & 1

    return meaning


# ---- numerics.md 4 --------------------------------------------------------------------------------------


def integer_of(f, pick, low, high, nan=lambda negative: 0):
    """A saturated conversion; pick: from the exact number to an integer."""

    def meaning(mode, a):
        a = mode.unit(f).given(a)
        if f.is_nan(a):
            return nan(a & f.sign), I
        if f.is_inf(a):
            return (low if a & f.sign else high) & M32, I
        exact = f.value(a)
        whole = pick(exact)
        if not low <= whole <= high:
            return max(low, min(high, whole)) & M32, I
        return whole & M32, X if whole != exact else 0

    return meaning


def truncate(number):
    return to_integer(number, ZERO)


def by_sign(negative):
    """D-NUM-21."""
    return 0x80000000 if negative else 0x7FFFFFFF


def of_integer(f, pick):
    return lambda mode, a: mode.unit(f).pack(Fraction(pick(a)))


def to_half(mode, a):
    """v_cvt_f16_f32 (D-NUM-22)."""
    a = mode.unit(F32).given(a)
    sign = bool(a & F32.sign)
    if F32.is_nan(a):
        return F16.signed(sign, F16.inf | F16.quiet | (a & 0x7FFFFF) >> 13), 0
    if F32.is_inf(a):
        return F16.signed(sign, F16.inf), 0
    return mode.unit(F16).pack(F32.value(a), sign)


def from_half(mode, a):
    a = mode.unit(F16).given(a)
    sign = bool(a & F16.sign)
    if F16.is_nan(a):
        return mode.unit(F32).nan(F32.signed(sign, F32.inf | (a & 0x3FF) << 13)), 0
    if F16.is_inf(a):
        return F32.signed(sign, F32.inf), 0
    return mode.unit(F32).pack(F16.value(a), sign)


# ---- numerics.md 5 and 6 ----------------------------------------------------------------------------------


def reciprocal(mode, a):
    """Denormals are flushed and the rounding is to nearest whatever MODE says."""
    return mode.unit(F32, flush_in=True, flush_out=True, rounding=NEAREST).reciprocal(a)


def reciprocal_iflag(mode, a):
    """It raises N alone."""
    return reciprocal(mode, a)[0], N if not a & F32.inf else 0


def multiply_add(mode, a, b, c):
    """v_mad_f32 and its like: denormals are flushed whatever MODE says."""
    return mode.unit(F32, flush_in=True, flush_out=True).multiply_add(a, b, c)


# ---- numerics.md 9 ----------------------------------------------------------------------------------------


def atomic(mode, f, operation, memory, data, second=0):
    """What ds_add, ds_min, ds_max and ds_cmpst leave in memory (D-NUM-35, D-NUM-36, D-NUM-38, D-NUM-40)."""
    unit = mode.unit(f, rounding=NEAREST)
    if operation == "add":
        bits = unit.add(memory, data)[0]
        return bits | f.quiet if f.is_nan(bits) else bits
    x, y = unit.given(memory), unit.given(data)
    if operation == "cmpst":
        ordered = not f.is_nan(memory) and not f.is_nan(data)
        return second if ordered and (x == y or f.is_zero(x) and f.is_zero(y)) else memory
    for bits in (memory, data):
        if f.is_signalling(bits):
            return bits | f.quiet
    if f.is_nan(data):
        return memory
    if f.is_nan(memory):
        return data
    before = f.order(x) > f.order(y) if operation == "max" else f.order(x) < f.order(y)
    return memory if before else data


def rows():
    R = Row
    found = [
        # ---- VOP1
        R("v_cvt_f32_i32", "i32", "f32", of_integer(F32, lambda a: signed(a, 32))),
        R("v_cvt_f32_u32", "u32", "f32", of_integer(F32, int)),
        R("v_cvt_u32_f32", "f32", "b32", integer_of(F32, truncate, 0, M32)),
        R("v_cvt_i32_f32", "f32", "b32", integer_of(F32, truncate, -1 << 31, (1 << 31) - 1)),
        R("v_cvt_f16_f32", "f32", "f16", to_half),
        R("v_cvt_f32_f16", "f16", "f32", from_half),
        R(
            "v_cvt_rpi_i32_f32",
            "f32",
            "b32",
            integer_of(F32, lambda x: to_integer(x + HALF, DOWN), -1 << 31, (1 << 31) - 1, by_sign),
        ),
        R(
            "v_cvt_flr_i32_f32",
            "f32",
            "b32",
            integer_of(F32, lambda x: to_integer(x, DOWN), -1 << 31, (1 << 31) - 1, by_sign),
        ),
        R("v_fract_f32", "f32", "f32", lambda m, a: m.unit(F32).fract(a)),
        R("v_trunc_f32", "f32", "f32", lambda m, a: m.unit(F32).integral(ZERO, a)),
        R("v_ceil_f32", "f32", "f32", lambda m, a: m.unit(F32).integral(UP, a)),
        R("v_rndne_f32", "f32", "f32", lambda m, a: m.unit(F32).integral(NEAREST, a)),
        R("v_floor_f32", "f32", "f32", lambda m, a: m.unit(F32).integral(DOWN, a)),
        R("v_rcp_f32", "f32", "f32", reciprocal),
        R("v_rcp_iflag_f32", "f32", "f32", reciprocal_iflag, raises=0),
        # ---- VOP2
        R("v_add_f32", "f32 f32", "f32", lambda m, a, b: m.unit(F32).add(a, b)),
        R("v_sub_f32", "f32 f32", "f32", lambda m, a, b: m.unit(F32).add(a, b, minus_b=1)),
        R("v_subrev_f32", "f32 f32", "f32", lambda m, a, b: m.unit(F32).add(a, b, minus_a=1)),
        R("v_mul_f32", "f32 f32", "f32", lambda m, a, b: m.unit(F32).multiply(a, b)),
        R("v_min_f32", "f32 f32", "f32", lambda m, a, b: m.unit(F32).extreme(False, a, b)),
        R("v_max_f32", "f32 f32", "f32", lambda m, a, b: m.unit(F32).extreme(True, a, b)),
        R("v_mac_f32", "f32 f32", "f32", multiply_add, reads_dst=True, sdwa=False),
        # The NaN of S0, then K, then S1; and of S0, S1, K (D-NUM-9).
        R("v_madmk_f32", "f32 f32 f32", "f32", multiply_add, constant=1, sdwa=False, dpp=False),
        R("v_madak_f32", "f32 f32 f32", "f32", multiply_add, constant=2, sdwa=False, dpp=False),
        # ---- VOP3
        R("v_mad_f32", "f32 f32 f32", "f32", multiply_add),
        R("v_fma_f32", "f32 f32 f32", "f32", lambda m, a, b, c: m.unit(F32).fma(a, b, c)),
        R("v_min3_f32", "f32 f32 f32", "f32", lambda m, a, b, c: m.unit(F32).extreme3(False, a, b, c)),
        R("v_max3_f32", "f32 f32 f32", "f32", lambda m, a, b, c: m.unit(F32).extreme3(True, a, b, c)),
        R("v_med3_f32", "f32 f32 f32", "f32", lambda m, a, b, c: m.unit(F32).median(a, b, c)),
        R("v_ldexp_f32", "f32 i32", "f32", lambda m, a, n: m.unit(F32).ldexp(a, signed(n, 32))),
        R("v_div_fixup_f32", "f32 f32 f32", "f32", lambda m, q, d, n: m.unit(F32).div_fixup(q, d, n)),
        R(
            "v_div_scale_f32",
            "f32 f32 f32",
            "f32",
            lambda m, a, d, n: m.unit(F32).div_scale(a, d, n),
            carry_out=True,
            raises=D,
        ),
        R(
            "v_div_fmas_f32",
            "f32 f32 f32",
            "f32",
            lambda m, a, b, c, scaled: m.unit(F32, flush_in=False).div_fmas(a, b, c, scaled),
            carry_in=True,
        ),
    ]
    found += [
        R(f"v_cvt_f32_ubyte{n}", "u32", "f32", of_integer(F32, lambda a, n=n: a >> 8 * n & 255)) for n in range(4)
    ]
    for kind in ("v_cmp", "v_cmpx"):
        found.append(R(f"{kind}_class_f32", "f32 u32", None, classify(F32), compare=True, raises=0))
        for name in CONDITIONS:
            raises = 0 if name in ("f", "tru") else I | D
            found.append(R(f"{kind}_{name}_f32", "f32 f32", None, compare(F32, name), compare=True, raises=raises))
    return found


ROWS = {row.name: row for row in rows()}
