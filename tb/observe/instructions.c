// SPDX-License-Identifier: Apache-2.0
#include "observe/instructions.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/output.h"
#include "check/arch/arch.h"
#include "observe/own_points.h"

typedef struct {
  char name[32];
  wl_block block;
  uint64_t count;
} row;

typedef struct {
  const char *path;
  row *rows;
  uint32_t count, room;
  bool lost;  // out of memory
  own_points *points;
} table;

static row *row_of(table *t, const char *name, wl_block block) {
  for (uint32_t i = 0; i < t->count; i++)
    if (!strcmp(t->rows[i].name, name)) return &t->rows[i];
  if (t->count == t->room) {
    row *more = realloc(t->rows, (t->room = 2 * t->room + 64) * sizeof *more);
    if (!more) return NULL;
    t->rows = more;
  }
  t->rows[t->count] = (row){.block = block};
  wl_text(t->rows[t->count].name, sizeof t->rows->name, "%s", name);
  return &t->rows[t->count++];
}

static void issued(table *t, const arch_state *a, uint32_t slot, uint32_t tag) {
  const wl_effect *e = &a->effect;
  wl_instruction is = {0};
  char text[128];
  if (e->end == WL_END_FAULT || e->skipped) return;
  a->ops.instruction(&a->config, e->words, 0, 0, &is);
  if (!*is.name) {
    a->ops.text(&a->config, e->pc, e->words, text, sizeof text);
    wl_text(is.name, sizeof is.name, "%.*s", (int)strcspn(text, " \t"), text);
  }
  row *r = row_of(t, is.name, e->unit);
  if (r) r->count++;
  else t->lost = true;
  own_points_issue(t->points, a, slot, tag, is.name);
}

static void observe(void *to, const wl_observed *o) {
  table *t = to;
  const wl_probe_argument *a = o->argument;
  if (o->event != WL_EVENT_issue) own_points_event(t->points, o);
  else issued(t, o->arch, (uint32_t)a[0].number, (uint32_t)a[4].number);
}

static void observe_cycle(void *to, const wl_observed_cycle *o) { own_points_cycle(((const table *)to)->points, o); }

static bool ends(void *to, const arch_state *arch, struct wl_checker_result *result, wl_error *error) {
  (void)result;
  static const char *const blocks[] = {
      [WL_UNIT_SCALAR] = "scalar", [WL_UNIT_VALU] = "vector ALU",    [WL_UNIT_SMEM] = "scalar memory",
      [WL_UNIT_LDS] = "LDS",       [WL_UNIT_VMEM] = "vector memory", [WL_UNIT_EXPORT] = "export"};
  const table *t = to;
  char *text = NULL;
  size_t size = 0;
  FILE *file = open_memstream(&text, &size);
  for (uint32_t i = 0; file && i < t->count; i++)
    fprintf(file, "instruction\t%s\t%s\t-\t%" PRIu64 "\n", blocks[t->rows[i].block], t->rows[i].name, t->rows[i].count);
  const bool whole = file && own_points_write(t->points, arch, file) && !t->lost;
  const bool good = (file && !fclose(file) && whole) || wl_fail(error, "%.400s: the coverage: out of memory", t->path);
  const bool written = good && wl_output_write(t->path, "the coverage", text, size, error);
  free(text);
  return written;
}

static void closes(void *to) {
  table *t = to;
  own_points_free(t->points);
  free(t->rows);
  free(t);
}

bool wl_instructions_observe(wl_observer *to, const char *path) {
  table *t = calloc(1, sizeof *t);
  if (!t || !(t->points = own_points_new())) {
    free(t);
    return false;
  }
  t->path = path;
  *to = (wl_observer){.to = t,
                      .wants = {[WL_SEEN] = own_points_wants(WL_SEEN),
                                [WL_AFTER] = own_points_wants(WL_AFTER) | wl_event_bit(WL_EVENT_issue)},
                      .event = observe,
                      .cycle = observe_cycle,
                      .end = ends,
                      .close = closes};
  return true;
}
