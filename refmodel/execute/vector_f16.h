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

// What a loop of f16 met. A denormal has the least magnitude, less one, of those that are not zero.
struct halves {
  uint32_t least_source, least_result;  // magnitude, less one
  uint32_t most;                        // magnitude of a result; more than infinity is a NaN
  bool lost;                            // a result is zero that may have been a number
};

// Half i of a row: all halves if packed, else the low ones. The type makes loops over them short.
typedef uint16_t __attribute__((may_alias)) wl_half;
#define HALF_OF(row, i, packed) ((uint16_t)(((const wl_half *)(const void *)(row))[(packed) ? (i) : 2 * (i)] & 0x7fff))

INLINE struct halves see_halves(const uint32_t *t, const uint32_t *a, const uint32_t *b, const uint32_t *c,
                                unsigned sources, bool packed) {
  uint16_t source = UINT16_MAX, result = UINT16_MAX, most = 0, lost = 0;
  const unsigned count = packed ? 2 * WL_LANES : WL_LANES;
  FOR_LANES(i, count) {
    const uint16_t r = HALF_OF(t, i, packed), x = HALF_OF(a, i, packed);
    const uint16_t y = sources > 1 ? HALF_OF(b, i, packed) : 1, z = sources > 2 ? HALF_OF(c, i, packed) : 1;
    const uint16_t x1 = (uint16_t)(x - 1), y1 = (uint16_t)(y - 1), z1 = (uint16_t)(z - 1), r1 = (uint16_t)(r - 1);
    source = x1 < source ? x1 : source;
    if (sources > 1) source = y1 < source ? y1 : source;
    if (sources > 2) source = z1 < source ? z1 : source;
    result = r1 < result ? r1 : result;
    most = r > most ? r : most;
    lost |= (uint16_t)((r == 0) & (x != 0) & (y != 0));
  }
  return (struct halves){source, result, most, lost};
}

// What that may have raised, apart from X. A product with a factor of zero is exact.
INLINE uint32_t halves_raise(const struct halves *h) {
  const uint32_t least = WL_F16_LEAST_NORMAL - 1;
  const bool denormal = h->least_source < least, tiny = h->least_result < least || h->lost;
  return (denormal ? WL_FP_INPUT_DENORMAL | WL_FP_UNDERFLOW : 0) | (tiny ? WL_FP_UNDERFLOW : 0) |
         (h->most >= WL_F16_INF ? WL_FP_INVALID | WL_FP_DIVISION_BY_ZERO | WL_FP_OVERFLOW | WL_FP_INPUT_DENORMAL : 0);
}

// Returns whether v_mad has lost a product: it is zero, and its factors are not.
INLINE bool host_halves(uint32_t *t, const uint32_t *a, const uint32_t *b, const uint32_t *c, unsigned sources,
                        uint32_t mode, bool packed, body32 *body) {
  uint32_t least = UINT32_MAX;
  FOR_LANES(i, WL_LANES) {
    struct lane_out out, out_high;
    const uint32_t x = a[i], y = sources > 1 ? b[i] : 0, z = sources > 2 ? c[i] : 0;
    const uint32_t low = body(x, y, z, i, mode, false, HOST, &out);
    const uint32_t high = packed ? body(x >> 16, y >> 16, z >> 16, i, mode, false, HOST, &out_high) : 0;
    least = min_u32(least, out.least);
    t[i] = low | high << 16;
  }
  return least == 0;
}

#ifdef __F16C__
// Halves that are computed together, as f32 numbers. Eight of a row: if packed those from half `at` on, else the low
// ones of the lanes from `at` on.
enum { WIDE = 8 };
typedef uint32_t wide[WIDE] __attribute__((aligned(32)));
typedef uint16_t wl_halves __attribute__((vector_size(2 * WIDE), may_alias, aligned(2)));

