// SPDX-License-Identifier: Apache-2.0
// The Verilated unit in its SystemC surroundings, seen from C. One a process (SystemC's kernel is global).
#ifndef WAVELOCK_RTL_H
#define WAVELOCK_RTL_H

#include "dispatch.h"
#include "exposed_hazards.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint64_t seed;           // of the memory's latency and back-pressure
  uint64_t hang_cycles;    // 0: 1000000
  uint64_t max_cycles;     // 0: none
  const char *trace_path;  // FST to write, or NULL
  uint64_t trace_from[2],
      trace_to[2];  // cycles traced, of two exposed_hazards in order; to[0] 0: all, to[1] 0: one window
  bool halt_stays;  // a wave that halts itself is not made to go on
  const wl_exposed_hazard *exposed_hazards;  // WL_HAZARD_ROWS of them, or NULL; only where there are exposed_hazards
} wl_rtl_options;

// mem: the memory behind the unit's ports (borrowed). In the lockstep build the probe reports to the checker that is
// current (checker.h); in the bare build there is none. The probe reports the unit's sizes here. NULL on error, as when
// there has been a unit in this process before.
typedef struct wl_rtl wl_rtl;
wl_rtl *wl_rtl_open(wl_mem *mem, const wl_rtl_options *options, wl_error *error);
void wl_rtl_close(wl_rtl *u);
void wl_rtl_config(const wl_rtl *u, wl_config *config);  // from the RTL's parameters
// The checker that hears of the waves to come and may stop a run (borrowed; NULL: none). Nothing in the bare build.
struct wl_checker;
void wl_rtl_set_checker(wl_rtl *u, struct wl_checker *c);
// Runs until the dispatcher is done, the checker says stop, the waves beside those that faulted can do no more, or a
// limit is reached; then lets memory drain. result->fault: a wave faulted; the verdict is ERROR and why says which
// ones.
void wl_rtl_run(wl_rtl *u, wl_dispatcher *d, wl_launch_result *result);
// Flips a bit in the RTL at the edge that begins cycle `cycle` (rows as reported by the probe). One pending at a time.
void wl_rtl_inject(wl_rtl *u, uint64_t cycle, int row, int wave, int index, int lane, int bit);
bool wl_rtl_has_probe(void);
bool wl_rtl_has_trace(void);
bool wl_rtl_has_exposed_hazards(void);  // the unit leaves wait states to the program

#ifdef __cplusplus
}
#endif
#endif
