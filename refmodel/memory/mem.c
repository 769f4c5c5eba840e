// SPDX-License-Identifier: Apache-2.0
// Sparse memory: a radix tree of three levels, 12 address bits each, above the 4 KiB page.
#include "memory/view.h"
#include "memory/watch.h"

#include <stdlib.h>
#include <string.h>

enum { kBits = 12, kFan = 1 << kBits, kPageBits = 12, kAddressBits = 48 };
enum { kSpare = 4096 };  // copies of pages whose memory stays allocated
enum { kParted = 512 };  // pages that a memory writes apart from its twin's before they are compared

// What a page holds that nobody has written. It has no memory of its own.
static const uint8_t zero_page[WL_PAGE];

// The low 48 bits of an address that a host gives. One that names no place stays as it is, past them.
static uint64_t place_of(uint64_t addr) { return wl_is_canonical(addr) ? addr & WL_MEM_ADDRESS_BITS : addr; }

// Whose a page is: of the memory alone, of it and its twin (wl_mem_pair), or of another (wl_mem_borrow, zero_page).
// kSharedLast: twins wrote the same to it. When it parts again, it is not compared and shared again.
enum { kOwn, kShared, kSharedLast, kBorrowed };

struct leaf {
  uint8_t *page[kFan];
  uint32_t copy[kFan];  // of a page that has one: its index in wl_mem.copies
  uint8_t whose[kFan];
};
struct middle {
  struct leaf *leaf[kFan];
};

// The page found last: most look-ups end here. It is behind a pointer because a look-up takes a const memory.
struct recent {
  uint64_t number;
  uint8_t *page;
};

// What a page held before it was written (wl_mem_keep).
struct copy {
  uint64_t number;
  uint8_t *bytes;  // stays for the next copy
};

struct wl_mem {
  struct recent *recent;
  struct recent written;                   // the page written last: one of its own, which has a copy while it keeps
  wl_mem *twin;                            // NULL: none
  uint64_t gone;                           // pages that were dropped so far
  uint64_t parted[kParted], parted_count;  // numbers of the last pages that it had in common with its twin
  bool keeping, lost;                      // lost: out of memory for a copy
  struct copy *copies;
  uint32_t copy_count, copy_room;
  wl_mem_range *ranges;  // in order of address
  uint32_t range_count;
  struct wl_watch *watch;  // NULL: none
  void (*discard_watch)(struct wl_watch *);
  const wl_mem *of;      // of a view; NULL: this is no view
  struct wl_view *view;  // of a view
  struct middle *middle[kFan];
};

wl_mem *wl_mem_new(void) {
  wl_mem *m = calloc(1, sizeof *m);
  if (m == NULL) return NULL;
  m->recent = calloc(1, sizeof *m->recent);
  if (m->recent == NULL) {
    free(m);
    return NULL;
  }
  return m;
}

void wl_mem_pair(wl_mem *a, wl_mem *b) {
  a->twin = b;
  b->twin = a;
}

// The leaf of the page of this number; NULL: no page near it is mapped.
static struct leaf *find_leaf(const wl_mem *m, uint64_t number) {
  const struct middle *middle = m->middle[number >> (2 * kBits)];
  return middle != NULL ? middle->leaf[number >> kBits & (kFan - 1)] : NULL;
}

// No page is known any more as the last one.
static void forget_last(wl_mem *m) { m->recent->page = m->written.page = NULL; }

static bool is_shared(const struct leaf *leaf, uint64_t k) {
  return leaf->whose[k] == kShared || leaf->whose[k] == kSharedLast;
}

wl_mem *wl_mem_view(const wl_mem *of) {
  wl_mem *m = wl_mem_new();
  if (m == NULL || (m->view = wl_view_new(m, wl_mem_page)) == NULL) {
    wl_mem_free(m);
    return NULL;
  }
  m->of = of;
  return m;
}

struct wl_view *wl_mem_viewed(const wl_mem *m) { return m->view; }

uint64_t wl_mem_gone(const wl_mem *m) { return m->gone + (m->of != NULL ? m->of->gone : 0); }

