// SPDX-License-Identifier: Apache-2.0
// Reads a table. The file is read twice: profiles name groups that may come behind them.
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"

const char *const table_shape_names[SHAPES] = {
#define X(id, name) #name,
    TABLE_SHAPES(X)
#undef X
};
static const char *const given_names[GIVENS] = {
#define X(id, name) #name,
    TABLE_GIVEN(X)
#undef X
};
static const char *const group_names[OWN_GROUPS] = {
#define X(id, name) #name,
    TABLE_GROUPS(X)
#undef X
};
static const struct {
  const char *name;
  uint32_t value, most;
} knobs[KNOBS] = {
#define X(id, name, value, most) {#name, value, most},
    TABLE_KNOBS(X)
#undef X
};
static const struct {
  const char *word;
  bool sequence;
  uint32_t given;
} roles[ROLES] = {
#define X(id, word, sequence, given) {word, sequence, given},
    TABLE_ROLES(X)
#undef X
};

// Rows with a number alone.
static const struct {
  const char *word;
  size_t at;
  uint32_t low, high;
} numbers[] = {
    {"lanes", offsetof(table, lanes), 1, 64},      {"waves", offsetof(table, waves), 1, 64},
    {"groups", offsetof(table, groups), 1, 65536}, {"hang_cycles", offsetof(table, hang_cycles), 1, 1000000000},
    {"bits", offsetof(table, bits), 8, 32},        {"line", offsetof(table, line), 2, 65536},
    {"depth", offsetof(table, depth), 0, 16},      {"reach", offsetof(table, reach), 16, 1000000},
    {"trips", offsetof(table, trips), 1, 16},      {"lane_trips", offsetof(table, lane_trips), 2, 16},
};

typedef struct {
  table *t;
  uint32_t line;
  char text[512], *rest;  // of the line: what is still to read
  // The named places of the sequence, and the role whose sequence it is.
  char names[MOST_PLACES][NAME_SIZE];
  uint32_t name_count;
  int sequence;
} reader;

__attribute__((format(printf, 3, 4))) static bool fail(const reader *r, const char *found, const char *expected, ...) {
  va_list list;
  fprintf(stderr, "%s:%u: found \"%s\", expected ", r->t->path, r->line, found);
  va_start(list, expected);
  vfprintf(stderr, expected, list);
  va_end(list);
  fputc('\n', stderr);
  return false;
}

// The next word of the line, "" at its end.
static const char *word(reader *r) {
  r->rest += strspn(r->rest, " \t");
  char *start = r->rest;
  r->rest += strcspn(r->rest, " \t");
  if (*r->rest) *r->rest++ = 0;
  return start;
}

// What is left of the line.
static const char *rest(reader *r) { return r->rest += strspn(r->rest, " \t"); }

static bool name_of(const reader *r, const char *text, char *to) {
  size_t length = 0;
  while (isalnum((unsigned char)text[length]) || text[length] == '_') length++;
  if (!length || text[length] || length >= NAME_SIZE || isdigit((unsigned char)*text))
    return fail(r, text, "a name of at most %d letters, digits and _", NAME_SIZE - 1);
  memcpy(to, text, length + 1);
  return true;
}

static bool integer(const char *text, int64_t *to, const char **end) {
  char *behind;
  errno = 0;
  *to = strtoll(text, &behind, 0);
  *end = behind;
  return behind != text && !errno && !isspace((unsigned char)*text) && *to >= INT32_MIN && *to <= UINT32_MAX;
}

static bool number(const reader *r, const char *text, uint32_t low, uint32_t high, uint32_t *to) {
  int64_t value;
  const char *end;
  if (!integer(text, &value, &end) || *end || value < low || value > high)
    return fail(r, text, "a number from %u to %u", low, high);
  *to = (uint32_t)value;
  return true;
}

static bool range(const reader *r, const char *text, int64_t *low, int64_t *high) {
  const char *end;
  bool good = integer(text, low, &end);
  *high = *low;
  if (good && !strncmp(end, "..", 2)) good = integer(end + 2, high, &end);
  return (good && !*end && *low <= *high) || fail(r, text, "a number, or a range as 0..15");
}

static bool at_end(reader *r) { return !*rest(r) || fail(r, r->rest, "the end of the line"); }

// ---- registers, immediates, buffers ----

static int class_of(const table *t, const char *name, size_t length) {
  for (uint32_t n = 0; n < t->class_count; n++) {
    if (strlen(t->classes[n].name) == length && !memcmp(t->classes[n].name, name, length)) return (int)n;
  }
  return -1;
}

