// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2, 5.7: kernels, arguments of all kinds, what kernels and their arguments say of themselves.
#include "opencl_test.h"

static const char source[] =
    "typedef struct { char c; int i; float4 v; short s[3]; } mixed;\n"
    "kernel void scalars(global ulong *o, char a, uchar b, short c, ushort d, int e, uint f, long g, ulong h, float i) "
    "{\n"
    "  o[0] = a; o[1] = b; o[2] = c; o[3] = d; o[4] = e; o[5] = f; o[6] = g; o[7] = h; o[8] = as_uint(i);\n"
    "}\n"
    "kernel void vectors(global int *o, char2 a, short4 b, int3 c, uchar8 d, float2 e, int16 f) {\n"
    "  o[0] = a.x; o[1] = a.y; o[2] = b.x; o[3] = b.w; o[4] = c.x; o[5] = c.y; o[6] = c.z; o[7] = d.s0; o[8] = d.s7;\n"
    "  o[9] = (int)e.x; o[10] = (int)e.y; o[11] = f.s0; o[12] = f.sf;\n"
    "}\n"
    "kernel void structs(char before, mixed m, global int *o, int after) {\n"
    "  o[0] = before; o[1] = m.c; o[2] = m.i; o[3] = (int)m.v.x; o[4] = (int)m.v.w; o[5] = m.s[0]; o[6] = m.s[2];\n"
    "  o[7] = after;\n"
    "}\n"
    "typedef struct { int before[60]; struct { char c; long3 d; } in[3]; ulong after; } large;\n"
    "kernel void of_large(large x, global ulong *o) {\n"
    "  o[0] = x.before[59]; o[1] = x.in[2].c; o[2] = x.in[1].d.s2; o[3] = x.after; o[4] = sizeof x;\n"
    "}\n"
    "kernel void locals(global int *o, local int *a, local short *b, local float4 *c, int n) {\n"
    "  int i = get_local_id(0);\n"
    "  a[i] = i; b[i] = (short)(i + n); c[i] = (float4)(i * 2);\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  int j = get_local_size(0) - 1 - i;\n"
    "  o[get_global_id(0)] = a[j] + 1000 * b[j] + 1000000 * (int)c[j].w;\n"
    "}\n"
    "kernel void constants(global int *o, constant int *a, constant float *b) {\n"
    "  int i = get_global_id(0);\n"
    "  o[i] = a[i] + (int)b[i];\n"
    "}\n"
    "kernel void nulls(global int *o, global int *a, constant int *b) { o[0] = (a == 0) + 2 * (b == 0); }\n"
    "kernel void two(global int *a, global int *b) { a[0] += 1; b[0] += 10; }\n"
    "kernel void none(void) {}\n"
    "kernel void places(global uint *o, local char *a, local short *b, local float4 *c, local char *d, local long16 "
    "*e) {\n"
    "  a[0] = 1; b[0] = 2; c[0] = (float4)(3); d[0] = 4; e[0] = (long16)(5);\n"
    "  o[0] = (uint)(size_t)b % 2; o[1] = (uint)(size_t)c % 16; o[2] = (uint)(size_t)e % 128;\n"
    "  o[3] = a[0] + b[0] * 10 + (uint)c[0].w * 100 + d[0] * 1000 + (uint)e[0].sf * 10000;\n"
    "}\n"
    "kernel void wide(ulong16 a, ulong16 b, ulong16 c, ulong16 d, ulong16 e, ulong16 f, ulong16 g, global ulong *o) {\n"
    "  o[0] = a.s0 + b.s1 + c.s2 + d.s3 + e.s4 + f.s5 + g.sf;\n"
    "}\n"
    "kernel void eight(global int *o, constant int *a, constant int *b, constant int *c, constant int *d,\n"
    "                  constant int *e, constant int *f, constant int *g, constant int *h) {\n"
    "  o[0] = a[0] + b[0] * 2 + c[0] * 4 + d[0] * 8 + e[0] * 16 + f[0] * 32 + g[0] * 64 + h[0] * 128;\n"
    "}\n";

// Apart: these need -cl-kernel-arg-info, and attributes.
static const char described[] =
    "typedef struct { int a; } pair;\n"
    "kernel __attribute__((reqd_work_group_size(8,4,2))) void required(global int *o) { o[0] = 1; }\n"
    "kernel __attribute__((work_group_size_hint(16,1,1))) void hinted(global int *o) { o[0] = 1; }\n"
    "kernel void arguments(global const int *restrict first, local float *second, constant volatile uchar *third,\n"
    "                      int fourth, float4 fifth, pair sixth, unsigned int seventh, global volatile void *eighth) "
    "{\n"
    "  *(global int *)eighth = first[0] + (int)second[0] + third[0] + fourth + (int)fifth.x + sixth.a + (int)seventh;\n"
    "}\n"
    "kernel void qualified(global int *const a, global int *volatile b, global short4 *restrict c,\n"
    "                      global pair const volatile *d, unsigned char e, unsigned short f, unsigned long g,\n"
    "                      const int h) {\n"
    "  a[0] = b[0] + c[0].x + d[0].a + e + f + (int)g + h;\n"
    "}\n";

