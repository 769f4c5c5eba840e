// SPDX-License-Identifier: Apache-2.0
// Views of one memory against each other, and what the memory gets of them (wavelock/memory_view.h).
#include <string.h>

#include "memory/view.h"

wl_view_state wl_mem_view_state(const wl_mem *view) { return wl_mem_viewed(view)->state; }

void wl_mem_view_clear(wl_mem *view) {
  struct wl_view *v = wl_mem_viewed(view);
  for (uint32_t i = 0; i < v->count; i++) wl_mem_unmap(view, v->pages[i]->number * WL_PAGE, WL_PAGE);
  memset(v->places, 0, v->room * sizeof(struct wl_touched *));
  memset(v->recent, 0, sizeof v->recent);
  v->count = 0;
  v->state = WL_VIEW_WHOLE;
}

// Bytes of a word of the page at `base` that lie in [own, own + own_size).
static uint64_t own_bytes(uint64_t at, uint64_t own, uint64_t own_size) {
  if (at + WL_VIEW_WORD <= own || at >= own + own_size) return 0;
  const uint64_t from = at < own ? own : at,
                 to = at + WL_VIEW_WORD < own + own_size ? at + WL_VIEW_WORD : own + own_size;
  return wl_view_bits((uint32_t)(from - at), to - from);
}

bool wl_mem_views_conflict(const wl_mem *earlier, const wl_mem *later, uint64_t own, uint64_t own_size,
                           wl_view_conflict *first) {
  const struct wl_view *a = wl_mem_viewed(earlier), *b = wl_mem_viewed(later);
  const struct wl_view *fewer = a->count < b->count ? a : b;
  bool found = false;
  for (uint32_t i = 0; i < fewer->count; i++) {
    const uint64_t number = fewer->pages[i]->number;
    const struct wl_touched *x = *wl_view_place(a, number), *y = *wl_view_place(b, number);
    if (x == NULL || y == NULL || (found && number * WL_PAGE > first->at)) continue;
    for (uint32_t w = 0; w < WL_VIEW_WORDS; w++) {
      const uint64_t at = number * WL_PAGE + w * WL_VIEW_WORD;
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
    const struct wl_touched *t = v->pages[i];
    const uint64_t address = wl_canonical(t->number * WL_PAGE);
    const uint8_t *from = wl_mem_page(view, address);
    uint64_t any = 0;
    for (uint32_t w = 0; w < WL_VIEW_WORDS; w++) any |= t->written[w];
    if (any == 0) continue;
    uint8_t *page = wl_mem_page_to_write(to, address);
    if (page == NULL) return false;
    for (uint32_t w = 0; w < WL_VIEW_WORDS && page != from; w++) {
      if (t->written[w] == ~0ull) memcpy(page + w * WL_VIEW_WORD, from + w * WL_VIEW_WORD, WL_VIEW_WORD);
      for (uint64_t left = t->written[w] == ~0ull ? 0 : t->written[w]; left != 0; left &= left - 1) {
        const uint32_t byte = w * WL_VIEW_WORD + (uint32_t)__builtin_ctzll(left);
        page[byte] = from[byte];
      }
    }
  }
  return true;
}
