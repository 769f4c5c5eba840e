// SPDX-License-Identifier: Apache-2.0
// Coverage: fields by gfx9-encoding.md 2 and 3, counted in plain arrays. Nothing here is compared, so it reads
// the words by itself and needs neither the model's decode nor the unit's.
#include "coverage.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

typedef enum {
  SOP1,
  SOP2,
  SOPC,
  SOPK,
  SOPP,
  SMEM,
  VOP1,
  VOP2,
  VOPC,
  VOP3,
  VOP3P,
  VINTRP,
  DS,
  FLAT,
  SCRATCH,
  GLOBAL,
  MUBUF,
  MTBUF,
  MIMG,
  EXP,
  ILLEGAL,
  FORMATS = ILLEGAL
} format;

static const char *const format_names[FORMATS] = {"SOP1",    "SOP2",   "SOPC",  "SOPK",  "SOPP",   "SMEM", "VOP1",
                                                  "VOP2",    "VOPC",   "VOP3",  "VOP3P", "VINTRP", "DS",   "FLAT",
                                                  "SCRATCH", "GLOBAL", "MUBUF", "MTBUF", "MIMG",   "EXP"};

// What a field can hold. The kinds of scalar and 9-bit codes are those of gfx9-encoding.md section 4.
// clang-format off
#define KINDS(X) \
  X(SGPR, "sgpr") X(FLAT_SCRATCH, "flat_scratch") X(XNACK_MASK, "xnack_mask") X(VCC, "vcc") X(M0, "m0") \
  X(EXEC, "exec") X(INT, "inline int") X(FLOAT, "inline float") X(APERTURE, "aperture") X(POPS, "pops id") \
  X(VCCZ, "vccz") X(EXECZ, "execz") X(SCC, "scc") X(LITERAL, "literal") X(VGPR, "vgpr") X(SDWA, "sdwa") \
  X(DPP, "dpp") X(OFF, "off") X(ZERO, "zero") X(POSITIVE, "positive") X(NEGATIVE, "negative") X(BYTE0, "byte 0") \
  X(BYTE1, "byte 1") X(BYTE2, "byte 2") X(BYTE3, "byte 3") X(WORD0, "word 0") X(WORD1, "word 1") \
  X(DWORD, "dword") X(PAD, "pad") X(SEXT, "sext") X(PRESERVE, "preserve") X(QUAD_PERM, "quad_perm") \
  X(ROW_SHL, "row_shl") X(ROW_SHR, "row_shr") X(ROW_ROR, "row_ror") X(WAVE_SHL, "wave_shl") \
  X(WAVE_ROL, "wave_rol") X(WAVE_SHR, "wave_shr") X(WAVE_ROR, "wave_ror") X(ROW_MIRROR, "row_mirror") \
  X(ROW_HALF_MIRROR, "row_half_mirror") X(ROW_BCAST15, "row_bcast:15") X(ROW_BCAST31, "row_bcast:31") \
  X(CLEAR, "0") X(SET, "1") X(SOME, "some") X(ALL, "all") X(OTHER, "other")
// clang-format on

typedef enum {
#define KIND(name, text) K_##name,
  KINDS(KIND)
#undef KIND
      KIND_COUNT
} kind;
static const char *const kind_names[KIND_COUNT] = {
#define KIND(name, text) text,
    KINDS(KIND)
#undef KIND
};

