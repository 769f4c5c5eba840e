// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2, 5.7.2, 5.7.3, 6.12.14, 8.2, 8.3: images and samplers as arguments, and what kernels read, write and ask.
#include "image_test.h"

static const char *const names[COUNT(kinds)] = {"image1d", "image1d_buffer", "image1d_array",
                                                "image2d", "image2d_array",  "image3d"};
// A kernel of each kind: the coordinates of a work-item, and its place among elements without gaps.
static const char text[] =
    "#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable\n"
    "#define X (int)get_global_id(0)\n"
    "#define Y (int)get_global_id(1)\n"
    "#define Z (int)get_global_id(2)\n"
    "#define AT ((Z * get_global_size(1) + Y) * get_global_size(0) + X)\n"
    "#define DIRECT(NAME, AS, COORD) \\\n"
    "kernel void read_f_##NAME(read_only NAME##_t image, global float4 *to) { to[AT] = read_imagef(image, COORD); }\\\n"
    "kernel void read_i_##NAME(read_only NAME##_t image, global int4 *to) { to[AT] = read_imagei(image, COORD); }\\\n"
    "kernel void read_u_##NAME(read_only NAME##_t image, global uint4 *to) { to[AT] = read_imageui(image, COORD); }\\\n"
    "kernel void write_f_##NAME(write_only NAME##_t image, global const float4 *from)"
    " { write_imagef(image, COORD, from[AT]); }\\\n"
    "kernel void write_i_##NAME(write_only NAME##_t image, global const int4 *from)"
    " { write_imagei(image, COORD, from[AT]); }\\\n"
    "kernel void write_u_##NAME(write_only NAME##_t image, global const uint4 *from)"
    " { write_imageui(image, COORD, from[AT]); }\n"
    "DIRECT(image1d, 1, X)\n"
    "DIRECT(image1d_buffer, 1, X)\n"
    "DIRECT(image1d_array, 2, (int2)(X, Y))\n"
    "DIRECT(image2d, 2, (int2)(X, Y))\n"
    "DIRECT(image2d_array, 3, (int4)(X, Y, Z, 0))\n"
    "DIRECT(image3d, 3, (int4)(X, Y, Z, 0))\n"
    "#define SAMPLED(NAME, CUT) \\\n"
    "kernel void sample_f_##NAME(read_only NAME##_t image, sampler_t s, global const float4 *where, global float4 *to)"
    " { to[X] = read_imagef(image, s, where[X] CUT); }\\\n"
    "kernel void sample_u_##NAME(read_only NAME##_t image, sampler_t s, global const float4 *where, global uint4 *to)"
    " { to[X] = read_imageui(image, s, where[X] CUT); }\\\n"
    "kernel void whole_f_##NAME(read_only NAME##_t image, sampler_t s, global const float4 *where, global float4 *to)"
    " { to[X] = read_imagef(image, s, convert_int4_rtn(where[X]) CUT); }\n"
    "SAMPLED(image1d, .x)\n"
    "SAMPLED(image1d_array, .xy)\n"
    "SAMPLED(image2d, .xy)\n"
    "SAMPLED(image2d_array, )\n"
    "SAMPLED(image3d, )\n"
    "#define ASKED(NAME, HEIGHT, DEPTH, SLICES) \\\n"
    "kernel void ask_##NAME(read_only NAME##_t image, write_only NAME##_t other, global int *to) {\\\n"
    "  to[0] = get_image_width(image); to[1] = HEIGHT; to[2] = DEPTH; to[3] = SLICES;\\\n"
    "  to[4] = get_image_channel_data_type(image); to[5] = get_image_channel_order(image);\\\n"
    "  to[6] = get_image_width(other); to[7] = get_image_channel_order(other); }\n"
    "ASKED(image1d, 0, 0, 0)\n"
    "ASKED(image1d_buffer, 0, 0, 0)\n"
    "ASKED(image1d_array, 0, 0, get_image_array_size(image))\n"
    "ASKED(image2d, get_image_dim(image).y, 0, 0)\n"
    "ASKED(image2d_array, get_image_height(image), 0, get_image_array_size(image))\n"
    "ASKED(image3d, get_image_dim(image).y, get_image_depth(image), 0)\n"
    "kernel void constant_samplers(read_only image2d_t image, global const float2 *where, global float4 *to) {\n"
    "  const sampler_t a = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST,\n"
    "      b = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_NEAREST,\n"
    "      c = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST,\n"
    "      d = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;\n"
    "  to[4 * X] = read_imagef(image, a, where[X]);\n"
    "  to[4 * X + 1] = read_imagef(image, b, where[X]);\n"
    "  to[4 * X + 2] = read_imagef(image, c, where[X]);\n"
    "  to[4 * X + 3] = read_imagef(image, d, where[X]);\n"
    "}\n"
    "#ifndef __IMAGE_SUPPORT__\n"
    "#error no images\n"
    "#endif\n";

