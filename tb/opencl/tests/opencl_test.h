// SPDX-License-Identifier: Apache-2.0
// What the OpenCL host programs share: one device, a context and a queue on it, checks of error codes, short helpers.
// The programs need an OpenCL 1.2 and nothing of this tree. Variables:
//   WAVELOCK_TEST_PLATFORM  a part of the platform's name; without it there must be one platform
//   WAVELOCK_TEST_DEVICE    the number of the device (0)
//   WAVELOCK_TEST_ONLY      the tests that run, as a pattern
//   WAVELOCK_TEST_TELL      set: each call that is refused as expected is told on stderr, behind what the
//   implementation
//                           said of it
#ifndef OPENCL_TEST_H
#define OPENCL_TEST_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

typedef struct {
  cl_platform_id platform;
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
} bench;

static bench on;      // what the tests of a program run on
static cl_int error;  // the code of the last function that creates something

// A call that ends with the code. OK: with CL_SUCCESS. NONE: it creates nothing and leaves the code in `error`.
#define EXPECT(call, code) expect_code((call), (code), #call, __FILE__, __LINE__)
// ONE_OF: with one of several codes, which is its value.
#define OK(call) EXPECT(call, CL_SUCCESS)
#define ONE_OF(call, ...)                                                                                            \
  expect_code_of((call), (cl_int[]){__VA_ARGS__}, sizeof((cl_int[]){__VA_ARGS__}) / sizeof(cl_int), #call, __FILE__, \
                 __LINE__)
#define NONE(call, code)                                     \
  do {                                                       \
    error = CL_SUCCESS;                                      \
    const void *made = (call);                               \
    expect_code(error, (code), #call, __FILE__, __LINE__);   \
    if (made) fail_msg("%s: an error and an object", #call); \
  } while (0)

static inline void tell_refused(cl_int code, const char *call) {
  if (code < 0 && getenv("WAVELOCK_TEST_TELL"))
    fprintf(stderr, "refused: %d %.*s\n", code, (int)strcspn(call, "("), call);
}

static inline cl_int expect_code_of(cl_int found, const cl_int *codes, size_t count, const char *call, const char *file,
                                    int line) {
  for (size_t i = 0; i < count; i++) {
    if (found != codes[i]) continue;
    tell_refused(found, call);
    return found;
  }
  print_error("%s: found %d, expected", call, found);
  for (size_t i = 0; i < count; i++) print_error("%s %d", i ? " or" : "", codes[i]);
  print_error("\n");
  _fail(file, line);
  return found;
}

static inline void expect_code(cl_int found, cl_int wanted, const char *call, const char *file, int line) {
  expect_code_of(found, &wanted, 1, call, file, line);
}

static inline bool wanted_platform(cl_platform_id platform) {
  char name[256];
  OK(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL));
  const char *part = getenv("WAVELOCK_TEST_PLATFORM");
  return !part || strstr(name, part);
}

static inline cl_device_id device_of(cl_platform_id platform) {
  cl_device_id devices[16];
  cl_uint count;
  const char *number = getenv("WAVELOCK_TEST_DEVICE");
  const cl_uint at = number ? (cl_uint)atoi(number) : 0;
  OK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, COUNT(devices), devices, &count));
  assert_in_range(at, 0, count - 1);
  return devices[at];
}

static inline int open_bench(void **state) {
  (void)state;
  cl_platform_id platforms[16];
  cl_uint count, found = 0;
  OK(clGetPlatformIDs(COUNT(platforms), platforms, &count));
  for (cl_uint i = 0; i < count && i < COUNT(platforms); i++) {
    if (!wanted_platform(platforms[i])) continue;
    on.platform = platforms[i];
    found++;
  }
  assert_int_equal(found, 1);
  on.device = device_of(on.platform);
  on.context = clCreateContext(NULL, 1, &on.device, NULL, NULL, &error);
  OK(error);
  on.queue = clCreateCommandQueue(on.context, on.device, CL_QUEUE_PROFILING_ENABLE, &error);
  OK(error);
  return 0;
}

static inline int close_bench(void **state) {
  (void)state;
  OK(clFinish(on.queue));
  OK(clReleaseCommandQueue(on.queue));
  OK(clReleaseContext(on.context));
  return 0;
}

