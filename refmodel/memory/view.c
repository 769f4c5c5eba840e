// SPDX-License-Identifier: Apache-2.0
// Which bytes of a view were read and written: a bit a byte, for each page that came into it.
#include "memory/view.h"

#include <stdlib.h>
#include <string.h>

enum { kFirstPlaces = 64 };

struct wl_view *wl_view_new(wl_mem *mem, const uint8_t *(*page)(const wl_mem *mem, uint64_t address)) {
  struct wl_view *v = calloc(1, sizeof *v);
  if (v == NULL) return NULL;
  v->mem = mem;
  v->page = page;
  v->room = kFirstPlaces;
  v->places = calloc(v->room, sizeof *v->places);
  v->pages = calloc(v->room / 2, sizeof *v->pages);
  if (v->places != NULL && v->pages != NULL) return v;
  wl_view_free(v);
  return NULL;
}

void wl_view_free(struct wl_view *v) {
  if (v == NULL) return;
  for (uint32_t i = 0; i < v->made; i++) free(v->pages[i]);
  free(v->pages);
  free(v->places);
  free(v);
}

wl_mem *wl_view_mem(const struct wl_view *v) { return v->mem; }
void wl_view_lost(struct wl_view *v) { v->state = WL_VIEW_NO_MEMORY; }
void wl_view_gds(struct wl_view *v) {
  if (v->state == WL_VIEW_WHOLE) v->state = WL_VIEW_GDS;
}

struct wl_touched **wl_view_place(const struct wl_view *v, uint64_t number) {
  uint32_t i = (uint32_t)(number * 0x9e3779b97f4a7c15ull >> 32) & (v->room - 1);
  while (v->places[i] != NULL && v->places[i]->number != number) i = (i + 1) & (v->room - 1);
  return &v->places[i];
}

static bool more_places(struct wl_view *v) {
  const uint32_t room = 2 * v->room;
  struct wl_touched **places = calloc(room, sizeof *places);
  struct wl_touched **pages = realloc(v->pages, room / 2 * sizeof *pages);
  if (pages != NULL) v->pages = pages;
  if (places == NULL || pages == NULL) {
    free(places);
    return false;
  }
  free(v->places);
  v->places = places;
  v->room = room;
  for (uint32_t i = 0; i < v->count; i++) *wl_view_place(v, v->pages[i]->number) = v->pages[i];
  return true;
}

bool wl_view_add(struct wl_view *v, uint64_t number) {
  if (2 * v->count == v->room && !more_places(v)) {
    wl_view_lost(v);
    return false;
  }
  if (v->count == v->made) {
    if ((v->pages[v->made] = malloc(sizeof **v->pages)) == NULL) {
      wl_view_lost(v);
      return false;
    }
    v->made++;
  }
  struct wl_touched *t = v->pages[v->count++];
  memset(t, 0, sizeof *t);
  t->number = number;
  *wl_view_place(v, number) = t;
  return true;
}

// The page that holds an address below 2^48. NULL: it is not mapped.
static inline struct wl_touched *page_of(struct wl_view *v, uint64_t addr) {
  const uint64_t number = addr / WL_PAGE;
  struct wl_touched **recent = &v->recent[number % WL_VIEW_RECENT];
  if (*recent != NULL && (*recent)->number == number) return *recent;
  if (v->page(v->mem, wl_canonical(addr)) == NULL) return NULL;  // it comes into the view
  return *recent = *wl_view_place(v, number);
}

static inline void note(struct wl_view *v, uint64_t addr, uint64_t size, bool writes) {
  while (size > 0) {
    addr &= WL_MEM_ADDRESS_BITS;
    const uint64_t left = WL_PAGE - addr % WL_PAGE, n = size < left ? size : left;
    struct wl_touched *t = page_of(v, addr);
    for (uint64_t at = addr % WL_PAGE, end = at + n; t != NULL && at < end;
         at = (at / WL_VIEW_WORD + 1) * WL_VIEW_WORD) {
      const uint64_t mask = wl_view_bits((uint32_t)(at % WL_VIEW_WORD), end - at);
      if (writes) t->written[at / WL_VIEW_WORD] |= mask;
      else t->read[at / WL_VIEW_WORD] |= mask & ~t->written[at / WL_VIEW_WORD];
    }
    addr += n;
    size -= n;
  }
}

void wl_view_read(struct wl_view *v, uint64_t addr, uint64_t size) { note(v, addr, size, false); }
void wl_view_written(struct wl_view *v, uint64_t addr, uint64_t size) { note(v, addr, size, true); }

void wl_view_lanes(struct wl_view *v, const uint64_t *address, uint64_t lanes, uint32_t bytes, bool reads,
                   bool writes) {
  struct wl_touched *t = NULL;
  uint64_t number = ~0ull;
  for (; lanes != 0; lanes &= lanes - 1) {
    const uint64_t at = address[__builtin_ctzll(lanes)] & WL_MEM_ADDRESS_BITS;
    const uint32_t first = (uint32_t)(at % WL_VIEW_WORD), word = (uint32_t)(at % WL_PAGE / WL_VIEW_WORD);
    if (first + bytes > WL_VIEW_WORD) {
      if (reads) note(v, at, bytes, false);
      if (writes) note(v, at, bytes, true);
      continue;
    }
    if (at / WL_PAGE != number) {
      number = at / WL_PAGE;
      t = page_of(v, at);
    }
    if (t == NULL) continue;
    const uint64_t mask = wl_view_bits(first, bytes);
    if (reads) t->read[word] |= mask & ~t->written[word];
    if (writes) t->written[word] |= mask;
  }
}
