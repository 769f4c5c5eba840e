// SPDX-License-Identifier: Apache-2.0
#include "gfx9/disasm.h"

#include "gfx9/llvm_dies.h"
#include "wavelock/opcodes.h"

#include <dlfcn.h>
#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// LLVM is loaded at the first request, because loading takes longer than a short run and most runs make no request.
static struct {
  __typeof__(LLVMDisasmInstruction) *instruction;
  LLVMDisasmContextRef context[WL_ISAS];  // NULL: LLVM cannot be loaded
} llvm;

static bool load(void) {
  static bool loaded;
  if (loaded) return llvm.context[WL_GFX900] != NULL;
  loaded = true;
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
  for (wl_isa isa = WL_GFX900; isa < WL_ISAS && create && llvm.instruction; isa++)
    llvm.context[isa] = create("amdgcn-amd-amdhsa", wl_isa_name(isa), NULL, 0, NULL, NULL);
  return llvm.context[WL_GFX900] != NULL;
}

// The text of what LLVM does not know of these targets: a Wavelock extension (D-R700-2), s_waitcnt_vscnt of a unit with
// RDNA memory (D-MEM-57). False: it is neither.
static bool own_operation(const uint32_t words[2], char *text, size_t size) {
  const uint32_t w = words[0];
  if (wl_format_of(w) == WL_FMT_SOPK && wl_op_of(WL_FMT_SOPK, w) == WL_OP_s_waitcnt_vscnt &&
      wl_field(w, WL_SOP_SDST) == WL_NULL) {
    snprintf(text, size, "s_waitcnt_vscnt null, 0x%x", wl_field(w, WL_SOP_SIMM16));
    return true;
  }
  if (wl_word_is_sopp(w, WL_OP_shared_on)) {
    snprintf(text, size, "shared_on %u", w & 15);
    return true;
  }
  if (wl_word_is_sopp(w, WL_OP_shared_off)) {
    snprintf(text, size, "shared_off");
    return true;
  }
  if (wl_word_is_sopp(w, WL_OP_clause)) {
    snprintf(text, size, "clause %u", wl_field(w, WL_SOP_SIMM16));
    return true;
  }
  if (wl_format_of(w) != WL_FMT_DS) return false;
  const uint32_t op = wl_op_of(WL_FMT_DS, w);
  if (op >= WL_OP_owner_write_b32 && op <= WL_OP_owner_write_b128) {
    const uint32_t data = wl_field(words[1], WL_DS_DATA0), last = data + op - WL_OP_owner_write_b32;
    snprintf(text, size, "owner_write v[%u:%u] stride:%u index:%u%s", data, last, wl_field(w, WL_OWNER_STRIDE),
             wl_field(w, WL_OWNER_INDEX), w & WL_OWNER_GROUP ? " relative" : "");
  } else if (op >= WL_OP_owner_read_b32 && op <= WL_OP_owner_read_b128) {
    const uint32_t dst = wl_field(words[1], WL_DS_VDST), last = dst + op - WL_OP_owner_read_b32;
    snprintf(text, size, "owner_read v[%u:%u], v%u offset:%u%s", dst, last, wl_field(words[1], WL_DS_ADDR),
             wl_field(w, WL_OWNER_READ_OFFSET), w & WL_OWNER_READ_BROADCAST ? " broadcast" : "");
  } else {
    return false;
  }
  return true;
}

void disassemble(wl_isa isa, uint64_t pc, const uint32_t words[2], char *text, size_t size) {
  uint8_t bytes[8];
  for (uint32_t i = 0; i < 8; i++) bytes[i] = (uint8_t)(words[i / 4] >> (8 * (i % 4)));
  char line[256];
  if (llvm_dies(words)) {
    snprintf(text, size, "(SDWA with a reserved select)");
    return;
  }
  if (own_operation(words, text, size)) return;
  if (!load()) {
    snprintf(text, size, "(no text: libLLVM-16 cannot be loaded)");
    return;
  }
  if (!llvm.instruction(llvm.context[isa], bytes, sizeof bytes, pc, line, sizeof line)) {
    snprintf(text, size, "(not an instruction of %s)", wl_isa_name(isa));
    return;
  }
  // LLVM puts a tab in front of the mnemonic and one behind it.
  const char *from = line + strspn(line, "\t ");
  size_t n = 0;
  for (; *from && n + 1 < size; from++) text[n++] = *from == '\t' ? ' ' : *from;
  while (n > 0 && text[n - 1] == ' ') n--;
  if (size) text[n] = 0;
}
