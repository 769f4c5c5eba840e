// SPDX-License-Identifier: Apache-2.0
// What a run of trace mode tells: text, JSON, and a log for the viewer Konata.
#ifndef WAVELOCK_SASS_TIMELINE_H
#define WAVELOCK_SASS_TIMELINE_H

#include <jansson.h>
#include <stdio.h>

#include "trace.h"

// Cycles, instructions and why cycles went without an issue.
void sass_summary_print(const sass_trace *trace, FILE *to);
// One mark a warp and cycle, of the first `cycles` cycles.
void sass_timeline_print(const sass_trace *trace, long cycles, FILE *to);
// The same and every issue; the caller owns it.
json_t *sass_run_json(const sass_trace *trace);
// The format Kanata 0004: one line an instruction of a warp, with stages of the waits before its issue and behind it.
void sass_konata_print(const sass_trace *trace, FILE *to);

#endif
