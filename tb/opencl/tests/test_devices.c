// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2, 3.3, 5.2, 5.6, 5.9: several devices in one context. Buffers and events are the context's; what a queue
// does, another one sees that waits for it. With one device these tests are skipped.
#include "opencl_test.h"

enum { MOST = 4, INTS = 32, BYTES = INTS * 4 };

static const char source[] =
    "kernel void add(global int *x, int n) { x[get_global_id(0)] += n; }\n"
    "kernel void times(global int *x, int n) { x[get_global_id(0)] *= n; }\n";

static struct {
  cl_uint count;
  cl_device_id devices[MOST];
  cl_context context;
  cl_command_queue queues[MOST];
  cl_program program;
} all;

static int open_all(void **state) {
  open_bench(state);
  OK(clGetDeviceIDs(on.platform, CL_DEVICE_TYPE_ALL, MOST, all.devices, &all.count));
  if (all.count > MOST) all.count = MOST;
  all.context = clCreateContext(NULL, all.count, all.devices, NULL, NULL, &error);
  OK(error);
  for (cl_uint i = 0; i < all.count; i++) {
    all.queues[i] = clCreateCommandQueue(all.context, all.devices[i], 0, &error);
    OK(error);
  }
  const char *text = source;
  all.program = clCreateProgramWithSource(all.context, 1, &text, NULL, &error);
  OK(error);
  OK(clBuildProgram(all.program, 0, NULL, "", NULL, NULL));
  return 0;
}

static int close_all(void **state) {
  OK(clReleaseProgram(all.program));
  for (cl_uint i = 0; i < all.count; i++) OK(clReleaseCommandQueue(all.queues[i]));
  OK(clReleaseContext(all.context));
  return close_bench(state);
}

static cl_mem counted(cl_int first) {
  cl_int data[INTS];
  for (int i = 0; i < INTS; i++) data[i] = first + i;
  cl_mem x = clCreateBuffer(all.context, CL_MEM_COPY_HOST_PTR, BYTES, data, &error);
  OK(error);
  return x;
}

// A launch on the device, after an event if there is one; its own event takes the place of that.
static void launch(cl_uint device, const char *name, cl_mem x, cl_int n, cl_event *event) {
  const size_t global = INTS;
  cl_kernel kernel = kernel_of(all.program, name);
  cl_event before = *event;
  set_buffer(kernel, 0, x);
  OK(clSetKernelArg(kernel, 1, sizeof n, &n));
  OK(clEnqueueNDRangeKernel(all.queues[device], kernel, 1, NULL, &global, NULL, before ? 1 : 0, before ? &before : NULL,
                            event));
  OK(clFlush(all.queues[device]));
  if (before) OK(clReleaseEvent(before));
  OK(clReleaseKernel(kernel));
}

static void launches_in_turn(void **state) {
  (void)state;
  if (all.count < 2) skip();
  cl_int found[INTS], factor = 1, summand = 0;
  cl_mem x = counted(0);
  cl_event event = NULL;
  for (cl_uint i = 0; i < 3 * all.count; i++) {
    const cl_int n = (cl_int)i % 5 + 2;
    launch(i % all.count, i % 3 ? "add" : "times", x, n, &event);
    if (i % 3) summand += n;
    else factor *= n, summand *= n;
  }
  OK(clEnqueueReadBuffer(all.queues[all.count - 1], x, CL_TRUE, 0, BYTES, found, 1, &event, NULL));
  for (int i = 0; i < INTS; i++) assert_int_equal(found[i], i * factor + summand);
  OK(clReleaseEvent(event));
  OK(clReleaseMemObject(x));
}

