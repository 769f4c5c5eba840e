// SPDX-License-Identifier: Apache-2.0
// fp_divide.c: the reciprocal against MPFR, the tables of numerics.md 6, and clang's division against MPFR.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <mpfr.h>

#include "execute/fp.h"
#include "isa/insn.h"

enum { CASES = 200000, KEEP = 0x30, INF = 0x7f800000, NONE = (int)0xffc00000u, MINUS = (int)0x80000000u };

static uint64_t random_state = 0x9e3779b97f4a7c15ull;
static uint32_t random32(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (uint32_t)(random_state >> 16);
}

// A finite f32, most of them near a limit.
static uint32_t random_finite(void) {
  static const uint32_t edges[] = {0,          1,          2,          0x007fffff, 0x00800000, 0x00800001, 0x00ffffff,
                                   0x7f7fffff, 0x7f000000, 0x7e800000, 0x7e7fffff, 0x3f800000, 0x3f7fffff, 0x3f800001,
                                   0x0c000000, 0x6f800000, 0x6f000000, 0x10000000, 0x7effffff, 0x0bffffff};
  uint32_t a;
  switch (random32() % 5) {
    case 0: a = edges[random32() % (sizeof edges / sizeof *edges)]; break;
    case 1: a = edges[random32() % (sizeof edges / sizeof *edges)] + random32() % 5 - 2; break;
    case 2: a = random32() & 0x00ffffff; break;                                  // denormal or nearly
    case 3: a = (random32() & 0x7fffff) | (120 + random32() % 16) << 23; break;  // near 1
    default: a = random32();
  }
  a = (a & 0x7fffffff) | (random32() & 0x80000000u);
  return (a & INF) == INF ? a & 0x807fffff : a;
}

static uint32_t flush(uint32_t a) { return (a & INF) ? a : a & 0x80000000u; }

static mpfr_t X, Y, R, WIDE;

static void set_f32(mpfr_t x, uint32_t a) {
  float f;
  memcpy(&f, &a, 4);
  mpfr_set_flt(x, f, MPFR_RNDN);
}

static uint32_t bits_of(mpfr_t x) {
  const float f = mpfr_get_flt(x, MPFR_RNDN);
  uint32_t a;
  memcpy(&a, &f, 4);
  return a;
}

// The exact a / b rounded to f32. Without keep it is the zero of its sign if 24 bits with any exponent are below the
// least normal number.
static uint32_t quotient(uint32_t a, uint32_t b, mpfr_rnd_t round, bool keep) {
  set_f32(X, a);
  set_f32(Y, b);
  mpfr_set_emin(-1000);
  mpfr_set_emax(1000);
  int ternary = mpfr_div(R, X, Y, round);
  const bool tiny = mpfr_number_p(R) && (mpfr_zero_p(R) || mpfr_get_exp(R) < -125);
  mpfr_set_emin(-148);
  mpfr_set_emax(128);
  if (tiny && !keep) return (a ^ b) & 0x80000000u;
  ternary = mpfr_check_range(R, ternary, round);
  mpfr_subnormalize(R, ternary, round);
  return bits_of(R);
}

static int setup(void **state) {
  (void)state;
  mpfr_inits2(24, X, Y, R, (mpfr_ptr)0);
  mpfr_init2(WIDE, 53);
  mpfr_set_emin(-148);
  mpfr_set_emax(128);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  mpfr_clears(X, Y, R, WIDE, (mpfr_ptr)0);
  mpfr_free_cache();
  return 0;
}

