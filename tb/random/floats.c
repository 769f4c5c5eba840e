// SPDX-License-Identifier: Apache-2.0
// Operands where float opcodes are hard: halfway between two results, cancellation, the borders of denormals and of
// overflow, NaNs with payloads. A float case loads a tuple of such operands into each lane, and one or more opcodes of
// the same kind and format read it. So registers do not fill up with NaN, infinity and zero either.
//
// Tables of tuples lie behind the edge values, in columns: operand 0 of all lanes, then operand 1, then operand 2.
#include <string.h>

#include "program.h"

enum { LANES = 64, COLUMNS = 3, MAX_BITS = 62 };

typedef struct {
  int fraction, bias;
} layout;

static const layout half = {10, 15}, single = {23, 127}, twofold = {52, 1023};

static const layout *layout_of(char format) { return format == 'F' ? &twofold : format == 'f' ? &single : &half; }

static int least(const layout *l) { return 1 - l->bias - l->fraction; }  // exponent of the least denormal
static int width(const layout *l) { return l->fraction + 1; }            // bits of a normal number's significand

static int between(rng *r, int from, int to) { return from + (int)rng_below(r, (uint32_t)(to - from + 1)); }
static bool coin(rng *r) { return rng_percent(r, 50); }

static int length(uint64_t n) {
  int bits = 0;
  for (; n; n >>= 1) bits++;
  return bits;
}

// Numbers of exactly this many bits, at least 1.
static uint64_t any_of_length(rng *r, int bits) {
  const uint64_t top = UINT64_C(1) << (bits - 1);
  return top | (rng_next(r) & (top - 1));
}
static uint64_t odd(rng *r, int bits) { return any_of_length(r, bits) | 1; }

static uint64_t sign_bit(const layout *l, bool negative) {
  return negative ? (UINT64_C(2) * (uint64_t)l->bias + 2) << l->fraction : 0;
}
static uint64_t infinity(const layout *l) { return (UINT64_C(2) * (uint64_t)l->bias + 1) << l->fraction; }

// significand * 2^exponent, truncated to the format; infinity if it is too large.
static uint64_t pack(const layout *l, bool negative, uint64_t significand, int exponent) {
  int to = exponent + length(significand) - width(l);
  if (to < least(l)) to = least(l);
  const int shift = to - exponent;
  significand = shift >= 64 ? 0 : shift >= 0 ? significand >> shift : significand << -shift;
  const uint64_t sign = sign_bit(l, negative);
  if (!(significand >> l->fraction)) return sign | significand;
  const int biased = to - least(l) + 1;
  if (biased > 2 * l->bias) return sign | infinity(l);
  return sign | (uint64_t)biased << l->fraction | (significand & ((UINT64_C(1) << l->fraction) - 1));
}

// A significand half a unit behind n, or very close to that, of at most `most` bits. *exponent is n's, and becomes
// the result's.
static uint64_t halfway(rng *r, uint64_t n, int *exponent, int most) {
  uint64_t s = 2 * n + 1;
  *exponent -= 1;
  const int room = most - length(s);
  if (room < 1 || rng_percent(r, 65)) return s;
  const int tail = between(r, 1, room);
  *exponent -= tail;
  s <<= tail;
  return coin(r) ? s + 1 : s - 1;
}

// The kind is 0 to SPECIALS - 1: quiet and signalling NaNs, infinity, zero, denormals.
enum { SPECIALS = 8 };
static uint64_t special_of(rng *r, const layout *l, uint32_t kind) {
  const uint64_t quiet = UINT64_C(1) << (l->fraction - 1), sign = sign_bit(l, coin(r));
  if (kind < 4) {
    const uint64_t payload =
        coin(r) ? rng_next(r) & (quiet - 1) : UINT64_C(1) << rng_below(r, (uint32_t)l->fraction - 1);
    return sign | infinity(l) | (kind < 2 ? quiet : 0) | (payload ? payload : 1);
  }
  if (kind == 4) return sign | infinity(l);
  if (kind == 5) return sign;
  return pack(l, sign != 0, any_of_length(r, between(r, 1, l->fraction)), least(l));
}

