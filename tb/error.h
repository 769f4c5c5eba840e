// Filling wl_error: one sentence, printf style.
#ifndef WAVELOCK_ERROR_H
#define WAVELOCK_ERROR_H

#include <stdarg.h>
#include <stdio.h>

#include "wavelock/device.h"

// Always false, so that a function can `return wl_fail(...)`. error may be NULL.
__attribute__((format(printf, 2, 3))) static inline bool wl_fail(wl_error *error, const char *format, ...) {
  if (error) {
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
  }
  return false;
}

#endif
