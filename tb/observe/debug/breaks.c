// SPDX-License-Identifier: Apache-2.0
// Breaks and watches. A break at a PC is hit when a wave gets there: by its start, or by the issue of the instruction
// before. It does not hit again while the wave waits there.
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "observe/debug/session.h"
#include "base/error.h"

debug_break *break_add(wl_debug *d, const debug_break *b) {
  for (uint32_t i = 0; i < DEBUG_BREAKS; i++) {
    debug_break *to = &d->shared->breaks[i];
    if (to->kind != BREAK_NONE) continue;
    *to = *b;
    to->number = d->shared->next_number++;
    breaks_rebase(d);
    return to;
  }
  return NULL;
}

void breaks_rebase(wl_debug *d) {
  for (uint32_t i = 0; i < DEBUG_BREAKS; i++) {
    const debug_break *b = &d->shared->breaks[i];
    if (b->kind != BREAK_WATCH) continue;
    d->watched[i].number = b->number;
    for (debug_side side = 0; side < SIDES; side++)
      d->watched[i].known[side] = thing_read(d, &b->thing, side, d->watched[i].bytes[side]);
  }
}

static void hit(wl_debug *d, const debug_break *b, int slot, const char *more) {
  if (*d->hit) return;  // the first one is told
  d->hit_slot = slot;
  d->hit_break = (int)b->number;
  char of[32] = "";
  if (slot >= 0 && b->kind != BREAK_WATCH) snprintf(of, sizeof of, ": slot %d", slot);
  snprintf(d->hit, sizeof d->hit, "%s %u, %s%s%s", b->kind == BREAK_WATCH ? "watch" : "break", b->number, b->text, of,
           more);
}

// Bytes at a word as text, of words or what is left.
static void word_text(const uint8_t *bytes, uint32_t at, uint32_t count, char text[20]) {
  uint64_t value = 0;
  const uint32_t size = count - at < 8 ? count - at : count <= 8 ? 8 : 4;
  memcpy(&value, bytes + at, size < 8 ? size : 8);
  snprintf(text, 20, "%0*" PRIx64, (int)(2 * size), value);
}

// Tells a change of a watched thing: the first word that is another now.
static void look_at_watch(wl_debug *d, uint32_t i) {
  static const char *const names[SIDES] = {"DUT", "expected"};
  const debug_break *b = &d->shared->breaks[i];
  uint8_t now[DEBUG_BYTES];
  char more[200] = "";
  for (debug_side side = 0; side < SIDES; side++) {
    const bool known = thing_read(d, &b->thing, side, now), before = d->watched[i].known[side];
    uint8_t *old = d->watched[i].bytes[side];
    uint32_t at = 0;
    while (known && before && at < b->thing.bytes && now[at] == old[at]) at++;
    if (known && before && at < b->thing.bytes) {
      char was[20], is[20], where[32] = "";
      const size_t used = strlen(more);
      if (b->thing.bytes > 8) {
        at &= ~3u;
        snprintf(where, sizeof where, " byte 0x%x", at);
      } else {
        at = 0;
      }
      word_text(old, at, b->thing.bytes, was);
      word_text(now, at, b->thing.bytes, is);
      snprintf(more + used, sizeof more - used, "%s%s%s %s -> %s", used ? "; " : ": ", names[side], where, was, is);
    }
    d->watched[i].known[side] = known;
    if (known) memcpy(old, now, b->thing.bytes);
  }
  const bool waves = b->thing.kind != THING_MEMORY && b->thing.kind != THING_LDS;
  if (*more) hit(d, b, waves ? (int)b->thing.slot : DEBUG_ANY, more);
}

void breaks_look(wl_debug *d) {
  *d->hit = 0;
  for (uint32_t i = 0; i < DEBUG_BREAKS; i++) {
    const debug_break *b = &d->shared->breaks[i];
    const uint32_t of = b->slot == DEBUG_ANY ? ~0u : 1u << b->slot;
    uint32_t slots = 0;
    switch (b->kind) {
      case BREAK_NONE: break;
      case BREAK_PC:
        for (uint32_t left = d->arrived & of; left; left &= left - 1)
          if (pc_of_slot(d, (uint32_t)__builtin_ctz(left)) == b->at) slots |= left & -left;
        break;
      case BREAK_POSITION:
        if (d->position == b->at) hit(d, b, DEBUG_ANY, "");
        break;
      case BREAK_START: slots = d->started & of; break;
      case BREAK_END: slots = d->ended_waves & of; break;
      case BREAK_WATCH: look_at_watch(d, i); break;
    }
    if (slots) hit(d, b, __builtin_ctz(slots), "");
  }
}

// ---- places --------------------------------------------------------------------------------------

static bool number_parse(const char *text, uint64_t *to) {
  char *end;
  errno = 0;
  *to = strtoull(text, &end, 0);
  return isdigit((unsigned char)*text) && !*end && !errno;
}

bool place_parse(const wl_debug *d, const char *text, uint64_t *address) {
  char name[128];
  uint64_t more = 0;
  wl_error none;
  if (*text == '*') text++;
  if (number_parse(text, address)) return true;
  const char *plus = strchr(text, '+');
  if (plus && !number_parse(plus + 1, &more)) return false;
  if (!wl_text(name, sizeof name, "%.*s", (int)(plus ? plus - text : (long)strlen(text)), text)) return false;
  if (!d->object || !wl_object_symbol(d->object, name, address, &none)) return false;
  *address += more;
  return true;
}

void place_text(const wl_debug *d, uint64_t address, char *text, size_t size) {
  *text = 0;
  if (d->object) wl_object_nearest(d->object, address, text, size);
}
