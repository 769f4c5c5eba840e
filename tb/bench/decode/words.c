// SPDX-License-Identifier: Apache-2.0
// Random words: a third uniform, the rest of a chosen format, half of these with operand codes that are often legal.
#include "decode.h"

// SplitMix64: short, and the same on every machine.
uint32_t random_word(random_state *r) {
  uint64_t z = r->state += 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return (uint32_t)((z ^ (z >> 31)) >> 32);
}

static uint32_t below(random_state *r, uint32_t n) { return (uint32_t)((uint64_t)random_word(r) * n >> 32); }
static bool chance(random_state *r, uint32_t in) { return below(r, in) == 0; }

static void put(uint32_t *word, uint32_t field, uint32_t value) { *word = wl_with_field(*word, field, value); }

// Formats: their fixed bits and opcode field (gfx9-encoding.md 2), and how often they come.
typedef enum {
  SOP2,
  SOP1,
  SOPC,
  SOPK,
  SOPP,
  SMEM,
  VOP1,
  VOP2,
  VOPC,
  VOP3,
  VOP3P,
  DS,
  GLOBAL,
  MUBUF,
  MTBUF,
  EXP,
  MIMG,
  FORMATS
} format;
static const struct {
  uint32_t encoding, fixed, op, share;
} formats[FORMATS] = {
    [SOP2] = {WL_BITS(31, 30), 2, WL_BITS(29, 23), 2},      [SOP1] = {WL_BITS(31, 23), 0x17d, WL_BITS(15, 8), 2},
    [SOPC] = {WL_BITS(31, 23), 0x17e, WL_BITS(22, 16), 1},  [SOPK] = {WL_BITS(31, 28), 0xb, WL_BITS(27, 23), 1},
    [SOPP] = {WL_BITS(31, 23), 0x17f, WL_BITS(22, 16), 1},  [SMEM] = {WL_BITS(31, 26), 0x30, WL_BITS(25, 18), 2},
    [VOP1] = {WL_BITS(31, 25), 0x3f, WL_BITS(16, 9), 3},    [VOP2] = {WL_BITS(31, 31), 0, WL_BITS(30, 25), 5},
    [VOPC] = {WL_BITS(31, 25), 0x3e, WL_BITS(24, 17), 3},   [VOP3] = {WL_BITS(31, 26), 0x34, WL_BITS(25, 16), 6},
    [VOP3P] = {WL_BITS(31, 23), 0x1a7, WL_BITS(22, 16), 2}, [DS] = {WL_BITS(31, 26), 0x36, WL_BITS(24, 17), 2},
    [GLOBAL] = {WL_BITS(31, 26), 0x37, WL_BITS(24, 18), 2}, [MUBUF] = {WL_BITS(31, 26), 0x38, WL_MUBUF_OP, 2},
    [MTBUF] = {WL_BITS(31, 26), 0x3a, WL_MTBUF_OP, 1},      [EXP] = {WL_BITS(31, 26), 0x31, 0, 1},
    [MIMG] = {WL_BITS(31, 26), 0x3c, WL_MIMG_OP, 2},
};

static bool is_known(const uint32_t words[2]) {
  wl_decoded d;
  wl_decode_words(words, target, false, WL_SGPR_COUNT, VGPRS_ALL, true, &d);
  return d.known;
}

// A scalar operand code that is often legal for 64 bits too.
enum { PAIRS = (WL_VCC_HI + 1) / 2 };  // of SGPRs, with VCC
static uint32_t scalar_code(random_state *r) {
  switch (below(r, 8)) {
    case 0: return WL_SRC_ZERO + below(r, WL_SRC_MINUS_16 - WL_SRC_ZERO + 1);
    case 1: return WL_SRC_HALF + below(r, WL_SRC_INV_2PI - WL_SRC_HALF + 1);
    case 2: return WL_VCC;
    case 3: return chance(r, 2) ? WL_EXEC : 2 * below(r, PAIRS);
    case 4:
      if (chance(r, 4)) return WL_SRC_VCCZ + below(r, WL_SRC_LITERAL - WL_SRC_VCCZ + 1);
      return chance(r, 4) ? WL_SRC_SHARED_BASE + below(r, WL_SRC_POPS_EXITING_WAVE_ID - WL_SRC_SHARED_BASE + 1) : WL_M0;
    case 5: return chance(r, 4) ? WL_TTMP + below(r, WL_M0 - WL_TTMP) : below(r, WL_SGPR_COUNT);
    default: return 4 * below(r, 24);
  }
}

static uint32_t vector_code(random_state *r) {
  if (chance(r, 32)) return WL_SRC_LDS_DIRECT;
  return below(r, 5) ? WL_SRC_VGPR + below(r, VGPRS_ALL) : scalar_code(r);
}

