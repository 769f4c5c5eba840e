// SPDX-License-Identifier: Apache-2.0
// Rounding to integers and conversions (numerics.md 3.4, 4).
#include "execute/fp.h"
#include "execute/fp_pack.h"

struct wl_fp wl_fp_rint(const struct wl_fp_format *f, uint64_t a, wl_rint how, uint32_t mode) {
  const uint32_t flags = wl_operand_flags(f, a), inexact = flags | WL_FP_INEXACT;
  if (wl_is_nan(f, a)) return (struct wl_fp){wl_nan_out(f, a, mode), flags};
  a = wl_flush_in(f, a, mode);
  const uint64_t sign = a & wl_sign_bit(f), magnitude = wl_magnitude(f, a);
  const uint64_t one = (uint64_t)f->max_exp << f->fraction, half = one - wl_least_normal(f);
  const int exp = wl_exponent_field(f, a) - f->max_exp;
  if (exp >= f->fraction || magnitude == 0) return (struct wl_fp){a, flags};
  const bool away = how == (sign ? WL_FLOOR : WL_CEIL);
  if (exp < 0) return (struct wl_fp){sign | (away || (how == WL_RNDNE && magnitude > half) ? one : 0), inexact};
  const uint64_t unit = 1ull << (f->fraction - exp), low = magnitude & (unit - 1);
  uint64_t kept = magnitude - low;
  if (away ? low != 0 : how == WL_RNDNE && (low > unit / 2 || (low == unit / 2 && kept & unit))) kept += unit;
  return (struct wl_fp){sign | kept, low ? inexact : flags};
}

struct wl_fp wl_fp_fract(const struct wl_fp_format *f, uint64_t a, uint32_t mode) {
  const uint32_t flags = wl_operand_flags(f, a);
  if (wl_is_inf(f, a)) return (struct wl_fp){wl_default_nan(f), flags | WL_FP_INVALID};
  if (wl_is_nan(f, a)) return (struct wl_fp){wl_nan_out(f, a, mode), flags};
  a = wl_flush_in(f, a, mode);
  const uint64_t floor = wl_fp_rint(f, a, WL_FLOOR, mode).bits, one = (uint64_t)f->max_exp << f->fraction;
  if (a == floor) return (struct wl_fp){0, flags};  // in every rounding mode (D-NUM-20)
  const struct wl_fp r = wl_fp_sub(f, a, floor, mode);
  return (struct wl_fp){r.bits == one ? one - 1 : r.bits, flags | r.flags};
}

struct wl_fp wl_fp_from_int(const struct wl_fp_format *f, int64_t a, uint32_t mode) {
  return wl_round_by_mode((struct wl_number){a < 0, 126, a < 0 ? 0 - (uint64_t)a : (uint64_t)a}, f, mode);
}

// Rounding to an integer knows one way more than MODE: to nearest, ties up.
enum { ROUND_TIES_UP = WL_ROUND_ZERO + 1 };

// An exact value in units of 2^-64, rounded to a whole number.
static __int128 to_whole(__int128 exact, uint32_t round) {
  const __int128 floor = exact >> 64;
  const uint64_t low = (uint64_t)exact, half = 1ull << 63;
  switch (round) {
    case WL_ROUND_NEAREST: return floor + (low > half || (low == half && (floor & 1)));
    case WL_ROUND_UP: return floor + (low != 0);
    case WL_ROUND_DOWN: return floor;
    case ROUND_TIES_UP: return floor + (low >= half);
    default: return floor + (low != 0 && exact < 0);
  }
}

// a * scale as an integer of least..most. a is no NaN; scale has at most 16 bits.
static struct wl_fp scaled_to_int(const struct wl_fp_format *f, uint64_t a, uint32_t scale, uint32_t round,
                                  int64_t least, int64_t most, uint32_t mode) {
  const uint32_t flags = wl_operand_flags(f, a), invalid = flags | WL_FP_INVALID;
  const bool negative = a & wl_sign_bit(f);
  a = wl_flush_in(f, a, mode);
  if (wl_exponent_field(f, a) - f->max_exp >= 46) return (struct wl_fp){(uint64_t)(negative ? least : most), invalid};
  // In units of 2^-64, with a sticky lowest bit.
  const struct wl_number x = wl_unpack(a, f, 110);
  const __int128 magnitude = (__int128)wl_shift_right_sticky(x.sig * scale, 62 - x.exp);
  const __int128 exact = negative ? -magnitude : magnitude, whole = to_whole(exact, round);
  if (whole < least || whole > most) return (struct wl_fp){(uint64_t)(whole < least ? least : most), invalid};
  return (struct wl_fp){(uint64_t)whole, flags | ((uint64_t)exact ? WL_FP_INEXACT : 0)};
}

