// SPDX-License-Identifier: Apache-2.0
// The table of vector memory transactions: its counts, the least numbers, its order.
#include <stdio.h>

#include "observe/transactions.h"
#include "unit.h"

static const uint32_t load[2] = {0xDC508000, 0x017F0002}, atomic[2] = {0xDD088000, 0x007F0102};

static void test_table(void **state) {
  (void)state;
  char text[2048];
  uint64_t transactions, least;
  wl_transactions *t = wl_transactions_new();
  assert_non_null(t);
  // Eight transactions to four lines, and one to one line.
  wl_transactions_issue(t, 0, 1, 0x1000, load);
  wl_transactions_issue(t, 1, 1, 0x1000, load);
  for (uint64_t i = 0; i < 8; i++) wl_transactions_request(t, 0, 1, 0x4000 + i / 2 * 64, false, 0);
  wl_transactions_request(t, 1, 1, 0x4000, false, 0);
  // Atomics of a line: three lanes change word 1, two word 2.
  wl_transactions_issue(t, 0, 2, 0x1008, atomic);
  wl_transactions_request(t, 0, 2, 0x4000, true, 0x0FF0);
  wl_transactions_request(t, 0, 2, 0x4000, true, 0x0FF0);
  wl_transactions_request(t, 0, 2, 0x4000, true, 0x00F0);
  // No lane is active; and no instruction in flight.
  wl_transactions_issue(t, 0, 3, 0x1010, load);
  wl_transactions_request(t, 5, 9, 0x4000, false, 0);
  wl_transactions_request(t, WL_MAX_WAVES, 1, 0x4000, false, 0);
  for (uint32_t tag = 1; tag < 4; tag++) wl_transactions_return(t, 0, tag);
  wl_transactions_return(t, 1, 1);
  wl_transactions_return(t, 1, 1);  // it has returned
  wl_transactions_total(t, &transactions, &least);
  assert_int_equal(transactions, 12);
  assert_int_equal(least, 8);
  wl_transaction_count at = {.at = 0x1000}, never = {.at = 0x1004}, none = {.at = 0x1010};
  wl_transactions_measure(t, &at);
  wl_transactions_measure(t, &never);
  wl_transactions_measure(t, &none);
  assert_true(at.executed == 2 && at.fewest == 1 && at.most == 8);
  assert_int_equal(never.executed, 0);
  assert_true(none.executed == 1 && none.fewest == 0 && none.most == 0);
  FILE *file = tmpfile();
  assert_non_null(file);
  wl_transactions_print(t, &wl_gfx9_ops, &(wl_config){.isa = WL_GFX900}, file);
  rewind(file);
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  const char *first = strstr(text, "           9          5          2  0x1000             global_load_dword v1, v"),
             *second = strstr(text, "           3          3          1  0x1008             global_atomic_add"),
             *third = strstr(text, "           0          0          1  0x1010");
  if (!first || !second || !third) fail_msg("%s", text);
  assert_true(first < second && second < third);
  wl_transactions_free(t);
}

// Many lines, and many instructions.
static void test_many(void **state) {
  (void)state;
  uint64_t transactions, least;
  wl_transactions *t = wl_transactions_new();
  assert_non_null(t);
  for (uint32_t i = 0; i < 200; i++) {
    wl_transactions_issue(t, i % 16, i % 64, 0x1000 + 8 * i, load);
    for (uint64_t line = 0; line < 200; line++) wl_transactions_request(t, i % 16, i % 64, 64 * line, false, 0);
    wl_transactions_return(t, i % 16, i % 64);
  }
  wl_transactions_total(t, &transactions, &least);
  assert_int_equal(transactions, 40000);
  assert_int_equal(least, 40000);
  wl_transactions_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_table), cmocka_unit_test(test_many)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
