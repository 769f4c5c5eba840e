// What is told of an instruction besides its effect: for traces.
#include "machine.h"

void wl_report_memory(const struct wl_wave *w, const struct wl_pending *p, wl_told *t) {
  const struct wl_access *a = p->access;
  const struct wl_insn *insn = &p->insn;
  t->scalar = insn->unit == WL_UNIT_SMEM;
  t->lds = insn->unit == WL_UNIT_LDS;
  t->bytes = a->bytes;
  t->accesses = t->lds ? wl_ds_accesses(insn, a) : 1;
  t->store = a->store || (t->lds && a->what != WL_DS_MOVE);
  t->load = !a->store || (t->lds && a->what != WL_DS_MOVE);
  if (insn->vdst_regs != 0) t->vgpr_row = w->vgpr_base + insn->vdst;
  t->vgpr_count = insn->vdst_regs;
  t->sgpr_first = t->scalar ? insn->sdst : 0;
  t->sgpr_count = t->scalar ? insn->sdst_regs : 0;
  for (uint32_t i = 0; i < t->accesses; i++) {
    t->lanes[i] = t->scalar ? 1 : t->lds ? p->lanes[i][0] : p->exec;
    memcpy(t->address[i], p->address[i], sizeof t->address[i]);
  }
}

void wl_model_told(const wl_model *m, wl_unit unit, uint32_t slot, uint32_t token, const wl_effect *e, wl_told *out) {
  memset(out, 0, sizeof *out);
  if (slot >= WL_MAX_WAVES) return;
  out->vgpr_base = m->wave[slot].vgpr_base;
  out->special_first = e->sdst;
  out->special_count = e->sdst_count;
  const struct wl_pending *p = wl_pending_find(m, unit, slot, token);
  if (p != NULL && p->pc == e->pc) wl_report_memory(&m->wave[slot], p, out);
}

void wl_model_on_issue(wl_model *m, void (*hear)(void *to, uint32_t slot, const wl_effect *e, const wl_told *told,
                                                 const wl_special *before), void *to) {
  m->hear_issue = hear;
  m->issue_to = to;
}
