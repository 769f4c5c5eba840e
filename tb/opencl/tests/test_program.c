// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2, 5.6: programs from source and binaries, build options, logs, compile and link, what programs say.
#include "opencl_test.h"

#include <pthread.h>

static cl_int ask_program(const void *object, cl_uint name, size_t size, void *value, size_t *needed) {
  return clGetProgramInfo((cl_program)(uintptr_t)object, name, size, value, needed);
}

static cl_int ask_build(const void *object, cl_uint name, size_t size, void *value, size_t *needed) {
  return clGetProgramBuildInfo((cl_program)(uintptr_t)object, on.device, name, size, value, needed);
}

static cl_program source_of(const char *text) {
  cl_program program = clCreateProgramWithSource(on.context, 1, &text, NULL, &error);
  OK(error);
  return program;
}

static cl_program compiled(const char *text, const char *options) {
  cl_program program = source_of(text);
  OK(clCompileProgram(program, 0, NULL, options, 0, NULL, NULL, NULL, NULL));
  return program;
}

static cl_int build(cl_program program, const char *options) {
  return clBuildProgram(program, 0, NULL, options, NULL, NULL);
}

static cl_build_status build_status(cl_program program) {
  cl_build_status status;
  query_fixed(ask_build, program, CL_PROGRAM_BUILD_STATUS, sizeof status, &status);
  return status;
}

static cl_program_binary_type binary_type(cl_program program) {
  cl_program_binary_type type;
  query_fixed(ask_build, program, CL_PROGRAM_BINARY_TYPE, sizeof type, &type);
  return type;
}

// The int that the kernel `answer` stores.
static cl_int answer(cl_program program) {
  cl_int found = -1;
  cl_kernel kernel = kernel_of(program, "answer");
  cl_mem o = buffer_of(sizeof found, &found);
  set_buffer(kernel, 0, o);
  run_line(kernel, 1, 1);
  read_all(o, sizeof found, &found);
  OK(clReleaseMemObject(o));
  OK(clReleaseKernel(kernel));
  return found;
}

static const char forty_two[] = "kernel void answer(global int *o) { o[0] = 42; }\n";

static void from_source(void **state) {
  (void)state;
  cl_program program = source_of(forty_two);
  assert_int_equal(build_status(program), CL_BUILD_NONE);
  assert_int_equal(binary_type(program), CL_PROGRAM_BINARY_TYPE_NONE);
  OK(build(program, NULL));
  assert_int_equal(build_status(program), CL_BUILD_SUCCESS);
  assert_int_equal(binary_type(program), CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  assert_int_equal(answer(program), 42);
  OK(clReleaseProgram(program));
}

// Strings with lengths, with a zero length, with none.
static void from_strings(void **state) {
  (void)state;
  const char *parts[] = {"kernel void answer(zzz", "global int *o)", "{ o[0] = 43; }YYYY"};
  const size_t lengths[] = {20 - 1, 0, 14};
  cl_program program = clCreateProgramWithSource(on.context, 3, parts, lengths, &error);
  OK(error);
  char text[256];
  query_text(ask_program, program, CL_PROGRAM_SOURCE, sizeof text, text);
  assert_string_equal(text, "kernel void answer(global int *o){ o[0] = 43; }");
  OK(build(program, ""));
  assert_int_equal(answer(program), 43);
  OK(clReleaseProgram(program));
}

static void info(void **state) {
  (void)state;
  cl_program program = source_of("kernel void a(int x) {}\nkernel void b(int x) {}\n");
  cl_uint count;
  query_fixed(ask_program, program, CL_PROGRAM_REFERENCE_COUNT, sizeof count, &count);
  assert_int_equal(count, 1);
  OK(clRetainProgram(program));
  OK(clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, sizeof count, &count, NULL));
  assert_int_equal(count, 2);
  OK(clReleaseProgram(program));
  cl_context context;
  query_fixed(ask_program, program, CL_PROGRAM_CONTEXT, sizeof context, &context);
  assert_ptr_equal(context, on.context);
  query_fixed(ask_program, program, CL_PROGRAM_NUM_DEVICES, sizeof count, &count);
  assert_int_equal(count, 1);
  cl_device_id device;
  query_fixed(ask_program, program, CL_PROGRAM_DEVICES, sizeof device, &device);
  assert_ptr_equal(device, on.device);
  size_t kernels;
  EXPECT(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof kernels, &kernels, NULL),
         CL_INVALID_PROGRAM_EXECUTABLE);
  char names[64];
  EXPECT(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, NULL), CL_INVALID_PROGRAM_EXECUTABLE);
  OK(build(program, ""));
  query_fixed(ask_program, program, CL_PROGRAM_NUM_KERNELS, sizeof kernels, &kernels);
  assert_int_equal(kernels, 2);
  query_text(ask_program, program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names);
  assert_true(!strcmp(names, "a;b") || !strcmp(names, "b;a"));
  EXPECT(clGetProgramInfo(program, CL_DEVICE_NAME, sizeof names, names, NULL), CL_INVALID_VALUE);
  OK(clReleaseProgram(program));
}

