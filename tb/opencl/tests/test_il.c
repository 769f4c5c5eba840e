// SPDX-License-Identifier: Apache-2.0
// OpenCL 3.0, 5.8: programs of an intermediate language and their specialization constants, on a device that has
// SPIR-V, and on one that has no such language.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include "opencl_test.h"

enum { ITEMS = 16, N = 7, NEGATIVE = 3 };  // work-items; the ids of the constants

// SPIR-V 1.0 of a kernel add(global uint *to), which writes n + i, or its negative, to to[i]. Constant N is n, of 32
// bits, without a value 5; NEGATIVE is of a bit, without a value false.
static const cl_uint module[] = {
    0x07230203, 0x00010000, 0x00000000, 0x00000017, 0x00000000, 0x00020011, 0x00000004, 0x00020011, 0x00000006,
    0x00020011, 0x0000000b, 0x0003000e, 0x00000002, 0x00000002, 0x0005000f, 0x00000006, 0x00000001, 0x00646461,
    0x00000002, 0x00030003, 0x00000003, 0x00018e70, 0x00040047, 0x00000002, 0x0000000b, 0x0000001c, 0x00030047,
    0x00000002, 0x00000016, 0x00040047, 0x00000003, 0x00000001, 0x00000007, 0x00040047, 0x00000004, 0x00000001,
    0x00000003, 0x00020013, 0x00000005, 0x00020014, 0x00000006, 0x00040015, 0x00000007, 0x00000020, 0x00000000,
    0x00040015, 0x00000008, 0x00000040, 0x00000000, 0x00040017, 0x00000009, 0x00000008, 0x00000003, 0x00040020,
    0x0000000a, 0x00000001, 0x00000009, 0x00040020, 0x0000000b, 0x00000005, 0x00000007, 0x00040021, 0x0000000c,
    0x00000005, 0x0000000b, 0x0004002b, 0x00000007, 0x0000000d, 0x00000000, 0x00040032, 0x00000007, 0x00000003,
    0x00000005, 0x00030031, 0x00000006, 0x00000004, 0x0004003b, 0x0000000a, 0x00000002, 0x00000001, 0x00050036,
    0x00000005, 0x00000001, 0x00000000, 0x0000000c, 0x00030037, 0x0000000b, 0x0000000e, 0x000200f8, 0x0000000f,
    0x0006003d, 0x00000009, 0x00000010, 0x00000002, 0x00000002, 0x00000020, 0x00050051, 0x00000008, 0x00000011,
    0x00000010, 0x00000000, 0x00040071, 0x00000007, 0x00000012, 0x00000011, 0x00050080, 0x00000007, 0x00000013,
    0x00000012, 0x00000003, 0x00050082, 0x00000007, 0x00000014, 0x0000000d, 0x00000013, 0x000600a9, 0x00000007,
    0x00000015, 0x00000004, 0x00000014, 0x00000013, 0x00050046, 0x0000000b, 0x00000016, 0x0000000e, 0x00000011,
    0x0005003e, 0x00000016, 0x00000015, 0x00000002, 0x00000004, 0x000100fd, 0x00010038,
};

