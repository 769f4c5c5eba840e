// SPDX-License-Identifier: Apache-2.0
// Floating point of the vector ALU in integer arithmetic, exact in every mode (numerics.md 1 to 6).
//
// Values are bit patterns. `mode` is the wave's MODE register: rounding, denormals, IEEE, FP16_OVFL. Each function
// applies the NaN rules. It flushes denormals of its operands and its result by the fields of MODE of their formats,
// unless it says otherwise. Functions named wl_fp_* take any format; wl_f32_* and wl_f16_* are what bodies of opcodes
// call: they return the bits, and put the exceptions into wl_fp_raised.
#ifndef WAVELOCK_FP_H
#define WAVELOCK_FP_H

#include <stdbool.h>
#include <stdint.h>

#include "wavelock/registers.h"

// A format of at most 64 bits: sign, exponent, fraction.
struct wl_fp_format {
  int fraction;  // fraction bits
  int max_exp;   // exponent of the largest number, and the bias
  int sign_bit;
  uint32_t round, keep_in, keep_out, overflow_to_max;  // its fields of MODE; 0: it has none
  int far, scale;                                      // division (numerics.md 6): L and K
};
static const struct wl_fp_format wl_f16_format = {
    10, 15, 15, WL_MODE_ROUND16_64, WL_MODE_DENORM16_64_IN, WL_MODE_DENORM16_64_OUT, WL_MODE_FP16_OVFL, 0, 0};
static const struct wl_fp_format wl_f32_format = {
    23, 127, 31, WL_MODE_ROUND32, WL_MODE_DENORM32_IN, WL_MODE_DENORM32_OUT, 0, 96, 64};
static const struct wl_fp_format wl_f64_format = {
    52, 1023, 63, WL_MODE_ROUND16_64, WL_MODE_DENORM16_64_IN, WL_MODE_DENORM16_64_OUT, 0, 768, 128};

// Exceptions (numerics.md 10), as bits of TRAPSTS.EXCP.
enum {
  WL_FP_INVALID = 1,
  WL_FP_INPUT_DENORMAL = 2,
  WL_FP_DIVISION_BY_ZERO = 4,
  WL_FP_OVERFLOW = 8,
  WL_FP_UNDERFLOW = 16,
  WL_FP_INEXACT = 32,
  WL_FP_INTEGER_DIVISION_BY_ZERO = 64,
};

// What an operation gives: the result, and the exceptions that it raises.
struct wl_fp {
  uint64_t bits;
  uint32_t flags;
};

// The exceptions of all results that wl_fp_bits has taken (exceptions.c).
extern _Thread_local uint32_t wl_fp_raised;
static inline uint64_t wl_fp_bits(struct wl_fp result) {
  wl_fp_raised |= result.flags;
  return result.bits;
}

enum {
  WL_F32_SIGN = (int)0x80000000u,
  WL_F32_INF = 0x7f800000,
  WL_F32_LEAST_NORMAL = 0x00800000,
  WL_F32_QUIET = 0x00400000,
};

static inline bool wl_f32_is_nan(uint32_t a) { return (a & 0x7fffffffu) > WL_F32_INF; }

enum { WL_F16_SIGN = 0x8000, WL_F16_INF = 0x7c00, WL_F16_LEAST_NORMAL = 0x0400 };

// These look at the low half of a.
static inline bool wl_f16_is_nan(uint32_t a) { return (a & 0x7fff) > WL_F16_INF; }
static inline uint32_t wl_f16_flush(uint32_t a) { return a & (a & WL_F16_INF ? 0xffff : WL_F16_SIGN); }

// Flushes a denormal to the zero of its sign.
static inline uint32_t wl_f32_flush(uint32_t a) { return a & (a & WL_F32_INF ? ~0u : 0x80000000u); }
static inline uint32_t wl_f32_flush_in(uint32_t a, uint32_t mode) {
  return mode & WL_MODE_DENORM32_IN ? a : wl_f32_flush(a);
}

// Maps f32 numbers to signed integers in the same order, -0 below +0. It is its own inverse. Not for NaN.
static inline int32_t wl_f32_key(uint32_t a) { return (int32_t)(a ^ ((uint32_t)((int32_t)a >> 31) & 0x7fffffffu)); }

