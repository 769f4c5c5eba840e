// SPDX-License-Identifier: Apache-2.0
// What a trace reports of an instruction beside its effect.
#include "wave/effects.h"
#include "control/flight.h"

void wl_model_traced(const wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, const wl_effect *e,
                     wl_traced *out) {
  memset(out, 0, sizeof *out);
  if (slot >= WL_MAX_WAVES) return;
  out->vgpr_base = m->wave[slot].vgpr_base;
  out->second_end = m->wave[slot].second_end;
  out->state_reg_first = e->sdst;
  out->state_reg_count = e->sdst_count;
  const struct wl_pending *p = wl_pending_find(&m->memory, unit, slot, tag);
  if (p != NULL && p->pc == e->pc) wl_report_memory(&m->wave[slot], p, out);
}

void wl_model_accessed(const wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, wl_traced *out) {
  const struct wl_pending *p = wl_pending_find(&m->memory, unit, slot, tag);
  if (p != NULL && p->sets.control) wl_report_memory(&m->wave[slot], p, out);
}

bool wl_model_traced_vector(const wl_model *m, uint32_t slot, wl_traced_vector *out) {
  memset(out, 0, sizeof *out);
  if (m->control == NULL || m->control->flights[slot].count == 0) return false;
  const struct wl_flight *f = &m->control->flights[slot].list[0];
  uint32_t index;
  for (uint32_t i = 0; i < WL_OPERAND_ROWS; i++) {  // the destination first, then SRC0 of v_swap_b32
    const uint32_t row = (WL_RESULT_ROW + i) % WL_OPERAND_ROWS;
    if (!(f->at.used >> row & 1) || !wl_flight_result(f, row, &index)) continue;
    out->phys_vgpr[out->vgprs] = m->wave[slot].vgpr_base + f->at.vgpr[row];
    out->lanes[out->vgprs++] = f->at.row[row];
  }
  out->mask = f->lanes;
  for (uint32_t i = 0; i < f->scalars; i++) {
    out->code[i] = f->scalar[i].code;
    out->value[i] = f->scalar[i].value;
  }
  out->scalars = f->scalars;
  return true;
}
