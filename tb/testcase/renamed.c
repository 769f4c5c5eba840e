// SPDX-License-Identifier: Apache-2.0
#include "renamed.h"

#include <string.h>

#include "base/error.h"

typedef struct {
  const char *old, *now;
} renaming;

// scripts/wl/door/near.py has the variables and targets of make.
static const renaming options[] = {
    {"windows", "exposed-hazards"}, {"hang-clocks", "hang-cycles"}, {"max-clocks", "max-cycles"}};
// Beginnings of names.
static const renaming tests[] = {{"edge_", "directed_"}};

const char *wl_renamed_option(const char *name) {
  const size_t length = strcspn(name, "=");
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    if (strlen(options[i].old) == length && !strncmp(name, options[i].old, length)) return options[i].now;
  return NULL;
}

bool wl_renamed_test(const char *name, char *now, size_t size) {
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
    const size_t length = strlen(tests[i].old);
    if (!strncmp(name, tests[i].old, length)) return wl_text(now, size, "%s%s", tests[i].now, name + length);
  }
  return false;
}
