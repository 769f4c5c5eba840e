// SPDX-License-Identifier: Apache-2.0
// Rules that a unit declares: with each the checker refuses what breaks it. Without it the checker follows what the
// unit reports, and values are compared as before.
#include "unit.h"

#include "wavelock/wave_view.h"

enum {
  V_MOV = 0x7E020300,  // v_mov_b32 v1, v0
  S_MOV = 0xBE850081,
  // What needs the others.
  TIMED = 1 << WL_CAN_arbiter | 1 << WL_CAN_lds_timing,
  VECTORS = 1 << WL_CAN_one_vector_in_flight | 1 << WL_CAN_state_at_issue | TIMED,
  SCALARS = 1 << WL_CAN_scalar_at_issue,
  STATE = 1 << WL_CAN_state_at_issue | TIMED,
  ORDER = 1 << WL_CAN_issue_first,
  KEPT = 1 << WL_CAN_keeps_registers,
  HALVES = 1 << WL_CAN_flat_halves | TIMED,
};

static void open_without(int policies) {
  unit_capabilities = DECLARED & ~policies;
  unit_new(NULL);
  unit_start(0);
}

static int teardown(void **state) {
  (void)state;
  if (unit.checker) unit_free();
  unit_capabilities = DECLARED;
  unit_vcc_alias = false;
  return 0;
}

static void expect(wl_verdict verdict, const char *why) {
  const wl_verdict found = unit_finish();
  if (found != verdict || !strstr(unit.result.why, why)) fail_msg("%s: %d %s", why, (int)found, unit.result.why);
  unit_free();
}

static void passes(const char *policy) {
  unit_end(0);
  const wl_verdict found = unit_finish();
  if (found != WL_PASS) fail_msg("%s: %d %s", policy, (int)found, unit.result.why);
  if (!strstr(unit.result.not_checked, policy)) fail_msg("not said to be unchecked: %s", policy);
  unit_free();
}

// ---- vector ALU instructions in flight -----------------------------------------------------------

static void issue_vector(int vgpr, uint32_t value) {
  fake.effect.unit = WL_UNIT_VALU;
  fake.effect.vgpr_count = 1;
  fake.effect.phys_vgpr[0] = (uint32_t)vgpr;
  fake.effect.vgpr_mask[0] = ~0ull;
  for (uint32_t i = 0; i < WL_LANES; i++) fake.vgpr[vgpr][i] = value;
  unit_issue(0, V_MOV);
  unit_cycle();
}

static void write_vgpr(int vgpr, uint32_t value) {
  uint32_t data[16];
  for (int i = 0; i < 16; i++) data[i] = value;
  for (int pass = 0; pass < 4; pass++) unit_vgpr(WL_SRC_VALU, 0, vgpr, pass, 0xFFFF, data);
}

static void finish_vector(int vgpr, uint32_t value) {
  write_vgpr(vgpr, value);
  wl_probe_valu_done(dut, 0);
  unit_cycle();
}

static void three_in_flight(void) {
  open_without(VECTORS);
  issue_vector(1, 7);
  issue_vector(1, 9);
  issue_vector(2, 5);
}

static void test_vectors(void **state) {
  (void)state;
  three_in_flight();
  finish_vector(2, 5);  // out of order
  finish_vector(1, 7);  // the model's v1 is 9 by now
  finish_vector(1, 9);
  passes("one_vector_in_flight");

  three_in_flight();
  finish_vector(1, 9);  // the order of one register is the program's
  expect(WL_MISMATCH, "v1 (physical VGPR 1) lane 0 is written with 0x00000009, expected 0x00000007");

  three_in_flight();
  finish_vector(2, 5);
  write_vgpr(2, 5);
  expect(WL_MISMATCH, "unexpected write of v2");

  three_in_flight();
  write_vgpr(2, 5);
  write_vgpr(2, 5);
  expect(WL_MISMATCH, "unexpected write of v2");

  three_in_flight();
  wl_probe_valu_done(dut, 0);
  expect(WL_MISMATCH, "valu_done comes, and v1 lane 0 of the instruction at 0x1000 has not come");

  three_in_flight();
  finish_vector(2, 5);
  finish_vector(1, 7);
  finish_vector(1, 9);
  wl_probe_valu_done(dut, 0);
  expect(WL_ILLEGAL, "no vector ALU instruction in flight");

  three_in_flight();
  finish_vector(1, 7);
  write_vgpr(1, 9);
  finish_vector(2, 5);
  unit_end(0);
  expect(WL_MISMATCH, "the wave ends, and valu_done of the instruction at 0x1008 has not come");

  three_in_flight();
  wl_probe_trap(dut, 0);
  expect(WL_ILLEGAL, "before valu_done");

  open_without(VECTORS);
  for (int i = 0; i < 65; i++) issue_vector(1, 7);
  expect(WL_ERROR, "64 instructions in flight");

  open_without(TIMED);
  issue_vector(1, 7);
  issue_vector(1, 9);
  expect(WL_ILLEGAL, "before valu_done");
}

