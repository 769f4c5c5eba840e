// SPDX-License-Identifier: Apache-2.0
// Observers of a run: coverage, trace, views, debugger and others, behind one interface. tb/observe has them, and the
// table of a run's observers (observe/observers.h). Checker and backend know the list of a unit alone.
#ifndef WAVELOCK_PROBE_OBSERVER_H
#define WAVELOCK_PROBE_OBSERVER_H

#include <stdbool.h>

#include "probe/probe.h"
#include "wavelock/device.h"

// The moments of an event. Issue, barrier_release, and valu_done of a wave with control words reach BEFORE. Events that
// tb/check marks OBSERVE reach AFTER; the register writes among them are writes of loads, with the values of the
// model.
typedef enum {
  WL_SEEN,    // the unit reports it: before the checker looks at it, and without a checker too
  WL_BEFORE,  // the checker judges it next
  WL_AFTER,   // the model has taken it
  WL_MOMENTS
} wl_moment;

struct arch_state;         // check/arch/arch.h
struct wl_checker_result;  // check/checker.h

typedef struct {
  wl_moment when;
  int event;  // WL_EVENT_x
  const wl_probe_argument *argument;
  wl_unit *unit;                  // SEEN; else NULL
  const struct arch_state *arch;  // NULL: SEEN
} wl_observed;

// Why waves wait in a cycle: the arguments of wl_probe_waits.
typedef struct {
  const uint32_t *reasons, *exec;
  const struct arch_state *arch;  // NULL: nothing is judged
  int selected;                   // the arbiter's slot; -1: none
} wl_observed_cycle;

static inline uint64_t wl_event_bit(wl_probe_event event) { return (uint64_t)1 << event; }

// Hooks that are NULL are not called.
typedef struct wl_observer {
  void *to;
  uint64_t wants[WL_MOMENTS];              // the events that it hears of, a bit each
  void (*start)(void *to, wl_unit *unit);  // a new unit: its events come next
  void (*event)(void *to, const wl_observed *o);
  void (*cycle)(void *to, const wl_observed_cycle *o);  // in each cycle
  // The checker finishes a launch. It may add to result. False, with error: the run is an ERROR.
  bool (*end)(void *to, const struct arch_state *arch, struct wl_checker_result *result, wl_error *error);
  void (*close)(void *to);  // the unit is closed; NULL: others own it
  struct wl_observer *next;
} wl_observer;

#endif
