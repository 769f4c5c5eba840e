// SPDX-License-Identifier: Apache-2.0
// The oracle for all lanes of an instruction at once, where exceptions do not matter. Its loops are made for vectors.
// They have the readings of numerics.md that oracle.c has, for f16 and f32. run.c judges some instructions by both: any
// difference counts as wrong.
#ifndef WAVELOCK_EXHAUSTIVE_ROWS_H
#define WAVELOCK_EXHAUSTIVE_ROWS_H

#include "machine.h"

// A loop over lanes is compiled for hosts with and without wide vectors.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define CLONES __attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
#else
#define CLONES
#endif

struct rows {
  uint64_t s[SOURCES][WL_LANES];  // as struct lane has them
  uint64_t d[WL_LANES];           // results before modifiers; of a mask 0 or 1
  uint64_t error[WL_LANES];       // as in struct delivery
  uint64_t other[WL_LANES];       // of approximate results: the neighbour on the other side
  uint64_t left[WL_LANES];        // not 0: not computed, `value` has to be called
};

// Fills the results from the sources. start: what all lanes have alike.
typedef void row_fn(const struct operation *o, const struct lane *start, struct rows *r);
row_fn *rows_of(const struct operation *o);  // NULL: the operation has none

#endif
