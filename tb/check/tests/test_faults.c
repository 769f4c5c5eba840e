// SPDX-License-Identifier: Apache-2.0
// Event fault injection: a dropped or repeated event is noticed. What only the model can notice (a load without its
// write back) is tested in test_with_model.c.
#include "unit.h"

#include <stdio.h>

static const uint32_t word[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

// One run with every kind of event that the checker alone can check.
static wl_verdict scenario(const char *event_fault) {
  unit_new(&(wl_checker_options){.mode = WL_CHECK_DEFAULT, .test = "faults", .event_fault = event_fault});
  unit_start(0);
  unit_start(1);
  fake.effect.sgpr_first = 5;
  fake.effect.sgpr_count = 1;
  fake.sgpr[0][5] = word[0];
  unit_issue(0, 0xBE850081);
  unit_sgpr(WL_SRC_SALU, 0, 5, 1, word);
  unit_cycle();

  fake.effect.unit = WL_UNIT_VALU;
  fake.effect.vgpr_count = 1;
  fake.effect.phys_vgpr[0] = 1;
  fake.effect.vgpr_mask[0] = 0xFFFF;
  memcpy(fake.vgpr[1], word, 64);
  unit_issue(0, 0x7E020300);
  unit_cycle();
  unit_vgpr(WL_SRC_VALU, 0, 1, 0, 0xFFFF, word);
  unit_cycle();
  wl_probe_valu_done(dut, 0);
  unit_cycle();

  memcpy(fake.predicted, word, 64);
  fake.predicted_enable = ~0ull;
  wl_probe_mem_request(dut, WL_SRC_VMEM, 5, 0, 1, 0, 0x40, -1, 0, 0xFFFF, NULL);
  unit_cycle();
  wl_probe_mem_performed(dut, WL_SRC_VMEM, 5, 0, word);

  for (int slot = 0; slot < 2; slot++) {
    fake.effect.barrier = true;
    fake.state_regs[slot].status |= WL_STATUS_IN_BARRIER;
    fake.barrier_ready = slot == 1;
    unit_issue(slot, SOPP_WORD(s_barrier, 0));
    unit_cycle();
  }
  for (int slot = 0; slot < 2; slot++) fake.state_regs[slot].status &= ~WL_STATUS_IN_BARRIER;
  wl_probe_barrier_release(dut, 1);
  unit_cycle();
  unit_cycle();
  unit_cycle();
  unit_end(0);
  unit_end(1);
  wl_verdict v = unit_finish();
  unit_free();
  return v;
}

static void test_every_event(void **state) {
  (void)state;
  static const char *const events[] = {"version",       "config",      "state_row", "ready",           "wave_start",
                                       "mem_performed", "mem_request", "sgpr",      "sgpr:2",          "sgpr:3",
                                       "vgpr",          "vgpr:9",      "valu_done", "barrier_release", "issue",
                                       "wave_end",      "cycle"};
  assert_int_equal(scenario(NULL), WL_PASS);
  for (unsigned i = 0; i < sizeof events / sizeof events[0]; i++) {
    for (int repeat = 0; repeat < 2; repeat++) {
      char text[64];
      // Only the model refuses a second release of a barrier.
      if (repeat && !strcmp(events[i], "barrier_release")) continue;
      snprintf(text, sizeof text, "%s:%s", repeat ? "repeat" : "drop", events[i]);
      if (scenario(text) == WL_PASS) fail_msg("%s was not noticed", text);
    }
  }
}

static void test_at_a_cycle(void **state) {
  (void)state;
  // The waves start in cycles 0 and 1. From 2 on the SALU makes the first SGPR write.
  unit_new(&(wl_checker_options){.mode = WL_CHECK_DEFAULT, .event_fault = "drop:sgpr", .event_cycle = 2});
  unit_start(0);
  unit_start(1);
  fake.effect.sgpr_first = 5;
  fake.effect.sgpr_count = 1;
  unit_issue(1, 0xBE850080);
  unit_sgpr(WL_SRC_SALU, 1, 5, 1, &(uint32_t){0});
  unit_cycle();
  assert_int_equal(unit_finish(), WL_MISMATCH);
  assert_int_equal(unit.result.first_cycle, 2);
  unit_free();
}

// A run in which the injected kind of event never came is no pass.
static void test_never(void **state) {
  (void)state;
  unit_new(&(wl_checker_options){.mode = WL_CHECK_DEFAULT, .event_fault = "drop:lds"});
  unit_start(0);
  unit_end(0);
  assert_int_equal(unit_finish(), WL_ERROR);
  assert_non_null(strstr(unit.result.why, "never injected"));
  unit_free();
}

static void test_bad_text(void **state) {
  (void)state;
  static const char *const bad[] = {"drop", "lose:sgpr", "drop:sgprs", "drop:", "drop:sgpr:0", "drop:sgpr:x", ""};
  for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    wl_error error;
    wl_unit none = {0};
    assert_null(wl_checker_new(&(wl_checker_options){.event_fault = bad[i]}, NULL, &none, &error));
    assert_non_null(strstr(error.text, "expected drop:<event>"));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_event),
      cmocka_unit_test(test_at_a_cycle),
      cmocka_unit_test(test_never),
      cmocka_unit_test(test_bad_text),
  };
  return cmocka_run_group_tests_name("event faults", tests, NULL, NULL);
}
