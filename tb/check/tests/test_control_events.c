// SPDX-License-Identifier: Apache-2.0
// Events of waves with control words (docs/probe.md): their fields, what they read and write, reuse entries.
#include "unit.h"

static const uint32_t word[16] = {0x3F800000, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

static void begin(const wl_checker_options *options) {
  static const char *const sizes[] = {"dpp_read_cycles", "lds_read",    "vmem_read",  "export_read",
                                      "lds_return",      "vmem_return", "smem_return"};
  unit_capabilities = EVERYTHING | 1 << WL_CAN_control;
  unit_control = true;
  unit_new(options);
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) wl_probe_config(dut, sizes[i], 1);
  wl_probe_exec_unit(dut, 0, "mover", 1, 3, 2);
  unit_start(0);
  memcpy(fake.predicted, word, sizeof word);
  memcpy(fake.vgpr[1], word, sizeof word);
  fake.predicted_lanes = 0xFFFF;
}

static int setup(void **state) {
  (void)state;
  begin(NULL);
  return 0;
}
static int teardown(void **state) {
  (void)state;
  unit_free();
  return 0;
}

static void again(void **state) {
  teardown(state);
  setup(state);
}

static void expect(wl_verdict verdict, const char *part) {
  assert_true(wl_checker_stop(unit.checker));
  assert_int_equal(unit_finish(), verdict);
  if (!strstr(unit.result.why, part)) fail_msg("\"%s\" does not contain \"%s\"", unit.result.why, part);
}

// The model follows control words with this field.
static void issue(uint32_t field) {
  fake.effect.control = fake.effect.in_flight = true;
  fake.effect.field = field;
  unit_issue(0, 0x7E020300);
}

static void test_field(void **state) {
  wl_probe_control(dut, 0, 0x12);
  issue(0x12);
  unit_cycle();
  assert_false(wl_checker_stop(unit.checker));
  again(state);
  wl_probe_control(dut, 0, 0x13);
  issue(0x12);
  expect(WL_MISMATCH, "slot 0 issued at 0x1000 with field 0x000013, expected 0x000012");
  again(state);
  issue(0x12);
  expect(WL_ILLEGAL, "slot 0 issued at 0x1000 without control words, the model with them");
  again(state);
  for (int twice = 0; twice < 2; twice++) wl_probe_control(dut, 0, 0x12);
  expect(WL_ILLEGAL, "slot 0: a second control event before its issue");
  again(state);
  wl_probe_control(dut, 0, 0x12);
  unit_cycle();
  expect(WL_ILLEGAL, "slot 0: a control event without an issue in its cycle");
}

static void test_candidate(void **state) {
  (void)state;
  fake.no_candidate = true;
  wl_probe_control(dut, 0, 0x12);
  issue(0x12);
  unit_cycle();
  expect(WL_ILLEGAL, "is not eligible: STALL is not 0, its wait mask is not clear, or an exception traps");
}

static void test_reads(void **state) {
  uint32_t wrong[16];
  memcpy(wrong, word, sizeof wrong);
  wrong[5] ^= 1;
  fake.refuse = true;
  wl_probe_vgpr_read(dut, WL_SRC_LDS, 0, 3, 1, 2);
  expect(WL_ILLEGAL, "slot 0: physical VGPR 1, pass 2 is read: nothing of the kind");
  again(state);
  wl_probe_reuse_hit(dut, FAKE_ROWS, 0, 0, word);
  expect(WL_ERROR, "reuse_hit of physical VGPR 128, pass 0: out of range");
  again(state);
  unit_vgpr(WL_SRC_VALU, 0, 1, 0, 0xFFFF, word);
  fake.refuse = true;
  wl_probe_reuse_hit(dut, 1, 0, 0, word);
  expect(WL_ILLEGAL, "physical VGPR 1, pass 0 is taken from a reuse entry: nothing of the kind");
  again(state);
  unit_vgpr(WL_SRC_VALU, 0, 1, 0, 0xFFFF, word);
  wl_probe_reuse_hit(dut, 1, 0, 0, word);
  assert_false(wl_checker_stop(unit.checker));
  wl_probe_reuse_hit(dut, 1, 0, 0, wrong);
  expect(WL_MISMATCH, "reuse entry of physical VGPR 1, pass 0 is not what the file holds");
}

static void test_writes(void **state) {
  uint32_t wrong[16];
  memcpy(wrong, word, sizeof wrong);
  wrong[0] ^= 1;
  unit_vgpr(WL_SRC_VALU, 0, 1, 0, 0xFFFF, word);
  unit_sgpr(WL_SRC_VALU, 0, 8, 2, word);
  wl_probe_valu_done(dut, 0);
  assert_false(wl_checker_stop(unit.checker));
  unit_vgpr(WL_SRC_VALU, 0, 1, 0, 0xFFFF, wrong);
  expect(WL_MISMATCH, "v1 (physical VGPR 1) lane 0 is written with 0x3f800001");
  again(state);
  unit_vgpr(WL_SRC_VALU, 0, 1, 0, 0x7FFF, word);
  expect(WL_MISMATCH, "lanes 0x7fff of pass 0 of physical VGPR 1 are written, expected 0xffff");
  again(state);
  fake.refuse = true;
  unit_vgpr(WL_SRC_VALU, 0, 1, 0, 0xFFFF, word);
  expect(WL_ILLEGAL, "the vector ALU writes physical VGPR 1, pass 0: nothing of the kind");
  again(state);
  fake.refuse = true;
  unit_sgpr(WL_SRC_VALU, 0, 8, 2, word);
  expect(WL_ILLEGAL, "vector ALU writes s8..s9: nothing of the kind");
  again(state);
  fake.refuse = true;
  wl_probe_valu_done(dut, 0);
  expect(WL_ILLEGAL, "valu_done of slot 0: nothing of the kind");
}

// An access of the LDS is judged when its address is read. The hazard has the cycle of that, not of the run's end.
static void test_outside(void **state) {
  teardown(state);
  begin(&(wl_checker_options){.mode = WL_CHECK_DEFAULT, .memcheck = true});
  unit_cycle();
  const uint64_t cycle = unit.cycle;
  fake.wild = (wl_unmapped){.count = 1,
                            .in_lds = 1,
                            .pc = 0x1234,
                            .address = 512,
                            .words = {0xD8000000 | WL_OP_ds_read_b32 << 17, 0x01000001},
                            .bytes = 4,
                            .nearest = {.size = 512, .content = WL_CONTENT_LDS}};
  wl_probe_operands_read(dut, 0, 1, WL_SRC_LDS);
  unit_cycle();
  unit_cycle();
  unit_end(0);
  assert_int_equal(unit_finish(), WL_HAZARD);
  assert_non_null(
      strstr(unit.result.why, "1 access outside what is allocated; the first: slot 0, lane 0: ds_read_b32"));
  assert_int_equal(unit.result.first_cycle, cycle);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
  const struct CMUnitTest tests[] = {
      TEST(test_field), TEST(test_candidate), TEST(test_reads), TEST(test_writes), TEST(test_outside),
  };
  return cmocka_run_group_tests_name("events with control words", tests, NULL, NULL);
}
