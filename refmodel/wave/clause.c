// SPDX-License-Identifier: Apache-2.0
#include "wave/clause.h"

#include <stdio.h>

bool wl_clause_begin(struct wl_wave *w, uint64_t pc, uint32_t n) {
  struct wl_model *m = w->model;
  struct wl_clause *c = &m->clause;
  *c = (struct wl_clause){
      .open = true, .slot = w->slot, .number = c->number + 1, .pc = pc, .end = m->wait_states[w->slot].count + n};
  return wl_marks_new(&m->memory);
}

bool wl_clause_end(struct wl_wave *w, const char *name, uint64_t pc, char why[WL_WHY]) {
  struct wl_model *m = w->model;
  if (!wl_clause_holds(m, w->slot)) return false;
  m->clause.open = false;
  snprintf(why, WL_WHY, "clause: %s at 0x%llx ends the clause of 0x%llx with %u left", name, (unsigned long long)pc,
           (unsigned long long)m->clause.pc, (uint32_t)(m->clause.end - m->wait_states[w->slot].count));
  return true;
}
