// SPDX-License-Identifier: Apache-2.0
// OpenCL 3.0, 5.3.1, cl_khr_image2d_from_buffer: 2D images that show the rows of a buffer. Devices without them are
// skipped here; test_image.c has what they refuse.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#include "opencl_test.h"

enum { WIDTH = 20, HEIGHT = 6 };
static const cl_image_format texels = {CL_RGBA, CL_UNSIGNED_INT8};
static cl_uint pitch_align, base_align;  // texels
static size_t pitch;                     // bytes of a row, with padding

static const char source[] =
    "kernel void twice(read_only image2d_t from, write_only image2d_t to) {\n"
    "  int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
    "  write_imageui(to, at, 2 * read_imageui(from, at));\n"
    "}\n"
    "kernel void sum(global const uchar4 *bytes, uint row, global uint *o) {\n"
    "  uint i = get_global_id(1) * get_global_size(0) + get_global_id(0);\n"
    "  uchar4 t = bytes[get_global_id(1) * row + get_global_id(0)];\n"
    "  o[i] = t.x + 256 * t.y + 65536 * t.z;\n"
    "}\n";

static int open_alignments(void **state) {
  open_bench(state);
  if (!has_extension("cl_khr_image2d_from_buffer")) return 0;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_IMAGE_PITCH_ALIGNMENT, sizeof pitch_align, &pitch_align, NULL));
  OK(clGetDeviceInfo(on.device, CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, sizeof base_align, &base_align, NULL));
  pitch = 4 * (size_t)pitch_align * ((WIDTH + pitch_align) / pitch_align);
  return 0;
}

#define NEEDS_THEM                                            \
  do {                                                        \
    (void)state;                                              \
    if (!has_extension("cl_khr_image2d_from_buffer")) skip(); \
  } while (0)

static cl_image_desc rows_of(cl_mem buffer, size_t row) {
  return (cl_image_desc){.image_type = CL_MEM_OBJECT_IMAGE2D,
                         .image_width = WIDTH,
                         .image_height = HEIGHT,
                         .image_row_pitch = row,
                         .mem_object = buffer};
}

static cl_mem image_of(cl_mem buffer) {
  const cl_image_desc desc = rows_of(buffer, pitch);
  cl_mem image = clCreateImage(on.context, 0, &texels, &desc, NULL, &error);
  OK(error);
  return image;
}

static unsigned char byte_of(size_t x, size_t y, size_t component) {
  return (unsigned char)(x * 5 + y * 17 + component * 40);
}

static void alignments(void **state) {
  NEEDS_THEM;
  assert_true(pitch_align && !(pitch_align & (pitch_align - 1)));
  assert_true(base_align && !(base_align & (base_align - 1)));
}

static void tells(void **state) {
  NEEDS_THEM;
  cl_mem buffer = clCreateBuffer(on.context, CL_MEM_READ_ONLY, pitch * HEIGHT, NULL, &error), found;
  OK(error);
  cl_mem image = image_of(buffer);
  size_t row;
  cl_mem_flags flags;
  cl_mem_object_type type;
  OK(clGetImageInfo(image, CL_IMAGE_ROW_PITCH, sizeof row, &row, NULL));
  assert_int_equal(row, pitch);
  OK(clGetMemObjectInfo(image, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof found, &found, NULL));
  assert_ptr_equal(found, buffer);
  OK(clGetMemObjectInfo(image, CL_MEM_TYPE, sizeof type, &type, NULL));
  assert_int_equal(type, CL_MEM_OBJECT_IMAGE2D);
  OK(clGetMemObjectInfo(image, CL_MEM_FLAGS, sizeof flags, &flags, NULL));
  assert_true(flags & CL_MEM_READ_ONLY);
  OK(clReleaseMemObject(image));
  OK(clReleaseMemObject(buffer));
}

