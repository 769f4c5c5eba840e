// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2, 5.2.1, 5.4: buffers, sub-buffers, what they say of themselves, destructor callbacks.
#include "opencl_test.h"

#include <pthread.h>

enum { INTS = 64, BYTES = INTS * 4 };
static const char source[] = "kernel void add(global int *x, int n) { x[get_global_id(0)] += n; }\n";

static cl_int ask(const void *object, cl_uint name, size_t size, void *value, size_t *needed) {
  return clGetMemObjectInfo((cl_mem)(uintptr_t)object, name, size, value, needed);
}

static size_t align(void) {
  cl_uint bits;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL));
  return bits / 8;
}

static cl_uint references(cl_mem buffer) {
  cl_uint count;
  OK(clGetMemObjectInfo(buffer, CL_MEM_REFERENCE_COUNT, sizeof count, &count, NULL));
  return count;
}

static cl_mem part_of(cl_mem buffer, cl_mem_flags flags, size_t origin, size_t size) {
  const cl_buffer_region region = {origin, size};
  return clCreateSubBuffer(buffer, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
}

static void describes(cl_mem buffer, cl_mem_flags flags, size_t size, void *host, cl_mem of, size_t offset) {
  cl_mem_object_type type;
  query_fixed(ask, buffer, CL_MEM_TYPE, sizeof type, &type);
  assert_int_equal(type, CL_MEM_OBJECT_BUFFER);
  cl_mem_flags is;
  query_fixed(ask, buffer, CL_MEM_FLAGS, sizeof is, &is);
  assert_int_equal(is, flags);
  size_t number;
  query_fixed(ask, buffer, CL_MEM_SIZE, sizeof number, &number);
  assert_int_equal(number, size);
  void *at = buffer;
  query_fixed(ask, buffer, CL_MEM_HOST_PTR, sizeof at, &at);
  assert_ptr_equal(at, host);
  cl_uint count;
  query_fixed(ask, buffer, CL_MEM_MAP_COUNT, sizeof count, &count);
  assert_int_equal(count, 0);
  query_fixed(ask, buffer, CL_MEM_REFERENCE_COUNT, sizeof count, &count);
  cl_context context;
  query_fixed(ask, buffer, CL_MEM_CONTEXT, sizeof context, &context);
  assert_ptr_equal(context, on.context);
  cl_mem whole = buffer;
  query_fixed(ask, buffer, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof whole, &whole);
  assert_ptr_equal(whole, of);
  query_fixed(ask, buffer, CL_MEM_OFFSET, sizeof number, &number);
  assert_int_equal(number, offset);
}

static void info(void **state) {
  (void)state;
  static const cl_mem_flags all[] = {CL_MEM_READ_WRITE,
                                     CL_MEM_READ_ONLY,
                                     CL_MEM_WRITE_ONLY,
                                     CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
                                     CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY,
                                     CL_MEM_READ_ONLY | CL_MEM_HOST_WRITE_ONLY,
                                     CL_MEM_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS};
  for (size_t i = 0; i < COUNT(all); i++) {
    cl_mem buffer = clCreateBuffer(on.context, all[i], 100 + i, NULL, &error);
    OK(error);
    describes(buffer, all[i], 100 + i, NULL, NULL, 0);
    OK(clReleaseMemObject(buffer));
  }
}

static void info_of_host_pointers(void **state) {
  (void)state;
  static int data[INTS];
  cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR;
  cl_mem buffer = clCreateBuffer(on.context, flags, BYTES, data, &error);
  OK(error);
  describes(buffer, flags, BYTES, data, NULL, 0);
  OK(clReleaseMemObject(buffer));
  static const cl_mem_flags copies[] = {CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                        CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR};
  for (size_t i = 0; i < COUNT(copies); i++) {
    buffer = clCreateBuffer(on.context, copies[i], BYTES, data, &error);
    OK(error);
    describes(buffer, copies[i], BYTES, NULL, NULL, 0);
    OK(clReleaseMemObject(buffer));
  }
}

static void info_refused(void **state) {
  (void)state;
  cl_mem buffer = buffer_of(BYTES, NULL);
  cl_ulong value;
  EXPECT(clGetMemObjectInfo(buffer, CL_DEVICE_NAME, sizeof value, &value, NULL), CL_INVALID_VALUE);
  OK(clReleaseMemObject(buffer));
}

// Without a flag of access a buffer is for reading and writing.
static void flags_of_none(void **state) {
  (void)state;
  cl_mem buffer = buffer_of(BYTES, NULL);
  cl_mem_flags flags;
  OK(clGetMemObjectInfo(buffer, CL_MEM_FLAGS, sizeof flags, &flags, NULL));
  assert_true(flags == 0 || flags == CL_MEM_READ_WRITE);
  cl_mem part = part_of(buffer, CL_MEM_WRITE_ONLY, 0, 4);
  OK(error);
  OK(clReleaseMemObject(part));
  OK(clReleaseMemObject(buffer));
}

static void references_are_counted(void **state) {
  (void)state;
  cl_mem buffer = clCreateBuffer(on.context, CL_MEM_READ_WRITE, BYTES, NULL, NULL);
  assert_non_null(buffer);
  const cl_uint first = references(buffer);
  assert_int_equal(first, 1);
  OK(clRetainMemObject(buffer));
  assert_int_equal(references(buffer), 2);
  OK(clReleaseMemObject(buffer));
  assert_int_equal(references(buffer), 1);
  OK(clReleaseMemObject(buffer));
}

static void flags_refused(void **state) {
  (void)state;
  static int data[INTS];
  static const cl_mem_flags wrong[] = {CL_MEM_READ_WRITE | CL_MEM_READ_ONLY,
                                       CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY,
                                       CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY,
                                       CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY,
                                       CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS,
                                       CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS,
                                       (cl_mem_flags)1 << 40};
  for (size_t i = 0; i < COUNT(wrong); i++)
    NONE(clCreateBuffer(on.context, wrong[i], BYTES, NULL, &error), CL_INVALID_VALUE);
  NONE(clCreateBuffer(on.context, CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, BYTES, data, &error), CL_INVALID_VALUE);
  NONE(clCreateBuffer(on.context, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, BYTES, data, &error), CL_INVALID_VALUE);
}

static void sizes_refused(void **state) {
  (void)state;
  NONE(clCreateBuffer(on.context, 0, 0, NULL, &error), CL_INVALID_BUFFER_SIZE);
  assert_null(clCreateBuffer(on.context, 0, 0, NULL, NULL));
}

// More than CL_DEVICE_MAX_MEM_ALLOC_SIZE may be refused, and more than there is.
static void sizes_beyond(void **state) {
  (void)state;
  enum { MOST = 32 };
  cl_mem buffers[MOST] = {NULL};
  cl_ulong most;
  size_t count = 0;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL));
  const size_t beyond[] = {most + 1, SIZE_MAX};
  for (size_t i = 0; i < COUNT(beyond); i++) {
    cl_mem buffer = clCreateBuffer(on.context, 0, beyond[i], NULL, &error);
    ONE_OF(error, CL_SUCCESS, CL_INVALID_BUFFER_SIZE, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    assert_int_equal(buffer != NULL, error == CL_SUCCESS);
    if (buffer) OK(clReleaseMemObject(buffer));
  }
  while (count < MOST && (buffers[count] = clCreateBuffer(on.context, 0, most, NULL, &error))) count++;
  ONE_OF(error, CL_SUCCESS, CL_MEM_OBJECT_ALLOCATION_FAILURE);
  assert_true(count > 0);
  for (size_t i = 0; i < count; i++) OK(clReleaseMemObject(buffers[i]));
}