static cl_program program;

static int open_kernels(void **state) {
  open_bench(state);
  if (has_images()) program = program_of(text, "-cl-kernel-arg-info");
  return 0;
}

static int close_kernels(void **state) {
  if (program) OK(clReleaseProgram(program));
  return close_bench(state);
}

static cl_kernel kernel_for(const char *what, size_t kind) {
  char name[64];
  snprintf(name, sizeof name, "%s_%s", what, names[kind]);
  return kernel_of(program, name);
}

static void set_image(cl_kernel kernel, cl_uint index, cl_mem image) {
  OK(clSetKernelArg(kernel, index, sizeof image, &image));
}

static void run_space(cl_kernel kernel, const size_t size[3]) {
  OK(clEnqueueNDRangeKernel(on.queue, kernel, 3, NULL, size, NULL, 0, NULL, NULL));
}

// ---- queries --------------------------------------------------------------------------------------------------------
static void queries(void **state) {
  NEEDS_IMAGES;
  static const cl_image_format formats[] = {{CL_RGBA, CL_UNSIGNED_INT8}, {CL_BGRA, CL_UNORM_INT8},
                                            {CL_RGBA, CL_FLOAT},         {CL_RGBA, CL_HALF_FLOAT},
                                            {CL_RGBA, CL_SIGNED_INT32},  {CL_RGBA, CL_UNORM_INT16}};
  for (size_t k = 0; k < COUNT(kinds); k++) {
    for (size_t f = 0; f < COUNT(formats); f++) {
      const cl_image_desc desc = description(&kinds[k]);
      const cl_int expected[8] = {(cl_int)desc.image_width,
                                  (cl_int)desc.image_height,
                                  (cl_int)desc.image_depth,
                                  (cl_int)desc.image_array_size,
                                  (cl_int)formats[f].image_channel_data_type,
                                  (cl_int)formats[f].image_channel_order,
                                  (cl_int)desc.image_width,
                                  (cl_int)formats[f].image_channel_order};
      cl_int found[8];
      cl_mem image = image_with(&kinds[k], &formats[f], 0, NULL), to = buffer_of(sizeof found, NULL);
      cl_kernel kernel = kernel_for("ask", k);
      set_image(kernel, 0, image);
      set_image(kernel, 1, image);
      set_buffer(kernel, 2, to);
      run_line(kernel, 1, 1);
      read_all(to, sizeof found, found);
      assert_memory_equal(found, expected, sizeof found);
      OK(clReleaseKernel(kernel));
      OK(clReleaseMemObject(image));
      OK(clReleaseMemObject(to));
    }
  }
}

// ---- elements -------------------------------------------------------------------------------------------------------
// What a channel of these bits reads as, 8.3.1: a number for floats, integers as they are.
static double channel_value(cl_channel_type type, uint32_t bits) {
  float f;
  switch (type) {
    case CL_UNORM_INT8: return bits / 255.0;
    case CL_UNORM_INT16: return bits / 65535.0;
    case CL_SNORM_INT8: return fmax(-1, (int8_t)bits / 127.0);
    case CL_SNORM_INT16: return fmax(-1, (int16_t)bits / 32767.0);
    case CL_SIGNED_INT8: return (int8_t)bits;
    case CL_SIGNED_INT16: return (int16_t)bits;
    case CL_SIGNED_INT32: return (int32_t)bits;
    case CL_HALF_FLOAT:
      return (bits & 0x8000 ? -1 : 1) *
             ((bits & 0x7C00) ? ldexp(1024 + (bits & 0x3FF), (int)(bits >> 10 & 31) - 25) : ldexp(bits & 0x3FF, -24));
    case CL_FLOAT: memcpy(&f, &bits, 4); return (double)f;
    default: return bits;
  }
}

