// SPDX-License-Identifier: Apache-2.0
// A unit that reports retirement: what a record must have, when it is complete, and in which order records come.
#include "unit.h"

#include "wavelock/wave_view.h"

enum {
  WORD = 0x7E020300,
  ALONE = 1 << WL_CAN_retire,
  REGISTERS = ALONE | 1 << WL_CAN_registers | 1 << WL_CAN_sweeps | 1 << WL_CAN_keeps_registers,
  MEMORY = REGISTERS | 1 << WL_CAN_memory | 1 << WL_CAN_lds | 1 << WL_CAN_exports,
  STATE = MEMORY | 1 << WL_CAN_state,
};

static int teardown(void **state) {
  (void)state;
  if (unit.checker) unit_free();
  unit_capabilities = DECLARED;
  return 0;
}

static void open_unit(int capabilities) {
  wl_wave_init init;
  unit_capabilities = capabilities;
  unit_new(NULL);
  if (capabilities >> WL_CAN_registers & 1) {
    unit_start(0);
  } else {
    unit_dispatch(0, &init);
    unit_begin(0, &init);
  }
}

static void expect(wl_verdict verdict, const char *why) {
  const wl_verdict found = unit_finish();
  if (found != verdict || !strstr(unit.result.why, why)) fail_msg("%s: %d %s", why, (int)found, unit.result.why);
  unit_free();
}

static void retire(uint32_t word, int flags, int order) {
  const uint32_t pc = unit.now.state_regs[0].pc_lo;
  wl_probe_retire(dut, 0, pc, (int)word, 0, flags, order);
  fake.effect.words[0] = word;
  fake.state_regs[0].pc_lo = pc + 4;
}

static void end_wave(void) {
  retire(SOPP_WORD(s_endpgm, 0), 0, -1);
  fake.effect.end = WL_END_PGM;
  memset(&fake.state_regs[0], 0, sizeof fake.state_regs[0]);
  wl_probe_wave_end(dut, 0, WL_WAVE_ENDED);
  unit_cycle();
}

static void passes(void) {
  end_wave();
  const wl_verdict found = unit_finish();
  if (found != WL_PASS) fail_msg("%d %s", (int)found, unit.result.why);
  assert_null(strstr(unit.result.not_checked, "retire"));
  unit_free();
}

static void test_alone(void **state) {
  (void)state;
  open_unit(ALONE);
  retire(WORD, 0, -1);
  wl_probe_retire_end(dut, 0);
  unit_cycle();
  passes();

  open_unit(ALONE);
  wl_probe_retire(dut, 0, 0x2000, WORD, 0, 0, -1);
  wl_probe_retire_end(dut, 0);
  expect(WL_MISMATCH, "issued with PC 0x00000000_00002000, expected 0x00000000_00001000");

  // The next record closes it, and so does the end of the run.
  for (int i = 0; i < 2; i++) {
    open_unit(ALONE);
    retire(WORD, 0, -1);
    fake.effect.words[0] = 0;
    unit_cycle();
    if (!i) retire(WORD, 0, -1);
    expect(WL_MISMATCH, "instruction dword 0 0x7e020300, expected 0x00000000");
  }
}

// ---- registers -----------------------------------------------------------------------------------

static void vector_effect(void) {
  fake.effect.unit = WL_UNIT_VALU;
  fake.effect.vgpr_count = 1;
  fake.effect.phys_vgpr[0] = 1;
  fake.effect.vgpr_mask[0] = ~0ull;
  for (uint32_t i = 0; i < WL_LANES; i++) fake.vgpr[1][i] = 7;
}

static void write_v1(int passes_of_it, uint32_t value) {
  uint32_t data[16];
  for (int i = 0; i < 16; i++) data[i] = value;
  for (int pass = 3; pass > 3 - passes_of_it; pass--) unit_vgpr(WL_SRC_RETIRED, 0, 1, pass, 0xFFFF, data);
}

