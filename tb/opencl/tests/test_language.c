// SPDX-License-Identifier: Apache-2.0
// OpenCL C 3.0, 6: versions and features, generic addresses, variables of programs, atomics with orders and scopes,
// functions of work-groups, images that are read and written. What a device of 3.0 may lack of 2.0.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "opencl_test.h"

// ---- versions and features -----------------------------------------------------------------------

static const char *const feature_names[] = {
    "__opencl_c_3d_image_writes",
    "__opencl_c_atomic_order_acq_rel",
    "__opencl_c_atomic_order_seq_cst",
    "__opencl_c_atomic_scope_all_devices",
    "__opencl_c_atomic_scope_device",
    "__opencl_c_device_enqueue",
    "__opencl_c_fp64",
    "__opencl_c_generic_address_space",
    "__opencl_c_images",
    "__opencl_c_int64",
    "__opencl_c_integer_dot_product_input_4x8bit",
    "__opencl_c_integer_dot_product_input_4x8bit_packed",
    "__opencl_c_pipes",
    "__opencl_c_program_scope_global_variables",
    "__opencl_c_read_write_images",
    "__opencl_c_subgroups",
    "__opencl_c_work_group_collective_functions",
};

static bool device_has(const char *name) {
  static cl_name_version all[64];
  size_t size;
  if (!is_version_3()) return false;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_OPENCL_C_FEATURES, sizeof all, all, &size));
  for (size_t i = 0; i < size / sizeof *all; i++)
    if (!strcmp(all[i].name, name)) return true;
  return false;
}

// At the beginning of a test of a feature.
#define NEEDS(name)                \
  do {                             \
    (void)state;                   \
    if (!device_has(name)) skip(); \
  } while (0)

// Runs the kernel `k` of a program once with one buffer, and gives what is in that.
static void run_once(const char *text, const char *options, size_t items, size_t group, void *data, size_t size) {
  cl_program program = program_of(text, options);
  cl_kernel kernel = kernel_of(program, "k");
  cl_mem o = buffer_of(size, data);
  set_buffer(kernel, 0, o);
  run_line(kernel, items, group);
  read_all(o, size, data);
  OK(clReleaseMemObject(o));
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(program));
}

// A feature is defined in 3.0 where the device has it, with the value 1.
static void features_in_3(void **state) {
  NEEDS_3;
  char text[8192];
  cl_int found[COUNT(feature_names)] = {0};
  size_t used = (size_t)snprintf(text, sizeof text, "kernel void k(global int *o) {\n");
  for (size_t i = 0; i < COUNT(feature_names); i++)
    used += (size_t)snprintf(text + used, sizeof text - used, "#ifdef %s\n  o[%zu] = %s;\n#endif\n", feature_names[i],
                             i, feature_names[i]);
  snprintf(text + used, sizeof text - used, "}\n");
  run_once(text, "-cl-std=CL3.0", 1, 1, found, sizeof found);
  for (size_t i = 0; i < COUNT(feature_names); i++)
    if (found[i] != device_has(feature_names[i]))
      fail_msg("%s is %d, the device has it: %d", feature_names[i], found[i], device_has(feature_names[i]));
}

static void versions(void **state) {
  NEEDS_3;
  static const char text[] =
      "kernel void k(global int *o) {\n"
      "  o[0] = __OPENCL_C_VERSION__; o[1] = __OPENCL_VERSION__; o[2] = CL_VERSION_1_2; o[3] = CL_VERSION_3_0;\n"
      "#ifdef __opencl_c_generic_address_space\n  o[4] = 1;\n#endif\n"
      "}\n";
  static const struct {
    const char *options;
    int version;
  } rows[] = {{"", 120}, {"-cl-std=CL1.1", 110}, {"-cl-std=CL1.2", 120}, {"-cl-std=CL3.0", 300}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    cl_int found[5] = {0};
    run_once(text, rows[i].options, 1, 1, found, sizeof found);
    const cl_int wanted[] = {rows[i].version, 300, 120, 300};
    assert_memory_equal(found, wanted, sizeof wanted);
    assert_int_equal(found[4], rows[i].version == 300 && device_has("__opencl_c_generic_address_space"));
  }
}

// ---- generic addresses ---------------------------------------------------------------------------

