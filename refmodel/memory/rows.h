// SPDX-License-Identifier: Apache-2.0
// Rows of 64 dwords, one per lane, between VGPRs and the LDS. They are compiled once per level of the host but pure, as
// the loops of the vector ALU (execute/vector_host.h).
#ifndef WAVELOCK_MEMORY_ROWS_H
#define WAVELOCK_MEMORY_ROWS_H

#include "isa/state.h"

struct wl_rows {
  // Whether lane l names byte at[0] + 4 * l for every lane, without wrapping at 2^32.
  bool (*consecutive)(const uint32_t at[WL_LANES]);
  // A dword of each lane lies at byte at[lane] + offset of the LDS, which has `bytes` bytes. In the order of the lanes.
  // false: one is out of range, or it is misaligned and `aligned` says that it must not be; nothing was done.
  bool (*load)(uint32_t *vgpr, const uint8_t *lds, const uint32_t at[WL_LANES], uint32_t offset, uint32_t bytes,
               bool aligned);
  bool (*store)(const uint32_t *vgpr, uint8_t *lds, const uint32_t at[WL_LANES], uint32_t offset, uint32_t bytes,
                bool aligned);
};
extern const struct wl_rows wl_rows_base;
#ifdef __x86_64__
extern const struct wl_rows wl_rows_avx2, wl_rows_avx512;
#endif
// The functions of the level that instructions are bound to (address.c).
const struct wl_rows *wl_rows_of_host(void);

#endif
