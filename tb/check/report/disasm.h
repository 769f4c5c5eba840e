// SPDX-License-Identifier: Apache-2.0
// Text of instructions, by LLVM's C interface. Slow: for reports and traces only.
#ifndef WAVELOCK_DISASM_H
#define WAVELOCK_DISASM_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "wavelock/model.h"

// The instruction at pc of a unit with this instruction set as text, as much as fits. words[1] counts where the
// instruction has 8 bytes. A text in parentheses says why there is no instruction.
void disassemble(wl_isa isa, uint64_t pc, const uint32_t words[2], char *text, size_t size);
// "slot 0, lane 3: global_store_dword v[0:1], v2, off at 0x100002314, address 0x0": the first access.
void unmapped_text(const wl_unmapped *u, char *text, size_t size);
// "4 bytes past buffer 1 of 4096 bytes": where the first lies, if u->bytes.
void allocation_text(const wl_unmapped *u, char *text, size_t size);
// What they are, in the singular or the plural.
static inline const char *unmapped_noun(const wl_unmapped *u) {
  if (u->bytes || u->in_lds)
    return u->count == 1 ? "access outside what is allocated" : "accesses outside what is allocated";
  return u->count == 1 ? "access to unmapped memory" : "accesses to unmapped memory";
}
// The headline of a run that ends as HAZARD because of them. first: what unmapped_text says of the first.
static inline void unmapped_why(const wl_unmapped *u, const char *first, char *text, size_t size) {
  snprintf(text, size, "%llu %s; the first: %.400s", (unsigned long long)u->count, unmapped_noun(u), first);
}

#endif
