// SPDX-License-Identifier: Apache-2.0
// Accesses of a program against what is allocated (wl_mem_allocated), and for the watch (wl_mem_watch).
#include <stdlib.h>

#include "memory/memory.h"

struct ranges {
  const wl_mem_range *of;  // in order of address
  uint32_t count, slot;
  const wl_mem_range *last;  // that held a stretch; most lanes access the same range
};

// The part of a range that the wave may use.
static wl_mem_range part_of(const wl_mem_range *r, uint32_t slot) {
  wl_mem_range mine = *r;
  if (r->part == 0) return mine;
  mine.at += slot * r->part;
  mine.size = r->part;
  return mine;
}

// Number of ranges that begin at or below an address.
static uint32_t begun(const struct ranges *r, uint64_t address) {
  uint32_t low = 0, high = r->count;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (r->of[middle].at <= address) low = middle + 1;
    else high = middle;
  }
  return low;
}

static bool holds(const wl_mem_range *range, uint32_t slot, struct wl_stretch s) {
  const wl_mem_range mine = part_of(range, slot);
  return s.at >= mine.at && s.at - mine.at < mine.size && s.bytes <= mine.size - (s.at - mine.at);
}

// The range that holds all of a stretch, or NULL. Ranges have 48 bits.
static const wl_mem_range *holder(struct ranges *r, struct wl_stretch s) {
  if (!wl_is_canonical(s.at)) return NULL;
  s.at &= WL_MEM_ADDRESS_BITS;
  if (r->last != NULL && holds(r->last, r->slot, s)) return r->last;
  const uint32_t n = begun(r, s.at);
  if (n == 0 || !holds(&r->of[n - 1], r->slot, s)) return NULL;
  r->last = &r->of[n - 1];
  return r->last;
}

// How far an address lies from a range; 0: inside.
static uint64_t distance(const wl_mem_range *range, uint64_t address) {
  if (address < range->at) return range->at - address;
  return address - range->at < range->size ? 0 : address - (range->at + range->size) + 1;
}

// With a canonical address, as the accesses have it.
static wl_mem_range nearest(const struct ranges *r, uint64_t address) {
  address &= WL_MEM_ADDRESS_BITS;
  const uint32_t n = begun(r, address);
  const wl_mem_range below = part_of(&r->of[n == 0 ? 0 : n - 1], r->slot);
  const wl_mem_range above = part_of(&r->of[n == r->count ? n - 1 : n], r->slot);
  wl_mem_range to = distance(&below, address) <= distance(&above, address) ? below : above;
  to.at = wl_canonical(to.at);
  return to;
}

// A lane's stretches must all lie in one range.
static void check(struct wl_memory *m, struct ranges *r, const struct wl_pending *p, uint32_t lane,
                  const struct wl_stretch *s, uint32_t count) {
  const wl_mem_range *first = NULL;
  for (uint32_t i = 0; i < count; i++) {
    const wl_mem_range *here = holder(r, s[i]);
    if (i == 0) first = here;
    if (here != NULL && here == first) continue;
    if (m->unmapped.count++ != 0) return;
    m->unmapped = (wl_unmapped){.count = 1,
                                .slot = r->slot,
                                .lane = lane,
                                .pc = p->pc,
                                .address = s[i].at,
                                .words = {p->insn.words[0], p->insn.words[1]},
                                .bytes = s[i].bytes,
                                .nearest = nearest(r, s[i].at),
                                .scalar = p->insn.unit == WL_UNIT_SMEM,
                                .texel = wl_image_texel_at(wl_image_in(p), s[i].at)};
    return;
  }
}

static void check_bounds(struct wl_memory *m, uint32_t slot, const struct wl_pending *p) {
  struct wl_stretch s[WL_STRETCHES];
  struct ranges r = {.slot = slot};
  r.of = wl_mem_ranges(m->mem, &r.count);
  if (p->insn.unit == WL_UNIT_SMEM) check(m, &r, p, 0, s, wl_scalar_stretches(p, s));
  if (p->insn.unit != WL_UNIT_VMEM) return;
  for (uint64_t lanes = p->exec; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    check(m, &r, p, l, s, wl_lane_stretches(p, l, s));
  }
}

void wl_check_access(struct wl_memory *m, uint32_t slot, struct wl_pending *p, const struct wl_insn *by) {
  struct wl_watch *watch = wl_mem_watched(m->mem);
  if (wl_bounds_known(m)) check_bounds(m, slot, p);
  if (watch != NULL) wl_watch_access(watch, slot, p, by);
}

void wl_watched_wait(struct wl_wave *w, const struct wl_insn *insn) {
  struct wl_watch *watch = wl_mem_watched(w->memory->mem);
  if (watch != NULL) wl_watch_wait(watch, w->slot, insn);
}

void wl_check_direct(const struct wl_wave *w, const struct wl_insn *insn) {
  static const uint8_t kBytes[8] = {1, 2, 4, 0, 1, 2, 0, 0};  // by type (lds.md 5.3)
  struct wl_memory *m = w->memory;
  struct wl_watch *watch = wl_mem_watched(m->mem);
  const struct wl_reader r = {m->clause, w->lds_base, insn->name, w->pc};
  const uint32_t m0 = w->sgpr[WL_M0], bytes = kBytes[wl_field(m0, WL_M0_DIRECT_TYPE)];
  const uint32_t at = wl_field(m0, WL_M0_DIRECT_ADDRESS) & ~(bytes - 1);
  const uint64_t exec = wl_exec(w), first = (uint64_t)w->lds_base + at;
  if (exec == 0 || bytes == 0) return;
  if (at + bytes > w->lds_size) {
    wl_note_outside_direct(w, insn, (uint32_t)__builtin_ctzll(exec), at, bytes);
    return;
  }
  if (m->marks != NULL) wl_marks_read(m, &r, first, bytes, (uint32_t)__builtin_ctzll(exec));
  if (watch != NULL) wl_watch_direct(watch, w, insn, first, bytes);
}

void wl_checked_now(struct wl_wave *w, const struct wl_insn *insn) {
  struct wl_pending p;
  const bool none = w->memory->unmapped.count == 0;
  p.texels = NULL;
  wl_pending_fill(w, &p, insn);
  wl_check_access(w->memory, w->slot, &p, insn);
  if (wl_is_flat(insn) && wl_watched(w->memory)) {
    const struct wl_insn half = wl_flat_half(insn, WL_UNIT_LDS);
    wl_pending_fill(w, &p, &half);
    wl_check_access(w->memory, w->slot, &p, insn);
  }
  free(p.texels);
  // The run loop knows the pc by the instruction.
  if (none && w->memory->unmapped.count != 0) w->memory->unmapped_by = insn;
  const bool marked = w->memory->marks != NULL && insn->unit == WL_UNIT_LDS;
  (marked ? wl_lds_now : wl_memory_fn(insn, w->alignment_mode))(w, insn);
}
