// SPDX-License-Identifier: Apache-2.0
// Scalar ALU: results and SCC of every opcode group (numerics.md 8), and which operands are legal.
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
  emit(&p, sopc(WL_OP_s_cmp_lg_u32, 128, 128 + c->scc_in));  // s_cmp_lg_u32 0, scc_in
  emit(&p, c->word);
  emit(&p, S_ENDPGM);
  start(&p, 0);
  issue(&p, 0, WL_OK);
  issue(&p, 0, WL_OK);
  if (sgpr64(&p, 0, 8) != c->d || (state_regs(&p, 0).status & WL_STATUS_SCC) != c->scc) {
    fail_msg("case %zu (0x%08x): got 0x%llx scc %u", index, c->word, (unsigned long long)sgpr64(&p, 0, 8),
             state_regs(&p, 0).status & WL_STATUS_SCC);
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
      {two(WL_OP_s_add_u32), 0xffffffff, 1, 0, 0, 1},
      {two(WL_OP_s_sub_u32), 1, 2, 0, 0xffffffff, 1},
      {two(WL_OP_s_add_i32), 0x7fffffff, 1, 0, 0x80000000, 1},
      {two(WL_OP_s_add_i32), 0xffffffff, 1, 1, 0, 0},
      {two(WL_OP_s_sub_i32), 0x80000000, 1, 0, 0x7fffffff, 1},
      {two(WL_OP_s_addc_u32), 0xffffffff, 0, 1, 0, 1},
      {two(WL_OP_s_addc_u32), 5, 6, 1, 12, 0},
      {two(WL_OP_s_subb_u32), 0, 0xffffffff, 1, 0, 1},
      {two(WL_OP_s_subb_u32), 5, 3, 1, 1, 0},
      {two(WL_OP_s_min_i32), 0xffffffff, 1, 0, 0xffffffff, 1},
      {two(WL_OP_s_min_i32), 4, 4, 1, 4, 0},
      {two(WL_OP_s_min_u32), 0xffffffff, 1, 1, 1, 0},
      {two(WL_OP_s_max_i32), 0xffffffff, 1, 1, 1, 0},
      {two(WL_OP_s_max_u32), 0xffffffff, 1, 0, 0xffffffff, 1},
      {two(WL_OP_s_cselect_b32), 5, 6, 1, 5, 1},
      {two(WL_OP_s_cselect_b64), 0x500000005, 0x600000006, 0, 0x600000006, 0},
      {two(WL_OP_s_and_b32), 0xf0, 0x3c, 0, 0x30, 1},
      {two(WL_OP_s_and_b64), 0xf000000000, 0x0f00000000, 1, 0, 0},
      {two(WL_OP_s_or_b32), 0, 0, 1, 0, 0},
      {two(WL_OP_s_or_b64), 0x100000000, 2, 0, 0x100000002, 1},
      {two(WL_OP_s_xor_b32), 0xff, 0xff, 1, 0, 0},
      {two(WL_OP_s_xor_b64), 0xff, 0xff00000000, 1, 0xff000000ff, 1},
      {two(WL_OP_s_andn2_b32), 0xff, 0x0f, 0, 0xf0, 1},
      {two(WL_OP_s_andn2_b64), 0xff00000000, 0x0f00000000, 0, 0xf000000000, 1},
      {two(WL_OP_s_orn2_b32), 0, 0xffffffff, 1, 0, 0},
      {two(WL_OP_s_orn2_b64), 0, 0xfffffffffffffffe, 0, 1, 1},
      {two(WL_OP_s_nand_b32), 0xffffffff, 0xffffffff, 1, 0, 0},
      {two(WL_OP_s_nand_b64), 0, 0, 0, ~0ull, 1},
      {two(WL_OP_s_nor_b32), 0, 0xfffffffe, 0, 1, 1},
      {two(WL_OP_s_nor_b64), ~0ull, 0, 1, 0, 0},
      {two(WL_OP_s_xnor_b32), 0xf0f0f0f0, 0xf0f0f0f0, 0, 0xffffffff, 1},
      {two(WL_OP_s_xnor_b64), ~0ull, 0, 1, 0, 0},
      {two(WL_OP_s_lshl_b32), 1, 33, 0, 2, 1},
      {two(WL_OP_s_lshl_b64), 1, 65 | 1ull << 40, 0, 2, 1},
      {two(WL_OP_s_lshr_b32), 0x80000000, 31, 0, 1, 1},
      {two(WL_OP_s_lshr_b64), 0x8000000000000000, 63, 0, 1, 1},
      {two(WL_OP_s_ashr_i32), 0x80000000, 31, 0, 0xffffffff, 1},
      {two(WL_OP_s_ashr_i64), 0x8000000000000000, 63, 0, ~0ull, 1},
      {two(WL_OP_s_bfm_b32), 4, 8, 1, 0xf00, 1},
      {two(WL_OP_s_bfm_b64), 36, 4, 1, 0xfffffffff0, 1},
      {two(WL_OP_s_mul_i32), 0xffffffff, 7, 1, 0xfffffff9, 1},
      {two(WL_OP_s_bfe_u32), 0xabcd1234, 8 | 8 << 16, 0, 0x12, 1},
      {two(WL_OP_s_bfe_u32), 0xabcd1234, 24 | 32 << 16, 0, 0xab, 1},
      {two(WL_OP_s_bfe_u32), 0xabcd1234, 8, 1, 0, 0},
      {two(WL_OP_s_bfe_i32), 0x8000, 8 | 8 << 16, 0, 0xffffff80, 1},
      {two(WL_OP_s_bfe_i32), 0x80000000, 28 | 16 << 16, 0, 0xfffffff8, 1},
      {two(WL_OP_s_bfe_u64), 0xab00000000000000, 56 | 64 << 16, 0, 0xab, 1},
      {two(WL_OP_s_bfe_u64), ~0ull, 0 | 64 << 16, 0, ~0ull, 1},
      {two(WL_OP_s_bfe_i64), 0x8000000000, 32 | 8 << 16, 0, 0xffffffffffffff80, 1},
      {two(WL_OP_s_absdiff_i32), 3, 5, 0, 2, 1},
      {two(WL_OP_s_absdiff_i32), 0x80000000, 0, 0, 0x80000000, 1},
      {two(WL_OP_s_mul_hi_u32), 0xffffffff, 0xffffffff, 1, 0xfffffffe, 1},
      {two(WL_OP_s_mul_hi_i32), 0xffffffff, 2, 0, 0xffffffff, 0},
      {two(WL_OP_s_lshl1_add_u32), 0x80000000, 1, 0, 1, 1},
      {two(WL_OP_s_lshl2_add_u32), 3, 5, 1, 17, 0},
      {two(WL_OP_s_lshl3_add_u32), 0x1fffffff, 8, 0, 0, 1},
      {two(WL_OP_s_lshl4_add_u32), 2, 1, 0, 33, 0},
      {two(WL_OP_s_pack_ll_b32_b16), 0xaaaa1111, 0xbbbb2222, 1, 0x22221111, 1},
      {two(WL_OP_s_pack_lh_b32_b16), 0xaaaa1111, 0xbbbb2222, 0, 0xbbbb1111, 0},
      {two(WL_OP_s_pack_hh_b32_b16), 0xaaaa1111, 0xbbbb2222, 0, 0xbbbbaaaa, 0},
  };
  CHECK_ALL(cases);
}

