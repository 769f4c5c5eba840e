// SPDX-License-Identifier: Apache-2.0
#include "flow.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

enum { MOST_GUARDED_WAIT = 6 };

// in: what is pending where paths meet: at leaders and hubs.
typedef struct {
  const sass_graph *graph;
  const sass_listing *listing;
  sass_state *in;
  bool *dirty;
} analysis;

int sass_latency(const sass_instruction *i, int number) {
  if (i->class->result != SASS_FIXED) return 0;
  const bool predicate = number >= SASS_P0 && number < SASS_CC;
  return predicate ? i->class->predicate_latency : i->class->latency;
}

bool sass_guard_false(const sass_state *s, const sass_instruction *i) {
  if (i->guard == SASS_NO_REGISTER) return false;
  const int p = i->guard - SASS_P0;
  return (s->known >> p & 1) && (s->value >> p & 1) == i->negated;
}

static bool guard_true(const sass_state *s, const sass_instruction *i) {
  return i->guard == SASS_NO_REGISTER || ((s->known >> (i->guard - SASS_P0) & 1) && !sass_guard_false(s, i));
}

bool sass_other_threads(const sass_pending *older, const sass_instruction *first, const sass_instruction *second) {
  return older->guard_valid && first->guard != SASS_NO_REGISTER && first->guard == second->guard &&
         first->negated != second->negated;
}

bool sass_depbar(const sass_instruction *i, int *barrier, int *count, uint8_t *mask) {
  *barrier = -1;
  *count = 0;
  *mask = 0;
  for (int o = 0; o < i->operand_count; o++) {
    const sass_operand *operand = &i->operands[o];
    const char *text = operand->text;
    if (operand->kind == SASS_IMMEDIATE)
      *count = operand->value > SASS_MOST_DEPTH ? SASS_MOST_DEPTH : (int)operand->value;
    if (operand->kind == SASS_OTHER && text[0] == 'S' && text[2] >= '0' && text[2] < '0' + SASS_BARRIERS && !text[3])
      *barrier = text[2] - '0';
    if (operand->kind == SASS_OTHER && text[0] == '{')
      for (; *text; text++)
        if (*text >= '0' && *text < '0' + SASS_BARRIERS) *mask |= (uint8_t)(1 << (*text - '0'));
  }
  return *barrier >= 0;
}

// ---- states ------------------------------------------------------------------------------------

static void copy(sass_state *to, const sass_state *from) {
  if (to->room < from->count) {
    to->room = from->count + from->count / 2;
    to->items = sass_allocated(realloc(to->items, (size_t)to->room * sizeof *to->items));
  }
  sass_pending *items = to->items;
  const int room = to->room;
  *to = *from;
  to->items = items;
  to->room = room;
  if (from->count) memcpy(items, from->items, (size_t)from->count * sizeof *items);
}

static bool nothing(const sass_pending *p) { return !p->writes && !p->reads && !p->deep && !p->set; }

// Removes what is over.
static void sweep(const sass_listing *l, sass_state *s) {
  int kept = 0;
  for (int n = 0; n < s->count; n++) {
    sass_pending *p = &s->items[n];
    const sass_instruction *i = &l->instructions[p->at];
    if (i->class->result == SASS_FIXED)
      for (int w = 0; w < i->write_count; w++)
        if (p->age >= sass_latency(i, i->writes[w])) p->writes &= ~((uint64_t)1 << w);
    if (!nothing(p)) s->items[kept++] = *p;
  }
  s->count = kept;
}

static uint8_t less(uint8_t a, uint8_t b) { return a < b ? a : b; }
static uint8_t more(uint8_t a, uint8_t b) { return a > b ? a : b; }

