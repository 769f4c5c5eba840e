// SPDX-License-Identifier: Apache-2.0
// The parts of every loop over lanes: a loop form that compilers vectorise, and f32 with the host's arithmetic.
//
// Files that include this are compiled once per level of the host (refmodel/rules.mk): base (any host), avx2 (with FMA)
// and avx512. WL_HOST is the name of the level.
#ifndef WAVELOCK_VECTOR_HOST_H
#define WAVELOCK_VECTOR_HOST_H

#include "execute/fp.h"
#include "execute/vector.h"

#ifndef WL_HOST
#define WL_HOST base
#endif
#define JOIN2(prefix, host, name) prefix##host##name
#define JOIN(prefix, host, name) JOIN2(prefix, host, name)

#define INLINE static inline __attribute__((always_inline, unused))
#define NOINLINE __attribute__((noinline))

// A loop over lanes. It tells the compiler that iterations are independent, even if rows overlap.
#ifdef __clang__
#define FOR_LANES(i, n) _Pragma("clang loop vectorize(assume_safety)") for (unsigned i = 0; i < (n); i++)
#else
#define FOR_LANES(i, n) _Pragma("GCC ivdep") for (unsigned i = 0; i < (n); i++)
#endif

#define BY_FOUR(f) f(0), f(4), f(8), f(12), f(16), f(20), f(24), f(28)
#if defined(__AVX2__) && !defined(__AVX512F__)
// AVX2 selects by the sign bit.
#define BITS4(b) 31 - (b), 30 - (b), 29 - (b), 28 - (b)
static const uint32_t to_sign[32] = {BY_FOUR(BITS4)};
#define LANE_ON(exec, i) ((int32_t)((exec) << to_sign[i]) < 0)
#else
#define BITS4(b) 1u << (b), 2u << (b), 4u << (b), 8u << (b)
static const uint32_t lane_bit[32] = {BY_FOUR(BITS4)};
#define LANE_ON(exec, i) ((exec)&lane_bit[i])
#endif

INLINE void store_half(uint32_t *d, const uint32_t *t, uint32_t exec) {
  FOR_LANES(i, 32) {
    const uint32_t on = t[i], off = d[i];
    d[i] = LANE_ON(exec, i) ? on : off;
  }
}

// Writes the lanes of t that exec names to d.
INLINE void store(uint32_t *d, const uint32_t *t, uint64_t exec) {
  store_half(d, t, (uint32_t)exec);
  store_half(d + 32, t + 32, (uint32_t)(exec >> 32));
}

// ---- f32 on the host's own arithmetic ----------------------------------------------------------
// Exact for rounding to nearest, except for NaNs: fp.c computes those lanes again.

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
INLINE uint32_t host_mad(uint32_t a, uint32_t b, uint32_t c) {
  const uint32_t p = wl_f32_flush(host_mul(wl_f32_flush(a), wl_f32_flush(b)));
  return wl_f32_flush(host_add(p, wl_f32_flush(c)));
}
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
INLINE uint32_t host_min(uint32_t a, uint32_t b) { return wl_f32_key(a) < wl_f32_key(b) ? a : b; }
INLINE uint32_t host_max(uint32_t a, uint32_t b) { return wl_f32_key(a) > wl_f32_key(b) ? a : b; }
INLINE uint32_t host_med3(uint32_t a, uint32_t b, uint32_t c) {
  const uint32_t most = host_max(host_max(a, b), c);
  return f32(most) == f32(a) ? host_max(b, c) : f32(most) == f32(b) ? host_max(a, c) : host_max(a, b);
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

#endif