static int given_of(const char *name, size_t length) {
  for (int n = 0; n < GIVENS; n++) {
    if (strlen(given_names[n]) == length && !memcmp(given_names[n], name, length)) return n;
  }
  return -1;
}

static table_class *new_class(reader *r, const char *name) {
  table *t = r->t;
  if (t->class_count == MOST_CLASSES) {
    fail(r, name, "at most %d rows of registers and immediates", MOST_CLASSES);
    return NULL;
  }
  table_class *c = &t->classes[t->class_count];
  if (!name_of(r, name, c->name)) return NULL;
  if (class_of(t, name, strlen(name)) >= 0 || given_of(name, strlen(name)) >= 0) {
    fail(r, name, "a name that nothing else has");
    return NULL;
  }
  t->class_count++;
  return c;
}

// A text with one %u and no other %.
static bool pattern(const reader *r, const char *text, char *to) {
  const char *at = strstr(text, "%u");
  if (!at || strchr(text, '%') != at || strchr(at + 1, '%') || strlen(text) >= NAME_SIZE)
    return fail(r, text, "a text of at most %d characters with %%u in the place of the number", NAME_SIZE - 1);
  strcpy(to, text);
  return true;
}

static bool read_register(reader *r) {
  table_class *c = new_class(r, word(r));
  if (!c || !pattern(r, word(r), c->text)) return false;
  do {
    int64_t low, high;
    const char *text = word(r);
    if (!range(r, text, &low, &high)) return false;
    for (int64_t n = low; n <= high; n++) {
      if (n < 0 || n > UINT16_MAX || c->number_count == MOST_NUMBERS)
        return fail(r, text, "at most %d registers, with numbers of 0 to 65535", MOST_NUMBERS);
      c->numbers[c->number_count++] = (uint16_t)n;
    }
  } while (*rest(r));
  return true;
}

static bool read_immediate(reader *r) {
  table_class *c = new_class(r, word(r));
  if (!c) return false;
  c->immediate = true;
  bool corners = false;
  do {
    const char *text = word(r);
    int64_t low, high;
    if (!corners && !strcmp(text, "corners")) {
      corners = true;
    } else if (corners) {
      if (c->corner_count == MOST_CORNERS) return fail(r, text, "at most %d corner values", MOST_CORNERS);
      if (!range(r, text, &low, &high) || (low != high && fail(r, text, "a number"))) return false;
      c->corners[c->corner_count++] = low;
    } else {
      if (c->range_count == MOST_RANGES) return fail(r, text, "corners, or at most %d ranges", MOST_RANGES);
      if (!range(r, text, &low, &high)) return false;
      c->low[c->range_count] = low;
      c->high[c->range_count++] = high;
    }
  } while (*rest(r));
  if (!c->range_count) return fail(r, c->name, "ranges of its values");
  for (uint32_t n = 0; n < c->range_count && !corners; n++) {
    c->corners[c->corner_count++] = c->low[n];
    if (c->high[n] != c->low[n]) c->corners[c->corner_count++] = c->high[n];
  }
  return true;
}

static bool read_buffer(reader *r) {
  table *t = r->t;
  table_buffer *b = &t->buffers[t->buffer_count];
  const char *name = word(r);
  if (t->buffer_count == MOST_BUFFERS) return fail(r, name, "at most %d buffers", MOST_BUFFERS);
  if (!name_of(r, name, b->name)) return false;
  const char *kind = word(r);
  b->own = !strcmp(kind, "own");
  if (!b->own && strcmp(kind, "read")) return fail(r, kind, "read or own");
  const char *text = word(r);
  if (!number(r, text, 2, 1 << 20, &b->elements)) return false;
  if (b->elements & (b->elements - 1)) return fail(r, text, "a power of two");
  if (b->own && table_part(t) && table_part(t) != b->elements)
    return fail(r, text, "%u, as the other buffers of this kind have", table_part(t));
  t->buffer_count++;
  return at_end(r);
}

static bool read_address(reader *r) {
  const char *name = word(r);
  r->t->address = class_of(r->t, name, strlen(name));
  if (r->t->address < 0 || r->t->classes[r->t->address].immediate)
    return fail(r, name, "a class of registers that a row before this one names");
  return at_end(r);
}

