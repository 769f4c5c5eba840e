# SPDX-License-Identifier: Apache-2.0
"""Meaning of each integer opcode: one line an opcode, on exact numbers of the operands' types.

A type is a letter (u unsigned, i signed, b bits) and a size; u24 and i24 are the low 24 bits of a register. A result is
cut to its type afterwards, so a line says `a + b` and no mask. Sources: numerics.md 7 (vector), 8 (scalar), the names.
"""

from wl.reading.bits import signed


M32, M64 = (1 << 32) - 1, (1 << 64) - 1


def leading(v, bits):
    return bits - v.bit_length() if v else -1


def trailing(v):
    return (v & -v).bit_length() - 1


def sign_run(v, bits):
    """Bits from the top that equal the sign; -1 when all do."""
    return leading(v if v >= 0 else ~v, bits)


def reverse(v, bits):
    return int(f"{v:0{bits}b}"[::-1], 2)


def clip(v, low, high):
    return max(low, min(high, v))


def byte(v, i):
    return v >> 8 * i & 255


def field(v, offset, size, bits, sign):
    """s_bfe and v_bfe: size bits from offset; past the top what remains."""
    if not size:
        return 0
    part = (v & ((1 << bits) - 1)) >> offset & ((1 << size) - 1)
    return signed(part, min(size, bits - offset)) if sign else part


def sad8(a, b, masked=False):
    return sum(abs(byte(a, i) - byte(b, i)) for i in range(4) if byte(b, i) or not masked)


def quad_sad(a, b, c, bits, masked, clamp=False):
    """Four sums of 16 or 32 bits side by side, cut to their size or, with CLAMP, saturated (D-NUM-33)."""
    most = (1 << bits) - 1
    sums = [sad8(a >> 8 * k, b, masked) + (c >> bits * k & most) for k in range(4)]
    return sum((min(v, most) if clamp else v & most) << bits * k for k, v in enumerate(sums))


def perm(a, b, sel):
    both, out = a << 32 | b, 0
    for i in range(4):
        s = byte(sel, i)
        if s <= 7:
            v = byte(both, s)
        elif s <= 11:
            v = 255 if byte(both, 2 * (s - 8) + 1) & 128 else 0
        else:
            v = 0 if s == 12 else 255
        out |= v << 8 * i
    return out


def dot(a, b, c):
    return sum(x * y for x, y in zip(a, b)) + c


def below(lane):
    return (1 << lane) - 1


class Row:
    def __init__(self, name, sources, result, meaning, saturates=None, **flags):
        """saturates: the type to which CLAMP saturates the exact result, or what the opcode means with CLAMP. With a
        mask result: (result, mask bit)."""
        self.name, self.sources, self.result, self.meaning, self.saturates = (
            name,
            sources.split(),
            result,
            meaning,
            saturates,
        )
        self.carry_in = self.carry_out = False  # a lane's mask bit is the last operand; is made
        self.compare = False  # the mask bit is the result
        self.op_sel = self.op_sel_dst = False  # OP_SEL picks the halves of the sources; [3] the half of the destination
        self.keeps_half = False  # the other half of the destination stays
        self.modifiers = False  # NEG and ABS act although it is no float opcode
        self.lane = False  # the lane number is the last operand
        self.packed = False  # VOP3P: meaning takes and gives one half
        self.dot = None  # VOP3P: the type of the elements of S0 and S1, of which meaning has lists
        self.isa = None  # the instruction set that alone has it
        assert set(flags) <= set(vars(self)), flags
        vars(self).update(flags)


GFX906 = {"isa": "gfx906"}
IN, OUT, INOUT = {"carry_in": True}, {"carry_out": True}, {"carry_in": True, "carry_out": True}
SEL, HIGH, PACKED = {"op_sel": True}, {"op_sel_dst": True}, {"packed": True}
KEEP = {"op_sel": True, "op_sel_dst": True, "keeps_half": True}


