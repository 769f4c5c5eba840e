// SPDX-License-Identifier: Apache-2.0
// fp_arith.c, fp_minmax.c and fp_convert.c against MPFR: random operands and limits, in every rounding and denormal
// mode of f32. fp_divide.c: test_fp_divide.c.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <mpfr.h>

#include "execute/fp.h"
#include "execute/fp_pack.h"
#include "isa/insn.h"

enum { CASES = 20000 };

static uint64_t random_state = 0x9e3779b97f4a7c15ull;
static uint32_t random32(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (uint32_t)(random_state >> 16);
}

// A finite f32, half of the time near a limit: zeros, denormals, ends of the range, powers of two, integers and halves.
static uint32_t random_finite(void) {
  static const uint32_t edges[] = {0,          1,          2,          0x007fffff, 0x00800000, 0x00800001, 0x00ffffff,
                                   0x7f7fffff, 0x7f000000, 0x3f800000, 0x3f7fffff, 0x3f800001, 0x3f000000, 0x3effffff,
                                   0x4b000000, 0x4b800000, 0x4f000000, 0x4effffff, 0x4f800000, 0x4f7fffff, 0x33800000,
                                   0x38800000, 0x477fe000, 0x477ff000, 0x3fc00000};
  uint32_t a;
  switch (random32() % 6) {
    case 0: a = edges[random32() % (sizeof edges / sizeof *edges)]; break;
    case 1: a = edges[random32() % (sizeof edges / sizeof *edges)] + random32() % 5 - 2; break;
    case 2: a = random32() & 0x00ffffff; break;                                  // denormal or nearly
    case 3: a = (random32() & 0x7fffff) | (120 + random32() % 16) << 23; break;  // near 1
    case 4: a = (random32() & 0x7f0000) | (100 + random32() % 60) << 23; break;  // few fraction bits: ties
    default: a = random32();
  }
  a = (a & 0x7fffffff) | (random32() & 0x80000000u);
  return (a & 0x7f800000) == 0x7f800000 ? a & 0x807fffff : a;
}

static const mpfr_rnd_t rounds[4] = {MPFR_RNDN, MPFR_RNDU, MPFR_RNDD, MPFR_RNDZ};

static uint32_t flush(uint32_t a) { return (a & 0x7f800000) ? a : a & 0x80000000u; }
static uint32_t in(uint32_t a, uint32_t mode) { return mode & WL_MODE_DENORM32_IN ? a : flush(a); }

static void set_f32(mpfr_t x, uint32_t a) {
  float f;
  memcpy(&f, &a, 4);
  mpfr_set_flt(x, f, MPFR_RNDN);
}

// The f32 of a value rounded to 24 bits with any exponent. Without output denormals that decides what is flushed
// (D-NUM-3).
static uint32_t get_f32(mpfr_t x, int ternary, uint32_t mode) {
  const mpfr_rnd_t round = rounds[mode & WL_MODE_ROUND32];
  const bool tiny = mpfr_regular_p(x) && mpfr_get_exp(x) < -125;
  if (tiny && !(mode & WL_MODE_DENORM32_OUT)) return mpfr_signbit(x) ? 0x80000000u : 0;
  mpfr_set_emin(-148);
  mpfr_set_emax(128);
  ternary = mpfr_check_range(x, ternary, round);
  mpfr_subnormalize(x, ternary, round);
  mpfr_set_emin(-3000);
  mpfr_set_emax(3000);
  const float f = mpfr_get_flt(x, MPFR_RNDN);
  uint32_t a;
  memcpy(&a, &f, 4);
  if (mpfr_zero_p(x)) a = mpfr_signbit(x) ? 0x80000000u : 0;
  return a;
}

static mpfr_t X, Y, Z, R;

static uint32_t ref_add(uint32_t a, uint32_t b, uint32_t mode) {
  set_f32(X, in(a, mode));
  set_f32(Y, in(b, mode));
  return get_f32(R, mpfr_add(R, X, Y, rounds[mode & WL_MODE_ROUND32]), mode);
}
static uint32_t ref_mul(uint32_t a, uint32_t b, uint32_t mode) {
  set_f32(X, in(a, mode));
  set_f32(Y, in(b, mode));
  return get_f32(R, mpfr_mul(R, X, Y, rounds[mode & WL_MODE_ROUND32]), mode);
}
static uint32_t ref_fma(uint32_t a, uint32_t b, uint32_t c, uint32_t mode) {
  set_f32(X, in(a, mode));
  set_f32(Y, in(b, mode));
  set_f32(Z, in(c, mode));
  return get_f32(R, mpfr_fma(R, X, Y, Z, rounds[mode & WL_MODE_ROUND32]), mode);
}