// Joins what two paths say of one instruction. What is not pending on a path needs no barrier there.
static sass_pending join_items(const sass_pending *a, const sass_pending *b) {
  sass_pending to = *a;
  if (b->age < a->age) {
    to.age = b->age;
    to.via = b->via;
  }
  to.writes |= b->writes;
  to.reads |= b->reads;
  to.deep |= b->deep;
  to.set |= b->set;
  to.depth = more(a->depth, b->depth);
  to.guard_valid = a->guard_valid && b->guard_valid;
  to.held = a->held && b->held;
  const bool reads = a->reads || a->deep, other_reads = b->reads || b->deep;
  to.result_cover = !a->writes ? b->result_cover : !b->writes ? a->result_cover : a->result_cover & b->result_cover;
  to.read_cover = !reads ? b->read_cover : !other_reads ? a->read_cover : a->read_cover & b->read_cover;
  for (int n = 0; n < SASS_BARRIERS; n++) {
    to.age_after[n] = less(a->age_after[n], b->age_after[n]);
    to.result_behind[n] = !a->writes   ? b->result_behind[n]
                          : !b->writes ? a->result_behind[n]
                                       : less(a->result_behind[n], b->result_behind[n]);
    to.read_behind[n] = !reads         ? b->read_behind[n]
                        : !other_reads ? a->read_behind[n]
                                       : less(a->read_behind[n], b->read_behind[n]);
    to.cover_depth[n] = !reads         ? b->cover_depth[n]
                        : !other_reads ? a->cover_depth[n]
                                       : more(a->cover_depth[n], b->cover_depth[n]);
  }
  return to;
}

static bool same(const sass_pending *a, const sass_pending *b) {
  return a->at == b->at && a->via == b->via && a->writes == b->writes && a->reads == b->reads && a->deep == b->deep &&
         a->result_cover == b->result_cover && a->read_cover == b->read_cover && a->set == b->set && a->age == b->age &&
         !memcmp(a->age_after, b->age_after, sizeof a->age_after) && a->depth == b->depth &&
         !memcmp(a->cover_depth, b->cover_depth, sizeof a->cover_depth) &&
         !memcmp(a->result_behind, b->result_behind, sizeof a->result_behind) &&
         !memcmp(a->read_behind, b->read_behind, sizeof a->read_behind) && a->guard_valid == b->guard_valid &&
         a->held == b->held;
}

// Joins `from` into `to`. Whether `to` changed.
static bool join(sass_state *to, const sass_state *from) {
  if (!to->reached) {
    copy(to, from);
    to->reached = true;
    return true;
  }
  sass_state old = *to;
  const int room = old.count + from->count;
  to->items = sass_allocated(malloc((size_t)(room ? room : 1) * sizeof *to->items));
  to->room = room;
  to->count = 0;
  bool changed = false;
  for (int a = 0, b = 0; a < old.count || b < from->count;) {
    const sass_pending *x = a < old.count ? &old.items[a] : NULL, *y = b < from->count ? &from->items[b] : NULL;
    sass_pending *next = &to->items[to->count++];
    if (x && y && x->at == y->at) {
      *next = join_items(x, y);
      a++, b++;
    } else {
      const bool first = x && (!y || x->at < y->at);
      *next = first ? *x : *y;
      memset(next->age_after, 0, sizeof next->age_after);
      x = first ? x : NULL;
      a += first, b += !first;
    }
    changed |= !x || !same(x, next);
  }
  to->known &= from->known & (uint8_t) ~(old.value ^ from->value);
  to->value &= to->known;
  changed |= to->known != old.known;
  free(old.items);
  return changed;
}

// ---- one instruction ---------------------------------------------------------------------------

static void pass_time(sass_state *s, int cycles) {
  for (int n = 0; n < s->count; n++) {
    sass_pending *p = &s->items[n];
    p->age = p->age + cycles > SASS_MOST_AGE ? SASS_MOST_AGE : (uint8_t)(p->age + cycles);
  }
}

// Operands that the barriers cover are read; those that are covered across many operations stay in doubt.
static void cover_reads(sass_pending *p, uint8_t mask) {
  int depth = SASS_MOST_DEPTH + 1;
  for (int b = 0; b < SASS_BARRIERS; b++)
    if (mask >> b & 1 && p->cover_depth[b] < depth) depth = p->cover_depth[b];
  if (depth > SASS_QUEUE_DEPTH) p->deep |= p->reads;
  else p->deep = 0;
  p->reads = 0;
}