static void generic_addresses(void **state) {
  static const char text[] =
      "global int *none(int *p) { return to_global(p); }\n"
      "int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }\n"
      "kernel void k(global int *o) {\n"
      "  local int l[4]; int p[4], i = get_local_id(0);\n"
      "  l[i] = 10 * i; for (int j = 0; j < 4; j++) p[j] = 100 * j + i;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  const int *which = i == 0 ? (const int *)o : i == 1 ? (const int *)l : (const int *)p;\n"
      "  int value = sum(which, 4);\n"
      "  barrier(CLK_GLOBAL_MEM_FENCE);\n"
      "  o[i] = value;\n"
      "  o[4 + i] = (to_global(which) != 0) + 2 * (to_local(which) != 0) + 4 * (to_private(which) != 0);\n"
      "  if (i < 2) o[8 + i] = get_fence(which) == (i ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE);\n"
      "  int *q = i % 2 ? (int *)l : (int *)(o + 12); q[i] = 7 + i;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE); if (i == 0) o[13] = l[1] + l[3];\n"
      "}\n";
  NEEDS("__opencl_c_generic_address_space");
  cl_int o[16] = {1, 2, 3, 4};
  run_once(text, "-cl-std=CL3.0", 4, 4, o, sizeof o);
  static const cl_int wanted[14] = {10, 60, 608, 612, 1, 2, 4, 4, 1, 1, 0, 0, 7, 18};
  assert_memory_equal(o, wanted, sizeof wanted);
}

// ---- variables of programs -----------------------------------------------------------------------

static const char variable_source[] =
    "typedef struct { int a; long b; } pair;\n"
    "global int counter = 5;\n"
    "global int zeros[4];\n"
    "static global pair both = {3, 1L << 40};\n"
    "global int *global where = &zeros[2];\n"
    "constant int table[3] = {10, 20, 30};\n"
    "const global int constants[2] = {7, 8};\n"
    "kernel void k(global int *o) {\n"
    "  static global int calls = 100;\n"
    "  if (get_local_id(0) == 0) {\n"
    "    o += 8 * get_group_id(0);\n"
    "    o[0] = atomic_fetch_add((volatile global atomic_int *)&counter, 1);\n"
    "    o[1] = calls++; o[2] = zeros[1]++; o[3] = *where; *where += 3; o[4] = both.a++; o[5] = (int)(both.b++ >> "
    "38);\n"
    "    o[6] = table[1] + constants[1]; o[7] = zeros[2];\n"
    "  }\n"
    "}\n"
    "kernel void add(int n) { counter += n; zeros[3] = n; where = zeros + 3; }\n";

static void run_variables(cl_kernel kernel, size_t group, cl_int found[8]) {
  cl_mem o = buffer_of(8 * sizeof *found, NULL);
  set_buffer(kernel, 0, o);
  run_line(kernel, group, group);
  read_all(o, 8 * sizeof *found, found);
  OK(clReleaseMemObject(o));
}

// They are made once for each program, keep what launches of all its kernels write, whatever the work-groups are.
static void program_variables(void **state) {
  static const size_t groups[] = {1, 256, 1024, 64};
  size_t most;
  NEEDS("__opencl_c_program_scope_global_variables");
  OK(clGetDeviceInfo(on.device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof most, &most, NULL));
  for (int again = 0; again < 2; again++) {
    cl_program program = program_of(variable_source, "-cl-std=CL3.0");
    cl_kernel kernel = kernel_of(program, "k"), add = kernel_of(program, "add");
    for (cl_int n = 0; n < (cl_int)COUNT(groups); n++) {
      cl_int found[8];
      run_variables(kernel, groups[n] < most ? groups[n] : most, found);
      const cl_int wanted[8] = {5 + n, 100 + n, n, 3 * n, 3 + n, 4, 28, 3 * n + 3};
      assert_memory_equal(found, wanted, sizeof wanted);
    }
    cl_int by = 50, found[8];
    OK(clSetKernelArg(add, 0, sizeof by, &by));
    run_line(add, 1, 1);
    OK(clReleaseKernel(kernel));
    kernel = kernel_of(program, "k");
    run_variables(kernel, 1, found);
    assert_int_equal(found[0], 59);
    assert_int_equal(found[3], 50);
    assert_int_equal(found[7], 12);
    OK(clReleaseKernel(kernel));
    OK(clReleaseKernel(add));
    OK(clReleaseProgram(program));
  }
}

// ---- atomics -------------------------------------------------------------------------------------

