// SPDX-License-Identifier: Apache-2.0
// Exceptions of vector instructions: they go from the operations to TRAPSTS (numerics.md 10, control-flow.md 6.1).
//
// The operations of fp_*.c say what they raise: the loop of an opcode leaves it in wl_fp_raised. The host's operations
// do not. Their loop asks the host's float unit, whose flags mean more than those of numerics.md 10. When it shows one
// that TRAPSTS does not have, fp_*.c computes the exceptions of the instruction.
//
// A loop computes all 64 lanes. Where some are not active, they get the operands of one that is: so they raise nothing
// of their own.
#include "execute/vector.h"

#ifdef __x86_64__
#include <xmmintrin.h>
#endif

#include "execute/fp.h"

_Thread_local uint32_t wl_fp_raised;

enum { ROWS = 2 };  // of an operand

// Operands of a loop, and room for copies of them.
struct operands {
  const uint32_t *row[3];
  uint32_t copy[3][ROWS * WL_LANES];
};

// Puts copies in place of the operands, in which the lanes that are not active are like the first active one.
static void fill_inactive(const struct wl_vop *op, uint64_t active, struct operands *o) {
  const unsigned first = (unsigned)__builtin_ctzll(active);
  const unsigned rows = op->reads_vdst || op->literal_k ? 3 : op->sources;
  for (unsigned i = 0; i < rows; i++) {
    const uint32_t *from = o->row[i];
    for (unsigned r = 0; r < (op->wide >> i & 1 ? ROWS : 1); r++, from += WL_LANES) {
      uint32_t *to = o->copy[i] + r * WL_LANES;
      for (unsigned l = 0; l < WL_LANES; l++) to[l] = from[active >> l & 1 ? l : first];
    }
    o->row[i] = o->copy[i];
  }
}

uint64_t wl_collect(struct wl_wave *w, const struct wl_insn *n, uint32_t *d, const uint32_t *a, const uint32_t *b,
                    const uint32_t *c) {
  const uint64_t active = wl_vector_lanes(w, n), vcc = wl_vcc(w);
  struct operands o = {.row = {a, b, c}};
  if (active == 0) return n->exact(w, n, d, a, b, c);
  if (active != ~0ull) {
    fill_inactive(n->vop, active, &o);
    // v_div_fmas reads a bit of VCC a lane.
    const bool bit = vcc >> __builtin_ctzll(active) & 1;
    if (n->vop->mask_in) wl_set_sgpr64(w, WL_VCC, bit ? vcc | ~active : vcc & active);
  }
  wl_fp_raised = 0;
  const uint64_t mask = n->exact(w, n, d, o.row[0], o.row[1], o.row[2]);
  if (n->vop->mask_in) wl_set_sgpr64(w, WL_VCC, vcc);
  wl_raise(w, wl_fp_raised);
  return mask;
}

// A loop of the host runs again, and calls wl_collect_host again if it finds something.
static _Thread_local bool again, found;

void wl_host_forget(void) {
#ifdef __x86_64__
  _mm_setcsr(_mm_getcsr() & ~(uint32_t)_MM_EXCEPT_MASK);
#endif
}

void wl_collect_host(struct wl_wave *w, const struct wl_insn *n, const uint32_t *a, const uint32_t *b,
                     const uint32_t *c) {
  uint32_t d[ROWS * WL_LANES];
  wl_host_forget();
  if (again) {
    found = true;
    return;
  }
  const uint64_t active = wl_vector_lanes(w, n);
  if (active == 0) return;
  struct operands o = {.row = {a, b, c}};
  if (active != ~0ull) fill_inactive(n->vop, active, &o);
  again = true;
  found = false;
  (void)n->lanes(w, n, d, o.row[0], o.row[1], o.row[2]);
  again = false;
  if (found) (void)wl_collect(w, n, d, a, b, c);
}
