// SPDX-License-Identifier: Apache-2.0
// The lockstep checker: hears the probe (probe.h), runs the model, compares, and keeps what it found.
#ifndef WAVELOCK_CHECKER_H
#define WAVELOCK_CHECKER_H

#include "wavelock/device.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { WL_CHECK_OFF, WL_CHECK_DEFAULT, WL_CHECK_EVERY } wl_check_mode;
// What becomes of missing waits and wait states of the program (docs/verdicts.md).
typedef enum { WL_HAZARDS_ERROR, WL_HAZARDS_WARN, WL_HAZARDS_OFF } wl_hazard_mode;

// The code object and where its address 0 lies in device memory; "": not known yet.
typedef struct {
  char object[1024];
  uint64_t base;
} wl_code_place;

struct wl_trace;

// The cycles between two instructions of the wave in a slot: from each issue of the one at `from` to the next issue of
// the one at `to` by the same wave. Of two issues at `from` without one at `to` between them, the later one counts.
// `from` may be `to`.
typedef struct {
  uint32_t slot;
  uint64_t from, to;            // addresses of the instructions
  uint64_t count, least, most;  // measured: how often, the fewest and the most cycles
  bool begun;                   // the wave has issued at `from`, in cycle begun_at, and not yet at `to`
  uint64_t begun_at;
} wl_cycle_span;

typedef struct {
  wl_check_mode mode;
  wl_hazard_mode hazards;
  bool memcheck;          // an access to unmapped memory makes the verdict HAZARD
  uint64_t sweep_period;  // cycles between full sweeps in the default mode; 0: 16384
  uint64_t keep_going;    // divergences to report after the first before it asks to stop
  // fault injection on the event stream: the n-th event (1..) of this kind at or after `event_cycle` is dropped or
  // repeated
  const char *event_fault;  // "drop:<event>[:n]" or "repeat:<event>[:n]" (name after wl_probe_), or NULL
  uint64_t event_cycle;
  // a bit that the harness flips in the unit: the checker says whether it was one of state that there was. NULL: none
  const char *state_fault;  // row of the state table
  int state_fault_slot, state_fault_bit;
  uint64_t state_fault_cycle;
  bool
      expect_fault;  // a wave is meant to halt on an illegal instruction or fetch fault: PASS if it does, EXPECT if not
  struct wl_trace *trace;  // every instruction becomes a line of it (trace.h); NULL: none
  const char *coverage;    // file for what issued (coverage.h), NULL: none
  wl_cycle_span *spans;    // span_count of them, measured over all launches; borrowed
  uint32_t span_count;
  bool conflicts;  // print the table of LDS bank conflicts at the end of a launch (conflicts.h)
  // for the report
  const char *test, *run_dir, *reproduce;  // run_dir: where report.json goes; NULL: none
  const char *build;                       // revision and tool versions
  const wl_code_place *code;               // looked at when a report is written; NULL: unknown
  uint64_t seed;
} wl_checker_options;

typedef struct {
  wl_verdict verdict;  // PASS only if instructions, events and words compared are all non-zero
  uint64_t cycles, instructions, events, words_compared, sweeps, divergences;
  uint64_t hazards;                    // missing waits and wait states that were only warned of
  wl_unmapped unmapped;                // accesses to unmapped memory
  uint64_t lds_cycles, lds_conflicts;  // cycles of LDS service and those of them lost; 0 without options.conflicts
  uint64_t first_cycle;                // of the first divergence, or fault
  bool fault;            // waves halted on a fault on both sides, and nothing worse was found; why names them
  uint32_t fault_count;  // of them, in order of slot
  wl_fault faults[WL_MAX_WAVES];
  char missed[160];  // why the state fault was not applied; "": it was, or there was none
  char why[512];     // headline
} wl_checker_result;

typedef struct wl_checker wl_checker;

// mem: the model's own memory, already holding the program and buffers (borrowed). The checker becomes the current one.
wl_checker *wl_checker_new(const wl_checker_options *options, wl_mem *mem, wl_error *error);
void wl_checker_free(wl_checker *c);
wl_checker *wl_checker_current(void);  // the one that hears the probe, NULL: none
// The dispatcher is about to start this wave: what the model starts with. The unit's wave_start must match it.
void wl_checker_dispatch(wl_checker *c, uint32_t slot, const wl_wave_init *init);
// A divergence was found that ends the run (cheap; asked every cycle). A fault is none: the other waves go on.
bool wl_checker_stop(const wl_checker *c);
// No wave can do anything any more but the closing sweep is not over: the harness cycles on until this is false.
bool wl_checker_busy(const wl_checker *c);
// The harness ends the run before its waves have ended (a hang, a limit, a signal): why is the headline, and what each
// live wave waits for becomes part of the report. slot: the wave it is about, which the headline names, -1: any. After
// a fault the verdict stays the fault's.
void wl_checker_cut_short(wl_checker *c, wl_verdict verdict, int slot, const char *why);
// The unit says of itself that it is wrong (an assertion): the headline, unless something was found in an earlier
// cycle.
void wl_checker_unit_failed(wl_checker *c, wl_verdict verdict, const char *what);

// The watch over single waves. A wave waits from its start, its last instruction or the last event of its own on, or
// from the end of its sleep; not while it has ended, faulted or is at a barrier (where it waits for other waves), nor
// while memory owes it an answer. Returns the first slot that has waited for `limit` cycles, with its PC, or -1, with
// the cycles until it must be asked again.
int wl_checker_overdue(wl_checker *c, uint64_t limit, uint64_t *pc, uint64_t *again);
void wl_checker_wait_anew(wl_checker *c, uint32_t slot);  // the harness owes it something: its wait begins now
// The unit gets memory's answer: to transaction id of this port (WL_UNIT_SMEM, WL_UNIT_VMEM), or an instruction line.
void wl_checker_answered(wl_checker *c, wl_unit port, uint32_t id);
void wl_checker_fetched(wl_checker *c, uint64_t line);
// Ends a launch: final sweep, memory compare (rtl: the unit's memory), verdict. Prints the report of a failure on
// stderr and writes JSON.
void wl_checker_finish(wl_checker *c, const wl_mem *rtl, wl_checker_result *result);

// The state table, for tools: name and description of row i, NULL past the end.
typedef struct {
  const char *name;
  const char *what;
  bool per_wave;
  uint32_t indices, lanes, bits;
} wl_state_row;
const wl_state_row *wl_state_table(uint32_t i);
// Number by which the unit knows the row (wl_probe_state_row), -1 if it has not reported it.
int wl_checker_row_id(const wl_checker *c, const char *name);

#ifdef __cplusplus
}
#endif
#endif
