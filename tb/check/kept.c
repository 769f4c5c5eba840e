// SPDX-License-Identifier: Apache-2.0
// Events that wait. A unit that does not follow issue_first reports results and issue of one edge in any order. So a
// result that belongs to no instruction waits for the issues of its cycle.
#include "check/internal.h"

#include <stdlib.h>

kept_event *keep_event(wl_checker *c, kept_list *to, wl_probe_event event, const wl_probe_argument *arguments) {
  if (to->count == to->size) {
    const uint32_t size = to->size ? 2 * to->size : 16;
    kept_event *more = realloc(to->event, size * sizeof *more);
    if (!more) {
      diverge(&c->arch, WL_ERROR, -1, wl_probe_name((int)event), "out of memory");
      return NULL;
    }
    to->event = more;
    to->size = size;
  }
  kept_event *k = &to->event[to->count++];
  const uint16_t *words = words_of_arguments(event);
  uint32_t arrays = 0;
  *k = (kept_event){.event = event, .cycle = c->arch.cycle};
  for (uint32_t i = 0; i < KEPT_ARGUMENTS; i++) {
    if (!words[i]) k->number[i] = arguments[i].number;
    else if (words[i] <= KEPT_WORDS) memcpy(k->words[arrays++], arguments[i].words, words[i] * 4u);
  }
  return k;
}

// Those that still belong to no instruction stay.
static void deliver_first(wl_checker *c) {
  uint32_t left = 0;
  for (uint32_t i = 0; i < c->first.count; i++) {
    c->arch.unclaimed = false;
    deliver_kept(c, &c->first.event[i]);
    if (c->arch.unclaimed) c->first.event[left++] = c->first.event[i];
  }
  c->first.count = left;
  c->arch.unclaimed = false;
}

void delivered(wl_checker *c, wl_probe_event event, const wl_probe_argument *arguments) {
  if (c->arch.unclaimed) keep_event(c, &c->first, event, arguments);
  c->arch.unclaimed = false;
  if (event == WL_EVENT_issue) deliver_first(c);
}

void none_comes(wl_checker *c) {
  c->arch.any_order = false;
  deliver_first(c);
  c->arch.any_order = true;
}
