// SPDX-License-Identifier: Apache-2.0
// Waves with control words, cycle by cycle: when results are written, what the next instruction and memory units read,
// and what the model refuses (maxwell-control.md 8.6, 8.14).
#include "control_unit.h"

static const wl_unit_cycles usual = {3, 1, 5};

enum { V_CMP_LT_U32 = 0xc9 };

// ---- too early, too late ---------------------------------------------------------------------------

static void refused_pass(struct program *p, uint32_t vgpr, uint32_t pass, const char *part) {
  char why[160];
  uint32_t mask, data[16];
  const wl_result result = wl_model_write_valu_vgpr(p->model, 0, vgpr, pass, &mask, data, why);
  refused(result, why, part);
}

static void write_pass(struct program *p, uint32_t vgpr, uint32_t pass, wl_result expected) {
  char why[160];
  uint32_t mask, data[16];
  const wl_result result = wl_model_write_valu_vgpr(p->model, 0, vgpr, pass, &mask, data, why);
  if (result != expected) print_error("%s\n", why);
  assert_int_equal(result, expected);
}

// v3 is written at t + 5 + p: 2 more than it takes. The next instruction reads pass p at t + d + 1 + p.
static void reader_at(uint32_t d, uint32_t expected) {
  const wl_unit_cycles delayed = {5, 1, 5};
  struct program p;
  char why[160];
  control_open(&p);
  put(&p, NEUTRAL + 4, vop1(WL_OP_v_mov_b32, 3, VGPR + 1));
  put(&p, NEUTRAL + 1, vop1(WL_OP_v_mov_b32, 4, VGPR + 3));
  start(&p, 0);
  set_lanes(&p, 1, 1000);
  set_lanes(&p, 3, 0);
  (void)issue_to(&p, delayed, 0, WL_OK);
  for (uint32_t cycle = 1; cycle <= d + 8; cycle++) {
    edge(&p, 1);
    if (cycle >= 5 && cycle <= 8) write_pass(&p, 3, cycle - 5, WL_OK);
    if (cycle == 8) good(wl_model_valu_done(p.model, 0, why), why);
    if (cycle >= d + 5) write_pass(&p, 4, cycle - d - 5, WL_OK);
    if (cycle == d) (void)issue_to(&p, delayed, 0, WL_OK);
  }
  good(wl_model_valu_done(p.model, 0, why), why);
  for (uint32_t l = 0; l < WL_LANES; l++) assert_int_equal(lane(&p, 4, l), expected + l);
  program_close(&p);
}

static void value_by_distance(void **state) {
  (void)state;
  reader_at(4, 0);  // reads pass 0 at t + 5, in which it is written
  reader_at(5, 1000);
}

static void writes_have_their_cycles(void **state) {
  (void)state;
  struct program p;
  char why[160];
  control_open(&p);
  put(&p, NEUTRAL + 1, vop1(WL_OP_v_mov_b32, 3, VGPR + 1));
  start(&p, 0);
  refused(wl_model_valu_done(p.model, 0, why), why, "wave 0 has no vector ALU instruction in flight");
  (void)issue_to(&p, usual, 0, WL_OK);
  edge(&p, 2);
  refused_pass(&p, 3, 0, "writes v3, pass 0 2 cycles after its issue, expected 3");
  edge(&p, 1);
  refused_pass(&p, 4, 0, "does not write physical VGPR 4, pass 0");
  refused_pass(&p, 3, 1, "writes v3, pass 1 3 cycles after its issue, expected 4");
  write_pass(&p, 3, 0, WL_OK);
  refused_pass(&p, 3, 0, "writes v3, pass 0 a second time");
  edge(&p, 1);
  write_pass(&p, 3, 1, WL_OK);
  edge(&p, 1);
  write_pass(&p, 3, 2, WL_OK);
  edge(&p, 1);
  refused(wl_model_valu_done(p.model, 0, why), why, "ends before it has written v3, pass 3");
  program_close(&p);
}

