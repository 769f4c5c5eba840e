// SPDX-License-Identifier: Apache-2.0
// What the OpenCL host programs of images share: the types of images with sizes, and elements on the host.
#ifndef IMAGE_TEST_H
#define IMAGE_TEST_H

#include "opencl_test.h"

enum { MOST = 16 * 1024 };  // bytes of the elements of an image of these tests

// Sizes as origins and regions count; `slices`: which of them counts images of an array or depth, 0: none.
typedef struct {
  cl_mem_object_type type;
  size_t size[3];
  int slices;
} image_kind;

static const image_kind kinds[] = {
    {CL_MEM_OBJECT_IMAGE1D, {37, 1, 1}, 0},     {CL_MEM_OBJECT_IMAGE1D_BUFFER, {37, 1, 1}, 0},
    {CL_MEM_OBJECT_IMAGE1D_ARRAY, {11, 5, 1}, 1}, {CL_MEM_OBJECT_IMAGE2D, {11, 7, 1}, 0},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY, {9, 4, 3}, 2},  {CL_MEM_OBJECT_IMAGE3D, {5, 6, 4}, 2}};

static const cl_image_format bytes4 = {CL_RGBA, CL_UNSIGNED_INT8}, byte1 = {CL_R, CL_UNSIGNED_INT8},
                             floats4 = {CL_RGBA, CL_FLOAT};
static const size_t zero[3] = {0, 0, 0}, one[3] = {1, 1, 1};

static inline bool has_images(void) {
  cl_bool has;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_IMAGE_SUPPORT, sizeof has, &has, NULL));
  return has;
}

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

static inline size_t channels(cl_channel_order order) {
  switch (order) {
    case CL_RG:
    case CL_RA: return 2;
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
  cl_mem image =
      clCreateImage(on.context, flags, format, &desc, of_buffer ? NULL : (void *)(uintptr_t)data, &error);
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

#endif
