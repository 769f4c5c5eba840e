// SPDX-License-Identifier: Apache-2.0
// Writes the log format Kanata 0004 of the viewer Konata: lines of words between tabs, in the order of time. "C n": n
// cycles go by. "I id own thread": an instruction appears. "L": its text. "S": a stage begins. "W": it needs a result.
// "R": it ends.
#ifndef WAVELOCK_KONATA_H
#define WAVELOCK_KONATA_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
  FILE *to;
  uint64_t cycle;    // of the last line
  uint64_t retired;  // instructions that ended as they should
} konata_log;

enum { KONATA_LEFT, KONATA_HOVER };  // where a text stands: in the list, and under the mouse

void konata_begin(konata_log *k, FILE *to);
void konata_at(konata_log *k, uint64_t cycle);  // what follows is of this cycle; cycles do not go back
void konata_appears(const konata_log *k, uint64_t id, uint64_t own, uint32_t thread);
// The text follows, printed by the caller: one line with its end.
void konata_label(const konata_log *k, uint64_t id, int where);
void konata_stage(const konata_log *k, uint64_t id, const char *stage);
void konata_needs(const konata_log *k, uint64_t id, uint64_t producer);
void konata_ends(konata_log *k, uint64_t id);
void konata_flushed(const konata_log *k, uint64_t id);  // it ends and has not issued

#endif
