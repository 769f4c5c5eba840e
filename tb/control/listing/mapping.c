// SPDX-License-Identifier: Apache-2.0
// Lines of <REGISTER_MAPPING> and <CONSTANT_MAPPING> in maxas text (maxwell-control.md 3.1).
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "read.h"

// Numbers of a line. Names take them in order (':', and '~', a pool from which maxas may choose others), or all of them
// take the first ('=').
typedef struct {
  sass_reader *r;
  int *numbers;
  size_t count, used;
  char kind;
} mapping;

enum { MOST_LISTED = 100000 };  // names of a list a-b

static bool at_end(const char *p) { return !*p || *p == '#' || (p[0] == '/' && p[1] == '/'); }
static bool is_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

// A decimal number at *p, which then is behind it. `digits` may be NULL.
static bool number(const mapping *m, const char **p, int *value, int *digits) {
  const char *start = *p;
  *value = 0;
  for (; isdigit((unsigned char)**p); (*p)++) {
    if (*p - start >= 8) return sass_refuse(m->r, start, "expected a smaller number");
    *value = *value * 10 + **p - '0';
  }
  if (*p == start) return sass_refuse(m->r, start, "expected a number");
  if (digits) *digits = (int)(*p - start);
  return true;
}

static const char *numbers(mapping *m, const char *p) {
  for (;;) {
    const char *start = p;
    int first = 0, last = 0;
    if (!number(m, &p, &first, NULL)) return NULL;
    p = sass_skip_space(p);
    last = first;
    if (*p == '-') {
      p = sass_skip_space(p + 1);
      if (!number(m, &p, &last, NULL)) return NULL;
      p = sass_skip_space(p);
    }
    if (last < first || last > SASS_LAST_R) return sass_refuse(m->r, start, "expected registers 0 to 254, as 64-79");
    for (int n = first; n <= last; n++) {
      m->numbers = sass_room(m->numbers, m->count, sizeof *m->numbers);
      m->numbers[m->count++] = n;
    }
    if (*p != ',') return p;
    p = sass_skip_space(p + 1);
  }
}

static bool map(mapping *m, const char *at, const char *name) {
  if (m->kind != '=' && m->used >= m->count) return sass_refuse(m->r, at, "more names than registers");
  const int to = m->numbers[m->kind == '=' ? 0 : m->used++];
  if (sass_map_register(m->r->listing->names, name, strlen(name), to)) return true;
  return sass_refuse(m->r, at, "the name \"%.40s\" has a register already", name);
}

// pre<list>post at p: `pre` is p..open. The name without a number is the first of the list.
static const char *list(mapping *m, const char *p, const char *open) {
  const char *close = open + strcspn(open, ">"), *behind = close + (*close == '>');
  if (!*close) return sass_refuse(m->r, close, "expected \">\"");
  while (is_name(*behind)) behind++;
  const int before = (int)(open - p), after = (int)(behind - close - 1);
  char *name = sass_allocated(malloc((size_t)(before + after) + 16));
  const char *q = open + 1;
  bool good = true;
  const size_t start = m->used;
  do {
    int first = 0, last = 0, digits = 0;
    q = sass_skip_space(q);
    const char *at = q;
    good = number(m, &q, &first, &digits);
    last = first;
    q = sass_skip_space(q);
    if (good && *q == '-') {
      q = sass_skip_space(q + 1);
      good = number(m, &q, &last, NULL);
      q = sass_skip_space(q);
    }
    if (good && (last < first || last - first > MOST_LISTED)) good = sass_refuse(m->r, at, "expected numbers as 00-03");
    for (int n = first; good && n <= last; n++) {
      sprintf(name, "%.*s%0*d%.*s", before, p, digits, n, after, close + 1);
      good = map(m, p, name);
    }
    if (good && *q != '|' && *q != '>') good = sass_refuse(m->r, q, "expected \"|\" or \">\"");
  } while (good && *q++ == '|');
  if (good && m->kind == ':' && before + after > 0) {
    sprintf(name, "%.*s%.*s", before, p, after, close + 1);
    sass_map_register(m->r->listing->names, name, strlen(name), m->numbers[start]);
  }
  free(name);
  return good ? behind : NULL;
}

static const char *names(mapping *m, const char *p) {
  for (;;) {
    const char *end = p;
    while (is_name(*end)) end++;
    if (*end == '<') {
      end = list(m, p, end);
      if (!end) return NULL;
    } else if (end == p) {
      return sass_refuse(m->r, p, "expected a name");
    } else {
      char *name = sass_allocated(strndup(p, (size_t)(end - p)));
      const bool good = map(m, p, name);
      free(name);
      if (!good) return NULL;
    }
    if (end[0] == '[' && isdigit((unsigned char)end[1]) && end[2] == ']') end += 3;  // the bank that a pool asks for
    p = sass_skip_space(end);
    if (*p != ',') return p;
    p = sass_skip_space(p + 1);
  }
}

bool sass_read_register_mapping(sass_reader *r, const char *p) {
  mapping m = {.r = r};
  p = numbers(&m, p);
  if (p && (!*p || !strchr(":~=", *p))) p = sass_refuse(r, p, "expected \":\", \"~\" or \"=\"");
  if (p) {
    m.kind = *p;
    p = names(&m, sass_skip_space(p + 1));
  }
  if (p && !at_end(p)) p = sass_refuse(r, p, "expected \",\" or the end of the line");
  free(m.numbers);
  return p;
}

bool sass_read_constant_mapping(sass_reader *r, const char *p) {
  const char *end = p;
  while (is_name(*end) || *end == '[' || *end == ']') end++;
  if (end == p) return sass_refuse(r, p, "expected a name");
  const char *q = sass_skip_space(end);
  if (*q != ':') return sass_refuse(r, q, "expected \":\"");
  q = sass_skip_space(q + 1);
  if (*q != 'c') return sass_refuse(r, q, "expected a constant, as c[0x0][0x140]");
  const char *last = q;
  while (!at_end(last)) last++;
  while (last > q && isspace((unsigned char)last[-1])) last--;
  char *constant = sass_keep_text(r->listing, q, (size_t)(last - q));
  if (sass_map_constant(r->listing->names, p, (size_t)(end - p), constant)) return true;
  return sass_refuse(r, p, "the name has a constant already");
}
