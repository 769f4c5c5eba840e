// SPDX-License-Identifier: Apache-2.0
// Opcodes that the unit has and LLVM must reject: owner operations (DS 224..231), shared registers (SOPP 64, 65) and
// clauses (SOPP 66). No second decoder has them, so their fields are read here once more, from lds.md 6.
#include "decode.h"

#include <stdio.h>
#include <string.h>

static bool is_clause(uint32_t w0) { return wl_word_is_sopp(w0, WL_OP_clause); }

bool is_extension(const uint32_t w[2]) {
  if (wl_format_of(w[0]) == WL_FMT_SOPP)
    return wl_word_is_sopp(w[0], WL_OP_shared_on) || wl_word_is_sopp(w[0], WL_OP_shared_off) || is_clause(w[0]);
  const uint32_t op = wl_op_of(WL_FMT_DS, w[0]);
  return wl_format_of(w[0]) == WL_FMT_DS && op >= WL_OP_owner_write_b32 && op <= WL_OP_owner_read_b128;
}

// Whether the fields of an owner operation are legal.
static bool is_legal(const uint32_t w[2], allocation a, bool write, uint32_t dwords) {
  enum { STRIDE_LEAST = 4, STRIDE_MOST = 64, INDEX_MOST = 60 };
  if (w[0] & (WL_DS_RESERVED | WL_DS_GDS)) return false;
  if (write) {
    const uint32_t index = wl_field(w[0], WL_OWNER_INDEX), stride = wl_field(w[0], WL_OWNER_STRIDE);
    if (index % 4 || stride % 4 || stride < STRIDE_LEAST || stride > STRIDE_MOST) return false;
    if (index > INDEX_MOST || index + 4 > stride) return false;
    return wl_field(w[1], WL_DS_DATA0) + dwords <= a.vgprs;
  }
  return !(w[0] & WL_OWNER_READ_RESERVED) && wl_field(w[1], WL_DS_ADDR) < a.vgprs &&
         wl_field(w[1], WL_DS_VDST) + dwords <= a.vgprs;
}

static bool is_vgpr(const wl_decoded_operand *o, uint32_t reg, uint32_t regs) {
  return o->kind == WL_DECODED_VGPR && o->reg == reg && o->regs == regs;
}

static bool is_none(const wl_decoded_operand *o) { return o->kind == WL_DECODED_NONE; }

static void check_owner(const uint32_t w[2], const wl_decoded *d, allocation a, char *why, size_t size) {
  const char *const names[] = {"owner_write_b32", "owner_write_b64", "owner_write_b96", "owner_write_b128",
                               "owner_read_b32",  "owner_read_b64",  "owner_read_b96",  "owner_read_b128"};
  const uint32_t op = wl_op_of(WL_FMT_DS, w[0]), dwords = op % 4 + 1;
  const bool write = op < WL_OP_owner_read_b32, legal = is_legal(w, a, write, dwords);
  if (d->legal != legal) snprintf(why, size, "extension: the model must say %s", legal ? "legal" : "illegal");
  if (why[0] != 0 || !legal) return;
  const bool same =
      write ? is_none(&d->src[0]) && is_vgpr(&d->src[1], wl_field(w[1], WL_DS_DATA0), dwords) && d->vdst_vgprs == 0
            : is_vgpr(&d->src[0], wl_field(w[1], WL_DS_ADDR), 1) && is_none(&d->src[1]) && d->vdst_vgprs == dwords &&
                  d->vdst == wl_field(w[1], WL_DS_VDST);
  if (!same || !is_none(&d->src[2]) || (uint32_t)d->simm != wl_field(w[0], WL_DS_OFFSET) ||
      strcmp(d->name, names[op - WL_OP_owner_write_b32]) != 0) {
    snprintf(why, size, "extension: name or fields");
  }
}

static void check_sopp(uint32_t w0, const wl_decoded *d, char *why, size_t size) {
  enum { CLAUSE_MOST = 128 };
  const uint32_t length = wl_field(w0, WL_SOP_SIMM16);
  const bool legal = !is_clause(w0) || (length >= 1 && length <= CLAUSE_MOST);
  const char *name = is_clause(w0) ? "clause" : wl_word_is_sopp(w0, WL_OP_shared_on) ? "shared_on" : "shared_off";
  if (d->legal != legal) snprintf(why, size, "extension: the model must say %s", legal ? "legal" : "illegal");
  else if (legal && (d->simm != (int16_t)w0 || strcmp(d->name, name) != 0))
    snprintf(why, size, "extension: name or fields");
}

void check_extension(const uint32_t w[2], const wl_decoded *d, allocation a, char *why, size_t size) {
  const bool sopp = wl_format_of(w[0]) == WL_FMT_SOPP;
  const uint32_t operands = WL_DS_OFFSET, bits = WL_DS_GDS | WL_DS_RESERVED;
  // As it is; without its operands; also without GDS and the reserved bit.
  const uint32_t asked[3][2] = {{w[0], w[1]}, {w[0] & ~operands, 0}, {w[0] & ~(operands | (sopp ? 0 : bits)), 0}};
  why[0] = 0;
  for (uint32_t i = 0; i < 3; i++) {
    reading llvm;
    char text[LINE];
    llvm_read(asked[i], &llvm, text, sizeof text);
    if (llvm.legal) snprintf(why, size, "extension: LLVM accepts it: %.200s", text);
  }
  if (why[0] == 0 && (!d->known || d->size != (sopp ? 4 : 8)))
    snprintf(why, size, "extension: not in the model, or its size");
  if (why[0] != 0) return;
  if (sopp) check_sopp(w[0], d, why, size);
  else check_owner(w, d, a, why, size);
}
