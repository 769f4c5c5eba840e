// SPDX-License-Identifier: Apache-2.0
// Bank conflicts of a lockstep run by instruction (lds.md 4.1). For each DS instruction: how often it ran, how many
// cycles the LDS served it, and how many of these were lost. It counts what DUT and model agree on.
#ifndef WAVELOCK_CONFLICTS_H
#define WAVELOCK_CONFLICTS_H

#include <stdint.h>
#include <stdio.h>

#include "probe/observer.h"

typedef struct wl_conflicts wl_conflicts;

wl_conflicts *wl_conflicts_new(void);  // NULL: out of memory
void wl_conflicts_free(wl_conflicts *c);
// Counts as an observer, and prints at the end of each launch. False: out of memory.
bool wl_conflicts_observe(wl_observer *to);

// A DS instruction issued under (slot, tag). words[1] is its second dword.
void wl_conflicts_issue(wl_conflicts *c, uint32_t slot, uint32_t tag, uint64_t pc, const uint32_t words[2]);
// The cycles of its service, and how many of them conflicts cost.
void wl_conflicts_served(wl_conflicts *c, uint32_t slot, uint32_t tag, uint32_t cycles, uint32_t conflicts);

// Sums over all instructions so far.
void wl_conflicts_total(const wl_conflicts *c, uint64_t *cycles, uint64_t *conflicts);
// One line per instruction, the most cycles lost first, then by PC. Nothing without an instruction.
void wl_conflicts_print(wl_conflicts *c, const wl_model_ops *ops, const wl_config *unit, FILE *to);

#endif
