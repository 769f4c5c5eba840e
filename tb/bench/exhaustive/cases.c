// SPDX-License-Identifier: Apache-2.0
#include "cases.h"

#include "draw.h"

static const uint64_t STRATIFIED = 1ull << 24;
enum { DEFAULT_MODE = 0xf0 | WL_MODE_DX10_CLAMP | WL_MODE_IEEE };
enum { MODES_F32 = 32 };

const char every[] = "every", modes[] = "modes", weighted[] = "weighted", pairs[] = "pairs";

// The bits of MODE that matter to pairs of f16, lowest value first.
static uint32_t pair_modes(const struct operation *o) {
  if (o->steps) return 0;
  if (o->result == 'm') return WL_MODE_DENORM16_64_IN;
  if (o->out == NEVER) return WL_MODE_DENORM16_64_IN | WL_MODE_IEEE;
  return WL_MODE_DENORM16_64_IN | WL_MODE_DENORM16_64_OUT | WL_MODE_ROUND16_64 | WL_MODE_FP16_OVFL;
}

// Whether a mode can change the result of a pair of f16, by exponents and with room. The other mode keeps denormals and
// does not saturate. All second operands of one instruction have the exponent of b.
static bool pair_feels(uint32_t mode, uint32_t a, uint32_t b) {
  enum { HIGH = 29, HIGH_SUM = 43, LOW = 12, LOW_SUM = 17 };
  const int x = exponent_field(&f16, a), y = exponent_field(&f16, b), most = x > y ? x : y;
  if (!(mode & WL_MODE_DENORM16_64_IN) && (x == 0 || y == 0)) return true;
  if (!(mode & WL_MODE_DENORM16_64_OUT) && (most <= LOW || x + y <= LOW_SUM)) return true;
  if (mode & WL_MODE_FP16_OVFL) return most >= HIGH || x + y >= HIGH_SUM;
  return mode & WL_MODE_DENORM16_64_IN && mode & WL_MODE_DENORM16_64_OUT;
}

bool is_run(const struct operation *o, const struct plan *p, uint64_t n, const struct instruction *i,
            const struct machine *m) {
  enum { RARE = 8 };
  if (p->name != pairs || o->result == 'm' || o->out == NEVER || o->steps) return true;
  return n % RARE == 0 || pair_feels(i->mode, m->rows[SOURCE_VGPR][0], m->rows[SOURCE_VGPR + 2][0]);
}

// The bits of k, put where `mask` has ones.
static uint32_t spread(uint32_t k, uint32_t mask) {
  uint32_t out = 0;
  for (; mask; mask &= mask - 1, k >>= 1) out |= k & 1 ? mask & -mask : 0;
  return out;
}

unsigned plans_of(const struct operation *o, struct plan out[PLANS]) {
  switch (o->effort) {
    case EVERY_F16: out[0] = (struct plan){every, MODIFIERS, MODES_F16 * ALL_F16}; return 1;
    case EVERY_F32:
      out[0] = (struct plan){every, (unsigned)(ALL_F32 / PART), PART};
      out[1] = (struct plan){modes, MODES_F32, STRATIFIED};
      return 2;
    case EVERY_QUOTIENT: out[0] = (struct plan){pairs, (unsigned)(ALL_F32 / PART / 2), PART}; return 1;
    case EVERY_PAIR:
      out[0] = (struct plan){pairs, (unsigned)((ALL_F32 / PART) << __builtin_popcount(pair_modes(o))), PART};
      out[1] = (struct plan){weighted, 4, SMALL_PART};
      return 2;
    default: out[0] = (struct plan){weighted, o->effort == MORE ? 40 : 4, SMALL_PART}; return 1;
  }
}

// Instructions of a sweep that have MODE and modifiers alike.
enum { ALIKE = 1024 };

// Another sequence of draws for each operation, part, seed and number.
static void seed_draws(const struct operation *o, unsigned part, uint64_t seed, uint64_t n) {
  uint64_t hash = 0xcbf29ce484222325ull;  // FNV-1a of the name
  for (const char *c = o->name; *c; c++) hash = (hash ^ (uint8_t)*c) * 0x100000001b3ull;
  const uint64_t words[] = {part, seed, n};
  for (unsigned k = 0; k < sizeof words / sizeof *words; k++) {
    draw_seed(hash ^ words[k]);
    hash = draw_bits();
  }
}

void draw_case(const struct operation *o, const struct plan *p, unsigned part, uint64_t seed, uint64_t n,
               struct instruction *i, struct machine *m) {
  const uint64_t first = n * WL_LANES;
  const bool alike = p->name == pairs || (p->name == every && o->effort == EVERY_F16);
  seed_draws(o, part, seed, alike ? n / ALIKE : n);
  if (p->name == weighted) {
    *i = draw_instruction(o);
    draw_operands(m, o, i);
    return;
  }
  uint32_t(*const row)[WL_LANES] = &m->rows[SOURCE_VGPR];
  if (p->name == pairs) {
    const unsigned blocks = (unsigned)(ALL_F32 / PART);
    const uint32_t bits = pair_modes(o);
    const uint64_t pair = part % blocks * PART + first;
    // No modifiers; the other bits of MODE must not matter.
    *i = draw_instruction(o);
    i->mode = (i->mode & ~bits) | spread(part / blocks, bits);
    i->neg = i->abs = i->omod = i->clamp = i->op_sel = 0;
    i->scalar = -1;
    for (unsigned l = 0; l < WL_LANES; l++) {
      row[0][l] = (uint32_t)(pair >> 16);
      row[2][l] = (uint32_t)(pair & 0xffff) + l;
    }
    return;
  }
  if (p->name == every && o->effort == EVERY_F16) {
    const uint32_t bits =
        WL_MODE_ROUND16_64 | WL_MODE_DENORM16_64_IN | WL_MODE_DENORM16_64_OUT | WL_MODE_IEEE | WL_MODE_FP16_OVFL;
    *i = draw_instruction(o);
    i->mode = (i->mode & ~(bits | WL_MODE_DX10_CLAMP)) | spread((uint32_t)(n / ALIKE), bits) |
              (part & 32 ? WL_MODE_DX10_CLAMP : 0);
    i->omod = part & 3;
    i->clamp = part >> 2 & 1;
    i->neg = part >> 3 & 1;
    i->abs = part >> 4 & 1;
    i->op_sel = 0;
    i->scalar = -1;
    for (unsigned l = 0; l < WL_LANES; l++) row[0][l] = (uint32_t)(first % ALL_F16) + l;
    return;
  }
  if (p->name == every) {
    *i = (struct instruction){.mode = DEFAULT_MODE, .scalar = -1};
    const uint32_t x = (uint32_t)(part * PART + first);
    for (unsigned l = 0; l < WL_LANES; l++) row[0][l] = x + l;
    return;
  }
  // The modes: rounding, denormals and IEEE of f32 by the part, the rest and modifiers drawn. Lanes go through signs
  // and exponents.
  const uint32_t bits = WL_MODE_ROUND32 | WL_MODE_DENORM32_IN | WL_MODE_DENORM32_OUT | WL_MODE_IEEE;
  *i = draw_instruction(o);
  i->mode = (i->mode & ~bits) | spread(part, bits);
  i->scalar = -1;
  for (unsigned l = 0; l < WL_LANES; l++) {
    row[0][l] = (uint32_t)((first + l) % 512) << f32.fraction | (uint32_t)(draw_bits() & (least_normal(&f32) - 1));
  }
}