#define B(k) (UINT64_C(1) << K_##k)
#define SDST_KINDS (B(SGPR) | B(FLAT_SCRATCH) | B(XNACK_MASK) | B(VCC) | B(M0) | B(EXEC))
#define SCALAR_KINDS (SDST_KINDS | B(INT) | B(FLOAT) | B(APERTURE) | B(POPS) | B(VCCZ) | B(EXECZ) | B(SCC))
#define MASK_KINDS (B(SGPR) | B(FLAT_SCRATCH) | B(XNACK_MASK) | B(VCC) | B(EXEC))
#define SEL_KINDS (B(BYTE0) | B(BYTE1) | B(BYTE2) | B(BYTE3) | B(WORD0) | B(WORD1) | B(DWORD))
#define DPP_KINDS                                                                                                \
  (B(QUAD_PERM) | B(ROW_SHL) | B(ROW_SHR) | B(ROW_ROR) | B(WAVE_SHL) | B(WAVE_ROL) | B(WAVE_SHR) | B(WAVE_ROR) | \
   B(ROW_MIRROR) | B(ROW_HALF_MIRROR) | B(ROW_BCAST15) | B(ROW_BCAST31))
#define OFFSET_KINDS (B(ZERO) | B(POSITIVE) | B(NEGATIVE))
#define BIT_KINDS (B(CLEAR) | B(SET))
#define LANES_KINDS (B(ZERO) | B(SOME) | B(ALL))

// Every field that is counted, of every format that has it: F(format, field, kinds that are legal in it).
// clang-format off
#define FIELDS(F) \
  F(SOP1, ssrc0, SCALAR_KINDS | B(LITERAL)) F(SOP1, sdst, SDST_KINDS) \
  F(SOP2, ssrc0, SCALAR_KINDS | B(LITERAL)) F(SOP2, ssrc1, SCALAR_KINDS | B(LITERAL)) F(SOP2, sdst, SDST_KINDS) \
  F(SOPC, ssrc0, SCALAR_KINDS | B(LITERAL)) F(SOPC, ssrc1, SCALAR_KINDS | B(LITERAL)) F(SOPK, sdst, SDST_KINDS) \
  F(SMEM, sbase, MASK_KINDS) F(SMEM, sdata, B(SGPR) | B(FLAT_SCRATCH) | B(XNACK_MASK) | B(VCC)) \
  F(SMEM, offset, OFFSET_KINDS | B(OFF)) F(SMEM, soffset, B(SGPR) | B(VCC) | B(M0) | B(OFF)) \
  F(VOP1, src0, SCALAR_KINDS | B(LITERAL) | B(VGPR) | B(SDWA) | B(DPP)) \
  F(VOP2, src0, SCALAR_KINDS | B(LITERAL) | B(VGPR) | B(SDWA) | B(DPP)) \
  F(VOPC, src0, SCALAR_KINDS | B(LITERAL) | B(VGPR) | B(SDWA) | B(DPP)) \
  F(VOP1, sdwa_src0, SCALAR_KINDS | B(VGPR)) F(VOP1, sdwa_src0_sel, SEL_KINDS) F(VOP1, sdwa_src0_sext, BIT_KINDS) \
  F(VOP1, sdwa_dst_sel, SEL_KINDS) F(VOP1, sdwa_dst_unused, B(PAD) | B(SEXT) | B(PRESERVE)) \
  F(VOP2, sdwa_src0, SCALAR_KINDS | B(VGPR)) F(VOP2, sdwa_src0_sel, SEL_KINDS) F(VOP2, sdwa_src0_sext, BIT_KINDS) \
  F(VOP2, sdwa_src1, SCALAR_KINDS | B(VGPR)) F(VOP2, sdwa_src1_sel, SEL_KINDS) F(VOP2, sdwa_src1_sext, BIT_KINDS) \
  F(VOP2, sdwa_dst_sel, SEL_KINDS) F(VOP2, sdwa_dst_unused, B(PAD) | B(SEXT) | B(PRESERVE)) \
  F(VOPC, sdwa_src0, SCALAR_KINDS | B(VGPR)) F(VOPC, sdwa_src0_sel, SEL_KINDS) F(VOPC, sdwa_src0_sext, BIT_KINDS) \
  F(VOPC, sdwa_src1, SCALAR_KINDS | B(VGPR)) F(VOPC, sdwa_src1_sel, SEL_KINDS) F(VOPC, sdwa_src1_sext, BIT_KINDS) \
  F(VOPC, sdwa_sdst, MASK_KINDS) \
  F(VOP1, dpp_ctrl, DPP_KINDS) F(VOP1, dpp_bound_ctrl, BIT_KINDS) F(VOP1, dpp_row_mask, LANES_KINDS) \
  F(VOP1, dpp_bank_mask, LANES_KINDS) \
  F(VOP2, dpp_ctrl, DPP_KINDS) F(VOP2, dpp_bound_ctrl, BIT_KINDS) F(VOP2, dpp_row_mask, LANES_KINDS) \
  F(VOP2, dpp_bank_mask, LANES_KINDS) \
  F(VOPC, dpp_ctrl, DPP_KINDS) F(VOPC, dpp_bound_ctrl, BIT_KINDS) F(VOPC, dpp_row_mask, LANES_KINDS) \
  F(VOPC, dpp_bank_mask, LANES_KINDS) \
  F(VOP3, src0, SCALAR_KINDS | B(VGPR)) F(VOP3, src1, SCALAR_KINDS | B(VGPR)) F(VOP3, src2, SCALAR_KINDS | B(VGPR)) \
  F(VOP3, sdst, MASK_KINDS) F(VOP3, clamp, BIT_KINDS) F(VOP3, neg, BIT_KINDS) F(VOP3, abs, BIT_KINDS) \
  F(VOP3, omod, BIT_KINDS) F(VOP3, op_sel, BIT_KINDS) \
  F(VOP3P, src0, SCALAR_KINDS | B(VGPR)) F(VOP3P, src1, SCALAR_KINDS | B(VGPR)) \
  F(VOP3P, src2, SCALAR_KINDS | B(VGPR)) F(VOP3P, clamp, BIT_KINDS) F(VOP3P, op_sel, LANES_KINDS) \
  F(VOP3P, op_sel_hi, LANES_KINDS) \
  F(DS, offset, B(ZERO) | B(POSITIVE)) F(GLOBAL, offset, OFFSET_KINDS) F(GLOBAL, saddr, MASK_KINDS | B(OFF))
