// SPDX-License-Identifier: Apache-2.0
// Vector ALU instructions with control words: pass by pass they give what they give at once, where nothing comes
// between, and what the file holds, where something does (maxwell-control.md 8.6).
#include "control_unit.h"

static const wl_unit_cycles usual = {3, 1, 5}, quarter = {7, 4, 5}, halved = {3, 2, 5};

// ---- every opcode ----------------------------------------------------------------------------------

enum { MOST_VGPRS = 32, CASES = 3, V_CMP_LT_U32 = 0xc9 };

struct twins {
  struct program at_once, by_pass;
};

// The same registers in both.
static void twins_open(struct twins *t, uint64_t *seed, uint64_t exec) {
  program_open_unit(&t->at_once, &(wl_config){.waves = 16, .phys_vgprs = 256, .lds_entries = 256});
  control_open(&t->by_pass);
  t->at_once.init.pc = kCode + 8;
  t->at_once.init.exec = t->by_pass.init.exec = exec;
  for (uint32_t i = 0; i < 32; i++) t->at_once.init.sgpr[i] = t->by_pass.init.sgpr[i] = random32(seed);
  t->at_once.init.sgpr_count = t->by_pass.init.sgpr_count = 32;
}

static void fill(struct program *p, uint64_t seed) {
  for (uint32_t v = 0; v < MOST_VGPRS; v++) {
    uint32_t *row = (uint32_t *)(uintptr_t)wl_model_phys_vgpr(p->model, v);
    for (uint32_t l = 0; l < WL_LANES; l++) row[l] = random32(&seed) >> (seed >> 60 & 3) * 8;
  }
}

static void compare(const struct twins *t, uint32_t w0, uint32_t w1) {
  for (uint32_t v = 0; v < MOST_VGPRS; v++) {
    for (uint32_t l = 0; l < WL_LANES; l++) {
      if (lane(&t->at_once, v, l) != lane(&t->by_pass, v, l))
        fail_msg("0x%08x 0x%08x: v%u lane %u is 0x%x by pass, 0x%x at once", w0, w1, v, l, lane(&t->by_pass, v, l),
                 lane(&t->at_once, v, l));
    }
  }
  for (uint32_t s = 0; s < WL_SGPRS; s++) {
    if (sgpr(&t->at_once, 0, s) != sgpr(&t->by_pass, 0, s))
      fail_msg("0x%08x 0x%08x: s%u is 0x%x by pass, 0x%x at once", w0, w1, s, sgpr(&t->by_pass, 0, s),
               sgpr(&t->at_once, 0, s));
  }
  const wl_state_regs a = state_regs(&t->at_once, 0), b = state_regs(&t->by_pass, 0);
  if (a.trapsts != b.trapsts || a.status != b.status || a.mode != b.mode)
    fail_msg("0x%08x 0x%08x: TRAPSTS 0x%x, STATUS 0x%x by pass, 0x%x, 0x%x at once", w0, w1, b.trapsts, b.status,
             a.trapsts, a.status);
}

// Returns whether the instruction is legal.
static bool both_ways(uint32_t words, uint32_t w0, uint32_t w1, uint64_t exec, uint64_t *seed) {
  struct twins t;
  wl_effect e;
  twins_open(&t, seed, exec);
  slot(&t.at_once, NEUTRAL + 1, words, w0, w1);
  slot(&t.by_pass, NEUTRAL + 1, words, w0, w1);
  start(&t.at_once, 0);
  start(&t.by_pass, 0);
  fill(&t.at_once, *seed);
  fill(&t.by_pass, *seed);
  const wl_result result = wl_model_issue(t.at_once.model, 0, 0, &e);
  const bool legal = result != WL_ILLEGAL_INST && e.unit == WL_UNIT_VALU && !e.skipped;
  if (legal) {
    const wl_unit_cycles unit = e.vgpr_count > 2 ? halved : random32(seed) % 2 ? usual : quarter;
    e = issue_to(&t.by_pass, unit, 0, WL_OK);
    finish_valu(&t.by_pass, &e, unit);
    compare(&t, w0, w1);
  }
  program_close(&t.at_once);
  program_close(&t.by_pass);
  return legal;
}

static uint64_t some_exec(uint64_t *seed, uint32_t i) {
  return i == 0 ? ~0ull : i == 1 ? random64(seed) : random64(seed) & 0xffffull << 16 * (random32(seed) % 4);
}

// A source: mostly a VGPR, else an SGPR, VCC, EXEC, an inline constant.
static uint32_t some_source(uint64_t *seed) {
  static const uint32_t others[] = {4, 10, VCC, EXEC, 128, 193, 242, 251, 252};
  return random32(seed) % 4 ? VGPR + random32(seed) % 16 : others[random32(seed) % 9];
}

static void vop1_both_ways(void **state) {
  (void)state;
  uint64_t seed = 1;
  uint32_t legal = 0;
  for (uint32_t op = 0; op < 256 * CASES; op++)
    legal += both_ways(1, vop1(op / CASES, 8, some_source(&seed)), 0, some_exec(&seed, op % CASES), &seed);
  assert_true(legal > 60 * CASES);
}

