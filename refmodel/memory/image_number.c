// SPDX-License-Identifier: Apache-2.0
#include "memory/image_number.h"

#include "execute/fp_pack.h"

enum { FRACTION = 23, SCALE = 150, PLACES = 8, GUARD = 30 };
enum { NUMBER = 126 };  // a wl_number is sig * 2^(exp - 126)

struct wl_f32 wl_f32_parts(uint32_t f) {
  const int32_t field = (int32_t)(f >> FRACTION & 255);
  const uint32_t fraction = f & ((1u << FRACTION) - 1);
  if (field == 0) return (struct wl_f32){f >> 31, 1, fraction};
  return (struct wl_f32){f >> 31, field, fraction | 1u << FRACTION};
}

// The magnitude of a number, times 2^-cut: to the nearest integer, ties to even; or down, which is away from 0 if it is
// negative.
static int64_t integer_of(uint64_t product, int32_t cut, bool down, bool away) {
  if (cut <= 0) return (int64_t)(product << -cut);
  if (cut > 62) return down && away && product != 0;
  const uint64_t kept = product >> cut, rest = product & ((1ull << cut) - 1), half = 1ull << (cut - 1);
  if (down) return (int64_t)(kept + (away && rest != 0));
  return (int64_t)(kept + (rest > half || (rest == half && (kept & 1))));
}

static int32_t scaled(uint32_t f, uint32_t n, uint32_t places, bool down, int32_t least, int32_t most) {
  if (wl_f32_is_nan(f)) return 0;
  const struct wl_f32 p = wl_f32_parts(f);
  const uint64_t product = (uint64_t)p.m * n;
  const int32_t cut = SCALE - p.e - (int32_t)places;
  if (cut < -24) return product == 0 ? wl_limited(0, least, most) : p.sign ? least : most;
  const int64_t v = integer_of(product, cut, down, p.sign);
  return wl_limited(p.sign ? -v : v, least, most);
}

int32_t wl_f32_nearest(uint32_t f, uint32_t n, uint32_t places, int32_t least, int32_t most) {
  return scaled(f, n, places, false, least, most);
}

int32_t wl_f32_floor(uint32_t f, uint32_t n, int32_t least, int32_t most) { return scaled(f, n, 0, true, least, most); }

uint32_t wl_f32_remainder(uint32_t f) {
  struct wl_f32 p = wl_f32_parts(f);
  const int32_t one = 127, above = p.e - one;  // the last bit counts 2^(above - 23)
  if (above <= 0) return f;
  p.m = above > FRACTION ? 0 : p.m << above & ((1u << (FRACTION + 1)) - 1);
  if (p.m == 0) return f & (uint32_t)WL_F32_SIGN;
  const int32_t left = __builtin_clz(p.m) - (31 - FRACTION);
  return (f & (uint32_t)WL_F32_SIGN) + ((uint32_t)(one - left - 1) << FRACTION) + (p.m << left);
}

// sum * 2^(e - 188), rounded once to nearest even.
static uint32_t rounded(bool sign, uint64_t sum, int32_t e) {
  const struct wl_number x = {sign, e - (SCALE + PLACES + GUARD) + NUMBER, sum};
  return (uint32_t)wl_round_pack(x, &wl_f32_format, WL_ROUND_NEAREST, true, false).bits;
}

// The term with the greater exponent has 30 bits behind its last one. The other is shifted to it; what is lost of it
// counts as a last bit of 1. It is far below the place of rounding: something is lost only if the greater term is a
// normal number, of at least 53 bits.
uint32_t wl_f32_sum(uint32_t a, uint32_t u, uint32_t b, uint32_t v) {
  const bool a_inf = wl_f32_magnitude(a) == WL_F32_INF, b_inf = wl_f32_magnitude(b) == WL_F32_INF;
  if (wl_f32_is_nan(a) || wl_f32_is_nan(b) || (a_inf && b_inf && a != b)) return WL_F32_NAN;
  if (a_inf) return a;
  if (b_inf) return b;
  const struct wl_f32 p = wl_f32_parts(a), q = wl_f32_parts(b);
  const int32_t e = p.e > q.e ? p.e : q.e;
  const uint64_t x = (uint64_t)wl_shift_right_sticky((uint64_t)p.m * u << GUARD, e - p.e);
  const uint64_t y = (uint64_t)wl_shift_right_sticky((uint64_t)q.m * v << GUARD, e - q.e);
  if (p.sign == q.sign) return rounded(p.sign, x + y, e);
  if (x == y) return 0;
  return x > y ? rounded(p.sign, x - y, e) : rounded(q.sign, y - x, e);
}

uint32_t wl_f32_of_fixed(int32_t v) { return rounded(v < 0, (uint64_t)(v < 0 ? -v : v), SCALE + GUARD); }
