// SPDX-License-Identifier: Apache-2.0
// Formats of buffers and images: a lane's element in memory from and to registers (buffer-memory.md 2, 6, 7; D-MEM-3 to
// D-MEM-5, D-MEM-18 to D-MEM-20, D-MEM-22 to D-MEM-28, D-MEM-71).
#include "execute/fp.h"
#include "memory/memory.h"

enum { UNORM, SNORM, USCALED, SSCALED, UINT, SINT, FLOAT = 7, SRGB = 9 };                  // NFMT
enum { SELECT_ONE = 1, SELECT_X = 4, SELECT_BITS = 3, IDENTITY = 07654, COMPONENTS = 4 };  // DST_SEL
enum { F32_FRACTION = 23, F32_BIAS = 127, F16_FRACTION = 10, F16_BIAS = 15 };
static const uint32_t F32_SIGN = 0x80000000u, F32_INF = 0x7f800000u, F16_SIGN = 0x8000, F16_INF = 0x7c00;

// Widths of the components by DFMT, from the least significant bit on (7.1). From 16 on they are of images alone, as
// SRGB is (image.md 7.1).
static const uint8_t widths[20][COMPONENTS] = {
    [1] = {8},
    [2] = {16},
    [3] = {8, 8},
    [4] = {32},
    [5] = {16, 16},
    [6] = {11, 11, 10},
    [7] = {10, 11, 11},
    [8] = {2, 10, 10, 10},
    [9] = {10, 10, 10, 2},
    [10] = {8, 8, 8, 8},
    [11] = {32, 32},
    [12] = {16, 16, 16, 16},
    [13] = {32, 32, 32},
    [14] = {32, 32, 32, 32},
    [16] = {5, 6, 5},
    [17] = {5, 5, 5, 1},
    [18] = {1, 5, 5, 5},
    [19] = {4, 4, 4, 4},
};

// Whether the pair names a format (7.1, D-MEM-23).
static bool is_format(const struct wl_data_format *f) {
  const uint32_t width = widths[f->dfmt][0];
  const bool has_float = width == 16 || f->dfmt == 6 || f->dfmt == 7;
  if (width == 0) return false;
  if (f->dfmt >= 16) return f->nfmt == UNORM;
  if (f->nfmt == SRGB) return f->dfmt == 10;
  if (width == 32) return f->nfmt == UINT || f->nfmt == SINT || f->nfmt == FLOAT;
  return f->nfmt <= SINT || (f->nfmt == FLOAT && has_float);
}

// Whether a store drops its data (D-MEM-22, image.md 7.2).
static bool is_read_only(const struct wl_data_format *f) {
  return f->nfmt == USCALED || f->nfmt == SSCALED || f->nfmt == SRGB;
}

static uint32_t size_of(uint32_t dfmt) {
  uint32_t bits = 0;
  for (uint32_t c = 0; c < COMPONENTS; c++) bits += widths[dfmt][c];
  return bits / 8;
}

// The lowest bit of a component in its element; none crosses a dword.
static uint32_t place_of(uint32_t dfmt, uint32_t component) {
  uint32_t bit = 0;
  for (uint32_t c = 0; c < component; c++) bit += widths[dfmt][c];
  return bit;
}

static uint32_t mask_of(uint32_t width) { return ~0u >> (32 - width); }
static int32_t extended(uint32_t raw, uint32_t width) { return (int32_t)(raw << (32 - width)) >> (32 - width); }

// ---- floats ------------------------------------------------------------------------------------------------------
// p / q, of at most 16 bits each, as f32 or f16 to nearest even.
static uint32_t quotient(uint32_t p, uint32_t q, bool half) {
  const int fraction = half ? F16_FRACTION : F32_FRACTION, bias = half ? F16_BIAS : F32_BIAS;
  if (p == 0) return 0;
  int e = __builtin_clz(q) - __builtin_clz(p);  // the exponent, or one more
  if (e >= 0 ? (uint64_t)p < (uint64_t)q << e : (uint64_t)p << -e < q) e--;
  const bool denormal = e < 1 - bias;
  const int last = (denormal ? 1 - bias : e) - fraction;  // the exponent of the last bit
  const uint64_t n = last < 0 ? (uint64_t)p << -last : p, d = last < 0 ? q : (uint64_t)q << last;
  const uint64_t rest = n % d;
  uint32_t digits = (uint32_t)(n / d);
  if (2 * rest > d || (2 * rest == d && (digits & 1))) digits++;
  // A carry goes on into the exponent, up to infinity.
  return denormal ? digits : ((uint32_t)(e + bias - 1) << fraction) + digits;
}

