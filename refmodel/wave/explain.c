// SPDX-License-Identifier: Apache-2.0
// wl_model_waiting_for: what a wave waits for, in words.
#include <stdio.h>

#include "decode/decode.h"
#include "wave/clause.h"

// Whether the wave's next instruction could issue, as far as its own state says. Otherwise `why` says what it waits
// for.
static bool is_free(const wl_model *m, uint32_t slot, struct wl_insn *insn, char why[WL_WHY]) {
  const struct wl_wave *w = &m->wave[slot];
  uint32_t w0, w1 = 0;
  if (w->in_barrier || w->asleep || w->trap_due || wl_halted(w) || wl_clause_keeps(m, slot)) return false;
  if (!wl_mem_read(m->memory.mem, w->pc, &w0, 4)) return false;
  (void)wl_mem_read(m->memory.mem, wl_pc_mask(w->pc + 4), &w1, 4);
  wl_decode(insn, m->config.isa, m->config.rdna, w0, w1);
  return !wl_policy(w)->explain(w, insn, why, WL_WHY);
}

// Writes who goes before this wave, which no wait stops: waves like it, but of higher USER_PRIO (D-ARB-2, D-ARB-4).
static void outranked(const wl_model *m, uint32_t slot, char *text, size_t size) {
  uint32_t others[WL_MAX_WAVES], count = 0, used = 0;
  struct wl_insn insn;
  char why[WL_WHY];
  const uint32_t prio = m->wave[slot].user_prio;
  uint32_t highest = 0;
  bool same = true;
  for (uint32_t s = 0; s < m->config.waves; s++) {
    if (!wl_model_wave_live(m, s) || m->wave[s].user_prio <= prio || !is_free(m, s, &insn, why)) continue;
    same = count == 0 || (same && m->wave[s].user_prio == highest);
    others[count++] = s;
    if (m->wave[s].user_prio > highest) highest = m->wave[s].user_prio;
  }
  if (count == 0) {
    snprintf(text, size, "no wait condition stops it");
    return;
  }
  used = (uint32_t)snprintf(text, size, "outranked by slot%s", count == 1 ? "" : "s");
  for (uint32_t i = 0; i < count && used < size; i++)
    used += (uint32_t)snprintf(text + used, size - used, "%s %u",
                               i == 0           ? ""
                               : i + 1 == count ? " and"
                                                : ",",
                               others[i]);
  if (used < size) snprintf(text + used, size - used, " (USER_PRIO %s%u)", same ? "" : "up to ", highest);
}

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
  char why[WL_WHY];
  struct wl_insn insn;
  if (!wl_mem_mapped(m->memory.mem, wl_canonical(w->pc))) {
    snprintf(text, size, "to fetch from 0x%llx, which is not mapped", pc);
  } else if (!is_free(m, slot, &insn, why)) {
    snprintf(text, size, "at 0x%llx: %s", pc, why);
  } else {
    const char *name = insn.kind == WL_KIND_ILLEGAL ? "an illegal instruction" : insn.name;
    char by[160];
    outranked(m, slot, by, sizeof by);
    snprintf(text, size, "to issue %s at 0x%llx; %s", name, pc, by);
  }
}