// 8.2: the border of all orders but four has an alpha of 0, also where elements have none: Rx, RGx, RGBx.
static bool clear_border(cl_channel_order order) {
  return order != CL_R && order != CL_RG && order != CL_RGB && order != CL_LUMINANCE;
}

// An element as read_image gives it (5.3.1.1, table 6.?: channels that are not there).
static void element_value(const cl_image_format *format, const unsigned char *element, double value[4]) {
  const cl_channel_order order = format->image_channel_order;
  const cl_channel_type type = format->image_channel_data_type;
  const size_t size = channel_bytes(type);
  const int *parts = parts_of(order);
  uint32_t bits = 0;
  for (int i = 0; i < 4; i++) value[i] = i == 3;
  if (!size) {
    static const int shifts[3][3] = {{11, 5, 0}, {10, 5, 0}, {20, 10, 0}},
                     widths[3][3] = {{5, 6, 5}, {5, 5, 5}, {10, 10, 10}};
    const int which = type == CL_UNORM_SHORT_565 ? 0 : type == CL_UNORM_SHORT_555 ? 1 : 2;
    memcpy(&bits, element, element_bytes(format));
    for (int i = 0; i < 3; i++) {
      const uint32_t all = (1u << widths[which][i]) - 1;
      value[i] = (bits >> shifts[which][i] & all) / (double)all;
    }
    return;
  }
  for (size_t c = 0; c < color_bytes(format) / size; c++) {
    memcpy(&bits, element + c * size, size);
    value[parts[c]] = channel_value(type, bits);
  }
  if (order == CL_INTENSITY || order == CL_LUMINANCE) value[1] = value[2] = value[0];
  if (order == CL_INTENSITY) value[3] = value[0];
}

// Elements whose channels are numbers: no exponent of ones.
static void make_elements(const cl_image_format *format, size_t count, unsigned char *to) {
  const cl_channel_type type = format->image_channel_data_type;
  const size_t b = element_bytes(format);
  make_bytes(to, count * b, 3);
  if (type == CL_HALF_FLOAT)
    for (size_t i = 1; i < count * b; i += 2) to[i] &= 0xBB;
  if (type == CL_FLOAT)
    for (size_t i = 3; i < count * b; i += 4) to[i] &= 0xBF;
}

static const char *class_of(cl_channel_type type) { return is_signed(type) ? "i" : is_unsigned(type) ? "u" : "f"; }

// 7.? and 8.3: a normalized number may be 1.5 units in the last place off; others are exact.
static void check_value(const cl_image_format *format, const double expected[4], const unsigned char *found) {
  const cl_channel_type type = format->image_channel_data_type;
  for (int i = 0; i < 4; i++) {
    float f;
    cl_int n;
    cl_uint u;
    memcpy(&f, found + 4 * i, 4);
    memcpy(&n, found + 4 * i, 4);
    memcpy(&u, found + 4 * i, 4);
    const bool exact = type == CL_FLOAT || type == CL_HALF_FLOAT;
    const double value = is_signed(type) ? n : is_unsigned(type) ? u : (double)f;
    const double off = exact || is_signed(type) || is_unsigned(type) ? 0 : ldexp(1.5, -23) * fabs(expected[i]);
    if (fabs(value - expected[i]) <= off) continue;
    fail_msg("order 0x%x type 0x%x component %d: found %.9g, expected %.9g", format->image_channel_order, type, i,
             value, expected[i]);
  }
}

static void read_kind(size_t k, const cl_image_format *format) {
  static unsigned char elements[MOST], found[8 * MOST];
  const size_t count = texels(kinds[k].size), b = element_bytes(format);
  char what[16];
  make_elements(format, count, elements);
  snprintf(what, sizeof what, "read_%s", class_of(format->image_channel_data_type));
  cl_mem image = image_with(&kinds[k], format, CL_MEM_READ_ONLY, elements), to = buffer_of(16 * count, NULL);
  cl_kernel kernel = kernel_for(what, k);
  set_image(kernel, 0, image);
  set_buffer(kernel, 1, to);
  run_space(kernel, kinds[k].size);
  read_all(to, 16 * count, found);
  for (size_t i = 0; i < count; i++) {
    double expected[4];
    element_value(format, elements + i * b, expected);
    check_value(format, expected, found + 16 * i);
  }
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(image));
  OK(clReleaseMemObject(to));
}

