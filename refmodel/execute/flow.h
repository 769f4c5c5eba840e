// SPDX-License-Identifier: Apache-2.0
// Control flow, hardware registers and control instructions (control-flow.md): functions for the bodies of
// isa/sop*.def.
#ifndef WAVELOCK_FLOW_H
#define WAVELOCK_FLOW_H

#include "isa/state.h"

static inline uint64_t branch_target(const struct wl_wave *w, const struct wl_insn *insn) {
  return wl_pc_mask(w->pc + insn->size + (uint64_t)((int64_t)insn->simm * 4));
}

static inline void branch_if(struct wl_wave *w, const struct wl_insn *insn, bool taken) {
  if (taken) w->next_pc = branch_target(w, insn);
}

// Sets fn of a decoded scalar instruction (scalar.c).
void wl_scalar_bind(struct wl_insn *insn);

// Bits of STATUS that instructions on data write (WL_STATUS_DEFERRED).
static inline uint32_t wl_status_of_data(const struct wl_wave *w) {
  return wl_to_field(WL_STATUS_SCC, w->scc) | wl_to_field(WL_STATUS_EXECZ, wl_exec(w) == 0) |
         wl_to_field(WL_STATUS_VCCZ, wl_vcc(w) == 0);
}

// The others.
static inline uint32_t wl_status_of_wave(const struct wl_wave *w) {
  return wl_to_field(WL_STATUS_USER_PRIO, w->user_prio) | wl_to_field(WL_STATUS_PRIV, w->priv) |
         wl_to_field(WL_STATUS_TRAP_EN, w->trap_enabled) | wl_to_field(WL_STATUS_IN_TG, w->waves_in_group > 1) |
         wl_to_field(WL_STATUS_IN_BARRIER, w->in_barrier) | wl_to_field(WL_STATUS_HALT, w->halt) |
         wl_to_field(WL_STATUS_VALID, w->valid) |
         wl_to_field(WL_STATUS_COND_DBG_USER | WL_STATUS_COND_DBG_SYS, w->cond_dbg);
}

// The STATUS register.
static inline uint32_t wl_status(const struct wl_wave *w) { return wl_status_of_data(w) | wl_status_of_wave(w); }

// The wave enters its trap handler: TTMP0 and TTMP1 get pc and trap id (control-flow.md 6). Returns the handler's
// address.
uint64_t wl_enter_trap(struct wl_wave *w, uint64_t pc, uint32_t id);

// Fork and join (control-flow.md 3). A broken depth bound is noted in w->event; they execute all the same.
void wl_fork_wave(struct wl_wave *w, uint64_t mask, uint64_t target);
void wl_join_wave(struct wl_wave *w, uint32_t saved_csp);

// s_getreg, s_setreg (control-flow.md 1), which with PRIV may write SCC. simm: WL_HWREG_*.
uint32_t wl_get_hwreg(const struct wl_wave *w, uint32_t simm);
void wl_set_hwreg(struct wl_wave *w, uint32_t simm, uint32_t value);
// In control.c: s_trap, s_rfe, the messages (trace: s_ttracedata), s_sleep.
void wl_trap_wave(struct wl_wave *w, uint32_t id);
void wl_return_from_trap(struct wl_wave *w, uint64_t pc);
void wl_send_message(struct wl_wave *w, bool trace, uint32_t simm);
void wl_sleep_wave(struct wl_wave *w, uint32_t simm);
// fn of EXP (export.c): there are fewer than WL_EXPORTS exports in flight.
void wl_send_export(struct wl_wave *w, const struct wl_insn *insn);
// s_set_gpr_idx_on. enables: bit i is WL_ENABLE_*.
void wl_set_gpr_idx_on(struct wl_wave *w, uint32_t index, uint32_t enables);
// Replaces a field of M0 (WL_M0_*).
static inline void set_m0(struct wl_wave *w, uint32_t field, uint32_t value) {
  w->sgpr[WL_M0] = wl_with_field(w->sgpr[WL_M0], field, value);
}

#endif
