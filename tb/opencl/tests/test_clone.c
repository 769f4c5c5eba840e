// SPDX-License-Identifier: Apache-2.0
// OpenCL 3.0, 5.9: copies of kernels, and what kernels say of sub-groups.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "opencl_test.h"

static const char source[] =
    "kernel void add(global int *to, int n, local int *part) {\n"
    "  const int i = get_local_id(0);\n"
    "  part[i] = n + i;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  to[get_global_id(0)] = part[get_local_size(0) - 1 - i];\n"
    "}\n"
    "kernel __attribute__((reqd_work_group_size(8, 4, 1))) void fixed(global int *to) {\n"
    "  to[get_global_id(0) + get_global_size(0) * get_global_id(1)] = 1;\n"
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

// ---- copies --------------------------------------------------------------------------------------

enum { ITEMS = 8 };

static void set_all(cl_kernel kernel, cl_mem to, cl_int n) {
  set_buffer(kernel, 0, to);
  OK(clSetKernelArg(kernel, 1, sizeof n, &n));
  OK(clSetKernelArg(kernel, 2, ITEMS * sizeof(cl_int), NULL));
}

// What a launch of one group leaves in the buffer is n + 7, ..., n.
static void leaves(cl_kernel kernel, cl_mem to, cl_int n) {
  const cl_int none = -1;
  cl_int found[ITEMS];
  OK(clEnqueueFillBuffer(on.queue, to, &none, sizeof none, 0, sizeof found, 0, NULL, NULL));
  run_line(kernel, ITEMS, ITEMS);
  read_all(to, sizeof found, found);
  for (int i = 0; i < ITEMS; i++) assert_int_equal(found[i], n + ITEMS - 1 - i);
}

static void copies(void **state) {
  NEEDS_3;
  char name[64];
  cl_uint count;
  cl_program of;
  cl_kernel kernel = kernel_of(program, "add");
  cl_mem x = buffer_of(ITEMS * sizeof(cl_int), NULL), y = buffer_of(ITEMS * sizeof(cl_int), NULL);
  set_all(kernel, x, 100);
  OK(clRetainKernel(kernel));
  cl_kernel copy = clCloneKernel(kernel, &error);
  OK(error);
  assert_ptr_not_equal(copy, kernel);
  OK(clGetKernelInfo(copy, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL));
  assert_string_equal(name, "add");
  OK(clGetKernelInfo(copy, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL));
  assert_int_equal(count, 3);
  OK(clGetKernelInfo(copy, CL_KERNEL_PROGRAM, sizeof of, &of, NULL));
  assert_ptr_equal(of, program);
  OK(clGetKernelInfo(copy, CL_KERNEL_REFERENCE_COUNT, sizeof count, &count, NULL));
  assert_int_equal(count, 1);
  OK(clGetKernelInfo(kernel, CL_KERNEL_REFERENCE_COUNT, sizeof count, &count, NULL));
  assert_int_equal(count, 2);
  OK(clReleaseKernel(kernel));

  // It has the arguments; from now on each has its own.
  leaves(copy, x, 100);
  set_all(copy, y, 200);
  leaves(kernel, x, 100);
  leaves(copy, y, 200);
  set_all(kernel, x, 300);
  leaves(copy, y, 200);
  leaves(kernel, x, 300);

  // It stays when what it was made from goes.
  OK(clReleaseKernel(kernel));
  leaves(copy, y, 200);
  cl_kernel again = clCloneKernel(copy, NULL);
  assert_non_null(again);
  OK(clReleaseKernel(copy));
  leaves(again, y, 200);
  OK(clReleaseKernel(again));
  OK(clReleaseMemObject(x));
  OK(clReleaseMemObject(y));
}

// Arguments that are not set are not set in the copy.
static void copies_without_arguments(void **state) {
  NEEDS_3;
  const size_t size = ITEMS;
  cl_kernel kernel = kernel_of(program, "add");
  cl_mem x = buffer_of(ITEMS * sizeof(cl_int), NULL);
  cl_kernel copy = clCloneKernel(kernel, &error);
  OK(error);
  set_all(kernel, x, 1);
  EXPECT(clEnqueueNDRangeKernel(on.queue, copy, 1, NULL, &size, &size, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
  set_all(copy, x, 2);
  leaves(copy, x, 2);
  OK(clReleaseKernel(copy));
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(x));
}

static void copies_refused(void **state) {
  NEEDS_3;
  NONE(clCloneKernel(NULL, &error), CL_INVALID_KERNEL);
  assert_null(clCloneKernel(NULL, NULL));
}

// ---- sub-groups ----------------------------------------------------------------------------------

static cl_uint most_of_device(void) {
  cl_uint most;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof most, &most, NULL));
  return most;
}

#define NEEDS_SUB_GROUPS           \
  do {                             \
    NEEDS_3;                       \
    if (!most_of_device()) skip(); \
  } while (0)

// A query with sizes or a count: as query_fixed.
static size_t asked(cl_kernel kernel, cl_kernel_sub_group_info name, size_t size, const void *input) {
  size_t value = 0, needed;
  OK(clGetKernelSubGroupInfo(kernel, on.device, name, size, input, 0, NULL, &needed));
  assert_int_equal(needed, sizeof value);
  EXPECT(clGetKernelSubGroupInfo(kernel, on.device, name, size, input, sizeof value - 1, &value, NULL),
         CL_INVALID_VALUE);
  OK(clGetKernelSubGroupInfo(kernel, on.device, name, size, input, sizeof value, &value, NULL));
  return value;
}

