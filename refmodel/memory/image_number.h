// SPDX-License-Identifier: Apache-2.0
// Numbers of images, by integers alone: f32 bits in, f32 bits or fixed point out. MODE has no influence.
#ifndef WAVELOCK_MEMORY_IMAGE_NUMBER_H
#define WAVELOCK_MEMORY_IMAGE_NUMBER_H

#include "execute/fp.h"

enum { WL_F32_ONE = 0x3f800000, WL_F32_NAN = 0x7fc00000 };

static inline uint32_t wl_f32_magnitude(uint32_t f) { return f & ~(uint32_t)WL_F32_SIGN; }

// The value, no less than least and no more than most.
static inline int32_t wl_limited(int64_t v, int32_t least, int32_t most) {
  return (int32_t)(v < least ? least : v > most ? most : v);
}

// A finite number is (-1)^sign * m * 2^(e - 150); m has at most 24 bits, e is 1 to 254.
struct wl_f32 {
  bool sign;
  int32_t e;
  uint32_t m;
};
struct wl_f32 wl_f32_parts(uint32_t f);

// The number times n, of 15 bits, times 2^places (0 or 8): to the nearest integer, ties to even, or down. It is no less
// than least and no more than most; so is Inf. A NaN is 0.
int32_t wl_f32_nearest(uint32_t f, uint32_t n, uint32_t places, int32_t least, int32_t most);
int32_t wl_f32_floor(uint32_t f, uint32_t n, int32_t least, int32_t most);
// The remainder by 2, with the number's sign; of Inf 0.
uint32_t wl_f32_remainder(uint32_t f);
// a * u / 256 + b * v / 256, rounded once to nearest even; u and v are 1 to 256.
uint32_t wl_f32_sum(uint32_t a, uint32_t u, uint32_t b, uint32_t v);
// An integer of at most 24 bits, divided by 256.
uint32_t wl_f32_of_fixed(int32_t v);

#endif
