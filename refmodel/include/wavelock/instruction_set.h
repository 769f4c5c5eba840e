// SPDX-License-Identifier: Apache-2.0
// The instruction sets: gfx900, and gfx906 with more opcodes of the vector ALU (numerics.md 3.1).
#ifndef WAVELOCK_INSTRUCTION_SET_H
#define WAVELOCK_INSTRUCTION_SET_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { WL_GFX900, WL_GFX906, WL_ISAS } wl_isa;

// The name of the target in LLVM.
static inline const char *wl_isa_name(wl_isa isa) { return isa == WL_GFX906 ? "gfx906" : "gfx900"; }
// By the number in that name, 900 or 906. false: another number.
static inline bool wl_isa_of_number(uint32_t number, wl_isa *isa) {
  *isa = number == 906 ? WL_GFX906 : WL_GFX900;
  return number == 900 || number == 906;
}

#ifdef __cplusplus
}
#endif
#endif
