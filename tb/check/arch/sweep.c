// SPDX-License-Identifier: Apache-2.0
// Sweeps: whole arrays, as they stood before the edge of the cycle just closed, against the shadow. The shadow has
// the writes of that cycle already, so the words they overwrote are kept in cycles that are swept.
#include "check/arch/arch.h"

enum { SWEEP_WORDS = 128 };  // of one answer

// What the unit reports writes of.
static uint32_t sweep_of(const arch_state *c) {
  const bool registers = can(c, WL_CAN_registers) && !c->loads_unseen;
  return (registers ? WL_SWEEP_SGPR | WL_SWEEP_VGPR : 0) | (can(c, WL_CAN_lds) ? WL_SWEEP_LDS : 0);
}

// Decided at the close of cycle n, swept at cycle n+1, answered when n+2 is open.
static uint32_t sweep_all(arch_state *c) {
  if (c->unswept || c->sweep_slots) c->quiet_cycle = c->cycle + 2;
  c->unswept = false;
  c->sweep_slots = 0;
  return sweep_of(c);
}

// One wave's registers, after its end.
static uint32_t sweep_wave(arch_state *c) {
  // The request cannot name its VGPRs.
  if (c->config.phys_vgprs > 1u << WL_SWEEP_FIRST_BITS || !(sweep_of(c) & WL_SWEEP_VGPR)) return sweep_all(c);
  uint32_t slot = (uint32_t)__builtin_ctz(c->sweep_slots);
  const wave_state *w = &c->wave[slot];
  c->sweep_slots &= c->sweep_slots - 1;
  c->quiet_cycle = c->cycle + 2;
  return WL_SWEEP_SGPR | WL_SWEEP_VGPR | WL_SWEEP_WAVE | slot << WL_SWEEP_SLOT_SHIFT |
         w->vgpr_base << WL_SWEEP_FIRST_SHIFT | w->vgpr_size << WL_SWEEP_COUNT_SHIFT;
}

// What to sweep at the next edge.
static uint32_t sweep_decide(arch_state *c) {
  c->idle = waves_at_work(c) ? 0 : c->idle + 1;
  if (!can(c, WL_CAN_sweeps) || !sweep_of(c)) {
    c->unswept = false;
    c->sweep_slots = 0;
    return 0;
  }
  // What an open record has written is in the DUT and not in the shadow.
  if (can(c, WL_CAN_retire) && c->idle < IDLE_CYCLES) return 0;
  if (c->options.mode == WL_CHECK_EVERY) return sweep_all(c);
  if (__builtin_expect(c->cycle >= c->sweep_next_cycle, 0)) {
    bool first = c->sweep_next_cycle == 0;
    c->sweep_next_cycle = c->cycle + c->options.sweep_period;
    if (!first) return sweep_all(c);
  }
  if (c->idle >= IDLE_CYCLES && c->unswept) return sweep_all(c);
  return c->sweep_slots ? sweep_wave(c) : 0;
}

void sweep_step(arch_state *c) {
  c->sweep_asked = c->sweep_due;
  c->sweep_due = sweep_decide(c);
  c->slow_lanes = c->sweep_due || c->vgpr_known;
  c->unit->sweep_due = c->sweep_due != 0;
}

// The words of an answer.
static uint64_t sweep_words(const arch_state *c, uint32_t asked) {
  const wl_config *g = &c->config;
  const bool one = asked & WL_SWEEP_WAVE;
  uint64_t words = 0;
  if (asked & WL_SWEEP_SGPR) words += (one ? 1 : g->waves) * g->sgprs;
  if (asked & WL_SWEEP_VGPR)
    words += (uint64_t)(one ? wl_sweep_count(asked) : g->phys_vgprs) * g->wave_lanes << c->wide;
  if (asked & WL_SWEEP_LDS) words += lds_words(c);
  return words;
}

int sweep_ask(arch_state *c) {
  if (!c->sweep_asked) return 0;
  c->sweep_got = 0;
  c->sweep_expect = sweep_words(c, c->sweep_asked);
  return (int)c->sweep_asked;
}

void sweep_close(arch_state *c) {
  if (c->sweep_expect == 0) {
    diverge(c, WL_ERROR, -1, "sweep",
            "the probe did not call wl_probe_sweep after cycle %llu, when %llu words were to be swept",
            (unsigned long long)c->cycle - 1, (unsigned long long)sweep_words(c, c->sweep_asked));
  } else if (c->sweep_got < c->sweep_expect) {
    diverge(c, WL_ERROR, -1, "sweep", "the probe answered %llu of the %llu words of the sweep after cycle %llu",
            (unsigned long long)c->sweep_got, (unsigned long long)c->sweep_expect, (unsigned long long)c->cycle - 1);
  } else {
    c->sweeps++;
    if (!(c->sweep_asked & WL_SWEEP_WAVE)) c->swept_cycle = c->cycle - 1;
  }
  c->sweep_asked = 0;
  c->sweep_expect = 0;
}

