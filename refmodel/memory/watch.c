// SPDX-License-Identifier: Apache-2.0
// What is known of each byte of a watched memory and of the LDS: whether it was written, who wrote it last and who read
// it since.
#include "memory/watch.h"

#include <stdlib.h>
#include <string.h>

#include "isa/isa.h"
#include "memory/memory.h"
#include "memory/order.h"

enum { kReaders = 2, kFirstPages = 64, kFirstSites = 256, kBits = 8, kPieces = WL_STRETCHES + 1, kWords = WL_PAGE / 4 };
enum { kInFlight = 64 };  // instructions of a kind that a wait counter can count, and one

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
  uint8_t slot, lane, kind;  // kind: WL_ORDER_*
};

struct byte_marks {
  struct mark writer, reader[kReaders];
};

// What a wave tells those that read a dword: of a store, one for all dwords that it writes.
struct release {
  uint32_t dwords;  // that have it
  struct wl_known known;
};

struct dword {
  struct release *release;  // NULL: nothing
  uint16_t readers;         // slots whose waves have it, a bit each
  uint16_t users;           // slots whose waves have done an atomic on the dword, a bit each
};

// A page of memory, or of the LDS array.
struct page {
  uint64_t number;  // address of 48 bits / WL_PAGE, and kLdsPages
  uint8_t written[WL_PAGE / kBits];
  struct byte_marks *marks;  // of each byte; NULL: no access in this launch
  struct dword *dwords;      // what was released in this launch; NULL: nothing
};

// An instruction. by: it executed at once; then its pc may be another, for the run loop does not keep it.
struct site {
  const struct wl_insn *by;
  uint64_t pc;
  uint32_t words[2];
};

// The accesses of a kind by a wave, in their order.
struct accesses {
  uint32_t count, clock[kInFlight];  // clock: of the last ones
  uint32_t waited;                   // those up to this clock are complete, as far as the program's waits tell
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
    uint32_t scalar;        // clock of the last access of scalar memory
    bool waits;             // by s_waitcnt; else all is complete at once
    struct accesses of[WL_ORDER_KINDS];
    struct wl_known known;  // ordered before what the wave does now; not its own accesses
  } slot[WL_MAX_WAVES];     // of the last wave
  struct {
    uint32_t number;
    struct wl_known gone;  // of waves that have ended and whose slots have others
  } group[WL_MAX_GROUPS];
  wl_watch_finding unwritten, race;
  const struct wl_image *image;  // of the instruction that accesses; NULL: it has none
};

static void drop(struct dword *d) {
  if (d->release != NULL && --d->release->dwords == 0) free(d->release);
  d->release = NULL;
}

static void forget_releases(struct page *p) {
  for (uint32_t i = 0; p->dwords != NULL && i < kWords; i++) drop(&p->dwords[i]);
  free(p->dwords);
  p->dwords = NULL;
}

static void forget_marks(struct wl_watch *w) {
  for (uint32_t i = 0; i < w->page_places; i++) {
    if (w->pages[i] == NULL) continue;
    free(w->pages[i]->marks);
    w->pages[i]->marks = NULL;
    forget_releases(w->pages[i]);
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
    if (p->dwords == NULL) continue;
    drop(&p->dwords[i / 4]);
    p->dwords[i / 4] = (struct dword){.release = NULL};
  }
}

// What is ordered behind all that the slot's wave did up to a clock.
static struct wl_known known_behind(const struct wl_watch *w, uint32_t slot, uint32_t clock) {
  struct wl_known k = w->slot[slot].known;
  for (uint32_t kind = 0; kind < WL_ORDER_KINDS; kind++)
    wl_know(&k, slot, kind, (struct wl_clocks){w->slot[slot].start, clock});
  return k;
}

