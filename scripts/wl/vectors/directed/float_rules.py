# SPDX-License-Identifier: Apache-2.0
"""Operands at which a decision of numerics.md on floats is seen: each case has the result by the decision, as a number
from the specification, and the result without it. The reading of float_table.py must give the former (`programs` checks
it), so a unit that has the older rule fails here.

Also the float atomics of the LDS (numerics.md 9).
"""

from wl.reading import words
from wl.reading.bits import LANES, M32
from wl.reading.cases import L, V
from wl.reading.float_table import ROWS, atomic
from wl.reading.floats import DOWN, F16, F32, F64, NEAREST, UP, ZERO, Mode
from wl.vectors.directed.float_vectors import FloatCase
from wl.vectors.directed.program import Program
from wl.vectors.directed.vector import DST, OLD


NAN, INF, ONE, MOST = 0xFFC00000, 0x7F800000, 0x3F800000, 0x7F7FFFFF
MINUS = 0x80000000
QUIET, SIGNALLING = 0x7FC12345, 0x7F812345
LEAST = 0x00800000
HALF_BELOW = (0x00FFFFFF, 0x3F000000)  # their product is 0x007fffff.8
TINY, OTHER_TINY = 0x1A000000, 0x9A000000  # 2^-75 and its negative

# Modes by name.
KEEP, FLUSH, FLUSH_OUT, FLUSH_IN = (Mode.of(denorm=n) for n in (3, 0, 1, 2))
DOWNWARD, UPWARD = Mode.of(DOWN), Mode.of(UP)
PLAIN = Mode.of(ieee=0)  # IEEE = 0
OMOD = {rounding: Mode.of(rounding, 0, ieee=0) for rounding in range(4)}  # OMOD is in force
HALF_FLUSH = {rounding: Mode.of(other_rounding=rounding, other_denorm=1) for rounding in range(4)}
HALF_KEEP = Mode.of(other_rounding=NEAREST, other_denorm=3)
HALF_OMOD = Mode.of(other_rounding=NEAREST, other_denorm=0, ieee=0)


def saturating(mode):
    return Mode(mode.bits | 1 << 23)


