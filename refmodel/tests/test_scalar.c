// SPDX-License-Identifier: Apache-2.0
// Scalar ALU: results and SCC of every opcode group (numerics.md section 8), and which operands are legal.
#include "program.h"

// One instruction on s[4:5] (a) and s[6:7] (b), result in s[8:9].
struct salu_case {
  uint32_t word;
  uint64_t a, b;
  uint32_t scc_in;
  uint64_t d;    // expected s[8:9]; the upper half starts as 0
  uint32_t scc;  // expected
};

static void check(const struct salu_case *c, size_t index) {
  struct program p;
  program_open(&p);
  p.init.sgpr_count = 10;
  p.init.sgpr[4] = (uint32_t)c->a;
  p.init.sgpr[5] = (uint32_t)(c->a >> 32);
  p.init.sgpr[6] = (uint32_t)c->b;
  p.init.sgpr[7] = (uint32_t)(c->b >> 32);
  emit(&p, sopc(7, 128, 128 + c->scc_in));  // s_cmp_lg_u32 0, scc_in
  emit(&p, c->word);
  emit(&p, S_ENDPGM);
  start(&p, 0);
  issue(&p, 0, WL_OK);
  issue(&p, 0, WL_OK);
  if (sgpr64(&p, 0, 8) != c->d || (state_regs(&p, 0).status & 1) != c->scc) {
    fail_msg("case %zu (0x%08x): got 0x%llx scc %u", index, c->word, (unsigned long long)sgpr64(&p, 0, 8),
             state_regs(&p, 0).status & 1);
  }
  program_close(&p);
}

#define CHECK_ALL(cases) \
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) check(&cases[i], i)

static uint32_t two(uint32_t op) { return sop2(op, 8, 4, 6); }
static uint32_t one(uint32_t op) { return sop1(op, 8, 4); }