static uint64_t special(rng *r, const layout *l) { return special_of(r, l, rng_below(r, SPECIALS)); }

// Close to 2^power, from either side.
static uint64_t around(rng *r, const layout *l, int power) {
  const uint64_t s = (UINT64_C(2) << l->fraction) + rng_below(r, 9) - 4;
  return pack(l, coin(r), s, power - width(l));
}

static uint64_t plain(rng *r, const layout *l) {
  const int spread = l->bias / 3;
  return pack(l, coin(r), any_of_length(r, width(l)), between(r, -spread, spread) - l->fraction);
}

// A number of any exponent: a power of two, a unit beside it, or any fraction.
static uint64_t anywhere(rng *r, const layout *l) {
  const uint64_t top = UINT64_C(1) << l->fraction;
  const uint64_t significands[] = {top, top + 1, 2 * top - 1, any_of_length(r, width(l))};
  const bool negative = coin(r);
  const int exponent = between(r, least(l) - l->fraction, l->bias - l->fraction);
  return pack(l, negative, significands[rng_below(r, 4)], exponent);
}

typedef enum { TIE, CANCEL, DENORMAL, OVERFLOW, SPECIAL, PLAIN } place;

static place any_place(rng *r) {
  static const uint8_t percent[] = {33, 23, 16, 18, 7};
  uint32_t at = rng_below(r, 100), n = 0;
  while (n < PLAIN && at >= percent[n]) at -= percent[n++];
  return (place)n;
}

static void sum(rng *r, const layout *l, uint64_t v[COLUMNS]) {
  const int w = width(l), top = l->bias - l->fraction;  // top: exponent of the greatest numbers' last bit
  const bool sign = coin(r);
  int e = between(r, -l->bias / 3, l->bias / 3) - l->fraction;
  uint64_t s = any_of_length(r, w);
  switch (any_place(r)) {
    case TIE:
      v[0] = pack(l, sign, s, e);
      s = halfway(r, any_of_length(r, between(r, 1, w - 3)), &e, w);
      v[1] = pack(l, coin(r), s, e);
      break;
    case CANCEL:
      if (rng_percent(r, 25)) s = UINT64_C(1) << l->fraction;
      v[0] = pack(l, sign, s, e);
      v[1] = pack(l, !sign, s + rng_below(r, 9) - 4, e);
      break;
    case DENORMAL:
      v[0] = around(r, l, 1 - l->bias);
      v[1] = pack(l, coin(r), any_of_length(r, between(r, 1, w)), least(l));
      break;
    case OVERFLOW:
      v[0] = pack(l, sign, (UINT64_C(2) << l->fraction) - 1 - rng_below(r, 3), top);
      e = top;
      s = coin(r) ? halfway(r, 0, &e, w) : any_of_length(r, between(r, 1, w));
      v[1] = pack(l, rng_percent(r, 20) != sign, s, e);
      break;
    case SPECIAL:
      v[0] = special(r, l);
      v[1] = coin(r) ? special(r, l) : plain(r, l);
      break;
    default:
      v[0] = pack(l, sign, s, e);
      v[1] = pack(l, coin(r), any_of_length(r, w), e + between(r, -w - 2, w + 2));
      break;
  }
  v[2] = v[rng_below(r, 2)] + rng_below(r, 3) - 1;
  if (coin(r)) {
    const uint64_t first = v[0];
    v[0] = v[1];
    v[1] = first;
  }
}

// Two factors whose product is close to 2^power.
static void factors(rng *r, const layout *l, int power, uint64_t v[COLUMNS]) {
  const int bits = between(r, 1, l->fraction < 9 ? l->fraction : 9), e = power / 2 - bits - between(r, -3, 3);
  const uint64_t s = odd(r, bits), other = (UINT64_C(1) << (l->fraction + bits)) / s + rng_below(r, 5) - 2;
  v[0] = pack(l, coin(r), s, e);
  v[1] = pack(l, coin(r), other, power - l->fraction - bits - e);
}

