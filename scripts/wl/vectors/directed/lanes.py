# SPDX-License-Identifier: Apache-2.0
"""Lanes: readlane, writelane, readfirstlane, swap; every DPP control and every SDWA select; GPR-index mode."""
import itertools

from wl.reading import words
from wl.reading.bits import ALL, LANES, M32
from wl.reading.cases import S, V
from wl.reading.table import vector_rows
from wl.vectors.directed.vector import DST, EXECS, HOLES, OLD, Case


SELECTS = (0, 1, 31, 32, 63, 64, 0xFFFFFFFF, 0x80000020)
FREE = 44  # v44..v63 hold nothing


def text(p, form, name, codes, what):
    p.word(codes, what)
    p.cover(form, name, what)


# ---- readlane, writelane, readfirstlane, swap, no operations ----------------------------------------


# D-VEC-5, D-VEC-6
def lane_moves(p):
    for n, select in enumerate(SELECTS):
        p.set_s(24, select)
        p.set_m0(select)
        p.set_exec(EXECS[n % len(EXECS)])
        lane, source = select & 63, 8 + n
        for code, got in ((24, lane), (words.M0, lane), (128 + n, n), (191, 63), (192, 0), (words.VCC, p.vcc & 63)):
            text(
                p,
                "VOP3",
                "v_readlane_b32",
                words.vop3("v_readlane_b32", 12, [256 + source, code]),
                f"lane from code {code}",
            )
            p.collect("s12", p.v[source][got])
    for n in (193, 208, 240, 248):
        text(p, "VOP3", "v_readlane_b32", words.vop3("v_readlane_b32", 12, [256 + 9, n]), f"lane from constant {n}")
        p.collect("s12", p.v[9][S(n).raw(p, 0, 32) & 63])
    for dst, name in (
        (words.VCC, "vcc_lo"),
        (words.VCC + 1, "vcc_hi"),
        (words.M0, "m0"),
        (words.EXEC, "exec_lo"),
        (words.EXEC + 1, "exec_hi"),
        (101, "s101"),
    ):
        p.set_exec(HOLES)
        text(p, "VOP3", "v_readlane_b32", words.vop3("v_readlane_b32", dst, [256 + 10, 130]), f"into {name}")
        p.asm(f"s_mov_b32 s21, {name}", "s_mov_b64 exec, -1")
        p.exec, p.vcc, p.m0 = ALL, None, None
        p.collect("s21", p.v[10][2])
    p.set_vcc(0xC33CA55A0F0F8001)


# D-VEC-6, D-VEC-10
def lane_writes(p):
    sources = [24, words.VCC, words.EXEC, 193, 240, 128]
    for n, select in enumerate(SELECTS):
        p.set_s(24, 0xA0000000 | n)
        p.set_s(25, select)
        for k, (s0, s1) in enumerate(
            [(sources[n % 6], 128 + 7 * n), (193, 25), (25, 25), (24, words.M0), (words.M0, 25)]
        ):
            p.set_m0(select ^ 9)
            p.set_exec(ALL)
            p.asm(f"v_mov_b32 v{DST}, v{OLD}")
            p.set_exec(EXECS[(n + k) % len(EXECS)])
            row = list(p.v[OLD])
            row[S(s1).raw(p, 0, 32) & 63] = S(s0).raw(p, 0, 32)
            text(p, "VOP3", "v_writelane_b32", words.vop3("v_writelane_b32", DST, [s0, s1]), f"codes {s0}, {s1}")
            p.store(DST, row, "writelane")


def first_lanes(p):
    for n, mask in enumerate(EXECS + (1 << 63, 6, 0xFFFF0000)):
        p.set_exec(mask)
        first = (mask & -mask).bit_length() - 1 if mask else 0
        text(p, "VOP1", "v_readfirstlane_b32", words.vop1("v_readfirstlane_b32", 12, 256 + 8 + n), f"exec {mask:x}")
        p.collect("s12", p.v[8 + n][first])


