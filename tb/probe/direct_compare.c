// SPDX-License-Identifier: Apache-2.0
// Wave state registers of a slot, as words and as arrays with one entry per slot.
#include "probe/direct_compare.h"

#include <string.h>

#include "wavelock/registers.h"

// Bits of STATUS that the arrays hold or that follow from them.
static const uint32_t held = WL_STATUS_COND_DBG_SYS | WL_STATUS_COND_DBG_USER | WL_STATUS_VALID | WL_STATUS_HALT |
                             WL_STATUS_IN_BARRIER | WL_STATUS_IN_TG | WL_STATUS_VCCZ | WL_STATUS_EXECZ |
                             WL_STATUS_TRAP_EN | WL_STATUS_PRIV | WL_STATUS_USER_PRIO | WL_STATUS_SCC;
// Bits of the word of counters that the arrays hold: a byte for each counter.
#define COUNTER_BYTES WL_BITS(23, 0)
enum { EXP_BYTE = 8, LGKM_BYTE = 16 };

static inline uint16_t with(uint16_t mask, uint32_t slot, bool bit) {
  return (uint16_t)((mask & ~(1u << slot)) | (uint32_t)bit << slot);
}

static inline uint64_t trap_bit(uint32_t status, uint32_t field, uint32_t at) {
  return (uint64_t)((status & field) != 0) << at;
}

static void put_status(wl_state_reg_arrays *a, uint32_t slot, uint32_t status) {
  const uint64_t trap = trap_bit(status, WL_STATUS_PRIV, WL_TRAP_PRIV) |
                        trap_bit(status, WL_STATUS_TRAP_EN, WL_TRAP_ENABLED) |
                        trap_bit(status, WL_STATUS_COND_DBG_USER, WL_TRAP_DBG_USER) |
                        trap_bit(status, WL_STATUS_COND_DBG_SYS, WL_TRAP_DBG_SYS);
  const uint32_t prio = wl_field(status, WL_STATUS_USER_PRIO);
  const bool live = status & WL_STATUS_VALID;
  a->status[slot] = status;
  a->trap = (a->trap & ~(WL_TRAP_SLOT_0 << slot)) | trap << slot;
  a->valid = with(a->valid, slot, live);
  a->halt = with(a->halt, slot, status & WL_STATUS_HALT);
  a->in_barrier = with(a->in_barrier, slot, status & WL_STATUS_IN_BARRIER);
  a->in_tg = with(a->in_tg, slot, status & WL_STATUS_IN_TG);
  a->prio1 = with(a->prio1, slot, prio & 2);
  a->prio0 = with(a->prio0, slot, prio & 1);
  a->scc = with(a->scc, slot, status & WL_STATUS_SCC);
  a->live64[slot] = live ? UINT64_MAX : 0;
  a->live32[slot] = live ? UINT32_MAX : 0;
  a->live8[slot] = live ? UINT8_MAX : 0;
}

// Whether wl_state_reg_arrays_get returns these words.
static bool representable(const wl_state_regs *s) {
  static const wl_state_regs none;
  const bool vccz = !(s->vcc_lo | s->vcc_hi), execz = !(s->exec_lo | s->exec_hi);
  if (!(s->status & WL_STATUS_VALID)) return memcmp(s, &none, sizeof none) == 0;
  return !(s->status & ~held) && !(s->counters & ~COUNTER_BYTES) && wl_field(s->status, WL_STATUS_VCCZ) == vccz &&
         wl_field(s->status, WL_STATUS_EXECZ) == execz;
}

void wl_state_reg_arrays_put(wl_state_reg_arrays *a, uint32_t slot, const wl_state_regs *s) {
  a->pc[slot] = (uint64_t)s->pc_hi << 32 | s->pc_lo;
  a->exec[slot] = (uint64_t)s->exec_hi << 32 | s->exec_lo;
  a->vcc[slot] = (uint64_t)s->vcc_hi << 32 | s->vcc_lo;
  a->m0[slot] = s->m0;
  a->mode[slot] = s->mode;
  a->trapsts[slot] = s->trapsts;
  a->vm_cnt[slot] = (uint8_t)s->counters;
  a->exp_cnt[slot] = (uint8_t)(s->counters >> EXP_BYTE);
  a->lgkm_cnt[slot] = (uint8_t)(s->counters >> LGKM_BYTE);
  if (a->status[slot] != s->status) put_status(a, slot, s->status);
  const bool by_words = !representable(s);
  if (__builtin_expect(by_words || a->not_representable, 0))
    a->not_representable = with(a->not_representable, slot, by_words);
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
  s->counters = (uint32_t)a->lgkm_cnt[slot] << LGKM_BYTE | (uint32_t)a->exp_cnt[slot] << EXP_BYTE | a->vm_cnt[slot];
  const uint64_t trap = a->trap >> slot;
  const uint32_t prio = (a->prio1 >> slot & 1u) << 1 | (a->prio0 >> slot & 1u);
  s->status = WL_STATUS_VALID | wl_to_field(WL_STATUS_HALT, a->halt >> slot) |
              wl_to_field(WL_STATUS_IN_BARRIER, a->in_barrier >> slot) |
              wl_to_field(WL_STATUS_IN_TG, a->in_tg >> slot) | wl_to_field(WL_STATUS_VCCZ, a->vcc[slot] == 0) |
              wl_to_field(WL_STATUS_EXECZ, a->exec[slot] == 0) | wl_to_field(WL_STATUS_USER_PRIO, prio) |
              wl_to_field(WL_STATUS_SCC, a->scc >> slot) |
              wl_to_field(WL_STATUS_PRIV, (uint32_t)(trap >> WL_TRAP_PRIV)) |
              wl_to_field(WL_STATUS_TRAP_EN, (uint32_t)(trap >> WL_TRAP_ENABLED)) |
              wl_to_field(WL_STATUS_COND_DBG_USER, (uint32_t)(trap >> WL_TRAP_DBG_USER)) |
              wl_to_field(WL_STATUS_COND_DBG_SYS, (uint32_t)(trap >> WL_TRAP_DBG_SYS));
}
