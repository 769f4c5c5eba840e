// SPDX-License-Identifier: Apache-2.0
// Control words as the wait policy of a wave: fields, the program counter, and the state of 8.3 cycle by cycle
// (maxwell-control.md 8.2 to 8.5, 8.8, 8.9).
#include "control_unit.h"
#include "isa/isa.h"
#include "control/control.h"

static const wl_unit_cycles none = {0, 0, 0}, usual = {3, 1, 5}, quarter = {7, 4, 5};

static uint32_t stall(const struct program *p) { return wl_field(state_regs(p, 0).control, WL_CONTROL_STALL); }
static uint32_t bar(const struct program *p, uint32_t b) {
  const wl_state_regs s = state_regs(p, 0);
  return (uint32_t)(((uint64_t)s.bar_hi << 32 | s.bar_lo) >> 6 * b) & 63;
}
static uint32_t inc(const struct program *p, uint32_t b) { return state_regs(p, 0).inc >> 3 * b & 7; }
static uint32_t in_flight(const struct program *p, uint32_t count) { return wl_field(state_regs(p, 0).control, count); }
static uint32_t mem_n(const struct program *p) { return wl_field(state_regs(p, 0).control_memory, WL_CONTROL_MEM_N); }

// ---- fields ----------------------------------------------------------------------------------------

// maxwell-control.md 4.1, all stalls with '-' and 'Y'.
static void cycles_of_a_field(void **state) {
  (void)state;
  for (int s = 0; s < 16; s++) {
    assert_int_equal(wl_control_cycles((uint32_t)(NEUTRAL + s)), s >= 12 ? 6 : s);
    assert_int_equal(wl_control_cycles((uint32_t)(NEUTRAL + YIELD + s)), s == 0 ? 1 : s);
  }
}

static void next_slot(void **state) {
  (void)state;
  assert_true(wl_control_next(kCode + 8) == kCode + 16);
  assert_true(wl_control_next(kCode + 16) == kCode + 24);
  assert_true(wl_control_next(kCode + 24) == kCode + 40);
  assert_true(wl_control_next(0xfffffffffff8ull) == 8);  // 48 bits
}

// maxwell-control.md 5: the words of the document.
static void fields_of_a_word(void **state) {
  (void)state;
  static const uint32_t fields[3] = {0x7e6, 0x7f1, 0x7e5};
  const uint64_t word = 0x001f9400fe2007e6ull;
  struct program p;
  uint32_t field;
  control_open(&p);
  assert_true(wl_mem_write(p.mem, kCode, &word, 8));
  for (uint32_t i = 0; i < 3; i++) {
    assert_true(wl_control_field(p.model, kCode + 8 + 8 * i, &field));
    assert_int_equal(field, fields[i]);
  }
  assert_false(wl_control_field(p.model, kCode, &field));
  assert_false(wl_control_field(p.model, kCode + 12, &field));
  assert_false(wl_control_field(p.model, kCode + 64 * WL_PAGE + 8, &field));
  program_close(&p);
}

