// SPDX-License-Identifier: Apache-2.0
// Images and samplers among the arguments of a description, and what it expects of images.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "picture.h"
#include "reader.h"
#include "texels.h"

enum { FRACTION = 256 };  // lods are in 1/256 of a level
static const uint64_t max_elements = UINT64_C(1) << 26, max_bytes = UINT64_C(1) << 29;

// The number of a word in a list whose last is NULL. Without the key *to stays.
static bool read_word(const wl_reader *r, const char *where, const json_t *object, const char *key,
                      const char *const *words, uint32_t *to) {
  char word[32] = "", at[160], list[240] = "";
  if (!json_object_get(object, key)) return true;
  if (!wl_json_string_of(r, where, object, key, true, word, sizeof word)) return false;
  for (uint32_t i = 0; words[i]; i++) {
    const size_t used = strlen(list);
    wl_text(list + used, sizeof list - used, "%s%s", !i ? "" : words[i + 1] ? ", " : " or ", words[i]);
    if (strcmp(word, words[i]) != 0) continue;
    *to = i;
    return true;
  }
  wl_text(at, sizeof at, "%s.%s", where, key);
  return wl_json_bad(r, at, "found \"%s\", expected %s", word, list);
}

// A list of so many integers from least to UINT32_MAX. Without the key they stay.
static bool read_numbers(const wl_reader *r, const char *where, const json_t *object, const char *key, uint64_t least,
                         uint32_t *const *to, size_t count) {
  const json_t *list = json_object_get(object, key);
  char at[160];
  wl_text(at, sizeof at, "%s.%s", where, key);
  if (!list) return true;
  if (json_array_size(list) != count)
    return wl_json_bad(r, at, "found %s of %zu, expected an array of %zu", wl_json_kind(list), json_array_size(list),
                       count);
  for (size_t i = 0; i < count; i++) {
    uint64_t v;
    wl_text(at, sizeof at, "%s.%s[%zu]", where, key, i);
    if (!wl_json_integer_at(r, at, json_array_get(list, i), least, UINT32_MAX, &v)) return false;
    *to[i] = (uint32_t)v;
  }
  return true;
}

// ---- images --------------------------------------------------------------------------------------

// "8_8_8_8 unorm"
static bool read_format(const wl_reader *r, const char *where, const json_t *j, wl_image *i) {
  char text[48] = "", at[160], list[240] = "";
  wl_text(at, sizeof at, "%s.format", where);
  if (!wl_json_string_of(r, where, j, "format", true, text, sizeof text)) return false;
  char *space = strchr(text, ' ');
  if (space) *space = 0;
  const wl_image_format *f = wl_image_format_named(text);
  const int num = space ? wl_image_num_named(space + 1) : -1;
  if (f && num >= 0 && f->num_formats >> num & 1) {
    i->data_format = f->data_format;
    i->num_format = (uint32_t)num;
    return true;
  }
  if (space) *space = ' ';
  for (const wl_image_format *one = wl_image_formats; !f && one->name; one++)
    wl_text(list + strlen(list), sizeof list - strlen(list), "%s%s", *list ? ", " : "", one->name);
  for (uint32_t n = 0; f && n < 16; n++)
    if (f->num_formats >> n & 1)
      wl_text(list + strlen(list), sizeof list - strlen(list), "%s%s", *list ? ", " : "", wl_image_num_name(n));
  return wl_json_bad(r, at, "found \"%s\", expected %s%s and one of: %s", text, f ? f->name : "a format",
                     f ? "" : " of components, a space, unorm or the like,", list);
}

// "xyz1": a letter for each of the four results. Without the key: the components in their order, 0, and 1 for the last.
static bool read_dst_sel(const wl_reader *r, const char *where, const json_t *j, wl_image *i) {
  static const char letters[] = "01??xyzw";
  char text[8] = "xyzw", at[160];
  const uint32_t count = wl_texel_components(i);
  for (uint32_t k = count; k < WL_IMAGE_COMPONENTS; k++) text[k] = k == WL_IMAGE_COMPONENTS - 1 ? '1' : '0';
  wl_text(at, sizeof at, "%s.dst_sel", where);
  if (!wl_json_string_of(r, where, j, "dst_sel", false, text, sizeof text)) return false;
  if (strlen(text) != WL_IMAGE_COMPONENTS || strspn(text, "01xyzw") != WL_IMAGE_COMPONENTS)
    return wl_json_bad(r, at, "found \"%s\", expected four of the letters x, y, z, w, 0, 1", text);
  for (uint32_t k = 0; k < WL_IMAGE_COMPONENTS; k++) i->dst_sel[k] = (uint32_t)(strchr(letters, text[k]) - letters);
  return true;
}

