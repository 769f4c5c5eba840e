// Wait states that the ISA leaves to software (control-flow.md sections 2.3 and 7).
//
// A wave remembers its last instructions along the path it executed; each that can be the second of a row of
// the table is held against them. No row needs more than five states, so no more than six are remembered.
#ifndef WAVELOCK_WAIT_STATES_H
#define WAVELOCK_WAIT_STATES_H

#include "internal.h"

enum { WL_REMEMBERED = 8 };

struct wl_issued {
  uint64_t pc;
  const char *name;
  uint32_t firsts;            // bit a row of the table: it may be the first of it
  uint8_t states;             // 1; s_nop n: n + 1
  uint8_t hwreg;              // s_setreg
  uint8_t sdst, sdst_regs;    // scalar registers written by the vector ALU
  uint8_t vgprs[2];           // VGPRs. Vector ALU: written. Store: data
  uint32_t row[2];            // of the pool: the first of them
};

struct wl_wait_states {
  struct wl_issued last[WL_REMEMBERED]; // entry n % WL_REMEMBERED
  uint64_t count;
  uint64_t partial_vcc_pc;              // of the instruction that wrote half of VCC last
  const char *partial_vcc;              // its mnemonic; NULL: all of VCC was written since
};

void wl_wait_states_reset(struct wl_wait_states *h);
// Whether insn, which w is about to issue at pc, comes too early; why then says after what.
bool wl_wait_states_check(const struct wl_wait_states *h, const struct wl_wave *w, const struct wl_insn *insn, uint64_t pc,
                          char why[160]);
// insn was issued; w: its registers before it.
void wl_wait_states_note(struct wl_wait_states *h, const struct wl_wave *w, const struct wl_insn *insn, uint64_t pc);
// Both of them for a vector instruction that VSKIP discards: it can only come too early for row 4, and writes nothing.
bool wl_wait_states_discarded(struct wl_wait_states *h, const struct wl_wave *w, const struct wl_insn *insn, uint64_t pc,
                              char why[160]);
// True where the model alone has to look: insn may be the second of a row whose first is common.
bool wl_wait_states_watched(const struct wl_insn *insn);

// The model alone keeps no more than where a wave ran straight through decoded code; the instructions themselves are
// looked up when one of those that matter is next. The rule of VCCZ is not checked there.
struct wl_segment {
  const struct wl_insn *from, *to; // of one page, to not included. NULL: from is the only one
};
struct wl_recent {
  struct wl_segment segment[WL_REMEMBERED];  // entry n % WL_REMEMBERED; none is empty
  uint64_t count;
  struct wl_insn resolved[WL_REMEMBERED];    // instructions whose registers depend on the wave: of the entry with the same number
  uint64_t resolved_pc[WL_REMEMBERED];
};
static inline void wl_recent_note(struct wl_recent *r, const struct wl_insn *from, const struct wl_insn *to) {
  if (from != to) r->segment[r->count++ % WL_REMEMBERED] = (struct wl_segment){from, to};
}
static inline void wl_recent_note_copy(struct wl_recent *r, const struct wl_insn *insn, uint64_t pc) {
  const uint64_t n = r->count % WL_REMEMBERED;
  r->resolved[n] = *insn;
  r->resolved_pc[n] = pc;
  wl_recent_note(r, &r->resolved[n], NULL);
}
// Instructions after insn that have to be looked at whatever they are (rows 4 and 8).
uint32_t wl_wait_states_follow(const struct wl_insn *insn);

#endif
