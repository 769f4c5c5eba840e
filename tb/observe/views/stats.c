// SPDX-License-Identifier: Apache-2.0
// The summary: where the issue slots and the waves' cycles went, how many lanes worked, which instructions cost most.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "observe/views/view.h"

enum { HOTTEST = 10 };  // instructions that are listed

static double part(uint64_t of, uint64_t all) { return all ? (double)of / (double)all : 0; }
static double percent(uint64_t of, uint64_t all) { return 100 * part(of, all); }

static uint64_t waited(const view_code *c) {
  uint64_t sum = 0;
  for (uint32_t r = 0; r < VIEW_REASONS; r++) sum += c->waited[r];
  return sum;
}

// What its waves waited for most; "" where none waited.
static const char *most_text(const wl_views *v, const view_code *c) {
  uint32_t most = WL_WAIT_ISSUES;
  for (uint32_t r = 0; r < VIEW_REASONS; r++)
    if (c->waited[r] > c->waited[most]) most = r;
  return c->waited[most] ? view_wait(&v->ops, most)->name : "";
}

static int hotter(const void *a, const void *b) {
  const view_code *x = *(const view_code *const *)a, *y = *(const view_code *const *)b;
  const uint64_t of_x = waited(x) + x->executed, of_y = waited(y) + y->executed;
  if (of_x != of_y) return of_x < of_y ? 1 : -1;
  return x->pc < y->pc ? -1 : x->pc > y->pc;
}

// The instructions, those with the most cycles first. NULL: out of memory, or none.
static const view_code **by_heat(const wl_views *v) {
  const view_code **list = v->code_count ? malloc(v->code_count * sizeof *list) : NULL;
  for (uint32_t i = 0; list && i < v->code_count; i++) list[i] = &v->code[i];
  if (list) qsort(list, v->code_count, sizeof *list, hotter);
  return list;
}

static uint32_t listed(const wl_views *v) { return v->code_count < HOTTEST ? v->code_count : HOTTEST; }

// Reasons in the order in which they are printed: most slots lost first, then most cycles of waves.
static const view_counts *sorted;
static int worse(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  if (sorted->slots_lost[x] != sorted->slots_lost[y]) return sorted->slots_lost[x] < sorted->slots_lost[y] ? 1 : -1;
  if (sorted->wave_cycles[x] != sorted->wave_cycles[y]) return sorted->wave_cycles[x] < sorted->wave_cycles[y] ? 1 : -1;
  return x < y ? -1 : x > y;
}

// Cycles of waves in which they issue.
static uint64_t issue_cycles(const wl_views *v) {
  uint64_t sum = 0;
  for (uint32_t r = 0; r < VIEW_REASONS; r++) sum += view_issues(&v->ops, r) ? v->counts.wave_cycles[r] : 0;
  return sum;
}

static void print_reasons(const wl_views *v, FILE *to) {
  const view_counts *n = &v->counts;
  uint32_t order[VIEW_REASONS];
  for (uint32_t r = 0; r < VIEW_REASONS; r++) order[r] = r;
  sorted = n;
  qsort(order, VIEW_REASONS, sizeof *order, worse);
  fprintf(to, "%12s %7s %12s\n", "issue slots", "share", "wave cycles");
  fprintf(to, "%12" PRIu64 " %5.1f %% %12" PRIu64 "  %-12s an instruction issues\n", n->used,
          percent(n->used, n->cycles), issue_cycles(v), "used");
  for (uint32_t i = 0; i < VIEW_REASONS; i++) {
    const uint32_t r = order[i];
    if (view_issues(&v->ops, r) || !(n->slots_lost[r] | n->wave_cycles[r])) continue;
    fprintf(to, "%12" PRIu64 " %5.1f %% %12" PRIu64 "  %-12s %s\n", n->slots_lost[r],
            percent(n->slots_lost[r], n->cycles), n->wave_cycles[r], view_wait(&v->ops, r)->name,
            view_wait(&v->ops, r)->about);
  }
}

