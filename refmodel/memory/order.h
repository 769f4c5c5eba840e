// SPDX-License-Identifier: Apache-2.0
// The order of accesses of different waves (docs/verdicts.md, Races): vector clocks, with a clock for each wave slot.
// An instruction waits for its accesses by kind, so what is ordered is known by kind too.
#ifndef WAVELOCK_MEMORY_ORDER_H
#define WAVELOCK_MEMORY_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "wavelock/model.h"

// Accesses by waves of a slot: those with clocks `from` to `to`. to 0: none.
struct wl_clocks {
  uint32_t from, to;
};

// By the counter that an access holds: VM_CNT, VS_CNT of the RDNA unit; LGKM_CNT, which the LDS and scalar memory hold.
enum { WL_ORDER_VM, WL_ORDER_VS, WL_ORDER_LGKM, WL_ORDER_KINDS };

// What is ordered before something, by slot.
struct wl_known {
  struct wl_clocks slot[WL_MAX_WAVES][WL_ORDER_KINDS];
  // By slot: the start of a wave, and the clock of its last store that was read as a release.
  struct wl_clocks seen[WL_MAX_WAVES];
};

// Adds clocks of a slot. What lies between them and those that are known counts as known too.
static inline void wl_know(struct wl_known *k, uint32_t slot, uint32_t kind, struct wl_clocks c) {
  struct wl_clocks *to = &k->slot[slot][kind];
  if (c.to == 0) return;
  if (to->to == 0 || c.from < to->from) to->from = c.from;
  if (c.to > to->to) to->to = c.to;
}

static inline void wl_know_all(struct wl_known *k, const struct wl_known *other) {
  for (uint32_t s = 0; s < WL_MAX_WAVES; s++) {
    for (uint32_t kind = 0; kind < WL_ORDER_KINDS; kind++) wl_know(k, s, kind, other->slot[s][kind]);
    if (other->seen[s].to > k->seen[s].to) k->seen[s] = other->seen[s];
  }
}

static inline bool wl_knows(const struct wl_known *k, uint32_t slot, uint32_t kind, uint32_t clock) {
  return clock >= k->slot[slot][kind].from && clock <= k->slot[slot][kind].to;
}

#endif
