// SPDX-License-Identifier: Apache-2.0
// Square root and its reciprocal (numerics.md 5). Both are correctly rounded, to nearest in every mode (D-NUM-25).
#include "execute/fp.h"
#include "execute/fp_pack.h"

// Greatest integer whose square is at most x; *exact: it is x. x is not 0 and below 2^126.
static uint64_t integer_root(wl_significand x, bool *exact) {
  wl_significand root = 0, rest = x;
  for (wl_significand bit = (wl_significand)1 << ((127 - wl_leading_zeros(x)) & ~1); bit; bit >>= 2) {
    const bool digit = rest >= root + bit;
    rest -= digit ? root + bit : 0;
    root = root >> 1 | (digit ? bit : 0);
  }
  *exact = rest == 0;
  return (uint64_t)root;
}

// The operand as sig * 4^half, where sig has its leading bit at `top` or above that.
static struct wl_number even_exponent(const struct wl_fp_format *f, uint64_t a, int top, int *half) {
  struct wl_number x = wl_unpack(a, f, top);
  x.exp -= 126;
  if (x.exp % 2) {
    x.sig <<= 1;
    x.exp--;
  }
  *half = x.exp / 2;
  return x;
}

// A root of a number of so many bits has three more than a significand, and the sticky one comes behind them.
static int root_bits(const struct wl_fp_format *f) { return 2 * (f->fraction + 3); }

// The root of what is left when NaNs, zeros and what is invalid are dealt with.
static struct wl_fp rounded_root(const struct wl_fp_format *f, wl_significand sig, bool sticky, int half, uint32_t mode,
                                 uint32_t flags) {
  bool exact;
  const uint64_t root = integer_root(sig, &exact);
  const struct wl_number r = {false, 126 + half - 1, (wl_significand)root << 1 | (sticky || !exact)};
  const struct wl_fp result = wl_round_by_mode(r, f, wl_to_nearest(f, mode));
  return (struct wl_fp){result.bits, flags | result.flags};
}

struct wl_fp wl_fp_sqrt(const struct wl_fp_format *f, uint64_t a, uint32_t mode) {
  const uint32_t flags = wl_operand_flags(f, a);
  if (wl_is_nan(f, a)) return (struct wl_fp){wl_nan_out(f, a, mode), flags};
  a = wl_flush_in(f, a, mode);
  if (wl_is_zero(f, a)) return (struct wl_fp){a, flags};
  if (a & wl_sign_bit(f)) return (struct wl_fp){wl_default_nan(f), flags | WL_FP_INVALID};
  if (wl_is_inf(f, a)) return (struct wl_fp){a, flags};
  int half;
  const struct wl_number x = even_exponent(f, a, root_bits(f), &half);
  return rounded_root(f, x.sig, false, half, mode, flags);
}

struct wl_fp wl_fp_rsq(const struct wl_fp_format *f, uint64_t a, uint32_t mode) {
  const uint32_t flags = wl_operand_flags(f, a);
  if (wl_is_nan(f, a)) return (struct wl_fp){wl_nan_out(f, a, mode), flags};
  a = wl_flush_in(f, a, mode);
  const uint64_t sign = a & wl_sign_bit(f);
  if (wl_is_zero(f, a)) return (struct wl_fp){sign | wl_inf(f), flags | WL_FP_DIVISION_BY_ZERO};
  if (sign) return (struct wl_fp){wl_default_nan(f), flags | WL_FP_INVALID};
  if (wl_is_inf(f, a)) return (struct wl_fp){0, flags};
  // 1 / sqrt(sig * 4^half) is the root of 4^k / sig, times 2^(-k - half). The quotient comes in two steps, because 4^k
  // may have more than 128 bits. Its fraction has no weight in the root, but says that the root is not exact.
  int half;
  const wl_significand sig = even_exponent(f, a, f->fraction, &half).sig;
  const int k = (root_bits(f) + f->fraction) / 2 + 1, second = f->fraction, first = 2 * k - second;
  const wl_significand one = (wl_significand)1 << first, rest = one % sig << second;
  return rounded_root(f, (one / sig << second) + rest / sig, rest % sig != 0, -k - half, mode, flags);
}
