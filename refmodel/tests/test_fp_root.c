// SPDX-License-Identifier: Apache-2.0
// fp_root.c against MPFR in three formats: all of f16, edges and random numbers of f32 and f64.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <mpfr.h>

#include "execute/fp.h"
#include "execute/fp_pack.h"

enum { CASES = 200000, KEEP = 0xf0 };

static uint64_t random_state = 0x9e3779b97f4a7c15ull;
static uint64_t random64(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state * 0x2545f4914f6cdd1dull;
}

// The magnitude of a finite number of a format.
static void set_number(mpfr_t x, const struct wl_fp_format *f, uint64_t a) {
  const int field = (int)(a >> f->fraction);
  const uint64_t fraction = a & ((1ull << f->fraction) - 1);
  mpfr_set_ui(x, field ? fraction | 1ull << f->fraction : fraction, MPFR_RNDN);
  mpfr_mul_2si(x, x, (field ? field : 1) - f->max_exp - f->fraction, MPFR_RNDN);
}

// Roots of positive finite numbers are normal numbers. MPFR rounds them to the precision of the format.
static void check(const struct wl_fp_format *f, uint64_t a, uint32_t mode, bool reciprocal) {
  mpfr_t x, want, got;
  mpfr_init2(x, 53);
  mpfr_inits2(f->fraction + 1, want, got, (mpfr_ptr)0);
  set_number(x, f, a);
  const int ternary = reciprocal ? mpfr_rec_sqrt(want, x, MPFR_RNDN) : mpfr_sqrt(want, x, MPFR_RNDN);
  const struct wl_fp r = reciprocal ? wl_fp_rsq(f, a, mode) : wl_fp_sqrt(f, a, mode);
  if (r.bits >= wl_inf(f)) fail_msg("%d of %llx is %llx", reciprocal, (long long)a, (long long)r.bits);
  set_number(got, f, r.bits);
  if (!mpfr_equal_p(want, got))
    fail_msg("%s of %llx in format of %d bits: got %llx", reciprocal ? "rsq" : "sqrt", (long long)a, f->fraction,
             (long long)r.bits);
  const uint32_t flags = (wl_is_denormal(f, a) ? WL_FP_INPUT_DENORMAL : 0) | (ternary ? WL_FP_INEXACT : 0);
  if (r.flags != flags) fail_msg("flags of %llx: %x, got %x", (long long)a, flags, r.flags);
  mpfr_clears(x, want, got, (mpfr_ptr)0);
}

static void every_f16(void **state) {
  (void)state;
  for (uint64_t a = 1; a < 0x7c00; a++) {
    check(&wl_f16_format, a, KEEP, false);
    check(&wl_f16_format, a, KEEP | WL_MODE_ROUND16_64 | WL_MODE_FP16_OVFL, true);
  }
}

// A square, or a number beside it, beside a power of two, or random.
static uint64_t number(const struct wl_fp_format *f) {
  const uint64_t one = (uint64_t)f->max_exp << f->fraction, bits = random64() & (wl_sign_bit(f) - 1);
  uint64_t a = bits;
  switch (random64() % 5) {
    case 0: a = wl_fp_mul(f, bits & ~(wl_least_normal(f) - 1), bits & ~(wl_least_normal(f) - 1), KEEP).bits; break;
    case 1: {
      const uint64_t half = (1ull << (f->fraction + 1) / 2) - 1, root = one + (bits & ~half & (wl_least_normal(f) - 1));
      a = wl_fp_mul(f, root, root, KEEP).bits + random64() % 3 - 1;
      break;
    }
    case 2: a = (bits & ~(wl_least_normal(f) - 1)) + random64() % 5 - 2; break;
    case 3: a = bits & (wl_least_normal(f) - 1); break;  // denormal
    default: break;
  }
  a &= wl_sign_bit(f) - 1;
  return a == 0 || a >= wl_inf(f) ? one : a;
}

static void wide_formats(void **state) {
  (void)state;
  for (int i = 0; i < CASES; i++) {
    const uint32_t mode = KEEP | (random64() & 15);
    check(&wl_f32_format, number(&wl_f32_format), mode, i & 1);
    check(&wl_f64_format, number(&wl_f64_format), mode, i & 1);
  }
}

// The table of numerics.md 5.
static void special_values(void **state) {
  (void)state;
  static const struct wl_fp_format *const formats[] = {&wl_f16_format, &wl_f32_format, &wl_f64_format};
  for (unsigned i = 0; i < 3; i++) {
    const struct wl_fp_format *f = formats[i];
    const uint64_t sign = wl_sign_bit(f), inf = wl_inf(f), one = (uint64_t)f->max_exp << f->fraction;
    const struct {
      uint64_t a, sqrt, rsq;
      uint32_t mode, sqrt_flags, rsq_flags;
    } cases[] = {
        {0, 0, inf, KEEP, 0, WL_FP_DIVISION_BY_ZERO},
        {sign, sign, sign | inf, KEEP, 0, WL_FP_DIVISION_BY_ZERO},
        {inf, inf, 0, KEEP, 0, 0},
        {sign | inf, wl_default_nan(f), wl_default_nan(f), KEEP, WL_FP_INVALID, WL_FP_INVALID},
        {sign | one, wl_default_nan(f), wl_default_nan(f), KEEP, WL_FP_INVALID, WL_FP_INVALID},
        {sign | 1, wl_default_nan(f), wl_default_nan(f), KEEP, 3, 3},
        {sign | 1, sign, sign | inf, 0, 2, 6},
        {1, 0, inf, WL_MODE_FP16_OVFL, 2, 6},
        {one, one, one, 0, 0, 0},
        {inf + 1, (inf + 1) | wl_quiet_bit(f), (inf + 1) | wl_quiet_bit(f), WL_MODE_IEEE, 1, 1},
        {inf + 1, inf + 1, inf + 1, 0, 1, 1},
        {sign | inf | wl_quiet_bit(f), sign | inf | wl_quiet_bit(f), sign | inf | wl_quiet_bit(f), 0, 0, 0},
    };
    for (unsigned k = 0; k < sizeof cases / sizeof *cases; k++) {
      const struct wl_fp s = wl_fp_sqrt(f, cases[k].a, cases[k].mode), r = wl_fp_rsq(f, cases[k].a, cases[k].mode);
      if (s.bits != cases[k].sqrt || s.flags != cases[k].sqrt_flags)
        fail_msg("sqrt case %u: %llx %x", k, (long long)s.bits, s.flags);
      if (r.bits != cases[k].rsq || r.flags != cases[k].rsq_flags)
        fail_msg("rsq case %u: %llx %x", k, (long long)r.bits, r.flags);
    }
  }
}

// f32 flushes in every mode.
static void always_flushed(void **state) {
  (void)state;
  assert_int_equal(wl_f32_sqrt(0x80000001u, KEEP), 0x80000000u);
  assert_int_equal(wl_f32_rsq(0x80000001u, KEEP), 0xff800000u);
  assert_int_equal(wl_f16_rsq(0xabcd3c00u, 0), 0x3c00);
}

int main(void) {
  mpfr_set_emin(-3000);
  mpfr_set_emax(3000);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_f16),
      cmocka_unit_test(wide_formats),
      cmocka_unit_test(special_values),
      cmocka_unit_test(always_flushed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