// Width, height, and depth, slices or faces, as many as the type has.
static bool read_size(const wl_reader *r, const char *where, const json_t *j, wl_image *i) {
  const bool flat = i->type == WL_IMAGE_1D || i->type == WL_IMAGE_1D_ARRAY || i->type == WL_IMAGE_1D_BUFFER;
  uint32_t *to[3] = {&i->width};
  size_t count = 1;
  char at[160];
  wl_text(at, sizeof at, "%s.size", where);
  if (!flat) to[count++] = &i->height;
  if (i->type == WL_IMAGE_3D) to[count++] = &i->depth;
  if (i->type >= WL_IMAGE_CUBE) to[count++] = &i->slices;
  if (!json_object_get(j, "size")) return wl_json_bad(r, at, "found nothing, expected an array of %zu", count);
  return read_numbers(r, where, j, "size", 1, to, count);
}

static bool read_view(const wl_reader *r, const char *where, const json_t *j, wl_image *i) {
  return read_numbers(r, where, j, "view_levels", 0, (uint32_t *[]){&i->first_level, &i->view_levels}, 2) &&
         read_numbers(r, where, j, "view_slices", 0, (uint32_t *[]){&i->first_slice, &i->view_slices}, 2);
}

bool wl_read_image(const wl_reader *r, const char *where, json_t *j, wl_test_arg *a) {
  static const char *const types[] = {"1d", "2d", "3d", "cube", "1d_array", "2d_array", "1d_buffer", NULL};
  static const char *const tilings[] = {"linear", NULL};
  wl_image *i = &a->image;
  uint32_t type = 1, tiling = 0;  // "2d", "linear"
  uint64_t levels = 1, pitch = 0;
  wl_error why;
  if (!read_word(r, where, j, "type", types, &type) || !read_word(r, where, j, "tiling", tilings, &tiling) ||
      !read_format(r, where, j, i) || !read_dst_sel(r, where, j, i) ||
      !wl_json_range_of(r, where, j, "levels", 1, 16, &levels) ||
      !wl_json_range_of(r, where, j, "pitch", 1, WL_IMAGE_MAX_PITCH, &pitch))
    return false;
  i->type = (uint32_t)wl_image_type_named(types[type]);
  i->levels = (uint32_t)levels;
  i->pitch = (uint32_t)pitch;
  if (!read_size(r, where, j, i) || !read_view(r, where, j, i)) return false;
  if (!wl_image_layout(i, &a->image_bytes, &why)) return wl_json_bad(r, where, "%s", why.text);
  a->type = wl_texel_type(i);
  a->count = wl_texel_elements(i);
  if (a->image_bytes > max_bytes)
    return wl_json_bad(r, where, "%" PRIu64 " bytes, expected at most %" PRIu64, a->image_bytes, max_bytes);
  return a->count <= max_elements ||
         wl_json_bad(r, where, "%" PRIu64 " components of texels, expected at most %" PRIu64, a->count, max_elements);
}

