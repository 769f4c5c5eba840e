// SPDX-License-Identifier: Apache-2.0
// Rows of dwords between VGPRs and the LDS (rows.h).
#include "memory/rows.h"

#include "execute/vector_host.h"

static bool consecutive(const uint32_t at[WL_LANES]) {
  const uint32_t first = at[0];
  uint32_t differs = 0;
  FOR_LANES(l, WL_LANES) differs |= at[l] ^ (first + 4 * l);
  return differs == 0 && first <= UINT32_MAX - 4 * WL_LANES;
}

// Copies a row: lane l gets the dword of lane l ^ mask.
INLINE void copy_exchanged(uint8_t *to, const uint8_t *from, uint32_t mask) {
#ifdef __AVX2__
  typedef int wl_eight __attribute__((vector_size(32)));
  const wl_eight order = (wl_eight){0, 1, 2, 3, 4, 5, 6, 7} ^ (int)(mask % 8);
#else
  typedef int wl_four __attribute__((vector_size(16)));
#endif
#pragma GCC unroll 16
  for (uint32_t i = 0; i < WL_PARTS; i++) {
#ifdef __AVX2__
    wl_eight x;
    memcpy(&x, from + sizeof x * (i ^ mask / 8), sizeof x);
    x = __builtin_ia32_permvarsi256(x, order);
#else
    wl_four x;
    memcpy(&x, from + sizeof x * (i ^ mask / 4), sizeof x);
    if (mask & 1) x = __builtin_shufflevector(x, x, 1, 0, 3, 2);
    if (mask & 2) x = __builtin_shufflevector(x, x, 2, 3, 0, 1);
#endif
    memcpy(to + sizeof x * i, &x, sizeof x);
  }
}

// Where the dwords of 64 lanes lie.
enum shape { ANYWHERE, EXCHANGED, REFUSED };

// EXCHANGED: lane l has dword l ^ *mask of the row that begins at *row. Consecutive dwords have mask 0; a butterfly has
// another one.
INLINE enum shape shape_of(const uint32_t at[WL_LANES], uint32_t offset, uint32_t bytes, bool aligned, uint32_t *row,
                           uint32_t *mask) {
  const uint32_t first = at[0];
  uint32_t any = 0, not_added = 0, not_exchanged = 0;
  FOR_LANES(l, WL_LANES) {
    any |= at[l];  // no address is above it
    not_added |= at[l] ^ (first + 4 * l);
    not_exchanged |= at[l] ^ first ^ 4 * l;
  }
  if ((uint64_t)any + offset + 4 > bytes || (aligned && ((any | offset) & 3) != 0)) return REFUSED;
  if (not_added != 0 && not_exchanged != 0) return ANYWHERE;
  *mask = not_added == 0 ? 0 : first / 4 % WL_LANES;
  *row = first + offset - 4 * *mask;
  return EXCHANGED;
}

static bool load(uint32_t *vgpr, const uint8_t *lds, const uint32_t at[WL_LANES], uint32_t offset, uint32_t bytes,
                 bool aligned) {
  uint32_t row = 0, mask = 0;
  const enum shape shape = shape_of(at, offset, bytes, aligned, &row, &mask);
  if (shape == REFUSED) return false;
  if (shape == EXCHANGED) {
    copy_exchanged((uint8_t *)vgpr, lds + row, mask);
    return true;
  }
  // at may be the same VGPR.
#pragma GCC unroll 8
  for (uint32_t l = 0; l < WL_LANES; l++) memcpy(&vgpr[l], lds + offset + at[l], 4);
  return true;
}

static bool store_dwords(const uint32_t *vgpr, uint8_t *lds, const uint32_t at[WL_LANES], uint32_t offset,
                         uint32_t bytes, bool aligned) {
  uint32_t row = 0, mask = 0;
  const enum shape shape = shape_of(at, offset, bytes, aligned, &row, &mask);
  if (shape == REFUSED) return false;
  if (shape == EXCHANGED) {
    copy_exchanged(lds + row, (const uint8_t *)vgpr, mask);
    return true;
  }
#pragma GCC unroll 8
  for (uint32_t l = 0; l < WL_LANES; l++) memcpy(lds + offset + at[l], &vgpr[l], 4);
  return true;
}

const struct wl_rows JOIN(wl_rows_, WL_HOST, ) = {consecutive, load, store_dwords};