static void sop2_results(void **state) {
  (void)state;
  const struct salu_case cases[] = {
      {two(0), 0xffffffff, 1, 0, 0, 1},
      {two(1), 1, 2, 0, 0xffffffff, 1},
      {two(2), 0x7fffffff, 1, 0, 0x80000000, 1},
      {two(2), 0xffffffff, 1, 1, 0, 0},
      {two(3), 0x80000000, 1, 0, 0x7fffffff, 1},
      {two(4), 0xffffffff, 0, 1, 0, 1},
      {two(4), 5, 6, 1, 12, 0},
      {two(5), 0, 0xffffffff, 1, 0, 1},
      {two(5), 5, 3, 1, 1, 0},
      {two(6), 0xffffffff, 1, 0, 0xffffffff, 1},
      {two(6), 4, 4, 1, 4, 0},
      {two(7), 0xffffffff, 1, 1, 1, 0},
      {two(8), 0xffffffff, 1, 1, 1, 0},
      {two(9), 0xffffffff, 1, 0, 0xffffffff, 1},
      {two(10), 5, 6, 1, 5, 1},
      {two(11), 0x500000005, 0x600000006, 0, 0x600000006, 0},
      {two(12), 0xf0, 0x3c, 0, 0x30, 1},
      {two(13), 0xf000000000, 0x0f00000000, 1, 0, 0},
      {two(14), 0, 0, 1, 0, 0},
      {two(15), 0x100000000, 2, 0, 0x100000002, 1},
      {two(16), 0xff, 0xff, 1, 0, 0},
      {two(17), 0xff, 0xff00000000, 1, 0xff000000ff, 1},
      {two(18), 0xff, 0x0f, 0, 0xf0, 1},
      {two(19), 0xff00000000, 0x0f00000000, 0, 0xf000000000, 1},
      {two(20), 0, 0xffffffff, 1, 0, 0},
      {two(21), 0, 0xfffffffffffffffe, 0, 1, 1},
      {two(22), 0xffffffff, 0xffffffff, 1, 0, 0},
      {two(23), 0, 0, 0, ~0ull, 1},
      {two(24), 0, 0xfffffffe, 0, 1, 1},
      {two(25), ~0ull, 0, 1, 0, 0},
      {two(26), 0xf0f0f0f0, 0xf0f0f0f0, 0, 0xffffffff, 1},
      {two(27), ~0ull, 0, 1, 0, 0},
      {two(28), 1, 33, 0, 2, 1},
      {two(29), 1, 65 | 1ull << 40, 0, 2, 1},
      {two(30), 0x80000000, 31, 0, 1, 1},
      {two(31), 0x8000000000000000, 63, 0, 1, 1},
      {two(32), 0x80000000, 31, 0, 0xffffffff, 1},
      {two(33), 0x8000000000000000, 63, 0, ~0ull, 1},
      {two(34), 4, 8, 1, 0xf00, 1},
      {two(35), 36, 4, 1, 0xfffffffff0, 1},
      {two(36), 0xffffffff, 7, 1, 0xfffffff9, 1},
      {two(37), 0xabcd1234, 8 | 8 << 16, 0, 0x12, 1},
      {two(37), 0xabcd1234, 24 | 32 << 16, 0, 0xab, 1},
      {two(37), 0xabcd1234, 8, 1, 0, 0},
      {two(38), 0x8000, 8 | 8 << 16, 0, 0xffffff80, 1},
      {two(38), 0x80000000, 28 | 16 << 16, 0, 0xfffffff8, 1},
      {two(39), 0xab00000000000000, 56 | 64 << 16, 0, 0xab, 1},
      {two(39), ~0ull, 0 | 64 << 16, 0, ~0ull, 1},
      {two(40), 0x8000000000, 32 | 8 << 16, 0, 0xffffffffffffff80, 1},
      {two(42), 3, 5, 0, 2, 1},
      {two(42), 0x80000000, 0, 0, 0x80000000, 1},
      {two(44), 0xffffffff, 0xffffffff, 1, 0xfffffffe, 1},
      {two(45), 0xffffffff, 2, 0, 0xffffffff, 0},
      {two(46), 0x80000000, 1, 0, 1, 1},
      {two(47), 3, 5, 1, 17, 0},
      {two(48), 0x1fffffff, 8, 0, 0, 1},
      {two(49), 2, 1, 0, 33, 0},
      {two(50), 0xaaaa1111, 0xbbbb2222, 1, 0x22221111, 1},
      {two(51), 0xaaaa1111, 0xbbbb2222, 0, 0xbbbb1111, 0},
      {two(52), 0xaaaa1111, 0xbbbb2222, 0, 0xbbbbaaaa, 0},
  };
  CHECK_ALL(cases);
}

static void sop1_results(void **state) {
  (void)state;
  const struct salu_case cases[] = {
      {one(0), 77, 0, 1, 77, 1},
      {one(1), 0x7700000077, 0, 0, 0x7700000077, 0},
      {one(2), 77, 0, 0, 0, 0},
      {one(2), 77, 0, 1, 77, 1},
      {one(3), 0x7700000077, 0, 1, 0x7700000077, 1},
      {one(4), 0xffffffff, 0, 1, 0, 0},
      {one(5), 1, 0, 0, 0xfffffffffffffffe, 1},
      {one(6), 0x00100401, 0, 0, 0x00f00f0f, 1},
      {one(7), 0x8000000000000010, 0, 0, 0xf0000000000000f0, 1},
      {one(8), 0x00000001, 0, 1, 0x80000000, 1},
      {one(9), 0x1, 0, 0, 0x8000000000000000, 0},
      {one(10), 0xffff0000, 0, 0, 16, 1},
      {one(11), ~0ull, 0, 1, 0, 0},
      {one(12), 0xff, 0, 0, 8, 1},
      {one(13), 0xff000000ff, 0, 0, 16, 1},
      {one(14), 0x0000ffff, 0, 0, 16, 0},
      {one(14), 0xffffffff, 0, 0, 0xffffffff, 0},
      {one(15), 0xffffffff, 0, 0, 32, 0},
      {one(16), 0x00010000, 0, 0, 16, 0},
      {one(17), 0, 0, 1, 0xffffffff, 1},
      {one(17), 1ull << 40, 0, 1, 40, 1},
      {one(18), 0x00010000, 0, 0, 15, 0},
      {one(18), 0, 0, 0, 0xffffffff, 0},
      {one(19), 1, 0, 0, 63, 0},
      {one(20), 0xffff0000, 0, 0, 16, 0},
      {one(20), 0xffffffff, 0, 0, 0xffffffff, 0},
      {one(21), 0xffffffff00000000, 0, 0, 32, 0},
      {one(22), 0x80, 0, 0, 0xffffff80, 0},
      {one(23), 0x8000, 0, 0, 0xffff8000, 0},
      {one(24), 0, 0, 1, 0, 1},
      {one(26), 37, 0, 0, 32, 0},
      {one(27), 37, 0, 0, 1ull << 37, 0},
      {one(40), 0x00f00001, 0, 0, 0x21, 1},
      {one(41), 0x1000000000000001, 0, 0, 0x8001, 1},
      {one(48), 0xfffffffb, 0, 0, 5, 1},
      {one(48), 0x80000000, 0, 0, 0x80000000, 1},
      {one(55), 0x80000001, 0, 0, 0xc000000000000003, 0},
  };
  CHECK_ALL(cases);
}

