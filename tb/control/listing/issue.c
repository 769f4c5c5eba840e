// SPDX-License-Identifier: Apache-2.0
#include "issue.h"

#include <string.h>

enum { MOST_COUNT = 63, MOST_STAY = 7 };

void sass_issue_reset(sass_issue *issue) {
  *issue = (sass_issue){.issued_last = -1};
  for (int u = 0; u < SASS_UNITS; u++) issue->ready_before[u] = true;
}

static bool waits_clear(const sass_issue_state *w, const sass_control *control) {
  for (int b = 0; b < SASS_BARRIERS; b++)
    if (control->wait >> b & 1 && w->count[b]) return false;
  return true;
}

bool sass_issue_candidate(const sass_issue *issue, const sass_issue_inputs *in, int slot) {
  const sass_issue_state *w = &issue->warps[slot];
  const sass_offer *offer = &in->offers[slot];
  return offer->offered && !w->stall && !w->kept && waits_clear(w, &offer->control);
}

static int adds(const sass_control *control, int barrier) {
  return (control->write == barrier) + (control->read == barrier);
}

// Whether no count passes its maximum; second: NULL, or the partner.
static bool counts_fit(const sass_issue_state *w, const sass_control *first, const sass_control *second) {
  for (int b = 0; b < SASS_BARRIERS; b++) {
    const int sum = w->count[b] + w->added[b] + adds(first, b) + (second ? adds(second, b) : 0);
    if (sum > MOST_COUNT) return false;
  }
  return true;
}

static bool ready(const bool units[SASS_UNITS], int unit) { return unit == SASS_NO_UNIT || units[unit]; }

// The warp to try; -1: there is no candidate (maxwell-control.md 8.5).
static int select_warp(const sass_issue *issue, const sass_issue_inputs *in, bool *stays) {
  bool candidate[SASS_WARPS], preferred[SASS_WARPS], any = false, any_preferred = false;
  for (int s = 0; s < SASS_WARPS; s++) {
    candidate[s] = sass_issue_candidate(issue, in, s);
    preferred[s] = candidate[s] && ready(issue->ready_before, in->offers[s].unit);
    any |= candidate[s];
    any_preferred |= preferred[s];
  }
  *stays = false;
  if (!any) return -1;
  const bool *among = any_preferred ? preferred : candidate;
  int count = 0;
  for (int s = 0; s < SASS_WARPS; s++) count += among[s];
  const int last = issue->issued_last;
  if (last >= 0 && among[last] && !issue->warps[last].yielded && issue->warps[last].stay < MOST_STAY) {
    *stays = count > 1;
    return last;
  }
  int slot = issue->tried_last;
  do {
    slot = (slot + 1) % SASS_WARPS;
  } while (!among[slot]);
  return slot;
}

sass_choice sass_issue_choose(const sass_issue *issue, const sass_issue_inputs *in) {
  sass_choice choice = {0};
  const int slot = select_warp(issue, in, &choice.stays);
  if (slot < 0) return choice;
  choice.tried = true;
  choice.slot = slot;
  const sass_issue_state *w = &issue->warps[slot];
  const sass_offer *offer = &in->offers[slot];
  choice.limited = !counts_fit(w, &offer->control, NULL);
  choice.issued = !choice.limited && ready(in->ready, offer->unit);
  choice.pair = choice.issued && offer->has_partner && waits_clear(w, &offer->partner_control) &&
                ready(in->ready, offer->partner_unit) && counts_fit(w, &offer->control, &offer->partner_control);
  return choice;
}

static void issue_edge(sass_issue *issue, const sass_offer *offer, const sass_choice *choice) {
  sass_issue_state *w = &issue->warps[choice->slot];
  const sass_control *last = choice->pair ? &offer->partner_control : &offer->control;
  const int cycles = sass_least_cycles(last);
  w->stall = (uint8_t)(cycles > 1 ? cycles - 1 : 0);
  w->yielded = last->yield;
  for (int b = 0; b < SASS_BARRIERS; b++)
    w->added[b] = (uint8_t)(adds(&offer->control, b) + (choice->pair ? adds(&offer->partner_control, b) : 0));
  const uint8_t stay = last->yield ? 0 : (uint8_t)(w->stay + choice->stays);
  for (int s = 0; s < SASS_WARPS; s++) issue->warps[s].stay = 0;
  w->stay = stay;
  issue->issued_last = choice->slot;
}

void sass_issue_edge(sass_issue *issue, const sass_issue_inputs *in, const sass_choice *choice) {
  for (int s = 0; s < SASS_WARPS; s++) {
    sass_issue_state *w = &issue->warps[s];
    for (int b = 0; b < SASS_BARRIERS; b++) w->count[b] = (uint8_t)(w->count[b] + w->added[b]);
    memset(w->added, 0, sizeof w->added);
    if (w->stall) w->stall--;
  }
  if (choice->tried) issue->tried_last = choice->slot;
  if (choice->tried && choice->limited) issue->warps[choice->slot].kept = true;
  if (choice->issued) issue_edge(issue, &in->offers[choice->slot], choice);
  for (int n = 0; n < in->signal_count; n++) {
    sass_issue_state *w = &issue->warps[in->signals[n].slot];
    w->count[in->signals[n].barrier]--;
    w->kept = false;
  }
  memcpy(issue->ready_before, in->ready, sizeof issue->ready_before);
}