void undo_keep(arch_state *c, compare_kind kind, uint32_t at, uint32_t count, const uint32_t *words) {
  if (c->undo_cycle != c->cycle) {
    c->undo_cycle = c->cycle;
    c->undo_count = 0;
  }
  if (c->undo_count == UNDO) {
    diverge(c, WL_ERROR, -1, "sweep", "more than %d register writes in one cycle", UNDO);
    return;
  }
  undo_entry *u = &c->undo[c->undo_count++];
  u->kind = kind;
  u->at = at;
  u->count = count;
  u->unknown = 0;
  for (uint32_t i = 0; c->vgpr_known && i < count; i++) u->unknown |= (uint32_t)!is_known(c, kind, at + i) << i;
  memcpy(u->words, words, count * 4);
}

// Sets words[], which are at..at+count-1 of their array, to the values before the writes of the cycle just closed.
static void undo_apply(const arch_state *c, compare_kind kind, uint32_t at, uint32_t count, uint32_t *words) {
  if (c->undo_cycle != c->cycle - 1) return;
  for (uint32_t i = c->undo_count; i-- > 0;) {
    const undo_entry *u = &c->undo[i];
    if (u->kind != kind || u->at + u->count <= at || u->at >= at + count) continue;
    for (uint32_t k = 0; k < u->count; k++) {
      if (u->at + k - at < count) words[u->at + k - at] = u->words[k];
    }
  }
}

// The words of an unknown value count as the DUT's. A word that was written or cleared in the cycle just closed was
// perhaps not known before.
static uint32_t take_unknown(const arch_state *c, compare_kind kind, uint32_t at, uint32_t count, const uint32_t *words,
                             uint32_t *expected) {
  uint32_t unknown = 0;
  for (uint32_t i = 0; i < count; i++) {
    bool known = is_known(c, kind, at + i) && !just_cleared(c, kind, at + i);
    for (uint32_t k = 0; k < c->undo_count && c->undo_cycle == c->cycle - 1; k++) {
      const undo_entry *u = &c->undo[k];
      if (u->kind == kind && at + i - u->at < u->count && (u->unknown >> (at + i - u->at) & 1)) known = false;
    }
    if (known) continue;
    expected[i] = words[i];
    unknown++;
  }
  return unknown;
}

// Compares up to SWEEP_WORDS words; true, and the expected words, if they differ.
static bool swept_differs(arch_state *c, compare_kind kind, const uint32_t *shadow, uint32_t at, uint32_t count,
                          const uint32_t *words, uint32_t expected[SWEEP_WORDS]) {
  c->sweep_got += count;
  c->words_compared += count;
  if (!c->vgpr_known && !memcmp(words, shadow, count * 4) && (c->undo_cycle != c->cycle - 1 || !c->undo_count))
    return false;
  memcpy(expected, shadow, count * 4);
  undo_apply(c, kind, at, count, expected);
  if (c->vgpr_known) {
    const uint32_t unknown = take_unknown(c, kind, at, count, words, expected);
    c->unknown_words += unknown;
    c->words_compared -= unknown;
  }
  return memcmp(words, expected, count * 4) != 0;
}

static uint32_t first_difference(const uint32_t *a, const uint32_t *b) {
  uint32_t i = 0;
  while (a[i] == b[i]) i++;
  return i;
}

// A sweep is about the cycle just closed.
static divergence *at_closed_cycle(arch_state *c, divergence *d) {
  d->cycle = c->cycle - 1;
  return d;
}

void swept_sgpr(arch_state *c, int slot, const uint32_t *words) {
  if (!(sweep_of(c) & WL_SWEEP_VGPR)) return;
  uint32_t expected[SWEEP_WORDS];
  if (!slot_good(c, slot, "sweep_sgpr")) return;
  uint32_t at = (uint32_t)slot * WL_SGPRS;
  if (c->mirror) mirror_swept(c, COMPARE_SGPR, at, c->config.sgprs, words);
  if (!swept_differs(c, COMPARE_SGPR, c->sgpr[slot], at, c->config.sgprs, words, expected)) return;
  uint32_t i = first_difference(words, expected);
  diverge_words(
      at_closed_cycle(c, diverge(c, WL_MISMATCH, slot, "SGPR", "slot %d: s%u holds 0x%08x, expected 0x%08x (sweep)",
                                 slot, i, words[i], expected[i])),
      i, &words[i], &expected[i], 1);
}

// The live wave that owns a physical VGPR; -1: none.
static int owner_of(const arch_state *c, uint32_t vgpr) {
  for (uint32_t i = 0; i < c->config.waves; i++) {
    if ((c->live >> i & 1) && vgpr - c->wave[i].vgpr_base < c->wave[i].vgpr_size) return (int)i;
  }
  return -1;
}

