// SPDX-License-Identifier: Apache-2.0
// Listings in the three text forms: what is read, what is printed, what is refused where (maxwell-control.md 1, 3).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "control/listing/listing.h"

static sass_classes *classes;

static sass_listing *read_text(const char *text) {
  sass_error error;
  sass_listing *l = sass_listing_read(text, strlen(text), classes, &error);
  if (!l) fail_msg("%d:%d: %s\n%s", error.line, error.column, error.text, text);
  return l;
}

static char *printed(const char *text, sass_form form) {
  sass_listing *l = read_text(text);
  char *out = NULL;
  size_t size = 0;
  FILE *to = open_memstream(&out, &size);
  assert_non_null(to);
  sass_listing_print(l, form, to);
  fclose(to);
  sass_listing_free(l);
  return out;
}

static void prints(const char *text, sass_form form, const char *expected) {
  char *out = printed(text, form);
  assert_string_equal(out, expected);
  free(out);
}

static void refuse(const char *text, int line, int column, const char *words) {
  sass_error error = {0};
  sass_listing *l = sass_listing_read(text, strlen(text), classes, &error);
  if (l) fail_msg("read:\n%s", text);
  if (error.line != line || error.column != column || !strstr(error.text, words))
    fail_msg("%d:%d: %s, not %d:%d: %s\n%s", error.line, error.column, error.text, line, column, words, text);
}

static const char maxas[] =
    "--:-:1:-:1      S2R R0, SR_TID.X;\n"
    "01:-:-:Y:d      ISETP.GE.AND P0, PT, R0.reuse, 0x20, PT;\n"
    "--:-:-:-:0 @!P0 MOV R2, c[0x0][0x150];\n"
    "--:2:-:-:1      STS.128 [R0+0x1000], RZ;\n"
    "LOOP:\n"
    "--:-:-:-:6      XMAD R4, R0.H1, -R2, R4;\n"
    "3f:-:-:-:5  @P0 BRA LOOP;\n";

static const char cuasm[] =
    "      [B------:R-:W0:-:S01]         /*0008*/                   S2R R0, SR_TID.X ;\n"
    "      [B0-----:R-:W-:Y:S13]         /*0010*/                   ISETP.GE.AND P0, PT, R0.reuse, 0x20, PT ;\n"
    "      [B------:R-:W-:-:S00]         /*0018*/         {    @!P0 MOV R2, c[0x0][0x150] ;\n"
    "      [B------:R1:W-:-:S01]         /*0028*/                   STS.128 [R0+0x1000], RZ         }\n"
    "LOOP:\n"
    "      [B------:R-:W-:-:S06]         /*0030*/                   XMAD R4, R0.H1, -R2, R4 ;\n"
    "      [B012345:R-:W-:-:S05]         /*0038*/               @P0 BRA `(LOOP) ;\n";

static const char cuobjdump[] =
    "                                                                        /* 0x001fc041fda00711 */\n"
    "        /*0008*/                   S2R R0, SR_TID.X ;\n"
    "        /*0010*/                   ISETP.GE.AND P0, PT, R0.reuse, 0x20, PT ;\n"
    "        /*0018*/         {    @!P0 MOV R2, c[0x0][0x150] ;\n"
    "                                                                        /* 0x07ffd400fec001f1 */\n"
    "        /*0028*/                   STS.128 [R0+0x1000], RZ         }\n"
    "LOOP:\n"
    "        /*0030*/                   XMAD R4, R0.H1, -R2, R4 ;\n"
    "        /*0038*/               @P0 BRA `(LOOP) ;\n";

static void forms(void **state) {
  (void)state;
  static const char *const texts[SASS_FORMS] = {maxas, cuobjdump, cuasm};
  for (int from = 0; from < SASS_FORMS; from++)
    for (int to = 0; to < SASS_FORMS; to++) {
      sass_listing *l = read_text(texts[from]);
      assert_int_equal(l->form, from);
      sass_listing_free(l);
      prints(texts[from], (sass_form)to, texts[to]);
    }
}

