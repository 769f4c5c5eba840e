// SPDX-License-Identifier: Apache-2.0
// wl_model_request and wl_model_perform: SMEM and VMEM instructions access memory in transactions of a 64-byte line.
// wl_model_clock.
#include "lockstep/texels.h"

enum { kLine = 64 };

static const char *unit_name(wl_block unit) {
  return unit == WL_UNIT_SMEM ? "SMEM" : unit == WL_UNIT_VMEM ? "VMEM" : unit == WL_UNIT_LDS ? "LDS" : "?";
}

static struct wl_pending *find(wl_model *m, const wl_transaction *t, char why[WL_WHY]) {
  struct wl_pending *p = NULL;
  if (t->unit == WL_UNIT_SMEM || t->unit == WL_UNIT_VMEM) p = wl_pending_find(&m->memory, t->unit, t->slot, t->tag);
  if (p == NULL) {
    wl_bad(why, "%s transaction of wave %u, tag %u: no such instruction is in flight", unit_name(t->unit), t->slot,
           t->tag);
  } else if (p->operands != NULL) {
    wl_bad(why, "%s accesses memory before its operands were read", p->insn.name);
    p = NULL;
  } else if (t->op != p->access->mem_op) {
    static const char *const names[] = {"a load", "a store", "an atomic"};
    wl_bad(why, "%s of %s, which is %s", wl_mem_op_text(t->op), p->insn.name, names[p->access->mem_op]);
    p = NULL;
  } else if (t->line % kLine != 0) {
    wl_bad(why, "%s: line 0x%llx is not a multiple of 64", p->insn.name, (unsigned long long)t->line);
    p = NULL;
  } else if ((t->lanes & p->at.wrapped) != 0 && !wl_is_canonical(t->line)) {
    wl_bad(why, "%s: line 0x%llx is not canonical", p->insn.name, (unsigned long long)t->line);
    p = NULL;
  }
  return p;
}

// The line in memory, for a load or for what writes.
static uint8_t *line_of(wl_model *m, const wl_transaction *t) {
  uint8_t *page = t->op == WL_MEM_LOAD ? (uint8_t *)wl_mem_page(m->memory.mem, t->line)
                                       : wl_mem_page_to_write(m->memory.mem, t->line);
  return page + t->line % WL_PAGE;
}

// Byte i of the line, as a byte of the instruction's dwords.
static inline uint64_t smem_offset(const struct wl_pending *p, const wl_transaction *t, uint32_t i) {
  return wl_wrap_distance(&p->at, 0, t->line + i - p->at.address[0][0]);
}

// What a scalar load or store accesses in a line: all of its bytes that lie there and are in range. Returns them as
// bytes of the line (bit i: byte i); *own: the same as bytes of the instruction's dwords.
static wl_result smem_bytes(const struct wl_pending *p, const wl_transaction *t, uint64_t *enable, uint64_t *own,
                            char why[WL_WHY]) {
  *enable = *own = 0;
  if (p->access->what != WL_SMEM_ACCESS) return wl_bad(why, "%s does not access memory", p->insn.name);
  if (t->component != 0 || t->lanes != 1)
    return wl_bad(why, "%s: an SMEM transaction must have component 0 and lanes 1", p->insn.name);
  const uint64_t reached = p->at.reached[0], first = smem_offset(p, t, 0), before = wl_wrap_distance(&p->at, 0, -first);
  if (first < kLine) {
    *enable = reached >> first;
    *own = *enable << first;
  } else if (before < kLine) {
    *enable = reached << before;
    *own = *enable >> before;
  }
  if (*enable != 0) return WL_OK;
  return wl_bad(why, "%s has no byte in range in line 0x%llx; its %u bytes begin at 0x%llx", p->insn.name,
                (unsigned long long)t->line, p->access->bytes, (unsigned long long)p->at.address[0][0]);
}

// Copies these bytes of a store to the line.
static void store_scalar(const struct wl_pending *p, const wl_transaction *t, uint64_t enable, uint8_t line[kLine]) {
  for (uint32_t i = 0; i < kLine; i++) {
    if (enable >> i & 1) line[i] = ((const uint8_t *)p->smem_data)[smem_offset(p, t, i)];
  }
}

