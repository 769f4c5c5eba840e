// SPDX-License-Identifier: Apache-2.0
#include "walk.h"

#include <stdlib.h>

#include "memory.h"

enum { MOST_STEPS = 1 << 18, MOST_PUSHED = 64 };

uint64_t sass_mix(uint64_t seed, uint64_t number) {
  uint64_t z = seed + (number + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

void sass_walk_start(sass_walk *w, const sass_graph *graph, uint64_t seed, int loops) {
  *w = (sass_walk){.graph = graph, .seed = seed, .loops = loops};
  w->taken = sass_allocated(calloc((size_t)graph->listing->count, sizeof *w->taken));
}

void sass_walk_free(sass_walk *w) {
  free(w->taken);
  free(w->pushed);
}

static const sass_instruction *instruction(const sass_walk *w, int i) { return &w->graph->listing->instructions[i]; }

static bool reads(const sass_instruction *i, int number) {
  for (int r = 0; r < i->read_count; r++)
    if (i->reads[r].number == number) return true;
  return false;
}

static bool reads_codes(const sass_instruction *i) { return i->opcode->flow != SASS_NEXT && reads(i, SASS_CC); }

// The nearest backward branch, from the next instruction on, that depends on the condition and whose loop holds the
// next instruction. -1: there is none.
static int loop_of(const sass_walk *w, int condition) {
  const sass_listing *l = w->graph->listing;
  const int number = SASS_P0 + condition, function = instruction(w, w->at)->function;
  for (int j = w->at; j < l->count && l->instructions[j].function == function; j++) {
    const sass_instruction *i = &l->instructions[j];
    if (i->opcode->flow != SASS_BRANCH || w->graph->to[j] < 0 || w->graph->to[j] > w->at) continue;
    if (condition == SASS_PREDICATES ? reads_codes(i) : i->guard == number) return j;
  }
  return -1;
}

static bool condition(sass_walk *w, int c) {
  if (w->known[c]) return w->value[c];
  w->known[c] = true;
  const int branch = loop_of(w, c);
  if (branch < 0) return w->value[c] = sass_mix(w->seed, w->chosen++) & 1;
  const bool again = w->taken[branch] < w->loops - 1;
  return w->value[c] = again != (c < SASS_PREDICATES && instruction(w, branch)->negated);
}

static void push(sass_walk *w, sass_flow_kind kind, int to) {
  w->pushed = sass_room(w->pushed, w->pushed_count, sizeof *w->pushed);
  w->pushed[w->pushed_count++] = (sass_push){kind, to};
}

// The newest target of the kind; it and what is above are gone. -1: there is none.
static int pop(sass_walk *w, sass_flow_kind kind) {
  size_t n = w->pushed_count;
  while (n && w->pushed[n - 1].kind != kind) n--;
  if (!n) return -1;
  w->pushed_count = n - 1;
  return w->pushed[n - 1].to;
}

// Where a jump that happens goes: -1: the warp ends.
static int destination(sass_walk *w, int next) {
  const int target = w->graph->to[w->at];
  switch (instruction(w, w->at)->opcode->flow) {
    case SASS_BRANCH: return target >= 0 ? target : next;
    case SASS_CALL:
      if (target < 0) return next;
      if (w->pushed_count == MOST_PUSHED) return -1;
      push(w, SASS_CALL, next);
      return target;
    case SASS_RETURN: return pop(w, SASS_CALL);
    case SASS_EXIT: return -1;
    case SASS_BREAK: return pop(w, SASS_PBK);
    case SASS_CONTINUE: return pop(w, SASS_PCNT);
    case SASS_SYNC: {
      const int to = pop(w, SASS_SSY);
      return to >= 0 ? to : next;
    }
    case SASS_SSY:
    case SASS_PBK:
    case SASS_PCNT:
      if (w->pushed_count == MOST_PUSHED) return -1;
      push(w, instruction(w, w->at)->opcode->flow, target);
      return next;
    default: return next;
  }
}

static void forget(sass_walk *w, const sass_instruction *i) {
  for (int n = 0; n < i->write_count; n++)
    if (i->writes[n] >= SASS_P0 && i->writes[n] <= SASS_CC) w->known[i->writes[n] - SASS_P0] = false;
}

bool sass_walk_step(sass_walk *w) {
  const sass_listing *l = w->graph->listing;
  const int at = w->at;
  const sass_instruction *i = instruction(w, at);
  const int next = at + 1 < l->count && instruction(w, at + 1)->function == i->function ? at + 1 : -1;
  const bool happens = i->guard == SASS_NO_REGISTER || condition(w, i->guard - SASS_P0) != i->negated;
  const bool jumps = happens && (!reads_codes(i) || condition(w, SASS_PREDICATES));
  const int to = jumps ? destination(w, next) : next;
  const bool calls = i->opcode->flow == SASS_CALL || i->opcode->flow == SASS_RETURN;
  const bool backward = !calls && to >= 0 && to <= at;
  if (happens) forget(w, i);
  w->at = to;
  if (backward && w->taken[at] >= w->loops - 1) w->at = -1;
  w->taken[at] = backward ? w->taken[at] + 1 : 0;
  // A jump out of a loop: its branch counts anew.
  for (int k = at + 1; k < to && !calls; k++) w->taken[k] = 0;
  if (++w->steps == MOST_STEPS) w->at = -1;
  return happens;
}
