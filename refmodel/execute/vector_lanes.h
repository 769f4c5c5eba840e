// SPDX-License-Identifier: Apache-2.0
// Loops over the 64 lanes of a wave around a body, from rows of sources to a row of the result. A row is 64 words, one
// per lane. Iteration i uses only lane i, so rows may overlap.
#ifndef WAVELOCK_VECTOR_LANES_H
#define WAVELOCK_VECTOR_LANES_H

#include "execute/vector_bits.h"
#include "execute/vector_bodies.h"

enum { HALF = WL_LANES / 2, F32_2_31 = 0x4f000000 };

// ---- 32-bit results ----------------------------------------------------------------------------

INLINE void clamped_or_not(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c, unsigned sources,
                           uint32_t mode, bool clamp, body32 *body) {
  struct lane_out out;
  FOR_LANES(i, WL_LANES) {
    d[i] = body(a[i], sources > 1 ? b[i] : 0, sources > 2 ? c[i] : 0, i, mode, clamp, EXACT, &out);
  }
}

INLINE void lanes32(const struct wl_wave *w, const struct wl_insn *n, uint32_t *d, const uint32_t *a, const uint32_t *b,
                    const uint32_t *c, unsigned sources, body32 *body) {
  if (n->clamp) clamped_or_not(d, a, b, c, sources, w->mode, true, body);
  else clamped_or_not(d, a, b, c, sources, w->mode, false, body);
}

// ---- 32-bit results with a lane mask in or out -------------------------------------------------

INLINE uint64_t lanes_mask(const struct wl_insn *n, uint32_t *d, const uint32_t *a, const uint32_t *b,
                           const uint32_t *mask, bool in, body32 *body) {
  const bool clamp = n->clamp;
  uint64_t out = 0;
#pragma GCC unroll 1
  for (unsigned base = 0; base < WL_LANES; base += HALF) {
    const uint32_t *x = a + base, *y = b + base, ci = in ? mask[base / HALF] : 0;
    uint32_t *to = d + base, half = 0;
    FOR_LANES(i, HALF) {
      struct lane_out lane;
      to[i] = body(x[i], y[i], ci >> i & 1, base + i, 0, clamp, EXACT, &lane);
      half |= (uint32_t)lane.co << i;
    }
    out |= (uint64_t)half << base;
  }
  return out;
}

// ---- f32 results: fast by the host's arithmetic where that is exact, else by fp_*.c; pure by fp_*.c -----

// Which lanes fp_*.c must compute: those where the result is a NaN, where a source is one (the result is an operand,
// and is not flushed), or none. A rounded operand may differ from its result (X), and one out of the range of an
// integer is invalid: the host says neither.
enum { CHECK_NONE, CHECK_RESULT, CHECK_IFLAG, CHECK_ROUNDED, CHECK_SOURCES, CHECK_I32, CHECK_U32 };
#define CHECKS_RESULT(check) ((check) == CHECK_RESULT || (check) == CHECK_IFLAG || (check) == CHECK_ROUNDED)

// What the host's float unit has met, as bits of TRAPSTS.EXCP, since wl_host_forget. MXCSR has them in the same order.
// Other hosts say nothing, so it may have been anything. Valgrind sets none of them: under it f32 denormals are kept,
// and NaNs are the host's.
// after: what a loop has reduced; with what it has stored, that is computed before.
enum { HOST_MEETS = 0x3f };
INLINE uint32_t host_met(uint64_t after) {
#ifdef __x86_64__
  uint32_t mxcsr;
  __asm__ volatile("stmxcsr %0" : "=m"(mxcsr) : "r"(after) : "memory");
  return mxcsr & HOST_MEETS;
#else
  (void)after;
  return HOST_MEETS;
#endif
}
// The same after the loop that has computed the row t, which may stay in registers.
INLINE uint32_t host_met_in(const uint32_t *t, uint32_t after) {
#if defined(__x86_64__) && !defined(WL_PURE)
#pragma GCC unroll 16
  for (unsigned i = 0; i < WL_PARTS; i++) __asm__ volatile("" : : "x"(((const wl_floats *)t)[i]));
  __asm__ volatile("" : : "r"(after));
  return __builtin_ia32_stmxcsr() & HOST_MEETS;
#else
  (void)t, (void)after;
  return HOST_MEETS;
#endif
}

