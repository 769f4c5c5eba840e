// SPDX-License-Identifier: Apache-2.0
#include "formulas.h"

#include <string.h>

static const uint64_t low48 = (UINT64_C(1) << 48) - 1;

uint64_t vmem_canonical(uint64_t address) {
  const uint64_t low = address & low48;
  return low >> 47 ? low | ~low48 : low;
}

// A lane's element before alignment.
typedef struct {
  bool narrow, swizzled, bound, checked, structured;
  uint32_t element;  // bytes of a swizzled one
  uint64_t base;     // with SOFFSET
  uint64_t linear;   // address of the first byte, if it is not swizzled
  uint32_t index, vindex, stride, index_stride, offset, num_records;
  uint64_t full;  // the offset without wrap (RDNA)
} place;

static uint32_t bits(const uint32_t words[4], uint32_t first, uint32_t count) {
  return (uint32_t)(words[first / 32] >> first % 32 & ((UINT64_C(1) << count) - 1));
}

// buffer-memory.md 2, 3, 4.1, 15.3
static void place_buffer(const vmem_access *a, uint32_t lane, const uint32_t vgpr[2], place *p) {
  const uint32_t *v = a->resource;
  const bool add_tid = bits(v, 119, 1);
  const uint32_t data_format = bits(v, 111, 4), stride14 = bits(v, 48, 14);
  p->narrow = true;
  // SWIZZLE_ENABLE (14.1): 0 off, 3 elements of 16 bytes.
  const uint32_t swizzle = a->rdna ? bits(v, 62, 2) : bits(v, 63, 1);
  const bool add_lane = add_tid && (a->rdna || swizzle || !a->idxen);  // D-MEM-80
  p->swizzled = swizzle != 0 && (a->rdna || add_tid);                  // D-MEM-80
  p->element = swizzle == 3 ? 16 : 4;
  p->bound = data_format != 0 || (add_tid && !a->format);
  p->checked = a->rdna || !add_tid || a->idxen;
  p->structured = a->idxen && stride14 != 0;
  p->num_records = v[2];
  p->vindex = a->idxen ? vgpr[0] : 0;
  p->index = p->vindex + (add_lane ? lane : 0);
  p->full = (uint64_t)(a->offen ? vgpr[a->idxen] : 0) + (uint32_t)a->offset;
  p->offset = (uint32_t)p->full;
  p->stride = add_lane && !a->format ? data_format << 14 | stride14 : stride14;
  p->index_stride = 8u << bits(v, 117, 2);
  p->base = ((uint64_t)bits(v, 32, 16) << 32 | v[0]) + a->soffset;
  p->linear = p->base + (uint64_t)p->index * p->stride + p->offset;
}

// The private offset `offset` of a lane (buffer-memory.md 10).
static void place_private(const vmem_access *a, uint32_t lane, uint32_t offset, place *p) {
  p->narrow = p->swizzled = p->bound = true;
  p->base = a->base & low48;
  p->index = lane;
  p->element = 4;
  p->index_stride = 64;
  p->offset = offset;
}

static void place_lane(const vmem_access *a, uint32_t lane, const uint32_t vgpr[2], place *p) {
  const uint64_t offset = (uint64_t)(int64_t)a->offset, vgprs = (uint64_t)vgpr[1] << 32 | vgpr[0];
  memset(p, 0, sizeof *p);
  if (a->form == FORM_BUFFER) {
    place_buffer(a, lane, vgpr, p);
  } else if (a->form == FORM_SCRATCH) {
    place_private(a, lane, (a->has_sgpr ? a->soffset : vgpr[0]) + (uint32_t)a->offset, p);
  } else if (a->form == FORM_FLAT && (vgprs + offset) >> 32 == UINT64_C(0x0002) << 16) {
    place_private(a, lane, (uint32_t)(vgprs + offset), p);
  } else {
    p->bound = true;
    p->linear = (a->form == FORM_GLOBAL && a->has_sgpr ? a->base + vgpr[0] : vgprs) + offset;
  }
}

