// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2, 5.8 and 6.12: launches in one to three dimensions, offsets, sizes of work-groups, barriers, local memory,
// atomics, types of optional extensions.
#include "opencl_test.h"

static const char source[] =
    "kernel void where(global int *o) {\n"
    "  size_t at = (get_global_id(2) - get_global_offset(2)) * get_global_size(1) * get_global_size(0) +\n"
    "              (get_global_id(1) - get_global_offset(1)) * get_global_size(0) +\n"
    "              get_global_id(0) - get_global_offset(0);\n"
    "  o += at * 16;\n"
    "  for (int d = 0; d < 3; d++) {\n"
    "    o[d] = get_global_id(d); o[3 + d] = get_local_id(d); o[6 + d] = get_group_id(d);\n"
    "    o[9 + d] = get_local_size(d); o[12 + d] = get_num_groups(d);\n"
    "  }\n"
    "  o[15] = get_work_dim();\n"
    "}\n"
    "kernel void beyond(global int *o) {\n"
    "  o[0] = get_global_id(3) == 0 && get_local_id(7) == 0 && get_group_id(3) == 0 && get_global_offset(3) == 0;\n"
    "  o[1] = get_global_size(3) + 10 * get_local_size(4) + 100 * get_num_groups(3);\n"
    "}\n"
    "kernel __attribute__((reqd_work_group_size(8, 2, 1))) void required(global int *o) {\n"
    "  o[get_global_id(1) * get_global_size(0) + get_global_id(0)] = get_local_size(0) * 10 + get_local_size(1);\n"
    "}\n"
    "kernel __attribute__((reqd_work_group_size(4, 1, 1))) void four(global int *o) {\n"
    "  o[get_global_id(0)] = get_local_size(0) * 10 + get_work_dim();\n"
    "}\n"
    "kernel __attribute__((reqd_work_group_size(1, 1, 1))) void one(global int *o) { o[0] = get_global_offset(0) + 5; "
    "}\n"
    "kernel void sum(global const int *x, global int *o) {\n"
    "  local int part[64];\n"
    "  int i = get_local_id(0);\n"
    "  part[i] = x[get_global_id(0)];\n"
    "  for (int n = get_local_size(0) / 2; n; n /= 2) {\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (i < n) part[i] += part[i + n];\n"
    "  }\n"
    "  if (i == 0) o[get_group_id(0)] = part[0];\n"
    "}\n"
    "kernel void block(global int *o) {\n"
    "  local int part[120];\n"
    "  int i = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);\n"
    "  part[i] = i;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  o[i] = part[119 - i];\n"
    "}\n"
    "kernel void turn(global int *x) {\n"
    "  int i = get_local_id(0), n = get_local_size(0);\n"
    "  x[i] = i;\n"
    "  barrier(CLK_GLOBAL_MEM_FENCE);\n"
    "  int y = x[n - 1 - i];\n"
    "  barrier(CLK_GLOBAL_MEM_FENCE);\n"
    "  x[i] = y * 2;\n"
    "}\n"
    "kernel void atomics(global int *g, global uint *u, global int *old) {\n"
    "  local int l;\n"
    "  int i = get_global_id(0);\n"
    "  if (get_local_id(0) == 0) l = 0;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  old[i] = atomic_inc(&g[0]);\n"
    "  atomic_add(&g[1], i); atomic_sub(&g[2], i); atomic_min(&g[3], -i); atomic_max(&g[4], i);\n"
    "  atomic_or(&u[0], 1u << (i % 32)); atomic_and(&u[1], ~(1u << (i % 32))); atomic_xor(&u[2], 1u << (i % 3));\n"
    "  atomic_dec(&g[5]); atomic_cmpxchg(&g[6], 0, i + 1); atomic_max(&u[3], 0x80000000u + i); atomic_xchg(&g[8], 5);\n"
    "  atomic_inc(&l);\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  if (get_local_id(0) == 0) atomic_add(&g[7], l);\n"
    "}\n"
    "kernel void bytes(global uchar *b, global ushort *s) {\n"
    "  size_t i = get_global_id(0);\n"
    "  b[i] = (uchar)(b[i] + i); s[i] = (ushort)(s[i] * 3);\n"
    "}\n"
    "kernel void longs(global ulong *x, global long *y) {\n"
    "  size_t i = get_global_id(0);\n"
    "  x[i] = x[i] * 0x123456789abcdefUL + i; y[i] = y[i] / (long)(i + 1) + (y[i] >> 3);\n"
    "}\n"
    "kernel void early(global int *o, int n) { int i = get_global_id(0); if (i >= n) return; o[i] = n; }\n"
    "int factorial(int n) { int y = 1; while (n > 1) y *= n--; return y; }\n"
    "kernel void calls(global int *o) { int i = get_global_id(0); o[i] = factorial(i % 8); }\n"
    "kernel void far(global ulong *o) {\n"
    "  size_t i = get_global_id(0) - get_global_offset(0);\n"
    "  o[2 * i] = get_global_id(0); o[2 * i + 1] = get_global_offset(0);\n"
    "}\n"
    "kernel void fetch(global const int *x, global int *o) {\n"
    "  local int a[32], b[32];\n"
    "  event_t e = async_work_group_copy(a, x + 32 * get_group_id(0), 32, 0);\n"
    "  wait_group_events(1, &e);\n"
    "  int i = get_local_id(0), n = get_local_size(0);\n"
    "  for (int j = i; j < 32; j += n) b[31 - j] = a[j] + 1;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  e = async_work_group_strided_copy(o + 64 * get_group_id(0), b, 32, 2, 0);\n"
    "  wait_group_events(1, &e);\n"
    "}\n"
    "constant int table[4] = {3, 1, 4, 1};\n"
    "kernel void tables(global int *o) {\n"
    "  int i = get_global_id(0), copy[4];\n"
    "  for (int j = 0; j < 4; j++) copy[(j + i) % 4] = table[j];\n"
    "  o[i] = copy[0] + 10 * copy[1] + 100 * copy[2] + 1000 * copy[3];\n"
    "}\n"
    "kernel void threes(global const ushort *bits, global float *got, global ushort *stored) {\n"
    "  local ushort box[7];\n"
    "  for (int k = 0; k < 7; k++) box[k] = bits[k];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  vstore3(vloada_half3(0, (local half *)box), 0, got);\n"
    "  vstore3(vloada_half3(0, (local half *)(box + 4)), 1, got);\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  for (int k = 4; k < 7; k++) box[k] = 0;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  vstorea_half3((float3)(121, 66, 189), 0, (local half *)(box + 4));\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  for (int k = 0; k < 7; k++) stored[k] = box[k];\n"
    "}\n";

