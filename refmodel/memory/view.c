// SPDX-License-Identifier: Apache-2.0
// Which bytes of a view were read and written: a bit a byte, for each page that came into it.
#include "memory/view.h"

#include <stdlib.h>
#include <string.h>

enum { kWord = 64, kWords = WL_PAGE / kWord, kRecent = 16, kFirstPlaces = 64 };

// A byte is read if the view had not written it before.
struct touched {
  uint64_t number;  // of the page
  uint64_t read[kWords], written[kWords];
};

struct wl_view {
  wl_mem *mem;
  struct touched **places;  // by number, open addressing; room is a power of two, at most half of it is used
  struct touched **pages;   // in the order in which they came; those from `count` on are spare
  uint32_t room, count, made;
  struct touched *recent[kRecent];  // by the low bits of the number
  wl_view_state state;
};

struct wl_view *wl_view_new(wl_mem *mem) {
  struct wl_view *v = calloc(1, sizeof *v);
  if (v == NULL) return NULL;
  v->mem = mem;
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

// Where the page of this number is, or would be.
static struct touched **place_of(const struct wl_view *v, uint64_t number) {
  uint32_t i = (uint32_t)(number * 0x9e3779b97f4a7c15ull >> 32) & (v->room - 1);
  while (v->places[i] != NULL && v->places[i]->number != number) i = (i + 1) & (v->room - 1);
  return &v->places[i];
}

static bool more_places(struct wl_view *v) {
  const uint32_t room = 2 * v->room;
  struct touched **places = calloc(room, sizeof *places);
  struct touched **pages = realloc(v->pages, room / 2 * sizeof *pages);
  if (pages != NULL) v->pages = pages;
  if (places == NULL || pages == NULL) {
    free(places);
    return false;
  }
  free(v->places);
  v->places = places;
  v->room = room;
  for (uint32_t i = 0; i < v->count; i++) *place_of(v, v->pages[i]->number) = v->pages[i];
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
  struct touched *t = v->pages[v->count++];
  memset(t, 0, sizeof *t);
  t->number = number;
  *place_of(v, number) = t;
  return true;
}

// The page that holds an address below 2^48. NULL: it is not mapped.
static inline struct touched *page_of(struct wl_view *v, uint64_t addr) {
  const uint64_t number = addr / WL_PAGE;
  struct touched **recent = &v->recent[number % kRecent];
  if (*recent != NULL && (*recent)->number == number) return *recent;
  if (wl_mem_page(v->mem, wl_canonical(addr)) == NULL) return NULL;  // it comes into the view
  return *recent = *place_of(v, number);
}

// Bits from `first` on, at most up to the end of the word.
static inline uint64_t bits(uint32_t first, uint64_t count) {
  return (count >= kWord ? ~0ull : (1ull << count) - 1) << first;
}

static inline void note(struct wl_view *v, uint64_t addr, uint64_t size, bool writes) {
  while (size > 0) {
    addr &= WL_MEM_ADDRESS_BITS;
    const uint64_t left = WL_PAGE - addr % WL_PAGE, n = size < left ? size : left;
    struct touched *t = page_of(v, addr);
    for (uint64_t at = addr % WL_PAGE, end = at + n; t != NULL && at < end; at = (at / kWord + 1) * kWord) {
      const uint64_t mask = bits((uint32_t)(at % kWord), end - at);
      if (writes) t->written[at / kWord] |= mask;
      else t->read[at / kWord] |= mask & ~t->written[at / kWord];
    }
    addr += n;
    size -= n;
  }
}

void wl_view_read(struct wl_view *v, uint64_t addr, uint64_t size) { note(v, addr, size, false); }
void wl_view_written(struct wl_view *v, uint64_t addr, uint64_t size) { note(v, addr, size, true); }

void wl_view_lanes(struct wl_view *v, const uint64_t *address, uint64_t lanes, uint32_t bytes, bool reads,
                   bool writes) {
  struct touched *t = NULL;
  uint64_t number = ~0ull;
  for (; lanes != 0; lanes &= lanes - 1) {
    const uint64_t at = address[__builtin_ctzll(lanes)] & WL_MEM_ADDRESS_BITS;
    const uint32_t first = (uint32_t)(at % kWord), word = (uint32_t)(at % WL_PAGE / kWord);
    if (first + bytes > kWord) {
      if (reads) note(v, at, bytes, false);
      if (writes) note(v, at, bytes, true);
      continue;
    }
    if (at / WL_PAGE != number) {
      number = at / WL_PAGE;
      t = page_of(v, at);
    }
    if (t == NULL) continue;
    const uint64_t mask = bits(first, bytes);
    if (reads) t->read[word] |= mask & ~t->written[word];
    if (writes) t->written[word] |= mask;
  }
}

// ---- the interface -------------------------------------------------------------------------------

wl_view_state wl_mem_view_state(const wl_mem *view) { return wl_mem_viewed(view)->state; }

void wl_mem_view_clear(wl_mem *view) {
  struct wl_view *v = wl_mem_viewed(view);
  for (uint32_t i = 0; i < v->count; i++) wl_mem_unmap(view, v->pages[i]->number * WL_PAGE, WL_PAGE);
  memset(v->places, 0, v->room * sizeof(struct touched *));
  memset(v->recent, 0, sizeof v->recent);
  v->count = 0;
  v->state = WL_VIEW_WHOLE;
}

// Bytes of a word of the page at `base` that lie in [own, own + own_size).
static uint64_t own_bytes(uint64_t at, uint64_t own, uint64_t own_size) {
  if (at + kWord <= own || at >= own + own_size) return 0;
  const uint64_t from = at < own ? own : at, to = at + kWord < own + own_size ? at + kWord : own + own_size;
  return bits((uint32_t)(from - at), to - from);
}

bool wl_mem_views_conflict(const wl_mem *earlier, const wl_mem *later, uint64_t own, uint64_t own_size,
                           wl_view_conflict *first) {
  const struct wl_view *a = wl_mem_viewed(earlier), *b = wl_mem_viewed(later);
  const struct wl_view *fewer = a->count < b->count ? a : b;
  bool found = false;
  for (uint32_t i = 0; i < fewer->count; i++) {
    const uint64_t number = fewer->pages[i]->number;
    const struct touched *x = *place_of(a, number), *y = *place_of(b, number);
    if (x == NULL || y == NULL || (found && number * WL_PAGE > first->at)) continue;
    for (uint32_t w = 0; w < kWords; w++) {
      const uint64_t at = number * WL_PAGE + w * kWord;
      const uint64_t flows = x->written[w] & y->read[w];
      const uint64_t any = flows | (x->written[w] & y->written[w]) | (x->read[w] & y->written[w]);
      if (any == 0) continue;
      const uint64_t mine = own_bytes(at, own, own_size), counts = (any & ~mine) | (flows & mine);
      if (counts == 0) continue;
      const uint32_t byte = (uint32_t)__builtin_ctzll(counts);
      *first = (wl_view_conflict){at + byte, x->written[w] >> byte & 1, y->written[w] >> byte & 1};
      found = true;
      break;
    }
  }
  return found;
}

bool wl_mem_view_apply(wl_mem *to, const wl_mem *view) {
  const struct wl_view *v = wl_mem_viewed(view);
  for (uint32_t i = 0; i < v->count; i++) {
    const struct touched *t = v->pages[i];
    const uint64_t address = wl_canonical(t->number * WL_PAGE);
    const uint8_t *from = wl_mem_page(view, address);
    uint64_t any = 0;
    for (uint32_t w = 0; w < kWords; w++) any |= t->written[w];
    if (any == 0) continue;
    uint8_t *page = wl_mem_page_to_write(to, address);
    if (page == NULL) return false;
    for (uint32_t w = 0; w < kWords && page != from; w++) {
      if (t->written[w] == ~0ull) memcpy(page + w * kWord, from + w * kWord, kWord);
      for (uint64_t left = t->written[w] == ~0ull ? 0 : t->written[w]; left != 0; left &= left - 1) {
        const uint32_t byte = w * kWord + (uint32_t)__builtin_ctzll(left);
        page[byte] = from[byte];
      }
    }
  }
  return true;
}
