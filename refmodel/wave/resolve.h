// SPDX-License-Identifier: Apache-2.0
// What a decoded instruction is for one wave, now.
#ifndef WAVELOCK_WAVE_RESOLVE_H
#define WAVELOCK_WAVE_RESOLVE_H

#include "wave/model.h"

// The instruction for this wave now: GPR-index mode, shared registers and movrel applied, the allocation checked.
// Returns insn, or copy if anything was applied. NULL: illegal instruction.
const struct wl_insn *wl_resolve(const struct wl_wave *w, const struct wl_insn *insn, struct wl_insn *copy);

// Calls fn of a resolved instruction.
static inline void wl_execute(struct wl_wave *w, const struct wl_insn *insn) {
  uint32_t(*const v0)[WL_LANES] = w->vgpr;
  if (insn->absolute_vgprs) w->vgpr = w->model->vgpr;
  insn->fn(w, insn);
  w->vgpr = v0;
}

#endif
