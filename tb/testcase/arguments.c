// SPDX-License-Identifier: Apache-2.0
// Reads the arguments of a description.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "picture.h"
#include "reader.h"

static const uint64_t max_elements = UINT64_C(1) << 26;

bool wl_read_contents(const wl_reader *r, const char *where, const json_t *j, const char *at, wl_test_arg *a) {
  char name[256], path[512];
  wl_error error;
  if (!wl_json_string_of(r, where, j, "file", true, name, sizeof name) ||
      !wl_json_beside(r, at, name, path, sizeof path))
    return false;
  const bool read = a->kind == WL_ARG_IMAGE && wl_picture_is(path) ? wl_init_from_picture(a, path, &a->init, &error)
                                                                   : wl_init_from_file(a, path, &a->init, &error);
  return read || wl_json_bad(r, at, "%s", error.text);
}

// "random" and others, {"random": [from, to]}, {"iota": [start, step]}, {"constant": v}, {"values": [...]}, or {"file":
// "name"} for a file beside the description.
static bool read_init(const wl_reader *r, const char *where, json_t *j, wl_test_arg *a) {
  const wl_type type = a->type;
  wl_init *init = &a->init;
  char at[160];
  if (!j) return true;
  if (json_is_string(j) || json_is_number(j)) {
    if (json_is_string(j) && wl_init_parse(type, json_string_value(j), init)) return true;
    if (json_is_string(j))
      return wl_json_bad(r, where, "found \"%s\", expected zero, iota, random, edge or a value", json_string_value(j));
    init->kind = WL_INIT_CONSTANT;
    return wl_json_value(r, where, type, j, &init->constant);
  }
  if (!wl_json_only_in(r, where, j, "args[].init")) return false;
  if (json_object_size(j) != 1) return wl_json_bad(r, where, "found %zu keys, expected one", json_object_size(j));
  const char *key = json_object_iter_key(json_object_iter(j));
  const json_t *v = json_object_get(j, key);
  wl_text(at, sizeof at, "%s.%s", where, key);
  if (!strcmp(key, "file")) return wl_read_contents(r, where, j, at, a);
  if (!strcmp(key, "values")) {
    init->kind = WL_INIT_VALUES;
    init->values = a->kind == WL_ARG_IMAGE ? wl_read_texels(r, at, a, v, a->count, &init->value_count)
                                           : wl_json_values(r, at, type, v, &init->value_count);
    return init->values != NULL;
  }
  if (!strcmp(key, "constant") && a->kind == WL_ARG_IMAGE) {
    init->kind = WL_INIT_VALUES;
    init->value_count = a->count;
    return (init->values = wl_read_colour(r, at, a, v, a->count)) != NULL;
  }
  if (!strcmp(key, "constant")) {
    init->kind = WL_INIT_CONSTANT;
    return wl_json_value(r, at, type, v, &init->constant);
  }
  if (!json_is_array(v)) return wl_json_bad(r, at, "found %s, expected an array of two numbers", wl_json_kind(v));
  if (json_array_size(v) != 2 || !json_is_number(json_array_get(v, 0)) || !json_is_number(json_array_get(v, 1)))
    return wl_json_bad(r, at, "expected two numbers");
  init->kind = !strcmp(key, "iota") ? WL_INIT_IOTA : WL_INIT_RANDOM;
  init->from = json_number_value(json_array_get(v, 0));
  init->to = json_number_value(json_array_get(v, 1));
  init->ranged = init->kind == WL_INIT_RANDOM;
  if (init->ranged && !(init->from < init->to)) return wl_json_bad(r, at, "an empty range");
  if (init->ranged && !wl_init_range_fits(type, init))
    return wl_json_bad(r, at, "a range with values that are none of type %s", wl_type_name(type));
  return true;
}

