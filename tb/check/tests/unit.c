// SPDX-License-Identifier: Apache-2.0
#include "unit.h"

#include <stdio.h>

test_unit unit;
wl_unit *dut;
bool unit_direct;
int unit_capabilities = DECLARED;
int unit_exec_unit = -1;
bool unit_vcc_alias;
bool unit_control;
wl_observer *unit_observer;
wl_mem *unit_memory, *unit_dut_memory;

// What the tests access is mapped.
static wl_mem *new_memory(void) {
  wl_mem *m = wl_mem_new();
  assert_non_null(m);
  assert_true(wl_mem_map(m, 0, 8 * WL_PAGE));
  return m;
}

void unit_describe(void) {
  declare(dut, unit_capabilities);
  wl_probe_config(dut, "waves", FAKE_WAVES);
  wl_probe_config(dut, "lanes", 16);
  wl_probe_config(dut, "phys_vgprs", FAKE_ROWS);
  wl_probe_config(dut, "lds_entries", FAKE_LDS);
  wl_probe_config(dut, "gds_entries", FAKE_GDS);
  wl_probe_config(dut, "groups", 4);
  wl_probe_config(dut, "sgprs", WL_SGPRS);
  wl_probe_config(dut, "isa", 900);
  wl_probe_config(dut, "rdna", 0);
  wl_probe_config(dut, "vcc_alias", unit_vcc_alias);
  if (unit_capabilities >> WL_CAN_arbiter & 1) wl_probe_config(dut, "prio_bound", 32);
  declare_rows(dut, &fake_ops, 0);
}

void unit_new(const wl_checker_options *options) {
  static const wl_checker_options plain = {.mode = WL_CHECK_DEFAULT, .test = "checker"};
  wl_checker_options with = options ? *options : plain;
  wl_error error;
  if (!with.ops) with.ops = &fake_ops;
  unit_memory = new_memory();
  unit_dut_memory = new_memory();
  memset(&fake, 0, sizeof fake);
  memset(&unit, 0, sizeof unit);
  unit.cycle = 0;
  dut = wl_unit_new("");
  if (unit_observer) wl_unit_observe(dut, unit_observer);
  unit.checker = wl_checker_new(&with, unit_memory, dut, &error);
  assert_non_null(unit.checker);
  unit_describe();
}

void unit_free(void) {
  wl_checker_free(unit.checker);
  wl_unit_free(dut);
  wl_mem_free(unit_memory);
  wl_mem_free(unit_dut_memory);
  unit_memory = unit_dut_memory = NULL;
  unit.checker = NULL;
  dut = NULL;
}

// The ready event: the selected wave is the one that issues.
static void report_ready(int selected) {
  if (unit.ready_cycle == unit.cycle + 1 || !(unit_capabilities >> WL_CAN_arbiter & 1)) return;
  unit.ready_cycle = unit.cycle + 1;
  wl_probe_ready(dut, selected < 0 ? 0 : 1u << selected, 0, (1u << WL_READY_UNITS) - 1, selected);
}

// As in tb/top/probe_direct.cc.
static void close_direct(void) {
  wl_state_reg_arrays arrays = {0};
  for (uint32_t slot = 0; slot < FAKE_WAVES; slot++) wl_state_reg_arrays_put(&arrays, slot, &unit.now.state_regs[slot]);
  unit.as_expected = dut->expected && !arrays.not_representable && !memcmp(&arrays, dut->expected, sizeof arrays);
  if (unit.as_expected) wl_probe_cycle_as_expected(dut, (long long)unit.cycle++);
  else wl_probe_cycle(dut, (long long)unit.cycle++, (const uint32_t *)unit.now.state_regs);
}

static void sweep_direct(void) {
  static uint32_t bank[FAKE_LDS + FAKE_GDS][4];
  wl_probe_sweep_vgprs(dut, 0, 3, unit.now.vgpr[0]);
  wl_probe_sweep_vgprs(dut, 3, FAKE_ROWS - 3, unit.now.vgpr[3]);
  for (int i = 0; i < 4; i++) {
    for (int row = 0; row < FAKE_LDS + FAKE_GDS; row++) memcpy(bank[row], unit.now.lds + row * 16 + i * 4, 16);
    wl_probe_sweep_lds_bank(dut, i, FAKE_LDS + FAKE_GDS, bank[0]);
  }
}

static void sweep(void) {
  for (int row = 0; row < FAKE_ROWS; row++)
    for (int pass = 0; pass < 4; pass++) wl_probe_sweep_vgpr(dut, row, pass, unit.now.vgpr[row] + 16 * pass);
  for (int row = 0; row < FAKE_LDS + FAKE_GDS; row++)
    for (int bank = 0; bank < 4; bank++) wl_probe_sweep_lds(dut, bank, row, unit.now.lds + row * 16 + bank * 4);
}

