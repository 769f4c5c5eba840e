// SPDX-License-Identifier: Apache-2.0
// Register writes: each is compared with the model's value at its commit. The model's value goes into the shadow.
#include "check/arch/arch.h"

#include <stdio.h>

static inline bool all_equal(const uint32_t *a, const uint32_t *b) {
  const lane_block *x = (const lane_block *)a, *y = (const lane_block *)b;
  const lane_block differ = (x[0] ^ y[0]) | (x[1] ^ y[1]) | (x[2] ^ y[2]) | (x[3] ^ y[3]);
  return !(differ[0] | differ[1]);
}

// The words of a pass that differ, of those in the mask. Only a whole pass has 16.
static inline uint32_t words_differ(const uint32_t *a, const uint32_t *b, uint32_t words, bool whole) {
  uint32_t differ = 0;
  if (__builtin_expect(!whole, 0)) {
    for (uint32_t left = words; left; left &= left - 1) {
      const uint32_t i = (uint32_t)__builtin_ctz(left);
      differ |= (uint32_t)(a[i] != b[i]) << i;
    }
    return differ;
  }
  if (all_equal(a, b)) return 0;
  for (uint32_t i = 0; i < PASS_LANES; i++) differ |= (uint32_t)(a[i] != b[i]) << i;
  return differ & words;
}

// ---- SGPRs ---------------------------------------------------------------------------------------

enum { MOST_SGPRS = 4 };  // of an event sgpr (events.def)

static void commit_sgprs(arch_state *c, uint32_t slot, uint32_t first, uint32_t count, const uint32_t *value) {
  uint32_t *to = c->sgpr[slot];
  if (c->sweep_due) undo_keep(c, COMPARE_SGPR, slot * WL_SGPRS + first, count, to + first);
  for (uint32_t i = 0; i < count; i++) {
    if (!is_state_scalar(c, first + i)) to[first + i] = value[i];
  }
  if (c->vgpr_known) known_sgprs(c, slot, first, count);
}

// A scalar load writes a word of a wave state register, as VCC, which takes effect at once. A vector instruction in
// flight may still have its own effect on the wave state registers to come.
static void land_state(arch_state *c, uint32_t slot, uint32_t number, uint32_t value) {
  c->ops.state_scalar(&c->next[slot], number, value);
  c->changed |= 1u << slot;
}

uint32_t written_of(uint32_t second_end, uint32_t of, uint32_t of_count, uint32_t first, uint32_t count) {
  const uint32_t at = wl_in_tuple(second_end, of, of_count, first), last = at + count - 1;
  if (at >= of_count || last >= of_count) return 0;
  return wl_in_tuple(second_end, of, of_count, first + count - 1) == last ? ((1u << count) - 1) << at : 0;
}

// Initial values that wl_wave_init.more has of SGPRs. False: not of each, or a second time.
static bool more_sgprs(dispatch_state *s, uint32_t first, uint32_t count, uint32_t *value) {
  for (uint32_t i = 0; i < count; i++) {
    uint32_t n = 0;
    while (n < s->init.more_count && (s->more[n].vector || s->more[n].number != first + i || s->more_seen[n])) n++;
    if (n == s->init.more_count) return false;
    s->more_seen[n] = 1;
    value[i] = s->more[n].value[0];
  }
  return true;
}

__attribute__((cold, noinline)) static void unexpected_sgprs(arch_state *c, int source, uint32_t slot, uint32_t first,
                                                             uint32_t count) {
  if (may_come_first(c)) return;
  diverge(c, WL_MISMATCH, (int)slot, "SGPR", "slot %u: unexpected write of s%u..s%u from source %d", slot, first,
          first + count - 1, source)
      ->index = first;
}