// SPIR-V 1.0 of a kernel bits(global uint *to), which writes the number of bits of i to to[i]. A function that is not
// inlined counts them.
static const cl_uint calling[] = {
    0x07230203, 0x00010000, 0x00000000, 0x0000001c, 0x00000000, 0x00020011, 0x00000004, 0x00020011, 0x00000006,
    0x00020011, 0x0000000b, 0x0003000e, 0x00000002, 0x00000002, 0x0006000f, 0x00000006, 0x00000010, 0x73746962,
    0x00000000, 0x00000005, 0x00030047, 0x00000005, 0x00000016, 0x00040047, 0x00000005, 0x0000000b, 0x0000001c,
    0x00040015, 0x00000002, 0x00000040, 0x00000000, 0x00040015, 0x00000006, 0x00000020, 0x00000000, 0x00040017,
    0x00000003, 0x00000002, 0x00000003, 0x00040020, 0x00000004, 0x00000001, 0x00000003, 0x00040021, 0x00000007,
    0x00000006, 0x00000006, 0x00020013, 0x0000000d, 0x00040020, 0x0000000e, 0x00000005, 0x00000006, 0x00040021,
    0x0000000f, 0x0000000d, 0x0000000e, 0x0004003b, 0x00000004, 0x00000005, 0x00000001, 0x00050036, 0x00000006,
    0x00000008, 0x00000002, 0x00000007, 0x00030037, 0x00000006, 0x00000009, 0x000200f8, 0x0000000a, 0x000400cd,
    0x00000006, 0x0000000c, 0x00000009, 0x000200fe, 0x0000000c, 0x00010038, 0x00050036, 0x0000000d, 0x00000010,
    0x00000000, 0x0000000f, 0x00030037, 0x0000000e, 0x00000011, 0x000200f8, 0x00000012, 0x0006003d, 0x00000003,
    0x00000013, 0x00000005, 0x00000002, 0x00000020, 0x00050051, 0x00000002, 0x00000014, 0x00000013, 0x00000000,
    0x00040071, 0x00000006, 0x00000015, 0x00000014, 0x00050039, 0x00000006, 0x00000016, 0x00000008, 0x00000015,
    0x00050046, 0x0000000e, 0x00000017, 0x00000011, 0x00000014, 0x0005003e, 0x00000017, 0x00000016, 0x00000002,
    0x00000004, 0x000100fd, 0x00010038,
};

// SPIR-V 1.0 of two kernels as llvm-spirv writes them: each entry point calls a function, exported under the name of
// the kernel. Kernel one(global int *to) adds 7 to each to[i]. Kernel two(global int *to) calls that of one twice.
static const cl_uint called_kernels[] = {
    0x07230203, 0x00010000, 0x00000000, 0x00000026, 0x00000000, 0x00020011, 0x00000004, 0x00020011, 0x00000005,
    0x00020011, 0x00000006, 0x00020011, 0x0000000b, 0x0003000e, 0x00000002, 0x00000002, 0x0005000f, 0x00000006,
    0x0000001e, 0x00656e6f, 0x00000005, 0x0005000f, 0x00000006, 0x00000022, 0x006f7774, 0x00000005, 0x000d0047,
    0x00000005, 0x00000029, 0x70735f5f, 0x5f767269, 0x6c697542, 0x476e4974, 0x61626f6c, 0x766e496c, 0x7461636f,
    0x496e6f69, 0x00000064, 0x00000001, 0x00030047, 0x00000005, 0x00000016, 0x00040047, 0x00000005, 0x0000000b,
    0x0000001c, 0x00050047, 0x0000000a, 0x00000029, 0x00656e6f, 0x00000000, 0x00050047, 0x00000016, 0x00000029,
    0x006f7774, 0x00000000, 0x00040015, 0x00000002, 0x00000040, 0x00000000, 0x00040015, 0x00000007, 0x00000020,
    0x00000000, 0x0004002b, 0x00000007, 0x00000014, 0x00000007, 0x00040017, 0x00000003, 0x00000002, 0x00000003,
    0x00040020, 0x00000004, 0x00000001, 0x00000003, 0x00020013, 0x00000006, 0x00040020, 0x00000008, 0x00000005,
    0x00000007, 0x00040021, 0x00000009, 0x00000006, 0x00000008, 0x00040020, 0x0000000d, 0x00000007, 0x00000008,
    0x0004003b, 0x00000004, 0x00000005, 0x00000001, 0x00050036, 0x00000006, 0x0000000a, 0x00000002, 0x00000009,
    0x00030037, 0x00000008, 0x0000000b, 0x000200f8, 0x0000000c, 0x0004003b, 0x0000000d, 0x0000000e, 0x00000007,
    0x0005003e, 0x0000000e, 0x0000000b, 0x00000002, 0x00000008, 0x0006003d, 0x00000008, 0x0000000f, 0x0000000e,
    0x00000002, 0x00000008, 0x0006003d, 0x00000003, 0x00000010, 0x00000005, 0x00000002, 0x00000020, 0x00050051,
    0x00000002, 0x00000011, 0x00000010, 0x00000000, 0x00050046, 0x00000008, 0x00000012, 0x0000000f, 0x00000011,
    0x0006003d, 0x00000007, 0x00000013, 0x00000012, 0x00000002, 0x00000004, 0x00050080, 0x00000007, 0x00000015,
    0x00000013, 0x00000014, 0x0005003e, 0x00000012, 0x00000015, 0x00000002, 0x00000004, 0x000100fd, 0x00010038,
    0x00050036, 0x00000006, 0x00000016, 0x00000002, 0x00000009, 0x00030037, 0x00000008, 0x00000017, 0x000200f8,
    0x00000018, 0x0004003b, 0x0000000d, 0x00000019, 0x00000007, 0x0005003e, 0x00000019, 0x00000017, 0x00000002,
    0x00000008, 0x0006003d, 0x00000008, 0x0000001a, 0x00000019, 0x00000002, 0x00000008, 0x00050039, 0x00000006,
    0x0000001b, 0x0000000a, 0x0000001a, 0x0006003d, 0x00000008, 0x0000001c, 0x00000019, 0x00000002, 0x00000008,
    0x00050039, 0x00000006, 0x0000001d, 0x0000000a, 0x0000001c, 0x000100fd, 0x00010038, 0x00050036, 0x00000006,
    0x0000001e, 0x00000002, 0x00000009, 0x00030037, 0x00000008, 0x0000001f, 0x000200f8, 0x00000020, 0x00050039,
    0x00000006, 0x00000021, 0x0000000a, 0x0000001f, 0x000100fd, 0x00010038, 0x00050036, 0x00000006, 0x00000022,
    0x00000002, 0x00000009, 0x00030037, 0x00000008, 0x00000023, 0x000200f8, 0x00000024, 0x00050039, 0x00000006,
    0x00000025, 0x00000016, 0x00000023, 0x000100fd, 0x00010038,
};

