// SPDX-License-Identifier: Apache-2.0
// Coverage: opcodes, operand kinds, EXEC classes and orders, counted in plain arrays. Fields are defined
// in gfx9-encoding.md 2 and 3; the model's decoder says which of them an opcode has. Nothing here is compared.
#include "observe/coverage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/arch/arch.h"
#include "gfx9/disasm.h"
#include "observe/coincidence.h"
#include "base/error.h"
#include "base/output.h"
#include "wavelock/decode.h"
#include "wavelock/encoding.h"

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

// Kinds of field values. Scalar and 9-bit codes have the kinds of gfx9-encoding.md 4.
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

// Every counted field of every format that has it: F(format, field, kinds that are legal in it).
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
  F(VOP3, sdst, SDST_KINDS) F(VOP3, clamp, BIT_KINDS) F(VOP3, neg, BIT_KINDS) F(VOP3, abs, BIT_KINDS) \
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
static const char *const order_names[] = {"LDS before older GDS", "GDS before older LDS"};
enum { EXEC_CLASSES = sizeof exec_names / sizeof *exec_names, OPCODES = 1024 };

typedef struct {
  uint64_t issued, sdwa, dpp;
  uint32_t words[2];             // of the first, for its name
  bool source[3], sgprs, vgprs;  // the opcode has the source, writes SGPRs, writes VGPRs
} opcode_count;

// A DS instruction in flight.
typedef struct {
  uint64_t number;  // in the order of issue, from 1 on; 0: none
  bool gds;
} ds_in_flight;

struct wl_coverage {
  wl_isa isa;  // of the unit
  opcode_count opcode[FORMATS][OPCODES];
  uint64_t operand[FIELD_COUNT][KIND_COUNT];
  uint64_t exec[FORMATS][EXEC_CLASSES];
  ds_in_flight ds[WL_MAX_WAVES][TAGS];
  uint64_t ds_issued, order[2];  // as order_names
  wl_points *points;
  wl_coincidence *coincidence;
};

wl_coverage *wl_coverage_new(void) {
  wl_coverage *c = calloc(1, sizeof *c);
  if (!c) return NULL;
  c->points = wl_points_new();
  c->coincidence = wl_coincidence_new();
  if (c->points && c->coincidence) return c;
  wl_coverage_free(c);
  return NULL;
}

void wl_coverage_free(wl_coverage *c) {
  if (!c) return;
  wl_points_free(c->points);
  wl_coincidence_free(c->coincidence);
  free(c);
}

wl_points *wl_coverage_points(wl_coverage *c) { return c->points; }

static format format_of(const uint32_t w[2]) {
  static const format formats[] = {
      [WL_FMT_ILLEGAL] = ILLEGAL, [WL_FMT_SOP2] = SOP2, [WL_FMT_SOP1] = SOP1,   [WL_FMT_SOPC] = SOPC,
      [WL_FMT_SOPK] = SOPK,       [WL_FMT_SOPP] = SOPP, [WL_FMT_SMEM] = SMEM,   [WL_FMT_VOP2] = VOP2,
      [WL_FMT_VOP1] = VOP1,       [WL_FMT_VOPC] = VOPC, [WL_FMT_VOP3] = VOP3,   [WL_FMT_VOP3P] = VOP3P,
      [WL_FMT_VINTRP] = VINTRP,   [WL_FMT_DS] = DS,     [WL_FMT_MUBUF] = MUBUF, [WL_FMT_MTBUF] = MTBUF,
      [WL_FMT_MIMG] = MIMG,       [WL_FMT_EXP] = EXP};
  static const format segments[] = {
      [WL_SEG_FLAT] = FLAT, [WL_SEG_SCRATCH] = SCRATCH, [WL_SEG_GLOBAL] = GLOBAL, ILLEGAL};
  const wl_format of = wl_format_of(w[0]);
  return of == WL_FMT_FLAT ? segments[wl_field(w[0], WL_FLAT_SEG)] : formats[of];
}

