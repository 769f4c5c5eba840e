// SPDX-License-Identifier: Apache-2.0
// Trace mode: warps that run a listing on the issue logic (maxwell-control.md 8.12). What the testbench keeps: the
// warps' ways, units, queues, operations in flight, and which write stands in each register.
#ifndef WAVELOCK_SASS_TRACE_H
#define WAVELOCK_SASS_TRACE_H

#include "finding.h"
#include "issue.h"
#include "listing.h"

typedef enum { SASS_LATENCY_RANDOM, SASS_LATENCY_MIN, SASS_LATENCY_MAX } sass_latency_mode;

typedef struct {
  int warps;  // 1..SASS_WARPS
  uint64_t seed;
  sass_latency_mode latency;
  int loops;  // 1 and more
  // 0, or a line whose instruction has these O and L (D-CTRL-54).
  int slow_line, slow_read, slow_result;
} sass_trace_options;

// What a warp's issue slot was used for in a cycle, and why not.
typedef enum {
  SASS_SLOT_ISSUE,
  SASS_SLOT_PAIR,
  SASS_SLOT_STALL,   // STALL > 0
  SASS_SLOT_WAIT,    // a barrier is not clear
  SASS_SLOT_OTHER,   // a candidate; another warp was tried
  SASS_SLOT_UNIT,    // tried; its unit was busy
  SASS_SLOT_LIMIT,   // a barrier has its greatest count
  SASS_SLOT_QUEUE,   // its queue is full
  SASS_SLOT_DEPBAR,  // DEPBAR is not over
  SASS_SLOT_SYNC,    // BAR is not over
  SASS_SLOT_END,     // the warp has ended
  SASS_SLOTS
} sass_slot;

extern const char sass_slot_marks[SASS_SLOTS];         // one character each, for timelines
extern const char *const sass_slot_names[SASS_SLOTS];  // of one word

// An instruction that has issued. Cycles; those that lie behind the issue are -1 until they come.
typedef struct {
  int warp, at;  // at: the instruction in the listing
  bool happens;  // its guard is true
  bool second;   // of a pair
  long next;     // since when it was the warp's next
  long issue, read, done;
} sass_record;

typedef struct {
  int consumer, producer;  // records
} sass_dependence;

typedef struct sass_trace sass_trace;

// The listing must outlive it.
sass_trace *sass_trace_new(const sass_listing *listing, const sass_classes *classes, const sass_trace_options *options);
void sass_trace_free(sass_trace *trace);

// One cycle: begin gives the inputs of the issue logic, choice what the model does with them, end takes the edge.
// begin is false when all is over.
bool sass_trace_begin(sass_trace *trace);
const sass_issue_inputs *sass_trace_inputs(const sass_trace *trace);
sass_choice sass_trace_choice(const sass_trace *trace);
const sass_issue *sass_trace_state(const sass_trace *trace);
void sass_trace_end(sass_trace *trace, const sass_choice *choice);
// All cycles, on the model alone.
void sass_trace_run(sass_trace *trace);

const sass_listing *sass_trace_listing(const sass_trace *trace);
const sass_trace_options *sass_trace_options_of(const sass_trace *trace);
long sass_trace_cycles(const sass_trace *trace);
int sass_trace_records(const sass_trace *trace, const sass_record **list);
int sass_trace_dependences(const sass_trace *trace, const sass_dependence **list);
// How the slot of a warp was used in a cycle.
sass_slot sass_trace_slot(const sass_trace *trace, int warp, long cycle);
// What the issue slot of all was used for in a cycle: why no warp issued is what came first in this order: UNIT, LIMIT,
// STALL, WAIT, QUEUE, DEPBAR, SYNC, END.
sass_slot sass_trace_cycle(const sass_trace *trace, long cycle);
// Adds the findings ORDER (D-CTRL-57). The caller sorts.
void sass_trace_findings(const sass_trace *trace, sass_findings *findings);

#endif