static void product(rng *r, const layout *l, uint64_t v[COLUMNS]) {
  const int w = width(l), e = between(r, -l->bias / 3, l->bias / 3);
  v[2] = plain(r, l);
  switch (any_place(r)) {
    case TIE: {
      // One bit more than fits, and that is 1.
      const int bits = between(r, 2, w - 1);
      uint64_t s = odd(r, bits), other = odd(r, w + 2 - bits);
      for (int n = 0; n < 8 && length(s * other) != w + 1; n++) s = odd(r, bits), other = odd(r, w + 2 - bits);
      v[0] = pack(l, coin(r), s, e - bits);
      v[1] = pack(l, coin(r), other, between(r, -l->bias / 3, l->bias / 3) - l->fraction);
      break;
    }
    case CANCEL: {
      // Half of the least denormal's unit.
      const int bits = between(r, 1, w - 2), from = least(l) / 2 - bits;
      v[0] = pack(l, coin(r), odd(r, bits), from);
      v[1] = pack(l, coin(r), odd(r, between(r, 1, w - 1 - bits)), least(l) - 1 - from);
      break;
    }
    case DENORMAL: factors(r, l, 1 - l->bias, v); break;
    case OVERFLOW: factors(r, l, l->bias + 1, v); break;
    case SPECIAL:
      v[0] = special(r, l);
      v[1] = coin(r) ? special(r, l) : plain(r, l);
      v[2] = coin(r) ? special(r, l) : plain(r, l);
      break;
    default:
      v[0] = plain(r, l);
      v[1] = plain(r, l);
      break;
  }
}

// The number with which n, an odd one, gives 1 modulo 2^64.
static uint64_t inverse(uint64_t n) {
  uint64_t x = n;  // of three bits; each step doubles them
  for (int bits = 3; bits < 64; bits *= 2) x *= 2 - n * x;
  return x;
}

// What the format cuts off the product is one half, or nothing, but for 2^-s of its unit. The addend makes up for that
// but for its last bit, which then decides the rounding.
static void far_tie(rng *r, const layout *l, uint64_t v[COLUMNS]) {
  const int f = l->fraction, s = between(r, 2, f);
  const uint64_t top = UINT64_C(1) << f, low = (UINT64_C(1) << s) - 1;
  const bool before = coin(r), sign = coin(r), other_sign = coin(r);
  const uint64_t rest = (rng_percent(r, 75) ? (low >> 1) + 1 : 0) + (before ? low : 1);
  uint64_t a, b;
  int tries = 8;  // the product must not be longer than this allows for
  do {
    a = odd(r, f + 1);
    b = ((low + 1) | (rest * inverse(a) & low)) << (f - s);
  } while ((double)a * (double)b >= 2 * (double)top * (double)top && --tries);
  const int unit = between(r, 1 - l->bias, l->bias - 2 * f - 2), e = unit / 2 - between(r, -2, 2);
  v[0] = pack(l, sign, a, e);
  v[1] = pack(l, other_sign, b, unit - e);
  const bool more = coin(r), negative = sign ^ other_sign ^ !before;
  v[2] = more ? pack(l, negative, top + 1, unit - s) : pack(l, negative, 2 * top - 1, unit - s - 1);
}

