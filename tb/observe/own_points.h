// SPDX-License-Identifier: Apache-2.0
// The functional points of a unit with an instruction set of its own: own_points.def says which there are.
#ifndef WAVELOCK_OWN_POINTS_H
#define WAVELOCK_OWN_POINTS_H

#include <stdio.h>

#include "probe/observer.h"

typedef struct own_points own_points;

own_points *own_points_new(void);  // NULL: out of memory
void own_points_free(own_points *p);
uint64_t own_points_wants(wl_moment when);  // events
void own_points_event(own_points *p, const wl_observed *o);
// An instruction of this name has issued, in the effect of arch.
void own_points_issue(own_points *p, const struct arch_state *arch, uint32_t slot, uint32_t tag, const char *name);
void own_points_cycle(own_points *p, const wl_observed_cycle *o);
// A line for each point: "own", group, key, value and count, with tabs between. False: out of memory, now or before.
bool own_points_write(const own_points *p, const struct arch_state *arch, FILE *to);

#endif