static void sopc_and_sopk_results(void **state) {
  (void)state;
  static const uint8_t signed_less[12] = {0, 1, 0, 0, 1, 1, 0, 1, 1, 1, 0, 0};  // -1 against 1
  for (uint32_t op = 0; op < 12; op++) {
    const struct salu_case c = {sopc(op, 4, 6), 0xffffffff, 1, 0, 0, signed_less[op]};
    check(&c, op);
  }
  const struct salu_case cases[] = {
      {sopc(12, 4, 6), 2, 33, 1, 0, 0},
      {sopc(13, 4, 6), 2, 33, 0, 0, 1},
      {sopc(14, 4, 6), 1ull << 33, 33, 1, 0, 0},
      {sopc(15, 4, 6), 1ull << 33, 33, 0, 0, 1},
      {sopc(18, 4, 6), 1ull << 33, 1ull << 33, 0, 0, 1},
      {sopc(19, 4, 6), 1ull << 33, 1ull << 34, 0, 0, 1},
      {sopk(0, 8, 0x8000), 0, 0, 0, 0xffff8000, 0},
      {sopk(1, 8, 5), 0, 0, 0, 0, 0},
      {sopk(1, 8, 5), 0, 0, 1, 5, 1},
      {sopk(2, 4, 0xffff), 0xffffffff, 0, 0, 0, 1},
      {sopk(8, 4, 0xffff), 0xffffffff, 0, 1, 0, 0},
      {sopk(3, 4, 4), 5, 0, 0, 0, 1},
      {sopk(4, 4, 0xffff), 0, 0, 0, 0, 1},
      {sopk(5, 4, 0xffff), 0xffffffff, 0, 0, 0, 1},
      {sopk(6, 4, 0), 0xffffffff, 0, 0, 0, 1},
      {sopk(7, 4, 0), 1, 0, 1, 0, 0},
      {sopk(9, 4, 0xffff), 0xffff, 0, 1, 0, 0},
      {sopk(10, 4, 0xffff), 0x10000, 0, 0, 0, 1},
      {sopk(11, 4, 0xffff), 0xfffe, 0, 1, 0, 0},
      {sopk(12, 4, 0xffff), 0xfffe, 0, 0, 0, 1},
      {sopk(13, 4, 0xffff), 0x10000, 0, 1, 0, 0},
      {sopk(14, 8, 0xffff), 0, 0, 1, 0xffffffff, 0},
      {sopk(15, 8, 7), 0, 0, 1, 0, 1},
  };
  CHECK_ALL(cases);
}

