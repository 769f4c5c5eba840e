// SPDX-License-Identifier: Apache-2.0
// Lists of values as short text: "X" one value, "X*N" N times the same, "X+S*N" N values from X on in steps of S
// (decimal, "X-S*N" downwards), separated by commas; hexadecimal digits without 0x. Nothing is left out: the list can
// be written out again.
#ifndef WAVELOCK_LOCKSTEP_VALUES_H
#define WAVELOCK_LOCKSTEP_VALUES_H

#include <stddef.h>
#include <stdint.h>

enum { VALUES_TEXT = 64 * 18 };  // no list of 64 values is longer

// Values of `digits` (8 or 16; 0: as many as it takes) hexadecimal digits.
void values_text(const uint64_t *values, uint32_t count, int digits, char *text, size_t size);
// A register's lanes of the mask, in order of lane; "&<mask>" before the "=" where it is not all of them.
void lanes_text(const uint32_t lanes[64], uint64_t mask, char *text, size_t size);

#endif