// maxwell-control.md 5: the document's listing, with codes. 3.2: codes are carried through, a word alone behind "}" is
// the code of the second half; a pair may span two groups.
static void codes(void **state) {
  (void)state;
  static const char text[] =
      "                                                                        /* 0x001f9400fe2007e6 */\n"
      "        /*0008*/                   MOV R1, c[0x0][0x20] ;               /* 0x4c98078000870001 */\n"
      "        /*0010*/                   MOV R0, c[0x0][0x150] ;              /* 0x4c98078005470000 */\n"
      "        /*0018*/                   IADD R1, R1, 0x38.NEG ;              /* 0x3811000003870101 */\n"
      "                                                                        /* 0x001f9000fe2007f1 */\n"
      "        /*0028*/                   IADD R7, R0, -0x1 ;                  /* 0x3910007ffff70007 */\n"
      "        /*0030*/                   MOV R14, RZ ;                        /* 0x5c9807800ff7000e */\n"
      "        /*0038*/                   MOV R8, RZ ;                         /* 0x5c9807800ff70008 */\n";
  prints(text, SASS_CUOBJDUMP, text);
  prints(text, SASS_MAXAS,
         "--:-:-:Y:6      MOV R1, c[0x0][0x20];\n"
         "--:-:-:-:1      MOV R0, c[0x0][0x150];\n"
         "--:-:-:Y:5      IADD R1, R1, 0x38.NEG;\n"
         "--:-:-:-:1      IADD R7, R0, -0x1;\n"
         "--:-:-:-:1      MOV R14, RZ;\n"
         "--:-:-:Y:4      MOV R8, RZ;\n");
  static const char pairs[] =
      "                                                                        /* 0x001fc400fe2007f1 */\n"
      "        /*0008*/                   MOV R1, RZ ;                         /* 0x0000000000000001 */\n"
      "        /*0010*/                   MOV R2, RZ ;                         /* 0x0000000000000002 */\n"
      "        /*0018*/         {         MOV R3, RZ ;                         /* 0x0000000000000003 */\n"
      "                                                                        /* 0x001fc000fe2007f1 */\n"
      "        /*0028*/                   S2R R4, SR_TID.X         }\n"
      "                                                                        /* 0x0000000000000004 */\n"
      "        /*0030*/                   MOV R5, RZ ;                         /* 0x0000000000000005 */\n"
      "        /*0038*/         {         MOV R6, RZ ;                         /* 0x0000000000000006 */\n"
      "                                                                        /* 0x001fc000fe2007f1 */\n"
      "        /*0048*/                   S2R R7, SR_TID.X         }\n"
      "                                                                        /* 0x0000000000000007 */\n"
      "        /*0050*/         {         MOV R8, RZ ;                         /* 0x0000000000000008 */\n"
      "        /*0058*/                   S2R R9, SR_TID.X         }\n"
      "                                                                        /* 0x0000000000000009 */\n";
  sass_listing *l = read_text(pairs);
  for (int n = 0; n < l->count; n++) {
    assert_true(l->instructions[n].has_encoding);
    assert_int_equal(l->instructions[n].encoding, n + 1);
  }
  sass_listing_free(l);
}

// maxwell-control.md 3.2: a pair that ends a group without codes, labels of nvdisasm, comments, lines that are skipped.
static void skipped(void **state) {
  (void)state;
  sass_listing *l = read_text(
      "\tcode for sm_52\n"
      "\t\tFunction : first\n"
      "\t.headerflags    @\"EF_CUDA_SM52\"\n"
      "                                      /* 0x001fc400fe0007f1 */\n"
      "        /*0008*/                   MOV R1, RZ ;\n"
      "        /*0010*/         {         MOV R2, c[0x0] [0x140] ;\n"
      "        /*0018*/                   S2R R3, SR_TID.X         }\n"
      "                                      /* 0x001f8000ffe007ff */\n"
      ".L_x_3:\n"
      "        /*0028*/              @!PT EXIT ;\n"
      "        /*0030*/                   BRA `(.L_x_3) (*\"BRANCH_TARGETS .L_x_3\"*) ;\n"
      "        /*0038*/                   NOP;\n"
      "\t\t.......................\n"
      "//## nothing\n"
      "\t\tFunction : second\n"
      "                                      /* 0x001f8000fc0007e0 */\n"
      "        /*0008*/                   BRA 0x10 ;\n"
      "        /*0010*/                   NOP ;\n"
      "        /*0018*/                   NOP ;\n");
  assert_int_equal(l->count, 9);
  assert_int_equal(l->function_count, 2);
  assert_int_equal(l->instructions[6].address, 8);
  assert_int_equal(l->instructions[3].control.stall, 15);
  assert_int_equal(l->instructions[3].guard, SASS_NO_REGISTER);
  bool inside;
  assert_int_equal(sass_target(l, 4, &l->instructions[4].operands[0], &inside), 3);
  assert_int_equal(sass_target(l, 6, &l->instructions[6].operands[0], &inside), 7);
  sass_listing_free(l);
  // nvdisasm may put a label between the line of "}" and its code
  l = read_text(
      "                                      /* 0x001fc400fe0007f1 */\n"
      "        /*0008*/                   MOV R1, RZ ;\n"
      "        /*0010*/         {         MOV R2, RZ ;\n"
      "        /*0018*/                   S2R R3, SR_TID.X         }\n"
      ".L_1:\n"
      "                                      /* 0xf0c8000002170003 */\n"
      "                                      /* 0x001f8000ffe007ff */\n"
      "        /*0028*/                   EXIT ;\n"
      "        /*0030*/                   BRA `(.L_1) ;\n"
      "        /*0038*/                   NOP;\n");
  assert_int_equal(l->instructions[2].encoding, 0xf0c8000002170003);
  assert_int_equal(sass_target(l, 4, &l->instructions[4].operands[0], &inside), 3);
  sass_listing_free(l);
}

