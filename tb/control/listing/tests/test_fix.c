// SPDX-License-Identifier: Apache-2.0
// Mends: what is changed of a text, and that no error is left (maxwell-control.md 6.3).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "control/listing/fix.h"
#include "control/listing/rules.h"

static sass_classes *classes;

static char *mended(const char *text, bool strict, int *errors) {
  sass_error error;
  sass_listing *l = sass_listing_read(text, strlen(text), classes, &error);
  if (!l) fail_msg("%d:%d: %s\n%s", error.line, error.column, error.text, text);
  char *out = sass_fix(&l, classes, strict);
  sass_findings findings = sass_check(l, strict);
  *errors = sass_findings_count(&findings, SASS_ERROR);
  sass_findings_free(&findings);
  sass_listing_free(l);
  return out;
}

static void judge(const char *text, bool strict, const char *expected) {
  int errors;
  char *out = mended(text, strict, &errors);
  assert_string_equal(out, expected);
  assert_int_equal(errors, 0);
  free(out);
}

static void becomes(const char *text, const char *expected) { judge(text, false, expected); }

static void stalls(void **state) {
  (void)state;
  becomes("# kept\n--:-:-:-:1      MOV R0, R1; // kept\n--:-:-:-:1      MOV R2, R0;\n",
          "# kept\n--:-:-:-:6      MOV R0, R1; // kept\n--:-:-:-:1      MOV R2, R0;\n");
  becomes("--:-:-:-:d ISETP.GE.AND P0, PT, R0, R1, PT;\n--:-:-:-:1 @P0 MOV R2, R3;\n",
          "--:-:-:Y:d ISETP.GE.AND P0, PT, R0, R1, PT;\n--:-:-:-:1 @P0 MOV R2, R3;\n");
  becomes("--:-:-:-:1 ISETP.GE.AND P0, PT, R0, R1, PT;\n--:-:-:-:2 NOP;\n--:-:-:-:1 @P0 MOV R2, R3;\n",
          "--:-:-:-:1 ISETP.GE.AND P0, PT, R0, R1, PT;\n--:-:-:Y:c NOP;\n--:-:-:-:1 @P0 MOV R2, R3;\n");
  becomes("--:-:-:-:1 IADD R0.CC, R1, R2;\n--:-:-:-:1 IADD.X R3, R1, R1;\n",
          "--:-:-:-:6 IADD R0.CC, R1, R2;\n--:-:-:-:1 IADD.X R3, R1, R1;\n");
  becomes("--:-:-:-:1 EXIT;\n", "--:-:-:-:5 EXIT;\n");
  becomes("--:-:-:-:0 MOV R0, R1;\n--:-:-:-:1 MOV R2, R3;\n", "--:-:-:-:1 MOV R0, R1;\n--:-:-:-:1 MOV R2, R3;\n");
  becomes("--:-:1:-:1 S2R R0, SR_TID.X;\n01:-:-:-:1 MOV R1, R0;\n",
          "--:-:1:-:2 S2R R0, SR_TID.X;\n01:-:-:-:1 MOV R1, R0;\n");
  // the path on which the least time passes: through the branch
  becomes(
      "--:-:-:-:1 MOV R0, R1;\n--:-:-:-:5 @P0 BRA L;\n--:-:-:-:6 NOP;\nL:\n--:-:-:-:1 NOP;\n--:-:-:-:5 BRA M;\nM:\n"
      "--:-:-:-:1 MOV R2, R0;\n",
      "--:-:-:-:1 MOV R0, R1;\n--:-:-:-:5 @P0 BRA L;\n--:-:-:-:6 NOP;\nL:\n--:-:-:-:1 NOP;\n--:-:-:-:5 BRA M;\nM:\n"
      "--:-:-:-:1 MOV R2, R0;\n");
  becomes("--:-:-:-:3 MOV R0, R1;\n--:-:-:-:1 RRO.SINCOS R0, R2;\n",
          "--:-:-:-:4 MOV R0, R1;\n"
          "--:-:-:-:1 RRO.SINCOS R0, R2;\n");
  judge("--:-:-:-:c MOV R0, R1;\n--:-:-:Y:0 MOV R2, R3;\n", true, "--:-:-:Y:c MOV R0, R1;\n--:-:-:Y:1 MOV R2, R3;\n");
}

