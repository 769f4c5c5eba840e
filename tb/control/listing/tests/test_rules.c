// SPDX-License-Identifier: Apache-2.0
// The rules of the checker, each with a case that it finds and one that it does not (maxwell-control.md 4, 6.2).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "control/listing/flow.h"
#include "control/listing/rules.h"

static sass_classes *classes;

// Findings as "RULE LINE OTHER; ...", errors with '!', warnings with '?', notes plain.
static char *findings_of(const char *text, bool strict) {
  sass_error error;
  sass_listing *l = sass_listing_read(text, strlen(text), classes, &error);
  if (!l) fail_msg("%d:%d: %s\n%s", error.line, error.column, error.text, text);
  sass_findings f = sass_check(l, strict);
  char *out = NULL;
  size_t size = 0;
  FILE *to = open_memstream(&out, &size);
  assert_non_null(to);
  for (int n = 0; n < f.count; n++) {
    const sass_finding *one = &f.list[n];
    fprintf(to, "%s%s%s %d %d", n ? "; " : "", one->rule,
            one->severity == SASS_ERROR     ? "!"
            : one->severity == SASS_WARNING ? "?"
                                            : "",
            one->line, one->other);
  }
  fclose(to);
  sass_findings_free(&f);
  sass_listing_free(l);
  return out;
}

static void judge(const char *text, bool strict, const char *expected) {
  char *found = findings_of(text, strict);
  if (strcmp(found, expected)) fail_msg("found \"%s\", not \"%s\" in\n%s", found, expected, text);
  free(found);
}

static void finds(const char *text, const char *expected) { judge(text, false, expected); }

// 4.4: result - issue >= latency, registers are read rlat cycles late.
static void raw(void **state) {
  (void)state;
  finds("--:-:-:-:5 IADD R0, R1, R2;\n--:-:-:-:1 IADD R3, R0, R0;\n", "RAW! 2 1");
  finds("--:-:-:-:6 IADD R0, R1, R2;\n--:-:-:-:1 IADD R3, R0, R0;\n", "");
  finds("--:-:-:-:1 IADD R0, R1, R2;\n--:-:-:-:4 NOP;\n--:-:-:-:1 IADD R3, R0, R0;\n", "RAW! 3 1");
  finds("--:-:-:-:1 IADD R0, R1, R2;\n--:-:-:-:5 NOP;\n--:-:-:-:1 IADD R3, R0, R0;\n", "");
  // gmem reads 4 late, smem 2
  finds("--:-:-:-:1 IADD R0, R1, R2;\n--:-:-:-:1 STG [R0], RZ;\n", "RAW! 2 1");
  finds("--:-:-:-:2 IADD R0, R1, R2;\n--:-:-:-:1 STG [R0], RZ;\n", "");
  finds("--:-:-:-:3 IADD R0, R1, R2;\n--:-:-:-:1 STS [R0], RZ;\n", "RAW! 2 1");
  finds("--:-:-:-:4 IADD R0, R1, R2;\n--:-:-:-:1 STS [RZ], R0;\n", "");
  // a pair, a stall of 13 without 'Y', the third register of a quad
  finds("--:-:-:-:5 MOV R3, RZ;\n--:-:-:-:1 DEPBAR.LE SB0, 0x0;\n", "MIN-STALL! 2 0");
  finds("--:-:-:-:1 MOV R6, RZ;\n--:-:-:-:2 STS.128 [R1], R4;\n", "RAW! 2 1");
  finds("--:-:-:-:d MOV R6, RZ;\n--:-:-:-:1 MOV R7, R6;\n", "YIELD-WIDE 1 0");
  // lat 2 of RRO and VOTE, 6 of PSET
  finds("--:-:-:-:1 RRO.SINCOS R0, R1;\n--:-:-:-:1 MOV R2, R0;\n", "RAW! 2 1");
  finds("--:-:-:-:2 RRO.SINCOS R0, R1;\n--:-:-:-:1 MOV R2, R0;\n", "");
  finds("--:-:-:-:6 PSET.BF.AND.AND R0, P0, PT, PT;\n--:-:-:-:1 MOV R2, R0;\n", "");
  // D-CTRL-4: names that are not mapped
  finds("--:-:-:-:3 MOV cz02, RZ;\n--:-:-:-:2 STS.128 [a], cz00;\n", "RAW! 2 1");
}

static void raw_predicate(void **state) {
  (void)state;
  finds("--:-:-:Y:c ISETP.GE.AND P0, PT, R0, R1, PT;\n--:-:-:-:1 SEL R2, R3, R4, P0;\n", "RAW-PRED! 2 1");
  finds("--:-:-:Y:d ISETP.GE.AND P0, PT, R0, R1, PT;\n--:-:-:-:1 SEL R2, R3, R4, P0;\n", "");
  finds("--:-:-:-:d ISETP.GE.AND P0, PT, R0, R1, PT;\n--:-:-:-:1 @P0 MOV R2, R3;\n", "YIELD-WIDE 1 0; RAW-PRED! 2 1");
  // not late, whatever the class: the guard of a store
  finds("--:-:-:Y:c ISETP.GE.AND P0, PT, R0, R1, PT;\n--:-:-:-:1 @P0 STG [R2], R3;\n", "RAW-PRED! 2 1");
  // LOP writes a predicate: 13
  finds("--:-:-:Y:c LOP.AND.NZ P0, RZ, R2, 0x2;\n--:-:-:-:1 @!P0 MOV R2, R3;\n", "RAW-PRED! 2 1");
  finds("--:-:-:-:5 IADD R0.CC, R1, R2;\n--:-:-:-:1 IADD.X R3, R1, R1;\n", "RAW-CC! 2 1");
  finds("--:-:-:-:6 IADD R0.CC, R1, R2;\n--:-:-:-:1 IADD.X R3, R1, R1;\n", "");
}

