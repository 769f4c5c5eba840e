// SPDX-License-Identifier: Apache-2.0
// The uninterruptible clause, absolute data, and the number of shared registers (lds.md 6.1, 6.2).
#include <stdio.h>

#include "program.h"
#include "wavelock/decode.h"

static uint32_t clause(uint32_t n) { return sopp(WL_OP_clause, n); }
// Owner write of v0 with stride 4 and index 0: entry 4 * thread. relative: threads are numbered in the group.
static uint64_t owner_write(bool relative) {
  return ds(WL_OP_owner_write_b32, 0, 0, 0, 0, 4 << 8 | (uint32_t)relative << 15);
}

static wl_result issue_as(struct program *p, uint32_t slot, uint32_t tag, wl_effect *e) {
  return wl_model_issue(p->model, slot, tag, e);
}

static void issues(struct program *p, uint32_t slot) {
  const wl_effect e = issue(p, slot, WL_OK);
  if (e.clause_broken) fail_msg("%s", e.clause_why);
}

static void refuses(struct program *p, uint32_t slot, const char *part) {
  wl_effect e;
  assert_int_equal(issue_as(p, slot, 0, &e), WL_BAD_EVENT);
  if (!strstr(e.why, part)) fail_msg("\"%s\" does not contain \"%s\"", e.why, part);
}

// Two waves of one group (or two groups), each with its own model program at the same address.
static void open_two(struct program *p, bool one_group) {
  program_open(p);
  p->init.waves_in_group = one_group ? 2 : 1;
}
static void start_two(struct program *p) {
  start(p, 0);
  if (p->init.waves_in_group == 1) p->init.group = 1;
  else p->init.wave_in_group = 1;
  start(p, 1);
}

// Decisions: D-R700-17.
static void legality(void **state) {
  (void)state;
  for (uint32_t n = 0; n < 0x10000; n += n < 300 ? 1 : 997) {
    wl_decoded d;
    wl_decode_words((const uint32_t[]){0xbfc20000 | n, 0}, WL_GFX900, false, 96, 24, false, &d);
    assert_true(d.known && d.size == 4);
    assert_int_equal(d.legal, n >= 1 && n <= 128);
  }
}

// Decisions: D-R700-18. No other wave issues before the n-th instruction.
static void holds(void **state) {
  (void)state;
  for (uint32_t n = 1; n < 5; n++) {
    struct program p;
    open_two(&p, false);
    emit(&p, clause(n));
    emit(&p, sopp(WL_OP_s_nop, 3));              // counts one
    emit(&p, sopc(WL_OP_s_setvskip, 129, 128));  // and so does what VSKIP discards
    emit(&p, vop1(WL_OP_v_mov_b32, 0, 128));
    for (uint32_t i = 0; i < 4; i++) emit(&p, S_NOP);
    start_two(&p);
    assert_int_equal(wl_model_clause(p.model), -1);
    wl_effect e;
    assert_int_equal(issue_as(&p, 0, 0, &e), WL_OK);
    assert_int_equal(e.clause, n);
    for (uint32_t i = 0; i < n; i++) {
      assert_int_equal(wl_model_clause(p.model), 0);
      assert_false(wl_model_could_issue(p.model, 1));
      assert_true(wl_model_could_issue(p.model, 0));
      refuses(&p, 1, "issue from wave 1 while wave 0 is in a clause");
      char text[160];
      wl_model_waiting_for(p.model, 1, text, sizeof text);
      assert_non_null(strstr(text, "for wave 0, which is in a clause"));
      issues(&p, 0);
    }
    assert_int_equal(wl_model_clause(p.model), -1);
    assert_true(wl_model_could_issue(p.model, 1));
    issues(&p, 1);
    assert_int_equal(wl_model_clause(p.model), 1);
    program_close(&p);
  }
}

// The sentence about the clause at kCode, which `name` at the word of the program ends.
static void ends_early(struct program *p, const char *name, uint32_t word, uint32_t left) {
  char said[160];
  wl_effect e;
  (void)issue_as(p, 0, 0, &e);
  snprintf(said, sizeof said, "clause: %s at 0x%x ends the clause of 0x10000 with %u left", name, 0x10000 + 4 * word,
           left);
  assert_true(e.clause_broken);
  assert_string_equal(e.clause_why, said);
}