// D-CTRL-2: a label before a control word means slot 1 of the group, as one behind it.
static void labels(void **state) {
  (void)state;
  static const char text[] =
      "                                      /* 0x001fc400fe2007f1 */\n"
      "        /*0008*/                   MOV R1, RZ ;\n"
      "        /*0010*/                   MOV R2, RZ ;\n"
      "        /*0018*/                   MOV R3, RZ ;\n"
      "BEFORE:\n"
      "                                      /* 0x001fc400fe2007f1 */\n"
      "BEHIND:\n"
      "        /*0028*/                   MOV R4, RZ ;\n"
      "        /*0030*/                   BRA `(BEFORE) ;\n"
      "        /*0038*/                   BRA `(BEHIND) ;\n";
  sass_listing *l = read_text(text);
  bool inside;
  assert_int_equal(sass_target(l, 4, &l->instructions[4].operands[0], &inside), 3);
  assert_int_equal(sass_target(l, 5, &l->instructions[5].operands[0], &inside), 3);
  sass_listing_free(l);
}

// The register of the first operand of instruction n, as a number or a name of its own.
static void names_register(const sass_listing *l, int n, const char *expected) {
  char text[SASS_REGISTER_TEXT];
  sass_register_text(l->names, l->instructions[n].writes[0], text);
  assert_string_equal(text, expected);
}

static void writes(const sass_listing *l, int n, const char *expected) {
  char all[512] = "", text[SASS_REGISTER_TEXT];
  for (int w = 0; w < l->instructions[n].write_count; w++) {
    sass_register_text(l->names, l->instructions[n].writes[w], text);
    strcat(strcat(all, w ? " " : ""), text);
  }
  assert_string_equal(all, expected);
}

static void reads(const sass_listing *l, int n, const char *expected) {
  char all[512] = "", text[SASS_REGISTER_TEXT];
  for (int r = 0; r < l->instructions[n].read_count; r++) {
    sass_register_text(l->names, l->instructions[n].reads[r].number, text);
    strcat(strcat(all, r ? " " : ""), text);
  }
  assert_string_equal(all, expected);
}

// maxwell-control.md 3.1. D-CTRL-4: a name that is not mapped, with a decimal suffix, has the next suffixes behind it.
static void mapping(void **state) {
  (void)state;
  sass_listing *l = read_text(
      "<REGISTER_MAPPING>\n"
      "  80 : zOffset  // shared\n"
      "  64-79 : j0Ax<00-03|64-67>, j0By<00-03|64-67>\n"
      "  3, 2, 11 : a, b, c\n"
      "  100 = same, other\n"
      "  20-30 ~ pool, tid<2|4>[1]\n"
      "  10-11 : out<0-1>\n"
      "</REGISTER_MAPPING>\n"
      "<CONSTANT_MAPPING>\n"
      "  size : c[0x0][0x08]\n"
      "  param_in[1] : c[0x0][0x144]\n"
      "</CONSTANT_MAPPING>\n"
      "<SCHEDULE_BLOCK>\n"
      "<ORDERED>\n"
      "--:-:-:-:1      MOV zOffset, size;\n"
      "--:-:-:-:1      MOV j0Ax67, param_in[1];\n"
      "--:-:-:-:1      MOV j0By00, other;\n"
      "--:-:-:-:1      LDS.U.128 j0By64, [out + 4x<16*(128 + 0x10)>];\n"
      "</ORDERED>\n"
      "</SCHEDULE_BLOCK>\n"
      "--:-:-:-:1      LDS.U.128 cz08, [c];\n"
      "--:-:-:-:1      LDS.64 tid2, [pool];\n"
      "--:-:-:-:1      MOV c, c[0x0][0x140];\n");
  assert_int_equal(l->unscheduled_count, 1);
  assert_int_equal(l->unscheduled[0], 13);
  names_register(l, 0, "R80");
  names_register(l, 1, "R71");
  names_register(l, 2, "R72");
  writes(l, 3, "R76 R77 R78 R79");
  reads(l, 3, "R10");
  reads(l, 2, "R100");
  assert_string_equal(l->instructions[1].operands[1].text, "c[0x0][0x144]");
  writes(l, 4, "cz08 cz09 cz10 cz11");
  reads(l, 4, "R11");
  writes(l, 5, "R21 R22");
  reads(l, 5, "R20");
  writes(l, 6, "R11");
  reads(l, 6, "");
  sass_listing_free(l);
}

