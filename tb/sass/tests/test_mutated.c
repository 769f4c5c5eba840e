// SPDX-License-Identifier: Apache-2.0
// Mutated listings: each is read, checked, mended and printed, or refused with a line. Under the sanitizers a wrong
// access ends the test. The mended text of one that is read has the same instructions and is read again.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sass/fix.h"
#include "sass/rules.h"

enum { CASES = 6000, MOST_BYTES = 4096, MOST_MUTATIONS = 4 };

static const char *const seeds[] = {
    "<REGISTER_MAPPING>\n 80 : zOffset\n 64-79 : j0Ax<00-03|64-67>, j0By<00-03|64-67>\n 3 = a, b\n"
    " 0-9 ~ pool, x<2|4>[1]\n</REGISTER_MAPPING>\n<CONSTANT_MAPPING>\n p[0] : c[0x0][0x140]\n</CONSTANT_MAPPING>\n"
    "--:-:1:-:1      S2R tid, SR_TID.X;   // Set Dep 1\n01:-:-:Y:d      ISETP.GE.AND P0, PT, tid, 128, PT;\n"
    "LOOP:\n--:-:-:-:0  @P0 FFMA a, j0Ax02.reuse, j0By00, p[0];\n--:2:1:-:1      LDS.U.128 j0Ax00, [zOffset + "
    "4x<1*(128 + 0)>];\n02:-:-:-:2      TLD.B.LZ.P loadX0, track0, tex, 0x0, 1D, 0xf;\n--:-:-:-:2      DEPBAR.LE SB0, "
    "0x1, {4,3};\n01:-:-:-:5 @!P0 BRA LOOP;\n",
    "\t\tFunction : f\n                     /* 0x001fc400fe2007f0 */\n        /*0008*/         {         MOV R1, "
    "c[0x0] "
    "[0x20] ;      /* 0x4c98078000870001 */\n        /*0010*/                   S2R R2, SR_TID.X         }\n"
    "                     /* 0xf0c8000002170002 */\n        /*0018*/              @!P0 STG.E.64 [R2+0x10], R4.reuse ; "
    "/* "
    "0x0 */\n.L_1:\n                     /* 0x001f8000ffe007ff */\n        /*0028*/                   EXIT ;\n"
    "        /*0030*/                   BRA `(.L_1) ;\n        /*0038*/                   BRA 0x28 ;\n",
    "\t.section\t.text.f\n.L_0:\n      [B01---5:R0:W1:Y:S06]         /*0008*/                   LDG.E R5, [R18] ;\n"
    "      [-R--:B------:R-:W-:-:S00]         /*0010*/         {    @!P0 FADD R0, |R1|, -R2.reuse ;\n"
    "      [B------:R-:W0:-:S02]         /*0018*/                   S2R R17, SR_CTAID.X         }\n"
    "      [B------:R-:W-:-:S13]         /*0028*/                   SSY `(.L_0) (*\"x\"*) ;\n"
    "      [B------:R-:W-:-:S05]         /*0030*/                   CAL `(.L_0) ;\n"
    "      [B------:R-:W-:-:S05]         /*0038*/                   SYNC ;\n"
    "      [B------:R-:W-:-:S05]         /*0048*/                   RET ;\n",
};

static const char *const pieces[] = {
    "[",
    "]",
    "{",
    "}",
    ";",
    ",",
    ":",
    "-",
    "/*",
    "*/",
    "(*",
    "*)",
    "`(",
    ")",
    "4x<",
    ">",
    "R255",
    "P7",
    ".reuse",
    ".CC",
    "0x",
    "\n",
    "\r",
    "@!P0 ",
    "<CODE>",
    "99999999999999999999",
    ".128",
    "LOOP:",
    "((((((((((((((((((((",
    "RET",
    "\xff",
    "--:-:-:-:0 MOV R0, R1;\n",
    "3f:1:1:Y:0 LDS R0, [R0];\n",
    "--:-:-:-:1 PBK LOOP;\n",
    "--:-:-:-:1 BRK;\n",
};

static uint64_t sequence;

// The next of a sequence of numbers below `below` (xorshift64*).
static size_t some(size_t below) {
  sequence ^= sequence >> 12;
  sequence ^= sequence << 25;
  sequence ^= sequence >> 27;
  return (size_t)((sequence * 2685821657736338717u) >> 33) % below;
}

static void mutate(char *text, size_t *size) {
  const size_t at = some(*size + 1);
  const char *piece = pieces[some(sizeof pieces / sizeof *pieces)];
  const size_t length = strlen(piece);
  switch (some(4)) {
    case 0:  // insert
      if (*size + length >= MOST_BYTES) return;
      memmove(text + at + length, text + at, *size - at);
      memcpy(text + at, piece, length);
      *size += length;
      break;
    case 1: {  // remove
      size_t gone = 1 + some(4);
      if (gone > *size - at) gone = *size - at;
      memmove(text + at, text + at + gone, *size - at - gone);
      *size -= gone;
      break;
    }
    case 2:  // change
      if (at < *size) text[at] = (char)some(256);
      break;
    default: {  // a line twice
      char *end = memchr(text + at, '\n', *size - at);
      size_t from = at;
      while (from && text[from - 1] != '\n') from--;
      const size_t line = end ? (size_t)(end - text) + 1 - from : 0;
      if (!line || *size + line >= MOST_BYTES) return;
      memmove(text + from + line, text + from, *size - from);
      *size += line;
    }
  }
}

static void use(sass_listing *l, const sass_classes *classes) {
  FILE *nowhere = fopen("/dev/null", "w");
  assert_non_null(nowhere);
  sass_findings findings = sass_check(l, some(2));
  sass_findings_print(&findings, "x", nowhere);
  sass_findings_json(&findings, nowhere);
  sass_findings_free(&findings);
  for (int form = 0; form < SASS_FORMS; form++) sass_listing_print(l, (sass_form)form, nowhere);
  fclose(nowhere);
  const int count = l->count;
  char *text = sass_fix(&l, classes, some(2));
  assert_true(l->count >= count);
  free(text);
  sass_listing_free(l);
}

static void mutated(void **state) {
  (void)state;
  sass_classes *classes = sass_classes_new();
  int good = 0;
  for (uint64_t number = 1; number <= CASES; number++) {
    sequence = number * 0x9e3779b97f4a7c15u;
    const char *seed = seeds[some(sizeof seeds / sizeof *seeds)];
    char text[MOST_BYTES];
    size_t size = strlen(seed);
    memcpy(text, seed, size);
    for (size_t n = some(MOST_MUTATIONS + 1); n > 0; n--) mutate(text, &size);
    sass_error error = {.line = -1};
    sass_listing *l = sass_listing_read(text, size, classes, &error);
    if (l) {
      good++;
      use(l, classes);
    } else if (error.line < 0 || !error.text[0]) {
      fail_msg("case %d: refused without a message", (int)number);
    }
  }
  // Enough of both kinds.
  assert_in_range(good, CASES / 10, CASES * 9 / 10);
  sass_classes_free(classes);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(mutated)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
