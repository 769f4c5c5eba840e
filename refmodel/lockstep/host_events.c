// SPDX-License-Identifier: Apache-2.0
// Messages, resumed waves, single steps and exceptions that trap, as the compute unit reports them
// (control-flow.md 2.1, 6).
#include "execute/flow.h"
#include "wave/clause.h"

wl_result wl_model_message(wl_model *m, uint32_t slot, wl_message *predicted, char why[WL_WHY]) {
  memset(predicted, 0, sizeof *predicted);
  if (slot >= m->config.waves) return wl_bad(why, "message of wave %u, which does not exist", slot);
  if (!wl_take_message(&m->wave[slot], predicted)) return wl_bad(why, "wave %u has no message in flight", slot);
  if (!predicted->trace) m->policy->on_complete(&m->wave[slot], NULL, WL_HOLDS_LGKM);
  return WL_OK;
}

wl_result wl_model_resume(wl_model *m, uint32_t slot, char why[WL_WHY]) {
  if (!wl_model_wave_live(m, slot)) return wl_bad(why, "slot %u has no wave", slot);
  struct wl_wave *w = &m->wave[slot];
  if (w->faulted) return wl_bad(why, "wave %u is halted by a fault", slot);
  if (!w->halt) return wl_bad(why, "wave %u is not halted", slot);
  if (w->priv) return wl_bad(why, "wave %u is in its trap handler, where HALT does not stop it", slot);
  w->halt = false;
  return WL_OK;
}

wl_result wl_model_trap(wl_model *m, uint32_t slot, char why[WL_WHY]) {
  if (!wl_model_wave_live(m, slot)) return wl_bad(why, "slot %u has no wave", slot);
  struct wl_wave *w = &m->wave[slot];
  if (!w->trap_due)
    return wl_bad(why, "wave %u enters its trap handler, but neither a single step nor an exception is due", slot);
  if (w->in_barrier) return wl_bad(why, "wave %u enters its trap handler while it waits at a barrier", slot);
  if (wl_clause_keeps(m, slot))
    return wl_bad(why, "wave %u enters its trap handler while wave %u is in a clause", slot, m->clause.slot);
  const struct wl_wait_policy *const policy = wl_policy(w);
  if (!policy->idle(w)) {
    char busy[WL_WHY - 48];
    policy->busy(w, busy, sizeof busy);
    return wl_bad(why, "wave %u enters its trap handler with %s", slot, busy);
  }
  w->trap_due = false;
  m->last_issue = 0;  // the entry takes the issue stage, as an instruction without control words
  policy->reset(w);
  const bool broken = wl_clause_end(w, "the entry of the trap handler", w->pc, why);
  w->pc = wl_enter_trap(w, w->pc, 0);
  return broken ? WL_HAZARD_CLAUSE : WL_OK;
}
