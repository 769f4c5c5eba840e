// SPDX-License-Identifier: Apache-2.0
// Text of cuobjdump and nvdisasm (maxwell-control.md 3.2).
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "read.h"

enum { GROUP_BYTES = 32, SLOT = 8, LEAST_DIGITS = 4, MOST_DIGITS = 8, WORD_DIGITS = 16, CODE_COLUMN = 72 };

// A word alone on its line: a control word, or the code of the second half of a pair.
typedef struct {
  uint64_t value;
  int line, column;  // of its first digit
  int length;        // digits
} lone_word;

typedef struct {
  int function;
  bool empty;          // the function has no instruction yet
  lone_word words[2];  // since the last instruction
  int count;
  bool open;          // the last instruction ended in "}" and has no code yet
  lone_word control;  // of the group
} place;

static bool at(const sass_reader *r, int line, int column, const char *text) {
  return sass_fail(r->error, line, column, "%s", text);
}

static int first_column(const sass_reader *r, int line) {
  const char *start = r->listing->lines[line - 1];
  return (int)(sass_skip_space(start) - start) + 1;
}

// "/* 0x... */" at p. What follows it; NULL after a message, or p if it is something else.
static const char *read_word(const sass_reader *r, const char *p, lone_word *word) {
  const char *q = p;
  if (q[0] != '/' || q[1] != '*') return p;
  q = sass_skip_space(q + 2);
  if (q[0] != '0' || q[1] != 'x') return p;
  const char *digits = q += 2;
  while (isxdigit((unsigned char)*q)) q++;
  if (q == digits) return sass_refuse(r, q, "expected a hex digit");
  if (q - digits > WORD_DIGITS) return sass_refuse(r, digits + WORD_DIGITS, "expected at most 16 digits");
  *word = (lone_word){strtoull(digits, NULL, 16), r->line, (int)(digits - r->start) + 1, (int)(q - digits)};
  q = sass_skip_space(q);
  if (q[0] != '*' || q[1] != '/') return sass_refuse(r, q, "expected \"*/\"");
  return sass_skip_space(q + 2);
}

static int in_group(uint32_t address) { return (int)(address % GROUP_BYTES) / SLOT - 1; }

static bool ends_early(const sass_reader *r) {
  const sass_instruction *last = &r->listing->instructions[r->listing->count - 1];
  return at(r, last->line, first_column(r, last->line), "the group ends early, behind this instruction");
}

// The end of a function: its last group is whole, and no word is left over.
static bool finish(sass_reader *r, place *now) {
  sass_listing *l = r->listing;
  if (!now->empty) {
    sass_instruction *last = &l->instructions[l->count - 1];
    if (now->open && now->count) {
      last->has_encoding = true;
      last->encoding = now->words[0].value;
    }
    if (now->count > now->open) {
      const lone_word *word = &now->words[now->open];
      return at(r, word->line, word->column, "a control word without a group");
    }
    if (in_group(last->address) != SASS_GROUP - 1) return ends_early(r);
  } else if (now->count) {
    return at(r, now->words[0].line, now->words[0].column, "a control word without a group");
  }
  *now = (place){.function = now->function + !now->empty, .empty = true};
  return true;
}

// Gives the words since the last instruction to it and to the group of the one that begins at `address`.
static bool take_words(sass_reader *r, place *now, uint32_t address, const char *p) {
  const int control = in_group(address) == 0, all = now->count;
  sass_instruction *last = now->empty ? NULL : &r->listing->instructions[r->listing->count - 1];
  int used = 0;
  if (now->open && all > control) {
    last->has_encoding = true;
    last->encoding = now->words[used++].value;
  }
  if (last && (used + control < all || (control && in_group(last->address) != SASS_GROUP - 1))) return ends_early(r);
  if (control && used == all) return sass_refuse(r, p, "the group has no control word");
  if (control) now->control = now->words[used++];
  const lone_word *word = &now->control;
  if (word->length < WORD_DIGITS)
    return at(r, word->line, word->column + word->length, "expected the 16 digits of a control word");
  if (used < all) return at(r, now->words[used].line, now->words[used].column, "a control word without a group");
  now->count = 0;
  now->open = false;
  return true;
}

