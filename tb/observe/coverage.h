// SPDX-License-Identifier: Apache-2.0
// Coverage of a lockstep run: how often each opcode issued, with what kinds of operands, under what EXEC; and how often
// LDS and GDS instructions returned out of order. With it the functional points of points.h. It counts what DUT and
// model agree on. It counts instructions of GFX9 alone.
// scripts/wl/cover/coverage.py reads the file.
#ifndef WAVELOCK_COVERAGE_H
#define WAVELOCK_COVERAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "observe/points.h"
#include "probe/observer.h"
#include "wavelock/model.h"

typedef struct wl_coverage wl_coverage;

wl_coverage *wl_coverage_new(void);  // NULL: out of memory
void wl_coverage_free(wl_coverage *c);
// Counts as an observer, and writes path at the end of each launch. False: out of memory.
bool wl_coverage_observe(wl_observer *to, const char *path);
wl_points *wl_coverage_points(wl_coverage *c);  // its points, which are written and freed with it

// One instruction of a unit with this instruction set issued and was legal. words: words[1] is 0 for a 4-byte
// instruction. exec: as it stood before.
void wl_coverage_issue(wl_coverage *c, const wl_config *unit, const uint32_t words[2], uint64_t exec);

// A DS instruction of a wave issued, in the GDS or the LDS; it returned. slot: below WL_MAX_WAVES. A tag of another
// kind of instruction is ignored. A return counts when an older instruction of the
// wave, of the other kind, has not returned (control-flow.md 5.3).
void wl_coverage_ds_issue(wl_coverage *c, uint32_t slot, uint32_t tag, bool gds);
void wl_coverage_ds_return(wl_coverage *c, uint32_t slot, uint32_t tag);

// Writes FILE whole or not at all: lines of tab-separated columns, of seven kinds.
//   opcode   FORMAT  NUMBER  MNEMONIC  COUNT     the opcodes that issued; LLVM's mnemonic, "?" where it has none
//   form     FORMAT  NUMBER  sdwa|dpp  COUNT     their SDWA and DPP forms that issued
//   operand  FORMAT  FIELD   KIND      COUNT     every kind that the field can hold (gfx9-encoding.md 3, 4), also 0
//   exec     FORMAT  CLASS   -         COUNT     every EXEC class of every vector format, also 0
//   order    DS      WHICH   -         COUNT     returns before an older instruction of the other kind, also 0
//   point    GROUP   NAME    -         COUNT     the functional points that were hit
//   near     -       PAIR    DISTANCE  1         least cycles of a pair's second behind its first, or before
// false: the file cannot be written, error says why.
bool wl_coverage_write(const wl_coverage *c, const char *path, wl_error *error);

#endif
