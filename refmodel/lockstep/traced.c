// SPDX-License-Identifier: Apache-2.0
// What a trace reports of an instruction beside its effect.
#include "wave/effects.h"

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
  if (p != NULL && p->sets.followed) wl_report_memory(&m->wave[slot], p, out);
}