// The expected values of an SGPR write; NULL: the write itself is wrong and has been reported.
static const uint32_t *expected_sgprs(arch_state *c, int source, uint32_t slot, uint32_t tag, uint32_t first,
                                      uint32_t count, uint32_t loaded[16]) {
  wave_state *w = &c->wave[slot];
  if (source == WL_SRC_INIT) {
    dispatch_state *s = &c->dispatch[slot];
    const uint32_t second_end = wl_second_end(c->config.vcc_alias, s->init.sgpr_size);
    uint32_t bits = written_of(second_end, 0, s->init.sgpr_count, first, count);
    if (!bits && (c->dispatched >> slot & 1) && more_sgprs(s, first, count, loaded)) return loaded;
    if (!(c->dispatched >> slot & 1) || !bits || (s->sgprs_seen & bits)) {
      diverge(c, WL_ILLEGAL, (int)slot, "SGPR",
              "initial write of s%u..s%u in slot %u, for which the dispatcher gave no value", first, first + count - 1,
              slot)
          ->index = first;
      return NULL;
    }
    s->sgprs_seen |= bits;
    return s->init.sgpr + __builtin_ctz(bits);
  }
  if (source == WL_SRC_SMEM) {
    char why[160];
    if (c->ops.write_back_sgpr(c->model, slot, tag, first, count, loaded, why) != WL_OK) {
      if (may_come_first(c)) return NULL;
      diverge(c, WL_ILLEGAL, (int)slot, "SGPR", "slot %u: scalar load writes s%u..s%u: %s", slot, first,
              first + count - 1, why)
          ->index = first;
      return NULL;
    }
    OBSERVE(c, WL_AFTER, sgpr, {.number = source}, {.number = slot}, {.number = tag}, {.number = first},
            {.number = count}, {.words = loaded});
    for (uint32_t i = 0; i < count; i++) {
      if (is_state_scalar(c, first + i)) land_state(c, slot, first + i, loaded[i]);
    }
    return loaded;
  }
  if (__builtin_expect(source == WL_SRC_VALU && in_flight_of(c, slot), 0)) {
    char why[160];
    if (c->ops.write_valu_sgpr(c->model, slot, first, count, loaded, why) == WL_OK) return loaded;
    diverge(c, WL_ILLEGAL, (int)slot, "SGPR", "slot %u: vector ALU writes s%u..s%u: %s", slot, first, first + count - 1,
            why)
        ->index = first;
    return NULL;
  }
  const wl_capability rule = source == WL_SRC_VALU ? WL_CAN_one_vector_in_flight : WL_CAN_scalar_at_issue;
  if (__builtin_expect(c->flights && !can(c, rule), 0)) {
    const uint32_t *value = flights_sgprs(c, slot, source == WL_SRC_VALU, first, count, loaded);
    if (!value) unexpected_sgprs(c, source, slot, first, count);
    return value;
  }
  // At most four SGPRs are due: with second names they may straddle these, and are two writes.
  uint32_t bits = written_of(w->second_end, w->sgpr_first, 4, first, count);
  bool pending = source == WL_SRC_VALU ? w->valu_pending : source == WL_SRC_SALU && (c->sgpr_due >> slot & 1);
  if (!pending || !bits || (bits & ~w->sgpr_due)) {
    unexpected_sgprs(c, source, slot, first, count);
    return NULL;
  }
  w->sgpr_due &= ~bits;
  if (!w->sgpr_due) c->sgpr_due &= ~(1u << slot);
  return c->ops.sgprs(c->model, slot) + first;
}

void arch_sgpr(arch_state *c, int source, int slot, uint32_t tag, int first, int count, const uint32_t *data) {
  if (!slot_good(c, slot, "sgpr")) return;
  if (first < 0 || count < 1 || count > MOST_SGPRS || (uint32_t)(first + count) > c->config.sgprs) {
    diverge(c, WL_ERROR, slot, "SGPR", "sgpr event of slot %d: first %d, count %d; expected 1 to %d of %u registers",
            slot, first, count, MOST_SGPRS, c->config.sgprs);
    return;
  }
  uint32_t loaded[16];  // as the model's functions have it
  if (__builtin_expect((c->race >> slot & 1) != 0 && source == WL_SRC_SMEM, 0)) {
    stop_judging(c, slot);
    return;
  }
  const uint32_t *value = expected_sgprs(c, source, (uint32_t)slot, tag, (uint32_t)first, (uint32_t)count, loaded);
  if (!value) return;
  c->words_compared += (uint32_t)count;
  for (int i = 0; i < count; i++) {
    if (__builtin_expect(data[i] == value[i], 1)) continue;
    divergence *d = diverge(c, WL_MISMATCH, slot, "SGPR", "slot %d: s%d is written with 0x%08x, expected 0x%08x", slot,
                            first + i, data[i], value[i]);
    diverge_words(d, (uint32_t)(first + i), &data[i], &value[i], 1);
    break;
  }
  commit_sgprs(c, (uint32_t)slot, (uint32_t)first, (uint32_t)count, value);
  c->unswept = true;
}

