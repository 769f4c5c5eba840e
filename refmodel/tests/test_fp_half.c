// SPDX-License-Identifier: Apache-2.0
// f16 operations against MPFR, with their flags. Those with one operand: all inputs, in every rounding, denormal and
// overflow mode. The others: edges and random numbers. v_mad_mix, v_fma_mix and v_dot2_f32_f16 too.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <mpfr.h>

#include "execute/fp.h"
#include "execute/fp_pack.h"

enum { CASES = 60000, MODES = 32, ALL = 0x10000 };
enum { IN16 = WL_MODE_DENORM16_64_IN, OUT16 = WL_MODE_DENORM16_64_OUT };

static uint64_t random_state = 0x9e3779b97f4a7c15ull;
static uint32_t random32(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (uint32_t)(random_state >> 16);
}

// Rounding, both denormal bits, FP16_OVFL.
static uint32_t mode_of(unsigned i) {
  return (i & 3) << 2 | (i & 4 ? IN16 : 0) | (i & 8 ? OUT16 : 0) | (i & 16 ? (uint32_t)WL_MODE_FP16_OVFL : 0);
}

static const mpfr_rnd_t rounds[4] = {MPFR_RNDN, MPFR_RNDU, MPFR_RNDD, MPFR_RNDZ};
static mpfr_rnd_t round_of(uint32_t mode) { return rounds[mode >> 2 & 3]; }

static bool is_finite(uint32_t a) { return (a & WL_F16_INF) != WL_F16_INF; }
static bool is_denormal(uint32_t a) { return (a & WL_F16_INF) == 0 && (a & 0x3ff) != 0; }

// Half of the time a number near a limit.
static uint32_t number(void) {
  static const uint16_t edges[] = {0,      1,      2,      0x03fe, 0x03ff, 0x0400, 0x0401, 0x07ff, 0x0800, 0x1400,
                                   0x3800, 0x3bff, 0x3c00, 0x3c01, 0x4000, 0x6400, 0x77ff, 0x7800, 0x7bfe, 0x7bff};
  uint32_t a = random32();
  if (a & 0x10000) a = edges[random32() % (sizeof edges / sizeof *edges)] | (a & WL_F16_SIGN);
  else if (a & 0x20000) a = (a & 0x83ff) | (10 + (a >> 20) % 12) << 10;
  a &= 0xffff;
  return is_finite(a) ? a : a & ~(uint32_t)WL_F16_LEAST_NORMAL;
}

static void set16(mpfr_t x, uint32_t a, uint32_t mode) {
  const uint32_t field = a >> 10 & 31, fraction = a & 0x3ff;
  const bool flushed = is_denormal(a) && !(mode & IN16);
  mpfr_set_ui(x, flushed ? 0 : field ? fraction | 0x400 : fraction, MPFR_RNDN);
  mpfr_mul_2si(x, x, (long)(field ? field : 1) - 25, MPFR_RNDN);
  if (a & WL_F16_SIGN) mpfr_neg(x, x, MPFR_RNDN);
}

// The f16 of an exact number, and the flags O, U, X (numerics.md 1, 10).
static struct wl_fp get16(mpfr_t exact, uint32_t mode) {
  const uint32_t sign = mpfr_signbit(exact) ? WL_F16_SIGN : 0;
  if (mpfr_zero_p(exact)) return (struct wl_fp){sign, 0};
  mpfr_t r;
  mpfr_init2(r, 11);
  (void)mpfr_set(r, exact, round_of(mode));
  const bool tiny = mpfr_get_exp(r) < -13;
  struct wl_fp want = {sign, WL_FP_UNDERFLOW | WL_FP_INEXACT};
  if (mpfr_get_exp(r) > 16) {
    const bool away = round_of(mode) == (sign ? MPFR_RNDD : MPFR_RNDU), to_inf = round_of(mode) == MPFR_RNDN || away;
    want = (struct wl_fp){sign | (to_inf && !(mode & WL_MODE_FP16_OVFL) ? 0x7c00 : 0x7bff),
                          WL_FP_OVERFLOW | WL_FP_INEXACT};
  } else if (!tiny || mode & OUT16) {
    // In units of the last bit: 2^-24 for denormals.
    const long unit = mpfr_get_exp(exact) - 11 < -24 ? -24 : mpfr_get_exp(exact) - 11;
    mpfr_set_prec(r, 600);
    mpfr_mul_2si(r, exact, -unit, MPFR_RNDN);
    mpfr_abs(r, r, MPFR_RNDN);
    mpfr_rnd_t how = round_of(mode);
    if (sign && how != MPFR_RNDN && how != MPFR_RNDZ) how = how == MPFR_RNDU ? MPFR_RNDD : MPFR_RNDU;
    const bool inexact = mpfr_rint(r, r, how) != 0;
    const unsigned long whole = mpfr_get_ui(r, MPFR_RNDZ);
    // A significand that has grown to 2^11 carries into the exponent by itself.
    const uint32_t bits = (uint32_t)(unit + 24) * 0x400 + (uint32_t)whole;
    want = (struct wl_fp){sign | bits, (inexact ? WL_FP_INEXACT : 0) | (bits < 0x400 ? WL_FP_UNDERFLOW : 0)};
  }
  mpfr_clear(r);
  return want;
}

