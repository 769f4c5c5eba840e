// SPDX-License-Identifier: Apache-2.0
// The mirror: what the unit has reported of its registers, by its writes, its sweeps and its wave state registers. It
// is for people (wl_checker_reported). Nothing is compared with it.
#include "check/arch/arch.h"

#include <stdlib.h>

void mirror_sgprs(arch_state *c, int slot, int first, int count, const uint32_t *data) {
  if ((uint32_t)slot >= c->config.waves || first < 0 || count < 0 || (uint32_t)(first + count) > WL_SGPRS) return;
  for (uint32_t n = (uint32_t)first; n < (uint32_t)(first + count); n++)
    if (!is_state_scalar(c, n)) c->mirror->sgpr[slot][n] = data[n - (uint32_t)first];
}

void mirror_lanes(arch_state *c, int vgpr, int pass, uint32_t lanes, const uint32_t *data) {
  if ((uint32_t)vgpr >= c->config.phys_vgprs || (uint32_t)pass >= c->passes) return;
  const uint32_t first = (uint32_t)vgpr * WL_LANES + (uint32_t)pass * c->config.pass_lanes;
  const uint32_t words = words_of_lanes(c, lanes & ((1u << lanes_of_pass(c, (uint32_t)pass)) - 1));
  uint32_t *to = c->mirror->vgpr + ((size_t)first << c->wide);
  for (uint32_t i = 0; i < PASS_LANES; i++)
    if (words >> i & 1) to[i] = data[i];
}

void mirror_swept(arch_state *c, compare_kind kind, uint32_t at, uint32_t count, const uint32_t *words) {
  uint32_t *to = kind == COMPARE_SGPR ? c->mirror->sgpr[0] : c->mirror->vgpr;
  for (uint32_t i = 0; i < count; i++) {
    const bool scalar = kind == COMPARE_SGPR && is_state_scalar(c, (at + i) % WL_SGPRS);
    if (scalar || swept_written(c, kind, at + i, 1) || (c->vgpr_known && just_cleared(c, kind, at + i))) continue;
    to[at + i] = words[i];
  }
}

void mirror_cycle(arch_state *c, const uint32_t *state_regs) {
  const uint32_t *bits = (const uint32_t *)&c->row_bits;
  for (uint32_t slot = 0; slot < c->config.waves; slot++) {
    const uint32_t *is = state_regs + slot * STATE_REG_WORDS, *now = (const uint32_t *)&c->now[slot];
    uint32_t *dut = (uint32_t *)&c->mirror->state_regs[slot], *expected = (uint32_t *)&c->mirror->expected[slot];
    for (uint32_t i = 0; i < STATE_REG_WORDS; i++) dut[i] = (is[i] & bits[i]) | (now[i] & ~bits[i]);
    memcpy(expected, c->late_state ? dut : now, sizeof c->now[slot]);
    for (uint32_t row = 0; row < c->ops.row_count && c->late_state; row++) {
      const wl_model_row *r = &c->ops.rows[row];
      if (!(c->reported[slot] >> row & 1)) continue;
      for (uint32_t k = 0; k < 2 && r->mask[k]; k++)
        expected[r->word + k] = (expected[r->word + k] & ~r->mask[k]) | (now[r->word + k] & r->mask[k]);
    }
  }
}