static void build_info(void **state) {
  (void)state;
  cl_program program = source_of(forty_two);
  char text[1024];
  query_text(ask_build, program, CL_PROGRAM_BUILD_OPTIONS, sizeof text, text);
  assert_string_equal(text, "");
  OK(build(program, "-DX=1 -cl-mad-enable"));
  query_text(ask_build, program, CL_PROGRAM_BUILD_OPTIONS, sizeof text, text);
  assert_string_equal(text, "-DX=1 -cl-mad-enable");
  query_text(ask_build, program, CL_PROGRAM_BUILD_LOG, sizeof text, text);
  EXPECT(clGetProgramBuildInfo(program, on.device, CL_DEVICE_NAME, sizeof text, text, NULL), CL_INVALID_VALUE);
  EXPECT(clGetProgramBuildInfo(program, NULL, CL_PROGRAM_BUILD_LOG, sizeof text, text, NULL), CL_INVALID_DEVICE);
  OK(clReleaseProgram(program));
}

static void source_refused(void **state) {
  (void)state;
  const char *none[] = {forty_two, NULL};
  NONE(clCreateProgramWithSource(on.context, 0, none, NULL, &error), CL_INVALID_VALUE);
  NONE(clCreateProgramWithSource(on.context, 1, NULL, NULL, &error), CL_INVALID_VALUE);
  NONE(clCreateProgramWithSource(on.context, 2, none, NULL, &error), CL_INVALID_VALUE);
  assert_null(clCreateProgramWithSource(on.context, 0, none, NULL, NULL));
}

static void options(void **state) {
  (void)state;
  static const char text[] =
      "#ifndef N\n#define N 5\n#endif\n"
      "#ifdef __FAST_RELAXED_MATH__\n#define FAST 100\n#else\n#define FAST 0\n#endif\n"
      "kernel void answer(global int *o) { o[0] = N + FAST; }\n";
  static const struct {
    const char *options;
    cl_int value;
  } all[] = {{"", 5},
             {"-D N=7", 7},
             {"-DN=8 -cl-opt-disable", 8},
             {"-D N", 1},
             {"  -DN=9   -cl-single-precision-constant  -cl-denorms-are-zero ", 9},
             {"-cl-fast-relaxed-math", 105},
             {"-cl-finite-math-only -cl-unsafe-math-optimizations -cl-no-signed-zeros -cl-mad-enable", 5},
             {"-cl-fp32-correctly-rounded-divide-sqrt -cl-strict-aliasing -w", 5},
             {"-cl-std=CL1.1", 5},
             {"-cl-std=CL1.2 -DN=(2*3)", 6}};
  cl_device_fp_config can;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_SINGLE_FP_CONFIG, sizeof can, &can, NULL));
  for (size_t i = 0; i < COUNT(all); i++) {
    if (strstr(all[i].options, "correctly") && !(can & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT)) {
      cl_program wrong = source_of(text);
      EXPECT(build(wrong, all[i].options), CL_BUILD_PROGRAM_FAILURE);
      OK(clReleaseProgram(wrong));
      continue;
    }
    cl_program program = program_of(text, all[i].options);
    assert_int_equal(answer(program), all[i].value);
    OK(clReleaseProgram(program));
  }
}

// 6.10: what the compiler defines is what the device says.
static void macros(void **state) {
  (void)state;
  static const char text[] =
      "kernel void answer(global int *o) {\n"
      "  int bits = 0;\n"
      "#ifdef __IMAGE_SUPPORT__\n  bits |= 1;\n#endif\n"
      "#ifdef __ENDIAN_LITTLE__\n  bits |= 2;\n#endif\n"
      "#ifdef cl_khr_fp64\n  bits |= 4;\n#endif\n"
      "#ifdef cl_khr_fp16\n  bits |= 8;\n#endif\n"
      "#ifdef cl_khr_global_int32_base_atomics\n  bits |= 16;\n#endif\n"
      "#if __OPENCL_VERSION__ >= 120 && CL_VERSION_1_0 == 100 && CL_VERSION_1_1 == 110 && CL_VERSION_1_2 == 120\n"
      "  bits |= 32;\n#endif\n"
      "#if __OPENCL_C_VERSION__ == 120\n  bits |= 64;\n#endif\n"
      "#ifdef __FAST_RELAXED_MATH__\n  bits |= 128;\n#endif\n"
      "#ifdef cl_khr_3d_image_writes\n  bits |= 256;\n#endif\n"
      "#ifdef cl_khr_int64_base_atomics\n  bits |= 512;\n#endif\n"
      "#ifdef cl_khr_int64_extended_atomics\n  bits |= 1024;\n#endif\n"
      "  o[0] = bits + 10000 * sizeof(size_t) + 1000000 * sizeof(global int *) + 100000000 * sizeof(long);\n"
      "}\n";
  cl_program program = program_of(text, "-cl-std=CL1.2");
  cl_bool images, little;
  cl_uint bits;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_IMAGE_SUPPORT, sizeof images, &images, NULL));
  OK(clGetDeviceInfo(on.device, CL_DEVICE_ENDIAN_LITTLE, sizeof little, &little, NULL));
  OK(clGetDeviceInfo(on.device, CL_DEVICE_ADDRESS_BITS, sizeof bits, &bits, NULL));
  static const struct {
    const char *name;
    int bit;
  } extensions[] = {{"cl_khr_fp64", 4},
                    {"cl_khr_fp16", 8},
                    {"cl_khr_global_int32_base_atomics", 16},
                    {"cl_khr_3d_image_writes", 256},
                    {"cl_khr_int64_base_atomics", 512},
                    {"cl_khr_int64_extended_atomics", 1024}};
  cl_int expected = 32 + 64 + (images ? 1 : 0) + (little ? 2 : 0);
  for (size_t i = 0; i < COUNT(extensions); i++)
    if (has_extension(extensions[i].name)) expected += extensions[i].bit;
  const cl_int found = answer(program), pointer = (cl_int)bits / 8;
  assert_int_equal(found / 10000, pointer + 100 * pointer + 10000 * 8);
  assert_int_equal(found % 10000, expected);
  OK(clReleaseProgram(program));
}

