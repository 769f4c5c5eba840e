// SPDX-License-Identifier: Apache-2.0
// Which instruction may follow which (maxwell-control.md 6.1).
#ifndef WAVELOCK_SASS_GRAPH_H
#define WAVELOCK_SASS_GRAPH_H

#include "listing.h"

// How an edge finds where it goes: to an instruction; into a function, whose return address is the next instruction; to
// what SSY, PBK, PCNT or a call has pushed.
typedef enum { SASS_TO, SASS_INTO, SASS_TO_SYNC, SASS_TO_BREAK, SASS_TO_CONTINUE, SASS_TO_RETURN } sass_way;

typedef enum { SASS_ALWAYS, SASS_GUARD_TRUE, SASS_GUARD_FALSE } sass_sense;

typedef struct {
  sass_way way;
  int to;            // of SASS_TO and SASS_INTO: the instruction
  sass_sense sense;  // for which threads of the guard
} sass_edge;

enum { SASS_MOST_EDGES = 2 };

typedef struct {
  const sass_listing *listing;
  bool *leader;  // instructions at which paths may meet, or that begin a function
  bool *target;  // instructions that a branch may go to
  int *to;       // by instruction: the one at its target, or -1
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