bool wl_read_image_view(const wl_reader *r, const char *where, json_t *j, wl_test_arg *a) {
  char name[WL_NAME], at[160];
  wl_error why;
  wl_text(at, sizeof at, "%s.same_as", where);
  if (!wl_json_string_of(r, where, j, "same_as", true, name, sizeof name)) return false;
  const int other = wl_find_arg(r->t, name);
  if (other < 0 || r->t->args[other].kind != WL_ARG_IMAGE || r->t->args[other].same_as)
    return wl_json_bad(r, at, "\"%s\" names no image with memory of its own among the arguments before", name);
  const wl_test_arg *whole = &r->t->args[other];
  a->same_as = (uint32_t)other + 1;
  a->image = whole->image;
  wl_image *i = &a->image;
  if (json_object_get(j, "format") && !read_format(r, where, j, i)) return false;
  wl_text(at, sizeof at, "%s.format", where);
  if (wl_image_element_bytes(i) != wl_image_element_bytes(&whole->image))
    return wl_json_bad(r, at, "texels of %u bytes, those of %s have %u", wl_image_element_bytes(i), name,
                       wl_image_element_bytes(&whole->image));
  i->first_level = i->view_levels = i->first_slice = i->view_slices = 0;
  if (!read_dst_sel(r, where, j, i) || !read_view(r, where, j, i)) return false;
  if (!wl_image_layout(i, &a->image_bytes, &why)) return wl_json_bad(r, where, "%s", why.text);
  a->type = wl_texel_type(i);
  a->count = wl_texel_elements(i);
  return true;
}

// Whether values fit the components, which may have fewer bits than their type. The first is a component X.
static bool values_fit(const wl_reader *r, const char *at, const wl_image *i, const uint64_t *values, size_t count) {
  for (size_t k = 0; k < count; k++) {
    const uint32_t component = (uint32_t)k % wl_texel_components(i);
    if (wl_texel_cut(i, component, values[k]) != values[k])
      return wl_json_bad(r, at, "value %zu does not fit component %s of %u bits", k, wl_component_name(component),
                         wl_image_format_of(i->data_format)->width[component]);
  }
  return true;
}

uint64_t *wl_read_texels(const wl_reader *r, const char *at, const wl_test_arg *a, const json_t *j, uint64_t most,
                         size_t *count) {
  uint64_t *values = wl_json_values(r, at, a->type, j, count);
  if (!values) return NULL;
  if (*count <= most && *count % wl_texel_components(&a->image) == 0 && values_fit(r, at, &a->image, values, *count))
    return values;
  if (*count > most || *count % wl_texel_components(&a->image))
    wl_json_bad(r, at, "%zu values, expected %u for each texel, at most %" PRIu64, *count,
                wl_texel_components(&a->image), most);
  free(values);
  return NULL;
}

uint64_t *wl_read_colour(const wl_reader *r, const char *at, const wl_test_arg *a, const json_t *j, uint64_t elements) {
  const uint32_t components = wl_texel_components(&a->image);
  size_t count = components;
  uint64_t *values = calloc(elements + WL_IMAGE_COMPONENTS, sizeof *values), *one = NULL;
  bool good = values || wl_json_bad(r, at, "out of memory");
  if (good && json_is_array(j)) {
    one = wl_json_values(r, at, a->type, j, &count);
    good =
        one && (count == components || wl_json_bad(r, at, "%zu values, expected the %u of a texel", count, components));
    for (size_t k = 0; good && k < count; k++) values[k] = one[k];
  } else if (good) {
    good = wl_json_value(r, at, a->type, j, &values[0]);
    for (uint32_t k = 1; k < components; k++) values[k] = values[0];
  }
  good = good && values_fit(r, at, &a->image, values, components);
  for (uint64_t k = components; good && k < elements; k++) values[k] = values[k - components];
  free(one);
  if (good) return values;
  free(values);
  return NULL;
}

bool wl_init_from_picture(const wl_test_arg *a, const char *path, wl_init *init, wl_error *error) {
  const wl_image *i = &a->image;
  const uint32_t components = wl_texel_components(i), rows = i->height * i->slices * i->depth;
  const size_t size = wl_type_size(a->type);
  wl_picture p;
  if (!wl_picture_read(path, &p, error)) return false;
  *init = (wl_init){.kind = WL_INIT_FILE, .file = strdup(path), .byte_count = a->count * size};
  init->bytes = calloc(a->count + 1, size);
  bool good = (init->file && init->bytes) || wl_fail(error, "argument %s: out of memory", a->name);
  if (good && (p.width != i->width || p.height != rows))
    good = wl_fail(error, "argument %s: %s has %u x %u pixels, expected %u x %u", a->name, path, p.width, p.height,
                   i->width, rows);
  for (size_t pixel = 0; good && pixel < (size_t)p.width * p.height; pixel++)
    for (uint32_t c = 0; c < WL_IMAGE_COMPONENTS; c++) {
      const uint32_t k = i->dst_sel[c] - WL_SELECT_X;
      if (i->dst_sel[c] < WL_SELECT_X || k >= components) continue;
      double v = wl_picture_channel(&p, (uint32_t)(pixel % p.width), (uint32_t)(pixel / p.width), c);
      if (i->num_format == WL_IMAGE_UINT || i->num_format == WL_IMAGE_SINT || i->num_format == WL_IMAGE_USCALED ||
          i->num_format == WL_IMAGE_SSCALED)
        v *= p.most;
      wl_value_set(a->type, init->bytes, pixel * components + k, wl_texel_from_number(i, k, v));
    }
  wl_picture_free(&p);
  if (!good) wl_init_free(init);
  return good;
}

