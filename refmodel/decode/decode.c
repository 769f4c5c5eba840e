// SPDX-License-Identifier: Apache-2.0
// Instruction sizes (gfx9-encoding.md 1), inline constants, and what the decoders of all formats share.
#include "isa/isa.h"
#include "wave/machine.h"

// VOP2 opcodes with a K literal.
static bool has_k(uint32_t op) {
  return op == WL_OP_v_madmk_f32 || op == WL_OP_v_madak_f32 || op == WL_OP_v_madmk_f16 || op == WL_OP_v_madak_f16;
}

static bool has_literal(wl_format format, uint32_t w0) {
  const uint32_t op = wl_op_of(format, w0);
  const bool ssrc0 = wl_field(w0, WL_SOP_SSRC0) == WL_SRC_LITERAL, ssrc1 = wl_field(w0, WL_SOP_SSRC1) == WL_SRC_LITERAL;
  const bool src0 = wl_field(w0, WL_VOP_SRC0) == WL_SRC_LITERAL;
  switch (format) {
    case WL_FMT_SOP1: return ssrc0;
    // SSRC1 of s_set_gpr_idx_on is an immediate (gfx9-encoding.md 6).
    case WL_FMT_SOPC: return ssrc0 || (ssrc1 && op != WL_OP_s_set_gpr_idx_on);
    case WL_FMT_SOP2: return ssrc0 || ssrc1;
    case WL_FMT_SOPK: return op == WL_OP_s_setreg_imm32_b32;
    case WL_FMT_VOP2: return src0 || has_k(op);
    case WL_FMT_VOP1:
    case WL_FMT_VOPC: return src0;
    default: return false;
  }
}

uint32_t wl_insn_size(uint32_t w0) {
  const wl_format format = wl_format_of(w0);
  const uint32_t src0 = wl_field(w0, WL_VOP_SRC0);
  switch (format) {
    case WL_FMT_VOP1:
    case WL_FMT_VOP2:
    case WL_FMT_VOPC: return has_literal(format, w0) || src0 == WL_SRC_SDWA || src0 == WL_SRC_DPP ? 8 : 4;
    case WL_FMT_SOP1:
    case WL_FMT_SOP2:
    case WL_FMT_SOPC:
    case WL_FMT_SOPK: return has_literal(format, w0) ? 8 : 4;
    case WL_FMT_SOPP:
    case WL_FMT_VINTRP:
    case WL_FMT_ILLEGAL: return 4;
    default: return 8;
  }
}

bool wl_inline_constant(uint32_t code, uint32_t bits, uint64_t *value) {
  static const struct {
    uint16_t f16;
    uint32_t f32;
    uint64_t f64;
  } floats[9] = {
      {0x3800, 0x3f000000, 0x3fe0000000000000}, {0xb800, 0xbf000000, 0xbfe0000000000000},
      {0x3c00, 0x3f800000, 0x3ff0000000000000}, {0xbc00, 0xbf800000, 0xbff0000000000000},
      {0x4000, 0x40000000, 0x4000000000000000}, {0xc000, 0xc0000000, 0xc000000000000000},
      {0x4400, 0x40800000, 0x4010000000000000}, {0xc400, 0xc0800000, 0xc010000000000000},
      {0x3118, 0x3e22f983, 0x3fc45f306dc9c882},
  };
  uint64_t v;
  if (code >= WL_SRC_ZERO && code <= WL_SRC_INT_64) {
    v = code - WL_SRC_ZERO;
  } else if (code >= WL_SRC_MINUS_1 && code <= WL_SRC_MINUS_16) {
    v = (uint64_t)WL_SRC_INT_64 - code;
  } else if (code >= WL_SRC_HALF && code <= WL_SRC_INV_2PI) {
    const uint32_t i = code - WL_SRC_HALF;
    v = bits == 64 ? floats[i].f64 : bits == 32 ? floats[i].f32 : floats[i].f16;
  } else {
    // Apertures (D-REG-11, D-REG-12).
    switch (code) {
      case WL_SRC_SHARED_BASE: v = (uint64_t)WL_APERTURE_SHARED << 48; break;
      case WL_SRC_SHARED_LIMIT: v = (uint64_t)WL_APERTURE_SHARED << 48 | 0xffffffff; break;
      case WL_SRC_PRIVATE_BASE: v = (uint64_t)WL_APERTURE_PRIVATE << 48; break;
      case WL_SRC_PRIVATE_LIMIT: v = (uint64_t)WL_APERTURE_PRIVATE << 48 | 0xffffffff; break;
      case WL_SRC_POPS_EXITING_WAVE_ID: v = 0; break;
      default: return false;
    }
  }
  *value = bits == 64 ? v : (uint32_t)v;
  return true;
}

