// SPDX-License-Identifier: Apache-2.0
// The device API on the model: several launches, memory, refused input. Run it from the root of the tree.
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

// Another device's memory, until this one writes: the other's stays as it is, also when the borrower is closed first.
static void borrows_at(void **state) {
  (void)state;
  const uint64_t at = 0x500000000;
  wl_error error = {""};
  wl_device *owner = open_model(), *d = open_model();
  uint32_t word = 5, back = 0;
  assert_true(wl_device_alloc_at(owner, at, 8200, &error));
  assert_true(wl_device_write(owner, at + 8192, &word, sizeof word, &error));
  assert_false(wl_device_borrow_at(d, owner, at + 4096, 8193, &error));
  assert_non_null(strstr(error.text, "not mapped there"));
  assert_false(wl_device_borrow_at(d, owner, at + 1, 4, &error));
  for (int round = 0; round < 2; round++) {
    assert_true(wl_device_borrow_at(d, owner, at, 8200, &error));
    assert_false(wl_device_borrow_at(d, owner, at, 8200, &error));
    assert_true(wl_device_read(d, at + 8192, &back, sizeof back, &error));
    assert_int_equal(back, 5);
    word = 6;
    assert_true(wl_device_write(d, at + 8192, &word, sizeof word, &error));
    assert_true(wl_device_read(owner, at + 8192, &back, sizeof back, &error));
    assert_int_equal(back, 5);
    assert_true(wl_device_free(d, at, &error));
  }
  assert_true(wl_device_borrow_at(d, owner, at, 8200, &error));
  wl_device_close(d);
  assert_true(wl_device_read(owner, at + 8192, &back, sizeof back, &error));
  assert_int_equal(back, 5);
  wl_device_close(owner);
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
  l.dynamic_lds = 0;
  l.scratch = WL_MAX_SCRATCH + 1;
  assert_false(wl_device_launch(d, k, &l, &r, &error));
  assert_non_null(strstr(error.text, "262145 bytes of private memory for a work-item, at most 262144 are possible"));
  l.scratch = 0;

  uint64_t at = wl_device_alloc(d, WL_PAGE, WL_PAGE, &error);
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
  wl_kernel even = *k;
  even.uneven = false;
  assert_false(wl_device_launch(d, &even, &l, &r, &error));
  assert_non_null(strstr(error.text, "grid 256 x 1 x 1 is no multiple of its reqd_work_group_size 16 x 16 x 1"));
  wl_device_close(d);
}

// ---- memory --------------------------------------------------------------------------------------

static uint64_t alloc(wl_device *d, size_t size, size_t align) {
  wl_error error = {""};
  const uint64_t at = wl_device_alloc(d, size, align, &error);
  if (!at) fail_msg("%s", error.text);
  assert_int_equal(at % (align ? align : 16), 0);
  return at;
}

static void free_at(wl_device *d, uint64_t at) {
  wl_error error = {""};
  if (!wl_device_free(d, at, &error)) fail_msg("%s", error.text);
}

static void not_freed(wl_device *d, uint64_t at, const char *words) {
  wl_error error = {""};
  assert_false(wl_device_free(d, at, &error));
  if (!strstr(error.text, words)) fail_msg("expected \"%s\" in: %s", words, error.text);
}

