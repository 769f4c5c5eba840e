// SPDX-License-Identifier: Apache-2.0
// OpenCL 3.0, 5.6: shared virtual memory, on a device that has buffers of it, and on one that has none.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "opencl_test.h"

enum { ITEMS = 64, BYTES = ITEMS * sizeof(cl_int) };

static const char source[] =
    "kernel void add(global int *to, global const int *from, int n) {\n"
    "  const int i = get_global_id(0);\n"
    "  to[i] = from[i] + n;\n"
    "}\n"
    "typedef struct node { global struct node *next; int value, seen; } node;\n"
    "kernel void walk(global node *first, global int *sum) {\n"
    "  *sum = 0;\n"
    "  for (global node *at = first; at; at = at->next) {\n"
    "    at->seen = 1;\n"
    "    *sum += at->value;\n"
    "  }\n"
    "}\n"
    "kernel void which(global void *of, global ulong *to) { *to = (ulong)of; }\n"
    "kernel void of_local(local int *part, int n) {}\n";

typedef struct node {
  struct node *next;
  cl_int value, seen;
} node;

static cl_program program;
static cl_kernel add;
static cl_context other;  // and a queue of it
static cl_command_queue of_other;

static int open_program(void **state) {
  open_bench(state);
  program = program_of(source, "");
  add = kernel_of(program, "add");
  other = clCreateContext(NULL, 1, &on.device, NULL, NULL, &error);
  OK(error);
  of_other = clCreateCommandQueue(other, on.device, 0, &error);
  OK(error);
  return 0;
}

static int close_program(void **state) {
  OK(clReleaseCommandQueue(of_other));
  OK(clReleaseContext(other));
  OK(clReleaseKernel(add));
  OK(clReleaseProgram(program));
  return close_bench(state);
}

static cl_device_svm_capabilities has(void) {
  cl_device_svm_capabilities found = 0;
  if (is_version_3()) OK(clGetDeviceInfo(on.device, CL_DEVICE_SVM_CAPABILITIES, sizeof found, &found, NULL));
  return found;
}

#define NEEDS_SVM       \
  do {                  \
    NEEDS_3;            \
    if (!has()) skip(); \
  } while (0)

static void *shared(size_t bytes) {
  void *found = clSVMAlloc(on.context, CL_MEM_READ_WRITE, bytes, 0);
  assert_non_null(found);
  return found;
}

static void map(void *at, size_t size, cl_map_flags flags) {
  OK(clEnqueueSVMMap(on.queue, CL_TRUE, flags, at, size, 0, NULL, NULL));
}

static void unmap(void *at) { OK(clEnqueueSVMUnmap(on.queue, at, 0, NULL, NULL)); }

// Integers from `from` on.
static void fill_ints(cl_int *x, cl_int from) {
  map(x, BYTES, CL_MAP_WRITE);
  for (cl_int i = 0; i < ITEMS; i++) x[i] = from + i;
  unmap(x);
}

static void ints_are(cl_int *x, cl_int from) {
  map(x, BYTES, CL_MAP_READ);
  for (cl_int i = 0; i < ITEMS; i++) assert_int_equal(x[i], from + i);
  unmap(x);
}

