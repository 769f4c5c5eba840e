// SPDX-License-Identifier: Apache-2.0
#include "number.h"

#include <math.h>
#include <mpfr.h>

#include "wavelock/registers.h"

const struct format f16 = F16_FORMAT, f32 = F32_FORMAT, f64 = F64_FORMAT;

enum { BITS = 64, TIE_BITS = 20 };

// ---- MPFR ----------------------------------------------------------------------------------------

static mpfr_t arg[3], result;

static void start(void) {
  static bool started;
  if (started) return;
  started = true;
  for (int i = 0; i < 3; i++) mpfr_init2(arg[i], BITS);
  mpfr_init2(result, BITS);
}

static void put(mpfr_t to, struct real r) {
  mpfr_set_ui_2exp(to, r.significand, r.exponent, MPFR_RNDN);
  if (r.sign) mpfr_neg(to, to, MPFR_RNDN);
}

// The result, which was rounded toward zero.
static struct real get(int ternary) {
  if (mpfr_zero_p(result)) return (struct real){.significand = 0};
  const uint64_t *const significand = mpfr_custom_get_significand(result);
  return (struct real){.significand = *significand,
                       .exponent = (int)mpfr_get_exp(result) - BITS,
                       .sign = mpfr_signbit(result),
                       .inexact = ternary != 0};
}

struct real real_sum(struct real a, struct real b) {
  start();
  put(arg[0], a);
  put(arg[1], b);
  return get(mpfr_add(result, arg[0], arg[1], MPFR_RNDZ));
}

struct real real_product(struct real a, struct real b) {
  start();
  put(arg[0], a);
  put(arg[1], b);
  return get(mpfr_mul(result, arg[0], arg[1], MPFR_RNDZ));
}

struct real real_quotient(struct real a, struct real b) {
  start();
  put(arg[0], a);
  put(arg[1], b);
  return get(mpfr_div(result, arg[0], arg[1], MPFR_RNDZ));
}

struct real real_product_sum(struct real a, struct real b, struct real c) {
  start();
  put(arg[0], a);
  put(arg[1], b);
  put(arg[2], c);
  return get(mpfr_fma(result, arg[0], arg[1], arg[2], MPFR_RNDZ));
}

struct real real_function(enum function what, struct real x) {
  start();
  put(arg[0], x);
  switch (what) {
    case RECIPROCAL: return get(mpfr_ui_div(result, 1, arg[0], MPFR_RNDZ));
    case ROOT: return get(mpfr_sqrt(result, arg[0], MPFR_RNDZ));
    case ROOT_RECIPROCAL: return get(mpfr_rec_sqrt(result, arg[0], MPFR_RNDZ));
    case EXP2: return get(mpfr_exp2(result, arg[0], MPFR_RNDZ));
    case LOG2: return get(mpfr_log2(result, arg[0], MPFR_RNDZ));
    case SIN_TURNS: return get(mpfr_sinu(result, arg[0], 1, MPFR_RNDZ));
    default: return get(mpfr_cosu(result, arg[0], 1, MPFR_RNDZ));
  }
}

// ---- doubles -------------------------------------------------------------------------------------

// sin of q revolutions, 0 <= q <= 1/4.
static double sine(double q) { return q > 0.125 ? cos(2 * M_PI * (0.25 - q)) : sin(2 * M_PI * q); }

double library_function(enum function what, double x) {
  switch (what) {
    case RECIPROCAL: return 1 / x;
    case ROOT: return sqrt(x);
    case ROOT_RECIPROCAL: return 1 / sqrt(x);
    case EXP2: return exp2(x);
    case LOG2: return log2(x);
    default: break;
  }
  const double part = x - rint(x), q = fabs(part);  // exact
  if (what == SIN_TURNS) return copysign(sine(q > 0.25 ? 0.5 - q : q), part);
  return q > 0.25 ? -sine(q - 0.25) : sine(0.25 - q);
}

