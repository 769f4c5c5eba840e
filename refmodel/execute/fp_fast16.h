// SPDX-License-Identifier: Apache-2.0
// The f16 operations of the bodies in isa/vop*.def, fast: on the host's f32 arithmetic. fp_pure.h has the same names.
//
// f32 has more than twice the bits of f16 and two to spare. So a sum or product that the host has rounded to f32 is
// rounded to f16 as the exact one would be. The host rounds to nearest. A NaN as result says that fp_*.c must compute
// the lane: for a NaN, and for a flushed result at the least normal number (D-NUM-3). The loop (vector_f16.h) does so.
#ifndef WAVELOCK_FP_FAST16_H
#define WAVELOCK_FP_FAST16_H

#include "execute/fp_fast.h"

enum { SUSPECT16 = 0x7fff };

// The number that an operand is, flushed as MODE says. A NaN stays a NaN.
INLINE float half_in(uint32_t a, uint32_t mode) {
  const bool flushed = !(mode & WL_MODE_DENORM16_64_IN) && (a & 0x7fff) < WL_F16_LEAST_NORMAL;
  const uint32_t magnitude = flushed ? 0 : a & 0x7fff;
  // As bits of an f32 it is too small by the difference of the exponents; so is a denormal.
  const uint32_t number = bits(f32(magnitude << 13) * 0x1p112f);
  return f32(number | (magnitude >= WL_F16_INF ? WL_F32_INF : 0) | (a & WL_F16_SIGN) << 16);
}

// A result, rounded and flushed as MODE says.
INLINE uint32_t half_out(float x, uint32_t mode) {
  const uint32_t magnitude = bits(x) & 0x7fffffff, sign = bits(x) >> 16 & WL_F16_SIGN;
  const uint32_t normal = (magnitude + 0xfff + (magnitude >> 13 & 1) - (112 << 23)) >> 13;
  // Beside 0.5 the last bit of an f32 has the weight of a denormal f16's.
  const uint32_t denormal = bits(f32(magnitude) + 0.5f) - 0x3f000000;
  const uint32_t finite = magnitude < 113 << 23 ? denormal : normal < WL_F16_INF ? normal : WL_F16_INF;
  const uint32_t r = finite | (magnitude > WL_F32_INF ? SUSPECT16 : 0);
  if (mode & WL_MODE_DENORM16_64_OUT) return r | sign;
  return (r < WL_F16_LEAST_NORMAL ? 0 : r == WL_F16_LEAST_NORMAL ? SUSPECT16 : r) | sign;
}

INLINE uint32_t host16_add(uint32_t a, uint32_t b, uint32_t mode) {
  return half_out(half_in(a, mode) + half_in(b, mode), mode);
}
INLINE uint32_t host16_sub(uint32_t a, uint32_t b, uint32_t mode) {
  return half_out(half_in(a, mode) - half_in(b, mode), mode);
}
INLINE uint32_t host16_mul(uint32_t a, uint32_t b, uint32_t mode) {
  return half_out(half_in(a, mode) * half_in(b, mode), mode);
}
// The sum, rounded to odd: its last bit is set if anything was lost.
INLINE float to_odd16(float p, float z) {
  const float sum = p + z, part = sum - p, error = (p - (sum - part)) + (z - part);
  const bool lost = error < 0 || error > 0;  // not if the sum is infinity or a NaN
  const uint32_t even = lost && !(bits(sum) & 1), toward = (error > 0) == (sum > 0) ? 1 : ~0u;
  return f32(bits(sum) + (even ? toward : 0));
}
// The product is exact in f32.
INLINE uint32_t host16_fma(uint32_t a, uint32_t b, uint32_t c, uint32_t mode) {
  return half_out(to_odd16(half_in(a, mode) * half_in(b, mode), half_in(c, mode)), mode);
}
// Flushes in every mode: mode 0. *least is 0 if the product of numbers that are not zero is lost.
INLINE uint32_t host16_mad(uint32_t a, uint32_t b, uint32_t c, uint32_t *least) {
  const uint32_t product = host16_mul(a, b, 0);
  *least = product & 0x7fff || !(a & 0x7fff) || !(b & 0x7fff);
  return host16_add(product, c, 0);
}

