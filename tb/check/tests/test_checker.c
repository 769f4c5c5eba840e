// SPDX-License-Identifier: Apache-2.0
// Verdicts, the state rows, time zero, waves and registers.
#include "gfx9/gfx9.h"
#include "unit.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

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

// Expects the verdict, and a headline with this part for this cycle.
static void expect(wl_verdict verdict, uint64_t cycle, const char *part) {
  assert_int_equal(unit_finish(), verdict);
  assert_int_equal(wl_checker_stop(unit.checker), !unit.result.fault);
  if (!strstr(unit.result.why, part)) fail_msg("\"%s\" does not contain \"%s\"", unit.result.why, part);
  assert_int_equal(unit.result.first_cycle, cycle);
}

static const uint32_t word[16] = {0x11111111, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

// s_mov_b32 s5, 0x11111111 as the unit reports it.
static void s_mov(int slot, const uint32_t *data) {
  fake.effect.sgpr_first = 5;
  fake.effect.sgpr_count = 1;
  fake.sgpr[slot][5] = word[0];
  unit_issue(slot, 0xBE850000);
  if (data) unit_sgpr(WL_SRC_SALU, slot, 5, 1, data);
  unit_cycle();
}

// Issues v_mov_b32 v1, ... that writes these lanes.
static void v_issue(int slot, uint64_t lanes) {
  const uint32_t vgpr = 8u * (uint32_t)slot + 1;
  fake.effect.unit = WL_UNIT_VALU;
  fake.effect.vgpr_count = 1;
  fake.effect.phys_vgpr[0] = vgpr;
  fake.effect.vgpr_mask[0] = lanes;
  for (uint32_t i = 0; i < WL_LANES; i++) {
    if (lanes >> i & 1) fake.vgpr[vgpr][i] = word[i % 16];
  }
  unit_issue(slot, 0x7E020300);
  unit_cycle();
}

static void test_pass(void **state) {
  (void)state;
  unit_start(0);
  s_mov(0, word);
  v_issue(0, ~0ull);
  for (int q = 0; q < 4; q++) {
    unit_vgpr(WL_SRC_VALU, 0, 1, q, 0xFFFF, word);
    if (q == 3) wl_probe_valu_done(dut, 0);
    unit_cycle();
  }
  unit_end(0);
  assert_int_equal(unit_finish(), WL_PASS);
  assert_int_equal(unit.result.instructions, 3);
  assert_int_equal(unit.result.sweeps, 2);  // the wave's, and the closing one
  assert_true(unit.result.events > 20 && unit.result.words_compared > 64);
}

// unit_start begins at 0x1000; s_mov takes a cycle, and a wave that ends has a new one in its slot.
static void test_spans_of_cycles(void **state) {
  (void)state;
  wl_cycle_span spans[] = {{.slot = 0, .from = 0x1000, .to = 0x1008},
                           {.slot = 0, .from = 0x1004, .to = 0x1004},
                           {.slot = 1, .from = 0x1000, .to = 0x1008},
                           {.slot = 0, .from = 0x1008, .to = 0x1000}};
  unit_free();
  unit_new(&(wl_checker_options){.spans = spans, .span_count = 4, .mode = WL_CHECK_DEFAULT});
  for (int wave = 0; wave < 2; wave++) {
    unit_start(0);
    for (int i = 0; i < 3; i++) {
      s_mov(0, word);
      for (int idle = 0; idle < 2 * wave; idle++) unit_cycle();
    }
    unit_end(0);
  }
  assert_int_equal(unit_finish(), WL_PASS);
  assert_int_equal(spans[0].count, 2);
  assert_int_equal(spans[0].least, 2);
  assert_int_equal(spans[0].most, 6);
  for (int i = 1; i < 4; i++) assert_int_equal(spans[i].count, 0);
}

static void test_pass_with_nothing_is_refused(void **state) {
  (void)state;
  for (int i = 0; i < 5; i++) unit_cycle();
  assert_int_equal(unit_finish(), WL_ERROR);
  assert_non_null(strstr(unit.result.why, "0 instructions"));
}

static void test_check_off_is_no_pass(void **state) {
  (void)state;
  unit_free();
  unit_new(&(wl_checker_options){.mode = WL_CHECK_OFF});
  unit_cycle();
  assert_int_equal(unit_finish(), WL_ERROR);
  assert_non_null(strstr(unit.result.why, "the check is off"));
}

// ---- state rows ----------------------------------------------------------------------------------

static void test_rows_cover_state_regs_once(void **state) {
  (void)state;
  uint32_t covered[STATE_REG_WORDS] = {0};
  for (uint32_t i = 0; i < WL_GFX9_ROWS; i++) {
    const wl_model_row *e = &wl_gfx9_rows[i];
    for (uint32_t k = 0; k < 2 && e->mask[k]; k++) {
      assert_int_equal(covered[e->word + k] & e->mask[k], 0);
      covered[e->word + k] |= e->mask[k];
    }
  }
  for (uint32_t i = 0; i < STATE_REG_WORDS; i++) assert_int_equal(covered[i], 0xFFFFFFFF);
}

static void test_every_state_reg_row_is_caught_at_its_cycle(void **state) {
  (void)state;
  for (uint32_t i = 0; i < WL_GFX9_ROWS; i++) {
    const wl_model_row *e = &wl_gfx9_rows[i];
    unit_free();
    unit_new(NULL);
    unit_start(2);
    unit_cycle();
    assert_false(wl_checker_stop(unit.checker));
    ((uint32_t *)&unit.now.state_regs[2])[e->word] ^= e->mask[0] & -e->mask[0];
    uint64_t at = unit.cycle;
    unit_cycle();
    expect(WL_MISMATCH, at, e->name);
  }
}

// A wave state register changes at the edge of its event: a cycle early or late is a difference.
static void test_state_regs_early_and_late(void **state) {
  (void)state;
  for (int early = 0; early < 2; early++) {
    unit_free();
    unit_new(NULL);
    unit_start(0);
    unit_cycle();
    uint64_t at = unit.cycle + (early ? 0 : 1);
    fake.state_regs[0].m0 = 7;
    unit_issue(0, 0xBEFC0087);
    if (early) unit.now.state_regs[0].m0 = 7;
    unit.late_state_regs = !early;
    unit.next.state_regs[0] = unit.now.state_regs[0];
    unit.next.state_regs[0].pc_lo += 4;
    unit_cycle();
    unit_cycle();
    expect(WL_MISMATCH, at, "M0");
  }
}

// The whole of each file is swept: every slot, both halves of the VGPR file, all passes, the LDS and the GDS behind it.
static void expect_swept(uint32_t *at, const char *part) {
  const uint64_t cycle = unit.cycle;
  *at ^= 0x80;
  unit_cycle();
  expect(WL_MISMATCH, cycle, part);
  unit_free();
  unit_new(&(wl_checker_options){.mode = WL_CHECK_EVERY});
  unit_start(1);
  unit_cycle();
}

static void test_swept_rows(void **state) {
  (void)state;
  char part[64];
  unit_free();
  unit_new(&(wl_checker_options){.mode = WL_CHECK_EVERY});
  unit_start(1);
  unit_cycle();
  for (uint32_t slot = 0; slot < FAKE_WAVES; slot++) {
    snprintf(part, sizeof part, "slot %u: s9 holds", slot);
    expect_swept(&unit.now.sgpr[slot][9], part);
  }
  for (uint32_t i = 0; i < 8; i++) {
    const uint32_t vgpr = 30 + (i % 2 ? FAKE_ROWS / 2 : 0), lane = 16 * (i / 2) + 1;
    snprintf(part, sizeof part, "physical VGPR %u lane %u holds", vgpr, lane);
    expect_swept(&unit.now.vgpr[vgpr][lane], part);
  }
  expect_swept(&unit.now.lds[77], "LDS dword 77 ");
  expect_swept(&unit.now.lds[16 * FAKE_LDS + 13], "LDS dword 141 (bank 3, row 8)");
}

// A sweep is about the state before the edge at which the DUT also writes.
static void test_sweep_looks_behind_writes(void **state) {
  (void)state;
  unit_free();
  unit_new(&(wl_checker_options){.mode = WL_CHECK_EVERY});
  unit_start(0);
  unit_lds(2, 3, word);
  unit_cycle();
  s_mov(0, word);
  v_issue(0, 0xFF);
  unit_vgpr(WL_SRC_VALU, 0, 1, 0, 0x0F, word);
  unit_vgpr(WL_SRC_VALU, 0, 1, 0, 0xF0, word);
  wl_probe_valu_done(dut, 0);
  unit_cycle();
  unit_end(0);
  assert_int_equal(unit_finish(), WL_PASS);
  assert_true(unit.result.sweeps >= 6);
}

static void test_sweep_at_wave_end_and_unanswered(void **state) {
  (void)state;
  unit_start(0);
  unit.next.sgpr[0][3] = 1;
  unit_cycle();
  assert_false(wl_checker_stop(unit.checker));
  unit_end(0);
  unit_cycle();
  expect(WL_MISMATCH, unit.cycle - 1, "s3 holds");

  unit_free();
  unit_new(NULL);
  unit_start(0);
  unit_end(0);
  wl_checker_finish(unit.checker, unit_dut_memory, &unit.result);
  assert_int_equal(unit.result.verdict, WL_ERROR);
  assert_non_null(strstr(unit.result.why, "closing sweep"));
}

// An answer that is not whole, of what is not there, or to more writes than a sweep can look behind.
static void test_sweep_answers(void **state) {
  (void)state;
  static const uint32_t none[WL_LANES];
  static const char *const part[] = {"the probe answered 128 of the ", "sweep_vgpr of physical VGPR 128, pass 0",
                                     "sweep_lds of bank 4, row 0", "more than 1024 register writes in one cycle"};
  for (int i = 0; i < 4; i++) {
    unit_free();
    unit_new(&(wl_checker_options){.mode = WL_CHECK_EVERY});
    unit_start(0);
    if (i < 3) {
      wl_probe_ready(dut, 0, 0, (1u << WL_READY_UNITS) - 1, -1);
      wl_probe_cycle(dut, (long long)unit.cycle++, (const uint32_t *)unit.now.state_regs);
      assert_true(wl_probe_sweep(dut));
    }
    if (i == 0) {
      wl_probe_sweep_sgpr(dut, 0, unit.now.sgpr[0]);
      unit_cycle();
    } else if (i == 1) {
      wl_probe_sweep_vgpr(dut, FAKE_ROWS, 0, none);
    } else if (i == 2) {
      wl_probe_sweep_lds(dut, 4, 0, none);
    } else {
      for (int write = 0; write < 1025; write++) unit_lds(0, 0, none);
    }
    assert_int_equal(unit_finish(), WL_ERROR);
    if (!strstr(unit.result.why, part[i])) fail_msg("\"%s\" does not contain \"%s\"", unit.result.why, part[i]);
  }
}

// The probe does not ask.
static void test_sweep_without_question(void **state) {
  (void)state;
  unit_free();
  unit_new(&(wl_checker_options){.mode = WL_CHECK_EVERY});
  unit_start(0);
  for (int cycle = 0; cycle < 2; cycle++) {
    wl_probe_ready(dut, 0, 0, (1u << WL_READY_UNITS) - 1, -1);
    wl_probe_cycle(dut, (long long)unit.cycle++, (const uint32_t *)unit.now.state_regs);
  }
  assert_int_equal(unit_finish(), WL_ERROR);
  assert_non_null(strstr(unit.result.why, "did not call wl_probe_sweep after cycle 1, when "));
  assert_null(strstr(unit.result.why, "when 0 words"));
}

static void test_cycles_are_closed_in_turn(void **state) {
  (void)state;
  unit_start(0);
  wl_probe_ready(dut, 0, 0, (1u << WL_READY_UNITS) - 1, -1);
  wl_probe_cycle(dut, 5, (const uint32_t *)unit.now.state_regs);
  assert_int_equal(unit_finish(), WL_ERROR);
  assert_non_null(strstr(unit.result.why, "the probe closes cycle 5; cycle 1 is the next"));
}

// ---- callers that were compiled with another version of checker.h --------------------------------

static void test_sizes_of_structs(void **state) {
  (void)state;
  struct {
    wl_checker_options options;
    char more;
  } newer = {.options = {.mode = WL_CHECK_DEFAULT}};
  wl_error error;
  wl_unit *other = wl_unit_new("other");
  newer.more = 1;
  assert_null(wl_checker_new_sized(&newer.options, sizeof newer, NULL, other, &error));
  assert_non_null(strstr(error.text, "knows"));
  newer.more = 0;
  wl_checker *c = wl_checker_new_sized(&newer.options, sizeof newer, NULL, other, &error);
  assert_non_null(c);
  wl_checker_free(c);
  // What an older caller does not know is 0: this event fault would be refused.
  newer.options.event_fault = "none";
  c = wl_checker_new_sized(&newer.options, offsetof(wl_checker_options, event_fault), NULL, other, &error);
  assert_non_null(c);
  wl_checker_free(c);
  wl_unit_free(other);

  wl_checker_result older;
  memset(&older, 0xff, sizeof older);
  wl_checker_finish_sized(unit.checker, NULL, &older, offsetof(wl_checker_result, instructions));
  assert_int_equal(older.verdict, WL_ERROR);
  assert_int_equal(older.cycles, 0);
  assert_int_equal(older.instructions, UINT64_MAX);
  assert_int_equal(wl_checker_version(), WL_CHECKER_VERSION);

  wl_expected expected;
  memset(&expected, 0xff, sizeof expected);
  wl_checker_expected_sized(unit.checker, &expected, offsetof(wl_expected, state_regs));
  assert_int_equal(expected.live, 0);
  assert_int_equal((uintptr_t)expected.state_regs, UINTPTR_MAX);
  const char many[sizeof(wl_dut_state) + 1] = {[sizeof(wl_dut_state)] = 1};
  assert_false(wl_checker_write_state_sized(unit.checker, (const wl_dut_state *)(const void *)many, sizeof many,
                                            "unused.json", &error));
}

// ---- time zero -----------------------------------------------------------------------------------

static void test_time_zero(void **state) {
  (void)state;
  wl_probe_state_row(dut, "TBA", 30);
  unit_cycle();
  assert_true(wl_checker_stop(unit.checker));
  assert_int_equal(unit_finish(), WL_ERROR);
  assert_non_null(strstr(unit.result.why, "TBA"));

  unit_free();
  wl_error error;
  dut = wl_unit_new("");
  declare(dut, DECLARED);
  unit.checker = wl_checker_new(&(wl_checker_options){.mode = WL_CHECK_DEFAULT}, NULL, dut, &error);
  declare_rows(dut, &fake_ops, 1);
  wl_probe_config(dut, "prio_bound", 32);
  for (int i = 0; i < 10; i++)
    wl_probe_config(dut,
                    ((const char *[]){"waves", "lanes", "phys_vgprs", "lds_entries", "gds_entries", "groups", "sgprs",
                                      "isa", "rdna", "vcc_alias"})[i],
                    ((const int[]){4, 16, 32, 8, 0, 4, 128, 900, 0, 0})[i]);
  unit_cycle();
  assert_int_equal(unit_finish(), WL_ERROR);
  assert_non_null(strstr(unit.result.why, "\"PC\""));
  assert_int_equal(wl_checker_row_id(unit.checker, "VCC"), 2);
  assert_int_equal(wl_checker_row_id(unit.checker, "PC"), -1);

  unit_free();
  unit_new(NULL);
  wl_probe_config(dut, "banks", 4);
  unit_cycle();
  assert_int_equal(unit_finish(), WL_ERROR);
  assert_non_null(strstr(unit.result.why, "\"banks\""));

  unit_free();
  unit_new(NULL);
  dut->description.size[WL_SIZE_rdna] = 2;
  unit_cycle();
  assert_int_equal(unit_finish(), WL_ERROR);
  assert_non_null(strstr(unit.result.why, "\"rdna\" as 2"));

  unit_free();
  unit_new(NULL);
  dut->description.size[WL_SIZE_vcc_alias] = 2;
  unit_cycle();
  assert_int_equal(unit_finish(), WL_ERROR);
  assert_non_null(strstr(unit.result.why, "\"vcc_alias\" as 2"));

  static const struct {
    uint32_t isa, sramecc;
    const char *words;
  } sramecc[] = {{900, 1, "\"sramecc\" as 1, expected 0: gfx900 has no SRAM-ECC"},
                 {906, 2, "\"sramecc\" as 2; the checker holds 0 to 1"}};
  for (size_t i = 0; i < sizeof sramecc / sizeof *sramecc; i++) {
    unit_free();
    unit_new(NULL);
    dut->description.size[WL_SIZE_isa] = sramecc[i].isa;
    wl_probe_config(dut, "sramecc", (int)sramecc[i].sramecc);
    unit_cycle();
    assert_int_equal(unit_finish(), WL_ERROR);
    assert_non_null(strstr(unit.result.why, sramecc[i].words));
  }

  // Each size is one that the checker and the model hold.
  static const struct {
    uint32_t size, value;
    const char *words;
  } bounds[] = {{WL_SIZE_waves, 0, "\"waves\" as 0; the checker holds 1 to 16"},
                {WL_SIZE_waves, 17, "\"waves\" as 17; the checker holds 1 to 16"},
                {WL_SIZE_lanes, 32, "\"lanes\" as 32; the checker holds 1 to 16"},
                {WL_SIZE_phys_vgprs, 0, "\"phys_vgprs\" as 0; the checker holds 1 to 65536"},
                {WL_SIZE_lds_entries, 0, "\"lds_entries\" as 0; the model of the stand-in takes 1 to 65536"},
                {WL_SIZE_gds_entries, 65537, "\"gds_entries\" as 65537; the checker holds 0 to 65536"},
                {WL_SIZE_groups, 17, "\"groups\" as 17; the checker holds 1 to 16"},
                {WL_SIZE_sgprs, 64, "\"sgprs\" as 64; the model of the stand-in takes 128 alone"},
                {WL_SIZE_isa, 600, "instruction set 600"}};
  for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
    unit_free();
    unit_new(NULL);
    dut->description.size[bounds[i].size] = bounds[i].value;
    unit_cycle();
    assert_int_equal(unit_finish(), WL_ERROR);
    assert_non_null(strstr(unit.result.why, bounds[i].words));
  }

  // What is told and not read.
  static const char *const unread[] = {"dpp_read_cycles", "lds_read", "smem_return"};
  for (size_t i = 0; i < sizeof unread / sizeof *unread; i++) {
    unit_free();
    unit_new(NULL);
    wl_probe_config(dut, unread[i], 5);
    unit_cycle();
    assert_int_equal(unit_finish(), WL_ERROR);
    assert_non_null(strstr(unit.result.why, unread[i]));
    assert_non_null(strstr(unit.result.why, "which nobody reads"));
  }
  unit_free();
  unit_new(NULL);
  wl_probe_exec_unit(dut, 0, "mover", 1, 3, 1);
  unit_cycle();
  assert_int_equal(unit_finish(), WL_ERROR);
  assert_non_null(strstr(unit.result.why, "execution units, which nobody reads"));

  // The harness has sizes of its own.
  for (int other = 0; other < 2; other++) {
    unit_free();
    unit_new(NULL);
    wl_checker_harness(unit.checker, &(wl_config){.waves = FAKE_WAVES,
                                                  .phys_vgprs = FAKE_ROWS,
                                                  .lds_entries = FAKE_LDS + (uint32_t)other,
                                                  .gds_entries = FAKE_GDS});
    unit_start(0);
    unit_end(0);
    assert_int_equal(unit_finish(), other ? WL_ERROR : WL_PASS);
    if (other) assert_non_null(strstr(unit.result.why, "reported size \"lds_entries\" as "));
  }

  // A group that the unit does not have.
  unit_free();
  unit_new(NULL);
  dut->description.size[WL_SIZE_groups] = 1;
  wl_wave_init init;
  unit_dispatch(0, &init);
  assert_int_equal(unit_finish(), WL_ERROR);
  assert_non_null(strstr(unit.result.why, "the dispatcher gave group 1; the DUT has 1 groups"));

  // PrioBound of the arbiter (D-ARB-4).
  for (int missing = 0; missing < 2; missing++) {
    unit_free();
    unit_new(NULL);
    if (missing) dut->description.sizes_reported &= ~(1u << WL_SIZE_prio_bound);
    dut->description.size[WL_SIZE_prio_bound] = 0;
    unit_cycle();
    assert_int_equal(unit_finish(), WL_ERROR);
    assert_non_null(strstr(unit.result.why, missing ? "did not report its size \"prio_bound\""
                                                    : "\"prio_bound\" as 0; the checker holds 1 to "));
  }

  unit_free();
  unit_new(NULL);
  wl_probe_capability(dut, "textures");
  unit_cycle();
  assert_int_equal(unit_finish(), WL_ERROR);
  assert_non_null(strstr(unit.result.why, "\"textures\""));

  unit_free();
  unit_new(NULL);
  wl_probe_exec_unit(dut, WL_EXEC_UNITS, "late", 1, 3, 1);
  unit_cycle();
  assert_int_equal(unit_finish(), WL_ERROR);
  assert_non_null(strstr(unit.result.why, "\"late\""));
}

