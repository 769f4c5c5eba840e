// SPDX-License-Identifier: Apache-2.0
// Words that both refuse: LLVM may refuse them only because it wants fields without use to be zero, and the model for
// a wrong reason. Here such fields are cleared from LLVM's point of view: only the format comes from the model's
// reading.
#include "decode.h"

#include <string.h>

// A relaxed encoding, and the most operands that LLVM's reading may have if the cleared fields are no part of it.
typedef struct {
  uint32_t words[2];
  uint32_t operands;
} variant;
enum { VARIANTS = 4 };

// The half of the first dword with the encoding and, in VOP3 and SOPP, the opcode.
#define OPCODE_HALF WL_BITS(31, 16)
#define OP_SEL_2 WL_BIT(13)  // VOP3P: OP_SEL of source 2

static bool is_vop3b(uint32_t op) {
  switch (op) {
    case WL_OP_v_mad_u64_u32:
    case WL_OP_v_mad_i64_i32:
    case WL_OP_v_div_scale_f32:
    case WL_OP_v_div_scale_f64: return true;
    default:
      return op >= wl_vop3_op(WL_FMT_VOP2, WL_OP_v_add_co_u32) && op <= wl_vop3_op(WL_FMT_VOP2, WL_OP_v_subbrev_co_u32);
  }
}

static uint32_t add(variant v[VARIANTS], uint32_t n, uint32_t w0, uint32_t w1, uint32_t operands) {
  v[n] = (variant){{w0, w1}, operands};
  return n + 1;
}

static uint32_t relax_vop3(const uint32_t w[2], variant v[VARIANTS]) {
  const bool vop3b = is_vop3b(wl_op_of(WL_FMT_VOP3, w[0]));
  const uint32_t unused = WL_VOP3_CLAMP | (vop3b ? 0 : WL_VOP3_ABS | WL_VOP3_OP_SEL);
  const uint32_t w0 = w[0] & ~unused, w1 = w[1] & ~(WL_VOP3_OMOD | WL_VOP3_NEG), results = vop3b ? 2 : 1;
  uint32_t n = add(v, 0, w0, w1, OPERANDS);
  n = add(v, n, w0, w1 & (WL_VOP3_SRC0 | WL_VOP3_SRC1), results + 2);
  n = add(v, n, w0, w1 & WL_VOP3_SRC0, results + 1);
  return add(v, n, w0 & OPCODE_HALF, 0, 0);
}

static uint32_t relax_vop3p(const uint32_t w[2], variant v[VARIANTS]) {
  const uint32_t w0 = w[0] & ~(WL_VOP3_CLAMP | WL_VOP3_ABS), w1 = w[1] & ~WL_VOP3_NEG;
  const uint32_t n = add(v, 0, w0, w1, OPERANDS);
  // Without source 2: OP_SEL is 0 and OP_SEL_HI 1.
  const uint32_t two = (w0 & ~OP_SEL_2) | WL_VOP3P_OP_SEL_HI_2;
  return add(v, n, two, w1 & (WL_VOP3P_OP_SEL_HI_01 | WL_VOP3_SRC0 | WL_VOP3_SRC1), 3);
}

static bool compares_64_bits(uint32_t op) {
  return op == WL_OP_v_cmp_class_f64 || op == WL_OP_v_cmpx_class_f64 || op >= WL_OP_v_cmp_f_i64 ||
         (op >= WL_OP_v_cmp_f_f64 && op <= WL_OP_v_cmpx_tru_f64);
}

// Without the modifiers of a second dword and, in VOP1, the fields of source 1.
static uint32_t relax_short(const uint32_t w[2], const char *format, variant v[VARIANTS]) {
  const uint32_t src0 = wl_field(w[0], WL_VOP_SRC0);
  const bool vop1 = strcmp(format, "VOP1") == 0, vopc = strcmp(format, "VOPC") == 0;
  uint32_t n = 0;
  if (src0 == WL_SRC_SDWA) {
    const uint32_t first = WL_SDWA_SRC0 | WL_SDWA_SRC_SEL | WL_SDWA_SRC0_IS_SGPR;
    const uint32_t second = WL_SDWA_SRC_SEL << 8 | WL_SDWA_SRC1_IS_SGPR;
    const uint32_t result = WL_SDWA_DST_SEL | WL_SDWA_DST_UNUSED;
    const uint32_t kept = vopc ? first | second | WL_SDWA_SDST | WL_SDWA_SD : first | result | (vop1 ? 0 : second);
    n = add(v, n, w[0], w[1] & kept, OPERANDS);
  } else if (src0 == WL_SRC_DPP) {
    // A 64-bit compare has no DPP form. LLVM is asked about the others as v_add_u32.
    const uint32_t w0 =
        vopc && !compares_64_bits(wl_op_of(WL_FMT_VOPC, w[0])) ? vop2_word(WL_OP_v_add_u32, w[0]) : w[0];
    const uint32_t modifiers = WL_DPP_SRC0_NEG | WL_DPP_SRC0_ABS | WL_DPP_SRC1_NEG | WL_DPP_SRC1_ABS;
    n = add(v, n, w0, w[1] & ~modifiers, OPERANDS);
  }
  if (vop1) n = add(v, n, w[0] & ~(WL_VOP_VDST | WL_VOP_SRC0), 0, 0);
  return n;
}