// Whether the double is the value itself, and the result raises no INEXACT.
static bool is_exact(enum function what, double x, double value) {
  int e;
  switch (what) {
    case RECIPROCAL: return fma(value, x, -1) == 0;
    case ROOT: return fma(value, value, -x) == 0;
    case ROOT_RECIPROCAL: return frexp(x, &e) == 0.5 && e % 2 != 0;
    case EXP2: return x == rint(x);
    case LOG2: return frexp(x, &e) == 0.5;
    case COS_TURNS:  // numerics.md 10: as the algorithm of 5.1 sees it, a smaller one is 1
      if (fabs(x) < 0x1p-32) return true;
      return 4 * x == rint(4 * x);
    default: return 4 * x == rint(4 * x);
  }
}

struct real near_function(enum function what, double x) {
  const double value = library_function(what, x);
  struct real r = real_of_double(value);
  r.inexact = !is_exact(what, x, value);
  const unsigned below = BITS - 24;  // bits of the significand that f32 has no place for
  const uint64_t half = 1ull << (below - 1), rest = r.significand & (2 * half - 1);
  const uint64_t distance = rest > half ? rest - half : half - rest;
  return distance < 1ull << (below - TIE_BITS) ? real_function(what, real_of_double(x)) : r;
}

// ---- rounding ------------------------------------------------------------------------------------

uint64_t overflow(const struct format *f, bool sign, struct delivery *how) {
  how->flags |= OVERFLOW | INEXACT;
  const bool finite =
      how->saturates || how->rounding == WL_ROUND_ZERO || how->rounding == (sign ? WL_ROUND_UP : WL_ROUND_DOWN);
  return (sign ? sign_of(f) : 0) | (infinity(f) - finite);
}

// Whether kept units and a rest in 2^-64 of a unit become the next unit.
static bool rounds_up(const struct delivery *how, bool sign, bool odd, uint64_t rest, bool inexact) {
  const uint64_t half = 1ull << 63;
  switch (how->rounding) {
    case WL_ROUND_UP: return !sign && (rest || inexact);
    case WL_ROUND_DOWN: return sign && (rest || inexact);
    case WL_ROUND_ZERO: return false;
    default: return rest > half || (rest == half && (inexact || odd));
  }
}

uint64_t deliver(const struct format *f, struct real r, struct delivery *how) {
  const uint64_t sign = r.sign ? sign_of(f) : 0;
  how->error = 0;
  how->other = sign;
  if (!r.significand) return sign;
  const int least = 1 - f->bias, drop = BITS - 1 - (int)f->fraction;
  const int top = r.exponent + BITS - 1, below = top < least ? least - top : 0;
  if (below && !how->denormals) {
    const uint64_t kept = r.significand >> drop, rest = r.significand << (BITS - drop);
    const bool up = rounds_up(how, r.sign, kept & 1, rest, r.inexact);
    const bool normal = below == 1 && kept + up == 2 * least_normal(f);
    how->other = sign | least_normal(f);
    how->flags |= INEXACT | (normal ? 0 : UNDERFLOW);
    return sign | (normal ? least_normal(f) : 0);
  }
  uint64_t kept, rest;
  bool inexact = r.inexact;
  if (drop + below < BITS) {
    kept = r.significand >> (drop + below);
    rest = r.significand << (BITS - drop - below);
  } else {  // below half of the least denormal, or in its upper half with drop + below == 64
    const int down = drop + below - BITS;
    kept = 0;
    rest = down < BITS ? r.significand >> down : 0;
    inexact = inexact || down >= BITS || (rest << down) != r.significand;
  }
  const bool up = rounds_up(how, r.sign, kept & 1, rest, inexact);
  const bool exact = !rest && !inexact;
  const uint64_t base = below || top > f->bias ? 0 : (uint64_t)(top + f->bias - 1) << f->fraction;
  const uint64_t down_bits = base + kept;
  if (top > f->bias || down_bits + up >= infinity(f)) {
    how->other = sign | (infinity(f) - 1);
    return overflow(f, r.sign, how);
  }
  how->error = up ? 0 - rest : rest;
  if (!exact) how->flags |= INEXACT;
  if (down_bits + up < least_normal(f)) how->flags |= UNDERFLOW;
  how->other = sign | (exact ? down_bits : down_bits + !up);
  return sign | (down_bits + up);
}
