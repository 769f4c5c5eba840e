// SPDX-License-Identifier: Apache-2.0
// The level of detail of a lane (image.md 11; D-IMG-30 to D-IMG-33).
#include <math.h>

#include "memory/memory.h"

enum { LOD_LEAST = -4096, LOD_MOST = 4095, FRACTION = 23, THRESHOLDS = 256 };

static float as_float(uint32_t f) {
  float value;
  memcpy(&value, &f, sizeof value);
  return value;
}

static int32_t saturated(int32_t v) { return v < LOD_LEAST ? LOD_LEAST : v > LOD_MOST ? LOD_MOST : v; }

// In 1/256, to the nearest, ties to even. A NaN is 0.
static int32_t fixed(uint32_t f) {
  const double v = (double)as_float(f) * WL_LEVEL_ONE;
  if (isnan(v)) return 0;
  return v <= LOD_LEAST ? LOD_LEAST : v >= LOD_MOST ? LOD_MOST : (int32_t)nearbyint(v);
}

// The logarithm of rho, which is finite, in 1/256: its exponent, and of its first 24 bits how many thresholds they
// reach (11.2).
static int32_t logarithm(double rho) {
  int e;
  const double part = frexp(rho, &e);  // 0.5 to 1
  if (rho == 0) return LOD_LEAST;
  const uint32_t t = (uint32_t)(part * (1 << (FRACTION + 1)));  // cut
  uint32_t below = 0, above = THRESHOLDS;                       // T[below] <= t < T[above]
  while (above - below > 1) {
    const uint32_t middle = (below + above) / 2;
    if (t >= wl_log_thresholds[middle]) below = middle;
    else above = middle;
  }
  return saturated(WL_LEVEL_ONE * (e - 1) + (int32_t)below);
}

// A derivative of a coordinate: given, or the difference in the lane's quad (D-IMG-32).
static float derivative(const struct wl_insn *insn, const struct wl_image_operands *o, uint32_t lane, uint32_t d,
                        uint32_t axis) {
  if (wl_image_op(insn->sub)->level == WL_LEVEL_DERIVATIVES) return as_float(o->derivative[d][axis][lane]);
  const uint32_t *quad = &o->axis[axis][lane & ~3u];
  return as_float(quad[d + 1]) - as_float(quad[0]);
}

// L(rho) of the greatest derivative in texels (11.2). A product of 24 and 15 bits is exact.
static int32_t level_of(const struct wl_insn *insn, const struct wl_image *i, const struct wl_image_operands *o,
                        uint32_t lane) {
  double rho = 0;
  for (uint32_t n = 0; n < 2u * i->axes; n++) {
    const uint32_t axis = n / 2;
    const double size = i->sampler.normalized ? wl_image_size(i, axis, i->base_level) : 1;
    const double texels = fabs((double)derivative(insn, o, lane, n % 2, axis)) * size;
    if (texels > rho) rho = texels;  // no NaN is
  }
  return isinf(rho) ? LOD_MOST : logarithm(rho);
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