static void write_kind(size_t k, const cl_image_format *format) {
  static const float floats[4] = {0.25f, -0.75f, 2.5f, 1};
  static const cl_int ints[4] = {-5, 100, -70000, 2000000000};
  static const cl_uint uints[4] = {5, 300, 70000, 4000000000u};
  static unsigned char expected[MOST], found[MOST], colors[8 * MOST];
  const cl_channel_type type = format->image_channel_data_type;
  const void *color = is_signed(type) ? (const void *)ints : is_unsigned(type) ? (const void *)uints : floats;
  const size_t count = texels(kinds[k].size), b = element_bytes(format), told = color_bytes(format);
  char what[16];
  // Each element has the four numbers in another order.
  for (size_t i = 0; i < count; i++) {
    for (size_t c = 0; c < 4; c++) memcpy(colors + 16 * i + 4 * c, (const char *)color + 4 * ((i + c) % 4), 4);
    make_element(format, colors + 16 * i, expected + i * b);
  }
  snprintf(what, sizeof what, "write_%s", class_of(type));
  cl_mem image = image_with(&kinds[k], format, CL_MEM_WRITE_ONLY, NULL), from = buffer_of(16 * count, colors);
  cl_kernel kernel = kernel_for(what, k);
  set_image(kernel, 0, image);
  set_buffer(kernel, 1, from);
  run_space(kernel, kinds[k].size);
  read_image(image, kinds[k].size, found);
  for (size_t i = 0; i < count; i++) {
    // The bits of a packed element that no channel has are undefined.
    if (type == CL_UNORM_SHORT_555) found[i * b + 1] &= 0x7F;
    if (type == CL_UNORM_INT_101010) found[i * b + 3] &= 0x3F;
    if (memcmp(found + i * b, expected + i * b, told) != 0)
      print_error("order 0x%x type 0x%x element %zu\n", format->image_channel_order, type, i);
    assert_memory_equal(found + i * b, expected + i * b, told);
  }
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(image));
  OK(clReleaseMemObject(from));
}

static void all_formats(void (*check)(size_t, const cl_image_format *)) {
  cl_image_format list[256];
  cl_uint count;
  for (size_t k = 1; k < 4; k += 2) {
    OK(clGetSupportedImageFormats(on.context, 0, kinds[k].type, COUNT(list), list, &count));
    for (cl_uint i = 0; i < count; i++) check(k, &list[i]);
  }
}

static void all_kinds(void (*check)(size_t, const cl_image_format *)) {
  static const cl_image_format formats[] = {
      {CL_RGBA, CL_FLOAT}, {CL_RGBA, CL_UNSIGNED_INT8}, {CL_R, CL_SIGNED_INT16}, {CL_BGRA, CL_UNORM_INT8}};
  for (size_t k = 0; k < COUNT(kinds); k++)
    for (size_t f = 0; f < COUNT(formats); f++) check(k, &formats[f]);
}

static void reads_of_all_formats(void **state) {
  NEEDS_IMAGES;
  all_formats(read_kind);
}

static void reads_of_all_kinds(void **state) {
  NEEDS_IMAGES;
  all_kinds(read_kind);
}

static void writes_of_all_formats(void **state) {
  NEEDS_IMAGES;
  all_formats(write_kind);
}

static void writes_of_all_kinds(void **state) {
  NEEDS_IMAGES;
  all_kinds(write_kind);
}

// ---- samplers, 8.2 --------------------------------------------------------------------------------------------------
// Which element of an axis of `n` a coordinate is, with the nearest filter; -1 or n: the border.
static int nearest(cl_addressing_mode mode, bool normalized, double c, int n) {
  double u = normalized ? c * n : c;
  int i;
  switch (mode) {
    case CL_ADDRESS_REPEAT: i = (int)floor((c - floor(c)) * n); return i > n - 1 ? i - n : i;
    case CL_ADDRESS_MIRRORED_REPEAT: u = fabs(c - 2 * rint(0.5 * c)) * n; return (int)fmin(floor(u), n - 1);
    case CL_ADDRESS_CLAMP_TO_EDGE: return (int)fmin(fmax(floor(u), 0), n - 1);
    case CL_ADDRESS_CLAMP: return (int)fmin(fmax(floor(u), -1), n);
    default: return (int)floor(u);
  }
}

