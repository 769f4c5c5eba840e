// SPDX-License-Identifier: Apache-2.0
// The wait policy is an interface: the model asks it, and does what another policy than GFX9's wait counters says.
#include "wave/policy.h"

#include <stdio.h>

#include "program.h"
#include "wave/model.h"

// A policy of the test: a wave waits for all its memory instructions before any other instruction, as if each word of
// its program said so. It notes what it is told.
static struct {
  uint32_t in_flight, issued, completed, programs;
  uint32_t counters;  // WL_HOLDS_*: let go, added up by bits
} seen;

static void reset(struct wl_wave *w) { w->vm_cnt = w->exp_cnt = w->lgkm_cnt = 0; }
static bool can_issue(const struct wl_wave *w, const struct wl_insn *insn) {
  (void)w, (void)insn;
  return seen.in_flight == 0;
}
static bool explain(const struct wl_wave *w, const struct wl_insn *insn, char *text, size_t size) {
  if (can_issue(w, insn)) return false;
  snprintf(text, size, "%u in flight", seen.in_flight);
  return true;
}
static void on_issue(struct wl_wave *w, const struct wl_insn *insn) {
  (void)w;
  seen.issued++;
  seen.in_flight += insn->holds != 0;
}
static void on_complete(struct wl_wave *w, const struct wl_insn *insn, uint32_t counters) {
  (void)w, (void)insn;
  seen.completed++;
  seen.counters |= counters;
  seen.in_flight -= (counters & (WL_HOLDS_VM | WL_HOLDS_LGKM)) != 0;
}
static bool idle(const struct wl_wave *w) {
  (void)w;
  return seen.in_flight == 0;
}
static bool unwaited(const struct wl_wave *w, const struct wl_insn *insn, uint64_t pc, char why[WL_WHY]) {
  (void)w, (void)insn, (void)pc, (void)why;
  return false;
}
static bool unwaited_stack(const struct wl_wave *w, const struct wl_insn *insn, uint32_t old_csp, uint64_t pc,
                           char why[WL_WHY]) {
  (void)w, (void)insn, (void)old_csp, (void)pc, (void)why;
  return false;
}
static void on_program(struct wl_wave *w, const struct wl_insn *insn, uint64_t pc) {
  (void)w, (void)insn, (void)pc;
  seen.programs++;
}

static struct wl_wait_policy policy;

// From now on the model's waves follow the policy of the test. Its instruction stream is GFX9's.
static void follow(struct program *p) {
  memset(&seen, 0, sizeof seen);
  policy = wl_wait_counters;
  policy.reset = reset;
  policy.can_issue = can_issue;
  policy.explain = explain;
  policy.on_issue = on_issue;
  policy.on_complete = on_complete;
  policy.idle = idle;
  policy.unwaited = unwaited;
  policy.unwaited_stack = unwaited_stack;
  policy.on_program = on_program;
  p->model->policy = &policy;
}

static void serve_load(struct program *p) {
  char why[WL_WHY];
  uint32_t data[16], mask;
  for (uint32_t q = 0; q < 4; q++) {
    wl_transaction t = {.unit = WL_UNIT_VMEM, .line = kData, .byte_enable = 15, .lanes = 0xffffull << 16 * q};
    assert_int_equal(wl_model_request(p->model, &t, &t, why), WL_OK);
    assert_int_equal(wl_model_perform(p->model, &t, false, data, why), WL_OK);
    assert_int_equal(wl_model_write_back_vgpr(p->model, WL_UNIT_VMEM, 0, 0, 4, q, &mask, data, why), WL_OK);
  }
  assert_int_equal(wl_model_return(p->model, WL_UNIT_VMEM, 0, 0, why), WL_OK);
}

// The program waits nowhere. GFX9's counters let the second instruction issue, as a missing wait.
static void open_program(struct program *p) {
  program_open(p);
  p->init.sgpr_count = 2;
  p->init.sgpr[0] = (uint32_t)kData;
  emit2(p, global(WL_OP_global_load_dword, 4, 1, 0, 0, 0));
  emit(p, vop1(WL_OP_v_mov_b32, 5, VGPR + 4));
  emit(p, S_ENDPGM);
}