static void atomics(void **state) {
  static const char text[] =
      "kernel void k(global int *o) {\n"
      "  global atomic_int *a = (global atomic_int *)o; global atomic_uint *u = (global atomic_uint *)(o + 8);\n"
      "  global atomic_long *n = (global atomic_long *)(o + 16); global atomic_ulong *m = (global atomic_ulong *)(o + "
      "24);\n"
      "  local atomic_int l; local atomic_flag flag; local int order[64];\n"
      "  int i = get_global_id(0), w = get_local_id(0);\n"
      "  if (w == 0) { atomic_init(&l, 3); atomic_flag_clear(&flag); }\n"
      "  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);\n"
      "  atomic_fetch_add_explicit(a, i, memory_order_relaxed, memory_scope_device);\n"
      "  atomic_fetch_sub_explicit(a + 1, i, memory_order_acq_rel, memory_scope_device);\n"
      "  atomic_fetch_or_explicit(u, 1u << i % 32, memory_order_seq_cst, memory_scope_device);\n"
      "  atomic_fetch_and_explicit(u + 1, ~(1u << i % 32), memory_order_release, memory_scope_all_svm_devices);\n"
      "  atomic_fetch_xor_explicit(u + 2, 1u << i % 3, memory_order_acquire, memory_scope_device);\n"
      "  atomic_fetch_max_explicit(a + 2, i, memory_order_relaxed, memory_scope_work_group);\n"
      "  atomic_fetch_min(a + 3, -i);\n"
      "  atomic_fetch_add(n, (long)i << 32); atomic_fetch_max(n + 1, (long)i << 40); atomic_fetch_min(m, ~(ulong)i);\n"
      "  atomic_fetch_add(&l, 1);\n"
      "  int expected = 0; if (atomic_compare_exchange_strong(a + 4, &expected, i + 1)) atomic_fetch_add(a + 5, 1);\n"
      "  else atomic_fetch_add(a + 6, expected > 0);\n"
      "  if (!atomic_flag_test_and_set(&flag)) atomic_fetch_add(u + 3, 1u);\n"
      "  order[w] = w; work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  if (w == 0) { atomic_fetch_add(u + 4, (uint)atomic_load(&l)); atomic_store(u + 5, 77u);\n"
      "    atomic_exchange_explicit(a + 7, order[63], memory_order_relaxed, memory_scope_device); }\n"
      "  global atomic_float *f = (global atomic_float *)(o + 14);\n"
      "  if (i == 0) { atomic_store(f, 2.5f); o[15] = (int)(4 * atomic_load(f)); }\n"
      "}\n";
  enum { ITEMS = 128 };
  NEEDS("__opencl_c_atomic_order_seq_cst");
  if (!device_has("__opencl_c_atomic_scope_device") || !device_has("__opencl_c_generic_address_space")) skip();
  cl_int o[32] = {0};
  o[9] = -1;
  o[24] = o[25] = -1;
  run_once(text, "-cl-std=CL3.0", ITEMS, 64, o, sizeof o);
  const cl_int sum = ITEMS * (ITEMS - 1) / 2;
  const cl_int wanted[7] = {sum, -sum, ITEMS - 1, 1 - ITEMS, o[4], 1, ITEMS - 1};
  assert_memory_equal(o, wanted, sizeof wanted);
  assert_in_range(o[4], 1, ITEMS);
  assert_int_equal(o[7], 63);
  assert_int_equal(o[8], -1);
  assert_int_equal(o[9], 0);
  assert_int_equal(o[10], (43 % 2) | (43 % 2) << 1 | (42 % 2) << 2);
  const cl_int more[] = {2, 2 * 67, 77};
  assert_memory_equal(o + 11, more, sizeof more);
  assert_int_equal(o[15], 10);
  assert_int_equal(o[16], 0);
  assert_int_equal(o[17], sum);
  assert_int_equal(o[19], (ITEMS - 1) << 8);
  assert_int_equal((cl_uint)o[24], ~(cl_uint)(ITEMS - 1));
}

// A group waits for what another one releases. On a device that starts them in order the second is the one that waits.
static void release_and_acquire(void **state) {
  static const char text[] =
      "kernel void k(global int *o) {\n"
      "  global atomic_int *ready = (global atomic_int *)o;\n"
      "  if (get_global_id(0) == 0) {\n"
      "    for (int i = 1; i < 8; i++) o[i] = i * i;\n"
      "    atomic_store_explicit(ready, 1, memory_order_release, memory_scope_device);\n"
      "  } else {\n"
      "    while (!atomic_load_explicit(ready, memory_order_acquire, memory_scope_device)) {}\n"
      "    int s = 0; for (int i = 1; i < 8; i++) s += o[i];\n"
      "    o[8] = s;\n"
      "  }\n"
      "}\n";
  NEEDS("__opencl_c_atomic_order_acq_rel");
  if (!device_has("__opencl_c_atomic_scope_device") || !device_has("__opencl_c_generic_address_space")) skip();
  cl_int o[9] = {0};
  run_once(text, "-cl-std=CL3.0", 2, 1, o, sizeof o);
  assert_int_equal(o[8], 140);
}