// The host keeps denormals. If MODE flushes them, they are flushed before and after the host's operation. keep: all
// ones or 0.
INLINE uint32_t keep_denormals(uint32_t mode, uint32_t bit) { return mode & bit ? ~0u : 0; }
INLINE uint32_t flush_unless(uint32_t a, uint32_t keep) { return a & (a & WL_F32_INF ? ~0u : WL_F32_SIGN | keep); }

INLINE bool suspect(uint32_t r, uint32_t a, uint32_t b, uint32_t c, unsigned sources, unsigned check) {
  if (CHECKS_RESULT(check)) return wl_f32_is_nan(r);
  if (check != CHECK_SOURCES) return false;
  return wl_f32_is_nan(a) || (sources > 1 && wl_f32_is_nan(b)) || (sources > 2 && wl_f32_is_nan(c));
}

// Computes the lanes of t with a NaN again with fp_*.c.
INLINE void exact_lanes(uint32_t *t, const uint32_t *a, const uint32_t *b, const uint32_t *c, unsigned sources,
                        uint32_t mode, unsigned check, body32 *body) {
  struct lane_out out;
#pragma GCC unroll 1
  for (unsigned i = 0; i < WL_LANES; i++) {
    const uint32_t x = a[i], y = sources > 1 ? b[i] : 0, z = sources > 2 ? c[i] : 0;
    if (suspect(t[i], x, y, z, sources, check)) t[i] = body(x, y, z, i, mode, false, EXACT, &out);
  }
}
typedef void exact_fn(uint32_t *, const uint32_t *, const uint32_t *, const uint32_t *, uint32_t);

// Which denormals are flushed: those that MODE says, all, or none.
enum { FLUSH_BY_MODE, FLUSH_ALWAYS, FLUSH_NEVER };

// Denormals of operands and results: all ones keep them, 0 flushes them.
struct keep {
  uint32_t in, out;
};
INLINE struct keep what_is_kept(uint32_t mode, unsigned flush) {
  if (flush == FLUSH_NEVER) return (struct keep){~0u, ~0u};
  if (flush == FLUSH_ALWAYS) return (struct keep){0, 0};
  return (struct keep){keep_denormals(mode, WL_MODE_DENORM32_IN), keep_denormals(mode, WL_MODE_DENORM32_OUT)};
}

// What a loop of the host met. special: not 0 if an operand is out of the range of an integer, or a NaN. changed: not 0
// if a result differs from its source.
struct met {
  uint32_t special, changed;
};

// Computes all lanes with the host. `way` HOST keeps denormals. HOST_FLUSH flushes those of the operands, and of the
// result if it is no operand. The host's float unit then has met the NaNs and the denormals of what `check` names.
INLINE struct met host_lanes(uint32_t *t, const uint32_t *a, const uint32_t *b, const uint32_t *c, unsigned sources,
                             uint32_t mode, enum way way, struct keep keep, unsigned check, body32 *body) {
  uint32_t special = 0, changed = 0;
  FOR_LANES(i, WL_LANES) {
    uint32_t x = a[i], y = sources > 1 ? b[i] : 0, z = sources > 2 ? c[i] : 0;
    if (check == CHECK_I32) special |= (x & 0x7fffffff) >= F32_2_31 ? ~0u : 0;
    if (check == CHECK_U32) special |= x >= F32_2_31 + WL_F32_LEAST_NORMAL ? ~0u : 0;
    if (way == HOST_FLUSH) {
      x = flush_unless(x, keep.in);
      y = flush_unless(y, keep.in);
      z = flush_unless(z, keep.in);
    }
    struct lane_out lane;
    uint32_t r = body(x, y, z, i, mode, false, way, &lane);
    if (way == HOST_FLUSH && CHECKS_RESULT(check)) r = mark_least(flush_unless(r, keep.out), keep.out);
    t[i] = r;
    if (check == CHECK_ROUNDED) changed |= x ^ r;
  }
  if (check == CHECK_RESULT || check == CHECK_IFLAG) meet_row(t);
  if (check == CHECK_ROUNDED) meet_rows(a, t);
  if (check == CHECK_SOURCES) meet_rows(a, sources > 1 ? b : a);
  if (check == CHECK_SOURCES && sources > 2) meet_row(c);
  return (struct met){special, changed};
}

