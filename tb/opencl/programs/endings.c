// SPDX-License-Identifier: Apache-2.0
// Ends of host programs, for scripts/tests/test_opencl_launches.py.
// usage: endings finishes|polls|waits|exits|sleeps|forks|leaves
//
// A launch that fails ends the process. finishes: the host waits for its commands. polls: it asks for the status of the
// event, and exits. waits, exits, sleeps: what a callback of the event does.
// forks: a child releases what its parent has. leaves: a callback ends the process while the host waits for commands.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char source[] =
    "kernel void fails(global int *o) {\n"
    "  while (!o[0]) o[1]++;\n"
    "}\n"
    "kernel void works(global int *o) { o[get_global_id(0)] = 1; }\n";

static const char *does;
static cl_command_queue queue;

static void check(const char *what, cl_int code) {
  if (code == CL_SUCCESS) return;
  fprintf(stderr, "%s: error %d\n", what, code);
  exit(1);
}

static void CL_CALLBACK called(cl_event event, cl_int status, void *name) {
  cl_int now = 1;
  check("status", clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof now, &now, NULL));
  printf("%s: status %d, now %d\n", (const char *)name, status, now);
  if (strcmp(name, "last") != 0) return;
  if (!strcmp(does, "waits")) clFinish(queue);
  if (!strcmp(does, "exits")) exit(0);
  while (!strcmp(does, "sleeps")) pause();
}

static void CL_CALLBACK leave(cl_event event, cl_int status, void *data) {
  (void)event, (void)status, (void)data;
  exit(9);
}

// The second launch never begins.
static void leaves(cl_context context, cl_kernel kernel) {
  const size_t items = 64;
  cl_int code;
  cl_event event, never = clCreateUserEvent(context, &code);
  check("event", code);
  check("launch", clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, &event));
  check("launch", clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 1, &never, NULL));
  check("callback", clSetEventCallback(event, CL_COMPLETE, leave, NULL));
  check("finish", clFinish(queue));
}

static void forks(cl_kernel kernel, cl_mem memory) {
  const size_t items = 64, many[3] = {1 << 20, 1 << 20, 1 << 20}, one[3] = {1, 1, 1};
  int status = 0;
  printf("2^60 groups: %d\n", clEnqueueNDRangeKernel(queue, kernel, 3, NULL, many, one, 0, NULL, NULL));
  fflush(stdout);
  for (int i = 0; i < 2; i++) {
    check("launch", clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
    check("finish", clFinish(queue));
    if (i == 1) break;
    if (!fork()) {
      check("finish", clFinish(queue));
      check("release", clReleaseMemObject(memory));
      check("release", clReleaseKernel(kernel));
      check("release", clReleaseCommandQueue(queue));
      exit(3);
    }
    wait(&status);
  }
  printf("the child ended with %d\n", WEXITSTATUS(status));
}

int main(int argc, char **argv) {
  const char *text = source;
  static char failed[] = "failed", waiting[] = "waiting", last[] = "last";
  const size_t items = 64;
  cl_platform_id platform;
  cl_device_id device;
  cl_int code, status = CL_QUEUED;
  does = argc > 1 ? argv[1] : "finishes";
  check("platform", clGetPlatformIDs(1, &platform, NULL));
  check("device", clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL));
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
  check("context", code);
  queue = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code);
  check("queue", code);
  cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &code);
  check("program", code);
  check("build", clBuildProgram(program, 1, &device, "", NULL, NULL));
  cl_kernel fails = clCreateKernel(program, "fails", &code), works = clCreateKernel(program, "works", &code);
  cl_mem memory = clCreateBuffer(context, 0, items * sizeof(cl_int), NULL, &code);
  check("buffer", code);
  check("argument", clSetKernelArg(fails, 0, sizeof memory, &memory));
  check("argument", clSetKernelArg(works, 0, sizeof memory, &memory));

  if (!strcmp(does, "forks") || !strcmp(does, "leaves")) {
    if (!strcmp(does, "forks")) forks(works, memory);
    else leaves(context, works);
    printf("finished\n");
    return 0;
  }

  // Nothing begins before the host says so: gate -> fails -> works -> marker, each waits for the one before.
  cl_event gate = clCreateUserEvent(context, &code), event[3];
  check("gate", code);
  check("launch", clEnqueueNDRangeKernel(queue, fails, 1, NULL, &items, NULL, 1, &gate, &event[0]));
  check("launch", clEnqueueNDRangeKernel(queue, works, 1, NULL, &items, NULL, 1, &event[0], &event[1]));
  check("marker", clEnqueueMarkerWithWaitList(queue, 1, &event[1], &event[2]));
  check("callback", clSetEventCallback(event[0], CL_COMPLETE, called, failed));
  check("callback", clSetEventCallback(event[1], CL_COMPLETE, called, waiting));
  check("callback", clSetEventCallback(event[2], CL_COMPLETE, called, last));
  check("gate", clSetUserEventStatus(gate, CL_COMPLETE));
  if (!strcmp(does, "polls")) {
    while (status >= 0)
      check("status", clGetEventInfo(event[0], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    exit(0);
  }
  clFinish(queue);
  printf("finished\n");
  return 0;
}