// Comparisons of operands that are flushed already. All are false if one is a NaN. -0 and +0 are equal.
static inline bool wl_f32_ordered(uint32_t a, uint32_t b) { return !wl_f32_is_nan(a) && !wl_f32_is_nan(b); }
static inline bool wl_f32_eq(uint32_t a, uint32_t b) {
  return wl_f32_ordered(a, b) && (a == b || ((a | b) & 0x7fffffffu) == 0);
}
static inline bool wl_f32_lt(uint32_t a, uint32_t b) {
  return wl_f32_ordered(a, b) && !wl_f32_eq(a, b) && wl_f32_key(a) < wl_f32_key(b);
}
static inline bool wl_f32_le(uint32_t a, uint32_t b) { return wl_f32_lt(a, b) || wl_f32_eq(a, b); }

// MODE without the denormals of a format, for opcodes that flush in every mode.
static inline uint32_t wl_always_flush(const struct wl_fp_format *f, uint32_t mode) {
  return mode & ~(f->keep_in | f->keep_out);
}

// ---- arithmetic (fp_arith.c) -------------------------------------------------------------------

struct wl_fp wl_fp_add(const struct wl_fp_format *f, uint64_t a, uint64_t b, uint32_t mode);
struct wl_fp wl_fp_sub(const struct wl_fp_format *f, uint64_t a, uint64_t b, uint32_t mode);
struct wl_fp wl_fp_subrev(const struct wl_fp_format *f, uint64_t a, uint64_t b,
                          uint32_t mode);  // b - a; a is the first for NaNs
struct wl_fp wl_fp_mul(const struct wl_fp_format *f, uint64_t a, uint64_t b, uint32_t mode);
struct wl_fp wl_fp_fma(const struct wl_fp_format *f, uint64_t a, uint64_t b, uint64_t c, uint32_t mode);
// As above, for finite operands, rounded once, to format `to`.
struct wl_fp wl_fp_fma_numbers(const struct wl_fp_format *f, const struct wl_fp_format *to, uint64_t a, uint64_t b,
                               uint64_t c, uint32_t mode);
// Two roundings; flushes denormals in every mode, those of the product too.
struct wl_fp wl_fp_mad(const struct wl_fp_format *f, uint64_t a, uint64_t b, uint64_t c, uint32_t mode);
// v_div_fmas (numerics.md 6): fma without flushing of operands. With scale the exact sum is multiplied by 2^K (|c| >=
// 2) or 2^-K before it is rounded, once.
struct wl_fp wl_fp_div_fmas(const struct wl_fp_format *f, uint64_t a, uint64_t b, uint64_t c, bool scale,
                            uint32_t mode);
// v_mul_legacy and v_mad_legacy of f32: a product with a factor of zero is +0, whatever the other factor is.
struct wl_fp wl_fp_mul_legacy(const struct wl_fp_format *f, uint64_t a, uint64_t b, uint32_t mode);
struct wl_fp wl_fp_mad_legacy(const struct wl_fp_format *f, uint64_t a, uint64_t b, uint64_t c, uint32_t mode);
struct wl_fp wl_fp_ldexp(const struct wl_fp_format *f, uint64_t a, int32_t n, uint32_t mode);
// A number is mant * 2^exp, mant in +-[0.5, 1). exp is a signed integer, as the low bits of 64.
struct wl_fp wl_fp_frexp_exp(const struct wl_fp_format *f, uint64_t a, uint32_t mode);
struct wl_fp wl_fp_frexp_mant(const struct wl_fp_format *f, uint64_t a, uint32_t mode);
// Output modifiers (numerics.md 2). omod: 0 none, 1 x2, 2 x4, 3 /2.
uint64_t wl_fp_omod(const struct wl_fp_format *f, uint64_t a, uint32_t omod, uint32_t mode);
uint64_t wl_fp_clamp(const struct wl_fp_format *f, uint64_t a, uint32_t mode);

// ---- minimum, maximum, class (fp_minmax.c) -----------------------------------------------------

