// SPDX-License-Identifier: Apache-2.0
// A listing as text and as a whole: lines, which form, labels, addresses, targets.
#include "listing.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "read.h"

enum { SLOT = 8, GROUP_BYTES = 32 };

const char *const sass_form_names[SASS_FORMS] = {"maxas", "cuobjdump", "cuasm"};

const char *sass_refuse(const sass_reader *r, const char *at, const char *format, ...) {
  char text[sizeof r->error->text];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  sass_fail(r->error, r->line, (int)(at - r->start) + 1, "%s", text);
  return NULL;
}

void *sass_keep(sass_listing *l, void *memory) {
  if (!memory) return NULL;
  l->kept = sass_room(l->kept, l->kept_count, sizeof *l->kept);
  return l->kept[l->kept_count++] = memory;
}

char *sass_keep_text(sass_listing *l, const char *text, size_t length) {
  return sass_keep(l, sass_allocated(strndup(text, length)));
}

const char *sass_skip_space(const char *p) {
  while (*p == ' ' || *p == '\t') p++;
  return p;
}

bool sass_is_section(const char *p) { return !strncmp(p, ".section", 8) && (p[8] == ' ' || p[8] == '\t'); }

bool sass_is_maxas(const char *p) {
  for (int n = 0; n < 2; n++)
    if (p[n] != '-' && !isxdigit((unsigned char)p[n])) return false;
  return p[2] == ':' && (p[3] == '-' || isdigit((unsigned char)p[3])) && p[4] == ':';
}

const char *sass_skip_label(const char *p) {
  while (isalnum((unsigned char)*p) || (*p && strchr("_.$@", *p))) p++;
  return p;
}

// The address behind one: no control word stands in a multiple of 32.
static uint32_t next_address(uint32_t address) {
  address += SLOT;
  return address % GROUP_BYTES ? address : address + SLOT;
}

sass_instruction *sass_add_instruction(sass_reader *r, int function) {
  sass_listing *l = r->listing;
  l->instructions = sass_room(l->instructions, (size_t)l->count, sizeof *l->instructions);
  sass_instruction *i = &l->instructions[l->count++];
  *i = (sass_instruction){.line = r->line, .function = function, .control = sass_padding, .address = SLOT};
  if (l->count > 1 && i[-1].function == function) i->address = next_address(i[-1].address);
  if (function >= l->function_count) l->function_count = function + 1;
  for (int s = 0; s < SASS_GROUP; s++) i->slots[s] = -1;
  return i;
}

void sass_add_label(sass_reader *r, const char *name, size_t length, int function) {
  sass_listing *l = r->listing;
  l->labels = sass_room(l->labels, (size_t)l->label_count, sizeof *l->labels);
  l->labels[l->label_count++] =
      (sass_label){.name = sass_keep_text(l, name, length), .line = r->line, .function = function, .at = l->count};
}

void sass_move_labels(sass_reader *r, int function) {
  sass_listing *l = r->listing;
  for (int n = l->label_count - 1; n >= 0 && l->labels[n].at == l->count; n--) l->labels[n].function = function;
}

int sass_target(const sass_listing *l, int i, const sass_operand *target, bool *inside) {
  const sass_instruction *from = &l->instructions[i];
  *inside = true;
  if (target->label && !strcmp(target->label, ".")) return i;
  if (target->label) {
    for (int n = 0; n < l->label_count; n++) {
      const sass_label *label = &l->labels[n];
      if (label->function != from->function || strcmp(label->name, target->label)) continue;
      return label->at < l->count && l->instructions[label->at].function == from->function ? label->at : -1;
    }
    *inside = false;
    return -1;
  }
  int first = i, last = i;
  while (first > 0 && l->instructions[first - 1].function == from->function) first--;
  while (last + 1 < l->count && l->instructions[last + 1].function == from->function) last++;
  *inside = target->value <= l->instructions[last].address;
  while (first <= last) {
    const int middle = first + (last - first) / 2;
    const uint32_t address = l->instructions[middle].address;
    if (address == target->value) return middle;
    if (address < target->value) first = middle + 1;
    else last = middle - 1;
  }
  return -1;
}

bool sass_first_of_pair(const sass_listing *l, int i) {
  const sass_instruction *first = &l->instructions[i];
  return first->control.stall == 0 && !first->control.yield && i + 1 < l->count && first[1].function == first->function;
}

void sass_print_labels(const sass_listing *l, int at, int function, int *next, FILE *to) {
  for (; *next < l->label_count; (*next)++) {
    const sass_label *label = &l->labels[*next];
    if (label->at > at || label->function > function) break;
    fprintf(to, "%s:\n", label->name);
  }
}