// Decisions: D-R700-19, D-R700-20.
static void ends(void **state) {
  (void)state;
  static const struct {
    const char *name;
    uint32_t word;
  } cases[] = {{"s_barrier", S_BARRIER},
               {"s_sethalt", 0xbf8d0001},
               {"s_sendmsghalt", 0xbf910001},
               {"clause", 0xbfc20005},
               {"s_trap", 0xbf920001}};
  for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    for (int last = 0; last < 2; last++) {
      struct program p;
      open_two(&p, true);
      p.init.trap_enabled = true;
      p.init.tba = kCode + 64;
      emit(&p, clause(last ? 2 : 5));
      emit(&p, sopp(WL_OP_s_sleep, 1));  // the wave may wait in it
      emit(&p, cases[i].word);
      for (uint32_t n = 0; n < 30; n++) emit(&p, S_NOP);
      start_two(&p);
      issues(&p, 0);
      issues(&p, 0);
      // As the n-th instruction it ends nothing early.
      if (last) issues(&p, 0);
      else ends_early(&p, cases[i].name, 2, 3);
      assert_int_equal(wl_model_clause(p.model), i == 3 ? 0 : -1);
      program_close(&p);
    }
  }
  // An instruction that faults has not issued. s_endpgm is the last anyway.
  for (int fault = 0; fault < 2; fault++) {
    struct program p;
    open_two(&p, false);
    emit(&p, clause(4));
    emit(&p, fault ? clause(0) : S_ENDPGM);
    start_two(&p);
    issues(&p, 0);
    if (fault) ends_early(&p, "illegal instruction", 1, 4);
    else issues(&p, 0);
    assert_int_equal(wl_model_clause(p.model), -1);
    issues(&p, 1);
    program_close(&p);
  }
  // A barrier in a group of one wave, s_trap without a handler, s_sethalt 0: none of them ends it.
  struct program p;
  open_two(&p, false);
  emit(&p, clause(4));
  emit(&p, S_BARRIER);
  emit(&p, sopp(WL_OP_s_trap, 1));
  emit(&p, sopp(WL_OP_s_sethalt, 0));
  emit(&p, S_NOP);
  start_two(&p);
  for (uint32_t i = 0; i < 4; i++) issues(&p, 0);
  assert_int_equal(wl_model_clause(p.model), 0);
  issues(&p, 0);
  assert_int_equal(wl_model_clause(p.model), -1);
  program_close(&p);
}

// A single step ends it too, at the entry of the handler; no other wave enters its own meanwhile.
static void trap_entry(void **state) {
  (void)state;
  struct program p;
  char why[160];
  open_two(&p, false);
  p.init.trap_enabled = true;
  p.init.tba = kCode + 64;
  p.init.mode = WL_MODE_DEBUG_EN;
  emit(&p, clause(3));
  for (uint32_t n = 0; n < 20; n++) emit(&p, S_NOP);
  start(&p, 0);
  p.init.group = 1;
  p.init.mode = 0;
  start(&p, 1);
  issues(&p, 0);
  assert_int_equal(wl_model_trap(p.model, 0, why), WL_HAZARD_CLAUSE);
  assert_string_equal(why, "clause: the entry of the trap handler at 0x10004 ends the clause of 0x10000 with 3 left");
  issues(&p, 1);
  assert_int_equal(wl_model_trap(p.model, 0, why), WL_BAD_EVENT);
  program_close(&p);
}

// ---- absolute data -------------------------------------------------------------------------------

static wl_result serve(struct program *p, uint32_t slot, uint32_t tag, wl_mem_op op, uint32_t quad, uint32_t byte,
                       char why[160]) {
  wl_lds_access a = {.slot = slot,
                     .tag = tag,
                     .op = op,
                     .quad = quad,
                     .bank = byte / 16 % 4,
                     .row = byte / 64,
                     .byte_enable = op == WL_MEM_LOAD ? 0xffff : 0xf << byte % 16};
  wl_lds_access predicted;
  return wl_model_lds(p->model, &a, &predicted, why);
}

