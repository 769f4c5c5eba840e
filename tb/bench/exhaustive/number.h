// SPDX-License-Identifier: Apache-2.0
// Numbers of the oracle: bit patterns of f16, f32 and f64, exact values, and the one rounding of an exact value to a
// format (numerics.md 1). Values come from doubles where these are exact, else from MPFR.
#ifndef WAVELOCK_EXHAUSTIVE_NUMBER_H
#define WAVELOCK_EXHAUSTIVE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

struct format {
  unsigned width, fraction;
  int bias;
};
#define F16_FORMAT \
  { 16, 10, 15 }
#define F32_FORMAT \
  { 32, 23, 127 }
#define F64_FORMAT \
  { 64, 52, 1023 }
extern const struct format f16, f32, f64;

static inline uint64_t sign_of(const struct format *f) { return 1ull << (f->width - 1); }
static inline uint64_t magnitude(const struct format *f, uint64_t x) { return x & (sign_of(f) - 1); }
static inline bool negative(const struct format *f, uint64_t x) { return x & sign_of(f); }
static inline uint64_t least_normal(const struct format *f) { return 1ull << f->fraction; }
static inline uint64_t infinity(const struct format *f) { return sign_of(f) - least_normal(f); }
static inline uint64_t quiet_bit(const struct format *f) { return 1ull << (f->fraction - 1); }
static inline uint64_t default_nan(const struct format *f) { return sign_of(f) | infinity(f) | quiet_bit(f); }
static inline uint64_t one(const struct format *f) { return (uint64_t)f->bias << f->fraction; }
static inline bool is_nan(const struct format *f, uint64_t x) { return magnitude(f, x) > infinity(f); }
static inline bool is_signalling(const struct format *f, uint64_t x) { return is_nan(f, x) && !(x & quiet_bit(f)); }
static inline bool is_infinite(const struct format *f, uint64_t x) { return magnitude(f, x) == infinity(f); }
static inline bool is_zero(const struct format *f, uint64_t x) { return magnitude(f, x) == 0; }
static inline bool is_denormal(const struct format *f, uint64_t x) {
  return !is_zero(f, x) && magnitude(f, x) < least_normal(f);
}
static inline int exponent_field(const struct format *f, uint64_t x) { return (int)(magnitude(f, x) >> f->fraction); }
// A denormal becomes the zero of its sign.
static inline uint64_t flushed(const struct format *f, uint64_t x) { return is_denormal(f, x) ? x & sign_of(f) : x; }

// significand * 2^exponent, bit 63 of the significand set, or zero with significand 0. inexact: the magnitude lies
// above that, by less than one unit of the significand.
struct real {
  uint64_t significand;
  int exponent;
  bool sign, inexact;
};

static inline struct real normalised(bool sign, uint64_t significand, int exponent) {
  const int up = significand ? __builtin_clzll(significand) : 0;
  return (struct real){.significand = significand << up, .exponent = exponent - up, .sign = sign};
}

// x is finite.
static inline struct real real_of_bits(const struct format *f, uint64_t x) {
  const uint64_t m = magnitude(f, x);
  const int field = exponent_field(f, x), e = field ? field : 1;
  const uint64_t hidden = field ? least_normal(f) : 0;
  return normalised(negative(f, x), (m & (least_normal(f) - 1)) | hidden, e - f->bias - (int)f->fraction);
}

static inline struct real real_of_double(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return real_of_bits(&f64, bits);
}

// Exact.
static inline double double_of_bits(const struct format *f, uint64_t x) {
  if (f->width == f32.width) {
    const uint32_t bits = (uint32_t)x;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
  }
  if (f->width == f64.width) {
    double value;
    memcpy(&value, &x, sizeof value);
    return value;
  }
  const uint64_t m = magnitude(f, x), sign = negative(f, x) ? sign_of(&f64) : 0;
  double value = (double)m * 0x1p-24;  // a denormal
  uint64_t bits;
  if (m >= least_normal(f)) {
    bits = (m << (f64.fraction - f16.fraction)) + ((uint64_t)(f64.bias - f16.bias) << f64.fraction);
    memcpy(&value, &bits, sizeof value);
  }
  memcpy(&bits, &value, sizeof bits);
  bits |= sign;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static inline struct real real_of_integer(int64_t x) {
  return normalised(x < 0, x < 0 ? 0 - (uint64_t)x : (uint64_t)x, 0);
}

struct real real_sum(struct real a, struct real b);                         // 0 of an exact cancellation has sign 0
struct real real_product_sum(struct real a, struct real b, struct real c);  // a * b + c
struct real real_product(struct real a, struct real b);
struct real real_quotient(struct real a, struct real b);  // neither is 0

// The exceptions of numerics.md 10, by their bits in TRAPSTS.
enum {
  INVALID = 1,
  INPUT_DENORMAL = 2,
  DIVISION_BY_ZERO = 4,
  OVERFLOW = 8,
  UNDERFLOW = 16,
  INEXACT = 32,
  INTEGER_DIVISION = 64,
};

// How a result is rounded and delivered (numerics.md 1).
struct delivery {
  unsigned flags;     // exceptions: each delivery adds its own
  unsigned rounding;  // WL_ROUND_*
  bool denormals;     // output denormals are kept
  bool saturates;     // FP16_OVFL: an overflow gives the greatest finite number
  uint64_t error;     // of the last delivery: distance of the result in 2^-64 ulp; 0 where it overflows or is flushed
  uint64_t other;     // of the last delivery: the neighbour on the other side of the exact value
};
// The bits of a real that is not zero, rounded once. A zero has its sign.
uint64_t deliver(const struct format *f, struct real r, struct delivery *how);
// What an overflow gives: infinity or the greatest finite number. Raises its exceptions.
uint64_t overflow(const struct format *f, bool sign, struct delivery *how);

// 1 / x, sqrt(x), 1 / sqrt(x), 2^x, log2(x), sin and cos of x revolutions.
enum function { RECIPROCAL, ROOT, ROOT_RECIPROCAL, EXP2, LOG2, SIN_TURNS, COS_TURNS };
struct real real_function(enum function what, struct real x);  // by MPFR; x in the domain
// As above, for a double: a real that is within 2^-45 of the value, relatively. By MPFR where that is nearer than 2^-20
// ulp of f32 to a tie, so that it rounds to nearest as the exact value does.
struct real near_function(enum function what, double x);
double library_function(enum function what, double x);  // within 2^-45 of the value, relatively

#endif
