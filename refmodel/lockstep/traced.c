// SPDX-License-Identifier: Apache-2.0
// What a trace reports of an instruction beside its effect.
#include "wave/machine.h"

void wl_report_memory(const struct wl_wave *w, const struct wl_pending *p, wl_traced *out) {
  const struct wl_access *a = p->access;
  const struct wl_insn *insn = &p->insn;
  out->scalar = insn->unit == WL_UNIT_SMEM;
  out->lds = insn->unit == WL_UNIT_LDS;
  out->bytes = a->bytes;
  out->accesses = out->lds ? wl_ds_accesses(insn, a) : 1;
  out->store = a->mem_op != WL_MEM_LOAD;
  out->load = a->mem_op != WL_MEM_STORE;
  if (insn->vdst_regs != 0) out->phys_vgpr = w->vgpr_base + insn->vdst;
  out->vgpr_count = insn->vdst_regs;
  out->sgpr_first = out->scalar ? insn->sdst : 0;
  out->sgpr_count = out->scalar ? insn->sdst_regs : 0;
  for (uint32_t i = 0; i < out->accesses; i++) {
    out->lanes[i] = out->scalar ? 1 : out->lds ? p->lanes[i][0] : p->exec;
    memcpy(out->address[i], p->address[i], sizeof out->address[i]);
  }
}

void wl_model_traced(const wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, const wl_effect *e,
                     wl_traced *out) {
  memset(out, 0, sizeof *out);
  if (slot >= WL_MAX_WAVES) return;
  out->vgpr_base = m->wave[slot].vgpr_base;
  out->state_reg_first = e->sdst;
  out->state_reg_count = e->sdst_count;
  const struct wl_pending *p = wl_pending_find(m, unit, slot, tag);
  if (p != NULL && p->pc == e->pc) wl_report_memory(&m->wave[slot], p, out);
}

void wl_model_on_issue(wl_model *m,
                       void (*report)(void *to, uint32_t slot, const wl_effect *e, const wl_traced *traced,
                                      const wl_state_regs *before),
                       void *to) {
  m->on_issue = report;
  m->on_issue_to = to;
}
