// SPDX-License-Identifier: Apache-2.0
// Accesses to unmapped memory, and of the LDS outside of the workgroup's allocation: their number, and the first of
// them.
#include "memory/memory.h"

void wl_note_unmapped(struct wl_memory *m, uint32_t slot, uint64_t pc, const struct wl_insn *insn,
                      const struct wl_image *image, uint32_t lane, uint64_t address) {
  if (wl_bounds_known(m) || m->unmapped.count++ != 0) return;
  m->unmapped = (wl_unmapped){.count = 1,
                              .slot = slot,
                              .lane = lane,
                              .pc = pc,
                              .address = address,
                              .words = {insn->words[0], insn->words[1]},
                              .scalar = insn->unit == WL_UNIT_SMEM,
                              .texel = wl_image_texel_at(image, address)};
}

void wl_note_unmapped_now(struct wl_wave *w, const struct wl_insn *insn, uint32_t lane, uint64_t address) {
  if (w->memory->unmapped.count == 0) w->memory->unmapped_by = insn;
  wl_note_unmapped(w->memory, w->slot, 0, insn, NULL, lane, address);
}

// The first access of a lane that ends past the allocation, in order of the addresses; false: there is none.
static bool lane_outside(const struct wl_wave *w, const struct wl_pending *p, uint32_t lane, struct wl_stretch *to) {
  const bool move = wl_moves_lds(&p->insn), owner = p->access->where == WL_AT_OWNER;
  const uint32_t bytes = move ? 4 : owner ? WL_LDS_ENTRY : p->access->bytes;
  const uint32_t count = move ? 1 : wl_ds_accesses(&p->insn, p->access);
  for (uint32_t a = 0; a < count; a++) {
    const uint64_t at = (move ? p->lds_first + 4 * lane : p->at.address[a][lane]) - w->lds_base;
    *to = (struct wl_stretch){at, bytes};
    if ((int64_t)at < 0 || at + bytes > w->lds_size) return true;
  }
  return false;
}

static void note_outside(const struct wl_wave *w, const struct wl_insn *insn, uint32_t lane, struct wl_stretch s) {
  wl_unmapped *u = &w->memory->unmapped;
  u->in_lds++;
  if (u->count++ != 0) return;
  *u = (wl_unmapped){.count = 1,
                     .in_lds = 1,
                     .slot = w->slot,
                     .lane = lane,
                     .pc = w->pc,
                     .address = s.at,
                     .words = {insn->words[0], insn->words[1]},
                     .bytes = s.bytes,
                     .nearest = {.size = w->lds_size, .content = WL_CONTENT_LDS}};
}

void wl_note_outside_lds(const struct wl_wave *w, const struct wl_pending *p, const struct wl_insn *by) {
  const bool none = w->memory->unmapped.count == 0;
  // p->exec of a transfer has only the lanes inside.
  uint64_t lanes = wl_moves_lds(&p->insn) ? wl_exec(w) : p->exec;
  if (wl_is_gds(&p->insn)) return;
  if (p->access->what == WL_DS_COUNT) lanes &= -lanes;
  for (; lanes != 0; lanes &= lanes - 1) {
    struct wl_stretch s;
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    if (lane_outside(w, p, l, &s)) note_outside(w, &p->insn, l, s);
  }
  if (none && w->memory->unmapped.count != 0) w->memory->unmapped_by = by;
}

void wl_note_outside_direct(const struct wl_wave *w, const struct wl_insn *insn, uint32_t lane, uint32_t at,
                            uint32_t bytes) {
  note_outside(w, insn, lane, (struct wl_stretch){at, bytes});
}
