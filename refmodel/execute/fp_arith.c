// SPDX-License-Identifier: Apache-2.0
// Sums and products: unpack, compute on integers, round and pack (numerics.md 2, 3.1, 3.4, 6).
#include "execute/fp.h"
#include "execute/fp_pack.h"

static struct wl_fp rounded(struct wl_number x, const struct wl_fp_format *f, uint32_t mode, uint32_t flags) {
  const struct wl_fp r = wl_round_by_mode(x, f, mode);
  return (struct wl_fp){r.bits, r.flags | flags};
}

static struct wl_fp invalid(const struct wl_fp_format *f, uint32_t flags) {
  return (struct wl_fp){wl_default_nan(f), flags | WL_FP_INVALID};
}

// Sum of two numbers. Each has sig below 2^126 and, unless zero, at least 2^124. Then enough bits remain below the
// rounding point for the sticky bit to be right when the smaller one loses bits. down: MODE rounds toward -infinity.
static struct wl_number add_numbers(struct wl_number a, struct wl_number b, bool down) {
  if (a.sig == 0 && b.sig == 0) {
    a.sign = a.sign == b.sign ? a.sign : down;
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
    if (big.sig == 0) big.sign = down;
  } else {
    big.sig = small.sig - big.sig;
    big.sign = small.sign;
  }
  return big;
}

static bool rounds_down(const struct wl_fp_format *f, uint32_t mode) {
  return wl_field(mode, f->round) == WL_ROUND_DOWN;
}

struct wl_fp wl_fp_add(const struct wl_fp_format *f, uint64_t a, uint64_t b, uint32_t mode) {
  const uint32_t flags = wl_operand_flags(f, a) | wl_operand_flags(f, b);
  if (wl_is_nan(f, a)) return (struct wl_fp){wl_nan_out(f, a, mode), flags};
  if (wl_is_nan(f, b)) return (struct wl_fp){wl_nan_out(f, b, mode), flags};
  a = wl_flush_in(f, a, mode);
  b = wl_flush_in(f, b, mode);
  if (wl_is_inf(f, a) && wl_is_inf(f, b) && a != b) return invalid(f, flags);
  if (wl_is_inf(f, a)) return (struct wl_fp){a, flags};
  if (wl_is_inf(f, b)) return (struct wl_fp){b, flags};
  return rounded(add_numbers(wl_unpack(a, f, 124), wl_unpack(b, f, 124), rounds_down(f, mode)), f, mode, flags);
}

// The minus does not change the sign of a NaN (D-NUM-8).
static uint64_t minus(const struct wl_fp_format *f, uint64_t a) { return wl_is_nan(f, a) ? a : a ^ wl_sign_bit(f); }

struct wl_fp wl_fp_sub(const struct wl_fp_format *f, uint64_t a, uint64_t b, uint32_t mode) {
  return wl_fp_add(f, a, minus(f, b), mode);
}

struct wl_fp wl_fp_subrev(const struct wl_fp_format *f, uint64_t a, uint64_t b, uint32_t mode) {
  return wl_fp_add(f, minus(f, a), b, mode);
}

// Product of two finite numbers; its leading bit is bit 124 or 125.
static struct wl_number product(const struct wl_fp_format *f, uint64_t a, uint64_t b) {
  const struct wl_number x = wl_unpack(a, f, 62), y = wl_unpack(b, f, 62);
  return (struct wl_number){x.sign != y.sign, x.exp + y.exp - 126, x.sig * y.sig};
}

static bool is_invalid_product(const struct wl_fp_format *f, uint64_t a, uint64_t b) {
  return (wl_is_inf(f, a) && wl_is_zero(f, b)) || (wl_is_zero(f, a) && wl_is_inf(f, b));
}

