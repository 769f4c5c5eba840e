// SPDX-License-Identifier: Apache-2.0
// Unpacked numbers, and rounding to a format.
#ifndef WAVELOCK_FP_PACK_H
#define WAVELOCK_FP_PACK_H

#include <stdbool.h>
#include <stdint.h>

#include "execute/fp.h"

// value = (-1)^sign * sig * 2^(exp - 126); sig 0 is zero. Bit 0 of sig may be sticky: it stands for all smaller bits.
typedef unsigned __int128 wl_significand;
struct wl_number {
  bool sign;
  int exp;
  wl_significand sig;
};

static inline uint64_t wl_sign_bit(const struct wl_fp_format *f) { return 1ull << f->sign_bit; }
static inline uint64_t wl_magnitude(const struct wl_fp_format *f, uint64_t a) { return a & (wl_sign_bit(f) - 1); }
static inline uint64_t wl_inf(const struct wl_fp_format *f) { return (2 * (uint64_t)f->max_exp + 1) << f->fraction; }
static inline uint64_t wl_least_normal(const struct wl_fp_format *f) { return 1ull << f->fraction; }
static inline uint64_t wl_quiet_bit(const struct wl_fp_format *f) { return 1ull << (f->fraction - 1); }
// The result of an invalid operation (D-NUM-12).
static inline uint64_t wl_default_nan(const struct wl_fp_format *f) {
  return wl_sign_bit(f) | wl_inf(f) | wl_quiet_bit(f);
}

static inline bool wl_is_nan(const struct wl_fp_format *f, uint64_t a) { return wl_magnitude(f, a) > wl_inf(f); }
static inline bool wl_is_inf(const struct wl_fp_format *f, uint64_t a) { return wl_magnitude(f, a) == wl_inf(f); }
static inline bool wl_is_zero(const struct wl_fp_format *f, uint64_t a) { return wl_magnitude(f, a) == 0; }
static inline bool wl_is_denormal(const struct wl_fp_format *f, uint64_t a) {
  return wl_magnitude(f, a) - 1 < wl_least_normal(f) - 1;
}
static inline int wl_exponent_field(const struct wl_fp_format *f, uint64_t a) {
  return (int)(a >> f->fraction) & (2 * f->max_exp + 1);
}

// A number's place in ascending order, -0 below +0.
static inline int64_t wl_fp_key(const struct wl_fp_format *f, uint64_t a) {
  const int64_t magnitude = (int64_t)wl_magnitude(f, a);
  return a & wl_sign_bit(f) ? -magnitude - 1 : magnitude;
}

// An operand of an operation, flushed as MODE says.
static inline uint64_t wl_flush_in(const struct wl_fp_format *f, uint64_t a, uint32_t mode) {
  return wl_is_denormal(f, a) && !(mode & f->keep_in) ? a & wl_sign_bit(f) : a;
}

// A NaN operand as a result (D-NUM-5).
static inline uint64_t wl_nan_out(const struct wl_fp_format *f, uint64_t a, uint32_t mode) {
  return mode & WL_MODE_IEEE ? a | wl_quiet_bit(f) : a;
}

// What an operand raises by itself. A denormal does so whether it is flushed or not (D-NUM-43).
static inline uint32_t wl_operand_flags(const struct wl_fp_format *f, uint64_t a) {
  if (wl_is_denormal(f, a)) return WL_FP_INPUT_DENORMAL;
  return wl_is_nan(f, a) && !(a & wl_quiet_bit(f)) ? WL_FP_INVALID : 0;
}

static inline int wl_leading_zeros(wl_significand x) {  // not of 0
  return x >> 64 ? __builtin_clzll((uint64_t)(x >> 64)) : 64 + __builtin_clzll((uint64_t)x);
}

static inline wl_significand wl_shift_right_sticky(wl_significand x, int n) {
  if (n == 0) return x;
  if (n > 127) return x != 0;
  return x >> n | ((x << (128 - n)) != 0);
}