static void ends_in_its_cycle(void **state) {
  (void)state;
  struct program p;
  char why[160];
  control_open(&p);
  put(&p, NEUTRAL + 1, vop1(WL_OP_v_mov_b32, 3, VGPR + 1));
  start(&p, 0);
  (void)issue_to(&p, usual, 0, WL_OK);
  edge(&p, 2);
  for (uint32_t q = 0; q < 4; q++) {
    edge(&p, 1);
    write_pass(&p, 3, q, WL_OK);
  }
  edge(&p, 1);
  refused(wl_model_valu_done(p.model, 0, why), why, "ends 7 cycles after its issue, expected 6");
  program_close(&p);
}

// v_add_u32 v3, v4, v5 with these fields, one after the other: what each finds in the entries of SRC0 and SRC1.
static void reuse_entries(void **state) {
  (void)state;
  enum { U1 = 1 << 17, U2 = 1 << 18 };
  static const struct {
    int field;
    bool finds[2];
  } rows[] = {
      {NEUTRAL + 4 + U1 + U2, {false, false}},    {NEUTRAL + 4 + U1, {true, true}},   {NEUTRAL + 4, {true, false}},
      {NEUTRAL + 4 + U2 + YIELD, {false, false}}, {NEUTRAL + 4 + U2, {false, false}}, {NEUTRAL + 4, {false, true}}};
  enum { COUNT = sizeof rows / sizeof *rows };
  struct program p;
  char why[160];
  control_open(&p);
  for (uint32_t i = 0; i < COUNT; i++) put(&p, rows[i].field, vop2(WL_OP_v_add_u32, 3, VGPR + 4, 5));
  start(&p, 0);
  for (uint32_t i = 0; i < COUNT; i++) {
    (void)issue_to(&p, usual, 0, WL_OK);
    for (uint32_t s = 0; s < 2; s++) {
      assert_int_equal(wl_model_reuse_hit(p.model, s, 4 + s, why), rows[i].finds[s] ? WL_OK : WL_BAD_EVENT);
      assert_int_equal(wl_model_reuse_hit(p.model, s, 5 - s, why), WL_BAD_EVENT);
    }
    for (uint32_t cycle = 1; cycle <= 6; cycle++) {
      edge(&p, 1);
      if (cycle >= 3) write_pass(&p, 3, cycle - 3, WL_OK);
    }
    good(wl_model_valu_done(p.model, 0, why), why);
    edge(&p, 1);
  }
  refused(wl_model_reuse_hit(p.model, 1, 4, why), why, "the entry that was left for SRC1 is of physical VGPR 5");
  refused(wl_model_reuse_hit(p.model, 2, 4, why), why, "no instruction has left an entry for SRC2");
  refused(wl_model_reuse_hit(p.model, 3, 4, why), why, "there is no SRC3");
  program_close(&p);
}

// Scalar results are new in the cycle after; a scalar instruction of the same cycle comes last (D-CTRL-38).
static void mask_against_scalar(uint32_t scalar_cycle, uint64_t expected) {
  struct program p;
  char why[160];
  control_open(&p);
  put(&p, NEUTRAL + 1, vopc(V_CMP_LT_U32, WL_SRC_ZERO, 1));
  put(&p, NEUTRAL + 1, sop1(WL_OP_s_mov_b64, VCC, 129));
  put(&p, NEUTRAL + 1, sop1(WL_OP_s_mov_b64, 4, VCC));
  start(&p, 0);
  set_lanes(&p, 1, 0);
  (void)issue_to(&p, usual, 0, WL_OK);
  for (uint32_t cycle = 1; cycle <= 8; cycle++) {
    edge(&p, 1);
    if (cycle == 6) good(wl_model_valu_done(p.model, 0, why), why);
    if (cycle == scalar_cycle) (void)issue_to(&p, usual, 0, WL_OK);
    if (cycle == 6) assert_true(sgpr64(&p, 0, VCC) == (scalar_cycle <= 6 ? 1u : 0u));
  }
  (void)issue_to(&p, usual, 0, WL_OK);
  assert_true(sgpr64(&p, 0, 4) == expected);
  program_close(&p);
}

