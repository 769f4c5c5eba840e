// SPDX-License-Identifier: Apache-2.0
#include "check/report/values.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// How many values from the first are in equal steps.
static uint32_t progression(const uint64_t *v, uint32_t count, uint64_t mask) {
  uint32_t n = 1;
  while (n < count && ((v[n] - v[n - 1]) & mask) == ((v[1] - v[0]) & mask)) n++;
  return n;
}

void values_text(const uint64_t *v, uint32_t count, int digits, char *text, size_t size) {
  const uint64_t mask = digits == 8 ? UINT32_MAX : UINT64_MAX;
  size_t used = 0;
  if (size) *text = 0;
  for (uint32_t i = 0; i < count && used < size;) {
    uint32_t n = progression(v + i, count - i, mask);
    const uint64_t up = n > 1 ? (v[i + 1] - v[i]) & mask : 0, down = (0 - up) & mask;
    // Two different values are no progression.
    if (n < 3 && up) n = 1;
    used += (size_t)snprintf(text + used, size - used, "%s%0*" PRIx64, i ? "," : "", digits, v[i]);
    if (n > 1 && up && used < size)
      used += (size_t)snprintf(text + used, size - used, "%c%" PRIu64, up < down ? '+' : '-', up < down ? up : down);
    if (n > 1 && used < size) used += (size_t)snprintf(text + used, size - used, "*%u", n);
    i += n;
  }
}

void lanes_text(const uint32_t *lanes, bool wide, uint64_t mask, char *text, size_t size) {
  uint64_t v[64];
  uint32_t n = 0;
  size_t used = 0;
  for (uint64_t left = mask; left; left &= left - 1) {
    const uint32_t i = (uint32_t)__builtin_ctzll(left);
    v[n++] = wide ? (uint64_t)lanes[2 * i + 1] << 32 | lanes[2 * i] : lanes[i];
  }
  if (mask != UINT64_MAX) used = (size_t)snprintf(text, size, "&%" PRIx64, mask);
  if (used + 1 < size) {
    text[used++] = '=';
    values_text(v, n, wide ? 16 : 8, text + used, size - used);
  }
}
