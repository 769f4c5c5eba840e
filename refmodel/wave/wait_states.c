// SPDX-License-Identifier: Apache-2.0
// The wait-state table: which instructions are producers and consumers, and in which register they meet.
#include "wave/wait_states.h"

#include <stdio.h>

#include "isa/isa.h"
#include "wave/machine.h"

// Wait states by row of the table in control-flow.md 7. Row 13 cannot arise: VCC has one name here
// (docs/wait-states.md).
enum { ROWS = 17, VSKIP_BIT = __builtin_ctz(WL_MODE_VSKIP) };
static const uint8_t required[ROWS] = {[1] = 2, [2] = 2,  [3] = 2,  [4] = 2,  [5] = 5,  [6] = 4,  [7] = 4, [8] = 1,
                                       [9] = 5, [10] = 1, [11] = 2, [12] = 5, [14] = 1, [15] = 1, [16] = 1};
static bool is_setreg(const struct wl_insn *insn) {
  return wl_is(insn, WL_FMT_SOPK, WL_OP_s_setreg_b32) || wl_is(insn, WL_FMT_SOPK, WL_OP_s_setreg_imm32_b32);
}
static uint8_t hwreg(const struct wl_insn *insn) { return (uint8_t)wl_field((uint32_t)insn->simm, WL_HWREG_ID); }

static bool covers(uint32_t first, uint32_t count, uint32_t reg) { return reg >= first && reg < first + count; }
static bool overlap(uint32_t a, uint32_t a_count, uint32_t b, uint32_t b_count) {
  return a < b + b_count && b < a + a_count;
}

static bool writes_vcc(uint32_t sdst, uint32_t regs) { return overlap(sdst, regs, WL_VCC, 2); }
static bool writes_exec(const struct wl_insn *insn) {
  return overlap(insn->sdst, insn->sdst_regs, WL_EXEC, 2) || (insn->flags & WL_INSN_WRITES_EXEC);
}

// Four instructions write M0 without naming it.
static bool writes_m0(const struct wl_insn *insn) {
  return covers(insn->sdst, insn->sdst_regs, WL_M0) || wl_is(insn, WL_FMT_SOPC, WL_OP_s_set_gpr_idx_on) ||
         wl_is(insn, WL_FMT_SOP1, WL_OP_s_set_gpr_idx_idx) || wl_is(insn, WL_FMT_SOPP, WL_OP_s_set_gpr_idx_mode) ||
         wl_is(insn, WL_FMT_SOPP, WL_OP_shared_on);
}

static bool reads_flag(const struct wl_insn *insn, uint32_t code) {
  for (int i = 0; i < 3; i++) {
    if (insn->src[i].kind == WL_OPERAND_FLAG && insn->src[i].reg == code) return true;
  }
  return false;
}

static bool uses_vccz(const struct wl_insn *insn) {
  return wl_is(insn, WL_FMT_SOPP, WL_OP_s_cbranch_vccz) || wl_is(insn, WL_FMT_SOPP, WL_OP_s_cbranch_vccnz) ||
         reads_flag(insn, WL_SRC_VCCZ);
}

static bool is_lane_select(const struct wl_insn *insn) {
  const bool selects =
      wl_is(insn, WL_FMT_VOP3, WL_OP_v_readlane_b32) || wl_is(insn, WL_FMT_VOP3, WL_OP_v_writelane_b32);
  return selects && insn->src[1].kind == WL_OPERAND_SGPR;
}

static bool is_addtid(const struct wl_insn *insn) {
  return wl_is(insn, WL_FMT_DS, WL_OP_ds_write_addtid_b32) || wl_is(insn, WL_FMT_DS, WL_OP_ds_read_addtid_b32);
}

static bool is_lds_direct(const struct wl_insn *insn) {
  return insn->format != WL_FMT_VOP3P && (insn->vdst_regs | insn->sdst_regs) != 0 &&
         wl_field(insn->words[insn->format == WL_FMT_VOP3], WL_VOP_SRC0) == WL_SRC_LDS_DIRECT;
}

