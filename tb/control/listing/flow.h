// SPDX-License-Identifier: Apache-2.0
// What is pending at each instruction: least guaranteed time, on all paths (maxwell-control.md 4.1 to 4.5, 6.1).
#ifndef WAVELOCK_SASS_FLOW_H
#define WAVELOCK_SASS_FLOW_H

#include "graph.h"
#include "listing.h"

enum {
  SASS_MOST_AGE = SASS_MOST_CYCLES,  // an age stops there
  SASS_MOST_DEPTH = 99,              // operations; a depth stops there
  SASS_QUEUE_DEPTH = 12,             // inorder_max of maxwell-control.md 4.3
  SASS_SETTER_CYCLES = 2             // from a setter to a wait that sees it
};

// What is pending of an instruction that has issued. Masks are by its writes[] and reads[], or by barrier.
typedef struct {
  int at;                            // the instruction
  int via;                           // the last instruction on the path on which the least time has passed
  uint64_t writes;                   // results that nobody waited for
  uint64_t reads;                    // operands that may not be read
  uint64_t deep;                     // the same; a wait covers them across more than SASS_QUEUE_DEPTH operations
  uint8_t result_cover, read_cover;  // barriers whose wait says that results, operands are done
  uint8_t set;                       // barriers that it has set and nobody waited for, on a path
  uint8_t age;                       // least guaranteed cycles since its issue
  uint8_t age_after[SASS_BARRIERS];  // the same once somebody has waited for the barrier; 0: not known
  uint8_t depth;                     // younger operations of its queue
  // By barrier: the depth when it began to cover the operands; setters behind the covering one.
  uint8_t cover_depth[SASS_BARRIERS], result_behind[SASS_BARRIERS], read_behind[SASS_BARRIERS];
  bool guard_valid;  // its guard predicate was not written since
  bool held;         // its guard held for the threads of this path
} sass_pending;

// What is pending of one instruction, at those that follow. `wait` before the waits of instruction i act, `issue`
// behind them: of those that may say something to it. `alive`: it is pending before each from `first` to `last`, and
// the same. `enough`: registers of what is pending like this do not matter any more.
typedef struct {
  void (*alive)(void *to, int first, int last, const sass_pending *pending);
  void (*wait)(void *to, int i, const sass_pending *pending);
  void (*issue)(void *to, int i, const sass_pending *pending);
  bool (*enough)(void *to, const sass_pending *pending);
  void *to;
} sass_visitor;

typedef struct sass_flow sass_flow;

// The graph must outlive the flow.
sass_flow *sass_flow_new(const sass_graph *graph);
void sass_flow_free(sass_flow *flow);
// The control field of instruction i is another since.
void sass_flow_changed(sass_flow *flow, int i);
// Analyses what is pending of instruction `of`, and visits in the order of the listing.
void sass_flow_visit(sass_flow *flow, int of, const sass_visitor *visitor);

// Whether a path leads to instruction i.
bool sass_flow_reached(const sass_flow *flow, int i);
// Whether RET of its function is taken to go behind every CAL: the stacks of return addresses have no bound.
bool sass_flow_unbounded(const sass_flow *flow, int i);
// Whether its guard is known to be false on all of them.
bool sass_guard_false(const sass_flow *flow, int i);
// Whether it matters how old it is. Else only waits, registers, and operations of its queue say something to it.
bool sass_is_young(const sass_listing *listing, const sass_pending *pending);
// Cycles that the result in a register of the instruction takes; 0 if it is no fixed number.
int sass_latency(const sass_instruction *instruction, int number);
// Whether the two are of different threads: opposite guards, predicate not written in between.
bool sass_other_threads(const sass_pending *older, const sass_instruction *first, const sass_instruction *second);
// Barrier number of DEPBAR.LE SBn, k and its k; false: it is another form. mask: of DEPBAR {a,b}.
bool sass_depbar(const sass_instruction *instruction, int *barrier, int *count, uint8_t *mask);

#endif