static void check(const char *what, struct wl_fp want, struct wl_fp got, uint32_t a, uint32_t b, uint32_t c,
                  uint32_t mode) {
  if (want.bits != got.bits || want.flags != got.flags)
    fail_msg("%s of %04x %04x %04x mode %x: %04x flags %x, got %04x flags %x", what, a, b, c, mode, (uint32_t)want.bits,
             want.flags, (uint32_t)got.bits, got.flags);
}

static struct wl_fp with(struct wl_fp r, uint32_t a, uint32_t b, uint32_t c) {
  r.flags |= is_denormal(a) || is_denormal(b) || is_denormal(c) ? WL_FP_INPUT_DENORMAL : 0;
  return r;
}

static mpfr_t X, Y, Z, R;
static const struct wl_fp_format *const f = &wl_f16_format;

// An exact sum that is zero: +0, or -0 toward -infinity, if the terms are not zeros of one sign.
static void sum_of(mpfr_t a, mpfr_t b, uint32_t mode) {
  mpfr_add(R, a, b, round_of(mode) == MPFR_RNDD ? MPFR_RNDD : MPFR_RNDN);
}

static void two_and_three_operands(void **state) {
  (void)state;
  for (unsigned m = 0; m < MODES; m++) {
    const uint32_t mode = mode_of(m);
    for (unsigned i = 0; i < CASES / MODES; i++) {
      const uint32_t a = number(), b = number(), n = random32() % 64;
      uint32_t c = number();
      if (i % 4 == 0)
        c = ((uint32_t)wl_fp_mul(f, a, b, IN16 | OUT16).bits ^ WL_F16_SIGN) + n % 3 - 1;  // nearly cancels
      c = is_finite(c & 0xffff) ? c & 0xffff : 0;
      set16(X, a, mode);
      set16(Y, b, mode);
      set16(Z, c, mode);
      sum_of(X, Y, mode);
      check("add", with(get16(R, mode), a, b, 0), wl_fp_add(f, a, b, mode), a, b, 0, mode);
      mpfr_neg(Y, Y, MPFR_RNDN);
      sum_of(X, Y, mode);
      check("sub", with(get16(R, mode), a, b, 0), wl_fp_sub(f, a, b, mode), a, b, 0, mode);
      mpfr_neg(X, X, MPFR_RNDN);
      mpfr_neg(Y, Y, MPFR_RNDN);
      sum_of(X, Y, mode);
      check("subrev", with(get16(R, mode), a, b, 0), wl_fp_subrev(f, a, b, mode), a, b, 0, mode);
      mpfr_neg(X, X, MPFR_RNDN);
      mpfr_mul(R, X, Y, MPFR_RNDN);
      check("mul", with(get16(R, mode), a, b, 0), wl_fp_mul(f, a, b, mode), a, b, 0, mode);
      mpfr_t p;
      mpfr_init2(p, 600);
      mpfr_set(p, R, MPFR_RNDN);
      sum_of(p, Z, mode);
      check("fma", with(get16(R, mode), a, b, c), wl_fp_fma(f, a, b, c, mode), a, b, c, mode);
      mpfr_clear(p);
      const int exp = (int)n - 32;
      mpfr_mul_2si(R, X, exp, MPFR_RNDN);
      check("ldexp", with(get16(R, mode), a, 0, 0), wl_fp_ldexp(f, a, exp, mode), a, n, 0, mode);
      // Two roundings, each flushed.
      const uint32_t flushing = mode & ~(uint32_t)(IN16 | OUT16);
      set16(X, a, flushing);
      set16(Y, b, flushing);
      mpfr_mul(R, X, Y, MPFR_RNDN);
      const struct wl_fp q = get16(R, flushing);
      if (!is_finite((uint32_t)q.bits)) continue;
      set16(X, (uint32_t)q.bits, flushing);
      set16(Y, c, flushing);
      sum_of(X, Y, flushing);
      struct wl_fp want = get16(R, flushing);
      want.flags |= q.flags;
      check("mad", with(want, a, b, c), wl_fp_mad(f, a, b, c, mode), a, b, c, mode);
    }
  }
}

