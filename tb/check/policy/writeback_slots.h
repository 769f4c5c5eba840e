// SPDX-License-Identifier: Apache-2.0
// Policy writeback_slots: a fixed execution unit writes the VGPRs of an instruction in the cycles that it told at time
// zero (event exec_unit). Pass p of its destination VGPRs 2k and 2k+1 comes in cycle
//   issue + first + p * step + k, with DPP dpp_read_cycles later.
#ifndef WAVELOCK_CHECK_WRITEBACK_SLOTS_H
#define WAVELOCK_CHECK_WRITEBACK_SLOTS_H

#include "check/arch/arch.h"

typedef struct {
  bool fixed;       // the unit of its vector ALU instruction in flight is a fixed one (never without the policy)
  uint32_t number;  // of the unit
  uint64_t issue;   // cycle
  uint64_t first;   // cycle of the first writes of pass 0
  uint64_t only;    // of all its writes, if the instruction writes at most two VGPRs; else never
  uint32_t step;
} writeback_slot;

typedef struct {
  writeback_slot wave[WL_MAX_WAVES];
} writeback_slots_state;

// A vector ALU instruction is in flight from this cycle on.
void writeback_slots_issue(writeback_slots_state *s, arch_state *c, int slot, int exec_unit, const wl_effect *e);
// A write of a slot that the unit has, before the write takes effect: whether its cycle is certainly right. If not, the
// register decides.
static inline bool writeback_slots_usual(const writeback_slots_state *s, const arch_state *c, int slot, int pass) {
  const writeback_slot *w = &s->wave[slot];
  return !w->fixed || c->cycle == w->only + (uint32_t)pass * w->step;
}
void writeback_slots_look(const writeback_slots_state *s, arch_state *c, int slot, int vgpr, int pass);

#endif
