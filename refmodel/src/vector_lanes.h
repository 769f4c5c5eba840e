// The executors of all vector opcodes, from the lines of isa/vop*.def. Included once by each vector_<host>.c,
// which defines WL_FNS (name of the table) and, where the host has them, WL_HOST_ROUNDS and WL_HOST_FMA.
//
// Around a body: one loop over 64 lanes for all lanes on, one that selects under the EXEC mask, so that the compiler turns
// both into vector code. Lane i of every row is touched by iteration i alone, whatever registers overlap.
#include "fp.h"
#include "vector.h"
#include "vector_bits.h"

// ---- f32 on the host's own arithmetic ----------------------------------------------------------
// Right for round to nearest, NaN results apart: those lanes are done again by fp.c.

INLINE float f32(uint32_t a) {
  float x;
  memcpy(&x, &a, sizeof x);
  return x;
}
INLINE uint32_t bits(float x) {
  uint32_t a;
  memcpy(&a, &x, sizeof a);
  return a;
}

INLINE uint32_t host_add(uint32_t a, uint32_t b) { return bits(f32(a) + f32(b)); }
INLINE uint32_t host_sub(uint32_t a, uint32_t b) { return bits(f32(a) - f32(b)); }
INLINE uint32_t host_mul(uint32_t a, uint32_t b) { return bits(f32(a) * f32(b)); }
INLINE uint32_t host_mad(uint32_t a, uint32_t b, uint32_t c) {
  const uint32_t p = wl_f32_flush(host_mul(wl_f32_flush(a), wl_f32_flush(b)));
  return wl_f32_flush(host_add(p, wl_f32_flush(c)));
}
#ifdef WL_HOST_FMA
INLINE uint32_t host_fma(uint32_t a, uint32_t b, uint32_t c, uint32_t mode) {
  (void)mode;
  return bits(__builtin_fmaf(f32(a), f32(b), f32(c)));
}
#else
// The product is exact in double. The sum is rounded to odd (its last bit says whether anything was lost), after which
// rounding to f32 is as if from the exact value, as double has more than two bits to spare.
INLINE uint32_t host_fma(uint32_t a, uint32_t b, uint32_t c, uint32_t mode) {
  const double p = (double)f32(a) * (double)f32(b), z = (double)f32(c);
  const double sum = p + z, part = sum - p;
  const double error = (p - (sum - part)) + (z - part);
  uint64_t odd;
  (void)mode;
  memcpy(&odd, &sum, sizeof odd);
  const uint64_t toward = (error > 0) == (sum > 0) ? 1 : ~0ull;
  odd += error != 0 && !(odd & 1) ? toward : 0;
  double rounded;
  memcpy(&rounded, &odd, sizeof rounded);
  return bits((float)rounded);
}
#endif
#ifdef WL_HOST_ROUNDS
INLINE uint32_t host_rint(uint32_t a, wl_rint how, uint32_t mode) {
  (void)mode;
  const float x = f32(a);
  return bits(how == WL_TRUNC ? __builtin_truncf(x) : how == WL_CEIL ? __builtin_ceilf(x)
            : how == WL_FLOOR ? __builtin_floorf(x) : __builtin_rintf(x));
}
INLINE uint32_t host_fract(uint32_t a, uint32_t mode) {
  (void)mode;
  const float r = f32(a) - __builtin_floorf(f32(a));
  return bits(r < 1.0f ? r : r == 1.0f ? 0x1.fffffep-1f : r);
}
#else
#define host_rint wl_f32_rint
#define host_fract wl_f32_fract
#endif
INLINE uint32_t host_min(uint32_t a, uint32_t b) { return wl_f32_key(a) < wl_f32_key(b) ? a : b; }
INLINE uint32_t host_max(uint32_t a, uint32_t b) { return wl_f32_key(a) > wl_f32_key(b) ? a : b; }
INLINE uint32_t host_med3(uint32_t a, uint32_t b, uint32_t c) {
  const uint32_t most = host_max(host_max(a, b), c);
  return f32(most) == f32(a) ? host_max(b, c) : f32(most) == f32(b) ? host_max(a, c) : host_max(a, b);
}
// Conversions to integers truncate: no MODE bit matters.
INLINE uint32_t f32_to_i32(uint32_t a) {
  const float x = f32(a), in_range = x >= -0x1p31f && x < 0x1p31f ? x : 0.0f;
  const int32_t r = (int32_t)in_range;
  return x >= 0x1p31f ? 0x7fffffffu : x < -0x1p31f ? 0x80000000u : (uint32_t)r;
}
INLINE uint32_t f32_to_u32(uint32_t a) {
  const float x = f32(a), low = x >= 0.0f && x < 0x1p31f ? x : 0.0f;
  const float high = x >= 0x1p31f && x < 0x1p32f ? x - 0x1p31f : 0.0f;
  const uint32_t r = (uint32_t)(int32_t)low + (uint32_t)(int32_t)high;
  return x >= 0x1p32f ? ~0u : x >= 0x1p31f ? r + 0x80000000u : r;
}
INLINE uint32_t f32_from_byte(uint32_t a) { return bits((float)(int32_t)(a & 0xff)); }

