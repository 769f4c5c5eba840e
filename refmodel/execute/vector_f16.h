// SPDX-License-Identifier: Apache-2.0
// Loops over lanes for f16: fast by the host's arithmetic (fp_fast16.h), else by fp_*.c.
#ifndef WAVELOCK_VECTOR_F16_H
#define WAVELOCK_VECTOR_F16_H

#include "execute/vector_lanes.h"

// Computes halves of t again with fp_*.c: all of them, or those with a NaN. The body has one half, the low one.
INLINE void exact_halves(uint32_t *t, const uint32_t *a, const uint32_t *b, const uint32_t *c, unsigned sources,
                         uint32_t mode, bool all, bool packed, body32 *body) {
  struct lane_out out;
#pragma GCC unroll 1
  for (unsigned i = 0; i < WL_LANES; i++) {
    const uint32_t x = a[i], y = sources > 1 ? b[i] : 0, z = sources > 2 ? c[i] : 0;
    uint32_t low = t[i] & 0xffff, high = packed ? t[i] >> 16 : 0;
    if (all || wl_f16_is_nan(low)) low = body(x, y, z, i, mode, false, EXACT, &out);
    if (packed && (all || wl_f16_is_nan(high))) high = body(x >> 16, y >> 16, z >> 16, i, mode, false, EXACT, &out);
    t[i] = low | high << 16;
  }
}

// Returns the largest magnitude; more than infinity means that there is a NaN.
INLINE int32_t host_halves(uint32_t *t, const uint32_t *a, const uint32_t *b, const uint32_t *c, unsigned sources,
                           uint32_t mode, bool packed, body32 *body) {
  int32_t largest = 0;
  FOR_LANES(i, WL_LANES) {
    struct lane_out out;
    const uint32_t x = a[i], y = sources > 1 ? b[i] : 0, z = sources > 2 ? c[i] : 0;
    const uint32_t low = body(x, y, z, i, mode, false, HOST, &out);
    const uint32_t high = packed ? body(x >> 16, y >> 16, z >> 16, i, mode, false, HOST, &out) : 0;
    largest = max_i32(largest, (int32_t)(low & 0x7fff));
    largest = max_i32(largest, (int32_t)(high & 0x7fff));
    t[i] = low | high << 16;
  }
  return largest;
}

INLINE void lanes_f16(const struct wl_wave *w, uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c,
                      unsigned sources, bool packed, body32 *body, exact_fn *exact) {
  const uint32_t mode = w->mode;
  if (FP_PURE || mode & (WL_MODE_ROUND16_64 | WL_MODE_FP16_OVFL)) {
    exact(d, a, b, c, mode, true);
    return;
  }
  // fp_*.c may need the sources again, so the result must not overwrite them.
  uint32_t t[WL_LANES];
  const bool overlaps = d == a || (sources > 1 && d == b) || (sources > 2 && d == c);
  uint32_t *to = overlaps ? t : d;
  // The usual mode is a constant in a loop of its own.
  enum { KEEP = WL_MODE_DENORM16_64_IN | WL_MODE_DENORM16_64_OUT };
  const bool keep = (mode & KEEP) == KEEP;
  const int32_t largest = keep ? host_halves(to, a, b, c, sources, KEEP, packed, body)
                               : host_halves(to, a, b, c, sources, mode, packed, body);
  if (largest > WL_F16_INF) exact(to, a, b, c, mode, false);
  if (overlaps) memcpy(d, t, sizeof t);
}

// v_mad_mix: the body is the f32 operation. With to_half its result is rounded to f16.
INLINE void exact_mix(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c, unsigned halves,
                      bool to_half, uint32_t mode, bool all) {
  for (unsigned i = 0; i < WL_LANES; i++) {
    const bool suspect = to_half ? wl_f16_is_nan(d[i]) : wl_f32_is_nan(d[i]);
    if (all || suspect) d[i] = (uint32_t)wl_fp_mad_mix(a[i], b[i], c[i], halves, to_half, mode).bits;
  }
}

// d is none of the sources.
INLINE void lanes_mix(const struct wl_wave *w, const struct wl_insn *n, uint32_t *d, const uint32_t *a,
                      const uint32_t *b, const uint32_t *c, bool to_half, body32 *body) {
  const uint32_t mode = w->mode, other = to_half ? WL_MODE_ROUND16_64 | WL_MODE_FP16_OVFL : 0;
  const unsigned halves = n->sel >> 3;
#ifndef WL_PURE
  if (!(mode & (WL_MODE_ROUND32 | other))) {
    const bool half_a = halves & 1, half_b = halves & 2, half_c = halves & 4;
    bool any = false;
    FOR_LANES(i, WL_LANES) {
      struct lane_out out;
      const uint32_t x = half_a ? bits(half_in(a[i], 0)) : wl_f32_flush(a[i]);
      const uint32_t y = half_b ? bits(half_in(b[i], 0)) : wl_f32_flush(b[i]);
      const uint32_t z = half_c ? bits(half_in(c[i], 0)) : wl_f32_flush(c[i]);
      const uint32_t sum = mark_least(wl_f32_flush(body(x, y, z, i, mode, false, HOST_FLUSH, &out)), 0);
      d[i] = to_half ? half_out(f32(sum), 0) : sum;
      any |= to_half ? wl_f16_is_nan(d[i]) : wl_f32_is_nan(d[i]);
    }
    if (any) exact_mix(d, a, b, c, halves, to_half, mode, false);
    return;
  }
#endif
  (void)body, (void)other;
  exact_mix(d, a, b, c, halves, to_half, mode, true);
}

#endif
