// SPDX-License-Identifier: Apache-2.0
// Mends are changes of the text: comments, names and the order of lines stay.
#include "fix.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "rules.h"

enum { LAST_PLAIN_STALL = 11, MOST_STALL = 15 };

// What is new of an instruction. Mends of one round come together: the largest stall, all waits, the fewest reuse
// flags.
typedef struct {
  sass_control control;
  bool has_stall;
  int nop;          // stall of a NOP to insert; 0: none
  bool nop_before;  // else behind it
} change;

// A round: findings of a listing, and what they change.
typedef struct {
  const sass_listing *listing;
  change *changes;
  bool barrier_given;  // one instruction a round gets a barrier: the next choice knows of it
} mending;

static int instruction_of_line(const sass_listing *l, int line) {
  int low = 0, high = l->count - 1;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (l->instructions[middle].line < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

static bool gives_barrier(const sass_mend *m) {
  return (m->field == SASS_FIELD_WRITE || m->field == SASS_FIELD_READ) && m->value != SASS_NO_BARRIER;
}

static void apply(change *c, const sass_mend *m) {
  const uint8_t value = (uint8_t)m->value;
  switch (m->field) {
    case SASS_FIELD_STALL:
      if (!c->has_stall || value > c->control.stall) c->control.stall = value;
      c->has_stall = true;
      break;
    case SASS_FIELD_YIELD: c->control.yield = value; break;
    case SASS_FIELD_WRITE: c->control.write = value; break;
    case SASS_FIELD_READ: c->control.read = value; break;
    case SASS_FIELD_WAIT: c->control.wait |= value; break;
    default: c->control.reuse &= value;
  }
}

// Whether a NOP can be put into the text: nothing in it names an address.
static bool may_insert(const sass_listing *l) {
  if (l->form == SASS_CUOBJDUMP && l->function_count > 1) return false;
  for (int n = 0; n < l->count; n++) {
    const sass_instruction *i = &l->instructions[n];
    if (l->form == SASS_CUOBJDUMP && i->has_encoding) return false;
    for (int o = 0; o < i->operand_count; o++)
      if (i->operands[o].kind == SASS_TARGET && !i->operands[o].label) return false;
  }
  return true;
}

// A stall that is as large as it can be and still too short.
static void lengthen(mending *m, const sass_finding *f) {
  const int n = instruction_of_line(m->listing, f->mends[0].line);
  const sass_instruction *i = &m->listing->instructions[n];
  if (sass_least_cycles(&i->control) < MOST_STALL || !may_insert(m->listing)) return;
  const int stall = f->shortage > MOST_STALL ? MOST_STALL : f->shortage;
  change *c = &m->changes[n];
  if (stall > c->nop) c->nop = stall;
  c->nop_before = i->opcode->flow != SASS_NEXT;
}

static void collect(mending *m, const sass_findings *findings) {
  for (int n = 0; n < findings->count; n++) {
    const sass_finding *f = &findings->list[n];
    if (f->severity != SASS_ERROR) continue;
    bool gives = false;
    for (int k = 0; k < f->mend_count; k++) gives |= gives_barrier(&f->mends[k]);
    if (gives && m->barrier_given) continue;
    m->barrier_given |= gives;
    for (int k = 0; k < f->mend_count; k++)
      apply(&m->changes[instruction_of_line(m->listing, f->mends[k].line)], &f->mends[k]);
    if (f->shortage && f->mend_count) lengthen(m, f);
  }
}

// ---- text --------------------------------------------------------------------------------------

static void write_control(const mending *m, int n, FILE *to) {
  const sass_instruction *i = &m->listing->instructions[n];
  char text[SASS_CONTROL_TEXT];
  if (m->listing->form == SASS_MAXAS) sass_write_maxas_control(&m->changes[n].control, text);
  else if (m->listing->lines[i->control_line - 1][i->control_column] == 'B')
    sass_write_cuasm_control(&m->changes[n].control, text);
  else sass_write_cuasm_reuse_control(&m->changes[n].control, text);
  fputs(text, to);
}

// The text from p to end, without the .reuse of slots that are no longer kept.
static void write_operands(const mending *m, int n, const char *line, int from, FILE *to) {
  const sass_instruction *i = &m->listing->instructions[n];
  static const char flag[] = ".reuse";
  const char *p = line + from;
  for (int s = 0; s < SASS_GROUP; s++) {
    if (i->slots[s] < 0 || !i->operands[i->slots[s]].reuse || m->changes[n].control.reuse >> s & 1) continue;
    const char *at = strstr(line + i->operands[i->slots[s]].column - 1, flag);
    if (!at || at < p) continue;
    fwrite(p, 1, (size_t)(at - p), to);
    p = at + strlen(flag);
  }
  fputs(p, to);
}

static void write_nop(const mending *m, int n, FILE *to) {
  const change *c = &m->changes[n];
  sass_control control = sass_padding;
  char text[SASS_CONTROL_TEXT];
  control.stall = (uint8_t)c->nop;
  control.yield = c->nop > LAST_PLAIN_STALL;
  if (m->listing->form == SASS_MAXAS) sass_write_maxas_control(&control, text);
  else sass_write_cuasm_control(&control, text);
  fprintf(to, m->listing->form == SASS_MAXAS ? "%s      NOP;\n" : "      %s                             NOP ;\n", text);
}

// Line `number` of cuobjdump text: control words are written anew.
static bool write_word(const mending *m, int number, int next, FILE *to) {
  const sass_listing *l = m->listing;
  if (next + SASS_GROUP > l->count || l->instructions[next].control_line != number) return false;
  const sass_instruction *i = &l->instructions[next];
  sass_control group[SASS_GROUP];
  for (int s = 0; s < SASS_GROUP; s++) group[s] = m->changes[next + s].control;
  const char *line = l->lines[number - 1];
  fwrite(line, 1, (size_t)i->control_column - 1, to);
  fprintf(to, "%0*llx%s\n", i->control_length, (unsigned long long)sass_word(group),
          line + i->control_column - 1 + i->control_length);
  return true;
}

static char *rendered(const mending *m) {
  const sass_listing *l = m->listing;
  char *text = NULL;
  size_t size = 0;
  FILE *to = sass_allocated(open_memstream(&text, &size));
  for (int number = 1, n = 0; number <= l->line_count; number++) {
    const char *line = l->lines[number - 1];
    const bool words = l->form == SASS_CUOBJDUMP;
    if (words && write_word(m, number, n, to)) continue;
    if (n >= l->count || l->instructions[n].line != number) {
      fprintf(to, "%s\n", line);
      continue;
    }
    const sass_instruction *i = &l->instructions[n];
    const change *c = &m->changes[n];
    int from = 0;
    if (c->nop && c->nop_before) write_nop(m, n, to);
    if (!words) {
      fwrite(line, 1, (size_t)i->control_column - 1, to);
      write_control(m, n, to);
      from = i->control_column - 1 + i->control_length;
    }
    write_operands(m, n, line, from, to);
    fputc('\n', to);
    if (c->nop && !c->nop_before) write_nop(m, n, to);
    n++;
  }
  fclose(to);
  return text;
}

static char *printed(const sass_listing *l, sass_form form) {
  char *text = NULL;
  size_t size = 0;
  FILE *to = sass_allocated(open_memstream(&text, &size));
  sass_listing_print(l, form, to);
  fclose(to);
  return text;
}

static sass_listing *read_again(const char *text, const sass_classes *classes) {
  sass_error error;
  sass_listing *l = sass_listing_read(text, strlen(text), classes, &error);
  if (l) return l;
  fprintf(stderr, "wavelock-sass: the mended text cannot be read: %d:%d: %s\n", error.line, error.column, error.text);
  abort();
}

static bool inserts(const mending *m) {
  for (int n = 0; n < m->listing->count; n++)
    if (m->changes[n].nop) return true;
  return false;
}

char *sass_fix(sass_listing **listing, const sass_classes *classes, bool strict) {
  const sass_form form = (*listing)->form;
  char *text = NULL;
  for (int rounds = 100 + 4 * (*listing)->count; rounds > 0; rounds--) {
    const sass_listing *l = *listing;
    mending m = {.listing = l, .changes = sass_allocated(calloc((size_t)l->count, sizeof(change)))};
    for (int n = 0; n < l->count; n++) m.changes[n].control = l->instructions[n].control;
    sass_findings findings = sass_check(l, strict);
    collect(&m, &findings);
    sass_findings_free(&findings);
    // Groups of three move when an instruction comes between: that is done in maxas text.
    const bool regroups = l->form == SASS_CUOBJDUMP && inserts(&m);
    char *next = regroups ? printed(l, SASS_MAXAS) : rendered(&m);
    const bool same = text && !strcmp(text, next);
    free(m.changes);
    free(text);
    text = next;
    sass_listing *mended = read_again(text, classes);
    sass_listing_free(*listing);
    *listing = mended;
    if (same) break;
  }
  if ((*listing)->form == form) return text;
  free(text);
  text = printed(*listing, form);
  sass_listing_free(*listing);
  *listing = read_again(text, classes);
  return text;
}