// What the instruction may have raised: never less than it has. host: of host_met, after its loop.
INLINE uint32_t maybe_raised(uint32_t host, struct met met, unsigned check) {
  uint32_t raised = host;
  // In a conversion to an unsigned integer, numbers between -1 and 0 are special too: they are inexact.
  if (met.special) raised |= WL_FP_INVALID | WL_FP_INPUT_DENORMAL | WL_FP_INEXACT;
  if (met.changed) raised |= WL_FP_INEXACT;
  if (raised & WL_FP_INPUT_DENORMAL) raised |= WL_FP_UNDERFLOW;  // a result that is denormal looks the same
  if (check == CHECK_IFLAG) return raised & WL_FP_DIVISION_BY_ZERO ? WL_FP_INTEGER_DIVISION_BY_ZERO : 0;
  return check == CHECK_SOURCES ? raised & (WL_FP_INVALID | WL_FP_INPUT_DENORMAL) : raised;
}

// What the host's float unit has met if way HOST may differ from HOST_FLUSH. HOST compares its results, or for
// CHECK_SOURCES the sources: so a denormal is met as an operand of something, wherever it is. Results that are rounded
// up to the least normal number from below it are met as an underflow: the host decides that as D-NUM-3 does. None is
// met twice: wl_host_forget.
INLINE uint32_t met_small(uint32_t host, struct keep keep) {
  return keep.in & keep.out ? 0 : host & (WL_FP_INPUT_DENORMAL | WL_FP_UNDERFLOW);
}

// What the host's float unit must not meet: else the row of HOST is not yet the result. It is a NaN, a denormal that is
// flushed, and what may raise an exception that TRAPSTS lacks (maybe_raised).
INLINE uint32_t not_to_meet(uint32_t trapsts, struct keep keep, unsigned check) {
  uint32_t bits = ~trapsts & HOST_MEETS;
  if (check == CHECK_SOURCES) bits &= WL_FP_INVALID | WL_FP_INPUT_DENORMAL;
  if (check == CHECK_IFLAG) bits = trapsts & WL_FP_INTEGER_DIVISION_BY_ZERO ? 0 : WL_FP_DIVISION_BY_ZERO;
  if (bits & WL_FP_UNDERFLOW) bits |= WL_FP_INPUT_DENORMAL;
  return bits | WL_FP_INVALID | met_small(HOST_MEETS, keep);
}

// Where the row of HOST is not enough: a denormal is flushed, a NaN is met, or TRAPSTS lacks an exception. One function
// per opcode, outside of the fast path.
INLINE void special_f32(struct wl_wave *w, const struct wl_insn *n, uint32_t *d, const uint32_t *a, const uint32_t *b,
                        const uint32_t *c, unsigned sources, unsigned flush, unsigned check, body32 *body) {
  const uint32_t mode = w->mode;
  const struct keep keep = what_is_kept(mode, flush);
  uint32_t t[WL_LANES], flushed = 0;  // fp_*.c needs the sources, so the result must not overwrite them
  struct met met;
  if (met_small(host_met(0), keep)) {
    met = host_lanes(t, a, b, c, sources, mode, HOST_FLUSH, keep, check, body);
    flushed = WL_FP_INPUT_DENORMAL | WL_FP_UNDERFLOW | WL_FP_INEXACT;
  } else {
    met = host_lanes(t, a, b, c, sources, mode, HOST, keep, check, body);
  }
  met.special |= host_met_in(t, met.special) & WL_FP_INVALID;
  if (met.special) exact_lanes(t, a, b, c, sources, mode, check, body);
  if (maybe_raised(host_met(met.special) | flushed, met, check) & ~w->trapsts) wl_collect_host(w, n, a, b, c);
  else wl_host_forget();
  memcpy(d, t, sizeof t);
}
typedef void special_fn(struct wl_wave *, const struct wl_insn *, uint32_t *, const uint32_t *, const uint32_t *,
                        const uint32_t *);

