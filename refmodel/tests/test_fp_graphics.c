// SPDX-License-Identifier: Apache-2.0
// The f32 opcodes that shaders use: legacy products, packed conversions, frexp, cube maps. Expected values are written
// by hand, come from the host's frexpf, or from MPFR.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <mpfr.h>

#include "execute/fp.h"
#include "execute/fp_pack.h"

enum { CASES = 200000, KEEP = 0xf0 };
enum { I = WL_FP_INVALID, D = WL_FP_INPUT_DENORMAL, O = WL_FP_OVERFLOW, U = WL_FP_UNDERFLOW, X = WL_FP_INEXACT };

static const struct wl_fp_format *const f32 = &wl_f32_format;
static const uint32_t minus = 0x80000000u, one = 0x3f800000, inf = 0x7f800000, quiet = 0x7fc00001,
                      signalling = 0x7f800001;

static uint64_t random_state = 0x9e3779b97f4a7c15ull;
static uint32_t random32(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (uint32_t)(random_state >> 16);
}

// Any f32: of the whole range, around 1, beside the largest f16 and the least, denormal, and few fraction bits for
// ties.
static uint32_t random_f32(void) {
  const uint32_t sign = random32() & minus, fraction = random32() & 0x7fffff;
  switch (random32() % 8) {
    case 0: return random32();
    case 1: return sign | (random32() & 0x7fffff);
    case 2: return sign | (140 + random32() % 6) << 23 | (fraction & 0x7fe000) | (random32() % 3 << 12);
    case 3: return sign | (100 + random32() % 16) << 23 | (fraction & 0x7f0000);
    case 4: return sign | (random32() % 3 << 30) | (random32() % 2 ? 0 : 0x3f800000);
    case 5: return sign | (120 + random32() % 16) << 23 | (fraction & 0x700000);
    default: return sign | (110 + random32() % 20) << 23 | fraction;
  }
}

static float value(uint32_t a) {
  float x;
  memcpy(&x, &a, 4);
  return x;
}
static uint32_t pattern(float x) {
  uint32_t a;
  memcpy(&a, &x, 4);
  return a;
}
static bool denormal(uint32_t a) { return (a & inf) == 0 && (a & 0x7fffff) != 0; }
static uint32_t flushed(uint32_t a, uint32_t mode) {
  return denormal(a) && !(mode & WL_MODE_DENORM32_IN) ? a & minus : a;
}
static uint32_t own_flags(uint32_t a) { return denormal(a) ? D : wl_f32_is_nan(a) && !(a & 0x400000) ? I : 0; }

static void expect(struct wl_fp got, uint64_t bits, uint32_t flags, const char *what, unsigned at) {
  if (got.bits != bits || got.flags != flags)
    fail_msg("%s %x: %llx %x, got %llx %x", what, at, (long long)bits, flags, (long long)got.bits, got.flags);
}

// numerics.md 3.1. Where no factor is zero they are mul and mad, which test_fp.c compares with MPFR.
static void legacy_products(void **state) {
  (void)state;
  const struct {
    uint32_t a, b, mode, bits, flags;
  } products[] = {
      {0, inf, KEEP, 0, 0},
      {inf | minus, minus, KEEP, 0, 0},
      {minus, one, KEEP, 0, 0},
      {minus, minus, KEEP, 0, 0},
      {0, quiet, KEEP, 0, 0},
      {signalling, 0, KEEP | WL_MODE_IEEE, 0, I},
      {1, inf, 0, 0, D},
      {1, inf, KEEP, inf, D},
      {minus | 1, quiet, 0, 0, D},
      {one, signalling, WL_MODE_IEEE, signalling | 0x400000, I},
      {0x7f7fffff, 0x7f7fffff, KEEP, inf, O | X},
      {0x00800000, minus | 0x3f000000, 0, minus, U | X},
  };
  for (unsigned i = 0; i < sizeof products / sizeof *products; i++) {
    const struct wl_fp got = wl_fp_mul_legacy(f32, products[i].a, products[i].b, products[i].mode);
    expect(got, products[i].bits, products[i].flags, "mul_legacy case", i);
  }
  const struct {
    uint32_t a, b, c, mode, bits, flags;
  } sums[] = {
      {0, inf, one, KEEP, one, 0},
      {0, quiet, inf | minus, KEEP, inf | minus, 0},
      {minus, one, minus, KEEP, 0, 0},
      {minus, one, minus, KEEP | WL_ROUND_DOWN, minus, 0},
      {0, signalling, quiet, KEEP, quiet, I},
      {0, one, signalling, WL_MODE_IEEE, signalling | 0x400000, I},
      {1, inf, one, KEEP, one, D},  // flushed in every mode
      {one, one, 1, KEEP, one, D},
      {one, one, one, KEEP, 0x40000000, 0},
      {0x00800000, 0x3f000000, 0x00800000, KEEP, 0x00800000, U | X},
      {inf, one, inf | minus, KEEP, 0xffc00000u, I},
  };
  for (unsigned i = 0; i < sizeof sums / sizeof *sums; i++) {
    const struct wl_fp got = wl_fp_mad_legacy(f32, sums[i].a, sums[i].b, sums[i].c, sums[i].mode);
    expect(got, sums[i].bits, sums[i].flags, "mad_legacy case", i);
  }
  for (unsigned i = 0; i < CASES; i++) {
    const uint32_t a = random_f32(), b = random_f32(), c = random_f32(), mode = random32() & 0x3ff;
    const bool zero = value(flushed(a, mode)) == 0 || value(flushed(b, mode)) == 0;
    assert_int_equal(wl_f32_mul_legacy(a, b, mode), zero ? 0 : wl_f32_mul(a, b, mode));
    const bool zero_mad = value(flushed(a, 0)) == 0 || value(flushed(b, 0)) == 0;
    assert_int_equal(wl_f32_mad_legacy(a, b, c, mode), wl_f32_mad(zero_mad ? 0 : a, zero_mad ? one : b, c, mode));
  }
}

