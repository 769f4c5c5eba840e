// SPDX-License-Identifier: Apache-2.0
// Resolves a decoded instruction for one wave in its present state.
#ifndef WAVELOCK_WAVE_RESOLVE_H
#define WAVELOCK_WAVE_RESOLVE_H

#include "wave/model.h"

// The instruction for this wave now: GPR-index mode, shared registers and movrel applied, the allocation checked.
// Returns insn, or copy if anything was applied. NULL: illegal instruction.
const struct wl_insn *wl_resolve_any(const struct wl_wave *w, const struct wl_insn *insn, struct wl_insn *copy);
static inline const struct wl_insn *wl_resolve(const struct wl_wave *w, const struct wl_insn *insn,
                                               struct wl_insn *copy) {
  // For instructions of these kinds the decoder has checked the allocation (wave/code.c).
  const bool checked = insn->kind == WL_KIND_PLAIN || insn->kind == WL_KIND_WATCHED;
  const bool renumbers = (insn->flags & WL_INSN_MOVREL) || (w->mode & (WL_MODE_GPR_IDX_EN | WL_MODE_SHARED));
  return checked && !renumbers ? insn : wl_resolve_any(w, insn, copy);
}

// Calls fn of a resolved instruction.
static inline void wl_execute(struct wl_wave *w, const struct wl_insn *insn) {
  uint32_t(*const v0)[WL_LANES] = w->vgpr;
  if (insn->absolute_vgprs) w->vgpr = w->model->vgpr;
  insn->fn(w, insn);
  w->vgpr = v0;
}

#endif
