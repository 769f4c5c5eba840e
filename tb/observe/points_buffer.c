// SPDX-License-Identifier: Apache-2.0
// Range checks and formats of buffers (buffer-memory.md 2 to 4, 7), from the V# and the VGPRs of an instruction. This
// is a reading of the specification for counting only; model and RTL have theirs.
#include "observe/points.h"
#include "wavelock/opcodes.h"

enum { FORMAT_OPCODES = 16 };  // opcodes 0 to 15 of MUBUF and MTBUF are format accesses

typedef struct {
  uint32_t v[4], soffset;
  bool idxen, offen, format;
  uint32_t transfer, bytes;
} access_of;

const uint32_t *wl_points_vgpr(const arch_state *a, uint32_t slot, uint32_t number) {
  return a->vgpr + (size_t)(a->wave[slot].vgpr_base + number) * WL_LANES;
}

// range_* of a lane in a structured or raw buffer. index: of VADDR; offset: cut to 32 bits.
static uint32_t range_of(const access_of *b, bool structured, uint32_t index, uint32_t offset) {
  const uint32_t records = b->v[2], first = b->bytes < 4 ? b->bytes : 4;
  const uint64_t at = (uint64_t)offset + b->soffset;
  if (!records) return range_EMPTY;
  if (structured) return index < records ? range_IN : range_INDEX;
  if (at + b->bytes <= records) return range_IN;
  if (at + first <= records && b->transfer <= transfer_STORE) return range_SPLIT;
  return at + b->bytes > UINT32_MAX ? range_CARRY : range_OFFSET;
}

// The place of the lane's element at the end of the buffer.
static uint32_t place_of(const access_of *b, bool structured, uint32_t index, uint32_t offset) {
  return structured ? wl_points_place(index, 1, b->v[2])
                    : wl_points_place((uint64_t)offset + b->soffset, b->bytes, b->v[2]);
}

static uint32_t access_of_transfer(uint32_t transfer) {
  return transfer == transfer_LOAD || transfer == transfer_FORMAT_LOAD ? access_READ
         : transfer == transfer_ATOMIC                                 ? access_ATOMIC
                                                                       : access_WRITE;
}

static void range_points(wl_points *p, const arch_state *a, uint32_t slot, const access_of *b, const wl_decoded *d) {
  const wl_state_regs *before = &a->at_issue[slot].state_regs;
  const bool tid = b->v[3] & WL_RESOURCE_ADD_TID;
  const bool structured = b->idxen && wl_field(b->v[1], WL_RESOURCE_STRIDE);
  const uint32_t kind = tid && !b->idxen ? buffer_PRIVATE : structured ? buffer_STRUCTURED : buffer_RAW;
  const uint32_t layout = tid && b->v[1] & WL_RESOURCE_SWIZZLE_ENABLE ? layout_SWIZZLED : layout_LINEAR;
  const uint32_t *index = b->idxen ? wl_points_vgpr(a, slot, d->src[0].reg) : NULL;
  const uint32_t *offset = b->offen ? wl_points_vgpr(a, slot, d->src[0].reg + b->idxen) : NULL;
  uint32_t found = 0, places = 0;
  for (uint64_t left = (uint64_t)before->exec_hi << 32 | before->exec_lo; left; left &= left - 1) {
    const uint32_t lane = (uint32_t)__builtin_ctzll(left);
    const uint32_t record = index ? index[lane] : 0, at = (offset ? offset[lane] : 0) + (uint32_t)d->simm;
    found |= 1u << (kind == buffer_PRIVATE ? range_IN : range_of(b, structured, record, at));
    if (kind != buffer_PRIVATE) places |= 1u << place_of(b, structured, record, at);
  }
  for (places &= (1u << place_COUNT) - 1; places; places &= places - 1)
    wl_points_count(p, POINTS_limit, structured ? limited_STRUCTURED : limited_RAW, access_of_transfer(b->transfer),
                    (uint32_t)__builtin_ctz(places), 0);
  for (; found; found &= found - 1)
    wl_points_count(p, POINTS_range, kind, layout, b->transfer, (uint32_t)__builtin_ctz(found));
}

