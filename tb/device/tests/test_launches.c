// SPDX-License-Identifier: Apache-2.0
// Launches on units in lockstep: several on one unit, and several units in one process. Run it from the root of the
// tree; it is linked with the unit.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <fenv.h>
#include <stdio.h>
#include <string.h>

#include "cli/toolchain.h"
#include "device/backend.h"
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

// Code and memory on a device without any.
static void begin(bench *b) {
  static const char path[] = "build/launches.s";
  char object[1024];
  wl_error error = {""};
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  assert_true(fputs(source, f) >= 0 && fclose(f) == 0);
  check(wl_toolchain_build(path, "build/kernels", object, sizeof object, &error), &error);
  wl_code *code = wl_device_load(b->device, object, &error);
  check(code != NULL, &error);
  b->kernel = wl_code_kernel(code, NULL, &error);
  check(b->kernel != NULL, &error);
  b->arguments.routine = wl_device_alloc(b->device, 4096, 4096, &error);
  b->arguments.out = wl_device_alloc(b->device, 4, 4, &error);
  assert_true(b->arguments.routine && b->arguments.out);
}

static void open_with(bench *b, wl_device_kind kind, const wl_device_options *options, const wl_backend_options *unit) {
  wl_error error = {""};
  b->device = wl_device_open_unit(kind, options, unit, &error);
  check(b->device != NULL, &error);
  begin(b);
}

static void open_on(bench *b, wl_device_kind kind, const wl_backend_options *unit) {
  open_with(b, kind, &(wl_device_options){.seed = 1}, unit);
}

// A launch with the routine `first`; s_setpc_b64 s[8:9].
static wl_launch_result run_code(bench *b, uint32_t first) {
  const uint32_t routine[] = {first, 0xbe801d08};
  const wl_launch l = {
      .grid = {64, 1, 1}, .group = {64, 1, 1}, .kernarg = &b->arguments, .kernarg_size = sizeof b->arguments};
  wl_launch_result r;
  wl_error error = {""};
  check(wl_device_write(b->device, b->arguments.routine, routine, sizeof routine, &error), &error);
  check(wl_device_launch(b->device, b->kernel, &l, &r, &error), &error);
  return r;
}

// With v_mov_b32 v1, n. n: 0 to 64.
static wl_launch_result run(bench *b, uint32_t n) { return run_code(b, 0x7e020280 + n); }

// The value that it stores, and its cycles.
static uint32_t launch(bench *b, uint32_t n, uint64_t *cycles) {
  const wl_launch_result r = run(b, n);
  wl_error error = {""};
  uint32_t out = 0;
  if (r.verdict != WL_PASS) fail_msg("launch with %u: %s: %s", n, wl_verdict_name(r.verdict), r.why);
  if (cycles) *cycles = r.cycles;
  check(wl_device_read(b->device, b->arguments.out, &out, sizeof out, &error), &error);
  return out;
}

// The instruction cache keeps nothing from one launch to the next.
static void other_code(void **state) {
  (void)state;
  bench b;
  open_on(&b, WL_DEVICE_LOCKSTEP, NULL);
  for (uint32_t n = 1; n <= 4; n++) assert_int_equal(launch(&b, n, NULL), n);
  wl_device_close(b.device);
}

