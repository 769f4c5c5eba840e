// SPDX-License-Identifier: Apache-2.0
#include "value.h"

#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  uint8_t size;
  bool real, is_signed;
  uint8_t digits;   // of a float: a text with so many gives its bits again
  double greatest;  // of a float
} types[WL_TYPES] = {[WL_I8] = {"i8", 1, false, true, 0, 0},        [WL_U8] = {"u8", 1, false, false, 0, 0},
                     [WL_I16] = {"i16", 2, false, true, 0, 0},      [WL_U16] = {"u16", 2, false, false, 0, 0},
                     [WL_I32] = {"i32", 4, false, true, 0, 0},      [WL_U32] = {"u32", 4, false, false, 0, 0},
                     [WL_I64] = {"i64", 8, false, true, 0, 0},      [WL_U64] = {"u64", 8, false, false, 0, 0},
                     [WL_F16] = {"f16", 2, true, true, 5, 65504},   [WL_F32] = {"f32", 4, true, true, 9, FLT_MAX},
                     [WL_F64] = {"f64", 8, true, true, 17, DBL_MAX}};

// Edge values of arithmetic: signed zeros, denormals, limits, infinities, NaNs.
static const uint16_t edge16[] = {0x0000, 0x8000, 0x3C00, 0xBC00, 0x0001, 0x8001, 0x03FF, 0x0400,
                                  0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7E00, 0x7C01, 0xFE01, 0x3800,
                                  0x6400, 0x6800, 0x7800, 0xF800, 0x37FF, 0x1400};
static const uint32_t edge32[] = {0x00000000, 0x80000000, 0x3F800000, 0xBF800000, 0x00000001, 0x80000001,
                                  0x007FFFFF, 0x00800000, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F800000, 0xFF800000,
                                  0x7FC00000, 0x7F800001, 0xFFC00001, 0x3F000000, 0x4B000000, 0x4B800000,
                                  0x4F000000, 0xCF000000, 0x4F800000, 0x3EFFFFFF, 0x34000000};
static const uint64_t edge64[] = {0,
                                  UINT64_C(0x8000000000000000),
                                  UINT64_C(0x3FF0000000000000),
                                  UINT64_C(0xBFF0000000000000),
                                  1,
                                  UINT64_C(0x000FFFFFFFFFFFFF),
                                  UINT64_C(0x0010000000000000),
                                  UINT64_C(0x7FEFFFFFFFFFFFFF),
                                  UINT64_C(0x7FF0000000000000),
                                  UINT64_C(0xFFF0000000000000),
                                  UINT64_C(0x7FF8000000000000),
                                  UINT64_C(0x7FF0000000000001),
                                  UINT64_C(0x41E0000000000000)};
static const uint64_t edge_int[] = {0,
                                    1,
                                    2,
                                    UINT64_MAX,
                                    UINT64_MAX - 1,
                                    0x7F,
                                    0x80,
                                    0xFF,
                                    0x7FFF,
                                    0x8000,
                                    0xFFFF,
                                    0x10000,
                                    0x7FFFFFFF,
                                    0x80000000,
                                    0xFFFFFFFF,
                                    UINT64_C(0x7FFFFFFFFFFFFFFF),
                                    UINT64_C(0x8000000000000000),
                                    0x55555555,
                                    0xAAAAAAAA,
                                    31,
                                    32,
                                    33,
                                    63,
                                    64};

const char *wl_type_name(wl_type t) { return types[t].name; }
size_t wl_type_size(wl_type t) { return types[t].size; }
bool wl_type_is_float(wl_type t) { return types[t].real; }

bool wl_type_parse(const char *name, wl_type *t) {
  for (int i = 0; i < WL_TYPES; i++)
    if (!strcmp(name, types[i].name)) {
      *t = (wl_type)i;
      return true;
    }
  return false;
}

uint64_t wl_value_cut(wl_type t, uint64_t bits) {
  return types[t].size == 8 ? bits : bits & ((UINT64_C(1) << 8 * types[t].size) - 1);
}

static int64_t sign_extend(wl_type t, uint64_t bits) {
  int shift = 64 - 8 * types[t].size;
  return types[t].is_signed ? (int64_t)(bits << shift) >> shift : (int64_t)bits;
}

uint64_t wl_value_get(wl_type t, const void *array, size_t i) {
  uint64_t bits = 0;  // host and device are little endian
  memcpy(&bits, (const uint8_t *)array + i * types[t].size, types[t].size);
  return bits;
}