// From here on every input, in every mode of denormals.
static void to_integers(void **state) {
  (void)state;
  static const struct {
    double scale, least, most;
    mpfr_rnd_t round;
  } to[] = {{1, -32768, 32767, MPFR_RNDZ},
            {1, 0, 65535, MPFR_RNDZ},
            {32767, -32767, 32767, MPFR_RNDN},
            {65535, 0, 65535, MPFR_RNDN}};
  for (uint32_t a = 0; a < ALL; a++) {
    const uint32_t mode = mode_of(random32());
    for (unsigned k = 0; k < 4; k++) {
      const int64_t least = (int64_t)to[k].least, most = (int64_t)to[k].most;
      const struct wl_fp got =
          k < 2 ? wl_fp_to_int(f, a, WL_TO_INT_TRUNC, least, most, mode) : wl_fp_to_norm(f, a, least, most, mode);
      struct wl_fp want = {0, WL_FP_INVALID};
      if (wl_f16_is_nan(a)) {
        want.bits = 0;
      } else if (!is_finite(a)) {
        want.bits = (uint64_t)(a & WL_F16_SIGN ? least : most);
      } else {
        set16(X, a, mode);
        mpfr_mul_d(X, X, to[k].scale, MPFR_RNDN);
        const bool inexact = mpfr_rint(R, X, to[k].round) != 0;
        const double whole = mpfr_get_d(R, MPFR_RNDN);
        const bool in_range = whole >= to[k].least && whole <= to[k].most;
        want.bits = (uint64_t)(int64_t)(whole < to[k].least ? to[k].least : whole > to[k].most ? to[k].most : whole);
        want.flags = !in_range ? WL_FP_INVALID : inexact ? WL_FP_INEXACT : 0;
        want = with(want, a, 0, 0);
      }
      check("to integer", want, got, a, k, 0, mode);
    }
  }
}

static void from_integers(void **state) {
  (void)state;
  for (unsigned m = 0; m < MODES; m++) {
    const uint32_t mode = mode_of(m);
    for (int32_t a = INT16_MIN; a <= UINT16_MAX; a++) {
      if (m & 12) break;  // there are no denormals
      mpfr_set_si(R, a, MPFR_RNDN);
      check("from integer", get16(R, mode), wl_fp_from_int(f, a, mode), (uint32_t)a, 0, 0, mode);
    }
  }
}

static void rounding(void **state) {
  (void)state;
  static const mpfr_rnd_t how[] = {
      [WL_TRUNC] = MPFR_RNDZ, [WL_CEIL] = MPFR_RNDU, [WL_FLOOR] = MPFR_RNDD, [WL_RNDNE] = MPFR_RNDN};
  for (uint32_t a = 0; a < ALL; a++) {
    if (!is_finite(a)) continue;
    const uint32_t mode = mode_of(random32());
    set16(X, a, mode);
    for (wl_rint k = WL_TRUNC; k <= WL_RNDNE; k++) {
      const bool inexact = mpfr_rint(R, X, how[k]) != 0;
      if (mpfr_zero_p(R)) mpfr_setsign(R, R, (a & WL_F16_SIGN) != 0, MPFR_RNDN);
      struct wl_fp want = get16(R, mode | OUT16);
      want.flags = inexact ? WL_FP_INEXACT : 0;
      check("rounded", with(want, a, 0, 0), wl_fp_rint(f, a, k, mode), a, (uint32_t)k, 0, mode);
    }
    mpfr_floor(R, X);
    mpfr_sub(R, X, R, MPFR_RNDN);
    struct wl_fp want = get16(R, mode);
    if (mpfr_zero_p(R)) want.bits = 0;
    if (want.bits == 0x3c00) want.bits = 0x3bff;
    check("fract", with(want, a, 0, 0), wl_fp_fract(f, a, mode), a, 0, 0, mode);
  }
}