static cl_program program;

static int open_program(void **state) {
  open_bench(state);
  program = program_of(source, "");
  return 0;
}

static int close_program(void **state) {
  OK(clReleaseProgram(program));
  return close_bench(state);
}

static cl_kernel kernel_on(const char *name, cl_mem o) {
  cl_kernel kernel = kernel_of(program, name);
  set_buffer(kernel, 0, o);
  return kernel;
}

// Runs `where` and checks what each work-item saw. Without local sizes they are the implementation's, and even.
static void sees(cl_uint dimensions, const size_t *offset, const size_t *global, const size_t *local) {
  size_t size[3] = {1, 1, 1}, from[3] = {0, 0, 0}, group[3] = {1, 1, 1};
  for (cl_uint d = 0; d < dimensions; d++) {
    size[d] = global[d];
    if (offset) from[d] = offset[d];
    if (local) group[d] = local[d];
  }
  const size_t items = size[0] * size[1] * size[2];
  cl_int *found = calloc(items, 16 * sizeof *found);
  cl_mem o = buffer_of(items * 16 * sizeof *found, NULL);
  OK(clEnqueueFillBuffer(on.queue, o, "\xff", 1, 0, items * 16 * sizeof *found, 0, NULL, NULL));
  cl_kernel kernel = kernel_on("where", o);
  OK(clEnqueueNDRangeKernel(on.queue, kernel, dimensions, offset, global, local, 0, NULL, NULL));
  read_all(o, items * 16 * sizeof *found, found);
  if (!local)
    for (int d = 0; d < 3; d++) {
      group[d] = (size_t)found[9 + d];
      assert_in_range(group[d], 1, size[d]);
      assert_int_equal(size[d] % group[d], 0);
    }
  for (size_t i = 0; i < items; i++) {
    const cl_int *item = found + 16 * i;
    const size_t at[3] = {i % size[0], i / size[0] % size[1], i / size[0] / size[1]};
    for (int d = 0; d < 3; d++) {
      assert_int_equal(item[d], at[d] + from[d]);
      assert_int_equal(item[3 + d], at[d] % group[d]);
      assert_int_equal(item[6 + d], at[d] / group[d]);
      assert_int_equal(item[9 + d], group[d]);
      assert_int_equal(item[12 + d], size[d] / group[d]);
    }
    assert_int_equal(item[15], dimensions);
  }
  free(found);
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(o));
}

static void one_dimension(void **state) {
  (void)state;
  static const size_t sizes[][2] = {{1, 1}, {64, 64}, {100, 10}, {70, 35}, {96, 96}, {7, 1}};
  for (size_t i = 0; i < COUNT(sizes); i++) sees(1, NULL, &sizes[i][0], &sizes[i][1]);
}

static void two_dimensions(void **state) {
  (void)state;
  static const size_t sizes[][2][2] = {{{8, 8}, {8, 8}}, {{12, 6}, {4, 3}}, {{1, 20}, {1, 10}}, {{33, 2}, {11, 1}}};
  for (size_t i = 0; i < COUNT(sizes); i++) sees(2, NULL, sizes[i][0], sizes[i][1]);
}

static void three_dimensions(void **state) {
  (void)state;
  static const size_t sizes[][2][3] = {{{4, 4, 4}, {4, 4, 4}}, {{6, 4, 2}, {3, 2, 2}}, {{1, 1, 9}, {1, 1, 3}}};
  for (size_t i = 0; i < COUNT(sizes); i++) sees(3, NULL, sizes[i][0], sizes[i][1]);
}

static void offsets(void **state) {
  (void)state;
  const size_t offset[3] = {5, 1000, 7}, global[3] = {8, 4, 2}, local[3] = {4, 2, 1};
  for (cl_uint d = 1; d <= 3; d++) sees(d, offset, global, local);
  const size_t far[1] = {(size_t)1 << 30};
  sees(1, far, global, local);
}

static void local_of_choice(void **state) {
  (void)state;
  static const size_t sizes[][3] = {{100, 1, 1}, {13, 1, 1}, {6, 10, 1}, {3, 5, 7}};
  sees(1, NULL, sizes[0], NULL);
  sees(1, NULL, sizes[1], NULL);
  sees(2, NULL, sizes[2], NULL);
  sees(3, NULL, sizes[3], NULL);
  const size_t offset[3] = {3, 2, 1};
  sees(3, offset, sizes[3], NULL);
}

static void dimensions_beyond(void **state) {
  (void)state;
  cl_int found[2];
  cl_mem o = buffer_of(sizeof found, NULL);
  cl_kernel kernel = kernel_on("beyond", o);
  run_line(kernel, 1, 1);
  read_all(o, sizeof found, found);
  assert_int_equal(found[0], 1);
  assert_int_equal(found[1], 111);
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(o));
}