// A second dword of SDWA or DPP with fields that are often legal.
static void weigh_second_dword(random_state *r, uint32_t *w1, bool sdwa) {
  enum { DPP_CODES = 0x144, DPP_WAVE = 0x130 };  // DPP_CTRL: codes up to the last one; wave shifts, in steps of 4
  if (!sdwa) {
    if (!chance(r, 4)) put(w1, WL_DPP_RESERVED, 0);
    if (chance(r, 2)) put(w1, WL_DPP_CTRL, chance(r, 2) ? below(r, DPP_CODES) : DPP_WAVE + 4 * below(r, 4));
    return;
  }
  const uint32_t selects[] = {WL_SDWA_DST_SEL, WL_SDWA_SRC_SEL, WL_SDWA_SRC_SEL << 8};
  for (uint32_t i = 0; i < 3; i++) {
    if (!chance(r, 8)) put(w1, selects[i], below(r, 7));
  }
  if (!chance(r, 8)) put(w1, WL_SDWA_DST_UNUSED, below(r, 3));
  if (!chance(r, 4)) put(w1, WL_SDWA_SRC0_IS_SGPR, 0);
  if (!chance(r, 4)) put(w1, WL_SDWA_SRC1_IS_SGPR, 0);
  if (chance(r, 2)) put(w1, WL_SDWA_OMOD, 0);
  const uint32_t signs = WL_SDWA_SRC_NEG | WL_SDWA_SRC_ABS;
  if (chance(r, 2)) *w1 &= ~(signs | signs << 8);
  if (*w1 & WL_SDWA_SRC0_IS_SGPR) put(w1, WL_SDWA_SRC0, scalar_code(r));
}

// Fields of ds_swizzle_b32's offset (lds.md 3.4), and the offsets of owner operations.
enum { SWIZZLE_QUAD = 0x8000, SWIZZLE_ALL = 0x1f, SWIZZLE_XOR_AT = 10, OWNER_STRIDES = 20, OWNER_INDICES = 18 };

static void weigh_ds(random_state *r, uint32_t w[2]) {
  if (!chance(r, 4)) put(&w[0], WL_DS_GDS, 0);
  if (!chance(r, 4)) put(&w[0], WL_DS_RESERVED, 0);
  if (chance(r, 2)) put(&w[1], WL_DS_DATA1, 0);
  if (chance(r, 2)) put(&w[1], chance(r, 2) ? WL_DS_DATA0 : WL_DS_VDST, 0);
  // Swizzles: QUAD_PERM, BROADCAST, SWAP and REVERSE. An owner operation is seldom legal with another offset.
  const uint32_t op = wl_op_of(WL_FMT_DS, w[0]);
  if (chance(r, 8)) put(&w[0], WL_DS_OFFSET, SWIZZLE_QUAD | below(r, 256));
  else if (chance(r, 8)) put(&w[0], WL_DS_OFFSET, SWIZZLE_ALL & ~below(r, 8));
  else if (chance(r, 8)) put(&w[0], WL_DS_OFFSET, below(r, 32) << SWIZZLE_XOR_AT | SWIZZLE_ALL);
  else if (op >= WL_OP_owner_write_b32 && op <= WL_OP_owner_write_b128)
    put(&w[0], WL_DS_OFFSET, 4 * below(r, OWNER_STRIDES) << 8 | 4 * below(r, OWNER_INDICES));
  else if (op >= WL_OP_owner_read_b32 && op <= WL_OP_owner_read_b128) put(&w[0], WL_OWNER_READ_RESERVED, 0);
}