static void raw_variable(void **state) {
  (void)state;
  finds("--:-:-:-:f S2R R0, SR_TID.X;\n--:-:-:-:1 MOV R1, R0;\n", "YIELD-WIDE 1 0; RAW-VAR! 2 1");
  finds("--:-:1:-:2 S2R R0, SR_TID.X;\n01:-:-:-:1 MOV R1, R0;\n", "");
  finds("--:-:1:-:2 S2R R0, SR_TID.X;\n02:-:-:-:1 MOV R1, R0;\n", "RAW-VAR! 2 1; WAIT-UNSET 2 0");
  // a read barrier does not cover results
  finds("--:1:-:-:2 LDG R0, [R2];\n01:-:-:-:1 MOV R1, R0;\n", "RAW-VAR! 2 1");
  // 4.3: a younger one of the queue covers, S2R has none
  finds("--:-:-:-:1 LDS R0, [R2];\n--:-:1:-:2 LDS R1, [R2];\n01:-:-:-:1 IADD R3, R0, R1;\n", "");
  finds("--:-:-:-:1 LDS R0, [R2];\n--:-:1:-:2 @P0 LDS R1, [R2];\n01:-:-:-:1 MOV R3, R0;\n", "");
  finds("--:-:-:-:1 LDS R0, [R2];\n--:-:1:-:2 LDG R1, [R2];\n01:-:-:-:1 MOV R3, R0;\n", "RAW-VAR! 3 1");
  finds("--:-:-:-:1 S2R R0, SR_TID.X;\n--:-:1:-:2 S2R R1, SR_TID.Y;\n01:-:-:-:1 MOV R3, R0;\n", "RAW-VAR! 3 1");
  // D-CTRL-9: LDC and double precision have a queue each
  finds("--:-:-:-:1 LDC R0, c[0x0][R2];\n--:-:1:-:2 LDC R1, c[0x0][R2];\n01:-:-:-:1 MOV R3, R0;\n", "");
  finds("--:-:-:-:1 DADD R0, R2, R4;\n--:-:1:-:2 DMUL R6, R2, R4;\n01:-:-:-:1 MOV R3, R0;\n", "");
  finds("--:-:-:-:1 LDC R0, c[0x0][R2];\n--:-:1:-:2 LDS R1, [R2];\n01:-:-:-:1 MOV R3, R0;\n", "RAW-VAR! 3 1");
  // DSETP is variable, its predicate, too
  finds("--:-:1:-:2 DSETP.GT.AND P0, PT, R2, R4, PT;\n01:-:-:-:1 @P0 MOV R3, R0;\n", "");
  finds("--:-:-:Y:f DSETP.GT.AND P0, PT, R2, R4, PT;\n--:-:-:-:1 @P0 MOV R3, R0;\n", "RAW-VAR! 2 1");
  // IMAD is variable
  finds("--:-:-:Y:f IMAD R0, R1, R2, R3;\n--:-:-:-:1 MOV R4, R0;\n", "RAW-VAR! 2 1");
}

// 4.2. D-CTRL-8: write and read of one barrier add 2 to it.
static void depbar(void **state) {
  (void)state;
  static const char loads[] =
      "--:-:1:-:1 LDG R0, [R9];\n--:-:1:-:1 LDG R1, [R9];\n--:-:1:-:2 LDG R2, [R9];\n--:-:-:-:2 DEPBAR.LE SB0, %s;\n"
      "--:-:-:-:1 MOV R3, R%d;\n";
  static const struct {
    const char *count, *expected;
    int number;
  } rows[] = {{"0x1", "", 0},
              {"0x1", "", 1},
              {"0x1", "RAW-VAR! 5 3", 2},
              {"0x2", "", 0},
              {"0x2", "RAW-VAR! 5 2", 1},
              {"0x3", "RAW-VAR! 5 1", 0},
              {"0x0", "", 2}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    char text[400];
    snprintf(text, sizeof text, loads, rows[r].count, rows[r].number);
    finds(text, rows[r].expected);
  }
  // the younger load adds 2: k = 1 says that its operand is read and the older one is done
  finds("--:-:1:-:1 LDG R0, [R9];\n--:1:1:-:2 LDG R1, [R8];\n--:-:-:-:2 DEPBAR.LE SB0, 0x1;\n--:-:-:-:1 MOV R8, R0;\n",
        "");
  finds("--:-:1:-:1 LDG R0, [R9];\n--:1:1:-:2 LDG R1, [R8];\n--:-:-:-:2 DEPBAR.LE SB0, 0x2;\n--:-:-:-:1 MOV R3, R0;\n",
        "RAW-VAR! 4 1");  // D-CTRL-49: the operands of LDG R1 may be read before R0 is there
  finds("--:-:1:-:1 LDG R0, [R9];\n--:1:1:-:2 LDG R1, [R8];\n--:-:-:-:2 DEPBAR.LE SB0, 0x2;\n--:-:-:-:1 MOV R8, R0;\n",
        "RAW-VAR! 4 1; WAR! 4 2");
  finds(
      "--:-:1:-:1 LDG R0, [R9];\n--:1:2:-:2 LDG R1, [R8];\n--:-:-:-:2 DEPBAR {1,0};\n"
      "--:-:-:-:1 IADD R8, R0, R1;\n",
      "");
  finds("--:-:1:-:1 LDG R0, [R9];\n--:-:2:-:2 S2R R1, SR_TID.X;\n--:-:-:-:2 DEPBAR {0};\n--:-:-:-:1 IADD R8, R0, R1;\n",
        "RAW-VAR! 4 2");
  // a setter one cycle before it is counted
  finds("--:-:1:-:1 LDG R0, [R9];\n--:-:-:-:2 DEPBAR.LE SB0, 0x0;\n--:-:-:-:1 MOV R1, R0;\n", "");
}