// An integer, or a quotient of two, with its sign.
static uint32_t signed_quotient(int32_t p, uint32_t q, bool half) {
  if (p >= 0) return quotient((uint32_t)p, q, half);
  return quotient((uint32_t)-p, q, half) | (half ? F16_SIGN : F32_SIGN);
}

// Exact. The payload of a NaN is shifted, and its quiet bit stays (D-MEM-24).
uint32_t wl_half_to_float(uint32_t h) {
  const uint32_t sign = (h & F16_SIGN) << 16, rest = h & (F16_SIGN - 1);
  const int up = F32_FRACTION - F16_FRACTION;
  if (rest >= F16_INF) return sign | F32_INF | (rest & (F16_INF ^ (F16_SIGN - 1))) << up;
  if (rest >> F16_FRACTION != 0) return sign | ((rest << up) + ((uint32_t)(F32_BIAS - F16_BIAS) << F32_FRACTION));
  return sign | (rest == 0 ? 0 : quotient(rest, 1, false) - (24u << F32_FRACTION));  // rest / 2^24
}

// A finite f32 without its sign, in units of the last bit of an exponent field of 5 bits and a fraction of `fraction`
// bits: cut off, or to nearest even. The result may be above the largest finite number.
static uint32_t small_float(uint32_t f, int fraction, bool nearest) {
  const int exponent = (int)(f >> F32_FRACTION) - F32_BIAS + F16_BIAS;  // as the small format has it
  const uint32_t digits = (f & mask_of(F32_FRACTION)) | (f >> F32_FRACTION != 0 ? 1u << F32_FRACTION : 0);
  const int drop = F32_FRACTION - fraction + (exponent < 1 ? 1 - exponent : 0);
  if (exponent > 31) return 32u << fraction;
  if (drop > 31) return 0;
  const uint32_t kept = digits >> drop, rest = digits & mask_of((uint32_t)drop), even = 1u << (drop - 1);
  const uint32_t rounded = kept + (nearest && (rest > even || (rest == even && (kept & 1))));
  return exponent < 1 ? rounded : ((uint32_t)(exponent - 1) << fraction) + rounded;
}

static uint32_t quiet_half(uint32_t f) { return 0x7e00 | (f >> (F32_FRACTION - F16_FRACTION) & mask_of(F16_FRACTION)); }

// A load of 32 bits by D16: toward zero (D-MEM-18).
static uint32_t float_to_half(uint32_t f) {
  const uint32_t sign = f >> 16 & F16_SIGN, rest = f & ~F32_SIGN;
  if (wl_f32_is_nan(f)) return sign | quiet_half(f);
  if (rest == F32_INF) return sign | F16_INF;
  const uint32_t half = small_float(rest, F16_FRACTION, false);
  return sign | (half < F16_INF ? half : F16_INF - 1);
}

// As a store to FLOAT 16 (D-MEM-27).
uint32_t wl_rounded_half(uint32_t f) {
  const uint32_t sign = f >> 16 & F16_SIGN, rest = f & ~F32_SIGN;
  if (wl_f32_is_nan(f)) return sign | quiet_half(f);
  const uint32_t half = rest == F32_INF ? F16_INF : small_float(rest, F16_FRACTION, true);
  return sign | (half < F16_INF ? half : F16_INF);
}

// A store to FLOAT 11 or 10, which have no sign (D-MEM-28).
static uint32_t stored_small(uint32_t f, uint32_t width) {
  const int fraction = (int)width - 5;
  const uint32_t infinity = 31u << fraction;
  if (wl_f32_is_nan(f)) return mask_of(width);
  if (f & F32_SIGN) return 0;
  if (f == F32_INF) return infinity;
  const uint32_t small = small_float(f, fraction, false);
  return small < infinity ? small : infinity - 1;
}

