// SPDX-License-Identifier: Apache-2.0
// Decoder of SOP1, SOP2, SOPC, SOPK and SOPP: operands, and whether they are well formed (gfx9-encoding.md 3, 4.1).
#include "decode/scalar.h"
#include "isa/isa.h"

static uint32_t type_regs(uint32_t type) { return type == WL_SCALAR_none ? 0 : type == WL_SCALAR_b32 ? 1 : 2; }

// A register, or a pair from an even code. wl_note_ranges marks instructions that need PRIV for a TTMP.
static bool register_legal(uint32_t code, uint32_t regs) {
  if (code > WL_LAST_REGISTER || code == WL_M0 + 1) return false;
  return regs == 1 || (code % 2 == 0 && code != WL_M0);
}

static bool source(struct wl_insn *insn, int i, uint32_t code, uint32_t type) {
  struct wl_operand *o = &insn->src[i];
  const uint32_t regs = type_regs(type);
  if (regs == 0) return true;
  o->regs = (uint8_t)regs;
  if (code <= WL_LAST_REGISTER) {
    o->kind = WL_OPERAND_SGPR;
    o->reg = (uint16_t)code;
    return register_legal(code, regs);
  }
  if (code >= WL_SRC_VCCZ && code <= WL_SRC_SCC) {
    o->kind = WL_OPERAND_FLAG;
    o->reg = (uint16_t)code;
    return true;
  }
  o->kind = WL_OPERAND_CONST;
  if (code == WL_SRC_LITERAL) {
    o->value = type == WL_SCALAR_i64 ? (uint64_t)(int32_t)insn->literal : insn->literal;
    return true;
  }
  return wl_inline_constant(code, regs * 32, &o->value);
}

static bool destination(struct wl_insn *insn, uint32_t code, uint32_t type) {
  insn->sdst = (uint8_t)code;
  insn->sdst_regs = (uint8_t)type_regs(type);
  return insn->sdst_regs == 0 || register_legal(code, insn->sdst_regs);
}

static bool sgpr_pair(uint32_t code) {
  return (code < WL_FLAT_SCRATCH || (code >= WL_TTMP && code < WL_M0)) && code % 2 == 0;
}

static bool rule_kept(const struct wl_insn *insn, uint32_t rule) {
  const struct wl_operand *a = &insn->src[0], *b = &insn->src[1];
  switch (rule) {
    case WL_RULE_NO_LITERAL: return wl_field(insn->words[0], WL_SOP_SSRC0) != WL_SRC_LITERAL;
    case WL_RULE_FORK:
      return a->kind == WL_OPERAND_SGPR && (sgpr_pair(a->reg) || a->reg == WL_VCC) &&
             (insn->format == WL_FMT_SOPK || (b->kind == WL_OPERAND_SGPR && sgpr_pair(b->reg)));
    case WL_RULE_JOIN: return a->kind == WL_OPERAND_SGPR;
    case WL_RULE_RFE: return a->kind == WL_OPERAND_SGPR && sgpr_pair(a->reg);
    default: return true;
  }
}

// s_movrels, s_movreld: the number in one field is only a base, to which M0 is added at execution (apply_movrel in
// issue.c). That field is not checked here.
static bool movrel(struct wl_insn *insn, const struct wl_scalar_row *row, uint32_t ssrc0, uint32_t sdst) {
  if (row->rule == WL_RULE_MOVRELS) {
    insn->simm = (int32_t)ssrc0;
    return ssrc0 <= WL_LAST_REGISTER && destination(insn, sdst, row->dst);
  }
  insn->simm = (int32_t)sdst;
  return source(insn, 0, ssrc0, row->src[0]);
}

bool wl_decode_scalar(struct wl_insn *insn) {
  const uint32_t w0 = insn->words[0];
  const uint32_t op = wl_op_of((wl_format)insn->format, w0), sdst = wl_field(w0, WL_SOP_SDST);
  const uint32_t ssrc0 = insn->format == WL_FMT_SOPK ? sdst : wl_field(w0, WL_SOP_SSRC0),
                 ssrc1 = wl_field(w0, WL_SOP_SSRC1);
  if (insn->format == WL_FMT_SOPK || insn->format == WL_FMT_SOPP) insn->simm = (int16_t)w0;
  const struct wl_scalar_row *row = wl_scalar_row((wl_format)insn->format, op);
  if (row == NULL) return false;
  insn->op = (uint16_t)op;
  insn->unit = WL_UNIT_SCALAR;
  insn->name = row->name;
  insn->fn = row->fn;
  insn->kind = row->kind;
  insn->flags = row->flags;
  insn->needs_priv = row->rule == WL_RULE_RFE;
  if (wl_is_message(insn)) insn->holds = WL_HOLDS_LGKM;
  if (row->flags & WL_INSN_MOVREL) return movrel(insn, row, ssrc0, sdst);
  return destination(insn, sdst, row->dst) && source(insn, 0, ssrc0, row->src[0]) &&
         source(insn, 1, ssrc1, row->src[1]) && rule_kept(insn, row->rule);
}
