// SPDX-License-Identifier: Apache-2.0
#include "images.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/json_text.h"
#include "testcase/expect.h"
#include "testcase/picture.h"
#include "testcase/texels.h"

// ---- memory --------------------------------------------------------------------------------------

// A row of texels of a level, as it lies in memory.
static void pack_row(const wl_placed *p, uint32_t arg, const wl_image_texel *first, uint32_t width, uint8_t *to) {
  const wl_image *i = &p->test->args[arg].image;
  uint64_t element = wl_texel_element(i, first), components[WL_IMAGE_COMPONENTS];
  for (uint32_t x = 0; x < width; x++) {
    for (uint32_t c = 0; c < wl_texel_components(i); c++)
      components[c] = wl_testcase_element(p->test, arg, p->seed, element++);
    wl_texel_pack(i, components, to + (size_t)x * wl_image_element_bytes(i));
  }
}

// Texels alone are written: padding stays memory that nobody has written.
static bool write_texels(const wl_placed *p, uint32_t arg, wl_error *error) {
  const wl_image *i = &p->test->args[arg].image;
  const uint32_t bytes = wl_image_element_bytes(i);
  uint8_t *row = calloc(i->width, bytes);
  bool good = row || wl_fail(error, "out of memory");
  for (uint32_t level = 0; good && level < i->levels; level++) {
    uint32_t size[3];
    wl_image_level_size(i, level, size);
    for (uint32_t s = 0; good && s < size[2]; s++)
      for (uint32_t y = 0; good && y < size[1]; y++) {
        pack_row(p, arg, &(wl_image_texel){level, 0, y, s}, size[0], row);
        good = wl_device_write(p->device, p->address[arg] + wl_image_offset(i, level, 0, y, s), row,
                               (size_t)size[0] * bytes, error);
      }
  }
  free(row);
  return good;
}

bool wl_image_place(const wl_placed *p, uint32_t arg, wl_error *error) {
  const wl_test_arg *a = &p->test->args[arg];
  wl_error why;
  if (a->address && !wl_device_alloc_at(p->device, a->address, a->image_bytes, &why))
    return wl_fail(error, "image %s: %s", a->name, why.text);
  p->address[arg] = a->address ? a->address : wl_device_alloc(p->device, a->image_bytes, WL_PAGE, error);
  if (!p->address[arg] || !write_texels(p, arg, error)) return false;
  if (a->no_init) wl_device_forget(p->device, p->address[arg], a->image_bytes);
  return true;
}

uint64_t wl_object_place(const wl_placed *p, uint32_t arg, wl_error *error) {
  const wl_test_arg *a = &p->test->args[arg];
  uint32_t words[WL_IMAGE_OBJECT_WORDS];
  size_t bytes = sizeof words;
  if (a->kind == WL_ARG_SAMPLER) {
    wl_sampler_words(&a->sampler, words);
    bytes = WL_SAMPLER_WORDS * sizeof *words;
  } else {
    wl_image i = a->image;
    i.address = p->address[arg];
    wl_image_object(&i, wl_image_hsa_type(&i), wl_image_hsa_order(&i), words);
  }
  const uint64_t address = wl_device_alloc(p->device, bytes, WL_IMAGE_OBJECT_ALIGN, error);
  return address && wl_device_write(p->device, address, words, bytes, error) ? address : 0;
}

bool wl_image_read(const wl_placed *p, uint32_t arg, uint64_t from, size_t count, void *to, wl_error *error) {
  const wl_test_arg *a = &p->test->args[arg];
  const wl_image *i = &a->image;
  const uint32_t components = wl_texel_components(i), bytes = wl_image_element_bytes(i);
  uint8_t element[16];
  uint64_t values[WL_IMAGE_COMPONENTS];
  for (size_t k = 0; k < count;) {
    wl_image_texel t;
    uint32_t c;
    wl_texel_of_element(i, from + k, &t, &c);
    if (!wl_device_read(p->device, p->address[arg] + wl_image_offset(i, t.level, t.x, t.y, t.s), element, bytes, error))
      return false;
    wl_texel_unpack(i, element, values);
    for (; c < components && k < count; c++) wl_value_set(a->type, to, k++, values[c]);
  }
  return true;
}

