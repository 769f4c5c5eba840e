// SPDX-License-Identifier: Apache-2.0
// Policy barrier_latency: a complete barrier releases within BARRIER_CYCLES. That none releases before it is complete
// is architecture.
#ifndef WAVELOCK_CHECK_BARRIER_LATENCY_H
#define WAVELOCK_CHECK_BARRIER_LATENCY_H

#include "check/arch/arch.h"

typedef struct {
  uint32_t waiting, ready;  // a bit a group: a wave is at the barrier, the barrier is complete
  uint64_t since[WL_MAX_GROUPS];
} barrier_latency_state;

void barrier_latency_arrive(barrier_latency_state *b, const arch_state *c, uint32_t group);
void barrier_latency_look(barrier_latency_state *b, const arch_state *c, uint32_t group);  // a wave started or ended
void barrier_latency_release(barrier_latency_state *b, uint32_t group);
void barrier_latency_late(barrier_latency_state *b, arch_state *c);
static inline void barrier_latency_close(barrier_latency_state *b, arch_state *c) {
  if (__builtin_expect(b->ready, 0) && can(c, WL_CAN_barrier_latency)) barrier_latency_late(b, c);
}

#endif