static cl_program program, arguments;

static int open_programs(void **state) {
  open_bench(state);
  program = program_of(source, "");
  arguments = program_of(described, "-cl-kernel-arg-info");
  return 0;
}

static int close_programs(void **state) {
  OK(clReleaseProgram(program));
  OK(clReleaseProgram(arguments));
  return close_bench(state);
}

#define SET(kernel, index, value) OK(clSetKernelArg((kernel), (index), sizeof(value), &(value)))

static void scalars(void **state) {
  (void)state;
  cl_kernel kernel = kernel_of(program, "scalars");
  cl_ulong found[9];
  cl_mem o = buffer_of(sizeof found, NULL);
  const cl_char a = -2;
  const cl_uchar b = 250;
  const cl_short c = -300;
  const cl_ushort d = 65000;
  const cl_int e = -70000;
  const cl_uint f = 0xfedcba98;
  const cl_long g = -0x123456789abcdefLL;
  const cl_ulong h = 0xfedcba9876543210ULL;
  const cl_float i = -1.5f;
  set_buffer(kernel, 0, o);
  SET(kernel, 1, a);
  SET(kernel, 2, b);
  SET(kernel, 3, c);
  SET(kernel, 4, d);
  SET(kernel, 5, e);
  SET(kernel, 6, f);
  SET(kernel, 7, g);
  SET(kernel, 8, h);
  SET(kernel, 9, i);
  run_line(kernel, 1, 1);
  read_all(o, sizeof found, found);
  const cl_ulong expected[9] = {(cl_ulong)-2, 250, (cl_ulong)-300, 65000, (cl_ulong)-70000, 0xfedcba98,
                                (cl_ulong)g,  h,   0xbfc00000};
  assert_memory_equal(found, expected, sizeof found);
  OK(clReleaseMemObject(o));
  OK(clReleaseKernel(kernel));
}

static void vectors(void **state) {
  (void)state;
  cl_kernel kernel = kernel_of(program, "vectors");
  cl_int found[13];
  cl_mem o = buffer_of(sizeof found, NULL);
  const cl_char2 a = {{-1, 2}};
  const cl_short4 b = {{-3, 0, 0, 4}};
  const cl_int3 c = {{5, 6, 7}};
  const cl_uchar8 d = {{8, 0, 0, 0, 0, 0, 0, 9}};
  const cl_float2 e = {{10, 11}};
  const cl_int16 f = {{12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 13}};
  set_buffer(kernel, 0, o);
  SET(kernel, 1, a);
  SET(kernel, 2, b);
  SET(kernel, 3, c);
  SET(kernel, 4, d);
  SET(kernel, 5, e);
  SET(kernel, 6, f);
  run_line(kernel, 1, 1);
  read_all(o, sizeof found, found);
  const cl_int expected[13] = {-1, 2, -3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13};
  assert_memory_equal(found, expected, sizeof found);
#ifdef __CL_FLOAT2__
  const __cl_float2 native = {10, 11};  // the compiler's vector has the same layout
  SET(kernel, 5, native);
  run_line(kernel, 1, 1);
  read_all(o, sizeof found, found);
  assert_memory_equal(found, expected, sizeof found);
#endif
  OK(clReleaseMemObject(o));
  OK(clReleaseKernel(kernel));
}

typedef struct {
  cl_char c;
  cl_int i;
  cl_float4 v;
  cl_short s[3];
} mixed;

static void structs(void **state) {
  (void)state;
  cl_kernel kernel = kernel_of(program, "structs");
  cl_int found[8];
  cl_mem o = buffer_of(sizeof found, NULL);
  const mixed m = {2, 3, {{4, 0, 0, 5}}, {6, 0, 7}};
  const cl_char before = 1;
  const cl_int after = 8;
  SET(kernel, 0, before);
  SET(kernel, 1, m);
  set_buffer(kernel, 2, o);
  SET(kernel, 3, after);
  run_line(kernel, 1, 1);
  read_all(o, sizeof found, found);
  for (int i = 0; i < 8; i++) assert_int_equal(found[i], i + 1);
  OK(clReleaseMemObject(o));
  OK(clReleaseKernel(kernel));
}

