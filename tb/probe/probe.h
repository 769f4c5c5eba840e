// SPDX-License-Identifier: Apache-2.0
// The probe interface: all that the checker learns from a device under test (DUT). Plain C, one function an event:
// events.def has the list. The RTL side is rtl/probe/ (DPI-C). Another compute unit can be wired to the same functions:
// docs/probe.md is for somebody who does that.
//
// Handle. Every function has the unit first, so several units with a checker each can run in a process. A unit gets its
// handle once at time zero, from wl_probe_unit. NULL is a unit that nobody checks.
//
// Cycles. At rising edge n the probe reports in this order:
//   1. every event whose effect is visible after the edge (the writes that the edge commits), by phases,
//   2. wl_probe_cycle(unit, n, ...), with the wave state registers as they stood BEFORE the edge.
// The checker compares these registers with what the events of cycles < n predict. Then the events of cycle n take
// effect. So a flip-flop that holds a wrong value in cycle n is reported at cycle n.
//
// The header that a simulator writes for DPI has the same functions, with void * for the handle. A file that includes
// that header leaves this one out.
//
// All functions are called from one thread. Arrays are little-endian 32-bit words. The functions return nothing: the
// checker keeps what it finds, and the harness asks for it (check/checker.h). A bad argument becomes an ERROR of the
// run.
#ifndef WAVELOCK_PROBE_H
#define WAVELOCK_PROBE_H

#include <stdbool.h>
#include <stdint.h>
#include "wavelock/unit.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// The unit that registered (wl_unit_new) the longest beginning of this path, the path of the probe's instance.
// Without one, a unit that nobody checks; never NULL.
wl_unit *wl_probe_unit(const char *path);

// The arguments of an event are a sequence (TYPE, name)(TYPE, name)... These make ", type name" and ", name" of each.
#define WL_TYPE_INT int
#define WL_TYPE_LONG long long
#define WL_TYPE_TEXT const char *
#define WL_TYPE_WORDS(n) const uint32_t *
#define WL_PARAMETER_A(type, name) , WL_TYPE_##type name WL_PARAMETER_B
#define WL_PARAMETER_B(type, name) , WL_TYPE_##type name WL_PARAMETER_A
#define WL_PARAMETER_A_END
#define WL_PARAMETER_B_END
#define WL_ARGUMENT_A(type, name) , name WL_ARGUMENT_B
#define WL_ARGUMENT_B(type, name) , name WL_ARGUMENT_A
#define WL_ARGUMENT_A_END
#define WL_ARGUMENT_B_END
#define WL_ENDED_(...) __VA_ARGS__##_END
#define WL_ENDED(...) WL_ENDED_(__VA_ARGS__)
#define WL_PARAMETERS(sequence) WL_ENDED(WL_PARAMETER_A sequence)
#define WL_ARGUMENTS(sequence) WL_ENDED(WL_ARGUMENT_A sequence)

enum {
#define NUMBER(name, value, sentence) name = value,
#include "events.def"
};

typedef enum {
  WL_PHASE_TIME_ZERO,
  WL_PHASE_START,
  WL_PHASE_RESULT,
  WL_PHASE_FLOW,
  WL_PHASE_ISSUE,
  WL_PHASE_END,
  WL_PHASE_CLOSE,
  WL_PHASE_ANY,
} wl_probe_phase;

typedef enum {
#define EVENT(name, phase, arguments, sentence) WL_EVENT_##name,
#include "events.def"
  WL_EVENTS
} wl_probe_event;

typedef enum {
#define CAPABILITY(name, kind, sentence) WL_CAN_##name,
#include "events.def"
  WL_CAPABILITIES
} wl_capability;

typedef enum {
#define SIZE(name, owner, standard, least, most, sentence) WL_SIZE_##name,
#include "events.def"
  WL_UNIT_SIZES
} wl_unit_size;

