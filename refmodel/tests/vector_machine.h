// SPDX-License-Identifier: Apache-2.0
// Shared by the tests of vector opcodes: a wave with its own registers, random contents, a comparison.
#ifndef WAVELOCK_VECTOR_MACHINE_H
#define WAVELOCK_VECTOR_MACHINE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "decode/decode.h"
#include "execute/vector.h"
#include "wavelock/opcodes.h"
#include "vector_reference.h"

enum { ROWS = 16, ROUNDS = 200 };

static uint64_t random_state = 0x243f6a8885a308d3ull;
static inline uint32_t random32(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (uint32_t)(random_state >> 16);
}

static inline uint32_t random_value(void) {
  static const uint32_t edges[] = {
      0,           1,          2,           31,         32,          0x7f,       0x80,        0xff,        0x7fff,
      0x8000,      0xffff,     0x7fffff,    0x800000,   0xffffff,    0x7fffffff, 0x80000000u, 0x80000001u, 0xffffffffu,
      0xfffffffeu, 0x3f800000, 0xbf800000u, 0x7f800000, 0xff800000u, 0x7fc00001, 0x7f800001,  0xffa00000u, 0x7f7fffff,
      0x00800001,  0x4f000000, 0xcf000000u, 0x4f800000, 0x3effffff,  0x3f000000, 0x80800000u};
  static const uint16_t halves[] = {0,      1,      0x03ff, 0x0400, 0x0401, 0x07ff, 0x0800, 0x3800, 0x3bff,
                                    0x3c00, 0x4000, 0x7800, 0x7bff, 0x7c00, 0x7c01, 0x7e00, 0x7fff};
  const uint32_t low = halves[random32() % (sizeof halves / sizeof *halves)] | (random32() & 0x8000);
  switch (random32() % 6) {
    case 4: return low | random32() << 16;
    case 5: return low << 16 | (random32() & 0x83ff) | (10 + random32() % 10) << 10;  // f16 of modest size
    case 0: return edges[random32() % (sizeof edges / sizeof *edges)];
    case 1: return random32() >> random32() % 32;
    case 2: return (random32() & 0x807fffff) | (110 + random32() % 36) << 23;  // f32 of modest size
    default: return random32();
  }
}

// A wave with its own VGPR file, and three VGPRs more for the tuples of wide operands.
struct machine {
  struct wl_wave wave;
  uint32_t rows[ROWS + 3][WL_LANES];
};

static inline uint64_t random_exec(void) {
  switch (random32() % 4) {
    case 0: return ~0ull;
    case 1: return 0;
    default: return (uint64_t)random32() << 32 | random32();
  }
}

static inline void randomise(struct machine *m, uint32_t mode) {
  memset(&m->wave, 0, sizeof m->wave);
  m->wave.vgpr = m->rows;
  m->wave.mode = mode;
  m->wave.scc = random32() & 1;
  for (unsigned i = 0; i < WL_SGPRS; i++) m->wave.sgpr[i] = random_value();
  wl_set_sgpr64(&m->wave, WL_EXEC, random_exec());
  for (unsigned r = 0; r < ROWS + 3; r++) {
    for (unsigned l = 0; l < WL_LANES; l++) m->rows[r][l] = random_value();
  }
}

static inline void copy(struct machine *to, const struct machine *from) {
  *to = *from;
  to->wave.vgpr = to->rows;
}

// Half of the time a mode that compilers use: round to nearest, f32 denormals kept or flushed.
static inline uint32_t random_mode(void) {
  const uint32_t bits = random32(), denormals = bits & 2 ? 0xf0 : bits >> 8 & 0xf0;
  return bits & 1 ? denormals | WL_MODE_DX10_CLAMP | WL_MODE_IEEE : bits >> 1 & (0x3ff | WL_MODE_FP16_OVFL);
}

static inline bool decode(struct wl_insn *n, uint8_t format, uint32_t w0, uint32_t w1) {
  memset(n, 0, sizeof *n);
  n->format = format;
  n->words[0] = w0;
  n->words[1] = n->literal = w1;
  n->size = format == WL_FMT_VOP3 || format == WL_FMT_VOP3P ? 8 : 4;
  n->unit = WL_UNIT_VALU;
  if (!wl_decode_vector(n, w0, w1)) return false;
  wl_vector_bind(n, false);
  return true;
}

static inline void same(const struct machine *want, const struct machine *got, const struct wl_insn *n) {
  if (memcmp(want->wave.sgpr, got->wave.sgpr, sizeof want->wave.sgpr) == 0 &&
      memcmp(want->rows, got->rows, sizeof want->rows) == 0)
    return;
  print_error("%s %08x %08x mode %x\n", n->name, n->words[0], n->words[1], want->wave.mode);
  for (unsigned i = 0; i < WL_SGPRS; i++) {
    if (want->wave.sgpr[i] != got->wave.sgpr[i])
      print_error("  code %u: %08x, got %08x\n", i, want->wave.sgpr[i], got->wave.sgpr[i]);
  }
  for (unsigned r = 0; r < ROWS + 3; r++) {
    for (unsigned l = 0; l < WL_LANES; l++) {
      if (want->rows[r][l] != got->rows[r][l])
        print_error("  v%u lane %u: %08x, got %08x\n", r, l, want->rows[r][l], got->rows[r][l]);
    }
  }
  fail();
}