struct wl_fp wl_fp_to_int(const struct wl_fp_format *f, uint64_t a, wl_to_int how, int64_t least, int64_t most,
                          uint32_t mode) {
  static const uint32_t rounds[] = {
      [WL_TO_INT_TRUNC] = WL_ROUND_ZERO, [WL_TO_INT_FLOOR] = WL_ROUND_DOWN, [WL_TO_INT_RPI] = ROUND_TIES_UP};
  const bool zero_of_nan = how == WL_TO_INT_TRUNC || how == WL_TO_INT_BY_MODE;
  if (wl_is_nan(f, a)) {
    const int64_t end = a & wl_sign_bit(f) ? least : most;
    return (struct wl_fp){zero_of_nan ? 0 : (uint64_t)end, WL_FP_INVALID};
  }
  const uint32_t round = how == WL_TO_INT_BY_MODE ? wl_field(mode, f->round) : rounds[how];
  return scaled_to_int(f, a, 1, round, least, most, mode);
}

struct wl_fp wl_fp_to_norm(const struct wl_fp_format *f, uint64_t a, int64_t least, int64_t most, uint32_t mode) {
  if (wl_is_nan(f, a)) return (struct wl_fp){0, WL_FP_INVALID};
  return scaled_to_int(f, a, (uint32_t)most, WL_ROUND_NEAREST, least, most, mode);
}

struct wl_fp wl_fp_f16_canonical(uint64_t a, uint32_t mode) {
  const struct wl_fp_format *f = &wl_f16_format;
  if (wl_is_nan(f, a)) return (struct wl_fp){wl_nan_out(f, a, mode), 0};
  const bool kept = mode & f->keep_in && mode & f->keep_out;
  return (struct wl_fp){wl_is_denormal(f, a) && !kept ? a & wl_sign_bit(f) : a, 0};
}

struct wl_fp wl_fp_f16_toward_zero(uint64_t a, uint32_t mode) {
  const uint32_t toward_zero = wl_with_field(mode & ~WL_MODE_FP16_OVFL, WL_MODE_ROUND16_64, WL_ROUND_ZERO);
  const struct wl_fp r = wl_fp_convert(&wl_f32_format, &wl_f16_format, a, toward_zero);
  return (struct wl_fp){r.bits, r.flags & ~(uint32_t)WL_FP_OVERFLOW};
}

struct wl_fp wl_fp_convert(const struct wl_fp_format *from, const struct wl_fp_format *to, uint64_t a, uint32_t mode) {
  const uint32_t flags = wl_operand_flags(from, a);
  const uint64_t sign = a & wl_sign_bit(from) ? wl_sign_bit(to) : 0, magnitude = wl_magnitude(from, a);
  if (wl_is_nan(from, a)) {
    const bool wider = to->fraction > from->fraction;
    const uint64_t payload = wider ? (magnitude - wl_inf(from)) << (to->fraction - from->fraction)
                                   : (magnitude - wl_inf(from)) >> (from->fraction - to->fraction);
    // A narrower NaN is quiet in every mode: else its payload could vanish (D-NUM-5).
    return (struct wl_fp){wl_nan_out(to, sign | wl_inf(to) | payload, wider ? mode : WL_MODE_IEEE), flags};
  }
  if (wl_is_inf(from, a)) return (struct wl_fp){sign | wl_inf(to), flags};
  const struct wl_fp r = wl_round_by_mode(wl_unpack(wl_flush_in(from, a, mode), from, 126), to, mode);
  return (struct wl_fp){r.bits, flags | r.flags};
}
