// SPDX-License-Identifier: Apache-2.0
// Shared by the tests of buffers: where a lane accesses, computed byte by byte as buffer-memory.md 15.3 writes it, and
// the transactions of an instruction.
#ifndef WAVELOCK_TESTS_BUFFERS_H
#define WAVELOCK_TESTS_BUFFERS_H

#include "transactions.h"

enum { SWIZZLE = 1, TID = 2, FORMAT_ACCESS = 4, IDXEN = WL_MUBUF_IDXEN, OFFEN = WL_MUBUF_OFFEN, SOFFSET = 8 };

// What 15.3 starts from, for one lane. rdna: as 14.1 changes it, with these fields of the V# instead of SWIZZLE.
struct access {
  uint64_t base;
  uint32_t stride, records, flags, index_stride, data_format, type;
  uint32_t form, inst_offset;  // IDXEN, OFFEN
  uint32_t soffset, index, offset, lane, bytes;
  bool rdna;
  uint32_t oob, swizzle_enable;
};

// Bytes that the swizzle leaves together; 0: it is off.
static inline uint32_t element_size(const struct access *a) {
  if (!a->rdna) return a->flags & SWIZZLE && a->flags & TID ? 4 : 0;
  return a->swizzle_enable == 0 ? 0 : a->swizzle_enable == 3 ? 16 : 4;
}

static inline void resource(const struct access *a, uint32_t v[4]) {
  v[0] = (uint32_t)a->base;
  v[1] = (uint32_t)(a->base >> 32) | a->stride << 16 | (a->flags & SWIZZLE && !a->rdna ? 1u << 31 : 0);
  if (a->rdna) v[1] |= a->swizzle_enable << 30;
  v[2] = a->records;
  v[3] = a->type << 30 | a->oob << 28 | (a->flags & TID ? 1u << 23 : 0) | a->index_stride << 21 | a->data_format << 15;
}

static inline uint64_t full_offset(const struct access *a) {
  return (a->form & OFFEN ? (uint64_t)a->offset : 0) + a->inst_offset;
}

// Whether the component with byte b is in range, as the table of 14.1 writes it. all: the whole element is the
// component.
static inline bool in_range_of_rdna(const struct access *a, uint32_t index, uint32_t b, bool all) {
  const int64_t first = all ? 0 : b / 4 * 4, payload = all ? a->bytes : a->bytes < 4 ? a->bytes : 4;
  const int64_t end = (int64_t)full_offset(a) + first + payload;
  switch (a->oob) {
    case 0: return !(index >= a->records || end > a->stride);
    case 1: return !(index >= a->records);
    case 2: return a->records != 0;
    default: break;
  }
  if (a->swizzle_enable != 0 && a->stride != 0) return !(index >= a->records || end > a->stride);
  return !(end > (int64_t)a->records - a->soffset);
}

// Whether byte b is accessed, and where.
static inline bool byte_address(const struct access *a, uint32_t b, uint64_t *address) {
  const bool tid = a->flags & TID, format = a->flags & FORMAT_ACCESS, idxen = a->form & IDXEN;
  if (a->type != 0 || (a->data_format == 0 && (!tid || format))) return false;
  const bool add = tid && (a->rdna || a->flags & SWIZZLE || !idxen);
  const uint32_t vindex = idxen ? a->index : 0, index = vindex + (add ? a->lane : 0);
  const uint64_t full = full_offset(a), offset = full % (1ull << 32);
  const uint64_t stride = add && !format ? a->data_format * (1ull << 14) + a->stride : a->stride;
  const uint32_t tested = (format ? a->bytes - 1 : b) / 4 * 4;  // D-MEM-13
  if (a->rdna) {
    if (!in_range_of_rdna(a, index, b, format)) return false;
  } else if (tid && !idxen) {
  } else if (idxen && a->stride != 0) {
    if (vindex >= a->records) return false;
  } else if (offset + a->soffset + tested + (a->bytes < 4 ? a->bytes : 4) > a->records) {
    return false;
  }
  uint64_t at;
  const uint32_t es = element_size(a);
  if (es != 0) {
    const uint64_t o = (offset + b) % (1ull << 32), is = 8ull << a->index_stride;
    at = ((index / is) * stride + (o / es) * es) * is + (index % is) * es + o % es;
  } else {
    at = index * stride + offset + b;
  }
  *address = (a->base + a->soffset + at) % (1ull << 48);
  return true;
}

// The component of byte b (11.1).
static inline uint32_t component_of(const struct access *a, uint32_t b) {
  const bool behind = element_size(a) != 0 && full_offset(a) % 4 + b % 4 >= 4;
  return b / 4 + (behind ? 4 : 0);
}