// Decisions: D-R700-22. One active lane; its entry is at byte 0, and v0 is 0. reader: a second DS instruction, in the
// clause or behind it. Returns what its service says.
static wl_result second(uint64_t first, uint32_t n, uint64_t reader, wl_mem_op op, char why[160]) {
  struct program p;
  program_open(&p);
  p.init.exec = 1;
  emit(&p, clause(n));
  emit2(&p, first);
  emit2(&p, reader);
  start(&p, 0);
  wl_effect e;
  for (uint32_t i = 0; i < 3; i++) assert_int_equal(issue_as(&p, 0, i, &e), WL_OK);
  assert_int_equal(serve(&p, 0, 1, WL_MEM_STORE, 0, 0, why), WL_OK);
  const wl_result r = serve(&p, 0, 2, op, 0, 0, why);
  program_close(&p);
  return r;
}

static void absolute(void **state) {
  (void)state;
  const uint64_t read = ds(WL_OP_ds_read_b32, 2, 0, 0, 0, 0), byte = ds(WL_OP_ds_read_u8, 2, 0, 0, 0, 3),
                 add = ds(WL_OP_ds_add_u32, 0, 0, 0, 0, 0), write = ds(WL_OP_ds_write_b32, 0, 0, 0, 0, 0);
  char why[160];
  assert_int_equal(second(owner_write(false), 2, read, WL_MEM_LOAD, why), WL_OK);
  assert_int_equal(second(owner_write(false), 1, read, WL_MEM_LOAD, why), WL_HAZARD_ABSOLUTE);
  assert_string_equal(why,
                      "absolute: ds_read_b32 at 0x1000c reads dword 0 in lane 0, owner_write_b32 at 0x10004 wrote "
                      "it in a clause");
  assert_int_equal(second(owner_write(false), 1, byte, WL_MEM_LOAD, why), WL_HAZARD_ABSOLUTE);
  assert_int_equal(second(owner_write(false), 1, add, WL_MEM_ATOMIC, why), WL_HAZARD_ABSOLUTE);
  assert_int_equal(second(owner_write(false), 1, write, WL_MEM_STORE, why), WL_OK);
  assert_int_equal(second(owner_write(true), 1, read, WL_MEM_LOAD, why), WL_OK);
  assert_int_equal(second(write, 1, read, WL_MEM_LOAD, why), WL_OK);
}

// A later write clears the mark, and so does the allocation of the LDS. Standalone the same is found.
static void cleared(void **state) {
  (void)state;
  static const struct {
    bool inside, writes, found;
  } cases[] = {{true, false, true}, {true, true, false}, {false, false, false}};
  for (uint32_t i = 0; i < 3; i++) {
    struct program p;
    program_open(&p);
    p.init.exec = 1;
    emit(&p, cases[i].inside ? clause(1) : S_NOP);
    emit2(&p, owner_write(false));
    emit(&p, S_WAITCNT_0);
    if (cases[i].writes) emit2(&p, ds(WL_OP_ds_write_b8, 0, 0, 0, 0, 2));
    emit(&p, S_WAITCNT_0);
    emit2(&p, ds(WL_OP_ds_read_b32, 2, 0, 0, 0, 0));
    emit(&p, S_WAITCNT_0);
    emit(&p, S_ENDPGM);
    start(&p, 0);
    wl_run_report report;
    wl_model_run(p.model, 100, &report);
    assert_int_equal(report.result, cases[i].found ? WL_HAZARD_ABSOLUTE : WL_OK);
    if (cases[i].found) assert_non_null(strstr(report.why, "absolute: ds_read_b32 at 0x10014 reads dword 0 in lane 0"));
    program_close(&p);
  }
  for (int again = 0; again < 2; again++) {
    struct program p;
    program_open(&p);
    p.init.exec = 1;
    emit(&p, clause(1));
    emit2(&p, owner_write(false));
    emit(&p, S_ENDPGM);
    const uint64_t reader = p.at;
    emit2(&p, ds(WL_OP_ds_read_b32, 2, 0, 0, 0, 0));
    emit(&p, S_ENDPGM);
    start(&p, 0);
    run(&p, WL_OK);
    p.init.pc = reader;
    p.init.lds_base = again ? 512 : 0;  // another window: its own dwords hold no mark either
    start(&p, 0);
    wl_run_report report;
    wl_model_ignore_hazards(p.model, false);
    wl_model_run(p.model, 100, &report);
    assert_int_equal(report.result, WL_OK);
    program_close(&p);
  }
}

