// test.json: what a good one means, what is said of a bad one, and finding tests by name. Run from the root of the
// tree.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "expect.h"
#include "inject.h"
#include "testcase.h"
#include "toolchain.h"

static char path[] = "/tmp/wavelock_testcase_XXXXXX";

static wl_testcase *parse(const char *text, wl_error *error) {
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
  error->text[0] = 0;
  return wl_testcase_read(path, error);
}

// place: "line:column" of the message.
static void refuse(const char *text, const char *place, const char *said) {
  wl_error error;
  char where[128];
  assert_null(parse(text, &error));
  snprintf(where, sizeof where, "%s:%s:", path, place);
  if (!strstr(error.text, where) || !strstr(error.text, said))
    fail_msg("expected \"%s\" ... \"%s\" in: %s", where, said, error.text);
}

#define HEAD "{\"about\": \"a\",\n \"program\": \"p.s\",\n \"launch\": {\"grid\": [64], \"group\": [64]},\n"
#define BUFFER " \"args\": [{\"buffer\": \"x\", \"type\": \"f32\", \"count\": 4}],\n"

static void good(void **state) {
  (void)state;
  wl_error error;
  wl_testcase *t = parse(
      HEAD
      " \"args\": [{\"buffer\": \"x\", \"type\": \"i16\", \"count\": 3, \"init\": {\"values\": [1, -2, \"0xffff\"]}},\n"
      "  {\"scalar\": \"s\", \"type\": \"f32\", \"value\": \"nan\"}, {\"local\": \"l\", \"bytes\": 16}],\n"
      " \"expect\": {\"buffers\": [{\"buffer\": \"x\", \"values\": [7], \"from\": 1}]}}",
      &error);
  if (!t) fail_msg("%s", error.text);
  int16_t before[3], after[3] = {1, 7, -1};
  float scalar = 0;
  wl_init_fill(WL_I16, &t->args[0].init, 1, 0, before, 3);
  assert_int_equal(before[1], -2);
  assert_int_equal(before[2], -1);
  assert_int_equal(t->args[1].bits, 0x7FC00000);
  assert_int_equal(t->grid[1], 1);
  uint64_t compared;
  void *b[] = {before, &scalar, NULL}, *a[] = {after, NULL, NULL};
  assert_true(wl_expect_check(t, b, a, &compared, &error));
  assert_int_equal(compared, 1);
  after[1] = 8;
  assert_false(wl_expect_check(t, b, a, &compared, &error));
  assert_non_null(strstr(error.text, "element 1 is 8 (0x0008), expected 7"));
  wl_testcase_free(t);
}

static void bad(void **state) {
  (void)state;
  refuse("{\"about\": ", "1:10", "");
  refuse("[1]", "1:1", "found an array, expected an object");
  refuse("{\"about\": 3}", "1:11", "found an integer, expected a string");
  refuse("{\"about\": \"a\",\n  \"progam\": \"x.s\"}", "2:13", "unknown key; there are: about, program");
  refuse(HEAD BUFFER "\"expect\": {}}", "5:11", "expects neither");
  refuse(HEAD BUFFER "\"x\": 1, \"expect\": {}}", "5:6", "unknown key");
  refuse(HEAD " \"args\": [{\"buffer\": \"x\", \"type\": \"f16\", \"count\": 4}]}", "4:35", "found \"f16\"");
  refuse(HEAD " \"args\": [{\"buffer\": \"x\", \"type\": \"f32\", \"count\": -4}]}", "4:51", "found -4, expected 0 to");
  refuse(HEAD " \"args\": [{\"scalar\": \"x\", \"type\": \"u8\", \"value\": 256}]}", "4:50",
         "\"256\" is no value of type u8");
  refuse(HEAD " \"args\": [{\"what\": \"x\"}]}", "4:11", "expected an object with the key buffer, scalar or local");
  refuse(HEAD BUFFER "\"expect\": {\"verdict\": \"GOOD\"}}", "5:23", "found \"GOOD\"");
  refuse(HEAD BUFFER "\"expect\": {\"buffers\": [{\"buffer\": \"y\", \"unchanged\": true}]}}", "5:35",
         "names no buffer");
  refuse(HEAD BUFFER "\"expect\": {\"buffers\": [{\"buffer\": \"x\", \"formula\": \"f\"}]}}", "5:51",
         "no formula \"f\"; there are: copy");
  refuse(HEAD BUFFER "\"expect\": {\"buffers\": [{\"buffer\": \"x\", \"formula\": \"copy\", \"inputs\": [\"z\"]}]}}",
         "5:70", "names no buffer or scalar");
  refuse(HEAD BUFFER "\"expect\": {\"buffers\": [{\"buffer\": \"x\", \"values\": [1,2,3,4,5]}]}}", "5:50", "5 values");
  refuse("{\"about\": \"a\", \"program\": \"p\", \"launch\": {\"grid\": [0], \"group\": [1]}}", "1:51", "no size");
  refuse("{\"about\": \"a\", \"about\": \"b\"}", "1:22", "duplicate");
}

