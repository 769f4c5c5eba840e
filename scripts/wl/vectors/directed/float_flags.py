# SPDX-License-Identifier: Apache-2.0
"""The exceptions that float opcodes leave in TRAPSTS.EXCP (numerics.md 10, control-flow.md 6.1).

Each opcode gets cases of a single active lane, so that a case has the flags of its operands alone. The lanes around it
hold operands of every class and must raise nothing. One case of many lanes shows that the flags of all are collected.
"""
import copy
import itertools
import re
from fractions import Fraction

from wl.reading import words
from wl.reading.bits import ALL, LANES, M32
from wl.reading.cases import S, V
from wl.reading.float_table import ROWS
from wl.reading.floats import D, F16, F64, FORMATS, I, N, O, U, X, Z, Mode
from wl.vectors.directed.float_vectors import POOLS, FloatCase, FloatChooser, pool_of
from wl.vectors.directed.program import Program
from wl.vectors.directed.vector import DST, EXECS, OLD


EXCP = "hwreg(HW_REG_TRAPSTS, 0, 7)"
# Only a trap handler can write TRAPSTS.
CLEAR, HANDLER = (
    "s_trap 1",
    [
        ".p2align 8",
        "handler:",
        f"  s_setreg_imm32_b32 {EXCP}, 0",
        "  s_add_u32 ttmp0, ttmp0, 4",
        "  s_addc_u32 ttmp1, ttmp1, 0",
        "  s_rfe_b64 ttmp[0:1]",
    ],
)
SPECIAL = 102  # scalar codes from here to the constants have contents of their own
CASES, ALIKE, TEMPLATES = 10, 2, 8


def plain(source):
    return not isinstance(source, S) or source.code < SPECIAL or source.constant()


def templates(row):
    """Cases of an opcode in its widest form, as the directed vectors have them."""
    chooser = FloatChooser(row, POOLS[pool_of(row)])
    if row.packed:
        found = chooser.packed()
    elif ("VOP3", row.name) in words.NUMBER:
        found = chooser.encoded64()
    else:
        found = chooser.encoded32("VOP2")
    return [case for case in found if all(map(plain, case.sources))][: TEMPLATES * 4]


def flags_of(p, case):
    """(flags, lanes whose mask bit is set) of the active lanes."""
    case, mask = copy.copy(case), 0
    case.flags = 0
    for lane in range(LANES):
        if not case.exec_ >> lane & 1:
            continue
        if case.form == "VOP3P":
            case.packed(p, lane)
        else:
            found = case.lane(p, lane, p.vcc)
            mask |= found[1] << lane if found else 0  # DPP may leave an active lane unwritten
    return case.flags, mask