void swept_vgpr(arch_state *c, int vgpr, int pass, const uint32_t *words) {
  if (!(sweep_of(c) & WL_SWEEP_VGPR)) return;
  uint32_t expected[SWEEP_WORDS];
  if (vgpr < 0 || (uint32_t)vgpr >= c->config.phys_vgprs || pass < 0 || (uint32_t)pass >= c->passes) {
    diverge(c, WL_ERROR, -1, "sweep", "sweep_vgpr of physical VGPR %d, pass %d", vgpr, pass);
    return;
  }
  const uint32_t lane = (uint32_t)pass * c->config.pass_lanes, lanes = lanes_of_pass(c, (uint32_t)pass);
  const uint32_t at = ((uint32_t)vgpr * WL_LANES + lane) << c->wide;
  if (c->mirror) mirror_swept(c, COMPARE_VGPR, at, lanes << c->wide, words);
  if (!swept_differs(c, COMPARE_VGPR, c->vgpr + at, at, lanes << c->wide, words, expected)) return;
  const uint32_t i = first_difference(words, expected) >> c->wide;
  diverge_lanes(
      at_closed_cycle(c, diverge(c, WL_MISMATCH, owner_of(c, (uint32_t)vgpr), "VGPR",
                                 "physical VGPR %d lane %u holds 0x%0*llx, expected 0x%0*llx (sweep)", vgpr, lane + i,
                                 lane_digits(c->wide), (unsigned long long)lane_value(c->wide, words, i),
                                 lane_digits(c->wide), (unsigned long long)lane_value(c->wide, expected, i))),
      c->wide, (uint32_t)vgpr, lane, (1u << lanes) - 1, words, expected);
}

void swept_lds(arch_state *c, int bank, int row, uint32_t count, const uint32_t *words) {
  if (!can(c, WL_CAN_lds)) return;
  uint32_t expected[SWEEP_WORDS];
  if (bank < 0 || bank >= LDS_BANKS || row < 0 || (uint32_t)row >= c->config.lds_entries + c->config.gds_entries) {
    diverge(c, WL_ERROR, -1, "sweep", "sweep_lds of bank %d, row %d", bank, row);
    return;
  }
  if (c->entry_words > count) {
    diverge(c, WL_ERROR, -1, "sweep", "sweep_lds of bank %d, row %d: an entry has %u bytes: it is sweep_lds_wide", bank,
            row, c->config.entry_bytes);
    return;
  }
  const uint32_t at = lds_dword((uint32_t)bank, (uint32_t)row, c->entry_words);
  if (!swept_differs(c, COMPARE_LDS, c->ops.lds_words(c->model) + at, at, c->entry_words, words, expected)) return;
  uint32_t i = first_difference(words, expected);
  diverge_words(at_closed_cycle(c, diverge(c, WL_MISMATCH, -1, "LDS",
                                           "LDS dword %u (bank %d, row %d) holds 0x%08x, expected 0x%08x (sweep)",
                                           at + i, bank, row, words[i], expected[i])),
                at, words, expected, c->entry_words);
}

// ---- many at a time: a difference, or a word written in the cycle just closed, goes through the functions above ----

bool swept_written(const arch_state *c, compare_kind kind, uint32_t at, uint32_t count) {
  if (c->undo_cycle != c->cycle - 1) return false;
  for (uint32_t i = 0; i < c->undo_count; i++) {
    const undo_entry *u = &c->undo[i];
    if (u->kind == kind && u->at < at + count && at < u->at + u->count) return true;
  }
  return false;
}

static void swept(arch_state *c, uint32_t count) {
  c->sweep_got += count;
  c->words_compared += count;
}

void swept_vgprs(arch_state *c, int first, int count, const uint32_t *words) {
  if (!(sweep_of(c) & WL_SWEEP_VGPR)) return;
  for (int vgpr = first; vgpr < first + count; vgpr++, words += WL_LANES << c->wide) {
    const uint32_t at = (uint32_t)vgpr * WL_LANES;
    if (c->whole_passes == USUAL_PASSES && (uint32_t)vgpr < c->config.phys_vgprs && !c->vgpr_known &&
        !swept_written(c, COMPARE_VGPR, at, WL_LANES) && !memcmp(words, c->vgpr + at, WL_LANES * 4)) {
      swept(c, WL_LANES);
    } else {
      for (uint32_t pass = 0; pass < c->passes; pass++)
        swept_vgpr(c, vgpr, (int)pass, words + (c->config.pass_lanes * pass << c->wide));
    }
  }
}

void swept_lds_bank(arch_state *c, int bank, int rows, const uint32_t *words) {
  if (!can(c, WL_CAN_lds)) return;
  const uint32_t *lds = c->ops.lds_words(c->model);
  const uint32_t count = c->entry_words;
  for (int row = 0; row < rows; row++, words += count) {
    const uint32_t at = lds_dword((uint32_t)bank, (uint32_t)row, count);
    if ((uint32_t)bank < LDS_BANKS && (uint32_t)row < c->config.lds_entries + c->config.gds_entries &&
        !swept_written(c, COMPARE_LDS, at, count) && !memcmp(words, lds + at, count * 4)) {
      swept(c, count);
    } else {
      swept_lds(c, bank, row, count, words);
    }
  }
}
