// SPDX-License-Identifier: Apache-2.0
// What is known of each byte of a watched memory: whether it was written, who wrote it last and who read it since.
#include "memory/watch.h"

#include <stdlib.h>
#include <string.h>

#include "memory/memory.h"

enum { kReaders = 2, kFirstPages = 64, kFirstSites = 256, kBits = 8 };

// An access by a lane. wave 0: none.
struct mark {
  uint32_t wave, group;  // numbers in the order of their starts, from 1
  uint32_t site;
  uint32_t epoch : 18;  // barriers that the group has passed
  uint32_t lane : 6;
  uint32_t slot : 8;
};

struct byte_marks {
  struct mark writer, reader[kReaders];
};

struct page {
  uint64_t number;  // from 1; 0: the place is free
  uint8_t written[WL_PAGE / kBits];
  struct byte_marks *marks;  // of each byte; NULL: no access in this launch
};

// An instruction. by: it executed at once; then its pc may be another, for the run loop does not keep it.
struct site {
  const struct wl_insn *by;
  uint64_t pc;
  uint32_t words[2];
};

struct wl_watch {
  uint32_t what;
  bool full;  // out of memory
  struct page **pages;
  uint32_t page_count, page_places;  // places: a power of two
  struct page *recent;
  struct site *sites;
  uint32_t site_count, site_size;
  uint64_t scratch, part;
  uint32_t waves, groups;  // started so far
  struct {
    uint32_t wave, group;  // number; group slot
  } slot[WL_MAX_WAVES];
  struct {
    uint32_t number, epoch;
  } group[WL_MAX_GROUPS];
  wl_watch_finding unwritten, race;
};

static void forget_marks(struct wl_watch *w) {
  for (uint32_t i = 0; i < w->page_places; i++) {
    if (w->pages[i] == NULL) continue;
    free(w->pages[i]->marks);
    w->pages[i]->marks = NULL;
  }
}

static void discard(struct wl_watch *w) {
  forget_marks(w);
  for (uint32_t i = 0; i < w->page_places; i++) free(w->pages[i]);
  free(w->pages);
  free(w->sites);
  free(w);
}

static struct wl_watch *new_watch(uint32_t what) {
  struct wl_watch *w = calloc(1, sizeof *w);
  if (w == NULL) return NULL;
  w->what = what;
  w->pages = calloc(kFirstPages, sizeof(struct page *));
  w->page_places = kFirstPages;
  if (w->pages != NULL) return w;
  free(w);
  return NULL;
}

// The place of a page, or the free one for it.
static struct page **place_of(struct page **pages, uint32_t places, uint64_t number) {
  uint32_t i = (uint32_t)(number * 0x9e3779b97f4a7c15u >> 32) & (places - 1);
  while (pages[i] != NULL && pages[i]->number != number) i = (i + 1) & (places - 1);
  return &pages[i];
}

static bool more_places(struct wl_watch *w) {
  const uint32_t places = 2 * w->page_places;
  struct page **pages = calloc(places, sizeof(struct page *));
  if (pages == NULL) return false;
  for (uint32_t i = 0; i < w->page_places; i++) {
    if (w->pages[i] != NULL) *place_of(pages, places, w->pages[i]->number) = w->pages[i];
  }
  free(w->pages);
  w->pages = pages;
  w->page_places = places;
  return true;
}

// The page of an address. NULL: out of memory.
static struct page *page_of(struct wl_watch *w, uint64_t address) {
  const uint64_t number = address / WL_PAGE;
  if (w->recent != NULL && w->recent->number == number) return w->recent;
  if (2 * w->page_count >= w->page_places && !more_places(w)) {
    w->full = true;
    return NULL;
  }
  struct page **place = place_of(w->pages, w->page_places, number);
  if (*place == NULL) {
    *place = calloc(1, sizeof **place);
    if (*place == NULL) {
      w->full = true;
      return NULL;
    }
    (*place)->number = number;
    w->page_count++;
  }
  return w->recent = *place;
}

static void host_wrote(struct wl_watch *w, uint64_t at, uint64_t size, bool written) {
  if ((w->what & WL_WATCH_UNWRITTEN) == 0) return;
  for (; size != 0; at++, size--) {
    struct page *p = page_of(w, at);
    if (p == NULL) return;
    const uint32_t i = at % WL_PAGE;
    if (written) p->written[i / kBits] |= (uint8_t)(1u << i % kBits);
    else p->written[i / kBits] &= (uint8_t) ~(1u << i % kBits);
  }
}

bool wl_mem_watch(wl_mem *m, uint32_t what) {
  struct wl_watch *w = what != 0 ? new_watch(what) : NULL;
  wl_mem_set_watch(m, w, discard);
  return what == 0 || w != NULL;
}

void wl_mem_host_wrote(wl_mem *m, uint64_t at, uint64_t size, bool written) {
  struct wl_watch *w = wl_mem_watched(m);
  if (w != NULL) host_wrote(w, at, size, written);
}

void wl_mem_launch_begins(wl_mem *m, uint64_t scratch, uint64_t part) {
  struct wl_watch *w = wl_mem_watched(m);
  if (w == NULL) return;
  forget_marks(w);
  w->scratch = scratch;
  w->part = part;
}

void wl_watch_wave(struct wl_watch *w, uint32_t slot, uint32_t group, bool first) {
  w->slot[slot].wave = ++w->waves;
  w->slot[slot].group = group;
  if (first) {
    w->group[group].number = ++w->groups;
    w->group[group].epoch = 0;
  }
  if (w->part != 0) host_wrote(w, w->scratch + slot * w->part, w->part, false);
}

