// SPDX-License-Identifier: Apache-2.0
#include "observe/transactions.h"

#include <inttypes.h>
#include <stdlib.h>

#include "check/arch/arch.h"

// An instruction of the program.
typedef struct {
  uint64_t pc, executed, transactions, least;
  uint64_t fewest, most;  // of one execution
  uint32_t words[2];
} vmem_count;

// A line that an execution touches, and how many lanes change each of its words atomically.
typedef struct {
  uint64_t line;
  uint16_t lanes[LINE_WORDS];
} touched;

typedef struct {
  uint32_t entry;  // from 1; 0: no instruction is in flight
  uint32_t transactions, used, size;
  touched *lines;
} execution;

struct wl_transactions {
  vmem_count *count;
  uint32_t used, size;
  bool full;  // out of memory: instructions or lines are missing
  execution running[WL_MAX_WAVES][TAGS];
};

wl_transactions *wl_transactions_new(void) { return calloc(1, sizeof(wl_transactions)); }

void wl_transactions_free(wl_transactions *t) {
  if (!t) return;
  for (uint32_t slot = 0; slot < WL_MAX_WAVES; slot++)
    for (uint32_t tag = 0; tag < TAGS; tag++) free(t->running[slot][tag].lines);
  free(t->count);
  free(t);
}

// Room for one element more. false: out of memory.
static bool grow(wl_transactions *t, void **list, uint32_t used, uint32_t *size, size_t element) {
  if (used < *size) return true;
  const uint32_t more = *size ? 2 * *size : 64;
  void *new = realloc(*list, more * element);
  t->full |= !new;
  if (!new) return false;
  *list = new;
  *size = more;
  return true;
}

// Entry of the instruction at pc, from 1; 0: out of memory.
static uint32_t entry_of(wl_transactions *t, uint64_t pc, const uint32_t words[2]) {
  for (uint32_t i = 0; i < t->used; i++)
    // Another program may have been loaded at the same address.
    if (t->count[i].pc == pc && t->count[i].words[0] == words[0] && t->count[i].words[1] == words[1]) return i + 1;
  if (!grow(t, (void **)&t->count, t->used, &t->size, sizeof *t->count)) return 0;
  t->count[t->used] = (vmem_count){.pc = pc, .fewest = UINT64_MAX, .words = {words[0], words[1]}};
  return ++t->used;
}

static execution *running(wl_transactions *t, uint32_t slot, uint32_t tag) {
  return slot < WL_MAX_WAVES && tag < TAGS ? &t->running[slot][tag] : NULL;
}

void wl_transactions_issue(wl_transactions *t, uint32_t slot, uint32_t tag, uint64_t pc, const uint32_t words[2]) {
  execution *e = running(t, slot, tag);
  if (!e) return;
  e->entry = entry_of(t, pc, words);
  e->transactions = e->used = 0;
}

void wl_transactions_request(wl_transactions *t, uint32_t slot, uint32_t tag, uint64_t line, bool atomic,
                             uint64_t byte_enable) {
  execution *e = running(t, slot, tag);
  if (!e || !e->entry) return;
  e->transactions++;
  uint32_t i = 0;
  while (i < e->used && e->lines[i].line != line) i++;
  if (i == e->used) {
    if (!grow(t, (void **)&e->lines, e->used, &e->size, sizeof *e->lines)) return;
    e->lines[e->used++] = (touched){.line = line};
  }
  for (uint32_t w = 0; atomic && w < LINE_WORDS; w++) e->lines[i].lanes[w] += word_enables(byte_enable, w) != 0;
}

static uint32_t least_of(const execution *e) {
  uint32_t least = 0;
  for (uint32_t i = 0; i < e->used; i++) {
    uint32_t lanes = 1;
    for (uint32_t w = 0; w < LINE_WORDS; w++)
      if (e->lines[i].lanes[w] > lanes) lanes = e->lines[i].lanes[w];
    least += lanes;
  }
  return least;
}

void wl_transactions_return(wl_transactions *t, uint32_t slot, uint32_t tag) {
  execution *e = running(t, slot, tag);
  if (!e || !e->entry) return;
  vmem_count *n = &t->count[e->entry - 1];
  n->executed++;
  n->transactions += e->transactions;
  n->least += least_of(e);
  if (e->transactions < n->fewest) n->fewest = e->transactions;
  if (e->transactions > n->most) n->most = e->transactions;
  e->entry = 0;
}