static bool is_ttmp(uint32_t code) { return code >= WL_TTMP && code < WL_M0; }

// A tuple counts with its last register. Scalar registers from code 102 on belong to no allocation.
void wl_note_ranges(struct wl_insn *insn) {
  uint32_t sgpr = 0, vgpr = 0;
  for (int i = 0; i < 3; i++) {
    const struct wl_operand *o = &insn->src[i];
    const uint32_t end = (uint32_t)o->reg + o->regs;
    if (o->kind == WL_OPERAND_VGPR && end > vgpr) vgpr = end;
    if (o->kind == WL_OPERAND_SGPR && o->reg < WL_FLAT_SCRATCH && end > sgpr) sgpr = end;
    if (o->kind == WL_OPERAND_SGPR && is_ttmp(o->reg)) insn->needs_priv = true;
  }
  if (insn->vdst_regs != 0 && (uint32_t)insn->vdst + insn->vdst_regs > vgpr)
    vgpr = (uint32_t)insn->vdst + insn->vdst_regs;
  if (insn->sdst_regs != 0 && insn->sdst < WL_FLAT_SCRATCH && (uint32_t)insn->sdst + insn->sdst_regs > sgpr) {
    sgpr = (uint32_t)insn->sdst + insn->sdst_regs;
  }
  if (insn->sdst_regs != 0 && is_ttmp(insn->sdst)) insn->needs_priv = true;
  insn->sgpr_end = (uint16_t)(sgpr > WL_FLAT_SCRATCH ? WL_FLAT_SCRATCH : sgpr);
  insn->vgpr_end = (uint16_t)vgpr;
}

static bool decode_format(struct wl_insn *insn) {
  switch (insn->format) {
    case WL_FMT_SOP1:
    case WL_FMT_SOP2:
    case WL_FMT_SOPC:
    case WL_FMT_SOPK:
    case WL_FMT_SOPP: return wl_decode_scalar(insn);
    case WL_FMT_VOP1:
    case WL_FMT_VOP2:
    case WL_FMT_VOPC:
    case WL_FMT_VOP3:
    case WL_FMT_VOP3P:
      insn->unit = WL_UNIT_VALU;
      insn->kind = WL_KIND_PLAIN;
      return wl_decode_vector(insn, insn->words[0], insn->words[1]);
    case WL_FMT_SMEM:
    case WL_FMT_DS:
    case WL_FMT_FLAT: return wl_decode_memory(insn);
    default: return false;
  }
}

void wl_decode(struct wl_insn *insn, uint32_t w0, uint32_t w1) {
  memset(insn, 0, sizeof *insn);
  insn->format = (uint8_t)wl_format_of(w0);
  insn->size = (uint8_t)wl_insn_size(w0);
  insn->words[0] = w0;
  insn->words[1] = insn->size == 8 ? w1 : 0;
  if (has_literal((wl_format)insn->format, w0)) insn->literal = w1;
  if (decode_format(insn)) {
    wl_note_ranges(insn);
    wl_wait_states_mark(insn);
  } else {
    insn->kind = WL_KIND_ILLEGAL;
  }
}