// Units of all kinds take turns, and each keeps its memory and its seed's cycles. Units come and go.
static void side_by_side(void **state) {
  (void)state;
  enum { UNITS = 4 };
  static const wl_device_kind kinds[UNITS] = {WL_DEVICE_LOCKSTEP, WL_DEVICE_RTL, WL_DEVICE_LOCKSTEP, WL_DEVICE_MODEL};
  bench b[UNITS];
  uint64_t first[3], cycles;
  for (int i = 0; i < UNITS; i++) open_on(&b[i], kinds[i], NULL);
  assert_memory_equal(wl_device_sizes(b[0].device), wl_device_sizes(b[3].device), sizeof(wl_config));
  for (uint32_t n = 0; n < 3; n++) {
    for (uint32_t i = 0; i < UNITS; i++) {
      assert_int_equal(launch(&b[i], 10 * n + i, &cycles), 10 * n + i);
      if (i == 0) first[n] = cycles;
      else if (kinds[i] != WL_DEVICE_MODEL) assert_int_equal(cycles, first[n]);
    }
  }
  wl_device_close(b[0].device);
  open_on(&b[0], WL_DEVICE_LOCKSTEP, NULL);
  for (uint32_t n = 0; n < 3; n++) {
    assert_int_equal(launch(&b[2], 40 + n, NULL), 40 + n);
    assert_int_equal(launch(&b[0], 50 + n, &cycles), 50 + n);
    assert_int_equal(cycles, first[n]);
  }
  for (int i = 0; i < UNITS; i++) wl_device_close(b[i].device);
}

// Each checker finds the fault of its own unit and no other. A mismatch ends the launch and not the device.
static void faults(void **state) {
  (void)state;
  wl_error error = {""};
  static const wl_backend_options flips[2] = {
      {.check = {.mode = WL_CHECK_DEFAULT}, .inject = {.on = true, .row = "EXEC", .bit = 9, .cycle = 60}},
      {.check = {.mode = WL_CHECK_DEFAULT}, .inject = {.on = true, .row = "SCC", .cycle = 50}}};
  bench b[3];
  uint64_t cycles, again;
  for (int i = 0; i < 2; i++) open_on(&b[i], WL_DEVICE_LOCKSTEP, &flips[i]);
  open_on(&b[2], WL_DEVICE_LOCKSTEP, NULL);
  assert_int_equal(launch(&b[2], 1, &cycles), 1);
  for (int i = 0; i < 2; i++) {
    const wl_launch_result r = run(&b[i], 2);
    char where[32];
    assert_int_equal(r.verdict, WL_MISMATCH);
    snprintf(where, sizeof where, "slot 0: %s", flips[i].inject.row);
    if (!strstr(r.why, where)) fail_msg("unit %d: found \"%s\", expected \"%s\"", i, r.why, where);
    assert_int_equal(launch(&b[2], 3, NULL), 3);
  }
  for (int i = 0; i < 2; i++) {
    assert_int_equal(launch(&b[i], 4, &again), 4);
    assert_int_equal(again, cycles);
  }
  check(wl_device_reset(b[0].device, &error), &error);
  uint8_t byte;
  assert_false(wl_device_read(b[0].device, b[0].arguments.routine, &byte, 1, &error));
  begin(&b[0]);
  assert_int_equal(launch(&b[0], 5, &again), 5);
  assert_int_equal(again, cycles);
  for (int i = 0; i < 3; i++) wl_device_close(b[i].device);
}

// On the model: a launch is a hang when no wave starts or ends for long, and not because it is long.
static void long_launches(void **state) {
  (void)state;
  enum { MOST = 2000, GROUPS = 1000 };
  wl_error error = {""};
  wl_launch_result r;
  bench b;
  open_with(&b, WL_DEVICE_MODEL, &(wl_device_options){.seed = 1, .run_instructions = MOST}, NULL);
  const wl_launch l = {
      .grid = {64 * GROUPS, 1, 1}, .group = {64, 1, 1}, .kernarg = &b.arguments, .kernarg_size = sizeof b.arguments};
  assert_int_equal(run(&b, 1).verdict, WL_PASS);
  check(wl_device_launch(b.device, b.kernel, &l, &r, &error), &error);
  assert_int_equal(r.verdict, WL_PASS);
  assert_int_equal(r.groups_begun, GROUPS);
  assert_true(r.instructions > MOST);
  // s_branch to itself
  r = run_code(&b, 0xbf82ffff);
  assert_int_equal(r.verdict, WL_HANG);
  if (!strstr(r.why, "no wave has started or ended for ")) fail_msg("%s", r.why);
  wl_device_close(b.device);
}

