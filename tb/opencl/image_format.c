// SPDX-License-Identifier: Apache-2.0
#include "image_format.h"

#include <math.h>
#include <string.h>

#include "device/image.h"
#include "testcase/value.h"

// ---- tables --------------------------------------------------------------------------------------

// Kinds of types: which orders may have them (OpenCL 1.2, 5.3.1.1; 3.0, 5.3.1.1).
enum { NORM8 = 1, NORM16 = 2, INT8 = 4, INT = 8, REAL = 16, PACKED = 32, PACKED_4 = 64 };
enum { ANY = NORM8 | NORM16 | INT8 | INT | REAL, GREY = NORM8 | NORM16 | REAL, BYTES = NORM8 | INT8 };

// One row an order. parts: components of an element; 0: the devices do not have it.
enum { O = WL_SELECT_0, I = WL_SELECT_1, X = WL_SELECT_X, Y = WL_SELECT_Y, Z = WL_SELECT_Z, W = WL_SELECT_W };
static const struct {
  cl_channel_order order;
  int types;
  uint32_t parts, hsa;
  uint32_t dst_sel[IMAGE_COMPONENTS];
} orders[] = {
    {CL_R, ANY, 1, 1, {X, O, O, I}},
    {CL_A, ANY, 1, 0, {O, O, O, X}},
    {CL_RG, ANY, 2, 3, {X, Y, O, I}},
    {CL_RA, ANY, 2, 5, {X, O, O, Y}},
    {CL_RGBA, ANY | PACKED_4, 4, 8, {X, Y, Z, W}},
    {CL_BGRA, BYTES, 4, 9, {Z, Y, X, W}},
    {CL_ARGB, BYTES, 4, 10, {Y, Z, W, X}},
    {CL_INTENSITY, GREY, 1, 16, {X, X, X, X}},
    {CL_LUMINANCE, GREY, 1, 17, {X, X, X, I}},
    {CL_RGB, PACKED, 3, 6, {Z, Y, X, I}},
    {CL_Rx, ANY, 0, 2, {O}},
    {CL_RGx, ANY, 0, 4, {O}},
    {CL_RGBx, PACKED, 0, 7, {O}},
    {CL_ABGR, BYTES, 0, 11, {O}},
    {CL_sRGB, NORM8, 0, 12, {O}},
    {CL_sRGBx, NORM8, 0, 13, {O}},
    {CL_sRGBA, NORM8, 0, 14, {O}},
    {CL_sBGRA, NORM8, 0, 15, {O}},
    {CL_DEPTH, NORM16 | REAL, 0, 18, {O}},
};

// One row a type: its DATA_FORMAT with one, two and four components; of a packed one with its three or four. 0: the
// devices do not have it.
static const struct {
  cl_channel_type type;
  int kind;
  uint32_t num_format, hsa;
  uint32_t data_format[IMAGE_COMPONENTS];
} types[] = {
    {CL_SNORM_INT8, NORM8, WL_IMAGE_SNORM, 0, {1, 3, 0, 10}},
    {CL_SNORM_INT16, NORM16, WL_IMAGE_SNORM, 1, {2, 5, 0, 12}},
    {CL_UNORM_INT8, NORM8, WL_IMAGE_UNORM, 2, {1, 3, 0, 10}},
    {CL_UNORM_INT16, NORM16, WL_IMAGE_UNORM, 3, {2, 5, 0, 12}},
    {CL_UNORM_SHORT_565, PACKED, WL_IMAGE_UNORM, 6, {0, 0, 16, 0}},
    {CL_UNORM_SHORT_555, PACKED, WL_IMAGE_UNORM, 5, {0, 0, 17, 0}},
    {CL_UNORM_INT_101010, PACKED, WL_IMAGE_UNORM, 7, {0, 0, 9, 0}},
    {CL_UNORM_INT_101010_2, PACKED_4, WL_IMAGE_UNORM, 16, {0}},
    {CL_SIGNED_INT8, INT8, WL_IMAGE_SINT, 8, {1, 3, 0, 10}},
    {CL_SIGNED_INT16, INT, WL_IMAGE_SINT, 9, {2, 5, 0, 12}},
    {CL_SIGNED_INT32, INT, WL_IMAGE_SINT, 10, {4, 11, 0, 14}},
    {CL_UNSIGNED_INT8, INT8, WL_IMAGE_UINT, 11, {1, 3, 0, 10}},
    {CL_UNSIGNED_INT16, INT, WL_IMAGE_UINT, 12, {2, 5, 0, 12}},
    {CL_UNSIGNED_INT32, INT, WL_IMAGE_UINT, 13, {4, 11, 0, 14}},
    {CL_HALF_FLOAT, REAL, WL_IMAGE_FLOAT, 14, {2, 5, 0, 12}},
    {CL_FLOAT, REAL, WL_IMAGE_FLOAT, 15, {4, 11, 0, 14}},
};

