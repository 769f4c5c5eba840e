// SPDX-License-Identifier: Apache-2.0
// The handle of a unit: the receivers of its events, and its report of itself at time zero.
#ifndef WAVELOCK_PROBE_UNIT_H
#define WAVELOCK_PROBE_UNIT_H

#include <stdbool.h>
#include <stddef.h>

#include "probe/direct_compare.h"
#include "probe/probe.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { WL_UNIT_ROWS = 32, WL_UNIT_PATH = 256, WL_EXEC_UNITS = 32, WL_UNIT_PATHS = 200 };

// The unit's report of itself at time zero (tb/check/time_zero.c).
typedef struct {
  uint32_t version;         // 0: not reported
  uint32_t sizes_reported;  // bit i: size i
  uint32_t size[WL_UNIT_SIZES];
  uint32_t row_count;
  struct {
    char name[24];
    int id;
  } row[WL_UNIT_ROWS];
  uint32_t capabilities;  // a bit each
  uint32_t exec_units;    // reported: a bit a number
  struct {
    char name[24];
    bool fixed;
    uint32_t first, step;  // cycles
  } exec_unit[WL_EXEC_UNITS];
  char error[512];  // the first error
} wl_unit_description;

struct wl_unit {
  struct wl_checker *listener;          // gets each event at once; NULL: something else comes first, see checker
  struct wl_checker *checker;           // attached; NULL: none
  const wl_state_reg_arrays *expected;  // state that the checker expects in the open cycle; NULL: it is inactive
  bool sweep_due;                       // the checker asks for a sweep at the edge of the open cycle
  void *place;                          // of the simulator's side: where it keeps the unit's registers (borrowed)
  struct wl_observer *observers;        // observers of the unit (borrowed), in order of adding; NULL: none
  bool seen;                            // one of them hears of events before the checker does
  bool asks_waits;                      // the checker wants to hear why waves wait
  wl_unit_description description;
  char path[WL_UNIT_PATH];  // beginning of the paths of its instances
  wl_unit *next;            // registered before it
};

// The words of lanes of a pass, at most 8, each of which has two: bits 2 * i and 2 * i + 1 for bit i.
static inline uint32_t wl_word_pairs(uint32_t lanes) {
  uint32_t apart = lanes & 0xFF;
  apart = (apart | apart << 4) & 0x0F0F;
  apart = (apart | apart << 2) & 0x3333;
  apart = (apart | apart << 1) & 0x5555;
  return apart | apart << 1;
}

// The paths that are registered, in quotes with commas between; "none".
void wl_unit_paths(char *text, size_t size);
// The last path for which wl_probe_unit found no unit, and the last event with the handle null: a sentence each, a full
// stop before it. "": there were none.
void wl_unit_other_handles(char *text, size_t size);
void wl_unit_no_handle(int event);  // an event came with the handle null
// Adds an observer of the unit, and starts it: before the checker is attached, and before time zero. The list lasts as
// long as the unit.
void wl_unit_observe(wl_unit *unit, struct wl_observer *observer);
// Whether an observer of the unit hears of the beginning of cycles. Tells those that do.
bool wl_unit_asks_begin(const wl_unit *unit);
void wl_unit_begin(const wl_unit *unit, uint64_t cycle);

#ifdef __cplusplus
}
#endif
#endif
