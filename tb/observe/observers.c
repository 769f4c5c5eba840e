// SPDX-License-Identifier: Apache-2.0
#include "observe/observers.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/sizes.h"
#include "observe/conflicts.h"
#include "observe/coverage.h"
#include "observe/instructions.h"
#include "observe/transactions.h"

// A row for each: fills `to` if it is asked for. False: out of memory.
typedef bool row(const wl_observe_options *o, wl_observer *to);

static bool coverage(const wl_observe_options *o, wl_observer *to) {
  if (!o->coverage) return true;
  return wl_unit_ops ? wl_instructions_observe(to, o->coverage) : wl_coverage_observe(to, o->coverage);
}

static bool conflicts(const wl_observe_options *o, wl_observer *to) {
  return !o->conflicts || wl_conflicts_observe(to);
}

static bool transactions(const wl_observe_options *o, wl_observer *to) {
  return !(o->conflicts || o->transaction_count) ||
         wl_transactions_observe(to, o->conflicts, o->transactions, o->transaction_count);
}

static bool trace(const wl_observe_options *o, wl_observer *to) {
  if (o->trace) wl_trace_observe(to, o->trace);
  return true;
}

static bool views(const wl_observe_options *o, wl_observer *to) {
  if (o->views) wl_views_observe(to, o->views);
  return true;
}

static bool debug(const wl_observe_options *o, wl_observer *to) {
  if (o->debug) wl_debug_observe(to, o->debug);
  return true;
}

static bool probe_check(const wl_observe_options *o, wl_observer *to) {
  return !o->probe_check || wl_probe_check_observe(to);
}

// In the order in which they hear of things, and end.
enum { ROWS = 7, PROBE_CHECK = ROWS - 1 };
static row *const rows[ROWS] = {trace, coverage, conflicts, transactions, views, debug, probe_check};

struct wl_observers {
  wl_observer of[ROWS];  // of the unit: those with a `to`
};

wl_observers *wl_observers_new(const wl_observe_options *options, wl_unit *unit, wl_error *error) {
  wl_observers *o = calloc(1, sizeof *o);
  for (uint32_t i = 0; o && i < ROWS; i++) {
    if (rows[i](options, &o->of[i])) continue;
    wl_observers_free(o);
    o = NULL;
  }
  if (!o) wl_fail(error, "out of memory for what watches the unit");
  for (uint32_t i = 0; o && i < ROWS; i++)
    if (o->of[i].to) wl_unit_observe(unit, &o->of[i]);
  return o;
}

void wl_observers_free(wl_observers *o) {
  for (uint32_t i = 0; o && i < ROWS; i++)
    if (o->of[i].to && o->of[i].close) o->of[i].close(o->of[i].to);
  free(o);
}

wl_probe_check *wl_observers_probe_check(const wl_observers *o) { return o ? o->of[PROBE_CHECK].to : NULL; }