def swaps(p):
    for mask in EXECS:
        p.set_exec(ALL)
        p.asm(f"v_mov_b32 v{DST}, v{OLD}", f"v_mov_b32 v{DST + 1}, v{OLD + 1}")
        p.set_exec(mask)
        text(p, "VOP1", "v_swap_b32", words.vop1("v_swap_b32", DST, 256 + DST + 1), f"exec {mask:x}")
        for a, b in ((0, 1), (1, 0)):
            p.store(DST + a, [p.v[OLD + b if mask >> i & 1 else OLD + a][i] for i in range(LANES)], "swap")


# D-VEC-2, D-VEC-33
def nothing(p):
    p.set_exec(ALL)
    p.asm(f"v_mov_b32 v{DST}, v{OLD}", "s_nop 1")
    for name in ("v_nop", "v_clrexcp"):
        text(p, "VOP1", name, words.vop1(name, DST, 256 + 8), "does nothing")
        text(p, "VOP3", name, words.vop3(name, DST, [256 + 8]), "does nothing")
    text(p, "VOP1", "v_nop", words.vop1("v_nop", DST, words.SDWA) + [words.sdwa(264, None, False)], "SDWA")
    text(p, "VOP1", "v_nop", words.vop1("v_nop", DST, words.DPP) + [words.dpp(264, 0xB1)], "DPP")
    p.store(DST, p.v[OLD], "unchanged")


# ---- every control and select -------------------------------------------------------------------------


# D-VEC-43, D-VEC-44
def every_dpp(p, rows):
    for n, (ctrl, bound, mask) in enumerate(itertools.product(words.DPP_CONTROLS, (0, 1), (ALL, HOLES))):
        fields = {"ctrl": ctrl, "bound": bound}
        Case(rows["v_mov_b32"], "VOP1", [V(8 + n % 16)], exec_=mask, dpp=fields).emit(p)
        if mask != ALL:
            Case(rows["v_sub_u32"], "VOP2", [V(8 + n % 8), V(16 + n % 5)], exec_=mask, dpp=fields).emit(p)
            Case(rows["v_cmp_lt_u32"], "VOPC", [V(16 + n % 8), V(8 + n % 5)], exec_=mask, dpp=fields).emit(p)
            Case(rows["v_addc_co_u32"], "VOP2", [V(8 + n % 8), V(16 + n % 5)], exec_=ALL, dpp=fields).emit(p)
            p.set_vcc(0xC33CA55A0F0F8001)
    for row, bank in itertools.chain(
        ((r, 15) for r in range(16)), ((15, b) for b in range(16)), ((5, 9), (10, 6), (1, 1))
    ):
        for bound in (0, 1):
            fields = {"ctrl": 0x111, "bound": bound, "row": row, "bank": bank}
            Case(rows["v_mov_b32"], "VOP1", [V(8 + row)], dpp=fields).emit(p)
            Case(rows["v_cmpx_ge_i32"], "VOPC", [V(8 + bank), V(9)], dpp=fields).emit(p)


# D-VEC-36, D-VEC-38, D-VEC-39
def every_sdwa(p, rows):
    selects = range(7)
    for n, (sel, sext, dst, unused) in enumerate(itertools.product(selects, (0, 1), selects, (0, 1, 2))):
        fields = {"sel": (sel, 6), "sext": (sext, 0), "dst_sel": dst, "unused": unused}
        Case(rows["v_mov_b32"], "VOP1", [V(8 + n % 16)], exec_=ALL if n % 5 else HOLES, sdwa=fields).emit(p)
    for n, (a, b, sa, sb) in enumerate(itertools.product(selects, selects, (0, 1), (0, 1))):
        fields = {"sel": (a, b), "sext": (sa, sb)}
        pair = [V(8 + n % 8), V(16 + n % 5)]
        Case(rows["v_cmp_lt_i32"], "VOPC", pair, sdwa=fields, sdst=(None, 12, 14)[n % 3]).emit(p)
        if sa == sb:
            Case(rows["v_add_co_u32"], "VOP2", pair, sdwa=dict(fields, dst_sel=n % 7, unused=n % 3, clamp=n % 2)).emit(
                p
            )
            Case(rows["v_min_i16"], "VOP2", pair, sdwa=dict(fields, dst_sel=n % 7, unused=2)).emit(p)
    masks(p, rows)
    Case(rows["v_cmp_gt_u32"], "VOPC", [V(8), V(20)], sdwa={}, sdst=words.EXEC).emit(p)
    Case(rows["v_cmpx_gt_u32"], "VOPC", [V(9), V(20)], sdwa={}, sdst=12).emit(p)