// Older text has the control word at the end of the line of the second half, and its code on the next line.
// False after a message. *late: whether the word was there; it is then the last of now->words.
static bool take_late_word(sass_reader *r, const char *p, uint32_t address, place *now, bool *late) {
  *late = false;
  const char *brace = strchr(p, '}');
  if (!brace || now->empty || in_group(address) || now->count || now->open) return true;
  lone_word word;
  const char *start = sass_skip_space(brace + 1), *behind = read_word(r, start, &word);
  if (!behind) return false;
  *late = behind != start;
  if (*late) now->words[now->count++] = word;
  return true;
}

static bool instruction(sass_reader *r, const char *p, place *now) {
  sass_listing *l = r->listing;
  const char *digits = p + 2, *end = digits;
  while (isxdigit((unsigned char)*end)) end++;
  if (end - digits < LEAST_DIGITS || end - digits > MOST_DIGITS)
    return sass_refuse(r, end - digits < LEAST_DIGITS ? end : digits, "expected an address of 4 to 8 hex digits");
  if (end[0] != '*' || end[1] != '/') return sass_refuse(r, end, "expected \"*/\"");
  const uint32_t address = (uint32_t)strtoul(digits, NULL, 16);
  if (address % GROUP_BYTES == 0) return sass_refuse(r, digits, "no instruction stands at a multiple of 32");
  if (!now->empty && address <= l->instructions[l->count - 1].address) {
    // The words before it are of both functions: the control word is the last of them.
    const lone_word word = now->count ? now->words[now->count - 1] : (lone_word){0};
    const int words = now->count > 0;
    now->count -= words;
    if (!finish(r, now)) return false;
    sass_move_labels(r, now->function);
    now->words[0] = word;
    now->count = words;
  }
  bool late;
  if (!take_late_word(r, p, address, now, &late)) return false;
  if (!take_words(r, now, address, digits)) return false;
  sass_instruction *i = sass_add_instruction(r, now->function);
  if (address != i->address) {
    if (now->empty && in_group(address) == 0) i->address = address;
    else return sass_refuse(r, digits, "expected the next address, %04x", i->address);
  }
  now->empty = false;
  sass_control group[SASS_GROUP];
  if (!sass_word_split(now->control.value, group))
    return at(r, now->control.line, now->control.column, "bit 63 of a control word is 0");
  i->field = in_group(address);
  i->control = group[i->field];
  i->control_line = now->control.line;
  i->control_column = now->control.column;
  i->control_length = now->control.length;
  p = sass_skip_space(end + 2);
  if (*p == '{') p = sass_skip_space(p + 1);
  p = sass_read_statement(r, p, i);
  if (!p) return false;
  while (p[0] == '(' && p[1] == '*') {
    const char *close = strstr(p, "*)");
    if (!close) return sass_refuse(r, p, "expected the end of the comment");
    p = sass_skip_space(close + 2);
  }
  if (*p != ';' && *p != '}') return sass_refuse(r, p, "expected \";\" or \"}\"");
  now->open = *p == '}';
  p = sass_skip_space(p + 1);
  if (*p == '}') p = sass_skip_space(p + 1);
  lone_word word = {0};
  const char *behind = read_word(r, p, &word);
  if (!behind) return false;
  if (late) now->open = true;
  if (behind != p && !late) {
    i->has_encoding = true;
    i->encoding = word.value;
    now->open = false;
  }
  if (*behind) return sass_refuse(r, behind, "expected the end of the line");
  return true;
}