def vector_rows():
    """The vector opcodes; the last word of a line is the type to which CLAMP saturates (D-VEC-15, D-VEC-17, D-VEC-29,
    D-NUM-32)."""
    R = Row
    rows = [
        # ---- VOP1
        R("v_mov_b32", "b32", "b32", lambda a: a),
        R("v_not_b32", "b32", "b32", lambda a: ~a),
        R("v_bfrev_b32", "b32", "b32", lambda a: reverse(a, 32)),
        R("v_ffbh_u32", "u32", "b32", lambda a: leading(a, 32)),
        R("v_ffbl_b32", "u32", "b32", lambda a: trailing(a) if a else -1),
        R("v_ffbh_i32", "i32", "b32", lambda a: sign_run(a, 32)),
        R(
            "v_sat_pk_u8_i16",
            "b32",
            "b32",
            lambda a: clip(signed(a, 16), 0, 255) | clip(signed(a >> 16, 16), 0, 255) << 8,
        ),
        # ---- VOP2, 32 bits
        R("v_xnor_b32", "b32 b32", "b32", lambda a, b: ~(a ^ b), **GFX906),
        R("v_cndmask_b32", "b32 b32", "b32", lambda a, b, c: b if c else a, modifiers=True, **IN),
        R("v_mul_i32_i24", "i24 i24", "b32", lambda a, b: a * b, "i32"),
        R("v_mul_hi_i32_i24", "i24 i24", "b32", lambda a, b: a * b >> 32),
        R("v_mul_u32_u24", "u24 u24", "b32", lambda a, b: a * b, "u32"),
        R("v_mul_hi_u32_u24", "u24 u24", "b32", lambda a, b: a * b >> 32),
        R("v_min_i32", "i32 i32", "b32", min),
        R("v_max_i32", "i32 i32", "b32", max),
        R("v_min_u32", "u32 u32", "b32", min),
        R("v_max_u32", "u32 u32", "b32", max),
        R("v_lshrrev_b32", "u32 u32", "b32", lambda n, a: a >> (n & 31)),
        R("v_ashrrev_i32", "u32 i32", "b32", lambda n, a: a >> (n & 31)),
        R("v_lshlrev_b32", "u32 u32", "b32", lambda n, a: a << (n & 31)),
        R("v_and_b32", "b32 b32", "b32", lambda a, b: a & b),
        R("v_or_b32", "b32 b32", "b32", lambda a, b: a | b),
        R("v_xor_b32", "b32 b32", "b32", lambda a, b: a ^ b),
        R("v_add_co_u32", "u32 u32", "b32", lambda a, b: (a + b, a + b > M32), "u32", **OUT),
        R("v_sub_co_u32", "u32 u32", "b32", lambda a, b: (a - b, a < b), "u32", **OUT),
        R("v_subrev_co_u32", "u32 u32", "b32", lambda a, b: (b - a, b < a), "u32", **OUT),
        R("v_addc_co_u32", "u32 u32", "b32", lambda a, b, c: (a + b + c, a + b + c > M32), "u32", **INOUT),
        R("v_subb_co_u32", "u32 u32", "b32", lambda a, b, c: (a - b - c, a < b + c), "u32", **INOUT),
        R("v_subbrev_co_u32", "u32 u32", "b32", lambda a, b, c: (b - a - c, b < a + c), "u32", **INOUT),
        R("v_add_u32", "u32 u32", "b32", lambda a, b: a + b, "u32"),
        R("v_sub_u32", "u32 u32", "b32", lambda a, b: a - b, "u32"),
        R("v_subrev_u32", "u32 u32", "b32", lambda a, b: b - a, "u32"),
        # ---- VOP2, 16 bits
        R("v_add_u16", "u16 u16", "b16", lambda a, b: a + b, "u16"),
        R("v_sub_u16", "u16 u16", "b16", lambda a, b: a - b, "u16"),
        R("v_subrev_u16", "u16 u16", "b16", lambda a, b: b - a, "u16"),
        R("v_mul_lo_u16", "u16 u16", "b16", lambda a, b: a * b),
        R("v_lshlrev_b16", "u16 u16", "b16", lambda n, a: a << (n & 15)),
        R("v_lshrrev_b16", "u16 u16", "b16", lambda n, a: a >> (n & 15)),
        R("v_ashrrev_i16", "u16 i16", "b16", lambda n, a: a >> (n & 15)),
        R("v_max_u16", "u16 u16", "b16", max),
        R("v_max_i16", "i16 i16", "b16", max),
        R("v_min_u16", "u16 u16", "b16", min),
        R("v_min_i16", "i16 i16", "b16", min),
        # ---- VOP3, 32 bits
        R("v_mad_i32_i24", "i24 i24 i32", "b32", lambda a, b, c: a * b + c, "i32"),
        R("v_mad_u32_u24", "u24 u24 u32", "b32", lambda a, b, c: a * b + c, "u32"),
        R("v_bfe_u32", "u32 u32 u32", "b32", lambda a, o, n: field(a, o & 31, n & 31, 32, False)),
        R("v_bfe_i32", "u32 u32 u32", "b32", lambda a, o, n: field(a, o & 31, n & 31, 32, True)),
        R("v_bfi_b32", "u32 u32 u32", "b32", lambda a, b, c: a & b | ~a & c),
        R(
            "v_lerp_u8",
            "u32 u32 u32",
            "b32",
            lambda a, b, c: sum((byte(a, i) + byte(b, i) + (byte(c, i) & 1) >> 1) << 8 * i for i in range(4)),
        ),
        R("v_alignbit_b32", "u32 u32 u32", "b32", lambda a, b, n: (a << 32 | b) >> (n & 31)),
        R("v_alignbyte_b32", "u32 u32 u32", "b32", lambda a, b, n: (a << 32 | b) >> 8 * (n & 3)),
        R("v_min3_i32", "i32 i32 i32", "b32", min),
        R("v_min3_u32", "u32 u32 u32", "b32", min),
        R("v_max3_i32", "i32 i32 i32", "b32", max),
        R("v_max3_u32", "u32 u32 u32", "b32", max),
        R("v_med3_i32", "i32 i32 i32", "b32", lambda *v: sorted(v)[1]),
        R("v_med3_u32", "u32 u32 u32", "b32", lambda *v: sorted(v)[1]),
        R("v_sad_u8", "u32 u32 u32", "b32", lambda a, b, c: sad8(a, b) + c, "u32"),
        R("v_sad_hi_u8", "u32 u32 u32", "b32", lambda a, b, c: (sad8(a, b) << 16) + c, "u32"),
        R(
            "v_sad_u16",
            "u32 u32 u32",
            "b32",
            lambda a, b, c: abs((a & 0xFFFF) - (b & 0xFFFF)) + abs((a >> 16) - (b >> 16)) + c,
            "u32",
        ),
        R("v_sad_u32", "u32 u32 u32", "b32", lambda a, b, c: abs(a - b) + c, "u32"),
        R("v_msad_u8", "u32 u32 u32", "b32", lambda a, b, c: sad8(a, b, True) + c, "u32"),
        R("v_perm_b32", "u32 u32 u32", "b32", perm),
        R("v_mad_u32_u16", "u16 u16 u32", "b32", lambda a, b, c: a * b + c, "u32", **SEL),
        R("v_mad_i32_i16", "i16 i16 i32", "b32", lambda a, b, c: a * b + c, "i32", **SEL),
        R("v_xad_u32", "u32 u32 u32", "b32", lambda a, b, c: (a ^ b) + c),
        R("v_lshl_add_u32", "u32 u32 u32", "b32", lambda a, n, c: (a << (n & 31)) + c),
        R("v_add_lshl_u32", "u32 u32 u32", "b32", lambda a, b, n: a + b << (n & 31)),
        R("v_add3_u32", "u32 u32 u32", "b32", lambda a, b, c: a + b + c),
        R("v_lshl_or_b32", "u32 u32 u32", "b32", lambda a, n, c: a << (n & 31) | c),
        R("v_and_or_b32", "u32 u32 u32", "b32", lambda a, b, c: a & b | c),
        R("v_or3_b32", "u32 u32 u32", "b32", lambda a, b, c: a | b | c),
        R("v_mul_lo_u32", "u32 u32", "b32", lambda a, b: a * b),
        R("v_mul_hi_u32", "u32 u32", "b32", lambda a, b: a * b >> 32),
        R("v_mul_hi_i32", "i32 i32", "b32", lambda a, b: a * b >> 32),
        R("v_bcnt_u32_b32", "u32 u32", "b32", lambda a, b: a.bit_count() + b),
        R(
            "v_mbcnt_lo_u32_b32",
            "u32 u32",
            "b32",
            lambda a, b, lane: (a & below(min(lane, 32))).bit_count() + b,
            lane=True,
        ),
        R(
            "v_mbcnt_hi_u32_b32",
            "u32 u32",
            "b32",
            lambda a, b, lane: (a & below(max(lane - 32, 0))).bit_count() + b,
            lane=True,
        ),
        R("v_bfm_b32", "u32 u32", "b32", lambda n, o: (1 << (n & 31)) - 1 << (o & 31)),
        R("v_cvt_pk_u16_u32", "u32 u32", "b32", lambda a, b: min(a, 0xFFFF) | min(b, 0xFFFF) << 16),
        R(
            "v_cvt_pk_i16_i32",
            "i32 i32",
            "b32",
            lambda a, b: clip(a, -32768, 32767) & 0xFFFF | (clip(b, -32768, 32767) & 0xFFFF) << 16,
        ),
        R("v_add_i32", "i32 i32", "b32", lambda a, b: a + b, "i32"),
        R("v_sub_i32", "i32 i32", "b32", lambda a, b: a - b, "i32"),
        # ---- VOP3, 16 bits
        R("v_mad_legacy_u16", "u16 u16 u16", "b16", lambda a, b, c: a * b + c, "u16", **HIGH),
        R("v_mad_legacy_i16", "i16 i16 i16", "b16", lambda a, b, c: a * b + c, "i16", **HIGH),
        R("v_min3_i16", "i16 i16 i16", "b16", min, **KEEP),
        R("v_min3_u16", "u16 u16 u16", "b16", min, **KEEP),
        R("v_max3_i16", "i16 i16 i16", "b16", max, **KEEP),
        R("v_max3_u16", "u16 u16 u16", "b16", max, **KEEP),
        R("v_med3_i16", "i16 i16 i16", "b16", lambda *v: sorted(v)[1], **KEEP),
        R("v_med3_u16", "u16 u16 u16", "b16", lambda *v: sorted(v)[1], **KEEP),
        R("v_mad_u16", "u16 u16 u16", "b16", lambda a, b, c: a * b + c, "u16", **KEEP),
        R("v_mad_i16", "i16 i16 i16", "b16", lambda a, b, c: a * b + c, "i16", **KEEP),
        R("v_add_i16", "i16 i16", "b16", lambda a, b: a + b, "i16", **KEEP),
        R("v_sub_i16", "i16 i16", "b16", lambda a, b: a - b, "i16", **KEEP),
        # ---- VOP3, 64 bits
        R(
            "v_qsad_pk_u16_u8",
            "u64 u32 u64",
            "b64",
            lambda *v: quad_sad(*v, 16, False),
            lambda *v: quad_sad(*v, 16, False, True),
        ),
        R(
            "v_mqsad_pk_u16_u8",
            "u64 u32 u64",
            "b64",
            lambda *v: quad_sad(*v, 16, True),
            lambda *v: quad_sad(*v, 16, True, True),
        ),
        R(
            "v_mqsad_u32_u8",
            "u64 u32 b128",
            "b128",
            lambda *v: quad_sad(*v, 32, True),
            lambda *v: quad_sad(*v, 32, True, True),
        ),
        R("v_mad_u64_u32", "u32 u32 u64", "b64", lambda a, b, c: (a * b + c, a * b + c > M64), "u64", **OUT),
        R("v_mad_i64_i32", "i32 i32 i64", "b64", lambda a, b, c: (a * b + c, a * b + c >> 64 & 1), "i64", **OUT),
        R("v_lshlrev_b64", "u32 u64", "b64", lambda n, a: a << (n & 63)),
        R("v_lshrrev_b64", "u32 u64", "b64", lambda n, a: a >> (n & 63)),
        R("v_ashrrev_i64", "u32 i64", "b64", lambda n, a: a >> (n & 63)),
        # ---- VOP3P
        R("v_pk_mad_i16", "i16 i16 i16", "b32", lambda a, b, c: a * b + c, "i16", **PACKED),
        R("v_pk_mul_lo_u16", "u16 u16", "b32", lambda a, b: a * b, **PACKED),
        R("v_pk_add_i16", "i16 i16", "b32", lambda a, b: a + b, "i16", **PACKED),
        R("v_pk_sub_i16", "i16 i16", "b32", lambda a, b: a - b, "i16", **PACKED),
        R("v_pk_lshlrev_b16", "u16 u16", "b32", lambda n, a: a << (n & 15), **PACKED),
        R("v_pk_lshrrev_b16", "u16 u16", "b32", lambda n, a: a >> (n & 15), **PACKED),
        R("v_pk_ashrrev_i16", "u16 i16", "b32", lambda n, a: a >> (n & 15), **PACKED),
        R("v_pk_max_i16", "i16 i16", "b32", max, **PACKED),
        R("v_pk_min_i16", "i16 i16", "b32", min, **PACKED),
        R("v_pk_mad_u16", "u16 u16 u16", "b32", lambda a, b, c: a * b + c, "u16", **PACKED),
        R("v_pk_add_u16", "u16 u16", "b32", lambda a, b: a + b, "u16", **PACKED),
        R("v_pk_sub_u16", "u16 u16", "b32", lambda a, b: a - b, "u16", **PACKED),
        R("v_pk_max_u16", "u16 u16", "b32", max, **PACKED),
        R("v_pk_min_u16", "u16 u16", "b32", min, **PACKED),
        # ---- VOP3P, dot products
        *(
            R(name, f"b32 b32 {result}", "b32", dot, result, packed=True, dot=element, **GFX906)
            for name, result, element in (
                ("v_dot2_i32_i16", "i32", "i16"),
                ("v_dot2_u32_u16", "u32", "u16"),
                ("v_dot4_i32_i8", "i32", "i8"),
                ("v_dot4_u32_u8", "u32", "u8"),
                ("v_dot8_i32_i4", "i32", "i4"),
                ("v_dot8_u32_u4", "u32", "u4"),
            )
        ),
    ]
    # ---- VOPC: the same eight conditions over six types, each with its CMPX
    conditions = {
        "f": lambda a, b: False,
        "lt": lambda a, b: a < b,
        "eq": lambda a, b: a == b,
        "le": lambda a, b: a <= b,
        "gt": lambda a, b: a > b,
        "ne": lambda a, b: a != b,
        "ge": lambda a, b: a >= b,
        "t": lambda a, b: True,
    }
    rows += [
        R(f"{cmp}_{c}_{t}", f"{t} {t}", None, f, compare=True)
        for t in ("i16", "u16", "i32", "u32", "i64", "u64")
        for cmp in ("v_cmp", "v_cmpx")
        for c, f in conditions.items()
    ]
    return rows


