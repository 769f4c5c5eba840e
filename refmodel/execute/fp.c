// SPDX-License-Identifier: Apache-2.0
// f32 arithmetic: unpack, compute on integers, round and pack (numerics.md 3).
#include "execute/fp.h"

#include "execute/fp_pack.h"
#include "isa/insn.h"

static bool is_inf(uint32_t a) { return (a & 0x7fffffffu) == WL_F32_INF; }

// Sum of two numbers. Each has sig below 2^126 and, unless zero, at least 2^124. Then enough bits remain below the
// rounding point for the sticky bit to be right when the smaller one loses bits.
static struct wl_number add_numbers(struct wl_number a, struct wl_number b, uint32_t mode) {
  if (a.sig == 0 && b.sig == 0) {
    a.sign = a.sign == b.sign ? a.sign : wl_field(mode, WL_MODE_ROUND32) == WL_ROUND_DOWN;
    return a;
  }
  if (a.sig == 0) return b;
  if (b.sig == 0) return a;
  struct wl_number big = a, small = b;
  if (a.exp < b.exp) {
    big = b;
    small = a;
  }
  small.sig = wl_shift_right_sticky(small.sig, big.exp - small.exp);
  if (big.sign == small.sign) {
    big.sig += small.sig;
  } else if (big.sig >= small.sig) {
    big.sig -= small.sig;
    if (big.sig == 0) big.sign = wl_field(mode, WL_MODE_ROUND32) == WL_ROUND_DOWN;
  } else {
    big.sig = small.sig - big.sig;
    big.sign = small.sign;
  }
  return big;
}

// Neither is a NaN.
static uint32_t add_no_nan(uint32_t a, uint32_t b, uint32_t mode) {
  a = wl_f32_flush_in(a, mode);
  b = wl_f32_flush_in(b, mode);
  if (is_inf(a)) return is_inf(b) && a != b ? WL_F32_DEFAULT_NAN : a;
  if (is_inf(b)) return b;
  return wl_round_pack_f32(add_numbers(wl_unpack(a, &wl_f32_format, 124), wl_unpack(b, &wl_f32_format, 124), mode),
                           mode);
}

uint32_t wl_f32_add(uint32_t a, uint32_t b, uint32_t mode) {
  if (wl_f32_is_nan(a)) return wl_f32_quiet(a);
  if (wl_f32_is_nan(b)) return wl_f32_quiet(b);
  return add_no_nan(a, b, mode);
}

uint32_t wl_f32_sub(uint32_t a, uint32_t b, uint32_t mode) {
  return wl_f32_is_nan(b) ? wl_f32_add(a, b, mode) : wl_f32_add(a, b ^ 0x80000000u, mode);
}

uint32_t wl_f32_subrev(uint32_t a, uint32_t b, uint32_t mode) {
  return wl_f32_is_nan(a) ? wl_f32_add(a, b, mode) : wl_f32_add(a ^ 0x80000000u, b, mode);
}

// Product of two finite numbers; its leading bit is bit 124 or 125.
static struct wl_number product(uint32_t a, uint32_t b) {
  const struct wl_number x = wl_unpack(a, &wl_f32_format, 62), y = wl_unpack(b, &wl_f32_format, 62);
  return (struct wl_number){x.sign != y.sign, x.exp + y.exp - 126, x.sig * y.sig};
}

static bool is_zero(uint32_t a) { return (a & 0x7fffffffu) == 0; }

uint32_t wl_f32_mul(uint32_t a, uint32_t b, uint32_t mode) {
  if (wl_f32_is_nan(a)) return wl_f32_quiet(a);
  if (wl_f32_is_nan(b)) return wl_f32_quiet(b);
  a = wl_f32_flush_in(a, mode);
  b = wl_f32_flush_in(b, mode);
  if (is_inf(a) || is_inf(b)) {
    if (is_zero(a) || is_zero(b)) return WL_F32_DEFAULT_NAN;
    return ((a ^ b) & 0x80000000u) | WL_F32_INF;
  }
  return wl_round_pack_f32(product(a, b), mode);
}

static bool at_least_two(uint32_t a) { return (a & 0x7fffffffu) >= 0x40000000; }

uint32_t wl_f32_div_fmas(uint32_t a, uint32_t b, uint32_t c, bool scale, uint32_t mode) {
  if (wl_f32_is_nan(a)) return wl_f32_quiet(a);
  if (wl_f32_is_nan(b)) return wl_f32_quiet(b);
  if (wl_f32_is_nan(c)) return wl_f32_quiet(c);
  if (is_inf(a) || is_inf(b)) {
    const uint32_t p = ((a ^ b) & 0x80000000u) | WL_F32_INF;
    if (is_zero(a) || is_zero(b) || (is_inf(c) && c != p)) return WL_F32_DEFAULT_NAN;
    return p;
  }
  if (is_inf(c)) return c;
  struct wl_number sum = add_numbers(product(a, b), wl_unpack(c, &wl_f32_format, 124), mode);
  if (scale) sum.exp += at_least_two(c) ? 64 : -64;
  return wl_round_pack_f32(sum, mode);
}

uint32_t wl_f32_fma(uint32_t a, uint32_t b, uint32_t c, uint32_t mode) {
  return wl_f32_div_fmas(wl_f32_flush_in(a, mode), wl_f32_flush_in(b, mode), wl_f32_flush_in(c, mode), false, mode);
}