void wl_value_set(wl_type t, void *array, size_t i, uint64_t bits) {
  memcpy((uint8_t *)array + i * types[t].size, &bits, types[t].size);
}

static uint64_t f32_bits(float f) {
  uint32_t b;
  memcpy(&b, &f, 4);
  return b;
}
static uint64_t f64_bits(double d) {
  uint64_t b;
  memcpy(&b, &d, 8);
  return b;
}

// To nearest, ties to even.
static uint64_t f16_bits(double v) {
  const uint64_t sign = signbit(v) ? 0x8000 : 0;
  const double size = fabs(v);
  if (isnan(v)) return sign | 0x7E00;
  if (size >= 65520) return sign | 0x7C00;  // half a step above the greatest number
  const int exponent = size < 0x1p-14 ? -14 : ilogb(size);
  // A normal number has 1024 steps or more; they add one to its exponent field.
  return sign | (((uint64_t)(exponent + 14) << 10) + (uint64_t)nearbyint(ldexp(size, 10 - exponent)));
}

static double f16_value(uint64_t bits) {
  const int exponent = bits >> 10 & 0x1F, steps = bits & 0x3FF;
  const double size = exponent == 0x1F ? (steps ? NAN : INFINITY)
                      : exponent       ? ldexp(steps + 1024, exponent - 25)
                                       : ldexp(steps, -24);
  return bits & 0x8000 ? -size : size;
}

uint64_t wl_value_from_double(wl_type t, double v) {
  if (t == WL_F16) return f16_bits(v);
  if (t == WL_F32) return f32_bits((float)v);
  if (t == WL_F64) return f64_bits(v);
  if (isnan(v)) return 0;
  if (v >= 9223372036854775808.0)
    return v >= 18446744073709551616.0 ? wl_value_cut(t, UINT64_MAX) : wl_value_cut(t, (uint64_t)v);
  return v <= -9223372036854775808.0 ? wl_value_cut(t, UINT64_C(1) << 63) : wl_value_cut(t, (uint64_t)(int64_t)v);
}

double wl_value_to_double(wl_type t, uint64_t bits) {
  if (t == WL_F16) return f16_value(bits);
  if (t == WL_F32) {
    uint32_t b = (uint32_t)bits;
    float f;
    memcpy(&f, &b, 4);
    return f;
  }
  if (t == WL_F64) {
    double d;
    memcpy(&d, &bits, 8);
    return d;
  }
  return types[t].is_signed ? (double)sign_extend(t, bits) : (double)bits;
}

// Whether a text is a finite number that is too large for the float type.
static bool overflows(wl_type t, const char *text, double v) {
  const double kept = wl_value_to_double(t, wl_value_from_double(t, v));
  return isinf(kept) && strpbrk(text, "0123456789");
}

// Whether a text is a number other than 0 that is too small for the float type.
static bool vanishes(wl_type t, const char *text, double v) {
  const double kept = wl_value_to_double(t, wl_value_from_double(t, v));
  return kept == 0 && strcspn(text, "123456789") < strcspn(text, "eE");
}

const char *wl_value_becomes(wl_type t, const char *text) {
  char *end;
  if (!types[t].real || !strncmp(text, "0x", 2)) return NULL;
  const double v = strtod(text, &end);
  if (*end || end == text) return NULL;
  return overflows(t, text, v) ? "infinite" : vanishes(t, text, v) ? "0" : NULL;
}

bool wl_value_parse(wl_type t, const char *text, uint64_t *bits) {
  char *end;
  errno = 0;
  bool negative = *text == '-';
  if (!*text || isspace((unsigned char)*text)) return false;
  if (!strncmp(text, "0x", 2)) {
    *bits = strtoull(text, &end, 16);
    return !*end && end > text + 2 && !errno && wl_value_cut(t, *bits) == *bits;
  }
  if (types[t].real) {
    double v = strtod(text, &end);
    *bits = wl_value_from_double(t, v);
    return !*end && end > text && !overflows(t, text, v) && !vanishes(t, text, v);
  }
  if (negative) {
    int64_t v = strtoll(text, &end, 10);
    *bits = wl_value_cut(t, (uint64_t)v);
    return types[t].is_signed && !*end && !errno && sign_extend(t, *bits) == v;
  }
  uint64_t v = strtoull(text, &end, 10);
  *bits = wl_value_cut(t, v);
  return end > text && !*end && !errno && *bits == v;
}

