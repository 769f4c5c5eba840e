// SPDX-License-Identifier: Apache-2.0
// Strings and numbers for result.json. JSON is UTF-8, but names of files and symbols may hold any bytes.
#ifndef WAVELOCK_JSON_TEXT_H
#define WAVELOCK_JSON_TEXT_H

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/output.h"

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

// A number; from 2^63 on as text, "0x8000000000000000".
static inline json_t *wl_json_wide(uint64_t v) {
  char text[24];
  if (v <= INT64_MAX) return json_integer((json_int_t)v);
  snprintf(text, sizeof text, "0x%" PRIx64, v);
  return json_string(text);
}

// A file with this object. false: it cannot be written, or j is NULL, error says why; nothing is half there.
static inline bool wl_json_write(const json_t *j, const char *path, const char *what, size_t flags, wl_error *error) {
  char *text = j ? json_dumps(j, flags) : NULL;
  const bool good =
      text ? wl_output_write(path, what, text, strlen(text), error) : wl_fail(error, "%.400s: out of memory", path);
  free(text);
  return good;
}

#endif
