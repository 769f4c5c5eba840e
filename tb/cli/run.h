// SPDX-License-Identifier: Apache-2.0
// One test on one device, from its name to its verdict.
#ifndef WAVELOCK_RUN_H
#define WAVELOCK_RUN_H

#include "device/backend.h"
#include "testcase/testcase.h"

enum { WL_MAX_DUMPS = 8 };

typedef uint32_t wl_three[3];
typedef uint64_t wl_wide_three[3];

// Fields of options.def. Without their option they are NULL or zero: as the test says.
#define OPTION(name, argument, help, value, ...) value
#define OWN(kind, type, field, ...) \
  type field;                       \
  bool has_##field;
#define TEXT(field)
#define FLAG(field)
#define NUMBER(field, most)
#define WORDS(field, first, ...)
#define SIZES(field)
#define READ(function)
typedef struct {
#include "options.def"
  const char *test;  // name or path
  wl_device_kind kind;
  wl_device_options device;
  wl_backend_options unit;
  bool has_hazards;       // false: unit.check.hazards is as the test says
  bool has_memory;        // false: unit.memory is as the test says
  wl_view_options views;  // docs/views.md
  const char *dumps[WL_MAX_DUMPS];
  uint32_t dump_count;
  wl_debug_options debug;
  const char *reproduce;  // the line that repeats the run
} wl_run_options;
#undef OWN
#undef TEXT
#undef FLAG
#undef NUMBER
#undef WORDS
#undef SIZES
#undef READ

// Runs the test. debug: what stops it; NULL: nothing. Prints one summary line on stdout, and explanations on stderr.
// Returns the exit code of the process: the verdict, or WL_STOPPED_EXIT (watch.h) if a signal stopped the run.
int wl_run(const wl_run_options *options, wl_debug *debug);

// Removes the result of an earlier run from its folder (NULL: there is none), for a run that is refused.
void wl_run_forget(const char *run_dir);

// Processor time in seconds that the launches of this process have taken so far.
double wl_run_launched(void);

#endif
