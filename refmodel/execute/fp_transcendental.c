// SPDX-License-Identifier: Apache-2.0
// exp, log, sin and cos: the algorithm of numerics.md 5.1, bit for bit.
//
// An operand is a sign and significand * 2^(exp - 23), where the significand has at most 24 bits: its number in f32,
// in which every f16 is exact.
#include "execute/fp.h"
#include "execute/fp_pack.h"
#include "execute/fp_segments.h"

struct operand {
  bool sign;
  int exp;
  int64_t significand;
};

// An f32 denormal has no leading one, and the exponent of the least normal number. An f16 denormal is normal in f32.
static struct operand operand_of(const struct wl_fp_format *f, uint64_t a) {
  const struct wl_number x = wl_unpack(a, f, 23);
  const int exp = x.exp - 126 + 23, least = 1 - wl_f32_format.max_exp, below = exp < least ? least - exp : 0;
  return (struct operand){x.sign, exp + below, (int64_t)(x.sig >> below)};
}

// significand * 2^shift, its fraction cut off.
static int64_t scaled(const struct operand *x, int shift) {
  return shift >= 0 ? x->significand << shift : shift > -24 ? x->significand >> -shift : 0;
}

// The parabola of a segment at d, of 0 .. 2^width - 1. Shifts of negative numbers give the floor.
static int64_t parabola(const struct wl_segment *s, int64_t d, int width) {
  return s->c0 + (((s->c1 + ((s->c2 * d) >> width)) * d) >> width);
}

// magnitude * 2^scale, rounded to nearest in every mode. It stands for another number unless `exact`.
static struct wl_fp rounded(const struct wl_fp_format *f, bool sign, int64_t magnitude, int scale, bool exact,
                            uint32_t mode, uint32_t flags) {
  const struct wl_number x = {sign, 126 + scale, (wl_significand)magnitude};
  const struct wl_fp r = wl_round_by_mode(x, f, wl_to_nearest(f, mode));
  return (struct wl_fp){r.bits, flags | r.flags | (exact ? 0 : WL_FP_INEXACT)};
}

static uint64_t one(const struct wl_fp_format *f) { return (uint64_t)f->max_exp << f->fraction; }

struct wl_fp wl_fp_exp(const struct wl_fp_format *f, uint64_t a, uint32_t mode) {
  const uint32_t flags = wl_operand_flags(f, a);
  if (wl_is_nan(f, a)) return (struct wl_fp){wl_nan_out(f, a, mode), flags};
  a = wl_flush_in(f, a, mode);
  if (wl_is_inf(f, a)) return (struct wl_fp){a & wl_sign_bit(f) ? 0 : a, flags};
  if (wl_is_zero(f, a)) return (struct wl_fp){one(f), flags};
  const struct operand x = operand_of(f, a);
  const int64_t below_minus_126 = (int64_t)126 << 17;  // 126 as a significand of 2^6
  if (!x.sign && x.exp >= 7) return rounded(f, false, 1, 2 * f->max_exp, true, mode, flags);
  if (x.sign && (x.exp > 6 || (x.exp == 6 && x.significand > below_minus_126)))
    return (struct wl_fp){0, flags | WL_FP_UNDERFLOW | WL_FP_INEXACT};
  const int64_t magnitude = scaled(&x, x.exp + 5), argument = x.sign ? -magnitude : magnitude;  // in units of 2^-28
  const int64_t whole = argument >> 28, part = argument & 0xfffffff;
  const int64_t power = parabola(&wl_exp_segments[part >> 22], part & 0x3fffff, 22);
  const bool exact = part == 0 && magnitude != 0;  // a number with less than 28 fraction bits, or 2^0 for a tiny one
  return rounded(f, false, power, (int)whole - 30, exact, mode, flags);
}

struct wl_fp wl_fp_log(const struct wl_fp_format *f, uint64_t a, uint32_t mode) {
  const uint32_t flags = wl_operand_flags(f, a);
  if (wl_is_nan(f, a)) return (struct wl_fp){wl_nan_out(f, a, mode), flags};
  a = wl_flush_in(f, a, mode);
  if (wl_is_zero(f, a)) return (struct wl_fp){wl_sign_bit(f) | wl_inf(f), flags | WL_FP_DIVISION_BY_ZERO};
  if (a & wl_sign_bit(f)) return (struct wl_fp){wl_default_nan(f), flags | WL_FP_INVALID};
  if (wl_is_inf(f, a)) return (struct wl_fp){a, flags};
  struct operand x = operand_of(f, a);
  const bool power_of_two = x.significand == 0x800000;
  if (x.significand >= 0xc00000) x.exp++;
  else x.significand <<= 1;
  const int64_t t = x.significand - 0x1000000, at = x.significand - 0xc00000;  // 1 + t is the significand, 0.75 .. 1.5
  const int64_t slope = parabola(&wl_log_segments[at >> 17], at & 0x1ffff, 17);  // log2(1 + t) / t
  const int64_t sum = x.exp * ((int64_t)1 << 54) + t * slope;
  return rounded(f, sum < 0, sum < 0 ? -sum : sum, -54, power_of_two, mode, flags);
}

// sin(2 pi r) / r of a quarter turn, r = turns * 2^-32, times 2^28.
static int64_t sine_slope(int64_t turns) { return parabola(&wl_sin_segments[turns >> 23], turns & 0x7fffff, 23); }

static struct wl_fp sine(const struct wl_fp_format *f, uint64_t a, bool cosine, uint32_t mode) {
  const uint32_t flags = wl_operand_flags(f, a);
  if (wl_is_nan(f, a)) return (struct wl_fp){wl_nan_out(f, a, mode), flags};
  a = wl_flush_in(f, a, mode);
  if (wl_is_inf(f, a)) return (struct wl_fp){wl_default_nan(f), flags | WL_FP_INVALID};
  if (wl_is_zero(f, a)) return (struct wl_fp){cosine ? one(f) : a, flags};
  const struct operand x = operand_of(f, a);
  if (x.exp > 8 || (x.exp == 8 && x.significand > 0x800000)) return (struct wl_fp){cosine ? one(f) : 0, flags};
  if (!cosine && x.exp < -9) {
    const int64_t slope = sine_slope(scaled(&x, x.exp + 9));
    return rounded(f, x.sign, x.significand * slope, x.exp - 51, false, mode, flags);
  }
  const int64_t quarter = 1 << 30;
  const int64_t turns = (scaled(&x, x.exp + 9) + (cosine ? quarter : 0)) & 0xffffffff;
  const bool sign = (x.sign && !cosine) != (turns >> 31);
  int64_t r = turns & 0x7fffffff;
  if (r > quarter) r = 2 * quarter - r;
  if (r == 0) return (struct wl_fp){0, flags};
  if (r == quarter) return (struct wl_fp){(sign ? wl_sign_bit(f) : 0) | one(f), flags};
  return rounded(f, sign, r * sine_slope(r), -60, false, mode, flags);
}

struct wl_fp wl_fp_sin(const struct wl_fp_format *f, uint64_t a, uint32_t mode) { return sine(f, a, false, mode); }
struct wl_fp wl_fp_cos(const struct wl_fp_format *f, uint64_t a, uint32_t mode) { return sine(f, a, true, mode); }