// maxwell-control.md 4.5.
static void uses(void **state) {
  (void)state;
  static const struct {
    const char *text, *writes, *reads;
  } rows[] = {
      {"FFMA R0, R1, R2, R3", "R0", "R1 R2 R3"},
      {"IADD.X R5, RZ, R5", "R5", "R5 CC"},
      {"ISCADD R6.CC, R0.reuse, R6, 0x3", "R6 CC", "R0 R6"},
      {"IADD RZ.CC, R0, R6", "CC", "R0 R6"},
      {"ISETP.GE.AND P0, P1, R0, R2, !P2", "P0 P1", "R0 R2 P2"},
      {"PSETP.AND.AND P0, PT, !PT, P3, PT", "P0", "P3"},
      {"SEL R8, R122, R125, P0", "R8", "R122 R125 P0"},
      {"LOP.AND.NZ P0, RZ, R2, 0x2", "P0", "R2"},
      {"LOP.AND R1, R2, 0x2", "R1", "R2"},
      {"FCHK.DIVIDE P0, R1, R2", "P0", "R1 R2"},
      {"LEA P1, R10, R2, R1, 0x2", "P1 R10", "R2 R1"},
      {"SHFL.UP P0, R0, R1, R2, 0x0", "P0 R0", "R1 R2"},
      {"VOTE.ANY R0, P1, !P2", "R0 P1", "P2"},
      {"R2P PR, R0, 0x7e", "P1 P2 P3 P4 P5 P6", "R0 P0"},
      {"P2R R0, PR, RZ, 0x3", "R0", "P0 P1"},
      {"LDG.E.128 R4, [R2+0x10]", "R4 R5 R6 R7", "R2 R3"},
      {"LDG R4, [R2]", "R4", "R2"},
      {"STG.E.64 [R2], R6", "", "R2 R3 R6 R7"},
      {"STS.128 [R80+0x1000], RZ", "", "R80"},
      {"LDS.U.128 R4, [R2]", "R4 R5 R6 R7", "R2"},
      {"LDC.64 R4, c[0x3][R8+0x2c]", "R4 R5", "R8"},
      {"ATOM.E.ADD R0, [R2], R4", "R0", "R2 R3 R4"},
      {"ATOM.E.CAS R0, [R2], R4", "R0", "R2 R3 R4 R5"},
      {"ATOM.E.CAS.64 R0, [R2], R4", "R0 R1", "R2 R3 R4 R5 R6 R7"},
      {"RED.E.ADD [R2], R4", "", "R2 R3 R4"},
      {"F2F.F32.F64 R3, R4", "R3", "R4 R5"},
      {"I2F.F64.S32 R4, R3", "R4 R5", "R3"},
      {"F2I.FTZ.U32.F32.TRUNC R4, R3", "R4", "R3"},
      {"DMUL R4, R6, c[0x2][0x58]", "R4 R5", "R6 R7"},
      {"DFMA R4, R6, R8, R10", "R4 R5", "R6 R7 R8 R9 R10 R11"},
      {"DSETP.GT.AND P0, PT, R6, R8, PT", "P0", "R6 R7 R8 R9"},
      {"DSET.GT.AND R0, R6, R8, PT", "R0", "R6 R7 R8 R9"},
      {"TLD.B.LZ.P R96, R112, R113, 0x0, 1D, 0xf", "R96 R97 R98 R99", "R112 R113"},
      {"TEX R0, R4, 0x5, 2D, 0x3", "R0 R1", "R4 R5"},
      {"TEXS.T RZ, R7, R9, R4, 0x56, 2D, R", "R7", "R9 R4"},
      {"TEXS R0, R6, R9, R4, 0x56, 2D, RGBA", "R0 R1 R6 R7", "R9 R4"},
      {"SULD.D.BA.2D.TRAP R2, [R16], 0x58", "R2", "R16 R17"},
      {"SUST.D.BA.2D.TRAP [R16], R2, 0x59", "", "R16 R17 R2"},
      {"BAR.RED.POPC 0x0, P3", "", "P3"},
      {"BRX R2 -0x110", "", "R2"},
      {"BRX R2 0x0", "", "R2"},
      {"JMX R2 0x8", "", "R2"},
      {"BRA CC.NEU, THERE", "", "CC"},
      {"@!P4 EXIT", "", "P4"},
      {"S2R R0, SR_TID.X", "R0", ""},
      {"CSET.LT.AND R0, CC.LT, P1", "R0", "CC P1"},
      {"DEPBAR.LE SB0, 0x0, {4,3}", "", ""},
      {"MOV R1, 32@lo(flist)", "R1", ""},
      {"FADD R1, |R2|, -R3.H1", "R1", "R2 R3"},
      {"FMUL R1, R2, +INF", "R1", "R2"},
      {"FMUL R1, R2, -1.5e-3", "R1", "R2"},
  };
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    char text[256];
    snprintf(text, sizeof text, "--:-:-:-:1 %s;", rows[r].text);
    sass_listing *l = read_text(text);
    writes(l, 0, rows[r].writes);
    reads(l, 0, rows[r].reads);
    sass_listing_free(l);
  }
}

