#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Changes the model in one place at a time, as if model, RTL and checker had the same wrong reading, and shows that a vector notices.

In lockstep such an error is none, since both sides agree: only what a vector expects from the documents can tell. So each changed
model runs the vectors alone that the broken row of the document names (docs/vega-flow.md, docs/r700.md), and one of them must not pass.
What shows in time or in lockstep alone is changed in the RTL, the model and the checker alike (UNITS): a copy of the tree is built.

Prints a line for each change: the vectors of its row that notice. Exit code 1 when there are none; 6 when a change cannot be made.

usage: double_mutants.py [--slice] [--only NAME[,NAME...]] [--list]
       --slice   some of them, in a few seconds: a part of make test
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import glob
import os
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
import changed_model  # noqa: E402
import plant  # noqa: E402
import programs  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WORK = os.path.join("build", "double_mutants")
TOOL = "build/wavelock-model"
FLOW, R700 = "docs/vega-flow.md", "docs/r700.md"
EVERY = 7  # of the slice: each so many-th
LIMIT = ["--max-instructions", "3000000"]
SEEDS = (1, 0, 2, 3)  # in lockstep: those of make test

# name; document; section and beginning of the row's first cell; changes: (file, exact text, replacement). What is compiled besides
# a changed .c: the sources that use a changed header or table.
Mutant = collections.namedtuple("Mutant", "name document row changes sources", defaults=((),))


class Failed(Exception):
    """A change could not be made; the text says why."""


def model(name, row, path, old, new, *more, document=FLOW):
    changes = [(os.path.join("refmodel", path), old, new)]
    sources = [os.path.join("refmodel", s) for s in more]
    return Mutant(name, document, row, changes, sources or [changes[0][0]])


def scalar(name, row, table, old, new):
    """A change of a scalar opcode's line."""
    return model(name, row, f"isa/{table}.def", old, new, "src/scalar.c")


STATES, HAZARD, FORKS, ISSUE, ADDRESS, HEADER, ISA = (
    "src/wait_states.c",
    "src/hazard.c",
    "src/flow.c",
    "src/issue.c",
    "src/address.c",
    "src/machine.h",
    "src/isa.h",
)
WAIT_USERS = ("src/hazard.c", "src/issue.c")
R1, R2, R4, R5, R6, R7, R8, R9, R10, R11, R12, R14, R15, R16 = (
    f"4.5 {row}"
    for row in (
        "1 s_setreg",
        "2 s_setreg",
        "4 VSKIP",
        "5 VCC",
        "6 SGPR",
        "7 VCC",
        "8 store",
        "9 SGPR",
        "10 M0",
        "11 VGPR",
        "12 EXEC",
        "14 s_setreg",
        "15 M0",
        "16 M0",
    )
)
NONE = "4.5 no row"
VM_DOWN, LGKM_DS, LGKM_SMEM, LGKM_GDS, EXP = (
    "4.4 VM_CNT down",
    "4.4 LGKM_CNT: LDS, GDS",
    "4.4 LGKM_CNT: scalar",
    "4.4 LGKM_CNT: GDS",
    "4.4 EXP_CNT",
)
WAITCNT, KINDS = "4.4 s_waitcnt", "4.4 kinds"