# D-VEC-37
def masks(p, rows):
    """v_cndmask_b32, whose sources have no type: SEXT acts on the part, then ABS and NEG on bit 31, each source by
    itself. A scalar source beside VCC is a constant."""
    row, pairs = rows["v_cndmask_b32"], list(itertools.product((0, 1), (0, 1)))
    for n, (a, b, sext) in enumerate(itertools.product(range(7), range(7), pairs)):
        fields = {"sel": (a, b), "sext": sext, "neg": pairs[n // 2 % 4], "absolute": pairs[(n // 3 + n // 8) % 4]}
        if n % 5 == 0:
            fields.update(dst_sel=n % 7, unused=n % 3)
        sources = [V(8 + n % 8), V(16 + n % 6)]
        if n % 11 == 10:
            sources[n % 2] = S((193, 240, 208, 242)[n // 11 % 4])
        Case(row, "VOP2", sources, exec_=HOLES if n % 7 == 6 else ALL, sdwa=fields).emit(p)


# ---- every source code ---------------------------------------------------------------------------------


def every_source(p, rows):
    """Scalar sources as operands of 16, 32 and 64 bits: the same code is a different constant in each (D-VEC-26,
    D-VEC-28). The apertures are among them (D-REG-11, D-REG-12)."""
    for i, name in enumerate(("flat_scratch_lo", "flat_scratch_hi", "xnack_mask_lo", "xnack_mask_hi")):
        p.s[102 + i] = 0xF1A70001 * (i + 1) & M32
        p.asm(f"s_mov_b32 {name}, 0x{p.s[102 + i]:x}")
    p.set_scc(1)
    constants = list(range(128, 209)) + list(range(235, 249))
    whole = (
        list(range(24, 56))
        + list(range(102, 108))
        + [words.M0, words.EXEC, words.EXEC + 1]
        + constants
        + [251, 252, 253]
    )
    for code in whole:
        p.set_exec(ALL)
        p.set_scc(1)
        p.asm("s_nop 4")
        text(p, "SOP1", "s_mov_b32", words.sop1("s_mov_b32", 12, code), f"code {code}")
        p.collect("s12", S(code).raw(p, 0, 32))
        if code in constants or code < 124 and not code & 1 or code == words.EXEC:
            text(p, "SOP1", "s_mov_b64", words.sop1("s_mov_b64", 12, code), f"code {code}")
            p.collect64(12, S(code).raw(p, 0, 64))
            Case(rows["v_lshrrev_b64"], "VOP3", [V(8), S(code)]).emit(p)
            Case(rows["v_cmp_lt_i64"], "VOPC", [S(code), V(8)]).emit(p)
            p.set_vcc(0xC33CA55A0F0F8001)
        Case(rows["v_xor_b32"], "VOP2", [S(code), V(8)]).emit(p)
        Case(rows["v_mul_lo_u16"], "VOP2", [S(code), V(9)]).emit(p)
        Case(rows["v_pk_sub_u16"], "VOP3P", [V(10), S(code)], op_sel=2).emit(p)
        Case(rows["v_pk_add_u16"], "VOP3P", [S(code), V(9)], op_sel=code % 4, op_sel_hi=3).emit(p)
        Case(rows["v_mad_i32_i16"], "VOP3", [S(code), V(9), V(17)], op_sel=1).emit(p)
        Case(rows["v_add_u16"], "VOP2", [S(code), V(8)], sdwa={"sel": (code % 7, 6), "sext": (code // 7 % 2, 0)}).emit(
            p
        )
        Case(rows["v_mul_lo_u32"], "VOP3", [V(11), S(code)]).emit(p)


# ---- GPR-index mode -------------------------------------------------------------------------------------


def indexed(p, number, index, enabled):
    """The register that a VGPR field names; v0 past the allocation of 64."""
    n = number + (index & 255 if enabled else 0)
    return n if n < 64 else 0


def gpr_index(p, rows):
    """v44..v63 take results; what a mode does to each field is said by its four enables."""
    for i in range(20):
        p.v[FREE + i] = list(p.v[8 + i])
    p.v[0] = list(range(LANES))
    forms = [
        ("VOP3", "v_bfi_b32"),
        ("VOP2", "v_sub_u32"),
        ("VOP1", "v_not_b32"),
        ("VOP3", "v_sub_u32"),
        ("VOP2", "v_add_u16"),
    ]
    for n, (enables, index) in enumerate(itertools.product(range(16), (0, 1, 3, 7, 255, 0xFFFFFF02))):
        form, name = forms[n % len(forms)]
        row = rows[name]
        restore(p)
        numbers = [V(8), V(17), V(25)][: len(row.sources)]
        dst = FREE + n % 5
        p.set_s(24, index)
        p.set_m0(0xABC56789)
        said = f"enables {enables:04b}, index {index:x}"
        text(p, "SOPC", "s_set_gpr_idx_on", words.sopc("s_set_gpr_idx_on", 24, enables), said)
        m0 = 0xABC50700 | enables << 12 | index & 255
        case = Case(row, form, [V(indexed(p, s.code - 256, index, enables >> i & 1)) for i, s in enumerate(numbers)])
        where = indexed(p, dst, index, enables >> 3)
        old = p.v[where]
        lanes = [case.lane(p, i, 0) for i in range(LANES)]
        codes = [s.code for s in numbers]
        word = {
            "VOP1": lambda: words.vop1(name, dst, codes[0]),
            "VOP2": lambda: words.vop2(name, dst, *codes),
            "VOP3": lambda: words.vop3(name, dst, codes),
        }[form]()
        text(p, form, name, word, f"{name} v{dst}: {said}")
        text(p, "SOPP", "s_set_gpr_idx_off", words.sopp("s_set_gpr_idx_off"), "")
        p.m0 = m0
        p.collect("m0", m0)
        result = [case.write_lane(o, l[0], 32) for o, l in zip(old, lanes)]
        p.store(where, result, f"{name} indexed")
        if where != dst:
            p.store(dst, p.v[dst], "not written")
    moves(p)
    by_setreg(p)


def restore(p):
    """v0 and the result registers, as p.v says."""
    p.set_exec(ALL)
    p.asm("v_lshrrev_b32 v0, 2, v1")
    p.asm(*(f"v_mov_b32 v{FREE + i}, v{8 + i}" for i in range(20)))


def moves(p):
    """s_set_gpr_idx_idx and _mode change what is in force; M0 itself does; compares, pairs, SDWA and DPP are indexed
    too (D-VEC-45)."""
    restore(p)
    p.set_s(24, 1)
    p.set_s(25, 4)
    p.set_m0(0)
    on = words.sopc("s_set_gpr_idx_on", 24, 1)
    text(p, "SOPC", "s_set_gpr_idx_on", on, "SRC0, index 1")
    p.asm(f"v_mov_b32 v{FREE}, v8")
    text(p, "SOP1", "s_set_gpr_idx_idx", words.sop1("s_set_gpr_idx_idx", 0, 25), "index 4")
    p.asm(f"v_mov_b32 v{FREE + 1}, v8", "s_mov_b32 s21, m0")
    text(p, "SOPP", "s_set_gpr_idx_mode", words.sopp("s_set_gpr_idx_mode", 8), "DST")
    p.asm(
        f"v_mov_b32 v{FREE + 2}, v8",
        "s_mov_b32 s22, m0",
        "s_mov_b32 m0, 0x1003",
        f"v_mov_b32 v{FREE + 3}, v8",
        "s_set_gpr_idx_off",
        f"v_mov_b32 v{FREE + 4}, v8",
    )
    p.m0 = 0x1003
    for k, source in ((0, 9), (1, 12), (6, 8), (3, 11), (4, 8)):
        p.store(FREE + k, p.v[source], "move")
    p.collect("s21", 0x1004)
    p.collect("s22", 0x8004)
    restore(p)
    p.asm("s_set_gpr_idx_on s25, gpr_idx(SRC0,SRC1)", "v_cmp_lt_u32 vcc, v8, v16", "s_set_gpr_idx_off")
    p.m0 = 0x3004
    p.vcc = sum((p.v[12][i] < p.v[20][i]) << i for i in range(LANES))
    p.collect64(("vcc_lo", "vcc_hi"), p.vcc)
    p.asm(
        "s_set_gpr_idx_on s25, gpr_idx(SRC1,DST)", f"v_lshrrev_b64 v[{FREE}:{FREE + 1}], 4, v[8:9]", "s_set_gpr_idx_off"
    )
    p.m0 = 0xA004
    pair = [(p.v[12][i] | p.v[13][i] << 32) >> 4 for i in range(LANES)]
    p.store(FREE + 4, [v & M32 for v in pair], "pair")
    p.store(FREE + 5, [v >> 32 for v in pair], "pair")
    p.asm(
        "s_set_gpr_idx_on s25, gpr_idx(SRC0,DST)",
        "s_nop 4",
        f"v_mov_b32_dpp v{FREE}, v8 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf",
        f"v_mov_b32_sdwa v{FREE + 1}, v9 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_2",
        "s_set_gpr_idx_off",
    )
    p.m0 = 0x9004
    p.store(FREE + 4, [p.v[12][i ^ 1] for i in range(LANES)], "DPP indexed")
    p.store(FREE + 5, [p.v[13][i] >> 16 & 255 for i in range(LANES)], "SDWA indexed")


def by_setreg(p):
    """MODE bit 27 alone switches indexing: s_set_gpr_idx_on is not needed."""
    restore(p)
    p.asm(
        "s_mov_b32 m0, 0x1003",
        "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 27, 1), 1",
        "s_nop 1",
        f"v_mov_b32 v{FREE}, v8",
        "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 27, 1), 0",
        "s_nop 1",
        f"v_mov_b32 v{FREE + 1}, v8",
    )
    p.m0 = 0x1003
    p.store(FREE, p.v[11], "MODE bit 27 set")
    p.store(FREE + 1, p.v[8], "MODE bit 27 cleared")


def programs(vector_program):
    rows = {r.name: r for r in vector_rows()}
    made = []
    for name, about, makers in (
        (
            "directed_lanes",
            "v_readlane, v_writelane, v_readfirstlane, v_swap, no operations",
            (lane_moves, lane_writes, first_lanes, swaps, nothing),
        ),
        ("directed_dpp_controls", "every DPP control, mask and bound_ctrl", (every_dpp,)),
        ("directed_sdwa_selects", "every SDWA select, sign extension and dst_unused", (every_sdwa,)),
        ("directed_sources", "every scalar source code as an operand of 16, 32 and 64 bits", (every_source,)),
        ("directed_gpr_index", "GPR-index mode: all sixteen enables, indices past the allocation", (gpr_index,)),
    ):
        p = vector_program(name, about, "32")
        for make in makers:
            make(*((p, rows) if make.__code__.co_argcount == 2 else (p,)))
        made.append(p)
    return made