#define GOOD "--:-:-:-:1 MOV R0, RZ;\n"
#define WORD "/* 0x001f8000fc0007e0 */\n"

// Lines of maxas that are malformed. D-CTRL-3, D-CTRL-5.
static void refused_maxas(void **state) {
  (void)state;
  refuse("", 0, 0, "no instruction");
  refuse("LABEL:\n", 1, 0, "no instruction");
  refuse(GOOD "-1:-:-:-:1 MOV R0, RZ;\n", 2, 2, "hex digit");
  refuse(GOOD "  40:-:-:-:1 MOV R0, RZ;\n", 2, 3, "00 to 3f");
  refuse("--:7:-:-:1 MOV R0, RZ;\n", 1, 4, "barrier");
  refuse("--:-:-:-:1 MOV R0, RZ\n", 1, 22, "\";\"");
  refuse("--:-:-:-:1 MOV R0, RZ; nothing\n", 1, 24, "comment");
  refuse("--:-:-:-:1 MOV R0,;\n", 1, 19, "operand");
  refuse("--:-:-:-:1 MOV R0,, RZ;\n", 1, 19, "operand");
  refuse("--:-:-:-:1 MVO R0, RZ;\n", 1, 12, "unknown opcode \"MVO\"");
  refuse("--:-:-:-:1 @P7 MOV R0, RZ;\n", 1, 14, "P0 to P6");
  refuse("--:-:-:-:1 @R0 MOV R0, RZ;\n", 1, 13, "predicate");
  refuse("--:-:-:-:1 @P0MOV R0, RZ;\n", 1, 15, "space");
  refuse("--:-:-:-:1 MOV R255, RZ;\n", 1, 16, "R0 to R254");
  refuse("--:-:-:-:1 SEL R0, R1, R2, P7;\n", 1, 28, "P0 to P6");
  refuse("--:-:-:-:1 LDS R0, [R1;\n", 1, 23, "\"]\"");
  refuse("--:-:-:-:1 LDS R0, R1];\n", 1, 22, "operand");
  refuse("--:-:-:-:1 MOV R0, 0x;\n", 1, 22, "hex digit");
  refuse("--:-:-:-:1 MOV R0, 0x1g;\n", 1, 23, "number");
  refuse("--:-:-:-:1 MOV R0, 4x<1+>;\n", 1, 25, "number");
  refuse("--:-:-:-:1 MOV R0, 4x<(1+2>;\n", 1, 27, "\")\"");
  refuse("--:-:-:-:1 MOV R0, 4x<1;\n", 1, 24, "\">\"");
  refuse("--:-:-:-:1 MOV R0, R1.;\n", 1, 23, "suffix");
  refuse("--:-:-:-:1 MOV. R0, R1;\n", 1, 16, "modifier");
  refuse("--:-:-:-:1 MOV R0.reuse, R1;\n", 1, 16, "reuse");
  refuse("--:-:-:-:1 MOV R0, R1 ? R2;\n", 1, 23, "operand");
  refuse("--:-:-:-:1 MOV R0, R1 R2;\n", 1, 23, "\",\"");
  refuse("--:-:-:-:1 LDS R0, [R1]R2;\n", 1, 24, "\",\"");
  refuse("--:-:-:-:1 MOV R0, .H1;\n", 1, 20, "operand");
  refuse("--:-:-:-:1 MOV R0, -.reuse;\n", 1, 21, "operand");
  refuse("--:-:-:-:1 LDS R0, [.X4+R1];\n", 1, 21, "operand");
  refuse("--:-:-:-:1 MOV R0, -;\n", 1, 21, "behind the operator");
  refuse("--:-:-:-:1 MOV R0, --R1;\n", 1, 21, "operand");
  refuse("--:-:-:-:1 MOV R0, R1!;\n", 1, 22, "operand");
  refuse("--:-:-:-:1 MOV R0, |R1;\n", 1, 23, "\"|\"");
  refuse("--:-:-:-:1 MOV R0, |-|;\n", 1, 22, "behind the operator");
  refuse("--:-:-:-:1 LDS R0, [R1+];\n", 1, 24, "behind the operator");
  refuse("--:-:-:-:1 MOV R0, `(L);\n", 1, 20, "operand");
  refuse("--:-:-:-:5 BRA -0x10;\n", 1, 16, "an address");
  refuse("--:-:-:-:5 BRA !`(L);\n", 1, 16, "a label");
  refuse("--:-:-:-:5 BRA L+0x8;\n", 1, 16, "a label");
  refuse("MOV R0, RZ;\n", 1, 1, "wait mask");
  refuse(GOOD "<CODE>\n", 2, 1, "Perl");
  refuse(GOOD "--:-:-:-:1 MOV R0, [+ 1 +];\n", 2, 20, "Perl");
  refuse(GOOD "<NOTHING>\n", 2, 2, "unknown block");
  refuse("<REGISTER_MAPPING>\n 0-1 : a, b, c\n</REGISTER_MAPPING>\n" GOOD, 2, 14, "more names");
  refuse("<REGISTER_MAPPING>\n 0-1 ~ a, b, c\n</REGISTER_MAPPING>\n" GOOD, 2, 14, "more names");
  refuse("<REGISTER_MAPPING>\n 0-1 : a, a\n</REGISTER_MAPPING>\n" GOOD, 2, 11, "already");
  refuse("<REGISTER_MAPPING>\n 0-255 : a\n</REGISTER_MAPPING>\n" GOOD, 2, 2, "0 to 254");
  refuse("<REGISTER_MAPPING>\n 0-1 a\n</REGISTER_MAPPING>\n" GOOD, 2, 6, "\":\"");
  refuse("<REGISTER_MAPPING>\n 0-3 : a<0-3\n</REGISTER_MAPPING>\n" GOOD, 2, 13, "\">\"");
  refuse("<REGISTER_MAPPING>\n" GOOD, 2, 1, "number");
  refuse("<REGISTER_MAPPING>\n 0 : a\n", 2, 1, "end of the block");
  refuse(GOOD "<COMMENT>\n MOV\n", 3, 1, "end of the block");
}