struct wl_fp wl_fp_min(const struct wl_fp_format *f, uint64_t a, uint64_t b, uint32_t mode);
struct wl_fp wl_fp_max(const struct wl_fp_format *f, uint64_t a, uint64_t b, uint32_t mode);
struct wl_fp wl_fp_med3(const struct wl_fp_format *f, uint64_t a, uint64_t b, uint64_t c, uint32_t mode);
// The bit of v_cmp_class (numerics.md 3.3) that describes a: 1 << 0 for a signalling NaN, ... 1 << 9 for +infinity.
uint32_t wl_fp_class(const struct wl_fp_format *f, uint64_t a);

// What a comparison raises. signalling: CLAMP, every NaN is invalid.
uint32_t wl_fp_compare_flags(const struct wl_fp_format *f, uint64_t a, uint64_t b, bool signalling);

// ---- cube maps (fp_cube.c) ---------------------------------------------------------------------

// For a direction x, y, z: the number of the face, the two coordinates on it, twice the coordinate that picks it. They
// raise nothing.
typedef enum { WL_CUBE_ID, WL_CUBE_SC, WL_CUBE_TC, WL_CUBE_MA } wl_cube;
uint32_t wl_f32_cube(wl_cube what, uint32_t x, uint32_t y, uint32_t z, uint32_t mode);

// ---- rounding to integers, conversions (fp_convert.c) ------------------------------------------

typedef enum { WL_TRUNC, WL_CEIL, WL_FLOOR, WL_RNDNE } wl_rint;
struct wl_fp wl_fp_rint(const struct wl_fp_format *f, uint64_t a, wl_rint how, uint32_t mode);
struct wl_fp wl_fp_fract(const struct wl_fp_format *f, uint64_t a, uint32_t mode);

struct wl_fp wl_fp_from_int(const struct wl_fp_format *f, int64_t a, uint32_t mode);
// To an integer of least..most, saturated, as the low bits of 64. A NaN gives 0, with FLOOR and RPI least or most by
// its sign. least and most have at most 46 bits.
typedef enum {
  WL_TO_INT_TRUNC,
  WL_TO_INT_FLOOR,
  WL_TO_INT_RPI,      // floor of the exact x + 0.5
  WL_TO_INT_BY_MODE,  // by MODE's rounding of the format
} wl_to_int;
struct wl_fp wl_fp_to_int(const struct wl_fp_format *f, uint64_t a, wl_to_int how, int64_t least, int64_t most,
                          uint32_t mode);
// a * most, rounded to nearest in every mode, to an integer of least..most of at most 16 bits (D-NUM-24). A NaN gives
// 0.
struct wl_fp wl_fp_to_norm(const struct wl_fp_format *f, uint64_t a, int64_t least, int64_t most, uint32_t mode);
// Bits of a above its format are ignored.
struct wl_fp wl_fp_convert(const struct wl_fp_format *from, const struct wl_fp_format *to, uint64_t a, uint32_t mode);
// One half of v_pack_b32_f16: as an f16 result is, without an exception.
struct wl_fp wl_fp_f16_canonical(uint64_t a, uint32_t mode);
// One half of v_cvt_pkrtz_f16_f32: toward zero in every mode. It raises no overflow.
struct wl_fp wl_fp_f16_toward_zero(uint64_t a, uint32_t mode);

// ---- two formats (fp_mix.c) ------------------------------------------------------------------

// v_mad_mix: mad of f32, whose sources with a bit in halves are f16. With to_half the f32 result is rounded to f16. It
// flushes denormals of both formats in every mode.
struct wl_fp wl_fp_mad_mix(uint64_t a, uint64_t b, uint64_t c, unsigned halves, bool to_half, uint32_t mode);
// v_fma_mix: fma of the same sources. With to_half the exact sum is rounded to f16, once. MODE says whether denormals
// are flushed; for f16 sources its f32 bit does.
struct wl_fp wl_fp_fma_mix(uint64_t a, uint64_t b, uint64_t c, unsigned halves, bool to_half, uint32_t mode);
// v_dot2_f32_f16: two fma of f32, first of the low halves of a and b with c, then of the high halves with that. They
// round to nearest in every mode, and flush f32 denormals but not those of f16 (D-NUM-14).
struct wl_fp wl_fp_dot2(uint32_t a, uint32_t b, uint32_t c, uint32_t mode);