// A wait until the counters of the barriers are 0.
static void clear(sass_state *s, uint8_t mask) {
  for (int n = 0; n < s->count; n++) {
    sass_pending *p = &s->items[n];
    if (p->result_cover & mask) p->writes = 0;
    if (p->read_cover & mask) cover_reads(p, p->read_cover & mask);
    p->set &= (uint8_t)~mask;
    for (int b = 0; b < SASS_BARRIERS; b++)
      if (mask >> b & 1) p->age_after[b] = 0;
  }
}

// A wait until the counter of a barrier is at most `count`: what has as many setters behind it is done (D-CTRL-49). The
// barrier stays set.
static void clear_older(sass_state *s, int barrier, int count) {
  const uint8_t bit = (uint8_t)(1 << barrier);
  for (int n = 0; n < s->count; n++) {
    sass_pending *p = &s->items[n];
    if (p->result_cover & bit && p->result_behind[barrier] >= count) p->writes = 0;
    if (p->read_cover & bit && p->read_behind[barrier] >= count) cover_reads(p, bit);
  }
}

// A wait for a write barrier lasts until some cycles after the issue of its setter (D-CTRL-12). That is time for what
// issued no later than the setter: how long before the wait the setter itself issued nobody knows.
static void pass_wait(sass_state *s, uint8_t mask) {
  for (int n = 0; n < s->count; n++) {
    sass_pending *p = &s->items[n];
    for (int b = 0; b < SASS_BARRIERS; b++)
      if (mask >> b & 1) p->age = more(p->age, p->age_after[b]);
  }
}

// An instruction sets its write barrier: how old all that is pending will be behind a wait for it.
static void know_wait(sass_state *s, const sass_instruction *i) {
  if (i->control.write >= SASS_BARRIERS) return;
  int least = i->class->least_wait;
  if (i->guard != SASS_NO_REGISTER && least > MOST_GUARDED_WAIT) least = MOST_GUARDED_WAIT;
  for (int n = 0; n < s->count; n++) {
    sass_pending *p = &s->items[n];
    const int age = p->age + least > SASS_MOST_AGE ? SASS_MOST_AGE : p->age + least;
    p->age_after[i->control.write] = more(p->age_after[i->control.write], (uint8_t)age);
  }
}

static uint8_t barrier_bit(uint8_t barrier) { return barrier < SASS_BARRIERS ? (uint8_t)(1 << barrier) : 0; }

static uint8_t plus(uint8_t depth, int count) {
  return depth + count > SASS_MOST_DEPTH ? SASS_MOST_DEPTH : (uint8_t)(depth + count);
}

// Older operations: the barriers of a younger one of their queue cover them, whatever its guard. Its setters are behind
// theirs if both have a queue; a result may come behind later operands.
static void cover_older(const sass_listing *l, sass_state *s, const sass_instruction *i) {
  const uint8_t write = barrier_bit(i->control.write), read = barrier_bit(i->control.read);
  for (int n = 0; n < s->count; n++) {
    sass_pending *p = &s->items[n];
    const bool in_order = i->opcode->queue && l->instructions[p->at].opcode->queue;
    const bool older = in_order && l->instructions[p->at].opcode->queue == i->opcode->queue;
    if (older) p->depth = plus(p->depth, 1);
    for (int b = 0; b < SASS_BARRIERS && (write | read); b++) {
      const int setters = (write >> b & 1) + (read >> b & 1);
      if (in_order) {
        p->result_behind[b] = plus(p->result_behind[b], write >> b & 1);
        p->read_behind[b] = plus(p->read_behind[b], setters);
      }
      if (!older || !setters) continue;
      if (write >> b & 1 && !(p->result_cover >> b & 1)) p->result_behind[b] = 0;
      if (!(p->read_cover >> b & 1)) {
        p->read_behind[b] = (uint8_t)(setters - 1);
        p->cover_depth[b] = p->depth;
      }
    }
    if (!older) continue;
    p->result_cover |= write;
    p->read_cover |= write | read;
  }
}