static void saveexec(void **state) {
  (void)state;
  const uint64_t a = 0xff00ff00ff00ff00, e = 0xffff0000ffff0000;
  const struct {
    uint32_t op;
    uint64_t exec;
  } cases[] = {{32, a & e},    {33, a | e},    {34, a ^ e},    {35, a & ~e}, {36, a | ~e},
               {37, ~(a & e)}, {38, ~(a | e)}, {39, ~(a ^ e)}, {51, ~a & e}, {52, ~a | e}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct program p;
    program_open(&p);
    p.init.exec = e;
    p.init.sgpr_count = 6;
    p.init.sgpr[4] = (uint32_t)a;
    p.init.sgpr[5] = (uint32_t)(a >> 32);
    emit(&p, one(cases[i].op));
    start(&p, 0);
    issue(&p, 0, WL_OK);
    assert_int_equal(sgpr64(&p, 0, 8), e);
    assert_int_equal(sgpr64(&p, 0, EXEC), cases[i].exec);
    assert_int_equal(state_regs(&p, 0).status & 1, cases[i].exec != 0);
    program_close(&p);
  }
  struct program p;
  program_open(&p);
  p.init.exec = e;
  p.init.sgpr_count = 6;
  p.init.sgpr[4] = (uint32_t)a;
  p.init.sgpr[5] = (uint32_t)(a >> 32);
  emit(&p, one(53));
  emit(&p, sop1(54, EXEC, 4));
  emit(&p, sop1(32, EXEC, 128));  // SDST = EXEC: the new EXEC stays
  start(&p, 0);
  issue(&p, 0, WL_OK);
  assert_int_equal(sgpr64(&p, 0, 8), ~a & e);
  assert_int_equal(sgpr64(&p, 0, EXEC), ~a & e);
  issue(&p, 0, WL_OK);
  assert_int_equal(sgpr64(&p, 0, EXEC), a & ~(~a & e));
  issue(&p, 0, WL_OK);
  assert_int_equal(sgpr64(&p, 0, EXEC), 0);
  assert_int_equal(state_regs(&p, 0).status >> 9 & 1, 1);
  program_close(&p);
}