// Kind of a scalar or 9-bit source code.
static kind source(uint32_t code) {
  static const kind flags[] = {[WL_SRC_VCCZ - WL_SRC_SDWA] = K_VCCZ,       [WL_SRC_EXECZ - WL_SRC_SDWA] = K_EXECZ,
                               [WL_SRC_SCC - WL_SRC_SDWA] = K_SCC,         [WL_SRC_LDS_DIRECT - WL_SRC_SDWA] = K_OTHER,
                               [WL_SRC_LITERAL - WL_SRC_SDWA] = K_LITERAL, [WL_SRC_SDWA - WL_SRC_SDWA] = K_SDWA,
                               [WL_SRC_DPP - WL_SRC_SDWA] = K_DPP};
  if (code >= WL_SRC_VGPR) return K_VGPR;
  if (code < WL_FLAT_SCRATCH) return K_SGPR;
  if (code < WL_XNACK_MASK) return K_FLAT_SCRATCH;
  if (code < WL_VCC) return K_XNACK_MASK;
  if (code <= WL_VCC_HI) return K_VCC;
  if (code == WL_M0) return K_M0;
  if (code == WL_EXEC || code == WL_EXEC_HI) return K_EXEC;
  if (code <= WL_LAST_REGISTER) return K_OTHER;
  if (code <= WL_SRC_MINUS_16) return K_INT;
  if (code < WL_SRC_SHARED_BASE) return K_OTHER;
  if (code <= WL_SRC_PRIVATE_LIMIT) return K_APERTURE;
  if (code == WL_SRC_POPS_EXITING_WAVE_ID) return K_POPS;
  if (code <= WL_SRC_INV_2PI) return K_FLOAT;
  return flags[code - WL_SRC_SDWA];
}

// Kinds of DPP_CTRL (gfx9-encoding.md 3): ranges of 16 row shifts, then single codes.
enum { DPP_ROW_SHL = 0x100, DPP_ROW_SHR = 0x110, DPP_ROW_ROR = 0x120, DPP_SINGLE = 0x130, DPP_LAST = 0x143 };
static kind dpp_control(uint32_t control) {
  static const kind single[] = {
      [0x00] = K_WAVE_SHL,   [0x04] = K_WAVE_ROL,        [0x08] = K_WAVE_SHR,    [0x0C] = K_WAVE_ROR,
      [0x10] = K_ROW_MIRROR, [0x11] = K_ROW_HALF_MIRROR, [0x12] = K_ROW_BCAST15, [0x13] = K_ROW_BCAST31};
  if (control < DPP_ROW_SHL) return K_QUAD_PERM;
  if (control < DPP_ROW_SHR) return K_ROW_SHL;
  if (control < DPP_ROW_ROR) return K_ROW_SHR;
  if (control < DPP_SINGLE) return K_ROW_ROR;
  return control <= DPP_LAST ? single[control - DPP_SINGLE] : K_OTHER;
}

static kind bit(bool set) { return set ? K_SET : K_CLEAR; }
static kind some(uint32_t value, uint32_t all) { return !value ? K_ZERO : value == all ? K_ALL : K_SOME; }
static kind sign(int32_t value) { return !value ? K_ZERO : value < 0 ? K_NEGATIVE : K_POSITIVE; }

#define COUNT(field, kind) (c->operand[F_##field][kind]++)

