// SPDX-License-Identifier: Apache-2.0
// Registers of a unit that does not follow keeps_registers: from the dispatch of a wave on, a register of it is not
// known until it is written. Sweeps compare what is known, and count the rest.
#include "check/arch/arch.h"

#include <stdlib.h>

bool known_open(arch_state *c) {
  c->vgpr_known = calloc(2 * (size_t)c->config.phys_vgprs, sizeof *c->vgpr_known);
  if (!c->vgpr_known) return false;
  c->vgpr_was_known = c->vgpr_known + c->config.phys_vgprs;
  c->slow_lanes = true;
  return true;
}

void known_forget(arch_state *c, uint32_t slot, const wl_wave_init *init) {
  memset(c->sgpr_known[slot], 0, sizeof c->sgpr_known[slot]);
  for (uint32_t v = init->vgpr_base; v < init->vgpr_base + init->vgpr_size && v < c->config.phys_vgprs; v++)
    c->vgpr_known[v] = 0;
}

void known_sgprs(arch_state *c, uint32_t slot, uint32_t first, uint32_t count) {
  for (uint32_t i = first; i < first + count; i++) c->sgpr_known[slot][i / 32] |= 1u << (i % 32);
}

void known_lanes(arch_state *c, uint32_t at, uint32_t lanes) {
  c->vgpr_known[at / WL_LANES] |= (uint64_t)lanes << (at % WL_LANES);
}

// Clears what is not known, and keeps what was: a sweep of this cycle has the values before the edge.
void known_clear(arch_state *c, uint32_t slot, const wl_wave_init *init) {
  if (c->cleared_cycle != c->cycle) c->cleared = 0;
  c->cleared_cycle = c->cycle;
  c->cleared |= 1u << slot;
  memcpy(c->sgpr_was_known[slot], c->sgpr_known[slot], sizeof c->sgpr_known[slot]);
  for (uint32_t i = 0; i < WL_SGPRS; i++)
    if (!is_known(c, COMPARE_SGPR, slot * WL_SGPRS + i)) {
      c->sgpr[slot][i] = 0;
      if (c->mirror) c->mirror->sgpr[slot][i] = 0;
    }
  known_sgprs(c, slot, 0, WL_SGPRS);
  for (uint32_t v = init->vgpr_base; v < init->vgpr_base + init->vgpr_size && v < c->config.phys_vgprs; v++) {
    for (uint32_t i = 0; i < (uint32_t)WL_LANES << c->wide; i++) {
      if (c->vgpr_known[v] >> (i >> c->wide) & 1) continue;
      c->vgpr[((size_t)v * WL_LANES << c->wide) + i] = 0;
      if (c->mirror) c->mirror->vgpr[((size_t)v * WL_LANES << c->wide) + i] = 0;
    }
    c->vgpr_was_known[v] = c->vgpr_known[v];
    c->vgpr_known[v] = ~0ull;
  }
}

static bool sgpr_in(const arch_state *c, const uint32_t known[WL_SGPRS / 32], uint32_t number) {
  return is_state_scalar(c, number) || (known[number / 32] >> (number % 32) & 1);
}

bool is_known(const arch_state *c, compare_kind kind, uint32_t at) {
  const uint32_t lane = at >> c->wide;
  if (kind == COMPARE_VGPR) return c->vgpr_known[lane / WL_LANES] >> (lane % WL_LANES) & 1;
  return kind != COMPARE_SGPR || sgpr_in(c, c->sgpr_known[at / WL_SGPRS], at % WL_SGPRS);
}

bool just_cleared(const arch_state *c, compare_kind kind, uint32_t at) {
  const uint32_t slot = at / WL_SGPRS, lane = at >> c->wide, vgpr = lane / WL_LANES;
  if (c->cleared_cycle != c->cycle - 1 || kind == COMPARE_LDS) return false;
  if (kind == COMPARE_SGPR) return (c->cleared >> slot & 1) && !sgpr_in(c, c->sgpr_was_known[slot], at % WL_SGPRS);
  for (uint32_t left = c->cleared; left; left &= left - 1) {
    const wave_state *w = &c->wave[__builtin_ctz(left)];
    if (vgpr - w->vgpr_base < w->vgpr_size) return !(c->vgpr_was_known[vgpr] >> (lane % WL_LANES) & 1);
  }
  return false;
}
