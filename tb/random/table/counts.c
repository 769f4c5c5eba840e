// SPDX-License-Identifier: Apache-2.0
// What programs had of the rows of a table.
#include <inttypes.h>
#include <stdarg.h>

#include "maker.h"

static const char *const point_texts[] = {
#define X(id, text) text,
    TABLE_POINTS(X)
#undef X
};
static const char *const context_texts[] = {
#define X(id, text) text,
    TABLE_CONTEXTS(X)
#undef X
};

typedef struct {
  uint64_t had, all;
} tally;

__attribute__((format(printf, 3, 4))) static void point(tally *to, uint64_t count, const char *format, ...) {
  va_list list;
  to->all++;
  to->had += count > 0;
  if (count) return;
  fputs("        never: ", stdout);
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
  putchar('\n');
}

// Whether another place of the row has registers of this class.
static bool has_another(const table *t, const table_row *row, uint32_t k) {
  for (uint32_t j = 0; j < row->count; j++) {
    const table_piece *p = &row->pieces[j];
    if (j != k && p->kind == PIECE_CLASS && p->of == row->pieces[k].of) return true;
    if (p->kind == PIECE_GIVEN && p->of == GIVEN_AT && row->pieces[k].of == (uint32_t)t->address) return true;
  }
  return false;
}

static void places_of(const table *t, const table_row *row, const row_counts *counts, tally *to) {
  for (uint32_t k = 0; k < row->count; k++) {
    const table_piece *p = &row->pieces[k];
    if (p->kind != PIECE_CLASS) continue;
    const table_class *c = &t->classes[p->of];
    for (uint32_t n = 0; n < c->corner_count; n++)
      point(to, counts->place[p->place][POINTS + n], "place %u is %lld", p->place + 1, (long long)c->corners[n]);
    for (uint32_t n = 0; n < POINTS && !c->immediate; n++) {
      const bool possible = n == POINT_RECENT ? p->reads : n == POINT_SAME ? has_another(t, row, k) : n != POINT_LOADED;
      if (possible) point(to, counts->place[p->place][n], "place %u is %s", p->place + 1, point_texts[n]);
    }
  }
}

static void accesses_of(const table *t, const table_row *row, const row_counts *counts, tally *to) {
  for (uint32_t b = 0; b < t->buffer_count; b++) {
    for (table_shape s = 0; s < SHAPES; s++) {
      if ((t->buffers[b].own || row->role == ROLE_LOAD) && table_shape_fits(t, s, t->buffers[b].elements))
        point(to, counts->access[b][s], "%s, %s", t->buffers[b].name, table_shape_names[s]);
    }
  }
}

static bool in_context(const table *t, const table_row *row, block_context context) {
  switch (context) {
    case CONTEXT_TOP: return row->role != ROLE_INSIDE;
    case CONTEXT_IF: return t->of_role[ROLE_IF];
    case CONTEXT_ELSE: return t->of_role[ROLE_ELSE];
    default: return t->of_role[ROLE_LOOP];
  }
}

void table_print_counts(const table *t, const row_counts *counts, uint64_t programs) {
  tally rows = {0, 0}, points = {0, 0};
  for (uint32_t n = 0; n < t->row_count; n++) {
    const table_row *row = &t->rows[n];
    rows.all++;
    rows.had += counts[n].count > 0;
    printf("%9" PRIu64 "  line %u: %s\n", counts[n].count, row->line, row->text);
    if (!counts[n].count) continue;
    if (row->role != ROLE_ILLEGAL) places_of(t, row, &counts[n], &points);
    if (row->role == ROLE_LOAD || row->role == ROLE_STORE) accesses_of(t, row, &counts[n], &points);
    for (block_context c = 0; c < CONTEXTS && (row->role <= ROLE_STORE); c++) {
      if (in_context(t, row, c)) point(&points, counts[n].context[c], "%s", context_texts[c]);
    }
  }
  printf("%" PRIu64 " programs: %" PRIu64 " of %" PRIu64 " rows, %" PRIu64 " of %" PRIu64 " points of them\n", programs,
         rows.had, rows.all, points.had, points.all);
}