// Small allocations lie in the same page, in the alignment asked for, and begin as zeros.
static void small_allocations(void **state) {
  (void)state;
  wl_device *d = open_model();
  uint8_t bytes[100], zeros[100] = {0};
  wl_error error = {""};
  uint64_t at[64], first = UINT64_MAX, end = 0;
  memset(bytes, 0xa5, sizeof bytes);
  alloc(d, WL_PAGE, WL_PAGE);  // those below begin a page
  for (int i = 0; i < 64; i++) {
    at[i] = alloc(d, 1 + (size_t)i, (size_t)1 << i % 7);
    assert_true(wl_device_read(d, at[i], bytes, 1 + (size_t)i, &error));
    assert_memory_equal(bytes, zeros, 1 + (size_t)i);
    memset(bytes, 0xa5, sizeof bytes);
    assert_true(wl_device_write(d, at[i], bytes, 1 + (size_t)i, &error));
    if (at[i] < first) first = at[i];
    if (at[i] + (uint64_t)i + 1 > end) end = at[i] + (uint64_t)i + 1;
    for (int j = 0; j < i; j++) assert_true(at[j] + (uint64_t)j < at[i] || at[i] + (uint64_t)i < at[j]);
  }
  assert_true(end - first < 2 * WL_PAGE);
  for (int i = 0; i < 64; i += 2) free_at(d, at[i]);
  for (int i = 1; i < 64; i += 2) {  // what lies between freed memory keeps its contents
    assert_true(wl_device_read(d, at[i], zeros, 1 + (size_t)i, &error));
    assert_memory_equal(bytes, zeros, 1 + (size_t)i);
    free_at(d, at[i]);
  }
  assert_false(wl_device_read(d, at[5], bytes, 1, &error));  // no allocation is left in its page
  wl_device_close(d);
}

static void wrong_frees(void **state) {
  (void)state;
  wl_device *d = open_model();
  wl_error error = {""};
  wl_code *code = wl_device_load(d, object, &error);
  assert_non_null(code);
  const uint64_t at = alloc(d, 100, 0);
  assert_true(wl_device_alloc_at(d, 0x500000000, 8192, &error));
  not_freed(d, 0, "free of 0x0: nothing is allocated there");
  not_freed(d, 0x600000000, "nothing is allocated there; it was freed before, or never allocated");
  not_freed(d, at + 16, "it lies in the 100 bytes at 0x");
  not_freed(d, 0x500001000, "it lies in the 8192 bytes at 0x500000000");
  not_freed(d, wl_code_base(code), "it lies in a code object, which wl_device_unload frees");
  not_freed(d, 0x200000000, "the device needs this memory itself");
  free_at(d, at);
  not_freed(d, at, "nothing is allocated there");
  free_at(d, 0x500000000);
  not_freed(d, 0x500000000, "nothing is allocated there");
  assert_true(wl_device_alloc_at(d, 0x500001000, 4, &error));
  wl_device_close(d);
}

// 4 GiB of addresses serve any number of allocations. A freed address does not come again soon.
static void much_memory(void **state) {
  (void)state;
  const size_t half = (size_t)1 << 31;
  wl_device *d = wl_device_open(WL_DEVICE_MODEL, &(wl_device_options){.guard_pages = true}, NULL);
  wl_error error = {""};
  uint8_t byte = 0;
  const uint64_t kept = alloc(d, 5000, 0), first = alloc(d, 5000, 0);
  assert_int_equal(first, kept + 3 * WL_PAGE);
  assert_false(wl_device_read(d, kept + 2 * WL_PAGE, &byte, 1, &error));  // the guard page
  free_at(d, first);
  assert_true(alloc(d, 5000, 0) != first);
  assert_int_equal(wl_device_alloc(d, 2 * half, 0, &error), 0);
  assert_non_null(strstr(error.text, "out of device memory: 4294967296 bytes more than the 10256 in use"));
  for (int i = 0; i < 200; i++) {
    const uint64_t at = alloc(d, half / 64, half / 64);
    assert_true(wl_device_write(d, at + half / 64 - 1, &byte, 1, &error));
    free_at(d, at);
  }
  assert_true(wl_device_read(d, kept, &byte, 1, &error));
  wl_device_close(d);
}

// ---- code objects and launches -------------------------------------------------------------------

typedef struct {
  wl_device *device;
  const wl_kernel *kernel;
  arguments args;
} saxpy;

static void open_saxpy(saxpy *s, wl_device *d) {
  wl_error error = {""};
  float x[N], y[N];
  wl_code *code = wl_device_load(d, object, &error);
  assert_non_null(code);
  s->device = d;
  s->kernel = wl_code_kernel(code, "saxpy", &error);
  for (int i = 0; i < N; i++) {
    x[i] = (float)i;
    y[i] = 1;
  }
  s->args = (arguments){.a = 2, .n = N, .x = alloc(d, sizeof x, 4), .y = alloc(d, sizeof y, 4)};
  assert_true(wl_device_write(d, s->args.x, x, sizeof x, &error));
  assert_true(wl_device_write(d, s->args.y, y, sizeof y, &error));
}