static void host_pointers_refused(void **state) {
  (void)state;
  static int data[INTS];
  NONE(clCreateBuffer(on.context, CL_MEM_USE_HOST_PTR, BYTES, NULL, &error), CL_INVALID_HOST_PTR);
  NONE(clCreateBuffer(on.context, CL_MEM_COPY_HOST_PTR, BYTES, NULL, &error), CL_INVALID_HOST_PTR);
  NONE(clCreateBuffer(on.context, 0, BYTES, data, &error), CL_INVALID_HOST_PTR);
  NONE(clCreateBuffer(on.context, CL_MEM_ALLOC_HOST_PTR, BYTES, data, &error), CL_INVALID_HOST_PTR);
}

// A copy is taken at once.
static void copied_at_once(void **state) {
  (void)state;
  static const cl_mem_flags ways[] = {CL_MEM_COPY_HOST_PTR, CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR};
  int data[INTS], found[INTS];
  for (size_t way = 0; way < COUNT(ways); way++) {
    for (int i = 0; i < INTS; i++) data[i] = i * i;
    cl_mem buffer = clCreateBuffer(on.context, ways[way], BYTES, data, &error);
    OK(error);
    memset(data, 0, sizeof data);
    read_all(buffer, BYTES, found);
    for (int i = 0; i < INTS; i++) assert_int_equal(found[i], i * i);
    OK(clReleaseMemObject(buffer));
  }
}