// ---- division (fp_divide.c; numerics.md 5, 6) --------------------------------------------------

// rcp rounds to nearest in every mode. The f32 rcp needs wl_always_flush. div_scale: s0 is d or n; *flag is the lane's
// bit of the mask. div_fixup makes q the quotient n / d. It takes a q of f16 as it is, but for the sign.
struct wl_fp wl_fp_rcp(const struct wl_fp_format *f, uint64_t a, uint32_t mode);
// The same for a division of integers: it raises N alone, and nothing with clamp (numerics.md 10).
struct wl_fp wl_fp_rcp_iflag(const struct wl_fp_format *f, uint64_t a, bool clamp, uint32_t mode);
struct wl_fp wl_fp_div_scale(const struct wl_fp_format *f, uint64_t s0, uint64_t d, uint64_t n, uint32_t mode,
                             bool *flag);
struct wl_fp wl_fp_div_fixup(const struct wl_fp_format *f, uint64_t q, uint64_t d, uint64_t n, uint32_t mode);

// ---- roots (fp_root.c; numerics.md 5), exp, log, sin, cos (fp_transcendental.c; 5.1) ------------

// All round to nearest in every mode. The f32 ones need wl_always_flush, sin and cos excepted. exp, log, sin and cos
// are for f16 and f32; their base is 2, and their unit the whole turn.
struct wl_fp wl_fp_sqrt(const struct wl_fp_format *f, uint64_t a, uint32_t mode);
struct wl_fp wl_fp_rsq(const struct wl_fp_format *f, uint64_t a, uint32_t mode);
struct wl_fp wl_fp_exp(const struct wl_fp_format *f, uint64_t a, uint32_t mode);
struct wl_fp wl_fp_log(const struct wl_fp_format *f, uint64_t a, uint32_t mode);
struct wl_fp wl_fp_sin(const struct wl_fp_format *f, uint64_t a, uint32_t mode);
struct wl_fp wl_fp_cos(const struct wl_fp_format *f, uint64_t a, uint32_t mode);

// ---- f64 alone (fp_f64.c; numerics.md 3.4) -------------------------------------------------------

// v_trig_preop: 53 bits of 2/pi, by a segment number and the exponent of a. Raises nothing.
struct wl_fp wl_fp_trig_preop(uint64_t a, uint32_t segment, uint32_t mode);

// ---- for the bodies of opcodes ----------------------------------------------------------------------------

#define WL_F32_BITS(name, parameters, ...)                                  \
  static inline uint32_t wl_f32_##name parameters {                         \
    return (uint32_t)wl_fp_bits(wl_fp_##name(&wl_f32_format, __VA_ARGS__)); \
  }
