// SPDX-License-Identifier: Apache-2.0
// Instruction formats and sizes (gfx9-encoding.md sections 1 and 2), and what all decoders share.
#include "machine.h"

wl_format wl_format_of(uint32_t w0) {
  if (w0 >> 31 == 0) {
    const uint32_t op = w0 >> 25;
    return op == 0x3f ? WL_FMT_VOP1 : op == 0x3e ? WL_FMT_VOPC : WL_FMT_VOP2;
  }
  if (w0 >> 30 == 2) {
    switch (w0 >> 23) {
      case 0x17d: return WL_FMT_SOP1;
      case 0x17e: return WL_FMT_SOPC;
      case 0x17f: return WL_FMT_SOPP;
      default: return w0 >> 28 == 0xb ? WL_FMT_SOPK : WL_FMT_SOP2;
    }
  }
  switch (w0 >> 26) {
    case 0x30: return WL_FMT_SMEM;
    case 0x31: return WL_FMT_EXP;
    case 0x34: return (w0 >> 23 & 7) == 7 ? WL_FMT_VOP3P : WL_FMT_VOP3;
    case 0x35: return WL_FMT_VINTRP;
    case 0x36: return WL_FMT_DS;
    case 0x37: return WL_FMT_FLAT;
    case 0x38: return WL_FMT_MUBUF;
    case 0x3a: return WL_FMT_MTBUF;
    case 0x3c: return WL_FMT_MIMG;
    default: return WL_FMT_ILLEGAL;
  }
}

// VOP2 opcodes with a K literal: v_madmk/madak f32, f16.
static bool has_k(uint32_t w0) {
  const uint32_t op = w0 >> 25;
  return op == 23 || op == 24 || op == 36 || op == 37;
}

static bool has_literal(wl_format format, uint32_t w0) {
  switch (format) {
    case WL_FMT_SOP1: return (w0 & 0xff) == WL_SRC_LITERAL;
    case WL_FMT_SOPC:
      // s_set_gpr_idx_on: SSRC1 is no source but an immediate (gfx9-encoding.md section 6).
      if ((w0 >> 16 & 127) == 17) return (w0 & 0xff) == WL_SRC_LITERAL;
      return (w0 & 0xff) == WL_SRC_LITERAL || (w0 >> 8 & 0xff) == WL_SRC_LITERAL;
    case WL_FMT_SOP2: return (w0 & 0xff) == WL_SRC_LITERAL || (w0 >> 8 & 0xff) == WL_SRC_LITERAL;
    case WL_FMT_SOPK: return (w0 >> 23 & 31) == 20;
    case WL_FMT_VOP2: return (w0 & 0x1ff) == WL_SRC_LITERAL || has_k(w0);
    case WL_FMT_VOP1:
    case WL_FMT_VOPC: return (w0 & 0x1ff) == WL_SRC_LITERAL;
    default: return false;
  }
}

uint32_t wl_insn_size(uint32_t w0) {
  const wl_format format = wl_format_of(w0);
  const uint32_t src0 = w0 & 0x1ff;
  switch (format) {
    case WL_FMT_VOP1:
    case WL_FMT_VOP2:
    case WL_FMT_VOPC:
      // 249 and 250: an SDWA or DPP dword follows.
      return has_literal(format, w0) || src0 == 249 || src0 == 250 ? 8 : 4;
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

bool wl_is_vector_format(wl_format f) { return f >= WL_FMT_VOP2; }

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
  if (code >= 128 && code <= 192) {
    v = code - 128;
  } else if (code >= 193 && code <= 208) {
    v = (uint64_t)192 - code;
  } else if (code >= 240 && code <= 248) {
    v = bits == 64 ? floats[code - 240].f64 : bits == 32 ? floats[code - 240].f32 : floats[code - 240].f16;
  } else {
    // Apertures (D-REG-11, D-REG-12) and SRC_POPS_EXITING_WAVE_ID.
    switch (code) {
      case 235: v = 0x0001000000000000; break;
      case 236: v = 0x00010000ffffffff; break;
      case 237: v = 0x0002000000000000; break;
      case 238: v = 0x00020000ffffffff; break;
      case 239: v = 0; break;
      default: return false;
    }
  }
  *value = bits == 64 ? v : (uint32_t)v;
  return true;
}

// TTMPs, and one past the highest SGPR 0..101 and VGPR that the instruction names, for the checks of the wave. A tuple
// counts with its last register; the scalar registers from code 102 on belong to no allocation.
static bool is_ttmp(uint32_t code) { return code >= WL_TTMP && code < WL_M0; }

void wl_note_ranges(struct wl_insn *insn) {
  uint32_t sgpr = 0, vgpr = 0;
  for (int i = 0; i < 3; i++) {
    const struct wl_operand *o = &insn->src[i];
    const uint32_t end = (uint32_t)o->reg + o->regs;
    if (o->kind == WL_OPERAND_VGPR && end > vgpr) vgpr = end;
    if (o->kind == WL_OPERAND_SGPR && o->reg < WL_FLAT_SCRATCH && end > sgpr) sgpr = end;
    if (o->kind == WL_OPERAND_SGPR && is_ttmp(o->reg)) insn->needs_priv = true;
  }
  if (insn->vdst_rows != 0 && (uint32_t)insn->vdst + insn->vdst_rows > vgpr)
    vgpr = (uint32_t)insn->vdst + insn->vdst_rows;
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