// ---- bodies ------------------------------------------------------------------------------------

#define SATURATE(condition, value) \
  if (CLAMP && (condition)) D = (value)

typedef uint32_t body32(uint32_t, uint32_t, uint32_t, unsigned, uint32_t, bool, bool *);
typedef uint64_t body64(uint64_t, uint64_t, uint64_t, bool, bool *);
typedef bool body_compare(uint64_t, uint64_t);

// CI of a body with a mask operand is its S2.
#define BODY32(name, source, ...)                                                                        \
  INLINE uint32_t name(uint32_t s0, uint32_t s1, uint32_t s2, unsigned LANE, uint32_t MODE, bool CLAMP, bool *co) { \
    const source S0 = (source)s0, S1 = (source)s1, S2 = (source)s2;                                      \
    const uint32_t CI = s2, K = s2;                                                                      \
    uint32_t D;                                                                                          \
    bool CO = false;                                                                                     \
    (void)S0, (void)S1, (void)S2, (void)CI, (void)K, (void)LANE, (void)MODE, (void)CLAMP;                \
    __VA_ARGS__;                                                                                         \
    *co = CO;                                                                                            \
    return D;                                                                                            \
  }

// A result of 16 bits; the rest of D is cut off.
#define BODY16(name, source, ...)                                                                        \
  BODY32(name##_whole, source, __VA_ARGS__)                                                              \
  INLINE uint32_t name(uint32_t s0, uint32_t s1, uint32_t s2, unsigned lane, uint32_t mode, bool clamp, bool *co) { \
    return name##_whole(s0, s1, s2, lane, mode, clamp, co) & 0xffff;                                     \
  }

// The body makes each half of the result from a half of every source.
#define BODY_PACKED(name, source, ...)                                                                   \
  BODY16(name##_half, source, __VA_ARGS__)                                                               \
  INLINE uint32_t name(uint32_t s0, uint32_t s1, uint32_t s2, unsigned lane, uint32_t mode, bool clamp, bool *co) { \
    return name##_half(s0, s1, s2, lane, mode, clamp, co) |                                              \
           name##_half(s0 >> 16, s1 >> 16, s2 >> 16, lane, mode, clamp, co) << 16;                       \
  }

#define BODY_QUAD(name, ...)                                                                              \
  INLINE void name(uint64_t S0, uint32_t S1, const uint32_t S2[4], uint32_t D[4]) { __VA_ARGS__; }

#define BODY_SCALED(name, ...)                                                                            \
  INLINE uint32_t name(uint32_t S0, uint32_t S1, uint32_t S2, bool CI, uint32_t MODE) {                   \
    uint32_t D;                                                                                           \
    __VA_ARGS__;                                                                                          \
    return D;                                                                                             \
  }

#define BODY64(name, source0, source1, ...)                                    \
  INLINE uint64_t name(uint64_t s0, uint64_t s1, uint64_t s2, bool CLAMP, bool *co) { \
    const source0 S0 = (source0)s0;                                            \
    const source1 S1 = (source1)s1;                                            \
    const uint64_t S2 = s2;                                                    \
    uint64_t D;                                                                \
    bool CO = false;                                                           \
    (void)S2, (void)CLAMP;                                                     \
    __VA_ARGS__;                                                               \
    *co = CO;                                                                  \
    return D;                                                                  \
  }

#define BODY_COMPARE(name, convert, ...)             \
  INLINE bool name(uint64_t s0, uint64_t s1) {       \
    const __auto_type S0 = convert(s0);              \
    const __auto_type S1 = convert(s1);              \
    bool D;                                          \
    (void)S0, (void)S1;                              \
    __VA_ARGS__;                                     \
    return D;                                        \
  }
#define AS_U32(x) ((uint32_t)(x))
#define AS_U16(x) ((uint16_t)(x))
#define AS_I16(x) ((int16_t)(uint16_t)(x))
#define AS_I32(x) ((int32_t)(uint32_t)(x))
#define AS_F32(x) (f32((uint32_t)(x)))
#define AS_U64(x) ((uint64_t)(x))
#define AS_I64(x) ((int64_t)(x))

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
  uint32_t *d = w->vgpr[n->vdst];
  const uint32_t mode = w->mode;
  const uint64_t exec = wl_exec(w);
  bool co;
  if (exec == ~0ull) {
    FOR_LANES(i, WL_LANES) d[i] = body(lane32(a, i), lane32(b, i), lane32(c, i), i, mode, false, &co);
    return;
  }
  uint32_t m[WL_LANES];
  wl_expand_mask(m, exec);
  FOR_LANES(i, WL_LANES) {
    const uint32_t r = body(lane32(a, i), lane32(b, i), lane32(c, i), i, mode, false, &co);
    d[i] = (r & m[i]) | (d[i] & ~m[i]);
  }
}

INLINE uint64_t row32(const struct wl_rows *r, unsigned sources, body32 *body) {
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
  if (to == t) wl_store(d, t, exec);
  if (out) wl_write_mask(w, n, half_mask(low, high));
}

INLINE uint64_t row_mask(const struct wl_rows *r, body32 *body) {
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
  if (to == t) wl_store(d, t, exec);
}

// v_div_fmas, by fp.c: it comes once a division.
typedef uint32_t body_scaled(uint32_t, uint32_t, uint32_t, bool, uint32_t);

INLINE uint64_t row_scaled(const struct wl_rows *r, body_scaled *body) {
  for (unsigned i = 0; i < WL_LANES; i++) r->d[i] = body(r->s[0][i], r->s[1][i], r->s[2][i], r->mask_in >> i & 1, r->mode);
  return 0;
}

INLINE uint64_t row_f32(const struct wl_rows *r, unsigned sources, bool denormals, unsigned check, body32 *fast,
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
  wl_store(w->vgpr[n->vdst], t, exec);
  wl_store(w->vgpr[n->vdst + 1], t + WL_LANES, exec);
  if (out) wl_write_mask(w, n, mask);
}

INLINE uint64_t row64(const struct wl_rows *r, unsigned sources, unsigned wide, body64 *body) {
  const struct source a = {false, r->s[0], 0}, b = {false, r->s[1], 0};
  const struct source c = sources > 2 ? (struct source){false, r->s[2], 0} : no_source;
  return wide_lanes(r->d, a, b, c, wide, r->clamp, body);
}

// ---- 128-bit results ---------------------------------------------------------------------------

typedef void body_quad(uint64_t, uint32_t, const uint32_t *, uint32_t *);

INLINE uint64_t row_quad(const struct wl_rows *r, body_quad *body) {
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

INLINE uint64_t row_compare(const struct wl_rows *r, bool wide, bool is_float, body_compare *body) {
  const struct source a = {false, r->s[0], 0}, b = {false, r->s[1], 0};
  return compare(a, b, r->mode, wide, is_float, body);
}

// ---- once a wave -------------------------------------------------------------------------------

INLINE void swap(struct wl_wave *w, const struct wl_insn *n) {
  uint32_t t[WL_LANES], u[WL_LANES];
  uint32_t *a = w->vgpr[n->src[0].reg], *d = w->vgpr[n->vdst];
  memcpy(t, a, sizeof t);
  memcpy(u, d, sizeof u);
  wl_store(d, t, wl_exec(w));
  wl_store(a, u, wl_exec(w));
}

// ---- from the lines ----------------------------------------------------------------------------

#define ANY(name, call)                                                             \
  static uint64_t name##_row(const struct wl_rows *r) { return call; }              \
  static void name##_any(struct wl_wave *w, const struct wl_insn *n) {              \
    wl_vector_any(w, n, &wl_vops[WL_VOP_##name], name##_row);                       \
  }
#define FAST(name, suffix, call) \
  static void name##suffix(struct wl_wave *w, const struct wl_insn *n) { call; }

#define LANES_32(name, sources, type, ...)                                          \
  LANES_BODY(BODY32, name, sources, type, __VA_ARGS__)
#define LANES_BODY(make_body, name, sources, type, ...)                             \
  make_body(name##_body, type, __VA_ARGS__)                                         \
  FAST(name, _v, lanes32(w, n, sources, 0, name##_body))                            \
  FAST(name, _0, lanes32(w, n, sources, 1, name##_body))                            \
  FAST(name, _1, lanes32(w, n, sources, sources > 1 ? 2 : 0, name##_body))          \
  FAST(name, _2, lanes32(w, n, sources, sources > 2 ? 4 : 0, name##_body))          \
  ANY(name, row32(r, sources, name##_body))
#define LANES_U32(name, sources, ...) LANES_32(name, sources, uint32_t, __VA_ARGS__)
#define LANES_I32(name, sources, ...) LANES_32(name, sources, int32_t, __VA_ARGS__)
#define LANES_U16(name, sources, ...) LANES_BODY(BODY16, name, sources, uint16_t, __VA_ARGS__)
#define LANES_I16(name, sources, ...) LANES_BODY(BODY16, name, sources, int16_t, __VA_ARGS__)
#define LANES_U16_SEL LANES_U16
#define LANES_I16_SEL LANES_I16
#define LANES_PK_U16(name, sources, ...) LANES_BODY(BODY_PACKED, name, sources, uint16_t, __VA_ARGS__)
#define LANES_PK_I16(name, sources, ...) LANES_BODY(BODY_PACKED, name, sources, int16_t, __VA_ARGS__)
// The half of the result that is kept is put in by the general executor.
#define LANES_KEEP(name, sources, type, ...)                                        \
  BODY16(name##_body, type, __VA_ARGS__)                                            \
  ANY(name, row32(r, sources, name##_body))
#define LANES_U16_KEEP(name, sources, ...) LANES_KEEP(name, sources, uint16_t, __VA_ARGS__)
#define LANES_I16_KEEP(name, sources, ...) LANES_KEEP(name, sources, int16_t, __VA_ARGS__)
#define LANES_MAD16 LANES_U32
#define LANES_F32_BYTE LANES_U32
#define LANES_INT_F32 LANES_U32
#define LANES_F16_F32 LANES_U32
#define LANES_F32_F16 LANES_U32
#define LANES_LDEXP LANES_U32

// The bodies of these name the f32 operations; once they mean the host's, once those of fp.c.
#define LANES_FP(name, sources, third_kind, denormals, check)                                                      \
  static __attribute__((noinline)) void name##_again(uint32_t *t, struct source a, struct source b, struct source c, \
                                                     uint32_t mode, bool all) {                                    \
    exact_lanes(t, a, b, c, sources, mode, all, check, name##_exact);                                              \
  }                                                                                                                \
  FP_FAST(name, _v, 0, sources, third_kind, denormals, check)                                                      \
  FP_FAST(name, _0, 1, sources, third_kind, denormals, check)                                                      \
  FP_FAST(name, _1, sources > 1 ? 2 : 0, sources, third_kind, denormals, check)                                    \
  FP_FAST(name, _2, sources > 2 ? 4 : 0, sources, third_kind, denormals, check)                                    \
  ANY(name, row_f32(r, sources, denormals, check, name##_fast, name##_again))
#define FP_FAST(name, suffix, scalars, sources, third_kind, denormals, check) \
  FAST(name, suffix, lanes_f32(w, n, sources, scalars, third_kind, denormals, check, name##_fast, name##_again))
#define LANES_F32(name, sources, ...) LANES_FP(name, sources, THIRD_SOURCE, true, CHECK_RESULT)
#define LANES_F32_ORDER(name, sources, ...) LANES_FP(name, sources, THIRD_SOURCE, true, CHECK_SOURCES)
#define LANES_F32_MAD(name, sources, ...) LANES_FP(name, sources, THIRD_SOURCE, false, CHECK_RESULT)
#define LANES_F32_MAC(name, sources, ...) LANES_FP(name, 3, THIRD_VDST, false, CHECK_RESULT)
#define LANES_F32_MADK(name, sources, ...) LANES_FP(name, 3, THIRD_LITERAL, false, CHECK_RESULT)
#define LANES_F32_INT(name, sources, ...) LANES_FP(name, sources, THIRD_SOURCE, false, CHECK_NONE)

#define LANES_MASKED(name, in, out, ...)                                            \
  BODY32(name##_body, uint32_t, __VA_ARGS__)                                        \
  FAST(name, _v, lanes_mask(w, n, 0, in, out, name##_body))                         \
  FAST(name, _0, lanes_mask(w, n, 1, in, out, name##_body))                         \
  FAST(name, _1, lanes_mask(w, n, 2, in, out, name##_body))                         \
  ANY(name, row_mask(r, name##_body))
#define LANES_SELECT(name, sources, ...) LANES_MASKED(name, true, false, __VA_ARGS__)
#define LANES_CARRY_OUT(name, sources, ...) LANES_MASKED(name, false, true, __VA_ARGS__)
#define LANES_CARRY(name, sources, ...) LANES_MASKED(name, true, true, __VA_ARGS__)

#define LANES_64(name, sources, wide, out, type0, type1, ...)                       \
  BODY64(name##_body, type0, type1, __VA_ARGS__)                                    \
  FAST(name, _v, lanes64(w, n, sources, 0, wide, out, name##_body))                 \
  FAST(name, _0, lanes64(w, n, sources, 1, wide, out, name##_body))                 \
  ANY(name, row64(r, sources, wide, name##_body))
#define LANES_MAD64(name, sources, ...) LANES_64(name, sources, 4, true, uint32_t, uint32_t, __VA_ARGS__)
#define LANES_SHIFT64(name, sources, ...) LANES_64(name, sources, 2, false, uint32_t, uint64_t, __VA_ARGS__)
#define LANES_QSAD(name, sources, ...) LANES_64(name, sources, 5, false, uint64_t, uint32_t, __VA_ARGS__)
#define LANES_FMAS(name, sources, ...) BODY_SCALED(name##_body, __VA_ARGS__) ANY(name, row_scaled(r, name##_body))
#define LANES_QUAD(name, sources, ...) BODY_QUAD(name##_body, __VA_ARGS__) ANY(name, row_quad(r, name##_body))

#define LANES_COMPARE(name, wide, is_float, convert, ...)                           \
  BODY_COMPARE(name##_body, convert, __VA_ARGS__)                                   \
  FAST(name, _v, lanes_compare(w, n, 0, wide, is_float, name##_body))               \
  FAST(name, _0, lanes_compare(w, n, 1, wide, is_float, name##_body))               \
  ANY(name, row_compare(r, wide, is_float, name##_body))
#define LANES_CMP_U32(name, ...) LANES_COMPARE(name, false, false, AS_U32, __VA_ARGS__)
#define LANES_CMP_I32(name, ...) LANES_COMPARE(name, false, false, AS_I32, __VA_ARGS__)
#define LANES_CMP_U16(name, ...) LANES_COMPARE(name, false, false, AS_U16, __VA_ARGS__)
#define LANES_CMP_I16(name, ...) LANES_COMPARE(name, false, false, AS_I16, __VA_ARGS__)
#define LANES_CMP_F32(name, ...) LANES_COMPARE(name, false, true, AS_F32, __VA_ARGS__)
#define LANES_CLASS(name, ...) LANES_COMPARE(name, false, false, AS_U32, __VA_ARGS__)
#define LANES_CMP_U64(name, ...) LANES_COMPARE(name, true, false, AS_U64, __VA_ARGS__)
#define LANES_CMP_I64(name, ...) LANES_COMPARE(name, true, false, AS_I64, __VA_ARGS__)

#define ONCE(name, ...) static void name##_any(struct wl_wave *w, const struct wl_insn *n) { __VA_ARGS__; }
#define LANES_NOP(name, sources, ...) ONCE(name, (void)n; __VA_ARGS__)
#define LANES_CLREXCP LANES_NOP
#define LANES_SWAP(name, sources, ...) ONCE(name, __VA_ARGS__)
#define LANES_READFIRST(name, sources, ...)       \
  ONCE(name, const uint64_t EXEC = wl_exec(w);    \
             const uint32_t *V0 = w->vgpr[n->src[0].reg]; uint32_t SD; __VA_ARGS__; w->sgpr[n->sdst] = SD)
#define LANES_READLANE(name, sources, ...)        \
  ONCE(name, const uint32_t X1 = wl_scalar32(w, &n->src[1]); \
             const uint32_t *V0 = w->vgpr[n->src[0].reg]; uint32_t SD; __VA_ARGS__; w->sgpr[n->sdst] = SD)
#define LANES_WRITELANE(name, sources, ...)       \
  ONCE(name, const uint32_t X0 = wl_scalar32(w, &n->src[0]); \
             const uint32_t X1 = wl_scalar32(w, &n->src[1]); __VA_ARGS__)

// Bodies of the f32 types, first with the host's arithmetic, then with that of fp.c.
#define FP_BODY_F32(name, ...) BODY32(name, uint32_t, __VA_ARGS__)
#define FP_BODY_F32_ORDER FP_BODY_F32
#define FP_BODY_F32_MAD FP_BODY_F32
#define FP_BODY_F32_MAC FP_BODY_F32
#define FP_BODY_F32_MADK FP_BODY_F32
#define FP_BODY_F32_INT FP_BODY_F32
#define FP_BODY_U32(name, ...)
#define FP_BODY_I32(name, ...)
#define FP_BODY_U16(name, ...)
#define FP_BODY_I16(name, ...)
#define FP_BODY_U16_SEL(name, ...)
#define FP_BODY_I16_SEL(name, ...)
#define FP_BODY_U16_KEEP(name, ...)
#define FP_BODY_I16_KEEP(name, ...)
#define FP_BODY_MAD16(name, ...)
#define FP_BODY_F32_BYTE(name, ...)
#define FP_BODY_INT_F32(name, ...)
#define FP_BODY_F16_F32(name, ...)
#define FP_BODY_F32_F16(name, ...)
#define FP_BODY_LDEXP(name, ...)
#define FP_BODY_SELECT(name, ...)
#define FP_BODY_CARRY_OUT(name, ...)
#define FP_BODY_CARRY(name, ...)
#define FP_BODY_MAD64(name, ...)
#define FP_BODY_SHIFT64(name, ...)
#define FP_BODY_QSAD(name, ...)
#define FP_BODY_QUAD(name, ...)
#define FP_BODY_FMAS(name, ...)
#define FP_BODY_NOP(name, ...)
#define FP_BODY_CLREXCP(name, ...)
#define FP_BODY_SWAP(name, ...)
#define FP_BODY_READFIRST(name, ...)
#define FP_BODY_READLANE(name, ...)
#define FP_BODY_WRITELANE(name, ...)

#define f32_add(a, b) host_add(a, b)
#define f32_sub(a, b) host_sub(a, b)
#define f32_subrev(a, b) host_sub(b, a)
#define f32_mul(a, b) host_mul(a, b)
#define f32_fma(a, b, c) host_fma(a, b, c, MODE)
#define f32_mad(a, b, c) host_mad(a, b, c)
#define f32_min(a, b) host_min(a, b)
#define f32_max(a, b) host_max(a, b)
#define f32_med3(a, b, c) host_med3(a, b, c)
#define f32_trunc(a) host_rint(a, WL_TRUNC, MODE)
#define f32_ceil(a) host_rint(a, WL_CEIL, MODE)
#define f32_floor(a) host_rint(a, WL_FLOOR, MODE)
#define f32_rndne(a) host_rint(a, WL_RNDNE, MODE)
#define f32_fract(a) host_fract(a, MODE)
#define f32_from_i32(a) bits((float)(int32_t)(a))
#define f32_from_u32(a) bits((float)(a))
#define VOP1(op, name, type, ...) FP_BODY_##type(name##_fast, __VA_ARGS__)
#define VOP2(op, name, type, ...) FP_BODY_##type(name##_fast, __VA_ARGS__)
#define VOP3(op, name, sources, type, ...) FP_BODY_##type(name##_fast, __VA_ARGS__)
#include "../isa/vop1.def"
#include "../isa/vop2.def"
#include "../isa/vop3.def"
#undef VOP1
#undef VOP2
#undef VOP3
#undef f32_add
#undef f32_sub
#undef f32_subrev
#undef f32_mul
#undef f32_fma
#undef f32_mad
#undef f32_min
#undef f32_max
#undef f32_med3
#undef f32_trunc
#undef f32_ceil
#undef f32_floor
#undef f32_rndne
#undef f32_fract
#undef f32_from_i32
#undef f32_from_u32

#define f32_add(a, b) wl_f32_add(a, b, MODE)
#define f32_sub(a, b) wl_f32_sub(a, b, MODE)
#define f32_subrev(a, b) wl_f32_subrev(a, b, MODE)
#define f32_mul(a, b) wl_f32_mul(a, b, MODE)
#define f32_fma(a, b, c) wl_f32_fma(a, b, c, MODE)
#define f32_mad(a, b, c) wl_f32_mad(a, b, c, MODE)
#define f32_min(a, b) wl_f32_min(a, b, MODE)
#define f32_max(a, b) wl_f32_max(a, b, MODE)
#define f32_med3(a, b, c) wl_f32_med3(a, b, c, MODE)
#define f32_trunc(a) wl_f32_rint(a, WL_TRUNC, MODE)
#define f32_ceil(a) wl_f32_rint(a, WL_CEIL, MODE)
#define f32_floor(a) wl_f32_rint(a, WL_FLOOR, MODE)
#define f32_rndne(a) wl_f32_rint(a, WL_RNDNE, MODE)
#define f32_fract(a) wl_f32_fract(a, MODE)
#define f32_from_i32(a) wl_f32_from_i32((int32_t)(a), MODE)
#define f32_from_u32(a) wl_f32_from_u32(a, MODE)
#define VOP1(op, name, type, ...) FP_BODY_##type(name##_exact, __VA_ARGS__)
#define VOP2(op, name, type, ...) FP_BODY_##type(name##_exact, __VA_ARGS__)
#define VOP3(op, name, sources, type, ...) FP_BODY_##type(name##_exact, __VA_ARGS__)
#include "../isa/vop1.def"
#include "../isa/vop2.def"
#include "../isa/vop3.def"
#undef VOP1
#undef VOP2
#undef VOP3

#define VOP1(op, name, type, ...) LANES_##type(name, 1, __VA_ARGS__)
#define VOP2(op, name, type, ...) LANES_##type(name, 2, __VA_ARGS__)
#define VOP3(op, name, sources, type, ...) LANES_##type(name, sources, __VA_ARGS__)
#define VOP3P VOP3
#define VOPC(op, opx, name, type, ...) LANES_##type(cmp_##name, __VA_ARGS__)
#include "../isa/vop1.def"
#include "../isa/vop2.def"
#include "../isa/vop3.def"
#include "../isa/vop3p.def"
#include "../isa/vopc.def"
#undef VOP1
#undef VOP2
#undef VOP3
#undef VOP3P
#undef VOPC

// The table: which of the executors above a type has.
#define FNS_ALL(name) {{name##_v, name##_0, name##_1, name##_any, name##_2}}
#define FNS_TWO(name) {{name##_v, name##_0, name##_1, name##_any, NULL}}
#define FNS_ONE(name) {{name##_v, name##_0, NULL, name##_any, NULL}}
#define FNS_ONCE(name) {{NULL, NULL, NULL, name##_any, NULL}}
#define FNS_U32 FNS_ALL
#define FNS_I32 FNS_ALL
#define FNS_U16 FNS_ALL
#define FNS_I16 FNS_ALL
#define FNS_U16_SEL FNS_ALL
#define FNS_I16_SEL FNS_ALL
#define FNS_PK_U16 FNS_ALL
#define FNS_PK_I16 FNS_ALL
#define FNS_MAD16 FNS_ALL
#define FNS_F32 FNS_ALL
#define FNS_F32_ORDER FNS_ALL
#define FNS_F32_MAD FNS_ALL
#define FNS_F32_MAC FNS_ALL
#define FNS_F32_MADK FNS_ALL
#define FNS_F32_INT FNS_ALL
#define FNS_F32_BYTE FNS_ALL
#define FNS_INT_F32 FNS_ALL
#define FNS_F16_F32 FNS_ALL
#define FNS_F32_F16 FNS_ALL
#define FNS_LDEXP FNS_ALL
#define FNS_SELECT FNS_TWO
#define FNS_CARRY_OUT FNS_TWO
#define FNS_CARRY FNS_TWO
#define FNS_MAD64 FNS_ONE
#define FNS_SHIFT64 FNS_ONE
#define FNS_QSAD FNS_ONE
#define FNS_CMP_U16 FNS_ONE
#define FNS_CMP_I16 FNS_ONE
#define FNS_CMP_U32 FNS_ONE
#define FNS_CMP_I32 FNS_ONE
#define FNS_CMP_F32 FNS_ONE
#define FNS_CLASS FNS_ONE
#define FNS_CMP_U64 FNS_ONE
#define FNS_CMP_I64 FNS_ONE
#define FNS_QUAD FNS_ONCE
#define FNS_FMAS FNS_ONCE
#define FNS_U16_KEEP FNS_ONCE
#define FNS_I16_KEEP FNS_ONCE
#define FNS_NOP FNS_ONCE
#define FNS_CLREXCP FNS_ONCE
#define FNS_SWAP FNS_ONCE
#define FNS_READFIRST FNS_ONCE
#define FNS_READLANE FNS_ONCE
#define FNS_WRITELANE FNS_ONCE

#define VOP1(op, name, type, ...) [WL_VOP_##name] = FNS_##type(name),
#define VOP2(op, name, type, ...) [WL_VOP_##name] = FNS_##type(name),
#define VOP3(op, name, sources, type, ...) [WL_VOP_##name] = FNS_##type(name),
#define VOP3P VOP3
#define VOPC(op, opx, name, type, ...) [WL_VOP_cmp_##name] = FNS_##type(cmp_##name),
const struct wl_vop_fns WL_FNS[WL_VOP_COUNT] = {
#include "../isa/vop1.def"
#include "../isa/vop2.def"
#include "../isa/vop3.def"
#include "../isa/vop3p.def"
#include "../isa/vopc.def"
};
