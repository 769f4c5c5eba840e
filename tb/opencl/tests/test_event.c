// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2, 5.9, 5.12: events of commands and of the user, wait lists, callbacks, profiling. What holds for the
// wait list and the event of one command is tried with every command.
#include "opencl_test.h"

#include <pthread.h>

static const char source[] = "kernel void add(global int *x, int n) { x[get_global_id(0)] += n; }\n";

enum { INTS = 32, BYTES = INTS * 4 };
static cl_kernel kernel;
static cl_mem buffer, other;
static void *mapped;  // where `buffer` is mapped
static cl_int host[INTS];

static int open_kernel(void **state) {
  open_bench(state);
  cl_program program = program_of(source, "");
  const cl_int one = 1;
  kernel = kernel_of(program, "add");
  OK(clReleaseProgram(program));
  buffer = buffer_of(BYTES, host);
  other = buffer_of(BYTES, host);
  set_buffer(kernel, 0, buffer);
  OK(clSetKernelArg(kernel, 1, sizeof one, &one));
  return 0;
}

static int close_kernel(void **state) {
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(buffer));
  OK(clReleaseMemObject(other));
  return close_bench(state);
}

static cl_int ask_event(const void *object, cl_uint name, size_t size, void *value, size_t *needed) {
  return clGetEventInfo((cl_event)(uintptr_t)object, name, size, value, needed);
}

static cl_int ask_profile(const void *object, cl_uint name, size_t size, void *value, size_t *needed) {
  return clGetEventProfilingInfo((cl_event)(uintptr_t)object, name, size, value, needed);
}

static cl_event gate_of(void) {
  cl_event gate = clCreateUserEvent(on.context, &error);
  OK(error);
  return gate;
}

// ---- every command --------------------------------------------------------------------------------------------------
typedef cl_int (*enqueue)(cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event);

static cl_int read(cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event) {
  return clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, BYTES, host, count, list, event);
}

static cl_int write(cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event) {
  return clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, BYTES, host, count, list, event);
}

static const size_t origin[3] = {0, 0, 0}, region[3] = {BYTES / 2, 2, 1};

static cl_int read_rect(cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event) {
  return clEnqueueReadBufferRect(queue, buffer, CL_FALSE, origin, origin, region, 0, 0, 0, 0, host, count, list, event);
}

static cl_int write_rect(cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event) {
  return clEnqueueWriteBufferRect(queue, buffer, CL_FALSE, origin, origin, region, 0, 0, 0, 0, host, count, list,
                                  event);
}

static cl_int copy(cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event) {
  return clEnqueueCopyBuffer(queue, buffer, other, 0, 0, BYTES, count, list, event);
}

static cl_int copy_rect(cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event) {
  return clEnqueueCopyBufferRect(queue, buffer, other, origin, origin, region, 0, 0, 0, 0, count, list, event);
}

static cl_int fill(cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event) {
  return clEnqueueFillBuffer(queue, other, "abc", 4, 0, BYTES, count, list, event);
}

static cl_int map(cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event) {
  void *at = clEnqueueMapBuffer(queue, buffer, CL_FALSE, CL_MAP_READ, 0, BYTES, count, list, event, &error);
  if (error == CL_SUCCESS) mapped = at;
  assert_int_equal(at != NULL, error == CL_SUCCESS);
  return error;
}

static cl_int unmap(cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event) {
  return clEnqueueUnmapMemObject(queue, buffer, mapped, count, list, event);
}

static cl_int migrate(cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event) {
  return clEnqueueMigrateMemObjects(queue, 1, &buffer, 0, count, list, event);
}

static cl_int range(cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event) {
  const size_t global = INTS;
  return clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, count, list, event);
}

static cl_int task(cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event) {
  return clEnqueueTask(queue, kernel, count, list, event);
}

static cl_int mark(cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event) {
  return clEnqueueMarkerWithWaitList(queue, count, list, event);
}

