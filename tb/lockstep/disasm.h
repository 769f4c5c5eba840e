// SPDX-License-Identifier: Apache-2.0
// Text of instructions, with LLVM's C interface. Never in the hot path.
#ifndef WAVELOCK_DISASM_H
#define WAVELOCK_DISASM_H

#include <stddef.h>
#include <stdint.h>

#include "wavelock/model.h"

// The instruction words[0] (and words[1] where it has two) at pc; in parentheses why there is none.
void disassemble(uint64_t pc, const uint32_t words[2], char *text, size_t size);
// "slot 0, lane 3: global_store_dword v[0:1], v2, off at 0x100002314, address 0x0": the first of the accesses.
void unmapped_text(const wl_unmapped *u, char *text, size_t size);
// "accesses" or "access", by their number.
static inline const char *unmapped_noun(const wl_unmapped *u) { return u->count == 1 ? "access" : "accesses"; }

#endif