// The exact sum, scaled, rounded once. Denormal operands are kept in every mode.
static uint32_t ref_div_fmas(uint32_t a, uint32_t b, uint32_t c, uint32_t mode) {
  const mpfr_rnd_t round = rounds[mode & WL_MODE_ROUND32];
  mpfr_t sum;
  mpfr_init2(sum, 700);
  set_f32(X, a);
  set_f32(Y, b);
  set_f32(Z, c);
  assert_int_equal(mpfr_fma(sum, X, Y, Z, round), 0);
  mpfr_mul_2si(sum, sum, mpfr_cmpabs_ui(Z, 2) >= 0 ? 64 : -64, round);
  const int ternary = mpfr_set(R, sum, round);
  mpfr_clear(sum);
  return get_f32(R, ternary, mode);
}

// v_div_fmas without the scale: an fma that keeps its denormal operands.
static uint32_t ref_unscaled(uint32_t a, uint32_t b, uint32_t c, uint32_t mode) {
  set_f32(X, a);
  set_f32(Y, b);
  set_f32(Z, c);
  return get_f32(R, mpfr_fma(R, X, Y, Z, rounds[mode & WL_MODE_ROUND32]), mode);
}

static int setup(void **state) {
  (void)state;
  mpfr_set_emin(-3000);
  mpfr_set_emax(3000);
  mpfr_inits2(24, X, Y, Z, R, (mpfr_ptr)0);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  mpfr_clears(X, Y, Z, R, (mpfr_ptr)0);
  mpfr_free_cache();
  return 0;
}

#define CHECK(expected, got, ...)                            \
  do {                                                       \
    const uint32_t want_ = (expected), got_ = (got);         \
    if (want_ != got_) {                                     \
      print_error("expected %08x, got %08x: ", want_, got_); \
      print_error(__VA_ARGS__);                              \
      fail();                                                \
    }                                                        \
  } while (0)

// mode: f32 round 0..3, f32 denormals 0..3, each of the 16.
#define FOR_MODES(mode) \
  for (uint32_t mode = 0; mode < 0x40; mode = (mode & WL_MODE_ROUND32) == 3 ? (mode + 0x10) & 0x70 : mode + 1)

// D-NUM-1, D-NUM-3
static void arithmetic(void **state) {
  (void)state;
  assert_int_equal(wl_f32_div_fmas(0x00400000, 0x7e800000, 0x3f800000, false, 0xc0), 0x3fc00000);  // 2^-127 * 2^126 + 1
  assert_int_equal(wl_f32_div_fmas(0x00400000, 0x3f800000, 0x00400000, false, 0xc0), 0x00800000);
  assert_int_equal(wl_f32_div_fmas(0x00400000, 0x3f800000, 0, false, 0xd0), 0);  // the result is flushed
  assert_int_equal(wl_f32_div_fmas(0x00400000, 0x3f800000, 0, false, 0xe0), 0x00400000);
  // 24 ones below the normal numbers: exact with any exponent, a tie at the coarser step.
  assert_int_equal(wl_f32_mul(0x00ffffff, 0x3f000000, 0), 0);
  assert_int_equal(wl_f32_mul(0x00ffffff, 0x3f000000, 0x30), 0x00800000);
  assert_int_equal(wl_f32_mul(0x80ffffffu, 0x3f000000, 0x10), 0x80000000u);
  assert_int_equal(wl_f32_mul(0x3f7fffff, 0x00800000, 0), 0);
  assert_int_equal(wl_f32_fma(0x00ffffff, 0x3f000000, 0, 0x10), 0);
  assert_int_equal(wl_f32_mad(0x00ffffff, 0x3f000000, 0x3f800000, 0x31), 0x3f800000);  // the product too
  FOR_MODES(mode) {
    for (int i = 0; i < CASES; i++) {
      uint32_t a = random_finite(), b = random_finite(), c = random_finite();
      if (i % 4 == 0) b = (a ^ (random32() & 0x80000000u)) + random32() % 3 - 1;  // cancellation
      if ((b & 0x7f800000) == 0x7f800000) b = a;
      CHECK(ref_add(a, b, mode), wl_f32_add(a, b, mode), "%08x + %08x mode %02x\n", a, b, mode);
      CHECK(ref_add(a, b ^ 0x80000000u, mode), wl_f32_sub(a, b, mode), "%08x - %08x mode %02x\n", a, b, mode);
      CHECK(ref_add(b, a ^ 0x80000000u, mode), wl_f32_subrev(a, b, mode), "%08x - %08x mode %02x\n", b, a, mode);
      CHECK(ref_mul(a, b, mode), wl_f32_mul(a, b, mode), "%08x * %08x mode %02x\n", a, b, mode);
      if (i % 3 == 0)
        c = ref_mul(a, b, 0x30 | (mode & WL_MODE_ROUND32)) ^ 0x80000000u;  // cancels all but the rounding error
      if ((c & 0x7f800000) == 0x7f800000) c = 0x00000003;
      CHECK(ref_fma(a, b, c, mode), wl_f32_fma(a, b, c, mode), "%08x * %08x + %08x mode %02x\n", a, b, c, mode);
      CHECK(ref_unscaled(a, b, c, mode), wl_f32_div_fmas(a, b, c, false, mode), "div_fmas %08x %08x %08x mode %02x\n",
            a, b, c, mode);
      CHECK(ref_div_fmas(a, b, c, mode), wl_f32_div_fmas(a, b, c, true, mode), "scaled %08x %08x %08x mode %02x\n", a,
            b, c, mode);
      const uint32_t product = ref_mul(a, b, mode & WL_MODE_ROUND32);
      if ((product & 0x7f800000) != 0x7f800000) {
        CHECK(ref_add(product, c, mode & WL_MODE_ROUND32), wl_f32_mad(a, b, c, mode), "mad %08x %08x %08x mode %02x\n",
              a, b, c, mode);
      }
      const int32_t n = i % 2 ? (int32_t)random32() : (int32_t)(random32() % 600) - 300;
      if (i % 5 == 0) b = random32() % 2 ? 0x3f7fffff : 0x3f000000;  // products next to the least normal number
      if (i % 5 == 0) a = (a & 0x80000000u) | (0x00800000 + random32() % 0x01800000);
      CHECK(ref_mul(a, b, mode), wl_f32_mul(a, b, mode), "%08x * %08x mode %02x\n", a, b, mode);
      set_f32(X, in(a, mode));
      CHECK(get_f32(R, mpfr_mul_2si(R, X, n, rounds[mode & WL_MODE_ROUND32]), mode), wl_f32_ldexp(a, n, mode),
            "ldexp %08x %d mode %02x\n", a, n, mode);
    }
  }
}