static void counters_let_it_issue(void **state) {
  (void)state;
  struct program p;
  open_program(&p);
  start(&p, 0);
  issue(&p, 0, WL_OK);
  assert_true(wl_model_could_issue(p.model, 0));
  issue(&p, 0, WL_HAZARD_PENDING);
  program_close(&p);
}

static void another_policy(void **state) {
  (void)state;
  struct program p;
  wl_effect e;
  char text[WL_WHY];
  open_program(&p);
  follow(&p);
  start(&p, 0);
  issue(&p, 0, WL_OK);
  assert_int_equal(seen.issued, 1);
  assert_int_equal(seen.programs, 1);
  assert_false(wl_model_could_issue(p.model, 0));
  assert_int_equal(wl_model_issue(p.model, 0, 0, &e), WL_BAD_EVENT);
  assert_string_equal(e.why, "issued too early: 1 in flight");
  wl_model_waiting_for(p.model, 0, text, sizeof text);
  assert_non_null(strstr(text, "1 in flight"));
  serve_load(&p);
  assert_int_equal(seen.completed, 1);
  assert_int_equal(seen.counters, WL_HOLDS_VM);
  assert_true(wl_model_could_issue(p.model, 0));
  issue(&p, 0, WL_OK);
  program_close(&p);
}

// A GDS instruction holds two counters and lets go of them one after the other.
static void two_counters(void **state) {
  (void)state;
  struct program p;
  char why[WL_WHY];
  program_open(&p);
  follow(&p);
  p.init.exec = 0;
  emit2(&p, ds(WL_OP_ds_add_u32, 0, 1, 2, 0, 0) | 1 << 16);
  start(&p, 0);
  const wl_effect e = issue(&p, 0, WL_OK);
  assert_int_equal(e.held, WL_HOLDS_EXP | WL_HOLDS_LGKM);
  assert_int_equal(wl_model_operands_read(p.model, WL_UNIT_LDS, 0, 0, why), WL_OK);
  assert_int_equal(seen.counters, WL_HOLDS_EXP);
  assert_int_equal(wl_model_return(p.model, WL_UNIT_LDS, 0, 0, why), WL_OK);
  assert_int_equal(seen.counters, WL_HOLDS_EXP | WL_HOLDS_LGKM);
  assert_int_equal(seen.completed, 2);
  program_close(&p);
}

// Instructions of one queue complete in order, those of different queues do not; SMEM in any order.
static void order(void **state) {
  (void)state;
  struct program p;
  wl_effect e;
  char why[WL_WHY];
  program_open(&p);
  p.init.exec = 0;
  p.init.sgpr_count = 2;
  p.init.sgpr[0] = (uint32_t)kData;
  for (uint32_t i = 0; i < 2; i++) {
    emit2(&p, global(WL_OP_global_load_dword, 4 + i, 1, 0, 0, 0));
    emit2(&p, ds(WL_OP_ds_read_b32, 6 + i, 1, 0, 0, 0));
  }
  start(&p, 0);
  for (uint32_t tag = 0; tag < 2; tag++) {
    assert_int_equal(wl_model_issue(p.model, 0, tag, &e), WL_OK);
    assert_int_equal(wl_model_issue(p.model, 0, tag, &e), WL_OK);  // tags of each unit are its own
  }
  assert_int_equal(wl_model_return(p.model, WL_UNIT_LDS, 0, 1, why), WL_BAD_EVENT);
  assert_non_null(strstr(why, "before the older ds_read_b32"));
  assert_int_equal(wl_model_return(p.model, WL_UNIT_LDS, 0, 0, why), WL_OK);  // the older load is another queue's
  assert_int_equal(wl_model_return(p.model, WL_UNIT_LDS, 0, 1, why), WL_OK);
  assert_int_equal(wl_model_return(p.model, WL_UNIT_VMEM, 0, 1, why), WL_BAD_EVENT);
  assert_non_null(strstr(why, "before the older global_load_dword"));
  assert_int_equal(wl_model_return(p.model, WL_UNIT_VMEM, 0, 0, why), WL_OK);
  assert_int_equal(wl_model_return(p.model, WL_UNIT_VMEM, 0, 1, why), WL_OK);
  assert_int_equal(state_regs(&p, 0).counters, 0);
  program_close(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(counters_let_it_issue), cmocka_unit_test(another_policy),
                                     cmocka_unit_test(two_counters), cmocka_unit_test(order)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