uint32_t wl_f32_mad(uint32_t a, uint32_t b, uint32_t c, uint32_t mode) {
  if (wl_f32_is_nan(a)) return wl_f32_quiet(a);
  if (wl_f32_is_nan(b)) return wl_f32_quiet(b);
  if (wl_f32_is_nan(c)) return wl_f32_quiet(c);
  mode &= ~(WL_MODE_DENORM32_IN | WL_MODE_DENORM32_OUT);
  return wl_f32_add(wl_f32_mul(a, b, mode), c, mode);
}

uint32_t wl_f32_ldexp(uint32_t a, int32_t n, uint32_t mode) {
  if (wl_f32_is_nan(a)) return wl_f32_quiet(a);
  a = wl_f32_flush_in(a, mode);
  if (is_inf(a) || is_zero(a)) return a;
  struct wl_number x = wl_unpack(a, &wl_f32_format, 126);
  x.exp += n < -1000 ? -1000 : n > 1000 ? 1000 : n;
  return wl_round_pack_f32(x, mode);
}

static uint32_t flush_out(uint32_t a, uint32_t mode) { return mode & WL_MODE_DENORM32_OUT ? a : wl_f32_flush(a); }

// The NaN rules of min and max. false: both are numbers.
static bool select_nan(uint32_t a, uint32_t b, uint32_t mode, uint32_t *result) {
  if (mode & WL_MODE_IEEE && wl_f32_is_snan(a)) *result = wl_f32_quiet(a);
  else if (mode & WL_MODE_IEEE && wl_f32_is_snan(b)) *result = wl_f32_quiet(b);
  else if (wl_f32_is_nan(a)) *result = flush_out(wl_f32_flush_in(b, mode), mode);
  else if (wl_f32_is_nan(b)) *result = flush_out(wl_f32_flush_in(a, mode), mode);
  else return false;
  return true;
}

uint32_t wl_f32_min(uint32_t a, uint32_t b, uint32_t mode) {
  uint32_t result;
  if (select_nan(a, b, mode, &result)) return result;
  a = wl_f32_flush_in(a, mode);
  b = wl_f32_flush_in(b, mode);
  return flush_out(wl_f32_key(a) < wl_f32_key(b) ? a : b, mode);
}

uint32_t wl_f32_max(uint32_t a, uint32_t b, uint32_t mode) {
  uint32_t result;
  if (select_nan(a, b, mode, &result)) return result;
  a = wl_f32_flush_in(a, mode);
  b = wl_f32_flush_in(b, mode);
  return flush_out(wl_f32_key(a) > wl_f32_key(b) ? a : b, mode);
}

uint32_t wl_f32_med3(uint32_t a, uint32_t b, uint32_t c, uint32_t mode) {
  if (wl_f32_is_nan(a) || wl_f32_is_nan(b) || wl_f32_is_nan(c)) {
    return wl_f32_min(wl_f32_min(a, b, mode), c, mode);
  }
  // Only the result is flushed: the largest must stay equal to one of the operands.
  a = wl_f32_flush_in(a, mode);
  b = wl_f32_flush_in(b, mode);
  c = wl_f32_flush_in(c, mode);
  const uint32_t keep = mode | WL_MODE_DENORM32_OUT, most = wl_f32_max(wl_f32_max(a, b, keep), c, keep);
  if (wl_f32_eq(most, a)) return wl_f32_max(b, c, mode);
  if (wl_f32_eq(most, b)) return wl_f32_max(a, c, mode);
  return wl_f32_max(a, b, mode);
}

uint32_t wl_f32_class(uint32_t a) {
  const bool negative = a >> 31;
  const uint32_t magnitude = a & 0x7fffffffu;
  if (magnitude > WL_F32_INF) return a & WL_F32_QUIET ? 1u << 1 : 1u << 0;
  if (magnitude == WL_F32_INF) return negative ? 1u << 2 : 1u << 9;
  if (magnitude >= 0x00800000) return negative ? 1u << 3 : 1u << 8;
  if (magnitude) return negative ? 1u << 4 : 1u << 7;
  return negative ? 1u << 5 : 1u << 6;
}

uint64_t wl_omod(const struct wl_fp_format *f, uint64_t a, uint32_t omod, uint32_t mode) {
  if (omod == 0 || mode & (f->keep_out | WL_MODE_IEEE) || wl_magnitude(f, a) >= wl_inf(f)) return a;
  const int exponent = wl_exponent_field(f, a);
  if (exponent == 0) return 0;
  if (exponent == 1 && omod == 3) return a & wl_sign_bit(f);
  struct wl_number x = wl_unpack(a, f, 126);
  x.exp += omod == 3 ? -1 : (int)omod;
  return wl_round_by_mode(x, f, mode).bits;
}

uint32_t wl_f32_omod(uint32_t a, uint32_t omod, uint32_t mode) {
  static const uint32_t factor[4] = {0, 0x40000000, 0x40800000, 0x3f000000};
  if (omod == 0 || mode & (WL_MODE_DENORM32_OUT | WL_MODE_IEEE) || wl_f32_is_nan(a)) return a;
  // Only the exponent changes. A result below the normal numbers is +0, without rounding.
  if ((a >> 23 & 0xff) <= (omod == 3 ? 1 : 0)) return 0;
  return wl_f32_mul(a, factor[omod], mode);
}

uint32_t wl_f32_clamp(uint32_t a, uint32_t mode) {
  if (wl_f32_is_nan(a)) return mode & WL_MODE_DX10_CLAMP ? 0 : a;
  if (a >> 31) return 0;
  return a > WL_F32_ONE ? WL_F32_ONE : a;
}
