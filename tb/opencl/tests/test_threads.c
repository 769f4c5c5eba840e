// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2, appendix A.2: all functions but clSetKernelArg are safe in several threads; that is for a kernel object
// of each thread's own.
#include "opencl_test.h"

#include <pthread.h>

enum { THREADS = 4, INTS = 64, BYTES = INTS * 4 };

static const char source[] =
    "kernel void add(global int *x, int n) { x[get_global_id(0)] += n; }\n"
    "kernel void count(global int *x) { atomic_inc(x); }\n";

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

// A thread counts what went wrong; cmocka's checks are for the first thread.
typedef struct {
  pthread_t thread;
  int number, wrong;
  void *shared;
} worker;

#define GOOD(condition)                                              \
  do {                                                               \
    if (!(condition)) {                                              \
      w->wrong++;                                                    \
      print_error("thread %d: not so: %s\n", w->number, #condition); \
    }                                                                \
  } while (0)
#define WELL(call) GOOD((call) == CL_SUCCESS)

static void together(void *(*run)(void *), void *shared) {
  worker workers[THREADS];
  for (int i = 0; i < THREADS; i++) {
    workers[i] = (worker){.number = i, .shared = shared};
    assert_int_equal(pthread_create(&workers[i].thread, NULL, run, &workers[i]), 0);
  }
  int wrong = 0;
  for (int i = 0; i < THREADS; i++) {
    pthread_join(workers[i].thread, NULL);
    wrong += workers[i].wrong;
  }
  assert_int_equal(wrong, 0);
}

// Launches on the queue, each on a buffer of the thread's own, and what came out.
static void launches(worker *w, cl_command_queue queue) {
  cl_int code, data[INTS], found[INTS];
  for (int i = 0; i < INTS; i++) data[i] = i;
  cl_mem x = clCreateBuffer(on.context, CL_MEM_COPY_HOST_PTR, BYTES, data, &code);
  WELL(code);
  cl_kernel kernel = clCreateKernel(program, "add", &code);
  WELL(code);
  const cl_int n = w->number + 1;
  const size_t global = INTS;
  WELL(clSetKernelArg(kernel, 0, sizeof x, &x));
  WELL(clSetKernelArg(kernel, 1, sizeof n, &n));
  for (int i = 0; i < 5; i++) {
    cl_event event;
    WELL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, &event));
    if (i % 2) WELL(clWaitForEvents(1, &event));
    WELL(clEnqueueReadBuffer(queue, x, CL_TRUE, 0, BYTES, found, 1, &event, NULL));
    for (int j = 0; j < INTS; j++) GOOD(found[j] == j + n * (i + 1));
    WELL(clReleaseEvent(event));
  }
  WELL(clReleaseKernel(kernel));
  WELL(clReleaseMemObject(x));
}

static void *own_queue(void *argument) {
  worker *w = argument;
  cl_int code;
  cl_command_queue queue = clCreateCommandQueue(on.context, on.device, 0, &code);
  WELL(code);
  launches(w, queue);
  WELL(clReleaseCommandQueue(queue));
  return NULL;
}

static void queues_of_their_own(void **state) {
  (void)state;
  together(own_queue, NULL);
}

static void *shared_queue(void *argument) {
  worker *w = argument;
  launches(w, on.queue);
  return NULL;
}

static void one_queue(void **state) {
  (void)state;
  together(shared_queue, NULL);
}

static void *own_context(void *argument) {
  worker *w = argument;
  cl_int code, value = w->number;
  for (int i = 0; i < 3; i++) {
    cl_context context = clCreateContext(NULL, 1, &on.device, NULL, NULL, &code);
    WELL(code);
    cl_command_queue queue = clCreateCommandQueue(context, on.device, 0, &code);
    WELL(code);
    cl_mem x = clCreateBuffer(context, 0, sizeof value, NULL, &code);
    WELL(code);
    WELL(clReleaseContext(context));
    WELL(clEnqueueWriteBuffer(queue, x, CL_FALSE, 0, sizeof value, &value, 0, NULL, NULL));
    cl_int found = -1;
    WELL(clEnqueueReadBuffer(queue, x, CL_TRUE, 0, sizeof found, &found, 0, NULL, NULL));
    GOOD(found == w->number);
    WELL(clReleaseMemObject(x));
    WELL(clReleaseCommandQueue(queue));
  }
  return NULL;
}