void sass_print_statement(const sass_instruction *i, sass_form form, FILE *to) {
  fputs(i->name, to);
  for (int o = 0; o < i->operand_count; o++) {
    const sass_operand *operand = &i->operands[o];
    const bool quoted = form != SASS_MAXAS && operand->label && strcmp(operand->label, ".");
    fprintf(to, quoted ? "%s`(%s)" : "%s%s", o ? ", " : " ", operand->text);
  }
}

bool sass_listing_fits(const sass_listing *l, sass_form form, sass_error *error) {
  for (int n = 0; n < l->count && form != SASS_CUOBJDUMP; n++) {
    const sass_instruction *i = &l->instructions[n];
    if (i->control.write == SASS_BARRIERS || i->control.read == SASS_BARRIERS)
      return sass_fail(error, i->line, i->column, "%s text has no barrier 6", sass_form_names[form]);
    if (form == SASS_MAXAS && i->guard == SASS_NO_REGISTER && i->guard_text[0])
      return sass_fail(error, i->line, i->column, "maxas text has no guard %s", i->guard_text);
    for (int o = 0; o < i->operand_count && form == SASS_MAXAS; o++)
      if (i->operands[o].label && !sass_plain_label(i->operands[o].label))
        return sass_fail(error, i->line, i->operands[o].column, "maxas text has no label %s", i->operands[o].label);
  }
  for (int n = 0; n < l->label_count && form == SASS_MAXAS; n++)
    if (!sass_plain_label(l->labels[n].name))
      return sass_fail(error, l->labels[n].line, 1, "maxas text has no label %s", l->labels[n].name);
  return true;
}

void sass_listing_print(const sass_listing *listing, sass_form form, FILE *to) {
  switch (form) {
    case SASS_CUOBJDUMP: sass_print_cuobjdump(listing, to); break;
    case SASS_CUASM: sass_print_cuasm(listing, to); break;
    default: sass_print_maxas(listing, to);
  }
}

// ---- reading -----------------------------------------------------------------------------------

static bool split(sass_reader *r, const char *text, size_t size) {
  sass_listing *l = r->listing;
  for (size_t at = 0; at < size;) {
    const char *start = text + at, *end = memchr(start, '\n', size - at);
    size_t length = end ? (size_t)(end - start) : size - at;
    at += length + (end ? 1 : 0);
    l->lines = sass_room(l->lines, (size_t)l->line_count, sizeof *l->lines);
    const char *nul = memchr(start, 0, length);
    if (nul) return sass_fail(r->error, l->line_count + 1, (int)(nul - start) + 1, "expected text, found a byte of 0");
    while (length && start[length - 1] == '\r') length--;
    l->ends = sass_room(l->ends, (size_t)l->line_count, sizeof *l->ends);
    l->ends[l->line_count] = sass_allocated(strndup(start + length, (size_t)(text + at - start) - length));
    l->lines[l->line_count++] = sass_allocated(strndup(start, length));
  }
  return true;
}

// A line of CuAssembler has its control field in brackets; one of cuobjdump begins with an address or a word.
static sass_form form_of(const sass_listing *l) {
  sass_form form = SASS_MAXAS;
  for (int n = 0; n < l->line_count; n++) {
    const char *p = sass_skip_space(l->lines[n]);
    if (p[0] == '[' && (p[1] == 'B' || ((p[1] == '-' || p[1] == 'R') && strstr(p, ":B")))) return SASS_CUASM;
    if (p[0] == '/' && p[1] == '*' && isxdigit((unsigned char)*sass_skip_space(p + 2))) form = SASS_CUOBJDUMP;
  }
  return form;
}

sass_listing *sass_listing_read(const char *text, size_t size, const sass_classes *classes, sass_error *error) {
  sass_listing *l = sass_allocated(calloc(1, sizeof *l));
  sass_reader r = {.listing = l, .classes = classes, .error = error};
  l->names = sass_names_new();
  bool good = split(&r, text, size);
  if (good) {
    l->form = form_of(l);
    if (l->form == SASS_CUASM) good = sass_read_cuasm(&r);
    else good = l->form == SASS_CUOBJDUMP ? sass_read_cuobjdump(&r) : sass_read_maxas(&r);
  }
  if (good && !l->count) good = sass_fail(error, l->line_count, 0, "no instruction found");
  if (good) return l;
  sass_listing_free(l);
  return NULL;
}

void sass_listing_free(sass_listing *l) {
  if (!l) return;
  for (int n = 0; n < l->line_count; n++) {
    free(l->lines[n]);
    free(l->ends[n]);
  }
  for (size_t n = 0; n < l->kept_count; n++) free(l->kept[n]);
  free(l->lines);
  free(l->ends);
  free(l->kept);
  free(l->instructions);
  free(l->labels);
  free(l->unscheduled);
  sass_names_free(l->names);
  free(l);
}

int sass_instruction_of_line(const sass_listing *l, int line) {
  int low = 0, high = l->count - 1;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (l->instructions[middle].line < line) low = middle + 1;
    else high = middle;
  }
  return low;
}
