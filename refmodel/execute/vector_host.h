// SPDX-License-Identifier: Apache-2.0
// The parts of every loop over lanes: a loop form that compilers vectorise, and the write of some lanes.
//
// Files that include this are compiled once per level of the host (refmodel/rules.mk): pure (no float of the host),
// base (any host), avx2 (with FMA and F16C) and avx512. WL_HOST is the name of the level.
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

// Makes the f32 result of the host that is the least normal number a NaN, if denormal results are flushed: 24 bits with
// any exponent may be below it (D-NUM-3). keep: all ones or 0.
INLINE uint32_t mark_least(uint32_t r, uint32_t keep) {
  return r | ((r & ~(uint32_t)WL_F32_SIGN) == WL_F32_LEAST_NORMAL ? ~keep : 0);
}

// Small for a denormal and for the least normal number, below TOO_SMALL; large for zero.
enum { TOO_SMALL = 2 * WL_F32_LEAST_NORMAL };
INLINE uint32_t beside_zero(uint32_t a) { return 2 * a - 1; }

// A row in vectors of the host. A row that was just computed then stays in registers until it is copied.
#ifdef __AVX2__
typedef uint32_t wl_part __attribute__((vector_size(32), may_alias, aligned(4)));
#else
typedef uint32_t wl_part __attribute__((vector_size(16), may_alias, aligned(4)));
#endif
typedef float wl_floats __attribute__((vector_size(sizeof(wl_part)), may_alias, aligned(4)));
typedef double wl_doubles __attribute__((vector_size(sizeof(wl_part)), may_alias, aligned(4)));
#if defined(__SSE2__) && !defined(WL_PURE)
// Bit i: the sign of word i.
INLINE uint32_t signs_of(wl_part x) {
#ifdef __AVX2__
  return (uint32_t)__builtin_ia32_movmskps256((wl_floats)x);
#else
  return (uint32_t)__builtin_ia32_movmskps((wl_floats)x);
#endif
}
// Compares numbers for nothing but the flags of the host's float unit. A relation, unlike a test for NaNs, sets the one
// for invalid at a quiet NaN, too.
INLINE void meet_floats(wl_floats a, wl_floats b) {
#ifdef __AVX2__
  enum { LESS = 1 };
  __asm__ volatile("" : : "x"(__builtin_ia32_cmpps256(a, b, LESS)));
#else
  __asm__ volatile("" : : "x"(__builtin_ia32_cmpltps(a, b)));
#endif
}
INLINE void meet_doubles(wl_doubles a, wl_doubles b) {
#ifdef __AVX2__
  enum { LESS = 1 };
  __asm__ volatile("" : : "x"(__builtin_ia32_cmppd256(a, b, LESS)));
#else
  __asm__ volatile("" : : "x"(__builtin_ia32_cmpltpd(a, b)));
#endif
}
#endif
enum { WL_PARTS = WL_LANES * sizeof(uint32_t) / sizeof(wl_part) };
// Tells the host's float unit of the numbers in two rows: it meets a NaN as invalid, a denormal as one.
INLINE void meet_rows(const uint32_t *a, const uint32_t *b) {
#if defined(__SSE2__) && !defined(WL_PURE)
#pragma GCC unroll 16
  for (unsigned i = 0; i < WL_PARTS; i++) meet_floats(((const wl_floats *)a)[i], ((const wl_floats *)b)[i]);
#else
  (void)a, (void)b;  // host_met knows nothing
#endif
}
// Tells of the numbers in one row.
INLINE void meet_row(const uint32_t *a) {
#if defined(__SSE2__) && !defined(WL_PURE)
#pragma GCC unroll 16
  for (unsigned i = 0; i < WL_PARTS; i += 2) meet_floats(((const wl_floats *)a)[i], ((const wl_floats *)a)[i + 1]);
#else
  (void)a;
#endif
}
INLINE void copy_row(uint32_t *d, const uint32_t *t) {
#pragma GCC unroll 16
  for (unsigned i = 0; i < WL_PARTS; i++) ((wl_floats *)d)[i] = ((const wl_floats *)t)[i];
}

// The lane mask of a row in which each lane is all ones or 0.
INLINE uint64_t mask_of(const uint32_t *row) {
  uint64_t mask = 0;
#if defined(__SSE2__) && !defined(WL_PURE)
#pragma GCC unroll 16
  for (unsigned i = 0; i < WL_PARTS; i++)
    mask |= (uint64_t)signs_of(((const wl_part *)row)[i]) << (WL_LANES / WL_PARTS * i);
#else
  for (unsigned i = 0; i < WL_LANES; i++) mask |= (uint64_t)(row[i] & 1) << i;
#endif
  return mask;
}

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

#endif