def cases():
    """(decision, mode, opcode, operands, result, result by an older or other rule or None, fields)"""
    found = []

    def add(decision, mode, name, operands, new, old=None, **fields):
        found.append((decision, mode, name, operands, new, old, fields))

    # ---- the flush is decided before the denormal step
    for mode in (FLUSH, FLUSH_OUT, Mode.of(UP, 0), Mode.of(ZERO, 1)):
        for sign in (0, MINUS):
            toward_zero = mode.bits & 3 == ZERO or mode.bits & 3 == UP and sign
            was = None if toward_zero else LEAST | sign
            operands = (HALF_BELOW[0] ^ sign, HALF_BELOW[1])
            add("D-NUM-3", mode, "v_mul_f32", operands, sign, was)
            add("D-NUM-3", mode, "v_fma_f32", (*operands, sign), sign, was)
            add("D-NUM-3", mode, "v_ldexp_f32", (operands[0], 0xFFFFFFFF), sign, was)
            # (0 * 0 + S2) * 2^-64, S2 with the significand 0xffffff
            add("D-NUM-3", mode, "v_div_fmas_f32", (sign, 0, 0x207FFFFF ^ sign), sign, was, vcc=1)
    for mode in (KEEP, FLUSH_IN):
        add("D-NUM-3", mode, "v_mul_f32", HALF_BELOW, LEAST, 0)
        add("D-NUM-3", mode, "v_ldexp_f32", (HALF_BELOW[0], 0xFFFFFFFF), LEAST, 0)
    for mode in (KEEP, FLUSH):  # always flushed, the product too
        add("D-NUM-3", mode, "v_mad_f32", (*HALF_BELOW, 0), 0, LEAST)
        add("D-NUM-3", mode, "v_mac_f32", HALF_BELOW, 0, LEAST, old_dst=0)
        add("D-NUM-3", mode, "v_madmk_f32", (*HALF_BELOW, 0), 0, LEAST)
        add("D-NUM-3", mode, "v_madak_f32", (*HALF_BELOW, 0), 0, LEAST)
        add("D-NUM-3", mode, "v_mad_f32", (*HALF_BELOW, LEAST), LEAST, 0x01000000)
    # 2^-126 - 2^-150 is a 24-bit number below the least normal one; 2^-126 - 2^-151 rounds to it.
    add("D-NUM-3", FLUSH, "v_fma_f32", (TINY, OTHER_TINY, LEAST), 0, LEAST)
    add("D-NUM-3", FLUSH, "v_fma_f32", (TINY, OTHER_TINY - 0x00800000, LEAST), LEAST, 0)
    add("D-NUM-3", Mode.of(ZERO, 0), "v_fma_f32", (TINY, OTHER_TINY - 0x00800000, LEAST), 0)
    add("D-NUM-3", Mode.of(UP, 0), "v_fma_f32", (TINY, OTHER_TINY - 0x00800000, LEAST), LEAST)
    # f16: 0x7ff * 2^-25 has 11 bits; at the denormal step it is 0x3ff.8.
    for rounding, old in ((NEAREST, 0x0400), (UP, 0x0400), (DOWN, None), (ZERO, None)):
        add("D-NUM-3", HALF_FLUSH[rounding], "v_cvt_f16_f32", (0x387FE000,), 0, old)
    add("D-NUM-3", HALF_KEEP, "v_cvt_f16_f32", (0x387FE000,), 0x0400, 0)
    add("D-NUM-3", HALF_FLUSH[NEAREST], "v_cvt_f16_f32", (0x387FF800,), 0x0400, 0)
    add("D-NUM-3", HALF_FLUSH[NEAREST], "v_cvt_f16_f32", (0x387FEFFF,), 0, 0x0400)
    # ---- NaN operands with IEEE = 0
    for mode, nan in ((PLAIN, SIGNALLING), (KEEP, SIGNALLING | 0x400000)):
        other = None if mode is KEEP else SIGNALLING | 0x400000
        for name in ("v_add_f32", "v_sub_f32", "v_subrev_f32", "v_mul_f32"):
            add("D-NUM-5", mode, name, (SIGNALLING, ONE), nan, other)
            add("D-NUM-5", mode, name, (ONE, SIGNALLING), nan, other)
        for name in ("v_fma_f32", "v_mad_f32", "v_div_fmas_f32"):
            add("D-NUM-5", mode, name, (ONE, ONE, SIGNALLING), nan, other, vcc=1)
            add("D-NUM-5", mode, name, (ONE, SIGNALLING, QUIET), nan, other, vcc=0)
        for name in ("v_trunc_f32", "v_ceil_f32", "v_rndne_f32", "v_floor_f32", "v_fract_f32", "v_rcp_f32"):
            add("D-NUM-5", mode, name, (SIGNALLING,), nan, other)
        add("D-NUM-5", mode, "v_ldexp_f32", (SIGNALLING, 1), nan, other)
        add("D-NUM-5", mode, "v_mac_f32", (ONE, ONE), nan, other, old_dst=SIGNALLING)
        # The narrower format always gets a quiet one; numerics.md 4.
        add("D-NUM-5", mode, "v_cvt_f16_f32", (SIGNALLING,), 0x7E09, 0x7C09)
        add("D-NUM-5", mode, "v_cvt_f16_f32", (0xFF800001,), 0xFE00, 0xFC00)
        add("D-NUM-5", mode, "v_div_fixup_f32", (ONE, ONE, SIGNALLING), SIGNALLING | 0x400000, SIGNALLING)
        add("D-NUM-5", mode, "v_div_fixup_f32", (ONE, SIGNALLING, ONE), SIGNALLING | 0x400000, SIGNALLING)
    for bits, sign in ((0x7D01, 0), (0xFD01, MINUS)):
        add("D-NUM-5", PLAIN, "v_cvt_f32_f16", (bits,), 0x7FA02000 | sign, 0x7FE02000 | sign)
        add("D-NUM-5", KEEP, "v_cvt_f32_f16", (bits,), 0x7FE02000 | sign, 0x7FA02000 | sign)
    for name in ("v_min_f32", "v_max_f32"):  # numerics.md 3.2
        add("D-NUM-5", PLAIN, name, (SIGNALLING, ONE), ONE, SIGNALLING | 0x400000)
        add("D-NUM-5", PLAIN, name, (QUIET, SIGNALLING), SIGNALLING, SIGNALLING | 0x400000)
        add("D-NUM-5", KEEP, name, (ONE, SIGNALLING), SIGNALLING | 0x400000, ONE)
    # ---- OMOD at both ends
    for mode in OMOD.values():
        for bits in (0x80800000, 0x80FFFFFF, 0x80ABCDEF):
            add("D-NUM-7", mode, "v_mul_f32", (bits, ONE), MINUS, 0, omod=3)
        add("D-NUM-7", mode, "v_rcp_f32", (0xFE800000,), MINUS, 0, omod=3)  # -2^-126 / 2
        add("D-NUM-7", mode, "v_mul_f32", (0x00FFFFFF, ONE), 0, 0x00800000, omod=3)
        add("D-NUM-6", mode, "v_mul_f32", (0x81000001, ONE), 0x80800001, omod=3)
        for omod in (1, 2, 3):
            add("D-NUM-6", mode, "v_mul_f32", (MINUS, ONE), 0, MINUS, omod=omod)
            add("D-NUM-6", mode, "v_max_f32", (0xFF800000, MINUS), 0, MINUS, omod=omod)
    add("D-NUM-6", Mode.of(denorm=1, ieee=0), "v_max_f32", (1, MINUS), 0, 2, omod=1)  # a denormal number passed on
    for rounding, high, low in (
        (NEAREST, INF, INF | MINUS),
        (UP, INF, MOST | MINUS),
        (DOWN, MOST, INF | MINUS),
        (ZERO, MOST, MOST | MINUS),
    ):
        for bits, omod in ((0x7F000000, 1), (0x7F7FFFFF, 1), (0x7E800000, 2), (0x7F000001, 2)):
            add("D-NUM-6", OMOD[rounding], "v_mul_f32", (bits, ONE), high, omod=omod)
            add("D-NUM-6", OMOD[rounding], "v_mul_f32", (bits | MINUS, ONE), low, omod=omod)
        # The reciprocal rounds to nearest; its OMOD overflows as MODE rounds.
        add("D-NUM-6", OMOD[rounding], "v_rcp_f32", (0x00800000,), high, omod=2)
        add("D-NUM-6", OMOD[rounding], "v_rcp_f32", (0x80800000,), low, omod=2)
    add("D-NUM-6", HALF_OMOD, "v_cvt_f16_f32", (0x477FE000,), 0x7C00, 0x7BFF, omod=1)  # 65504 * 2
    add("D-NUM-6", saturating(HALF_OMOD), "v_cvt_f16_f32", (0x477FE000,), 0x7BFF, 0x7C00, omod=1)
    add("D-NUM-6", saturating(HALF_OMOD), "v_cvt_f16_f32", (INF,), 0x7C00, 0x7BFF, omod=1)
    add("D-NUM-7", HALF_OMOD, "v_cvt_f16_f32", (0xB8C00000,), 0x8000, 0, omod=3)  # -1.5 * 2^-14
    # ---- the first NaN of S0 * K + S1 and of S0 * S1 + K
    nans = [QUIET, QUIET + 1, QUIET + 2]
    for name in ("v_madmk_f32", "v_madak_f32"):
        add("D-NUM-9", KEEP, name, nans, nans[0], nans[1])
        add("D-NUM-9", KEEP, name, (ONE, *nans[1:]), nans[1], nans[2])
    # ---- an invalid product and a NaN in S2
    for mode in (KEEP, PLAIN, FLUSH):
        for nan in (QUIET, SIGNALLING, NAN):
            for a, b in ((0, INF), (INF | MINUS, 0), (MINUS, INF)):
                for name in ("v_fma_f32", "v_mad_f32", "v_div_fmas_f32", "v_madmk_f32", "v_madak_f32"):
                    if name == "v_madmk_f32":  # S0 * K + S1
                        add("D-NUM-10", mode, name, (a, b, nan), NAN, None)
                    else:
                        add("D-NUM-10", mode, name, (a, b, nan), NAN, nan | 0x400000 if nan != NAN else None, vcc=1)
                add("D-NUM-10", mode, "v_mac_f32", (a, b), NAN, None, old_dst=nan)
        add("D-NUM-10", mode, "v_fma_f32", (QUIET, INF, 0x7FC00001), QUIET, NAN)
        add("D-NUM-10", mode, "v_fma_f32", (0, QUIET, 0x7FC00001), QUIET, NAN)
    add("D-NUM-10", FLUSH, "v_fma_f32", (0x00000001, INF, QUIET), NAN, QUIET)  # a flushed denormal number
    add("D-NUM-10", KEEP, "v_fma_f32", (0x00000001, INF, QUIET), QUIET, NAN)
    # ---- the default NaN
    for name, operands in (
        ("v_add_f32", (INF, INF | MINUS)),
        ("v_sub_f32", (INF, INF)),
        ("v_subrev_f32", (INF | MINUS, INF | MINUS)),
        ("v_mul_f32", (INF, 0)),
        ("v_mul_f32", (MINUS, INF)),
        ("v_fma_f32", (INF, ONE, INF | MINUS)),
        ("v_fma_f32", (MINUS, INF, ONE)),
        ("v_mad_f32", (INF, ONE, INF | MINUS)),
        ("v_mad_f32", (0, INF, ONE)),
        ("v_div_fmas_f32", (ONE, INF, INF | MINUS)),
        ("v_fract_f32", (INF,)),
        ("v_fract_f32", (INF | MINUS,)),
        ("v_div_fixup_f32", (ONE, 0, MINUS)),
        ("v_div_fixup_f32", (ONE, INF, INF)),
    ):
        add("D-NUM-12", KEEP, name, operands, NAN, NAN ^ MINUS, vcc=0)
        add("D-NUM-12", Mode.of(dx10=0), name, operands, NAN, NAN ^ MINUS, vcc=0, clamp=1)
        add("D-NUM-12", KEEP, name, operands, 0, NAN, vcc=0, clamp=1)
    add("D-NUM-12", KEEP, "v_mac_f32", (INF, ONE), NAN, NAN ^ MINUS, old_dst=INF | MINUS)
    # ---- min, max, med3 pass the operand on
    for name, operands, new in (
        ("v_min_f32", (0x00000123, ONE), 0x00000123),
        ("v_min_f32", (ONE, 0x807FFFFF), 0x807FFFFF),
        ("v_max_f32", (0x00000123, 0xBF800000), 0x00000123),
        ("v_max_f32", (0x80000001, 0xBF800000), 0x80000001),
        ("v_min3_f32", (ONE, 0x00000123, 0x40000000), 0x00000123),
        ("v_max3_f32", (0xBF800000, 0xC0000000, 0x80000123), 0x80000123),
        ("v_med3_f32", (0xBF800000, 0x00000123, ONE), 0x00000123),
        ("v_med3_f32", (QUIET, 0x00000123, ONE), 0x00000123),
    ):
        add("D-NUM-16", FLUSH_OUT, name, operands, new, new & MINUS)
        add("D-NUM-16", FLUSH, name, operands, new & MINUS, new)
        add("D-NUM-16", FLUSH_IN, name, operands, new & MINUS, new)
        add("D-NUM-16", KEEP, name, operands, new)
    # ---- the zeros of med3
    for operands, new in (
        ((MINUS, 0, MINUS), MINUS),
        ((0, MINUS, MINUS), MINUS),
        ((MINUS, MINUS, 0), MINUS),
        ((0, MINUS, 0), 0),
        ((MINUS, 0, 0), 0),
        ((0, 0, MINUS), 0),
        ((0xBF800000, 0, MINUS), MINUS),
        ((MINUS, 0, 0xBF800000), MINUS),
        ((0, 0xBF800000, MINUS), MINUS),
        ((ONE, MINUS, 0), 0),
        ((MINUS, ONE, 0), 0),
        ((0, MINUS, INF), 0),
        ((0x80000001, 0x00000001, 0), 0),
    ):
        add("D-NUM-18", KEEP, "v_med3_f32", operands, new)
    add("D-NUM-18", FLUSH, "v_med3_f32", (0x80000001, 1, 0x80000002), MINUS, 0)
    # ---- fract of an integer
    for bits in (0, MINUS, ONE, 0xBF800000, 0x4B000001, 0xCB000001, MOST, MOST | MINUS, 0xC1200000):
        add("D-NUM-20", DOWNWARD, "v_fract_f32", (bits,), 0, MINUS)
        add("D-NUM-20", UPWARD, "v_fract_f32", (bits,), 0)
        add("D-NUM-20", KEEP, "v_fract_f32", (bits,), 0)
    for mode, bits, new in (
        (Mode.of(DOWN, 0), 0x807FFFFF, 0),
        (KEEP, 0x80000001, 0x3F7FFFFF),
        (UPWARD, 0xB3000000, 0x3F7FFFFF),
        (Mode.of(ZERO), 0xB2800000, 0x3F7FFFFF),
        (FLUSH_OUT, 0x00000123, 0),
        (KEEP, 0x00000123, 0x00000123),
    ):
        add("D-NUM-19", mode, "v_fract_f32", (bits,), new)
    # ---- a NaN q of v_div_fixup_f16
    for q in (0x7D12, 0x7E12, 0xFD12):
        add("D-NUM-48", HALF_KEEP, "v_div_fixup_f16", (q, 0x3C00, 0xBC00), q | 0x8000, None)
        add("D-NUM-48", HALF_KEEP, "v_div_fixup_f16", (q, 0xBC00, 0xBC00), q & 0x7FFF, None)
    # ---- the sine of a denormal f16: 2 pi * 2^-24 is six steps and a bit
    for bits, new in ((0x0001, 0x0006), (0x8001, 0x8006)):
        add("D-NUM-28", HALF_KEEP, "v_sin_f16", (bits,), new, new & 0x8000)
        add("D-NUM-28", HALF_FLUSH[NEAREST], "v_sin_f16", (bits,), new & 0x8000, new)
    # ---- FP16_OVFL
    for rounding in range(4):
        mode = Mode.of(other_rounding=rounding)
        high, low = (0x7C00, 0xFBFF) if rounding == UP else (0x7BFF, 0xFC00) if rounding == DOWN else (0x7C00, 0xFC00)
        if rounding == ZERO:
            high, low = 0x7BFF, 0xFBFF
        for bits in (0x477FF000, 0x47800000, MOST):  # 65520, 65536
            add("", mode, "v_cvt_f16_f32", (bits,), high)
            add("", mode, "v_cvt_f16_f32", (bits | MINUS,), low)
            add("", saturating(mode), "v_cvt_f16_f32", (bits,), 0x7BFF)
            add("", saturating(mode), "v_cvt_f16_f32", (bits | MINUS,), 0xFBFF)
        add("", saturating(mode), "v_cvt_f16_f32", (INF | MINUS,), 0xFC00, 0xFBFF)
        add("", saturating(mode), "v_mul_f32", (MOST, 0x40000000), INF if mode.bits & 3 in (NEAREST, UP) else MOST)
    return found