static void frexp_parts(void **state) {
  (void)state;
  for (uint32_t a = 0; a < ALL; a++) {
    if (!is_finite(a)) continue;
    const uint32_t mode = mode_of(random32());
    set16(X, a, mode);
    mpfr_exp_t exp = 0;
    mpfr_set(R, X, MPFR_RNDN);
    if (!mpfr_zero_p(X)) mpfr_frexp(&exp, R, X, MPFR_RNDN);
    check("mantissa", with(get16(R, mode), a, 0, 0), wl_fp_frexp_mant(f, a, mode), a, 0, 0, mode);
    check("exponent", with((struct wl_fp){(uint64_t)(int64_t)exp, 0}, a, 0, 0), wl_fp_frexp_exp(f, a, mode), a, 0, 0,
          mode);
  }
}

// Infinities, NaNs and zeros, by numerics.md 3.1, 3.4, 4 and 6.
static void special_values(void **state) {
  (void)state;
  enum { KEEP = IN16 | OUT16, IEEE = WL_MODE_IEEE, OVFL = WL_MODE_FP16_OVFL, NEAREST = 0, DOWN = WL_ROUND_DOWN << 2 };
  assert_int_equal(wl_f16_add(0x7c00, 0xfc00, KEEP), 0xfe00);
  assert_int_equal(wl_f16_add(0x7c01, 0xfd02, IEEE), 0x7e01);
  assert_int_equal(wl_f16_add(0x7c01, 0xfd02, NEAREST), 0x7c01);
  assert_int_equal(wl_f16_sub(0x3c00, 0x7d02, NEAREST), 0x7d02);  // D-NUM-8
  assert_int_equal(wl_f16_subrev(0xfd02, 0x7c01, IEEE), 0xff02);
  assert_int_equal(wl_f16_mul(0x8000, 0x7c00, KEEP), 0xfe00);
  assert_int_equal(wl_f16_fma(0, 0xfc00, 0x7d02, IEEE), 0xfe00);  // D-NUM-10
  assert_int_equal(wl_f16_mad(0, 0xfc00, 0x7d02, IEEE), 0xfe00);
  assert_int_equal(wl_f16_add(0x7bff, 0x7bff, OVFL), 0x7bff);
  assert_int_equal(wl_f16_add(0x7c00, 0x7bff, OVFL), 0x7c00);
  assert_int_equal(wl_f16_mad(0x7bff, 0x7bff, 0xfbff, NEAREST), 0x7c00);
  assert_int_equal(wl_f16_mad(0x7bff, 0x7bff, 0xfbff, OVFL), 0);  // the product is limited, too
  assert_int_equal(wl_f16_add(0x3c00, 0xbc00, DOWN), 0x8000);
  assert_int_equal(wl_f16_mul(0x07ff, 0x3800, IN16), 0);       // 11 bits hold it with any exponent (D-NUM-3)
  assert_int_equal(wl_f16_mul(0x03ff, 0x3c01, IN16), 0x0400);  // they do not: rounded up
  assert_int_equal(wl_f16_mul(0x07ff, 0x3800, KEEP), 0x0400);
  assert_int_equal(wl_f16_ldexp(0x3c00, INT16_MIN, KEEP), 0);
  assert_int_equal(wl_f16_ldexp(0x0001, INT16_MAX, KEEP), 0x7c00);
  assert_int_equal(wl_f16_ldexp(0x0001, INT16_MAX, 0), 0);
  assert_int_equal(wl_f16_ldexp(0xfc00, 5, OVFL), 0xfc00);
  assert_int_equal(wl_f16_fract(0xfc00, KEEP), 0xfe00);
  assert_int_equal(wl_f16_fract(0x8001, KEEP), 0x3bff);
  assert_int_equal(wl_f16_fract(0xc200, DOWN), 0);  // D-NUM-20
  assert_int_equal(wl_f16_rint(0xfd01, WL_FLOOR, IEEE), 0xff01);
  assert_int_equal(wl_f16_frexp_exp(0x7c00, KEEP), 0);
  assert_int_equal(wl_f16_frexp_exp(0x0001, KEEP), (uint16_t)-23);
  assert_int_equal(wl_f16_frexp_mant(0xfc00, KEEP), 0xfc00);
  assert_int_equal(wl_f16_min(0x8000, 0, KEEP), 0x8000);
  assert_int_equal(wl_f16_min(0x7c01, 0x3c00, IEEE), 0x7e01);
  assert_int_equal(wl_f16_min(0x7c01, 0x3c00, NEAREST), 0x3c00);
  assert_int_equal(wl_f16_max(0x0001, 0x8001, IN16), 1);  // passed on: not flushed again (D-NUM-16)
  assert_int_equal(wl_f16_max(0x0001, 0x8001, OUT16), 0);
  assert_int_equal(wl_f16_med3(0x8000, 0, 0x8000, KEEP), 0x8000);  // D-NUM-18
  assert_int_equal(wl_f16_from_int(65520, NEAREST), 0x7c00);
  assert_int_equal(wl_f16_from_int(65520, OVFL), 0x7bff);
  assert_int_equal(wl_f16_canonical(0x8001, KEEP), 0x8001);
  assert_int_equal(wl_f16_canonical(0x8001, IN16), 0x8000);
  assert_int_equal(wl_f16_canonical(0x8001, OUT16), 0x8000);
  assert_int_equal(wl_f16_canonical(0xfd01, IEEE), 0xff01);
  assert_int_equal(wl_f16_canonical(0xfd01, KEEP), 0xfd01);
}