static void required_group(void **state) {
  (void)state;
  cl_int found[64];
  cl_mem o = buffer_of(sizeof found, NULL);
  cl_kernel kernel = kernel_on("required", o);
  const size_t global[2] = {16, 4}, good[2] = {8, 2}, wrong[2] = {8, 4}, turned[2] = {2, 8 / 2};
  OK(clEnqueueNDRangeKernel(on.queue, kernel, 2, NULL, global, good, 0, NULL, NULL));
  read_all(o, sizeof found, found);
  for (int i = 0; i < 64; i++) assert_int_equal(found[i], 82);
  EXPECT(clEnqueueNDRangeKernel(on.queue, kernel, 2, NULL, global, wrong, 0, NULL, NULL), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT(clEnqueueNDRangeKernel(on.queue, kernel, 2, NULL, global, turned, 0, NULL, NULL), CL_INVALID_WORK_GROUP_SIZE);
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(o));
}

// A required size of 1 needs no dimension of its own.
static void required_group_of_less(void **state) {
  (void)state;
  cl_int found[64];
  cl_mem o = buffer_of(sizeof found, NULL);
  cl_kernel kernel = kernel_on("four", o);
  const size_t global[3] = {8, 1, 1}, local[3] = {4, 1, 1};
  for (cl_uint dimensions = 1; dimensions <= 3; dimensions++) {
    OK(clEnqueueNDRangeKernel(on.queue, kernel, dimensions, NULL, global, local, 0, NULL, NULL));
    read_all(o, sizeof found, found);
    for (int i = 0; i < 8; i++) assert_int_equal(found[i], 40 + (cl_int)dimensions);
  }
  OK(clReleaseKernel(kernel));
  kernel = kernel_on("required", o);
  const size_t grid[3] = {16, 4, 1}, group[3] = {8, 2, 1};
  OK(clEnqueueNDRangeKernel(on.queue, kernel, 3, NULL, grid, group, 0, NULL, NULL));
  EXPECT(clEnqueueNDRangeKernel(on.queue, kernel, 1, NULL, grid, group, 0, NULL, NULL), CL_INVALID_WORK_GROUP_SIZE);
  OK(clReleaseKernel(kernel));
  kernel = kernel_on("one", o);
  OK(clEnqueueTask(on.queue, kernel, 0, NULL, NULL));
  read_all(o, sizeof found, found);
  assert_int_equal(found[0], 5);
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(o));
}

// Without local sizes a kernel with a required group has that one, which 1.2 refuses. It is no task.
static void required_group_without_sizes(void **state) {
  (void)state;
  cl_int found[64];
  cl_mem o = buffer_of(sizeof found, NULL);
  cl_kernel kernel = kernel_on("required", o);
  const size_t global[2] = {16, 4}, uneven[2] = {12, 4};
  OK(clEnqueueNDRangeKernel(on.queue, kernel, 2, NULL, global, NULL, 0, NULL, NULL));
  read_all(o, sizeof found, found);
  for (int i = 0; i < 64; i++) assert_int_equal(found[i], 82);
  EXPECT(clEnqueueNDRangeKernel(on.queue, kernel, 2, NULL, uneven, NULL, 0, NULL, NULL), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT(clEnqueueTask(on.queue, kernel, 0, NULL, NULL), CL_INVALID_WORK_GROUP_SIZE);
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(o));
}

static void sizes_refused(void **state) {
  (void)state;
  cl_mem o = buffer_of(4096, NULL);
  cl_kernel kernel = kernel_on("where", o);
  size_t most, of_items[16];
  OK(clGetDeviceInfo(on.device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof of_items, of_items, NULL));
  OK(clGetKernelWorkGroupInfo(kernel, on.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL));
  const size_t good[4] = {12, 2, 2, 1}, uneven[3] = {5, 1, 1}, zero[3] = {4, 0, 1};
  EXPECT(clEnqueueNDRangeKernel(on.queue, kernel, 0, NULL, good, NULL, 0, NULL, NULL), CL_INVALID_WORK_DIMENSION);
  EXPECT(clEnqueueNDRangeKernel(on.queue, kernel, 4, NULL, good, NULL, 0, NULL, NULL), CL_INVALID_WORK_DIMENSION);
  EXPECT(clEnqueueNDRangeKernel(on.queue, kernel, 3, NULL, good, uneven, 0, NULL, NULL), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT(clEnqueueNDRangeKernel(on.queue, kernel, 3, NULL, good, zero, 0, NULL, NULL), CL_INVALID_WORK_GROUP_SIZE);
  const size_t offset[1] = {SIZE_MAX - 3};
  EXPECT(clEnqueueNDRangeKernel(on.queue, kernel, 1, offset, good, NULL, 0, NULL, NULL), CL_INVALID_GLOBAL_OFFSET);
  // More than get_global_size can give where it has 32 bits, and than any test launches.
  const size_t most_of_all[1] = {SIZE_MAX};
  EXPECT(clEnqueueNDRangeKernel(on.queue, kernel, 1, NULL, most_of_all, NULL, 0, NULL, NULL),
         CL_INVALID_GLOBAL_WORK_SIZE);
  // In one dimension more than it may have: by both rules.
  const size_t wide = of_items[0] * 2;
  ONE_OF(clEnqueueNDRangeKernel(on.queue, kernel, 1, NULL, &wide, &wide, 0, NULL, NULL), CL_INVALID_WORK_ITEM_SIZE,
         CL_INVALID_WORK_GROUP_SIZE);
  // In each dimension allowed, together too many.
  if (of_items[0] >= most && of_items[1] >= 2) {
    const size_t square[2] = {most, 2};
    EXPECT(clEnqueueNDRangeKernel(on.queue, kernel, 2, NULL, square, square, 0, NULL, NULL),
           CL_INVALID_WORK_GROUP_SIZE);
  }
  OK(clFinish(on.queue));
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(o));
}

