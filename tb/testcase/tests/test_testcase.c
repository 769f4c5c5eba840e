// SPDX-License-Identifier: Apache-2.0
// test.json: the meaning of a good one, the message for a bad one, and finding tests by name. Run it from the root of
// the tree.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "testcase/expect.h"
#include "testcase/exports.h"
#include "cli/inject.h"
#include "testcase/renamed.h"
#include "cli/run.h"
#include "testcase/testcase.h"
#include "cli/toolchain.h"

static char path[] = "/tmp/wavelock_testcase_XXXXXX";

static wl_testcase *parse(const char *text, wl_error *error) {
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
  error->text[0] = 0;
  return wl_testcase_read(path, NULL, error);
}

// place: "line:column" of the message.
static void refuse(const char *text, const char *place, const char *words) {
  wl_error error;
  char where[128];
  assert_null(parse(text, &error));
  snprintf(where, sizeof where, "%s:%s:", path, place);
  if (!strstr(error.text, where) || !strstr(error.text, words))
    fail_msg("expected \"%s\" ... \"%s\" in: %s", where, words, error.text);
}

// The contents of buffers after a run: one array a buffer.
typedef struct {
  const wl_testcase *test;
  void **of;
} arrays;

static bool read_array(void *of, uint32_t arg, uint64_t from, size_t count, void *to, wl_error *error) {
  const arrays *a = of;
  const size_t size = wl_type_size(a->test->args[arg].type);
  (void)error;
  memcpy(to, (const uint8_t *)a->of[arg] + from * size, count * size);
  return true;
}

static bool check(const wl_testcase *t, void **after, uint64_t *compared, wl_error *error) {
  arrays of = {t, after};
  return wl_expect_check(t, true, 1, &(wl_contents){read_array, &of}, compared, error);
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
  wl_init_fill(WL_I16, &t->args[0].init, 1, 0, 0, before, 3);
  assert_int_equal(before[1], -2);
  assert_int_equal(before[2], -1);
  assert_int_equal(t->args[1].init.values[0], 0x7FC00000);
  assert_int_equal(t->grid[1], 1);
  uint64_t compared;
  void *a[] = {after, NULL, NULL};
  assert_true(check(t, a, &compared, &error));
  assert_int_equal(compared, 1);
  after[1] = 8;
  assert_false(check(t, a, &compared, &error));
  assert_non_null(strstr(error.text, "element 1 is 8 (0x0008), expected 7"));
  wl_testcase_free(t);
}

// Numbers that jansson does not take, and the places of errors behind them.
static void wide_numbers(void **state) {
  (void)state;
  static const char row[] = HEAD
      " \"args\": [{\"buffer\": \"x\", \"type\": \"u64\", \"count\": 1, \"init\": {\"values\": [%s]}}],\n"
      " \"expect\": {\"buffers\": [{\"buffer\": \"x\", \"values\": [9223372036854775808]}]}%s}";
  static const struct {
    const char *text;
    uint64_t value;
  } rows[] = {{"9223372036854775807", INT64_MAX},
              {"9223372036854775808", UINT64_C(1) << 63},
              {"9223372036854775809", (UINT64_C(1) << 63) + 1},
              {"18446744073709551615", UINT64_MAX}};
  char text[1024];
  wl_error error;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    snprintf(text, sizeof text, row, rows[i].text, "");
    wl_testcase *t = parse(text, &error);
    if (!t) fail_msg("%s", error.text);
    assert_true(t->args[0].init.values[0] == rows[i].value);
    assert_true(t->expects[0].values[0] == UINT64_C(1) << 63);
    wl_testcase_free(t);
  }
  static const char *const refused[] = {"18446744073709551616", "-9223372036854775809", "-18446744073709551615",
                                        "92233720368547758080"};
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    snprintf(text, sizeof text, row, refused[i], "");
    refuse(text, "4", "too big");
  }
  snprintf(text, sizeof text, row, "18446744073709551615 x", "");
  refuse(text, "4:95", "']' expected near 'x'");
  snprintf(text, sizeof text, row, "1", " x");
  refuse(text, "5:76", "'}' expected near 'x'");
  refuse(HEAD " \"args\": [{\"buffer\": \"x\", \"type\": \"u64\", \"count\": 9223372036854775808}]}", "4",
         "found an integer from 2^63 on, expected an integer");
}

// What is said of a part of a buffer is so many of its elements.
static void covered(void **state) {
  (void)state;
  static const struct {
    const char *expects;
    uint64_t elements;
  } rows[] = {
      {"{\"buffer\": \"x\", \"values\": [7]}", 8},
      {"{\"buffer\": \"x\", \"values\": [7]}, {\"buffer\": \"x\", \"values\": [7], \"from\": 4}", 8},
      {"{\"buffer\": \"x\", \"constant\": 7}, {\"buffer\": \"y\", \"values\": [1, 2]}", 12},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[1024];
    wl_error error;
    snprintf(text, sizeof text,
             HEAD
             " \"args\": [{\"buffer\": \"x\", \"type\": \"u32\", \"count\": 8}, {\"buffer\": \"y\", \"type\": "
             "\"u32\", \"count\": 4}],\n \"expect\": {\"buffers\": [%s]}}",
             rows[i].expects);
    wl_testcase *t = parse(text, &error);
    if (!t) fail_msg("%s", error.text);
    assert_int_equal(wl_expect_elements(t, true), rows[i].elements);
    wl_testcase_free(t);
  }
}

static void bad(void **state) {
  (void)state;
  refuse("{\"about\": ", "1:10", "");
  refuse("[1]", "1:1", "found an array, expected an object");
  refuse("{\"about\": 3}", "1:11", "found an integer, expected a string");
  refuse("{\"about\": \"a\",\n  \"progam\": \"x.s\"}", "2:13",
         "progam: unknown key; near name: program; there are: about, program");
  refuse(HEAD BUFFER "\"expect\": {}}", "5:11", "expects neither");
  refuse(HEAD BUFFER "\"x\": 1, \"expect\": {}}", "5:6", "unknown key");
  refuse(HEAD " \"args\": [{\"buffer\": \"x\", \"type\": \"f8\", \"count\": 4}]}", "4:35", "found \"f8\"");
  refuse(HEAD " \"args\": [{\"buffer\": \"x\", \"type\": \"f32\", \"count\": -4}]}", "4:51", "found -4, expected 0 to");
  refuse(HEAD " \"args\": [{\"scalar\": \"x\", \"type\": \"u8\", \"value\": 256}]}", "4:50",
         "\"256\" is no value of type u8");
  refuse(HEAD " \"args\": [{\"what\": \"x\"}]}", "4:11",
         "expected an object with the key buffer, scalar, local, image or sampler");
  refuse(HEAD BUFFER "\"expect\": {\"verdict\": \"GOOD\"}}", "5:23", "found \"GOOD\"");
  refuse(HEAD BUFFER "\"expect\": {\"buffers\": [{\"buffer\": \"y\", \"unchanged\": true}]}}", "5:35",
         "names no buffer");
  refuse(HEAD BUFFER "\"expect\": {\"buffers\": [{\"buffer\": \"x\", \"formula\": \"f\"}]}}", "5:51",
         "no formula \"f\"; there are: copy");
  refuse(HEAD BUFFER "\"expect\": {\"buffers\": [{\"buffer\": \"x\", \"formula\": \"copy\", \"inputs\": [\"z\"]}]}}",
         "5:70", "names no buffer or scalar");
  refuse(HEAD BUFFER "\"expect\": {\"buffers\": [{\"buffer\": \"x\", \"values\": [1,2,3,4,5]}]}}", "5:50", "5 values");
  refuse(HEAD " \"args\": [], \"expect\": {}}", "4:24", "expects neither");
  refuse("{\"about\": \"a\", \"program\": \"p\", \"launch\": {\"grid\": [0], \"group\": [1]}}", "1:51",
         "element 0 is no number from 1");
  refuse("{\"about\": \"a\", \"about\": \"b\"}", "1:22", "duplicate");
}

#define ARGS(list) HEAD " \"args\": [" list "],\n"
#define PASSES " \"expect\": {\"fault\": true}}"

// Arguments by value with several elements, and more arguments than fit into the first allocation.
static void by_value(void **state) {
  (void)state;
  wl_error error;
  wl_testcase *t = parse(
      ARGS("{\"scalar\": \"v\", \"type\": \"f32\", \"values\": [1, \"nan\", -2]},"
           "{\"scalar\": \"s\", \"bytes\": [1, 255]}, {\"scalar\": \"n\", \"type\": \"i16\", \"value\": -1}") PASSES,
      &error);
  if (!t) fail_msg("%s", error.text);
  assert_true(t->args[0].count == 3 && t->args[0].init.values[2] == 0xC0000000);
  assert_true(t->args[1].count == 2 && t->args[1].type == WL_U8 && t->args[1].init.values[1] == 255);
  assert_true(t->args[2].count == 1 && t->args[2].init.values[0] == 0xFFFF);
  wl_testcase_free(t);
  char many[8192] = ARGS("{\"local\": \"l\", \"bytes\": 4}");
  many[strlen(many) - 3] = 0;
  for (int i = 0; i < 100; i++)
    snprintf(many + strlen(many), sizeof many - strlen(many), ",{\"scalar\": \"s%d\", \"type\": \"u8\", \"value\": %d}",
             i, i);
  strcat(many, "],\n" PASSES);
  t = parse(many, &error);
  if (!t) fail_msg("%s", error.text);
  assert_true(t->arg_count == 101 && t->args[100].init.values[0] == 99);
  wl_testcase_free(t);
  refuse(ARGS("{\"scalar\": \"x\", \"type\": \"u8\"}") PASSES, "4:11", "expected one of the keys value, values, bytes");
  refuse(ARGS("{\"scalar\": \"x\", \"type\": \"u8\", \"values\": []}") PASSES, "4:51", "an empty array");
  refuse(ARGS("{\"scalar\": \"x\", \"type\": \"u8\", \"value\": 1, \"values\": [1]}") PASSES, "4:63",
         "beside \"value\"");
  refuse(ARGS("{\"scalar\": \"x\", \"type\": \"u16\", \"bytes\": [1]}") PASSES, "4:51", "no other type than u8");
  refuse(ARGS("{\"scalar\": \"x\", \"bytes\": [1, 256]}") PASSES, "4:40", "\"256\" is no value of type u8");
}

// A list of allowed contents, of one group of elements or of several.
static void one_of(void **state) {
  (void)state;
  wl_error error;
  wl_testcase *t = parse(
      HEAD BUFFER " \"expect\": {\"buffers\": [{\"buffer\": \"x\", \"one_of\": [[0, 1], [\"nan\", 1]]}]}}", &error);
  if (!t) fail_msg("%s", error.text);
  float after[4] = {NAN, 1, 0, 1};
  uint64_t compared;
  void *a[] = {after};
  assert_true(check(t, a, &compared, &error));
  assert_true(compared == 4 && t->expects[0].seen[0] == 1 && t->expects[0].seen[1] == 1);
  after[2] = 1;
  assert_false(check(t, a, &compared, &error));
  if (!strstr(error.text, "buffer x: elements 2 to 3 are [1, 1], expected one of [0, 1], ["))
    fail_msg("%s", error.text);
  assert_true(wl_testcase_override(t, "x@5=iota", &error));
  assert_false(wl_expect_fits(t, 1, &error));
  wl_testcase_free(t);
#define ONE_OF(text) HEAD BUFFER "\"expect\": {\"buffers\": [{\"buffer\": \"x\", \"one_of\": " text "}]}}"
  refuse(ONE_OF("3"), "5:50", "found an integer of 0, expected 1 to 64 arrays of values");
  refuse(ONE_OF("[]"), "5:50", "expected 1 to 64 arrays");
  refuse(ONE_OF("[[]]"), "5:50", "expected 1 to 64 arrays");
  refuse(ONE_OF("[3]"), "5:50", "expected 1 to 64 arrays");
  refuse(ONE_OF("[[1, 2, 3]]"), "5:50", "3 values, and 4 elements: expected a multiple");
  refuse(ONE_OF("[[1, 2, 3, 4, 5]]"), "5:50", "expected a multiple");
  refuse(ONE_OF("[[1, 2], [1]]"), "5:59", "1 values, the first array has 2");
  refuse(ONE_OF("[[1, 2], [1, \"a\"]]"), "5:63", "is no value of type f32");
  refuse(ONE_OF("[[1]], \"values\": [1, 2]"), "5:50", "beside \"values\"");
  refuse(ONE_OF("[[1]], \"groups\": \"resident\""), "5:67", "beside \"one_of\"");
}

