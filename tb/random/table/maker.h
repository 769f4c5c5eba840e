// SPDX-License-Identifier: Apache-2.0
// A program by a table while it is made: what is known of the registers and of accesses in flight.
#ifndef WAVELOCK_RANDOM_MAKER_H
#define WAVELOCK_RANDOM_MAKER_H

#include <stdio.h>

#include "../core/skeleton.h"
#include "table.h"

enum { MOST_FLIGHTS = 32, RECENT = 4, MOST_BLOCKS = 6, MOST_PRODUCT = 64 };

// ---- coverage: how often a row came, and with what ----
// A place has points: its first or last register, what the row before wrote, what has just been loaded, what is in
// another place, too. Its corner values come behind them.
// clang-format off
#define TABLE_POINTS(X) \
  X(FIRST, "the first register") X(LAST, "the last register") X(RECENT, "a result of the row before") \
  X(LOADED, "what has just been loaded") X(SAME, "the register of another place")
#define TABLE_CONTEXTS(X) X(TOP, "outside of blocks") X(IF, "in if") X(ELSE, "in else") X(LOOP, "in a loop")
// clang-format on
enum {
#define X(id, text) POINT_##id,
  TABLE_POINTS(X)
#undef X
      POINTS
};
typedef enum {
#define X(id, text) CONTEXT_##id,
  TABLE_CONTEXTS(X)
#undef X
      CONTEXTS
} block_context;
typedef struct {
  uint64_t count, context[CONTEXTS], place[MOST_PLACES][POINTS + MOST_CORNERS], access[MOST_BUFFERS][SHAPES];
} row_counts;

// ---- the program ----
typedef struct {
  uint32_t buffer, low, high;  // elements: the first and the last that it may touch
  bool store;
} flight;

typedef struct {
  bool known;
  uint32_t buffer, low, high;
  table_shape shape;
} known_address;

typedef struct {
  char text[2 * NAME_SIZE];
  int class;       // of a register; -1: no register that programs may use as they like
  uint32_t index;  // among the numbers of the class
} operand;

typedef struct {
  rng random;
  skeleton body;
  const table *t;
  const table_profile *profile;
  row_counts *counts;  // of each row
  FILE *out;           // NULL: the program is only counted
  uint32_t waves, groups;
  uint32_t cost;                   // most rows of a step that is no block
  uint32_t room;                   // no step may go past so many rows
  uint32_t masks, loops, product;  // open blocks that narrow the lanes, open loops, turns of the innermost
  block_context context;
  known_address addresses[MOST_NUMBERS];  // by register
  flight flights[MOST_FLIGHTS];           // of waves' own buffers since the last fence
  uint32_t flight_count;
  bool stored;                                   // since this was cleared
  bool loading[MOST_CLASSES][MOST_NUMBERS];      // a load to it is in flight
  uint32_t loaded[MOST_CLASSES][MOST_NUMBERS];   // when the last one was made; 0: none was
  uint32_t written[MOST_CLASSES][MOST_NUMBERS];  // when it was written last
  uint16_t recent[MOST_CLASSES][RECENT];
} maker;

// What the generator gives to the places of a row.
typedef struct {
  operand given[GIVENS];
  uint32_t n;
  uint32_t buffer;  // of an access
  table_shape shape;
} places;

static inline uint32_t knob_of(const maker *m, uint32_t knob) { return m->profile->knob[knob]; }

// ---- make.c: rows ----
// Writes a row. named: operands of named places of its sequence.
void table_emit(maker *m, const table_row *row, const places *p, operand *named);
// Writes all rows of a role that is a sequence, or of them those of a buffer. skips: also those of if? and else?.
void table_sequence(maker *m, table_role role, const places *p, bool skips);
// Writes one row of a role.
void table_one_of(maker *m, table_role role, const places *p);
// An operand of a class at random.
operand table_draw(maker *m, uint32_t class, bool writes);
operand table_register(const maker *m, uint32_t class, uint32_t index);
operand table_text(const char *text);
void table_set(maker *m, operand d, uint32_t n);
void table_fence(maker *m);
// A step that is no block.
void table_straight(maker *m);
// A block of steps, within so many rows of the program.
void table_block(maker *m, uint32_t room);
uint32_t table_label(maker *m, operand *to);
void table_put_label(maker *m, uint32_t label);
// Sets all that a program begins with; makes its steps and its end.
void table_program(maker *m, uint32_t count, bool faults);
// A value of `bits` bits: an edge value as often as any other.
uint32_t table_value(rng *r, uint32_t bits);

// ---- access.c: memory ----
void table_base(maker *m);
void table_access(maker *m, bool store);
void table_forget(maker *m);
// Whether a buffer of so many elements has addresses of a shape.
bool table_shape_fits(const table *t, table_shape shape, uint32_t elements);

// ---- blocks.c ----
void table_if(maker *m);
void table_loop(maker *m);
void table_jump(maker *m);

// ---- counts.c ----
// Prints how often each row came, and what it never had.
void table_print_counts(const table *t, const row_counts *counts, uint64_t programs);

#endif
