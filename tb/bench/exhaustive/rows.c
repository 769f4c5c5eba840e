// SPDX-License-Identifier: Apache-2.0
#include "rows.h"

#include <math.h>

#include "wavelock/registers.h"

#define INLINE static inline __attribute__((always_inline))
#define FOR_LANES(l) for (unsigned l = 0; l < WL_LANES; l++)

// Formats as constants of a loop.
static const struct format half = F16_FORMAT, single = F32_FORMAT, wide = F64_FORMAT;
enum { TINY = 28 };  // 2^-28 of the least normal number rounds as all that is smaller

INLINE uint64_t bits_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

INLINE double double_with(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

INLINE uint64_t sign_bit(const struct format *f, uint64_t sign) { return sign ? sign_of(f) : 0; }

// The bits of a double that is the least normal number of f.
INLINE uint64_t least_exponent(const struct format *f) { return (uint64_t)(wide.bias + 1 - f->bias) << wide.fraction; }

// Exact. An infinity or a NaN of f16 is one of f64.
INLINE double number(const struct format *f, uint64_t x) {
  if (f->width == single.width) {
    const uint32_t word = (uint32_t)x;
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
  }
  const uint64_t m = magnitude(f, x), sign = (x & sign_of(f)) << (64 - half.width);
  const unsigned up = wide.fraction - half.fraction;
  const uint64_t normal =
      m < infinity(f) ? (m << up) + ((uint64_t)(wide.bias - half.bias) << wide.fraction) : m << up | infinity(&wide);
  const uint64_t denormal = bits_of((double)(int32_t)m * 0x1p-24);
  return double_with((m < least_normal(f) ? denormal : normal) | sign);
}

// How results are rounded, as masks: to nearest, or away from zero for each sign.
struct rounding_masks {
  uint64_t nearest, above, below;
};

INLINE struct rounding_masks rounding_of(const struct delivery *how) {
  return (struct rounding_masks){how->rounding == WL_ROUND_NEAREST ? ~0ull : 0,
                                 how->rounding == WL_ROUND_UP ? ~0ull : 0, how->rounding == WL_ROUND_DOWN ? ~0ull : 0};
}

struct rounded {
  uint64_t bits, error, other;
  bool lost;      // bits of a denormal: the double has too many
  bool near_tie;  // within 2^-20 ulp
};

// A double that is no NaN, rounded once.
INLINE struct rounded round_double(const struct format *f, double x, const struct delivery *how,
                                   struct rounding_masks way) {
  const unsigned drop = wide.fraction - f->fraction;
  const uint64_t unit = 1ull << drop, sign = bits_of(x) >> 63;
  const double m = fabs(x), least = double_with(least_exponent(f));
  // A denormal has the least normal number's units.
  const bool denormal = m < least && how->denormals;
  const uint64_t y = bits_of(denormal ? m + least : m), rest = y & (unit - 1), kept = y >> drop;
  const uint64_t away = sign ? way.below : way.above;
  const uint64_t up = ((way.nearest & (rest + (kept & 1) > unit / 2)) | (away & (rest != 0))) & 1;
  const uint64_t down_bits = kept - ((uint64_t)(wide.bias - f->bias) << f->fraction) - (denormal ? least_normal(f) : 0);
  const bool flushes = (int64_t)(down_bits + up) < (int64_t)least_normal(f) && !how->denormals;
  const bool over = (int64_t)(down_bits + up) >= (int64_t)infinity(f);
  const uint64_t most = infinity(f) - (how->saturates || !(way.nearest | away));
  const uint64_t value = flushes ? 0 : over ? (m == HUGE_VAL ? infinity(f) : most) : down_bits + up;
  const uint64_t next = flushes ? least_normal(f) : over ? infinity(f) - 1 : rest ? down_bits + !up : down_bits;
  return (struct rounded){.bits = sign_bit(f, sign) | value,
                          .error = flushes || over ? 0 : (up ? unit - rest : rest) << (64 - drop),
                          .other = sign_bit(f, sign) | next,
                          .lost = denormal && double_with(y) - least != m,
                          .near_tie = rest - unit / 2 + (unit >> 20) < unit >> 19};
}

// A number that is smaller than any that matters is as any other that is.
INLINE double small_enough(const struct format *f, double x) {
  const double least = double_with(least_exponent(f) - TINY * least_normal(&wide));
  return x != 0 && fabs(x) < least ? copysign(least, x) : x;
}

// numerics.md 1: IEEE = 1 makes a NaN that comes out quiet.
INLINE uint64_t nan_out(const struct format *f, uint64_t x, bool ieee) { return x | (ieee ? quiet_bit(f) : 0); }

// A result, or the NaN `nan` in its place.
INLINE void put(struct rows *r, unsigned l, struct rounded x, bool is_nan_out, uint64_t nan) {
  r->d[l] = is_nan_out ? nan : x.bits;
  r->error[l] = is_nan_out ? 0 : x.error;
  r->other[l] = x.other;
  r->left[l] = x.lost && !is_nan_out;
}

// A result without error.
INLINE void put_bits(struct rows *r, unsigned l, uint64_t bits) {
  r->d[l] = bits;
  r->error[l] = r->left[l] = 0;
}

// ---- 3.1 add, mul --------------------------------------------------------------------------------------

// The result of an operation that gives no number: the first NaN among its operands, or it was invalid.
INLINE uint64_t two_nans(const struct format *f, uint64_t a, uint64_t b, bool ieee) {
  return is_nan(f, a) ? nan_out(f, a, ieee) : is_nan(f, b) ? nan_out(f, b, ieee) : default_nan(f);
}

// S0 + S1, with their signs turned by the masks. A NaN has its sign.
INLINE void add_rows(const struct format *f, const struct lane *start, uint64_t turn_a, uint64_t turn_b,
                     struct rows *r) {
  const struct rounding_masks way = rounding_of(&start->how);
  const uint64_t zero = start->how.rounding == WL_ROUND_DOWN ? sign_of(f) : 0;
  FOR_LANES(l) {
    const uint64_t a = r->s[0][l], b = r->s[1][l];
    const double x = number(f, a ^ turn_a), y = number(f, b ^ turn_b), sum = x + y;
    const bool same = !((a ^ turn_a ^ b ^ turn_b) & sign_of(f));
    struct rounded out = round_double(f, sum, &start->how, way);
    if (sum == 0) out.bits = same ? (a ^ turn_a) & sign_of(f) : zero;
    put(r, l, out, sum != sum, two_nans(f, a, b, start->ieee));
    // A double may not hold the exact sum of f32.
    const double part = sum - x;
    const bool exact = (x - (sum - part)) + (y - part) == 0;
    r->left[l] |= f->width == single.width && !exact && sum - sum == 0;
  }
}

INLINE void mul_rows(const struct format *f, const struct lane *start, struct rows *r) {
  const struct rounding_masks way = rounding_of(&start->how);
  FOR_LANES(l) {
    const uint64_t a = r->s[0][l], b = r->s[1][l];
    const double product = number(f, a) * number(f, b);
    const struct rounded out = round_double(f, small_enough(f, product), &start->how, way);
    put(r, l, out, product != product, two_nans(f, a, b, start->ieee));
  }
}

// ---- 3.2 min, max; 3.3 compare --------------------------------------------------------------------------

// A number that orders all values but NaNs, -0 below +0.
INLINE int64_t order(const struct format *f, uint64_t x) {
  const int64_t m = (int64_t)magnitude(f, x);
  return x & sign_of(f) ? -m - 1 : m;
}

INLINE void min_max_rows(const struct format *f, const struct lane *start, bool greatest, struct rows *r) {
  FOR_LANES(l) {
    const uint64_t a = r->s[0][l], b = r->s[1][l];
    const bool takes_a = is_nan(f, b) || (!is_nan(f, a) && (order(f, a) < order(f, b)) != greatest);
    uint64_t d = is_nan(f, a) ? b : takes_a ? a : b;
    d = start->ieee && is_signalling(f, b) ? b | quiet_bit(f) : d;
    d = start->ieee && is_signalling(f, a) ? a | quiet_bit(f) : d;
    put_bits(r, l, d);
  }
}

// truth: bits for less, equal, greater, unordered.
INLINE void compare_rows(const struct format *f, unsigned truth, struct rows *r) {
  FOR_LANES(l) {
    const double x = number(f, r->s[0][l]), y = number(f, r->s[1][l]);
    put_bits(r, l, truth >> (x < y ? 0 : x == y ? 1 : x > y ? 2 : 3) & 1);
  }
}

// ---- 3.4 rounding-type operations -------------------------------------------------------------------------

// An operation of one operand x, a number, whose result is the double `value`, rounded.
#define ROUND_ROWS(f, start, r, value)                                   \
  do {                                                                   \
    const struct rounding_masks way = rounding_of(&(start)->how);        \
    FOR_LANES(l) {                                                       \
      const uint64_t s = (r)->s[0][l];                                   \
      const double x = number(f, s), v = value;                          \
      put(r, l, round_double(f, v, &(start)->how, way), v != v,          \
          is_nan(f, s) ? nan_out(f, s, (start)->ieee) : default_nan(f)); \
    }                                                                    \
  } while (0)

// In [0, 1), before it is rounded.
INLINE double fraction_of(double x) {
  const double y = x < 0 && x > -0x1p-29 ? -0x1p-29 : x;  // rounds as any other such number
  return y - floor(y);
}

INLINE void fract_rows(const struct format *f, const struct lane *start, struct rows *r) {
  ROUND_ROWS(f, start, r, fraction_of(x));
  FOR_LANES(l) {
    const uint64_t d = r->d[l];
    r->d[l] = d >= one(f) && d < infinity(f) ? one(f) - 1 : d;
  }
}

INLINE void mantissa_rows(const struct format *f, const struct lane *start, struct rows *r) {
  FOR_LANES(l) {
    const uint64_t s = r->s[0][l], bits = bits_of(number(f, s));
    const double x = double_with((bits & ~infinity(&wide)) | bits_of(0.5));
    const struct rounded out = round_double(f, x, &start->how, rounding_of(&start->how));
    put_bits(r, l, is_nan(f, s) ? nan_out(f, s, start->ieee) : is_infinite(f, s) || is_zero(f, s) ? s : out.bits);
  }
}

INLINE void exponent_rows(const struct format *f, struct rows *r) {
  FOR_LANES(l) {
    const uint64_t s = r->s[0][l], bits = bits_of(number(f, s));
    put_bits(
        r, l,
        magnitude(f, s) >= infinity(f) || is_zero(f, s) ? 0 : (uint32_t)(exponent_field(&wide, bits) - wide.bias + 1));
  }
}

// ---- 4 conversions ------------------------------------------------------------------------------------------

// To f16 or f32, or to f64, which has the number itself.
INLINE void convert_rows(const struct format *to, const struct format *from, const struct lane *start, struct rows *r) {
  const struct rounding_masks way = rounding_of(&start->how);
  FOR_LANES(l) {
    const uint64_t s = r->s[0][l], payload = s & (least_normal(from) - 1);
    const bool narrower = to->fraction < from->fraction;
    const uint64_t in_place =
        narrower ? payload >> (from->fraction - to->fraction) % 64 : payload << (to->fraction - from->fraction) % 64;
    const uint64_t nan = ((s & sign_of(from)) != 0 ? sign_of(to) : 0) | infinity(to) | in_place;
    const double x = number(from, s);
    struct rounded out = {.bits = bits_of(x)};
    if (to->width < wide.width) out = round_double(to, small_enough(to, x), &start->how, way);
    put(r, l, out, x != x, narrower ? nan | quiet_bit(to) : nan_out(to, nan, start->ieee));
  }
}

#define INTEGER_ROWS(to, start, r, type)                                           \
  do {                                                                             \
    const struct rounding_masks way = rounding_of(&(start)->how);                  \
    FOR_LANES(l) {                                                                 \
      const double x = (double)(type)(r)->s[0][l];                                 \
      struct rounded out = {.bits = bits_of(x)};                                   \
      if ((to)->width < wide.width) out = round_double(to, x, &(start)->how, way); \
      put(r, l, out, false, 0);                                                    \
    }                                                                              \
  } while (0)

INLINE double within(double x, double least, double most) { return x < least ? least : x > most ? most : x; }

// The integer `value` of a number x, saturated; of a NaN `nan`.
#define SATURATED_ROWS(f, r, value, type, least, most, nan)                        \
  do {                                                                             \
    FOR_LANES(l) {                                                                 \
      const uint64_t s = (r)->s[0][l];                                             \
      const double x = number(f, s), in = within(x != x ? 0 : value, least, most); \
      put_bits(r, l, x != x ? (nan) : (type)(int64_t)in);                          \
    }                                                                              \
  } while (0)

// ---- 5 transcendentals --------------------------------------------------------------------------------------

// Rounded to nearest, as the row of the opcode says. Special values are the division's and the root's.
#define FUNCTION_ROWS(f, start, r, value)                                                   \
  do {                                                                                      \
    const struct rounding_masks way = rounding_of(&(start)->how);                           \
    FOR_LANES(l) {                                                                          \
      const uint64_t s = (r)->s[0][l];                                                      \
      const double x = number(f, s), v = value;                                             \
      const struct rounded out = round_double(f, v, &(start)->how, way);                    \
      put(r, l, out, v != v, is_nan(f, s) ? nan_out(f, s, (start)->ieee) : default_nan(f)); \
      (r)->left[l] = out.near_tie && v == v;                                                \
    }                                                                                       \
  } while (0)

// exp, log, sin, cos: the special values, and what is near to a tie, are left.
INLINE void approximate_rows(const struct format *f, const struct lane *start, struct rows *r) {
  const struct rounding_masks way = rounding_of(&start->how);
  FOR_LANES(l) {
    const double v = double_with(r->d[l]);
    const struct rounded out = round_double(f, v, &start->how, way);
    const bool left = r->left[l] || out.near_tie;
    put(r, l, out, false, 0);
    if (v == 0) r->d[l] = r->other[l] = 0;
    r->left[l] = left;
  }
}

// Doubles of the function into d.
static void library_rows(enum function what, struct rows *r) {
  FOR_LANES(l) {
    const double x = number(&single, r->s[0][l]);
    bool left = x != x || x == 0 || fabs(x) == HUGE_VAL;
    switch (what) {
      case EXP2: left |= x >= 128 || x < -126; break;
      case LOG2: left |= x < 0; break;
      default: left |= fabs(x) > 256; break;
    }
    r->left[l] = left;
    r->d[l] = left ? bits_of(1) : bits_of(library_function(what, x));
  }
}

// ---- the operations -----------------------------------------------------------------------------------------

#define ROWS(name, ...)                                                                          \
  CLONES static void name(const struct operation *o, const struct lane *start, struct rows *r) { \
    (void)o, (void)start;                                                                        \
    __VA_ARGS__;                                                                                 \
  }
#define OF_BOTH(type, f)                                       \
  ROWS(add_##type, add_rows(f, start, 0, 0, r))                \
  ROWS(sub_##type, add_rows(f, start, 0, sign_of(f), r))       \
  ROWS(subrev_##type, add_rows(f, start, sign_of(f), 0, r))    \
  ROWS(mul_##type, mul_rows(f, start, r))                      \
  ROWS(min_##type, min_max_rows(f, start, false, r))           \
  ROWS(max_##type, min_max_rows(f, start, true, r))            \
  ROWS(compare_##type, compare_rows(f, (unsigned)o->which, r)) \
  ROWS(trunc_##type, ROUND_ROWS(f, start, r, trunc(x)))        \
  ROWS(ceil_##type, ROUND_ROWS(f, start, r, ceil(x)))          \
  ROWS(rndne_##type, ROUND_ROWS(f, start, r, rint(x)))         \
  ROWS(floor_##type, ROUND_ROWS(f, start, r, floor(x)))        \
  ROWS(fract_##type, fract_rows(f, start, r))                  \
  ROWS(mantissa_##type, mantissa_rows(f, start, r))            \
  ROWS(exponent_##type, exponent_rows(f, r))
OF_BOTH(f16, &half)
OF_BOTH(f32, &single)
ROWS(rcp_f32, FUNCTION_ROWS(&single, start, r, 1 / x))
ROWS(sqrt_f32, FUNCTION_ROWS(&single, start, r, sqrt(x)))
ROWS(rsq_f32, FUNCTION_ROWS(&single, start, r, 1 / sqrt(x)))
ROWS(approximate_f32, approximate_rows(&single, start, r))
ROWS(f16_of_f32, convert_rows(&half, &single, start, r))
ROWS(f32_of_f16, convert_rows(&single, &half, start, r))
ROWS(f64_of_f32, convert_rows(&wide, &single, start, r))
ROWS(f32_of_i32, INTEGER_ROWS(&single, start, r, int32_t))
ROWS(f32_of_u32, INTEGER_ROWS(&single, start, r, uint32_t))
ROWS(f64_of_i32, INTEGER_ROWS(&wide, start, r, int32_t))
ROWS(f64_of_u32, INTEGER_ROWS(&wide, start, r, uint32_t))
ROWS(f16_of_i16, INTEGER_ROWS(&half, start, r, int16_t))
ROWS(f16_of_u16, INTEGER_ROWS(&half, start, r, uint16_t))
ROWS(i32_of_f32, SATURATED_ROWS(&single, r, trunc(x), uint32_t, INT32_MIN, INT32_MAX, 0))
ROWS(u32_of_f32, SATURATED_ROWS(&single, r, trunc(x), uint32_t, 0, UINT32_MAX, 0))
ROWS(i16_of_f16, SATURATED_ROWS(&half, r, trunc(x), uint16_t, INT16_MIN, INT16_MAX, 0))
ROWS(u16_of_f16, SATURATED_ROWS(&half, r, trunc(x), uint16_t, 0, UINT16_MAX, 0))
// D-NUM-21. x + 0.5 is exact where it matters: below 2^-29 its floor is the floor of x + 0.25.
ROWS(floor_of_f32,
     SATURATED_ROWS(&single, r, floor(x), uint32_t, INT32_MIN, INT32_MAX, s &sign_of(&single) ? 1u << 31 : INT32_MAX))
ROWS(near_of_f32, SATURATED_ROWS(&single, r, fabs(x) < 0.25 ? 0 : floor(x + 0.5), uint32_t, INT32_MIN, INT32_MAX,
                                 s &sign_of(&single) ? 1u << 31 : INT32_MAX))

static void library_f32(const struct operation *o, const struct lane *start, struct rows *r) {
  library_rows((enum function)o->which, r);
  approximate_f32(o, start, r);
}

#define NAMES_OF_BOTH(type)                                                                               \
  {"v_add_" #type, add_##type}, {"v_sub_" #type, sub_##type}, {"v_subrev_" #type, subrev_##type},         \
      {"v_mul_" #type, mul_##type}, {"v_min_" #type, min_##type}, {"v_max_" #type, max_##type},           \
      {"v_trunc_" #type, trunc_##type}, {"v_ceil_" #type, ceil_##type}, {"v_rndne_" #type, rndne_##type}, \
      {"v_floor_" #type, floor_##type}, {"v_fract_" #type, fract_##type}, {                               \
    "v_frexp_mant_" #type, mantissa_##type                                                                \
  }
static const struct {
  const char *name;
  row_fn *fn;
} named[] = {
    NAMES_OF_BOTH(f16),
    NAMES_OF_BOTH(f32),
    {"v_frexp_exp_i16_f16", exponent_f16},
    {"v_frexp_exp_i32_f32", exponent_f32},
    {"v_rcp_f32", rcp_f32},
    {"v_rcp_iflag_f32", rcp_f32},
    {"v_rsq_f32", rsq_f32},
    {"v_sqrt_f32", sqrt_f32},
    {"v_exp_f32", library_f32},
    {"v_exp_legacy_f32", library_f32},
    {"v_log_f32", library_f32},
    {"v_log_legacy_f32", library_f32},
    {"v_sin_f32", library_f32},
    {"v_cos_f32", library_f32},
    {"v_cvt_f16_f32", f16_of_f32},
    {"v_cvt_f32_f16", f32_of_f16},
    {"v_cvt_f64_f32", f64_of_f32},
    {"v_cvt_f32_i32", f32_of_i32},
    {"v_cvt_f32_u32", f32_of_u32},
    {"v_cvt_f64_i32", f64_of_i32},
    {"v_cvt_f64_u32", f64_of_u32},
    {"v_cvt_f16_i16", f16_of_i16},
    {"v_cvt_f16_u16", f16_of_u16},
    {"v_cvt_i32_f32", i32_of_f32},
    {"v_cvt_u32_f32", u32_of_f32},
    {"v_cvt_i16_f16", i16_of_f16},
    {"v_cvt_u16_f16", u16_of_f16},
    {"v_cvt_flr_i32_f32", floor_of_f32},
    {"v_cvt_rpi_i32_f32", near_of_f32},
};

row_fn *rows_of(const struct operation *o) {
  const char *const type = o->name + strlen(o->name) - strlen("f16");
  if (strncmp(o->name, "v_cmp", strlen("v_cmp")) == 0 && !strstr(o->name, "class")) {
    return strcmp(type, "f16") == 0 ? compare_f16 : strcmp(type, "f32") == 0 ? compare_f32 : NULL;
  }
  for (unsigned k = 0; k < sizeof named / sizeof *named; k++) {
    if (strcmp(named[k].name, o->name) == 0) return named[k].fn;
  }
  return NULL;
}