void wl_transactions_total(const wl_transactions *t, uint64_t *transactions, uint64_t *least) {
  *transactions = *least = 0;
  for (uint32_t i = 0; i < t->used; i++) {
    *transactions += t->count[i].transactions;
    *least += t->count[i].least;
  }
}

void wl_transactions_measure(const wl_transactions *t, wl_transaction_count *s) {
  s->executed = s->most = 0;
  s->fewest = UINT64_MAX;
  for (uint32_t i = 0; i < t->used; i++) {
    const vmem_count *n = &t->count[i];
    if (n->pc != s->at) continue;
    s->executed += n->executed;
    if (n->fewest < s->fewest) s->fewest = n->fewest;
    if (n->most > s->most) s->most = n->most;
  }
}

static int worse(const void *a, const void *b) {
  const vmem_count *x = a, *y = b;
  const uint64_t above = x->transactions - x->least, other = y->transactions - y->least;
  if (above != other) return above < other ? 1 : -1;
  return x->pc < y->pc ? -1 : x->pc > y->pc;
}

void wl_transactions_print(wl_transactions *t, const wl_model_ops *ops, const wl_config *unit, FILE *to) {
  if (!t->used) return;
  // Sorting moves entries.
  for (uint32_t slot = 0; slot < WL_MAX_WAVES; slot++)
    for (uint32_t tag = 0; tag < TAGS; tag++) t->running[slot][tag].entry = 0;
  qsort(t->count, t->used, sizeof *t->count, worse);
  fprintf(to, "%12s %10s %10s  %-18s %s\n", "transactions", "least", "executed", "PC", "instruction");
  for (uint32_t i = 0; i < t->used; i++) {
    const vmem_count *n = &t->count[i];
    char text[128];
    ops->text(unit, n->pc, n->words, text, sizeof text);
    fprintf(to, "%12" PRIu64 " %10" PRIu64 " %10" PRIu64 "  0x%-16" PRIx64 " %s\n", n->transactions, n->least,
            n->executed, n->pc, text);
  }
  if (t->full) fprintf(to, "out of memory: instructions or lines are missing\n");
}

// ---- as an observer ----------------------------------------------------------------------------

typedef struct {
  wl_transactions *counts;
  bool print;
  wl_transaction_count *expected;
  uint32_t count;
} watching;

static void observe(void *to, const wl_observed *o) {
  wl_transactions *t = ((watching *)to)->counts;
  const wl_probe_argument *a = o->argument;
  const wl_effect *e = &o->arch->effect;
  if (o->event == WL_EVENT_issue) {
    if (e->unit == WL_UNIT_VMEM)
      wl_transactions_issue(t, (uint32_t)a[0].number, (uint32_t)a[4].number, (uint64_t)a[1].number, e->words);
    return;
  }
  if (a[0].number != WL_SRC_VMEM) return;
  if (o->event == WL_EVENT_mem_request)
    wl_transactions_request(t, (uint32_t)a[2].number, (uint32_t)a[3].number, (uint64_t)a[5].number, false, 0);
  else if (o->event == WL_EVENT_mem_atomic)
    wl_transactions_request(t, (uint32_t)a[2].number, (uint32_t)a[3].number, (uint64_t)a[6].number, true,
                            (uint64_t)a[7].number);
  else wl_transactions_return(t, (uint32_t)a[1].number, (uint32_t)a[2].number);
}

static bool ends(void *to, const arch_state *arch, wl_checker_result *result, wl_error *error) {
  (void)error;
  const watching *w = to;
  if (w->print) {
    wl_transactions_total(w->counts, &result->transactions, &result->least_transactions);
    wl_transactions_print(w->counts, &arch->ops, &arch->config, stdout);
  }
  for (uint32_t i = 0; i < w->count; i++) wl_transactions_measure(w->counts, &w->expected[i]);
  return true;
}

static void closes(void *to) {
  wl_transactions_free(((watching *)to)->counts);
  free(to);
}

bool wl_transactions_observe(wl_observer *to, bool print, wl_transaction_count *expected, uint32_t count) {
  watching *w = malloc(sizeof *w);
  if (w) *w = (watching){wl_transactions_new(), print, expected, count};
  if (!w || !w->counts) {
    free(w);
    return false;
  }
  *to = (wl_observer){.to = w,
                      .wants = {[WL_AFTER] = wl_event_bit(WL_EVENT_issue) | wl_event_bit(WL_EVENT_mem_request) |
                                             wl_event_bit(WL_EVENT_mem_atomic) | wl_event_bit(WL_EVENT_mem_return)},
                      .event = observe,
                      .end = ends,
                      .close = closes};
  return true;
}
