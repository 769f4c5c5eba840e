// SPDX-License-Identifier: Apache-2.0
// The handle of a unit under test: the harness registers it, and the unit's probe asks for it.
#ifndef WAVELOCK_UNIT_H
#define WAVELOCK_UNIT_H

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct wl_unit wl_unit;

// A unit whose instances have paths that begin with this; "" stands for all. If several units match with equally
// long beginnings, the instance belongs to the newest. NULL: out of memory.
wl_unit *wl_unit_new(const char *path);
// No instance may report to it any more.
void wl_unit_free(wl_unit *unit);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
