// SPDX-License-Identifier: Apache-2.0
// Allocates ranges of an address space. It knows no memory: the device maps pages.
#ifndef WAVELOCK_ALLOCATOR_H
#define WAVELOCK_ALLOCATOR_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint64_t at, size;  // bytes; size is at least 1
  uint64_t used;      // bytes that were asked for; size may be more
  uint32_t number;    // of the user's blocks, in order of their allocation
  bool own;           // of the device: its user cannot free it
} wl_range;

typedef struct {
  uint64_t first, end;  // the addresses that it places blocks at
  uint64_t gap;  // 0, or bytes, whole pages: each block begins a page, and so much unmapped memory follows its last one
  uint64_t next;     // the next block is sought from here on, so that a freed address comes again as late as possible
  wl_range *blocks;  // in order of address
  uint32_t count, room;
} wl_allocator;

void wl_allocator_clear(wl_allocator *a);  // forgets all blocks

// Places a block of size bytes, at least 1, at a multiple of align, a power of two. NULL: it fits nowhere, or the host
// is out of memory. The pointer holds until the next call of a function here.
wl_range *wl_allocator_place(wl_allocator *a, uint64_t size, uint64_t align);
// The same at this address, which may lie outside first..end. *taken: 0, or the first address that another block has.
wl_range *wl_allocator_place_at(wl_allocator *a, uint64_t at, uint64_t size, uint64_t *taken);

// The block that holds an address; NULL: none does.
wl_range *wl_allocator_find(const wl_allocator *a, uint64_t address);
void wl_allocator_remove(wl_allocator *a, wl_range *b);
// Whether a block other than b has bytes in the page of an address.
bool wl_allocator_shares_page(const wl_allocator *a, const wl_range *b, uint64_t address);

#endif
