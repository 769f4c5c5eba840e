// SPDX-License-Identifier: Apache-2.0
// The control word: bits, and the two text forms of a field (maxwell-control.md 2, 3.1, 3.3, 5).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "control/listing/word.h"

static sass_control maxas(const char *text) {
  sass_control control;
  char line[64];
  const char *wrong, *expected;
  snprintf(line, sizeof line, "%s ", text);
  const char *end = sass_read_maxas_control(line, &control, &wrong, &expected);
  if (!end) fail_msg("%s: column %d, expected %s", text, (int)(wrong - line) + 1, expected);
  assert_int_equal(end - line, strlen(text));
  return control;
}

// The words of maxwell-control.md 5.
static void worked(void **state) {
  (void)state;
  static const struct {
    uint64_t word;
    const char *text[SASS_GROUP];
    uint32_t field0;
  } rows[] = {
      {0x001f9400fe2007e6, {"--:-:-:Y:6", "--:-:-:-:1", "--:-:-:Y:5"}, 0x7e6},
      {0x001f9000fe2007f1, {"--:-:-:-:1", "--:-:-:-:1", "--:-:-:Y:4"}, 0x7f1},
      {0x001d4400e6200711, {"--:-:1:-:1", "--:-:2:-:1", "--:-:3:-:1"}, 0x711},
      {0x001fc406fe200fed, {"01:-:-:Y:d", "06:-:-:-:1", "--:-:-:-:1"}, 0xfed},
      {0x001fc402fe200112, {"--:2:1:-:2", "02:-:-:-:1", "--:-:-:-:1"}, 0x112},
      {0x001fc400fea007f0, {"--:-:-:-:0", "--:-:-:-:5", "--:-:-:-:1"}, 0x7f0},
      {0x001f8000ffe007ff, {"--:-:-:-:f", "--:-:-:-:f", "--:-:-:Y:0"}, 0x7ff},
      {0x001f8000fc0007e0, {"--:-:-:Y:0", "--:-:-:Y:0", "--:-:-:Y:0"}, 0x7e0},
  };
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    sass_control control[SASS_GROUP], read[SASS_GROUP];
    assert_true(sass_word_split(rows[r].word, control));
    assert_int_equal(sass_word(control), rows[r].word);
    assert_int_equal(sass_field(&control[0]), rows[r].field0);
    for (int i = 0; i < SASS_GROUP; i++) {
      char text[SASS_CONTROL_TEXT];
      sass_write_maxas_control(&control[i], text);
      assert_string_equal(text, rows[r].text[i]);
      read[i] = maxas(text);
    }
    assert_int_equal(sass_word(read), rows[r].word);
  }
  sass_control control[SASS_GROUP];
  assert_true(sass_word_split(0x001fc440fe2607f1, control));
  assert_int_equal(control[0].reuse, 3);
  assert_int_equal(control[1].reuse, 1);
  assert_int_equal(control[2].reuse, 0);
  assert_false(sass_word_split(0x801f8000fc0007e0, control));
}

// All 2^21 fields: bits to control and back, and the text forms where they have one.
static void every_field(void **state) {
  (void)state;
  for (uint32_t field = 0; field < 1u << 21; field++) {
    sass_control control = sass_field_control(field), read;
    assert_int_equal(sass_field(&control), field);
    if (control.read == 6 || control.write == 6) continue;
    char text[SASS_CONTROL_TEXT], line[SASS_CONTROL_TEXT + 1];
    const char *wrong, *expected;
    sass_write_cuasm_reuse_control(&control, text);
    assert_non_null(sass_read_cuasm_control(text, &read, &wrong, &expected));
    assert_int_equal(sass_field(&read), field);
    sass_write_cuasm_control(&control, text);
    assert_non_null(sass_read_cuasm_control(text, &read, &wrong, &expected));
    assert_int_equal(sass_field(&read), field & 0x1ffff);
    sass_write_maxas_control(&control, text);
    snprintf(line, sizeof line, "%s ", text);
    assert_non_null(sass_read_maxas_control(line, &read, &wrong, &expected));
    assert_int_equal(sass_field(&read), field & 0x1ffff);
  }
}