// The page is gone from here.
static void drop_page(wl_mem *m, struct leaf *leaf, uint64_t number) {
  const uint64_t k = number & (kFan - 1);
  if (is_shared(leaf, k)) find_leaf(m->twin, number)->whose[k] = kOwn;
  else if (leaf->whose[k] == kOwn) free(leaf->page[k]);
  leaf->whose[k] = kOwn;
  leaf->page[k] = NULL;
  m->gone++;
}

static void unmap_all(wl_mem *m) {
  for (uint64_t i = 0; i < kFan; i++) {
    struct middle *middle = m->middle[i];
    if (middle == NULL) continue;
    for (uint64_t j = 0; j < kFan; j++) {
      struct leaf *leaf = middle->leaf[j];
      if (leaf == NULL) continue;
      for (uint64_t k = 0; k < kFan; k++) {
        if (leaf->page[k] != NULL) drop_page(m, leaf, i << (2 * kBits) | j << kBits | k);
      }
      free(leaf);
    }
    free(middle);
    m->middle[i] = NULL;
  }
  forget_last(m);
}

void wl_mem_free(wl_mem *m) {
  if (m == NULL) return;
  unmap_all(m);
  if (m->twin != NULL) m->twin->twin = NULL;
  for (uint32_t i = 0; i < m->copy_room; i++) free(m->copies[i].bytes);
  free(m->copies);
  free(m->recent);
  free(m->ranges);
  wl_mem_set_watch(m, NULL, NULL);
  wl_view_free(m->view);
  free(m);
}

// The leaf of the page of this number, made when there is none. NULL: out of memory.
static struct leaf *make_leaf(wl_mem *m, uint64_t number) {
  struct middle **middle = &m->middle[number >> (2 * kBits)];
  if (*middle == NULL && (*middle = calloc(1, sizeof **middle)) == NULL) return NULL;
  struct leaf **leaf = &(*middle)->leaf[number >> kBits & (kFan - 1)];
  if (*leaf == NULL) *leaf = calloc(1, sizeof **leaf);
  return *leaf;
}

static bool map_page(wl_mem *m, uint64_t number) {
  struct leaf *leaf = make_leaf(m, number);
  const uint64_t k = number & (kFan - 1);
  if (leaf == NULL) return false;
  if (leaf->page[k] != NULL) return true;
  leaf->page[k] = (uint8_t *)zero_page;
  leaf->whose[k] = kBorrowed;
  return true;
}

bool wl_mem_map(wl_mem *m, uint64_t addr, uint64_t size) {
  const uint64_t end = (uint64_t)1 << kAddressBits;
  addr = place_of(addr);
  if (size == 0) return true;
  if (addr >= end || size > end - addr) return false;
  for (uint64_t n = addr >> kPageBits; n <= (addr + size - 1) >> kPageBits; n++) {
    if (!map_page(m, n)) return false;
  }
  return true;
}

void wl_mem_unmap(wl_mem *m, uint64_t addr, uint64_t size) {
  const uint64_t end = (uint64_t)1 << kAddressBits;
  addr = place_of(addr);
  if (size == 0 || addr >= end) return;
  if (size > end - addr) size = end - addr;
  forget_last(m);
  const uint64_t last = (addr + size - 1) >> kPageBits;
  for (uint64_t n = addr >> kPageBits; n <= last; n++) {
    struct leaf *leaf = find_leaf(m, n);
    if (leaf == NULL) {
      n |= kFan - 1;  // on to the next leaf
      continue;
    }
    drop_page(m, leaf, n);
  }
}

bool wl_mem_borrow(wl_mem *m, const wl_mem *from, uint64_t addr, uint64_t size) {
  const uint64_t end = (uint64_t)1 << kAddressBits;
  addr = place_of(addr);
  if (size == 0) return true;
  if (addr >= end || size > end - addr) return false;
  forget_last(m);
  for (uint64_t n = addr >> kPageBits; n <= (addr + size - 1) >> kPageBits; n++) {
    const struct leaf *theirs = find_leaf(from, n);
    const uint64_t k = n & (kFan - 1);
    struct leaf *leaf = theirs != NULL && theirs->page[k] != NULL ? make_leaf(m, n) : NULL;
    if (leaf == NULL) return false;
    drop_page(m, leaf, n);
    leaf->page[k] = theirs->page[k];
    leaf->whose[k] = kBorrowed;
  }
  return true;
}