// A kernel changes a buffer that uses memory of the host; that has it when the buffer is mapped.
static void host_memory_in_use(void **state) {
  (void)state;
  static int data[INTS];
  for (int i = 0; i < INTS; i++) data[i] = i;
  cl_mem buffer = clCreateBuffer(on.context, CL_MEM_USE_HOST_PTR, BYTES, data, &error);
  OK(error);
  cl_program program = program_of(source, "");
  cl_kernel kernel = kernel_of(program, "add");
  for (cl_int i = 1; i <= 2; i++) {
    set_buffer(kernel, 0, buffer);
    OK(clSetKernelArg(kernel, 1, sizeof i, &i));
    run_line(kernel, INTS, 0);
    int *at =
        clEnqueueMapBuffer(on.queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, BYTES, 0, NULL, NULL, &error);
    OK(error);
    assert_ptr_equal(at, data);
    for (int j = 0; j < INTS; j++) assert_int_equal(data[j], j + (i == 1 ? 1 : 103));
    for (int j = 0; j < INTS; j++) at[j] += 100;
    OK(clEnqueueUnmapMemObject(on.queue, buffer, at, 0, NULL, NULL));
  }
  int found[INTS];
  read_all(buffer, BYTES, found);
  for (int j = 0; j < INTS; j++) assert_int_equal(found[j], j + 203);
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(program));
  OK(clReleaseMemObject(buffer));
}

// Memory of the host may begin anywhere that is good for the types in it.
static void host_memory_of_bytes(void **state) {
  (void)state;
  static char data[BYTES + 1];
  for (int i = 0; i <= BYTES; i++) data[i] = (char)i;
  cl_mem buffer = clCreateBuffer(on.context, CL_MEM_USE_HOST_PTR, BYTES, data + 1, &error);
  OK(error);
  cl_program program = program_of("kernel void add(global char *x) { x[get_global_id(0)] += 5; }\n", "");
  cl_kernel kernel = kernel_of(program, "add");
  set_buffer(kernel, 0, buffer);
  run_line(kernel, BYTES, 0);
  char *at = clEnqueueMapBuffer(on.queue, buffer, CL_TRUE, CL_MAP_READ, 3, BYTES - 3, 0, NULL, NULL, &error);
  OK(error);
  assert_ptr_equal(at, data + 4);
  for (int i = 4; i <= BYTES; i++) assert_int_equal(data[i], (char)(i + 5));
  OK(clEnqueueUnmapMemObject(on.queue, buffer, at, 0, NULL, NULL));
  OK(clFinish(on.queue));
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(program));
  OK(clReleaseMemObject(buffer));
}