// clang-format on

typedef enum {
#define FIELD(format, name, kinds) F_##format##_##name,
  FIELDS(FIELD)
#undef FIELD
      FIELD_COUNT
} field;
static const struct {
  format of;
  const char *name;
  uint64_t kinds;
} fields[FIELD_COUNT] = {
#define FIELD(format, name, kinds) {format, #name, kinds},
    FIELDS(FIELD)
#undef FIELD
};

static const char *const exec_names[] = {"zero", "one lane", "all", "one hole", "low half", "high half", "other"};
enum { EXEC_CLASSES = sizeof exec_names / sizeof *exec_names, OPCODES = 1024 };

typedef struct {
  uint64_t issued, sdwa, dpp;
  uint32_t words[2];  // of the first, for its name
} opcode_count;

struct wl_coverage {
  opcode_count opcode[FORMATS][OPCODES];
  uint64_t operand[FIELD_COUNT][KIND_COUNT];
  uint64_t exec[FORMATS][EXEC_CLASSES];
};

wl_coverage *wl_coverage_new(void) { return calloc(1, sizeof(wl_coverage)); }
void wl_coverage_free(wl_coverage *c) { free(c); }

static inline uint32_t bits(uint32_t word, int high, int low) {
  return word >> low & (uint32_t)((UINT64_C(2) << (high - low)) - 1);
}

