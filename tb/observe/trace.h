// SPDX-License-Identifier: Apache-2.0
// The trace: one line per instruction, in the order of issue (docs/trace.md), in lockstep and of the standalone
// model. Every value is the model's. A line is written when the instruction's registers are; the lines behind it
// wait.
#ifndef WAVELOCK_CHECK_TRACE_H
#define WAVELOCK_CHECK_TRACE_H

#include "probe/observer.h"

typedef struct wl_trace wl_trace;

wl_trace *wl_trace_open(const char *path, wl_error *error);  // NULL: it cannot be written
// Writes the waiting lines, with what is in flight marked. False: a write failed; the file is removed.
bool wl_trace_close(wl_trace *t, wl_error *error);
// It is an observer. Each instruction of the model alone becomes a line, too, without a cycle.
void wl_trace_observe(wl_observer *to, wl_trace *t);

#endif
