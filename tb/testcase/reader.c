// SPDX-License-Identifier: Apache-2.0
// The JSON of a description: its text, and values at a place with the messages for wrong ones.
#include "reader.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// Fails with "<file>:<line>:<column>: <where>: <message>". where: a path for wl_json_locate.
bool wl_json_bad(const wl_reader *r, const char *where, const char *format, ...) {
  char message[480];
  int line, column;
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  wl_json_locate(r->text, where, &line, &column);
  return wl_fail(r->error, "%s:%d:%d: %s: %s", r->path, line, column, *where == '.' ? where + 1 : where, message);
}

// In place of a number from 2^63 to 2^64 - 1, which jansson does not take: a string with the number behind this.
static const char wide_mark[] = "\x01";

static bool is_wide(const json_t *j) { return json_is_string(j) && *json_string_value(j) == *wide_mark; }

const char *wl_json_kind(const json_t *j) {
  if (is_wide(j)) return "an integer from 2^63 on";
  static const char *const names[] = {"an object",     "an array", "a string", "an integer",
                                      "a real number", "true",     "false",    "null"};
  return j ? names[json_typeof(j)] : "nothing";
}

// The name that is nearest to an unknown one, or begins as it does. NULL: none is near.
static const char *near_name(const char *name, const char *const *names) {
  const size_t length = strlen(name);
  const char *found = NULL;
  uint32_t least = 2 + (uint32_t)length / 3;
  for (int i = 0; names[i]; i++) {
    const uint32_t far = length > 2 && !strncmp(names[i], name, length) ? 1 : wl_name_distance(name, names[i]);
    if (far >= least) continue;
    least = far;
    found = names[i];
  }
  return found;
}

// Whether the value is an object and has no keys but these. names: the last is NULL.
bool wl_json_only(const wl_reader *r, const char *where, json_t *object, const char *const *names) {
  const char *key;
  json_t *value;
  if (!json_is_object(object)) return wl_json_bad(r, where, "found %s, expected an object", wl_json_kind(object));
  json_object_foreach(object, key, value) {
    char list[320] = "", at[160];
    bool known = false;
    for (int i = 0; names[i]; i++) {
      size_t used = strlen(list);
      wl_text(list + used, sizeof list - used, "%s%s", i ? ", " : "", names[i]);
      known |= !strcmp(key, names[i]);
    }
    if (known) continue;
    const char *near = near_name(key, names);
    wl_text(at, sizeof at, "%s.%s", where, key);
    return wl_json_bad(r, at, "unknown key%s%s; there are: %s", near ? "; near name: " : "", near ? near : "", list);
  }
  return true;
}

bool wl_json_only_in(const wl_reader *r, const char *where, json_t *object, const char *name) {
  static const struct {
    const char *object, *key;
  } rows[] = {
#define IN(object, key, meaning, value) {object, key},
#include "keys.def"
  };
  enum { ROWS = sizeof rows / sizeof *rows };
  const char *names[ROWS + 1] = {NULL};
  for (size_t i = 0, count = 0; i < ROWS; i++)
    if (!strcmp(rows[i].object, name)) names[count++] = rows[i].key;
  return wl_json_only(r, where, object, names);
}

// Reads a text of less than size characters.
bool wl_json_text_at(const wl_reader *r, const char *at, const json_t *j, char *to, size_t size) {
  if (!json_is_string(j)) return wl_json_bad(r, at, "found %s, expected a string", wl_json_kind(j));
  return wl_text(to, size, "%s", json_string_value(j)) || wl_json_bad(r, at, "longer than %zu characters", size - 1);
}

// As above, for the value of a key. Without the key `to` stays, and that is an error if it is required.
bool wl_json_string_of(const wl_reader *r, const char *where, const json_t *object, const char *key, bool required,
                       char *to, size_t size) {
  const json_t *j = json_object_get(object, key);
  char at[160];
  wl_text(at, sizeof at, "%s.%s", where, key);
  return (!j && !required) || wl_json_text_at(r, at, j, to, size);
}