// A write of registers ends what is pending of older writes, unless it is guarded; a predicate ends guards.
static void overwrite(const sass_listing *l, sass_state *s, const sass_instruction *i) {
  for (int w = 0; w < i->write_count; w++) {
    const int number = i->writes[w];
    if (number >= SASS_P0 && number < SASS_CC) s->known &= (uint8_t) ~(1 << (number - SASS_P0));
    for (int n = 0; n < s->count; n++) {
      sass_pending *p = &s->items[n];
      const sass_instruction *older = &l->instructions[p->at];
      if (older->guard == number) p->guard_valid = false;
      if (i->guard != SASS_NO_REGISTER) continue;
      for (int o = 0; o < older->write_count; o++)
        if (older->writes[o] == number) p->writes &= ~((uint64_t)1 << o);
    }
  }
  s->value &= s->known;
}

static uint64_t all(int count) { return count >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << count) - 1; }

static void add(const sass_listing *l, sass_state *s, int at) {
  const sass_instruction *i = &l->instructions[at];
  const uint8_t write = barrier_bit(i->control.write), read = barrier_bit(i->control.read);
  sass_pending p = {.at = at, .via = at, .guard_valid = true, .held = guard_true(s, i)};
  const bool variable = i->class->result == SASS_VARIABLE;
  if (!sass_guard_false(s, i)) {
    if (i->class->result != SASS_NO_RESULT) p.writes = all(i->write_count);
    if (variable && i->class->war != SASS_WAR_NONE) p.reads = all(i->read_count);
  }
  for (int r = 0; r < i->read_count; r++)
    if (!i->reads[r].general) p.reads &= ~((uint64_t)1 << r);
  p.result_cover = write;
  p.read_cover = write | read;
  p.set = write | read;
  for (int w = 0; w < i->write_count; w++)
    if (i->writes[w] == i->guard) p.guard_valid = false;
  if (write == read && write) p.read_behind[i->control.read] = 1;
  int n = 0;
  while (n < s->count && s->items[n].at < at) n++;
  const bool again = n < s->count && s->items[n].at == at;
  if (again) {
    // In a loop: the operands of the time before may wait in the queue, too.
    const sass_pending *before = &s->items[n];
    if (before->reads | before->deep) {
      p.depth = before->depth;
      p.deep = before->deep;
      memset(p.cover_depth, before->depth, sizeof p.cover_depth);
    }
    s->items[n] = p;
    return;
  }
  if (nothing(&p)) return;
  if (s->count == s->room) {
    s->room = s->room ? 2 * s->room : 16;
    s->items = sass_allocated(realloc(s->items, (size_t)s->room * sizeof *s->items));
  }
  memmove(&s->items[n + 1], &s->items[n], (size_t)(s->count - n) * sizeof *s->items);
  s->items[n] = p;
  s->count++;
}

// BAR.SYNC and BAR.RED return when earlier stores have read their operands (maxwell-control.md 4.2).
static void finish_stores(const sass_listing *l, sass_state *s) {
  for (int n = 0; n < s->count; n++)
    if (!l->instructions[s->items[n].at].opcode->to) s->items[n].reads = s->items[n].deep = 0;
}

static void step(const sass_listing *l, sass_state *s, int at, const sass_visitor *v) {
  const sass_instruction *i = &l->instructions[at];
  if (v) v->wait(v->to, at, s);
  if (i->control.wait) {
    pass_wait(s, i->control.wait);
    clear(s, i->control.wait);
  }
  if (v) v->issue(v->to, at, s);
  if (i->opcode->special == SASS_DEPBAR) {
    int barrier, count;
    uint8_t mask;
    if (sass_depbar(i, &barrier, &count, &mask)) {
      if (count) clear_older(s, barrier, count);
      else mask |= (uint8_t)(1 << barrier);
    }
    clear(s, mask);
  }
  if (i->opcode->special == SASS_BAR && (strstr(i->name, ".SYNC") || strstr(i->name, ".RED"))) finish_stores(l, s);
  cover_older(l, s, i);
  if (!sass_guard_false(s, i)) overwrite(l, s, i);
  add(l, s, at);
  know_wait(s, i);
  pass_time(s, sass_least_cycles(&i->control));
  for (int n = 0; n < s->count; n++) s->items[n].via = at;
  sweep(l, s);
}