// ---- sub-buffers ----------------------------------------------------------------------------------------------------
static void parts(void **state) {
  (void)state;
  const size_t step = align();
  cl_mem buffer = clCreateBuffer(on.context, CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY, 3 * step, NULL, &error);
  OK(error);
  cl_mem part = part_of(buffer, CL_MEM_READ_ONLY, step, 40);
  OK(error);
  describes(part, CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY, 40, NULL, buffer, step);
  OK(clReleaseMemObject(part));
  part = part_of(buffer, 0, 2 * step, step);  // up to the end
  OK(error);
  describes(part, CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY, step, NULL, buffer, 2 * step);
  OK(clReleaseMemObject(part));
  part = part_of(buffer, CL_MEM_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS, 0, 3 * step);
  OK(error);
  describes(part, CL_MEM_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS, 3 * step, NULL, buffer, 0);
  OK(clReleaseMemObject(part));
  OK(clReleaseMemObject(buffer));
}

static void parts_of_host_memory(void **state) {
  (void)state;
  const size_t step = align();
  char *data = calloc(3, step);
  cl_mem buffer = clCreateBuffer(on.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, 3 * step, data, &error);
  OK(error);
  cl_mem part = part_of(buffer, CL_MEM_READ_WRITE, step, step);
  OK(error);
  describes(part, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, step, data + step, buffer, step);
  OK(clReleaseMemObject(part));
  OK(clReleaseMemObject(buffer));
  OK(clFinish(on.queue));
  free(data);
}

// What is written to a part is in the whole, and the other way round; a part keeps its buffer.
static void parts_share_memory(void **state) {
  (void)state;
  const size_t step = align(), ints = step / 4;
  cl_int *data = calloc(4, step), *found = calloc(4, step);
  for (size_t i = 0; i < 4 * ints; i++) data[i] = (cl_int)i;
  cl_mem buffer = buffer_of(4 * step, data);
  cl_mem first = part_of(buffer, CL_MEM_READ_WRITE, step, 2 * step);
  OK(error);
  cl_mem second = part_of(buffer, CL_MEM_READ_WRITE, 2 * step, 2 * step);  // they overlap
  OK(error);
  cl_program program = program_of(source, "");
  cl_kernel kernel = kernel_of(program, "add");
  const cl_int n = 1000;
  set_buffer(kernel, 0, first);
  OK(clSetKernelArg(kernel, 1, sizeof n, &n));
  run_line(kernel, 2 * ints, 0);
  OK(clReleaseMemObject(buffer));
  read_all(second, 2 * step, found);
  for (size_t i = 0; i < 2 * ints; i++) assert_int_equal(found[i], (cl_int)(i + 2 * ints) + (i < ints ? n : 0));
  OK(clEnqueueWriteBuffer(on.queue, second, CL_TRUE, 0, step, data, 0, NULL, NULL));
  read_all(first, 2 * step, found);
  for (size_t i = 0; i < ints; i++) {
    assert_int_equal(found[i], (cl_int)(i + ints) + n);
    assert_int_equal(found[i + ints], (cl_int)i);
  }
  OK(clReleaseMemObject(first));
  OK(clReleaseMemObject(second));
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(program));
  free(data);
  free(found);
}

