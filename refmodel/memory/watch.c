// SPDX-License-Identifier: Apache-2.0
// What is known of each byte of a watched memory and of the LDS: whether it was written, who wrote it last and who read
// it since.
#include "memory/watch.h"

#include <stdlib.h>
#include <string.h>

#include "memory/memory.h"
#include "memory/order.h"

enum { kReaders = 2, kFirstPages = 64, kFirstSites = 256, kBits = 8, kPieces = WL_STRETCHES + 1, kWords = WL_PAGE / 4 };

static const uint64_t kLdsPages = 1ull << 63;

// Bytes that a lane accesses. lds: at is in the LDS array.
struct piece {
  uint64_t at;
  uint32_t bytes;
  wl_mem_op op;
  bool lds;
};

// An access by a lane. wave 0: none.
struct mark {
  uint32_t wave;   // number in the order of the starts, from 1
  uint32_t clock;  // of its slot
  uint32_t site;
  uint8_t slot, lane;
};

struct byte_marks {
  struct mark writer, reader[kReaders];
};

// Of memory, or of the LDS array.
struct page {
  uint64_t number;  // address of 48 bits / WL_PAGE, and kLdsPages
  uint8_t written[WL_PAGE / kBits];
  struct byte_marks *marks;   // of each byte; NULL: no access in this launch
  struct wl_known **atomics;  // by dword: what the waves knew whose atomics accessed it in this launch; NULL: nothing
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
    uint32_t wave, group, group_number;  // number; group slot; number
    uint32_t lds_base;
    uint32_t start, clock;  // clock at the wave's start; now
    struct wl_known known;  // ordered before what the wave does now; not its own accesses
  } slot[WL_MAX_WAVES];     // of the last wave
  struct {
    uint32_t number;
    struct wl_known gone;  // of waves that have ended and whose slots have others
  } group[WL_MAX_GROUPS];
  wl_watch_finding unwritten, race;
};

static void forget_atomics(struct page *p) {
  for (uint32_t i = 0; p->atomics != NULL && i < kWords; i++) free(p->atomics[i]);
  free(p->atomics);
  p->atomics = NULL;
}

