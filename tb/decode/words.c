// SPDX-License-Identifier: Apache-2.0
// Random words: a third uniform, the rest directed at a format, half of those with operand codes weighted to legal
// ones.
#include "decode.h"

// SplitMix64: a few lines that give the same words on every machine.
uint32_t random_word(random_state *r) {
  uint64_t z = r->state += 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return (uint32_t)((z ^ (z >> 31)) >> 32);
}

static uint32_t below(random_state *r, uint32_t n) { return (uint32_t)((uint64_t)random_word(r) * n >> 32); }
static bool chance(random_state *r, uint32_t in) { return below(r, in) == 0; }

static void put(uint32_t *word, uint32_t at, uint32_t width, uint32_t value) {
  const uint32_t mask = (width == 32 ? ~0u : (1u << width) - 1) << at;
  *word = (*word & ~mask) | (value << at & mask);
}

// Formats with their fixed bits (gfx9-encoding.md section 2), opcode field and how often they come.
typedef enum { SOP2, SOP1, SOPC, SOPK, SOPP, SMEM, VOP1, VOP2, VOPC, VOP3, VOP3P, DS, GLOBAL, FORMATS } format;
static const struct {
  uint32_t fixed, from, op_at, op_width, share;
} formats[FORMATS] = {
    [SOP2] = {2, 30, 23, 7, 2},      [SOP1] = {0x17d, 23, 8, 8, 2},   [SOPC] = {0x17e, 23, 16, 7, 1},
    [SOPK] = {0xb, 28, 23, 5, 1},    [SOPP] = {0x17f, 23, 16, 7, 1},  [SMEM] = {0x30, 26, 18, 8, 2},
    [VOP1] = {0x3f, 25, 9, 8, 3},    [VOP2] = {0, 31, 25, 6, 5},      [VOPC] = {0x3e, 25, 17, 8, 3},
    [VOP3] = {0x34, 26, 16, 10, 6},  [VOP3P] = {0x1a7, 23, 16, 7, 2}, [DS] = {0x36, 26, 17, 8, 2},
    [GLOBAL] = {0x37, 26, 18, 7, 2},
};

static bool is_known(const uint32_t words[2]) {
  wl_decoded d;
  wl_decode_words(words, SGPRS_ALL, VGPRS_ALL, true, &d);
  return d.known;
}

// A scalar operand code that is often legal as a 64-bit one too.
static uint32_t scalar_code(random_state *r) {
  switch (below(r, 8)) {
    case 0: return 128 + below(r, 81);
    case 1: return 240 + below(r, 9);
    case 2: return VCC;
    case 3: return chance(r, 2) ? EXEC : 2 * below(r, 54);
    case 4: return chance(r, 4) ? 251 + below(r, 5) : chance(r, 4) ? 235 + below(r, 5) : M0;
    case 5: return chance(r, 4) ? TTMP + below(r, 16) : below(r, SGPRS_ALL);
    default: return 4 * below(r, 24);
  }
}

static uint32_t vector_code(random_state *r) {
  if (chance(r, 32)) return DIRECT_CODE;
  return below(r, 5) ? 256 + below(r, 256) : scalar_code(r);
}

static void weigh_second_dword(random_state *r, uint32_t *w1, bool sdwa) {
  if (!sdwa) {
    if (!chance(r, 4)) put(w1, 17, 2, 0);
    if (chance(r, 2)) put(w1, 8, 9, chance(r, 2) ? below(r, 0x144) : 0x130 + 4 * below(r, 4));
    return;
  }
  for (uint32_t at = 8; at <= 24; at += 8) {
    if (!chance(r, 8)) put(w1, at, 3, below(r, 7));
  }
  if (!chance(r, 8)) put(w1, 11, 2, below(r, 3));
  if (!chance(r, 4)) put(w1, 23, 1, 0);
  if (!chance(r, 4)) put(w1, 31, 1, 0);
  if (chance(r, 2)) put(w1, 14, 2, 0);
  if (chance(r, 2)) *w1 &= ~0x30300000u;  // NEG, ABS
  if (*w1 >> 23 & 1) put(w1, 0, 8, scalar_code(r));
}

