// SPDX-License-Identifier: Apache-2.0
// The close of a cycle: compares the wave state registers of all waves with the shadow and looks for missing events.
#include "check/arch/arch.h"

__attribute__((cold, noinline)) void state_regs_differ(arch_state *c, uint32_t slot, const uint32_t *rtl) {
  for (uint32_t i = 0; i < c->ops.row_count; i++) {
    const wl_model_row *e = &c->ops.rows[i];
    if (c->rows_missing >> i & 1) continue;
    const uint64_t found = wl_row_value(e, (const wl_state_regs *)rtl), expected = wl_row_value(e, &c->now[slot]);
    const uint32_t r[2] = {(uint32_t)found, (uint32_t)(found >> 32)};
    const uint32_t m[2] = {(uint32_t)expected, (uint32_t)(expected >> 32)};
    bool same = found == expected;
    // Reported in the first cycle of a difference only.
    bool seen = c->reported[slot] >> i & 1;
    c->reported[slot] = (c->reported[slot] & ~(1u << i)) | (uint32_t)!same << i;
    if (same || seen) continue;
    bool first = c->divergences == 0;
    divergence *d;
    if (e->mask[1]) {
      d = diverge(c, WL_MISMATCH, (int)slot, e->name, "slot %u: %s is 0x%08x_%08x, expected 0x%08x_%08x", slot, e->name,
                  r[1], r[0], m[1], m[0]);
    } else {
      d = diverge(c, WL_MISMATCH, (int)slot, e->name, "slot %u: %s is 0x%x, expected 0x%x", slot, e->name, r[0], m[0]);
    }
    diverge_words(d, 0, r, m, e->mask[1] ? 2 : 1);
    if (first) {
      memcpy(&c->first_rtl, rtl, sizeof c->first_rtl);
      c->first_model = c->now[slot];
    }
  }
}

static void compare_state_regs(arch_state *c, const uint32_t *state_regs) {
  if (memcmp(state_regs, c->now, c->state_reg_bytes) == 0) return;
  for (uint32_t slot = 0; slot < c->config.waves; slot++)
    state_regs_differ(c, slot, state_regs + slot * STATE_REG_WORDS);
}

// SALU results come in the cycle of their issue, and with policy state_at_issue ends of waves too.
__attribute__((cold, noinline)) static void events_missing(arch_state *c) {
  const bool ends = can(c, WL_CAN_state_at_issue);
  for (uint32_t slot = 0; slot < c->config.waves; slot++) {
    wave_state *w = &c->wave[slot];
    if (c->sgpr_due >> slot & 1) {
      uint32_t number = wl_first_name(w->second_end, w->sgpr_first + (uint32_t)__builtin_ctz(w->sgpr_due));
      diverge(c, WL_MISMATCH, (int)slot, "SGPR",
              "slot %u: s%u was not written in the cycle of the issue that writes it", slot, number)
          ->index = number;
      w->sgpr_due = 0;
    }
    if (ends && (c->halt_due >> slot & 1)) {
      diverge(c, WL_MISMATCH, (int)slot, "wave_end",
              "the wave in slot %u halted itself in the model and not in the DUT", slot);
    }
    if (ends && (c->end_due >> slot & 1)) {
      diverge(c, WL_MISMATCH, (int)slot, "wave_end", "the wave in slot %u %s in the model and goes on in the DUT%s%s",
              slot, w->end == WL_END_PGM ? "ended" : "halted on a fault", w->end == WL_END_FAULT ? ": " : "",
              w->end == WL_END_FAULT ? c->fault_effect.why : "");
    }
  }
  c->sgpr_due = 0;
  if (ends) c->end_due = c->halt_due = 0;
}

__attribute__((cold, noinline)) static void wrong_cycle(arch_state *c, uint64_t cycle) {
  diverge(c, WL_ERROR, -1, "cycle", "the probe closes cycle %llu; cycle %llu is the next (the first is 0)",
          (unsigned long long)cycle, (unsigned long long)c->cycle);
  c->cycle = cycle;
}

void arch_cycle_slowly(arch_state *c, uint64_t cycle, const uint32_t *state_regs) {
  if (cycle != c->cycle) wrong_cycle(c, cycle);
  if (c->sweep_asked) sweep_close(c);
  if (state_regs && can(c, WL_CAN_state)) (c->late_state ? late_compare : compare_state_regs)(c, state_regs);
  if (c->sgpr_due | c->end_due | c->halt_due) events_missing(c);
}

void arch_step(arch_state *c) {
  if (__builtin_expect(c->late_state != NULL, 0)) late_step(c);
  for (uint32_t changed = c->changed; changed; changed &= changed - 1) {
    const uint32_t slot = (uint32_t)__builtin_ctz(changed);
    c->now[slot] = c->next[slot];
    wl_state_reg_arrays_put(&c->expected, slot, &c->now[slot]);
  }
  c->changed = 0;
}