// What is ordered behind a store with this clock: what its wave has waited for, or all. The LDS serves a wave in order.
static struct wl_known known_by_store(const struct wl_watch *w, const struct mark *store, bool all) {
  const uint32_t slot = store->slot, clock = store->clock;
  struct wl_known k = w->slot[slot].known;
  for (uint32_t kind = 0; kind < WL_ORDER_KINDS; kind++) {
    const bool complete = all || (kind == WL_ORDER_LGKM && store->kind == WL_ORDER_LGKM);
    wl_know(&k, slot, kind, (struct wl_clocks){w->slot[slot].start, complete ? clock : w->slot[slot].of[kind].waited});
  }
  k.seen[slot] = (struct wl_clocks){w->slot[slot].start, clock};
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
    w->group[group].gone = (struct wl_known){.seen = {{0, 0}}};
    forget_lds(w, wave->lds_base, wave->lds_size);
  }
  w->slot[slot].wave = ++w->waves;
  w->slot[slot].group = group;
  w->slot[slot].group_number = w->group[group].number;
  w->slot[slot].lds_base = wave->lds_base;
  w->slot[slot].start = ++w->slot[slot].clock;
  w->slot[slot].clock++;  // no access has the clock of the start
  w->slot[slot].known = (struct wl_known){.seen = {{0, 0}}};
  w->slot[slot].scalar = 0;
  w->slot[slot].waits = !wl_in_second(wave);
  for (uint32_t kind = 0; kind < WL_ORDER_KINDS; kind++)
    w->slot[slot].of[kind] = (struct accesses){.waited = w->slot[slot].start};
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

// An access with this clock. It is complete when the wave has waited for its kind.
static void add_access(struct accesses *a, uint32_t clock) { a->clock[a->count++ % kInFlight] = clock; }

// All but the youngest n accesses are complete.
static void complete(struct accesses *a, uint32_t n) {
  if (n >= kInFlight || a->count <= n) return;
  const uint32_t clock = a->clock[(a->count - n - 1) % kInFlight];
  if (clock > a->waited) a->waited = clock;
}

void wl_watch_wait(struct wl_watch *w, uint32_t slot, const struct wl_insn *insn) {
  struct accesses *of = w->slot[slot].of;
  if (wl_is_waitcnt_vs(insn)) {
    complete(&of[WL_ORDER_VS], wl_wait_vs(insn));
    return;
  }
  const uint32_t lgkm = wl_wait_lgkm(insn);
  complete(&of[WL_ORDER_VM], wl_wait_vm(insn));
  // Scalar memory returns in any order: while it may be in flight, a number tells nothing.
  if (lgkm == 0 || w->slot[slot].scalar <= of[WL_ORDER_LGKM].waited) complete(&of[WL_ORDER_LGKM], lgkm);
}

// What is known of a dword. NULL: out of memory.
static struct dword *dword_of(struct wl_watch *w, bool lds, uint64_t at) {
  struct page *p = page_of(w, lds, at);
  if (p == NULL) return NULL;
  if (p->dwords == NULL) p->dwords = calloc(kWords, sizeof *p->dwords);
  if (p->dwords == NULL) w->full = true;
  return p->dwords != NULL ? &p->dwords[at % WL_PAGE / 4] : NULL;
}

// A wave reads a dword as an acquire: it knows what was released there.
static void acquire(struct wl_watch *w, uint32_t slot, struct dword *d) {
  if (d->release != NULL) wl_know_all(&w->slot[slot].known, &d->release->known);
  d->readers |= (uint16_t)(1u << slot);
}

// A dword tells this beside what it told before. false: out of memory.
static bool release_too(struct dword *d, const struct wl_known *known) {
  struct release *own = d->release;
  if (own == NULL || own->dwords > 1) {
    own = malloc(sizeof *own);
    if (own == NULL) return false;
    own->dwords = 1;
    own->known = d->release != NULL ? d->release->known : (struct wl_known){.seen = {{0, 0}}};
    if (d->release != NULL) d->release->dwords--;
    d->release = own;
  }
  wl_know_all(&own->known, known);
  return true;
}

