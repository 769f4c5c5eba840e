// SPDX-License-Identifier: Apache-2.0
#include "launch.h"

#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "base/json_text.h"

enum { LINE = 118 };

// "3", "16x16", "32x8x2"
static void size_text(const uint32_t size[3], char *to, size_t capacity) {
  int count = size[2] > 1 ? 3 : size[1] > 1 ? 2 : 1;
  size_t used = 0;
  for (int i = 0; i < count && used < capacity; i++)
    used += (size_t)snprintf(to + used, capacity - used, "%s%" PRIu32, i ? "x" : "", size[i]);
}

// ", global ids from 100,5"; "" for an offset of 0
static void offset_text(const uint64_t offset[3], char *to, size_t capacity) {
  int count = offset[2] ? 3 : offset[1] ? 2 : offset[0] ? 1 : 0;
  size_t used = 0;
  *to = 0;
  for (int i = 0; i < count && used < capacity; i++)
    used += (size_t)snprintf(to + used, capacity - used, "%s%" PRIu64, i ? "," : ", global ids from ", offset[i]);
}

static uint32_t lds_of(const wl_launch_facts *f) { return f->kernel->info.group_segment_size + f->launch->dynamic_lds; }

// "2d_array 64x32x4, 8_8_8_8 unorm"
static void image_text(const wl_image *i, char *to, size_t capacity) {
  uint32_t size[3];
  char sizes[40];
  wl_image_level_size(i, 0, size);
  size_text(size, sizes, sizeof sizes);
  wl_text(to, capacity, "%s %s, %s %s", wl_image_type_name(i->type), sizes, wl_image_format_of(i->data_format)->name,
          wl_image_num_name(i->num_format));
}

static void arg_text(const wl_testcase *t, const wl_test_arg *a, char *to, size_t capacity) {
  char value[160];
  if (a->same_as) {
    const char *whole = t->args[a->same_as - 1].name;
    if (a->offset) wl_text(to, capacity, "%s=&%s+%" PRIu64, a->name, whole, a->offset);
    else wl_text(to, capacity, "%s=&%s", a->name, whole);
    return;
  }
  if (a->null) {
    wl_text(to, capacity, "%s=null", a->name);
    return;
  }
  if (a->kind == WL_ARG_LOCAL) {
    wl_text(to, capacity, "%s@%" PRIu64 "= (LDS)", a->name, a->count);
    return;
  }
  if (a->kind == WL_ARG_SAMPLER) {
    wl_text(to, capacity, "%s=(sampler)", a->name);
    return;
  }
  wl_init_text(a->type, &a->init, value, sizeof value);
  if (a->kind == WL_ARG_IMAGE) {
    char shape[80];
    image_text(&a->image, shape, sizeof shape);
    wl_text(to, capacity, "%s=%s (%s)", a->name, value, shape);
  } else if (a->kind == WL_ARG_SCALAR && a->count == 1) {
    wl_value_plain(a->type, a->init.values[0], value, sizeof value);
    wl_text(to, capacity, "%s=%s (%s)", a->name, value, wl_type_name(a->type));
  } else if (a->kind == WL_ARG_SCALAR) {
    wl_text(to, capacity, "%s=%s (%" PRIu64 " %s)", a->name, value, a->count, wl_type_name(a->type));
  } else {
    wl_text(to, capacity, "%s@%" PRIu64 "=%s (%s)", a->name, a->count, value, wl_type_name(a->type));
  }
}

void wl_launch_print(FILE *to, const wl_launch_facts *f) {
  char grid[40], group[40], offset[100], arg[320];
  size_text(f->launch->grid, grid, sizeof grid);
  size_text(f->launch->group, group, sizeof group);
  offset_text(f->launch->offset, offset, sizeof offset);
  int used = fprintf(to, "launch %s: grid %s in groups of %s%s, %" PRIu32 " bytes of LDS", f->kernel->info.name, grid,
                     group, offset, lds_of(f));
  for (uint32_t i = 0; i < f->of->arg_count; i++) {
    arg_text(f->test, &f->test->args[f->of->args[i]], arg, sizeof arg);
    bool fits = used + 2 + (int)strlen(arg) <= LINE;
    if (!fits) used = 0;
    used += fprintf(to, "%s%s", !fits ? ",\n  " : i ? ", " : "; ", arg);
  }
  fprintf(to, "\n");
}

static json_t *triple_json(uint64_t x, uint64_t y, uint64_t z) {
  return json_pack("[o, o, o]", wl_json_wide(x), wl_json_wide(y), wl_json_wide(z));
}

static json_t *arg_json(const wl_launch_facts *f, uint32_t i) {
  const wl_test_arg *a = &f->test->args[i];
  json_t *j = json_pack("{s:o, s:s}", "name", wl_json_text(a->name), "kind", wl_arg_kind_name(a->kind));
  char text[160];
  if (a->kind == WL_ARG_LOCAL) {
    json_object_set_new(j, "bytes", json_integer((json_int_t)a->count));
    return j;
  }
  if (a->kind == WL_ARG_SAMPLER) {
    wl_text(text, sizeof text, "0x%" PRIx64, f->address[i]);
    json_object_set_new(j, "address", json_string(text));
    return j;
  }
  json_object_set_new(j, "type", json_string(wl_type_name(a->type)));
  if (a->kind == WL_ARG_IMAGE) {
    image_text(&a->image, text, sizeof text);
    json_object_set_new(j, "image", json_string(text));
    json_object_set_new(j, "levels", json_integer(a->image.levels));
    json_object_set_new(j, "pitch", json_integer(a->image.pitch));
  }
  if (a->kind == WL_ARG_SCALAR) {
    json_t *values = json_array();
    for (uint64_t e = 0; e < a->count; e++) {
      wl_value_plain(a->type, a->init.values[e], text, sizeof text);
      json_array_append_new(values, json_string(text));
    }
    json_object_set_new(j, "values", values);
    return j;
  }
  wl_init_text(a->type, &a->init, text, sizeof text);
  json_object_set_new(j, "count", json_integer((json_int_t)a->count));
  if (a->same_as) json_object_set_new(j, "same_as", json_string(f->test->args[a->same_as - 1].name));
  if (a->same_as && a->offset) json_object_set_new(j, "offset", json_integer((json_int_t)a->offset));
  if (!a->same_as) json_object_set_new(j, "init", json_string(text));
  wl_text(text, sizeof text, "0x%" PRIx64, f->address[i]);
  json_object_set_new(j, "address", json_string(text));
  return j;
}

json_t *wl_launch_json(const wl_launch_facts *f) {
  json_t *arguments = json_array();
  for (uint32_t i = 0; i < f->of->arg_count; i++) json_array_append_new(arguments, arg_json(f, f->of->args[i]));
  const wl_launch *l = f->launch;
  const wl_alignment alignment = l->setup.alignment ? l->setup.alignment : WL_ALIGNMENT_UNALIGNED;
  json_t *j = json_pack("{s:o, s:o, s:o, s:o, s:I, s:s, s:o}", "kernel", wl_json_text(f->kernel->info.name), "grid",
                        triple_json(l->grid[0], l->grid[1], l->grid[2]), "group",
                        triple_json(l->group[0], l->group[1], l->group[2]), "offset",
                        triple_json(l->offset[0], l->offset[1], l->offset[2]), "lds", (json_int_t)lds_of(f),
                        "alignment_mode", wl_testcase_word("launch.alignment_mode", alignment), "arguments", arguments);
  if (l->scratch) json_object_set_new(j, "scratch", json_integer(l->scratch));
  return j;
}
