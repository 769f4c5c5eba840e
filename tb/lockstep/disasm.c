// Disassembly for reports, with LLVM's C interface. Never in the hot path.
#include "internal.h"
#include "llvm_dies.h"

#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>
#include <stdio.h>

static LLVMDisasmContextRef disassembler(void) {
  static LLVMDisasmContextRef context;
  static bool tried;
  if (!tried) {
    tried = true;
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUDisassembler();
    context = LLVMCreateDisasmCPU("amdgcn-amd-amdhsa", "gfx900", NULL, 0, NULL, NULL);
  }
  return context;
}

void disassemble(uint64_t pc, const uint32_t words[2], char *text, size_t size) {
  LLVMDisasmContextRef context = disassembler();
  uint8_t bytes[8];
  for (uint32_t i = 0; i < 8; i++) bytes[i] = (uint8_t)(words[i / 4] >> (8 * (i % 4)));
  char line[256];
  if (llvm_dies(words)) {
    snprintf(text, size, "(SDWA with a reserved select)");
    return;
  }
  if (!context || !LLVMDisasmInstruction(context, bytes, sizeof bytes, pc, line, sizeof line)) {
    snprintf(text, size, "(not an instruction of gfx900)");
    return;
  }
  // LLVM puts a tab in front and between mnemonic and operands.
  const char *from = line + strspn(line, "\t ");
  size_t n = 0;
  for (; *from && n + 1 < size; from++) text[n++] = *from == '\t' ? ' ' : *from;
  while (n > 0 && text[n - 1] == ' ') n--;
  if (size) text[n] = 0;
}
