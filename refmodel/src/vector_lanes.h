// Loops over the 64 lanes of a wave around a body. With all lanes on they write the destination itself, else a copy
// that is stored under EXEC. Lane i of every row is touched by iteration i alone, whatever registers overlap.
#ifndef WAVELOCK_VECTOR_LANES_H
#define WAVELOCK_VECTOR_LANES_H

#include "vector_any.h"
#include "vector_bits.h"
#include "vector_bodies.h"

// ---- sources -----------------------------------------------------------------------------------

// A source of the fast executors: a row, or one value for all lanes.
struct source {
  bool scalar;           // a constant wherever it is used
  const uint32_t *row;
  uint64_t value;
};

enum { THIRD_SOURCE, THIRD_VDST, THIRD_LITERAL };

INLINE struct source source32(const struct wl_wave *w, const struct wl_insn *n, unsigned i, unsigned scalars) {
  if (scalars >> i & 1) return (struct source){true, NULL, wl_scalar32(w, &n->src[i])};
  return (struct source){false, w->vgpr[n->src[i].reg], 0};
}
INLINE struct source source64(const struct wl_wave *w, const struct wl_insn *n, unsigned i, unsigned scalars,
                              unsigned wide) {
  if (scalars >> i & 1 && wide >> i & 1) return (struct source){true, NULL, wl_scalar64(w, &n->src[i])};
  return source32(w, n, i, scalars);
}
INLINE struct source third(const struct wl_wave *w, const struct wl_insn *n, unsigned scalars, unsigned kind) {
  if (kind == THIRD_VDST) return (struct source){false, w->vgpr[n->vdst], 0};
  if (kind == THIRD_LITERAL) return (struct source){true, NULL, n->literal};
  return source32(w, n, 2, scalars);
}
static const struct source no_source = {true, NULL, 0};

INLINE uint32_t lane32(struct source s, unsigned i) { return s.scalar ? (uint32_t)s.value : s.row[i]; }
INLINE uint64_t lane64(struct source s, unsigned i, bool wide) {
  if (s.scalar) return s.value;
  return wide ? s.row[i] | (uint64_t)s.row[WL_LANES + i] << 32 : s.row[i];
}

// ---- 32-bit results ----------------------------------------------------------------------------

INLINE void lanes32(struct wl_wave *w, const struct wl_insn *n, unsigned sources, unsigned scalars, body32 *body) {
  const struct source a = source32(w, n, 0, scalars);
  const struct source b = sources > 1 ? source32(w, n, 1, scalars) : no_source;
  const struct source c = sources > 2 ? source32(w, n, 2, scalars) : no_source;
  const uint32_t mode = w->mode;
  const uint64_t exec = wl_exec(w);
  uint32_t t[WL_LANES];
  uint32_t *d = w->vgpr[n->vdst], *to = exec == ~0ull ? d : t;
  bool co;
  FOR_LANES(i, WL_LANES) to[i] = body(lane32(a, i), lane32(b, i), lane32(c, i), i, mode, false, &co);
  if (to == t) store(d, t, exec);
}

INLINE uint64_t row32(const struct rows *r, unsigned sources, body32 *body) {
  bool co;
  FOR_LANES(i, WL_LANES) {
    r->d[i] = body(r->s[0][i], sources > 1 ? r->s[1][i] : 0, sources > 2 ? r->s[2][i] : 0, i, r->mode, r->clamp, &co);
  }
  return 0;
}

// ---- 32-bit results with a lane mask in or out -------------------------------------------------

INLINE uint64_t half_mask(uint32_t low, uint32_t high) { return low | (uint64_t)high << 32; }

// Lanes base..base+31. Returns their CO bits.
INLINE uint32_t masked_half(uint32_t *d, struct source a, struct source b, uint32_t ci, unsigned base, bool clamp,
                            body32 *body) {
  uint32_t out = 0;
  FOR_LANES(i, 32) {
    bool co;
    d[base + i] = body(lane32(a, base + i), lane32(b, base + i), ci >> i & 1, base + i, 0, clamp, &co);
    out |= (uint32_t)co << i;
  }
  return out;
}

