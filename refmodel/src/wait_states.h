// Wait states that the ISA leaves to software (control-flow.md sections 2.3 and 7).
//
// Decoding says of each instruction of which rows of the table it can be the first and of which the second. A wave
// remembers its last instructions along the path it executed; one that can be a second is held against them. No row
// needs more than five states, so five are enough; eight makes a cheap ring.
#ifndef WAVELOCK_WAIT_STATES_H
#define WAVELOCK_WAIT_STATES_H

#include "internal.h"

// Bits of wl_insn.producers and .consumers: a row of the table each. Row 0 is the rule of VCCZ: its producers write VCC, in
// part or all of it, its consumers use VCCZ.
#define WL_ROW(n) (1u << (n))

enum {
  WL_REMEMBERED = 8,
  // Rows of which nearly every vector instruction is a second: the run loop follows their rare producers for so many
  // instructions instead.
  WL_FOLLOWED = WL_ROW(4) | WL_ROW(8),
  WL_FOLLOW = 2,
  // No row: something has to be waited for after the instruction (hazard.c).
  WL_UNWAITED = WL_ROW(24),
};

struct wl_wait_states {
  // Entry n % WL_REMEMBERED: of the cache of decoded code, copy[] of this number, or one that writes nothing.
  const struct wl_insn *last[WL_REMEMBERED];
  uint64_t count;
  struct wl_insn copy[WL_REMEMBERED];
  uint64_t copy_pc[WL_REMEMBERED];
  uint64_t partial_vcc_pc;              // of the instruction that wrote half of VCC last
  const char *partial_vcc;              // its mnemonic; NULL: all of VCC was written since
};

void wl_wait_states_mark(struct wl_insn *insn); // fills producers and consumers from the rest
void wl_wait_states_reset(struct wl_wait_states *h);

// Whether insn, which w is about to issue at pc, comes too early as the second of one of these rows; why then says
// after what.
bool wl_wait_states_check(const struct wl_wave *w, const struct wl_insn *insn, uint32_t rows, uint64_t pc,
                          char why[160]);

// insn is issued. That it is of the cache, which keeps it as it is, or that it has to be copied.
static inline void wl_wait_states_note(struct wl_wait_states *h, const struct wl_insn *insn) {
  h->last[h->count++ % WL_REMEMBERED] = insn;
}
void wl_wait_states_note_copy(struct wl_wait_states *h, const struct wl_insn *insn, uint64_t pc);
// A vector instruction is that VSKIP discards: one state in which nothing is written.
void wl_wait_states_note_discarded(struct wl_wait_states *h);
// An instruction of WL_ROW(0) among its producers is issued; w: its registers before it.
void wl_wait_states_note_vcc(struct wl_wait_states *h, const struct wl_wave *w, const struct wl_insn *insn,
                             uint64_t pc);
// Decoded code may change now: what of it is remembered is copied.
void wl_wait_states_keep(const struct wl_model *m, struct wl_wait_states *h);

#endif