// What one queue writes, copies, fills and maps, the others read.
static void transfers_in_turn(void **state) {
  (void)state;
  if (all.count < 2) skip();
  cl_mem x = counted(0), y = counted(0);
  for (cl_uint i = 0; i < all.count; i++) {
    const cl_uint j = (i + 1) % all.count;
    cl_int data[INTS], found[INTS];
    for (int k = 0; k < INTS; k++) data[k] = (cl_int)i * 1000 + k;
    OK(clEnqueueWriteBuffer(all.queues[i], x, CL_TRUE, 0, BYTES, data, 0, NULL, NULL));
    OK(clEnqueueCopyBuffer(all.queues[j], x, y, 0, 0, BYTES, 0, NULL, NULL));
    OK(clFinish(all.queues[j]));
    OK(clEnqueueReadBuffer(all.queues[i], y, CL_TRUE, 0, BYTES, found, 0, NULL, NULL));
    assert_memory_equal(found, data, BYTES);
    const cl_int seven = 7;
    OK(clEnqueueFillBuffer(all.queues[i], y, &seven, sizeof seven, 0, BYTES / 2, 0, NULL, NULL));
    OK(clFinish(all.queues[i]));
    cl_int *at =
        clEnqueueMapBuffer(all.queues[j], y, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, BYTES, 0, NULL, NULL, &error);
    OK(error);
    assert_int_equal(at[0], 7);
    assert_int_equal(at[INTS - 1], data[INTS - 1]);
    at[1] = 8;
    OK(clEnqueueUnmapMemObject(all.queues[j], y, at, 0, NULL, NULL));
    OK(clFinish(all.queues[j]));
    OK(clEnqueueReadBuffer(all.queues[i], y, CL_TRUE, 0, BYTES, found, 0, NULL, NULL));
    assert_int_equal(found[0], 7);
    assert_int_equal(found[1], 8);
  }
  OK(clReleaseMemObject(x));
  OK(clReleaseMemObject(y));
}