static void waw(void **state) {
  (void)state;
  static const char text[] = "--:-:-:%s ISETP.GE.AND P0, PT, R0, R1, PT;\n--:-:-:-:1 SHFL.UP P0, R2, R3, 0x1, 0x0;\n";
  char both[200];
  snprintf(both, sizeof both, text, "-:1");
  finds(both, "");  // a variable write lands later
  // RRO and MOV
  finds("--:-:-:-:3 MOV R0, R1;\n--:-:-:-:1 RRO.SINCOS R0, R2;\n", "WAW! 2 1");
  finds("--:-:-:-:4 MOV R0, R1;\n--:-:-:-:1 RRO.SINCOS R0, R2;\n", "");
  finds("--:-:-:-:1 MOV R0, R1;\n--:-:-:-:1 IADD R0, R2, R3;\n", "");
  finds("--:-:1:-:2 LDG R0, [R2];\n--:-:-:-:1 MOV R0, R1;\n", "WAW-VAR! 2 1");
  finds("--:-:1:-:2 LDG R0, [R2];\n01:-:-:-:1 MOV R0, R1;\n", "");
  finds("--:-:1:-:2 LDG R0, [R2];\n--:-:1:-:1 LDG R0, [R3];\n", "");
  finds("--:-:1:-:2 LDG R0, [R2];\n--:-:2:-:1 LDS R0, [R3];\n", "WAW-VAR! 2 1");
}

static void war(void **state) {
  (void)state;
  finds("--:-:1:-:2 LDS R0, [R2];\n--:-:-:-:1 MOV R2, R1;\n", "WAR! 2 1");
  finds("--:1:2:-:2 LDS R0, [R2];\n01:-:-:-:1 MOV R2, R1;\n", "");
  finds("--:-:2:-:2 LDS R0, [R2];\n02:-:-:-:1 MOV R2, R1;\n", "");
  finds("--:-:-:-:1 STS [R2], R3;\n--:1:-:-:2 STS [R4], R5;\n01:-:-:-:1 MOV R3, R1;\n", "");
  finds("--:-:-:-:1 STS [R2], R3;\n--:-:2:-:2 LDS R4, [R5];\n--:-:-:-:1 MOV R3, R1;\n", "WAR! 3 1");
  // the queue keeps the order of its own
  finds("--:-:-:-:1 LDS R0, [R2];\n--:-:-:-:1 LDS R2, [R3];\n", "");
  finds("--:-:-:-:1 LDS R0, [R2];\n--:-:-:-:1 LDG R2, [R3];\n", "WAR! 2 1");
  finds("--:-:-:-:1 TLD.B.LZ.P R4, R2, R3, 0x0, 1D, 0xf;\n--:-:-:-:1 MOV R2, RZ;\n", "WAR! 2 1");
  finds("--:-:-:-:1 LDC R4, c[0x3][R2];\n--:-:-:-:1 MOV R2, RZ;\n", "WAR! 2 1");
  finds("--:-:-:-:1 MUFU.RCP R4, R2;\n--:-:-:-:1 MOV R2, RZ;\n", "WAR-LATE? 2 1");
  finds("--:1:-:-:2 MUFU.RCP R4, R2;\n01:-:-:-:1 MOV R2, RZ;\n", "");
  finds("--:-:-:-:1 DADD R4, R2, R6;\n--:-:-:-:1 MOV R2, RZ;\n", "");
  // BAR.SYNC returns when stores have read their operands; loads are not covered
  finds("--:-:-:-:1 STS [R2], R3;\n--:-:-:-:5 BAR.SYNC 0x0;\n--:-:-:-:1 MOV R3, R1;\n", "");
  finds("--:-:-:-:1 STS [R2], R3;\n--:-:-:-:5 BAR.ARV 0x0, 0x40;\n--:-:-:-:1 MOV R3, R1;\n", "WAR! 3 1");
  finds("--:-:-:-:1 LDS R0, [R2];\n--:-:-:-:5 BAR.SYNC 0x0;\n--:-:-:-:1 MOV R2, R1;\n", "WAR! 3 1");
}