// A destination among the SGPRs.
static void test_vector_sgprs(void **state) {
  (void)state;
  for (int wrong = 0; wrong < 5; wrong++) {
    open_without(VECTORS);
    for (uint32_t i = 0; i < 2; i++) {
      fake.effect.unit = WL_UNIT_VALU;
      fake.effect.sgpr_first = 4;
      fake.effect.sgpr_count = 2;
      fake.sgpr[0][4] = 0x40 + i;
      fake.sgpr[0][5] = 0x50 + i;
      unit_issue(0, V_MOV);
      unit_cycle();
    }
    const uint32_t first[2] = {0x40, wrong == 1 ? 0x51 : 0x50}, second[2] = {0x41, 0x51};
    unit_sgpr(WL_SRC_VALU, 0, 5, 1, first + 1);
    if (wrong != 2) unit_sgpr(wrong == 3 ? WL_SRC_SALU : WL_SRC_VALU, 0, 4, 1, first);
    if (wrong == 4) unit_sgpr(WL_SRC_VALU, 0, 4, 1, first);
    wl_probe_valu_done(dut, 0);
    unit_cycle();
    unit_sgpr(WL_SRC_VALU, 0, 4, 2, second);
    wl_probe_valu_done(dut, 0);
    unit_cycle();
    if (!wrong) passes("one_vector_in_flight");
    if (wrong == 1) expect(WL_MISMATCH, "s5 is written with 0x00000051, expected 0x00000050");
    if (wrong == 2) expect(WL_MISMATCH, "valu_done comes, and s4 of the instruction at 0x1000 has not come");
    if (wrong == 3) expect(WL_MISMATCH, "unexpected write of s4..s4 from source 1");
    if (wrong == 4) expect(WL_MISMATCH, "s4 is written with 0x00000040, expected 0x00000041");
  }
}

static void test_shared_vgpr(void **state) {
  (void)state;
  open_without(VECTORS);
  unit_start(1);
  issue_vector(3, 7);
  fake.effect.unit = WL_UNIT_VALU;
  fake.effect.shared_rows[0] = 1 << 3;
  unit_issue(1, V_MOV);
  expect(WL_ILLEGAL, "writes shared VGPR 3");
}

// ---- scalar writes -------------------------------------------------------------------------------

static void issue_scalar(uint32_t value) {
  fake.effect.sgpr_first = 5;
  fake.effect.sgpr_count = 1;
  fake.sgpr[0][5] = value;
  unit_issue(0, S_MOV);
  unit_cycle();
}

static void test_scalars(void **state) {
  (void)state;
  for (int wrong = 0; wrong < 5; wrong++) {
    const uint32_t values[2] = {wrong == 1 ? 2 : 1, 2};
    open_without(wrong == 4 ? 0 : SCALARS);
    issue_scalar(1);
    if (wrong == 4) {
      expect(WL_MISMATCH, "s5 was not written in the cycle of the issue");
      continue;
    }
    issue_scalar(2);
    unit_sgpr(WL_SRC_SALU, 0, 5, 1, values);
    unit_cycle();
    if (wrong != 2) unit_sgpr(WL_SRC_SALU, 0, 5, 1, values + 1);
    if (wrong == 3) unit_sgpr(WL_SRC_SALU, 0, 5, 1, values + 1);
    unit_cycle();
    if (!wrong) passes("scalar_at_issue");
    if (wrong == 1) expect(WL_MISMATCH, "s5 is written with 0x00000002, expected 0x00000001");
    if (wrong == 2) unit_end(0);
    if (wrong == 2) expect(WL_MISMATCH, "the wave ends, and s5 of the instruction at 0x1004 has not come");
    if (wrong == 3) expect(WL_MISMATCH, "unexpected write of s5..s5 from source 1");
  }
}

