// SPDX-License-Identifier: Apache-2.0
// Reads test.json.
#include "testcase.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "expect.h"
#include "exports.h"
#include "wavelock/encoding.h"

static const uint64_t max_elements = UINT64_C(1) << 26;

const char *const wl_alignment_names[] = {"dword", "dword_strict", "strict", "unaligned", NULL};

typedef struct {
  const char *path, *roots;
  const char *text;  // behind a byte order mark
  wl_testcase *t;
  wl_error *error;
} reader;

// Reads a file as JSON. *text: what r->text is a part of, for the caller to free. NULL with error.
static json_t *parse(reader *r, char **text);

// Fails with "<file>:<line>:<column>: <where>: <message>". where: a path for wl_json_locate.
__attribute__((format(printf, 3, 4))) static bool bad(const reader *r, const char *where, const char *format, ...) {
  char message[320];
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

static const char *kind_of(const json_t *j) {
  if (is_wide(j)) return "an integer from 2^63 on";
  static const char *const names[] = {"an object",     "an array", "a string", "an integer",
                                      "a real number", "true",     "false",    "null"};
  return j ? names[json_typeof(j)] : "nothing";
}

// Whether the value is an object and has no keys but these. names: the last is NULL.
static bool only(const reader *r, const char *where, json_t *object, const char *const *names) {
  const char *key;
  json_t *value;
  if (!json_is_object(object)) return bad(r, where, "found %s, expected an object", kind_of(object));
  json_object_foreach(object, key, value) {
    char list[200] = "", at[160];
    bool known = false;
    for (int i = 0; names[i]; i++) {
      size_t used = strlen(list);
      wl_text(list + used, sizeof list - used, "%s%s", i ? ", " : "", names[i]);
      known |= !strcmp(key, names[i]);
    }
    wl_text(at, sizeof at, "%s.%s", where, key);
    if (!known) return bad(r, at, "unknown key; there are: %s", list);
  }
  return true;
}

// Reads a string. Without the key `to` stays, and that is an error if it is required.
static bool string(const reader *r, const char *where, const json_t *object, const char *key, bool required, char *to,
                   size_t size) {
  const json_t *j = json_object_get(object, key);
  char at[160];
  wl_text(at, sizeof at, "%s.%s", where, key);
  if (!j && !required) return true;
  if (!json_is_string(j)) return bad(r, at, "found %s, expected a string", kind_of(j));
  if (!wl_text(to, size, "%s", json_string_value(j))) return bad(r, at, "longer than %zu characters", size - 1);
  return true;
}

// Reads an integer from min to max. Without the key *to stays.
static bool range(const reader *r, const char *where, const json_t *object, const char *key, uint64_t min, uint64_t max,
                  uint64_t *to) {
  const json_t *j = json_object_get(object, key);
  char at[160];
  if (!j) return true;
  wl_text(at, sizeof at, "%s.%s", where, key);
  if (!json_is_integer(j)) return bad(r, at, "found %s, expected an integer", kind_of(j));
  const json_int_t v = json_integer_value(j);
  if (v < 0 || (uint64_t)v < min || (uint64_t)v > max)
    return bad(r, at, "found %lld, expected %" PRIu64 " to %" PRIu64, (long long)v, min, max);
  *to = (uint64_t)v;
  return true;
}

static bool integer(const reader *r, const char *where, const json_t *object, const char *key, bool required,
                    uint64_t max, uint64_t *to) {
  char at[160];
  wl_text(at, sizeof at, "%s.%s", where, key);
  if (required && !json_object_get(object, key)) return bad(r, at, "found nothing, expected an integer");
  return range(r, where, object, key, 0, max, to);
}

// A key that is true or false; false without it.
static bool flag(const reader *r, const char *where, const json_t *object, const char *key, uint8_t *to) {
  const json_t *j = json_object_get(object, key);
  char at[160];
  wl_text(at, sizeof at, "%s.%s", where, key);
  *to = json_is_true(j);
  return !j || json_is_boolean(j) || bad(r, at, "found %s, expected true or false", kind_of(j));
}

static bool value(const reader *r, const char *where, wl_type type, const json_t *j, uint64_t *bits) {
  char number[64];
  const char *text = number;
  if (json_is_string(j)) {
    text = json_string_value(j) + is_wide(j);
  } else if (json_is_integer(j)) {
    wl_text(number, sizeof number, "%lld", (long long)json_integer_value(j));
  } else if (json_is_real(j)) {
    wl_text(number, sizeof number, "%.17g", json_real_value(j));
  } else {
    return bad(r, where, "found %s, expected a number or a string (\"0x..\", \"nan\", \"inf\")", kind_of(j));
  }
  if (wl_value_parse(type, text, bits)) return true;
  const char *becomes = wl_value_becomes(type, text);
  return bad(r, where, "\"%.80s\" is no value of type %s%s%s", text, wl_type_name(type),
             becomes ? ": it would be " : "", becomes ? becomes : "");
}

static uint64_t *values(const reader *r, const char *where, wl_type type, const json_t *array, size_t *count) {
  if (!json_is_array(array)) {
    bad(r, where, "found %s, expected an array", kind_of(array));
    return NULL;
  }
  *count = json_array_size(array);
  uint64_t *list = calloc(*count + 1, sizeof *list);
  if (!list) bad(r, where, "out of memory");
  for (size_t i = 0; list && i < *count; i++) {
    char at[160];
    wl_text(at, sizeof at, "%s[%zu]", where, i);
    if (value(r, at, type, json_array_get(array, i), &list[i])) continue;
    free(list);
    list = NULL;
  }
  return list;
}

// A path that is relative to the description's folder.
static bool beside(const reader *r, const char *where, const char *name, char *path, size_t size) {
  return wl_testcase_beside(r->roots, r->path, name, path, size) || bad(r, where, "path too long");
}

static bool read_file(const reader *r, const char *where, const json_t *j, const char *at, wl_test_arg *a) {
  char name[256], path[512];
  wl_error error;
  if (!string(r, where, j, "file", true, name, sizeof name) || !beside(r, at, name, path, sizeof path)) return false;
  return wl_init_from_file(a, path, &a->init, &error) || bad(r, at, "%s", error.text);
}

// "random" and others, {"random": [from, to]}, {"iota": [start, step]}, {"constant": v}, {"values": [...]}, or {"file":
// "name"} for a file beside the description.
static bool read_init(const reader *r, const char *where, json_t *j, wl_test_arg *a) {
  static const char *const keys[] = {"random", "iota", "constant", "values", "file", NULL};
  const wl_type type = a->type;
  wl_init *init = &a->init;
  char at[160];
  if (!j) return true;
  if (json_is_string(j) || json_is_number(j)) {
    if (json_is_string(j) && wl_init_parse(type, json_string_value(j), init)) return true;
    if (json_is_string(j))
      return bad(r, where, "found \"%s\", expected zero, iota, random, edge or a value", json_string_value(j));
    init->kind = WL_INIT_CONSTANT;
    return value(r, where, type, j, &init->constant);
  }
  if (!only(r, where, j, keys)) return false;
  if (json_object_size(j) != 1) return bad(r, where, "found %zu keys, expected one", json_object_size(j));
  const char *key = json_object_iter_key(json_object_iter(j));
  const json_t *v = json_object_get(j, key);
  wl_text(at, sizeof at, "%s.%s", where, key);
  if (!strcmp(key, "file")) return read_file(r, where, j, at, a);
  if (!strcmp(key, "values")) {
    init->kind = WL_INIT_VALUES;
    return (init->values = values(r, at, type, v, &init->value_count)) != NULL;
  }
  if (!strcmp(key, "constant")) {
    init->kind = WL_INIT_CONSTANT;
    return value(r, at, type, v, &init->constant);
  }
  if (!json_is_array(v)) return bad(r, at, "found %s, expected an array of two numbers", kind_of(v));
  if (json_array_size(v) != 2 || !json_is_number(json_array_get(v, 0)) || !json_is_number(json_array_get(v, 1)))
    return bad(r, at, "expected two numbers");
  init->kind = !strcmp(key, "iota") ? WL_INIT_IOTA : WL_INIT_RANDOM;
  init->from = json_number_value(json_array_get(v, 0));
  init->to = json_number_value(json_array_get(v, 1));
  init->ranged = init->kind == WL_INIT_RANDOM;
  if (init->ranged && !(init->from < init->to)) return bad(r, at, "an empty range");
  if (init->ranged && !wl_init_range_fits(type, init))
    return bad(r, at, "a range with values that are none of type %s", wl_type_name(type));
  return true;
}

static int find_arg(const wl_testcase *t, const char *name) {
  for (uint32_t i = 0; i < t->arg_count; i++)
    if (!t->args[i].inner && !strcmp(t->args[i].name, name)) return (int)i;
  return -1;
}

// One "value"; "values" of a vector or struct; or "bytes".
static bool read_scalar(const reader *r, const char *where, const json_t *j, wl_test_arg *a) {
  static const char *const keys[] = {"value", "values", "bytes"};
  const json_t *one = json_object_get(j, "value"), *list;
  char at[160];
  const char *key = NULL;
  for (int i = 0; i < 3; i++) {
    if (!json_object_get(j, keys[i])) continue;
    wl_text(at, sizeof at, "%s.%s", where, keys[i]);
    if (key) return bad(r, at, "beside \"%s\", which says what the value is", key);
    key = keys[i];
  }
  if (!key) return bad(r, where, "expected one of the keys value, values, bytes");
  if (!strcmp(key, "bytes") && a->type != WL_U8) return bad(r, at, "bytes have no other type than u8");
  a->init.kind = WL_INIT_VALUES;
  if (!one) {
    list = json_object_get(j, key);
    if (json_is_array(list) && !json_array_size(list)) return bad(r, at, "an empty array");
    if (!(a->init.values = values(r, at, a->type, list, &a->init.value_count))) return false;
    a->count = a->init.value_count;
    return true;
  }
  a->count = a->init.value_count = 1;
  if (!(a->init.values = calloc(1, sizeof *a->init.values))) return bad(r, at, "out of memory");
  if (value(r, at, a->type, one, a->init.values)) return true;
  free(a->init.values);
  return false;
}

// Appends an argument, and takes over the memory that it holds.
static bool add(const reader *r, const char *where, wl_test_arg *a) {
  wl_test_arg *to = wl_testcase_add(r->t);
  if (to) {
    *to = *a;
    return true;
  }
  wl_init_free(&a->init);
  return bad(r, where, "out of memory");
}

// A buffer argument that is the null pointer.
static bool read_null(const reader *r, const char *where, const json_t *j, wl_test_arg *a) {
  char at[160];
  wl_text(at, sizeof at, "%s.null", where);
  if (!json_is_true(json_object_get(j, "null")))
    return bad(r, at, "found %s, expected true (or no such key)", kind_of(json_object_get(j, "null")));
  a->null = true;
  a->type = WL_U8;
  return add(r, where, a);
}

// The low 48 bits of an address, which may have all 64 (buffer-memory.md D-MEM-44).
static bool low_address(const reader *r, const char *where, uint64_t *address) {
  if (*address > WL_MEM_ADDRESS_BITS && !wl_is_canonical(*address))
    return bad(r, where, "found 0x%" PRIx64 ", expected 48 bits, or 64 of which bits 63:48 equal bit 47", *address);
  *address &= WL_MEM_ADDRESS_BITS;
  return true;
}

// A buffer argument that shares the buffer of an argument before.
static bool read_same(const reader *r, const char *where, const json_t *j, wl_test_arg *a) {
  char name[WL_NAME], at[160];
  uint64_t offset = 0;
  wl_error why;
  wl_text(at, sizeof at, "%s.same_as", where);
  if (!string(r, where, j, "same_as", true, name, sizeof name)) return false;
  int other = find_arg(r->t, name);
  if (other < 0 || r->t->args[other].kind != WL_ARG_BUFFER)
    return bad(r, at, "\"%s\" names no buffer among the arguments before", name);
  if (!integer(r, where, j, "offset", false, max_elements * 8, &offset) || !add(r, where, a)) return false;
  wl_text(at, sizeof at, "%s.offset", where);
  return wl_testcase_share(r->t, r->t->arg_count - 1, (uint32_t)other, offset, &why) || bad(r, at, "%s", why.text);
}

// inner: an argument of one launch only.
static bool read_arg(const reader *r, const char *where, json_t *j, bool inner) {
  static const char *const buffer_keys[] = {"buffer", "type", "count", "init", "address", NULL};
  static const char *const same_keys[] = {"buffer", "same_as", "offset", NULL};
  static const char *const null_keys[] = {"buffer", "null", NULL};
  static const char *const scalar_keys[] = {"scalar", "type", "value", "values", "bytes", NULL};
  static const char *const local_keys[] = {"local", "bytes", NULL};
  wl_testcase *t = r->t;
  wl_test_arg a = {0};
  char type[16], at[160];
  const char *what = json_object_get(j, "buffer") ? "buffer" : json_object_get(j, "scalar") ? "scalar" : "local";
  a.kind = *what == 'b' ? WL_ARG_BUFFER : *what == 's' ? WL_ARG_SCALAR : WL_ARG_LOCAL;
  if (!json_is_object(j) || !json_object_get(j, what))
    return bad(r, where, "found %s, expected an object with the key buffer, scalar or local", kind_of(j));
  if (!only(r, where, j,
            json_object_get(j, "same_as") ? same_keys
            : json_object_get(j, "null")  ? null_keys
            : a.kind == WL_ARG_BUFFER     ? buffer_keys
            : a.kind == WL_ARG_SCALAR     ? scalar_keys
                                          : local_keys) ||
      !string(r, where, j, what, true, a.name, sizeof a.name))
    return false;
  a.inner = inner;
  if (!inner && find_arg(t, a.name) >= 0) return bad(r, where, "a second argument named \"%s\"", a.name);
  if (json_object_get(j, "same_as")) return read_same(r, where, j, &a);
  if (json_object_get(j, "null")) return read_null(r, where, j, &a);
  if (a.kind == WL_ARG_LOCAL) {
    if (!integer(r, where, j, "bytes", true, 65536, &a.count)) return false;
  } else if (json_object_get(j, "bytes") && !json_object_get(j, "type")) {
    a.type = WL_U8;
  } else {
    if (!string(r, where, j, "type", true, type, sizeof type)) return false;
    wl_text(at, sizeof at, "%s.type", where);
    if (!wl_type_parse(type, &a.type))
      return bad(r, at, "found \"%s\", expected i8 to i64, u8 to u64, f16, f32 or f64", type);
  }
  const json_t *address = json_object_get(j, "address");
  wl_text(at, sizeof at, "%s.address", where);
  if (address && !value(r, at, WL_U64, address, &a.address)) return false;
  if (address && (!a.address || a.address % WL_PAGE))
    return bad(r, at, "found 0x%" PRIx64 ", expected a multiple of 0x%x above 0", a.address, WL_PAGE);
  if (!low_address(r, at, &a.address)) return false;
  wl_text(at, sizeof at, "%s.init", where);
  if (a.kind == WL_ARG_SCALAR && !read_scalar(r, where, j, &a)) return false;
  if (a.kind == WL_ARG_BUFFER && (!integer(r, where, j, "count", true, max_elements, &a.count) ||
                                  !read_init(r, at, json_object_get(j, "init"), &a)))
    return false;
  a.no_init = a.kind == WL_ARG_BUFFER && !json_object_get(j, "init");
  if (!add(r, where, &a)) return false;
  if (a.kind == WL_ARG_BUFFER && a.init.value_count > a.count)
    return bad(r, at, "%zu values for a buffer of %" PRIu64, a.init.value_count, a.count);
  return true;
}

static bool read_formula(const reader *r, const char *where, const json_t *j, wl_test_expect *e) {
  const json_t *inputs = json_object_get(j, "inputs");
  char at[160], names[400];
  wl_text(at, sizeof at, "%s.formula", where);
  if (!string(r, where, j, "formula", true, e->formula, sizeof e->formula)) return false;
  const wl_formula *f = wl_formula_find(e->formula, names, sizeof names);
  if (!f) return bad(r, at, "no formula \"%s\"; there are: %s", e->formula, names);
  wl_text(at, sizeof at, "%s.inputs", where);
  if (json_array_size(inputs) != strlen(f->needs))
    return bad(r, at, "found %zu names, formula %s takes %zu: %s", json_array_size(inputs), f->name, strlen(f->needs),
               f->about);
  for (size_t i = 0; i < json_array_size(inputs); i++) {
    const char *name = json_string_value(json_array_get(inputs, i));
    int arg = name ? find_arg(r->t, name) : -1;
    wl_text(at, sizeof at, "%s.inputs[%zu]", where, i);
    if (arg < 0 || r->t->args[arg].kind == WL_ARG_LOCAL)
      return bad(r, at, "\"%s\" names no buffer or scalar of this test", name ? name : "");
    e->inputs[e->input_count++] = (uint32_t)arg;
  }
  return true;
}

// The largest "ulp". A larger distance would accept almost any value; for an f32 this is an eighth of the value.
static uint64_t most_ulp(wl_type type) {
  const size_t size = wl_type_size(type);
  return UINT64_C(1) << (size == 1 ? 4 : size == 2 ? 8 : 20);
}

// Refuses a second expectation for an element.
static bool apart(const reader *r, const char *where, const wl_test_expect *e) {
  for (const wl_test_expect *other = r->t->expects; other < e; other++) {
    if (e->groups && other->groups && e->groups != other->groups) continue;
    if (other->buffer == e->buffer && e->from < other->from + other->count && other->from < e->from + e->count)
      return bad(
          r, where, "elements %" PRIu64 " to %" PRIu64 " of buffer %s: another expectation has %" PRIu64 " to %" PRIu64,
          e->from, e->from + e->count - 1, r->t->args[e->buffer].name, other->from, other->from + other->count - 1);
  }
  return true;
}

// Finds the key with the expected contents. An expectation has one of them.
static bool wanted_key(const reader *r, const char *where, const json_t *j, const char **key) {
  static const char *const keys[] = {"values", "constant", "formula", "unchanged", "one_of", "file"};
  char at[160];
  *key = NULL;
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    if (!json_object_get(j, keys[i])) continue;
    wl_text(at, sizeof at, "%s.%s", where, keys[i]);
    if (*key) return bad(r, at, "beside \"%s\", which says what is expected", *key);
    *key = keys[i];
  }
  if (!*key)
    return bad(r, where, "expected one of the keys values, constant, formula, one_of, file, or \"unchanged\": true");
  wl_text(at, sizeof at, "%s.inputs", where);
  return !strcmp(*key, "formula") || !json_object_get(j, "inputs") || bad(r, at, "there is no formula that takes them");
}

