// SPDX-License-Identifier: Apache-2.0
// What LLVM 16's disassembler cannot be asked.
#ifndef WAVELOCK_LLVM_DIES_H
#define WAVELOCK_LLVM_DIES_H

#include <stdbool.h>
#include <stdint.h>

// It dies printing an SDWA instruction with a reserved SEL or DST_UNUSED (gfx9-encoding.md section 3).
static inline bool llvm_dies(const uint32_t w[2]) {
  if (w[0] >> 31 != 0 || (w[0] & 0x1ff) != 249) return false;
  const bool vop1 = w[0] >> 25 == 0x3f, vopc = w[0] >> 25 == 0x3e;
  if (!vopc && ((w[1] >> 8 & 7) == 7 || (w[1] >> 11 & 3) == 3)) return true;
  return (w[1] >> 16 & 7) == 7 || (!vop1 && (w[1] >> 24 & 7) == 7);
}

#endif
