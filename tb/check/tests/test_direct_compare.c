// SPDX-License-Identifier: Apache-2.0
// Wave state registers as arrays: the arrays hold every bit of the words, or mark the slot as not representable.
#include "unit.h"

static int setup(void **state) {
  (void)state;
  unit_direct = true;
  unit_new(NULL);
  return 0;
}
static int teardown(void **state) {
  (void)state;
  unit_free();
  return 0;
}

// The bits that the arrays hold.
#define STATUS_HELD                                                                                              \
  (WL_STATUS_SCC | WL_STATUS_USER_PRIO | WL_STATUS_PRIV | WL_STATUS_TRAP_EN | WL_STATUS_EXECZ | WL_STATUS_VCCZ | \
   WL_STATUS_IN_TG | WL_STATUS_IN_BARRIER | WL_STATUS_HALT | WL_STATUS_VALID | WL_STATUS_COND_DBG_USER |         \
   WL_STATUS_COND_DBG_SYS)
#define COUNTERS_HELD 0x00FFFFFFu

static uint32_t random_word(void) {
  static uint64_t x = 88172645463325252u;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return (uint32_t)(x >> 16);
}

// Each bit of a live slot's words and of an empty slot's, by itself, beside other slots.
static void test_each_bit_is_held_or_reported(void **state) {
  (void)state;
  const wl_state_regs live = {.pc_lo = 0x1000, .exec_lo = 1, .vcc_hi = 2, .status = WL_STATUS_VALID}, dead = {0};
  for (uint32_t slot = 0; slot < WL_MAX_WAVES; slot++) {
    for (uint32_t bit = 0; bit < 2 * STATE_REG_WORDS * 32; bit++) {
      wl_state_reg_arrays arrays = {0};
      for (uint32_t other = 0; other < WL_MAX_WAVES; other++)
        wl_state_reg_arrays_put(&arrays, other, other % 2 ? &live : &dead);
      wl_state_regs words = bit % 2 ? live : dead, back;
      ((uint32_t *)&words)[bit / 64] ^= 1u << (bit / 2 % 32);
      wl_state_reg_arrays_put(&arrays, slot, &words);
      wl_state_reg_arrays_get(&arrays, slot, &back);
      assert_true(arrays.not_representable == (memcmp(&words, &back, sizeof words) ? 1u << slot : 0));
      for (uint32_t other = 0; other < WL_MAX_WAVES; other++) {
        wl_state_reg_arrays_get(&arrays, other, &back);
        if (other != slot) assert_memory_equal(&back, other % 2 ? &live : &dead, sizeof back);
      }
    }
  }
}

static void test_random_words(void **state) {
  (void)state;
  wl_state_reg_arrays arrays = {0};
  for (uint32_t i = 0; i < 100000; i++) {
    const uint32_t slot = random_word() % WL_MAX_WAVES, bit = 1u << slot;
    wl_state_regs words, back;
    for (uint32_t k = 0; k < STATE_REG_WORDS; k++) ((uint32_t *)&words)[k] = random_word() & (i % 3 ? ~0u : 0);
    words.status &= STATUS_HELD;
    words.counters &= COUNTERS_HELD;
    // In half of the words VCCZ and EXECZ are clear in a live slot.
    if (i % 2) words.status = (words.status & ~(WL_STATUS_VCCZ | WL_STATUS_EXECZ)) | WL_STATUS_VALID;
    wl_state_reg_arrays_put(&arrays, slot, &words);
    wl_state_reg_arrays_get(&arrays, slot, &back);
    assert_true((arrays.not_representable & bit) == (memcmp(&words, &back, sizeof words) ? bit : 0));
  }
}

// A cycle is closed as expected while every register is. A wrong bit is reported as by wl_probe_cycle.
static void test_cycle_as_expected(void **state) {
  (void)state;
  unit_start(0);
  unit_cycle();
  assert_true(unit.as_expected);
  unit.now.state_regs[0].m0 ^= 4;
  unit_cycle();
  assert_false(unit.as_expected);
  unit_finish();
  assert_int_equal(unit.result.verdict, WL_MISMATCH);
  assert_int_equal(unit.result.first_cycle, unit.cycle - 1);
  assert_non_null(strstr(unit.result.why, "slot 0: M0 is 0x4, expected 0x0"));
}

// The arrays have no VCCZ that contradicts VCC. Such a cycle is compared as words.
static void test_not_representable(void **state) {
  (void)state;
  unit_start(0);
  fake.state_regs[0].status ^= WL_STATUS_VCCZ;
  unit_issue(0, SOPP_WORD(s_nop, 0));
  unit_cycle();
  unit_cycle();
  assert_false(unit.as_expected);
  assert_false(wl_checker_stop(unit.checker));
  unit.now.state_regs[0].status ^= WL_STATUS_VCCZ;
  unit_cycle();
  assert_true(wl_checker_stop(unit.checker));
}

static void test_no_checker(void **state) {
  (void)state;
  unit_start(0);
  assert_non_null(dut->expected);
  wl_checker_free(unit.checker);
  unit.checker = NULL;
  assert_null(dut->expected);
  wl_probe_cycle_as_expected(dut, 0);
  wl_probe_sweep_vgprs(dut, 0, 1, unit.now.vgpr[0]);
  wl_probe_sweep_lds_bank(dut, 0, 1, unit.now.lds);
  unit_free();
  unit_new(&(wl_checker_options){.mode = WL_CHECK_OFF});
  unit_cycle();
  assert_null(dut->expected);
}

// An answer beyond the DUT's VGPRs or LDS rows is an error of the probe.
static void test_sweep_out_of_range(void **state) {
  (void)state;
  for (int lds = 0; lds < 2; lds++) {
    unit_free();
    unit_new(&(wl_checker_options){.mode = WL_CHECK_EVERY});
    unit_start(0);
    wl_probe_ready(dut, 0, 0, (1u << WL_READY_UNITS) - 1, -1);
    wl_probe_cycle_as_expected(dut, (long long)unit.cycle++);
    assert_true(wl_probe_sweep(dut));
    static uint32_t words[4 * (FAKE_LDS + FAKE_GDS + 1)];
    if (lds) wl_probe_sweep_lds_bank(dut, 0, FAKE_LDS + FAKE_GDS + 1, words);
    else wl_probe_sweep_vgprs(dut, FAKE_ROWS, 1, words);
    unit_finish();
    assert_int_equal(unit.result.verdict, WL_ERROR);
  }
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
  const struct CMUnitTest tests[] = {
      TEST(test_each_bit_is_held_or_reported),
      TEST(test_random_words),
      TEST(test_cycle_as_expected),
      TEST(test_not_representable),
      TEST(test_no_checker),
      TEST(test_sweep_out_of_range),
  };
  return cmocka_run_group_tests_name("direct compare", tests, NULL, NULL);
}
