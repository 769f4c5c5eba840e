// Wait states of the unit's windows as text: "5=6,9=0" (docs/wait-states.md).
#ifndef WAVELOCK_WINDOWS_H
#define WAVELOCK_WINDOWS_H

#include "wavelock/device.h"

// Rows of control-flow.md section 7 by number; 0 is VCCZ, section 2.3.
enum { WL_WINDOW_ROWS = 17 };

typedef struct {
  bool given;      // else the unit's own
  uint8_t states;  // 0 to 7; VCCZ: 1 for a window, 0 for none
} wl_window;

bool wl_windows_parse(const char *text, wl_window windows[WL_WINDOW_ROWS], wl_error *error);

#endif