// ---- VGPRs ---------------------------------------------------------------------------------------

// at: first lane of the pass in the VGPR file. words: of the lanes.
static void commit_lanes(arch_state *c, uint32_t at, uint32_t lanes, uint32_t words, const uint32_t *value) {
  const uint32_t first = at << c->wide;
  uint32_t *to = c->vgpr + first;
  if (c->sweep_due) undo_keep(c, COMPARE_VGPR, first, c->config.pass_lanes << c->wide, to);
  if (c->vgpr_known) known_lanes(c, at, lanes);
  if (words == ALL_LANES) {
    memcpy(to, value, 64);
    return;
  }
  for (uint32_t i = 0; i < PASS_LANES; i++) to[i] = words >> i & 1 ? value[i] : to[i];
}

// The initial value of a VGPR in wl_wave_init.more; more_count: it has none.
static uint32_t more_vgpr(const wl_wave_init *init, uint32_t number) {
  uint32_t n = 0;
  while (n < init->more_count && (!init->more[n].vector || init->more[n].number != number)) n++;
  return n;
}

// The port for initial VGPRs names a physical VGPR and no slot: the wave is the dispatched one that owns the VGPR.
static int dispatched_owner(const arch_state *c, uint32_t vgpr) {
  for (uint32_t left = c->dispatched; left; left &= left - 1) {
    int slot = __builtin_ctz(left);
    const wl_wave_init *init = &c->dispatch[slot].init;
    const uint32_t number = vgpr - init->vgpr_base;
    if (number < init->vgpr_count || more_vgpr(init, number) < init->more_count) return slot;
  }
  return -1;
}

void put_wide(uint32_t *to, const uint32_t *low, const uint32_t *high, uint64_t lanes) {
  for (uint64_t left = lanes; left; left &= left - 1) {
    const uint32_t i = (uint32_t)__builtin_ctzll(left);
    to[2 * i] = low[i];
    to[2 * i + 1] = high ? high[i] : 0;
  }
}

// slot: dispatched_owner of the physical VGPR. wide: space for lanes of two words.
static const uint32_t *expected_init_lanes(arch_state *c, int slot, uint32_t vgpr, uint32_t pass, uint32_t lanes,
                                           uint32_t wide[PASS_LANES]) {
  uint64_t bits = (uint64_t)lanes << (c->config.pass_lanes * pass);
  dispatch_state *s = slot < 0 ? NULL : &c->dispatch[slot];
  uint32_t number = s ? vgpr - s->init.vgpr_base : 0;
  const uint32_t more = s && number >= s->init.vgpr_count ? more_vgpr(&s->init, number) : 0;
  const bool is_more = s && number >= s->init.vgpr_count;
  uint64_t *seen = is_more ? &s->more_seen[more] : s ? &s->lanes_seen[number] : NULL;
  if (!s || (*seen & bits) || (is_more && (bits & ~s->more[more].lanes))) {
    divergence *d =
        diverge(c, WL_ILLEGAL, slot, "VGPR",
                "initial write of physical VGPR %u, pass %u, for which the dispatcher gave no value", vgpr, pass);
    d->index = vgpr;
    return NULL;
  }
  *seen |= bits;
  const uint32_t first = c->config.pass_lanes * pass;
  const uint32_t *value = (is_more ? s->more[more].value : s->init.vgpr[number]) + first;
  if (__builtin_expect(!c->wide, 1)) return value;
  put_wide(wide, value, is_more ? s->more[more].high + first : NULL, lanes);
  return wide;
}