INLINE void widen(wide to, const uint32_t *row, unsigned at, bool packed) {
  typedef short halves __attribute__((vector_size(2 * WIDE)));
  halves h;
  if (packed) {
    h = (halves) * (const wl_halves *)((const wl_half *)(const void *)row + at);
  } else {
    const wl_part low = *(const wl_part *)(row + at) & 0xffff;
    h = (halves) __builtin_convertvector(low, wl_halves);
  }
  *(wl_floats *)to = __builtin_ia32_vcvtph2ps256(h);
}
// Rounds to nearest. Denormals are kept in every mode of the host.
INLINE void narrow(uint32_t *row, unsigned at, bool packed, const wide from) {
  const wl_halves h = (wl_halves)__builtin_ia32_vcvtps2ph256(*(const wl_floats *)from, 0);
  if (packed) *(wl_halves *)((wl_half *)(void *)row + at) = h;
  else *(wl_part *)(row + at) = __builtin_convertvector(h, wl_part);
}

// Whether one of the halves of a row is denormal: a minimum of magnitudes, less one.
INLINE uint16_t least_half(uint16_t least, const uint32_t *row, unsigned i, bool packed) {
  const uint32_t mask = packed || i % 2 == 0 ? 0x7fff : 0;
  const uint16_t magnitude = (uint16_t)((((const wl_half *)(const void *)row)[i] & mask) - 1);
  return magnitude < least ? magnitude : least;
}
INLINE uint32_t denormal_halves(const uint32_t *t, const uint32_t *a, const uint32_t *b, const uint32_t *c,
                                unsigned sources, bool packed) {
  uint16_t source = UINT16_MAX, result = UINT16_MAX;
  FOR_LANES(i, 2 * WL_LANES) {
    source = least_half(source, a, i, packed);
    if (sources > 1) source = least_half(source, b, i, packed);
    if (sources > 2) source = least_half(source, c, i, packed);
    result = least_half(result, t, i, packed);
  }
  const uint32_t least = WL_F16_LEAST_NORMAL - 1;
  return (source < least ? WL_FP_INPUT_DENORMAL | WL_FP_UNDERFLOW : 0) | (result < least ? WL_FP_UNDERFLOW : 0);
}

// With the host's conversions, where denormals are kept. Its float unit then has met overflow, inexact results, and
// underflow if the result is inexact; NaNs as invalid.
INLINE void wide_halves(uint32_t *t, const uint32_t *a, const uint32_t *b, const uint32_t *c, unsigned sources,
                        uint32_t mode, bool packed, body32 *body) {
  const unsigned count = packed ? 2 * WL_LANES : WL_LANES;
  for (unsigned at = 0; at < count; at += WIDE) {
    wide x, y = {0}, z = {0}, r;
    widen(x, a, at, packed);
    if (sources > 1) widen(y, b, at, packed);
    if (sources > 2) widen(z, c, at, packed);
#pragma GCC unroll 1
    FOR_LANES(i, WIDE) {
      struct lane_out out;
      r[i] = body(x[i], y[i], z[i], i, mode, false, HOST_WIDE, &out);
    }
    meet_floats(*(const wl_floats *)r, *(const wl_floats *)r);
    narrow(t, at, packed, r);
  }
}

// Whether HOST_WIDE computes it: a constant.
INLINE bool has_wide(body32 *body) {
  struct lane_out out;
  (void)body(0, 0, 0, 0, 0, false, HOST_WIDE, &out);
  return out.least != 0;
}
#endif

INLINE void pure_halves(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c, unsigned sources,
                        uint32_t mode, bool packed, body32 *body) {
  struct lane_out out;
  for (unsigned i = 0; i < WL_LANES; i++) {
    const uint32_t x = a[i], y = sources > 1 ? b[i] : 0, z = sources > 2 ? c[i] : 0;
    const uint32_t high = packed ? body(x >> 16, y >> 16, z >> 16, i, mode, false, EXACT, &out) : 0;
    d[i] = body(x, y, z, i, mode, false, EXACT, &out) | high << 16;
  }
}

// What operands and result tell of the exceptions. F16_ORDER: minimum or maximum, which raises I and D alone.
// F16_FIXUP: nothing, as the quotient of v_div_fixup may be a NaN that the result does not show.
enum f16_tells { F16_SUM, F16_ORDER, F16_FIXUP };

