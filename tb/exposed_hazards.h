// SPDX-License-Identifier: Apache-2.0
// Wait states of the unit's exposed_hazards as text: "5=6,9=0" (docs/wait-states.md).
#ifndef WAVELOCK_EXPOSED_HAZARDS_H
#define WAVELOCK_EXPOSED_HAZARDS_H

#include "wavelock/device.h"

// Rows of control-flow.md section 7 by number; 0 is VCCZ, control-flow.md 2.3.
enum { WL_HAZARD_ROWS = 17 };

typedef struct {
  bool given;      // else the unit's own
  uint8_t states;  // 0 to 7; VCCZ: 1 for a window, 0 for none
} wl_exposed_hazard;

bool wl_exposed_hazards_parse(const char *text, wl_exposed_hazard exposed_hazards[WL_HAZARD_ROWS], wl_error *error);

#endif
