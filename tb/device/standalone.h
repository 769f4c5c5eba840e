// SPDX-License-Identifier: Apache-2.0
// Runs the grid of a launch on the model alone.
#ifndef WAVELOCK_STANDALONE_H
#define WAVELOCK_STANDALONE_H

#include "dispatch.h"
#include "probe/observer.h"

typedef struct {
  const wl_model_ops *ops;  // of the model, with no function left out
  wl_model *model;
  uint32_t waves;                // slots of the compute unit
  uint64_t max_instructions;     // of a launch: HANG after this many; 0: no limit
  uint64_t run_instructions;     // HANG after about so many in which no wave starts or ends; 0: no limit
  const wl_observer *observers;  // the first; NULL: none
  // Who is asked after a turn of a wave instead of wl_watch_look (base/signals.h), with the instructions of the launch
  // so far: false ends it. Then nothing is printed. NULL: nobody.
  bool (*go_on)(void *to, uint64_t instructions);
  void *to;
} wl_standalone;

// Tells the observers of a model that runs alone, and the model of them. They last as long as it does.
void wl_standalone_observe(const wl_observed_model *model, wl_observer *observers);

// result holds zeros and the verdict PASS before. A verdict other than PASS, or a fault, leaves waves in the model.
void wl_standalone_run(const wl_standalone *s, wl_dispatcher *dispatcher, wl_launch_result *result);

#endif
