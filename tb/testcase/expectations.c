// SPDX-License-Identifier: Apache-2.0
// Reads what a description expects.
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"
#include "exports.h"
#include "reader.h"
#include "wavelock/encoding.h"

static bool read_formula(const wl_reader *r, const char *where, const json_t *j, wl_test_expect *e) {
  const json_t *inputs = json_object_get(j, "inputs");
  char at[160], names[400];
  wl_text(at, sizeof at, "%s.formula", where);
  if (!wl_json_string_of(r, where, j, "formula", true, e->formula, sizeof e->formula)) return false;
  const wl_formula *f = wl_formula_find(e->formula, names, sizeof names);
  if (!f) return wl_json_bad(r, at, "no formula \"%s\"; there are: %s", e->formula, names);
  wl_text(at, sizeof at, "%s.inputs", where);
  if (json_array_size(inputs) != strlen(f->needs))
    return wl_json_bad(r, at, "found %zu names, formula %s takes %zu: %s", json_array_size(inputs), f->name,
                       strlen(f->needs), f->about);
  for (size_t i = 0; i < json_array_size(inputs); i++) {
    const char *name = json_string_value(json_array_get(inputs, i));
    int arg = name ? wl_find_arg(r->t, name) : -1;
    wl_text(at, sizeof at, "%s.inputs[%zu]", where, i);
    if (arg < 0 || (r->t->args[arg].kind != WL_ARG_BUFFER && r->t->args[arg].kind != WL_ARG_SCALAR))
      return wl_json_bad(r, at, "\"%s\" names no buffer or scalar of this test", name ? name : "");
    e->inputs[e->input_count++] = (uint32_t)arg;
  }
  return true;
}

// A larger distance would accept almost any value; for an f32 this is an eighth of the value.
uint64_t wl_expect_most_ulp(wl_type type) {
  const size_t size = wl_type_size(type);
  return UINT64_C(1) << (size == 1 ? 4 : size == 2 ? 8 : 20);
}

// Refuses a second expectation for an element.
static bool apart(const wl_reader *r, const char *where, const wl_test_expect *e) {
  for (const wl_test_expect *other = r->t->expects; other < e; other++) {
    if (e->groups && other->groups && e->groups != other->groups) continue;
    if (other->buffer == e->buffer && e->from < other->from + other->count && other->from < e->from + e->count)
      return wl_json_bad(
          r, where, "elements %" PRIu64 " to %" PRIu64 " of buffer %s: another expectation has %" PRIu64 " to %" PRIu64,
          e->from, e->from + e->count - 1, r->t->args[e->buffer].name, other->from, other->from + other->count - 1);
  }
  return true;
}

// Finds the key with the expected contents. An expectation has one of them.
static bool wanted_key(const wl_reader *r, const char *where, const json_t *j, const char **key) {
  static const char *const keys[] = {"values", "constant", "formula", "unchanged", "one_of", "file"};
  char at[160];
  *key = NULL;
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    if (!json_object_get(j, keys[i])) continue;
    wl_text(at, sizeof at, "%s.%s", where, keys[i]);
    if (*key) return wl_json_bad(r, at, "beside \"%s\", which says what is expected", *key);
    *key = keys[i];
  }
  if (!*key)
    return wl_json_bad(r, where,
                       "expected one of the keys values, constant, formula, one_of, file, or \"unchanged\": true");
  wl_text(at, sizeof at, "%s.inputs", where);
  return !strcmp(*key, "formula") || !json_object_get(j, "inputs") ||
         wl_json_bad(r, at, "there is no formula that takes them");
}

