// SPDX-License-Identifier: Apache-2.0
// What the OpenCL host programs of images share: the types of images with sizes, and elements on the host.
#ifndef IMAGE_TEST_H
#define IMAGE_TEST_H

#include "opencl_test.h"

#include <math.h>

enum { MOST = 16 * 1024 };  // bytes of the elements of an image of these tests

// Sizes as origins and regions count; `slices`: which of them counts images of an array or depth, 0: none.
typedef struct {
  cl_mem_object_type type;
  size_t size[3];
  int slices;
} image_kind;

static const image_kind kinds[] = {
    {CL_MEM_OBJECT_IMAGE1D, {37, 1, 1}, 0},       {CL_MEM_OBJECT_IMAGE1D_BUFFER, {37, 1, 1}, 0},
    {CL_MEM_OBJECT_IMAGE1D_ARRAY, {11, 5, 1}, 1}, {CL_MEM_OBJECT_IMAGE2D, {11, 7, 1}, 0},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY, {9, 4, 3}, 2},  {CL_MEM_OBJECT_IMAGE3D, {5, 6, 4}, 2}};

static const cl_image_format bytes4 = {CL_RGBA, CL_UNSIGNED_INT8}, byte1 = {CL_R, CL_UNSIGNED_INT8},
                             floats4 = {CL_RGBA, CL_FLOAT};
static const size_t zero[3] = {0, 0, 0}, one[3] = {1, 1, 1};

// Bytes of a channel of a type; 0: the type is packed.
static inline size_t channel_bytes(cl_channel_type type) {
  switch (type) {
    case CL_SNORM_INT8:
    case CL_UNORM_INT8:
    case CL_SIGNED_INT8:
    case CL_UNSIGNED_INT8: return 1;
    case CL_SIGNED_INT32:
    case CL_UNSIGNED_INT32:
    case CL_FLOAT: return 4;
    case CL_UNORM_SHORT_565:
    case CL_UNORM_SHORT_555:
    case CL_UNORM_INT_101010: return 0;
    default: return 2;
  }
}

// 5.3.1.1: the last channel of these orders is ignored.
static inline bool pads(cl_channel_order order) { return order == CL_Rx || order == CL_RGx; }

static inline size_t channels(cl_channel_order order) {
  switch (order) {
    case CL_Rx:
    case CL_RG:
    case CL_RA: return 2;
    case CL_RGx: return 3;
    case CL_RGBA:
    case CL_BGRA:
    case CL_ARGB: return 4;
    default: return 1;
  }
}

static inline size_t element_bytes(const cl_image_format *format) {
  const size_t channel = channel_bytes(format->image_channel_data_type);
  if (channel) return channel * channels(format->image_channel_order);
  return format->image_channel_data_type == CL_UNORM_INT_101010 ? 4 : 2;
}

// Bytes of an element that its color decides.
static inline size_t color_bytes(const cl_image_format *format) {
  const bool padded = pads(format->image_channel_order);
  return element_bytes(format) - (padded ? channel_bytes(format->image_channel_data_type) : 0);
}

static inline cl_image_desc description(const image_kind *kind) {
  cl_image_desc desc = {.image_type = kind->type, .image_width = kind->size[0]};
  if (kind->type == CL_MEM_OBJECT_IMAGE2D || kind->type == CL_MEM_OBJECT_IMAGE2D_ARRAY ||
      kind->type == CL_MEM_OBJECT_IMAGE3D)
    desc.image_height = kind->size[1];
  if (kind->type == CL_MEM_OBJECT_IMAGE3D) desc.image_depth = kind->size[2];
  else if (kind->slices) desc.image_array_size = kind->size[kind->slices];
  return desc;
}

static inline size_t texels(const size_t size[3]) { return size[0] * size[1] * size[2]; }

// An image with these elements, without gaps; data NULL: it is written by nobody.
static inline cl_mem image_with(const image_kind *kind, const cl_image_format *format, cl_mem_flags flags,
                                const void *data) {
  cl_image_desc desc = description(kind);
  const bool of_buffer = kind->type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
  if (of_buffer) desc.buffer = buffer_of(kind->size[0] * element_bytes(format), data);
  if (data && !of_buffer) flags |= CL_MEM_COPY_HOST_PTR;
  cl_mem image = clCreateImage(on.context, flags, format, &desc, of_buffer ? NULL : (void *)(uintptr_t)data, &error);
  OK(error);
  if (of_buffer) OK(clReleaseMemObject(desc.buffer));
  return image;
}

static inline void read_image(cl_mem image, const size_t size[3], void *to) {
  OK(clEnqueueReadImage(on.queue, image, CL_TRUE, zero, size, 0, 0, to, 0, NULL, NULL));
}

