// SPDX-License-Identifier: Apache-2.0
// Text of instructions, by LLVM's C interface. Slow: for reports and traces only.
#ifndef WAVELOCK_GFX9_DISASM_H
#define WAVELOCK_GFX9_DISASM_H

#include <stddef.h>
#include <stdint.h>

#include "wavelock/instruction_set.h"

// The instruction at pc of a unit with this instruction set as text, as much as fits. words[1] counts where the
// instruction has 8 bytes. A text in parentheses says why there is no instruction.
void disassemble(wl_isa isa, uint64_t pc, const uint32_t words[2], char *text, size_t size);

#endif
