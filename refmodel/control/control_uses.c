// SPDX-License-Identifier: Apache-2.0
// The registers that an instruction of a wave reads and writes, as sets.
#include "control/control_uses.h"

#include <stdio.h>

#include "decode/vector.h"
#include "decode/wait_rows.h"
#include "isa/access.h"
#include "isa/isa.h"

uint32_t wl_first_vgpr(struct wl_vgprs s) {
  uint32_t i = 0;
  while (s.word[i] == 0) i++;
  return 64 * i + (uint32_t)__builtin_ctzll(s.word[i]);
}

uint32_t wl_first_scalar(struct wl_scalars s) {
  const uint32_t i = s.word[0] == 0;
  return 64 * i + (uint32_t)__builtin_ctzll(s.word[i]);
}

static void add_vgprs(struct wl_vgprs *s, uint32_t first, uint32_t count) {
  for (uint32_t r = first; r < first + count; r++) s->word[r / 64] |= 1ull << r % 64;
}

static void add_scalars(struct wl_scalars *s, const struct wl_wave *w, uint32_t first, uint32_t count) {
  for (uint32_t i = first; i < first + count; i++) {
    const uint32_t r = wl_first_name(w->second_end, i);
    s->word[r / 64] |= 1ull << r % 64;
  }
}

static bool branches_on_vcc(const struct wl_insn *insn) {
  return wl_is(insn, WL_FMT_SOPP, WL_OP_s_cbranch_vccz) || wl_is(insn, WL_FMT_SOPP, WL_OP_s_cbranch_vccnz);
}

static bool branches_on_exec(const struct wl_insn *insn) {
  return wl_is(insn, WL_FMT_SOPP, WL_OP_s_cbranch_execz) || wl_is(insn, WL_FMT_SOPP, WL_OP_s_cbranch_execnz);
}

static bool reads_exec(const struct wl_insn *insn) {
  switch (insn->unit) {
    case WL_UNIT_SCALAR:
      return (insn->flags & WL_INSN_WRITES_EXEC) || branches_on_exec(insn) || wl_is_fork_or_join(insn);
    case WL_UNIT_VALU:
      return insn->vop->form != WL_FORM_READLANE && insn->vop->form != WL_FORM_WRITELANE &&
             insn->vop->form != WL_FORM_NOP;
    case WL_UNIT_SMEM: return false;
    default: return true;
  }
}

// Four instructions of the scalar ALU write M0 without naming it; the rows of the wait-state table say so.
enum { M0_ROWS = WL_ROW(10) | WL_ROW(15) | WL_ROW(16) };

static bool reads_m0(const struct wl_wave *w, const struct wl_insn *insn) {
  if (insn->unit == WL_UNIT_VALU && (w->mode & WL_MODE_GPR_IDX_EN)) return true;
  return (insn->consumer_rows & M0_ROWS) != 0;
}

static void add_operand(struct wl_uses *u, const struct wl_wave *w, const struct wl_operand *o) {
  if (o->kind == WL_OPERAND_VGPR) add_vgprs(&u->read, o->reg, o->regs);
  if (o->kind == WL_OPERAND_SGPR) add_scalars(&u->scalars_read, w, o->reg, o->regs);
  if (o->kind == WL_OPERAND_FLAG && o->reg == WL_SRC_VCCZ) add_scalars(&u->scalars_read, w, WL_VCC, 2);
  if (o->kind == WL_OPERAND_FLAG && o->reg == WL_SRC_EXECZ) add_scalars(&u->scalars_read, w, WL_EXEC, 2);
}

// s_getreg reads what the vector ALU writes of its bits (D-CTRL-61).
static void add_hardware_register(struct wl_uses *u, const struct wl_wave *w, const struct wl_insn *insn) {
  const uint32_t simm = (uint32_t)insn->simm, id = wl_hwreg_id(insn);
  const uint32_t size = wl_field(simm, WL_HWREG_SIZE) + 1, offset = wl_field(simm, WL_HWREG_OFFSET);
  const uint64_t bits = ((1ull << size) - 1) << offset;
  if (id == WL_HWREG_STATUS && (bits & WL_STATUS_EXECZ)) add_scalars(&u->scalars_read, w, WL_EXEC, 2);
  if (id == WL_HWREG_STATUS && (bits & WL_STATUS_VCCZ)) add_scalars(&u->scalars_read, w, WL_VCC, 2);
  if (id == WL_HWREG_TRAPSTS && (bits & WL_TRAPSTS_EXCEPTIONS)) add_scalars(&u->scalars_read, w, WL_USES_TRAPSTS, 1);
}

