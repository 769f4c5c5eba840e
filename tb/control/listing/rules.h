// SPDX-License-Identifier: Apache-2.0
// The rules of the checker (maxwell-control.md 6.2).
#ifndef WAVELOCK_SASS_RULES_H
#define WAVELOCK_SASS_RULES_H

#include "finding.h"
#include "listing.h"

// All findings of a listing, sorted. strict: rules that the document alone states are errors.
sass_findings sass_check(const sass_listing *listing, bool strict);

// The same for a listing whose control fields change. After a change it looks again at what that concerns.
typedef struct sass_checker sass_checker;

typedef struct {
  int at;  // the instruction
  sass_control old;
} sass_changed;

// The listing must outlive the checker. mends: only errors count, and their text is left out.
sass_checker *sass_checker_new(const sass_listing *listing, bool strict, bool mends);
void sass_checker_free(sass_checker *checker);
// The fields of `count` instructions are others since: not their reuse bits.
void sass_checker_update(sass_checker *checker, const sass_changed *changed, int count);
// All findings, in no order and some of them twice.
void sass_checker_each(const sass_checker *checker, void (*take)(void *to, const sass_finding *finding), void *to);
// A finding that chooses: puts the barrier into its mends that suits best now.
void sass_checker_choose(const sass_checker *checker, sass_finding *finding);

#endif
