#include "wait_states.h"

#include <stdio.h>

#include "machine.h"

// Rows of the table in control-flow.md section 7, and N. Row 13 cannot arise: here VCC has one name (docs/wait-states.md).
enum { ROWS = 17, HW_MODE = 1, HW_TRAPSTS = 3 };
static const uint8_t required[ROWS] = {[1] = 2, [2] = 2, [3] = 2, [4] = 2, [5] = 5, [6] = 4,  [7] = 4,  [8] = 1,
                                       [9] = 5, [10] = 1, [11] = 2, [12] = 5, [14] = 1, [15] = 1, [16] = 1};
#define ROW(n) (1u << (n))

static bool is(const struct wl_insn *insn, wl_format format, uint32_t op) { return insn->format == format && insn->op == op; }
static bool is_setreg(const struct wl_insn *insn) { return is(insn, WL_FMT_SOPK, 18) || is(insn, WL_FMT_SOPK, 20); }
static uint8_t hwreg(const struct wl_insn *insn) { return (uint32_t)insn->simm & 0x3f; }

static bool covers(uint32_t first, uint32_t count, uint32_t reg) { return reg >= first && reg < first + count; }
static bool overlap(uint32_t a, uint32_t a_count, uint32_t b, uint32_t b_count) { return a < b + b_count && b < a + a_count; }

static bool writes_vcc(uint32_t sdst, uint32_t regs) { return overlap(sdst, regs, WL_VCC, 2); }
static bool writes_exec(const struct wl_insn *insn) {
  return overlap(insn->sdst, insn->sdst_regs, WL_EXEC, 2) || (insn->flags & WL_INSN_WRITES_EXEC);
}

// s_set_gpr_idx_on, _idx, _mode and shared_on write M0 besides what names it as a destination.
static bool writes_m0(const struct wl_insn *insn) {
  return covers(insn->sdst, insn->sdst_regs, WL_M0) || is(insn, WL_FMT_SOPC, 17) || is(insn, WL_FMT_SOP1, 50) ||
         is(insn, WL_FMT_SOPP, 29) || is(insn, WL_FMT_SOPP, 64);
}

static bool reads_flag(const struct wl_insn *insn, uint32_t code) {
  for (int i = 0; i < 3; i++) {
    if (insn->src[i].kind == WL_OPERAND_FLAG && insn->src[i].reg == code) return true;
  }
  return false;
}

static bool is_lane_select(const struct wl_insn *insn) {
  return insn->format == WL_FMT_VOP3 && (insn->op == 0x289 || insn->op == 0x28a) && insn->src[1].kind == WL_OPERAND_SGPR;
}

static bool is_lds_direct(const struct wl_insn *insn) {
  return insn->format != WL_FMT_VOP3P && (insn->vdst_rows | insn->sdst_regs) != 0 &&
         (insn->words[insn->format == WL_FMT_VOP3] & 0x1ff) == 254;
}

static uint32_t scalar_firsts(const struct wl_insn *insn) {
  uint32_t rows = 0;
  if (is_setreg(insn)) {
    const uint32_t offset = (uint32_t)insn->simm >> 6 & 31, size = ((uint32_t)insn->simm >> 11 & 31) + 1;
    rows = ROW(1) | ROW(2);
    if (hwreg(insn) == HW_MODE && covers(offset, size, 28)) rows |= ROW(4);
    if (hwreg(insn) == HW_TRAPSTS) rows |= ROW(14);
  }
  if (is(insn, WL_FMT_SOPC, 16)) rows = ROW(3) | ROW(4);
  if (writes_m0(insn)) rows |= ROW(10) | ROW(15) | ROW(16);
  return rows;
}

static uint32_t vector_firsts(const struct wl_insn *insn) {
  uint32_t rows = insn->vdst_rows != 0 ? ROW(11) : 0;
  if (writes_exec(insn)) rows |= ROW(5) | ROW(12);
  if (insn->sdst_regs == 0) return rows;
  return rows | ROW(6) | ROW(9) | (writes_vcc(insn->sdst, insn->sdst_regs) ? ROW(5) | ROW(7) : 0);
}

static uint32_t firsts(const struct wl_insn *insn) {
  switch (insn->unit) {
    case WL_UNIT_SCALAR: return scalar_firsts(insn);
    case WL_UNIT_VALU: return vector_firsts(insn);
    case WL_UNIT_VMEM: return insn->src[1].kind == WL_OPERAND_VGPR && insn->src[1].regs > 2 ? ROW(8) : 0;
    default: return 0;
  }
}

static uint32_t vector_seconds(const struct wl_insn *insn) {
  uint32_t rows = ROW(4);
  if (insn->vdst_rows != 0) rows |= ROW(8);
  if (reads_flag(insn, WL_SRC_VCCZ) || reads_flag(insn, WL_SRC_EXECZ)) rows |= ROW(5);
  if (is_lane_select(insn)) rows |= ROW(6);
  if (insn->format == WL_FMT_VOP3 && (insn->op == 0x1e2 || insn->op == 0x1e3)) rows |= ROW(7); // v_div_fmas_f32, _f64
  if (insn->extra == WL_EXTRA_DPP) rows |= ROW(11) | ROW(12);
  if (is_lds_direct(insn)) rows |= ROW(15);
  return rows;
}

