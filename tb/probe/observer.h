// SPDX-License-Identifier: Apache-2.0
// Observers of a run: coverage, trace, views, debugger and others, behind one interface. tb/observe has them, and the
// table of a unit's observers (observe/observers.h). Checker and bench know the list of a unit alone. A run of the
// model alone has a list of its own (device/backend.h).
#ifndef WAVELOCK_PROBE_OBSERVER_H
#define WAVELOCK_PROBE_OBSERVER_H

#include <stdbool.h>

#include "probe/probe.h"
#include "wavelock/device.h"
#include "wavelock/model_ops.h"

// The moments of an event. Issue, barrier_release, and valu_done of a wave with control words reach BEFORE. Events that
// tb/check marks OBSERVE reach AFTER; the register writes among them are writes of loads, with the values of the
// model.
typedef enum {
  WL_SEEN,    // the unit reports it: before the checker looks at it, and without a checker too
  WL_BEFORE,  // the checker judges it next
  WL_AFTER,   // the model has taken it
  WL_ALONE,   // of a run of the model alone: wave_start, and issue when the model has executed the instruction
  WL_MOMENTS
} wl_moment;

struct arch_state;         // check/arch/arch.h
struct wl_checker_result;  // check/checker.h

// A model that runs alone: its sizes, and its memory.
typedef struct {
  const wl_model_ops *ops;  // of the model, with no function left out
  wl_model *model;
  const wl_config *sizes;
  const wl_mem *memory;
} wl_observed_model;

typedef struct {
  uint32_t slot;
  const wl_wave_init *init;  // of wave_start; else NULL
  // What `on_issue` of a model has of an issue.
  const wl_effect *effect;
  const wl_traced *traced;
  const wl_state_regs *before;
} wl_observed_alone;

typedef struct {
  wl_moment when;
  int event;  // WL_EVENT_x
  const wl_probe_argument *argument;
  wl_unit *unit;                   // SEEN; else NULL
  const struct arch_state *arch;   // BEFORE, AFTER; else NULL
  const wl_observed_alone *alone;  // ALONE, in place of argument; else NULL
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
  void (*start_alone)(void *to, const wl_observed_model *model);
  void (*event)(void *to, const wl_observed *o);
  // A cycle of a launch begins, until memory has drained. The model alone: all waves that fit have started; cycle is 0.
  void (*begin)(void *to, uint64_t cycle);
  void (*cycle)(void *to, const wl_observed_cycle *o);  // in each cycle
  void (*line)(void *to, uint32_t waves);               // behind cycle: the arguments of wl_probe_line
  // The checker finishes a launch. It may add to result. False, with error: the run is an ERROR.
  bool (*end)(void *to, const struct arch_state *arch, struct wl_checker_result *result, wl_error *error);
  void (*close)(void *to);  // the unit is closed; NULL: others own it
  struct wl_observer *next;
} wl_observer;

#endif