INLINE void lanes_mask(struct wl_wave *w, const struct wl_insn *n, unsigned scalars, bool in, bool out, body32 *body) {
  const struct source a = source32(w, n, 0, scalars), b = source32(w, n, 1, scalars);
  const uint64_t exec = wl_exec(w), ci = in ? wl_mask_operand(w, n) : 0;
  uint32_t t[WL_LANES];
  uint32_t *d = w->vgpr[n->vdst], *to = exec == ~0ull ? d : t;
  const uint32_t low = masked_half(to, a, b, (uint32_t)ci, 0, false, body);
  const uint32_t high = masked_half(to, a, b, (uint32_t)(ci >> 32), 32, false, body);
  if (to == t) store(d, t, exec);
  if (out) wl_write_mask(w, n, half_mask(low, high));
}

INLINE uint64_t row_mask(const struct rows *r, body32 *body) {
  const struct source a = {false, r->s[0], 0}, b = {false, r->s[1], 0};
  const uint32_t low = masked_half(r->d, a, b, (uint32_t)r->mask_in, 0, r->clamp, body);
  return half_mask(low, masked_half(r->d, a, b, (uint32_t)(r->mask_in >> 32), 32, r->clamp, body));
}

// ---- f32 results: the host's arithmetic where it is right, else fp.c ---------------------------

enum { CHECK_NONE, CHECK_RESULT, CHECK_SOURCES };   // where a NaN shows that a lane must be done by fp.c

enum { DENORM32 = WL_MODE_DENORM32_IN | WL_MODE_DENORM32_OUT };

// The host keeps denormals: where MODE does not, they are flushed around its operation. keep: all ones or 0.
INLINE uint32_t keep_denormals(uint32_t mode, uint32_t bit) { return mode & bit ? ~0u : 0; }
INLINE uint32_t flush_unless(uint32_t a, uint32_t keep) { return a & (a & WL_F32_INF ? ~0u : WL_F32_SIGN | keep); }

INLINE bool suspect(uint32_t r, uint32_t a, uint32_t b, uint32_t c, unsigned sources, unsigned check) {
  if (check == CHECK_NONE) return false;
  if (check == CHECK_RESULT) return wl_f32_is_nan(r);
  return wl_f32_is_nan(a) || (sources > 1 && wl_f32_is_nan(b)) || (sources > 2 && wl_f32_is_nan(c));
}

INLINE int32_t magnitude(uint32_t a) { return (int32_t)(a & 0x7fffffff); }

// Lanes of t again by fp.c: all, or those where a NaN shows. Out of the fast path, once an opcode.
INLINE void exact_lanes(uint32_t *t, struct source a, struct source b, struct source c, unsigned sources, uint32_t mode,
                        bool all, unsigned check, body32 *exact) {
  bool co;
#pragma GCC unroll 1
  for (unsigned i = 0; i < WL_LANES; i++) {
    const uint32_t x = lane32(a, i), y = lane32(b, i), z = lane32(c, i);
    if (all || suspect(t[i], x, y, z, sources, check)) t[i] = exact(x, y, z, i, mode, false, &co);
  }
}
typedef void exact_fn(uint32_t *, struct source, struct source, struct source, uint32_t, bool);

// One pass over the lanes; flush: denormals as MODE says, otherwise kept. Returns the largest magnitude seen where
// `check` looks, as a NaN is above infinity.
INLINE int32_t host_lanes(uint32_t *t, struct source a, struct source b, struct source c, unsigned sources, uint32_t mode,
                          bool flush, unsigned check, body32 *fast) {
  const uint32_t out = keep_denormals(mode, WL_MODE_DENORM32_OUT);
  const uint32_t in = keep_denormals(mode, WL_MODE_DENORM32_IN);
  int32_t largest = 0;
  bool co;
  FOR_LANES(i, WL_LANES) {
    uint32_t x = lane32(a, i), y = lane32(b, i), z = lane32(c, i);
    if (flush) {
      x = flush_unless(x, in);
      y = flush_unless(y, in);
      z = flush_unless(z, in);
    }
    const uint32_t r = fast(x, y, z, i, mode, false, &co);
    t[i] = flush ? flush_unless(r, out) : r;
    if (check == CHECK_RESULT) largest = max_i32(largest, magnitude(r));
    if (check == CHECK_SOURCES) {
      largest = max_i32(largest, max_i32(magnitude(x), magnitude(y)));
      if (sources > 2) largest = max_i32(largest, magnitude(z));
    }
  }
  return largest;
}

