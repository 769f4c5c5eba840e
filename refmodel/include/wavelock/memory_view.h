// SPDX-License-Identifier: Apache-2.0
// Views of a memory, for models that run at the same time: each sees the memory and what it has written itself. A view
// knows the bytes that were read and written, so it can be told whether one after the other would have done the same.
#ifndef WAVELOCK_MEMORY_VIEW_H
#define WAVELOCK_MEMORY_VIEW_H

#include "wavelock/mem.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// A view of `of`, for one thread. Pages are shared until they are written. NULL: out of memory. While `of` is written,
// mapped or unmapped, nobody uses the view, and from then on it is first cleared. The functions of wavelock/mem.h that
// map, copy, keep and say what is allocated are not for views: what is allocated is as `of` says.
wl_mem *wl_mem_view(const wl_mem *of);
// Forgets what was read and written.
void wl_mem_view_clear(wl_mem *view);

// Whether all that a model did is in its view.
typedef enum {
  WL_VIEW_WHOLE,
  WL_VIEW_NO_MEMORY,  // out of memory for a page
  WL_VIEW_GDS         // an instruction accessed the GDS, of which each model has its own
} wl_view_state;
wl_view_state wl_mem_view_state(const wl_mem *view);

// A byte that two views access and one writes.
typedef struct {
  uint64_t at;
  bool earlier_writes, later_writes;
} wl_view_conflict;
// Whether there is such a byte, for views of one memory; the first goes to *first. In [own, own + own_size) wave slots
// have parts of their own, which waves use in turn. There a byte counts only if `earlier` writes it and `later` reads
// it before it writes it itself.
bool wl_mem_views_conflict(const wl_mem *earlier, const wl_mem *later, uint64_t own, uint64_t own_size,
                           wl_view_conflict *first);
// Writes to the memory of the view what was written there. false: out of memory, and part of it is written.
bool wl_mem_view_apply(wl_mem *to, const wl_mem *view);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