// A struct with arrays and structs, of hundreds of bytes.
static void large_struct(void **state) {
  (void)state;
  typedef struct {
    cl_int before[60];
    struct {
      cl_char c;
      cl_long3 d;
    } in[3];
    cl_ulong after;
  } large;
  cl_kernel kernel = kernel_of(program, "of_large");
  cl_ulong found[5];
  cl_mem o = buffer_of(sizeof found, NULL);
  large x = {.after = 0x123456789abcdefULL};
  x.before[59] = 17;
  x.in[2].c = 18;
  x.in[1].d.s[2] = (cl_long)5 << 40;
  SET(kernel, 0, x);
  set_buffer(kernel, 1, o);
  run_line(kernel, 1, 1);
  read_all(o, sizeof found, found);
  assert_int_equal(found[0], 17);
  assert_int_equal(found[1], 18);
  assert_true(found[2] == (cl_ulong)5 << 40);
  assert_true(found[3] == x.after);
  assert_int_equal(found[4], sizeof x);
  OK(clReleaseMemObject(o));
  OK(clReleaseKernel(kernel));
}

static void locals(void **state) {
  (void)state;
  cl_kernel kernel = kernel_of(program, "locals");
  cl_int found[64], n = 100;
  cl_mem o = buffer_of(sizeof found, NULL);
  set_buffer(kernel, 0, o);
  SET(kernel, 4, n);
  for (size_t size = 8; size <= 32; size *= 2) {
    OK(clSetKernelArg(kernel, 1, size * sizeof(cl_int), NULL));
    OK(clSetKernelArg(kernel, 2, size * sizeof(cl_short), NULL));
    OK(clSetKernelArg(kernel, 3, size * sizeof(cl_float4), NULL));
    run_line(kernel, 64, size);
    read_all(o, sizeof found, found);
    for (int i = 0; i < 64; i++) {
      const int j = (int)size - 1 - i % (int)size;
      assert_int_equal(found[i], j + 1000 * (j + n) + 1000000 * j * 2);
    }
  }
  OK(clReleaseMemObject(o));
  OK(clReleaseKernel(kernel));
}

// Each has the alignment of its type, whatever the sizes of the others.
static void locals_are_aligned(void **state) {
  (void)state;
  cl_kernel kernel = kernel_of(program, "places");
  cl_uint found[4];
  cl_mem o = buffer_of(sizeof found, NULL);
  set_buffer(kernel, 0, o);
  OK(clSetKernelArg(kernel, 1, 5, NULL));
  OK(clSetKernelArg(kernel, 2, 6, NULL));
  OK(clSetKernelArg(kernel, 3, 16, NULL));
  OK(clSetKernelArg(kernel, 4, 1, NULL));
  OK(clSetKernelArg(kernel, 5, 128, NULL));
  run_line(kernel, 1, 1);
  read_all(o, sizeof found, found);
  for (int i = 0; i < 3; i++) assert_int_equal(found[i], 0);
  assert_int_equal(found[3], 54321);
  OK(clReleaseMemObject(o));
  OK(clReleaseKernel(kernel));
}

// CL_DEVICE_MAX_PARAMETER_SIZE is at least 1024 bytes.
static void many_bytes(void **state) {
  (void)state;
  cl_kernel kernel = kernel_of(program, "wide");
  cl_ulong found, sum = 0;
  cl_mem o = buffer_of(sizeof found, NULL);
  for (cl_uint i = 0; i < 7; i++) {
    cl_ulong16 value = {{0}};
    value.s[i == 6 ? 15 : i] = (i + 1) * 0x100000001ULL;
    sum += (i + 1) * 0x100000001ULL;
    SET(kernel, i, value);
  }
  set_buffer(kernel, 7, o);
  run_line(kernel, 1, 1);
  read_all(o, sizeof found, &found);
  assert_true(found == sum);
  OK(clReleaseMemObject(o));
  OK(clReleaseKernel(kernel));
}

// CL_DEVICE_MAX_CONSTANT_ARGS is at least 8.
static void eight_constants(void **state) {
  (void)state;
  cl_kernel kernel = kernel_of(program, "eight");
  cl_mem buffers[8];
  cl_int found, sum = 0;
  cl_mem o = buffer_of(sizeof found, NULL);
  set_buffer(kernel, 0, o);
  for (cl_int i = 0; i < 8; i++) {
    const cl_int value = i + 3;
    buffers[i] = buffer_of(sizeof value, &value);
    set_buffer(kernel, (cl_uint)i + 1, buffers[i]);
    sum += value << i;
  }
  run_line(kernel, 1, 1);
  read_all(o, sizeof found, &found);
  assert_int_equal(found, sum);
  for (int i = 0; i < 8; i++) OK(clReleaseMemObject(buffers[i]));
  OK(clReleaseMemObject(o));
  OK(clReleaseKernel(kernel));
}

