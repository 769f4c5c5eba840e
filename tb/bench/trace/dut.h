// SPDX-License-Identifier: Apache-2.0
// The Verilated issue logic of trace mode (trace_unit.sv).
#ifndef WAVELOCK_TRACE_UNIT_DUT_H
#define WAVELOCK_TRACE_UNIT_DUT_H

#ifdef __cplusplus
extern "C" {
#endif

#include "control/listing/issue.h"

typedef struct dut dut;

// After its reset.
dut *dut_new(void);
void dut_free(dut *d);

// The outputs follow the inputs; the edge ends the cycle.
void dut_drive(dut *d, const sass_issue_inputs *inputs);
void dut_edge(dut *d);

// Whether choice and state are the model's (D-CTRL-59). If not, prints the first difference where `loud`.
bool dut_agrees(const dut *d, const sass_choice *choice, const sass_issue *state, long cycle, bool loud);

#ifdef __cplusplus
}
#endif

#endif
