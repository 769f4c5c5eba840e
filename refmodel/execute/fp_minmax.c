// SPDX-License-Identifier: Apache-2.0
// Minimum, maximum, median, class and the exceptions of comparisons (numerics.md 3.2, 3.3).
#include "execute/fp.h"
#include "execute/fp_pack.h"

// The lesser (sign -1) or the greater (sign 1). The operand that is chosen is passed on as it was read: the output bit
// of MODE does not matter (D-NUM-16).
static uint64_t extreme(const struct wl_fp_format *f, uint64_t a, uint64_t b, uint32_t mode, int sign) {
  const uint64_t quiet = wl_quiet_bit(f);
  const bool a_is_nan = wl_is_nan(f, a), b_is_nan = wl_is_nan(f, b), ieee = mode & WL_MODE_IEEE;
  if (ieee && a_is_nan && !(a & quiet)) return a | quiet;
  if (ieee && b_is_nan && !(b & quiet)) return b | quiet;
  a = wl_flush_in(f, a, mode);
  b = wl_flush_in(f, b, mode);
  if (a_is_nan) return b;
  if (b_is_nan) return a;
  return (wl_fp_key(f, a) < wl_fp_key(f, b)) == (sign < 0) ? a : b;
}

static uint32_t flags_of(const struct wl_fp_format *f, uint64_t a, uint64_t b) {
  return wl_operand_flags(f, a) | wl_operand_flags(f, b);
}

struct wl_fp wl_fp_min(const struct wl_fp_format *f, uint64_t a, uint64_t b, uint32_t mode) {
  return (struct wl_fp){extreme(f, a, b, mode, -1), flags_of(f, a, b)};
}

struct wl_fp wl_fp_max(const struct wl_fp_format *f, uint64_t a, uint64_t b, uint32_t mode) {
  return (struct wl_fp){extreme(f, a, b, mode, 1), flags_of(f, a, b)};
}

struct wl_fp wl_fp_med3(const struct wl_fp_format *f, uint64_t a, uint64_t b, uint64_t c, uint32_t mode) {
  const uint32_t flags = flags_of(f, a, b) | wl_operand_flags(f, c);
  const uint64_t least = extreme(f, a, b, mode, -1);
  if (wl_is_nan(f, a) || wl_is_nan(f, b) || wl_is_nan(f, c))
    return (struct wl_fp){extreme(f, least, c, mode, -1), flags};
  const uint64_t rest = extreme(f, extreme(f, a, b, mode, 1), c, mode, -1);
  return (struct wl_fp){extreme(f, least, rest, mode, 1), flags};
}

uint32_t wl_fp_compare_flags(const struct wl_fp_format *f, uint64_t a, uint64_t b, bool signalling) {
  return flags_of(f, a, b) | (signalling && (wl_is_nan(f, a) || wl_is_nan(f, b)) ? WL_FP_INVALID : 0);
}

uint32_t wl_fp_class(const struct wl_fp_format *f, uint64_t a) {
  const bool negative = a & wl_sign_bit(f);
  if (wl_is_nan(f, a)) return a & wl_quiet_bit(f) ? 1u << 1 : 1u << 0;
  if (wl_is_inf(f, a)) return negative ? 1u << 2 : 1u << 9;
  if (wl_is_zero(f, a)) return negative ? 1u << 5 : 1u << 6;
  if (wl_is_denormal(f, a)) return negative ? 1u << 4 : 1u << 7;
  return negative ? 1u << 3 : 1u << 8;
}