// D-NUM-25. f32 flushes always and rounds to nearest, whatever MODE says.
static void reciprocal(void **state) {
  (void)state;
  for (unsigned i = 0; i < 4 * CASES; i++) {
    const uint32_t a = random_finite(), mode = random32() & 0x3f;
    const uint32_t want =
        flush(a) == a && flush(a) << 1 ? quotient(0x3f800000, a, MPFR_RNDN, false) : (a & 0x80000000u) | INF;
    const uint32_t got = wl_f32_rcp(a, mode);
    if (got != want) fail_msg("1 / %08x mode %02x: %08x, got %08x", a, mode, want, got);
  }
  assert_int_equal(wl_f32_rcp(INF, 0), 0);
  assert_int_equal(wl_f32_rcp(0xff800000u, 0), 0x80000000u);
  assert_int_equal(wl_f32_rcp(0x7f800001, WL_MODE_IEEE), 0x7fc00001);
  assert_int_equal(wl_f32_rcp(0xff800001u, 0), 0xff800001u);
  const struct wl_fp by_zero = wl_fp_rcp(&wl_f32_format, 0x80000001u, 0);
  assert_int_equal(by_zero.bits, 0xff800000u);
  assert_int_equal(by_zero.flags, WL_FP_INPUT_DENORMAL | WL_FP_DIVISION_BY_ZERO);
  assert_int_equal(wl_fp_rcp(&wl_f32_format, 0x3f800000, 0).flags, 0);
  assert_int_equal(wl_fp_rcp(&wl_f32_format, 0x40400000, 0).flags, WL_FP_INEXACT);
  assert_int_equal(wl_fp_rcp(&wl_f32_format, 0x7f000000, 0).flags, WL_FP_UNDERFLOW | WL_FP_INEXACT);  // 2^-127
  assert_int_equal(wl_fp_rcp(&wl_f32_format, 0x7f000000, KEEP).flags, WL_FP_UNDERFLOW);
  assert_int_equal(wl_fp_rcp(&wl_f32_format, 0x7f800001, 0).flags, WL_FP_INVALID);
}

// The text has no width in it: f16 and f64 too.
static void reciprocal_of_formats(void **state) {
  (void)state;
  for (uint32_t a = 1; a < 0x7c00; a++) {
    const int exponent = a >> 10;
    mpfr_set_emin(-1000);
    mpfr_set_emax(1000);
    mpfr_t h;
    mpfr_init2(h, 11);
    mpfr_set_ui(h, exponent ? 1024 + (a & 1023) : a, MPFR_RNDN);
    mpfr_mul_2si(h, h, (exponent ? exponent : 1) - 25, MPFR_RNDN);
    mpfr_set_emin(-23);
    mpfr_set_emax(16);
    int t = mpfr_ui_div(h, 1, h, MPFR_RNDN);
    mpfr_subnormalize(h, t, MPFR_RNDN);
    mpfr_set_emin(-1000);
    mpfr_set_emax(1000);
    const uint64_t got = wl_fp_rcp(&wl_f16_format, a, 0xff).bits;
    mpfr_t back;
    mpfr_init2(back, 11);
    if (got == 0x7c00) {
      mpfr_set_inf(back, 1);
    } else {
      mpfr_set_ui(back, got >> 10 ? 1024 + (got & 1023) : got, MPFR_RNDN);
      mpfr_mul_2si(back, back, (int)(got >> 10 ? got >> 10 : 1) - 25, MPFR_RNDN);
    }
    if (mpfr_cmp(h, back)) fail_msg("1 / f16 %04x: got %04x", a, (unsigned)got);
    mpfr_clears(h, back, (mpfr_ptr)0);
  }
  for (unsigned i = 0; i < CASES; i++) {
    const uint64_t random = (uint64_t)random32() << 32 | random32(), a = random % 0x7ff0000000000000;
    double x, r;
    memcpy(&x, &a, 8);
    r = 1 / x;
    uint64_t want;
    memcpy(&want, &r, 8);
    if (wl_fp_rcp(&wl_f64_format, a, 0xff).bits != want) fail_msg("1 / %a", x);
  }
  mpfr_set_emin(-148);
  mpfr_set_emax(128);
}

struct scaled {
  uint32_t s0, d, n, result;
  bool flag;
};

