// SPDX-License-Identifier: Apache-2.0
// Wait states, which the ISA leaves to software (control-flow.md 2.3, 7; docs/wait-states.md).
//
// A row of the table in control-flow.md 7 has a producer, an instruction that writes a register, and a consumer, a
// later instruction that uses it. The program must put the row's number of wait states between them; no row has more
// than five. Decoding notes for each instruction of which rows it can be producer or consumer. Each wave keeps its last
// instructions, along the path that it executed; a consumer is checked against them.
#ifndef WAVELOCK_WAIT_STATES_H
#define WAVELOCK_WAIT_STATES_H

#include "decode/wait_rows.h"
#include "isa/state.h"

enum {
  WL_REMEMBERED = 8,  // instructions kept per wave; a power of two
  WL_FOLLOW = 2,      // instructions after a producer of WL_FOLLOWED that are checked for these rows
};

// The last instructions of a wave.
struct wl_wait_states {
  // Instruction n is at n % WL_REMEMBERED. It lies in a decoded page, in copy[], or is a placeholder that writes
  // nothing.
  const struct wl_insn *last[WL_REMEMBERED];
  uint64_t exec[WL_REMEMBERED];  // EXEC as it issued. Not kept for WL_KIND_PLAIN, which does not write EXEC
  uint64_t count;
  struct wl_insn copy[WL_REMEMBERED];
  uint64_t copy_pc[WL_REMEMBERED];
  const char *partial_vcc;  // mnemonic of the last instruction that wrote VCC, if it wrote half; else NULL
  uint64_t partial_vcc_pc;  // its pc
};

void wl_wait_states_reset(struct wl_wait_states *h);

// Whether insn, which w is about to issue at pc, has too few wait states as a consumer of one of these rows. why gets
// the sentence.
bool wl_wait_states_check(const struct wl_wave *w, const struct wl_insn *insn, uint32_t rows, uint64_t pc,
                          char why[160]);

// The rows of the table of which insn, which w is about to issue, is a consumer behind a producer.
wl_wait_rows wl_wait_states_met(const struct wl_wave *w, const struct wl_insn *insn);

// w issues insn, which has not executed. It must stay as it is: use note_copy for an instruction that is not in a
// decoded page, or may be decoded again.
static inline void wl_wait_states_note(struct wl_wait_states *h, const struct wl_wave *w, const struct wl_insn *insn) {
  h->exec[h->count % WL_REMEMBERED] = wl_exec(w);
  h->last[h->count++ % WL_REMEMBERED] = insn;
}
// The same for an instruction of WL_KIND_PLAIN, the n-th of the wave. The caller counts them.
static inline void wl_wait_states_note_plain(struct wl_wait_states *h, const struct wl_insn *insn, uint64_t n) {
  h->last[n % WL_REMEMBERED] = insn;
}
void wl_wait_states_note_copy(struct wl_wait_states *h, const struct wl_wave *w, const struct wl_insn *insn,
                              uint64_t pc);
// VSKIP discards a vector instruction: one wait state in which nothing is written.
void wl_wait_states_note_discarded(struct wl_wait_states *h);
// A producer of row 0 is issued. Call it before the instruction executes.
void wl_wait_states_note_vcc(struct wl_wait_states *h, const struct wl_wave *w, const struct wl_insn *insn,
                             uint64_t pc);
// A fork has pushed its stack entry at this CSP. With second names that may write all of VCC.
void wl_wait_states_note_push(struct wl_wait_states *h, const struct wl_wave *w, uint32_t csp);
// Decoded pages may change now: copies the instructions that lie in them.
void wl_wait_states_keep(const struct wl_model *m, struct wl_wait_states *h);

#endif
