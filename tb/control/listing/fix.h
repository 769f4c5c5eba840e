// SPDX-License-Identifier: Apache-2.0
// Mending a listing (maxwell-control.md 6.3).
#ifndef WAVELOCK_SASS_FIX_H
#define WAVELOCK_SASS_FIX_H

#include "listing.h"

// Applies the mends of errors to a text that was read as *listing, until no error is left or nothing changes.
// Returns the mended text, which the caller frees; *listing is then that of it.
// strict: as of sass_check.
char *sass_fix(sass_listing **listing, const sass_classes *classes, bool strict);

#endif