void wl_value_text(wl_type t, uint64_t bits, char *to, size_t size) {
  if (types[t].real)
    snprintf(to, size, "%.*g (0x%0*" PRIx64 ")", types[t].digits, wl_value_to_double(t, bits), 2 * types[t].size, bits);
  else if (types[t].is_signed)
    snprintf(to, size, "%" PRId64 " (0x%0*" PRIx64 ")", sign_extend(t, bits), 2 * types[t].size, bits);
  else snprintf(to, size, "%" PRIu64 " (0x%0*" PRIx64 ")", bits, 2 * types[t].size, bits);
}

void wl_value_plain(wl_type t, uint64_t bits, char *to, size_t size) {
  uint64_t again;
  if (types[t].real) snprintf(to, size, "%.*g", types[t].digits, wl_value_to_double(t, bits));
  else if (types[t].is_signed) snprintf(to, size, "%" PRId64, sign_extend(t, bits));
  else snprintf(to, size, "%" PRIu64, bits);
  // A NaN with other bits than "nan" stands for is written as bits.
  if (!wl_value_parse(t, to, &again) || again != bits) snprintf(to, size, "0x%0*" PRIx64, 2 * types[t].size, bits);
}

// Integers in the order of the floats: those of negative floats are mirrored below zero.
static int64_t ordered(wl_type t, uint64_t bits) {
  int64_t v = sign_extend(t, bits);
  int64_t low = sign_extend(t, UINT64_C(1) << (8 * types[t].size - 1));
  return v < 0 ? low - v : v;
}

uint64_t wl_value_distance(wl_type t, uint64_t a, uint64_t b) {
  if (a == b) return 0;
  if (!types[t].real) return a > b ? a - b : b - a;
  bool nan_a = isnan(wl_value_to_double(t, a)), nan_b = isnan(wl_value_to_double(t, b));
  if (nan_a || nan_b) return nan_a && nan_b ? 0 : UINT64_MAX;
  int64_t x = ordered(t, a), y = ordered(t, b);
  uint64_t distance = x > y ? (uint64_t)x - (uint64_t)y : (uint64_t)y - (uint64_t)x;
  return distance ? distance : 1;  // +0 and -0 are one apart
}

bool wl_init_range_fits(wl_type t, const wl_init *init) {
  const double bits = 8.0 * types[t].size, least = types[t].is_signed ? -ldexp(1, (int)bits - 1) : 0;
  const double end = ldexp(1, (int)bits - types[t].is_signed);
  if (!(init->from < init->to)) return false;
  if (types[t].real) return init->from >= -types[t].greatest && init->to <= types[t].greatest;
  // Random integers are the floors of numbers from the range.
  return init->from >= least && init->to <= end && floor(init->from) < ceil(init->to);
}

// "[a,b]": two numbers.
static bool parse_pair(const char *text, wl_init *init) {
  char *end;
  if (*text++ != '[' || isspace((unsigned char)*text)) return false;
  init->from = strtod(text, &end);
  if (end == text || *end != ',' || isspace((unsigned char)end[1])) return false;
  text = end + 1;
  init->to = strtod(text, &end);
  return end > text && !strcmp(end, "]") && isfinite(init->from) && isfinite(init->to);
}

// "[a,b,...]": values.
static bool parse_list(wl_type t, const char *text, wl_init *init) {
  size_t capacity = 1;
  for (const char *p = text; *p; p++) capacity += *p == ',';
  char *copy = strdup(text + 1), *rest = copy, *one;
  init->kind = WL_INIT_VALUES;
  init->values = calloc(capacity, sizeof *init->values);
  const size_t length = strlen(text);
  bool good = copy && init->values && length > 2 && text[length - 1] == ']';
  if (good) copy[length - 2] = 0;
  while (good && (one = strsep(&rest, ","))) {
    one += strspn(one, " ");
    one[strcspn(one, " ")] = 0;
    good = wl_value_parse(t, one, &init->values[init->value_count++]);
  }
  free(copy);
  if (!good) wl_init_free(init);
  return good;
}

bool wl_init_parse(wl_type t, const char *text, wl_init *init) {
  static const struct {
    const char *name;
    wl_init_kind kind;
  } names[] = {{"zero", WL_INIT_ZERO}, {"iota", WL_INIT_IOTA}, {"random", WL_INIT_RANDOM}, {"edge", WL_INIT_EDGE}};
  *init = (wl_init){.kind = WL_INIT_CONSTANT};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(text, names[i].name)) {
      *init = (wl_init){.kind = names[i].kind, .to = 1};
      return true;
    }
  if (!strncmp(text, "random[", 7)) {
    *init = (wl_init){.kind = WL_INIT_RANDOM, .ranged = true};
    return parse_pair(text + 6, init) && wl_init_range_fits(t, init);
  }
  if (!strncmp(text, "iota[", 5)) {
    init->kind = WL_INIT_IOTA;
    return parse_pair(text + 4, init);
  }
  if (*text == '[') return parse_list(t, text, init);
  return wl_value_parse(t, text, &init->constant);
}

