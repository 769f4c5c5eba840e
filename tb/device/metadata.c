// SPDX-License-Identifier: Apache-2.0
// The kernels' arguments from the code object's MessagePack note (kernel-launch.md 6).
#include <msgpack.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
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
    text(m, ".name", a->name, sizeof a->name);
    text(m, ".value_kind", a->kind, sizeof a->kind);
    text(m, ".type_name", a->type_name, sizeof a->type_name);
    a->offset = number(m, ".offset");
    a->size = number(m, ".size");
    a->pointee_align = number(m, ".pointee_align");
    if (strncmp(a->kind, "hidden_", 7) && a->offset + a->size > k->explicit_size)
      k->explicit_size = a->offset + a->size;
  }
  return true;
}

static bool read_kernel(wl_object *o, const msgpack_object *map, wl_error *error) {
  char symbol[160];
  text(map, ".symbol", symbol, sizeof symbol);
  for (uint32_t i = 0; i < o->kernel_count; i++) {
    struct wl_kernel *k = &o->kernels[i];
    size_t length = strlen(k->info.name);
    if (strncmp(symbol, k->info.name, length) || strcmp(symbol + length, ".kd") || k->has_metadata) continue;
    k->has_metadata = true;
    k->max_group = number(map, ".max_flat_workgroup_size");
    const msgpack_object_array *group = array(map, ".reqd_workgroup_size");
    for (uint32_t d = 0; group && d < 3 && d < group->size; d++)
      if (group->ptr[d].type == MSGPACK_OBJECT_POSITIVE_INTEGER) k->reqd_group[d] = (uint32_t)group->ptr[d].via.u64;
    uint32_t size = number(map, ".kernarg_segment_size");
    if (size > k->info.kernarg_size) k->info.kernarg_size = size;
    uint32_t wave = number(map, ".wavefront_size");
    if (wave && wave != WL_LANES)
      return wl_fail(error, "%s: kernel %s: .wavefront_size %u in its metadata, expected 64", o->path, k->info.name,
                     wave);
    if (!read_args(k, map)) return wl_fail(error, "%s: out of memory", o->path);
    return true;
  }
  return true;
}

bool wl_metadata_read(wl_object *o, const void *note, size_t size, wl_error *error) {
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
  }
  msgpack_unpacked_destroy(&u);
  return good;
}