static void constants(void **state) {
  (void)state;
  cl_kernel kernel = kernel_of(program, "constants");
  cl_int ints[16], found[16];
  cl_float floats[16];
  for (int i = 0; i < 16; i++) {
    ints[i] = i * i;
    floats[i] = (cl_float)(100 * i);
  }
  cl_mem o = buffer_of(sizeof found, NULL), a = buffer_of(sizeof ints, ints), b = buffer_of(sizeof floats, floats);
  set_buffer(kernel, 0, o);
  set_buffer(kernel, 1, a);
  set_buffer(kernel, 2, b);
  run_line(kernel, 16, 0);
  read_all(o, sizeof found, found);
  for (int i = 0; i < 16; i++) assert_int_equal(found[i], i * i + 100 * i);
  OK(clReleaseMemObject(o));
  OK(clReleaseMemObject(a));
  OK(clReleaseMemObject(b));
  OK(clReleaseKernel(kernel));
}

// A buffer may be NULL: the kernel sees a null pointer.
static void null_buffers(void **state) {
  (void)state;
  cl_kernel kernel = kernel_of(program, "nulls");
  cl_int found;
  const cl_mem null = NULL;
  cl_mem o = buffer_of(sizeof found, NULL);
  set_buffer(kernel, 0, o);
  OK(clSetKernelArg(kernel, 1, sizeof null, &null));
  OK(clSetKernelArg(kernel, 2, sizeof null, NULL));
  run_line(kernel, 1, 1);
  read_all(o, sizeof found, &found);
  assert_int_equal(found, 3);
  set_buffer(kernel, 1, o);
  run_line(kernel, 1, 1);
  read_all(o, sizeof found, &found);
  assert_int_equal(found, 2);
  OK(clReleaseMemObject(o));
  OK(clReleaseKernel(kernel));
}

// The values of a launch are those at the time of the call.
static void arguments_at_enqueue(void **state) {
  (void)state;
  cl_kernel kernel = kernel_of(program, "two");
  cl_int zero = 0, found[3];
  cl_mem x[3];
  cl_event gate = clCreateUserEvent(on.context, &error);
  OK(error);
  for (int i = 0; i < 3; i++) x[i] = buffer_of(sizeof zero, &zero);
  OK(clEnqueueMarkerWithWaitList(on.queue, 1, &gate, NULL));
  for (int i = 0; i < 3; i++) {
    set_buffer(kernel, 0, x[i]);
    set_buffer(kernel, 1, x[(i + 1) % 3]);
    run_line(kernel, 1, 1);
  }
  // Those set last count for the kernel's next launch alone.
  set_buffer(kernel, 0, x[0]);
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  for (int i = 0; i < 3; i++) {
    read_all(x[i], sizeof *found, &found[i]);
    assert_int_equal(found[i], 11);
    OK(clReleaseMemObject(x[i]));
  }
  OK(clReleaseEvent(gate));
  OK(clReleaseKernel(kernel));
}

static void no_arguments(void **state) {
  (void)state;
  cl_kernel kernel = kernel_of(program, "none");
  cl_uint count;
  OK(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL));
  assert_int_equal(count, 0);
  run_line(kernel, 4, 0);
  const cl_int value = 0;
  EXPECT(clSetKernelArg(kernel, 0, sizeof value, &value), CL_INVALID_ARG_INDEX);
  OK(clFinish(on.queue));
  OK(clReleaseKernel(kernel));
}

static void arguments_stay(void **state) {
  (void)state;
  cl_kernel kernel = kernel_of(program, "two");
  cl_int value = 0;
  cl_mem a = buffer_of(sizeof value, &value), b = buffer_of(sizeof value, &value);
  set_buffer(kernel, 0, a);
  set_buffer(kernel, 1, b);
  for (int i = 0; i < 3; i++) run_line(kernel, 1, 1);
  EXPECT(clSetKernelArg(kernel, 0, 1, &a), CL_INVALID_ARG_SIZE);
  run_line(kernel, 1, 1);  // what was refused changed nothing
  read_all(a, sizeof value, &value);
  assert_int_equal(value, 4);
  read_all(b, sizeof value, &value);
  assert_int_equal(value, 40);
  OK(clReleaseMemObject(a));
  OK(clReleaseMemObject(b));
  OK(clReleaseKernel(kernel));
}