static void from_integers(void **state) {
  (void)state;
  for (uint32_t mode = 0x30; mode < 0x34; mode++) {
    for (int i = 0; i < CASES; i++) {
      const uint32_t a = random32() >> random32() % 32;
      CHECK(get_f32(R, mpfr_set_ui(R, a, rounds[mode & WL_MODE_ROUND32]), mode), wl_f32_from_u32(a, mode),
            "u32 %08x mode %02x\n", a, mode);
      const int32_t s = (int32_t)(i % 2 ? a : 0u - a);
      CHECK(get_f32(R, mpfr_set_si(R, s, rounds[mode & WL_MODE_ROUND32]), mode), wl_f32_from_i32(s, mode),
            "i32 %08x mode %02x\n", a, mode);
    }
  }
}

static int32_t to_i32(mpfr_t x) {  // of an integer
  if (mpfr_cmp_si(x, INT32_MAX) > 0) return INT32_MAX;
  if (mpfr_cmp_si(x, INT32_MIN) < 0) return INT32_MIN;
  return (int32_t)mpfr_get_si(x, MPFR_RNDN);
}

// D-NUM-19, D-NUM-21
static void to_integers(void **state) {
  (void)state;
  const uint32_t mode = 0x30;
  mpfr_t wide;
  mpfr_init2(wide, 300);
  for (int i = 0; i < 20 * CASES; i++) {
    const uint32_t a = random_finite();
    set_f32(X, a);
    mpfr_rint_floor(wide, X, MPFR_RNDN);
    CHECK((uint32_t)to_i32(wide), wl_f32_to_i32(a, WL_TO_INT_FLOOR, mode), "floor %08x\n", a);
    mpfr_set(wide, X, MPFR_RNDN);
    mpfr_add_d(wide, wide, 0.5, MPFR_RNDN);
    mpfr_floor(wide, wide);
    CHECK((uint32_t)to_i32(wide), wl_f32_to_i32(a, WL_TO_INT_RPI, mode), "rpi %08x\n", a);
    static int (*const rint[4])(mpfr_ptr, mpfr_srcptr) = {mpfr_trunc, mpfr_ceil, mpfr_floor, mpfr_roundeven};
    for (int how = 0; how < 4; how++) {
      rint[how](R, X);
      uint32_t e = get_f32(R, 0, mode);
      CHECK((e & 0x7fffffff) | (a & 0x80000000u), wl_f32_rint(a, (wl_rint)how, mode), "rint %d %08x\n", how, a);
    }
    mpfr_floor(Y, X);
    uint32_t e = get_f32(R, mpfr_sub(R, X, Y, MPFR_RNDN), mode);
    CHECK(e == 0x3f800000 ? 0x3f7fffff : e, wl_f32_fract(a, mode), "fract %08x\n", a);
  }
  mpfr_clear(wide);
  assert_int_equal(wl_f32_to_i32(0x7fc00000, WL_TO_INT_FLOOR, mode), INT32_MAX);
  assert_int_equal(wl_f32_to_i32(0xffc00000u, WL_TO_INT_RPI, mode), (uint32_t)INT32_MIN);
  assert_int_equal(wl_f32_to_i32(0x80000001u, WL_TO_INT_FLOOR, 0), 0);  // flushed
  assert_int_equal(wl_f32_to_i32(0x80000001u, WL_TO_INT_FLOOR, mode), ~0u);
  assert_int_equal(wl_f32_to_i32(0xffc00000u, WL_TO_INT_TRUNC, mode), 0);
  assert_int_equal(wl_f32_to_u32(0xbf7fffff, mode), 0);
  assert_int_equal(wl_f32_to_u32(0x4f800000, mode), ~0u);
  assert_int_equal(wl_f32_fract(0xff800000u, mode), 0xffc00000u);
  for (uint32_t round = 0; round < 4; round++) {  // D-NUM-20
    assert_int_equal(wl_f32_fract(0xc0400000u, mode | round), 0);
    assert_int_equal(wl_f32_fract(0x80000000u, mode | round), 0);
    assert_int_equal(wl_f32_fract(0x80000001u, 0x20 | round), 0);
    assert_int_equal(wl_f32_fract(1, 0x10 | round), 0);
    assert_int_equal(wl_f32_fract(1, mode | round), 1);
    assert_int_equal(wl_f32_fract(0x80000001u, mode | round), 0x3f7fffff);
  }
}

