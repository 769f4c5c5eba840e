// SPDX-License-Identifier: Apache-2.0
// Rows of a program: operands, what is known behind each row, and the steps that are single instructions.
#include <string.h>

#include "maker.h"

enum { JUST = 8 };  // rows behind a load in which a register has just been loaded

static void with_number(const char *pattern, uint32_t number, char *to, size_t size) {
  const char *at = strstr(pattern, "%u");
  snprintf(to, size, "%.*s%u%s", (int)(at - pattern), pattern, number, at + 2);
}

operand table_register(const maker *m, uint32_t class, uint32_t index) {
  operand o = {.class = (int)class, .index = index};
  with_number(m->t->classes[class].text, m->t->classes[class].numbers[index], o.text, sizeof o.text);
  return o;
}

operand table_text(const char *text) {
  operand o = {.class = -1};
  snprintf(o.text, sizeof o.text, "%s", text);
  return o;
}

static operand immediate(maker *m, const table_class *c) {
  operand o = {.class = -1};
  int64_t value;
  if (rng_percent(&m->random, knob_of(m, KNOB_OF_CORNER))) {
    value = c->corners[rng_below(&m->random, c->corner_count)];
  } else {
    const uint32_t n = rng_below(&m->random, c->range_count);
    value = c->low[n] + (int64_t)(rng_next(&m->random) % (uint64_t)(c->high[n] - c->low[n] + 1));
  }
  snprintf(o.text, sizeof o.text, "%lld", (long long)value);
  return o;
}

operand table_draw(maker *m, uint32_t class, bool writes) {
  const table_class *c = &m->t->classes[class];
  if (c->immediate) return immediate(m, c);
  if (!writes && rng_percent(&m->random, knob_of(m, KNOB_OF_RECENT)))
    return table_register(m, class, m->recent[class][rng_below(&m->random, RECENT)]);
  if (rng_percent(&m->random, knob_of(m, KNOB_OF_CORNER) / 2))
    return table_register(m, class, rng_below(&m->random, 2) ? c->number_count - 1 : 0);
  return table_register(m, class, rng_below(&m->random, c->number_count));
}

// ---- what is known ----

static void wrote(maker *m, const operand *o) {
  if (o->class < 0) return;
  if (o->class == m->t->address) m->addresses[o->index].known = false;
  memmove(&m->recent[o->class][1], m->recent[o->class], sizeof *m->recent - sizeof **m->recent);
  m->recent[o->class][0] = (uint16_t)o->index;
  m->written[o->class][o->index] = m->body.emitted;
}

static bool same(const operand *a, const operand *b) {
  return a->class >= 0 && a->class == b->class && a->index == b->index;
}

// Counts what a row has. all: the operand of each piece.
static void count(maker *m, const table_row *row, const operand *all, const places *p) {
  row_counts *to = &m->counts[row - m->t->rows];
  to->count++;
  to->context[m->context]++;
  if (row->role == ROLE_LOAD || row->role == ROLE_STORE) to->access[p->buffer][p->shape]++;
  for (uint32_t k = 0; k < row->count; k++) {
    const table_piece *piece = &row->pieces[k];
    if (piece->kind != PIECE_CLASS) continue;
    const table_class *c = &m->t->classes[piece->of];
    const operand *o = &all[k];
    uint64_t *point = to->place[piece->place];
    for (uint32_t n = 0; n < c->corner_count; n++) {
      char value[NAME_SIZE];
      snprintf(value, sizeof value, "%lld", (long long)c->corners[n]);
      point[POINTS + n] += !strcmp(value, o->text);
    }
    if (c->immediate) continue;
    const uint32_t written = m->written[o->class][o->index], loaded = m->loaded[o->class][o->index];
    point[POINT_FIRST] += o->index == 0;
    point[POINT_LAST] += o->index + 1 == c->number_count;
    point[POINT_RECENT] += piece->reads && written && written == m->body.emitted;
    point[POINT_LOADED] += loaded && loaded == written && m->body.emitted - loaded < JUST;
    bool again = false;
    for (uint32_t j = 0; j < row->count; j++) again |= j != k && same(o, &all[j]);
    point[POINT_SAME] += again;
  }
}

// ---- rows ----

static void line(maker *m, const char *text) {
  if (m->out) fprintf(m->out, "  %s\n", text);
  skeleton_emitted(&m->body);
}

