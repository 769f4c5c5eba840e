// SPDX-License-Identifier: Apache-2.0
// Instructions of a wave with second names of FLAT_SCRATCH, XNACK_MASK and VCC (gfx9-encoding.md D-REG-20 to D-REG-23).
#ifndef WAVELOCK_DECODE_SECOND_NAMES_H
#define WAVELOCK_DECODE_SECOND_NAMES_H

#include "isa/insn.h"

// Scalar registers get their first names, but not a tuple that straddles the second names. The instruction must be
// legal for the wave by the codes as they are written (D-REG-22). Marks its wait rows again, with row 13. second_end:
// wl_second_end of the wave, not 0.
void wl_to_first_names(struct wl_insn *insn, uint32_t second_end);

// Whether src[i] of a vector ALU instruction reads a word of VCC as a constant operand, as a lane mask
// does not (D-WAIT-30).
bool wl_reads_vcc_as_constant(const struct wl_insn *insn, uint32_t i);
// Whether src[i] of insn and the destination of p are the same register under its two names.
static inline bool wl_by_other_name(const struct wl_insn *p, const struct wl_insn *insn, uint32_t i) {
  return (p->by_second_name >> WL_SOURCES & 1) != (insn->by_second_name >> i & 1);
}

#endif
