// Fault injection as text: "<row>[:wave][:index][:lane][:bit]@<clock>" or "drop:<event>[:n]@<clock>", "repeat:...".
#ifndef WAVELOCK_INJECT_H
#define WAVELOCK_INJECT_H

#include "backend.h"

enum { WL_EVENT_TEXT = 64 };

// A state row goes to *state (numbers left out are 0), an event to event ("drop:issue") and *clock. Exactly one of the
// two is filled; event[0] == 0: the state.
bool wl_inject_parse(const char *text, wl_injection *state, char event[WL_EVENT_TEXT], uint64_t *clock, wl_error *error);

#endif