void wl_watch_atomic(struct wl_watch *w, const struct wl_pending *p, bool lds, uint64_t at) {
  const uint32_t slot = p->issued.slot;
  if (!lds) at &= WL_MEM_ADDRESS_BITS;
  for (uint64_t end = at + p->access->bytes; at < end; at += 4) {
    struct dword *d = dword_of(w, lds, at);
    if (d == NULL) return;
    if (p->insn.mem_destination != WL_TO_NOTHING) acquire(w, slot, d);
    const struct wl_known k = known_behind(w, slot, p->issued.clock);
    if (!release_too(d, &k)) w->full = true;
    d->users |= (uint16_t)(1u << slot);
  }
}

// Stores of an instruction release what its wave has waited for. *shared: that of the dwords before, NULL at first. A
// store to a dword on which its wave has done an atomic releases all, as an atomic does.
static void release_piece(struct wl_watch *w, const struct mark *now, const struct piece *piece,
                          struct release **shared) {
  const uint64_t end = piece->at + piece->bytes;
  for (uint64_t at = piece->at & ~UINT64_C(3); at < end; at += 4) {
    struct dword *d = dword_of(w, piece->lds, at);
    if (d == NULL) return;
    if (*shared == NULL) {
      *shared = malloc(sizeof **shared);
      if (*shared == NULL) {
        w->full = true;
        return;
      }
      **shared = (struct release){1, known_by_store(w, now, !w->slot[now->slot].waits)};  // one for *shared itself
    }
    d->readers = 0;
    if (at >= piece->at && at + 4 <= end) {  // else a part of the dword: the others tell what they did
      drop(d);
      d->release = *shared;
      (*shared)->dwords++;
    } else if (!release_too(d, &(*shared)->known)) {
      w->full = true;
    }
    if (d->users >> now->slot & 1) {
      const struct wl_known all = known_by_store(w, now, true);
      if (!release_too(d, &all)) w->full = true;
    }
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
  if (f->count++ != 0) return;
  *f = (wl_watch_finding){1, address, piece->lds, now, before, wl_image_texel_at(w->image, address)};
}

// Whether an earlier access is of another wave, and not ordered before what this wave does now.
static bool unordered(const struct wl_watch *w, const struct mark *a, const struct mark *now) {
  return a->wave != 0 && a->wave != now->wave && !wl_knows(&w->slot[now->slot].known, a->slot, a->kind, a->clock);
}

// Whether the wave has acquired the dword since the last store.
static bool acquired(const struct page *p, uint32_t byte, const struct mark *now) {
  return p->dwords != NULL && (p->dwords[byte / 4].readers >> now->slot & 1);
}

// The earlier access with which this one races, or NULL. *wrote: whether that one was a write. A load with GLC, which
// acquires, races with a store only where a later store of that wave was read before.
static const struct mark *rival(const struct wl_watch *w, const struct page *p, uint32_t byte, const struct mark *now,
                                bool writes, bool acquires, bool *wrote) {
  const struct byte_marks *b = &p->marks[byte];
  const struct wl_clocks seen = w->slot[now->slot].known.seen[b->writer.slot];
  const bool before = b->writer.clock >= seen.from && b->writer.clock < seen.to;
  *wrote = unordered(w, &b->writer, now) && !acquired(p, byte, now) && (!acquires || before);
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

static void piece_access(struct wl_watch *w, const struct mark *now, const struct piece *piece, bool acquires,
                         struct seen *seen) {
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
    const struct mark *other = seen->raced ? NULL : rival(w, p, byte, now, writes, acquires, &wrote);
    if (other != NULL) {
      seen->raced = true;
      found(w, &w->race, piece, at, access_of(w, now, writes), access_of(w, other, wrote));
    }
    if (!acquires) keep(&p->marks[byte], now, writes);
  }
}

static void lane_access(struct wl_watch *w, const struct mark *now, const struct piece *pieces, uint32_t count,
                        bool acquires) {
  struct seen seen = {false, false};
  for (uint32_t i = 0; i < count; i++) piece_access(w, now, &pieces[i], acquires && !pieces[i].lds, &seen);
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

// The kind of an instruction's accesses.
static uint8_t kind_of(const struct wl_insn *insn) {
  if (insn->unit != WL_UNIT_VMEM) return WL_ORDER_LGKM;
  return insn->holds & WL_HOLDS_VS ? WL_ORDER_VS : WL_ORDER_VM;
}

// Whether it is a load from memory with GLC.
static bool is_acquire(const struct wl_insn *insn) {
  if (insn->mem_op != WL_MEM_LOAD || insn->unit == WL_UNIT_LDS) return false;
  switch (insn->format) {
    case WL_FMT_SMEM: return insn->words[0] & WL_SMEM_GLC;
    case WL_FMT_FLAT: return insn->words[0] & WL_FLAT_GLC;
    case WL_FMT_MIMG: return false;
    default: return insn->words[0] & WL_MUBUF_GLC;
  }
}

void wl_watch_load(struct wl_watch *w, const struct wl_pending *p, uint64_t lanes) {
  struct piece pieces[kPieces];
  for (; lanes != 0; lanes &= lanes - 1) {
    const uint32_t count = memory_pieces(p, (uint32_t)__builtin_ctzll(lanes), pieces);
    for (uint32_t i = 0; i < count; i++) {
      const uint64_t end = pieces[i].at + pieces[i].bytes;
      for (uint64_t at = pieces[i].at & ~UINT64_C(3); at < end; at += 4) {
        struct dword *d = dword_of(w, false, at);
        if (d == NULL) return;
        acquire(w, p->issued.slot, d);
      }
    }
  }
}

void wl_watch_access(struct wl_watch *w, uint32_t slot, struct wl_pending *p, const struct wl_insn *by) {
  struct piece pieces[kPieces];
  const uint8_t kind = kind_of(&p->insn);
  const bool races = (w->what & WL_WATCH_RACES) != 0, acquires = races && is_acquire(&p->insn);
  const bool atomic = p->access->mem_op == WL_MEM_ATOMIC && races;
  struct mark now = {
      w->slot[slot].wave, w->slot[slot].clock++, site_of(w, p->pc, p->insn.words, by), (uint8_t)slot, 0, kind};
  struct release *shared = NULL;
  if (w->full) return;
  w->image = wl_image_in(p);
  add_access(&w->slot[slot].of[kind], now.clock);
  if (p->insn.unit == WL_UNIT_SMEM) w->slot[slot].scalar = now.clock;
  if (atomic || acquires) p->issued = (struct wl_issued){slot, now.clock};
  const uint64_t all = p->insn.unit == WL_UNIT_SMEM ? 1 : p->exec;
  for (uint64_t lanes = all; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes), count = pieces_of(p, l, pieces);
    now.lane = (uint8_t)l;
    if (!wl_is_gds(&p->insn)) lane_access(w, &now, pieces, count, acquires);
    for (uint32_t i = 0; i < count; i++) {
      if (races && pieces[i].op == WL_MEM_STORE && !wl_is_gds(&p->insn)) release_piece(w, &now, &pieces[i], &shared);
      if (atomic && by != NULL && pieces[i].op == WL_MEM_ATOMIC) wl_watch_atomic(w, p, pieces[i].lds, pieces[i].at);
    }
  }
  if (shared != NULL && --shared->dwords == 0) free(shared);
  if (acquires && by != NULL) wl_watch_load(w, p, all);
  w->image = NULL;
}

void wl_watch_direct(struct wl_watch *w, const struct wl_wave *wave, const struct wl_insn *insn, uint64_t at,
                     uint32_t bytes) {
  const uint32_t slot = wave->slot;
  // It is complete when it has issued.
  const struct mark now = {w->slot[slot].wave,
                           w->slot[slot].of[WL_ORDER_LGKM].waited,
                           site_of(w, wave->pc, insn->words, NULL),
                           (uint8_t)slot,
                           0,
                           WL_ORDER_LGKM};
  if (!w->full) lane_access(w, &now, &(struct piece){at, bytes, WL_MEM_LOAD, true}, 1, false);
}
