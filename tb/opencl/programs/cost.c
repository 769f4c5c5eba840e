// SPDX-License-Identifier: Apache-2.0
// What a launch costs beside its instructions: many launches of one wave that does nothing.
// usage: cost LAUNCHES MIB
// The kernel has a buffer of MIB MiB as argument; with 0 it has none. Prints the milliseconds of a launch, and the KiB
// of memory that the process had at most.
#include <sys/resource.h>
#include <time.h>

#include "device.h"

static const char source[] =
    "kernel void nothing(void) {}\n"
    "kernel void buffer(global int *o) {}\n";

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

int main(int argc, char **argv) {
  const int launches = argc > 2 ? atoi(argv[1]) : 0, mib = argc > 2 ? atoi(argv[2]) : 0;
  const char *text = source;
  const size_t items = 64, size = (size_t)mib << 20;
  cl_int code;
  if (launches < 1 || mib < 0) {
    fprintf(stderr, "usage: cost LAUNCHES MIB\n");
    return 2;
  }
  place p = open_place();
  cl_program program = clCreateProgramWithSource(p.context, 1, &text, NULL, &code);
  must(code, "clCreateProgramWithSource");
  must(clBuildProgram(program, 1, &p.device, "", NULL, NULL), "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, mib ? "buffer" : "nothing", &code);
  must(code, "clCreateKernel");
  cl_mem m = NULL;
  if (mib) {
    const cl_int value = 7;
    m = clCreateBuffer(p.context, CL_MEM_READ_WRITE, size, NULL, &code);
    must(code, "clCreateBuffer");
    must(clEnqueueFillBuffer(p.queue, m, &value, sizeof value, 0, size, 0, NULL, NULL), "clEnqueueFillBuffer");
    must(clSetKernelArg(kernel, 0, sizeof m, &m), "clSetKernelArg");
  }
  // The first launch loads the kernel.
  double start = 0;
  for (int i = 0; i <= launches; i++) {
    must(clEnqueueNDRangeKernel(p.queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL), "clEnqueueNDRangeKernel");
    if (i && i < launches) continue;
    must(clFinish(p.queue), "clFinish");
    if (!i) start = now();
  }
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  printf("%.4f ms, %ld KiB\n", (now() - start) / launches, used.ru_maxrss);
  if (m) must(clReleaseMemObject(m), "clReleaseMemObject");
  must(clReleaseKernel(kernel), "clReleaseKernel");
  must(clReleaseProgram(program), "clReleaseProgram");
  must(clReleaseCommandQueue(p.queue), "clReleaseCommandQueue");
  must(clReleaseContext(p.context), "clReleaseContext");
  return 0;
}