static wl_launch_result launch(const saxpy *s) {
  const wl_launch l = {.grid = {N, 1, 1}, .group = {64, 1, 1}, .kernarg = &s->args, .kernarg_size = sizeof s->args};
  wl_error error = {""};
  wl_launch_result r;
  if (!wl_device_launch(s->device, s->kernel, &l, &r, &error)) fail_msg("%s", error.text);
  return r;
}

static void expect_after(const saxpy *s, int launches) {
  float y[N];
  wl_error error = {""};
  assert_true(wl_device_read(s->device, s->args.y, y, sizeof y, &error));
  for (int i = 0; i < N; i++) assert_true(y[i] == (float)(1 + 2 * i * launches));
}

static void passes(const saxpy *s, int launches) {
  const wl_launch_result r = launch(s);
  if (r.verdict != WL_PASS) fail_msg("%s: %s", wl_verdict_name(r.verdict), r.why);
  expect_after(s, launches);
}

// Code objects side by side; one is unloaded, and another takes its place.
static void several_objects(void **state) {
  (void)state;
  wl_error error = {""};
  wl_device *d = open_model();
  saxpy s;
  wl_code *other = wl_device_load(d, sized, &error);
  open_saxpy(&s, d);
  assert_non_null(other);
  uint32_t word;
  const uint64_t base = wl_code_base(other);
  assert_true(wl_device_read(d, base, &word, sizeof word, &error));
  passes(&s, 1);
  wl_device_unload(d, other);
  wl_device_unload(d, NULL);
  assert_false(wl_device_read(d, base, &word, sizeof word, &error));
  // Where another was; not where one is.
  other = wl_device_load_at(d, sized, base, &error);
  assert_non_null(other);
  assert_true(wl_code_base(other) == base);
  assert_null(wl_device_load_at(d, object, base, &error));
  assert_non_null(strstr(error.text, "is taken"));
  wl_device_unload(d, other);
  passes(&s, 2);
  for (int i = 0; i < 100; i++) {
    other = wl_device_load(d, sized, &error);
    assert_non_null(other);
    assert_true(wl_code_base(other) != wl_code_base(wl_device_load(d, object, &error)));
    wl_device_unload(d, other);
  }
  passes(&s, 3);
  wl_device_close(d);
}

// A fault ends a launch and not the device.
static void after_a_fault(void **state) {
  (void)state;
  wl_error error = {""};
  wl_device *d = open_model();
  saxpy s, lost;
  open_saxpy(&s, d);
  lost = s;
  wl_launch_result r = launch(&s);
  const uint64_t instructions = r.instructions;
  for (int times = 0; times < 2; times++) {
    // The kernel's first instructions are illegal, for one launch.
    uint32_t code[64], illegal[64];
    uint64_t entry;
    wl_code *c = wl_device_load(d, object, &error);
    assert_true(wl_code_symbol(c, "saxpy", &entry, &error));
    lost.kernel = wl_code_kernel(c, "saxpy", &error);
    assert_true(wl_device_read(d, entry, code, sizeof code, &error));
    memset(illegal, 0xff, sizeof illegal);
    assert_true(wl_device_write(d, entry, illegal, sizeof illegal, &error));
    r = launch(&lost);
    assert_true(r.fault && r.fault_count > 0);
    assert_int_equal(r.verdict, WL_ERROR);
    assert_true(wl_device_write(d, entry, code, sizeof code, &error));
    expect_after(&s, 1 + 2 * times);
    r = launch(&lost);
    assert_int_equal(r.verdict, WL_PASS);
    assert_int_equal(r.instructions, instructions);
    passes(&s, 3 + 2 * times);
  }
  wl_device_close(d);
}