static void test_version(void **state) {
  (void)state;
  static const struct {
    int version;  // 0: not reported
    const char *why;
  } cases[] = {{1, "version 1"}, {WL_PROBE_VERSION + 1, "version 6"}, {0, "did not report its version"}};
  for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    unit_free();
    unit_new(NULL);
    dut->description.version = 0;
    if (cases[i].version) wl_probe_version(dut, cases[i].version);
    unit_cycle();
    assert_int_equal(unit_finish(), WL_ERROR);
    assert_non_null(strstr(unit.result.why, cases[i].why));
  }
}

// X in an argument: at time zero, and of an event.
static void test_unknown(void **state) {
  (void)state;
  for (int later = 0; later < 2; later++) {
    unit_free();
    unit_new(NULL);
    if (later) unit_start(0);
    wl_probe_unknown(dut, later ? "vgpr" : "config", later ? "data" : "value", later ? 3 : -1);
    unit_cycle();
    assert_int_equal(unit_finish(), later ? WL_MISMATCH : WL_ERROR);
    const char *words = later ? "X or Z in an argument of wl_probe_vgpr: data, word 3"
                              : "X or Z in an argument of wl_probe_config: value";
    if (!strstr(unit.result.why, words)) fail_msg("%s", unit.result.why);
  }
  wl_probe_unknown(NULL, "issue", "pc", -1);
}

