// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2, 5.3.1 to 5.3.3, 5.4.5, 5.5: images and samplers are made, tell about themselves, and are refused.
#include "image_test.h"

static unsigned char bytes[MOST];

static int open_images(void **state) {
  make_bytes(bytes, sizeof bytes, 3);
  return open_bench(state);
}

// ---- what the device has --------------------------------------------------------------------------------------------
static size_t limit(cl_device_info what) {
  size_t value;
  OK(clGetDeviceInfo(on.device, what, sizeof value, &value, NULL));
  return value;
}

static cl_uint formats_of(cl_mem_object_type type, cl_mem_flags flags, cl_image_format *list) {
  cl_uint count, again;
  OK(clGetSupportedImageFormats(on.context, flags, type, 0, NULL, &count));
  assert_in_range(count, 1, 256);
  OK(clGetSupportedImageFormats(on.context, flags, type, count, list, &again));
  assert_int_equal(again, count);
  return count;
}

static bool listed(const cl_image_format *list, cl_uint count, cl_channel_order order, cl_channel_type type) {
  for (cl_uint i = 0; i < count; i++)
    if (list[i].image_channel_order == order && list[i].image_channel_data_type == type) return true;
  return false;
}

// Table 5.8: what every device with images reads and writes. It writes 3D images with an extension.
static void least_formats(void **state) {
  NEEDS_IMAGES;
  static const cl_channel_type types[] = {CL_UNORM_INT8,   CL_UNORM_INT16,   CL_SIGNED_INT8,    CL_SIGNED_INT16,
                                          CL_SIGNED_INT32, CL_UNSIGNED_INT8, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32,
                                          CL_HALF_FLOAT,   CL_FLOAT};
  static const cl_mem_flags flags[] = {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE};
  for (size_t k = 0; k < COUNT(kinds); k++) {
    for (size_t f = 0; f < COUNT(flags); f++) {
      cl_image_format list[256];
      const cl_uint count = formats_of(kinds[k].type, flags[f], list);
      for (size_t i = 0; i < COUNT(types); i++) assert_true(listed(list, count, CL_RGBA, types[i]));
      assert_true(listed(list, count, CL_BGRA, CL_UNORM_INT8));
    }
  }
}

// Each listed format can be made, once in the list, with its element size.
static void listed_formats(void **state) {
  NEEDS_IMAGES;
  for (size_t k = 0; k < COUNT(kinds); k++) {
    cl_image_format list[256];
    const cl_uint count = formats_of(kinds[k].type, CL_MEM_READ_WRITE, list);
    for (cl_uint i = 0; i < count; i++) {
      size_t size;
      assert_false(listed(list, i, list[i].image_channel_order, list[i].image_channel_data_type));
      cl_mem image = image_with(&kinds[k], &list[i], 0, NULL);
      OK(clGetImageInfo(image, CL_IMAGE_ELEMENT_SIZE, sizeof size, &size, NULL));
      assert_int_equal(size, element_bytes(&list[i]));
      OK(clReleaseMemObject(image));
    }
  }
}

static void formats_refused(void **state) {
  (void)state;
  cl_image_format format;
  cl_uint count;
  EXPECT(clGetSupportedImageFormats(NULL, 0, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count), CL_INVALID_CONTEXT);
  EXPECT(clGetSupportedImageFormats(on.context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, NULL,
                                    &count),
         CL_INVALID_VALUE);
  EXPECT(clGetSupportedImageFormats(on.context, 0, CL_MEM_OBJECT_BUFFER, 0, NULL, &count), CL_INVALID_VALUE);
  EXPECT(clGetSupportedImageFormats(on.context, 0, CL_MEM_OBJECT_IMAGE2D, 0, &format, &count), CL_INVALID_VALUE);
}

// ---- queries --------------------------------------------------------------------------------------------------------
static cl_int ask_image(const void *image, cl_uint name, size_t size, void *value, size_t *needed) {
  return clGetImageInfo((cl_mem)(uintptr_t)image, name, size, value, needed);
}

static cl_int ask_memory(const void *image, cl_uint name, size_t size, void *value, size_t *needed) {
  return clGetMemObjectInfo((cl_mem)(uintptr_t)image, name, size, value, needed);
}

static size_t image_size(cl_mem image, cl_image_info name) {
  size_t value;
  query_fixed(ask_image, image, name, sizeof value, &value);
  return value;
}

