// SPDX-License-Identifier: Apache-2.0
// Words on which LLVM 16's disassembler ends the process.
#ifndef WAVELOCK_GFX9_LLVM_DIES_H
#define WAVELOCK_GFX9_LLVM_DIES_H

#include <stdbool.h>
#include <stdint.h>

#include "wavelock/encoding.h"

// An SDWA instruction with a reserved SEL or DST_UNUSED (gfx9-encoding.md 3).
static inline bool llvm_dies(const uint32_t w[2]) {
  enum { RESERVED_SEL = 7, RESERVED_UNUSED = 3 };
  const wl_format f = wl_format_of(w[0]);
  const bool vop1 = f == WL_FMT_VOP1, vopc = f == WL_FMT_VOPC;
  if (!(vop1 || vopc || f == WL_FMT_VOP2) || wl_field(w[0], WL_VOP_SRC0) != WL_SRC_SDWA) return false;
  const uint32_t dst_sel = wl_field(w[1], WL_SDWA_DST_SEL), dst_unused = wl_field(w[1], WL_SDWA_DST_UNUSED);
  const uint32_t src0_sel = wl_field(w[1], WL_SDWA_SRC_SEL), src1_sel = wl_field(w[1], WL_SDWA_SRC_SEL << 8);
  if (!vopc && (dst_sel == RESERVED_SEL || dst_unused == RESERVED_UNUSED)) return true;
  return src0_sel == RESERVED_SEL || (!vop1 && src1_sel == RESERVED_SEL);
}

#endif
