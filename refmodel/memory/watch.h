// SPDX-License-Identifier: Apache-2.0
// The watch over a memory (wavelock/memory_watch.h), as the model calls it.
#ifndef WAVELOCK_MEMORY_WATCH_INTERNAL_H
#define WAVELOCK_MEMORY_WATCH_INTERNAL_H

#include "wavelock/memory_watch.h"

struct wl_insn;
struct wl_pending;
struct wl_watch;
struct wl_wave;

// A wave starts. first: it is the first of its group, whose part of the LDS counts as never written.
void wl_watch_wave(struct wl_watch *w, const struct wl_wave *wave, bool first);
void wl_watch_barrier(struct wl_watch *w, uint32_t group);  // the group passes a barrier
// The wait of an s_waitcnt or s_waitcnt_vscnt is over.
void wl_watch_wait(struct wl_watch *w, uint32_t slot, const struct wl_insn *insn);
// The accesses of an instruction at its issue. by: it executes at once, and p->pc is not known. NULL: wl_watch_atomic
// follows for an atomic, wl_watch_load for a load with GLC (p->issued).
void wl_watch_access(struct wl_watch *w, uint32_t slot, struct wl_pending *p, const struct wl_insn *by);
// Memory, or the LDS or GDS, performs an atomic for a lane. at: of its word; with lds in the LDS array.
void wl_watch_atomic(struct wl_watch *w, const struct wl_pending *p, bool lds, uint64_t at);
// Memory performs a load with GLC for these lanes, or a part of it; of scalar memory lane 0.
void wl_watch_load(struct wl_watch *w, const struct wl_pending *p, uint64_t lanes);
// A vector instruction at wave->pc reads these bytes of the LDS array as LDS_DIRECT.
void wl_watch_direct(struct wl_watch *w, const struct wl_wave *wave, const struct wl_insn *insn, uint64_t at,
                     uint32_t bytes);

// mem.c: that of a memory; NULL: nothing is watched.
struct wl_watch *wl_mem_watched(const wl_mem *m);
// The memory discards the watch that it has, and takes over this one.
void wl_mem_set_watch(wl_mem *m, struct wl_watch *watch, void (*discard)(struct wl_watch *));

#endif