static void watched(void **state) {
  (void)state;
  wl_error error;
  wl_testcase *t = parse(HEAD BUFFER "\"uninit\": \"count\", \"races\": true,\n" PASSES, &error);
  if (!t) fail_msg("%s", error.text);
  assert_true(t->uninit == WL_UNINIT_COUNT && t->races && t->args[0].no_init);
  assert_true(wl_testcase_override(t, "x=iota", &error) && !t->args[0].no_init);
  wl_testcase_free(t);
  t = parse(HEAD BUFFER PASSES, &error);
  assert_true(t && t->uninit == WL_UNINIT_OFF && !t->races);
  wl_testcase_free(t);
  refuse(HEAD BUFFER "\"uninit\": \"on\",\n" PASSES, "5:11", "found \"on\", expected \"off\", \"count\" or \"error\"");
  refuse(HEAD BUFFER "\"races\": 1,\n" PASSES, "5:10", "found an integer, expected true or false");
}

// Transactions at labels: in the description, and against what was counted.
static void transactions(void **state) {
  (void)state;
#define TRANSACTIONS(text) HEAD BUFFER "\"expect\": {\"transactions\": " text "}}"
  wl_error error;
  wl_testcase *t = parse(TRANSACTIONS("[{\"at\": \"a+0x8\", \"count\": 4}, {\"at\": \"b\", \"count\": 0}]"), &error);
  if (!t) fail_msg("%s", error.text);
  assert_true(t->transaction_count == 2 && t->transactions[0].at.offset == 8);
  t->counts[0] = (wl_transaction_count){0x1008, 2, 4, 4};
  t->counts[1] = (wl_transaction_count){0x1010, 1, 0, 0};
  assert_true(wl_expect_transactions(t, &error));
  t->counts[0].most = 5;
  assert_false(wl_expect_transactions(t, &error));
  assert_string_equal(error.text, "the instruction at a+0x8 (0x1008) made 5 transactions, expected 4");
  t->counts[0].fewest = 3;
  assert_false(wl_expect_transactions(t, &error));
  assert_non_null(strstr(error.text, "made 3 transactions, expected 4"));
  t->counts[0] = t->counts[1];
  t->counts[1] = (wl_transaction_count){.at = 0x1010, .fewest = UINT64_MAX};
  t->transactions[0].count = 0;
  assert_false(wl_expect_transactions(t, &error));
  assert_string_equal(error.text,
                      "no vector memory instruction completed at b (0x1010), expected one with 0 transactions");
  wl_testcase_free(t);
  refuse(TRANSACTIONS("[]"), "5:28", "found none, expected a list of at least one");
  refuse(TRANSACTIONS("{}"), "5:28", "found an object, expected a list");
  refuse(TRANSACTIONS("[{\"at\": \"a\"}]"), "5:29", "count: found nothing, expected an integer");
  refuse(TRANSACTIONS("[{\"at\": \"0x7\", \"count\": 1}]"), "5:36", "expected a label of the program");
  refuse(TRANSACTIONS("[{\"from\": \"a\"}]"), "5:38", "unknown key; there are: at, count");
}

#define MEMORY(text) HEAD "\"memory\": " text ",\n" PASSES

// Knobs of the memory, from a description and from text.
static void memory_knobs(void **state) {
  (void)state;
  static const struct {
    const char *text, *words;
  } wrong[] = {{"latency", "found \"latency\", expected one of latency="},
               {"speed=3", "found \"speed=3\", expected one of"},
               {"fetch.burst=3", "expected one of"},
               {"latency=3", "latency: found \"3\", expected two numbers, as [2,80]"},
               {"latency=[3]", "expected two numbers"},
               {"latency=[3,4]]", "expected two numbers"},
               {"latency=[3,-4]", "expected two numbers"},
               {"vector.latency=[4,3]", "vector.latency: found 4 to 3 cycles, expected 1 to 10000, the least first"},
               {"latency=[0,3]", "latency: found 0 to 3 cycles"},
               {"latency=[1,10001]", "latency: found 1 to 10001 cycles"},
               {"busy=[9,1]", "busy: found 9 of 8 requests and 1 cycles, expected 1 to 8 and 1 to 10000, or 0 and 0"},
               {"busy=[1,0]", "busy: found 1 of 8"},
               {"shut=[0,5]", "shut: found 0 cycles with and 5 without ready"},
               {"burst=0", "burst: found 0, expected 1 to 10000 cycles"},
               {"burst=0x5", "burst: found \"0x5\", expected a number"},
               {"burst=", "burst: found \"\", expected a number"},
               {"scalar.reorder=1", "scalar.reorder: found \"1\", expected true or false"},
               {"instruction.reorder=true", "instruction.reorder: the instruction port answers in order"}};
  wl_error error;
  wl_memory_knobs k;
  char text[WL_KNOBS_TEXT];
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_false(wl_memory_knobs_parse(wrong[i].text, &k, &error));
    if (!strstr(error.text, wrong[i].words)) fail_msg("expected \"%s\" in: %s", wrong[i].words, error.text);
  }
  assert_true(wl_memory_knobs_parse(" vector.reorder=false  latency=[2,80] scalar.burst=50 busy=[0,0]", &k, &error));
  wl_memory_knobs_text(&k, text, sizeof text);
  assert_string_equal(text, "latency=[2,80] busy=[0,0] scalar.burst=50 vector.reorder=false");
  assert_null(wl_memory_knob(&k, WL_KNOBS_SCALAR, WL_KNOB_SHUT));
  assert_int_equal(wl_memory_knob(&k, WL_KNOBS_SCALAR, WL_KNOB_LATENCY)->value[1], 80);
  wl_testcase *t = parse(MEMORY("{\"shut\": [3, 4], \"vector\": {\"shut\": [0, 0], \"reorder\": true},"
                                " \"burst\": 9}"),
                         &error);
  if (!t) fail_msg("%s", error.text);
  wl_memory_knobs_text(&t->memory, text, sizeof text);
  assert_string_equal(text, "shut=[3,4] burst=9 vector.shut=[0,0] vector.reorder=true");
  assert_int_equal(wl_memory_knob(&t->memory, WL_KNOBS_VECTOR, WL_KNOB_SHUT)->value[1], 0);
  wl_testcase_free(t);
  refuse(MEMORY("[2]"), "4:11", "memory: found an array, expected an object");
  refuse(MEMORY("{}"), "4:11", "memory: an empty object, which says nothing");
  refuse(MEMORY("{\"speed\": 1}"), "4:21", "unknown key; there are: latency, busy, shut, burst, reorder, instruction");
  refuse(MEMORY("{\"vector\": {\"vector\": {}}}"), "4:33", "unknown key; there are: latency");
  refuse(MEMORY("{\"vector\": {\"latency\": 3}}"), "4:34",
         "vector.latency: found an integer, expected an array of two");
  refuse(MEMORY("{\"latency\": [1, 2, 3]}"), "4:23", "latency: found an array, expected an array of two integers");
  refuse(MEMORY("{\"latency\": [5, 2]}"), "4:23", "found 5 to 2 cycles, expected 1 to 10000, the least first");
  refuse(MEMORY("{\"latency\": [5, -2]}"), "4:23", "found -2, expected no number below 0");
  refuse(MEMORY("{\"burst\": [5]}"), "4:21", "found an array, expected an integer");
  refuse(MEMORY("{\"reorder\": 1}"), "4:23", "found an integer, expected true or false");
  refuse(MEMORY("{\"instruction\": {\"reorder\": true}}"), "4:39", "the instruction port answers in order");
}

static void same_buffer(void **state) {
  (void)state;
  wl_error error;
  wl_testcase *t =
      parse(ARGS("{\"buffer\": \"x\", \"type\": \"u16\", \"count\": 9},"
                 "{\"buffer\": \"y\", \"same_as\": \"x\"}, {\"buffer\": \"z\", \"same_as\": \"y\"}") PASSES,
            &error);
  if (!t) fail_msg("%s", error.text);
  assert_true(t->args[1].same_as == 1 && t->args[2].same_as == 1 && t->args[2].count == 9 && t->args[2].type == WL_U16);
  assert_true(wl_testcase_override(t, "x@5=iota", &error));
  assert_true(t->args[1].count == 5 && t->args[2].count == 5);
  wl_testcase_free(t);
  refuse(ARGS("{\"buffer\": \"x\", \"same_as\": \"x\"}") PASSES, "4:38",
         "\"x\" names no buffer among the arguments before");
  refuse(ARGS("{\"buffer\": \"x\", \"same_as\": \"y\", \"count\": 4}") PASSES, "4:52",
         "unknown key; there are: buffer, same_as, offset");
}

// A part of a buffer, a part of that part, and the null pointer.
static void part_of_buffer(void **state) {
  (void)state;
  wl_error error;
  wl_testcase *t = parse(ARGS("{\"buffer\": \"x\", \"type\": \"u16\", \"count\": 9},"
                              "{\"buffer\": \"y\", \"same_as\": \"x\", \"offset\": 6},"
                              "{\"buffer\": \"z\", \"same_as\": \"y\", \"offset\": 4},"
                              "{\"buffer\": \"n\", \"null\": true}") PASSES,
                         &error);
  if (!t) fail_msg("%s", error.text);
  assert_true(t->args[1].same_as == 1 && t->args[1].offset == 6 && t->args[1].count == 6);
  assert_true(t->args[2].same_as == 1 && t->args[2].offset == 10 && t->args[2].count == 4);
  assert_true(t->args[3].null && !t->args[3].count);
  assert_false(wl_testcase_override(t, "n=5", &error));
  assert_non_null(strstr(error.text, "argument n is the null pointer"));
  assert_true(wl_testcase_override(t, "x@4=iota", &error));
  assert_true(t->args[1].count == 1 && t->args[2].count == 0);
  wl_testcase_free(t);
#define PART(offset)                                                     \
  ARGS(                                                                  \
      "{\"buffer\": \"x\", \"type\": \"u16\", \"count\": 9},\n"          \
      "{\"buffer\": \"y\", \"same_as\": \"x\", \"offset\": " offset "}") \
  PASSES
  refuse(PART("5"), "5:43", "argument y begins 5 bytes behind x: expected a multiple of 2 up to its 18 bytes");
  refuse(PART("20"), "5:43", "argument y begins 20 bytes behind x");
  refuse(PART("-2"), "5:43", "found -2, expected 0 to");
  refuse(ARGS("{\"buffer\": \"x\", \"null\": false}") PASSES, "4:35", "found false, expected true");
  refuse(ARGS("{\"buffer\": \"x\", \"null\": true, \"count\": 4}") PASSES, "4:50",
         "unknown key; there are: buffer, null");
}

// Expectations of x, four f32. Line 5 is {"expect": {"buffers": [{"buffer": "x", ...; "buffer" begins at column 25.
#define OF_X(more) HEAD BUFFER "\"expect\": {\"buffers\": [{\"buffer\": \"x\"" more "}]}}"
#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000000000"

#define DRIVER(more) \
  "{\"about\": \"a\",\n \"program\": \"p.s\",\n \"launch\": {\"grid\": [64], \"group\": [64]," more "},\n" PASSES

// A buffer for printf, and the workgroups that run.
static void of_the_driver(void **state) {
  (void)state;
  wl_error error;
  wl_testcase *t = parse(DRIVER("\"printf\": 4096, \"groups\": [0, 3, 9], \"hang_cycles\": 5000000"), &error);
  if (!t) fail_msg("%s", error.text);
  assert_true(t->printf_bytes == 4096 && t->group_count == 3 && t->groups[2] == 9);
  assert_int_equal(t->hang_cycles, 5000000);
  wl_testcase_free(t);
  refuse(DRIVER("\"printf\": 8"), "3:51", "found 8, expected 12 to");
  refuse(DRIVER("\"groups\": []"), "3:51", "found none, expected a list of at least one workgroup");
  refuse(DRIVER("\"groups\": 3"), "3:51", "found an integer, expected a list");
  refuse(DRIVER("\"groups\": [1, -1]"), "3:55", "expected the number of a workgroup");
  refuse(DRIVER("\"groups\": [4, 4]"), "3:55", "found 4 behind 4, expected ascending numbers");
}