static void halves(void **state) {
  (void)state;
  mpfr_t h;
  mpfr_init2(h, 11);
  for (uint32_t m = 0; m < 16; m++) {
    const uint32_t mode = 0x30 | (m & 3) << 2 | (m & 4 ? 0x80 : 0) | (m & 8 ? (uint32_t)WL_MODE_FP16_OVFL : 0);
    for (int i = 0; i < CASES; i++) {
      uint32_t a = random_finite();
      if (i % 2) a = (random32() & 0x807fffff) | (100 + random32() % 46) << 23;
      float f;
      memcpy(&f, &a, 4);
      int t = mpfr_set_flt(h, f, rounds[m & 3]);
      const bool tiny = mpfr_regular_p(h) && mpfr_get_exp(h) < -13;
      mpfr_set_emin(-23);
      mpfr_set_emax(16);
      t = mpfr_check_range(h, t, rounds[m & 3]);
      mpfr_subnormalize(h, t, rounds[m & 3]);
      mpfr_set_emin(-3000);
      mpfr_set_emax(3000);
      const float r = mpfr_get_flt(h, MPFR_RNDN);
      uint32_t e;
      memcpy(&e, &r, 4);
      if (!mpfr_number_p(h) && mode & WL_MODE_FP16_OVFL) e = (a & 0x80000000u) | 0x477fe000;
      if (!(mode & WL_MODE_DENORM16_64_OUT) && tiny) e = a & 0x80000000u;
      // from_f16 is checked below.
      CHECK(e, wl_f32_from_f16(wl_f16_from_f32(a, mode), 0x40), "f16 of %08x mode %x\n", a, mode);
    }
  }
  mpfr_clear(h);
  for (uint32_t a = 0; a < 0x10000; a++) {
    const int exp = a >> 10 & 31;
    const double magnitude = exp ? (double)(1024 + (a & 1023)) : (double)(a & 1023);
    if (exp == 31) continue;
    mpfr_set_d(R, a & 0x8000 ? -magnitude : magnitude, MPFR_RNDN);
    mpfr_mul_2si(R, R, (exp ? exp : 1) - 25, MPFR_RNDN);
    CHECK(get_f32(R, 0, 0x30), wl_f32_from_f16(a | 0xabcd0000u, 0x40), "f32 of f16 %04x\n", a);
    const uint32_t flushed = exp ? a : a & 0x8000;
    CHECK(wl_f32_from_f16(flushed, 0x40), wl_f32_from_f16(a, 0), "f32 of flushed f16 %04x\n", a);
  }
  assert_int_equal(wl_f32_from_f16(0xfc00, 0), 0xff800000u);
  assert_int_equal(wl_f32_from_f16(0x7c01, WL_MODE_IEEE), 0x7fc02000);
  assert_int_equal(wl_f32_from_f16(0xfc01, 0), 0xff802000u);  // as it is, signalling too
  assert_int_equal(wl_f16_from_f32(0x7f800001, 0), 0x7e00);
  assert_int_equal(wl_f16_from_f32(0xffc02000u, 0), 0xfe01);
  assert_int_equal(wl_f16_from_f32(0x7f800000, WL_MODE_FP16_OVFL), 0x7c00);
}