// Lines of cuobjdump and CuAssembler that are malformed. D-CTRL-1: nothing stands at a multiple of 32.
static void refused_others(void **state) {
  (void)state;
  refuse("/* 0x801f8000fc0007e0 */\n/*0008*/ NOP;\n", 1, 6, "bit 63");
  refuse(WORD "/*0008*/ NOP;\n/*0010*/ NOP;\n", 3, 1, "ends early");
  refuse(WORD "  /*0008*/ NOP;\n" WORD "/*0028*/ NOP;\n", 2, 3, "ends early");
  refuse("/*0008*/ NOP;\n/*0010*/ NOP;\n/*0018*/ NOP;\n", 1, 3, "no control word");
  refuse(WORD "/*0008*/ NOP;\n/*0018*/ NOP;\n", 3, 3, "0010");
  refuse(WORD "/*0000*/ NOP;\n", 2, 3, "multiple of 32");
  refuse(WORD "/*008*/ NOP;\n", 2, 6, "4 to 8");
  refuse(WORD "/*0008 NOP;\n", 2, 7, "\"*/\"");
  refuse(WORD "/*0008*/ NOP\n", 2, 13, "\";\"");
  refuse(WORD "/*0008*/ NOP; more\n", 2, 15, "end of the line");
  refuse("/* 0x001f8000fc0007e00 */\n/*0008*/ NOP;\n", 1, 22, "16 digits");
  refuse(WORD "/*0008*/ NOP;\n/*0010*/ NOP;\n/*0018*/ NOP;\n" WORD, 5, 6, "without a group");
  refuse("[B------:R-:W-:-:S01] NOP ;\n[B------:R-:W-:-:S16] NOP ;\n", 2, 20, "00 to 15");
  refuse("[B------:R6:W-:-:S01] NOP ;\n", 1, 11, "0 to 5");
  refuse("[B------:R-:W-:-:S01] NOP\n", 1, 26, "\";\"");
  refuse("[B------:R-:W-:-:S01] LDS R0, [+R1] ;\n", 1, 32, "operand");
  refuse("[B------:R-:W-:-:S01] /*0008 NOP ;\n", 1, 22, "comment");
}

