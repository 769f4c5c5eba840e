// SPDX-License-Identifier: Apache-2.0
// The face of a cube map that a direction meets, and the coordinates there (numerics.md 3.4).
#include "execute/fp.h"

// Denormals count as zero, whatever MODE says.
static uint32_t flushed_magnitude(uint32_t a) { return wl_f32_flush(a) & ~(uint32_t)WL_F32_SIGN; }
static bool is_below_zero(uint32_t a) { return wl_f32_lt(wl_f32_flush(a), 0); }

static uint32_t negated(uint32_t a) { return a ^ (uint32_t)WL_F32_SIGN; }
static uint32_t copied(uint32_t a, uint32_t mode) {
  return wl_f32_is_nan(a) && mode & WL_MODE_IEEE ? a | WL_F32_QUIET : a;
}

static uint32_t doubled(uint32_t a, uint32_t mode) {
  if (a & WL_F32_INF) return wl_f32_ldexp(a, 1, mode);
  return wl_field(mode, WL_MODE_ROUND32) == WL_ROUND_DOWN ? a & (uint32_t)WL_F32_SIGN : 0;
}

enum { AXIS_X, AXIS_Y, AXIS_Z };

uint32_t wl_f32_cube(wl_cube what, uint32_t x, uint32_t y, uint32_t z, uint32_t mode) {
  static const uint32_t ids[3][2] = {
      {0, 0x3f800000}, {0x40000000, 0x40400000}, {0x40800000, 0x40a00000}};  // 0.0 to 5.0
  const uint32_t mx = flushed_magnitude(x), my = flushed_magnitude(y), mz = flushed_magnitude(z);
  // A comparison with a NaN is false.
  const unsigned face = wl_f32_le(mx, mz) && wl_f32_le(my, mz) ? AXIS_Z : wl_f32_le(mx, my) ? AXIS_Y : AXIS_X;
  const uint32_t major = face == AXIS_Z ? z : face == AXIS_Y ? y : x;
  const bool neg = is_below_zero(major);
  switch (what) {
    case WL_CUBE_ID: return ids[face][neg];
    case WL_CUBE_SC:
      if (face == AXIS_X) return copied(neg ? z : negated(z), mode);
      return copied(face == AXIS_Z && neg ? negated(x) : x, mode);
    case WL_CUBE_TC:
      if (face == AXIS_Y) return copied(neg ? negated(z) : z, mode);
      return copied(negated(y), mode);
    default: return doubled(major, mode);
  }
}