static uint32_t scalar_producer_rows(const struct wl_insn *insn) {
  uint32_t rows = 0;
  if (is_setreg(insn)) {
    const uint32_t simm = (uint32_t)insn->simm;
    const uint32_t offset = wl_field(simm, WL_HWREG_OFFSET), size = wl_field(simm, WL_HWREG_SIZE) + 1;
    rows = WL_ROW(1) | WL_ROW(2);
    if (hwreg(insn) == WL_HWREG_MODE && covers(offset, size, VSKIP_BIT)) rows |= WL_ROW(4);
    if (hwreg(insn) == WL_HWREG_TRAPSTS) rows |= WL_ROW(14);
  }
  if (wl_is(insn, WL_FMT_SOPC, WL_OP_s_setvskip)) rows = WL_ROW(3) | WL_ROW(4);
  if (writes_m0(insn)) rows |= WL_ROW(10) | WL_ROW(15) | WL_ROW(16);
  return rows;
}

static uint32_t vector_producer_rows(const struct wl_insn *insn) {
  uint32_t rows = insn->vdst_regs != 0 ? WL_ROW(11) : 0;
  if (writes_exec(insn)) rows |= WL_ROW(5) | WL_ROW(12);
  if (insn->sdst_regs == 0) return rows;
  return rows | WL_ROW(6) | WL_ROW(9) | (writes_vcc(insn->sdst, insn->sdst_regs) ? WL_ROW(5) | WL_ROW(7) : 0);
}

static uint32_t memory_producer_rows(const struct wl_insn *insn) {
  const bool stored = insn->unit == WL_UNIT_VMEM && insn->src[1].kind == WL_OPERAND_VGPR && insn->src[1].regs > 2;
  const bool lists = insn->vdst_regs != 0 || insn->sdst_regs != 0 || wl_is_gds(insn);
  return (stored ? WL_ROW(8) : 0) | (lists ? WL_UNWAITED : 0);
}

static uint32_t producer_rows(const struct wl_insn *insn) {
  switch (insn->unit) {
    case WL_UNIT_SCALAR: return scalar_producer_rows(insn);
    case WL_UNIT_VALU: return vector_producer_rows(insn);
    default: return memory_producer_rows(insn);
  }
}

static uint32_t vector_consumer_rows(const struct wl_insn *insn) {
  uint32_t rows = WL_ROW(4);
  if (insn->vdst_regs != 0) rows |= WL_ROW(8);
  if (reads_flag(insn, WL_SRC_VCCZ) || reads_flag(insn, WL_SRC_EXECZ)) rows |= WL_ROW(5);
  if (is_lane_select(insn)) rows |= WL_ROW(6);
  if (wl_is(insn, WL_FMT_VOP3, WL_OP_v_div_fmas_f32)) rows |= WL_ROW(7);
  if (insn->extra == WL_EXTRA_DPP) rows |= WL_ROW(11) | WL_ROW(12);
  if (is_lds_direct(insn)) rows |= WL_ROW(15);
  return rows;
}

static uint32_t consumer_rows(const struct wl_insn *insn) {
  switch (insn->unit) {
    case WL_UNIT_SCALAR:
      if (wl_is(insn, WL_FMT_SOPK, WL_OP_s_getreg_b32))
        return WL_ROW(1) | (hwreg(insn) == WL_HWREG_MODE ? WL_ROW(3) : 0);
      if (is_setreg(insn)) return WL_ROW(2);
      if (wl_sends(insn)) return WL_ROW(10);
      if (wl_is(insn, WL_FMT_SOP1, WL_OP_s_rfe_b64) || wl_is(insn, WL_FMT_SOP2, WL_OP_s_rfe_restore_b64))
        return WL_ROW(14);
      return insn->flags & WL_INSN_MOVREL ? WL_ROW(16) : 0;
    case WL_UNIT_VALU: return vector_consumer_rows(insn);
    case WL_UNIT_VMEM: return WL_ROW(4) | (insn->src[2].kind == WL_OPERAND_SGPR ? WL_ROW(9) : 0);
    case WL_UNIT_LDS: return WL_ROW(4) | (wl_is_gds(insn) ? WL_ROW(10) : 0) | (is_addtid(insn) ? WL_ROW(15) : 0);
    default: return 0;
  }
}

void wl_wait_states_mark(struct wl_insn *insn) {
  insn->producer_rows =
      producer_rows(insn) | (insn->sdst_regs != 0 && writes_vcc(insn->sdst, insn->sdst_regs) ? WL_ROW(0) : 0);
  insn->consumer_rows = consumer_rows(insn) | (uses_vccz(insn) ? WL_ROW(0) : 0);
}

// ---- the register in which producer and consumer meet ---------------------------------------------
// p is the producer, insn the consumer. reg gets the name of the register.