typedef const char *reader(const char *text, sass_control *control, const char **wrong, const char **expected);

static void refuse(reader *read, const char *text, int column) {
  sass_control control;
  const char *wrong, *expected;
  if (read(text, &control, &wrong, &expected)) fail_msg("\"%s\" was read", text);
  if (wrong - text + 1 != column) fail_msg("\"%s\": column %d, not %d", text, (int)(wrong - text) + 1, column);
}

// D-CTRL-3: "-1" is no mask. maxwell-control.md 3.1, 3.3: the column names the first character that cannot be
// read.
static void malformed(void **state) {
  (void)state;
  refuse(sass_read_maxas_control, "-1:-:-:-:1 ", 2);
  refuse(sass_read_maxas_control, "40:-:-:-:1 ", 1);
  refuse(sass_read_maxas_control, "ff:-:-:-:1 ", 1);
  refuse(sass_read_maxas_control, "3g:-:-:-:1 ", 2);
  refuse(sass_read_maxas_control, "012:-:-:-:1 ", 3);
  refuse(sass_read_maxas_control, "--:7:-:-:1 ", 4);
  refuse(sass_read_maxas_control, "--:0:-:-:1 ", 4);
  refuse(sass_read_maxas_control, "--:-:7:-:1 ", 6);
  refuse(sass_read_maxas_control, "--:-:-:x:1 ", 8);
  refuse(sass_read_maxas_control, "--:-:-:-:g ", 10);
  refuse(sass_read_maxas_control, "--:-:-:-:10 ", 11);
  refuse(sass_read_maxas_control, "--:-:-:-:1", 11);
  refuse(sass_read_maxas_control, "--:-:-:-", 9);
  refuse(sass_read_maxas_control, "", 1);
  refuse(sass_read_cuasm_control, "[B0-----:R-:W-:-:S16]", 20);
  refuse(sass_read_cuasm_control, "[B0-----:R-:W-:-:S20]", 19);
  refuse(sass_read_cuasm_control, "[B1-----:R-:W-:-:S01]", 3);
  refuse(sass_read_cuasm_control, "[B------:R6:W-:-:S01]", 11);
  refuse(sass_read_cuasm_control, "[B------:R-:W7:-:S01]", 14);
  refuse(sass_read_cuasm_control, "[B------:W-:R-:-:S01]", 10);
  refuse(sass_read_cuasm_control, "[B------:R-:W-:y:S01]", 16);
  refuse(sass_read_cuasm_control, "[B------:R-:W-:-:S1]", 20);
  refuse(sass_read_cuasm_control, "[B------:R-:W-:-:S01", 21);
  refuse(sass_read_cuasm_control, "[B-----:R-:W-:-:S01]", 8);
  refuse(sass_read_cuasm_control, "[-RX-:B------:R-:W-:-:S01]", 4);
  assert_int_equal(maxas("3F:6:1:y:F").wait, 0x3f);
}

// maxwell-control.md 4.1. D-CTRL-6: stall 0 with 'Y' counts as 1.
static void cycles(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int least;
  } rows[] = {{"--:-:-:-:0", 0}, {"--:-:-:Y:0", 1}, {"--:-:-:-:1", 1},  {"--:-:-:Y:b", 11}, {"--:-:-:-:b", 11},
              {"--:-:-:-:c", 6}, {"--:-:-:-:f", 6}, {"--:-:-:Y:c", 12}, {"--:-:-:Y:f", 15}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    const sass_control control = maxas(rows[r].text);
    assert_int_equal(sass_least_cycles(&control), rows[r].least);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(worked), cmocka_unit_test(every_field),
                                     cmocka_unit_test(malformed), cmocka_unit_test(cycles)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
