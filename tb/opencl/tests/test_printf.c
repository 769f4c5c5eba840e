// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2, 6.12.13: printf of kernels, read from the process's standard output.
#include "opencl_test.h"

#include <unistd.h>

// What a kernel prints, between the start of the launch and the end of clFinish.
static char said[1 << 16];

static void listen_to(cl_kernel kernel, size_t global, size_t local) {
  fflush(stdout);
  const int before = dup(1);
  FILE *file = tmpfile();
  assert_non_null(file);
  assert_true(before >= 0 && dup2(fileno(file), 1) == 1);
  const cl_int code = clEnqueueNDRangeKernel(on.queue, kernel, 1, NULL, &global, local ? &local : NULL, 0, NULL, NULL);
  const cl_int finished = clFinish(on.queue);
  fflush(stdout);
  assert_true(dup2(before, 1) == 1);
  close(before);
  rewind(file);
  const size_t size = fread(said, 1, sizeof said - 1, file);
  said[size] = 0;
  fclose(file);
  OK(code);
  OK(finished);
}

static void prints(const char *body, const char *expected) {
  char source[4096];
  snprintf(source, sizeof source, "kernel void say(global int *x) {\n%s\n}\n", body);
  static const cl_int data[4] = {7, -7, 3, 4};
  cl_program program = program_of(source, "");
  cl_kernel kernel = kernel_of(program, "say");
  cl_mem x = buffer_of(sizeof data, data);
  set_buffer(kernel, 0, x);
  listen_to(kernel, 1, 1);
  assert_string_equal(said, expected);
  OK(clReleaseMemObject(x));
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(program));
}

static void integers(void **state) {
  (void)state;
  prints(
      "printf(\"plain\\n\");\n"
      "printf(\"%d %i %u %x %X %o %c%%\\n\", x[1], x[0], 4000000000u, 255, 255, 8, 'z');\n"
      "printf(\"[%5d] [%-5d] [%05d] [%+d] [% d] [%.3d] [%#x] [%#o]\\n\", 42, 42, 42, 42, 42, 7, 255, 8);\n"
      "printf(\"%hhd %hd %ld %lu %lx\\n\", (char)-5, (short)-300, -5000000000L, 18446744073709551615UL, 1UL << 40);",
      "plain\n-7 7 4000000000 ff FF 10 z%\n[   42] [42   ] [00042] [+42] [ 42] [007] [0xff] [010]\n"
      "-5 -300 -5000000000 18446744073709551615 10000000000\n");
}

static void floats(void **state) {
  (void)state;
  prints(
      "float f = x[0] / 2.0f;\n"
      "printf(\"%f %.2f %e %g [%8.3f] [%-8.1f] [%+.0f] %G\\n\", f, f, f, f, f, f, f, 1e10f);\n"
      "printf(\"%f %f\\n\", INFINITY, -INFINITY);\n"
      "printf(\"%a\\n\", 1.0f);",
      "3.500000 3.50 3.500000e+00 3.5 [   3.500] [3.5     ] [+4] 1E+10\ninf -inf\n0x1p+0\n");
}

static void float_in_capitals(void **state) {
  (void)state;
  prints("printf(\"%F %F\\n\", x[0] / 2.0f, INFINITY);", "3.500000 INF\n");
}

static void texts(void **state) {
  (void)state;
  prints("printf(\"%s and [%8s] [%-8s] [%.2s]\\n\", \"one\", \"two\", \"three\", \"four\");",
         "one and [     two] [three   ] [fo]\n");
}

static void vectors(void **state) {
  (void)state;
  prints(
      "float4 f = (float4)(1.0f, 2.0f, 3.0f, 4.0f);\n"
      "uchar4 c = (uchar4)(0xfa, 0xfb, 0xfc, 0xfd);\n"
      "int2 i = (int2)(-1, 2);\n"
      "short3 s = (short3)(1, -2, 3);\n"
      "printf(\"%2.2v4hlf\\n\", f);\n"
      "printf(\"%#v4hhx\\n\", c);\n"
      "printf(\"%v2hld %v3hd\\n\", i, s);\n"
      "printf(\"%v2lu\\n\", (ulong2)(1, 5000000000UL));",
      "1.00,2.00,3.00,4.00\n0xfa,0xfb,0xfc,0xfd\n-1,2 1,-2,3\n1,5000000000\n");
}

// Each size of a vector, and each length of its elements.
static void vectors_of_all_sizes(void **state) {
  (void)state;
  prints(
      "char8 a = (char8)(1, -2, 3, -4, 5, -6, 7, -128);\n"
      "uchar16 b = (uchar16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255);\n"
      "short2 c = (short2)(-32768, 7);\n"
      "uint4 d = (uint4)(0, 1, 0x80000000u, 0xffffffffu);\n"
      "long3 e = (long3)(-1, 1L << 40, 0);\n"
      "float2 f = (float2)(0.5f, -1.25f);\n"
      "printf(\"%v8hhd\\n%v16hhu\\n%v2hi\\n\", a, b, c);\n"
      "printf(\"%v4hlu %v4hlx %#v4hlX\\n%v3ld\\n\", d, d, d, e);\n"
      "printf(\"%v2hlf %v2hle %v2hlg %v2hla\\n\", f, f, f, f);",
      "1,-2,3,-4,5,-6,7,-128\n0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,255\n-32768,7\n"
      "0,1,2147483648,4294967295 0,1,80000000,ffffffff 0,0X1,0X80000000,0XFFFFFFFF\n-1,1099511627776,0\n"
      "0.500000,-1.250000 5.000000e-01,-1.250000e+00 0.5,-1.25 0x1p-1,-0x1.4p+0\n");
}