static cl_int bar(cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event) {
  return clEnqueueBarrierWithWaitList(queue, count, list, event);
}

// unmap follows map.
static const struct {
  enqueue run;
  cl_command_type type;
} commands[] = {{read, CL_COMMAND_READ_BUFFER},
                {write, CL_COMMAND_WRITE_BUFFER},
                {read_rect, CL_COMMAND_READ_BUFFER_RECT},
                {write_rect, CL_COMMAND_WRITE_BUFFER_RECT},
                {copy, CL_COMMAND_COPY_BUFFER},
                {copy_rect, CL_COMMAND_COPY_BUFFER_RECT},
                {fill, CL_COMMAND_FILL_BUFFER},
                {map, CL_COMMAND_MAP_BUFFER},
                {unmap, CL_COMMAND_UNMAP_MEM_OBJECT},
                {migrate, CL_COMMAND_MIGRATE_MEM_OBJECTS},
                {range, CL_COMMAND_NDRANGE_KERNEL},
                {task, CL_COMMAND_TASK},
                {mark, CL_COMMAND_MARKER},
                {bar, CL_COMMAND_BARRIER}};

static void events_of_commands(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(commands); i++) {
    cl_event event;
    OK(commands[i].run(on.queue, 0, NULL, &event));
    cl_command_type type;
    query_fixed(ask_event, event, CL_EVENT_COMMAND_TYPE, sizeof type, &type);
    if (commands[i].run != task) assert_int_equal(type, commands[i].type);
    cl_command_queue queue;
    query_fixed(ask_event, event, CL_EVENT_COMMAND_QUEUE, sizeof queue, &queue);
    assert_ptr_equal(queue, on.queue);
    cl_context context;
    query_fixed(ask_event, event, CL_EVENT_CONTEXT, sizeof context, &context);
    assert_ptr_equal(context, on.context);
    OK(clWaitForEvents(1, &event));
    cl_int status;
    query_fixed(ask_event, event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status);
    assert_int_equal(status, CL_COMPLETE);
    EXPECT(clGetEventInfo(event, CL_PROFILING_COMMAND_END, sizeof type, &type, NULL), CL_INVALID_VALUE);
    OK(clReleaseEvent(event));
  }
}

static void event_of_a_task(void **state) {
  (void)state;
  cl_event event;
  cl_command_type type;
  OK(task(on.queue, 0, NULL, &event));
  OK(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
  assert_int_equal(type, CL_COMMAND_TASK);
  OK(clReleaseEvent(event));
}

static void commands_without_event(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(commands); i++) {
    OK(commands[i].run(on.queue, 0, NULL, NULL));
    OK(clFinish(on.queue));
  }
}

static void commands_wait(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(commands); i++) {
    cl_event gates[] = {gate_of(), gate_of()}, event;
    OK(commands[i].run(on.queue, 2, gates, &event));
    OK(clFlush(on.queue));
    const cl_int before = status_of(event);
    assert_true(before == CL_QUEUED || before == CL_SUBMITTED);
    OK(clSetUserEventStatus(gates[0], CL_COMPLETE));
    assert_true(status_of(event) > CL_RUNNING);
    OK(clSetUserEventStatus(gates[1], CL_COMPLETE));
    OK(clWaitForEvents(1, &event));
    assert_int_equal(status_of(event), CL_COMPLETE);
    OK(clReleaseEvent(event));
    for (int j = 0; j < 2; j++) OK(clReleaseEvent(gates[j]));
  }
}

