// SPDX-License-Identifier: Apache-2.0
// Policy lds_timing: the cycles of LDS service of an instruction, and how many of them bank conflicts cost, follow from
// its addresses (lds.md 4.1). They are reported once an instruction, before its mem_return or in the same cycle.
#ifndef WAVELOCK_CHECK_LDS_TIMING_H
#define WAVELOCK_CHECK_LDS_TIMING_H

#include "check/arch/arch.h"

typedef struct {
  uint64_t reported[WL_MAX_WAVES][TAGS / 64];  // LDS instructions in flight whose cycles were reported: a bit a tag
} lds_timing_state;

static inline void lds_timing_start(lds_timing_state *t, int slot) {
  memset(t->reported[slot], 0, sizeof t->reported[slot]);
}
// False: the event itself is wrong and has been reported.
bool lds_timing_served(lds_timing_state *t, arch_state *c, int slot, uint32_t tag, uint32_t cycles, uint32_t conflicts);
void lds_timing_return(lds_timing_state *t, arch_state *c, int slot, uint32_t tag);

#endif