// numerics.md 6
static void scale(void **state) {
  (void)state;
  // Each line of the table in numerics.md 6, for S0 = D and S0 = N, on both sides of its limit.
  static const struct scaled cases[] = {
      {0x3f800000, 0x3f800000, 0x40000000, 0x3f800000, false},  // in range
      {0x40000000, 0x3f800000, 0x40000000, 0x40000000, false},
      {0x10000000, 0x10000000, 0x40000000, 0x30000000, true},  // exponents 96 apart: D alone
      {0x40000000, 0x10000000, 0x40000000, 0x40000000, true},
      {0x10800000, 0x10800000, 0x40000000, 0x10800000, false},  // 95
      {0x00000001, 0x00000001, 0x00800000, 0x15000000, false},  // D denormal: both
      {0x00800000, 0x00000001, 0x00800000, 0x20800000, false},
      {0x7e800000, 0x7e800000, 0x7f000000, 0x5e800000, false},  // 1/D denormal: both
      {0x7f000000, 0x7e800000, 0x7f000000, 0x5f000000, false},
      {0x7e000000, 0x7e000000, 0x7f000000, 0x7e000000, false},  // exponent field 252
      {0x7e800000, 0x7e800000, 0x4e800000, 0x5e800000, true},   // and N/D tiny: D alone
      {0x4e800000, 0x7e800000, 0x4e800000, 0x4e800000, true},
      {0x3f800000, 0x3f800000, 0x0f800000, 0x3f800000, true},  // N/D tiny: N alone
      {0x0f800000, 0x3f800000, 0x0f800000, 0x2f800000, true},
      {0x0c000000, 0x20000000, 0x0c000000, 0x2c000000, false},  // N small: both
      {0x20000000, 0x20000000, 0x0c000000, 0x40000000, false},
      {0x0c800000, 0x20000000, 0x0c800000, 0x0c800000, false},
      {0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000, false},
      {0, 0, 0x3f800000, (uint32_t)NONE, true},
      {0x3f800000, 0, 0x3f800000, (uint32_t)NONE, true},
      {0x3f800000, 0x3f800000, 0x80000000u, (uint32_t)NONE, true},
      {0, 0, 0, (uint32_t)NONE, false},
      {INF, INF, 0x3f800000, INF, true},
      {0x7f800001, 0x7f800001, 0x3f800000, 0x7fc00001, true},
      {0x3f800000, 0x7f800001, 0x3f800000, 0x3f800000, true},
  };
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    bool flag;
    const struct scaled c = cases[i];
    const uint32_t got = wl_f32_div_scale(c.s0, c.d, c.n, KEEP, &flag);
    if (got != c.result || flag != c.flag) fail_msg("case %u: %08x, got %08x flag %d", i, c.result, got, flag);
  }
  bool flag;
  // Flushed first: D is zero.
  assert_int_equal(wl_f32_div_scale(1, 1, 0x3f800000, 0, &flag), (uint32_t)NONE);
  assert_true(flag);
  // The result is flushed by the output bit: 2^-63 / 2^64.
  assert_int_equal(wl_f32_div_scale(0x20000000, 0x7f000000, 0x20000000, 0x10, &flag), 0x20000000);
  const struct wl_fp denormal = wl_fp_div_scale(&wl_f32_format, 1, 1, 0x3f800000, 0, &flag);
  assert_int_equal(denormal.flags, WL_FP_INPUT_DENORMAL);
}

