// SPDX-License-Identifier: Apache-2.0
// Strings for result.json. JSON is UTF-8, but names of files and symbols may hold any bytes.
#ifndef WAVELOCK_JSON_TEXT_H
#define WAVELOCK_JSON_TEXT_H

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

// The text with U+FFFD for each byte that is no part of a UTF-8 character. NULL: out of memory.
static inline json_t *wl_json_text(const char *text) {
  json_t *good = json_string(text);
  if (good) return good;
  const size_t size = strlen(text);
  char *to = malloc(3 * size + 1), *end = to;
  for (size_t i = 0, n; to && i < size; i += n) {
    const unsigned char lead = (unsigned char)text[i];
    n = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    json_t *character = n <= size - i ? json_stringn(text + i, n) : NULL;
    const char *from = character ? text + i : "\xEF\xBF\xBD";
    const size_t taken = character ? n : 3;
    memcpy(end, from, taken);
    end += taken;
    if (!character) n = 1;
    json_decref(character);
  }
  good = to ? json_stringn(to, (size_t)(end - to)) : NULL;
  free(to);
  return good;
}

#endif
