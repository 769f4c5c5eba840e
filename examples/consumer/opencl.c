// SPDX-License-Identifier: Apache-2.0
// An OpenCL program: it knows nothing of Wavelock. It runs a kernel on the first device and reads a value.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

static const char *source = "kernel void twice(global int *y) { int i = get_global_id(0); y[i] = 2 * i + 1; }";

static void check(const char *what, cl_int code) {
  if (code == CL_SUCCESS) return;
  fprintf(stderr, "%s: error %d\n", what, code);
  exit(1);
}

int main(void) {
  cl_platform_id platform;
  cl_device_id device;
  cl_int code, y = 0;
  const size_t items = 256;
  check("platform", clGetPlatformIDs(1, &platform, NULL));
  check("device", clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL));
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
  check("context", code);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
  check("queue", code);
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &code);
  check("program", code);
  check("build", clBuildProgram(program, 1, &device, "", NULL, NULL));
  cl_kernel kernel = clCreateKernel(program, "twice", &code);
  check("kernel", code);
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, items * sizeof y, NULL, &code);
  check("buffer", code);
  check("argument", clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  check("launch", clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
  check("read", clEnqueueReadBuffer(queue, buffer, CL_TRUE, 100 * sizeof y, sizeof y, &y, 0, NULL, NULL));
  printf("y[100] is %d\n", y);
  check("release of the buffer", clReleaseMemObject(buffer));
  check("release of the kernel", clReleaseKernel(kernel));
  check("release of the program", clReleaseProgram(program));
  check("release of the queue", clReleaseCommandQueue(queue));
  check("release of the context", clReleaseContext(context));
}