// A list of contents, each a list of as many values. The elements are that many after each other.
static bool read_one_of(const reader *r, const char *where, const json_t *lists, wl_test_expect *e) {
  enum { MOST = 64 };
  const wl_type type = r->t->args[e->buffer].type;
  const size_t choices = json_array_size(lists), width = json_array_size(json_array_get(lists, 0));
  char at[160];
  wl_text(at, sizeof at, "%s.one_of", where);
  e->kind = WL_EXPECT_ONE_OF;
  if (choices < 1 || choices > MOST || width < 1)
    return bad(r, at, "found %s of %zu, expected 1 to %d arrays of values", kind_of(lists), choices, MOST);
  if (width > e->count || e->count % width)
    return bad(r, at, "%zu values, and %" PRIu64 " elements: expected a multiple", width, e->count);
  e->choices = (uint32_t)choices;
  e->width = (uint32_t)width;
  e->seen = calloc(choices, sizeof *e->seen);
  e->values = calloc(choices * width, sizeof *e->values);
  if (!e->seen || !e->values) return bad(r, at, "out of memory");
  for (size_t i = 0; i < choices; i++) {
    const json_t *list = json_array_get(lists, i);
    size_t count = 0;
    wl_text(at, sizeof at, "%s.one_of[%zu]", where, i);
    uint64_t *one = values(r, at, type, list, &count);
    if (one && count == width) memcpy(e->values + i * width, one, width * sizeof *one);
    free(one);
    if (!one) return false;
    if (count != width) return bad(r, at, "%zu values, the first array has %zu", count, width);
  }
  return true;
}

