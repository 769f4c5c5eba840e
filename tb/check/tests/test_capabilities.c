// SPDX-License-Identifier: Apache-2.0
// Levels and policies: what a unit did not declare is not compared, and said; what it declared is.
#include "unit.h"

enum { V_MOV_V1_V0 = 0x7E020300 };  // v_mov_b32 v1, v0

static int setup(void **state) {
  (void)state;
  unit_capabilities = DECLARED;
  unit_exec_unit = -1;
  return 0;
}
static int teardown(void **state) {
  (void)state;
  unit_free();
  unit_capabilities = DECLARED;
  unit_exec_unit = -1;
  return 0;
}

static void without(int capabilities) {
  unit_capabilities = DECLARED & ~capabilities;
  unit_new(NULL);
}

static void expect_not_checked(const char *name) {
  assert_int_equal(unit_finish(), WL_PASS);
  if (!strstr(unit.result.not_checked, name)) fail_msg("not said to be unchecked: %s", name);
}

static void expect_error(const char *why) {
  assert_int_equal(unit_finish(), WL_ERROR);
  if (!strstr(unit.result.why, why)) fail_msg("%s: %s", why, unit.result.why);
}

static void vector_effect(uint32_t value) {
  fake.effect.unit = WL_UNIT_VALU;
  fake.effect.vgpr_count = 1;
  fake.effect.phys_vgpr[0] = 1;
  fake.effect.vgpr_mask[0] = ~0ull;
  for (uint32_t i = 0; i < WL_LANES; i++) fake.vgpr[1][i] = value;
}

// ---- levels --------------------------------------------------------------------------------------

enum {
  // What needs them.
  OF_MEMORY = 1 << WL_CAN_arbiter | 1 << WL_CAN_flat_halves | 1 << WL_CAN_lds_timing,
  OF_REGISTERS = 1 << WL_CAN_one_vector_in_flight | 1 << WL_CAN_scalar_at_issue | 1 << WL_CAN_issue_first |
                 1 << WL_CAN_keeps_registers,
  NO_REGISTERS =
      1 << WL_CAN_registers | 1 << WL_CAN_memory | 1 << WL_CAN_lds | 1 << WL_CAN_state | OF_MEMORY | OF_REGISTERS
};

static void retire_vector(void) {
  without(NO_REGISTERS);
  wl_wave_init init;
  unit_dispatch(0, &init);
  unit_begin(0, &init);
  vector_effect(7);
  unit_issue(0, V_MOV_V1_V0);
  unit_cycle();
}

// The next instruction issues at once: nobody waits for valu_done.
static void test_only_retirement(void **state) {
  (void)state;
  retire_vector();
  unit_end(0);
  expect_not_checked("registers");
  assert_non_null(strstr(unit.result.not_checked, "state"));
  assert_non_null(strstr(unit.result.not_checked, "arbiter"));
  char text[12];
  not_checked(unit.checker, text, sizeof text);
  assert_string_equal(text + 8, "...");  // some are left out
}

static void test_retirement_is_checked(void **state) {
  (void)state;
  retire_vector();
  wl_probe_issue(dut, 0, 0x2000, 0, 0, 0, -1);
  assert_int_equal(unit_finish(), WL_MISMATCH);
}

static void test_undeclared_event(void **state) {
  (void)state;
  static const uint32_t data[16];
  retire_vector();
  wl_probe_vgpr(dut, WL_SRC_VALU, 0, 0, 1, 0, 0xFFFF, data);
  expect_error("did not declare the capability \"registers\"");
}

static void test_declared_too_late(void **state) {
  (void)state;
  retire_vector();
  wl_probe_config(dut, "waves", 8);
  expect_error("config \"waves\" was reported after time zero");
}

static void test_state(void **state) {
  (void)state;
  for (int offered = 0; offered < 2; offered++) {
    without(offered ? 0 : 1 << WL_CAN_state);
    unit_start(0);
    unit.now.state_regs[0].m0 ^= 1;
    unit_cycle();
    if (offered) {
      assert_int_equal(unit_finish(), WL_MISMATCH);
    } else {
      unit_end(0);
      expect_not_checked("state");
    }
    unit_free();
  }
}

static void test_sweeps(void **state) {
  (void)state;
  for (int offered = 0; offered < 2; offered++) {
    without(offered ? 0 : 1 << WL_CAN_sweeps);
    unit_start(0);
    unit.next.sgpr[0][1] ^= 1;  // a write that nobody reports
    unit.now.sgpr[0][1] ^= 1;
    unit_end(0);
    if (offered) assert_int_equal(unit_finish(), WL_MISMATCH);
    else expect_not_checked("sweeps");
    unit_free();
  }
}

