// SPDX-License-Identifier: Apache-2.0
// Sparse byte-addressed memory of 48 address bits in pages of 4 KiB. The model and the testbench's memory both use it.
// One memory belongs to one thread.
//
// An address of 64 bits is canonical when its bits 63:48 each equal bit 47 (buffer-memory.md D-MEM-44). Programs and
// units have these: wl_mem_page, wl_mem_page_to_write and wl_mem_mapped find nothing at any other. The other functions
// are for hosts, which may also name a place by its low 48 bits.
#ifndef WAVELOCK_MEM_H
#define WAVELOCK_MEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum { WL_PAGE = 4096 };

typedef struct wl_mem wl_mem;

static const uint64_t WL_MEM_ADDRESS_BITS = (1ull << 48) - 1;
// The canonical address of the place that the low 48 bits name.
static inline uint64_t wl_canonical(uint64_t address) { return (uint64_t)((int64_t)(address << 16) >> 16); }
static inline bool wl_is_canonical(uint64_t address) { return wl_canonical(address) == address; }

wl_mem *wl_mem_new(void);  // no page is mapped; NULL if out of memory
void wl_mem_free(wl_mem *m);
// Maps the pages that hold [addr, addr+size). New pages are zero, and have no memory until they are written. false: out
// of memory, or the range passes 2^48.
bool wl_mem_map(wl_mem *m, uint64_t addr, uint64_t size);
// Unmaps the pages that hold [addr, addr+size); their contents are gone. Pages that are not mapped stay so.
void wl_mem_unmap(wl_mem *m, uint64_t addr, uint64_t size);
// Makes `to` the same as `from`: the same pages with the same contents. false: out of memory.
bool wl_mem_copy(wl_mem *to, const wl_mem *from);
// m shares the pages of `from` that hold [addr, addr+size). A write to m gives it its own copy of the
// page; unwritten pages cost no time. Unmap a page in m before `from` changes or unmaps it.
// false: out of memory, or `from` has a byte unmapped.
bool wl_mem_borrow(wl_mem *m, const wl_mem *from, uint64_t addr, uint64_t size);
// Makes two memories of one thread twins. They hold mostly the same: what a program writes to one is soon written to
// the other. They share pages that wl_mem_write_both writes until either of them is written, and, once, pages to which
// both have written the same. Neither may have another twin.
void wl_mem_pair(wl_mem *a, wl_mem *b);
// wl_mem_write to m and to its twin.
bool wl_mem_write_both(wl_mem *m, uint64_t addr, const void *from, size_t size);
bool wl_mem_mapped(const wl_mem *m, uint64_t addr);
// Copy all of [addr, addr+size), or nothing and return false if a byte is unmapped. A write to pages that have no
// memory of their own also fails when memory runs out, and may then have begun.
bool wl_mem_read(const wl_mem *m, uint64_t addr, void *to, size_t size);
bool wl_mem_write(wl_mem *m, uint64_t addr, const void *from, size_t size);
// The page that holds addr, or NULL. It is valid until wl_mem_free, wl_mem_unmap, wl_mem_borrow or wl_mem_copy to this
// memory or its twin. A page that was not written before is valid until the next write, and a twin's until one of the
// two writes to another page. NULL to write: it is not mapped, or there is no memory for a page of its own.
const uint8_t *wl_mem_page(const wl_mem *m, uint64_t addr);
uint8_t *wl_mem_page_to_write(wl_mem *m, uint64_t addr);
// on: from now on the first write to a page keeps what the page holds, and what was kept before is gone. Otherwise no
// more is kept, and what was kept stays. Pages that are not written cost nothing.
void wl_mem_keep(wl_mem *m, bool on);
// Reads what memory held at the last wl_mem_keep(m, true). false: a byte is unmapped, or there was no memory for a
// copy.
bool wl_mem_read_before(const wl_mem *m, uint64_t addr, void *to, size_t size);
// Whether the two differ: in a byte that both have mapped, or in a page that only one has. The first such address goes
// to *addr, and the number of bytes compared to *bytes. Bytes of one page that both have count. If both keep, they were
// the same when that began, with the same pages: then only pages that were written since are compared.
bool wl_mem_differ(const wl_mem *a, const wl_mem *b, uint64_t *addr, uint64_t *bytes);

// What a range of memory holds.
typedef enum {
  WL_CONTENT_BUFFER,
  WL_CONTENT_ARGUMENTS,
  WL_CONTENT_CODE,
  WL_CONTENT_SCRATCH,
  WL_CONTENT_QUEUE,
  WL_CONTENT_LDS  // of a workgroup (wl_unmapped of wavelock/model.h); no range of memory
} wl_mem_content;
// Says in a few words what lies at an offset from the beginning of a range, which may be past its end.
typedef void (*wl_where)(const void *of, uint64_t offset, char *to, size_t size);
typedef struct {
  uint64_t at, size;  // bytes; size is at least 1
  wl_mem_content content;
  uint32_t number;   // of a buffer
  const char *name;  // of a buffer, for reports (borrowed); NULL: its number counts
  const char *what;  // what has that name, as "image" (borrowed); NULL: a buffer
  uint64_t part;     // of scratch: bytes of a wave slot; slot n has the n-th part
  wl_where where;    // of an image, for reports; else NULL
  const void *of;    // for `where` (borrowed)
} wl_mem_range;

// The texel of an image that an access is of (image.md 8.1): its coordinates, as many as axes says, in a level and,
// with sliced, a slice. Both count from those of the view. axes 0: the access is of no image.
typedef struct {
  uint32_t axes, at[3], level, slice;
  bool sliced;
} wl_texel;

// Says what memory is allocated: each byte of a range is mapped, and no two ranges overlap. Then a model of this memory
// checks each access of a program against the ranges (wl_unmapped of wavelock/model.h). The ranges are copied; they may
// be in any order. count 0: nothing is said, and nothing checked (the default). false: out of memory, and nothing is
// said. Not while a wave is live.
bool wl_mem_allocated(wl_mem *m, const wl_mem_range *ranges, uint32_t count);
// Those ranges, in order of address.
const wl_mem_range *wl_mem_ranges(const wl_mem *m, uint32_t *count);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