static void print_units(const wl_views *v, FILE *to) {
  const view_counts *n = &v->counts;
  const uint64_t wave_lanes = v->unit.wave_lanes ? v->unit.wave_lanes : WL_LANES;
  fprintf(to, "%12s %12s  %s\n", "instructions", "lanes", "unit");
  for (int of = 0; of < VIEW_CLASSES; of++) {
    if (!n->instructions[of]) continue;
    fprintf(to, "%12" PRIu64 " ", n->instructions[of]);
    if (of == VIEW_SCALAR || of == VIEW_SMEM || !v->tells_waits) fprintf(to, "%12s", "");
    else fprintf(to, "%10.1f %%", percent(n->lanes[of], wave_lanes * n->instructions[of]));
    fprintf(to, "  %s", view_class_name(of));
    if (of == VIEW_LDS)
      fprintf(to, ": %" PRIu64 " cycles of service, %" PRIu64 " of them lost to bank conflicts", n->lds_cycles,
              n->lds_conflicts);
    if (of == VIEW_VMEM || of == VIEW_SMEM)
      fprintf(to, ": %" PRIu64 " transaction%s", n->transactions[of], n->transactions[of] == 1 ? "" : "s");
    fputc('\n', to);
  }
}

static void print_hottest(const wl_views *v, FILE *to) {
  const view_code **list = by_heat(v);
  if (!list) return;
  fprintf(to, "%12s %10s  %-12s %-14s %s\n", "wave cycles", "executed", "waits most", "PC", "instruction");
  for (uint32_t i = 0; i < listed(v); i++) {
    const view_code *c = list[i];
    fprintf(to, "%12" PRIu64 " %10" PRIu64 "  %-12s 0x%-12" PRIx64 " %s\n", waited(c) + c->executed, c->executed,
            most_text(v, c), c->pc, c->text);
  }
  free(list);
}

void view_stats_print(const wl_views *v, FILE *to) {
  const view_counts *n = &v->counts;
  fprintf(to, "%" PRIu64 " cycles, %" PRIu64 " instructions of %" PRIu64 " wave%s: %.3f instructions a cycle\n",
          n->cycles, n->issued, n->waves, n->waves == 1 ? "" : "s", part(n->issued, n->cycles));
  if (v->tells_waits) print_reasons(v, to);
  else fprintf(to, "the unit does not say why waves wait\n");
  print_units(v, to);
  print_hottest(v, to);
}

// ---- for scripts ---------------------------------------------------------------------------------

static json_t *reasons_json(const wl_views *v) {
  const view_counts *n = &v->counts;
  json_t *list = json_array();
  for (uint32_t r = 0; r < VIEW_REASONS; r++)
    if (!view_issues(&v->ops, r) && (n->slots_lost[r] | n->wave_cycles[r]))
      json_array_append_new(list,
                            json_pack("{s:s, s:I, s:I}", "reason", view_wait(&v->ops, r)->name, "slots",
                                      (json_int_t)n->slots_lost[r], "wave_cycles", (json_int_t)n->wave_cycles[r]));
  return list;
}

static json_t *units_json(const view_counts *n) {
  json_t *list = json_array();
  for (int of = 0; of < VIEW_CLASSES; of++)
    if (n->instructions[of])
      json_array_append_new(list, json_pack("{s:s, s:I, s:I, s:I}", "unit", view_class_name(of), "instructions",
                                            (json_int_t)n->instructions[of], "lanes", (json_int_t)n->lanes[of],
                                            "transactions", (json_int_t)n->transactions[of]));
  return list;
}

static json_t *hottest_json(const wl_views *v) {
  json_t *list = json_array();
  const view_code **order = by_heat(v);
  for (uint32_t i = 0; order && i < listed(v); i++) {
    const view_code *c = order[i];
    char pc[24];
    snprintf(pc, sizeof pc, "0x%" PRIx64, c->pc);
    json_array_append_new(list, json_pack("{s:s, s:s, s:I, s:I, s:s}", "pc", pc, "instruction", c->text, "executed",
                                          (json_int_t)c->executed, "wave_cycles", (json_int_t)(waited(c) + c->executed),
                                          "waits_most", most_text(v, c)));
  }
  free(order);
  return list;
}

json_t *view_stats_json(const wl_views *v) {
  const view_counts *n = &v->counts;
  return json_pack("{s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:I, s:I, s:o}", "cycles", (json_int_t)n->cycles, "waves",
                   (json_int_t)n->waves, "instructions", (json_int_t)n->issued, "slots_used", (json_int_t)n->used,
                   "issue_cycles", (json_int_t)issue_cycles(v), "reasons", reasons_json(v), "units", units_json(n),
                   "lds_cycles", (json_int_t)n->lds_cycles, "lds_conflicts", (json_int_t)n->lds_conflicts, "hottest",
                   hottest_json(v));
}