MODELS = [
    # Wait states: the forms of each row.
    model(
        "states_nop_two_bits",
        "4.1 s_nop",
        STATES,
        "wl_field((uint32_t)insn->simm, WL_NOP_COUNT) + 1",
        "((uint32_t)insn->simm & 3) + 1",
    ),
    model(
        "row1_only_imm32",
        R1,
        STATES,
        "rows = WL_ROW(1) | WL_ROW(2);",
        "rows = insn->op == 20 ? WL_ROW(1) | WL_ROW(2) : 0;",
    ),
    model(
        "row1_only_mode",
        R1,
        STATES,
        "return hwreg(p) == hwreg(insn);",
        "return hwreg(p) == hwreg(insn) && hwreg(p) == WL_HWREG_MODE;",
    ),
    model("row1_any_register", NONE, STATES, "return hwreg(p) == hwreg(insn);", "return true;"),
    model(
        "row2_only_imm32",
        R2,
        STATES,
        "if (is_setreg(insn)) return WL_ROW(2);",
        "if (is_setreg(insn)) return insn->op == 20 ? WL_ROW(2) : 0;",
    ),
    model("row4_only_from_bit_28", R4, STATES, "covers(offset, size, VSKIP_BIT)", "offset == VSKIP_BIT"),
    model("row4_any_field", NONE, STATES, "covers(offset, size, VSKIP_BIT)", "true"),
    model("row4_not_memory", R4, STATES, "return WL_ROW(4) | (insn->src[2].kind", "return (insn->src[2].kind"),
    model("row4_not_lds", R4, STATES, "return WL_ROW(4) | (wl_is_gds(insn)", "return (wl_is_gds(insn)"),
    model(
        "row5_not_execz",
        R5,
        STATES,
        "return reads_flag(insn, WL_SRC_EXECZ) &&",
        "return false && reads_flag(insn, WL_SRC_EXECZ) &&",
    ),
    model(
        "row5_execz_by_vcc",
        NONE,
        STATES,
        "return reads_flag(insn, WL_SRC_EXECZ) && (p->producer_rows & WL_ROW(12));",
        "return reads_flag(insn, WL_SRC_EXECZ);",
    ),
    model(
        "row5_vccz_by_exec",
        NONE,
        STATES,
        "return reads_flag(insn, WL_SRC_EXECZ) && (p->producer_rows & WL_ROW(12));",
        "return (p->producer_rows & WL_ROW(12)) != 0;",
    ),
    model(
        "row6_not_vcc_hi",
        R6,
        STATES,
        "case 6: return insn->src[1].reg < WL_M0 &&",
        "case 6: return insn->src[1].reg < WL_M0 && insn->src[1].reg != WL_VCC + 1 &&",
    ),
    model(
        "row6_not_vcc",
        R6,
        STATES,
        "case 6: return insn->src[1].reg < WL_M0 &&",
        "case 6: return insn->src[1].reg < WL_VCC &&",
    ),
    model(
        "row6_not_writelane",
        R6,
        STATES,
        "const bool selects = wl_is(insn, WL_FMT_VOP3, WL_OP_v_readlane_b32) || wl_is(insn, WL_FMT_VOP3, WL_OP_v_writelane_b32);",
        "const bool selects = wl_is(insn, WL_FMT_VOP3, WL_OP_v_readlane_b32);",
    ),
    model(
        "row6_not_readlane",
        R6,
        STATES,
        "const bool selects = wl_is(insn, WL_FMT_VOP3, WL_OP_v_readlane_b32) || wl_is(insn, WL_FMT_VOP3, WL_OP_v_writelane_b32);",
        "const bool selects = wl_is(insn, WL_FMT_VOP3, WL_OP_v_writelane_b32);",
    ),
    model(
        "row6_any_sgpr",
        NONE,
        STATES,
        "case 6: return insn->src[1].reg < WL_M0 && scalar_written(p, insn->src[1].reg, 1, reg);",
        "case 6: return scalar_written(p, 0, 128, reg);",
    ),
    model(
        "row7_only_compare",
        R7,
        STATES,
        "case 7: return scalar_written(p, WL_VCC, 2, reg);",
        "case 7: return p->format == WL_FMT_VOPC && scalar_written(p, WL_VCC, 2, reg);",
    ),
    model(
        "row7_only_whole",
        R7,
        STATES,
        "case 7: return scalar_written(p, WL_VCC, 2, reg);",
        "case 7: return p->sdst_regs == 2 && scalar_written(p, WL_VCC, 2, reg);",
    ),
    model("row8_not_three", R8, STATES, "insn->src[1].regs > 2", "insn->src[1].regs > 3"),
    model("row8_two", NONE, STATES, "insn->src[1].regs > 2", "insn->src[1].regs > 1"),
    model(
        "row8_not_swap",
        R8,
        STATES,
        "((insn->flags & WL_INSN_WRITES_SRC0) && uses_vgpr(p, w, insn, insn->src[0].reg, 1, reg));",
        "false;",
    ),
    model(
        "row9_not_high",
        R9,
        STATES,
        "scalar_written(p, insn->src[2].reg, insn->src[2].regs, reg)",
        "scalar_written(p, insn->src[2].reg, 1, reg)",
    ),
    model(
        "row9_not_loads",
        R9,
        STATES,
        "(insn->src[2].kind == WL_OPERAND_SGPR ? WL_ROW(9) : 0)",
        "(insn->src[2].kind == WL_OPERAND_SGPR && insn->vdst_regs == 0 ? WL_ROW(9) : 0)",
    ),
    model(
        "row9_not_vcc",
        R9,
        STATES,
        "case 9: return scalar_written(",
        "case 9: return insn->src[2].reg != WL_VCC && scalar_written(",
    ),
    model(
        "row9_any_sgpr",
        NONE,
        STATES,
        "case 9: return scalar_written(p, insn->src[2].reg, insn->src[2].regs, reg);",
        "case 9: return scalar_written(p, 0, 128, reg);",
    ),
    model(
        "row10_not_halt", R10, STATES, "if (wl_sends(insn))", "if (wl_sends(insn) && insn->op != WL_OP_s_sendmsghalt)"
    ),
    model("row10_not_trace", R10, STATES, "if (wl_sends(insn))", "if (wl_is_message(insn))"),
    model("row10_not_gds", R10, STATES, "(wl_is_gds(insn) ? WL_ROW(10) : 0)", "0"),
    model(
        "row11_not_source_1",
        R11,
        STATES,
        "for (int i = 0; i < 3; i++) { const struct wl_operand *o = &insn->src[i]; if (o->kind == WL_OPERAND_VGPR && uses_vgpr",
        "for (int i = 0; i < 1; i++) { const struct wl_operand *o = &insn->src[i]; if (o->kind == WL_OPERAND_VGPR && uses_vgpr",
    ),
    model(
        "row11_not_writelane",
        R11,
        STATES,
        "insn->vdst_regs != 0 ? WL_ROW(11) : 0;",
        "insn->vdst_regs != 0 && !(insn->flags & WL_INSN_ONE_LANE) ? WL_ROW(11) : 0;",
    ),
    model(
        "row11_not_vop3",
        R11,
        STATES,
        "insn->vdst_regs != 0 ? WL_ROW(11) : 0;",
        "insn->vdst_regs != 0 && (insn->format != WL_FMT_VOP3 || (insn->flags & WL_INSN_ONE_LANE)) ? WL_ROW(11) : 0;",
    ),
    model("row11_any_vgpr", NONE, STATES, "case 11: return reads_vgpr_of(p, w, insn, reg);", "case 11: return true;"),
    model("row12_by_vcc", NONE, STATES, "? WL_ROW(5) | WL_ROW(7) : 0)", "? WL_ROW(5) | WL_ROW(7) | WL_ROW(12) : 0)"),
    model(
        "row14_any_register",
        NONE,
        STATES,
        "if (hwreg(insn) == WL_HWREG_TRAPSTS) rows |= WL_ROW(14);",
        "rows |= WL_ROW(14);",
    ),
    model(
        "row14_not_restore",
        R14,
        STATES,
        "if (wl_is(insn, WL_FMT_SOP1, WL_OP_s_rfe_b64) || wl_is(insn, WL_FMT_SOP2, WL_OP_s_rfe_restore_b64))",
        "if (wl_is(insn, WL_FMT_SOP1, WL_OP_s_rfe_b64))",
    ),
    model("row15_not_addtid", R15, STATES, "(is_addtid(insn) ? WL_ROW(15) : 0)", "(is_addtid(insn) ? 0 : 0)"),
    model("row15_not_direct", R15, STATES, "if (is_lds_direct(insn)) rows |= WL_ROW(15);", ""),
    model(
        "row16_not_pairs",
        R16,
        STATES,
        "insn->flags & WL_INSN_MOVREL ? WL_ROW(16) : 0;",
        "(insn->flags & WL_INSN_MOVREL) && !(insn->op & 1) ? WL_ROW(16) : 0;",
    ),
    model(
        "row16_not_movreld",
        R16,
        STATES,
        "insn->flags & WL_INSN_MOVREL ? WL_ROW(16) : 0;",
        "(insn->flags & WL_INSN_MOVREL) && insn->op <= 43 ? WL_ROW(16) : 0;",
    ),
    # Fields of s_waitcnt.
    model(
        "vm_four_bits",
        WAITCNT,
        ISA,
        "wl_field(simm, WL_WAITCNT_VM_LOW) | wl_field(simm, WL_WAITCNT_VM_HIGH) << 4",
        "wl_field(simm, WL_WAITCNT_VM_LOW)",
        *WAIT_USERS,
    ),
    model(
        "vm_high_bits_swapped",
        WAITCNT,
        ISA,
        "wl_field(simm, WL_WAITCNT_VM_LOW) | wl_field(simm, WL_WAITCNT_VM_HIGH) << 4",
        "wl_field(simm, WL_WAITCNT_VM_LOW) | (simm >> 9 & 0x20) | (simm >> 11 & 0x10)",
        *WAIT_USERS,
    ),
    model(
        "lgkm_three_bits",
        WAITCNT,
        ISA,
        "wl_field((uint32_t)insn->simm, WL_WAITCNT_LGKM)",
        "((uint32_t)insn->simm >> 8 & 7)",
        *WAIT_USERS,
    ),
    model(
        "lgkm_five_bits",
        WAITCNT,
        ISA,
        "wl_field((uint32_t)insn->simm, WL_WAITCNT_LGKM)",
        "((uint32_t)insn->simm >> 8 & 31)",
        *WAIT_USERS,
    ),
    model(
        "exp_two_bits",
        WAITCNT,
        ISA,
        "wl_field((uint32_t)insn->simm, WL_WAITCNT_EXP)",
        "((uint32_t)insn->simm >> 4 & 3)",
        *WAIT_USERS,
    ),
    model(
        "exp_four_bits",
        WAITCNT,
        ISA,
        "wl_field((uint32_t)insn->simm, WL_WAITCNT_EXP)",
        "((uint32_t)insn->simm >> 4 & 15)",
        *WAIT_USERS,
    ),
    # What a wait promises.
    model("vm_one_less", WAITCNT, HAZARD, "? younger >= vm", "? younger > vm"),
    model("vm_one_more", WAITCNT, HAZARD, "? younger >= vm", "? younger + 1 >= vm"),
    model("vm_63_waits", WAITCNT, HAZARD, "? younger >= vm", "? younger >= vm || vm == 63"),
    model("lgkm_one_less", WAITCNT, HAZARD, ": younger >= lgkm;", ": younger > lgkm;"),
    model("lgkm_one_more", WAITCNT, HAZARD, ": younger >= lgkm;", ": younger + 1 >= lgkm;"),
    model("lgkm_15_waits", WAITCNT, HAZARD, ": younger >= lgkm;", ": younger >= lgkm || lgkm == 15;"),
    model("exp_one_less", WAITCNT, HAZARD, "? younger >= exp || younger >= lgkm", "? younger > exp || younger >= lgkm"),
    model(
        "exp_one_more",
        WAITCNT,
        HAZARD,
        "? younger >= exp || younger >= lgkm",
        "? younger + 1 >= exp || younger >= lgkm",
    ),
    model(
        "exp_7_waits",
        WAITCNT,
        HAZARD,
        "? younger >= exp || younger >= lgkm",
        "? younger >= exp || exp == 7 || younger >= lgkm",
    ),
    model("exp_not_by_lgkm", LGKM_GDS, HAZARD, "? younger >= exp || younger >= lgkm", "? younger >= exp"),
    model(
        "exp_by_vm",
        LGKM_GDS,
        HAZARD,
        "? younger >= exp || younger >= lgkm",
        "? younger >= exp || younger >= lgkm || younger >= vm",
    ),
    model(
        "exp_not_addresses",
        EXP,
        HAZARD,
        "if (insn->src[i].kind == WL_OPERAND_VGPR) add(",
        "if (i != 0 && insn->src[i].kind == WL_OPERAND_VGPR) add(",
    ),
    model(
        "exp_not_second_data",
        EXP,
        HAZARD,
        "if (insn->src[i].kind == WL_OPERAND_VGPR) add(",
        "if (i != 2 && insn->src[i].kind == WL_OPERAND_VGPR) add(",
    ),
    model(
        "exp_not_loads",
        EXP,
        HAZARD,
        "if (insn->src[i].kind == WL_OPERAND_VGPR) add(",
        "if (insn->vdst_regs == 0 && insn->src[i].kind == WL_OPERAND_VGPR) add(",
    ),
    model("smem_counts_in_order", LGKM_SMEM, HAZARD, "? lgkm == 0", "? younger >= lgkm"),
    model(
        "lds_and_gds_in_order",
        KINDS,
        HAZARD,
        "return wl_is_gds(insn) ? WL_HAZARD_GDS : insn->unit;",
        "return insn->unit;",
    ),
    model(
        "lds_over_lds_needs_a_wait",
        LGKM_DS,
        HAZARD,
        "const bool in_order = u->kind == kind_of(insn) &&",
        "const bool in_order = u->kind == WL_UNIT_VMEM && u->kind == kind_of(insn) &&",
    ),
    model(
        "merge_needs_no_wait",
        LGKM_DS,
        HAZARD,
        "u->kind == kind_of(insn) && !(insn->flags & WL_INSN_READS_VDST)",
        "u->kind == kind_of(insn)",
    ),
    model(
        "kinds_in_order",
        KINDS,
        HAZARD,
        "u->kind == kind_of(insn) && !(insn->flags & WL_INSN_READS_VDST)",
        "u->kind != WL_HAZARD_EXP",
    ),
    model(
        "overwritten_loads", VM_DOWN, HAZARD, "const bool in_order = u->kind", "const bool in_order = true || u->kind"
    ),
    model(
        "vcc_not_by_vector_alu",
        LGKM_SMEM,
        HAZARD,
        "if (insn->flags & WL_INSN_READS_VCC && insn->unit == WL_UNIT_VALU) return true;",
        "",
    ),
    model(
        "vcc_not_by_div_fmas",
        LGKM_SMEM,
        HAZARD,
        "if (insn->flags & WL_INSN_READS_VCC && insn->unit == WL_UNIT_VALU) return true;",
        "if (insn->flags & WL_INSN_READS_VCC && insn->unit == WL_UNIT_VALU && insn->format != WL_FMT_VOP3) return true;",
    ),
    model(
        "vcc_not_by_branches",
        LGKM_SMEM,
        HAZARD,
        "if (wl_is(insn, WL_FMT_SOPP, WL_OP_s_cbranch_vccz) || wl_is(insn, WL_FMT_SOPP, WL_OP_s_cbranch_vccnz)) return true;",
        "if (wl_is(insn, WL_FMT_SOPP, WL_OP_s_cbranch_vccnz)) return true;",
    ),
    model(
        "stack_needs_no_wait",
        LGKM_SMEM,
        HAZARD,
        "for (uint32_t i = 0; csp != old_csp && i < h->count; i++)",
        "for (uint32_t i = h->count; csp != old_csp && i < h->count; i++)",
    ),
    # Fork and join.
    model("stack_of_seven", "4.6 six levels", FORKS, "if (csp >= MAX_DEPTH)", "if (csp >= MAX_DEPTH + 1)"),
    model("stack_of_five", "4.6 six levels", FORKS, "if (csp >= MAX_DEPTH)", "if (csp >= MAX_DEPTH - 1)"),
    model(
        "join_three_bits",
        "4.6 JOIN: `if",
        FORKS,
        "if (wl_csp(w) == saved_csp) return;",
        "if (wl_csp(w) == (saved_csp & 7)) return;",
    ),
    model(
        "join_sixteen_bits",
        "4.6 JOIN: `if",
        FORKS,
        "if (wl_csp(w) == saved_csp) return;",
        "if (wl_csp(w) == (saved_csp & 0xffff)) return;",
    ),
    model(
        "fork_none_goes_on",
        "4.6 `if (mask_pass == exec)`",
        FORKS,
        "if (pass == exec) { w->next_pc = target; } else if (fail == exec) { return;",
        "if (fail == exec) { return; } else if (pass == exec) { w->next_pc = target;",
    ),
    model(
        "fork_tie",
        "4.6 `else` exec = mask_pass",
        FORKS,
        "__builtin_popcountll(fail) < __builtin_popcountll(pass)",
        "__builtin_popcountll(fail) <= __builtin_popcountll(pass)",
    ),
    model(
        "fork_larger_first",
        "4.6 `else if (bitcount",
        FORKS,
        "__builtin_popcountll(fail) < __builtin_popcountll(pass)",
        "__builtin_popcountll(fail) > __builtin_popcountll(pass)",
    ),
    model(
        "fork_not_by_exec",
        "4.6 `mask_pass = SGPR",
        FORKS,
        "const uint64_t pass = mask & exec;",
        "const uint64_t pass = mask;",
    ),
    model(
        "stack_pc_first",
        "4.6 `SGPR[CSP*4]",
        FORKS,
        "wl_set_sgpr64(w, 4 * csp, exec); wl_set_sgpr64(w, 4 * csp + 2, pc);",
        "wl_set_sgpr64(w, 4 * csp, pc); wl_set_sgpr64(w, 4 * csp + 2, exec);",
    ),
    model(
        "stack_pc_32_bits",
        "4.6 `SGPR[CSP*4]",
        FORKS,
        "wl_set_sgpr64(w, 4 * csp + 2, pc);",
        "wl_set_sgpr64(w, 4 * csp + 2, (uint32_t)pc);",
    ),
    model(
        "join_underflow_is_none",
        "4.6 JOIN: `else`",
        FORKS,
        "if (wl_csp(w) == 0) w->model->event = WL_CSP_UNDERFLOW;",
        "",
    ),
    # Control.
    scalar(
        "vskip_bit_of_four", "4.2 s_setvskip", "sopc", "WL_MODE_VSKIP, a >> (b & 31))", "WL_MODE_VSKIP, a >> (b & 3))"
    ),
    model(
        "vskip_not_lds",
        "4.2 s_setvskip",
        HEADER,
        "wl_is_vector_format((wl_format)insn->format)",
        "insn->format != WL_FMT_DS && wl_is_vector_format((wl_format)insn->format)",
        *WAIT_USERS,
        "src/run.c",
    ),
    scalar(
        "cdbg_or_and",
        "4.2 s_cbranch_cdbgsys",
        "sopp",
        "branch_if(w, insn, w->cond_dbg != 0);",
        "branch_if(w, insn, w->cond_dbg == (WL_COND_DBG_USER | WL_COND_DBG_SYS));",
    ),
    scalar(
        "cdbg_sys_user",
        "4.2 s_cbranch_cdbgsys",
        "sopp",
        "branch_if(w, insn, w->cond_dbg & WL_COND_DBG_SYS);",
        "branch_if(w, insn, w->cond_dbg & WL_COND_DBG_USER);",
    ),
    scalar("getpc_itself", "4.2 s_getpc_b64", "sop1", "NO_LITERAL, d = w->next_pc;)", "NO_LITERAL, d = w->pc;)"),
    scalar(
        "swappc_same_pair",
        "4.2 s_swappc_b64",
        "sop1",
        "d = w->next_pc; w->next_pc = wl_pc_mask(a);",
        "d = w->next_pc; w->next_pc = wl_pc_mask(d);",
    ),
    scalar(
        "message_imm_lost",
        "4.1 s_sendmsg |",
        "sopp",
        "PLAIN, wl_send_message(w, false, k);",
        "PLAIN, wl_send_message(w, false, 0);",
    ),
    model(
        "message_m0_lost",
        "4.1 s_ttracedata",
        "src/control.c",
        ".m0 = w->sgpr[WL_M0]}",
        ".m0 = trace ? 0 : w->sgpr[WL_M0]}",
    ),
    model(
        "trap_of_next",
        "4.1 s_trap",
        "src/control.c",
        "wl_enter_trap(w, w->pc, wl_field(id, WL_TRAP_ID))",
        "wl_enter_trap(w, w->next_pc, wl_field(id, WL_TRAP_ID))",
    ),
    model("rfe_stays_in_handler", "4.1 s_rfe_b64", "src/control.c", "w->priv = false; w->next_pc", "w->next_pc"),
    # Owner operations and shared registers of R700.
    model(
        "owner_read_of_two",
        "reads compute",
        ADDRESS,
        "cleared = wl_cleared_bits(mode, a->bytes)",
        "cleared = a->where == WL_AT_LINEAR && a->bytes == 16 ? 7 : wl_cleared_bits(mode, a->bytes)",
        document=R700,
    ),
    model(
        "owner_read_of_three",
        "reads compute",
        ADDRESS,
        "cleared = wl_cleared_bits(mode, a->bytes)",
        "cleared = a->where == WL_AT_LINEAR && a->bytes == 12 ? 3 : wl_cleared_bits(mode, a->bytes)",
        document=R700,
    ),
    model(
        "owner_without_exec",
        "a write has up to",
        ADDRESS,
        "for (uint64_t left = exec; left != 0;",
        "for (uint64_t left = a->where == WL_AT_OWNER ? UINT64_MAX : exec; left != 0;",
        document=R700,
    ),
    model(
        "owner_relative_of_wave_0",
        "SIMD_WAVE_REL 1",
        ADDRESS,
        "(offset & WL_OWNER_GROUP ? WL_LANES * w->wave_in_group : 0) + lane",
        "lane",
        document=R700,
    ),
    model(
        "owner_absolute_by_thread",
        "SIMD_WAVE_REL 0",
        ADDRESS,
        "(offset & WL_OWNER_GROUP ? WL_LANES * w->wave_in_group : 0) + lane",
        "WL_LANES * w->wave_in_group + lane",
        document=R700,
    ),
    model("owner_bank_by_wave", "`bank_id", ADDRESS, "(thread & 3) * 16", "(thread >> 1 & 3) * 16", document=R700),
    model(
        "owner_index_of_bank",
        "`bank_offset",
        ADDRESS,
        "((thread >> 2) * stride + index) / 4 * 64ull",
        "((thread >> 2) * stride) / 4 * 64ull",
        document=R700,
    ),
    model(
        "owner_overflow_by_one",
        "(past it",
        ADDRESS,
        "at + bytes <= size",
        "at + bytes <= size + (a->where == WL_AT_OWNER ? 1024 : 0)",
        document=R700,
    ),
    model(
        "broadcast_highest",
        "(microcode",
        ADDRESS,
        "broadcast ? (uint32_t)__builtin_ctzll(exec) : l",
        "broadcast ? 63 - (uint32_t)__builtin_clzll(exec) : l",
        document=R700,
    ),
    model(
        "shared_destination_without_index",
        "relative to an index",
        ISSUE,
        "const bool indexed = (w->mode & WL_MODE_GPR_IDX_EN) && (wl_field(m0, WL_M0_GPR_INDEX_ENABLES) >> enable & 1);",
        "const bool indexed = (w->mode & WL_MODE_GPR_IDX_EN) && (wl_field(m0, WL_M0_GPR_INDEX_ENABLES) >> enable & 1) && !(enable == WL_ENABLE_VDST && (w->mode & WL_MODE_SHARED));",
        document=R700,
    ),
    model(
        "shared_source_without_index",
        "relative to an index",
        ISSUE,
        "const bool indexed = (w->mode & WL_MODE_GPR_IDX_EN) && (wl_field(m0, WL_M0_GPR_INDEX_ENABLES) >> enable & 1);",
        "const bool indexed = (w->mode & WL_MODE_GPR_IDX_EN) && (wl_field(m0, WL_M0_GPR_INDEX_ENABLES) >> enable & 1) && !(enable != WL_ENABLE_VDST && (w->mode & WL_MODE_SHARED));",
        document=R700,
    ),
    model(
        "temporaries_of_all", "clause temporaries of odd", ISSUE, "(w->slot % 2 != 0 ? temps : 0)", "0", document=R700
    ),
    model(
        "shared_past_the_last",
        "an index may lead",
        ISSUE,
        "number + regs > global + temps) return -1;",
        "number + regs > global + temps + 1) return -1;",
        document=R700,
    ),
]