static void parts_refused(void **state) {
  (void)state;
  const size_t step = align();
  const cl_buffer_region region = {0, 4};
  cl_mem buffer = buffer_of(2 * step, NULL);
  cl_mem part = part_of(buffer, CL_MEM_READ_WRITE, step, step);
  OK(error);
  NONE(part_of(part, CL_MEM_READ_WRITE, 0, 4), CL_INVALID_MEM_OBJECT);
  NONE(clCreateSubBuffer(buffer, 0, 0x7777, &region, &error), CL_INVALID_VALUE);
  NONE(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, NULL, &error), CL_INVALID_VALUE);
  NONE(part_of(buffer, 0, 0, 2 * step + 1), CL_INVALID_VALUE);
  NONE(part_of(buffer, 0, step, step + 1), CL_INVALID_VALUE);
  NONE(part_of(buffer, 0, 2 * step, 1), CL_INVALID_VALUE);
  NONE(part_of(buffer, 0, step, SIZE_MAX - step + 1), CL_INVALID_VALUE);
  NONE(part_of(buffer, 0, step, SIZE_MAX), CL_INVALID_VALUE);
  NONE(part_of(buffer, 0, 0, 0), CL_INVALID_BUFFER_SIZE);
  NONE(part_of(buffer, 0, 1, 4), CL_MISALIGNED_SUB_BUFFER_OFFSET);
  NONE(part_of(buffer, 0, step - 1, 4), CL_MISALIGNED_SUB_BUFFER_OFFSET);
  NONE(part_of(buffer, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 0, 4), CL_INVALID_VALUE);
  NONE(part_of(buffer, CL_MEM_USE_HOST_PTR, 0, 4), CL_INVALID_VALUE);
  NONE(part_of(buffer, CL_MEM_ALLOC_HOST_PTR, 0, 4), CL_INVALID_VALUE);
  NONE(part_of(buffer, CL_MEM_COPY_HOST_PTR, 0, 4), CL_INVALID_VALUE);
  OK(clReleaseMemObject(part));
  OK(clReleaseMemObject(buffer));
}

static void parts_refused_by_flags(void **state) {
  (void)state;
  static const struct {
    cl_mem_flags whole, part;
  } wrong[] = {{CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE},          {CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY},
               {CL_MEM_READ_ONLY, CL_MEM_READ_WRITE},           {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY},
               {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY}, {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY},
               {CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY},  {CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_WRITE_ONLY}},
    good[] = {{CL_MEM_WRITE_ONLY, CL_MEM_WRITE_ONLY},
              {CL_MEM_READ_ONLY, CL_MEM_READ_ONLY},
              {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS},
              {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_WRITE_ONLY},
              {CL_MEM_READ_ONLY, 0},
              {CL_MEM_READ_ONLY, CL_MEM_HOST_NO_ACCESS}};
  for (size_t i = 0; i < COUNT(wrong); i++) {
    cl_mem buffer = clCreateBuffer(on.context, wrong[i].whole, BYTES, NULL, &error);
    OK(error);
    NONE(part_of(buffer, wrong[i].part, 0, 4), CL_INVALID_VALUE);
    OK(clReleaseMemObject(buffer));
  }
  for (size_t i = 0; i < COUNT(good); i++) {
    cl_mem buffer = clCreateBuffer(on.context, good[i].whole, BYTES, NULL, &error);
    OK(error);
    cl_mem part = part_of(buffer, good[i].part, 0, 4);
    OK(error);
    OK(clReleaseMemObject(part));
    OK(clReleaseMemObject(buffer));
  }
}

// ---- destructor callbacks -------------------------------------------------------------------------------------------
static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int calls;
  intptr_t user[4];
} called = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void CL_CALLBACK gone(cl_mem buffer, void *user) {
  (void)buffer;
  pthread_mutex_lock(&called.lock);
  called.user[called.calls++ % 4] = (intptr_t)user;
  pthread_cond_broadcast(&called.changed);
  pthread_mutex_unlock(&called.lock);
}

static void until_called(int calls) {
  pthread_mutex_lock(&called.lock);
  while (called.calls < calls) pthread_cond_wait(&called.changed, &called.lock);
  pthread_mutex_unlock(&called.lock);
}

// They are called in the reverse order of their registration.
static void destructors(void **state) {
  (void)state;
  cl_mem buffer = buffer_of(BYTES, NULL);
  called.calls = 0;
  for (intptr_t i = 1; i <= 3; i++) OK(clSetMemObjectDestructorCallback(buffer, gone, (void *)i));
  OK(clRetainMemObject(buffer));
  OK(clReleaseMemObject(buffer));
  assert_int_equal(called.calls, 0);
  OK(clReleaseMemObject(buffer));
  until_called(3);
  for (int i = 0; i < 3; i++) assert_int_equal(called.user[i], 3 - i);
}

