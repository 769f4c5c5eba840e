// SPDX-License-Identifier: Apache-2.0
// Several launches on one unit in lockstep: the next launch sees the data and the code that the host writes in between.
// Run it from the root of the tree; it is linked with the unit.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>

#include "cli/toolchain.h"
#include "wavelock/device.h"

// A kernel that calls a routine at s[4:5] and stores v1, in the first lane, to s[6:7].
static const char source[] =
    ".globl main\n"
    "main:\n"
    "  s_load_dwordx4 s[4:7], s[0:1], 0x0\n"
    "  s_mov_b64 exec, 1\n"
    "  v_mov_b32 v0, 0\n"
    "  s_waitcnt lgkmcnt(0)\n"
    "  s_swappc_b64 s[8:9], s[4:5]\n"
    "  global_store_dword v0, v1, s[6:7]\n"
    "  s_endpgm\n";

typedef struct {
  uint64_t routine, out;
} arguments;

typedef struct {
  wl_device *device;
  const wl_kernel *kernel;
  arguments arguments;
} bench;

static void check(bool good, const wl_error *error) {
  if (!good) fail_msg("%s", error->text);
}

static void open_bench(bench *b) {
  static const char path[] = "build/launches.s";
  char object[1024];
  wl_error error = {""};
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  assert_true(fputs(source, f) >= 0 && fclose(f) == 0);
  check(wl_toolchain_build(path, "build/kernels", object, sizeof object, &error), &error);
  b->device = wl_device_open(WL_DEVICE_LOCKSTEP, NULL, &error);
  check(b->device != NULL, &error);
  wl_code *code = wl_device_load(b->device, object, &error);
  check(code != NULL, &error);
  b->kernel = wl_code_kernel(code, NULL, &error);
  check(b->kernel != NULL, &error);
  b->arguments.routine = wl_device_alloc(b->device, 4096, 4096, &error);
  b->arguments.out = wl_device_alloc(b->device, 4, 4, &error);
  assert_true(b->arguments.routine && b->arguments.out);
}

// The value that a launch stores with the routine v_mov_b32 v1, n; s_setpc_b64 s[8:9].
static uint32_t launch(bench *b, uint32_t n) {
  const uint32_t routine[] = {0x7e020280 + n, 0xbe801d08};
  const wl_launch l = {
      .grid = {64, 1, 1}, .group = {64, 1, 1}, .kernarg = &b->arguments, .kernarg_size = sizeof b->arguments};
  wl_launch_result r;
  wl_error error = {""};
  uint32_t out = 0;
  check(wl_device_write(b->device, b->arguments.routine, routine, sizeof routine, &error), &error);
  check(wl_device_launch(b->device, b->kernel, &l, &r, &error), &error);
  if (r.verdict != WL_PASS) fail_msg("launch with %u: %s: %s", n, wl_verdict_name(r.verdict), r.why);
  check(wl_device_read(b->device, b->arguments.out, &out, sizeof out, &error), &error);
  return out;
}

// The instruction cache keeps nothing from one launch to the next. One test for all: a process can open the unit once.
static void other_code(void **state) {
  (void)state;
  bench b;
  open_bench(&b);
  for (uint32_t n = 1; n <= 4; n++) assert_int_equal(launch(&b, n), n);
  wl_device_close(b.device);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(other_code)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