// ---- samplers ------------------------------------------------------------------------------------

// A number of levels as 1/256. Without the key *to stays.
static bool read_lod(const wl_reader *r, const char *where, const json_t *j, const char *key, int32_t least,
                     int32_t most, int32_t *to) {
  const json_t *v = json_object_get(j, key);
  char at[160];
  wl_text(at, sizeof at, "%s.%s", where, key);
  if (!v) return true;
  if (!json_is_number(v)) return wl_json_bad(r, at, "found %s, expected a number", wl_json_kind(v));
  const double steps = json_number_value(v) * FRACTION;
  if (steps != floor(steps) || steps < least || steps > most)
    return wl_json_bad(r, at, "found %g, expected a multiple of 1/256 from %g to %g", json_number_value(v),
                       (double)least / FRACTION, (double)most / FRACTION);
  *to = (int32_t)steps;
  return true;
}

static bool read_clamp(const wl_reader *r, const char *where, const json_t *j, wl_sampler *s) {
  static const char *const modes[] = {"wrap",        "mirror",
                                      "last_texel",  "mirror_once_last_texel",
                                      "half_border", "mirror_once_half_border",
                                      "border",      "mirror_once_border",
                                      NULL};
  static const char *const axes[] = {"x", "y", "z"};
  const json_t *clamp = json_object_get(j, "clamp");
  char at[160];
  wl_text(at, sizeof at, "%s.clamp", where);
  for (int k = 0; k < 3; k++) s->clamp[k] = WL_CLAMP_LAST_TEXEL;
  if (json_is_object(clamp)) {
    if (!wl_json_only_in(r, at, json_object_get(j, "clamp"), "args[].clamp")) return false;
    for (int k = 0; k < 3; k++)
      if (!read_word(r, at, clamp, axes[k], modes, &s->clamp[k])) return false;
    return true;
  }
  if (!read_word(r, where, j, "clamp", modes, &s->clamp[0])) return false;
  s->clamp[1] = s->clamp[2] = s->clamp[0];
  return true;
}

bool wl_read_sampler(const wl_reader *r, const char *where, json_t *j, wl_test_arg *a) {
  static const char *const filters[] = {"point", "linear", NULL}, *const more[] = {"none", "point", "linear", NULL};
  static const char *const borders[] = {"transparent_black", "opaque_black", "white", NULL};
  static const char *const functions[] = {"never",     "less",          "equal",  "less_equal", "greater",
                                          "not_equal", "greater_equal", "always", NULL};
  wl_sampler *s = &a->sampler;
  int32_t least = 0, most = WL_SAMPLER_MOST_LOD, bias = 0;
  uint8_t unnormalized = 0, trunc = 0;
  s->compare = 3;
  if (!read_clamp(r, where, j, s) || !read_word(r, where, j, "filter", filters, &s->mag)) return false;
  s->min = s->mag;
  if (!read_word(r, where, j, "min_filter", filters, &s->min) || !read_word(r, where, j, "z_filter", more, &s->z) ||
      !read_word(r, where, j, "mip_filter", more, &s->mip) || !read_word(r, where, j, "border", borders, &s->border) ||
      !read_word(r, where, j, "compare", functions, &s->compare) ||
      !wl_json_flag_of(r, where, j, "unnormalized", &unnormalized) ||
      !wl_json_flag_of(r, where, j, "trunc_coord", &trunc) ||
      !read_lod(r, where, j, "min_lod", 0, WL_SAMPLER_MOST_LOD, &least) ||
      !read_lod(r, where, j, "max_lod", 0, WL_SAMPLER_MOST_LOD, &most) ||
      !read_lod(r, where, j, "lod_bias", -8192, 8191, &bias))
    return false;
  s->unnormalized = unnormalized;
  s->trunc_coord = trunc;
  s->min_lod = (uint32_t)least;
  s->max_lod = (uint32_t)most;
  s->lod_bias = bias;
  return true;
}

