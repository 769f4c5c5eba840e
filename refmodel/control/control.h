// SPDX-License-Identifier: Apache-2.0
// Control words: the second issue policy (maxwell-control.md 8). A wave of this mode takes its waits from bundles of
// one control word and three slots. control_field.c reads the fields, control.c is the policy. What makes a program
// legal is in control_judge.h.
#ifndef WAVELOCK_WAVE_CONTROL_H
#define WAVELOCK_WAVE_CONTROL_H

#include "isa/insn.h"
#include "wave/model.h"

extern const struct wl_wait_policy wl_control_words;

enum { WL_BUNDLE = 32, WL_SLOT_BYTES = 8, WL_PAD = 0xBF800000 };  // s_nop 0 fills the slot of a 32-bit instruction

// Whether pc is the address of a slot: neither within a slot nor at a control word (8.2).
static inline bool wl_names_slot(uint64_t pc) { return pc % WL_SLOT_BYTES == 0 && pc % WL_BUNDLE != 0; }
// The field of the slot that pc names, 21 bits, as memory holds it (8.2). false: pc is no slot, or not mapped.
bool wl_control_field(const wl_model *m, uint64_t pc, uint32_t *field);
// Whether the slot is malformed: bit 63 of its word, bit 3 of reuse or barrier 6. Or behind a 32-bit instruction stands
// another pad than s_nop 0. pc is a mapped slot, insn is decoded from it.
bool wl_control_malformed(const wl_model *m, uint64_t pc, uint32_t field, const struct wl_insn *insn);
// The slot after pc, which skips the control word (8.2).
uint64_t wl_control_next(uint64_t pc);
// Cycles from the issue of an instruction with this field to the next (4.1). Stall 0 is 0 with '-', 1 with 'Y'.
uint32_t wl_control_cycles(uint32_t field);
// The same for this instruction: s_nop lasts n + 1 (8.4).
uint32_t wl_control_cycles_of(const struct wl_insn *insn, uint32_t field);
// What 8.8 lets the instruction set. long_valu: it is a vector ALU instruction of a unit with a step of 4 or more.
void wl_control_may_set(const struct wl_insn *insn, bool long_valu, bool *write, bool *read);
// What the instruction sets of its field: barriers that it may not set are WL_NO_BARRIER.
struct wl_sets wl_control_sets(const struct wl_insn *insn, uint32_t field, bool long_valu);

// ---- the state of a wave (8.3), by events
// An operation with these barriers has returned, or its last result is written.
void wl_control_returned(struct wl_wave *w, wl_block unit, const struct wl_sets *sets);
// All of 8.3 becomes zero: a wave starts, enters its trap handler or leaves it.
void wl_control_reset(struct wl_wave *w);

// Whether no operation of the wave is in flight (8.9, s_endpgm).
bool wl_control_idle(const struct wl_wave *w);

#endif