// C-WORD: each halts the wave at its own PC.
static void malformed_slots(void **state) {
  (void)state;
  static const struct {
    int field;
    uint32_t pad, word, high;  // high: of the control word, or-ed in
    bool legal;
  } rows[] = {
      {NEUTRAL + 1, 0xbf800000, S_NOP, 0, true},
      {NEUTRAL + 1, 0xbf800001, S_NOP, 0, false},
      {NEUTRAL + 1, 0, S_NOP, 0, false},
      {NEUTRAL + 1, 0xbf800000, S_NOP, 1u << 31, false},
      {NEUTRAL + 1 - 32, 0xbf800000, S_NOP, 0, false},   // write barrier 6
      {NEUTRAL + 1 - 256, 0xbf800000, S_NOP, 0, false},  // read barrier 6
      {NEUTRAL + 1 + (1 << 20), 0xbf800000, S_NOP, 0, false},
      {NEUTRAL + 1 + (7 << 17), 0xbf800000, S_NOP, 0, true},  // reuse
      {NEUTRAL + 1, 0xbf800000, S_WAITCNT_0, 0, false},
  };
  for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct program p;
    uint32_t high;
    control_open(&p);
    slot(&p, rows[i].field, 2, rows[i].word, rows[i].pad);
    assert_true(wl_mem_read(p.mem, kCode + 4, &high, 4));
    high |= rows[i].high;
    assert_true(wl_mem_write(p.mem, kCode + 4, &high, 4));
    start(&p, 0);
    const wl_effect e = issue_to(&p, none, 0, rows[i].legal ? WL_OK : WL_ILLEGAL_INST);
    assert_true(e.control);
    assert_true(e.pc == kCode + 8);
    assert_true(rows[i].legal || state_regs(&p, 0).pc_lo == (uint32_t)kCode + 8);
    edge(&p, 1);
    assert_int_equal(stall(&p), 0);
    program_close(&p);
  }
}

static void pc_of_no_slot(void **state) {
  (void)state;
  static const uint32_t offsets[] = {0, 4, 12, 20};
  for (uint32_t i = 0; i < 4; i++) {
    struct program p;
    control_open(&p);
    put(&p, NEUTRAL + 1, S_NOP);
    p.init.pc = kCode + offsets[i];
    start(&p, 0);
    const wl_effect e = issue_to(&p, none, 0, WL_ILLEGAL_INST);
    assert_int_equal(e.field, 0);
    program_close(&p);
  }
}

// ---- STALL -----------------------------------------------------------------------------------------

static void stall_counts_down(void **state) {
  (void)state;
  static const struct {
    int field;
    uint32_t word, cycles;
  } rows[] = {{NEUTRAL + 1, S_NOP, 1},           {NEUTRAL + 5, S_NOP, 5},     {NEUTRAL + 13, S_NOP, 6},
              {NEUTRAL + YIELD + 13, S_NOP, 13}, {NEUTRAL + YIELD, S_NOP, 1}, {NEUTRAL, S_NOP, 1},
              {NEUTRAL + 1, S_NOP + 3, 4},       {NEUTRAL + 6, S_NOP + 3, 6}, {NEUTRAL + 1, S_NOP + 15, 8}};
  for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct program p;
    wl_effect e;
    control_open(&p);
    put(&p, rows[i].field, rows[i].word);
    put(&p, NEUTRAL + 1, S_NOP);
    start(&p, 0);
    (void)issue_to(&p, none, 0, WL_OK);
    for (uint32_t left = rows[i].cycles - 1;; left--) {
      edge(&p, 1);
      assert_int_equal(stall(&p), left);
      assert_int_equal(wl_model_control_candidate(p.model, 0), left == 0);
      if (left == 0) break;
      assert_int_equal(wl_model_issue(p.model, 0, 0, &e), WL_BAD_EVENT);
      assert_non_null(strstr(e.why, "STALL"));
    }
    (void)issue_to(&p, none, 0, WL_OK);
    program_close(&p);
  }
}

// ---- barriers --------------------------------------------------------------------------------------

static void read_operands(struct program *p, uint32_t tag, uint32_t first, uint32_t count) {
  char why[160];
  for (uint32_t v = first; v < first + count; v++) {
    for (uint32_t q = 0; q < 4; q++) good(wl_model_vgpr_read(p->model, WL_UNIT_VMEM, 0, tag, v, q, why), why);
  }
  good(wl_model_operands_read(p->model, WL_UNIT_VMEM, 0, tag, why), why);
}

