// SPDX-License-Identifier: Apache-2.0
// Launches that pass and launches that fail, for scripts/tests/test_opencl_launches.py.
// usage: launches KERNEL [TIMES [MIB [ITEMS [OFFSET]]]]
// MIB: size of the buffer, in place of 4 KiB.
// KERNEL long: the name of the kernel has 300 characters. KERNEL odd: its name is not UTF-8.
// Prints the status of the last event, and some values.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 256, GROUP = 64, OFFSET = 5 };

static const char source[] =
    "typedef struct { int a; float b; char c; } pair;\n"
    // Two parts of one buffer, a null pointer, a struct, two local arguments, a byte, and global ids from 5 on.
    "kernel void parts(global int *to, global const int *from, global int *none, pair s, local int *mine,\n"
    "                  local float *other, uchar x, global float *sum) {\n"
    "  const int i = get_global_id(0), at = get_local_id(0);\n"
    "  mine[at] = s.a + x;\n"
    "  other[at] = s.b;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  to[i - 5] = from[i - 5] + mine[63 - at] + (none == 0);\n"
    "  sum[i - 5] += other[0];\n"
    "}\n"
    "kernel void count(global int *o) { o[get_global_id(0)] += get_group_id(0) + 1; }\n"
    "kernel void say(global int *o) {\n"
    "  if (get_global_id(0) < 2) printf(\"item %d of %f\\n\", (int)get_global_id(0), 1.5f);\n"
    "  o[get_global_id(0)] = 7;\n"
    "}\n"
    "kernel void nothing(void) {}\n"
    "kernel void far(global ulong *o) { o[get_global_id(0) - get_global_offset(0)] = get_global_id(0); }\n"
    "kernel void name(global int *a_name_that_is_longer_than_what_a_test_calls_its_arguments) {\n"
    "  a_name_that_is_longer_than_what_a_test_calls_its_arguments[get_global_id(0)] = 3;\n"
    "}\n"
    "kernel void LONG(global int *o) { o[get_global_id(0)] = 3; }\n"
    "kernel void odd(global int *o) __asm__(\"odd\\377\");\n"
    "kernel void odd(global int *o) { o[get_global_id(0)] = 3; }\n"
    "kernel void wild(global int *o) { o[1 << 28] = 1; }\n"
    // An array of 16 bytes in local memory, which has 512: o[128] is 128.
    "kernel void beside(global int *o) { local volatile int mine[4]; mine[o[128]] = 1; o[0] = 3; }\n"
    "kernel void hang(global int *o) {\n"
    "  while (!o[1023]) o[1]++;\n"
    "}\n"
    // It does not end when it has written all over.
    "kernel void spoil(global int *o) {\n"
    "  const int i = get_global_id(0);\n"
    "  o[i] = o[i + 100000] = -1;\n"
    "  while (!o[200000]) o[i]--;\n"
    "}\n"
    // A wave that runs for more than a million cycles.
    "kernel void loop(global int *o) {\n"
    "  int v = 1;\n"
    "  if (get_group_id(0)) return;\n"
    "  for (int i = 0; i < 30000; i++) v = v * 5 + ((volatile global int *)o)[i & 1];\n"
    "  o[get_global_id(0)] = v;\n"
    "}\n"
    "kernel void trap(global int *o) {\n"
    "  __builtin_trap();\n"
    "  o[0] = 1;\n"
    "}\n"
    // Variables that go on from launch to launch as the buffer does, and say so.
    "#if __OPENCL_C_VERSION__ >= 300\n"
    "global int turn, steps[2] = {0, 3}, *global place = &turn;\n"
    "kernel void kept(global int *o) {\n"
    "  if (get_global_id(0)) return;\n"
    "  if (turn != o[0] || (o[0] && *place != 3 * o[0])) o[1 << 28] = 1;\n"
    "  o[0] = ++turn;\n"
    "  steps[0] += steps[1];\n"
    "  place = steps;\n"
    "}\n"
    "#endif\n";