static void format_point(wl_points *p, const access_of *b, const uint32_t w[2], bool typed, bool d16) {
  const uint32_t dfmt = typed ? wl_field(w[0], WL_MTBUF_DFMT) : wl_field(b->v[3], WL_RESOURCE_DATA_FORMAT);
  const uint32_t nfmt = typed ? wl_field(w[0], WL_MTBUF_NFMT) : wl_field(b->v[3], WL_RESOURCE_NUM_FORMAT);
  const bool load = b->transfer == transfer_FORMAT_LOAD;
  const uint32_t at[4] = {dfmt, nfmt,
                          load  ? d16 ? direction_LOAD_D16 : direction_LOAD
                          : d16 ? direction_STORE_D16
                                : direction_STORE,
                          0};
  // A pair that names no format works as the invalid one (D-MEM-23).
  const bool valid = wl_points_format_exists(at);
  wl_points_count(p, POINTS_format, valid ? dfmt : dfmt_INVALID, valid ? nfmt : nfmt_UNORM, at[2], 0);
}

static uint32_t format_bytes(uint32_t dfmt) {
  static const uint8_t bytes[dfmt_COUNT] = {1, 1, 2, 2, 4, 4, 4, 4, 4, 4, 4, 8, 8, 12, 16, 1};
  return bytes[dfmt];
}

void wl_points_buffer(wl_points *p, const arch_state *a, uint32_t slot, const wl_decoded *d) {
  const uint32_t *w = a->effect.words;
  const wl_format f = wl_format_of(w[0]);
  const bool typed = f == WL_FMT_MTBUF;
  if (f != WL_FMT_MUBUF && !typed) return;
  const uint32_t op = wl_op_of(f, w[0]);
  // Cache instructions have no V#, and transfers of the LDS no VDATA.
  if (d->src[2].kind != WL_DECODED_SGPR || d->src[1].kind == WL_DECODED_SGPR) return;
  access_of b = {.idxen = w[0] & WL_MUBUF_IDXEN, .offen = w[0] & WL_MUBUF_OFFEN};
  for (uint32_t i = 0; i < 4; i++) b.v[i] = wl_points_sgpr(a, slot, d->src[2].reg + i);
  const bool named = d->src[3].kind == WL_DECODED_SGPR;
  b.soffset = named ? wl_points_sgpr(a, slot, d->src[3].reg) : (uint32_t)d->src[3].value;
  const bool high = !typed && (op == WL_OP_buffer_load_format_d16_hi_x || op == WL_OP_buffer_store_format_d16_hi_x);
  b.format = typed || op < FORMAT_OPCODES || high;
  const bool load = d->mem_op == WL_MEM_LOAD;
  if (d->mem_op == WL_MEM_ATOMIC) b.transfer = transfer_ATOMIC;
  else if (b.format) b.transfer = load ? transfer_FORMAT_LOAD : transfer_FORMAT_STORE;
  else b.transfer = load ? transfer_LOAD : transfer_STORE;
  const uint32_t dfmt = typed ? wl_field(w[0], WL_MTBUF_DFMT) : wl_field(b.v[3], WL_RESOURCE_DATA_FORMAT);
  b.bytes = b.format ? format_bytes(dfmt) : a->effect.mem_bytes;
  range_points(p, a, slot, &b, d);
  if (b.format) format_point(p, &b, w, typed, high || op >= WL_OP_tbuffer_load_format_d16_x);
}

// ---- which points exist ---------------------------------------------------------------------------

// A private buffer is never out of range. A structured one is by its index alone. Only plain loads and stores are
// checked dword by dword; atomics and formats are all or nothing (D-MEM-13).
bool wl_points_range_exists(const uint32_t at[4]) {
  const uint32_t range = at[3];
  if (at[0] == buffer_PRIVATE) return range == range_IN;
  if (at[0] == buffer_STRUCTURED) return range <= range_INDEX;
  return range != range_INDEX && (range != range_SPLIT || at[2] <= transfer_STORE);
}

// The valid pairs of buffer-memory.md 7.1, and one point for all others.
bool wl_points_format_exists(const uint32_t at[4]) {
  const uint32_t nfmt = at[1];
  switch (at[0]) {
    case dfmt_INVALID: return nfmt == nfmt_UNORM;
    case dfmt_RESERVED: return false;
    case dfmt_8:
    case dfmt_8_8:
    case dfmt_8_8_8_8:
    case dfmt_2_10_10_10:
    case dfmt_10_10_10_2: return nfmt <= nfmt_SINT;
    case dfmt_16:
    case dfmt_16_16:
    case dfmt_16_16_16_16:
    case dfmt_10_11_11:
    case dfmt_11_11_10: return nfmt != nfmt_RESERVED;
    default: return nfmt == nfmt_UINT || nfmt == nfmt_SINT || nfmt == nfmt_FLOAT;
  }
}