static const uint32_t *expected_loaded_lanes(arch_state *c, int source, uint32_t slot, uint32_t tag, uint32_t vgpr,
                                             uint32_t pass, uint32_t lanes, uint32_t data[PASS_LANES]) {
  char why[160];
  uint32_t mask = 0, number = vgpr - c->wave[slot].vgpr_base;
  wl_block unit = source == WL_SRC_LDS ? WL_UNIT_LDS : WL_UNIT_VMEM;
  bool writes = c->ops.write_back_vgpr(c->model, unit, slot, tag, vgpr, pass, &mask, data, why) == WL_OK;
  if (__builtin_expect(whole_flat(c, source, slot, tag), 0)) {
    uint32_t other_mask = 0, other[PASS_LANES];
    if (c->ops.write_back_vgpr(c->model, WL_UNIT_LDS, slot, LDS_HALF + tag, vgpr, pass, &other_mask, other, why) ==
        WL_OK) {
      const uint32_t words = words_of_lanes(c, other_mask);
      for (uint32_t i = 0; i < PASS_LANES; i++) data[i] = words >> i & 1 ? other[i] : data[i];
      mask = (writes ? mask : 0) | other_mask;
      writes = true;
    }
  }
  if (!writes) {
    if (may_come_first(c)) return NULL;
    diverge(c, WL_ILLEGAL, (int)slot, "VGPR", "slot %u: load writes v%u (physical VGPR %u), pass %u: %s", slot, number,
            vgpr, pass, why)
        ->index = vgpr;
    return NULL;
  }
  OBSERVE(c, WL_AFTER, vgpr, {.number = source}, {.number = slot}, {.number = tag}, {.number = vgpr}, {.number = pass},
          {.number = mask}, {.words = data});
  if (mask != lanes) {
    divergence *d =
        diverge(c, WL_MISMATCH, (int)slot, "VGPR",
                "slot %u: load writes lanes 0x%04x of pass %u of v%u (physical VGPR %u), expected lanes 0x%04x", slot,
                lanes, pass, number, vgpr, mask);
    diverge_words(d, vgpr, &lanes, &mask, 1);
    return NULL;
  }
  return data;
}

static inline bool vgpr_there(const arch_state *c, int slot, int vgpr, int pass, uint32_t lanes) {
  if ((uint32_t)pass >= c->passes) return false;
  return (uint32_t)slot < c->config.waves && (uint32_t)vgpr < c->config.phys_vgprs &&
         !(lanes >> lanes_of_pass(c, (uint32_t)pass));
}

__attribute__((cold, noinline)) static void no_such_vgpr(arch_state *c, int slot, int vgpr, int pass, uint32_t lanes) {
  if (!slot_good(c, slot, "vgpr")) return;
  diverge(c, WL_ERROR, slot, "VGPR", "vgpr event of slot %d: physical VGPR %d, pass %d, lanes 0x%x", slot, vgpr, pass,
          lanes);
}

// base: the slot's first physical VGPR. at: first lane of the pass in the VGPR file.
__attribute__((noinline)) static void compare_lanes(arch_state *c, int slot, uint32_t base, uint32_t at, uint32_t lanes,
                                                    const uint32_t *data, const uint32_t *value) {
  const uint32_t words = words_of_lanes(c, lanes), differ = words_differ(data, value, words, c->whole_passes);
  c->words_compared += (uint32_t)__builtin_popcount(words);
  if (__builtin_expect(differ != 0, 0)) {
    const uint32_t vgpr = at / WL_LANES, lane = at % WL_LANES, i = (uint32_t)__builtin_ctz(differ) >> c->wide;
    const uint64_t written = lane_value(c->wide, data, i);
    divergence *d = diverge(c, WL_MISMATCH, slot, "VGPR",
                            "slot %d: v%u (physical VGPR %u) lane %u is written with 0x%0*llx, expected 0x%0*llx", slot,
                            vgpr - base, vgpr, lane + i, lane_digits(c->wide), (unsigned long long)written,
                            lane_digits(c->wide), (unsigned long long)lane_value(c->wide, value, i));
    diverge_lanes(d, c->wide, vgpr, lane, lanes, data, value);
    if (c->config.vector_bits < 64 && written >> c->config.vector_bits) {
      const size_t used = strlen(d->what);
      snprintf(d->what + used, sizeof d->what - used, ": a lane has %u bits, and the others are 0",
               c->config.vector_bits);
    }
  }
  commit_lanes(c, at, lanes, words, value);
  c->unswept = true;
}

__attribute__((cold, noinline)) static void unexpected_lanes(arch_state *c, int slot, int vgpr, int pass,
                                                             uint32_t lanes) {
  if (may_come_first(c)) return;
  diverge(c, WL_MISMATCH, slot, "VGPR",
          "slot %d: unexpected write of v%u (physical VGPR %d), lanes 0x%04x of pass %d, by the vector ALU", slot,
          (uint32_t)vgpr - c->wave[slot].vgpr_base, vgpr, lanes, pass)
      ->index = (uint32_t)vgpr;
}