static void destructor_waits_for_commands(void **state) {
  (void)state;
  cl_int data[INTS];
  cl_event gate = clCreateUserEvent(on.context, &error), event;
  OK(error);
  cl_mem buffer = buffer_of(BYTES, NULL);
  called.calls = 0;
  OK(clSetMemObjectDestructorCallback(buffer, gone, NULL));
  OK(clEnqueueReadBuffer(on.queue, buffer, CL_FALSE, 0, BYTES, data, 1, &gate, &event));
  OK(clReleaseMemObject(buffer));
  assert_int_equal(called.calls, 0);
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  OK(clWaitForEvents(1, &event));
  OK(clReleaseEvent(event));
  OK(clReleaseEvent(gate));
  until_called(1);
}

static void destructor_of_a_part(void **state) {
  (void)state;
  cl_mem buffer = buffer_of(BYTES, NULL);
  cl_mem part = part_of(buffer, 0, 0, 4);
  OK(error);
  called.calls = 0;
  OK(clSetMemObjectDestructorCallback(buffer, gone, (void *)1));
  OK(clSetMemObjectDestructorCallback(part, gone, (void *)2));
  OK(clReleaseMemObject(buffer));
  assert_int_equal(called.calls, 0);
  OK(clReleaseMemObject(part));
  until_called(2);
  assert_int_equal(called.user[0] + called.user[1], 3);
}

static void destructor_refused(void **state) {
  (void)state;
  cl_mem buffer = buffer_of(BYTES, NULL);
  EXPECT(clSetMemObjectDestructorCallback(buffer, NULL, NULL), CL_INVALID_VALUE);
  OK(clReleaseMemObject(buffer));
}

// A context lives as long as its buffers.
static void buffer_keeps_its_context(void **state) {
  (void)state;
  cl_context context = clCreateContext(NULL, 1, &on.device, NULL, NULL, &error), found;
  OK(error);
  cl_mem buffer = clCreateBuffer(context, 0, 4, NULL, &error);
  OK(error);
  cl_command_queue queue = clCreateCommandQueue(context, on.device, 0, &error);
  OK(error);
  OK(clReleaseContext(context));
  cl_int value = 5, again = 0;
  OK(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
  OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &again, 0, NULL, NULL));
  assert_int_equal(again, 5);
  OK(clGetMemObjectInfo(buffer, CL_MEM_CONTEXT, sizeof found, &found, NULL));
  assert_ptr_equal(found, context);
  OK(clReleaseCommandQueue(queue));
  OK(clReleaseMemObject(buffer));
}

static void many_buffers(void **state) {
  (void)state;
  cl_mem buffers[100];
  for (int round = 0; round < 3; round++) {
    for (cl_int i = 0; i < 100; i++) buffers[i] = buffer_of(sizeof i, &i);
    for (cl_int i = 0; i < 100; i++) {
      cl_int found;
      read_all(buffers[i], sizeof found, &found);
      assert_int_equal(found, i);
      OK(clReleaseMemObject(buffers[i]));
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(info),
      cmocka_unit_test(info_of_host_pointers),
      cmocka_unit_test(info_refused),
      cmocka_unit_test(flags_of_none),
      cmocka_unit_test(references_are_counted),
      cmocka_unit_test(flags_refused),
      cmocka_unit_test(sizes_refused),
      cmocka_unit_test(sizes_beyond),
      cmocka_unit_test(host_pointers_refused),
      cmocka_unit_test(copied_at_once),
      cmocka_unit_test(host_memory_in_use),
      cmocka_unit_test(host_memory_of_bytes),
      cmocka_unit_test(parts),
      cmocka_unit_test(parts_of_host_memory),
      cmocka_unit_test(parts_share_memory),
      cmocka_unit_test(parts_refused),
      cmocka_unit_test(parts_refused_by_flags),
      cmocka_unit_test(destructors),
      cmocka_unit_test(destructor_waits_for_commands),
      cmocka_unit_test(destructor_of_a_part),
      cmocka_unit_test(destructor_refused),
      cmocka_unit_test(buffer_keeps_its_context),
      cmocka_unit_test(many_buffers),
  };
  return RUN(tests);
}
