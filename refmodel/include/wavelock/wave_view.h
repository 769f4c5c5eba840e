// SPDX-License-Identifier: Apache-2.0
// What the wave state registers of a slot say of its wave. For callers that must not know the bits.
#ifndef WAVELOCK_WAVE_VIEW_H
#define WAVELOCK_WAVE_VIEW_H

#include "wavelock/model.h"
#include "wavelock/registers.h"

static inline bool wl_wave_in_barrier(const wl_state_regs *s) { return s->status & WL_STATUS_IN_BARRIER; }
static inline bool wl_wave_halted(const wl_state_regs *s) { return s->status & WL_STATUS_HALT; }
// The slot holds a wave that neither waits at a barrier nor has halted. In its trap handler a wave runs though HALT is
// set.
static inline bool wl_wave_runs(const wl_state_regs *s) {
  const bool stays = (s->status & (WL_STATUS_HALT | WL_STATUS_PRIV)) == WL_STATUS_HALT;
  return (s->status & (WL_STATUS_VALID | WL_STATUS_IN_BARRIER)) == WL_STATUS_VALID && !stays;
}
static inline bool wl_wave_privileged(const wl_state_regs *s) { return s->status & WL_STATUS_PRIV; }
// Numbers of VGPRs in an instruction may stand for others: GPR-index mode or shared VGPRs.
static inline bool wl_wave_renumbers(const wl_state_regs *s) { return s->mode & (WL_MODE_GPR_IDX_EN | WL_MODE_SHARED); }
static inline uint32_t wl_wave_scc(const wl_state_regs *s) { return wl_field(s->status, WL_STATUS_SCC); }
static inline uint32_t wl_wave_fork_depth(const wl_state_regs *s) { return wl_field(s->mode, WL_MODE_CSP); }
static inline uint32_t wl_wave_priority(const wl_state_regs *s) { return wl_field(s->status, WL_STATUS_USER_PRIO); }
static inline bool wl_wave_violated(const wl_state_regs *s) { return s->trapsts & WL_TRAPSTS_MEM_VIOL; }
static inline bool wl_wave_holds_vm(const wl_state_regs *s) { return s->counters & (WL_COUNTERS_VM | WL_COUNTERS_VS); }
static inline bool wl_wave_holds_exp(const wl_state_regs *s) { return s->counters & WL_COUNTERS_EXP; }
static inline bool wl_wave_holds_lgkm(const wl_state_regs *s) { return s->counters & WL_COUNTERS_LGKM; }

// Whether a register of control words is not zero.
static inline bool wl_wave_control_set(const wl_state_regs *s) {
#define WL_NOT_OF_CONTROL(name, sentence)
#define WL_ADD_WORD(name, sentence) | s->name
  return (0 WL_STATE_WORDS(WL_NOT_OF_CONTROL, WL_NOT_OF_CONTROL, WL_ADD_WORD)) != 0;
#undef WL_ADD_WORD
#undef WL_NOT_OF_CONTROL
}

// What a vector ALU instruction writes when it is complete, and not at its issue: EXEC, VCC, M0, these bits of
// STATUS, and the exceptions in TRAPSTS.
#define WL_STATUS_DEFERRED (WL_STATUS_SCC | WL_STATUS_EXECZ | WL_STATUS_VCCZ)
static inline bool wl_wave_same_deferred(const wl_state_regs *a, const wl_state_regs *b) {
  return !((a->exec_lo ^ b->exec_lo) | (a->exec_hi ^ b->exec_hi) | (a->vcc_lo ^ b->vcc_lo) | (a->vcc_hi ^ b->vcc_hi) |
           (a->m0 ^ b->m0) | ((a->status ^ b->status) & WL_STATUS_DEFERRED) |
           ((a->trapsts ^ b->trapsts) & WL_TRAPSTS_EXCEPTIONS));
}
// Puts these of `from` into `to`.
static inline void wl_wave_keep_deferred(wl_state_regs *to, const wl_state_regs *from) {
  to->exec_lo = from->exec_lo;
  to->exec_hi = from->exec_hi;
  to->vcc_lo = from->vcc_lo;
  to->vcc_hi = from->vcc_hi;
  to->m0 = from->m0;
  to->status = (to->status & ~WL_STATUS_DEFERRED) | (from->status & WL_STATUS_DEFERRED);
  to->trapsts = (to->trapsts & ~WL_TRAPSTS_EXCEPTIONS) | (from->trapsts & WL_TRAPSTS_EXCEPTIONS);
}

// VCC, M0 and EXEC are wave state registers: their numbers among the SGPRs hold nothing.
static inline bool wl_is_state_sgpr(uint32_t number) {
  return number == WL_VCC || number == WL_VCC_HI || number >= WL_M0;
}
// A word of VCC is written.
static inline void wl_wave_put_vcc(wl_state_regs *s, uint32_t number, uint32_t value) {
  if (number == WL_VCC) s->vcc_lo = value;
  if (number == WL_VCC_HI) s->vcc_hi = value;
  s->status = wl_with_field(s->status, WL_STATUS_VCCZ, !(s->vcc_lo | s->vcc_hi));
}

#endif