// The fields of the second dword of a DS instruction, by LLVM's name of it (lds.md 3.4).
static uint32_t ds_fields(const char *name) {
  const char *const two[] = {"write2", "wrxchg2", "cmpst", "mskor", "wrap"};
  if (strcmp(name, "ds_nop") == 0) return 0;
  if (strstr(name, "write_addtid")) return WL_DS_DATA0;
  if (strstr(name, "addtid") || strstr(name, "append") || strstr(name, "consume")) return WL_DS_VDST;
  if (strstr(name, "src2")) return WL_DS_ADDR;
  if (strstr(name, "read") || strstr(name, "swizzle")) return WL_DS_ADDR | WL_DS_VDST;
  uint32_t fields = WL_DS_ADDR | WL_DS_DATA0;
  if (strstr(name, "rtn") || strstr(name, "permute")) fields |= WL_DS_VDST;
  for (size_t i = 0; i < sizeof two / sizeof *two; i++) {
    if (strstr(name, two[i])) fields |= WL_DS_DATA1;
  }
  return fields;
}

static uint32_t relax_ds(const uint32_t w[2], variant v[VARIANTS]) {
  const uint32_t plain[2] = {w[0], 0};
  reading r;
  char text[LINE];
  llvm_read(plain, &r, text, sizeof text);
  return r.legal ? add(v, 0, w[0], w[1] & ds_fields(r.mnemonic), 4) : 0;
}

static uint32_t relax(const uint32_t w[2], const char *format, variant v[VARIANTS]) {
  if (strcmp(format, "VOP3") == 0) return relax_vop3(w, v);
  if (strcmp(format, "VOP3P") == 0) return relax_vop3p(w, v);
  if (strncmp(format, "VOP", 3) == 0) return relax_short(w, format, v);
  uint32_t n = 0;
  if (strcmp(format, "SOPP") == 0) return add(v, n, w[0] & OPCODE_HALF, w[1], 0);
  if (strcmp(format, "SOP1") == 0) return add(v, n, w[0] & ~WL_SOP_SDST, w[1], 1);
  if (strcmp(format, "SOP2") == 0) return add(v, n, w[0] & ~WL_SOP_SDST, w[1], 2);
  if (strcmp(format, "SOPK") == 0) return add(v, n, w[0] & ~WL_SOP_SDST, w[1], 2);
  if (strcmp(format, "DS") == 0) return relax_ds(w, v);
  if (strcmp(format, "FLAT") == 0) {
    // A load has no DATA, a store no VDST.
    n = add(v, n, w[0], w[1] & ~WL_FLAT_DATA, 3);
    return add(v, n, w[0], w[1] & ~WL_FLAT_VDST, 3);
  }
  return 0;
}

// Whether the reading shows that the fields cleared in variant i are no part of the instruction.
static bool is_unused(const char *format, const uint32_t words[2], const reading *llvm, uint32_t i) {
  const char *name = llvm->mnemonic;
  const bool returns = words[0] & WL_FLAT_GLC;
  if (strcmp(format, "SOPK") == 0) return strncmp(name, "s_setreg_imm32", 14) == 0;
  if (strncmp(format, "SOP", 3) == 0) return llvm->operands == 0 || !has_result(llvm);
  if (strcmp(format, "FLAT") == 0 && strstr(name, "_atomic_")) return i >= 1 && !returns;
  if (strcmp(format, "FLAT") == 0) return strstr(name, "load") ? i == 0 : i >= 1;
  return true;
}

bool refused_for_nothing(const uint32_t words[2], const wl_decoded *d, allocation a, reading *llvm, char *text,
                         size_t size) {
  variant v[VARIANTS];
  const uint32_t n = relax(words, d->format, v);
  for (uint32_t i = 0; i < n; i++) {
    llvm_read(v[i].words, llvm, text, size);
    if (!llvm->legal || llvm->operands > v[i].operands) continue;
    if (is_unused(d->format, words, llvm, i) && refusal(words, d, llvm, a) < 0) return true;
  }
  return false;
}
