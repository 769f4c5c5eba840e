// SPDX-License-Identifier: Apache-2.0
// A hand-made DUT for tests of schedules. The checker with the real model gets its events; a second model gives its
// registers. Include once in a program.
#ifndef WAVELOCK_TEST_SCHEDULE_H
#define WAVELOCK_TEST_SCHEDULE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>

#include "check/checker.h"
#include "check/internal.h"
#include "declare.h"
#include "probe/probe.h"
#include "wavelock/opcodes.h"

enum { WAVES = 4, ROWS = 32, LDS = 16, GDS = 4, CODE = 0x10000, MAX_WORDS = 256, PRIO_BOUND = 6 };

#define SOPP_WORD(name, simm) (0xBF800000u | (uint32_t)WL_OP_##name << 16 | (simm))
enum {
  S_NOP = SOPP_WORD(s_nop, 0),
  S_ENDPGM = SOPP_WORD(s_endpgm, 0),
  S_WAKEUP = SOPP_WORD(s_wakeup, 0),
  S_BARRIER = SOPP_WORD(s_barrier, 0),
  S_WAIT_0 = SOPP_WORD(s_waitcnt, 0),
  S_SETHALT = SOPP_WORD(s_sethalt, 1),
  S_SLEEP_9 = SOPP_WORD(s_sleep, 9),
  S_SENDMSG = SOPP_WORD(s_sendmsg, 1),
  S_TRAP = SOPP_WORD(s_trap, 1)
};
// s_waitcnt for one counter, without a wait for the others.
#define WAIT_VM(n) SOPP_WORD(s_waitcnt, 0x0F70u | (n))
#define WAIT_EXP_0 SOPP_WORD(s_waitcnt, 0xCF0Fu)
#define WAIT_LGKM_0 SOPP_WORD(s_waitcnt, 0xC07Fu)
#define WAIT_VS_0 0xBBFD0000u
// Two dwords each: global_load_dword v2, v[0:1], off; global_store_dword v[0:1], v2, off; ds_write_b32 v0, v1, without
// and with gds; s_load_dword s4, s[0:1], 0; exp null off, off, off, off done vm
static const uint32_t vmem[] = {0xDC508000, 0x027F0000}, vmem_store[] = {0xDC708000, 0x007F0200},
                      lds[] = {0xD81A0000, 0x00000100}, gds[] = {0xD81B0000, 0x00000100},
                      smem[] = {0xC0020100, 0x00000000}, export[] = {0xC4001890, 0x00000000};

static struct {
  wl_model *model;
  wl_mem *mem, *checker_mem;
  wl_checker *checker;
  wl_state_regs state_regs[WAVES];
  uint32_t words[MAX_WORDS];
  uint32_t count;
  uint32_t entry[WAVES];         // word of the program at which the wave starts
  bool rdna;                     // the unit has RDNA memory
  int lacks;                     // policies that it does not declare
  long long cycle, ready_cycle;  // ready_cycle: 1 + the last cycle of wl_probe_ready
} u;
static wl_unit *dut;

// The ready event of this cycle. A second call in the same cycle does nothing.
static inline void ready(uint32_t fetched, uint32_t reading, uint32_t units, int selected) {
  if (u.ready_cycle == u.cycle + 1 || u.lacks >> WL_CAN_arbiter & 1) return;
  u.ready_cycle = u.cycle + 1;
  wl_probe_ready(dut, fetched, reading, units, selected);
}

// This wave is the only candidate and is selected.
static inline void select_alone(int slot) { ready(slot < 0 ? 0 : 1u << slot, 0, (1u << WL_READY_UNITS) - 1, slot); }

static inline void tick(void) {
  select_alone(-1);
  wl_probe_cycle(dut, u.cycle++, (const uint32_t *)u.state_regs);
  for (uint32_t slot = 0; slot < WAVES; slot++) wl_model_state_regs(u.model, slot, &u.state_regs[slot]);
}

static inline void put(const uint32_t *words, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) u.words[u.count++] = words[i];
}
static inline void put_one(uint32_t word) { put(&word, 1); }

static inline wl_mem *new_memory(void) {
  wl_mem *m = wl_mem_new();
  assert_true(wl_mem_map(m, CODE, sizeof u.words) && wl_mem_write(m, CODE, u.words, sizeof u.words));
  return m;
}