// TTMP0 and TTMP1 of a trap.
static void test_scalars_of_trap(void **state) {
  (void)state;
  for (int late = 0; late < 2; late++) {
    open_without(SCALARS | TIMED);
    wl_probe_trap(dut, 0);
    unit_cycle();
    if (!late) unit_sgpr(WL_SRC_SALU, 0, WL_TTMP, 2, fake.sgpr[0] + WL_TTMP);
    if (!late) passes("scalar_at_issue");
    else unit_end(0);
    if (late) expect(WL_MISMATCH, "the wave ends, and s108 ");
  }
}

// ---- wave state registers ------------------------------------------------------------------------

// An s_mov_b32 m0, whose M0 the unit changes `late` cycles after the edge of its issue: it is `between` until then.
static void late_m0(int policies, int late, uint32_t between) {
  open_without(policies);
  unit.late_state_regs = true;
  fake.state_regs[0].m0 = 6;
  unit_issue(0, S_MOV);
  for (int i = 0; i < late; i++) {
    unit.next.state_regs[0] = fake.state_regs[0];
    unit.next.state_regs[0].m0 = between;
    unit_cycle();
  }
  unit.late_state_regs = false;
  unit_cycle();
}

static void test_state(void **state) {
  (void)state;
  late_m0(STATE, 3, 0);
  passes("state_at_issue");
  late_m0(STATE, 3, 1);
  expect(WL_MISMATCH, "M0 is 0x1, expected 0x6");
  late_m0(TIMED, 3, 0);
  expect(WL_MISMATCH, "M0 is 0x0, expected 0x6");

  // What is up to date stays so.
  late_m0(STATE, 3, 0);
  unit_cycle();
  unit.now.state_regs[0].m0 = 0;
  unit_cycle();
  expect(WL_MISMATCH, "M0 is 0x0, expected 0x6");

  // It never changes: when the wave ends it must have.
  late_m0(STATE, 1, 0);
  unit.now.state_regs[0].m0 = 0;
  unit_end(0);
  expect(WL_MISMATCH, "M0 is 0x0, expected 0x6");
  // Before its event.
  open_without(STATE);
  unit.now.state_regs[0].m0 = 6;
  unit_cycle();
  expect(WL_MISMATCH, "M0 is 0x6, expected 0x0");
  // In the cycle of its event it is early as well.
  open_without(STATE);
  unit.now.state_regs[0].m0 = fake.state_regs[0].m0 = 6;
  unit_issue(0, S_MOV);
  unit_cycle();
  expect(WL_MISMATCH, "M0 is 0x6, expected 0x0");
}

// When an instruction with an end has ended and nothing is in flight, all is up to date.
static void test_state_at_rest(void **state) {
  (void)state;
  for (int late = 0; late < 3; late++) {
    open_without(STATE);
    unit.late_state_regs = true;
    fake.state_regs[0].vcc_lo = 3;
    issue_vector(1, 7);
    write_vgpr(1, 7);
    if (late == 2) unit.next.state_regs[0].counters = fake.state_regs[0].counters = 1;  // something else is in flight
    wl_probe_valu_done(dut, 0);
    unit.next.state_regs[0].pc_lo = fake.state_regs[0].pc_lo;
    unit.next.state_regs[0].vcc_lo = late ? 0 : 3;
    unit_cycle();
    unit_cycle();
    unit.late_state_regs = false;
    if (late == 1) {
      expect(WL_MISMATCH, "VCC is 0x00000000_00000000, expected 0x00000000_00000003");
      continue;
    }
    unit.next.state_regs[0] = fake.state_regs[0];
    unit_cycle();
    unit.next.state_regs[0].counters = fake.state_regs[0].counters = 0;
    wl_probe_mem_return(dut, WL_SRC_VMEM, 0, 0, 0);
    unit_cycle();
    passes("state_at_issue");
  }
}