// The raw elements from a file, which has as many as are expected.
static bool read_contents(const reader *r, const char *where, const json_t *j, wl_test_expect *e) {
  const wl_test_arg *a = &r->t->args[e->buffer];
  wl_test_arg part = {.type = a->type, .count = e->count};
  char at[160];
  wl_text(at, sizeof at, "%s.file", where);
  wl_text(part.name, sizeof part.name, "%s", a->name);
  e->kind = WL_EXPECT_FILE;
  if (!read_file(r, where, j, at, &part)) return false;
  e->bytes = part.init.bytes;
  part.init.bytes = NULL;
  wl_init_free(&part.init);
  return true;
}

static bool read_expect(const reader *r, const char *where, json_t *j) {
  static const char *const keys[] = {"buffer", "values", "from",   "count",  "constant", "unchanged", "formula",
                                     "inputs", "ulp",    "groups", "one_of", "lockstep", "file",      NULL};
  static const char *const fixed[] = {"values", "one_of", "file", NULL};
  wl_testcase *t = r->t;
  wl_test_expect *e = &t->expects[t->expect_count++];
  char name[WL_NAME], at[160], groups[16] = "";
  const char *key = NULL;
  size_t count = 0;
  if (!only(r, where, j, keys) || !string(r, where, j, "buffer", true, name, sizeof name)) return false;
  int arg = find_arg(t, name);
  wl_text(at, sizeof at, "%s.buffer", where);
  if (arg < 0 || t->args[arg].kind != WL_ARG_BUFFER) return bad(r, at, "\"%s\" names no buffer of this test", name);
  const wl_test_arg *a = &t->args[arg];
  e->buffer = (uint32_t)arg;
  if (!a->count) return bad(r, at, "buffer %s has no elements: nothing would be compared", name);
  if (!range(r, where, j, "from", 0, a->count - 1, &e->from) ||
      !integer(r, where, j, "ulp", false, most_ulp(a->type), &e->ulp) ||
      !string(r, where, j, "groups", false, groups, sizeof groups) || !flag(r, where, j, "lockstep", &e->lockstep))
    return false;
  if (!strcmp(groups, "resident")) e->groups = WL_GROUPS_RESIDENT;
  if (!strcmp(groups, "waiting")) e->groups = WL_GROUPS_WAITING;
  wl_text(at, sizeof at, "%s.groups", where);
  if (json_object_get(j, "groups") && !e->groups)
    return bad(r, at, "found \"%s\", expected \"resident\" or \"waiting\"", groups);
  for (int i = 0; e->groups && fixed[i]; i++)
    if (json_object_get(j, fixed[i]))
      return bad(r, at, "beside \"%s\", whose number does not depend on the unit", fixed[i]);
  const uint64_t rest = a->count - e->from;
  e->count = rest;
  if (!range(r, where, j, "count", 1, rest, &e->count) || !wanted_key(r, where, j, &key)) return false;
  e->to_end = !json_object_get(j, "count") && strcmp(key, "values") != 0;
  const json_t *what = json_object_get(j, key);
  wl_text(at, sizeof at, "%s.%s", where, key);
  if (!strcmp(key, "values")) {
    e->kind = WL_EXPECT_VALUES;
    if (!(e->values = values(r, at, a->type, what, &count))) return false;
    if (!count) return bad(r, at, "an empty array: nothing would be compared");
    if (count > rest)
      return bad(r, at, "%zu values, but %" PRIu64 " elements from %" PRIu64 " on", count, rest, e->from);
    wl_text(at, sizeof at, "%s.count", where);
    if (json_object_get(j, "count") && e->count != count)
      return bad(r, at, "found %" PRIu64 ", but there are %zu values", e->count, count);
    e->count = count;
    return true;
  }
  if (!strcmp(key, "constant")) {
    e->kind = WL_EXPECT_CONSTANT;
    return value(r, at, a->type, what, &e->constant);
  }
  if (!strcmp(key, "formula")) {
    e->kind = WL_EXPECT_FORMULA;
    return read_formula(r, where, j, e);
  }
  if (!strcmp(key, "one_of")) return read_one_of(r, where, what, e);
  if (!strcmp(key, "file")) return read_contents(r, where, j, e);
  e->kind = WL_EXPECT_UNCHANGED;
  return json_is_true(what) || bad(r, at, "found %s, expected true (or no such key)", kind_of(what));
}

