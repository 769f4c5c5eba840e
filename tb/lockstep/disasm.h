// Disassembly for people, with LLVM. Never in the hot path.
#ifndef WAVELOCK_DISASM_H
#define WAVELOCK_DISASM_H

#include <stddef.h>
#include <stdint.h>

// The instruction words[0] (and words[1] where it has two) at pc; in parentheses why there is none.
void disassemble(uint64_t pc, const uint32_t words[2], char *text, size_t size);

#endif
