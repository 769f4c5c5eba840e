// SPDX-License-Identifier: Apache-2.0
// Mends are changes of the text: comments, names and the order of lines stay.
#include "fix.h"

#include <limits.h>
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

typedef struct {
  const sass_finding **list;
  int count;
} finding_list;

// A round: what changes of a listing.
typedef struct {
  const sass_listing *listing;
  int *of_line;  // the instruction in a line
  change *changes;
  // Findings with a mend that names a barrier to set, by the instruction of their line: their order matters.
  finding_list *barriers;
} mending;

static bool names_barrier(const sass_mend *m) { return m->field == SASS_FIELD_WRITE || m->field == SASS_FIELD_READ; }

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

// Whether a NOP can be put into the text: nothing in it names an address, and groups can be made anew in maxas text.
static bool may_insert(const sass_listing *l) {
  sass_error error;
  if (l->form == SASS_CUOBJDUMP && (l->function_count > 1 || !sass_listing_fits(l, SASS_MAXAS, &error))) return false;
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
  const int n = m->of_line[f->mends[0].line];
  const sass_instruction *i = &m->listing->instructions[n];
  if (sass_least_cycles(&i->control) < MOST_STALL || !may_insert(m->listing)) return;
  const int stall = f->shortage > MOST_STALL ? MOST_STALL : f->shortage;
  change *c = &m->changes[n];
  if (stall > c->nop) c->nop = stall;
  c->nop_before = i->opcode->flow != SASS_NEXT;
}

static void mend(mending *m, const sass_finding *f) {
  for (int k = 0; k < f->mend_count; k++) apply(&m->changes[m->of_line[f->mends[k].line]], &f->mends[k]);
  if (f->shortage && f->mend_count) lengthen(m, f);
}

static void take(void *to, const sass_finding *f) {
  mending *m = to;
  for (int k = 0; k < f->mend_count; k++)
    if (names_barrier(&f->mends[k])) {
      finding_list *l = &m->barriers[m->of_line[f->line]];
      l->list = sass_room(l->list, (size_t)l->count, sizeof *l->list);
      l->list[l->count++] = f;
      return;
    }
  mend(m, f);
}

static int order(const void *a, const void *b) {
  return sass_finding_order(*(const sass_finding *const *)a, *(const sass_finding *const *)b);
}