static void forget_marks(struct wl_watch *w) {
  for (uint32_t i = 0; i < w->page_places; i++) {
    if (w->pages[i] == NULL) continue;
    free(w->pages[i]->marks);
    w->pages[i]->marks = NULL;
    forget_atomics(w->pages[i]);
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
static struct page *page_of(struct wl_watch *w, bool lds, uint64_t address) {
  const uint64_t number = address / WL_PAGE + (lds ? kLdsPages : 0);
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
    struct page *p = page_of(w, false, at);
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
  if (w != NULL) host_wrote(w, at & WL_MEM_ADDRESS_BITS, size, written);
}

void wl_mem_launch_begins(wl_mem *m, uint64_t scratch, uint64_t part) {
  struct wl_watch *w = wl_mem_watched(m);
  if (w == NULL) return;
  forget_marks(w);
  w->scratch = scratch;
  w->part = part;
}

// Bytes of the LDS array are as when a group starts: never written, and without an access.
static void forget_lds(struct wl_watch *w, uint64_t at, uint32_t size) {
  for (; size != 0; at++, size--) {
    struct page *p = page_of(w, true, at);
    if (p == NULL) return;
    const uint32_t i = at % WL_PAGE;
    p->written[i / kBits] &= (uint8_t) ~(1u << i % kBits);
    if (p->marks != NULL) p->marks[i] = (struct byte_marks){.writer = {.wave = 0}};
    if (p->atomics != NULL && p->atomics[i / 4] != NULL) *p->atomics[i / 4] = (struct wl_known){{{0, 0}}};
  }
}

// What is ordered behind all that the slot's wave did up to a clock.
static struct wl_known known_behind(const struct wl_watch *w, uint32_t slot, uint32_t clock) {
  struct wl_known k = w->slot[slot].known;
  wl_know(&k, slot, (struct wl_clocks){w->slot[slot].start, clock});
  return k;
}

// Whether the slot's last wave is one of the group that has this group slot now.
static bool in_group(const struct wl_watch *w, uint32_t slot, uint32_t group) {
  return w->slot[slot].wave != 0 && w->slot[slot].group == group &&
         w->slot[slot].group_number == w->group[group].number;
}

void wl_watch_wave(struct wl_watch *w, const struct wl_wave *wave, bool first) {
  const uint32_t slot = wave->slot, group = wave->group, before = w->slot[slot].group;
  if (in_group(w, slot, before)) {
    const struct wl_known k = known_behind(w, slot, w->slot[slot].clock);
    wl_know_all(&w->group[before].gone, &k);
  }
  if (first) {
    w->group[group].number = ++w->groups;
    w->group[group].gone = (struct wl_known){{{0, 0}}};
    forget_lds(w, wave->lds_base, wave->lds_size);
  }
  w->slot[slot].wave = ++w->waves;
  w->slot[slot].group = group;
  w->slot[slot].group_number = w->group[group].number;
  w->slot[slot].lds_base = wave->lds_base;
  w->slot[slot].start = ++w->slot[slot].clock;
  w->slot[slot].known = (struct wl_known){{{0, 0}}};
  if (w->part != 0) host_wrote(w, w->scratch + slot * w->part, w->part, false);
}

void wl_watch_barrier(struct wl_watch *w, uint32_t group) {
  struct wl_known all = w->group[group].gone;
  for (uint32_t s = 0; s < WL_MAX_WAVES; s++) {
    if (!in_group(w, s, group)) continue;
    const struct wl_known k = known_behind(w, s, w->slot[s].clock++);
    wl_know_all(&all, &k);
  }
  for (uint32_t s = 0; s < WL_MAX_WAVES; s++) {
    if (in_group(w, s, group)) w->slot[s].known = all;
  }
}

// What is known of a dword. NULL: out of memory.
static struct wl_known *dword_of(struct wl_watch *w, bool lds, uint64_t at) {
  struct page *p = page_of(w, lds, at);
  if (p == NULL) return NULL;
  if (p->atomics == NULL) p->atomics = calloc(kWords, sizeof *p->atomics);
  struct wl_known **k = p->atomics != NULL ? &p->atomics[at % WL_PAGE / 4] : NULL;
  if (k != NULL && *k == NULL) *k = calloc(1, sizeof **k);
  if (k == NULL || *k == NULL) w->full = true;
  return k != NULL ? *k : NULL;
}

void wl_watch_atomic(struct wl_watch *w, const struct wl_pending *p, bool lds, uint64_t at) {
  const uint32_t slot = p->issued.slot;
  if (!lds) at &= WL_MEM_ADDRESS_BITS;
  for (uint64_t end = at + p->access->bytes; at < end; at += 4) {
    struct wl_known *dword = dword_of(w, lds, at);
    if (dword == NULL) return;
    if (p->insn.mem_destination != WL_TO_NOTHING) wl_know_all(&w->slot[slot].known, dword);
    const struct wl_known k = known_behind(w, slot, p->issued.clock);
    wl_know_all(dword, &k);
  }
}

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
static uint32_t site_of(struct wl_watch *w, uint64_t pc, const uint32_t words[2], const struct wl_insn *by) {
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

static void found(const struct wl_watch *w, wl_watch_finding *f, const struct piece *piece, uint64_t at,
                  wl_watched_access now, wl_watched_access before) {
  const uint64_t address = piece->lds ? at - w->slot[now.slot].lds_base : wl_canonical(at);
  if (f->count++ == 0) *f = (wl_watch_finding){1, address, piece->lds, now, before};
}

// Whether an earlier access is of another wave, and not ordered before what this wave does now.
static bool unordered(const struct wl_watch *w, const struct mark *a, const struct mark *now) {
  return a->wave != 0 && a->wave != now->wave && !wl_knows(&w->slot[now->slot].known, a->slot, a->clock);
}

// The earlier access with which this one races, or NULL. *wrote: whether that one was a write.
static const struct mark *rival(const struct wl_watch *w, const struct byte_marks *b, const struct mark *now,
                                bool writes, bool *wrote) {
  *wrote = unordered(w, &b->writer, now);
  if (*wrote) return &b->writer;
  for (uint32_t r = 0; writes && r < kReaders; r++) {
    if (unordered(w, &b->reader[r], now)) return &b->reader[r];
  }
  return NULL;
}

static void keep(struct byte_marks *b, const struct mark *now, bool writes) {
  if (writes) *b = (struct byte_marks){.writer = *now};
  else if (b->reader[0].wave == 0 || b->reader[0].wave == now->wave) b->reader[0] = *now;
  else b->reader[1] = *now;
}

// Whether a lane's access has a finding of each kind already: it is one at most.
struct seen {
  bool unwritten, raced;
};

static void piece_access(struct wl_watch *w, const struct mark *now, const struct piece *piece, struct seen *seen) {
  const bool reads = piece->op != WL_MEM_STORE, writes = piece->op != WL_MEM_LOAD;
  const bool marked = (w->what & WL_WATCH_RACES) != 0 && piece->op != WL_MEM_ATOMIC;
  for (uint64_t at = piece->at; at < piece->at + piece->bytes; at++) {
    struct page *p = page_of(w, piece->lds, at);
    if (p == NULL) return;
    const uint32_t byte = at % WL_PAGE, bit = 1u << byte % kBits;
    if (reads && !seen->unwritten && (w->what & WL_WATCH_UNWRITTEN) != 0 && (p->written[byte / kBits] & bit) == 0) {
      seen->unwritten = true;
      found(w, &w->unwritten, piece, at, access_of(w, now, false), (wl_watched_access){.pc = 0});
    }
    if (writes) p->written[byte / kBits] |= (uint8_t)bit;
    if (!marked) continue;
    if (p->marks == NULL) p->marks = calloc(WL_PAGE, sizeof *p->marks);
    if (p->marks == NULL) {
      w->full = true;
      return;
    }
    bool wrote;
    const struct mark *other = seen->raced ? NULL : rival(w, &p->marks[byte], now, writes, &wrote);
    if (other != NULL) {
      seen->raced = true;
      found(w, &w->race, piece, at, access_of(w, now, writes), access_of(w, other, wrote));
    }
    keep(&p->marks[byte], now, writes);
  }
}

static void lane_access(struct wl_watch *w, const struct mark *now, const struct piece *pieces, uint32_t count) {
  struct seen seen = {false, false};
  for (uint32_t i = 0; i < count; i++) piece_access(w, now, &pieces[i], &seen);
}

static uint32_t memory_pieces(const struct wl_pending *p, uint32_t lane, struct piece *to) {
  struct wl_stretch s[WL_STRETCHES];
  const uint32_t all = p->insn.unit == WL_UNIT_SMEM ? wl_scalar_stretches(p, s) : wl_lane_stretches(p, lane, s);
  uint32_t count = 0;
  for (uint32_t i = 0; i < all; i++) {
    if (!wl_is_canonical(s[i].at)) continue;  // nothing is there
    to[count++] = (struct piece){s[i].at & WL_MEM_ADDRESS_BITS, s[i].bytes, (wl_mem_op)p->access->mem_op, false};
  }
  return count;
}

// Vector memory between memory and the LDS reads before it writes.
static uint32_t move_pieces(const struct wl_pending *p, uint32_t lane, struct piece *to) {
  const bool load = p->access->mem_op == WL_MEM_LOAD;
  const struct piece lds = {p->lds_first + 4 * lane, 4, load ? WL_MEM_STORE : WL_MEM_LOAD, true};
  if (!load) *to++ = lds;
  const uint32_t count = memory_pieces(p, lane, to);
  if (load) to[count] = lds;
  return count + 1;
}

// In the order of service (lds.md 4.1): of a src2 form the operand comes first.
static uint32_t lds_pieces(const struct wl_pending *p, uint32_t lane, struct piece *to) {
  const struct wl_access *a = p->access;
  uint32_t count = 0;
  for (uint32_t i = 0; i < 2; i++) {
    const uint32_t access = a->what == WL_DS_SRC2 ? 1 - i : i;
    if (p->lanes[access][0] >> lane & 1)
      to[count++] = (struct piece){p->at.address[access][lane], a->bytes, wl_lds_op(a, access), true};
  }
  return count;
}

static uint32_t pieces_of(const struct wl_pending *p, uint32_t lane, struct piece to[kPieces]) {
  if (p->insn.unit == WL_UNIT_LDS) return lds_pieces(p, lane, to);
  return wl_moves_lds(&p->insn) ? move_pieces(p, lane, to) : memory_pieces(p, lane, to);
}

static struct mark mark_of(struct wl_watch *w, uint32_t slot, uint32_t site) {
  return (struct mark){w->slot[slot].wave, w->slot[slot].clock, site, (uint8_t)slot, 0};
}

void wl_watch_access(struct wl_watch *w, uint32_t slot, struct wl_pending *p, const struct wl_insn *by) {
  struct piece pieces[kPieces];
  struct mark now = mark_of(w, slot, site_of(w, p->pc, p->insn.words, by));
  const bool atomic = p->access->mem_op == WL_MEM_ATOMIC && (w->what & WL_WATCH_RACES) != 0;
  if (w->full) return;
  if (atomic) p->issued = (struct wl_issued){slot, w->slot[slot].clock++};
  for (uint64_t lanes = p->insn.unit == WL_UNIT_SMEM ? 1 : p->exec; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes), count = pieces_of(p, l, pieces);
    now.lane = (uint8_t)l;
    if (!wl_is_gds(&p->insn)) lane_access(w, &now, pieces, count);
    for (uint32_t i = 0; atomic && by != NULL && i < count; i++) {
      if (pieces[i].op == WL_MEM_ATOMIC) wl_watch_atomic(w, p, pieces[i].lds, pieces[i].at);
    }
  }
}

void wl_watch_direct(struct wl_watch *w, const struct wl_wave *wave, const struct wl_insn *insn, uint64_t at,
                     uint32_t bytes) {
  const struct mark now = mark_of(w, wave->slot, site_of(w, wave->pc, insn->words, NULL));
  if (!w->full) lane_access(w, &now, &(struct piece){at, bytes, WL_MEM_LOAD, true}, 1);
}