// ---- expectations --------------------------------------------------------------------------------

// Refuses a second expectation for a texel.
static bool apart(const wl_reader *r, const char *where, const wl_test_expect *e) {
  for (const wl_test_expect *other = r->t->expects; other < e; other++) {
    bool common = other->buffer == e->buffer && other->level == e->level;
    for (int k = 0; k < 3; k++)
      common &= e->at[k] < other->at[k] + other->size[k] && other->at[k] < e->at[k] + e->size[k];
    if (common)
      return wl_json_bad(r, where, "another expectation has texels of these of image %s", r->t->args[e->buffer].name);
  }
  return true;
}

// The region: from "at" on "size" texels of a level. Without both the whole level.
static bool read_region(const wl_reader *r, const char *where, const json_t *j, const wl_image *i, wl_test_expect *e) {
  uint32_t whole[3], *const at_to[3] = {&e->at[0], &e->at[1], &e->at[2]},
                            *const size_to[3] = {&e->size[0], &e->size[1], &e->size[2]};
  uint64_t level = 0;
  if (!wl_json_range_of(r, where, j, "level", 0, i->levels - 1, &level)) return false;
  e->level = (uint32_t)level;
  wl_image_level_size(i, e->level, whole);
  const json_t *const lists[] = {json_object_get(j, "at"), json_object_get(j, "size")};
  const size_t axes[] = {json_array_size(lists[0]), json_array_size(lists[1])};
  char place[160];
  for (int k = 0; k < 2; k++)
    if (lists[k] && (axes[k] < 1 || axes[k] > 3)) {
      wl_text(place, sizeof place, "%s.%s", where, k ? "size" : "at");
      return wl_json_bad(r, place, "found %s of %zu, expected an array of 1 to 3", wl_json_kind(lists[k]), axes[k]);
    }
  if (!read_numbers(r, where, j, "at", 0, at_to, axes[0])) return false;
  for (int k = 0; k < 3; k++) e->size[k] = e->at[k] < whole[k] ? whole[k] - e->at[k] : 0;
  for (size_t k = axes[1]; axes[1] && k < 3; k++) e->size[k] = 1;
  if (!read_numbers(r, where, j, "size", 1, size_to, axes[1])) return false;
  for (int k = 0; k < 3; k++)
    if (!e->size[k] || e->size[k] > whole[k] - e->at[k])
      return wl_json_bad(r, where, "texels %u, %u, %u and %u x %u x %u of them, level %u has %u x %u x %u", e->at[0],
                         e->at[1], e->at[2], e->size[0], e->size[1], e->size[2], e->level, whole[0], whole[1],
                         whole[2]);
  e->count = (uint64_t)e->size[0] * e->size[1] * e->size[2] * wl_texel_components(i);
  return true;
}

// The contents of the region from a file: a picture, or raw elements.
static bool read_file(const wl_reader *r, const char *where, const json_t *j, const wl_test_arg *a, wl_test_expect *e) {
  wl_test_arg part = *a;
  char at[160];
  wl_text(at, sizeof at, "%s.file", where);
  part.count = e->count;
  part.image.width = e->size[0];
  part.image.height = e->size[1];
  part.image.depth = e->size[2];
  part.image.slices = part.image.levels = 1;
  part.init = (wl_init){0};
  if (!wl_read_contents(r, where, j, at, &part)) return false;
  e->kind = WL_EXPECT_FILE;
  e->bytes = part.init.bytes;
  part.init.bytes = NULL;
  wl_init_free(&part.init);
  return true;
}