static void sub_groups_of_sizes(void **state) {
  NEEDS_SUB_GROUPS;
  cl_kernel kernel = kernel_of(program, "add");
  size_t most;
  OK(clGetKernelWorkGroupInfo(kernel, on.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL));
  const size_t groups[][3] = {{1, 1, 1}, {7, 1, 1}, {64, 1, 1}, {65, 1, 1}, {8, 8, 1}, {3, 5, 7}, {most, 1, 1}};
  for (size_t g = 0; g < COUNT(groups); g++) {
    const size_t items = groups[g][0] * groups[g][1] * groups[g][2];
    if (items > most) continue;
    for (size_t dimensions = groups[g][2] > 1 ? 3 : groups[g][1] > 1 ? 2 : 1; dimensions <= 3; dimensions++) {
      const size_t size =
          asked(kernel, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, dimensions * sizeof(size_t), groups[g]);
      const size_t count = asked(kernel, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, dimensions * sizeof(size_t), groups[g]);
      // All have the size but the last, which may be smaller.
      assert_true(size >= 1 && count == (items + size - 1) / size);
      assert_in_range(count, 1, most_of_device());
    }
  }
  OK(clReleaseKernel(kernel));
}

static void sizes_of_sub_groups(void **state) {
  NEEDS_SUB_GROUPS;
  cl_kernel kernel = kernel_of(program, "add");
  const size_t most = asked(kernel, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL);
  const cl_kernel_sub_group_info name = CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT;
  size_t items;
  OK(clGetKernelWorkGroupInfo(kernel, on.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof items, &items, NULL));
  assert_in_range(most, 1, most_of_device());
  assert_int_equal(asked(kernel, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0, NULL), 0);
  for (size_t count = 1; count <= most + 1; count++)
    for (size_t dimensions = 1; dimensions <= 3; dimensions++) {
      size_t found[3] = {9, 9, 9}, needed;
      OK(clGetKernelSubGroupInfo(kernel, on.device, name, sizeof count, &count, dimensions * sizeof *found, found,
                                 &needed));
      assert_int_equal(needed, dimensions * sizeof *found);
      for (size_t d = 1; d < 3; d++) assert_int_equal(found[d], d >= dimensions ? 9 : found[0] ? 1 : 0);
      assert_true(found[0] <= items);
      if (count > most) assert_int_equal(found[0], 0);
      if (!found[0]) continue;
      const size_t bytes = dimensions * sizeof *found;
      assert_int_equal(asked(kernel, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, bytes, found), count);
      assert_int_equal(found[0] % asked(kernel, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, bytes, found), 0);
    }
  OK(clReleaseKernel(kernel));
}

// A kernel with a size of its own has that size for its number of sub-groups, and for no other.
static void sub_groups_of_a_fixed_size(void **state) {
  NEEDS_SUB_GROUPS;
  const size_t group[] = {8, 4, 1}, none = (size_t)1 << 40;
  size_t found = 1;
  cl_kernel kernel = kernel_of(program, "fixed");
  const size_t count = asked(kernel, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, sizeof group, group);
  assert_in_range(count, 1, asked(kernel, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL));
  OK(clGetKernelSubGroupInfo(kernel, NULL, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof none, &none, sizeof found,
                             &found, NULL));
  assert_int_equal(found, 0);
  OK(clReleaseKernel(kernel));
}

static void sub_groups_refused(void **state) {
  NEEDS_3;
  const size_t group[] = {64, 1, 1, 1};
  const cl_device_id wrong = (cl_device_id)(void *)on.queue;
  size_t found[4];
  cl_kernel kernel = kernel_of(program, "add");
  const cl_kernel_sub_group_info names[] = {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                            CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
                                            CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT};
  EXPECT(clGetKernelSubGroupInfo(NULL, on.device, names[0], 8, group, 8, found, NULL), CL_INVALID_KERNEL);
  EXPECT(clGetKernelSubGroupInfo(kernel, wrong, names[0], 8, group, 8, found, NULL), CL_INVALID_DEVICE);
  if (!most_of_device()) {
    for (size_t n = 0; n < COUNT(names); n++)
      EXPECT(clGetKernelSubGroupInfo(kernel, on.device, names[n], 8, group, 8, found, NULL), CL_INVALID_OPERATION);
  } else {
    EXPECT(clGetKernelSubGroupInfo(kernel, on.device, CL_KERNEL_NUM_ARGS, 8, group, 8, found, NULL), CL_INVALID_VALUE);
    for (size_t n = 0; n < COUNT(names); n++) {
      const size_t bad[] = {0, 4, 7, 12, sizeof group};
      EXPECT(clGetKernelSubGroupInfo(kernel, on.device, names[n], 8, NULL, 8, found, NULL), CL_INVALID_VALUE);
      EXPECT(clGetKernelSubGroupInfo(kernel, on.device, names[n], 8, group, 7, found, NULL), CL_INVALID_VALUE);
      for (size_t b = 0; b < COUNT(bad); b++)
        EXPECT(clGetKernelSubGroupInfo(kernel, on.device, names[n], bad[b], group, 8, found, NULL), CL_INVALID_VALUE);
    }
  }
  OK(clReleaseKernel(kernel));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(copies),
      cmocka_unit_test(copies_without_arguments),
      cmocka_unit_test(copies_refused),
      cmocka_unit_test(sub_groups_of_sizes),
      cmocka_unit_test(sizes_of_sub_groups),
      cmocka_unit_test(sub_groups_of_a_fixed_size),
      cmocka_unit_test(sub_groups_refused),
  };
  return RUN_WITH(tests, open_program, close_program);
}