static void part_of_number(const table_piece *piece, uint32_t n, char *to, size_t size) {
  if (piece->part) n = n >> piece->low & (uint32_t)((UINT64_C(1) << (piece->high - piece->low + 1)) - 1);
  snprintf(to, size, "%u", n);
}

static void wait(maker *m) {
  table_sequence(m, ROLE_WAIT, NULL, false);
  memset(m->loading, 0, sizeof m->loading);
}

void table_emit(maker *m, const table_row *row, const places *p, operand *named) {
  operand all[MOST_PIECES] = {{.class = -1}};
  char text[MOST_PIECES * 96] = "";
  bool waits = false;
  for (uint32_t k = 0; k < row->count; k++) {
    const table_piece *piece = &row->pieces[k];
    operand *o = &all[k];
    *o = (operand){.class = -1};
    if (piece->kind == PIECE_CLASS) *o = table_draw(m, piece->of, piece->writes);
    else if (piece->kind == PIECE_NAMED) *o = named[piece->of];
    else if (piece->kind == PIECE_GIVEN && piece->of == GIVEN_N) part_of_number(piece, p->n, o->text, sizeof o->text);
    else if (piece->kind == PIECE_GIVEN && piece->of == GIVEN_TEMP) *o = table_text(m->t->temp);
    else if (piece->kind == PIECE_GIVEN && piece->of == GIVEN_BASE) *o = table_text(m->t->base);
    else if (piece->kind == PIECE_GIVEN) *o = p->given[piece->of];
    if (piece->kind == PIECE_CLASS && piece->name >= 0) named[piece->name] = *o;
    const size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "%s", piece->kind == PIECE_TEXT ? piece->text : o->text);
    waits |= o->class >= 0 && m->loading[o->class][o->index];
  }
  if (waits && m->t->of_role[ROLE_WAIT]) wait(m);
  count(m, row, all, p);
  line(m, text);
  for (uint32_t k = 0; k < row->count; k++) {
    const operand *o = &all[k];
    if (!row->pieces[k].writes || o->class < 0) continue;
    wrote(m, o);
    if (row->role != ROLE_LOAD) continue;
    m->loading[o->class][o->index] = true;
    m->loaded[o->class][o->index] = m->body.emitted;
  }
}

void table_sequence(maker *m, table_role role, const places *p, bool skips) {
  operand named[MOST_PLACES];
  for (const table_row *row = m->t->rows; row < m->t->rows + m->t->row_count; row++) {
    if (row->role != role || (row->skips && !skips) || (role == ROLE_ORIGIN && row->buffer != p->buffer)) continue;
    table_emit(m, row, p, named);
  }
}

void table_one_of(maker *m, table_role role, const places *p) {
  operand named[MOST_PLACES];
  uint32_t which = rng_below(&m->random, m->t->of_role[role]);
  const table_row *row = m->t->rows;
  while (row->role != role || which--) row++;
  table_emit(m, row, p, named);
}

void table_set(maker *m, operand d, uint32_t n) {
  const places p = {.given[GIVEN_D] = d, .n = n};
  table_sequence(m, ROLE_SET, &p, false);
}

void table_fence(maker *m) {
  if (!m->t->of_role[ROLE_FENCE]) return;
  table_sequence(m, ROLE_FENCE, NULL, false);
  m->flight_count = 0;
  memset(m->loading, 0, sizeof m->loading);
}

uint32_t table_label(maker *m, operand *to) {
  char text[2 * NAME_SIZE];
  with_number(m->t->label_use, m->body.labels, text, sizeof text);
  *to = table_text(text);
  return m->body.labels++;
}

void table_put_label(maker *m, uint32_t label) {
  char text[2 * NAME_SIZE];
  with_number(m->t->label_place, label, text, sizeof text);
  if (m->out) fprintf(m->out, "%s\n", text);
}

uint32_t table_value(rng *r, uint32_t bits) {
  const uint32_t mask = (uint32_t)((UINT64_C(1) << bits) - 1), edge = 1u << rng_below(r, bits);
  switch (rng_below(r, 8)) {
    case 0: return edge;
    case 1: return edge - 1;
    case 2: return -edge & mask;
    case 3: return rng_below(r, 4);
    case 4: return ~rng_below(r, 4) & mask;
    default: return (uint32_t)rng_next(r) & mask;
  }
}

// ---- steps ----