static void contexts_of_their_own(void **state) {
  (void)state;
  together(own_context, NULL);
}

static void *counts(void *argument) {
  worker *w = argument;
  cl_int code;
  cl_mem x = w->shared;
  cl_kernel kernel = clCreateKernel(program, "count", &code);
  WELL(code);
  const size_t global = 8;
  WELL(clSetKernelArg(kernel, 0, sizeof x, &x));
  for (int i = 0; i < 4; i++) WELL(clEnqueueNDRangeKernel(on.queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
  WELL(clReleaseKernel(kernel));
  WELL(clFinish(on.queue));
  return NULL;
}

static void one_buffer(void **state) {
  (void)state;
  cl_int value = 0;
  cl_mem x = buffer_of(sizeof value, &value);
  together(counts, x);
  read_all(x, sizeof value, &value);
  assert_int_equal(value, THREADS * 4 * 8);
  OK(clReleaseMemObject(x));
}

static void *retains(void *argument) {
  worker *w = argument;
  cl_mem x = w->shared;
  for (int i = 0; i < 200; i++) {
    cl_uint count = 0;
    WELL(clRetainMemObject(x));
    WELL(clRetainContext(on.context));
    WELL(clRetainCommandQueue(on.queue));
    WELL(clRetainProgram(program));
    WELL(clGetMemObjectInfo(x, CL_MEM_REFERENCE_COUNT, sizeof count, &count, NULL));
    GOOD(count >= 2 && count <= THREADS + 1);
    WELL(clReleaseProgram(program));
    WELL(clReleaseCommandQueue(on.queue));
    WELL(clReleaseContext(on.context));
    WELL(clReleaseMemObject(x));
  }
  return NULL;
}

static void retained_and_released(void **state) {
  (void)state;
  cl_mem x = buffer_of(BYTES, NULL);
  together(retains, x);
  cl_uint count;
  OK(clGetMemObjectInfo(x, CL_MEM_REFERENCE_COUNT, sizeof count, &count, NULL));
  assert_int_equal(count, 1);
  OK(clReleaseMemObject(x));
}

// Each thread has a reference, and the last one that gives it back ends the buffer.
static int gone;

static void CL_CALLBACK counted(cl_mem x, void *user) {
  (void)x, (void)user;
  __atomic_add_fetch(&gone, 1, __ATOMIC_SEQ_CST);
}

static void *releases(void *argument) {
  worker *w = argument;
  cl_mem *all = w->shared;
  for (int i = 0; i < 50; i++) WELL(clReleaseMemObject(all[i]));
  return NULL;
}

static void last_release(void **state) {
  (void)state;
  cl_mem all[50];
  gone = 0;
  for (int i = 0; i < 50; i++) {
    all[i] = buffer_of(16, NULL);
    OK(clSetMemObjectDestructorCallback(all[i], counted, NULL));
    for (int j = 1; j < THREADS; j++) OK(clRetainMemObject(all[i]));
  }
  together(releases, all);
  while (__atomic_load_n(&gone, __ATOMIC_SEQ_CST) < 50) sched_yield();
  assert_int_equal(gone, 50);
}

static void *waits(void *argument) {
  worker *w = argument;
  cl_event *events = w->shared;
  if (w->number == 0) WELL(clSetUserEventStatus(events[0], CL_COMPLETE));
  WELL(clWaitForEvents(2, events));
  cl_int status = 1;
  WELL(clGetEventInfo(events[1], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
  GOOD(status == CL_COMPLETE);
  return NULL;
}

// All wait for one event, and one of them sets it.
static void one_event(void **state) {
  (void)state;
  for (int i = 0; i < 10; i++) {
    cl_event events[2];
    events[0] = clCreateUserEvent(on.context, &error);
    OK(error);
    OK(clEnqueueMarkerWithWaitList(on.queue, 1, events, &events[1]));
    OK(clFlush(on.queue));
    together(waits, events);
    for (int j = 0; j < 2; j++) OK(clReleaseEvent(events[j]));
  }
}

static void *builds(void *argument) {
  worker *w = argument;
  cl_int code, found = -1;
  char text[128];
  snprintf(text, sizeof text, "kernel void answer(global int *o) { o[0] = %d; }\n", w->number * 3);
  const char *at = text;
  cl_program own = clCreateProgramWithSource(on.context, 1, &at, NULL, &code);
  WELL(code);
  WELL(clBuildProgram(own, 0, NULL, "", NULL, NULL));
  cl_kernel kernel = clCreateKernel(own, "answer", &code);
  WELL(code);
  cl_mem o = clCreateBuffer(on.context, 0, sizeof found, NULL, &code);
  WELL(code);
  WELL(clSetKernelArg(kernel, 0, sizeof o, &o));
  WELL(clEnqueueTask(on.queue, kernel, 0, NULL, NULL));
  WELL(clEnqueueReadBuffer(on.queue, o, CL_TRUE, 0, sizeof found, &found, 0, NULL, NULL));
  GOOD(found == w->number * 3);
  WELL(clReleaseMemObject(o));
  WELL(clReleaseKernel(kernel));
  WELL(clReleaseProgram(own));
  return NULL;
}

static void programs(void **state) {
  (void)state;
  together(builds, NULL);
}

static void *maps(void *argument) {
  worker *w = argument;
  cl_mem x = w->shared;
  cl_int code;
  for (int i = 0; i < 10; i++) {
    const size_t at = (size_t)w->number * BYTES / THREADS;
    cl_int *mapped =
        clEnqueueMapBuffer(on.queue, x, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, at, BYTES / THREADS, 0, NULL, NULL, &code);
    WELL(code);
    if (!mapped) return NULL;
    for (int j = 0; j < INTS / THREADS; j++) mapped[j] += w->number + j;
    WELL(clEnqueueUnmapMemObject(on.queue, x, mapped, 0, NULL, NULL));
  }
  return NULL;
}

static void maps_side_by_side(void **state) {
  (void)state;
  cl_int data[INTS] = {0};
  cl_mem x = buffer_of(BYTES, data);
  together(maps, x);
  read_all(x, BYTES, data);
  for (int i = 0; i < INTS; i++) assert_int_equal(data[i], 10 * (i / (INTS / THREADS) + i % (INTS / THREADS)));
  OK(clReleaseMemObject(x));
}

static void *infos(void *argument) {
  worker *w = argument;
  for (int i = 0; i < 100; i++) {
    char text[4096];
    size_t needed;
    cl_uint count;
    cl_device_id devices[16];
    WELL(clGetDeviceIDs(on.platform, CL_DEVICE_TYPE_ALL, 16, devices, &count));
    WELL(clGetDeviceInfo(on.device, CL_DEVICE_NAME, sizeof text, text, &needed));
    GOOD(strlen(text) + 1 == needed);
    WELL(clGetProgramInfo(program, CL_PROGRAM_SOURCE, sizeof text, text, NULL));
    GOOD(!strcmp(text, source));
    WELL(clGetCommandQueueInfo(on.queue, CL_QUEUE_REFERENCE_COUNT, sizeof count, &count, NULL));
  }
  return NULL;
}

static void information(void **state) {
  (void)state;
  together(infos, NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(queues_of_their_own),
      cmocka_unit_test(one_queue),
      cmocka_unit_test(contexts_of_their_own),
      cmocka_unit_test(one_buffer),
      cmocka_unit_test(retained_and_released),
      cmocka_unit_test(last_release),
      cmocka_unit_test(one_event),
      cmocka_unit_test(programs),
      cmocka_unit_test(maps_side_by_side),
      cmocka_unit_test(information),
  };
  return RUN_WITH(tests, open_program, close_program);
}