static format decode(const uint32_t w[2], uint32_t *op) {
  static const format flat[] = {FLAT, SCRATCH, GLOBAL, ILLEGAL};
  *op = 0;
  if (!(w[0] >> 31)) {
    if (bits(w[0], 30, 25) == 0x3F) return *op = bits(w[0], 16, 9), VOP1;
    if (bits(w[0], 30, 25) == 0x3E) return *op = bits(w[0], 24, 17), VOPC;
    return *op = bits(w[0], 30, 25), VOP2;
  }
  if (bits(w[0], 31, 30) == 2) {
    if (bits(w[0], 29, 23) == 0x7D) return *op = bits(w[0], 15, 8), SOP1;
    if (bits(w[0], 29, 23) == 0x7E) return *op = bits(w[0], 22, 16), SOPC;
    if (bits(w[0], 29, 23) == 0x7F) return *op = bits(w[0], 22, 16), SOPP;
    if (bits(w[0], 31, 28) == 11) return *op = bits(w[0], 27, 23), SOPK;
    return *op = bits(w[0], 29, 23), SOP2;
  }
  switch (bits(w[0], 31, 26)) {
    case 0x30: return *op = bits(w[0], 25, 18), SMEM;
    case 0x31: return EXP;
    case 0x34:
      if (bits(w[0], 25, 23) == 7) return *op = bits(w[0], 22, 16), VOP3P;
      return *op = bits(w[0], 25, 16), VOP3;
    case 0x35: return *op = bits(w[0], 17, 16), VINTRP;
    case 0x36: return *op = bits(w[0], 24, 17), DS;
    case 0x37: return *op = bits(w[0], 24, 18), flat[bits(w[0], 15, 14)];
    case 0x38: return *op = bits(w[0], 24, 18), MUBUF;
    case 0x3A: return *op = bits(w[0], 18, 15), MTBUF;
    case 0x3C: return *op = bits(w[0], 24, 18) | bits(w[0], 0, 0) << 7, MIMG;
    default: return ILLEGAL;
  }
}

// Kind of a scalar or 9-bit source code.
static kind source(uint32_t code) {
  static const kind special[] = {[235] = K_APERTURE, [236] = K_APERTURE, [237] = K_APERTURE, [238] = K_APERTURE,
                                 [239] = K_POPS,     [249] = K_SDWA,     [250] = K_DPP,      [251] = K_VCCZ,
                                 [252] = K_EXECZ,    [253] = K_SCC,      [254] = K_OTHER,    [255] = K_LITERAL};
  if (code >= 256) return K_VGPR;
  if (code <= 101) return K_SGPR;
  if (code <= 103) return K_FLAT_SCRATCH;
  if (code <= 105) return K_XNACK_MASK;
  if (code <= 107) return K_VCC;
  if (code == 124) return K_M0;
  if (code == 126 || code == 127) return K_EXEC;
  if (code < 128) return K_OTHER;
  if (code <= 208) return K_INT;
  if (code < 235) return K_OTHER;
  if (code >= 240 && code <= 248) return K_FLOAT;
  return special[code];
}

static kind dpp_control(uint32_t control) {
  static const kind single[] = {
      [0x30] = K_WAVE_SHL,   [0x34] = K_WAVE_ROL,        [0x38] = K_WAVE_SHR,    [0x3C] = K_WAVE_ROR,
      [0x40] = K_ROW_MIRROR, [0x41] = K_ROW_HALF_MIRROR, [0x42] = K_ROW_BCAST15, [0x43] = K_ROW_BCAST31};
  if (control < 0x100) return K_QUAD_PERM;
  if (control < 0x110) return K_ROW_SHL;
  if (control < 0x120) return K_ROW_SHR;
  if (control < 0x130) return K_ROW_ROR;
  return control <= 0x143 ? single[control - 0x100] : K_OTHER;
}

static kind bit(bool set) { return set ? K_SET : K_CLEAR; }
static kind some(uint32_t value, uint32_t all) { return !value ? K_ZERO : value == all ? K_ALL : K_SOME; }
static kind sign(int32_t value) { return !value ? K_ZERO : value < 0 ? K_NEGATIVE : K_POSITIVE; }
static int32_t extend(uint32_t value, int width) { return (int32_t)(value << (32 - width)) >> (32 - width); }

#define COUNT(field, kind) (c->operand[F_##field][kind]++)

