// SPDX-License-Identifier: Apache-2.0
// The f32 and f64 operations of the bodies in isa/vop*.def, fast: on the host's own arithmetic. fp_pure.h has the same
// names.
//
// The host's arithmetic is exact for rounding to nearest, except for NaNs, and for flushed results at the least normal
// number. The loop (lanes_f32 in vector_lanes.h) has fp_*.c compute those lanes again, and all lanes in the other
// rounding modes: WAY is EXACT there.
#ifndef WAVELOCK_FP_FAST_H
#define WAVELOCK_FP_FAST_H

#include "execute/vector_host.h"

enum { FP_PURE = false };

INLINE float f32(uint32_t a) {
  float x;
  memcpy(&x, &a, sizeof x);
  return x;
}
INLINE uint32_t bits(float x) {
  uint32_t a;
  memcpy(&a, &x, sizeof a);
  return a;
}

INLINE uint32_t host_add(uint32_t a, uint32_t b) { return bits(f32(a) + f32(b)); }
INLINE uint32_t host_sub(uint32_t a, uint32_t b) { return bits(f32(a) - f32(b)); }
INLINE uint32_t host_mul(uint32_t a, uint32_t b) { return bits(f32(a) * f32(b)); }
// *least: beside_zero of the product, which is flushed if `flush` says so. The caller flushes operands and result.
INLINE uint32_t host_mad(uint32_t a, uint32_t b, uint32_t c, bool flush, uint32_t *least) {
  const uint32_t p = host_mul(a, b);
  *least = beside_zero(p);
  return host_add(flush ? mark_least(wl_f32_flush(p), 0) : p, c);
}
INLINE uint32_t host_rcp(uint32_t a) { return bits(1.0f / f32(a)); }
INLINE uint32_t host_sqrt(uint32_t a) { return bits(__builtin_sqrtf(f32(a))); }
#ifdef __FMA__
INLINE uint32_t host_fma(uint32_t a, uint32_t b, uint32_t c, uint32_t mode) {
  (void)mode;
  return bits(__builtin_fmaf(f32(a), f32(b), f32(c)));
}
#else
// The product is exact in double. The sum is rounded to odd: its last bit is set if anything was lost. Rounding that to
// f32 gives the rounding of the exact value, because double has more than two bits to spare.
INLINE uint32_t host_fma(uint32_t a, uint32_t b, uint32_t c, uint32_t mode) {
  const double p = (double)f32(a) * (double)f32(b), z = (double)f32(c);
  const double sum = p + z, part = sum - p;
  const double error = (p - (sum - part)) + (z - part);
  uint64_t odd;
  (void)mode;
  memcpy(&odd, &sum, sizeof odd);
  const uint64_t toward = (error > 0) == (sum > 0) ? 1 : ~0ull;
  odd += error != 0 && !(odd & 1) ? toward : 0;
  double rounded;
  memcpy(&rounded, &odd, sizeof rounded);
  return bits((float)rounded);
}
#endif
#ifdef __SSE4_1__
INLINE uint32_t host_rint(uint32_t a, wl_rint how, uint32_t mode) {
  (void)mode;
  const float x = f32(a);
  return bits(how == WL_TRUNC   ? __builtin_truncf(x)
              : how == WL_CEIL  ? __builtin_ceilf(x)
              : how == WL_FLOOR ? __builtin_floorf(x)
                                : __builtin_rintf(x));
}
INLINE uint32_t host_fract(uint32_t a, uint32_t mode) {
  (void)mode;
  const float r = f32(a) - __builtin_floorf(f32(a));
  return bits(r < 1.0f ? r : r == 1.0f ? 0x1.fffffep-1f : r);
}
#else
#define host_rint wl_f32_rint
#define host_fract wl_f32_fract
#endif
// The host gives the second operand of two zeros. Both orders together give -0 as the lesser, +0 as the greater one.
INLINE float lesser(float x, float y) { return x < y ? x : y; }
INLINE float greater(float x, float y) { return x > y ? x : y; }
INLINE uint32_t host_min(uint32_t a, uint32_t b) { return bits(lesser(f32(a), f32(b))) | bits(lesser(f32(b), f32(a))); }
INLINE uint32_t host_max(uint32_t a, uint32_t b) {
  return bits(greater(f32(a), f32(b))) & bits(greater(f32(b), f32(a)));
}
INLINE uint32_t host_med3(uint32_t a, uint32_t b, uint32_t c) {
  return host_max(host_min(a, b), host_min(host_max(a, b), c));
}
// Conversions to integers truncate in every mode.
INLINE uint32_t f32_to_i32(uint32_t a) {
  const float x = f32(a), in_range = x >= -0x1p31f && x < 0x1p31f ? x : 0.0f;
  const int32_t r = (int32_t)in_range;
  return x >= 0x1p31f ? 0x7fffffffu : x < -0x1p31f ? 0x80000000u : (uint32_t)r;
}
INLINE uint32_t f32_to_u32(uint32_t a) {
  const float x = f32(a), low = x >= 0.0f && x < 0x1p31f ? x : 0.0f;
  const float high = x >= 0x1p31f && x < 0x1p32f ? x - 0x1p31f : 0.0f;
  const uint32_t r = (uint32_t)(int32_t)low + (uint32_t)(int32_t)high;
  return x >= 0x1p32f ? ~0u : x >= 0x1p31f ? r + 0x80000000u : r;
}
INLINE uint32_t f32_from_byte(uint32_t a) { return bits((float)(int32_t)(a & 0xff)); }