// numerics.md 3.4.
static void frexp_parts(void **state) {
  (void)state;
  for (unsigned i = 0; i < CASES; i++) {
    const uint32_t a = random_f32(), mode = random32() & 0x3ff, in = flushed(a, mode);
    int exponent = 0;
    const bool number = isfinite(value(in)) && value(in) != 0;
    const uint32_t mantissa = number                                    ? pattern(frexpf(value(in), &exponent))
                              : wl_f32_is_nan(a) && mode & WL_MODE_IEEE ? a | 0x400000
                                                                        : in;
    expect(wl_fp_frexp_exp(f32, a, mode), (uint64_t)(number ? exponent : 0), own_flags(a) & D, "frexp_exp", a);
    expect(wl_fp_frexp_mant(f32, a, mode), mantissa, own_flags(a), "frexp_mant", a);
  }
  assert_int_equal((int32_t)wl_f32_frexp_exp(1, KEEP), -148);
  assert_int_equal(wl_f32_frexp_exp(1, 0), 0);
  assert_int_equal(wl_f32_frexp_mant(minus | 1, KEEP), minus | 0x3f000000);
  assert_int_equal(wl_f32_frexp_mant(minus | 1, 0), minus);
  assert_int_equal(wl_f32_frexp_exp(one, KEEP), 1);
  const struct wl_fp half = wl_fp_frexp_exp(&wl_f16_format, 1, KEEP);
  assert_int_equal((int64_t)half.bits, -23);
  assert_int_equal(wl_fp_frexp_mant(&wl_f64_format, 0x7fefffffffffffff, 0).bits, 0x3fefffffffffffff);
}

// An exact value to an integer of least..most, with its flags.
static void check_integer(struct wl_fp got, mpfr_t exact, mpfr_rnd_t round, long least, long most, uint32_t flags,
                          const char *what, uint32_t a) {
  mpfr_t whole;
  mpfr_init2(whole, 300);
  const bool inexact = mpfr_rint(whole, exact, round) != 0;
  const bool below = mpfr_cmp_si(whole, least)<0, above = mpfr_cmp_si(whole, most)> 0;
  const long want = below ? least : above ? most : mpfr_get_si(whole, MPFR_RNDN);
  expect(got, (uint64_t)want, flags | (below || above ? I : inexact ? X : 0), what, a);
  mpfr_clear(whole);
}