static void fused(rng *r, const layout *l, uint64_t v[COLUMNS]) {
  const int w = width(l), e = between(r, -l->bias / 4, l->bias / 4) - l->fraction / 2;
  const bool sign = coin(r), other_sign = coin(r);
  if (rng_percent(r, 8)) {
    far_tie(r, l, v);
    return;
  }
  switch (any_place(r)) {
    case TIE: {
      // The product's last bit is half a unit of the addend.
      const int bits = between(r, 1, w - 3), more = between(r, 1, w - 2 - bits), last = between(r, -4, 4) - l->fraction;
      v[0] = pack(l, sign, odd(r, bits), e);
      v[1] = pack(l, other_sign, odd(r, more), last - e);
      v[2] = pack(l, coin(r), any_of_length(r, w), last + 1);
      break;
    }
    case CANCEL: {
      const int most = 2 * w < MAX_BITS ? 2 * w : MAX_BITS,
                bits = between(r, most / 2 - 3, w < most - 4 ? w : most - 4);
      const uint64_t s = odd(r, bits), other = odd(r, between(r, 2, most - bits < w ? most - bits : w));
      const int last = between(r, -6, 2) - l->fraction - e;
      v[0] = pack(l, sign, s, e);
      v[1] = pack(l, other_sign, other, last);
      v[2] = pack(l, sign == other_sign, s * other, e + last) + rng_below(r, 3) / 2;
      break;
    }
    case DENORMAL:
      factors(r, l, 1 - l->bias - between(r, 0, 3), v);
      v[2] = coin(r) ? around(r, l, 1 - l->bias)
                     : pack(l, coin(r), any_of_length(r, between(r, 1, l->fraction)), least(l));
      break;
    case OVERFLOW:
      factors(r, l, l->bias + between(r, 0, 1), v);
      v[2] = coin(r) ? around(r, l, l->bias) : pack(l, coin(r), odd(r, 2), l->bias - l->fraction - 2);
      break;
    case SPECIAL:
      for (int n = 0; n < COLUMNS; n++) v[n] = coin(r) ? special(r, l) : plain(r, l);
      break;
    default:
      for (int n = 0; n < COLUMNS; n++) v[n] = plain(r, l);
      break;
  }
}

// One operand: of a conversion to a narrower format or to an integer, of a root, a reciprocal, an exponential.
static uint64_t alone(rng *r, const layout *l) {
  const layout *to = l == &twofold ? &single : &half;
  const int w = width(l), most = l == &half ? w : width(to);
  int e = between(r, -to->bias / 2, to->bias / 2) - to->fraction;
  switch (any_place(r)) {
    case TIE:
      if (l == &half || coin(r)) {
        e = 0;
        const int bits = between(r, 1, w - 2 < 33 ? w - 2 : 33);
        const uint64_t s = halfway(r, any_of_length(r, bits) * rng_percent(r, 80), &e, w);
        return pack(l, coin(r), s, e);
      } else {
        const int bits = rng_percent(r, 25) ? between(r, 1, to->fraction) : most;
        if (bits < most) e = least(to);
        const uint64_t s = halfway(r, any_of_length(r, bits), &e, w);
        return pack(l, coin(r), s, e);
      }
    case CANCEL: {
      // A square or close to one; or close to 1, where the logarithm is small.
      if (coin(r)) return around(r, l, 0);
      const uint64_t s = odd(r, w / 2);
      return pack(l, rng_percent(r, 10), s * s, 2 * between(r, -l->bias / 4, l->bias / 4)) + rng_below(r, 3) - 1;
    }
    case DENORMAL: return around(r, l, coin(r) ? 1 - l->bias + between(r, 0, 3) : 1 - to->bias);
    case OVERFLOW: {
      static const uint8_t limits[] = {7, 8, 15, 16, 31, 32};
      if (rng_percent(r, 40)) return around(r, l, limits[rng_below(r, sizeof limits)]);
      e = to->bias - to->fraction;
      return coin(r) ? pack(l, coin(r), halfway(r, (UINT64_C(2) << to->fraction) - 1, &e, w), e)
                     : around(r, l, l->bias - between(r, -1, 3));
    }
    case SPECIAL: return special(r, l);
    default: return coin(r) ? anywhere(r, l) : plain(r, l);
  }
}

// A float and the power of two that scales it, which is an integer of the format's width, at most 32 bits.
static void scaled(rng *r, const layout *l, uint64_t v[COLUMNS]) {
  const int e = between(r, -l->bias / 2, l->bias / 2);
  int power = between(r, -2 * l->bias, 2 * l->bias);
  v[0] = pack(l, coin(r), any_of_length(r, width(l)), e - l->fraction);
  switch (any_place(r)) {
    case TIE: {
      const int bits = between(r, 1, l->fraction);
      v[0] = pack(l, coin(r), odd(r, bits), e - bits);
      power = least(l) - 1 - (e - bits);
      break;
    }
    case DENORMAL: power = 1 - l->bias - e - between(r, -1, width(l) + 1); break;
    case OVERFLOW: power = l->bias - e + between(r, -1, 1); break;
    case SPECIAL: v[0] = special(r, l); break;
    default: break;
  }
  v[1] = v[2] = (uint64_t)(int64_t)power & (l == &half ? 0xFFFF : 0xFFFFFFFF);
}

