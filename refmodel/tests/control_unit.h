// SPDX-License-Identifier: Apache-2.0
// A small stand-in for a compute unit with control words (maxwell-control.md 8): programs in bundles, the edge of a
// cycle, and vector ALU instructions that write in their cycles.
#ifndef WAVELOCK_TESTS_CONTROL_UNIT_H
#define WAVELOCK_TESTS_CONTROL_UNIT_H

#include "program.h"
#include "wavelock/control.h"

enum { LDS_READ = 2, VMEM_READ = 2, EXPORT_READ = 3, LDS_RETURN = 5, VMEM_RETURN = 5, SMEM_RETURN = 2 };
// Fields (maxwell-control.md 2): nothing set, and this stall; 'Y'; barriers and waits are added to it.
enum { NEUTRAL = 0x7f0, YIELD = -0x10 };
static inline int writes(int b) { return (b - 7) * 32; }
static inline int reads(int b) { return (b - 7) * 256; }
static inline int waits_for(int b) { return 1 << (11 + b); }

// On a unit with control words. The first slot is at kCode + 8.
static inline void control_open(struct program *p) {
  const wl_control_sizes sizes = {LDS_READ, VMEM_READ, EXPORT_READ, LDS_RETURN, VMEM_RETURN, SMEM_RETURN};
  program_open_unit(p, &(wl_config){.waves = 16, .phys_vgprs = 256, .lds_entries = 256, .control = true});
  wl_model_control_sizes(p->model, &sizes);
  p->init.control = true;
  p->init.pc = kCode + 8;
}

// One slot with its field; words: 1 or 2 of them.
static inline void slot(struct program *p, int field, uint32_t words, uint32_t w0, uint32_t w1) {
  if (p->at % 32 == 0) p->at += 8;
  const uint64_t bundle = p->at & ~31ull;
  const uint32_t shift = (uint32_t)(21 * (p->at % 32 / 8 - 1));
  uint64_t word = 0;
  assert_true(wl_mem_read(p->mem, bundle, &word, 8));
  word = (word & ~(0x1fffffull << shift)) | (uint64_t)(uint32_t)field << shift;
  assert_true(wl_mem_write(p->mem, bundle, &word, 8));
  emit(p, w0);
  emit(p, words == 2 ? w1 : 0xbf800000u);
}
static inline void put(struct program *p, int field, uint32_t word) { slot(p, field, 1, word, 0); }
static inline void put2(struct program *p, int field, uint64_t words) {
  slot(p, field, 2, (uint32_t)words, (uint32_t)(words >> 32));
}

static inline void edge(struct program *p, uint32_t edges) {
  for (; edges != 0; edges--) wl_model_control_edge(p->model, 0);
}

static inline wl_effect issue_to(struct program *p, wl_unit_cycles unit, uint32_t tag, wl_result expected) {
  wl_effect e;
  wl_model_control_unit(p->model, 0, unit);
  wl_result result = wl_model_issue(p->model, 0, tag, &e);
  const bool judged = result == WL_HAZARD_CONTROL || result == WL_ILLEGAL_CONTROL;
  if (judged && expected == WL_OK) result = WL_OK;  // programs of tests keep no rule of 8.10
  if (result != expected) print_error("at 0x%llx: %s\n", (unsigned long long)e.pc, e.why);
  assert_int_equal(result, expected);
  return e;
}

static inline void good(wl_result result, const char *why) {
  if (result != WL_OK) fail_msg("%s", why);
}

static inline void refused(wl_result result, const char *why, const char *part) {
  assert_int_equal(result, WL_BAD_EVENT);
  if (!strstr(why, part)) fail_msg("\"%s\" does not contain \"%s\"", why, part);
}

static inline uint32_t lane(const struct program *p, uint32_t vgpr, uint32_t l) {
  return wl_model_phys_vgpr(p->model, vgpr)[l];
}
static inline void set_lanes(struct program *p, uint32_t vgpr, uint32_t value) {
  uint32_t *row = (uint32_t *)(uintptr_t)wl_model_phys_vgpr(p->model, vgpr);
  for (uint32_t l = 0; l < WL_LANES; l++) row[l] = value + l;
}

// The wave's oldest vector ALU instruction, which issued in this cycle, writes in its cycles until it is done.
static inline void finish_valu(struct program *p, const wl_effect *e, wl_unit_cycles unit) {
  char why[160];
  uint32_t mask, data[16];
  const uint32_t more = e->dpp ? unit.dpp : 0, last = e->vgpr_count > 2 ? 1 : 0;
  const uint32_t end = unit.first + more + 3 * unit.step + last;
  for (uint32_t cycle = 1; cycle <= end; cycle++) {
    edge(p, 1);
    for (uint32_t r = 0; r < e->vgpr_count; r++) {
      for (uint32_t q = 0; q < 4; q++) {
        if (cycle != unit.first + more + q * unit.step + r / 2 || !(e->vgpr_mask[r] >> 16 * q & 0xffff)) continue;
        good(wl_model_write_valu_vgpr(p->model, 0, e->phys_vgpr[r], q, &mask, data, why), why);
        assert_int_equal(mask, e->vgpr_mask[r] >> 16 * q & 0xffff);
      }
    }
    if (cycle == end && e->sgpr_count != 0)
      good(wl_model_write_valu_sgpr(p->model, 0, e->sgpr_first, e->sgpr_count, data, why), why);
  }
  good(wl_model_valu_done(p->model, 0, why), why);
  edge(p, 1);
}

#endif