static void sop1_results(void **state) {
  (void)state;
  const struct salu_case cases[] = {
      {one(WL_OP_s_mov_b32), 77, 0, 1, 77, 1},
      {one(WL_OP_s_mov_b64), 0x7700000077, 0, 0, 0x7700000077, 0},
      {one(WL_OP_s_cmov_b32), 77, 0, 0, 0, 0},
      {one(WL_OP_s_cmov_b32), 77, 0, 1, 77, 1},
      {one(WL_OP_s_cmov_b64), 0x7700000077, 0, 1, 0x7700000077, 1},
      {one(WL_OP_s_not_b32), 0xffffffff, 0, 1, 0, 0},
      {one(WL_OP_s_not_b64), 1, 0, 0, 0xfffffffffffffffe, 1},
      {one(WL_OP_s_wqm_b32), 0x00100401, 0, 0, 0x00f00f0f, 1},
      {one(WL_OP_s_wqm_b64), 0x8000000000000010, 0, 0, 0xf0000000000000f0, 1},
      {one(WL_OP_s_brev_b32), 0x00000001, 0, 1, 0x80000000, 1},
      {one(WL_OP_s_brev_b64), 0x1, 0, 0, 0x8000000000000000, 0},
      {one(WL_OP_s_bcnt0_i32_b32), 0xffff0000, 0, 0, 16, 1},
      {one(WL_OP_s_bcnt0_i32_b64), ~0ull, 0, 1, 0, 0},
      {one(WL_OP_s_bcnt1_i32_b32), 0xff, 0, 0, 8, 1},
      {one(WL_OP_s_bcnt1_i32_b64), 0xff000000ff, 0, 0, 16, 1},
      {one(WL_OP_s_ff0_i32_b32), 0x0000ffff, 0, 0, 16, 0},
      {one(WL_OP_s_ff0_i32_b32), 0xffffffff, 0, 0, 0xffffffff, 0},
      {one(WL_OP_s_ff0_i32_b64), 0xffffffff, 0, 0, 32, 0},
      {one(WL_OP_s_ff1_i32_b32), 0x00010000, 0, 0, 16, 0},
      {one(WL_OP_s_ff1_i32_b64), 0, 0, 1, 0xffffffff, 1},
      {one(WL_OP_s_ff1_i32_b64), 1ull << 40, 0, 1, 40, 1},
      {one(WL_OP_s_flbit_i32_b32), 0x00010000, 0, 0, 15, 0},
      {one(WL_OP_s_flbit_i32_b32), 0, 0, 0, 0xffffffff, 0},
      {one(WL_OP_s_flbit_i32_b64), 1, 0, 0, 63, 0},
      {one(WL_OP_s_flbit_i32), 0xffff0000, 0, 0, 16, 0},
      {one(WL_OP_s_flbit_i32), 0xffffffff, 0, 0, 0xffffffff, 0},
      {one(WL_OP_s_flbit_i32_i64), 0xffffffff00000000, 0, 0, 32, 0},
      {one(WL_OP_s_sext_i32_i8), 0x80, 0, 0, 0xffffff80, 0},
      {one(WL_OP_s_sext_i32_i16), 0x8000, 0, 0, 0xffff8000, 0},
      {one(WL_OP_s_bitset0_b32), 0, 0, 1, 0, 1},
      {one(WL_OP_s_bitset1_b32), 37, 0, 0, 32, 0},
      {one(WL_OP_s_bitset1_b64), 37, 0, 0, 1ull << 37, 0},
      {one(WL_OP_s_quadmask_b32), 0x00f00001, 0, 0, 0x21, 1},
      {one(WL_OP_s_quadmask_b64), 0x1000000000000001, 0, 0, 0x8001, 1},
      {one(WL_OP_s_abs_i32), 0xfffffffb, 0, 0, 5, 1},
      {one(WL_OP_s_abs_i32), 0x80000000, 0, 0, 0x80000000, 1},
      {one(WL_OP_s_bitreplicate_b64_b32), 0x80000001, 0, 0, 0xc000000000000003, 0},
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
      {sopc(WL_OP_s_bitcmp0_b32, 4, 6), 2, 33, 1, 0, 0},
      {sopc(WL_OP_s_bitcmp1_b32, 4, 6), 2, 33, 0, 0, 1},
      {sopc(WL_OP_s_bitcmp0_b64, 4, 6), 1ull << 33, 33, 1, 0, 0},
      {sopc(WL_OP_s_bitcmp1_b64, 4, 6), 1ull << 33, 33, 0, 0, 1},
      {sopc(WL_OP_s_cmp_eq_u64, 4, 6), 1ull << 33, 1ull << 33, 0, 0, 1},
      {sopc(WL_OP_s_cmp_lg_u64, 4, 6), 1ull << 33, 1ull << 34, 0, 0, 1},
      {sopk(WL_OP_s_movk_i32, 8, 0x8000), 0, 0, 0, 0xffff8000, 0},
      {sopk(WL_OP_s_cmovk_i32, 8, 5), 0, 0, 0, 0, 0},
      {sopk(WL_OP_s_cmovk_i32, 8, 5), 0, 0, 1, 5, 1},
      {sopk(WL_OP_s_cmpk_eq_i32, 4, 0xffff), 0xffffffff, 0, 0, 0, 1},
      {sopk(WL_OP_s_cmpk_eq_u32, 4, 0xffff), 0xffffffff, 0, 1, 0, 0},
      {sopk(WL_OP_s_cmpk_lg_i32, 4, 4), 5, 0, 0, 0, 1},
      {sopk(WL_OP_s_cmpk_gt_i32, 4, 0xffff), 0, 0, 0, 0, 1},
      {sopk(WL_OP_s_cmpk_ge_i32, 4, 0xffff), 0xffffffff, 0, 0, 0, 1},
      {sopk(WL_OP_s_cmpk_lt_i32, 4, 0), 0xffffffff, 0, 0, 0, 1},
      {sopk(WL_OP_s_cmpk_le_i32, 4, 0), 1, 0, 1, 0, 0},
      {sopk(WL_OP_s_cmpk_lg_u32, 4, 0xffff), 0xffff, 0, 1, 0, 0},
      {sopk(WL_OP_s_cmpk_gt_u32, 4, 0xffff), 0x10000, 0, 0, 0, 1},
      {sopk(WL_OP_s_cmpk_ge_u32, 4, 0xffff), 0xfffe, 0, 1, 0, 0},
      {sopk(WL_OP_s_cmpk_lt_u32, 4, 0xffff), 0xfffe, 0, 0, 0, 1},
      {sopk(WL_OP_s_cmpk_le_u32, 4, 0xffff), 0x10000, 0, 1, 0, 0},
      {sopk(WL_OP_s_addk_i32, 8, 0xffff), 0, 0, 1, 0xffffffff, 0},
      {sopk(WL_OP_s_mulk_i32, 8, 7), 0, 0, 1, 0, 1},
  };
  CHECK_ALL(cases);
}

