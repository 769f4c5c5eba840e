// SPDX-License-Identifier: Apache-2.0
// Messages about what no legal schedule contains.
#include "wave/result.h"

#include <stdarg.h>
#include <stdio.h>

wl_result wl_bad(char why[WL_WHY], const char *format, ...) {
  if (why != NULL) {
    va_list args;
    va_start(args, format);
    vsnprintf(why, WL_WHY, format, args);
    va_end(args);
  }
  return WL_BAD_EVENT;
}