// D-CTRL-2 and maxwell-control.md 3.3: lines of a .cuasm file that are no code are skipped; sections are apart.
static void sections(void **state) {
  (void)state;
  sass_listing *l = read_text(
      "\t.section\t.nv.info,\"\",@\"SHT_CUDA_INFO\"\n"
      "          /*0000*/ \t.byte\t0x04, 0x2f\n"
      "  .L_1:\n"
      "\t.section\t.text.first\n"
      "  .L_2:\n"
      "      [B------:R-:W-:-:S15]         /*0008*/                   BRA `(.L_2) ;\n"
      "\t.section\t.text.second\n"
      "      [-R--:B------:R-:W-:-:S02]         /*0008*/                   FADD R1, R2, R3.reuse ;\n"
      "      [B------:R-:W-:-:S15]         /*0010*/                   BRA `(.L_2) ;\n");
  assert_int_equal(l->function_count, 2);
  assert_int_equal(l->instructions[1].control.reuse, 2);
  bool inside;
  assert_int_equal(sass_target(l, 0, &l->instructions[0].operands[0], &inside), 0);
  assert_int_equal(sass_target(l, 2, &l->instructions[2].operands[0], &inside), -1);
  assert_false(inside);
  sass_listing_free(l);
  // A label before an address that starts again is of the new function. A name may begin as a directive does.
  l = read_text(
      "[B------:R-:W-:-:S15] /*0008*/ NOP ;\n"
      ".section_1:\n"
      "[B------:R-:W-:-:S15] /*0008*/ BRA `(.section_1) ;\n");
  assert_int_equal(l->function_count, 2);
  assert_int_equal(sass_target(l, 1, &l->instructions[1].operands[0], &inside), 1);
  sass_listing_free(l);
  static const char behind[] =
      "\t.section\t.text.0\n      [B------:R-:W-:-:S15]         /*0008*/                   NOP ;\nL:\n"
      "\t.section\t.text.1\n      [B------:R-:W-:-:S15]         /*0008*/                   NOP ;\n";
  prints(behind, SASS_CUASM, behind);
  // A function may stand behind another one in its section: its addresses go on.
  static const char later[] =
      "\t.section\t.text.0\n      [B------:R-:W-:-:S15]         /*0008*/                   NOP ;\n"
      "\t.section\t.text.1\n      [B------:R-:W-:-:S15]         /*0028*/                   BRA 0x30 ;\n"
      "      [B------:R-:W-:-:S15]         /*0030*/                   NOP ;\n";
  prints(later, SASS_CUASM, later);
  l = read_text(later);
  assert_int_equal(sass_target(l, 1, &l->instructions[1].operands[0], &inside), 2);
  sass_listing_free(l);
  l = read_text(WORD "/*0008*/ NOP;\n/*0010*/ NOP;\n/*0018*/ NOP;\nL:\n" WORD
                     "/*0008*/ BRA `(L);\n/*0010*/ NOP;\n/*0018*/ NOP;\n");
  assert_int_equal(sass_target(l, 3, &l->instructions[3].operands[0], &inside), 3);
  sass_listing_free(l);
}

static bool add_classes(sass_classes *own, const char *text, sass_error *error) {
  return sass_classes_add(own, text, strlen(text), error);
}

