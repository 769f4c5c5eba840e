// SPDX-License-Identifier: Apache-2.0
#include "timeline.h"

#include <string.h>

enum { COLUMNS = 100 };

typedef struct {
  long by[SASS_SLOTS];  // cycles
} slot_counts;

static slot_counts count_cycles(const sass_trace *t) {
  slot_counts c = {0};
  for (long cycle = 0; cycle < sass_trace_cycles(t); cycle++) c.by[sass_trace_cycle(t, cycle)]++;
  return c;
}

static double rate(int instructions, long cycles) { return cycles ? instructions / (double)cycles : 0; }

void sass_summary_print(const sass_trace *t, FILE *to) {
  const sass_record *records;
  const int count = sass_trace_records(t, &records);
  const sass_trace_options *o = sass_trace_options_of(t);
  const long cycles = sass_trace_cycles(t);
  fprintf(to, "seed %llu: %d warp%s, %ld cycles, %d instructions, %.3f a cycle\n", (unsigned long long)o->seed,
          o->warps, o->warps == 1 ? "" : "s", cycles, count, rate(count, cycles));
  const slot_counts c = count_cycles(t);
  fputs("cycles:", to);
  const char *comma = "";
  for (int s = 0; s < SASS_SLOTS; s++) {
    if (!c.by[s]) continue;
    fprintf(to, "%s %s %ld", comma, sass_slot_names[s], c.by[s]);
    comma = ",";
  }
  fputc('\n', to);
}

void sass_timeline_print(const sass_trace *t, long cycles, FILE *to) {
  const long all = sass_trace_cycles(t);
  if (cycles > all) cycles = all;
  for (long first = 0; first < cycles; first += COLUMNS) {
    const long last = first + COLUMNS < cycles ? first + COLUMNS : cycles;
    fprintf(to, "\ncycle %ld\n", first);
    for (int w = 0; w < sass_trace_options_of(t)->warps; w++) {
      char marks[COLUMNS + 1];
      int length = 0;
      for (long c = first; c < last; c++) marks[length++] = sass_slot_marks[sass_trace_slot(t, w, c)];
      while (length && marks[length - 1] == ' ') length--;
      marks[length] = 0;
      fprintf(to, "%4d%s%s\n", w, length ? "  " : "", marks);
    }
  }
  if (!cycles) return;
  fputc('\n', to);
  for (int s = 0; s < SASS_SLOT_END; s++)
    fprintf(to, "%c %s%s", sass_slot_marks[s], sass_slot_names[s], s + 1 < SASS_SLOT_END ? "  " : "\n");
  if (cycles < all) fprintf(to, "%ld more cycles\n", all - cycles);
}

json_t *sass_run_json(const sass_trace *t) {
  const sass_record *records;
  const int count = sass_trace_records(t, &records);
  const sass_listing *l = sass_trace_listing(t);
  const sass_trace_options *o = sass_trace_options_of(t);
  json_t *issues = json_array(), *slots = json_object();
  for (int n = 0; n < count; n++) {
    const sass_record *r = &records[n];
    json_t *one = json_pack("{s:I,s:i,s:i,s:b,s:b}", "cycle", (json_int_t)r->issue, "warp", r->warp, "line",
                            l->instructions[r->at].line, "second", r->second, "happens", r->happens);
    if (r->read >= 0) json_object_set_new(one, "read", json_integer(r->read));
    if (r->done >= 0) json_object_set_new(one, "done", json_integer(r->done));
    json_array_append_new(issues, one);
  }
  const slot_counts c = count_cycles(t);
  for (int s = 0; s < SASS_SLOTS; s++) json_object_set_new(slots, sass_slot_names[s], json_integer(c.by[s]));
  return json_pack("{s:I,s:i,s:I,s:i,s:o,s:o}", "seed", (json_int_t)o->seed, "warps", o->warps, "cycles",
                   (json_int_t)sass_trace_cycles(t), "instructions", count, "slots", slots, "issues", issues);
}
