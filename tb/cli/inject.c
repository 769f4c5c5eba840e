// SPDX-License-Identifier: Apache-2.0
#include "inject.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

static const char syntax[] =
    "expected <row>[:wave][:index][:lane][:bit]@<cycle>, drop:<event>@<cycle> or repeat:<event>@<cycle>";

static bool number(const char *text, size_t length, uint64_t max, uint64_t *v) {
  char copy[24], *end;
  if (length >= sizeof copy || (length && !isdigit((unsigned char)*text))) return false;
  memcpy(copy, text, length);
  copy[length] = 0;
  errno = 0;
  *v = strtoull(copy, &end, 10);
  return !*end && !errno && *v <= max;
}

bool wl_inject_parse(const char *text, wl_injection *state, char event[WL_EVENT_TEXT], uint64_t *cycle,
                     wl_error *error) {
  static const char *const fields[] = {"wave", "index", "lane", "bit"};
  const char *at = strrchr(text, '@');
  event[0] = 0;
  memset(state, 0, sizeof *state);
  if (!at) return wl_fail(error, "injection \"%s\": no @<cycle>; %s", text, syntax);
  if (!at[1] || !number(at + 1, strlen(at + 1), INT64_MAX, cycle))
    return wl_fail(error, "injection \"%s\": \"%s\" is no cycle; %s", text, at + 1, syntax);
  if (!strncmp(text, "drop:", 5) || !strncmp(text, "repeat:", 7)) {
    if (at - text >= WL_EVENT_TEXT || at == strchr(text, ':') + 1)
      return wl_fail(error, "injection \"%s\": found no event; %s", text, syntax);
    memcpy(event, text, (size_t)(at - text));
    event[at - text] = 0;
    return true;
  }
  size_t length = strcspn(text, ":@");
  if (!length || length >= sizeof state->row)
    return wl_fail(error, "injection \"%s\": found no state row; %s", text, syntax);
  memcpy(state->row, text, length);
  int *const to[] = {&state->wave, &state->index, &state->lane, &state->bit};
  const char *p = text + length;
  for (int i = 0; p < at; i++) {
    uint64_t v;
    size_t digits = strcspn(p + 1, ":@");
    if (i == 4) return wl_fail(error, "injection \"%s\": more than four numbers; %s", text, syntax);
    if (!number(p + 1, digits, INT_MAX, &v))
      return wl_fail(error, "injection \"%s\": \"%.*s\" is no %s; %s", text, (int)digits, p + 1, fields[i], syntax);
    *to[i] = (int)v;
    p += 1 + digits;
  }
  state->on = true;
  state->cycle = *cycle;
  return true;
}