// denormals: those of the operands and the result are MODE's affair (otherwise the body's own).
INLINE void f32_lanes(uint32_t *t, struct source a, struct source b, struct source c, unsigned sources, uint32_t mode,
                      bool denormals, unsigned check, body32 *fast, exact_fn *exact) {
  if (mode & WL_MODE_ROUND32) {
    exact(t, a, b, c, mode, true);
    return;
  }
  const int32_t largest = denormals && (mode & DENORM32) != DENORM32
                              ? host_lanes(t, a, b, c, sources, mode, true, check, fast)
                              : host_lanes(t, a, b, c, sources, mode, false, check, fast);
  if (largest > WL_F32_INF) exact(t, a, b, c, mode, false);
}

INLINE void lanes_f32(struct wl_wave *w, const struct wl_insn *n, unsigned sources, unsigned scalars, unsigned third_kind,
                      bool denormals, unsigned check, body32 *fast, exact_fn *exact) {
  const struct source a = source32(w, n, 0, scalars);
  const struct source b = sources > 1 ? source32(w, n, 1, scalars) : no_source;
  const struct source c = sources > 2 ? third(w, n, scalars, third_kind) : no_source;
  const uint64_t exec = wl_exec(w);
  uint32_t t[WL_LANES];
  // Straight to the destination only where the sources stay readable for the lanes that are done again.
  uint32_t *d = w->vgpr[n->vdst];
  const bool overlaps = d == a.row || d == b.row || d == c.row;
  uint32_t *to = exec == ~0ull && !overlaps ? d : t;
  f32_lanes(to, a, b, c, sources, w->mode, denormals, check, fast, exact);
  if (to == t) store(d, t, exec);
}

// v_div_fmas, by fp.c: it comes once a division.
typedef uint32_t body_scaled(uint32_t, uint32_t, uint32_t, bool, uint32_t);

INLINE uint64_t row_scaled(const struct rows *r, body_scaled *body) {
  for (unsigned i = 0; i < WL_LANES; i++) {
    r->d[i] = body(r->s[0][i], r->s[1][i], r->s[2][i], r->mask_in >> i & 1, r->mode);
  }
  return 0;
}

INLINE uint64_t row_f32(const struct rows *r, unsigned sources, bool denormals, unsigned check, body32 *fast,
                        exact_fn *exact) {
  const struct source a = {false, r->s[0], 0};
  const struct source b = sources > 1 ? (struct source){false, r->s[1], 0} : no_source;
  const struct source c = sources > 2 ? (struct source){false, r->s[2], 0} : no_source;
  f32_lanes(r->d, a, b, c, sources, r->mode, denormals, check, fast, exact);
  return 0;
}

// ---- 64-bit results ----------------------------------------------------------------------------

INLINE uint32_t wide_half(uint32_t *d, struct source a, struct source b, struct source c, unsigned wide, unsigned base,
                          bool clamp, body64 *body) {
  uint32_t mask = 0;
  FOR_LANES(j, 32) {
    const unsigned i = base + j;
    bool co;
    const uint64_t r = body(lane64(a, i, wide & 1), lane64(b, i, wide >> 1 & 1), lane64(c, i, wide >> 2 & 1), clamp, &co);
    d[i] = (uint32_t)r;
    d[WL_LANES + i] = (uint32_t)(r >> 32);
    mask |= (uint32_t)co << j;
  }
  return mask;
}

INLINE uint64_t wide_lanes(uint32_t *d, struct source a, struct source b, struct source c, unsigned wide, bool clamp,
                           body64 *body) {
  const uint32_t low = wide_half(d, a, b, c, wide, 0, clamp, body);
  return half_mask(low, wide_half(d, a, b, c, wide, 32, clamp, body));
}