// The magnitude of a float times `most`, at most `most`, to the nearest integer, ties to even. 0 for a NaN.
static uint32_t scaled(uint32_t f, uint32_t most) {
  const uint32_t rest = f & ~F32_SIGN, exponent = rest >> F32_FRACTION;
  const uint32_t drop = F32_BIAS + F32_FRACTION - (exponent == 0 ? 1 : exponent);
  if (wl_f32_is_nan(f)) return 0;
  if (exponent >= F32_BIAS) return most;
  if (drop > 2 * F32_FRACTION) return 0;  // less than a half
  const uint64_t product = (uint64_t)((rest & mask_of(F32_FRACTION)) | (exponent != 0) << F32_FRACTION) * most;
  const uint64_t remainder = product & ((1ull << drop) - 1), even = 1ull << (drop - 1);
  const uint32_t whole = (uint32_t)(product >> drop);
  return whole + (remainder > even || (remainder == even && (whole & 1)));
}

// ---- components ----------------------------------------------------------------------------------------------------
static uint32_t loaded_float(uint32_t raw, uint32_t width, bool half) {
  if (width == 32) return half ? float_to_half(raw) : raw;
  const uint32_t h = width == 16 ? raw : raw << (15 - width);  // 11 and 10: the exponent of f16, less of the fraction
  return half ? h : wl_half_to_float(h);
}

static uint32_t loaded(uint32_t raw, uint32_t width, uint32_t nfmt, bool half) {
  const int32_t value = extended(raw, width);
  switch (nfmt) {
    case UNORM: return quotient(raw, mask_of(width), half);
    case SNORM: {
      const int32_t most = (int32_t)mask_of(width - 1);
      return signed_quotient(value < -most ? -most : value, (uint32_t)most, half);
    }
    case USCALED: return quotient(raw, 1, half);
    case SSCALED: return signed_quotient(value, 1, half);
    case UINT: return half ? (uint16_t)raw : raw;
    case SINT: return half ? (uint16_t)value : (uint32_t)value;
    default: return loaded_float(raw, width, half);
  }
}

static uint32_t stored_float(uint32_t v, uint32_t width, bool half) {
  if (half && width == 16) return v;  // copied (D-MEM-71)
  const uint32_t f = half ? wl_half_to_float(v) : v;
  if (width == 32) return f;
  return width == 16 ? wl_rounded_half(f) : stored_small(f, width);
}

static uint32_t stored_signed(int32_t v, uint32_t width) {
  const int32_t most = (int32_t)mask_of(width - 1);
  return (uint32_t)(v > most ? most : v < -most - 1 ? -most - 1 : v) & mask_of(width);
}

// v: 32 bits, of D16 16.
static uint32_t stored(uint32_t v, uint32_t width, uint32_t nfmt, bool half) {
  const uint32_t f = half ? wl_half_to_float(v) : v;
  switch (nfmt) {
    case UNORM: return f & F32_SIGN ? 0 : scaled(f, mask_of(width));
    case SNORM: {
      const uint32_t magnitude = scaled(f, mask_of(width - 1));
      return (f & F32_SIGN ? -magnitude : magnitude) & mask_of(width);
    }
    case UINT: return v > mask_of(width) ? mask_of(width) : v;
    case SINT: return stored_signed(half ? (int16_t)v : (int32_t)v, width);
    default: return stored_float(v, width, half);
  }
}

static uint32_t select_of(const struct wl_data_format *f, uint32_t k) {
  return f->dst_sel >> (SELECT_BITS * k) & ((1u << SELECT_BITS) - 1);
}

void wl_format_load(const struct wl_data_format *f, const uint32_t element[4], uint32_t component[4]) {
  const uint32_t one = f->nfmt == UINT || f->nfmt == SINT ? 1 : f->d16 ? 0x3c00 : 0x3f800000;
  for (uint32_t k = 0; k < COMPONENTS; k++) {
    const uint32_t select = select_of(f, k), c = select - SELECT_X;
    component[k] = 0;
    if (!is_format(f)) continue;
    if (select == SELECT_ONE) component[k] = one;
    if (select < SELECT_X || widths[f->dfmt][c] == 0) continue;
    const uint32_t bit = place_of(f->dfmt, c), width = widths[f->dfmt][c];
    component[k] = loaded(element[bit / 32] >> bit % 32 & mask_of(width), width, f->nfmt, f->d16);
  }
}

