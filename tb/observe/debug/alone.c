// SPDX-License-Identifier: Apache-2.0
// The model alone as what is debugged. A position is a step: an instruction of a wave, or the start of waves.
#include <stdlib.h>
#include <string.h>

#include "observe/debug/session.h"
#include "wavelock/registers.h"

static struct {
  const wl_model_ops *ops;
  const wl_model *model;
  wl_config config;
  uint64_t position, instructions;
  wl_state_regs state_regs[WL_MAX_WAVES];
  wl_expected facts;  // of it: wave
  uint32_t *vgpr;     // of a model of another instruction set: 64 lanes of each vector register
} alone;

static size_t lane_bytes(void) { return wl_wide_lanes(&alone.config) ? 8 : 4; }

// The vector registers, 64 lanes each. Another model than GFX9's has them where it likes.
static const uint32_t *vgprs(void) {
  if (!alone.vgpr) return alone.ops->phys_vgpr(alone.model, 0);
  const size_t bytes = alone.config.wave_lanes * lane_bytes();
  for (uint32_t i = 0; i < alone.config.phys_vgprs; i++)
    memcpy((uint8_t *)alone.vgpr + i * WL_LANES * lane_bytes(), alone.ops->phys_vgpr(alone.model, i), bytes);
  return alone.vgpr;
}

static void expected(void *to, wl_expected *e) {
  (void)to;
  *e = alone.facts;
  e->live = 0;
  e->state_regs = alone.state_regs;
  e->ops = alone.ops;
  e->model = alone.model;
  e->vgpr = vgprs();
  e->lds = alone.ops->lds_words(alone.model);
  e->instructions = alone.instructions;
  e->found_slot = -1;
  for (uint32_t slot = 0; slot < alone.config.waves; slot++) {
    e->live |= (uint32_t)alone.ops->wave_live(alone.model, slot) << slot;
    e->sgpr[slot] = alone.ops->sgprs(alone.model, slot);
    alone.ops->state_regs(alone.model, slot, &alone.state_regs[slot]);
  }
}

static void start_alone(void *to, const wl_observed_model *m) {
  alone.ops = m->ops;
  alone.model = m->model;
  alone.config = *m->sizes;
  free(alone.vgpr);
  alone.vgpr = m->sizes->wave_lanes ? calloc(m->sizes->phys_vgprs, WL_LANES * lane_bytes()) : NULL;
  const wl_debug_machine machine = {.expected = expected, .config = &alone.config, .expected_memory = m->memory};
  wl_debug_use(to, &machine);
}

static void wave_starts(uint32_t slot, const wl_wave_init *init) {
  const uint32_t second_end = wl_second_end(alone.config.vcc_alias, init->sgpr_size);
  const uint32_t own = second_end ? second_end - WL_SECOND_NAMES : WL_SGPR_COUNT;
  alone.facts.wave[slot].issued = 0;
  alone.facts.wave[slot].sgprs = init->sgpr_size < own ? init->sgpr_size : own;
  alone.facts.wave[slot].vgpr_base = init->vgpr_base;
  alone.facts.wave[slot].vgpr_size = init->vgpr_size;
}

static void observe(void *to, const wl_observed *o) {
  if (o->event == WL_EVENT_wave_start) {
    wave_starts(o->alone->slot, o->alone->init);
    return;
  }
  alone.instructions++;
  alone.facts.wave[o->alone->slot].issued++;
  wl_debug_position(to, ++alone.position);
}

static void begin(void *to, uint64_t cycle) {
  (void)cycle;
  wl_debug_position(to, ++alone.position);
}

void wl_debug_observe_alone(wl_observer *to, wl_debug *d) {
  *to = (wl_observer){.to = d,
                      .wants = {[WL_ALONE] = wl_event_bit(WL_EVENT_wave_start) | wl_event_bit(WL_EVENT_issue)},
                      .start_alone = start_alone,
                      .event = observe,
                      .begin = begin};
}
