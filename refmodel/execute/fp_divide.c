// SPDX-License-Identifier: Apache-2.0
// Reciprocal and the steps of division (numerics.md 5, 6).
#include "execute/fp.h"

#include "execute/fp_pack.h"

struct wl_fp wl_fp_rcp(const struct wl_fp_format *f, uint64_t a, uint32_t mode) {
  const uint32_t flags = wl_operand_flags(f, a);
  if (wl_is_nan(f, a)) return (struct wl_fp){wl_nan_out(f, a, mode), flags};
  a = wl_flush_in(f, a, mode);
  const uint64_t sign = a & wl_sign_bit(f);
  if (wl_is_zero(f, a)) return (struct wl_fp){sign | wl_inf(f), flags | WL_FP_DIVISION_BY_ZERO};
  if (wl_is_inf(f, a)) return (struct wl_fp){sign, flags};
  // The quotient has four bits more than the significand, and a sticky one.
  const struct wl_number x = wl_unpack(a, f, f->fraction);
  const int exp = x.exp - 126 + f->fraction;  // of the leading bit
  const wl_significand one = (wl_significand)1 << (2 * f->fraction + 4), quotient = one / x.sig;
  const struct wl_number r = {x.sign, 126 - exp - f->fraction - 5, quotient << 1 | (quotient * x.sig != one)};
  const struct wl_fp result = wl_round_by_mode(r, f, wl_to_nearest(f, mode));
  return (struct wl_fp){result.bits, flags | result.flags};
}

struct wl_fp wl_fp_rcp_iflag(const struct wl_fp_format *f, uint64_t a, bool clamp, uint32_t mode) {
  const bool zero = wl_is_zero(f, wl_flush_in(f, a, mode));
  return (struct wl_fp){wl_fp_rcp(f, a, mode).bits, zero && !clamp ? WL_FP_INTEGER_DIVISION_BY_ZERO : 0};
}

// Exponent fields alone decide. *flag: v_div_fmas multiplies its sum by a power of two. Returns the exponent of the
// factor of S0.
static int scale_exponent(const struct wl_fp_format *f, int d, int n, bool is_d, bool is_n, bool *flag) {
  const int near_overflow = n - d >= f->far, near_zero = n - d <= -f->far;
  *flag = false;
  if (near_overflow) {
    *flag = true;
    return is_d ? f->scale : 0;
  }
  if (d == 0) return f->scale;
  if (d >= 2 * f->max_exp - 1) {  // 1/D is denormal
    *flag = near_zero;
    return near_zero && is_n ? 0 : -f->scale;
  }
  if (near_zero) {
    *flag = true;
    return is_n ? f->scale : 0;
  }
  return n <= f->fraction + 1 ? f->scale : 0;
}

struct wl_fp wl_fp_div_scale(const struct wl_fp_format *f, uint64_t s0, uint64_t d, uint64_t n, uint32_t mode,
                             bool *flag) {
  const uint32_t all = wl_operand_flags(f, s0) | wl_operand_flags(f, d) | wl_operand_flags(f, n);
  const uint32_t flags = all & WL_FP_INPUT_DENORMAL;
  s0 = wl_flush_in(f, s0, mode);
  d = wl_flush_in(f, d, mode);
  n = wl_flush_in(f, n, mode);
  const bool is_d = s0 == d, is_n = !is_d && s0 == n;
  const int exp = scale_exponent(f, wl_exponent_field(f, d), wl_exponent_field(f, n), is_d, is_n, flag);
  if (wl_is_zero(f, d) || wl_is_zero(f, n)) return (struct wl_fp){wl_default_nan(f), flags};
  if (wl_is_nan(f, s0)) return (struct wl_fp){s0 | wl_quiet_bit(f), flags};
  if (wl_is_inf(f, s0)) return (struct wl_fp){s0, flags};
  struct wl_number x = wl_unpack(s0, f, 126);
  x.exp += exp;
  return (struct wl_fp){wl_round_by_mode(x, f, mode).bits, flags};
}

struct wl_fp wl_fp_div_fixup(const struct wl_fp_format *f, uint64_t q, uint64_t d, uint64_t n, uint32_t mode) {
  uint32_t flags = wl_operand_flags(f, q) | wl_operand_flags(f, d) | wl_operand_flags(f, n);
  d = wl_flush_in(f, d, mode);
  n = wl_flush_in(f, n, mode);
  const bool minus = (d ^ n) & wl_sign_bit(f);
  const uint64_t sign = minus ? wl_sign_bit(f) : 0;
  if (wl_is_nan(f, n)) return (struct wl_fp){n | wl_quiet_bit(f), flags};
  if (wl_is_nan(f, d)) return (struct wl_fp){d | wl_quiet_bit(f), flags};
  if ((wl_is_zero(f, n) && wl_is_zero(f, d)) || (wl_is_inf(f, n) && wl_is_inf(f, d)))
    return (struct wl_fp){wl_default_nan(f), flags | WL_FP_INVALID};
  if (wl_is_inf(f, n)) return (struct wl_fp){sign | wl_inf(f), flags};
  if (wl_is_zero(f, d)) return (struct wl_fp){sign | wl_inf(f), flags | WL_FP_DIVISION_BY_ZERO};
  if (wl_is_inf(f, d) || wl_is_zero(f, n)) return (struct wl_fp){sign, flags};
  if (f->far == 0) {  // f16: clang divides in f32, so q is in range; a NaN keeps its bits, too
    const bool too_large = wl_is_inf(f, q) && mode & f->overflow_to_max;
    return (struct wl_fp){sign | (too_large ? wl_inf(f) - 1 : wl_magnitude(f, q)), flags};
  }
  // The quotient is out of range: any number beyond the range stands for it.
  const int quotient = wl_exponent_field(f, n) - wl_exponent_field(f, d);
  const bool tiny = quotient < -(f->max_exp + f->fraction);
  if (tiny || wl_magnitude(f, q) >= wl_inf(f)) {
    const int beyond = 4 * f->max_exp;
    const struct wl_number x = {minus, tiny ? -beyond : beyond, (wl_significand)1 << 126};
    const struct wl_fp result = wl_round_by_mode(x, f, mode);
    return (struct wl_fp){result.bits, flags | result.flags};
  }
  return (struct wl_fp){sign | wl_magnitude(f, q), flags | (wl_exponent_field(f, q) ? 0 : WL_FP_UNDERFLOW)};
}