// An integer that lies halfway between two floats, or close to that. bits: 16 for f16, 32 for f32.
static uint32_t integer(rng *r, int bits) {
  const int w = width(bits == 16 ? &half : &single), tail = between(r, 0, bits - w - 1);
  uint64_t s = odd(r, w + 1) << tail;
  if (rng_percent(r, 35)) s += rng_below(r, 3) - 1;
  if (rng_percent(r, 20)) s = any_of_length(r, between(r, 1, bits));
  return (uint32_t)(coin(r) ? s : -s) & (bits == 16 ? 0xFFFF : 0xFFFFFFFF);
}

static void draw(rng *r, char format, float_kind kind, uint64_t v[COLUMNS]) {
  const layout *l = layout_of(format);
  for (int n = 0; n < COLUMNS && kind == FLOAT_SINGLE; n++)
    v[n] = format == 'i' ? integer(r, 32) : format == 's' ? integer(r, 16) : alone(r, l);
  if (kind == FLOAT_SUM) sum(r, l, v);
  if (kind == FLOAT_PRODUCT) product(r, l, v);
  if (kind == FLOAT_FUSED) fused(r, l, v);
  if (kind == FLOAT_SCALED) scaled(r, l, v);
}

uint64_t float_value(rng *r, char format) { return alone(r, layout_of(format)); }

static uint32_t words_of(char format) { return format == 'F' ? 2 : 1; }
static bool short_format(char format) { return format == 'h' || format == 's'; }

void float_tables(program *p, void (*word)(void *to, uint32_t value), void *to) {
  for (uint32_t t = 0; t < p->table_count; t++) {
    const float_table *table = &p->tables[t];
    uint64_t column[COLUMNS][LANES];
    for (uint32_t lane = 0; lane < LANES; lane++) {
      uint64_t low[COLUMNS], high[COLUMNS] = {0};
      draw(&p->random, table->format, table->kind, low);
      // Both halves of a word are tuples of their own.
      if (short_format(table->format)) draw(&p->random, table->format, table->kind, high);
      for (uint32_t n = 0; n < COLUMNS; n++)
        column[n][lane] = short_format(table->format) ? (low[n] & 0xFFFF) | (high[n] & 0xFFFF) << 16 : low[n];
    }
    for (uint32_t n = 0; n < COLUMNS * LANES; n++) {
      const uint64_t value = column[n / LANES][n % LANES];
      word(to, (uint32_t)value);
      if (words_of(table->format) == 2) word(to, (uint32_t)(value >> 32));
    }
  }
}

// ---- the opcodes ----

// The format of an opcode's operands: h, f or F; i or s if it makes a float of an integer; 0: no float.
static char format_of(const opcode *o) {
  const char *c = strpbrk(o->operands, "fhF");
  if (c) return *c;
  c = strchr(o->operands, '^') ? strpbrk(o->operands, "is") : NULL;
  return c ? *c : 0;
}

static float_kind kind_of(const opcode *o) {
  uint32_t sources = 0;
  for (const char *c = o->operands; *c; c++) sources += strchr("fhFis", *c) != NULL;
  if (strstr(o->name, "_cvt_") || sources == 1) return FLOAT_SINGLE;
  if (strpbrk(o->operands, "is")) return FLOAT_SCALED;
  if (strstr(o->name, "_fma") || strstr(o->name, "_mad") || strstr(o->name, "_mac")) return FLOAT_FUSED;
  return strstr(o->name, "_mul") || strstr(o->name, "_div_") ? FLOAT_PRODUCT : FLOAT_SUM;
}

