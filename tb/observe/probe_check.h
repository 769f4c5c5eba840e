// SPDX-License-Identifier: Apache-2.0
// Says in words what the probe of a new unit does wrong: `KIND=probe-check` (docs/your-unit.md). It watches the
// stream of events beside the checker. The checker judges values; this looks at the shape of the stream.
// It knows instructions of GFX9 alone.
#ifndef WAVELOCK_PROBE_CHECK_H
#define WAVELOCK_PROBE_CHECK_H

#include <stdint.h>

#include "probe/observer.h"
#include "probe/unit.h"

typedef struct wl_probe_check wl_probe_check;

// An observer, with a wl_probe_check as `to`. False: out of memory.
bool wl_probe_check_observe(wl_observer *to);
// A launch or the run is over. Prints on stdout a line for each kind of fault that was not printed yet, "PROBE: ...",
// and then what was seen. Returns the number of kinds so far. NULL: 0.
uint32_t wl_probe_check_finish(wl_probe_check *p);

#endif
