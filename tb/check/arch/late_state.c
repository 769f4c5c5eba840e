// SPDX-License-Identifier: Apache-2.0
// Wave state registers of a unit that does not follow state_at_issue: they may change later than the event that changes
// them. Until then each bit of a word may have any value that it has had since the word was last up to date.
//
// The words must be up to date where the unit itself says that nothing is on its way. That is when a wave has started
// or ended, and between the end of its last instruction and the next issue, if nothing of the wave is in flight. A
// scalar instruction that writes no SGPR has no event at its end. What it changes must be there when a later
// instruction ends, or the wave: in the cycle of wave_end the words have all but PC.
#include "check/arch/arch.h"

#include <stdlib.h>

#define WORDS(regs) ((uint32_t *)&(regs))

bool late_open(arch_state *c) { return (c->late_state = calloc(c->config.waves, sizeof *c->late_state)) != NULL; }

void late_take(arch_state *c, uint32_t slot) {
  late_window *l = &c->late_state[slot];
  const uint32_t *next = WORDS(c->next[slot]);
  for (uint32_t i = 0; i < STATE_REG_WORDS; i++) {
    WORDS(l->more)[i] = l->added ? WORDS(l->more)[i] | next[i] : next[i];
    WORDS(l->common)[i] = l->added ? WORDS(l->common)[i] & next[i] : next[i];
  }
  l->added = true;
}

// Whether the unit says when the instruction is complete.
static bool has_end(const arch_state *c, const wl_effect *e) {
  if (e->skipped) return false;
  switch (e->unit) {
    case WL_UNIT_LDS: return can(c, WL_CAN_lds);
    case WL_UNIT_EXPORT: return can(c, WL_CAN_exports);
    case WL_UNIT_SCALAR: return !can(c, WL_CAN_scalar_at_issue) && e->sgpr_count;
    default: return true;
  }
}

void late_issue(arch_state *c, uint32_t slot) {
  const uint32_t bit = 1u << slot;
  c->done &= ~bit;
  c->changed |= bit;
  c->endless = (c->endless & ~bit) | (has_end(c, &c->effect) ? 0 : bit);
}

void late_done(arch_state *c, uint32_t slot) {
  c->done |= 1u << slot & ~c->endless;
  c->changed |= 1u << slot;
}

void late_record(arch_state *c, uint32_t slot, uint64_t first) {
  c->late_state[slot].record = c->next[slot];
  c->late_state[slot].due = first + 1;
}

// What it changes is there from the next cycle on.
void late_record_opens(arch_state *c, uint32_t slot) {
  if (c->late_state[slot].due > c->cycle + 1) c->late_state[slot].due = 0;
}

void late_settle(arch_state *c, uint32_t slot) {
  late_record(c, slot, c->cycle + 1);
  c->endless &= ~(1u << slot);
  late_done(c, slot);
}

// Nothing of the wave is between its issue and its end.
static bool at_rest(const arch_state *c, uint32_t slot) {
  const uint32_t *next = WORDS(c->next[slot]);
  uint32_t counted = 0;
  for (uint32_t i = 0; i < STATE_REG_WORDS; i++) counted |= next[i] & WORDS(c->counts)[i];
  return !c->wave[slot].valu_pending && !(c->flights && c->flights[slot].count) && !counted;
}

void late_step(arch_state *c) {
  for (uint32_t changed = c->changed; changed; changed &= changed - 1) {
    const uint32_t slot = (uint32_t)__builtin_ctz(changed);
    late_window *l = &c->late_state[slot];
    for (uint32_t i = 0; l->added && i < STATE_REG_WORDS; i++) {
      WORDS(l->any)[i] |= WORDS(l->more)[i];
      WORDS(l->all)[i] &= WORDS(l->common)[i];
    }
    l->added = false;
    c->settled &= ~(1u << slot);
    if ((c->done >> slot & 1) && at_rest(c, slot)) c->settled |= 1u << slot;
  }
  c->ending = 0;
}

// Rows that count what is in flight have no value in a record.
static void compare_records(arch_state *c, const uint32_t *state_regs) {
  for (uint32_t slot = 0; slot < c->config.waves; slot++) {
    late_window *l = &c->late_state[slot];
    if (l->due != c->cycle + 1) continue;
    const uint32_t *rtl = state_regs + slot * STATE_REG_WORDS, *record = WORDS(l->record);
    uint32_t seen[STATE_REG_WORDS], differ = 0;
    for (uint32_t i = 0; i < STATE_REG_WORDS; i++) {
      const uint32_t bits = WORDS(c->row_bits)[i] & ~WORDS(c->counts)[i];
      seen[i] = (rtl[i] & bits) | (record[i] & ~bits);
      differ |= seen[i] ^ record[i];
      c->words_compared += bits != 0;
    }
    c->now[slot] = l->record;
    l->due = 0;
    if (differ) state_regs_differ(c, slot, seen);
  }
}

void late_compare(arch_state *c, const uint32_t *state_regs) {
  if (can(c, WL_CAN_retire)) {
    compare_records(c, state_regs);
    return;
  }
  for (uint32_t slot = 0; slot < c->config.waves; slot++) {
    late_window *l = &c->late_state[slot];
    const uint32_t *rtl = state_regs + slot * STATE_REG_WORDS, *now = WORDS(c->now[slot]);
    const bool ends = c->ending >> slot & 1, exact = ends || (c->settled >> slot & 1);
    uint32_t seen[STATE_REG_WORDS], differ = 0;
    for (uint32_t i = 0; i < STATE_REG_WORDS; i++) {
      const uint32_t bits = WORDS(c->row_bits)[i];
      seen[i] = now[i];
      if (!((rtl[i] ^ now[i]) & bits)) {
        WORDS(l->any)[i] = WORDS(l->all)[i] = now[i];
        continue;
      }
      const bool pc = i == offsetof(wl_state_regs, pc_lo) / 4 || i == offsetof(wl_state_regs, pc_hi) / 4;
      if (ends && pc) continue;
      const uint32_t never = rtl[i] & ~WORDS(l->any)[i] & bits, always = WORDS(l->all)[i] & ~rtl[i] & bits;
      if (exact || never || always) seen[i] = rtl[i];
      differ |= seen[i] ^ now[i];
    }
    if (differ || c->reported[slot]) state_regs_differ(c, slot, seen);
  }
}