static void div_fixup(void **state) {
  (void)state;
  enum { KEEP = IN16 | OUT16, Z = WL_FP_DIVISION_BY_ZERO, I = WL_FP_INVALID, D = WL_FP_INPUT_DENORMAL };
  static const struct {
    uint32_t q, d, n, mode, bits, flags;
  } cases[] = {
      {0x3c00, 0x4000, 0xc000, KEEP, 0xbc00, 0},
      {0xbc00, 0xc000, 0xc000, KEEP, 0x3c00, 0},
      {0x3c00, 0x7c01, 0xfd02, 0, 0xff02, I},  // N, then D, quiet in every mode
      {0x3c00, 0x7c01, 0x3c00, 0, 0x7e01, I},
      {0x3c00, 0x8000, 0, KEEP, 0xfe00, I},
      {0x3c00, 0x7c00, 0xfc00, KEEP, 0xfe00, I},
      {0x3c00, 0x8000, 0x3c00, WL_MODE_FP16_OVFL, 0xfc00, Z},
      {0x3c00, 0x8001, 0x3c00, 0, 0xfc00, Z | D},  // D is flushed
      {0x3c00, 0x3c00, 0xfc00, WL_MODE_FP16_OVFL, 0xfc00, 0},
      {0x3c00, 0xfc00, 0x3c00, KEEP, 0x8000, 0},
      {0x3c00, 0x3c00, 0x8000, KEEP, 0x8000, 0},
      {0x7c00, 0x3c00, 0xbc00, KEEP, 0xfc00, 0},
      {0x7c00, 0x3c00, 0xbc00, WL_MODE_FP16_OVFL, 0xfbff, 0},
      {0x0001, 0x3c00, 0xbc00, 0, 0x8001, D},  // q is not flushed
      {0x7d01, 0x3c00, 0xbc00, 0, 0xfd01, I},  // nor is a NaN changed but for its sign
      {0xff01, 0x3c00, 0x3c00, KEEP, 0x7f01, 0},
  };
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    const struct wl_fp r = wl_fp_div_fixup(f, cases[i].q, cases[i].d, cases[i].n, cases[i].mode);
    if (r.bits != cases[i].bits || r.flags != cases[i].flags)
      fail_msg("case %u: %04x flags %x", i, (uint32_t)r.bits, r.flags);
  }
}

// An f32 of the range of f16 and a little more, or an f16.
static uint32_t mixed_number(bool half) {
  if (half) return number();
  return (random32() & 0x807fffff) | (random32() % 8 ? 100 + random32() % 50 : random32() % 3) << 23;
}
static uint32_t flushed32(mpfr_t x, uint32_t mode) {
  mpfr_t r;
  mpfr_init2(r, 24);
  (void)mpfr_set(r, x, rounds[mode & 3]);
  float y = mpfr_get_flt(r, MPFR_RNDN);
  if (mpfr_zero_p(r) || mpfr_get_exp(r) < -125) y = mpfr_signbit(r) ? -0.0f : 0.0f;
  mpfr_clear(r);
  uint32_t bits;
  memcpy(&bits, &y, 4);
  return bits;
}
static void set_mixed(mpfr_t x, uint32_t a, bool half) {
  float y;
  if (half) {
    set16(x, a, 0);
    return;
  }
  a = wl_f32_flush(a);
  memcpy(&y, &a, 4);
  mpfr_set_flt(x, y, MPFR_RNDN);
}