static bool line(sass_reader *r, place *now) {
  const char *p = sass_skip_space(r->start);
  lone_word word;
  const char *behind = read_word(r, p, &word);
  if (!behind) return false;
  if (behind != p) {
    if (*behind) return sass_refuse(r, behind, "expected the end of the line");
    if (now->count == 2) return sass_refuse(r, p, "a third word without an instruction");
    now->words[now->count++] = word;
    return true;
  }
  // Data of other sections has addresses, too: a directive follows them.
  if (p[0] == '/' && p[1] == '*' && isxdigit((unsigned char)p[2])) {
    const char *close = strstr(p, "*/");
    if (close && *sass_skip_space(close + 2) == '.') return true;
    return instruction(r, p, now);
  }
  if (sass_is_maxas(p)) return sass_refuse(r, p, "expected an address or a control word");
  const char *end = sass_skip_label(p);
  if (sass_is_section(p) || !strncmp(p, "Function :", 10)) return finish(r, now);
  if (end > p && *end == ':' && !*sass_skip_space(end + 1)) sass_add_label(r, p, (size_t)(end - p), now->function);
  return true;
}

bool sass_read_cuobjdump(sass_reader *r) {
  place now = {.empty = true};
  r->listing->has_reuse_bits = true;
  for (int n = 0; n < r->listing->line_count; n++) {
    r->line = n + 1;
    r->start = r->listing->lines[n];
    if (!line(r, &now)) return false;
  }
  return finish(r, &now);
}

// ---- printing ----------------------------------------------------------------------------------

static void code(FILE *to, int column, uint64_t value) {
  fprintf(to, "%*s/* 0x%016llx */\n", column < CODE_COLUMN ? CODE_COLUMN - column : 1, "", (unsigned long long)value);
}

static int statement_length(const sass_instruction *i) {
  char *text = NULL;
  size_t size = 0;
  FILE *f = open_memstream(&text, &size);
  if (!f) return 0;
  sass_print_statement(i, SASS_CUOBJDUMP, f);
  fclose(f);
  free(text);
  return (int)size;
}

// The control word of the group that instruction n begins; padding where the listing ends.
static uint64_t group_word(const sass_listing *l, int n) {
  sass_control group[SASS_GROUP];
  for (int s = 0; s < SASS_GROUP; s++)
    group[s] = n + s < l->count && l->instructions[n + s].function == l->instructions[n].function
                   ? l->instructions[n + s].control
                   : sass_padding;
  return sass_word(group);
}

static void begin(uint32_t address, FILE *to) { fprintf(to, "        /*%04x*/", address); }

void sass_print_cuobjdump(const sass_listing *l, FILE *to) {
  int label = 0;
  bool second = false;
  for (int n = 0; n < l->count; n++) {
    const sass_instruction *i = &l->instructions[n];
    const bool first = sass_first_of_pair(l, n) && !second;
    sass_print_labels(l, n, i->function - 1, &label, to);
    if (l->function_count > 1 && (!n || i->function != i[-1].function)) fprintf(to, "\t\tFunction : %d\n", i->function);
    sass_print_labels(l, n, i->function, &label, to);
    if (in_group(i->address) == 0) code(to, 0, group_word(l, n));
    begin(i->address, to);
    fprintf(to, first ? "         { %7s " : "%18s ", i->guard_text);
    sass_print_statement(i, SASS_CUOBJDUMP, to);
    const int column = 35 + statement_length(i) + (second ? 10 : 2);
    fputs(second ? "         }" : " ;", to);
    if (second) fputc('\n', to);
    if (i->has_encoding) code(to, second ? 0 : column, i->encoding);
    else if (!second) fputc('\n', to);
    second = first;
    if (n + 1 == l->count || i[1].function != i->function) {
      for (uint32_t address = i->address + SLOT; address % GROUP_BYTES; address += SLOT) {
        begin(address, to);
        fprintf(to, "%18s NOP ;\n", "");
      }
    }
  }
  sass_print_labels(l, l->count, l->function_count, &label, to);
}