// -I and a folder of the host.
static void include_folders(void **state) {
  (void)state;
  char folder[] = "/tmp/opencl-XXXXXX", file[64], options[64];
  assert_non_null(mkdtemp(folder));
  snprintf(file, sizeof file, "%s/value.h", folder);
  FILE *f = fopen(file, "w");
  assert_non_null(f);
  assert_true(fputs("#define VALUE 31\n", f) >= 0 && fclose(f) == 0);
  for (int i = 0; i < 3; i++) {
    switch (i) {
      case 0: snprintf(options, sizeof options, "-I %s", folder); break;
      case 1: snprintf(options, sizeof options, "-I%s", folder); break;
      default: snprintf(options, sizeof options, "-cl-opt-disable -I %s -DX", folder);
    }
    cl_program program =
        program_of("#include \"value.h\"\nkernel void answer(global int *o) { o[0] = VALUE; }\n", options);
    assert_int_equal(answer(program), 31);
    OK(clReleaseProgram(program));
  }
  remove(file);
  remove(folder);
}

static int branches(int n) { return n & 4 ? n + 1 : n & 8 ? -n : 3; }

// The values are the same with and without optimization: conditions that differ between the work-items of a wave, in
// the middle of expressions, in loops and in functions.
static void unoptimized(void **state) {
  (void)state;
  enum { ITEMS = 64 };
  static const char *const both[] = {"", "-cl-opt-disable"};
  static const char text[] =
      "int f(int n) { return n & 4 ? n + 1 : n & 8 ? -n : 3; }\n"
      "kernel void answer(global int *o) {\n"
      "  int i = get_global_id(0), v = o[i], sum = 0;\n"
      "  for (int k = 0; k < (i & 7); k++) sum += (v * 3) + (k & 1 ? f(v + k) : v & 2 ? k : -k) * (v > 9 && k > 2 || "
      "i);\n"
      "  o[i] = (v * 7) + (sum > 5 ? f(sum) + f(i) : (i & 1 ? o[i] : 7)) + (i * 5);\n"
      "}\n";
  for (size_t k = 0; k < COUNT(both); k++) {
    cl_int values[ITEMS];
    for (int i = 0; i < ITEMS; i++) values[i] = i * 11 % 23;
    cl_program program = program_of(text, both[k]);
    cl_kernel kernel = kernel_of(program, "answer");
    cl_mem o = buffer_of(sizeof values, values);
    set_buffer(kernel, 0, o);
    run_line(kernel, ITEMS, ITEMS);
    read_all(o, sizeof values, values);
    for (int i = 0; i < ITEMS; i++) {
      const int v = i * 11 % 23;
      int sum = 0;
      for (int n = 0; n < (i & 7); n++)
        sum += v * 3 + (n & 1 ? branches(v + n) : v & 2 ? n : -n) * ((v > 9 && n > 2) || i);
      assert_int_equal(values[i], v * 7 + (sum > 5 ? branches(sum) + branches(i) : i & 1 ? v : 7) + i * 5);
    }
    OK(clReleaseMemObject(o));
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(program));
  }
}

// 6.9 and C99, 6.7.4: a function that is inline alone, whether it is inlined or not, in each of two programs.
static void inline_functions(void **state) {
  (void)state;
  static const char *const both[] = {"", "-cl-opt-disable"};
  static const char large[] =
      "#define R(x) x x x x x x x x\n"
      "inline int f(int n) {\n  R(R(R(n = n * 5 + (n >> 3) * (n & 255);)))\n  return n;\n}\n"
      "inline int g(int n) { return n + 1; }\n"
      "kernel void answer(global int *o) {\n"
      "  o[0] = f(0) + g(41) + (o[0] == 5 ? f(o[0]) + f(o[0] + 1) + f(o[0] + 2) : 0);\n}\n";
  for (size_t i = 0; i < COUNT(both); i++) {
    cl_program program = program_of(large, both[i]);
    assert_int_equal(answer(program), 42);
    OK(clReleaseProgram(program));
  }
  cl_program parts[] = {compiled("inline int g(int n) { return n + 1; }\nint h(int n) { return g(n) + 1; }\n", ""),
                        compiled("int h(int);\ninline int g(int n) { return n + 1; }\n"
                                 "kernel void answer(global int *o) { o[0] = g(20) + h(19); }\n",
                                 "")};
  cl_program linked = clLinkProgram(on.context, 0, NULL, "", 2, parts, NULL, NULL, &error);
  OK(error);
  assert_int_equal(answer(linked), 42);
  OK(clReleaseProgram(linked));
  for (int i = 0; i < 2; i++) OK(clReleaseProgram(parts[i]));
}