// A list of messages to the host, or of trace records, which have no number.
static bool read_messages(const reader *r, json_t *list, bool trace) {
  static const char *const message_keys[] = {"wave", "message", "m0", NULL}, *const trace_keys[] = {"wave", "m0", NULL};
  const char *where = trace ? ".expect.trace" : ".expect.messages";
  wl_testcase *t = r->t;
  if (!json_is_array(list)) return bad(r, where, "found %s, expected an array", kind_of(list));
  for (size_t i = 0; i < json_array_size(list); i++) {
    json_t *j = json_array_get(list, i);
    uint64_t wave = 0, simm = 0, m0 = 0;
    char at[64], m0_at[80];
    wl_text(at, sizeof at, "%s[%zu]", where, i);
    wl_text(m0_at, sizeof m0_at, "%s.m0", at);
    const json_t *m0_value = json_object_get(j, "m0");
    if (t->message_count == WL_MAX_MESSAGES) return bad(r, at, "more than %d messages and records", WL_MAX_MESSAGES);
    if (!only(r, at, j, trace ? trace_keys : message_keys) ||
        !integer(r, at, j, "wave", true, WL_MAX_WAVES - 1, &wave) ||
        (!trace && !integer(r, at, j, "message", true, UINT16_MAX, &simm)) ||
        (m0_value && !value(r, m0_at, WL_U32, m0_value, &m0)))
      return false;
    wl_test_message *m = &t->messages[t->message_count++];
    m->message = (wl_message){(uint32_t)wave, trace, (uint32_t)simm, (uint32_t)m0};
    m->any_m0 = !m0_value;
  }
  return true;
}

// "label", "buffer+12", "0x7000". false: none of them.
static bool read_place(const char *text, wl_place *place) {
  const char *plus = strchr(text, '+'), *number = plus ? plus + 1 : text;
  const bool named = plus || !isdigit((unsigned char)*text);
  char *end = NULL;
  memset(place, 0, sizeof *place);
  if (named && !wl_text(place->name, sizeof place->name, "%.*s", plus ? (int)(plus - text) : (int)strlen(text), text))
    return false;
  if (named && !isalpha((unsigned char)*place->name) && (!*place->name || !strchr("_.$", *place->name))) return false;
  if (named && !plus) return true;
  errno = 0;
  if (isdigit((unsigned char)*number)) place->offset = strtoull(number, &end, 0);
  return end && !*end && !errno;
}

bool wl_place_in_braces(const char *text, wl_place *place, const char **end) {
  const char *close = strchr(text, '}');
  char inside[WL_NAME + 24];
  if (!close || !wl_text(inside, sizeof inside, "%.*s", (int)(close - text), text)) return false;
  if (!read_place(inside, place)) return false;
  *end = close + 1;
  return true;
}

static const char place_form[] =
    "expected a symbol of the program or a buffer, with \"+offset\" or without, or a number";

static bool read_why(const reader *r, const json_t *j) {
  wl_testcase *t = r->t;
  wl_place place;
  if (!string(r, ".expect", j, "why", false, t->why, sizeof t->why)) return false;
  if (json_object_get(j, "why") && !*t->why) return bad(r, ".expect.why", "an empty text, which anything contains");
  for (const char *at = t->why; (at = strchr(at, '{'));)
    if (!wl_place_in_braces(at + 1, &place, &at))
      return bad(r, ".expect.why", "no place in the braces of \"%.60s\": %s", at, place_form);
  return true;
}

static bool read_fault(const reader *r, const char *where, json_t *j) {
  static const char *const keys[] = {"kind", "at", "wave", NULL};
  wl_testcase *t = r->t;
  wl_test_fault *f = &t->faults[t->fault_count];
  char kind[16] = "", text[WL_NAME + 24], at[96];
  uint64_t wave = UINT64_MAX;
  if (t->fault_count == WL_MAX_WAVES) return bad(r, where, "more than %d faults", WL_MAX_WAVES);
  if (!only(r, where, j, keys) || !string(r, where, j, "kind", true, kind, sizeof kind) ||
      !string(r, where, j, "at", true, text, sizeof text) ||
      !integer(r, where, j, "wave", false, WL_MAX_WAVES - 1, &wave))
    return false;
  f->fetch = !strcmp(kind, "fetch");
  f->wave = wave == UINT64_MAX ? -1 : (int)wave;
  wl_text(at, sizeof at, "%s.kind", where);
  if (!f->fetch && strcmp(kind, "illegal") != 0) return bad(r, at, "found \"%s\", expected illegal or fetch", kind);
  wl_text(at, sizeof at, "%s.at", where);
  if (!read_place(text, &f->at)) return bad(r, at, "found \"%s\", %s", text, place_form);
  t->fault_count++;
  return true;
}

// true, a fault, or a list of them.
static bool read_faults(const reader *r, json_t *j) {
  char at[48] = ".expect.fault";
  r->t->fault = j != NULL;
  if (!j || json_is_true(j)) return true;
  if (json_is_object(j)) return read_fault(r, at, j);
  if (!json_is_array(j) || !json_array_size(j))
    return bad(r, at, "found %s, expected a fault, a list of at least one, or true", kind_of(j));
  for (size_t i = 0; i < json_array_size(j); i++) {
    wl_text(at, sizeof at, ".expect.fault[%zu]", i);
    if (!read_fault(r, at, json_array_get(j, i))) return false;
  }
  return true;
}

// A label of the program, where cycles begin or end. in_file: its place in the description.
static bool read_label(const reader *r, const char *where, const json_t *j, const char *key, wl_place *place,
                       char *in_file, size_t size) {
  char text[WL_NAME + 24], at[96];
  int line, column;
  if (!string(r, where, j, key, true, text, sizeof text)) return false;
  wl_text(at, sizeof at, "%s.%s", where, key);
  wl_json_locate(r->text, at, &line, &column);
  wl_text(in_file, size, "%s:%d:%d: %s", r->path, line, column, at + 1);
  return (read_place(text, place) && *place->name) ||
         bad(r, at, "found \"%s\", expected a label of the program, with \"+offset\" or without", text);
}

