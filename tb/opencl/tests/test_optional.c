// SPDX-License-Identifier: Apache-2.0
// OpenCL 3.0: functions for what a device may lack. Each asks the device first, and does what the text has for it.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include "opencl_test.h"

static cl_bitfield can(void) {
  cl_bitfield found = 0;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, sizeof found, &found, NULL));
  return found;
}

// ---- queues on the device ------------------------------------------------------------------------

static const cl_queue_properties first[] = {
    CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT, 0};
static const cl_queue_properties second[] = {CL_QUEUE_PROPERTIES,
                                             CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE, 0};

static cl_command_queue standard(void) {
  cl_command_queue found;
  size_t needed;
  OK(clGetCommandQueueInfo(on.queue, CL_QUEUE_DEVICE_DEFAULT, sizeof found, &found, &needed));
  assert_int_equal(needed, sizeof found);
  return found;
}

static void queues_on_the_device(void **state) {
  NEEDS_3;
  cl_uint size;
  if (!(can() & CL_DEVICE_QUEUE_SUPPORTED)) {
    NONE(clCreateCommandQueueWithProperties(on.context, on.device, first, &error), CL_INVALID_QUEUE_PROPERTIES);
    NONE(clCreateCommandQueueWithProperties(on.context, on.device, second, &error), CL_INVALID_QUEUE_PROPERTIES);
    assert_null(standard());
    return;
  }
  cl_command_queue queue = clCreateCommandQueueWithProperties(on.context, on.device, first, &error);
  OK(error);
  assert_ptr_equal(standard(), queue);
  OK(clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, sizeof size, &size, NULL));
  assert_true(size > 0);
  cl_command_queue other = clCreateCommandQueueWithProperties(on.context, on.device, second, &error);
  OK(error);
  if (can() & CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT) {
    OK(clSetDefaultDeviceCommandQueue(on.context, on.device, other));
    assert_ptr_equal(standard(), other);
  }
  OK(clReleaseCommandQueue(other));
  OK(clReleaseCommandQueue(queue));
}

// A queue of the host has no size.
static void size_refused(void **state) {
  NEEDS_3;
  cl_uint size;
  EXPECT(clGetCommandQueueInfo(on.queue, CL_QUEUE_SIZE, sizeof size, &size, NULL), CL_INVALID_COMMAND_QUEUE);
}

static void default_queue_refused(void **state) {
  NEEDS_3;
  const cl_device_id wrong = (cl_device_id)(void *)on.queue;
  EXPECT(clSetDefaultDeviceCommandQueue(NULL, on.device, on.queue), CL_INVALID_CONTEXT);
  EXPECT(clSetDefaultDeviceCommandQueue(on.context, wrong, on.queue), CL_INVALID_DEVICE);
  EXPECT(clSetDefaultDeviceCommandQueue(on.context, NULL, on.queue), CL_INVALID_DEVICE);
  EXPECT(clSetDefaultDeviceCommandQueue(on.context, on.device, on.queue),
         can() & CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT ? CL_INVALID_COMMAND_QUEUE : CL_INVALID_OPERATION);
}

// ---- pipes ---------------------------------------------------------------------------------------

static bool has_pipes(void) {
  cl_bool has;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_PIPE_SUPPORT, sizeof has, &has, NULL));
  return has;
}

static void pipes(void **state) {
  NEEDS_3;
  static const cl_pipe_properties none[] = {0};
  cl_uint most, found[2];
  size_t needed;
  char room[64];
  NONE(clCreatePipe(NULL, 0, 16, 4, NULL, &error), CL_INVALID_CONTEXT);
  if (!has_pipes()) {
    NONE(clCreatePipe(on.context, 0, 16, 4, NULL, &error), CL_INVALID_OPERATION);
    NONE(clCreatePipe(on.context, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS, 16, 4, NULL, &error),
         CL_INVALID_OPERATION);
    assert_null(clCreatePipe(on.context, 0, 16, 4, NULL, NULL));
    return;
  }
  OK(clGetDeviceInfo(on.device, CL_DEVICE_PIPE_MAX_PACKET_SIZE, sizeof most, &most, NULL));
  cl_mem pipe = clCreatePipe(on.context, 0, 16, 4, NULL, &error);
  OK(error);
  OK(clGetPipeInfo(pipe, CL_PIPE_PACKET_SIZE, sizeof *found, &found[0], NULL));
  OK(clGetPipeInfo(pipe, CL_PIPE_MAX_PACKETS, sizeof *found, &found[1], NULL));
  assert_true(found[0] == 16 && found[1] == 4);
  OK(clGetPipeInfo(pipe, CL_PIPE_PROPERTIES, sizeof room, room, &needed));
  assert_int_equal(needed, 0);
  EXPECT(clGetPipeInfo(pipe, CL_PIPE_PACKET_SIZE, 3, room, NULL), CL_INVALID_VALUE);
  EXPECT(clGetPipeInfo(pipe, CL_MEM_SIZE, sizeof room, room, NULL), CL_INVALID_VALUE);
  OK(clReleaseMemObject(pipe));
  NONE(clCreatePipe(on.context, CL_MEM_READ_ONLY, 16, 4, NULL, &error), CL_INVALID_VALUE);
  NONE(clCreatePipe(on.context, 0, 16, 4, none, &error), CL_INVALID_VALUE);
  NONE(clCreatePipe(on.context, 0, 0, 4, NULL, &error), CL_INVALID_PIPE_SIZE);
  NONE(clCreatePipe(on.context, 0, most + 1, 4, NULL, &error), CL_INVALID_PIPE_SIZE);
  NONE(clCreatePipe(on.context, 0, 16, 0, NULL, &error), CL_INVALID_PIPE_SIZE);
}