static void check(const char *what, cl_int code) {
  if (code == CL_SUCCESS) return;
  fprintf(stderr, "%s: error %d\n", what, code);
  exit(1);
}

int main(int argc, char **argv) {
  const char *name = argc > 1 ? argv[1] : "count", *text = source;
  const int times = argc > 2 ? atoi(argv[2]) : 1;
  const size_t bytes = argc > 3 && atoi(argv[3]) ? (size_t)atoi(argv[3]) << 20 : 4096;
  cl_int *words = calloc(1, bytes);
  char define[320] = "-DLONG=";
  const char *options = "";
  if (!strcmp(name, "kept")) {
    options = "-cl-std=CL3.0";
  } else if (!strcmp(name, "long")) {
    memset(define + 7, 'k', 300);
    options = define;
    name = define + 7;
  } else if (!strcmp(name, "odd")) {
    name = "odd\377";
  }
  static cl_float sums[ITEMS];
  cl_platform_id platform;
  cl_device_id device;
  cl_int code, status;
  for (int i = 0; words && i < 1024; i++) words[i] = i < 1023 ? i : 0;
  check("platform", clGetPlatformIDs(1, &platform, NULL));
  check("device", clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL));
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
  check("context", code);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
  check("queue", code);
  cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &code);
  check("program", code);
  check("build", clBuildProgram(program, 1, &device, options, NULL, NULL));
  cl_kernel kernel = clCreateKernel(program, name, &code);
  check("kernel", code);
  cl_mem all = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, words, &code);
  check("buffer", code);
  cl_mem sum = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof sums, sums, &code);
  check("buffer", code);
  const cl_buffer_region first = {1024, 1024}, second = {2048, 1024};
  cl_mem to = clCreateSubBuffer(all, 0, CL_BUFFER_CREATE_TYPE_REGION, &first, &code);
  check("sub-buffer", code);
  cl_mem from = clCreateSubBuffer(all, 0, CL_BUFFER_CREATE_TYPE_REGION, &second, &code);
  check("sub-buffer", code);

  const struct {
    cl_int a;
    cl_float b;
    char c;
  } pair = {7, 1.5F, 1};
  const cl_uchar x = 3;
  const size_t items = argc > 4 ? (size_t)atoi(argv[4]) : ITEMS, group = GROUP,
               offset = argc > 5 ? strtoull(argv[5], NULL, 0) : OFFSET;
  const bool parts = !strcmp(name, "parts");
  if (parts) {
    check("argument", clSetKernelArg(kernel, 0, sizeof to, &to));
    check("argument", clSetKernelArg(kernel, 1, sizeof from, &from));
    check("argument", clSetKernelArg(kernel, 2, sizeof(cl_mem), NULL));
    check("argument", clSetKernelArg(kernel, 3, sizeof pair, &pair));
    check("argument", clSetKernelArg(kernel, 4, GROUP * sizeof(cl_int), NULL));
    check("argument", clSetKernelArg(kernel, 5, GROUP * sizeof(cl_float), NULL));
    check("argument", clSetKernelArg(kernel, 6, sizeof x, &x));
    check("argument", clSetKernelArg(kernel, 7, sizeof sum, &sum));
  } else if (strcmp(name, "nothing") != 0) {
    check("argument", clSetKernelArg(kernel, 0, sizeof all, &all));
  }
  printf("begins\n");
  cl_event last = NULL;
  for (int i = 0; i < times; i++) {
    if (last) check("release", clReleaseEvent(last));
    check("launch",
          clEnqueueNDRangeKernel(queue, kernel, 1, parts || argc > 5 ? &offset : NULL, &items, &group, 0, NULL, &last));
  }
  check("finish", clFinish(queue));
  check("status", clGetEventInfo(last, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
  check("read", clEnqueueReadBuffer(queue, all, CL_TRUE, 0, bytes, words, 0, NULL, NULL));
  printf("status %d, words %d %d %d\n", status, words[0], words[255], words[256]);
  check("release", clReleaseEvent(last));
  free(words);
  return 0;
}
