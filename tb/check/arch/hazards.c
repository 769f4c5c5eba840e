// SPDX-License-Identifier: Apache-2.0
// Missing waits and wait states of the program. The checker can warn of them and go on.
#include "check/arch/arch.h"

#include <stdio.h>
#include <stdlib.h>

// Length of the text that tells two warnings apart. The number of present wait states comes after it and may differ
// between paths.
static size_t distinct(const char *why) {
  const char *has = strstr(why, ", has ");
  return has ? (size_t)(has - why) : strlen(why);
}

static hazard_note *find(arch_state *c, uint64_t pc, const char *why) {
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

void program_hazard(arch_state *c, int slot, uint64_t pc, const char *why) {
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

static void not_judged(arch_state *c, const char *why) {
  snprintf(c->not_judged, sizeof c->not_judged, "not judged from cycle %llu on: %s", (unsigned long long)c->cycle, why);
  c->race = 0;
  c->sweep_asked = false;
  c->unit->listener = NULL;
}

void note_race(arch_state *c, int slot, uint64_t pc, const wl_effect *e) {
  if (c->options.hazards == WL_HAZARDS_ERROR || e->race == WL_RACE_NONE || *c->not_judged) return;
  snprintf(c->race_why[slot], sizeof c->race_why[slot], "slot %d at 0x%llx: %s, which is still in flight", slot,
           (unsigned long long)pc, e->why);
  if (e->race == WL_RACE) not_judged(c, c->race_why[slot]);
  else c->race |= 1u << slot;
}

void stop_judging(arch_state *c, int slot) { not_judged(c, c->race_why[slot]); }

void report_hazards(arch_state *c, wl_checker_result *result) {
  for (uint32_t i = 0; i < c->hazard_count; i++) {
    const hazard_note *h = &c->hazard[i];
    fprintf(stderr, "warning: at 0x%llx: %s (%llu times)\n", (unsigned long long)h->pc, h->why,
            (unsigned long long)h->count);
  }
  if (c->hazards_lost) {
    fprintf(stderr, "warning: and %llu more, of other instructions\n", (unsigned long long)c->hazards_lost);
  }
  result->hazards = c->hazards;
  c->hazard_count = 0;
  c->hazards = c->hazards_lost = 0;
}
