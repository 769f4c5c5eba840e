// SPDX-License-Identifier: Apache-2.0
// Parts of a campaign: the same instructions on the Verilated vector ALU and on the model, whose results are compared
// (docs/exhaustive.md).
#ifndef WAVELOCK_VECTOR_UNIT_COMPARE_H
#define WAVELOCK_VECTOR_UNIT_COMPARE_H

#include "bench/exhaustive/cases.h"

// The plans of an operation with `count` cases at least, and all f32 inputs of the functions: how many. 0: it is no
// single instruction.
unsigned plans_of_unit(const struct operation *o, uint64_t count, bool all, struct plan out[PLANS]);

// What is run of a part.
struct extent {
  uint64_t seed;
  uint64_t first;  // instruction
  uint64_t count;  // instructions; 0: all from the first on
  bool spread;     // over the part
};
// What is wrong on purpose in the first instruction's result, so that it must be noticed.
enum flip { FLIP_NONE, FLIP_RESULT, FLIP_EXCEPTION };

struct counts {
  uint64_t cases, wrong;
};
struct counts compare_part(const struct operation *o, const struct plan *p, unsigned part, const struct extent *e,
                           enum flip flip);

#endif