static void class_files(void **state) {
  (void)state;
  sass_error error;
  sass_classes *own = sass_classes_new();
  assert_true(add_classes(own, "# mine\nclass slow lat 20 predicate 25\nopcodes slow to 2 : NEW\n", &error));
  const sass_opcode *opcode = sass_classes_find(own, "NEW", 3);
  assert_non_null(opcode);
  assert_int_equal(own->classes[opcode->class_number].latency, 20);
  assert_int_equal(opcode->to, 2);
  assert_true(add_classes(own, "class x32 lat 9\r\n", &error));
  assert_int_equal(own->classes[sass_classes_find(own, "FADD", 4)->class_number].latency, 9);
  static const struct {
    const char *text;
    int line, column;
  } bad[] = {{"nothing", 1, 1},
             {"\nclass x lat", 2, 12},
             {"class x lat 251", 1, 13},
             {"class x lat 6 no", 1, 15},
             {"class x", 1, 8},
             {"opcodes none : A", 1, 9},
             {"opcodes x32 A", 1, 13},
             {"opcodes x32 to x : A", 1, 16},
             {"class x lat 6 dual third", 1, 20},
             {"class x lat 6 \v no", 1, 17}};
  for (size_t b = 0; b < sizeof bad / sizeof *bad; b++) {
    assert_false(add_classes(own, bad[b].text, &error));
    if (error.line != bad[b].line || error.column != bad[b].column)
      fail_msg("%s: %d:%d: %s", bad[b].text, error.line, error.column, error.text);
  }
  static const char zero[] = "class x lat 6\nclass y\0 lat 6\n";
  assert_false(sass_classes_add(own, zero, sizeof zero - 1, &error));
  assert_true(error.line == 2 && error.column == 8);
  sass_classes_free(own);
}

static void fits(const char *text, sass_form form, int line, int column, const char *words) {
  sass_listing *l = read_text(text);
  sass_error error = {0};
  assert_int_equal(sass_listing_fits(l, form, &error), !words);
  if (words && (error.line != line || error.column != column || !strstr(error.text, words)))
    fail_msg("%d:%d: %s, not %d:%d: %s\n%s", error.line, error.column, error.text, line, column, words, text);
  sass_listing_free(l);
}

// D-CTRL-60: what a form cannot say.
static void said(void **state) {
  (void)state;
  prints("<COMMENT>\n<NOTHING> MOV\n</COMMENT>\n--:-:-:-:1      MOV R0, R1;\n", SASS_MAXAS,
         "--:-:-:-:1      MOV R0, R1;\n");
  static const char six[] = "/* 0x001fc000fe2006f1 */\n/*0008*/ NOP;\n/*0010*/ NOP;\n/*0018*/ NOP;\n";
  fits(six, SASS_MAXAS, 2, 10, "no barrier 6");
  fits(six, SASS_CUASM, 2, 10, "no barrier 6");
  fits(six, SASS_CUOBJDUMP, 0, 0, NULL);
  static const char never[] = "[B------:R-:W-:-:S01] @!PT MOV R0, R1 ;\n";
  fits(never, SASS_MAXAS, 1, 28, "no guard @!PT");
  fits(never, SASS_CUOBJDUMP, 0, 0, NULL);
  static const char label[] = "[B------:R-:W-:-:S05] BRA `(RZ) ;\n";
  fits(label, SASS_MAXAS, 1, 27, "no label RZ");
  fits(label, SASS_CUASM, 0, 0, NULL);
  fits("R12:\n[B------:R-:W-:-:S05] EXIT ;\n", SASS_MAXAS, 1, 1, "no label R12");
  // @PT says nothing; a label may begin as a register does
  prints("[B------:R-:W-:-:S01] @PT MOV R0, R1 ;\n", SASS_MAXAS, "--:-:-:-:1      MOV R0, R1;\n");
  prints("[B------:R-:W-:-:S05] BRA `(RZ.1) ;\nRZ.1:\n", SASS_MAXAS, "--:-:-:-:5      BRA RZ.1;\nRZ.1:\n");
}

int main(void) {
  classes = sass_classes_new();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forms),         cmocka_unit_test(codes),          cmocka_unit_test(skipped),
      cmocka_unit_test(labels),        cmocka_unit_test(mapping),        cmocka_unit_test(uses),
      cmocka_unit_test(refused_maxas), cmocka_unit_test(refused_others), cmocka_unit_test(sections),
      cmocka_unit_test(class_files),   cmocka_unit_test(said),
  };
  const int code = cmocka_run_group_tests(tests, NULL, NULL);
  sass_classes_free(classes);
  return code;
}