static void scalar_writes_have_their_cycle(void **state) {
  (void)state;
  struct program p;
  char why[160];
  uint32_t data[16];
  control_open(&p);
  put2(&p, NEUTRAL + 1, 0xd0000004u | V_CMP_LT_U32 << 16 | (uint64_t)(WL_SRC_ZERO | (VGPR + 1) << 9) << 32);
  start(&p, 0);
  (void)issue_to(&p, usual, 0, WL_OK);
  edge(&p, 5);
  refused(wl_model_write_valu_sgpr(p.model, 0, 4, 2, data, why), why, "5 cycles after its issue, expected 6");
  edge(&p, 1);
  refused(wl_model_write_valu_sgpr(p.model, 0, 8, 2, data, why), why, "does not write s8");
  good(wl_model_write_valu_sgpr(p.model, 0, 4, 2, data, why), why);
  good(wl_model_valu_done(p.model, 0, why), why);
  program_close(&p);
}

static void scalar_results(void **state) {
  (void)state;
  mask_against_scalar(5, ~1ull);
  mask_against_scalar(6, 1);
  mask_against_scalar(7, 1);
}

// ---- operands of memory ------------------------------------------------------------------------------

static void read_operand(struct program *p, wl_block unit, uint32_t vgpr, uint32_t pass, wl_result expected) {
  char why[160];
  const wl_result result = wl_model_vgpr_read(p->model, unit, 0, 1, vgpr, pass, why);
  if (result != expected) print_error("%s\n", why);
  assert_int_equal(result, expected);
}

// A store takes each pass of its data when it reads it, and its address too.
static void store_reads_late(void **state) {
  (void)state;
  struct program p;
  char why[160];
  control_open(&p);
  put2(&p, NEUTRAL + 1, ds(WL_OP_ds_write_b32, 0, 1, 2, 0, 0));
  start(&p, 0);
  for (uint32_t l = 0; l < WL_LANES; l++) ((uint32_t *)(uintptr_t)wl_model_phys_vgpr(p.model, 1))[l] = 4 * l;
  set_lanes(&p, 2, 100);
  (void)issue_to(&p, (wl_unit_cycles){0}, 1, WL_OK);
  edge(&p, 1);
  read_operand(&p, WL_UNIT_LDS, 1, 0, WL_BAD_EVENT);  // lds_read is 2
  edge(&p, 1);
  for (uint32_t q = 0; q < 4; q++) read_operand(&p, WL_UNIT_LDS, 1, q, WL_OK);
  read_operand(&p, WL_UNIT_LDS, 3, 0, WL_BAD_EVENT);
  for (uint32_t q = 0; q < 4; q++) {
    if (q == 2) set_lanes(&p, 2, 500);
    read_operand(&p, WL_UNIT_LDS, 2, q, WL_OK);
  }
  set_lanes(&p, 2, 900);
  wl_lds_access a = {.tag = 1, .op = WL_MEM_STORE, .byte_enable = 0xffff}, predicted;
  assert_int_equal(wl_model_lds(p.model, &a, &predicted, why), WL_BAD_EVENT);  // before operands_read
  good(wl_model_operands_read(p.model, WL_UNIT_LDS, 0, 1, why), why);
  for (uint32_t quad = 0; quad < 16; quad++) {
    a.quad = quad;
    a.bank = quad % 4;
    a.row = quad / 4;
    good(wl_model_lds(p.model, &a, &predicted, why), why);
    for (uint32_t i = 0; i < 4; i++) assert_int_equal(predicted.data[i], (quad < 8 ? 100u : 500u) + 4 * quad + i);
  }
  assert_int_equal(wl_model_return(p.model, WL_UNIT_LDS, 0, 1, why), WL_BAD_EVENT);  // lds_return is 5
  edge(&p, 3);
  good(wl_model_return(p.model, WL_UNIT_LDS, 0, 1, why), why);
  program_close(&p);
}

