// SPDX-License-Identifier: Apache-2.0
// A long run beside the person who waits for it: it can be stopped, and on a terminal it says how far it is.
#ifndef WAVELOCK_WATCH_H
#define WAVELOCK_WATCH_H

#include "dispatch.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { WL_STOPPED_EXIT = 130 };  // exit code of a run that a signal stopped

// From now on SIGINT and SIGTERM stop the run that is under way; a second one ends the process.
void wl_watch_signals(void);
// Name of the signal that came; NULL: none has.
const char *wl_watch_signal(void);

// A run begins; what it counts: "cycle" or "instruction". The dispatcher is borrowed until the end.
void wl_watch_begin(const wl_dispatcher *d, const char *what);
// Where it is. To be called a few times a second at least; false: a signal wants it to stop. Says how far it is, twice
// a second, when it runs for some seconds and stderr is a terminal.
bool wl_watch_look(uint64_t count);
void wl_watch_end(void);  // before anything else is said; once more is nothing

#ifdef __cplusplus
}
#endif
#endif