// The expected lanes of a vector ALU instruction that the model has in flight; false: the write is wrong and has been
// reported.
__attribute__((cold, noinline)) static bool late_lanes(arch_state *c, int slot, int vgpr, int pass, uint32_t lanes,
                                                       uint32_t data[PASS_LANES]) {
  char why[160];
  uint32_t mask = 0;
  if (c->ops.write_valu_vgpr(c->model, (uint32_t)slot, (uint32_t)vgpr, (uint32_t)pass, &mask, data, why) != WL_OK) {
    diverge(c, WL_ILLEGAL, slot, "VGPR", "slot %d: the vector ALU writes physical VGPR %d, pass %d: %s", slot, vgpr,
            pass, why)
        ->index = (uint32_t)vgpr;
    return false;
  }
  if (mask == lanes) return true;
  divergence *d = diverge(c, WL_MISMATCH, slot, "VGPR",
                          "slot %d: lanes 0x%04x of pass %d of physical VGPR %d are written, expected 0x%04x", slot,
                          lanes, pass, vgpr, mask);
  diverge_words(d, (uint32_t)vgpr, &lanes, &mask, 1);
  return false;
}

void arch_any_valu_lanes(arch_state *c, int slot, int vgpr, int pass, uint32_t lanes, const uint32_t *data) {
  if (!vgpr_there(c, slot, vgpr, pass, lanes)) {
    no_such_vgpr(c, slot, vgpr, pass, lanes);
    return;
  }
  if (!lanes) return;
  wave_state *w = &c->wave[slot];
  const uint32_t lane = c->config.pass_lanes * (uint32_t)pass, at = (uint32_t)vgpr * WL_LANES + lane;
  const uint64_t bits = (uint64_t)lanes << lane;
  if (__builtin_expect(in_flight_of(c, (uint32_t)slot), 0)) {
    uint32_t value[PASS_LANES];
    if (late_lanes(c, slot, vgpr, pass, lanes, value)) compare_lanes(c, slot, w->vgpr_base, at, lanes, data, value);
    return;
  }
  if (__builtin_expect(c->flights && !can(c, WL_CAN_one_vector_in_flight), 0)) {
    const uint32_t *value = flights_lanes(c, (uint32_t)slot, (uint32_t)vgpr, bits);
    if (value) compare_lanes(c, slot, w->vgpr_base, at, lanes, data, value + (lane << c->wide));
    else unexpected_lanes(c, slot, vgpr, pass, lanes);
    return;
  }
  for (uint32_t i = 0; w->valu_pending && i < w->vgprs; i++) {
    if (w->vgpr[i] != (uint32_t)vgpr || (bits & ~w->lanes[i].all)) continue;
    w->lanes[i].all ^= bits;
    compare_lanes(c, slot, w->vgpr_base, at, lanes, data, w->value[i] + (lane << c->wide));
    return;
  }
  unexpected_lanes(c, slot, vgpr, pass, lanes);
}

void arch_vgpr(arch_state *c, int source, int slot, uint32_t tag, int vgpr, int pass, uint32_t lanes,
               const uint32_t *data) {
  if (__builtin_expect(!vgpr_there(c, slot, vgpr, pass, lanes), 0)) {
    no_such_vgpr(c, slot, vgpr, pass, lanes);
    return;
  }
  if (!lanes) return;
  const uint32_t at = (uint32_t)vgpr * WL_LANES + c->config.pass_lanes * (uint32_t)pass;
  uint32_t loaded[PASS_LANES];
  const uint32_t *value;
  switch (source) {
    case WL_SRC_VALU: arch_valu_lanes(c, slot, vgpr, pass, lanes, data); return;
    case WL_SRC_LDS:
    case WL_SRC_VMEM:
      if (__builtin_expect((c->race >> slot & 1) != 0, 0)) {
        stop_judging(c, slot);
        return;
      }
      value = expected_loaded_lanes(c, source, (uint32_t)slot, tag, (uint32_t)vgpr, (uint32_t)pass, lanes, loaded);
      if (value) compare_lanes(c, slot, c->wave[slot].vgpr_base, at, lanes, data, value);
      return;
    case WL_SRC_INIT:
      slot = dispatched_owner(c, (uint32_t)vgpr);
      value = expected_init_lanes(c, slot, (uint32_t)vgpr, (uint32_t)pass, lanes, loaded);
      if (value) compare_lanes(c, slot, c->dispatch[slot].init.vgpr_base, at, lanes, data, value);
      return;
    default: diverge(c, WL_ERROR, slot, "VGPR", "vgpr event from source %d, which writes no VGPRs", source); return;
  }
}