bool wl_mem_copy(wl_mem *to, const wl_mem *from) {
  unmap_all(to);
  for (uint64_t i = 0; i < kFan; i++) {
    for (uint64_t j = 0; from->middle[i] != NULL && j < kFan; j++) {
      const struct leaf *leaf = from->middle[i]->leaf[j];
      for (uint64_t k = 0; leaf != NULL && k < kFan; k++) {
        const uint64_t base = (i << (2 * kBits) | j << kBits | k) << kPageBits;
        if (leaf->page[k] == NULL) continue;
        if (!wl_mem_map(to, base, WL_PAGE)) return false;
        if (leaf->page[k] != zero_page && !wl_mem_write(to, base, leaf->page[k], WL_PAGE)) return false;
      }
    }
  }
  return true;
}

// A page that a view does not have comes into it, as a borrowed one. NULL: its memory does not have it either, or out
// of memory.
static __attribute__((noinline)) uint8_t *lend(const struct wl_view *view, uint64_t number) {
  wl_mem *m = wl_view_mem(view);
  const uint64_t k = number & (kFan - 1);
  const struct leaf *theirs = find_leaf(m->of, number);
  if (theirs == NULL || theirs->page[k] == NULL) return NULL;
  struct leaf *leaf = make_leaf(m, number);
  if (leaf == NULL) wl_view_lost(m->view);
  if (leaf == NULL || !wl_view_add(m->view, number)) return NULL;
  leaf->page[k] = theirs->page[k];
  leaf->whose[k] = kBorrowed;
  return leaf->page[k];
}

// The page of an address below 2^48. Programs wait for nothing else so often: gcc would not inline it everywhere.
static inline __attribute__((always_inline)) uint8_t *page_at(const wl_mem *m, uint64_t addr) {
  const uint64_t number = addr >> kPageBits;
  struct recent *recent = m->recent;
  if (recent->page != NULL && recent->number == number) return recent->page;
  const struct leaf *leaf = find_leaf(m, number);
  uint8_t *page = leaf != NULL ? leaf->page[number & (kFan - 1)] : NULL;
  if (page == NULL) return m->view != NULL ? lend(m->view, number) : NULL;
  recent->number = number;
  recent->page = page;
  return page;
}

// ---- what memory held before -------------------------------------------------------------------

// The copy of a page; NULL: it has none.
static const uint8_t *copy_of(const wl_mem *m, uint64_t number) {
  const struct leaf *leaf = find_leaf(m, number);
  const uint32_t i = leaf != NULL ? leaf->copy[number & (kFan - 1)] : 0;
  return leaf != NULL && i < m->copy_count && m->copies[i].number == number ? m->copies[i].bytes : NULL;
}

static bool more_copies(wl_mem *m) {
  const uint32_t room = m->copy_room ? 2 * m->copy_room : 64;
  struct copy *copies = room > m->copy_room ? realloc(m->copies, room * sizeof *copies) : NULL;
  if (copies == NULL) return false;
  memset(copies + m->copy_room, 0, (room - m->copy_room) * sizeof *copies);
  m->copies = copies;
  m->copy_room = room;
  return true;
}

// Keeps what a page holds, unless it has a copy already.
static void keep_page(wl_mem *m, struct leaf *leaf, uint64_t number) {
  if (m->lost || copy_of(m, number) != NULL) return;
  struct copy *to = m->copy_count < m->copy_room || more_copies(m) ? &m->copies[m->copy_count] : NULL;
  if (to == NULL || (to->bytes == NULL && (to->bytes = malloc(WL_PAGE)) == NULL)) {
    m->lost = true;
    return;
  }
  memcpy(to->bytes, leaf->page[number & (kFan - 1)], WL_PAGE);
  to->number = number;
  leaf->copy[number & (kFan - 1)] = m->copy_count++;
}

