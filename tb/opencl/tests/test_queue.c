// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2, 5.1, 5.10, 5.13: command-queues, markers, barriers, flush and finish.
#include "opencl_test.h"

static const char source[] =
    "kernel void add(global int *x, int n) { x[get_global_id(0)] += n; }\n"
    "kernel void times(global int *x, int n) { x[get_global_id(0)] *= n; }\n";

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

static cl_int ask_queue(const void *object, cl_uint name, size_t size, void *value, size_t *needed) {
  return clGetCommandQueueInfo((cl_command_queue)(uintptr_t)object, name, size, value, needed);
}

static bool out_of_order(void) {
  cl_command_queue_properties can;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_QUEUE_PROPERTIES, sizeof can, &can, NULL));
  return can & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
}

static cl_command_queue queue_of(cl_command_queue_properties properties) {
  cl_command_queue queue = clCreateCommandQueue(on.context, on.device, properties, &error);
  OK(error);
  return queue;
}

static cl_event gate_of(void) {
  cl_event gate = clCreateUserEvent(on.context, &error);
  OK(error);
  return gate;
}

// A launch of one work-item that adds to, or multiplies, the int in the buffer.
static void launch(cl_command_queue queue, const char *name, cl_mem buffer, cl_int n, cl_event *event) {
  cl_kernel kernel = kernel_of(program, name);
  const size_t one = 1;
  set_buffer(kernel, 0, buffer);
  OK(clSetKernelArg(kernel, 1, sizeof n, &n));
  OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, event));
  OK(clReleaseKernel(kernel));
}

static void info(void **state) {
  (void)state;
  static const cl_command_queue_properties all[] = {0, CL_QUEUE_PROFILING_ENABLE,
                                                    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                                    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE};
  for (size_t i = 0; i < (out_of_order() ? 4 : 2); i++) {
    cl_command_queue queue = queue_of(all[i]);
    cl_context context;
    query_fixed(ask_queue, queue, CL_QUEUE_CONTEXT, sizeof context, &context);
    assert_ptr_equal(context, on.context);
    cl_device_id device;
    query_fixed(ask_queue, queue, CL_QUEUE_DEVICE, sizeof device, &device);
    assert_ptr_equal(device, on.device);
    cl_command_queue_properties properties;
    query_fixed(ask_queue, queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties);
    assert_int_equal(properties, all[i]);
    cl_uint count;
    query_fixed(ask_queue, queue, CL_QUEUE_REFERENCE_COUNT, sizeof count, &count);
    assert_int_equal(count, 1);
    OK(clRetainCommandQueue(queue));
    query_fixed(ask_queue, queue, CL_QUEUE_REFERENCE_COUNT, sizeof count, &count);
    assert_int_equal(count, 2);
    OK(clReleaseCommandQueue(queue));
    query_fixed(ask_queue, queue, CL_QUEUE_REFERENCE_COUNT, sizeof count, &count);
    assert_int_equal(count, 1);
    EXPECT(clGetCommandQueueInfo(queue, CL_CONTEXT_DEVICES, sizeof count, &count, NULL), CL_INVALID_VALUE);
    OK(clReleaseCommandQueue(queue));
  }
}

static void create_refused(void **state) {
  (void)state;
  NONE(clCreateCommandQueue(on.context, on.device, (cl_command_queue_properties)1 << 20, &error), CL_INVALID_VALUE);
  NONE(clCreateCommandQueue(on.context, NULL, 0, &error), CL_INVALID_DEVICE);
  if (!out_of_order())
    NONE(clCreateCommandQueue(on.context, on.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error),
         CL_INVALID_QUEUE_PROPERTIES);
  assert_null(clCreateCommandQueue(on.context, NULL, 0, NULL));
}

// A device of the platform that is not in the context.
static void create_on_other_device(void **state) {
  (void)state;
  cl_device_id devices[16];
  cl_uint count;
  OK(clGetDeviceIDs(on.platform, CL_DEVICE_TYPE_ALL, COUNT(devices), devices, &count));
  for (cl_uint i = 0; i < count; i++)
    if (devices[i] != on.device) NONE(clCreateCommandQueue(on.context, devices[i], 0, &error), CL_INVALID_DEVICE);
}

