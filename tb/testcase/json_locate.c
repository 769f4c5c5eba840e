// SPDX-License-Identifier: Apache-2.0
// The line and column of a value, for messages. jansson does not keep them.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "testcase.h"

static const char *space(const char *p) {
  while (isspace((unsigned char)*p)) p++;
  return p;
}

static const char *skip_string(const char *p) {
  for (p++; *p && *p != '"'; p++)
    if (*p == '\\' && p[1]) p++;
  return *p ? p + 1 : p;
}

// Behind the value that begins at p. The text is well formed: jansson has parsed it.
static const char *skip_value(const char *p) {
  int depth = 0;
  do {
    p = space(p);
    if (*p == '"') {
      p = skip_string(p);
    } else if (*p == '{' || *p == '[') {
      depth++;
      p++;
    } else if (*p == '}' || *p == ']') {
      depth--;
      p++;
    } else if (*p == ',' || *p == ':') {
      p++;
    } else {
      while (*p && !strchr(",:]} \t\r\n", *p)) p++;
    }
  } while (depth && *p);
  return p;
}

// The value of a key of the object at p, or NULL.
static const char *member(const char *p, const char *key, size_t length) {
  if (*p != '{') return NULL;
  for (p = space(p + 1); *p == '"';) {
    const char *end = skip_string(p);
    bool same = (size_t)(end - p) == length + 2 && !memcmp(p + 1, key, length);
    p = space(space(end) + 1);
    if (same) return p;
    p = space(skip_value(p));
    if (*p == ',') p = space(p + 1);
  }
  return NULL;
}

static const char *element(const char *p, unsigned long index) {
  if (*p != '[') return NULL;
  for (p = space(p + 1); *p && *p != ']' && index; index--) {
    p = space(skip_value(p));
    if (*p == ',') p = space(p + 1);
  }
  return *p && *p != ']' ? p : NULL;
}

void wl_json_locate(const char *text, const char *path, int *line, int *column) {
  const char *at = space(text);
  while (*path) {
    const char *next;
    char *end;
    if (*path == '[') {
      next = element(at, strtoul(path + 1, &end, 10));
      path = *end ? end + 1 : end;
    } else {
      size_t length = strcspn(path + 1, ".[");
      next = member(at, path + 1, length);
      path += 1 + length;
    }
    if (!next) break;
    at = next;
  }
  *line = 1;
  *column = 1;
  for (const char *p = text; p < at; p++) {
    if (*p == '\n') {
      ++*line;
      *column = 1;
    } else {
      ++*column;
    }
  }
}