struct wl_fp wl_fp_mul(const struct wl_fp_format *f, uint64_t a, uint64_t b, uint32_t mode) {
  const uint32_t flags = wl_operand_flags(f, a) | wl_operand_flags(f, b);
  if (wl_is_nan(f, a)) return (struct wl_fp){wl_nan_out(f, a, mode), flags};
  if (wl_is_nan(f, b)) return (struct wl_fp){wl_nan_out(f, b, mode), flags};
  a = wl_flush_in(f, a, mode);
  b = wl_flush_in(f, b, mode);
  if (is_invalid_product(f, a, b)) return invalid(f, flags);
  if (wl_is_inf(f, a) || wl_is_inf(f, b)) return (struct wl_fp){((a ^ b) & wl_sign_bit(f)) | wl_inf(f), flags};
  return rounded(product(f, a, b), f, mode, flags);
}

// Finite operands, rounded to format `to`.
static struct wl_fp fused_numbers(const struct wl_fp_format *f, const struct wl_fp_format *to, uint64_t a, uint64_t b,
                                  uint64_t c, int exp, uint32_t mode, uint32_t flags) {
  struct wl_number sum = add_numbers(product(f, a, b), wl_unpack(c, f, 124), rounds_down(to, mode));
  sum.exp += exp;
  return rounded(sum, to, mode, flags);
}

// Fused, times 2^exp. The operands are flushed already. An invalid product comes before a NaN in c (D-NUM-10).
static struct wl_fp fused(const struct wl_fp_format *f, uint64_t a, uint64_t b, uint64_t c, int exp, uint32_t mode,
                          uint32_t flags) {
  if (wl_is_nan(f, a)) return (struct wl_fp){wl_nan_out(f, a, mode), flags};
  if (wl_is_nan(f, b)) return (struct wl_fp){wl_nan_out(f, b, mode), flags};
  if (is_invalid_product(f, a, b)) return invalid(f, flags);
  if (wl_is_nan(f, c)) return (struct wl_fp){wl_nan_out(f, c, mode), flags};
  if (wl_is_inf(f, a) || wl_is_inf(f, b)) {
    const uint64_t p = ((a ^ b) & wl_sign_bit(f)) | wl_inf(f);
    return wl_is_inf(f, c) && c != p ? invalid(f, flags) : (struct wl_fp){p, flags};
  }
  if (wl_is_inf(f, c)) return (struct wl_fp){c, flags};
  return fused_numbers(f, f, a, b, c, exp, mode, flags);
}

static uint32_t flags_of_three(const struct wl_fp_format *f, uint64_t a, uint64_t b, uint64_t c) {
  return wl_operand_flags(f, a) | wl_operand_flags(f, b) | wl_operand_flags(f, c);
}

struct wl_fp wl_fp_fma(const struct wl_fp_format *f, uint64_t a, uint64_t b, uint64_t c, uint32_t mode) {
  const uint32_t flags = flags_of_three(f, a, b, c);
  return fused(f, wl_flush_in(f, a, mode), wl_flush_in(f, b, mode), wl_flush_in(f, c, mode), 0, mode, flags);
}

struct wl_fp wl_fp_fma_numbers(const struct wl_fp_format *f, const struct wl_fp_format *to, uint64_t a, uint64_t b,
                               uint64_t c, uint32_t mode) {
  const uint32_t flags = flags_of_three(f, a, b, c);
  return fused_numbers(f, to, wl_flush_in(f, a, mode), wl_flush_in(f, b, mode), wl_flush_in(f, c, mode), 0, mode,
                       flags);
}

struct wl_fp wl_fp_div_fmas(const struct wl_fp_format *f, uint64_t a, uint64_t b, uint64_t c, bool scale,
                            uint32_t mode) {
  const int exp = !scale ? 0 : wl_exponent_field(f, c) > f->max_exp ? f->scale : -f->scale;
  return fused(f, a, b, c, exp, mode, flags_of_three(f, a, b, c));
}

struct wl_fp wl_fp_mad(const struct wl_fp_format *f, uint64_t a, uint64_t b, uint64_t c, uint32_t mode) {
  mode = wl_always_flush(f, mode);
  const struct wl_fp p = wl_fp_mul(f, a, b, mode), sum = wl_fp_add(f, p.bits, c, mode);
  return (struct wl_fp){sum.bits, p.flags | sum.flags};
}

