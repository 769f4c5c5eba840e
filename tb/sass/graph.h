// SPDX-License-Identifier: Apache-2.0
// Which instruction may follow which (maxwell-control.md 6.1).
#ifndef WAVELOCK_SASS_GRAPH_H
#define WAVELOCK_SASS_GRAPH_H

#include "listing.h"

// A target of SYNC, BRK, CONT and RET is a hub: a node behind which all their targets come.
typedef enum { SASS_HUB_SYNC, SASS_HUB_BREAK, SASS_HUB_CONTINUE, SASS_HUB_RETURN, SASS_HUBS } sass_hub;

typedef enum { SASS_ALWAYS, SASS_GUARD_TRUE, SASS_GUARD_FALSE } sass_sense;

typedef struct {
  int to;            // an instruction, or a hub's node
  sass_sense sense;  // for which threads of the guard
} sass_edge;

enum { SASS_MOST_EDGES = 2 };

typedef struct {
  int *to;
  int count;
} sass_hub_targets;

typedef struct {
  const sass_listing *listing;
  bool *leader;            // instructions at which paths may meet, or that begin a function
  bool *target;            // instructions that a branch may go to
  int *to;                 // by instruction: the one at its target, or -1
  int node_count;          // instructions, then SASS_HUBS of each function
  sass_hub_targets *hubs;  // by function and hub
} sass_graph;

sass_graph *sass_graph_new(const sass_listing *listing);
void sass_graph_free(sass_graph *graph);

// The edges of instruction i; how many.
int sass_edges(const sass_graph *graph, int i, sass_edge edges[SASS_MOST_EDGES]);
// Whether control may go elsewhere than to the next instruction.
bool sass_leaves(const sass_instruction *instruction);
// The target of instruction i, or NULL.
const sass_operand *sass_target_operand(const sass_instruction *instruction);

#endif
