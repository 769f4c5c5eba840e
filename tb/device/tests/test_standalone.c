// SPDX-License-Identifier: Apache-2.0
// A run of the model alone trusts no model: one that does not say what it has done ends with an error that names it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "check/ops.h"
#include "device/standalone.h"

enum { WAVES = 2, MOST = 4 };  // MOST: calls of `run`

// A model without instructions: a test says what each call of `run` does.
typedef struct {
  uint32_t live;  // waves: a bit a slot
  struct {
    wl_run_report report;
    uint32_t ends;  // waves that end in it: a bit a slot
  } turn[MOST];
  uint32_t turns, runs;
} idle_model;
static idle_model idle;

static wl_result wave_start(wl_model *m, uint32_t slot, const wl_wave_init *init) {
  (void)m, (void)init;
  idle.live |= 1u << slot;
  return WL_OK;
}
static void state_regs(const wl_model *m, uint32_t slot, wl_state_regs *out) {
  (void)m, (void)slot;
  memset(out, 0xFF, sizeof *out);  // no word of it is about a barrier here
}
static bool wave_live(const wl_model *m, uint32_t slot) {
  (void)m;
  return idle.live >> slot & 1;
}
static void run(wl_model *m, uint64_t limit, wl_run_report *report) {
  (void)m, (void)limit;
  if (idle.runs == idle.turns) fail_msg("the run goes on after %u calls", idle.runs);
  idle.live &= ~idle.turn[idle.runs].ends;
  *report = idle.turn[idle.runs++].report;
}

// Two groups of one wave each, which both fit.
static wl_launch_result launch(void) {
  static const wl_model_ops table = {
      .isa = "IDLE1", .wave_start = wave_start, .state_regs = state_regs, .wave_live = wave_live, .run = run};
  static const wl_config unit = {.waves = WAVES, .phys_vgprs = 32, .wave_lanes = 8, .sgprs = 4, .groups = WAVES};
  const wl_kernel_info kernel = {.name = "main", .entry = 0x1000, .raw = true};
  const wl_launch shape = {.grid = {16, 1, 1}, .group = {8, 1, 1}};
  const wl_model_ops ops = ops_complete(&table);
  wl_error error = {""};
  wl_launch_result result = {.verdict = WL_PASS};
  wl_dispatcher *dispatcher = wl_dispatcher_new(&unit, &kernel, &shape, 0, 0, &error);
  if (!dispatcher) fail_msg("%s", error.text);
  wl_standalone_run(&(wl_standalone){.ops = &ops, .waves = WAVES}, dispatcher, &result);
  wl_dispatcher_free(dispatcher);
  return result;
}

static void turn(wl_run_report report, uint32_t ends) {
  idle.turn[idle.turns].ends = ends;
  idle.turn[idle.turns++].report = report;
}

static void expect(wl_verdict verdict, const char *why) {
  const wl_launch_result result = launch();
  if (result.verdict != verdict || strcmp(result.why, why) != 0)
    fail_msg("%s: %d %s", why, (int)result.verdict, result.why);
  idle = (idle_model){0};
}

static void test_all_end(void **state) {
  (void)state;
  turn((wl_run_report){.instructions = 2}, 3);
  expect(WL_PASS, "");
}

static void test_waves_stay(void **state) {
  (void)state;
  turn((wl_run_report){0}, 0);
  expect(WL_ERROR,
         "the model of IDLE1: its function \"run\" says after 0 instructions that all waves have ended, and slot 0 "
         "holds one");
  turn((wl_run_report){.instructions = 7}, 1);
  expect(WL_ERROR,
         "the model of IDLE1: its function \"run\" says after 7 instructions that all waves have ended, and slot 1 "
         "holds one");
}