static wl_result request_smem(struct wl_pending *p, const wl_transaction *t, wl_transaction *predicted,
                              char why[WL_WHY]) {
  uint64_t enable, own;
  if (smem_bytes(p, t, &enable, &own, why) != WL_OK) return WL_BAD_EVENT;
  if (own & p->smem_requested)
    return wl_bad(why, "%s requests line 0x%llx a second time", p->insn.name, (unsigned long long)t->line);
  p->smem_requested |= own;
  predicted->byte_enable = enable;
  if (t->op == WL_MEM_STORE) store_scalar(p, t, enable, (uint8_t *)predicted->data);
  return WL_OK;
}

// The line is unmapped. A lane that accesses it in several transactions counts once.
static void access_unmapped(struct wl_model *m, struct wl_pending *p, const wl_transaction *t) {
  const struct wl_texels *texels = wl_texels_of(p);
  const uint64_t *address = texels != NULL ? texels->address[t->component / WL_TEXEL_DWORDS] : p->at.address[0];
  for (uint64_t lanes = t->lanes & ~p->unmapped; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    wl_note_unmapped(&m->memory, t->slot, p->pc, &p->insn, wl_image_in(p), l, address[l]);
  }
  p->unmapped |= t->lanes;
}

static wl_result access_smem(wl_model *m, struct wl_pending *p, const wl_transaction *t, bool mapped,
                             uint32_t rdata[16], char why[WL_WHY]) {
  uint64_t enable, own;
  if (smem_bytes(p, t, &enable, &own, why) != WL_OK) return WL_BAD_EVENT;
  if ((own & ~p->smem_requested) || (own & p->smem_accessed)) {
    return wl_bad(why, "%s: memory was accessed for a transaction that was not requested, or twice", p->insn.name);
  }
  p->smem_accessed |= own;
  if (!mapped) {
    access_unmapped(m, p, t);
    return WL_OK;
  }
  uint8_t *line = line_of(m, t);
  if (t->op == WL_MEM_STORE) {
    store_scalar(p, t, enable, line);
    return WL_OK;
  }
  for (uint32_t i = 0; i < kLine; i++) {
    if (!(enable >> i & 1)) continue;
    ((uint8_t *)p->smem_data)[smem_offset(p, t, i)] = line[i];
    ((uint8_t *)rdata)[i] = line[i];
  }
  wl_note_load(&m->memory, p, 1);
  return WL_OK;
}

// The bytes of a lane's component that lie in the line.
struct span {
  uint32_t part;   // 0: the line holds the component's first byte; 1: it is the line after
  uint32_t first;  // the first of them, as a byte of the line
  uint32_t skip;   // bytes of the dword before them
  uint32_t count;  // 0: none
  bool whole;      // they are all bytes of the component
};

static inline struct span lane_span(const struct wl_pending *p, const wl_transaction *t, uint32_t lane) {
  const uint32_t size = p->access->bytes < 4 ? p->access->bytes : 4, cut = p->at.cut[lane];
  const uint32_t skip = t->component < WL_BEHIND_CUT ? 0 : cut;
  const uint32_t bytes = skip != 0 ? size - cut : cut < size ? cut : size;
  const uint64_t at = p->at.address[t->component][lane] - t->line;
  if (at < kLine) {
    const uint32_t room = kLine - (uint32_t)at;
    return (struct span){0, (uint32_t)at, skip, bytes <= room ? bytes : room, bytes <= room};
  }
  const uint64_t before = wl_wrap_distance(&p->at, lane, -at);
  if (before < bytes) return (struct span){1, 0, skip + (uint32_t)before, bytes - (uint32_t)before, false};
  return (struct span){0, 0, 0, 0, false};
}

// Most transactions have no lane that the swizzle cuts. Then a lane whose component begins below `end` in the line has
// all of it there: `size` bytes, at the address less the line's.
struct usual {
  const uint64_t *address;  // by lane
  uint64_t end;             // 0: there may be a cut
  uint32_t size;
};

static inline struct usual usual_lanes(const struct wl_pending *p, const wl_transaction *t) {
  const uint32_t size = p->access->bytes < 4 ? p->access->bytes : 4;
  const bool cut = t->component >= WL_BEHIND_CUT || p->at.reached[WL_BEHIND_CUT + t->component] != 0;
  return (struct usual){p->at.address[t->component], cut ? 0 : kLine - size + 1, size};
}

// What a transaction serves.
struct served {
  uint64_t part[2];  // lanes by the part of their component that the line holds
  uint64_t split;    // lanes of part 0 whose component reaches into the line after
  uint64_t enable;   // bytes of the line
  bool whole;        // 16 lanes that follow each other fill the line, each with a dword
};

// Two addresses, at any alignment.
typedef uint64_t pair __attribute__((vector_size(16), aligned(8), may_alias));