INLINE void lanes_f32(struct wl_wave *w, const struct wl_insn *n, uint32_t *d, const uint32_t *a, const uint32_t *b,
                      const uint32_t *c, unsigned sources, unsigned flush, unsigned check, body32 *body,
                      special_fn *special) {
  const uint32_t mode = w->mode;
  if (FP_PURE) {
    lanes32(w, n, d, a, b, c, sources, body);
    return;
  }
  if (mode & WL_MODE_ROUND32) {
    (void)wl_collect(w, n, d, a, b, c);
    return;
  }
  uint32_t t[WL_LANES];
  const struct keep keep = what_is_kept(mode, flush);
  const uint32_t bad = not_to_meet(w->trapsts, keep, check);
  const bool overlaps = d == a || (sources > 1 && d == b) || (sources > 2 && d == c);
  const struct met met = host_lanes(t, a, b, c, sources, mode, HOST, keep, check, body);
  const bool inexact = met.changed && !(w->trapsts & WL_FP_INEXACT);
  if (overlaps) {
    if (met.special | inexact | (host_met_in(t, met.special) & bad)) special(w, n, d, a, b, c);
    else copy_row(d, t);
  } else {  // the usual case does not wait for the flags
    copy_row(d, t);
    if (met.special | inexact | (host_met_in(t, met.special) & bad)) special(w, n, d, a, b, c);
  }
}

// v_div_fmas, with fp_arith.c: there is one per division.
typedef uint32_t body_scaled(uint32_t, uint32_t, uint32_t, bool, uint32_t);

INLINE void lanes_scaled(const struct wl_wave *w, uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c,
                         body_scaled *body) {
  for (unsigned i = 0; i < WL_LANES; i++) d[i] = body(a[i], b[i], c[i], wl_vcc(w) >> i & 1, w->mode);
}

// v_div_scale, with fp_divide.c: there are two per division. Returns CO.
INLINE uint64_t lanes_flag(const struct wl_wave *w, uint32_t *d, const uint32_t *a, const uint32_t *b,
                           const uint32_t *c, body32 *body) {
  uint64_t out = 0;
  for (unsigned i = 0; i < WL_LANES; i++) {
    struct lane_out lane;
    d[i] = body(a[i], b[i], c[i], i, w->mode, false, EXACT, &lane);
    out |= (uint64_t)lane.co << i;
  }
  return out;
}

// ---- 64-bit and 128-bit results ----------------------------------------------------------------

INLINE uint64_t lane64(const uint32_t *row, unsigned i, bool wide) {
  return wide ? row[i] | (uint64_t)row[WL_LANES + i] << 32 : row[i];
}

// Bit i of wide: source i has 64 bits.
INLINE uint64_t lanes64(const struct wl_insn *n, uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c,
                        unsigned sources, unsigned wide, body64 *body) {
  const bool clamp = n->clamp;
  uint64_t out = 0;
#pragma GCC unroll 1
  for (unsigned base = 0; base < WL_LANES; base += HALF) {
    const uint32_t *x = a + base, *y = b + base, *z = sources > 2 ? c + base : NULL;
    uint32_t *to = d + base, half = 0;
    FOR_LANES(i, HALF) {
      bool co;
      const uint64_t r = body(lane64(x, i, wide & 1), lane64(y, i, wide >> 1 & 1),
                              sources > 2 ? lane64(z, i, wide >> 2 & 1) : 0, clamp, &co);
      to[i] = (uint32_t)r;
      to[WL_LANES + i] = (uint32_t)(r >> 32);
      half |= (uint32_t)co << i;
    }
    out |= (uint64_t)half << base;
  }
  return out;
}

