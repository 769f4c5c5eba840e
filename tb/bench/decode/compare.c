// SPDX-License-Identifier: Apache-2.0
// Compares two readings of one instruction in the normal form.
#include "decode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The bits of an inline float constant from its text, in the three widths.
static bool float_pattern(const char *text, uint32_t bits, uint64_t *value) {
  static const struct {
    double number;
    uint64_t f16, f32, f64;
  } floats[] = {
      {0.5, 0x3800, 0x3f000000, 0x3fe0000000000000},
      {1, 0x3c00, 0x3f800000, 0x3ff0000000000000},
      {2, 0x4000, 0x40000000, 0x4000000000000000},
      {4, 0x4400, 0x40800000, 0x4010000000000000},
      {0.15915494309189532, 0x3118, 0x3e22f983, 0x3fc45f306dc9c882},
  };
  const double x = atof(text);
  for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
    const double error = (x < 0 ? -x : x) - floats[i].number;
    if (error > 1e-8 || error < -1e-8) continue;
    const uint64_t sign = x < 0 ? 1ull << (bits - 1) : 0;
    *value = (bits == 16 ? floats[i].f16 : bits == 32 ? floats[i].f32 : floats[i].f64) | sign;
    return true;
  }
  return false;
}

// An aperture in 32 bits is its low half (D-REG-12).
static bool aperture(const char *name, bool wide, uint64_t *value) {
  static const struct {
    const char *name;
    uint64_t value;
  } rows[] = {{"src_shared_base", 0x0001000000000000},
              {"src_shared_limit", 0x00010000ffffffff},
              {"src_private_base", 0x0002000000000000},
              {"src_private_limit", 0x00020000ffffffff},
              {"src_pops_exiting_wave_id", 0}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (strcmp(name, rows[i].name) != 0) continue;
    *value = wide ? rows[i].value : (uint32_t)rows[i].value;
    return true;
  }
  return false;
}

// Whether LLVM's number, cut or extended to the operand's width, is the model's value.
static bool same_number(const operand *llvm, const operand *model) {
  uint64_t v = llvm->value;
  if (llvm->kind == KIND_NAME) {
    if (!aperture(llvm->text, model->bits == 64, &v)) return false;
    if (model->bits == 16) v &= 0xffff;
  } else if (llvm->kind == KIND_FLOAT) {
    if (!float_pattern(llvm->text, model->bits, &v)) return false;
  } else if (llvm->kind != KIND_NUMBER) {
    return false;
  } else if (model->bits < 64) {
    v &= (1ull << model->bits) - 1;
  } else if (model->high) {
    v <<= 32;
  } else if (model->sign && v <= UINT32_MAX) {
    v = (uint64_t)(int64_t)(int32_t)v;
  }
  return v == model->value;
}

static bool same_operand(const operand *llvm, const operand *model) {
  if (llvm->wrong_class || llvm->neg != model->neg || llvm->abs != model->abs || llvm->sext != model->sext)
    return false;
  switch (model->kind) {
    case KIND_NUMBER: return same_number(llvm, model);
    case KIND_NAME: return llvm->kind == KIND_NAME && strcmp(llvm->text, model->text) == 0;
    default: return llvm->kind == model->kind && llvm->reg == model->reg && llvm->regs == model->regs;
  }
}

static bool has_modifier(const reading *r, const char *text) {
  for (uint32_t i = 0; i < r->modifiers; i++) {
    if (strcmp(r->modifier[i], text) == 0) return true;
  }
  return false;
}

static void show(const operand *o, char *text, size_t size) {
  static const char *const kinds[] = {"VGPR", "SGPR", "number", "float", "name"};
  snprintf(text, size, "%s%s%s%s%s %u+%u 0x%llx %s", o->wrong_class ? "invalid " : "", o->neg ? "neg " : "",
           o->abs ? "abs " : "", o->sext ? "sext " : "", kinds[o->kind], o->reg, o->regs, (unsigned long long)o->value,
           o->text);
}

void compare(const reading *llvm, const reading *model, char *why, size_t size) {
  why[0] = 0;
  if (llvm->legal != model->legal) {
    snprintf(why, size, llvm->legal ? "LLVM says legal, the model illegal" : "LLVM says illegal, the model legal");
  } else if (!llvm->legal) {
    return;
  } else if (llvm->size != model->size) {
    snprintf(why, size, "size: LLVM %u, model %u", llvm->size, model->size);
  } else if (strcmp(llvm->mnemonic, model->mnemonic) != 0) {
    snprintf(why, size, "mnemonic: LLVM %s, model %s", llvm->mnemonic, model->mnemonic);
  } else if (llvm->operands != model->operands) {
    snprintf(why, size, "operands: LLVM %u, model %u", llvm->operands, model->operands);
  } else {
    for (uint32_t i = 0; i < llvm->operands; i++) {
      if (same_operand(&llvm->op[i], &model->op[i])) continue;
      char a[160], b[160];
      show(&llvm->op[i], a, sizeof a);
      show(&model->op[i], b, sizeof b);
      snprintf(why, size, "operand %u: LLVM %s, model %s", i, a, b);
      return;
    }
    for (uint32_t i = 0; i < llvm->modifiers; i++) {
      if (!has_modifier(model, llvm->modifier[i])) snprintf(why, size, "modifier of LLVM alone: %s", llvm->modifier[i]);
    }
    for (uint32_t i = 0; i < model->modifiers; i++) {
      if (!has_modifier(llvm, model->modifier[i]))
        snprintf(why, size, "modifier of the model alone: %s", model->modifier[i]);
    }
  }
}
