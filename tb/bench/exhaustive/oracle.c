// SPDX-License-Identifier: Apache-2.0
// The functions of one lane. Each says the section of numerics.md that it reads.
#include "machine.h"

#include <math.h>
#include <stdlib.h>

#include <mpfr.h>

#include "wavelock/registers.h"

const struct format *format_of(char letter) {
  switch (letter) {
    case 'h':
    case 'j':
    case 'a':
    case 'H': return &f16;
    case 'f':
    case 'g':
    case 'b':
    case 'x': return &f32;
    case 'd': return &f64;
    default: return NULL;
  }
}

static const struct format *source_format(const struct operation *o) { return format_of(o->sources[0]); }

// numerics.md 1: IEEE = 1 makes a NaN that comes out quiet.
static uint64_t passed_nan(const struct format *f, uint64_t x, const struct lane *l) {
  return l->ieee ? x | quiet_bit(f) : x;
}

// An invalid operation.
static uint64_t invalid(const struct format *f, struct lane *l) {
  l->how.flags |= INVALID;
  return default_nan(f);
}

static uint64_t signed_bits(const struct format *f, bool sign, uint64_t bits) { return (sign ? sign_of(f) : 0) | bits; }

// A NaN in another format: its sign and the upper bits of its payload, which a narrower format has quiet.
static uint64_t converted_nan(const struct format *to, const struct format *from, uint64_t x, const struct lane *l) {
  const uint64_t payload = x & (least_normal(from) - 1);
  const int up = (int)to->fraction - (int)from->fraction;
  const uint64_t bits = up < 0 ? payload >> -up : payload << up;
  const uint64_t nan = signed_bits(to, negative(from, x), infinity(to) | bits);
  return up < 0 ? nan | quiet_bit(to) : passed_nan(to, nan, l);
}

static uint64_t converted(const struct format *to, const struct format *from, uint64_t x, struct lane *l) {
  if (is_nan(from, x)) return converted_nan(to, from, x, l);
  if (is_infinite(from, x)) return signed_bits(to, negative(from, x), infinity(to));
  struct real r = real_of_bits(from, x);
  r.sign = negative(from, x);
  return deliver(to, r, &l->how);
}

// ---- 3.1 add, mul, fma, mad ------------------------------------------------------------------------

// The sign of an exact zero sum of opposite signs.
static uint64_t zero_sum(const struct format *f, const struct lane *l) {
  return signed_bits(f, l->how.rounding == WL_ROUND_DOWN, 0);
}

static uint64_t delivered(const struct format *f, struct real r, struct lane *l) {
  return r.significand ? deliver(f, r, &l->how) : zero_sum(f, l);
}

// x + y where a double holds it exactly, else by MPFR. Neither may be near overflow.
static struct real sum_of_doubles(double x, double y) {
  const double s = x + y, part = s - x;
  if ((x - (s - part)) + (y - part) == 0) return real_of_double(s);
  return real_sum(real_of_double(x), real_of_double(y));
}

static struct real sum_of(const struct format *f, uint64_t a, uint64_t b) {
  if (f->width < f64.width) return sum_of_doubles(double_of_bits(f, a), double_of_bits(f, b));
  return real_sum(real_of_bits(f, a), real_of_bits(f, b));
}

static uint64_t sum(const struct format *f, uint64_t a, uint64_t b, bool minus, struct lane *l) {
  if (is_nan(f, a)) return passed_nan(f, a, l);
  if (is_nan(f, b)) return passed_nan(f, b, l);
  if (minus) b ^= sign_of(f);
  if (is_infinite(f, a)) return is_infinite(f, b) && a != b ? invalid(f, l) : a;
  if (is_infinite(f, b)) return b;
  if (is_zero(f, a) && is_zero(f, b)) return a == b ? a : zero_sum(f, l);
  return delivered(f, sum_of(f, a, b), l);
}

static bool invalid_product(const struct format *f, uint64_t a, uint64_t b) {
  return (is_zero(f, a) && is_infinite(f, b)) || (is_infinite(f, a) && is_zero(f, b));
}

static uint64_t product(const struct format *f, uint64_t a, uint64_t b, struct lane *l) {
  if (is_nan(f, a)) return passed_nan(f, a, l);
  if (is_nan(f, b)) return passed_nan(f, b, l);
  if (invalid_product(f, a, b)) return invalid(f, l);
  const bool sign = negative(f, a) != negative(f, b);
  if (is_infinite(f, a) || is_infinite(f, b)) return signed_bits(f, sign, infinity(f));
  if (is_zero(f, a) || is_zero(f, b)) return signed_bits(f, sign, 0);
  if (f->width < f64.width) return deliver(f, real_of_double(double_of_bits(f, a) * double_of_bits(f, b)), &l->how);
  return deliver(f, real_product(real_of_bits(f, a), real_of_bits(f, b)), &l->how);
}

// a * b + c of numbers, times 2^scale, rounded once to another format.
static uint64_t fused_numbers(const struct format *to, const struct format *f, uint64_t a, uint64_t b, uint64_t c,
                              int scale, struct lane *l) {
  const bool sign = negative(f, a) != negative(f, b);
  struct real r;
  if (is_zero(f, a) || is_zero(f, b)) {
    if (is_zero(f, c)) return negative(f, c) == sign ? signed_bits(to, sign, 0) : zero_sum(to, l);
    r = real_of_bits(f, c);
  } else {
    r = real_product_sum(real_of_bits(f, a), real_of_bits(f, b), real_of_bits(f, c));
  }
  r.exponent += scale;
  return delivered(to, r, l);
}

// a * b + c, times 2^scale, rounded once.
static uint64_t fused(const struct format *f, uint64_t a, uint64_t b, uint64_t c, int scale, struct lane *l) {
  if (is_nan(f, a)) return passed_nan(f, a, l);
  if (is_nan(f, b)) return passed_nan(f, b, l);
  if (invalid_product(f, a, b)) return invalid(f, l);
  if (is_nan(f, c)) return passed_nan(f, c, l);
  const bool sign = negative(f, a) != negative(f, b);
  if (is_infinite(f, a) || is_infinite(f, b)) {
    return is_infinite(f, c) && negative(f, c) != sign ? invalid(f, l) : signed_bits(f, sign, infinity(f));
  }
  if (is_infinite(f, c)) return c;
  return fused_numbers(f, f, a, b, c, scale, l);
}

enum { PLUS, MINUS, REVERSE };

static uint64_t add(const struct operation *o, struct lane *l) {
  const struct format *const f = format_of(o->result);
  if (o->which == REVERSE) {  // looks at S0 first too (D-NUM-8)
    if (is_nan(f, l->s[0])) return passed_nan(f, l->s[0], l);
    return sum(f, l->s[1], l->s[0], true, l);
  }
  return sum(f, l->s[0], l->s[1], o->which == MINUS, l);
}

static uint64_t mul(const struct operation *o, struct lane *l) {
  return product(format_of(o->result), l->s[0], l->s[1], l);
}

static uint64_t mul_legacy(const struct operation *o, struct lane *l) {
  const struct format *const f = format_of(o->result);
  return is_zero(f, l->s[0]) || is_zero(f, l->s[1]) ? 0 : product(f, l->s[0], l->s[1], l);
}

static uint64_t fma_once(const struct operation *o, struct lane *l) {
  return fused(format_of(o->result), l->s[0], l->s[1], l->s[2], 0, l);
}