static void vop2_and_vopc_both_ways(void **state) {
  (void)state;
  uint64_t seed = 2;
  uint32_t legal = 0;
  for (uint32_t op = 0; op < 62 * CASES; op++)
    legal += both_ways(1, vop2(op / CASES, 8, some_source(&seed), 3), 0, some_exec(&seed, op % CASES), &seed);
  for (uint32_t op = 0; op < 256 * CASES; op++)
    legal += both_ways(1, vopc(op / CASES, some_source(&seed), 3), 0, some_exec(&seed, op % CASES), &seed);
  assert_true(legal > 200 * CASES);
}

static void vop3_both_ways(void **state) {
  (void)state;
  uint64_t seed = 3;
  uint32_t legal = 0;
  for (uint32_t op = 0; op < 1024 * CASES; op++) {
    const uint32_t w0 = 0xd0000000u | op / CASES << 16 | 8, scalar = random32(&seed) % 3;
    const uint32_t source[3] = {scalar == 0 ? some_source(&seed) : VGPR + 2,
                                scalar == 1 ? some_source(&seed) : VGPR + 4, VGPR + 12};
    const uint32_t w1 = source[0] | source[1] << 9 | source[2] << 18;
    legal += both_ways(2, w0, w1, some_exec(&seed, op % CASES), &seed);
    legal += both_ways(2, w0, (w1 & ~(0x1ffu << 18)) | 10 << 18, some_exec(&seed, op % CASES), &seed);  // a lane mask
  }
  assert_true(legal > 400 * CASES);
}

static void vop3p_both_ways(void **state) {
  (void)state;
  uint64_t seed = 4;
  uint32_t legal = 0;
  for (uint32_t op = 0; op < 128 * CASES; op++) {
    const uint32_t w0 = 0xd3800000u | op / CASES << 16 | 8, w1 = (VGPR + 2) | (VGPR + 4) << 9 | (VGPR + 5) << 18;
    legal += both_ways(2, w0, w1 | 3u << 27, some_exec(&seed, op % CASES), &seed);
  }
  assert_true(legal > 15 * CASES);
}

// A DPP or SDWA dword behind VOP1, VOP2 and VOPC.
static void extra_words_both_ways(void **state) {
  (void)state;
  static const uint32_t controls[] = {0x1b,  0x101, 0x112, 0x12f, 0x130, 0x134,
                                      0x138, 0x13c, 0x140, 0x141, 0x142, 0x143};
  uint64_t seed = 5;
  uint32_t legal = 0;
  for (uint32_t i = 0; i < 62 * 12; i++) {
    const uint32_t masks = random32(&seed) & 0xff, bound = random32(&seed) & 1;
    const uint32_t dpp = 2 | controls[i % 12] << 8 | bound << 19 | masks << 24;
    legal += both_ways(2, vop2(i / 12, 8, 250, 3), dpp, some_exec(&seed, i % CASES), &seed);
    legal += both_ways(2, vop1(1 + i / 12, 8, 250), dpp, some_exec(&seed, i % CASES), &seed);
    legal += both_ways(2, vopc(16 + i / 4, 250, 3), dpp, some_exec(&seed, i % CASES), &seed);
    const uint32_t sdwa = 2 | (random32(&seed) % 7) << 8 | (random32(&seed) % 3) << 11 | (random32(&seed) % 7) << 16 |
                          (random32(&seed) % 7) << 24;
    legal += both_ways(2, vop2(i / 12, 8, 249, 3), sdwa, some_exec(&seed, i % CASES), &seed);
  }
  assert_true(legal > 900);
}

// ---- too early, too late ---------------------------------------------------------------------------

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
  assert_int_equal(wl_model_valu_done(p.model, 0, why), WL_BAD_EVENT);
  (void)issue_to(&p, usual, 0, WL_OK);
  edge(&p, 2);
  write_pass(&p, 3, 0, WL_BAD_EVENT);
  edge(&p, 1);
  write_pass(&p, 4, 0, WL_BAD_EVENT);
  write_pass(&p, 3, 1, WL_BAD_EVENT);
  write_pass(&p, 3, 0, WL_OK);
  write_pass(&p, 3, 0, WL_BAD_EVENT);
  edge(&p, 1);
  write_pass(&p, 3, 1, WL_OK);
  edge(&p, 1);
  write_pass(&p, 3, 2, WL_OK);
  edge(&p, 1);
  assert_int_equal(wl_model_valu_done(p.model, 0, why), WL_BAD_EVENT);  // pass 3 is missing
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
  assert_int_equal(wl_model_reuse_hit(p.model, 2, 4, why), WL_BAD_EVENT);
  assert_int_equal(wl_model_reuse_hit(p.model, 3, 4, why), WL_BAD_EVENT);
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
      cmocka_unit_test(vop1_both_ways),        cmocka_unit_test(vop2_and_vopc_both_ways),
      cmocka_unit_test(vop3_both_ways),        cmocka_unit_test(vop3p_both_ways),
      cmocka_unit_test(extra_words_both_ways), cmocka_unit_test(value_by_distance),
      cmocka_unit_test(reuse_entries),         cmocka_unit_test(writes_have_their_cycles),
      cmocka_unit_test(scalar_results),        cmocka_unit_test(store_reads_late),
      cmocka_unit_test(half_kept_late),        cmocka_unit_test(operands_missing),
      cmocka_unit_test(export_reads_beats),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