static bool has_spirv(void) {
  char text[256] = "";
  if (is_version_3()) OK(clGetDeviceInfo(on.device, CL_DEVICE_IL_VERSION, sizeof text, text, NULL));
  return strstr(text, "SPIR-V_1.") != NULL;
}

#define NEEDS_SPIRV           \
  do {                        \
    NEEDS_3;                  \
    if (!has_spirv()) skip(); \
  } while (0)

static cl_program made(void) {
  cl_program program = clCreateProgramWithIL(on.context, module, sizeof module, &error);
  OK(error);
  return program;
}

static void build(cl_program program) {
  const cl_int code = clBuildProgram(program, 1, &on.device, "", NULL, NULL);
  char log[8192] = "";
  if (code == CL_SUCCESS) return;
  clGetProgramBuildInfo(program, on.device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
  fail_msg("clBuildProgram: %d\n%s", code, log);
}

// The kernel of the built program writes first, first + step, ...
static void writes(cl_program program, cl_int first, cl_int step) {
  cl_int found[ITEMS];
  cl_kernel add = kernel_of(program, "add");
  cl_mem to = buffer_of(sizeof found, NULL);
  set_buffer(add, 0, to);
  run_line(add, ITEMS, 0);
  read_all(to, sizeof found, found);
  for (cl_int i = 0; i < ITEMS; i++) assert_int_equal(found[i], first + step * i);
  OK(clReleaseMemObject(to));
  OK(clReleaseKernel(add));
}

static cl_int ask(const void *object, cl_uint name, size_t size, void *value, size_t *needed) {
  return clGetProgramInfo((cl_program)(uintptr_t)object, name, size, value, needed);
}

static void programs(void **state) {
  NEEDS_SPIRV;
  cl_program program = made();
  static char module_back[2 * sizeof module];
  char source[16] = "";
  size_t needed;
  assert_int_equal(query_list(ask, program, CL_PROGRAM_IL, 1, module_back, sizeof module_back), sizeof module);
  assert_memory_equal(module_back, module, sizeof module);
  OK(clGetProgramInfo(program, CL_PROGRAM_SOURCE, sizeof source, source, &needed));
  assert_string_equal(source, "");
  build(program);
  writes(program, 5, 1);
  OK(clReleaseProgram(program));
  program = clCreateProgramWithIL(on.context, module, sizeof module, NULL);
  assert_non_null(program);
  OK(clReleaseProgram(program));
}

// A program from source has no intermediate language.
static void program_of_source(void **state) {
  NEEDS_3;
  cl_program program = program_of("kernel void none(void) {}\n", "");
  size_t needed = 1;
  OK(clGetProgramInfo(program, CL_PROGRAM_IL, 0, NULL, &needed));
  assert_int_equal(needed, 0);
  OK(clReleaseProgram(program));
}

// It is compiled and linked, too.
static void compiled_and_linked(void **state) {
  NEEDS_SPIRV;
  cl_program program = made();
  OK(clCompileProgram(program, 1, &on.device, "", 0, NULL, NULL, NULL, NULL));
  cl_program linked = clLinkProgram(on.context, 1, &on.device, "", 1, &program, NULL, NULL, &error);
  OK(error);
  writes(linked, 5, 1);
  OK(clReleaseProgram(linked));
  OK(clReleaseProgram(program));
}

static void constants(void **state) {
  NEEDS_SPIRV;
  cl_program program = made();
  const cl_uint hundred = 100, thousand = 1000;
  const cl_uchar yes = 2, no = 0;
  OK(clSetProgramSpecializationConstant(program, N, sizeof hundred, &hundred));
  OK(clSetProgramSpecializationConstant(program, N, sizeof thousand, &thousand));
  build(program);
  writes(program, 1000, 1);
  // The next build has what is set since, and what was set before.
  OK(clSetProgramSpecializationConstant(program, NEGATIVE, sizeof yes, &yes));
  build(program);
  writes(program, -1000, -1);
  OK(clSetProgramSpecializationConstant(program, NEGATIVE, sizeof no, &no));
  build(program);
  writes(program, 1000, 1);
  OK(clReleaseProgram(program));
}

// No function calls itself, directly or not (SPIR-V environment of OpenCL, validation rules), so it is known how much
// private memory a kernel needs.
static void calls(void **state) {
  NEEDS_SPIRV;
  cl_int found[ITEMS];
  cl_program program = clCreateProgramWithIL(on.context, calling, sizeof calling, &error);
  OK(error);
  build(program);
  cl_kernel bits = kernel_of(program, "bits");
  cl_mem to = buffer_of(sizeof found, NULL);
  set_buffer(bits, 0, to);
  run_line(bits, ITEMS, 0);
  read_all(to, sizeof found, found);
  for (cl_int i = 0; i < ITEMS; i++) assert_int_equal(found[i], __builtin_popcount((unsigned)i));
  OK(clReleaseMemObject(to));
  OK(clReleaseKernel(bits));
  OK(clReleaseProgram(program));
}

static void called_kernels_run(void **state) {
  NEEDS_SPIRV;
  static const char *const names[] = {"one", "two"};
  cl_int numbers[ITEMS] = {0};
  cl_program program = clCreateProgramWithIL(on.context, called_kernels, sizeof called_kernels, &error);
  OK(error);
  build(program);
  cl_mem to = buffer_of(sizeof numbers, numbers);
  for (cl_int k = 0; k < 2; k++) {
    cl_kernel kernel = kernel_of(program, names[k]);
    set_buffer(kernel, 0, to);
    run_line(kernel, ITEMS, 0);
    read_all(to, sizeof numbers, numbers);
    for (int i = 0; i < ITEMS; i++) assert_int_equal(numbers[i], k ? 21 : 7);
    OK(clReleaseKernel(kernel));
  }
  OK(clReleaseMemObject(to));
  OK(clReleaseProgram(program));
}

static void programs_refused(void **state) {
  NEEDS_3;
  static const cl_uint text[] = {0x656b2020, 0x6c656e72, 0x696f7620, 0x2928206e};
  NONE(clCreateProgramWithIL(NULL, module, sizeof module, &error), CL_INVALID_CONTEXT);
  if (!has_spirv()) {
    NONE(clCreateProgramWithIL(on.context, module, sizeof module, &error), CL_INVALID_OPERATION);
    assert_null(clCreateProgramWithIL(on.context, module, sizeof module, NULL));
    return;
  }
  NONE(clCreateProgramWithIL(on.context, NULL, sizeof module, &error), CL_INVALID_VALUE);
  NONE(clCreateProgramWithIL(on.context, module, 0, &error), CL_INVALID_VALUE);
  NONE(clCreateProgramWithIL(on.context, text, sizeof text, &error), CL_INVALID_VALUE);
  NONE(clCreateProgramWithIL(on.context, module, 19, &error), CL_INVALID_VALUE);
}

// A module that ends early is no program: it is refused here, or does not build.
static void cut_modules_refused(void **state) {
  NEEDS_SPIRV;
  for (size_t words = 5; words < COUNT(module) - 1; words += 11) {
    cl_program program = clCreateProgramWithIL(on.context, module, words * sizeof *module, &error);
    ONE_OF(error, CL_SUCCESS, CL_INVALID_VALUE);
    assert_int_equal(program != NULL, error == CL_SUCCESS);
    if (!program) continue;
    cl_kernel add = NULL;
    const cl_int code = clBuildProgram(program, 1, &on.device, "", NULL, NULL);
    ONE_OF(code, CL_SUCCESS, CL_BUILD_PROGRAM_FAILURE);
    if (code == CL_SUCCESS) add = clCreateKernel(program, "add", &error);
    assert_null(add);
    OK(clReleaseProgram(program));
  }
}

static void constants_refused(void **state) {
  NEEDS_3;
  const cl_uint value = 1;
  cl_program source = program_of("kernel void none(void) {}\n", "");
  EXPECT(clSetProgramSpecializationConstant(NULL, N, sizeof value, &value), CL_INVALID_PROGRAM);
  EXPECT(clSetProgramSpecializationConstant(source, N, sizeof value, &value),
         has_spirv() ? CL_INVALID_PROGRAM : CL_INVALID_OPERATION);
  OK(clReleaseProgram(source));
  if (!has_spirv()) return;
  cl_program program = made();
  EXPECT(clSetProgramSpecializationConstant(program, N + 1, sizeof value, &value), CL_INVALID_SPEC_ID);
  EXPECT(clSetProgramSpecializationConstant(program, N, sizeof value - 1, &value), CL_INVALID_VALUE);
  EXPECT(clSetProgramSpecializationConstant(program, N, sizeof(cl_ulong), &value), CL_INVALID_VALUE);
  EXPECT(clSetProgramSpecializationConstant(program, NEGATIVE, sizeof value, &value), CL_INVALID_VALUE);
  EXPECT(clSetProgramSpecializationConstant(program, N, sizeof value, NULL), CL_INVALID_VALUE);
  build(program);
  writes(program, 5, 1);
  OK(clReleaseProgram(program));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(programs),
      cmocka_unit_test(program_of_source),
      cmocka_unit_test(compiled_and_linked),
      cmocka_unit_test(constants),
      cmocka_unit_test(calls),
      cmocka_unit_test(called_kernels_run),
      cmocka_unit_test(programs_refused),
      cmocka_unit_test(cut_modules_refused),
      cmocka_unit_test(constants_refused),
  };
  return RUN(tests);
}
