// SPDX-License-Identifier: Apache-2.0
// Control flow and hardware registers (control-flow.md): what the bodies of the scalar tables call.
#ifndef WAVELOCK_FLOW_H
#define WAVELOCK_FLOW_H

#include "machine.h"

static inline uint64_t branch_target(const struct wl_wave *w, const struct wl_insn *insn) {
  return wl_pc_mask(w->next_pc + (uint64_t)((int64_t)insn->simm * 4));
}

static inline void branch_if(struct wl_wave *w, const struct wl_insn *insn, bool taken) {
  if (taken) w->next_pc = branch_target(w, insn);
}

// Fork and join, control-flow.md 3. They report a broken depth bound in model->event and execute all the same.
void wl_fork_wave(struct wl_wave *w, uint64_t mask, uint64_t target);
void wl_join_wave(struct wl_wave *w, uint32_t saved_csp);

// s_getreg, s_setreg. simm: {size-1, offset, id}, control-flow.md 1.
uint32_t wl_get_hwreg(const struct wl_wave *w, uint32_t simm);
void wl_set_hwreg(struct wl_wave *w, uint32_t simm, uint32_t value);
// control.c: s_trap, s_rfe; s_sendmsg and its kin (kind as in wl_message); s_sleep, s_wakeup.
void wl_trap_wave(struct wl_wave *w, uint32_t id);
void wl_return_from_trap(struct wl_wave *w, uint64_t pc);
void wl_send_message(struct wl_wave *w, bool trace, uint32_t simm);
void wl_sleep_wave(struct wl_wave *w, uint32_t simm);
void wl_wake_group(struct wl_wave *w);
void wl_set_gpr_idx_on(struct wl_wave *w, uint32_t index, uint32_t enables);

#endif
