// SPDX-License-Identifier: Apache-2.0
// Floating point of the vector ALU in integer arithmetic: every MODE, bit for bit (numerics.md sections 1 to 4).
//
// Values are bit patterns. `mode` is the wave's MODE register: FP_ROUND [3:0], FP_DENORM [7:4], IEEE, FP16_OVFL.
// Each function flushes its f32 inputs (v_div_fmas apart) and its result as MODE says, and applies the NaN rules. A
// result is flushed when it is a denormal number after rounding.
#ifndef WAVELOCK_FP_H
#define WAVELOCK_FP_H

#include <stdbool.h>
#include <stdint.h>

enum {
  WL_F32_SIGN = (int)0x80000000u,
  WL_F32_INF = 0x7f800000,
  WL_F32_QUIET = 0x00400000,
  WL_F32_DEFAULT_NAN = 0x7fc00000,
  WL_F32_ONE = 0x3f800000,
};

// MODE fields of f32.
enum {
  WL_MODE_ROUND32 = 0x03,
  WL_MODE_DENORM32_IN = 0x10,  // 1: input denormals are kept
  WL_MODE_DENORM32_OUT = 0x20,
  WL_MODE_DENORM16_IN = 0x40,
  WL_MODE_DENORM16_OUT = 0x80,
};

static inline bool wl_f32_is_nan(uint32_t a) { return (a & 0x7fffffffu) > WL_F32_INF; }
static inline bool wl_f32_is_snan(uint32_t a) { return wl_f32_is_nan(a) && !(a & WL_F32_QUIET); }

// A denormal number becomes the zero of its sign.
static inline uint32_t wl_f32_flush(uint32_t a) { return a & (a & WL_F32_INF ? ~0u : 0x80000000u); }
static inline uint32_t wl_f32_flush_in(uint32_t a, uint32_t mode) {
  return mode & WL_MODE_DENORM32_IN ? a : wl_f32_flush(a);
}

// Order of f32 numbers as signed integers, -0 below +0. Its own inverse. Meaningless for NaN.
static inline int32_t wl_f32_key(uint32_t a) { return (int32_t)(a ^ ((uint32_t)((int32_t)a >> 31) & 0x7fffffffu)); }

uint32_t wl_f32_add(uint32_t a, uint32_t b, uint32_t mode);
uint32_t wl_f32_sub(uint32_t a, uint32_t b, uint32_t mode);
uint32_t wl_f32_subrev(uint32_t a, uint32_t b, uint32_t mode);  // b - a; a is the first NaN operand
uint32_t wl_f32_mul(uint32_t a, uint32_t b, uint32_t mode);
uint32_t wl_f32_fma(uint32_t a, uint32_t b, uint32_t c, uint32_t mode);
// v_div_fmas (numerics.md section 6): fma of operands that are never flushed; where scale is set the exact sum is
// multiplied by 2^64 (|c| >= 2) or 2^-64 before its one rounding.
uint32_t wl_f32_div_fmas(uint32_t a, uint32_t b, uint32_t c, bool scale, uint32_t mode);
uint32_t wl_f32_mad(uint32_t a, uint32_t b, uint32_t c, uint32_t mode);  // two roundings, denormals always flushed
uint32_t wl_f32_ldexp(uint32_t a, int32_t n, uint32_t mode);

uint32_t wl_f32_min(uint32_t a, uint32_t b, uint32_t mode);
uint32_t wl_f32_max(uint32_t a, uint32_t b, uint32_t mode);
uint32_t wl_f32_med3(uint32_t a, uint32_t b, uint32_t c, uint32_t mode);

typedef enum { WL_TRUNC, WL_CEIL, WL_FLOOR, WL_RNDNE } wl_rint;
uint32_t wl_f32_rint(uint32_t a, wl_rint how, uint32_t mode);
uint32_t wl_f32_fract(uint32_t a, uint32_t mode);
// Bit of v_cmp_class (numerics.md 3.3) that describes a: 1 << 0 for a signalling NaN, ... 1 << 9 for +inf.
uint32_t wl_f32_class(uint32_t a);

uint32_t wl_f32_from_i32(int32_t a, uint32_t mode);
uint32_t wl_f32_from_u32(uint32_t a, uint32_t mode);
int32_t wl_f32_to_i32_floor(uint32_t a, uint32_t mode);
int32_t wl_f32_to_i32_rpi(uint32_t a, uint32_t mode);  // floor of the exact x + 0.5

uint32_t wl_f16_from_f32(uint32_t a, uint32_t mode);  // bits 31:16 zero
uint32_t wl_f32_from_f16(uint32_t a, uint32_t mode);  // bits 31:16 of a ignored

// Output modifiers: omod 0 none, 1 x2, 2 x4, 3 /2, honoured as numerics.md section 2 says.
uint32_t wl_f32_omod(uint32_t a, uint32_t omod, uint32_t mode);
uint32_t wl_f16_omod(uint32_t a, uint32_t omod, uint32_t mode);
uint32_t wl_f32_clamp(uint32_t a, uint32_t mode);
uint32_t wl_f16_clamp(uint32_t a, uint32_t mode);

#endif
