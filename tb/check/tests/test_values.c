// SPDX-License-Identifier: Apache-2.0
// Lists of values as text (docs/trace.md): the list restored from the text is the original.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "check/report/values.h"

static uint64_t random_bits(void) {
  static uint64_t x = 88172645463325252u;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return x;
}

static uint32_t expand(const char *text, uint64_t mask, uint64_t *to) {
  uint32_t n = 0;
  while (*text) {
    char *p;
    uint64_t v = strtoull(text, &p, 16), step = 0;
    if (*p == '+') step = strtoull(p + 1, &p, 10);
    else if (*p == '-') step = 0 - strtoull(p + 1, &p, 10);
    uint64_t times = *p == '*' ? strtoull(p + 1, &p, 10) : 1;
    for (; times && n < 64; times--, v += step) to[n++] = v & mask;
    assert_int_equal(times, 0);
    assert_true(!*p || *p == ',');
    text = *p ? p + 1 : p;
  }
  return n;
}

static void test_lists(void **state) {
  (void)state;
  for (uint32_t round = 0; round < 20000; round++) {
    const bool words = round % 2;
    const uint64_t mask = words ? UINT32_MAX : UINT64_MAX;
    const uint32_t count = (uint32_t)(random_bits() % 65);
    uint64_t v[64], back[64], step = 0;
    for (uint32_t i = 0; i < count; i++) {
      const uint64_t r = random_bits() % (round % 7 + 1);
      if (r == 0) step = random_bits() % 3 ? 0 : random_bits() % 9 - 4;
      v[i] = (i == 0 || r == 1 ? random_bits() >> random_bits() % 64 : v[i - 1] + step) & mask;
    }
    char text[VALUES_TEXT];
    values_text(v, count, words ? 8 : round % 3 ? 16 : 0, text, sizeof text);
    assert_true(strlen(text) + 1 < sizeof text);
    assert_int_equal(expand(text, mask, back), count);
    assert_memory_equal(back, v, count * sizeof *v);
  }
}

static void test_forms(void **state) {
  (void)state;
  char text[VALUES_TEXT];
  values_text((const uint64_t[]){7, 7, 7, 7, 11, 3, 2, 1}, 8, 8, text, sizeof text);
  assert_string_equal(text, "00000007*4,0000000b,00000003-1*3");
  uint32_t lanes[64];
  for (uint32_t i = 0; i < 64; i++) lanes[i] = 0xfffffffc + 4 * i;
  lanes_text(lanes, false, UINT64_MAX, text, sizeof text);
  assert_string_equal(text, "=fffffffc+4*64");
  lanes_text(lanes, false, 0x15, text, sizeof text);
  assert_string_equal(text, "&15=fffffffc+8*3");
  const uint32_t wide[8] = {1, 2, 5, 7, 3, 2, 5, 2};
  lanes_text(wide, true, 0xD, text, sizeof text);
  assert_string_equal(text, "&d=0000000200000001+2*3");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lists), cmocka_unit_test(test_forms)};
  return cmocka_run_group_tests_name("values", tests, NULL, NULL);
}