// A wave that has faulted stays, and the others go on.
static void test_faults(void **state) {
  (void)state;
  const wl_run_report fault = {.result = WL_ILLEGAL_INST, .slot = 1, .why = "no such instruction"};
  turn(fault, 0);
  turn((wl_run_report){.instructions = 1}, 1);
  expect(WL_ERROR, "slot 1: no such instruction");
  turn(fault, 0);
  turn((wl_run_report){0}, 0);
  expect(WL_ERROR,
         "the model of IDLE1: its function \"run\" says after 0 instructions that all waves have ended, and slot 0 "
         "holds one");
  turn(fault, 0);
  turn(fault, 0);
  expect(WL_ERROR,
         "the model of IDLE1: its function \"run\" says a second time that the wave in slot 1 has faulted, and has to "
         "leave it out");
  turn(fault, 2);
  expect(WL_ERROR,
         "the model of IDLE1: its function \"run\" says that the wave in slot 1 has faulted, and that slot holds no "
         "wave");
  turn((wl_run_report){.result = WL_FETCH_FAULT, .slot = 40}, 0);
  expect(WL_ERROR,
         "the model of IDLE1: its function \"run\" says that the wave in slot 40 has faulted, and that slot holds no "
         "wave");
}

// ---- a model without `run` -----------------------------------------------------------------------

enum { FOREVER = 1000000, BARRIER = 3, FAULT = 4 };  // BARRIER, FAULT: which instruction of a wave it is

typedef struct {
  bool live, waits;
  uint32_t issued, ends;  // ends: its last instruction
} own_wave;
static struct {
  own_wave wave[WAVES];
  uint32_t ends[WAVES], fault, barriers, blocks;  // fault, barriers: waves that have one, a bit a slot
  uint32_t heard, order[64];                      // slots of the instructions that the observer heard of
} by_issue;

static wl_result own_start(wl_model *m, uint32_t slot, const wl_wave_init *init) {
  (void)m, (void)init;
  by_issue.wave[slot] = (own_wave){.live = true, .ends = by_issue.ends[slot]};
  return WL_OK;
}
static bool own_live(const wl_model *m, uint32_t slot) {
  (void)m;
  return by_issue.wave[slot].live;
}
static void own_state(const wl_model *m, uint32_t slot, wl_state_regs *out) {
  (void)m;
  *out = (wl_state_regs){.pc_lo = by_issue.wave[slot].issued, .pc_hi = by_issue.wave[slot].waits};
}
static uint32_t own_standing(const wl_state_regs *s) { return s->pc_hi ? WL_STANDS_IN_BARRIER : 0; }
static void own_at_issue(wl_model *m, wl_block block) {
  (void)m;
  by_issue.blocks |= 1u << block;
}
static wl_result own_issue(wl_model *m, uint32_t slot, uint32_t tag, wl_effect *e) {
  (void)m, (void)tag;
  own_wave *w = &by_issue.wave[slot];
  assert_true(w->live && !w->waits);
  *e = (wl_effect){.pc = w->issued};
  if ((by_issue.fault >> slot & 1) && w->issued + 1 == FAULT) {
    e->end = WL_END_FAULT;
    snprintf(e->why, sizeof e->why, "no such instruction");
    return WL_ILLEGAL_INST;
  }
  w->issued++;
  w->waits = (by_issue.barriers >> slot & 1) && w->issued == BARRIER;
  w->live = w->issued != w->ends;
  e->end = w->live ? WL_END_NONE : WL_END_PGM;
  return WL_OK;
}
static bool own_ready(const wl_model *m, uint32_t group) {
  (void)m;
  assert_int_equal(group, 0);
  return by_issue.wave[0].waits && by_issue.wave[1].waits;
}
static wl_result own_release(wl_model *m, uint32_t group, char why[160]) {
  (void)m, (void)group, (void)why;
  by_issue.wave[0].waits = by_issue.wave[1].waits = false;
  return WL_OK;
}
static void own_waiting_for(const wl_model *m, uint32_t slot, char *text, size_t size) {
  (void)m, (void)slot;
  snprintf(text, size, "the other wave");
}

static void hear(void *to, const wl_observed *o) {
  (void)to;
  assert_int_equal(o->alone->before->pc_lo, o->alone->effect->pc);
  if (o->event == WL_EVENT_issue && by_issue.heard < 64) by_issue.order[by_issue.heard++] = o->alone->slot;
}

