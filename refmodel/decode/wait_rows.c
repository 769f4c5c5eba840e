// SPDX-License-Identifier: Apache-2.0
// Which rows of the wait-state table an instruction can be producer or consumer of (control-flow.md 7).
#include "decode/wait_rows.h"

#include "isa/access.h"
#include "isa/isa.h"

enum { VSKIP_BIT = __builtin_ctz(WL_MODE_VSKIP) };

static bool is_setreg(const struct wl_insn *insn) {
  return wl_is(insn, WL_FMT_SOPK, WL_OP_s_setreg_b32) || wl_is(insn, WL_FMT_SOPK, WL_OP_s_setreg_imm32_b32);
}

static bool covers(uint32_t first, uint32_t count, uint32_t reg) { return reg >= first && reg < first + count; }

static bool writes_vcc(uint32_t sdst, uint32_t regs) { return wl_overlap(sdst, regs, WL_VCC, 2); }

// Four instructions write M0 without naming it.
static bool writes_m0(const struct wl_insn *insn) {
  return covers(insn->sdst, insn->sdst_regs, WL_M0) || wl_is(insn, WL_FMT_SOPC, WL_OP_s_set_gpr_idx_on) ||
         wl_is(insn, WL_FMT_SOP1, WL_OP_s_set_gpr_idx_idx) || wl_is(insn, WL_FMT_SOPP, WL_OP_s_set_gpr_idx_mode) ||
         wl_is(insn, WL_FMT_SOPP, WL_OP_shared_on);
}

static bool uses_vccz(const struct wl_insn *insn) {
  return wl_is(insn, WL_FMT_SOPP, WL_OP_s_cbranch_vccz) || wl_is(insn, WL_FMT_SOPP, WL_OP_s_cbranch_vccnz) ||
         wl_reads_flag(insn, WL_SRC_VCCZ);
}

static bool is_lane_select(const struct wl_insn *insn) {
  const bool selects =
      wl_is(insn, WL_FMT_VOP3, WL_OP_v_readlane_b32) || wl_is(insn, WL_FMT_VOP3, WL_OP_v_writelane_b32);
  return selects && insn->src[1].kind == WL_OPERAND_SGPR;
}

static bool is_addtid(const struct wl_insn *insn) {
  return wl_is(insn, WL_FMT_DS, WL_OP_ds_write_addtid_b32) || wl_is(insn, WL_FMT_DS, WL_OP_ds_read_addtid_b32);
}

static uint32_t scalar_producer_rows(const struct wl_insn *insn) {
  uint32_t rows = 0;
  if (is_setreg(insn)) {
    const uint32_t simm = (uint32_t)insn->simm;
    const uint32_t offset = wl_field(simm, WL_HWREG_OFFSET), size = wl_field(simm, WL_HWREG_SIZE) + 1;
    rows = WL_ROW(1) | WL_ROW(2);
    if (wl_hwreg_id(insn) == WL_HWREG_MODE && covers(offset, size, VSKIP_BIT)) rows |= WL_ROW(4);
    if (wl_hwreg_id(insn) == WL_HWREG_TRAPSTS) rows |= WL_ROW(14);
  }
  if (wl_is(insn, WL_FMT_SOPC, WL_OP_s_setvskip)) rows = WL_ROW(3) | WL_ROW(4);
  if (writes_m0(insn)) rows |= WL_ROW(10) | WL_ROW(15) | WL_ROW(16);
  return rows;
}

static uint32_t vector_producer_rows(const struct wl_insn *insn) {
  uint32_t rows = insn->vdst_regs != 0 ? WL_ROW(11) : 0;
  if (wl_writes_exec(insn)) rows |= WL_ROW(5) | WL_ROW(12);
  if (insn->sdst_regs == 0) return rows;
  return rows | WL_ROW(6) | WL_ROW(9) | (writes_vcc(insn->sdst, insn->sdst_regs) ? WL_ROW(5) | WL_ROW(7) : 0);
}

