// SPDX-License-Identifier: Apache-2.0
// The watch over single waves: which wave has waited too long, and what excuses one.
#include "unit.h"

enum { LIMIT = 100 };

static int setup(void **state) {
  (void)state;
  unit_new(NULL);
  fake.predicted_enable = ~0ull;
  unit_start(0);
  unit_start(1);
  return 0;
}
static int teardown(void **state) {
  (void)state;
  unit_free();
  return 0;
}

static void idle(int cycles) {
  for (int i = 0; i < cycles; i++) unit_cycle();
}

static int overdue(void) {
  uint64_t pc, again;
  return wl_checker_overdue(unit.checker, LIMIT, &pc, &again);
}

// Slot 1 goes on, slot 0 does not.
static void go_on(int cycles) {
  for (int i = 0; i < cycles; i++) {
    unit_issue(1, SOPP_WORD(s_nop, 0));
    unit_cycle();
  }
}

static void test_one_waits(void **state) {
  (void)state;
  uint64_t pc = 0, again = 0;
  unit_issue(0, SOPP_WORD(s_nop, 0));
  unit_cycle();
  go_on(LIMIT - 2);
  assert_int_equal(wl_checker_overdue(unit.checker, LIMIT, &pc, &again), -1);
  assert_int_equal(again, 1);
  go_on(1);
  assert_int_equal(wl_checker_overdue(unit.checker, LIMIT, &pc, &again), 0);
  assert_int_equal(pc, 0x1004);
  wl_checker_wait_anew(unit.checker, 0);
  assert_int_equal(wl_checker_overdue(unit.checker, LIMIT, &pc, &again), -1);
  assert_int_equal(again, LIMIT - 1);  // slot 1 issued in the cycle before
  wl_checker_cut_short(unit.checker, WL_HANG, 0, "slot 0 has waited");
  assert_int_equal(unit_finish(), WL_HANG);
  assert_string_equal(unit.result.why, "slot 0 has waited; wave 0: slot 0 waits for the test");
}

static void test_starts(void **state) {
  (void)state;
  wl_wave_init init;
  idle(LIMIT - 1);
  assert_int_equal(overdue(), 0);
  unit_issue(0, SOPP_WORD(s_nop, 0));
  unit_cycle();
  unit_dispatch(2, &init);
  go_on(LIMIT - 2);
  unit_issue(0, SOPP_WORD(s_nop, 0));
  unit_cycle();
  assert_int_equal(overdue(), -1);
  go_on(1);
  assert_int_equal(overdue(), 2);  // dispatched, and never started
}

// Each event of the wave itself, one at a time, just in time.
static void test_events(void **state) {
  (void)state;
  for (int event = 0; event < 8; event++) {
    teardown(state);
    setup(state);
    if (event == 5) {
      fake.effect.unit = WL_UNIT_VALU;
      unit_issue(0, 0x7E000280);
    }
    go_on(LIMIT - 2);
    if (event == 0) unit_issue(0, SOPP_WORD(s_nop, 0));
    if (event == 1) wl_probe_mem_return(dut, WL_SRC_SMEM, 0, 0, 0);
    if (event == 2) wl_probe_message(dut, 0, 0, 0, 0);
    if (event == 3) wl_probe_resume(dut, 0);
    if (event == 4) wl_probe_barrier_release(dut, 1);
    if (event == 5) wl_probe_valu_done(dut, 0);
    if (event == 6) wl_checker_fetched(unit.checker, 0x1000);
    go_on(10);
    assert_int_equal(overdue(), event == 7 ? 0 : -1);
    go_on(LIMIT);
    assert_int_equal(overdue(), 0);
  }
}

static void test_memory_owes(void **state) {
  (void)state;
  wl_probe_mem_request(dut, WL_SRC_VMEM, 200, 0, 3, 0, 0x4000, -1, 0, 0xFFFF, NULL);
  go_on(3 * LIMIT);
  assert_int_equal(overdue(), -1);  // its wait begins anew
  go_on(LIMIT);
  wl_probe_mem_performed(dut, WL_SRC_VMEM, 200, 0, fake.predicted);
  assert_int_equal(overdue(), -1);  // accessed at memory, and the response is on its way
  wl_checker_answered(unit.checker, WL_UNIT_SMEM, 200);
  go_on(LIMIT);
  assert_int_equal(overdue(), -1);  // another port's
  wl_checker_answered(unit.checker, WL_UNIT_VMEM, 200);
  go_on(LIMIT - 1);
  assert_int_equal(overdue(), -1);
  go_on(1);
  assert_int_equal(overdue(), 0);
}

static void test_sleep(void **state) {
  (void)state;
  unit_issue(0, SOPP_WORD(s_sleep, 5));  // awake 5 * 64 + 65 cycles later
  go_on(5 * 64 + 65 + LIMIT - 1);
  assert_int_equal(overdue(), -1);
  go_on(1);
  assert_int_equal(overdue(), 0);
}

static void test_barrier(void **state) {
  (void)state;
  fake.state_regs[0].status |= WL_STATUS_IN_BARRIER;
  fake.effect.barrier = true;
  unit_issue(0, SOPP_WORD(s_barrier, 0));
  go_on(3 * LIMIT);
  assert_int_equal(overdue(), -1);
  idle(LIMIT);
  assert_int_equal(overdue(), 1);  // the one it waits for
}

static void test_fault(void **state) {
  (void)state;
  fake.issue_result = WL_ILLEGAL_INST;
  fake.effect.end = WL_END_FAULT;
  unit_issue(0, 0xBFFF0000);
  wl_probe_wave_end(dut, 0, WL_WAVE_FAULTED);
  go_on(3 * LIMIT);
  assert_int_equal(overdue(), -1);
}

static void test_limit_is_no_hang(void **state) {
  (void)state;
  go_on(10);
  wl_checker_cut_short(unit.checker, WL_ERROR, -1, "the limit of 10 cycles was reached");
  assert_int_equal(unit_finish(), WL_ERROR);
  assert_string_equal(unit.result.why, "the limit of 10 cycles was reached");
}

// A failed assertion comes before what the same edge showed, and after what an earlier edge showed.
static void test_assertion(void **state) {
  for (int cycles = 0; cycles < 4; cycles++) {
    teardown(state);
    setup(state);
    fake.state_regs[0].m0 ^= 4;  // no instruction of the model does this: a difference in the next cycle
    unit_issue(0, SOPP_WORD(s_nop, 0));
    unit_cycle();
    unit.now.state_regs[0].m0 ^= 4;
    unit_cycle();
    assert_true(wl_checker_stop(unit.checker));
    idle(cycles);
    for (int i = 0; i < 2; i++) wl_checker_unit_failed(unit.checker, WL_ILLEGAL, "an assertion failed at x.sv:1");
    assert_int_equal(unit_finish(), cycles == 0 ? WL_ILLEGAL : WL_MISMATCH);
  }
  teardown(state);
  setup(state);
  wl_checker_unit_failed(unit.checker, WL_ILLEGAL, "an assertion failed at x.sv:1");
  assert_int_equal(unit_finish(), WL_ILLEGAL);
  assert_string_equal(unit.result.why, "an assertion failed at x.sv:1");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
  const struct CMUnitTest tests[] = {
      TEST(test_one_waits), TEST(test_starts), TEST(test_events),           TEST(test_memory_owes), TEST(test_sleep),
      TEST(test_barrier),   TEST(test_fault),  TEST(test_limit_is_no_hang), TEST(test_assertion),
  };
  return cmocka_run_group_tests_name("hang", tests, NULL, NULL);
}