// 6.7.1: a kernel that is called by a kernel is a function.
static void kernels_call_kernels(void **state) {
  (void)state;
  static const char *const both[] = {"", "-cl-opt-disable"};
  static const char called[] =
      "kernel void other(global int *o, int n) { o[0] += n; }\n"
      "kernel __attribute__((reqd_work_group_size(1, 1, 1))) void third(global int *o) { other(o, 10); }\n"
      "void f(global int *o) { third(o); }\n";
  static const char calls[] = "kernel void answer(global int *o) { o[0] = 11; other(o, 21); f(o); }\n";
  char all[512], second[512];
  snprintf(all, sizeof all, "%s%s", called, calls);
  snprintf(second, sizeof second, "kernel void other(global int *o, int n);\nvoid f(global int *o);\n%s", calls);
  for (size_t i = 0; i < COUNT(both); i++) {
    cl_program program = program_of(all, both[i]);
    assert_int_equal(answer(program), 42);
    OK(clReleaseProgram(program));
    cl_program parts[] = {compiled(called, both[i]), compiled(second, both[i])};
    cl_program linked = clLinkProgram(on.context, 0, NULL, "", 2, parts, NULL, NULL, &error);
    OK(error);
    assert_int_equal(answer(linked), 42);
    cl_kernel kernel = kernel_of(linked, "other");
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(linked));
    for (int k = 0; k < 2; k++) OK(clReleaseProgram(parts[k]));
  }
}

// A program without kernels.
static void no_kernels(void **state) {
  (void)state;
  static const char *const texts[] = {"", "int f(int x) { return x; }\n"};
  for (size_t i = 0; i < COUNT(texts); i++) {
    cl_program program = program_of(texts[i], "");
    size_t kernels = 1;
    cl_uint count = 1;
    char names[16] = "x";
    OK(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof kernels, &kernels, NULL));
    assert_int_equal(kernels, 0);
    OK(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, NULL));
    assert_string_equal(names, "");
    OK(clCreateKernelsInProgram(program, 0, NULL, &count));
    assert_int_equal(count, 0);
    NONE(clCreateKernel(program, "f", &error), CL_INVALID_KERNEL_NAME);
    OK(clReleaseProgram(program));
  }
}

static void options_refused(void **state) {
  (void)state;
  static const char *const wrong[] = {"-no-such-option", "-cl-no-such-option", "-cl-std=CL9.9"};
  cl_program program = source_of(forty_two);
  for (size_t i = 0; i < COUNT(wrong); i++) EXPECT(build(program, wrong[i]), CL_INVALID_BUILD_OPTIONS);
  OK(clReleaseProgram(program));
}

// -Werror is for warnings alone, -w for none of them.
static void warnings(void **state) {
  (void)state;
  static const char text[] = "#warning beware\nkernel void answer(global int *o) { o[0] = 1; }\n";
  char log[4096];
  cl_program program = source_of(text);
  OK(build(program, ""));
  query_text(ask_build, program, CL_PROGRAM_BUILD_LOG, sizeof log, log);
  assert_non_null(strstr(log, "beware"));
  EXPECT(build(program, "-Werror"), CL_BUILD_PROGRAM_FAILURE);
  OK(build(program, "-w"));
  OK(clReleaseProgram(program));
}

static void build_fails(void **state) {
  (void)state;
  char log[4096];
  cl_program program = source_of("kernel void answer(global int *o) {\n  o[0] = nowhere;\n}\n");
  EXPECT(build(program, ""), CL_BUILD_PROGRAM_FAILURE);
  assert_int_equal(build_status(program), CL_BUILD_ERROR);
  query_text(ask_build, program, CL_PROGRAM_BUILD_LOG, sizeof log, log);
  assert_non_null(strstr(log, "nowhere"));
  assert_non_null(strstr(log, ":2:"));
  NONE(clCreateKernel(program, "answer", &error), CL_INVALID_PROGRAM_EXECUTABLE);
  OK(clReleaseProgram(program));
}

// A program may be built again, when it has no kernels.
static void built_again(void **state) {
  (void)state;
  cl_program program = source_of("kernel void answer(global int *o) { o[0] = N; }\n");
  EXPECT(build(program, ""), CL_BUILD_PROGRAM_FAILURE);
  OK(build(program, "-DN=1"));
  assert_int_equal(answer(program), 1);
  OK(build(program, "-DN=2"));
  assert_int_equal(answer(program), 2);
  OK(clReleaseProgram(program));
}

static void build_with_kernels_refused(void **state) {
  (void)state;
  cl_program program = program_of(forty_two, "");
  cl_kernel kernel = kernel_of(program, "answer");
  EXPECT(build(program, ""), CL_INVALID_OPERATION);
  OK(clReleaseKernel(kernel));
  OK(build(program, ""));
  OK(clReleaseProgram(program));
}