// Elements of contents of each kind, singly and in parts, also by an argument that shares the buffer behind its start.
static void elements(void **state) {
  (void)state;
  static const char *const kinds[] = {"zero", "3", "iota", "iota[2,3]", "random", "random[1,9]", "[1,2,3]", "edge"};
  enum { COUNT = 100, BEHIND = 24 };
  for (wl_type type = 0; type < WL_TYPES; type++) {
    const size_t size = wl_type_size(type);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
      wl_testcase t = {.arg_count = 0};
      wl_error error;
      uint8_t all[COUNT * 8], part[COUNT * 8];
      *wl_testcase_add(&t) = (wl_test_arg){.kind = WL_ARG_LOCAL};
      *wl_testcase_add(&t) = (wl_test_arg){.kind = WL_ARG_BUFFER, .type = type, .count = COUNT};
      *wl_testcase_add(&t) = (wl_test_arg){.kind = WL_ARG_BUFFER, .type = type, .count = 1};
      assert_true(wl_init_parse(type, kinds[k], &t.args[1].init));
      assert_true(wl_testcase_share(&t, 2, 1, BEHIND, &error));
      wl_init_fill(type, &t.args[1].init, 5, 1, 0, all, COUNT);
      wl_init_fill(type, &t.args[1].init, 5, 1, 7, part, COUNT - 7);
      assert_memory_equal(part, all + 7 * size, (COUNT - 7) * size);
      for (size_t i = 0; i < COUNT; i++) {
        assert_int_equal(wl_testcase_element(&t, 1, 5, i), wl_value_get(type, all, i));
        if (i + BEHIND / size < COUNT)
          assert_int_equal(wl_testcase_element(&t, 2, 5, i), wl_value_get(type, all, i + BEHIND / size));
      }
      wl_init_free(&t.args[1].init);
      free(t.args);
    }
  }
}

// The raw contents of a buffer, or of some of its elements, from a file.
static void expected_file(void **state) {
  (void)state;
  static const float wanted[] = {1.5F, -2};
  char file[64], text[512], words[160];
  wl_error error;
  snprintf(file, sizeof file, "%s.out", path);
  FILE *f = fopen(file, "wb");
  assert_true(f && fwrite(wanted, sizeof wanted, 1, f) == 1 && !fclose(f));
  snprintf(text, sizeof text, OF_X(", \"file\": \"%s\", \"from\": 1, \"count\": 2"), strrchr(file, '/') + 1);
  wl_testcase *t = parse(text, &error);
  if (!t) fail_msg("%s", error.text);
  float after[4] = {0, 1.5F, -2, 0};
  uint64_t compared;
  void *a[] = {after};
  assert_true(check(t, a, &compared, &error));
  assert_int_equal(compared, 2);
  after[2] = 2;
  assert_false(check(t, a, &compared, &error));
  assert_non_null(strstr(error.text, "element 2 is 2 (0x40000000), expected -2"));
  wl_testcase_free(t);
  snprintf(text, sizeof text, OF_X(", \"file\": \"%s\""), file);
  snprintf(words, sizeof words, "%s has 8 bytes, expected 16 of type f32", file);
  refuse(text, "5:48", words);
  snprintf(text, sizeof text, OF_X(", \"file\": \"%s\", \"count\": 2, \"groups\": \"resident\""), file);
  refuse(text, "5:107", "beside \"file\", whose number does not depend on the unit");
  refuse(OF_X(", \"file\": \"none.out\""), "5:48", "No such file");
  refuse(OF_X(", \"file\": 3"), "5:48", "found an integer, expected a string");
  refuse(OF_X(", \"unchanged\": true, \"file\": \"x\""), "5:67", "beside \"unchanged\", which says what is expected");
  remove(file);
}

// Refused: expectations that check nothing, or that contradict themselves.
static void empty_expectations(void **state) {
  (void)state;
  refuse(OF_X(", \"values\": []"), "5:50", "expect.buffers[0].values: an empty array");
  refuse(OF_X(", \"unchanged\": true, \"count\": 0"), "5:68", "expect.buffers[0].count: found 0, expected 1 to 4");
  refuse(OF_X(", \"unchanged\": true, \"from\": 4"), "5:67", "expect.buffers[0].from: found 4, expected 0 to 3");
  refuse(OF_X(", \"unchanged\": true, \"from\": 5"), "5:67", "found 5, expected 0 to 3");
  refuse(OF_X(", \"unchanged\": true, \"from\": 1, \"count\": 4"), "5:79", "found 4, expected 1 to 3");
  refuse(HEAD
         " \"args\": [{\"buffer\": \"x\", \"type\": \"f32\", \"count\": 0}],\n"
         "\"expect\": {\"buffers\": [{\"buffer\": \"x\", \"unchanged\": true}]}}",
         "5:35", "buffer x has no elements");
  refuse(OF_X(", \"constant\": 9, \"ulp\": 1048577"), "5:62", "found 1048577, expected 0 to 1048576");
  refuse(ARGS("{\"buffer\": \"x\", \"type\": \"u8\", \"count\": 4}")
         "\"expect\": {\"buffers\": [{\"buffer\": \"x\", \"constant\": 9, \"ulp\": 17}]}}",
         "5:62", "found 17, expected 0 to 16");
  refuse(OF_X(", \"constant\": 9}, {\"buffer\": \"x\", \"from\": 3, \"constant\": 9"), "5:56",
         "elements 3 to 3 of buffer x: another expectation has 0 to 3");
  refuse(OF_X(", \"constant\": 1e-300"), "5:52", "\"1e-300\" is no value of type f32: it would be 0");
  refuse(OF_X(", \"constant\": \"-0.1e-46\""), "5:52", "it would be 0");
  refuse(HEAD BUFFER "\"expect\": {\"verdict\": \"HAZARD\", \"why\": \"\"}}", "5:40", "an empty text");
  refuse(OF_X(", \"values\": [0], \"constant\": 9"), "5:67", "beside \"values\", which says what is expected");
  refuse(OF_X(", \"constant\": 9, \"unchanged\": true"), "5:68", "beside \"constant\"");
  refuse(OF_X(", \"values\": [0], \"formula\": \"copy\", \"inputs\": [\"x\"]"), "5:66", "beside \"values\"");
  refuse(OF_X(", \"constant\": 9, \"inputs\": [\"x\"]"), "5:65", "there is no formula");
  refuse(OF_X(", \"unchanged\": false"), "5:53", "found false, expected true");
  refuse(OF_X(", \"values\": [0, 0], \"count\": 3"), "5:67", "found 3, but there are 2 values");
  refuse(OF_X(""), "5:24", "expected one of the keys values, constant, formula, one_of, file, or \"unchanged\": true");
  refuse(OF_X(", \"constant\": \"1" ZEROS "x\""), "5:52", "is no value of type f32");
  refuse(OF_X(", \"constant\": \"1" ZEROS "\""), "5:52", "is no value of type f32");
  refuse(OF_X(", \"constant\": 1e39"), "5:52", "is no value of type f32: it would be infinite");
  refuse(OF_X(", \"values\": [0, -1e300]"), "5:54", "would be infinite");
  refuse(OF_X(", \"constant\": \" 1\""), "5:52", "\" 1\" is no value of type f32");
  refuse(OF_X(", \"constant\": \"1e400\""), "5:52", "would be infinite");
  wl_error error;
  wl_testcase *t = parse(OF_X(", \"values\": [0, \"-inf\"], \"count\": 2, \"from\": 1"), &error);
  if (!t) fail_msg("%s", error.text);
  assert_int_equal(t->expects[0].values[1], 0xFF800000);
  wl_testcase_free(t);
}

static wl_testcase *parse_bytes(const char *text, size_t size, wl_error *error) {
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(text, 1, size, f), size);
  fclose(f);
  return wl_testcase_read(path, NULL, error);
}

// Byte order marks, UTF-16, bytes 0: an editor may leave them in a file.
static void encodings(void **state) {
  (void)state;
  static const char zero[] = OF_X(", \"constant\": 0") "\n\0 garbage",
                    marked[] = "\xEF\xBB\xBF" OF_X(", \"constant\": 0"), wide[] = "\xFF\xFE{\0",
                    latin[] = "{\"about\": \"\xFC\"}";
  wl_error error = {""};
  assert_null(parse_bytes(zero, sizeof zero - 1, &error));
  assert_non_null(strstr(error.text, ":6:1: a byte 0, expected text"));
  assert_null(parse_bytes(wide, sizeof wide - 1, &error));
  assert_non_null(strstr(error.text, ":1:1: UTF-16, expected UTF-8"));
  assert_null(parse_bytes(latin, sizeof latin - 1, &error));
  assert_non_null(strstr(error.text, ":1:11: unable to decode byte 0xfc"));
  wl_testcase *t = parse_bytes(marked, sizeof marked - 1, &error);
  if (!t) fail_msg("%s", error.text);
  wl_testcase_free(t);
  refuse("\xEF\xBB\xBF{\"about\": 3}", "1:11", "found an integer");
}

#define LAUNCH(more) "{\"about\": \"a\", \"program\": \"p.s\", \"launch\": {\"grid\": [64], \"group\": [64]" more "},\n"
#define ASKS(list) LAUNCH("") "\"expect\": {" list "}}"

static void bad_flow(void **state) {
  (void)state;
  refuse(ASKS("\"messages\": 3"), "2:24", "found an integer, expected an array");
  refuse(ASKS("\"messages\": []"), "2:11", "expects neither");
  refuse(ASKS("\"messages\": [7]"), "2:25", "found an integer, expected an object");
  refuse(ASKS("\"messages\": [{\"message\": 1}]"), "2:25", "found nothing, expected an integer");
  refuse(ASKS("\"messages\": [{\"wave\": 16, \"message\": 1}]"), "2:34", "found 16, expected 0 to 15");
  refuse(ASKS("\"messages\": [{\"wave\": 0, \"message\": 65536}]"), "2:48", "found 65536, expected 0 to 65535");
  refuse(ASKS("\"messages\": [{\"wave\": 0, \"message\": 1, \"m0\": \"x\"}]"), "2:57", "no value of type u32");
  refuse(ASKS("\"messages\": [{\"wave\": 0, \"slot\": 1}]"), "2:45", "unknown key; there are: wave, message, m0");
  refuse(ASKS("\"trace\": [{\"wave\": 0, \"message\": 1}]"), "2:45", "unknown key; there are: wave, m0");
  refuse(LAUNCH(", \"halt\": \"goes\"") "\"expect\": {\"fault\": true}}", "1:82", "found \"goes\", expected \"stays\"");
  refuse(LAUNCH(", \"alignment_mode\": \"word\"") "\"expect\": {\"fault\": true}}", "1:92",
         "launch.alignment_mode: found \"word\", expected \"dword\", \"dword_strict\", \"strict\" or \"unaligned\"");
  refuse(LAUNCH(", \"alignment_mode\": \"\"") "\"expect\": {\"fault\": true}}", "1:92", "found \"\", expected");
  refuse(LAUNCH(", \"alignment_mode\": 1") "\"expect\": {\"fault\": true}}", "1:92",
         "found an integer, expected a string");
  refuse(HEAD " \"args\": [{\"buffer\": \"x\", \"type\": \"u8\", \"count\": 4, \"address\": \"0x4fffff004\"}]}", "4:64",
         "args[0].address: found 0x4fffff004, expected a multiple of 0x1000 above 0");
  refuse(HEAD " \"args\": [{\"buffer\": \"x\", \"type\": \"u8\", \"count\": 4, \"address\": 0}]}", "4:64",
         "found 0x0, expected");
  refuse(HEAD " \"args\": [{\"buffer\": \"x\", \"type\": \"u8\", \"count\": 4, \"address\": \"here\"}]}", "4:64",
         "no value of type u64");
  refuse(HEAD " \"args\": [{\"buffer\": \"x\", \"type\": \"u8\", \"count\": 4, \"address\": \"0xfffe800000000000\"}]}",
         "4:64", "found 0xfffe800000000000, expected 48 bits, or 64 of which bits 63:48 equal bit 47");
  refuse(HEAD " \"args\": [{\"scalar\": \"x\", \"type\": \"u8\", \"value\": 4, \"address\": 4096}]}", "4:64",
         "unknown key");
  refuse(LAUNCH(", \"offset\": [1, -1]") "\"expect\": {\"fault\": true}}", "1:84",
         "element 1 is no number from 0 to 18446744073709551615");
  refuse(LAUNCH(", \"offset\": [\"0x10000000000000000\"]") "\"expect\": {\"fault\": true}}", "1:84",
         "element 0 is no number from 0 to 18446744073709551615");
  refuse(LAUNCH(", \"offset\": 3") "\"expect\": {\"fault\": true}}", "1:84",
         "found an integer, expected an array of 1 to 3");
  static const char *const outside[] = {
      "0", "4096", "\"0x1000\"", "\"0x100000000\"", "\"0x2fffff000\"", "\"0xffff00001000\"", "\"0x300000001\""};
  for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
    char text[400];
    snprintf(text, sizeof text, LAUNCH(", \"code_address\": %s") "\"expect\": {\"fault\": true}}", outside[i]);
    refuse(text, "1:90", "expected a multiple of 0x1000 from 0x300000000 to 0xffff00000000");
  }
  refuse(LAUNCH(", \"code_address\": -1") "\"expect\": {\"fault\": true}}", "1:90", "no value of type u64");
}

