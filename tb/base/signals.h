// SPDX-License-Identifier: Apache-2.0
// Signals and progress of a long run: a signal stops it, and on a terminal it prints how far it is.
#ifndef WAVELOCK_WATCH_H
#define WAVELOCK_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { WL_STOPPED_EXIT = 130 };  // exit code of a run that a signal stopped

// From now on SIGINT and SIGTERM stop the current run. A second signal ends the process.
void wl_watch_signals(void);
// Name of the signal that arrived; NULL: none.
const char *wl_watch_signal(void);

// Waves of a run that have ended, and all of them.
typedef void wl_watch_waves(const void *of, uint64_t *ended, uint64_t *waves);

// A run begins. waves(of, ...) counts its waves until the end. what: the unit of its counts, "cycle" or "instruction".
void wl_watch_begin(wl_watch_waves *waves, const void *of, const char *what);
// count: cycles or instructions so far. Call it at least a few times per second. After the first seconds it prints the
// progress twice per second, if stderr is a terminal. false: a signal arrived, the run must stop.
bool wl_watch_look(uint64_t count);
// Erases the progress line. Call it before other output; calling it again does nothing.
void wl_watch_end(void);

#ifdef __cplusplus
}
#endif
#endif