// A setter in t is in INC at t + 1 and in BAR at t + 2; a signal in t + 2 takes it off again.
static void setter_is_visible_two_later(void **state) {
  (void)state;
  struct program p;
  wl_effect e;
  control_open(&p);
  put2(&p, NEUTRAL + 1 + writes(0) + reads(1), global(WL_OP_global_load_dword, 4, 1, 0, 2, 0));
  put(&p, NEUTRAL + 1 + waits_for(0), S_NOP);
  put(&p, NEUTRAL + 1 + waits_for(0) + waits_for(1), S_NOP);
  put(&p, NEUTRAL + 1 + waits_for(1), S_NOP);
  p.init.exec = 0;
  start(&p, 0);
  (void)issue_to(&p, none, 3, WL_OK);
  assert_int_equal(inc(&p, 0), 0);
  edge(&p, 1);
  assert_int_equal(inc(&p, 0), 1);
  assert_int_equal(inc(&p, 1), 1);
  assert_int_equal(bar(&p, 0), 0);
  assert_int_equal(mem_n(&p), 1);
  (void)issue_to(&p, none, 0, WL_OK);  // too early to see it
  edge(&p, 1);
  assert_int_equal(inc(&p, 0), 0);
  assert_int_equal(bar(&p, 0), 1);
  assert_int_equal(bar(&p, 1), 1);
  assert_false(wl_model_control_candidate(p.model, 0));
  assert_int_equal(wl_model_issue(p.model, 0, 0, &e), WL_BAD_EVENT);
  assert_non_null(strstr(e.why, "barriers 0x3"));
  read_operands(&p, 3, 1, 0);
  edge(&p, 1);
  assert_int_equal(bar(&p, 1), 0);
  assert_int_equal(bar(&p, 0), 1);
  assert_int_equal(mem_n(&p), 0);
  edge(&p, 3);
  char why[160];
  good(wl_model_return(p.model, WL_UNIT_VMEM, 0, 3, why), why);
  assert_int_equal(bar(&p, 0), 1);
  edge(&p, 1);
  assert_int_equal(bar(&p, 0), 0);
  (void)issue_to(&p, none, 0, WL_OK);
  program_close(&p);
}

// A signal in the cycle in which the addition moves: BAR stays as it is.
static void signal_meets_addition(void **state) {
  (void)state;
  struct program p;
  control_open(&p);
  put2(&p, NEUTRAL + 1 + reads(2), global(WL_OP_global_store_dword, 0, 1, 2, 2, 0));
  p.init.exec = 0;
  start(&p, 0);
  (void)issue_to(&p, none, 0, WL_OK);
  edge(&p, 1);
  assert_int_equal(inc(&p, 2), 1);
  assert_int_equal(in_flight(&p, WL_CONTROL_ST_N), 1);
  read_operands(&p, 0, 1, 0);
  edge(&p, 1);
  assert_int_equal(inc(&p, 2), 0);
  assert_int_equal(bar(&p, 2), 0);
  program_close(&p);
}

// FLAT adds one for each half (D-CTRL-33), two where both barriers are the same: 4.
static void flat_adds_for_its_halves(void **state) {
  (void)state;
  struct program p;
  char why[160];
  control_open(&p);
  put2(&p, NEUTRAL + 1 + writes(3) + reads(3), 0xdc500000u | (uint64_t)1 << 32 | (uint64_t)4 << 56);  // flat_load_dword
  p.init.exec = 0;
  start(&p, 0);
  (void)issue_to(&p, none, 0, WL_OK);
  edge(&p, 1);
  assert_int_equal(inc(&p, 3), 4);
  assert_int_equal(mem_n(&p), 2);
  edge(&p, 1);
  assert_int_equal(bar(&p, 3), 4);
  good(wl_model_operands_read(p.model, WL_UNIT_VMEM, 0, 0, why), why);
  good(wl_model_operands_read(p.model, WL_UNIT_LDS, 0, 64, why), why);
  edge(&p, 1);
  assert_int_equal(bar(&p, 3), 2);
  edge(&p, 2);
  good(wl_model_return(p.model, WL_UNIT_LDS, 0, 64, why), why);
  edge(&p, 1);
  assert_int_equal(bar(&p, 3), 1);
  program_close(&p);
}