// An inline constant.
static inline uint32_t random_constant(void) {
  const uint32_t k = random32() % 90;
  return k < 81 ? 128 + k : 240 + (k - 81);
}

static inline uint64_t source_value(const struct machine *m, const struct reference *r, unsigned i, uint32_t code,
                                    unsigned lane) {
  const bool is64 = r->wide >> i & 1;
  if (code >= 256) {
    return m->rows[code - 256][lane] | (is64 ? (uint64_t)m->rows[code - 255][lane] << 32 : 0);
  }
  if (code <= WL_LAST_REGISTER) return m->wave.sgpr[code] | (is64 ? (uint64_t)m->wave.sgpr[code + 1] << 32 : 0);
  if (code == WL_SRC_VCCZ) return wl_vcc(&m->wave) == 0;
  if (code == WL_SRC_EXECZ) return wl_exec(&m->wave) == 0;
  if (code == WL_SRC_SCC) return m->wave.scc;
  if (code >= WL_SRC_HALF) {
    static const struct {
      uint64_t f64;
      uint32_t f32, f16;
    } floats[5] = {{0x3fe0000000000000, 0x3f000000, 0x3800},
                   {0x3ff0000000000000, 0x3f800000, 0x3c00},
                   {0x4000000000000000, 0x40000000, 0x4000},
                   {0x4010000000000000, 0x40800000, 0x4400},
                   {0x3fc45f306dc9c882, 0x3e22f983, 0x3118}};
    const uint64_t minus = (code - 240) % 2, k = (code - 240) / 2;
    if (is64) return floats[k].f64 | minus << 63;
    return r->half && (r->signs >> i & 1) ? floats[k].f16 | minus << 15 : floats[k].f32 | minus << 31;
  }
  const int64_t x = code <= WL_SRC_INT_64 ? (int64_t)code - WL_SRC_ZERO : WL_SRC_INT_64 - (int64_t)code;
  return is64 ? (uint64_t)x : (uint32_t)x;
}

// The truth table of a compare opcode: bits for less, equal, greater, unordered.
static inline unsigned truth_of(unsigned op) {
  const unsigned c = op & (op < 128 ? 15 : 7);
  if (op >= 128) return c == 7 ? 7 : c;  // F LT EQ LE GT NE GE T: bits less, equal, greater
  return c < 7     ? c
         : c == 7  ? 7
         : c == 8  ? 8
         : c == 15 ? 15
                   : 15 - (c == 9    ? 6
                           : c == 10 ? 5
                           : c == 11 ? 4
                           : c == 12 ? 3
                           : c == 13 ? 2
                                     : 1);
}

// Opcodes of compare_lane.
static inline bool is_compare(unsigned op) {
  return (op >= 16 && op < 22) || (op >= 32 && op < 128) || (op >= 160 && op < 256);
}
// Their operands.
static inline struct reference compare_operands(unsigned op) {
  return (struct reference){.vop3 = op,
                            .sources = 2,
                            .wide = op >= 224 || (op >= 96 && op < 128) ? 3
                                    : op == 18 || op == 19              ? 1
                                                                        : 0,
                            .signs = op < 32    ? 1
                                     : op < 128 ? 3
                                                : 0,
                            .half = (op >= 20 && op < 64) || (op >= 160 && op < 192)};
}
static inline bool compare_writes_exec(unsigned op) { return op & (op < 32 ? 1 : 16); }

static inline bool compare_lane(unsigned op, uint64_t a, uint64_t b, uint32_t mode) {
  if (op < 32) {
    const bool half = op >= 20;
    const struct wl_fp_format *const f = half ? &wl_f16_format : op >= 18 ? &wl_f64_format : &wl_f32_format;
    return b >> (__builtin_ctz(wl_fp_class(f, half ? a & 0xffff : a))) & 1;
  }
  const unsigned truth = truth_of(op);
  if (op >= 96 && op < 128) {
    const bool keep = mode & WL_MODE_DENORM16_64_IN;
    const double x = dbl(keep ? a : wl_f64_flush(a)), y = dbl(keep ? b : wl_f64_flush(b));
    return by_order(truth, x<y, x == y, x> y);
  }
  if (op < 64) {
    const float x = flt(wl_f32_from_f16(a & 0xffff, mode)), y = flt(wl_f32_from_f16(b & 0xffff, mode));
    return by_order(truth, x<y, x == y, x> y);
  }
  if (op < 128) {
    const float x = flt(wl_f32_flush_in((uint32_t)a, mode)), y = flt(wl_f32_flush_in((uint32_t)b, mode));
    return by_order(truth, x<y, x == y, x> y);
  }
  if (op < 192) {
    const int64_t x = op & 8 ? (int64_t)(a & 0xffff) : sx(a, 16), y = op & 8 ? (int64_t)(b & 0xffff) : sx(b, 16);
    return by_order(truth, x<y, x == y, x> y);
  }
  if (op & 8) return by_order(truth, a<b, a == b, a> b);
  const int64_t x = op >= 224 ? (int64_t)a : (int32_t)a, y = op >= 224 ? (int64_t)b : (int32_t)b;
  return by_order(truth, x<y, x == y, x> y);
}

#endif
