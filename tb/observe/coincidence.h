// SPDX-License-Identifier: Apache-2.0
// Pairs of events (coincidence.def): which of them met in one cycle, or one cycle apart.
// It knows instructions of GFX9 alone.
#ifndef WAVELOCK_COINCIDENCE_H
#define WAVELOCK_COINCIDENCE_H

#include "observe/points.h"
#include "probe/observer.h"

typedef struct wl_coincidence wl_coincidence;
wl_coincidence *wl_coincidence_new(void);  // NULL: out of memory
void wl_coincidence_free(wl_coincidence *c);

uint64_t wl_coincidence_wants(void);  // events that it hears of when the unit reports them
void wl_coincidence_event(wl_coincidence *c, int event, const wl_probe_argument *arguments);
// A cycle begins. reasons: why each wave does not issue in it (WL_WAIT_*). Meetings are counted as points.
void wl_coincidence_cycle(wl_coincidence *c, wl_points *p, const uint8_t reasons[WL_MAX_WAVES]);
// A line of instructions comes in this cycle. waves: a bit of each that waits for it.
void wl_coincidence_line(wl_coincidence *c, uint32_t waves);
// After the last cycle.
void wl_coincidence_end(wl_coincidence *c, wl_points *p);
// Lines near - NAME DISTANCE 1: by how many cycles the second of a pair was behind the first, or before it, at the
// least.
void wl_coincidence_write(const wl_coincidence *c, FILE *file);

#endif
