// SPDX-License-Identifier: Apache-2.0
// Accesses of a program against what is allocated (wl_mem_allocated).
#include "memory/memory.h"

// Bytes that a lane accesses and that follow each other.
struct stretch {
  uint64_t at;
  uint32_t bytes;
};

// A lane has at most two stretches a dword.
enum { kStretches = WL_COMPONENTS };

// The part of a range that the wave may use.
static wl_mem_range part_of(const wl_mem_range *r, uint32_t slot) {
  wl_mem_range mine = *r;
  if (r->part == 0) return mine;
  mine.at += slot * r->part;
  mine.size = r->part;
  return mine;
}

// Number of the last range that begins at or below an address; -1: none does.
static int64_t below(const wl_mem_range *ranges, uint32_t count, uint64_t address) {
  uint32_t low = 0, high = count;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (ranges[middle].at <= address) low = middle + 1;
    else high = middle;
  }
  return (int64_t)low - 1;
}

// The range that holds all of a stretch, or NULL.
static const wl_mem_range *holder(const struct wl_memory *m, uint32_t slot, struct stretch s) {
  uint32_t count;
  const wl_mem_range *ranges = wl_mem_ranges(m->mem, &count);
  const int64_t n = below(ranges, count, s.at);
  if (n < 0) return NULL;
  const wl_mem_range mine = part_of(&ranges[n], slot);
  return s.at >= mine.at && s.at - mine.at < mine.size && s.bytes <= mine.size - (s.at - mine.at) ? &ranges[n] : NULL;
}

// How far an address lies from a range; 0: inside.
static uint64_t distance(const wl_mem_range *r, uint64_t address) {
  if (address < r->at) return r->at - address;
  return address - r->at < r->size ? 0 : address - (r->at + r->size) + 1;
}

static wl_mem_range nearest(const struct wl_memory *m, uint32_t slot, uint64_t address) {
  uint32_t count;
  const wl_mem_range *ranges = wl_mem_ranges(m->mem, &count);
  const int64_t n = below(ranges, count, address);
  if (n < 0) return part_of(&ranges[0], slot);
  const wl_mem_range here = part_of(&ranges[n], slot);
  if (n + 1 == (int64_t)count) return here;
  const wl_mem_range next = part_of(&ranges[n + 1], slot);
  return distance(&here, address) <= distance(&next, address) ? here : next;
}

// Adds a lane's bytes to its stretches.
static void add(struct stretch *to, uint32_t *count, uint64_t at, uint32_t bytes) {
  if (*count != 0 && to[*count - 1].at + to[*count - 1].bytes == at) to[*count - 1].bytes += bytes;
  else to[(*count)++] = (struct stretch){at, bytes};
}

static uint32_t lane_stretches(const struct wl_pending *p, uint32_t lane, struct stretch to[kStretches]) {
  const struct wl_places *at = &p->at;
  const uint32_t size = p->access->bytes < 4 ? p->access->bytes : 4, cut = at->cut[lane];
  const uint32_t front = cut < size ? cut : size;
  uint32_t count = 0;
  for (uint32_t k = 0; k < WL_BEHIND_CUT; k++) {
    if (at->reached[k] >> lane & 1) add(to, &count, at->address[k][lane] & at->address_bits, front);
    if (at->reached[WL_BEHIND_CUT + k] >> lane & 1)
      add(to, &count, at->address[WL_BEHIND_CUT + k][lane] & at->address_bits, size - front);
  }
  return count;
}

static void check(struct wl_memory *m, uint32_t slot, const struct wl_pending *p, uint32_t lane,
                  const struct stretch *of, uint32_t count) {
  const wl_mem_range *first = NULL;
  for (uint32_t i = 0; i < count; i++) {
    const wl_mem_range *here = holder(m, slot, of[i]);
    if (here != NULL && (first == NULL || here == first)) {
      first = here;
      continue;
    }
    if (m->unmapped.count++ != 0) return;
    m->unmapped = (wl_unmapped){.count = 1,
                                .slot = slot,
                                .lane = lane,
                                .pc = p->pc,
                                .address = of[i].at,
                                .words = {p->insn.words[0], p->insn.words[1]},
                                .bytes = of[i].bytes,
                                .nearest = nearest(m, slot, of[i].at)};
    return;
  }
}

void wl_check_bounds(struct wl_memory *m, uint32_t slot, const struct wl_pending *p) {
  struct stretch of[kStretches];
  if (p->insn.unit == WL_UNIT_SMEM) {
    of[0] = (struct stretch){p->at.address[0][0], p->access->bytes};
    check(m, slot, p, 0, of, 1);
    return;
  }
  if (p->insn.unit != WL_UNIT_VMEM) return;
  for (uint64_t lanes = p->exec; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    check(m, slot, p, l, of, lane_stretches(p, l, of));
  }
}

void wl_checked_now(struct wl_wave *w, const struct wl_insn *insn) {
  struct wl_pending p;
  const uint64_t before = w->memory->unmapped.count;
  wl_pending_fill(w, &p, insn);
  wl_check_bounds(w->memory, w->slot, &p);
  // The run loop knows the pc by the instruction.
  if (before == 0 && w->memory->unmapped.count != 0) w->memory->unmapped_by = insn;
  wl_memory_now_fn(insn)(w, insn);
}
