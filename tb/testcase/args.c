// SPDX-License-Identifier: Apache-2.0
// Arguments from a kernel's metadata and from the command line.
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "device/kernarg.h"
#include "picture.h"
#include "testcase.h"
#include "texels.h"

enum { DEFAULT_ELEMENTS = 65536, DEFAULT_LOCAL = 4096 };

const char *wl_arg_kind_name(wl_arg_kind kind) {
  static const char *const names[] = {"buffer", "scalar", "local", "image", "sampler"};
  return names[kind];
}

wl_test_arg *wl_testcase_add(wl_testcase *t) {
  if (t->arg_count == t->arg_capacity) {
    uint32_t capacity = t->arg_capacity ? 2 * t->arg_capacity : 16;
    wl_test_arg *more = realloc(t->args, capacity * sizeof *more);
    if (!more) return NULL;
    t->args = more;
    t->arg_capacity = capacity;
  }
  t->args[t->arg_count] = (wl_test_arg){.type = WL_U32};
  return &t->args[t->arg_count++];
}

bool wl_testcase_settle(wl_testcase *t, wl_error *error) {
  if (t->launch_count) return true;
  wl_test_launch *l = t->launches = calloc(1, sizeof *l);
  uint32_t *args = malloc((t->arg_count + 1) * sizeof *args);
  if (!l || !args) {
    free(args);
    return wl_fail(error, "out of memory");
  }
  wl_testcase_inherit(t, l);
  l->args = args;
  l->arg_count = t->arg_count;
  for (uint32_t i = 0; i < t->arg_count; i++) args[i] = i;
  t->launch_count = 1;
  return true;
}

bool wl_testcase_share(wl_testcase *t, uint32_t at, uint32_t other, uint64_t offset, wl_error *error) {
  wl_test_arg *a = &t->args[at];
  if (t->args[other].same_as == at + 1)
    return wl_fail(error, "argument %s cannot have the buffer of %s: a cycle, %s has that of %s", a->name,
                   t->args[other].name, t->args[other].name, a->name);
  if (t->args[other].same_as) {
    offset += t->args[other].offset;
    other = t->args[other].same_as - 1;
  }
  const wl_test_arg *whole = &t->args[other];
  if (a->kind != WL_ARG_BUFFER || whole->kind != WL_ARG_BUFFER || other == at)
    return wl_fail(error, "argument %s cannot have the buffer of %s: %s", a->name, whole->name,
                   other == at ? "it is the same already" : "one of them is no buffer");
  const uint64_t size = wl_type_size(whole->type), bytes = size * whole->count;
  if (offset % size || offset > bytes)
    return wl_fail(error,
                   "argument %s begins %" PRIu64 " bytes behind %s: expected a multiple of %" PRIu64
                   " up to its %" PRIu64 " bytes",
                   a->name, offset, whole->name, size, bytes);
  wl_init_free(&a->init);
  for (uint32_t i = 0; i < t->arg_count; i++)
    if (i == at || t->args[i].same_as == at + 1) {
      t->args[i].same_as = other + 1;
      t->args[i].offset = offset;
      t->args[i].type = whole->type;
      t->args[i].count = whole->count - offset / size;
    }
  return true;
}

uint64_t wl_testcase_element(const wl_testcase *t, uint32_t arg, uint64_t seed, uint64_t i) {
  const wl_test_arg *a = &t->args[arg];
  if (a->kind == WL_ARG_IMAGE) {
    const uint32_t component = (uint32_t)(i % wl_texel_components(&a->image));
    return wl_texel_cut(&a->image, component, wl_init_element(a->type, &a->init, seed, arg, i));
  }
  if (!a->same_as) return wl_init_element(a->type, &a->init, seed, arg, i);
  const uint32_t whole = a->same_as - 1;
  return wl_init_element(a->type, &t->args[whole].init, seed, whole, i + a->offset / wl_type_size(a->type));
}

// ---- default arguments ---------------------------------------------------------------------------

wl_type wl_testcase_type(const char *source_type, uint32_t size) {
  static const struct {
    const char *word;
    wl_type type;
  } words[] = {{"float", WL_F32},  {"double", WL_F64}, {"uchar", WL_U8}, {"char", WL_I8},
               {"ushort", WL_U16}, {"short", WL_I16},  {"uint", WL_U32}, {"int", WL_I32},
               {"ulong", WL_U64},  {"size_t", WL_U64}, {"long", WL_I64}, {"half", WL_F16}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strncmp(source_type, words[i].word, strlen(words[i].word))) return words[i].type;
  return size == 1 ? WL_U8 : size == 2 ? WL_U16 : size == 8 ? WL_U64 : WL_U32;
}