static bool read_cycles(const reader *r, json_t *list) {
  static const char *const keys[] = {"from", "to", "wave", "least", "most", NULL};
  wl_testcase *t = r->t;
  if (!list) return true;
  if (!json_is_array(list) || !json_array_size(list))
    return bad(r, ".expect.cycles", "found %s, expected a list of at least one",
               json_is_array(list) ? "none" : kind_of(list));
  t->cycles = calloc(json_array_size(list), sizeof *t->cycles);
  t->spans = calloc(json_array_size(list), sizeof *t->spans);
  if (!t->cycles || !t->spans) return bad(r, ".expect.cycles", "out of memory");
  for (; t->cycle_count < json_array_size(list); t->cycle_count++) {
    json_t *j = json_array_get(list, t->cycle_count);
    wl_test_cycles *c = &t->cycles[t->cycle_count];
    uint64_t wave = 0;
    char at[64];
    c->most = UINT32_MAX;
    wl_text(at, sizeof at, ".expect.cycles[%u]", t->cycle_count);
    if (!only(r, at, j, keys) || !read_label(r, at, j, "from", &c->from, c->where[0], sizeof c->where[0]) ||
        !read_label(r, at, j, "to", &c->to, c->where[1], sizeof c->where[1]) ||
        !integer(r, at, j, "wave", true, WL_MAX_WAVES - 1, &wave) ||
        !integer(r, at, j, "least", false, UINT32_MAX, &c->least) ||
        !integer(r, at, j, "most", false, UINT32_MAX, &c->most))
      return false;
    if (!json_object_get(j, "least") && !json_object_get(j, "most")) return bad(r, at, "expected least, most, or both");
    if (c->least > c->most)
      return bad(r, at, "an empty range: least is %" PRIu64 ", most is %" PRIu64, c->least, c->most);
    t->spans[t->cycle_count].slot = (uint32_t)wave;
  }
  return true;
}

static bool read_transactions(const reader *r, json_t *list) {
  static const char *const keys[] = {"at", "count", NULL};
  wl_testcase *t = r->t;
  if (!list) return true;
  if (!json_is_array(list) || !json_array_size(list))
    return bad(r, ".expect.transactions", "found %s, expected a list of at least one",
               json_is_array(list) ? "none" : kind_of(list));
  t->transactions = calloc(json_array_size(list), sizeof *t->transactions);
  t->counts = calloc(json_array_size(list), sizeof *t->counts);
  if (!t->transactions || !t->counts) return bad(r, ".expect.transactions", "out of memory");
  for (; t->transaction_count < json_array_size(list); t->transaction_count++) {
    json_t *j = json_array_get(list, t->transaction_count);
    wl_test_transactions *one = &t->transactions[t->transaction_count];
    char at[64];
    wl_text(at, sizeof at, ".expect.transactions[%u]", t->transaction_count);
    if (!only(r, at, j, keys) || !read_label(r, at, j, "at", &one->at, one->where, sizeof one->where) ||
        !integer(r, at, j, "count", true, UINT32_MAX, &one->count))
      return false;
  }
  return true;
}

static bool read_both_kinds(const reader *r, const json_t *j) {
  json_t *messages = json_object_get(j, "messages"), *trace = json_object_get(j, "trace");
  wl_testcase *t = r->t;
  if (!messages && !trace) return true;
  if (!(t->messages = calloc(WL_MAX_MESSAGES, sizeof *t->messages))) return bad(r, ".expect", "out of memory");
  t->expects_messages = messages != NULL;
  t->expects_trace = trace != NULL;
  return (!messages || read_messages(r, messages, false)) && (!trace || read_messages(r, trace, true));
}

// {"0": [64 numbers], ...}: a key for each VSRC that is sent.
static bool read_export_data(const reader *r, const char *where, const json_t *j, wl_export *x) {
  char place[96], at[128];
  const json_t *data = json_object_get(j, "data");
  const uint32_t sent = wl_export_registers(x->en, x->compr);
  wl_text(place, sizeof place, "%s.data", where);
  if (!json_is_object(data)) return bad(r, place, "found %s, expected an object", kind_of(data));
  if (json_object_size(data) != (size_t)__builtin_popcount(sent))
    return bad(r, place, "found %zu keys, but %d registers are sent", json_object_size(data), __builtin_popcount(sent));
  for (uint32_t left = sent; left; left &= left - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(left);
    char key[8];
    size_t count;
    wl_text(key, sizeof key, "%u", i);
    wl_text(at, sizeof at, "%s.%s", place, key);
    uint64_t *lanes = values(r, at, WL_U32, json_object_get(data, key), &count);
    if (!lanes) return false;
    for (uint32_t lane = 0; lane < WL_LANES && lane < count; lane++) x->data[i][lane] = (uint32_t)lanes[lane];
    free(lanes);
    if (count != WL_LANES) return bad(r, at, "%zu numbers, expected %d", count, WL_LANES);
  }
  return true;
}

static bool read_export_list(const reader *r, const char *where, json_t *list) {
  static const char *const keys[] = {"wave", "target", "en", "compr", "done", "vm", "exec", "data", NULL};
  wl_testcase *t = r->t;
  if (!json_is_array(list)) return bad(r, where, "found %s, expected an array", kind_of(list));
  if (!(t->exports = calloc(WL_MAX_EXPORTS, sizeof *t->exports))) return bad(r, where, "out of memory");
  t->expects_exports = true;
  for (size_t i = 0; i < json_array_size(list); i++) {
    json_t *j = json_array_get(list, i);
    uint64_t wave = 0, en = 0;
    uint32_t target;
    char at[64], place[80], name[16] = "";
    wl_text(at, sizeof at, "%s[%zu]", where, i);
    if (t->export_count == WL_MAX_EXPORTS) return bad(r, at, "more than %d exports", WL_MAX_EXPORTS);
    wl_export *x = &t->exports[t->export_count++];
    if (!only(r, at, j, keys) || !integer(r, at, j, "wave", true, WL_MAX_WAVES - 1, &wave) ||
        !string(r, at, j, "target", true, name, sizeof name) || !integer(r, at, j, "en", true, 15, &en) ||
        !flag(r, at, j, "compr", &x->compr) || !flag(r, at, j, "done", &x->done) || !flag(r, at, j, "vm", &x->vm))
      return false;
    wl_text(place, sizeof place, "%s.target", at);
    if (!wl_export_target_parse(name, &target))
      return bad(r, place, "found \"%s\", expected mrt0 to mrt7, mrtz, null, pos0 to pos3 or param0 to param31", name);
    x->slot = (uint32_t)wave;
    x->target = (uint8_t)target;
    x->en = (uint8_t)en;
    wl_text(place, sizeof place, "%s.exec", at);
    if (!value(r, place, WL_U64, json_object_get(j, "exec"), &x->exec) || !read_export_data(r, at, j, x)) return false;
  }
  return true;
}

// A list, or {"file": "name"} for a file beside the description that has it as {"exports": list}.
static bool read_exports(const reader *r, json_t *j) {
  static const char *const keys[] = {"file", NULL}, *const keys_there[] = {"exports", NULL};
  static const char where[] = ".expect.exports";
  char name[256], path[512], *text = NULL;
  if (!j) return true;
  if (!json_is_object(j)) return read_export_list(r, where, j);
  if (!only(r, where, j, keys) || !string(r, where, j, "file", true, name, sizeof name) ||
      !beside(r, ".expect.exports.file", name, path, sizeof path))
    return false;
  wl_error why;
  reader there = {.path = path, .t = r->t, .error = &why};
  json_t *root = parse(&there, &text);
  const bool read = root && only(&there, "", root, keys_there) &&
                    read_export_list(&there, ".exports", json_object_get(root, "exports"));
  json_decref(root);
  free(text);
  return read || bad(r, ".expect.exports.file", "%s", why.text);
}

