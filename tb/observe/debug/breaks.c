// SPDX-License-Identifier: Apache-2.0
// Breaks and watches. A break at a PC is hit when a wave gets there: by its start, or by the issue of the instruction
// before. It does not hit again while the wave waits there.
#include <inttypes.h>
#include <string.h>

#include "observe/debug/session.h"

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

static uint64_t value_at(const uint8_t *bytes, uint32_t size) {
  uint64_t value = 0;
  memcpy(&value, bytes, size);
  return value;
}

uint32_t watch_value_bytes(const wl_debug *d, const debug_thing *t) {
  if (t->bytes <= 8) return t->bytes;
  return t->kind == THING_VGPR ? vgpr_bytes(d) / WL_LANES : 4;
}

static bool holds(const debug_break *b, uint64_t value) {
  switch (b->condition) {
    case IF_EQUAL: return value == b->value;
    case IF_OTHER: return value != b->value;
    case IF_LESS: return value < b->value;
    case IF_MORE: return value > b->value;
    default: return true;
  }
}

// Tells a change of a watched thing: the first value that is another now, and that its condition takes.
static void look_at_watch(wl_debug *d, uint32_t i) {
  static const char *const names[SIDES] = {"DUT", "expected"};
  const debug_break *b = &d->shared->breaks[i];
  const uint32_t each = watch_value_bytes(d, &b->thing);
  uint8_t now[DEBUG_BYTES];
  char more[200] = "";
  for (debug_side side = 0; side < SIDES; side++) {
    const bool known = thing_read(d, &b->thing, side, now), before = d->watched[i].known[side];
    uint8_t *old = d->watched[i].bytes[side];
    for (uint32_t at = 0, size; known && before && at < b->thing.bytes; at += size) {
      size = b->thing.bytes - at < each ? b->thing.bytes - at : each;
      const uint64_t was = value_at(old + at, size), is = value_at(now + at, size);
      if (was == is || !holds(b, is)) continue;
      char where[32] = "";
      const size_t used = strlen(more);
      if (b->thing.bytes > each) snprintf(where, sizeof where, " byte 0x%x", at);
      snprintf(more + used, sizeof more - used, "%s%s%s %0*" PRIx64 " -> %0*" PRIx64, used ? "; " : ": ", names[side],
               where, (int)(2 * size), was, (int)(2 * size), is);
      break;
    }
    d->watched[i].known[side] = known;
    if (known) memcpy(old, now, b->thing.bytes);
  }
  const bool waves = b->thing.kind != THING_MEMORY && b->thing.kind != THING_LDS;
  if (*more) hit(d, b, waves ? (int)b->thing.slot : DEBUG_ANY, more);
}

// Whether a break is at an instruction.
static bool is_at(const wl_debug *d, const debug_break *b, uint64_t pc) {
  if (b->kind == BREAK_MNEMONIC) return code_begins(d, pc, b->mnemonic);
  bool found = b->kind == BREAK_PC && b->at == pc;
  for (uint32_t i = 0; b->kind == BREAK_LINE && i < b->place_count; i++) found = found || b->places[i] == pc;
  return found;
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
      case BREAK_LINE:
      case BREAK_MNEMONIC:
        for (uint32_t left = d->arrived & of; left; left &= left - 1)
          if (is_at(d, b, pc_of_slot(d, (uint32_t)__builtin_ctz(left)))) slots |= left & -left;
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