// Every command refuses the list with the code. unmap has what to unmap; map comes when that is over.
static void all_refuse(cl_uint count, const cl_event *list, cl_int code) {
  int wrong = 0;
  OK(map(on.queue, 0, NULL, NULL));
  for (size_t i = 0; i <= COUNT(commands); i++) {
    cl_event event = NULL;
    const bool last = i == COUNT(commands);
    if (last) {
      OK(unmap(on.queue, 0, NULL, NULL));
      OK(clFinish(on.queue));
    } else if (commands[i].run == map) {
      continue;
    }
    const cl_int found = (last ? map : commands[i].run)(on.queue, count, list, &event);
    tell_refused(found, "a command");
    if (found == code && !event) continue;
    print_error("command %#x: found %d, expected %d\n", last ? CL_COMMAND_MAP_BUFFER : commands[i].type, found, code);
    wrong++;
  }
  assert_int_equal(wrong, 0);
}

static void wait_lists_refused(void **state) {
  (void)state;
  cl_event gate = gate_of();
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  all_refuse(1, NULL, CL_INVALID_EVENT_WAIT_LIST);
  all_refuse(0, &gate, CL_INVALID_EVENT_WAIT_LIST);
  OK(clReleaseEvent(gate));
}

static void null_in_wait_lists(void **state) {
  (void)state;
  cl_event gate = gate_of();
  const cl_event none[] = {gate, NULL};
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  all_refuse(2, none, CL_INVALID_EVENT_WAIT_LIST);
  OK(clReleaseEvent(gate));
}

static void wait_lists_of_other_context(void **state) {
  (void)state;
  cl_context far = clCreateContext(NULL, 1, &on.device, NULL, NULL, &error);
  OK(error);
  cl_event gate = clCreateUserEvent(far, &error);
  OK(error);
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  all_refuse(1, &gate, CL_INVALID_CONTEXT);
  EXPECT(clEnqueueWaitForEvents(on.queue, 1, &gate), CL_INVALID_CONTEXT);
  OK(clReleaseEvent(gate));
  OK(clReleaseContext(far));
}

// A command whose wait list has an event that ends with an error is not run, and ends with an error.
static void commands_after_an_error(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(commands); i++) {
    if (commands[i].run == unmap) continue;
    cl_command_queue queue = clCreateCommandQueue(on.context, on.device, 0, &error);
    OK(error);
    cl_event gate = gate_of(), event;
    OK(commands[i].run(queue, 1, &gate, &event));
    OK(clFlush(queue));
    OK(clSetUserEventStatus(gate, -42));
    EXPECT(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    assert_true(status_of(event) < 0);
    OK(clReleaseEvent(gate));
    OK(clReleaseEvent(event));
    OK(clReleaseCommandQueue(queue));
  }
}

// An error passes from queue to queue.
static void error_through_queues(void **state) {
  (void)state;
  cl_command_queue queues[3];
  cl_event gate = gate_of(), events[3];
  for (int i = 0; i < 3; i++) {
    queues[i] = clCreateCommandQueue(on.context, on.device, 0, &error);
    OK(error);
    OK(range(queues[i], 1, i ? &events[i - 1] : &gate, &events[i]));
    OK(clFlush(queues[i]));
  }
  OK(clSetUserEventStatus(gate, -5));
  for (int i = 2; i >= 0; i--) {
    EXPECT(clWaitForEvents(1, &events[i]), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    assert_true(status_of(events[i]) < 0);
    OK(clReleaseEvent(events[i]));
    OK(clReleaseCommandQueue(queues[i]));
  }
  OK(clReleaseEvent(gate));
}

static void error_leaves_memory(void **state) {
  (void)state;
  cl_int before[INTS], after[INTS], data[INTS];
  cl_event gate = gate_of(), events[3];
  memset(data, 0x55, sizeof data);
  cl_command_queue queue = clCreateCommandQueue(on.context, on.device, 0, &error);
  OK(error);
  read_all(buffer, BYTES, before);
  OK(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, BYTES, data, 1, &gate, &events[0]));
  OK(range(queue, 1, &events[0], &events[1]));
  OK(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, BYTES, data, 1, &events[1], &events[2]));
  OK(clFlush(queue));
  OK(clSetUserEventStatus(gate, CL_OUT_OF_RESOURCES));
  EXPECT(clWaitForEvents(3, events), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  for (int i = 0; i < 3; i++) {
    assert_true(status_of(events[i]) < 0);
    OK(clReleaseEvent(events[i]));
  }
  for (int i = 0; i < INTS; i++) assert_int_equal(data[i], 0x55555555);
  read_all(buffer, BYTES, after);
  assert_memory_equal(before, after, BYTES);
  OK(clReleaseEvent(gate));
  OK(clReleaseCommandQueue(queue));
}

