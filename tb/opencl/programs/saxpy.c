// SPDX-License-Identifier: Apache-2.0
// y = a * x + y of the first numbers of a buffer, with one rounding; against the host's fmaf. The last work-items have
// no number.
#include "device.h"
#include <math.h>

enum { NUMBERS = 1000, ITEMS = 1024, GROUP = 64 };

static const char *source =
    "kernel void saxpy(global float *y, global const float *x, float a, int numbers) {\n"
    "  const int i = get_global_id(0);\n"
    "  if (i < numbers) y[i] = fma(a, x[i], y[i]);\n"
    "}\n";

int main(void) {
  place p = open_place();
  const cl_float a = 0.1F;
  const cl_int numbers = NUMBERS;
  const size_t items = ITEMS, group = GROUP;
  static cl_float x[ITEMS], y[ITEMS], got[ITEMS];
  for (int i = 0; i < ITEMS; i++) {
    x[i] = (float)(i + 1) / 3;
    y[i] = (float)(ITEMS - i) / 7;
  }
  cl_int code;
  cl_program program = clCreateProgramWithSource(p.context, 1, &source, NULL, &code);
  must(code, "clCreateProgramWithSource");
  must(clBuildProgram(program, 1, &p.device, "", NULL, NULL), "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, "saxpy", &code);
  must(code, "clCreateKernel");
  cl_mem of_y = buffer_of(&p, y, sizeof y), of_x = buffer_of(&p, x, sizeof x);
  must(clSetKernelArg(kernel, 0, sizeof of_y, &of_y), "clSetKernelArg");
  must(clSetKernelArg(kernel, 1, sizeof of_x, &of_x), "clSetKernelArg");
  must(clSetKernelArg(kernel, 2, sizeof a, &a), "clSetKernelArg");
  must(clSetKernelArg(kernel, 3, sizeof numbers, &numbers), "clSetKernelArg");
  must(clEnqueueNDRangeKernel(p.queue, kernel, 1, NULL, &items, &group, 0, NULL, NULL), "clEnqueueNDRangeKernel");
  take(&p, of_y, got, sizeof got);
  take(&p, of_x, x, sizeof x);
  for (int i = 0; i < ITEMS; i++) check(got[i] == (i < NUMBERS ? fmaf(a, x[i], y[i]) : y[i]), "a number of y");
  must(clReleaseKernel(kernel), "clReleaseKernel");
  must(clReleaseProgram(program), "clReleaseProgram");
  return close_place(&p);
}