// The probe has another handle: of a path that nobody registered, or null.
static void test_wrong_handle(void **state) {
  (void)state;
  for (int null = 0; null < 2; null++) {
    wl_checker_free(unit.checker);
    wl_unit_free(dut);
    wl_error error;
    dut = wl_unit_new("tb");
    unit.checker = wl_checker_new(&(wl_checker_options){.mode = WL_CHECK_DEFAULT}, NULL, dut, &error);
    wl_unit *handle = null ? NULL : wl_probe_unit("TOP.tb.u_probe");
    if (null) assert_ptr_equal(wl_probe_unit("tb.u_probe"), dut);
    wl_probe_version(handle, WL_PROBE_VERSION);
    wl_wave_init init;
    unit_dispatch(0, &init);
    assert_int_equal(unit_finish(), WL_ERROR);
    const char *words =
        null ? ". wl_probe_version was called with the handle null"
             : "to the unit registered as \"tb\"; the checker has version 6 (docs/probe.md). Registered: "
               "\"tb\". wl_probe_unit was called for the path \"TOP.tb.u_probe\", which begins with none "
               "of them";
    if (!strstr(unit.result.why, words)) fail_msg("%s", unit.result.why);
  }
}

// An instance belongs to the unit that registered the longest beginning of its path; of equal ones to the newest.
static void test_handles(void **state) {
  (void)state;
  wl_unit *all = wl_unit_new(""), *top = wl_unit_new("top.unit1"), *newer = wl_unit_new("");
  assert_ptr_equal(wl_probe_unit("top.unit1.u_probe"), top);
  assert_ptr_equal(wl_probe_unit("top.unit2.u_probe"), newer);
  wl_unit_free(newer);
  wl_unit_free(top);
  assert_ptr_equal(wl_probe_unit("top.unit1.u_probe"), all);
  wl_unit_free(all);
  assert_ptr_equal(wl_probe_unit("elsewhere"), dut);
  // A unit that nobody checks reports to nobody.
  unit_free();
  assert_null(wl_probe_unit("elsewhere")->checker);
  wl_probe_issue(wl_probe_unit("elsewhere"), 0, 0, 0, 0, 0, -1);
  wl_probe_issue(NULL, 0, 0, 0, 0, 0, -1);
  wl_probe_version(NULL, 1);
  assert_int_equal(wl_probe_sweep(NULL), 0);
}