// A list of contents, each a list of as many values. The elements are that many after each other.
static bool read_one_of(const wl_reader *r, const char *where, const json_t *lists, wl_test_expect *e) {
  enum { MOST = 64 };
  const wl_type type = r->t->args[e->buffer].type;
  const size_t choices = json_array_size(lists), width = json_array_size(json_array_get(lists, 0));
  char at[160];
  wl_text(at, sizeof at, "%s.one_of", where);
  e->kind = WL_EXPECT_ONE_OF;
  if (choices < 1 || choices > MOST || width < 1)
    return wl_json_bad(r, at, "found %s of %zu, expected 1 to %d arrays of values", wl_json_kind(lists), choices, MOST);
  if (width > e->count || e->count % width)
    return wl_json_bad(r, at, "%zu values, and %" PRIu64 " elements: expected a multiple", width, e->count);
  e->choices = (uint32_t)choices;
  e->width = (uint32_t)width;
  e->seen = calloc(choices, sizeof *e->seen);
  e->values = calloc(choices * width, sizeof *e->values);
  if (!e->seen || !e->values) return wl_json_bad(r, at, "out of memory");
  for (size_t i = 0; i < choices; i++) {
    const json_t *list = json_array_get(lists, i);
    size_t count = 0;
    wl_text(at, sizeof at, "%s.one_of[%zu]", where, i);
    uint64_t *one = wl_json_values(r, at, type, list, &count);
    if (one && count == width) memcpy(e->values + i * width, one, width * sizeof *one);
    free(one);
    if (!one) return false;
    if (count != width) return wl_json_bad(r, at, "%zu values, the first array has %zu", count, width);
  }
  return true;
}

// The raw elements from a file, which has as many as are expected.
static bool read_contents(const wl_reader *r, const char *where, const json_t *j, wl_test_expect *e) {
  const wl_test_arg *a = &r->t->args[e->buffer];
  wl_test_arg part = {.type = a->type, .count = e->count};
  char at[160];
  wl_text(at, sizeof at, "%s.file", where);
  wl_text(part.name, sizeof part.name, "%s", a->name);
  e->kind = WL_EXPECT_FILE;
  if (!wl_read_contents(r, where, j, at, &part)) return false;
  e->bytes = part.init.bytes;
  part.init.bytes = NULL;
  wl_init_free(&part.init);
  return true;
}

static bool read_expect(const wl_reader *r, const char *where, json_t *j) {
  static const char *const fixed[] = {"values", "one_of", "file", NULL};
  wl_testcase *t = r->t;
  wl_test_expect *e = &t->expects[t->expect_count++];
  char name[WL_NAME], at[160], groups[16] = "";
  const char *key = NULL;
  size_t count = 0;
  if (!wl_json_only_in(r, where, j, "expect.buffers[]") ||
      !wl_json_string_of(r, where, j, "buffer", true, name, sizeof name))
    return false;
  int arg = wl_find_arg(t, name);
  wl_text(at, sizeof at, "%s.buffer", where);
  if (arg < 0 || t->args[arg].kind != WL_ARG_BUFFER)
    return wl_json_bad(r, at, "\"%s\" names no buffer of this test", name);
  const wl_test_arg *a = &t->args[arg];
  e->buffer = (uint32_t)arg;
  if (!a->count) return wl_json_bad(r, at, "buffer %s has no elements: nothing would be compared", name);
  if (!wl_json_range_of(r, where, j, "from", 0, a->count - 1, &e->from) ||
      !wl_json_integer_of(r, where, j, "ulp", false, wl_expect_most_ulp(a->type), &e->ulp) ||
      !wl_json_string_of(r, where, j, "groups", false, groups, sizeof groups) ||
      !wl_json_flag_of(r, where, j, "lockstep", &e->lockstep))
    return false;
  if (!strcmp(groups, "resident")) e->groups = WL_GROUPS_RESIDENT;
  if (!strcmp(groups, "waiting")) e->groups = WL_GROUPS_WAITING;
  wl_text(at, sizeof at, "%s.groups", where);
  if (json_object_get(j, "groups") && !e->groups)
    return wl_json_bad(r, at, "found \"%s\", expected \"resident\" or \"waiting\"", groups);
  for (int i = 0; e->groups && fixed[i]; i++)
    if (json_object_get(j, fixed[i]))
      return wl_json_bad(r, at, "beside \"%s\", whose number does not depend on the unit", fixed[i]);
  const uint64_t rest = a->count - e->from;
  e->count = rest;
  if (!wl_json_range_of(r, where, j, "count", 1, rest, &e->count) || !wanted_key(r, where, j, &key)) return false;
  e->to_end = !json_object_get(j, "count") && strcmp(key, "values") != 0;
  const json_t *what = json_object_get(j, key);
  wl_text(at, sizeof at, "%s.%s", where, key);
  if (!strcmp(key, "values")) {
    e->kind = WL_EXPECT_VALUES;
    if (!(e->values = wl_json_values(r, at, a->type, what, &count))) return false;
    if (!count) return wl_json_bad(r, at, "an empty array: nothing would be compared");
    if (count > rest)
      return wl_json_bad(r, at, "%zu values, but %" PRIu64 " elements from %" PRIu64 " on", count, rest, e->from);
    wl_text(at, sizeof at, "%s.count", where);
    if (json_object_get(j, "count") && e->count != count)
      return wl_json_bad(r, at, "found %" PRIu64 ", but there are %zu values", e->count, count);
    e->count = count;
    return true;
  }
  if (!strcmp(key, "constant")) {
    e->kind = WL_EXPECT_CONSTANT;
    return wl_json_value(r, at, a->type, what, &e->constant);
  }
  if (!strcmp(key, "formula")) {
    e->kind = WL_EXPECT_FORMULA;
    return read_formula(r, where, j, e);
  }
  if (!strcmp(key, "one_of")) return read_one_of(r, where, what, e);
  if (!strcmp(key, "file")) return read_contents(r, where, j, e);
  e->kind = WL_EXPECT_UNCHANGED;
  return json_is_true(what) || wl_json_bad(r, at, "found %s, expected true (or no such key)", wl_json_kind(what));
}

