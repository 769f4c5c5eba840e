// SPDX-License-Identifier: Apache-2.0
// Where both refuse a word, LLVM may do so only because it wants fields without use to be zero, and the model for a
// wrong reason. Here such fields are cleared from LLVM's side alone: nothing of the model's reading is used but the
// format.
#include "decode.h"

#include <string.h>

// Forms of the words to try, and how many operands LLVM's reading must have for the cleared fields to be none of it:
// at most `operands`.
typedef struct {
  uint32_t words[2];
  uint32_t operands;
} variant;
enum { VARIANTS = 4 };

static uint32_t field(uint32_t word, uint32_t at, uint32_t width) { return word >> at & ((1u << width) - 1); }

static bool is_vop3b(uint32_t op) {
  return (op >= 281 && op <= 286) || op == 480 || op == 481 || op == 488 || op == 489;
}

static uint32_t add(variant v[VARIANTS], uint32_t n, uint32_t w0, uint32_t w1, uint32_t operands) {
  v[n] = (variant){{w0, w1}, operands};
  return n + 1;
}

static uint32_t loosen_vop3(const uint32_t w[2], variant v[VARIANTS]) {
  const bool vop3b = is_vop3b(field(w[0], 16, 10));
  const uint32_t w0 = w[0] & (vop3b ? ~0x8000u : ~0xff00u), w1 = w[1] & 0x07ffffff, results = vop3b ? 2 : 1;
  uint32_t n = add(v, 0, w0, w1, OPERANDS);
  n = add(v, n, w0, w1 & 0x0003ffff, results + 2);
  n = add(v, n, w0, w1 & 0x000001ff, results + 1);
  return add(v, n, w0 & 0xffff0000, 0, 0);
}

static uint32_t loosen_vop3p(const uint32_t w[2], variant v[VARIANTS]) {
  const uint32_t w0 = w[0] & ~0x8700u, w1 = w[1] & 0x1fffffff;
  const uint32_t n = add(v, 0, w0, w1, OPERANDS);
  return add(v, n, (w0 & ~0x2000u) | 0x4000u, w1 & 0x1803ffff, 3);
}

// The modifiers of a second dword, and of VOP1 all that is about source 1.
static uint32_t loosen_short(const uint32_t w[2], const char *format, variant v[VARIANTS]) {
  const uint32_t src0 = w[0] & 0x1ff;
  const bool vop1 = strcmp(format, "VOP1") == 0, vopc = strcmp(format, "VOPC") == 0;
  uint32_t n = 0;
  if (src0 == 249) {
    const uint32_t kept = vopc ? 0x8787ffff : vop1 ? 0x00871fff : 0x87871fff;
    n = add(v, n, w[0], w[1] & kept, OPERANDS);
  } else if (src0 == 250) {
    // A compare of 64 bits has no DPP form; the others are asked about as v_add_u32.
    const uint32_t w0 = vopc && field(w[0], 17, 8) < 0xe0 ? (w[0] & 0x1ffff) | 0x34u << 25 : w[0];
    n = add(v, n, w0, w[1] & 0xff0fffff, OPERANDS);
  }
  if (vop1) n = add(v, n, w[0] & 0xfe01fe00, 0, 0);
  return n;
}

// The fields of the second word that a DS instruction has, by LLVM's name for it (lds.md section 3.4).
static uint32_t ds_fields(const char *name) {
  enum { ADDR = 0xff, DATA0 = 0xff00, DATA1 = 0xff0000 };
  const uint32_t vdst = 0xff000000;
  const char *const two[] = {"write2", "wrxchg2", "cmpst", "mskor", "wrap"};
  if (strcmp(name, "ds_nop") == 0) return 0;
  if (strstr(name, "write_addtid")) return DATA0;
  if (strstr(name, "addtid") || strstr(name, "append") || strstr(name, "consume")) return vdst;
  if (strstr(name, "src2")) return ADDR;
  if (strstr(name, "read") || strstr(name, "swizzle")) return ADDR | vdst;
  uint32_t fields = ADDR | DATA0 | (strstr(name, "rtn") || strstr(name, "permute") ? vdst : 0);
  for (size_t i = 0; i < sizeof two / sizeof *two; i++) {
    if (strstr(name, two[i])) fields |= DATA1;
  }
  return fields;
}

static uint32_t loosen_ds(const uint32_t w[2], variant v[VARIANTS]) {
  const uint32_t plain[2] = {w[0], 0};
  reading r;
  char text[512];
  llvm_read(plain, &r, text, sizeof text);
  return r.legal ? add(v, 0, w[0], w[1] & ds_fields(r.mnemonic), 4) : 0;
}

static uint32_t loosen(const uint32_t w[2], const char *format, variant v[VARIANTS]) {
  if (strcmp(format, "VOP3") == 0) return loosen_vop3(w, v);
  if (strcmp(format, "VOP3P") == 0) return loosen_vop3p(w, v);
  if (strncmp(format, "VOP", 3) == 0) return loosen_short(w, format, v);
  uint32_t n = 0;
  if (strcmp(format, "SOPP") == 0) return add(v, n, w[0] & 0xffff0000, w[1], 0);
  if (strcmp(format, "SOP1") == 0) return add(v, n, w[0] & ~0x7f0000u, w[1], 1);
  if (strcmp(format, "SOP2") == 0) return add(v, n, w[0] & ~0x7f0000u, w[1], 2);
  if (strcmp(format, "SOPK") == 0) return add(v, n, w[0] & ~0x7f0000u, w[1], 2);
  if (strcmp(format, "DS") == 0) return loosen_ds(w, v);
  if (strcmp(format, "FLAT") == 0) {
    // A load, a store.
    n = add(v, n, w[0], w[1] & 0xffff00ff, 3);
    return add(v, n, w[0], w[1] & 0x00ffffff, 3);
  }
  return 0;
}

// Whether the reading shows that what was cleared in variant i is no part of the instruction.
static bool is_unused(const char *format, const reading *llvm, uint32_t i) {
  const char *name = llvm->mnemonic;
  if (strcmp(format, "SOPK") == 0) return strncmp(name, "s_setreg_imm32", 14) == 0;
  if (strncmp(format, "SOP", 3) == 0) return llvm->operands == 0 || !has_result(llvm);
  if (strcmp(format, "FLAT") == 0) return strstr(name, "load") ? i == 0 : i >= 1;
  return true;
}

bool refused_for_nothing(const uint32_t words[2], const wl_decoded *d, allocation a, reading *llvm, char *text,
                         size_t size) {
  variant v[VARIANTS];
  const uint32_t n = loosen(words, d->format, v);
  for (uint32_t i = 0; i < n; i++) {
    llvm_read(v[i].words, llvm, text, size);
    if (!llvm->legal || llvm->operands > v[i].operands) continue;
    if (is_unused(d->format, llvm, i) && refusal(words, d, llvm, a) < 0) return true;
  }
  return false;
}
