// SPDX-License-Identifier: Apache-2.0
// DPP: lanes read other lanes (gfx9-encoding.md 3).
#include "execute/vector.h"

// The lane that lane i reads, or -1 if there is none.
static int dpp_source(uint32_t control, int i) {
  const int n = (int)(control & 15), row = i & ~15, last = 63;
  if (control <= WL_DPP_QUAD_PERM_LAST) return (i & ~3) + (int)(control >> (2 * (i & 3)) & 3);
  switch (control & WL_DPP_GROUP) {
    case WL_DPP_ROW_SHL: return (i & 15) + n <= 15 ? i + n : -1;
    case WL_DPP_ROW_SHR: return (i & 15) >= n ? i - n : -1;
    case WL_DPP_ROW_ROR: return row + ((i - n) & 15);
    default: break;
  }
  switch (control) {
    case WL_DPP_WAVE_SHL: return i < last ? i + 1 : -1;
    case WL_DPP_WAVE_ROL: return (i + 1) & last;
    case WL_DPP_WAVE_SHR: return i - 1;
    case WL_DPP_WAVE_ROR: return (i - 1) & last;
    case WL_DPP_ROW_MIRROR: return i ^ 15;
    case WL_DPP_ROW_HALF_MIRROR: return i ^ 7;
    case WL_DPP_ROW_BCAST15: return row - 1;
    default: return i < 32 ? -1 : 31;  // WL_DPP_ROW_BCAST31
  }
}

// Whether the lane that lane i reads exists and is active; *from is its number.
static bool dpp_valid(uint32_t word, uint64_t exec, int i, int *from) {
  *from = dpp_source(wl_dpp_control(word), i);
  return *from >= 0 && (exec >> *from & 1);
}

uint64_t wl_vector_lanes_of(const struct wl_insn *n, uint64_t exec) {
  if (n->extra != WL_EXTRA_DPP) return exec;
  const uint32_t word = n->words[1];
  const bool bound_ctrl = wl_dpp_bound_ctrl(word);
  uint64_t lanes = 0;
  for (int i = 0, from; i < WL_LANES; i++) {
    const bool on = wl_dpp_row_mask(word) >> (i >> 4) & wl_dpp_bank_mask(word) >> (i >> 2 & 3) & 1;
    if (on && (dpp_valid(word, exec, i, &from) || bound_ctrl)) lanes |= 1ull << i;
  }
  return lanes & exec;
}

uint64_t wl_vector_lanes(const struct wl_wave *w, const struct wl_insn *n) { return wl_vector_lanes_of(n, wl_exec(w)); }

void wl_dpp_permute(const struct wl_wave *w, const struct wl_insn *n, const uint32_t *row, uint32_t *to) {
  const uint64_t exec = wl_exec(w);
  for (int i = 0, from; i < WL_LANES; i++) to[i] = dpp_valid(n->words[1], exec, i, &from) ? row[from] : 0;
}