static void fixup(void **state) {
  (void)state;
  const uint32_t one = 0x3f800000, two = 0x40000000, q = 0x40490fdb, least = 1;
  static const uint32_t up = 1, down = 2, zero = 3;
  const struct {
    uint32_t q, d, n, mode, result, flags;
  } cases[] = {
      {q, one, two, KEEP, q, 0},
      {q | MINUS, one, two, KEEP, q, 0},
      {q, one | MINUS, two, KEEP, q | MINUS, 0},
      {q, 0x7f800001, 0xffc00002u, 0, 0xffc00002u, WL_FP_INVALID},
      {q, 0x7f800001, one, 0, 0x7fc00001, WL_FP_INVALID},
      {q, 0, 0, KEEP, (uint32_t)NONE, WL_FP_INVALID},
      {q, INF, INF, KEEP, (uint32_t)NONE, WL_FP_INVALID},
      {q, 0, one | MINUS, KEEP, 0xff800000u, WL_FP_DIVISION_BY_ZERO},
      {q, 1, one, 0, INF, WL_FP_DIVISION_BY_ZERO | WL_FP_INPUT_DENORMAL},
      {q, 0, INF, KEEP, INF, 0},
      {q, INF | MINUS, one, KEEP, MINUS, 0},
      {q, one, 0, KEEP, 0, 0},
      {q, 0x7f000000, 1, KEEP, 0, WL_FP_INPUT_DENORMAL | WL_FP_UNDERFLOW | WL_FP_INEXACT},
      {q, 0x7f000000, 1, KEEP | up, least, WL_FP_INPUT_DENORMAL | WL_FP_UNDERFLOW | WL_FP_INEXACT},
      {q, 0x7f000000, MINUS | 1, KEEP | up, MINUS, WL_FP_INPUT_DENORMAL | WL_FP_UNDERFLOW | WL_FP_INEXACT},
      {q, 0x7f000000, MINUS | 1, KEEP | down, MINUS | 1, WL_FP_INPUT_DENORMAL | WL_FP_UNDERFLOW | WL_FP_INEXACT},
      {q, 0x7f000000, 1, 0x10 | up, 0, WL_FP_INPUT_DENORMAL | WL_FP_UNDERFLOW | WL_FP_INEXACT},
      {q, 0x4b800000, 0x00800000, KEEP, q, 0},  // exponents 150 apart
      {q, 0x4c000000, 0x00800000, KEEP, 0, WL_FP_UNDERFLOW | WL_FP_INEXACT},
      {INF, one, two, KEEP, INF, WL_FP_OVERFLOW | WL_FP_INEXACT},
      {0x7fc00000, one, MINUS | two, KEEP, INF | MINUS, WL_FP_OVERFLOW | WL_FP_INEXACT},
      {INF, one, two, KEEP | zero, 0x7f7fffff, WL_FP_OVERFLOW | WL_FP_INEXACT},
      {INF, one, two, KEEP | down, 0x7f7fffff, WL_FP_OVERFLOW | WL_FP_INEXACT},
      {1, one, two, 0, 1, WL_FP_INPUT_DENORMAL | WL_FP_UNDERFLOW},  // q is kept
  };
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    const struct wl_fp r = wl_fp_div_fixup(&wl_f32_format, cases[i].q, cases[i].d, cases[i].n, cases[i].mode);
    if (r.bits != cases[i].result || r.flags != cases[i].flags)
      fail_msg("case %u: %08x flags %02x", i, (unsigned)r.bits, r.flags);
  }
}

// clang's expansion. In mode 0 denormals are kept between v_rcp and v_div_fmas. A step can be left out.
enum { ALL, NO_SCALE, NO_FIXUP };
static uint32_t divide(uint32_t n, uint32_t d, uint32_t mode, int without) {
  const uint32_t kept = mode | KEEP, minus = 0x80000000u;
  bool vcc = false, unused;
  const uint32_t ds = without == NO_SCALE ? d : wl_f32_div_scale(d, d, n, mode, &unused);
  const uint32_t ns = without == NO_SCALE ? n : wl_f32_div_scale(n, d, n, mode, &vcc);
  uint32_t r = wl_f32_rcp(ds, mode), e, q;
  e = wl_f32_fma(ds ^ minus, r, 0x3f800000, kept);
  r = wl_f32_fma(e, r, r, kept);
  q = wl_f32_mul(ns, r, kept);
  e = wl_f32_fma(ds ^ minus, q, ns, kept);
  q = wl_f32_fma(e, r, q, kept);
  e = wl_f32_fma(ds ^ minus, q, ns, kept);
  q = wl_f32_div_fmas(e, r, q, vcc, mode);
  return without == NO_FIXUP ? q : wl_f32_div_fixup(q, d, n, mode);
}

