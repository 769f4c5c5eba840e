// SPDX-License-Identifier: Apache-2.0
// First names for second ones, and which instructions row 13 of the wait-state table is about.
#include "decode/second_names.h"

#include "decode/vector.h"
#include "decode/wait_rows.h"

static bool has_vcc(uint32_t first, uint32_t regs) { return wl_overlap(first, regs, WL_VCC, 2); }

bool wl_reads_vcc_as_constant(const struct wl_insn *insn, uint32_t i) {
  const struct wl_operand *o = &insn->src[i];
  const bool mask = i == 2 && insn->vop->mask_in && insn->vop->sources < 3;
  return o->kind == WL_OPERAND_SGPR && has_vcc(o->reg, o->regs) && !mask;
}

static void mark_row_13(struct wl_insn *insn) {
  if (insn->unit != WL_UNIT_VALU) return;
  if (insn->sdst_regs != 0 && has_vcc(insn->sdst, insn->sdst_regs)) insn->producer_rows |= WL_ROW(13);
  for (uint32_t i = 0; i < WL_SOURCES; i++) {
    if (wl_reads_vcc_as_constant(insn, i)) insn->consumer_rows |= WL_ROW(13);
  }
}

void wl_to_first_names(struct wl_insn *insn, uint32_t second_end) {
  for (uint32_t i = 0; i < WL_SOURCES; i++) {
    struct wl_operand *o = &insn->src[i];
    const uint32_t first = wl_first_name(second_end, o->reg);
    if (o->kind != WL_OPERAND_SGPR || first == o->reg) continue;
    o->reg = (uint16_t)first;
    insn->by_second_name |= (uint8_t)(1u << i);
  }
  if (insn->sdst_regs != 0 && wl_first_name(second_end, insn->sdst) != insn->sdst) {
    insn->sdst = (uint8_t)wl_first_name(second_end, insn->sdst);
    insn->by_second_name |= 1u << WL_SOURCES;
  }
  wl_mark_wait_rows(insn);
  mark_row_13(insn);
  // A scalar load that straddles the second names and reaches VCC writes all of it (row 0).
  if (wl_straddles(second_end, insn->sdst, insn->sdst_regs) && (uint32_t)insn->sdst + insn->sdst_regs == second_end)
    insn->producer_rows |= WL_ROW(0);
}
