// SPDX-License-Identifier: Apache-2.0
// Addresses of GLOBAL and DS instructions, alignment (buffer-memory.md 5, 10; lds.md 3.1, 3.2).
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

bool wl_global_run(const struct wl_wave *w, const struct wl_insn *insn, uint64_t *first) {
  const uint32_t *low = w->vgpr[insn->src[0].reg];
  const uint64_t offset = (uint64_t)(int64_t)insn->simm;
  if (!wl_consecutive(low)) return false;
  *first = low[0] + offset;
  if (insn->src[2].kind == WL_OPERAND_SGPR) {
    *first += wl_sgpr64(w, insn->src[2].reg);
    return true;
  }
  const uint32_t *high = w->vgpr[insn->src[0].reg + 1];
  *first += (uint64_t)high[0] << 32;
  return wl_uniform(high);
}

static void global_places(const struct wl_wave *w, const struct wl_insn *insn, const struct wl_access *a, uint64_t exec,
                          struct wl_places *p) {
  const uint32_t dwords = a->mem_op == WL_MEM_ATOMIC ? 1 : (a->bytes + 3u) / 4u;
  wl_global_addresses(w, insn, p->address[0]);
  for (uint32_t k = 0; k < dwords; k++) {
    p->reached[k] = exec;
    for (uint32_t l = 0; l < WL_LANES && k != 0; l++) p->address[k][l] = p->address[0][l] + 4 * k;
  }
}

// Leaves out the lanes of which one of these bits is not 0 in the address of the first byte (buffer-memory.md 5).
static void leave_misaligned(struct wl_places *p, uint64_t bits) {
  uint64_t wrong = 0, reached = 0;
  for (uint32_t l = 0; l < WL_LANES; l++) wrong |= (uint64_t)((p->address[0][l] & bits) != 0) << l;
  for (uint32_t k = 0; k < WL_COMPONENTS; k++) {
    reached |= p->reached[k];
    p->reached[k] &= ~wrong;
  }
  p->violation |= reached & wrong;
}

// Alignment by the size of an element, and of an atomic by its word (buffer-memory.md 5; D-MEM-15, D-MEM-75).
static void align(const struct wl_wave *w, const struct wl_access *a, struct wl_places *p) {
  const uint32_t dword = (a->bytes < 4 ? a->bytes : 4) - 1u;  // bits of the address of one of its dwords
  if (a->mem_op == WL_MEM_ATOMIC) {
    leave_misaligned(p, a->bytes - 1u);
    return;
  }
  switch (w->alignment_mode) {
    case WL_ALIGN_DWORD:
      for (uint32_t k = 0; k < (a->bytes + 3u) / 4u; k++) {
        for (uint32_t l = 0; l < WL_LANES; l++) p->address[k][l] &= ~(uint64_t)dword;
      }
      break;
    case WL_ALIGN_DWORD_STRICT: leave_misaligned(p, dword); break;
    case WL_ALIGN_STRICT: leave_misaligned(p, a->bytes == 12 ? dword : a->bytes - 1u); break;
    default: break;
  }
}

bool wl_vmem_places(const struct wl_wave *w, const struct wl_insn *insn, const struct wl_access *a, uint64_t exec,
                    struct wl_places *p) {
  memset(p->reached, 0, sizeof p->reached);
  memset(p->cut, 4, sizeof p->cut);
  p->violation = p->wrapped = 0;
  if (a->bytes == 0) return false;
  if (insn->format == WL_FMT_MUBUF) {
    if (!wl_buffer_places(w, insn, a, exec, p)) return false;
  } else if (wl_segment(insn) == WL_SEG_SCRATCH) {
    wl_scratch_places(w, insn, a, exec, p);
  } else if (wl_segment(insn) == WL_SEG_FLAT) {
    wl_flat_places(w, insn, a, exec, p);
  } else {
    global_places(w, insn, a, exec, p);
  }
  align(w, a, p);
  return true;
}

uint32_t wl_ds_accesses(const struct wl_insn *insn, const struct wl_access *a) {
  if (a->what == WL_DS_LANES || a->what == WL_DS_NOTHING) return 0;
  if (a->what == WL_DS_SRC2) return 2;
  return a->accesses == 2 && wl_ds_offset(insn, 0) != wl_ds_offset(insn, 1) ? 2 : 1;
}

// WL_AT_VGPR: what is added to a lane's ADDR.
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

uint64_t wl_ds_addresses(const struct wl_wave *w, const struct wl_insn *insn, const struct wl_access *a,
                         uint32_t access, uint64_t exec, uint64_t address[WL_LANES]) {
  const uint64_t start = wl_is_gds(insn) ? w->memory->lds_bytes : w->lds_base;
  const uint64_t size = wl_is_gds(insn) ? w->memory->gds_bytes : w->lds_size;
  const uint32_t bytes = a->where == WL_AT_OWNER ? 16 : a->bytes;
  // In every mode atomics must be aligned, and addresses of addtid and the R700 operations are made aligned.
  const uint32_t mode = a->what != WL_DS_MOVE    ? WL_ALIGN_STRICT
                        : a->where != WL_AT_VGPR ? WL_ALIGN_DWORD
                                                 : w->alignment_mode;
  const uint32_t cleared = wl_cleared_bits(mode, a->bytes), zero = wl_zero_bits(mode, a->bytes);
  const bool broadcast = a->where == WL_AT_LINEAR && ((uint32_t)insn->simm & WL_OWNER_READ_BROADCAST);
  uint64_t inside = 0;
  // The usual form by itself, with nothing to find out in the loop.
  const bool usual = a->where == WL_AT_VGPR && insn->src[0].kind == WL_OPERAND_VGPR;
  const uint32_t *addr = usual ? w->vgpr[insn->src[0].reg] : NULL;
  const uint32_t distance = usual ? ds_distance(w, insn, a, access) : 0;
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
