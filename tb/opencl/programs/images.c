// SPDX-License-Identifier: Apache-2.0
// Launches with an image that is sampled, an image of a buffer and one that is written, for
// scripts/tests/test_opencl_launches.py.
// usage: images [TIMES]
// Each result is the sum of four neighbours, times a number of the buffer; it is checked.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 20, HEIGHT = 6 };

static const char source[] =
    "kernel void sums(read_only image2d_t from, sampler_t s, read_only image1d_buffer_t factors,\n"
    "                 write_only image2d_t to) {\n"
    "  const int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
    // Between four elements each has a quarter.
    "  const float4 sum = 4 * read_imagef(from, s, convert_float2(at) + 1);\n"
    "  write_imagef(to, at, sum * read_imagef(factors, at.x).x);\n"
    "}\n";

static void check(const char *what, cl_int code) {
  if (!code) return;
  printf("%s: error %d\n", what, code);
  exit(7);
}

static float element(int x, int y) { return (float)((x < WIDTH ? x : WIDTH - 1) * 3 + (y < HEIGHT ? y : HEIGHT - 1)); }

int main(int argc, char **argv) {
  const int times = argc > 1 ? atoi(argv[1]) : 1;
  static const size_t origin[3], region[3] = {WIDTH, HEIGHT, 1};
  const cl_image_format format = {CL_R, CL_FLOAT};
  cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = WIDTH, .image_height = HEIGHT};
  cl_float elements[HEIGHT][WIDTH], numbers[WIDTH];
  const char *text = source;
  cl_platform_id platform;
  cl_device_id device;
  cl_int code;
  for (int x = 0; x < WIDTH; x++) numbers[x] = (float)(x + 1);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) elements[y][x] = element(x, y);
  check("platform", clGetPlatformIDs(1, &platform, NULL));
  check("device", clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL));
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
  check("context", code);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
  check("queue", code);
  cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &code);
  check("program", code);
  check("build", clBuildProgram(program, 1, &device, "", NULL, NULL));
  cl_kernel kernel = clCreateKernel(program, "sums", &code);
  check("kernel", code);
  cl_mem from = clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &desc, elements, &code);
  check("image", code);
  cl_mem to = clCreateImage(context, CL_MEM_WRITE_ONLY, &format, &desc, NULL, &code);
  check("image", code);
  desc = (cl_image_desc){.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = WIDTH};
  desc.buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof numbers, numbers, &code);
  check("buffer", code);
  cl_mem factors = clCreateImage(context, 0, &format, &desc, NULL, &code);
  check("image", code);
  cl_sampler sampler = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, &code);
  check("sampler", code);
  check("argument", clSetKernelArg(kernel, 0, sizeof from, &from));
  check("argument", clSetKernelArg(kernel, 1, sizeof sampler, &sampler));
  check("argument", clSetKernelArg(kernel, 2, sizeof factors, &factors));
  check("argument", clSetKernelArg(kernel, 3, sizeof to, &to));
  for (int i = 0; i < times; i++)
    check("launch", clEnqueueNDRangeKernel(queue, kernel, 2, NULL, region, NULL, 0, NULL, NULL));
  check("read", clEnqueueReadImage(queue, to, CL_TRUE, origin, region, 0, 0, elements, 0, NULL, NULL));
  for (int y = 0; y < HEIGHT; y++) {
    for (int x = 0; x < WIDTH; x++) {
      const float sum = element(x, y) + element(x + 1, y) + element(x, y + 1) + element(x + 1, y + 1);
      if (elements[y][x] == sum * (float)(x + 1)) continue;
      printf("%d, %d: found %g, expected %g\n", x, y, (double)elements[y][x], (double)(sum * (float)(x + 1)));
      return 8;
    }
  }
  printf("good\n");
  return 0;
}
