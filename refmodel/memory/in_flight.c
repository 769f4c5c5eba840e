// SPDX-License-Identifier: Apache-2.0
// Memory instructions in flight: their records, from issue to return.
#include <stdlib.h>

#include "memory/memory.h"

struct wl_pending *wl_pending_new(struct wl_wave *w, const struct wl_insn *insn, uint32_t tag) {
  struct wl_memory *m = w->memory;
  struct wl_pending *p = m->free_pending;
  if (p != NULL) m->free_pending = p->next;
  else if ((p = malloc(sizeof *p)) == NULL) return NULL;
  else p->texels = NULL;
  wl_pending_fill(w, p, insn);
  if (wl_image_samples(insn) && wl_image_accesses(insn, &p->image) && p->texels == NULL) {
    p->next = m->free_pending;
    m->free_pending = p;
    return NULL;
  }
  p->tag = tag;
  if (insn->unit == WL_UNIT_LDS) p->order = m->issued++;
  struct wl_pending **end = &m->in_flight[w->slot];
  while (*end != NULL) end = &(*end)->next;
  *end = p;
  m->by_tag[w->slot][insn->unit][tag] = p;
  return p;
}

void wl_pending_refill(const struct wl_wave *w, struct wl_pending *p, const struct wl_insn *insn) {
  struct wl_pending *const next = p->next;
  const struct wl_insn named = p->insn;
  const struct wl_reader reader = p->reader;
  const struct wl_sets sets = p->sets;
  const uint64_t order = p->order;
  const uint32_t tag = p->tag;
  wl_pending_fill(w, p, insn);
  p->next = next;
  p->insn = named;
  p->reader = reader;
  p->sets = sets;
  p->order = order;
  p->tag = tag;
}

const struct wl_pending *wl_pending_before(const struct wl_memory *m, uint32_t slot, const struct wl_pending *p) {
  const struct wl_pending *o = m->in_flight[slot];
  while (o != p && (o->insn.in_order & p->insn.in_order) == 0) o = o->next;
  return o != p ? o : NULL;
}

void wl_pending_remove(struct wl_memory *m, uint32_t slot, struct wl_pending *p) {
  struct wl_pending **at = &m->in_flight[slot];
  while (*at != p) at = &(*at)->next;
  *at = p->next;
  m->by_tag[slot][p->insn.unit][p->tag] = NULL;
  p->next = m->free_pending;
  m->free_pending = p;
  free(p->operands);
  p->operands = NULL;
}

static void free_list(struct wl_pending *p) {
  while (p != NULL) {
    struct wl_pending *next = p->next;
    free(p->operands);
    free(p->texels);
    free(p);
    p = next;
  }
}

void wl_pending_free_all(struct wl_memory *m) {
  for (uint32_t s = 0; s < WL_MAX_WAVES; s++) free_list(m->in_flight[s]);
  free_list(m->free_pending);
}

bool wl_pending_any(const struct wl_memory *m) {
  for (uint32_t s = 0; s < WL_MAX_WAVES; s++) {
    if (m->in_flight[s] != NULL) return true;
  }
  return false;
}