static bool read_expects(const reader *r, json_t *j) {
  static const char *const keys[] = {"verdict", "fault",   "why",    "buffers",      "messages",
                                     "trace",   "exports", "cycles", "transactions", NULL};
  wl_testcase *t = r->t;
  char verdict[16] = "PASS", at[64];
  if (!j) return bad(r, ".expect", "found nothing, expected an object: a test says what it expects");
  if (!only(r, ".expect", j, keys) || !string(r, ".expect", j, "verdict", false, verdict, sizeof verdict) ||
      !read_why(r, j))
    return false;
  int v = WL_PASS;
  while (v <= WL_ERROR && strcmp(verdict, wl_verdict_name((wl_verdict)v))) v++;
  if (v > WL_ERROR || v == WL_EXPECT)
    return bad(r, ".expect.verdict", "found \"%s\", expected PASS, MISMATCH, ILLEGAL, HAZARD, HANG or ERROR", verdict);
  t->verdict = (wl_verdict)v;
  if (!read_faults(r, json_object_get(j, "fault"))) return false;
  if (t->fault && v != WL_PASS) return bad(r, ".expect.fault", "a fault and verdict %s exclude each other", verdict);
  if (!read_both_kinds(r, j) || !read_exports(r, json_object_get(j, "exports")) ||
      !read_cycles(r, json_object_get(j, "cycles")) || !read_transactions(r, json_object_get(j, "transactions")))
    return false;
  json_t *buffers = json_object_get(j, "buffers");
  if (buffers && !json_is_array(buffers))
    return bad(r, ".expect.buffers", "found %s, expected an array", kind_of(buffers));
  if (!json_array_size(buffers)) {
    if (v != WL_PASS || t->fault || t->message_count || t->export_count || t->cycle_count || t->transaction_count)
      return true;
    return bad(r, ".expect",
               "expects neither a fault, nor a verdict other than PASS, nor a message, nor an export, nor cycles, "
               "nor transactions, nor the contents of a buffer");
  }
  if (!(t->expects = calloc(json_array_size(buffers), sizeof *t->expects))) return bad(r, ".expect", "out of memory");
  for (size_t i = 0; i < json_array_size(buffers); i++) {
    wl_text(at, sizeof at, ".expect.buffers[%zu]", i);
    if (!read_expect(r, at, json_array_get(buffers, i)) || !apart(r, at, &t->expects[i])) return false;
  }
  return true;
}