// The second dword of VOP1, VOP2 and VOPC under SDWA and DPP.
#define SDWA_SELECT(f, n, word)                                             \
  (COUNT(f##_sdwa_src##n##_sel, K_BYTE0 + wl_field(word, WL_SDWA_SRC_SEL)), \
   COUNT(f##_sdwa_src##n##_sext, bit(word & WL_SDWA_SRC_SEXT)))
// clang-format off
#define SDWA_SOURCE0(f) \
  (COUNT(f##_sdwa_src0, source(wl_field(w, WL_SDWA_SRC0) | (w & WL_SDWA_SRC0_IS_SGPR ? 0 : WL_SRC_VGPR))), \
   SDWA_SELECT(f, 0, w))
// clang-format on
// The select of source 1 lies 8 bits above that of source 0.
// clang-format off
#define SDWA_SOURCE1(f) \
  (COUNT(f##_sdwa_src1, source(wl_field(w0, WL_VOP_VSRC1) | (w & WL_SDWA_SRC1_IS_SGPR ? 0 : WL_SRC_VGPR))), \
   SDWA_SELECT(f, 1, (w >> 8)))
// clang-format on
// clang-format off
#define SDWA_DESTINATION(f) \
  (COUNT(f##_sdwa_dst_sel, K_BYTE0 + wl_field(w, WL_SDWA_DST_SEL)), \
   COUNT(f##_sdwa_dst_unused, K_PAD + wl_field(w, WL_SDWA_DST_UNUSED)))
// clang-format on
// clang-format off
#define DPP_FIELDS(f) \
  (COUNT(f##_dpp_ctrl, dpp_control(wl_field(w, WL_DPP_CTRL))), \
   COUNT(f##_dpp_bound_ctrl, bit(w & WL_DPP_BOUND_CTRL)), \
   COUNT(f##_dpp_bank_mask, some(wl_field(w, WL_DPP_BANK_MASK), wl_field(~0u, WL_DPP_BANK_MASK))), \
   COUNT(f##_dpp_row_mask, some(wl_field(w, WL_DPP_ROW_MASK), wl_field(~0u, WL_DPP_ROW_MASK))))
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
    COUNT(VOPC_sdwa_sdst, w & WL_SDWA_SD ? source(wl_field(w, WL_SDWA_SDST)) : K_VCC);
  }
}

static void dpp(wl_coverage *c, format f, uint32_t w) {
  if (f == VOP1) DPP_FIELDS(VOP1);
  else if (f == VOP2) DPP_FIELDS(VOP2);
  else DPP_FIELDS(VOPC);
}

static void short_vector(wl_coverage *c, format f, opcode_count *o, const uint32_t w[2]) {
  const uint32_t code = wl_field(w[0], WL_VOP_SRC0);
  c->operand[f == VOP1 ? F_VOP1_src0 : f == VOP2 ? F_VOP2_src0 : F_VOPC_src0][source(code)]++;
  if (code == WL_SRC_SDWA) {
    o->sdwa++;
    sdwa(c, f, w[0], w[1]);
  } else if (code == WL_SRC_DPP) {
    o->dpp++;
    dpp(c, f, w[1]);
  }
}

static void long_vector(wl_coverage *c, const opcode_count *o, const uint32_t w[2]) {
  if (o->source[0]) COUNT(VOP3_src0, source(wl_field(w[1], WL_VOP3_SRC0)));
  if (o->source[1]) COUNT(VOP3_src1, source(wl_field(w[1], WL_VOP3_SRC1)));
  if (o->source[2]) COUNT(VOP3_src2, source(wl_field(w[1], WL_VOP3_SRC2)));
  // An SGPR destination beside a VGPR has a field of its own: VOP3B.
  const bool vop3b = o->sgprs && o->vgprs;
  if (o->sgprs) COUNT(VOP3_sdst, source(wl_field(w[0], vop3b ? WL_VOP3_SDST : WL_VOP3_VDST)));
  COUNT(VOP3_clamp, bit(w[0] & WL_VOP3_CLAMP));
  COUNT(VOP3_neg, bit(w[1] & WL_VOP3_NEG));
  COUNT(VOP3_omod, bit(w[1] & WL_VOP3_OMOD));
  if (!vop3b) {
    COUNT(VOP3_abs, bit(w[0] & WL_VOP3_ABS));
    COUNT(VOP3_op_sel, bit(w[0] & WL_VOP3_OP_SEL));
  }
}

static void packed(wl_coverage *c, const opcode_count *o, const uint32_t w[2]) {
  const bool third = o->source[2];
  const uint32_t all = third ? 7 : 3, hi = wl_field(w[1], WL_VOP3P_OP_SEL_HI_01) | wl_field(w[0], WL_VOP3P_OP_SEL_HI_2)
                                                                                       << 2;
  COUNT(VOP3P_src0, source(wl_field(w[1], WL_VOP3_SRC0)));
  COUNT(VOP3P_src1, source(wl_field(w[1], WL_VOP3_SRC1)));
  if (third) COUNT(VOP3P_src2, source(wl_field(w[1], WL_VOP3_SRC2)));
  COUNT(VOP3P_clamp, bit(w[0] & WL_VOP3_CLAMP));
  COUNT(VOP3P_op_sel, some(wl_field(w[0], WL_VOP3P_OP_SEL) & all, all));
  COUNT(VOP3P_op_sel_hi, some(hi & all, all));
}

static void smem(wl_coverage *c, const uint32_t w[2]) {
  const bool immediate = w[0] & WL_SMEM_IMM, soe = w[0] & WL_SMEM_SOE;
  COUNT(SMEM_sbase, source(2 * wl_field(w[0], WL_SMEM_SBASE)));
  COUNT(SMEM_sdata, source(wl_field(w[0], WL_SMEM_SDATA)));
  COUNT(SMEM_offset, immediate ? sign(wl_signed_field(w[1], WL_SMEM_OFFSET)) : K_OFF);
  COUNT(SMEM_soffset, soe         ? source(wl_field(w[1], WL_SMEM_SOFFSET))
                      : immediate ? K_OFF
                                  : source(wl_field(w[1], WL_SMEM_OFFSET_SGPR)));
}

// Number of an EXEC class, in the order of exec_names.
static uint32_t exec_class(uint64_t exec) {
  enum { ZERO, ONE_LANE, ALL, ONE_HOLE, LOW_HALF, HIGH_HALF, OTHER };
  const int lanes = __builtin_popcountll(exec);
  if (lanes == 0) return ZERO;
  if (lanes == 1) return ONE_LANE;
  if (lanes == WL_LANES) return ALL;
  if (lanes == WL_LANES - 1) return ONE_HOLE;
  if (exec == UINT32_MAX) return LOW_HALF;
  if (exec == (uint64_t)UINT32_MAX << 32) return HIGH_HALF;
  return OTHER;
}

// Notes the first instruction of an opcode.
static void first(opcode_count *o, const wl_config *unit, const uint32_t w[2]) {
  wl_decoded d;
  memcpy(o->words, w, sizeof o->words);
  wl_decode_words(w, unit->isa, unit->rdna, WL_SGPR_COUNT, MAX_VGPRS, true, &d);
  for (uint32_t i = 0; i < 3; i++) o->source[i] = d.src[i].kind != WL_DECODED_NONE;
  if (d.movrel) o->source[0] = true;
  o->sgprs = d.sdst_regs || d.movrel;
  o->vgprs = d.vdst_vgprs;
}

void wl_coverage_issue(wl_coverage *c, const wl_config *unit, const uint32_t w[2], uint64_t exec) {
  const format f = format_of(w);
  const uint32_t op = wl_op_of(wl_format_of(w[0]), w[0]);
  if (f == ILLEGAL) return;
  const uint32_t saddr = wl_field(w[1], WL_FLAT_SADDR);
  opcode_count *o = &c->opcode[f][op];
  c->isa = unit->isa;
  if (!o->issued++) first(o, unit, w);
  if (f >= VOP1) c->exec[f][exec_class(exec)]++;
  switch (f) {
    case SOP1:
      // A field that the opcode does not use does not count.
      if (o->source[0]) COUNT(SOP1_ssrc0, source(wl_field(w[0], WL_SOP_SSRC0)));
      if (o->sgprs) COUNT(SOP1_sdst, source(wl_field(w[0], WL_SOP_SDST)));
      break;
    case SOP2:
      COUNT(SOP2_ssrc0, source(wl_field(w[0], WL_SOP_SSRC0)));
      COUNT(SOP2_ssrc1, source(wl_field(w[0], WL_SOP_SSRC1)));
      if (o->sgprs) COUNT(SOP2_sdst, source(wl_field(w[0], WL_SOP_SDST)));
      break;
    case SOPC:
      COUNT(SOPC_ssrc0, source(wl_field(w[0], WL_SOP_SSRC0)));
      if (o->source[1]) COUNT(SOPC_ssrc1, source(wl_field(w[0], WL_SOP_SSRC1)));
      break;
    case SOPK: COUNT(SOPK_sdst, source(wl_field(w[0], WL_SOP_SDST))); break;
    case SMEM: smem(c, w); break;
    case VOP1:
    case VOP2:
    case VOPC: short_vector(c, f, o, w); break;
    case VOP3: long_vector(c, o, w); break;
    case VOP3P: packed(c, o, w); break;
    case DS: COUNT(DS_offset, sign((int32_t)wl_field(w[0], WL_DS_OFFSET))); break;
    case GLOBAL:
      COUNT(GLOBAL_offset, sign(wl_signed_field(w[0], WL_FLAT_OFFSET)));
      COUNT(GLOBAL_saddr, saddr == WL_SADDR_NONE ? K_OFF : source(saddr));
      break;
    default: break;
  }
}

void wl_coverage_ds_issue(wl_coverage *c, uint32_t slot, uint32_t tag, bool gds) {
  c->ds[slot][tag] = (ds_in_flight){++c->ds_issued, gds};
}

void wl_coverage_ds_return(wl_coverage *c, uint32_t slot, uint32_t tag) {
  const ds_in_flight done = c->ds[slot][tag];
  bool passed = false;
  c->ds[slot][tag].number = 0;
  for (uint32_t t = 0; t < TAGS; t++) {
    const ds_in_flight *other = &c->ds[slot][t];
    passed |= other->number != 0 && other->number < done.number && other->gds != done.gds;
  }
  c->order[done.gds] += passed;
}

// ---- file ------------------------------------------------------------------------------------------

// The mnemonic without the suffix of its form.
static void mnemonic(wl_isa isa, const uint32_t words[2], char *name, size_t size) {
  static const char *const suffixes[] = {"_e32", "_e64", "_sdwa", "_dpp"};
  char text[128];
  disassemble(isa, 0, words, text, sizeof text);
  const char *at = text + strspn(text, " \t");
  snprintf(name, size, "%.*s", (int)strcspn(at, " \t"), at);
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
    const size_t n = strlen(name), m = strlen(suffixes[i]);
    if (n > m && !strcmp(name + n - m, suffixes[i])) name[n - m] = 0;
  }
  const bool short_name = !strcmp(name, "exp") || !strcmp(name, "clause");  // any other has an underscore
  if (!((name[0] >= 'a' && name[0] <= 'z') && strchr(name, '_')) && !short_name) snprintf(name, size, "?");
}

static void write_lines(const wl_coverage *c, FILE *file) {
  for (uint32_t f = 0; f < FORMATS; f++) {
    for (uint32_t op = 0; op < OPCODES; op++) {
      const opcode_count *o = &c->opcode[f][op];
      char name[64];
      if (!o->issued) continue;
      mnemonic(c->isa, o->words, name, sizeof name);
      fprintf(file, "opcode\t%s\t%u\t%s\t%llu\n", format_names[f], op, name, (unsigned long long)o->issued);
      if (o->sdwa) fprintf(file, "form\t%s\t%u\tsdwa\t%llu\n", format_names[f], op, (unsigned long long)o->sdwa);
      if (o->dpp) fprintf(file, "form\t%s\t%u\tdpp\t%llu\n", format_names[f], op, (unsigned long long)o->dpp);
    }
  }
  for (uint32_t f = 0; f < FIELD_COUNT; f++) {
    for (uint32_t k = 0; k < KIND_COUNT; k++) {
      // A kind that issued is listed even where the table does not have it.
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
  for (size_t i = 0; i < sizeof order_names / sizeof *order_names; i++)
    fprintf(file, "order\tDS\t%s\t-\t%llu\n", order_names[i], (unsigned long long)c->order[i]);
  wl_points_write(c->points, c->isa, file);
  wl_coincidence_write(c->coincidence, file);
}

bool wl_coverage_write(const wl_coverage *c, const char *path, wl_error *error) {
  char *text = NULL;
  size_t size = 0;
  FILE *file = open_memstream(&text, &size);
  if (file) write_lines(c, file);
  const bool good = (file && !fclose(file)) || wl_fail(error, "%.400s: the coverage: out of memory", path);
  const bool written = good && wl_output_write(path, "the coverage", text, size, error);
  free(text);
  return written;
}

// ---- as an observer ----------------------------------------------------------------------------

typedef struct {
  wl_coverage *counts;
  const char *path;
} watching;

// An instruction issued and was legal.
static void issued(wl_coverage *c, const arch_state *a, uint32_t slot, uint32_t tag) {
  const wl_effect *e = &a->effect;
  const wl_state_regs *before = &a->at_issue[slot].state_regs;
  if (e->end == WL_END_FAULT || e->skipped) return;
  wl_coverage_issue(c, &a->config, e->words, (uint64_t)before->exec_hi << 32 | before->exec_lo);
  if (e->unit == WL_UNIT_LDS) wl_coverage_ds_issue(c, slot, tag, e->mem_space == WL_SPACE_GDS);
  wl_points_issue(c->points, a, slot, tag);
}

static void observe(void *to, const wl_observed *o) {
  wl_coverage *c = ((watching *)to)->counts;
  const arch_state *a = o->arch;
  const wl_probe_argument *arg = o->argument;
  const uint32_t first = (uint32_t)arg[0].number;
  if (o->when == WL_SEEN) {
    wl_coincidence_event(c->coincidence, o->event, arg);
    return;
  }
  switch (o->event) {
    case WL_EVENT_issue:
      if (o->when == WL_AFTER) issued(c, a, first, (uint32_t)arg[4].number);
      else if (first < a->config.waves) wl_points_before(c->points, a, first);
      break;
    case WL_EVENT_lds:
      wl_points_lds(c->points, first % WL_MAX_WAVES, (uint32_t)arg[1].number, (uint32_t)arg[2].number,
                    (uint32_t)arg[3].number, (uint32_t)arg[4].number, (uint32_t)arg[5].number,
                    (uint32_t)arg[6].number >= a->config.lds_entries);
      break;
    case WL_EVENT_mem_return:
      if (first != WL_SRC_LDS) break;
      wl_coverage_ds_return(c, (uint32_t)arg[1].number, (uint32_t)arg[2].number);
      wl_points_lds_return(c->points, (uint32_t)arg[1].number);
      break;
    case WL_EVENT_barrier_release: wl_points_release(c->points, a, first % WL_MAX_GROUPS); break;
    case WL_EVENT_wave_end: wl_points_wave_end(c->points, a->wave[first].group); break;
    default: break;
  }
}

static void observe_cycle(void *to, const wl_observed_cycle *o) {
  const wl_coverage *c = ((const watching *)to)->counts;
  const uint8_t *reasons = (const uint8_t *)o->reasons;
  if (!o->arch) return;
  wl_points_cycle(c->points, o->arch, reasons, o->selected);
  wl_coincidence_cycle(c->coincidence, c->points, reasons);
}

static void observe_line(void *to, uint32_t waves) {
  wl_coincidence_line(((const watching *)to)->counts->coincidence, waves);
}

static bool ends(void *to, const arch_state *arch, struct wl_checker_result *result, wl_error *error) {
  (void)arch, (void)result;
  const watching *w = to;
  wl_coincidence_end(w->counts->coincidence, w->counts->points);
  return wl_coverage_write(w->counts, w->path, error);
}

static void closes(void *to) {
  wl_coverage_free(((watching *)to)->counts);
  free(to);
}

bool wl_coverage_observe(wl_observer *to, const char *path) {
  watching *w = malloc(sizeof *w);
  if (w) *w = (watching){wl_coverage_new(), path};
  if (!w || !w->counts) {
    free(w);
    return false;
  }
  *to = (wl_observer){.to = w,
                      .wants = {[WL_SEEN] = wl_coincidence_wants(),
                                [WL_BEFORE] = wl_event_bit(WL_EVENT_issue) | wl_event_bit(WL_EVENT_barrier_release),
                                [WL_AFTER] = wl_event_bit(WL_EVENT_issue) | wl_event_bit(WL_EVENT_lds) |
                                             wl_event_bit(WL_EVENT_mem_return) | wl_event_bit(WL_EVENT_wave_end)},
                      .event = observe,
                      .cycle = observe_cycle,
                      .line = observe_line,
                      .end = ends,
                      .close = closes};
  return true;
}