// 6.2: a guarded older instruction; 4.5: opposite guards, and the two sides of a guarded branch.
static void guards(void **state) {
  (void)state;
  finds("--:-:-:-:1 @P0 MOV R0, R1;\n--:-:-:-:1 @!P0 MOV R2, R0;\n", "");
  finds("--:-:-:-:1 @P0 MOV R0, R1;\n--:-:-:-:1 @P0 MOV R2, R0;\n", "RAW! 2 1");
  finds("--:-:-:-:1 @P0 MOV R0, R1;\n--:-:-:-:1 @P1 MOV R2, R0;\n", "RAW! 2 1");
  finds("--:-:1:-:1 @P0 LDG R0, [R1];\n--:-:-:-:1 MOV R2, R0;\n", "RAW-VAR? 2 1");
  finds("--:-:1:-:1 @P0 LDG R0, [R1];\n--:-:-:-:1 @P0 MOV R2, R0;\n", "RAW-VAR! 2 1");
  finds("--:-:1:-:1 @P0 LDG R0, [R1];\n--:-:-:-:1 @P0 MOV R1, R3;\n", "WAR! 2 1");
  finds("--:-:1:-:1 @P0 LDG R0, [R1];\n--:-:-:-:1 MOV R1, R3;\n", "WAR? 2 1");
  finds("--:-:1:-:1 @P0 LDG R0, [R1];\n--:-:-:-:1 MOV R0, R3;\n", "WAW-VAR? 2 1");
  // the predicate is written in between
  finds("--:-:1:-:1 @P0 LDG R0, [R1];\n--:-:-:Y:d PSETP.AND.AND P0, PT, P1, PT, PT;\n--:-:-:-:1 @P0 MOV R2, R0;\n",
        "RAW-VAR? 3 1");
  finds("--:-:-:-:1 @P0 MOV R0, R1;\n--:-:-:-:1 R2P PR, R3, 0x1;\n--:-:-:-:1 MOV R2, R0;\n", "RAW! 3 1");
  // a guarded write does not end an older one
  finds("--:-:1:-:1 LDG R0, [R1];\n01:-:-:-:1 NOP;\n--:-:-:-:1 MOV R0, R3;\n--:-:-:-:1 MOV R2, R0;\n",
        "BAR-EARLY! 2 1; RAW! 4 3");
  finds("--:-:-:-:1 MOV R0, R3;\n--:-:-:-:1 @P0 MOV R0, R4;\n--:-:-:-:5 @P1 MOV R0, R4;\n--:-:-:-:1 MOV R2, R0;\n",
        "RAW! 4 3");
  finds("--:-:-:-:1 MOV R0, R3;\n--:-:-:-:1 @P0 MOV R0, R4;\n--:-:-:-:1 MOV R2, R0;\n", "RAW! 3 1; RAW! 3 2");
  finds("--:-:-:-:1 MOV R0, R3;\n--:-:-:-:1 MOV R0, R4;\n--:-:-:-:1 MOV R2, R0;\n", "RAW! 3 2");
  // only threads with P0 go to THERE, only those without go on
  static const char branch[] =
      "--:-:1:-:2 %s LDG R0, [R1];\n--:-:-:-:5 @P0 BRA THERE;\n--:-:-:-:1 MOV R2, R0;\n--:-:-:-:5 EXIT;\nTHERE:\n"
      "--:-:-:-:1 MOV R3, R0;\n";
  char text[400];
  snprintf(text, sizeof text, branch, "@P0");
  finds(text, "RAW-VAR! 6 1");
  snprintf(text, sizeof text, branch, "@!P0");
  finds(text, "RAW-VAR! 3 1");
  snprintf(text, sizeof text, branch, "@P1");
  finds(text, "RAW-VAR? 3 1; RAW-VAR? 6 1");
}

static void barriers(void **state) {
  (void)state;
  finds("--:-:1:-:1 S2R R0, SR_TID.X;\n01:-:-:-:1 MOV R1, R0;\n", "BAR-EARLY! 2 1");
  finds("--:-:1:-:0 S2R R0, SR_TID.X;\n01:-:-:-:1 MOV R1, R0;\n", "DUAL! 1 2; BAR-EARLY! 2 1");
  finds("--:-:1:-:1 S2R R0, SR_TID.X;\n--:-:-:-:1 NOP;\n01:-:-:-:1 MOV R1, R0;\n", "");
  finds("--:-:1:-:1 STG [R0], R1;\n", "WRITE-NODEST! 1 0");
  finds("--:-:1:-:5 EXIT;\n", "WRITE-NODEST! 1 0");
  finds("--:-:1:-:1 DEPBAR.LE SB0, 0x0;\n", "MIN-STALL! 1 0; WRITE-NODEST! 1 0");
  // D-CTRL-13
  finds("--:-:1:-:1 IADD R0, R1, R2;\n", "WRITE-FIXED! 1 0");
  finds("--:1:-:-:1 IADD R0, R1, R2;\n", "READ-CLASS! 1 0");
  finds("--:1:-:-:1 I2I.S32.S32 R0, R1;\n", "");
  finds("--:1:-:-:1 DADD R0, R2, R4;\n", "");
  finds("--:1:-:-:1 S2R R0, SR_TID.X;\n", "");
  finds("--:1:-:-:5 EXIT;\n", "READ-CLASS! 1 0");
  finds("01:-:-:-:1 MOV R0, R1;\n", "WAIT-UNSET 1 0");
  finds("--:-:1:-:2 S2R R0, SR_TID.X;\n01:-:-:-:1 MOV R1, R0;\n01:-:-:-:1 MOV R2, R0;\n", "WAIT-UNSET 3 0");
  finds("--:-:1:-:1 S2R R0, SR_TID.X;\n--:-:1:-:2 S2R R1, SR_TID.Y;\n01:-:-:-:1 IADD R2, R0, R1;\n", "S2R-SHARE 2 1");
  judge("--:-:1:-:1 S2R R0, SR_TID.X;\n--:-:1:-:2 S2R R1, SR_TID.Y;\n01:-:-:-:1 IADD R2, R0, R1;\n", true,
        "S2R-SHARE! 2 1");
  finds("--:-:1:-:1 LDS R0, [R5];\n--:-:1:-:2 LDG R1, [R6];\n01:-:-:-:1 IADD R2, R0, R1;\n", "BAR-DOMAIN 2 1");
  finds("--:-:1:-:1 LDS R0, [R5];\n--:-:1:-:2 LDS R1, [R6];\n01:-:-:-:1 IADD R2, R0, R1;\n", "");
  static const char word[] = "/* 0x001f8000fc0006d1 */\n/*0008*/ MOV R0, RZ;\n/*0010*/ NOP;\n/*0018*/ NOP;\n";
  finds(word, "BAR-NUMBER! 2 0");
}

