// SPDX-License-Identifier: Apache-2.0
// Lists of values as short text, in hexadecimal digits without 0x, with commas between:
//   X      one value
//   X*N    N times the same value
//   X+S*N  N values from X in steps of S (decimal); X-S*N downwards
// Nothing is left out: the whole list can be restored from the text.
#ifndef WAVELOCK_CHECK_VALUES_H
#define WAVELOCK_CHECK_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VALUES_TEXT = 64 * 18 };  // no list of 64 values is longer

// digits: 8 or 16 for each value; 0: as many as each needs. The text is cut at size.
void values_text(const uint64_t *values, uint32_t count, int digits, char *text, size_t size);
// "=LIST" of a register's lanes in the mask, in order of lane; "&<mask>=LIST" where some lanes are not in it. wide: a
// lane has two words, the low one first.
void lanes_text(const uint32_t *lanes, bool wide, uint64_t mask, char *text, size_t size);

#endif
