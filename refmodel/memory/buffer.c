// SPDX-License-Identifier: Apache-2.0
// Buffers: the V#, addresses and the range check of MUBUF and MTBUF (buffer-memory.md 2 to 4; step by step: 15.3).
// A unit with RDNA memory has its own range check and elements of 16 bytes (14.1), and knows no exception of D-MEM-80;
// the rest is the same (D-MEM-55).
// Scratch as SCRATCH names it: the addresses of a buffer that is swizzled by lanes (10).
#include "execute/operands.h"
#include "memory/memory.h"

// What all lanes of an instruction share, and their registers.
struct buffer {
  uint64_t base;  // BASE + SOFFSET
  uint32_t soffset;
  uint32_t stride;        // of the address, 18 bits
  uint32_t field_stride;  // STRIDE, 14 bits
  uint32_t records;       // NUM_RECORDS
  uint32_t element;       // bytes that the swizzle leaves together: 0 (it is off), 4 or 16
  uint32_t index_stride;  // it interleaves 1 << index_stride records
  bool add_tid, idxen, rdna;
  bool add_lane;                   // the index has the lane in it (D-MEM-80)
  uint32_t oob;                    // rdna: WL_OOB_*
  const uint32_t *index, *offset;  // of VADDR; zeros if it does not have them
  uint32_t inst_offset;
};

// Bytes of an element that the swizzle leaves together. 0: it is off (D-MEM-80).
static uint32_t swizzle_element(const struct wl_wave *w, const uint32_t v[4]) {
  if (!w->memory->rdna) return v[1] & WL_RESOURCE_SWIZZLE_ENABLE && v[3] & WL_RESOURCE_ADD_TID ? 4 : 0;
  const uint32_t enable = wl_field(v[1], WL_RESOURCE_SWIZZLE_RDNA);
  return enable == 0 ? 0 : enable == 3 ? 16 : 4;
}

// format: of a FORMAT access, where DATA_FORMAT is no part of the stride.
static struct buffer shared_by_lanes(const struct wl_wave *w, const struct wl_insn *insn, bool format) {
  static const uint32_t zeros[WL_LANES];
  uint32_t space[4];
  const uint32_t *v = wl_sgpr_tuple(w, insn->src[2].reg, 4, space);
  const bool add_tid = v[3] & WL_RESOURCE_ADD_TID;
  const bool idxen = insn->words[0] & WL_MUBUF_IDXEN, offen = insn->words[0] & WL_MUBUF_OFFEN;
  const uint32_t element = swizzle_element(w, v);
  const bool add_lane = add_tid && (w->memory->rdna || element != 0 || !idxen);
  const uint32_t more = add_lane && !format ? wl_field(v[3], WL_RESOURCE_DATA_FORMAT) << 14 : 0;
  const uint32_t vaddr = insn->src[0].reg;
  const uint32_t soffset = wl_scalar32(w, &insn->src[3]), stride = wl_field(v[1], WL_RESOURCE_STRIDE);
  return (struct buffer){
      .base = (v[0] | (uint64_t)wl_field(v[1], WL_RESOURCE_BASE_HIGH) << 32) + soffset,
      .soffset = soffset,
      .stride = more | stride,
      .field_stride = stride,
      .records = v[2],
      .element = element,
      .index_stride = 3 + wl_field(v[3], WL_RESOURCE_INDEX_STRIDE),
      .add_tid = add_tid,
      .add_lane = add_lane,
      .idxen = idxen,
      .rdna = w->memory->rdna,
      .oob = wl_field(v[3], WL_RESOURCE_OOB_SELECT),
      .index = idxen ? w->vgpr[vaddr] : zeros,
      .offset = offen ? w->vgpr[vaddr + idxen] : zeros,
      .inst_offset = (uint32_t)insn->simm,
  };
}

static inline uint64_t swizzled(const struct buffer *b, uint32_t index, uint32_t offset) {
  const uint32_t in_group = index & ((1u << b->index_stride) - 1);
  const uint32_t within = offset & (b->element - 1);
  const uint64_t row = (uint64_t)(index >> b->index_stride) * b->stride + (offset - within);
  return b->base + (row << b->index_stride) + in_group * b->element + within;
}

static struct buffer scratch_of(const struct wl_wave *w) {
  return (struct buffer){.base = wl_sgpr64(w, WL_FLAT_SCRATCH), .element = 4, .index_stride = 6};
}

