// SPDX-License-Identifier: Apache-2.0
#include "graph.h"

#include <stdlib.h>

#include "memory.h"

const sass_operand *sass_target_operand(const sass_instruction *i) {
  if (!sass_has_target(i->opcode)) return NULL;
  for (int o = 0; o < i->operand_count; o++)
    if (i->operands[o].kind == SASS_TARGET) return &i->operands[o];
  return NULL;
}

static int target_of(const sass_listing *l, int i) {
  const sass_operand *operand = sass_target_operand(&l->instructions[i]);
  bool inside;
  return operand ? sass_target(l, i, operand, &inside) : -1;
}

bool sass_leaves(const sass_instruction *i) {
  switch (i->opcode->flow) {
    case SASS_NEXT:
    case SASS_SSY:
    case SASS_PBK:
    case SASS_PCNT:
    case SASS_TARGET_ONLY:
    case SASS_INDIRECT: return false;
    default: return true;
  }
}

static bool same_function(const sass_listing *l, int i, int j) {
  return j < l->count && l->instructions[i].function == l->instructions[j].function;
}

sass_graph *sass_graph_new(const sass_listing *l) {
  sass_graph *g = sass_allocated(calloc(1, sizeof *g));
  const size_t count = (size_t)l->count;
  g->listing = l;
  g->leader = sass_allocated(calloc(count, sizeof *g->leader));
  g->target = sass_allocated(calloc(count, sizeof *g->target));
  g->to = sass_allocated(calloc(count, sizeof *g->to));
  for (int i = 0; i < l->count; i++) {
    const sass_instruction *at = &l->instructions[i];
    const sass_flow_kind flow = at->opcode->flow;
    const int to = g->to[i] = target_of(l, i);
    if (i == 0 || at[-1].function != at->function) g->leader[i] = true;
    if (to >= 0) g->leader[to] = g->target[to] = true;
    if (sass_leaves(at) && same_function(l, i, i + 1)) g->leader[i + 1] = true;
    if (flow == SASS_CALL && same_function(l, i, i + 1)) g->target[i + 1] = true;
  }
  return g;
}

void sass_graph_free(sass_graph *g) {
  if (!g) return;
  free(g->leader);
  free(g->target);
  free(g->to);
  free(g);
}

// Whether a branch depends on CC, as BRA CC.NE, LOOP.
static bool reads_codes(const sass_instruction *i) {
  for (int r = 0; r < i->read_count; r++)
    if (i->reads[r].number == SASS_CC) return true;
  return false;
}

int sass_edges(const sass_graph *g, int i, sass_edge edges[SASS_MOST_EDGES]) {
  const sass_listing *l = g->listing;
  const sass_instruction *at = &l->instructions[i];
  const bool guarded = at->guard != SASS_NO_REGISTER, codes = reads_codes(at);
  sass_way way = SASS_TO;
  int to = -1;
  bool falls = !sass_leaves(at) || guarded || codes;
  switch (at->opcode->flow) {
    case SASS_BRANCH:
      to = g->to[i];
      if (!sass_target_operand(at)) falls = true;
      break;
    case SASS_CALL:
      to = g->to[i];
      way = SASS_INTO;
      if (to < 0) falls = true;
      break;
    case SASS_SYNC:
      way = SASS_TO_SYNC;
      falls = true;
      break;
    case SASS_BREAK: way = SASS_TO_BREAK; break;
    case SASS_CONTINUE: way = SASS_TO_CONTINUE; break;
    case SASS_RETURN: way = SASS_TO_RETURN; break;
    default: break;
  }
  int count = 0;
  const bool goes = to >= 0 || way > SASS_INTO;
  if (goes) edges[count++] = (sass_edge){way, to, guarded ? SASS_GUARD_TRUE : SASS_ALWAYS};
  // SYNC goes on for all threads; a condition of CC says nothing of the guard.
  const bool rest =
      guarded && !codes && sass_leaves(at) && at->opcode->flow != SASS_SYNC && (goes || at->opcode->flow == SASS_EXIT);
  const sass_edge next = {SASS_TO, i + 1, rest ? SASS_GUARD_FALSE : SASS_ALWAYS};
  if (falls && same_function(l, i, i + 1)) edges[count++] = next;
  return count;
}
