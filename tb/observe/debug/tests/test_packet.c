// SPDX-License-Identifier: Apache-2.0
// Packets of the remote protocol, good and bad, byte by byte.
#include "observe/debug/packet.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// The last event that the bytes give, and how many of them gave one.
static packet_event feed(packet_reader *r, const char *bytes, size_t size, int *events) {
  packet_event last = PACKET_NONE;
  *events = 0;
  for (size_t i = 0; i < size; i++) {
    const packet_event now = packet_byte(r, (uint8_t)bytes[i]);
    if (now == PACKET_NONE) continue;
    last = now;
    ++*events;
  }
  return last;
}

static packet_reader reader;

static packet_event feed_text(const char *text) {
  int events;
  return feed(&reader, text, strlen(text), &events);
}

static int clear(void **state) {
  (void)state;
  memset(&reader, 0, sizeof reader);
  return 0;
}

static void test_good(void **state) {
  (void)state;
  assert_int_equal(feed_text("$g#67"), PACKET_WHOLE);
  assert_string_equal(reader.data, "g");
  assert_int_equal(feed_text("$m0,4#fd"), PACKET_WHOLE);
  assert_string_equal(reader.data, "m0,4");
  assert_int_equal(feed_text("$#00"), PACKET_WHOLE);
  assert_int_equal(reader.size, 0);
  assert_int_equal(feed_text("+"), PACKET_ACK);
  assert_int_equal(feed_text("-"), PACKET_NAK);
  assert_int_equal(feed_text("\3"), PACKET_INTERRUPT);
}

static void test_bad(void **state) {
  (void)state;
  assert_int_equal(feed_text("$g#68"), PACKET_BAD_SUM);
  assert_int_equal(feed_text("$g#6x"), PACKET_BAD_SUM);
  assert_int_equal(feed_text("$g#zz"), PACKET_BAD_SUM);
  assert_int_equal(feed_text("x"), PACKET_BAD_BYTE);
  assert_int_equal(feed_text("#"), PACKET_BAD_BYTE);
  assert_int_equal(feed_text("$g"), PACKET_NONE);
  assert_int_equal(feed_text("$?#3f"), PACKET_WHOLE);  // the one before was cut off
  assert_string_equal(reader.data, "?");
}

static void test_too_long(void **state) {
  (void)state;
  assert_int_equal(feed_text("$"), PACKET_NONE);
  for (int i = 0; i < PACKET_MOST; i++) assert_int_equal(packet_byte(&reader, 'a'), PACKET_NONE);
  assert_int_equal(reader.size, PACKET_MOST);
  char sum[8];
  snprintf(sum, sizeof sum, "#%02x", ('a' * PACKET_MOST) & 0xFF);
  assert_int_equal(feed_text(sum), PACKET_WHOLE);
  assert_int_equal(feed_text("$"), PACKET_NONE);
  for (int i = 0; i <= PACKET_MOST; i++) assert_int_equal(packet_byte(&reader, 'a'), PACKET_NONE);
  snprintf(sum, sizeof sum, "#%02x", ('a' * (PACKET_MOST + 1)) & 0xFF);
  assert_int_equal(feed_text(sum), PACKET_TOO_LONG);
  assert_int_equal(feed_text("$g#67"), PACKET_WHOLE);
}

// What is made is read again, for every byte.
static void test_there_and_back(void **state) {
  (void)state;
  char all[256], text[2 * sizeof all + 4];
  int events;
  for (int i = 0; i < 256; i++) all[i] = (char)i;
  const size_t size = packet_make(all, sizeof all, text, sizeof text);
  assert_true(size > sizeof all);
  assert_int_equal(feed(&reader, text, size, &events), PACKET_WHOLE);
  assert_int_equal(events, 1);
  assert_int_equal(reader.size, sizeof all);
  assert_memory_equal(reader.data, all, sizeof all);
  for (size_t room = 0; room < size; room++) assert_int_equal(packet_make(all, sizeof all, text, room), 0);
}

// Bytes at random end in no state from which a good packet is not read.
static void test_noise(void **state) {
  (void)state;
  uint32_t seed = 1;
  for (int i = 0; i < 200000; i++) {
    seed = seed * 1664525 + 1013904223;
    packet_byte(&reader, (uint8_t)(seed >> 24));
    if (i % 1000) continue;
    feed_text("#00");
    assert_int_equal(feed_text("$g#67"), PACKET_WHOLE);
    assert_string_equal(reader.data, "g");
  }
}

static void test_hex(void **state) {
  (void)state;
  uint8_t bytes[4];
  char text[9];
  uint64_t n;
  assert_int_equal(bytes_of_hex("0aFf", 4, bytes, 4), 2);
  assert_int_equal(bytes[0], 10);
  assert_int_equal(bytes[1], 255);
  assert_int_equal(bytes_of_hex("0aF", 3, bytes, 4), -1);
  assert_int_equal(bytes_of_hex("0g", 2, bytes, 4), -1);
  assert_int_equal(bytes_of_hex("0011223344", 10, bytes, 4), -1);
  hex_of_bytes((const uint8_t *)"\x0a\xff\x00\x01", 4, text);
  assert_string_equal(text, "0aff0001");
  const char *at = "1F,2";
  assert_true(hex_number(&at, &n));
  assert_int_equal(n, 31);
  assert_string_equal(at, ",2");
  at = ",";
  assert_false(hex_number(&at, &n));
  at = "00000000000000001";
  assert_false(hex_number(&at, &n));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(test_good, clear),     cmocka_unit_test_setup(test_bad, clear),
      cmocka_unit_test_setup(test_too_long, clear), cmocka_unit_test_setup(test_there_and_back, clear),
      cmocka_unit_test_setup(test_noise, clear),    cmocka_unit_test_setup(test_hex, clear),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