// Whether the lanes are 16 consecutive ones, and their dwords are the line's dwords in the same order.
static inline bool fill_line(const struct usual *usual, const wl_transaction *t) {
  const uint32_t first = (uint32_t)__builtin_ctzll(t->lanes);
  if (t->lanes >> first != 0xffff || usual->size != 4 || usual->end == 0) return false;
  const pair *address = (const pair *)(const void *)(usual->address + first);
  pair at = {t->line, t->line + 4}, differ = {0, 0};
#pragma GCC unroll 8
  for (uint32_t i = 0; i < 8; i++, at += 8) differ |= address[i] ^ at;
  return (differ[0] | differ[1]) == 0;
}

// Whether the transaction's lanes have something to access in its component.
static inline wl_result check_lanes(const struct wl_pending *p, const wl_transaction *t, char why[WL_WHY]) {
  if (t->component >= WL_COMPONENTS || t->component % WL_BEHIND_CUT >= wl_access_dwords(p->access)) {
    return wl_bad(why, "%s has no component %u", p->insn.name, t->component);
  }
  if (t->lanes == 0) return wl_bad(why, "%s: the transaction has no lane", p->insn.name);
  if (t->lanes & ~p->exec) {
    return wl_bad(why, "%s: lanes 0x%llx are not active", p->insn.name, (unsigned long long)(t->lanes & ~p->exec));
  }
  const uint64_t idle = t->lanes & ~p->at.reached[t->component];
  if (idle != 0) {
    return wl_bad(why, "%s: lanes 0x%llx have nothing to access in component %u", p->insn.name,
                  (unsigned long long)idle, t->component);
  }
  return WL_OK;
}

static wl_result outside(const struct wl_pending *p, const wl_transaction *t, uint32_t lane, char why[WL_WHY]) {
  return wl_bad(why, "%s: lane %u accesses 0x%llx in component %u, which is not in line 0x%llx", p->insn.name, lane,
                (unsigned long long)p->at.address[t->component][lane], t->component, (unsigned long long)t->line);
}

static wl_result vmem_served(const struct wl_pending *p, const wl_transaction *t, struct served *s, char why[WL_WHY]) {
  if (check_lanes(p, t, why) != WL_OK) return WL_BAD_EVENT;
  const struct usual usual = usual_lanes(p, t);
  if (fill_line(&usual, t)) {
    *s = (struct served){{t->lanes, 0}, 0, ~0ull, true};
    return WL_OK;
  }
  const uint64_t bytes = (1u << usual.size) - 1;
  uint64_t after = 0, split = 0, enable = 0;
  for (uint64_t lanes = t->lanes; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    const uint64_t at = usual.address[l] - t->line;
    if (__builtin_expect(at < usual.end, 1)) {
      enable |= bytes << at;
      continue;
    }
    const struct span here = lane_span(p, t, l);
    if (here.count == 0) return outside(p, t, l, why);
    enable |= ((1ull << here.count) - 1) << here.first;
    if (here.whole) continue;
    if (here.part == 1) after |= 1ull << l;
    else split |= 1ull << l;
  }
  *s = (struct served){{t->lanes & ~after, after}, split, enable, false};
  return WL_OK;
}

// Copies the lanes' bytes from the data of a store to the line. Where lanes overlap, the highest lane wins.
static void store_lanes(const struct wl_pending *p, const wl_transaction *t, const struct served *served,
                        uint8_t line[kLine]) {
  const struct usual usual = usual_lanes(p, t);
  const uint32_t *data = p->data[t->component % WL_BEHIND_CUT];
  if (served->whole) {
    memcpy(line, &data[__builtin_ctzll(t->lanes)], kLine);
    return;
  }
  for (uint64_t lanes = t->lanes; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    const uint64_t at = usual.address[l] - t->line;
    if (__builtin_expect(at < usual.end && usual.size == 4, 1)) {
      memcpy(line + at, &data[l], 4);
      continue;
    }
    const struct span s = lane_span(p, t, l);
    memcpy(line + s.first, (const uint8_t *)&data[l] + s.skip, s.count);
  }
}

