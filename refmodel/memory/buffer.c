// SPDX-License-Identifier: Apache-2.0
// Buffers: the V#, addresses and the range check of MUBUF (buffer-memory.md 2 to 4; step by step: 15.3).
#include "execute/operands.h"
#include "memory/memory.h"

// What all lanes of an instruction share.
struct buffer {
  uint64_t base;          // BASE + SOFFSET
  uint64_t stride;        // of the address, 18 bits
  uint32_t records;       // NUM_RECORDS
  uint32_t index_stride;  // lanes that the swizzle interleaves
  bool add_tid;
  const uint32_t *index, *offset;  // of VADDR; NULL: not there
  uint32_t inst_offset;
};

static uint64_t swizzle(const struct buffer *b, uint32_t index, uint32_t offset) {
  const uint64_t is = b->index_stride;
  return (index / is * b->stride + offset / 4 * 4) * is + index % is * 4 + offset % 4;
}

static struct buffer shared_by_lanes(const struct wl_wave *w, const struct wl_insn *insn) {
  const uint32_t *v = &w->sgpr[insn->src[2].reg];
  const bool add_tid = v[3] & WL_RESOURCE_ADD_TID;
  const bool idxen = insn->words[0] & WL_MUBUF_IDXEN, offen = insn->words[0] & WL_MUBUF_OFFEN;
  const uint32_t stride = wl_field(v[1], WL_RESOURCE_STRIDE);
  const uint32_t more = add_tid ? wl_field(v[3], WL_RESOURCE_DATA_FORMAT) << 14 : 0;
  const uint32_t vaddr = insn->src[0].reg;
  return (struct buffer){
      .base = (v[0] | (uint64_t)wl_field(v[1], WL_RESOURCE_BASE_HIGH) << 32) + wl_scalar32(w, &insn->src[3]),
      .stride = more | stride,
      .records = v[2],
      .index_stride = 8u << wl_field(v[3], WL_RESOURCE_INDEX_STRIDE),
      .add_tid = add_tid,
      .index = idxen ? w->vgpr[vaddr] : NULL,
      .offset = offen ? w->vgpr[vaddr + idxen] : NULL,
      .inst_offset = (uint32_t)insn->simm,
  };
}

bool wl_buffer_run(const struct wl_wave *w, const struct wl_insn *insn, uint64_t *first) {
  const uint32_t scratch = WL_RESOURCE_ADD_TID | WL_RESOURCE_INDEX_STRIDE;  // the swizzle interleaves 64 lanes
  const uint32_t *v = &w->sgpr[insn->src[2].reg];
  const struct buffer b = shared_by_lanes(w, insn);
  if ((v[3] & (scratch | WL_RESOURCE_TYPE)) != scratch || !(v[1] & WL_RESOURCE_SWIZZLE_ENABLE)) return false;
  if (b.index != NULL || (b.offset != NULL && !wl_uniform(b.offset))) return false;
  const uint32_t offset = (b.offset != NULL ? b.offset[0] : 0) + b.inst_offset;
  *first = b.base + swizzle(&b, 0, offset);
  return offset % 4 == 0 && offset <= UINT32_MAX - 16;
}

// Lanes of which dword k is in range (4.1).
static uint64_t in_range(const struct buffer *b, bool structured, uint32_t k) {
  uint64_t lanes = 0;
  if (b->add_tid && b->index == NULL) return ~0ull;
  for (uint32_t l = 0; l < WL_LANES; l++) {
    const uint32_t index = (b->index != NULL ? b->index[l] : 0) + (b->add_tid ? l : 0);
    const uint64_t offset = (b->offset != NULL ? b->offset[l] : 0) + (uint64_t)b->inst_offset + 4 * k;
    lanes |= (uint64_t)(structured ? index < b->records : offset < b->records) << l;
  }
  return lanes;
}

bool wl_buffer_places(const struct wl_wave *w, const struct wl_insn *insn, uint32_t bytes, uint64_t exec,
                      struct wl_places *p) {
  const uint32_t *v = &w->sgpr[insn->src[2].reg];
  const struct buffer b = shared_by_lanes(w, insn);
  const bool swizzled = v[1] & WL_RESOURCE_SWIZZLE_ENABLE;
  const bool unbound = wl_field(v[3], WL_RESOURCE_DATA_FORMAT) == 0 && !b.add_tid;
  const bool structured = b.index != NULL && wl_field(v[1], WL_RESOURCE_STRIDE) != 0;
  const uint32_t dwords = (bytes + 3) / 4, size = bytes < 4 ? bytes : 4;
  memset(p->reached, 0, sizeof p->reached);
  memset(p->cut, 4, sizeof p->cut);
  p->address_bits = WL_BUFFER_ADDRESS_BITS;
  if (wl_field(v[3], WL_RESOURCE_TYPE) != 0) return false;
  for (uint32_t k = 0; k < dwords && !unbound; k++) p->reached[k] = exec & in_range(&b, structured, k);
  for (uint32_t l = 0; l < WL_LANES; l++) {
    const uint32_t index = (b.index != NULL ? b.index[l] : 0) + (b.add_tid ? l : 0);
    const uint32_t offset = (b.offset != NULL ? b.offset[l] : 0) + b.inst_offset;
    if (!swizzled) {
      const uint64_t first = b.base + index * b.stride + offset;
      for (uint32_t k = 0; k < dwords; k++) p->address[k][l] = (first + 4 * k) & WL_BUFFER_ADDRESS_BITS;
      continue;
    }
    p->cut[l] = (uint8_t)(4 - offset % 4);
    for (uint32_t k = 0; k < dwords; k++) {
      const uint32_t behind = offset + 4 * k + p->cut[l];
      p->address[k][l] = (b.base + swizzle(&b, index, offset + 4 * k)) & WL_BUFFER_ADDRESS_BITS;
      if (p->cut[l] >= size) continue;
      p->address[WL_BEHIND_CUT + k][l] = (b.base + swizzle(&b, index, behind)) & WL_BUFFER_ADDRESS_BITS;
      p->reached[WL_BEHIND_CUT + k] |= p->reached[k] & 1ull << l;
    }
  }
  return true;
}