// v_fma_mixlo_f16 and v_fma_mixhi_f16: the exact sum is rounded to f16.
static uint64_t fma_mix(const struct operation *o, struct lane *l) {
  (void)o;
  bool numbers = true;
  for (unsigned k = 0; k < SOURCES; k++) numbers &= magnitude(&f32, l->s[k]) < infinity(&f32);
  if (numbers) return fused_numbers(&f16, &f32, l->s[0], l->s[1], l->s[2], 0, l);
  return converted(&f16, &f32, fused(&f32, l->s[0], l->s[1], l->s[2], 0, l), l);
}

// v_dot2_f32_f16: two fma (D-NUM-14). A NaN of f16 keeps its payload above.
static uint64_t dot2(const struct operation *o, struct lane *l) {
  (void)o;
  const struct delivery how = l->how;
  l->how.denormals = true;
  uint64_t x[4] = {l->s[0], l->s[1], l->high[0], l->high[1]};
  for (unsigned k = 0; k < 4; k++) x[k] = converted(&f32, &f16, x[k], l);
  l->how = how;
  return fused(&f32, x[2], x[3], fused(&f32, x[0], x[1], flushed(&f32, l->s[2]), 0, l), 0, l);
}

// An integer dot product, whose elements have |which| bits, and a sign where it is negative (numerics.md 3.1).
static int64_t element(uint64_t x, int which) {
  const int spare = 64 - abs(which);
  return which < 0 ? (int64_t)(x << spare) >> spare : (int64_t)(x << spare >> spare);
}

static uint64_t dot_integers(const struct operation *o, struct lane *l) {
  const int bits = abs(o->which), word = o->which < 0 ? -32 : 32;
  int64_t total = element(l->s[2], word);
  for (int at = 0; at < (o->dot ? bits : 32); at += bits)
    total += element(l->s[0] >> at, o->which) * element(l->s[1] >> at, o->which);
  if (o->dot) total += element(l->high[0], o->which) * element(l->high[1], o->which);
  const int64_t least = word < 0 ? INT32_MIN : 0, most = word < 0 ? INT32_MAX : UINT32_MAX;
  if (l->clamp) total = total < least ? least : total > most ? most : total;
  return (uint32_t)total;
}

enum { MAD, MAD_LEGACY };

// Two roundings.
static uint64_t mad(const struct operation *o, struct lane *l) {
  const struct format *const f = format_of(o->result);
  const uint64_t p = o->which == MAD_LEGACY ? mul_legacy(o, l) : product(f, l->s[0], l->s[1], l);
  return sum(f, p, l->s[2], false, l);
}

// v_mad_mixlo_f16 and v_mad_mixhi_f16: the f32 sum is rounded to f16, a third rounding.
static uint64_t mad_mix(const struct operation *o, struct lane *l) {
  (void)o;
  const struct delivery half = l->how;
  l->how = (struct delivery){.rounding = wl_field(l->mode, WL_MODE_ROUND32)};
  const uint64_t wide = sum(&f32, product(&f32, l->s[0], l->s[1], l), l->s[2], false, l);
  const unsigned flags = l->how.flags;
  l->how = half;
  l->how.flags |= flags;
  return converted(&f16, &f32, wide, l);
}

// ---- 3.2 min, max, med3 -----------------------------------------------------------------------------

// A number that orders all values but NaNs, -0 below +0.
static int64_t rank(const struct format *f, uint64_t x) {
  const int64_t m = (int64_t)magnitude(f, x);
  return negative(f, x) ? -m - 1 : m;
}

static uint64_t lesser(const struct format *f, uint64_t a, uint64_t b, bool greatest, const struct lane *l) {
  if (l->ieee && is_signalling(f, a)) return a | quiet_bit(f);
  if (l->ieee && is_signalling(f, b)) return b | quiet_bit(f);
  if (is_nan(f, a)) return b;
  if (is_nan(f, b)) return a;
  return (rank(f, a) < rank(f, b)) != greatest ? a : b;
}

enum { MIN, MAX, MED };

static uint64_t min_max(const struct operation *o, struct lane *l) {
  return lesser(format_of(o->result), l->s[0], l->s[1], o->which == MAX, l);
}

static uint64_t min_max3(const struct operation *o, struct lane *l) {
  const struct format *const f = format_of(o->result);
  const uint64_t a = l->s[0], b = l->s[1], c = l->s[2];
  if (o->which == MED && !is_nan(f, a) && !is_nan(f, b) && !is_nan(f, c)) {
    const uint64_t low = lesser(f, a, b, false, l), high = lesser(f, a, b, true, l);
    return lesser(f, low, lesser(f, high, c, false, l), true, l);
  }
  return lesser(f, lesser(f, a, b, o->which == MAX, l), c, o->which == MAX, l);
}

// ---- 3.3 compare and class --------------------------------------------------------------------------

// which: bits for less, equal, greater, unordered.
static uint64_t compare(const struct operation *o, struct lane *l) {
  const struct format *const f = source_format(o);
  const uint64_t a = l->s[0], b = l->s[1];
  unsigned is;
  if (is_nan(f, a) || is_nan(f, b)) {
    is = 8;
    if (l->clamp) l->how.flags |= INVALID;  // a signalling compare
  } else {
    const double x = double_of_bits(f, a), y = double_of_bits(f, b);
    is = x < y ? 1 : x == y ? 2 : 4;
  }
  l->flag = ((unsigned)o->which & is) != 0;
  return 0;
}

static uint64_t class_test(const struct operation *o, struct lane *l) {
  const struct format *const f = source_format(o);
  const uint64_t x = l->s[0];
  const bool minus = negative(f, x);
  unsigned is;
  if (is_nan(f, x)) is = is_signalling(f, x) ? 0 : 1;
  else if (is_infinite(f, x)) is = minus ? 2 : 9;
  else if (is_zero(f, x)) is = minus ? 5 : 6;
  else if (is_denormal(f, x)) is = minus ? 4 : 7;
  else is = minus ? 3 : 8;
  l->flag = l->s[1] >> is & 1;
  return 0;
}

// ---- 3.4 rounding-type operations --------------------------------------------------------------------

enum { TRUNC, CEIL, RNDNE, FLOOR };

static double integer_part(int which, double x) {
  switch (which) {
    case TRUNC: return trunc(x);
    case CEIL: return ceil(x);
    case RNDNE: return rint(x);
    default: return floor(x);
  }
}

// The double has the value exactly in each format; it keeps the sign of zero.
static uint64_t to_integer(const struct operation *o, struct lane *l) {
  const struct format *const f = format_of(o->result);
  const uint64_t x = l->s[0];
  if (is_nan(f, x)) return passed_nan(f, x, l);
  if (is_infinite(f, x)) return x;
  const double value = integer_part(o->which, double_of_bits(f, x));
  if (value != double_of_bits(f, x)) l->how.flags |= INEXACT;
  struct real r = real_of_double(fabs(value));
  r.sign = negative(f, x);
  return deliver(f, r, &l->how);
}

static uint64_t fract(const struct operation *o, struct lane *l) {
  const struct format *const f = format_of(o->result);
  const uint64_t x = l->s[0];
  if (is_nan(f, x)) return passed_nan(f, x, l);
  if (is_infinite(f, x)) return invalid(f, l);
  const double value = double_of_bits(f, x), below = floor(value);
  if (value == below) return 0;
  const struct real r = below == 0 ? real_of_bits(f, x) : sum_of_doubles(value, -below);
  const uint64_t d = deliver(f, r, &l->how);
  return d >= one(f) ? one(f) - 1 : d;
}

static uint64_t frexp_mant(const struct operation *o, struct lane *l) {
  const struct format *const f = format_of(o->result);
  const uint64_t x = l->s[0];
  if (is_nan(f, x)) return passed_nan(f, x, l);
  if (is_infinite(f, x) || is_zero(f, x)) return x;
  struct real r = real_of_bits(f, x);
  r.exponent = -64;
  return deliver(f, r, &l->how);
}

