// SPDX-License-Identifier: Apache-2.0
// Names that were changed. A message about an old name gives the new one.
#ifndef WAVELOCK_RENAMED_H
#define WAVELOCK_RENAMED_H

#include <stdbool.h>
#include <stddef.h>

// The new name of an option, without its dashes; NULL: this is no old name. A value behind "=" is ignored.
const char *wl_renamed_option(const char *name);

// The new name of a test goes into now. false: this is no old name.
bool wl_renamed_test(const char *name, char *now, size_t size);

#endif