// numerics.md 3.1: the first NaN operand, quieted if IEEE is set (D-NUM-5, D-NUM-8), after an invalid product
// (D-NUM-10); else the default NaN (D-NUM-12).
static void nans(void **state) {
  (void)state;
  const uint32_t s = 0x7f800001, q = 0xffc00002u, inf = 0x7f800000, none = 0xffc00000u, one = 0x3f800000;
  for (uint32_t k = 0; k < 0x80; k++) {
    const uint32_t mode = (k & 0x3f) | (k & 0x40 ? (uint32_t)WL_MODE_IEEE : 0), out = k & 0x40 ? 0x7fc00001 : s;
    assert_int_equal(wl_f32_add(s, q, mode), out);
    assert_int_equal(wl_f32_sub(q, s, mode), q);
    assert_int_equal(wl_f32_sub(one, q, mode), q);
    assert_int_equal(wl_f32_subrev(q, s, mode), q);
    assert_int_equal(wl_f32_subrev(one, s, mode), out);
    assert_int_equal(wl_f32_add(inf, inf | 0x80000000u, mode), none);
    assert_int_equal(wl_f32_mul(0, inf, mode), none);
    assert_int_equal(wl_f32_mul(s, 0, mode), out);
    assert_int_equal(wl_f32_mul(1, inf, mode), mode & WL_MODE_DENORM32_IN ? inf : none);
    assert_int_equal(wl_f32_fma(0, inf, s, mode), none);
    assert_int_equal(wl_f32_fma(inf, 0x80000000u, q, mode), none);
    assert_int_equal(wl_f32_fma(1, inf, q, mode), mode & WL_MODE_DENORM32_IN ? q : none);
    assert_int_equal(wl_f32_fma(q, inf, s, mode), q);
    assert_int_equal(wl_f32_fma(one, inf, s, mode), out);
    assert_int_equal(wl_f32_fma(0, inf, one, mode), none);
    assert_int_equal(wl_f32_fma(one, inf, inf | 0x80000000u, mode), none);
    assert_int_equal(wl_f32_fma(one, one, inf, mode), inf);
    assert_int_equal(wl_f32_div_fmas(0, inf, s, true, mode), none);
    assert_int_equal(wl_f32_div_fmas(1, inf, s, true, mode), out);
    assert_int_equal(wl_f32_div_fmas(0, inf, one, true, mode), none);
    assert_int_equal(wl_f32_div_fmas(one, one, inf, true, mode), inf);
    assert_int_equal(wl_f32_div_fmas(1, inf, one, true, mode), inf);  // not 0 * inf: a denormal operand is kept
    assert_int_equal(wl_f32_mad(inf, 1, q, mode), none);
    assert_int_equal(wl_f32_mad(inf, one, s, mode), out);
    assert_int_equal(wl_f32_mad(inf, 1, one, mode), none);
    assert_int_equal(wl_f32_ldexp(s, 5, mode), out);
    assert_int_equal(wl_f32_rint(s, WL_CEIL, mode), out);
    assert_int_equal(wl_f32_fract(s, mode), out);
  }
}