void wl_mem_keep(wl_mem *m, bool on) {
  m->keeping = on;
  if (!on) return;
  for (uint32_t i = kSpare; i < m->copy_count; i++) {
    free(m->copies[i].bytes);
    m->copies[i].bytes = NULL;
  }
  m->copy_count = 0;
  m->written.page = NULL;
  m->lost = false;
}

// The page of m is its twin's, too.
static void share_page(wl_mem *m, uint64_t number, uint8_t whose) {
  struct leaf *leaf = find_leaf(m, number), *theirs = find_leaf(m->twin, number);
  const uint64_t k = number & (kFan - 1);
  drop_page(m->twin, theirs, number);
  theirs->page[k] = leaf->page[k];
  theirs->whose[k] = leaf->whose[k] = whose;
  forget_last(m);
  forget_last(m->twin);
}

// The page parts: twins do not share it any more. Mostly they write the same to it, one after the other. So the page
// that parted longest ago is compared now, and shared again. This is done once for a page, because to part costs more
// than a write.
static void part(wl_mem *m, uint64_t number) {
  uint64_t *place = &m->parted[m->parted_count++ % kParted];
  const uint64_t oldest = *place, k = oldest & (kFan - 1);
  const struct leaf *leaf = find_leaf(m, oldest), *theirs = find_leaf(m->twin, oldest);
  *place = number;
  if (oldest == number) return;  // it is about to be written
  if (leaf == NULL || theirs == NULL || leaf->page[k] == NULL || theirs->page[k] == NULL) return;
  if (leaf->whose[k] != kOwn || theirs->whose[k] != kOwn || memcmp(leaf->page[k], theirs->page[k], WL_PAGE) != 0)
    return;
  share_page(m, oldest, kSharedLast);
}

// The page becomes one of its own. false: out of memory.
static bool own_page(wl_mem *m, struct leaf *leaf, uint64_t number) {
  const uint64_t k = number & (kFan - 1);
  const bool parts = m->twin != NULL && leaf->whose[k] != kSharedLast;
  uint8_t *page = malloc(WL_PAGE);
  if (page == NULL) return false;
  memcpy(page, leaf->page[k], WL_PAGE);
  drop_page(m, leaf, number);
  leaf->page[k] = page;
  forget_last(m);
  if (parts) part(m, number);
  return true;
}

// page_to_write for another page than the last one.
static __attribute__((noinline)) uint8_t *other_page_to_write(wl_mem *m, uint64_t number) {
  if (m->view != NULL && page_at(m, number << kPageBits) == NULL) return NULL;
  struct leaf *leaf = find_leaf(m, number);
  const uint64_t k = number & (kFan - 1);
  if (leaf == NULL || leaf->page[k] == NULL) return NULL;
  if (m->keeping) keep_page(m, leaf, number);
  if (leaf->whose[k] != kOwn && !own_page(m, leaf, number)) {
    if (m->view != NULL) wl_view_lost(m->view);
    return NULL;
  }
  m->written = (struct recent){number, leaf->page[k]};
  return leaf->page[k];
}

// The page of an address below 2^48, to write.
static uint8_t *page_to_write(wl_mem *m, uint64_t addr) {
  const uint64_t number = addr >> kPageBits;
  if (m->written.page != NULL && m->written.number == number) return m->written.page;
  return other_page_to_write(m, number);
}

// ---- bytes ---------------------------------------------------------------------------------------

const uint8_t *wl_mem_page(const wl_mem *m, uint64_t addr) {
  return wl_is_canonical(addr) ? page_at(m, addr & WL_MEM_ADDRESS_BITS) : NULL;
}

uint8_t *wl_mem_page_to_write(wl_mem *m, uint64_t addr) {
  return wl_is_canonical(addr) ? page_to_write(m, addr & WL_MEM_ADDRESS_BITS) : NULL;
}

