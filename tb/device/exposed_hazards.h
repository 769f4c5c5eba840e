// SPDX-License-Identifier: Apache-2.0
// Wait states of the exposed hazards as text: "5=6,9=0" (docs/wait-states.md).
#ifndef WAVELOCK_EXPOSED_HAZARDS_H
#define WAVELOCK_EXPOSED_HAZARDS_H

#include "wavelock/device.h"

// Rows of the table in control-flow.md 7, by number; row 0 is VCCZ (control-flow.md 2.3).
enum {
  WL_HAZARD_ROWS = 17,
  WL_HAZARD_TWO_NAMES = 13,  // for a unit in which VCC has two names (D-WAIT-30)
};

typedef struct {
  bool given;      // false: the unit's own number holds
  uint8_t states;  // wait states, 0 to 7; for VCCZ 1: the hazard is exposed, 0: it is not
} wl_exposed_hazard;

// Changes the rows that the text names. false with error: the text has another form, or names no row.
bool wl_exposed_hazards_parse(const char *text, wl_exposed_hazard exposed_hazards[WL_HAZARD_ROWS], wl_error *error);

#endif