// ---- waves ---------------------------------------------------------------------------------------

static void test_wave_start(void **state) {
  (void)state;
  const uint32_t start[WL_START_WORDS] = {[WL_START_SGPR_SIZE] = 16,
                                          [WL_START_VGPR_SIZE] = 8,
                                          [WL_START_GROUP] = 1,
                                          [WL_START_WAVES_IN_GROUP] = 2,
                                          [WL_START_ALIGNMENT_MODE] = WL_ALIGN_UNALIGNED};
  wl_probe_wave_start(dut, 0, 0x1000, -1, 0xF0, start);
  expect(WL_ILLEGAL, 0, "none was dispatched");

  static const char *const part[] = {"PC is", "EXEC is", "MODE is"};
  static const char *const names[WL_START_WORDS] = {
      "sgpr_size",     "vgpr_base",      "vgpr_size",     "lds_base",     "lds_size",       "group",
      "wave_in_group", "waves_in_group", "trap_en",       "TBA low",      "TBA high",       "TMA low",
      "TMA high",      "cond_dbg",       "shared_global", "shared_temps", "alignment_mode", "issue"};
  for (int i = 0; i < 3 + WL_START_WORDS; i++) {
    unit_free();
    unit_new(NULL);
    unit_cycle();
    wl_wave_init init;
    unit_dispatch(0, &init);
    uint32_t s[WL_START_WORDS];
    char text[32];
    memcpy(s, start, sizeof s);
    if (i >= 3) s[i - 3]++;
    snprintf(text, sizeof text, "%s is", i >= 3 ? names[i - 3] : "");
    wl_probe_wave_start(dut, 0, 0x1000 + (i == 0), -1 - (i == 1), 0xF0 + (i == 2), s);
    expect(WL_ILLEGAL, unit.cycle, i >= 3 ? text : part[i]);
  }

  unit_free();
  unit_new(NULL);
  wl_wave_init init;
  unit_dispatch(0, &init);
  unit_sgpr(WL_SRC_INIT, 0, 0, 2, init.sgpr);
  unit_vgpr(WL_SRC_INIT, 0, 0, 0, 0xFFFF, init.vgpr[0]);
  wl_probe_wave_start(dut, 0, 0x1000, -1, 0xF0, start);
  expect(WL_MISMATCH, 0, "lane 16 of the initial v0 was never written");

  // A slot that has a wave; a group that there is not.
  unit_free();
  unit_new(NULL);
  for (int twice = 0; twice < 2; twice++) unit_dispatch(0, &init);
  assert_int_equal(unit_finish(), WL_ERROR);
  assert_non_null(strstr(unit.result.why, "the dispatcher gave slot 0, which is taken"));
  unit_free();
  unit_new(NULL);
  unit_dispatch(0, &init);
  init.vgpr_base = 8;
  wl_checker_dispatch(unit.checker, 1, &init);
  unit_sgpr(WL_SRC_INIT, 1, 0, 2, init.sgpr);
  for (int q = 0; q < 4; q++) unit_vgpr(WL_SRC_INIT, 0, 8, q, 0xFFFF, init.vgpr[0] + 16 * q);
  uint32_t other[WL_START_WORDS];
  memcpy(other, start, sizeof other);
  other[WL_START_VGPR_BASE] = 8;
  fake.refuse = true;
  wl_probe_wave_start(dut, 1, 0x1000, -1, 0xF0, other);
  assert_int_equal(unit_finish(), WL_ERROR);
  assert_non_null(strstr(unit.result.why, "the model cannot start the wave dispatched to slot 1"));
}