// The two elements of an axis and the weight of the second, with the linear filter.
static double linear(cl_addressing_mode mode, bool normalized, double c, int n, int pair[2]) {
  double u = normalized ? c * n : c;
  if (mode == CL_ADDRESS_REPEAT) u = (c - floor(c)) * n;
  if (mode == CL_ADDRESS_MIRRORED_REPEAT) u = fabs(c - 2 * rint(0.5 * c)) * n;
  const double first = floor(u - 0.5);
  for (int i = 0; i < 2; i++) {
    const double at = first + i;
    pair[i] = mode == CL_ADDRESS_REPEAT            ? (int)(at < 0       ? at + n
                                                           : at > n - 1 ? at - n
                                                                        : at)
              : mode == CL_ADDRESS_MIRRORED_REPEAT ? (int)fmin(fmax(at, 0), n - 1)
              : mode == CL_ADDRESS_CLAMP           ? (int)fmin(fmax(at, -1), n)
                                                   : (int)fmin(fmax(at, 0), n - 1);
  }
  return u - 0.5 - first;
}

// The element at these places, or the border color.
static void texel_value(const cl_image_format *format, const size_t size[3], const unsigned char *elements,
                        const int place[3], double value[4]) {
  for (int a = 0; a < 3; a++) {
    if (place[a] >= 0 && place[a] < (int)size[a]) continue;
    for (int i = 0; i < 4; i++) value[i] = i == 3 && !clear_border(format->image_channel_order);
    return;
  }
  const size_t i = ((size_t)place[2] * size[1] + (size_t)place[1]) * size[0] + (size_t)place[0];
  element_value(format, elements + i * element_bytes(format), value);
}

enum { POINTS = 96 };

// Numbers of 1.2, 8.2 for a coordinate vector.
static void sampled_value(const image_kind *kind, const cl_image_format *format, const unsigned char *elements,
                          cl_addressing_mode mode, bool normalized, bool filtered, const float c[4], double value[4]) {
  int pairs[3][2] = {{0, 0}, {0, 0}, {0, 0}};
  double weight[3] = {0, 0, 0};
  for (int a = 0; a < 3; a++) {
    const int n = (int)kind->size[a];
    const double v = (double)c[a];
    if (n == 1) continue;
    if (a && kind->type != CL_MEM_OBJECT_IMAGE3D && kind->slices == a) pairs[a][0] = (int)fmin(fmax(rint(v), 0), n - 1);
    else if (filtered) weight[a] = linear(mode, normalized, v, n, pairs[a]);
    else pairs[a][0] = nearest(mode, normalized, v, n);
  }
  for (int i = 0; i < 4; i++) value[i] = 0;
  for (int corner = 0; corner < 8; corner++) {
    double w = 1, texel[4];
    int place[3];
    for (int a = 0; a < 3; a++) {
      const int second = corner >> a & 1;
      w *= second ? weight[a] : 1 - weight[a];
      place[a] = pairs[a][second];
    }
    if (w == 0) continue;
    texel_value(format, kind->size, elements, place, texel);
    for (int i = 0; i < 4; i++) value[i] += w * texel[i];
  }
}

// Coordinates around the image, none near the edge of an element.
static void make_points(const image_kind *kind, cl_addressing_mode mode, bool normalized, float points[POINTS][4]) {
  for (int i = 0; i < POINTS; i++) {
    for (int a = 0; a < 3; a++) {
      const int n = (int)kind->size[a], reach = mode == CL_ADDRESS_NONE ? n : 3 * n;
      const int at = (i * (7 + 4 * a) + i / 5) % reach - (mode == CL_ADDRESS_NONE ? 0 : n);
      const float in = i % 3 == 0 ? 0.25f : i % 3 == 1 ? 0.625f : 0.875f;
      const bool slice = a && kind->type != CL_MEM_OBJECT_IMAGE3D && kind->slices == a;
      points[i][a] = slice ? (float)at + 0.25f : normalized ? ((float)at + in) / (float)n : (float)at + in;
    }
    points[i][3] = 0;
  }
}