static bool scalar_written(const struct wl_insn *p, uint32_t first, uint32_t count, char reg[16]) {
  if (!overlap(p->sdst, p->sdst_regs, first, count)) return false;
  const uint32_t n = first > p->sdst ? first : p->sdst;
  if (n >= WL_EXEC) snprintf(reg, 16, "exec");
  else if (n == WL_M0) snprintf(reg, 16, "m0");
  else if (n >= WL_TTMP) snprintf(reg, 16, "ttmp%u", n - WL_TTMP);
  else if (n >= WL_VCC) snprintf(reg, 16, "vcc");
  else snprintf(reg, 16, "s%u", n);
  return true;
}

// The physical VGPR from which the VGPR numbers of insn count.
static uint32_t first_vgpr(const struct wl_wave *w, const struct wl_insn *insn) {
  return insn->absolute_vgprs ? 0 : w->vgpr_base;
}

// Whether two ranges of physical VGPRs meet. The VGPR is named by its number from base.
static bool vgprs_meet(uint32_t a, uint32_t a_count, uint32_t b, uint32_t b_count, uint32_t base, char reg[16]) {
  if (!overlap(a, a_count, b, b_count)) return false;
  snprintf(reg, 16, "v%u", (a > b ? a : b) - base);
  return true;
}

// Whether p writes (a vector store: reads) one of the VGPRs first.. of insn.
static bool uses_vgpr(const struct wl_insn *p, const struct wl_wave *w, const struct wl_insn *insn, uint32_t first,
                      uint32_t count, char reg[16]) {
  const uint32_t at = first_vgpr(w, p), base = first_vgpr(w, insn), number = base + first;
  if (p->unit != WL_UNIT_VALU) return vgprs_meet(at + p->src[1].reg, p->src[1].regs, number, count, base, reg);
  return vgprs_meet(at + p->vdst, p->vdst_regs, number, count, base, reg) ||
         ((p->flags & WL_INSN_WRITES_SRC0) && vgprs_meet(at + p->src[0].reg, 1, number, count, base, reg));
}

static bool reads_vgpr_of(const struct wl_insn *p, const struct wl_wave *w, const struct wl_insn *insn, char reg[16]) {
  for (int i = 0; i < 3; i++) {
    const struct wl_operand *o = &insn->src[i];
    if (o->kind == WL_OPERAND_VGPR && uses_vgpr(p, w, insn, o->reg, o->regs, reg)) return true;
  }
  return (insn->flags & WL_INSN_READS_VDST) && uses_vgpr(p, w, insn, insn->vdst, insn->vdst_regs, reg);
}

// Whether p and insn, which decoding marked as producer and consumer of the row, meet in a register.
static bool meet(uint32_t row, const struct wl_insn *p, const struct wl_wave *w, const struct wl_insn *insn,
                 char reg[16]) {
  switch (row) {
    case 1:
    case 2: snprintf(reg, 16, "hwreg(%u)", hwreg(p)); return hwreg(p) == hwreg(insn);
    case 3:
    case 4: snprintf(reg, 16, "mode"); return true;
    case 5:
      if (reads_flag(insn, WL_SRC_VCCZ) && scalar_written(p, WL_VCC, 2, reg)) return true;
      snprintf(reg, 16, "exec");
      return reads_flag(insn, WL_SRC_EXECZ) && (p->producer_rows & WL_ROW(12));
    case 6: return insn->src[1].reg < WL_M0 && scalar_written(p, insn->src[1].reg, 1, reg);
    case 7: return scalar_written(p, WL_VCC, 2, reg);
    case 8:
      return uses_vgpr(p, w, insn, insn->vdst, insn->vdst_regs, reg) ||
             ((insn->flags & WL_INSN_WRITES_SRC0) && uses_vgpr(p, w, insn, insn->src[0].reg, 1, reg));
    case 9: return scalar_written(p, insn->src[2].reg, insn->src[2].regs, reg);
    case 11: return reads_vgpr_of(p, w, insn, reg);
    case 12: snprintf(reg, 16, "exec"); return true;
    case 14: snprintf(reg, 16, "trapsts"); return true;
    default: snprintf(reg, 16, "m0"); return true;  // 10, 15, 16
  }
}

// The pc of a remembered instruction.
static uint64_t address_of(const struct wl_model *m, const struct wl_wait_states *h, const struct wl_insn *insn) {
  const bool copied = insn >= h->copy && insn < h->copy + WL_REMEMBERED;
  return copied ? h->copy_pc[insn - h->copy] : wl_code_address(m, insn);
}