// An event of a command: its type.
static void of_type(cl_event event, cl_command_type expected) {
  cl_command_type type;
  OK(clWaitForEvents(1, &event));
  OK(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
  assert_int_equal(type, expected);
  OK(clReleaseEvent(event));
}

// ---- memory --------------------------------------------------------------------------------------

static void allocations(void **state) {
  NEEDS_SVM;
  static const cl_svm_mem_flags flags[] = {0, CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY};
  for (size_t f = 0; f < COUNT(flags); f++)
    for (cl_uint alignment = 0; alignment <= 128; alignment = alignment ? 2 * alignment : 1) {
      void *x = clSVMAlloc(on.context, flags[f], 100, alignment);
      assert_non_null(x);
      assert_int_equal((uintptr_t)x % (alignment ? alignment : 128), 0);
      clSVMFree(on.context, x);
    }
  // Several at a time lie apart.
  char *x = shared(1000), *y = shared(1000);
  assert_true(x + 1000 <= y || y + 1000 <= x);
  clSVMFree(on.context, x);
  clSVMFree(on.context, y);
  clSVMFree(on.context, NULL);
}

static void allocations_refused(void **state) {
  NEEDS_3;
  cl_ulong most;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL));
  assert_null(clSVMAlloc(NULL, 0, 64, 0));
  if (!has()) {
    assert_null(clSVMAlloc(on.context, 0, 64, 0));
    clSVMFree(on.context, NULL);
    return;
  }
  assert_null(clSVMAlloc(on.context, 0, 0, 0));
  assert_null(clSVMAlloc(on.context, 0, most + 1, 0));
  assert_null(clSVMAlloc(on.context, 0, 64, 3));
  assert_null(clSVMAlloc(on.context, 0, 64, 1u << 30));
  assert_null(clSVMAlloc(on.context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 64, 0));
  assert_null(clSVMAlloc(on.context, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, 64, 0));
  assert_null(clSVMAlloc(on.context, CL_MEM_COPY_HOST_PTR, 64, 0));
  assert_null(clSVMAlloc(on.context, CL_MEM_SVM_ATOMICS, 64, 0));
  if (!(has() & CL_DEVICE_SVM_FINE_GRAIN_BUFFER))
    assert_null(clSVMAlloc(on.context, CL_MEM_SVM_FINE_GRAIN_BUFFER, 64, 0));
  if (!(has() & CL_DEVICE_SVM_ATOMICS))
    assert_null(clSVMAlloc(on.context, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, 64, 0));
}

// ---- kernels -------------------------------------------------------------------------------------

static void kernels(void **state) {
  NEEDS_SVM;
  const cl_int n = 1000;
  cl_int *x = shared(BYTES), *y = shared(2 * BYTES);
  fill_ints(x, 7);
  OK(clSetKernelArgSVMPointer(add, 0, y));
  OK(clSetKernelArgSVMPointer(add, 1, x));
  OK(clSetKernelArg(add, 2, sizeof n, &n));
  run_line(add, ITEMS, 0);
  ints_are(y, 1007);
  ints_are(x, 7);
  // A pointer into the middle, and one memory twice.
  OK(clSetKernelArgSVMPointer(add, 0, y + ITEMS));
  OK(clSetKernelArgSVMPointer(add, 1, y));
  run_line(add, ITEMS, 0);
  ints_are(y + ITEMS, 2007);
  ints_are(y, 1007);
  // Beside a buffer.
  cl_mem z = buffer_of(BYTES, NULL);
  cl_int found[ITEMS];
  set_buffer(add, 0, z);
  OK(clSetKernelArgSVMPointer(add, 1, x));
  run_line(add, ITEMS, 0);
  read_all(z, BYTES, found);
  for (cl_int i = 0; i < ITEMS; i++) assert_int_equal(found[i], 1007 + i);
  OK(clReleaseMemObject(z));
  clSVMFree(on.context, x);
  clSVMFree(on.context, y);
}

// The kernel has the host's address.
static void addresses(void **state) {
  NEEDS_SVM;
  char *x = shared(256);
  cl_ulong found;
  cl_kernel which = kernel_of(program, "which");
  cl_mem to = buffer_of(sizeof found, NULL);
  char *const places[] = {x, x + 1, x + 255, NULL};
  set_buffer(which, 1, to);
  for (size_t i = 0; i < COUNT(places); i++) {
    OK(clSetKernelArgSVMPointer(which, 0, places[i]));
    run_line(which, 1, 1);
    read_all(to, sizeof found, &found);
    assert_int_equal(found, (uintptr_t)places[i]);
  }
  OK(clReleaseMemObject(to));
  OK(clReleaseKernel(which));
  clSVMFree(on.context, x);
}