static uint64_t frexp_exp(const struct operation *o, struct lane *l) {
  const struct format *const f = source_format(o);
  const uint64_t x = l->s[0];
  if (is_nan(f, x) || is_infinite(f, x) || is_zero(f, x)) return 0;
  return (uint32_t)(real_of_bits(f, x).exponent + 64);
}

static uint64_t ldexp_once(const struct operation *o, struct lane *l) {
  const struct format *const f = format_of(o->result);
  const uint64_t x = l->s[0];
  if (is_nan(f, x)) return passed_nan(f, x, l);
  if (is_infinite(f, x) || is_zero(f, x)) return x;
  struct real r = real_of_bits(f, x);
  const int32_t by = f == &f16 ? (int16_t)l->s[1] : (int32_t)l->s[1], most = 8 * f64.bias;
  r.exponent += by > most ? most : by < -most ? -most : by;
  return deliver(f, r, &l->how);
}

enum { CUBE_ID, CUBE_SC, CUBE_TC, CUBE_MA };

static uint64_t cube(const struct operation *o, struct lane *l) {
  const struct format *const f = &f32;
  const uint64_t x = l->s[0], y = l->s[1], z = l->s[2], minus = sign_of(f);
  const bool nan_x = is_nan(f, x), nan_y = is_nan(f, y), nan_z = is_nan(f, z);
  const uint64_t ax = magnitude(f, flushed(f, x)), ay = magnitude(f, flushed(f, y)), az = magnitude(f, flushed(f, z));
  const int face = !nan_x && !nan_y && !nan_z && az >= ax && az >= ay ? 2 : !nan_x && !nan_y && ay >= ax ? 1 : 0;
  const uint64_t chosen = l->s[face];
  const bool neg = !is_nan(f, chosen) && negative(f, chosen) && !is_zero(f, flushed(f, chosen));
  uint64_t copied;
  switch (o->which) {
    case CUBE_ID: return deliver(f, real_of_integer(2 * face + neg), &l->how);
    case CUBE_SC: copied = face == 2 ? (neg ? x ^ minus : x) : face == 1 ? x : neg ? z : z ^ minus; break;
    case CUBE_TC: copied = face == 1 ? (neg ? z ^ minus : z) : y ^ minus; break;
    default:
      if (is_nan(f, chosen)) return passed_nan(f, chosen, l);
      if (is_infinite(f, chosen)) return chosen;
      if (is_zero(f, flushed(f, chosen))) return l->how.rounding == WL_ROUND_DOWN ? chosen & minus : 0;
      struct real r = real_of_bits(f, chosen);
      r.exponent++;
      return deliver(f, r, &l->how);
  }
  return is_nan(f, copied) ? passed_nan(f, copied, l) : copied;
}

// The bits of 2/pi, cut after 1201 fraction bits.
static uint64_t trig_preop(const struct operation *o, struct lane *l) {
  (void)o;
  enum { KEPT_BITS = 1201, FIRST = 1077, SCALED = 1968, SCALE = 128, STEP = 53 };
  static mpz_t bits;
  static bool known;
  if (!known) {
    mpfr_t x;
    mpfr_init2(x, 2 * KEPT_BITS);
    mpfr_const_pi(x, MPFR_RNDN);
    mpfr_ui_div(x, 2, x, MPFR_RNDN);
    mpfr_mul_2ui(x, x, KEPT_BITS, MPFR_RNDN);
    mpz_init(bits);
    mpfr_get_z(bits, x, MPFR_RNDZ);
    mpfr_clear(x);
    known = true;
  }
  const int e = exponent_field(&f64, l->s[0]);
  const int s = STEP * (int)(l->s[1] & 31) + (e > FIRST ? e - FIRST : 0);
  uint64_t d = 0;  // fraction bits s+1 to s+53
  for (int i = 0; i < STEP; i++) {
    const int at = KEPT_BITS - (s + 1 + i);
    d = 2 * d + (at >= 0 ? (uint64_t)mpz_tstbit(bits, (mp_bitcnt_t)at) : 0);
  }
  struct real r = real_of_integer((int64_t)d);
  r.exponent += (e >= SCALED ? SCALE : 0) - STEP - s;
  l->how.rounding = WL_ROUND_ZERO;
  return deliver(&f64, r, &l->how);
}

// ---- 4 conversions -----------------------------------------------------------------------------------

static uint64_t convert(const struct operation *o, struct lane *l) {
  return converted(format_of(o->result), source_format(o), l->s[0], l);
}

enum { I32 = 32, U32 = 33, I16 = 16, U16 = 17, BYTE0 = 8, BYTE1, BYTE2, BYTE3, OFFSET };

static uint64_t from_integer(const struct operation *o, struct lane *l) {
  const struct format *const f = format_of(o->result);
  const uint64_t x = l->s[0];
  int64_t value;
  switch (o->which) {
    case I32: value = (int32_t)x; break;
    case U32: value = (uint32_t)x; break;
    case I16: value = (int16_t)x; break;
    case U16: value = (uint16_t)x; break;
    case OFFSET: {
      struct real r = real_of_integer((int64_t)((x & 15) ^ 8) - 8);
      r.exponent -= 4;
      return deliver(f, r, &l->how);
    }
    default: value = (uint8_t)(x >> 8 * (unsigned)(o->which - BYTE0)); break;
  }
  return deliver(f, real_of_integer(value), &l->how);
}

static double limited(double x, double least, double most) { return x < least ? least : x > most ? most : x; }

// An integer from x that was rounded to `value`, saturated. An infinity is out of range.
static double saturated(double x, double value, double least, double most, struct lane *l) {
  const double d = limited(value, least, most);
  if (d != value) l->how.flags |= INVALID;
  else if (d != x) l->how.flags |= INEXACT;
  return d;
}

static double any_double(const struct format *f, uint64_t x) {
  return is_infinite(f, x) ? copysign(HUGE_VAL, negative(f, x) ? -1 : 1) : double_of_bits(f, x);
}

// Truncates and saturates; NaN is 0.
static uint64_t truncated(const struct operation *o, struct lane *l) {
  const struct format *const f = source_format(o);
  if (is_nan(f, l->s[0])) return l->how.flags |= INVALID, 0;
  const double x = any_double(f, l->s[0]), value = trunc(x);
  switch (o->which) {
    case I32: return (uint32_t)(int32_t)saturated(x, value, INT32_MIN, INT32_MAX, l);
    case U32: return (uint32_t)saturated(x, value, 0, UINT32_MAX, l);
    case I16: return (uint16_t)(int16_t)saturated(x, value, INT16_MIN, INT16_MAX, l);
    default: return (uint16_t)saturated(x, value, 0, UINT16_MAX, l);
  }
}

enum { TO_FLOOR, TO_NEAR };

// v_cvt_flr_i32_f32 and v_cvt_rpi_i32_f32 (D-NUM-21). x + 0.5 is exact where it matters: below 2^-29 its floor is the
// floor of x + 0.25.
static uint64_t floored(const struct operation *o, struct lane *l) {
  const struct format *const f = &f32;
  if (is_nan(f, l->s[0])) l->how.flags |= INVALID;
  if (is_nan(f, l->s[0])) return negative(f, l->s[0]) ? (uint32_t)INT32_MIN : INT32_MAX;
  const double x = any_double(f, l->s[0]);
  const double value = o->which == TO_FLOOR ? floor(x) : fabs(x) < 0.25 ? 0 : floor(x + 0.5);
  return (uint32_t)(int32_t)saturated(x, value, INT32_MIN, INT32_MAX, l);
}