static void build_refused(void **state) {
  (void)state;
  int mine = 0;
  const cl_device_id none = NULL;
  cl_program program = source_of(forty_two);
  EXPECT(clBuildProgram(program, 1, NULL, "", NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clBuildProgram(program, 0, &on.device, "", NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clBuildProgram(program, 0, NULL, "", NULL, &mine), CL_INVALID_VALUE);
  EXPECT(clBuildProgram(program, 1, &none, "", NULL, NULL), CL_INVALID_DEVICE);
  OK(clBuildProgram(program, 1, &on.device, "", NULL, NULL));
  OK(clReleaseProgram(program));
}

static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int calls;
  cl_program program;
  void *user;
} called = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void CL_CALLBACK notify(cl_program program, void *user) {
  pthread_mutex_lock(&called.lock);
  called.calls++;
  called.program = program;
  called.user = user;
  pthread_cond_broadcast(&called.changed);
  pthread_mutex_unlock(&called.lock);
}

static void until_called(cl_program program, void *user) {
  pthread_mutex_lock(&called.lock);
  while (!called.calls) pthread_cond_wait(&called.changed, &called.lock);
  assert_int_equal(called.calls, 1);
  assert_ptr_equal(called.user, user);
  if (program) assert_ptr_equal(called.program, program);
  called.calls = 0;
  pthread_mutex_unlock(&called.lock);
}

static void notified(void **state) {
  (void)state;
  int mine;
  cl_program program = source_of(forty_two), failing = source_of("kernel void answer(\n");
  OK(clBuildProgram(program, 0, NULL, "", notify, &mine));
  until_called(program, &mine);
  assert_int_equal(build_status(program), CL_BUILD_SUCCESS);
  assert_int_equal(answer(program), 42);
  OK(clReleaseProgram(program));
  ONE_OF(clBuildProgram(failing, 0, NULL, "", notify, NULL), CL_SUCCESS, CL_BUILD_PROGRAM_FAILURE);
  until_called(failing, NULL);
  assert_int_equal(build_status(failing), CL_BUILD_ERROR);
  OK(clReleaseProgram(failing));
  program = source_of(forty_two);
  OK(clCompileProgram(program, 0, NULL, "", 0, NULL, NULL, notify, &mine));
  until_called(program, &mine);
  assert_int_equal(build_status(program), CL_BUILD_SUCCESS);
  cl_program linked = clLinkProgram(on.context, 0, NULL, "", 1, &program, notify, &mine, &error);
  OK(error);
  until_called(linked, &mine);
  assert_int_equal(answer(linked), 42);
  OK(clReleaseProgram(linked));
  OK(clReleaseProgram(program));
}

// ---- compile and link -----------------------------------------------------------------------------------------------
static const char library[] = "int six(void) { return 6; }\nint times(int x, int y) { return x * y; }\n";
static const char user[] =
    "int six(void);\nint times(int x, int y);\n"
    "kernel void answer(global int *o) { o[0] = times(six(), 7); }\n";

static void compile_and_link(void **state) {
  (void)state;
  cl_program parts[] = {compiled(library, ""), compiled(user, NULL)};
  for (int i = 0; i < 2; i++) {
    assert_int_equal(build_status(parts[i]), CL_BUILD_SUCCESS);
    assert_int_equal(binary_type(parts[i]), CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  }
  cl_program linked = clLinkProgram(on.context, 0, NULL, "", 2, parts, NULL, NULL, &error);
  OK(error);
  assert_int_equal(build_status(linked), CL_BUILD_SUCCESS);
  assert_int_equal(binary_type(linked), CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  for (int i = 0; i < 2; i++) OK(clReleaseProgram(parts[i]));
  assert_int_equal(answer(linked), 42);
  OK(clReleaseProgram(linked));
}

static void link_with_library(void **state) {
  (void)state;
  cl_program part = compiled(library, "");
  cl_program made = clLinkProgram(on.context, 0, NULL, "-create-library", 1, &part, NULL, NULL, &error);
  OK(error);
  assert_int_equal(binary_type(made), CL_PROGRAM_BINARY_TYPE_LIBRARY);
  cl_program both[] = {made, compiled(user, "")};
  cl_program linked = clLinkProgram(on.context, 1, &on.device, NULL, 2, both, NULL, NULL, &error);
  OK(error);
  assert_int_equal(answer(linked), 42);
  OK(clReleaseProgram(linked));
  OK(clReleaseProgram(part));
  for (int i = 0; i < 2; i++) OK(clReleaseProgram(both[i]));
}

static void headers(void **state) {
  (void)state;
  static const char *const names[] = {"outer.h", "folder/inner.h"};
  cl_program texts[] = {source_of("#include \"folder/inner.h\"\n#define BOTH (INNER + 30)\n"),
                        source_of("#define INNER 12\n")};
  cl_program program = source_of("#include <outer.h>\nkernel void answer(global int *o) { o[0] = BOTH; }\n");
  OK(clCompileProgram(program, 0, NULL, "", 2, texts, (const char **)(uintptr_t)names, NULL, NULL));
  cl_program linked = clLinkProgram(on.context, 0, NULL, "", 1, &program, NULL, NULL, &error);
  OK(error);
  assert_int_equal(answer(linked), 42);
  OK(clReleaseProgram(linked));
  OK(clReleaseProgram(program));
  for (int i = 0; i < 2; i++) OK(clReleaseProgram(texts[i]));
}

static void compile_refused(void **state) {
  (void)state;
  const char *name = "a.h";
  cl_program program = source_of(forty_two), header = source_of("\n");
  int mine = 0;
  EXPECT(clCompileProgram(program, 0, NULL, "", 1, NULL, &name, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clCompileProgram(program, 0, NULL, "", 1, &header, NULL, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clCompileProgram(program, 0, NULL, "", 0, &header, NULL, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clCompileProgram(program, 0, NULL, "", 0, NULL, &name, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clCompileProgram(program, 1, NULL, "", 0, NULL, NULL, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clCompileProgram(program, 0, &on.device, "", 0, NULL, NULL, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clCompileProgram(program, 0, NULL, "", 0, NULL, NULL, NULL, &mine), CL_INVALID_VALUE);
  const cl_device_id none = NULL;
  EXPECT(clCompileProgram(program, 1, &none, "", 0, NULL, NULL, NULL, NULL), CL_INVALID_DEVICE);
  OK(clReleaseProgram(header));
  OK(clReleaseProgram(program));
}

// A program with kernels, and one without source.
static void compile_of_others_refused(void **state) {
  (void)state;
  cl_program program = program_of(forty_two, "");
  cl_kernel kernel = kernel_of(program, "answer");
  EXPECT(clCompileProgram(program, 0, NULL, "", 0, NULL, NULL, NULL, NULL), CL_INVALID_OPERATION);
  OK(clReleaseKernel(kernel));
  OK(clCompileProgram(program, 0, NULL, "", 0, NULL, NULL, NULL, NULL));
  cl_program linked = clLinkProgram(on.context, 0, NULL, "", 1, &program, NULL, NULL, &error);
  OK(error);
  EXPECT(clCompileProgram(linked, 0, NULL, "", 0, NULL, NULL, NULL, NULL), CL_INVALID_OPERATION);
  EXPECT(build(linked, ""), CL_INVALID_OPERATION);
  OK(clReleaseProgram(linked));
  OK(clReleaseProgram(program));
}

// 6.9: there are no pointers to functions.
static void pointers_refused(void **state) {
  (void)state;
  char log[4096];
  cl_program program = source_of(
      "int one(int a) { return a + 1; }\n"
      "int two(int a) { return a * 2; }\n"
      "kernel void answer(global int *o) { int (*step)(int) = o[0] ? one : two; o[0] = step(o[1]); }\n");
  EXPECT(build(program, ""), CL_BUILD_PROGRAM_FAILURE);
  query_text(ask_build, program, CL_PROGRAM_BUILD_LOG, sizeof log, log);
  assert_non_null(strstr(log, "function"));
  OK(clReleaseProgram(program));
}

static void compile_options_refused(void **state) {
  (void)state;
  cl_program program = source_of(forty_two);
  EXPECT(clCompileProgram(program, 0, NULL, "-no-such-option", 0, NULL, NULL, NULL, NULL), CL_INVALID_COMPILER_OPTIONS);
  OK(clReleaseProgram(program));
}

static void compile_fails(void **state) {
  (void)state;
  char log[4096];
  cl_program program = source_of("#include \"missing.h\"\n");
  EXPECT(clCompileProgram(program, 0, NULL, "", 0, NULL, NULL, NULL, NULL), CL_COMPILE_PROGRAM_FAILURE);
  assert_int_equal(build_status(program), CL_BUILD_ERROR);
  query_text(ask_build, program, CL_PROGRAM_BUILD_LOG, sizeof log, log);
  assert_non_null(strstr(log, "missing.h"));
  OK(clReleaseProgram(program));
}

static void link_refused(void **state) {
  (void)state;
  int mine = 0;
  cl_program program = compiled(forty_two, "");
  NONE(clLinkProgram(on.context, 0, NULL, "", 0, NULL, NULL, NULL, &error), CL_INVALID_VALUE);
  NONE(clLinkProgram(on.context, 0, NULL, "", 0, &program, NULL, NULL, &error), CL_INVALID_VALUE);
  NONE(clLinkProgram(on.context, 0, NULL, "", 1, NULL, NULL, NULL, &error), CL_INVALID_VALUE);
  NONE(clLinkProgram(on.context, 1, NULL, "", 1, &program, NULL, NULL, &error), CL_INVALID_VALUE);
  NONE(clLinkProgram(on.context, 0, &on.device, "", 1, &program, NULL, NULL, &error), CL_INVALID_VALUE);
  NONE(clLinkProgram(on.context, 0, NULL, "", 1, &program, NULL, &mine, &error), CL_INVALID_VALUE);
  OK(clReleaseProgram(program));
}

static void link_null_refused(void **state) {
  (void)state;
  const cl_device_id nowhere = NULL;
  cl_program program = compiled(forty_two, "");
  const cl_program none[] = {program, NULL};
  NONE(clLinkProgram(on.context, 0, NULL, "", 2, none, NULL, NULL, &error), CL_INVALID_PROGRAM);
  NONE(clLinkProgram(on.context, 1, &nowhere, "", 1, &program, NULL, NULL, &error), CL_INVALID_DEVICE);
  OK(clReleaseProgram(program));
}

static void link_options_refused(void **state) {
  (void)state;
  cl_program program = compiled(forty_two, "");
  NONE(clLinkProgram(on.context, 0, NULL, "-no-such-option", 1, &program, NULL, NULL, &error),
       CL_INVALID_LINKER_OPTIONS);
  OK(clReleaseProgram(program));
}

// Sources that were not compiled.
static void link_of_sources_refused(void **state) {
  (void)state;
  cl_program program = source_of(forty_two);
  NONE(clLinkProgram(on.context, 0, NULL, "", 1, &program, NULL, NULL, &error), CL_INVALID_OPERATION);
  OK(clReleaseProgram(program));
}

// A function that nobody has: there is a program, which has the log.
static void link_fails(void **state) {
  (void)state;
  cl_program program = compiled(user, "");
  cl_program linked = clLinkProgram(on.context, 0, NULL, "", 1, &program, NULL, NULL, &error);
  EXPECT(error, CL_LINK_PROGRAM_FAILURE);
  if (linked) {
    char log[4096];
    assert_int_equal(build_status(linked), CL_BUILD_ERROR);
    query_text(ask_build, linked, CL_PROGRAM_BUILD_LOG, sizeof log, log);
    OK(clReleaseProgram(linked));
  }
  OK(clReleaseProgram(program));
}

// ---- binaries -------------------------------------------------------------------------------------------------------
static unsigned char *binary_of(cl_program program, size_t *size) {
  query_fixed(ask_program, program, CL_PROGRAM_BINARY_SIZES, sizeof *size, size);
  assert_true(*size > 0);
  unsigned char *binary = malloc(*size);
  size_t needed;
  OK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, &needed));
  assert_int_equal(needed, sizeof binary);
  return binary;
}

static cl_program from_binary(const unsigned char *binary, size_t size) {
  cl_int status = 1;
  cl_program program = clCreateProgramWithBinary(on.context, 1, &on.device, &size, &binary, &status, &error);
  OK(error);
  OK(status);
  return program;
}

static void binaries(void **state) {
  (void)state;
  size_t size;
  cl_program first = program_of(forty_two, "");
  unsigned char *binary = binary_of(first, &size);
  OK(clReleaseProgram(first));
  cl_program second = from_binary(binary, size);
  memset(binary, 0, size);  // it was copied
  free(binary);
  assert_int_equal(binary_type(second), CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  OK(build(second, ""));
  assert_int_equal(build_status(second), CL_BUILD_SUCCESS);
  assert_int_equal(answer(second), 42);
  binary = binary_of(second, &size);
  cl_program third = from_binary(binary, size);
  free(binary);
  OK(build(third, NULL));
  assert_int_equal(answer(third), 42);
  // There is the source, or none.
  char text[256];
  query_text(ask_program, third, CL_PROGRAM_SOURCE, sizeof text, text);
  assert_true(!*text || !strcmp(text, forty_two));
  OK(clReleaseProgram(second));
  OK(clReleaseProgram(third));
}

// A compiled object goes out, comes in, is linked.
static void binary_of_an_object(void **state) {
  (void)state;
  size_t size;
  cl_program part = compiled(library, "");
  unsigned char *binary = binary_of(part, &size);
  OK(clReleaseProgram(part));
  cl_program both[] = {from_binary(binary, size), compiled(user, "")};
  free(binary);
  assert_int_equal(binary_type(both[0]), CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  cl_program linked = clLinkProgram(on.context, 0, NULL, "", 2, both, NULL, NULL, &error);
  OK(error);
  assert_int_equal(answer(linked), 42);
  OK(clReleaseProgram(linked));
  for (int i = 0; i < 2; i++) OK(clReleaseProgram(both[i]));
}

static void binary_before_build(void **state) {
  (void)state;
  size_t size = 1;
  cl_program program = source_of(forty_two);
  query_fixed(ask_program, program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size);
  assert_int_equal(size, 0);
  OK(clReleaseProgram(program));
}

static void binaries_refused(void **state) {
  (void)state;
  static const unsigned char junk[64] = "this is no program";
  const unsigned char *at = junk, *null = NULL;
  const size_t size = sizeof junk, zero = 0;
  const cl_device_id none = NULL;
  cl_int status = 1;
  cl_context c = on.context;
  NONE(clCreateProgramWithBinary(c, 0, &on.device, &size, &at, &status, &error), CL_INVALID_VALUE);
  NONE(clCreateProgramWithBinary(c, 1, NULL, &size, &at, &status, &error), CL_INVALID_VALUE);
  NONE(clCreateProgramWithBinary(c, 1, &on.device, NULL, &at, &status, &error), CL_INVALID_VALUE);
  NONE(clCreateProgramWithBinary(c, 1, &on.device, &size, NULL, &status, &error), CL_INVALID_VALUE);
  NONE(clCreateProgramWithBinary(c, 1, &on.device, &zero, &at, &status, &error), CL_INVALID_VALUE);
  assert_int_equal(status, CL_INVALID_VALUE);
  NONE(clCreateProgramWithBinary(c, 1, &on.device, &size, &null, &status, &error), CL_INVALID_VALUE);
  assert_int_equal(status, CL_INVALID_VALUE);
  NONE(clCreateProgramWithBinary(c, 1, &none, &size, &at, &status, &error), CL_INVALID_DEVICE);
}

static void junk_refused(void **state) {
  (void)state;
  static const unsigned char junk[64] = "this is no program";
  const unsigned char *at = junk;
  const size_t size = sizeof junk;
  cl_int status = 1;
  NONE(clCreateProgramWithBinary(on.context, 1, &on.device, &size, &at, &status, &error), CL_INVALID_BINARY);
  assert_int_equal(status, CL_INVALID_BINARY);
  NONE(clCreateProgramWithBinary(on.context, 1, &on.device, &size, &at, NULL, &error), CL_INVALID_BINARY);
}

// Part of a binary, and one with a byte that is not its own, at several places: refused, or built.
static void spoilt_binaries(void **state) {
  (void)state;
  size_t size;
  cl_program program = program_of(forty_two, "");
  unsigned char *binary = binary_of(program, &size);
  OK(clReleaseProgram(program));
  for (int i = 0; i < 24; i++) {
    unsigned char *spoilt = malloc(size);
    memcpy(spoilt, binary, size);
    const unsigned char *at = spoilt;
    size_t length = size;
    if (i % 2) length = size * (size_t)i / 24 + 1;
    else spoilt[size * (size_t)i / 24] ^= 0xff;
    cl_int status;
    program = clCreateProgramWithBinary(on.context, 1, &on.device, &length, &at, &status, &error);
    free(spoilt);
    if (program) {
      build(program, "");
      OK(clReleaseProgram(program));
    } else {
      EXPECT(error, CL_INVALID_BINARY);
    }
  }
  free(binary);
}

static void built_in_kernels_refused(void **state) {
  (void)state;
  NONE(clCreateProgramWithBuiltInKernels(on.context, 0, &on.device, "none", &error), CL_INVALID_VALUE);
  NONE(clCreateProgramWithBuiltInKernels(on.context, 1, NULL, "none", &error), CL_INVALID_VALUE);
  NONE(clCreateProgramWithBuiltInKernels(on.context, 1, &on.device, NULL, &error), CL_INVALID_VALUE);
  NONE(clCreateProgramWithBuiltInKernels(on.context, 1, &on.device, "no_such_kernel", &error), CL_INVALID_VALUE);
}

static void compilers_unloaded(void **state) {
  (void)state;
  OK(clUnloadPlatformCompiler(on.platform));
  OK(clUnloadCompiler());
  cl_program program = program_of(forty_two, "");
  assert_int_equal(answer(program), 42);
  OK(clReleaseProgram(program));
}

// Several programs live side by side, with kernels of one name.
static void side_by_side(void **state) {
  (void)state;
  cl_program programs[4];
  for (int i = 0; i < 4; i++) {
    char options[32];
    snprintf(options, sizeof options, "-DN=%d", i * 11);
    programs[i] = program_of("kernel void answer(global int *o) { o[0] = N; }\n", options);
  }
  for (int i = 3; i >= 0; i--) {
    assert_int_equal(answer(programs[i]), i * 11);
    OK(clReleaseProgram(programs[i]));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(from_source),
      cmocka_unit_test(from_strings),
      cmocka_unit_test(info),
      cmocka_unit_test(build_info),
      cmocka_unit_test(source_refused),
      cmocka_unit_test(options),
      cmocka_unit_test(macros),
      cmocka_unit_test(include_folders),
      cmocka_unit_test(unoptimized),
      cmocka_unit_test(inline_functions),
      cmocka_unit_test(kernels_call_kernels),
      cmocka_unit_test(no_kernels),
      cmocka_unit_test(options_refused),
      cmocka_unit_test(warnings),
      cmocka_unit_test(build_fails),
      cmocka_unit_test(built_again),
      cmocka_unit_test(build_with_kernels_refused),
      cmocka_unit_test(build_refused),
      cmocka_unit_test(notified),
      cmocka_unit_test(compile_and_link),
      cmocka_unit_test(link_with_library),
      cmocka_unit_test(headers),
      cmocka_unit_test(compile_refused),
      cmocka_unit_test(compile_of_others_refused),
      cmocka_unit_test(pointers_refused),
      cmocka_unit_test(compile_options_refused),
      cmocka_unit_test(compile_fails),
      cmocka_unit_test(link_refused),
      cmocka_unit_test(link_null_refused),
      cmocka_unit_test(link_options_refused),
      cmocka_unit_test(link_of_sources_refused),
      cmocka_unit_test(link_fails),
      cmocka_unit_test(binaries),
      cmocka_unit_test(binary_of_an_object),
      cmocka_unit_test(binary_before_build),
      cmocka_unit_test(binaries_refused),
      cmocka_unit_test(junk_refused),
      cmocka_unit_test(spoilt_binaries),
      cmocka_unit_test(built_in_kernels_refused),
      cmocka_unit_test(compilers_unloaded),
      cmocka_unit_test(side_by_side),
  };
  return RUN(tests);
}