static bool suits(const opcode *o, char format, float_kind kind) {
  return (o->group == GROUP_VECTOR_FLOAT || o->group == GROUP_VECTOR_CONVERT || o->group == GROUP_VECTOR_COMPARE ||
          o->group == GROUP_VECTOR_PACKED) &&
         format_of(o) == format && kind_of(o) == kind;
}

static const opcode *any_suitable(program *p, char format, float_kind kind) {
  uint32_t n = 0;
  for (uint32_t r = 0; r < opcode_count; r++) n += suits(&opcodes[r], format, kind);
  uint32_t at = rng_below(&p->random, n), r = 0;
  while (!suits(&opcodes[r], format, kind) || at--) r++;
  return &opcodes[r];
}

static const opcode *any_float(program *p) {
  static const uint8_t groups[] = {GROUP_VECTOR_FLOAT,  GROUP_VECTOR_FLOAT,   GROUP_VECTOR_FLOAT,   GROUP_VECTOR_FLOAT,
                                   GROUP_VECTOR_FLOAT,  GROUP_VECTOR_CONVERT, GROUP_VECTOR_CONVERT, GROUP_VECTOR_PACKED,
                                   GROUP_VECTOR_PACKED, GROUP_VECTOR_COMPARE};
  const uint8_t group = groups[rng_below(&p->random, sizeof groups)];
  // Many opcodes have one operand, and are easier than the few of arithmetic.
  const bool arithmetic = group == GROUP_VECTOR_FLOAT && rng_percent(&p->random, 60);
  const opcode *o;
  do {
    o = &opcodes[rng_below(&p->random, opcode_count)];
  } while (o->group != group || !format_of(o) || (arithmetic && kind_of(o) > FLOAT_FUSED));
  return o;
}

static const float_table *table_for(program *p, char format, float_kind kind) {
  uint32_t found[FLOAT_TABLES], n = 0;
  for (uint32_t t = 0; t < p->table_count; t++) {
    if (p->tables[t].format == format && p->tables[t].kind == kind) found[n++] = t;
  }
  if (n && (p->table_count == FLOAT_TABLES || rng_percent(&p->random, 70)))
    return &p->tables[found[rng_below(&p->random, n)]];
  if (p->table_count == FLOAT_TABLES) return NULL;
  float_table *table = &p->tables[p->table_count++];
  *table = (float_table){format, kind, EDGE_BYTES + p->table_words * 4};
  p->table_words += COLUMNS * LANES * words_of(format);
  return table;
}

// ---- the case ----

static void float_mode(program *p) {
  static const struct {
    uint8_t offset, size;
  } fields[] = {{0, 2}, {2, 2}, {0, 4}, {4, 2}, {6, 2}, {4, 4}, {0, 8}, {8, 2}, {0, 10}, {23, 1}};
  const uint32_t f = rng_below(&p->random, sizeof fields / sizeof *fields);
  if (p->modes) {
    mode_of_wave(p, fields[f].offset, fields[f].size);
    return;
  }
  insn i = {.unit = UNIT_SALU, .hwreg_write = true};
  append(&i, "s_setreg_imm32_b32 hwreg(HW_REG_MODE, %u, %u), ", fields[f].offset, fields[f].size);
  append(&i, "0x%x", rng_below(&p->random, 1u << fields[f].size));
  emit(p, &i);
}

// v[v] = the offset from s[80:81] of operand 0 of this lane's tuple, or of one lane's for all.
static void tuple_address(program *p, uint32_t v, bool same, uint32_t offset, uint32_t bytes) {
  insn lane = {.unit = UNIT_VALU}, base = {.unit = UNIT_VALU};
  if (!same) {
    append(&lane, "v_mul_u32_u24 v%u, %u, v%u", v, bytes, p->vgprs - 1);
    touch_vgprs(&lane, p->vgprs - 1, 1, false);
    touch_vgprs(&lane, v, 1, true);
    emit(p, &lane);
  }
  append(&base, same ? "v_mov_b32 v%u, 0x%x" : "v_add_u32 v%u, 0x%x", v, offset);
  if (!same) append(&base, ", v%u", v);
  touch_vgprs(&base, v, 1, true);
  emit(p, &base);
}