// A global size that is missing or has a 0: nothing runs, and the event is complete, from OpenCL 2.1 on.
static void no_work_items(void **state) {
  (void)state;
  static const size_t sizes[3] = {12, 0, 2}, local[3] = {4, 1, 1};
  cl_int found[4], before[4] = {1, 2, 3, 4};
  cl_mem o = buffer_of(sizeof before, before);
  cl_kernel kernel = kernel_on("where", o);
  const size_t *const global[] = {NULL, NULL, sizes, sizes}, *const groups[] = {NULL, local, NULL, local};
  for (size_t i = 0; i < COUNT(global); i++) {
    cl_event gate = clCreateUserEvent(on.context, &error), event;
    cl_command_type type;
    OK(error);
    OK(clEnqueueNDRangeKernel(on.queue, kernel, 3, NULL, global[i], groups[i], 1, &gate, &event));
    assert_true(status_of(event) > CL_COMPLETE);
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clWaitForEvents(1, &event));
    assert_int_equal(status_of(event), CL_COMPLETE);
    OK(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
    assert_int_equal(type, CL_COMMAND_NDRANGE_KERNEL);
    OK(clReleaseEvent(event));
    OK(clReleaseEvent(gate));
  }
  read_all(o, sizeof found, found);
  assert_memory_equal(found, before, sizeof found);
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(o));
}

static void other_context(void **state) {
  (void)state;
  cl_mem o = buffer_of(4096, NULL);
  cl_kernel kernel = kernel_on("where", o);
  const size_t one = 1;
  cl_context context = clCreateContext(NULL, 1, &on.device, NULL, NULL, &error);
  OK(error);
  cl_command_queue queue = clCreateCommandQueue(context, on.device, 0, &error);
  OK(error);
  EXPECT(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL), CL_INVALID_CONTEXT);
  EXPECT(clEnqueueTask(queue, kernel, 0, NULL, NULL), CL_INVALID_CONTEXT);
  OK(clReleaseCommandQueue(queue));
  OK(clReleaseContext(context));
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(o));
}

static void task(void **state) {
  (void)state;
  cl_int found[16];
  cl_mem o = buffer_of(sizeof found, NULL);
  cl_kernel kernel = kernel_on("where", o);
  OK(clEnqueueTask(on.queue, kernel, 0, NULL, NULL));
  read_all(o, sizeof found, found);
  const cl_int expected[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1};
  assert_memory_equal(found, expected, sizeof found);
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(o));
}

// A variable in local memory counts.
static void local_memory_size(void **state) {
  (void)state;
  cl_ulong size;
  cl_kernel kernel = kernel_of(program, "sum");
  OK(clGetKernelWorkGroupInfo(kernel, on.device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof size, &size, NULL));
  assert_true(size >= 64 * sizeof(cl_int));
  OK(clReleaseKernel(kernel));
}

// A barrier of a group in three dimensions.
static void barrier_of_a_block(void **state) {
  (void)state;
  cl_int found[120];
  cl_mem o = buffer_of(sizeof found, NULL);
  cl_kernel kernel = kernel_on("block", o);
  const size_t size[3] = {5, 6, 4};
  OK(clEnqueueNDRangeKernel(on.queue, kernel, 3, NULL, size, size, 0, NULL, NULL));
  read_all(o, sizeof found, found);
  for (int i = 0; i < 120; i++) assert_int_equal(found[i], 119 - i);
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(o));
}

static void local_memory(void **state) {
  (void)state;
  cl_int data[128], found[8];
  for (int i = 0; i < 128; i++) data[i] = i * i - 50;
  cl_mem x = buffer_of(sizeof data, data), o = buffer_of(sizeof found, NULL);
  cl_kernel kernel = kernel_on("sum", x);
  set_buffer(kernel, 1, o);
  for (size_t size = 16; size <= 64; size *= 2) {
    run_line(kernel, 128, size);
    read_all(o, sizeof found, found);
    for (size_t i = 0; i < 128 / size; i++) {
      cl_int sum = 0;
      for (size_t j = 0; j < size; j++) sum += data[i * size + j];
      assert_int_equal(found[i], sum);
    }
  }
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(x));
  OK(clReleaseMemObject(o));
}

// A group of several waves.
static void barriers(void **state) {
  (void)state;
  cl_int found[160];
  cl_mem x = buffer_of(sizeof found, NULL);
  cl_kernel kernel = kernel_on("turn", x);
  for (size_t size = 16; size <= 160; size += 48) {
    run_line(kernel, size, size);
    read_all(x, sizeof found, found);
    for (int i = 0; i < (int)size; i++) assert_int_equal(found[i], 2 * ((int)size - 1 - i));
  }
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(x));
}

// As many work-items in a group as the kernel may have.
static void largest_group(void **state) {
  (void)state;
  size_t most;
  cl_mem x = buffer_of(4096 * sizeof(cl_int), NULL);
  cl_kernel kernel = kernel_on("turn", x);
  OK(clGetKernelWorkGroupInfo(kernel, on.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL));
  if (most > 4096) most = 4096;
  cl_int *found = calloc(most, sizeof *found);
  run_line(kernel, most, most);
  read_all(x, most * sizeof *found, found);
  for (size_t i = 0; i < most; i++) assert_int_equal(found[i], 2 * (most - 1 - i));
  free(found);
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(x));
}

// A kernel that needs more registers than the waves of the largest group can have: its groups may have any size up to
// what the query says, in any order.
static const char many_source[] =
    "#define MANY 96\n"
    "kernel void many(global const int *x, global int *o) {\n"
    "  int v[MANY], s = 0, i = get_local_id(0), n = get_local_size(0);\n"
    "  __attribute__((opencl_unroll_hint(MANY))) for (int j = 0; j < MANY; j++) v[j] = x[(i + j) % n];\n"
    "  barrier(CLK_GLOBAL_MEM_FENCE);\n"
    "  __attribute__((opencl_unroll_hint(MANY))) for (int j = 0; j < MANY; j++) s += v[j] * v[MANY - 1 - j] + j * "
    "v[j];\n"
    "  o[get_global_id(0)] = s;\n"
    "}\n"
    "kernel __attribute__((reqd_work_group_size(512, 1, 1))) void required(global int *o) {\n"
    "  local int l[512]; int i = get_local_id(0);\n"
    "  l[i] = i; barrier(CLK_LOCAL_MEM_FENCE); o[get_global_id(0)] = l[511 - i];\n"
    "}\n";

