// SPDX-License-Identifier: Apache-2.0
// Filling wl_error: one sentence, printf style.
#ifndef WAVELOCK_ERROR_H
#define WAVELOCK_ERROR_H

#include <stdarg.h>
#include <stdio.h>

#include "wavelock/device.h"

// Returns false, so a function can `return wl_fail(...)`. error may be NULL. A text that is too long is cut.
__attribute__((format(printf, 2, 3))) static inline bool wl_fail(wl_error *error, const char *format, ...) {
  if (error) {
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
  }
  return false;
}

// snprintf; true if the whole text fits.
__attribute__((format(printf, 3, 4))) static inline bool wl_text(char *to, size_t size, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int length = vsnprintf(to, size, format, args);
  va_end(args);
  return length >= 0 && (size_t)length < size;
}

#endif