// ---- pictures ------------------------------------------------------------------------------------

enum { EXPECTED, FOUND, DIFFERENCE, PICTURES, CHANNELS = 3, ALPHA = 3, MOST_PIXELS = 1 << 24 };
static const char *const picture_names[PICTURES] = {"expected", "found", "difference"};

// A level, its slices below each other: elements that are expected (where nothing is, those found), and found.
typedef struct {
  uint32_t width, height;
  uint64_t *elements[2];
  uint64_t first;      // number of its first element
  uint64_t differing;  // texels
} level_contents;

// Puts what an expectation wants of its texels over what was found.
static void add_expected(const wl_placed *p, const wl_test_expect *e, level_contents *l) {
  const wl_image *i = &p->test->args[e->buffer].image;
  const uint32_t components = wl_texel_components(i);
  uint64_t k = 0;
  for (uint32_t s = 0; s < e->size[2]; s++)
    for (uint32_t y = 0; y < e->size[1]; y++) {
      const wl_image_texel first = {e->level, e->at[0], e->at[1] + y, e->at[2] + s};
      uint64_t element = wl_texel_element(i, &first);
      for (uint32_t x = 0; x < e->size[0]; x++) {
        bool differs = false;
        for (uint32_t c = 0; c < components; c++, element++, k++) {
          const uint64_t at = element - l->first, found = l->elements[FOUND][at];
          const bool holds = wl_expect_holds(p->test, e, p->seed, element, k, found, &l->elements[EXPECTED][at]);
          if (holds) l->elements[EXPECTED][at] = found;
          differs |= !holds;
        }
        l->differing += differs;
      }
    }
}

// What a load gives in a channel, R, G, B or alpha.
static double loaded(const wl_image *i, const uint64_t *texel, uint32_t channel) {
  const uint32_t select = i->dst_sel[channel], component = select - WL_SELECT_X;
  if (select < WL_SELECT_X) return select == WL_SELECT_1;
  return component < wl_texel_components(i) ? wl_texel_to_number(i, component, texel[component]) : 0;
}

// The numbers that are black and white: 0 and 1, or the least and the greatest of both pictures, if they go beyond.
static void find_scale(const wl_image *i, const level_contents *l, double *black, double *white) {
  const uint64_t texels = (uint64_t)l->width * l->height;
  *black = 0;
  *white = 1;
  for (int picture = EXPECTED; picture <= FOUND; picture++)
    for (uint64_t t = 0; t < texels; t++)
      for (uint32_t c = 0; c < CHANNELS; c++) {
        const double v = loaded(i, l->elements[picture] + t * wl_texel_components(i), c);
        if (isfinite(v) && v < *black) *black = v;
        if (isfinite(v) && v > *white) *white = v;
      }
}

static uint8_t shade(double v) { return (uint8_t)(isnan(v) || v <= 0 ? 0 : v >= 1 ? 255 : nearbyint(255 * v)); }

// How far two texels are apart in a channel or in alpha; NaN and a number are as far as can be.
static double apart(const wl_image *i, const uint64_t *a, const uint64_t *b, uint32_t channel) {
  const double x = loaded(i, a, channel), y = loaded(i, b, channel);
  if (isnan(x) || isnan(y)) return isnan(x) && isnan(y) ? 0 : INFINITY;
  return x == y ? 0 : fabs(x - y);
}