// A D16 load keeps what the other half holds at its return (D-MEM-70).
static void half_kept_late(void **state) {
  (void)state;
  struct program p;
  char why[160];
  uint32_t mask, data[16];
  control_open(&p);
  p.init.exec = 0xf;
  put2(&p, NEUTRAL + 1, ds(WL_OP_ds_read_u16_d16_hi, 3, 1, 0, 0, 0));
  start(&p, 0);
  for (uint32_t l = 0; l < WL_LANES; l++) ((uint32_t *)(uintptr_t)wl_model_phys_vgpr(p.model, 1))[l] = 4 * l;
  for (uint32_t l = 0; l < 4; l++) ((uint32_t *)(uintptr_t)wl_model_lds_words(p.model))[l] = 0x770 + l;
  set_lanes(&p, 3, 100);
  (void)issue_to(&p, (wl_unit_cycles){0}, 1, WL_OK);
  edge(&p, 2);
  read_operand(&p, WL_UNIT_LDS, 1, 0, WL_OK);
  read_operand(&p, WL_UNIT_LDS, 3, 0, WL_BAD_EVENT);
  good(wl_model_operands_read(p.model, WL_UNIT_LDS, 0, 1, why), why);
  wl_lds_access a = {.tag = 1, .byte_enable = 0xffff}, predicted;
  good(wl_model_lds(p.model, &a, &predicted, why), why);
  edge(&p, 3);
  set_lanes(&p, 3, 500);
  good(wl_model_write_back_vgpr(p.model, WL_UNIT_LDS, 0, 1, 3, 0, &mask, data, why), why);
  assert_int_equal(mask, 0xf);
  for (uint32_t l = 0; l < 4; l++) assert_int_equal(data[l], (0x770 + l) << 16 | (500 + l));
  good(wl_model_return(p.model, WL_UNIT_LDS, 0, 1, why), why);
  program_close(&p);
}

// Lanes outside of the workgroup's LDS count when the address is read, by what it is then, with the pc of the issue.
static void outside_late(void **state) {
  (void)state;
  struct program p;
  char why[160];
  wl_unmapped u;
  control_open(&p);
  p.init.exec = 0xf;
  p.init.lds_size = 512;
  put2(&p, NEUTRAL + 1, ds(WL_OP_ds_read_b32, 3, 1, 0, 0, 0));
  start(&p, 0);
  (void)issue_to(&p, (wl_unit_cycles){0}, 1, WL_OK);
  edge(&p, 2);
  for (uint32_t l = 0; l < WL_LANES; l++) ((uint32_t *)(uintptr_t)wl_model_phys_vgpr(p.model, 1))[l] = 504 + 4 * l;
  read_operand(&p, WL_UNIT_LDS, 1, 0, WL_OK);
  wl_model_unmapped(p.model, &u);
  assert_int_equal(u.count, 0);
  good(wl_model_operands_read(p.model, WL_UNIT_LDS, 0, 1, why), why);
  wl_model_unmapped(p.model, &u);
  assert_int_equal(u.count, 2);
  assert_int_equal(u.in_lds, 2);
  assert_int_equal(u.lane, 2);
  assert_int_equal(u.pc, kCode + 8);
  assert_int_equal(u.address, 512);
  program_close(&p);
}

static void operands_missing(void **state) {
  (void)state;
  struct program p;
  char why[160];
  control_open(&p);
  p.init.exec = 0xffff0000ull;
  put2(&p, NEUTRAL + 1, ds(WL_OP_ds_write_b32, 0, 1, 2, 0, 0));
  start(&p, 0);
  (void)issue_to(&p, (wl_unit_cycles){0}, 1, WL_OK);
  edge(&p, 2);
  read_operand(&p, WL_UNIT_LDS, 1, 1, WL_OK);
  assert_int_equal(wl_model_operands_read(p.model, WL_UNIT_LDS, 0, 1, why), WL_BAD_EVENT);
  assert_non_null(strstr(why, "pass 1 of v2 was not read"));
  program_close(&p);
}

