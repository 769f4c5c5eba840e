// SPDX-License-Identifier: Apache-2.0
// The functions of probe.h, made from events.def: each counts its event and calls the handler.
#include "check/internal.h"

// Whether events go to the checker at once.
static void listen(wl_checker *c) {
  c->unit->listener = c->model && c->fault_event < 0 && !c->unit->watcher ? c : NULL;
}

// How often the event of the injected kind is delivered.
static int fault_times(wl_checker *c) {
  if (c->cycle < c->options.event_cycle) return 1;
  if (c->fault_skip) {
    c->fault_skip--;
    return 1;
  }
  c->fault_event = -1;
  listen(c);
  return c->fault_times;
}

static int times(wl_unit *unit, wl_probe_event event, const wl_probe_argument *arguments) {
  wl_checker *c = unit->checker;
  if (unit->watcher) unit->watcher(unit->watcher_to, unit, (int)event, arguments);
  if (!c) return 1;
  c->events++;
  return c->fault_event == (int)event ? fault_times(c) : 1;
}

// The checker for this event, or NULL. The first event that is not of time zero ends time zero.
static wl_checker *checker_for_event(wl_unit *unit) {
  wl_checker *c = unit->checker;
  if (!c || c->options.mode == WL_CHECK_OFF || (!c->model && !checker_start(c))) return NULL;
  listen(c);
  return c;
}

#define VALUE_INT(name) \
  { .number = name }
#define VALUE_LONG(name) \
  { .number = name }
#define VALUE_TEXT(name) \
  { .text = name }
#define VALUE_ARRAY(name) \
  { .words = name }
#define VALUE_WORDS(n) VALUE_ARRAY
#define VALUE_A(type, name) VALUE_##type(name), VALUE_B
#define VALUE_B(type, name) VALUE_##type(name), VALUE_A
#define VALUE_A_END
#define VALUE_B_END
#define VALUES(sequence) WL_ENDED(VALUE_A sequence)

// clang-format off
// Before the first cycle an event describes the unit, which needs no checker.
#define DELIVER_TIME_ZERO(name, arguments)                                         \
  void wl_probe_##name(wl_unit *unit WL_PARAMETERS(arguments)) {                   \
    const wl_probe_argument values[] = {VALUES(arguments)};                        \
    if (!unit) return;                                                             \
    for (int left = times(unit, WL_EVENT_##name, values); left > 0; left--)        \
      describe_##name(unit WL_ARGUMENTS(arguments));                               \
  }
// The first event of a run, events while one is to be faulted, and watched events go through a function of their own.
// Otherwise the compiler would save registers for these rare cases each time.
#define DELIVER_IN_CYCLE(name, arguments)                                          \
  __attribute__((cold, noinline)) static void name##_slowly(wl_unit *unit WL_PARAMETERS(arguments)) {  \
    const wl_probe_argument values[] = {VALUES(arguments)};                        \
    wl_checker *c = unit ? checker_for_event(unit) : NULL;                         \
    if (!c) return;                                                                \
    for (int left = times(unit, WL_EVENT_##name, values); left > 0; left--) on_##name(c WL_ARGUMENTS(arguments));  \
  }                                                                                \
  void wl_probe_##name(wl_unit *unit WL_PARAMETERS(arguments)) {                   \
    wl_checker *c = unit ? unit->listener : NULL;                                  \
    if (__builtin_expect(c != NULL, 1)) {                                          \
      c->events++;                                                                 \
      on_##name(c WL_ARGUMENTS(arguments));                                        \
    } else {                                                                       \
      name##_slowly(unit WL_ARGUMENTS(arguments));                                 \
    }                                                                              \
  }
#define DELIVER_START DELIVER_IN_CYCLE
#define DELIVER_RESULT DELIVER_IN_CYCLE
#define DELIVER_FLOW DELIVER_IN_CYCLE
#define DELIVER_ISSUE DELIVER_IN_CYCLE
#define DELIVER_END DELIVER_IN_CYCLE
#define DELIVER_CLOSE DELIVER_IN_CYCLE
#define DELIVER_ANY DELIVER_IN_CYCLE
#define EVENT(name, phase, arguments, sentence) DELIVER_##phase(name, arguments)
#include "probe/events.def"
// clang-format on

// ---- direct_compare.h ----------------------------------------------------------------------------

void wl_probe_cycle_as_expected(wl_unit *unit, long long cycle) {
  wl_checker *c = unit->listener;
  if (__builtin_expect(c != NULL, 1)) {
    c->events++;
    on_cycle(c, (uint64_t)cycle, NULL);
  } else {
    cycle_slowly(unit, cycle, NULL);
  }
}

void wl_probe_valu_lanes(wl_unit *unit, int slot, int vgpr, int pass, unsigned lanes, const uint32_t *data) {
  wl_checker *c = unit->listener;
  if (__builtin_expect(c != NULL, 1)) {
    c->events++;
    on_valu_lanes(c, slot, vgpr, pass, lanes, data);
  } else {
    vgpr_slowly(unit, WL_SRC_VALU, slot, 0, vgpr, pass, (int)lanes, data);
  }
}
