// SPDX-License-Identifier: Apache-2.0
// Transfers between registers and memory, inlined with the columns of a table row as constants.
#ifndef WAVELOCK_TRANSFER_H
#define WAVELOCK_TRANSFER_H

#include "memory/memory.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline, unused))

// Dword r of a lane's access, at p. An access of one or two bytes has only dword 0.
ALWAYS_INLINE void load_word(const struct wl_memory *m, uint32_t *to, const uint8_t *p, uint32_t r, uint32_t bytes,
                             bool sign, uint32_t half) {
  uint32_t raw = 0;
  memcpy(&raw, p + 4 * r, bytes < 4 ? bytes : 4);
  *to = wl_load_value(bytes, sign, half, raw, half == WL_WHOLE ? 0 : wl_kept(m, *to));
}

ALWAYS_INLINE void store_word(const struct wl_wave *w, uint32_t vgpr, uint8_t *p, uint32_t lane, uint32_t r,
                              uint32_t bytes, uint32_t half) {
  const uint32_t raw = w->vgpr[vgpr + r][lane] >> (half == WL_HIGH_HALF ? 16 : 0);
  memcpy(p + 4 * r, &raw, bytes < 4 ? bytes : 4);
}

// Whether all 64 lanes are active and access consecutive dwords.
ALWAYS_INLINE bool is_run(uint64_t exec, const uint32_t at[WL_LANES], uint32_t bytes, uint32_t half) {
  return bytes == 4 && half == WL_WHOLE && exec == ~0ull && wl_consecutive(at);
}

#endif
