// SPDX-License-Identifier: Apache-2.0
#include "disasm.h"

#include "llvm_dies.h"

#include <dlfcn.h>
#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// LLVM is loaded when the first text is asked for: that takes longer than a short run, and most runs ask for none.
static struct {
  __typeof__(LLVMDisasmInstruction) *instruction;
  LLVMDisasmContextRef context;  // NULL: there is none
} llvm;

static bool load(void) {
  static bool tried;
  if (tried) return llvm.context != NULL;
  tried = true;
  void *library = dlopen("libLLVM-16.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
  static const char *const targets[] = {"LLVMInitializeAMDGPUTargetInfo", "LLVMInitializeAMDGPUTargetMC",
                                        "LLVMInitializeAMDGPUDisassembler"};
  for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
    void (*initialize)(void) = (void (*)(void))dlsym(library, targets[i]);
    if (!initialize) return false;
    initialize();
  }
  __typeof__(LLVMCreateDisasmCPU) *create = (__typeof__(LLVMCreateDisasmCPU) *)dlsym(library, "LLVMCreateDisasmCPU");
  llvm.instruction = (__typeof__(LLVMDisasmInstruction) *)dlsym(library, "LLVMDisasmInstruction");
  if (create && llvm.instruction) llvm.context = create("amdgcn-amd-amdhsa", "gfx900", NULL, 0, NULL, NULL);
  return llvm.context != NULL;
}

// The operations that are ours (D-R700-2) and that LLVM does not know; false: none of them.
static bool r700_operation(const uint32_t words[2], char *text, size_t size) {
  uint32_t w = words[0], op = w >> 17 & 0xFF;
  if (w >> 16 == 0xBFC0) {
    snprintf(text, size, "shared_on %u", w & 15);
  } else if (w >> 16 == 0xBFC1) {
    snprintf(text, size, "shared_off");
  } else if (w >> 26 == 0x36 && op >= 224 && op <= 227) {
    uint32_t data = words[1] >> 8 & 0xFF, n = op - 223;
    snprintf(text, size, "owner_write v[%u:%u] stride:%u index:%u%s", data, data + n - 1, w >> 8 & 0x7F, w & 0x3F,
             w >> 15 & 1 ? " relative" : "");
  } else if (w >> 26 == 0x36 && op >= 228 && op <= 231) {
    uint32_t dst = words[1] >> 24, n = op - 227;
    snprintf(text, size, "owner_read v[%u:%u], v%u offset:%u%s", dst, dst + n - 1, words[1] & 0xFF, w & 0xFF,
             w >> 8 & 1 ? " broadcast" : "");
  } else {
    return false;
  }
  return true;
}

void disassemble(uint64_t pc, const uint32_t words[2], char *text, size_t size) {
  uint8_t bytes[8];
  for (uint32_t i = 0; i < 8; i++) bytes[i] = (uint8_t)(words[i / 4] >> (8 * (i % 4)));
  char line[256];
  if (llvm_dies(words)) {
    snprintf(text, size, "(SDWA with a reserved select)");
    return;
  }
  if (r700_operation(words, text, size)) return;
  if (!load()) {
    snprintf(text, size, "(no text: libLLVM-16 cannot be loaded)");
    return;
  }
  if (!llvm.instruction(llvm.context, bytes, sizeof bytes, pc, line, sizeof line)) {
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

void unmapped_text(const wl_unmapped *u, char *text, size_t size) {
  char insn[128], lane[24] = "";
  const bool scalar = u->words[0] >> 26 == 0x30;
  disassemble(u->pc, u->words, insn, sizeof insn);
  if (!scalar) snprintf(lane, sizeof lane, ", lane %u", u->lane);
  snprintf(text, size, "slot %u%s: %s at 0x%llx, address 0x%llx", u->slot, lane, insn, (unsigned long long)u->pc,
           (unsigned long long)u->address);
}