typedef void body_quad(uint64_t, uint32_t, const uint32_t *, uint32_t *, bool);

INLINE void lanes_quad(const struct wl_insn *n, uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c,
                       body_quad *body) {
  const bool clamp = n->clamp;
  FOR_LANES(i, WL_LANES) {
    const uint32_t third[4] = {c[i], c[WL_LANES + i], c[2 * WL_LANES + i], c[3 * WL_LANES + i]};
    uint32_t r[4];
    body(lane64(a, i, true), b[i], third, r, clamp);
    for (unsigned k = 0; k < 4; k++) d[k * WL_LANES + i] = r[k];
  }
}

// ---- compares ----------------------------------------------------------------------------------

// The format of operands whose denormals MODE may flush.
enum { NO_FLOAT, FLOAT32, FLOAT16 };

INLINE uint64_t compare(const uint32_t *a, const uint32_t *b, bool wide, unsigned flush, body_compare *body) {
  uint32_t results[WL_LANES];
  FOR_LANES(i, WL_LANES) {
    uint64_t x = lane64(a, i, wide), y = lane64(b, i, wide);
    if (flush != NO_FLOAT) {
      x = flush == FLOAT32 ? wl_f32_flush((uint32_t)x) : wl_f16_flush((uint32_t)x);
      y = flush == FLOAT32 ? wl_f32_flush((uint32_t)y) : wl_f16_flush((uint32_t)y);
    }
    results[i] = body(x, y) ? ~0u : 0;
  }
  return mask_of(results);
}

// The exceptions of a comparison: all operands are looked at before they are flushed. With CLAMP every NaN is invalid.
INLINE void raise_compared(const struct wl_fp_format *f, const uint32_t *a, const uint32_t *b, bool wide, bool clamp) {
  for (unsigned i = 0; i < WL_LANES; i++)
    wl_fp_raised |= wl_fp_compare_flags(f, lane64(a, i, wide), lane64(b, i, wide), clamp);
}

INLINE uint64_t lanes_compare_f32(struct wl_wave *w, const struct wl_insn *n, const uint32_t *a, const uint32_t *b,
                                  body_compare *body) {
  const struct keep keep = {keep_denormals(w->mode, WL_MODE_DENORM32_IN), ~0u};
  if (FP_PURE) {
    raise_compared(&wl_f32_format, a, b, false, n->clamp);
    return compare(a, b, false, keep.in ? NO_FLOAT : FLOAT32, body);
  }
  const uint64_t mask = compare(a, b, false, NO_FLOAT, body);
  meet_rows(a, b);
  const uint32_t host = host_met(mask), small = met_small(host, keep);
  const struct met met = {host & WL_FP_INVALID, 0};
  if (maybe_raised(host, met, CHECK_SOURCES) & ~w->trapsts) wl_collect_host(w, n, a, b, NULL);
  else if (small | met.special) wl_host_forget();
  return small ? compare(a, b, false, FLOAT32, body) : mask;
}

// ---- once per wave -----------------------------------------------------------------------------

// The lanes of source 0: a VGPR, or in `same` LDS_DIRECT.
INLINE const uint32_t *first_source(const struct wl_wave *w, const struct wl_insn *n, uint32_t same[WL_LANES]) {
  if (n->src[0].kind == WL_OPERAND_VGPR) return w->vgpr[n->src[0].reg];
  const uint32_t value = wl_scalar32(w, &n->src[0]);
  FOR_LANES(l, WL_LANES) same[l] = value;
  return same;
}

INLINE void swap(struct wl_wave *w, const struct wl_insn *n) {
  uint32_t t[WL_LANES], u[WL_LANES];
  uint32_t *a = w->vgpr[n->src[0].reg], *d = w->vgpr[n->vdst];
  memcpy(t, a, sizeof t);
  memcpy(u, d, sizeof u);
  store(d, t, wl_exec(w));
  store(a, u, wl_exec(w));
}

#endif