def cases_of_gfx906():
    """As cases(). op_sel_hi 0 makes all sources of a mix f32; 3 makes v_dot2_f32_f16 take both halves."""
    found = []

    def add(decision, mode, name, operands, new, old=None, **fields):
        found.append((decision, mode, name, operands, new, old, fields))

    def mix(decision, mode, operands, new, old=None, halves=0, **fields):
        """v_fma_mixlo and mixhi: new and old are halves."""
        for name, shift in (("v_fma_mixlo_f16", 0), ("v_fma_mixhi_f16", 16)):
            kept = 0x5A5AA5A5 & 0xFFFF0000 >> shift
            was = None if old is None else old << shift | kept
            add(
                decision, mode, name, operands, new << shift | kept, was, op_sel_hi=halves, old_dst=0x5A5AA5A5, **fields
            )

    def dot(mode, operands, new, old=None, op_sel_hi=3, **fields):
        add("D-NUM-14", mode, "v_dot2_f32_f16", operands, new, old, op_sel_hi=op_sel_hi, **fields)

    # ---- v_fmac_f32 and v_fma_mix_f32 round once, and the f32 denormals are MODE's; old: v_mac_f32, v_mad_mix_f32
    fused = (("v_fmac_f32", lambda a, b, c: {"old_dst": c}), ("v_fma_mix_f32", lambda a, b, c: {"op_sel_hi": 0}))
    for name, more in fused:
        for mode, a, b, c, new, old in (
            (KEEP, 0x3F800001, 0x3F800001, 0xBF800002, 0x28800000, 0),  # (1 + 2^-23)^2 - (1 + 2^-22) is 2^-46
            (KEEP, MOST, 0x40000000, INF | MINUS, INF | MINUS, NAN),
            (KEEP, MOST, 0x40000000, MOST | MINUS, MOST, INF),
            (KEEP, 1, ONE, 0, 1, 0),
            (FLUSH, 1, ONE, ONE, ONE, None),
            (FLUSH, *HALF_BELOW, 0, 0, LEAST),
            (KEEP, *HALF_BELOW, 0, LEAST, 0),
            (DOWNWARD, ONE, ONE, 0xBF800000, MINUS, 0),
            (UPWARD, ONE, ONE, 0xBF800000, 0, MINUS),
            (KEEP, 0, INF, QUIET, NAN, QUIET),
            (KEEP, QUIET, INF, 0x7FC00001, QUIET, 0x7FC00001),
            (PLAIN, ONE, SIGNALLING, QUIET, SIGNALLING, SIGNALLING | 0x400000),
        ):
            decision = "D-NUM-10" if NAN in (new, old) else ""
            operands = (a, b) if name == "v_fmac_f32" else (a, b, c)
            add(decision, mode, name, operands, new, old, **more(a, b, c))
    # Bit 2 of NEG and ABS is no modifier of the accumulator.
    add("D-VEC-19", KEEP, "v_fmac_f32", (ONE, ONE), 0, 0x40000000, old_dst=0xBF800000, neg=4)
    add("D-VEC-19", KEEP, "v_fmac_f32", (ONE, ONE), 0, 0x40000000, old_dst=0xBF800000, absolute=4)
    # ---- f16 sources by the input bit of f32; the bits of f16 do not matter
    for mode, new, old in (
        (Mode.of(denorm=3, other_denorm=0), 0x33800000, 0),
        (Mode.of(denorm=1, other_denorm=0), 0x33800000, 0),
        (Mode.of(denorm=0, other_denorm=3), 0, 0x33800000),
        (Mode.of(denorm=2, other_denorm=3), 0, 0x33800000),
    ):
        add("", mode, "v_fma_mix_f32", (1, ONE, 0), new, old, op_sel_hi=1)
        add("", mode, "v_fma_mix_f32", (0x8001, ONE, MINUS), new | MINUS, old | MINUS, op_sel_hi=1)
        add("", mode, "v_fma_mix_f32", (0x8001, ONE, 0), new, old, op_sel_hi=1, absolute=1)
        add("", mode, "v_fma_mix_f32", (0, ONE, 0x00010000), new, old, op_sel=4, op_sel_hi=4)
    # NEG and ABS of a source as it is read; a NaN of f16 is widened.
    add("", KEEP, "v_fma_mix_f32", (0xBC00, 0xBF800000, 0), ONE, None, op_sel_hi=1, neg=0)
    add("", KEEP, "v_fma_mix_f32", (0xBC00, 0xBF800000, 0), MINUS | ONE, ONE, op_sel_hi=1, absolute=1)
    add("", KEEP, "v_fma_mix_f32", (0xBC00, 0xBF800000, 0), ONE, MINUS | ONE, op_sel_hi=1, absolute=1, neg=1)
    add("", KEEP, "v_fma_mix_f32", (0x7D01, ONE, 0), 0x7FE02000, 0x7FA02000, op_sel_hi=1)
    add("", PLAIN, "v_fma_mix_f32", (0x7D01, ONE, 0), 0x7FA02000, 0x7FE02000, op_sel_hi=1)
    # ---- v_fma_mixlo, mixhi: one rounding, to f16. old: through f32 first
    near, even = Mode.of(other_rounding=NEAREST, other_denorm=3), 0x3F801000  # 1 + 2^-11: a tie of f16
    mix("D-NUM-49", near, (even, ONE, 0), 0x3C00, 0x3C01)
    mix("D-NUM-49", near, (even, ONE, 0x20000000), 0x3C01, 0x3C00)  # 2^-63 beyond the tie
    mix("D-NUM-49", near, (even, ONE, 0xA0000000), 0x3C00, 0x3C01)
    mix("D-NUM-49", near, (0x3F803000, ONE, 0xA0000000), 0x3C01, 0x3C02)
    mix("D-NUM-49", Mode.of(ZERO, other_rounding=UP), (even, ONE, 0), 0x3C01, 0x3C00)
    mix("D-NUM-49", Mode.of(UP, other_rounding=ZERO), (even, ONE, 0x20000000), 0x3C00, 0x3C01)
    mix("D-NUM-49", Mode.of(UP, other_rounding=DOWN), (ONE, ONE, 0xBF800000), 0x8000, 0)
    mix("D-NUM-49", Mode.of(DOWN, other_rounding=UP), (ONE, ONE, 0xBF800000), 0, 0x8000)
    mix("D-NUM-49", near, (0x0000, 0x8000, MINUS), 0x8000, 0, halves=3)
    # It has the denormals and the overflow of f16.
    mix("", Mode.of(denorm=0, other_denorm=3), (0x33800000, ONE, 0), 0x0001, 0)  # 2^-24
    mix("", Mode.of(denorm=3, other_denorm=0), (0x33800000, ONE, 0), 0, 0x0001)
    mix("D-NUM-3", Mode.of(other_rounding=NEAREST, other_denorm=1), (0x387FE000, ONE, 0), 0, 0x0400)
    mix("D-NUM-3", near, (0x387FE000, ONE, 0), 0x0400, 0)
    mix("", near, (0x477FF000, ONE, 0), 0x7C00, 0x7BFF)  # 65520
    mix("", near, (0x477FF000, ONE, 0xA0000000), 0x7BFF, 0x7C00)
    mix("", saturating(near), (0x477FF000, ONE, 0), 0x7BFF, 0x7C00)
    mix("", saturating(near), (MOST, MOST, 0), 0x7BFF, 0x7C00)
    mix("", saturating(near), (MOST | MINUS, MOST, 0), 0xFBFF, 0xFC00)
    mix("", saturating(near), (INF, ONE, 0), 0x7C00, 0x7BFF)
    mix("", near, (MOST, MOST, INF | MINUS), 0xFC00, 0xFE00)
    # A NaN keeps its sign and the upper payload, and is always quiet.
    for mode in (near, Mode.of(other_rounding=NEAREST, other_denorm=3, ieee=0)):
        mix("", mode, (SIGNALLING, ONE, 0), 0x7E09, 0x7C09)
        mix("", mode, (0xFF800001, ONE, 0), 0xFE00, 0xFC00)
        mix("", mode, (0x7D01, ONE, 0), 0x7F01, 0x7D01, halves=1)
        mix("D-NUM-10", mode, (0, INF, QUIET), 0xFE00, 0x7E09)
    mix("D-NUM-12", near, (INF, ONE, INF | MINUS), 0xFE00, 0x7E00)
    mix("", Mode.of(dx10=1), (QUIET, ONE, 0), 0, 0x7E09, clamp=1)
    mix("", Mode.of(dx10=0), (QUIET, ONE, 0), 0x7E09, 0, clamp=1)
    mix("", near, (0x40000000, ONE, 0), 0x3C00, 0x4000, clamp=1)
    # ---- v_dot2_f32_f16: two sums, each to nearest even whatever MODE says
    one, two = 0x3C003C00, 0x40004000
    for rounding in range(4):
        for denorm in range(4):
            mode = Mode.of(rounding, denorm)
            dot(mode, (one, one, 0x4B800000), 0x4B800000, 0x4B800001)  # 2^24 + 1 + 1: each sum is a tie
            dot(mode, (one, one, 0x4B800001), 0x4B800002, 0x4B800003)  # 2^24 + 2: up, then down
            dot(mode, (one, 0xBC003C00, 0), 0, MINUS)
            dot(mode, (one, 0xBC003C00, 1), 0, 1)  # S2 is flushed
            dot(mode, (0, 0, 0x807FFFFF), 0, 0x807FFFFF)
            dot(mode, (0, 0x80008000, 0x807FFFFF), MINUS, 0x807FFFFF)
            dot(mode, (0x00010000, one, 0), 0x33800000, 0)  # f16 denormals are kept
            dot(mode, (0x00000001, one, 0), 0x33800000, 0)
            dot(mode, (0x03FF83FF, one, ONE), ONE, None)
    # The low product is added first, and this sum is rounded.
    dot(KEEP, (0xBC003C00, one, 0x4B800000), 0x4B7FFFFF, 0x4B800000)
    dot(KEEP, (0x3C00BC00, one, 0x4B800000), 0x4B800000, 0x4B7FFFFF)
    dot(KEEP, (one, one, 0xCB800001), 0xCB7FFFFF, 0xCB800000)
    dot(KEEP, (0x78000001, 0xF8000001, 0x4E800000), 0, 0x27800000)
    # NEG is of the low halves and of S2, NEG_HI of the high halves; OP_SEL picks them.
    dot(KEEP, (0x40003C00, 0x42003C00, ONE), 0x41000000)
    dot(KEEP, (0x40003C00, 0x42003C00, ONE), 0x40C00000, 0x41000000, neg=1)
    dot(KEEP, (0x40003C00, 0x42003C00, ONE), 0x41000000, 0xC0C00000, neg=3)
    dot(KEEP, (0x40003C00, 0x42003C00, ONE), 0x40C00000, 0x41000000, neg=4)
    dot(KEEP, (0x40003C00, 0x42003C00, ONE), 0xC0800000, 0x41000000, absolute=1)
    dot(KEEP, (0x40003C00, 0x42003C00, 0xBF800000), 0x40C00000, 0x41000000, absolute=4)
    dot(KEEP, (0x40003C00, 0x42003C00, ONE), 0x40400000, 0x41000000, op_sel_hi=0)
    dot(KEEP, (0x40003C00, 0x42003C00, ONE), 0x41500000, 0x41000000, op_sel=3)
    dot(KEEP, (0x40003C00, 0x42003C00, ONE), 0x41200000, 0x41000000, op_sel=2)
    dot(KEEP, (0x40003C00, 0x42003C00, 0x40000000), 0x41100000, None, op_sel=4)
    dot(KEEP, (0x40003C00, 0x42003C00, 0x40000000), 0x41100000, None, op_sel_hi=7)
    # NaN: as the two sums have it, so the high halves come first, then what the low sum gives.
    for mode, quiet in ((KEEP, 0x400000), (PLAIN, 0)):
        dot(mode, (0x7D017D02, one, SIGNALLING), 0x7FA02000 | quiet, 0x7FA04000 | quiet)
        dot(mode, (one, 0xFD017D02, QUIET), 0xFFA02000 | quiet, 0x7FA04000 | quiet)
        dot(mode, (0x3C007D02, one, QUIET), 0x7FA04000 | quiet, QUIET)
        dot(mode, (one, one, SIGNALLING), SIGNALLING | quiet, None)
        dot(mode, (0x7C007E01, 0x00003C00, 0), NAN, 0x7FC02000)  # an invalid high product before the low sum
        dot(mode, (0x7E017C00, 0x3C000000, 0), 0x7FC02000, NAN)
        dot(mode, (0x7C00, 0, QUIET), NAN, QUIET)
    dot(KEEP, (0x7C007C00, 0xBC003C00, 0), NAN, 0)
    dot(KEEP, (0x7C00, 0x3C00, INF | MINUS), NAN, INF)
    dot(KEEP, (0x7C00, 0xFC00, 0), INF | MINUS, NAN)
    dot(saturating(KEEP), (0x7BFF7BFF, 0x7BFF7BFF, 0), 0x4FFFC004, 0x7BFF)
    dot(KEEP, (one, one, 0), ONE, 0x40000000, clamp=1)
    dot(KEEP, (one, 0xBC00BC00, 0), 0, 0xC0000000, clamp=1)
    dot(Mode.of(dx10=0), (two, 0x7E00, 0), 0x7FC00000, 0, clamp=1)
    dot(Mode.of(dx10=1), (two, 0x7E00, 0), 0, 0x7FC00000, clamp=1)
    # ---- OMOD exists in v_fmac_f32 alone
    for mode in OMOD.values():
        add("D-NUM-6", mode, "v_fmac_f32", (ONE, ONE), 0x40800000, 0x40000000, omod=1, old_dst=ONE)
        add("D-NUM-7", mode, "v_fmac_f32", (0x80800000, ONE), MINUS, 0, omod=3, old_dst=MINUS)
    return found