// The elements of a scalar: number, number + 1, ...
static bool count_from(wl_test_arg *a, uint64_t number) {
  if (!(a->init.values = calloc(a->count, sizeof *a->init.values))) return false;
  a->init.kind = WL_INIT_VALUES;
  a->init.value_count = a->count;
  for (uint64_t i = 0; i < a->count; i++) a->init.values[i] = wl_value_from_double(a->type, (double)(number + i));
  return true;
}

// The image that a kernel gets without a description: of bytes, UNORM, in the dimensions of its type of OpenCL C.
static bool default_image(wl_test_arg *a, const char *type_name, wl_error *error) {
  static const struct {
    const char *type_name;
    wl_image image;
  } images[] = {
      {"image1d_t", {.type = WL_IMAGE_1D, .width = 256}},
      {"image1d_buffer_t", {.type = WL_IMAGE_1D_BUFFER, .width = 256}},
      {"image2d_t", {.type = WL_IMAGE_2D, .width = 64, .height = 64}},
      {"image3d_t", {.type = WL_IMAGE_3D, .width = 16, .height = 16, .depth = 16}},
      {"image1d_array_t", {.type = WL_IMAGE_1D_ARRAY, .width = 256, .slices = 4}},
      {"image2d_array_t", {.type = WL_IMAGE_2D_ARRAY, .width = 64, .height = 64, .slices = 4}},
  };
  size_t k = 0;
  while (k < sizeof images / sizeof *images && strcmp(type_name, images[k].type_name) != 0) k++;
  if (k == sizeof images / sizeof *images)
    return wl_fail(error, "argument %s is of type %.60s, for which there is no default: write a test.json", a->name,
                   type_name);
  a->kind = WL_ARG_IMAGE;
  a->image = images[k].image;
  a->image.data_format = wl_image_format_named("8_8_8_8")->data_format;
  for (uint32_t c = 0; c < WL_IMAGE_COMPONENTS; c++) a->image.dst_sel[c] = WL_SELECT_X + c;
  a->init.kind = WL_INIT_RANDOM;
  if (!wl_image_layout(&a->image, &a->image_bytes, error)) return false;
  a->type = wl_texel_type(&a->image);
  a->count = wl_texel_elements(&a->image);
  return true;
}

static bool default_arg(wl_testcase *t, const struct wl_kernel *k, uint32_t i, wl_error *error) {
  const wl_arg_info *info = &k->args[i];
  uint64_t number = 1;
  for (uint32_t j = 0; j < t->arg_count; j++) number += t->args[j].kind == WL_ARG_SCALAR;
  wl_test_arg *a = wl_testcase_add(t);
  if (!a) return wl_fail(error, "kernel %s: out of memory", k->info.name);
  if (*info->name) wl_text(a->name, sizeof a->name, "%s", info->name);
  else wl_text(a->name, sizeof a->name, "arg%u", i);
  const char *star = strrchr(info->type_name, '*');
  const bool pointer = !strcmp(info->kind, "by_value") && info->size == 8 && star && !star[1];
  if (pointer || !strcmp(info->kind, "global_buffer")) {
    a->kind = WL_ARG_BUFFER;
    a->made_up = true;
    a->type = wl_testcase_type(info->type_name, 0);
    a->count = DEFAULT_ELEMENTS;
    a->init.kind = WL_INIT_RANDOM;
  } else if (!strcmp(info->kind, "image")) {
    return default_image(a, info->type_name, error);
  } else if (!strcmp(info->kind, "sampler")) {
    a->kind = WL_ARG_SAMPLER;
    a->sampler = (wl_sampler){.clamp = {WL_CLAMP_LAST_TEXEL, WL_CLAMP_LAST_TEXEL, WL_CLAMP_LAST_TEXEL},
                              .unnormalized = true,
                              .max_lod = WL_SAMPLER_MOST_LOD,
                              .compare = 3};
  } else if (!strcmp(info->kind, "dynamic_shared_pointer")) {
    a->kind = WL_ARG_LOCAL;
    a->count = DEFAULT_LOCAL;
  } else if (!strcmp(info->kind, "by_value") && info->size && info->size <= WL_KERNARG_MAX) {
    a->kind = WL_ARG_SCALAR;
    a->type = wl_testcase_type(info->type_name, info->size);
    if (info->size % wl_type_size(a->type)) a->type = info->size % 4 ? WL_U8 : WL_U32;
    a->count = info->size / wl_type_size(a->type);
    return count_from(a, number) || wl_fail(error, "kernel %s: out of memory", k->info.name);
  } else {
    return wl_fail(error, "kernel %s: argument %s is %s of %u bytes, for which there is no default: write a test.json",
                   k->info.name, a->name, info->kind, info->size);
  }
  return true;
}

