// SPDX-License-Identifier: Apache-2.0
// Blocks: some lanes alone, loops, and what a jump goes over.
#include <string.h>

#include "maker.h"

// What may be in flight where two ways meet is what is in flight at the end of either.
typedef struct {
  flight flights[MOST_FLIGHTS];
  uint32_t count;
  bool loading[MOST_CLASSES][MOST_NUMBERS];
} in_flight;

static void keep(const maker *m, in_flight *to) {
  memcpy(to->flights, m->flights, sizeof m->flights);
  to->count = m->flight_count;
  memcpy(to->loading, m->loading, sizeof m->loading);
}

static void join(maker *m, const in_flight *other) {
  for (uint32_t n = 0; n < other->count; n++) {
    if (m->flight_count == MOST_FLIGHTS) table_fence(m);
    m->flights[m->flight_count++] = other->flights[n];
  }
  for (uint32_t c = 0; c < MOST_CLASSES; c++) {
    for (uint32_t k = 0; k < MOST_NUMBERS; k++) m->loading[c][k] |= other->loading[c][k];
  }
}

// Where a jump at this row may lead at most.
static uint32_t reach(const maker *m) {
  return m->t->reach && m->body.emitted + m->t->reach < m->room ? m->body.emitted + m->t->reach : m->room;
}

// Whether there is room for so many rows and some steps, as far as a jump leads.
static bool has_room(const maker *m, uint32_t rows) { return reach(m) >= m->body.emitted + rows + 2 * m->cost; }

// The body of a block in a context.
static void body(maker *m, block_context context, uint32_t room) {
  const block_context before = m->context;
  m->context = context;
  table_block(m, room);
  m->context = before;
}

// Part of a block, and the label behind it. skipped: a jump leads there from before the part.
static void part(maker *m, block_context context, uint32_t room, bool skipped, uint32_t label) {
  in_flight before;
  keep(m, &before);
  body(m, context, room);
  table_forget(m);
  table_put_label(m, label);
  if (skipped) join(m, &before);
}

void table_if(maker *m) {
  const table *t = m->t;
  // A fence may stand where ways meet.
  const uint32_t *of = t->of_role, rows = of[ROLE_IF] + of[ROLE_ELSE] + of[ROLE_ENDIF] + 2 * of[ROLE_FENCE];
  const bool other = of[ROLE_ELSE] && m->room >= m->body.emitted + rows + 4 * m->cost && rng_percent(&m->random, 50);
  const bool skips = rng_percent(&m->random, knob_of(m, KNOB_OF_SKIP));
  if (!has_room(m, rows)) {
    table_straight(m);
    return;
  }
  places p = {.n = 0};
  const uint32_t to_else = table_label(m, &p.given[GIVEN_ELSE]), to_end = table_label(m, &p.given[GIVEN_END]);
  if (!other) p.given[GIVEN_ELSE] = p.given[GIVEN_END];
  const uint32_t end = m->room - of[ROLE_ENDIF] - of[ROLE_FENCE];
  uint32_t behind = reach(m) - of[ROLE_ELSE] - of[ROLE_FENCE];
  if (behind > end - other * (m->cost + of[ROLE_ELSE])) behind = end - other * (m->cost + of[ROLE_ELSE]);
  table_sequence(m, ROLE_IF, &p, skips);
  m->masks++;
  part(m, CONTEXT_IF, behind, skips, other ? to_else : to_end);
  if (other) {
    const bool skips_other = rng_percent(&m->random, knob_of(m, KNOB_OF_SKIP));
    const uint32_t limit = reach(m) - of[ROLE_ENDIF] - of[ROLE_FENCE];
    table_sequence(m, ROLE_ELSE, &p, skips_other);
    part(m, CONTEXT_ELSE, limit < end ? limit : end, skips_other, to_end);
  }
  m->masks--;
  table_sequence(m, ROLE_ENDIF, NULL, false);
}

// Sets the counter of a loop: to one number of turns, or to one for each lane.
static uint32_t set_counter(maker *m, operand counter) {
  const table *t = m->t;
  if (!t->lane_trips || (t->trips && rng_percent(&m->random, 50))) {
    const uint32_t most = t->trips * m->product < MOST_PRODUCT ? t->trips : MOST_PRODUCT / m->product;
    const uint32_t turns = rng_range(&m->random, 1, most);
    table_set(m, counter, turns);
    return turns;
  }
  uint32_t turns = t->lane_trips;
  while (turns * m->product > MOST_PRODUCT) turns /= 2;
  const operand temp = table_text(t->temp);
  const places some = {
      .given[GIVEN_D] = counter, .given[GIVEN_A] = table_draw(m, (uint32_t)t->address, false), .given[GIVEN_B] = temp};
  const places one_more = {.given[GIVEN_D] = counter, .given[GIVEN_A] = counter, .given[GIVEN_B] = temp};
  table_set(m, temp, turns - 1);
  table_sequence(m, ROLE_AND, &some, false);
  table_set(m, temp, 1);
  table_sequence(m, ROLE_ADD, &one_more, false);
  return turns;
}

void table_loop(maker *m) {
  const table *t = m->t;
  const uint32_t *of = t->of_role, rows = of[ROLE_NEXT] + of[ROLE_ENDLOOP] + of[ROLE_FENCE] + of[ROLE_WAIT];
  const uint32_t first = of[ROLE_LOOP] + 2 * of[ROLE_SET] + of[ROLE_AND] + of[ROLE_ADD];
  if (!has_room(m, rows + first)) {
    table_straight(m);
    return;
  }
  places p = {.given[GIVEN_COUNTER] = table_text(t->counter[m->loops])};
  const uint32_t turns = set_counter(m, p.given[GIVEN_COUNTER]), product = m->product;
  table_sequence(m, ROLE_LOOP, &p, false);
  const uint32_t top = table_label(m, &p.given[GIVEN_TOP]), limit = reach(m) - rows;
  const bool stored = m->stored;
  table_put_label(m, top);
  table_forget(m);
  m->stored = false;
  m->masks++;
  m->loops++;
  m->product *= turns;
  body(m, CONTEXT_LOOP, limit);
  // What is in flight here is in flight at the first rows of the next turn.
  bool stores = m->stored;
  for (uint32_t n = 0; n < m->flight_count; n++) stores |= m->flights[n].store;
  if (m->flight_count && stores) table_fence(m);
  if (of[ROLE_WAIT]) table_sequence(m, ROLE_WAIT, NULL, false);
  table_sequence(m, ROLE_NEXT, &p, false);
  m->product = product;
  m->loops--;
  m->masks--;
  m->stored |= stored;
  table_sequence(m, ROLE_ENDLOOP, &p, false);
  table_forget(m);
}

void table_jump(maker *m) {
  if (!has_room(m, 1 + m->t->of_role[ROLE_FENCE])) {
    table_straight(m);
    return;
  }
  places p = {.n = 0};
  const uint32_t to = table_label(m, &p.given[GIVEN_LABEL]), limit = reach(m) - m->t->of_role[ROLE_FENCE];
  table_one_of(m, ROLE_JUMP, &p);
  part(m, m->context, limit, true, to);
}