// 4.4: minimum E. D-CTRL-10: of all of flow. 2.2: padding.
static void stalls(void **state) {
  (void)state;
  static const char *const needs_five[] = {"BAR.SYNC 0x0", "EXIT", "RET", "BRK", "BRX R2 -0x110", "CONT", "SYNC"};
  for (size_t n = 0; n < sizeof needs_five / sizeof *needs_five; n++) {
    char text[100];
    const char *also = strncmp(needs_five[n], "BRX", 3) ? "" : "INDIRECT 1 0";
    snprintf(text, sizeof text, "--:-:-:-:4 %s;\n", needs_five[n]);
    char expected[100];
    snprintf(expected, sizeof expected, "%s%sMIN-STALL! 1 0", also, *also ? "; " : "");
    finds(text, expected);
    snprintf(text, sizeof text, "--:-:-:-:5 %s;\n", needs_five[n]);
    finds(text, also);
  }
  finds("L:\n--:-:-:-:4 BRA L2;\nL2:\n--:-:-:-:5 JCAL vprintf;\n", "MIN-STALL! 2 0");
  finds("L:\n--:-:-:-:f EXIT;\n", "YIELD-WIDE 2 0");
  finds("L:\n--:-:-:-:1 BRA L;\n--:-:-:Y:0 NOP;\n", "");
  finds("--:-:-:-:1 PRET L;\n--:-:-:-:1 SSY L;\n--:-:-:-:1 MEMBAR.CTA;\nL:\n--:-:-:-:1 NOP;\n", "");
  // D-CTRL-6
  finds("--:-:-:Y:0 MOV R0, R1;\n--:-:-:-:1 MOV R2, R0;\n", "YIELD-ZERO 1 0; RAW! 2 1");
  finds("--:-:-:Y:0 MOV R0, R1;\n--:-:-:-:5 MOV R2, R3;\n--:-:-:-:1 MOV R4, R0;\n", "YIELD-ZERO 1 0");
  judge("--:-:-:Y:0 MOV R0, R1;\n--:-:-:-:c MOV R2, R3;\n", true, "YIELD-ZERO! 1 0; YIELD-WIDE! 2 0");
}

static void pairs(void **state) {
  (void)state;
  finds("--:-:-:-:0 MOV R0, R1;\n--:-:1:-:1 S2R R2, SR_TID.X;\n", "");
  finds("--:-:-:-:0 FADD R0, R1, R2;\n--:-:-:-:5 EXIT;\n", "");
  finds("--:-:-:-:0 ISETP.GE.AND P0, PT, R0, R1, PT;\n--:-:1:-:1 DADD R2, R4, R6;\n", "");
  finds("--:-:-:-:0 MOV R0, R1;\n--:-:-:-:1 MOV R2, R3;\n", "DUAL! 1 2");
  finds("--:-:-:-:0 LDS R0, [R1];\n--:-:-:-:1 MOV R2, R3;\n", "DUAL! 1 2");
  finds("--:-:-:-:0 P2R R0, PR, RZ, 0x1;\n--:-:-:-:1 LDS R2, [R3];\n", "DUAL! 1 2");
  finds("--:-:-:-:0 MOV R0, R1;\n--:-:-:-:0 LDS R2, [R3];\n--:-:-:-:1 NOP;\n", "DUAL! 1 2; DUAL! 2 3");
  finds("--:-:-:-:0 MOV R0, c[0x0][0x20];\n--:-:-:-:1 LDC R2, c[0x3][R3];\n", "DUAL! 1 2");
  finds("--:-:-:-:0 MOV R0, R1;\nL:\n--:-:-:-:5 BRA L;\n", "DUAL! 1 3");
  finds("--:-:-:-:0 MOV R0, R1;\n", "DUAL! 1 0");
  finds("--:-:-:-:0 MOV R0, R1;\n--:-:-:-:1 STS [R0], R3;\n", "RAW! 2 1");
  finds("--:-:-:-:0 MOV R0, R1;\n--:-:1:-:1 S2R R0, SR_TID.X;\n", "");
}

// 6.1: edges. D-CTRL-1, D-CTRL-2.
static void flow(void **state) {
  (void)state;
  finds("L:\n--:-:-:-:1 MOV R1, R0;\n--:-:-:-:1 MOV R0, R2;\n--:-:-:-:5 @P0 BRA L;\n", "");
  finds("L:\n--:-:-:-:1 MOV R1, R0;\n--:-:1:-:1 LDG R0, [R2];\n--:-:-:-:5 @P0 BRA L;\n", "RAW-VAR! 2 3");
  finds("--:-:-:-:5 BRA L;\n--:-:-:-:1 MOV R0, R1;\n--:-:-:-:1 MOV R2, R0;\nL:\n--:-:-:-:5 EXIT;\n", "");
  finds("--:-:-:-:1 MOV R0, R1;\n--:-:-:-:5 EXIT;\n--:-:-:-:1 MOV R2, R0;\n", "");
  finds("--:-:-:-:1 MOV R0, R1;\n--:-:-:-:1 CAL F;\n--:-:-:-:1 MOV R2, R0;\n--:-:-:-:5 EXIT;\nF:\n--:-:-:-:5 RET;\n",
        "MIN-STALL! 2 0");
  finds(
      "--:-:-:-:1 SSY L;\n--:-:-:-:5 @P0 SYNC;\n--:-:-:-:1 LDG R0, [R1];\n--:-:-:-:5 SYNC;\nL:\n"
      "--:-:-:-:1 MOV R2, R0;\n",
      "RAW-VAR! 6 3");
  finds("--:-:-:-:1 PBK L;\n--:-:-:-:1 LDG R0, [R1];\n--:-:-:-:5 BRK;\nL:\n--:-:-:-:1 MOV R2, R0;\n", "RAW-VAR! 5 2");
  finds("--:-:-:-:1 PCNT L;\n--:-:-:-:1 LDG R0, [R1];\n--:-:-:-:5 CONT;\nL:\n--:-:-:-:1 MOV R2, R0;\n", "RAW-VAR! 5 2");
  // a thing is covered only if it is on every path
  finds(
      "--:-:-:-:5 @P0 BRA L;\n--:-:-:-:1 LDS R0, [R1];\n--:-:1:-:5 BRA M;\nL:\n--:-:1:-:2 LDS R0, [R1];\nM:\n"
      "01:-:-:-:1 MOV R2, R0;\n",
      "WRITE-NODEST! 3 0; RAW-VAR! 7 2");
  finds("--:-:-:-:5 BRA NOWHERE;\n", "TARGET! 1 0");
  finds("--:-:-:-:5 BRA L;\nL:\n", "TARGET! 1 0");
  finds("--:-:-:-:5 CAL NOWHERE;\n", "");
  finds("--:-:-:-:5 BRA 0x20;\n--:-:-:-:1 NOP;\n--:-:-:-:1 NOP;\n--:-:-:-:1 NOP;\n", "TARGET! 1 0");
  finds("--:-:-:-:5 BRA 0x28;\n--:-:-:-:1 NOP;\n--:-:-:-:1 NOP;\n--:-:-:-:1 NOP;\n", "");
  finds("--:-:-:-:5 BRA 0x29;\n--:-:-:-:1 NOP;\n--:-:-:-:1 NOP;\n--:-:-:-:1 NOP;\n", "TARGET! 1 0");
  finds("--:-:-:-:5 BRA .;\n--:-:-:-:f BRX R2 -0x8;\n", "INDIRECT 2 0; YIELD-WIDE 2 0");
  // D-CTRL-5
  finds("<SCHEDULE_BLOCK>\n--:-:-:-:1 NOP;\n</SCHEDULE_BLOCK>\n", "UNSCHEDULED? 1 0");
}

