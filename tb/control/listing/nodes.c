// SPDX-License-Identifier: Apache-2.0
#include "nodes.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

// Behind the blocks of a stack come its nodes of what was pushed.
enum { PUSHED = SASS_TO_RETURN - SASS_TO_SYNC + 1 };

// Return addresses: the newest and the stack below.
typedef struct {
  int below;       // -1: this is the empty stack of a function
  int returns_to;  // an instruction; -1: behind the call the function ends
  int *nodes;      // by block, then by what was pushed; -1: control does not come there
} stack;

typedef struct {
  int block, stack;
} place;

// The way through the listing from its functions' first instructions on.
typedef struct {
  const sass_graph *graph;
  sass_nodes *to;
  stack *stacks;
  place *places;                 // by node
  int stack_count, first_stack;  // of all functions; of this one
  bool merged, too_many;
} search;

bool sass_begins(const sass_listing *l, int i) {
  return i == 0 || l->instructions[i].function != l->instructions[i - 1].function;
}

// ---- blocks ------------------------------------------------------------------------------------

static void find_blocks(sass_nodes *n, const sass_graph *g) {
  const int count = g->listing->count;
  for (int first = 0; first < count; first++) {
    if (first > 0 && n->block_of[first - 1] == n->block_count - 1 && n->blocks[n->block_count - 1].last >= first)
      continue;
    sass_block *b = &n->blocks[n->block_count];
    b->first = first;
    for (int i = first;; i++) {
      sass_edge edges[SASS_MOST_EDGES];
      n->block_of[i] = n->block_count;
      b->last = i;
      const bool one = sass_edges(g, i, edges) == 1 && edges[0].way == SASS_TO && edges[0].to == i + 1;
      if (!one || i + 1 == count || edges[0].sense != SASS_ALWAYS || g->leader[i + 1]) break;
    }
    n->block_count++;
  }
}

// ---- nodes -------------------------------------------------------------------------------------

static int stack_of(search *s, int below, int returns_to) {
  for (int k = s->first_stack; k < s->stack_count; k++)
    if (s->stacks[k].below == below && s->stacks[k].returns_to == returns_to) return k;
  const size_t slots = (size_t)(s->to->block_count + PUSHED);
  s->stacks = sass_room(s->stacks, (size_t)s->stack_count, sizeof *s->stacks);
  s->stacks[s->stack_count] = (stack){below, returns_to, sass_allocated(malloc(slots * sizeof(int)))};
  memset(s->stacks[s->stack_count].nodes, -1, slots * sizeof(int));
  return s->stack_count++;
}

// The stack behind a call. One that holds the return address already would grow with every turn.
static int called(search *s, int from, int returns_to) {
  if (s->merged) return from;
  for (int k = from; s->stacks[k].below >= 0; k = s->stacks[k].below)
    s->too_many |= s->stacks[k].returns_to == returns_to;
  s->too_many |= s->stack_count - s->first_stack >= SASS_MOST_STACKS;
  return s->too_many ? from : stack_of(s, from, returns_to);
}

// The node of a block, or behind the blocks of what was pushed, with a stack.
static int node_of(search *s, int stack_number, int slot) {
  int *number = &s->stacks[stack_number].nodes[slot];
  if (*number >= 0) return *number;
  sass_nodes *n = s->to;
  *number = n->node_count;
  n->nodes = sass_room(n->nodes, (size_t)n->node_count, sizeof *n->nodes);
  s->places = sass_room(s->places, (size_t)n->node_count, sizeof *s->places);
  n->nodes[n->node_count] = (sass_node){.block = slot < n->block_count ? slot : -1};
  s->places[n->node_count] = (place){slot, stack_number};
  return n->node_count++;
}

static int block_node(search *s, int stack_number, int instruction) {
  return node_of(s, stack_number, s->to->block_of[instruction]);
}

static int pushed_node(search *s, int stack_number, sass_way way) {
  return node_of(s, stack_number, s->to->block_count + (int)way - SASS_TO_SYNC);
}

static void lead(search *s, int from, int to, sass_sense sense) {
  sass_node *n = &s->to->nodes[from];
  for (int k = 0; k < n->out_count; k++)
    if (n->out[k].to == to && n->out[k].sense == sense) return;
  n->out = sass_room(n->out, (size_t)n->out_count, sizeof *n->out);
  n->out[n->out_count++] = (sass_way_out){to, sense};
}

// What instruction i pushes may be popped from here on.
static void push(search *s, int stack_number, int i) {
  const int to = s->graph->to[i];
  sass_way way;
  switch (s->graph->listing->instructions[i].opcode->flow) {
    case SASS_SSY: way = SASS_TO_SYNC; break;
    case SASS_PBK: way = SASS_TO_BREAK; break;
    case SASS_PCNT: way = SASS_TO_CONTINUE; break;
    default: return;
  }
  if (to >= 0) lead(s, pushed_node(s, stack_number, way), block_node(s, stack_number, to), SASS_ALWAYS);
}