// What memory held before a launch, of all kinds of devices.
static void before(void **state) {
  (void)state;
  static const wl_device_kind kinds[] = {WL_DEVICE_MODEL, WL_DEVICE_RTL, WL_DEVICE_LOCKSTEP};
  for (int i = 0; i < 3; i++) {
    wl_error error = {""};
    bench b;
    open_with(&b, kinds[i], &(wl_device_options){.seed = 1, .keep_before = true}, NULL);
    for (uint32_t n = 0; n < 3; n++) {
      uint32_t was = 99;
      assert_int_equal(launch(&b, n + 1, NULL), n + 1);
      check(wl_device_read_before(b.device, b.arguments.out, &was, sizeof was, &error), &error);
      assert_int_equal(was, n);
    }
    wl_device_close(b.device);
  }
}

// Each launch has argument memory of its own: the routine gives its address, v_mov_b32 v1, s0.
static void arguments_of_launches(void **state) {
  (void)state;
  enum { LAUNCHES = 8 };
  bench b;
  open_on(&b, WL_DEVICE_LOCKSTEP, NULL);
  uint32_t at[LAUNCHES];
  for (int i = 0; i < LAUNCHES; i++) {
    wl_error error = {""};
    const wl_launch_result r = run_code(&b, 0x7e020200);
    assert_int_equal(r.verdict, WL_PASS);
    check(wl_device_read(b.device, b.arguments.out, &at[i], sizeof at[i], &error), &error);
    for (int j = 0; j < i; j++) assert_true(at[i] != at[j]);
  }
  wl_device_close(b.device);
}

// Whether the model beside the unit uses the host's float units: their rounding mode tells. With another one than the
// unit's the two differ. v3, which the next wave finds again, is squared: the third square is not exact.
static bool uses_host_floats(bool pure) {
  // v_mov_b32 v3, 1/(2*pi); v_mul_f32 v3, v3, v3; v_mov_b32 v1, v3
  enum { MOV = 0x7e0602f8, SQUARE = 0x0a060703, SHOW = 0x7e020303, SQUARES = 4 };
  wl_error error = {""};
  uint32_t out = 0;
  bench b;
  open_with(&b, WL_DEVICE_LOCKSTEP, &(wl_device_options){.seed = 1, .pure = pure}, NULL);
  assert_int_equal(run_code(&b, MOV).verdict, WL_PASS);
  bool used = false;
  assert_int_equal(fesetround(FE_UPWARD), 0);
  for (int i = 0; i < SQUARES && !used; i++) used = run_code(&b, SQUARE).verdict == WL_MISMATCH;
  assert_int_equal(fesetround(FE_TONEAREST), 0);
  if (!used) {
    assert_int_equal(run_code(&b, SHOW).verdict, WL_PASS);
    check(wl_device_read(b.device, b.arguments.out, &out, sizeof out, &error), &error);
    assert_int_equal(out, 0x2a3ed1ab);
  }
  wl_device_close(b.device);
  return used;
}

static void pure(void **state) {
  (void)state;
  wl_error error = {""};
  assert_true(uses_host_floats(false));
  assert_false(uses_host_floats(true));
  assert_null(wl_device_open(WL_DEVICE_RTL, &(wl_device_options){.pure = true}, &error));
  assert_non_null(strstr(error.text, "pure arithmetic is the model's"));
}

// A caller that does not ask why a call fails.
static void without_error(void **state) {
  (void)state;
  wl_device *d = wl_device_open(WL_DEVICE_LOCKSTEP, NULL, NULL);
  assert_non_null(d);
  assert_true(wl_device_reset(d, NULL));
  wl_device_close(d);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(other_code),    cmocka_unit_test(side_by_side),
                                     cmocka_unit_test(faults),        cmocka_unit_test(arguments_of_launches),
                                     cmocka_unit_test(pure),          cmocka_unit_test(without_error),
                                     cmocka_unit_test(long_launches), cmocka_unit_test(before)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