// D-CTRL-12: a wait for a write barrier lasts at least so long after the setter's issue.
static void least_waits(void **state) {
  (void)state;
  static const char text[] =
      "--:-:-:-:1 ISETP.GE.AND P0, PT, R0, R1, PT;\n--:-:1:-:2 %s;\n%s:-:-:-:1 MOV R5, R6;\n"
      "--:-:-:-:1 @P0 MOV R7, R8;\n";
  static const struct {
    const char *setter, *wait, *expected;
  } rows[] = {
      {"LDS R2, [R3]", "01", ""},
      {"LDS R2, [R3]", "--", "RAW-PRED! 4 1"},
      {"S2R R2, SR_TID.X", "01", ""},
      {"MUFU.RCP R2, R3", "01", "RAW-PRED! 4 1"},
      {"@P1 LDS R2, [R3]", "01", "RAW-PRED! 4 1"},
  };
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    char all[400];
    snprintf(all, sizeof all, text, rows[r].setter, rows[r].wait);
    finds(all, rows[r].expected);
  }
  // the document's third listing: 5 cycles, and a wait for the TLD between
  finds(
      "--:-:-:-:2 XMAD.PSL.CBCC track0, ldx.H1, xmad_t0.H1, track0;\n"
      "--:-:1:-:1 TLD.B.LZ.P loadX0, track0, tex, 0x0, 1D, 0xf;\n"
      "--:-:2:-:1 TLD.B.LZ.P loadX4, track4, tex, 0x0, 1D, 0xf;\n"
      "01:-:-:-:1 STS.128 [writeS + 4x<0*128>], loadX0;\n"
      "--:-:-:-:0 IADD track0, track0, ldx8;\n"
      "02:-:-:-:1 STS.128 [writeS + 4x<4*128>], loadX4;\n"
      "--:-:-:-:0 IADD track4, track4, ldx8;\n"
      "--:-:-:-:5 BAR.SYNC 0;\n"
      "--:-:-:-:1 LOP.XOR writeS, writeS, 4x<16*128>;\n",
      "");
}

// 4.3: at most 12 younger operations of the queue between.
static void depth(void **state) {
  (void)state;
  for (int between = 11; between <= 14; between++)
    for (int within = 0; within < 2; within++) {
      char text[1200], expected[40] = "";
      size_t at = 0;
      at += (size_t)sprintf(text + at, "--:-:-:-:1 LDS R0, [R100];\n");
      for (int n = 0; n < between; n++)
        at += (size_t)sprintf(text + at, "--:-:%c:-:2 LDS R%d, [R101];\n", n == between - 1 ? '1' : '-', n + 1);
      sprintf(text + at, within ? "--:-:-:-:1 LDS R100, [R102];\n" : "01:-:-:-:1 MOV R100, R102;\n");
      if (between > 12) sprintf(expected, "QUEUE-DEPTH? %d 1", between + 2);
      finds(text, expected);
    }
}

// In a loop the operations of earlier rounds count.
static void depth_in_loop(void **state) {
  (void)state;
  static const char text[] =
      "LOOP:\n--:-:-:-:1 LDS R0, [R100];\n--:-:%s:-:2 LDS R1, [R101];\n%s:-:-:-:5 @P0 BRA LOOP;\n"
      "--:-:-:-:2 LDS R100, [R102];\n";
  char all[400];
  snprintf(all, sizeof all, text, "-", "--");
  finds(all, "QUEUE-DEPTH? 5 2");
  snprintf(all, sizeof all, text, "1", "01");
  finds(all, "");
}

