// SPDX-License-Identifier: Apache-2.0
#include "allocator.h"

#include <stdlib.h>
#include <string.h>

#include "wavelock/mem.h"

static uint64_t up(uint64_t v, uint64_t align) { return (v + align - 1) & ~(align - 1); }

// The first address behind a block at which another may begin.
static uint64_t behind(const wl_allocator *a, uint64_t at, uint64_t size) {
  return a->gap ? up(at + size, WL_PAGE) + a->gap : at + size;
}

// Index of the first block that ends above an address.
static uint32_t index_of(const wl_allocator *a, uint64_t address) {
  uint32_t low = 0, high = a->count;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (a->blocks[middle].at + a->blocks[middle].size > address) high = middle;
    else low = middle + 1;
  }
  return low;
}

void wl_allocator_clear(wl_allocator *a) {
  free(a->blocks);
  a->blocks = NULL;
  a->count = a->room = 0;
  a->next = a->first;
}

static wl_range *insert(wl_allocator *a, uint32_t index, uint64_t at, uint64_t size) {
  if (a->count == a->room) {
    const uint32_t room = a->room ? 2 * a->room : 16;
    wl_range *blocks = realloc(a->blocks, room * sizeof *blocks);
    if (!blocks) return NULL;
    a->blocks = blocks;
    a->room = room;
  }
  wl_range *b = a->blocks + index;
  memmove(b + 1, b, (a->count++ - index) * sizeof *b);
  *b = (wl_range){.at = at, .size = size, .used = size};
  return b;
}

// The first place from `from` on. *index: of the block that follows it. 0: there is none.
static uint64_t gap(const wl_allocator *a, uint64_t from, uint64_t size, uint64_t align, uint32_t *index) {
  uint32_t i = index_of(a, from);
  if (i > 0 && behind(a, a->blocks[i - 1].at, a->blocks[i - 1].size) > from)
    from = behind(a, a->blocks[i - 1].at, a->blocks[i - 1].size);
  for (;; i++) {
    const uint64_t at = up(from, align);
    const uint64_t end = i < a->count && a->blocks[i].at < a->end ? a->blocks[i].at : a->end;
    if (at >= from && at < end && size <= end - at && behind(a, at, size) <= end) {
      *index = i;
      return at;
    }
    if (i == a->count) return 0;
    from = behind(a, a->blocks[i].at, a->blocks[i].size);
  }
}

wl_range *wl_allocator_place(wl_allocator *a, uint64_t size, uint64_t align) {
  uint32_t index;
  if (a->gap && align < WL_PAGE) align = WL_PAGE;
  if (size > a->end - a->first) return NULL;
  uint64_t at = gap(a, a->next, size, align, &index);
  if (!at) at = gap(a, a->first, size, align, &index);
  wl_range *b = at ? insert(a, index, at, size) : NULL;
  if (b) a->next = behind(a, at, size);
  return b;
}

wl_range *wl_allocator_place_at(wl_allocator *a, uint64_t at, uint64_t size, uint64_t *taken) {
  const uint32_t i = index_of(a, at);
  const bool free_there = i == a->count || a->blocks[i].at >= at + size;
  *taken = free_there ? 0 : a->blocks[i].at > at ? a->blocks[i].at : at;
  return free_there ? insert(a, i, at, size) : NULL;
}

wl_range *wl_allocator_find(const wl_allocator *a, uint64_t address) {
  const uint32_t i = index_of(a, address);
  return i < a->count && a->blocks[i].at <= address ? &a->blocks[i] : NULL;
}

void wl_allocator_remove(wl_allocator *a, wl_range *b) {
  a->count--;
  memmove(b, b + 1, (size_t)(a->blocks + a->count - b) * sizeof *b);
}

bool wl_allocator_shares_page(const wl_allocator *a, const wl_range *b, uint64_t address) {
  const uint64_t page = address & ~(uint64_t)(WL_PAGE - 1);
  for (uint32_t i = index_of(a, page); i < a->count && a->blocks[i].at < page + WL_PAGE; i++)
    if (&a->blocks[i] != b) return true;
  return false;
}
