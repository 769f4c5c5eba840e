// SPDX-License-Identifier: Apache-2.0
// One dword of one lane between a register and memory, with the columns of a table row as constants.
#ifndef WAVELOCK_TRANSFER_H
#define WAVELOCK_TRANSFER_H

#include "machine.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline, unused))

enum { LOAD, STORE };

// Row r of one lane from, or to, memory at p. Sub-dword accesses have one row.
ALWAYS_INLINE void load_word(uint32_t *to, const uint8_t *p, uint32_t r, uint32_t bytes, bool sign, uint32_t half) {
  uint32_t raw = 0;
  memcpy(&raw, p + 4 * r, bytes < 4 ? bytes : 4);
  *to = wl_load_value(bytes, sign, half, raw, *to);
}

ALWAYS_INLINE void store_row(const struct wl_wave *w, uint32_t vgpr, uint8_t *p, uint32_t lane, uint32_t r,
                             uint32_t bytes, uint32_t half) {
  const uint32_t raw = w->vgpr[vgpr + r][lane] >> (half == WL_HIGH_HALF ? 16 : 0);
  memcpy(p + 4 * r, &raw, bytes < 4 ? bytes : 4);
}

// A row that is whole in a run of memory: dwords of all lanes, one after the other.
ALWAYS_INLINE bool is_run(uint64_t exec, const uint32_t at[WL_LANES], uint32_t bytes, uint32_t half) {
  return bytes == 4 && half == WL_WHOLE && exec == ~0ull && wl_consecutive(at);
}

#endif