static bool reserved(reader *r, char *to) {
  const char *text = word(r);
  if (!*text || strlen(text) >= NAME_SIZE) return fail(r, text, "a register of at most %d characters", NAME_SIZE - 1);
  for (uint32_t n = 0; n < r->t->class_count; n++) {
    const table_class *c = &r->t->classes[n];
    for (uint32_t k = 0; k < c->number_count && !c->immediate; k++) {
      char name[NAME_SIZE + 8];
      const char *at = strstr(c->text, "%u");
      snprintf(name, sizeof name, "%.*s%u%s", (int)(at - c->text), c->text, c->numbers[k], at + 2);
      if (!strcmp(name, text)) return fail(r, text, "a register that no class has: programs use those of %s", c->name);
    }
  }
  strcpy(to, text);
  return true;
}

static bool read_counter(reader *r) {
  do {
    if (r->t->counters == MOST_COUNTERS) return fail(r, rest(r), "at most %d counters", MOST_COUNTERS);
    if (!reserved(r, r->t->counter[r->t->counters])) return false;
    r->t->counters++;
  } while (*rest(r));
  return true;
}

// ---- rows with text ----

static bool name_at(const reader *r, const char *text, size_t length, int *to) {
  for (*to = 0; *to < (int)r->name_count; ++*to) {
    if (strlen(r->names[*to]) == length && !memcmp(r->names[*to], text, length)) return true;
  }
  return false;
}

// A place, as its text between braces: CLASS, NAME=CLASS, NAME or what the generator gives; :r :w :rw, [high:low].
static bool place(reader *r, table_row *row, const char *text) {
  table_piece *p = &row->pieces[row->count];
  const size_t length = strcspn(text, "=:[");
  const char *behind = text + length, *of = text;
  size_t of_length = length;
  *p = (table_piece){.name = -1, .reads = true};
  if (*behind == '=') {
    of = behind + 1;
    of_length = strcspn(of, ":[");
    behind = of + of_length;
    if (name_at(r, text, length, &p->name) || class_of(r->t, text, length) >= 0 || given_of(text, length) >= 0)
      return fail(r, text, "a name that nothing else has in front of =");
    if (r->name_count == MOST_PLACES || length >= NAME_SIZE || !length)
      return fail(r, text, "at most %d names, of at most %d characters", MOST_PLACES, NAME_SIZE - 1);
    p->name = (int)r->name_count;
    memcpy(r->names[r->name_count], text, length);
    r->names[r->name_count++][length] = 0;
  }
  const int class = class_of(r->t, of, of_length), given = of == text ? given_of(of, of_length) : -1;
  int named;
  const uint32_t may =
      roles[row->role].given | GIVE(TEMP) | GIVE(BASE) |
      (row->role == ROLE_LOOP || row->role == ROLE_NEXT || row->role == ROLE_ENDLOOP ? GIVE(COUNTER) : 0);
  if (class >= 0) {
    p->kind = PIECE_CLASS;
    p->of = (uint32_t) class;
    p->place = row->places++;
    if (row->places > MOST_PLACES) return fail(r, text, "at most %d places", MOST_PLACES);
  } else if (given >= 0 && may >> given & 1) {
    p->kind = PIECE_GIVEN;
    p->of = (uint32_t)given;
    p->writes = given == GIVEN_D;
    if ((given == GIVEN_TEMP && !*r->t->temp) || (given == GIVEN_BASE && !*r->t->base) ||
        (given == GIVEN_COUNTER && !r->t->counters))
      return fail(r, text, "a row %s before this one", given_names[given]);
  } else if (of == text && name_at(r, of, of_length, &named)) {
    p->kind = PIECE_NAMED;
    p->of = (uint32_t)named;
  } else {
    return fail(r, text, "a class of operands that a row before this one names, or what %s gives",
                roles[row->role].word);
  }
  if (*behind == ':') {
    const bool read = behind[1] == 'r', write = behind[1 + read] == 'w';
    p->reads = read;
    p->writes = write;
    behind += 1 + read + write;
    if (!(read || write) || *behind) return fail(r, text, ":r, :w or :rw behind the name");
    if (p->kind == PIECE_CLASS && r->t->classes[p->of].immediate) return fail(r, text, "no access of an immediate");
  } else if (*behind == '[') {
    int used = 0;
    p->part = true;
    if (sscanf(behind, "[%2u:%2u]%n", &p->high, &p->low, &used) != 2 || behind[used] || p->high < p->low ||
        p->high > 31 || p->kind != PIECE_GIVEN || p->of != GIVEN_N)
      return fail(r, text, "{n}, or bits of it as {n[7:0]}");
  } else if (*behind) {
    return fail(r, text, "the end of the place");
  }
  row->count++;
  return true;
}