static void weigh(random_state *r, format f, uint32_t w[2]) {
  switch (f) {
    case SOP2:
    case SOPC:
      put(&w[0], 8, 8, scalar_code(r));
      put(&w[0], 0, 8, scalar_code(r));
      if (f == SOP2) put(&w[0], 16, 7, scalar_code(r) & 127);
      break;
    case SOP1:
      put(&w[0], 0, 8, scalar_code(r));
      put(&w[0], 16, 7, scalar_code(r) & 127);
      break;
    case SOPK: put(&w[0], 16, 7, scalar_code(r) & 127); break;
    case SOPP:
      if (chance(r, 2)) put(&w[0], 0, 16, below(r, 16));
      else if (chance(r, 2)) put(&w[0], 0, 16, random_word(r) & 0x37f);  // a message
      break;
    case SMEM:
      put(&w[0], 6, 7, 4 * below(r, 31));
      put(&w[1], 0, 7, scalar_code(r) & 127);
      put(&w[1], 25, 7, scalar_code(r) & 127);
      break;
    case VOP1:
    case VOP2:
    case VOPC: put(&w[0], 0, 9, vector_code(r)); break;
    case VOP3:
    case VOP3P:
      put(&w[1], 0, 9, vector_code(r));
      put(&w[1], 9, 9, vector_code(r));
      put(&w[1], 18, 9, chance(r, 2) ? 0 : vector_code(r));
      if (!chance(r, 4)) put(&w[1], 29, 3, 0);               // NEG
      if (!chance(r, 4)) put(&w[0], 8, 3, 0);                // ABS, NEG_HI
      if (f == VOP3 && !chance(r, 4)) put(&w[1], 27, 2, 0);  // OMOD
      if (f == VOP3 && chance(r, 2)) put(&w[0], 11, 4, 0);   // OP_SEL
      if (chance(r, 2)) put(&w[0], 0, 8, 2 * below(r, 54));  // an SGPR pair for a compare
      break;
    case DS:
      if (!chance(r, 4)) put(&w[0], 16, 1, 0);  // GDS
      if (!chance(r, 4)) put(&w[0], 25, 1, 0);
      if (chance(r, 2)) put(&w[1], 16, 8, 0);
      if (chance(r, 2)) put(&w[1], chance(r, 2) ? 8 : 24, 8, 0);
      if (chance(r, 8)) put(&w[0], 0, 16, 0x8000 | below(r, 256));  // swizzles: QUAD_PERM, BROADCAST, SWAP, REVERSE
      else if (chance(r, 8)) put(&w[0], 0, 16, 0x1f & ~below(r, 8));
      else if (chance(r, 8)) put(&w[0], 0, 16, below(r, 32) << 10 | 0x1f);
      // An owner operation: its offset is seldom legal otherwise.
      else if ((w[0] >> 17 & 0xfc) == 0xe0) put(&w[0], 0, 16, 4 * below(r, 20) << 8 | 4 * below(r, 18));
      else if ((w[0] >> 17 & 0xfc) == 0xe4) put(&w[0], 9, 7, 0);
      break;
    case GLOBAL:
      put(&w[0], 13, 1, chance(r, 8));                       // LDS
      put(&w[0], 14, 2, chance(r, 8) ? random_word(r) : 2);  // SEG
      if (!chance(r, 4)) put(&w[0], 25, 1, 0);
      put(&w[1], 16, 7, chance(r, 2) ? 127 : scalar_code(r) & 127);
      if (!chance(r, 4)) put(&w[1], 23, 1, 0);  // NV
      if (chance(r, 2)) put(&w[1], chance(r, 2) ? 8 : 24, 8, 0);
      break;
    default: break;
  }
}

void make_words(random_state *r, uint64_t index, uint32_t w[2], allocation *a) {
  w[0] = random_word(r);
  w[1] = random_word(r);
  *a = chance(r, 4) ? (allocation){48, 64, false} : (allocation){SGPRS_ALL, VGPRS_ALL, false};
  a->priv = chance(r, 4);
  if (index % 3 == 0) return;
  uint32_t total = 0, pick;
  format f = SOP2;
  for (uint32_t i = 0; i < FORMATS; i++) total += formats[i].share;
  for (pick = below(r, total); pick >= formats[f].share; f++) pick -= formats[f].share;
  put(&w[0], formats[f].from, 32 - formats[f].from, formats[f].fixed);
  // Most of the time an opcode that the unit has.
  for (uint32_t tries = chance(r, 8) ? 1 : 16; tries > 0 && !is_known(w); tries--) {
    put(&w[0], formats[f].op_at, formats[f].op_width, random_word(r));
  }
  if (index % 3 == 1) weigh(r, f, w);
  if ((f == VOP1 || f == VOP2 || f == VOPC) && chance(r, 2)) {
    const bool sdwa = chance(r, 2);
    put(&w[0], 0, 9, sdwa ? 249 : 250);
    if (index % 3 == 1) weigh_second_dword(r, &w[1], sdwa);
  }
}
