// SPDX-License-Identifier: Apache-2.0
// A launch on the model alone, in parts that run at the same time. Workgroups that follow each other are a part. It has
// a thread, a model and a view of the memory (wavelock/memory_view.h). What comes out is what one model makes of the
// workgroups in order, or nothing.
#ifndef WAVELOCK_THREADS_H
#define WAVELOCK_THREADS_H

#include "standalone.h"
#include "wavelock/memory_view.h"

enum { WL_MAX_THREADS = 64 };

// The threads' models and views, which stay for the next launch.
typedef struct wl_threads wl_threads;

typedef struct {
  const wl_standalone *alone;  // how one model runs the launch; its model has `run` and `inherit`, and no observers
  const wl_config *sizes;      // of the unit
  wl_mem *memory;
  bool pure, ignore_hazards;  // as the model is set
  uint64_t own, own_size;     // scratch: wave slots have parts of their own
} wl_threads_launch;

typedef enum {
  WL_THREADS_DONE,
  WL_THREADS_NO_PARTS,  // a unit takes all workgroups at once
  WL_THREADS_STOPPED,   // by a signal
  WL_THREADS_CONFLICT,  // two parts access a byte, and one writes it
  WL_THREADS_OTHER      // why says it
} wl_threads_end;
typedef struct {
  wl_threads_end end;
  wl_view_conflict byte;          // CONFLICT
  uint64_t earlier[2], later[2];  // CONFLICT: the first and the last workgroup of the two parts, as the grid counts
  char why[256];
} wl_threads_outcome;

// count: of threads, 2 to WL_MAX_THREADS. NULL: out of memory.
wl_threads *wl_threads_new(uint32_t count);
void wl_threads_free(wl_threads *t, const wl_model_ops *ops);

// Runs a launch of which no wave has started. DONE: memory, the model's registers and *result are as after
// wl_standalone_run, with the verdict PASS. Otherwise nothing has changed. *result: as for wl_standalone_run.
wl_threads_outcome wl_threads_run(wl_threads *t, const wl_threads_launch *launch, const wl_dispatcher *dispatcher,
                                  wl_launch_result *result);

#endif