// Two roundings to f32 or, of f16 results, three; all flush.
static void mixed(void **state) {
  (void)state;
  for (unsigned i = 0; i < CASES; i++) {
    const unsigned halves = random32() & 7;
    const uint32_t mode = (random32() & 3) | mode_of(random32()), down = (mode & 3) == WL_ROUND_DOWN;
    const uint32_t a = mixed_number(halves & 1), b = mixed_number(halves & 2), c = mixed_number(halves & 4);
    set_mixed(X, a, halves & 1);
    set_mixed(Y, b, halves & 2);
    set_mixed(Z, c, halves & 4);
    mpfr_mul(R, X, Y, MPFR_RNDN);
    set_mixed(X, flushed32(R, mode), false);
    mpfr_add(R, X, Z, down ? MPFR_RNDD : MPFR_RNDN);
    const uint32_t sum = flushed32(R, mode);
    const uint32_t got = (uint32_t)wl_fp_mad_mix(a, b, c, halves, false, mode).bits;
    if (got != sum) fail_msg("mix %x of %x %x %x mode %x: %08x, got %08x", halves, a, b, c, mode, sum, got);
    set_mixed(R, sum, false);
    const uint32_t half = (uint32_t)get16(R, mode & ~(uint32_t)OUT16).bits;
    const uint32_t got_half = (uint32_t)wl_fp_mad_mix(a, b, c, halves, true, mode).bits;
    if (got_half != half) fail_msg("mix %x of %x %x %x mode %x: %04x, got %04x", halves, a, b, c, mode, half, got_half);
  }
  enum { IEEE = WL_MODE_IEEE, D = WL_FP_INPUT_DENORMAL };
  const struct wl_fp r = wl_fp_mad_mix(0x0001, 0x3f800000, 0, 1, false, IN16 | OUT16);  // D-NUM-13
  assert_int_equal(r.bits, 0);
  assert_int_equal(r.flags, D);
  assert_int_equal(wl_fp_mad_mix(0x7d01, 0x3f800000, 0, 1, false, IEEE).bits, 0x7fe02000);
  assert_int_equal(wl_fp_mad_mix(0x7d01, 0x3f800000, 0, 1, false, 0).bits, 0x7fa02000);
  assert_int_equal(wl_fp_mad_mix(0x7d01, 0x3f800000, 0, 1, true, 0).bits, 0x7f01);  // f16 is quiet in every mode
}

// As an f32 number of MODE's denormals, or an f16 of the same bit of MODE.
static void set_fused(mpfr_t x, uint32_t a, bool half, uint32_t mode) {
  float y;
  if (half) {
    set16(x, a, mode & WL_MODE_DENORM32_IN ? IN16 : 0);
    return;
  }
  a = wl_f32_flush_in(a, mode);
  memcpy(&y, &a, 4);
  mpfr_set_flt(x, y, MPFR_RNDN);
}
static bool mixed_denormal(uint32_t a, bool half) { return half ? is_denormal(a) : a << 1 && !(a & WL_F32_INF); }