static void test_issue(void **state) {
  (void)state;
  wl_probe_issue(dut, 1, 0x1000, 0, 0, 0, -1);
  expect(WL_ILLEGAL, 0, "holds no wave");

  unit_free();
  unit_new(NULL);
  unit_start(0);
  wl_probe_issue(dut, 0, 0x1004, 0, 0, 0, -1);
  expect(WL_MISMATCH, unit.cycle, "PC 0x00000000_00001004, expected 0x00000000_00001000");

  unit_free();
  unit_new(NULL);
  unit_start(0);
  fake.effect.words[0] = SOPP_WORD(s_nop, 0);
  wl_probe_issue(dut, 0, 0x1000, 0x3F800000, 0, 0, -1);
  expect(WL_MISMATCH, unit.cycle, "instruction dword 0");

  unit_free();
  unit_new(NULL);
  unit_start(0);
  fake.effect.words[0] = SOPP_WORD(s_nop, 0);
  wl_probe_issue(dut, 0, 0x1000, (int)SOPP_WORD(s_nop, 0), 0x7, 0, -1);
  expect(WL_MISMATCH, unit.cycle, "instruction dword 1 0x00000007, expected 0x00000000");

  unit_free();
  unit_new(NULL);
  unit_start(0);
  wl_probe_issue(dut, 0, 0x100001000, 0, 0, 0, -1);
  expect(WL_MISMATCH, unit.cycle, "PC 0x00000001_00001000, expected 0x00000000_00001000");

  unit_free();
  unit_new(NULL);
  unit_start(0);
  fake.issue_result = WL_BAD_EVENT;
  snprintf(fake.effect.why, sizeof fake.effect.why, "s_waitcnt vmcnt(0), VM_CNT is 2");
  unit_issue(0, 0xBF8C0F70);
  expect(WL_ILLEGAL, unit.cycle, "VM_CNT is 2");

  unit_free();
  unit_new(NULL);
  unit_start(0);
  v_issue(0, ~0ull);
  unit_issue(0, SOPP_WORD(s_nop, 0));
  expect(WL_ILLEGAL, unit.cycle, "before valu_done");

  unit_free();
  unit_new(NULL);
  unit_start(0);
  v_issue(0, ~0ull);
  wl_probe_trap(dut, 0);
  unit_cycle();
  expect(WL_ILLEGAL, unit.cycle - 1, "enters its trap handler before valu_done");

  unit_free();
  unit_new(NULL);
  unit_start(0);
  fake.other_result = WL_HAZARD_CLAUSE;
  wl_probe_trap(dut, 0);
  expect(WL_HAZARD, unit.cycle, "nothing of the kind");

  unit_free();
  unit_new(NULL);
  unit_start(0);
  fake.issue_result = WL_ILLEGAL_CONTROL;
  snprintf(fake.effect.why, sizeof fake.effect.why, "STALL is 3");
  unit_issue(0, 0xBF8C0F70);
  expect(WL_ILLEGAL, unit.cycle, "slot 0 at 0x1000: STALL is 3");

  unit_free();
  unit_new(&(wl_checker_options){.mode = WL_CHECK_DEFAULT, .expect_fault = true});
  unit_start(0);
  fake.issue_result = WL_ILLEGAL_INST;
  fake.effect.end = WL_END_FAULT;
  unit_issue(0, 0xBF9F0000);
  wl_probe_wave_end(dut, 0, WL_WAVE_FAULTED);
  unit_cycle();
  unit_issue(0, SOPP_WORD(s_nop, 0));
  expect(WL_ILLEGAL, unit.cycle, "slot 0 issued at 0x1004 after its wave had halted on a fault");

  unit_free();
  unit_new(NULL);
  wl_probe_issue(dut, 99, 0, 0, 0, 0, -1);
  assert_int_equal(unit_finish(), WL_ERROR);
}

static void test_hazard(void **state) {
  (void)state;
  static const wl_result results[] = {WL_HAZARD_PENDING, WL_CSP_OVERFLOW, WL_CSP_UNDERFLOW};
  for (int i = 0; i < 3; i++) {
    unit_free();
    unit_new(NULL);
    unit_start(0);
    fake.issue_result = results[i];
    snprintf(fake.effect.why, sizeof fake.effect.why, "v3 is pending");
    unit_issue(0, 0x7E020300);
    expect(WL_HAZARD, unit.cycle, "v3 is pending");
  }
}

static void arrive(int slot) {
  fake.effect.barrier = true;
  fake.state_regs[slot].status |= WL_STATUS_IN_BARRIER;
  unit_issue(slot, SOPP_WORD(s_barrier, 0));
  unit_cycle();
}

