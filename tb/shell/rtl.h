// SPDX-License-Identifier: Apache-2.0
// The DUT in its surroundings, seen from C. tb/top has them in SystemC: a process can have several DUTs. They run in
// turns, from one thread. tb/plain has one DUT, in a simulator that has the process.
#ifndef WAVELOCK_RTL_H
#define WAVELOCK_RTL_H

#include "device/dispatch.h"
#include "device/exposed_hazards.h"
#include "device/memory_knobs.h"

#ifdef __cplusplus
extern "C" {
#endif

// Cycles of a waveform: two ranges in order. to[0] 0: all cycles; to[1] 0: one range.
typedef struct {
  uint64_t from[2], to[2];
} wl_rtl_window;

typedef struct {
  struct wl_unit *unit;    // handle of the DUT's probe; NULL: the bare build
  uint64_t seed;           // of memory latencies and back-pressure
  wl_memory_knobs memory;  // what is said of them; none: all from the seed
  uint64_t hang_cycles;    // 0: 1000000
  uint64_t run_cycles;     // without the start or end of a wave, before it is a hang; 0: hang_cycles
  uint64_t max_cycles;     // 0: none
  const char *trace_path;  // FST to write, or NULL
  wl_rtl_window trace;     // its cycles
  // The run takes snapshots, and only wl_rtl_waves writes the FST.
  bool snapshots;
  uint64_t snapshot_before;  // cycles before a failure, or before the last issue of a hang, that they reach back to
  uint64_t snapshot_cycles;  // cycles between two snapshots; 0: seconds decide
  bool halt_stays;           // a wave that halts itself is not resumed
  // At the beginning of state_cycle, on_state gets the DUT's state, or NULL where its probe does not say where the
  // registers lie. NULL: nobody asked.
  uint64_t state_cycle;
  void (*on_state)(void *to, const struct wl_dut_state *dut);
  void *state_to;
  const wl_exposed_hazard *exposed_hazards;  // WL_HAZARD_ROWS of them, or NULL; only with wl_rtl_has_exposed_hazards
  const char *plus;  // plus arguments for $test$plusargs and $value$plusargs, separated by blanks; NULL: none
} wl_rtl_options;

// mem: the memory behind the DUT's ports (borrowed). In the lockstep build the probe reports to options->unit, which
// must be the newest of its path. NULL, with error filled: an option does not fit this build, or time zero failed.
typedef struct wl_rtl wl_rtl;
wl_rtl *wl_rtl_open(wl_mem *mem, const wl_rtl_options *options, wl_error *error);
void wl_rtl_close(wl_rtl *u);
void wl_rtl_config(const wl_rtl *u, wl_config *config);  // the RTL's parameters
// The checker that gets the waves to start and may stop a run (borrowed; NULL: none). No effect in the bare build.
struct wl_checker;
void wl_rtl_set_checker(wl_rtl *u, struct wl_checker *c);
// Runs until the dispatcher is done, the checker stops the run, or a limit is reached. After a fault it also ends
// when the other waves are at their end. Then it lets memory drain. With result->fault a wave has faulted: the
// verdict is ERROR and why names the waves.
void wl_rtl_run(wl_rtl *u, wl_dispatcher *d, wl_launch_result *result);
// The cycle in which the last launch ended; behind it memory drains.
uint64_t wl_rtl_ended(const wl_rtl *u);
// Writes the waveform of the last launch from a snapshot of it. Cuts from the window what no snapshot reaches. False,
// with error: it is not written.
bool wl_rtl_waves(wl_rtl *u, wl_rtl_window *window, wl_error *error);
// Row number i of what the unit keeps beside the state table; NULL past the end.
const struct wl_state_row *wl_rtl_kept_row(const wl_rtl *u, uint32_t i);
// Flips a bit in the RTL at the edge that begins cycle `cycle`, 2 or later. row: name in the state table, or one that
// the unit keeps. One injection is pending at a time. False: no register holds the bit, or the build is bare.
bool wl_rtl_inject(wl_rtl *u, uint64_t cycle, const char *row, int wave, int index, int lane, int bit);
// The DUT's state now, where a cycle begins (probe/observer.h) or between launches. False: its probe does not say where
// the registers lie.
bool wl_rtl_read_state(const wl_rtl *u, struct wl_dut_state *to);
// Calls this in the simulation of each unit that is opened from now on, before its first cycle. Tests add processes to
// the simulation so. NULL: nobody is called.
void wl_rtl_on_open(void (*call)(void));
bool wl_rtl_has_probe(void);
bool wl_rtl_has_trace(void);
bool wl_rtl_has_exposed_hazards(void);  // the DUT leaves wait states to the program
const char *wl_rtl_command(void);       // the line that repeats this process; NULL: one of make does

#ifdef __cplusplus
}
#endif
#endif