static void run_many(cl_program from, size_t size) {
  enum { MANY = 96, MOST = 4096 };
  static cl_int x[MOST], found[2 * MOST];
  for (size_t i = 0; i < size; i++) x[i] = (cl_int)(i * 31 % 101);
  cl_kernel kernel = kernel_of(from, "many");
  cl_mem in = buffer_of(size * sizeof *x, x), o = buffer_of(2 * size * sizeof *found, NULL);
  set_buffer(kernel, 0, in);
  set_buffer(kernel, 1, o);
  run_line(kernel, 2 * size, size);
  read_all(o, 2 * size * sizeof *found, found);
  for (size_t i = 0; i < 2 * size; i++) {
    cl_int sum = 0;
    for (size_t j = 0; j < MANY; j++)
      sum += x[(i % size + j) % size] * x[(i % size + MANY - 1 - j) % size] + (cl_int)j * x[(i % size + j) % size];
    assert_int_equal(found[i], sum);
  }
  OK(clReleaseMemObject(in));
  OK(clReleaseMemObject(o));
  OK(clReleaseKernel(kernel));
}

static size_t most_of(cl_program from) {
  size_t most;
  cl_kernel kernel = kernel_of(from, "many");
  OK(clGetKernelWorkGroupInfo(kernel, on.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL));
  OK(clReleaseKernel(kernel));
  return most < 4096 ? most : 4096;
}

static void groups_of_all_sizes(void **state) {
  (void)state;
  size_t of_device;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof of_device, &of_device, NULL));
  if (of_device < 512) skip();
  cl_program many = program_of(many_source, "");
  const size_t most = most_of(many), sizes[] = {64, most, 32, most > 320 ? 320 : 16, most, 100};
  for (size_t i = 0; i < COUNT(sizes); i++) run_many(many, sizes[i]);
  assert_int_equal(most_of(many), most);
  cl_kernel kernel = kernel_of(many, "required");
  cl_int found[1024];
  cl_mem o = buffer_of(sizeof found, NULL);
  set_buffer(kernel, 0, o);
  run_line(kernel, COUNT(found), 512);
  read_all(o, sizeof found, found);
  for (int i = 0; i < (int)COUNT(found); i++) assert_int_equal(found[i], 511 - i % 512);
  OK(clReleaseMemObject(o));
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(many));
}

// The code of a binary has the largest group that it says, which may be less than that of the source.
static void groups_of_a_binary(void **state) {
  (void)state;
  size_t size, of_device;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof of_device, &of_device, NULL));
  if (of_device < 512) skip();
  cl_program source = program_of(many_source, "");
  OK(clGetProgramInfo(source, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
  unsigned char *bytes = calloc(size, 1);
  OK(clGetProgramInfo(source, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL));
  cl_program many =
      clCreateProgramWithBinary(on.context, 1, &on.device, &size, (const unsigned char **)&bytes, NULL, &error);
  OK(error);
  OK(clBuildProgram(many, 0, NULL, "", NULL, NULL));
  const size_t most = most_of(many);
  run_many(many, 64);
  run_many(many, most);
  if (most < of_device) {
    cl_kernel kernel = kernel_of(many, "many");
    cl_mem o = buffer_of(of_device * sizeof(cl_int), NULL);
    set_buffer(kernel, 0, o);
    set_buffer(kernel, 1, o);
    EXPECT(clEnqueueNDRangeKernel(on.queue, kernel, 1, NULL, &of_device, &of_device, 0, NULL, NULL),
           CL_INVALID_WORK_GROUP_SIZE);
    OK(clReleaseMemObject(o));
    OK(clReleaseKernel(kernel));
  }
  free(bytes);
  OK(clReleaseProgram(many));
  OK(clReleaseProgram(source));
}

// Where size_t has 64 bits, identifiers have as many.
static void far_offset(void **state) {
  (void)state;
  cl_uint bits;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_ADDRESS_BITS, sizeof bits, &bits, NULL));
  if (bits < 64) skip();
  const size_t offset = ((size_t)5 << 40) + 3, global = 70, local = 35;
  cl_ulong found[140];
  cl_mem o = buffer_of(sizeof found, NULL);
  cl_kernel kernel = kernel_on("far", o);
  OK(clEnqueueNDRangeKernel(on.queue, kernel, 1, &offset, &global, &local, 0, NULL, NULL));
  read_all(o, sizeof found, found);
  for (size_t i = 0; i < global; i++) {
    assert_true(found[2 * i] == offset + i);
    assert_true(found[2 * i + 1] == offset);
  }
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(o));
}

static void async_copies(void **state) {
  (void)state;
  cl_int data[64], found[128];
  for (int i = 0; i < 64; i++) data[i] = i * 3;
  cl_mem x = buffer_of(sizeof data, data), o = buffer_of(sizeof found, NULL);
  cl_kernel kernel = kernel_on("fetch", x);
  set_buffer(kernel, 1, o);
  const cl_int minus = -1;
  OK(clEnqueueFillBuffer(on.queue, o, &minus, sizeof minus, 0, sizeof found, 0, NULL, NULL));
  run_line(kernel, 16, 8);
  read_all(o, sizeof found, found);
  for (int i = 0; i < 64; i++) {
    assert_int_equal(found[2 * i], data[i / 32 * 32 + 31 - i % 32] + 1);
    assert_int_equal(found[2 * i + 1], -1);
  }
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(x));
  OK(clReleaseMemObject(o));
}

