// SPDX-License-Identifier: Apache-2.0
// fp_transcendental.c against the check program of the specification, bit for bit, and the tables' checksums. That
// program is judged against MPFR by itself: docs/spec/transcendental_check.c.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "execute/fp.h"
#include "execute/fp_segments.h"

#define main check_main
int check_main(int, char **);
#include "../../docs/spec/transcendental_check.c"
#undef main

enum { CASES = 1000000, KEEP = 0xf0, FLAGS = 0x7f };

typedef struct wl_fp operation(const struct wl_fp_format *, uint64_t, uint32_t);
static operation *const operations[] = {wl_fp_exp, wl_fp_log, wl_fp_sin, wl_fp_cos};

static void same_segments(const struct wl_segment *mine, const entry *made, int n, u64 checksum) {
  entry copy[SIN_N];
  for (int i = 0; i < n; i++) copy[i] = (entry){mine[i].c0, mine[i].c1, mine[i].c2};
  assert_int_equal(fnv(copy, n), checksum);
  assert_memory_equal(copy, made, (size_t)n * sizeof *made);
}

static void segments(void **state) {
  (void)state;
  same_segments(wl_exp_segments, exp_table, EXP_N, checksums[0]);
  same_segments(wl_log_segments, log_table, LOG_N, checksums[1]);
  same_segments(wl_sin_segments, sin_table, SIN_N, checksums[2]);
}

// What the check program gives, in the modes that keep NaNs quiet.
static void every_f16(void **state) {
  (void)state;
  for (fn f = F_EXP; f <= F_COS; f++) {
    for (u32 a = 0; a < 0x10000; a++) {
      const u32 want = run16(f, a);
      for (u32 round = 0; round < 16; round++) {
        const u32 got = (u32)operations[f](&wl_f16_format, a, KEEP | WL_MODE_IEEE | round).bits;
        if (got != want) fail_msg("%s f16 of %04x: %04x, got %04x", names[f], a, want, got);
      }
    }
  }
}

// Near the ends of the ranges, integers, halves and quarters, small, and any bits.
static u32 operand(void) {
  static const u32 edges[] = {0x3f800000, 0x43000000, 0xc2fc0000, 0x43800000, 0xc3800000, 0x3b000000, 0x3e800000,
                              0x3f000000, 0x3f400000, 0x3fc00000, 0x3f7fffff, 0x00800000, 0x7f7fffff, 0x42fe0000};
  const u64 r = next();
  switch (r >> 60) {
    case 0:
    case 1: return edges[r % (sizeof edges / sizeof *edges)] + (u32)(r >> 20) % 9 - 4;
    case 2: return (u32)r & 0x80ffffff;
    case 3: {
      const float x = (float)((int)(r & 4095) - 2048) / 8;
      u32 a;
      memcpy(&a, &x, 4);
      return a + (u32)(r >> 20) % 3 - 1;
    }
    case 4: return (u32)r;
    case 5: return 0x3f800000 + (u32)((i64)(r << 8) >> (40 + (r >> 56) % 20));
    default: return ((u32)r & 0x807fffff) | (u32)(100 + (r >> 40) % 36) << 23;
  }
}

static void f32_samples(void **state) {
  (void)state;
  for (fn f = F_EXP; f <= F_COS; f++) {
    for (int i = 0; i < CASES; i++) {
      const u32 a = operand(), want = run32(f, a), mode = KEEP | WL_MODE_IEEE | (a >> 3 & 15);
      const u32 got = (u32)operations[f](&wl_f32_format, a, f <= F_LOG ? mode & ~0x30u : mode).bits;
      if (got != want) fail_msg("%s f32 of %08x: %08x, got %08x", names[f], a, want, got);
    }
    assert_int_equal((u32)operations[f](&wl_f32_format, stated[f].at, 0).bits, run32(f, stated[f].at));
  }
}