// ---- functions of work-groups --------------------------------------------------------------------

static const char collective_source[] =
    "kernel void k(global const T *in, global T *o, global int *votes) {\n"
    "  size_t l = get_local_linear_id(), n = get_local_size(0) * get_local_size(1), g = get_group_id(0) * n + l;\n"
    "  T x = in[g]; o += 10 * g;\n"
    "  o[0] = work_group_reduce_add(x); o[1] = work_group_reduce_min(x); o[2] = work_group_reduce_max(x);\n"
    "  o[3] = work_group_scan_inclusive_add(x); o[4] = work_group_scan_inclusive_min(x);\n"
    "  o[5] = work_group_scan_inclusive_max(x);\n"
    "  o[6] = work_group_scan_exclusive_add(x);\n"
    "  T least = work_group_scan_exclusive_min(x), most = work_group_scan_exclusive_max(x);\n"
    "  o[7] = l ? least : x; o[8] = l ? most : x;\n"
    "  o[9] = work_group_broadcast(x, get_local_size(0) - 1, 1);\n"
    "  votes[2 * g] = work_group_all(x <= (T)8); votes[2 * g + 1] = work_group_any(x > (T)39);\n"
    "}\n";

enum { COLLECTED = 2 * 9 * 13 };

static void check_collective(const char *type, size_t size, double (*element)(const void *, size_t), const void *in,
                             const char *options, const char *extension) {
  enum { WIDTH = 9, GROUP = 9 * 13 };
  static const size_t grid[2] = {2 * WIDTH, 13}, group[2] = {WIDTH, 13};
  unsigned char *out = calloc(10 * COLLECTED, size);
  cl_int votes[COLLECTED][2];
  char text[4096];
  assert_non_null(out);
  if (extension && !has_extension(extension)) {
    free(out);
    return;
  }
  snprintf(text, sizeof text, "%s%s%s\n%s", extension ? "#pragma OPENCL EXTENSION " : "", extension ? extension : "",
           extension ? " : enable" : "", collective_source);
  cl_program program = program_of(text, options);
  cl_kernel kernel = kernel_of(program, "k");
  cl_mem i = buffer_of(COLLECTED * size, in), o = buffer_of(10 * COLLECTED * size, out),
         v = buffer_of(sizeof votes, NULL);
  set_buffer(kernel, 0, i);
  set_buffer(kernel, 1, o);
  set_buffer(kernel, 2, v);
  OK(clEnqueueNDRangeKernel(on.queue, kernel, 2, NULL, grid, group, 0, NULL, NULL));
  read_all(o, 10 * COLLECTED * size, out);
  read_all(v, sizeof votes, votes);
  for (size_t g = 0; g < COLLECTED; g += GROUP) {
    double sum = 0, least = element(in, g), most = least, before[3] = {0, least, most}, all[3] = {0, least, most};
    for (size_t l = 0; l < GROUP; l++) {
      const double x = element(in, g + l);
      all[0] += x;
      all[1] = x < all[1] ? x : all[1];
      all[2] = x > all[2] ? x : all[2];
    }
    for (size_t l = 0; l < GROUP; l++) {
      const double x = element(in, g + l);
      before[0] = sum, before[1] = least, before[2] = most;
      sum += x;
      least = x < least ? x : least;
      most = x > most ? x : most;
      const double wanted[] = {all[0], all[1],    all[2],    sum,       least,
                               most,   before[0], before[1], before[2], element(in, g + 2 * WIDTH - 1)};
      for (size_t k = 0; k < COUNT(wanted); k++)
        if (element(out, 10 * (g + l) + k) != wanted[k])
          fail_msg("%s: result %zu of item %zu: %g, expected %g", type, k, l, element(out, 10 * (g + l) + k),
                   wanted[k]);
      assert_int_equal(votes[g + l][0] != 0, all[2] <= 8);
      assert_int_equal(votes[g + l][1] != 0, all[2] > 39);
    }
  }
  OK(clReleaseMemObject(i));
  OK(clReleaseMemObject(o));
  OK(clReleaseMemObject(v));
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(program));
  free(out);
}

// Small numbers, whose sums all types have.
#define COLLECTIVE(type, name, extension)                                                              \
  static double element_##name(const void *from, size_t i) { return (double)((const type *)from)[i]; } \
  static void collective_##name(void) {                                                                \
    type in[COLLECTED];                                                                                \
    for (int i = 0; i < COLLECTED; i++) in[i] = (type)(i * 7 % 41);                                    \
    check_collective(#name, sizeof(type), element_##name, in, "-cl-std=CL3.0 -DT=" #name, extension);  \
  }