// The private offsets of a SCRATCH instruction.
static void scratch_offsets(const struct wl_wave *w, const struct wl_insn *insn, uint32_t offset[WL_LANES]) {
  const uint32_t *vgpr = insn->src[0].kind == WL_OPERAND_VGPR ? w->vgpr[insn->src[0].reg] : NULL;
  const uint32_t saddr = vgpr == NULL ? w->sgpr[insn->src[2].reg] : 0;
  for (uint32_t l = 0; l < WL_LANES; l++) offset[l] = (vgpr != NULL ? vgpr[l] : saddr) + (uint32_t)insn->simm;
}

static bool buffer_run(const struct wl_wave *w, const struct wl_insn *insn, uint64_t *first) {
  const uint32_t scratch = WL_RESOURCE_ADD_TID | WL_RESOURCE_INDEX_STRIDE;  // the swizzle interleaves 64 lanes
  uint32_t space[4];
  const uint32_t *v = wl_sgpr_tuple(w, insn->src[2].reg, 4, space);
  const struct buffer b = shared_by_lanes(w, insn, false);
  if ((v[3] & (scratch | WL_RESOURCE_TYPE)) != scratch || b.element != 4) return false;
  if (b.rdna && (b.oob != WL_OOB_DISABLED || b.records == 0)) return false;
  if (b.idxen || !wl_uniform(b.offset)) return false;
  const uint32_t offset = b.offset[0] + b.inst_offset;
  *first = swizzled(&b, 0, offset);
  return offset % 4 == 0 && offset <= UINT32_MAX - 16;
}

bool wl_scratch_run(const struct wl_wave *w, const struct wl_insn *insn, uint64_t *first) {
  if (insn->format == WL_FMT_MUBUF) return buffer_run(w, insn, first);
  const struct buffer b = scratch_of(w);
  uint32_t offset[WL_LANES];
  scratch_offsets(w, insn, offset);
  *first = swizzled(&b, 0, offset[0]);
  return wl_uniform(offset) && offset[0] % 4 == 0 && offset[0] <= UINT32_MAX - 16;
}

// Lanes of which dword k, or the `bytes` bytes of a smaller access, is in range in a unit with RDNA memory (14.1). Sums
// are not cut to 32 bits.
static uint64_t in_range_rdna(const struct buffer *b, const uint32_t index[WL_LANES], uint32_t k, uint32_t bytes) {
  const bool raw = b->oob == WL_OOB_RAW && (b->element == 0 || b->field_stride == 0);
  const uint64_t end = b->inst_offset + 4 * k + bytes;
  uint64_t lanes = 0;
  if (b->oob == WL_OOB_DISABLED) return b->records != 0 ? ~0ull : 0;
  if (raw && b->records < b->soffset) return 0;  // D-MEM-54
  const uint64_t size = raw ? b->records - b->soffset : b->oob == WL_OOB_STRUCTURED ? UINT64_MAX : b->field_stride;
  for (uint32_t l = 0; l < WL_LANES; l++)
    lanes |= (uint64_t)((raw || index[l] < b->records) && b->offset[l] + end <= size) << l;
  return lanes;
}

// Lanes of which dword k, or the `bytes` bytes of a smaller access, is in range (4.1). structured: by the index of
// VADDR (D-MEM-67), else by where its last byte lies (D-MEM-11). offset: of the address, cut to 32 bits; the rest of
// the sum is not.
static uint64_t in_range(const struct buffer *b, const uint32_t offset[WL_LANES], bool structured, uint32_t k,
                         uint32_t bytes) {
  const uint64_t end = (uint64_t)b->soffset + 4 * k + bytes;
  uint64_t inside[WL_LANES], all = 1, lanes = 0;
  if (b->add_tid && !b->idxen) return ~0ull;
  if (structured) {
    for (uint32_t l = 0; l < WL_LANES; l++) inside[l] = b->index[l] < b->records;
  } else {
    for (uint32_t l = 0; l < WL_LANES; l++) inside[l] = offset[l] + end <= b->records;
  }
  for (uint32_t l = 0; l < WL_LANES; l++) all &= inside[l];
  if (all) return ~0ull;
  for (uint32_t l = 0; l < WL_LANES; l++) lanes |= inside[l] << l;
  return lanes;
}

// Fills the places of dword k of a swizzled buffer.
static void swizzle_dword(const struct buffer *b, const uint32_t index[WL_LANES], const uint32_t offset[WL_LANES],
                          uint32_t k, uint64_t cut, struct wl_places *p) {
  const uint32_t behind = WL_BEHIND_CUT + k;
  for (uint32_t l = 0; l < WL_LANES; l++) p->address[k][l] = wl_canonical(swizzled(b, index[l], offset[l] + 4 * k));
  p->reached[behind] = p->reached[k] & cut;
  if (p->reached[behind] == 0) return;
  for (uint32_t l = 0; l < WL_LANES; l++)
    p->address[behind][l] = wl_canonical(swizzled(b, index[l], (offset[l] & ~3u) + 4 * k + 4));
}

