// SPDX-License-Identifier: Apache-2.0
// The debugger of a run (docs/debug.md): a prompt, or GDB's remote protocol over it. A debugged run is a tree of
// processes: one that runs, snapshots of it to go back to, and a keeper that waits for the end of all.
#ifndef WAVELOCK_DEBUGGER_H
#define WAVELOCK_DEBUGGER_H

#include "check/checker.h"
#include "object/loader.h"
#include "probe/observer.h"

typedef struct wl_debug wl_debug;

typedef struct {
  const char *gdb;  // where GDB's protocol is served: a port of 127.0.0.1, or the path of a socket; NULL: prompt
  uint64_t snapshot_cycles;  // positions between two snapshots; 0: the processor's time decides
} wl_debug_options;

// Both sides of a run, filled in by what runs it.
typedef struct {
  void *to;
  void (*expected)(void *to, wl_expected *e);  // the model's side, each time it is asked
  bool (*dut)(void *to, wl_dut_state *state);  // the DUT's side; NULL: the model runs alone
  const wl_config *config;                     // sizes
  const wl_mem *expected_memory, *dut_memory;  // dut_memory NULL: as dut
} wl_debug_machine;

// Runs a debugged run in a process of its own and waits for the end of the session. run gets the debugger, and calls
// wl_debug_ended before it returns. Returns the exit code of the session.
int wl_debug_session(const wl_debug_options *options, void (*run)(void *to, wl_debug *d), void *to);

// Before the run: what it runs on, and what.
void wl_debug_use(wl_debug *d, const wl_debug_machine *machine);
void wl_debug_program(wl_debug *d, const wl_object *object, const wl_code_place *code);
// The run stands at the beginning of a cycle, or of the model alone behind a step (alone.c): stops if it shall. It may
// return in another process than the one that called: one that was forked here before and goes on.
void wl_debug_position(wl_debug *d, uint64_t position);
// It is an observer, of a unit and of the model alone. The latter: a process debugs one model (alone.c).
void wl_debug_observe(wl_observer *to, wl_debug *d);
void wl_debug_observe_alone(wl_observer *to, wl_debug *d);
// The run has ended. Stops there. Returns never if anything ran.
void wl_debug_ended(wl_debug *d, wl_verdict verdict, const char *why);

#endif