static void arguments_refused(void **state) {
  (void)state;
  cl_kernel kernel = kernel_of(program, "locals");
  const cl_int n = 1;
  cl_mem o = buffer_of(4, NULL);
  EXPECT(clSetKernelArg(kernel, 5, sizeof n, &n), CL_INVALID_ARG_INDEX);
  EXPECT(clSetKernelArg(kernel, 0xffffffff, sizeof n, &n), CL_INVALID_ARG_INDEX);
  EXPECT(clSetKernelArg(kernel, 0, sizeof o - 1, &o), CL_INVALID_ARG_SIZE);
  EXPECT(clSetKernelArg(kernel, 0, sizeof o + 1, &o), CL_INVALID_ARG_SIZE);
  EXPECT(clSetKernelArg(kernel, 4, sizeof n - 1, &n), CL_INVALID_ARG_SIZE);
  EXPECT(clSetKernelArg(kernel, 4, sizeof n * 2, &n), CL_INVALID_ARG_SIZE);
  EXPECT(clSetKernelArg(kernel, 1, 0, NULL), CL_INVALID_ARG_SIZE);
  OK(clReleaseMemObject(o));
  OK(clReleaseKernel(kernel));
}

static void values_refused(void **state) {
  (void)state;
  cl_kernel kernel = kernel_of(program, "locals");
  const cl_int n = 1;
  EXPECT(clSetKernelArg(kernel, 4, sizeof n, NULL), CL_INVALID_ARG_VALUE);
  EXPECT(clSetKernelArg(kernel, 1, 16, &n), CL_INVALID_ARG_VALUE);
  OK(clReleaseKernel(kernel));
}

// A handle that is no memory object.
static void objects_refused(void **state) {
  (void)state;
  cl_kernel kernel = kernel_of(program, "locals");
  const cl_mem wrong = (cl_mem)(void *)on.queue;
  EXPECT(clSetKernelArg(kernel, 0, sizeof wrong, &wrong), CL_INVALID_MEM_OBJECT);
  OK(clReleaseKernel(kernel));
}