class Scalar:
    """meaning(*sources[, scc]) -> exact result; flag(exact result, *sources) -> SCC, or "nz", "keep"."""

    def __init__(self, name, sources, result, meaning, flag="keep", scc_in=False, reads_dst=False, execs=False):
        self.name, self.sources, self.result, self.meaning, self.flag = name, sources.split(), result, meaning, flag
        self.scc_in, self.reads_dst, self.execs = scc_in, reads_dst, execs


def scalar_rows():
    R, rows = Scalar, []

    def wide(name, sources, meaning, flag="keep", **more):
        """A _b32 and a _b64 opcode that differ in their size alone: n stands for it."""
        for n in (32, 64):
            rows.append(
                R(f"{name}_b{n}", sources.replace("n", str(n)), f"b{n}", lambda *v, n=n: meaning(*v, n), flag, **more)
            )

    def carry(r, *_):
        return not 0 <= r <= M32

    def overflow(r, *_):
        return not -(1 << 31) <= r < 1 << 31

    # ---- SOP2 (s_min, s_max of equal operands: D-NUM-34)
    rows += [
        R("s_add_u32", "u32 u32", "b32", lambda a, b: a + b, carry),
        R("s_sub_u32", "u32 u32", "b32", lambda a, b: a - b, carry),
        R("s_add_i32", "i32 i32", "b32", lambda a, b: a + b, overflow),
        R("s_sub_i32", "i32 i32", "b32", lambda a, b: a - b, overflow),
        R("s_addc_u32", "u32 u32", "b32", lambda a, b, c: a + b + c, carry, scc_in=True),
        R("s_subb_u32", "u32 u32", "b32", lambda a, b, c: a - b - c, carry, scc_in=True),
        R("s_min_i32", "i32 i32", "b32", min, lambda r, a, b: a < b),
        R("s_min_u32", "u32 u32", "b32", min, lambda r, a, b: a < b),
        R("s_max_i32", "i32 i32", "b32", max, lambda r, a, b: a > b),
        R("s_max_u32", "u32 u32", "b32", max, lambda r, a, b: a > b),
    ]
    wide("s_cselect", "bn bn", lambda a, b, c, n: a if c else b, scc_in=True)
    wide("s_and", "bn bn", lambda a, b, n: a & b, "nz")
    wide("s_or", "bn bn", lambda a, b, n: a | b, "nz")
    wide("s_xor", "bn bn", lambda a, b, n: a ^ b, "nz")
    wide("s_andn2", "bn bn", lambda a, b, n: a & ~b, "nz")
    wide("s_orn2", "bn bn", lambda a, b, n: a | ~b, "nz")
    wide("s_nand", "bn bn", lambda a, b, n: ~(a & b), "nz")
    wide("s_nor", "bn bn", lambda a, b, n: ~(a | b), "nz")
    wide("s_xnor", "bn bn", lambda a, b, n: ~(a ^ b), "nz")
    wide("s_lshl", "bn b32", lambda a, b, n: a << (b & n - 1), "nz")
    wide("s_lshr", "bn b32", lambda a, b, n: a >> (b & n - 1), "nz")
    wide("s_bfm", "b32 b32", lambda a, b, n: (1 << (a & n - 1)) - 1 << (b & n - 1))
    rows += [
        R("s_ashr_i32", "i32 b32", "b32", lambda a, b: a >> (b & 31), "nz"),
        R("s_ashr_i64", "i64 b32", "b64", lambda a, b: a >> (b & 63), "nz"),
        R("s_mul_i32", "i32 i32", "b32", lambda a, b: a * b),
        R("s_mul_hi_u32", "u32 u32", "b32", lambda a, b: a * b >> 32),
        R("s_mul_hi_i32", "i32 i32", "b32", lambda a, b: a * b >> 32),
        R("s_bfe_u32", "u32 b32", "b32", lambda a, b: field(a, b & 31, b >> 16 & 127, 32, False), "nz"),
        R("s_bfe_i32", "i32 b32", "b32", lambda a, b: field(a, b & 31, b >> 16 & 127, 32, True), "nz"),
        R("s_bfe_u64", "u64 b32", "b64", lambda a, b: field(a, b & 63, b >> 16 & 127, 64, False), "nz"),
        R("s_bfe_i64", "i64 b32", "b64", lambda a, b: field(a, b & 63, b >> 16 & 127, 64, True), "nz"),
        R("s_absdiff_i32", "i32 i32", "b32", lambda a, b: abs(signed(a - b, 32)), "nz"),
        R("s_lshl1_add_u32", "u32 u32", "b32", lambda a, b: (a << 1) + b, carry),
        R("s_lshl2_add_u32", "u32 u32", "b32", lambda a, b: (a << 2) + b, carry),
        R("s_lshl3_add_u32", "u32 u32", "b32", lambda a, b: (a << 3) + b, carry),
        R("s_lshl4_add_u32", "u32 u32", "b32", lambda a, b: (a << 4) + b, carry),
        R("s_pack_ll_b32_b16", "b32 b32", "b32", lambda a, b: a & 0xFFFF | b << 16),
        R("s_pack_lh_b32_b16", "b32 b32", "b32", lambda a, b: a & 0xFFFF | b >> 16 << 16),
        R("s_pack_hh_b32_b16", "b32 b32", "b32", lambda a, b: a >> 16 | b >> 16 << 16),
    ]
    # ---- SOP1
    wide("s_mov", "bn", lambda a, n: a)
    wide("s_cmov", "bn", lambda a, d, c, n: a if c else d, scc_in=True, reads_dst=True)
    wide("s_not", "bn", lambda a, n: ~a, "nz")
    wide("s_wqm", "bn", lambda a, n: sum(15 << i for i in range(0, n, 4) if a >> i & 15), "nz")
    wide("s_quadmask", "bn", lambda a, n: sum(1 << i // 4 for i in range(0, n, 4) if a >> i & 15), "nz")
    wide("s_brev", "bn", reverse)
    wide("s_bitset0", "b32", lambda a, d, n: d & ~(1 << (a & n - 1)), reads_dst=True)
    wide("s_bitset1", "b32", lambda a, d, n: d | 1 << (a & n - 1), reads_dst=True)
    for n in (32, 64):
        ones = (1 << n) - 1
        rows += [
            R(f"s_bcnt0_i32_b{n}", f"b{n}", "b32", lambda a, n=n: n - a.bit_count(), "nz"),
            R(f"s_bcnt1_i32_b{n}", f"b{n}", "b32", lambda a: a.bit_count(), "nz"),
            R(f"s_ff0_i32_b{n}", f"b{n}", "b32", lambda a, ones=ones: trailing(~a & ones) if a != ones else -1),
            R(f"s_ff1_i32_b{n}", f"b{n}", "b32", lambda a: trailing(a) if a else -1),
            R(f"s_flbit_i32_b{n}", f"b{n}", "b32", lambda a, n=n: leading(a, n)),
        ]
    rows += [
        R("s_flbit_i32", "i32", "b32", lambda a: sign_run(a, 32)),
        R("s_flbit_i32_i64", "i64", "b32", lambda a: sign_run(a, 64)),
        R("s_sext_i32_i8", "b32", "b32", lambda a: signed(a, 8)),
        R("s_sext_i32_i16", "b32", "b32", lambda a: signed(a, 16)),
        R("s_abs_i32", "i32", "b32", abs, "nz"),
        R("s_bitreplicate_b64_b32", "b32", "b64", lambda a: sum((a >> i & 1) * 3 << 2 * i for i in range(32))),
    ]
    # ---- SOP1 with EXEC: (new EXEC, SDST); e is the old EXEC
    masks = {
        "and": lambda s, e: s & e,
        "or": lambda s, e: s | e,
        "xor": lambda s, e: s ^ e,
        "andn2": lambda s, e: s & ~e,
        "orn2": lambda s, e: s | ~e,
        "nand": lambda s, e: ~(s & e),
        "nor": lambda s, e: ~(s | e),
        "xnor": lambda s, e: ~(s ^ e),
        "andn1": lambda s, e: ~s & e,
        "orn1": lambda s, e: ~s | e,
    }
    rows += [
        R(f"s_{m}_saveexec_b64", "b64", "b64", lambda s, e, f=f: (f(s, e), e), execs=True) for m, f in masks.items()
    ]
    rows += [
        R(f"s_{m}_wrexec_b64", "b64", "b64", lambda s, e, f=masks[m]: (f(s, e), f(s, e)), execs=True)
        for m in ("andn1", "andn2")
    ]
    # ---- SOPC, and SOPK with its 16-bit constant as the last operand
    compares = {
        "eq": lambda a, b: a == b,
        "lg": lambda a, b: a != b,
        "gt": lambda a, b: a > b,
        "ge": lambda a, b: a >= b,
        "lt": lambda a, b: a < b,
        "le": lambda a, b: a <= b,
    }
    for t in ("i32", "u32"):
        rows += [R(f"s_cmp_{c}_{t}", f"{t} {t}", None, None, lambda r, a, b, f=f: f(a, b)) for c, f in compares.items()]
        rows += [
            R(f"s_cmpk_{c}_{t}", f"{t} {t[0]}16", None, None, lambda r, a, b, f=f: f(a, b)) for c, f in compares.items()
        ]
    rows += [R(f"s_cmp_{c}_u64", "u64 u64", None, None, lambda r, a, b, f=compares[c]: f(a, b)) for c in ("eq", "lg")]
    for n in (32, 64):
        rows += [
            R(f"s_bitcmp{v}_b{n}", f"b{n} b32", None, None, lambda r, a, b, v=v, n=n: (a >> (b & n - 1) & 1) == v)
            for v in (0, 1)
        ]
    rows += [
        R("s_movk_i32", "i16", "b32", lambda k: k),
        R("s_cmovk_i32", "i16", "b32", lambda k, d, c: k if c else d, scc_in=True, reads_dst=True),
        R("s_addk_i32", "i32 i16", "b32", lambda a, k: a + k, overflow),
        R("s_mulk_i32", "i32 i16", "b32", lambda a, k: a * k),
    ]
    return rows
