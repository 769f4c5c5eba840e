// SPDX-License-Identifier: Apache-2.0
// Coverage of a unit with an instruction set of its own: how often each instruction issued, and its functional points.
#ifndef WAVELOCK_INSTRUCTIONS_H
#define WAVELOCK_INSTRUCTIONS_H

#include "probe/observer.h"

// An observer that writes a table when a launch is finished: "instruction", block, name, "-" and number in a line, with
// tabs between, then the lines of own_points.h. The model's function `instruction` gives the name, or else the text
// begins with it. false: out of memory.
bool wl_instructions_observe(wl_observer *to, const char *path);

#endif