def cases_of_widths():
    """As cases(), of f16 and f64: the rules that one implementation has for all formats, width by width."""
    found = []

    def add(decision, mode, name, operands, new, old=None, **fields):
        found.append((decision, mode, name, operands, new, old, fields))

    for f in (F16, F64):
        kind, least, ones = f"f{f.size}", 1 << f.fraction, (1 << f.fraction) - 1
        kept = {"old_dst": 0} if f is F16 else {}  # v_fma_f16 keeps the high half
        lowest = 1 - f.bias - f.fraction - 1  # of the bits that a number just below the least normal one has

        def power(n, f=f):
            return n + f.bias << f.fraction

        # ---- the flush is decided before the denormal step
        for rounding in range(4):
            for denorm in (0, 1):
                mode = Mode.of(other_rounding=rounding, other_denorm=denorm)
                was = least if rounding in (NEAREST, UP) else None
                add("D-NUM-3", mode, f"v_mul_{kind}", (least | ones, power(-1)), 0, was)
                add("D-NUM-3", mode, f"v_fma_{kind}", (least | ones, power(-1), 0), 0, was, **kept)
                add("D-NUM-3", mode, f"v_ldexp_{kind}", (least | ones, M32), 0, was)
                # The least normal number less one bit, or half a bit.
                for below, new in ((0, 0), (1, least if rounding in (NEAREST, UP) else 0)):
                    parts = power(lowest // 2), f.sign | power(lowest - lowest // 2 - below)
                    add("D-NUM-3", mode, f"v_fma_{kind}", (*parts, least), new, was if new == 0 else 0, **kept)
        # ---- OMOD: half of the least binade is a zero, and what overflows does so as MODE rounds
        for rounding in range(4):
            mode = Mode.of(other_rounding=rounding, other_denorm=0, ieee=0)
            add("D-NUM-7", mode, f"v_mul_{kind}", (least | ones, f.one), 0, least, omod=3)
            add("D-NUM-7", mode, f"v_mul_{kind}", (f.sign | least, f.one), f.sign, 0, omod=3)
            for sign in (0, f.sign):
                away = rounding == NEAREST or rounding == (DOWN if sign else UP)
                high = sign | f.inf - (0 if away else 1)
                add("D-NUM-6", mode, f"v_mul_{kind}", (sign | power(f.bias), f.one), high, omod=1)
            # ---- an exact zero sum
            zero = f.sign if rounding == DOWN else 0
            add("", mode, f"v_add_{kind}", (f.one, f.sign | f.one), zero, zero ^ f.sign)
            add("", mode, f"v_fma_{kind}", (f.one, f.one, f.sign | f.one), zero, zero ^ f.sign, **kept)
        add("D-NUM-3", HALF_KEEP, f"v_mul_{kind}", (least | ones, power(-1)), least, 0)
    # ---- the segments of 2/pi: the border of the scale of 2^128, and denormal results, which are cut off
    up = Mode.of(other_rounding=UP, other_denorm=3)
    add("", up, "v_trig_preop_f64", (1968 << 52, 0), 0x10374F463F669E5F)
    add("", up, "v_trig_preop_f64", (1967 << 52, 0), 0x084BA7A31FB34F2F)
    add("", up, "v_trig_preop_f64", (1967 << 52, 3), 0x1DE294A, 0x1DE294B)
    # ---- f16 alone; they keep the high half
    nans = [F16.inf | F16.quiet | n for n in (1, 2, 3)]
    for name in ("v_madmk_f16", "v_madak_f16"):
        add("D-NUM-9", HALF_KEEP, name, nans, nans[0], nans[1], old_dst=0)
        add("D-NUM-9", HALF_KEEP, name, (F16.one, *nans[1:]), nans[1], nans[2], old_dst=0)
    for operands in ((F16.sign, 0, F16.sign), (0, F16.sign, F16.sign), (F16.sign, F16.sign, 0)):
        add("D-NUM-18", HALF_KEEP, "v_med3_f16", operands, F16.sign, 0, old_dst=0)
    return found


def emit(p, decision, mode, name, operands, new, old, fields):
    row, fields = ROWS[name], dict(fields)
    vcc, old_dst = fields.pop("vcc", None), fields.pop("old_dst", None)
    more = f"{decision} {name} " + " ".join(f"{v:08x}" for v in operands)
    apart = 2 if "f64" in row.sources else 1
    sources = [V(8 + apart * i) for i in range(len(operands))]
    if row.constant is not None:
        sources[row.constant] = L(operands[row.constant])
    forms = ("VOP3P", "VOP3") if fields else ("VOP3P", "VOP1", "VOP2", "VOP3")
    form = next(f for f in forms if (f, name) in words.NUMBER)
    case = FloatCase(mode, row, form, sources, **fields)
    for i, bits in enumerate(operands):
        for register, part in ((8 + apart * i + half, bits >> 32 * half & M32) for half in range(apart)):
            if i != row.constant:
                p.asm(f"v_mov_b32 v{register}, 0x{part:x}")
                p.v[register] = [part] * LANES
    if old_dst is not None:
        p.asm(f"v_mov_b32 v2, 0x{old_dst:x}")
        p.v[OLD] = [old_dst] * LANES
    if vcc is not None:
        p.set_vcc((1 << LANES) - 1 if vcc else 0)
    p.set_mode(mode.bits)
    p.word(case.encode(), more)
    p.cover(form, name, more)
    result = case.packed(p, 0) if row.packed else case.lane(p, 0, p.vcc or 0)[0]
    if result != new or new == old:
        raise SystemExit(f"{more} mode {mode.bits:x} {fields}: {new:x} by the rule, {old} without it, {result:x} read")
    for half in range(2 if row.result == "f64" else 1):
        p.asm(f"v_readfirstlane_b32 s12, v{DST + half}")
        p.collect("s12", new >> 32 * half)


def rules(name, found, isa=None):
    about = "decisions on floats: each case has the result by the decision, not another"
    p = Program(name, about, [[0] * LANES] * 36)
    p.isa = isa
    for case in found:
        emit(p, *case)
    p.set_mode(KEEP.bits)
    return p


# ---- float atomics of the LDS ------------------------------------------------------------------------------

LDS_MODES = {"keep": 0x3F0, "flush": 0x300, "flush out": 0x350, "flush in": 0x3A0, "plain": 0x1F0, "down": 0x3FA}
WIDE = {False: (0x7F800000, 0x00400000, 0x80000000), True: (0x7FF0 << 48, 1 << 51, 1 << 63)}


def atomics_of(wide):
    """(mode, opcode, memory, data, what is in memory then); data: D0, of cmpst D0 (compared) and D1."""
    inf, quiet, sign = WIDE[wide]
    one, two = (0x3FF0 << 48, 0x4000 << 48) if wide else (ONE, 0x40000000)
    nan, other, signalling = inf | quiet | 5, sign | inf | quiet | 9, inf | 7
    small, least = 0x123, 1
    kind = "f64" if wide else "f32"
    for name in (f"ds_min_rtn_{kind}", f"ds_max_rtn_{kind}"):
        greatest = "max" in name
        for mode in LDS_MODES:
            yield mode, name, nan, (other,), nan  # D-NUM-38
            yield mode, name, other, (nan,), other
            yield mode, name, nan, (one,), one
            yield mode, name, one, (nan,), one
            yield mode, name, signalling, (one,), signalling | quiet  # D-NUM-36
            yield mode, name, one, (sign | signalling,), sign | signalling | quiet
            yield mode, name, nan, (signalling,), signalling | quiet
            yield mode, name, one, (two,), two if greatest else one
            yield mode, name, 0, (sign,), 0 if greatest else sign
            yield mode, name, sign, (0,), 0 if greatest else sign
            yield mode, name, sign | one, (small,), small if greatest else sign | one
            # Equal where they are flushed: the data operand stays.
            flushed = mode in ("flush", "flush in")
            yield mode, name, small, (least,), least if flushed else small if greatest else least
            yield mode, name, least, (small,), small if flushed else small if greatest else least
    for mode in LDS_MODES:
        name = f"ds_cmpst_rtn_{kind}"
        flushed = mode in ("flush", "flush in")
        yield mode, name, small, (least, nan), nan if flushed else small  # D-NUM-40
        yield mode, name, small, (0, least), least if flushed else small
        yield mode, name, sign | small, (0, sign | least), sign | least if flushed else sign | small
        yield mode, name, 0, (sign, two), two
        yield mode, name, one, (one, small), small
        yield mode, name, one, (two, small), one
        yield mode, name, nan, (nan, one), nan
        yield mode, name, signalling, (signalling, one), signalling
        yield mode, name, small, (small, least), least
    if wide:
        return
    for mode in LDS_MODES:
        name = "ds_add_rtn_f32"
        yield mode, name, INF, (INF | MINUS,), NAN  # D-NUM-12
        yield mode, name, INF | MINUS, (INF,), NAN
        yield mode, name, nan, (other,), nan
        yield mode, name, signalling, (one,), signalling | quiet
        yield mode, name, one, (signalling,), signalling | quiet
        yield mode, name, MINUS, (0,), 0
        yield mode, name, MINUS, (MINUS,), MINUS
        yield mode, name, ONE, (ONE | MINUS,), 0  # nearest whatever MODE says
        yield mode, name, ONE, (0x33800000,), ONE  # 1 + 2^-24
        yield mode, name, ONE, (0x33800001,), 0x3F800001
        keeps_in, keeps_out = mode not in ("flush", "flush in"), mode not in ("flush", "flush out")
        yield mode, name, small, (least,), (0x124 if keeps_out else 0) if keeps_in else 0
        yield mode, name, LEAST, (1,), 0x00800001 if keeps_in else LEAST
        yield mode, name, 0x00C00000, (0x80800000,), 0x00400000 if keeps_out else 0


def atomics():
    about = "float atomics of the LDS: NaNs, zeros, denormals in every mode"
    p = Program("directed_float_atomics", about, [[0] * LANES])
    p.lds = 64
    p.asm("v_mov_b32 v9, 0")
    for wide in (False, True):
        for mode, name, memory, data, then in atomics_of(wide):
            p.set_mode(LDS_MODES[mode])
            read = atomic(Mode(LDS_MODES[mode]), F64 if wide else F32, name.split("_")[1], memory, *data)
            if read != then:
                raise SystemExit(f"{name} mode {mode} {memory:x} {data}: {then:x} by the rule, {read:x} read")
            size, pair = ("b64", 2) if wide else ("b32", 1)
            registers = [f"v{r}" if not wide else f"v[{r}:{r + 1}]" for r in (10, 12, 14, 16)]
            for register, value in zip((10, 12, 14), (memory, *data)):
                for i in range(pair):
                    p.asm(f"v_mov_b32 v{register + i}, 0x{value >> 32 * i & 0xFFFFFFFF:x}")
            p.set_exec(1)
            operands = ", ".join(registers[1 : 1 + len(data)])
            p.asm(
                f"ds_write_{size} v9, {registers[0]}",
                f"{name} {registers[3]}, v9, {operands}  // {mode}: {memory:x} " + " ".join(f"{v:x}" for v in data),
                f"ds_read_{size} {registers[1]}, v9",
                "s_waitcnt lgkmcnt(0)",
            )
            p.cover("DS", name, mode)
            for register, value in ((16, memory), (12, then)):
                for i in range(pair):
                    p.asm(f"v_readfirstlane_b32 s12, v{register + i}")
                    p.collect("s12", value >> 32 * i)
    p.set_mode(KEEP.bits)
    return p


def programs():
    of_gfx906 = rules("directed_gfx906_float_rules", cases_of_gfx906(), "gfx906")
    widths = rules("directed_width_rules", cases_of_widths())
    return [rules("directed_float_rules", cases()), widths, atomics(), of_gfx906]