COLLECTIVE(cl_int, int, NULL)
COLLECTIVE(cl_uint, uint, NULL)
COLLECTIVE(cl_long, long, NULL)
COLLECTIVE(cl_ulong, ulong, NULL)
COLLECTIVE(float, float, NULL)
COLLECTIVE(double, double, "cl_khr_fp64")

static double element_half(const void *from, size_t i) {
  const cl_ushort h = ((const cl_ushort *)from)[i];
  const int exponent = h >> 10 & 31;
  const double v = (h & 0x3FF) | (exponent ? 0x400 : 0);
  return (h & 0x8000 ? -v : v) * (double)(1 << (exponent ? exponent : 1)) / (double)(1 << 25);
}

// Powers of two, from 1 to 8.
static void collective_half(void) {
  cl_ushort in[COLLECTED];
  for (int i = 0; i < COLLECTED; i++) in[i] = (cl_ushort)((15 + i * 5 % 4) << 10);
  check_collective("half", 2, element_half, in, "-cl-std=CL3.0 -DT=half", "cl_khr_fp16");
}

static void work_group_functions(void **state) {
  NEEDS("__opencl_c_work_group_collective_functions");
  collective_int();
  collective_uint();
  collective_long();
  collective_ulong();
  collective_float();
  collective_double();
  collective_half();
}

// ---- images that are read and written ------------------------------------------------------------

static void read_write_images(void **state) {
  enum { WIDTH = 8, HEIGHT = 4 };
  static const char text[] =
      "kernel void k(read_write image2d_t a) {\n"
      "  int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
      "  uint4 v = read_imageui(a, at);\n"
      "  write_imageui(a, at, v + 1);\n"
      "  atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);\n"
      "  v = read_imageui(a, at);\n"
      "  write_imageui(a, at, v * 3);\n"
      "}\n";
  static const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT32};
  static const size_t origin[3] = {0}, region[3] = {WIDTH, HEIGHT, 1}, grid[2] = {WIDTH, HEIGHT};
  const cl_image_desc shape = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = WIDTH, .image_height = HEIGHT};
  cl_uint texels[WIDTH * HEIGHT * 4];
  NEEDS("__opencl_c_read_write_images");
  for (cl_uint i = 0; i < COUNT(texels); i++) texels[i] = i;
  cl_mem image = clCreateImage(on.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format, &shape, texels, &error);
  OK(error);
  cl_program program = program_of(text, "-cl-std=CL3.0");
  cl_kernel kernel = kernel_of(program, "k");
  set_buffer(kernel, 0, image);
  OK(clEnqueueNDRangeKernel(on.queue, kernel, 2, NULL, grid, NULL, 0, NULL, NULL));
  OK(clEnqueueReadImage(on.queue, image, CL_TRUE, origin, region, 0, 0, texels, 0, NULL, NULL));
  for (cl_uint i = 0; i < COUNT(texels); i++) assert_int_equal(texels[i], 3 * (i + 1));
  OK(clReleaseMemObject(image));
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(program));
}

// ---- what a device may lack ----------------------------------------------------------------------

// A program that asks for OpenCL C 2.0 is refused, or compiled where it needs nothing that the device lacks.
static void version_2(void **state) {
  static const char pipe[] =
      "kernel void k(read_only pipe int p, global int *o) { int x = 0; read_pipe(p, &x); o[0] = x; }\n";
  static const char queue[] =
      "kernel void k(global int *o) {\n"
      "  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ o[0] = 1; });\n"
      "}\n";
  static const struct {
    const char *text, *feature;
  } rows[] = {{pipe, "__opencl_c_pipes"}, {queue, "__opencl_c_device_enqueue"}};
  NEEDS_3;
  for (size_t i = 0; i < COUNT(rows); i++) {
    if (device_has(rows[i].feature)) continue;
    cl_program program =
        clCreateProgramWithSource(on.context, 1, (const char **)(uintptr_t)&rows[i].text, NULL, &error);
    OK(error);
    EXPECT(clBuildProgram(program, 0, NULL, "-cl-std=CL2.0", NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
    EXPECT(clBuildProgram(program, 0, NULL, "-cl-std=CL3.0", NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
    OK(clReleaseProgram(program));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(features_in_3),
      cmocka_unit_test(versions),
      cmocka_unit_test(generic_addresses),
      cmocka_unit_test(program_variables),
      cmocka_unit_test(atomics),
      cmocka_unit_test(release_and_acquire),
      cmocka_unit_test(work_group_functions),
      cmocka_unit_test(read_write_images),
      cmocka_unit_test(version_2),
  };
  return RUN(tests);
}
