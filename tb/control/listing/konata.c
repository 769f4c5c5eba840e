// SPDX-License-Identifier: Apache-2.0
// The log of a listing's run for the viewer Konata.
#include <stdlib.h>

#include "memory.h"
#include "read.h"
#include "timeline.h"
#include "observe/views/konata.h"

// In the order in which those of a cycle and an instruction are written.
typedef enum { APPEARS, STAGE, NEEDS, RETIRES } step_kind;

typedef struct {
  long cycle;
  int id;
  step_kind kind;
  int record;
  const char *stage;
  int producer;
} step;

typedef struct {
  const sass_trace *trace;
  const sass_record *records;
  int count;
  int *ids;  // by record
  step *steps;
  size_t step_count;
} log_state;

static const char operands[] = "O", execution[] = "X";

static void add(log_state *k, long cycle, step_kind kind, int record, const char *stage, int producer) {
  k->steps = sass_room(k->steps, k->step_count, sizeof *k->steps);
  k->steps[k->step_count++] = (step){cycle, k->ids[record], kind, record, stage, producer};
}

static int by_time(const void *a, const void *b) {
  const step *x = a, *y = b;
  if (x->cycle != y->cycle) return x->cycle < y->cycle ? -1 : 1;
  if (x->id != y->id) return x->id < y->id ? -1 : 1;
  return (int)x->kind - (int)y->kind;
}

typedef struct {
  long next;
  int record;
} appearance;

static int by_appearance(const void *a, const void *b) {
  const appearance *x = a, *y = b;
  if (x->next != y->next) return x->next < y->next ? -1 : 1;
  return x->record - y->record;
}

// Ids go by the order in which the instructions appear.
static int *number_records(const log_state *k) {
  int *ids = sass_allocated(malloc((size_t)(k->count + 1) * sizeof *ids));
  appearance *list = sass_allocated(malloc((size_t)(k->count + 1) * sizeof *list));
  for (int n = 0; n < k->count; n++) list[n] = (appearance){k->records[n].next, n};
  qsort(list, (size_t)k->count, sizeof *list, by_appearance);
  for (int n = 0; n < k->count; n++) ids[list[n].record] = n;
  free(list);
  return ids;
}

// The cycle behind its last one.
static long end_of(const sass_record *r) {
  const long last = r->done > r->read ? r->done : r->read;
  return (last > r->issue ? last : r->issue) + 1;
}

static void add_record(log_state *k, int n) {
  const sass_record *r = &k->records[n];
  add(k, r->next, APPEARS, n, NULL, 0);
  int before = -1;
  for (long c = r->next; c <= r->issue; c++) {
    const int slot = (int)sass_trace_slot(k->trace, r->warp, c);
    if (slot != before) add(k, c, STAGE, n, sass_slot_names[slot], 0);
    before = slot;
  }
  if (r->read > r->issue) add(k, r->issue + 1, STAGE, n, operands, 0);
  const long executes = r->read > r->issue ? r->read + 1 : r->issue + 1;
  if (r->done >= executes) add(k, executes, STAGE, n, execution, 0);
  add(k, end_of(r), RETIRES, n, NULL, 0);
}

static void print_step(const log_state *k, const step *s, konata_log *log) {
  const sass_record *r = &k->records[s->record];
  const sass_listing *l = sass_trace_listing(k->trace);
  const sass_instruction *i = &l->instructions[r->at];
  const uint64_t id = (uint64_t)s->id;
  switch (s->kind) {
    case APPEARS: {
      char control[SASS_CONTROL_TEXT];
      sass_write_maxas_control(&i->control, control);
      konata_appears(log, id, (uint64_t)s->record, (uint32_t)r->warp);
      konata_label(log, id, KONATA_LEFT);
      fprintf(log->to, "%d: %s%s", i->line, i->guard_text, *i->guard_text ? " " : "");
      sass_print_statement(i, SASS_MAXAS, log->to);
      fputc('\n', log->to);
      konata_label(log, id, KONATA_HOVER);
      fprintf(log->to, "%s warp %d, issue %ld%s%s\n", control, r->warp, r->issue, r->second ? ", second of a pair" : "",
              r->happens ? "" : ", guard false");
      break;
    }
    case STAGE: konata_stage(log, id, s->stage); break;
    case NEEDS: konata_needs(log, id, (uint64_t)k->ids[s->producer]); break;
    default: konata_ends(log, id);
  }
}

void sass_konata_print(const sass_trace *t, FILE *to) {
  log_state k = {.trace = t};
  k.count = sass_trace_records(t, &k.records);
  k.ids = number_records(&k);
  for (int n = 0; n < k.count; n++) add_record(&k, n);
  const sass_dependence *needs;
  const int count = sass_trace_dependences(t, &needs);
  for (int n = 0; n < count; n++)
    add(&k, k.records[needs[n].consumer].issue, NEEDS, needs[n].consumer, NULL, needs[n].producer);
  if (k.step_count) qsort(k.steps, k.step_count, sizeof *k.steps, by_time);
  konata_log log;
  konata_begin(&log, to);
  for (size_t n = 0; n < k.step_count; n++) {
    konata_at(&log, (uint64_t)k.steps[n].cycle);
    print_step(&k, &k.steps[n], &log);
  }
  free(k.ids);
  free(k.steps);
}
