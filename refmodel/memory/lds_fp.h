// SPDX-License-Identifier: Apache-2.0
// Floating point of the LDS atomics (numerics.md 9). t is what memory holds; it is the first operand.
#ifndef WAVELOCK_LDS_FP_H
#define WAVELOCK_LDS_FP_H

#include "execute/fp.h"
#include "execute/fp_pack.h"

// Rounds to nearest even and makes a NaN quiet in every mode. The f32 bits of MODE control denormals.
static inline uint32_t f32_add(uint32_t t, uint32_t d0, uint32_t mode) {
  return wl_f32_add(t, d0, (mode & ~WL_MODE_ROUND32) | WL_MODE_IEEE);
}

// Denormals are flushed for the comparison (D-NUM-40). -0 and +0 are equal.
static inline bool wl_lds_equal(const struct wl_fp_format *f, uint64_t t, uint64_t d0, uint32_t mode) {
  if (wl_is_nan(f, t) || wl_is_nan(f, d0)) return false;
  t = wl_flush_in(f, t, mode);
  d0 = wl_flush_in(f, d0, mode);
  return t == d0 || (wl_is_zero(f, t) && wl_is_zero(f, d0));
}

// The greater (sign 1) or the lesser (sign -1) of two, by the steps of numerics.md 3.2 with memory as the first
// operand. A signalling NaN wins in every mode; of two quiet NaNs memory's is kept (D-NUM-38). Denormals are flushed
// for the comparison only.
static inline uint64_t wl_lds_extreme(const struct wl_fp_format *f, uint64_t t, uint64_t d0, uint32_t mode, int sign) {
  const uint64_t quiet = wl_quiet_bit(f);
  if (wl_is_nan(f, t) && !(t & quiet)) return t | quiet;
  if (wl_is_nan(f, d0) && !(d0 & quiet)) return d0 | quiet;
  if (wl_is_nan(f, d0)) return t;
  if (wl_is_nan(f, t)) return d0;
  const int64_t a = wl_fp_key(f, wl_flush_in(f, t, mode)), b = wl_fp_key(f, wl_flush_in(f, d0, mode));
  return sign > 0 ? (a > b ? t : d0) : (a < b ? t : d0);
}

#define f32_min(t, d0, mode) ((uint32_t)wl_lds_extreme(&wl_f32_format, t, d0, mode, -1))
#define f32_max(t, d0, mode) ((uint32_t)wl_lds_extreme(&wl_f32_format, t, d0, mode, 1))
#define f32_equal(t, d0, mode) wl_lds_equal(&wl_f32_format, t, d0, mode)
#define f64_min(t, d0, mode) wl_lds_extreme(&wl_f64_format, t, d0, mode, -1)
#define f64_max(t, d0, mode) wl_lds_extreme(&wl_f64_format, t, d0, mode, 1)
#define f64_equal(t, d0, mode) wl_lds_equal(&wl_f64_format, t, d0, mode)

#endif
