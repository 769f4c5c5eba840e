// SPDX-License-Identifier: Apache-2.0
// The trace: one line per instruction, in the order of issue (docs/trace.md), in lockstep and of the standalone
// model. Every value is the model's. A line is written when the instruction's registers are; the lines behind it
// wait.
#ifndef WAVELOCK_CHECK_TRACE_H
#define WAVELOCK_CHECK_TRACE_H

#include "wavelock/device.h"

typedef struct wl_trace wl_trace;

wl_trace *wl_trace_open(const char *path, wl_error *error);  // NULL: it cannot be written
// Writes the waiting lines, with what is in flight marked. False: a write failed; the file is removed.
bool wl_trace_close(wl_trace *t, wl_error *error);
// Every instruction of wl_model_run becomes a line, without a cycle.
void wl_trace_standalone(wl_trace *t, wl_model *m);

// In lockstep, after the issue. before: the wave state registers before it.
void trace_issue(wl_trace *t, const wl_model *m, uint64_t cycle, uint32_t slot, uint32_t tag, const wl_effect *e,
                 const wl_state_regs *before);
// A memory instruction writes lanes of a pass, writes SGPRs, is complete.
void trace_lanes(wl_trace *t, wl_block unit, uint32_t slot, uint32_t tag, uint32_t vgpr, uint32_t pass, uint32_t lanes,
                 const uint32_t data[16]);
void trace_sgprs(wl_trace *t, uint32_t slot, uint32_t tag, uint32_t first, uint32_t count, const uint32_t *data);
void trace_return(wl_trace *t, wl_block unit, uint32_t slot, uint32_t tag);
// Of a wave with control words: a memory instruction has read its operands; its oldest vector ALU instruction ends.
void trace_operands(wl_trace *t, const wl_model *m, wl_block unit, uint32_t slot, uint32_t tag);
void trace_vector(wl_trace *t, const wl_model *m, uint32_t slot);

#endif