// A list of messages to the host, or of trace records, which have no number.
static bool read_messages(const wl_reader *r, json_t *list, bool trace) {
  const char *where = trace ? ".expect.trace" : ".expect.messages";
  wl_testcase *t = r->t;
  if (!json_is_array(list)) return wl_json_bad(r, where, "found %s, expected an array", wl_json_kind(list));
  for (size_t i = 0; i < json_array_size(list); i++) {
    json_t *j = json_array_get(list, i);
    uint64_t wave = 0, simm = 0, m0 = 0;
    char at[64], m0_at[80];
    wl_text(at, sizeof at, "%s[%zu]", where, i);
    wl_text(m0_at, sizeof m0_at, "%s.m0", at);
    const json_t *m0_value = json_object_get(j, "m0");
    if (t->message_count == WL_MAX_MESSAGES)
      return wl_json_bad(r, at, "more than %d messages and records", WL_MAX_MESSAGES);
    if (!wl_json_only_in(r, at, j, trace ? "expect.trace[]" : "expect.messages[]") ||
        !wl_json_integer_of(r, at, j, "wave", true, WL_MAX_WAVES - 1, &wave) ||
        (!trace && !wl_json_integer_of(r, at, j, "message", true, UINT16_MAX, &simm)) ||
        (m0_value && !wl_json_value(r, m0_at, WL_U32, m0_value, &m0)))
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

static bool read_why(const wl_reader *r, const json_t *j) {
  wl_testcase *t = r->t;
  wl_place place;
  if (!wl_json_string_of(r, ".expect", j, "why", false, t->why, sizeof t->why)) return false;
  if (json_object_get(j, "why") && !*t->why)
    return wl_json_bad(r, ".expect.why", "an empty text, which anything contains");
  for (const char *at = t->why; (at = strchr(at, '{'));)
    if (!wl_place_in_braces(at + 1, &place, &at))
      return wl_json_bad(r, ".expect.why", "no place in the braces of \"%.60s\": %s", at, place_form);
  return true;
}

static bool read_fault(const wl_reader *r, const char *where, json_t *j) {
  wl_testcase *t = r->t;
  wl_test_fault *f = &t->faults[t->fault_count];
  char kind[16] = "", text[WL_NAME + 24], at[96];
  uint64_t wave = UINT64_MAX;
  if (t->fault_count == WL_MAX_WAVES) return wl_json_bad(r, where, "more than %d faults", WL_MAX_WAVES);
  if (!wl_json_only_in(r, where, j, "expect.fault[]") ||
      !wl_json_string_of(r, where, j, "kind", true, kind, sizeof kind) ||
      !wl_json_string_of(r, where, j, "at", true, text, sizeof text) ||
      !wl_json_integer_of(r, where, j, "wave", false, WL_MAX_WAVES - 1, &wave))
    return false;
  f->fetch = !strcmp(kind, "fetch");
  f->wave = wave == UINT64_MAX ? -1 : (int)wave;
  wl_text(at, sizeof at, "%s.kind", where);
  if (!f->fetch && strcmp(kind, "illegal") != 0)
    return wl_json_bad(r, at, "found \"%s\", expected illegal or fetch", kind);
  wl_text(at, sizeof at, "%s.at", where);
  if (!read_place(text, &f->at)) return wl_json_bad(r, at, "found \"%s\", %s", text, place_form);
  t->fault_count++;
  return true;
}

// true, a fault, or a list of them.
static bool read_faults(const wl_reader *r, json_t *j) {
  char at[48] = ".expect.fault";
  r->t->fault = j != NULL;
  if (!j || json_is_true(j)) return true;
  if (json_is_object(j)) return read_fault(r, at, j);
  if (!json_is_array(j) || !json_array_size(j))
    return wl_json_bad(r, at, "found %s, expected a fault, a list of at least one, or true", wl_json_kind(j));
  for (size_t i = 0; i < json_array_size(j); i++) {
    wl_text(at, sizeof at, ".expect.fault[%zu]", i);
    if (!read_fault(r, at, json_array_get(j, i))) return false;
  }
  return true;
}

// A label of the program, where cycles begin or end. in_file: its place in the description.
static bool read_label(const wl_reader *r, const char *where, const json_t *j, const char *key, wl_place *place,
                       char *in_file, size_t size) {
  char text[WL_NAME + 24], at[96];
  int line, column;
  if (!wl_json_string_of(r, where, j, key, true, text, sizeof text)) return false;
  wl_text(at, sizeof at, "%s.%s", where, key);
  wl_json_locate(r->text, at, &line, &column);
  wl_text(in_file, size, "%s:%d:%d: %s", r->path, line, column, at + 1);
  return (read_place(text, place) && *place->name) ||
         wl_json_bad(r, at, "found \"%s\", expected a label of the program, with \"+offset\" or without", text);
}

static bool read_cycles(const wl_reader *r, json_t *list) {
  wl_testcase *t = r->t;
  if (!list) return true;
  if (!json_is_array(list) || !json_array_size(list))
    return wl_json_bad(r, ".expect.cycles", "found %s, expected a list of at least one",
                       json_is_array(list) ? "none" : wl_json_kind(list));
  t->cycles = calloc(json_array_size(list), sizeof *t->cycles);
  t->spans = calloc(json_array_size(list), sizeof *t->spans);
  if (!t->cycles || !t->spans) return wl_json_bad(r, ".expect.cycles", "out of memory");
  for (; t->cycle_count < json_array_size(list); t->cycle_count++) {
    json_t *j = json_array_get(list, t->cycle_count);
    wl_test_cycles *c = &t->cycles[t->cycle_count];
    uint64_t wave = 0;
    char at[64];
    c->most = UINT32_MAX;
    wl_text(at, sizeof at, ".expect.cycles[%u]", t->cycle_count);
    if (!wl_json_only_in(r, at, j, "expect.cycles[]") ||
        !read_label(r, at, j, "from", &c->from, c->where[0], sizeof c->where[0]) ||
        !read_label(r, at, j, "to", &c->to, c->where[1], sizeof c->where[1]) ||
        !wl_json_integer_of(r, at, j, "wave", true, WL_MAX_WAVES - 1, &wave) ||
        !wl_json_integer_of(r, at, j, "least", false, UINT32_MAX, &c->least) ||
        !wl_json_integer_of(r, at, j, "most", false, UINT32_MAX, &c->most))
      return false;
    if (!json_object_get(j, "least") && !json_object_get(j, "most"))
      return wl_json_bad(r, at, "expected least, most, or both");
    if (c->least > c->most)
      return wl_json_bad(r, at, "an empty range: least is %" PRIu64 ", most is %" PRIu64, c->least, c->most);
    t->spans[t->cycle_count].slot = (uint32_t)wave;
  }
  return true;
}

static bool read_transactions(const wl_reader *r, json_t *list) {
  wl_testcase *t = r->t;
  if (!list) return true;
  if (!json_is_array(list) || !json_array_size(list))
    return wl_json_bad(r, ".expect.transactions", "found %s, expected a list of at least one",
                       json_is_array(list) ? "none" : wl_json_kind(list));
  t->transactions = calloc(json_array_size(list), sizeof *t->transactions);
  t->counts = calloc(json_array_size(list), sizeof *t->counts);
  if (!t->transactions || !t->counts) return wl_json_bad(r, ".expect.transactions", "out of memory");
  for (; t->transaction_count < json_array_size(list); t->transaction_count++) {
    json_t *j = json_array_get(list, t->transaction_count);
    wl_test_transactions *one = &t->transactions[t->transaction_count];
    char at[64];
    wl_text(at, sizeof at, ".expect.transactions[%u]", t->transaction_count);
    if (!wl_json_only_in(r, at, j, "expect.transactions[]") ||
        !read_label(r, at, j, "at", &one->at, one->where, sizeof one->where) ||
        !wl_json_integer_of(r, at, j, "count", true, UINT32_MAX, &one->count))
      return false;
  }
  return true;
}

static bool read_both_kinds(const wl_reader *r, const json_t *j) {
  json_t *messages = json_object_get(j, "messages"), *trace = json_object_get(j, "trace");
  wl_testcase *t = r->t;
  if (!messages && !trace) return true;
  if (!(t->messages = calloc(WL_MAX_MESSAGES, sizeof *t->messages))) return wl_json_bad(r, ".expect", "out of memory");
  t->expects_messages = messages != NULL;
  t->expects_trace = trace != NULL;
  return (!messages || read_messages(r, messages, false)) && (!trace || read_messages(r, trace, true));
}

// {"0": [64 numbers], ...}: a key for each VSRC that is sent.
static bool read_export_data(const wl_reader *r, const char *where, const json_t *j, wl_export *x) {
  char place[96], at[128];
  const json_t *data = json_object_get(j, "data");
  const uint32_t sent = wl_export_registers(x->en, x->compr);
  wl_text(place, sizeof place, "%s.data", where);
  if (!json_is_object(data)) return wl_json_bad(r, place, "found %s, expected an object", wl_json_kind(data));
  if (json_object_size(data) != (size_t)__builtin_popcount(sent))
    return wl_json_bad(r, place, "found %zu keys, but %d registers are sent", json_object_size(data),
                       __builtin_popcount(sent));
  for (uint32_t left = sent; left; left &= left - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(left);
    char key[8];
    size_t count;
    wl_text(key, sizeof key, "%u", i);
    wl_text(at, sizeof at, "%s.%s", place, key);
    uint64_t *lanes = wl_json_values(r, at, WL_U32, json_object_get(data, key), &count);
    if (!lanes) return false;
    for (uint32_t lane = 0; lane < WL_LANES && lane < count; lane++) x->data[i][lane] = (uint32_t)lanes[lane];
    free(lanes);
    if (count != WL_LANES) return wl_json_bad(r, at, "%zu numbers, expected %d", count, WL_LANES);
  }
  return true;
}

static bool read_export_list(const wl_reader *r, const char *where, json_t *list) {
  wl_testcase *t = r->t;
  if (!json_is_array(list)) return wl_json_bad(r, where, "found %s, expected an array", wl_json_kind(list));
  if (!(t->exports = calloc(WL_MAX_EXPORTS, sizeof *t->exports))) return wl_json_bad(r, where, "out of memory");
  t->expects_exports = true;
  for (size_t i = 0; i < json_array_size(list); i++) {
    json_t *j = json_array_get(list, i);
    uint64_t wave = 0, en = 0;
    uint32_t target;
    char at[64], place[80], name[16] = "";
    wl_text(at, sizeof at, "%s[%zu]", where, i);
    if (t->export_count == WL_MAX_EXPORTS) return wl_json_bad(r, at, "more than %d exports", WL_MAX_EXPORTS);
    wl_export *x = &t->exports[t->export_count++];
    if (!wl_json_only_in(r, at, j, "expect.exports[]") ||
        !wl_json_integer_of(r, at, j, "wave", true, WL_MAX_WAVES - 1, &wave) ||
        !wl_json_string_of(r, at, j, "target", true, name, sizeof name) ||
        !wl_json_integer_of(r, at, j, "en", true, 15, &en) || !wl_json_flag_of(r, at, j, "compr", &x->compr) ||
        !wl_json_flag_of(r, at, j, "done", &x->done) || !wl_json_flag_of(r, at, j, "vm", &x->vm))
      return false;
    wl_text(place, sizeof place, "%s.target", at);
    if (!wl_export_target_parse(name, &target))
      return wl_json_bad(r, place, "found \"%s\", expected mrt0 to mrt7, mrtz, null, pos0 to pos3 or param0 to param31",
                         name);
    x->slot = (uint32_t)wave;
    x->target = (uint8_t)target;
    x->en = (uint8_t)en;
    wl_text(place, sizeof place, "%s.exec", at);
    if (!wl_json_value(r, place, WL_U64, json_object_get(j, "exec"), &x->exec) || !read_export_data(r, at, j, x))
      return false;
  }
  return true;
}

// A list, or {"file": "name"} for a file beside the description that has it as {"exports": list}.
static bool read_exports(const wl_reader *r, json_t *j) {
  static const char *const keys_there[] = {"exports", NULL};
  static const char where[] = ".expect.exports";
  char name[256], path[512], *text = NULL;
  if (!j) return true;
  if (!json_is_object(j)) return read_export_list(r, where, j);
  if (!wl_json_only_in(r, where, j, "expect.exports") ||
      !wl_json_string_of(r, where, j, "file", true, name, sizeof name) ||
      !wl_json_beside(r, ".expect.exports.file", name, path, sizeof path))
    return false;
  wl_error why;
  wl_reader there = {.path = path, .t = r->t, .error = &why};
  json_t *root = wl_json_parse(&there, &text);
  const bool read = root && wl_json_only(&there, "", root, keys_there) &&
                    read_export_list(&there, ".exports", json_object_get(root, "exports"));
  json_decref(root);
  free(text);
  return read || wl_json_bad(r, ".expect.exports.file", "%s", why.text);
}

bool wl_read_expects(const wl_reader *r, const char *where, json_t *j) {
  wl_testcase *t = r->t;
  char verdict[16] = "PASS", at[64];
  if (!j) return wl_json_bad(r, where, "found nothing, expected an object: a test says what it expects");
  if (!wl_json_only_in(r, where, j, "expect") ||
      !wl_json_string_of(r, ".expect", j, "verdict", false, verdict, sizeof verdict) || !read_why(r, j))
    return false;
  int v = WL_PASS;
  while (v <= WL_ERROR && strcmp(verdict, wl_verdict_name((wl_verdict)v))) v++;
  if (v > WL_ERROR || v == WL_EXPECT)
    return wl_json_bad(r, ".expect.verdict", "found \"%s\", expected PASS, MISMATCH, ILLEGAL, HAZARD, HANG or ERROR",
                       verdict);
  t->verdict = (wl_verdict)v;
  if (!read_faults(r, json_object_get(j, "fault"))) return false;
  if (t->fault && v != WL_PASS)
    return wl_json_bad(r, ".expect.fault", "a fault and verdict %s exclude each other", verdict);
  if (!read_both_kinds(r, j) || !read_exports(r, json_object_get(j, "exports")) ||
      !read_cycles(r, json_object_get(j, "cycles")) || !read_transactions(r, json_object_get(j, "transactions")))
    return false;
  json_t *buffers = json_object_get(j, "buffers"), *images = json_object_get(j, "images");
  if (buffers && !json_is_array(buffers))
    return wl_json_bad(r, ".expect.buffers", "found %s, expected an array", wl_json_kind(buffers));
  if (images && !json_is_array(images))
    return wl_json_bad(r, ".expect.images", "found %s, expected an array", wl_json_kind(images));
  if (!json_array_size(buffers) && !json_array_size(images)) {
    if (v != WL_PASS || t->fault || t->message_count || t->export_count || t->cycle_count || t->transaction_count)
      return true;
    return wl_json_bad(
        r, ".expect",
        "expects neither a fault, nor a verdict other than PASS, nor a message, nor an export, nor cycles, "
        "nor transactions, nor the contents of a buffer or an image");
  }
  if (!(t->expects = calloc(json_array_size(buffers) + json_array_size(images), sizeof *t->expects)))
    return wl_json_bad(r, ".expect", "out of memory");
  for (size_t i = 0; i < json_array_size(buffers); i++) {
    wl_text(at, sizeof at, ".expect.buffers[%zu]", i);
    if (!read_expect(r, at, json_array_get(buffers, i)) || !apart(r, at, &t->expects[i])) return false;
  }
  for (size_t i = 0; i < json_array_size(images); i++) {
    wl_text(at, sizeof at, ".expect.images[%zu]", i);
    if (!wl_read_image_expect(r, at, json_array_get(images, i))) return false;
  }
  return true;
}