static void without_code(void **state) {
  (void)state;
  cl_command_queue queue = clCreateCommandQueue(on.context, on.device, 0, NULL);
  assert_non_null(queue);
  OK(clReleaseCommandQueue(queue));
}

static void flush_and_finish(void **state) {
  (void)state;
  cl_command_queue queue = queue_of(0);
  OK(clFlush(queue));
  OK(clFinish(queue));
  const cl_int zero = 0;
  cl_mem x = buffer_of(sizeof zero, &zero);
  cl_event event;
  launch(queue, "add", x, 1, &event);
  OK(clFlush(queue));
  OK(clFlush(queue));
  OK(clFinish(queue));
  assert_int_equal(status_of(event), CL_COMPLETE);
  OK(clReleaseEvent(event));
  OK(clReleaseMemObject(x));
  OK(clReleaseCommandQueue(queue));
}

// Each command sees what those before it did.
static void in_order(void **state) {
  (void)state;
  cl_int value = 0;
  cl_mem x = buffer_of(sizeof value, &value);
  cl_command_queue queue = queue_of(0);
  cl_int expected = 0;
  for (cl_int i = 1; i <= 8; i++) {
    launch(queue, "add", x, i, NULL);
    launch(queue, "times", x, 3, NULL);
    expected = (expected + i) * 3;
  }
  OK(clEnqueueReadBuffer(queue, x, CL_TRUE, 0, sizeof value, &value, 0, NULL, NULL));
  assert_int_equal(value, expected);
  OK(clReleaseMemObject(x));
  OK(clReleaseCommandQueue(queue));
}

// The data of a write that does not block is taken later; the write is over when its event is.
static void writes_and_launches(void **state) {
  (void)state;
  static cl_int five = 5, seven = 7;
  cl_int found[2] = {0, 0};
  cl_mem x = buffer_of(sizeof five, NULL);
  cl_command_queue queue = queue_of(0);
  OK(clEnqueueWriteBuffer(queue, x, CL_FALSE, 0, sizeof five, &five, 0, NULL, NULL));
  launch(queue, "add", x, 10, NULL);
  OK(clEnqueueReadBuffer(queue, x, CL_FALSE, 0, sizeof *found, &found[0], 0, NULL, NULL));
  OK(clEnqueueWriteBuffer(queue, x, CL_FALSE, 0, sizeof seven, &seven, 0, NULL, NULL));
  launch(queue, "times", x, 10, NULL);
  OK(clEnqueueReadBuffer(queue, x, CL_FALSE, 0, sizeof *found, &found[1], 0, NULL, NULL));
  OK(clFinish(queue));
  assert_int_equal(found[0], 15);
  assert_int_equal(found[1], 70);
  OK(clReleaseMemObject(x));
  OK(clReleaseCommandQueue(queue));
}

// The last release of a queue lets its commands end.
static void released_with_commands(void **state) {
  (void)state;
  cl_int value = 1;
  cl_mem x = buffer_of(sizeof value, &value);
  cl_command_queue queue = queue_of(0);
  cl_event event;
  launch(queue, "add", x, 4, NULL);
  launch(queue, "times", x, 4, &event);
  OK(clReleaseCommandQueue(queue));
  OK(clWaitForEvents(1, &event));
  OK(clReleaseEvent(event));
  read_all(x, sizeof value, &value);
  assert_int_equal(value, 20);
  OK(clReleaseMemObject(x));
}

// A buffer that is released while commands use it lives until they are over.
static void buffer_released_with_commands(void **state) {
  (void)state;
  cl_int value = 1;
  cl_command_queue queue = queue_of(0);
  cl_event gate = gate_of(), event;
  cl_mem x = buffer_of(sizeof value, &value);
  OK(clEnqueueMarkerWithWaitList(queue, 1, &gate, NULL));
  launch(queue, "add", x, 4, NULL);
  OK(clEnqueueReadBuffer(queue, x, CL_FALSE, 0, sizeof value, &value, 0, NULL, &event));
  OK(clReleaseMemObject(x));
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  OK(clWaitForEvents(1, &event));
  assert_int_equal(value, 5);
  OK(clReleaseEvent(gate));
  OK(clReleaseEvent(event));
  OK(clReleaseCommandQueue(queue));
}

