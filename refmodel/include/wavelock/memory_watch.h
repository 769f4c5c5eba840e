// SPDX-License-Identifier: Apache-2.0
// Watches what programs do with a memory and with the LDS of their unit: they read bytes that nobody has written, and
// waves race (docs/verdicts.md).
#ifndef WAVELOCK_MEMORY_WATCH_H
#define WAVELOCK_MEMORY_WATCH_H

#include "wavelock/mem.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct wl_model;

enum { WL_WATCH_UNWRITTEN = 1, WL_WATCH_RACES = 2 };

// What one lane of an instruction did. words: of the instruction.
typedef struct {
  uint64_t pc;
  uint32_t words[2], slot, lane;
  bool writes;
  const void *by;  // for wl_model_watched
} wl_watched_access;

typedef struct {
  uint64_t count;                 // of lanes; 0: nothing was found
  uint64_t address;               // of the first byte of the first finding
  bool lds;                       // it is in the LDS: a byte of the group's allocation
  wl_watched_access now, before;  // before: the other access of a race
  wl_texel texel;                 // of `now`
} wl_watch_finding;

// Models of GFX9 on this memory watch from now on; no byte is written, and other models find nothing. At most one model
// has waves at a time, for its LDS is watched too. what 0: nothing is watched (the default). false: out of memory, and
// nothing is watched. Not while a wave is live.
bool wl_mem_watch(wl_mem *m, uint32_t what);
// The host has written these bytes. written false: they count as never written.
void wl_mem_host_wrote(wl_mem *m, uint64_t at, uint64_t size, bool written);
// A launch begins: what was accessed before cannot race with it. Wave slot n has the n-th `part` bytes from scratch on,
// which count as never written when a wave starts there.
void wl_mem_launch_begins(wl_mem *m, uint64_t scratch, uint64_t part);
// What was found since the last call, by kind. false: out of memory; not all was watched.
bool wl_mem_findings(wl_mem *m, wl_watch_finding *unwritten, wl_watch_finding *race);
// The pc of an access in wl_model_run is right only behind this call.
void wl_model_watched(const struct wl_model *m, wl_watched_access *a);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