ARBITER, CHECKER = "rtl/front/issue.sv", "tb/lockstep/arbitration.c"
UNITS = [
    Mutant(
        "nop_idles_two_bits",
        FLOW,
        "4.1 s_nop",
        [
            (ARBITER, "assign idle_cycles_o = sdec.simm[2:0];", "assign idle_cycles_o = {1'b0, sdec.simm[1:0]};"),
            (
                CHECKER,
                "(word & 7)) rest(c, slot, c->cycle + (word & 7) + 1, c->cycle + (word & 7) + 1);",
                "(word & 3)) rest(c, slot, c->cycle + (word & 3) + 1, c->cycle + (word & 3) + 1);",
            ),
        ],
    ),
    Mutant(
        "nop_idles_imm",
        FLOW,
        "4.1 s_nop",
        [
            (
                ARBITER,
                "assign idle_cycles_o = sdec.simm[2:0];",
                "assign idle_cycles_o = sdec.simm[2:0] == '0 ? '0 : sdec.simm[2:0] - 3'd1;",
            ),
            (
                CHECKER,
                "(word & 7)) rest(c, slot, c->cycle + (word & 7) + 1, c->cycle + (word & 7) + 1);",
                "(word & 7) > 1) rest(c, slot, c->cycle + (word & 7), c->cycle + (word & 7));",
            ),
        ],
    ),
    Mutant(
        "sleep_half",
        FLOW,
        "4.1 s_sleep",
        [
            (
                "rtl/flow/sleep.sv",
                "wake_q[slot_i] <= next_beat + beats_i;",
                "wake_q[slot_i] <= next_beat + (beats_i >> 1);",
            ),
            (
                CHECKER,
                "c->cycle + 64 * (word & 127) + 2, c->cycle + 64 * (word & 127) + 65)",
                "c->cycle + 64 * ((word & 127) / 2) + 2, c->cycle + 64 * ((word & 127) / 2) + 65)",
            ),
        ],
    ),
    Mutant(
        "sleep_four_bits",
        FLOW,
        "4.1 s_sleep",
        [
            (
                "rtl/flow/sleep.sv",
                "wake_q[slot_i] <= next_beat + beats_i;",
                "wake_q[slot_i] <= next_beat + (beats_i & 7'd15);",
            ),
            (
                CHECKER,
                "c->cycle + 64 * (word & 127) + 2, c->cycle + 64 * (word & 127) + 65)",
                "c->cycle + 64 * (word & 15) + 2, c->cycle + 64 * (word & 15) + 65)",
            ),
        ],
    ),
    Mutant(
        "smem_counts_one",
        FLOW,
        LGKM_SMEM,
        [
            (ARBITER, "wave_i.lgkm_cnt > (sdec.op == '0 ? 4'd14 : 4'd13)", "wave_i.lgkm_cnt > 4'd14"),
            (ARBITER, "count_lgkm_o = sdec.op == '0 ? 2'd1 : 2'd2;", "count_lgkm_o = 2'd1;"),
            (
                "rtl/scalar/smem.sv",
                "done_count_o = size == '0 ? 2'd1 : 2'd2;",
                "done_count_o = size == '0 ? 2'd1 : 2'd1;",
            ),
            (
                "refmodel/src/wave.c",
                "insn->unit == WL_UNIT_SMEM ? (insn->sdst_regs > 1 ? 2 : 1) : 0",
                "insn->unit == WL_UNIT_SMEM ? 1 : 0",
            ),
        ],
    ),
    Mutant(
        "smem_counts_dwords",
        FLOW,
        LGKM_SMEM,
        [
            (
                ARBITER,
                "wave_i.lgkm_cnt > (sdec.op == '0 ? 4'd14 : 4'd13)",
                "wave_i.lgkm_cnt > (sdec.op == '0 ? 4'd14 : sdec.op == 7'd1 ? 4'd13 : 4'd12)",
            ),
            (
                ARBITER,
                "count_lgkm_o = sdec.op == '0 ? 2'd1 : 2'd2;",
                "count_lgkm_o = sdec.op == '0 ? 2'd1 : sdec.op == 7'd1 ? 2'd2 : 2'd3;",
            ),
            (
                "rtl/scalar/smem.sv",
                "done_count_o = size == '0 ? 2'd1 : 2'd2;",
                "done_count_o = size == '0 ? 2'd1 : size == 3'd1 ? 2'd2 : 2'd3;",
            ),
            ("refmodel/src/wave.c", "(insn->sdst_regs > 1 ? 2 : 1)", "(insn->sdst_regs > 2 ? 3u : insn->sdst_regs)"),
        ],
    ),
]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def loosely(text):
    """A pattern for the text with any white space where it has some: a formatter may break the line elsewhere."""
    return r"\s+".join(re.escape(word) for word in text.split())


