// SPDX-License-Identifier: Apache-2.0
// Register numbers and legality that depend on the wave: GPR-index mode, shared registers, movrel, the allocation.
#include "wave/resolve.h"

#include "decode/decode.h"
#include "decode/second_names.h"
#include "isa/image.h"
#include "isa/isa.h"
#include "memory/image.h"

// The first physical VGPR of an absolute operand of `regs` registers (lds.md 2). -1: it does not lie wholly in the
// globals or wholly in the wave's clause temporaries.
static int shared_vgpr(const struct wl_wave *w, uint32_t number, uint32_t regs) {
  const uint32_t global = w->shared_global, temps = w->shared_temps;
  if (number + regs <= global) return (int)number;
  if (number < global || number + regs > global + temps) return -1;
  return (int)(number + (w->slot % 2 != 0 ? temps : 0));
}

// The number of a VGPR operand after GPR-index mode (gfx9-encoding.md 6) and shared registers. enable: WL_ENABLE_* of
// its field. While registers are shared, the numbers of all operands become physical ones. -1: illegal.
static int vgpr_number(const struct wl_wave *w, uint32_t field, uint32_t regs, uint32_t enable) {
  const uint32_t m0 = w->sgpr[WL_M0];
  const bool indexed = (w->mode & WL_MODE_GPR_IDX_EN) && (wl_field(m0, WL_M0_GPR_INDEX_ENABLES) >> enable & 1);
  const bool shared = w->mode & WL_MODE_SHARED;
  uint32_t number = field + (indexed ? wl_field(m0, WL_M0_GPR_INDEX) : 0);
  if (shared && (wl_field(m0, WL_M0_SHARED_ENABLES) >> enable & 1)) return shared_vgpr(w, number, regs);
  if (indexed && number + regs > w->vgpr_size) number = 0;
  if (number + regs > w->vgpr_size) return -1;
  return (int)(number + (shared ? w->vgpr_base : 0));
}

static bool apply_vgpr_modes(const struct wl_wave *w, struct wl_insn *insn) {
  for (uint32_t i = 0; i < WL_SOURCES; i++) {
    struct wl_operand *o = &insn->src[i];
    if (o->kind != WL_OPERAND_VGPR) continue;
    const int number = vgpr_number(w, o->reg, o->regs, WL_ENABLE_SRC0 + i);
    if (number < 0) return false;
    o->reg = (uint16_t)number;
  }
  if (insn->vdst_regs != 0) {
    const int number = vgpr_number(w, insn->vdst, insn->vdst_regs, WL_ENABLE_VDST);
    if (number < 0) return false;
    insn->vdst = (uint16_t)number;
  }
  insn->absolute_vgprs = (w->mode & WL_MODE_SHARED) != 0;
  return true;
}

// s_movrels, s_movreld: M0 is added to the number in the instruction (simm). false: the sum is no SGPR of the wave.
static bool apply_movrel(const struct wl_wave *w, struct wl_insn *insn) {
  const bool source = insn->op == WL_OP_s_movrels_b32 || insn->op == WL_OP_s_movrels_b64;
  const uint32_t regs = insn->op == WL_OP_s_movrels_b64 || insn->op == WL_OP_s_movreld_b64 ? 2 : 1;
  const uint32_t number = ((uint32_t)insn->simm + w->sgpr[WL_M0]) & WL_LAST_REGISTER;
  if (number + regs > w->sgpr_size || (regs == 2 && number % 2 != 0)) return false;
  if (source) {
    insn->src[0] =
        (struct wl_operand){.kind = WL_OPERAND_SGPR, .regs = (uint8_t)regs, .reg = (uint16_t)number, .value = 0};
  } else {
    insn->sdst = (uint8_t)number;
    insn->sdst_regs = (uint8_t)regs;
  }
  return true;
}

static bool legal_for(const struct wl_wave *w, const struct wl_insn *insn) {
  return insn->sgpr_end <= w->sgpr_size && (insn->absolute_vgprs || insn->vgpr_end <= w->vgpr_size) &&
         (!insn->needs_priv || w->priv);
}

const struct wl_insn *wl_resolve_any(const struct wl_wave *w, const struct wl_insn *insn, struct wl_insn *copy) {
  const bool movrel = insn->unit == WL_UNIT_SCALAR && (insn->flags & WL_INSN_MOVREL);
  const bool other = insn->unit == WL_UNIT_VALU && (w->mode & (WL_MODE_GPR_IDX_EN | WL_MODE_SHARED));
  if (insn->kind == WL_KIND_ILLEGAL) return NULL;
  if (movrel || other) {
    *copy = *insn;
    if (movrel && !apply_movrel(w, copy)) return NULL;
    if (other && !apply_vgpr_modes(w, copy)) return NULL;
    wl_note_ranges(copy);
    insn = copy;
  }
  if (!legal_for(w, insn) || insn->images > w->model->config.images) return NULL;
  if (wl_is_image(insn)) {
    *copy = *insn;
    copy->src[0].regs = (uint8_t)wl_image_address_regs(w, insn);
    return copy;
  }
  if (movrel && w->second_end != 0) wl_to_first_names(copy, w->second_end);
  return insn;
}