static void launch_without_arguments(void **state) {
  (void)state;
  cl_kernel kernel = kernel_of(program, "two");
  cl_mem a = buffer_of(4, NULL);
  const size_t one = 1;
  EXPECT(clEnqueueNDRangeKernel(on.queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
  set_buffer(kernel, 1, a);
  EXPECT(clEnqueueNDRangeKernel(on.queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
  EXPECT(clEnqueueTask(on.queue, kernel, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
  OK(clReleaseMemObject(a));
  OK(clReleaseKernel(kernel));
}

static void local_memory_of_too_much(void **state) {
  (void)state;
  cl_kernel kernel = kernel_of(program, "locals");
  cl_ulong most;
  const cl_int n = 1;
  const size_t one = 1;
  cl_mem o = buffer_of(4, NULL);
  OK(clGetDeviceInfo(on.device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof most, &most, NULL));
  set_buffer(kernel, 0, o);
  OK(clSetKernelArg(kernel, 1, (size_t)most, NULL));
  OK(clSetKernelArg(kernel, 2, (size_t)most, NULL));
  OK(clSetKernelArg(kernel, 3, 16, NULL));
  SET(kernel, 4, n);
  EXPECT(clEnqueueNDRangeKernel(on.queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL), CL_OUT_OF_RESOURCES);
  OK(clReleaseMemObject(o));
  OK(clReleaseKernel(kernel));
}

// ---- creation and information ---------------------------------------------------------------------------------------
static cl_int ask_kernel(const void *object, cl_uint name, size_t size, void *value, size_t *needed) {
  return clGetKernelInfo((cl_kernel)(uintptr_t)object, name, size, value, needed);
}

static cl_int ask_group(const void *object, cl_uint name, size_t size, void *value, size_t *needed) {
  return clGetKernelWorkGroupInfo((cl_kernel)(uintptr_t)object, on.device, name, size, value, needed);
}

static void creation_refused(void **state) {
  (void)state;
  NONE(clCreateKernel(program, "nothing", &error), CL_INVALID_KERNEL_NAME);
  NONE(clCreateKernel(program, "", &error), CL_INVALID_KERNEL_NAME);
  NONE(clCreateKernel(program, NULL, &error), CL_INVALID_VALUE);
  assert_null(clCreateKernel(program, "nothing", NULL));
  const char *text = source;
  cl_program unbuilt = clCreateProgramWithSource(on.context, 1, &text, NULL, &error);
  OK(error);
  NONE(clCreateKernel(unbuilt, "none", &error), CL_INVALID_PROGRAM_EXECUTABLE);
  cl_uint count;
  EXPECT(clCreateKernelsInProgram(unbuilt, 0, NULL, &count), CL_INVALID_PROGRAM_EXECUTABLE);
  OK(clReleaseProgram(unbuilt));
}

static void kernels_of_a_program(void **state) {
  (void)state;
  static const char *const names[] = {"scalars", "vectors", "structs", "locals", "constants", "nulls",
                                      "two",     "none",    "places",  "wide",   "eight",     "of_large"};
  enum { KERNELS = COUNT(names) };
  cl_uint count = 0;
  cl_kernel kernels[16] = {NULL};
  OK(clCreateKernelsInProgram(program, 0, NULL, &count));
  assert_int_equal(count, KERNELS);
  EXPECT(clCreateKernelsInProgram(program, KERNELS - 1, kernels, NULL), CL_INVALID_VALUE);
  OK(clCreateKernelsInProgram(program, COUNT(kernels), kernels, &count));
  assert_int_equal(count, KERNELS);
  bool seen[KERNELS] = {false};
  for (cl_uint i = 0; i < count; i++) {
    char name[32];
    OK(clGetKernelInfo(kernels[i], CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL));
    for (int j = 0; j < KERNELS; j++) seen[j] |= !strcmp(name, names[j]);
    OK(clReleaseKernel(kernels[i]));
  }
  for (int j = 0; j < KERNELS; j++) assert_true(seen[j]);
}

static void long_name(void **state) {
  (void)state;
  char name[2049], found[2049], text[2200];
  memset(name, 'k', 2048);
  name[2048] = 0;
  snprintf(text, sizeof text, "kernel void %s(global int *o) { o[0] = 7; }", name);
  cl_program own = program_of(text, "");
  cl_kernel kernel = kernel_of(own, name);
  query_text(ask_kernel, kernel, CL_KERNEL_FUNCTION_NAME, sizeof found, found);
  assert_string_equal(found, name);
  cl_int result;
  cl_mem o = buffer_of(sizeof result, NULL);
  set_buffer(kernel, 0, o);
  run_line(kernel, 1, 1);
  read_all(o, sizeof result, &result);
  assert_int_equal(result, 7);
  OK(clReleaseMemObject(o));
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(own));
}

static void info(void **state) {
  (void)state;
  cl_kernel kernel = kernel_of(program, "scalars");
  char text[256];
  query_text(ask_kernel, kernel, CL_KERNEL_FUNCTION_NAME, sizeof text, text);
  assert_string_equal(text, "scalars");
  cl_uint count;
  query_fixed(ask_kernel, kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count);
  assert_int_equal(count, 10);
  query_fixed(ask_kernel, kernel, CL_KERNEL_REFERENCE_COUNT, sizeof count, &count);
  assert_int_equal(count, 1);
  OK(clRetainKernel(kernel));
  OK(clGetKernelInfo(kernel, CL_KERNEL_REFERENCE_COUNT, sizeof count, &count, NULL));
  assert_int_equal(count, 2);
  OK(clReleaseKernel(kernel));
  cl_context context;
  query_fixed(ask_kernel, kernel, CL_KERNEL_CONTEXT, sizeof context, &context);
  assert_ptr_equal(context, on.context);
  cl_program of;
  query_fixed(ask_kernel, kernel, CL_KERNEL_PROGRAM, sizeof of, &of);
  assert_ptr_equal(of, program);
  EXPECT(clGetKernelInfo(kernel, CL_DEVICE_NAME, sizeof text, text, NULL), CL_INVALID_VALUE);
  OK(clReleaseKernel(kernel));
}

static void attributes(void **state) {
  (void)state;
  char text[256];
  cl_kernel kernel = kernel_of(arguments, "required");
  query_text(ask_kernel, kernel, CL_KERNEL_ATTRIBUTES, sizeof text, text);
  assert_string_equal(text, "reqd_work_group_size(8,4,2)");
  OK(clReleaseKernel(kernel));
  kernel = kernel_of(arguments, "hinted");
  query_text(ask_kernel, kernel, CL_KERNEL_ATTRIBUTES, sizeof text, text);
  assert_string_equal(text, "work_group_size_hint(16,1,1)");
  OK(clReleaseKernel(kernel));
  kernel = kernel_of(program, "none");
  query_text(ask_kernel, kernel, CL_KERNEL_ATTRIBUTES, sizeof text, text);
  assert_string_equal(text, "");
  OK(clReleaseKernel(kernel));
}

static void work_groups(void **state) {
  (void)state;
  cl_kernel kernel = kernel_of(arguments, "required");
  size_t sizes[3], most, multiple;
  query_fixed(ask_group, kernel, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof sizes, sizes);
  assert_true(sizes[0] == 8 && sizes[1] == 4 && sizes[2] == 2);
  OK(clReleaseKernel(kernel));
  kernel = kernel_of(program, "none");
  query_fixed(ask_group, kernel, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof sizes, sizes);
  assert_true(sizes[0] == 0 && sizes[1] == 0 && sizes[2] == 0);
  size_t of_device;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof of_device, &of_device, NULL));
  query_fixed(ask_group, kernel, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most);
  assert_in_range(most, 1, of_device);
  query_fixed(ask_group, kernel, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof multiple, &multiple);
  assert_in_range(multiple, 1, of_device);
  cl_ulong bytes;
  query_fixed(ask_group, kernel, CL_KERNEL_PRIVATE_MEM_SIZE, sizeof bytes, &bytes);
  // A device that is told is used; without one there must be only one.
  OK(clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL));
  EXPECT(clGetKernelWorkGroupInfo(kernel, on.device, CL_DEVICE_NAME, sizeof most, &most, NULL), CL_INVALID_VALUE);
  EXPECT(clGetKernelWorkGroupInfo(kernel, on.device, CL_KERNEL_GLOBAL_WORK_SIZE, sizeof sizes, sizes, NULL),
         CL_INVALID_VALUE);
  OK(clReleaseKernel(kernel));
}

static void local_memory_in_use(void **state) {
  (void)state;
  cl_kernel kernel = kernel_of(program, "locals");
  cl_ulong before, after;
  query_fixed(ask_group, kernel, CL_KERNEL_LOCAL_MEM_SIZE, sizeof before, &before);
  OK(clSetKernelArg(kernel, 1, 256, NULL));
  OK(clSetKernelArg(kernel, 2, 64, NULL));
  query_fixed(ask_group, kernel, CL_KERNEL_LOCAL_MEM_SIZE, sizeof after, &after);
  assert_true(after >= before + 320);
  OK(clReleaseKernel(kernel));
}

// Whether the argument is so described.
static void describes(cl_kernel kernel, cl_uint index, const char *name, const char *type, cl_uint address,
                      cl_ulong qualifier) {
  char text[256];
  size_t needed;
  OK(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_NAME, sizeof text, text, &needed));
  assert_string_equal(text, name);
  assert_int_equal(needed, strlen(name) + 1);
  EXPECT(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_NAME, needed - 1, text, NULL), CL_INVALID_VALUE);
  OK(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_NAME, sizeof text, text, NULL));
  assert_string_equal(text, type);
  cl_kernel_arg_address_qualifier space;
  OK(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space, &space, &needed));
  assert_int_equal(needed, sizeof space);
  assert_int_equal(space, address);
  cl_kernel_arg_access_qualifier access;
  OK(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access, NULL));
  assert_int_equal(access, CL_KERNEL_ARG_ACCESS_NONE);
  cl_kernel_arg_type_qualifier is;
  OK(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof is, &is, NULL));
  assert_int_equal(is, qualifier);
}

