// SPDX-License-Identifier: Apache-2.0
// Reads test.json, by the keys of keys.def.
#include "testcase.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"

// 1 to 3 numbers from least to most. A number that is missing is least.
static bool read_triple(const wl_reader *r, const char *where, const json_t *j, uint64_t least, uint64_t most,
                        uint64_t to[3]) {
  to[0] = to[1] = to[2] = least;
  if (!json_is_array(j)) return wl_json_bad(r, where, "found %s, expected an array of 1 to 3 numbers", wl_json_kind(j));
  if (json_array_size(j) < 1 || json_array_size(j) > 3)
    return wl_json_bad(r, where, "found an array of %zu, expected one of 1 to 3 numbers", json_array_size(j));
  for (size_t i = 0; i < json_array_size(j); i++) {
    if (!wl_json_wide(json_array_get(j, i), &to[i]) || to[i] < least || to[i] > most)
      return wl_json_bad(r, where, "element %zu is no number from %" PRIu64 " to %" PRIu64, i, least, most);
  }
  return true;
}

// The scopes of keys: the description, its launch, one of its launches.
typedef enum { OF_TEST, OF_LAUNCH, OF_LAUNCHES } scope;

// Reads what the object has of a scope's keys.
static bool read_keys(const wl_reader *r, scope of, const char *where, json_t *object);

static bool read_launch(const wl_reader *r, const char *where, json_t *j) {
  return (!j && json_object_get(r->root, "launches")) || read_keys(r, OF_LAUNCH, where, j);
}

static bool read_args(const wl_reader *r, const char *where, json_t *list) {
  if (list && !json_is_array(list)) return wl_json_bad(r, where, "found %s, expected an array", wl_json_kind(list));
  for (size_t i = 0; i < json_array_size(list); i++) {
    char at[32];
    wl_text(at, sizeof at, "%s[%zu]", where, i);
    if (!wl_read_arg(r, at, json_array_get(list, i), false)) return false;
  }
  return true;
}

// The arguments of the last launch: names of the test's arguments, and scalars and locals of its own. Without a list:
// all arguments of the test.
static bool read_launch_args(const wl_reader *r, const char *where, json_t *list) {
  wl_testcase *t = r->t;
  wl_test_launch *l = &t->launches[t->launch_count - 1];
  size_t count = json_array_size(list);
  if (list && !json_is_array(list)) return wl_json_bad(r, where, "found %s, expected an array", wl_json_kind(list));
  while (!list && count < t->arg_count && !t->args[count].inner) count++;
  if (!(l->args = malloc((count + 1) * sizeof *l->args))) return wl_json_bad(r, where, "out of memory");
  for (l->arg_count = 0; l->arg_count < count; l->arg_count++) {
    json_t *j = json_array_get(list, l->arg_count);
    char at[160];
    wl_text(at, sizeof at, "%s[%u]", where, l->arg_count);
    l->args[l->arg_count] = list ? t->arg_count : l->arg_count;
    if (json_is_string(j)) {
      const int named = wl_find_arg(t, json_string_value(j));
      if (named < 0) return wl_json_bad(r, at, "\"%s\" names no argument of this test", json_string_value(j));
      l->args[l->arg_count] = (uint32_t)named;
    } else if (list) {
      const char *kind = json_object_get(j, "buffer") ? "a buffer" : json_object_get(j, "image") ? "an image" : NULL;
      if (kind) return wl_json_bad(r, at, "%s stands in the args of the test; here goes its name", kind);
      if (!wl_read_arg(r, at, j, true)) return false;
    }
  }
  return true;
}

static bool read_launches(const wl_reader *r, const char *where, json_t *list) {
  wl_testcase *t = r->t;
  if (!list) return true;
  if (!json_array_size(list))
    return wl_json_bad(r, where, "found %s, expected an array of launches",
                       json_is_array(list) ? "none" : wl_json_kind(list));
  if (!(t->launches = calloc(json_array_size(list), sizeof *t->launches)))
    return wl_json_bad(r, where, "out of memory");
  for (size_t i = 0; i < json_array_size(list); i++) {
    char at[64];
    wl_text(at, sizeof at, "%s[%zu]", where, i);
    wl_testcase_inherit(t, &t->launches[t->launch_count++]);
    if (!read_keys(r, OF_LAUNCHES, at, json_array_get(list, i))) return false;
  }
  const wl_test_launch *first = &t->launches[0];
  memcpy(t->grid, first->grid, sizeof t->grid);
  memcpy(t->group, first->group, sizeof t->group);
  return true;
}