static bool pieces(reader *r, table_row *row, const char *text) {
  if (!*text) return fail(r, text, "the text of an instruction");
  if (strlen(text) >= sizeof row->text) return fail(r, text, "at most %zu characters", sizeof row->text - 1);
  strcpy(row->text, text);
  while (*text) {
    if (row->count == MOST_PIECES) return fail(r, row->text, "at most %d pieces of text and places", MOST_PIECES);
    if (*text == '{') {
      char inner[96];
      const size_t length = strcspn(text, "}");
      if (!text[length] || length >= sizeof inner) return fail(r, text, "a place with } at its end");
      snprintf(inner, sizeof inner, "%.*s", (int)length - 1, text + 1);
      if (!place(r, row, inner)) return false;
      text += length + 1;
      continue;
    }
    table_piece *p = &row->pieces[row->count++];
    const size_t length = strcspn(text, "{");
    if (length >= sizeof p->text) return fail(r, text, "at most %zu characters between places", sizeof p->text - 1);
    *p = (table_piece){.kind = PIECE_TEXT, .name = -1};
    memcpy(p->text, text, length);
    text += length;
  }
  return true;
}

static int group_of(const table *t, const char *name) {
  for (int n = 0; n < (int)t->group_count; n++) {
    if (!strcmp(t->groups_named[n], name)) return n;
  }
  return -1;
}

static bool is_knob_or_shape(const char *name) {
  bool found = false;
  for (int n = 0; n < KNOBS; n++) found |= !strcmp(knobs[n].name, name);
  for (int n = 0; n < SHAPES; n++) found |= !strcmp(table_shape_names[n], name);
  return found;
}

static bool read_group(reader *r, table_row *row) {
  const char *name = word(r);
  const int known = group_of(r->t, name);
  if (known >= OWN_GROUPS) {
    row->group = (uint32_t)known;
    return true;
  }
  if (known >= 0 || is_knob_or_shape(name)) return fail(r, name, "a group that no other word of a profile is");
  if (r->t->group_count == MOST_GROUPS) return fail(r, name, "at most %d groups", MOST_GROUPS);
  row->group = r->t->group_count;
  return name_of(r, name, r->t->groups_named[r->t->group_count++]);
}

static bool read_row(reader *r, table_role role, bool skips) {
  table *t = r->t;
  if (t->row_count == MOST_ROWS) return fail(r, roles[role].word, "at most %d rows with text", MOST_ROWS);
  table_row *row = &t->rows[t->row_count];
  *row = (table_row){.line = r->line, .role = role, .skips = skips};
  if (!roles[role].sequence || (int)role != r->sequence) r->name_count = 0;
  r->sequence = (int)role;
  if ((role == ROLE_OP || role == ROLE_INSIDE) && !read_group(r, row)) return false;
  if (role == ROLE_ORIGIN) {
    const char *name = word(r);
    while (row->buffer < t->buffer_count && strcmp(t->buffers[row->buffer].name, name)) row->buffer++;
    if (row->buffer == t->buffer_count) return fail(r, name, "a buffer that a row before this one names");
    t->buffers[row->buffer].origin = true;
  }
  if (!pieces(r, row, rest(r))) return false;
  t->row_count++;
  t->of_role[role]++;
  return true;
}

// ---- profiles ----

static bool read_profile(reader *r) {
  table *t = r->t;
  const char *name = word(r);
  table_profile *p = t->profiles;
  while (p < t->profiles + t->profile_count && strcmp(p->name, name)) p++;
  if (p == t->profiles + t->profile_count) {
    if (t->profile_count == MOST_PROFILES) return fail(r, name, "at most %d profiles", MOST_PROFILES);
    *p = (table_profile){.name = ""};
    if (!name_of(r, name, p->name)) return false;
    t->profile_count++;
    for (int n = 0; n < KNOBS; n++) p->knob[n] = knobs[n].value;
    for (int n = 0; n < SHAPES; n++) p->shape[n] = 1;
  }
  while (*rest(r)) {
    const char *what = word(r);
    const int group = group_of(t, what);
    uint32_t most = 1000000, *to = group >= 0 ? &p->weight[group] : NULL;
    static const table_role of_group[OWN_GROUPS] = {
#define X(id, name) ROLE_##id,
        TABLE_GROUPS(X)
#undef X
    };
    if (group >= 0 && group < OWN_GROUPS && !t->of_role[of_group[group]])
      return fail(r, what, "a group of which the table has rows");
    for (int n = 0; n < KNOBS; n++) {
      if (strcmp(knobs[n].name, what)) continue;
      to = &p->knob[n];
      most = knobs[n].most;
    }
    for (int n = 0; n < SHAPES; n++) {
      if (!strcmp(table_shape_names[n], what)) to = &p->shape[n];
    }
    if (!to) return fail(r, what, "a group of instructions, a shape of addresses or a knob (docs/random.md)");
    if (!number(r, word(r), 0, most, to)) return false;
  }
  return true;
}

