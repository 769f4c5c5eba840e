// SPDX-License-Identifier: Apache-2.0
// The device API on the model: several launches, memory, refused input. Run it from the root of the tree.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <string.h>

#include "cli/toolchain.h"
#include "wavelock/device.h"

enum { N = 300 };

static char object[1024], sized[1024];

typedef struct {
  uint64_t y, x;
  float a;
  uint32_t n;
} arguments;

static int setup(void **state) {
  (void)state;
  wl_error error = {""};
  if (wl_toolchain_build("vectors/saxpy/saxpy.cl", "build/kernels", object, sizeof object, &error) &&
      wl_toolchain_build("vectors/transpose/transpose.cl", "build/kernels", sized, sizeof sized, &error))
    return 0;
  print_error("%s\n", error.text);
  return 1;
}

static wl_device *open_model(void) {
  wl_error error = {""};
  wl_device *d = wl_device_open(WL_DEVICE_MODEL, NULL, &error);
  assert_non_null(d);
  return d;
}

static void code_addresses(void **state) {
  (void)state;
  static const uint64_t wrong[] = {0x1004,      0x1000,      0x100000000,       0x200000000,
                                   0x2fffff000, 0x100001000, UINT64_C(1) << 48, UINT64_C(0xffff00001000)};
  wl_error error = {""};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_null(wl_device_open(WL_DEVICE_MODEL, &(wl_device_options){.code_address = wrong[i]}, &error));
    assert_non_null(strstr(error.text, "code address 0x"));
  }
  wl_device *d =
      wl_device_open(WL_DEVICE_MODEL, &(wl_device_options){.code_address = UINT64_C(0xffff00000000)}, &error);
  assert_non_null(d);
  wl_code *code = wl_device_load(d, object, &error);
  assert_non_null(code);
  assert_true(wl_code_base(code) == UINT64_C(0xffff00000000));
  wl_device_close(d);
}

// Buffers at given addresses: one that overlaps another is refused, one on the next page is accepted.
static void data_addresses(void **state) {
  (void)state;
  static const struct {
    uint64_t at;
    size_t size;
    const char *words;
  } wrong[] = {{0, 4, "expected a multiple of 0x1000"},
               {0x4fffff004, 4, "expected a multiple of 0x1000"},
               {UINT64_C(1) << 48, 4, "expected a multiple of 0x1000, from 0x1000 to 0xfffffffff000"},
               {UINT64_C(0xfffffffff000), 4097, "to 0xffffffffe000"},
               {0x10000000, (size_t)5 << 30, "expected a multiple"},
               {0x200000000, 4, "is for data that the device places"},
               {0x2fffff000, 4, "is for data that the device places"},
               {0x100001000, 4, "is for code"},
               {0x100000000, 4097, "is for code"},
               {0x4fffff000, 4, "0x4fffff000 is taken"},
               {0x4ffffe000, 4097, "0x4fffff000 is taken"},
               {0x500000000, 4, "0x500000000 is taken"}};
  wl_error error = {""};
  wl_device *d = open_model();
  const uint32_t word = 0x600df00d;
  uint32_t back = 0;
  assert_true(wl_device_alloc_at(d, 0x4fffff000, 8192, &error));
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_false(wl_device_alloc_at(d, wrong[i].at, wrong[i].size, &error));
    if (!strstr(error.text, wrong[i].words)) fail_msg("expected \"%s\" in: %s", wrong[i].words, error.text);
  }
  assert_true(wl_device_alloc_at(d, 0x4ffffe000, 4096, &error));
  assert_true(wl_device_alloc_at(d, 0x500001000, 0, &error));
  assert_true(wl_device_alloc_at(d, UINT64_C(0xfffffffff000), 4096, &error));
  assert_true(wl_device_write(d, 0x4fffffffe, &word, sizeof word, &error));
  assert_true(wl_device_read(d, 0x4fffffffe, &back, sizeof back, &error));
  assert_int_equal(back, word);
  assert_false(wl_device_write(d, 0x500002000, &word, sizeof word, &error));
  wl_device_close(d);
}