// The pixels of a picture. In the difference equal texels are black, and one that differs in alpha alone is grey.
static void paint(const wl_image *i, const level_contents *l, int picture, uint8_t *rgb) {
  const uint64_t texels = (uint64_t)l->width * l->height;
  const uint32_t components = wl_texel_components(i);
  double black, white;
  find_scale(i, l, &black, &white);
  for (uint64_t t = 0; t < texels; t++) {
    const uint64_t *expected = l->elements[EXPECTED] + t * components, *found = l->elements[FOUND] + t * components;
    const bool differs = memcmp(expected, found, components * sizeof *found) != 0;
    for (uint32_t c = 0; c < CHANNELS; c++) {
      enum { LEAST = 64 };  // of a texel that differs: a small difference is seen, too
      uint8_t *to = &rgb[t * CHANNELS + c];
      if (picture != DIFFERENCE)
        *to = shade((loaded(i, picture == FOUND ? found : expected, c) - black) / (white - black));
      else *to = shade(fmax(apart(i, expected, found, c), apart(i, expected, found, ALPHA)) / (white - black));
      if (picture == DIFFERENCE && differs && *to < LEAST) *to = LEAST;
    }
  }
}

static bool write_pictures(const wl_test_arg *a, uint32_t level, const level_contents *l, const char *folder,
                           json_t *list, wl_error *error) {
  uint8_t *rgb = malloc((size_t)l->width * l->height * CHANNELS);
  json_t *j = json_pack("{s:o, s:i, s:I}", "image", wl_json_text(a->name), "level", (int)level, "differing",
                        (json_int_t)l->differing);
  bool good = rgb || wl_fail(error, "out of memory");
  for (int k = 0; good && k < PICTURES; k++) {
    char name[160], path[1024];
    wl_text(name, sizeof name, "%s.level%" PRIu32 ".%s.png", a->name, level, picture_names[k]);
    for (char *c = name; *c; c++)
      if (*c == '/') *c = '_';
    paint(&a->image, l, k, rgb);
    good = (wl_text(path, sizeof path, "%s/%s", folder, name) || wl_fail(error, "%s: path too long", folder)) &&
           wl_picture_write(path, l->width, l->height, rgb, error);
    json_object_set_new(j, picture_names[k], wl_json_text(name));
  }
  free(rgb);
  if (!good) json_decref(j);
  else json_array_append_new(list, j);
  return good;
}

static bool judge_level(const wl_placed *p, uint32_t arg, uint32_t level, bool cycles, const char *folder, json_t *list,
                        wl_error *error) {
  const wl_test_arg *a = &p->test->args[arg];
  uint32_t size[3];
  wl_image_level_size(&a->image, level, size);
  level_contents l = {.width = size[0], .height = size[1] * size[2]};
  const uint64_t count = (uint64_t)l.width * l.height * wl_texel_components(&a->image);
  if ((uint64_t)l.width * l.height > MOST_PIXELS) return true;
  l.first = wl_texel_element(&a->image, &(wl_image_texel){level, 0, 0, 0});
  void *now = calloc(count, wl_type_size(a->type));
  for (int k = 0; k < 2; k++) l.elements[k] = calloc(count, sizeof **l.elements);
  bool good = (now && l.elements[EXPECTED] && l.elements[FOUND]) || wl_fail(error, "out of memory");
  good = good && wl_image_read(p, arg, l.first, count, now, error);
  for (uint64_t i = 0; good && i < count; i++)
    l.elements[EXPECTED][i] = l.elements[FOUND][i] = wl_value_get(a->type, now, i);
  for (uint32_t k = 0; good && k < p->test->expect_count; k++) {
    const wl_test_expect *e = &p->test->expects[k];
    if (e->buffer == arg && e->level == level && (!e->lockstep || cycles)) add_expected(p, e, &l);
  }
  if (good && l.differing) good = write_pictures(a, level, &l, folder, list, error);
  free(now);
  for (int k = 0; k < 2; k++) free(l.elements[k]);
  return good;
}

bool wl_image_pictures(const wl_placed *p, bool cycles, const char *folder, json_t **pictures, wl_error *error) {
  json_t *list = json_array();
  bool good = true;
  for (uint32_t arg = 0; good && arg < p->test->arg_count; arg++) {
    const wl_test_arg *a = &p->test->args[arg];
    const bool own = a->kind == WL_ARG_IMAGE && !a->same_as;
    for (uint32_t level = 0; good && own && level < a->image.levels; level++)
      good = judge_level(p, arg, level, cycles, folder, list, error);
  }
  if (good && json_array_size(list)) *pictures = list;
  else json_decref(list);
  return good;
}