void wl_testcase_default_sizes(wl_testcase *t, const struct wl_kernel *k, bool grid, bool group) {
  for (uint32_t d = 0; d < 3; d++) {
    uint32_t reqd = k->reqd_group[d];
    if (reqd && group) t->group[d] = reqd;
    if (reqd && grid) t->grid[d] = (t->grid[d] + reqd - 1) / reqd * reqd;
  }
}

bool wl_testcase_default_args(wl_testcase *t, const struct wl_kernel *k, wl_error *error) {
  for (uint32_t i = 0; i < k->arg_count; i++)
    if (strncmp(k->args[i].kind, "hidden_", 7) && !default_arg(t, k, i, error)) return false;
  if (k->has_metadata) return true;
  if (k->unread_metadata)
    return wl_fail(error,
                   "kernel %s: a code object of version 2, whose metadata are not read: write a test.json that says "
                   "its arguments",
                   k->info.name);
  wl_test_arg *out = wl_testcase_add(t), *in = out ? wl_testcase_add(t) : NULL;
  if (!in) return wl_fail(error, "kernel %s: out of memory", k->info.name);
  t->args[0] = (wl_test_arg){.name = "out", .type = WL_U32, .count = DEFAULT_ELEMENTS, .made_up = true};
  t->args[1] = (wl_test_arg){
      .name = "in", .type = WL_U32, .count = DEFAULT_ELEMENTS, .made_up = true, .init = {.kind = WL_INIT_RANDOM}};
  return true;
}

// ---- the command line --------------------------------------------------------------------------

// Index of the argument with a name; -1 with an error that lists all names.
static int find(const wl_testcase *t, const char *name, wl_error *error) {
  char names[300] = "";
  for (uint32_t i = 0; i < t->arg_count; i++) {
    if (t->args[i].inner) continue;
    size_t used = strlen(names);
    wl_text(names + used, sizeof names - used, "%s%s", i ? ", " : "", t->args[i].name);
    if (!strcmp(t->args[i].name, name)) return (int)i;
  }
  wl_fail(error, "no argument named %s; there are: %s", name, names);
  return -1;
}

static bool override_scalar(wl_test_arg *a, const char *text, wl_error *error) {
  wl_init init;
  const char *type = wl_type_name(a->type);
  if (a->count == 1)
    return wl_value_parse(a->type, text, a->init.values) ||
           wl_fail(error, "argument %s: \"%s\" is no value of type %s", a->name, text, type);
  if (!wl_init_parse(a->type, text, &init) || init.kind != WL_INIT_VALUES || init.value_count != a->count) {
    wl_init_free(&init);
    return wl_fail(error, "argument %s: found \"%s\", expected a list [a,b,...] of %" PRIu64 " values of type %s",
                   a->name, text, a->count, type);
  }
  wl_init_free(&a->init);
  a->init = init;
  return true;
}

bool wl_init_from_file(const wl_test_arg *a, const char *path, wl_init *init, wl_error *error) {
  const uint64_t expected = a->count * wl_type_size(a->type), most = UINT64_C(1) << 29;
  struct stat st;
  FILE *f = fopen(path, "rb");
  *init = (wl_init){.kind = WL_INIT_FILE, .file = strdup(path)};
  if (!f || fstat(fileno(f), &st) || !S_ISREG(st.st_mode)) {
    wl_fail(error, "argument %s: %s: %s", a->name, path, f ? "no regular file" : strerror(errno));
  } else if (a->made_up ? (uint64_t)st.st_size % wl_type_size(a->type) || (uint64_t)st.st_size > most
                        : (uint64_t)st.st_size != expected) {
    wl_fail(error, "argument %s: %s has %lld bytes, expected %s%" PRIu64 " of type %s", a->name, path,
            (long long)st.st_size, a->made_up ? "a multiple of " : "",
            a->made_up ? (uint64_t)wl_type_size(a->type) : expected, wl_type_name(a->type));
  } else {
    init->byte_count = (size_t)st.st_size;
    init->bytes = malloc(init->byte_count + 1);
    if (init->file && init->bytes && fread(init->bytes, 1, init->byte_count, f) == init->byte_count) {
      fclose(f);
      return true;
    }
    wl_fail(error, "argument %s: %s: cannot be read", a->name, path);
  }
  if (f) fclose(f);
  wl_init_free(init);
  return false;
}

// An argument that begins behind its end then has no elements.
static void set_count(wl_testcase *t, uint32_t i, uint64_t count) {
  t->args[i].count = count;
  for (uint32_t j = 0; j < t->arg_count; j++) {
    const uint64_t before = t->args[j].offset / wl_type_size(t->args[i].type);
    if (t->args[j].same_as == i + 1) t->args[j].count = count > before ? count - before : 0;
  }
}

