// What the program owes the ISA and the checker can say without stopping: missing waits and wait states. And how long a
// wave that went to sleep must not issue, which only a clock can tell.
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>

// Length of what makes two warnings the same: all but the states that are present, which may differ between paths.
static size_t distinct(const char *why) {
  const char *has = strstr(why, ", has ");
  return has ? (size_t)(has - why) : strlen(why);
}

static hazard_note *find(wl_checker *c, uint64_t pc, const char *why) {
  size_t length = distinct(why);
  for (uint32_t i = 0; i < c->hazard_count; i++) {
    hazard_note *h = &c->hazard[i];
    if (h->pc == pc && length == distinct(h->why) && !strncmp(h->why, why, length)) return h;
  }
  if (!c->hazard) c->hazard = calloc(HAZARDS, sizeof *c->hazard);
  if (!c->hazard || c->hazard_count == HAZARDS) return NULL;
  hazard_note *h = &c->hazard[c->hazard_count++];
  h->pc = pc;
  h->count = 0;
  snprintf(h->why, sizeof h->why, "%s", why);
  return h;
}

void program_hazard(wl_checker *c, int slot, uint64_t pc, const char *why) {
  if (c->options.hazards == WL_HAZARDS_OFF) return;
  if (c->options.hazards == WL_HAZARDS_ERROR) {
    diverge(c, WL_HAZARD, slot, "issue", "slot %d at 0x%llx: %s", slot, (unsigned long long)pc, why);
    return;
  }
  hazard_note *h = find(c, pc, why);
  c->hazards++;
  if (h) h->count++;
  else c->hazards_lost++;
}

void report_hazards(wl_checker *c, wl_checker_result *result) {
  for (uint32_t i = 0; i < c->hazard_count; i++) {
    const hazard_note *h = &c->hazard[i];
    fprintf(stderr, "warning: at 0x%llx: %s (%llu times)\n", (unsigned long long)h->pc, h->why, (unsigned long long)h->count);
  }
  if (c->hazards_lost) {
    fprintf(stderr, "warning: and %llu more, of other instructions\n", (unsigned long long)c->hazards_lost);
  }
  result->hazards = c->hazards;
  c->hazard_count = 0;
  c->hazards = c->hazards_lost = 0;
}

// ---- sleep (docs/decisions.md, "Control") --------------------------------------------------------

enum { S_WAKEUP = 0xBF83, S_SLEEP = 0xBF8E };

void check_awake(wl_checker *c, int slot, uint64_t pc) {
  const wave_state *w = &c->wave[slot];
  if (__builtin_expect(c->clock >= w->sleep_until, 1)) return;
  diverge(c, WL_ILLEGAL, slot, "issue", "slot %d issued at 0x%llx while it sleeps: from clock %llu on, not before clock %llu",
          slot, (unsigned long long)pc, (unsigned long long)w->sleep_from, (unsigned long long)w->sleep_until);
}

void note_sleep(wl_checker *c, int slot, uint32_t word) {
  wave_state *w = &c->wave[slot];
  if (word >> 16 == S_SLEEP) {
    w->sleep_from = c->clock;
    w->sleep_until = c->clock + 64 * (word & 127) + 1;
  }
  if (word >> 16 != S_WAKEUP) return;
  for (uint32_t i = 0; i < c->config.waves; i++) {
    wave_state *other = &c->wave[i];
    const bool sleeps = (c->live >> i & 1) && other->sleep_from < c->clock && other->sleep_until > c->clock;
    if (i != (uint32_t)slot && sleeps && other->group == w->group) other->sleep_until = c->clock + 1;
  }
}
