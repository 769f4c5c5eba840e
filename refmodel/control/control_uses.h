// SPDX-License-Identifier: Apache-2.0
// The registers that an instruction of a wave reads and writes, as sets (maxwell-control.md 8.6, 8.10).
#ifndef WAVELOCK_WAVE_CONTROL_USES_H
#define WAVELOCK_WAVE_CONTROL_USES_H

#include "isa/state.h"

// VGPRs by their number in the wave; scalar registers by operand code, under their first names. The exceptions of
// TRAPSTS have a code that no operand has.
enum { WL_USES_TRAPSTS = WL_M0 + 1 };
struct wl_vgprs {
  uint64_t word[4];
};
struct wl_scalars {
  uint64_t word[2];
};
struct wl_uses {
  struct wl_vgprs read, written;
  struct wl_scalars scalars_read, scalars_written;
};

static inline struct wl_vgprs wl_common_vgprs(struct wl_vgprs a, struct wl_vgprs b) {
  for (uint32_t i = 0; i < 4; i++) a.word[i] &= b.word[i];
  return a;
}
static inline struct wl_scalars wl_common_scalars(struct wl_scalars a, struct wl_scalars b) {
  return (struct wl_scalars){{a.word[0] & b.word[0], a.word[1] & b.word[1]}};
}
static inline bool wl_any_vgpr(struct wl_vgprs s) { return (s.word[0] | s.word[1] | s.word[2] | s.word[3]) != 0; }
static inline bool wl_any_scalar(struct wl_scalars s) { return (s.word[0] | s.word[1]) != 0; }
static inline bool wl_has_vgpr(struct wl_vgprs s, uint32_t r) { return s.word[r / 64] >> r % 64 & 1; }
// The lowest member of a set that is not empty.
uint32_t wl_first_vgpr(struct wl_vgprs s);
uint32_t wl_first_scalar(struct wl_scalars s);

// What insn uses, which is resolved and has not executed. SCC and MODE change at the issue and are not among it. The
// stack entry of a fork or join is not among it either.
void wl_uses_of(const struct wl_wave *w, const struct wl_insn *insn, struct wl_uses *u);
// The SGPRs of the stack entry at this CSP (control-flow.md 3).
struct wl_scalars wl_stack_entry(const struct wl_wave *w, uint32_t csp);

// The names of registers in messages: "v3", "s4", "vcc", "exec".
void wl_name_vgpr(struct wl_vgprs s, char text[16]);
void wl_name_scalar(struct wl_scalars s, char text[16]);

#endif
