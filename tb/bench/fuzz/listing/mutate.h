// SPDX-License-Identifier: Apache-2.0
// Mutations of listings and of tables of classes. They follow from the state of the random numbers.
#ifndef WAVELOCK_SASS_MUTATE_H
#define WAVELOCK_SASS_MUTATE_H

#include <stddef.h>

#include "bench/fuzz/mutate.h"

// A text that need not end in 0.
typedef struct {
  const char *text;
  size_t size;
} sass_text;

typedef enum { SASS_LISTING, SASS_TABLE } sass_kind;

// Makes some edits of a text of `size` bytes in a buffer of `capacity` bytes. Edits are of bytes, digits, pieces of the
// notations and lines; lines may come from the text `other`, and the end may go. Returns the new size.
size_t sass_mutate(fuzz_rng *r, sass_kind kind, char *text, size_t size, size_t capacity, sass_text other);

#endif
