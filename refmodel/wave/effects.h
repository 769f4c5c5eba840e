// SPDX-License-Identifier: Apache-2.0
// What an instruction writes and accesses, for wl_effect and wl_traced.
#ifndef WAVELOCK_WAVE_EFFECTS_H
#define WAVELOCK_WAVE_EFFECTS_H

#include "wave/model.h"

// Notes these SGPRs as written, by operand code.
void wl_note_sgprs(wl_effect *e, uint32_t first, uint32_t count);
// Notes the stack entry that a fork has pushed at this CSP. Behind XNACK_MASK lies VCC, no SGPR here.
void wl_note_push(wl_effect *e, const struct wl_wave *w, uint32_t csp);
// The lanes in which insn, of the vector ALU, writes its VGPRs. Call it before insn executes.
uint64_t wl_written_lanes(const struct wl_wave *w, const struct wl_insn *insn);
// Notes in e which registers insn will write. Call it before insn executes.
void wl_note_writes(wl_effect *e, const struct wl_wave *w, const struct wl_insn *insn);
// Fills what a trace reports of a memory instruction.
void wl_report_memory(const struct wl_wave *w, const struct wl_pending *p, wl_traced *out);

#endif
