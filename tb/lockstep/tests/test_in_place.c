// SPDX-License-Identifier: Apache-2.0
// The wave state registers as arrays: nothing of the words is lost; what the arrays do not hold is said to lie
// elsewhere.
#include "unit.h"

static int setup(void **state) {
  (void)state;
  unit_in_place = true;
  unit_new(NULL);
  return 0;
}
static int teardown(void **state) {
  (void)state;
  unit_free();
  return 0;
}

static uint32_t random_word(void) {
  static uint64_t x = 88172645463325252u;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return (uint32_t)(x >> 16);
}

// Each bit of a live slot's words and of a dead one's, by itself, beside other slots.
static void test_each_bit_is_held_or_elsewhere(void **state) {
  (void)state;
  const wl_state_regs live = {.pc_lo = 0x1000, .exec_lo = 1, .vcc_hi = 2, .status = 1u << 16}, dead = {0};
  for (uint32_t slot = 0; slot < WL_MAX_WAVES; slot++) {
    for (uint32_t bit = 0; bit < 2 * STATE_REG_WORDS * 32; bit++) {
      wl_state_reg_arrays arrays = {0};
      for (uint32_t other = 0; other < WL_MAX_WAVES; other++)
        wl_state_reg_arrays_put(&arrays, other, other % 2 ? &live : &dead);
      wl_state_regs words = bit % 2 ? live : dead, back;
      ((uint32_t *)&words)[bit / 64] ^= 1u << (bit / 2 % 32);
      wl_state_reg_arrays_put(&arrays, slot, &words);
      wl_state_reg_arrays_get(&arrays, slot, &back);
      assert_true(arrays.elsewhere == (memcmp(&words, &back, sizeof words) ? 1u << slot : 0));
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
    words.status &= 0x00313AF9u;  // the bits that the arrays hold; VCCZ and EXECZ follow VCC and EXEC in half of them
    words.counters &= 0x00FFFFFFu;
    if (i % 2) words.status = (words.status & ~0x600u) | 1u << 16;
    wl_state_reg_arrays_put(&arrays, slot, &words);
    wl_state_reg_arrays_get(&arrays, slot, &back);
    assert_true((arrays.elsewhere & bit) == (memcmp(&words, &back, sizeof words) ? bit : 0));
  }
}

// A cycle is closed as expected while all is; one wrong bit is reported as by wl_probe_cycle.
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

// Bits of VCCZ that do not follow VCC are in no array: such a cycle is compared as words, and found right or wrong.
static void test_elsewhere(void **state) {
  (void)state;
  unit_start(0);
  fake.state_regs[0].status ^= 1u << 10;
  unit_issue(0, 0xBF800000);
  unit_cycle();
  unit_cycle();
  assert_false(unit.as_expected);
  assert_false(wl_checker_stop(unit.checker));
  unit.now.state_regs[0].status ^= 1u << 10;
  unit_cycle();
  assert_true(wl_checker_stop(unit.checker));
}

static void test_nobody_listens(void **state) {
  (void)state;
  unit_start(0);
  assert_non_null(wl_probe_expected);
  unit_free();
  assert_null(wl_probe_expected);
  wl_probe_cycle_as_expected(0);
  wl_probe_sweep_vgprs(0, 1, unit.now.vgpr[0]);
  wl_probe_sweep_lds_bank(0, 1, unit.now.lds);
  unit_new(&(wl_checker_options){.mode = WL_CHECK_OFF});
  unit_cycle();
  assert_null(wl_probe_expected);
}

// What is answered of rows that are not there is an error of the probe.
static void test_rows_out_of_range(void **state) {
  (void)state;
  for (int lds = 0; lds < 2; lds++) {
    unit_free();
    unit_new(&(wl_checker_options){.mode = WL_CHECK_EVERY});
    unit_start(0);
    wl_probe_ready(0, 0, 15, -1);
    wl_probe_cycle_as_expected((long long)unit.cycle++);
    assert_true(wl_probe_sweep());
    static uint32_t words[4 * (FAKE_LDS + 1)];
    if (lds) wl_probe_sweep_lds_bank(0, FAKE_LDS + 1, words);
    else wl_probe_sweep_vgprs(FAKE_ROWS, 1, words);
    unit_finish();
    assert_int_equal(unit.result.verdict, WL_ERROR);
  }
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
  const struct CMUnitTest tests[] = {
      TEST(test_each_bit_is_held_or_elsewhere),
      TEST(test_random_words),
      TEST(test_cycle_as_expected),
      TEST(test_elsewhere),
      TEST(test_nobody_listens),
      TEST(test_rows_out_of_range),
  };
  return cmocka_run_group_tests_name("in place", tests, NULL, NULL);
}