// The exact sum, rounded once, in f16 with its flags. An f32 result: as fma of the f32 numbers.
static void fused_mixed(void **state) {
  (void)state;
  enum { D = WL_FP_INPUT_DENORMAL };
  for (unsigned i = 0; i < CASES; i++) {
    const unsigned halves = random32() & 7;
    const uint32_t denormals = random32() & (WL_MODE_DENORM32_IN | WL_MODE_DENORM32_OUT);
    const uint32_t mode = (random32() & 3) | mode_of(random32()) | denormals;
    const uint32_t a = mixed_number(halves & 1), b = mixed_number(halves & 2);
    uint32_t c = mixed_number(halves & 4);
    if (i % 4 == 0 && !(halves & 7)) c = (wl_f32_mul(a, b, 0xf0) ^ (uint32_t)WL_F32_SIGN) + random32() % 3 - 1;
    if (!(halves & 4) && (c & WL_F32_INF) == WL_F32_INF) c = 0;
    set_fused(X, a, halves & 1, mode);
    set_fused(Y, b, halves & 2, mode);
    set_fused(Z, c, halves & 4, mode);
    float number[3] = {mpfr_get_flt(X, MPFR_RNDN), mpfr_get_flt(Y, MPFR_RNDN), mpfr_get_flt(Z, MPFR_RNDN)};
    mpfr_mul(R, X, Y, MPFR_RNDN);
    sum_of(R, Z, mode);
    const bool denormal =
        mixed_denormal(a, halves & 1) || mixed_denormal(b, halves & 2) || mixed_denormal(c, halves & 4);
    struct wl_fp want = get16(R, mode);
    want.flags |= denormal ? D : 0;
    check("fma_mix to f16", want, wl_fp_fma_mix(a, b, c, halves, true, mode), a, b, c, mode);
    uint32_t s[3];
    memcpy(s, number, sizeof s);
    want = wl_fp_fma(&wl_f32_format, s[0], s[1], s[2], mode);
    want.flags |= denormal ? D : 0;
    check("fma_mix to f32", want, wl_fp_fma_mix(a, b, c, halves, false, mode), a, b, c, mode);
  }
  enum { IEEE = WL_MODE_IEEE, I = WL_FP_INVALID, O = WL_FP_OVERFLOW, X = WL_FP_INEXACT, ONE = 0x3f800000 };
  enum {
    OVFL = WL_MODE_FP16_OVFL,
    KEEP32 = WL_MODE_DENORM32_IN,
    INF = WL_F32_INF,
    QUIET = 0x7fc00000,
    BIG = 0x47800000
  };
  static const struct {
    uint32_t a, b, c, halves, to_half, mode, bits, flags;
  } cases[] = {
      {0x0001, ONE, 0, 1, false, KEEP32, 0x33800000, D},  // an f16 source has the f32 bit of MODE
      {0x0001, ONE, 0, 1, false, IN16 | OUT16, 0, D},
      {0x0001, ONE, 0, 1, true, KEEP32 | OUT16, 1, D | WL_FP_UNDERFLOW},
      {0x7d01, ONE, 0, 1, false, IEEE, 0x7fe02000, I},
      {0x7d01, ONE, 0, 1, false, 0, 0x7fa02000, I},
      {0x7d01, ONE, 0, 1, true, 0, 0x7f01, I},  // f16 is quiet in every mode
      {INF, 0, QUIET, 0, false, 0, 0xffc00000u, I},
      {INF, 0, QUIET, 0, true, 0, 0xfe00, I},
      {ONE, ONE, QUIET | 0x2000, 0, true, 0, 0x7e01, 0},
      {BIG, ONE, 0, 0, true, OVFL, 0x7bff, O | X},
      {BIG, ONE, 0, 0, true, 0, 0x7c00, O | X},
      {INF, ONE, 0, 0, true, OVFL, 0x7c00, 0},
      {ONE, ONE, 0xbf800000u, 0, true, WL_ROUND_DOWN, 0, 0},  // a zero has the sign that the result's rounding gives
      {ONE, ONE, 0xbf800000u, 0, true, WL_ROUND_DOWN << 2, 0x8000, 0},
      {ONE, ONE, 0xbf800000u, 0, false, WL_ROUND_DOWN, 0x80000000u, 0},
      // 1 + 2^-11, a tie of f16, and a bit that f32 would lose
      {0x3f801000, ONE, 0x2f800000, 0, true, 0, 0x3c01, X},
  };
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    const struct wl_fp r =
        wl_fp_fma_mix(cases[i].a, cases[i].b, cases[i].c, cases[i].halves, cases[i].to_half, cases[i].mode);
    if (r.bits != cases[i].bits || r.flags != cases[i].flags)
      fail_msg("case %u: %08x flags %x", i, (uint32_t)r.bits, r.flags);
  }
}

// a * b + c to nearest of f32. The sum of an f16 product and a normal number is zero or normal. *inexact: it was
// rounded.
static float add_product(uint32_t a, uint32_t b, float c, bool *inexact) {
  set16(X, a, IN16);
  set16(Y, b, IN16);
  mpfr_set_flt(Z, c, MPFR_RNDN);
  mpfr_mul(R, X, Y, MPFR_RNDN);
  mpfr_add(R, R, Z, MPFR_RNDN);
  const float sum = mpfr_get_flt(R, MPFR_RNDN);
  *inexact |= mpfr_cmp_d(R, sum) != 0;
  return sum;
}