// D-NUM-16, D-NUM-18
static void min_max(void **state) {
  (void)state;
  const uint32_t ieee = 0x30 | WL_MODE_IEEE, plain = 0x30, s = 0x7f800001, q = 0xffc00002u, one = 0x3f800000,
                 two = 0x40000000, minus0 = 0x80000000u;
  assert_int_equal(wl_f32_min(s, one, ieee), 0x7fc00001);
  assert_int_equal(wl_f32_min(s, one, plain), one);
  assert_int_equal(wl_f32_min(q, s, ieee), 0x7fc00001);
  assert_int_equal(wl_f32_min(q, s, plain), s);
  assert_int_equal(wl_f32_min(q, one, ieee), one);
  assert_int_equal(wl_f32_max(one, q, ieee), one);
  assert_int_equal(wl_f32_min(0, minus0, ieee), minus0);
  assert_int_equal(wl_f32_min(minus0, 0, ieee), minus0);
  assert_int_equal(wl_f32_max(minus0, 0, ieee), 0);
  assert_int_equal(wl_f32_max(0x80000001u, 0x80000002u, ieee), 0x80000001u);
  assert_int_equal(wl_f32_max(0x80000001u, 0x80000002u, WL_MODE_IEEE), minus0);
  assert_int_equal(wl_f32_max(0x80000001u, 0x80000002u, 0x10), 0x80000001u);  // the output bit does not matter
  assert_int_equal(wl_f32_min(q, 1, 0x10), 1);
  assert_int_equal(wl_f32_min(q, 1, 0x20), 0);
  assert_int_equal(wl_f32_med3(1, 2, 3, 0x10), 2);
  assert_int_equal(wl_f32_med3(two, one, 0, ieee), one);
  assert_int_equal(wl_f32_med3(two, q, one, ieee), one);
  assert_int_equal(wl_f32_med3(0xbf800000u, two, one, plain), one);
  assert_int_equal(wl_f32_med3(minus0, 0, minus0, plain), minus0);
  assert_int_equal(wl_f32_med3(0, 0, minus0, plain), 0);
  assert_int_equal(wl_f32_med3(0x80000001u, 0, minus0, 0x20), minus0);
  for (int i = 0; i < CASES; i++) {
    const uint32_t a = random_finite(), b = random_finite(), c = random_finite();
    float x, y, z;
    memcpy(&x, &a, 4);
    memcpy(&y, &b, 4);
    memcpy(&z, &c, 4);
    if (x == y || y == z || x == z) continue;
    assert_int_equal(wl_f32_min(a, b, ieee), x < y ? a : b);
    assert_int_equal(wl_f32_max(a, b, plain), x > y ? a : b);
    assert_int_equal(wl_f32_med3(a, b, c, plain), (x < y) == (y < z) ? b : (y < x) == (x < z) ? a : c);
  }
}

// CLAMP, class. OMOD: test_fp_divide.c.
static void modifiers(void **state) {
  (void)state;
  const uint32_t off = 0;
  const struct wl_fp_format *const f = &wl_f32_format;
  assert_int_equal(wl_fp_clamp(f, 0x80000000u, off), 0);
  assert_int_equal(wl_fp_clamp(f, 0x3f000000, off), 0x3f000000);
  assert_int_equal(wl_fp_clamp(f, 0x7f800000, off), 0x3f800000);
  assert_int_equal(wl_fp_clamp(f, 0xffc00001u, WL_MODE_DX10_CLAMP), 0);
  assert_int_equal(wl_fp_clamp(f, 0xffc00001u, off), 0xffc00001u);
  assert_int_equal(wl_fp_clamp(&wl_f16_format, 0x4000, off), 0x3c00);
  assert_int_equal(wl_fp_clamp(&wl_f16_format, 0xbc00, off), 0);
  static const uint32_t of_class[10] = {0x7f800001,  0xffc00000u, 0xff800000u, 0x80800000u, 0x80000001u,
                                        0x80000000u, 0,           1,           0x00800000,  0x7f800000};
  for (unsigned i = 0; i < 10; i++) assert_int_equal(wl_fp_class(f, of_class[i]), 1u << i);
}

