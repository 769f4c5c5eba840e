// SPDX-License-Identifier: Apache-2.0
// Parts of a campaign: each runs some cases of one operation and judges them (docs/exhaustive.md).
#ifndef WAVELOCK_EXHAUSTIVE_RUN_H
#define WAVELOCK_EXHAUSTIVE_RUN_H

#include "cases.h"

struct tally {
  uint64_t cases, wrong;
  uint64_t flagged;  // cases whose exceptions were compared
  uint64_t approximated, not_nearest;
  uint64_t worst;     // error in 2^-64 ulp
  uint64_t worst_at;  // bits of the first source there
};

bool reports_exceptions(void);               // whether the model collects them
bool is_offered(const struct operation *o);  // whether the unit has it
// What is run of a part: instructions of 64 cases.
struct extent {
  uint64_t first, count;
  bool spread;  // over the part
};
// planted: a bit of one result is flipped.
struct tally run_part(const struct operation *o, const struct plan *p, unsigned part, struct extent e, bool planted);

#endif
