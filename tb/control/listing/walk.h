// SPDX-License-Identifier: Apache-2.0
// The way of one warp through a listing: guards, branches, loops (D-CTRL-58).
#ifndef WAVELOCK_SASS_WALK_H
#define WAVELOCK_SASS_WALK_H

#include "graph.h"

enum { SASS_CONDITIONS = SASS_PREDICATES + 1 };  // P0..P6, CC

typedef struct {
  sass_flow_kind kind;  // SASS_SSY, SASS_PBK, SASS_PCNT, SASS_CALL
  int to;
} sass_push;

typedef struct {
  const sass_graph *graph;
  uint64_t seed;  // of this warp
  int loops;
  int at;                                               // the next instruction, -1: the warp has ended
  bool known[SASS_CONDITIONS], value[SASS_CONDITIONS];  // looked at since the last write
  uint64_t chosen;                                      // values chosen so far
  int *taken;                                           // by instruction: how often in a row it went backward
  sass_push *pushed;
  size_t pushed_count;
  int steps;
} sass_walk;

void sass_walk_start(sass_walk *walk, const sass_graph *graph, uint64_t seed, int loops);
void sass_walk_free(sass_walk *walk);

// Executes the next instruction. Returns whether its guard is true.
bool sass_walk_step(sass_walk *walk);

// A number of 64 bits that follows from the two.
uint64_t sass_mix(uint64_t seed, uint64_t number);

#endif