static void weigh(random_state *r, format f, uint32_t w[2]) {
  enum { SDST_CODES = 127, MESSAGE = 0x37f };  // codes of SDST; bits of SIMM16 that LLVM names in s_sendmsg
  switch (f) {
    case SOP2:
    case SOPC:
      put(&w[0], WL_SOP_SSRC1, scalar_code(r));
      put(&w[0], WL_SOP_SSRC0, scalar_code(r));
      if (f == SOP2) put(&w[0], WL_SOP_SDST, scalar_code(r) & SDST_CODES);
      break;
    case SOP1:
      put(&w[0], WL_SOP_SSRC0, scalar_code(r));
      put(&w[0], WL_SOP_SDST, scalar_code(r) & SDST_CODES);
      break;
    case SOPK: put(&w[0], WL_SOP_SDST, scalar_code(r) & SDST_CODES); break;
    case SOPP:
      if (chance(r, 2)) put(&w[0], WL_SOP_SIMM16, below(r, 16));
      else if (chance(r, 2)) put(&w[0], WL_SOP_SIMM16, random_word(r) & MESSAGE);
      break;
    case SMEM:
      put(&w[0], WL_SMEM_SDATA, 4 * below(r, 31));
      put(&w[1], WL_SMEM_OFFSET_SGPR, scalar_code(r) & SDST_CODES);
      put(&w[1], WL_SMEM_SOFFSET, scalar_code(r) & SDST_CODES);
      break;
    case VOP1:
    case VOP2:
    case VOPC: put(&w[0], WL_VOP_SRC0, vector_code(r)); break;
    case VOP3:
    case VOP3P:
      put(&w[1], WL_VOP3_SRC0, vector_code(r));
      put(&w[1], WL_VOP3_SRC1, vector_code(r));
      put(&w[1], WL_VOP3_SRC2, chance(r, 2) ? 0 : vector_code(r));
      if (!chance(r, 4)) put(&w[1], WL_VOP3_NEG, 0);
      if (!chance(r, 4)) put(&w[0], WL_VOP3_ABS, 0);  // of VOP3P: NEG_HI
      if (f == VOP3 && !chance(r, 4)) put(&w[1], WL_VOP3_OMOD, 0);
      if (f == VOP3 && chance(r, 2)) put(&w[0], WL_VOP3_OP_SEL, 0);
      if (chance(r, 2)) put(&w[0], WL_VOP3_VDST, 2 * below(r, PAIRS));  // of a compare: an SGPR pair
      break;
    case DS: weigh_ds(r, w); break;
    case GLOBAL:
      put(&w[0], WL_FLAT_LDS, chance(r, 8));
      put(&w[0], WL_FLAT_SEG, chance(r, 2) ? random_word(r) : WL_SEG_GLOBAL);
      if (!chance(r, 4)) put(&w[0], WL_FLAT_RESERVED, 0);
      put(&w[1], WL_FLAT_SADDR, chance(r, 2) ? WL_SADDR_NONE : scalar_code(r) & SDST_CODES);
      if (!chance(r, 4)) put(&w[1], WL_BIT(23), 0);  // NV
      if (chance(r, 2)) put(&w[1], chance(r, 2) ? WL_FLAT_DATA : WL_FLAT_VDST, 0);
      break;
    case MUBUF:
    case MTBUF:
      if (f == MUBUF) put(&w[0], WL_MUBUF_LDS, chance(r, 8));
      if (f == MUBUF && !chance(r, 4)) put(&w[0], WL_MUBUF_RESERVED, 0);
      put(&w[1], WL_MUBUF_TFE, chance(r, 8));
      if (!chance(r, 4)) put(&w[1], WL_MUBUF_SRSRC, below(r, 25));
      put(&w[1], WL_MUBUF_SOFFSET, scalar_code(r));
      break;
    case MIMG:
      if (!chance(r, 4)) put(&w[0], WL_MIMG_OPM | WL_MIMG_LWE, 0);
      if (chance(r, 2)) put(&w[0], WL_MIMG_DMASK, chance(r, 2) ? 1u << below(r, 4) : 3);
      if (!chance(r, 4)) put(&w[1], WL_MIMG_D16, chance(r, 4));
      put(&w[1], WL_MIMG_SRSRC, below(r, 30));
      put(&w[1], WL_MIMG_SSAMP, wl_op_of(WL_FMT_MIMG, w[0]) < 32 && !chance(r, 8) ? 0 : below(r, 32));
      break;
    case EXP:
      if (chance(r, 2)) put(&w[0], WL_BITS(25, 13), 0);
      if (chance(r, 2)) put(&w[0], WL_EXP_TARGET, below(r, 16));
      break;
    default: break;
  }
}

void make_words(random_state *r, uint64_t index, uint32_t w[2], allocation *a) {
  w[0] = random_word(r);
  w[1] = random_word(r);
  *a = chance(r, 4) ? (allocation){48, 64, false} : (allocation){WL_SGPR_COUNT, VGPRS_ALL, false};
  a->priv = chance(r, 4);
  if (index % 3 == 0) return;
  uint32_t total = 0, pick;
  format f = SOP2;
  for (uint32_t i = 0; i < FORMATS; i++) total += formats[i].share;
  for (pick = below(r, total); pick >= formats[f].share; f++) pick -= formats[f].share;
  put(&w[0], formats[f].encoding, formats[f].fixed);
  // Most of the time, an opcode that the unit has.
  for (uint32_t tries = chance(r, 8) ? 1 : 16; tries > 0 && !is_known(w); tries--) {
    put(&w[0], formats[f].op, random_word(r));
  }
  if (index % 3 == 1) weigh(r, f, w);
  if ((f == VOP1 || f == VOP2 || f == VOPC) && chance(r, 2)) {
    const bool sdwa = chance(r, 2);
    put(&w[0], WL_VOP_SRC0, sdwa ? WL_SRC_SDWA : WL_SRC_DPP);
    if (index % 3 == 1) weigh_second_dword(r, &w[1], sdwa);
  }
}