// v_cvt_pknorm_* and v_cvt_norm_*: products are exact in double, rint rounds to nearest even.
static uint64_t normed(const struct format *f, uint64_t x, bool is_signed, struct lane *l) {
  if (is_nan(f, x)) return l->how.flags |= INVALID, 0;
  const double scale = is_signed ? INT16_MAX : UINT16_MAX, exact = any_double(f, x) * scale;
  return (uint16_t)(int32_t)saturated(exact, rint(exact), is_signed ? -scale : 0, scale, l);
}

static uint64_t norm(const struct operation *o, struct lane *l) {
  return normed(source_format(o), l->s[0], o->which == I16, l);
}

static uint64_t pack_norm(const struct operation *o, struct lane *l) {
  const struct format *const f = source_format(o);
  return normed(f, l->s[0], o->which == I16, l) | normed(f, l->s[1], o->which == I16, l) << 16;
}

// Both toward zero; FP16_OVFL has no effect.
static uint64_t pack_toward_zero(const struct operation *o, struct lane *l) {
  (void)o;
  l->how.rounding = WL_ROUND_ZERO;
  l->how.saturates = false;
  l->how.denormals = l->mode & WL_MODE_DENORM16_64_OUT;
  const uint64_t low = converted(&f16, &f32, l->s[0], l);
  return low | converted(&f16, &f32, l->s[1], l) << 16;
}

// Each half as an f16 result.
static uint64_t pack_halves(const struct operation *o, struct lane *l) {
  (void)o;
  uint64_t d = 0;
  for (int i = 0; i < 2; i++) {
    uint64_t x = l->s[i];
    if (!(l->mode & WL_MODE_DENORM16_64_OUT)) x = flushed(&f16, x);
    if (is_nan(&f16, x)) x = passed_nan(&f16, x, l);
    d |= x << 16 * i;
  }
  return d;
}

enum { INTO_S2, INTO_OLD };

static uint64_t to_byte(const struct operation *o, struct lane *l) {
  const struct format *const f = &f32;
  double value = 0;
  if (is_nan(f, l->s[0])) {
    l->how.flags |= INVALID;
  } else {
    const double x = any_double(f, l->s[0]);
    switch (l->how.rounding) {
      case WL_ROUND_UP: value = ceil(x); break;
      case WL_ROUND_DOWN: value = floor(x); break;
      case WL_ROUND_ZERO: value = trunc(x); break;
      default: value = rint(x); break;
    }
    value = saturated(x, value, 0, UINT8_MAX, l);
  }
  const unsigned at = 8 * (l->s[1] & 3);
  const uint64_t into = o->which == INTO_S2 ? l->s[2] : l->old;
  return (into & ~(0xffull << at)) | (uint64_t)value << at;
}

// ---- 5 transcendentals -------------------------------------------------------------------------------

static const double TURNS = 256;  // sin and cos of more are +0 and 1

// The special values: the table of numerics.md 5. false: the function has to be computed.
static bool special(enum function what, const struct format *f, uint64_t x, struct lane *l, uint64_t *d) {
  const bool minus = negative(f, x);
  if (is_nan(f, x)) return *d = passed_nan(f, x, l), true;
  if (is_zero(f, x)) {
    if (what == RECIPROCAL || what == ROOT_RECIPROCAL || what == LOG2) l->how.flags |= DIVISION_BY_ZERO;
    switch (what) {
      case RECIPROCAL:
      case ROOT_RECIPROCAL: return *d = signed_bits(f, minus, infinity(f)), true;
      case ROOT:
      case SIN_TURNS: return *d = x, true;
      case LOG2: return *d = sign_of(f) | infinity(f), true;
      default: return *d = one(f), true;
    }
  }
  const bool infinite = is_infinite(f, x);
  switch (what) {
    case RECIPROCAL: *d = signed_bits(f, minus, 0); return infinite;
    case ROOT:
    case LOG2: *d = minus ? invalid(f, l) : x; return minus || infinite;
    case ROOT_RECIPROCAL: *d = minus ? invalid(f, l) : 0; return minus || infinite;
    case EXP2: {
      const double least = 1 - f32.bias, most = f32.bias + 1;
      if (infinite) return *d = minus ? 0 : x, true;
      const double value = double_of_bits(f, x);
      if (value >= most) return *d = overflow(f, false, &l->how), true;
      *d = 0;
      if (value < least) l->how.flags |= UNDERFLOW | INEXACT;
      return value < least;
    }
    default:
      *d = infinite ? invalid(f, l) : what == COS_TURNS ? one(f) : 0;
      return infinite || fabs(double_of_bits(f, x)) > TURNS;
  }
}

// A function of an f16, from a table that MPFR fills.
static struct real function_f16(enum function what, uint64_t x) {
  static struct real *table[COS_TURNS + 1];
  if (!table[what]) table[what] = calloc(1u << f16.width, sizeof(struct real));
  if (!table[what]) abort();
  struct real *const r = &table[what][x];
  if (!r->significand) *r = real_function(what, real_of_bits(&f16, x));
  return *r;
}

static uint64_t function(const struct operation *o, struct lane *l) {
  const struct format *const f = format_of(o->result);
  const enum function what = (enum function)o->which;
  const uint64_t x = l->s[0];
  uint64_t d;
  if (special(what, f, x, l, &d)) return d;
  if (f == &f64) return deliver(f, real_function(what, real_of_bits(f, x)), &l->how);
  if (f == &f16) {
    const struct real r = function_f16(what, x);
    return r.significand ? deliver(f, r, &l->how) : 0;
  }
  const struct real r = near_function(what, double_of_bits(f, x));
  if (o->bound == 0) return deliver(f, r, &l->how);
  l->approximate = true;
  const uint64_t nearest = r.significand ? deliver(f, r, &l->how) : 0;
  if (!r.significand) l->how.other = 0;
  return nearest;
}

// Raises nothing but the integer division by zero.
static uint64_t rcp_iflag(const struct operation *o, struct lane *l) {
  const uint64_t d = function(o, l);
  l->how.flags = is_zero(&f32, l->s[0]) && !l->clamp ? INTEGER_DIVISION : 0;
  return d;
}

// ---- 6 division ---------------------------------------------------------------------------------------

struct division {
  int far, factor, small;  // L, K, T
};
static struct division constants(const struct format *f) {
  return f == &f32 ? (struct division){96, 64, 24} : (struct division){768, 128, 53};
}

static uint64_t div_scale(const struct operation *o, struct lane *l) {
  const struct format *const f = format_of(o->result);
  const struct division c = constants(f);
  const uint64_t s = l->s[0], den = l->s[1], num = l->s[2];
  const int n = exponent_field(f, num), d = exponent_field(f, den);
  const bool is_den = s == den, is_num = s == num && !is_den;
  int k = 0;
  l->flag = false;
  if (n - d >= c.far) {
    l->flag = true;
    k = is_den ? c.factor : 0;
  } else if (d == 0) {
    k = c.factor;
  } else if (d >= 2 * f->bias - 1) {
    l->flag = n - d <= -c.far;
    k = l->flag && is_num ? 0 : -c.factor;
  } else if (n - d <= -c.far) {
    l->flag = true;
    k = is_num ? c.factor : 0;
  } else if (n <= c.small) {
    k = c.factor;
  }
  if (is_zero(f, den) || is_zero(f, num)) return default_nan(f);
  if (is_nan(f, s)) return s | quiet_bit(f);
  if (is_infinite(f, s) || is_zero(f, s)) return s;
  struct real r = real_of_bits(f, s);
  r.exponent += k;
  return deliver(f, r, &l->how);
}