// ---- blocking commands ----------------------------------------------------------------------------------------------
static void blocking_after_an_error(void **state) {
  (void)state;
  cl_event gate = gate_of();
  cl_command_queue queue = clCreateCommandQueue(on.context, on.device, 0, &error);
  OK(error);
  OK(clSetUserEventStatus(gate, -1));
  const cl_int code = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  EXPECT(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, BYTES, host, 1, &gate, NULL), code);
  EXPECT(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, BYTES, host, 1, &gate, NULL), code);
  EXPECT(clEnqueueReadBufferRect(queue, buffer, CL_TRUE, origin, origin, region, 0, 0, 0, 0, host, 1, &gate, NULL),
         code);
  EXPECT(clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, origin, origin, region, 0, 0, 0, 0, host, 1, &gate, NULL),
         code);
  NONE(clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, BYTES, 1, &gate, NULL, &error), code);
  OK(clReleaseEvent(gate));
  OK(clReleaseCommandQueue(queue));
}

static void blocking_with_event(void **state) {
  (void)state;
  cl_event event;
  OK(clEnqueueReadBuffer(on.queue, buffer, CL_TRUE, 0, BYTES, host, 0, NULL, &event));
  assert_int_equal(status_of(event), CL_COMPLETE);
  OK(clReleaseEvent(event));
  OK(clEnqueueWriteBuffer(on.queue, buffer, CL_TRUE, 0, BYTES, host, 0, NULL, &event));
  assert_int_equal(status_of(event), CL_COMPLETE);
  OK(clReleaseEvent(event));
}

// ---- user events ----------------------------------------------------------------------------------------------------
static void user_event(void **state) {
  (void)state;
  cl_event gate = gate_of();
  cl_command_type type;
  query_fixed(ask_event, gate, CL_EVENT_COMMAND_TYPE, sizeof type, &type);
  assert_int_equal(type, CL_COMMAND_USER);
  cl_command_queue queue = on.queue;
  query_fixed(ask_event, gate, CL_EVENT_COMMAND_QUEUE, sizeof queue, &queue);
  assert_null(queue);
  cl_context context;
  query_fixed(ask_event, gate, CL_EVENT_CONTEXT, sizeof context, &context);
  assert_ptr_equal(context, on.context);
  assert_int_equal(status_of(gate), CL_SUBMITTED);
  assert_int_equal(references_of_event(gate), 1);
  OK(clRetainEvent(gate));
  assert_int_equal(references_of_event(gate), 2);
  OK(clReleaseEvent(gate));
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  assert_int_equal(status_of(gate), CL_COMPLETE);
  OK(clWaitForEvents(1, &gate));
  OK(clReleaseEvent(gate));
}