// D-NUM-14: MODE changes nothing.
static void dot2(void **state) {
  (void)state;
  enum { IEEE = WL_MODE_IEEE, I = WL_FP_INVALID, D = WL_FP_INPUT_DENORMAL, X = WL_FP_INEXACT };
  for (unsigned i = 0; i < CASES; i++) {
    const uint32_t mode = random32() & (0x3ff | WL_MODE_FP16_OVFL);
    const uint32_t a[2] = {number(), number()}, b[2] = {number(), number()};
    uint32_t c = mixed_number(false);
    if (i % 4 == 0) {  // the first sum cancels, or nearly
      const uint32_t p = wl_f32_mul(wl_f32_from_f16(a[0], IN16), wl_f32_from_f16(b[0], IN16), 0);
      c = (p ^ (uint32_t)WL_F32_SIGN) + random32() % 3 - 1;
    }
    if ((c & WL_F32_INF) == WL_F32_INF) c = 0;
    const uint32_t flushed = wl_f32_flush(c);
    float sum;
    memcpy(&sum, &flushed, 4);
    bool inexact = false, denormal = mixed_denormal(c, false);
    for (unsigned k = 0; k < 2; k++) {
      denormal |= is_denormal(a[k]) || is_denormal(b[k]);
      sum = add_product(a[k], b[k], sum, &inexact);
    }
    uint32_t bits;
    memcpy(&bits, &sum, 4);
    const struct wl_fp want = {bits, (inexact ? X : 0) | (denormal ? D : 0)};
    check("dot2", want, wl_fp_dot2(a[0] | a[1] << 16, b[0] | b[1] << 16, c, mode), a[0] | a[1] << 16, b[0] | b[1] << 16,
          c, mode);
  }
  enum { ONES = 0x3c003c00, QNAN = 0x7fc00003 };
  static const struct {
    uint32_t a, b, c, mode, bits, flags;
  } cases[] = {
      // Each fma has the order of its NaNs and invalid products: the high halves, then what comes of the others.
      {0x7e027e01, ONES, QNAN, IEEE, 0x7fc04000, 0},
      {0x3c007e01, ONES, QNAN, IEEE, 0x7fc02000, 0},
      {0x3c007e01, 0x7e033c00, QNAN, IEEE, 0x7fc06000, 0},
      {ONES, ONES, QNAN, IEEE, QNAN, 0},
      {0x7c003c00, 0x00003c00, QNAN, IEEE, 0xffc00000u, I},
      {0x3c007c00, 0x3c000000, QNAN, IEEE, 0xffc00000u, I},
      {0x7c007c00, 0x3c00bc00, 0, IEEE, 0xffc00000u, I},  // Inf - Inf
      {0x3c007d01, ONES, 0, IEEE, 0x7fe02000, I},
      {0x3c007d01, ONES, 0, 0, 0x7fa02000, I},
      {0x7c003c00, ONES, 0, WL_MODE_FP16_OVFL, WL_F32_INF, 0},
      {0x7bff7bff, 0x7bff7bff, 0x7f7fffff, 0, 0x7f7fffff, X},
      {0x80000000u, ONES, 0x80000001u, 0, 0, D},
      {0, 0xbc00bc00, 0x80000000u, WL_ROUND_DOWN, 0x80000000u, 0},
      {0xbc003c00, ONES, 0, WL_ROUND_DOWN, 0, 0},  // to nearest
  };
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    const struct wl_fp r = wl_fp_dot2(cases[i].a, cases[i].b, cases[i].c, cases[i].mode);
    if (r.bits != cases[i].bits || r.flags != cases[i].flags)
      fail_msg("case %u: %08x flags %x", i, (uint32_t)r.bits, r.flags);
  }
}

static int setup(void **state) {
  (void)state;
  mpfr_set_emin(-3000);
  mpfr_set_emax(3000);
  mpfr_inits2(600, X, Y, Z, R, (mpfr_ptr)0);
  return 0;
}
static int teardown(void **state) {
  (void)state;
  mpfr_clears(X, Y, Z, R, (mpfr_ptr)0);
  mpfr_free_cache();
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_and_three_operands),
      cmocka_unit_test(to_integers),
      cmocka_unit_test(from_integers),
      cmocka_unit_test(rounding),
      cmocka_unit_test(frexp_parts),
      cmocka_unit_test(special_values),
      cmocka_unit_test(div_fixup),
      cmocka_unit_test(mixed),
      cmocka_unit_test(fused_mixed),
      cmocka_unit_test(dot2),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
