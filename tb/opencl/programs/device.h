// SPDX-License-Identifier: Apache-2.0
// What the programs of this folder have in common: the first device, a context and a queue on it, and a count of what
// was wrong.
#ifndef WAVELOCK_OPENCL_PROGRAMS_DEVICE_H
#define WAVELOCK_OPENCL_PROGRAMS_DEVICE_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  cl_platform_id platform;
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
  char extensions[4096];
} place;

static unsigned checks, wrong;

// The call has succeeded, or the program ends.
static inline void must(cl_int code, const char *what) {
  if (!code) return;
  printf("FAIL: %s: code %d\n", what, (int)code);
  exit(1);
}

static inline void check(bool good, const char *what) {
  checks++;
  if (good) return;
  wrong++;
  printf("FAIL: %s\n", what);
}

static inline place open_place(void) {
  place p;
  cl_int code;
  must(clGetPlatformIDs(1, &p.platform, NULL), "clGetPlatformIDs");
  must(clGetDeviceIDs(p.platform, CL_DEVICE_TYPE_DEFAULT, 1, &p.device, NULL), "clGetDeviceIDs");
  must(clGetDeviceInfo(p.device, CL_DEVICE_EXTENSIONS, sizeof p.extensions, p.extensions, NULL), "clGetDeviceInfo");
  p.context = clCreateContext(NULL, 1, &p.device, NULL, NULL, &code);
  must(code, "clCreateContext");
  p.queue = clCreateCommandQueue(p.context, p.device, CL_QUEUE_PROFILING_ENABLE, &code);
  must(code, "clCreateCommandQueue");
  return p;
}

static inline bool has_extension(const place *p, const char *name) { return strstr(p->extensions, name); }

// A buffer with these bytes.
static inline cl_mem buffer_of(const place *p, const void *bytes, size_t size) {
  cl_int code;
  cl_mem m = clCreateBuffer(p->context, CL_MEM_READ_WRITE, size, NULL, &code);
  must(code, "clCreateBuffer");
  must(clEnqueueWriteBuffer(p->queue, m, CL_FALSE, 0, size, bytes, 0, NULL, NULL), "clEnqueueWriteBuffer");
  must(clFinish(p->queue), "clFinish");
  return m;
}

// Reads a buffer to its end and releases it.
static inline void take(const place *p, cl_mem m, void *bytes, size_t size) {
  must(clEnqueueReadBuffer(p->queue, m, CL_TRUE, 0, size, bytes, 0, NULL, NULL), "clEnqueueReadBuffer");
  must(clReleaseMemObject(m), "clReleaseMemObject");
}

static inline int close_place(place *p) {
  must(clReleaseCommandQueue(p->queue), "clReleaseCommandQueue");
  must(clReleaseContext(p->context), "clReleaseContext");
  printf("%u checks, %u wrong\n", checks, wrong);
  return wrong || !checks;
}

#endif
