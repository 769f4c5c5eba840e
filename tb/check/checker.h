// SPDX-License-Identifier: Apache-2.0
// The lockstep checker: takes the events of the probe (probe.h), runs the model, compares, and keeps what it finds.
//
// docs/your-unit.md shows a harness that drives it, and says what may change from one version to the next.
#ifndef WAVELOCK_CHECKER_H
#define WAVELOCK_CHECKER_H

#include "wavelock/device.h"
#include "wavelock/model_ops.h"
#include "wavelock/unit.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// The version of this header, of probe.h, and of the model's headers, and that of the library.
enum { WL_CHECKER_VERSION = 1 };
uint32_t wl_checker_version(void);

// The checker's structs grow at their end. So a function that takes one also takes its size in the header with which
// the caller was compiled: the functions x_sized, which the functions x here call. A member that the caller does not
// know is 0; one that the library does not know must be 0.

typedef enum { WL_CHECK_OFF, WL_CHECK_DEFAULT, WL_CHECK_EVERY } wl_check_mode;
// Missing waits and wait states of the program (docs/verdicts.md).
typedef enum { WL_HAZARDS_ERROR, WL_HAZARDS_WARN, WL_HAZARDS_OFF } wl_hazard_mode;

// The code object and the device address of its address 0. object "": not known yet.
typedef struct {
  char object[1024];
  uint64_t base;
} wl_code_place;

// The cycles between two instructions of the wave in a slot: from each issue at `from` to the wave's next issue at
// `to`. If `from` issues twice before `to` does, the later issue counts. `from` may be `to`.
typedef struct {
  uint32_t slot;
  uint64_t from, to;            // addresses of the instructions
  uint64_t count, least, most;  // measured: how often, the fewest and the most cycles
  bool begun;                   // the wave has issued at `from`, in cycle begun_at, and not yet at `to`
  uint64_t begun_at;
} wl_cycle_span;

// The transactions of a vector memory instruction that a test expects; measured in lockstep.
typedef struct {
  uint64_t at;                      // address of the instruction
  uint64_t executed, fewest, most;  // how often it ran, and the transactions of a wave; most 0: see executed
} wl_transaction_count;

// Strings and what else is pointed to are borrowed until the checker is freed.
typedef struct {
  const wl_model_ops *ops;  // the model; NULL: of GFX9, wl_gfx9_ops
  wl_check_mode mode;
  wl_hazard_mode hazards;
  bool pure;      // `pure` of its model; the device sets it from its own options
  bool bounds;    // it was said what memory is allocated (wl_mem_allocated), so that the model checks each access
  bool memcheck;  // an access to unmapped memory makes the verdict HAZARD
  // The DUT's memory: after each store and atomic its line is compared. NULL: it is compared at the end
  // alone.
  const wl_mem *memory;
  uint64_t sweep_period;  // cycles between full sweeps in the default mode; 0: 16384
  uint64_t keep_going;    // divergences to report after the first one before the run stops
  // Event fault: event number n (from 1) of this kind at or after event_cycle is dropped or repeated.
  const char *event_fault;  // "drop:<event>[:n]" or "repeat:<event>[:n]" (name after wl_probe_), or NULL
  uint64_t event_cycle;
  // State fault: a bit that the harness flips in the DUT. The checker reports whether it was state of a live wave.
  // NULL: none.
  const char *state_fault;  // row of the state table, or another: of what nothing is compared
  int state_fault_slot, state_fault_bit;
  uint64_t state_fault_cycle;
  bool expect_fault;     // a wave shall halt on an illegal instruction or a fetch fault: PASS if it does, EXPECT if not
  wl_cycle_span *spans;  // span_count of them, measured over all launches
  uint32_t span_count;
  // For the report.
  const char *test, *run_dir, *reproduce;  // run_dir: where report.json goes; NULL: none
  const char *build;                       // revision and tool versions
  const wl_code_place *code;               // read when a report is written; NULL: unknown
  uint64_t seed;
  bool reported;  // wl_checker_reported is to answer, which costs time
} wl_checker_options;

typedef struct wl_checker_result {
  wl_verdict verdict;  // PASS only if instructions, events and words compared are all non-zero
  uint64_t cycles, instructions, events, words_compared, sweeps, divergences;
  uint64_t hazards;      // missing waits and wait states that were only warned of
  wl_unmapped unmapped;  // accesses to unmapped memory
  // Cycles of LDS service, and how many of them bank conflicts cost; 0 if nobody counts them.
  uint64_t lds_cycles, lds_conflicts;
  uint64_t transactions, least_transactions;  // of vector memory; 0 if nobody counts them
  uint64_t first_cycle;                       // of the first divergence, or fault
  // In a run that was cut short, the cycle of the last issue: by the wave that the headline names, or else by any wave.
  // -1: nothing issued.
  int64_t last_issue;
  bool fault;            // waves faulted in DUT and model, and nothing worse was found; why names them
  uint32_t fault_count;  // entries of faults, in order of slot
  wl_fault faults[WL_MAX_WAVES];
  char missed[160];       // why the injected fault touched nothing; "": it did, or none was injected
  char not_checked[400];  // levels and policies that the unit did not declare, with commas between
  // From where on nothing was compared, and why: a missing wait makes what the unit reads a matter of chance
  // (D-WAIT-34). "": everything was.
  char not_judged[360];
  char why[512];  // headline
} wl_checker_result;