static inline void open_access(struct program *p, const struct access *a, uint32_t op, uint32_t data,
                               uint32_t soffset_code) {
  program_open_on(p, a->rdna);
  p->init.sgpr_count = 16;
  resource(a, &p->init.sgpr[4]);
  p->init.sgpr[SOFFSET] = a->soffset;
  emit2(p, mubuf(op, data, 1, 4, soffset_code, a->form | a->inst_offset));
  emit(p, S_WAITCNT_0);
  emit(p, S_ENDPGM);
}

static inline uint32_t *vgpr(const struct program *p, uint32_t v) {
  return (uint32_t *)(uintptr_t)wl_model_phys_vgpr(p->model, v);
}

static inline void set_address(struct program *p, const struct access *a, uint32_t lane) {
  uint32_t v = 1;
  if (a->form & IDXEN) vgpr(p, v++)[lane] = a->index;
  if (a->form & OFFEN) vgpr(p, v)[lane] = a->offset;
}

static inline uint32_t pick(uint64_t *random, const uint32_t *of, uint32_t count) {
  return of[random32(random) % count];
}

// A descriptor whose accesses lie mostly in the pages of data, and its instruction.
static inline struct access draw(uint64_t *random) {
  static const uint32_t strides[] = {0, 0, 4, 12, 16, 20, 7}, records[] = {0, 1, 5, 30, 64, 100, 700, ~0u};
  const uint32_t r = random32(random);
  return (struct access){
      .base = kData + random32(random) % 900,
      .stride = pick(random, strides, 7),
      .records = pick(random, records, 8),
      .flags = (r & 1 ? SWIZZLE : 0) | ((r & 6) == 0 ? TID : 0),
      .index_stride = r >> 3 & 3,
      .data_format = r >> 5 & 7 ? (r & 6 ? 4 : 0) : r >> 8 & 1,
      .type = (r >> 9 & 15) == 0 ? 1 + (r >> 13) % 3 : 0,
      .form = (r >> 15 & 1 ? OFFEN : 0) | (r >> 16 & 1 ? IDXEN : 0),
      .inst_offset = r >> 17 & 1 ? random32(random) % 9 : random32(random) % 64 * 4,
      .soffset = r >> 18 & 1 ? random32(random) % 300 : 0,
  };
}

// The same for a unit with RDNA memory.
static inline struct access draw_rdna(uint64_t *random) {
  struct access a = draw(random);
  const uint32_t r = random32(random);
  a.rdna = true;
  a.flags &= ~(uint32_t)SWIZZLE;
  a.swizzle_enable = r & 1 ? r >> 1 & 3 : 0;
  a.oob = r >> 3 & 3;
  if (r >> 5 & 1) a.stride = 60 + (r >> 6) % 16;  // most accesses end near it
  return a;
}

static inline uint32_t draw_number(uint64_t *random, uint32_t below) {
  const uint32_t r = random32(random);
  return r % 16 == 0 ? (uint32_t) - (int32_t)(r >> 4 & 15) : r >> 8 & 1 ? (r >> 9) % below : (r >> 9) % below & ~3u;
}

// The lines in which a lane has bytes of a component; returns how many.
static inline uint32_t lines_of(const struct access *a, uint32_t component, uint64_t lines[2]) {
  uint32_t count = 0;
  for (uint32_t b = 0; b < a->bytes; b++) {
    uint64_t at;
    if (component_of(a, b) != component || !byte_address(a, b, &at)) continue;
    if (count == 0 || lines[count - 1] != (at & ~63ull)) lines[count++] = at & ~63ull;
  }
  return count;
}

static inline bool in_line(const struct access *a, uint32_t component, uint64_t line) {
  uint64_t lines[2];
  const uint32_t count = lines_of(a, component, lines);
  return (count > 0 && lines[0] == line) || (count > 1 && lines[1] == line);
}

// All transactions of the instruction. Lanes of a load that share a line travel together; those of a store alone, since
// the order of transactions decides where lanes overlap.
static inline void serve(struct program *p, const struct access lane[WL_LANES], uint64_t exec, bool store) {
  for (uint32_t k = 0; k < 4; k++) {
    for (uint32_t l = 0; l < WL_LANES; l++) {
      for (uint32_t c = k; c < 8 && (exec >> l & 1); c += 4) {
        uint64_t lines[2];
        const uint32_t count = lines_of(&lane[l], c, lines);
        for (uint32_t i = 0; i < count; i++) {
          wl_transaction t = {.unit = WL_UNIT_VMEM,
                              .op = store ? WL_MEM_STORE : WL_MEM_LOAD,
                              .line = lines[i],
                              .component = c,
                              .lanes = 1ull << l};
          bool done = false;
          for (uint32_t other = 0; other < WL_LANES && !store; other++) {
            if (!(exec >> other & 1) || !in_line(&lane[other], c, lines[i])) continue;
            done |= other < l;
            t.lanes |= 1ull << other;
          }
          if (!done) transact(p, &t);
        }
      }
    }
  }
}

#endif