static uint64_t div_fmas(const struct operation *o, struct lane *l) {
  const struct format *const f = format_of(o->result);
  const int k = constants(f).factor;
  return fused(f, l->s[0], l->s[1], l->s[2], !l->vcc ? 0 : exponent_field(f, l->s[2]) > f->bias ? k : -k, l);
}

static uint64_t div_fixup(const struct operation *o, struct lane *l) {
  const struct format *const f = format_of(o->result);
  const bool in = l->mode & (f == &f32 ? WL_MODE_DENORM32_IN : WL_MODE_DENORM16_64_IN);
  const uint64_t q = l->s[0], den = in ? l->s[1] : flushed(f, l->s[1]), num = in ? l->s[2] : flushed(f, l->s[2]);
  const bool sign = negative(f, den) != negative(f, num);
  if (is_nan(f, num)) return num | quiet_bit(f);
  if (is_nan(f, den)) return den | quiet_bit(f);
  if (is_zero(f, den) && is_zero(f, num)) return invalid(f, l);
  if (is_infinite(f, den) && is_infinite(f, num)) return invalid(f, l);
  if (is_zero(f, den) && !is_infinite(f, num)) l->how.flags |= DIVISION_BY_ZERO;
  if (is_zero(f, den) || is_infinite(f, num)) return signed_bits(f, sign, infinity(f));
  if (is_infinite(f, den) || is_zero(f, num)) return signed_bits(f, sign, 0);
  if (f == &f16) {
    if (is_infinite(f, q) && l->how.saturates) return signed_bits(f, sign, infinity(f) - 1);
    return signed_bits(f, sign, magnitude(f, q));
  }
  if (exponent_field(f, num) - exponent_field(f, den) < -(f->bias + (int)f->fraction)) {
    const struct real tiny = {.significand = 1ull << 63, .exponent = -8 * f64.bias, .sign = sign};
    return deliver(f, tiny, &l->how);
  }
  if (is_nan(f, q) || is_infinite(f, q)) return overflow(f, sign, &l->how);
  if (magnitude(f, q) < least_normal(f)) l->how.flags |= UNDERFLOW;
  return signed_bits(f, sign, magnitude(f, q));
}

// N / D by clang's steps, with FP_ROUND 0. It is correctly rounded but for two cases, in which the other neighbour is
// as good: f16 results that are denormal, and exact ties among f64 results that are denormal.
static uint64_t quotient(const struct operation *o, struct lane *l) {
  const struct format *const f = format_of(o->result);
  const uint64_t num = l->s[0], den = l->s[1];
  const bool sign = negative(f, den) != negative(f, num);
  if (is_nan(f, num)) return num | quiet_bit(f);
  if (is_nan(f, den)) return den | quiet_bit(f);
  if (is_zero(f, den)) return is_zero(f, num) ? default_nan(f) : signed_bits(f, sign, infinity(f));
  if (is_infinite(f, num)) return is_infinite(f, den) ? default_nan(f) : signed_bits(f, sign, infinity(f));
  if (is_infinite(f, den) || is_zero(f, num)) return signed_bits(f, sign, 0);
  struct real r;
  if (f == &f16) {
    const double n = double_of_bits(f, num), d = double_of_bits(f, den);
    r = real_of_double(n / d);  // no f16 quotient is so near to a tie that this moves it there
  } else {
    r = real_quotient(real_of_bits(f, num), real_of_bits(f, den));
  }
  const uint64_t d = deliver(f, r, &l->how);
  const bool tie = l->how.error == 1ull << 63 && !r.inexact;
  l->approximate = magnitude(f, d) < least_normal(f) && (f == &f16 || (f == &f64 && tie));
  return d;
}

#define V(n) (WL_SRC_VGPR + (n))
enum {
  NUM = SOURCE_VGPR,
  DEN = SOURCE_VGPR + 2,
  QUOTIENT = DESTINATION_VGPR,
  DEN_SCALED = 12,
  NUM_SCALED = 14,
  RCP = 16,
  ERROR = 18,
  Q = 20,
  ONE = WL_SRC_HALF + 2,
};

// numerics.md 6.
static const struct step steps_f32[] = {
    {.name = "v_div_scale_f32", .vdst = DEN_SCALED, .src = {V(DEN), V(DEN), V(NUM)}, .flag = true},
    {.name = "v_div_scale_f32", .vdst = NUM_SCALED, .src = {V(NUM), V(DEN), V(NUM)}, .flag = true},
    {.name = "v_rcp_f32", .vdst = RCP, .src = {V(DEN_SCALED)}},
    {.name = "v_fma_f32", .vdst = ERROR, .src = {V(DEN_SCALED), V(RCP), ONE}, .neg = 1, .denormals = true},
    {.name = "v_fma_f32", .vdst = RCP, .src = {V(ERROR), V(RCP), V(RCP)}, .denormals = true},
    {.name = "v_mul_f32", .vdst = Q, .src = {V(NUM_SCALED), V(RCP)}, .denormals = true},
    {.name = "v_fma_f32", .vdst = ERROR, .src = {V(DEN_SCALED), V(Q), V(NUM_SCALED)}, .neg = 1, .denormals = true},
    {.name = "v_fma_f32", .vdst = Q, .src = {V(ERROR), V(RCP), V(Q)}, .denormals = true},
    {.name = "v_fma_f32", .vdst = ERROR, .src = {V(DEN_SCALED), V(Q), V(NUM_SCALED)}, .neg = 1, .denormals = true},
    {.name = "v_div_fmas_f32", .vdst = Q, .src = {V(ERROR), V(RCP), V(Q)}},
    {.name = "v_div_fixup_f32", .vdst = QUOTIENT, .src = {V(Q), V(DEN), V(NUM)}},
    {.name = NULL},
};
static const struct step steps_f64[] = {
    {.name = "v_div_scale_f64", .vdst = DEN_SCALED, .src = {V(DEN), V(DEN), V(NUM)}, .flag = true},
    {.name = "v_rcp_f64", .vdst = RCP, .src = {V(DEN_SCALED)}},
    {.name = "v_fma_f64", .vdst = ERROR, .src = {V(DEN_SCALED), V(RCP), ONE}, .neg = 1},
    {.name = "v_fma_f64", .vdst = RCP, .src = {V(RCP), V(ERROR), V(RCP)}},
    {.name = "v_fma_f64", .vdst = ERROR, .src = {V(DEN_SCALED), V(RCP), ONE}, .neg = 1},
    {.name = "v_fma_f64", .vdst = RCP, .src = {V(RCP), V(ERROR), V(RCP)}},
    {.name = "v_div_scale_f64", .vdst = NUM_SCALED, .src = {V(NUM), V(DEN), V(NUM)}, .flag = true},
    {.name = "v_mul_f64", .vdst = Q, .src = {V(NUM_SCALED), V(RCP)}},
    {.name = "v_fma_f64", .vdst = ERROR, .src = {V(DEN_SCALED), V(Q), V(NUM_SCALED)}, .neg = 1},
    {.name = "v_div_fmas_f64", .vdst = Q, .src = {V(ERROR), V(RCP), V(Q)}},
    {.name = "v_div_fixup_f64", .vdst = QUOTIENT, .src = {V(Q), V(DEN), V(NUM)}},
    {.name = NULL},
};
static const struct step steps_f16[] = {
    {.name = "v_cvt_f32_f16", .vdst = DEN_SCALED, .src = {V(DEN)}},
    {.name = "v_cvt_f32_f16", .vdst = NUM_SCALED, .src = {V(NUM)}},
    {.name = "v_rcp_f32", .vdst = RCP, .src = {V(DEN_SCALED)}},
    {.name = "v_mul_f32", .vdst = Q, .src = {V(NUM_SCALED), V(RCP)}},
    {.name = "v_cvt_f16_f32", .vdst = Q, .src = {V(Q)}},
    {.name = "v_div_fixup_f16", .vdst = QUOTIENT, .src = {V(Q), V(DEN), V(NUM)}},
    {.name = NULL},
};

