// SPDX-License-Identifier: Apache-2.0
// Loops over the 64 lanes of a wave around a body with f64 sources or an f64 result. An f64 is two rows: its low words,
// then its high words.
#ifndef WAVELOCK_VECTOR_F64_H
#define WAVELOCK_VECTOR_F64_H

#include "execute/vector_lanes.h"

// CI is the lane's bit of VCC, for v_div_fmas. A result of 32 bits is the low half of D.
typedef uint64_t body_f64(uint64_t, uint64_t, uint64_t, bool, uint32_t, enum way, bool *);

#define BODY_F64(name, ...)                                                                                      \
  INLINE uint64_t name(uint64_t S0, uint64_t S1, uint64_t S2, bool CI, uint32_t MODE, enum way WAY, bool *out) { \
    uint64_t D;                                                                                                  \
    bool CO = false;                                                                                             \
    (void)S0, (void)S1, (void)S2, (void)CI, (void)MODE, (void)WAY;                                               \
    __VA_ARGS__;                                                                                                 \
    *out = CO;                                                                                                   \
    return D;                                                                                                    \
  }

enum {
  HIGH_SIGN = (int)0x80000000u,
  HIGH_INF = 0x7ff00000,   // the high word of infinity
  HIGH_2_31 = 0x41e00000,  // of 2^31
  MODE_DENORM64 = WL_MODE_DENORM16_64_IN | WL_MODE_DENORM16_64_OUT,
};

INLINE uint32_t high_magnitude(const uint32_t *d, unsigned i) { return d[WL_LANES + i] & ~(uint32_t)HIGH_SIGN; }

// Computes lanes of d with fp_*.c: all of them, or those that are infinite or a NaN. Returns CO. Bit i of wide: source
// i has 64 bits. rows: of the result.
INLINE uint64_t exact_f64(const struct wl_wave *w, uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c,
                          unsigned sources, unsigned wide, unsigned rows, bool all, body_f64 *body) {
  const uint64_t vcc = wl_vcc(w);
  uint64_t out = 0;
#pragma GCC unroll 1
  for (unsigned i = 0; i < WL_LANES; i++) {
    if (!all && high_magnitude(d, i) < HIGH_INF) continue;
    bool co;
    const uint64_t x = lane64(a, i, wide & 1), y = sources > 1 ? lane64(b, i, wide >> 1 & 1) : 0;
    const uint64_t r = body(x, y, sources > 2 ? lane64(c, i, wide >> 2) : 0, vcc >> i & 1, w->mode, EXACT, &co);
    d[i] = (uint32_t)r;
    if (rows == 2) d[WL_LANES + i] = (uint32_t)(r >> 32);
    out |= (uint64_t)co << i;
  }
  return out;
}
typedef void exact_f64_fn(const struct wl_wave *, uint32_t *, const uint32_t *, const uint32_t *, const uint32_t *,
                          bool);

// Lanes that are computed together, and their numbers.
enum { BLOCK = 8 };
typedef uint64_t numbers[BLOCK] __attribute__((aligned(64)));

#ifdef __AVX2__
// AVX2 interleaves two rows within its halves of 128 bits. So the numbers of eight lanes are in the order 0, 1, 4, 5,
// 2, 3, 6, 7 here.
typedef float wl_eight __attribute__((vector_size(32), may_alias, aligned(4)));
INLINE void load_block(numbers to, const uint32_t *row) {
  const wl_eight low = *(const wl_eight *)row, high = *(const wl_eight *)(row + WL_LANES);
  wl_eight *x = (wl_eight *)to;
  x[0] = __builtin_shufflevector(low, high, 0, 8, 1, 9, 4, 12, 5, 13);
  x[1] = __builtin_shufflevector(low, high, 2, 10, 3, 11, 6, 14, 7, 15);
}
INLINE void store_low(uint32_t *row, const numbers from) {
  const wl_eight *x = (const wl_eight *)from;
  *(wl_eight *)row = __builtin_shufflevector(x[0], x[1], 0, 2, 8, 10, 4, 6, 12, 14);
}
INLINE void store_high(uint32_t *row, const numbers from) {
  const wl_eight *x = (const wl_eight *)from;
  *(wl_eight *)row = __builtin_shufflevector(x[0], x[1], 1, 3, 9, 11, 5, 7, 13, 15);
}
#else
INLINE void load_block(numbers to, const uint32_t *row) { FOR_LANES(i, BLOCK) to[i] = lane64(row, i, true); }
INLINE void store_low(uint32_t *row, const numbers from) { FOR_LANES(i, BLOCK) row[i] = (uint32_t)from[i]; }
INLINE void store_high(uint32_t *row, const numbers from) { FOR_LANES(i, BLOCK) row[i] = (uint32_t)(from[i] >> 32); }
#endif

// As meet_rows, of so many numbers: a multiple of those in wl_doubles.
INLINE void meet_numbers(const uint64_t *x, const uint64_t *y, unsigned count) {
#if defined(__SSE2__) && !defined(WL_PURE)
  enum { AT_ONCE = sizeof(wl_doubles) / sizeof *x };
#pragma GCC unroll 4
  for (unsigned i = 0; i < count; i += AT_ONCE)
    meet_doubles(*(const wl_doubles *)(x + i), *(const wl_doubles *)(y + i));
#else
  (void)x, (void)y, (void)count;
#endif
}