enum { ORDERS = sizeof orders / sizeof *orders, TYPES = sizeof types / sizeof *types };
enum { LAST_OF_BUFFERS = 14 };  // DATA_FORMAT of a V#

// ---- look-ups ------------------------------------------------------------------------------------

// Whether images of this type have the order and the type.
static bool has(int order, int type, cl_mem_object_type image) {
  const uint32_t parts = orders[order].parts;
  return (orders[order].types & types[type].kind) && parts && types[type].data_format[parts - 1] &&
         (image != CL_MEM_OBJECT_IMAGE1D_BUFFER || types[type].data_format[parts - 1] <= LAST_OF_BUFFERS);
}

cl_int image_format_find(const cl_image_format *cl, cl_mem_object_type image, image_format *found) {
  int order = 0, type = 0;
  while (cl && order < ORDERS && orders[order].order != cl->image_channel_order) order++;
  while (cl && type < TYPES && types[type].type != cl->image_channel_data_type) type++;
  if (!cl || order == ORDERS || type == TYPES || !(orders[order].types & types[type].kind))
    return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  if (!has(order, type, image)) return CL_IMAGE_FORMAT_NOT_SUPPORTED;
  const uint32_t data_format = types[type].data_format[orders[order].parts - 1];
  *found = (image_format){.cl = *cl,
                          .data_format = data_format,
                          .num_format = types[type].num_format,
                          .hsa_order = orders[order].hsa,
                          .hsa_type = types[type].hsa,
                          .bytes = wl_image_format_of(data_format)->bytes};
  memcpy(found->dst_sel, orders[order].dst_sel, sizeof found->dst_sel);
  return CL_SUCCESS;
}

cl_uint image_format_list(cl_mem_object_type image, cl_uint room, cl_image_format *to) {
  cl_uint count = 0;
  for (int order = 0; order < ORDERS; order++) {
    for (int type = 0; type < TYPES; type++) {
      if (!has(order, type, image)) continue;
      if (to && count < room) to[count] = (cl_image_format){orders[order].order, types[type].type};
      count++;
    }
  }
  return count;
}

// ---- elements ------------------------------------------------------------------------------------

static uint32_t norm(float v, double largest, double least) {
  const double in_range = isnan(v) ? 0 : v < least ? least : v > 1 ? 1 : (double)v;
  return (uint32_t)(int32_t)rint(in_range * largest);
}

// A component of `width` bits (image.md 7.2).
static uint32_t convert(uint32_t num_format, uint32_t width, uint32_t bits) {
  const uint32_t all = UINT32_MAX >> (32 - width), top = all >> 1;
  const int32_t s = (int32_t)bits;
  float f;
  memcpy(&f, &bits, sizeof f);
  switch (num_format) {
    case WL_IMAGE_UNORM: return norm(f, all, 0);
    case WL_IMAGE_SNORM: return norm(f, top, -1) & all;
    case WL_IMAGE_UINT: return bits > all ? all : bits;
    case WL_IMAGE_SINT:
      return (uint32_t)(s > (int32_t)top ? (int32_t)top : s < ~(int32_t)top ? ~(int32_t)top : s) & all;
    default: return width == 32 ? bits : (uint32_t)wl_value_from_double(WL_F16, (double)f);
  }
}

void image_format_pack(const image_format *f, const void *color, uint8_t *to) {
  const wl_image_format *layout = wl_image_format_of(f->data_format);
  uint32_t first = 0;
  memset(to, 0, f->bytes);
  for (uint32_t c = 0; c < IMAGE_COMPONENTS; first += layout->width[c++]) {
    uint32_t k = 0, bits;
    while (k < IMAGE_COMPONENTS && f->dst_sel[k] != X + c) k++;
    if (k == IMAGE_COMPONENTS || !layout->width[c]) continue;
    memcpy(&bits, (const uint8_t *)color + 4 * k, 4);
    // At most four bytes have it: components of 32 bits begin at a byte, and others lie within a double word.
    uint64_t element = (uint64_t)convert(f->num_format, layout->width[c], bits) << first % 8;
    for (uint32_t at = first / 8; element; element >>= 8) to[at++] |= (uint8_t)element;
  }
}