void random_float_case(program *p) {
  if (p->alignment || p->skipping || p->indexing) return;
  const opcode *o = any_float(p);
  const char format = format_of(o);
  const float_kind kind = kind_of(o);
  const float_table *table = table_for(p, format, kind);
  if (!table) return;
  const uint32_t words = words_of(format), bytes = 4 * words, ops = 1 + rng_below(&p->random, 4);
  const uint32_t first = rng_below(&p->random, plain_vgprs(p) - COLUMNS * words), address = first + COLUMNS * words;
  const bool same = rng_percent(&p->random, 15);
  const uint32_t offset = table->at - EDGE_BYTES / 2 + (same ? rng_below(&p->random, LANES) * bytes : 0);
  const uint32_t field = rng_below(&p->random, COLUMNS), sgpr = plain_pair(p);
  if (rng_percent(&p->random, 40)) float_mode(p);
  if (rng_percent(&p->random, 60)) {
    insn i = {.unit = UNIT_SALU};
    append(&i, "s_mov_b64 exec, -1");
    touch_sgprs(&i, EXEC, 2, true);
    emit(p, &i);
  }
  tuple_address(p, address, same, offset, bytes);
  for (uint32_t n = 0; n < COLUMNS; n++) {
    insn i = {.unit = UNIT_VMEM};
    append(&i, words == 2 ? "global_load_dwordx2 v[%u:%u]" : "global_load_dword v%u", first + n * words,
           first + n * words + 1);
    append(&i, ", v%u, s[80:81] offset:%u", address, n * LANES * bytes);
    touch_vgprs(&i, address, 1, false);
    touch_sgprs(&i, 80, 2, false);
    touch_vgprs(&i, first + n * words, words, true);
    emit(p, &i);
    p->given.vgpr[n] = (uint8_t)(first + n * words);
  }
  if (same) {
    insn i = {.unit = UNIT_SMEM};
    append(&i, words == 2 ? "s_load_dwordx2 s[%u:%u]" : "s_load_dword s%u", sgpr, sgpr + 1);
    append(&i, ", s[80:81], 0x%x", offset + field * LANES * bytes);
    touch_sgprs(&i, 80, 2, false);
    touch_sgprs(&i, sgpr, words, true);
    emit(p, &i);
  }
  p->given.on = true;
  p->given.end = address + 1;
  p->given.scalar = same;
  p->given.field = field;
  p->given.sgpr = sgpr;
  for (uint32_t n = 0; n < ops; n++) {
    vector_opcode(p, n ? any_suitable(p, format, kind) : o);
  }
  p->given.on = false;
}

// ---- one flag ----

// A power of two at which integers end, or a number just beside it.
static uint64_t limit(rng *r, char format) {
  static const int8_t powers[] = {31, 31, 31, 32, 15, 16, 8, 0};
  enum { OF_32_BITS = 4, POWERS = sizeof powers };
  const layout *l = layout_of(format);
  const uint32_t from = format == 'h' ? OF_32_BITS : 0, to = format == 'F' ? OF_32_BITS : POWERS;
  const int power = powers[rng_range(r, from, to - 1)];
  const bool negative = coin(r);
  const int sides[] = {0, 0, 0, -1, 1}, side = sides[rng_below(r, 5)];
  // One, a half, or a unit of the last place beside it.
  const int places[] = {0, 1, l->fraction - power}, place = places[rng_below(r, 3)];
  if (!side || power + place < 0 || power + place > l->fraction) return pack(l, negative, 1, power);
  return pack(l, negative, (UINT64_C(1) << (power + place)) + (uint64_t)side, -place);
}

static bool makes_integer(const opcode *o) { return o->group == GROUP_VECTOR_CONVERT && strchr(o->operands, '#'); }
static bool compares(const opcode *o) { return o->format == VOPC; }

