// SPDX-License-Identifier: Apache-2.0
// What the unit has reported of its registers, for people: its own values, where they differ from the model's too.
#include "unit.h"

enum { WORD = 0x7E020300 };

static wl_dut_state reported;

static int teardown(void **state) {
  (void)state;
  if (unit.checker) unit_free();
  unit_capabilities = DECLARED;
  return 0;
}

static void open_unit(wl_check_mode mode) {
  unit_new(&(wl_checker_options){.mode = mode, .reported = true, .keep_going = 9});
  assert_true(wl_checker_reported(unit.checker, &reported));
  assert_null(reported.vgpr);
  unit_start(0);
}

static void look(void) { assert_true(wl_checker_reported(unit.checker, &reported)); }

static void test_not_asked(void **state) {
  (void)state;
  unit_new(NULL);
  unit_start(0);
  assert_false(wl_checker_reported(unit.checker, &reported));
  unit_free();
  unit_capabilities = 1 << WL_CAN_registers;
  unit_new(&(wl_checker_options){.mode = WL_CHECK_DEFAULT, .reported = true});
  assert_false(wl_checker_reported(unit.checker, &reported));
}

static void test_writes(void **state) {
  (void)state;
  const uint32_t six = 6;
  uint32_t data[16];
  for (uint32_t i = 0; i < 16; i++) data[i] = 100 + i;
  open_unit(WL_CHECK_DEFAULT);
  look();
  assert_int_equal(reported.sgpr[1], 1);
  for (uint32_t lane = 0; lane < WL_LANES; lane++) assert_int_equal(reported.vgpr[lane], lane);
  // s5 is 5 in the model.
  fake.effect.sgpr_first = 5;
  fake.effect.sgpr_count = 1;
  fake.sgpr[0][5] = 5;
  unit_issue(0, WORD);
  unit_sgpr(WL_SRC_SALU, 0, 5, 1, &six);
  unit_cycle();
  // A vector instruction writes two lanes of a pass with other values than the model's.
  fake.effect = (wl_effect){.unit = WL_UNIT_VALU, .vgpr_count = 1, .phys_vgpr = {1}, .vgpr_mask = {0x30000}};
  fake.vgpr[1][16] = 7;
  unit_issue(0, WORD);
  unit_cycle();
  unit_vgpr(WL_SRC_VALU, 0, 1, 1, 3, data);
  wl_probe_valu_done(dut, 0);
  unit_cycle();
  look();
  assert_int_equal(reported.sgpr[5], 6);
  assert_int_equal(unit.checker->arch.sgpr[0][5], 5);
  assert_int_equal(reported.vgpr[WL_LANES + 16], 100);
  assert_int_equal(reported.vgpr[WL_LANES + 17], 101);
  assert_int_equal(reported.vgpr[WL_LANES + 18], 0);
  assert_int_equal(unit.checker->arch.vgpr[WL_LANES + 16], 7);
}

// Registers that change without a write are seen by the next sweep.
static void test_sweeps(void **state) {
  (void)state;
  open_unit(WL_CHECK_EVERY);
  unit.next.sgpr[0][7] = 9;
  unit.next.vgpr[3][40] = 11;
  for (int i = 0; i < 4; i++) unit_cycle();
  look();
  assert_int_equal(reported.sgpr[7], 9);
  assert_int_equal(reported.vgpr[3 * WL_LANES + 40], 11);
  assert_int_equal(unit.checker->arch.vgpr[3 * WL_LANES + 40], 0);
}

// The wave state registers of the last cycle come with what was expected then.
static void test_rows(void **state) {
  (void)state;
  open_unit(WL_CHECK_DEFAULT);
  unit_cycle();
  look();
  assert_memory_equal(&reported.state_regs[0], &reported.expected[0], sizeof reported.state_regs[0]);
  unit.now.state_regs[0].m0 = 3;
  fake.state_regs[0].m0 = 4;  // as of an instruction, which changes it behind this cycle
  unit_issue(0, WORD);
  unit_cycle();
  look();
  assert_int_equal(reported.state_regs[0].m0, 3);
  assert_int_equal(reported.expected[0].m0, 0);
  assert_int_equal(unit.checker->arch.now[0].m0, 4);
}

int main(void) {
#define TEST(name) cmocka_unit_test_teardown(name, teardown)
  const struct CMUnitTest tests[] = {TEST(test_not_asked), TEST(test_writes), TEST(test_sweeps), TEST(test_rows)};
  return cmocka_run_group_tests_name("reported", tests, NULL, NULL);
}
