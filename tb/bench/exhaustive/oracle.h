// SPDX-License-Identifier: Apache-2.0
// The oracle: what each float opcode and dot product must give, by float-opcodes.md and numerics.md. One row an opcode.
#ifndef WAVELOCK_EXHAUSTIVE_ORACLE_H
#define WAVELOCK_EXHAUSTIVE_ORACLE_H

#include "number.h"

enum { SOURCES = 3 };

// The operands of one lane, and what comes out.
struct lane {
  uint64_t s[SOURCES];     // after OP_SEL, ABS, NEG, and flushed as the row says
  uint64_t high[SOURCES];  // of a dot product: the high halves, as s has the low ones
  uint64_t old;            // the destination before
  uint32_t mode;
  bool vcc;  // the lane's bit
  bool clamp;
  bool ieee;  // MODE.IEEE
  struct delivery how;
  bool flag;         // the lane's bit of a mask result
  bool approximate;  // the other neighbour of the exact value, how.other, is as good
};

// Where denormal operands, or results, become zero.
enum flush { BY_MODE, ALWAYS, NEVER };
// How the result is rounded.
enum rounding { ROUND_BY_MODE, ROUND_NEAREST };
// What bits 31:16 of a 16-bit result get, and which bits of OP_SEL count (numerics.md 4; D-VEC-22).
enum half { WHOLE, ZERO_ABOVE, KEPT, KEPT_ABOVE, KEPT_OP_SEL, OP_SEL_SOURCES, OP_SEL_RESULT };
// What is run of an operation, at least (docs/exhaustive.md).
enum effort { EVERY_F16, EVERY_PAIR, EVERY_QUOTIENT, EVERY_F32, MANY, MORE };

struct step;

struct operation {
  const char *name;
  // A letter for each source:
  // - h, f, d: f16, f32, f64; w, i: integers of 16 and 32 bits;
  // - j, g: the literal K as f16, f32; a, b: the destination as f16, f32;
  // - x: f16 or f32, as OP_SEL_HI says;
  // - e: integers of 4, 8 or 16 bits side by side, 32 bits in all, and what is added to their products.
  const char *sources;
  // h, f, d, w, i as of sources. p: packed, 32 bits. m: a mask. H: two f16, each by `value`.
  char result;
  uint64_t (*value)(const struct operation *, struct lane *);
  int which;  // the member of a family
  enum effort effort;
  enum flush in, out;
  enum rounding rounding;
  enum half half;
  bool dot;   // halves that OP_SEL and OP_SEL_HI pick of all sources but the last, which is 32 bits as the result is
  bool cube;  // OMOD needs IEEE = 0 alone
  bool has_flag;  // a mask is written beside the result, and there is no ABS
  bool reads_vcc;
  const struct step *steps;  // of a division; NULL: the opcode of this name
  // Approximate results: the worst error in ulp and the percentage that is not the nearest, as numerics.md 5.1 has
  // them.
  double bound, not_nearest;
  uint64_t misses;  // the number of results of all pairs that are not the nearest, as numerics.md 6 has it
};

extern const struct operation operations[];
extern const unsigned operation_count;

const struct format *format_of(char letter);  // NULL of an integer
uint64_t apply_omod(const struct format *f, uint64_t x, unsigned omod, struct delivery *how);
uint64_t apply_clamp(const struct format *f, uint64_t x, uint32_t mode);

#endif
