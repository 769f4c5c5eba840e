// SPDX-License-Identifier: Apache-2.0
// Instructions in flight of a unit that does not follow one_vector_in_flight or scalar_at_issue: a wave may issue while
// register writes of older instructions are to come. They come in any order. A write belongs to the oldest instruction
// that has it to come, so writes of one register come in program order. What is written is the model's value after that
// instruction, kept at its issue.
#include "check/arch/arch.h"

#include <stdio.h>
#include <stdlib.h>

bool flights_open(arch_state *c) {
  c->flights = calloc(c->config.waves, sizeof *c->flights);
  for (uint32_t slot = 0; c->flights && slot < c->config.waves; slot++) flights_start(c, slot);
  return c->flights != NULL;
}

void flights_start(arch_state *c, uint32_t slot) {
  flight_list *l = &c->flights[slot];
  l->count = 0;
  for (uint32_t i = 0; i < FLIGHTS; i++) l->oldest[i] = &l->list[i];
}

static void take_sgprs(const arch_state *c, uint32_t slot, flight *f, uint32_t first, uint32_t due) {
  f->sgpr_first = first;
  f->sgpr_due = due;
  const uint32_t *sgprs = c->ops.sgprs(c->model, slot);
  for (uint32_t i = 0; due >> i; i++) f->sgpr[i] = sgprs[wl_first_name(c->wave[slot].second_end, first + i)];
}

// A new one, with the SGPR writes that the wave has due; NULL: there are too many.
static flight *launch(arch_state *c, int slot, uint64_t pc, bool vector) {
  flight_list *l = &c->flights[slot];
  wave_state *w = &c->wave[slot];
  if (l->count == FLIGHTS) {
    diverge(c, WL_ERROR, slot, "issue", "slot %d has %d instructions in flight, and the checker keeps no more", slot,
            FLIGHTS);
    return NULL;
  }
  flight *f = l->oldest[l->count++];
  f->pc = pc;
  f->vector = vector;
  f->vgprs = 0;
  take_sgprs(c, (uint32_t)slot, f, w->sgpr_first, w->sgpr_due);
  w->sgpr_due = 0;
  return f;
}

void flights_issue(arch_state *c, int slot, uint64_t pc, bool vector) {
  const wl_effect *e = &c->effect;
  if (!vector && (!c->wave[slot].sgpr_due || can(c, WL_CAN_scalar_at_issue))) return;
  if (vector && can(c, WL_CAN_one_vector_in_flight)) return;
  if (vector) c->wave[slot].valu_pending = false;
  flight *f = launch(c, slot, pc, vector);
  if (!f || !vector) return;
  f->vgprs = e->vgpr_count;
  for (uint32_t i = 0; i < e->vgpr_count; i++) {
    f->vgpr[i] = e->phys_vgpr[i];
    f->lanes[i].all = e->vgpr_mask[i];
    memcpy(f->value[i], c->ops.phys_vgpr(c->model, e->phys_vgpr[i]), c->config.wave_lanes * 4 << c->wide);
  }
}

void flights_trap(arch_state *c, int slot) {
  if (!can(c, WL_CAN_scalar_at_issue)) launch(c, slot, pc_of(&c->next[slot]), false);
}

static uint32_t lanes_due(const flight *f) {
  for (uint32_t i = 0; i < f->vgprs; i++)
    if (f->lanes[i].all) return i + 1;
  return 0;
}

// It is complete. Number n of the oldest.
static void land(arch_state *c, uint32_t slot, uint32_t n) {
  flight_list *l = &c->flights[slot];
  flight *f = l->oldest[n];
  l->count--;
  memmove(&l->oldest[n], &l->oldest[n + 1], (l->count - n) * sizeof *l->oldest);
  l->oldest[l->count] = f;
  c->progress[slot] = c->cycle;
  if (c->late_state) late_done(c, slot);
}