// The end of a wave is reported when the unit knows it.
static void test_late_end(void **state) {
  (void)state;
  for (int policies = 0; policies < 2; policies++) {
    open_without(policies ? 0 : STATE);
    fake.effect.end = WL_END_PGM;
    unit.late_state_regs = true;
    unit_issue(0, SOPP_WORD(s_endpgm, 0));
    unit_cycle();
    if (policies) {
      expect(WL_MISMATCH, "ended in the model and goes on in the DUT");
      continue;
    }
    unit_cycle();
    memset(&fake.state_regs[0], 0, sizeof fake.state_regs[0]);
    wl_probe_wave_end(dut, 0, WL_WAVE_ENDED);
    unit.late_state_regs = false;
    unit_cycle();
    assert_int_equal(unit_finish(), WL_PASS);
    unit_free();
  }
}

// ---- registers of a new wave ---------------------------------------------------------------------

// A unit with other values than 0 in registers that nobody wrote, and a wrong one in one that was.
static void unknown_registers(int policies, bool wrong) {
  open_without(policies);
  unit.now.vgpr[2][3] = unit.next.vgpr[2][3] = 0x1234;
  unit.now.sgpr[0][7] = unit.next.sgpr[0][7] = 0x1234;
  if (wrong) unit.now.vgpr[0][3] = unit.next.vgpr[0][3] = 0x1234;
}

static void test_unknown_registers(void **state) {
  (void)state;
  unknown_registers(KEPT, false);
  passes(" words of sweeps were not known)");
  unknown_registers(KEPT, true);
  unit_end(0);
  expect(WL_MISMATCH, "physical VGPR 0 lane 3 holds 0x00001234, expected 0x00000003 (sweep)");
  unknown_registers(0, false);
  unit_end(0);
  expect(WL_MISMATCH, "(sweep)");
}

// A sweep in the cycle of the first write has the value of before, which is not known.
static void test_written_while_swept(void **state) {
  (void)state;
  unit_capabilities = DECLARED & ~KEPT;
  unit_new(&(wl_checker_options){.mode = WL_CHECK_EVERY, .test = "policies"});
  unit_start(0);
  unit.now.vgpr[2][3] = unit.next.vgpr[2][3] = 0x1234;
  unit_cycle();
  issue_vector(2, 7);
  finish_vector(2, 7);
  unit_cycle();
  passes("keeps_registers");
}

// From the dispatch on, the registers of the wave before are not known.
static void test_forgotten(void **state) {
  (void)state;
  for (int second = 0; second < 2; second++) {
    open_without(KEPT);
    issue_vector(2, 7);
    finish_vector(2, 7);
    unit_end(0);
    for (int i = 0; i < 4; i++) unit_cycle();
    if (second) unit_start(0);
    unit.now.vgpr[2][3] = unit.next.vgpr[2][3] = 0;  // cleared
    if (second) {
      passes("keeps_registers");
    } else {
      unit.now.sgpr[1][9] = 0;
      unit_start(1);
      unit_end(1);
      expect(WL_MISMATCH, "physical VGPR 2 lane 3 holds 0x00000000, expected 0x00000007 (sweep)");
    }
  }
}

// Registers that are cleared when a wave starts are known.
static void cleared(uint32_t value, bool started) {
  unit_capabilities = (DECLARED & ~KEPT) | 1 << WL_CAN_clears_registers;
  unit_new(NULL);
  unit.now.vgpr[2][3] = unit.next.vgpr[2][3] = 0x1234;
  unit_cycle();
  unit.now.vgpr[2][3] = unit.next.vgpr[2][3] = value;
  unit_start(started ? 0 : 1);
  if (!started) unit_end(1);
}