static void saveexec(void **state) {
  (void)state;
  const uint64_t a = 0xff00ff00ff00ff00, e = 0xffff0000ffff0000;
  const struct {
    uint32_t op;
    uint64_t exec;
  } cases[] = {{WL_OP_s_and_saveexec_b64, a & e},    {WL_OP_s_or_saveexec_b64, a | e},
               {WL_OP_s_xor_saveexec_b64, a ^ e},    {WL_OP_s_andn2_saveexec_b64, a & ~e},
               {WL_OP_s_orn2_saveexec_b64, a | ~e},  {WL_OP_s_nand_saveexec_b64, ~(a & e)},
               {WL_OP_s_nor_saveexec_b64, ~(a | e)}, {WL_OP_s_xnor_saveexec_b64, ~(a ^ e)},
               {WL_OP_s_andn1_saveexec_b64, ~a & e}, {WL_OP_s_orn1_saveexec_b64, ~a | e}};
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
    assert_int_equal(state_regs(&p, 0).status & WL_STATUS_SCC, cases[i].exec != 0);
    program_close(&p);
  }
  struct program p;
  program_open(&p);
  p.init.exec = e;
  p.init.sgpr_count = 6;
  p.init.sgpr[4] = (uint32_t)a;
  p.init.sgpr[5] = (uint32_t)(a >> 32);
  emit(&p, one(WL_OP_s_andn1_wrexec_b64));
  emit(&p, sop1(WL_OP_s_andn2_wrexec_b64, EXEC, 4));
  emit(&p, sop1(WL_OP_s_and_saveexec_b64, EXEC, 128));  // SDST = EXEC: the new EXEC stays
  start(&p, 0);
  issue(&p, 0, WL_OK);
  assert_int_equal(sgpr64(&p, 0, 8), ~a & e);
  assert_int_equal(sgpr64(&p, 0, EXEC), ~a & e);
  issue(&p, 0, WL_OK);
  assert_int_equal(sgpr64(&p, 0, EXEC), a & ~(~a & e));
  issue(&p, 0, WL_OK);
  assert_int_equal(sgpr64(&p, 0, EXEC), 0);
  assert_true(state_regs(&p, 0).status & WL_STATUS_EXECZ);
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
      {sop1(WL_OP_s_mov_b32, 8, 192), 0, 64},
      {sop1(WL_OP_s_mov_b32, 8, 208), 0, 0xfffffff0},
      {sop1(WL_OP_s_mov_b64, 8, 193), 0, ~0ull},
      {sop1(WL_OP_s_mov_b32, 8, 242), 0, 0x3f800000},
      {sop1(WL_OP_s_mov_b64, 8, 242), 0, 0x3ff0000000000000},
      {sop1(WL_OP_s_mov_b32, 8, 248), 0, 0x3e22f983},
      {sop1(WL_OP_s_mov_b64, 8, 248), 0, 0x3fc45f306dc9c882},
      {sop1(WL_OP_s_mov_b32, 8, LITERAL), 0x89abcdef, 0x89abcdef},
      {sop1(WL_OP_s_mov_b64, 8, LITERAL), 0x89abcdef, 0x89abcdef},
      {sop2(WL_OP_s_ashr_i64, 8, LITERAL, 128), 0x89abcdef, 0xffffffff89abcdef},
      {sop1(WL_OP_s_mov_b64, 8, 235), 0, 0x0001000000000000},
      {sop1(WL_OP_s_mov_b64, 8, 236), 0, 0x00010000ffffffff},
      {sop1(WL_OP_s_mov_b32, 8, 236), 0, 0xffffffff},
      {sop1(WL_OP_s_mov_b32, 8, 237), 0, 0},
      {sop1(WL_OP_s_mov_b64, 8, 238), 0, 0x00020000ffffffff},
      {sop1(WL_OP_s_mov_b32, 8, 239), 0, 0},
      {sop1(WL_OP_s_mov_b32, 8, 251), 0, 1},
      {sop1(WL_OP_s_mov_b32, 8, 252), 0, 0},
      {sop1(WL_OP_s_mov_b32, 8, 253), 0, 0},
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
      sop1(WL_OP_s_mov_b32, 8, 125),
      sop1(WL_OP_s_mov_b32, 125, 8),
      sop1(WL_OP_s_mov_b32, 8, 110),
      sop1(WL_OP_s_mov_b32, 110, 8),
      sop1(WL_OP_s_mov_b32, 8, 209),
      sop1(WL_OP_s_mov_b32, 8, 249),
      sop1(WL_OP_s_mov_b32, 8, 254),
      sop1(WL_OP_s_mov_b64, 9, 4),
      sop1(WL_OP_s_mov_b64, 8, 5),
      sop1(WL_OP_s_mov_b64, 8, M0),
      sop1(WL_OP_s_mov_b64, M0, 8),
      sop1(WL_OP_s_mov_b32, 96, 8),
      sop1(WL_OP_s_mov_b32, 8, 96),
      sop1(WL_OP_s_mov_b64, 96, 8),
      sop1(WL_OP_s_setpc_b64, 0, 255),
      sop1(WL_OP_s_getpc_b64, 0, 255),
      sop1(WL_OP_s_swappc_b64, 0, 255),
      sop1(WL_OP_s_rfe_b64, 0, 4),
      sop2(WL_OP_s_rfe_restore_b64, 0, 4, 6),
      sop1(47, 0, 0),
      sop1(49, 0, 0),
      sop1(56, 0, 0),
      sop2(53, 0, 0, 0),
      sopc(20, 0, 0),
      sopk(19, 0, 0),
      sopk(22, 0, 0),
      sopp(31, 0),
      sopp(127, 0),
      0xc8000000u,
      sop2(WL_OP_s_cbranch_g_fork, 0, 128, 4),
      sop2(WL_OP_s_cbranch_g_fork, 0, 4, VCC),
      sop2(WL_OP_s_cbranch_g_fork, 0, EXEC, 4),
      sop1(WL_OP_s_cbranch_join, 0, 128),
      sopk(WL_OP_s_cbranch_i_fork, 102, 0),
      sopk(WL_OP_s_cbranch_i_fork, 5, 0),
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
    assert_true(s.status & WL_STATUS_HALT);
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
  emit(&p, sop1(WL_OP_s_mov_b32, M0, 131));     // m0 = 3
  emit(&p, sop1(WL_OP_s_movrels_b32, 20, 4));   // s20 = s7
  emit(&p, sop1(WL_OP_s_movreld_b32, 20, 5));   // s23 = s5
  emit(&p, sop1(WL_OP_s_mov_b32, M0, 196));     // m0 = -4
  emit(&p, sop1(WL_OP_s_movrels_b64, 30, 10));  // s[30:31] = s[6:7]
  emit(&p, sop1(WL_OP_s_movreld_b64, 40, 2));   // s[36:37] = s[2:3]
  emit(&p, sop1(WL_OP_s_mov_b32, M0, 131));
  emit(&p, sop1(WL_OP_s_movrels_b64, 30, 10));  // odd sum
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