// numerics.md 4: v_cvt_pk_u8_f32, v_cvt_pkaccum_u8_f32, v_cvt_pknorm_* (D-NUM-24).
static void to_integers(void **state) {
  (void)state;
  static const mpfr_rnd_t rounds[4] = {MPFR_RNDN, MPFR_RNDU, MPFR_RNDD, MPFR_RNDZ};
  mpfr_t x, product;
  mpfr_init2(x, 24);
  mpfr_init2(product, 64);
  for (unsigned i = 0; i < CASES; i++) {
    const uint32_t a = random_f32(), mode = random32() & 0x3ff, flags = own_flags(a);
    if (wl_f32_is_nan(a)) {
      expect(wl_fp_to_int(f32, a, WL_TO_INT_BY_MODE, 0, UINT8_MAX, mode), 0, I, "u8 of NaN", a);
      expect(wl_fp_to_norm(f32, a, 0, UINT16_MAX, mode), 0, I, "norm of NaN", a);
      continue;
    }
    mpfr_set_flt(x, value(flushed(a, mode)), MPFR_RNDN);
    const struct wl_fp u8 = wl_fp_to_int(f32, a, WL_TO_INT_BY_MODE, 0, UINT8_MAX, mode);
    check_integer(u8, x, rounds[mode & WL_MODE_ROUND32], 0, UINT8_MAX, flags, "u8", a);
    assert_int_equal(wl_f32_to_u8(a, mode), u8.bits);
    assert_int_equal(mpfr_mul_ui(product, x, 32767, MPFR_RNDN), 0);
    const struct wl_fp i16 = wl_fp_to_norm(f32, a, -INT16_MAX, INT16_MAX, mode);
    check_integer(i16, product, MPFR_RNDN, -INT16_MAX, INT16_MAX, flags, "norm_i16", a);
    assert_int_equal(wl_f32_to_norm_i16(a, mode), i16.bits & 0xffff);
    assert_int_equal(mpfr_mul_ui(product, x, 65535, MPFR_RNDN), 0);
    const struct wl_fp u16 = wl_fp_to_norm(f32, a, 0, UINT16_MAX, mode);
    check_integer(u16, product, MPFR_RNDN, 0, UINT16_MAX, flags, "norm_u16", a);
    assert_int_equal(wl_f32_to_norm_u16(a, mode), u16.bits);
  }
  mpfr_clears(x, product, (mpfr_ptr)0);
  assert_int_equal(wl_f32_to_u8(0x40200000, WL_ROUND_NEAREST), 2);  // 2.5
  assert_int_equal(wl_f32_to_u8(0x40200000, WL_ROUND_UP), 3);
  assert_int_equal(wl_f32_to_u8(1, KEEP | WL_ROUND_UP), 1);
  assert_int_equal(wl_f32_to_u8(1, WL_ROUND_UP), 0);
  assert_int_equal(wl_f32_to_norm_i16(minus | one, KEEP), 0x8001);
  assert_int_equal(wl_f32_to_norm_i16(minus | inf, KEEP), 0x8001);
  assert_int_equal(wl_f32_to_norm_i16(0x3f000000, KEEP), 0x4000);  // 16383.5
  assert_int_equal(wl_f32_to_norm_u16(0x3f000000, KEEP | WL_ROUND_ZERO), 0x8000);
}

// numerics.md 4: v_cvt_pkrtz_f16_f32 (D-NUM-23). The bits of an f16 that are cut from those of an f32.
static void toward_zero(void **state) {
  (void)state;
  for (unsigned i = 0; i < CASES; i++) {
    const uint32_t a = random_f32(), mode = random32() & (0x3ff | WL_MODE_FP16_OVFL);
    const uint32_t sign = a >> 16 & 0x8000, magnitude = flushed(a, mode) & ~minus;
    uint32_t want, flags = own_flags(a);
    if (wl_f32_is_nan(a)) {
      want = sign | 0x7e00 | (a >> 13 & 0x1ff);
    } else if (magnitude == inf) {
      want = sign | 0x7c00;
    } else if (magnitude >= 0x47800000) {
      want = sign | 0x7bff;
      flags |= X;
    } else if (magnitude >= 0x38800000) {
      want = sign | ((magnitude - 0x38000000) >> 13);
      flags |= magnitude & 0x1fff ? X : 0;
    } else {
      const double units = (double)value(magnitude) * 0x1p24;  // of the least denormal f16
      const uint32_t kept = mode & WL_MODE_DENORM16_64_OUT ? (uint32_t)units : 0;
      want = sign | kept;
      flags |= (units != 0 ? U : 0) | (units != kept ? X : 0);
    }
    expect(wl_fp_f16_toward_zero(a, mode), want, flags, "f16_toward_zero", a);
    assert_int_equal(wl_f16_toward_zero(a, mode), want);
  }
  assert_int_equal(wl_f16_toward_zero(0x7f7fffff, WL_MODE_FP16_OVFL), 0x7bff);
  assert_int_equal(wl_f16_toward_zero(inf | minus, WL_MODE_FP16_OVFL), 0xfc00);
  assert_int_equal(wl_f16_toward_zero(signalling, 0), 0x7e00);
  assert_int_equal(wl_f16_toward_zero(0x387fffff, KEEP), 0x3ff);
  assert_int_equal(wl_f16_toward_zero(0x387fffff, WL_MODE_DENORM32_IN), 0);
}