// clang-format off
#define EVENT(name, phase, arguments, sentence) void wl_probe_##name(wl_unit *unit WL_PARAMETERS(arguments));
#define ANSWER(name, phase, arguments, sentence) void wl_probe_##name(wl_unit *unit WL_PARAMETERS(arguments));
#include "events.def"
// clang-format on

// Bits of `units` in wl_probe_ready: the execution units, by number.
enum { WL_READY_VALU, WL_READY_SMEM, WL_READY_LDS, WL_READY_VMEM, WL_READY_EXPORT, WL_READY_UNITS };

// Words of the array `start` of wl_probe_wave_start. WL_START_TRAP_EN and those after it are as in wl_wave_init.
enum {
  WL_START_SGPR_SIZE,
  WL_START_VGPR_BASE,
  WL_START_VGPR_SIZE,
  WL_START_LDS_BASE,
  WL_START_LDS_SIZE,
  WL_START_GROUP,
  WL_START_WAVE_IN_GROUP,
  WL_START_WAVES_IN_GROUP,
  WL_START_TRAP_EN,
  WL_START_TBA_LO,
  WL_START_TBA_HI,
  WL_START_TMA_LO,
  WL_START_TMA_HI,
  WL_START_COND_DBG,
  WL_START_SHARED_GLOBAL,
  WL_START_SHARED_TEMPS,
  WL_START_ALIGNMENT_MODE,
  WL_START_ISSUE,  // wl_wave_init.control
  WL_START_WORDS
};

// What the checker wants swept at this edge, as one word; 0: nothing.
enum {
  WL_SWEEP_SGPR = 1 << 0,
  WL_SWEEP_VGPR = 1 << 1,
  WL_SWEEP_LDS = 1 << 2,
  WL_SWEEP_WAVE = 1 << 3,   // of one wave only, at its end; a probe may ignore this bit and answer with everything
  WL_SWEEP_SLOT_SHIFT = 4,  // with WL_SWEEP_WAVE: its slot,
  WL_SWEEP_SLOT_BITS = 4,
  WL_SWEEP_FIRST_SHIFT = 8,  // its first physical VGPR,
  WL_SWEEP_FIRST_BITS = 10,
  WL_SWEEP_COUNT_SHIFT = 18,  // and how many it has
  WL_SWEEP_COUNT_BITS = 9,
};
static inline uint32_t wl_sweep_slot(uint32_t request) {
  return request >> WL_SWEEP_SLOT_SHIFT & ((1u << WL_SWEEP_SLOT_BITS) - 1);
}
static inline uint32_t wl_sweep_first(uint32_t request) {
  return request >> WL_SWEEP_FIRST_SHIFT & ((1u << WL_SWEEP_FIRST_BITS) - 1);
}
static inline uint32_t wl_sweep_count(uint32_t request) {
  return request >> WL_SWEEP_COUNT_SHIFT & ((1u << WL_SWEEP_COUNT_BITS) - 1);
}
// The request. The probe answers with wl_probe_sweep_*, right after wl_probe_cycle and before the next cycle's events.
// The values are those before this edge's writes.
int wl_probe_sweep(wl_unit *unit);

// Whether somebody wants to know why waves wait: then the probe calls wl_probe_waits in every cycle. Asked in reset.
int wl_probe_asks_waits(wl_unit *unit);

// The words of these lanes of a pass in the data of wl_probe_vgpr, a bit each. It goes by the size vector_bits, if the
// unit has told it already. wl_probe_pkg.sv asks in a simulator with four states, for which words may not be X.
int wl_probe_lane_words(wl_unit *unit, int lanes);

// ---- the list as data, for tools -----------------------------------------------------------------
const char *wl_probe_name(int event);
wl_probe_phase wl_probe_phase_of(int event);
const char *wl_probe_sentence(int event);
const char *wl_capability_name(int capability);
bool wl_capability_is_choice(int capability);  // nothing is unchecked without it
// An argument of an event.
typedef struct {
  long long number;       // INT, LONG
  const char *text;       // TEXT
  const uint32_t *words;  // WORDS
} wl_probe_argument;

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
