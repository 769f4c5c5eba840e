// SPDX-License-Identifier: Apache-2.0
// FLAT: each lane accesses the LDS, scratch or global memory, by the aperture of its address (buffer-memory.md 10;
// D-MEM-37, D-MEM-38, D-MEM-39, D-MEM-78).
#include "memory/memory.h"

// Bits 63:32 of the addresses of an aperture.
enum { APERTURE_BIT = 16 };

// The lanes whose addresses lie in the aperture.
static uint64_t in_aperture(const uint64_t address[WL_LANES], uint32_t aperture) {
  uint64_t lanes = 0;
  for (uint32_t l = 0; l < WL_LANES; l++) lanes |= (uint64_t)(address[l] >> 32 == aperture << APERTURE_BIT) << l;
  return lanes;
}

struct wl_insn wl_flat_half(const struct wl_insn *insn, wl_block unit) {
  struct wl_insn half = *insn;
  half.unit = (uint8_t)unit;
  half.holds &= unit == WL_UNIT_LDS ? WL_HOLDS_LGKM : WL_HOLDS_VM | WL_HOLDS_VS;
  half.in_order = half.holds & WL_HOLDS_VM ? WL_IN_ORDER_VMEM : half.holds & WL_HOLDS_VS ? WL_IN_ORDER_VS : 0;
  half.mem_space = unit == WL_UNIT_LDS ? WL_SPACE_SHARED : WL_SPACE_GLOBAL;
  return half;
}

uint64_t wl_flat_lanes(const struct wl_wave *w, const struct wl_insn *half) {
  uint64_t address[WL_LANES];
  wl_global_addresses(w, half, address);
  const uint64_t shared = in_aperture(address, WL_APERTURE_SHARED);
  return wl_exec(w) & (half->unit == WL_UNIT_LDS ? shared : ~shared);
}

void wl_flat_places(const struct wl_wave *w, const struct wl_insn *insn, const struct wl_access *a, uint64_t exec,
                    struct wl_places *p) {
  const bool atomic = a->mem_op == WL_MEM_ATOMIC;
  const uint32_t dwords = atomic ? 1 : (a->bytes + 3u) / 4u;
  uint64_t address[WL_LANES];
  uint32_t offset[WL_LANES];
  wl_global_addresses(w, insn, address);
  const uint64_t scratch = exec & in_aperture(address, WL_APERTURE_PRIVATE);
  for (uint32_t l = 0; l < WL_LANES; l++) offset[l] = (uint32_t)address[l];
  // The places of scratch in all lanes first, then the others.
  if (scratch != 0) wl_private_places(w, offset, a, scratch, p);
  p->wrapped = scratch;
  for (uint32_t k = 0; k < dwords; k++) {
    p->reached[k] = exec;
    for (uint32_t l = 0; l < WL_LANES; l++) {
      if (!(scratch >> l & 1)) p->address[k][l] = address[l] + 4 * k;
    }
  }
  for (uint64_t left = ~scratch; left != 0; left &= left - 1) p->cut[__builtin_ctzll(left)] = 4;
  if (atomic && a->bytes == 8) {  // its dwords are apart (D-MEM-39)
    p->violation = scratch;
    p->reached[0] &= ~scratch;
  }
}