// What one of the two gets the other has.
static void one_store(void **state) {
  NEEDS_THEM;
  static const size_t first[3] = {0, 0, 0}, all[3] = {WIDTH, HEIGHT, 1}, at[3] = {3, 2, 0}, one[3] = {1, 1, 1};
  const size_t size = pitch * HEIGHT;
  unsigned char *bytes = malloc(size), rows[HEIGHT][WIDTH][4], texel[4];
  for (size_t i = 0; i < size; i++) bytes[i] = (unsigned char)(i * 11);
  cl_mem buffer = buffer_of(size, bytes), image = image_of(buffer);
  OK(clEnqueueReadImage(on.queue, image, CL_TRUE, first, all, 0, 0, rows, 0, NULL, NULL));
  for (size_t y = 0; y < HEIGHT; y++) assert_memory_equal(rows[y], bytes + y * pitch, sizeof rows[y]);
  for (size_t y = 0; y < HEIGHT; y++)
    for (size_t x = 0; x < WIDTH; x++)
      for (size_t k = 0; k < 4; k++) bytes[y * pitch + 4 * x + k] = rows[y][x][k] = byte_of(x, y, k);
  OK(clEnqueueWriteImage(on.queue, image, CL_TRUE, first, all, 0, 0, rows, 0, NULL, NULL));
  unsigned char *found = malloc(size);
  read_all(buffer, size, found);
  assert_memory_equal(found, bytes, size);  // the padding is as it was
  const unsigned char four[4] = {9, 8, 7, 6};
  OK(clEnqueueWriteBuffer(on.queue, buffer, CL_TRUE, 2 * pitch + 12, 4, four, 0, NULL, NULL));
  OK(clEnqueueReadImage(on.queue, image, CL_TRUE, at, one, 0, 0, texel, 0, NULL, NULL));
  assert_memory_equal(texel, four, 4);
  free(found);
  free(bytes);
  OK(clReleaseMemObject(image));
  OK(clReleaseMemObject(buffer));
}

// A map has the buffer's rows.
static void maps(void **state) {
  NEEDS_THEM;
  static const size_t at[3] = {1, 2, 0}, region[3] = {2, 3, 1};
  const size_t size = pitch * HEIGHT;
  unsigned char *bytes = malloc(size);
  for (size_t i = 0; i < size; i++) bytes[i] = (unsigned char)(i * 7);
  cl_mem buffer = buffer_of(size, bytes), image = image_of(buffer);
  size_t row;
  unsigned char *p = clEnqueueMapImage(on.queue, image, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, at, region, &row, NULL, 0,
                                       NULL, NULL, &error);
  OK(error);
  assert_int_equal(row, pitch);
  for (size_t y = 0; y < region[1]; y++) {
    assert_memory_equal(p + y * row, bytes + (at[1] + y) * pitch + 4 * at[0], 4 * region[0]);
    p[y * row] = bytes[(at[1] + y) * pitch + 4 * at[0]] = (unsigned char)(200 + y);
  }
  OK(clEnqueueUnmapMemObject(on.queue, image, p, 0, NULL, NULL));
  unsigned char *found = malloc(size);
  read_all(buffer, size, found);
  assert_memory_equal(found, bytes, size);
  free(found);
  free(bytes);
  OK(clReleaseMemObject(image));
  OK(clReleaseMemObject(buffer));
}

// Kernels read and write the images, and the buffers below them; one is the part of a buffer.
static void kernels(void **state) {
  NEEDS_THEM;
  const size_t size = pitch * HEIGHT, items[2] = {WIDTH, HEIGHT};
  const cl_uint row = (cl_uint)(pitch / 4);
  cl_uint found[HEIGHT][WIDTH], align;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof align, &align, NULL));
  size_t offset = align / 8;
  while (offset % (4 * (size_t)base_align)) offset += align / 8;
  unsigned char *bytes = calloc(1, size);
  for (size_t y = 0; y < HEIGHT; y++)
    for (size_t x = 0; x < WIDTH; x++)
      for (size_t k = 0; k < 4; k++) bytes[y * pitch + 4 * x + k] = byte_of(x, y, k) / 2;
  cl_mem from = buffer_of(size, bytes), whole = buffer_of(offset + size, NULL), sums = buffer_of(sizeof found, NULL);
  const cl_buffer_region region = {offset, size};
  cl_mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  OK(error);
  cl_mem read = image_of(from), written = image_of(part);
  cl_program program = program_of(source, "");
  cl_kernel twice = kernel_of(program, "twice"), sum = kernel_of(program, "sum");
  set_buffer(twice, 0, read);
  set_buffer(twice, 1, written);
  OK(clEnqueueNDRangeKernel(on.queue, twice, 2, NULL, items, NULL, 0, NULL, NULL));
  set_buffer(sum, 0, part);
  OK(clSetKernelArg(sum, 1, sizeof row, &row));
  set_buffer(sum, 2, sums);
  OK(clEnqueueNDRangeKernel(on.queue, sum, 2, NULL, items, NULL, 0, NULL, NULL));
  read_all(sums, sizeof found, found);
  for (size_t y = 0; y < HEIGHT; y++) {
    for (size_t x = 0; x < WIDTH; x++) {
      cl_uint expected = 0;
      for (size_t k = 3; k--;) expected = expected * 256 + byte_of(x, y, k) / 2 * 2u;
      assert_int_equal(found[y][x], expected);
    }
  }
  free(bytes);
  const cl_mem all[] = {read, written, part, whole, from, sums};
  for (size_t i = 0; i < COUNT(all); i++) OK(clReleaseMemObject(all[i]));
  OK(clReleaseKernel(twice));
  OK(clReleaseKernel(sum));
  OK(clReleaseProgram(program));
}