static void test_cleared(void **state) {
  (void)state;
  cleared(0, true);
  passes("keeps_registers");
  cleared(5, true);
  unit_end(0);
  expect(WL_MISMATCH, "physical VGPR 2 lane 3 holds 0x00000005, expected 0x00000000 (sweep)");
  cleared(5, false);
  expect(WL_PASS, "");
  unit_capabilities = DECLARED | 1 << WL_CAN_clears_registers;
  unit_new(NULL);
  unit_cycle();
  expect(WL_ERROR, "the DUT declares the capabilities \"keeps_registers\" and \"clears_registers\"");
}

// A unit may clear its registers at the edge of wave_start. A sweep of that cycle has the values before the edge: of
// the wave before, but for the initial ones, which were written a cycle earlier.
static void cleared_while_swept(int vgpr, uint32_t before, uint32_t after) {
  wl_wave_init init;
  unit_capabilities = (DECLARED & ~KEPT) | 1 << WL_CAN_clears_registers;
  unit_new(&(wl_checker_options){.mode = WL_CHECK_EVERY, .test = "policies"});
  unit.now.sgpr[0][9] = unit.next.sgpr[0][9] = 0x4F;
  unit.now.vgpr[2][3] = unit.next.vgpr[2][3] = 0x1234;
  unit_cycle();
  unit_dispatch(0, &init);
  unit_sgpr(WL_SRC_INIT, 0, 0, 2, init.sgpr);
  for (int pass = 0; pass < 4; pass++) unit_vgpr(WL_SRC_INIT, 0, 0, pass, 0xFFFF, init.vgpr[0] + 16 * pass);
  unit_cycle();
  unit.now.vgpr[vgpr][3] = before;
  unit.next.vgpr[2][3] = unit.next.sgpr[0][9] = 0;
  unit.next.vgpr[vgpr][3] = after;
  unit_begin(0, &init);
  unit_cycle();
}

static void test_cleared_while_swept(void **state) {
  (void)state;
  cleared_while_swept(2, 0x1234, 0);
  passes("keeps_registers");
  cleared_while_swept(2, 0x1234, 5);
  expect(WL_MISMATCH, "physical VGPR 2 lane 3 holds 0x00000005, expected 0x00000000 (sweep)");
  cleared_while_swept(0, 0x1234, 3);
  expect(WL_MISMATCH, "physical VGPR 0 lane 3 holds 0x00001234, expected 0x00000003 (sweep)");
}

// ---- initial values of any register --------------------------------------------------------------

typedef enum { MORE_RIGHT, MORE_VALUE, MORE_LANES, MORE_TWICE, MORE_MISSING, MORE_SGPR, MORE_NO_SGPR } more_fault;

static void more(int capabilities, more_fault fault) {
  static wl_wave_init init;
  static wl_initial initial[3];
  memset(initial, 0, sizeof initial);
  initial[0] = (wl_initial){.vector = true, .number = 6, .lanes = 0xFFFF0000};
  for (uint32_t i = 0; i < WL_LANES; i++) initial[0].value[i] = 0x600 + i;
  initial[1] = (wl_initial){.number = 9, .lanes = 1, .value = {0x99}};
  initial[2] = (wl_initial){.number = WL_TTMP, .lanes = 1, .value = {0x77}};
  unit_capabilities = capabilities;
  unit_new(NULL);
  unit_dispatch(0, &init);
  wl_wave_init with = init;
  with.more = initial;
  with.more_count = 3;
  unit.checker->arch.dispatched = 0;
  wl_checker_dispatch(unit.checker, 0, &with);
  uint32_t lanes[16];
  memcpy(lanes, initial[0].value + 16, sizeof lanes);
  lanes[2] += fault == MORE_VALUE;
  memset(initial, 0xFF, sizeof initial);  // the checker keeps a copy
  if (capabilities >> WL_CAN_registers & 1) {
    const uint32_t nines = 0x99 + (fault == MORE_SGPR), ttmp = 0x77;
    unit_sgpr(WL_SRC_INIT, 0, 0, 2, init.sgpr);
    for (int q = 0; q < 4; q++) unit_vgpr(WL_SRC_INIT, 0, 0, q, 0xFFFF, init.vgpr[0] + 16 * q);
    if (fault != MORE_MISSING) unit_vgpr(WL_SRC_INIT, 0, 6, fault == MORE_LANES ? 2 : 1, 0xFFFF, lanes);
    if (fault == MORE_TWICE) unit_vgpr(WL_SRC_INIT, 0, 6, 1, 1, lanes);
    if (fault != MORE_NO_SGPR) unit_sgpr(WL_SRC_INIT, 0, 9, 1, &nines);
    unit_sgpr(WL_SRC_INIT, 0, WL_TTMP, 1, &ttmp);
  }
  unit_begin(0, &init);
}