static void fault(int slot, int why) {
  fake.issue_result = WL_ILLEGAL_INST;
  fake.effect.end = WL_END_FAULT;
  fake.state_regs[slot].trapsts = WL_TRAPSTS_ILLEGAL_INST;
  fake.state_regs[slot].status |= WL_STATUS_HALT;
  fake.effect.words[0] = 0xBF9F0000;
  wl_probe_issue(dut, slot, 0x1000, (int)0xBF9F0000, 0, 0, -1);
  if (why) wl_probe_wave_end(dut, slot, why);
}

static void test_fault(void **state) {
  (void)state;
  unit_start(0);
  uint64_t at = unit.cycle;
  fault(0, WL_WAVE_FAULTED);
  unit_cycle();
  expect(WL_ERROR, at, "slot 0: illegal instruction at 0x1000: 0xbf9f0000");

  unit_free();
  unit_new(&(wl_checker_options){.mode = WL_CHECK_DEFAULT, .expect_fault = true});
  unit_start(0);
  fault(0, WL_WAVE_FAULTED);
  unit_cycle();
  unit_cycle();
  assert_int_equal(unit_finish(), WL_PASS);

  // Only one side refuses the instruction.
  unit_free();
  unit_new(NULL);
  unit_start(0);
  fault(0, 0);
  unit_cycle();
  expect(WL_MISMATCH, unit.cycle - 1, "goes on in the DUT");
  unit_free();
  unit_new(NULL);
  unit_start(0);
  unit_issue(0, SOPP_WORD(s_nop, 0));
  wl_probe_wave_end(dut, 0, WL_WAVE_FAULTED);
  expect(
      WL_MISMATCH, unit.cycle,
      "the wave in slot 0 halted on a fault in the DUT: illegal instruction at 0x1000: 0xbf800000 0x00000000  s_nop 0; "
      "in the model it goes on");

  // The unit faults without an instruction, or ends a wave for no reason that there is.
  unit_free();
  unit_new(NULL);
  unit_start(0);
  wl_probe_wave_end(dut, 0, WL_WAVE_FAULTED);
  expect(WL_MISMATCH, unit.cycle, "the wave in slot 0 halted on a fault in the DUT; in the model it goes on");
  unit_free();
  unit_new(NULL);
  unit_start(0);
  wl_probe_wave_end(dut, 0, 7);
  expect(WL_MISMATCH, unit.cycle, "the wave in slot 0 has an unknown end in the DUT, 7; in the model it goes on");

  // They disagree how it ends.
  unit_free();
  unit_new(NULL);
  unit_start(0);
  fault(0, WL_WAVE_ENDED);
  expect(WL_MISMATCH, unit.cycle, "the wave in slot 0 ended in the DUT; in the model it halted on a fault");
  unit_free();
  unit_new(&(wl_checker_options){.mode = WL_CHECK_DEFAULT, .expect_fault = true});
  unit_start(0);
  fault(0, WL_WAVE_FAULTED);
  unit_cycle();
  wl_probe_wave_end(dut, 0, WL_WAVE_FAULTED);
  expect(WL_MISMATCH, unit.cycle, "the wave in slot 0 halted on a fault in the DUT");

  // Only one side halts.
  unit_free();
  unit_new(NULL);
  unit_start(0);
  fake.effect.halt = true;
  unit_issue(0, SOPP_WORD(s_sethalt, 1));
  unit_cycle();
  expect(WL_MISMATCH, unit.cycle - 1, "halted itself in the model and not in the DUT");
  unit_free();
  unit_new(NULL);
  unit_start(0);
  unit_issue(0, SOPP_WORD(s_nop, 0));
  wl_probe_wave_end(dut, 0, WL_WAVE_HALTED);
  expect(WL_MISMATCH, unit.cycle, "halted itself in the DUT; in the model it did not");

  unit_free();
  unit_new(&(wl_checker_options){.mode = WL_CHECK_DEFAULT, .expect_fault = true});
  unit_start(0);
  unit_end(0);
  assert_int_equal(unit_finish(), WL_EXPECT);
}

// Waves beside one that has faulted: they are compared, and the headline says how they end.
// Decisions: D-ILL-5.
static void test_beside_a_fault(void **state) {
  (void)state;
  for (int expected = 0; expected < 2; expected++) {
    const wl_checker_options options = {.mode = WL_CHECK_DEFAULT, .expect_fault = expected};
    const wl_verdict verdict = expected ? WL_PASS : WL_ERROR;
    unit_free();
    unit_new(&options);
    unit_start(0);
    unit_start(1);
    uint64_t at = unit.cycle;
    fault(0, WL_WAVE_FAULTED);
    unit_cycle();
    assert_false(wl_checker_stop(unit.checker));
    s_mov(1, word);
    unit_end(1);
    expect(verdict, at, "slot 0: illegal instruction at 0x1000");
    assert_true(unit.result.fault && unit.result.sweeps == 2);  // the wave's that ended, and the closing one
    assert_null(strchr(unit.result.why, ';'));

    // A wrong value.
    unit_free();
    unit_new(&options);
    unit_start(0);
    unit_start(1);
    fault(0, WL_WAVE_FAULTED);
    unit_cycle();
    unit_end(1);
    unit.next.sgpr[0][7] ^= 1;
    unit_cycle();
    assert_int_equal(unit_finish(), WL_MISMATCH);
    assert_non_null(strstr(unit.result.why, "slot 0: s7 holds"));
    unit_free();
    unit_new(&options);
    unit_start(0);
    unit_start(1);
    fault(0, WL_WAVE_FAULTED);
    unit_cycle();
    at = unit.cycle;
    s_mov(1, word + 1);
    expect(WL_MISMATCH, at, "slot 1: s5 is written with 0x00000002, expected 0x11111111");
    assert_false(unit.result.fault);

    // Another fault ends the run.
    unit_free();
    unit_new(&options);
    unit_start(0);
    unit_start(1);
    at = unit.cycle;
    fault(1, WL_WAVE_FAULTED);
    unit_cycle();
    fault(0, WL_WAVE_FAULTED);
    unit_cycle();
    expect(verdict, at, "; 1 other wave faulted: slot 0 at 0x1000");
    assert_int_equal(unit.result.why[5], '1');
    assert_null(strstr(unit.result.why, "did not end"));

    // A wave at a barrier with the faulted one is at its end; one that goes on is not.
    unit_free();
    unit_new(&options);
    unit_start(0);
    unit_start(1);
    at = unit.cycle;
    fault(0, WL_WAVE_FAULTED);
    unit_cycle();
    arrive(1);
    expect(verdict, at, "slot 0: illegal instruction at 0x1000");
    assert_null(strstr(unit.result.why, "did not end"));
    for (int hung = 0; hung < 2; hung++) {
      unit_free();
      unit_new(&options);
      unit_start(0);
      unit_start(1);
      at = unit.cycle;
      fault(0, WL_WAVE_FAULTED);
      unit_cycle();
      unit_issue(1, SOPP_WORD(s_nop, 0));
      unit_cycle();
      if (hung) wl_checker_cut_short(unit.checker, WL_HANG, -1, "no wave has started or ended");
      expect(verdict, at, "; 1 of the others did not end; wave 1: ");
      assert_true(unit.result.fault);
    }
  }
}

