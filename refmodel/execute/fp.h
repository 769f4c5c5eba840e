// SPDX-License-Identifier: Apache-2.0
// Floating point of the vector ALU in integer arithmetic, exact in every mode (numerics.md 1 to 4).
//
// Values are bit patterns. `mode` is the wave's MODE register: rounding, denormals, IEEE, FP16_OVFL. Each function
// applies the NaN rules, and flushes denormals of its f32 inputs and its result by MODE. (v_div_fmas does not flush
// inputs.) A result counts as denormal after rounding.
#ifndef WAVELOCK_FP_H
#define WAVELOCK_FP_H

#include <stdbool.h>
#include <stdint.h>

#include "wavelock/registers.h"

// A format of at most 64 bits: sign, exponent, fraction.
struct wl_fp_format {
  int fraction;  // fraction bits
  int max_exp;   // exponent of the largest number, and the bias
  int sign_bit;
  uint32_t round, keep_in, keep_out, overflow_to_max;  // its fields of MODE; 0: it has none
  int far, scale;                                      // division (numerics.md 6): L and K
};
static const struct wl_fp_format wl_f16_format = {
    10, 15, 15, WL_MODE_ROUND16_64, WL_MODE_DENORM16_64_IN, WL_MODE_DENORM16_64_OUT, WL_MODE_FP16_OVFL, 0, 0};
static const struct wl_fp_format wl_f32_format = {
    23, 127, 31, WL_MODE_ROUND32, WL_MODE_DENORM32_IN, WL_MODE_DENORM32_OUT, 0, 96, 64};
static const struct wl_fp_format wl_f64_format = {
    52, 1023, 63, WL_MODE_ROUND16_64, WL_MODE_DENORM16_64_IN, WL_MODE_DENORM16_64_OUT, 0, 768, 128};

// Exceptions (numerics.md 10), as bits of TRAPSTS.EXCP.
enum {
  WL_FP_INVALID = 1,
  WL_FP_INPUT_DENORMAL = 2,
  WL_FP_DIVISION_BY_ZERO = 4,
  WL_FP_OVERFLOW = 8,
  WL_FP_UNDERFLOW = 16,
  WL_FP_INEXACT = 32,
  WL_FP_INTEGER_DIVISION_BY_ZERO = 64,
};

// What an operation gives: the result, and the exceptions that it raises.
struct wl_fp {
  uint64_t bits;
  uint32_t flags;
};

enum {
  WL_F32_SIGN = (int)0x80000000u,
  WL_F32_INF = 0x7f800000,
  WL_F32_QUIET = 0x00400000,
  WL_F32_DEFAULT_NAN = 0x7fc00000,
  WL_F32_ONE = 0x3f800000,
};

static inline bool wl_f32_is_nan(uint32_t a) { return (a & 0x7fffffffu) > WL_F32_INF; }
static inline bool wl_f32_is_snan(uint32_t a) { return wl_f32_is_nan(a) && !(a & WL_F32_QUIET); }

// Flushes a denormal to the zero of its sign.
static inline uint32_t wl_f32_flush(uint32_t a) { return a & (a & WL_F32_INF ? ~0u : 0x80000000u); }
static inline uint32_t wl_f32_flush_in(uint32_t a, uint32_t mode) {
  return mode & WL_MODE_DENORM32_IN ? a : wl_f32_flush(a);
}

// MODE for opcodes that flush f32 denormals in every mode.
static inline uint32_t wl_always_flush(uint32_t mode) { return mode & ~(WL_MODE_DENORM32_IN | WL_MODE_DENORM32_OUT); }

// Maps f32 numbers to signed integers in the same order, -0 below +0. It is its own inverse. Not for NaN.
static inline int32_t wl_f32_key(uint32_t a) { return (int32_t)(a ^ ((uint32_t)((int32_t)a >> 31) & 0x7fffffffu)); }

// Comparisons of operands that are flushed already. All are false if one is a NaN. -0 and +0 are equal.
static inline bool wl_f32_ordered(uint32_t a, uint32_t b) { return !wl_f32_is_nan(a) && !wl_f32_is_nan(b); }
static inline bool wl_f32_eq(uint32_t a, uint32_t b) {
  return wl_f32_ordered(a, b) && (a == b || ((a | b) & 0x7fffffffu) == 0);
}
static inline bool wl_f32_lt(uint32_t a, uint32_t b) {
  return wl_f32_ordered(a, b) && !wl_f32_eq(a, b) && wl_f32_key(a) < wl_f32_key(b);
}
static inline bool wl_f32_le(uint32_t a, uint32_t b) { return wl_f32_lt(a, b) || wl_f32_eq(a, b); }

