// SPDX-License-Identifier: Apache-2.0
#include "draw.h"

#include <math.h>

static uint64_t state;

// Splitmix64.
void draw_seed(uint64_t seed) { state = seed; }

uint64_t draw_bits(void) {
  uint64_t z = state += 0x9e3779b97f4a7c15ull;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  return z ^ z >> 31;
}

static uint64_t clipped(const struct format *f, uint64_t x) { return x & (2 * sign_of(f) - 1); }

static uint64_t with_exponent(const struct format *f, uint64_t x, int field) {
  const int most = 2 * f->bias;
  const uint64_t e = (uint64_t)(field < 0 ? 0 : field > most ? most : field);
  return (x & (sign_of(f) | (least_normal(f) - 1))) | e << f->fraction;
}

uint64_t draw_float(const struct format *f) {
  const uint64_t r = draw_bits(), any = clipped(f, draw_bits()), sign = any & sign_of(f);
  switch (r % 8) {
    case 0: {  // the ends of ranges, and their neighbours
      const uint64_t ends[] = {0,
                               least_normal(f),
                               infinity(f),
                               one(f),
                               one(f) + least_normal(f),
                               one(f) - least_normal(f),
                               infinity(f) | quiet_bit(f),
                               infinity(f) | (any & (least_normal(f) - 1)),
                               one(f) + least_normal(f) * (r >> 32) % (2 * f->fraction)};
      const uint64_t end = ends[(r >> 8) % (sizeof ends / sizeof *ends)];
      return sign | (magnitude(f, end + (r >> 16) % 5) - (end >= 2 && r >> 24 & 1 ? 2 : 0));
    }
    case 1: return sign | (any & (least_normal(f) - 1)) >> (r >> 8) % f->fraction;                          // denormal
    case 2: return with_exponent(f, any, f->bias - 4 + (int)((r >> 8) % 9));                                // near 1
    case 3: return any & ~0ull << (r >> 8) % f->fraction;                                                   // few bits
    case 4: return with_exponent(f, any | ((1ull << (r >> 8) % f->fraction) - 1), exponent_field(f, any));  // ones
    case 5: return with_exponent(f, any, r & 256 ? (int)(r >> 16) % 4 : 2 * f->bias - (int)(r >> 16) % 4);
    default: return any;
  }
}

static uint64_t draw_integer(unsigned bits) {
  const uint64_t r = draw_bits();
  const uint64_t any = r >> (8 + draw_below(56));
  const uint64_t x = r & 1 ? 0 - any : any;
  return bits < 64 ? x & ((1ull << bits) - 1) : x;
}

// A value near -a * b, or near -a where there is no b: the sum cancels, or is near a tie.
static uint64_t opposed(const struct format *f, uint64_t a, uint64_t b) {
  if (exponent_field(f, a) > 2 * f->bias || exponent_field(f, b) > 2 * f->bias) return draw_float(f);
  struct delivery how = {.denormals = true};
  struct real r = real_product(real_of_bits(f, a), real_of_bits(f, b));
  const uint64_t bits = draw_bits();
  r.sign ^= bits % 4 != 0;
  if (bits & 16) r.exponent += (int)(bits >> 8) % (2 * (int)f->fraction + 6) - (int)f->fraction - 3;
  if (bits & 32) r.significand &= ~0ull << 40 | 1ull << 63;
  const uint64_t d = r.significand ? deliver(f, r, &how) : 0;
  return magnitude(f, d) + 2 < infinity(f) ? d + (bits >> 32) % 3 - (magnitude(f, d) != 0) : d;
}

// A value whose exponent differs from that of `from` by a number that matters to division.
static uint64_t apart(const struct format *f, uint64_t from) {
  const int far[] = {96, 768, 64, 128, f->bias + (int)f->fraction, (int)f->fraction + 1, 0};
  const uint64_t r = draw_bits();
  const int by = far[r % (sizeof far / sizeof *far)] + (int)(r >> 8) % 5 - 2;
  return with_exponent(f, clipped(f, draw_bits()), exponent_field(f, from) + (r & 1ull << 40 ? by : -by));
}

// Times `from` it is near the least normal number, or near overflow.
static uint64_t border(const struct format *f, uint64_t from) {
  const uint64_t r = draw_bits();
  if (is_zero(f, from) || exponent_field(f, from) > 2 * f->bias) return draw_float(f);
  const double edge = double_of_bits(f, r & 1 ? least_normal(f) : infinity(f) - 1), x = edge / double_of_bits(f, from);
  struct delivery how = {.denormals = true};
  if (!isfinite(x) || x == 0) return draw_float(f);
  return deliver(f, real_of_double(x), &how) + (r >> 8) % 3 - 1;
}

// Zeros, infinities, NaNs, and one.
static uint64_t draw_special(const struct format *f) {
  const uint64_t specials[] = {0, infinity(f), infinity(f) | quiet_bit(f), infinity(f) | 1, one(f), 1};
  const uint64_t r = draw_bits();
  return specials[r % (sizeof specials / sizeof *specials)] | (r >> 32 & 1 ? sign_of(f) : 0);
}

