// SPDX-License-Identifier: Apache-2.0
// Builds a program, for scripts/tests/test_opencl_cache.py.
// usage: build [--wait] FILE [OPTIONS...]
//        build --binary FILE...
// Builds the source once with each OPTIONS, or each binary, and runs its kernel `answer`. Prints for each a line with
// the code of the build, what the kernel stores, and the bytes of the log. Behind the line is the log.
// --wait: it says so before the kernel runs, and waits for a line.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static int wait_first;

static void check(const char *what, cl_int code) {
  if (code == CL_SUCCESS) return;
  fprintf(stderr, "%s: error %d\n", what, code);
  exit(1);
}

static char *read_file(const char *path, size_t *size) {
  FILE *f = fopen(path, "rb");
  char *text = calloc(1 << 20, 1);
  if (!f || !text) {
    fprintf(stderr, "%s: cannot be read\n", path);
    exit(1);
  }
  *size = fread(text, 1, 1 << 20, f);
  fclose(f);
  return text;
}

static cl_int answer(cl_program program) {
  cl_int found = -1, code;
  cl_kernel kernel = clCreateKernel(program, "answer", &code);
  check("clCreateKernel", code);
  cl_mem o = clCreateBuffer(context, 0, sizeof found, NULL, &code);
  check("clCreateBuffer", code);
  check("clSetKernelArg", clSetKernelArg(kernel, 0, sizeof o, &o));
  check("clEnqueueTask", clEnqueueTask(queue, kernel, 0, NULL, NULL));
  check("clEnqueueReadBuffer", clEnqueueReadBuffer(queue, o, CL_TRUE, 0, sizeof found, &found, 0, NULL, NULL));
  clReleaseMemObject(o);
  clReleaseKernel(kernel);
  return found;
}

static void build(const char *text, size_t size, const char *options) {
  cl_int code;
  const unsigned char *bytes = (const unsigned char *)text;
  cl_program program = options ? clCreateProgramWithSource(context, 1, &text, &size, &code)
                               : clCreateProgramWithBinary(context, 1, &device, &size, &bytes, NULL, &code);
  if (!program) {
    printf("%d -1 0\n", code);
    return;
  }
  const cl_int built = clBuildProgram(program, 0, NULL, options, NULL, NULL);
  if (wait_first) {
    puts("waits");
    fflush(stdout);
    getchar();
  }
  const cl_int found = built == CL_SUCCESS ? answer(program) : -1;
  check("length", clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size));
  char *log = malloc(size);
  if (!log) exit(1);
  check("log", clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log, NULL));
  printf("%d %d %zu\n%s", built, found, strlen(log), log);
  free(log);
  clReleaseProgram(program);
}

int main(int argc, char **argv) {
  cl_platform_id platform;
  cl_int code;
  size_t size;
  int at = 1;
  const int binary = argc > 1 && !strcmp(argv[1], "--binary");
  if (binary) at++;
  if (at < argc && !strcmp(argv[at], "--wait")) wait_first = at++;
  if (at == argc) return 1;
  check("platform", clGetPlatformIDs(1, &platform, NULL));
  check("device", clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL));
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
  check("context", code);
  queue = clCreateCommandQueue(context, device, 0, &code);
  check("queue", code);
  char *text = read_file(argv[at], &size);
  if (!binary && ++at == argc) build(text, size, "");
  for (; at < argc; at++) {
    if (binary) {
      free(text);
      text = read_file(argv[at], &size);
    }
    build(text, size, binary ? NULL : argv[at]);
  }
  free(text);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return 0;
}
