// SPDX-License-Identifier: Apache-2.0
// The uninterruptible clause (lds.md 6.1): one wave of the unit may be in one.
#ifndef WAVELOCK_WAVE_CLAUSE_H
#define WAVELOCK_WAVE_CLAUSE_H

#include "isa/isa.h"
#include "wave/model.h"

static inline bool wl_is_clause(const struct wl_insn *insn) { return wl_is(insn, WL_FMT_SOPP, WL_OP_clause); }

// The `clause` at pc has issued: the wave's next n instructions are in it. false: out of memory.
bool wl_clause_begin(struct wl_wave *w, uint64_t pc, uint32_t n);
// The number of the clause that the instruction which has just been counted belongs to; 0: none.
static inline uint32_t wl_clause_of(const struct wl_wave *w) {
  const struct wl_clause *c = &w->model->clause;
  return c->open && c->slot == w->slot && w->model->wait_states[w->slot].count <= c->end ? c->number : 0;
}
// Whether the wave is in a clause of which instructions are left.
static inline bool wl_clause_holds(const struct wl_model *m, uint32_t slot) {
  const struct wl_clause *c = &m->clause;
  return c->open && c->slot == slot && m->wait_states[slot].count < c->end;
}
// Whether the clause of another wave keeps this one from issuing (D-R700-18).
static inline bool wl_clause_keeps(const struct wl_model *m, uint32_t slot) {
  return m->clause.open && m->clause.slot != slot && wl_clause_holds(m, m->clause.slot);
}
// The wave's clause ends now. true: instructions were left; why gets the sentence (D-R700-20). name: of the instruction
// at pc that ends it.
bool wl_clause_end(struct wl_wave *w, const char *name, uint64_t pc, char why[WL_WHY]);
// Takes what was found about absolute data (D-R700-22). false: nothing.
static inline bool wl_absolute_found(struct wl_model *m, char why[WL_WHY]) {
  if (__builtin_expect(m->memory.absolute[0] == 0, 1)) return false;
  memcpy(why, m->memory.absolute, WL_WHY);
  m->memory.absolute[0] = 0;
  return true;
}

#endif
