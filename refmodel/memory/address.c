// SPDX-License-Identifier: Apache-2.0
// Addresses of FLAT, GLOBAL and DS instructions (buffer-memory.md 10; lds.md 3.1, 3.2).
#include "execute/vector.h"
#include "memory/memory.h"

void wl_global_addresses(const struct wl_wave *w, const struct wl_insn *insn, uint64_t address[WL_LANES]) {
  const uint32_t *low = w->vgpr[insn->src[0].reg];
  const uint64_t offset = (uint64_t)(int64_t)insn->simm;
  if (insn->src[2].kind == WL_OPERAND_SGPR) {
    const uint64_t base = wl_sgpr64(w, insn->src[2].reg) + offset;
    for (uint32_t l = 0; l < WL_LANES; l++) address[l] = base + low[l];
  } else {
    const uint32_t *high = w->vgpr[insn->src[0].reg + 1];
    for (uint32_t l = 0; l < WL_LANES; l++) address[l] = (low[l] | (uint64_t)high[l] << 32) + offset;
  }
}

const struct wl_rows *wl_rows_of_host(void) {
#ifdef __x86_64__
  if (wl_host_used() == WL_HOST_AVX512) return &wl_rows_avx512;
  if (wl_host_used() == WL_HOST_AVX2) return &wl_rows_avx2;
#endif
  return &wl_rows_base;
}

bool wl_global_run(const struct wl_wave *w, const struct wl_insn *insn, uint64_t *first) {
  const uint32_t *low = w->vgpr[insn->src[0].reg];
  const uint64_t offset = (uint64_t)(int64_t)insn->simm;
  if (!w->memory->rows->consecutive(low)) return false;
  *first = low[0] + offset;
  if (insn->src[2].kind == WL_OPERAND_SGPR) {
    *first += wl_sgpr64(w, insn->src[2].reg);
    return true;
  }
  const uint32_t *high = w->vgpr[insn->src[0].reg + 1];
  *first += (uint64_t)high[0] << 32;
  return wl_uniform(high);
}

uint32_t wl_ds_accesses(const struct wl_insn *insn, const struct wl_access *a) {
  if (a->what == WL_DS_LANES || a->what == WL_DS_NOTHING) return 0;
  if (a->what == WL_DS_SRC2) return 2;
  return a->accesses == 2 && wl_ds_offset(insn, 0) != wl_ds_offset(insn, 1) ? 2 : 1;
}

// WL_AT_VGPR, WL_AT_ALIGNED_VGPR: what is added to a lane's ADDR.
static uint32_t ds_distance(const struct wl_wave *w, const struct wl_insn *insn, const struct wl_access *a,
                            uint32_t access) {
  const uint32_t base = wl_is_gds(insn) ? wl_field(w->sgpr[WL_M0], WL_M0_GDS_BASE) : 0;
  return base + (a->accesses == 1 ? (uint32_t)insn->simm : wl_ds_offset(insn, access) * a->scale);
}

// The byte that a lane names, before alignment, relative to the wave's LDS or to the GDS. from: the lane whose ADDR it
// uses.
static uint64_t ds_byte(const struct wl_wave *w, const struct wl_insn *insn, const struct wl_access *a, uint32_t access,
                        uint32_t lane, uint32_t from) {
  const uint32_t offset = (uint32_t)insn->simm, m0 = w->sgpr[WL_M0];
  const uint32_t base = wl_is_gds(insn) ? wl_field(m0, WL_M0_GDS_BASE) : 0;
  const uint32_t vgpr = insn->src[0].kind == WL_OPERAND_VGPR ? w->vgpr[insn->src[0].reg][from] : 0;
  const uint32_t addr = vgpr + base;
  switch (a->where) {
    case WL_AT_SRC2: {
      const int32_t distance =
          offset & WL_SRC2_FROM_VGPR ? (int32_t)vgpr >> 17 : wl_signed_field(offset, WL_SRC2_DISTANCE);
      return access == 0 ? addr : addr + 4u * (uint32_t)distance;
    }
    case WL_AT_ADDTID: return offset + wl_field(m0, WL_M0_ADDTID_BASE) + 4 * lane;
    case WL_AT_OFFSET: return offset + base;
    case WL_AT_OWNER: {
      const uint32_t index = wl_field(offset, WL_OWNER_INDEX), stride = wl_field(offset, WL_OWNER_STRIDE);
      const uint32_t thread = (offset & WL_OWNER_GROUP ? WL_LANES * w->wave_in_group : 0) + lane;
      return ((thread >> 2) * stride + index) / 4 * 64ull + (thread & 3) * 16;
    }
    case WL_AT_LINEAR: return 4ull * (uint32_t)(addr + wl_field(offset, WL_OWNER_READ_OFFSET));
    default: return vgpr + ds_distance(w, insn, a, access);
  }
}