WL_F32_BITS(add, (uint32_t a, uint32_t b, uint32_t mode), a, b, mode)
WL_F32_BITS(sub, (uint32_t a, uint32_t b, uint32_t mode), a, b, mode)
WL_F32_BITS(subrev, (uint32_t a, uint32_t b, uint32_t mode), a, b, mode)
WL_F32_BITS(mul, (uint32_t a, uint32_t b, uint32_t mode), a, b, mode)
WL_F32_BITS(fma, (uint32_t a, uint32_t b, uint32_t c, uint32_t mode), a, b, c, mode)
WL_F32_BITS(mad, (uint32_t a, uint32_t b, uint32_t c, uint32_t mode), a, b, c, mode)
WL_F32_BITS(mul_legacy, (uint32_t a, uint32_t b, uint32_t mode), a, b, mode)
WL_F32_BITS(mad_legacy, (uint32_t a, uint32_t b, uint32_t c, uint32_t mode), a, b, c, mode)
WL_F32_BITS(frexp_exp, (uint32_t a, uint32_t mode), a, mode)
WL_F32_BITS(frexp_mant, (uint32_t a, uint32_t mode), a, mode)
WL_F32_BITS(div_fmas, (uint32_t a, uint32_t b, uint32_t c, bool scale, uint32_t mode), a, b, c, scale, mode)
WL_F32_BITS(ldexp, (uint32_t a, int32_t n, uint32_t mode), a, n, mode)
WL_F32_BITS(min, (uint32_t a, uint32_t b, uint32_t mode), a, b, mode)
WL_F32_BITS(max, (uint32_t a, uint32_t b, uint32_t mode), a, b, mode)
WL_F32_BITS(med3, (uint32_t a, uint32_t b, uint32_t c, uint32_t mode), a, b, c, mode)
WL_F32_BITS(rint, (uint32_t a, wl_rint how, uint32_t mode), a, how, mode)
WL_F32_BITS(fract, (uint32_t a, uint32_t mode), a, mode)
WL_F32_BITS(rcp, (uint32_t a, uint32_t mode), a, wl_always_flush(&wl_f32_format, mode))
WL_F32_BITS(rcp_iflag, (uint32_t a, bool clamp, uint32_t mode), a, clamp, wl_always_flush(&wl_f32_format, mode))
WL_F32_BITS(sqrt, (uint32_t a, uint32_t mode), a, wl_always_flush(&wl_f32_format, mode))
WL_F32_BITS(rsq, (uint32_t a, uint32_t mode), a, wl_always_flush(&wl_f32_format, mode))
WL_F32_BITS(exp, (uint32_t a, uint32_t mode), a, wl_always_flush(&wl_f32_format, mode))
WL_F32_BITS(log, (uint32_t a, uint32_t mode), a, wl_always_flush(&wl_f32_format, mode))
WL_F32_BITS(sin, (uint32_t a, uint32_t mode), a, mode)
WL_F32_BITS(cos, (uint32_t a, uint32_t mode), a, mode)
WL_F32_BITS(div_scale, (uint32_t s0, uint32_t d, uint32_t n, uint32_t mode, bool *flag), s0, d, n, mode, flag)
WL_F32_BITS(div_fixup, (uint32_t q, uint32_t d, uint32_t n, uint32_t mode), q, d, n, mode)

#define WL_F64_BITS(name, parameters, ...) \
  static inline uint64_t wl_f64_##name parameters { return wl_fp_bits(wl_fp_##name(&wl_f64_format, __VA_ARGS__)); }
WL_F64_BITS(add, (uint64_t a, uint64_t b, uint32_t mode), a, b, mode)
WL_F64_BITS(mul, (uint64_t a, uint64_t b, uint32_t mode), a, b, mode)
WL_F64_BITS(fma, (uint64_t a, uint64_t b, uint64_t c, uint32_t mode), a, b, c, mode)
WL_F64_BITS(min, (uint64_t a, uint64_t b, uint32_t mode), a, b, mode)
WL_F64_BITS(max, (uint64_t a, uint64_t b, uint32_t mode), a, b, mode)
WL_F64_BITS(ldexp, (uint64_t a, int32_t n, uint32_t mode), a, n, mode)
WL_F64_BITS(rint, (uint64_t a, wl_rint how, uint32_t mode), a, how, mode)
WL_F64_BITS(fract, (uint64_t a, uint32_t mode), a, mode)
WL_F64_BITS(frexp_exp, (uint64_t a, uint32_t mode), a, mode)
WL_F64_BITS(frexp_mant, (uint64_t a, uint32_t mode), a, mode)
WL_F64_BITS(rcp, (uint64_t a, uint32_t mode), a, mode)
WL_F64_BITS(sqrt, (uint64_t a, uint32_t mode), a, mode)
WL_F64_BITS(rsq, (uint64_t a, uint32_t mode), a, mode)
WL_F64_BITS(div_scale, (uint64_t s0, uint64_t d, uint64_t n, uint32_t mode, bool *flag), s0, d, n, mode, flag)
WL_F64_BITS(div_fmas, (uint64_t a, uint64_t b, uint64_t c, bool scale, uint32_t mode), a, b, c, scale, mode)
WL_F64_BITS(div_fixup, (uint64_t q, uint64_t d, uint64_t n, uint32_t mode), q, d, n, mode)
WL_F64_BITS(from_int, (int64_t a), a, 0)  // exact for 32 bits