// ---- the table ----------------------------------------------------------------------------------------

#define ROW(n, in_, out_, fn, w, e, i, o) \
  .name = n, .sources = in_, .result = (out_)[0], .value = fn, .which = w, .effort = e, .in = i, .out = o
#define NEAREST .rounding = ROUND_NEAREST
#define APPROXIMATE(ulp, percent) .bound = ulp, .not_nearest = percent
#define COMPARE(name, type, of, truth, pairs)                                         \
  {ROW("v_cmp_" name "_" type, of of, "m", compare, truth, pairs, BY_MODE, NEVER)}, { \
    ROW("v_cmpx_" name "_" type, of of, "m", compare, truth, MANY, BY_MODE, NEVER)    \
  }
// The truth: bits for less, equal, greater, unordered.
#define COMPARES(type, of, pairs)                                                                                      \
  COMPARE("f", type, of, 0, pairs), COMPARE("lt", type, of, 1, pairs), COMPARE("eq", type, of, 2, pairs),              \
      COMPARE("le", type, of, 3, pairs), COMPARE("gt", type, of, 4, pairs), COMPARE("lg", type, of, 5, pairs),         \
      COMPARE("ge", type, of, 6, pairs), COMPARE("o", type, of, 7, pairs), COMPARE("u", type, of, 8, pairs),           \
      COMPARE("nge", type, of, 9, pairs), COMPARE("nlg", type, of, 10, pairs), COMPARE("ngt", type, of, 11, pairs),    \
      COMPARE("nle", type, of, 12, pairs), COMPARE("neq", type, of, 13, pairs), COMPARE("nlt", type, of, 14, pairs),   \
      COMPARE("tru", type, of, 15, pairs), {ROW("v_cmp_class_" type, of "i", "m", class_test, 0, MANY, NEVER, NEVER)}, \
  {                                                                                                                    \
    ROW("v_cmpx_class_" type, of "i", "m", class_test, 0, MANY, NEVER, NEVER)                                          \
  }
// What f16, f32 and f64 have alike, with one operand.
#define ROUNDINGS(type, of, one_, half_)                                              \
  {ROW("v_trunc_" type, of, of, to_integer, TRUNC, one_, BY_MODE, NEVER), half_},     \
      {ROW("v_ceil_" type, of, of, to_integer, CEIL, one_, BY_MODE, NEVER), half_},   \
      {ROW("v_rndne_" type, of, of, to_integer, RNDNE, one_, BY_MODE, NEVER), half_}, \
      {ROW("v_floor_" type, of, of, to_integer, FLOOR, one_, BY_MODE, NEVER), half_}, \
      {ROW("v_fract_" type, of, of, fract, 0, one_, BY_MODE, BY_MODE), half_}, {      \
    ROW("v_frexp_mant_" type, of, of, frexp_mant, 0, one_, BY_MODE, NEVER), half_     \
  }
#define ROOTS(type, of, one_, flush_, half_)                                                           \
  {ROW("v_rcp_" type, of, of, function, RECIPROCAL, one_, flush_, flush_), NEAREST, half_},            \
      {ROW("v_rsq_" type, of, of, function, ROOT_RECIPROCAL, one_, flush_, flush_), NEAREST, half_}, { \
    ROW("v_sqrt_" type, of, of, function, ROOT, one_, flush_, flush_), NEAREST, half_                  \
  }

