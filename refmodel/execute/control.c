// SPDX-License-Identifier: Apache-2.0
// Traps, halt, messages, sleep (control-flow.md 2.1, 6).
#include "execute/flow.h"

uint64_t wl_enter_trap(struct wl_wave *w, uint64_t pc, uint32_t id) {
  wl_hazard_reset(&w->model->hazards[w->slot]);  // no memory instruction is in flight here
  w->sgpr[WL_TTMP] = (uint32_t)pc;
  w->sgpr[WL_TTMP + 1] = id << 16 | (uint32_t)(pc >> 32);
  w->priv = true;
  return wl_pc_mask(w->tba);
}

void wl_trap_wave(struct wl_wave *w, uint32_t id) {
  if (w->trap_enabled) w->next_pc = wl_enter_trap(w, w->pc, wl_field(id, WL_TRAP_ID));
}

void wl_return_from_trap(struct wl_wave *w, uint64_t pc) {
  w->priv = false;
  w->next_pc = wl_pc_mask(pc);
}

// ---- messages ------------------------------------------------------------------------------------

void wl_send_message(struct wl_wave *w, bool trace, uint32_t simm) {
  struct wl_model *m = w->model;
  const wl_message message = {
      .slot = w->slot, .trace = trace, .simm = wl_field(simm, WL_SOP_SIMM16), .m0 = w->sgpr[WL_M0]};
  if (m->standalone) {
    if (m->on_message != NULL) m->on_message(m->on_message_to, &message);
    return;
  }
  struct wl_messages *q = &m->messages[w->slot];
  q->list[q->sent++ % WL_MESSAGES] = message;
  w->lgkm_cnt += !trace;
}

void wl_model_on_message(wl_model *m, void (*report)(void *to, const wl_message *message), void *to) {
  m->on_message = report;
  m->on_message_to = to;
}

wl_result wl_model_message(wl_model *m, uint32_t slot, wl_message *predicted, char why[WL_WHY]) {
  memset(predicted, 0, sizeof *predicted);
  if (slot >= m->config.waves) return wl_bad(why, "message of wave %u, which does not exist", slot);
  // Trace data may still be in flight when its wave has ended.
  struct wl_messages *q = &m->messages[slot];
  if (q->taken == q->sent) return wl_bad(why, "wave %u has no message in flight", slot);
  *predicted = q->list[q->taken++ % WL_MESSAGES];
  if (!predicted->trace) m->wave[slot].lgkm_cnt--;
  return WL_OK;
}

// ---- halt, single step ---------------------------------------------------------------------------

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
  if (!w->step_due) return wl_bad(why, "wave %u enters its trap handler, but no single step is due", slot);
  if (w->in_barrier) return wl_bad(why, "wave %u enters its trap handler while it waits at a barrier", slot);
  if (w->vm_cnt != 0 || w->exp_cnt != 0 || w->lgkm_cnt != 0) {
    return wl_bad(why, "wave %u enters its trap handler with VM_CNT %u, EXP_CNT %u, LGKM_CNT %u", slot, w->vm_cnt,
                  w->exp_cnt, w->lgkm_cnt);
  }
  w->step_due = false;
  w->pc = wl_enter_trap(w, w->pc, 0);
  return WL_OK;
}

// ---- sleep ---------------------------------------------------------------------------------------
// The model has no cycles: it only notes the sleep for wl_model_waiting_for.

void wl_sleep_wave(struct wl_wave *w, uint32_t simm) {
  w->asleep = true;
  w->sleep = wl_field(simm, WL_SLEEP_COUNT);
}

void wl_wake_group(struct wl_wave *w) {
  struct wl_model *m = w->model;
  for (uint32_t s = 0; s < m->config.waves; s++) {
    struct wl_wave *other = &m->wave[s];
    if (other != w && other->valid && other->group == w->group) other->asleep = false;
  }
}