uint32_t wl_f32_add(uint32_t a, uint32_t b, uint32_t mode);
uint32_t wl_f32_sub(uint32_t a, uint32_t b, uint32_t mode);
uint32_t wl_f32_subrev(uint32_t a, uint32_t b, uint32_t mode);  // b - a, but a is the first operand for NaNs
uint32_t wl_f32_mul(uint32_t a, uint32_t b, uint32_t mode);
uint32_t wl_f32_fma(uint32_t a, uint32_t b, uint32_t c, uint32_t mode);
// v_div_fmas (numerics.md 6): fma without flushing of operands. With scale the exact sum is multiplied by 2^64 (|c| >=
// 2) or 2^-64 before it is rounded, once.
uint32_t wl_f32_div_fmas(uint32_t a, uint32_t b, uint32_t c, bool scale, uint32_t mode);
uint32_t wl_f32_mad(uint32_t a, uint32_t b, uint32_t c, uint32_t mode);  // two roundings, denormals always flushed
uint32_t wl_f32_ldexp(uint32_t a, int32_t n, uint32_t mode);

// Division (numerics.md 5, 6). rcp rounds to nearest in every mode, and flushes denormals by `mode`; of f32 it must be
// wl_always_flush's. div_scale: s0 is d or n; *flag is the lane's bit of the mask. div_fixup makes q the quotient n /
// d.
struct wl_fp wl_rcp(const struct wl_fp_format *f, uint64_t a, uint32_t mode);
struct wl_fp wl_div_scale(const struct wl_fp_format *f, uint64_t s0, uint64_t d, uint64_t n, uint32_t mode, bool *flag);
struct wl_fp wl_div_fixup(const struct wl_fp_format *f, uint64_t q, uint64_t d, uint64_t n, uint32_t mode);
static inline uint32_t wl_f32_rcp(uint32_t a, uint32_t mode) {
  return (uint32_t)wl_rcp(&wl_f32_format, a, wl_always_flush(mode)).bits;
}
static inline uint32_t wl_f32_div_scale(uint32_t s0, uint32_t d, uint32_t n, uint32_t mode, bool *flag) {
  return (uint32_t)wl_div_scale(&wl_f32_format, s0, d, n, mode, flag).bits;
}
static inline uint32_t wl_f32_div_fixup(uint32_t q, uint32_t d, uint32_t n, uint32_t mode) {
  return (uint32_t)wl_div_fixup(&wl_f32_format, q, d, n, mode).bits;
}

uint32_t wl_f32_min(uint32_t a, uint32_t b, uint32_t mode);
uint32_t wl_f32_max(uint32_t a, uint32_t b, uint32_t mode);
uint32_t wl_f32_med3(uint32_t a, uint32_t b, uint32_t c, uint32_t mode);

typedef enum { WL_TRUNC, WL_CEIL, WL_FLOOR, WL_RNDNE } wl_rint;
uint32_t wl_f32_rint(uint32_t a, wl_rint how, uint32_t mode);
uint32_t wl_f32_fract(uint32_t a, uint32_t mode);
// The bit of v_cmp_class (numerics.md 3.3) that describes a: 1 << 0 for a signalling NaN, ... 1 << 9 for +infinity.
uint32_t wl_f32_class(uint32_t a);

uint32_t wl_f32_from_i32(int32_t a, uint32_t mode);
uint32_t wl_f32_from_u32(uint32_t a, uint32_t mode);
// They truncate in every mode and saturate; a NaN gives 0.
int32_t wl_f32_to_i32(uint32_t a);
uint32_t wl_f32_to_u32(uint32_t a);
int32_t wl_f32_to_i32_floor(uint32_t a, uint32_t mode);
int32_t wl_f32_to_i32_rpi(uint32_t a, uint32_t mode);  // floor of the exact x + 0.5

uint32_t wl_f16_from_f32(uint32_t a, uint32_t mode);  // bits 31:16 zero
uint32_t wl_f32_from_f16(uint32_t a, uint32_t mode);  // bits 31:16 of a ignored

// Output modifiers (numerics.md 2). omod: 0 none, 1 x2, 2 x4, 3 /2. wl_omod: by D-NUM-7, the others by D-NUM-6.
uint64_t wl_omod(const struct wl_fp_format *f, uint64_t a, uint32_t omod, uint32_t mode);
uint32_t wl_f32_omod(uint32_t a, uint32_t omod, uint32_t mode);
uint32_t wl_f16_omod(uint32_t a, uint32_t omod, uint32_t mode);
uint32_t wl_f32_clamp(uint32_t a, uint32_t mode);
uint32_t wl_f16_clamp(uint32_t a, uint32_t mode);

#endif