// A program whose build fails prints its log.
static inline cl_program program_of(const char *source, const char *options) {
  cl_program program = clCreateProgramWithSource(on.context, 1, &source, NULL, &error);
  OK(error);
  const cl_int code = clBuildProgram(program, 0, NULL, options, NULL, NULL);
  if (code != CL_SUCCESS) {
    char log[8192] = "";
    clGetProgramBuildInfo(program, on.device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    fail_msg("clBuildProgram: %d\n%s", code, log);
  }
  return program;
}

static inline cl_kernel kernel_of(cl_program program, const char *name) {
  cl_kernel kernel = clCreateKernel(program, name, &error);
  OK(error);
  return kernel;
}

// A buffer of `size` bytes, with a copy of `data` if there is one.
static inline cl_mem buffer_of(size_t size, const void *data) {
  cl_mem buffer = clCreateBuffer(on.context, data ? CL_MEM_COPY_HOST_PTR : 0, size, (void *)(uintptr_t)data, &error);
  OK(error);
  return buffer;
}

static inline void read_all(cl_mem buffer, size_t size, void *data) {
  OK(clEnqueueReadBuffer(on.queue, buffer, CL_TRUE, 0, size, data, 0, NULL, NULL));
}

static inline void set_buffer(cl_kernel kernel, cl_uint index, cl_mem buffer) {
  OK(clSetKernelArg(kernel, index, sizeof(cl_mem), &buffer));
}

// A launch in one dimension; local 0: the implementation's choice.
static inline void run_line(cl_kernel kernel, size_t global, size_t local) {
  OK(clEnqueueNDRangeKernel(on.queue, kernel, 1, NULL, &global, local ? &local : NULL, 0, NULL, NULL));
}

static inline cl_uint references_of_event(cl_event event) {
  cl_uint count;
  OK(clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof count, &count, NULL));
  return count;
}

static inline cl_int status_of(cl_event event) {
  cl_int status;
  OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
  return status;
}

// Whether the device's version is 3.0 or later.
static inline bool is_version_3(void) {
  char text[256];
  int major = 0;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_VERSION, sizeof text, text, NULL));
  assert_int_equal(sscanf(text, "OpenCL %d.", &major), 1);
  return major >= 3;
}

// At the beginning of a test of what came after 1.2.
#define NEEDS_3                  \
  do {                           \
    (void)state;                 \
    if (!is_version_3()) skip(); \
  } while (0)

// Whether the device has the extension.
static inline bool has_extension(const char *name) {
  char text[4096];
  OK(clGetDeviceInfo(on.device, CL_DEVICE_EXTENSIONS, sizeof text, text, NULL));
  const size_t length = strlen(name);
  for (const char *at = text; (at = strstr(at, name)); at += length)
    if ((at == text || at[-1] == ' ') && (at[length] == ' ' || !at[length])) return true;
  return false;
}

// Whether the device has images.
static inline bool has_images(void) {
  cl_bool has;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_IMAGE_SUPPORT, sizeof has, &has, NULL));
  return has;
}

// At the beginning of a test of images.
#define NEEDS_IMAGES           \
  do {                         \
    (void)state;               \
    if (!has_images()) skip(); \
  } while (0)

// A query of fixed size: its size is said, a byte less is refused, more is accepted. The value is in `value`.
typedef cl_int (*query)(const void *object, cl_uint name, size_t size, void *value, size_t *needed);
static inline void query_fixed(query ask, const void *object, cl_uint name, size_t size, void *value) {
  size_t needed = 0;
  unsigned char room[64] = {0};
  assert_true(size < sizeof room);
  OK(ask(object, name, 0, NULL, &needed));
  assert_int_equal(needed, size);
  EXPECT(ask(object, name, size - 1, room, NULL), CL_INVALID_VALUE);
  OK(ask(object, name, size, room, &needed));
  assert_int_equal(needed, size);
  memcpy(value, room, size);
  OK(ask(object, name, sizeof room, room, &needed));
  assert_int_equal(needed, size);
  assert_memory_equal(value, room, size);
  OK(ask(object, name, 0, NULL, NULL));
}

// A query of a list, which may be empty: so many elements, and no more than there is room for, are in `list`.
static inline size_t query_list(query ask, const void *object, cl_uint name, size_t size, void *list, size_t room) {
  size_t needed = SIZE_MAX, again = SIZE_MAX;
  OK(ask(object, name, 0, NULL, &needed));
  assert_int_equal(needed % size, 0);
  assert_in_range(needed / size, 0, room);
  if (needed) EXPECT(ask(object, name, needed - 1, list, NULL), CL_INVALID_VALUE);
  OK(ask(object, name, room * size, list, &again));
  assert_int_equal(again, needed);
  return needed / size;
}

// A query of text: ends with a zero byte, which its size counts.
static inline void query_text(query ask, const void *object, cl_uint name, size_t room, char *text) {
  size_t needed = 0;
  OK(ask(object, name, 0, NULL, &needed));
  assert_in_range(needed, 1, room);
  if (needed > 1) EXPECT(ask(object, name, needed - 1, text, NULL), CL_INVALID_VALUE);
  OK(ask(object, name, room, text, &needed));
  assert_int_equal(text[needed - 1], 0);
  assert_int_equal(strlen(text) + 1, needed);
}

#define RUN(tests) RUN_WITH(tests, open_bench, close_bench)
#define RUN_WITH(tests, open, close) \
  (cmocka_set_test_filter(getenv("WAVELOCK_TEST_ONLY")), cmocka_run_group_tests((tests), (open), (close)))

#endif
