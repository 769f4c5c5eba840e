// SPDX-License-Identifier: Apache-2.0
// Mending a listing (maxwell-control.md 6.3).
#ifndef WAVELOCK_SASS_FIX_H
#define WAVELOCK_SASS_FIX_H

#include "listing.h"

// Applies the mends of errors to the text until none is left or nothing changes. Returns the mended text, which the
// caller frees, and its listing. The text must be readable.
char *sass_fix(const char *text, size_t size, const sass_classes *classes, bool strict, sass_listing **listing,
               int *rounds);

#endif
