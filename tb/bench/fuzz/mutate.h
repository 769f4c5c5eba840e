// SPDX-License-Identifier: Apache-2.0
// Mutations of good input. They follow from the state of the random numbers.
#ifndef WAVELOCK_MUTATE_H
#define WAVELOCK_MUTATE_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

// SplitMix64.
typedef struct {
  uint64_t state;
} fuzz_rng;

uint64_t fuzz_next(fuzz_rng *r);
uint64_t fuzz_below(fuzz_rng *r, uint64_t n);  // 0 to n-1; n > 0

// Makes some edits of a binary file of `size` bytes in place: changes bits and words, copies words and pieces, cuts the
// end. Returns the new size, which is not larger.
size_t fuzz_bytes(fuzz_rng *r, uint8_t *data, size_t size);

// Makes some edits of a text of `size` bytes in a buffer of `capacity` bytes: as above, and inserts words of the
// formats. Returns the new size.
size_t fuzz_text(fuzz_rng *r, char *text, size_t size, size_t capacity);

// Makes some edits of the values, keys and elements of a description.
void fuzz_json(fuzz_rng *r, json_t *root);

#endif