#define CYCLES(list) ASKS("\"cycles\": " list)
#define SPAN(more) CYCLES("[{\"from\": \"a\", \"to\": \"b\"" more "}]")

static void bad_cycles(void **state) {
  (void)state;
  refuse(CYCLES("3"), "2:22", "expect.cycles: found an integer, expected a list of at least one");
  refuse(CYCLES("[]"), "2:22", "found none, expected a list of at least one");
  refuse(CYCLES("[7]"), "2:23", "found an integer, expected an object");
  refuse(SPAN(", \"wave\": 0, \"cycles\": 1"), "2:69", "unknown key; there are: from, to, wave, least, most");
  refuse(SPAN(", \"least\": 1"), "2:23", "found nothing, expected an integer");
  refuse(SPAN(", \"wave\": 16, \"least\": 1"), "2:56", "found 16, expected 0 to 15");
  refuse(SPAN(", \"wave\": 0"), "2:23", "expected least, most, or both");
  refuse(SPAN(", \"wave\": 0, \"least\": 9, \"most\": 8"), "2:23", "an empty range: least is 9, most is 8");
  refuse(SPAN(", \"wave\": 0, \"least\": -1"), "2:68", "found -1, expected 0 to");
  refuse(CYCLES("[{\"from\": \"\", \"to\": \"b\", \"wave\": 0, \"least\": 1}]"), "2:32",
         "expected a label of the program");
  refuse(CYCLES("[{\"from\": \"a\", \"to\": \"0x1000\", \"wave\": 0, \"least\": 1}]"), "2:43",
         "found \"0x1000\", expected a label of the program");
  refuse(CYCLES("[{\"from\": \"a\", \"wave\": 0, \"least\": 1}]"), "2:23", "found nothing, expected a string");
}

static void expected_cycles(void **state) {
  (void)state;
  wl_error error = {""};
  wl_testcase *t = parse(CYCLES("[{\"from\": \"a\", \"to\": \"b+0x8\", \"wave\": 3, \"least\": 8, \"most\": 10},\n"
                                "{\"from\": \"a\", \"to\": \"b\", \"wave\": 0, \"least\": 5}]"),
                         &error);
  if (!t) fail_msg("%s", error.text);
  assert_true(t->cycle_count == 2 && t->spans[0].slot == 3 && t->cycles[0].to.offset == 8);
  assert_non_null(strstr(t->cycles[1].where[1], ":3:21: expect.cycles[1].to"));
  static const struct {
    uint64_t count, least, most;
    const char *words;  // "": as expected
  } cases[] = {{0, 0, 0, "wave 3 never came from a (0x1000) to b+0x8 (0x2008), expected 8 to 10 cycles"},
               {1, 7, 7, "wave 3 took 7 cycles from a (0x1000) to b+0x8 (0x2008), expected 8 to 10"},
               {2, 8, 11, "wave 3 took 11 cycles from"},
               {2, 7, 11, "wave 3 took 7 cycles from"},
               {2, 8, 10, ""}};
  t->spans[1] = (wl_cycle_span){.count = 1, .least = 5, .most = 4000};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    t->spans[0] = (wl_cycle_span){.slot = 3,
                                  .from = 0x1000,
                                  .to = 0x2008,
                                  .count = cases[i].count,
                                  .least = cases[i].least,
                                  .most = cases[i].most};
    assert_int_equal(wl_expect_cycles(t, &error), !*cases[i].words);
    if (*cases[i].words && !strstr(error.text, cases[i].words))
      fail_msg("expected \"%s\" in: %s", cases[i].words, error.text);
  }
  t->spans[1].least = 4;
  assert_false(wl_expect_cycles(t, &error));
  assert_non_null(strstr(error.text, "took 4 cycles from a (0x0) to b (0x0), expected at least 5"));
  wl_testcase_free(t);
}

#define SEVERAL(list)                                                                                     \
  "{\"about\": \"a\", \"program\": \"p.s\", \"args\": [{\"buffer\": \"x\", \"type\": \"u8\", \"count\": " \
  "4},{\"scalar\": "                                                                                      \
  "\"n\", \"type\": \"u8\", \"value\": 4}],\n\"launches\": " list ",\n" PASSES

static void launches(void **state) {
  (void)state;
  wl_error error;
  wl_testcase *t = parse(
      SEVERAL("[{\"grid\": [8, 2], \"group\": [4]}, {\"kernel\": \"k\", \"grid\": [1], \"group\": [1], \"lds\": 5,"
              "\"scratch\": 64, \"dimensions\": 2, \"offset\": [7], \"shared_global\": 5, \"shared_temps\": 2, "
              "\"args\": [\"n\", "
              "{\"scalar\": \"m\", "
              "\"type\": \"u8\", \"value\": 9}, \"x\"]}]"),
      &error);
  if (!t) fail_msg("%s", error.text);
  const wl_test_launch *a = &t->launches[0], *b = &t->launches[1];
  assert_int_equal(t->launch_count, 2);
  assert_true(t->grid[1] == 2 && t->group[0] == 4 && a->arg_count == 2 && a->args[1] == 1 && !a->lds && !*a->kernel);
  assert_true(b->arg_count == 3 && b->args[0] == 1 && b->args[1] == 2 && b->args[2] == 0 && b->lds == 5 &&
              b->offset[0] == 7 && !a->scratch && b->scratch == 64 && !a->dimensions && b->dimensions == 2);
  assert_true(!a->shared_global && !a->shared_temps && b->shared_global == 5 && b->shared_temps == 2);
  assert_string_equal(b->kernel, "k");
  assert_false(wl_testcase_override(t, "m=1", &error));
  assert_non_null(strstr(error.text, "no argument named m; there are: x, n"));
  wl_testcase_free(t);
  refuse(SEVERAL("[]"), "2:13", "found none, expected an array of launches");
  refuse(SEVERAL("{}"), "2:13", "found an object, expected an array of launches");
  refuse(SEVERAL("[{\"group\": [4]}]"), "2:14", "launches[0].grid: found nothing, expected an array of 1 to 3 numbers");
  refuse(SEVERAL("[{\"grid\": [4], \"group\": [4], \"halt\": \"stays\"}]"), "2:50",
         "unknown key; there are: kernel, grid");
  refuse(SEVERAL("[{\"grid\": [4], \"group\": [4], \"shared_temps\": 65}]"), "2:58", "found 65, expected 0 to 64");
  refuse(SEVERAL("[{\"grid\": [4], \"group\": [4], \"args\": [\"y\"]}]"), "2:51",
         "\"y\" names no argument of this test");
  refuse(SEVERAL("[{\"grid\": [4], \"group\": [4], \"args\": \"x\"}]"), "2:50", "found a string, expected an array");
  refuse(SEVERAL("[{\"grid\": [4], \"group\": [4], \"args\": [{\"buffer\": \"y\"}]}]"), "2:51",
         "a buffer stands in the args of the test");
  refuse(SEVERAL("[{\"grid\": [4], \"group\": [4], \"args\": [3]}]"), "2:51", "found an integer, expected an object");
  refuse(SEVERAL("[7]"), "2:14", "found an integer, expected an object");
}

static void alignment_modes(void **state) {
  (void)state;
  static const char *const launches[] = {
      LAUNCH("") "\"expect\": {\"fault\": true}}",
      LAUNCH(", \"alignment_mode\": \"dword\"") "\"expect\": {\"fault\": true}}",
      LAUNCH(", \"alignment_mode\": \"dword_strict\"") "\"expect\": {\"fault\": true}}",
      LAUNCH(", \"alignment_mode\": \"strict\"") "\"expect\": {\"fault\": true}}",
      LAUNCH(", \"alignment_mode\": \"unaligned\"") "\"expect\": {\"fault\": true}}"};
  static const wl_alignment expected[] = {WL_ALIGNMENT_DEFAULT, WL_ALIGNMENT_DWORD, WL_ALIGNMENT_DWORD_STRICT,
                                          WL_ALIGNMENT_STRICT, WL_ALIGNMENT_UNALIGNED};
  for (size_t i = 0; i < sizeof launches / sizeof *launches; i++) {
    wl_error error;
    wl_testcase *t = parse(launches[i], &error);
    if (!t) fail_msg("%s", error.text);
    assert_int_equal(t->alignment, expected[i]);
    wl_testcase_free(t);
  }
}

static void build_options(void **state) {
  (void)state;
  wl_cl_options o = {0};
  wl_error error;
  static const char *const words[] = {"-D",       "A=b c",  "-I", "f/x y", "-isystem",      "/z",
                                      "-include", "none.h", "-U", "A",     "-cl-std=CL1.2", "-O0"};
  assert_true(wl_cl_options_add(&o, " -D'A=b c' -I \"x y\"\t-isystem/z -include none.h -U A", "f", &error));
  assert_true(wl_cl_options_add(&o, "-cl-std=CL1.2 -O0 ", "", &error) && wl_cl_options_add(&o, "", "f", &error));
  assert_int_equal(o.count, sizeof words / sizeof *words);
  for (size_t i = 0; i < o.count; i++) assert_string_equal(o.word[i], words[i]);
  static const char *const wrong[] = {"-o",
                                      "x",
                                      "-DA x",
                                      "-D",
                                      "-I ",
                                      "'",
                                      "-DA=\"",
                                      "-D 'A",
                                      "-c",
                                      "--version",
                                      "-",
                                      "-fplugin=/x.so",
                                      "-fpass-plugin=x.so",
                                      "-mllvm -load=/x.so",
                                      "-mllvm=-load=x",
                                      "-Wp,-MD,file",
                                      "-fuse-ld=/x",
                                      "-gsplit-dwarf",
                                      "-ftime-trace=x",
                                      "-working-directory=/"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    if (wl_cl_options_add(&o, wrong[i], "f", &error) || !*error.text) fail_msg("%s was taken", wrong[i]);
  wl_cl_options_free(&o);
}

#define FAULT(what) LAUNCH("") "\"expect\": {\"fault\": " what "}}"
#define ILLEGAL(more) "{\"kind\": \"illegal\"" more "}"

static void bad_faults(void **state) {
  (void)state;
  refuse(FAULT("[]"), "2:21", "expected a fault, a list of at least one, or true");
  refuse(FAULT("false"), "2:21", "found false, expected a fault");
  refuse(FAULT("7"), "2:21", "found an integer, expected a fault");
  refuse(FAULT("[true]"), "2:22", "found true, expected an object");
  refuse(FAULT("{\"at\": \"x\"}"), "2:21", "found nothing, expected a string");
  refuse(FAULT("{\"kind\": \"any\", \"at\": \"x\"}"), "2:30", "found \"any\", expected illegal or fetch");
  refuse(FAULT(ILLEGAL("")), "2:21", "found nothing, expected a string");
  refuse(FAULT(ILLEGAL(", \"at\": \"x\", \"wave\": 16")), "2:60", "found 16, expected 0 to 15");
  refuse(FAULT(ILLEGAL(", \"at\": \"x\", \"slot\": 1")), "2:60", "unknown key; there are: kind, at, wave");
  static const char *const places[] = {
      "", "+4", "0x", "1x", "x+", "x+y", "x+-4", "x+4+4", "-4", "0x10000000000000000", "7+8"};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    char text[400];
    snprintf(text, sizeof text, FAULT(ILLEGAL(", \"at\": \"%s\"")), places[i]);
    refuse(text, "2:47", "expected a symbol of the program or a buffer");
    if (!*places[i]) continue;
    snprintf(text, sizeof text, LAUNCH("") "\"expect\": {\"verdict\": \"HAZARD\", \"why\": \"at {%s}\"}}", places[i]);
    refuse(text, "2:40", "no place in the braces of \"{");
  }
  refuse(LAUNCH("") "\"expect\": {\"verdict\": \"HAZARD\", \"why\": \"at {x\"}}", "2:40", "no place in the braces");
}

