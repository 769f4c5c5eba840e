// SPDX-License-Identifier: Apache-2.0
// Text of CuAssembler (maxwell-control.md 3.3).
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "read.h"

enum { GROUP_BYTES = 32, FIRST = 8 };  // of a group: its bytes, and where its first instruction stands

static bool is_field(const char *p) {
  return p[0] == '[' && (p[1] == 'B' || ((p[1] == '-' || p[1] == 'R') && strstr(p, ":B")));
}

// Behind comments such as /*0008*/ and spaces; the hex number of the first goes to *address. NULL: a comment is open.
static const char *skip_comments(const char *p, unsigned long *address, bool *has_address) {
  for (p = sass_skip_space(p); p[0] == '/' && p[1] == '*'; p = sass_skip_space(p)) {
    if (!*has_address && isxdigit((unsigned char)p[2])) {
      *address = strtoul(p + 2, NULL, 16);
      *has_address = true;
    }
    const char *end = strstr(p, "*/");
    if (!end) return NULL;
    p = end + 2;
  }
  return p;
}

typedef struct {
  int function;
  unsigned long last;  // address as written
  bool empty;          // the function has no instruction yet
} place;

static bool instruction(sass_reader *r, const char *p, place *now) {
  sass_control control;
  const char *wrong, *expected, *end = sass_read_cuasm_control(p, &control, &wrong, &expected);
  if (!end) return sass_refuse(r, wrong, "expected %s", expected);
  const bool old = p[1] != 'B';
  bool has_address = false;
  unsigned long address = 0;
  const char *q = skip_comments(end, &address, &has_address);
  if (!q) return sass_refuse(r, end, "expected the end of the comment");
  if (has_address && !now->empty && address <= now->last) sass_move_labels(r, ++now->function);
  const bool first = now->empty || now->function == r->listing->function_count;
  if (has_address) now->last = address;
  now->empty = false;
  sass_instruction *i = sass_add_instruction(r, now->function);
  // A function may stand behind another one in its section.
  if (first && has_address && address % GROUP_BYTES == FIRST) i->address = (uint32_t)address;
  if (old) r->listing->has_reuse_bits = true;
  i->control = control;
  i->control_line = r->line;
  i->control_column = (int)(p - r->start) + 1;
  i->control_length = (int)(end - p);
  if (*q == '{') q = sass_skip_space(q + 1);
  q = sass_read_statement(r, q, i);
  if (!q) return false;
  while (q[0] == '(' && q[1] == '*') {
    const char *close = strstr(q, "*)");
    if (!close) return sass_refuse(r, q, "expected the end of the comment");
    q = sass_skip_space(close + 2);
  }
  if (*q == ';' || *q == '}') {
    const char *behind = sass_skip_space(q + 1);
    if (*behind && *behind != '/' && *behind != '}') return sass_refuse(r, behind, "expected the end of the line");
  } else {
    return sass_refuse(r, q, "expected \";\" or \"}\"");
  }
  if (!old) i->control.reuse = (uint8_t)sass_reuse_flags(i);
  return true;
}

// An address and what is no directive: data of other sections has addresses, too.
static bool is_instruction(const char *p) {
  if (p[0] != '/' || p[1] != '*' || !isxdigit((unsigned char)p[2])) return false;
  const char *close = strstr(p, "*/");
  return close && (isalpha((unsigned char)*sass_skip_space(close + 2)) || strchr("@{", *sass_skip_space(close + 2)));
}

bool sass_read_cuasm(sass_reader *r) {
  place now = {.empty = true};
  for (int n = 0; n < r->listing->line_count; n++) {
    r->line = n + 1;
    r->start = r->listing->lines[n];
    const char *p = sass_skip_space(r->start);
    if (is_field(p)) {
      if (!instruction(r, p, &now)) return false;
    } else if (*p == '[') {
      return sass_refuse(r, p + 1, "expected \"B\" or reuse bits");
    } else if (is_instruction(p) || sass_is_maxas(p)) {
      return sass_refuse(r, p, "expected a control field, \"[B\"");
    } else if (sass_is_section(p)) {
      if (!now.empty) now = (place){.function = now.function + 1, .empty = true};
    } else {
      const char *end = sass_skip_label(p);
      if (end > p && *end == ':' && !*sass_skip_space(end + 1)) sass_add_label(r, p, (size_t)(end - p), now.function);
    }
  }
  return true;
}

void sass_print_cuasm(const sass_listing *l, FILE *to) {
  int label = 0;
  bool second = false;
  for (int n = 0; n < l->count; n++) {
    const sass_instruction *i = &l->instructions[n];
    const bool first = sass_first_of_pair(l, n) && !second;
    char control[SASS_CONTROL_TEXT];
    sass_print_labels(l, n, i->function - 1, &label, to);
    if (l->function_count > 1 && (!n || i->function != i[-1].function))
      fprintf(to, "\t.section\t.text.%d\n", i->function);
    sass_print_labels(l, n, i->function, &label, to);
    sass_write_cuasm_control(&i->control, control);
    fprintf(to, "      %s         /*%04x*/", control, i->address);
    if (first) fprintf(to, "         { %7s ", i->guard_text);
    else fprintf(to, "%18s ", i->guard_text);
    sass_print_statement(i, SASS_CUASM, to);
    fputs(second ? "         }\n" : " ;\n", to);
    second = first;
  }
  sass_print_labels(l, l->count, l->function_count, &label, to);
}