static inline uint64_t wl_f64_to_i32(uint64_t a, uint32_t mode) {
  return wl_fp_bits(wl_fp_to_int(&wl_f64_format, a, WL_TO_INT_TRUNC, INT32_MIN, INT32_MAX, mode));
}
static inline uint64_t wl_f64_to_u32(uint64_t a, uint32_t mode) {
  return wl_fp_bits(wl_fp_to_int(&wl_f64_format, a, WL_TO_INT_TRUNC, 0, UINT32_MAX, mode));
}
static inline uint64_t wl_f64_from_f32(uint32_t a, uint32_t mode) {
  return wl_fp_bits(wl_fp_convert(&wl_f32_format, &wl_f64_format, a, mode));
}
static inline uint64_t wl_f32_from_f64(uint64_t a, uint32_t mode) {
  return wl_fp_bits(wl_fp_convert(&wl_f64_format, &wl_f32_format, a, mode));
}
static inline uint64_t wl_f64_trig_preop(uint64_t a, uint32_t segment, uint32_t mode) {
  return wl_fp_bits(wl_fp_trig_preop(a, segment, mode));
}

// Flushes a denormal to the zero of its sign.
static inline uint64_t wl_f64_flush(uint64_t a) {
  return a & (a & 0x7ff0000000000000ull ? ~0ull : 0x8000000000000000ull);
}
// Comparisons of operands that are flushed already, as those of f32.
static inline bool wl_f64_is_nan(uint64_t a) { return (a & 0x7fffffffffffffffull) > 0x7ff0000000000000ull; }
static inline bool wl_f64_ordered(uint64_t a, uint64_t b) { return !wl_f64_is_nan(a) && !wl_f64_is_nan(b); }
static inline bool wl_f64_eq(uint64_t a, uint64_t b) {
  return wl_f64_ordered(a, b) && (a == b || ((a | b) & 0x7fffffffffffffffull) == 0);
}
static inline int64_t wl_f64_key(uint64_t a) { return (int64_t)(a ^ ((uint64_t)((int64_t)a >> 63) >> 1)); }
static inline bool wl_f64_lt(uint64_t a, uint64_t b) {
  return wl_f64_ordered(a, b) && !wl_f64_eq(a, b) && wl_f64_key(a) < wl_f64_key(b);
}
static inline bool wl_f64_le(uint64_t a, uint64_t b) { return wl_f64_lt(a, b) || wl_f64_eq(a, b); }

// Operands are the low halves; bits 31:16 of the result are zero.
#define WL_F16_BITS(name, parameters, ...)                                  \
  static inline uint32_t wl_f16_##name parameters {                         \
    return (uint32_t)wl_fp_bits(wl_fp_##name(&wl_f16_format, __VA_ARGS__)); \
  }
#define WL_F16_1(name) WL_F16_BITS(name, (uint32_t a, uint32_t mode), a & 0xffff, mode)
#define WL_F16_2(name) WL_F16_BITS(name, (uint32_t a, uint32_t b, uint32_t mode), a & 0xffff, b & 0xffff, mode)
#define WL_F16_3(name) \
  WL_F16_BITS(name, (uint32_t a, uint32_t b, uint32_t c, uint32_t mode), a & 0xffff, b & 0xffff, c & 0xffff, mode)
WL_F16_2(add)
WL_F16_2(sub)
WL_F16_2(subrev)
WL_F16_2(mul)
WL_F16_3(fma)
WL_F16_3(mad)
WL_F16_BITS(ldexp, (uint32_t a, int32_t n, uint32_t mode), a & 0xffff, n, mode)
WL_F16_1(frexp_mant)
WL_F16_2(min)
WL_F16_2(max)
WL_F16_3(med3)
WL_F16_BITS(rint, (uint32_t a, wl_rint how, uint32_t mode), a & 0xffff, how, mode)
WL_F16_1(fract)
WL_F16_3(div_fixup)
WL_F16_1(rcp)
WL_F16_1(sqrt)
WL_F16_1(rsq)
WL_F16_1(exp)
WL_F16_1(log)
WL_F16_1(sin)
WL_F16_1(cos)
WL_F16_BITS(from_int, (int32_t a, uint32_t mode), a, mode)