static bool sane_profile(const reader *r, const table_profile *p) {
  uint64_t straight = 0;
  for (uint32_t n = 0; n < r->t->row_count; n++) {
    if (r->t->rows[n].role == ROLE_OP) straight += p->weight[r->t->rows[n].group];
  }
  if (!straight) return fail(r, p->name, "a profile with a weight for a group of op");
  if (p->knob[KNOB_OF_WAVES] > r->t->waves || p->knob[KNOB_OF_GROUPS] > r->t->groups)
    return fail(r, p->name, "a profile with at most the waves and groups of the table, %u and %u", r->t->waves,
                r->t->groups);
  if (p->knob[KNOB_OF_FAULTS] && !r->t->of_role[ROLE_ILLEGAL])
    return fail(r, p->name, "faults in a table with rows illegal");
  return true;
}

// ---- the file ----

static bool read_line(reader *r, bool profiles) {
  table *t = r->t;
  const char *what = word(r);
  if (!*what) return true;
  if (!strcmp(what, "profile")) return !profiles || read_profile(r);
  if (profiles) return true;
  for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
    if (!strcmp(what, numbers[n].word))
      return number(r, word(r), numbers[n].low, numbers[n].high, (uint32_t *)((char *)t + numbers[n].at)) && at_end(r);
  }
  if (!strcmp(what, "label"))
    return pattern(r, word(r), t->label_use) && pattern(r, word(r), t->label_place) && at_end(r);
  if (!strcmp(what, "register")) return read_register(r);
  if (!strcmp(what, "immediate")) return read_immediate(r);
  if (!strcmp(what, "buffer")) return read_buffer(r);
  if (!strcmp(what, "address")) return read_address(r);
  if (!strcmp(what, "base")) return reserved(r, t->base) && at_end(r);
  if (!strcmp(what, "temp")) return reserved(r, t->temp) && at_end(r);
  if (!strcmp(what, "counter")) return read_counter(r);
  for (int role = 0; role < ROLES; role++) {
    const size_t length = strlen(roles[role].word);
    const bool skips = (role == ROLE_IF || role == ROLE_ELSE) && what[length] == '?' && !what[length + 1];
    if (!strncmp(what, roles[role].word, length) && (skips || !what[length]))
      return read_row(r, (table_role)role, skips);
  }
  return fail(r, what, "the first word of a row (docs/random.md)");
}

// A comment begins at # at the start of the line or before a blank.
static void cut_comment(char *line) {
  line[strcspn(line, "\r\n")] = 0;
  for (char *at = strchr(line, '#'); at; at = strchr(at + 1, '#')) {
    const bool starts = at == line + strspn(line, " \t");
    if (!starts && !((at[1] == ' ' || !at[1]) && (at[-1] == ' ' || at[-1] == '\t'))) continue;
    *at = 0;
    break;
  }
  for (size_t n = strlen(line); n && (line[n - 1] == ' ' || line[n - 1] == '\t'); n--) line[n - 1] = 0;
}

static bool read_all(reader *r, FILE *f, bool profiles) {
  bool good = true;
  rewind(f);
  for (r->line = 0; good && fgets(r->text, sizeof r->text, f);) {
    r->line++;
    if (strlen(r->text) == sizeof r->text - 1)
      return fail(r, "a long line", "at most %zu characters", sizeof r->text - 2);
    cut_comment(r->text);
    r->rest = r->text;
    good = read_line(r, profiles);
  }
  return good;
}

static bool uses(const table *t, uint32_t given) {
  for (uint32_t n = 0; n < t->row_count; n++) {
    for (uint32_t k = 0; k < t->rows[n].count; k++) {
      if (t->rows[n].pieces[k].kind == PIECE_GIVEN && given >> t->rows[n].pieces[k].of & 1) return true;
    }
  }
  return false;
}