static void test_vector(void **state) {
  (void)state;
  static const struct {
    int passes;
    uint32_t value;
    wl_verdict verdict;
    const char *why;
  } cases[] = {
      {4, 7, WL_PASS, ""},
      {4, 8, WL_MISMATCH, "lane 48 is written with 0x00000008, expected 0x00000007"},
      {3, 7, WL_MISMATCH, "its record is complete, and v1 lane 0 of the instruction at 0x1000 has not come"},
      {5, 7, WL_MISMATCH, "unexpected write of v1"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    open_unit(REGISTERS);
    retire(WORD, 0, -1);
    vector_effect();
    write_v1(cases[i].passes > 4 ? 4 : cases[i].passes, cases[i].value);
    if (cases[i].passes > 4) write_v1(1, 7);
    if (i % 2) unit_cycle();  // its writes come over several cycles
    wl_probe_retire_end(dut, 0);
    unit_cycle();
    if (cases[i].verdict == WL_PASS) passes();
    else expect(cases[i].verdict, cases[i].why);
  }
}

static void test_scalar(void **state) {
  (void)state;
  for (int wrong = 0; wrong < 3; wrong++) {
    const uint32_t value = wrong == 1 ? 6 : 5;
    open_unit(REGISTERS);
    retire(WORD, 0, -1);
    fake.effect.sgpr_first = 5;
    fake.effect.sgpr_count = 1;
    fake.sgpr[0][5] = 5;
    if (wrong != 2) unit_sgpr(WL_SRC_RETIRED, 0, 5, 1, &value);
    unit_cycle();
    if (!wrong) passes();  // the next record closes it
    if (wrong) wl_probe_retire_end(dut, 0);
    if (wrong == 1) expect(WL_MISMATCH, "s5 is written with 0x00000006, expected 0x00000005");
    if (wrong == 2) expect(WL_MISMATCH, "its record is complete, and s5 of the instruction at 0x1000 has not come");
  }
}

// All words of an event wait with it, and no event has more than four.
static void test_scalars(void **state) {
  (void)state;
  for (int count = 4; count <= 5; count++) {
    const uint32_t value[5] = {1, 2, 3, 5, 5};
    open_unit(REGISTERS);
    retire(WORD, 0, -1);
    fake.effect.sgpr_first = 5;
    fake.effect.sgpr_count = 4;
    for (uint32_t i = 0; i < 4; i++) fake.sgpr[0][5 + i] = i + 1;
    unit_sgpr(WL_SRC_RETIRED, 0, 5, count, value);
    wl_probe_retire_end(dut, 0);
    if (count == 4) expect(WL_MISMATCH, "s8 is written with 0x00000005, expected 0x00000004");
    else expect(WL_ERROR, "sgpr event of slot 0: first 5, count 5; expected 1 to 4 of 128 registers");
  }
}

// ---- memory --------------------------------------------------------------------------------------

// A load. Memory performs it before the unit retires it, and the register write comes before the access.
static void load(uint32_t word_at_memory, uint32_t value, int flags) {
  uint32_t line[16] = {word_at_memory}, data[16];
  for (int i = 0; i < 16; i++) data[i] = value;
  open_unit(MEMORY);
  wl_probe_mem_performed(dut, WL_SRC_VMEM, 3, 0, line);
  unit_cycle();
  retire(0xDC508000, flags, -1);
  fake.effect.unit = WL_UNIT_VMEM;
  fake.effect.held = WL_HOLDS_VM;
  for (int i = 0; i < 16; i++) fake.predicted[i] = i ? 0 : 0x11;
  fake.predicted_lanes = 1;
  fake.predicted_enable = 0xF;
  unit_vgpr(WL_SRC_RETIRED, 0, 1, 0, 1, data);
  wl_probe_mem_request(dut, WL_SRC_VMEM, 3, 0, 0, WL_PROBE_LOAD, 0, 0xF, 0, 1, line);
  wl_probe_retire_end(dut, 0);
  unit_cycle();
}

static void test_load(void **state) {
  (void)state;
  load(0x11, 0x11, 0);
  assert_int_equal(unit.checker->performed.count, 0);
  passes();
  load(0x12, 0x11, 0);
  expect(WL_MISMATCH, "data read from line 0x0 differs");
  load(0x11, 0x12, 0);
  expect(WL_MISMATCH, "v1 (physical VGPR 1) lane 0 is written with 0x00000012, expected 0x00000011");
  load(0x11, 0x11, WL_RETIRED_VIOLATION);
  expect(WL_MISMATCH, "completes with a memory violation, the model has none");
  // An access that no record has.
  static const uint32_t line[16];
  open_unit(MEMORY);
  wl_probe_mem_performed(dut, WL_SRC_VMEM, 3, 0, line);
  unit_cycle();
  end_wave();
  expect(WL_ILLEGAL, "access at memory of vector transaction 3, which no record has");
}

// A store of a record to a line that memory has changed since. Its data are compared, the line is not.
static void test_store(void **state) {
  (void)state;
  static const uint32_t stored[16] = {0x11}, later[16] = {0x11, 0x22};
  for (uint32_t wrong = 0; wrong < 2; wrong++) {
    wl_mem *memory = wl_mem_new();
    assert_true(wl_mem_map(memory, 0x4000, WL_PAGE) && wl_mem_write(memory, 0x4000, later, sizeof later));
    unit_capabilities = MEMORY;
    unit_new(&(wl_checker_options){.mode = WL_CHECK_DEFAULT, .memory = memory});
    unit_start(0);
    wl_probe_mem_performed(dut, WL_SRC_VMEM, 3, 0, stored);
    retire(0xDC708000, 0, -1);
    fake.effect.unit = WL_UNIT_VMEM;
    fake.effect.held = WL_HOLDS_VM;
    memcpy(fake.predicted, stored, sizeof stored);
    fake.predicted[0] += wrong;
    fake.predicted_enable = 0xF;
    wl_probe_mem_request(dut, WL_SRC_VMEM, 3, 0, 0, WL_PROBE_STORE, 0x4000, 0xF, 0, 1, stored);
    wl_probe_retire_end(dut, 0);
    unit_cycle();
    if (wrong) expect(WL_MISMATCH, "0x4000");
    else passes();
    wl_mem_free(memory);
  }
}

// The clock has the value of the cycle in which it was sampled, whenever the record is complete.
static void test_clock(void **state) {
  (void)state;
  open_unit(MEMORY);
  retire(0xC0900200, 0, -1);
  fake.effect.unit = WL_UNIT_SMEM;
  const uint64_t cycle = unit.cycle;
  wl_probe_clock(dut, 0, 0);
  unit_cycle();
  unit_cycle();
  wl_probe_retire_end(dut, 0);
  assert_int_equal(fake.clock, cycle);
  unit_cycle();
  passes();
}

// ---- state ---------------------------------------------------------------------------------------

// M0 is `m0` in the cycle in which it is compared, and `before` until then. The model has 6.
static void state_of(bool next_record, uint32_t before, uint32_t m0) {
  open_unit(STATE);
  unit.late_state_regs = true;
  retire(WORD, 0, -1);
  fake.state_regs[0].m0 = 6;
  unit_cycle();
  if (!next_record) {
    unit.now.state_regs[0].m0 = before;
    wl_probe_retire_end(dut, 0);
    unit_cycle();
  } else {
    unit.now.state_regs[0].m0 = before;
    unit_cycle();
  }
  unit.now.state_regs[0] = unit.next.state_regs[0] = fake.state_regs[0];
  unit.now.state_regs[0].m0 = m0;
  unit.now.state_regs[0].counters = 3;  // what is in flight has no value in a record
  if (next_record) retire(WORD, 0, -1);
  unit_cycle();
  unit.late_state_regs = false;
  unit_cycle();
}

static void test_state(void **state) {
  (void)state;
  for (int next_record = 0; next_record < 2; next_record++) {
    state_of(next_record, 77, 6);
    passes();
    state_of(next_record, 6, 7);
    expect(WL_MISMATCH, "M0 is 0x7, expected 0x6");
  }
  // The start of a wave.
  open_unit(STATE);
  unit.now.state_regs[0].m0 = 1;
  unit_cycle();
  expect(WL_MISMATCH, "M0 is 0x1, expected 0x0");
  // A cycle without a record compares nothing.
  open_unit(STATE);
  unit_cycle();
  const uint64_t words = unit.checker->arch.words_compared;
  for (int cycle = 0; cycle < 4; cycle++) unit_cycle();
  assert_int_equal(unit.checker->arch.words_compared, words);
  passes();
}

// Two records of one cycle: the registers are as after the second.
static void test_two_in_a_cycle(void **state) {
  (void)state;
  for (int wrong = 0; wrong < 2; wrong++) {
    open_unit(STATE);
    unit.late_state_regs = true;
    retire(WORD, 0, -1);
    fake.state_regs[0].m0 = 5;
    wl_probe_retire(dut, 0, 0x1004, WORD, 0, 0, -1);
    fake.effect.words[0] = WORD;
    fake.state_regs[0].pc_lo = 0x1008;
    fake.state_regs[0].m0 = 6;
    wl_probe_retire_end(dut, 0);
    unit.next.state_regs[0] = fake.state_regs[0];
    unit.next.state_regs[0].m0 -= (uint32_t)wrong;
    unit_cycle();
    unit.late_state_regs = false;
    unit_cycle();
    if (wrong) expect(WL_MISMATCH, "M0 is 0x5, expected 0x6");
    else passes();
  }
}

// ---- program order -------------------------------------------------------------------------------

static void number(int order) {
  wl_probe_retire(dut, 0, 0x1000 + 4 * order, WORD, 0, 0, order);
  fake.effect.words[0] = WORD;
  fake.state_regs[0].pc_lo += 4;
  wl_probe_retire_end(dut, 0);
  unit_cycle();
}

static void test_order(void **state) {
  (void)state;
  open_unit(ALONE);
  number(0);
  assert_int_equal(unit.checker->arch.instructions, 1);
  wl_probe_retire(dut, 0, 0x1008, 0, 0, 0, 2);
  wl_probe_retire_end(dut, 0);
  wl_probe_retire(dut, 0, 0x100C, 0, 0, 0, 3);
  wl_probe_retire_end(dut, 0);
  assert_int_equal(unit.checker->arch.instructions, 1);
  wl_probe_retire(dut, 0, 0x1004, WORD, 0, 0, 1);
  fake.effect.words[0] = WORD;
  unit_cycle();
  assert_int_equal(unit.checker->records[0].waits, 2);
  wl_probe_retire_end(dut, 0);  // the fake model stays at 0x1004
  assert_int_equal(unit.checker->records[0].waits, 0);
  expect(WL_MISMATCH, "issued with PC 0x00000000_00001008, expected 0x00000000_00001004");

  open_unit(ALONE);
  number(0);
  wl_probe_retire(dut, 0, 0x1000, WORD, 0, 0, 0);
  wl_probe_retire_end(dut, 0);
  expect(WL_ERROR, "slot 0 retires its instruction 0, and 1 is the next");

  open_unit(ALONE);
  number(1);
  wl_probe_wave_end(dut, 0, WL_WAVE_ENDED);
  expect(WL_MISMATCH, "the wave in slot 0 ends, and its instruction 0 has not retired");

  open_unit(ALONE);
  for (int i = 1; i < 258; i++) number(i);
  expect(WL_ERROR, "256 records of slot 0 wait for that of its instruction 0");
}

// The records of the second wave of a slot begin with 0, too.
static void test_slot_again(void **state) {
  (void)state;
  wl_wave_init init;
  open_unit(ALONE);
  for (int wave = 0; wave < 2; wave++) {
    if (wave) unit_dispatch(0, &init);
    if (wave) unit_begin(0, &init);
    number(0);
    retire(SOPP_WORD(s_endpgm, 0), 0, 1);
    fake.effect.end = WL_END_PGM;
    memset(&fake.state_regs[0], 0, sizeof fake.state_regs[0]);
    wl_probe_wave_end(dut, 0, WL_WAVE_ENDED);
    unit_cycle();
  }
  expect(WL_PASS, "");
}

// ---- barriers of a unit that retires out of program order ----------------------------------------

static const uint32_t barriers[] = {WORD, SOPP_WORD(s_barrier, 0), WORD, SOPP_WORD(s_barrier, 0),
                                    WORD, SOPP_WORD(s_endpgm, 0)};

static void complete(int slot, int order) {
  wl_probe_retire(dut, slot, 0x1000 + 4 * order, (int)barriers[order], 0, 0, order);
  wl_probe_retire_end(dut, slot);
}

static void end(int slot) {
  complete(slot, 5);
  wl_probe_wave_end(dut, slot, WL_WAVE_ENDED);
}

static void two_waves(void) {
  open_unit(STATE & ~(1 << WL_CAN_sweeps | 1 << WL_CAN_keeps_registers));
  unit_start(1);
  fake.program = barriers;
}

static void release(void) { wl_probe_barrier_release(dut, 1); }

// Instructions that have issued in the model.
static void model_has(uint64_t issued, uint32_t at_barrier) {
  assert_int_equal(unit.checker->arch.instructions, issued);
  assert_int_equal(fake.at_barrier, at_barrier);
}

// The registers of the DUT behind an instruction.
static void shows(int slot, int order, bool in_barrier) {
  wl_state_regs *r = &unit.next.state_regs[slot];
  r->pc_lo = 0x1004 + 4 * (uint32_t)order;
  r->status = (r->status & ~(uint32_t)WL_STATUS_IN_BARRIER) | (in_barrier ? WL_STATUS_IN_BARRIER : 0);
}

static void test_barriers(void **state) {
  (void)state;
  two_waves();
  unit.late_state_regs = true;
  complete(1, 0);
  complete(1, 1);
  complete(0, 1);  // its instruction 0 is in flight
  shows(1, 1, true);
  unit_cycle();
  release();
  model_has(2, 2);
  shows(1, 1, false);
  unit_cycle();
  complete(1, 3);  // before its instruction 2
  complete(1, 2);
  complete(0, 2);
  complete(0, 3);
  unit_cycle();
  release();
  unit_cycle();
  complete(1, 4);
  end(1);
  unit.next.state_regs[1] = (wl_state_regs){0};
  unit_cycle();
  model_has(2, 2);
  complete(0, 0);
  model_has(10, 0);
  assert_int_equal(unit.checker->arch.live, 1);
  const uint64_t compared = unit.checker->arch.words_compared;
  shows(0, 3, false);
  unit_cycle();
  unit_cycle();
  assert_true(unit.checker->arch.words_compared > compared);
  complete(0, 4);
  end(0);
  unit.late_state_regs = false;
  unit_cycle();
  expect(WL_PASS, "");
}

static void test_wrong_barriers(void **state) {
  (void)state;
  // Wave 0 has not come when the barrier is released, and comes later.
  two_waves();
  complete(1, 0);
  complete(1, 1);
  complete(0, 0);
  release();
  expect(WL_ILLEGAL, "barrier of group 1 released: waves 0x2 have arrived");

  // The same, with its instruction 0 in flight.
  two_waves();
  complete(1, 0);
  complete(1, 1);
  release();
  complete(0, 0);
  complete(0, 1);
  expect(WL_ILLEGAL, "barrier of group 1 released: waves 0x2 have arrived");

  // Wave 0 has gone on before.
  two_waves();
  complete(1, 0);
  complete(1, 1);
  complete(0, 1);
  complete(0, 2);
  release();
  complete(0, 0);
  expect(WL_ILLEGAL, "slot 0 issued at 0x1008: it waits at a barrier");

  // Wave 1 ends, and its instruction 4 has not come.
  two_waves();
  complete(1, 0);
  for (int order = 1; order < 4; order += 2) {
    for (int slot = 0; slot < 2; slot++) complete(slot, order);
    release();
    if (order == 1) complete(0, 2);
    if (order == 1) complete(1, 2);
  }
  end(1);
  model_has(2, 2);
  complete(0, 0);
  expect(WL_MISMATCH, "the wave in slot 1 ends, and its instruction 4 has not retired");
}

// ---- events that have no place -------------------------------------------------------------------

static void test_no_place(void **state) {
  (void)state;
  static const uint32_t data[16];
  open_unit(MEMORY);
  wl_probe_vgpr(dut, WL_SRC_RETIRED, 0, 0, 1, 0, 1, data);
  expect(WL_ERROR, "vgpr of slot 0, which has no open record");
  open_unit(MEMORY);
  wl_probe_issue(dut, 0, 0x1000, WORD, 0, 0, -1);
  expect(WL_ERROR, "wl_probe_issue: the DUT declared the capability \"retire\", and its records have none");
  open_unit(MEMORY);
  retire(WORD, 6, -1);
  expect(WL_ERROR, "retire of slot 0 with flags 0x6");
  for (int end = 0; end < 2; end++) {
    open_unit(DECLARED);
    if (end) wl_probe_retire_end(dut, 0);
    else wl_probe_retire(dut, 0, 0x1000, WORD, 0, 0, -1);
    expect(WL_ERROR, "did not declare the capability \"retire\"");
  }
  open_unit(DECLARED | ALONE);
  expect(WL_ERROR, "the DUT declares the capability \"arbiter\", and with \"retire\" it has no issues");
}

// Events that come after the open record close it.
static void test_closed_by(void **state) {
  (void)state;
  for (int event = 0; event < 4; event++) {
    open_unit(ALONE);
    retire(WORD, 0, -1);
    switch (event) {
      case 0: wl_probe_message(dut, 0, 0, 0, 0); break;
      case 1: wl_probe_resume(dut, 0); break;
      case 2: wl_probe_trap(dut, 0); break;
      default: wl_probe_barrier_release(dut, 1); break;
    }
    assert_int_equal(unit.checker->arch.instructions, 1);
    unit_free();
  }
}

int main(void) {
#define TEST(name) cmocka_unit_test_teardown(name, teardown)
  const struct CMUnitTest tests[] = {
      TEST(test_alone),          TEST(test_vector),         TEST(test_scalar),     TEST(test_scalars),
      TEST(test_load),           TEST(test_store),          TEST(test_clock),      TEST(test_state),
      TEST(test_order),          TEST(test_two_in_a_cycle), TEST(test_slot_again), TEST(test_barriers),
      TEST(test_wrong_barriers), TEST(test_no_place),       TEST(test_closed_by),
  };
  return cmocka_run_group_tests_name("records", tests, NULL, NULL);
}