// Whether one of them is not 0.
INLINE uint32_t any_number(const numbers x) {
  uint64_t any = 0;
  FOR_LANES(i, BLOCK) any |= x[i];
  return any != 0;
}

// By the host's arithmetic where that is exact: to nearest, with denormals kept. Lanes with a NaN go to fp_*.c.
INLINE void lanes_f64(struct wl_wave *w, const struct wl_insn *n, uint32_t *d, const uint32_t *a, const uint32_t *b,
                      const uint32_t *c, unsigned sources, unsigned check, body_f64 *body, exact_f64_fn *exact) {
  if (FP_PURE) {
    exact(w, d, a, b, c, true);
    return;
  }
  if ((w->mode & (WL_MODE_ROUND16_64 | MODE_DENORM64)) != MODE_DENORM64 || (sources == 3 && !HOST_FMA64)) {
    (void)wl_collect(w, n, d, a, b, c);
    return;
  }
  numbers changes = {0};
#pragma GCC unroll 8
  for (unsigned base = 0; base < WL_LANES; base += BLOCK) {
    numbers x, y = {0}, z = {0}, r;
    load_block(x, a + base);
    if (sources > 1) load_block(y, b + base);
    if (sources > 2) load_block(z, c + base);
#pragma GCC unroll 1
    FOR_LANES(i, BLOCK) {
      bool co;
      r[i] = body(x[i], y[i], z[i], false, w->mode, HOST, &co);
      if (check == CHECK_ROUNDED) changes[i] |= x[i] ^ r[i];
    }
    if (check == CHECK_ROUNDED) meet_numbers(x, r, BLOCK);
    else meet_numbers(r, r + BLOCK / 2, BLOCK / 2);
    store_low(d + base, r);
    store_high(d + WL_LANES + base, r);
  }
  const uint32_t changed = any_number(changes), host = host_met(changed);
  const struct met met = {host & WL_FP_INVALID, changed};
  if (met.special) exact(w, d, a, b, c, false);
  if (maybe_raised(host, met, check) & ~w->trapsts) wl_collect_host(w, n, a, b, c);
  else if (met.special) wl_host_forget();
}

// To a 32-bit integer. check: CHECK_I32 or CHECK_U32.
INLINE void lanes_truncated_f64(struct wl_wave *w, const struct wl_insn *n, uint32_t *d, const uint32_t *a,
                                unsigned check, body_f64 *body) {
  uint32_t special = 0;
  FOR_LANES(i, WL_LANES) {
    bool co;
    const uint64_t x = lane64(a, i, true);
    const uint32_t high = (uint32_t)(x >> 32), magnitude = high & ~(uint32_t)HIGH_SIGN;
    special |= (check == CHECK_I32 ? magnitude >= HIGH_2_31 : high >= HIGH_2_31 + (1 << 20)) ? ~0u : 0;
    d[i] = (uint32_t)body(x, 0, 0, false, w->mode, EXACT, &co);
  }
  if (FP_PURE) return;
  const struct met met = {special, 0};
  if (maybe_raised(host_met(met.special), met, check) & ~w->trapsts) wl_collect_host(w, n, a, NULL, NULL);
}

INLINE uint64_t compare_f64(const uint32_t *a, const uint32_t *b, bool flush, body_compare *body) {
  uint32_t results[WL_LANES];  // all ones or 0
#pragma GCC unroll 1
  for (unsigned base = 0; base < WL_LANES; base += BLOCK) {
    numbers x, y, r;
    load_block(x, a + base);
    load_block(y, b + base);
#pragma GCC unroll 1
    FOR_LANES(i, BLOCK) {
      const uint64_t p = flush ? wl_f64_flush(x[i]) : x[i], q = flush ? wl_f64_flush(y[i]) : y[i];
      r[i] = body(p, q) ? ~0ull : 0;
    }
    meet_numbers(x, y, BLOCK);
    store_low(results + base, r);
  }
  return mask_of(results);
}

INLINE uint64_t lanes_compare_f64(struct wl_wave *w, const struct wl_insn *n, const uint32_t *a, const uint32_t *b,
                                  body_compare *body) {
  const struct keep keep = {w->mode & WL_MODE_DENORM16_64_IN ? ~0u : 0, ~0u};
  if (FP_PURE) {
    raise_compared(&wl_f64_format, a, b, true, n->clamp);
    return compare_f64(a, b, keep.in == 0, body);
  }
  const uint64_t mask = compare_f64(a, b, false, body);
  const uint32_t host = host_met(mask), small = met_small(host, keep);
  const struct met met = {host & WL_FP_INVALID, 0};
  if (maybe_raised(host, met, CHECK_SOURCES) & ~w->trapsts) wl_collect_host(w, n, a, b, NULL);
  else if (small | met.special) wl_host_forget();
  return small ? compare_f64(a, b, true, body) : mask;
}

INLINE uint64_t lanes_class_f64(const uint32_t *a, const uint32_t *b, body_compare *body) {
  uint64_t out = 0;
  for (unsigned i = 0; i < WL_LANES; i++) out |= (uint64_t)body(lane64(a, i, true), b[i]) << i;
  return out;
}

#endif