// Comparisons. The operands are flushed already.
INLINE bool f32_lt(uint32_t a, uint32_t b) { return f32(a) < f32(b); }
INLINE bool f32_le(uint32_t a, uint32_t b) { return f32(a) <= f32(b); }
INLINE bool f32_eq(uint32_t a, uint32_t b) { return f32(a) == f32(b); }
INLINE bool f32_ordered(uint32_t a, uint32_t b) { return f32(a) == f32(a) && f32(b) == f32(b); }

// What follows needs fp_*.c for NaNs and for rounding modes.
#define BY_WAY(exact, host) (WAY == EXACT ? (exact) : (host))
#define f32_add(a, b) BY_WAY(wl_f32_add(a, b, MODE), host_add(a, b))
#define f32_sub(a, b) BY_WAY(wl_f32_sub(a, b, MODE), host_sub(a, b))
#define f32_subrev(a, b) BY_WAY(wl_f32_subrev(a, b, MODE), host_sub(b, a))
#define f32_mul(a, b) BY_WAY(wl_f32_mul(a, b, MODE), host_mul(a, b))
#define f32_fma(a, b, c) BY_WAY(wl_f32_fma(a, b, c, MODE), host_fma(a, b, c, MODE))
#define f32_mad(a, b, c) BY_WAY(wl_f32_mad(a, b, c, MODE), host_mad(a, b, c, WAY == HOST_FLUSH, &LEAST))
#define f32_rcp(a) BY_WAY(wl_f32_rcp(a, MODE), host_rcp(a))
#define f32_rcp_iflag(a) f32_rcp(a)
#define f32_sqrt(a) BY_WAY(wl_f32_sqrt(a, MODE), host_sqrt(a))
#define f32_min(a, b) BY_WAY(wl_f32_min(a, b, MODE), host_min(a, b))
#define f32_max(a, b) BY_WAY(wl_f32_max(a, b, MODE), host_max(a, b))
#define f32_med3(a, b, c) BY_WAY(wl_f32_med3(a, b, c, MODE), host_med3(a, b, c))
#define f32_trunc(a) BY_WAY(wl_f32_rint(a, WL_TRUNC, MODE), host_rint(a, WL_TRUNC, MODE))
#define f32_ceil(a) BY_WAY(wl_f32_rint(a, WL_CEIL, MODE), host_rint(a, WL_CEIL, MODE))
#define f32_floor(a) BY_WAY(wl_f32_rint(a, WL_FLOOR, MODE), host_rint(a, WL_FLOOR, MODE))
#define f32_rndne(a) BY_WAY(wl_f32_rint(a, WL_RNDNE, MODE), host_rint(a, WL_RNDNE, MODE))
#define f32_fract(a) BY_WAY(wl_f32_fract(a, MODE), host_fract(a, MODE))
#define f32_from_i32(a) BY_WAY(wl_f32_from_i32((int32_t)(a), MODE), bits((float)(int32_t)(a)))
#define f32_from_u32(a) BY_WAY(wl_f32_from_u32(a, MODE), bits((float)(a)))

// ---- f64: rounding to nearest, with denormals kept (lanes_f64 in vector_f64.h) ---------------------

INLINE double f64(uint64_t a) {
  double x;
  memcpy(&x, &a, sizeof x);
  return x;
}
INLINE uint64_t bits64(double x) {
  uint64_t a;
  memcpy(&a, &x, sizeof a);
  return a;
}

