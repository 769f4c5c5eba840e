// SPDX-License-Identifier: Apache-2.0
#include "exposed_hazards.h"

#include <ctype.h>
#include <string.h>

#include "base/error.h"

enum { MAX_STATES = 7, VCCZ = 0 };

// A number of one or two digits.
static const char *number(const char *text, unsigned *v) {
  size_t digits = 0;
  *v = 0;
  for (; isdigit((unsigned char)text[digits]) && digits < 2; digits++) *v = 10 * *v + (unsigned)(text[digits] - '0');
  return digits ? text + digits : NULL;
}

bool wl_exposed_hazards_parse(const char *text, wl_exposed_hazard exposed_hazards[WL_HAZARD_ROWS], wl_error *error) {
  for (const char *p = text;; p++) {
    unsigned row = VCCZ, states;
    const char *after = strncmp(p, "vccz", 4) ? number(p, &row) : p + 4;
    if (!after || *after != '=' || !(after = number(after + 1, &states)) || (*after && *after != ','))
      return wl_fail(error, "--exposed-hazards: found \"%s\", expected <row>=<wait states>[,...], as 5=6,9=0 or vccz=0",
                     p);
    if (row >= WL_HAZARD_ROWS)
      return wl_fail(error, "--exposed-hazards: there is no row %u; expected vccz or 0 to 16", row);
    if (states > (row == VCCZ ? 1 : MAX_STATES))
      return wl_fail(error, "--exposed-hazards: %u wait states for row %u, expected 0 to %d", states, row,
                     row == VCCZ ? 1 : MAX_STATES);
    exposed_hazards[row] = (wl_exposed_hazard){true, (uint8_t)states};
    p = after;
    if (!*p) return true;
  }
}