static void what_is_no_pipe(void **state) {
  NEEDS_3;
  cl_uint found;
  cl_mem x = buffer_of(64, NULL);
  EXPECT(clGetPipeInfo(NULL, CL_PIPE_PACKET_SIZE, sizeof found, &found, NULL), CL_INVALID_MEM_OBJECT);
  EXPECT(clGetPipeInfo(x, CL_PIPE_PACKET_SIZE, sizeof found, &found, NULL), CL_INVALID_MEM_OBJECT);
  OK(clReleaseMemObject(x));
}

// ---- the end of a program ------------------------------------------------------------------------

static int calls;
static int order[4];

static void CL_CALLBACK ended(cl_program program, void *user) {
  (void)program;
  order[calls++] = (int)(intptr_t)user;
}

// 5.8.2: a platform whose devices run no destructors may refuse.
static void end_of_a_program(void **state) {
  NEEDS_3;
  calls = 0;
  cl_program program = program_of("kernel void none(void) {}\n", "");
  EXPECT(clSetProgramReleaseCallback(NULL, ended, NULL), CL_INVALID_PROGRAM);
  const cl_int code = clSetProgramReleaseCallback(program, ended, (void *)1);
  ONE_OF(code, CL_SUCCESS, CL_INVALID_OPERATION);
  if (code == CL_SUCCESS) {
    OK(clSetProgramReleaseCallback(program, ended, (void *)2));
    EXPECT(clSetProgramReleaseCallback(program, NULL, NULL), CL_INVALID_VALUE);
  }
  OK(clReleaseProgram(program));
  assert_int_equal(calls, code == CL_SUCCESS ? 2 : 0);
  if (calls) assert_true(order[0] == 2 && order[1] == 1);
}

// Programs in OpenCL C have neither constructors nor destructors.
static void constructors(void **state) {
  NEEDS_3;
  static const cl_program_info names[] = {CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT};
  cl_program program = program_of("kernel void none(void) {}\n", "");
  for (size_t i = 0; i < COUNT(names); i++) {
    cl_bool found = CL_TRUE;
    size_t needed;
    OK(clGetProgramInfo(program, names[i], sizeof found, &found, &needed));
    assert_int_equal(needed, sizeof found);
    assert_int_equal(found, CL_FALSE);
    EXPECT(clGetProgramInfo(program, names[i], sizeof found - 1, &found, NULL), CL_INVALID_VALUE);
  }
  OK(clReleaseProgram(program));
}

// ---- variables of a program ----------------------------------------------------------------------

static size_t bytes_of_variables(const char *source, const char *options) {
  cl_program program = program_of(source, options);
  size_t found, needed;
  OK(clGetProgramBuildInfo(program, on.device, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, sizeof found, &found,
                           &needed));
  assert_int_equal(needed, sizeof found);
  OK(clReleaseProgram(program));
  return found;
}

static void variables(void **state) {
  NEEDS_3;
  size_t most;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, sizeof most, &most, NULL));
  assert_int_equal(bytes_of_variables("kernel void none(void) {}\n", ""), 0);
  if (!most) return;
  assert_true(bytes_of_variables("global int x[100] = {1};\nkernel void sum(global int *to) { *to = x[*to]++; }\n",
                                 "-cl-std=CL3.0") >= 400);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(queues_on_the_device),  cmocka_unit_test(size_refused),
      cmocka_unit_test(default_queue_refused), cmocka_unit_test(pipes),
      cmocka_unit_test(what_is_no_pipe),       cmocka_unit_test(end_of_a_program),
      cmocka_unit_test(constructors),          cmocka_unit_test(variables),
  };
  return RUN(tests);
}
