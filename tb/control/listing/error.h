// SPDX-License-Identifier: Apache-2.0
// Where and why a text cannot be read.
#ifndef WAVELOCK_SASS_ERROR_H
#define WAVELOCK_SASS_ERROR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct {
  int line, column;  // from 1; 0: of the whole file
  char text[240];
} sass_error;

// Returns false, so a function can `return sass_fail(...)`. A text that is too long is cut.
__attribute__((format(printf, 4, 5))) static inline bool sass_fail(sass_error *error, int line, int column,
                                                                   const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(error->text, sizeof error->text, format, args);
  va_end(args);
  error->line = line;
  error->column = column;
  return false;
}

#endif