typedef struct wl_checker wl_checker;

// mem: the model's own memory, which holds the program and the buffers (borrowed). The checker gets the unit's events
// until it is freed; the unit must outlive it. NULL, with error filled: the unit has a checker already, an option is
// bad, or out of memory. An option is bad if the library does not have it, if the model's table has another version, or
// if it names no event.
wl_checker *wl_checker_new_sized(const wl_checker_options *options, size_t size, wl_mem *mem, wl_unit *unit,
                                 wl_error *error);
static inline wl_checker *wl_checker_new(const wl_checker_options *options, wl_mem *mem, wl_unit *unit,
                                         wl_error *error) {
  return wl_checker_new_sized(options, sizeof *options, mem, unit, error);
}
void wl_checker_free(wl_checker *c);
// The sizes by which the harness gives out slots, registers and LDS: a unit that reports others does not run. Before
// the first wave; a harness without sizes of its own does not call it.
void wl_checker_harness(wl_checker *c, const wl_config *sizes);
// The first fault of the unit's report of itself for a model with this table, once time zero is over; "": none. It
// needs no checker.
const char *wl_unit_description_error(wl_unit *unit, const wl_model_ops *ops);
// The dispatcher is about to start this wave. The model starts with init, and the DUT's wave_start must match it.
void wl_checker_dispatch(wl_checker *c, uint32_t slot, const wl_wave_init *init);
// Whether a divergence ends the run (cheap; called every cycle). A fault does not: the other waves go on.
bool wl_checker_stop(const wl_checker *c);
// Whether it has found what the report will tell: a divergence, a fault, an access to unmapped memory.
bool wl_checker_found(const wl_checker *c);
// Whether all waves are at their end and the closing sweep is not: the harness must go on until this is false.
bool wl_checker_busy(const wl_checker *c);
// The harness ends the run before its waves have ended: a hang, a limit, a signal. The report gets what each live
// wave waits for.
// why: the headline. slot: the wave that it names, -1: any. After a fault the verdict stays the fault's.
void wl_checker_cut_short(wl_checker *c, wl_verdict verdict, int slot, const char *why);
// An assertion of the DUT failed. It becomes the headline, unless an earlier cycle had a divergence.
void wl_checker_unit_failed(wl_checker *c, wl_verdict verdict, const char *what);

// The watch over single waves. A wave waits from its start, its last instruction, the last event of its own, or the
// end of its sleep. These do not count as waiting: a wave that has ended, faulted or is at a barrier, and one to
// which memory owes an answer. Returns the first slot that has waited for `limit` cycles, with its PC. Else -1, with
// the cycles until the next call.
int wl_checker_overdue(wl_checker *c, uint64_t limit, uint64_t *pc, uint64_t *again);
void wl_checker_wait_anew(wl_checker *c, uint32_t slot);  // the harness owes it something: its wait begins anew
// The DUT gets memory's answer: to transaction id of a port (WL_UNIT_SMEM, WL_UNIT_VMEM), or a line of instructions.
void wl_checker_answered(wl_checker *c, wl_block port, uint32_t id);
void wl_checker_fetched(wl_checker *c, uint64_t line);
// Ends a launch: final sweep, memory compare (rtl: the DUT's memory), verdict. Prints the report of a failure on
// stderr and writes report.json. result->why says what is wrong where a file cannot be written.
void wl_checker_finish_sized(wl_checker *c, const wl_mem *rtl, wl_checker_result *result, size_t size);
static inline void wl_checker_finish(wl_checker *c, const wl_mem *rtl, wl_checker_result *result) {
  wl_checker_finish_sized(c, rtl, result, sizeof *result);
}