static void user_event_fails(void **state) {
  (void)state;
  cl_event gate = gate_of();
  OK(clSetUserEventStatus(gate, -1234));
  assert_int_equal(status_of(gate), -1234);
  EXPECT(clWaitForEvents(1, &gate), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  OK(clReleaseEvent(gate));
}

static void user_event_refused(void **state) {
  (void)state;
  cl_event gate = gate_of(), event;
  EXPECT(clSetUserEventStatus(gate, CL_RUNNING), CL_INVALID_VALUE);
  EXPECT(clSetUserEventStatus(gate, CL_SUBMITTED), CL_INVALID_VALUE);
  EXPECT(clSetUserEventStatus(gate, CL_QUEUED), CL_INVALID_VALUE);
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  EXPECT(clSetUserEventStatus(gate, CL_COMPLETE), CL_INVALID_OPERATION);
  EXPECT(clSetUserEventStatus(gate, -1), CL_INVALID_OPERATION);
  assert_int_equal(status_of(gate), CL_COMPLETE);
  OK(clReleaseEvent(gate));
  OK(mark(on.queue, 0, NULL, &event));
  EXPECT(clSetUserEventStatus(event, CL_COMPLETE), CL_INVALID_EVENT);
  OK(clReleaseEvent(event));
}

static void user_event_without_code(void **state) {
  (void)state;
  cl_event gate = clCreateUserEvent(on.context, NULL);
  assert_non_null(gate);
  OK(clReleaseEvent(gate));
}

// ---- waiting --------------------------------------------------------------------------------------------------------
static void wait_refused(void **state) {
  (void)state;
  cl_context far = clCreateContext(NULL, 1, &on.device, NULL, NULL, &error);
  OK(error);
  cl_event gate = gate_of(), elsewhere = clCreateUserEvent(far, &error);
  OK(error);
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  OK(clSetUserEventStatus(elsewhere, CL_COMPLETE));
  const cl_event two[] = {gate, elsewhere};
  EXPECT(clWaitForEvents(0, &gate), CL_INVALID_VALUE);
  EXPECT(clWaitForEvents(1, NULL), CL_INVALID_VALUE);
  EXPECT(clWaitForEvents(2, two), CL_INVALID_CONTEXT);
  OK(clReleaseEvent(gate));
  OK(clReleaseEvent(elsewhere));
  OK(clReleaseContext(far));
}

static void wait_for_null(void **state) {
  (void)state;
  cl_event gate = gate_of();
  const cl_event none[] = {gate, NULL};
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  EXPECT(clWaitForEvents(2, none), CL_INVALID_EVENT);
  OK(clReleaseEvent(gate));
}

static void wait_for_several(void **state) {
  (void)state;
  cl_event events[5];
  OK(write(on.queue, 0, NULL, &events[0]));
  OK(range(on.queue, 0, NULL, &events[1]));
  OK(read(on.queue, 0, NULL, &events[2]));
  events[3] = events[0];
  events[4] = events[2];
  OK(clWaitForEvents(5, events));
  for (int i = 0; i < 3; i++) {
    assert_int_equal(status_of(events[i]), CL_COMPLETE);
    OK(clReleaseEvent(events[i]));
  }
}

static void list_may_be_released(void **state) {
  (void)state;
  cl_event gate = gate_of(), first, second;
  OK(mark(on.queue, 1, &gate, &first));
  OK(range(on.queue, 1, &first, &second));
  OK(clReleaseEvent(first));
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  OK(clReleaseEvent(gate));
  OK(clWaitForEvents(1, &second));
  OK(clReleaseEvent(second));
}

static void event_outlives_its_queue(void **state) {
  (void)state;
  cl_command_queue queue = clCreateCommandQueue(on.context, on.device, 0, &error);
  OK(error);
  cl_event event;
  OK(range(queue, 0, NULL, &event));
  OK(clReleaseCommandQueue(queue));
  OK(clWaitForEvents(1, &event));
  assert_int_equal(status_of(event), CL_COMPLETE);
  OK(clRetainEvent(event));
  OK(clReleaseEvent(event));
  assert_int_equal(status_of(event), CL_COMPLETE);
  OK(clReleaseEvent(event));
}

// ---- callbacks ------------------------------------------------------------------------------------------------------
static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int calls;
  cl_event event;
  cl_int status[8];
  void *user[8];
  cl_event opens;  // set by the callback, if there is one
} called = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void CL_CALLBACK callback(cl_event event, cl_int status, void *user) {
  pthread_mutex_lock(&called.lock);
  called.event = event;
  called.status[called.calls % 8] = status;
  called.user[called.calls % 8] = user;
  called.calls++;
  if (called.opens) clSetUserEventStatus(called.opens, CL_COMPLETE);
  pthread_cond_broadcast(&called.changed);
  pthread_mutex_unlock(&called.lock);
}