// A list whose elements are several allocations, with the host's pointers between them.
static void pointers_in_memory(void **state) {
  NEEDS_SVM;
  enum { NODES = 5 };
  node *nodes[NODES];
  cl_int *sum = shared(sizeof *sum);
  cl_kernel walk = kernel_of(program, "walk");
  for (int i = 0; i < NODES; i++) nodes[i] = shared(sizeof **nodes);
  for (int i = 0; i < NODES; i++) {
    map(nodes[i], sizeof **nodes, CL_MAP_WRITE);
    *nodes[i] = (node){i + 1 < NODES ? nodes[i + 1] : NULL, 1 << i, 0};
    unmap(nodes[i]);
  }
  OK(clSetKernelArgSVMPointer(walk, 0, nodes[0]));
  OK(clSetKernelArgSVMPointer(walk, 1, sum));
  OK(clSetKernelExecInfo(walk, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof nodes, nodes));
  run_line(walk, 1, 1);
  map(sum, sizeof *sum, CL_MAP_READ);
  assert_int_equal(*sum, (1 << NODES) - 1);
  unmap(sum);
  for (int i = 0; i < NODES; i++) {
    map(nodes[i], sizeof **nodes, CL_MAP_READ);
    assert_true(nodes[i]->seen == 1 && nodes[i]->value == 1 << i);
    unmap(nodes[i]);
  }
  // An empty set, for a list that ends at once; then a copy of the kernel, which has the set of its source.
  map(nodes[0], sizeof **nodes, CL_MAP_WRITE);
  nodes[0]->next = NULL;
  unmap(nodes[0]);
  OK(clSetKernelExecInfo(walk, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, NULL));
  run_line(walk, 1, 1);
  map(sum, sizeof *sum, CL_MAP_READ);
  assert_int_equal(*sum, 1);
  unmap(sum);
  map(nodes[0], sizeof **nodes, CL_MAP_WRITE);
  nodes[0]->next = nodes[3];
  unmap(nodes[0]);
  OK(clSetKernelExecInfo(walk, CL_KERNEL_EXEC_INFO_SVM_PTRS, 2 * sizeof *nodes, nodes + 3));
  cl_kernel copy = clCloneKernel(walk, &error);
  OK(error);
  OK(clSetKernelExecInfo(walk, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, NULL));
  OK(clReleaseKernel(walk));
  run_line(copy, 1, 1);
  map(sum, sizeof *sum, CL_MAP_READ);
  assert_int_equal(*sum, 1 + 8 + 16);
  unmap(sum);
  OK(clFinish(on.queue));
  OK(clReleaseKernel(copy));
  for (int i = 0; i < NODES; i++) clSVMFree(on.context, nodes[i]);
  clSVMFree(on.context, sum);
}

static void arguments_refused(void **state) {
  NEEDS_3;
  char own[64];
  EXPECT(clSetKernelArgSVMPointer(NULL, 0, own), CL_INVALID_KERNEL);
  if (!has()) {
    EXPECT(clSetKernelArgSVMPointer(add, 0, own), CL_INVALID_OPERATION);
    return;
  }
  cl_kernel of_local = kernel_of(program, "of_local");
  void *x = shared(64);
  EXPECT(clSetKernelArgSVMPointer(add, 3, x), CL_INVALID_ARG_INDEX);
  EXPECT(clSetKernelArgSVMPointer(add, 2, x), CL_INVALID_ARG_VALUE);
  EXPECT(clSetKernelArgSVMPointer(of_local, 0, x), CL_INVALID_ARG_VALUE);
  OK(clReleaseKernel(of_local));
  clSVMFree(on.context, x);
}

static void information_refused(void **state) {
  NEEDS_3;
  const cl_kernel_exec_info pointers = CL_KERNEL_EXEC_INFO_SVM_PTRS;
  const cl_kernel_exec_info system = CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM;
  const cl_bool yes = CL_TRUE, no = CL_FALSE;
  void *own[1] = {&own};
  EXPECT(clSetKernelExecInfo(NULL, pointers, sizeof own, own), CL_INVALID_KERNEL);
  if (!has()) {
    EXPECT(clSetKernelExecInfo(add, pointers, sizeof own, own), CL_INVALID_OPERATION);
    EXPECT(clSetKernelExecInfo(add, system, sizeof yes, &yes), CL_INVALID_OPERATION);
    EXPECT(clSetKernelExecInfo(add, CL_KERNEL_NUM_ARGS, sizeof own, own), CL_INVALID_VALUE);
    return;
  }
  void *x = shared(64), *list[1] = {x};
  EXPECT(clSetKernelExecInfo(add, CL_KERNEL_NUM_ARGS, sizeof list, list), CL_INVALID_VALUE);
  EXPECT(clSetKernelExecInfo(add, pointers, sizeof list, NULL), CL_INVALID_VALUE);
  EXPECT(clSetKernelExecInfo(add, pointers, sizeof list - 1, list), CL_INVALID_VALUE);
  EXPECT(clSetKernelExecInfo(add, system, sizeof yes - 1, &yes), CL_INVALID_VALUE);
  if (!(has() & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM))
    EXPECT(clSetKernelExecInfo(add, system, sizeof yes, &yes), CL_INVALID_OPERATION);
  OK(clSetKernelExecInfo(add, system, sizeof no, &no));
  clSVMFree(on.context, x);
}