// Where an edge goes with a stack. -1: nowhere.
static int end_of(search *s, int stack_number, const sass_edge *e, int i) {
  const sass_listing *l = s->graph->listing;
  const bool follows = i + 1 < l->count && !sass_begins(l, i + 1);
  const stack *now = &s->stacks[stack_number];
  switch (e->way) {
    case SASS_TO: return block_node(s, stack_number, e->to);
    case SASS_INTO:
      if (s->merged && follows)
        lead(s, pushed_node(s, stack_number, SASS_TO_RETURN), block_node(s, stack_number, i + 1), SASS_ALWAYS);
      return block_node(s, called(s, stack_number, follows ? i + 1 : -1), e->to);
    case SASS_TO_RETURN:
      if (s->merged) return pushed_node(s, stack_number, e->way);
      return now->below < 0 || now->returns_to < 0 ? -1 : block_node(s, now->below, now->returns_to);
    default: return pushed_node(s, stack_number, e->way);
  }
}

static void follow(search *s, int node) {
  const place at = s->places[node];
  const sass_nodes *n = s->to;
  if (at.block >= n->block_count) {  // SYNC, BRK, CONT: a caller may have pushed the target
    const sass_way way = (sass_way)(at.block - n->block_count + SASS_TO_SYNC);
    const int below = s->stacks[at.stack].below;
    if (below >= 0) lead(s, node, pushed_node(s, below, way), SASS_ALWAYS);
    return;
  }
  const int last = n->blocks[at.block].last;
  sass_edge edges[SASS_MOST_EDGES];
  for (int i = n->blocks[at.block].first; i <= last; i++) push(s, at.stack, i);
  const int count = sass_edges(s->graph, last, edges);
  for (int e = 0; e < count; e++) {
    const int to = end_of(s, at.stack, &edges[e], last);
    if (to >= 0) lead(s, node, to, edges[e].sense);
  }
}

static void drop_nodes(search *s, int from) {
  for (int k = from; k < s->to->node_count; k++) free(s->to->nodes[k].out);
  for (int k = s->first_stack; k < s->stack_count; k++) free(s->stacks[k].nodes);
  s->to->node_count = from;
  s->stack_count = s->first_stack;
}

// All that control comes to in the function that begins there.
static void find_nodes(search *s, int first) {
  const int from = s->to->node_count;
  s->first_stack = s->stack_count;
  s->merged = s->too_many = false;
  for (bool again = true; again;) {
    block_node(s, stack_of(s, -1, -1), first);
    for (int node = from; node < s->to->node_count && !s->too_many; node++) follow(s, node);
    again = s->too_many;
    if (!again) break;
    drop_nodes(s, from);
    s->too_many = false;
    s->merged = true;
  }
  s->to->unbounded[s->graph->listing->instructions[first].function] = s->merged;
}

// ---- their order -------------------------------------------------------------------------------

typedef struct {
  place at;
  int node;
} ranked;

static int by_block(const void *a, const void *b) {
  const ranked *one = a, *other = b;
  if (one->at.block != other->at.block) return one->at.block < other->at.block ? -1 : 1;
  return one->at.stack < other->at.stack ? -1 : one->at.stack > other->at.stack;
}

static void sort(search *s) {
  sass_nodes *n = s->to;
  const size_t count = (size_t)n->node_count;
  ranked *order = sass_allocated(malloc(count * sizeof *order));
  int *rank = sass_allocated(malloc(count * sizeof *rank));
  sass_node *sorted = sass_allocated(malloc(count * sizeof *sorted));
  for (int k = 0; k < n->node_count; k++) order[k] = (ranked){s->places[k], k};
  qsort(order, count, sizeof *order, by_block);
  for (int k = 0; k < n->node_count; k++) rank[order[k].node] = k;
  for (int k = 0; k < n->node_count; k++) {
    sorted[k] = n->nodes[order[k].node];
    for (int e = 0; e < sorted[k].out_count; e++) sorted[k].out[e].to = rank[sorted[k].out[e].to];
  }
  free(n->nodes);
  n->nodes = sorted;
  free(order);
  free(rank);
}

sass_nodes *sass_nodes_new(const sass_graph *graph) {
  const sass_listing *l = graph->listing;
  sass_nodes *n = sass_allocated(calloc(1, sizeof *n));
  n->blocks = sass_allocated(calloc((size_t)l->count, sizeof *n->blocks));
  n->block_of = sass_allocated(calloc((size_t)l->count, sizeof *n->block_of));
  n->unbounded = sass_allocated(calloc((size_t)l->function_count, sizeof *n->unbounded));
  find_blocks(n, graph);
  search s = {.graph = graph, .to = n};
  for (int i = 0; i < l->count; i++)
    if (sass_begins(l, i)) find_nodes(&s, i);
  sort(&s);
  for (int k = 0; k < s.stack_count; k++) free(s.stacks[k].nodes);
  free(s.stacks);
  free(s.places);
  return n;
}

void sass_nodes_free(sass_nodes *n) {
  if (!n) return;
  for (int k = 0; k < n->node_count; k++) free(n->nodes[k].out);
  free(n->blocks);
  free(n->block_of);
  free(n->nodes);
  free(n->unbounded);
  free(n);
}