// The greatest distance of two elements of an image is 1. A weight has 8 bits.
static void sample_kind(size_t k, const cl_image_format *format, cl_addressing_mode mode, bool normalized,
                        bool filtered, const char *what) {
  static unsigned char elements[MOST];
  float points[POINTS][4];
  unsigned char found[POINTS * 16];
  const image_kind *kind = &kinds[k];
  make_elements(format, texels(kind->size), elements);
  make_points(kind, mode, normalized, points);
  cl_mem image = image_with(kind, format, CL_MEM_READ_ONLY, elements), to = buffer_of(sizeof found, NULL);
  cl_mem where = buffer_of(sizeof points, points);
  cl_sampler sampler =
      clCreateSampler(on.context, normalized, mode, filtered ? CL_FILTER_LINEAR : CL_FILTER_NEAREST, &error);
  OK(error);
  cl_kernel kernel = kernel_for(what, k);
  set_image(kernel, 0, image);
  OK(clSetKernelArg(kernel, 1, sizeof sampler, &sampler));
  set_buffer(kernel, 2, where);
  set_buffer(kernel, 3, to);
  run_line(kernel, POINTS, 0);
  read_all(to, sizeof found, found);
  for (int i = 0; i < POINTS; i++) {
    double expected[4];
    float c[4], value[4];
    memcpy(c, points[i], sizeof c);
    for (int a = 0; a < 3 && !strncmp(what, "whole", 5); a++) c[a] = floorf(c[a]);
    sampled_value(kind, format, elements, mode, normalized, filtered, c, expected);
    if (!filtered) {
      check_value(format, expected, found + 16 * i);
      continue;
    }
    memcpy(value, found + 16 * i, sizeof value);
    for (int j = 0; j < 4; j++)
      if (fabs((double)value[j] - expected[j]) > 3.0 / 256)
        fail_msg("%s, mode 0x%x, normalized %d, point %d at %g %g %g, component %d: found %g, expected %g", names[k],
                 mode, normalized, i, (double)c[0], (double)c[1], (double)c[2], j, (double)value[j], expected[j]);
  }
  OK(clReleaseKernel(kernel));
  OK(clReleaseSampler(sampler));
  OK(clReleaseMemObject(image));
  OK(clReleaseMemObject(where));
  OK(clReleaseMemObject(to));
}

static const cl_addressing_mode modes[] = {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP,
                                           CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT};
static const cl_image_format norms4 = {CL_RGBA, CL_UNORM_INT8}, norms1 = {CL_R, CL_UNORM_INT16};

static void all_samplers(const cl_image_format *format, bool filtered, const char *what) {
  for (size_t k = 0; k < COUNT(kinds); k++) {
    if (kinds[k].type == CL_MEM_OBJECT_IMAGE1D_BUFFER) continue;
    for (size_t m = filtered; m < COUNT(modes); m++) {
      sample_kind(k, format, modes[m], true, filtered, what);
      if (m < 3) sample_kind(k, format, modes[m], false, filtered, what);
    }
  }
}

static void nearest_of_floats(void **state) {
  NEEDS_IMAGES;
  all_samplers(&floats4, false, "sample_f");
}

static void nearest_of_integers(void **state) {
  NEEDS_IMAGES;
  all_samplers(&bytes4, false, "sample_u");
}

// The border has an alpha of 1 where the image has none.
static void nearest_without_alpha(void **state) {
  NEEDS_IMAGES;
  all_samplers(&norms1, false, "sample_f");
}

static void linear_of_norms(void **state) {
  NEEDS_IMAGES;
  all_samplers(&norms4, true, "sample_f");
}

static void linear_without_alpha(void **state) {
  NEEDS_IMAGES;
  all_samplers(&norms1, true, "sample_f");
}

// Integer coordinates are for samplers without normalized coordinates and filter.
static void integer_coordinates(void **state) {
  NEEDS_IMAGES;
  for (size_t k = 0; k < COUNT(kinds); k++)
    for (size_t m = 0; m < 3 && kinds[k].type != CL_MEM_OBJECT_IMAGE1D_BUFFER; m++)
      sample_kind(k, &floats4, modes[m], false, false, "whole_f");
}