// A long vector ALU instruction sets a write barrier, another does not (D-CTRL-40). VALU_N counts both.
static void long_instruction_sets(void **state) {
  (void)state;
  for (uint32_t is_long = 0; is_long < 2; is_long++) {
    const wl_unit_cycles unit = is_long ? quarter : usual;
    struct program p;
    control_open(&p);
    put(&p, NEUTRAL + 1 + writes(5), vop1(WL_OP_v_mov_b32, 3, VGPR + 1));
    start(&p, 0);
    const wl_effect e = issue_to(&p, unit, 0, WL_OK);
    edge(&p, 1);
    assert_int_equal(inc(&p, 5), is_long);
    assert_int_equal(in_flight(&p, WL_CONTROL_VALU_N), 1);
    program_close(&p);
    control_open(&p);
    put(&p, NEUTRAL + 1 + writes(5), vop1(WL_OP_v_mov_b32, 3, VGPR + 1));
    start(&p, 0);
    (void)issue_to(&p, unit, 0, WL_OK);
    finish_valu(&p, &e, unit);
    assert_int_equal(bar(&p, 5), 0);
    assert_int_equal(in_flight(&p, WL_CONTROL_VALU_N), 0);
    program_close(&p);
  }
}

// 8.9: s_endpgm waits for all that is in flight, s_barrier for stores alone.
static void end_and_barrier_wait(void **state) {
  (void)state;
  static const uint32_t words[] = {S_ENDPGM, S_BARRIER};
  static const bool waits[2][2] = {{true, true}, {false, true}};  // by word, by load or store
  for (uint32_t i = 0; i < 4; i++) {
    const bool store = i % 2;
    struct program p;
    wl_effect e;
    control_open(&p);
    put2(&p, NEUTRAL + 2,
         store ? global(WL_OP_global_store_dword, 0, 1, 2, 2, 0) : global(WL_OP_global_load_dword, 4, 1, 0, 2, 0));
    put(&p, NEUTRAL + 5, words[i / 2]);
    p.init.exec = 0;
    start(&p, 0);
    (void)issue_to(&p, none, 0, WL_OK);
    edge(&p, 2);
    assert_int_equal(wl_model_could_issue(p.model, 0), !waits[i / 2][store]);
    assert_int_equal(wl_model_issue(p.model, 0, 1, &e), waits[i / 2][store] ? WL_BAD_EVENT : WL_OK);
    program_close(&p);
  }
}

// ---- pairs (8.7) -------------------------------------------------------------------------------------

// A second in the same cycle; STALL and YLD come from it.
static void pair_in_one_cycle(void **state) {
  (void)state;
  static const struct {
    int field;
    uint32_t second;
    bool pairs;
  } rows[] = {{NEUTRAL, S_NOP, true},
              {NEUTRAL, S_BARRIER, false},
              {NEUTRAL, S_ENDPGM, false},
              {NEUTRAL + 1, S_NOP, false},
              {NEUTRAL + YIELD, S_NOP, false}};
  for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct program p;
    wl_effect e;
    control_open(&p);
    put(&p, rows[i].field, vop1(WL_OP_v_mov_b32, 3, VGPR + 1));
    put(&p, NEUTRAL + YIELD + 4, rows[i].second);
    put(&p, NEUTRAL + 1, S_NOP);
    start(&p, 0);
    (void)issue_to(&p, usual, 0, WL_OK);
    (void)issue_to(&p, none, 0, rows[i].pairs ? WL_OK : WL_BAD_EVENT);
    assert_int_equal(wl_model_issue(p.model, 0, 0, &e), WL_BAD_EVENT);  // never three
    edge(&p, 1);
    if (rows[i].pairs) {
      assert_int_equal(stall(&p), 3);
      assert_int_equal(wl_field(state_regs(&p, 0).control, WL_CONTROL_YLD), 1);
      assert_int_equal(in_flight(&p, WL_CONTROL_VALU_N), 1);
    }
    program_close(&p);
  }
}

