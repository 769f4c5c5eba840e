// SPDX-License-Identifier: Apache-2.0
// The cases of a campaign: plans of an operation, their parts, and the instruction of each number (docs/exhaustive.md).
#ifndef WAVELOCK_EXHAUSTIVE_CASES_H
#define WAVELOCK_EXHAUSTIVE_CASES_H

#include "machine.h"

struct plan {
  const char *name;
  unsigned parts;
  uint64_t cases;  // of one part
};

enum { PLANS = 2 };
extern const char every[], modes[], weighted[], pairs[];  // names of plans

static const uint64_t ALL_F16 = 1ull << 16, ALL_F32 = 1ull << 32;
static const uint64_t PART = 1ull << 26, SMALL_PART = 2560000;  // cases
enum { MODES_F16 = 64, MODIFIERS = 64 };

// The plans of an operation against the oracle: how many.
unsigned plans_of(const struct operation *o, struct plan out[PLANS]);
// Instruction number n of a part, and its operands in the machine's registers. The same whatever was drawn before.
// Further numbers that are drawn belong to it too.
void draw_case(const struct operation *o, const struct plan *p, unsigned part, uint64_t seed, uint64_t n,
               struct instruction *i, struct machine *m);
// Whether an instruction of a part is run. One in eight pairs that do not feel the mode is.
bool is_run(const struct operation *o, const struct plan *p, uint64_t n, const struct instruction *i,
            const struct machine *m);

#endif