static bool override_buffer(wl_testcase *t, uint32_t i, const char *text, wl_error *error) {
  wl_test_arg *a = &t->args[i];
  wl_init init;
  if (a->null) return wl_fail(error, "argument %s is the null pointer", a->name);
  if (*text == '&') {
    int other = find(t, text + 1, error);
    return other >= 0 && wl_testcase_share(t, i, (uint32_t)other, 0, error);
  }
  if (a->same_as) return wl_fail(error, "argument %s is the buffer of %s", a->name, t->args[a->same_as - 1].name);
  if (!strncmp(text, "file:", 5)) {
    const bool picture = a->kind == WL_ARG_IMAGE && wl_picture_is(text + 5);
    if (picture ? !wl_init_from_picture(a, text + 5, &init, error) : !wl_init_from_file(a, text + 5, &init, error))
      return false;
    if (a->made_up) set_count(t, i, init.byte_count / wl_type_size(a->type));
  } else {
    if (!wl_init_parse(a->type, text, &init))
      return wl_fail(
          error,
          "argument %s: found \"%s\", expected zero, iota, random, edge, a value of type %s, random[from,to], "
          "iota[start,step], a list [a,b,...], file:path or &buffer",
          a->name, text, wl_type_name(a->type));
    if (init.value_count && a->made_up) set_count(t, i, init.value_count);
    if (init.value_count > a->count) {
      wl_fail(error, "argument %s: %zu values for a buffer of %" PRIu64, a->name, init.value_count, a->count);
      wl_init_free(&init);
      return false;
    }
  }
  wl_init_free(&a->init);
  a->init = init;
  a->no_init = false;
  return true;
}

// given: for each argument, whether the text has named it before.
static bool override_one(wl_testcase *t, char *one, bool *given, wl_error *error) {
  char *equals = strchr(one, '='), *at = strchr(one, '@'), *end = NULL;
  if (!equals)
    return wl_fail(error, "argument \"%s\": expected name=value; a list of values stands in brackets: name=[1,2,3]",
                   one);
  *equals = 0;
  if (at > equals) at = NULL;
  if (at) *at = 0;
  int found = find(t, one, error);
  if (found < 0) return false;
  if (given[found]) return wl_fail(error, "argument %s: given twice", one);
  given[found] = true;
  wl_test_arg *a = &t->args[found];
  if (at) {
    errno = 0;
    uint64_t count = strtoull(at + 1, &end, 0);
    if (a->kind == WL_ARG_SCALAR || a->kind >= WL_ARG_IMAGE || a->same_as || a->null || errno || *end || !at[1] ||
        count > UINT64_C(1) << 26)
      return wl_fail(error, "argument %s: \"%s\" is no size of a buffer", a->name, at + 1);
    set_count(t, (uint32_t)found, count);
    a->made_up = false;
  }
  if (a->kind == WL_ARG_SAMPLER) return wl_fail(error, "argument %s is a sampler: write a test.json", a->name);
  if (a->kind == WL_ARG_LOCAL)
    return *(equals + 1) == 0 || wl_fail(error, "argument %s is LDS: write %s@bytes=", a->name, a->name);
  if (a->kind == WL_ARG_SCALAR) return override_scalar(a, equals + 1, error);
  return override_buffer(t, (uint32_t)found, equals + 1, error);
}

// Cuts off the next argument: up to a space or comma outside of brackets and double quotes. Removes the double quotes.
// NULL: no argument is left, or a quote is not closed.
static char *next_argument(char **rest, wl_error *error) {
  char *from = *rest + strspn(*rest, " ,"), *to = from, *p = from;
  bool quoted = false;
  int depth = 0;
  if (!*from) return NULL;
  for (; *p && (quoted || depth > 0 || !strchr(" ,", *p)); p++) {
    if (*p == '"') {
      quoted = !quoted;
      continue;
    }
    depth += quoted ? 0 : (*p == '[') - (*p == ']');
    *to++ = *p;
  }
  *rest = *p ? p + 1 : p;
  *to = 0;
  if (!quoted) return from;
  wl_fail(error, "argument \"%s\": a double quote that is not closed", from);
  return NULL;
}

bool wl_testcase_override(wl_testcase *t, const char *text, wl_error *error) {
  char *copy = strdup(text), *rest = copy, *one;
  bool *given = calloc(t->arg_count + 1, sizeof *given);
  error->text[0] = 0;
  bool good = (copy && given) || wl_fail(error, "out of memory");
  while (good && (one = next_argument(&rest, error))) good = override_one(t, one, given, error);
  good = good && !error->text[0];
  free(given);
  free(copy);
  return good;
}