static void image_info(void **state) {
  NEEDS_IMAGES;
  for (size_t k = 0; k < COUNT(kinds); k++) {
    const image_kind *kind = &kinds[k];
    const cl_image_desc desc = description(kind);
    cl_mem image = image_with(kind, &bytes4, CL_MEM_READ_ONLY, NULL);
    cl_image_format format;
    cl_uint number;
    cl_mem buffer;
    query_fixed(ask_image, image, CL_IMAGE_FORMAT, sizeof format, &format);
    assert_memory_equal(&format, &bytes4, sizeof format);
    assert_int_equal(image_size(image, CL_IMAGE_ELEMENT_SIZE), 4);
    assert_int_equal(image_size(image, CL_IMAGE_WIDTH), desc.image_width);
    assert_int_equal(image_size(image, CL_IMAGE_HEIGHT), desc.image_height);
    assert_int_equal(image_size(image, CL_IMAGE_DEPTH), desc.image_depth);
    assert_int_equal(image_size(image, CL_IMAGE_ARRAY_SIZE), desc.image_array_size);
    assert_true(image_size(image, CL_IMAGE_ROW_PITCH) >= 4 * desc.image_width);
    const size_t rows = kind->slices == 2 ? desc.image_height : 1;
    if (kind->slices) assert_true(image_size(image, CL_IMAGE_SLICE_PITCH) >= 4 * desc.image_width * rows);
    else assert_int_equal(image_size(image, CL_IMAGE_SLICE_PITCH), 0);
    query_fixed(ask_image, image, CL_IMAGE_BUFFER, sizeof buffer, &buffer);
    assert_int_equal(buffer != NULL, kind->type == CL_MEM_OBJECT_IMAGE1D_BUFFER);
    query_fixed(ask_image, image, CL_IMAGE_NUM_MIP_LEVELS, sizeof number, &number);
    assert_int_equal(number, 0);
    query_fixed(ask_image, image, CL_IMAGE_NUM_SAMPLES, sizeof number, &number);
    assert_int_equal(number, 0);
    EXPECT(clGetImageInfo(image, CL_MEM_SIZE, sizeof number, &number, NULL), CL_INVALID_VALUE);
    OK(clReleaseMemObject(image));
  }
}

static void memory_info(void **state) {
  NEEDS_IMAGES;
  for (size_t k = 0; k < COUNT(kinds); k++) {
    cl_mem image = image_with(&kinds[k], &bytes4, CL_MEM_READ_ONLY, NULL), buffer, parent;
    cl_mem_object_type type;
    cl_mem_flags flags;
    cl_context context;
    cl_uint count;
    size_t size;
    void *host;
    query_fixed(ask_memory, image, CL_MEM_TYPE, sizeof type, &type);
    assert_int_equal(type, kinds[k].type);
    query_fixed(ask_memory, image, CL_MEM_FLAGS, sizeof flags, &flags);
    assert_int_equal(flags & CL_MEM_READ_ONLY, CL_MEM_READ_ONLY);
    query_fixed(ask_memory, image, CL_MEM_SIZE, sizeof size, &size);
    assert_true(size >= 4 * texels(kinds[k].size));
    query_fixed(ask_memory, image, CL_MEM_HOST_PTR, sizeof host, &host);
    assert_null(host);
    query_fixed(ask_memory, image, CL_MEM_MAP_COUNT, sizeof count, &count);
    assert_int_equal(count, 0);
    query_fixed(ask_memory, image, CL_MEM_REFERENCE_COUNT, sizeof count, &count);
    assert_int_equal(count, 1);
    query_fixed(ask_memory, image, CL_MEM_CONTEXT, sizeof context, &context);
    assert_ptr_equal(context, on.context);
    query_fixed(ask_memory, image, CL_MEM_OFFSET, sizeof size, &size);
    assert_int_equal(size, 0);
    OK(clGetImageInfo(image, CL_IMAGE_BUFFER, sizeof buffer, &buffer, NULL));
    query_fixed(ask_memory, image, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent);
    assert_ptr_equal(parent, buffer);
    OK(clReleaseMemObject(image));
  }
}

static void image_info_refused(void **state) {
  (void)state;
  size_t size;
  cl_mem buffer = buffer_of(16, NULL);
  EXPECT(clGetImageInfo(buffer, CL_IMAGE_WIDTH, sizeof size, &size, NULL), CL_INVALID_MEM_OBJECT);
  EXPECT(clGetImageInfo(NULL, CL_IMAGE_WIDTH, sizeof size, &size, NULL), CL_INVALID_MEM_OBJECT);
  OK(clReleaseMemObject(buffer));
}