// An f32 product and sum, rounded to odd. Rounded to f16 it is what the exact sum gives. The product is exact in
// double; what the double sum has lost is less than half its last place, so it does not change the sign of `lost`.
INLINE uint32_t host_fma_to_odd(uint32_t a, uint32_t b, uint32_t c) {
  const double p = (double)f32(a) * (double)f32(b), z = (double)f32(c);
  const double sum = p + z, part = sum - p, error = (p - (sum - part)) + (z - part);
  const float near = (float)sum;
  const double lost = (sum - (double)near) + error;
  const bool even = (lost < 0 || lost > 0) && !(bits(near) & 1);  // not if the sum is infinity or a NaN
  const uint32_t away = (lost < 0) == (bits(near) >> 31) ? 1 : ~0u;
  return bits(near) + (even ? away : 0);
}
// Each product is exact in f32. f16 denormals are kept, that of c is flushed. No sum is denormal but zero.
INLINE uint32_t host_dot2(uint32_t a, uint32_t b, uint32_t c) {
  enum { KEEP = WL_MODE_DENORM16_64_IN };
  const float sum = half_in(a, KEEP) * half_in(b, KEEP) + f32(wl_f32_flush(c));
  return bits(half_in(a >> 16, KEEP) * half_in(b >> 16, KEEP) + sum);
}

INLINE uint32_t half_flush_in(uint32_t a, uint32_t mode) { return mode & WL_MODE_DENORM16_64_IN ? a : wl_f16_flush(a); }
// Ascending order of numbers, -0 below +0.
INLINE int32_t half_key(uint32_t a) {
  const int32_t magnitude = (int32_t)(a & 0x7fff);
  return a & WL_F16_SIGN ? -magnitude - 1 : magnitude;
}
INLINE uint32_t host16_least(uint32_t a, uint32_t b, uint32_t mode, bool most) {
  const uint32_t x = half_flush_in(a, mode), y = half_flush_in(b, mode);
  const uint32_t r = (half_key(x) < half_key(y)) != most ? x : y;
  return wl_f16_is_nan(x) || wl_f16_is_nan(y) ? SUSPECT16 : r;
}
INLINE uint32_t host16_min(uint32_t a, uint32_t b, uint32_t mode) { return host16_least(a, b, mode, false); }
INLINE uint32_t host16_max(uint32_t a, uint32_t b, uint32_t mode) { return host16_least(a, b, mode, true); }
INLINE uint32_t host16_med3(uint32_t a, uint32_t b, uint32_t c, uint32_t mode) {
  return host16_max(host16_min(a, b, mode), host16_min(host16_max(a, b, mode), c, mode), mode);
}

// The operations on halves as f32 numbers (HOST_WIDE). A NaN operand makes a NaN.
INLINE uint32_t wide16_fma(uint32_t a, uint32_t b, uint32_t c) { return bits(to_odd16(f32(a) * f32(b), f32(c))); }
INLINE uint32_t wide16_max(uint32_t a, uint32_t b) {
  return host_max(a, b) | (__builtin_isunordered(f32(a), f32(b)) ? ~0u : 0);
}
INLINE uint32_t wide16_med3(uint32_t a, uint32_t b, uint32_t c) {
  return wide16_max(host_min(a, b), host_min(wide16_max(a, b), c));
}

#define f32_fma_to_odd(a, b, c) host_fma_to_odd(a, b, c)
#define f32_dot2(a, b, c) BY_WAY(wl_f32_dot2(a, b, c, MODE), host_dot2(a, b, c))
#define BY_WAY16(exact, wide, host) (WAY == HOST_WIDE ? (wide) : BY_WAY(exact, host))
#define f16_add(a, b) BY_WAY16(wl_f16_add(a, b, MODE), host_add(a, b), host16_add(a, b, MODE))
#define f16_sub(a, b) BY_WAY16(wl_f16_sub(a, b, MODE), host_sub(a, b), host16_sub(a, b, MODE))
#define f16_subrev(a, b) BY_WAY16(wl_f16_subrev(a, b, MODE), host_sub(b, a), host16_sub(b, a, MODE))
#define f16_mul(a, b) BY_WAY16(wl_f16_mul(a, b, MODE), host_mul(a, b), host16_mul(a, b, MODE))
#define f16_fma(a, b, c) BY_WAY16(wl_f16_fma(a, b, c, MODE), wide16_fma(a, b, c), host16_fma(a, b, c, MODE))
#define f16_mad(a, b, c) BY_WAY16(wl_f16_mad(a, b, c, MODE), LEAST = 0, host16_mad(a, b, c, &LEAST))
#define f16_min(a, b) BY_WAY16(wl_f16_min(a, b, MODE), host_min(a, b), host16_min(a, b, MODE))
#define f16_max(a, b) BY_WAY16(wl_f16_max(a, b, MODE), wide16_max(a, b), host16_max(a, b, MODE))
#define f16_med3(a, b, c) BY_WAY16(wl_f16_med3(a, b, c, MODE), wide16_med3(a, b, c), host16_med3(a, b, c, MODE))

#endif
