// SPDX-License-Identifier: Apache-2.0
// Coverage: fields and classes of single instructions, which instructions count, and the file.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "observe/coverage.h"
#include "unit.h"

static char path[] = "/tmp/wavelock-coverage-XXXXXX";

static int setup(void **state) {
  *state = wl_coverage_new();
  memcpy(path + strlen(path) - 6, "XXXXXX", 6);
  const int file = mkstemp(path);
  return file < 0 || close(file) != 0 || !*state;
}
static int teardown(void **state) {
  wl_coverage_free(*state);
  return unlink(path);
}

// The count in the line of the file that starts so; -1 if there is none.
static long long count(const char *start) {
  char line[256];
  long long n = -1;
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  while (fgets(line, sizeof line, file)) {
    const char *last = strrchr(line, '\t');
    if (!strncmp(line, start, strlen(start)) && last == line + strlen(start)) n = atoll(last + 1);
  }
  fclose(file);
  return n;
}

static void issue(wl_coverage *c, uint32_t w0, uint32_t w1, uint64_t exec) {
  wl_coverage_issue(c, &(wl_config){.isa = WL_GFX900}, (const uint32_t[2]){w0, w1}, exec);
}

static void test_opcodes_and_operands(void **state) {
  wl_coverage *c = *state;
  issue(c, 0xBE8400FF, 0x00001234, ~0ull);  // s_mov_b32 s4, 0x1234
  issue(c, 0x800502C1, 0, ~0ull);           // s_add_u32 s5, -1, s2
  issue(c, 0xC0060180, 0, ~0ull);           // s_load_dwordx2 s[6:7], s[0:1], 0x0
  issue(c, 0x68020082, 0, ~0ull);           // v_add_u32 v1, 2, v0
  issue(c, 0xD1340001, 0x000200F0, ~0ull);  // v_add_u32_e64 v1, 0.5, v0
  issue(c, 0xD3800001, 0x18020501, ~0ull);  // v_pk_mad_i16
  issue(c, 0xDC508000, 0x02000001, ~0ull);  // global_load_dword v2, v1, s[0:1]
  issue(c, 0xDC509FFC, 0x027F0001, ~0ull);  // global_load_dword v2, v[1:2], off offset:-4
  issue(c, 0xD81A0000, 0x00000301, ~0ull);  // ds_write_b32 v1, v3
  issue(c, 0xF8000000, 0, 0);               // exp
  assert_true(wl_coverage_write(c, path, NULL));
  assert_int_equal(count("opcode\tSOP1\t0\ts_mov_b32"), 1);
  assert_int_equal(count("opcode\tSOP2\t0\ts_add_u32"), 1);
  assert_int_equal(count("opcode\tVOP3\t308\tv_add_u32"), 1);
  assert_int_equal(count("opcode\tVOP3P\t0\tv_pk_mad_i16"), 1);
  assert_int_equal(count("opcode\tGLOBAL\t20\tglobal_load_dword"), 2);
  assert_int_equal(count("opcode\tDS\t13\tds_write_b32"), 1);
  assert_int_equal(count("operand\tSOP1\tssrc0\tliteral"), 1);
  assert_int_equal(count("operand\tSOP2\tssrc0\tinline int"), 1);
  assert_int_equal(count("operand\tSOP2\tssrc1\tsgpr"), 1);
  assert_int_equal(count("operand\tSMEM\tsoffset\tsgpr"), 0);
  assert_int_equal(count("operand\tSMEM\toffset\tzero"), 1);
  assert_int_equal(count("operand\tVOP3\tsrc0\tinline float"), 1);
  assert_int_equal(count("operand\tVOP3\tsrc2\tsgpr"), 0);  // an opcode of two sources
  assert_int_equal(count("operand\tGLOBAL\tsaddr\toff"), 1);
  assert_int_equal(count("operand\tGLOBAL\tsaddr\tsgpr"), 1);
  assert_int_equal(count("operand\tGLOBAL\toffset\tnegative"), 1);
}

