// SPDX-License-Identifier: Apache-2.0
// Findings of the checker, as text and as JSON (maxwell-control.md 6.2, 6.3).
#ifndef WAVELOCK_SASS_FINDING_H
#define WAVELOCK_SASS_FINDING_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

typedef enum { SASS_NOTE, SASS_WARNING, SASS_ERROR } sass_severity;

typedef enum {
  SASS_FIELD_STALL,
  SASS_FIELD_YIELD,  // 1 is 'Y'
  SASS_FIELD_WRITE,  // 0..5; 7: none
  SASS_FIELD_READ,
  SASS_FIELD_WAIT,  // a mask
  SASS_FIELD_REUSE  // a mask by slot
} sass_mend_field;

// A new value of a field of the instruction in a line.
typedef struct {
  int line;
  sass_mend_field field;
  int value;
} sass_mend;

enum { SASS_MOST_MENDS = 3 };

typedef struct {
  const char *rule;
  sass_severity severity;
  int line, other;  // physical lines from 1; other: 0 if there is none
  int shortage;     // cycles that are missing
  char text[200];
  sass_mend mends[SASS_MOST_MENDS];
  int mend_count;
  bool chooses;  // its first mend is a barrier that is not chosen yet, its second a wait for that
} sass_finding;

typedef struct {
  sass_finding *list;
  int count;
} sass_findings;

// A copy of the finding at the end.
void sass_findings_add(sass_findings *findings, const sass_finding *finding);
// By line, then rule, then other: what qsort asks of two findings.
int sass_finding_order(const void *a, const void *b);
// In that order; of one rule and pair the largest shortage alone.
void sass_findings_sort(sass_findings *findings);
void sass_findings_free(sass_findings *findings);
int sass_findings_count(const sass_findings *findings, sass_severity severity);

void sass_mend_add(sass_finding *finding, int line, sass_mend_field field, int value);

// One line a finding, "FILE:LINE: error: RULE: text".
void sass_findings_print(const sass_findings *findings, const char *path, FILE *to);
void sass_findings_json(const sass_findings *findings, FILE *to);
// The list of that JSON. The caller owns it.
json_t *sass_findings_list(const sass_findings *findings);

#endif