static void none_called(void) {
  pthread_mutex_lock(&called.lock);
  called.calls = 0;
  called.opens = NULL;
  pthread_mutex_unlock(&called.lock);
}

static void until_called(int calls) {
  pthread_mutex_lock(&called.lock);
  while (called.calls < calls) pthread_cond_wait(&called.changed, &called.lock);
  assert_int_equal(called.calls, calls);
  pthread_mutex_unlock(&called.lock);
}

static void callbacks(void **state) {
  (void)state;
  static const cl_int all[] = {CL_SUBMITTED, CL_RUNNING, CL_COMPLETE};
  for (int i = 0; i < 3; i++) {
    int mine = 0;
    cl_event gate = gate_of(), event;
    none_called();
    OK(range(on.queue, 1, &gate, &event));
    OK(clSetEventCallback(event, all[i], callback, &mine));
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clWaitForEvents(1, &event));
    until_called(1);
    assert_int_equal(called.status[0], all[i]);
    assert_ptr_equal(called.user[0], &mine);
    assert_ptr_equal(called.event, event);
    OK(clReleaseEvent(gate));
    OK(clReleaseEvent(event));
  }
}

// All that are registered are called, each once, in any order.
static void several_callbacks(void **state) {
  (void)state;
  int seen[3] = {0}, users[5];
  static const cl_int all[] = {CL_COMPLETE, CL_RUNNING, CL_COMPLETE, CL_SUBMITTED, CL_COMPLETE};
  cl_event gate = gate_of(), event;
  none_called();
  OK(range(on.queue, 1, &gate, &event));
  for (int i = 0; i < 5; i++) OK(clSetEventCallback(event, all[i], callback, &users[i]));
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  OK(clWaitForEvents(1, &event));
  until_called(5);
  for (int i = 0; i < 5; i++) seen[called.status[i]]++;
  assert_int_equal(seen[CL_COMPLETE], 3);
  assert_int_equal(seen[CL_RUNNING], 1);
  assert_int_equal(seen[CL_SUBMITTED], 1);
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < i; j++) assert_ptr_not_equal(called.user[i], called.user[j]);
  OK(clReleaseEvent(gate));
  OK(clReleaseEvent(event));
}

static void callback_of_what_is_over(void **state) {
  (void)state;
  cl_event event;
  OK(range(on.queue, 0, NULL, &event));
  OK(clWaitForEvents(1, &event));
  none_called();
  OK(clSetEventCallback(event, CL_COMPLETE, callback, NULL));
  until_called(1);
  assert_int_equal(called.status[0], CL_COMPLETE);
  assert_null(called.user[0]);
  OK(clReleaseEvent(event));
}

static void callback_of_user_event(void **state) {
  (void)state;
  cl_event gate = gate_of();
  none_called();
  OK(clSetEventCallback(gate, CL_COMPLETE, callback, NULL));
  assert_int_equal(called.calls, 0);
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  until_called(1);
  assert_int_equal(called.status[0], CL_COMPLETE);
  OK(clReleaseEvent(gate));
}

static void callback_of_an_error(void **state) {
  (void)state;
  cl_command_queue queue = clCreateCommandQueue(on.context, on.device, 0, &error);
  OK(error);
  cl_event gate = gate_of(), event;
  OK(range(queue, 1, &gate, &event));
  none_called();
  OK(clSetEventCallback(gate, CL_COMPLETE, callback, NULL));
  OK(clSetUserEventStatus(gate, -77));
  until_called(1);
  assert_int_equal(called.status[0], -77);
  OK(clSetEventCallback(event, CL_COMPLETE, callback, NULL));
  until_called(2);
  assert_true(called.status[1] < 0);
  OK(clReleaseEvent(gate));
  OK(clReleaseEvent(event));
  OK(clReleaseCommandQueue(queue));
}