// The threads that go along an edge know the guard. What was guarded by the opposite did not happen for them.
static void along(const sass_listing *l, sass_state *s, const sass_instruction *from, sass_sense sense) {
  if (sense == SASS_ALWAYS) return;
  const int p = from->guard - SASS_P0;
  const bool value = (sense == SASS_GUARD_TRUE) != from->negated;
  s->known |= (uint8_t)(1 << p);
  s->value = (uint8_t)((s->value & ~(1 << p)) | value << p);
  for (int n = 0; n < s->count; n++) {
    sass_pending *item = &s->items[n];
    const sass_instruction *older = &l->instructions[item->at];
    if (older->guard != from->guard || !item->guard_valid) continue;
    if (older->negated != value) item->held = true;
    else item->writes = item->reads = item->deep = 0;
  }
  sweep(l, s);
}

// ---- the whole ---------------------------------------------------------------------------------

static void send(analysis *f, sass_state *s, sass_state *edge, int from, const sass_edge *to) {
  copy(edge, s);
  along(f->listing, edge, &f->listing->instructions[from], to->sense);
  if (join(&f->in[to->to], edge)) f->dirty[to->to] = true;
}

// Goes through the block that begins at a leader. v: NULL while states still change.
static void block(analysis *f, int first, sass_state *now, sass_state *edge, const sass_visitor *v, bool *reached) {
  const sass_listing *l = f->listing;
  copy(now, &f->in[first]);
  for (int i = first;; i++) {
    sass_edge edges[SASS_MOST_EDGES];
    step(l, now, i, v);
    if (reached) reached[i] = true;
    const int count = sass_edges(f->graph, i, edges);
    if (count == 1 && i + 1 < l->count && edges[0].to == i + 1 && edges[0].sense == SASS_ALWAYS &&
        !f->graph->leader[i + 1])
      continue;
    for (int e = 0; e < count && !v; e++) send(f, now, edge, i, &edges[e]);
    return;
  }
}

static bool pass(analysis *f, sass_state *now, sass_state *edge) {
  const int count = f->listing->count;
  bool any = false;
  for (int n = 0; n < f->graph->node_count; n++) {
    if (!f->dirty[n]) continue;
    f->dirty[n] = false;
    any = true;
    if (n < count) {
      block(f, n, now, edge, NULL, NULL);
      continue;
    }
    const sass_hub_targets *hub = &f->graph->hubs[n - count];
    for (int t = 0; t < hub->count; t++)
      if (join(&f->in[hub->to[t]], &f->in[n])) f->dirty[hub->to[t]] = true;
  }
  return any;
}

void sass_flow_visit(const sass_graph *graph, const sass_visitor *visitor, bool *reached) {
  const sass_listing *l = graph->listing;
  analysis f = {.graph = graph, .listing = l};
  const size_t nodes = (size_t)graph->node_count;
  f.in = sass_allocated(calloc(nodes, sizeof *f.in));
  f.dirty = sass_allocated(calloc(nodes, sizeof *f.dirty));
  sass_state now = {0}, edge = {0};
  for (int i = 0; i < l->count; i++)
    if (i == 0 || l->instructions[i].function != l->instructions[i - 1].function) f.in[i].reached = f.dirty[i] = true;
  while (pass(&f, &now, &edge)) continue;
  memset(reached, 0, (size_t)l->count * sizeof *reached);
  for (int i = 0; i < l->count; i++)
    if (graph->leader[i] && f.in[i].reached) block(&f, i, &now, &edge, visitor, reached);
  for (size_t n = 0; n < nodes; n++) free(f.in[n].items);
  free(f.in);
  free(f.dirty);
  free(now.items);
  free(edge.items);
}
