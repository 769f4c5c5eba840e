// SPDX-License-Identifier: Apache-2.0
// The registry of units.
#include "probe/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probe/observer.h"

static wl_unit *registered;
static wl_unit unchecked;      // its path: the last that nobody had registered
static const char *no_handle;  // the last event without a handle

wl_unit *wl_unit_new(const char *path) {
  wl_unit *u = calloc(1, sizeof *u);
  if (!u) return NULL;
  snprintf(u->path, sizeof u->path, "%s", path);
  u->next = registered;
  registered = u;
  return u;
}

void wl_unit_free(wl_unit *unit) {
  for (wl_unit **at = &registered; *at; at = &(*at)->next) {
    if (*at != unit) continue;
    *at = unit->next;
    break;
  }
  free(unit);
}

const wl_state_reg_arrays *wl_unit_expected(const wl_unit *unit) { return unit ? unit->expected : NULL; }

wl_unit *wl_probe_unit(const char *path) {
  wl_unit *found = &unchecked;
  size_t longest = 0;
  for (wl_unit *u = registered; u; u = u->next) {
    const size_t length = strlen(u->path);
    if (strncmp(path, u->path, length) || (found != &unchecked && length <= longest)) continue;
    found = u;
    longest = length;
  }
  if (found == &unchecked) snprintf(unchecked.path, sizeof unchecked.path, "%s", path);
  return found;
}

void wl_unit_paths(char *text, size_t size) {
  snprintf(text, size, "%s", registered ? "" : "none");
  for (const wl_unit *u = registered; u; u = u->next) {
    const size_t used = strlen(text);
    snprintf(text + used, size - used, "%s\"%s\"", used ? ", " : "", u->path);
  }
}

void wl_unit_other_handles(char *text, size_t size) {
  snprintf(text, size, "%s%s%s%s%s%s", *unchecked.path ? ". wl_probe_unit was called for the path \"" : "",
           unchecked.path, *unchecked.path ? "\", which begins with none of them" : "", no_handle ? ". wl_probe_" : "",
           no_handle ? no_handle : "", no_handle ? " was called with the handle null" : "");
}

void wl_unit_no_handle(int event) { no_handle = wl_probe_name(event); }

void wl_unit_observe(wl_unit *unit, wl_observer *observer) {
  wl_observer **end = &unit->observers;
  while (*end) end = &(*end)->next;
  *end = observer;
  unit->seen |= observer->wants[WL_SEEN] != 0;
  if (observer->start) observer->start(observer->to, unit);
}

bool wl_unit_asks_begin(const wl_unit *unit) {
  const wl_observer *o = unit ? unit->observers : NULL;
  while (o && !o->begin) o = o->next;
  return o != NULL;
}

void wl_unit_begin(const wl_unit *unit, uint64_t cycle) {
  for (const wl_observer *o = unit->observers; o; o = o->next)
    if (o->begin) o->begin(o->to, cycle);
}

int wl_probe_asks_waits(wl_unit *unit) {
  const wl_observer *o = unit ? unit->observers : NULL;
  while (o && !o->cycle) o = o->next;
  return o != NULL || (unit && unit->asks_waits);
}

int wl_probe_lane_words(wl_unit *unit, int lanes) {
  const wl_unit_description *d = unit ? &unit->description : NULL;
  if (!d || !(d->sizes_reported >> WL_SIZE_vector_bits & 1) || d->size[WL_SIZE_vector_bits] <= 32) return lanes;
  return (int)wl_word_pairs((uint32_t)lanes);
}