static uint32_t seconds(const struct wl_insn *insn) {
  switch (insn->unit) {
    case WL_UNIT_SCALAR:
      if (is(insn, WL_FMT_SOPK, 17)) return ROW(1) | (hwreg(insn) == HW_MODE ? ROW(3) : 0);
      if (is_setreg(insn)) return ROW(2);
      if (wl_is_message(insn) || wl_is_sopp(insn, 22)) return ROW(10);
      if (is(insn, WL_FMT_SOP1, 31) || is(insn, WL_FMT_SOP2, 43)) return ROW(14);
      return insn->flags & WL_INSN_MOVREL ? ROW(16) : 0;
    case WL_UNIT_VALU: return vector_seconds(insn);
    case WL_UNIT_VMEM: return ROW(4) | (insn->src[2].kind == WL_OPERAND_SGPR ? ROW(9) : 0);
    case WL_UNIT_LDS:
      return ROW(4) | (insn->words[0] >> 16 & 1 ? ROW(10) : 0) | (insn->op == 29 || insn->op == 182 ? ROW(15) : 0);
    default: return 0;
  }
}

bool wl_wait_states_watched(const struct wl_insn *insn) {
  return (seconds(insn) & ~(ROW(4) | ROW(8))) != 0 || (firsts(insn) & ROW(8)) != 0;
}

uint32_t wl_wait_states_follow(const struct wl_insn *insn) {
  const uint32_t rows = firsts(insn);
  return rows & ROW(4) ? required[4] : rows & ROW(8) ? required[8] : 0;
}

// ---- what the two have in common -------------------------------------------------------------------

static bool scalar_written(const struct wl_issued *f, uint32_t first, uint32_t count, char reg[16]) {
  if (!overlap(f->sdst, f->sdst_regs, first, count)) return false;
  const uint32_t n = first > f->sdst ? first : f->sdst;
  if (n >= WL_EXEC) snprintf(reg, 16, "exec");
  else if (n == WL_M0) snprintf(reg, 16, "m0");
  else if (n >= WL_TTMP) snprintf(reg, 16, "ttmp%u", n - WL_TTMP);
  else if (n >= WL_VCC) snprintf(reg, 16, "vcc");
  else snprintf(reg, 16, "s%u", n);
  return true;
}

// Row of the pool that the VGPR numbers of insn count from.
static uint32_t first_row(const struct wl_wave *w, const struct wl_insn *insn) {
  return insn->pool ? 0 : w->vgpr_base;
}

static bool vgpr_of(const struct wl_issued *f, uint32_t base, uint32_t first, uint32_t count, char reg[16]) {
  for (int i = 0; i < 2; i++) {
    if (count == 0 || !overlap(f->row[i], f->vgprs[i], base + first, count)) continue;
    snprintf(reg, 16, "v%u", base + first > f->row[i] ? first : f->row[i] - base);
    return true;
  }
  return false;
}

static bool reads_vgpr_of(const struct wl_issued *f, uint32_t base, const struct wl_insn *insn, char reg[16]) {
  for (int i = 0; i < 3; i++) {
    const struct wl_operand *o = &insn->src[i];
    if (o->kind == WL_OPERAND_VGPR && vgpr_of(f, base, o->reg, o->regs, reg)) return true;
  }
  return (insn->flags & WL_INSN_READS_VDST) && vgpr_of(f, base, insn->vdst, insn->vdst_rows, reg);
}

// Whether f before insn, both of the row by their kind, meet in a register; its name in reg.
static bool meet(uint32_t row, const struct wl_issued *f, const struct wl_wave *w, const struct wl_insn *insn, char reg[16]) {
  const uint32_t base = first_row(w, insn);
  switch (row) {
    case 1:
    case 2:
      snprintf(reg, 16, "hwreg(%u)", f->hwreg);
      return f->hwreg == hwreg(insn);
    case 3:
    case 4: snprintf(reg, 16, "mode"); return true;
    case 5:
      if (reads_flag(insn, WL_SRC_VCCZ) && scalar_written(f, WL_VCC, 2, reg)) return true;
      snprintf(reg, 16, "exec");
      return reads_flag(insn, WL_SRC_EXECZ) && (f->firsts & ROW(12));
    case 6: return insn->src[1].reg < WL_M0 && scalar_written(f, insn->src[1].reg, 1, reg);
    case 7: return scalar_written(f, WL_VCC, 2, reg);
    case 8:
      return vgpr_of(f, base, insn->vdst, insn->vdst_rows, reg) ||
             ((insn->flags & WL_INSN_WRITES_SRC0) && vgpr_of(f, base, insn->src[0].reg, 1, reg));
    case 9: return scalar_written(f, insn->src[2].reg, insn->src[2].regs, reg);
    case 11: return reads_vgpr_of(f, base, insn, reg);
    case 12: snprintf(reg, 16, "exec"); return true;
    case 14: snprintf(reg, 16, "trapsts"); return true;
    default: snprintf(reg, 16, "m0"); return true; // 10, 15, 16
  }
}

