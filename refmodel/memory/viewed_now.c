// SPDX-License-Identifier: Apache-2.0
// The accesses of an instruction that executes at once, for the view that is its memory.
#include <stdlib.h>

#include "memory/memory.h"
#include "memory/view.h"

// Bytes of a lane, or of several that follow each other.
static inline void note(struct wl_view *v, wl_mem_op what, uint64_t address, uint32_t bytes) {
  if (what != WL_MEM_STORE) wl_view_read(v, address, bytes);
  if (what != WL_MEM_LOAD) wl_view_written(v, address, bytes);
}

static void note_scalar(struct wl_view *v, const struct wl_wave *w, const struct wl_insn *insn) {
  const struct wl_access *a = wl_access_row(insn);
  struct wl_places at;
  if (a->what != WL_SMEM_ACCESS) return;
  wl_smem_places(w, insn, a, &at);
  for (uint32_t i = 0; i < a->bytes / 4u; i++) {
    if (at.reached[0] >> (4 * i) & 1) note(v, (wl_mem_op)a->mem_op, wl_wrap(&at, 0, at.address[0][0] + 4 * i), 4);
  }
}

static void note_lanes(struct wl_view *v, wl_mem_op what, const uint64_t *address, uint64_t lanes, uint32_t bytes) {
  wl_view_lanes(v, address, lanes, bytes, what != WL_MEM_STORE, what != WL_MEM_LOAD);
}

static void note_global(struct wl_view *v, const struct wl_wave *w, const struct wl_insn *insn) {
  const struct wl_access *a = wl_access_row(insn);
  const wl_mem_op what = (wl_mem_op)a->mem_op;
  const uint64_t exec = wl_exec(w);
  uint64_t address[WL_LANES], first;
  if (exec == 0 || a->bytes == 0) return;
  if (exec == ~0ull && a->bytes == 4 && wl_global_run(w, insn, &first)) {
    note(v, what, first, 4 * WL_LANES);
    return;
  }
  wl_global_addresses(w, insn, address);
  note_lanes(v, what, address, exec, a->bytes);
}

// Whole dwords of scratch. false: they are not, and nothing was done.
static bool note_scratch(struct wl_view *v, const struct wl_wave *w, const struct wl_insn *insn) {
  const struct wl_access *a = wl_access_row(insn);
  const wl_mem_op what = (wl_mem_op)a->mem_op;
  const uint64_t exec = wl_exec(w);
  uint64_t first;
  if (what == WL_MEM_ATOMIC || a->bytes < 4 || a->components != 0 || !wl_scratch_run(w, insn, &first)) return false;
  for (uint32_t k = 0; k < a->bytes / 4u; k++, first += 4 * WL_LANES) {
    if (exec == ~0ull) note(v, what, first, 4 * WL_LANES);
    for (uint64_t lanes = exec == ~0ull ? 0 : exec; lanes != 0; lanes &= lanes - 1)
      note(v, what, first + 4 * (uint32_t)__builtin_ctzll(lanes), 4);
  }
  return true;
}

static void note_any(struct wl_view *v, const struct wl_wave *w, const struct wl_insn *insn) {
  struct wl_pending p;
  struct wl_stretch s[WL_STRETCHES];
  p.texels = NULL;
  wl_pending_fill(w, &p, insn);
  for (uint64_t lanes = p.exec; lanes != 0; lanes &= lanes - 1) {
    const uint32_t count = wl_lane_stretches(&p, (uint32_t)__builtin_ctzll(lanes), s);
    for (uint32_t i = 0; i < count; i++) note(v, (wl_mem_op)insn->mem_op, s[i].at, s[i].bytes);
  }
  free(p.texels);
}

// Dword by dword, or the word of an atomic. false: a dword is cut in two, and nothing was done.
static bool note_places(struct wl_view *v, const struct wl_wave *w, const struct wl_insn *insn) {
  struct wl_data_format format;
  struct wl_access a = *wl_access_row(insn);
  struct wl_places at;
  if (a.components != 0) a = wl_format_access(w, insn, &format);
  const bool atomic = a.mem_op == WL_MEM_ATOMIC;
  const uint32_t bytes = atomic || a.bytes < 4 ? a.bytes : 4;
  if (!wl_vmem_places(w, insn, &a, wl_is_flat(insn) ? wl_flat_lanes(w, insn) : wl_exec(w), &at)) return true;
  for (uint32_t k = 0; k < WL_BEHIND_CUT; k++)
    if (at.reached[WL_BEHIND_CUT + k] != 0) return false;
  for (uint32_t k = 0; k < (atomic ? 1 : wl_access_dwords(&a)); k++)
    note_lanes(v, (wl_mem_op)a.mem_op, at.address[k], at.reached[k], bytes);
  return true;
}

static void note_vector(struct wl_view *v, const struct wl_wave *w, const struct wl_insn *insn) {
  const bool flat = insn->format == WL_FMT_FLAT, plain = w->alignment_mode == WL_ALIGN_UNALIGNED;
  if (plain && flat && wl_segment(insn) == WL_SEG_GLOBAL && !wl_moves_lds(insn)) {
    note_global(v, w, insn);
    return;
  }
  const bool dwords = insn->format == WL_FMT_MUBUF || (flat && wl_segment(insn) == WL_SEG_SCRATCH);
  if (plain && dwords && !wl_moves_lds(insn) && note_scratch(v, w, insn)) return;
  if (wl_moves_lds(insn) || wl_is_image(insn) || !note_places(v, w, insn)) note_any(v, w, insn);
}

void wl_viewed_now(struct wl_wave *w, const struct wl_insn *insn) {
  struct wl_view *v = wl_mem_viewed(w->memory->mem);
  switch (insn->unit) {
    case WL_UNIT_SMEM: note_scalar(v, w, insn); break;
    case WL_UNIT_VMEM: note_vector(v, w, insn); break;
    default: wl_view_gds(v); break;
  }
  (wl_accesses_checked(w->memory) ? wl_checked_now : wl_memory_fn(insn, w->alignment_mode))(w, insn);
}