static void several_queues(void **state) {
  (void)state;
  cl_int value = 1;
  cl_mem x = buffer_of(sizeof value, &value);
  cl_command_queue queues[3];
  for (size_t i = 0; i < COUNT(queues); i++) queues[i] = queue_of(0);
  cl_event before = NULL;
  cl_int expected = value;
  for (cl_int i = 0; i < 9; i++) {
    cl_event event;
    cl_kernel kernel = kernel_of(program, i % 2 ? "times" : "add");
    const size_t one = 1;
    const cl_int three = 3;
    set_buffer(kernel, 0, x);
    OK(clSetKernelArg(kernel, 1, sizeof three, &three));
    OK(clEnqueueNDRangeKernel(queues[i % 3], kernel, 1, NULL, &one, NULL, before ? 1 : 0, before ? &before : NULL,
                              &event));
    OK(clFlush(queues[i % 3]));
    if (before) OK(clReleaseEvent(before));
    before = event;
    OK(clReleaseKernel(kernel));
    expected = i % 2 ? expected * 3 : expected + 3;
  }
  OK(clEnqueueReadBuffer(queues[0], x, CL_TRUE, 0, sizeof value, &value, 1, &before, NULL));
  assert_int_equal(value, expected);
  OK(clReleaseEvent(before));
  for (size_t i = 0; i < COUNT(queues); i++) OK(clReleaseCommandQueue(queues[i]));
  OK(clReleaseMemObject(x));
}