// Only fields that the opcode has.
static void test_fields_of_opcodes(void **state) {
  wl_coverage *c = *state;
  issue(c, 0xBE841C00, 0, ~0ull);           // s_getpc_b64 s[4:5]: no source
  issue(c, 0xBE801D04, 0, ~0ull);           // s_setpc_b64 s[4:5]: no destination
  issue(c, 0xBE842A02, 0, ~0ull);           // s_movrels_b32 s4, s2
  issue(c, 0xBE842C02, 0, ~0ull);           // s_movreld_b32 s4, s2
  issue(c, 0xD2890005, 0x00000501, ~0ull);  // v_readlane_b32 s5, v1, s2
  issue(c, 0xD1190601, 0x00020501, ~0ull);  // v_add_co_u32_e64 v1, s[6:7], v1, v2
  issue(c, 0xD0C90008, 0x00020501, ~0ull);  // v_cmp_lt_u32_e64 s[8:9], v1, v2
  issue(c, 0xD3814001, 0x18020501, ~0ull);  // v_pk_mul_lo_u16 v1, v1, v2
  assert_true(wl_coverage_write(c, path, NULL));
  assert_int_equal(count("operand\tSOP1\tssrc0\tsgpr"), 3);
  assert_int_equal(count("operand\tSOP1\tsdst\tsgpr"), 3);
  assert_int_equal(count("operand\tVOP3\tsdst\tsgpr"), 3);
  assert_int_equal(count("operand\tVOP3\tsrc1\tvgpr"), 2);
  assert_int_equal(count("operand\tVOP3\tsrc2\tsgpr"), 0);
  assert_int_equal(count("operand\tVOP3P\tsrc2\tsgpr"), 0);
  assert_int_equal(count("operand\tVOP3P\tsrc1\tvgpr"), 1);
}

static void test_sdwa_and_dpp(void **state) {
  wl_coverage *c = *state;
  issue(c, 0x7E0202F9, 0x000D1402,
        ~0ull);  // v_mov_b32_sdwa v1, sext(v2) dst_sel:WORD_0 dst_unused:PRESERVE src0_sel:WORD_1
  issue(c, 0x7E0202FA, 0x3F093001, ~0ull);  // v_mov_b32_dpp v1, v1 wave_shl:1 row_mask:0x3
  issue(c, 0x7D9202F9, 0x86068802, ~0ull);  // v_cmp_lt_u32_sdwa s[8:9], v2, s1
  assert_true(wl_coverage_write(c, path, NULL));
  assert_int_equal(count("form\tVOP1\t1\tsdwa"), 1);
  assert_int_equal(count("form\tVOP1\t1\tdpp"), 1);
  assert_int_equal(count("operand\tVOP1\tsrc0\tsdwa"), 1);
  assert_int_equal(count("operand\tVOP1\tsdwa_src0_sel\tword 1"), 1);
  assert_int_equal(count("operand\tVOP1\tsdwa_src0_sext\t1"), 1);
  assert_int_equal(count("operand\tVOP1\tsdwa_dst_sel\tword 0"), 1);
  assert_int_equal(count("operand\tVOP1\tsdwa_dst_unused\tpreserve"), 1);
  assert_int_equal(count("operand\tVOP1\tdpp_ctrl\twave_shl"), 1);
  assert_int_equal(count("operand\tVOP1\tdpp_row_mask\tsome"), 1);
  assert_int_equal(count("operand\tVOPC\tsdwa_src1\tsgpr"), 1);
  assert_int_equal(count("operand\tVOPC\tsdwa_sdst\tsgpr"), 1);
}

static void test_exec_classes(void **state) {
  static const struct {
    uint64_t exec;
    const char *line;
  } cases[] = {{0, "zero"},
               {1ull << 63, "one lane"},
               {~0ull, "all"},
               {~(1ull << 5), "one hole"},
               {0xFFFFFFFF, "low half"},
               {0xFFFFFFFFull << 32, "high half"},
               {0xF0F0, "other"}};
  wl_coverage *c = *state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (size_t n = 0; n <= i; n++) issue(c, 0x7E020300, 0, cases[i].exec);
  issue(c, SOPP_WORD(s_nop, 0), 0, 0);  // s_nop: EXEC does not count
  assert_true(wl_coverage_write(c, path, NULL));
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char line[64];
    snprintf(line, sizeof line, "exec\tVOP1\t%s\t-", cases[i].line);
    assert_int_equal(count(line), i + 1);
  }
}