// The address of byte b of the element by itself.
static uint64_t address_of(const place *p, uint32_t b) {
  uint64_t address = p->linear + b;
  if (p->swizzled) {
    const uint64_t o = (uint32_t)(p->offset + b), is = p->index_stride, es = p->element;
    address = p->base + (p->index / is * p->stride + o / es * es) * is + p->index % is * es + o % es;
  }
  return p->narrow ? vmem_canonical(address) : address;
}

// The table of buffer-memory.md 14.1.
static bool out_by_select(const vmem_access *a, const place *p, uint32_t k) {
  const bool whole = a->format || a->atomic, is_record = p->index < p->num_records;
  const uint64_t stride = bits(a->resource, 48, 14), records = p->num_records;
  const uint64_t payload = whole || a->size < 4 ? a->size : 4;
  const uint64_t end = p->full + (whole ? 0 : 4 * k) + payload;
  const bool with_offset = !is_record || end > stride;
  switch (bits(a->resource, 124, 2)) {
    case 0: return with_offset;
    case 1: return !is_record;
    case 2: return records == 0;
    default: break;
  }
  if (p->swizzled && stride != 0) return with_offset;
  return records < a->soffset || end > records - a->soffset;  // D-MEM-54
}

static bool out_of_range(const vmem_access *a, const place *p, uint32_t k) {
  const uint32_t last = a->size < 4 ? 0 : a->size / 4 - 1;
  if (!p->bound) return true;
  if (!p->checked) return false;
  if (a->rdna) return out_by_select(a, p, k);
  if (p->structured) return p->vindex >= p->num_records;                                              // D-MEM-67
  const uint64_t start = (uint64_t)p->offset + a->soffset + 4 * (a->format || a->atomic ? last : k);  // D-MEM-13
  return start + (a->size < 4 ? a->size : 4) > p->num_records;                                        // D-MEM-11
}

// buffer-memory.md 5 and 8: whether a lane in range is dropped.
static bool dropped(const vmem_access *a, const place *p) {
  const uint64_t first = address_of(p, 0);
  const uint32_t upto4 = a->size < 4 ? a->size : 4;
  if (a->atomic) return first % a->size != 0 || (a->size == 8 && p->swizzled);  // D-MEM-39, D-MEM-76
  if (a->format) return false;                                                  // D-MEM-16
  if (a->alignment == ALIGN_DWORD_STRICT) return first % upto4 != 0;
  if (a->alignment == ALIGN_STRICT) return first % (a->size == 12 ? 4 : a->size) != 0;  // D-MEM-15
  return false;
}

void vmem_formulas(const vmem_access *a, uint32_t lane, const uint32_t vgpr[2], uint32_t k, vmem_dword *d) {
  const uint32_t count = a->size < 4 ? a->size : 4;
  place p;
  place_lane(a, lane, vgpr, &p);
  memset(d, 0, sizeof *d);
  d->narrow = p.narrow;
  d->out = out_of_range(a, &p, k);
  if (!d->out && dropped(a, &p)) d->out = d->violates = true;
  if (d->out) return;
  // By bytes in mode 3 alone (D-MEM-8, D-MEM-9). Else four bytes follow the first of the dword (D-MEM-75).
  const bool by_bytes = a->alignment == ALIGN_UNALIGNED && !a->atomic;
  const bool forced = a->alignment == ALIGN_DWORD || (a->format && !by_bytes);
  uint64_t start = address_of(&p, 4 * k);
  if (forced) start -= start % count;
  for (uint32_t b = 0; b < count; b++) {
    d->address[b] = by_bytes ? address_of(&p, 4 * k + b) : start + b;
    if (p.narrow) d->address[b] = vmem_canonical(d->address[b]);
    // The swizzle cuts where the offset passes a multiple of 4.
    const bool behind = by_bytes && p.swizzled && p.offset % 4 + b >= 4;
    *(behind ? &d->second : &d->first) |= 1u << b;
  }
}