static void test_hang_and_open_end(void **state) {
  (void)state;
  unit_start(0);
  unit_issue(0, SOPP_WORD(s_barrier, 0));
  unit_cycle();
  wl_checker_cut_short(unit.checker, WL_HANG, -1, "no wave has started or ended");
  assert_int_equal(unit_finish(), WL_HANG);

  unit_free();
  unit_new(NULL);
  unit_start(0);
  unit_issue(0, SOPP_WORD(s_nop, 0));
  unit_cycle();
  wl_checker_finish(unit.checker, unit_dut_memory, &unit.result);
  assert_int_equal(unit.result.verdict, WL_ERROR);
  assert_non_null(strstr(unit.result.why, "had not ended"));
}

// ---- barrier -------------------------------------------------------------------------------------

static void test_barrier(void **state) {
  (void)state;
  // In time: at most two cycles after it was ready.
  unit_start(0);
  unit_start(1);
  arrive(0);
  fake.barrier_ready = true;
  arrive(1);
  unit_cycle();
  for (int i = 0; i < 2; i++) fake.state_regs[i].status &= ~WL_STATUS_IN_BARRIER;
  fake.barrier_ready = false;
  wl_probe_barrier_release(dut, 1);
  unit_cycle();
  unit_end(0);
  unit_end(1);
  assert_int_equal(unit_finish(), WL_PASS);

  unit_free();
  unit_new(NULL);
  unit_start(0);
  arrive(0);
  fake.refuse = true;
  wl_probe_barrier_release(dut, 1);
  expect(WL_ILLEGAL, unit.cycle, "barrier of group 1 released");

  unit_free();
  unit_new(NULL);
  unit_start(0);
  wl_probe_barrier_release(dut, 4);
  expect(WL_ERROR, unit.cycle, "barrier_release of group 4; the DUT has 0 to 3");

  unit_free();
  unit_new(NULL);
  unit_start(0);
  fake.barrier_ready = true;
  arrive(0);
  unit_cycle();
  assert_false(wl_checker_stop(unit.checker));
  unit_cycle();
  expect(WL_ILLEGAL, unit.cycle - 1, "not released within 2 cycles");
}

// ---- registers -----------------------------------------------------------------------------------

static void test_sgpr(void **state) {
  (void)state;
  const uint32_t wrong = 0x11111110;
  unit_start(0);
  uint64_t at = unit.cycle;
  s_mov(0, &wrong);
  expect(WL_MISMATCH, at, "s5 is written with 0x11111110, expected 0x11111111");

  unit_free();
  unit_new(NULL);
  unit_start(0);
  s_mov(0, NULL);
  expect(WL_MISMATCH, unit.cycle - 1, "s5 was not written");

  unit_free();
  unit_new(NULL);
  unit_start(0);
  unit_sgpr(WL_SRC_SALU, 0, 5, 1, word);
  expect(WL_MISMATCH, unit.cycle, "unexpected write of s5");

  // From another source, of another register, a second time: each alone is wrong.
  for (int i = 0; i < 3; i++) {
    unit_free();
    unit_new(NULL);
    unit_start(0);
    fake.effect.sgpr_first = 5;
    fake.effect.sgpr_count = 2;
    memcpy(&fake.sgpr[0][5], word, 8);
    unit_issue(0, 0xBE850100);
    if (i == 2) unit_sgpr(WL_SRC_SALU, 0, 5, 1, word);
    unit_sgpr(i == 0 ? WL_SRC_VALU : WL_SRC_SALU, 0, i == 1 ? 10 : 5, 1, word);
    expect(WL_MISMATCH, unit.cycle, i == 1 ? "unexpected write of s10" : "unexpected write of s5");
  }
}

static void test_initial_registers(void **state) {
  (void)state;
  static const char *const part[] = {"initial write of s1..s1 in slot 0", "initial write of s2..s2 in slot 0",
                                     "initial write of s1..s1 in slot 0", "initial write of physical VGPR 0, pass 0"};
  for (int i = 0; i < 4; i++) {
    unit_free();
    unit_new(NULL);
    wl_wave_init init;
    if (i) unit_dispatch(0, &init);
    if (i == 2) unit_sgpr(WL_SRC_INIT, 0, 1, 1, &init.sgpr[1]);
    if (i == 3) {
      for (int twice = 0; twice < 2; twice++) unit_vgpr(WL_SRC_INIT, 0, 0, 0, 0xFFFF, init.vgpr[0]);
    } else {
      unit_sgpr(WL_SRC_INIT, 0, i == 1 ? 2 : 1, 1, (const uint32_t[]){1});
    }
    expect(WL_ILLEGAL, unit.cycle, part[i]);
  }
}