// The DUT's state, at the beginning of a cycle. All but state_regs is borrowed.
typedef struct wl_dut_state {
  wl_state_regs state_regs[WL_MAX_WAVES];
  const uint32_t *sgpr;           // of each wave, WL_SGPRS words
  const uint32_t *vgpr;           // of each physical VGPR, 64 lanes, each a word, or two (wl_wide_lanes);
                                  // NULL: before the first wave
  const uint32_t *lds[4];         // of each bank: the words of each entry; NULL: not known
  const wl_state_regs *expected;  // by slot, what was expected beside state_regs; NULL: what is expected now
} wl_dut_state;
// The same as the unit has reported it, without the LDS: the registers by its writes and sweeps, the wave state
// registers as of the last cycle that was closed. `expected` is set. false: the option `reported` was not set, or the
// unit does not declare the level `state`.
bool wl_checker_reported_sized(const wl_checker *c, wl_dut_state *to, size_t size);
static inline bool wl_checker_reported(const wl_checker *c, wl_dut_state *to) {
  return wl_checker_reported_sized(c, to, sizeof *to);
}
// Writes the DUT's state and the expected one into a file (docs/replay.md). The cycle's events must not have begun.
// false: it cannot be written, error says why.
bool wl_checker_write_state_sized(const wl_checker *c, const wl_dut_state *dut, size_t size, const char *path,
                                  wl_error *error);
static inline bool wl_checker_write_state(const wl_checker *c, const wl_dut_state *dut, const char *path,
                                          wl_error *error) {
  return wl_checker_write_state_sized(c, dut, sizeof *dut, path, error);
}

// What the checker expects the DUT to hold at the beginning of the open cycle, and what it has found. For a debugger,
// which gets the same from a model alone. Pointers are borrowed, and good until the model or the checker goes on.
typedef struct {
  uint32_t live;                       // waves: a bit a slot
  const wl_state_regs *state_regs;     // by slot
  const uint32_t *sgpr[WL_MAX_WAVES];  // WL_SGPRS words each
  const uint32_t *vgpr;                // of each physical VGPR, 64 lanes, each a word, or two (wl_wide_lanes)
  const uint32_t *lds;                 // as wl_model_lds_words; NULL: before the first wave
  const wl_model_ops *ops;             // of the model, complete (check/ops.h)
  const wl_model *model;               // NULL: before the first wave
  uint64_t cycles, instructions, events, words_compared;
  struct {
    uint64_t issued;  // instructions of the wave
    uint32_t sgprs, vgpr_base, vgpr_size;
  } wave[WL_MAX_WAVES];
  const char *found;  // the first divergence or fault; NULL: none
  wl_verdict found_verdict;
  uint64_t found_cycle;
  int found_slot;  // -1: no wave
} wl_expected;
void wl_checker_expected_sized(const wl_checker *c, wl_expected *to, size_t size);
static inline void wl_checker_expected(const wl_checker *c, wl_expected *to) {
  wl_checker_expected_sized(c, to, sizeof *to);
}

// The state table, for tools: the rows of a model's table, then SGPR, VGPR and LDS. indices 0: as many as the DUT has.
typedef struct wl_state_row {
  const char *name;
  const char *what;
  bool per_wave;
  uint32_t indices, lanes, bits;
} wl_state_row;
// Row i into *row; false: past the end.
bool wl_state_table(const wl_model_ops *ops, uint32_t i, wl_state_row *row);
// The DUT's number of the row (wl_probe_state_row); -1: not reported.
int wl_checker_row_id(const wl_checker *c, const char *name);

// ---- a harness -----------------------------------------------------------------------------------
// For a testbench with one unit, whose memory is a wl_mem. It has the unit (wl_unit_new("")), its checker, the memory
// behind the unit's ports, and the model's. Both memories have the same contents at the beginning.
typedef struct wl_harness wl_harness;
// NULL, with a line on stderr: as wl_checker_new.
wl_harness *wl_harness_new_sized(const wl_checker_options *options, size_t size);
static inline wl_harness *wl_harness_new(const wl_checker_options *options) {
  return wl_harness_new_sized(options, sizeof *options);
}
void wl_harness_free(wl_harness *h);  // without a verdict. h may be NULL
wl_checker *wl_harness_checker(const wl_harness *h);
wl_mem *wl_harness_memory(const wl_harness *h);  // the unit's
// Maps the pages of [address, address+size) and writes them, in both memories, before the first wave. false: out of
// memory, or past 2^48.
bool wl_harness_load(wl_harness *h, uint64_t address, const void *bytes, size_t size);
// The unit's memory reads a line into data, or writes those of its bytes that have a bit in enables. port: WL_SRC_SMEM
// or WL_SRC_VMEM of probe.h, and the checker hears of transaction id (wl_probe_mem_performed); 0: instructions, of
// which it does not. false: the line is not mapped, and data stays.
bool wl_harness_access(wl_harness *h, int port, int id, bool store, uint64_t line, uint64_t enables, uint32_t *data);
// Whether the clock has to go on. ended: all waves have ended.
bool wl_harness_go_on(const wl_harness *h, bool ended);
// The end of the run: prints a line with the verdict on stdout, and the report of a failure on stderr. Frees h.
// why: of a run that is cut short, which becomes a HANG; "": it was not.
wl_verdict wl_harness_close(wl_harness *h, const char *why);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