static inline void write_image(cl_mem image, const size_t size[3], const void *from) {
  OK(clEnqueueWriteImage(on.queue, image, CL_TRUE, zero, size, 0, 0, from, 0, NULL, NULL));
}

// Elements of any kind: all bytes differ from their neighbours.
static inline void make_bytes(unsigned char *to, size_t size, unsigned seed) {
  for (size_t i = 0; i < size; i++) to[i] = (unsigned char)(i * 7 + (i >> 8) * 13 + seed);
}

// ---- the formulas of 8.3 --------------------------------------------------------------------------------------------
// Which of a color's components the channels of an element are, the lowest first.
static inline const int *parts_of(cl_channel_order order) {
  static const int red[] = {0, 1, 2, 3}, alpha[] = {3}, red_alpha[] = {0, 3}, bgra[] = {2, 1, 0, 3},
                   argb[] = {3, 0, 1, 2};
  return order == CL_A ? alpha : order == CL_RA ? red_alpha : order == CL_BGRA ? bgra : order == CL_ARGB ? argb : red;
}

static inline double clamped(double v, double least, double most) { return v < least ? least : v > most ? most : v; }

// A channel by the formulas of 8.3.1.1, with numbers that no rounding makes doubtful; of a half its bits are in a
// table.
static inline uint32_t channel_bits(cl_channel_type type, double v, long long n) {
  static const struct {
    double v;
    uint32_t bits;
  } halves[] = {{0.25, 0x3400}, {-0.75, 0xBA00}, {2.5, 0x4100}, {1, 0x3C00}};
  const float f = (float)v;
  uint32_t bits;
  switch (type) {
    case CL_UNORM_INT8: return (uint32_t)lrint(clamped(v, 0, 1) * 255);
    case CL_UNORM_INT16: return (uint32_t)lrint(clamped(v, 0, 1) * 65535);
    case CL_SNORM_INT8: return (uint32_t)lrint(clamped(v, -1, 1) * 127) & 0xFF;
    case CL_SNORM_INT16: return (uint32_t)lrint(clamped(v, -1, 1) * 32767) & 0xFFFF;
    case CL_SIGNED_INT8: return (uint32_t)(n < -128 ? -128 : n > 127 ? 127 : n) & 0xFF;
    case CL_SIGNED_INT16: return (uint32_t)(n < -32768 ? -32768 : n > 32767 ? 32767 : n) & 0xFFFF;
    case CL_UNSIGNED_INT8: return (uint32_t)(n > 255 ? 255 : n);
    case CL_UNSIGNED_INT16: return (uint32_t)(n > 65535 ? 65535 : n);
    case CL_SIGNED_INT32:
    case CL_UNSIGNED_INT32: return (uint32_t)n;
    case CL_HALF_FLOAT:
      for (size_t i = 0; i < COUNT(halves); i++)
        if (halves[i].v == v) return halves[i].bits;
      fail_msg("no half");
      return 0;
    default: memcpy(&bits, &f, 4); return bits;
  }
}

// The first component of a packed type has the highest bits (5.3.1.1).
static inline uint32_t packed_bits(cl_channel_type type, const float color[4]) {
  static const int widths[3][3] = {{5, 6, 5}, {5, 5, 5}, {10, 10, 10}};
  const int *width = widths[type == CL_UNORM_SHORT_565 ? 0 : type == CL_UNORM_SHORT_555 ? 1 : 2];
  uint32_t element = 0;
  for (int i = 0; i < 3; i++)
    element = element << width[i] | (uint32_t)lrint(clamped(color[i], 0, 1) * ((1 << width[i]) - 1));
  return element;
}

static inline bool is_signed(cl_channel_type t) {
  return t == CL_SIGNED_INT8 || t == CL_SIGNED_INT16 || t == CL_SIGNED_INT32;
}

static inline bool is_unsigned(cl_channel_type t) {
  return t == CL_UNSIGNED_INT8 || t == CL_UNSIGNED_INT16 || t == CL_UNSIGNED_INT32;
}

// The element of a color, as a fill and a write make it.
static inline void make_element(const cl_image_format *format, const void *color, unsigned char *to) {
  const cl_channel_type type = format->image_channel_data_type;
  const int *parts = parts_of(format->image_channel_order);
  const size_t size = channel_bytes(type);
  uint32_t bits;
  if (!size) {
    bits = packed_bits(type, color);
    memcpy(to, &bits, element_bytes(format));
  }
  for (size_t c = 0; size && c < color_bytes(format) / size; c++) {
    const int k = parts[c];
    const long long n = is_signed(type) ? ((const cl_int *)color)[k] : (long long)((const cl_uint *)color)[k];
    bits = channel_bits(type, (double)((const float *)color)[k], n);
    memcpy(to + c * size, &bits, size);
  }
}

#endif
