// SPDX-License-Identifier: Apache-2.0
#include "observe/debug/packet.h"

enum { ESCAPE = '}', ESCAPED_BY = 0x20, INTERRUPT = 3 };
static const char digits[] = "0123456789abcdef";

static int digit(uint8_t c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

static packet_event between(packet_reader *r, uint8_t byte) {
  switch (byte) {
    case '$':
      r->state = PACKET_DATA;
      r->size = 0;
      r->sum = r->said = 0;
      r->too_long = r->bad_digit = false;
      return PACKET_NONE;
    case '+': return PACKET_ACK;
    case '-': return PACKET_NAK;
    case INTERRUPT: return PACKET_INTERRUPT;
    default: return PACKET_BAD_BYTE;
  }
}

static void keep(packet_reader *r, uint8_t byte) {
  if (r->size < PACKET_MOST) r->data[r->size++] = (char)byte;
  else r->too_long = true;
}

static packet_event whole(packet_reader *r) {
  r->state = PACKET_BETWEEN;
  r->data[r->size] = 0;
  if (r->bad_digit || r->said != r->sum) return PACKET_BAD_SUM;
  return r->too_long ? PACKET_TOO_LONG : PACKET_WHOLE;
}

packet_event packet_byte(packet_reader *r, uint8_t byte) {
  const int value = digit(byte);
  switch (r->state) {
    case PACKET_BETWEEN: return between(r, byte);
    case PACKET_DATA:
      if (byte == '$') return between(r, byte);  // the one before was cut off
      if (byte == '#') {
        r->state = PACKET_SUM_HIGH;
        return PACKET_NONE;
      }
      r->sum = (uint8_t)(r->sum + byte);
      if (byte == ESCAPE) r->state = PACKET_ESCAPED;
      else keep(r, byte);
      return PACKET_NONE;
    case PACKET_ESCAPED:
      r->sum = (uint8_t)(r->sum + byte);
      r->state = PACKET_DATA;
      keep(r, byte ^ ESCAPED_BY);
      return PACKET_NONE;
    case PACKET_SUM_HIGH:
      r->bad_digit = value < 0;
      r->said = value < 0 ? 0 : (uint8_t)(value << 4);
      r->state = PACKET_SUM_LOW;
      return PACKET_NONE;
    default:
      r->bad_digit = r->bad_digit || value < 0;
      r->said = value < 0 ? 0 : (uint8_t)(r->said | value);
      return whole(r);
  }
}

size_t packet_make(const char *data, size_t size, char *to, size_t room) {
  size_t n = 0;
  uint8_t sum = 0;
  if (room < 4) return 0;
  to[n++] = '$';
  for (size_t i = 0; i < size; i++) {
    char c = data[i];
    if (n + 5 > room) return 0;
    if (c == '$' || c == '#' || c == ESCAPE || c == '*') {
      to[n++] = ESCAPE;
      sum = (uint8_t)(sum + ESCAPE);
      c ^= ESCAPED_BY;
    }
    to[n++] = c;
    sum = (uint8_t)(sum + (uint8_t)c);
  }
  if (n + 3 > room) return 0;
  to[n++] = '#';
  to[n++] = digits[sum >> 4];
  to[n++] = digits[sum & 15];
  return n;
}

void hex_of_bytes(const uint8_t *bytes, size_t size, char *to) {
  for (size_t i = 0; i < size; i++) {
    *to++ = digits[bytes[i] >> 4];
    *to++ = digits[bytes[i] & 15];
  }
  *to = 0;
}

long bytes_of_hex(const char *text, size_t length, uint8_t *to, size_t room) {
  if (length % 2 || length / 2 > room) return -1;
  for (size_t i = 0; i < length / 2; i++) {
    const int high = digit((uint8_t)text[2 * i]), low = digit((uint8_t)text[2 * i + 1]);
    if (high < 0 || low < 0) return -1;
    to[i] = (uint8_t)(high << 4 | low);
  }
  return (long)(length / 2);
}

bool hex_number(const char **text, uint64_t *to) {
  int n = 0;
  *to = 0;
  for (; digit((uint8_t) * *text) >= 0; (*text)++, n++) *to = *to << 4 | (uint64_t)digit((uint8_t) * *text);
  return n > 0 && n <= 16;
}
