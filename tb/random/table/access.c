// SPDX-License-Identifier: Apache-2.0
// Loads and stores: addresses within the part of a buffer that a wave owns, and fences between accesses of one place.
#include <string.h>

#include "maker.h"

static void add(maker *m, operand d, operand a, operand b) {
  const places p = {.given[GIVEN_D] = d, .given[GIVEN_A] = a, .given[GIVEN_B] = b};
  table_sequence(m, ROLE_ADD, &p, false);
}

static void number_of(maker *m, table_role role, operand d) {
  const places p = {.given[GIVEN_D] = d};
  table_sequence(m, role, &p, false);
}

// d = d * n, n > 0; same: another register with the value of d. An addition for each bit of n, and for each that is
// set.
static void times(maker *m, operand d, operand same, uint32_t n) {
  uint32_t bit = 0;
  while (n >> bit > 1) bit++;
  while (bit--) {
    add(m, d, d, d);
    if (n >> bit & 1) add(m, d, d, same);
  }
}

// base = (workgroup * waves + wave) * part: the first element of the wave in all buffers of waves' own.
void table_base(maker *m) {
  const table *t = m->t;
  const operand base = table_text(t->base), temp = table_text(t->temp);
  if (t->of_role[ROLE_GROUP]) {
    number_of(m, ROLE_GROUP, base);
    number_of(m, ROLE_GROUP, temp);
    times(m, base, temp, m->waves);
  } else {
    table_set(m, base, 0);
  }
  if (t->of_role[ROLE_WAVE]) {
    number_of(m, ROLE_WAVE, temp);
    add(m, base, base, temp);
  }
  if (t->of_role[ROLE_GROUP] || t->of_role[ROLE_WAVE]) times(m, base, temp, table_part(t));
}

void table_forget(maker *m) { memset(m->addresses, 0, sizeof m->addresses); }

// ---- addresses ----

bool table_shape_fits(const table *t, table_shape shape, uint32_t elements) {
  switch (shape) {
    case SHAPE_STRIDE: return t->lanes > 1 && (elements - 1) / (t->lanes - 1) > 1;
    case SHAPE_RANDOM: return t->of_role[ROLE_AND];
    case SHAPE_LINE: return t->of_role[ROLE_AND] && t->line && t->line <= elements && !(t->line & (t->line - 1));
    case SHAPE_BORDER: return t->lanes > 1 && t->line >= t->lanes && elements >= 2 * t->line;
    default: return true;
  }
}

static table_shape choose_shape(maker *m, uint32_t elements) {
  uint32_t weight[SHAPES], total = 0;
  for (table_shape n = 0; n < SHAPES; n++)
    total += weight[n] = table_shape_fits(m->t, n, elements) ? m->profile->shape[n] : 0;
  return total ? random_weighted(&m->random, weight, SHAPES) : SHAPE_CONSECUTIVE;
}

// Makes d an address of the buffer for each lane.
static known_address make_address(maker *m, uint32_t buffer, operand d) {
  const table *t = m->t;
  const table_buffer *b = &t->buffers[buffer];
  const uint32_t last = t->lanes - 1;
  const operand temp = table_text(t->temp);
  known_address a = {.known = true, .buffer = buffer, .shape = choose_shape(m, b->elements)};
  uint32_t span = last, step = 1, offset;  // elements from the first lane's to the last one's
  if (a.shape == SHAPE_STRIDE) span = last * (step = rng_range(&m->random, 2, (b->elements - 1) / last));
  if (a.shape == SHAPE_EQUAL) span = 0;
  if (a.shape == SHAPE_RANDOM) span = b->elements - 1;
  if (a.shape == SHAPE_LINE) span = t->line - 1;
  offset = rng_below(&m->random, b->elements - span);
  if (a.shape == SHAPE_LINE) offset = offset / t->line * t->line;
  if (a.shape == SHAPE_BORDER)
    offset = rng_range(&m->random, 1, b->elements / t->line - 1) * t->line - rng_range(&m->random, 1, last);
  a.low = offset;
  a.high = offset + span;
  if (a.shape == SHAPE_EQUAL) {
    table_set(m, d, offset);
  } else if (a.shape == SHAPE_RANDOM || a.shape == SHAPE_LINE) {
    places p = {.given[GIVEN_D] = d, .given[GIVEN_B] = temp};
    p.given[GIVEN_A] = table_draw(m, (uint32_t)t->address, false);
    table_set(m, temp, span);
    table_sequence(m, ROLE_AND, &p, false);
  } else {
    number_of(m, ROLE_LANE, d);
    if (step > 1) number_of(m, ROLE_LANE, temp);
    times(m, d, temp, step);
  }
  if (a.shape != SHAPE_EQUAL && offset) {
    table_set(m, temp, offset);
    add(m, d, d, temp);
  }
  if (b->own) add(m, d, d, table_text(t->base));
  const places p = {.given[GIVEN_D] = d, .buffer = buffer};
  table_sequence(m, ROLE_ORIGIN, &p, false);
  m->addresses[d.index] = a;
  return a;
}

// Whether an address of one buffer is one of another, too.
static bool fits(const table *t, const known_address *a, uint32_t buffer) {
  const table_buffer *of = &t->buffers[a->buffer], *b = &t->buffers[buffer];
  return a->known && (a->buffer == buffer || (of->own && b->own && !of->origin && !b->origin));
}

// A register with an address of the buffer: one that is there, or a new one.
static operand address_of(maker *m, uint32_t buffer, known_address *to) {
  const uint32_t class = (uint32_t)m->t->address, count = m->t->classes[class].number_count;
  if (rng_percent(&m->random, knob_of(m, KNOB_OF_REUSE))) {
    const uint32_t first = rng_below(&m->random, count);
    for (uint32_t n = 0; n < count; n++) {
      const uint32_t index = (first + n) % count;
      *to = m->addresses[index];
      if (fits(m->t, to, buffer)) return table_register(m, class, index);
    }
  }
  const operand d = table_draw(m, class, true);
  *to = make_address(m, buffer, d);
  return d;
}

// ---- accesses in flight ----

static bool meets(const maker *m, const flight *a) {
  for (uint32_t n = 0; n < m->flight_count; n++) {
    const flight *b = &m->flights[n];
    if (a->buffer == b->buffer && (a->store || b->store) && a->low <= b->high && b->low <= a->high) return true;
  }
  return false;
}

void table_access(maker *m, bool store) {
  const table *t = m->t;
  places p = {.n = 0};
  do {
    p.buffer = rng_below(&m->random, t->buffer_count);
  } while (store && !t->buffers[p.buffer].own);
  known_address address;
  p.given[GIVEN_AT] = address_of(m, p.buffer, &address);
  p.given[GIVEN_BUFFER] = table_text(t->buffers[p.buffer].name);
  p.shape = address.shape;
  if (t->buffers[p.buffer].own && t->of_role[ROLE_FENCE]) {
    const flight now = {p.buffer, address.low, address.high, store};
    if (meets(m, &now) || m->flight_count == MOST_FLIGHTS) table_fence(m);
    m->flights[m->flight_count++] = now;
  }
  m->stored |= store;
  table_one_of(m, store ? ROLE_STORE : ROLE_LOAD, &p);
}