const struct operation operations[] = {
    // f32
    {ROW("v_add_f32", "ff", "f", add, PLUS, MORE, BY_MODE, BY_MODE)},
    {ROW("v_sub_f32", "ff", "f", add, MINUS, MANY, BY_MODE, BY_MODE)},
    {ROW("v_subrev_f32", "ff", "f", add, REVERSE, MANY, BY_MODE, BY_MODE)},
    {ROW("v_mul_f32", "ff", "f", mul, 0, MORE, BY_MODE, BY_MODE)},
    {ROW("v_mul_legacy_f32", "ff", "f", mul_legacy, 0, MANY, BY_MODE, BY_MODE)},
    {ROW("v_min_f32", "ff", "f", min_max, MIN, MANY, BY_MODE, NEVER)},
    {ROW("v_max_f32", "ff", "f", min_max, MAX, MANY, BY_MODE, NEVER)},
    {ROW("v_mac_f32", "ffb", "f", mad, MAD, MANY, ALWAYS, ALWAYS)},
    {ROW("v_madmk_f32", "fgf", "f", mad, MAD, MANY, ALWAYS, ALWAYS)},
    {ROW("v_madak_f32", "ffg", "f", mad, MAD, MANY, ALWAYS, ALWAYS)},
    {ROW("v_mad_f32", "fff", "f", mad, MAD, MORE, ALWAYS, ALWAYS)},
    {ROW("v_mad_legacy_f32", "fff", "f", mad, MAD_LEGACY, MANY, ALWAYS, ALWAYS)},
    {ROW("v_fma_f32", "fff", "f", fma_once, 0, MORE, BY_MODE, BY_MODE)},
    {ROW("v_fmac_f32", "ffb", "f", fma_once, 0, MANY, BY_MODE, BY_MODE)},
    {ROW("v_min3_f32", "fff", "f", min_max3, MIN, MANY, BY_MODE, NEVER)},
    {ROW("v_max3_f32", "fff", "f", min_max3, MAX, MANY, BY_MODE, NEVER)},
    {ROW("v_med3_f32", "fff", "f", min_max3, MED, MANY, BY_MODE, NEVER)},
    {ROW("v_cubeid_f32", "fff", "f", cube, CUBE_ID, MANY, NEVER, NEVER), .cube = true},
    {ROW("v_cubesc_f32", "fff", "f", cube, CUBE_SC, MANY, NEVER, NEVER), .cube = true},
    {ROW("v_cubetc_f32", "fff", "f", cube, CUBE_TC, MANY, NEVER, NEVER), .cube = true},
    {ROW("v_cubema_f32", "fff", "f", cube, CUBE_MA, MANY, NEVER, ALWAYS), .cube = true},
    {ROW("v_ldexp_f32", "fi", "f", ldexp_once, 0, MANY, BY_MODE, BY_MODE)},
    {ROW("v_div_scale_f32", "fff", "f", div_scale, 0, MORE, BY_MODE, BY_MODE), .has_flag = true},
    {ROW("v_div_fmas_f32", "fff", "f", div_fmas, 0, MORE, NEVER, BY_MODE), .reads_vcc = true},
    {ROW("v_div_fixup_f32", "fff", "f", div_fixup, 0, MORE, NEVER, BY_MODE)},
    ROUNDINGS("f32", "f", EVERY_F32, .half = WHOLE),
    ROOTS("f32", "f", EVERY_F32, ALWAYS, .half = WHOLE),
    {ROW("v_rcp_iflag_f32", "f", "f", rcp_iflag, RECIPROCAL, EVERY_F32, ALWAYS, ALWAYS), NEAREST},
    {ROW("v_exp_f32", "f", "f", function, EXP2, EVERY_F32, ALWAYS, ALWAYS), NEAREST, APPROXIMATE(0.7096, 1.35)},
    {ROW("v_log_f32", "f", "f", function, LOG2, EVERY_F32, ALWAYS, ALWAYS), NEAREST, APPROXIMATE(0.6744, 0.07)},
    {ROW("v_sin_f32", "f", "f", function, SIN_TURNS, EVERY_F32, BY_MODE, BY_MODE), NEAREST, APPROXIMATE(0.6092, 0.37)},
    {ROW("v_cos_f32", "f", "f", function, COS_TURNS, EVERY_F32, BY_MODE, BY_MODE), NEAREST, APPROXIMATE(0.6101, 0.63)},
    {ROW("v_exp_legacy_f32", "f", "f", function, EXP2, EVERY_F32, ALWAYS, ALWAYS), NEAREST, APPROXIMATE(0.7096, 1.35)},
    {ROW("v_log_legacy_f32", "f", "f", function, LOG2, EVERY_F32, ALWAYS, ALWAYS), NEAREST, APPROXIMATE(0.6744, 0.07)},
    {ROW("v_frexp_exp_i32_f32", "f", "i", frexp_exp, 0, EVERY_F32, BY_MODE, NEVER)},
    COMPARES("f32", "f", MANY),
    // conversions of f32 and integers
    {ROW("v_cvt_f32_i32", "i", "f", from_integer, I32, EVERY_F32, NEVER, BY_MODE)},
    {ROW("v_cvt_f32_u32", "i", "f", from_integer, U32, EVERY_F32, NEVER, BY_MODE)},
    {ROW("v_cvt_f32_ubyte0", "i", "f", from_integer, BYTE0, MANY, NEVER, BY_MODE)},
    {ROW("v_cvt_f32_ubyte1", "i", "f", from_integer, BYTE1, MANY, NEVER, BY_MODE)},
    {ROW("v_cvt_f32_ubyte2", "i", "f", from_integer, BYTE2, MANY, NEVER, BY_MODE)},
    {ROW("v_cvt_f32_ubyte3", "i", "f", from_integer, BYTE3, MANY, NEVER, BY_MODE)},
    {ROW("v_cvt_off_f32_i4", "i", "f", from_integer, OFFSET, MANY, NEVER, BY_MODE)},
    {ROW("v_cvt_u32_f32", "f", "i", truncated, U32, EVERY_F32, BY_MODE, NEVER)},
    {ROW("v_cvt_i32_f32", "f", "i", truncated, I32, EVERY_F32, BY_MODE, NEVER)},
    {ROW("v_cvt_rpi_i32_f32", "f", "i", floored, TO_NEAR, EVERY_F32, BY_MODE, NEVER)},
    {ROW("v_cvt_flr_i32_f32", "f", "i", floored, TO_FLOOR, EVERY_F32, BY_MODE, NEVER)},
    {ROW("v_cvt_f16_f32", "f", "h", convert, 0, EVERY_F32, BY_MODE, BY_MODE), .half = ZERO_ABOVE},
    {ROW("v_cvt_f64_f32", "f", "d", convert, 0, EVERY_F32, BY_MODE, NEVER)},
    {ROW("v_cvt_pk_u8_f32", "fii", "p", to_byte, INTO_S2, MANY, BY_MODE, NEVER)},
    {ROW("v_cvt_pkaccum_u8_f32", "fi", "p", to_byte, INTO_OLD, MANY, BY_MODE, NEVER)},
    {ROW("v_cvt_pkrtz_f16_f32", "ff", "p", pack_toward_zero, 0, MANY, BY_MODE, BY_MODE)},
    {ROW("v_cvt_pknorm_i16_f32", "ff", "p", pack_norm, I16, MANY, BY_MODE, NEVER)},
    {ROW("v_cvt_pknorm_u16_f32", "ff", "p", pack_norm, U16, MANY, BY_MODE, NEVER)},
    // f16
    {ROW("v_add_f16", "hh", "h", add, PLUS, EVERY_PAIR, BY_MODE, BY_MODE), .half = ZERO_ABOVE},
    {ROW("v_sub_f16", "hh", "h", add, MINUS, MANY, BY_MODE, BY_MODE), .half = ZERO_ABOVE},
    {ROW("v_subrev_f16", "hh", "h", add, REVERSE, MANY, BY_MODE, BY_MODE), .half = ZERO_ABOVE},
    {ROW("v_mul_f16", "hh", "h", mul, 0, EVERY_PAIR, BY_MODE, BY_MODE), .half = ZERO_ABOVE},
    {ROW("v_min_f16", "hh", "h", min_max, MIN, EVERY_PAIR, BY_MODE, NEVER), .half = ZERO_ABOVE},
    {ROW("v_max_f16", "hh", "h", min_max, MAX, EVERY_PAIR, BY_MODE, NEVER), .half = ZERO_ABOVE},
    {ROW("v_mac_f16", "hha", "h", mad, MAD, MANY, ALWAYS, ALWAYS), .half = KEPT},
    {ROW("v_madmk_f16", "hjh", "h", mad, MAD, MANY, ALWAYS, ALWAYS), .half = KEPT},
    {ROW("v_madak_f16", "hhj", "h", mad, MAD, MANY, ALWAYS, ALWAYS), .half = KEPT},
    {ROW("v_ldexp_f16", "hw", "h", ldexp_once, 0, MANY, BY_MODE, BY_MODE), .half = ZERO_ABOVE},
    {ROW("v_mad_f16", "hhh", "h", mad, MAD, MORE, ALWAYS, ALWAYS), .half = KEPT_OP_SEL},
    {ROW("v_mad_legacy_f16", "hhh", "h", mad, MAD, MANY, ALWAYS, ALWAYS), .half = OP_SEL_RESULT},
    {ROW("v_fma_f16", "hhh", "h", fma_once, 0, MORE, BY_MODE, BY_MODE), .half = KEPT_OP_SEL},
    {ROW("v_fma_legacy_f16", "hhh", "h", fma_once, 0, MANY, BY_MODE, BY_MODE), .half = OP_SEL_RESULT},
    {ROW("v_div_fixup_f16", "hhh", "h", div_fixup, 0, MORE, NEVER, NEVER), .half = KEPT_OP_SEL},
    {ROW("v_div_fixup_legacy_f16", "hhh", "h", div_fixup, 0, MANY, NEVER, NEVER), .half = OP_SEL_RESULT},
    {ROW("v_min3_f16", "hhh", "h", min_max3, MIN, MANY, BY_MODE, NEVER), .half = KEPT_OP_SEL},
    {ROW("v_max3_f16", "hhh", "h", min_max3, MAX, MANY, BY_MODE, NEVER), .half = KEPT_OP_SEL},
    {ROW("v_med3_f16", "hhh", "h", min_max3, MED, MANY, BY_MODE, NEVER), .half = KEPT_OP_SEL},
    ROUNDINGS("f16", "h", EVERY_F16, .half = ZERO_ABOVE),
    ROOTS("f16", "h", EVERY_F16, BY_MODE, .half = ZERO_ABOVE),
    {ROW("v_exp_f16", "h", "h", function, EXP2, EVERY_F16, BY_MODE, BY_MODE), NEAREST, .half = ZERO_ABOVE},
    {ROW("v_log_f16", "h", "h", function, LOG2, EVERY_F16, BY_MODE, BY_MODE), NEAREST, .half = ZERO_ABOVE},
    {ROW("v_sin_f16", "h", "h", function, SIN_TURNS, EVERY_F16, BY_MODE, BY_MODE), NEAREST, .half = ZERO_ABOVE},
    {ROW("v_cos_f16", "h", "h", function, COS_TURNS, EVERY_F16, BY_MODE, BY_MODE), NEAREST, .half = ZERO_ABOVE},
    {ROW("v_frexp_exp_i16_f16", "h", "w", frexp_exp, 0, EVERY_F16, BY_MODE, NEVER)},
    {ROW("v_cvt_f32_f16", "h", "f", convert, 0, EVERY_F16, BY_MODE, NEVER)},
    {ROW("v_cvt_f16_u16", "w", "h", from_integer, U16, EVERY_F16, NEVER, BY_MODE), .half = ZERO_ABOVE},
    {ROW("v_cvt_f16_i16", "w", "h", from_integer, I16, EVERY_F16, NEVER, BY_MODE), .half = ZERO_ABOVE},
    {ROW("v_cvt_u16_f16", "h", "w", truncated, U16, EVERY_F16, BY_MODE, NEVER)},
    {ROW("v_cvt_i16_f16", "h", "w", truncated, I16, EVERY_F16, BY_MODE, NEVER)},
    {ROW("v_cvt_norm_i16_f16", "h", "w", norm, I16, EVERY_F16, BY_MODE, NEVER)},
    {ROW("v_cvt_norm_u16_f16", "h", "w", norm, U16, EVERY_F16, BY_MODE, NEVER)},
    {ROW("v_cvt_pknorm_i16_f16", "hh", "p", pack_norm, I16, MANY, BY_MODE, NEVER), .half = OP_SEL_SOURCES},
    {ROW("v_cvt_pknorm_u16_f16", "hh", "p", pack_norm, U16, MANY, BY_MODE, NEVER), .half = OP_SEL_SOURCES},
    {ROW("v_pack_b32_f16", "hh", "p", pack_halves, 0, MANY, BY_MODE, NEVER), .half = OP_SEL_SOURCES},
    COMPARES("f16", "h", EVERY_PAIR),
    {ROW("v_pk_fma_f16", "hhh", "H", fma_once, 0, MORE, BY_MODE, BY_MODE)},
    {ROW("v_pk_add_f16", "hh", "H", add, PLUS, MORE, BY_MODE, BY_MODE)},
    {ROW("v_pk_mul_f16", "hh", "H", mul, 0, MORE, BY_MODE, BY_MODE)},
    {ROW("v_pk_min_f16", "hh", "H", min_max, MIN, MANY, BY_MODE, NEVER)},
    {ROW("v_pk_max_f16", "hh", "H", min_max, MAX, MANY, BY_MODE, NEVER)},
    {ROW("v_mad_mix_f32", "xxx", "f", mad, MAD, MORE, ALWAYS, ALWAYS)},
    {ROW("v_mad_mixlo_f16", "xxx", "h", mad_mix, 0, MORE, ALWAYS, ALWAYS), .half = KEPT},
    {ROW("v_mad_mixhi_f16", "xxx", "h", mad_mix, 0, MORE, ALWAYS, ALWAYS), .half = KEPT_ABOVE},
    {ROW("v_fma_mix_f32", "xxx", "f", fma_once, 0, MORE, BY_MODE, BY_MODE)},
    {ROW("v_fma_mixlo_f16", "xxx", "h", fma_mix, 0, MORE, BY_MODE, BY_MODE), .half = KEPT},
    {ROW("v_fma_mixhi_f16", "xxx", "h", fma_mix, 0, MORE, BY_MODE, BY_MODE), .half = KEPT_ABOVE},
    {ROW("v_dot2_f32_f16", "hhf", "f", dot2, 0, MORE, NEVER, ALWAYS), NEAREST, .dot = true},
    {ROW("v_dot2_i32_i16", "eee", "i", dot_integers, -16, MANY, NEVER, NEVER), .dot = true},
    {ROW("v_dot2_u32_u16", "eee", "i", dot_integers, 16, MANY, NEVER, NEVER), .dot = true},
    {ROW("v_dot4_i32_i8", "eee", "i", dot_integers, -8, MANY, NEVER, NEVER)},
    {ROW("v_dot4_u32_u8", "eee", "i", dot_integers, 8, MANY, NEVER, NEVER)},
    {ROW("v_dot8_i32_i4", "eee", "i", dot_integers, -4, MANY, NEVER, NEVER)},
    {ROW("v_dot8_u32_u4", "eee", "i", dot_integers, 4, MANY, NEVER, NEVER)},
    // f64
    {ROW("v_add_f64", "dd", "d", add, PLUS, MORE, BY_MODE, BY_MODE)},
    {ROW("v_mul_f64", "dd", "d", mul, 0, MORE, BY_MODE, BY_MODE)},
    {ROW("v_fma_f64", "ddd", "d", fma_once, 0, MORE, BY_MODE, BY_MODE)},
    {ROW("v_min_f64", "dd", "d", min_max, MIN, MANY, BY_MODE, NEVER)},
    {ROW("v_max_f64", "dd", "d", min_max, MAX, MANY, BY_MODE, NEVER)},
    {ROW("v_ldexp_f64", "di", "d", ldexp_once, 0, MANY, BY_MODE, BY_MODE)},
    {ROW("v_trig_preop_f64", "di", "d", trig_preop, 0, MANY, NEVER, BY_MODE)},
    {ROW("v_div_scale_f64", "ddd", "d", div_scale, 0, MORE, BY_MODE, BY_MODE), .has_flag = true},
    {ROW("v_div_fmas_f64", "ddd", "d", div_fmas, 0, MORE, NEVER, BY_MODE), .reads_vcc = true},
    {ROW("v_div_fixup_f64", "ddd", "d", div_fixup, 0, MORE, NEVER, BY_MODE)},
    ROUNDINGS("f64", "d", MANY, .half = WHOLE),
    ROOTS("f64", "d", MANY, BY_MODE, .half = WHOLE),
    {ROW("v_frexp_exp_i32_f64", "d", "i", frexp_exp, 0, MANY, BY_MODE, NEVER)},
    {ROW("v_cvt_i32_f64", "d", "i", truncated, I32, MANY, BY_MODE, NEVER)},
    {ROW("v_cvt_u32_f64", "d", "i", truncated, U32, MANY, BY_MODE, NEVER)},
    {ROW("v_cvt_f64_i32", "i", "d", from_integer, I32, EVERY_F32, NEVER, BY_MODE)},
    {ROW("v_cvt_f64_u32", "i", "d", from_integer, U32, EVERY_F32, NEVER, BY_MODE)},
    {ROW("v_cvt_f32_f64", "d", "f", convert, 0, MANY, BY_MODE, BY_MODE)},
    COMPARES("f64", "d", MANY),
    // clang's divisions
    {ROW("division_f32", "ff", "f", quotient, 0, MORE, BY_MODE, BY_MODE), .steps = steps_f32},
    {ROW("division_f64", "dd", "d", quotient, 0, MORE, BY_MODE, BY_MODE), .steps = steps_f64},
    {ROW("division_f16", "hh", "h", quotient, 0, EVERY_QUOTIENT, BY_MODE, BY_MODE), .steps = steps_f16, .misses = 2990,
     .half = KEPT},
};
const unsigned operation_count = sizeof operations / sizeof *operations;

// ---- 2 modifiers of the result -----------------------------------------------------------------------

enum { OMOD_2 = 1, OMOD_4, OMOD_HALF };

uint64_t apply_omod(const struct format *f, uint64_t x, unsigned omod, struct delivery *how) {
  if (!omod || is_nan(f, x) || is_infinite(f, x)) return x;
  if (is_zero(f, x) || is_denormal(f, x)) return 0;
  const uint64_t unit = least_normal(f), sign = x & sign_of(f), m = magnitude(f, x);
  if (omod == OMOD_HALF) return exponent_field(f, x) == 1 ? sign : x - unit;
  const uint64_t up = m + unit * (omod == OMOD_2 ? 1 : 2);
  return up >= infinity(f) ? overflow(f, sign, how) : sign | up;
}

uint64_t apply_clamp(const struct format *f, uint64_t x, uint32_t mode) {
  if (is_nan(f, x)) return mode & WL_MODE_DX10_CLAMP ? 0 : x;
  if (negative(f, x)) return 0;
  return x > one(f) ? one(f) : x;
}