struct wl_fp wl_fp_mul_legacy(const struct wl_fp_format *f, uint64_t a, uint64_t b, uint32_t mode) {
  const bool zero = wl_is_zero(f, wl_flush_in(f, a, mode)) || wl_is_zero(f, wl_flush_in(f, b, mode));
  return zero ? (struct wl_fp){0, wl_operand_flags(f, a) | wl_operand_flags(f, b)} : wl_fp_mul(f, a, b, mode);
}

struct wl_fp wl_fp_mad_legacy(const struct wl_fp_format *f, uint64_t a, uint64_t b, uint64_t c, uint32_t mode) {
  mode = wl_always_flush(f, mode);
  const struct wl_fp p = wl_fp_mul_legacy(f, a, b, mode), sum = wl_fp_add(f, p.bits, c, mode);
  return (struct wl_fp){sum.bits, p.flags | sum.flags};
}

struct wl_fp wl_fp_ldexp(const struct wl_fp_format *f, uint64_t a, int32_t n, uint32_t mode) {
  const uint32_t flags = wl_operand_flags(f, a);
  if (wl_is_nan(f, a)) return (struct wl_fp){wl_nan_out(f, a, mode), flags};
  a = wl_flush_in(f, a, mode);
  if (wl_is_inf(f, a)) return (struct wl_fp){a, flags};
  struct wl_number x = wl_unpack(a, f, 126);
  const int32_t most = 2 * (f->max_exp + f->fraction);
  x.exp += n < -most ? -most : n > most ? most : n;
  return rounded(x, f, mode, flags);
}

// Infinity, NaN, and zero once flushed: frexp gives no exponent of them.
static bool has_no_exponent(const struct wl_fp_format *f, uint64_t a) {
  return wl_magnitude(f, a) >= wl_inf(f) || wl_is_zero(f, a);
}

struct wl_fp wl_fp_frexp_exp(const struct wl_fp_format *f, uint64_t a, uint32_t mode) {
  const uint32_t flags = wl_operand_flags(f, a) & WL_FP_INPUT_DENORMAL;  // no I of a signalling NaN (numerics.md 10)
  a = wl_flush_in(f, a, mode);
  if (has_no_exponent(f, a)) return (struct wl_fp){0, flags};
  return (struct wl_fp){(uint64_t)(wl_unpack(a, f, 126).exp + 1), flags};
}

struct wl_fp wl_fp_frexp_mant(const struct wl_fp_format *f, uint64_t a, uint32_t mode) {
  const uint32_t flags = wl_operand_flags(f, a);
  if (wl_is_nan(f, a)) return (struct wl_fp){wl_nan_out(f, a, mode), flags};
  a = wl_flush_in(f, a, mode);
  if (has_no_exponent(f, a)) return (struct wl_fp){a, flags};
  struct wl_number x = wl_unpack(a, f, 126);
  x.exp = -1;
  return rounded(x, f, mode, flags);
}

uint64_t wl_fp_omod(const struct wl_fp_format *f, uint64_t a, uint32_t omod, uint32_t mode) {
  if (omod == 0 || mode & (f->keep_out | WL_MODE_IEEE) || wl_magnitude(f, a) >= wl_inf(f)) return a;
  const int exponent = wl_exponent_field(f, a);
  if (exponent == 0) return 0;
  if (exponent == 1 && omod == 3) return a & wl_sign_bit(f);  // D-NUM-7
  struct wl_number x = wl_unpack(a, f, 126);
  x.exp += omod == 3 ? -1 : (int)omod;
  return wl_round_by_mode(x, f, mode).bits;
}

uint64_t wl_fp_clamp(const struct wl_fp_format *f, uint64_t a, uint32_t mode) {
  const uint64_t one = (uint64_t)f->max_exp << f->fraction;
  if (wl_is_nan(f, a)) return mode & WL_MODE_DX10_CLAMP ? 0 : a;
  if (a & wl_sign_bit(f)) return 0;
  return a > one ? one : a;
}