static void marker(void **state) {
  (void)state;
  cl_int value = 1;
  cl_mem x = buffer_of(sizeof value, &value);
  for (int i = 0; i < (out_of_order() ? 2 : 1); i++) {
    cl_command_queue queue = queue_of(i ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
    cl_event launched, event;
    launch(queue, "add", x, 1, &launched);
    OK(clEnqueueMarkerWithWaitList(queue, 0, NULL, &event));
    OK(clWaitForEvents(1, &event));
    assert_int_equal(status_of(launched), CL_COMPLETE);
    OK(clReleaseEvent(launched));
    OK(clReleaseEvent(event));
    OK(clEnqueueMarkerWithWaitList(queue, 0, NULL, NULL));
    OK(clFinish(queue));
    OK(clReleaseCommandQueue(queue));
  }
  OK(clReleaseMemObject(x));
}

static void marker_waits(void **state) {
  (void)state;
  cl_command_queue queue = queue_of(0);
  cl_event gates[] = {gate_of(), gate_of()}, event;
  OK(clEnqueueMarkerWithWaitList(queue, 2, gates, &event));
  OK(clFlush(queue));
  assert_true(status_of(event) > CL_COMPLETE);
  OK(clSetUserEventStatus(gates[1], CL_COMPLETE));
  assert_true(status_of(event) > CL_COMPLETE);
  OK(clSetUserEventStatus(gates[0], CL_COMPLETE));
  OK(clWaitForEvents(1, &event));
  assert_int_equal(status_of(event), CL_COMPLETE);
  OK(clReleaseEvent(event));
  for (int i = 0; i < 2; i++) OK(clReleaseEvent(gates[i]));
  OK(clReleaseCommandQueue(queue));
}

// A marker waits for a command of another queue, and with no list for nothing of another queue.
static void marker_across_queues(void **state) {
  (void)state;
  cl_command_queue first = queue_of(0), second = queue_of(0);
  cl_event gate = gate_of(), marked, after, alone;
  OK(clEnqueueMarkerWithWaitList(first, 1, &gate, &marked));
  OK(clFlush(first));
  OK(clEnqueueMarkerWithWaitList(second, 0, NULL, &alone));
  OK(clWaitForEvents(1, &alone));
  OK(clEnqueueMarkerWithWaitList(second, 1, &marked, &after));
  OK(clFlush(second));
  assert_true(status_of(marked) > CL_COMPLETE);
  assert_true(status_of(after) > CL_COMPLETE);
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  OK(clWaitForEvents(1, &after));
  assert_int_equal(status_of(marked), CL_COMPLETE);
  const cl_event all[] = {gate, marked, after, alone};
  for (size_t i = 0; i < COUNT(all); i++) OK(clReleaseEvent(all[i]));
  OK(clReleaseCommandQueue(first));
  OK(clReleaseCommandQueue(second));
}

// Commands after a barrier wait for it, in each kind of queue.
static void barrier_waits(void **state) {
  (void)state;
  for (int i = 0; i < (out_of_order() ? 2 : 1); i++) {
    cl_int value = 2;
    cl_mem x = buffer_of(sizeof value, &value);
    cl_command_queue queue = queue_of(i ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
    cl_event gate = gate_of(), barrier, after;
    launch(queue, "add", x, 5, NULL);
    OK(clEnqueueBarrierWithWaitList(queue, 0, NULL, NULL));
    launch(queue, "times", x, 5, NULL);
    OK(clEnqueueBarrierWithWaitList(queue, 0, NULL, NULL));
    // A barrier with a list waits for the list alone.
    OK(clEnqueueBarrierWithWaitList(queue, 1, &gate, &barrier));
    launch(queue, "add", x, 1, &after);
    OK(clFlush(queue));
    assert_true(status_of(barrier) > CL_COMPLETE);
    assert_true(status_of(after) > CL_COMPLETE);
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clWaitForEvents(1, &after));
    assert_int_equal(status_of(barrier), CL_COMPLETE);
    read_all(x, sizeof value, &value);
    assert_int_equal(value, 36);
    OK(clReleaseEvent(gate));
    OK(clReleaseEvent(barrier));
    OK(clReleaseEvent(after));
    OK(clReleaseMemObject(x));
    OK(clReleaseCommandQueue(queue));
  }
}

// Events alone order an out-of-order queue.
static void out_of_order_chain(void **state) {
  (void)state;
  if (!out_of_order()) skip();
  cl_int value = 1;
  cl_mem x = buffer_of(sizeof value, &value);
  cl_command_queue queue = queue_of(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_event gate = gate_of(), last = gate;
  cl_event events[8];
  cl_int expected = 1;
  for (cl_int i = 0; i < 8; i++) {
    cl_kernel kernel = kernel_of(program, i % 2 ? "times" : "add");
    const size_t one = 1;
    set_buffer(kernel, 0, x);
    OK(clSetKernelArg(kernel, 1, sizeof i, &i));
    OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 1, &last, &events[i]));
    last = events[i];
    OK(clReleaseKernel(kernel));
    expected = i % 2 ? expected * i : expected + i;
  }
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  OK(clEnqueueReadBuffer(queue, x, CL_TRUE, 0, sizeof value, &value, 1, &last, NULL));
  assert_int_equal(value, expected);
  for (int i = 0; i < 8; i++) OK(clReleaseEvent(events[i]));
  OK(clReleaseEvent(gate));
  OK(clReleaseMemObject(x));
  OK(clReleaseCommandQueue(queue));
}