// An image has the pitches of the host's memory.
static void host_pitches(void **state) {
  NEEDS_IMAGES;
  static unsigned char host[MOST];
  for (size_t k = 0; k < COUNT(kinds); k++) {
    const image_kind *kind = &kinds[k];
    cl_image_desc desc = description(kind);
    if (kind->type == CL_MEM_OBJECT_IMAGE1D_BUFFER) continue;
    desc.image_row_pitch = 4 * (desc.image_width + 3);
    const size_t rows = kind->slices == 2 ? desc.image_height + 1 : 2;
    if (kind->slices) desc.image_slice_pitch = rows * desc.image_row_pitch;
    make_bytes(host, sizeof host, 9);
    for (int use = 0; use < 2; use++) {
      unsigned char found[MOST];
      cl_mem image =
          clCreateImage(on.context, use ? CL_MEM_USE_HOST_PTR : CL_MEM_COPY_HOST_PTR, &bytes4, &desc, host, &error);
      OK(error);
      assert_int_equal(image_size(image, CL_IMAGE_ROW_PITCH), desc.image_row_pitch);
      assert_int_equal(image_size(image, CL_IMAGE_SLICE_PITCH), desc.image_slice_pitch);
      void *pointer;
      OK(clGetMemObjectInfo(image, CL_MEM_HOST_PTR, sizeof pointer, &pointer, NULL));
      assert_ptr_equal(pointer, use ? host : NULL);
      read_image(image, kind->size, found);
      const size_t row = 4 * kind->size[0];
      const size_t step = kind->slices == 1 ? desc.image_slice_pitch : desc.image_row_pitch;
      for (size_t z = 0; z < kind->size[2]; z++)
        for (size_t y = 0; y < kind->size[1]; y++)
          assert_memory_equal(found + (z * kind->size[1] + y) * row, host + z * desc.image_slice_pitch + y * step, row);
      OK(clReleaseMemObject(image));
    }
  }
}

// ---- refusals -------------------------------------------------------------------------------------------------------
static const cl_image_desc flat = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};