INLINE void lanes64(struct wl_wave *w, const struct wl_insn *n, unsigned sources, unsigned scalars, unsigned wide, bool out,
                    body64 *body) {
  const struct source a = source64(w, n, 0, scalars, wide), b = source64(w, n, 1, scalars, wide);
  const struct source c = sources > 2 ? source64(w, n, 2, scalars, wide) : no_source;
  const uint64_t exec = wl_exec(w);
  uint32_t t[2 * WL_LANES];
  const uint64_t mask = wide_lanes(t, a, b, c, wide, false, body);
  store(w->vgpr[n->vdst], t, exec);
  store(w->vgpr[n->vdst + 1], t + WL_LANES, exec);
  if (out) wl_write_mask(w, n, mask);
}

INLINE uint64_t row64(const struct rows *r, unsigned sources, unsigned wide, body64 *body) {
  const struct source a = {false, r->s[0], 0}, b = {false, r->s[1], 0};
  const struct source c = sources > 2 ? (struct source){false, r->s[2], 0} : no_source;
  return wide_lanes(r->d, a, b, c, wide, r->clamp, body);
}

// ---- 128-bit results ---------------------------------------------------------------------------

typedef void body_quad(uint64_t, uint32_t, const uint32_t *, uint32_t *);

INLINE uint64_t row_quad(const struct rows *r, body_quad *body) {
  FOR_LANES(i, WL_LANES) {
    const uint32_t *c = r->s[2] + i;
    const uint32_t third[4] = {c[0], c[WL_LANES], c[2 * WL_LANES], c[3 * WL_LANES]};
    uint32_t d[4];
    body(r->s[0][i] | (uint64_t)r->s[0][WL_LANES + i] << 32, r->s[1][i], third, d);
    for (unsigned k = 0; k < 4; k++) r->d[k * WL_LANES + i] = d[k];
  }
  return 0;
}

// ---- compares ----------------------------------------------------------------------------------

INLINE uint32_t compare_half(struct source a, struct source b, unsigned base, bool wide, bool flush, body_compare *body) {
  uint32_t mask = 0;
  FOR_LANES(i, 32) {
    uint64_t x = lane64(a, base + i, wide), y = lane64(b, base + i, wide);
    if (flush) {
      x = wl_f32_flush((uint32_t)x);
      y = wl_f32_flush((uint32_t)y);
    }
    mask |= (uint32_t)body(x, y) << i;
  }
  return mask;
}

INLINE uint64_t compare(struct source a, struct source b, uint32_t mode, bool wide, bool is_float, body_compare *body) {
  if (is_float && !(mode & WL_MODE_DENORM32_IN)) {
    const uint32_t low = compare_half(a, b, 0, wide, true, body);
    return half_mask(low, compare_half(a, b, 32, wide, true, body));
  }
  const uint32_t low = compare_half(a, b, 0, wide, false, body);
  return half_mask(low, compare_half(a, b, 32, wide, false, body));
}

INLINE void lanes_compare(struct wl_wave *w, const struct wl_insn *n, unsigned scalars, bool wide, bool is_float,
                          body_compare *body) {
  const unsigned wide_mask = wide ? 3 : 0;
  const struct source a = source64(w, n, 0, scalars, wide_mask), b = source64(w, n, 1, scalars, wide_mask);
  wl_write_mask(w, n, compare(a, b, w->mode, wide, is_float, body));
}

INLINE uint64_t row_compare(const struct rows *r, bool wide, bool is_float, body_compare *body) {
  const struct source a = {false, r->s[0], 0}, b = {false, r->s[1], 0};
  return compare(a, b, r->mode, wide, is_float, body);
}

// ---- once a wave -------------------------------------------------------------------------------

INLINE void swap(struct wl_wave *w, const struct wl_insn *n) {
  uint32_t t[WL_LANES], u[WL_LANES];
  uint32_t *a = w->vgpr[n->src[0].reg], *d = w->vgpr[n->vdst];
  memcpy(t, a, sizeof t);
  memcpy(u, d, sizeof u);
  store(d, t, wl_exec(w));
  store(a, u, wl_exec(w));
}

#endif