struct instruction draw_instruction(const struct operation *o) {
  const bool packed = o->result == 'H' || o->dot || strpbrk(o->sources, "ex");
  const uint64_t r = draw_bits();
  enum { FREE = WL_MODE_ROUND32 | WL_MODE_ROUND16_64 | 0xf0 | WL_MODE_DX10_CLAMP | WL_MODE_IEEE | WL_MODE_FP16_OVFL };
  struct instruction i = {.mode = (uint32_t)(r >> 32) & FREE, .scalar = -1, .op_sel_hi = 7};
  i.literal = (uint32_t)(strchr(o->sources, 'j') ? draw_float(&f16) : draw_float(&f32));
  if (strpbrk(o->sources, "gj")) return i;
  if (o->steps) {  // as OpenCL has it: to nearest, f16 and f64 denormals on, f32 denormals on or off
    i.mode = 0xc0 | (i.mode & (WL_MODE_DX10_CLAMP | WL_MODE_IEEE)) | (r & 1 ? 0x30 : 0);
    return i;
  }
  const uint64_t m = draw_bits();
  if (m & 1) i.neg = m >> 8 & 7;
  if (m & 2 && !o->has_flag) i.abs = m >> 16 & 7;
  if (m & 4 && !packed) i.omod = m >> 24 & 3;
  if (m & 4) i.mode &= ~(uint32_t)(m & 8 ? WL_MODE_IEEE | WL_MODE_DENORM32_OUT | WL_MODE_DENORM16_64_OUT : 0);
  i.clamp = (m >> 32) % 8 == 0;
  if (m & 16) i.op_sel = m >> 40 & (packed ? 7 : 15);
  if (m & 32) i.op_sel_hi = m >> 48 & 7;
  const unsigned count = (unsigned)strcspn(o->sources, "ab");
  if ((m >> 56) % 8 == 0 && !o->reads_vcc) i.scalar = (int)draw_below(count);
  return i;
}

// Elements of a dot product, half of the time all at a limit, or a sum near one.
static uint64_t draw_elements(void) {
  static const uint32_t limits[] = {0,          UINT32_MAX, 0x80008000, 0x80808080, 0x88888888,
                                    0x7fff7fff, 0x7f7f7f7f, 0x77777777, 0x80000000, INT32_MAX};
  const uint64_t r = draw_bits();
  const uint32_t limit = limits[(r >> 8) % (sizeof limits / sizeof *limits)];
  return r & 1 ? r >> 32 : r & 2 ? limit : (uint32_t)(limit + (r >> 16) % 16 - 8);
}

static uint64_t draw_source(char letter) {
  switch (letter) {
    case 'w':
    case 'i': return draw_integer(32);
    case 'e': return draw_elements();
    case 'h':
    case 'a':
    case 'j': return draw_float(&f16) << 16 | draw_float(&f16);
    case 'x': return draw_bits() & 1 ? draw_float(&f32) : draw_float(&f16) << 16 | draw_float(&f16);
    default: return draw_float(format_of(letter));
  }
}

// Gives the operands of a lane, sometimes, a relation that matters. One half of f16 stays as it was.
static void relate(const struct format *f, unsigned count, uint64_t s[SOURCES]) {
  const uint64_t r = draw_bits();
  const unsigned at = f == &f16 && r >> 40 & 1 ? f16.width : 0;
  uint64_t x[SOURCES];
  for (unsigned k = 0; k < count; k++) x[k] = clipped(f, s[k] >> at);
  uint64_t *const last = &x[count - 1];
  switch (r % 16) {
    case 0:
    case 1:
    case 2:
    case 3: *last = opposed(f, x[0], count == SOURCES ? x[1] : one(f)); break;
    case 4:
    case 5:
    case 6: *last = apart(f, x[count - 2]); break;
    case 7: *last = x[0]; break;
    case 8: x[1] = border(f, x[0]); break;
    case 9:
      for (unsigned k = 0; k < count; k++) x[k] = draw_special(f);
      break;
    default: break;
  }
  for (unsigned k = 0; k < count; k++) s[k] = (s[k] & ~(clipped(f, ~0ull) << at)) | clipped(f, x[k]) << at;
}

void draw_operands(struct machine *m, const struct operation *o, const struct instruction *i) {
  const unsigned count = (unsigned)strlen(o->sources);
  const struct format *const f = format_of(o->sources[0]);
  const bool related = count > 1 && !strchr("iwe", o->sources[1]) && o->sources[0] != 'x' && !o->dot;
  for (unsigned l = 0; l < WL_LANES; l++) {
    uint64_t s[SOURCES] = {0};
    for (unsigned k = 0; k < count; k++) s[k] = draw_source(o->sources[k]);
    const uint64_t r = draw_bits();
    if (related) relate(f, count, s);
    if (o->dot && f && r & 1) s[2] = with_exponent(&f32, s[2], f32.bias - 40 + (int)(r >> 8) % 60);  // as a product
    if (o->has_flag && r >> 8 & 15) s[0] = s[1 + (r >> 16 & 1)];
    for (unsigned k = 0; k < count; k++) {
      const bool into = o->sources[k] == 'a' || o->sources[k] == 'b';
      const unsigned row = into ? DESTINATION_VGPR : SOURCE_VGPR + 2 * k;
      m->rows[row][l] = (uint32_t)s[k];
      m->rows[row + 1][l] = (uint32_t)(s[k] >> 32);
    }
    if (!strpbrk(o->sources, "ab")) m->rows[DESTINATION_VGPR][l] = (uint32_t)r;
  }
  if (i->scalar >= 0) {
    const unsigned row = SOURCE_VGPR + 2 * (unsigned)i->scalar;
    for (unsigned w = 0; w < 2; w++) m->wave.sgpr[SOURCE_SGPR + w] = m->rows[row + w][0];
  }
  wl_set_sgpr64(&m->wave, WL_VCC, draw_bits());
}
