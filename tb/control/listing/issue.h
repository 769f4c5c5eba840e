// SPDX-License-Identifier: Apache-2.0
// The model of the issue logic of trace mode (maxwell-control.md 8.4, 8.5, 8.7, 8.12). It knows fields, units and
// signals, and no listing. The unit's own model (refmodel/control) cannot do it: that is told which wave issues, and
// takes fields from GFX9 code in memory. Trace mode has fields alone, and selects the warp itself.
#ifndef WAVELOCK_SASS_ISSUE_H
#define WAVELOCK_SASS_ISSUE_H

#include "classes.h"
#include "word.h"

enum { SASS_WARPS = 16, SASS_SIGNALS = 7 };

// What a warp offers in a cycle: its next instruction, and the one behind it as second of a pair.
typedef struct {
  bool offered, has_partner;
  int unit, partner_unit;  // SASS_NO_UNIT: it needs none
  sass_control control, partner_control;
} sass_offer;

typedef struct {
  int slot, barrier;
} sass_signal;

// Inputs of one cycle, as the unit's ports have them.
typedef struct {
  sass_offer offers[SASS_WARPS];
  bool ready[SASS_UNITS];  // the unit can take an instruction in this cycle
  sass_signal signals[SASS_SIGNALS];
  int signal_count;
} sass_issue_inputs;

typedef struct {
  bool tried, issued, pair;
  int slot;      // of the warp that is tried
  bool stays;    // rule 3 of 8.5 chose it against another
  bool limited;  // a count would have passed 63
} sass_choice;

// State of a warp (maxwell-control.md 8.3).
typedef struct {
  uint8_t stall, stay;
  bool yielded;
  uint8_t count[SASS_BARRIERS], added[SASS_BARRIERS];  // BAR, INC
  bool kept;                                           // tried, and refused by the limit of a count
} sass_issue_state;

typedef struct {
  sass_issue_state warps[SASS_WARPS];
  bool ready_before[SASS_UNITS];
  int tried_last, issued_last;  // slots; issued_last is -1 at first
} sass_issue;

void sass_issue_reset(sass_issue *issue);

// Whether the warp may be tried in this cycle.
bool sass_issue_candidate(const sass_issue *issue, const sass_issue_inputs *in, int slot);
// What happens in the cycle.
sass_choice sass_issue_choose(const sass_issue *issue, const sass_issue_inputs *in);
// The edge at its end.
void sass_issue_edge(sass_issue *issue, const sass_issue_inputs *in, const sass_choice *choice);

#endif
