// SPDX-License-Identifier: Apache-2.0
#include "observe/instructions.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/output.h"
#include "check/arch/arch.h"

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

static void observe(void *to, const wl_observed *o) {
  table *t = to;
  const arch_state *a = o->arch;
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
}

static bool ends(void *to, const arch_state *arch, struct wl_checker_result *result, wl_error *error) {
  (void)arch, (void)result;
  static const char *const blocks[] = {
      [WL_UNIT_SCALAR] = "scalar", [WL_UNIT_VALU] = "vector ALU",    [WL_UNIT_SMEM] = "scalar memory",
      [WL_UNIT_LDS] = "LDS",       [WL_UNIT_VMEM] = "vector memory", [WL_UNIT_EXPORT] = "export"};
  const table *t = to;
  char *text = NULL;
  size_t size = 0;
  FILE *file = open_memstream(&text, &size);
  for (uint32_t i = 0; file && i < t->count; i++)
    fprintf(file, "instruction\t%s\t%s\t-\t%" PRIu64 "\n", blocks[t->rows[i].block], t->rows[i].name, t->rows[i].count);
  const bool good =
      (file && !fclose(file) && !t->lost) || wl_fail(error, "%.400s: the coverage: out of memory", t->path);
  const bool written = good && wl_output_write(t->path, "the coverage", text, size, error);
  free(text);
  return written;
}

static void closes(void *to) {
  free(((table *)to)->rows);
  free(to);
}

bool wl_instructions_observe(wl_observer *to, const char *path) {
  table *t = calloc(1, sizeof *t);
  if (!t) return false;
  t->path = path;
  *to = (wl_observer){
      .to = t, .wants = {[WL_AFTER] = wl_event_bit(WL_EVENT_issue)}, .event = observe, .end = ends, .close = closes};
  return true;
}