// Three halves are read and written as four, so those at the end of local memory lie partly behind it.
static void three_halves(void **state) {
  (void)state;
  static const cl_ushort bits[7] = {0x3c00, 0x4000, 0x4200, 0, 0x5790, 0x5420, 0x59e8};
  static const cl_float floats[6] = {1, 2, 3, 121, 66, 189};
  cl_float got[6];
  cl_ushort stored[7];
  cl_mem x = buffer_of(sizeof bits, bits), o = buffer_of(sizeof got, NULL), s = buffer_of(sizeof stored, NULL);
  cl_kernel kernel = kernel_on("threes", x);
  set_buffer(kernel, 1, o);
  set_buffer(kernel, 2, s);
  run_line(kernel, 1, 1);
  read_all(o, sizeof got, got);
  read_all(s, sizeof stored, stored);
  assert_memory_equal(got, floats, sizeof got);
  assert_memory_equal(stored, bits, sizeof stored);
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(x));
  OK(clReleaseMemObject(o));
  OK(clReleaseMemObject(s));
}

static void atomics(void **state) {
  (void)state;
  enum { ITEMS = 96 };
  cl_int g[9] = {0}, old[ITEMS];
  cl_uint u[4] = {0, 0xffffffff, 0, 0};
  g[5] = 1000;
  cl_mem a = buffer_of(sizeof g, g), b = buffer_of(sizeof u, u), c = buffer_of(sizeof old, NULL);
  cl_kernel kernel = kernel_on("atomics", a);
  set_buffer(kernel, 1, b);
  set_buffer(kernel, 2, c);
  run_line(kernel, ITEMS, 32);
  read_all(a, sizeof g, g);
  read_all(b, sizeof u, u);
  read_all(c, sizeof old, old);
  const cl_int sum = ITEMS * (ITEMS - 1) / 2;
  assert_int_equal(g[0], ITEMS);
  assert_int_equal(g[1], sum);
  assert_int_equal(g[2], -sum);
  assert_int_equal(g[3], -(ITEMS - 1));
  assert_int_equal(g[4], ITEMS - 1);
  assert_int_equal(g[5], 1000 - ITEMS);
  assert_in_range(g[6], 1, ITEMS);
  assert_int_equal(g[7], ITEMS);
  assert_int_equal(g[8], 5);
  assert_int_equal(u[0], 0xffffffff);
  assert_int_equal(u[1], 0);
  assert_int_equal(u[2], 0);
  assert_int_equal(u[3], 0x80000000u + ITEMS - 1);
  bool seen[ITEMS] = {false};
  for (int i = 0; i < ITEMS; i++) {
    assert_in_range(old[i], 0, ITEMS - 1);
    assert_false(seen[old[i]]);
    seen[old[i]] = true;
  }
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(a));
  OK(clReleaseMemObject(b));
  OK(clReleaseMemObject(c));
}

static void bytes(void **state) {
  (void)state;
  cl_uchar b[70];
  cl_ushort s[70];
  for (int i = 0; i < 70; i++) b[i] = (cl_uchar)(i * 5), s[i] = (cl_ushort)(i * 1001);
  cl_mem x = buffer_of(sizeof b, b), y = buffer_of(sizeof s, s);
  cl_kernel kernel = kernel_on("bytes", x);
  set_buffer(kernel, 1, y);
  run_line(kernel, 70, 0);
  read_all(x, sizeof b, b);
  read_all(y, sizeof s, s);
  for (int i = 0; i < 70; i++) {
    assert_int_equal(b[i], (cl_uchar)(i * 6));
    assert_int_equal(s[i], (cl_ushort)(i * 3003));
  }
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(x));
  OK(clReleaseMemObject(y));
}

static void longs(void **state) {
  (void)state;
  enum { ITEMS = 16 };
  cl_ulong x[ITEMS], u[ITEMS];
  cl_long y[ITEMS], v[ITEMS];
  for (int i = 0; i < ITEMS; i++) x[i] = 0xdeadbeefcafeULL * (cl_ulong)(i + 3), y[i] = (i % 2 ? -1 : 1) * (cl_long)x[i];
  cl_mem a = buffer_of(sizeof x, x), b = buffer_of(sizeof y, y);
  cl_kernel kernel = kernel_on("longs", a);
  set_buffer(kernel, 1, b);
  run_line(kernel, ITEMS, 0);
  read_all(a, sizeof u, u);
  read_all(b, sizeof v, v);
  for (int i = 0; i < ITEMS; i++) {
    assert_true(u[i] == x[i] * 0x123456789abcdefULL + (cl_ulong)i);
    assert_true(v[i] == y[i] / (i + 1) + (y[i] >> 3));
  }
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(a));
  OK(clReleaseMemObject(b));
}

// Some work-items of a group end early; the memory of the others is as it was.
static void early_ends(void **state) {
  (void)state;
  cl_int found[128];
  cl_mem o = buffer_of(sizeof found, NULL);
  cl_kernel kernel = kernel_on("early", o);
  static const cl_int counts[] = {0, 1, 63, 64, 65, 100};
  for (size_t i = 0; i < COUNT(counts); i++) {
    const cl_int minus = -1;
    OK(clEnqueueFillBuffer(on.queue, o, &minus, sizeof minus, 0, sizeof found, 0, NULL, NULL));
    OK(clSetKernelArg(kernel, 1, sizeof(cl_int), &counts[i]));
    run_line(kernel, 128, 64);
    read_all(o, sizeof found, found);
    for (int j = 0; j < 128; j++) assert_int_equal(found[j], j < counts[i] ? counts[i] : -1);
  }
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(o));
}

static void functions_and_tables(void **state) {
  (void)state;
  cl_int found[16];
  static const cl_int factorials[] = {1, 1, 2, 6, 24, 120, 720, 5040}, turned[] = {1413, 4131, 1314, 3141};
  cl_mem o = buffer_of(sizeof found, NULL);
  cl_kernel kernel = kernel_on("calls", o);
  run_line(kernel, 16, 0);
  read_all(o, sizeof found, found);
  for (int i = 0; i < 16; i++) assert_int_equal(found[i], factorials[i % 8]);
  OK(clReleaseKernel(kernel));
  kernel = kernel_on("tables", o);
  run_line(kernel, 16, 0);
  read_all(o, sizeof found, found);
  for (int i = 0; i < 16; i++) assert_int_equal(found[i], turned[i % 4]);
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(o));
}