// What a whole table must have. r->line is its last line.
static bool whole(const reader *r) {
  const table *t = r->t;
  const uint32_t *has = t->of_role;
  const bool memory = has[ROLE_LOAD] || has[ROLE_STORE], loops = has[ROLE_LOOP] || has[ROLE_NEXT];
  const struct {
    bool wants, has;
    const char *row, *for_what;
  } wanted[] = {
      {true, t->lanes, "lanes", "a program"},
      {true, has[ROLE_OP], "op", "a program"},
      {true, has[ROLE_END], "end", "a program"},
      {uses(t, GIVE(LABEL) | GIVE(ELSE) | GIVE(END) | GIVE(TOP)), *t->label_use, "label", "jumps"},
      {memory, t->buffer_count, "buffer", "loads and stores"},
      {memory, t->address >= 0, "address", "loads and stores"},
      {memory || loops, *t->temp, "temp", "addresses and loops"},
      {memory || loops, has[ROLE_SET], "set", "addresses and loops"},
      {memory || t->lane_trips, has[ROLE_ADD], "add", "addresses and lane_trips"},
      {memory, has[ROLE_LANE], "lane", "addresses"},
      {has[ROLE_STORE], table_part(t), "buffer with own", "stores"},
      {memory && table_part(t), *t->base, "base", "buffers with own"},
      {memory && table_part(t) && t->waves > 1, has[ROLE_WAVE], "wave", "buffers with own and waves"},
      {memory && table_part(t) && t->groups > 1, has[ROLE_GROUP], "group", "buffers with own and groups"},
      {has[ROLE_ELSE], has[ROLE_IF], "if", "else"},
      {has[ROLE_IF], has[ROLE_ENDIF], "endif", "if"},
      {has[ROLE_LOOP], has[ROLE_NEXT], "next", "loop"},
      {has[ROLE_NEXT], has[ROLE_LOOP], "loop", "next"},
      {loops, t->counters, "counter", "loop"},
      {loops, t->trips || t->lane_trips, "trips", "loop"},
      {t->lane_trips, has[ROLE_AND] && t->address >= 0, "and, and a row address", "lane_trips"},
  };
  for (size_t n = 0; n < sizeof wanted / sizeof *wanted; n++) {
    if (wanted[n].wants && !wanted[n].has)
      return fail(r, "the end of the table", "a row %s, for %s", wanted[n].row, wanted[n].for_what);
  }
  for (uint32_t n = 0; n < t->buffer_count; n++) {
    if (t->buffers[n].elements < t->lanes)
      return fail(r, t->buffers[n].name, "a buffer with an element for each of %u lanes", t->lanes);
  }
  if (t->lane_trips & (t->lane_trips - 1)) return fail(r, "lane_trips", "a power of two");
  if (t->bits & (t->bits - 1)) return fail(r, "bits", "8, 16 or 32");
  for (const table_profile *p = t->profiles; p < t->profiles + t->profile_count; p++) {
    if (!sane_profile(r, p)) return false;
  }
  return t->profile_count || fail(r, "the end of the table", "a row profile");
}

bool table_read(table *t, const char *path) {
  FILE *f = fopen(path, "r");
  if (!f) {
    perror(path);
    return false;
  }
  memset(t, 0, sizeof *t);
  t->path = path;
  t->waves = t->groups = 1;
  t->hang_cycles = 1000000;
  t->bits = 32;
  t->depth = 4;
  t->address = -1;
  for (; t->group_count < OWN_GROUPS; t->group_count++)
    strcpy(t->groups_named[t->group_count], group_names[t->group_count]);
  reader r = {.t = t, .sequence = -1};
  const bool good = read_all(&r, f, false) && read_all(&r, f, true) && whole(&r);
  fclose(f);
  return good;
}

const table_profile *table_find_profile(const table *t, const char *name) {
  for (const table_profile *p = t->profiles; p < t->profiles + t->profile_count; p++) {
    if (!name || !strcmp(p->name, name)) return p;
  }
  fprintf(stderr, "%s: found profile \"%s\", expected one of", t->path, name);
  for (uint32_t n = 0; n < t->profile_count; n++) fprintf(stderr, " %s", t->profiles[n].name);
  fputc('\n', stderr);
  return NULL;
}

uint32_t table_part(const table *t) {
  for (uint32_t n = 0; n < t->buffer_count; n++) {
    if (t->buffers[n].own) return t->buffers[n].elements;
  }
  return 0;
}
