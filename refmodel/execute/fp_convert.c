// SPDX-License-Identifier: Apache-2.0
// Rounding to integers and conversions (numerics.md 3.4, 4).
#include "execute/fp.h"

#include "execute/fp_pack.h"
#include "isa/insn.h"

uint32_t wl_f32_rint(uint32_t a, wl_rint how, uint32_t mode) {
  if (wl_f32_is_nan(a)) return wl_f32_quiet(a);
  a = wl_f32_flush_in(a, mode);
  const uint32_t sign = a & 0x80000000u, magnitude = a & 0x7fffffffu;
  const int exp = (int)(magnitude >> 23) - 127;
  if (exp >= 23 || magnitude == 0) return a;
  const bool away = how == (sign ? WL_FLOOR : WL_CEIL);
  if (exp < 0) {
    const bool up = away || (how == WL_RNDNE && magnitude > 0x3f000000);
    return sign | (up ? WL_F32_ONE : 0);
  }
  const uint32_t unit = 1u << (23 - exp), low = magnitude & (unit - 1);
  uint32_t kept = magnitude - low;
  if (away ? low != 0 : how == WL_RNDNE && (low > unit / 2 || (low == unit / 2 && kept & unit))) kept += unit;
  return sign | kept;
}

uint32_t wl_f32_fract(uint32_t a, uint32_t mode) {
  if ((a & 0x7fffffffu) == WL_F32_INF) return WL_F32_DEFAULT_NAN;
  if (wl_f32_is_nan(a)) return wl_f32_quiet(a);
  const uint32_t r = wl_f32_sub(a, wl_f32_rint(a, WL_FLOOR, mode), mode);
  return r == WL_F32_ONE ? WL_F32_ONE - 1 : r;
}

uint32_t wl_f32_from_u32(uint32_t a, uint32_t mode) {
  return wl_round_pack_f32((struct wl_number){false, 126, a}, mode);
}

uint32_t wl_f32_from_i32(int32_t a, uint32_t mode) {
  const uint32_t magnitude = a < 0 ? 0u - (uint32_t)a : (uint32_t)a;
  return wl_round_pack_f32((struct wl_number){a < 0, 126, magnitude}, mode);
}

// The number in units of 2^-24, with a sticky lowest bit. Magnitudes from 2^33 on give 2^33. Not for NaN.
static int64_t to_fixed(uint32_t a) {
  const int exp = (int)(a >> 23 & 0xff) - 127;
  uint64_t fixed = 1ull << (33 + 24);
  if (exp < 33) {
    const struct wl_number x = wl_unpack(a, &wl_f32_format, 57);  // leading bit 57 at exponent 33
    fixed = (uint64_t)wl_shift_right_sticky(x.sig, 33 - (x.exp + 57 - 126));
  }
  return a >> 31 ? -(int64_t)fixed : (int64_t)fixed;
}

static int32_t saturate(int64_t x) { return x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : (int32_t)x; }

int32_t wl_f32_to_i32(uint32_t a) {
  if (wl_f32_is_nan(a)) return 0;
  const int64_t fixed = to_fixed(a);
  return saturate(fixed < 0 ? -(-fixed >> 24) : fixed >> 24);
}

uint32_t wl_f32_to_u32(uint32_t a) {
  if (wl_f32_is_nan(a) || a >> 31) return 0;
  const int64_t whole = to_fixed(a) >> 24;
  return whole > UINT32_MAX ? UINT32_MAX : (uint32_t)whole;
}

static int32_t nan_by_sign(uint32_t a) { return a >> 31 ? INT32_MIN : INT32_MAX; }

int32_t wl_f32_to_i32_floor(uint32_t a, uint32_t mode) {
  if (wl_f32_is_nan(a)) return nan_by_sign(a);
  return saturate(to_fixed(wl_f32_flush_in(a, mode)) >> 24);
}

int32_t wl_f32_to_i32_rpi(uint32_t a, uint32_t mode) {
  if (wl_f32_is_nan(a)) return nan_by_sign(a);
  return saturate((to_fixed(wl_f32_flush_in(a, mode)) + (1 << 23)) >> 24);
}

static uint32_t pack_f16(struct wl_number x, uint32_t mode) {
  const bool to_max = mode & WL_MODE_FP16_OVFL;
  const uint32_t round = wl_field(mode, WL_MODE_ROUND16_64);
  const uint32_t bits = (uint32_t)wl_round_pack(x, &wl_f16_format, round, true, to_max).bits;
  return bits & 0x7c00 || mode & WL_MODE_DENORM16_64_OUT ? bits : bits & 0x8000;
}

uint32_t wl_f16_from_f32(uint32_t a, uint32_t mode) {
  const uint32_t sign = a >> 16 & 0x8000;
  if (wl_f32_is_nan(a)) return sign | 0x7e00 | (a >> 13 & 0x3ff);
  if ((a & 0x7fffffffu) == WL_F32_INF) return sign | 0x7c00;
  return pack_f16(wl_unpack(wl_f32_flush_in(a, mode), &wl_f32_format, 126), mode);
}

static uint32_t widen(uint32_t a) {
  const uint32_t sign = (a & 0x8000) << 16, field = a >> 10 & 31, fraction = a & 0x3ff;
  if (field == 31) return sign | WL_F32_INF | (fraction ? WL_F32_QUIET | fraction << 13 : 0);
  if (field) return sign | (field + 112) << 23 | fraction << 13;
  // fraction * 2^-24: exact in f32
  const struct wl_number x = {sign != 0, 126 - 24, fraction};
  return (uint32_t)wl_round_pack(x, &wl_f32_format, WL_ROUND_NEAREST, true, false).bits;
}

uint32_t wl_f32_from_f16(uint32_t a, uint32_t mode) {
  if (!(mode & WL_MODE_DENORM16_64_IN) && !(a & 0x7c00)) a &= 0x8000;
  return widen(a);
}

uint32_t wl_f16_omod(uint32_t a, uint32_t omod, uint32_t mode) {
  if (omod == 0 || mode & (WL_MODE_DENORM16_64_OUT | WL_MODE_IEEE) || (a & 0x7c00) == 0x7c00) return a;
  if ((a >> 10 & 0x1f) <= (omod == 3 ? 1 : 0)) return 0;  // as wl_f32_omod
  struct wl_number x = wl_unpack(widen(a), &wl_f32_format, 126);
  x.exp += omod == 3 ? -1 : (int)omod;
  return pack_f16(x, mode);
}

uint32_t wl_f16_clamp(uint32_t a, uint32_t mode) {
  if ((a & 0x7fff) > 0x7c00) return mode & WL_MODE_DX10_CLAMP ? 0 : a;
  if (a & 0x8000) return 0;
  return a > 0x3c00 ? 0x3c00 : a;
}
