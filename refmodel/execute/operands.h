// SPDX-License-Identifier: Apache-2.0
// Values of operands that are not VGPRs.
#ifndef WAVELOCK_EXECUTE_OPERANDS_H
#define WAVELOCK_EXECUTE_OPERANDS_H

#include "isa/state.h"

// The value of LDS_DIRECT, read from the LDS as it is now (operands.c).
uint32_t wl_lds_direct(const struct wl_wave *w);

static inline uint32_t wl_flag_operand(const struct wl_wave *w, uint32_t code) {
  return code == WL_SRC_VCCZ    ? wl_vcc(w) == 0
         : code == WL_SRC_EXECZ ? wl_exec(w) == 0
         : code == WL_SRC_SCC   ? w->scc
                                : wl_lds_direct(w);
}

// The value of an operand that is not a VGPR.
static inline uint32_t wl_scalar32(const struct wl_wave *w, const struct wl_operand *o) {
  return o->kind == WL_OPERAND_SGPR   ? w->sgpr[o->reg]
         : o->kind == WL_OPERAND_FLAG ? wl_flag_operand(w, o->reg)
                                      : (uint32_t)o->value;
}

static inline uint64_t wl_scalar64(const struct wl_wave *w, const struct wl_operand *o) {
  return o->kind == WL_OPERAND_SGPR   ? wl_sgpr64(w, o->reg)
         : o->kind == WL_OPERAND_FLAG ? wl_flag_operand(w, o->reg)
                                      : o->value;
}

#endif