static void reset(void **state) {
  (void)state;
  wl_error error = {""};
  wl_device *d = open_model();
  saxpy s;
  open_saxpy(&s, d);
  passes(&s, 1);
  const arguments before = s.args;
  if (!wl_device_reset(d, &error)) fail_msg("%s", error.text);
  not_freed(d, before.x, "nothing is allocated there");
  open_saxpy(&s, d);
  assert_true(s.args.x == before.x && s.args.y == before.y);
  passes(&s, 1);
  wl_device_close(d);
}

static void side_by_side(void **state) {
  (void)state;
  saxpy a, b;
  open_saxpy(&a, open_model());
  open_saxpy(&b, open_model());
  for (int i = 1; i <= 3; i++) {
    passes(&a, i);
    passes(&b, i);
  }
  wl_device_close(a.device);
  passes(&b, 4);
  wl_device_close(b.device);
}

static void sizes(void **state) {
  (void)state;
  wl_error error = {""};
  wl_device *d = open_model();
  const wl_config of_rtl = *wl_device_sizes(d);
  assert_int_equal(of_rtl.waves, 16);
  wl_device_close(d);
  const wl_config small = {.waves = 2, .phys_vgprs = 256, .lds_entries = 32, .gds_entries = 64};
  d = wl_device_open(WL_DEVICE_MODEL, &(wl_device_options){.sizes = small}, &error);
  assert_non_null(d);
  saxpy s;
  open_saxpy(&s, d);
  passes(&s, 1);
  wl_launch l = {.grid = {N, 1, 1}, .group = {192, 1, 1}, .kernarg = &s.args, .kernarg_size = sizeof s.args};
  wl_launch_result r;
  assert_false(wl_device_launch(d, s.kernel, &l, &r, &error));
  assert_non_null(strstr(error.text, "the unit has 2 slots"));
  wl_device_close(d);
  assert_null(wl_device_open(WL_DEVICE_MODEL, &(wl_device_options){.sizes = {.waves = 99}}, &error));
  assert_non_null(strstr(error.text, "no model of 99 waves"));
}

// The results of saxpy with a factor of 1/3, in a rounding mode of the host.
static void thirds(wl_device *d, int rounding, float y[N]) {
  wl_error error = {""};
  saxpy s;
  open_saxpy(&s, d);
  s.args.a = 1.0f / 3;
  assert_int_equal(fesetround(rounding), 0);
  const wl_launch_result r = launch(&s);
  assert_int_equal(fesetround(FE_TONEAREST), 0);
  assert_int_equal(r.verdict, WL_PASS);
  assert_true(wl_device_read(d, s.args.y, y, N * sizeof *y, &error));
}

// The rounding mode of the host's float units tells whether the model used them.
static bool uses_host_floats(const wl_device_options *options) {
  wl_error error = {""};
  wl_device *d = wl_device_open(WL_DEVICE_MODEL, options, &error);
  assert_non_null(d);
  float nearest[N], up[N];
  thirds(d, FE_TONEAREST, nearest);
  assert_true(nearest[0] == 1 && nearest[3] == 2);
  thirds(d, FE_UPWARD, up);
  const bool used = memcmp(nearest, up, sizeof up) != 0;
  // It stays so after a reset.
  assert_true(wl_device_reset(d, &error));
  thirds(d, FE_UPWARD, up);
  assert_int_equal(memcmp(nearest, up, sizeof up) != 0, used);
  wl_device_close(d);
  return used;
}

static void pure(void **state) {
  (void)state;
  wl_error error = {""};
  assert_true(uses_host_floats(NULL));
  assert_true(uses_host_floats(&(wl_device_options){.pure = false}));
  assert_false(uses_host_floats(&(wl_device_options){.pure = true}));
  assert_null(wl_device_open(WL_DEVICE_LOCKSTEP, &(wl_device_options){.pure = true}, &error));
  assert_non_null(strstr(error.text, "this build has the model only"));
}

// A model of another table: GFX9's, which counts the waves that start.
static uint32_t waves_started;
static wl_result count_start(wl_model *m, uint32_t slot, const wl_wave_init *init) {
  waves_started++;
  return wl_gfx9_ops.wave_start(m, slot, init);
}