static void two_launches(void **state) {
  (void)state;
  wl_error error = {""};
  wl_device *d = open_model();
  wl_code *code = wl_device_load(d, object, &error);
  assert_non_null(code);
  const wl_kernel *k = wl_code_kernel(code, NULL, &error);
  assert_non_null(k);
  float x[N], y[N];
  for (int i = 0; i < N; i++) {
    x[i] = (float)i;
    y[i] = 1;
  }
  arguments args = {.a = 2, .n = N};
  assert_true((args.x = wl_device_alloc(d, sizeof x, 4, &error)));
  assert_true((args.y = wl_device_alloc(d, sizeof y, 4, &error)));
  assert_true(args.x > UINT32_MAX && args.y > args.x);
  assert_true(wl_device_write(d, args.x, x, sizeof x, &error) && wl_device_write(d, args.y, y, sizeof y, &error));
  wl_launch l = {.grid = {N, 1, 1}, .group = {64, 1, 1}, .kernarg = &args, .kernarg_size = sizeof args};
  for (int times = 1; times <= 2; times++) {
    wl_launch_result r;
    if (!wl_device_launch(d, k, &l, &r, &error)) fail_msg("%s", error.text);
    assert_int_equal(r.verdict, WL_PASS);
    assert_true(r.instructions > 0);
    assert_true(wl_device_read(d, args.y, y, sizeof y, &error));
    for (int i = 0; i < N; i++) assert_true(y[i] == (float)(1 + 2 * i * times));
  }
  wl_device_close(d);
}

static void refusals(void **state) {
  (void)state;
  wl_error error = {""};
  wl_device *d = open_model();
  wl_code *code = wl_device_load(d, object, &error);
  assert_non_null(code);
  const wl_kernel *k = wl_code_kernel(code, "saxpy", &error);
  uint8_t bytes[64] = {0};
  wl_launch_result r;
  wl_launch l = {.grid = {64, 1, 1}, .group = {64, 1, 1}, .kernarg = bytes, .kernarg_size = 8};
  assert_false(wl_device_launch(d, k, &l, &r, &error));
  assert_non_null(strstr(error.text, "takes 24 bytes of arguments, the launch gives 8"));
  l.kernarg_size = 24;
  l.group[0] = 512;
  assert_false(wl_device_launch(d, k, &l, &r, &error));
  assert_non_null(
      strstr(error.text, "compiled for at most 256; __attribute__((amdgpu_flat_work_group_size(1, 1024)))"));
  l.group[0] = 64;
  l.dynamic_lds = 65537;
  assert_false(wl_device_launch(d, k, &l, &r, &error));
  assert_non_null(strstr(error.text, "bytes of LDS"));

  uint64_t at = wl_device_alloc(d, 64, 4, &error);
  assert_true(at);
  assert_true(wl_device_write(d, at, bytes, 64, &error));
  assert_false(wl_device_write(d, at + WL_PAGE - 32, bytes, 64, &error));
  assert_non_null(strstr(error.text, "not all of it is mapped"));
  assert_false(wl_device_read(d, 0, bytes, 1, &error));
  assert_int_equal(wl_device_alloc(d, (size_t)1 << 40, 4, &error), 0);
  assert_int_equal(wl_device_alloc(d, 4, 3, &error), 0);
  assert_null(wl_device_open(WL_DEVICE_LOCKSTEP, NULL, &error));
  wl_device_close(d);
}

// A kernel with reqd_work_group_size (16, 16, 1).
static void required_group(void **state) {
  (void)state;
  wl_error error = {""};
  wl_device *d = open_model();
  wl_code *code = wl_device_load(d, sized, &error);
  assert_non_null(code);
  const wl_kernel *k = wl_code_kernel(code, NULL, &error);
  uint8_t bytes[64] = {0};
  wl_launch_result r;
  wl_launch l = {.grid = {256, 1, 1}, .group = {64, 1, 1}, .kernarg = bytes, .kernarg_size = sizeof bytes};
  assert_false(wl_device_launch(d, k, &l, &r, &error));
  assert_non_null(strstr(error.text, "group size 64 x 1 x 1, but its reqd_work_group_size is 16 x 16 x 1"));
  l.group[0] = l.group[1] = 16;
  assert_false(wl_device_launch(d, k, &l, &r, &error));
  assert_non_null(strstr(error.text, "grid 256 x 1 x 1 is no multiple of its reqd_work_group_size 16 x 16 x 1"));
  wl_device_close(d);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(code_addresses), cmocka_unit_test(data_addresses),
                                     cmocka_unit_test(two_launches), cmocka_unit_test(refusals),
                                     cmocka_unit_test(required_group)};
  return cmocka_run_group_tests(tests, setup, NULL);
}