static void argument_info(void **state) {
  (void)state;
  cl_kernel kernel = kernel_of(arguments, "arguments");
  describes(kernel, 0, "first", "int*", CL_KERNEL_ARG_ADDRESS_GLOBAL,
            CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_RESTRICT);
  describes(kernel, 1, "second", "float*", CL_KERNEL_ARG_ADDRESS_LOCAL, 0);
  describes(kernel, 3, "fourth", "int", CL_KERNEL_ARG_ADDRESS_PRIVATE, 0);
  describes(kernel, 4, "fifth", "float4", CL_KERNEL_ARG_ADDRESS_PRIVATE, 0);
  describes(kernel, 5, "sixth", "pair", CL_KERNEL_ARG_ADDRESS_PRIVATE, 0);
  describes(kernel, 6, "seventh", "uint", CL_KERNEL_ARG_ADDRESS_PRIVATE, 0);
  describes(kernel, 7, "eighth", "void*", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_VOLATILE);
  OK(clReleaseKernel(kernel));
}

// A pointer to constant memory is one to const.
static void argument_info_of_constant(void **state) {
  (void)state;
  cl_kernel kernel = kernel_of(arguments, "arguments");
  describes(kernel, 2, "third", "uchar*", CL_KERNEL_ARG_ADDRESS_CONSTANT,
            CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_VOLATILE);
  OK(clReleaseKernel(kernel));
}

// Qualifiers count where they belong to a pointer's target.
static void argument_info_of_qualifiers(void **state) {
  (void)state;
  cl_kernel kernel = kernel_of(arguments, "qualified");
  describes(kernel, 0, "a", "int*", CL_KERNEL_ARG_ADDRESS_GLOBAL, 0);
  describes(kernel, 1, "b", "int*", CL_KERNEL_ARG_ADDRESS_GLOBAL, 0);
  describes(kernel, 2, "c", "short4*", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_RESTRICT);
  describes(kernel, 3, "d", "pair*", CL_KERNEL_ARG_ADDRESS_GLOBAL,
            CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_VOLATILE);
  describes(kernel, 4, "e", "uchar", CL_KERNEL_ARG_ADDRESS_PRIVATE, 0);
  describes(kernel, 5, "f", "ushort", CL_KERNEL_ARG_ADDRESS_PRIVATE, 0);
  describes(kernel, 6, "g", "ulong", CL_KERNEL_ARG_ADDRESS_PRIVATE, 0);
  describes(kernel, 7, "h", "int", CL_KERNEL_ARG_ADDRESS_PRIVATE, 0);
  OK(clReleaseKernel(kernel));
}