// The places of all dwords of a swizzled access, whose lanes are in p->reached already. In mode unaligned the swizzle
// cuts a dword that is misaligned (D-MEM-8). Otherwise its bytes, and those of an atomic, lie from its address on
// (D-MEM-75).
static void swizzled_places(const struct wl_wave *w, const struct buffer *b, const uint32_t index[WL_LANES],
                            const uint32_t offset[WL_LANES], const struct wl_access *a, struct wl_places *p) {
  const bool atomic = a->mem_op == WL_MEM_ATOMIC, whole = atomic || w->alignment_mode != WL_ALIGN_UNALIGNED;
  const uint32_t dwords = atomic ? 1 : (a->bytes + 3) / 4, size = a->bytes < 4 ? a->bytes : 4;
  uint32_t misaligned = 0;
  uint64_t cut = 0;
  for (uint32_t l = 0; l < WL_LANES; l++) misaligned |= offset[l] % 4;
  for (uint32_t l = 0; l < WL_LANES && misaligned != 0 && !whole; l++) {
    p->cut[l] = (uint8_t)(4 - offset[l] % 4);
    cut |= (uint64_t)(p->cut[l] < size) << l;
  }
  for (uint32_t k = 0; k < dwords; k++) swizzle_dword(b, index, offset, k, cut, p);
}

bool wl_buffer_places(const struct wl_wave *w, const struct wl_insn *insn, const struct wl_access *a, uint64_t exec,
                      struct wl_places *p) {
  uint32_t space[4];
  const uint32_t *v = wl_sgpr_tuple(w, insn->src[2].reg, 4, space);
  const bool atomic = a->mem_op == WL_MEM_ATOMIC, format = a->components != 0;
  const struct buffer b = shared_by_lanes(w, insn, format);
  const bool swizzle = b.element != 0;
  const bool unbound = wl_field(v[3], WL_RESOURCE_DATA_FORMAT) == 0 && !b.add_tid;
  const bool structured = b.idxen && b.field_stride != 0;
  const uint32_t dwords = (a->bytes + 3) / 4, size = a->bytes < 4 ? a->bytes : 4, tid = b.add_lane ? ~0u : 0;
  uint32_t index[WL_LANES], offset[WL_LANES];
  p->wrapped = ~0ull;
  if (wl_field(v[3], WL_RESOURCE_TYPE) != 0) return false;
  for (uint32_t l = 0; l < WL_LANES; l++) {
    index[l] = b.index[l] + (l & tid);
    offset[l] = b.offset[l] + b.inst_offset;
  }
  for (uint32_t k = 0; k < (atomic ? 1 : dwords); k++) {
    // An atomic is in range if its last dword is (D-MEM-13), and one place. An element with a format is too.
    const uint32_t tested = atomic || format ? dwords - 1 : k;
    const uint64_t inside =
        b.rdna ? in_range_rdna(&b, index, tested, size) : in_range(&b, offset, structured, tested, size);
    p->reached[k] = unbound ? 0 : exec & inside;
    for (uint32_t l = 0; l < WL_LANES && !swizzle; l++) {
      p->address[k][l] = wl_canonical(b.base + (uint64_t)index[l] * b.stride + offset[l] + 4 * k);
    }
  }
  if (swizzle) swizzled_places(w, &b, index, offset, a, p);
  if (atomic && dwords == 2 && swizzle) {  // its dwords are apart (D-MEM-76)
    p->violation = p->reached[0];
    p->reached[0] = 0;
  }
  return true;
}

void wl_scratch_places(const struct wl_wave *w, const struct wl_insn *insn, const struct wl_access *a, uint64_t exec,
                       struct wl_places *p) {
  uint32_t offset[WL_LANES];
  scratch_offsets(w, insn, offset);
  wl_private_places(w, offset, a, exec, p);
}

void wl_private_places(const struct wl_wave *w, const uint32_t offset[WL_LANES], const struct wl_access *a,
                       uint64_t exec, struct wl_places *p) {
  const struct buffer b = scratch_of(w);
  uint32_t index[WL_LANES];
  p->wrapped = ~0ull;
  for (uint32_t l = 0; l < WL_LANES; l++) index[l] = l;
  for (uint32_t k = 0; k < (a->mem_op == WL_MEM_ATOMIC ? 1 : (a->bytes + 3u) / 4u); k++) p->reached[k] = exec;
  swizzled_places(w, &b, index, offset, a, p);
}