static inline uint32_t wl_f32_from_i32(int32_t a, uint32_t mode) {
  return (uint32_t)wl_fp_bits(wl_fp_from_int(&wl_f32_format, a, mode));
}
static inline uint32_t wl_f32_from_u32(uint32_t a, uint32_t mode) {
  return (uint32_t)wl_fp_bits(wl_fp_from_int(&wl_f32_format, a, mode));
}
static inline uint32_t wl_f32_to_i32(uint32_t a, wl_to_int how, uint32_t mode) {
  return (uint32_t)wl_fp_bits(wl_fp_to_int(&wl_f32_format, a, how, INT32_MIN, INT32_MAX, mode));
}
static inline uint32_t wl_f32_to_u32(uint32_t a, uint32_t mode) {
  return (uint32_t)wl_fp_bits(wl_fp_to_int(&wl_f32_format, a, WL_TO_INT_TRUNC, 0, UINT32_MAX, mode));
}
static inline uint32_t wl_f32_to_u8(uint32_t a, uint32_t mode) {
  return (uint32_t)wl_fp_bits(wl_fp_to_int(&wl_f32_format, a, WL_TO_INT_BY_MODE, 0, UINT8_MAX, mode));
}
static inline uint32_t wl_f32_to_norm_i16(uint32_t a, uint32_t mode) {
  return (uint16_t)wl_fp_bits(wl_fp_to_norm(&wl_f32_format, a, -INT16_MAX, INT16_MAX, mode));
}
static inline uint32_t wl_f32_to_norm_u16(uint32_t a, uint32_t mode) {
  return (uint16_t)wl_fp_bits(wl_fp_to_norm(&wl_f32_format, a, 0, UINT16_MAX, mode));
}
// The low four bits of a as a signed integer, divided by 16.
static inline uint32_t wl_f32_from_i4(uint32_t a) {
  return wl_f32_ldexp(wl_f32_from_i32((int32_t)((a & 15) ^ 8) - 8, 0), -4, 0);
}
static inline uint32_t wl_f16_frexp_exp(uint32_t a, uint32_t mode) {  // of 16 bits
  return (uint16_t)wl_fp_bits(wl_fp_frexp_exp(&wl_f16_format, a & 0xffff, mode));
}
static inline uint32_t wl_f16_to_i16(uint32_t a, uint32_t mode) {
  return (uint16_t)wl_fp_bits(wl_fp_to_int(&wl_f16_format, a & 0xffff, WL_TO_INT_TRUNC, INT16_MIN, INT16_MAX, mode));
}
static inline uint32_t wl_f16_to_u16(uint32_t a, uint32_t mode) {
  return (uint16_t)wl_fp_bits(wl_fp_to_int(&wl_f16_format, a & 0xffff, WL_TO_INT_TRUNC, 0, UINT16_MAX, mode));
}
static inline uint32_t wl_f16_to_norm_i16(uint32_t a, uint32_t mode) {
  return (uint16_t)wl_fp_bits(wl_fp_to_norm(&wl_f16_format, a & 0xffff, -INT16_MAX, INT16_MAX, mode));
}
static inline uint32_t wl_f16_to_norm_u16(uint32_t a, uint32_t mode) {
  return (uint16_t)wl_fp_bits(wl_fp_to_norm(&wl_f16_format, a & 0xffff, 0, UINT16_MAX, mode));
}
static inline uint32_t wl_f16_canonical(uint32_t a, uint32_t mode) {
  return (uint32_t)wl_fp_bits(wl_fp_f16_canonical(a & 0xffff, mode));
}
static inline uint32_t wl_f16_toward_zero(uint32_t a, uint32_t mode) {
  return (uint32_t)wl_fp_bits(wl_fp_f16_toward_zero(a, mode));
}
static inline uint32_t wl_f16_from_f32(uint32_t a, uint32_t mode) {  // bits 31:16 zero
  return (uint32_t)wl_fp_bits(wl_fp_convert(&wl_f32_format, &wl_f16_format, a, mode));
}
static inline uint32_t wl_f32_dot2(uint32_t a, uint32_t b, uint32_t c, uint32_t mode) {
  return (uint32_t)wl_fp_bits(wl_fp_dot2(a, b, c, mode));
}
static inline uint32_t wl_f32_from_f16(uint32_t a, uint32_t mode) {
  return (uint32_t)wl_fp_bits(wl_fp_convert(&wl_f16_format, &wl_f32_format, a, mode));
}

#endif