// In turn a float opcode, one that compares or one that makes an integer, of each format. *what: a number of 0 to 5, in
// turn for each of these.
static const opcode *any_with_flags(program *p, uint32_t *what) {
  const uint32_t turn = in_turn(p, TURN_FLAG, 54), kind = turn % 9;
  const opcode *o;
  *what = (turn / 9 + kind) % 6;
  if (kind < 3) return any_float(p);
  do {
    o = &opcodes[rng_below(&p->random, opcode_count)];
  } while (format_of(o) != "fhF"[kind % 3] || (kind < 6 ? !compares(o) : !makes_integer(o)));
  return o;
}

// v[v] and on = a value of the format; halves of a register are alike.
static void set_value(program *p, uint32_t v, char format, uint64_t value) {
  if (short_format(format)) value = (value & 0xFFFF) * 0x10001;
  for (uint32_t n = 0; n < words_of(format); n++)
    vector_op(p, v + n, v + n, "v_mov_b32 v%u, 0x%x", v + n, (uint32_t)(value >> 32 * n));
}

static void all_lanes(program *p) {
  insn i = {.unit = UNIT_SALU};
  append(&i, "s_mov_b64 exec, -1");
  touch_sgprs(&i, EXEC, 2, true);
  emit(p, &i);
}

// Operands that are hard together; half of those that stand alone have any exponent.
static void hard_tuple(rng *r, const opcode *o, uint64_t v[COLUMNS]) {
  const char format = format_of(o);
  const bool any = kind_of(o) == FLOAT_SINGLE && format != 'i' && format != 's' && coin(r);
  draw(r, format, kind_of(o), v);
  for (uint32_t n = 0; any && n < COLUMNS; n++) v[n] = anywhere(r, layout_of(format));
}

// The special operand and what it is, unless the operands are hard together: of a compare a quiet NaN, a signalling
// one, or a denormal.
static void one_flag(program *p, uint32_t first) {
  static const uint8_t compared[] = {0, 2, 6};
  uint32_t what;
  const opcode *o = any_with_flags(p, &what);
  const char format = format_of(o);
  const layout *l = layout_of(format);
  const uint32_t words = words_of(format), turn = in_turn(p, TURN_SPECIAL, COLUMNS * SPECIALS);
  const uint32_t special_one = compares(o) ? what % 2 : turn % COLUMNS;
  const uint32_t kind = compares(o) ? compared[what / 2] : turn / COLUMNS;
  const bool hard = rng_percent(&p->random, 40);
  uint64_t tuple[COLUMNS];
  if (hard) hard_tuple(&p->random, o, tuple);
  for (uint32_t n = 0; n < COLUMNS; n++) {
    const uint64_t value = hard                             ? tuple[n]
                           : format == 'i' || format == 's' ? edge_value(&p->random)
                           : makes_integer(o)               ? limit(&p->random, format)
                           : n == special_one               ? special_of(&p->random, l, kind)
                                                            : pack(l, false, 1, 0);
    p->given.vgpr[n] = (uint8_t)(first + n * words);
    if (n == 0 || !makes_integer(o)) set_value(p, first + n * words, format, value);
  }
  p->given.end = first + COLUMNS * words;
  if (p->clears) emit_text(p, "s_trap 1");
  p->given.on = true;
  vector_opcode(p, o);
  p->given.on = false;
  if (strchr(o->operands, 'e')) all_lanes(p);
}

void random_flag(program *p) {
  enum { MOST_WORDS = 2 };
  if (p->skipping || p->indexing || p->shared_fields) return;
  const uint32_t times = 3 + rng_below(&p->random, 4);
  const uint32_t first = rng_below(&p->random, plain_vgprs(p) - COLUMNS * MOST_WORDS);
  const uint32_t lng = knob(p, KNOB_LONG_FORM), output = knob(p, KNOB_OUTPUT);
  if (rng_percent(&p->random, 20)) float_mode(p);
  all_lanes(p);
  p->given.scalar = false;
  p->profile.knob[KNOB_LONG_FORM] = p->profile.knob[KNOB_OUTPUT] = 70;
  for (uint32_t n = 0; n < times; n++) one_flag(p, first);
  p->profile.knob[KNOB_LONG_FORM] = lng;
  p->profile.knob[KNOB_OUTPUT] = output;
}
