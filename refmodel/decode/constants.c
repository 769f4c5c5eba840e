// SPDX-License-Identifier: Apache-2.0
// Inline constants and apertures (gfx9-encoding.md 4).
#include "decode/decode.h"

bool wl_inline_constant(uint32_t code, uint32_t bits, uint64_t *value) {
  static const struct {
    uint16_t f16;
    uint32_t f32;
    uint64_t f64;
  } floats[9] = {
      {0x3800, 0x3f000000, 0x3fe0000000000000}, {0xb800, 0xbf000000, 0xbfe0000000000000},
      {0x3c00, 0x3f800000, 0x3ff0000000000000}, {0xbc00, 0xbf800000, 0xbff0000000000000},
      {0x4000, 0x40000000, 0x4000000000000000}, {0xc000, 0xc0000000, 0xc000000000000000},
      {0x4400, 0x40800000, 0x4010000000000000}, {0xc400, 0xc0800000, 0xc010000000000000},
      {0x3118, 0x3e22f983, 0x3fc45f306dc9c882},
  };
  uint64_t v;
  if (code >= WL_SRC_ZERO && code <= WL_SRC_INT_64) {
    v = code - WL_SRC_ZERO;
  } else if (code >= WL_SRC_MINUS_1 && code <= WL_SRC_MINUS_16) {
    v = (uint64_t)WL_SRC_INT_64 - code;
  } else if (code >= WL_SRC_HALF && code <= WL_SRC_INV_2PI) {
    const uint32_t i = code - WL_SRC_HALF;
    v = bits == 64 ? floats[i].f64 : bits == 32 ? floats[i].f32 : floats[i].f16;
  } else {
    // Apertures (D-REG-11, D-REG-12).
    switch (code) {
      case WL_SRC_SHARED_BASE: v = (uint64_t)WL_APERTURE_SHARED << 48; break;
      case WL_SRC_SHARED_LIMIT: v = (uint64_t)WL_APERTURE_SHARED << 48 | 0xffffffff; break;
      case WL_SRC_PRIVATE_BASE: v = (uint64_t)WL_APERTURE_PRIVATE << 48; break;
      case WL_SRC_PRIVATE_LIMIT: v = (uint64_t)WL_APERTURE_PRIVATE << 48 | 0xffffffff; break;
      case WL_SRC_POPS_EXITING_WAVE_ID: v = 0; break;
      default: return false;
    }
  }
  *value = bits == 64 ? v : (uint32_t)v;
  return true;
}