// Reads an integer from min to max.
bool wl_json_integer_at(const wl_reader *r, const char *at, const json_t *j, uint64_t min, uint64_t max, uint64_t *to) {
  if (!json_is_integer(j)) return wl_json_bad(r, at, "found %s, expected an integer", wl_json_kind(j));
  const json_int_t v = json_integer_value(j);
  if (v < 0 || (uint64_t)v < min || (uint64_t)v > max)
    return wl_json_bad(r, at, "found %lld, expected %" PRIu64 " to %" PRIu64, (long long)v, min, max);
  *to = (uint64_t)v;
  return true;
}

// As above, for the value of a key. Without the key *to stays.
bool wl_json_range_of(const wl_reader *r, const char *where, const json_t *object, const char *key, uint64_t min,
                      uint64_t max, uint64_t *to) {
  const json_t *j = json_object_get(object, key);
  char at[160];
  wl_text(at, sizeof at, "%s.%s", where, key);
  return !j || wl_json_integer_at(r, at, j, min, max, to);
}

bool wl_json_integer_of(const wl_reader *r, const char *where, const json_t *object, const char *key, bool required,
                        uint64_t max, uint64_t *to) {
  char at[160];
  wl_text(at, sizeof at, "%s.%s", where, key);
  if (required && !json_object_get(object, key)) return wl_json_bad(r, at, "found nothing, expected an integer");
  return wl_json_range_of(r, where, object, key, 0, max, to);
}

bool wl_json_flag_at(const wl_reader *r, const char *at, const json_t *j, uint64_t *to) {
  *to = json_is_true(j);
  return json_is_boolean(j) || wl_json_bad(r, at, "found %s, expected true or false", wl_json_kind(j));
}

// A key that is true or false; false without it.
bool wl_json_flag_of(const wl_reader *r, const char *where, const json_t *object, const char *key, uint8_t *to) {
  const json_t *j = json_object_get(object, key);
  uint64_t v = 0;
  char at[160];
  wl_text(at, sizeof at, "%s.%s", where, key);
  if (j && !wl_json_flag_at(r, at, j, &v)) return false;
  *to = (uint8_t)v;
  return true;
}

bool wl_json_value(const wl_reader *r, const char *where, wl_type type, const json_t *j, uint64_t *bits) {
  char number[64];
  const char *text = number;
  if (json_is_string(j)) {
    text = json_string_value(j) + is_wide(j);
  } else if (json_is_integer(j)) {
    wl_text(number, sizeof number, "%lld", (long long)json_integer_value(j));
  } else if (json_is_real(j)) {
    wl_text(number, sizeof number, "%.17g", json_real_value(j));
  } else {
    return wl_json_bad(r, where, "found %s, expected a number or a string (\"0x..\", \"nan\", \"inf\")",
                       wl_json_kind(j));
  }
  if (wl_value_parse(type, text, bits)) return true;
  const char *becomes = wl_value_becomes(type, text);
  return wl_json_bad(r, where, "\"%.80s\" is no value of type %s%s%s", text, wl_type_name(type),
                     becomes ? ": it would be " : "", becomes ? becomes : "");
}

uint64_t *wl_json_values(const wl_reader *r, const char *where, wl_type type, const json_t *array, size_t *count) {
  if (!json_is_array(array)) {
    wl_json_bad(r, where, "found %s, expected an array", wl_json_kind(array));
    return NULL;
  }
  *count = json_array_size(array);
  uint64_t *list = calloc(*count + 1, sizeof *list);
  if (!list) wl_json_bad(r, where, "out of memory");
  for (size_t i = 0; list && i < *count; i++) {
    char at[160];
    wl_text(at, sizeof at, "%s[%zu]", where, i);
    if (wl_json_value(r, at, type, json_array_get(array, i), &list[i])) continue;
    free(list);
    list = NULL;
  }
  return list;
}

// A path that is relative to the description's folder.
bool wl_json_beside(const wl_reader *r, const char *where, const char *name, char *path, size_t size) {
  return wl_testcase_beside(r->roots, r->path, name, path, size) || wl_json_bad(r, where, "path too long");
}

// A number, or its text as "0x8000000000000000".
bool wl_json_wide(const json_t *j, uint64_t *to) {
  const char *text = json_string_value(j);
  char *end = NULL;
  const bool decimal = is_wide(j);
  if (json_is_integer(j)) *to = (uint64_t)json_integer_value(j);
  if (!text || (!decimal && (strncmp(text, "0x", 2) != 0 || !isxdigit((unsigned char)text[2]))))
    return json_is_integer(j) && json_integer_value(j) >= 0;
  errno = 0;
  *to = decimal ? strtoull(text + 1, &end, 10) : strtoull(text, &end, 16);
  return !errno && !*end;
}