// ---- rule 3 of 8.5 -----------------------------------------------------------------------------------

static void stay_counts(void **state) {
  (void)state;
  struct program p;
  bool open;
  control_open(&p);
  for (uint32_t i = 0; i < 9; i++) put(&p, NEUTRAL + 1, S_NOP);
  put(&p, NEUTRAL + YIELD + 1, S_NOP);
  put(&p, NEUTRAL + 1, S_NOP);
  start(&p, 0);
  assert_int_equal(wl_model_stays(p.model, &open), -1);
  for (uint32_t i = 0; i < 8; i++) {
    wl_model_rule3(p.model, 0, i == 0 ? WL_RULE3_NO : WL_RULE3_YES);
    (void)issue_to(&p, none, 0, WL_OK);
    edge(&p, 1);
    assert_int_equal(wl_field(state_regs(&p, 0).control, WL_CONTROL_STAY), i);
    assert_int_equal(wl_model_stays(p.model, &open), i < 7 ? 0 : -1);
  }
  (void)issue_to(&p, none, 0, WL_OK);  // another rule chose it
  edge(&p, 1);
  assert_int_equal(wl_field(state_regs(&p, 0).control, WL_CONTROL_STAY), 7);
  (void)issue_to(&p, none, 0, WL_OK);  // with 'Y'
  edge(&p, 1);
  assert_int_equal(wl_field(state_regs(&p, 0).control, WL_CONTROL_STAY), 0);
  assert_int_equal(wl_field(state_regs(&p, 0).control, WL_CONTROL_YLD), 1);
  assert_int_equal(wl_model_stays(p.model, &open), -1);
  program_close(&p);
}

// A PC that names no slot needs no unit: for the arbiter its dword is no vector instruction (8.2).
static void no_slot_needs_no_unit(void **state) {
  (void)state;
  struct program p;
  wl_block unit = WL_UNIT_VALU;
  control_open(&p);
  put(&p, NEUTRAL + 1, S_NOP);
  p.init.pc = kCode;  // the control word, whose low dword looks like v_cndmask_b32
  start(&p, 0);
  assert_true(wl_model_next_unit(p.model, 0, &unit));
  assert_int_equal(unit, WL_UNIT_SCALAR);
  program_close(&p);
}

// Where the checker cannot know of another candidate the unit may say one of two numbers.
static void stay_by_the_unit(void **state) {
  (void)state;
  struct program p;
  control_open(&p);
  put(&p, NEUTRAL + 1, S_NOP);
  start(&p, 0);
  assert_false(wl_model_stay_is(p.model, 0, 1));
  wl_model_rule3(p.model, 0, WL_RULE3_NOT_SURE);
  (void)issue_to(&p, none, 0, WL_OK);
  edge(&p, 1);
  assert_int_equal(wl_field(state_regs(&p, 0).control, WL_CONTROL_STAY), 0);
  assert_false(wl_model_stay_is(p.model, 0, 2));
  assert_true(wl_model_stay_is(p.model, 0, 1));
  assert_int_equal(wl_field(state_regs(&p, 0).control, WL_CONTROL_STAY), 1);
  program_close(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cycles_of_a_field),
      cmocka_unit_test(next_slot),
      cmocka_unit_test(fields_of_a_word),
      cmocka_unit_test(malformed_slots),
      cmocka_unit_test(pc_of_no_slot),
      cmocka_unit_test(stall_counts_down),
      cmocka_unit_test(setter_is_visible_two_later),
      cmocka_unit_test(signal_meets_addition),
      cmocka_unit_test(flat_adds_for_its_halves),
      cmocka_unit_test(long_instruction_sets),
      cmocka_unit_test(end_and_barrier_wait),
      cmocka_unit_test(pair_in_one_cycle),
      cmocka_unit_test(stay_counts),
      cmocka_unit_test(no_slot_needs_no_unit),
      cmocka_unit_test(stay_by_the_unit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