// All callbacks of a command that is not run are called. Those for which it never had the status get the error.
static void callbacks_of_an_error(void **state) {
  (void)state;
  static const cl_int all[] = {CL_COMPLETE, CL_RUNNING, CL_SUBMITTED};
  cl_command_queue queue = clCreateCommandQueue(on.context, on.device, 0, &error);
  OK(error);
  cl_event gate = gate_of(), event;
  OK(range(queue, 1, &gate, &event));
  none_called();
  for (intptr_t i = 0; i < 3; i++) OK(clSetEventCallback(event, all[i], callback, (void *)i));
  OK(clSetUserEventStatus(gate, -77));
  until_called(3);
  for (int i = 0; i < 3; i++)
    if (called.user[i] == (void *)2) assert_true(called.status[i] < 0 || called.status[i] == CL_SUBMITTED);
    else assert_true(called.status[i] < 0);
  OK(clReleaseEvent(gate));
  OK(clReleaseEvent(event));
  OK(clReleaseCommandQueue(queue));
}

// A callback may set a user event.
static void callback_opens_a_gate(void **state) {
  (void)state;
  cl_event gate = gate_of(), first, second;
  none_called();
  called.opens = gate;
  OK(range(on.queue, 0, NULL, &first));
  OK(range(on.queue, 1, &gate, &second));
  OK(clSetEventCallback(first, CL_COMPLETE, callback, NULL));
  OK(clFlush(on.queue));
  OK(clWaitForEvents(1, &second));
  until_called(1);
  none_called();
  OK(clReleaseEvent(gate));
  OK(clReleaseEvent(first));
  OK(clReleaseEvent(second));
}

// The event is released before it is over.
static void callback_after_release(void **state) {
  (void)state;
  cl_event gate = gate_of(), event;
  none_called();
  OK(range(on.queue, 1, &gate, &event));
  OK(clSetEventCallback(event, CL_COMPLETE, callback, NULL));
  OK(clReleaseEvent(event));
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  OK(clReleaseEvent(gate));
  OK(clFinish(on.queue));
  until_called(1);
  assert_int_equal(called.status[0], CL_COMPLETE);
}

static void callback_refused(void **state) {
  (void)state;
  cl_event gate = gate_of();
  EXPECT(clSetEventCallback(gate, CL_COMPLETE, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clSetEventCallback(gate, CL_QUEUED, callback, NULL), CL_INVALID_VALUE);
  EXPECT(clSetEventCallback(gate, 17, callback, NULL), CL_INVALID_VALUE);
  EXPECT(clSetEventCallback(gate, -1, callback, NULL), CL_INVALID_VALUE);
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  OK(clReleaseEvent(gate));
}

// ---- profiling ------------------------------------------------------------------------------------------------------
static void profiling(void **state) {
  (void)state;
  cl_ulong last = 0;
  for (size_t i = 0; i < COUNT(commands); i++) {
    cl_event event;
    cl_ulong times[4];
    OK(commands[i].run(on.queue, 0, NULL, &event));
    OK(clWaitForEvents(1, &event));
    for (cl_uint j = 0; j < 4; j++)
      query_fixed(ask_profile, event, CL_PROFILING_COMMAND_QUEUED + j, sizeof *times, &times[j]);
    for (int j = 1; j < 4; j++) assert_true(times[j] >= times[j - 1]);
    assert_true(times[2] >= last);  // in order
    last = times[3];
    EXPECT(clGetEventProfilingInfo(event, CL_EVENT_CONTEXT, sizeof *times, times, NULL), CL_INVALID_VALUE);
    OK(clReleaseEvent(event));
  }
}

static void profiling_of_a_launch(void **state) {
  (void)state;
  cl_event event;
  cl_ulong start, end;
  OK(range(on.queue, 0, NULL, &event));
  OK(clWaitForEvents(1, &event));
  OK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL));
  OK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL));
  assert_true(end > start);
  OK(clReleaseEvent(event));
}