static void doubles(void **state) {
  (void)state;
  if (!has_extension("cl_khr_fp64")) skip();
  cl_program of = program_of(
      "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
      "kernel void doubles(global double *x, double a) {\n"
      "  size_t i = get_global_id(0); x[i] = fma(x[i], a, 0.125) / (double)(i + 1);\n"
      "}\n",
      "");
  cl_kernel kernel = kernel_of(of, "doubles");
  cl_double x[24], found[24];
  const cl_double a = 0.5;
  for (int i = 0; i < 24; i++) x[i] = 3.0 * i;
  cl_mem buffer = buffer_of(sizeof x, x);
  set_buffer(kernel, 0, buffer);
  OK(clSetKernelArg(kernel, 1, sizeof a, &a));
  run_line(kernel, 24, 0);
  read_all(buffer, sizeof found, found);
  for (int i = 0; i < 24; i++) assert_true(found[i] == (x[i] * a + 0.125) / (i + 1));
  OK(clReleaseMemObject(buffer));
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(of));
}

static void halves(void **state) {
  (void)state;
  if (!has_extension("cl_khr_fp16")) skip();
  cl_program of = program_of(
      "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
      "kernel void halves(global half *x) { size_t i = get_global_id(0); x[i] = x[i] * (half)2.0f + (half)1.0f; }\n",
      "");
  cl_kernel kernel = kernel_of(of, "halves");
  cl_half x[3] = {0x0000, 0x3c00, 0xc200}, found[3];  // 0, 1, -3
  cl_mem buffer = buffer_of(sizeof x, x);
  set_buffer(kernel, 0, buffer);
  run_line(kernel, 3, 0);
  read_all(buffer, sizeof found, found);
  assert_int_equal(found[0], 0x3c00);  // 1
  assert_int_equal(found[1], 0x4200);  // 3
  assert_int_equal(found[2], 0xc500);  // -5
  OK(clReleaseMemObject(buffer));
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(of));
}

static void half_in_memory(void **state) {
  (void)state;
  cl_program of = program_of(
      "kernel void store(global half *h, global float *f) {\n"
      "  size_t i = get_global_id(0); vstore_half(f[i], i, h); f[i] = vload_half(i, h) * 2;\n"
      "}\n",
      "");
  cl_kernel kernel = kernel_of(of, "store");
  cl_float f[4] = {1.0f, -2.5f, 65504.0f, 0.0f};
  cl_half h[4];
  cl_mem a = buffer_of(sizeof h, NULL), b = buffer_of(sizeof f, f);
  set_buffer(kernel, 0, a);
  set_buffer(kernel, 1, b);
  run_line(kernel, 4, 0);
  read_all(a, sizeof h, h);
  read_all(b, sizeof f, f);
  static const cl_half expected[4] = {0x3c00, 0xc100, 0x7bff, 0};
  static const cl_float twice[4] = {2.0f, -5.0f, 131008.0f, 0.0f};
  assert_memory_equal(h, expected, sizeof h);
  assert_memory_equal(f, twice, sizeof f);
  OK(clReleaseMemObject(a));
  OK(clReleaseMemObject(b));
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(of));
}

