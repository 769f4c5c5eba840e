// SPDX-License-Identifier: Apache-2.0
// Accesses to unmapped memory: their number, and the first of them.
#include "memory/memory.h"

void wl_note_unmapped(struct wl_memory *m, uint32_t slot, uint64_t pc, const struct wl_insn *insn, uint32_t lane,
                      uint64_t address) {
  if (wl_bounds_known(m) || m->unmapped.count++ != 0) return;
  m->unmapped = (wl_unmapped){
      .count = 1, .slot = slot, .lane = lane, .pc = pc, .address = address, .words = {insn->words[0], insn->words[1]}};
}

void wl_note_unmapped_now(struct wl_wave *w, const struct wl_insn *insn, uint32_t lane, uint64_t address) {
  if (w->memory->unmapped.count == 0) w->memory->unmapped_by = insn;
  wl_note_unmapped(w->memory, w->slot, 0, insn, lane, address);
}