// Expected faults: the wave, the kind, the place. A place without a wave covers all waves that reach it.
static void expected_faults(void **state) {
  (void)state;
  wl_error error;
  wl_testcase *t =
      parse(FAULT("[" ILLEGAL(", \"at\": \"label+0x10\", \"wave\": 2") ", {\"kind\": \"fetch\", \"at\": \"0x7000\"}]"),
            &error);
  if (!t) fail_msg("%s", error.text);
  assert_true(t->fault && t->fault_count == 2 && !t->faults[0].fetch && t->faults[1].fetch);
  assert_true(t->faults[0].wave == 2 && t->faults[1].wave == -1);
  assert_string_equal(t->faults[0].at.name, "label");
  assert_true(t->faults[0].at.offset == 16 && !*t->faults[1].at.name && t->faults[1].at.offset == 0x7000);
  t->faults[0].address = 0x100000010;
  t->faults[1].address = 0x7000;
  static const wl_fault halted[] = {{1, true, 0x7000}, {2, false, 0x100000010}, {3, true, 0x7000}};
  wl_launch_result r = {.fault = true, .fault_count = 3};
  memcpy(r.faults, halted, sizeof halted);
  assert_true(wl_expect_faults(t, &r, &error));
  static const struct {
    wl_fault fault;
    const char *words;
  } wrong[] = {{{2, true, 0x100000010},
                "halted: wave 2 on a fetch fault at 0x100000010; expected: wave 2 on an illegal instruction at"},
               {{2, false, 0x100000014}, "halted: wave 2 on an illegal instruction at 0x100000014; expected:"},
               {{5, false, 0x100000010}, "at 0x100000010 (label+0x10), or another that the test lists"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    r.faults[1] = wrong[i].fault;
    assert_false(wl_expect_faults(t, &r, &error));
    if (!strstr(error.text, wrong[i].words)) fail_msg("%s", error.text);
  }
  r.faults[1] = halted[0];
  assert_false(wl_expect_faults(t, &r, &error));
  assert_non_null(strstr(error.text, "halted: no such wave; expected: wave 2 on an illegal instruction"));
  wl_testcase_free(t);
}

// The two names of a place in the upper half of the address space (D-MEM-44).
static void addresses(void **state) {
  (void)state;
  static const char *const names[] = {"0x800000001000", "0xffff800000001000"};
  for (int i = 0; i < 2; i++) {
    wl_error error;
    char text[400];
    snprintf(text, sizeof text,
             HEAD
             " \"args\": [{\"buffer\": \"x\", \"type\": \"u8\", \"count\": 4, \"address\": \"%s\"}], \"expect\": "
             "{\"fault\": true}}",
             names[i]);
    wl_testcase *t = parse(text, &error);
    if (!t) fail_msg("%s", error.text);
    assert_true(t->args[0].address == UINT64_C(0x800000001000));
    wl_testcase_free(t);
    snprintf(text, sizeof text, LAUNCH(", \"code_address\": \"%s\"") "\"expect\": {\"fault\": true}}", names[i]);
    t = parse(text, &error);
    if (!t) fail_msg("%s", error.text);
    assert_true(t->code_address == UINT64_C(0x800000001000));
    wl_testcase_free(t);
  }
}

static void expected_messages(void **state) {
  (void)state;
  wl_error error;
  wl_testcase *t = parse(
      LAUNCH(", \"halt\": \"stays\", \"code_address\": \"0x234500000000\"")
      "\"expect\": {\"messages\": [{\"wave\": 1, \"message\": 1, \"m0\": \"0xffffffff\"},"
      "{\"wave\": 0, \"message\": 2},"
      "{\"wave\": 1, \"message\": 3, \"m0\": 4}], \"trace\": [{\"wave\": 0, \"m0\": 5}]}}",
      &error);
  if (!t) fail_msg("%s", error.text);
  assert_true(t->halt_stays && t->code_address == UINT64_C(0x234500000000));
  static const wl_message sent[] = {{0, true, 9, 5}, {0, false, 2, 77}, {1, false, 1, UINT32_MAX}, {1, false, 3, 4}};
  wl_launch_result r = {.message_count = 4};
  memcpy(r.messages, sent, sizeof sent);
  assert_true(wl_expect_messages(t, &r, &error));
  r.messages[0] = sent[3];  // two messages of a wave in the wrong order
  r.messages[3] = sent[0];
  assert_false(wl_expect_messages(t, &r, &error));
  assert_non_null(
      strstr(error.text, "wave 1 sent message 0x3 with M0 0x00000004 as its message 0, expected message 0x1"));
  memcpy(r.messages, sent, sizeof sent);
  r.messages[0].m0 = 6;
  assert_false(wl_expect_messages(t, &r, &error));
  assert_non_null(
      strstr(error.text, "wave 0 sent trace data with M0 0x00000006 as its trace record 0, expected trace"));
  memcpy(r.messages, sent, sizeof sent);
  r.message_count = 3;
  assert_false(wl_expect_messages(t, &r, &error));
  assert_non_null(strstr(error.text, "wave 1 sent nothing as its message 1, expected message 0x3"));
  r.message_count = 5;
  r.messages[4] = (wl_message){15, false, 8, 0};
  assert_false(wl_expect_messages(t, &r, &error));
  assert_non_null(strstr(error.text, "wave 15 sent message 0x8 with M0 0x00000000 as its message 0, expected nothing"));
  r.message_count = WL_MAX_MESSAGES + 1;
  assert_false(wl_expect_messages(t, &r, &error));
  assert_non_null(strstr(error.text, "65 messages"));
  wl_testcase_free(t);
}

// An export of v0 with data lane + more, in the lanes of exec.
static wl_export export(uint32_t wave, uint8_t target, uint64_t exec, uint32_t more) {
  wl_export x = {.slot = wave, .target = target, .en = 1, .vm = 1, .exec = exec};
  for (uint32_t l = 0; l < WL_LANES; l++) x.data[0][l] = exec >> l & 1 ? l + more : 0;
  return x;
}

#define ZEROS_15 "0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0"
#define LANES_3 "[0, 1, 2, 0, " ZEROS_15 ", " ZEROS_15 ", " ZEROS_15 ", " ZEROS_15 "]"
#define EXPORT(wave, target)                         \
  "{\"wave\": " wave ", \"target\": \"" target       \
  "\", \"en\": 1, \"vm\": true, \"exec\": \"0x7\", " \
  "\"data\": {\"0\": " LANES_3 "}}"

// Decisions: D-EXP-7. Exports of a wave and a type have an order, others none.
static void expected_exports(void **state) {
  (void)state;
  wl_error error;
  wl_testcase *t = parse(LAUNCH("") "\"expect\": {\"exports\": [" EXPORT("1", "mrt0") ", " EXPORT(
                             "0", "pos3") ", " EXPORT("1", "null") ", " EXPORT("1", "param31") "]}}",
                         &error);
  if (!t) fail_msg("%s", error.text);
  static wl_launch_result r;
  const wl_export sent[] = {export(1, 63, 7, 0), export(1, 0, 7, 0), export(0, 15, 7, 0), export(1, 9, 7, 0)};
  r.export_count = 4;
  memcpy(r.exports, sent, sizeof sent);
  assert_true(wl_expect_exports(t, &r, &error));
  r.exports[1] = sent[3];  // null is of the type color, as mrt0
  r.exports[3] = sent[1];
  assert_false(wl_expect_exports(t, &r, &error));
  assert_non_null(strstr(error.text,
                         "wave 1 exported null with en 1, vm and EXEC 0x7 as number 0 of its type, expected "
                         "mrt0"));
  memcpy(r.exports, sent, sizeof sent);
  r.exports[2].data[0][1] = 8;
  assert_false(wl_expect_exports(t, &r, &error));
  assert_non_null(strstr(error.text,
                         "wave 0, export 0 of its type, to pos3: VSRC0 is 0x00000008 in lane 1, expected "
                         "0x00000001"));
  for (int field = 0; field < 5; field++) {
    memcpy(r.exports, sent, sizeof sent);
    wl_export *x = &r.exports[0];
    if (field == 0) x->en = 3;
    if (field == 1) x->compr = 1;
    if (field == 2) x->done = 1;
    if (field == 3) x->vm = 0;
    if (field == 4) x->exec = 3;
    assert_false(wl_expect_exports(t, &r, &error));
    assert_non_null(strstr(error.text, "wave 1 exported param31"));
  }
  memcpy(r.exports, sent, sizeof sent);
  r.export_count = 3;
  assert_false(wl_expect_exports(t, &r, &error));
  assert_non_null(strstr(error.text, "wave 1 exported nothing as number 1 of its type, expected null"));
  r.export_count = 5;
  r.exports[4] = export(15, 32, 0, 0);
  assert_false(wl_expect_exports(t, &r, &error));
  assert_non_null(strstr(error.text, "wave 15 exported param0"));
  r.export_count = WL_MAX_EXPORTS + 1;
  assert_false(wl_expect_exports(t, &r, &error));
  assert_non_null(strstr(error.text, "65 exports"));
  wl_testcase_free(t);
  // Every name of a target.
  for (uint32_t target = 0; target < 64; target++) {
    char name[16];
    uint32_t parsed;
    if (target == 10 || target == 11 || (target > 15 && target < 32)) continue;
    wl_export_target_text(target, name, sizeof name);
    assert_true(wl_export_target_parse(name, &parsed) && parsed == target);
  }
}

static void bad_exports(void **state) {
  (void)state;
  refuse(ASKS("\"exports\": 3"), "2:23", "found an integer, expected an array");
  refuse(ASKS("\"exports\": []"), "2:11", "expects neither");
  refuse(ASKS("\"exports\": [7]"), "2:24", "found an integer, expected an object");
  refuse(ASKS("\"exports\": [{\"wave\": 0, \"to\": 1}]"), "2:42", "unknown key; there are: wave, target, en, compr");
#define BEGIN "\"exports\": [{\"wave\": 0, \"target\": "
  refuse(ASKS(BEGIN "\"mrt8\", \"en\": 0, \"exec\": 0, \"data\": {}}]"), "2:46", "found \"mrt8\", expected mrt0 to");
  refuse(ASKS(BEGIN "\"pos4\", \"en\": 0, \"exec\": 0, \"data\": {}}]"), "2:46", "found \"pos4\"");
  refuse(ASKS(BEGIN "\"null\", \"en\": 16, \"exec\": 0, \"data\": {}}]"), "2:60", "found 16, expected 0 to 15");
  refuse(ASKS(BEGIN "\"null\", \"en\": 0, \"done\": 1, \"exec\": 0, \"data\": {}}]"), "2:71",
         "found an integer, expected true or false");
  refuse(ASKS(BEGIN "\"null\", \"en\": 0, \"data\": {}}]"), "2:24", "found nothing");
  refuse(ASKS(BEGIN "\"null\", \"en\": 0, \"exec\": 0}]"), "2:24", "data: found nothing, expected an object");
  refuse(ASKS(BEGIN "\"null\", \"en\": 3, \"exec\": 0, \"data\": {}}]"), "2:82",
         "found 0 keys, but 2 registers are sent");
  refuse(ASKS(BEGIN "\"null\", \"en\": 3, \"compr\": true, \"exec\": 0, \"data\": {\"1\": []}}]"), "2:97",
         "found nothing, expected an array");
  refuse(ASKS(BEGIN "\"null\", \"en\": 1, \"exec\": 0, \"data\": {\"0\": [1, 2]}}]"), "2:88", "2 numbers, expected 64");
#undef BEGIN
}

static void sizes(void **state) {
  (void)state;
  refuse("{\"about\": \"a\", \"program\": \"p\", \"launch\": {\"grid\": [], \"group\": [1]}}", "1:51",
         "launch.grid: found an array of 0, expected one of 1 to 3 numbers");
  refuse("{\"about\": \"a\", \"program\": \"p\", \"launch\": {\"grid\": 7, \"group\": [1]}}", "1:51",
         "launch.grid: found an integer, expected an array of 1 to 3 numbers");
}

// The program lies beside its description, or at an absolute path. Its name need not be UTF-8.
static void paths(void **state) {
  (void)state;
  char text[1024], root[256], named[64], result[128];
  wl_error error = {""};
  assert_non_null(getcwd(root, sizeof root));
  snprintf(
      text, sizeof text,
      "{\"about\": \"a\", \"program\": \"%s/vectors/smoke/smoke.s\", \"launch\": {\"grid\": [64], \"group\": [64]},"
      "\"args\": [{\"buffer\": \"out\", \"type\": \"u32\", \"count\": 64}],"
      "\"expect\": {\"buffers\": [{\"buffer\": \"out\", \"constant\": 7}]}}",
      root);
  wl_testcase *t = parse(text, &error);
  if (!t) fail_msg("%s", error.text);
  assert_true(*t->program == '/' && !access(t->program, R_OK));
  wl_testcase_free(t);
  snprintf(named, sizeof named, "%s-b\xFCg\xC3\xBC.json", path);
  assert_int_equal(rename(path, named), 0);
  const wl_run_options o = {.test = named,
                            .vectors = "vectors",
                            .cache = "build/kernels",
                            .device = {.seed = 1, .max_instructions = 1000},
                            .run_dir = "build/test_testcase"};
  assert_int_equal(wl_run(&o, NULL), WL_PASS);
  assert_int_equal(rename(named, path), 0);
  json_t *j = json_load_file("build/test_testcase/result.json", 0, NULL);
  snprintf(result, sizeof result, "%s-b\xEF\xBF\xBDg\xC3\xBC.json", path);
  assert_non_null(j);
  assert_string_equal(json_string_value(json_object_get(j, "test")), result);
  json_decref(j);
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

static void write_at(const char *folder, const char *name, const char *text) {
  char at[128];
  snprintf(at, sizeof at, "%s/%s", folder, name);
  FILE *f = fopen(at, "w");
  assert_non_null(f);
  fputs(text, f);
  assert_int_equal(fclose(f), 0);
}

static void list_name(void *to, const char *name, const char *at) {
  strcat(to, name);
  strcat(to, strstr(at, "/hand/") ? " by hand, " : " made, ");
}

// The folders of two roots lie over each other: what a description names, and which tests there are.
static void roots_over_each_other(void **state) {
  (void)state;
  static const char described[] =
      "{\"about\": \"x\", \"program\": \"%s\", \"cl_options\": \"-Ihere\",\n"
      " \"launch\": {\"grid\": [64], \"group\": [64]},\n"
      " \"args\": [{\"buffer\": \"x\", \"type\": \"u32\", \"count\": 1}],\n"
      " \"expect\": {\"buffers\": [{\"buffer\": \"x\", \"file\": \"x.reading\"}],\n"
      "  \"exports\": {\"file\": \"e.reading\"}}}";
  char root[] = "/tmp/wavelock_roots_XXXXXX", roots[128], at[128], text[600], listed[200] = "", wanted[128];
  wl_error error = {""};
  assert_non_null(mkdtemp(root));
  static const char *const folders[] = {"hand", "made", "hand/a", "hand/b", "made/a", "made/b", "made/c"};
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    snprintf(at, sizeof at, "%s/%s", root, folders[i]);
    assert_int_equal(mkdir(at, 0777), 0);
  }
  snprintf(roots, sizeof roots, "%s/hand:%s/made", root, root);
  snprintf(text, sizeof text, described, "a.s");
  write_at(root, "hand/a/a.s", "");
  write_at(root, "hand/b/b.s", "");
  write_at(root, "made/a/test.json", text);
  write_at(root, "hand/a/more.json", text);
  write_at(root, "made/c/test.json", text);
  snprintf(text, sizeof text, described, "../b/./b.s");
  write_at(root, "made/b/one.json", text);
  // Where there are no values, nothing runs.
  assert_null(wl_testcase_find(roots, "a/more", &error));
  assert_non_null(strstr(error.text, "e.reading: No such file"));
  write_at(root, "made/a/e.reading",
           "{\"exports\": [{\"wave\": 0, \"target\": \"null\", \"en\": 0, \"exec\": 1, \"data\": {}}]}");
  assert_null(wl_testcase_find(roots, "a/more", &error));
  assert_non_null(strstr(error.text, "x.reading: No such file"));
  write_at(root, "made/a/x.reading", "abcd");
  static const char *const names[] = {"a", "a/more"};
  for (int i = 0; i < 2; i++) {
    wl_testcase *t = wl_testcase_find(roots, names[i], &error);
    assert_non_null(t);
    snprintf(wanted, sizeof wanted, "%s/hand/a/a.s", root);
    assert_string_equal(t->program, wanted);
    snprintf(wanted, sizeof wanted, "%s/hand/a", root);
    assert_string_equal(t->folder, wanted);
    assert_memory_equal(t->expects[0].bytes, "abcd", 4);
    assert_int_equal(t->export_count, 1);
    wl_testcase_free(t);
  }
  write_at(root, "made/a/e.reading", "{\"exports\": [{\"wave\": 0, \"target\": \"nul\"}]}");
  assert_null(wl_testcase_find(roots, "a", &error));
  assert_non_null(strstr(error.text, "e.reading:1:"));
  assert_non_null(strstr(error.text, "test.json:5:"));
  write_at(root, "made/a/e.reading", "[]");
  assert_null(wl_testcase_find(roots, "a", &error));
  assert_non_null(strstr(error.text, "e.reading:1:1: : found an array, expected an object"));
  assert_int_equal(wl_testcase_each(roots, list_name, listed), 3);
  assert_string_equal(listed, "a made, b/one made, c made, ");
  // One root alone has no other place; a path may not lead out of a root.
  assert_true(wl_testcase_beside(roots, "/nowhere/x.json", "a.s", at, sizeof at));
  assert_string_equal(at, "/nowhere/a.s");
  snprintf(text, sizeof text, "%s/made/c/test.json", root);
  assert_true(wl_testcase_beside(roots, text, "../b/./b.s", at, sizeof at));
  snprintf(wanted, sizeof wanted, "%s/hand/b/b.s", root);
  assert_string_equal(at, wanted);
  assert_true(wl_testcase_beside(roots, text, "../../b/b.s", at, sizeof at));
  snprintf(wanted, sizeof wanted, "%s/made/c/../../b/b.s", root);
  assert_string_equal(at, wanted);
  snprintf(text, sizeof text, "rm -r %s", root);
  assert_int_equal(system(text), 0);
}

// Old names of options and tests have new ones. A new test is named only if it exists.
static void renamed(void **state) {
  (void)state;
  char now[64], root[] = "/tmp/wavelock_renamed_XXXXXX", test[64], program[64];
  wl_error error = {""};
  assert_string_equal(wl_renamed_option("windows"), "exposed-hazards");
  assert_string_equal(wl_renamed_option("hang-clocks=5"), "hang-cycles");
  assert_string_equal(wl_renamed_option("max-clocks"), "max-cycles");
  assert_null(wl_renamed_option("max-clock"));
  assert_null(wl_renamed_option("hang-cycles"));
  assert_true(wl_renamed_test("edge_forks", now, sizeof now));
  assert_string_equal(now, "directed_forks");
  assert_false(wl_renamed_test("directed_forks", now, sizeof now));
  assert_non_null(mkdtemp(root));
  snprintf(test, sizeof test, "%s/directed_forks.json", root);
  fclose(fopen(test, "w"));
  assert_null(wl_testcase_find(root, "edge_forks", &error));
  assert_string_equal(error.text, "edge_forks: this test is now directed_forks");
  assert_null(wl_testcase_find(root, "edge_joins", &error));
  assert_non_null(strstr(error.text, "no test named edge_joins"));
  snprintf(program, sizeof program, "%s/graphics.vert", root);
  fclose(fopen(program, "w"));
  assert_null(wl_testcase_find(root, program, &error));
  assert_non_null(strstr(error.text, "graphics.vert: neither a description (.json) nor a program"));
  unlink(program);
  unlink(test);
  rmdir(root);
}

static void overrides(void **state) {
  (void)state;
  wl_error error;
  wl_testcase *t = parse(HEAD BUFFER " \"expect\": {\"buffers\": [{\"buffer\": \"x\", \"unchanged\": true}]}}", &error);
  assert_non_null(t);
  assert_true(wl_testcase_override(t, "x@9=iota", &error));
  assert_int_equal(t->args[0].count, 9);
  assert_int_equal(t->args[0].init.kind, WL_INIT_IOTA);
  assert_true(wl_testcase_override(t, "x=[1,  nan,-2]", &error) && wl_testcase_override(t, "x@4=[1,2]", &error));
  assert_true(t->args[0].init.value_count == 2 && t->args[0].init.values[1] == 0x40000000);
  assert_true(wl_testcase_override(t, " ,\"x@4=random[-1,1]\",", &error));
  assert_true(t->args[0].init.ranged && t->args[0].init.from == -1);
  assert_true(wl_testcase_override(t, "x=iota[0.5,2]", &error));
  FILE *f = fopen(path, "w");
  fwrite("0123456789abcdef", 1, 16, f);
  fclose(f);
  char text[200];
  snprintf(text, sizeof text, "x=file:%s", path);
  assert_true(wl_testcase_override(t, text, &error) && wl_testcase_override(t, text, &error));
  char held[16];
  wl_init_fill(WL_F32, &t->args[0].init, 1, 0, 0, held, 4);
  assert_memory_equal(held, "0123456789abcdef", 16);
  static const char *const wrong[] = {"x=[",
                                      "x=[]",
                                      "x=[1",
                                      "x=[1,]",
                                      "x=[,]",
                                      "x=[1,2,3,4,5]",
                                      "x=random[1,1]",
                                      "x=random[0,1e39]",
                                      "x=random[",
                                      "x=random[1,2",
                                      "x=random[1,2]]",
                                      "x=iota[1,2,3]",
                                      "x=iota[nan,1]",
                                      "x=&x",
                                      "x=&",
                                      "x=file:",
                                      "x=file:/",
                                      "\"x=\"",
                                      "x@=1",
                                      "x@-1=1",
                                      "[=]",
                                      "\"",
                                      "x=1]"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    if (wl_testcase_override(t, wrong[i], &error)) fail_msg("%s was taken", wrong[i]);
  assert_false(wl_testcase_override(t, "x=1 x=1", &error));
  assert_non_null(strstr(error.text, "argument x: given twice"));
  assert_false(wl_testcase_override(t, "\"x=2", &error));
  assert_non_null(strstr(error.text, "argument \"x=2\": a double quote that is not closed"));
  assert_false(wl_testcase_override(t, "y=1", &error));
  assert_non_null(strstr(error.text, "no argument named y; there are: x"));
  assert_false(wl_testcase_override(t, "x", &error));
  assert_false(wl_testcase_override(t, "x=some", &error));
  wl_testcase_free(t);
}

// Expectations must fit the arguments as launched: the command line may change their sizes.
static void unfit(const char *args, const char *expect, const char *override, const char *words) {
  char text[1024];
  wl_error error = {""};
  void *before[4] = {0};
  snprintf(text, sizeof text, HEAD " \"args\": [%s],\n \"expect\": {\"buffers\": [%s]}}", args, expect);
  wl_testcase *t = parse(text, &error);
  if (!t) fail_msg("%s", error.text);
  if (!wl_testcase_override(t, override, &error)) fail_msg("%s", error.text);
  for (uint32_t i = 0; i < t->arg_count; i++) {
    const wl_test_arg *a = &t->args[i];
    assert_true(i < sizeof before / sizeof *before);
    before[i] = calloc(a->count ? a->count : 1, wl_type_size(a->type));
    assert_non_null(before[i]);
    wl_init_fill(a->type, &a->init, 1, i, 0, before[i], a->count);
  }
  const bool fits = wl_expect_fits(t, 1, &error);
  if (fits == (*words != 0) || !strstr(error.text, words)) fail_msg("expected \"%s\" in: %s", words, error.text);
  uint64_t compared = 0;
  if (fits) assert_true(check(t, before, &compared, &error) && compared);
  for (uint32_t i = 0; i < t->arg_count; i++) free(before[i]);
  wl_testcase_free(t);
}

#define F32(name, count) "{\"buffer\": \"" name "\", \"type\": \"f32\", \"count\": " count "}"
#define SCALAR(name) "{\"scalar\": \"" name "\", \"type\": \"f32\", \"value\": 0}"
#define MATMUL F32("c", "16") "," F32("a", "16") "," F32("b", "16") "," SCALAR("n")
#define PRODUCT "{\"buffer\": \"c\", \"formula\": \"matmul\", \"inputs\": [\"a\", \"b\", \"n\"]}"

static void fitting(void **state) {
  (void)state;
  unfit(F32("x", "100"), "{\"buffer\": \"x\", \"unchanged\": true}", "", "");
  unfit(F32("x", "100"), "{\"buffer\": \"x\", \"unchanged\": true}", "x@10=zero",
        "buffer x: the test expects elements 0 to 99, all that follow, the buffer has 10");
  unfit(F32("x", "100"), "{\"buffer\": \"x\", \"unchanged\": true}", "x@101=zero", "the buffer has 101");
  unfit(F32("x", "100"), "{\"buffer\": \"x\", \"constant\": 0, \"from\": 8, \"count\": 8}", "x@16=zero", "");
  unfit(F32("x", "100"), "{\"buffer\": \"x\", \"constant\": 0, \"from\": 8, \"count\": 8}", "x@15=zero",
        "expects elements 8 to 15, the buffer has 15");
  unfit(F32("x", "100"), "{\"buffer\": \"x\", \"values\": [0, 0], \"from\": 8}", "x@9=zero",
        "expects elements 8 to 9, the buffer has 9");
  unfit(F32("y", "8") "," F32("x", "8"), "{\"buffer\": \"y\", \"formula\": \"copy\", \"inputs\": [\"x\"]}", "x@7=zero",
        "x has 7 elements, expected 8");
  unfit(F32("y", "8") "," F32("x", "8") "," SCALAR("s"),
        "{\"buffer\": \"y\", \"formula\": \"iota\", \"inputs\": [\"x\", \"s\"]}", "x@0=zero",
        "x has 0 elements, expected 1");
  unfit(MATMUL, PRODUCT, "n=4", "");
  unfit(MATMUL, PRODUCT, "n=nan", "n is nan (0x7fc00000), expected the root of the 16 elements");
  unfit(MATMUL, PRODUCT, "n=-4", "n is -4");
  unfit(MATMUL, PRODUCT, "n=inf", "n is inf");
  unfit(MATMUL, PRODUCT, "n=4294967300", "n is 4.2949673e+09");
  unfit("{\"buffer\": \"x\", \"type\": \"f64\", \"count\": 4}",
        "{\"buffer\": \"x\", \"formula\": \"add\", \"inputs\": [\"x\", \"x\"]}", "", "buffer x is of type f64");
}

// Elements of groups that an empty unit holds at once, and of those that wait.
static void groups(void **state) {
  (void)state;
  static const char two[] =
      "{\"about\": \"a\", \"program\": \"p.s\", \"launch\": {\"grid\": [2000], \"group\": [256]},"
      " \"args\": [{\"buffer\": \"x\", \"type\": \"u32\", \"count\": 2048}],"
      " \"expect\": {\"buffers\": ["
      "{\"buffer\": \"x\", \"groups\": \"resident\", \"from\": 9, \"constant\": 1},"
      "{\"buffer\": \"x\", \"groups\": \"waiting\", \"constant\": 2}]}}";
  static uint32_t after[2048];
  void *a[] = {after};
  for (uint64_t resident = 1; resident <= 7; resident++) {
    wl_error error = {""};
    uint64_t compared;
    wl_testcase *t = parse(two, &error);
    if (!t) fail_msg("%s", error.text);
    if (!wl_testcase_settle(t, &error) || !wl_expect_fits(t, 1, &error)) fail_msg("%s", error.text);
    if (!wl_expect_groups(t, resident, &error)) fail_msg("%s", error.text);
    for (uint32_t i = 0; i < 2048; i++) after[i] = i < 9 ? 0 : i < 256 * resident ? 1 : 2;
    assert_true(check(t, a, &compared, &error));
    assert_int_equal(compared, 2048 - 9);
    after[256 * resident] = 1;
    assert_false(check(t, a, &compared, &error));
    after[256 * resident] = 2;
    after[256 * resident - 1] = 2;
    assert_false(check(t, a, &compared, &error));
    wl_testcase_free(t);
  }
  wl_error error = {""};
  wl_testcase *t = parse(two, &error);
  assert_true(t && wl_testcase_settle(t, &error));
  assert_true(wl_expect_groups(t, 0, &error));
  assert_false(wl_expect_groups(t, 8, &error));
  assert_non_null(strstr(error.text, "x: elements 0 to 2047 are not of waiting groups; of 8 groups the unit holds 8"));
  wl_testcase_free(t);
  assert_non_null(t = parse(two, &error));
  t->grid[1] = 2;
  assert_true(wl_testcase_settle(t, &error));
  assert_false(wl_expect_groups(t, 4, &error));
  assert_non_null(strstr(error.text, "needs one launch, of one dimension"));
  wl_testcase_free(t);
  refuse(OF_X(", \"unchanged\": true, \"groups\": \"late\""), "5:69",
         "found \"late\", expected \"resident\" or \"waiting\"");
  refuse(OF_X(", \"values\": [1], \"groups\": \"waiting\""), "5:65", "beside \"values\"");
  refuse(OF_X(", \"constant\": 9, \"groups\": \"waiting\"}, {\"buffer\": \"x\", \"from\": 3, \"constant\": 9"), "5:77",
         "another expectation has 0 to 3");
}

#define ISA(text)                                           \
  "{\"about\": \"a\", \"program\": \"p.s\", \"isa\": " text \
  ",\n \"launch\": {\"grid\": [64], \"group\": [64]},\n" BUFFER "\"expect\": {\"verdict\": \"HANG\"}}"

static void instruction_set(void **state) {
  (void)state;
  wl_error error;
  wl_testcase *t = parse(ISA("\"gfx906\""), &error);
  assert_true(t && t->of_isa && t->isa == WL_GFX906);
  wl_testcase_free(t);
  t = parse(ISA("\"gfx900\""), &error);
  assert_true(t && t->of_isa && t->isa == WL_GFX900);
  wl_testcase_free(t);
  refuse(ISA("\"gfx90a\""), "1:41", "found \"gfx90a\", expected \"gfx900\" or \"gfx906\"");
}

#define MEMORY_UNIT(text)                                           \
  "{\"about\": \"a\", \"program\": \"p.s\", \"memory_unit\": " text \
  ",\n \"launch\": {\"grid\": [64], \"group\": [64]},\n" BUFFER "\"expect\": {\"verdict\": \"HANG\"}}"

static void memory_unit(void **state) {
  (void)state;
  wl_error error;
  wl_testcase *t = parse(MEMORY_UNIT("\"rdna\""), &error);
  assert_true(t && t->of_memory_unit && t->rdna);
  wl_testcase_free(t);
  t = parse(MEMORY_UNIT("\"gfx9\""), &error);
  assert_true(t && t->of_memory_unit && !t->rdna);
  wl_testcase_free(t);
  t = parse(ISA("\"gfx900\""), &error);
  assert_true(t && !t->of_memory_unit);
  wl_testcase_free(t);
  refuse(MEMORY_UNIT("\"gfx10\""), "1:49", "found \"gfx10\", expected \"gfx9\" or \"rdna\"");
}

#define SIZES "{\"grid\": [4], \"group\": [4]"

// A value that no key takes, and an unknown name near each key.
static void every_key(void **state) {
  (void)state;
  static const struct {
    const char *path;
    bool of_launches;
  } rows[] = {
#define KEY(path, meaning, value) {path, false},
#define EACH(path, meaning, value) {path, false}, {path, true},
#define ONE(path, meaning, value) {path, true},
#include "testcase/keys.def"
  };
  char text[512], words[160];
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const char *path = rows[i].path, *dot = strchr(path, '.'), *key = dot ? dot + 1 : path;
    // What must be there before the key is read.
    const char *first = rows[i].of_launches              ? "\"launch\": " SIZES "}, \"launches\": [{"
                        : dot                            ? "\"launches\": [], \"launch\": {"
                        : strncmp(key, "launch", 6) != 0 ? "\"launch\": " SIZES "},"
                                                         : "";
    const char *where = rows[i].of_launches ? "launches[0]." : dot ? "launch." : "";
    const char *end = rows[i].of_launches ? "}]" : dot ? "}" : "";
    const char *about = strcmp(path, "about") ? "\"about\": \"a\"," : "";
    const char *program = strcmp(path, "program") ? "\"program\": \"p.s\"," : "";
    snprintf(text, sizeof text, "{%s%s%s\n\"%s\": [{}]%s}", about, program, first, key, end);
    snprintf(words, sizeof words, " %s%s", where, key);
    refuse(text, "2", words);
    snprintf(text, sizeof text, "{%s%s%s\n\"_%s\": 1%s}", about, program, first, key, end);
    snprintf(words, sizeof words, " %s_%s: unknown key; near name: %s; there are: ", where, key, key);
    refuse(text, "2", words);
  }
}

// An unknown name near each key of the objects within keys. The objects: what has them in place of %s.
static void every_inner_key(void **state) {
  (void)state;
  static const struct {
    const char *object, *key;
  } rows[] = {
#define IN(object, key, meaning, value) {object, key},
#include "testcase/keys.def"
  };
#define EXPECTS(what) "\"launch\": " SIZES "}, \"expect\": " what
  static const struct {
    const char *object, *text, *where;
  } objects[] = {
      {"args[] buffer", "\"launch\": " SIZES "}, \"args\": [\n{\"buffer\": \"b\", %s}]", "args[0]"},
      {"args[] same_as", "\"launch\": " SIZES "}, \"args\": [\n{\"buffer\": \"b\", \"same_as\": \"a\", %s}]",
       "args[0]"},
      {"args[] null", "\"launch\": " SIZES "}, \"args\": [\n{\"buffer\": \"b\", \"null\": true, %s}]", "args[0]"},
      {"args[] scalar", "\"launch\": " SIZES "}, \"args\": [\n{\"scalar\": \"b\", %s}]", "args[0]"},
      {"args[] local", "\"launch\": " SIZES "}, \"args\": [\n{\"local\": \"b\", %s}]", "args[0]"},
      {"args[] image", "\"launch\": " SIZES "}, \"args\": [\n{\"image\": \"b\", %s}]", "args[0]"},
      {"args[] image same_as", "\"launch\": " SIZES "}, \"args\": [\n{\"image\": \"b\", \"same_as\": \"a\", %s}]",
       "args[0]"},
      {"args[] sampler", "\"launch\": " SIZES "}, \"args\": [\n{\"sampler\": \"b\", %s}]", "args[0]"},
      {"args[].clamp", "\"launch\": " SIZES "}, \"args\": [{\"sampler\": \"b\", \"clamp\":\n{%s}}]", "args[0].clamp"},
      {"args[].init",
       "\"launch\": " SIZES "}, \"args\": [{\"buffer\": \"b\", \"type\": \"u8\", \"count\": 1, \"init\":\n{%s}}]",
       "args[0].init"},
      {"launch.issue", "\"launch\": " SIZES ", \"issue\":\n{%s}}", "launch.issue"},
      {"expect", EXPECTS("\n{%s}"), "expect"},
      {"expect.buffers[]", EXPECTS("{\"buffers\": [\n{%s}]}"), "expect.buffers[0]"},
      {"expect.images[]", EXPECTS("{\"images\": [\n{%s}]}"), "expect.images[0]"},
      {"expect.messages[]", EXPECTS("{\"messages\": [\n{%s}]}"), "expect.messages[0]"},
      {"expect.trace[]", EXPECTS("{\"trace\": [\n{%s}]}"), "expect.trace[0]"},
      {"expect.fault[]", EXPECTS("{\"fault\": [\n{%s}]}"), "expect.fault[0]"},
      {"expect.cycles[]", EXPECTS("{\"cycles\": [\n{%s}]}"), "expect.cycles[0]"},
      {"expect.transactions[]", EXPECTS("{\"transactions\": [\n{%s}]}"), "expect.transactions[0]"},
      {"expect.exports[]", EXPECTS("{\"exports\": [\n{%s}]}"), "expect.exports[0]"},
      {"expect.exports", EXPECTS("{\"exports\":\n{%s}}"), "expect.exports"},
  };
  char text[512], wrong[64], inside[300], words[160];
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    size_t k = 0;
    while (k < sizeof objects / sizeof *objects && strcmp(objects[k].object, rows[i].object)) k++;
    assert_true(k < sizeof objects / sizeof *objects);
    snprintf(wrong, sizeof wrong, "\"_%s\": 1", rows[i].key);
    const char *at = strstr(objects[k].text, "%s");
    snprintf(inside, sizeof inside, "%.*s%s%s", (int)(at - objects[k].text), objects[k].text, wrong, at + 2);
    snprintf(text, sizeof text, "{\"about\": \"a\", \"program\": \"p.s\", %s}", inside);
    snprintf(words, sizeof words, " %s._%s: unknown key; near name: %s; there are: ", objects[k].where, rows[i].key,
             rows[i].key);
    refuse(text, "2", words);
  }
}