static bool uses_vccz(const struct wl_insn *insn) {
  return wl_is_sopp(insn, 6) || wl_is_sopp(insn, 7) || reads_flag(insn, WL_SRC_VCCZ);
}

static bool too_early(const struct wl_wait_states *h, const struct wl_wave *w, const struct wl_insn *insn, uint32_t rows,
                      uint64_t pc, char why[160]) {
  char reg[16];
  uint32_t states = 0;
  for (uint32_t back = 1; rows != 0 && back <= h->count && back < WL_REMEMBERED && states < 5; back++) {
    const struct wl_issued *f = &h->last[(h->count - back) % WL_REMEMBERED];
    for (uint32_t both = rows & f->firsts; both != 0; both &= both - 1) {
      const uint32_t row = (uint32_t)__builtin_ctz(both);
      if (states >= required[row] || !meet(row, f, w, insn, reg)) continue;
      snprintf(why, 160, "wait states, row %u: %s at 0x%llx writes %s, %s at 0x%llx needs %u between, has %u", row, f->name,
               (unsigned long long)f->pc, reg, insn->name, (unsigned long long)pc, required[row], states);
      if (row == 8) { // a store reads what it is about
        snprintf(why, 160, "wait states, row 8: %s at 0x%llx stores %s, %s at 0x%llx needs 1 between, has 0", f->name,
                 (unsigned long long)f->pc, reg, insn->name, (unsigned long long)pc);
      }
      return true;
    }
    states += f->states;
  }
  return false;
}

bool wl_wait_states_check(const struct wl_wait_states *h, const struct wl_wave *w, const struct wl_insn *insn, uint64_t pc,
                          char why[160]) {
  if (too_early(h, w, insn, seconds(insn), pc, why)) return true;
  if (h->partial_vcc == NULL || !uses_vccz(insn)) return false;
  snprintf(why, 160, "VCCZ: %s at 0x%llx writes half of vcc, %s at 0x%llx uses VCCZ before all of it is written", h->partial_vcc,
           (unsigned long long)h->partial_vcc_pc, insn->name, (unsigned long long)pc);
  return true;
}

// ---- the path --------------------------------------------------------------------------------------

void wl_wait_states_reset(struct wl_wait_states *h) {
  h->count = 0;
  h->partial_vcc = NULL;
}

static void note_vcc(struct wl_wait_states *h, const struct wl_wave *w, const struct wl_insn *insn, uint64_t pc) {
  const bool skipped = insn->unit == WL_UNIT_SCALAR && (insn->flags & WL_INSN_IF_SCC) && w->scc == 0;
  if (skipped || insn->sdst_regs == 0 || !writes_vcc(insn->sdst, insn->sdst_regs)) return;
  h->partial_vcc = insn->sdst_regs == 1 ? insn->name : NULL;
  h->partial_vcc_pc = pc;
}

void wl_wait_states_note(struct wl_wait_states *h, const struct wl_wave *w, const struct wl_insn *insn, uint64_t pc) {
  struct wl_issued *i = &h->last[h->count++ % WL_REMEMBERED];
  memset(i, 0, sizeof *i);
  i->pc = pc;
  i->states = 1;
  i->name = insn->name;
  i->firsts = firsts(insn);
  if (wl_is_sopp(insn, 0)) i->states = (uint8_t)(((uint32_t)insn->simm & 7) + 1);
  if (insn->unit == WL_UNIT_SCALAR) {
    i->hwreg = hwreg(insn);
  } else if (insn->unit == WL_UNIT_VALU) {
    i->sdst = insn->sdst;
    i->sdst_regs = insn->sdst_regs;
    i->row[0] = first_row(w, insn) + insn->vdst;
    i->vgprs[0] = insn->vdst_rows;
    i->row[1] = first_row(w, insn) + insn->src[0].reg;
    i->vgprs[1] = (insn->flags & WL_INSN_WRITES_SRC0) != 0;
  } else if (i->firsts & ROW(8)) {
    i->row[0] = first_row(w, insn) + insn->src[1].reg;
    i->vgprs[0] = insn->src[1].regs;
  }
  note_vcc(h, w, insn, pc);
}

bool wl_wait_states_discarded(struct wl_wait_states *h, const struct wl_wave *w, const struct wl_insn *insn, uint64_t pc,
                              char why[160]) {
  const bool early = too_early(h, w, insn, ROW(4), pc, why);
  const struct wl_insn nothing = {.name = insn->name, .unit = WL_UNIT_SMEM};
  wl_wait_states_note(h, w, &nothing, pc);
  return early;
}