// Cuts sig to a number of 126 - fraction bits less, rounded. away: a rounding that is not to nearest goes away from
// zero. *inexact: something was cut off.
static inline uint64_t wl_cut(wl_significand sig, int fraction, bool nearest, bool away, bool *inexact) {
  const int drop = 126 - fraction;
  const wl_significand low = sig & (((wl_significand)1 << drop) - 1), half = (wl_significand)1 << (drop - 1);
  const uint64_t kept = (uint64_t)(sig >> drop);
  *inexact = low != 0;
  if (nearest) return kept + (low > half || (low == half && (kept & 1)));
  return kept + (away && low != 0);
}

// Rounds a number to a format, once. round: WL_ROUND_*. Without keep_denormals the result is the zero of its sign if it
// would be denormal with an exponent that has no lower limit (D-NUM-3). overflow_to_max: a result that is too large
// becomes the largest number in every rounding mode (FP16_OVFL). The flags are O, U and X (numerics.md 10).
static inline struct wl_fp wl_round_pack(struct wl_number x, const struct wl_fp_format *f, uint32_t round,
                                         bool keep_denormals, bool overflow_to_max) {
  const uint64_t sign = x.sign ? wl_sign_bit(f) : 0, inf = wl_inf(f);
  if (x.sig == 0) return (struct wl_fp){sign, 0};
  // Moves the leading bit to bit 126: then exp is the exponent of the number.
  if (x.sig >> 127) {
    x.sig = wl_shift_right_sticky(x.sig, 1);
    x.exp++;
  }
  const int left = wl_leading_zeros(x.sig) - 1;
  x.sig <<= left;
  x.exp -= left;
  const bool nearest = round == WL_ROUND_NEAREST, away = round == (x.sign ? WL_ROUND_DOWN : WL_ROUND_UP);
  const int below = 1 - f->max_exp - x.exp;  // binades below the least normal number
  bool inexact;
  if (below > 0 && !keep_denormals) {
    const bool up = below == 1 && wl_cut(x.sig, f->fraction, nearest, away, &inexact) >> (f->fraction + 1);
    if (!up) return (struct wl_fp){sign, WL_FP_UNDERFLOW | WL_FP_INEXACT};
  }
  uint64_t base = 0;  // exponent field less one: the leading bit of the significand adds one
  if (below > 0) x.sig = wl_shift_right_sticky(x.sig, below);
  else if (x.exp <= f->max_exp) base = (uint64_t)(x.exp + f->max_exp - 1) << f->fraction;
  else base = inf;
  const uint64_t bits = base + wl_cut(x.sig, f->fraction, nearest, away, &inexact);
  if (bits >= inf) {
    const bool to_inf = (nearest || away) && !overflow_to_max;
    return (struct wl_fp){sign | (to_inf ? inf : inf - 1), WL_FP_OVERFLOW | WL_FP_INEXACT};
  }
  const uint32_t underflow = bits < wl_least_normal(f) ? WL_FP_UNDERFLOW : 0;
  return (struct wl_fp){sign | bits, underflow | (inexact ? WL_FP_INEXACT : 0)};
}

// As MODE says for the format.
static inline struct wl_fp wl_round_by_mode(struct wl_number x, const struct wl_fp_format *f, uint32_t mode) {
  return wl_round_pack(x, f, wl_field(mode, f->round), mode & f->keep_out, mode & f->overflow_to_max);
}

// MODE for opcodes that round to nearest in every mode.
static inline uint32_t wl_to_nearest(const struct wl_fp_format *f, uint32_t mode) { return mode & ~f->round; }

// Unpacks a finite number. The leading bit of sig becomes bit `top`, which decides how many bits are free above and
// below.
static inline struct wl_number wl_unpack(uint64_t a, const struct wl_fp_format *f, int top) {
  const int field = wl_exponent_field(f, a);
  const uint64_t one = 1ull << f->fraction;
  uint64_t sig = a & (one - 1);
  int exp = field - f->max_exp;
  if (field) {
    sig |= one;
  } else if (sig) {
    const int left = __builtin_clzll(sig) - (63 - f->fraction);
    sig <<= left;
    exp = 1 - f->max_exp - left;
  }
  return (struct wl_number){a >> f->sign_bit & 1, exp + 126 - top, (wl_significand)sig << (top - f->fraction)};
}

#endif
