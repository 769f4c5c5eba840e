// SPDX-License-Identifier: Apache-2.0
// wl_decode_words: the decoder's result for the public API.
#include "wavelock/decode.h"

#include "decode/decode.h"
#include "isa/access.h"
#include "decode/vector.h"

_Static_assert((int)WL_DECODED_VGPR == WL_OPERAND_VGPR && (int)WL_DECODED_SGPR == WL_OPERAND_SGPR &&
                   (int)WL_DECODED_FLAG == WL_OPERAND_FLAG && (int)WL_DECODED_CONST == WL_OPERAND_CONST,
               "operand kinds");
_Static_assert((int)WL_DECODED_SOURCES == WL_SOURCES, "places of operands");

static const char *const format_names[] = {
    [WL_FMT_ILLEGAL] = "ILLEGAL", [WL_FMT_SOP2] = "SOP2", [WL_FMT_SOP1] = "SOP1", [WL_FMT_SOPC] = "SOPC",
    [WL_FMT_SOPK] = "SOPK",       [WL_FMT_SOPP] = "SOPP", [WL_FMT_SMEM] = "SMEM", [WL_FMT_VOP2] = "VOP2",
    [WL_FMT_VOP1] = "VOP1",       [WL_FMT_VOPC] = "VOPC", [WL_FMT_VOP3] = "VOP3", [WL_FMT_VOP3P] = "VOP3P",
    [WL_FMT_VINTRP] = "VINTRP",   [WL_FMT_DS] = "DS",     [WL_FMT_FLAT] = "FLAT", [WL_FMT_MUBUF] = "MUBUF",
    [WL_FMT_MTBUF] = "MTBUF",     [WL_FMT_MIMG] = "MIMG", [WL_FMT_EXP] = "EXP",
};

static void effects(const struct wl_insn *n, wl_decoded *d) {
  d->unit = n->unit;
  if (n->unit == WL_UNIT_VALU) d->latency = wl_latency_of(n);
  d->mem_op = n->mem_op;
  d->returns = wl_is_memory_unit((wl_block)n->unit) &&
               (n->vdst_regs != 0 || n->sdst_regs != 0 || n->mem_destination == WL_TO_LDS);
  d->flat = wl_is_flat(n);
  d->reads_vdst = n->flags & WL_INSN_READS_VDST;
  d->writes_exec = n->flags & WL_INSN_WRITES_EXEC;
  d->writes_src0 = n->flags & WL_INSN_WRITES_SRC0;
  d->tfe_vgpr = wl_tfe_vgpr(n);
}

static void second_dword(const struct wl_insn *n, wl_decoded *d) {
  const uint32_t word = n->words[1];
  d->sdwa = n->extra == WL_EXTRA_SDWA;
  d->dpp = n->extra == WL_EXTRA_DPP;
  if (d->sdwa) {
    d->dst_sel = wl_sdwa_dst_sel(word);
    d->dst_unused = wl_sdwa_dst_unused(word);
    for (unsigned i = 0; i < 2; i++) {
      d->src_sel[i] = wl_sdwa_sel(word, i);
      d->src_sext[i] = wl_sdwa_sext(word, i);
    }
  } else if (d->dpp) {
    d->dpp_control = wl_dpp_control(word);
    d->row_mask = wl_dpp_row_mask(word);
    d->bank_mask = wl_dpp_bank_mask(word);
    d->bound_ctrl = wl_dpp_bound_ctrl(word);
  }
}

void wl_decode_words(const uint32_t words[2], wl_isa isa, bool rdna, uint32_t sgpr_size, uint32_t vgpr_size, bool priv,
                     wl_decoded *d) {
  struct wl_insn n;
  wl_decode(&n, isa, rdna, words[0], words[1]);
  *d = (wl_decoded){.known = n.name != NULL, .size = n.size, .format = format_names[n.format]};
  if (n.kind == WL_KIND_ILLEGAL || n.sgpr_end > sgpr_size || n.vgpr_end > vgpr_size || (n.needs_priv && !priv)) return;
  d->legal = true;
  d->name = n.name;
  d->op = n.op;
  for (unsigned i = 0; i < WL_SOURCES; i++) {
    const struct wl_operand *o = &n.src[i];
    d->src[i] = (wl_decoded_operand){(wl_decoded_kind)o->kind, o->reg, o->regs, o->value};
  }
  d->vdst = n.vdst;
  d->vdst_vgprs = n.vdst_regs;
  d->sdst = n.sdst;
  d->sdst_regs = n.sdst_regs;
  d->reads_vcc = n.flags & WL_INSN_READS_VCC;
  d->movrel = n.unit == WL_UNIT_SCALAR && (n.flags & WL_INSN_MOVREL);
  d->simm = n.simm;
  d->literal = n.literal;
  d->neg = n.neg;
  d->abs = n.abs;
  d->omod = n.omod;
  d->clamp = n.clamp;
  const bool packed = n.format == WL_FMT_VOP3P;
  d->op_sel = packed ? n.sel & 7 : n.sel;
  d->op_sel_hi = packed ? n.sel >> 3 : 0;
  d->gds = wl_is_gds(&n);
  if (n.format == WL_FMT_EXP) {
    d->target = wl_field(words[0], WL_EXP_TARGET);
    d->en = wl_field(words[0], WL_EXP_EN);
    d->compr = words[0] & WL_EXP_COMPR;
    d->done = words[0] & WL_EXP_DONE;
    d->vm = words[0] & WL_EXP_VM;
  }
  second_dword(&n, d);
  effects(&n, d);
}
