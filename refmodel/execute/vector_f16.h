// SPDX-License-Identifier: Apache-2.0
// Loops over lanes for f16: fast by the host's arithmetic (fp_fast16.h), else by fp_*.c.
#ifndef WAVELOCK_VECTOR_F16_H
#define WAVELOCK_VECTOR_F16_H

#include "execute/vector_lanes.h"

// Computes halves of t again with fp_*.c where they are a NaN. The body has one half, the low one.
INLINE void exact_halves(uint32_t *t, const uint32_t *a, const uint32_t *b, const uint32_t *c, unsigned sources,
                         uint32_t mode, bool packed, body32 *body) {
  struct lane_out out;
#pragma GCC unroll 1
  for (unsigned i = 0; i < WL_LANES; i++) {
    const uint32_t x = a[i], y = sources > 1 ? b[i] : 0, z = sources > 2 ? c[i] : 0;
    uint32_t low = t[i] & 0xffff, high = packed ? t[i] >> 16 : 0;
    if (wl_f16_is_nan(low)) low = body(x, y, z, i, mode, false, EXACT, &out);
    if (packed && wl_f16_is_nan(high)) high = body(x >> 16, y >> 16, z >> 16, i, mode, false, EXACT, &out);
    t[i] = low | high << 16;
  }
}

// What the result r of one half may have raised, apart from X. product_lost: v_mad has flushed its product.
INLINE uint32_t half_raises(uint32_t r, uint32_t x, uint32_t y, uint32_t z, unsigned sources, bool product_lost) {
  const uint32_t least = WL_F16_LEAST_NORMAL, result = r & 0x7fff, mx = x & 0x7fff, my = y & 0x7fff, mz = z & 0x7fff;
  const bool denormal =
      mx - 1 < least - 1 || (sources > 1 && my - 1 < least - 1) || (sources > 2 && mz - 1 < least - 1);
  const bool tiny = result < least && (result != 0 || (mx != 0 && (sources == 1 || my != 0)));
  return (denormal ? WL_FP_INPUT_DENORMAL | WL_FP_UNDERFLOW : 0) | (tiny || product_lost ? WL_FP_UNDERFLOW : 0) |
         (result >= WL_F16_INF ? WL_FP_INVALID | WL_FP_DIVISION_BY_ZERO | WL_FP_OVERFLOW | WL_FP_INPUT_DENORMAL : 0);
}

// Returns what the halves may have raised, apart from X. *largest: magnitude; more than infinity means a NaN.
INLINE uint32_t host_halves(uint32_t *t, const uint32_t *a, const uint32_t *b, const uint32_t *c, unsigned sources,
                            uint32_t mode, bool packed, body32 *body, int32_t *largest) {
  int32_t most = 0;
  uint32_t raised = 0;
  FOR_LANES(i, WL_LANES) {
    struct lane_out out, out_high;
    const uint32_t x = a[i], y = sources > 1 ? b[i] : 0, z = sources > 2 ? c[i] : 0;
    const uint32_t low = body(x, y, z, i, mode, false, HOST, &out);
    const uint32_t high = packed ? body(x >> 16, y >> 16, z >> 16, i, mode, false, HOST, &out_high) : 0;
    most = max_i32(most, (int32_t)(low & 0x7fff));
    most = max_i32(most, (int32_t)(high & 0x7fff));
    raised |= half_raises(low, x, y, z, sources, out.least == 0);
    if (packed) raised |= half_raises(high, x >> 16, y >> 16, z >> 16, sources, out_high.least == 0);
    t[i] = low | high << 16;
  }
  *largest = most;
  return raised;
}

// order: minimum or maximum, which raises I and D alone.
INLINE void lanes_f16(struct wl_wave *w, const struct wl_insn *n, uint32_t *d, const uint32_t *a, const uint32_t *b,
                      const uint32_t *c, unsigned sources, bool packed, bool order, body32 *body, exact_fn *exact) {
  const uint32_t mode = w->mode;
  if (FP_PURE) {
    lanes32(w, n, d, a, b, c, sources, body);
    return;
  }
  if (mode & (WL_MODE_ROUND16_64 | WL_MODE_FP16_OVFL)) {
    (void)wl_collect(w, n, d, a, b, c);
    return;
  }
  // fp_*.c may need the sources again, so the result must not overwrite them.
  uint32_t t[WL_LANES];
  const bool overlaps = d == a || (sources > 1 && d == b) || (sources > 2 && d == c);
  uint32_t *to = overlaps ? t : d;
  int32_t largest;
  const uint32_t met = host_halves(to, a, b, c, sources, mode, packed, body, &largest);
  const uint32_t raised = order ? met & (WL_FP_INVALID | WL_FP_INPUT_DENORMAL) : met | WL_FP_INEXACT;
  if (largest > WL_F16_INF) exact(to, a, b, c, mode);
  if (raised & ~w->trapsts) wl_collect_host(w, n, a, b, c);
  if (overlaps) memcpy(d, t, sizeof t);
}

// Only a denormal or a NaN raises something.
INLINE bool compares_special(uint32_t a) {
  const uint32_t magnitude = a & 0x7fff;
  return magnitude - 1 < WL_F16_LEAST_NORMAL - 1 || magnitude > WL_F16_INF;
}

INLINE uint64_t lanes_compare_f16(struct wl_wave *w, const struct wl_insn *n, const uint32_t *a, const uint32_t *b,
                                  body_compare *body) {
  if (FP_PURE) {
    raise_compared(&wl_f16_format, a, b, false, n->clamp);
  } else {
    uint32_t special = 0;
    FOR_LANES(i, WL_LANES) special |= compares_special(a[i]) || compares_special(b[i]) ? ~0u : 0;
    const uint32_t raised = special & (WL_FP_INVALID | WL_FP_INPUT_DENORMAL);
    if (raised & ~w->trapsts) wl_collect_host(w, n, a, b, NULL);
  }
  const bool keep = w->mode & WL_MODE_DENORM16_64_IN;
  return keep ? compare(a, b, false, NO_FLOAT, body) : compare(a, b, false, FLOAT16, body);
}

#endif
