// SPDX-License-Identifier: Apache-2.0
// Unpacked numbers, and rounding to a format.
#ifndef WAVELOCK_FP_PACK_H
#define WAVELOCK_FP_PACK_H

#include <stdbool.h>
#include <stdint.h>

#include "execute/fp.h"

// value = (-1)^sign * sig * 2^(exp - 62); sig 0 is zero. Bit 0 of sig may be sticky: it stands for all smaller bits.
struct wl_number {
  bool sign;
  int exp;
  uint64_t sig;
};

// A format of at most 64 bits: sign, exponent, fraction.
struct wl_fp_format {
  int fraction;  // fraction bits
  int max_exp;   // exponent of the largest number, and the bias
  int sign_bit;
};
static const struct wl_fp_format wl_f16_format = {10, 15, 15}, wl_f32_format = {23, 127, 31};

static inline uint64_t wl_shift_right_sticky(uint64_t x, int n) {
  if (n == 0) return x;
  if (n > 63) return x != 0;
  return x >> n | ((x << (64 - n)) != 0);
}

// Rounds a number to a format; denormal results are kept. round: WL_ROUND_*. overflow_to_max: a result that is too
// large becomes the largest number in every rounding mode (FP16_OVFL).
static inline uint64_t wl_round_pack(struct wl_number x, struct wl_fp_format f, uint32_t round, bool overflow_to_max) {
  const uint64_t sign = (uint64_t)x.sign << f.sign_bit, inf = (2 * (uint64_t)f.max_exp + 1) << f.fraction;
  if (x.sig == 0) return sign;
  // Moves the leading bit to bit 62: then exp is the exponent of the number.
  if (x.sig >> 63) {
    x.sig = wl_shift_right_sticky(x.sig, 1);
    x.exp++;
  }
  const int left = __builtin_clzll(x.sig) - 1;
  x.sig <<= left;
  x.exp -= left;
  uint64_t base = 0;  // exponent field less one: the leading bit of the significand adds one
  if (x.exp < 1 - f.max_exp) x.sig = wl_shift_right_sticky(x.sig, 1 - f.max_exp - x.exp);
  else if (x.exp <= f.max_exp) base = (uint64_t)(x.exp + f.max_exp - 1) << f.fraction;
  else base = inf;
  const int drop = 62 - f.fraction;
  const uint64_t low = x.sig & ((1ull << drop) - 1), half = 1ull << (drop - 1);
  uint64_t kept = x.sig >> drop;
  if (round == WL_ROUND_NEAREST) kept += low > half || (low == half && (kept & 1));
  else if (round == (x.sign ? WL_ROUND_DOWN : WL_ROUND_UP)) kept += low != 0;
  uint64_t bits = base + kept;
  if (bits >= inf) {
    const bool away = round == WL_ROUND_NEAREST || round == (x.sign ? WL_ROUND_DOWN : WL_ROUND_UP);
    bits = away && !overflow_to_max ? inf : inf - 1;
  }
  return sign | bits;
}

static inline uint32_t wl_round_pack_f32(struct wl_number x, uint32_t mode) {
  const uint32_t bits = (uint32_t)wl_round_pack(x, wl_f32_format, wl_field(mode, WL_MODE_ROUND32), false);
  return mode & WL_MODE_DENORM32_OUT ? bits : wl_f32_flush(bits);
}

// Unpacks a finite number. The leading bit of sig becomes bit `top`, which decides how many bits are free above and
// below.
static inline struct wl_number wl_unpack(uint64_t a, struct wl_fp_format f, int top) {
  const int field = (int)(a >> f.fraction) & (2 * f.max_exp + 1);
  const uint64_t one = 1ull << f.fraction;
  uint64_t sig = a & (one - 1);
  int exp = field - f.max_exp;
  if (field) {
    sig |= one;
  } else if (sig) {
    const int left = __builtin_clzll(sig) - (63 - f.fraction);
    sig <<= left;
    exp = 1 - f.max_exp - left;
  }
  return (struct wl_number){a >> f.sign_bit & 1, exp + 62 - top, sig << (top - f.fraction)};
}

static inline struct wl_number wl_unpack_f32(uint32_t a, int top) { return wl_unpack(a, wl_f32_format, top); }

static inline uint32_t wl_f32_quiet(uint32_t a) { return a | WL_F32_QUIET; }

#endif