// The wait states that an instruction takes itself.
static uint32_t states_of(const struct wl_insn *insn) {
  return wl_is(insn, WL_FMT_SOPP, WL_OP_s_nop) ? wl_field((uint32_t)insn->simm, WL_NOP_COUNT) + 1 : 1;
}

// Rows of which a remembered instruction is a producer: usually none that a consumer has.
static uint32_t remembered_rows(const struct wl_wait_states *h) {
  uint32_t rows = 0;
  for (uint32_t n = 0; n < WL_REMEMBERED; n++) rows |= h->last[n]->producer_rows;
  return rows;
}

static __attribute__((noinline)) bool too_early(const struct wl_wave *w, const struct wl_insn *insn, uint32_t rows,
                                                uint64_t pc, char why[160]) {
  const struct wl_wait_states *h = &w->model->wait_states[w->slot];
  char reg[16];
  uint32_t states = 0;
  for (uint32_t back = 1; rows != 0 && back < WL_REMEMBERED && states < 5; back++) {
    const struct wl_insn *p = h->last[(h->count - back) % WL_REMEMBERED];
    for (uint32_t both = rows & p->producer_rows; both != 0; both &= both - 1) {
      const uint32_t row = (uint32_t)__builtin_ctz(both);
      if (states >= required[row] || !meet(row, p, w, insn, reg)) continue;
      const unsigned long long at = address_of(w->model, h, p);
      const char *does = row == 8 ? "stores" : "writes";
      snprintf(why, 160, "wait states, row %u: %s at 0x%llx %s %s, %s at 0x%llx needs %u between, has %u", row, p->name,
               at, does, reg, insn->name, (unsigned long long)pc, required[row], states);
      return true;
    }
    states += states_of(p);
  }
  return false;
}

bool wl_wait_states_check(const struct wl_wave *w, const struct wl_insn *insn, uint32_t rows, uint64_t pc,
                          char why[160]) {
  const struct wl_wait_states *h = &w->model->wait_states[w->slot];
  const uint32_t possible = rows & remembered_rows(h) & ~WL_ROW(0);
  if (possible != 0 && too_early(w, insn, possible, pc, why)) return true;
  if (h->partial_vcc == NULL || !(rows & WL_ROW(0))) return false;
  snprintf(why, 160, "VCCZ: %s at 0x%llx writes half of vcc, %s at 0x%llx uses VCCZ before all of it is written",
           h->partial_vcc, (unsigned long long)h->partial_vcc_pc, insn->name, (unsigned long long)pc);
  return true;
}

// ---- the last instructions ------------------------------------------------------------------------

static const struct wl_insn nothing;

void wl_wait_states_reset(struct wl_wait_states *h) {
  for (uint32_t n = 0; n < WL_REMEMBERED; n++) h->last[n] = &nothing;
  h->count = 0;
  h->partial_vcc = NULL;
}

void wl_wait_states_note_copy(struct wl_wait_states *h, const struct wl_insn *insn, uint64_t pc) {
  const uint64_t n = h->count % WL_REMEMBERED;
  h->copy[n] = *insn;
  h->copy_pc[n] = pc;
  wl_wait_states_note(h, &h->copy[n]);
}

void wl_wait_states_note_discarded(struct wl_wait_states *h) { wl_wait_states_note(h, &nothing); }

void wl_wait_states_note_vcc(struct wl_wait_states *h, const struct wl_wave *w, const struct wl_insn *insn,
                             uint64_t pc) {
  const bool skipped = insn->unit == WL_UNIT_SCALAR && (insn->flags & WL_INSN_IF_SCC) && w->scc == 0;
  if (skipped) return;
  h->partial_vcc = insn->sdst_regs == 1 ? insn->name : NULL;
  h->partial_vcc_pc = pc;
}

void wl_wait_states_keep(const struct wl_model *m, struct wl_wait_states *h) {
  for (uint64_t n = h->count < WL_REMEMBERED ? 0 : h->count - WL_REMEMBERED; n < h->count; n++) {
    const uint64_t at = n % WL_REMEMBERED;
    if (h->last[at] == &h->copy[at]) continue;
    h->copy_pc[at] = address_of(m, h, h->last[at]);
    h->copy[at] = *h->last[at];
    h->last[at] = &h->copy[at];
  }
}