static void test_more_initial(void **state) {
  (void)state;
  static const struct {
    more_fault fault;
    wl_verdict verdict;
    const char *why;
  } cases[] = {
      {MORE_RIGHT, WL_PASS, ""},
      {MORE_VALUE, WL_MISMATCH, "v6 (physical VGPR 6) lane 18 is written with 0x00000613, expected 0x00000612"},
      {MORE_LANES, WL_ILLEGAL, "initial write of physical VGPR 6, pass 2"},
      {MORE_TWICE, WL_ILLEGAL, "initial write of physical VGPR 6, pass 1"},
      {MORE_MISSING, WL_MISMATCH, "lane 16 of the initial v6 was never written"},
      {MORE_SGPR, WL_MISMATCH, "s9 is written with 0x0000009a, expected 0x00000099"},
      {MORE_NO_SGPR, WL_MISMATCH, "lane 0 of the initial s9 was never written"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    more(DECLARED, cases[i].fault);
    assert_int_equal(fake.more_lanes, 0xFFFF0001);
    if (cases[i].verdict == WL_PASS) unit_end(0);
    expect(cases[i].verdict, cases[i].why);
  }
  // A unit that does not report registers.
  more(1 << WL_CAN_state_at_issue, MORE_RIGHT);
  assert_int_equal(unit.checker->arch.vgpr[6 * WL_LANES + 18], 0x612);
  assert_int_equal(unit.checker->arch.vgpr[6 * WL_LANES + 33], 0);
  assert_int_equal(unit.checker->arch.sgpr[0][9], 0x99);
}

// ---- FLAT ----------------------------------------------------------------------------------------

static void flat(int policies, uint32_t value) {
  uint32_t data[16];
  open_without(policies);
  fake.effect.unit = WL_UNIT_VMEM;
  fake.effect.held = WL_HOLDS_VM | WL_HOLDS_LGKM;
  unit_issue(0, 0xDC508000);
  unit_cycle();
  for (int i = 0; i < 16; i++) fake.predicted[i] = 0x11;
  for (int i = 0; i < 16; i++) data[i] = i < 8 ? 0x11 : value;
  fake.predicted_lanes = 0x00FF;
  fake.lds_lanes = 0xFF00;
  fake.lds_value = 0x22;
  unit_vgpr(WL_SRC_VMEM, 0, 1, 0, 0xFFFF, data);
  unit_cycle();
}

static void test_flat(void **state) {
  (void)state;
  flat(HALVES, 0x22);
  wl_probe_mem_return(dut, WL_SRC_VMEM, 0, 0, 0);
  passes("flat_halves");
  flat(HALVES, 0x22);
  fake.half_stays = true;
  wl_probe_mem_return(dut, WL_SRC_VMEM, 0, 0, 0);
  expect(WL_ILLEGAL, "the LDS half of FLAT instruction 0 completes: nothing of the kind is pending");
  flat(HALVES, 0x23);
  expect(WL_MISMATCH, "lane 8 is written with 0x00000023, expected 0x00000022");
  flat(TIMED, 0x22);
  expect(WL_MISMATCH, "load writes lanes 0xffff of pass 0 of v1 (physical VGPR 1), expected lanes 0x00ff");
}

// ---- results before their issue ------------------------------------------------------------------

// The unit writes v1 and completes, then issues, in one cycle. what: what it has wrong.
static void result_first(int policies, int what) {
  const uint32_t value = what == 1 ? 8 : 7;
  uint32_t data[16];
  for (int i = 0; i < 16; i++) data[i] = value;
  open_without(policies | TIMED);
  for (int pass = 0; pass < 4; pass++) unit_vgpr(WL_SRC_VALU, 0, 1, pass, 0xFFFF, data);
  wl_probe_valu_done(dut, 0);
  if (what == 2) unit_cycle();
  issue_vector(1, 7);
}

static void test_result_first(void **state) {
  (void)state;
  result_first(ORDER, 0);
  passes("issue_first");
  result_first(ORDER, 1);
  expect(WL_MISMATCH, "lane 0 is written with 0x00000008, expected 0x00000007");
  result_first(ORDER, 2);
  expect(WL_MISMATCH, "unexpected write of v1");
  result_first(0, 0);
  expect(WL_MISMATCH, "unexpected write of v1");
  // The same with several instructions in flight.
  result_first(ORDER | VECTORS, 0);
  passes("issue_first");
  result_first(ORDER | VECTORS, 2);
  expect(WL_MISMATCH, "unexpected write of v1");
}

static void test_scalar_first(void **state) {
  (void)state;
  static const uint32_t five = 5, six = 6;
  for (int i = 0; i < 3; i++) {
    open_without(i == 2 ? 0 : ORDER);
    unit_sgpr(WL_SRC_SALU, 0, 5, 1, i == 1 ? &six : &five);
    issue_scalar(5);
    if (!i) passes("issue_first");
    if (i == 1) expect(WL_MISMATCH, "s5 is written with 0x00000006, expected 0x00000005");
    if (i == 2) expect(WL_MISMATCH, "unexpected write of s5");
  }
}

// A memory instruction whose events come before its issue. The model knows none of them until then.
static void test_memory_first(void **state) {
  (void)state;
  static const uint32_t data[16];
  for (int kind = 0; kind < 7; kind++) {
    for (int order = 0; order < 2; order++) {
      open_without(ORDER | 1 << WL_CAN_lds_timing | 1 << WL_CAN_arbiter);
      fake.refuse = true;
      fake.predicted_lanes = 0xFFFF;
      switch (kind) {
        case 0: wl_probe_mem_request(dut, WL_SRC_VMEM, 0, 0, 0, WL_PROBE_LOAD, 0, 0, 0, 0, data); break;
        case 1: wl_probe_mem_return(dut, WL_SRC_VMEM, 0, 0, 0); break;
        case 2: wl_probe_sgpr(dut, WL_SRC_SMEM, 0, 0, 4, 1, data); break;
        case 3: wl_probe_vgpr(dut, WL_SRC_VMEM, 0, 0, 1, 0, 0xFFFF, data); break;
        case 4: wl_probe_lds(dut, 0, 0, WL_MEM_STORE, 0, 0, 0, 0, 0xFFFF, data); break;
        case 5: wl_probe_clock(dut, 0, 0); break;
        default: wl_probe_export(dut, 0, 0, 0, 0, 0, 0, 0, data); break;
      }
      assert_int_equal(unit.checker->first.count, 1);
      if (order) fake.refuse = true;
      unit_issue(0, SOPP_WORD(s_nop, 0));
      assert_int_equal(unit.checker->first.count, order);
      unit_cycle();
      assert_int_equal(unit.checker->first.count, 0);
      unit_free();
    }
  }
}

int main(void) {
#define TEST(name) cmocka_unit_test_teardown(name, teardown)
  const struct CMUnitTest tests[] = {
      TEST(test_vectors),
      TEST(test_vector_sgprs),
      TEST(test_shared_vgpr),
      TEST(test_scalars),
      TEST(test_scalars_of_trap),
      TEST(test_state),
      TEST(test_state_at_rest),
      TEST(test_late_end),
      TEST(test_unknown_registers),
      TEST(test_written_while_swept),
      TEST(test_cleared),
      TEST(test_cleared_while_swept),
      TEST(test_more_initial),
      TEST(test_forgotten),
      TEST(test_flat),
      TEST(test_result_first),
      TEST(test_scalar_first),
      TEST(test_memory_first),
  };
  return cmocka_run_group_tests_name("policies", tests, NULL, NULL);
}
