// SPDX-License-Identifier: Apache-2.0
// clCreateCommandQueueWithProperties of OpenCL 3.0 (5.1), with the properties that each device has.
#define CL_TARGET_OPENCL_VERSION 200
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "opencl_test.h"

// The properties of a queue that is made with the list.
static cl_command_queue_properties made_with(const cl_queue_properties *list) {
  cl_command_queue queue = clCreateCommandQueueWithProperties(on.context, on.device, list, &error);
  OK(error);
  cl_command_queue_properties found;
  OK(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof found, &found, NULL));
  OK(clReleaseCommandQueue(queue));
  return found;
}

static void lists(void **state) {
  (void)state;
  cl_command_queue_properties can;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_QUEUE_PROPERTIES, sizeof can, &can, NULL));
  assert_int_equal(made_with(NULL), 0);
  assert_int_equal(made_with((cl_queue_properties[]){0}), 0);
  static const cl_command_queue_properties all[] = {0, CL_QUEUE_PROFILING_ENABLE,
                                                    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                                    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE};
  for (size_t i = 0; i < COUNT(all); i++) {
    if (all[i] & ~can) continue;
    assert_int_equal(made_with((cl_queue_properties[]){CL_QUEUE_PROPERTIES, all[i], 0}), all[i]);
  }
}

// It works as any other queue.
static void used(void **state) {
  (void)state;
  const cl_queue_properties profiled[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  cl_command_queue queue = clCreateCommandQueueWithProperties(on.context, on.device, profiled, &error);
  OK(error);
  const cl_int seven = 7;
  cl_int found = 0;
  cl_ulong start, end;
  cl_event event;
  cl_mem x = buffer_of(sizeof seven, NULL);
  OK(clEnqueueFillBuffer(queue, x, &seven, sizeof seven, 0, sizeof seven, 0, NULL, &event));
  OK(clEnqueueReadBuffer(queue, x, CL_TRUE, 0, sizeof found, &found, 0, NULL, NULL));
  assert_int_equal(found, 7);
  OK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL));
  OK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL));
  assert_true(start <= end);
  OK(clReleaseEvent(event));
  OK(clReleaseMemObject(x));
  OK(clReleaseCommandQueue(queue));
}

static void refused(void **state) {
  (void)state;
  const cl_queue_properties unknown[] = {0x7777, 1, 0};
  const cl_queue_properties bits[] = {CL_QUEUE_PROPERTIES, (cl_queue_properties)1 << 20, 0};
  NONE(clCreateCommandQueueWithProperties(NULL, on.device, NULL, &error), CL_INVALID_CONTEXT);
  NONE(clCreateCommandQueueWithProperties(on.context, NULL, NULL, &error), CL_INVALID_DEVICE);
  NONE(clCreateCommandQueueWithProperties(on.context, on.device, unknown, &error), CL_INVALID_VALUE);
  NONE(clCreateCommandQueueWithProperties(on.context, on.device, bits, &error), CL_INVALID_VALUE);
  assert_null(clCreateCommandQueueWithProperties(on.context, NULL, NULL, NULL));
}

// A device without queues of its own has neither these properties nor their size.
static void on_device_refused(void **state) {
  (void)state;
  const cl_queue_properties on_device[] = {CL_QUEUE_PROPERTIES,
                                           CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE, 0};
  const cl_queue_properties sized[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE,
                                       CL_QUEUE_SIZE, 1024, 0};
  const cl_queue_properties size[] = {CL_QUEUE_SIZE, 1024, 0};
  NONE(clCreateCommandQueueWithProperties(on.context, on.device, on_device, &error), CL_INVALID_QUEUE_PROPERTIES);
  NONE(clCreateCommandQueueWithProperties(on.context, on.device, sized, &error), CL_INVALID_QUEUE_PROPERTIES);
  assert_null(clCreateCommandQueueWithProperties(on.context, on.device, size, &error));
  ONE_OF(error, CL_INVALID_QUEUE_PROPERTIES, CL_INVALID_VALUE);
}

static void twice_refused(void **state) {
  (void)state;
  const cl_queue_properties twice[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, CL_QUEUE_PROPERTIES, 0, 0};
  NONE(clCreateCommandQueueWithProperties(on.context, on.device, twice, &error), CL_INVALID_VALUE);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lists), cmocka_unit_test(used), cmocka_unit_test(refused),
                                     cmocka_unit_test(on_device_refused), cmocka_unit_test(twice_refused)};
  return RUN_WITH(tests, open_bench, close_bench);
}
