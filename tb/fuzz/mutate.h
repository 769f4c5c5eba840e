// SPDX-License-Identifier: Apache-2.0
// Good input made bad, deterministically.
#ifndef WAVELOCK_MUTATE_H
#define WAVELOCK_MUTATE_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

// SplitMix64. What is made depends on the state alone.
typedef struct {
  uint64_t state;
} fuzz_rng;

uint64_t fuzz_next(fuzz_rng *r);
uint64_t fuzz_below(fuzz_rng *r, uint64_t n);  // 0 to n-1; n > 0

// Some edits of a binary file of `size` bytes in place: bits, words, words and pieces of it copied elsewhere, its end
// cut. Returns the size then, at most the one before.
size_t fuzz_bytes(fuzz_rng *r, uint8_t *data, size_t size);

// Some edits of a text of `size` bytes in a buffer with room for more: as above, and words of the formats put in.
size_t fuzz_text(fuzz_rng *r, char *text, size_t size, size_t room);

// Some edits of the values, keys and elements of a description.
void fuzz_json(fuzz_rng *r, json_t *root);

#endif