static void make_refused(void **state) {
  NEEDS_IMAGES;
  const cl_context c = on.context;
  cl_image_desc d = flat;
  NONE(clCreateImage(NULL, 0, &bytes4, &flat, NULL, &error), CL_INVALID_CONTEXT);
  NONE(clCreateImage(c, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, &bytes4, &flat, NULL, &error), CL_INVALID_VALUE);
  NONE(clCreateImage(c, (cl_mem_flags)1 << 40, &bytes4, &flat, NULL, &error), CL_INVALID_VALUE);
  NONE(clCreateImage(c, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, &bytes4, &flat, bytes, &error), CL_INVALID_VALUE);
  NONE(clCreateImage(c, 0, NULL, &flat, NULL, &error), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  NONE(clCreateImage(c, 0, &bytes4, NULL, NULL, &error), CL_INVALID_IMAGE_DESCRIPTOR);
  NONE(clCreateImage(c, 0, &bytes4, &flat, bytes, &error), CL_INVALID_HOST_PTR);
  NONE(clCreateImage(c, CL_MEM_USE_HOST_PTR, &bytes4, &flat, NULL, &error), CL_INVALID_HOST_PTR);
  NONE(clCreateImage(c, CL_MEM_COPY_HOST_PTR, &bytes4, &flat, NULL, &error), CL_INVALID_HOST_PTR);
  d.image_type = CL_MEM_OBJECT_BUFFER;
  NONE(clCreateImage(c, 0, &bytes4, &d, NULL, &error), CL_INVALID_IMAGE_DESCRIPTOR);
  d = flat;
  d.num_mip_levels = 1;
  NONE(clCreateImage(c, 0, &bytes4, &d, NULL, &error), CL_INVALID_IMAGE_DESCRIPTOR);
  d = flat;
  d.num_samples = 1;
  NONE(clCreateImage(c, 0, &bytes4, &d, NULL, &error), CL_INVALID_IMAGE_DESCRIPTOR);
  assert_null(clCreateImage(c, 0, &bytes4, NULL, NULL, NULL));
}

// Pairs that no image has, and types that only some orders have (5.3.1.1).
static void formats_of_images_refused(void **state) {
  NEEDS_IMAGES;
  static const cl_image_format none[] = {
      {CL_RGB, CL_UNORM_INT8},      {CL_RGBA, CL_UNORM_SHORT_565},  {CL_BGRA, CL_FLOAT},
      {CL_ARGB, CL_UNSIGNED_INT16}, {CL_INTENSITY, CL_SIGNED_INT8}, {CL_LUMINANCE, CL_UNSIGNED_INT32},
      {CL_R, CL_UNORM_INT_101010},  {0x1234, CL_UNORM_INT8},        {CL_RGBA, 0x1234}};
  for (size_t i = 0; i < COUNT(none); i++)
    NONE(clCreateImage(on.context, 0, &none[i], &flat, NULL, &error), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
}

// Pairs of 5.3.1.1 that are not in the device's list.
static void formats_not_supported(void **state) {
  NEEDS_IMAGES;
  static const cl_channel_order orders[] = {CL_Rx, CL_RGx, CL_RGBx, CL_R, CL_A, CL_RA, CL_INTENSITY};
  cl_image_format list[256];
  const cl_uint count = formats_of(CL_MEM_OBJECT_IMAGE2D, CL_MEM_READ_WRITE, list);
  for (size_t i = 0; i < COUNT(orders); i++) {
    const cl_image_format format = {orders[i], orders[i] == CL_RGBx ? CL_UNORM_SHORT_565 : CL_UNORM_INT8};
    if (listed(list, count, format.image_channel_order, format.image_channel_data_type)) continue;
    NONE(clCreateImage(on.context, 0, &format, &flat, NULL, &error), CL_IMAGE_FORMAT_NOT_SUPPORTED);
  }
}

static void sizes_refused(void **state) {
  NEEDS_IMAGES;
  for (size_t k = 0; k < COUNT(kinds); k++) {
    for (int axis = 0; axis < 3; axis++) {
      if (axis && kinds[k].size[axis] == 1) continue;
      image_kind kind = kinds[k];
      kind.size[axis] = 0;
      cl_image_desc desc = description(&kind);
      cl_mem buffer = buffer_of(64, NULL);
      if (kind.type == CL_MEM_OBJECT_IMAGE1D_BUFFER) desc.buffer = buffer;
      ONE_OF((clCreateImage(on.context, 0, &bytes4, &desc, NULL, &error), error), CL_INVALID_IMAGE_DESCRIPTOR,
             CL_INVALID_IMAGE_SIZE);
      kind.size[axis] = (size_t)1 << 31;
      desc = description(&kind);
      if (kind.type == CL_MEM_OBJECT_IMAGE1D_BUFFER) desc.buffer = buffer;
      NONE(clCreateImage(on.context, 0, &bytes4, &desc, NULL, &error), CL_INVALID_IMAGE_SIZE);
      OK(clReleaseMemObject(buffer));
    }
  }
}

static void pitches_refused(void **state) {
  NEEDS_IMAGES;
  const cl_int code = CL_INVALID_IMAGE_DESCRIPTOR;
  const cl_mem_flags copy = CL_MEM_COPY_HOST_PTR;
  static const size_t rows[] = {15, 17, 18, 1}, slices[] = {63, 79, 16, 1};
  cl_image_desc d = flat;
  d.image_row_pitch = 16;
  NONE(clCreateImage(on.context, 0, &bytes4, &d, NULL, &error), code);
  for (size_t i = 0; i < COUNT(rows); i++) {
    d.image_row_pitch = rows[i];
    NONE(clCreateImage(on.context, copy, &bytes4, &d, bytes, &error), code);
  }
  d = (cl_image_desc){.image_type = CL_MEM_OBJECT_IMAGE3D,
                      .image_width = 4,
                      .image_height = 4,
                      .image_depth = 2,
                      .image_slice_pitch = 64};
  NONE(clCreateImage(on.context, 0, &bytes4, &d, NULL, &error), code);
  for (size_t i = 0; i < COUNT(slices); i++) {
    d.image_slice_pitch = slices[i];
    NONE(clCreateImage(on.context, copy, &bytes4, &d, bytes, &error), code);
  }
}

// Members that a type does not have may be anything, as C++ bindings of the time leave them.
static void other_members(void **state) {
  NEEDS_IMAGES;
  for (size_t k = 0; k < COUNT(kinds); k++) {
    const cl_image_desc good = description(&kinds[k]);
    cl_image_desc desc = good;
    cl_mem buffer = buffer_of(4 * kinds[k].size[0], NULL);
    if (!good.image_height) desc.image_height = SIZE_MAX;
    if (!good.image_depth) desc.image_depth = SIZE_MAX;
    if (!good.image_array_size) desc.image_array_size = SIZE_MAX;
    if (!kinds[k].slices) desc.image_slice_pitch = 786432;
    if (kinds[k].type == CL_MEM_OBJECT_IMAGE1D_BUFFER) desc.buffer = buffer;
    cl_mem image = clCreateImage(on.context, 0, &bytes4, &desc, NULL, &error);
    OK(error);
    assert_int_equal(image_size(image, CL_IMAGE_SLICE_PITCH) > 0, kinds[k].slices > 0);
    OK(clReleaseMemObject(image));
    OK(clReleaseMemObject(buffer));
  }
}

static void too_large(void **state) {
  NEEDS_IMAGES;
  const cl_image_desc d = {.image_type = CL_MEM_OBJECT_IMAGE3D,
                           .image_width = limit(CL_DEVICE_IMAGE3D_MAX_WIDTH),
                           .image_height = limit(CL_DEVICE_IMAGE3D_MAX_HEIGHT),
                           .image_depth = limit(CL_DEVICE_IMAGE3D_MAX_DEPTH)};
  NONE(clCreateImage(on.context, 0, &floats4, &d, NULL, &error), CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

static void buffers_of_images_refused(void **state) {
  NEEDS_IMAGES;
  cl_mem buffer = buffer_of(64, NULL), written = clCreateBuffer(on.context, CL_MEM_WRITE_ONLY, 64, NULL, &error);
  OK(error);
  cl_context far = clCreateContext(NULL, 1, &on.device, NULL, NULL, &error);
  OK(error);
  cl_image_desc d = {.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 16};
  const cl_int code = CL_INVALID_IMAGE_DESCRIPTOR;
  ONE_OF((clCreateImage(on.context, 0, &bytes4, &d, NULL, &error), error), code, CL_INVALID_MEM_OBJECT);
  d.buffer = buffer;
  NONE(clCreateImage(far, 0, &bytes4, &d, NULL, &error), code);
  d.image_width = 17;
  ONE_OF((clCreateImage(on.context, 0, &bytes4, &d, NULL, &error), error), code, CL_INVALID_IMAGE_SIZE);
  d.image_width = 16;
  NONE(clCreateImage(on.context, CL_MEM_USE_HOST_PTR, &bytes4, &d, bytes, &error), CL_INVALID_VALUE);
  NONE(clCreateImage(on.context, 0, &bytes4, &d, bytes, &error), CL_INVALID_HOST_PTR);
  d.buffer = written;
  NONE(clCreateImage(on.context, CL_MEM_READ_ONLY, &bytes4, &d, NULL, &error), CL_INVALID_VALUE);
  d = (cl_image_desc){.image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = 4, .buffer = buffer};
  NONE(clCreateImage(on.context, 0, &bytes4, &d, NULL, &error), code);
  // OpenCL 3.0: devices without 2D images of a buffer.
  d = flat;
  d.buffer = buffer;
  if (!has_extension("cl_khr_image2d_from_buffer"))
    NONE(clCreateImage(on.context, 0, &bytes4, &d, NULL, &error), CL_INVALID_OPERATION);
  OK(clReleaseMemObject(buffer));
  OK(clReleaseMemObject(written));
  OK(clReleaseContext(far));
}

// ---- the functions of OpenCL 1.1 ------------------------------------------------------------------------------------
static void older_functions(void **state) {
  NEEDS_IMAGES;
  unsigned char found[256];
  cl_mem image = clCreateImage2D(on.context, CL_MEM_COPY_HOST_PTR, &bytes4, 4, 3, 20, bytes, &error);
  OK(error);
  assert_int_equal(image_size(image, CL_IMAGE_ROW_PITCH), 20);
  read_image(image, (size_t[3]){4, 3, 1}, found);
  for (int y = 0; y < 3; y++) assert_memory_equal(found + 16 * y, bytes + 20 * y, 16);
  OK(clReleaseMemObject(image));
  image = clCreateImage3D(on.context, CL_MEM_COPY_HOST_PTR, &bytes4, 2, 2, 3, 12, 36, bytes, &error);
  OK(error);
  read_image(image, (size_t[3]){2, 2, 3}, found);
  for (int z = 0; z < 3; z++)
    for (int y = 0; y < 2; y++) assert_memory_equal(found + 8 * (2 * z + y), bytes + 36 * z + 12 * y, 8);
  OK(clReleaseMemObject(image));
}

static void older_functions_refused(void **state) {
  NEEDS_IMAGES;
  const cl_context c = on.context;
  const cl_mem_flags copy = CL_MEM_COPY_HOST_PTR, both = CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
  const cl_image_format none = {CL_RGB, CL_FLOAT}, other = {CL_Rx, CL_UNORM_INT8};
  NONE(clCreateImage2D(NULL, 0, &bytes4, 4, 4, 0, NULL, &error), CL_INVALID_CONTEXT);
  NONE(clCreateImage2D(c, both, &bytes4, 4, 4, 0, NULL, &error), CL_INVALID_VALUE);
  NONE(clCreateImage2D(c, 0, NULL, 4, 4, 0, NULL, &error), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  NONE(clCreateImage2D(c, 0, &none, 4, 4, 0, NULL, &error), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  ONE_OF((clCreateImage2D(c, 0, &other, 4, 4, 0, NULL, &error), error), CL_IMAGE_FORMAT_NOT_SUPPORTED);
  NONE(clCreateImage2D(c, 0, &bytes4, 0, 4, 0, NULL, &error), CL_INVALID_IMAGE_SIZE);
  NONE(clCreateImage2D(c, 0, &bytes4, 4, 0, 0, NULL, &error), CL_INVALID_IMAGE_SIZE);
  NONE(clCreateImage2D(c, 0, &bytes4, (size_t)1 << 30, 4, 0, NULL, &error), CL_INVALID_IMAGE_SIZE);
  NONE(clCreateImage2D(c, 0, &bytes4, 4, 4, 16, NULL, &error), CL_INVALID_IMAGE_SIZE);
  NONE(clCreateImage2D(c, copy, &bytes4, 4, 4, 12, bytes, &error), CL_INVALID_IMAGE_SIZE);
  NONE(clCreateImage2D(c, copy, &bytes4, 4, 4, 0, NULL, &error), CL_INVALID_HOST_PTR);
  NONE(clCreateImage2D(c, 0, &floats4, 16384, 16384, 0, NULL, &error), CL_MEM_OBJECT_ALLOCATION_FAILURE);
  NONE(clCreateImage3D(NULL, 0, &bytes4, 4, 4, 2, 0, 0, NULL, &error), CL_INVALID_CONTEXT);
  NONE(clCreateImage3D(c, both, &bytes4, 4, 4, 2, 0, 0, NULL, &error), CL_INVALID_VALUE);
  NONE(clCreateImage3D(c, 0, NULL, 4, 4, 2, 0, 0, NULL, &error), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  ONE_OF((clCreateImage3D(c, 0, &other, 4, 4, 2, 0, 0, NULL, &error), error), CL_IMAGE_FORMAT_NOT_SUPPORTED);
  NONE(clCreateImage3D(c, 0, &bytes4, 4, 4, 1, 0, 0, NULL, &error), CL_INVALID_IMAGE_SIZE);
  NONE(clCreateImage3D(c, 0, &bytes4, 4, 0, 2, 0, 0, NULL, &error), CL_INVALID_IMAGE_SIZE);
  NONE(clCreateImage3D(c, copy, &bytes4, 4, 4, 2, 16, 40, bytes, &error), CL_INVALID_IMAGE_SIZE);
  NONE(clCreateImage3D(c, 0, &bytes4, 4, 4, 2, 0, 0, bytes, &error), CL_INVALID_HOST_PTR);
  NONE(clCreateImage3D(c, 0, &floats4, 2048, 2048, 2048, 0, 0, NULL, &error), CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

// ---- references -----------------------------------------------------------------------------------------------------
static int order_of_ends, end_of_image, end_of_buffer;

static void CL_CALLBACK ended(cl_mem memory, void *to) {
  (void)memory;
  *(int *)to = ++order_of_ends;
}

// An image of a buffer keeps it.
static void image_keeps_its_buffer(void **state) {
  NEEDS_IMAGES;
  unsigned char found[64];
  cl_image_desc d = {.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 16, .buffer = buffer_of(64, bytes)};
  OK(clSetMemObjectDestructorCallback(d.buffer, ended, &end_of_buffer));
  cl_mem image = clCreateImage(on.context, 0, &bytes4, &d, NULL, &error);
  OK(error);
  OK(clSetMemObjectDestructorCallback(image, ended, &end_of_image));
  OK(clReleaseMemObject(d.buffer));
  read_image(image, (size_t[3]){16, 1, 1}, found);
  assert_memory_equal(found, bytes, 64);
  OK(clRetainMemObject(image));
  OK(clReleaseMemObject(image));
  OK(clReleaseMemObject(image));
  OK(clFinish(on.queue));
  assert_int_equal(end_of_image, 1);
  assert_int_equal(end_of_buffer, 2);
}

static void no_part_of_an_image(void **state) {
  NEEDS_IMAGES;
  const cl_buffer_region region = {0, 4};
  cl_mem image = image_with(&kinds[3], &bytes4, 0, NULL);
  NONE(clCreateSubBuffer(image, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error), CL_INVALID_MEM_OBJECT);
  OK(clReleaseMemObject(image));
}

// ---- samplers -------------------------------------------------------------------------------------------------------
static cl_int ask_sampler(const void *sampler, cl_uint name, size_t size, void *value, size_t *needed) {
  return clGetSamplerInfo((cl_sampler)(uintptr_t)sampler, name, size, value, needed);
}

static void samplers(void **state) {
  NEEDS_IMAGES;
  static const cl_addressing_mode modes[] = {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP,
                                             CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT};
  static const cl_filter_mode filters[] = {CL_FILTER_NEAREST, CL_FILTER_LINEAR};
  for (size_t m = 0; m < COUNT(modes); m++) {
    for (size_t f = 0; f < COUNT(filters); f++) {
      for (cl_bool n = m >= 3 ? CL_TRUE : CL_FALSE; n <= CL_TRUE; n++) {
        cl_addressing_mode mode;
        cl_filter_mode filter;
        cl_context context;
        cl_bool normalized;
        cl_uint count;
        cl_sampler sampler = clCreateSampler(on.context, n, modes[m], filters[f], &error);
        OK(error);
        query_fixed(ask_sampler, sampler, CL_SAMPLER_ADDRESSING_MODE, sizeof mode, &mode);
        query_fixed(ask_sampler, sampler, CL_SAMPLER_FILTER_MODE, sizeof filter, &filter);
        query_fixed(ask_sampler, sampler, CL_SAMPLER_NORMALIZED_COORDS, sizeof normalized, &normalized);
        query_fixed(ask_sampler, sampler, CL_SAMPLER_CONTEXT, sizeof context, &context);
        assert_true(mode == modes[m] && filter == filters[f] && normalized == n && context == on.context);
        OK(clRetainSampler(sampler));
        query_fixed(ask_sampler, sampler, CL_SAMPLER_REFERENCE_COUNT, sizeof count, &count);
        assert_int_equal(count, 2);
        OK(clReleaseSampler(sampler));
        OK(clReleaseSampler(sampler));
        EXPECT(clReleaseSampler(sampler), CL_INVALID_SAMPLER);
      }
    }
  }
}

static void samplers_refused(void **state) {
  NEEDS_IMAGES;
  const cl_context c = on.context;
  cl_uint count;
  NONE(clCreateSampler(NULL, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error), CL_INVALID_CONTEXT);
  NONE(clCreateSampler(c, 2, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error), CL_INVALID_VALUE);
  NONE(clCreateSampler(c, CL_TRUE, CL_FILTER_NEAREST, CL_FILTER_NEAREST, &error), CL_INVALID_VALUE);
  NONE(clCreateSampler(c, CL_TRUE, CL_ADDRESS_CLAMP, CL_ADDRESS_CLAMP, &error), CL_INVALID_VALUE);
  NONE(clCreateSampler(c, CL_FALSE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, &error), CL_INVALID_VALUE);
  NONE(clCreateSampler(c, CL_FALSE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_LINEAR, &error), CL_INVALID_VALUE);
  cl_sampler sampler = clCreateSampler(c, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error);
  OK(error);
  EXPECT(clGetSamplerInfo(sampler, CL_MEM_SIZE, sizeof count, &count, NULL), CL_INVALID_VALUE);
  EXPECT(clGetSamplerInfo(NULL, CL_SAMPLER_CONTEXT, sizeof count, &count, NULL), CL_INVALID_SAMPLER);
  EXPECT(clRetainSampler(NULL), CL_INVALID_SAMPLER);
  EXPECT(clRetainSampler((cl_sampler)(void *)on.queue), CL_INVALID_SAMPLER);
  OK(clReleaseSampler(sampler));
}

// 4.2, 5.3.1, 5.3.2, 5.5.1: without images there are no objects of them, no formats, and no kernels that take one.
static void none_without_images(void **state) {
  (void)state;
  if (has_images()) skip();
  static const cl_device_info limits[] = {CL_DEVICE_IMAGE2D_MAX_WIDTH,   CL_DEVICE_IMAGE2D_MAX_HEIGHT,
                                          CL_DEVICE_IMAGE3D_MAX_WIDTH,   CL_DEVICE_IMAGE3D_MAX_HEIGHT,
                                          CL_DEVICE_IMAGE3D_MAX_DEPTH,   CL_DEVICE_IMAGE_MAX_BUFFER_SIZE,
                                          CL_DEVICE_IMAGE_MAX_ARRAY_SIZE};
  static const cl_device_info counts[] = {CL_DEVICE_MAX_READ_IMAGE_ARGS, CL_DEVICE_MAX_WRITE_IMAGE_ARGS,
                                          CL_DEVICE_MAX_SAMPLERS};
  for (size_t i = 0; i < COUNT(limits); i++) assert_int_equal(limit(limits[i]), 0);
  for (size_t i = 0; i < COUNT(counts); i++) {
    cl_uint count = 1;
    OK(clGetDeviceInfo(on.device, counts[i], sizeof count, &count, NULL));
    assert_int_equal(count, 0);
  }
  assert_false(has_extension("cl_khr_3d_image_writes") || has_extension("cl_khr_image2d_from_buffer"));
  const cl_context c = on.context;
  const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
  const cl_image_desc line = {.image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = 4};
  NONE(clCreateImage(c, 0, &format, &line, NULL, &error), CL_INVALID_OPERATION);
  NONE(clCreateImage2D(c, 0, &format, 4, 4, 0, NULL, &error), CL_INVALID_OPERATION);
  NONE(clCreateImage3D(c, 0, &format, 4, 4, 4, 0, 0, NULL, &error), CL_INVALID_OPERATION);
  NONE(clCreateSampler(c, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error), CL_INVALID_OPERATION);
  for (size_t k = 0; k < COUNT(kinds); k++) {
    cl_uint count = 1;
    OK(clGetSupportedImageFormats(c, CL_MEM_READ_ONLY, kinds[k].type, 0, NULL, &count));
    assert_int_equal(count, 0);
  }
  static const char *const sources[] = {
      "kernel void k(read_only image2d_t from, global int *o) { o[0] = get_image_width(from); }\n",
      "#ifdef __IMAGE_SUPPORT__\nkernel void k(global int *o) { o[0] = 1; }\n#else\n#error none\n#endif\n"};
  for (size_t i = 0; i < COUNT(sources); i++) {
    cl_program program = clCreateProgramWithSource(c, 1, (const char *[]){sources[i]}, NULL, &error);
    OK(error);
    EXPECT(clBuildProgram(program, 1, &on.device, "", NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
    OK(clReleaseProgram(program));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(least_formats),
      cmocka_unit_test(listed_formats),
      cmocka_unit_test(formats_refused),
      cmocka_unit_test(image_info),
      cmocka_unit_test(memory_info),
      cmocka_unit_test(image_info_refused),
      cmocka_unit_test(host_pitches),
      cmocka_unit_test(make_refused),
      cmocka_unit_test(formats_of_images_refused),
      cmocka_unit_test(formats_not_supported),
      cmocka_unit_test(sizes_refused),
      cmocka_unit_test(pitches_refused),
      cmocka_unit_test(other_members),
      cmocka_unit_test(too_large),
      cmocka_unit_test(buffers_of_images_refused),
      cmocka_unit_test(older_functions),
      cmocka_unit_test(older_functions_refused),
      cmocka_unit_test(image_keeps_its_buffer),
      cmocka_unit_test(no_part_of_an_image),
      cmocka_unit_test(samplers),
      cmocka_unit_test(samplers_refused),
      cmocka_unit_test(none_without_images),
  };
  return RUN_WITH(tests, open_images, close_bench);
}