// ---- commands ------------------------------------------------------------------------------------

static void copies(void **state) {
  NEEDS_SVM;
  cl_int *x = shared(BYTES), *y = shared(BYTES), own[ITEMS];
  cl_event event;
  fill_ints(x, 5);
  // Between the host's own memory and shared memory, in both directions, and between two of each.
  OK(clEnqueueSVMMemcpy(on.queue, CL_TRUE, own, x, BYTES, 0, NULL, NULL));
  for (cl_int i = 0; i < ITEMS; i++) assert_int_equal(own[i], 5 + i);
  for (cl_int i = 0; i < ITEMS; i++) own[i] = 50 + i;
  OK(clEnqueueSVMMemcpy(on.queue, CL_TRUE, y, own, BYTES, 0, NULL, NULL));
  ints_are(y, 50);
  OK(clEnqueueSVMMemcpy(on.queue, CL_FALSE, y, x, BYTES, 0, NULL, &event));
  of_type(event, CL_COMMAND_SVM_MEMCPY);
  ints_are(y, 5);
  // A part, and two parts of one.
  OK(clEnqueueSVMMemcpy(on.queue, CL_TRUE, y + ITEMS / 2, x, BYTES / 2, 0, NULL, NULL));
  OK(clEnqueueSVMMemcpy(on.queue, CL_TRUE, y, y + ITEMS / 2, BYTES / 2, 0, NULL, NULL));
  map(y, BYTES, CL_MAP_READ);
  for (cl_int i = 0; i < ITEMS; i++) assert_int_equal(y[i], 5 + i % (ITEMS / 2));
  unmap(y);
  OK(clFinish(on.queue));
  clSVMFree(on.context, x);
  clSVMFree(on.context, y);
}

static void fills(void **state) {
  NEEDS_SVM;
  unsigned char pattern[128], *x = shared(1024);
  cl_event event;
  for (size_t i = 0; i < sizeof pattern; i++) pattern[i] = (unsigned char)(3 * i + 1);
  for (size_t size = 1; size <= sizeof pattern; size *= 2) {
    map(x, 1024, CL_MAP_WRITE);
    memset(x, 0xEE, 1024);
    unmap(x);
    OK(clEnqueueSVMMemFill(on.queue, x + 128, pattern, size, 512, 0, NULL, &event));
    of_type(event, CL_COMMAND_SVM_MEMFILL);
    map(x, 1024, CL_MAP_READ);
    for (size_t i = 0; i < 1024; i++) assert_int_equal(x[i], i >= 128 && i < 640 ? pattern[(i - 128) % size] : 0xEE);
    unmap(x);
  }
  OK(clFinish(on.queue));
  clSVMFree(on.context, x);
}

static void maps(void **state) {
  NEEDS_SVM;
  static const cl_map_flags flags[] = {CL_MAP_READ, CL_MAP_WRITE, CL_MAP_READ | CL_MAP_WRITE,
                                       CL_MAP_WRITE_INVALIDATE_REGION};
  cl_int *x = shared(BYTES);
  cl_event event;
  for (size_t f = 0; f < COUNT(flags); f++) {
    OK(clEnqueueSVMMap(on.queue, CL_FALSE, flags[f], x, BYTES, 0, NULL, &event));
    of_type(event, CL_COMMAND_SVM_MAP);
    OK(clEnqueueSVMUnmap(on.queue, x, 0, NULL, &event));
    of_type(event, CL_COMMAND_SVM_UNMAP);
  }
  // What the host writes into a part that it has mapped, a kernel reads.
  fill_ints(x, 0);
  map(x + 8, 4 * sizeof *x, CL_MAP_WRITE);
  for (int i = 8; i < 12; i++) x[i] = -i;
  unmap(x + 8);
  cl_int *y = shared(BYTES), none = 0;
  OK(clSetKernelArgSVMPointer(add, 0, y));
  OK(clSetKernelArgSVMPointer(add, 1, x));
  OK(clSetKernelArg(add, 2, sizeof none, &none));
  run_line(add, ITEMS, 0);
  map(y, BYTES, CL_MAP_READ);
  for (int i = 0; i < ITEMS; i++) assert_int_equal(y[i], i >= 8 && i < 12 ? -i : i);
  unmap(y);
  OK(clFinish(on.queue));
  clSVMFree(on.context, x);
  clSVMFree(on.context, y);
}