void unit_cycle(void) {
  report_ready(-1);
  if (unit_direct) close_direct();
  else wl_probe_cycle(dut, (long long)unit.cycle++, (const uint32_t *)unit.now.state_regs);
  if (wl_probe_sweep(dut)) {
    for (int slot = 0; slot < FAKE_WAVES; slot++) wl_probe_sweep_sgpr(dut, slot, unit.now.sgpr[slot]);
    if (unit_direct) sweep_direct();
    else sweep();
  }
  if (!unit.late_state_regs) memcpy(unit.next.state_regs, fake.state_regs, sizeof unit.next.state_regs);
  unit.now = unit.next;
}

void unit_dispatch(int slot, wl_wave_init *init) {
  *init = (wl_wave_init){.pc = 0x1000,
                         .exec = ~0ull,
                         .mode = 0xF0,
                         .group = 1,
                         .waves_in_group = 2,
                         .sgpr_size = 16,
                         .vgpr_base = 8u * (uint32_t)slot,
                         .vgpr_size = 8,
                         .alignment_mode = WL_ALIGN_UNALIGNED,
                         .control = unit_control,
                         .sgpr_count = 2,
                         .vgpr_count = 1};
  init->wave_in_group = (uint32_t)slot;
  for (uint32_t i = 0; i < 2; i++) init->sgpr[i] = 0x100u * (uint32_t)slot + i;
  for (uint32_t i = 0; i < WL_LANES; i++) init->vgpr[0][i] = i;
  wl_checker_dispatch(unit.checker, (uint32_t)slot, init);
}

void unit_begin(int slot, const wl_wave_init *init) {
  const uint32_t start[WL_START_WORDS] = {
      [WL_START_SGPR_SIZE] = init->sgpr_size,           [WL_START_VGPR_BASE] = init->vgpr_base,
      [WL_START_VGPR_SIZE] = init->vgpr_size,           [WL_START_GROUP] = init->group,
      [WL_START_WAVE_IN_GROUP] = init->wave_in_group,   [WL_START_WAVES_IN_GROUP] = init->waves_in_group,
      [WL_START_ALIGNMENT_MODE] = init->alignment_mode, [WL_START_ISSUE] = init->control};
  wl_probe_wave_start(dut, slot, (long long)init->pc, (long long)init->exec, (int)init->mode, start);
  unit_cycle();
}

void unit_start(int slot) {
  wl_wave_init init;
  unit_dispatch(slot, &init);
  unit_sgpr(WL_SRC_INIT, slot, 0, 2, init.sgpr);
  for (int q = 0; q < 4; q++) unit_vgpr(WL_SRC_INIT, 0, (int)init.vgpr_base, q, 0xFFFF, init.vgpr[0] + 16 * q);
  unit_begin(slot, &init);
}

void unit_issue(int slot, uint32_t word) {
  const wl_state_regs *s = &unit.now.state_regs[slot];
  report_ready(slot);
  fake.effect.words[0] = word;
  fake.state_regs[slot].pc_lo = s->pc_lo + 4;
  wl_probe_issue(dut, slot, (long long)((uint64_t)s->pc_hi << 32 | s->pc_lo), (int)word, 0, 0, unit_exec_unit);
}

void unit_sgpr(int source, int slot, int first, int count, const uint32_t *data) {
  uint32_t words[WL_SGPRS] = {0};  // the event has at least four, whatever count
  memcpy(words, data, (size_t)count * 4);
  memcpy(unit.next.sgpr[slot] + first, data, (size_t)count * 4);
  wl_probe_sgpr(dut, source, slot, 0, first, count, words);
}

void unit_vgpr(int source, int slot, int row, int pass, uint32_t lanes, const uint32_t *data) {
  for (int i = 0; i < 16; i++) {
    if (lanes >> i & 1) unit.next.vgpr[row][16 * pass + i] = data[i];
  }
  wl_probe_vgpr(dut, source, slot, 0, row, pass, (int)lanes, data);
}

void unit_lds(int bank, int row, const uint32_t *data) {
  memcpy(fake.predicted, data, 16);
  memcpy(unit.next.lds + row * 16 + bank * 4, data, 16);
  wl_probe_lds(dut, 0, 0, WL_MEM_STORE, 0, 0, bank, row, 0xFFFF, data);
}

void unit_end(int slot) {
  fake.effect.end = WL_END_PGM;
  unit_issue(slot, SOPP_WORD(s_endpgm, 0));
  memset(&fake.state_regs[slot], 0, sizeof fake.state_regs[slot]);
  wl_probe_wave_end(dut, slot, WL_WAVE_ENDED);
  unit_cycle();
}

wl_verdict unit_finish(void) {
  for (int i = 0; i < 50 && wl_checker_busy(unit.checker); i++) unit_cycle();
  wl_checker_finish(unit.checker, unit_dut_memory, &unit.result);
  return unit.result.verdict;
}
