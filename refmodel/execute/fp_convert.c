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

struct wl_fp wl_fp_to_int(const struct wl_fp_format *f, uint64_t a, wl_to_int how, int64_t least, int64_t most,
                          uint32_t mode) {
  const uint32_t flags = wl_operand_flags(f, a), invalid = flags | WL_FP_INVALID;
  const bool negative = a & wl_sign_bit(f);
  const int64_t end = negative ? least : most;
  if (wl_is_nan(f, a)) return (struct wl_fp){how == WL_TO_INT_TRUNC ? 0 : (uint64_t)end, invalid};
  a = wl_flush_in(f, a, mode);
  const int exp = wl_exponent_field(f, a) - f->max_exp;
  if (exp >= 62) return (struct wl_fp){(uint64_t)end, invalid};
  // In units of 2^-64, with a sticky lowest bit.
  const struct wl_number x = wl_unpack(a, f, 126);
  const __int128 magnitude = (__int128)wl_shift_right_sticky(x.sig, 62 - x.exp);
  const __int128 exact = negative ? -magnitude : magnitude, half = how == WL_TO_INT_RPI ? (__int128)1 << 63 : 0;
  const __int128 whole = how == WL_TO_INT_TRUNC && negative ? -(magnitude >> 64) : (exact + half) >> 64;
  if (whole < least || whole > most) return (struct wl_fp){(uint64_t)(whole < least ? least : most), invalid};
  return (struct wl_fp){(uint64_t)whole, flags | ((uint64_t)exact ? WL_FP_INEXACT : 0)};
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
