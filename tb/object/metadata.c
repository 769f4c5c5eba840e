// SPDX-License-Identifier: Apache-2.0
// The kernels' arguments from the code object's MessagePack note (kernel-launch.md 6).
#include <msgpack.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "loader.h"

static const msgpack_object *find(const msgpack_object *map, const char *key) {
  if (!map || map->type != MSGPACK_OBJECT_MAP) return NULL;
  for (uint32_t i = 0; i < map->via.map.size; i++) {
    const msgpack_object_kv *kv = &map->via.map.ptr[i];
    if (kv->key.type == MSGPACK_OBJECT_STR && kv->key.via.str.size == strlen(key) &&
        !memcmp(kv->key.via.str.ptr, key, kv->key.via.str.size))
      return &kv->val;
  }
  return NULL;
}

static uint32_t number(const msgpack_object *map, const char *key) {
  const msgpack_object *v = find(map, key);
  return v && v->type == MSGPACK_OBJECT_POSITIVE_INTEGER && v->via.u64 <= UINT32_MAX ? (uint32_t)v->via.u64 : 0;
}

static void text(const msgpack_object *map, const char *key, char *to, size_t size) {
  const msgpack_object *v = find(map, key);
  to[0] = 0;
  if (v && v->type == MSGPACK_OBJECT_STR) wl_text(to, size, "%.*s", (int)v->via.str.size, v->via.str.ptr);
}

// The whole text. "": there is none. NULL: out of memory.
static char *whole_text(const msgpack_object *map, const char *key) {
  const msgpack_object *v = find(map, key);
  return v && v->type == MSGPACK_OBJECT_STR ? strndup(v->via.str.ptr, v->via.str.size) : strdup("");
}

static bool flag(const msgpack_object *map, const char *key) {
  const msgpack_object *v = find(map, key);
  return v && v->type == MSGPACK_OBJECT_BOOLEAN && v->via.boolean;
}

static bool is_text(const msgpack_object *v, const char *is, size_t length) {
  return v && v->type == MSGPACK_OBJECT_STR && v->via.str.size == length && !memcmp(v->via.str.ptr, is, length);
}

static const msgpack_object_array *array(const msgpack_object *map, const char *key) {
  const msgpack_object *v = find(map, key);
  return v && v->type == MSGPACK_OBJECT_ARRAY ? &v->via.array : NULL;
}

static bool read_args(struct wl_kernel *k, const msgpack_object *map) {
  const msgpack_object_array *args = array(map, ".args");
  if (!args || !args->size) return true;
  k->args = calloc(args->size, sizeof *k->args);
  if (!k->args) return false;
  for (uint32_t i = 0; i < args->size; i++) {
    wl_arg_info *a = &k->args[k->arg_count++];
    const msgpack_object *m = &args->ptr[i];
    text(m, ".value_kind", a->kind, sizeof a->kind);
    text(m, ".address_space", a->address_space, sizeof a->address_space);
    text(m, ".access", a->access, sizeof a->access);
    a->is_const = flag(m, ".is_const");
    a->is_restrict = flag(m, ".is_restrict");
    a->is_volatile = flag(m, ".is_volatile");
    a->name = whole_text(m, ".name");
    a->type_name = whole_text(m, ".type_name");
    if (!a->name || !a->type_name) return false;
    a->offset = number(m, ".offset");
    a->size = number(m, ".size");
    a->pointee_align = number(m, ".pointee_align");
    if (strncmp(a->kind, "hidden_", 7) && a->offset + a->size > k->explicit_size)
      k->explicit_size = a->offset + a->size;
  }
  return true;
}

static void read_group(const msgpack_object_array *from, uint32_t group[3]) {
  for (uint32_t d = 0; from && d < 3 && d < from->size; d++)
    if (from->ptr[d].type == MSGPACK_OBJECT_POSITIVE_INTEGER) group[d] = (uint32_t)from->ptr[d].via.u64;
}

static uint64_t first_number(const msgpack_object_array *list) {
  return list && list->size && list->ptr[0].type == MSGPACK_OBJECT_POSITIVE_INTEGER ? list->ptr[0].via.u64 : 0;
}

static bool read_kernel(wl_object *o, const msgpack_object *map, wl_error *error) {
  const msgpack_object *symbol = find(map, ".symbol");
  for (uint32_t i = 0; i < o->kernel_count; i++) {
    struct wl_kernel *k = &o->kernels[i];
    size_t length = strlen(k->info.name);
    if (k->has_metadata || !symbol || symbol->type != MSGPACK_OBJECT_STR || symbol->via.str.size != length + 3 ||
        memcmp(symbol->via.str.ptr, k->info.name, length) || memcmp(symbol->via.str.ptr + length, ".kd", 3))
      continue;
    k->has_metadata = true;
    k->opencl = is_text(find(map, ".language"), "OpenCL C", 8);
    k->max_group = number(map, ".max_flat_workgroup_size");
    k->uneven =
        k->opencl && first_number(array(map, ".language_version")) >= 2 && !number(map, ".uniform_work_group_size");
    read_group(array(map, ".reqd_workgroup_size"), k->reqd_group);
    read_group(array(map, ".workgroup_size_hint"), k->hint_group);
    if (find(map, ".vec_type_hint") && !(k->vec_type_hint = whole_text(map, ".vec_type_hint")))
      return wl_fail(error, "%s: out of memory", o->path);
    uint32_t size = number(map, ".kernarg_segment_size");
    if (size > k->info.kernarg_size) k->info.kernarg_size = size;
    uint32_t wave = number(map, ".wavefront_size");
    if (wave && wave != WL_LANES)
      return wl_fail(error, "%s: kernel %.200s: .wavefront_size %u in its metadata, expected 64", o->path, k->info.name,
                     wave);
    if (!read_args(k, map)) return wl_fail(error, "%s: out of memory", o->path);
    return true;
  }
  return true;
}

