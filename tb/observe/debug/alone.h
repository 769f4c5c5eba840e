// SPDX-License-Identifier: Apache-2.0
// The model alone, as what is debugged. A process debugs one model.
#ifndef WAVELOCK_DEBUG_ALONE_H
#define WAVELOCK_DEBUG_ALONE_H

#include "observe/debug/debugger.h"
#include "observe/follower.h"

// What the device tells the debugger when it is a model alone.
const wl_model_follower *wl_debug_follower(wl_debug *d);

#endif
