// SPDX-License-Identifier: Apache-2.0
#include "texels.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"

static bool is_signed(const wl_image *i) {
  return i->num_format == WL_IMAGE_SNORM || i->num_format == WL_IMAGE_SSCALED || i->num_format == WL_IMAGE_SINT;
}

wl_type wl_texel_type(const wl_image *i) {
  const wl_image_format *f = wl_image_format_of(i->data_format);
  uint32_t widest = 0;
  for (int k = 0; k < WL_IMAGE_COMPONENTS; k++)
    if (f->width[k] > widest) widest = f->width[k];
  if (i->num_format == WL_IMAGE_FLOAT && widest >= 16) return widest == 16 ? WL_F16 : WL_F32;
  const wl_type of_sign = is_signed(i) ? WL_I8 : WL_U8;
  return of_sign + (widest > 16 ? WL_U32 - WL_U8 : widest > 8 ? WL_U16 - WL_U8 : 0);
}

uint32_t wl_texel_components(const wl_image *i) {
  const wl_image_format *f = wl_image_format_of(i->data_format);
  uint32_t count = 0;
  while (count < WL_IMAGE_COMPONENTS && f->width[count]) count++;
  return count;
}

static uint64_t elements_of_level(const wl_image *i, uint32_t level) {
  uint32_t size[3];
  wl_image_level_size(i, level, size);
  return (uint64_t)size[0] * size[1] * size[2] * wl_texel_components(i);
}

uint64_t wl_texel_elements(const wl_image *i) {
  uint64_t count = 0;
  for (uint32_t level = 0; level < i->levels; level++) count += elements_of_level(i, level);
  return count;
}

uint64_t wl_texel_element(const wl_image *i, const wl_image_texel *t) {
  uint64_t before = 0;
  uint32_t size[3];
  for (uint32_t level = 0; level < t->level; level++) before += elements_of_level(i, level);
  wl_image_level_size(i, t->level, size);
  return before + (((uint64_t)t->s * size[1] + t->y) * size[0] + t->x) * wl_texel_components(i);
}

void wl_texel_of_element(const wl_image *i, uint64_t element, wl_image_texel *t, uint32_t *component) {
  uint32_t size[3];
  *t = (wl_image_texel){0};
  for (uint64_t of; element >= (of = elements_of_level(i, t->level)); t->level++) element -= of;
  wl_image_level_size(i, t->level, size);
  *component = (uint32_t)(element % wl_texel_components(i));
  element /= wl_texel_components(i);
  t->x = (uint32_t)(element % size[0]);
  t->y = (uint32_t)(element / size[0] % size[1]);
  t->s = (uint32_t)(element / size[0] / size[1]);
}

static uint64_t ones(uint32_t width) { return (UINT64_C(1) << width) - 1; }

uint64_t wl_texel_cut(const wl_image *i, uint32_t component, uint64_t bits) {
  const uint32_t width = wl_image_format_of(i->data_format)->width[component];
  bits &= ones(width);
  if (is_signed(i) && bits >> (width - 1)) bits |= ~ones(width);
  return wl_value_cut(wl_texel_type(i), bits);
}

void wl_texel_pack(const wl_image *i, const uint64_t *components, uint8_t *bytes) {
  const wl_image_format *f = wl_image_format_of(i->data_format);
  uint64_t half = 0;  // 64 bits of the element: no component lies in two of them
  uint32_t at = 0;
  for (uint32_t k = 0; k < WL_IMAGE_COMPONENTS && f->width[k]; k++) {
    half |= (components[k] & ones(f->width[k])) << at % 64;
    at += f->width[k];
    if (at % 64 && at < 8 * f->bytes) continue;
    memcpy(bytes + (at - 1) / 64 * 8, &half, f->bytes < 8 ? f->bytes : 8);
    half = 0;
  }
}

void wl_texel_unpack(const wl_image *i, const uint8_t *bytes, uint64_t *components) {
  const wl_image_format *f = wl_image_format_of(i->data_format);
  uint32_t at = 0;
  for (uint32_t k = 0; k < WL_IMAGE_COMPONENTS && f->width[k]; k++) {
    uint64_t half = 0;
    memcpy(&half, bytes + at / 64 * 8, f->bytes < 8 ? f->bytes : 8);
    components[k] = wl_texel_cut(i, k, half >> at % 64);
    at += f->width[k];
  }
}

// What stands for the number 1. 0: the value is the number itself.
static double one_of(const wl_image *i, uint32_t component) {
  const uint32_t width = wl_image_format_of(i->data_format)->width[component];
  if (i->num_format == WL_IMAGE_UNORM || i->num_format == WL_IMAGE_SRGB) return (double)ones(width);
  return i->num_format == WL_IMAGE_SNORM ? (double)ones(width - 1) : 0;
}

// FLOAT of 10 or 11 bits: an f16 without its sign and its last bits of mantissa.
static uint32_t bits_cut_from_f16(const wl_image *i, uint32_t component) {
  const uint32_t width = wl_image_format_of(i->data_format)->width[component];
  return i->num_format == WL_IMAGE_FLOAT && width < 16 ? 15 - width : 0;
}

double wl_texel_to_number(const wl_image *i, uint32_t component, uint64_t bits) {
  const double one = one_of(i, component);
  const uint32_t cut = bits_cut_from_f16(i, component);
  if (cut) return wl_value_to_double(WL_F16, bits << cut);
  const double v = wl_value_to_double(wl_texel_type(i), bits);
  return one ? fmax(v / one, -1) : v;
}

uint64_t wl_texel_from_number(const wl_image *i, uint32_t component, double number) {
  const double one = one_of(i, component);
  const uint32_t cut = bits_cut_from_f16(i, component);
  if (cut) return wl_value_from_double(WL_F16, fmax(number, 0)) >> cut;
  return wl_texel_cut(i, component, wl_value_from_double(wl_texel_type(i), one ? nearbyint(number * one) : number));
}

const char *wl_component_name(uint32_t component) {
  static const char *const names[] = {"x", "y", "z", "w"};
  return names[component];
}