static bool read_formats(wl_object *o, const msgpack_object_array *formats, wl_error *error) {
  if (!formats || !formats->size || o->printf_count) return true;
  if (!(o->printf_formats = calloc(formats->size, sizeof *o->printf_formats)))
    return wl_fail(error, "%s: out of memory", o->path);
  for (uint32_t i = 0; i < formats->size; i++) {
    const msgpack_object *f = &formats->ptr[i];
    const bool is = f->type == MSGPACK_OBJECT_STR;
    char *copy = strndup(is ? f->via.str.ptr : "", is ? f->via.str.size : 0);
    if (!copy) return wl_fail(error, "%s: out of memory", o->path);
    o->printf_formats[o->printf_count++] = copy;
  }
  return true;
}

// What a MessagePack object of this first byte is: bytes of a number behind it, and what that number counts.
typedef struct {
  uint8_t number;                                   // bytes, 0: `fixed` is the number
  enum { NOTHING, BYTES, ELEMENTS, PAIRS } counts;  // bytes that follow, elements of an array, pairs of a map
  uint8_t fixed;
} msgpack_head;

static msgpack_head head_of(uint8_t b) {
  static const uint8_t number_bytes[] = {4, 8, 1, 2, 4, 8, 1, 2, 4, 8};  // of 0xca to 0xd3
  if (b >= 0x80 && b < 0x90) return (msgpack_head){0, PAIRS, b & 15};
  if (b >= 0x90 && b < 0xa0) return (msgpack_head){0, ELEMENTS, b & 15};
  if (b >= 0xa0 && b < 0xc0) return (msgpack_head){0, BYTES, b & 31};
  if (b >= 0xc4 && b < 0xc7) return (msgpack_head){(uint8_t)(1 << (b - 0xc4)), BYTES, 0};
  if (b >= 0xc7 && b < 0xca) return (msgpack_head){(uint8_t)(1 << (b - 0xc7)), BYTES, 1};  // and a type
  if (b >= 0xca && b < 0xd4) return (msgpack_head){0, BYTES, number_bytes[b - 0xca]};
  if (b >= 0xd4 && b < 0xd9) return (msgpack_head){0, BYTES, (uint8_t)((1 << (b - 0xd4)) + 1)};
  if (b >= 0xd9 && b < 0xdc) return (msgpack_head){(uint8_t)(1 << (b - 0xd9)), BYTES, 0};
  if (b >= 0xdc && b < 0xde) return (msgpack_head){(uint8_t)(2 << (b - 0xdc)), ELEMENTS, 0};
  if (b >= 0xde && b < 0xe0) return (msgpack_head){(uint8_t)(2 << (b - 0xde)), PAIRS, 0};
  return (msgpack_head){0, NOTHING, 0};
}

// Whether arrays and maps have no more elements than bytes follow. The library allocates them before it reads on.
static bool sizes_fit(const wl_object *o, const uint8_t *note, size_t size, wl_error *error) {
  uint64_t expected = 1;  // objects that are still to come, each of a byte at least
  for (size_t at = 0; expected && at < size;) {
    const size_t from = at;
    const msgpack_head h = head_of(note[at++]);
    uint64_t count = 0;
    if (h.number > size - at) return true;  // it ends too early, as the library says
    for (uint32_t i = 0; i < h.number; i++) count = count << 8 | note[at++];
    count += h.fixed;
    expected--;
    if (h.counts == BYTES) {
      if (count > size - at) return true;
      at += (size_t)count;
    } else if (h.counts != NOTHING) {
      expected += h.counts == PAIRS ? 2 * count : count;
    }
    if (expected > size - at)
      return wl_fail(error,
                     "%s: metadata note: at byte %zu of %zu %llu more objects are announced than its bytes can hold",
                     o->path, from, size, (unsigned long long)(expected - (size - at)));
  }
  return true;
}

bool wl_metadata_read(wl_object *o, const void *note, size_t size, wl_error *error) {
  if (!sizes_fit(o, note, size, error)) return false;
  msgpack_unpacked u;
  msgpack_unpacked_init(&u);
  size_t offset = 0;
  msgpack_unpack_return got = msgpack_unpack_next(&u, note, size, &offset);
  bool good = got == MSGPACK_UNPACK_SUCCESS || got == MSGPACK_UNPACK_EXTRA_BYTES;
  if (!good) {
    wl_fail(error, "%s: metadata note: not MessagePack at byte %zu of %zu", o->path, offset, size);
  } else {
    const msgpack_object_array *kernels = array(&u.data, "amdhsa.kernels");
    for (uint32_t i = 0; good && kernels && i < kernels->size; i++) good = read_kernel(o, &kernels->ptr[i], error);
    good = good && read_formats(o, array(&u.data, "amdhsa.printf"), error);
  }
  msgpack_unpacked_destroy(&u);
  return good;
}