// The same from the line to what a load has read.
static void load_lanes(struct wl_pending *p, const wl_transaction *t, const struct served *served,
                       const uint8_t line[kLine]) {
  const struct usual usual = usual_lanes(p, t);
  uint32_t *data = p->data[t->component % WL_BEHIND_CUT];
  if (served->whole) {
    memcpy(&data[__builtin_ctzll(t->lanes)], line, kLine);
    return;
  }
  for (uint64_t lanes = t->lanes; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    const uint64_t at = usual.address[l] - t->line;
    if (__builtin_expect(at < usual.end && usual.size == 4, 1)) {
      memcpy(&data[l], line + at, 4);
      continue;
    }
    const struct span s = lane_span(p, t, l);
    memcpy((uint8_t *)&data[l] + s.skip, line + s.first, s.count);
  }
}

// Adds the transaction's lanes to `done`, by part. Returns false and leaves done as it was if a lane is in done
// already, or is not in `before` (unless NULL).
static bool mark(const uint64_t part[2], uint64_t done[2], const uint64_t before[2]) {
  if ((done[0] & part[0]) | (done[1] & part[1])) return false;
  if (before != NULL && ((part[0] & ~before[0]) | (part[1] & ~before[1]))) return false;
  done[0] |= part[0];
  done[1] |= part[1];
  return true;
}

static wl_result request_vmem(struct wl_pending *p, const wl_transaction *t, wl_transaction *predicted,
                              char why[WL_WHY]) {
  struct served s;
  struct wl_texels *texels = wl_texels_of(p);
  if (texels != NULL) return wl_texels_request(p, texels, t, predicted, why);
  if (vmem_served(p, t, &s, why) != WL_OK) return WL_BAD_EVENT;
  if (t->op == WL_MEM_STORE && wl_moves_lds(&p->insn) && (t->lanes & ~p->served[0][0]) != 0) {
    return wl_bad(why, "%s stores dwords of lanes 0x%llx before the LDS was read for them", p->insn.name,
                  (unsigned long long)(t->lanes & ~p->served[0][0]));
  }
  if (!mark(s.part, p->requested[t->component], NULL)) {
    return wl_bad(why, "%s: a lane requests its bytes of component %u in line 0x%llx a second time", p->insn.name,
                  t->component, (unsigned long long)t->line);
  }
  p->split[t->component] |= s.split;
  predicted->byte_enable = s.enable;
  if (t->op == WL_MEM_STORE) store_lanes(p, t, &s, (uint8_t *)predicted->data);
  return WL_OK;
}

static wl_result access_texels(wl_model *m, struct wl_pending *p, struct wl_texels *texels, const wl_transaction *t,
                               bool mapped, uint32_t rdata[16], char why[WL_WHY]) {
  const uint8_t *line = mapped ? line_of(m, t) : NULL;
  if (wl_texels_perform(p, texels, t, line, rdata, why) != WL_OK) return WL_BAD_EVENT;
  if (mapped) return WL_OK;
  p->viol = true;
  access_unmapped(m, p, t);
  return WL_OK;
}

static wl_result access_vmem(wl_model *m, struct wl_pending *p, const wl_transaction *t, bool mapped,
                             uint32_t rdata[16], char why[WL_WHY]) {
  struct served s;
  struct wl_texels *texels = wl_texels_of(p);
  if (texels != NULL) return access_texels(m, p, texels, t, mapped, rdata, why);
  if (vmem_served(p, t, &s, why) != WL_OK) return WL_BAD_EVENT;
  if (!mark(s.part, p->accessed[t->component], p->requested[t->component])) {
    return wl_bad(why, "%s: memory was accessed for a transaction on line 0x%llx that was not requested, or twice",
                  p->insn.name, (unsigned long long)t->line);
  }
  if (!mapped) {
    p->viol = true;
    access_unmapped(m, p, t);
    return WL_OK;
  }
  uint8_t *memory = line_of(m, t);
  if (t->op == WL_MEM_STORE) {
    store_lanes(p, t, &s, memory);
    return WL_OK;
  }
  wl_copy_enabled(rdata, memory, s.enable, kLine);
  load_lanes(p, t, &s, memory);
  wl_note_load(&m->memory, p, t->lanes);
  return WL_OK;
}

// ---- atomics of VMEM: whole words, each once in a transaction; the lanes of a word in ascending order (D-MEM-29) ----
// An older lane that has the word of `lane` and has not requested it. -1: none.
static int lane_before(const struct wl_pending *p, uint32_t lane) {
  uint64_t left = p->at.reached[0] & ~p->requested[0][0] & ((1ull << lane) - 1);
  for (; left != 0; left &= left - 1) {
    const int l = __builtin_ctzll(left);
    if (p->at.address[0][l] == p->at.address[0][lane]) return l;
  }
  return -1;
}