#define KEYS(test, launch)                                                                               \
  "{\"about\": \"a\", \"program\": \"p.s\", " test "\"launch\": {\"grid\": [64], \"group\": [64]" launch \
  "},\n" BUFFER PASSES

// Words and ranges of the table of keys, and what holds without them.
static void values_of_keys(void **state) {
  (void)state;
  wl_error error;
  wl_testcase *t = parse(KEYS("\"memcheck\": \"bounds\", \"hazards\": \"warn\", ",
                              ", \"cond_dbg\": \"both\", \"lds\": 65536, \"offset\": [1, \"0xffffffffffffffff\"]"),
                         &error);
  if (!t) fail_msg("%s", error.text);
  assert_true(t->memcheck == WL_MEMCHECK_BOUNDS && t->hazards_warn && t->cond_dbg == 3 && t->lds == 65536);
  assert_true(t->offset[0] == 1 && t->offset[1] == UINT64_MAX && t->offset[2] == 0 && t->grid[2] == 1);
  wl_testcase_free(t);
  t = parse(KEYS("", ""), &error);
  if (!t) fail_msg("%s", error.text);
  assert_true(t->memcheck == WL_MEMCHECK_OFF && t->uninit == WL_UNINIT_OFF && !t->hazards_warn && !t->cond_dbg);
  assert_true(!t->of_isa && !t->of_memory_unit && !t->of_vcc_alias && !t->of_sramecc && !t->of_valu_delay);
  wl_testcase_free(t);
  refuse(KEYS("\"memcheck\": \"all\", ", ""), "1:46", "memcheck: found \"all\", expected \"off\", \"unmapped\" or");
  refuse(KEYS("\"hazards\": \"a word of many letters\", ", ""), "1:45", "expected \"error\" or \"warn\"");
  refuse(KEYS("\"isa\": \"\", ", ""), "1:41", "isa: found \"\", expected \"gfx900\" or \"gfx906\"");
  refuse(KEYS("\"valu_delay\": 6, ", ""), "1:48", "valu_delay: found 6, expected 0 to 5");
  refuse(KEYS("", ", \"cond_dbg\": \"all\""), "1:86", "found \"all\", expected \"user\", \"sys\" or \"both\"");
  refuse(KEYS("", ", \"scratch\": 262145"), "1:85", "launch.scratch: found 262145, expected 0 to 262144");
  refuse(KEYS("", ", \"align\": \"strict\""), "1:83", "launch.align: unknown key; near name: alignment_mode; there");
  refuse(KEYS("", ", \"printf\": 12, \"tma\": \"y\""), "1", "launch.tma: \"y\" names no buffer of this test");
  refuse("{\"about\": \"a\",\n \"program\": \"p.s\", \"launch\": {\"grid\": [64]}}", "2",
         "launch.group: found nothing");
  refuse("{\"about\": \"a\",\n \"program\": \"p.s\"}", "1:1", "launch: found nothing, expected an object");
  assert_string_equal(wl_testcase_word("launch.alignment_mode", WL_ALIGNMENT_STRICT), "strict");
  assert_null(wl_testcase_word("launch.alignment_mode", WL_ALIGNMENT_DEFAULT));
}