def changed(mutant):
    """{file: its text with the change}"""
    texts = {}
    for path, old, new in mutant.changes:
        text = texts.get(path) or read(path)
        found = re.findall(loosely(old), text)
        if len(found) != 1:
            raise Failed(
                f'{mutant.name}: {path}: "{old}" is there {len(found)} times, expected once: the table in '
                "scripts/double_mutants.py is old"
            )
        texts[path] = re.sub(loosely(old), lambda _: new, text)
    return texts


# ---- the rows of the documents -----------------------------------------------------------------


def rows(document):
    """(section, line) of every row of a table."""
    section = ""
    for line in read(document).splitlines():
        heading = re.match(r"## (\S+)", line)
        section = heading.group(1) if heading else section
        if line.startswith("| "):
            yield section, line[2:]


def path_of(name):
    for folder in ("vectors", "build/vectors"):
        for path in (os.path.join(folder, name, "test.json"), os.path.join(folder, name + ".json")):
            if os.path.isfile(path):
                return path
    return None


def expanded(line):
    """The vectors that a row names: `a/1` to `a/63` are all between, `a_*` and `a_N` all that there are."""
    names = []
    for first, last in re.findall(r"`([\w/]+?)(?=\d+`)\d+` to `\1(\d+)`", line):
        low = int(re.search(rf"`{re.escape(first)}(\d+)` to", line).group(1))
        names += [f"{first}{n}" for n in range(low, int(last) + 1)]
    for quoted in re.findall(r"`([\w/*]+)`", line):
        pattern = re.sub("_N$", "_[0-9]*", quoted)
        if "*" in pattern:
            names += sorted(
                os.path.dirname(path).removeprefix("vectors/") for path in glob.glob(f"vectors/{pattern}/test.json")
            )
        elif path_of(quoted):
            names.append(quoted)
    return list(dict.fromkeys(names))