// LDS_DIRECT reads at issue.
static void direct(void **state) {
  (void)state;
  for (uint32_t n = 1; n < 3; n++) {
    struct program p;
    char why[160];
    program_open(&p);
    p.init.exec = 1;
    emit2(&p, sop1(WL_OP_s_mov_b32, M0, LITERAL) | 0x20000ull << 32);
    emit(&p, clause(n));
    emit2(&p, owner_write(false));
    emit(&p, vop1(WL_OP_v_mov_b32, 3, WL_SRC_LDS_DIRECT));
    start(&p, 0);
    wl_effect e;
    issues(&p, 0);
    issues(&p, 0);
    assert_int_equal(issue_as(&p, 0, 1, &e), WL_OK);
    assert_int_equal(serve(&p, 0, 1, WL_MEM_STORE, 0, 0, why), WL_OK);
    e = issue(&p, 0, WL_OK);
    assert_int_equal(e.clause_broken, n == 1);
    if (n == 1) assert_non_null(strstr(e.clause_why, "absolute: v_mov_b32 at 0x10014 reads dword 0 in lane 0"));
    program_close(&p);
  }
}

// Decisions: D-R700-21. The LDS serves DS instructions of all waves in order of issue.
static void service_order(void **state) {
  (void)state;
  struct program p;
  char why[160];
  open_two(&p, false);
  p.init.exec = 1;
  emit2(&p, ds(WL_OP_ds_read_b32, 2, 0, 0, 0, 0));
  start_two(&p);
  issues(&p, 1);
  issues(&p, 0);
  assert_int_equal(serve(&p, 0, 0, WL_MEM_LOAD, 0, 0, why), WL_BAD_EVENT);
  assert_non_null(strstr(why, "ds_read_b32 accesses the LDS before the older ds_read_b32 of wave 1"));
  assert_int_equal(serve(&p, 1, 0, WL_MEM_LOAD, 0, 0, why), WL_OK);
  assert_int_equal(serve(&p, 0, 0, WL_MEM_LOAD, 0, 0, why), WL_OK);
  program_close(&p);
}

// ---- standalone ----------------------------------------------------------------------------------

// A turn does not end within a clause, and a clause that ends early stops the run.
static void standalone(void **state) {
  (void)state;
  for (int early = 0; early < 2; early++) {
    struct program p;
    open_two(&p, true);
    emit(&p, clause(3));
    emit(&p, S_NOP);
    emit(&p, early ? S_BARRIER : S_NOP);
    for (int i = 0; i < 3; i++) emit(&p, S_NOP);
    emit(&p, S_ENDPGM);
    start_two(&p);
    wl_run_report report;
    wl_model_run(p.model, 1000, &report);
    assert_int_equal(report.result, early ? WL_HAZARD_CLAUSE : WL_OK);
    if (early) assert_string_equal(report.why, "clause: s_barrier at 0x10008 ends the clause of 0x10000 with 1 left");
    program_close(&p);
  }
}

// Decisions: D-R700-23.
static void shared_numbers(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  p.init.shared_global = 7;
  p.init.shared_temps = 20;
  p.init.vgpr_base = 48;
  emit(&p, sopk(WL_OP_s_getreg_b32, 4, 31 << 11 | 32));
  emit(&p, sopk(WL_OP_s_getreg_b32, 5, 7 << 11 | 8 << 6 | 32));
  emit(&p, S_NOP);
  emit(&p, sopk(WL_OP_s_setreg_b32, 6, 31 << 11 | 32));
  emit(&p, S_NOP);
  emit(&p, S_NOP);
  emit(&p, sopk(WL_OP_s_getreg_b32, 7, 31 << 11 | 32));
  start(&p, 0);
  for (int i = 0; i < 7; i++) issues(&p, 0);
  assert_int_equal(sgpr(&p, 0, 4), 20 << 8 | 7);
  assert_int_equal(sgpr(&p, 0, 5), 20);
  assert_int_equal(sgpr(&p, 0, 7), 20 << 8 | 7);
  program_close(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(legality),       cmocka_unit_test(holds),         cmocka_unit_test(ends),
      cmocka_unit_test(trap_entry),     cmocka_unit_test(absolute),      cmocka_unit_test(cleared),
      cmocka_unit_test(direct),         cmocka_unit_test(service_order), cmocka_unit_test(standalone),
      cmocka_unit_test(shared_numbers),
  };
  return cmocka_run_group_tests_name("clause", tests, NULL, NULL);
}
