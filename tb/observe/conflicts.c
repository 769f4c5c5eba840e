// SPDX-License-Identifier: Apache-2.0
#include "observe/conflicts.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

#include "check/arch/arch.h"

typedef struct {
  uint64_t pc, executed, cycles, conflicts;
  uint32_t words[2];
} ds_count;

struct wl_conflicts {
  ds_count *count;
  uint32_t used, size;
  bool full;                             // out of memory: instructions are missing
  uint32_t running[WL_MAX_WAVES][TAGS];  // entry of the instruction in flight, from 1; 0: none
};

wl_conflicts *wl_conflicts_new(void) { return calloc(1, sizeof(wl_conflicts)); }

void wl_conflicts_free(wl_conflicts *c) {
  if (!c) return;
  free(c->count);
  free(c);
}

// Entry of the instruction at pc, from 1; 0: out of memory.
static uint32_t entry_of(wl_conflicts *c, uint64_t pc, const uint32_t words[2]) {
  for (uint32_t i = 0; i < c->used; i++) {
    // Another program may have been loaded at the same address.
    if (c->count[i].pc == pc && c->count[i].words[0] == words[0] && c->count[i].words[1] == words[1]) return i + 1;
  }
  if (c->used == c->size) {
    uint32_t size = c->size ? 2 * c->size : 64;
    ds_count *more = realloc(c->count, size * sizeof *more);
    if (!more) {
      c->full = true;
      return 0;
    }
    c->count = more;
    c->size = size;
  }
  c->count[c->used] = (ds_count){.pc = pc, .words = {words[0], words[1]}};
  return ++c->used;
}

void wl_conflicts_issue(wl_conflicts *c, uint32_t slot, uint32_t tag, uint64_t pc, const uint32_t words[2]) {
  if (slot < WL_MAX_WAVES && tag < TAGS) c->running[slot][tag] = entry_of(c, pc, words);
}

void wl_conflicts_served(wl_conflicts *c, uint32_t slot, uint32_t tag, uint32_t cycles, uint32_t conflicts) {
  uint32_t entry = slot < WL_MAX_WAVES && tag < TAGS ? c->running[slot][tag] : 0;
  if (!entry) return;
  ds_count *n = &c->count[entry - 1];
  n->executed++;
  n->cycles += cycles;
  n->conflicts += conflicts;
  c->running[slot][tag] = 0;
}

void wl_conflicts_total(const wl_conflicts *c, uint64_t *cycles, uint64_t *conflicts) {
  *cycles = *conflicts = 0;
  for (uint32_t i = 0; i < c->used; i++) {
    *cycles += c->count[i].cycles;
    *conflicts += c->count[i].conflicts;
  }
}

static int worse(const void *a, const void *b) {
  const ds_count *x = a, *y = b;
  if (x->conflicts != y->conflicts) return x->conflicts < y->conflicts ? 1 : -1;
  return x->pc < y->pc ? -1 : x->pc > y->pc;
}

void wl_conflicts_print(wl_conflicts *c, const wl_model_ops *ops, const wl_config *unit, FILE *to) {
  if (!c->used) return;
  // Sorting moves entries, so no instruction may be in flight.
  memset(c->running, 0, sizeof c->running);
  qsort(c->count, c->used, sizeof *c->count, worse);
  fprintf(to, "%12s %10s %10s  %-18s %s\n", "cycles lost", "served", "executed", "PC", "instruction");
  for (uint32_t i = 0; i < c->used; i++) {
    const ds_count *n = &c->count[i];
    char text[128];
    ops->text(unit, n->pc, n->words, text, sizeof text);
    fprintf(to, "%12" PRIu64 " %10" PRIu64 " %10" PRIu64 "  0x%-16" PRIx64 " %s\n", n->conflicts, n->cycles,
            n->executed, n->pc, text);
  }
  if (c->full) fprintf(to, "out of memory: instructions are missing\n");
}

// ---- as an observer ----------------------------------------------------------------------------

static void observe(void *to, const wl_observed *o) {
  const wl_probe_argument *a = o->argument;
  const uint32_t slot = (uint32_t)a[0].number;
  const wl_effect *e = &o->arch->effect;
  if (o->event == WL_EVENT_lds_cycles)
    wl_conflicts_served(to, slot, (uint32_t)a[1].number, (uint32_t)a[2].number, (uint32_t)a[3].number);
  else if (e->unit == WL_UNIT_LDS) wl_conflicts_issue(to, slot, (uint32_t)a[4].number, (uint64_t)a[1].number, e->words);
  else if (is_flat(e)) wl_conflicts_issue(to, slot, LDS_HALF + (uint32_t)a[4].number, (uint64_t)a[1].number, e->words);
}

static bool ends(void *to, const arch_state *arch, wl_checker_result *result, wl_error *error) {
  (void)error;
  wl_conflicts_total(to, &result->lds_cycles, &result->lds_conflicts);
  wl_conflicts_print(to, &arch->ops, &arch->config, stdout);
  return true;
}

static void closes(void *to) { wl_conflicts_free(to); }

bool wl_conflicts_observe(wl_observer *to) {
  *to = (wl_observer){.to = wl_conflicts_new(),
                      .wants = {[WL_AFTER] = wl_event_bit(WL_EVENT_issue) | wl_event_bit(WL_EVENT_lds_cycles)},
                      .event = observe,
                      .end = ends,
                      .close = closes};
  return to->to != NULL;
}