// Two devices change parts of one buffer.
static void parts_in_turn(void **state) {
  (void)state;
  if (all.count < 2) skip();
  cl_uint bits;
  OK(clGetDeviceInfo(all.devices[0], CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL));
  const size_t step = bits / 8 > BYTES ? bits / 8 : BYTES;
  cl_int *found = calloc(2, step);
  cl_mem x = clCreateBuffer(all.context, CL_MEM_COPY_HOST_PTR, 2 * step, found, &error), parts[2];
  OK(error);
  for (size_t i = 0; i < 2; i++) {
    const cl_buffer_region region = {i * step, step};
    parts[i] = clCreateSubBuffer(x, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    OK(error);
  }
  for (cl_uint round = 0; round < 2; round++)
    for (cl_uint i = 0; i < 2; i++) {
      cl_event event = NULL;
      launch(i, "add", parts[i], (cl_int)i + 1, &event);
      OK(clWaitForEvents(1, &event));
      OK(clReleaseEvent(event));
    }
  OK(clEnqueueReadBuffer(all.queues[0], x, CL_TRUE, 0, 2 * step, found, 0, NULL, NULL));
  for (int i = 0; i < INTS; i++) {
    assert_int_equal(found[i], 2);
    assert_int_equal(found[step / 4 + (size_t)i], 4);
  }
  for (int i = 0; i < 2; i++) OK(clReleaseMemObject(parts[i]));
  OK(clReleaseMemObject(x));
  free(found);
}

static void migration(void **state) {
  (void)state;
  if (all.count < 2) skip();
  cl_int found[INTS];
  cl_mem x = counted(50);
  cl_event event = NULL;
  launch(0, "add", x, 1, &event);
  for (cl_uint i = 0; i < all.count; i++) {
    cl_event moved;
    OK(clEnqueueMigrateMemObjects(all.queues[i], 1, &x, 0, 1, &event, &moved));
    OK(clFlush(all.queues[i]));
    OK(clReleaseEvent(event));
    event = moved;
  }
  OK(clEnqueueReadBuffer(all.queues[0], x, CL_TRUE, 0, BYTES, found, 1, &event, NULL));
  for (int i = 0; i < INTS; i++) assert_int_equal(found[i], 51 + i);
  OK(clReleaseEvent(event));
  OK(clReleaseMemObject(x));
}

// One user event opens the queues of all devices.
static void one_gate(void **state) {
  (void)state;
  if (all.count < 2) skip();
  cl_event gate = clCreateUserEvent(all.context, &error), events[MOST];
  OK(error);
  for (cl_uint i = 0; i < all.count; i++) {
    OK(clEnqueueMarkerWithWaitList(all.queues[i], 1, &gate, &events[i]));
    OK(clFlush(all.queues[i]));
  }
  for (cl_uint i = 0; i < all.count; i++) assert_true(status_of(events[i]) > CL_COMPLETE);
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  OK(clWaitForEvents(all.count, events));
  for (cl_uint i = 0; i < all.count; i++) OK(clReleaseEvent(events[i]));
  OK(clReleaseEvent(gate));
}

static void built_for_one(void **state) {
  (void)state;
  if (all.count < 2) skip();
  const char *text = source;
  const size_t one = 1;
  const cl_int n = 1;
  cl_program program = clCreateProgramWithSource(all.context, 1, &text, NULL, &error);
  OK(error);
  OK(clBuildProgram(program, 1, &all.devices[1], "", NULL, NULL));
  cl_build_status status;
  OK(clGetProgramBuildInfo(program, all.devices[0], CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL));
  assert_int_equal(status, CL_BUILD_NONE);
  OK(clGetProgramBuildInfo(program, all.devices[1], CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL));
  assert_int_equal(status, CL_BUILD_SUCCESS);
  cl_kernel kernel = kernel_of(program, "add");
  cl_mem x = counted(0);
  size_t size;
  // A kernel has the devices of its program, whether they are built for or not.
  EXPECT(clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, NULL),
         CL_INVALID_DEVICE);
  OK(clGetKernelWorkGroupInfo(kernel, all.devices[1], CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, NULL));
  set_buffer(kernel, 0, x);
  OK(clSetKernelArg(kernel, 1, sizeof n, &n));
  EXPECT(clEnqueueNDRangeKernel(all.queues[0], kernel, 1, NULL, &one, NULL, 0, NULL, NULL),
         CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT(clEnqueueTask(all.queues[0], kernel, 0, NULL, NULL), CL_INVALID_PROGRAM_EXECUTABLE);
  OK(clEnqueueNDRangeKernel(all.queues[1], kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
  cl_int found;
  OK(clEnqueueReadBuffer(all.queues[1], x, CL_TRUE, 0, sizeof found, &found, 0, NULL, NULL));
  assert_int_equal(found, 1);
  OK(clReleaseMemObject(x));
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(program));
}

// A kernel whose builds for two devices differ in their arguments.
static void kernels_that_differ(void **state) {
  (void)state;
  if (all.count < 2) skip();
  const char *text = "kernel void differs(global TYPE *x) { x[0] = 1; }\nkernel void same(int n) {}\n";
  cl_program program = clCreateProgramWithSource(all.context, 1, &text, NULL, &error);
  OK(error);
  OK(clBuildProgram(program, 1, &all.devices[0], "-DTYPE=int", NULL, NULL));
  OK(clBuildProgram(program, 1, &all.devices[1], "-DTYPE=float", NULL, NULL));
  NONE(clCreateKernel(program, "differs", &error), CL_INVALID_KERNEL_DEFINITION);
  OK(clReleaseKernel(kernel_of(program, "same")));
  OK(clReleaseProgram(program));
}

// Compiled for some of the devices: a link for all of them has what it needs, or needs none, or is refused.
static void linked_for_some(void **state) {
  (void)state;
  if (all.count < 2) skip();
  const char *texts[] = {"int six(void) { return 6; }\n",
                         "int six(void);\nkernel void answer(global int *x) { x[0] = six(); }\n"};
  cl_program parts[2];
  for (int i = 0; i < 2; i++) {
    parts[i] = clCreateProgramWithSource(all.context, 1, &texts[i], NULL, &error);
    OK(error);
    OK(clCompileProgram(parts[i], 1, &all.devices[1], "", 0, NULL, NULL, NULL, NULL));
  }
  cl_program linked = clLinkProgram(all.context, 0, NULL, "", 2, parts, NULL, NULL, &error);
  OK(error);
  cl_kernel kernel = kernel_of(linked, "answer");
  cl_mem x = counted(0);
  const size_t one = 1;
  set_buffer(kernel, 0, x);
  EXPECT(clEnqueueNDRangeKernel(all.queues[0], kernel, 1, NULL, &one, NULL, 0, NULL, NULL),
         CL_INVALID_PROGRAM_EXECUTABLE);
  OK(clEnqueueNDRangeKernel(all.queues[1], kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
  cl_int found;
  OK(clEnqueueReadBuffer(all.queues[1], x, CL_TRUE, 0, sizeof found, &found, 0, NULL, NULL));
  assert_int_equal(found, 6);
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(linked));
  OK(clCompileProgram(parts[1], 0, NULL, "", 0, NULL, NULL, NULL, NULL));
  NONE(clLinkProgram(all.context, 0, NULL, "", 2, parts, NULL, NULL, &error), CL_INVALID_OPERATION);
  OK(clReleaseMemObject(x));
  for (int i = 0; i < 2; i++) OK(clReleaseProgram(parts[i]));
}

// A context with one of the devices.
static void context_of_one(void **state) {
  (void)state;
  if (all.count < 2) skip();
  const char *text = source;
  cl_context context = clCreateContext(NULL, 1, &all.devices[1], NULL, NULL, &error);
  OK(error);
  NONE(clCreateCommandQueue(context, all.devices[0], 0, &error), CL_INVALID_DEVICE);
  cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
  OK(error);
  EXPECT(clBuildProgram(program, 1, &all.devices[0], "", NULL, NULL), CL_INVALID_DEVICE);
  EXPECT(clCompileProgram(program, 1, &all.devices[0], "", 0, NULL, NULL, NULL, NULL), CL_INVALID_DEVICE);
  OK(clCompileProgram(program, 1, &all.devices[1], "", 0, NULL, NULL, NULL, NULL));
  NONE(clLinkProgram(context, 1, &all.devices[0], "", 1, &program, NULL, NULL, &error), CL_INVALID_DEVICE);
  OK(clReleaseProgram(program));
  OK(clReleaseContext(context));
}

static void kernel_of_several(void **state) {
  (void)state;
  if (all.count < 2) skip();
  cl_kernel kernel = kernel_of(all.program, "add");
  size_t size;
  EXPECT(clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, NULL),
         CL_INVALID_DEVICE);
  for (cl_uint i = 0; i < all.count; i++)
    OK(clGetKernelWorkGroupInfo(kernel, all.devices[i], CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, NULL));
  OK(clReleaseKernel(kernel));
}

static void binaries_of_several(void **state) {
  (void)state;
  if (all.count < 2) skip();
  size_t sizes[MOST], needed;
  unsigned char *binaries[MOST];
  cl_int statuses[MOST];
  cl_uint count;
  OK(clGetProgramInfo(all.program, CL_PROGRAM_NUM_DEVICES, sizeof count, &count, NULL));
  assert_int_equal(count, all.count);
  OK(clGetProgramInfo(all.program, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, &needed));
  assert_int_equal(needed, all.count * sizeof *sizes);
  for (cl_uint i = 0; i < all.count; i++) binaries[i] = malloc(sizes[i]);
  OK(clGetProgramInfo(all.program, CL_PROGRAM_BINARIES, all.count * sizeof *binaries, binaries, &needed));
  assert_int_equal(needed, all.count * sizeof *binaries);
  cl_program program = clCreateProgramWithBinary(all.context, all.count, all.devices, sizes,
                                                 (const unsigned char **)(uintptr_t)binaries, statuses, &error);
  OK(error);
  for (cl_uint i = 0; i < all.count; i++) OK(statuses[i]);
  OK(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
  for (cl_uint i = 0; i < all.count; i++) free(binaries[i]);
  const cl_int n = 3;
  const size_t global = INTS;
  for (cl_uint i = 0; i < all.count; i++) {
    cl_mem x = counted(0);
    cl_kernel kernel = kernel_of(program, "add");
    cl_int found[INTS];
    set_buffer(kernel, 0, x);
    OK(clSetKernelArg(kernel, 1, sizeof n, &n));
    OK(clEnqueueNDRangeKernel(all.queues[i], kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(all.queues[i], x, CL_TRUE, 0, BYTES, found, 0, NULL, NULL));
    for (int j = 0; j < INTS; j++) assert_int_equal(found[j], j + 3);
    OK(clReleaseKernel(kernel));
    OK(clReleaseMemObject(x));
  }
  OK(clReleaseProgram(program));
}

// A NULL among the places is left out.
static void binaries_left_out(void **state) {
  (void)state;
  if (all.count < 2) skip();
  size_t sizes[MOST];
  OK(clGetProgramInfo(all.program, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, NULL));
  for (cl_uint i = 0; i < 2; i++) {
    unsigned char *binaries[MOST] = {NULL}, *binary = calloc(1, sizes[i]);
    binaries[i] = binary;
    OK(clGetProgramInfo(all.program, CL_PROGRAM_BINARIES, all.count * sizeof *binaries, binaries, NULL));
    assert_ptr_equal(binaries[i], binary);
    assert_null(binaries[1 - i]);
    size_t at = 0;
    while (at < sizes[i] && !binary[at]) at++;
    assert_true(at < sizes[i]);
    free(binary);
  }
}

// A program with one of the context's devices.
static void binary_of_one(void **state) {
  (void)state;
  if (all.count < 2) skip();
  size_t sizes[MOST];
  unsigned char *binaries[MOST] = {NULL};
  cl_uint count;
  OK(clGetProgramInfo(all.program, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, NULL));
  for (cl_uint i = 0; i < all.count; i++) binaries[i] = malloc(sizes[i]);
  OK(clGetProgramInfo(all.program, CL_PROGRAM_BINARIES, sizeof binaries, binaries, NULL));
  cl_program program = clCreateProgramWithBinary(all.context, 1, &all.devices[1], &sizes[1],
                                                 (const unsigned char **)(uintptr_t)&binaries[1], NULL, &error);
  OK(error);
  for (cl_uint i = 0; i < all.count; i++) free(binaries[i]);
  OK(clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof count, &count, NULL));
  assert_int_equal(count, 1);
  EXPECT(clBuildProgram(program, 1, &all.devices[0], NULL, NULL, NULL), CL_INVALID_DEVICE);
  OK(clBuildProgram(program, 1, &all.devices[1], NULL, NULL, NULL));
  cl_build_status status;
  EXPECT(clGetProgramBuildInfo(program, all.devices[0], CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL),
         CL_INVALID_DEVICE);
  OK(clReleaseProgram(program));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(launches_in_turn),
      cmocka_unit_test(transfers_in_turn),
      cmocka_unit_test(parts_in_turn),
      cmocka_unit_test(migration),
      cmocka_unit_test(one_gate),
      cmocka_unit_test(built_for_one),
      cmocka_unit_test(kernels_that_differ),
      cmocka_unit_test(linked_for_some),
      cmocka_unit_test(context_of_one),
      cmocka_unit_test(kernel_of_several),
      cmocka_unit_test(binaries_of_several),
      cmocka_unit_test(binaries_left_out),
      cmocka_unit_test(binary_of_one),
  };
  return RUN_WITH(tests, open_all, close_all);
}
