// SPDX-License-Identifier: Apache-2.0
// What environment variables say of launches (docs/opencl.md), and devices that are opened as they say.
#ifndef WAVELOCK_OPENCL_SETTINGS_H
#define WAVELOCK_OPENCL_SETTINGS_H

#include <limits.h>

#include "cli/inject.h"
#include "device/backend.h"

typedef enum { SAMPLE_ALL, SAMPLE_EVERY, SAMPLE_LAUNCHES, SAMPLE_GROUPS } sample_kind;

typedef struct {
  const char *out;      // the folder that has a folder a launch; NULL: nothing is written
  const char *capture;  // the folder that gets all launches as tests; NULL: none
  bool keep_going, memcheck;
  uint64_t hang_cycles;  // 0: not said
  uint64_t seed;
  const char *inject;  // as it was given; NULL: nothing is injected
  sample_kind sample;  // which part of the launches of a lockstep device runs in lockstep
  uint64_t every;      // SAMPLE_EVERY: each so manieth launch. SAMPLE_GROUPS: so many workgroups of each
} launch_settings;

// What reports say of the launch that runs. The devices keep pointers to it.
typedef struct {
  char test[PATH_MAX + 32], folder[PATH_MAX + 32], reproduce[4 * PATH_MAX + 512];
  wl_code_place code;
} launch_told;

// Ends the process, with the exit code of ERROR: a variable has a bad value.
__attribute__((format(printf, 2, 3), noreturn)) void settings_refuse(const char *name, const char *format, ...);
// Ends the process so if a name that begins with WAVELOCK_ is none of a variable.
void settings_check_names(void);
// Whether a variable is 1. On any thread; a value beside 0 and 1 ends the process.
bool settings_flag(const char *name);
// The folder that WAVELOCK_CACHE names, from the root. false: none. On any thread, as the next.
bool settings_cache(char path[PATH_MAX]);
uint64_t settings_cache_size(void);  // bytes; 0: no limit

// On the worker. The first call reads the variables; a bad value ends the process with the exit code of ERROR.
const launch_settings *settings(void);
launch_told *settings_told(void);
// Whether a launch of a lockstep device runs in lockstep; all or some of its workgroups.
bool settings_in_lockstep(uint64_t number);
// A new device. tell: its reports are about settings_told.
wl_device *settings_open(wl_device_kind kind, wl_error *error);
// The model alone, whatever the variables say of faults and limits: for what is expected.
wl_device *settings_open_model(wl_error *error);
// " SEED=7 INJECT=...": what make has to be told beside the test. spent: cycles of the unit before the launch.
void settings_for_make(uint64_t spent, char *text, size_t size);

#endif