static void barriers(void **state) {
  (void)state;
  becomes("--:-:1:-:2 S2R R0, SR_TID.X;\n--:-:-:-:1 MOV R1, R0;\n",
          "--:-:1:-:2 S2R R0, SR_TID.X;\n"
          "01:-:-:-:1 MOV R1, R0;\n");
  // a free barrier, and then the time until it is seen
  becomes(
      "--:-:1:-:1 S2R R2, SR_TID.Y;\n--:-:-:-:1 S2R R0, SR_TID.X;\n--:-:-:-:1 MOV R1, R0;\n"
      "01:-:-:-:1 MOV R3, R2;\n",
      "--:-:1:-:1 S2R R2, SR_TID.Y;\n--:-:2:-:2 S2R R0, SR_TID.X;\n02:-:-:-:1 MOV R1, R0;\n"
      "01:-:-:-:1 MOV R3, R2;\n");
  becomes("--:-:-:-:1 STS [R0], R1;\n--:-:-:-:1 MOV R1, R2;\n", "--:1:-:-:2 STS [R0], R1;\n01:-:-:-:1 MOV R1, R2;\n");
  becomes("--:-:1:-:1 STS [R0], R1;\n", "--:-:-:-:1 STS [R0], R1;\n");
  becomes("--:2:1:-:1 MOV R0, R1;\n", "--:-:-:-:1 MOV R0, R1;\n");
  becomes("--:-:-:-:1 LDG R0, [R2];\n--:-:-:-:1 MOV R0, R1;\n", "--:-:1:-:2 LDG R0, [R2];\n01:-:-:-:1 MOV R0, R1;\n");
}

// The other forms; reuse bits and flags; spaces, comments and codes stay.
static void forms(void **state) {
  (void)state;
  becomes("  [B------:R-:W-:-:S01]  /*0008*/  MOV R0, R1 ; // a\n  [B------:R-:W-:-:S01]  /*0010*/  MOV R2, R0 ;\n",
          "  [B------:R-:W-:-:S06]  /*0008*/  MOV R0, R1 ; // a\n  [B------:R-:W-:-:S01]  /*0010*/  MOV R2, R0 ;\n");
  becomes(
      "[RR-R:B------:R-:W-:-:S01] FADD R1, R1.reuse, R2.reuse ;\n"
      "",
      "[-R--:B------:R-:W-:-:S01] FADD R1, R1, R2.reuse ;\n");
  becomes("[R---:B------:R-:W-:-:S01] FADD R0, R1, R2.reuse ;\n", "[----:B------:R-:W-:-:S01] FADD R0, R1, R2 ;\n");
  becomes("--:-:-:-:1 FFMA R1, R2.reuse, R1.reuse, R3;\n", "--:-:-:-:1 FFMA R1, R2.reuse, R1, R3;\n");
  becomes(
      "\t/* 0x001fc000fe2007f1 */\n/*0008*/ MOV R0, R1; /* 0x5c98078000170000 */\n/*0010*/ MOV R2, R0;\n"
      "/*0018*/ EXIT;\n",
      "\t/* 0x001fd400fe2007f6 */\n/*0008*/ MOV R0, R1; /* 0x5c98078000170000 */\n/*0010*/ MOV R2, R0;\n"
      "/*0018*/ EXIT;\n");
  // older text: the second control word ends the line of the second half of a pair
  becomes(
      "/* 0x001fc000fe2007f1 */\n/*0008*/ MOV R0, R1; /* 0x1 */\n/*0010*/ MOV R2, R1; /* 0x2 */\n"
      "/*0018*/ { MOV R4, R0; /* 0x3 */\n/*0028*/ LDS R5, [R6.reuse]; } /* 0x001fc400fe2207f1 */\n/* 0x4 */\n"
      "/*0030*/ EXIT; /* 0x5 */\n/*0038*/ NOP; /* 0x6 */\n",
      "/* 0x001fc000fea007f1 */\n/*0008*/ MOV R0, R1; /* 0x1 */\n/*0010*/ MOV R2, R1; /* 0x2 */\n"
      "/*0018*/ { MOV R4, R0; /* 0x3 */\n/*0028*/ LDS R5, [R6.reuse]; } /* 0x001fc400fea207f1 */\n/* 0x4 */\n"
      "/*0030*/ EXIT; /* 0x5 */\n/*0038*/ NOP; /* 0x6 */\n");
  becomes("/* 0x001fc000fe2006d1 */\n/*0008*/ NOP;\n/*0010*/ NOP;\n/*0018*/ NOP;\n",
          "/* 0x001fc400fe2007f1 */\n/*0008*/ NOP;\n/*0010*/ NOP;\n/*0018*/ NOP;\n");
}

