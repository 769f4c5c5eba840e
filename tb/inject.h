// SPDX-License-Identifier: Apache-2.0
// Fault injection as text: "<row>[:wave][:index][:lane][:bit]@<cycle>" or "drop:<event>[:n]@<cycle>", "repeat:...".
#ifndef WAVELOCK_INJECT_H
#define WAVELOCK_INJECT_H

#include "backend.h"

enum { WL_EVENT_TEXT = 64 };

// A state row goes to *state (numbers left out are 0), an event to event ("drop:issue") and *cycle. Exactly one of the
// two is filled; event[0] == 0: the state.
bool wl_inject_parse(const char *text, wl_injection *state, char event[WL_EVENT_TEXT], uint64_t *cycle,
                     wl_error *error);

#endif