#define VCC_ALIAS(text)                                           \
  "{\"about\": \"a\", \"program\": \"p.s\", \"vcc_alias\": " text \
  ",\n \"launch\": {\"grid\": [64], \"group\": [64]},\n" BUFFER "\"expect\": {\"verdict\": \"HANG\"}}"

static void vcc_alias(void **state) {
  (void)state;
  wl_error error;
  wl_testcase *t = parse(VCC_ALIAS("true"), &error);
  assert_true(t && t->of_vcc_alias && t->vcc_alias);
  wl_testcase_free(t);
  t = parse(VCC_ALIAS("false"), &error);
  assert_true(t && t->of_vcc_alias && !t->vcc_alias);
  wl_testcase_free(t);
  t = parse(ISA("\"gfx900\""), &error);
  assert_true(t && !t->of_vcc_alias);
  wl_testcase_free(t);
  refuse(VCC_ALIAS("1"), "1:47", "found an integer, expected true or false");
}

#define SRAMECC(text)                                           \
  "{\"about\": \"a\", \"program\": \"p.s\", \"sramecc\": " text \
  ",\n \"launch\": {\"grid\": [64], \"group\": [64]},\n" BUFFER "\"expect\": {\"verdict\": \"HANG\"}}"

static void sramecc(void **state) {
  (void)state;
  wl_error error;
  wl_testcase *t = parse(SRAMECC("true"), &error);
  assert_true(t && t->of_sramecc && t->sramecc);
  wl_testcase_free(t);
  t = parse(SRAMECC("false"), &error);
  assert_true(t && t->of_sramecc && !t->sramecc);
  wl_testcase_free(t);
  t = parse(ISA("\"gfx906\""), &error);
  assert_true(t && !t->of_sramecc);
  wl_testcase_free(t);
  refuse(SRAMECC("1"), "1:45", "found an integer, expected true or false");
}