// The workgroups that run.
static bool read_groups(const wl_reader *r, const char *where, json_t *j) {
  wl_testcase *t = r->t;
  const size_t count = json_array_size(j);
  if (!j) return true;
  if (!count)
    return wl_json_bad(r, where, "found %s, expected a list of at least one workgroup",
                       json_is_array(j) ? "none" : wl_json_kind(j));
  if (!(t->groups = calloc(count, sizeof *t->groups))) return wl_json_bad(r, where, "out of memory");
  for (; t->group_count < count; t->group_count++) {
    const json_t *v = json_array_get(j, t->group_count);
    const uint64_t number = (uint64_t)json_integer_value(v);
    char at[48];
    wl_text(at, sizeof at, "%s[%u]", where, t->group_count);
    if (!json_is_integer(v) || json_integer_value(v) < 0)
      return wl_json_bad(r, at, "expected the number of a workgroup");
    if (t->group_count && number <= t->groups[t->group_count - 1])
      return wl_json_bad(r, at, "found %" PRIu64 " behind %" PRIu64 ", expected ascending numbers", number,
                         t->groups[t->group_count - 1]);
    t->groups[t->group_count] = number;
  }
  return true;
}

// The bytes of GDS for which a test is made: the least number, or [least, most].
static bool read_gds(const wl_reader *r, const char *where, json_t *j) {
  enum { MOST = 64 * 65536 };
  const bool list = json_is_array(j);
  const json_t *least = list ? json_array_get(j, 0) : j, *most = list ? json_array_get(j, 1) : NULL;
  wl_testcase *t = r->t;
  if (!j) return true;
  if (!json_is_integer(least) || (list && (json_array_size(j) != 2 || !json_is_integer(most))))
    return wl_json_bad(r, where, "found %s, expected a number of bytes, or the least and the most", wl_json_kind(j));
  const json_int_t from = json_integer_value(least), to = list ? json_integer_value(most) : MOST;
  if (from < 1 || to < from || to > MOST)
    return wl_json_bad(r, where, "found %lld to %lld, expected 1 to %d, the least first", (long long)from,
                       (long long)to, MOST);
  t->gds_least = (uint32_t)from;
  t->gds_most = (uint32_t)to;
  return true;
}

static bool read_knob(const wl_reader *r, const char *where, const json_t *j, wl_knob_port port, wl_knob_kind kind) {
  const int numbers = wl_knob_numbers(kind);
  const json_t *first = numbers == 2 ? json_array_get(j, 0) : j, *second = json_array_get(j, 1);
  wl_error why;
  if (!numbers && !json_is_boolean(j))
    return wl_json_bad(r, where, "found %s, expected true or false", wl_json_kind(j));
  if (numbers == 2 && (json_array_size(j) != 2 || !json_is_integer(first) || !json_is_integer(second)))
    return wl_json_bad(r, where, "found %s, expected an array of two integers", wl_json_kind(j));
  if (numbers == 1 && !json_is_integer(j))
    return wl_json_bad(r, where, "found %s, expected an integer", wl_json_kind(j));
  const json_int_t value = json_is_true(j) ? 1 : json_integer_value(first), more = json_integer_value(second);
  if (value < 0 || more < 0)
    return wl_json_bad(r, where, "found %lld, expected no number below 0", (long long)(value < 0 ? value : more));
  return wl_memory_knob_set(&r->t->memory, port, kind, (uint64_t)value, (uint64_t)more, &why) ||
         wl_json_bad(r, where, "%s", why.text);
}

