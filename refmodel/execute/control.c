// SPDX-License-Identifier: Apache-2.0
// Traps, messages, sleep (control-flow.md 2.1, 6).
#include "execute/flow.h"

uint64_t wl_enter_trap(struct wl_wave *w, uint64_t pc, uint32_t id) {
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

void wl_send_message(struct wl_wave *w, bool trace, uint32_t simm) {
  struct wl_messages *q = &w->messages;
  q->list[q->sent++ % WL_MESSAGES] =
      (wl_message){.slot = w->slot, .trace = trace, .simm = wl_field(simm, WL_SOP_SIMM16), .m0 = w->sgpr[WL_M0]};
}

// The model has no cycles: it only notes the sleep for wl_model_waiting_for.
void wl_sleep_wave(struct wl_wave *w, uint32_t simm) {
  w->asleep = true;
  w->sleep = wl_field(simm, WL_SLEEP_COUNT);
}
