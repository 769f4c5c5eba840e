// SPDX-License-Identifier: Apache-2.0
// The rules of the checker (maxwell-control.md 6.2).
#ifndef WAVELOCK_SASS_RULES_H
#define WAVELOCK_SASS_RULES_H

#include "finding.h"
#include "listing.h"

// All findings of a listing, sorted. strict: rules that the document alone states are errors.
sass_findings sass_check(const sass_listing *listing, bool strict);

#endif