// The key with the expected contents: an expectation has one of them.
static bool wanted_key(const wl_reader *r, const char *where, const json_t *j, const char **key) {
  static const char *const keys[] = {"values", "constant", "unchanged", "same_as", "file"};
  char at[160];
  *key = NULL;
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
    if (!json_object_get(j, keys[k])) continue;
    wl_text(at, sizeof at, "%s.%s", where, keys[k]);
    if (*key) return wl_json_bad(r, at, "beside \"%s\", which says what is expected", *key);
    *key = keys[k];
  }
  return *key ||
         wl_json_bad(r, where, "expected one of the keys values, constant, same_as, file, or \"unchanged\": true");
}

// The initial contents of another image of the same shape.
static bool read_same(const wl_reader *r, const char *at, const json_t *j, const wl_test_arg *a, wl_test_expect *e) {
  const char *name = json_string_value(j);
  const int other = name ? wl_find_arg(r->t, name) : -1;
  if (other < 0 || r->t->args[other].kind != WL_ARG_IMAGE || r->t->args[other].same_as)
    return wl_json_bad(r, at, "\"%s\" names no image of this test with memory of its own", name ? name : "");
  const wl_test_arg *o = &r->t->args[other];
  uint32_t mine[3], its[3];
  bool same = o->type == a->type && o->image.levels == a->image.levels &&
              wl_texel_components(&o->image) == wl_texel_components(&a->image);
  wl_image_level_size(&a->image, 0, mine);
  wl_image_level_size(&o->image, 0, its);
  for (int k = 0; k < 3; k++) same &= mine[k] == its[k];
  if (!same) return wl_json_bad(r, at, "image %s has other sizes, levels or components than %s", name, a->name);
  e->kind = WL_EXPECT_FORMULA;
  wl_text(e->formula, sizeof e->formula, "copy");
  e->inputs[e->input_count++] = (uint32_t)other;
  return true;
}

bool wl_read_image_expect(const wl_reader *r, const char *where, json_t *j) {
  wl_testcase *t = r->t;
  wl_test_expect *e = &t->expects[t->expect_count++];
  char name[WL_NAME], at[160];
  const char *key;
  size_t count;
  if (!wl_json_only_in(r, where, j, "expect.images[]") ||
      !wl_json_string_of(r, where, j, "image", true, name, sizeof name))
    return false;
  const int arg = wl_find_arg(t, name);
  wl_text(at, sizeof at, "%s.image", where);
  if (arg < 0 || t->args[arg].kind != WL_ARG_IMAGE)
    return wl_json_bad(r, at, "\"%s\" names no image of this test", name);
  const wl_test_arg *a = &t->args[arg];
  if (a->same_as)
    return wl_json_bad(r, at, "image %s has the memory of %s: its texels are expected of that", name,
                       t->args[a->same_as - 1].name);
  e->buffer = (uint32_t)arg;
  if (!read_region(r, where, j, &a->image, e) ||
      !wl_json_integer_of(r, where, j, "ulp", false, wl_expect_most_ulp(a->type), &e->ulp) ||
      !wl_json_flag_of(r, where, j, "lockstep", &e->lockstep) || !wanted_key(r, where, j, &key) || !apart(r, where, e))
    return false;
  const json_t *what = json_object_get(j, key);
  wl_text(at, sizeof at, "%s.%s", where, key);
  if (!strcmp(key, "file")) return read_file(r, where, j, a, e);
  if (!strcmp(key, "same_as")) return read_same(r, at, what, a, e);
  e->kind = !strcmp(key, "unchanged") ? WL_EXPECT_UNCHANGED : WL_EXPECT_VALUES;
  if (e->kind == WL_EXPECT_UNCHANGED)
    return json_is_true(what) || wl_json_bad(r, at, "found %s, expected true (or no such key)", wl_json_kind(what));
  if (!strcmp(key, "constant")) return (e->values = wl_read_colour(r, at, a, what, e->count)) != NULL;
  if (!(e->values = wl_read_texels(r, at, a, what, e->count, &count))) return false;
  return count == e->count ||
         wl_json_bad(r, at, "%zu values, expected %" PRIu64 ": %u for each of %u x %u x %u texels", count, e->count,
                     wl_texel_components(&a->image), e->size[0], e->size[1], e->size[2]);
}
