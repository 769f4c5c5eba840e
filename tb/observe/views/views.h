// SPDX-License-Identifier: Apache-2.0
// Views of a run on the unit under test, made from the events of its probe in every cycle (docs/views.md). They are a
// summary of where the cycles went, a log for Konata, a trace for Perfetto, and a folder for ROCprof Compute Viewer.
#ifndef WAVELOCK_VIEWS_H
#define WAVELOCK_VIEWS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "probe/observer.h"
#include "wavelock/device.h"
#include "wavelock/model_ops.h"

typedef struct {
  bool stats;            // the summary
  const char *pipe;      // file for Konata; NULL: none
  const char *perfetto;  // file for Perfetto; NULL: none
  const char *viewer;    // folder for ROCprof Compute Viewer, which exists; NULL: none
} wl_view_options;

static inline bool wl_views_wanted(const wl_view_options *o) { return o->stats || o->pipe || o->perfetto || o->viewer; }

typedef struct wl_views wl_views;

// Opens the files. ops: of the model, for the words of instructions. NULL with error.
wl_views *wl_views_new(const wl_view_options *options, const wl_model_ops *ops, wl_error *error);
void wl_views_free(wl_views *v);  // v may be NULL

// They are an observer. The cycles of a new unit follow those of the unit before.
void wl_views_observe(wl_observer *to, wl_views *v);

// Closes the files. false with error: one could not be written, and it is removed.
bool wl_views_finish(wl_views *v, wl_error *error);
// The summary, after wl_views_finish: for people and, of docs/result.md, for scripts. NULL: none was asked for.
void wl_views_print(const wl_views *v, FILE *to);
json_t *wl_views_json(const wl_views *v);

#endif