int wl_find_arg(const wl_testcase *t, const char *name) {
  for (uint32_t i = 0; i < t->arg_count; i++)
    if (!t->args[i].inner && !strcmp(t->args[i].name, name)) return (int)i;
  return -1;
}

// One "value"; "values" of a vector or struct; or "bytes".
static bool read_scalar(const wl_reader *r, const char *where, const json_t *j, wl_test_arg *a) {
  static const char *const keys[] = {"value", "values", "bytes"};
  const json_t *one = json_object_get(j, "value"), *list;
  char at[160];
  const char *key = NULL;
  for (int i = 0; i < 3; i++) {
    if (!json_object_get(j, keys[i])) continue;
    wl_text(at, sizeof at, "%s.%s", where, keys[i]);
    if (key) return wl_json_bad(r, at, "beside \"%s\", which says what the value is", key);
    key = keys[i];
  }
  if (!key) return wl_json_bad(r, where, "expected one of the keys value, values, bytes");
  if (!strcmp(key, "bytes") && a->type != WL_U8) return wl_json_bad(r, at, "bytes have no other type than u8");
  a->init.kind = WL_INIT_VALUES;
  if (!one) {
    list = json_object_get(j, key);
    if (json_is_array(list) && !json_array_size(list)) return wl_json_bad(r, at, "an empty array");
    if (!(a->init.values = wl_json_values(r, at, a->type, list, &a->init.value_count))) return false;
    a->count = a->init.value_count;
    return true;
  }
  a->count = a->init.value_count = 1;
  if (!(a->init.values = calloc(1, sizeof *a->init.values))) return wl_json_bad(r, at, "out of memory");
  if (wl_json_value(r, at, a->type, one, a->init.values)) return true;
  free(a->init.values);
  return false;
}

// Appends an argument, and takes over the memory that it holds.
static bool add(const wl_reader *r, const char *where, wl_test_arg *a) {
  wl_test_arg *to = wl_testcase_add(r->t);
  if (to) {
    *to = *a;
    return true;
  }
  wl_init_free(&a->init);
  return wl_json_bad(r, where, "out of memory");
}

// A buffer argument that is the null pointer.
static bool read_null(const wl_reader *r, const char *where, const json_t *j, wl_test_arg *a) {
  char at[160];
  wl_text(at, sizeof at, "%s.null", where);
  if (!json_is_true(json_object_get(j, "null")))
    return wl_json_bad(r, at, "found %s, expected true (or no such key)", wl_json_kind(json_object_get(j, "null")));
  a->null = true;
  a->type = WL_U8;
  return add(r, where, a);
}

// The low 48 bits of an address, which may have all 64 (buffer-memory.md D-MEM-44).
bool wl_low_address(const wl_reader *r, const char *where, uint64_t *address) {
  if (*address > WL_MEM_ADDRESS_BITS && !wl_is_canonical(*address))
    return wl_json_bad(r, where, "found 0x%" PRIx64 ", expected 48 bits, or 64 of which bits 63:48 equal bit 47",
                       *address);
  *address &= WL_MEM_ADDRESS_BITS;
  return true;
}

// A buffer argument that shares the buffer of an argument before.
static bool read_same(const wl_reader *r, const char *where, const json_t *j, wl_test_arg *a) {
  char name[WL_NAME], at[160];
  uint64_t offset = 0;
  wl_error why;
  wl_text(at, sizeof at, "%s.same_as", where);
  if (!wl_json_string_of(r, where, j, "same_as", true, name, sizeof name)) return false;
  int other = wl_find_arg(r->t, name);
  if (other < 0 || r->t->args[other].kind != WL_ARG_BUFFER)
    return wl_json_bad(r, at, "\"%s\" names no buffer among the arguments before", name);
  if (!wl_json_integer_of(r, where, j, "offset", false, max_elements * 8, &offset) || !add(r, where, a)) return false;
  wl_text(at, sizeof at, "%s.offset", where);
  return wl_testcase_share(r->t, r->t->arg_count - 1, (uint32_t)other, offset, &why) ||
         wl_json_bad(r, at, "%s", why.text);
}

