// SPDX-License-Identifier: Apache-2.0
// Decoder of SOP1, SOP2, SOPC, SOPK and SOPP: operands, and whether they are well formed (gfx9-encoding.md 3, 4.1).
#include "decode/decode.h"
#include "isa/isa.h"

typedef enum { TYPE_none, TYPE_b32, TYPE_b64, TYPE_i64, TYPE_own64 } scalar_type;

// Operand rules beside those that hold for every scalar operand (D-FLOW-11, D-FLOW-12, D-REG-18).
typedef enum {
  RULE_ANY,
  RULE_NO_LITERAL,
  RULE_MOVRELS,  // source: an SGPR number to which M0 is added
  RULE_MOVRELD,  // the same for the destination
  RULE_FORK,     // source 0: SGPR pair or VCC; source 1: SGPR pair
  RULE_JOIN,     // source: one SGPR
  RULE_RFE,      // PRIV = 1; source 0: SGPR pair
  RULE_TO_NULL,  // SDST is null (D-MEM-57)
} rule_kind;

struct row {
  const char *name;     // NULL: no such opcode
  uint8_t dst, src[2];  // scalar_type
  uint8_t kind, flags, rule;
};

#define ROW(OP, NAME, DST, S0, S1, KIND, FLAGS, RULE) \
  [OP] = {#NAME, TYPE_##DST, {TYPE_##S0, TYPE_##S1}, WL_KIND_##KIND, FLAGS, RULE_##RULE},
#define SOP2(OP, NAME, DST, S0, S1, KIND, RULE, ...) ROW(OP, NAME, DST, S0, S1, KIND, 0, RULE)
#define SOP1(OP, NAME, DST, S0, KIND, FLAGS, RULE, ...) ROW(OP, NAME, DST, S0, none, KIND, FLAGS, RULE)
#define SOPC(OP, NAME, S0, S1, KIND, RULE, ...) ROW(OP, NAME, none, S0, S1, KIND, 0, RULE)
#define SOPK(OP, NAME, DST, S0, KIND, FLAGS, RULE, ...) ROW(OP, NAME, DST, S0, none, KIND, FLAGS, RULE)
#define SOPP(OP, NAME, KIND, ...) ROW(OP, NAME, none, none, none, KIND, 0, ANY)

static const struct row sop1_rows[256] = {
#include "isa/sop1.def"
};
static const struct row sop2_rows[128] = {
#include "isa/sop2.def"
};
static const struct row sopc_rows[128] = {
#include "isa/sopc.def"
};
// By wl_config.rdna.
static const struct row sopk_rows[2][32] = {{
#define SOPK_RDNA(...)
#include "isa/sopk.def"
                                            },
                                            {
#include "isa/sopk.def"
                                            }};
static const struct row sopp_rows[128] = {
#include "isa/sopp.def"
};

// NULL: illegal opcode. format: SOP2, SOP1, SOPC, SOPK or SOPP.
static const struct row *scalar_row(wl_format format, bool rdna, uint32_t op) {
  const struct row *row = NULL;
  switch (format) {
    case WL_FMT_SOP1: row = &sop1_rows[op]; break;
    case WL_FMT_SOP2: row = &sop2_rows[op]; break;
    case WL_FMT_SOPC: row = &sopc_rows[op]; break;
    case WL_FMT_SOPK: row = &sopk_rows[rdna][op]; break;
    case WL_FMT_SOPP: row = &sopp_rows[op]; break;
    default: return NULL;
  }
  return row->name != NULL ? row : NULL;
}

static uint32_t type_regs(uint32_t type) { return type == TYPE_none ? 0 : type == TYPE_b32 ? 1 : 2; }

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
    o->value = type == TYPE_i64 ? (uint64_t)(int32_t)insn->literal : insn->literal;
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
    case RULE_NO_LITERAL: return wl_field(insn->words[0], WL_SOP_SSRC0) != WL_SRC_LITERAL;
    case RULE_FORK:
      return a->kind == WL_OPERAND_SGPR && (sgpr_pair(a->reg) || a->reg == WL_VCC) &&
             (insn->format == WL_FMT_SOPK || (b->kind == WL_OPERAND_SGPR && sgpr_pair(b->reg)));
    case RULE_JOIN: return a->kind == WL_OPERAND_SGPR;
    case RULE_TO_NULL: return wl_field(insn->words[0], WL_SOP_SDST) == WL_NULL;
    case RULE_RFE: return a->kind == WL_OPERAND_SGPR && sgpr_pair(a->reg);
    default: return true;
  }
}

// s_movrels, s_movreld: the number in one field is only a base, to which M0 is added at execution (apply_movrel in
// wave/resolve.c). That field is not checked here.
static bool movrel(struct wl_insn *insn, const struct row *row, uint32_t ssrc0, uint32_t sdst) {
  if (row->rule == RULE_MOVRELS) {
    insn->simm = (int32_t)ssrc0;
    return ssrc0 <= WL_LAST_REGISTER && destination(insn, sdst, row->dst);
  }
  insn->simm = (int32_t)sdst;
  return source(insn, 0, ssrc0, row->src[0]);
}

bool wl_decode_scalar(struct wl_insn *insn, bool rdna) {
  const uint32_t w0 = insn->words[0];
  const uint32_t op = wl_op_of((wl_format)insn->format, w0), sdst = wl_field(w0, WL_SOP_SDST);
  const uint32_t ssrc0 = insn->format == WL_FMT_SOPK ? sdst : wl_field(w0, WL_SOP_SSRC0),
                 ssrc1 = wl_field(w0, WL_SOP_SSRC1);
  if (insn->format == WL_FMT_SOPK || insn->format == WL_FMT_SOPP) insn->simm = (int16_t)w0;
  const struct row *row = scalar_row((wl_format)insn->format, rdna, op);
  if (row == NULL) return false;
  insn->op = (uint16_t)op;
  insn->unit = WL_UNIT_SCALAR;
  insn->name = row->name;
  insn->kind = row->kind;
  insn->flags = row->flags;
  insn->needs_priv = row->rule == RULE_RFE;
  if (wl_is_message(insn)) insn->holds = WL_HOLDS_LGKM;
  if (wl_is(insn, WL_FMT_SOPP, WL_OP_clause) && (insn->simm < 1 || insn->simm > WL_CLAUSE_MOST)) return false;
  if (row->flags & WL_INSN_MOVREL) return movrel(insn, row, ssrc0, sdst);
  return destination(insn, sdst, row->dst) && source(insn, 0, ssrc0, row->src[0]) &&
         source(insn, 1, ssrc1, row->src[1]) && rule_kept(insn, row->rule);
}
