// SPDX-License-Identifier: Apache-2.0
#include "dut.h"

#include <cstdint>
#include <cstdio>
#include <memory>

#include "Vtrace_unit.h"

namespace {

constexpr int kFieldBits = 21, kUnitBits = 3, kBarrierBits = 6, kAddedBits = 3;

// Puts `bits` bits at place `at` of a wide port.
template <typename Port>
void put(Port &port, int at, int bits, uint32_t value) {
  for (int b = 0; b < bits; b++, at++) {
    const uint32_t mask = 1u << at % 32;
    port[at / 32] = (value >> b & 1) ? port[at / 32] | mask : port[at / 32] & ~mask;
  }
}

template <typename Port>
uint32_t get(const Port &port, int at, int bits) {
  uint32_t value = 0;
  for (int b = 0; b < bits; b++, at++) value |= (port[at / 32] >> at % 32 & 1) << b;
  return value;
}

struct Place {
  long cycle;
  bool loud;
};

// Prints a difference.
bool same(const char *what, Place place, int slot, uint32_t unit, uint32_t model, int barrier = -1) {
  if (unit == model || !place.loud) return unit == model;
  printf("cycle %ld", place.cycle);
  if (slot >= 0) printf(", slot %d", slot);
  if (barrier >= 0) printf(", barrier %d", barrier);
  printf(": %s is %u in the unit, %u in the model\n", what, unit, model);
  return false;
}

}  // namespace

struct dut {
  Vtrace_unit top;
};

dut *dut_new(void) {
  dut *d = new dut;
  d->top.rst_ni = 0;
  dut_edge(d);
  d->top.rst_ni = 1;
  return d;
}

void dut_free(dut *d) { delete d; }

void dut_edge(dut *d) {
  for (int level : {0, 1, 0}) {
    d->top.clk_i = level;
    d->top.eval();
  }
}

void dut_drive(dut *d, const sass_issue_inputs *inputs) {
  const sass_issue_inputs &in = *inputs;
  uint32_t offers = 0, partners = 0, ready = 0, valid = 0, signal_barriers = 0;
  uint64_t units = 0, partner_units = 0;
  for (int s = 0; s < SASS_WARPS; s++) {
    const sass_offer &o = in.offers[s];
    offers |= static_cast<uint32_t>(o.offered) << s;
    partners |= static_cast<uint32_t>(o.has_partner) << s;
    units |= static_cast<uint64_t>(o.unit) << kUnitBits * s;
    partner_units |= static_cast<uint64_t>(o.partner_unit) << kUnitBits * s;
    put(d->top.field_i, kFieldBits * s, kFieldBits, sass_field(&o.control));
    put(d->top.partner_field_i, kFieldBits * s, kFieldBits, sass_field(&o.partner_control));
  }
  for (int u = 0; u < SASS_UNITS; u++) ready |= static_cast<uint32_t>(in.ready[u]) << u;
  uint32_t signal_slots = 0;
  for (int n = 0; n < in.signal_count; n++) {
    valid |= 1u << n;
    signal_slots |= static_cast<uint32_t>(in.signals[n].slot) << 4 * n;
    signal_barriers |= static_cast<uint32_t>(in.signals[n].barrier) << 3 * n;
  }
  d->top.offer_i = static_cast<uint16_t>(offers);
  d->top.partner_i = static_cast<uint16_t>(partners);
  d->top.unit_i = units;
  d->top.partner_unit_i = partner_units;
  d->top.ready_i = static_cast<uint8_t>(ready);
  d->top.signal_valid_i = static_cast<uint8_t>(valid);
  d->top.signal_slot_i = signal_slots;
  d->top.signal_barrier_i = signal_barriers;
  d->top.eval();
}

bool dut_agrees(const dut *d, const sass_choice *choice, const sass_issue *state, long cycle, bool loud) {
  const sass_choice &c = *choice;
  const Place at = {cycle, loud};
  bool good = same("tried", at, -1, d->top.tried_o, c.tried);
  if (c.tried) good = good && same("slot", at, -1, d->top.slot_o, static_cast<uint32_t>(c.slot));
  good = good && same("issue", at, -1, d->top.issue_o, c.issued) && same("pair", at, -1, d->top.pair_o, c.pair);
  for (int s = 0; s < SASS_WARPS && good; s++) {
    const sass_issue_state &w = state->warps[s];
    good = same("STALL", at, s, static_cast<uint32_t>(d->top.stall_o >> 4 * s & 15), w.stall) &&
           same("YLD", at, s, d->top.yld_o >> s & 1, w.yielded) &&
           same("STAY", at, s, static_cast<uint32_t>(d->top.stay_o >> 3 * s & 7), w.stay);
    for (int b = 0; b < SASS_BARRIERS && good; b++) {
      const int place = SASS_BARRIERS * s + b;
      good = same("BAR", at, s, get(d->top.bar_o, kBarrierBits * place, kBarrierBits), w.count[b], b) &&
             same("INC", at, s, get(d->top.inc_o, kAddedBits * place, kAddedBits), w.added[b], b);
    }
  }
  return good;
}
