// SPDX-License-Identifier: Apache-2.0
// The level of detail of a lane (image.md 11; D-IMG-30 to D-IMG-33).
#include "memory/image_number.h"
#include "memory/memory.h"

enum { LOD_LEAST = -4096, LOD_MOST = 4095, LEVEL_PLACES = 8, FRACTION = 23, EXPONENT = 150, THRESHOLDS = 256 };

static int32_t saturated(int32_t v) { return wl_limited(v, LOD_LEAST, LOD_MOST); }

// In 1/256, to the nearest, ties to even. A NaN is 0.
static int32_t fixed(uint32_t f) { return wl_f32_nearest(f, 1, LEVEL_PLACES, LOD_LEAST, LOD_MOST); }

// The first 24 bits of a magnitude, t, and its exponent: t * 2^(e - 23). t is 0 for zero.
struct magnitude {
  int32_t e;
  uint32_t t;
};

// The magnitude of a derivative in texels, cut. A NaN counts as 0.
static struct magnitude in_texels(uint32_t derivative, uint32_t size) {
  const struct wl_f32 p = wl_f32_parts(derivative);
  const uint64_t product = wl_f32_is_nan(derivative) ? 0 : (uint64_t)p.m * size;
  if (product == 0) return (struct magnitude){0, 0};
  const int32_t top = 63 - __builtin_clzll(product);  // its exponent is top + p.e - 150
  const uint64_t t = top > FRACTION ? product >> (top - FRACTION) : product << (FRACTION - top);
  return (struct magnitude){top + p.e - EXPONENT, (uint32_t)t};
}

// The logarithm of rho in 1/256: its exponent, and of its first 24 bits how many thresholds they reach (11.2).
static int32_t logarithm(struct magnitude rho) {
  if (rho.t == 0) return LOD_LEAST;
  uint32_t below = 0, above = THRESHOLDS;  // T[below] <= t < T[above]
  while (above - below > 1) {
    const uint32_t middle = (below + above) / 2;
    if (rho.t >= wl_log_thresholds[middle]) below = middle;
    else above = middle;
  }
  return saturated(WL_LEVEL_ONE * rho.e + (int32_t)below);
}

// A derivative of a coordinate: given, or the difference in the lane's quad (D-IMG-32).
static uint32_t derivative(const struct wl_insn *insn, const struct wl_image_operands *o, uint32_t lane, uint32_t d,
                           uint32_t axis) {
  if (wl_image_op(insn->sub)->level == WL_LEVEL_DERIVATIVES) return o->derivative[d][axis][lane];
  const uint32_t *quad = &o->axis[axis][lane & ~3u];
  return wl_f32_sum(quad[d + 1], WL_LEVEL_ONE, quad[0] ^ (uint32_t)WL_F32_SIGN, WL_LEVEL_ONE);
}

// L(rho) of the greatest derivative in texels (11.2). rho is cut before the greatest is taken, which changes nothing.
static int32_t level_of(const struct wl_insn *insn, const struct wl_image *i, const struct wl_image_operands *o,
                        uint32_t lane) {
  struct magnitude rho = {0, 0};
  for (uint32_t n = 0; n < 2u * i->axes; n++) {
    const uint32_t axis = n / 2, d = derivative(insn, o, lane, n % 2, axis);
    if (wl_f32_magnitude(d) == WL_F32_INF) return LOD_MOST;
    const struct magnitude m = in_texels(d, i->sampler.normalized ? wl_image_size(i, axis, i->base_level) : 1);
    if (m.t != 0 && (rho.t == 0 || m.e > rho.e || (m.e == rho.e && m.t > rho.t))) rho = m;
  }
  return logarithm(rho);
}

struct wl_lod wl_image_lod(const struct wl_insn *insn, const struct wl_image *i, const struct wl_image_operands *o,
                           uint32_t lane) {
  const struct wl_image_op *op = wl_image_op(insn->sub);
  const struct wl_sampler *s = &i->sampler;
  const int32_t level = op->level == WL_LEVEL_ZERO    ? 0
                        : op->level == WL_LEVEL_GIVEN ? fixed(o->last[lane])
                                                      : level_of(insn, i, o, lane);
  const int32_t bias = s->bias + (op->parts & WL_IMAGE_BIAS ? fixed(o->bias[lane]) : 0);
  const int32_t raw = saturated(level + bias);
  int32_t low = s->min_lod > i->min_lod ? s->min_lod : i->min_lod;
  if ((op->parts & WL_IMAGE_LAST) && op->level != WL_LEVEL_GIVEN && fixed(o->last[lane]) > low)
    low = fixed(o->last[lane]);
  const int32_t lambda = raw > low ? raw : low;
  return (struct wl_lod){raw, lambda < s->max_lod ? lambda : s->max_lod};
}