// Waves with EXEC = 0: vector memory instructions make no transaction; they count and complete. Their trap handler is
// the program from its first word on.
static inline void start(uint32_t waves) {
  wl_error error;
  const struct {
    const char *name;
    int value;
  } sizes[] = {{"waves", WAVES},     {"lanes", 16},    {"phys_vgprs", ROWS},      {"lds_entries", LDS},
               {"gds_entries", GDS}, {"groups", 16},   {"sgprs", WL_SGPRS},       {"isa", 900},
               {"rdna", u.rdna},     {"vcc_alias", 0}, {"prio_bound", PRIO_BOUND}};
  u.mem = new_memory();
  u.checker_mem = new_memory();
  u.model = wl_model_new(
      &(wl_config){
          .waves = WAVES, .phys_vgprs = ROWS, .lds_entries = LDS, .gds_entries = GDS, .isa = WL_GFX900, .rdna = u.rdna},
      u.mem);
  dut = wl_unit_new("");
  u.checker =
      wl_checker_new(&(wl_checker_options){.mode = WL_CHECK_DEFAULT, .test = "schedule"}, u.checker_mem, dut, &error);
  assert_true(u.model && u.checker);
  declare(dut, DECLARED & ~u.lacks);
  const uint32_t last = sizeof sizes / sizeof *sizes - (u.lacks >> WL_CAN_arbiter & 1);  // prio_bound is the arbiter's
  for (uint32_t i = 0; i < last; i++) wl_probe_config(dut, sizes[i].name, sizes[i].value);
  declare_rows(dut, &wl_gfx9_ops, 0);
  for (uint32_t slot = 0; slot < waves; slot++) {
    static wl_wave_init init;
    const uint64_t pc = CODE + 4 * u.entry[slot];
    init = (wl_wave_init){.pc = pc,
                          .mode = 0xF0,
                          .group = 2,
                          .wave_in_group = slot,
                          .waves_in_group = waves,
                          .sgpr_size = 32,
                          .vgpr_base = 8 * slot,
                          .vgpr_size = 8,
                          .lds_size = 512,
                          .alignment_mode = WL_ALIGN_UNALIGNED,
                          .trap_enabled = true,
                          .tba = CODE};
    const uint32_t as_latched[WL_START_WORDS] = {[WL_START_SGPR_SIZE] = init.sgpr_size,
                                                 [WL_START_VGPR_BASE] = init.vgpr_base,
                                                 [WL_START_VGPR_SIZE] = init.vgpr_size,
                                                 [WL_START_LDS_SIZE] = init.lds_size,
                                                 [WL_START_GROUP] = init.group,
                                                 [WL_START_WAVE_IN_GROUP] = slot,
                                                 [WL_START_WAVES_IN_GROUP] = waves,
                                                 [WL_START_TRAP_EN] = 1,
                                                 [WL_START_TBA_LO] = CODE,
                                                 [WL_START_ALIGNMENT_MODE] = init.alignment_mode};
    wl_checker_dispatch(u.checker, slot, &init);
    wl_probe_wave_start(dut, (int)slot, (long long)pc, 0, 0xF0, as_latched);
    assert_int_equal(wl_model_wave_start(u.model, slot, &init), WL_OK);
    tick();
  }
}

// The wave's next instruction, legally. Scalar instructions of these programs write no SGPR.
static inline void issue(uint32_t slot, uint32_t tag) {
  select_alone((int)slot);
  wl_effect e;
  if (wl_model_issue(u.model, slot, tag, &e) != WL_OK) fail_msg("%s", e.why);
  const bool memory = e.unit != WL_UNIT_SCALAR && e.unit != WL_UNIT_VALU;
  wl_probe_issue(dut, (int)slot, (long long)e.pc, (int)e.words[0], (int)e.words[1], memory ? (int)tag : 0, -1);
  if (e.halt) wl_probe_wave_end(dut, (int)slot, WL_WAVE_HALTED);
  tick();
}

// The DUT issues the wave's next instruction, legal or not.
static inline void issue_anyway(uint32_t slot, uint32_t tag) {
  select_alone((int)slot);
  uint32_t w[2] = {0, 0};
  const uint64_t pc = (uint64_t)u.state_regs[slot].pc_hi << 32 | u.state_regs[slot].pc_lo;
  assert_true(wl_mem_read(u.mem, pc, w, 8));
  const wl_format f = wl_format_of(w[0]);
  const bool two = f == WL_FMT_SMEM || f == WL_FMT_DS || f == WL_FMT_FLAT || f == WL_FMT_EXP;
  wl_probe_issue(dut, (int)slot, (long long)pc, (int)w[0], two ? (int)w[1] : 0, (int)tag, -1);
  tick();
}

// The memory instruction is complete.
static inline void complete(int source, wl_block unit, uint32_t tag) {
  char why[160];
  if (unit == WL_UNIT_LDS) {
    uint32_t cycles, conflicts;
    assert_int_equal(wl_model_lds_cycles(u.model, 0, tag, &cycles, &conflicts, why), WL_OK);
    wl_probe_lds_cycles(dut, 0, (int)tag, (int)cycles, (int)conflicts);
  }
  assert_int_equal(wl_model_return(u.model, unit, 0, tag, why), WL_OK);
  wl_probe_mem_return(dut, source, 0, (int)tag, 0);
  tick();
}

static inline void end(void) {
  wl_checker_free(u.checker);
  wl_unit_free(dut);
  wl_model_free(u.model);
  wl_mem_free(u.mem);
  wl_mem_free(u.checker_mem);
  memset(&u, 0, sizeof u);
}

static inline int teardown(void **state) {
  (void)state;
  if (u.checker) end();
  return 0;
}

static inline void caught(wl_verdict verdict, const char *part) {
  wl_checker_result r;
  if (!wl_checker_stop(u.checker)) fail_msg("not noticed; expected \"%s\"", part);
  wl_checker_finish(u.checker, u.mem, &r);
  if (!strstr(r.why, part)) fail_msg("\"%s\" does not contain \"%s\"", r.why, part);
  assert_int_equal(r.verdict, verdict);
  end();
}

// Nothing has been found until here.
static inline void fine(void) {
  if (!wl_checker_stop(u.checker)) return;
  wl_checker_result r;
  wl_checker_finish(u.checker, u.mem, &r);
  fail_msg("%s", r.why);
}

#endif