// Flags, width and precision hold for each element.
static void vectors_with_flags(void **state) {
  (void)state;
  prints(
      "int2 i = (int2)(-1, 23);\n"
      "float2 f = (float2)(0.5f, -1.25f);\n"
      "printf(\"[%5v2hld] [%-4v2hld] [%05v2hld] [%+v2hld] [%.3v2hld] [%6.1v2hlf]\\n\", i, i, i, i, i, f);",
      "[   -1,   23] [-1  ,23  ] [-0001,00023] [-1,+23] [-001,023] [   0.5,  -1.2]\n");
}

static void vectors_of_doubles(void **state) {
  (void)state;
  if (!has_extension("cl_khr_fp64")) skip();
  prints("double3 d = (double3)(x[0] / 4.0, 1e100, -0.0); printf(\"%v3lf|%v3lg\\n\", (double3)(d.x, 2.0, d.z), d);",
         "1.750000,2.000000,-0.000000|1.75,1e+100,-0\n");
}

static void vectors_of_halves(void **state) {
  (void)state;
  if (!has_extension("cl_khr_fp16")) skip();
  prints(
      "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
      "half4 h = (half4)(0.5h, -2.0h, 65504.0h, 0.0h); printf(\"%v4hf %.1v4he\\n\", h, h);",
      "0.500000,-2.000000,65504.000000,0.000000 5.0e-01,-2.0e+00,6.6e+04,0.0e+00\n");
}

// What the text takes from C99.
static void corners(void **state) {
  (void)state;
  prints(
      "printf(\"[%.0d] [%.0x] [%#.0f] [%.0f] [%#g] [%05f] [%+.1e] [% i]\\n\", 0, 0, 3.0f, 2.5f, 1.0f, INFINITY, 0.0f,\n"
      "       -4);",
      "[] [] [3.] [2] [1.00000] [  inf] [+0.0e+00] [-4]\n");
}

static void doubles(void **state) {
  (void)state;
  if (!has_extension("cl_khr_fp64")) skip();
  prints("double d = x[0] / 4.0, e = x[2] / 9.0; printf(\"%f %.10f %g\\n\", d, e, 1e200);",
         "1.750000 0.3333333333 1e+200\n");
}

static void double_constants(void **state) {
  (void)state;
  if (!has_extension("cl_khr_fp64")) skip();
  prints("printf(\"%.10f %.10e\\n\", 1.0 / 3.0, 1.0 / 3.0);", "0.3333333333 3.3333333333e-01\n");
}

// Each work-item prints its line whole; their order is free.
static void every_item(void **state) {
  (void)state;
  cl_program program = program_of(
      "kernel void say(void) { printf(\"item %d of %d\\n\", (int)get_global_id(0), (int)get_local_id(0)); }\n", "");
  cl_kernel kernel = kernel_of(program, "say");
  listen_to(kernel, 100, 50);
  bool seen[100] = {false};
  int lines = 0;
  for (const char *at = said; *at; lines++) {
    int item, of, length = 0;
    assert_int_equal(sscanf(at, "item %d of %d%n", &item, &of, &length), 2);
    assert_in_range(item, 0, 99);
    assert_int_equal(of, item % 50);
    assert_false(seen[item]);
    seen[item] = true;
    at += length;
    assert_int_equal(*at++, '\n');
  }
  assert_int_equal(lines, 100);
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(program));
}

// The lines of one work-item are in order.
static void in_order(void **state) {
  (void)state;
  prints("for (int i = 0; i < 10; i++) if (i % 3) printf(\"%d,\", i);\nprintf(\"\\n\");", "1,2,4,5,7,8,\n");
}

// printf returns 0, or -1 where it fails.
static void returns_zero(void **state) {
  (void)state;
  prints("int code = printf(\"text\\n\"); printf(\"%d\\n\", code);", "text\n0\n");
}

static void none(void **state) {
  (void)state;
  prints("if (x[0] == 1) printf(\"never\\n\");", "");
}

// Several launches: what they print comes in their order.
static void launches(void **state) {
  (void)state;
  cl_program program = program_of("kernel void say(int n) { printf(\"launch %d\\n\", n); }\n", "");
  cl_kernel kernel = kernel_of(program, "say");
  for (cl_int i = 0; i < 3; i++) {
    char line[32];
    OK(clSetKernelArg(kernel, 0, sizeof i, &i));
    listen_to(kernel, 1, 1);
    snprintf(line, sizeof line, "launch %d\n", i);
    assert_string_equal(said, line);
  }
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(program));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(integers),
      cmocka_unit_test(floats),
      cmocka_unit_test(float_in_capitals),
      cmocka_unit_test(texts),
      cmocka_unit_test(vectors),
      cmocka_unit_test(vectors_of_all_sizes),
      cmocka_unit_test(vectors_with_flags),
      cmocka_unit_test(vectors_of_doubles),
      cmocka_unit_test(vectors_of_halves),
      cmocka_unit_test(corners),
      cmocka_unit_test(doubles),
      cmocka_unit_test(double_constants),
      cmocka_unit_test(every_item),
      cmocka_unit_test(in_order),
      cmocka_unit_test(returns_zero),
      cmocka_unit_test(none),
      cmocka_unit_test(launches),
  };
  return RUN(tests);
}
