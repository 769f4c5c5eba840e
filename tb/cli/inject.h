// SPDX-License-Identifier: Apache-2.0
// Fault injection as text: "<row>[:wave][:index][:lane][:bit]@<cycle>" flips a bit of a state row,
// "drop:<event>[:n]@<cycle>" and "repeat:<event>[:n]@<cycle>" lose or repeat an event of the probe.
#ifndef WAVELOCK_INJECT_H
#define WAVELOCK_INJECT_H

#include "device/backend.h"

enum { WL_EVENT_TEXT = 64 };

// Fills *state for a bit flip, where numbers that the text leaves out are 0. Fills event ("drop:issue") and *cycle for
// an event; event[0] == 0: it is a bit flip. false with error: the text has another form.
bool wl_inject_parse(const char *text, wl_injection *state, char event[WL_EVENT_TEXT], uint64_t *cycle,
                     wl_error *error);

#endif