static void model_ops(void **state) {
  (void)state;
  wl_error error = {""};
  wl_model_ops table = wl_gfx9_ops;
  table.wave_start = count_start;
  wl_device *d = wl_device_open(WL_DEVICE_MODEL, &(wl_device_options){.ops = &table}, &error);
  assert_non_null(d);
  saxpy s;
  open_saxpy(&s, d);
  passes(&s, 1);
  assert_true(waves_started > 0);
  wl_device_close(d);
  table.isa = "tiny8";
  table.on_issue = NULL;
  wl_observer wants_nothing = {.to = NULL}, listens = {.wants = {[WL_ALONE] = wl_event_bit(WL_EVENT_issue)}};
  wl_backend_options more = {.alone = &wants_nothing};
  wl_device *silent = wl_device_open_unit(WL_DEVICE_MODEL, &(wl_device_options){.ops = &table}, &more, &error);
  assert_non_null(silent);
  wl_device_close(silent);
  wants_nothing.next = &listens;
  assert_null(wl_device_open_unit(WL_DEVICE_MODEL, &(wl_device_options){.ops = &table}, &more, &error));
  assert_string_equal(error.text,
                      "the model of tiny8 does not say what it executes in a run of the model alone, for a "
                      "debugger or a trace: its function \"on_issue\" is missing");
  table.wave_live = NULL;
  assert_null(wl_device_open(WL_DEVICE_MODEL, &(wl_device_options){.ops = &table}, &error));
  assert_string_equal(error.text, "the model of tiny8 does not run alone: its function \"wave_live\" is missing");
  table.version = 99;
  assert_null(wl_device_open(WL_DEVICE_MODEL, &(wl_device_options){.ops = &table}, &error));
  assert_non_null(strstr(error.text, "the table of the model has version 99"));
}

// Accesses are checked to the byte, also of memory at an address of its own, and as long as it is allocated.
static void bounds(void **state) {
  (void)state;
  wl_device *d = wl_device_open(WL_DEVICE_MODEL, &(wl_device_options){.bounds = true}, NULL);
  wl_error error = {""};
  saxpy s;
  open_saxpy(&s, d);
  const uint64_t y = s.args.y, shorter = alloc(d, N * sizeof(float) - 1, 0);
  const uint64_t last = s.args.x > y ? s.args.x : y;
  assert_int_equal(shorter, last + WL_PAGE + (1 << 20));  // a page, and the gap behind it
  assert_int_equal(launch(&s).unmapped.count, 0);
  s.args.y = shorter;
  wl_launch_result r = launch(&s);
  assert_int_equal(r.verdict, WL_PASS);
  assert_int_equal(r.unmapped.count, 2);  // a load and a store
  assert_int_equal(r.unmapped.address, s.args.y + (N - 1) * sizeof(float));
  assert_int_equal(r.unmapped.bytes, 4);
  assert_int_equal(r.unmapped.nearest.at, s.args.y);
  assert_int_equal(r.unmapped.nearest.size, N * sizeof(float) - 1);
  assert_int_equal(r.unmapped.nearest.number, 2);
  s.args.y = 0x500000000;
  assert_true(wl_device_alloc_at(d, s.args.y, N * sizeof(float) - 4, &error));
  assert_int_equal(launch(&s).unmapped.count, 2);
  s.args.y = y;
  assert_int_equal(launch(&s).unmapped.count, 0);
  free_at(d, y);
  assert_int_equal(launch(&s).unmapped.count, 2 * N);
  wl_device_close(d);
}

// A unit of two slots: five workgroups of one wave are three parts.
static wl_device *open_threads(const wl_model_ops *ops) {
  wl_error error = {""};
  const wl_device_options options = {.threads = 3,
                                     .keep_before = true,
                                     .ops = ops,
                                     .sizes = {.waves = 2, .phys_vgprs = 256, .lds_entries = 32, .gds_entries = 64}};
  wl_device *d = wl_device_open(WL_DEVICE_MODEL, &options, &error);
  assert_non_null(d);
  return d;
}