static void profiling_not_available(void **state) {
  (void)state;
  cl_ulong time;
  cl_command_queue queue = clCreateCommandQueue(on.context, on.device, 0, &error);
  OK(error);
  cl_event gate = gate_of(), event;
  OK(range(queue, 0, NULL, &event));
  OK(clWaitForEvents(1, &event));
  const cl_int code = CL_PROFILING_INFO_NOT_AVAILABLE;
  EXPECT(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof time, &time, NULL), code);
  OK(clReleaseEvent(event));
  OK(range(on.queue, 1, &gate, &event));
  EXPECT(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof time, &time, NULL), code);
  EXPECT(clGetEventProfilingInfo(gate, CL_PROFILING_COMMAND_END, sizeof time, &time, NULL), code);
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  EXPECT(clGetEventProfilingInfo(gate, CL_PROFILING_COMMAND_QUEUED, sizeof time, &time, NULL), code);
  OK(clWaitForEvents(1, &event));
  OK(clReleaseEvent(event));
  OK(clReleaseEvent(gate));
  OK(clReleaseCommandQueue(queue));
}

static void profiling_after_an_error(void **state) {
  (void)state;
  cl_ulong time;
  cl_command_queue queue = clCreateCommandQueue(on.context, on.device, CL_QUEUE_PROFILING_ENABLE, &error);
  OK(error);
  cl_event gate = gate_of(), event;
  OK(range(queue, 1, &gate, &event));
  OK(clSetUserEventStatus(gate, -3));
  EXPECT(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof time, &time, NULL),
         CL_PROFILING_INFO_NOT_AVAILABLE);
  OK(clReleaseEvent(event));
  OK(clReleaseEvent(gate));
  OK(clReleaseCommandQueue(queue));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(events_of_commands),
      cmocka_unit_test(event_of_a_task),
      cmocka_unit_test(commands_without_event),
      cmocka_unit_test(commands_wait),
      cmocka_unit_test(wait_lists_refused),
      cmocka_unit_test(null_in_wait_lists),
      cmocka_unit_test(wait_lists_of_other_context),
      cmocka_unit_test(commands_after_an_error),
      cmocka_unit_test(error_through_queues),
      cmocka_unit_test(error_leaves_memory),
      cmocka_unit_test(blocking_after_an_error),
      cmocka_unit_test(blocking_with_event),
      cmocka_unit_test(user_event),
      cmocka_unit_test(user_event_fails),
      cmocka_unit_test(user_event_refused),
      cmocka_unit_test(user_event_without_code),
      cmocka_unit_test(wait_refused),
      cmocka_unit_test(wait_for_null),
      cmocka_unit_test(wait_for_several),
      cmocka_unit_test(list_may_be_released),
      cmocka_unit_test(event_outlives_its_queue),
      cmocka_unit_test(callbacks),
      cmocka_unit_test(several_callbacks),
      cmocka_unit_test(callback_of_what_is_over),
      cmocka_unit_test(callback_of_user_event),
      cmocka_unit_test(callback_of_an_error),
      cmocka_unit_test(callbacks_of_an_error),
      cmocka_unit_test(callback_opens_a_gate),
      cmocka_unit_test(callback_after_release),
      cmocka_unit_test(callback_refused),
      cmocka_unit_test(profiling),
      cmocka_unit_test(profiling_of_a_launch),
      cmocka_unit_test(profiling_not_available),
      cmocka_unit_test(profiling_after_an_error),
  };
  return RUN_WITH(tests, open_kernel, close_kernel);
}
