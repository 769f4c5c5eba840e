// SPDX-License-Identifier: Apache-2.0
// What an instruction writes and accesses, for wl_effect and wl_traced.
#include "wave/effects.h"

#include "execute/vector.h"

void wl_note_sgprs(wl_effect *e, uint32_t first, uint32_t count) {
  e->sdst = first;
  e->sdst_count = count;
  const bool state_regs = count == 0 || first == WL_VCC || first == WL_VCC_HI || first >= WL_M0;
  e->sgpr_first = state_regs ? 0 : first;
  e->sgpr_count = state_regs ? 0 : count;
}

void wl_note_push(wl_effect *e, const struct wl_wave *w, uint32_t csp) {
  const uint32_t first = wl_first_name(w->second_end, 4 * csp);
  wl_note_sgprs(e, first, 4);
  if (first == WL_XNACK_MASK) e->sgpr_count = WL_VCC - WL_XNACK_MASK;
}

static void note_vgpr(wl_effect *e, uint32_t number, uint64_t lanes) {
  if (lanes == 0) return;
  e->phys_vgpr[e->vgpr_count] = number;
  e->vgpr_mask[e->vgpr_count++] = lanes;
}

// Notes which of these physical VGPRs are shared (lds.md 2): they come before the waves' own.
static void note_shared(wl_effect *e, const struct wl_wave *w, uint32_t first, uint32_t count) {
  for (uint32_t r = first; r < first + count && r < w->shared_global + 2 * w->shared_temps; r++)
    e->shared_rows[r / 64] |= 1ull << (r % 64);
}

uint64_t wl_written_lanes(const struct wl_wave *w, const struct wl_insn *insn) {
  if (insn->flags & WL_INSN_ONE_LANE) return 1ull << (wl_scalar32(w, &insn->src[1]) & 63);
  return wl_vector_lanes(w, insn);
}

void wl_note_writes(wl_effect *e, const struct wl_wave *w, const struct wl_insn *insn) {
  const bool skipped = insn->unit == WL_UNIT_SCALAR && (insn->flags & WL_INSN_IF_SCC) && w->scc == 0;
  if (!skipped) wl_note_sgprs(e, insn->sdst, insn->sdst_regs);
  if (insn->unit != WL_UNIT_VALU) return;
  const uint64_t lanes = wl_written_lanes(w, insn);
  const uint32_t base = insn->absolute_vgprs ? 0 : w->vgpr_base;
  for (uint32_t r = 0; r < insn->vdst_regs; r++) note_vgpr(e, base + insn->vdst + r, lanes);
  if (insn->flags & WL_INSN_WRITES_SRC0) note_vgpr(e, base + insn->src[0].reg, lanes);
  if (!insn->absolute_vgprs) return;
  note_shared(e, w, insn->vdst, insn->vdst_regs);
  for (uint32_t i = 0; i < WL_SOURCES; i++) {
    if (insn->src[i].kind == WL_OPERAND_VGPR) note_shared(e, w, insn->src[i].reg, insn->src[i].regs);
  }
}

void wl_report_memory(const struct wl_wave *w, const struct wl_pending *p, wl_traced *out) {
  const struct wl_access *a = p->access;
  const struct wl_insn *insn = &p->insn;
  const bool lds = insn->unit == WL_UNIT_LDS;
  out->scalar = insn->unit == WL_UNIT_SMEM;
  out->second_end = w->second_end;
  out->bytes = a->bytes;
  out->accesses = lds ? wl_ds_accesses(insn, a) : a->bytes != 0 && (!out->scalar || a->what == WL_SMEM_ACCESS);
  out->op = (wl_mem_op)insn->mem_op;
  out->space = (wl_mem_space)insn->mem_space;
  if (insn->vdst_regs != 0) out->phys_vgpr = w->vgpr_base + insn->vdst;
  const uint32_t tfe = wl_tfe_vgpr(insn);
  out->vgpr_count = tfe != 0 ? tfe + 1 - insn->vdst : insn->vdst_regs;
  out->kept = tfe != 0 ? tfe - insn->vdst - insn->vdst_regs : 0;
  out->sgpr_first = out->scalar ? insn->sdst : 0;
  out->sgpr_count = out->scalar ? insn->sdst_regs : 0;
  const struct wl_texels *texels = wl_texels_of(p);
  if (texels != NULL) {  // the first texel of each lane
    out->lanes[0] = texels->lanes[0];
    memcpy(out->address[0], texels->address[0], sizeof out->address[0]);
    return;
  }
  for (uint32_t i = 0; i < out->accesses; i++) {
    out->lanes[i] = out->scalar ? 1 : lds ? p->lanes[i][0] : p->at.reached[0];
    memcpy(out->address[i], p->at.address[i], sizeof out->address[i]);
  }
}