static void passes_on_threads(const saxpy *s, int launches) {
  float before;
  wl_error error = {""};
  const wl_launch_result r = launch(s);
  if (r.verdict != WL_PASS || *r.in_order) fail_msg("%s: %s%s", wl_verdict_name(r.verdict), r.why, r.in_order);
  assert_int_equal(r.groups_begun, 5);
  expect_after(s, launches);
  assert_true(wl_device_read_before(s->device, s->args.y + 4, &before, sizeof before, &error));
  assert_true(before == (float)(1 + 2 * (launches - 1)));
}

// After a launch that threads cannot run, others still do.
static void threads(void **state) {
  (void)state;
  wl_error error = {""};
  wl_device *d = open_threads(NULL);
  saxpy s, shifted;
  open_saxpy(&s, d);
  for (int i = 1; i <= 3; i++) passes_on_threads(&s, i);
  // Its first instructions are illegal.
  uint32_t code[64], illegal[64];
  uint64_t entry;
  wl_code *c = wl_device_load(d, object, &error);
  saxpy lost = s;
  assert_true(wl_code_symbol(c, "saxpy", &entry, &error));
  lost.kernel = wl_code_kernel(c, "saxpy", &error);
  assert_true(wl_device_read(d, entry, code, sizeof code, &error));
  memset(illegal, 0xff, sizeof illegal);
  assert_true(wl_device_write(d, entry, illegal, sizeof illegal, &error));
  wl_launch_result r = launch(&lost);
  assert_true(r.fault && r.fault_count > 0);
  assert_non_null(strstr(r.in_order, "one of workgroups 0..1 did not end well: slot 0: illegal instruction"));
  expect_after(&s, 3);
  assert_true(wl_device_write(d, entry, code, sizeof code, &error));
  passes_on_threads(&lost, 4);
  passes_on_threads(&s, 5);
  // x is y from element 1 on: a group reads the first element of the next one.
  shifted = s;
  shifted.args.x = s.args.y + sizeof(float);
  shifted.args.n = N - 1;
  r = launch(&shifted);
  assert_int_equal(r.verdict, WL_PASS);
  char said[160];
  snprintf(said, sizeof said, "one of workgroups 0..1 reads the byte at 0x%llx, and one of 2..3 writes it",
           (unsigned long long)s.args.y + 128 * sizeof(float));
  assert_string_equal(r.in_order, said);
  float y[N];
  assert_true(wl_device_read(d, s.args.y, y, sizeof y, &error));
  for (int i = 0; i < N - 1; i++) assert_true(y[i] == (float)(2 * (1 + 2 * (i + 1) * 5) + 1 + 2 * i * 5));
  if (!wl_device_reset(d, &error)) fail_msg("%s", error.text);
  open_saxpy(&s, d);
  passes_on_threads(&s, 1);
  wl_device_close(d);
  wl_model_ops table = wl_gfx9_ops;
  table.inherit = NULL;
  d = open_threads(&table);
  open_saxpy(&s, d);
  r = launch(&s);
  assert_string_equal(r.in_order, "this model has no threads");
  expect_after(&s, 1);
  wl_device_close(d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(code_addresses),    cmocka_unit_test(data_addresses), cmocka_unit_test(borrows_at),
      cmocka_unit_test(two_launches),      cmocka_unit_test(refusals),       cmocka_unit_test(required_group),
      cmocka_unit_test(small_allocations), cmocka_unit_test(wrong_frees),    cmocka_unit_test(much_memory),
      cmocka_unit_test(several_objects),   cmocka_unit_test(after_a_fault),  cmocka_unit_test(reset),
      cmocka_unit_test(side_by_side),      cmocka_unit_test(sizes),          cmocka_unit_test(pure),
      cmocka_unit_test(model_ops),         cmocka_unit_test(bounds),         cmocka_unit_test(threads)};
  return cmocka_run_group_tests(tests, setup, NULL);
}