static void reuse(void **state) {
  (void)state;
  finds("--:-:-:-:1 FFMA R0, R1.reuse, R2, R3;\n--:-:-:-:1 FFMA R4, R1, R2, R3;\n", "");
  finds("--:-:-:-:1 FFMA R1, R1.reuse, R2, R3;\n", "REUSE-SELF! 1 0");
  finds("--:-:-:-:1 LDS R1, [R2.reuse];\n", "REUSE-CLASS? 1 0");
  static const char stale[] =
      "--:-:-:%s FFMA R0, R1.reuse, R2, R3;\n%s--:-:-:-:6 MOV32I R1, 0x5;\n"
      "--:-:-:-:1 FFMA R4, R1, R2, R3;\n";
  static const struct {
    const char *first, *between, *expected;
  } rows[] = {
      {"-:1", "", "REUSE-STALE 3 1"},
      {"Y:1", "", ""},  // D-CTRL-7
      // D-CTRL-11: a jump, an unflagged reader of the slot, two flagged ones
      {"-:1", "L:\n--:-:-:-:5 @P0 BRA L;\n", ""},
      {"-:1", "--:-:-:-:1 FADD R6, R7, R8;\n", ""},
      {"-:1", "--:-:-:-:1 FADD R6, R7.reuse, R8;\n", "REUSE-STALE 4 1"},
      {"-:1", "--:-:-:-:1 FADD R6, R7.reuse, R8;\n--:-:-:-:1 FADD R6, R8.reuse, R9;\n", ""},
      {"-:1", "--:-:-:-:1 LDS R9, [R10];\n", "REUSE-STALE 4 1"},
      {"-:1", "--:-:-:-:1 FADD R6, 1, R8;\n", "REUSE-STALE 4 1"},
  };
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    char text[400];
    snprintf(text, sizeof text, stale, rows[r].first, rows[r].between);
    finds(text, rows[r].expected);
  }
  // slot 2, bits and operands differ; the last bit
  finds("[-R--:B------:R-:W-:-:S01] FADD R0, R1, R2.reuse ;\n", "");
  finds("[R---:B------:R-:W-:-:S01] FADD R0, R1, R2.reuse ;\n", "REUSE-OPERAND! 1 0");
  finds("[---R:B------:R-:W-:-:S01] FADD R0, R1, R2 ;\n", "REUSE-BIT3! 1 0");
  finds("[-R--:B------:R-:W-:-:S01] TEXS RZ, R7, R9, R4, 0x56, 2D, R ;\n", "");
  // reuse 3 and 1 of maxwell-control.md 5
  finds(
      "/* 0x001fc440fe2607f1 */\n/*0008*/ FADD R0, R1.reuse, R2.reuse;\n/*0010*/ FADD R3, R1.reuse, R2;\n"
      "/*0018*/ FADD R4, R1, R2;\n",
      "");
}

// The document's listings: nothing is found but the seven of maxwell-control.md 6.4.
static void document(void **state) {
  (void)state;
  char text[2000];
  size_t at = 0;
  at += (size_t)sprintf(text + at,
                        "<REGISTER_MAPPING>\n 80 : zOffset\n 64-79 : j0Ax<00-03|64-67>, j0By<00-03|64-67>\n"
                        " 80-95 : j1Ax<00-03|64-67>, j1By<00-03|64-67>\n</REGISTER_MAPPING>\n");
  for (int n = 0; n < 64; n += 4)
    at += (size_t)sprintf(text + at, "--:-:-:-:1      LDS.U.128 cz%02d, [zOffset + 4x<16*128>];\n", n);
  sprintf(text + at,
          "--:-:-:-:1      LDS.U.128 j0Ax00, [readAs + 4x<0*128 + 00>];\n"
          "--:-:-:-:1      LDS.U.128 j0By00, [readBs + 4x<0*128 + 00>];\n"
          "--:-:-:-:1      LDS.U.128 j0Ax64, [readAs + 4x<0*128 + 64>];\n"
          "--:-:1:-:1      LDS.U.128 j0By64, [readBs + 4x<0*128 + 64>]; // Set Dep 1\n"
          "LOOP:\n"
          "--:-:-:-:1      ISETP.LE.AND P0, PT, track0, end, PT;\n"
          "01:-:-:-:0      FFMA cx02y00, j0Ax02, j0By00, cx02y00; // Wait Dep 1\n"
          "--:-:-:-:1      LDS.U.128 j1Ax00, [readAs + 4x<1*128 + 00>];\n");
  finds(text,
        "QUEUE-DEPTH? 29 6; QUEUE-DEPTH? 29 7; QUEUE-DEPTH? 29 8; QUEUE-DEPTH? 29 9; QUEUE-DEPTH? 29 10; "
        "QUEUE-DEPTH? 29 11; QUEUE-DEPTH? 29 12");
  finds(
      "--:-:1:-:1      S2R tid, SR_TID.X;   // Set Dep 1\n"
      "--:-:2:-:1      S2R bx,  SR_CTAID.X; // Set Dep 2\n"
      "--:-:3:-:1      S2R by,  SR_CTAID.Y; // Set Dep 3\n"
      "01:-:-:Y:d      ISETP.GE.AND P0, PT, tid, 128, PT; // Wait Dep 1   Stall 13\n"
      "06:-:-:-:1      SEL blk, by, bx, P0;               // Wait Dep 2,3\n",
      "");
}

// Paths that come with different barriers for what is done already: the analysis ends.
static void covers_in_loop(void **state) {
  (void)state;
  finds(
      "L:\n--:1:-:-:2 LDG.E R4, [R2];\n01:-:-:-:5 CAL F;\n--:2:-:-:5 STG.E [R6], R7;\n--:-:-:-:5 CAL F;\n"
      "--:-:-:-:5 BRA L;\nF:\n--:-:-:-:5 RET;\n",
      "");
}

// Between two lines 300 stores of other registers, which nobody waits for.
static void finds_long_ago(const char *first, const char *last, const char *expected) {
  char text[12000];
  strcpy(text, first);
  for (int n = 0; n < 300; n++) strcat(text, "--:-:-:-:1 STG.E [R2], R0;\n");
  strcat(text, last);
  finds(text, expected);
}