static wl_result check_operation(const struct wl_pending *p, const wl_transaction *t, char why[WL_WHY]) {
  const bool wide = p->access->bytes == 8;
  if (t->atomic != p->access->atomic) {
    return wl_bad(why, "%s, which is atomic operation %u, reports operation %u", p->insn.name, p->access->atomic,
                  t->atomic);
  }
  if (t->wide != wide) return wl_bad(why, "%s has words of %u bytes", p->insn.name, p->access->bytes);
  return WL_OK;
}

static wl_result check_atomic(const struct wl_pending *p, const wl_transaction *t, char why[WL_WHY]) {
  if (check_operation(p, t, why) != WL_OK) return WL_BAD_EVENT;
  if (check_lanes(p, t, why) != WL_OK) return WL_BAD_EVENT;
  for (uint64_t lanes = t->lanes; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    if (p->at.address[0][l] / kLine * kLine != t->line) return outside(p, t, l, why);
  }
  return WL_OK;
}

static wl_result request_atomic(struct wl_pending *p, const wl_transaction *t, wl_transaction *predicted,
                                char why[WL_WHY]) {
  const uint32_t bytes = p->access->bytes;
  const char *name = p->insn.name;
  if (check_atomic(p, t, why) != WL_OK) return WL_BAD_EVENT;
  if (t->lanes & p->requested[0][0]) {
    return wl_bad(why, "%s: a lane requests its word in line 0x%llx a second time", name, (unsigned long long)t->line);
  }
  for (uint64_t lanes = t->lanes; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes), at = (uint32_t)(p->at.address[0][l] % kLine);
    const struct wl_atomic_operands o = wl_atomic_operands(p->access, p->data, l);
    const int before = lane_before(p, l);
    if (before >= 0) {
      return wl_bad(why,
                    "%s: lane %u comes in one transaction with lane %d, or before it; both have the word at 0x%llx",
                    name, l, before, (unsigned long long)p->at.address[0][l]);
    }
    predicted->byte_enable |= ((1ull << bytes) - 1) << at;
    memcpy((uint8_t *)predicted->data + at, &o.data, bytes);
    memcpy((uint8_t *)predicted->compare + at, &o.compare, bytes);
  }
  p->requested[0][0] |= t->lanes;
  return WL_OK;
}

static wl_result access_atomic(wl_model *m, struct wl_pending *p, const wl_transaction *t, bool mapped,
                               uint32_t rdata[16], char why[WL_WHY]) {
  const uint32_t bytes = p->access->bytes;
  if (check_atomic(p, t, why) != WL_OK) return WL_BAD_EVENT;
  if ((t->lanes & ~p->requested[0][0]) | (t->lanes & p->accessed[0][0])) {
    return wl_bad(why, "%s: memory was accessed for a transaction on line 0x%llx that was not requested, or twice",
                  p->insn.name, (unsigned long long)t->line);
  }
  p->accessed[0][0] |= t->lanes;
  if (!mapped) {
    p->viol = true;
    access_unmapped(m, p, t);
  }
  uint8_t *memory = mapped ? line_of(m, t) : NULL;
  for (uint64_t lanes = t->lanes; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes), at = (uint32_t)(p->at.address[0][l] % kLine);
    if (mapped) wl_note_atomic(&m->memory, p, false, p->at.address[0][l]);
    const uint64_t old = mapped ? wl_atomic_at(p->access, memory + at, wl_atomic_operands(p->access, p->data, l)) : 0;
    memcpy((uint8_t *)rdata + at, &old, bytes);
    for (uint32_t r = 0; r < bytes / 4; r++) p->data[r][l] = (uint32_t)(old >> (32 * r));
  }
  return WL_OK;
}

// ---- atomics of SMEM: one word -------------------------------------------------------------------------------------
static wl_result check_word(const struct wl_pending *p, const wl_transaction *t, char why[WL_WHY]) {
  const uint64_t at = p->at.address[0][0];
  if (check_operation(p, t, why) != WL_OK) return WL_BAD_EVENT;
  if (t->component != 0 || t->lanes != 1) {
    return wl_bad(why, "%s: an SMEM transaction must have component 0 and lanes 1", p->insn.name);
  }
  if (p->at.reached[0] == 0) return wl_bad(why, "%s accesses memory, and it is out of range", p->insn.name);
  if (at / kLine * kLine == t->line) return WL_OK;
  return wl_bad(why, "%s accesses 0x%llx, which is not in line 0x%llx", p->insn.name, (unsigned long long)at,
                (unsigned long long)t->line);
}