// inner: an argument of one launch only.
bool wl_read_arg(const wl_reader *r, const char *where, json_t *j, bool inner) {
  wl_testcase *t = r->t;
  wl_test_arg a = {0};
  char type[16], at[160];
  const char *what = NULL;
  for (a.kind = WL_ARG_BUFFER; !what && a.kind <= WL_ARG_SAMPLER; a.kind += !what)
    if (json_object_get(j, wl_arg_kind_name(a.kind))) what = wl_arg_kind_name(a.kind);
  if (!what)
    return wl_json_bad(r, where, "found %s, expected an object with the key buffer, scalar, local, image or sampler",
                       wl_json_kind(j));
  const bool buffer = a.kind == WL_ARG_BUFFER;
  char keys[32];
  wl_text(keys, sizeof keys, "args[] %s",
          buffer && json_object_get(j, "same_as") ? "same_as"
          : json_object_get(j, "same_as")         ? "image same_as"
          : buffer && json_object_get(j, "null")  ? "null"
                                                  : what);
  if (!wl_json_only_in(r, where, j, keys) || !wl_json_string_of(r, where, j, what, true, a.name, sizeof a.name))
    return false;
  a.inner = inner;
  if (!inner && wl_find_arg(t, a.name) >= 0) return wl_json_bad(r, where, "a second argument named \"%s\"", a.name);
  if (a.kind == WL_ARG_IMAGE && json_object_get(j, "same_as"))
    return wl_read_image_view(r, where, j, &a) && add(r, where, &a);
  if (json_object_get(j, "same_as")) return read_same(r, where, j, &a);
  if (json_object_get(j, "null")) return read_null(r, where, j, &a);
  if (a.kind == WL_ARG_SAMPLER) return wl_read_sampler(r, where, j, &a) && add(r, where, &a);
  if (a.kind == WL_ARG_IMAGE) {
    if (!wl_read_image(r, where, j, &a)) return false;
  } else if (a.kind == WL_ARG_LOCAL) {
    if (!wl_json_integer_of(r, where, j, "bytes", true, 65536, &a.count)) return false;
  } else if (json_object_get(j, "bytes") && !json_object_get(j, "type")) {
    a.type = WL_U8;
  } else {
    if (!wl_json_string_of(r, where, j, "type", true, type, sizeof type)) return false;
    wl_text(at, sizeof at, "%s.type", where);
    if (!wl_type_parse(type, &a.type))
      return wl_json_bad(r, at, "found \"%s\", expected i8 to i64, u8 to u64, f16, f32 or f64", type);
  }
  const json_t *address = json_object_get(j, "address");
  wl_text(at, sizeof at, "%s.address", where);
  if (address && !wl_json_value(r, at, WL_U64, address, &a.address)) return false;
  if (address && (!a.address || a.address % WL_PAGE))
    return wl_json_bad(r, at, "found 0x%" PRIx64 ", expected a multiple of 0x%x above 0", a.address, WL_PAGE);
  if (!wl_low_address(r, at, &a.address)) return false;
  wl_text(at, sizeof at, "%s.init", where);
  if (a.kind == WL_ARG_SCALAR && !read_scalar(r, where, j, &a)) return false;
  if (buffer && !wl_json_integer_of(r, where, j, "count", true, max_elements, &a.count)) return false;
  if ((buffer || a.kind == WL_ARG_IMAGE) && !read_init(r, at, json_object_get(j, "init"), &a)) return false;
  a.no_init = (buffer || a.kind == WL_ARG_IMAGE) && !json_object_get(j, "init");
  if (!add(r, where, &a)) return false;
  if (buffer && a.init.value_count > a.count)
    return wl_json_bad(r, at, "%zu values for a buffer of %" PRIu64, a.init.value_count, a.count);
  return true;
}
