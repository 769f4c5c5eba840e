// SPDX-License-Identifier: Apache-2.0
// What the parts of a run share: its state, and their functions. A function that returns false leaves why in r->error.
#ifndef WAVELOCK_CLI_RUN_STATE_H
#define WAVELOCK_CLI_RUN_STATE_H

#include <jansson.h>

#include "images.h"
#include "launch.h"
#include "missing.h"
#include "observe/trace.h"
#include "run.h"

// A launch: its preparation and its result.
typedef struct {
  const wl_test_launch *of;
  const wl_kernel *kernel;
  uint8_t *kernarg;
  wl_launch launch;
  bool ran;
  wl_verdict verdict;
  uint64_t cycles, instructions;
} piece;

typedef struct {
  const wl_run_options *options;
  wl_debug *debug;  // NULL: none
  wl_testcase *test;
  wl_device *device;
  wl_memory_knobs memory;  // of this run
  bool races;              // are looked for
  wl_code_place code;      // the object and where it was loaded; "" and 0 before
  uint64_t tba;            // address of the trap handler
  uint64_t control_entry;  // of launch.issue's label; 0: none
  uint64_t printf_buffer;  // address; 0: none
  char why[512];           // the text that the test expects, with addresses for its places
  // Per argument of the test.
  uint64_t *address;
  uint64_t *object;           // of an image or a sampler: what a kernel gets a pointer to
  wl_allocation_name *names;  // two
  wl_missing_list missing;
  piece *pieces;            // one for each launch of the test
  uint32_t laid_out;        // number of pieces that are ready
  wl_trace *trace;          // NULL: none
  wl_observer alone[2];     // of the model alone: debugger, trace
  wl_views *views;          // NULL: none
  wl_launch_result result;  // of all launches; the verdict is the first that is not PASS
  uint64_t elements;        // number of elements compared with expectations
  bool has_waves;           // the waveform of the failure was written
  wl_waveform waves;
  json_t *pictures;  // of images that are not as expected; NULL: there are none
  wl_error error;
} run;

// ---- layout.c -----------------------------------------------------------------------------------------

wl_placed wl_run_placed(const run *r);
// Memory and contents of all arguments, and the kernarg segment and setup of each launch.
bool wl_run_lay_out(run *r);
// What lines and result.json say of a launch.
wl_launch_facts wl_run_facts(const run *r, const piece *p);
// Elements of a buffer as they are now (wl_contents).
bool wl_run_read_elements(void *of, uint32_t i, uint64_t from, size_t count, void *to, wl_error *error);
// Prints the elements of a buffer or an image.
bool wl_run_dump(run *r, const char *name);

// ---- load.c -------------------------------------------------------------------------------------------

// Builds the program and loads it, and lays out all launches.
bool wl_run_load(run *r);

// ---- fits.c -------------------------------------------------------------------------------------------

// Whether the unit is one for which the test is made. A launch does not say what it needs of the GDS.
bool wl_run_fits_unit(run *r);
// Whether the test is for a unit with an instruction set of its own: without what is about GFX9.
bool wl_run_fits_own_isa(run *r);
bool wl_run_launches_fit_own_isa(run *r);
// Whether the unit has the rows of --exposed-hazards: that of two names needs two names.
bool wl_run_has_hazard_rows(run *r);

// ---- execute.c ----------------------------------------------------------------------------------------

// What is said of the memory, as MEMORY_KNOBS takes it. The model alone has no memory times.
bool wl_run_knobs(const run *r, char *text, size_t size);
// Runs the launches, and prints what of their buffers is asked for.
bool wl_run_execute(run *r);

// ---- findings.c ---------------------------------------------------------------------------------------

// A noun for the unmapped accesses, and the text of the first.
const char *wl_run_unmapped_what(const run *r);
void wl_run_unmapped_first(const run *r, char *text, size_t size);
// HAZARD, with r->result.why, for unmapped accesses. In lockstep the checker has reported them already.
wl_verdict wl_run_check_memory(run *r);
void wl_run_instruction_text(const run *r, uint64_t pc, const uint32_t words[2], char *text, size_t size);
// "2 reads of memory that nobody has written; the first: slot 0, lane 3: ..., address 0x200000000"
void wl_run_unwritten_text(const run *r, char *text, size_t size);
// The same for races, and for reads of memory that nobody has written where these are errors.
wl_verdict wl_run_check_watched(run *r);

// ---- judge.c ------------------------------------------------------------------------------------------

// Only the checker counts cycles between instructions, and transactions of an instruction.
bool wl_run_cycles_measured(const run *r);
// The verdict of the test; why in r->error. Expectations are not checked in a run that was cut short, or
// whose injected fault touched nothing.
wl_verdict wl_run_judge(run *r);

// ---- summary.c ----------------------------------------------------------------------------------------

// A run that compared nothing says nothing of the unit, so it does not say PASS.
const char *wl_run_verdict_word(const run *r, wl_verdict v);
// Prints what the run has to say, and its last line.
void wl_run_summary(const run *r, wl_verdict v);

// ---- result.c -----------------------------------------------------------------------------------------

// Writes the run's result.json, if it has a folder.
bool wl_run_write_result(run *r, wl_verdict v);

// ---- run.c --------------------------------------------------------------------------------------------

// What the options ask for, or else the test.
wl_memcheck wl_run_memcheck(const run *r);
wl_uninit wl_run_uninit(const run *r);

// Messages and exports of a launch that are kept; the others are only counted.
static inline uint32_t messages_kept(const wl_launch_result *n) {
  return n->message_count < WL_MAX_MESSAGES ? n->message_count : WL_MAX_MESSAGES;
}
static inline uint32_t exports_kept(const wl_launch_result *n) {
  return n->export_count < WL_MAX_EXPORTS ? n->export_count : WL_MAX_EXPORTS;
}

#endif
