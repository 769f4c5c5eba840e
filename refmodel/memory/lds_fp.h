// SPDX-License-Identifier: Apache-2.0
// Floating point of the LDS atomics (numerics.md 9). t is what memory holds; it is the first operand.
#ifndef WAVELOCK_LDS_FP_H
#define WAVELOCK_LDS_FP_H

#include "execute/fp.h"

// Rounds to nearest even in every mode. The f32 bits of MODE control denormals.
static inline uint32_t f32_add(uint32_t t, uint32_t d0, uint32_t mode) {
  return wl_f32_add(t, d0, mode & ~WL_MODE_ROUND32);
}

// A float format of `bits` bits, `fraction` of them fraction bits. Values are the low bits of 64.
struct wl_lds_float {
  uint32_t bits, fraction;
  uint32_t keep;  // MODE bit that keeps input denormals
};
static const struct wl_lds_float wl_lds_f32 = {32, 23, WL_MODE_DENORM32_IN};
static const struct wl_lds_float wl_lds_f64 = {64, 52, WL_MODE_DENORM16_64_IN};

static inline uint64_t wl_lds_sign(struct wl_lds_float f) { return 1ull << (f.bits - 1); }
static inline uint64_t wl_lds_infinity(struct wl_lds_float f) { return wl_lds_sign(f) - (1ull << f.fraction); }
static inline bool wl_lds_nan(struct wl_lds_float f, uint64_t a) {
  return (a & (wl_lds_sign(f) - 1)) > wl_lds_infinity(f);
}
static inline uint64_t wl_lds_quiet(struct wl_lds_float f) { return 1ull << (f.fraction - 1); }

static inline bool wl_lds_equal(struct wl_lds_float f, uint64_t t, uint64_t d0) {
  if (wl_lds_nan(f, t) || wl_lds_nan(f, d0)) return false;
  return t == d0 || ((t | d0) & (wl_lds_sign(f) - 1)) == 0;
}

// A number's place in ascending order, -0 below +0. Denormals that MODE flushes count as the zero of their sign.
static inline int64_t wl_lds_key(struct wl_lds_float f, uint64_t a, uint32_t mode) {
  const bool flush = !(mode & f.keep) && !(a & wl_lds_infinity(f));
  const uint64_t magnitude = flush ? 0 : a & (wl_lds_sign(f) - 1);
  return a & wl_lds_sign(f) ? -(int64_t)magnitude - 1 : (int64_t)magnitude;
}

// The greater (sign 1) or the lesser (sign -1) of two, by the steps of numerics.md 3.2 with memory as the first
// operand. A signalling NaN wins in every mode. Denormals are flushed for the comparison only.
static inline uint64_t wl_lds_extreme(struct wl_lds_float f, uint64_t t, uint64_t d0, uint32_t mode, int sign) {
  const uint64_t quiet = wl_lds_quiet(f);
  if (wl_lds_nan(f, t) && !(t & quiet)) return t | quiet;
  if (wl_lds_nan(f, d0) && !(d0 & quiet)) return d0 | quiet;
  if (wl_lds_nan(f, t)) return d0;
  if (wl_lds_nan(f, d0)) return t;
  const int64_t a = wl_lds_key(f, t, mode), b = wl_lds_key(f, d0, mode);
  return sign > 0 ? (a > b ? t : d0) : (a < b ? t : d0);
}

#define f32_min(t, d0, mode) ((uint32_t)wl_lds_extreme(wl_lds_f32, t, d0, mode, -1))
#define f32_max(t, d0, mode) ((uint32_t)wl_lds_extreme(wl_lds_f32, t, d0, mode, 1))
#define f32_equal(t, d0) wl_lds_equal(wl_lds_f32, t, d0)
#define f64_min(t, d0, mode) wl_lds_extreme(wl_lds_f64, t, d0, mode, -1)
#define f64_max(t, d0, mode) wl_lds_extreme(wl_lds_f64, t, d0, mode, 1)
#define f64_equal(t, d0) wl_lds_equal(wl_lds_f64, t, d0)

#endif
