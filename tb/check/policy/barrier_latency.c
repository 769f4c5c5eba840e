// SPDX-License-Identifier: Apache-2.0
#include "check/policy/barrier_latency.h"

enum { BARRIER_CYCLES = 2 };  // cycles within which a complete barrier is released

// Notes whether the barrier is complete now.
void barrier_latency_look(barrier_latency_state *b, const arch_state *c, uint32_t group) {
  const uint32_t bit = 1u << group;
  if (!(b->waiting & bit) || (b->ready & bit)) return;
  if (!c->ops.barrier_ready(c->model, group)) return;
  b->ready |= bit;
  b->since[group] = c->cycle;
}

void barrier_latency_arrive(barrier_latency_state *b, const arch_state *c, uint32_t group) {
  b->waiting |= 1u << group;
  barrier_latency_look(b, c, group);
}

void barrier_latency_release(barrier_latency_state *b, uint32_t group) {
  b->waiting &= ~(1u << group);
  b->ready &= ~(1u << group);
}

__attribute__((cold, noinline)) void barrier_latency_late(barrier_latency_state *b, arch_state *c) {
  for (uint32_t group = 0; group < WL_MAX_GROUPS; group++) {
    if (!(b->ready >> group & 1) || c->cycle < b->since[group] + BARRIER_CYCLES) continue;
    int slot = -1;
    for (uint32_t i = 0; i < c->config.waves && slot < 0; i++) {
      if ((c->live >> i & 1) && c->wave[i].group == group) slot = (int)i;
    }
    diverge(c, WL_ILLEGAL, slot, "barrier_release",
            "the barrier of group %u has been ready since cycle %llu and was not released within %d cycles", group,
            (unsigned long long)b->since[group], BARRIER_CYCLES);
    b->ready &= ~(1u << group);
  }
}