// No such wave, VGPR, instruction or export.
static void reads_of_nothing(void **state) {
  (void)state;
  struct program p;
  char why[160];
  control_open(&p);
  put2(&p, NEUTRAL + 1, ds(WL_OP_ds_write_b32, 0, 1, 2, 0, 0));
  start(&p, 0);
  (void)issue_to(&p, (wl_unit_cycles){0}, 1, WL_OK);
  edge(&p, 2);
  refused(wl_model_vgpr_read(p.model, WL_UNIT_LDS, 5, 1, 1, 0, why), why, "slot 5, pass 0: no such wave");
  refused(wl_model_vgpr_read(p.model, WL_UNIT_LDS, 0, 1, 32, 0, why), why, "VGPR 32 is not of wave 0");
  refused(wl_model_vgpr_read(p.model, WL_UNIT_LDS, 0, 9, 1, 0, why), why,
          "wave 0 has no instruction under tag 9 that reads operands");
  refused(wl_model_vgpr_read(p.model, WL_UNIT_EXPORT, 0, 9, 1, 0, why), why, "no export in flight under tag 9");
  program_close(&p);
  // An export without control words has its VGPRs from its issue on.
  control_open(&p);
  p.init.control = false;
  p.init.pc = kCode;
  emit2(&p, 0xc4000000u | 1 | (uint64_t)4 << 32);  // VSRC0
  start(&p, 0);
  issue(&p, 0, WL_OK);
  edge(&p, 3);
  refused(wl_model_vgpr_read(p.model, WL_UNIT_EXPORT, 0, 0, 4, 0, why), why, "tag 0 is not of control words");
  program_close(&p);
}

static void export_reads_beats(void **state) {
  (void)state;
  struct program p;
  char why[160];
  wl_export_beat beat;
  control_open(&p);
  put2(&p, NEUTRAL + 1, 0xc4000000u | 5 | (uint64_t)(4 | 5 << 8 | 6 << 16 | 7 << 24) << 32);  // VSRC0, VSRC2
  start(&p, 0);
  set_lanes(&p, 4, 0);
  set_lanes(&p, 6, 0);
  (void)issue_to(&p, (wl_unit_cycles){0}, 1, WL_OK);
  edge(&p, 2);
  read_operand(&p, WL_UNIT_EXPORT, 4, 0, WL_BAD_EVENT);  // export_read is 3
  edge(&p, 1);
  assert_int_equal(wl_model_export(p.model, 0, 1, &beat, why), WL_BAD_EVENT);
  for (uint32_t n = 0; n < 8; n++) {
    set_lanes(&p, n < 4 ? 4 : 6, 1000 * n);
    read_operand(&p, WL_UNIT_EXPORT, n < 4 ? 6 : 4, n % 4, WL_BAD_EVENT);
    read_operand(&p, WL_UNIT_EXPORT, n < 4 ? 4 : 6, n % 4, WL_OK);
    set_lanes(&p, n < 4 ? 4 : 6, 77);
    good(wl_model_export(p.model, 0, 1, &beat, why), why);
    for (uint32_t i = 0; i < 16; i++) assert_int_equal(beat.data[i], 1000 * n + n % 4 * 16 + i);
  }
  assert_true(beat.last);
  program_close(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ends_in_its_cycle), cmocka_unit_test(scalar_writes_have_their_cycle),
      cmocka_unit_test(reads_of_nothing),  cmocka_unit_test(value_by_distance),
      cmocka_unit_test(reuse_entries),     cmocka_unit_test(writes_have_their_cycles),
      cmocka_unit_test(scalar_results),    cmocka_unit_test(store_reads_late),
      cmocka_unit_test(half_kept_late),    cmocka_unit_test(outside_late),
      cmocka_unit_test(operands_missing),  cmocka_unit_test(export_reads_beats),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
