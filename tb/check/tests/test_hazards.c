// SPDX-License-Identifier: Apache-2.0
// Missing waits of the program under each HAZARDS mode, and waves that issue while they sleep.
#include "unit.h"

#include <stdio.h>

static int setup(void **state) {
  (void)state;
  unit_new(NULL);
  return 0;
}
static int teardown(void **state) {
  (void)state;
  unit_free();
  return 0;
}

static void open_with(wl_hazard_mode hazards) {
  unit_free();
  unit_new(&(wl_checker_options){.mode = WL_CHECK_DEFAULT, .test = "hazards", .hazards = hazards});
  unit_start(0);
}

static void hazard(wl_result result, const char *why) {
  fake.issue_result = result;
  snprintf(fake.effect.why, sizeof fake.effect.why, "%s", why);
  unit_issue(0, 0xBE850000);
  unit_cycle();
}

static const char row9[] = "wait states, row 9: x at 0x10 writes s4, y at 0x1000 needs 5 between, has 2";

static void test_error(void **state) {
  (void)state;
  open_with(WL_HAZARDS_ERROR);
  hazard(WL_HAZARD_STATES, row9);
  assert_true(wl_checker_stop(unit.checker));
  assert_int_equal(unit_finish(), WL_HAZARD);
  assert_non_null(strstr(unit.result.why, row9));
  assert_int_equal(unit.result.hazards, 0);
}

static void test_warn_and_off(void **state) {
  (void)state;
  for (int off = 0; off < 2; off++) {
    open_with(off ? WL_HAZARDS_OFF : WL_HAZARDS_WARN);
    hazard(WL_HAZARD_STATES, row9);
    hazard(WL_HAZARD_PENDING, "missing wait, vmcnt: x at 0x10 loads v1, y at 0x1000 reads it");
    for (int i = 0; i < 3; i++) hazard(WL_HAZARD_STATES, row9);
    assert_false(wl_checker_stop(unit.checker));
    unit_end(0);
    assert_int_equal(unit_finish(), WL_PASS);
    assert_int_equal(unit.result.hazards, off ? 0 : 5);
  }
  // Other program errors stay errors.
  open_with(WL_HAZARDS_WARN);
  hazard(WL_CSP_OVERFLOW, "fork pushed with CSP 6");
  assert_int_equal(unit_finish(), WL_HAZARD);
}

// Issues an instruction with a missing wait that races, then one without.
static void race(wl_hazard_mode hazards, wl_race how) {
  open_with(hazards);
  fake.effect.race = how;
  hazard(WL_HAZARD_PENDING, "missing wait, vmcnt: x at 0x10 loads v1, y at 0x1000 reads it");
  hazard(WL_OK, "");
}

// Decisions: D-WAIT-34.
static void test_race(void **state) {
  (void)state;
  for (int off = 0; off < 2; off++) {
    race(off ? WL_HAZARDS_OFF : WL_HAZARDS_WARN, WL_RACE);
    unit_issue(3, 0xBE850000);  // of no wave: nobody looks
    unit_cycle();
    assert_false(wl_checker_stop(unit.checker));
    assert_false(wl_checker_busy(unit.checker));
    assert_int_equal(unit_finish(), WL_PASS);
    assert_non_null(strstr(unit.result.not_judged, "not judged from cycle "));
    assert_non_null(strstr(unit.result.not_judged, "y at 0x1000 reads it, which is still in flight"));
  }
  // No load of the wave has written before its next instruction.
  race(WL_HAZARDS_WARN, WL_RACE_WITH_LOADS);
  unit_issue(3, 0xBE850000);
  unit_cycle();
  assert_int_equal(unit_finish(), WL_ILLEGAL);
  assert_string_equal(unit.result.not_judged, "");
  race(WL_HAZARDS_ERROR, WL_RACE);
  assert_int_equal(unit_finish(), WL_HAZARD);
  assert_string_equal(unit.result.not_judged, "");
}

static void issue_word(int slot, uint32_t word) {
  unit_issue(slot, word);
  unit_cycle();
}

// The wave issues `cycles` cycles after s_sleep `imm`. wake: cycles until the other wave wakes it, 0: never.
static bool sleeps(uint32_t imm, uint32_t cycles, uint32_t wake) {
  unit_free();
  unit_new(NULL);
  unit_start(0);
  unit_start(1);
  unit_issue(0, SOPP_WORD(s_sleep, imm));
  for (uint32_t i = 1; i <= cycles; i++) {
    unit_cycle();
    if (i == wake) unit_issue(1, SOPP_WORD(s_wakeup, 0));
    if (i == cycles) unit_issue(0, SOPP_WORD(s_nop, 0));
  }
  const bool caught = wl_checker_stop(unit.checker);
  if (caught) {
    assert_int_equal(unit_finish(), WL_ILLEGAL);
    assert_non_null(strstr(unit.result.why, "while it sleeps"));
  }
  return caught;
}

static void test_sleep(void **state) {
  (void)state;
  assert_true(sleeps(0, 1, 0));
  assert_false(sleeps(0, 2, 0));
  assert_true(sleeps(1, 1, 0));
  assert_true(sleeps(1, 65, 0));
  assert_false(sleeps(1, 66, 0));
  assert_true(sleeps(127, 127 * 64 + 1, 0));
  assert_false(sleeps(127, 127 * 64 + 2, 0));
  assert_false(sleeps(0x1001, 66, 0));  // 7 bits count
  assert_false(sleeps(5, 10, 9));       // from the cycle after the s_wakeup on
  assert_true(sleeps(5, 9, 9));
}

static void test_wakeup_reaches(void **state) {
  (void)state;
  // s_wakeup does not reach a wave that falls asleep later.
  unit_start(0);
  unit_start(1);
  issue_word(1, SOPP_WORD(s_wakeup, 0));
  issue_word(0, SOPP_WORD(s_sleep, 1));
  issue_word(0, SOPP_WORD(s_nop, 0));
  assert_true(wl_checker_stop(unit.checker));
  assert_int_equal(unit_finish(), WL_ILLEGAL);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
  const struct CMUnitTest tests[] = {
      TEST(test_error), TEST(test_warn_and_off), TEST(test_race), TEST(test_sleep), TEST(test_wakeup_reaches),
  };
  return cmocka_run_group_tests_name("hazards", tests, NULL, NULL);
}
