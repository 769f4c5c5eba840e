// SPDX-License-Identifier: Apache-2.0
#include "check/report/disasm.h"

#include "check/report/llvm_dies.h"
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

static void range_text(const wl_mem_range *r, char *text, size_t size) {
  const unsigned long long bytes = r->size;
  switch (r->content) {
    case WL_CONTENT_ARGUMENTS: snprintf(text, size, "the %llu bytes of arguments", bytes); break;
    case WL_CONTENT_CODE: snprintf(text, size, "the code object of %llu bytes", bytes); break;
    case WL_CONTENT_SCRATCH: snprintf(text, size, "the wave's %llu bytes of scratch", bytes); break;
    case WL_CONTENT_QUEUE: snprintf(text, size, "the queue of %llu bytes", bytes); break;
    case WL_CONTENT_LDS: snprintf(text, size, "the workgroup's %llu bytes of LDS", bytes); break;
    default:
      if (r->name) snprintf(text, size, "buffer %.40s of %llu bytes", r->name, bytes);
      else snprintf(text, size, "buffer %u of %llu bytes", r->number, bytes);
  }
}

void allocation_text(const wl_unmapped *u, char *text, size_t size) {
  const wl_mem_range *r = &u->nearest;
  const uint64_t end = r->at + r->size;
  const bool lds = r->content == WL_CONTENT_LDS;
  const bool before = lds ? (int64_t)u->address < 0 : u->address < r->at, past = u->address >= end;
  const unsigned long long n = before ? r->at - u->address : past ? u->address - end : u->bytes - (end - u->address);
  const char *const bytes = n == 1 ? "byte" : "bytes";
  char range[96];
  range_text(r, range, sizeof range);
  if (lds && r->size == 0) snprintf(text, size, "the workgroup has no LDS");
  else if (before) snprintf(text, size, "%llu %s before %s", n, bytes, range);
  else if (u->address == end) snprintf(text, size, "right behind %s", range);
  else if (past) snprintf(text, size, "%llu %s past %s", n, bytes, range);
  else if (u->bytes <= end - u->address) snprintf(text, size, "it runs from another allocation into %s", range);
  else if (n == 1) snprintf(text, size, "its last byte is past %s", range);
  else snprintf(text, size, "its last %llu bytes are past %s", n, range);
}

void unmapped_text(const wl_unmapped *u, char *text, size_t size) {
  char insn[128], lane[24] = "", place[160] = "";
  const bool lds = u->nearest.content == WL_CONTENT_LDS, below = lds && (int64_t)u->address < 0;
  const bool scalar = wl_format_of(u->words[0]) == WL_FMT_SMEM;
  disassemble(WL_GFX900, u->pc, u->words, insn, sizeof insn);  // memory instructions are the same in each
  if (!scalar) snprintf(lane, sizeof lane, ", lane %u", u->lane);
  if (!lds && !wl_is_canonical(u->address)) {
    snprintf(place, sizeof place, "bits 63:48 differ from bit 47, so nothing is there");
  } else if (u->bytes) {
    allocation_text(u, place, sizeof place);
  }
  snprintf(text, size, "slot %u%s: %s at 0x%llx, %saddress %s0x%llx%s%s", u->slot, lane, insn,
           (unsigned long long)u->pc, lds ? "LDS " : "", below ? "-" : "",
           (unsigned long long)(below ? 0 - u->address : u->address), *place ? ": " : "", place);
}