// What operations raise (numerics.md 10).
static void flags(void **state) {
  (void)state;
  enum { I = WL_FP_INVALID, D = WL_FP_INPUT_DENORMAL, O = WL_FP_OVERFLOW, U = WL_FP_UNDERFLOW, X = WL_FP_INEXACT };
  const struct wl_fp_format *const f = &wl_f32_format;
  const uint32_t one = 0x3f800000, inf = 0x7f800000, s = 0x7f800001, q = 0x7fc00000, max = 0x7f7fffff, keep = 0x30;
  assert_int_equal(wl_fp_add(f, one, one, keep).flags, 0);
  assert_int_equal(wl_fp_add(f, one, 1, keep).flags, D | X);
  assert_int_equal(wl_fp_add(f, one, 1, 0).flags, D);  // exact once it is flushed
  assert_int_equal(wl_fp_add(f, 1, 1, keep).flags, D | U);
  assert_int_equal(wl_fp_add(f, 1, 1, 0x10).flags, D | U | X);
  assert_int_equal(wl_fp_add(f, max, max, keep).flags, O | X);
  assert_int_equal(wl_fp_add(f, inf, max, keep).flags, 0);
  assert_int_equal(wl_fp_add(f, inf, inf ^ 0x80000000u, keep).flags, I);
  assert_int_equal(wl_fp_add(f, q, one, keep).flags, 0);
  assert_int_equal(wl_fp_add(f, q, s, keep).flags, I);
  assert_int_equal(wl_fp_mul(f, inf, 0, keep).flags, I);
  assert_int_equal(wl_fp_mul(f, inf, 1, 0).flags, I | D);
  assert_int_equal(wl_fp_mul(f, max, 0x3f800001, keep | 3).flags, O | X);
  assert_int_equal(wl_fp_fma(f, inf, 0, q, keep).flags, I);
  assert_int_equal(wl_fp_fma(f, one, one, 0xbf800000u, keep).flags, 0);
  assert_int_equal(wl_fp_mad(f, 0x00800000, 0x3f000000, one, keep).flags, U | X);  // the product is flushed
  assert_int_equal(wl_fp_ldexp(f, one, 1000, keep).flags, O | X);
  assert_int_equal(wl_fp_ldexp(f, one, -140, keep).flags, U);
  assert_int_equal(wl_fp_div_fmas(f, one, one, one, true, keep).flags, 0);
  assert_int_equal(wl_fp_min(f, 1, one, keep).flags, D);
  assert_int_equal(wl_fp_max(f, s, one, keep).flags, I);
  assert_int_equal(wl_fp_med3(f, q, one, 1, keep).flags, D);
  assert_int_equal(wl_fp_rint(f, 0x3fc00000, WL_TRUNC, keep).flags, X);
  assert_int_equal(wl_fp_rint(f, 0x40400000, WL_TRUNC, keep).flags, 0);
  assert_int_equal(wl_fp_rint(f, 1, WL_CEIL, keep).flags, D | X);
  assert_int_equal(wl_fp_rint(f, 1, WL_CEIL, 0).flags, D);
  assert_int_equal(wl_fp_fract(f, inf, keep).flags, I);
  assert_int_equal(wl_fp_fract(f, 0x3fc00000, keep).flags, 0);
  assert_int_equal(wl_fp_fract(f, 0x80800000u, keep).flags, X);
  assert_int_equal(wl_fp_fract(f, 1, 0x10).flags, D | U | X);
  assert_int_equal(wl_fp_from_int(f, 0x1000001, keep).flags, X);
  assert_int_equal(wl_fp_to_int(f, 0x3fc00000, WL_TO_INT_TRUNC, INT32_MIN, INT32_MAX, keep).flags, X);
  assert_int_equal(wl_fp_to_int(f, 0x4f000000, WL_TO_INT_TRUNC, INT32_MIN, INT32_MAX, keep).flags, I);
  assert_int_equal(wl_fp_to_int(f, 0xcf000000u, WL_TO_INT_TRUNC, INT32_MIN, INT32_MAX, keep).flags, 0);
  assert_int_equal(wl_fp_to_int(f, 0xbf000000u, WL_TO_INT_TRUNC, 0, UINT32_MAX, keep).flags, X);
  assert_int_equal(wl_fp_to_int(f, 0xbf800000u, WL_TO_INT_TRUNC, 0, UINT32_MAX, keep).flags, I);
  assert_int_equal(wl_fp_to_int(f, inf, WL_TO_INT_FLOOR, INT32_MIN, INT32_MAX, keep).flags, I);
  assert_int_equal(wl_fp_to_int(f, q, WL_TO_INT_RPI, INT32_MIN, INT32_MAX, keep).flags, I);
  assert_int_equal(wl_fp_convert(f, &wl_f16_format, 0x477ff000, keep).flags, O | X);
  assert_int_equal(wl_fp_convert(f, &wl_f16_format, 0x33800000, 0x80).flags, U);
  assert_int_equal(wl_fp_convert(f, &wl_f16_format, 0x33800000, 0).flags, U | X);
  assert_int_equal(wl_fp_convert(&wl_f16_format, f, 1, 0).flags, D);
  assert_int_equal(wl_fp_convert(&wl_f16_format, f, 0x7c01, 0).flags, I);
}