// The table of numerics.md 5, what MODE changes, and the exceptions of numerics.md 10.
static void special_values(void **state) {
  (void)state;
  enum { I = WL_FP_INVALID, DEN = 2, Z = 4, O = 8, U = 16, X = 32, OVFL = WL_MODE_FP16_OVFL };
  static const struct {
    fn f;
    bool half;
    uint32_t a, mode, want, flags;
  } cases[] = {
      {F_EXP, false, 0x7f800000, 0, 0x7f800000, 0},
      {F_EXP, false, 0xff800000, 0, 0, 0},
      {F_EXP, false, 0x80000000, 0, 0x3f800000, 0},
      {F_EXP, false, 0x80000001, 0, 0x3f800000, DEN},
      {F_EXP, false, 0x00800000, 0, 0x3f800000, X},
      {F_EXP, false, 0x40400000, 0, 0x41000000, 0},
      {F_EXP, false, 0x43000000, 0, 0x7f800000, O | X},
      {F_EXP, false, 0x43000000, WL_ROUND_ZERO, 0x7f800000, O | X},
      {F_EXP, false, 0xc2fc0000, 0, 0x00800000, 0},
      {F_EXP, false, 0xc2fc0001, 0, 0, U | X},
      {F_EXP, false, 0x7f800001, 0, 0x7f800001, I},
      {F_EXP, false, 0x7f800001, WL_MODE_IEEE, 0x7fc00001, I},
      {F_EXP, true, 0x4c00, 0, 0x7c00, O | X},
      {F_EXP, true, 0x4c00, OVFL, 0x7bff, O | X},
      {F_EXP, true, 0x7bff, OVFL, 0x7bff, O | X},
      {F_EXP, true, 0x7c00, OVFL, 0x7c00, 0},
      {F_EXP, true, 0xfbff, 0xff, 0, U | X},
      {F_EXP, true, 0xce00, KEEP, 0x0001, U},
      {F_EXP, true, 0xce00, 0x70, 0, U | X},
      {F_EXP, true, 0x0001, KEEP, 0x3c00, DEN | X},
      {F_LOG, false, 0, 0, 0xff800000, Z},
      {F_LOG, false, 0x80000001, 0, 0xff800000, DEN | Z},
      {F_LOG, false, 0x80800000, 0, 0xffc00000, I},
      {F_LOG, false, 0xff800000, 0, 0xffc00000, I},
      {F_LOG, false, 0x7f800000, 0, 0x7f800000, 0},
      {F_LOG, false, 0x3f800000, 2, 0, 0},
      {F_LOG, false, 0x41000000, 0, 0x40400000, 0},
      {F_LOG, false, 0x4b000001, 0, 0x41b80000, X},
      {F_LOG, true, 0x0000, OVFL, 0xfc00, Z},
      {F_LOG, true, 0x0001, KEEP, 0xce00, DEN},
      {F_LOG, true, 0x0001, 0, 0xfc00, DEN | Z},
      {F_LOG, true, 0x8001, KEEP, 0xfe00, DEN | I},
      {F_SIN, false, 0x7f800000, 0, 0xffc00000, I},
      {F_SIN, false, 0x80000000, 0, 0x80000000, 0},
      {F_SIN, false, 0x80000001, 0, 0x80000000, DEN},
      {F_SIN, false, 0x80000001, KEEP, 0x80000006, DEN | U | X},
      {F_SIN, false, 0x00000001, 0x10, 0, DEN | U | X},
      {F_SIN, false, 0xc3800001, 0, 0, 0},
      {F_SIN, false, 0xbf800000, 0, 0, 0},
      {F_SIN, false, 0xbe800000, 0, 0xbf800000, 0},
      {F_COS, false, 0x80000000, 0, 0x3f800000, 0},
      {F_COS, false, 0xff800000, 0, 0xffc00000, I},
      {F_COS, false, 0x43800001, 0, 0x3f800000, 0},
      {F_COS, false, 0xbf000000, 0, 0xbf800000, 0},
      {F_COS, true, 0xfe01, 0, 0xfe01, 0},
      {F_SIN, true, 0x0001, KEEP, 0x0006, DEN | U | X},
  };
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    const struct wl_fp r =
        operations[cases[i].f](cases[i].half ? &wl_f16_format : &wl_f32_format, cases[i].a, cases[i].mode);
    if (r.bits != cases[i].want || r.flags != cases[i].flags)
      fail_msg("%s of %x mode %x: %x %x, got %llx %x", names[cases[i].f], cases[i].a, cases[i].mode, cases[i].want,
               cases[i].flags, (long long)r.bits, r.flags);
  }
  assert_int_equal(wl_f32_exp(0x80000001u, KEEP), 0x3f800000);
  assert_int_equal(wl_f32_log(0x00000001, KEEP), 0xff800000u);
  assert_int_equal(wl_f32_sin(0x00000001, KEEP), 6);
  assert_int_equal(wl_f16_cos(0x12340000, KEEP), 0x3c00);
}

// An algorithm that is wrong in one step differs: the comparison can fail.
static void comparison_fails(void **state) {
  (void)state;
  exp_table[5].c1++;
  u32 differs = 0;
  for (u32 a = 0x3d800000; a < 0x3e000000; a += 1000)
    differs += run32(F_EXP, a) != (u32)wl_fp_exp(&wl_f32_format, a, KEEP).bits;
  exp_table[5].c1--;
  assert_true(differs > 0);
}

int main(void) {
  make_tables();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(segments),       cmocka_unit_test(every_f16),        cmocka_unit_test(f32_samples),
      cmocka_unit_test(special_values), cmocka_unit_test(comparison_fails),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