static void collect(mending *m, const sass_checker *checker) {
  int given_until = 0;  // last line that waits for a barrier given in this round: the next choice must know of it
  m->barriers = sass_allocated(calloc((size_t)m->listing->count, sizeof *m->barriers));
  m->of_line = sass_allocated(calloc((size_t)m->listing->line_count + 1, sizeof *m->of_line));
  for (int i = 0; i < m->listing->count; i++) m->of_line[m->listing->instructions[i].line] = i;
  sass_checker_each(checker, take, m);
  for (int i = 0; i < m->listing->count; i++) {
    finding_list *l = &m->barriers[i];
    int left = 0;  // that may be mended in this round
    for (int n = 0; n < l->count; n++)
      if (!l->list[n]->chooses || l->list[n]->other > given_until) l->list[left++] = l->list[n];
    if (left > 1) qsort(l->list, (size_t)left, sizeof *l->list, order);
    for (int n = 0; n < left; n++) {
      sass_finding f = *l->list[n];
      if (f.chooses) {
        if (f.other <= given_until) continue;
        given_until = f.other < f.line ? f.line : INT_MAX;
        sass_checker_choose(checker, &f);
      }
      mend(m, &f);
    }
    free(l->list);
  }
  free(m->barriers);
  free(m->of_line);
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

// The end of a line that another one follows.
static const char *end_of(const sass_listing *l, int number) {
  return l->ends[number - 1][0] ? l->ends[number - 1] : l->ends[0][0] ? l->ends[0] : "\n";
}

static void write_nop(const mending *m, int n, FILE *to) {
  const change *c = &m->changes[n];
  sass_control control = sass_padding;
  char text[SASS_CONTROL_TEXT];
  control.stall = (uint8_t)c->nop;
  control.yield = c->nop > LAST_PLAIN_STALL;
  if (m->listing->form == SASS_MAXAS) sass_write_maxas_control(&control, text);
  else sass_write_cuasm_control(&control, text);
  fprintf(to, m->listing->form == SASS_MAXAS ? "%s      NOP;%s" : "      %s                             NOP ;%s", text,
          end_of(m->listing, m->listing->instructions[n].line));
}

// Line `number` of cuobjdump text with a new control word, if it has one: that of the group of instruction `next`.
// Else NULL. The caller frees it.
static char *with_word(const mending *m, int number, int next) {
  const sass_listing *l = m->listing;
  if (next + SASS_GROUP > l->count || l->instructions[next].control_line != number) return NULL;
  const sass_instruction *i = &l->instructions[next];
  sass_control group[SASS_GROUP];
  for (int s = 0; s < SASS_GROUP; s++) group[s] = m->changes[next + s].control;
  const char *line = l->lines[number - 1];
  char *text = NULL;
  const int size = asprintf(&text, "%.*s%0*llx%s", i->control_column - 1, line, i->control_length,
                            (unsigned long long)sass_word(group), line + i->control_column - 1 + i->control_length);
  return sass_allocated(size < 0 ? NULL : text);
}

static char *rendered(const mending *m) {
  const sass_listing *l = m->listing;
  char *text = NULL;
  size_t size = 0;
  FILE *to = sass_allocated(open_memstream(&text, &size));
  for (int number = 1, n = 0; number <= l->line_count; number++) {
    const bool words = l->form == SASS_CUOBJDUMP;
    char *changed = words ? with_word(m, number, n) : NULL;
    const char *line = changed ? changed : l->lines[number - 1];
    if (n >= l->count || l->instructions[n].line != number) {
      fprintf(to, "%s%s", line, l->ends[number - 1]);
      free(changed);
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
    const bool behind = c->nop && !c->nop_before;
    fputs(behind ? end_of(l, number) : l->ends[number - 1], to);
    if (behind) write_nop(m, n, to);
    free(changed);
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

static bool drops_reuse(const mending *m) {
  for (int n = 0; n < m->listing->count; n++)
    if (m->changes[n].control.reuse != m->listing->instructions[n].control.reuse) return true;
  return false;
}

static bool same_field(const sass_control *a, const sass_control *b) {
  return a->stall == b->stall && a->yield == b->yield && a->write == b->write && a->read == b->read &&
         a->wait == b->wait;
}

// Puts the new fields into the listing and tells the checker. How many there are.
static int update(const mending *m, sass_listing *l, sass_checker *checker) {
  sass_changed *changed = sass_allocated(malloc(((size_t)l->count + 1) * sizeof *changed));
  int count = 0;
  for (int n = 0; n < l->count; n++) {
    sass_control *field = &l->instructions[n].control;
    if (same_field(field, &m->changes[n].control)) continue;
    changed[count++] = (sass_changed){n, *field};
    *field = m->changes[n].control;
  }
  if (count) sass_checker_update(checker, changed, count);
  free(changed);
  return count;
}

// The text with the changes, and the listing anew.
static char *written(const mending *m, sass_listing **listing, const sass_classes *classes) {
  // Groups of three move when an instruction comes between: that is done in maxas text.
  const bool regroups = m->listing->form == SASS_CUOBJDUMP && inserts(m);
  char *text = regroups ? printed(m->listing, SASS_MAXAS) : rendered(m);
  sass_listing *mended = read_again(text, classes);
  sass_listing_free(*listing);
  *listing = mended;
  return text;
}

char *sass_fix(sass_listing **listing, const sass_classes *classes, bool strict) {
  const sass_form form = (*listing)->form;
  char *text = NULL;
  sass_checker *checker = NULL;
  bool fresh = false;  // the checker is of the text
  for (int rounds = 100 + 4 * (*listing)->count; rounds > 0 || !fresh; rounds--) {
    sass_listing *l = *listing;
    if (!checker) {
      checker = sass_checker_new(l, strict, true);
      fresh = text;
    }
    mending m = {.listing = l, .changes = sass_allocated(calloc((size_t)l->count, sizeof(change)))};
    for (int n = 0; n < l->count; n++) m.changes[n].control = l->instructions[n].control;
    if (rounds > 0) collect(&m, checker);
    const bool moves = inserts(&m) || drops_reuse(&m);
    const bool changes = moves || update(&m, l, checker);
    const bool done = fresh && !changes;
    fresh = done;
    if (moves || (!changes && !done)) {
      sass_checker_free(checker);
      checker = NULL;
      free(text);
      text = written(&m, listing, classes);
    }
    free(m.changes);
    if (done) break;
  }
  sass_checker_free(checker);
  if ((*listing)->form == form) return text;
  free(text);
  text = printed(*listing, form);
  sass_listing_free(*listing);
  *listing = read_again(text, classes);
  return text;
}