static void argument_info_refused(void **state) {
  (void)state;
  cl_kernel kernel = kernel_of(arguments, "arguments");
  cl_ulong value;
  EXPECT(clGetKernelArgInfo(kernel, 8, CL_KERNEL_ARG_NAME, sizeof value, &value, NULL), CL_INVALID_ARG_INDEX);
  EXPECT(clGetKernelArgInfo(kernel, 0, CL_DEVICE_NAME, sizeof value, &value, NULL), CL_INVALID_VALUE);
  EXPECT(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_ACCESS_QUALIFIER, 1, &value, NULL), CL_INVALID_VALUE);
  OK(clReleaseKernel(kernel));
}

// Without -cl-kernel-arg-info it may be there or not.
static void argument_info_without_option(void **state) {
  (void)state;
  cl_kernel kernel = kernel_of(program, "two");
  char text[64];
  const cl_int code = ONE_OF(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_NAME, sizeof text, text, NULL), CL_SUCCESS,
                             CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
  if (code == CL_SUCCESS) assert_string_equal(text, "a");
  OK(clReleaseKernel(kernel));
}

static void kernel_outlives_its_program(void **state) {
  (void)state;
  cl_program short_lived = program_of("kernel void seven(global int *o) { o[0] = 7; }", "");
  cl_kernel kernel = kernel_of(short_lived, "seven");
  OK(clReleaseProgram(short_lived));
  cl_int found;
  cl_mem o = buffer_of(sizeof found, NULL);
  set_buffer(kernel, 0, o);
  run_line(kernel, 1, 1);
  OK(clReleaseKernel(kernel));
  read_all(o, sizeof found, &found);
  assert_int_equal(found, 7);
  OK(clReleaseMemObject(o));
}

// Each kernel object has its own arguments.
static void kernels_of_one_name(void **state) {
  (void)state;
  cl_kernel first = kernel_of(program, "two"), second = kernel_of(program, "two");
  cl_int zero = 0, value;
  cl_mem a = buffer_of(sizeof zero, &zero), b = buffer_of(sizeof zero, &zero);
  set_buffer(first, 0, a);
  set_buffer(second, 0, b);
  set_buffer(first, 1, a);
  set_buffer(second, 1, a);
  run_line(second, 1, 1);
  run_line(first, 1, 1);
  read_all(a, sizeof value, &value);
  assert_int_equal(value, 21);
  read_all(b, sizeof value, &value);
  assert_int_equal(value, 1);
  OK(clReleaseMemObject(a));
  OK(clReleaseMemObject(b));
  OK(clReleaseKernel(first));
  OK(clReleaseKernel(second));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(scalars),
      cmocka_unit_test(vectors),
      cmocka_unit_test(structs),
      cmocka_unit_test(large_struct),
      cmocka_unit_test(locals),
      cmocka_unit_test(locals_are_aligned),
      cmocka_unit_test(many_bytes),
      cmocka_unit_test(eight_constants),
      cmocka_unit_test(constants),
      cmocka_unit_test(null_buffers),
      cmocka_unit_test(arguments_at_enqueue),
      cmocka_unit_test(no_arguments),
      cmocka_unit_test(arguments_stay),
      cmocka_unit_test(arguments_refused),
      cmocka_unit_test(values_refused),
      cmocka_unit_test(objects_refused),
      cmocka_unit_test(launch_without_arguments),
      cmocka_unit_test(local_memory_of_too_much),
      cmocka_unit_test(creation_refused),
      cmocka_unit_test(kernels_of_a_program),
      cmocka_unit_test(long_name),
      cmocka_unit_test(info),
      cmocka_unit_test(attributes),
      cmocka_unit_test(work_groups),
      cmocka_unit_test(local_memory_in_use),
      cmocka_unit_test(argument_info),
      cmocka_unit_test(argument_info_of_constant),
      cmocka_unit_test(argument_info_of_qualifiers),
      cmocka_unit_test(argument_info_refused),
      cmocka_unit_test(argument_info_without_option),
      cmocka_unit_test(kernel_outlives_its_program),
      cmocka_unit_test(kernels_of_one_name),
  };
  return RUN_WITH(tests, open_programs, close_programs);
}