static void samplers_of_the_source(void **state) {
  NEEDS_IMAGES;
  static const cl_addressing_mode of[] = {CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT, CL_ADDRESS_CLAMP_TO_EDGE,
                                          CL_ADDRESS_CLAMP};
  static unsigned char elements[MOST];
  const image_kind *kind = &kinds[3];
  float points[POINTS][4], pairs[POINTS][2];
  unsigned char found[POINTS * 64];
  make_elements(&floats4, texels(kind->size), elements);
  make_points(kind, CL_ADDRESS_REPEAT, true, points);
  for (int i = 0; i < POINTS; i++) memcpy(pairs[i], points[i], sizeof pairs[i]);
  cl_mem image = image_with(kind, &floats4, 0, elements), where = buffer_of(sizeof pairs, pairs);
  cl_mem to = buffer_of(sizeof found, NULL);
  cl_kernel kernel = kernel_of(program, "constant_samplers");
  set_image(kernel, 0, image);
  set_buffer(kernel, 1, where);
  set_buffer(kernel, 2, to);
  run_line(kernel, POINTS, 0);
  read_all(to, sizeof found, found);
  for (int i = 0; i < 4 * POINTS; i++) {
    double expected[4];
    sampled_value(kind, &floats4, elements, of[i % 4], true, false, points[i / 4], expected);
    check_value(&floats4, expected, found + 16 * i);
  }
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(image));
  OK(clReleaseMemObject(where));
  OK(clReleaseMemObject(to));
}

// ---- arguments ------------------------------------------------------------------------------------------------------
static void argument_info(void **state) {
  NEEDS_IMAGES;
  cl_kernel reads = kernel_of(program, "sample_f_image2d"), writes = kernel_of(program, "write_f_image3d");
  cl_kernel_arg_access_qualifier access;
  cl_kernel_arg_address_qualifier space;
  cl_kernel_arg_type_qualifier type;
  char name[32];
  OK(clGetKernelArgInfo(reads, 0, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access, NULL));
  assert_int_equal(access, CL_KERNEL_ARG_ACCESS_READ_ONLY);
  OK(clGetKernelArgInfo(reads, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space, &space, NULL));
  assert_int_equal(space, CL_KERNEL_ARG_ADDRESS_GLOBAL);
  OK(clGetKernelArgInfo(reads, 0, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof type, &type, NULL));
  assert_int_equal(type, CL_KERNEL_ARG_TYPE_NONE);
  OK(clGetKernelArgInfo(reads, 0, CL_KERNEL_ARG_TYPE_NAME, sizeof name, name, NULL));
  assert_string_equal(name, "image2d_t");
  OK(clGetKernelArgInfo(reads, 0, CL_KERNEL_ARG_NAME, sizeof name, name, NULL));
  assert_string_equal(name, "image");
  OK(clGetKernelArgInfo(reads, 1, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access, NULL));
  assert_int_equal(access, CL_KERNEL_ARG_ACCESS_NONE);
  OK(clGetKernelArgInfo(reads, 1, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space, &space, NULL));
  assert_int_equal(space, CL_KERNEL_ARG_ADDRESS_PRIVATE);
  OK(clGetKernelArgInfo(reads, 1, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof type, &type, NULL));
  assert_int_equal(type, CL_KERNEL_ARG_TYPE_NONE);
  OK(clGetKernelArgInfo(reads, 1, CL_KERNEL_ARG_TYPE_NAME, sizeof name, name, NULL));
  assert_string_equal(name, "sampler_t");
  OK(clGetKernelArgInfo(writes, 0, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access, NULL));
  assert_int_equal(access, CL_KERNEL_ARG_ACCESS_WRITE_ONLY);
  OK(clReleaseKernel(reads));
  OK(clReleaseKernel(writes));
}

