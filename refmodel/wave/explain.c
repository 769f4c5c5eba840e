// SPDX-License-Identifier: Apache-2.0
// wl_model_waiting_for: what a wave waits for, in words.
#include <stdio.h>

#include "decode/decode.h"
#include "wave/clause.h"

void wl_model_waiting_for(const wl_model *m, uint32_t slot, char *text, size_t size) {
  if (!wl_model_wave_live(m, slot)) {
    snprintf(text, size, "no wave");
    return;
  }
  const struct wl_wave *w = &m->wave[slot];
  const unsigned long long pc = w->pc;
  if (w->faulted) {
    snprintf(text, size, "halted at 0x%llx by %s", pc,
             w->trapsts & WL_TRAPSTS_ILLEGAL_INST ? "an illegal instruction" : "a fetch fault");
    return;
  }
  if (wl_halted(w)) {
    snprintf(text, size, "halted by %s before 0x%llx until the host resumes it", w->halted_by, pc);
    return;
  }
  if (w->in_barrier) {
    const struct wl_group *g = &m->group[w->group];
    uint32_t live = 0, arrived = 0;
    for (uint32_t s = 0; s < m->config.waves; s++) {
      if (!m->wave[s].valid || m->wave[s].group != w->group) continue;
      live++;
      arrived += m->wave[s].in_barrier;
    }
    snprintf(text, size, "at s_barrier before 0x%llx: %u of %u live waves have arrived, %u of %u were launched", pc,
             arrived, live, g->launched, g->size);
    return;
  }
  if (wl_clause_keeps(m, slot)) {
    snprintf(text, size, "before 0x%llx for wave %u, which is in a clause", pc, m->clause.slot);
    return;
  }
  if (w->trap_due) {
    snprintf(text, size,
             "to enter its trap handler before 0x%llx (single step or exception): VM_CNT is %u, EXP_CNT is %u, "
             "LGKM_CNT is %u, VS_CNT is %u",
             pc, w->vm_cnt, w->exp_cnt, w->lgkm_cnt, w->vs_cnt);
    return;
  }
  if (w->asleep) {
    snprintf(text, size, "asleep before 0x%llx after s_sleep %u, at most %u cycles", pc, w->sleep, 64 * w->sleep + 64);
    return;
  }
  uint32_t w0, w1 = 0;
  char why[WL_WHY];
  struct wl_insn insn;
  if (!wl_mem_read(m->memory.mem, w->pc, &w0, 4)) {
    snprintf(text, size, "to fetch from 0x%llx, which is not mapped", pc);
    return;
  }
  (void)wl_mem_read(m->memory.mem, wl_pc_mask(w->pc + 4), &w1, 4);
  wl_decode(&insn, m->config.isa, m->config.rdna, w0, w1);
  if (wl_policy(w)->explain(w, &insn, why, sizeof why)) {
    snprintf(text, size, "at 0x%llx: %s", pc, why);
  } else {
    const char *name = insn.kind == WL_KIND_ILLEGAL ? "an illegal instruction" : insn.name;
    snprintf(text, size, "to issue %s at 0x%llx; no wait condition stops it", name, pc);
  }
}
