// SPDX-License-Identifier: Apache-2.0
// The model alone as what is debugged. A position is a step: an instruction of a wave, or the start of waves.
#include "observe/debug/alone.h"

#include <string.h>

#include "observe/debug/session.h"
#include "wavelock/registers.h"

static struct {
  wl_debug *debug;
  const wl_model *model;
  wl_config config;
  uint64_t position, instructions;
  wl_state_regs state_regs[WL_MAX_WAVES];
  wl_expected facts;  // of it: wave
} alone;

static void expected(void *to, wl_expected *e) {
  (void)to;
  *e = alone.facts;
  e->live = 0;
  e->state_regs = alone.state_regs;
  e->model = alone.model;
  e->vgpr = wl_model_phys_vgpr(alone.model, 0);
  e->lds = wl_model_lds_words(alone.model);
  e->instructions = alone.instructions;
  e->found_slot = -1;
  for (uint32_t slot = 0; slot < alone.config.waves; slot++) {
    e->live |= (uint32_t)wl_model_wave_live(alone.model, slot) << slot;
    e->sgpr[slot] = wl_model_sgprs(alone.model, slot);
    wl_model_state_regs(alone.model, slot, &alone.state_regs[slot]);
  }
}

static void on_issue(void *to, uint32_t slot, const wl_effect *e, const wl_traced *traced,
                     const wl_state_regs *before) {
  (void)to, (void)e, (void)traced, (void)before;
  alone.instructions++;
  alone.facts.wave[slot].issued++;
  wl_debug_position(alone.debug, ++alone.position);
}

static void opened(void *to, wl_model *model, const wl_config *sizes, const wl_mem *memory) {
  alone.debug = to;
  alone.model = model;
  alone.config = *sizes;
  const wl_debug_machine machine = {.expected = expected, .config = &alone.config, .expected_memory = memory};
  wl_debug_use(to, &machine);
  wl_model_on_issue(model, on_issue, NULL);
}

static void wave_starts(void *to, uint32_t slot, const wl_wave_init *init) {
  (void)to;
  const uint32_t second_end = wl_second_end(alone.config.vcc_alias, init->sgpr_size);
  const uint32_t own = second_end ? second_end - WL_SECOND_NAMES : WL_SGPR_COUNT;
  alone.facts.wave[slot].issued = 0;
  alone.facts.wave[slot].sgprs = init->sgpr_size < own ? init->sgpr_size : own;
  alone.facts.wave[slot].vgpr_base = init->vgpr_base;
  alone.facts.wave[slot].vgpr_size = init->vgpr_size;
}

static void waves_started(void *to) { wl_debug_position(to, ++alone.position); }

const wl_model_follower *wl_debug_follower(wl_debug *d) {
  static wl_model_follower follower = {.opened = opened, .wave_starts = wave_starts, .waves_started = waves_started};
  follower.to = d;
  return &follower;
}