// The knobs of the memory: of all ports, and in objects those of one.
static bool read_memory(const wl_reader *r, const char *where, json_t *j, wl_knob_port port) {
  const char *keys[WL_KNOBS + WL_KNOBS_PORTS] = {NULL};
  const bool all = port == WL_KNOBS_ALL;
  for (int i = 0; i < WL_KNOBS; i++) keys[i] = wl_knob_names[i];
  for (int i = 0; all && wl_knob_ports[i]; i++) keys[WL_KNOBS + i] = wl_knob_ports[i];
  if (!wl_json_only(r, where, j, keys)) return false;
  if (!json_object_size(j)) return wl_json_bad(r, where, "an empty object, which says nothing");
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

static bool read_knobs(const wl_reader *r, const char *where, json_t *j) {
  return !j || read_memory(r, where, j, WL_KNOBS_ALL);
}

// launch.issue: "gfx9", "control", or the waves that start with control words and where.
static bool read_issue(const wl_reader *r, const char *where, json_t *j) {
  wl_testcase *t = r->t;
  uint64_t waves = 0;
  if (!j) return true;
  if (json_is_string(j)) {
    const char *name = json_string_value(j);
    t->control = !strcmp(name, "control");
    if (t->control || !strcmp(name, "gfx9")) return true;
    return wl_json_bad(r, where, "found \"%.80s\", expected \"gfx9\", \"control\" or an object", name);
  }
  if (!json_is_object(j)) return wl_json_bad(r, where, "found %s, expected a string or an object", wl_json_kind(j));
  if (!wl_json_only_in(r, where, j, "launch.issue") ||
      !wl_json_string_of(r, where, j, "control", true, t->control_label, sizeof t->control_label) ||
      !wl_json_integer_of(r, where, j, "waves", true, 0xFFFF, &waves))
    return false;
  if (!*t->control_label || !waves)
    return wl_json_bad(r, where, "found no %s, expected one at least", *t->control_label ? "wave" : "label");
  t->control = true;
  t->control_waves = (uint32_t)waves;
  return true;
}

// The folder in which paths of cl_options begin: that in which the program has its name, else the description's.
static bool read_folder(const wl_reader *r, const char *program) {
  wl_testcase *t = r->t;
  const char *slash = strrchr(r->path, '/');
  const size_t whole = strlen(t->program), own = strlen(program);
  const bool named = whole > own && !strcmp(t->program + whole - own, program);
  const size_t length = named ? whole - own : slash ? (size_t)(slash + 1 - r->path) : 0;
  return wl_text(t->folder, sizeof t->folder, "%.*s", (int)(length - (length > 1)), named ? t->program : r->path) ||
         wl_json_bad(r, ".program", "path too long");
}

static bool read_program(const wl_reader *r, const char *where, json_t *j) {
  char name[256];
  return wl_json_text_at(r, where, j, name, sizeof name) &&
         wl_json_beside(r, where, name, r->t->program, sizeof r->t->program) && read_folder(r, name);
}

static bool read_code_address(const wl_reader *r, const char *where, json_t *j) {
  uint64_t *address = &r->t->code_address;
  wl_error why;
  if (!j) return true;
  if (!wl_json_value(r, where, WL_U64, j, address) || !wl_low_address(r, where, address)) return false;
  return wl_code_address_fits(*address, &why) || wl_json_bad(r, where, "%s", why.text);
}

// ---- the table of keys ---------------------------------------------------------------------------

typedef struct {
  const char *path;
  enum { IS_TEXT, IS_FLAG, IS_NUMBER, IS_NUMBERS, IS_WORDS, IS_READ } kind;
  size_t at, size;  // the field
  uint64_t least, most;
  const char *const *words;  // the last is NULL
  const char *standard;
  bool (*read)(const wl_reader *r, const char *where, json_t *j);
  size_t given;  // a field; 0: none
  bool needed;
} row;

#define FIELD(field) .at = offsetof(STRUCT, field), .size = sizeof(((STRUCT *)0)->field)
#define TEXT(field, length) .kind = IS_TEXT, FIELD(field)
#define FLAG(field) .kind = IS_FLAG, FIELD(field)
#define NUMBER(type, field, from, to) .kind = IS_NUMBER, FIELD(field), .least = (from), .most = (to)
#define NUMBERS(type, field, from, to) .kind = IS_NUMBERS, FIELD(field), .least = (from), .most = (to)
#define WORDS(type, field, first, ...) \
  .kind = IS_WORDS, FIELD(field), .least = (first), .words = (const char *const[]) { __VA_ARGS__, NULL }
#define READ(function, value) .kind = IS_READ, .read = function
#define STANDARD(word) , .standard = word
#define GIVEN(field) , .given = offsetof(STRUCT, field)
#define NEEDED , .needed = true

static const row rows[] = {
#define STRUCT wl_testcase
#define KEY(path, meaning, value) {path, value},
#define EACH KEY
#include "keys.def"
#undef STRUCT
};

static const row launch_rows[] = {
#define STRUCT wl_test_launch
#define EACH(path, meaning, value) {path, value},
#define ONE EACH
#include "keys.def"
#undef STRUCT
};

enum { KEYS = sizeof rows / sizeof *rows, LAUNCH_KEYS = sizeof launch_rows / sizeof *launch_rows };

// The key of a row in this scope. NULL: it has none.
static const char *key_of(const row *k, scope of) {
  const char *dot = strchr(k->path, '.');
  if (of != OF_LAUNCHES && !dot != (of == OF_TEST)) return NULL;
  return dot ? dot + 1 : k->path;
}

// Stores a number in a field: a flag, 32 or 64 bits.
static void put(void *field, size_t size, uint64_t v) {
  if (size == sizeof(bool)) memcpy(field, &(bool){v}, sizeof(bool));
  else if (size == sizeof(uint32_t)) memcpy(field, &(uint32_t){(uint32_t)v}, sizeof(uint32_t));
  else memcpy(field, &v, sizeof v);
}

// The value of a word, counted from the row's first on. false: the row has no such word.
static bool find_word(const row *k, const char *word, uint64_t *v) {
  for (*v = k->least; k->words[*v - k->least]; ++*v)
    if (!strcmp(word, k->words[*v - k->least])) return true;
  return false;
}

static bool word_at(const wl_reader *r, const char *at, const row *k, const json_t *j, uint64_t *v) {
  char list[200] = "";
  if (!json_is_string(j)) return wl_json_bad(r, at, "found %s, expected a string", wl_json_kind(j));
  if (find_word(k, json_string_value(j), v)) return true;
  for (int i = 0; k->words[i]; i++) {
    const size_t used = strlen(list);
    wl_text(list + used, sizeof list - used, "%s\"%s\"", !i ? "" : k->words[i + 1] ? ", " : " or ", k->words[i]);
  }
  return wl_json_bad(r, at, "found \"%.80s\", expected %s", json_string_value(j), list);
}

// One to three numbers. field: uint32_t[3] or uint64_t[3].
static bool numbers_at(const wl_reader *r, const char *at, const row *k, const json_t *j, char *field) {
  uint64_t v[3];
  if (!read_triple(r, at, j, k->least, k->most, v)) return false;
  for (int i = 0; i < 3; i++) put(field + k->size / 3 * (size_t)i, k->size / 3, v[i]);
  return true;
}

static bool read_value(const wl_reader *r, const char *at, const row *k, json_t *j, char *field) {
  uint64_t v = 0;
  switch (k->kind) {
    case IS_TEXT: return wl_json_text_at(r, at, j, field, k->size);
    case IS_NUMBERS: return numbers_at(r, at, k, j, field);
    case IS_READ: return k->read(r, at, j);
    case IS_FLAG:
      if (!wl_json_flag_at(r, at, j, &v)) return false;
      break;
    case IS_NUMBER:
      if (!wl_json_integer_at(r, at, j, k->least, k->most, &v)) return false;
      break;
    case IS_WORDS:
      if (!word_at(r, at, k, j, &v)) return false;
  }
  put(field, k->size, v);
  return true;
}

// Whether a key must be there that is not.
static bool missing(const wl_reader *r, const row *k, scope of, const char *field) {
  if (!k->needed || (of == OF_LAUNCH && json_object_get(r->root, "launches"))) return false;
  for (size_t i = 0; i < k->size; i++)
    if (field[i]) return false;
  return true;
}

static bool read_keys(const wl_reader *r, scope of, const char *where, json_t *object) {
  wl_testcase *t = r->t;
  const row *table = of == OF_LAUNCHES ? launch_rows : rows, *end = table + (of == OF_LAUNCHES ? LAUNCH_KEYS : KEYS);
  char *to = of == OF_LAUNCHES ? (char *)&t->launches[t->launch_count - 1] : (char *)t;
  const char *names[KEYS + 1];
  size_t count = 0;
  for (const row *k = table; k < end; k++)
    if ((names[count] = key_of(k, of))) count++;
  names[count] = NULL;
  if (!wl_json_only(r, where, object, names)) return false;
  for (const row *k = table; k < end; k++) {
    const char *key = key_of(k, of);
    json_t *j = key ? json_object_get(object, key) : NULL;
    char at[96];
    if (!key) continue;
    wl_text(at, sizeof at, "%s.%s", where, key);
    uint64_t v;
    if (!j && k->standard && find_word(k, k->standard, &v)) put(to + k->at, k->size, v);
    if ((j || k->kind == IS_READ || missing(r, k, of, to + k->at)) && !read_value(r, at, k, j, to + k->at))
      return false;
    if (j && k->given) put(to + k->given, sizeof(bool), true);
  }
  return true;
}

const char *wl_testcase_word(const char *path, uint64_t value) {
  for (const row *k = rows; k < rows + KEYS; k++)
    for (uint64_t i = 0; k->words && !strcmp(k->path, path) && k->words[i]; i++)
      if (k->least + i == value) return k->words[i];
  return NULL;
}

void wl_testcase_inherit(const wl_testcase *t, wl_test_launch *l) {
  for (const row *to = launch_rows; to < launch_rows + LAUNCH_KEYS; to++)
    for (const row *from = rows; from < rows + KEYS; from++)
      if (!strcmp(from->path, to->path)) memcpy((char *)l + to->at, (const char *)t + from->at, to->size);
}

static bool read_test(const wl_reader *r, json_t *root) {
  wl_testcase *t = r->t;
  if (!read_keys(r, OF_TEST, "", root)) return false;
  const int tma = wl_find_arg(t, t->tma);
  return !*t->tma || (tma >= 0 && t->args[tma].kind == WL_ARG_BUFFER) ||
         wl_json_bad(r, ".launch.tma", "\"%s\" names no buffer of this test", t->tma);
}

wl_testcase *wl_testcase_read(const char *path, const char *roots, wl_error *error) {
  wl_reader r = {.path = path, .roots = roots, .error = error};
  char *text;
  json_t *root = wl_json_parse(&r, &text);
  r.root = root;
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