static void arguments_refused(void **state) {
  NEEDS_IMAGES;
  const cl_int bad = CL_INVALID_ARG_VALUE;
  cl_kernel reads = kernel_of(program, "sample_f_image2d"), writes = kernel_of(program, "write_f_image3d");
  cl_mem flat = image_with(&kinds[3], &bytes4, 0, NULL), deep = image_with(&kinds[5], &bytes4, 0, NULL);
  cl_mem written = image_with(&kinds[3], &bytes4, CL_MEM_WRITE_ONLY, NULL), buffer = buffer_of(64, NULL), none = NULL;
  cl_mem read = image_with(&kinds[5], &bytes4, CL_MEM_READ_ONLY, NULL);
  cl_sampler sampler = clCreateSampler(on.context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error), lost = NULL;
  OK(error);
  EXPECT(clSetKernelArg(reads, 0, sizeof flat + 1, &flat), CL_INVALID_ARG_SIZE);
  EXPECT(clSetKernelArg(reads, 0, sizeof flat, NULL), bad);
  EXPECT(clSetKernelArg(reads, 0, sizeof none, &none), CL_INVALID_MEM_OBJECT);
  EXPECT(clSetKernelArg(reads, 0, sizeof buffer, &buffer), CL_INVALID_MEM_OBJECT);
  EXPECT(clSetKernelArg(reads, 0, sizeof deep, &deep), bad);
  EXPECT(clSetKernelArg(reads, 0, sizeof written, &written), bad);
  EXPECT(clSetKernelArg(writes, 0, sizeof read, &read), bad);
  EXPECT(clSetKernelArg(reads, 2, sizeof flat, &flat), CL_INVALID_MEM_OBJECT);
  EXPECT(clSetKernelArg(reads, 1, sizeof sampler - 1, &sampler), CL_INVALID_ARG_SIZE);
  EXPECT(clSetKernelArg(reads, 1, sizeof sampler, NULL), bad);
  EXPECT(clSetKernelArg(reads, 1, sizeof lost, &lost), CL_INVALID_SAMPLER);
  EXPECT(clSetKernelArg(reads, 1, sizeof flat, &flat), CL_INVALID_SAMPLER);
  OK(clSetKernelArg(reads, 0, sizeof flat, &flat));
  OK(clSetKernelArg(reads, 1, sizeof sampler, &sampler));
  set_buffer(reads, 2, buffer);
  set_buffer(reads, 3, buffer);
  OK(clReleaseSampler(sampler));
  EXPECT(clEnqueueTask(on.queue, reads, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
  OK(clReleaseKernel(reads));
  OK(clReleaseKernel(writes));
  OK(clReleaseMemObject(flat));
  OK(clReleaseMemObject(deep));
  OK(clReleaseMemObject(written));
  OK(clReleaseMemObject(read));
  OK(clReleaseMemObject(buffer));
}

// 5.8: CL_OUT_OF_RESOURCES for more images or samplers than the device has.
static void too_many_samplers(void **state) {
  NEEDS_IMAGES;
  cl_uint most;
  char source[4096] = "kernel void many(global float4 *to, read_only image2d_t i";
  OK(clGetDeviceInfo(on.device, CL_DEVICE_MAX_SAMPLERS, sizeof most, &most, NULL));
  if (most > 100) skip();
  for (cl_uint i = 0; i <= most; i++) snprintf(source + strlen(source), 32, ", sampler_t s%u", i);
  strcat(source, ") { *to = read_imagef(i, s0, (float2)(0)); }\n");
  cl_program built = program_of(source, "");
  cl_kernel kernel = kernel_of(built, "many");
  cl_sampler sampler = clCreateSampler(on.context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error);
  OK(error);
  cl_mem image = image_with(&kinds[3], &floats4, 0, NULL), to = buffer_of(16, NULL);
  set_buffer(kernel, 0, to);
  set_image(kernel, 1, image);
  for (cl_uint i = 0; i <= most; i++) OK(clSetKernelArg(kernel, 2 + i, sizeof sampler, &sampler));
  EXPECT(clEnqueueNDRangeKernel(on.queue, kernel, 1, NULL, one, NULL, 0, NULL, NULL), CL_OUT_OF_RESOURCES);
  OK(clReleaseSampler(sampler));
  OK(clReleaseMemObject(image));
  OK(clReleaseMemObject(to));
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(built));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(queries),
      cmocka_unit_test(reads_of_all_formats),
      cmocka_unit_test(reads_of_all_kinds),
      cmocka_unit_test(writes_of_all_formats),
      cmocka_unit_test(writes_of_all_kinds),
      cmocka_unit_test(nearest_of_floats),
      cmocka_unit_test(nearest_of_integers),
      cmocka_unit_test(nearest_without_alpha),
      cmocka_unit_test(linear_of_norms),
      cmocka_unit_test(linear_without_alpha),
      cmocka_unit_test(integer_coordinates),
      cmocka_unit_test(samplers_of_the_source),
      cmocka_unit_test(argument_info),
      cmocka_unit_test(arguments_refused),
      cmocka_unit_test(too_many_samplers),
  };
  return RUN_WITH(tests, open_kernels, close_kernels);
}