void wl_watch_barrier(struct wl_watch *w, uint32_t group) { w->group[group].epoch++; }

bool wl_mem_findings(wl_mem *m, wl_watch_finding *unwritten, wl_watch_finding *race) {
  struct wl_watch *w = wl_mem_watched(m);
  *unwritten = *race = (wl_watch_finding){.count = 0};
  if (w == NULL) return true;
  *unwritten = w->unwritten;
  *race = w->race;
  w->unwritten = w->race = (wl_watch_finding){.count = 0};
  return !w->full;
}

// Number of the instruction, from 0.
static uint32_t site_of(struct wl_watch *w, const struct wl_pending *p, const struct wl_insn *by) {
  const uint64_t pc = p->pc;
  const uint32_t *words = p->insn.words;
  for (uint32_t i = w->site_count; i-- > 0;) {
    const struct site *s = &w->sites[i];
    if (s->by == by && s->pc == pc && s->words[0] == words[0] && s->words[1] == words[1]) return i;
  }
  if (w->site_count == w->site_size) {
    const uint32_t size = w->site_size != 0 ? 2 * w->site_size : kFirstSites;
    struct site *sites = realloc(w->sites, size * sizeof *sites);
    if (sites == NULL) {
      w->full = true;
      return 0;
    }
    w->sites = sites;
    w->site_size = size;
  }
  w->sites[w->site_count] = (struct site){by, pc, {words[0], words[1]}};
  return w->site_count++;
}

static wl_watched_access access_of(const struct wl_watch *w, const struct mark *m, bool writes) {
  const struct site *s = &w->sites[m->site];
  return (wl_watched_access){s->pc, {s->words[0], s->words[1]}, m->slot, m->lane, writes, s->by};
}

static void found(wl_watch_finding *f, uint64_t address, wl_watched_access now, wl_watched_access before) {
  if (f->count++ == 0) *f = (wl_watch_finding){1, address, now, before};
}

// Whether no barrier stands between two accesses, and they are of two waves.
static bool unordered(const struct mark *a, const struct mark *b) {
  return a->wave != 0 && a->wave != b->wave && (a->group != b->group || a->epoch == b->epoch);
}

// The earlier access with which this one races, or NULL. *wrote: whether that one was a write.
static const struct mark *rival(const struct byte_marks *b, const struct mark *now, bool writes, bool *wrote) {
  *wrote = unordered(&b->writer, now);
  if (*wrote) return &b->writer;
  for (uint32_t r = 0; writes && r < kReaders; r++) {
    if (unordered(&b->reader[r], now)) return &b->reader[r];
  }
  return NULL;
}

static void keep(struct byte_marks *b, const struct mark *now, bool writes) {
  if (writes) *b = (struct byte_marks){.writer = *now};
  else if (b->reader[0].wave == 0 || b->reader[0].wave == now->wave) b->reader[0] = *now;
  else b->reader[1] = *now;
}

// A lane's access. Of each kind it is one finding at most.
static void lane_access(struct wl_watch *w, wl_mem_op op, const struct mark *now, const struct wl_stretch *s,
                        uint32_t count) {
  const bool reads = op != WL_MEM_STORE, writes = op != WL_MEM_LOAD;
  bool unwritten = false, raced = (w->what & WL_WATCH_RACES) == 0 || op == WL_MEM_ATOMIC;
  const bool marked = !raced;
  for (uint32_t i = 0; i < count; i++) {
    for (uint64_t at = s[i].at; at < s[i].at + s[i].bytes; at++) {
      struct page *p = page_of(w, at);
      if (p == NULL) return;
      const uint32_t byte = at % WL_PAGE, bit = 1u << byte % kBits;
      if (reads && !unwritten && (w->what & WL_WATCH_UNWRITTEN) != 0 && (p->written[byte / kBits] & bit) == 0) {
        unwritten = true;
        found(&w->unwritten, at, access_of(w, now, false), (wl_watched_access){.pc = 0});
      }
      if (writes) p->written[byte / kBits] |= (uint8_t)bit;
      if (!marked) continue;
      if (p->marks == NULL) p->marks = calloc(WL_PAGE, sizeof *p->marks);
      if (p->marks == NULL) {
        w->full = true;
        return;
      }
      bool wrote;
      const struct mark *other = raced ? NULL : rival(&p->marks[byte], now, writes, &wrote);
      if (other != NULL) {
        raced = true;
        found(&w->race, at, access_of(w, now, writes), access_of(w, other, wrote));
      }
      keep(&p->marks[byte], now, writes);
    }
  }
}

void wl_watch_access(struct wl_watch *w, uint32_t slot, const struct wl_pending *p, const struct wl_insn *by) {
  struct wl_stretch s[WL_STRETCHES];
  if (p->insn.unit != WL_UNIT_SMEM && p->insn.unit != WL_UNIT_VMEM) return;
  const uint32_t group = w->slot[slot].group;
  struct mark now = {.wave = w->slot[slot].wave, .group = w->group[group].number, .site = site_of(w, p, by)};
  now.epoch = w->group[group].epoch;
  now.slot = slot;
  if (w->full) return;
  if (p->insn.unit == WL_UNIT_SMEM) {
    lane_access(w, p->access->mem_op, &now, s, wl_scalar_stretches(p, s));
    return;
  }
  for (uint64_t lanes = p->exec; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    now.lane = l;
    lane_access(w, p->access->mem_op, &now, s, wl_lane_stretches(p, l, s));
  }
}