// Without a pitch rows have no padding.
static void no_pitch(void **state) {
  NEEDS_THEM;
  cl_mem buffer = buffer_of(8 * (size_t)pitch_align, NULL);
  cl_image_desc desc = rows_of(buffer, 0);
  desc.image_width = pitch_align;
  desc.image_height = 2;
  cl_mem image = clCreateImage(on.context, 0, &texels, &desc, NULL, &error);
  OK(error);
  size_t row;
  OK(clGetImageInfo(image, CL_IMAGE_ROW_PITCH, sizeof row, &row, NULL));
  assert_int_equal(row, 4 * (size_t)pitch_align);
  OK(clReleaseMemObject(image));
  OK(clReleaseMemObject(buffer));
}

static void refused(void **state) {
  NEEDS_THEM;
  unsigned char host[4];
  cl_mem buffer = clCreateBuffer(on.context, CL_MEM_READ_ONLY, pitch * HEIGHT, NULL, &error);
  OK(error);
  cl_image_desc desc = rows_of(buffer, pitch);
  NONE(clCreateImage(on.context, CL_MEM_WRITE_ONLY, &texels, &desc, NULL, &error), CL_INVALID_VALUE);
  NONE(clCreateImage(on.context, CL_MEM_COPY_HOST_PTR, &texels, &desc, host, &error), CL_INVALID_VALUE);
  desc.image_height = HEIGHT + 1;
  assert_null(clCreateImage(on.context, 0, &texels, &desc, NULL, &error));
  ONE_OF(error, CL_INVALID_IMAGE_SIZE, CL_INVALID_IMAGE_DESCRIPTOR);
  desc = rows_of(buffer, 4 * (WIDTH - 1));
  assert_null(clCreateImage(on.context, 0, &texels, &desc, NULL, &error));
  ONE_OF(error, CL_INVALID_IMAGE_DESCRIPTOR, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  if (WIDTH % pitch_align) {
    desc = rows_of(buffer, 0);
    NONE(clCreateImage(on.context, 0, &texels, &desc, NULL, &error), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  }
  OK(clReleaseMemObject(buffer));
}

// Memory of the host begins at a multiple of the base alignment.
static void host_memory(void **state) {
  NEEDS_THEM;
  const size_t align = 4 * (size_t)base_align, size = pitch * HEIGHT;
  unsigned char *memory = malloc(size + 2 * align), *p = memory + align - (uintptr_t)memory % align;
  cl_mem good = clCreateBuffer(on.context, CL_MEM_USE_HOST_PTR, size, p, &error);
  OK(error);
  OK(clReleaseMemObject(image_of(good)));
  cl_mem odd = clCreateBuffer(on.context, CL_MEM_USE_HOST_PTR, size, p + 4, &error);
  OK(error);
  const cl_image_desc desc = rows_of(odd, pitch);
  if (base_align > 1)
    NONE(clCreateImage(on.context, 0, &texels, &desc, NULL, &error), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  OK(clReleaseMemObject(odd));
  OK(clReleaseMemObject(good));
  OK(clFinish(on.queue));
  free(memory);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(alignments), cmocka_unit_test(tells),
                                     cmocka_unit_test(one_store),  cmocka_unit_test(maps),
                                     cmocka_unit_test(kernels),    cmocka_unit_test(no_pitch),
                                     cmocka_unit_test(refused),    cmocka_unit_test(host_memory)};
  return RUN_WITH(tests, open_alignments, close_bench);
}