INLINE uint64_t host_add64(uint64_t a, uint64_t b) { return bits64(f64(a) + f64(b)); }
INLINE uint64_t host_mul64(uint64_t a, uint64_t b) { return bits64(f64(a) * f64(b)); }
INLINE uint64_t host_rcp64(uint64_t a) { return bits64(1.0 / f64(a)); }
INLINE uint64_t host_sqrt64(uint64_t a) { return bits64(__builtin_sqrt(f64(a))); }
#ifdef __FMA__
INLINE uint64_t host_fma64(uint64_t a, uint64_t b, uint64_t c, uint32_t mode) {
  (void)mode;
  return bits64(__builtin_fma(f64(a), f64(b), f64(c)));
}
enum { HOST_FMA64 = true };
#else
#define host_fma64 wl_f64_fma
enum { HOST_FMA64 = false };
#endif

// As those of f32. A NaN operand makes a NaN: fp_*.c computes the lane.
INLINE double lesser64(double x, double y) { return x < y ? x : y; }
INLINE double greater64(double x, double y) { return x > y ? x : y; }
INLINE uint64_t host_min64(uint64_t a, uint64_t b) {
  return bits64(lesser64(f64(a), f64(b))) | bits64(lesser64(f64(b), f64(a)));
}
INLINE uint64_t host_max64(uint64_t a, uint64_t b) {
  const uint64_t nan = __builtin_isunordered(f64(a), f64(b)) ? ~0ull : 0;
  return (bits64(greater64(f64(a), f64(b))) & bits64(greater64(f64(b), f64(a)))) | nan;
}
#ifdef __SSE4_1__
INLINE uint64_t host_rint64(uint64_t a, wl_rint how, uint32_t mode) {
  (void)mode;
  const double x = f64(a);
  return bits64(how == WL_TRUNC   ? __builtin_trunc(x)
                : how == WL_CEIL  ? __builtin_ceil(x)
                : how == WL_FLOOR ? __builtin_floor(x)
                                  : __builtin_rint(x));
}
INLINE uint64_t host_fract64(uint64_t a, uint32_t mode) {
  (void)mode;
  const double r = f64(a) - __builtin_floor(f64(a));
  return bits64(r < 1.0 ? r : r == 1.0 ? 0x1.fffffffffffffp-1 : r);
}
#else
#define host_rint64 wl_f64_rint
#define host_fract64 wl_f64_fract
#endif
INLINE uint64_t f64_from_i32(uint32_t a) { return bits64((double)(int32_t)a); }
INLINE uint64_t f64_from_u32(uint32_t a) { return bits64((double)a); }
// Conversions to integers truncate in every mode; a NaN gives 0.
INLINE uint32_t f64_to_i32(uint64_t a) {
  const double x = f64(a), in_range = x > -2147483649.0 && x < 0x1p31 ? x : 0.0;
  const int32_t r = (int32_t)in_range;
  return x >= 0x1p31 ? 0x7fffffffu : x <= -2147483649.0 ? 0x80000000u : (uint32_t)r;
}
INLINE uint32_t f64_to_u32(uint64_t a) {
  const double x = f64(a), in_range = x >= 0.0 && x < 0x1p32 ? x : 0.0;
  const uint32_t r = (uint32_t)(int64_t)in_range;
  return x >= 0x1p32 ? ~0u : r;
}

#define f64_add(a, b) BY_WAY(wl_f64_add(a, b, MODE), host_add64(a, b))
#define f64_mul(a, b) BY_WAY(wl_f64_mul(a, b, MODE), host_mul64(a, b))
#define f64_fma(a, b, c) BY_WAY(wl_f64_fma(a, b, c, MODE), host_fma64(a, b, c, MODE))
#define f64_min(a, b) BY_WAY(wl_f64_min(a, b, MODE), host_min64(a, b))
#define f64_max(a, b) BY_WAY(wl_f64_max(a, b, MODE), host_max64(a, b))
#define f64_rint(a, how) BY_WAY(wl_f64_rint(a, how, MODE), host_rint64(a, how, MODE))
#define f64_fract(a) BY_WAY(wl_f64_fract(a, MODE), host_fract64(a, MODE))
#define f64_rcp(a) BY_WAY(wl_f64_rcp(a, MODE), host_rcp64(a))
#define f64_sqrt(a) BY_WAY(wl_f64_sqrt(a, MODE), host_sqrt64(a))

// Comparisons. The operands are flushed already.
INLINE bool f64_lt(uint64_t a, uint64_t b) { return f64(a) < f64(b); }
INLINE bool f64_le(uint64_t a, uint64_t b) { return f64(a) <= f64(b); }
INLINE bool f64_eq(uint64_t a, uint64_t b) { return f64(a) == f64(b); }
INLINE bool f64_ordered(uint64_t a, uint64_t b) { return f64(a) == f64(a) && f64(b) == f64(b); }

#endif