void wl_format_components(const struct wl_data_format *f, const uint32_t element[4], uint32_t component[4]) {
  uint32_t bit = 0;
  for (uint32_t c = 0; c < COMPONENTS; c++) {
    const uint32_t width = widths[f->dfmt][c];
    component[c] = 0;
    if (width == 0) continue;
    const uint32_t raw = element[bit / 32] >> bit % 32 & mask_of(width);
    component[c] = f->nfmt != SRGB ? loaded(raw, width, f->nfmt, false)
                   : c < 3         ? wl_srgb[raw]
                                   : loaded(raw, width, UNORM, false);
    bit += width;
  }
}

void wl_format_select(const struct wl_data_format *f, uint32_t component[4]) {
  const uint32_t one = f->nfmt == UINT || f->nfmt == SINT ? 1 : 0x3f800000;
  const uint32_t from[1 << SELECT_BITS] = {0, one, 0, 0, component[0], component[1], component[2], component[3]};
  for (uint32_t k = 0; k < COMPONENTS; k++) component[k] = from[select_of(f, k)];
}

bool wl_format_is_unsigned(const struct wl_data_format *f) { return f->nfmt == UNORM || f->nfmt == SRGB; }

bool wl_format_store(const struct wl_data_format *f, uint32_t count, const uint32_t component[4], uint32_t element[4]) {
  memset(element, 0, 4 * sizeof element[0]);
  if (!is_format(f) || is_read_only(f)) return false;
  for (uint32_t c = 0; c < COMPONENTS && widths[f->dfmt][c] != 0; c++) {
    const uint32_t bit = place_of(f->dfmt, c), width = widths[f->dfmt][c];
    uint32_t k = 0;
    while (k < COMPONENTS && select_of(f, k) != SELECT_X + c) k++;  // the first that names it (D-MEM-20)
    if (k < count) element[bit / 32] |= stored(component[k], width, f->nfmt, f->d16) << bit % 32;
  }
  return true;
}

uint32_t wl_format_bytes(const struct wl_data_format *f, wl_mem_op op) {
  const bool dropped = op == WL_MEM_STORE && is_read_only(f);
  return is_format(f) && !dropped ? size_of(f->dfmt) : 0;
}

// ---- instructions --------------------------------------------------------------------------------------------------
static struct wl_data_format format_of(const struct wl_wave *w, const struct wl_insn *insn, const struct wl_access *a) {
  const uint32_t resource = w->sgpr[wl_first_name(w->second_end, insn->src[2].reg + 3u)], w0 = insn->words[0];
  const bool d16 = a->half != WL_WHOLE;
  const uint8_t dfmt = (uint8_t)wl_field(resource, WL_RESOURCE_DATA_FORMAT);
  if (insn->format == WL_FMT_MTBUF) {
    return (struct wl_data_format){.dfmt = dfmt == 0 ? 0 : (uint8_t)wl_field(w0, WL_MTBUF_DFMT),  // D-MEM-3
                                   .nfmt = (uint8_t)wl_field(w0, WL_MTBUF_NFMT),
                                   .dst_sel = IDENTITY,
                                   .d16 = d16};
  }
  return (struct wl_data_format){.dfmt = dfmt,
                                 .nfmt = (uint8_t)wl_field(resource, WL_RESOURCE_NUM_FORMAT),
                                 .dst_sel = (uint16_t)wl_field(resource, WL_RESOURCE_DST_SEL),
                                 .d16 = d16};
}

struct wl_access wl_format_access(const struct wl_wave *w, const struct wl_insn *insn, struct wl_data_format *f) {
  struct wl_access a = *wl_access_row(insn);
  *f = format_of(w, insn, &a);
  a.bytes = (uint8_t)wl_format_bytes(f, (wl_mem_op)a.mem_op);
  return a;
}

void wl_format_given(const struct wl_access *a, uint32_t (*reg)[WL_LANES], uint32_t lane, uint32_t component[4]) {
  for (uint32_t c = 0; c < a->components; c++) {
    if (a->half == WL_WHOLE) component[c] = reg[c][lane];
    else component[c] = reg[c / 2][lane] >> (a->half == WL_HIGH_HALF || c % 2 != 0 ? 16 : 0) & 0xffff;
  }
}

uint32_t wl_format_register(const struct wl_access *a, const uint32_t component[4], uint32_t r, uint32_t old) {
  if (a->half == WL_WHOLE) return component[r];
  if (a->half == WL_HIGH_HALF) return (old & 0xffff) | component[0] << 16;
  const uint32_t high = 2 * r + 1 < a->components ? component[2 * r + 1] << 16 : old & 0xffff0000;
  return component[2 * r] | high;
}