// A row of a group, as op or as inside; a group has rows of one kind at least.
static void operation(maker *m, uint32_t group) {
  operand named[MOST_PLACES];
  const table_row *found[MOST_ROWS];
  uint32_t many = 0;
  for (const table_row *row = m->t->rows; row < m->t->rows + m->t->row_count; row++) {
    const bool good = row->role == ROLE_OP || (row->role == ROLE_INSIDE && m->masks);
    if (good && row->group == group) found[many++] = row;
  }
  table_emit(m, found[rng_below(&m->random, many)], NULL, named);
}

// Weights of the groups as they are here.
static void weights(const maker *m, bool nest, uint32_t *to) {
  const table *t = m->t;
  bool has[MOST_GROUPS] = {false};
  for (const table_row *row = t->rows; row < t->rows + t->row_count; row++)
    has[row->group] |= row->role == ROLE_OP || (row->role == ROLE_INSIDE && m->masks);
  const bool masks = nest && m->masks < t->depth;
  has[GROUP_OF_LOAD] = has[GROUP_OF_STORE] = has[GROUP_OF_FENCE] = true;  // a profile has a weight where rows are
  has[GROUP_OF_IF] = masks;
  has[GROUP_OF_LOOP] = masks && m->loops < t->counters && 2 * m->product <= MOST_PRODUCT;
  has[GROUP_OF_JUMP] = nest;
  for (uint32_t n = 0; n < t->group_count; n++) to[n] = has[n] ? m->profile->weight[n] : 0;
}

static bool step(void *of, bool nest) {
  maker *m = of;
  uint32_t weight[MOST_GROUPS];
  if (m->body.emitted + m->cost > m->room) return false;
  weights(m, nest, weight);
  const uint32_t group = random_weighted(&m->random, weight, m->t->group_count);
  switch (group) {
    case GROUP_OF_LOAD: table_access(m, false); break;
    case GROUP_OF_STORE: table_access(m, true); break;
    case GROUP_OF_FENCE: table_fence(m); break;
    case GROUP_OF_IF: table_if(m); break;
    case GROUP_OF_LOOP: table_loop(m); break;
    case GROUP_OF_JUMP: table_jump(m); break;
    default: operation(m, group); break;
  }
  return true;
}

void table_straight(maker *m) { step(m, false); }

void table_block(maker *m, uint32_t room) {
  const uint32_t before = m->room;
  m->room = room < before ? room : before;
  skeleton_block(&m->body, skeleton_part(&m->body, &m->random), MOST_BLOCKS, step, m);
  m->room = before;
}

// Sets most registers that hold addresses or data: by loads, by numbers, or by lane.
static void fill(maker *m) {
  const table *t = m->t;
  for (uint32_t n = 0; t->address >= 0 && n < t->classes[t->address].number_count; n++) {
    if (!rng_percent(&m->random, knob_of(m, KNOB_OF_FILL))) continue;
    const places p = {.given[GIVEN_D] = table_register(m, (uint32_t)t->address, n)};
    const uint32_t how = rng_below(&m->random, 8);
    if (how < 4 && t->of_role[ROLE_LOAD]) table_access(m, false);
    else if (how < 6 && t->of_role[ROLE_LANE]) table_sequence(m, ROLE_LANE, &p, false);
    else if (t->of_role[ROLE_SET]) table_set(m, p.given[GIVEN_D], table_value(&m->random, t->bits));
  }
}

// An address takes at most: lane twice, two additions for each bit of a stride, two numbers, two additions, origin.
static uint32_t most_of_a_step(const table *t) {
  const uint32_t *of = t->of_role;
  uint32_t bits = 1;
  for (uint32_t n = 0; n < t->buffer_count; n++) {
    while (t->buffers[n].elements / t->lanes >> bits) bits++;
  }
  const uint32_t rows = 2 * of[ROLE_LANE] + 2 * of[ROLE_SET] + (2 * bits + 2) * of[ROLE_ADD] + of[ROLE_AND] +
                        of[ROLE_ORIGIN] + 2 * of[ROLE_FENCE] + 2;
  return rows * (1 + of[ROLE_WAIT]);
}

void table_program(maker *m, uint32_t count, bool faults) {
  m->cost = most_of_a_step(m->t);
  m->room = UINT32_MAX;
  m->product = 1;
  m->body.left = count;
  table_sequence(m, ROLE_START, NULL, false);
  if (*m->t->base) table_base(m);
  fill(m);
  while (m->body.left) step(m, true);
  if (faults) {
    table_fence(m);
    table_one_of(m, ROLE_ILLEGAL, NULL);
  }
  table_sequence(m, ROLE_END, NULL, false);
}