static void migrations(void **state) {
  NEEDS_SVM;
  cl_int *x = shared(BYTES), *y = shared(BYTES);
  const void *pointers[] = {x, y + 1};
  const size_t sizes[] = {BYTES, 0}, parts[] = {16, 4};
  cl_event event;
  fill_ints(x, 3);
  OK(clEnqueueSVMMigrateMem(on.queue, 2, pointers, NULL, 0, 0, NULL, &event));
  of_type(event, CL_COMMAND_SVM_MIGRATE_MEM);
  OK(clEnqueueSVMMigrateMem(on.queue, 2, pointers, sizes, CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL, NULL));
  OK(clEnqueueSVMMigrateMem(on.queue, 2, pointers, parts, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0, NULL, NULL));
  OK(clFinish(on.queue));
  fill_ints(x, 4);
  ints_are(x, 4);
  OK(clFinish(on.queue));
  clSVMFree(on.context, x);
  clSVMFree(on.context, y);
}

static int frees;
static void *freed[2];
static void *with;

static void CL_CALLBACK free_them(cl_command_queue queue, cl_uint count, void *pointers[], void *user) {
  assert_ptr_equal(queue, on.queue);
  frees++;
  with = user;
  for (cl_uint i = 0; i < count; i++) {
    freed[i] = pointers[i];
    clSVMFree(on.context, pointers[i]);
  }
}

static void frees_in_order(void **state) {
  NEEDS_SVM;
  void *pointers[] = {shared(64), shared(64)};
  void *const expected[] = {pointers[0], pointers[1]};
  cl_event event, gate = clCreateUserEvent(on.context, &error);
  OK(error);
  frees = 0;
  OK(clEnqueueSVMFree(on.queue, 2, pointers, free_them, &frees, 1, &gate, &event));
  pointers[0] = pointers[1] = NULL;  // the list is the caller's again
  OK(clFlush(on.queue));
  assert_int_equal(frees, 0);
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  of_type(event, CL_COMMAND_SVM_FREE);
  assert_int_equal(frees, 1);
  assert_ptr_equal(with, &frees);
  assert_memory_equal(freed, expected, sizeof expected);
  OK(clReleaseEvent(gate));
  // Without a function the implementation frees them.
  void *again[] = {shared(64)};
  OK(clEnqueueSVMFree(on.queue, 1, again, NULL, NULL, 0, NULL, &event));
  of_type(event, CL_COMMAND_SVM_FREE);
}

// Each command waits for its list, and a blocking one that waits for an error ends with it.
static void commands_wait(void **state) {
  NEEDS_SVM;
  cl_int *x = shared(BYTES), own[ITEMS];
  const cl_int seven = 7;
  cl_event gate = clCreateUserEvent(on.context, &error), event;
  OK(error);
  OK(clEnqueueSVMMemFill(on.queue, x, &seven, sizeof seven, BYTES, 1, &gate, &event));
  OK(clFlush(on.queue));
  assert_true(status_of(event) > CL_COMPLETE);
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  of_type(event, CL_COMMAND_SVM_MEMFILL);
  OK(clEnqueueSVMMemcpy(on.queue, CL_TRUE, own, x, BYTES, 0, NULL, NULL));
  assert_true(own[0] == 7 && own[ITEMS - 1] == 7);
  OK(clReleaseEvent(gate));
  clSVMFree(on.context, x);
}

