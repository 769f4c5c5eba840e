// SPDX-License-Identifier: Apache-2.0
// What a run says of the memory behind the unit's ports: the key `memory` of a description, and MEMORY_KNOBS
// (vectors/README.md). What it does not say is drawn from the seed (shell/profile.h).
#ifndef WAVELOCK_MEMORY_KNOBS_H
#define WAVELOCK_MEMORY_KNOBS_H

#include "wavelock/device.h"

#ifdef __cplusplus
extern "C" {
#endif

// LATENCY: the least and the most cycles from a request to its response.
// BUSY: so many of 8 requests are followed by cycles without ready; the most cycles.
// SHUT: the longest times with and without ready, apart from requests; 0 and 0: always ready.
// BURST: responses come from every so many-th cycle on; 1: from any cycle on.
// REORDER: whether a response may pass an earlier one.
typedef enum { WL_KNOB_LATENCY, WL_KNOB_BUSY, WL_KNOB_SHUT, WL_KNOB_BURST, WL_KNOB_REORDER, WL_KNOBS } wl_knob_kind;

// A port, or all of them: a knob that a port has itself goes before that of all ports.
typedef enum { WL_KNOBS_INSTRUCTION, WL_KNOBS_SCALAR, WL_KNOBS_VECTOR, WL_KNOBS_ALL, WL_KNOBS_PORTS } wl_knob_port;

typedef struct {
  bool given;
  uint32_t value[2];
} wl_knob;

typedef struct {
  wl_knob of[WL_KNOBS_PORTS][WL_KNOBS];
} wl_memory_knobs;

enum { WL_KNOBS_TEXT = 640 };  // holds all knobs as text

// The knob of a port. NULL: the seed decides.
static inline const wl_knob *wl_memory_knob(const wl_memory_knobs *k, int port, wl_knob_kind kind) {
  const wl_knob *own = &k->of[port][kind], *all = &k->of[WL_KNOBS_ALL][kind];
  return own->given ? own : all->given ? all : NULL;
}

// Names of the knobs, and of the ports without ALL; the last is NULL.
extern const char *const wl_knob_names[], *const wl_knob_ports[];
// How many numbers a knob has: 2, or 1; 0: it is true or false.
int wl_knob_numbers(wl_knob_kind kind);

// Gives a knob its values. false with error: they are out of range.
bool wl_memory_knob_set(wl_memory_knobs *k, wl_knob_port port, wl_knob_kind kind, uint64_t first, uint64_t second,
                        wl_error *error);
// Reads "latency=[2,80] vector.burst=50 scalar.reorder=false", separated by spaces. false with error.
bool wl_memory_knobs_parse(const char *text, wl_memory_knobs *k, wl_error *error);
// The same as text; "": none is given.
void wl_memory_knobs_text(const wl_memory_knobs *k, char *to, size_t size);

#ifdef __cplusplus
}
#endif
#endif