// The whole file as a string: wl_json_locate needs it, and jansson's loader does not keep it.
static char *slurp(const char *path, size_t *length, wl_error *error) {
  enum { LIMIT = 64 << 20 };
  FILE *f = fopen(path, "rb");
  if (!f) {
    wl_fail(error, "%s: %s", path, strerror(errno));
    return NULL;
  }
  long size = fseek(f, 0, SEEK_END) ? -1 : ftell(f);
  char *text = size >= 0 && size <= LIMIT ? malloc((size_t)size + 1) : NULL;
  rewind(f);
  if (text && fread(text, 1, (size_t)size, f) == (size_t)size) {
    text[size] = 0;
    *length = (size_t)size;
  } else {
    free(text);
    text = NULL;
    wl_fail(error, "%s: cannot be read (or larger than 64 MiB)", path);
  }
  fclose(f);
  return text;
}

// Refuses UTF-16 and a byte 0, which would end the text for the parser.
static bool is_text(const char *path, const char *text, size_t size, wl_error *error) {
  if (size >= 2 && (!memcmp(text, "\xFF\xFE", 2) || !memcmp(text, "\xFE\xFF", 2)))
    return wl_fail(error, "%s:1:1: UTF-16, expected UTF-8", path);
  const char *end = memchr(text, 0, size), *start = text;
  int line = 1;
  if (!end) return true;
  for (const char *p = text; (p = memchr(p, '\n', (size_t)(end - p))); start = ++p) line++;
  return wl_fail(error, "%s:%d:%d: a byte 0, expected text", path, line, (int)(end - start) + 1);
}

static const char mark_text[] = "\\u0001";

// Whether a number from 2^63 to 2^64 - 1 begins at p; *length: its digits.
static bool is_wide_number(const char *p, size_t *length) {
  char *end;
  *length = strspn(p, "0123456789");
  if (*length < 19 || *length > 20 || strchr(".eE", p[*length] ? p[*length] : ' ')) return false;
  errno = 0;
  return strtoull(p, &end, 10) > INT64_MAX && !errno;
}

// The text with such numbers as strings with the mark. The caller frees it. NULL: out of memory.
static char *with_marks(const char *text) {
  char *made = NULL;
  size_t size, length;
  FILE *to = open_memstream(&made, &size);
  if (!to) return NULL;
  for (const char *p = text; *p; p += length) {
    length = 1;
    if (*p == '"') {
      while (p[length] && p[length] != '"') length += p[length] == '\\' && p[length + 1] ? 2 : 1;
      length += p[length] == '"';
    } else if (isdigit((unsigned char)*p)) {
      if (is_wide_number(p, &length) && (p == text || p[-1] != '-')) {
        fprintf(to, "\"%s%.*s\"", mark_text, (int)length, p);
        continue;
      }
      length = strspn(p, "0123456789.eE+-");
    }
    fwrite(p, 1, length, to);
  }
  return fclose(to) ? free(made), NULL : made;
}

// The column of the file, where the parser has one of the text with marks.
static int column_in_file(const char *marked, const json_error_t *where) {
  const int added = (int)sizeof mark_text - 1 + 2;  // and the quotes
  const char *p = marked;
  int column = where->column;
  for (int line = 1; line < where->line && (p = strchr(p, '\n')); line++) p++;
  for (const char *start = p; p && (p = strstr(p, mark_text)) && p - start < where->column; p++) column -= added;
  return column;
}

json_t *wl_json_parse(wl_reader *r, char **text) {
  json_error_t where;
  size_t size;
  *text = slurp(r->path, &size, r->error);
  if (!*text || !is_text(r->path, *text, size, r->error)) return NULL;
  r->text = *text + (!strncmp(*text, "\xEF\xBB\xBF", 3) ? 3 : 0);
  char *marked = with_marks(r->text);
  json_t *root = marked ? json_loads(marked, JSON_REJECT_DUPLICATES, &where) : NULL;
  if (!marked) wl_fail(r->error, "%s: out of memory", r->path);
  else if (!root) wl_fail(r->error, "%s:%d:%d: %s", r->path, where.line, column_in_file(marked, &where), where.text);
  free(marked);
  return root;
}
