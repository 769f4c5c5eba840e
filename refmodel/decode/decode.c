// SPDX-License-Identifier: Apache-2.0
// Instruction sizes (gfx9-encoding.md 1), and what the decoders of all formats share.
#include "decode/decode.h"
#include "isa/access.h"
#include "isa/isa.h"
#include "decode/wait_rows.h"

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

static bool is_ttmp(uint32_t code) { return code >= WL_TTMP && code < WL_M0; }

// A tuple counts with its last register. Scalar registers from code 102 on belong to no allocation.
void wl_note_ranges(struct wl_insn *insn) {
  uint32_t sgpr = 0, vgpr = 0;
  for (int i = 0; i < WL_SOURCES; i++) {
    const struct wl_operand *o = &insn->src[i];
    const uint32_t end = (uint32_t)o->reg + o->regs;
    if (o->kind == WL_OPERAND_VGPR && end > vgpr) vgpr = end;
    if (o->kind == WL_OPERAND_SGPR && o->reg < WL_FLAT_SCRATCH && end > sgpr) sgpr = end;
    if (o->kind == WL_OPERAND_SGPR && is_ttmp(o->reg)) insn->needs_priv = true;
  }
  if (insn->vdst_regs != 0 && (uint32_t)insn->vdst + insn->vdst_regs > vgpr)
    vgpr = (uint32_t)insn->vdst + insn->vdst_regs;
  const uint32_t tfe = wl_tfe_vgpr(insn);
  if (tfe != 0 && tfe >= vgpr) vgpr = tfe + 1;
  if (insn->sdst_regs != 0 && insn->sdst < WL_FLAT_SCRATCH && (uint32_t)insn->sdst + insn->sdst_regs > sgpr) {
    sgpr = (uint32_t)insn->sdst + insn->sdst_regs;
  }
  if (insn->sdst_regs != 0 && is_ttmp(insn->sdst)) insn->needs_priv = true;
  insn->sgpr_end = (uint16_t)(sgpr > WL_FLAT_SCRATCH ? WL_FLAT_SCRATCH : sgpr);
  insn->vgpr_end = (uint16_t)vgpr;
}

static bool decode_format(struct wl_insn *insn, wl_isa isa, bool rdna) {
  switch (insn->format) {
    case WL_FMT_SOP1:
    case WL_FMT_SOP2:
    case WL_FMT_SOPC:
    case WL_FMT_SOPK:
    case WL_FMT_SOPP: return wl_decode_scalar(insn, rdna);
    case WL_FMT_VOP1:
    case WL_FMT_VOP2:
    case WL_FMT_VOPC:
    case WL_FMT_VOP3:
    case WL_FMT_VOP3P:
      insn->unit = WL_UNIT_VALU;
      insn->kind = WL_KIND_PLAIN;
      return wl_decode_vector(insn, isa, insn->words[0], insn->words[1]);
    case WL_FMT_SMEM:
    case WL_FMT_DS:
    case WL_FMT_FLAT:
    case WL_FMT_MUBUF:
    case WL_FMT_MTBUF: return wl_decode_memory(insn, rdna);
    case WL_FMT_MIMG: return wl_decode_image(insn, rdna);
    case WL_FMT_EXP: return wl_decode_export(insn);
    default: return false;
  }
}

void wl_decode(struct wl_insn *insn, wl_isa isa, bool rdna, uint32_t w0, uint32_t w1) {
  memset(insn, 0, sizeof *insn);
  insn->format = (uint8_t)wl_format_of(w0);
  insn->size = (uint8_t)wl_insn_size(w0);
  insn->words[0] = w0;
  insn->words[1] = insn->size == 8 ? w1 : 0;
  if (has_literal((wl_format)insn->format, w0)) insn->literal = w1;
  if (decode_format(insn, isa, rdna)) {
    wl_note_ranges(insn);
    wl_mark_wait_rows(insn);
  } else {
    insn->kind = WL_KIND_ILLEGAL;
  }
}
