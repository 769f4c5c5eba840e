// SPDX-License-Identifier: Apache-2.0
// Text of maxas (maxwell-control.md 3.1).
#include <ctype.h>
#include <string.h>

#include "memory.h"
#include "read.h"

typedef enum { CODE, REGISTERS, CONSTANTS, COMMENT } block;

static bool is_comment(const char *p) { return *p == '#' || (p[0] == '/' && p[1] == '/'); }
static bool starts(const char *p, const char *text) { return !strncmp(p, text, strlen(text)); }

static bool instruction(sass_reader *r, const char *p) {
  sass_control control;
  const char *wrong, *expected, *end = sass_read_maxas_control(p, &control, &wrong, &expected);
  if (!end) return sass_refuse(r, wrong, "expected %s", expected);
  sass_instruction *i = sass_add_instruction(r, 0);
  i->control = control;
  i->control_line = r->line;
  i->control_column = (int)(p - r->start) + 1;
  i->control_length = (int)(end - p);
  p = sass_read_statement(r, sass_skip_space(end), i);
  if (!p) return false;
  if (*p != ';') return sass_refuse(r, p, "expected \";\"");
  p = sass_skip_space(p + 1);
  if (*p && !is_comment(p)) return sass_refuse(r, p, "expected a comment or the end of the line");
  i->control.reuse = (uint8_t)sass_reuse_flags(i);
  return true;
}

// A line <NAME> or </NAME>. What may stand inside is another block or code.
static bool tag(sass_reader *r, const char *p, block *now) {
  const bool closes = p[1] == '/';
  const char *name = p + 1 + closes, *end = name;
  while (isupper((unsigned char)*end) || *end == '_') end++;
  if (*end != '>') return sass_refuse(r, end, "expected \">\"");
  const char *behind = sass_skip_space(end + 1);
  if (*behind && !is_comment(behind)) return sass_refuse(r, behind, "expected the end of the line");
  if (starts(name, "CODE>")) return sass_refuse(r, p, "embedded Perl is not run: <CODE>");
  if (starts(name, "REGISTER_MAPPING>")) {
    *now = closes ? CODE : REGISTERS;
  } else if (starts(name, "CONSTANT_MAPPING>")) {
    *now = closes ? CODE : CONSTANTS;
  } else if (starts(name, "COMMENT>")) {
    *now = COMMENT;
  } else if (starts(name, "SCHEDULE_BLOCK>")) {
    sass_listing *l = r->listing;
    if (closes) return true;
    l->unscheduled = sass_room(l->unscheduled, (size_t)l->unscheduled_count, sizeof *l->unscheduled);
    l->unscheduled[l->unscheduled_count++] = r->line;
  } else if (!starts(name, "ORDERED>")) {
    return sass_refuse(r, name, "unknown block");
  }
  return true;
}

static bool line(sass_reader *r, block *now) {
  const char *p = sass_skip_space(r->start);
  if (*now == COMMENT) {
    if (starts(p, "</COMMENT>")) *now = CODE;
    return true;
  }
  if (!*p || is_comment(p)) return true;
  if (*p == '<') return tag(r, p, now);
  for (const char *q = p; *q && !is_comment(q); q++)
    if (q[0] == '[' && q[1] == '+') return sass_refuse(r, q, "embedded Perl is not run: [+ +]");
  if (*now == REGISTERS) return sass_read_register_mapping(r, p);
  if (*now == CONSTANTS) return sass_read_constant_mapping(r, p);
  const char *end = sass_skip_label(p);
  if (end > p && *end == ':' && !isdigit((unsigned char)*p)) {
    const char *behind = sass_skip_space(end + 1);
    if (!*behind || is_comment(behind)) {
      sass_add_label(r, p, (size_t)(end - p), 0);
      return true;
    }
  }
  return instruction(r, p);
}

bool sass_read_maxas(sass_reader *r) {
  block now = CODE;
  for (int n = 0; n < r->listing->line_count; n++) {
    r->line = n + 1;
    r->start = r->listing->lines[n];
    if (!line(r, &now)) return false;
  }
  if (now != CODE) return sass_fail(r->error, r->line, 1, "expected the end of the block");
  return true;
}

void sass_print_maxas(const sass_listing *l, FILE *to) {
  int label = 0;
  for (int n = 0; n < l->count; n++) {
    const sass_instruction *i = &l->instructions[n];
    char control[SASS_CONTROL_TEXT];
    if (n && i->function != i[-1].function) fprintf(to, "# the next function\n");
    sass_print_labels(l, n, i->function, &label, to);
    sass_write_maxas_control(&i->control, control);
    fprintf(to, "%s %4s ", control, i->guard_text);
    sass_print_statement(i, SASS_MAXAS, to);
    fputs(";\n", to);
  }
  sass_print_labels(l, l->count, l->function_count, &label, to);
}
