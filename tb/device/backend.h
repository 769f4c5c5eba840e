// SPDX-License-Identifier: Apache-2.0
// The interface between the device and a unit under test. The build links one implementation: backend_none.c (model
// only) or backend_rtl.c (the Verilated unit, and the checker).
#ifndef WAVELOCK_BACKEND_H
#define WAVELOCK_BACKEND_H

#include "object/loader.h"
#include "check/checker.h"
#include "exposed_hazards.h"
#include "memory_knobs.h"
#include "standalone.h"
#include "observe/observers.h"

typedef struct {
  bool on;
  char row[24];  // of the state table, or of what the unit keeps beside it
  int wave, index, lane, bit;
  uint64_t cycle;
} wl_injection;

// Options that only a unit under test has.
typedef struct {
  wl_checker_options check;
  wl_memory_knobs memory;               // latency and back-pressure
  bool expect_fault;                    // the test expects a wave to halt on a fault
  const char *trace_path;               // the waveform (FST) to write; NULL: none
  uint64_t trace_from[2], trace_to[2];  // its cycles, as in shell/rtl.h
  // The waveform is written by wl_device_waves alone: the cycles around the failure.
  bool waves_auto;
  uint64_t waves_before, waves_after;  // cycles before and after it
  uint64_t snapshot_cycles;            // as in shell/rtl.h
  wl_injection inject;
  // In lockstep: both states at the beginning of a cycle are written into this file. NULL: they are not.
  const char *state_path;
  uint64_t state_cycle;
  wl_observe_options observe;                         // of a unit
  wl_observer *alone;                                 // list of those of a model alone (borrowed); NULL: none
  const char *plus;                                   // plus arguments of the unit, separated by blanks; NULL: none
  wl_exposed_hazard exposed_hazards[WL_HAZARD_ROWS];  // for a unit with exposed hazards
} wl_backend_options;

// The waveform of a failure. cycle: of the failure; of a hang, of the last issue. Ranges of cycles as in shell/rtl.h.
typedef struct {
  uint64_t cycle, from[2], to[2];
  double seconds;  // that it took
} wl_waveform;

typedef struct {
  // model: the model's memory, NULL for WL_DEVICE_RTL. unit: the memory behind the unit's ports. Both are borrowed.
  // Fills config with the unit's sizes. NULL with error.
  void *(*open)(wl_device_kind kind, const wl_device_options *options, const wl_backend_options *more, wl_mem *model,
                wl_mem *unit, wl_config *config, wl_error *error);
  void (*run)(void *unit, wl_dispatcher *d, wl_launch_result *result);
  bool (*waves)(void *unit, wl_waveform *waveform, wl_error *error);
  void (*close)(void *unit);
  bool (*has_probe)(void);  // false: WL_DEVICE_RTL only
  bool (*has_exposed_hazards)(void);
  const char *(*command)(void);  // the line that repeats this process; NULL: one of make does
} wl_backend;

extern const wl_backend *const wl_backend_rtl;  // NULL in the model-only build

// wl_device_open with the options of a unit under test; more may be NULL.
wl_device *wl_device_open_unit(wl_device_kind kind, const wl_device_options *options, const wl_backend_options *more,
                               wl_error *error);

// Writes the waveform of the last launch, after its failure and before the next launch. False: why not.
bool wl_device_waves(wl_device *d, wl_waveform *waveform, wl_error *error);

// The table of the device's model, with no function left out, also where the device has none.
const wl_model_ops *wl_device_ops(const wl_device *d);
// Whether its unit has an instruction set of its own: code objects are images, without a descriptor.
bool wl_device_is_raw(const wl_device *d);

// The object of a loaded code object, relocated to its device addresses.
const wl_object *wl_code_object(const wl_code *c);

#endif