def chosen(p, row):
    """Cases of one lane, of every set of flags that the opcode's operands raise, then one of many lanes."""
    found, alike = [], {}
    every = templates(row)
    for case in every[:: max(1, len(every) // TEMPLATES)]:
        for lane in range(LANES):
            case = copy.copy(case)
            case.exec_ = 1 << lane
            flags = flags_of(p, case)[0]
            if alike.get(flags, 0) < ALIKE and len(found) < CASES:
                alike[flags] = alike.get(flags, 0) + 1
                found.append(case)
    whole = copy.copy(every[0])
    whole.exec_ = EXECS[-1]
    return found + [whole]


def emit(p, case):
    row = case.row
    p.set_mode(case.mode.bits)
    p.set_exec(case.exec_)
    if row.reads_dst:
        p.asm(f"v_mov_b32 v{DST}, v{OLD}")
    p.asm(CLEAR)
    flags, mask = flags_of(p, case)
    text = f"{case.describe()} flags {flags:02x}"
    p.word(case.encode(), text)
    p.cover(case.form, row.name, text)
    p.asm(f"s_getreg_b32 s20, {EXCP}")
    if row.compare or row.carry_out:
        where = words.VCC if case.sdst is None else case.sdst
        if row.name.startswith("v_cmpx"):
            p.exec = mask
        if where == words.VCC:
            p.vcc = mask
        elif where != words.EXEC:
            p.s[where], p.s[where + 1] = mask & M32, mask >> 32
    p.collect("s20", flags)


def of_opcodes(name, pool, isa):
    """The opcodes of an instruction set: gfx906's own, or all of gfx900."""
    about = f"{name}: the exceptions of each opcode, a lane at a time, in all modes"
    p = pool.program("_".join(filter(None, ("directed", isa, name, "flags"))), about)
    p.handler = HANDLER
    for row in ROWS.values():
        if pool_of(row) == name and (row.isa == "gfx906") == (isa == "gfx906"):
            p.isa = row.isa or p.isa
            for case in chosen(p, row):
                emit(p, case)
    p.set_mode(Mode.of().bits)
    return p if p.covered else None


# ---- rules ---------------------------------------------------------------------------------------------

KEEP, FLUSH = Mode.of(), Mode.of(denorm=0)
ONE, MOST, LEAST, DENORMAL = 0x3F800000, 0x7F7FFFFF, 0x00800000, 0x00000123
INF, QUIET, SIGNALLING, MINUS = 0x7F800000, 0x7FC00001, 0x7F800001, 0x80000000
EVERY = I | D | Z | O | U | X | N
EXP_OF_INTEGERS = ((0x4200, 0), (0xCB80, U), (0x4C00, O | X))  # of f16: 3, -15, 16
TO_WHOLE = ("trunc", "ceil", "rndne", "floor")
NO_FLOATS = (  # text of an opcode that raises nothing, whatever v8 and v9 hold
    "v_mov_b32 v2, v8",
    "v_cndmask_b32 v2, v8, v9, vcc",
    "v_add_u32 v2, v8, v9",
    "v_perm_b32 v2, v8, v9, v8",
    "v_cmp_class_f32 vcc, v8, v9",
)


def rules():
    """(decision, mode, opcode, operands, flags, further fields)"""
    keep, flush = KEEP, FLUSH
    cases = [
        # A denormal operand, flushed or not.
        *(("D-NUM-43", mode, "v_mul_f32", (DENORMAL, 0), D) for mode in (keep, flush)),
        *(("D-NUM-43", mode, "v_max_f32", (DENORMAL, ONE), D) for mode in (keep, flush)),
        *(("D-NUM-43", mode, "v_fma_f32", (DENORMAL, 0, ONE), D) for mode in (keep, flush)),
        # Each rounding of a product and a sum.
        ("D-NUM-45", keep, "v_mad_f32", (ONE + 1, ONE + 1, 0), X),
        ("D-NUM-45", keep, "v_mad_f32", (LEAST, 0x3F000000, ONE), U | X),
        ("D-NUM-45", keep, "v_fma_f32", (LEAST, 0x3F000000, LEAST >> 1), D),
        ("D-NUM-45", keep, "v_mad_f32", (MOST, 0x40000000, MINUS | INF), I | O | X),
        ("D-NUM-45", keep, "v_fma_f32", (MOST, 0x40000000, MINUS | INF), 0),
        # 2^x of integers.
        ("D-NUM-46", keep, "v_exp_f32", (0x40400000,), 0),
        ("D-NUM-46", keep, "v_exp_f32", (0x43000000,), O | X),
        ("D-NUM-46", keep, "v_exp_f32", (0xC2FC0000,), 0),
        ("D-NUM-46", keep, "v_exp_f32", (0xC2FE0000,), U | X),
        ("D-NUM-46", keep, "v_exp_f32", (0x3F000000,), X),
        # The flags that div_fixup passes on.
        ("D-NUM-47", keep, "v_div_fixup_f32", (ONE + 1, ONE, ONE), 0),
        ("D-NUM-47", keep, "v_div_fixup_f32", (DENORMAL, ONE, ONE), D | U),
        ("D-NUM-47", keep, "v_div_fixup_f32", (0, ONE, ONE), U),
        ("D-NUM-47", keep, "v_div_fixup_f32", (INF, ONE, ONE), O | X),
        ("D-NUM-47", keep, "v_div_fixup_f32", (0, 0, ONE), Z),
        ("D-NUM-47", keep, "v_div_fixup_f32", (ONE, 0x7F000000, LEAST), U | X),
        # The table of numerics.md 10.
        ("D-NUM-42", keep, "v_add_f32", (INF, INF | MINUS), I),
        ("D-NUM-42", keep, "v_add_f32", (QUIET, INF), 0),
        ("D-NUM-42", keep, "v_add_f32", (SIGNALLING, ONE), I),
        ("D-NUM-42", keep, "v_mul_f32", (INF, 0), I),
        ("D-NUM-42", keep, "v_mul_legacy_f32", (INF, 0), 0),
        ("D-NUM-42", keep, "v_mul_f32", (MOST, MOST), O | X),
        ("D-NUM-42", Mode.of(3), "v_mul_f32", (MOST, MOST), O | X),
        ("D-NUM-42", keep, "v_mul_f32", (LEAST, 0x3F000000), U),
        ("D-NUM-42", keep, "v_mul_f32", (LEAST, LEAST), U | X),
        ("D-NUM-42", flush, "v_mul_f32", (LEAST, 0x3F000000), U | X),
        ("D-NUM-42", keep, "v_rcp_f32", (0,), Z),
        ("D-NUM-42", keep, "v_rcp_f32", (DENORMAL,), D | Z),
        ("D-NUM-42", keep, "v_rcp_iflag_f32", (0,), N),
        ("D-NUM-42", keep, "v_rcp_iflag_f32", (DENORMAL,), N),
        ("D-NUM-42", keep, "v_rcp_iflag_f32", (SIGNALLING,), 0),
        ("D-NUM-42", keep, "v_sqrt_f32", (MINUS | ONE,), I),
        ("D-NUM-42", keep, "v_log_f32", (0,), Z),
        ("D-NUM-42", keep, "v_sin_f32", (INF,), I),
        ("D-NUM-42", keep, "v_fract_f32", (INF,), I),
        *(("D-NUM-42", keep, f"v_{name}_f32", (0x3FC00000,), X) for name in TO_WHOLE),  # 1.5
        ("D-NUM-42", keep, "v_cvt_u32_f32", (MINUS | ONE,), I),
        ("D-NUM-42", keep, "v_cvt_i32_f32", (QUIET,), I),
        ("D-NUM-42", keep, "v_div_scale_f32", (0, 0, ONE), 0),
        ("D-NUM-42", keep, "v_cvt_pkrtz_f16_f32", (MOST, ONE), X),  # toward zero: no O
        ("D-NUM-42", keep, "v_div_scale_f32", (SIGNALLING, SIGNALLING, ONE), 0),
        ("D-NUM-42", keep, "v_frexp_exp_i32_f32", (SIGNALLING,), 0),
        ("D-NUM-42", keep, "v_cubema_f32", (SIGNALLING, ONE, DENORMAL), 0),
    ]
    return [(*case, {}) for case in cases] + [
        ("D-NUM-42", keep, "v_rcp_iflag_f32", (0,), 0, {"clamp": 1}),
        ("D-NUM-42", keep, "v_cmp_lt_f32", (QUIET, ONE), I, {"clamp": 1, "sdst": 12}),
        ("D-NUM-42", keep, "v_cmp_lt_f32", (QUIET, ONE), 0, {"sdst": 12}),
        ("D-NUM-42", keep, "v_cmp_f_f32", (QUIET, ONE), 0, {"clamp": 1, "sdst": 12}),
        ("D-NUM-42", keep, "v_cmp_tru_f32", (QUIET, ONE), 0, {"clamp": 1, "sdst": 12}),
        # Lane 37 is in row 2: what DPP does not write raises nothing.
        ("D-FLOW-25", keep, "v_rcp_f32", (0,), Z, {"dpp": {"ctrl": 0xE4}}),
        ("D-FLOW-25", keep, "v_rcp_f32", (0,), 0, {"dpp": {"ctrl": 0xE4, "row": 0b1011}}),
        # The result before OMOD and CLAMP.
        ("D-NUM-42", Mode.of(denorm=0, ieee=0), "v_mul_f32", (MOST, ONE), 0, {"omod": 1}),
        ("D-NUM-42", keep, "v_mul_f32", (MOST, MOST), O | X, {"clamp": 1}),
    ]


def rules_of_gfx906():
    """As rules(). With op_sel_hi 0 all sources of a mix are f32."""
    wide = {"op_sel_hi": 0}
    halves = {"op_sel_hi": 7}
    picks = {"op_sel_hi": 3}  # of v_dot2_f32_f16: the high halves in the second product
    large = Mode.of(other_rounding=0, other_denorm=3, ovfl=1)
    quiet = Mode.of(denorm=0, other_denorm=3)
    return [
        # One rounding of v_fma_mix.
        ("D-NUM-42", KEEP, "v_fmac_f32", (ONE + 1, ONE + 1), X, {}),
        ("D-NUM-42", KEEP, "v_fma_mix_f32", (MOST, 0x40000000, MINUS | INF), 0, wide),
        ("D-NUM-42", KEEP, "v_fma_mixlo_f16", (MOST, MOST, MINUS | INF), 0, wide),
        ("D-NUM-42", KEEP, "v_fma_mixlo_f16", (MOST, MOST, ONE), O | X, wide),
        ("D-NUM-42", large, "v_fma_mixhi_f16", (MOST, MOST, ONE), O | X, wide),
        ("D-NUM-42", KEEP, "v_fma_mixhi_f16", (LEAST, LEAST, 0), U | X, wide),
        ("D-NUM-42", Mode.of(other_denorm=3), "v_fma_mixlo_f16", (0x38000000, ONE, 0), U, wide),  # 2^-15
        # A denormal operand of its own format; flushed it is a zero.
        ("D-NUM-43", KEEP, "v_fma_mix_f32", (0x00000001, 0x3C00, 0), D, halves),
        ("D-NUM-43", quiet, "v_fma_mix_f32", (0x00000001, 0x3C00, 0), D, halves),
        ("D-NUM-43", quiet, "v_fma_mix_f32", (0x00000001, 0x7C00, 0), D | I, halves),
        ("D-NUM-43", KEEP, "v_fma_mix_f32", (0x00000001, 0x7C00, 0), D, halves),
        ("D-NUM-43", KEEP, "v_fma_mix_f32", (0x00010000, 0x3C00, 0), 0, halves),
        ("D-NUM-43", KEEP, "v_fma_mix_f32", (0x00010000, 0x3C00, 0), D, {"op_sel": 1, "op_sel_hi": 7}),
        ("D-NUM-43", KEEP, "v_fma_mix_f32", (0x7C01, 0x3C00, 0), I, halves),
        # The two sums of v_dot2_f32_f16.
        ("D-NUM-45", KEEP, "v_dot2_f32_f16", (0x00003C01, 0x00003C01, 0x4F000000), X, picks),  # 2^31 + 1.002
        ("D-NUM-45", KEEP, "v_dot2_f32_f16", (0x3C010000, 0x3C010000, 0x4F000000), X, picks),
        ("D-NUM-45", KEEP, "v_dot2_f32_f16", (0x7E003C01, 0x3C003C01, 0x4F000000), X, picks),
        ("D-NUM-45", KEEP, "v_dot2_f32_f16", (0x3C003C00, 0x3C003C00, ONE), 0, picks),
        ("D-NUM-43", KEEP, "v_dot2_f32_f16", (0x00010000, 0x3C000000, 0), D, picks),
        ("D-NUM-43", KEEP, "v_dot2_f32_f16", (0x00010000, 0x3C000000, 0), 0, {"op_sel_hi": 0}),
        ("D-NUM-43", KEEP, "v_dot2_f32_f16", (0, 0, DENORMAL), D, picks),
        ("D-NUM-42", KEEP, "v_dot2_f32_f16", (0x7C010000, 0, 0), I, picks),
        ("D-NUM-42", KEEP, "v_dot2_f32_f16", (0x7C00, 0, 0), I, picks),
        ("D-NUM-42", KEEP, "v_dot2_f32_f16", (0x7C000000, 0, 0), I, picks),
        ("D-NUM-42", KEEP, "v_dot2_f32_f16", (0x7C007C00, 0xBC003C00, 0), I, picks),
        ("D-NUM-42", KEEP, "v_dot2_f32_f16", (0x7BFF7BFF, 0x7BFF7BFF, MOST), X, picks),
    ]


def rules_of_widths():
    """As rules(), of f16 and f64."""
    cases, keep = [], Mode.of(other_rounding=0, other_denorm=3)
    for f in (F16, F64):
        kind, half, least, most = f"f{f.size}", f.bias - 1 << f.fraction, 1 << f.fraction, f.inf - 1
        cases += [
            ("D-NUM-42", keep, f"v_mul_{kind}", (least, half), U, {}),
            ("D-NUM-42", keep, f"v_mul_{kind}", (least, least), U | X, {}),
            ("D-NUM-42", Mode.of(other_denorm=0), f"v_mul_{kind}", (least, half), U | X, {}),
            *(("D-NUM-43", mode, f"v_fma_{kind}", (1, 0, f.one), D, {}) for mode in (keep, Mode.of(other_denorm=0))),
            ("D-NUM-42", keep, f"v_fract_{kind}", (f.inf,), I, {}),
            *(("D-NUM-42", keep, f"v_{name}_{kind}", (f.one | f.quiet,), X, {}) for name in TO_WHOLE),  # 1.5
            *(("D-NUM-42", keep, f"v_{name}_{kind}", (f.one,), 0, {}) for name in TO_WHOLE),
        ]
        for rounding in range(4):
            mode = Mode.of(other_rounding=rounding)
            cases += [("D-NUM-42", mode, f"v_mul_{kind}", (sign | most, most), O | X, {}) for sign in (0, f.sign)]
        signalling = {"sdst": 12, "clamp": 1}
        cases += [
            ("D-NUM-42", keep, f"v_cmp_lt_{kind}", (f.inf | f.quiet, f.one), I, signalling),
            ("D-NUM-42", keep, f"v_cmp_lt_{kind}", (f.inf | f.quiet, f.one), 0, {"sdst": 12}),
            ("D-NUM-42", keep, f"v_frexp_exp_{'i16' if f is F16 else 'i32'}_{kind}", (f.inf | 1,), 0, {}),
        ]
    cases.append(("D-NUM-47", keep, "v_div_fixup_f16", (0, F16.one, F16.one), 0, {}))  # a zero q: no U
    cases += [("D-NUM-46", keep, "v_exp_f16", (bits,), flags, {}) for bits, flags in EXP_OF_INTEGERS]
    for q, flags in ((F64.one | 1, 0), (0, U), (F64.inf, O | X)):
        cases.append(("D-NUM-47", keep, "v_div_fixup_f64", (q, F64.one, F64.one), flags, {}))
    cases.append(("D-NUM-42", keep, "v_div_scale_f64", (F64.inf | 1, F64.inf | 1, F64.one), 0, {}))
    for names, f, limits in (
        (("v_cvt_i16_f16", "v_cvt_u16_f16"), F16, (F16.of(2**15), F16.sign | F16.of(2**15 + 2**5))),
        (("v_cvt_i32_f64", "v_cvt_u32_f64"), F64, (F64.of(2**32), F64.of(2**60), F64.sign | F64.of(2**31 + 1))),
    ):
        for name in names:
            cases.append(("D-NUM-42", keep, name, (f.inf | f.quiet | 1,), I, {}))
            cases.append(("D-NUM-42", keep, name, (f.one | f.quiet,), X, {}))
            for bits in limits:
                cases.append(("D-NUM-42", keep, name, (bits,), 0 if "u16" in name and bits < f.sign else I, {}))
    return cases


def rules_of_mix():
    """As rules(), of v_mad_mixlo and v_mad_mixhi: the step to f16. All sources are f32."""
    wide, large = {"op_sel_hi": 0}, Mode.of(other_rounding=0, other_denorm=3, ovfl=1)
    return [
        ("D-NUM-45", mode, name, operands, flags, wide)
        for name in ("v_mad_mixlo_f16", "v_mad_mixhi_f16")
        for mode, operands, flags in (
            (KEEP, (ONE, ONE, 0), 0),
            (KEEP, (ONE + 1, ONE, 0), X),
            (KEEP, (0x47000000, 0x40000000, 0), O | X),  # 2^15 * 2
            (large, (0x47000000, 0x40000000, 0), O | X),
            (KEEP, (LEAST, ONE, 0), U | X),
        )
    ]


def load(p, operands, apart):
    """Puts bits into all lanes of the registers of the sources, from v8 on; `apart` registers each."""
    for i, bits in enumerate(operands):
        p.set_exec(ALL)
        for register, part in ((8 + apart * i + half, bits >> 32 * half & M32) for half in range(apart)):
            p.asm(f"v_mov_b32 v{register}, 0x{part:x}")
            p.v[register] = [part] * LANES


def of_registers(mode, row, count, fields):
    """A case of one lane with the sources that load() loads."""
    forms = ("VOP1", "VOP2") if "dpp" in fields else ("VOP3P", "VOP3", "VOP1", "VOP2")
    form = next(f for f in forms if (f, row.name) in words.NUMBER)
    if row.carry_out:
        fields = {"sdst": 12, **fields}
    case = FloatCase(mode, row, form, [V(8 + registers_of(row) * i) for i in range(count)], **fields)
    case.exec_ = 1 << 37
    return case


def registers_of(row):
    return 2 if "f64" in row.sources else 1


def of_rules(name, cases, isa=None):
    p = POOLS["float"].program(name, "exceptions: a case for each line of the table, and their decisions")
    p.handler, p.isa = HANDLER, isa
    for decision, mode, name, operands, flags, fields in cases:
        row = ROWS[name]
        load(p, operands, registers_of(row))
        case = of_registers(mode, row, len(operands), fields)
        found = flags_of(p, case)[0]
        if found != flags:
            raise SystemExit(f"{decision} {name} {operands}: {flags:02x} by the rule, {found:02x} read")
        emit(p, case)
    p.set_mode(KEEP.bits)
    return p


# ---- operands that another one hides where no flag is cleared between them -------------------------------


def nans(row):
    """(operands, fields): a NaN of each kind in each source alone; for a compare with CLAMP too."""
    formats = [FORMATS.get(kind) for kind in row.sources]
    halves = (0, 16) if row.packed and not row.mix else (0,)
    for i, f in enumerate(formats):
        for nan, shift in itertools.product((f.inf | f.quiet, f.inf | 1) if f else (), halves):
            operands = [g.one * (1 | 1 << halves[-1]) if g else 1 for g in formats]
            operands[i] = operands[i] & ~(2 * f.sign - 1 << shift) | nan << shift
            for fields in ({"sdst": 12}, {"sdst": 12, "clamp": 1}) if row.compare else ({},):
                yield operands, fields


def limits(row):
    """(operands, fields) at the limits of the integers that a conversion gives, and beside them."""
    width = int(re.search("_[iu]([0-9]+)_", row.name)[1])
    for i, f in enumerate(map(FORMATS.get, row.sources)):
        bits = {0, 1, f.one, f.one - 1, f.one + 1, f.one | f.quiet} if f else ()
        for power, offset in itertools.product((width - 1, width), (-1, -0.5, 0, 0.5, 1)) if f else ():
            number = 2**power + Fraction(offset)
            if f.bias >= power and f.value(f.of(number)) == number:
                at = f.of(number)
                bits |= {at - 1, at, at + 1}
        for magnitude, sign in itertools.product(sorted(bits), (0, f.sign) if f else ()):
            operands = [FORMATS[kind].one if kind in FORMATS else 1 for kind in row.sources]
            operands[i] = magnitude | sign
            yield operands, {}


def converts(row):
    """Whether it makes integers of floats."""
    return re.match("v_cvt_(rpi_|flr_|norm_|pk_|pkaccum_|pknorm_)?[iu]", row.name) and row.sources[0] in FORMATS


def edges(name, about, rows, operands_of):
    p = POOLS["float"].program(name, about)
    p.handler = HANDLER
    for row in rows:
        for operands, fields in operands_of(row):
            load(p, operands, registers_of(row))
            emit(p, of_registers(KEEP, row, len(operands), fields))
    p.set_mode(KEEP.bits)
    return p


def all_edges():
    of_unit = [row for row in ROWS.values() if not row.isa and not row.dot and row.constant is None]
    found = [
        edges(
            f"directed_flag_nans_{name}",
            f"exceptions of {name}: a NaN in each source of each opcode alone, of compares with CLAMP too",
            [row for row in of_unit if pool_of(row) == name],
            nans,
        )
        for name in POOLS
    ]
    about = "exceptions: each conversion to integers at their limits and beside them"
    return found + [edges("directed_flag_limits", about, filter(converts, of_unit), limits)]


def sticky():
    """Without a handler nothing clears them: what raises nothing first, then one bit after the other (D-NUM-41)."""
    p = Program("directed_flag_sticky", "exceptions: what raises none; they stay, whatever EXCP_EN says", [[0] * LANES])
    p.set_vcc(ALL)
    p.set_mode(KEEP.bits)
    for text in NO_FLOATS:
        for pair in itertools.product((SIGNALLING, DENORMAL), repeat=2):
            p.asm(*(f"v_mov_b32 v{8 + i}, 0x{bits:x}" for i, bits in enumerate(pair)), text)
            p.asm(f"s_getreg_b32 s20, {EXCP}")
            p.collect("s20", 0)
    p.asm("s_mov_b64 exec, 0", "v_rcp_iflag_f32 v2, 0", f"s_getreg_b32 s20, {EXCP}", "s_mov_b64 exec, -1")
    p.collect("s20", 0)
    raised = 0
    for n, (operand, opcode, flags) in enumerate(
        (
            (ONE, "v_sqrt_f32", 0),
            (0, "v_rcp_f32", Z),
            (SIGNALLING, "v_sqrt_f32", I),
            (0x40400000, "v_rsq_f32", X),
            (DENORMAL, "v_frexp_mant_f32", D),
            (0, "v_rcp_iflag_f32", N),
            (ONE, "v_sqrt_f32", 0),
        )
    ):
        raised |= flags
        p.asm(f"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 12, 7), {EVERY if n % 2 else 0}", "s_nop 1")
        p.asm(f"v_mov_b32 v8, 0x{operand:x}", f"{opcode} v2, v8", "v_clrexcp", f"s_getreg_b32 s20, {EXCP}")
        p.collect("s20", raised)
    p.asm("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 12, 7), 0", "s_nop 1")
    return p


def programs():
    found = [of_opcodes(name, pool, isa) for isa in (None, "gfx906") for name, pool in POOLS.items()]
    found += [of_rules("directed_flag_rules", rules()), sticky()]
    found += all_edges()
    found.append(of_rules("directed_width_flags", rules_of_widths()))
    found.append(of_rules("directed_width_mix_flags", rules_of_mix(), "gfx900"))
    found.append(of_rules("directed_gfx906_flag_rules", rules_of_gfx906(), "gfx906"))
    return [p for p in found if p]
