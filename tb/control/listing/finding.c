// SPDX-License-Identifier: Apache-2.0
#include "finding.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

static const char *const severities[] = {"note", "warning", "error"};
static const char *const fields[] = {"stall", "yield", "write", "read", "wait", "reuse"};

void sass_findings_add(sass_findings *f, const sass_finding *finding) {
  f->list = sass_room(f->list, (size_t)f->count, sizeof *f->list);
  f->list[f->count++] = *finding;
}

int sass_finding_order(const void *a, const void *b) {
  const sass_finding *x = a, *y = b;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  const int rule = strcmp(x->rule, y->rule);
  if (rule) return rule;
  if (x->other != y->other) return x->other < y->other ? -1 : 1;
  if (x->shortage != y->shortage) return x->shortage > y->shortage ? -1 : 1;
  return strcmp(x->text, y->text);
}

void sass_findings_sort(sass_findings *f) {
  if (f->count) qsort(f->list, (size_t)f->count, sizeof *f->list, sass_finding_order);
  int kept = 0;
  for (int n = 0; n < f->count; n++) {
    const sass_finding *last = kept ? &f->list[kept - 1] : NULL, *next = &f->list[n];
    if (last && last->line == next->line && last->other == next->other && !strcmp(last->rule, next->rule)) continue;
    f->list[kept++] = f->list[n];
  }
  f->count = kept;
}

void sass_findings_free(sass_findings *f) {
  free(f->list);
  *f = (sass_findings){0};
}

int sass_findings_count(const sass_findings *f, sass_severity severity) {
  int count = 0;
  for (int n = 0; n < f->count; n++) count += f->list[n].severity == severity;
  return count;
}

void sass_mend_add(sass_finding *f, int line, sass_mend_field field, int value) {
  if (f->mend_count < SASS_MOST_MENDS) f->mends[f->mend_count++] = (sass_mend){line, field, value};
}

void sass_findings_print(const sass_findings *f, const char *path, FILE *to) {
  for (int n = 0; n < f->count; n++) {
    const sass_finding *one = &f->list[n];
    fprintf(to, "%s:%d: %s: %s: %s\n", path, one->line, severities[one->severity], one->rule, one->text);
  }
  for (int severity = SASS_ERROR; severity >= SASS_NOTE; severity--) {
    const int count = sass_findings_count(f, (sass_severity)severity);
    fprintf(to, "%d %s%s%s", count, severities[severity], count == 1 ? "" : "s", severity == SASS_NOTE ? "\n" : ", ");
  }
}

json_t *sass_findings_list(const sass_findings *f) {
  json_t *list = json_array();
  for (int n = 0; n < f->count; n++) {
    const sass_finding *one = &f->list[n];
    json_t *mends = json_array();
    for (int m = 0; m < one->mend_count; m++) {
      const sass_mend *mend = &one->mends[m];
      json_array_append_new(
          mends, json_pack("{s:i,s:s,s:i}", "line", mend->line, "field", fields[mend->field], "value", mend->value));
    }
    json_array_append_new(
        list, json_pack("{s:s,s:s,s:i,s:i,s:s,s:o}", "rule", one->rule, "severity", severities[one->severity], "line",
                        one->line, "other", one->other, "text", one->text, "mend", mends));
  }
  return list;
}

void sass_findings_json(const sass_findings *f, FILE *to) {
  json_t *all = json_pack("{s:o}", "findings", sass_findings_list(f));
  json_dumpf(all, to, JSON_INDENT(1));
  fputc('\n', to);
  json_decref(all);
}