static void add_results(struct wl_uses *u, const struct wl_wave *w, const struct wl_insn *insn) {
  const bool skipped = insn->unit == WL_UNIT_SCALAR && (insn->flags & WL_INSN_IF_SCC) && w->scc == 0;
  add_vgprs(&u->written, insn->vdst, insn->vdst_regs);
  if (insn->flags & WL_INSN_WRITES_SRC0) add_vgprs(&u->written, insn->src[0].reg, 1);
  const uint32_t tfe = wl_tfe_vgpr(insn);
  if (tfe != 0) add_vgprs(&u->written, tfe, 1);
  if (!skipped) add_scalars(&u->scalars_written, w, insn->sdst, insn->sdst_regs);
  if ((insn->flags & WL_INSN_WRITES_EXEC) || wl_is_fork_or_join(insn)) add_scalars(&u->scalars_written, w, WL_EXEC, 2);
  if (insn->producer_rows & M0_ROWS) add_scalars(&u->scalars_written, w, WL_M0, 1);
  const bool raises = insn->unit == WL_UNIT_VALU && insn->vop->raises != WL_RAISES_NOTHING;
  if (raises) add_scalars(&u->scalars_written, w, WL_USES_TRAPSTS, 1);
}

void wl_uses_of(const struct wl_wave *w, const struct wl_insn *insn, struct wl_uses *u) {
  *u = (struct wl_uses){0};
  for (uint32_t i = 0; i < WL_SOURCES; i++) add_operand(u, w, &insn->src[i]);
  const bool kept = (insn->flags & WL_INSN_READS_VDST) || (insn->flags & WL_INSN_WRITES_SRC0);
  if (kept) add_vgprs(&u->read, insn->vdst, insn->vdst_regs);
  if (insn->flags & WL_INSN_READS_SDST) add_scalars(&u->scalars_read, w, insn->sdst, insn->sdst_regs);
  if ((insn->flags & WL_INSN_READS_VCC) || branches_on_vcc(insn)) add_scalars(&u->scalars_read, w, WL_VCC, 2);
  if (reads_exec(insn)) add_scalars(&u->scalars_read, w, WL_EXEC, 2);
  if (reads_m0(w, insn)) add_scalars(&u->scalars_read, w, WL_M0, 1);
  if (wl_is(insn, WL_FMT_SOPK, WL_OP_s_getreg_b32)) add_hardware_register(u, w, insn);
  add_results(u, w, insn);
}

struct wl_scalars wl_stack_entry(const struct wl_wave *w, uint32_t csp) {
  struct wl_scalars s = {{0}};
  add_scalars(&s, w, 4 * csp, 4);
  return s;
}

void wl_name_vgpr(struct wl_vgprs s, char text[16]) { snprintf(text, 16, "v%u", wl_first_vgpr(s)); }

void wl_name_scalar(struct wl_scalars s, char text[16]) {
  const uint32_t r = wl_first_scalar(s);
  if (r == WL_USES_TRAPSTS) snprintf(text, 16, "trapsts");
  else if (r >= WL_EXEC) snprintf(text, 16, "exec");
  else if (r == WL_M0) snprintf(text, 16, "m0");
  else if (r >= WL_TTMP) snprintf(text, 16, "ttmp%u", r - WL_TTMP);
  else if (r == WL_VCC || r == WL_VCC_HI) snprintf(text, 16, "vcc");
  else if (r >= WL_XNACK_MASK) snprintf(text, 16, "xnack_mask");
  else if (r >= WL_FLAT_SCRATCH) snprintf(text, 16, "flat_scratch");
  else snprintf(text, 16, "s%u", r);
}