static void names(void **state) {
  (void)state;
  wl_error error = {""};
  wl_testcase *t = wl_testcase_find("vectors", "saxpy", &error);
  assert_non_null(t);
  assert_string_equal(t->program, "vectors/saxpy/saxpy.cl");
  wl_testcase_free(t);
  t = wl_testcase_find("nowhere:vectors", "saxpy", &error);
  assert_non_null(t);
  wl_testcase_free(t);
  t = wl_testcase_find("nowhere", "vectors/smoke/", &error);
  assert_non_null(t);
  wl_testcase_free(t);
  assert_null(wl_testcase_find("vectors", "saxpi", &error));
  assert_non_null(strstr(error.text, "near names: saxpy"));
  assert_null(wl_testcase_find("vectors", "nothing.cl", &error));
  assert_non_null(strstr(error.text, "nothing.cl: no such file"));
  assert_null(wl_testcase_find("vectors", "", &error));
}

static void overrides(void **state) {
  (void)state;
  wl_error error;
  wl_testcase *t = parse(HEAD BUFFER " \"expect\": {\"buffers\": [{\"buffer\": \"x\", \"unchanged\": true}]}}", &error);
  assert_non_null(t);
  assert_true(wl_testcase_override(t, "x@9=iota", &error));
  assert_int_equal(t->args[0].count, 9);
  assert_int_equal(t->args[0].init.kind, WL_INIT_IOTA);
  assert_false(wl_testcase_override(t, "y=1", &error));
  assert_non_null(strstr(error.text, "no argument named y; there are: x"));
  assert_false(wl_testcase_override(t, "x", &error));
  assert_false(wl_testcase_override(t, "x=some", &error));
  wl_testcase_free(t);
}

static void injections(void **state) {
  (void)state;
  wl_error error;
  wl_injection i;
  char event[WL_EVENT_TEXT];
  uint64_t clock;
  assert_true(wl_inject_parse("SGPR:0:12:0:5@300", &i, event, &clock, &error));
  assert_true(i.on && i.index == 12 && i.bit == 5 && i.clock == 300);
  assert_true(wl_inject_parse("EXEC:3:::17@120", &i, event, &clock, &error));
  assert_true(i.wave == 3 && i.index == 0 && i.lane == 0 && i.bit == 17);
  assert_true(wl_inject_parse("SCC@7", &i, event, &clock, &error));
  assert_true(wl_inject_parse("drop:issue@40", &i, event, &clock, &error));
  assert_string_equal(event, "drop:issue");
  assert_true(!i.on && clock == 40);
  static const char *const wrong[] = {"",
                                      "EXEC",
                                      "EXEC@",
                                      "EXEC@x",
                                      "EXEC@-1",
                                      "@3",
                                      "EXEC:a@3",
                                      "EXEC:1:2:3:4:5@6",
                                      "drop:@3",
                                      "EXEC:-1@3",
                                      "EXEC:99999999999@3"};
  for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++) {
    assert_false(wl_inject_parse(wrong[n], &i, event, &clock, &error));
    assert_non_null(strstr(error.text, "injection"));
  }
}

static void entries(void **state) {
  (void)state;
  char name[32];
  assert_true(wl_toolchain_entry("; c\n .globl first\n.globl second\nmain:\n", name, sizeof name));
  assert_string_equal(name, "first");
  assert_true(wl_toolchain_entry("s_nop 0\nmain: s_endpgm\n", name, sizeof name));
  assert_string_equal(name, "main");
  assert_false(wl_toolchain_entry("loop:\n s_endpgm", name, sizeof name));
}

static void float_distance(void **state) {
  (void)state;
  assert_int_equal(wl_value_distance(WL_F32, 0x3F800000, 0x3F800002), 2);
  assert_int_equal(wl_value_distance(WL_F32, 0x00000001, 0x80000001), 2);
  assert_int_equal(wl_value_distance(WL_F32, 0x7FC00000, 0xFFC00001), 0);
  assert_true(wl_value_distance(WL_F32, 0x7FC00000, 0) == UINT64_MAX);
}

static int setup(void **state) {
  (void)state;
  int fd = mkstemp(path);
  return fd < 0 || close(fd);
}

static int teardown(void **state) {
  (void)state;
  return unlink(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(good),          cmocka_unit_test(bad),
                                     cmocka_unit_test(names),         cmocka_unit_test(overrides),
                                     cmocka_unit_test(injections),    cmocka_unit_test(entries),
                                     cmocka_unit_test(float_distance)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