// numerics.md 3.4: the faces by comparisons of doubles, where no operand is a NaN.
static uint32_t ref_cube(wl_cube what, const uint32_t v[3], uint32_t mode) {
  double flat[3];
  for (unsigned i = 0; i < 3; i++) flat[i] = denormal(v[i]) ? 0 : (double)value(v[i]);
  const double x = fabs(flat[0]), y = fabs(flat[1]), z = fabs(flat[2]);
  const unsigned axis = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
  const bool neg = flat[axis] < 0;
  // Sources of sc and tc by face, each with its sign: 1 is x, -3 is minus z.
  static const int sc[6] = {-3, 3, 1, 1, 1, -1}, tc[6] = {-2, -2, 3, -3, -2, -2};
  const unsigned face = 2 * axis + neg;
  if (what == WL_CUBE_ID) return pattern((float)face);
  if (what == WL_CUBE_MA) {
    if (flat[axis] == 0) return (mode & WL_MODE_ROUND32) == WL_ROUND_DOWN ? v[axis] & minus : 0;
    return wl_f32_add(v[axis], v[axis], mode | KEEP);
  }
  const int from = what == WL_CUBE_SC ? sc[face] : tc[face];
  return v[abs(from) - 1] ^ (from < 0 ? minus : 0);
}

static void cube(void **state) {
  (void)state;
  const uint32_t two = 0x40000000, max = 0x7f7fffff, three = 0x40400000;
  for (unsigned i = 0; i < CASES; i++) {
    uint32_t v[3] = {random_f32(), random_f32(), random_f32()};
    if (i % 4 == 0) v[1] = v[0] ^ (random32() & minus);  // equal magnitudes
    if (i % 8 == 0) v[2] = v[0] ^ (random32() & minus);
    if (i % 8 == 1) v[2] = v[1] ^ (random32() & minus);
    if (wl_f32_is_nan(v[0]) || wl_f32_is_nan(v[1]) || wl_f32_is_nan(v[2])) continue;
    const uint32_t mode = random32() & 0x3ff;
    for (wl_cube what = WL_CUBE_ID; what <= WL_CUBE_MA; what++) {
      const uint32_t want = ref_cube(what, v, mode), got = wl_f32_cube(what, v[0], v[1], v[2], mode);
      if (want != got) fail_msg("cube %d of %x %x %x: %x, got %x", (int)what, v[0], v[1], v[2], want, got);
    }
  }
  const struct {
    uint32_t x, y, z, mode, id, sc, tc, ma;
  } cases[] = {
      {one, one, one, 0, 0x40800000, one, minus | one, two},                              // z wins over y and x
      {one, one, minus | one, 0, 0x40a00000, minus | one, minus | one, minus | two},      //
      {one, minus | one, 0, 0, 0x40400000, one, minus, minus | two},                      // y wins over x
      {minus | two, 0, one, 0, one, one, minus, minus | 0x40800000},                      //
      {two, one, three, 0, 0x40800000, two, minus | one, 0x40c00000},                     //
      {0, 0, minus, 0, 0x40800000, 0, minus, 0},                                          // -0 is not below zero
      {0, 0, minus, WL_ROUND_DOWN, 0x40800000, 0, minus, minus},                          //
      {1, 2, minus | 3, KEEP, 0x40800000, 1, minus | 2, 0},                               // nor is a denormal
      {3, 2, 1, KEEP, 0x40800000, 3, minus | 2, 0},                                       // all are zero: face z
      {one, max, 0, 0, two, one, 0, inf},                                                 //
      {one, max, 0, WL_ROUND_DOWN, two, one, 0, max},                                     //
      {one, one, quiet, 0, two, one, quiet, two},                                         // no z face
      {one, two, signalling, WL_MODE_IEEE, two, one, signalling | 0x400000, 0x40800000},  //
      {two, one, quiet, 0, 0, minus | quiet, minus | one, 0x40800000},                    //
      {one, quiet, two, 0, 0, minus | two, minus | quiet, two},                           // nor y: x
      {signalling, one, two, 0, 0, minus | two, minus | one, signalling},                 //
      {signalling, one, two, WL_MODE_IEEE, 0, minus | two, minus | one, signalling | 0x400000},
      {minus | quiet, one, inf, 0, 0, minus | inf, minus | one, minus | quiet},  // not below zero
  };
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    const uint32_t want[] = {cases[i].id, cases[i].sc, cases[i].tc, cases[i].ma};
    for (wl_cube what = WL_CUBE_ID; what <= WL_CUBE_MA; what++) {
      const uint32_t got = wl_f32_cube(what, cases[i].x, cases[i].y, cases[i].z, cases[i].mode);
      if (got != want[what]) fail_msg("case %u of cube %d: %x, got %x", i, (int)what, want[what], got);
    }
  }
}

int main(void) {
  mpfr_set_emin(-3000);
  mpfr_set_emax(3000);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(legacy_products), cmocka_unit_test(frexp_parts), cmocka_unit_test(to_integers),
      cmocka_unit_test(toward_zero),     cmocka_unit_test(cube),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