// What is pending for so long that no time changes it.
static void long_ago(void **state) {
  (void)state;
  static const char store[] = "--:1:-:-:1 STG.E [R2], R8;\n", load[] = "--:-:1:-:1 LDG.E R8, [R2];\n";
  finds_long_ago(store, "--:-:-:-:1 MOV R9, RZ;\n", "");
  finds_long_ago(store, "--:-:-:-:1 MOV R8, RZ;\n", "WAR! 302 1");
  finds_long_ago(store, "--:-:-:-:1 IADD R9, R8, R8;\n", "");
  finds_long_ago(store, "01:-:-:-:1 MOV R8, RZ;\n", "");
  finds_long_ago(store, "02:-:-:-:1 MOV R8, RZ;\n", "WAIT-UNSET 302 0; WAR! 302 1");
  finds_long_ago(store, "01:-:-:-:1 NOP;\n01:-:-:-:1 MOV R8, RZ;\n", "WAIT-UNSET 303 0");
  finds_long_ago(store, "--:-:-:-:5 BAR.SYNC 0x0;\n--:-:-:-:1 MOV R8, RZ;\n", "");
  finds_long_ago(store, "--:-:-:-:2 DEPBAR.LE SB0, 0x0;\n--:-:-:-:1 MOV R8, RZ;\n", "");
  finds_long_ago(store, "--:-:1:-:2 S2R R7, SR_TID.X;\n", "BAR-DOMAIN 302 1");
  finds_long_ago(load, "--:-:-:-:1 MOV R9, R8;\n", "RAW-VAR! 302 1");
  finds_long_ago(load, "--:-:-:-:6 MOV R8, RZ;\n--:-:-:-:1 MOV R9, R8;\n", "WAW-VAR! 302 1");
  finds_long_ago("--:1:-:-:1 @P0 STG.E [R2], R8;\n", "--:-:-:-:1 @!P0 MOV R8, RZ;\n", "");
  finds_long_ago("--:1:-:-:1 @P0 STG.E [R2], R8;\n", "--:-:-:-:1 @P0 MOV R8, RZ;\n", "WAR! 302 1");
  finds_long_ago("--:1:-:-:1 @P0 STG.E [R2], R8;\n",
                 "--:-:-:Y:d PSETP.AND.AND P0, PT, P1, P2, PT;\n--:-:-:-:1 @!P0 MOV R8, RZ;\n", "WAR? 303 1");
  // a setter behind them covers what is older in its queue
  finds_long_ago("--:-:-:-:1 STG.E [R2], R8;\n", "--:1:-:-:2 STG.E [R2], R0;\n01:-:-:-:1 MOV R8, RZ;\n",
                 "QUEUE-DEPTH? 303 1");
  finds_long_ago(store, "--:-:-:-:5 @P0 BRA 0x10;\n--:-:-:-:1 MOV R8, RZ;\n", "WAR! 303 1");
  // two paths meet: on one the writer of P3 is young
  finds_long_ago("--:-:-:-:1 PSETP.AND.AND P3, PT, P1, P2, PT;\n--:-:-:-:5 @P0 BRA M;\n",
                 "--:-:-:-:5 BRA L;\nL:\n--:-:-:-:1 @P3 MOV R9, RZ;\n--:-:-:-:5 EXIT;\nM:\n--:-:-:-:5 BRA L;\n",
                 "RAW-PRED! 305 1");
}

static void not_alive(void *to, int first, int last, const sass_pending *pending) {
  (void)to, (void)first, (void)last, (void)pending;
}
static void looked_at(void *to, int i, const sass_pending *pending) {
  (void)i, (void)pending;
  ++*(int *)to;
}
static bool never(void *to, const sass_pending *pending) {
  (void)to, (void)pending;
  return false;
}

// How often an instruction behind the first one of 1000 stores is looked at, because it may say something to it.
static int looks(const char *store) {
  char *text = calloc(1000, strlen(store) + 1);
  assert_non_null(text);
  for (int n = 0; n < 1000; n++) strcpy(text + (size_t)n * strlen(store), store);
  sass_error error;
  sass_listing *l = sass_listing_read(text, strlen(text), classes, &error);
  assert_non_null(l);
  sass_graph *graph = sass_graph_new(l);
  sass_flow *flow = sass_flow_new(graph);
  int count = 0;
  sass_flow_visit(
      flow, 0,
      &(sass_visitor){.alive = not_alive, .wait = looked_at, .issue = looked_at, .enough = never, .to = &count});
  sass_flow_free(flow);
  sass_graph_free(graph);
  sass_listing_free(l);
  free(text);
  return count;
}

// 4.3: stores come in order. So those that set one barrier have nothing to say to each other, unlike one that waits.
static void one_barrier(void **state) {
  (void)state;
  assert_int_equal(looks("--:-:-:-:2 STG.E [R2], R0;\n"), 0);
  assert_int_equal(looks("--:1:-:-:2 STG.E [R2], R0;\n"), 0);
  assert_int_equal(looks("01:1:-:-:2 STG.E [R2], R0;\n"), 2);  // the second one waits, and nothing is pending then
}

int main(void) {
  classes = sass_classes_new();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(raw),
      cmocka_unit_test(raw_predicate),
      cmocka_unit_test(raw_variable),
      cmocka_unit_test(depbar),
      cmocka_unit_test(waw),
      cmocka_unit_test(war),
      cmocka_unit_test(guards),
      cmocka_unit_test(barriers),
      cmocka_unit_test(stalls),
      cmocka_unit_test(pairs),
      cmocka_unit_test(flow),
      cmocka_unit_test(least_waits),
      cmocka_unit_test(depth),
      cmocka_unit_test(depth_in_loop),
      cmocka_unit_test(reuse),
      cmocka_unit_test(document),
      cmocka_unit_test(covers_in_loop),
      cmocka_unit_test(long_ago),
      cmocka_unit_test(one_barrier),
  };
  const int code = cmocka_run_group_tests(tests, NULL, NULL);
  sass_classes_free(classes);
  return code;
}
