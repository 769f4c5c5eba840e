// SPDX-License-Identifier: Apache-2.0
// The observers of a unit (probe/observer.h): which there are, and what each is asked for.
#ifndef WAVELOCK_OBSERVERS_H
#define WAVELOCK_OBSERVERS_H

#include "check/checker.h"
#include "observe/debug/debugger.h"
#include "observe/probe_check.h"
#include "observe/trace.h"
#include "observe/views/views.h"

// What a run is watched for. Pointers are borrowed; NULL: not for this.
typedef struct {
  wl_trace *trace;       // a line per instruction; of the model alone too
  const char *coverage;  // file to write (coverage.h)
  // Print the tables of LDS bank conflicts (conflicts.h) and of transactions (transactions.h) at the end of a launch.
  bool conflicts;
  wl_transaction_count *transactions;  // transaction_count of them, measured over all launches
  uint32_t transaction_count;
  wl_views *views;
  wl_debug *debug;   // stops the unit
  bool probe_check;  // the shape of the stream of events
} wl_observe_options;

typedef struct wl_observers wl_observers;

// Makes those that are asked for and adds them to the unit: before a checker is attached. NULL with error.
wl_observers *wl_observers_new(const wl_observe_options *options, wl_unit *unit, wl_error *error);
// The unit and its checker are gone. o may be NULL.
void wl_observers_free(wl_observers *o);
// NULL: nobody asked.
wl_probe_check *wl_observers_probe_check(const wl_observers *o);

#endif