void wl_init_free(wl_init *init) {
  free(init->values);
  free(init->file);
  free(init->bytes);
  *init = (wl_init){.kind = WL_INIT_ZERO};
}

// The i-th number of a sequence (SplitMix64).
static uint64_t random_at(uint64_t sequence, uint64_t i) {
  uint64_t z = sequence + (i + 1) * UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}

static uint64_t random_value(wl_type t, const wl_init *init, uint64_t r) {
  if (!types[t].real && !init->ranged) return wl_value_cut(t, r);
  double unit = (double)(r >> 11) / 9007199254740992.0;
  double from = init->ranged ? init->from : -1, to = init->ranged ? init->to : 1;
  double v = from + unit * (to - from);
  return wl_value_from_double(t, types[t].real ? v : floor(v));
}

static uint64_t edge_value(wl_type t, uint64_t r) {
  if (t == WL_F16) return edge16[r % (sizeof edge16 / sizeof *edge16)];
  if (t == WL_F32) return edge32[r % (sizeof edge32 / sizeof *edge32)];
  if (t == WL_F64) return edge64[r % (sizeof edge64 / sizeof *edge64)];
  return wl_value_cut(t, edge_int[r % (sizeof edge_int / sizeof *edge_int)]);
}

// Where random contents begin.
static uint64_t sequence_of(uint64_t seed, uint64_t stream) {
  return random_at(seed, 0) ^ (stream + 1) * UINT64_C(0xD1342543DE82EF95);
}

static inline uint64_t element(wl_type t, const wl_init *init, uint64_t sequence, size_t i) {
  switch (init->kind) {
    case WL_INIT_ZERO: break;
    case WL_INIT_CONSTANT: return init->constant;
    case WL_INIT_IOTA: return wl_value_from_double(t, init->from + init->to * (double)i);
    case WL_INIT_RANDOM: return random_value(t, init, random_at(sequence, i));
    case WL_INIT_EDGE: return edge_value(t, random_at(sequence, i));
    case WL_INIT_VALUES: return i < init->value_count ? init->values[i] : 0;
    case WL_INIT_FILE: return wl_value_get(t, init->bytes, i);
  }
  return 0;
}

uint64_t wl_init_element(wl_type t, const wl_init *init, uint64_t seed, uint64_t stream, size_t i) {
  return element(t, init, sequence_of(seed, stream), i);
}

void wl_init_fill(wl_type t, const wl_init *init, uint64_t seed, uint64_t stream, size_t from, void *array,
                  size_t count) {
  const uint64_t sequence = sequence_of(seed, stream);
  for (size_t i = 0; i < count; i++) wl_value_set(t, array, i, element(t, init, sequence, from + i));
}

void wl_init_text(wl_type t, const wl_init *init, char *to, size_t size) {
  static const char *const names[] = {
      [WL_INIT_ZERO] = "zero", [WL_INIT_IOTA] = "iota", [WL_INIT_RANDOM] = "random", [WL_INIT_EDGE] = "edge"};
  enum { SHOWN = 8 };
  char value[64];
  if (init->kind == WL_INIT_CONSTANT) {
    wl_value_plain(t, init->constant, to, size);
  } else if (init->kind == WL_INIT_FILE) {
    snprintf(to, size, "file:%s", init->file);
  } else if (init->kind == WL_INIT_VALUES) {
    size_t used = 0;
    for (size_t i = 0; i < init->value_count && i < SHOWN && used < size; i++) {
      wl_value_plain(t, init->values[i], value, sizeof value);
      used += (size_t)snprintf(to + used, size - used, "%s%s", i ? "," : "[", value);
    }
    if (used < size) snprintf(to + used, size - used, "%s", init->value_count > SHOWN ? ",...]" : "]");
  } else if (init->ranged || (init->kind == WL_INIT_IOTA && (init->from != 0 || init->to != 1))) {
    snprintf(to, size, "%s[%.17g,%.17g]", names[init->kind], init->from, init->to);
  } else {
    snprintf(to, size, "%s", names[init->kind]);
  }
}
