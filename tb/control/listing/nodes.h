// SPDX-License-Identifier: Apache-2.0
// The nodes of the analysis: blocks of instructions, by the calls that led to them (maxwell-control.md 6.1).
//
// A block is there once for each stack of return addresses with which control comes to it. So RET goes back to its own
// CAL. Where the stacks have no bound, RET goes behind every CAL of the function.
#ifndef WAVELOCK_SASS_NODES_H
#define WAVELOCK_SASS_NODES_H

#include "graph.h"

enum { SASS_MOST_STACKS = 64 };  // of a function

// Instructions of which each follows the one before alone; then come the edges of the last.
typedef struct {
  int first, last;
} sass_block;

typedef struct {
  int to;            // a node
  sass_sense sense;  // for which threads of the guard of the block's last instruction
} sass_way_out;

typedef struct {
  int block;  // -1: what the edges of SYNC, BRK, CONT or RET have in common
  sass_way_out *out;
  int out_count;
} sass_node;

typedef struct {
  sass_block *blocks;  // in the order of the listing
  int block_count;
  int *block_of;     // by instruction
  sass_node *nodes;  // that control comes to: those of blocks, in their order, then the others
  int node_count;
  bool *unbounded;  // by function: RET goes behind every CAL
} sass_nodes;

sass_nodes *sass_nodes_new(const sass_graph *graph);
void sass_nodes_free(sass_nodes *nodes);
// Whether instruction i begins a function: control comes there with no return address.
bool sass_begins(const sass_listing *listing, int i);

#endif