// A load is done at its issue: its write back is not reported, and no register is swept from then on.
static void test_memory(void **state) {
  (void)state;
  static const uint32_t data[16];
  for (int reported = 0; reported < 2; reported++) {
    without(1 << WL_CAN_memory | 1 << WL_CAN_state | OF_MEMORY);
    unit_start(0);
    fake.effect.unit = WL_UNIT_VMEM;
    fake.vgpr[1][5] = 77;
    unit_issue(0, 0xDC508000);
    unit_cycle();
    if (reported) wl_probe_vgpr(dut, WL_SRC_VMEM, 0, 0, 1, 0, 0xFFFF, data);
    if (!reported) unit_end(0);
    if (!reported) expect_not_checked("memory");
    else expect_error("\"memory\"");
    assert_true(fake.at_issue >> WL_UNIT_SMEM & fake.at_issue >> WL_UNIT_VMEM & 1);
    assert_false(fake.at_issue >> WL_UNIT_LDS & 1);
    unit_free();
  }
}

// An export is done at its issue, and its beats are not reported.
static void test_exports(void **state) {
  (void)state;
  static const uint32_t data[16];
  for (int reported = 0; reported < 2; reported++) {
    without(1 << WL_CAN_exports);
    unit_start(0);
    if (reported) wl_probe_export(dut, 0, 0, 0, 0, 0, 0, 0, data);
    else unit_end(0);
    if (reported) expect_error("did not declare the capability \"exports\"");
    else expect_not_checked("exports");
    assert_true(fake.at_issue >> WL_UNIT_EXPORT & 1);
    unit_free();
  }
}

static void test_needs(void **state) {
  (void)state;
  static const struct {
    int capabilities;  // that the unit lacks
    const char *why;
  } lacks[] = {{1 << WL_CAN_registers, "\"memory\" without \"registers\""},
               {1 << WL_CAN_registers | 1 << WL_CAN_memory, "\"lds\" without \"registers\""},
               {NO_REGISTERS & ~(1 << WL_CAN_state), "\"state\" without \"registers\""},
               {NO_REGISTERS & ~(1 << WL_CAN_keeps_registers), "\"keeps_registers\" without \"registers\""},
               {1 << WL_CAN_flat_halves, "\"arbiter\" without \"flat_halves\""},
               {1 << WL_CAN_state_at_issue, "\"arbiter\" without \"state_at_issue\""},
               {1 << WL_CAN_one_vector_in_flight | 1 << WL_CAN_arbiter,
                "\"state_at_issue\" with \"registers\", and then it needs \"one_vector_in_flight\""}};
  for (size_t i = 0; i < sizeof lacks / sizeof *lacks; i++) {
    without(lacks[i].capabilities);
    unit_cycle();
    expect_error(lacks[i].why);
    unit_free();
  }
}

// ---- policies ------------------------------------------------------------------------------------

static void test_arbiter(void **state) {
  (void)state;
  without(1 << WL_CAN_arbiter);
  unit_start(0);
  unit_end(0);
  expect_not_checked("arbiter");
  unit_free();
  without(1 << WL_CAN_arbiter);
  wl_probe_ready(dut, 0, 0, 0, -1);
  expect_error("\"arbiter\"");
  unit_free();
  // Declared, and a cycle comes without its event.
  without(0);
  wl_probe_cycle(dut, 0, (const uint32_t *)unit.now.state_regs);
  expect_error("wl_probe_ready");
}

static void lds_returns(int capabilities) {
  without(capabilities);
  unit_start(0);
  fake.effect.unit = WL_UNIT_LDS;
  unit_issue(0, 0xD86C0000);
  unit_cycle();
  wl_probe_mem_return(dut, WL_SRC_LDS, 0, 0, 0);
  unit_end(0);
}

static void test_lds_timing(void **state) {
  (void)state;
  lds_returns(1 << WL_CAN_lds_timing);
  expect_not_checked("lds_timing");
  unit_free();
  lds_returns(0);
  assert_int_equal(unit_finish(), WL_ILLEGAL);
}

static void barrier_stays(int capabilities) {
  without(capabilities);
  unit_start(0);
  fake.effect.barrier = true;
  fake.barrier_ready = true;
  unit_issue(0, SOPP_WORD(s_barrier, 0));
  for (int i = 0; i < 5; i++) unit_cycle();
  wl_probe_barrier_release(dut, 1);
  unit_end(0);
}