bool wl_mem_mapped(const wl_mem *m, uint64_t addr) { return wl_mem_page(m, addr) != NULL; }

// addr: as of place_of.
static bool range_mapped(const wl_mem *m, uint64_t addr, size_t size) {
  const uint64_t end = (uint64_t)1 << kAddressBits;
  if (size == 0) return true;
  if (addr >= end || size > end - addr) return false;
  for (uint64_t n = addr >> kPageBits; n <= (addr + (size - 1)) >> kPageBits; n++) {
    if (page_at(m, n << kPageBits) == NULL) return false;
  }
  return true;
}

bool wl_mem_read(const wl_mem *m, uint64_t addr, void *to, size_t size) {
  addr = place_of(addr);
  if (!range_mapped(m, addr, size)) return false;
  if (m->view != NULL) wl_view_read(m->view, addr, size);
  uint8_t *out = to;
  while (size > 0) {
    const size_t offset = addr & (WL_PAGE - 1);
    const size_t n = size < WL_PAGE - offset ? size : WL_PAGE - offset;
    memcpy(out, page_at(m, addr) + offset, n);
    out += n;
    addr += n;
    size -= n;
  }
  return true;
}

bool wl_mem_read_before(const wl_mem *m, uint64_t addr, void *to, size_t size) {
  if (m->lost || !wl_mem_read(m, addr, to, size)) return false;
  addr = place_of(addr);
  uint8_t *out = to;
  while (size > 0 && m->copy_count > 0) {
    const size_t offset = addr & (WL_PAGE - 1);
    const size_t n = size < WL_PAGE - offset ? size : WL_PAGE - offset;
    const uint8_t *copy = copy_of(m, addr >> kPageBits);
    if (copy != NULL) memcpy(out, copy + offset, n);
    out += n;
    addr += n;
    size -= n;
  }
  return true;
}

bool wl_mem_write(wl_mem *m, uint64_t addr, const void *from, size_t size) {
  addr = place_of(addr);
  if (!range_mapped(m, addr, size)) return false;
  if (m->view != NULL) wl_view_written(m->view, addr, size);
  const uint8_t *in = from;
  while (size > 0) {
    const size_t offset = addr & (WL_PAGE - 1);
    const size_t n = size < WL_PAGE - offset ? size : WL_PAGE - offset;
    uint8_t *page = page_to_write(m, addr);
    if (page == NULL) return false;
    memcpy(page + offset, in, n);
    in += n;
    addr += n;
    size -= n;
  }
  return true;
}

// The bytes of one page go to a memory and its twin, which have it mapped. What they then hold in common is one page.
static bool write_both(wl_mem *m, uint64_t number, size_t offset, const uint8_t *from, size_t size) {
  wl_mem *twin = m->twin;
  struct leaf *leaf = find_leaf(m, number), *theirs = find_leaf(twin, number);
  const uint64_t k = number & (kFan - 1);
  if (m->keeping || twin->keeping || (leaf->page[k] != theirs->page[k] && size < WL_PAGE)) {
    const uint64_t addr = (number << kPageBits) + offset;
    return wl_mem_write(m, addr, from, size) && wl_mem_write(twin, addr, from, size);
  }
  if (leaf->page[k] == zero_page && theirs->page[k] == zero_page && memcmp(from, zero_page, size) == 0) return true;
  if (leaf->whose[k] == kBorrowed && !own_page(m, leaf, number)) return false;
  memcpy(leaf->page[k] + offset, from, size);
  share_page(m, number, kShared);
  return true;
}

bool wl_mem_write_both(wl_mem *m, uint64_t addr, const void *from, size_t size) {
  addr = place_of(addr);
  if (!range_mapped(m, addr, size) || !range_mapped(m->twin, addr, size)) return false;
  const uint8_t *in = from;
  while (size > 0) {
    const size_t offset = addr & (WL_PAGE - 1);
    const size_t n = size < WL_PAGE - offset ? size : WL_PAGE - offset;
    if (!write_both(m, addr >> kPageBits, offset, in, n)) return false;
    in += n;
    addr += n;
    size -= n;
  }
  return true;
}

