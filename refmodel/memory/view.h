// SPDX-License-Identifier: Apache-2.0
// Views of a memory (wavelock/memory_view.h), as the memory and the model call them.
#ifndef WAVELOCK_MEMORY_VIEW_INTERNAL_H
#define WAVELOCK_MEMORY_VIEW_INTERNAL_H

#include "wavelock/memory_view.h"

struct wl_insn;
struct wl_wave;

enum { WL_VIEW_WORD = 64, WL_VIEW_WORDS = WL_PAGE / WL_VIEW_WORD, WL_VIEW_RECENT = 16 };

// A byte is read if the view had not written it before.
struct wl_touched {
  uint64_t number;  // of the page
  uint64_t read[WL_VIEW_WORDS], written[WL_VIEW_WORDS];
};

struct wl_view {
  wl_mem *mem;
  const uint8_t *(*page)(const wl_mem *mem, uint64_t address);  // by which a page comes into the view
  struct wl_touched **places;  // by number, open addressing; room is a power of two, at most half of it is used
  struct wl_touched **pages;   // in the order in which they came; those from `count` on are spare
  uint32_t room, count, made;
  struct wl_touched *recent[WL_VIEW_RECENT];  // by the low bits of the number
  wl_view_state state;
};

// Bits from `first` on, at most up to the end of the word.
static inline uint64_t wl_view_bits(uint32_t first, uint64_t count) {
  return (count >= WL_VIEW_WORD ? ~0ull : (1ull << count) - 1) << first;
}

// The accesses of a view, whose pages the memory keeps. NULL: out of memory.
struct wl_view *wl_view_new(wl_mem *mem, const uint8_t *(*page)(const wl_mem *mem, uint64_t address));
// Where the page of this number is, or would be.
struct wl_touched **wl_view_place(const struct wl_view *v, uint64_t number);
void wl_view_free(struct wl_view *v);
// The memory of the view, which look-ups in a const memory change.
wl_mem *wl_view_mem(const struct wl_view *v);
// A page comes into the view. false: out of memory, which the view remembers.
bool wl_view_add(struct wl_view *v, uint64_t number);
void wl_view_lost(struct wl_view *v);  // there was no memory for a page
void wl_view_gds(struct wl_view *v);   // an instruction accesses the GDS
// Bytes are read or written; those that are not mapped are left out. addr: as programs have it.
void wl_view_read(struct wl_view *v, uint64_t addr, uint64_t size);
void wl_view_written(struct wl_view *v, uint64_t addr, uint64_t size);
// These lanes read `bytes` bytes each, up to 64, or write them, or both.
void wl_view_lanes(struct wl_view *v, const uint64_t *address, uint64_t lanes, uint32_t bytes, bool reads, bool writes);

// mem.c: that of a memory; NULL: m is no view.
struct wl_view *wl_mem_viewed(const wl_mem *m);
// mem.c: how many pages have gone so far, of m and of the memory that it is a view of.
uint64_t wl_mem_gone(const wl_mem *m);

// viewed_now.c: notes the accesses of an instruction of memory or of the GDS, then executes it (a wl_insn_fn).
void wl_viewed_now(struct wl_wave *w, const struct wl_insn *insn);

#endif