static uint32_t memory_producer_rows(const struct wl_insn *insn) {
  const bool buffer = insn->format == WL_FMT_MUBUF || insn->format == WL_FMT_MTBUF;
  // No state is needed with SOFFSET in a register (D-WAIT-27), nor of images (D-IMG-37).
  const bool without = (buffer && insn->src[3].kind == WL_OPERAND_SGPR) || insn->format == WL_FMT_MIMG;
  const bool stored =
      insn->unit == WL_UNIT_VMEM && insn->src[1].kind == WL_OPERAND_VGPR && insn->src[1].regs > 2 && !without;
  const bool lists =
      insn->mem_destination == WL_TO_LDS || insn->vdst_regs != 0 || insn->sdst_regs != 0 || wl_is_gds(insn);
  return (stored ? WL_ROW(8) : 0) | (lists ? WL_UNWAITED : 0);
}

static uint32_t producer_rows(const struct wl_insn *insn) {
  switch (insn->unit) {
    case WL_UNIT_SCALAR: return scalar_producer_rows(insn);
    case WL_UNIT_VALU: return vector_producer_rows(insn);
    case WL_UNIT_EXPORT: return WL_UNWAITED;
    default: return memory_producer_rows(insn);
  }
}

static uint32_t vector_consumer_rows(const struct wl_insn *insn) {
  uint32_t rows = WL_ROW(4);
  if (insn->vdst_regs != 0) rows |= WL_ROW(8);
  if (wl_reads_flag(insn, WL_SRC_VCCZ) || wl_reads_flag(insn, WL_SRC_EXECZ)) rows |= WL_ROW(5);
  if (is_lane_select(insn)) rows |= WL_ROW(6);
  if (wl_is(insn, WL_FMT_VOP3, WL_OP_v_div_fmas_f32) || wl_is(insn, WL_FMT_VOP3, WL_OP_v_div_fmas_f64))
    rows |= WL_ROW(7);
  if (insn->extra == WL_EXTRA_DPP) rows |= WL_ROW(11) | WL_ROW(12);
  if (wl_reads_flag(insn, WL_SRC_LDS_DIRECT)) rows |= WL_ROW(15);
  return rows;
}

static uint32_t consumer_rows(const struct wl_insn *insn) {
  switch (insn->unit) {
    case WL_UNIT_SCALAR:
      if (wl_is(insn, WL_FMT_SOPK, WL_OP_s_getreg_b32))
        return WL_ROW(1) | (wl_hwreg_id(insn) == WL_HWREG_MODE ? WL_ROW(3) : 0);
      if (is_setreg(insn)) return WL_ROW(2);
      if (wl_sends(insn)) return WL_ROW(10);
      if (wl_is(insn, WL_FMT_SOP1, WL_OP_s_rfe_b64) || wl_is(insn, WL_FMT_SOP2, WL_OP_s_rfe_restore_b64))
        return WL_ROW(14);
      return insn->flags & WL_INSN_MOVREL ? WL_ROW(16) : 0;
    case WL_UNIT_VALU: return vector_consumer_rows(insn);
    case WL_UNIT_VMEM:
      return WL_ROW(4) | (wl_moves_lds(insn) ? WL_ROW(9) | WL_ROW(15) : 0) |
             (insn->src[2].kind == WL_OPERAND_SGPR || insn->src[3].kind == WL_OPERAND_SGPR ? WL_ROW(9) : 0);
    case WL_UNIT_EXPORT: return WL_ROW(4);
    case WL_UNIT_LDS: return WL_ROW(4) | (wl_is_gds(insn) ? WL_ROW(10) : 0) | (is_addtid(insn) ? WL_ROW(15) : 0);
    default: return 0;
  }
}

void wl_mark_wait_rows(struct wl_insn *insn) {
  insn->producer_rows =
      producer_rows(insn) | (insn->sdst_regs != 0 && writes_vcc(insn->sdst, insn->sdst_regs) ? WL_ROW(0) : 0);
  insn->consumer_rows = consumer_rows(insn) | (uses_vccz(insn) ? WL_ROW(0) : 0);
}