static wl_result request_word(struct wl_pending *p, wl_transaction *predicted, char why[WL_WHY]) {
  const uint32_t at = (uint32_t)(p->at.address[0][0] % kLine);
  const struct wl_atomic_operands o = wl_smem_operands(p->access, p->smem_data);
  if (check_word(p, predicted, why) != WL_OK) return WL_BAD_EVENT;
  if (p->smem_requested != 0) return wl_bad(why, "%s requests its word a second time", p->insn.name);
  p->smem_requested = p->at.reached[0];
  predicted->byte_enable = p->at.reached[0] << at;
  memcpy((uint8_t *)predicted->data + at, &o.data, p->access->bytes);
  memcpy((uint8_t *)predicted->compare + at, &o.compare, p->access->bytes);
  return WL_OK;
}

static wl_result access_word(wl_model *m, struct wl_pending *p, const wl_transaction *t, bool mapped,
                             uint32_t rdata[16], char why[WL_WHY]) {
  const uint32_t at = (uint32_t)(p->at.address[0][0] % kLine);
  const struct wl_atomic_operands o = wl_smem_operands(p->access, p->smem_data);
  uint64_t old = 0;
  if (check_word(p, t, why) != WL_OK) return WL_BAD_EVENT;
  if (p->smem_requested == 0 || p->smem_accessed != 0) {
    return wl_bad(why, "%s: memory was accessed for a transaction that was not requested, or twice", p->insn.name);
  }
  p->smem_accessed = p->smem_requested;
  if (mapped) {
    wl_note_atomic(&m->memory, p, false, p->at.address[0][0]);
    old = wl_atomic_at(p->access, line_of(m, t) + at, o);
  } else {
    access_unmapped(m, p, t);
  }
  memcpy((uint8_t *)rdata + at, &old, p->access->bytes);
  memcpy(p->smem_data, &old, p->access->bytes);
  return WL_OK;
}

wl_result wl_model_request(wl_model *m, const wl_transaction *t, wl_transaction *predicted, char why[WL_WHY]) {
  *predicted = *t;
  predicted->byte_enable = 0;
  memset(predicted->data, 0, sizeof predicted->data);
  memset(predicted->compare, 0, sizeof predicted->compare);
  struct wl_pending *p = find(m, t, why);
  if (p == NULL) return WL_BAD_EVENT;
  if (t->unit == WL_UNIT_SMEM)
    return t->op == WL_MEM_ATOMIC ? request_word(p, predicted, why) : request_smem(p, t, predicted, why);
  return t->op == WL_MEM_ATOMIC ? request_atomic(p, t, predicted, why) : request_vmem(p, t, predicted, why);
}

wl_result wl_model_perform(wl_model *m, const wl_transaction *t, bool error, uint32_t rdata[16], char why[WL_WHY]) {
  memset(rdata, 0, kLine);
  struct wl_pending *p = find(m, t, why);
  if (p == NULL) return WL_BAD_EVENT;
  const bool mapped = wl_mem_mapped(m->memory.mem, t->line);
  if (error == mapped) {
    return wl_bad(why, "memory answered that line 0x%llx is %s; in the model it is %s", (unsigned long long)t->line,
                  error ? "unmapped" : "mapped", mapped ? "mapped" : "unmapped");
  }
  if (t->unit == WL_UNIT_SMEM)
    return t->op == WL_MEM_ATOMIC ? access_word(m, p, t, mapped, rdata, why) : access_smem(m, p, t, mapped, rdata, why);
  return t->op == WL_MEM_ATOMIC ? access_atomic(m, p, t, mapped, rdata, why) : access_vmem(m, p, t, mapped, rdata, why);
}

wl_result wl_model_clock(wl_model *m, uint32_t slot, uint32_t tag, uint64_t cycle, char why[WL_WHY]) {
  struct wl_pending *p = wl_pending_find(&m->memory, WL_UNIT_SMEM, slot, tag);
  if (p == NULL) return wl_bad(why, "clock of wave %u, tag %u: no such instruction is in flight", slot, tag);
  if (p->access->what != WL_SMEM_CLOCK) return wl_bad(why, "%s reads no clock", p->insn.name);
  if (p->smem_accessed != 0) return wl_bad(why, "%s reads the clock a second time", p->insn.name);
  const uint64_t value = wl_smem_clock(p->access, cycle);
  memcpy(p->smem_data, &value, sizeof value);
  p->smem_accessed = p->at.reached[0];
  return WL_OK;
}
