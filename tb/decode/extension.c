// SPDX-License-Identifier: Apache-2.0
// Opcodes that the unit has and LLVM must reject: owner operations (DS 224..231) and shared registers (SOPP 64, 65).
// There is no second decoder to hold the model's reading against, so the fields are read here once more, from lds.md 6.
#include "decode.h"

#include <stdio.h>
#include <string.h>

static uint32_t field(uint32_t word, uint32_t at, uint32_t width) { return word >> at & ((1u << width) - 1); }
static bool is_sopp(const uint32_t w[2]) { return w[0] >> 23 == 0x17f; }

bool is_extension(const uint32_t w[2]) {
  if (is_sopp(w)) return field(w[0], 16, 7) == 64 || field(w[0], 16, 7) == 65;
  return w[0] >> 26 == 0x36 && field(w[0], 17, 8) >> 3 == 224 >> 3;
}

// Of the owner operations: what the fields allow.
static bool is_legal(const uint32_t w[2], allocation a, bool write, uint32_t dwords) {
  if (field(w[0], 25, 1) || field(w[0], 16, 1)) return false;  // 0 in the format; GDS
  if (write) {
    const uint32_t index = field(w[0], 0, 8), stride = field(w[0], 8, 7);
    if (index % 4 || stride % 4 || stride < 4 || stride > 64 || index > 60 || index + 4 > stride) return false;
    return field(w[1], 8, 8) + dwords <= a.vgprs;
  }
  return field(w[0], 9, 7) == 0 && field(w[1], 0, 8) < a.vgprs && field(w[1], 24, 8) + dwords <= a.vgprs;
}

static bool is_vgpr(const wl_decoded_operand *o, uint32_t reg, uint32_t regs) {
  return o->kind == WL_DECODED_VGPR && o->reg == reg && o->regs == regs;
}

static bool is_none(const wl_decoded_operand *o) { return o->kind == WL_DECODED_NONE; }

static void check_owner(const uint32_t w[2], const wl_decoded *d, allocation a, char *why, size_t size) {
  const char *const names[] = {"owner_write_b32", "owner_write_b64", "owner_write_b96", "owner_write_b128",
                               "owner_read_b32",  "owner_read_b64",  "owner_read_b96",  "owner_read_b128"};
  const uint32_t op = field(w[0], 17, 8), dwords = op % 4 + 1;
  const bool write = op < 228, legal = is_legal(w, a, write, dwords);
  if (d->legal != legal) snprintf(why, size, "extension: the model must say %s", legal ? "legal" : "illegal");
  if (why[0] != 0 || !legal) return;
  const bool same = write ? is_none(&d->src[0]) && is_vgpr(&d->src[1], field(w[1], 8, 8), dwords) && d->vdst_rows == 0
                          : is_vgpr(&d->src[0], field(w[1], 0, 8), 1) && is_none(&d->src[1]) &&
                                d->vdst_rows == dwords && d->vdst == field(w[1], 24, 8);
  if (!same || !is_none(&d->src[2]) || (uint32_t)d->simm != field(w[0], 0, 16) ||
      strcmp(d->name, names[op - 224]) != 0) {
    snprintf(why, size, "extension: name or fields");
  }
}

void check_extension(const uint32_t w[2], const wl_decoded *d, allocation a, char *why, size_t size) {
  const bool sopp = is_sopp(w);
  // As it is; without its fields; and without GDS and bit 25 besides.
  const uint32_t asked[3][2] = {{w[0], w[1]}, {w[0] & 0xffff0000, 0}, {w[0] & (sopp ? 0xffff0000 : 0xfdfe0000), 0}};
  why[0] = 0;
  for (uint32_t i = 0; i < 3; i++) {
    reading llvm;
    char text[512];
    llvm_read(asked[i], &llvm, text, sizeof text);
    if (llvm.legal) snprintf(why, size, "extension: LLVM accepts it: %.200s", text);
  }
  if (why[0] == 0 && (!d->known || d->size != (sopp ? 4 : 8)))
    snprintf(why, size, "extension: not in the model, or its size");
  if (why[0] != 0) return;
  if (!sopp) {
    check_owner(w, d, a, why, size);
  } else if (!d->legal || d->simm != (int16_t)w[0] ||
             strcmp(d->name, field(w[0], 16, 7) == 64 ? "shared_on" : "shared_off") != 0) {
    snprintf(why, size, "extension: name or fields");
  }
}