// The second dword of VOP1, VOP2 and VOPC under SDWA and DPP.
// clang-format off
#define SDWA_SOURCE0(f) \
  (COUNT(f##_sdwa_src0, source(bits(w, 7, 0) | (bits(w, 23, 23) ? 0 : 256))), \
   COUNT(f##_sdwa_src0_sel, K_BYTE0 + bits(w, 18, 16)), COUNT(f##_sdwa_src0_sext, bit(bits(w, 19, 19))))
// clang-format on
// clang-format off
#define SDWA_SOURCE1(f) \
  (COUNT(f##_sdwa_src1, source(bits(w0, 16, 9) | (bits(w, 31, 31) ? 0 : 256))), \
   COUNT(f##_sdwa_src1_sel, K_BYTE0 + bits(w, 26, 24)), COUNT(f##_sdwa_src1_sext, bit(bits(w, 27, 27))))
// clang-format on
// clang-format off
#define SDWA_DESTINATION(f) \
  (COUNT(f##_sdwa_dst_sel, K_BYTE0 + bits(w, 10, 8)), COUNT(f##_sdwa_dst_unused, K_PAD + bits(w, 12, 11)))
// clang-format on
// clang-format off
#define DPP_FIELDS(f) \
  (COUNT(f##_dpp_ctrl, dpp_control(bits(w, 16, 8))), COUNT(f##_dpp_bound_ctrl, bit(bits(w, 19, 19))), \
   COUNT(f##_dpp_bank_mask, some(bits(w, 27, 24), 15)), COUNT(f##_dpp_row_mask, some(bits(w, 31, 28), 15)))
// clang-format on

static void sdwa(wl_coverage *c, format f, uint32_t w0, uint32_t w) {
  if (f == VOP1) {
    SDWA_SOURCE0(VOP1);
    SDWA_DESTINATION(VOP1);
  } else if (f == VOP2) {
    SDWA_SOURCE0(VOP2);
    SDWA_SOURCE1(VOP2);
    SDWA_DESTINATION(VOP2);
  } else {
    SDWA_SOURCE0(VOPC);
    SDWA_SOURCE1(VOPC);
    COUNT(VOPC_sdwa_sdst, bits(w, 15, 15) ? source(bits(w, 14, 8)) : K_VCC);
  }
}

static void dpp(wl_coverage *c, format f, uint32_t w) {
  if (f == VOP1) DPP_FIELDS(VOP1);
  else if (f == VOP2) DPP_FIELDS(VOP2);
  else DPP_FIELDS(VOPC);
}

static void short_vector(wl_coverage *c, format f, opcode_count *o, const uint32_t w[2]) {
  const uint32_t code = bits(w[0], 8, 0);
  c->operand[f == VOP1 ? F_VOP1_src0 : f == VOP2 ? F_VOP2_src0 : F_VOPC_src0][source(code)]++;
  if (code == 249) {
    o->sdwa++;
    sdwa(c, f, w[0], w[1]);
  } else if (code == 250) {
    o->dpp++;
    dpp(c, f, w[1]);
  }
}

// VOP3 opcodes by what they carry: VOPC, VOP2 and VOP1 opcodes, then its own (gfx9-encoding.md 3).
static void long_vector(wl_coverage *c, uint32_t op, const uint32_t w[2]) {
  const bool vop1 = op >= 320 && op < 448, carry_in = op == 256 || (op >= 284 && op <= 286);
  const bool third = (op >= 448 && op < 624) || carry_in;
  const bool vop3b = (op >= 281 && op <= 286) || op == 480 || op == 481 || op == 488 || op == 489;
  const bool no_source = op == 320 || op == 373;  // v_nop, v_clrexcp
  if (!no_source) COUNT(VOP3_src0, source(bits(w[1], 8, 0)));
  if (!vop1) COUNT(VOP3_src1, source(bits(w[1], 17, 9)));
  if (third) COUNT(VOP3_src2, source(bits(w[1], 26, 18)));
  if (op < 256) COUNT(VOP3_sdst, source(bits(w[0], 7, 0)));
  if (vop3b) COUNT(VOP3_sdst, source(bits(w[0], 14, 8)));
  COUNT(VOP3_clamp, bit(bits(w[0], 15, 15)));
  COUNT(VOP3_neg, bit(bits(w[1], 31, 29)));
  COUNT(VOP3_omod, bit(bits(w[1], 28, 27)));
  if (!vop3b) {
    COUNT(VOP3_abs, bit(bits(w[0], 10, 8)));
    COUNT(VOP3_op_sel, bit(bits(w[0], 14, 11)));
  }
}

static void packed(wl_coverage *c, uint32_t op, const uint32_t w[2]) {
  const bool third = op == 0 || op == 9 || op == 14 || op >= 32;
  const uint32_t all = third ? 7 : 3, hi = bits(w[1], 28, 27) | bits(w[0], 14, 14) << 2;
  COUNT(VOP3P_src0, source(bits(w[1], 8, 0)));
  COUNT(VOP3P_src1, source(bits(w[1], 17, 9)));
  if (third) COUNT(VOP3P_src2, source(bits(w[1], 26, 18)));
  COUNT(VOP3P_clamp, bit(bits(w[0], 15, 15)));
  COUNT(VOP3P_op_sel, some(bits(w[0], 13, 11) & all, all));
  COUNT(VOP3P_op_sel_hi, some(hi & all, all));
}

static void smem(wl_coverage *c, const uint32_t w[2]) {
  const bool immediate = bits(w[0], 17, 17), soe = bits(w[0], 14, 14);
  COUNT(SMEM_sbase, source(2 * bits(w[0], 5, 0)));
  COUNT(SMEM_sdata, source(bits(w[0], 12, 6)));
  COUNT(SMEM_offset, immediate ? sign(extend(bits(w[1], 20, 0), 21)) : K_OFF);
  COUNT(SMEM_soffset, soe ? source(bits(w[1], 31, 25)) : immediate ? K_OFF : source(bits(w[1], 6, 0)));
}

static uint32_t exec_class(uint64_t exec) {
  const int lanes = __builtin_popcountll(exec);
  if (lanes == 0) return 0;
  if (lanes == 1) return 1;
  if (lanes == 64) return 2;
  if (lanes == 63) return 3;
  if (exec == 0xFFFFFFFF) return 4;
  if (exec == 0xFFFFFFFF00000000) return 5;
  return 6;
}

void wl_coverage_issue(wl_coverage *c, const uint32_t w[2], uint64_t exec) {
  uint32_t op;
  const format f = decode(w, &op);
  if (f == ILLEGAL) return;
  opcode_count *o = &c->opcode[f][op];
  if (!o->issued++) memcpy(o->words, w, sizeof o->words);
  if (f >= VOP1) c->exec[f][exec_class(exec)]++;
  switch (f) {
    case SOP1:
      // s_getpc, s_set_gpr_idx_* and the jumps lack a source or a destination; their field does not count.
      if (op != 28) COUNT(SOP1_ssrc0, source(bits(w[0], 7, 0)));
      if (op != 29 && op != 31 && op != 46 && op != 50) COUNT(SOP1_sdst, source(bits(w[0], 22, 16)));
      break;
    case SOP2:
      COUNT(SOP2_ssrc0, source(bits(w[0], 7, 0)));
      COUNT(SOP2_ssrc1, source(bits(w[0], 15, 8)));
      if (op != 41) COUNT(SOP2_sdst, source(bits(w[0], 22, 16)));  // s_cbranch_g_fork has none
      break;
    case SOPC:
      COUNT(SOPC_ssrc0, source(bits(w[0], 7, 0)));
      if (op != 17) COUNT(SOPC_ssrc1, source(bits(w[0], 15, 8)));  // s_set_gpr_idx_on: four enable bits
      break;
    case SOPK: COUNT(SOPK_sdst, source(bits(w[0], 22, 16))); break;
    case SMEM: smem(c, w); break;
    case VOP1:
    case VOP2:
    case VOPC: short_vector(c, f, o, w); break;
    case VOP3: long_vector(c, op, w); break;
    case VOP3P: packed(c, op, w); break;
    case DS: COUNT(DS_offset, sign((int32_t)bits(w[0], 15, 0))); break;
    case GLOBAL:
      COUNT(GLOBAL_offset, sign(extend(bits(w[0], 12, 0), 13)));
      COUNT(GLOBAL_saddr, bits(w[1], 22, 16) == 127 ? K_OFF : source(bits(w[1], 22, 16)));
      break;
    default: break;
  }
}

// ---- file ------------------------------------------------------------------------------------------

// The mnemonic without the suffix of its form.
static void mnemonic(const uint32_t words[2], char *name, size_t size) {
  static const char *const suffixes[] = {"_e32", "_e64", "_sdwa", "_dpp"};
  char text[128];
  disassemble(0, words, text, sizeof text);
  const char *at = text + strspn(text, " \t");
  snprintf(name, size, "%.*s", (int)strcspn(at, " \t"), at);
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
    const size_t n = strlen(name), m = strlen(suffixes[i]);
    if (n > m && !strcmp(name + n - m, suffixes[i])) name[n - m] = 0;
  }
  if (!((name[0] >= 'a' && name[0] <= 'z') && strchr(name, '_'))) snprintf(name, size, "?");
}

static void write_lines(const wl_coverage *c, FILE *file) {
  for (uint32_t f = 0; f < FORMATS; f++) {
    for (uint32_t op = 0; op < OPCODES; op++) {
      const opcode_count *o = &c->opcode[f][op];
      char name[64];
      if (!o->issued) continue;
      mnemonic(o->words, name, sizeof name);
      fprintf(file, "opcode\t%s\t%u\t%s\t%llu\n", format_names[f], op, name, (unsigned long long)o->issued);
      if (o->sdwa) fprintf(file, "form\t%s\t%u\tsdwa\t%llu\n", format_names[f], op, (unsigned long long)o->sdwa);
      if (o->dpp) fprintf(file, "form\t%s\t%u\tdpp\t%llu\n", format_names[f], op, (unsigned long long)o->dpp);
    }
  }
  for (uint32_t f = 0; f < FIELD_COUNT; f++) {
    for (uint32_t k = 0; k < KIND_COUNT; k++) {
      // A kind that the table does not know and that issued all the same is shown, not hidden.
      if (!(fields[f].kinds >> k & 1) && !c->operand[f][k]) continue;
      fprintf(file, "operand\t%s\t%s\t%s\t%llu\n", format_names[fields[f].of], fields[f].name, kind_names[k],
              (unsigned long long)c->operand[f][k]);
    }
  }
  static const format vector[] = {VOP1, VOP2, VOPC, VOP3, VOP3P, DS, GLOBAL};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    for (uint32_t e = 0; e < EXEC_CLASSES; e++)
      fprintf(file, "exec\t%s\t%s\t-\t%llu\n", format_names[vector[i]], exec_names[e],
              (unsigned long long)c->exec[vector[i]][e]);
  }
}

bool wl_coverage_write(const wl_coverage *c, const char *path) {
  char part[4200];
  if (snprintf(part, sizeof part, "%s.part", path) >= (int)sizeof part) {
    errno = ENAMETOOLONG;
    return false;
  }
  FILE *file = fopen(part, "w");
  if (!file) return false;
  write_lines(c, file);
  bool good = !ferror(file);
  good = fclose(file) == 0 && good;
  good = good && rename(part, path) == 0;
  if (!good) {
    const int why = errno;
    remove(part);
    errno = why;
  }
  return good;
}