#define GDS(text)                                                                                           \
  "{\"about\": \"a\", \"program\": \"p.s\",\n \"launch\": {\"grid\": [64], \"group\": [64], \"gds\": " text \
  "},\n" BUFFER "\"expect\": {\"verdict\": \"HANG\"}}"

static void bytes_of_gds(void **state) {
  (void)state;
  wl_error error;
  wl_testcase *t = parse(GDS("1024"), &error);
  assert_true(t && t->gds_least == 1024 && t->gds_most == 64 * 65536);
  wl_testcase_free(t);
  t = parse(GDS("[256, 4096]"), &error);
  assert_true(t && t->gds_least == 256 && t->gds_most == 4096);
  wl_testcase_free(t);
  refuse(GDS("\"1\""), "2:49", "found a string, expected a number of bytes, or the least and the most");
  refuse(GDS("[1]"), "2:49", "found an array, expected a number");
  refuse(GDS("[1, 2, 3]"), "2:49", "found an array, expected a number");
  refuse(GDS("0"), "2:49", "found 0 to 4194304, expected 1 to 4194304");
  refuse(GDS("[2, 1]"), "2:49", "found 2 to 1, expected 1 to 4194304, the least first");
  refuse(GDS("4194305"), "2:49", "found 4194305 to 4194304");
}

static void injections(void **state) {
  (void)state;
  wl_error error;
  wl_injection i;
  char event[WL_EVENT_TEXT];
  uint64_t cycle;
  assert_true(wl_inject_parse("SGPR:0:12:0:5@300", &i, event, &cycle, &error));
  assert_true(i.on && i.index == 12 && i.bit == 5 && i.cycle == 300);
  assert_true(wl_inject_parse("EXEC:3:::17@120", &i, event, &cycle, &error));
  assert_true(i.wave == 3 && i.index == 0 && i.lane == 0 && i.bit == 17);
  assert_true(wl_inject_parse("SCC@7", &i, event, &cycle, &error));
  assert_true(wl_inject_parse("drop:issue@40", &i, event, &cycle, &error));
  assert_string_equal(event, "drop:issue");
  assert_true(!i.on && cycle == 40);
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
    assert_false(wl_inject_parse(wrong[n], &i, event, &cycle, &error));
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
  assert_int_equal(wl_value_distance(WL_F16, 0x3C00, 0x3BFF), 1);
  assert_int_equal(wl_value_distance(WL_F16, 0x0001, 0x8001), 2);
  assert_int_equal(wl_value_distance(WL_F16, 0x7BFF, 0x7C00), 1);
  assert_int_equal(wl_value_distance(WL_F16, 0x7E00, 0xFC01), 0);
  assert_true(wl_value_distance(WL_F16, 0x7E00, 0x7C00) == UINT64_MAX);
}

// Each number of f16, the middle to the next one, and a little more and less than the middle.
static void half_values(void **state) {
  (void)state;
  char text[64];
  uint64_t again;
  for (uint64_t bits = 0; bits < 0x7C00; bits++) {
    const double v = wl_value_to_double(WL_F16, bits);
    const double next = bits == 0x7BFF ? 65536 : wl_value_to_double(WL_F16, bits + 1), middle = (v + next) / 2;
    assert_true(v < next);
    assert_int_equal(wl_value_from_double(WL_F16, v), bits);
    assert_int_equal(wl_value_from_double(WL_F16, -v), bits | 0x8000);
    assert_int_equal(wl_value_from_double(WL_F16, middle), bits + (bits & 1));
    assert_int_equal(wl_value_from_double(WL_F16, nextafter(middle, 0)), bits);
    assert_int_equal(wl_value_from_double(WL_F16, nextafter(middle, 1e9)), bits + 1);
    wl_value_plain(WL_F16, bits, text, sizeof text);
    assert_true(wl_value_parse(WL_F16, text, &again));
    assert_int_equal(again, bits);
  }
  assert_true(wl_value_to_double(WL_F16, 0x3C00) == 1);
  assert_true(wl_value_to_double(WL_F16, 1) == 0x1p-24);
  assert_true(wl_value_to_double(WL_F16, 0x7BFF) == 65504);
  assert_int_equal(wl_value_from_double(WL_F16, 1e300), 0x7C00);
  assert_true(isinf(wl_value_to_double(WL_F16, 0xFC00)) && wl_value_to_double(WL_F16, 0xFC00) < 0);
  assert_true(isnan(wl_value_to_double(WL_F16, 0x7C01)));
  assert_true(wl_value_parse(WL_F16, "nan", &again) && again == 0x7E00);
  assert_true(wl_value_parse(WL_F16, "65519", &again) && again == 0x7BFF);
  assert_false(wl_value_parse(WL_F16, "65520", &again));
  assert_false(wl_value_parse(WL_F16, "1e-8", &again));
  assert_false(wl_value_parse(WL_F16, "0x10000", &again));
  assert_string_equal(wl_value_becomes(WL_F16, "65520"), "infinite");
  assert_string_equal(wl_value_becomes(WL_F16, "1e-8"), "0");
  wl_value_text(WL_F16, 0x3555, text, sizeof text);
  assert_string_equal(text, "0.33325 (0x3555)");
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
  const struct CMUnitTest tests[] = {cmocka_unit_test(good),
                                     cmocka_unit_test(bad),
                                     cmocka_unit_test(bad_flow),
                                     cmocka_unit_test(by_value),
                                     cmocka_unit_test(memory_knobs),
                                     cmocka_unit_test(one_of),
                                     cmocka_unit_test(transactions),
                                     cmocka_unit_test(watched),
                                     cmocka_unit_test(same_buffer),
                                     cmocka_unit_test(part_of_buffer),
                                     cmocka_unit_test(elements),
                                     cmocka_unit_test(expected_file),
                                     cmocka_unit_test(wide_numbers),
                                     cmocka_unit_test(covered),
                                     cmocka_unit_test(of_the_driver),
                                     cmocka_unit_test(launches),
                                     cmocka_unit_test(build_options),
                                     cmocka_unit_test(addresses),
                                     cmocka_unit_test(expected_messages),
                                     cmocka_unit_test(expected_exports),
                                     cmocka_unit_test(bad_exports),
                                     cmocka_unit_test(bad_faults),
                                     cmocka_unit_test(expected_faults),
                                     cmocka_unit_test(alignment_modes),
                                     cmocka_unit_test(names),
                                     cmocka_unit_test(roots_over_each_other),
                                     cmocka_unit_test(renamed),
                                     cmocka_unit_test(sizes),
                                     cmocka_unit_test(paths),
                                     cmocka_unit_test(overrides),
                                     cmocka_unit_test(fitting),
                                     cmocka_unit_test(groups),
                                     cmocka_unit_test(bytes_of_gds),
                                     cmocka_unit_test(instruction_set),
                                     cmocka_unit_test(memory_unit),
                                     cmocka_unit_test(every_key),
                                     cmocka_unit_test(every_inner_key),
                                     cmocka_unit_test(values_of_keys),
                                     cmocka_unit_test(vcc_alias),
                                     cmocka_unit_test(sramecc),
                                     cmocka_unit_test(empty_expectations),
                                     cmocka_unit_test(encodings),
                                     cmocka_unit_test(bad_cycles),
                                     cmocka_unit_test(expected_cycles),
                                     cmocka_unit_test(injections),
                                     cmocka_unit_test(entries),
                                     cmocka_unit_test(float_distance),
                                     cmocka_unit_test(half_values)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
