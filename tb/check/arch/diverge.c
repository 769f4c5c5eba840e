// SPDX-License-Identifier: Apache-2.0
// Keeps what was found. Nothing here runs while DUT and model agree.
#include "check/arch/arch.h"

#include <stdarg.h>
#include <stdio.h>

bool slot_bad(arch_state *c, int slot, const char *event) {
  diverge(c, WL_ERROR, -1, event, "%s: slot %d; the DUT has slots 0 to %u", event, slot, c->config.waves - 1);
  return false;
}

// Called at the first divergence, before later events change the registers.
void keep_wave(arch_state *c, int slot) {
  if (slot < 0 || !c->model) return;
  c->first_wave = c->wave[slot];
  c->first_before = c->at_issue[slot];
  c->first_model = c->first_rtl = c->now[slot];  // equal before the edge, else the compare at the close replaces them
  memcpy(c->first_sgpr, c->sgpr[slot], sizeof c->first_sgpr);
  uint32_t base = c->first_wave.vgpr_base, count = c->first_wave.vgpr_size;
  if (count <= MAX_VGPRS && base + count <= c->config.phys_vgprs) {
    memcpy(c->first_vgpr, c->vgpr + ((size_t)base * WL_LANES << c->wide), (size_t)count * WL_LANES * 4 << c->wide);
  }
}

divergence *diverge(arch_state *c, wl_verdict verdict, int slot, const char *row, const char *format, ...) {
  static divergence overflow;
  // While the run drains, a difference is a consequence. Another one in the same cycle may be the cause.
  bool drains = c->stop && c->cycle > c->stop_cycle;
  divergence *d = !drains && c->divergences < MAX_DIVERGENCES ? &c->found[c->divergences] : &overflow;
  memset(d, 0, sizeof *d);
  d->verdict = verdict;
  d->cycle = c->cycle;
  d->slot = slot;
  snprintf(d->row, sizeof d->row, "%s", row);
  va_list args;
  va_start(args, format);
  vsnprintf(d->what, sizeof d->what, format, args);
  va_end(args);
  if (drains) return d;
  if (c->divergences == 0) keep_wave(c, slot);
  c->divergences++;
  if (!c->stop && (c->divergences > c->options.keep_going || verdict == WL_ERROR)) {
    c->stop = true;
    c->stop_cycle = c->cycle;
  }
  return d;
}

void diverge_words(divergence *d, uint32_t index, const uint32_t *rtl, const uint32_t *model, uint32_t count) {
  d->values = VALUE_WORDS;
  d->index = index;
  d->count = count < WL_LANES ? count : WL_LANES;
  memcpy(d->rtl, rtl, d->count * 4);
  memcpy(d->model, model, d->count * 4);
}

void diverge_lanes(divergence *d, uint32_t wide, uint32_t index, uint32_t first, uint32_t lanes, const uint32_t *rtl,
                   const uint32_t *model) {
  d->values = VALUE_LANES;
  d->index = index;
  d->lanes = (uint64_t)lanes << first;
  d->wide = wide;
  for (uint32_t left = lanes; left; left &= left - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(left) << wide, at = first << wide;
    memcpy(&d->rtl[at + i], &rtl[i], 4 << wide);
    memcpy(&d->model[at + i], &model[i], 4 << wide);
  }
}