static void test_barrier_latency(void **state) {
  (void)state;
  barrier_stays(1 << WL_CAN_barrier_latency);
  expect_not_checked("barrier_latency");
  unit_free();
  barrier_stays(0);
  assert_int_equal(unit_finish(), WL_ILLEGAL);
}

// A fixed unit that writes pass p at issue + 3 + 2 p, with DPP 5 later. shift: cycles by which pass `at` is wrong.
static wl_verdict slots(bool fixed, bool dpp, int shift, int at) {
  static const uint32_t sevens[16] = {7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7};
  unit_capabilities = EVERYTHING;
  unit_exec_unit = 1;
  unit_new(NULL);
  wl_probe_config(dut, "dpp_read_cycles", 5);
  wl_probe_exec_unit(dut, 0, "other", 0, 0, 0);
  wl_probe_exec_unit(dut, 1, "mover", fixed, 3, 2);
  unit_start(0);
  vector_effect(7);
  fake.effect.dpp = dpp;
  const uint64_t issue = unit.cycle, first = issue + 3 + (dpp ? 5 : 0);
  unit_issue(0, V_MOV_V1_V0);
  while (unit.cycle < first + 12) {
    for (int pass = 0; pass < 4; pass++) {
      const uint64_t due = first + 2 * (uint64_t)pass + (uint64_t)(pass == at ? shift : 0);
      if (unit.cycle == due) unit_vgpr(WL_SRC_VALU, 0, 1, pass, 0xFFFF, sevens);
    }
    if (unit.cycle == first + 11) wl_probe_valu_done(dut, 0);
    unit_cycle();
  }
  unit_end(0);
  const wl_verdict v = unit_finish();
  if (v == WL_PASS) assert_string_equal(unit.result.not_checked, "");
  unit_free();
  return v;
}

static void test_writeback_slots(void **state) {
  (void)state;
  for (int dpp = 0; dpp < 2; dpp++) {
    assert_int_equal(slots(true, dpp, 0, 0), WL_PASS);
    for (int pass = 0; pass < 4; pass++) {
      assert_int_equal(slots(true, dpp, 1, pass), WL_ILLEGAL);
      assert_int_equal(slots(true, dpp, -1, pass), WL_ILLEGAL);
      assert_int_equal(slots(false, dpp, 1, pass), WL_PASS);
    }
  }
  // A unit that was not reported.
  unit_capabilities = EVERYTHING;
  unit_exec_unit = 4;
  unit_new(NULL);
  wl_probe_config(dut, "dpp_read_cycles", 5);
  unit_start(0);
  vector_effect(7);
  unit_issue(0, V_MOV_V1_V0);
  expect_error("execution unit 4");
  unit_free();
  // A number is left out.
  unit_new(NULL);
  wl_probe_config(dut, "dpp_read_cycles", 5);
  wl_probe_exec_unit(dut, 1, "mover", 1, 3, 2);
  unit_cycle();
  expect_error("execution unit 0");
}

// A unit that issues and writes at one edge: the issue comes first, then its results, then the next edge's.
static void test_one_edge(void **state) {
  (void)state;
  for (int wrong = 0; wrong < 2; wrong++) {
    without(0);
    unit_start(0);
    for (int instruction = 0; instruction < 2; instruction++) {
      vector_effect(7);
      unit_issue(0, V_MOV_V1_V0);
      uint32_t written[16];
      memcpy(written, fake.vgpr[1], sizeof written);
      written[3] ^= (uint32_t)(wrong && instruction);
      for (int pass = 0; pass < 4; pass++) unit_vgpr(WL_SRC_VALU, 0, 1, pass, 0xFFFF, written);
      wl_probe_valu_done(dut, 0);
      unit_cycle();
    }
    unit_end(0);
    assert_int_equal(unit_finish(), wrong ? WL_MISMATCH : WL_PASS);
    unit_free();
  }
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
  const struct CMUnitTest tests[] = {
      TEST(test_only_retirement),
      TEST(test_retirement_is_checked),
      TEST(test_undeclared_event),
      TEST(test_declared_too_late),
      TEST(test_state),
      TEST(test_sweeps),
      TEST(test_memory),
      TEST(test_exports),
      TEST(test_needs),
      TEST(test_arbiter),
      TEST(test_lds_timing),
      TEST(test_barrier_latency),
      TEST(test_writeback_slots),
      TEST(test_one_edge),
  };
  return cmocka_run_group_tests_name("capabilities", tests, NULL, NULL);
}
