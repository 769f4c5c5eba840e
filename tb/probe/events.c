// SPDX-License-Identifier: Apache-2.0
// The list of events as data.
#include "probe/probe.h"

const char *wl_probe_name(int event) {
  static const char *const names[] = {
#define EVENT(name, phase, arguments, sentence) #name,
#include "probe/events.def"
  };
  return names[event];
}

wl_probe_phase wl_probe_phase_of(int event) {
  static const wl_probe_phase phases[] = {
#define EVENT(name, phase, arguments, sentence) WL_PHASE_##phase,
#include "probe/events.def"
  };
  return phases[event];
}

const char *wl_probe_sentence(int event) {
  static const char *const sentences[] = {
#define EVENT(name, phase, arguments, sentence) sentence,
#include "probe/events.def"
  };
  return sentences[event];
}

bool wl_capability_is_choice(int capability) {
  enum { LEVEL, POLICY, CHOICE };
  static const uint8_t kinds[] = {
#define CAPABILITY(name, kind, sentence) kind,
#include "probe/events.def"
  };
  return kinds[capability] == CHOICE;
}

const char *wl_capability_name(int capability) {
  static const char *const names[] = {
#define CAPABILITY(name, kind, sentence) #name,
#include "probe/events.def"
  };
  return names[capability];
}