// More than 15 cycles: a NOP. It changes addresses, so a text that names some stays as it is.
static void nops(void **state) {
  (void)state;
  sass_error error;
  static const char table[] = "class slow lat 40\nopcodes slow : SLOW\n";
  assert_true(sass_classes_add(classes, table, strlen(table), &error));
  becomes("--:-:-:-:1      SLOW R0, R1;\n--:-:-:-:1      MOV R2, R0;\n",
          "--:-:-:Y:f      SLOW R0, R1;\n--:-:-:Y:f      NOP;\n--:-:-:-:a      NOP;\n--:-:-:-:1      MOV R2, R0;\n");
  becomes(
      "[B------:R-:W-:-:S01] SLOW R0, R1 ;\n[B------:R-:W-:-:S05] BRA `(L) ;\nL:\n"
      "[B------:R-:W-:-:S01] MOV R2, R0 ;\n",
      "[B------:R-:W-:-:S01] SLOW R0, R1 ;\n"
      "      [B------:R-:W-:Y:S15]                             NOP ;\n"
      "      [B------:R-:W-:-:S09]                             NOP ;\n"
      "[B------:R-:W-:Y:S15] BRA `(L) ;\nL:\n[B------:R-:W-:-:S01] MOV R2, R0 ;\n");
  becomes("/* 0x001fc000fe2007f1 */\n/*0008*/ SLOW R0, R1;\n/*0010*/ MOV R2, R0;\n/*0018*/ NOP;\n",
          "                                                                        /* 0x001fe800fde007ef */\n"
          "        /*0008*/                   SLOW R0, R1 ;\n"
          "        /*0010*/                   NOP ;\n"
          "        /*0018*/                   NOP ;\n"
          "                                                                        /* 0x001f8000fe2007f1 */\n"
          "        /*0028*/                   MOV R2, R0 ;\n"
          "        /*0030*/                   NOP ;\n"
          "        /*0038*/                   NOP ;\n");
  // Barrier 6, which maxas text does not have, goes first.
  becomes("/* 0x001fc000fe2006cf */\n/*0008*/ SLOW R0, R1;\n/*0010*/ MOV R2, R0;\n/*0018*/ NOP;\n",
          "                                                                        /* 0x001fe800fde007ef */\n"
          "        /*0008*/                   SLOW R0, R1 ;\n"
          "        /*0010*/                   NOP ;\n"
          "        /*0018*/                   NOP ;\n"
          "                                                                        /* 0x001f8000fe2007f1 */\n"
          "        /*0028*/                   MOV R2, R0 ;\n"
          "        /*0030*/                   NOP ;\n"
          "        /*0038*/                   NOP ;\n");
  int errors;
  char *out = mended("--:-:-:-:1 SLOW R0, R1;\n--:-:-:-:1 MOV R2, R0;\n--:-:-:-:5 BRA 0x8;\n", false, &errors);
  assert_string_equal(out, "--:-:-:Y:f SLOW R0, R1;\n--:-:-:-:1 MOV R2, R0;\n--:-:-:-:5 BRA 0x8;\n");
  assert_int_equal(errors, 1);
  free(out);
}

// Text without any control: all of it is mended, and the instructions are the same.
static void bare(void **state) {
  (void)state;
  static const char *const code[] = {
      "S2R R0, SR_TID.X",
      "S2R R1, SR_CTAID.X",
      "MOV R2, c[0x0][0x140]",
      "MOV R3, c[0x0][0x144]",
      "XMAD R4, R1, c[0x0][0x8], R0",
      "SHL R4, R4, 0x2",
      "IADD R6.CC, R4, R2",
      "IADD.X R7, RZ, R3",
      "LDG.E R8, [R6]",
      "ISETP.GE.AND P0, PT, R8, 0x10, PT",
      "@P0 MUFU.RCP R8, R8",
      "@!P0 I2F.F32.S32 R8, R8",
      "F2F.F64.F32 R10, R8",
      "DADD R10, R10, R10",
      "STS.64 [R4], R10",
      "BAR.SYNC 0x0",
      "LDS R12, [R4]",
      "IADD R4, R4, 0x4",
      "STG.E [R6], R12",
      "IADD R12, R12, 0x1",
      "@P0 EXIT",
      "EXIT",
  };
  char text[2000] = "";
  for (size_t n = 0; n < sizeof code / sizeof *code; n++) sprintf(text + strlen(text), "--:-:-:-:1 %s;\n", code[n]);
  int errors;
  char *out = mended(text, false, &errors);
  assert_int_equal(errors, 0);
  const char *line = out;
  for (size_t n = 0; n < sizeof code / sizeof *code; n++) {
    assert_memory_equal(strchr(line, ' ') + 1, code[n], strlen(code[n]));
    line = strchr(line, '\n') + 1;
  }
  assert_int_equal(*line, 0);
  free(out);
}

int main(void) {
  classes = sass_classes_new();
  const struct CMUnitTest tests[] = {cmocka_unit_test(stalls), cmocka_unit_test(barriers), cmocka_unit_test(forms),
                                     cmocka_unit_test(nops), cmocka_unit_test(bare)};
  const int code = cmocka_run_group_tests(tests, NULL, NULL);
  sass_classes_free(classes);
  return code;
}