static void errors_in_wait_lists(void **state) {
  NEEDS_SVM;
  cl_int *x = shared(BYTES), own[ITEMS];
  cl_event gate = clCreateUserEvent(on.context, &error);
  OK(error);
  OK(clSetUserEventStatus(gate, -1));
  EXPECT(clEnqueueSVMMemcpy(on.queue, CL_TRUE, own, x, BYTES, 1, &gate, NULL),
         CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT(clEnqueueSVMMap(on.queue, CL_TRUE, CL_MAP_READ, x, BYTES, 1, &gate, NULL),
         CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  OK(clReleaseEvent(gate));
  clSVMFree(on.context, x);
}

// Every command with one thing wrong. x: what they name, shared or not.
static void commands_with(cl_command_queue q, void *x, cl_uint count, const cl_event *list, cl_int code) {
  void *pointers[] = {x};
  const void *const_pointers[] = {x};
  char own[16];
  const cl_int zero = 0;
  EXPECT(clEnqueueSVMFree(q, 1, pointers, free_them, NULL, count, list, NULL), code);
  EXPECT(clEnqueueSVMMemcpy(q, CL_FALSE, own, x, sizeof own, count, list, NULL), code);
  EXPECT(clEnqueueSVMMemFill(q, x, &zero, sizeof zero, 16, count, list, NULL), code);
  EXPECT(clEnqueueSVMMap(q, CL_FALSE, CL_MAP_READ, x, 16, count, list, NULL), code);
  EXPECT(clEnqueueSVMUnmap(q, x, count, list, NULL), code);
  EXPECT(clEnqueueSVMMigrateMem(q, 1, const_pointers, NULL, 0, count, list, NULL), code);
}

static void commands_refused(void **state) {
  NEEDS_3;
  char own[64];
  commands_with(NULL, own, 0, NULL, CL_INVALID_COMMAND_QUEUE);
  if (!has()) commands_with(on.queue, own, 0, NULL, CL_INVALID_OPERATION);
}

static void wait_lists_refused(void **state) {
  NEEDS_SVM;
  const cl_event none = NULL;
  void *x = shared(64);
  cl_event event;
  OK(clEnqueueMarkerWithWaitList(on.queue, 0, NULL, &event));
  commands_with(on.queue, x, 1, NULL, CL_INVALID_EVENT_WAIT_LIST);
  commands_with(on.queue, x, 0, &event, CL_INVALID_EVENT_WAIT_LIST);
  commands_with(on.queue, x, 1, &none, CL_INVALID_EVENT_WAIT_LIST);
  OK(clWaitForEvents(1, &event));
  OK(clReleaseEvent(event));
  clSVMFree(on.context, x);
}

// An event of another context.
static void contexts_refused(void **state) {
  NEEDS_SVM;
  void *x = shared(64);
  cl_event event;
  OK(clEnqueueMarkerWithWaitList(of_other, 0, NULL, &event));
  OK(clFinish(of_other));
  commands_with(on.queue, x, 1, &event, CL_INVALID_CONTEXT);
  OK(clReleaseEvent(event));
  clSVMFree(on.context, x);
}

static void values_refused(void **state) {
  NEEDS_SVM;
  char *x = shared(256);
  char pattern[256] = "";
  void *pointers[] = {x};
  const void *const_pointers[] = {x}, *outside[] = {pattern};
  const size_t too_much[] = {257};
  const cl_command_queue q = on.queue;
  EXPECT(clEnqueueSVMFree(q, 0, pointers, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueSVMFree(q, 1, NULL, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueSVMMemcpy(q, CL_TRUE, NULL, x, 16, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueSVMMemcpy(q, CL_TRUE, x, NULL, 16, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueSVMMemcpy(q, CL_TRUE, x, x + 8, 16, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
  EXPECT(clEnqueueSVMMemcpy(q, CL_TRUE, x + 15, x, 16, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
  EXPECT(clEnqueueSVMMemFill(q, NULL, pattern, 4, 16, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueSVMMemFill(q, x + 2, pattern, 4, 16, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueSVMMemFill(q, x, NULL, 4, 16, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueSVMMemFill(q, x, pattern, 0, 16, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueSVMMemFill(q, x, pattern, 3, 12, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueSVMMemFill(q, x, pattern, 256, 256, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueSVMMemFill(q, x, pattern, 8, 12, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueSVMMap(q, CL_TRUE, CL_MAP_READ, NULL, 16, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueSVMMap(q, CL_TRUE, CL_MAP_READ, x, 0, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueSVMMap(q, CL_TRUE, (cl_map_flags)1 << 20, x, 16, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueSVMUnmap(q, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueSVMMigrateMem(q, 0, const_pointers, NULL, 0, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueSVMMigrateMem(q, 1, NULL, NULL, 0, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueSVMMigrateMem(q, 1, const_pointers, NULL, 1 << 20, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueSVMMigrateMem(q, 1, const_pointers, too_much, 0, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueSVMMigrateMem(q, 1, outside, (const size_t[]){16}, 0, 0, NULL, NULL), CL_INVALID_VALUE);
  OK(clFinish(q));
  clSVMFree(on.context, x);
}

// ---- buffers of shared memory --------------------------------------------------------------------

static bool uses_shared(cl_mem x) {
  cl_bool found;
  OK(clGetMemObjectInfo(x, CL_MEM_USES_SVM_POINTER, sizeof found, &found, NULL));
  return found;
}

static void buffers(void **state) {
  NEEDS_SVM;
  cl_int *x = shared(BYTES), *y = shared(BYTES), found[ITEMS];
  const cl_int n = 9;
  fill_ints(x, 100);
  cl_mem of_x = clCreateBuffer(on.context, CL_MEM_USE_HOST_PTR, BYTES, x, &error);
  OK(error);
  cl_mem of_y = clCreateBufferWithProperties(on.context, NULL, CL_MEM_USE_HOST_PTR, BYTES / 2, y, &error);
  OK(error);
  const cl_buffer_region half = {0, BYTES / 2};
  cl_mem part = clCreateSubBuffer(of_x, 0, CL_BUFFER_CREATE_TYPE_REGION, &half, &error);
  OK(error);
  cl_mem copy = clCreateBuffer(on.context, CL_MEM_COPY_HOST_PTR, BYTES, x, &error);
  OK(error);
  cl_mem plain = buffer_of(64, NULL);
  assert_true(uses_shared(of_x) && uses_shared(of_y) && uses_shared(part));
  assert_false(uses_shared(copy) || uses_shared(plain));

  // The buffer is the memory: what one has the other has.
  read_all(of_x, BYTES, found);
  for (cl_int i = 0; i < ITEMS; i++) assert_int_equal(found[i], 100 + i);
  set_buffer(add, 0, of_y);
  set_buffer(add, 1, part);
  OK(clSetKernelArg(add, 2, sizeof n, &n));
  run_line(add, ITEMS / 2, 0);
  map(y, BYTES / 2, CL_MAP_READ);
  for (cl_int i = 0; i < ITEMS / 2; i++) assert_int_equal(y[i], 109 + i);
  unmap(y);
  OK(clEnqueueWriteBuffer(on.queue, of_x, CL_TRUE, 4, 4, &n, 0, NULL, NULL));
  map(x, BYTES, CL_MAP_READ);
  assert_true(x[0] == 100 && x[1] == 9 && x[2] == 102);
  unmap(x);
  cl_int *mapped = clEnqueueMapBuffer(on.queue, of_x, CL_TRUE, CL_MAP_WRITE, 0, BYTES, 0, NULL, NULL, &error);
  OK(error);
  assert_ptr_equal(mapped, x);
  mapped[2] = 77;
  OK(clEnqueueUnmapMemObject(on.queue, of_x, mapped, 0, NULL, NULL));
  OK(clSetKernelArgSVMPointer(add, 0, y));
  OK(clSetKernelArgSVMPointer(add, 1, x));
  run_line(add, ITEMS, 0);
  map(y, BYTES, CL_MAP_READ);
  assert_true(y[1] == 18 && y[2] == 86 && y[3] == 112);
  unmap(y);
  OK(clFinish(on.queue));
  OK(clReleaseMemObject(part));
  OK(clReleaseMemObject(of_x));
  OK(clReleaseMemObject(of_y));
  OK(clReleaseMemObject(copy));
  OK(clReleaseMemObject(plain));
  clSVMFree(on.context, x);
  clSVMFree(on.context, y);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(allocations),
      cmocka_unit_test(allocations_refused),
      cmocka_unit_test(kernels),
      cmocka_unit_test(addresses),
      cmocka_unit_test(pointers_in_memory),
      cmocka_unit_test(arguments_refused),
      cmocka_unit_test(information_refused),
      cmocka_unit_test(copies),
      cmocka_unit_test(fills),
      cmocka_unit_test(maps),
      cmocka_unit_test(migrations),
      cmocka_unit_test(frees_in_order),
      cmocka_unit_test(commands_wait),
      cmocka_unit_test(errors_in_wait_lists),
      cmocka_unit_test(commands_refused),
      cmocka_unit_test(wait_lists_refused),
      cmocka_unit_test(contexts_refused),
      cmocka_unit_test(values_refused),
      cmocka_unit_test(buffers),
  };
  return RUN_WITH(tests, open_program, close_program);
}