// The addresses of 64 lanes in the usual form. Returns whether all of them are in range and aligned. The loop has no
// branch, so that the compiler takes several lanes at once.
static bool all_inside(const uint32_t *addr, uint32_t distance, uint64_t start, uint32_t cleared, uint32_t zero,
                       uint32_t bytes, uint64_t size, uint64_t address[WL_LANES]) {
  if (size < bytes || size > UINT32_MAX) return false;
  const uint32_t last = (uint32_t)(size - bytes);
  uint32_t outside = 0;
  for (uint32_t l = 0; l < WL_LANES; l++) {
    const uint32_t at = (addr[l] + distance) & ~cleared;
    outside |= (at & zero) | (uint32_t)(at > last);
    address[l] = start + at;
  }
  return outside == 0;
}

uint64_t wl_ds_addresses(const struct wl_wave *w, const struct wl_insn *insn, const struct wl_access *a,
                         uint32_t access, uint64_t exec, uint64_t address[WL_LANES]) {
  const uint64_t start = wl_is_gds(insn) ? w->memory->lds_bytes : w->lds_base;
  const uint64_t size = wl_is_gds(insn) ? w->memory->gds_bytes : w->lds_size;
  const uint32_t bytes = a->where == WL_AT_OWNER ? 16 : a->bytes;
  // In every mode atomics must be aligned; addresses of addtid, of the R700 operations and of ds_condxchg32 are made
  // so.
  const uint32_t mode = a->where == WL_AT_ALIGNED_VGPR ? WL_ALIGN_DWORD
                        : a->what != WL_DS_MOVE        ? WL_ALIGN_STRICT
                        : a->where != WL_AT_VGPR       ? WL_ALIGN_DWORD
                                                       : w->alignment_mode;
  const uint32_t cleared = wl_cleared_bits(mode, a->bytes), zero = wl_zero_bits(mode, a->bytes);
  const bool broadcast = a->where == WL_AT_LINEAR && ((uint32_t)insn->simm & WL_OWNER_READ_BROADCAST);
  uint64_t inside = 0;
  // Fast path: the usual form, without decisions per lane.
  const bool usual = a->where == WL_AT_VGPR && insn->src[0].kind == WL_OPERAND_VGPR;
  const uint32_t *addr = usual ? w->vgpr[insn->src[0].reg] : NULL;
  const uint32_t distance = usual ? ds_distance(w, insn, a, access) : 0;
  if (usual && exec == ~0ull && all_inside(addr, distance, start, cleared, zero, bytes, size, address)) return exec;
  for (uint64_t left = exec; left != 0; left &= left - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(left);
    const uint64_t byte =
        usual ? addr[l] + distance : ds_byte(w, insn, a, access, l, broadcast ? (uint32_t)__builtin_ctzll(exec) : l);
    const uint64_t at = byte & ~(uint64_t)cleared;
    address[l] = start + at;
    if ((at & zero) == 0 && at + bytes <= size) inside |= 1ull << l;
  }
  return inside;
}

int wl_owner_overflow(const struct wl_wave *w, const struct wl_insn *insn) {
  const struct wl_access *a = insn->format == WL_FMT_DS ? wl_access_row(insn) : NULL;
  uint64_t address[WL_LANES];
  if (a == NULL || a->where != WL_AT_OWNER) return -1;
  const uint64_t outside = wl_exec(w) & ~wl_ds_addresses(w, insn, a, 0, wl_exec(w), address);
  if (outside == 0) return -1;
  return ((uint32_t)insn->simm & WL_OWNER_GROUP ? (int)w->wave_in_group * WL_LANES : 0) + __builtin_ctzll(outside);
}