const uint32_t *flights_sgprs(arch_state *c, uint32_t slot, bool vector, uint32_t first, uint32_t count,
                              uint32_t value[4]) {
  flight_list *l = &c->flights[slot];
  for (uint32_t n = 0; n < l->count; n++) {
    flight *f = l->oldest[n];
    const uint32_t bits = written_of(c->wave[slot].second_end, f->sgpr_first, 4, first, count);
    if (f->vector != vector || !bits || (bits & ~f->sgpr_due)) continue;
    f->sgpr_due &= ~bits;
    memcpy(value, f->sgpr + __builtin_ctz(bits), count * 4);
    if (!vector && !f->sgpr_due) land(c, slot, n);
    return value;
  }
  return NULL;
}

const uint32_t *flights_lanes(arch_state *c, uint32_t slot, uint32_t vgpr, uint64_t lanes) {
  flight_list *l = &c->flights[slot];
  for (uint32_t n = 0; n < l->count; n++) {
    flight *f = l->oldest[n];
    for (uint32_t i = 0; i < f->vgprs; i++) {
      if (f->vgpr[i] != vgpr || (lanes & ~f->lanes[i].all)) continue;
      f->lanes[i].all ^= lanes;
      return f->value[i];
    }
  }
  return NULL;
}

// Reports a write that has not come.
static void missing(arch_state *c, int slot, const flight *f, const char *when) {
  const wave_state *w = &c->wave[slot];
  const uint32_t due = lanes_due(f);
  char what[40];
  if (due) {
    const uint32_t vgpr = f->vgpr[due - 1];
    snprintf(what, sizeof what, "v%u lane %d", vgpr - w->vgpr_base, __builtin_ctzll(f->lanes[due - 1].all));
  } else if (f->sgpr_due) {
    snprintf(what, sizeof what, "s%u",
             wl_first_name(w->second_end, f->sgpr_first + (uint32_t)__builtin_ctz(f->sgpr_due)));
  } else {
    snprintf(what, sizeof what, "valu_done");
  }
  diverge(c, WL_MISMATCH, slot,
          due           ? "VGPR"
          : f->sgpr_due ? "SGPR"
                        : "valu_done",
          "slot %d: %s, and %s of the instruction at 0x%llx has not come", slot, when, what, (unsigned long long)f->pc);
}

void flights_done(arch_state *c, int slot) {
  flight_list *l = &c->flights[slot];
  const flight *first = NULL;
  for (uint32_t n = 0; n < l->count; n++) {
    const flight *f = l->oldest[n];
    if (!f->vector) continue;
    if (!first) first = f;
    if (lanes_due(f) || f->sgpr_due) continue;
    land(c, (uint32_t)slot, n);
    return;
  }
  if (may_come_first(c)) return;
  if (first) {
    missing(c, slot, first, "valu_done comes");
    return;
  }
  diverge(c, WL_ILLEGAL, slot, "valu_done", "valu_done of slot %d, which has no vector ALU instruction in flight",
          slot);
}

void flights_end(arch_state *c, int slot) {
  flight_list *l = &c->flights[slot];
  if (l->count) missing(c, slot, l->oldest[0], "the wave ends");
  flights_start(c, (uint32_t)slot);
}

void flights_retire(arch_state *c, int slot) {
  flight_list *l = &c->flights[slot];
  for (uint32_t n = 0; n < l->count; n++)
    if (lanes_due(l->oldest[n]) || l->oldest[n]->sgpr_due) missing(c, slot, l->oldest[n], "its record is complete");
  flights_start(c, (uint32_t)slot);
}

bool flights_write(const arch_state *c, uint32_t slot, uint32_t vgpr) {
  const flight_list *l = &c->flights[slot];
  for (uint32_t n = 0; n < l->count; n++)
    for (uint32_t i = 0; i < l->oldest[n]->vgprs; i++)
      if (l->oldest[n]->vgpr[i] == vgpr) return true;
  return false;
}

bool flights_vector(const arch_state *c, uint32_t slot) {
  const flight_list *l = &c->flights[slot];
  for (uint32_t n = 0; n < l->count; n++)
    if (l->oldest[n]->vector) return true;
  return false;
}
