// SPDX-License-Identifier: Apache-2.0
// Packets of GDB's remote protocol, apart from what they mean: "$data#sum", with '}' before a byte that is escaped.
#ifndef WAVELOCK_DEBUG_PACKET_H
#define WAVELOCK_DEBUG_PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PACKET_MOST = 16384 };  // bytes of data

typedef enum {
  PACKET_NONE,       // more bytes are needed
  PACKET_WHOLE,      // data and size hold a packet; data[size] is 0
  PACKET_BAD_SUM,    // its checksum is wrong
  PACKET_TOO_LONG,   // it was read to its end and thrown away
  PACKET_BAD_BYTE,   // a byte between packets that means nothing
  PACKET_INTERRUPT,  // byte 3: the client asks for a stop
  PACKET_ACK,
  PACKET_NAK,
} packet_event;

typedef struct {
  char data[PACKET_MOST + 1];
  size_t size;
  enum { PACKET_BETWEEN, PACKET_DATA, PACKET_ESCAPED, PACKET_SUM_HIGH, PACKET_SUM_LOW } state;
  bool too_long;
  uint8_t sum, said;
  bool bad_digit;
} packet_reader;  // all zero at first

// Takes the next byte of the client.
packet_event packet_byte(packet_reader *r, uint8_t byte);
// Makes the packet of some data; its bytes in to, and how many. 0: there is not so much room. Twice the data and 4 is
// always enough.
size_t packet_make(const char *data, size_t size, char *to, size_t room);

// "0a1b": the digits of bytes. to has 2 * size + 1.
void hex_of_bytes(const uint8_t *bytes, size_t size, char *to);
// How many bytes the digits give, at most room. -1: a character is no digit, one digit is left over, or no room.
long bytes_of_hex(const char *text, size_t length, uint8_t *to, size_t room);
// A hexadecimal number, and text behind it. False: there is no digit, or it has more than 16.
bool hex_number(const char **text, uint64_t *to);

#endif