static void finish_of_out_of_order(void **state) {
  (void)state;
  if (!out_of_order()) skip();
  cl_int values[4] = {1, 2, 3, 4};
  cl_mem x[4];
  cl_command_queue queue = queue_of(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  for (int i = 0; i < 4; i++) {
    x[i] = buffer_of(sizeof values[i], &values[i]);
    launch(queue, "add", x[i], 10, NULL);
  }
  OK(clFinish(queue));
  for (int i = 0; i < 4; i++) {
    read_all(x[i], sizeof values[i], &values[i]);
    assert_int_equal(values[i], i + 11);
    OK(clReleaseMemObject(x[i]));
  }
  OK(clReleaseCommandQueue(queue));
}

static void marker_and_barrier_of_11(void **state) {
  (void)state;
  cl_int value = 2;
  cl_mem x = buffer_of(sizeof value, &value);
  cl_command_queue queue = queue_of(0);
  cl_event event;
  launch(queue, "add", x, 5, NULL);
  OK(clEnqueueBarrier(queue));
  launch(queue, "times", x, 5, NULL);
  OK(clEnqueueMarker(queue, &event));
  OK(clWaitForEvents(1, &event));
  read_all(x, sizeof value, &value);
  assert_int_equal(value, 35);
  EXPECT(clEnqueueMarker(queue, NULL), CL_INVALID_VALUE);
  OK(clReleaseEvent(event));
  OK(clReleaseMemObject(x));
  OK(clReleaseCommandQueue(queue));
}

static void wait_for_events_of_11(void **state) {
  (void)state;
  cl_command_queue queue = queue_of(0);
  cl_event gate = gate_of(), event;
  OK(clEnqueueWaitForEvents(queue, 1, &gate));
  OK(clEnqueueMarker(queue, &event));
  OK(clFlush(queue));
  assert_true(status_of(event) > CL_COMPLETE);
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  OK(clWaitForEvents(1, &event));
  EXPECT(clEnqueueWaitForEvents(queue, 0, &gate), CL_INVALID_VALUE);
  EXPECT(clEnqueueWaitForEvents(queue, 1, NULL), CL_INVALID_VALUE);
  OK(clReleaseEvent(gate));
  OK(clReleaseEvent(event));
  OK(clReleaseCommandQueue(queue));
}

// A function of 1.0.
static void properties_of_10(void **state) {
  (void)state;
  cl_command_queue queue = queue_of(0);
  cl_command_queue_properties before = 7, now;
  OK(clSetCommandQueueProperty(queue, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, &before));
  assert_int_equal(before, 0);
  OK(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof now, &now, NULL));
  assert_int_equal(now, CL_QUEUE_PROFILING_ENABLE);
  OK(clSetCommandQueueProperty(queue, CL_QUEUE_PROFILING_ENABLE, CL_FALSE, NULL));
  OK(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof now, &now, NULL));
  assert_int_equal(now, 0);
  EXPECT(clSetCommandQueueProperty(queue, (cl_command_queue_properties)1 << 20, CL_TRUE, NULL), CL_INVALID_VALUE);
  EXPECT(clSetCommandQueueProperty(NULL, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, NULL), CL_INVALID_COMMAND_QUEUE);
  OK(clReleaseCommandQueue(queue));
}

static void wait_for_null_of_11(void **state) {
  (void)state;
  cl_command_queue queue = queue_of(0);
  const cl_event none = NULL;
  EXPECT(clEnqueueWaitForEvents(queue, 1, &none), CL_INVALID_EVENT);
  OK(clReleaseCommandQueue(queue));
}

static void many_commands(void **state) {
  (void)state;
  cl_int value = 0;
  cl_mem x = buffer_of(sizeof value, &value);
  cl_command_queue queue = queue_of(0);
  for (cl_int i = 1; i <= 200; i++) {
    cl_int two[2];
    OK(clEnqueueFillBuffer(queue, x, &i, sizeof i, 0, sizeof i, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, x, i % 50 == 0, 0, sizeof i, i % 50 ? &value : two, 0, NULL, NULL));
    if (i % 50 == 0) assert_int_equal(two[0], i);
  }
  OK(clFinish(queue));
  assert_int_equal(value, 199);
  OK(clReleaseMemObject(x));
  OK(clReleaseCommandQueue(queue));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(info),
      cmocka_unit_test(create_refused),
      cmocka_unit_test(create_on_other_device),
      cmocka_unit_test(without_code),
      cmocka_unit_test(flush_and_finish),
      cmocka_unit_test(in_order),
      cmocka_unit_test(writes_and_launches),
      cmocka_unit_test(released_with_commands),
      cmocka_unit_test(buffer_released_with_commands),
      cmocka_unit_test(several_queues),
      cmocka_unit_test(marker),
      cmocka_unit_test(marker_waits),
      cmocka_unit_test(marker_across_queues),
      cmocka_unit_test(barrier_waits),
      cmocka_unit_test(out_of_order_chain),
      cmocka_unit_test(finish_of_out_of_order),
      cmocka_unit_test(marker_and_barrier_of_11),
      cmocka_unit_test(wait_for_events_of_11),
      cmocka_unit_test(properties_of_10),
      cmocka_unit_test(wait_for_null_of_11),
      cmocka_unit_test(many_commands),
  };
  return RUN_WITH(tests, open_program, close_program);
}