// One group of two waves. Its result; each wave's number of instructions.
static wl_launch_result issue_all(uint32_t first, uint32_t second, uint64_t most) {
  static const wl_model_ops table = {.isa = "IDLE1",
                                     .wave_start = own_start,
                                     .issue = own_issue,
                                     .state_regs = own_state,
                                     .standing = own_standing,
                                     .wave_live = own_live,
                                     .at_issue = own_at_issue,
                                     .barrier_ready = own_ready,
                                     .barrier_release = own_release,
                                     .waiting_for = own_waiting_for};
  static const wl_config unit = {.waves = WAVES, .phys_vgprs = 32, .wave_lanes = 8, .sgprs = 4, .groups = WAVES};
  const wl_kernel_info kernel = {.name = "main", .entry = 0x1000, .raw = true};
  const wl_launch shape = {.grid = {16, 1, 1}, .group = {16, 1, 1}};
  const wl_model_ops ops = ops_complete(&table);
  const wl_observer observer = {.wants = {[WL_ALONE] = wl_event_bit(WL_EVENT_issue)}, .event = hear};
  wl_error error = {""};
  wl_launch_result result = {.verdict = WL_PASS};
  wl_dispatcher *dispatcher = wl_dispatcher_new(&unit, &kernel, &shape, 0, 0, &error);
  if (!dispatcher) fail_msg("%s", error.text);
  by_issue.ends[0] = first;
  by_issue.ends[1] = second;
  const wl_standalone alone = {.ops = &ops, .waves = WAVES, .run_instructions = most, .observers = &observer};
  wl_standalone_run(&alone, dispatcher, &result);
  wl_dispatcher_free(dispatcher);
  return result;
}

static int clear(void **state) {
  (void)state;
  memset(&by_issue, 0, sizeof by_issue);
  return 0;
}

static void test_issues(void **state) {
  (void)state;
  const wl_launch_result result = issue_all(2, 3, 0);
  static const uint32_t order[] = {0, 0, 1, 1, 1};
  assert_int_equal(result.verdict, WL_PASS);
  assert_int_equal(result.instructions, 5);
  assert_int_equal(by_issue.blocks, 1u << WL_UNIT_SMEM | 1u << WL_UNIT_LDS | 1u << WL_UNIT_VMEM);
  assert_int_equal(by_issue.heard, 5);
  assert_memory_equal(by_issue.order, order, sizeof order);
}

// A turn has 65536 instructions.
static void test_turns(void **state) {
  (void)state;
  assert_int_equal(issue_all(65538, 65537, 0).instructions, 65538 + 65537);
  const wl_launch_result result = issue_all(FOREVER, 1, 200000);
  assert_int_equal(result.verdict, WL_HANG);
  assert_non_null(strstr(result.why, "no wave has started or ended for "));
}

static void test_issue_faults(void **state) {
  (void)state;
  by_issue.fault = 1;
  const wl_launch_result result = issue_all(9, 2, 0);
  assert_int_equal(result.verdict, WL_ERROR);
  assert_string_equal(result.why, "slot 0: no such instruction");
  assert_true(result.fault);
  assert_int_equal(result.instructions, FAULT - 1 + 2);
  assert_int_equal(by_issue.heard, FAULT + 2);
}

static void test_barriers(void **state) {
  (void)state;
  by_issue.barriers = 3;
  static const uint32_t order[] = {0, 0, 0, 1, 1, 1, 0, 1};
  assert_int_equal(issue_all(4, 4, 0).verdict, WL_PASS);
  assert_int_equal(by_issue.heard, 8);
  assert_memory_equal(by_issue.order, order, sizeof order);
  by_issue.barriers = 1;
  const wl_launch_result result = issue_all(4, 2, 0);
  assert_int_equal(result.verdict, WL_ERROR);
  assert_string_equal(result.why, "wave 0: the other wave");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_end),
                                     cmocka_unit_test(test_waves_stay),
                                     cmocka_unit_test(test_faults),
                                     cmocka_unit_test_setup(test_issues, clear),
                                     cmocka_unit_test_setup(test_turns, clear),
                                     cmocka_unit_test_setup(test_issue_faults, clear),
                                     cmocka_unit_test_setup(test_barriers, clear)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
