// SPDX-License-Identifier: Apache-2.0
// What the device needs of a unit under test. The build decides which file answers: backend_none.c (model only) or
// backend_rtl.c (SystemC unit and checker).
#ifndef WAVELOCK_BACKEND_H
#define WAVELOCK_BACKEND_H

#include "loader.h"
#include "lockstep/checker.h"
#include "exposed_hazards.h"

typedef struct {
  bool on;
  char row[24];  // of the state table
  int wave, index, lane, bit;
  uint64_t cycle;
} wl_injection;

// Beyond wl_device_options: what only a unit under test has.
typedef struct {
  wl_checker_options check;
  bool expect_fault;                    // a wave is meant to halt on an illegal instruction or a fetch fault
  const char *trace_path;               // FST to write, or NULL
  uint64_t trace_from[2], trace_to[2];  // its cycles, as in rtl/rtl.h
  wl_injection inject;
  wl_exposed_hazard exposed_hazards[WL_HAZARD_ROWS];  // of a unit that has them
} wl_backend_options;

typedef struct {
  // model: the checker's memory (NULL for WL_DEVICE_RTL); unit: the memory behind the unit's ports. Both borrowed.
  void *(*open)(wl_device_kind kind, const wl_device_options *options, const wl_backend_options *more, wl_mem *model,
                wl_mem *unit, wl_config *config, wl_error *error);
  void (*run)(void *unit, wl_dispatcher *d, wl_launch_result *result);
  void (*close)(void *unit);
  bool (*has_probe)(void);  // false: WL_DEVICE_RTL only
  bool (*has_exposed_hazards)(void);
} wl_backend;

extern const wl_backend *const wl_backend_rtl;  // NULL in the model-only build

// wl_device_open with the options of the unit; more may be NULL.
wl_device *wl_device_open_unit(wl_device_kind kind, const wl_device_options *options, const wl_backend_options *more,
                               wl_error *error);

// The object behind a loaded code object, where it lies in device memory.
const wl_object *wl_code_object(const wl_code *c);

#endif