def vectors(mutant):
    """Those that the broken row names."""
    if mutant.document == FLOW:
        section, _, start = mutant.row.partition(" ")
    else:
        section, start = None, mutant.row
    found = [line for at, line in rows(mutant.document) if section in (None, at) and line.startswith(start)]
    if len(found) != 1:
        raise Failed(f'{mutant.name}: {mutant.document} has {len(found)} rows "{mutant.row}", expected one')
    names = expanded(found[0])
    if not names:
        raise Failed(f'{mutant.name}: the row "{mutant.row}" of {mutant.document} names no vector')
    return names


# ---- the model alone ---------------------------------------------------------------------------


def passes(tool, vector):
    try:
        done = subprocess.run(
            [tool, "--device", "model", vector, *LIMIT],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=120,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def build_model(mutant):
    """The model's tool with the change in it."""
    folder = os.path.join(WORK, mutant.name)
    shutil.rmtree(folder, ignore_errors=True)
    # A copy, as a quoted include looks beside the source first.
    shutil.copytree("refmodel", os.path.join(folder, "refmodel"), ignore=shutil.ignore_patterns("tests"))
    for path, text in changed(mutant).items():
        with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
            file.write(text)
    tool = os.path.join(folder, "wavelock-model")
    changed_model.build(
        tool, [os.path.join(folder, s) for s in mutant.sources], os.path.join(folder, "refmodel", "src")
    )
    return tool


def noticed_alone(mutant):
    """The vectors of its row that fail with the change and pass without."""
    names = vectors(mutant)
    tool = build_model(mutant)
    found = [name for name in names if not passes(tool, name) and passes(TOOL, name)]
    shutil.rmtree(os.path.dirname(tool))
    return found


# ---- in lockstep ---------------------------------------------------------------------------------


def verdict(tool, vector):
    """Of the first seed that does not pass."""
    for seed in SEEDS:
        done = subprocess.run(
            [tool, "--device", "lockstep", vector, "--seed", str(seed), "--hang-cycles", "100000"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )
        if done.returncode:
            return programs.VERDICTS[done.returncode] if 0 < done.returncode < len(programs.VERDICTS) else "ERROR"
    return "PASS"


def noticed_in_lockstep(mutant, tree):
    """The same in a copy of the tree with RTL, model and checker changed. Where the checker notices, they are not changed alike."""
    for path, text in changed(mutant).items():
        with open(os.path.join(tree, path), "w", encoding="utf-8") as file:
            file.write(text)
    try:
        plant.build(tree)
    except plant.Failed as error:
        raise Failed(f"{mutant.name}: {error}") from None
    tool = os.path.join(tree, "build", "wavelock")
    found = []
    for vector in vectors(mutant):
        said = verdict(tool, vector)
        if said in ("MISMATCH", "ILLEGAL"):
            raise Failed(f"{mutant.name}: {vector} is {said}: RTL, model and checker are not changed alike")
        if said != "PASS" and verdict("build/wavelock", vector) == "PASS":
            found.append(vector)
    for path, *_ in mutant.changes:
        shutil.copy(path, os.path.join(tree, path))
    return found


# ---- all ---------------------------------------------------------------------------------------


def chosen(options):
    if options.only:
        some = [m for m in MODELS + UNITS if any(fnmatch.fnmatchcase(m.name, only) for only in options.only.split(","))]
        if not some:
            raise Failed(f'--only: no change is named "{options.only}"; all: --list')
        return some
    return MODELS[::EVERY] if options.slice else MODELS + UNITS


def tell(mutant, found):
    """Prints its line; 1 if nothing noticed."""
    shown = ", ".join(found[:4]) + (f" and {len(found) - 4} more" if len(found) > 4 else "")
    print(f"{mutant.name:<34} {shown or 'NOT NOTICED by ' + ', '.join(vectors(mutant))}", flush=True)
    return not found


def run(mutants):
    """The number of those that nothing noticed."""
    alone, units = ([m for m in mutants if (m in UNITS) == wanted] for wanted in (False, True))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        missed = sum(tell(m, found) for m, found in zip(alone, pool.map(noticed_alone, alone)))
    if not units:
        return missed
    tree = os.path.join("runs", "double_mutants")
    plant.copy_tree(tree)
    missed += sum(tell(m, noticed_in_lockstep(m, tree)) for m in units)
    shutil.rmtree(tree)
    return missed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slice", action="store_true", help="some of them, a part of make test")
    parser.add_argument("--only", help="names, with commas; * and ? as in names of files")
    parser.add_argument(
        "--list", action="store_true", help="what there is to change, and the vectors that are to notice"
    )
    options = parser.parse_args()
    os.chdir(ROOT)
    try:
        for mutant in MODELS + UNITS:  # an old table is told before anything is built
            changed(mutant)
            vectors(mutant)
        mutants = chosen(options)
        if options.list:
            for mutant in mutants:
                print(f"{mutant.name:<34} {mutant.document}: {mutant.row}: {', '.join(vectors(mutant))}")
            return 0
        missed = run(mutants)
    except (Failed, OSError, subprocess.CalledProcessError) as error:
        print(f"ERROR: {error}", file=sys.stderr)
        return 6
    print(f"{len(mutants)} changes, {missed} that no vector of its row notices")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
