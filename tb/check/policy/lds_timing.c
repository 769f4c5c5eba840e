// SPDX-License-Identifier: Apache-2.0
#include "check/policy/lds_timing.h"

bool lds_timing_served(lds_timing_state *t, arch_state *c, int slot, uint32_t tag, uint32_t cycles,
                       uint32_t conflicts) {
  uint32_t expected, expected_conflicts;
  char why[160];
  if (!slot_good(c, slot, "lds_cycles")) return false;
  if (c->ops.lds_cycles(c->model, (uint32_t)slot, tag, &expected, &expected_conflicts, why) != WL_OK) {
    diverge(c, WL_ILLEGAL, slot, "lds_cycles", "slot %d: service cycles of LDS instruction %u: %s", slot, tag, why);
    return false;
  }
  const uint64_t bit = 1ull << tag % 64;
  uint64_t *reported = &t->reported[slot][tag / 64 % (TAGS / 64)];
  if (*reported & bit) {
    diverge(c, WL_ILLEGAL, slot, "lds_cycles", "slot %d: service cycles of LDS instruction %u a second time", slot,
            tag);
    return false;
  }
  *reported |= bit;
  c->words_compared += 2;
  if (cycles == expected && conflicts == expected_conflicts) return true;
  const uint32_t rtl[2] = {cycles, conflicts}, model[2] = {expected, expected_conflicts};
  divergence *d = diverge(c, WL_MISMATCH, slot, "LDS cycles",
                          "slot %d: LDS instruction %u took %u cycles of service, %u of them for bank conflicts, "
                          "expected %u and %u",
                          slot, tag, cycles, conflicts, expected, expected_conflicts);
  diverge_words(d, 0, rtl, model, 2);
  return true;
}

void lds_timing_return(lds_timing_state *t, arch_state *c, int slot, uint32_t tag) {
  const uint64_t bit = 1ull << tag % 64;
  uint64_t *reported = &t->reported[slot][tag / 64 % (TAGS / 64)];
  if (!(*reported & bit)) {
    diverge(c, WL_ILLEGAL, slot, "lds_cycles",
            "slot %d: LDS instruction %u completes and its service cycles were not reported", slot, tag);
  }
  *reported &= ~bit;
}