// A number, or its text as "0x8000000000000000".
static bool wide(const json_t *j, uint64_t *to) {
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

// 1 to 3 numbers from least to most. A number that is missing is least.
static bool read_triple(const reader *r, const char *where, const json_t *j, uint64_t least, uint64_t most,
                        uint64_t to[3]) {
  to[0] = to[1] = to[2] = least;
  if (!json_is_array(j)) return bad(r, where, "found %s, expected an array of 1 to 3 numbers", kind_of(j));
  if (json_array_size(j) < 1 || json_array_size(j) > 3)
    return bad(r, where, "found an array of %zu, expected one of 1 to 3 numbers", json_array_size(j));
  for (size_t i = 0; i < json_array_size(j); i++) {
    if (!wide(json_array_get(j, i), &to[i]) || to[i] < least || to[i] > most)
      return bad(r, where, "element %zu is no number from %" PRIu64 " to %" PRIu64, i, least, most);
  }
  return true;
}

static bool read_size(const reader *r, const char *where, const json_t *j, uint32_t size[3]) {
  uint64_t wide[3];
  if (!read_triple(r, where, j, 1, UINT32_MAX, wide)) return false;
  for (int i = 0; i < 3; i++) size[i] = (uint32_t)wide[i];
  return true;
}

// The arguments of a launch: names of the test's arguments, and scalars and locals of its own. Without a list: all
// arguments of the test. common: their number.
static bool read_launch_args(const reader *r, const char *where, json_t *list, uint32_t common, wl_test_launch *l) {
  wl_testcase *t = r->t;
  const size_t count = list ? json_array_size(list) : common;
  if (list && !json_is_array(list)) return bad(r, where, "found %s, expected an array", kind_of(list));
  if (!(l->args = malloc((count + 1) * sizeof *l->args))) return bad(r, where, "out of memory");
  for (l->arg_count = 0; l->arg_count < count; l->arg_count++) {
    json_t *j = json_array_get(list, l->arg_count);
    char at[160];
    wl_text(at, sizeof at, "%s[%u]", where, l->arg_count);
    l->args[l->arg_count] = list ? t->arg_count : l->arg_count;
    if (json_is_string(j)) {
      const int named = find_arg(t, json_string_value(j));
      if (named < 0) return bad(r, at, "\"%s\" names no argument of this test", json_string_value(j));
      l->args[l->arg_count] = (uint32_t)named;
    } else if (list) {
      if (json_object_get(j, "buffer"))
        return bad(r, at, "a buffer stands in the args of the test; here goes its name");
      if (!read_arg(r, at, j, true)) return false;
    }
  }
  return true;
}

static bool read_launch(const reader *r, const char *where, json_t *j, uint32_t common, wl_test_launch *l) {
  static const char *const keys[] = {"kernel",       "grid", "group",   "lds",        "offset", "shared_global",
                                     "shared_temps", "args", "scratch", "dimensions", NULL};
  const wl_testcase *t = r->t;
  json_t *grid = json_object_get(j, "grid"), *group = json_object_get(j, "group"),
         *offset = json_object_get(j, "offset");
  uint64_t lds = t->lds, scratch = t->scratch, shared_global = t->shared_global, shared_temps = t->shared_temps;
  uint64_t dimensions = t->dimensions;
  char at[160];
  memcpy(l->kernel, t->kernel, sizeof l->kernel);
  memcpy(l->grid, t->grid, sizeof l->grid);
  memcpy(l->group, t->group, sizeof l->group);
  memcpy(l->offset, t->offset, sizeof l->offset);
  if (!only(r, where, j, keys) || !string(r, where, j, "kernel", false, l->kernel, sizeof l->kernel) ||
      !integer(r, where, j, "lds", false, 65536, &lds) ||
      !integer(r, where, j, "scratch", false, WL_MAX_SCRATCH, &scratch) ||
      !integer(r, where, j, "dimensions", false, 3, &dimensions) ||
      !integer(r, where, j, "shared_global", false, 128, &shared_global) ||
      !integer(r, where, j, "shared_temps", false, 64, &shared_temps))
    return false;
  l->lds = (uint32_t)lds;
  l->scratch = (uint32_t)scratch;
  l->dimensions = (uint32_t)dimensions;
  l->shared_global = (uint32_t)shared_global;
  l->shared_temps = (uint32_t)shared_temps;
  wl_text(at, sizeof at, "%s.grid", where);
  if ((grid || !l->grid[0]) && !read_size(r, at, grid, l->grid)) return false;
  wl_text(at, sizeof at, "%s.group", where);
  if ((group || !l->group[0]) && !read_size(r, at, group, l->group)) return false;
  wl_text(at, sizeof at, "%s.offset", where);
  if (offset && !read_triple(r, at, offset, 0, UINT64_MAX, l->offset)) return false;
  wl_text(at, sizeof at, "%s.args", where);
  return read_launch_args(r, at, json_object_get(j, "args"), common, l);
}

static bool read_launches(const reader *r, json_t *list) {
  wl_testcase *t = r->t;
  const uint32_t common = t->arg_count;
  if (!json_array_size(list))
    return bad(r, ".launches", "found %s, expected an array of launches", json_is_array(list) ? "none" : kind_of(list));
  if (!(t->launches = calloc(json_array_size(list), sizeof *t->launches))) return bad(r, ".launches", "out of memory");
  for (size_t i = 0; i < json_array_size(list); i++) {
    char at[64];
    wl_text(at, sizeof at, ".launches[%zu]", i);
    if (!read_launch(r, at, json_array_get(list, i), common, &t->launches[t->launch_count++])) return false;
  }
  const wl_test_launch *first = &t->launches[0];
  memcpy(t->grid, first->grid, sizeof t->grid);
  memcpy(t->group, first->group, sizeof t->group);
  return true;
}

// The workgroups that run.
static bool read_groups(const reader *r, const json_t *j) {
  wl_testcase *t = r->t;
  const size_t count = json_array_size(j);
  if (!j) return true;
  if (!count)
    return bad(r, ".launch.groups", "found %s, expected a list of at least one workgroup",
               json_is_array(j) ? "none" : kind_of(j));
  if (!(t->groups = calloc(count, sizeof *t->groups))) return bad(r, ".launch.groups", "out of memory");
  for (; t->group_count < count; t->group_count++) {
    const json_t *v = json_array_get(j, t->group_count);
    const uint64_t number = (uint64_t)json_integer_value(v);
    char at[48];
    wl_text(at, sizeof at, ".launch.groups[%u]", t->group_count);
    if (!json_is_integer(v) || json_integer_value(v) < 0) return bad(r, at, "expected the number of a workgroup");
    if (t->group_count && number <= t->groups[t->group_count - 1])
      return bad(r, at, "found %" PRIu64 " behind %" PRIu64 ", expected ascending numbers", number,
                 t->groups[t->group_count - 1]);
    t->groups[t->group_count] = number;
  }
  return true;
}

// The bytes of GDS for which a test is made: the least number, or [least, most].
static bool read_gds(const reader *r, const json_t *j) {
  enum { MOST = 64 * 65536 };
  const bool list = json_is_array(j);
  const json_t *least = list ? json_array_get(j, 0) : j, *most = list ? json_array_get(j, 1) : NULL;
  wl_testcase *t = r->t;
  if (!j) return true;
  if (!json_is_integer(least) || (list && (json_array_size(j) != 2 || !json_is_integer(most))))
    return bad(r, ".launch.gds", "found %s, expected a number of bytes, or the least and the most", kind_of(j));
  const json_int_t from = json_integer_value(least), to = list ? json_integer_value(most) : MOST;
  if (from < 1 || to < from || to > MOST)
    return bad(r, ".launch.gds", "found %lld to %lld, expected 1 to %d, the least first", (long long)from,
               (long long)to, MOST);
  t->gds_least = (uint32_t)from;
  t->gds_most = (uint32_t)to;
  return true;
}

static bool read_knob(const reader *r, const char *where, const json_t *j, wl_knob_port port, wl_knob_kind kind) {
  const int numbers = wl_knob_numbers(kind);
  const json_t *first = numbers == 2 ? json_array_get(j, 0) : j, *second = json_array_get(j, 1);
  wl_error why;
  if (!numbers && !json_is_boolean(j)) return bad(r, where, "found %s, expected true or false", kind_of(j));
  if (numbers == 2 && (json_array_size(j) != 2 || !json_is_integer(first) || !json_is_integer(second)))
    return bad(r, where, "found %s, expected an array of two integers", kind_of(j));
  if (numbers == 1 && !json_is_integer(j)) return bad(r, where, "found %s, expected an integer", kind_of(j));
  const json_int_t value = json_is_true(j) ? 1 : json_integer_value(first), more = json_integer_value(second);
  if (value < 0 || more < 0)
    return bad(r, where, "found %lld, expected no number below 0", (long long)(value < 0 ? value : more));
  return wl_memory_knob_set(&r->t->memory, port, kind, (uint64_t)value, (uint64_t)more, &why) ||
         bad(r, where, "%s", why.text);
}

// The knobs of the memory: of all ports, and in objects those of one.
static bool read_memory(const reader *r, const char *where, json_t *j, wl_knob_port port) {
  const char *keys[WL_KNOBS + WL_KNOBS_PORTS] = {NULL};
  const bool all = port == WL_KNOBS_ALL;
  for (int i = 0; i < WL_KNOBS; i++) keys[i] = wl_knob_names[i];
  for (int i = 0; all && wl_knob_ports[i]; i++) keys[WL_KNOBS + i] = wl_knob_ports[i];
  if (!only(r, where, j, keys)) return false;
  if (!json_object_size(j)) return bad(r, where, "an empty object, which says nothing");
  for (int i = 0; i < WL_KNOBS + (all ? WL_KNOBS_ALL : 0); i++) {
    json_t *v = json_object_get(j, keys[i]);
    char at[64];
    wl_text(at, sizeof at, "%s.%s", where, keys[i]);
    if (v && !(i < WL_KNOBS ? read_knob(r, at, v, port, (wl_knob_kind)i)
                            : read_memory(r, at, v, (wl_knob_port)(i - WL_KNOBS))))
      return false;
  }
  return true;
}

// launch.issue: "gfx9", "control", or the waves that start with control words and where.
static bool read_issue(const reader *r, json_t *j) {
  static const char *const keys[] = {"control", "waves", NULL};
  wl_testcase *t = r->t;
  uint64_t waves = 0;
  if (!j) return true;
  if (json_is_string(j)) {
    const char *name = json_string_value(j);
    t->control = !strcmp(name, "control");
    if (t->control || !strcmp(name, "gfx9")) return true;
    return bad(r, ".launch.issue", "found \"%.80s\", expected \"gfx9\", \"control\" or an object", name);
  }
  if (!json_is_object(j)) return bad(r, ".launch.issue", "found %s, expected a string or an object", kind_of(j));
  if (!only(r, ".launch.issue", j, keys) ||
      !string(r, ".launch.issue", j, "control", true, t->control_label, sizeof t->control_label) ||
      !integer(r, ".launch.issue", j, "waves", true, 0xFFFF, &waves))
    return false;
  if (!*t->control_label || !waves)
    return bad(r, ".launch.issue", "found no %s, expected one at least", *t->control_label ? "wave" : "label");
  t->control = true;
  t->control_waves = (uint32_t)waves;
  return true;
}

// The folder in which paths of cl_options begin: that in which the program has its name, else the description's.
static bool read_folder(const reader *r, const char *program) {
  wl_testcase *t = r->t;
  const char *slash = strrchr(r->path, '/');
  const size_t whole = strlen(t->program), own = strlen(program);
  const bool named = whole > own && !strcmp(t->program + whole - own, program);
  const size_t length = named ? whole - own : slash ? (size_t)(slash + 1 - r->path) : 0;
  return wl_text(t->folder, sizeof t->folder, "%.*s", (int)(length - (length > 1)), named ? t->program : r->path) ||
         bad(r, ".program", "path too long");
}

static bool read_test(const reader *r, json_t *root) {
  static const char *const keys[] = {"about",      "program", "cl_options", "kernel",      "launch",
                                     "launches",   "args",    "expect",     "memcheck",    "memory",
                                     "uninit",     "races",   "isa",        "memory_unit", "vcc_alias",
                                     "valu_delay", "hazards", "sramecc",    NULL};
  static const char *const launch_keys[] = {
      "grid",     "group",          "lds",          "offset", "shared_global", "shared_temps", "trap_handler", "tma",
      "cond_dbg", "alignment_mode", "code_address", "halt",   "gds",           "scratch",      "issue",        "printf",
      "groups",   "hang_cycles",    "dimensions",   NULL};
  static const char *const debug_names[] = {"user", "sys", "both"};
  static const char *const memchecks[] = {"off", "unmapped", "bounds"};
  static const char *const uninits[] = {"off", "count", "error"};
  wl_testcase *t = r->t;
  char program[256];
  char debug[8] = "", alignment[16] = "", halt[8] = "", memcheck[16] = "off", isa[8] = "", unit[8] = "",
       uninit[8] = "off", hazards[8] = "error";
  uint64_t lds = 0, scratch = 0, shared_global = 0, shared_temps = 0, printf_bytes = 0, dimensions = 0;
  if (!only(r, "", root, keys) || !string(r, "", root, "about", true, t->about, sizeof t->about) ||
      !string(r, "", root, "program", true, program, sizeof program) ||
      !string(r, "", root, "cl_options", false, t->cl_options, sizeof t->cl_options) ||
      !string(r, "", root, "kernel", false, t->kernel, sizeof t->kernel) ||
      !string(r, "", root, "memcheck", false, memcheck, sizeof memcheck) ||
      !string(r, "", root, "uninit", false, uninit, sizeof uninit) ||
      !string(r, "", root, "hazards", false, hazards, sizeof hazards) ||
      !string(r, "", root, "isa", false, isa, sizeof isa) ||
      !string(r, "", root, "memory_unit", false, unit, sizeof unit))
    return false;
  t->of_isa = *isa != 0;
  while (*isa && strcmp(isa, wl_isa_name(t->isa)))
    if (++t->isa == WL_ISAS) return bad(r, ".isa", "found \"%s\", expected \"gfx900\" or \"gfx906\"", isa);
  t->of_memory_unit = *unit != 0;
  t->rdna = !strcmp(unit, "rdna");
  if (t->of_memory_unit && !t->rdna && strcmp(unit, "gfx9") != 0)
    return bad(r, ".memory_unit", "found \"%s\", expected \"gfx9\" or \"rdna\"", unit);
  for (t->memcheck = WL_MEMCHECK_OFF; strcmp(memcheck, memchecks[t->memcheck - WL_MEMCHECK_OFF]); t->memcheck++)
    if (t->memcheck == WL_MEMCHECK_BOUNDS)
      return bad(r, ".memcheck", "found \"%s\", expected \"bounds\", \"unmapped\" or \"off\"", memcheck);
  for (t->uninit = WL_UNINIT_OFF; strcmp(uninit, uninits[t->uninit - WL_UNINIT_OFF]); t->uninit++)
    if (t->uninit == WL_UNINIT_ERROR)
      return bad(r, ".uninit", "found \"%s\", expected \"off\", \"count\" or \"error\"", uninit);
  const json_t *alias = json_object_get(root, "vcc_alias");
  if (alias && !json_is_boolean(alias)) return bad(r, ".vcc_alias", "found %s, expected true or false", kind_of(alias));
  t->of_vcc_alias = alias != NULL;
  t->vcc_alias = json_is_true(alias);
  const json_t *sramecc = json_object_get(root, "sramecc");
  if (sramecc && !json_is_boolean(sramecc))
    return bad(r, ".sramecc", "found %s, expected true or false", kind_of(sramecc));
  t->of_sramecc = sramecc != NULL;
  t->sramecc = json_is_true(sramecc);
  uint64_t delay = 0;
  t->of_valu_delay = json_object_get(root, "valu_delay") != NULL;
  if (!integer(r, "", root, "valu_delay", false, WL_VALU_DELAY_MAX, &delay)) return false;
  t->valu_delay = (uint32_t)delay;
  t->hazards_warn = !strcmp(hazards, "warn");
  if (!t->hazards_warn && strcmp(hazards, "error") != 0)
    return bad(r, ".hazards", "found \"%s\", expected \"error\" or \"warn\"", hazards);
  const json_t *races = json_object_get(root, "races");
  if (races && !json_is_boolean(races)) return bad(r, ".races", "found %s, expected true or false", kind_of(races));
  t->races = json_is_true(races);
  if (!beside(r, ".program", program, t->program, sizeof t->program) || !read_folder(r, program)) return false;
  json_t *launch = json_object_get(root, "launch"), *launches = json_object_get(root, "launches");
  json_t *args = json_object_get(root, "args"), *grid = json_object_get(launch, "grid"),
         *group = json_object_get(launch, "group");
  if (((launch || !launches) && !only(r, ".launch", launch, launch_keys)) ||
      ((grid || !launches) && !read_size(r, ".launch.grid", grid, t->grid)) ||
      ((group || !launches) && !read_size(r, ".launch.group", group, t->group)) ||
      (json_object_get(launch, "offset") &&
       !read_triple(r, ".launch.offset", json_object_get(launch, "offset"), 0, UINT64_MAX, t->offset)) ||
      !integer(r, ".launch", launch, "shared_global", false, 128, &shared_global) ||
      !integer(r, ".launch", launch, "shared_temps", false, 64, &shared_temps) ||
      !integer(r, ".launch", launch, "lds", false, 65536, &lds) ||
      !integer(r, ".launch", launch, "scratch", false, WL_MAX_SCRATCH, &scratch) ||
      !integer(r, ".launch", launch, "dimensions", false, 3, &dimensions) ||
      !range(r, ".launch", launch, "printf", WL_PRINTF_HEAD + 4, 1 << 28, &printf_bytes) ||
      !range(r, ".launch", launch, "hang_cycles", 1, INT64_MAX, &t->hang_cycles) ||
      !read_groups(r, json_object_get(launch, "groups")) ||
      !string(r, ".launch", launch, "trap_handler", false, t->trap_handler, sizeof t->trap_handler) ||
      !string(r, ".launch", launch, "tma", false, t->tma, sizeof t->tma) ||
      !string(r, ".launch", launch, "cond_dbg", false, debug, sizeof debug) ||
      !string(r, ".launch", launch, "alignment_mode", false, alignment, sizeof alignment) ||
      !string(r, ".launch", launch, "halt", false, halt, sizeof halt))
    return false;
  if (!read_gds(r, json_object_get(launch, "gds")) || !read_issue(r, json_object_get(launch, "issue"))) return false;
  json_t *memory = json_object_get(root, "memory");
  if (memory && !read_memory(r, ".memory", memory, WL_KNOBS_ALL)) return false;
  const json_t *address = json_object_get(launch, "code_address");
  if (address && !value(r, ".launch.code_address", WL_U64, address, &t->code_address)) return false;
  if (!low_address(r, ".launch.code_address", &t->code_address)) return false;
  wl_error why;
  if (address && !wl_code_address_fits(t->code_address, &why)) return bad(r, ".launch.code_address", "%s", why.text);
  t->halt_stays = *halt != 0;
  if (*halt && strcmp(halt, "stays")) return bad(r, ".launch.halt", "found \"%s\", expected \"stays\"", halt);
  t->printf_bytes = (uint32_t)printf_bytes;
  t->lds = (uint32_t)lds;
  t->scratch = (uint32_t)scratch;
  t->dimensions = (uint32_t)dimensions;
  t->shared_global = (uint32_t)shared_global;
  t->shared_temps = (uint32_t)shared_temps;
  for (uint32_t i = 0; i < 3; i++)
    if (!strcmp(debug, debug_names[i])) t->cond_dbg = i + 1;
  if (*debug && !t->cond_dbg)
    return bad(r, ".launch.cond_dbg", "found \"%s\", expected \"user\", \"sys\" or \"both\"", debug);
  if (args && !json_is_array(args)) return bad(r, ".args", "found %s, expected an array", kind_of(args));
  for (uint32_t i = 0; wl_alignment_names[i]; i++)
    if (!strcmp(alignment, wl_alignment_names[i])) t->alignment = WL_ALIGNMENT_DWORD + i;
  if (json_object_get(launch, "alignment_mode") && !t->alignment)
    return bad(r, ".launch.alignment_mode",
               "found \"%s\", expected \"dword\", \"dword_strict\", \"strict\" or \"unaligned\"", alignment);
  for (size_t i = 0; i < json_array_size(args); i++) {
    char at[32];
    wl_text(at, sizeof at, ".args[%zu]", i);
    if (!read_arg(r, at, json_array_get(args, i), false)) return false;
  }
  if (launches && !read_launches(r, launches)) return false;
  int tma = find_arg(t, t->tma);
  if (*t->tma && (tma < 0 || t->args[tma].kind != WL_ARG_BUFFER))
    return bad(r, ".launch.tma", "\"%s\" names no buffer of this test", t->tma);
  return read_expects(r, json_object_get(root, "expect"));
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

static json_t *parse(reader *r, char **text) {
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

wl_testcase *wl_testcase_read(const char *path, const char *roots, wl_error *error) {
  reader r = {.path = path, .roots = roots, .error = error};
  char *text;
  json_t *root = parse(&r, &text);
  if (root && !(r.t = calloc(1, sizeof *r.t))) wl_fail(error, "%s: out of memory", path);
  const bool good = r.t && read_test(&r, root);
  json_decref(root);
  free(text);
  if (good) return r.t;
  wl_testcase_free(r.t);
  return NULL;
}

void wl_testcase_free(wl_testcase *t) {
  if (!t) return;
  for (uint32_t i = 0; i < t->arg_count; i++) wl_init_free(&t->args[i].init);
  for (uint32_t i = 0; i < t->expect_count; i++) {
    free(t->expects[i].values);
    free(t->expects[i].bytes);
    free(t->expects[i].seen);
  }
  for (uint32_t i = 0; i < t->launch_count; i++) free(t->launches[i].args);
  free(t->launches);
  free(t->groups);
  free(t->args);
  free(t->expects);
  free(t->messages);
  free(t->exports);
  free(t->cycles);
  free(t->spans);
  free(t->transactions);
  free(t->counts);
  free(t);
}
