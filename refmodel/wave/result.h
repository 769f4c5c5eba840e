// SPDX-License-Identifier: Apache-2.0
// Messages about what no legal schedule contains.
#ifndef WAVELOCK_WAVE_RESULT_H
#define WAVELOCK_WAVE_RESULT_H

#include "wavelock/model.h"

enum { WL_WHY = 160 };  // bytes of a message

// Writes a reason and returns WL_BAD_EVENT.
wl_result wl_bad(char why[WL_WHY], const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