INLINE void lanes_f16(struct wl_wave *w, const struct wl_insn *n, uint32_t *d, const uint32_t *a, const uint32_t *b,
                      const uint32_t *c, unsigned sources, bool packed, enum f16_tells tells, body32 *body,
                      body32 *wide_body, exact_fn *exact) {
  const uint32_t mode = w->mode;
  if (FP_PURE) {
    pure_halves(d, a, b, c, sources, mode, packed, body);
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
  // The usual mode is a constant in a loop of its own.
  enum { KEEP = WL_MODE_DENORM16_64_IN | WL_MODE_DENORM16_64_OUT };
  const bool keep = (mode & KEEP) == KEEP;
#ifdef __F16C__
  if (keep && tells != F16_FIXUP && has_wide(wide_body)) {
    wide_halves(to, a, b, c, sources, KEEP, packed, wide_body);
    const uint32_t host = host_met(0), nan = host & WL_FP_INVALID;
    // A NaN hides a denormal operand of its lane.
    uint32_t raised = host | denormal_halves(to, a, b, c, sources, packed) | (nan ? WL_FP_INPUT_DENORMAL : 0);
    if (tells == F16_ORDER) raised &= WL_FP_INVALID | WL_FP_INPUT_DENORMAL;
    if (nan) exact(to, a, b, c, mode);
    if (raised & ~w->trapsts) wl_collect_host(w, n, a, b, c);
    else if (nan) wl_host_forget();
    if (overlaps) copy_row(d, t);
    return;
  }
#else
  (void)wide_body;
#endif
  const bool lost = keep ? host_halves(to, a, b, c, sources, KEEP, packed, body)
                         : host_halves(to, a, b, c, sources, mode, packed, body);
  const struct halves met = see_halves(to, a, b, c, sources, packed);
  const uint32_t all = halves_raise(&met) | (lost ? WL_FP_UNDERFLOW : 0);
  uint32_t raised = all | WL_FP_INEXACT;
  if (tells == F16_ORDER) raised = all & (WL_FP_INVALID | WL_FP_INPUT_DENORMAL);
  if (tells == F16_FIXUP) raised = ~0u;
  if (met.most > WL_F16_INF) exact(to, a, b, c, mode);
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

// v_mad_mix and v_fma_mix: the body is the f32 operation. With to_half its result is rounded to f16.
struct mix {
  bool fused, to_half;
};

INLINE void exact_mix(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c, unsigned halves,
                      struct mix mix, uint32_t mode, bool all) {
  for (unsigned i = 0; i < WL_LANES; i++) {
    const bool suspect = mix.to_half ? wl_f16_is_nan(d[i]) : wl_f32_is_nan(d[i]);
    if (!all && !suspect) continue;
    d[i] = (uint32_t)wl_fp_bits(mix.fused ? wl_fp_fma_mix(a[i], b[i], c[i], halves, mix.to_half, mode)
                                          : wl_fp_mad_mix(a[i], b[i], c[i], halves, mix.to_half, mode));
  }
}

// Whether a source is denormal.
INLINE bool denormal_mix(uint32_t a, bool half) {
  return half ? (a & 0x7fff) - 1 < WL_F16_LEAST_NORMAL - 1u : beside_zero(a) < TOO_SMALL - 1u;
}

// d is none of the sources.
INLINE void lanes_mix(struct wl_wave *w, const struct wl_insn *n, uint32_t *d, const uint32_t *a, const uint32_t *b,
                      const uint32_t *c, struct mix mix, body32 *body) {
  const uint32_t mode = w->mode;
  const bool to_half = mix.to_half;
  const unsigned halves = n->sel >> 3;
#ifdef WL_PURE
  (void)body;
  (void)to_half;
  exact_mix(d, a, b, c, halves, mix, mode, true);
#else
  const uint32_t to32 = to_half && mix.fused ? 0 : WL_MODE_ROUND32;
  if (mode & (to32 | (to_half ? WL_MODE_ROUND16_64 | WL_MODE_FP16_OVFL : 0))) {
    (void)wl_collect(w, n, d, a, b, c);
    return;
  }
  const bool half_a = halves & 1, half_b = halves & 2, half_c = halves & 4;
  // What MODE keeps: v_mad_mix flushes always. A sum on its way to f16 is no result yet.
  const uint32_t keep_in = mix.fused ? keep_denormals(mode, WL_MODE_DENORM32_IN) : 0;
  const uint32_t keep_out = mix.fused ? to_half ? ~0u : keep_denormals(mode, WL_MODE_DENORM32_OUT) : 0;
  const uint32_t in16 = keep_in & WL_MODE_DENORM16_64_IN, out16 = mix.fused ? mode : 0;
  uint32_t raised = 0, any = 0;
  FOR_LANES(i, WL_LANES) {
    struct lane_out out;
    const uint32_t x = half_a ? bits(half_in(a[i], in16)) : flush_unless(a[i], keep_in);
    const uint32_t y = half_b ? bits(half_in(b[i], in16)) : flush_unless(b[i], keep_in);
    const uint32_t z = half_c ? bits(half_in(c[i], in16)) : flush_unless(c[i], keep_in);
    const uint32_t whole = body(x, y, z, i, mode, false, HOST_FLUSH, &out);
    const uint32_t sum = mark_least(flush_unless(whole, keep_out), keep_out);
    const uint32_t r = to_half ? half_out(f32(sum), out16) : sum, magnitude = r & 0x7fff;
    d[i] = r;
    any |= (to_half ? wl_f16_is_nan(r) : wl_f32_is_nan(r)) ? ~0u : 0;
    raised |= denormal_mix(a[i], half_a) || denormal_mix(b[i], half_b) || denormal_mix(c[i], half_c) ? HOST_MEETS : 0;
    raised |= min_u32(out.least, beside_zero(whole)) < TOO_SMALL ? WL_FP_UNDERFLOW | WL_FP_INEXACT : 0;
    if (to_half) {
      raised |= magnitude < WL_F16_LEAST_NORMAL && sum & 0x7fffffff ? WL_FP_UNDERFLOW : 0;
      raised |= magnitude == WL_F16_INF ? WL_FP_OVERFLOW : 0;
    }
  }
  if (to_half) raised |= WL_FP_INEXACT;  // the step to f16 does not say
  if (any) raised |= WL_FP_INVALID | WL_FP_INPUT_DENORMAL | WL_FP_UNDERFLOW;
  if (any) exact_mix(d, a, b, c, halves, mix, mode, false);
  if ((raised | host_met(raised)) & ~w->trapsts) wl_collect_host(w, n, a, b, c);
#endif
}

// v_dot2_f32_f16 rounds to nearest in every mode.
INLINE void lanes_dot(struct wl_wave *w, const struct wl_insn *n, uint32_t *d, const uint32_t *a, const uint32_t *b,
                      const uint32_t *c, body32 *body, exact_fn *exact) {
  if (FP_PURE) {
    lanes32(w, n, d, a, b, c, 3, body);
    return;
  }
  uint32_t t[WL_LANES], special = 0, denormal = 0;  // fp_*.c may need the sources again
  FOR_LANES(i, WL_LANES) {
    struct lane_out out;
    t[i] = body(a[i], b[i], c[i], i, w->mode, false, HOST, &out);
    special |= wl_f32_is_nan(t[i]) ? ~0u : 0;
    denormal |= beside_zero(c[i]) < TOO_SMALL - 1u ? ~0u : 0;
  }
  if (special) exact(t, a, b, c, w->mode);
  const uint32_t seen = (special ? WL_FP_INVALID | WL_FP_INPUT_DENORMAL : 0) | (denormal ? WL_FP_INPUT_DENORMAL : 0);
  const uint32_t raised = (seen | host_met(seen)) & (WL_FP_INVALID | WL_FP_INPUT_DENORMAL | WL_FP_INEXACT);
  if (raised & ~w->trapsts) wl_collect_host(w, n, a, b, c);
  memcpy(d, t, sizeof t);
}

#endif
