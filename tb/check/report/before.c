// SPDX-License-Identifier: Apache-2.0
#include "check/report/before.h"

const history_entry *last_operands(const wl_checker *c, wl_operands *o) {
  const arch_state *a = &c->arch;
  const wave_state *w = &a->first_wave;
  const before_issue *b = &a->first_before;
  memset(o, 0, sizeof *o);
  if (!w->issued || !a->first_vgpr) return NULL;
  const history_entry *h = &w->history[(w->issued - 1) % HISTORY];
  // The registers of the wave are those after the instruction; it has kept what it overwrites.
  uint32_t sgpr[WL_SGPRS];
  memcpy(sgpr, a->first_sgpr, sizeof sgpr);
  for (uint32_t i = 0; i < b->sgpr_count; i++) sgpr[wl_first_name(w->second_end, b->sgpr_first + i)] = b->sgpr[i];
  wl_before before = {.unit = &a->config,
                      .pc = h->pc,
                      .words = {h->words[0], h->words[1]},
                      .sgpr_size = w->sgpr_size,
                      .vgpr_size = w->vgpr_size,
                      .state_regs = b->state_regs,
                      .sgpr = sgpr};
  for (uint32_t i = 0; i < MAX_VGPRS; i++) before.vgpr[i] = a->first_vgpr + ((size_t)i * WL_LANES << a->wide);
  for (uint32_t i = 0; i < b->vgprs; i++)
    if (b->vgpr[i] - w->vgpr_base < MAX_VGPRS) before.vgpr[b->vgpr[i] - w->vgpr_base] = b->value[i];
  return a->ops.operands(&before, o) ? h : NULL;
}
