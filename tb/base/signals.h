// SPDX-License-Identifier: Apache-2.0
// Signals and progress of a long run: a signal stops it, and on a terminal it prints how far it is.
#ifndef WAVELOCK_WATCH_H
#define WAVELOCK_WATCH_H

#include "device/dispatch.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { WL_STOPPED_EXIT = 130 };  // exit code of a run that a signal stopped

// From now on SIGINT and SIGTERM stop the current run. A second signal ends the process.
void wl_watch_signals(void);
// Name of the signal that arrived; NULL: none.
const char *wl_watch_signal(void);

// A run begins. what: the unit of its counts, "cycle" or "instruction". The dispatcher is borrowed until the end.
void wl_watch_begin(const wl_dispatcher *d, const char *what);
// count: cycles or instructions so far. Call it at least a few times per second. After the first seconds it prints the
// progress twice per second, if stderr is a terminal. false: a signal arrived, the run must stop.
bool wl_watch_look(uint64_t count);
// Erases the progress line. Call it before other output; calling it again does nothing.
void wl_watch_end(void);

#ifdef __cplusplus
}
#endif
#endif