static void test_vgpr(void **state) {
  (void)state;
  uint32_t wrong[16];
  memcpy(wrong, word, sizeof wrong);
  wrong[3] ^= 0x400000;

  // Inactive lanes may carry anything.
  unit_start(0);
  v_issue(0, 0xF7);
  unit_vgpr(WL_SRC_VALU, 0, 1, 0, 0xF7, wrong);
  unit_cycle();
  wl_probe_valu_done(dut, 0);
  unit_cycle();
  unit_end(0);
  assert_int_equal(unit_finish(), WL_PASS);

  unit_free();
  unit_new(NULL);
  unit_start(0);
  v_issue(0, 0xFF);
  unit_vgpr(WL_SRC_VALU, 0, 1, 0, 0xFF, wrong);
  expect(WL_MISMATCH, unit.cycle, "v1 (physical VGPR 1) lane 3");

  unit_free();
  unit_new(NULL);
  unit_start(0);
  v_issue(0, 0xFF);
  unit_vgpr(WL_SRC_VALU, 0, 1, 0, 0x1FF, word);
  expect(WL_MISMATCH, unit.cycle, "unexpected write of v1");

  unit_free();
  unit_new(NULL);
  unit_start(0);
  v_issue(0, 0xFF);
  unit_vgpr(WL_SRC_VALU, 0, 1, 0, 0x7F, word);
  wl_probe_valu_done(dut, 0);
  expect(WL_MISMATCH, unit.cycle, "v1 lane 7 was never written");

  unit_free();
  unit_new(NULL);
  unit_start(0);
  v_issue(0, 0xFF);
  for (int twice = 0; twice < 2; twice++) unit_vgpr(WL_SRC_VALU, 0, 1, 0, 0x0F, word);
  expect(WL_MISMATCH, unit.cycle, "unexpected write of v1");

  // Each of four destination registers, and SGPRs beside them, must have been written when it is done.
  for (uint32_t missing = 0; missing < 5; missing++) {
    unit_free();
    unit_new(NULL);
    unit_start(0);
    fake.effect.unit = WL_UNIT_VALU;
    fake.effect.vgpr_count = 4;
    for (uint32_t i = 0; i < 4; i++) {
      fake.effect.phys_vgpr[i] = 1 + i;
      fake.effect.vgpr_mask[i] = 0xFF;
      memcpy(fake.vgpr[1 + i], word, sizeof word);
    }
    fake.effect.sgpr_first = 8;
    fake.effect.sgpr_count = 2;
    memcpy(&fake.sgpr[0][8], word, 8);
    unit_issue(0, 0x7E020300);
    unit_cycle();
    for (uint32_t i = 0; i < 4; i++)
      if (i != missing) unit_vgpr(WL_SRC_VALU, 0, 1 + (int)i, 0, 0xFF, word);
    unit_sgpr(WL_SRC_VALU, 0, 8, missing == 4 ? 1 : 2, word);
    wl_probe_valu_done(dut, 0);
    char part[40] = "s9 was never written";
    if (missing < 4) snprintf(part, sizeof part, "v%u lane 0 was never written", 1 + missing);
    expect(WL_MISMATCH, unit.cycle, part);
  }

  unit_free();
  unit_new(NULL);
  unit_start(0);
  wl_probe_valu_done(dut, 0);
  expect(WL_ILLEGAL, unit.cycle, "no vector ALU instruction in flight");
}

// Wave 1 uses the shared VGPR 1 while wave 0 writes it.
static void test_shared_vgpr_is_waited_for(void **state) {
  (void)state;
  unit_start(0);
  unit_start(1);
  v_issue(0, 0xF);
  fake.effect.shared_rows[0] = 1u << 2;
  v_issue(1, 0xF);
  unit_vgpr(WL_SRC_VALU, 1, 9, 0, 0xF, word);
  wl_probe_valu_done(dut, 1);
  unit_cycle();
  fake.effect.shared_rows[0] = 1u << 1;
  v_issue(1, 0xF);
  expect(WL_ILLEGAL, unit.cycle - 1, "while the instruction of slot 0 writes shared VGPR 1");
}

// VCC and SCC of a vector compare and exceptions change at valu_done, PC at issue.
static void test_valu_state_regs_wait(void **state) {
  (void)state;
  unit_start(0);
  fake.state_regs[0].vcc_lo = 5;
  fake.state_regs[0].status |= WL_STATUS_SCC;
  fake.state_regs[0].trapsts = WL_TRAPSTS_EXCEPTIONS;
  fake.state_regs[0].status &= ~WL_STATUS_VCCZ;
  fake.effect.unit = WL_UNIT_VALU;
  unit_issue(0, 0x7D840000);
  unit.late_state_regs = true;
  unit.next.state_regs[0].pc_lo += 4;
  unit_cycle();
  unit_cycle();
  unit.late_state_regs = false;
  wl_probe_valu_done(dut, 0);
  unit_cycle();
  unit_end(0);
  assert_int_equal(unit_finish(), WL_PASS);
}

static void test_report_is_written(void **state) {
  (void)state;
  char directory[] = "/tmp/wavelock-checker-XXXXXX", path[64], text[16384] = "";
  assert_non_null(mkdtemp(directory));
  unit_free();
  unit_new(&(wl_checker_options){.mode = WL_CHECK_DEFAULT,
                                 .test = "mov",
                                 .seed = 7,
                                 .run_dir = directory,
                                 .reproduce = "make sim TEST=mov SEED=7"});
  unit_start(0);
  s_mov(0, &word[1]);
  expect(WL_MISMATCH, unit.cycle - 1, "s5");
  snprintf(path, sizeof path, "%s/report.json", directory);
  FILE *f = fopen(path, "r");
  assert_non_null(f);
  assert_true(fread(text, 1, sizeof text - 1, f) > 0);
  fclose(f);
  assert_non_null(strstr(text, "\"verdict\": \"MISMATCH\""));
  assert_non_null(strstr(text, "s_mov_b32 s5, s0"));
  assert_non_null(strstr(text, "make sim TEST=mov SEED=7"));
  remove(path);
  remove(directory);
}

static void test_keep_going(void **state) {
  (void)state;
  unit_free();
  unit_new(&(wl_checker_options){.mode = WL_CHECK_DEFAULT, .keep_going = 2});
  unit_start(0);
  for (int i = 0; i < 3; i++) {
    assert_false(wl_checker_stop(unit.checker));
    s_mov(0, &word[1]);
  }
  assert_true(wl_checker_stop(unit.checker));
  assert_int_equal(unit_finish(), WL_MISMATCH);
  assert_int_equal(unit.result.divergences, 3);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
  const struct CMUnitTest tests[] = {
      TEST(test_pass),
      TEST(test_spans_of_cycles),
      TEST(test_pass_with_nothing_is_refused),
      TEST(test_check_off_is_no_pass),
      TEST(test_rows_cover_state_regs_once),
      TEST(test_every_state_reg_row_is_caught_at_its_cycle),
      TEST(test_state_regs_early_and_late),
      TEST(test_swept_rows),
      TEST(test_sweep_looks_behind_writes),
      TEST(test_sweep_at_wave_end_and_unanswered),
      TEST(test_sweep_answers),
      TEST(test_sweep_without_question),
      TEST(test_cycles_are_closed_in_turn),
      TEST(test_sizes_of_structs),
      TEST(test_time_zero),
      TEST(test_version),
      TEST(test_unknown),
      TEST(test_wrong_handle),
      TEST(test_handles),
      TEST(test_wave_start),
      TEST(test_issue),
      TEST(test_hazard),
      TEST(test_fault),
      TEST(test_beside_a_fault),
      TEST(test_hang_and_open_end),
      TEST(test_barrier),
      TEST(test_sgpr),
      TEST(test_initial_registers),
      TEST(test_vgpr),
      TEST(test_shared_vgpr_is_waited_for),
      TEST(test_valu_state_regs_wait),
      TEST(test_report_is_written),
      TEST(test_keep_going),
  };
  int failed = cmocka_run_group_tests_name("checker", tests, NULL, NULL);
  unit_direct = true;
  return failed + cmocka_run_group_tests_name("checker, direct compare", tests, NULL, NULL);
}
