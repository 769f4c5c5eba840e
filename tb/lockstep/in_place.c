// SPDX-License-Identifier: Apache-2.0
// The wave state registers of a slot as words and in arrays of a register.
#include "in_place.h"

#include <string.h>

enum {
  SYS = 21,
  USER = 20,
  VALID = 16,
  HALT = 13,
  IN_BARRIER = 12,
  IN_TG = 11,
  VCCZ = 10,
  EXECZ = 9,
  TRAP_EN = 6,
  PRIV = 5,
  PRIO1 = 4,
  PRIO0 = 3,
  SCC = 0
};  // bits of STATUS
static const uint32_t held = 1u << SYS | 1u << USER | 1u << VALID | 1u << HALT | 1u << IN_BARRIER | 1u << IN_TG |
                             1u << VCCZ | 1u << EXECZ | 1u << TRAP_EN | 1u << PRIV | 1u << PRIO1 | 1u << PRIO0 |
                             1u << SCC;

static inline uint16_t with(uint16_t mask, uint32_t slot, uint32_t bit) {
  return (uint16_t)((mask & ~(1u << slot)) | (bit & 1) << slot);
}

static void put_status(wl_state_reg_arrays *a, uint32_t slot, uint32_t status) {
  const uint64_t trap = (uint64_t)(status >> PRIV & 1) | (uint64_t)(status >> TRAP_EN & 1) << 16 |
                        (uint64_t)(status >> USER & 1) << 32 | (uint64_t)(status >> SYS & 1) << 48;
  const bool live = status >> VALID & 1;
  a->status[slot] = status;
  a->trap = (a->trap & ~(0x0001000100010001ull << slot)) | trap << slot;
  a->valid = with(a->valid, slot, status >> VALID);
  a->halt = with(a->halt, slot, status >> HALT);
  a->in_barrier = with(a->in_barrier, slot, status >> IN_BARRIER);
  a->in_tg = with(a->in_tg, slot, status >> IN_TG);
  a->prio1 = with(a->prio1, slot, status >> PRIO1);
  a->prio0 = with(a->prio0, slot, status >> PRIO0);
  a->scc = with(a->scc, slot, status >> SCC);
  a->live64[slot] = live ? UINT64_MAX : 0;
  a->live32[slot] = live ? UINT32_MAX : 0;
  a->live8[slot] = live ? UINT8_MAX : 0;
}

// Whether wl_state_reg_arrays_get returns these words.
static bool holds(const wl_state_regs *s) {
  static const wl_state_regs none;
  const bool vccz = !(s->vcc_lo | s->vcc_hi), execz = !(s->exec_lo | s->exec_hi);
  if (!(s->status >> VALID & 1)) return memcmp(s, &none, sizeof none) == 0;
  return !(s->status & ~held) && !(s->counters >> 24) && (s->status >> VCCZ & 1) == vccz &&
         (s->status >> EXECZ & 1) == execz;
}

void wl_state_reg_arrays_put(wl_state_reg_arrays *a, uint32_t slot, const wl_state_regs *s) {
  a->pc[slot] = (uint64_t)s->pc_hi << 32 | s->pc_lo;
  a->exec[slot] = (uint64_t)s->exec_hi << 32 | s->exec_lo;
  a->vcc[slot] = (uint64_t)s->vcc_hi << 32 | s->vcc_lo;
  a->m0[slot] = s->m0;
  a->mode[slot] = s->mode;
  a->trapsts[slot] = s->trapsts;
  a->vm_cnt[slot] = (uint8_t)s->counters;
  a->exp_cnt[slot] = (uint8_t)(s->counters >> 8);
  a->lgkm_cnt[slot] = (uint8_t)(s->counters >> 16);
  if (a->status[slot] != s->status) put_status(a, slot, s->status);
  const bool elsewhere = !holds(s);
  if (__builtin_expect(elsewhere || a->elsewhere, 0)) a->elsewhere = with(a->elsewhere, slot, elsewhere);
}

void wl_state_reg_arrays_get(const wl_state_reg_arrays *a, uint32_t slot, wl_state_regs *s) {
  memset(s, 0, sizeof *s);
  if (!(a->valid >> slot & 1)) return;
  s->pc_lo = (uint32_t)a->pc[slot];
  s->pc_hi = (uint32_t)(a->pc[slot] >> 32);
  s->exec_lo = (uint32_t)a->exec[slot];
  s->exec_hi = (uint32_t)(a->exec[slot] >> 32);
  s->vcc_lo = (uint32_t)a->vcc[slot];
  s->vcc_hi = (uint32_t)(a->vcc[slot] >> 32);
  s->m0 = a->m0[slot];
  s->mode = a->mode[slot];
  s->trapsts = a->trapsts[slot];
  s->counters = (uint32_t)a->lgkm_cnt[slot] << 16 | (uint32_t)a->exp_cnt[slot] << 8 | a->vm_cnt[slot];
  const uint64_t trap = a->trap >> slot;
  s->status = 1u << VALID | (a->halt >> slot & 1u) << HALT | (a->in_barrier >> slot & 1u) << IN_BARRIER |
              (a->in_tg >> slot & 1u) << IN_TG | (uint32_t)(a->vcc[slot] == 0) << VCCZ |
              (uint32_t)(a->exec[slot] == 0) << EXECZ | (a->prio1 >> slot & 1u) << PRIO1 |
              (a->prio0 >> slot & 1u) << PRIO0 | (a->scc >> slot & 1u) << SCC | (uint32_t)(trap & 1) << PRIV |
              (uint32_t)(trap >> 16 & 1) << TRAP_EN | (uint32_t)(trap >> 32 & 1) << USER |
              (uint32_t)(trap >> 48 & 1) << SYS;
}
