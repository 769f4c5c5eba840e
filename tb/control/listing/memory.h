// SPDX-License-Identifier: Apache-2.0
// Memory of the tool. What the host cannot give ends it: exit code 2.
#ifndef WAVELOCK_SASS_MEMORY_H
#define WAVELOCK_SASS_MEMORY_H

#include <stdio.h>
#include <stdlib.h>

static inline void *sass_allocated(void *memory) {
  if (memory) return memory;
  fputs("wavelock-sass: out of memory\n", stderr);
  exit(2);
}

// A growing array at `array` (NULL at first) with `count` elements: room for one more, doubled at powers of two.
static inline void *sass_room(void *array, size_t count, size_t size) {
  if (count & (count - 1)) return array;
  return sass_allocated(realloc(array, (count ? 2 * count : 1) * size));
}

#endif