// Components of arguments that each work-item chooses: clang 16 can read the one of the first work-item for all.
static void components_of_arguments(void **state) {
  (void)state;
  enum { items = 70 };
  static const cl_uint whole[4] = {11, 22, 33, 44};
  static const cl_float wide[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  static const char source[] =
      "kernel void by_index(global uint *o, uint4 u, float8 f) {\n"
      "  const uint i = get_global_id(0);\n"
      "  o[i] = u[i & 3] + (uint)f[i & 7];\n"
      "}\n"
      "struct of_one { uint4 v; };\n"
      "kernel void by_member(global uint *o, struct of_one u, float8 f) {\n"
      "  const uint i = get_global_id(0);\n"
      "  o[i] = u.v[i & 3] + (uint)f[i & 7];\n"
      "}\n"
      "kernel void by_branch(global uint *o, uint4 u, float8 f) {\n"
      "  const uint i = get_global_id(0);\n"
      "  uint w;\n"
      "  if ((i & 3) == 0) w = u.x; else if ((i & 3) == 1) w = u.y; else if ((i & 3) == 2) w = u.z; else w = u.w;\n"
      "  if (i & 4) w += (i & 2 ? i & 1 ? f.s7 : f.s6 : i & 1 ? f.s5 : f.s4);\n"
      "  else w += (i & 2 ? i & 1 ? f.s3 : f.s2 : i & 1 ? f.s1 : f.s0);\n"
      "  o[i] = w;\n"
      "}\n";
  static const char *const names[] = {"by_index", "by_member", "by_branch"};
  cl_program of = program_of(source, "");
  for (size_t k = 0; k < COUNT(names); k++) {
    cl_uint found[items] = {0};
    cl_kernel kernel = kernel_of(of, names[k]);
    cl_mem to = buffer_of(sizeof found, found);
    set_buffer(kernel, 0, to);
    OK(clSetKernelArg(kernel, 1, sizeof whole, whole));
    OK(clSetKernelArg(kernel, 2, sizeof wide, wide));
    run_line(kernel, items, 0);
    read_all(to, sizeof found, found);
    for (cl_uint i = 0; i < items; i++) assert_int_equal(found[i], whole[i & 3] + (cl_uint)wide[i & 7]);
    OK(clReleaseMemObject(to));
    OK(clReleaseKernel(kernel));
  }
  OK(clReleaseProgram(of));
}

// Three loops whose bounds depend on the work-group, and so many constants that scalar registers are scarce. There
// clang 16 can keep the condition of the second loop where the third one writes.
static const char loops_source[] =
    "kernel void near(global const float *p, global const uint *start, global float *o) {\n"
    "  const int z0 = get_local_size(2) * (get_group_id(1) / (32 / get_local_size(1)));\n"
    "  const int y0 = get_local_size(1) * (get_group_id(1) % (32 / get_local_size(1)));\n"
    "  const int x0 = get_group_id(0) * get_local_size(0);\n"
    "  const int x = x0 + get_local_id(0), y = y0 + get_local_id(1), z = z0 + get_local_id(2);\n"
    "  const int xl = x0 - 2.0, xL = xl < 0 ? 0 : xl, xh = x0 + get_local_size(0) + 1.5, xH = xh >= 32 ? 31 : xh;\n"
    "  const int yl = y0 - 2.0, yL = yl < 0 ? 0 : yl, yh = y0 + get_local_size(1) + 1.5, yH = yh >= 32 ? 31 : yh;\n"
    "  const int zl = z0 - 2.0, zL = zl < 0 ? 0 : zl, zh = z0 + get_local_size(2) + 1.5, zH = zh >= 32 ? 31 : zh;\n"
    "  float sum = 0;\n"
    "  for (int k = zL; k <= zH; k++) {\n"
    "    for (int j = yL; j <= yH; j++) {\n"
    "      global const uint *a = start + k * 1024 + j * 32;\n"
    "      const uint first = *(a + xL), end = *(a + xH + 1);\n"
    "      for (int i = first; i < end; i++) {\n"
    "        const float v = (p[3 * i] - x) * (p[3 * i] - x) + (p[3 * i + 1] - y) * (p[3 * i + 1] - y) +\n"
    "                        (p[3 * i + 2] - z) * (p[3 * i + 2] - z);\n"
    "        if (v < 2.25f)\n"
    "          sum += v * (v * (v * (v * (v * (v * (v * (v * (v * (v * (v * (v * (v * (v + 3.0f) + 5.0f) + 6.0f) +\n"
    "                 7.0f) + 9.0f) + 10.0f) + 11.0f) + 12.0f) + 13.0f) + 14.0f) + 15.0f) + 17.0f) + 18.0f) + 19.0f;\n"
    "      }\n"
    "    }\n"
    "  }\n"
    "  o[z * 1024 + y * 32 + x] = sum;\n"
    "}\n";

static void loops_of_loops(void **state) {
  (void)state;
  enum { points = 6, cells = 6 * 1024 + 32, items = 4 * 1024 };
  // In the order of their cells: x, y, z.
  static const int at[points][3] = {{3, 0, 0}, {4, 0, 0}, {7, 13, 1}, {1, 14, 1}, {2, 14, 2}, {5, 31, 3}};
  cl_uint *start = calloc(cells, sizeof *start);
  float p[points][3], *expected = calloc(items, sizeof *expected), *found = calloc(items, sizeof *found);
  for (int i = 0; i < points; i++) {
    for (int d = 0; d < 3; d++) p[i][d] = (float)at[i][d];
    for (int c = at[i][2] * 1024 + at[i][1] * 32 + at[i][0] + 1; c < cells; c++) start[c]++;
  }
  for (int item = 0; item < items; item++) {
    const int x = item % 32, y = item / 32 % 32, z = item / 1024;
    for (int i = 0; x < 8 && i < points; i++) {
      const int dx = at[i][0] - x, dy = at[i][1] - y, dz = at[i][2] - z, v = dx * dx + dy * dy + dz * dz;
      static const int constants[] = {3, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 17, 18, 19};
      int sum = 1;
      if (v > 2) continue;
      for (size_t c = 0; c < COUNT(constants); c++) sum = v * sum + constants[c];
      expected[item] += (float)sum;
    }
  }
  cl_program of = program_of(loops_source, "");
  cl_kernel kernel = kernel_of(of, "near");
  const cl_mem buffers[3] = {buffer_of(sizeof p, p), buffer_of(cells * sizeof *start, start),
                             buffer_of(items * sizeof *found, found)};
  for (cl_uint i = 0; i < 3; i++) set_buffer(kernel, i, buffers[i]);
  const size_t global[3] = {8, 64, 2}, local[3] = {8, 4, 2};
  OK(clEnqueueNDRangeKernel(on.queue, kernel, 3, NULL, global, local, 0, NULL, NULL));
  read_all(buffers[2], items * sizeof *found, found);
  for (int i = 0; i < items; i++)
    if (found[i] != expected[i])
      fail_msg("work-item %d: found %g, expected %g", i, (double)found[i], (double)expected[i]);
  for (int i = 0; i < 3; i++) OK(clReleaseMemObject(buffers[i]));
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(of));
  free(start);
  free(expected);
  free(found);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_dimension),
      cmocka_unit_test(two_dimensions),
      cmocka_unit_test(three_dimensions),
      cmocka_unit_test(offsets),
      cmocka_unit_test(local_of_choice),
      cmocka_unit_test(dimensions_beyond),
      cmocka_unit_test(required_group),
      cmocka_unit_test(required_group_of_less),
      cmocka_unit_test(required_group_without_sizes),
      cmocka_unit_test(sizes_refused),
      cmocka_unit_test(no_work_items),
      cmocka_unit_test(other_context),
      cmocka_unit_test(task),
      cmocka_unit_test(local_memory_size),
      cmocka_unit_test(barrier_of_a_block),
      cmocka_unit_test(local_memory),
      cmocka_unit_test(three_halves),
      cmocka_unit_test(barriers),
      cmocka_unit_test(largest_group),
      cmocka_unit_test(groups_of_all_sizes),
      cmocka_unit_test(groups_of_a_binary),
      cmocka_unit_test(far_offset),
      cmocka_unit_test(async_copies),
      cmocka_unit_test(atomics),
      cmocka_unit_test(bytes),
      cmocka_unit_test(longs),
      cmocka_unit_test(early_ends),
      cmocka_unit_test(functions_and_tables),
      cmocka_unit_test(components_of_arguments),
      cmocka_unit_test(loops_of_loops),
      cmocka_unit_test(doubles),
      cmocka_unit_test(halves),
      cmocka_unit_test(half_in_memory),
  };
  return RUN_WITH(tests, open_program, close_program);
}