static void division(void **state) {
  (void)state;
  unsigned wrong[3] = {0, 0, 0};
  for (unsigned i = 0; i < CASES; i++) {
    const uint32_t mode = i % 2 ? KEEP : 0;
    uint32_t n = random_finite(), d = random_finite();
    if (i % 8 == 0) n = flush(wl_f32_mul(d, random_finite(), KEEP));  // quotients near a limit
    if ((n & INF) == INF) n = 0x3f800000;
    const uint32_t in_n = mode ? n : flush(n), in_d = mode ? d : flush(d);
    const uint32_t sign = (n ^ d) & 0x80000000u;
    const uint32_t want = in_d << 1 ? (in_n << 1 ? quotient(in_n, in_d, MPFR_RNDN, mode) : sign)
                                    : (in_n << 1 ? sign | INF : (uint32_t)NONE);
    for (int without = ALL; without <= NO_FIXUP; without++) {
      const uint32_t got = divide(n, d, mode, without);
      wrong[without] += got != want;
      if (without == ALL && got != want) fail_msg("%08x / %08x mode %02x: %08x, got %08x", n, d, mode, want, got);
    }
  }
  assert_true(wrong[NO_SCALE] > 0 && wrong[NO_FIXUP] > 0);
}

// D-NUM-7
static void output_modifier(void **state) {
  (void)state;
  const struct wl_fp_format *const f = &wl_f32_format;
  assert_int_equal(wl_fp_omod(f, 0x3f800000, 1, 0), 0x40000000);
  assert_int_equal(wl_fp_omod(f, 0x3f800000, 2, 0), 0x40800000);
  assert_int_equal(wl_fp_omod(f, 0x3f800000, 3, 0), 0x3f000000);
  assert_int_equal(wl_fp_omod(f, 0x3f800000, 1, 0x20), 0x3f800000);
  assert_int_equal(wl_fp_omod(f, 0x3f800000, 1, 0x10), 0x40000000);
  assert_int_equal(wl_fp_omod(f, 0x3f800000, 1, WL_MODE_IEEE), 0x3f800000);
  assert_int_equal(wl_fp_omod(f, 0x80000000u, 1, 0), 0);
  assert_int_equal(wl_fp_omod(f, 0x80000001u, 2, 0), 0);
  assert_int_equal(wl_fp_omod(f, 0x80ffffffu, 3, 0), 0x80000000u);
  assert_int_equal(wl_fp_omod(f, 0x81000000u, 3, 0), 0x80800000u);
  assert_int_equal(wl_fp_omod(f, 0x7f000000, 1, 0), INF);
  assert_int_equal(wl_fp_omod(f, 0x7f000000, 2, 3), 0x7f7fffff);
  assert_int_equal(wl_fp_omod(f, 0xff000000u, 1, 1), 0xff7fffffu);
  assert_int_equal(wl_fp_omod(f, 0x7f800001, 1, 0), 0x7f800001);
  assert_int_equal(wl_fp_omod(f, 0xff800000u, 3, 0), 0xff800000u);
  assert_int_equal(wl_fp_omod(&wl_f16_format, 0x7bff, 1, 0), 0x7c00);
  assert_int_equal(wl_fp_omod(&wl_f16_format, 0x7bff, 1, WL_MODE_FP16_OVFL), 0x7bff);
  assert_int_equal(wl_fp_omod(&wl_f16_format, 0x87ff, 3, 0), 0x8000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reciprocal), cmocka_unit_test(reciprocal_of_formats),
      cmocka_unit_test(scale),      cmocka_unit_test(fixup),
      cmocka_unit_test(division),   cmocka_unit_test(output_modifier),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
