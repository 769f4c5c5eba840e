// SPDX-License-Identifier: Apache-2.0
// The table of bank conflicts: its counts, its order, and that it is printed only on request.
#include <stdio.h>

#include "observe/conflicts.h"
#include "unit.h"

static const uint32_t write_b32[2] = {0xD81A0000, 0x00000301}, owner[2] = {0xD9C6A004, 0x00000A00};

// The printed table.
static void printed(wl_conflicts *c, char *text, size_t size) {
  FILE *file = tmpfile();
  assert_non_null(file);
  wl_conflicts_print(c, &wl_gfx9_ops, &(wl_config){.isa = WL_GFX900}, file);
  rewind(file);
  text[fread(text, 1, size - 1, file)] = 0;
  fclose(file);
}

static void test_table(void **state) {
  (void)state;
  char text[2048];
  uint64_t cycles, conflicts;
  wl_conflicts *c = wl_conflicts_new();
  assert_non_null(c);
  printed(c, text, sizeof text);
  assert_string_equal(text, "");
  wl_conflicts_issue(c, 0, 1, 0x1000, write_b32);
  wl_conflicts_issue(c, 1, 1, 0x1008, owner);
  wl_conflicts_issue(c, 0, 2, 0x1000, write_b32);
  wl_conflicts_served(c, 1, 1, 64, 48);
  wl_conflicts_served(c, 0, 1, 16, 0);
  wl_conflicts_served(c, 0, 2, 20, 4);
  wl_conflicts_served(c, 0, 2, 20, 4);  // once an instruction
  wl_conflicts_served(c, 5, 9, 20, 4);  // no such instruction in flight
  wl_conflicts_total(c, &cycles, &conflicts);
  assert_int_equal(cycles, 100);
  assert_int_equal(conflicts, 52);
  printed(c, text, sizeof text);
  const char *first = strstr(text, "          48         64          1  0x1008"),
             *second = strstr(text, "36          2  0x1000");
  assert_non_null(first);
  assert_non_null(second);
  assert_true(first < second);
  assert_non_null(strstr(text, "owner_write v[10:13] stride:32 index:4 relative"));
  assert_non_null(strstr(text, "ds_write_b32 v1, v3"));
  wl_conflicts_free(c);
}

// Many instructions at different addresses.
static void test_many(void **state) {
  (void)state;
  uint64_t cycles, conflicts;
  wl_conflicts *c = wl_conflicts_new();
  assert_non_null(c);
  for (uint32_t i = 0; i < 200; i++) {
    wl_conflicts_issue(c, i % 16, i % 64, 0x1000 + 8 * i, write_b32);
    wl_conflicts_served(c, i % 16, i % 64, 16, 1);
  }
  wl_conflicts_total(c, &cycles, &conflicts);
  assert_int_equal(cycles, 3200);
  assert_int_equal(conflicts, 200);
  wl_conflicts_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_table), cmocka_unit_test(test_many)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