// A return counts once, however many it passes; instructions of its own kind and of other waves do not matter.
static void test_orders(void **state) {
  wl_coverage *c = *state;
  const bool gds[] = {false, true, false, false, true};
  for (uint32_t tag = 0; tag < 5; tag++) wl_coverage_ds_issue(c, 1, tag, gds[tag]);
  wl_coverage_ds_issue(c, 2, 5, false);
  wl_coverage_ds_return(c, 1, 4);   // GDS, before 0, 2 and 3
  wl_coverage_ds_return(c, 1, 0);   // the oldest
  wl_coverage_ds_return(c, 1, 2);   // LDS, before 1
  wl_coverage_ds_return(c, 1, 64);  // the half of a FLAT instruction
  wl_coverage_ds_return(c, 2, 5);
  wl_coverage_ds_return(c, 1, 3);  // LDS, before 1
  wl_coverage_ds_return(c, 1, 1);  // alone
  assert_true(wl_coverage_write(c, path, NULL));
  assert_int_equal(count("order\tDS\tLDS before older GDS\t-"), 2);
  assert_int_equal(count("order\tDS\tGDS before older LDS\t-"), 1);
}

// A unit whose coverage goes to this file.
static void observe_new(const char *file, bool expect_fault) {
  static wl_observer observer;
  assert_true(wl_coverage_observe(&observer, file));
  unit_observer = &observer;
  unit_new(&(wl_checker_options){.mode = WL_CHECK_DEFAULT, .expect_fault = expect_fault});
}

static void observe_free(void) {
  unit_free();
  unit_observer->close(unit_observer->to);
  unit_observer = NULL;
}

// Through the checker: a legal instruction counts; an illegal one does not, nor a vector instruction under VSKIP.
static void test_what_counts(void **state) {
  (void)state;
  observe_new(path, true);
  unit_start(0);
  unit_start(1);
  unit_issue(0, SOPP_WORD(s_nop, 0));
  unit_cycle();
  fake.state_regs[1].mode |= WL_MODE_VSKIP;
  unit_issue(1, SOPP_WORD(s_sendmsg, 1));
  unit_cycle();
  fake.effect.unit = WL_UNIT_VALU;
  unit_issue(1, 0x7E020300);
  unit_cycle();
  unit_issue(1, 0x7E00FF00);  // no opcode at all: discarded too
  unit_cycle();
  fake.issue_result = WL_ILLEGAL_INST;
  fake.effect.end = WL_END_FAULT;
  unit_issue(0, SOPP_WORD(s_cbranch_scc1, 0));
  wl_probe_wave_end(dut, 0, WL_WAVE_FAULTED);
  unit_cycle();
  unit_end(1);
  unit_finish();
  observe_free();
  assert_int_equal(count("opcode\tSOPP\t0\ts_nop"), 1);
  assert_int_equal(count("opcode\tVOP1\t1\tv_mov_b32"), -1);
  assert_int_equal(count("opcode\tVOP1\t127\t?"), -1);
  assert_int_equal(count("opcode\tSOPP\t5\ts_cbranch_scc1"), -1);
  assert_int_equal(count("opcode\tSOPP\t1\ts_endpgm"), 1);
}

static void test_no_file_no_pass(void **state) {
  assert_false(wl_coverage_write(*state, "/nowhere/coverage.tsv", NULL));
  assert_int_equal(errno, ENOENT);
  observe_new("/nowhere/coverage.tsv", false);
  unit_start(0);
  unit_end(0);
  assert_int_equal(unit_finish(), WL_ERROR);
  assert_non_null(strstr(unit.result.why, "cannot be written"));
  observe_free();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_opcodes_and_operands, setup, teardown),
      cmocka_unit_test_setup_teardown(test_fields_of_opcodes, setup, teardown),
      cmocka_unit_test_setup_teardown(test_sdwa_and_dpp, setup, teardown),
      cmocka_unit_test_setup_teardown(test_exec_classes, setup, teardown),
      cmocka_unit_test_setup_teardown(test_orders, setup, teardown),
      cmocka_unit_test_setup_teardown(test_what_counts, setup, teardown),
      cmocka_unit_test_setup_teardown(test_no_file_no_pass, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