// Unpacking and rounding know no format: f64 too comes back as it was, and is rounded right.
static void formats(void **state) {
  (void)state;
  static const struct wl_fp_format *const all[] = {&wl_f16_format, &wl_f32_format, &wl_f64_format};
  mpfr_t wide;
  mpfr_init2(wide, 53);
  for (unsigned k = 0; k < CASES; k++) {
    const struct wl_fp_format *f = all[k % 3];
    const uint32_t round = random32() % 4;
    const uint64_t random = (uint64_t)random32() << 32 | random32(), sign = random & wl_sign_bit(f);
    const uint64_t magnitude = (k % 2 ? random : random >> 11) % wl_inf(f), denormal = wl_least_normal(f) - 1;
    const struct wl_number x = wl_unpack(sign | magnitude, f, 126);
    const struct wl_fp same = wl_round_pack(x, f, round, true, false);
    assert_true(same.bits == (sign | magnitude));
    assert_int_equal(same.flags, magnitude && magnitude <= denormal ? WL_FP_UNDERFLOW : 0);
    assert_true((x.sig == 0) == (magnitude == 0) && (x.sig == 0 || x.sig >> 126 == 1));
    const struct wl_number whole = {random >> 63, 126, random >> random32() % 64};
    const mpfr_rnd_t of_magnitude = whole.sign && round == WL_ROUND_UP     ? MPFR_RNDD
                                    : whole.sign && round == WL_ROUND_DOWN ? MPFR_RNDU
                                                                           : rounds[round];
    const int inexact = mpfr_set_uj(wide, (uint64_t)whole.sig, of_magnitude);
    const double want = mpfr_get_d(wide, MPFR_RNDN) * (whole.sign ? -1 : 1);
    uint64_t bits;
    memcpy(&bits, &want, 8);
    const struct wl_fp got = wl_round_pack(whole, &wl_f64_format, round, true, false);
    assert_true(got.bits == bits && got.flags == (inexact ? WL_FP_INEXACT : 0));
  }
  mpfr_clear(wide);
}

// Both ends of the range (D-NUM-3), with their flags.
static void ends(void **state) {
  (void)state;
  enum { U = WL_FP_UNDERFLOW, X = WL_FP_INEXACT, O = WL_FP_OVERFLOW };
  const struct {
    bool sign;
    int exp;       // of the leading bit
    uint64_t sig;  // 64 bits, the highest set
    uint32_t round;
    bool keep, to_max;
    uint32_t bits, flags;
  } cases[] = {
      {false, -127, 0xffffff0000000000, 0, false, false, 0, U | X},       // 24 ones below the normal numbers
      {false, -127, 0xffffff0000000000, 0, true, false, 0x00800000, X},   // the coarser step rounds up
      {false, -127, 0xffffff8000000000, 0, false, false, 0x00800000, X},  // 25 ones: rounds up anyway
      {false, -127, 0xffffff4000000000, 0, false, false, 0, U | X},
      {false, -127, 0xffffff4000000000, 1, false, false, 0x00800000, X},
      {true, -127, 0xffffff4000000000, 1, false, false, 0x80000000u, U | X},
      {true, -127, 0xffffff4000000000, 2, false, false, 0x80800000u, X},
      {false, -128, 0xffffffffffffffff, 1, false, false, 0, U | X},
      {false, -127, 0x8000000000000000, 0, true, false, 0x00400000, U},
      {false, -127, 0x8000000000000000, 0, false, false, 0, U | X},
      {false, -150, 0x8000000000000000, 0, true, false, 0, U | X},
      {false, -150, 0x8000000000000001, 0, true, false, 1, U | X},
      {false, -1000, 0x8000000000000000, 1, true, false, 1, U | X},
      {false, 127, 0xffffff0000000000, 0, false, false, 0x7f7fffff, 0},
      {false, 127, 0xffffff7fffffffff, 0, false, false, 0x7f7fffff, X},
      {false, 127, 0xffffff8000000000, 0, false, false, 0x7f800000, O | X},
      {false, 127, 0xffffff8000000000, 0, false, true, 0x7f7fffff, O | X},
      {false, 127, 0xffffff8000000000, 3, false, false, 0x7f7fffff, X},
      {false, 128, 0x8000000000000000, 3, false, false, 0x7f7fffff, O | X},
      {true, 128, 0x8000000000000000, 1, false, false, 0xff7fffffu, O | X},
      {true, 128, 0x8000000000000000, 2, false, false, 0xff800000u, O | X},
      {true, 1000, 0x8000000000000000, 0, false, false, 0xff800000u, O | X},
  };
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    const struct wl_number x = {cases[i].sign, cases[i].exp + 63, cases[i].sig};
    const struct wl_fp got = wl_round_pack(x, &wl_f32_format, cases[i].round, cases[i].keep, cases[i].to_max);
    if (got.bits != cases[i].bits || got.flags != cases[i].flags)
      fail_msg("case %u: got %08x flags %02x", i, (unsigned)got.bits, got.flags);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(arithmetic), cmocka_unit_test(from_integers), cmocka_unit_test(to_integers),
      cmocka_unit_test(halves),     cmocka_unit_test(nans),          cmocka_unit_test(min_max),
      cmocka_unit_test(modifiers),  cmocka_unit_test(flags),         cmocka_unit_test(formats),
      cmocka_unit_test(ends),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