// Decisions: D-REG-11, D-REG-12, D-REG-13.
static void constants(void **state) {
  (void)state;
  const struct {
    uint32_t word;
    uint32_t literal;
    uint64_t expected;
  } cases[] = {
      {sop1(0, 8, 192), 0, 64},
      {sop1(0, 8, 208), 0, 0xfffffff0},
      {sop1(1, 8, 193), 0, ~0ull},
      {sop1(0, 8, 242), 0, 0x3f800000},
      {sop1(1, 8, 242), 0, 0x3ff0000000000000},
      {sop1(0, 8, 248), 0, 0x3e22f983},
      {sop1(1, 8, 248), 0, 0x3fc45f306dc9c882},
      {sop1(0, 8, LITERAL), 0x89abcdef, 0x89abcdef},
      {sop1(1, 8, LITERAL), 0x89abcdef, 0x89abcdef},
      {sop2(33, 8, LITERAL, 128), 0x89abcdef, 0xffffffff89abcdef},
      {sop1(1, 8, 235), 0, 0x0001000000000000},
      {sop1(1, 8, 236), 0, 0x00010000ffffffff},
      {sop1(0, 8, 236), 0, 0xffffffff},
      {sop1(0, 8, 237), 0, 0},
      {sop1(1, 8, 238), 0, 0x00020000ffffffff},
      {sop1(0, 8, 239), 0, 0},
      {sop1(0, 8, 251), 0, 1},
      {sop1(0, 8, 252), 0, 0},
      {sop1(0, 8, 253), 0, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct program p;
    program_open(&p);
    emit(&p, cases[i].word);
    emit(&p, cases[i].literal);
    start(&p, 0);
    const wl_effect e = issue(&p, 0, WL_OK);
    assert_int_equal(sgpr64(&p, 0, 8), cases[i].expected);
    assert_int_equal(e.sgpr_first, 8);
    assert_int_equal(e.words[1], e.size == 8 ? cases[i].literal : 0);
    program_close(&p);
  }
}

// Decisions: D-ENC-1, D-FLOW-11, D-FLOW-12, D-ILL-1, D-REG-4, D-REG-5, D-REG-6, D-REG-8, D-REG-9, D-REG-10.
static void illegal_operands(void **state) {
  (void)state;
  const uint32_t words[] = {
      sop1(0, 8, 125),     sop1(0, 125, 8),      sop1(0, 8, 110),   sop1(0, 110, 8),   sop1(0, 8, 209),
      sop1(0, 8, 249),     sop1(0, 8, 254),      sop1(1, 9, 4),     sop1(1, 8, 5),     sop1(1, 8, M0),
      sop1(1, M0, 8),      sop1(0, 96, 8),       sop1(0, 8, 96),    sop1(1, 96, 8),    sop1(29, 0, 255),
      sop1(28, 0, 255),    sop1(30, 0, 255),     sop1(31, 0, 4),    sop2(43, 0, 4, 6), sop1(47, 0, 0),
      sop1(49, 0, 0),      sop1(56, 0, 0),       sop2(53, 0, 0, 0), sopc(20, 0, 0),    sopk(19, 0, 0),
      sopk(22, 0, 0),      sopp(31, 0),          sopp(127, 0),      0xc8000000u,       sop2(41, 0, 128, 4),
      sop2(41, 0, 4, VCC), sop2(41, 0, EXEC, 4), sop1(46, 0, 128),  sopk(16, 102, 0),  sopk(16, 5, 0),
  };
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    struct program p;
    program_open(&p);
    emit(&p, words[i]);
    start(&p, 0);
    wl_effect e;
    const wl_result result = wl_model_issue(p.model, 0, 0, &e);
    if (result != WL_ILLEGAL_INST) fail_msg("0x%08x: result %d", words[i], result);
    const wl_state_regs s = state_regs(&p, 0);
    assert_int_equal(s.trapsts, 1 << 11);
    assert_int_equal(s.status >> 13 & 1, 1);
    assert_int_equal(s.pc_lo, kCode);
    assert_int_equal(e.end, WL_END_FAULT);
    assert_int_equal(wl_model_issue(p.model, 0, 0, &e), WL_BAD_EVENT);
    assert_true(wl_model_wave_live(p.model, 0));
    program_close(&p);
  }
}

// Decisions: D-REG-18.
static void movrel(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  p.init.sgpr_count = 12;
  for (uint32_t i = 0; i < 12; i++) p.init.sgpr[i] = 100 + i;
  emit(&p, sop1(0, M0, 131));  // m0 = 3
  emit(&p, sop1(42, 20, 4));   // s20 = s7
  emit(&p, sop1(44, 20, 5));   // s23 = s5
  emit(&p, sop1(0, M0, 196));  // m0 = -4
  emit(&p, sop1(43, 30, 10));  // s[30:31] = s[6:7]
  emit(&p, sop1(45, 40, 2));   // s[36:37] = s[2:3]
  emit(&p, sop1(0, M0, 131));
  emit(&p, sop1(43, 30, 10));  // odd sum
  start(&p, 0);
  for (int i = 0; i < 7; i++) {
    const wl_effect e = issue(&p, 0, WL_OK);
    if (i == 2) assert_int_equal(e.sgpr_first, 23);
    if (i == 5) assert_int_equal(e.sgpr_first, 36);
  }
  assert_int_equal(sgpr(&p, 0, 20), 107);
  assert_int_equal(sgpr(&p, 0, 23), 105);
  assert_int_equal(sgpr64(&p, 0, 30), 0x6b0000006a);
  assert_int_equal(sgpr64(&p, 0, 36), 0x6700000066);
  issue(&p, 0, WL_ILLEGAL_INST);
  program_close(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sop2_results), cmocka_unit_test(sop1_results), cmocka_unit_test(sopc_and_sopk_results),
      cmocka_unit_test(saveexec),     cmocka_unit_test(constants),    cmocka_unit_test(illegal_operands),
      cmocka_unit_test(movrel),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
