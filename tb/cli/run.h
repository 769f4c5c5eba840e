// SPDX-License-Identifier: Apache-2.0
// One test on one device, from its name to its verdict.
#ifndef WAVELOCK_RUN_H
#define WAVELOCK_RUN_H

#include "device/backend.h"
#include "testcase/testcase.h"

enum { WL_MAX_DUMPS = 8 };

typedef struct {
  const char *test;             // name or path
  const char *vectors, *cache;  // folders
  wl_device_kind kind;
  wl_device_options device;
  wl_backend_options unit;
  const char *kernel, *args;   // NULL: as the test says
  const char *cl_options;      // appended to those of the test; NULL: none
  uint32_t grid[3], group[3];  // [0] == 0: as the test says
  wl_memcheck memcheck;
  wl_uninit uninit;
  bool has_races, races;  // has_races false: as the test says
  bool has_hazards;       // false: unit.check.hazards is as the test says
  bool has_memory;        // false: unit.memory is as the test says
  bool has_offset;        // false: as the test says
  uint64_t offset[3];
  wl_alignment alignment;  // WL_ALIGNMENT_DEFAULT: as the test says
  const char *trace;       // file for the trace (docs/trace.md); NULL: none
  wl_view_options views;   // docs/views.md
  bool has_lds;
  uint32_t lds;
  uint32_t scratch;  // 0: as the test says
  const char *dumps[WL_MAX_DUMPS];
  uint32_t dump_count;
  const char *run_dir;  // folder for result.json; NULL: it is not written
  bool debugged;        // --debug: the run stops at a prompt, or is served to GDB
  wl_debug_options debug;
  const char *reproduce;  // the line that repeats the run
} wl_run_options;

// Runs the test. debug: what stops it; NULL: nothing. Prints one summary line on stdout, and explanations on stderr.
// Returns the exit code of the process: the verdict, or WL_STOPPED_EXIT (watch.h) if a signal stopped the run.
int wl_run(const wl_run_options *options, wl_debug *debug);

// Removes the result of an earlier run from its folder (NULL: there is none), for a run that is refused.
void wl_run_forget(const char *run_dir);

// Processor time in seconds that the launches of this process have taken so far.
double wl_run_launched(void);

#endif