// Compares one page position; true: they differ at *addr.
static bool page_differs(const uint8_t *a, const uint8_t *b, uint64_t base, uint64_t *addr, uint64_t *bytes) {
  if (a == NULL && b == NULL) return false;
  if (a != NULL && b != NULL) {
    *bytes += WL_PAGE;
    if (a == b || memcmp(a, b, WL_PAGE) == 0) return false;
    while (*a == *b) a++, b++, base++;
  }
  *addr = base;
  return true;
}

static const uint8_t *page_of(const wl_mem *m, uint64_t number) {
  const struct leaf *leaf = find_leaf(m, number);
  return leaf != NULL ? leaf->page[number & (kFan - 1)] : NULL;
}

// Compares the pages that were written in a, or else in b. The lowest address counts.
static bool written_differ(const wl_mem *a, const wl_mem *b, uint64_t *addr, uint64_t *bytes) {
  const wl_mem *const both[] = {a, b};
  bool differ = false;
  for (int side = 0; side < 2; side++) {
    for (uint32_t i = 0; i < both[side]->copy_count; i++) {
      const uint64_t number = both[side]->copies[i].number, base = number << kPageBits;
      uint64_t at;
      if (side == 1 && copy_of(a, number) != NULL) continue;
      if (!page_differs(page_of(a, number), page_of(b, number), base, &at, bytes)) continue;
      if (!differ || at < *addr) *addr = at;
      differ = true;
    }
  }
  return differ;
}

bool wl_mem_differ(const wl_mem *a, const wl_mem *b, uint64_t *addr, uint64_t *bytes) {
  static const struct middle no_middle;
  static const struct leaf no_leaf;
  *bytes = 0;
  if (a->keeping && b->keeping && !a->lost && !b->lost) return written_differ(a, b, addr, bytes);
  for (uint64_t i = 0; i < kFan; i++) {
    if (a->middle[i] == NULL && b->middle[i] == NULL) continue;
    const struct middle *ma = a->middle[i] ? a->middle[i] : &no_middle;
    const struct middle *mb = b->middle[i] ? b->middle[i] : &no_middle;
    for (uint64_t j = 0; j < kFan; j++) {
      if (ma->leaf[j] == NULL && mb->leaf[j] == NULL) continue;
      const struct leaf *la = ma->leaf[j] ? ma->leaf[j] : &no_leaf;
      const struct leaf *lb = mb->leaf[j] ? mb->leaf[j] : &no_leaf;
      for (uint64_t k = 0; k < kFan; k++) {
        const uint64_t base = (i << (2 * kBits) | j << kBits | k) << kPageBits;
        if (page_differs(la->page[k], lb->page[k], base, addr, bytes)) return true;
      }
    }
  }
  return false;
}

static int by_address(const void *a, const void *b) {
  const wl_mem_range *x = a, *y = b;
  return x->at < y->at ? -1 : x->at > y->at;
}

bool wl_mem_allocated(wl_mem *m, const wl_mem_range *ranges, uint32_t count) {
  free(m->ranges);
  m->ranges = NULL;
  m->range_count = 0;
  if (count == 0) return true;
  m->ranges = malloc(count * sizeof *ranges);
  if (m->ranges == NULL) return false;
  memcpy(m->ranges, ranges, count * sizeof *ranges);
  for (uint32_t i = 0; i < count; i++) m->ranges[i].at = place_of(ranges[i].at);
  qsort(m->ranges, count, sizeof *ranges, by_address);
  m->range_count = count;
  return true;
}

const wl_mem_range *wl_mem_ranges(const wl_mem *m, uint32_t *count) {
  if (m->of != NULL) m = m->of;
  *count = m->range_count;
  return m->ranges;
}

struct wl_watch *wl_mem_watched(const wl_mem *m) { return m->watch; }

void wl_mem_set_watch(wl_mem *m, struct wl_watch *watch, void (*discard)(struct wl_watch *)) {
  if (m->watch != NULL) m->discard_watch(m->watch);
  m->watch = watch;
  m->discard_watch = discard;
}
