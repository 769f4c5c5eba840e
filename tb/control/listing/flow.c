// SPDX-License-Identifier: Apache-2.0
#include "flow.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "nodes.h"

enum { MOST_GUARDED_WAIT = 6, WORD_BITS = 64, SET_WORDS = 2, RUN = 16 };

// Registers. Some share a bit.
typedef struct {
  uint64_t words[SET_WORDS];
} register_set;

// Predicates whose value the path says.
typedef struct {
  uint8_t known, value;
} predicates;

// What is pending of one instruction where a node begins; not present: nothing is.
typedef struct {
  sass_pending item;
  bool reached, present;
} node_state;

// What an instruction, or one of a run of RUN, can say to something pending.
typedef struct {
  register_set writes, reads;
  uint8_t waits, write, own;  // barriers: that it waits for, that it sets for its result, that it sets
  int queue;                  // 0: none; of a run: that of all who set a barrier, 0 if they differ
  bool special;
} touch;

// What is pending of one instruction says nothing of what is pending of another. So each has a flow of its own. Most
// instructions say nothing to it.
struct sass_flow {
  const sass_listing *listing;
  sass_nodes *nodes;
  bool *reached;      // by instruction
  predicates *known;  // by instruction, before it
  touch *touches;     // by instruction
  touch *runs;        // by instruction / RUN
  bool counts;        // somebody waits for a count above 0
  // The instruction being checked, and the registers of its guard, its results and its operands.
  int of;
  register_set guard, results, operands;
  node_state *in;  // by node
  bool *dirty;     // by node
};

int sass_latency(const sass_instruction *i, int number) {
  if (i->class->result != SASS_FIXED) return 0;
  const bool predicate = number >= SASS_P0 && number < SASS_CC;
  return predicate ? i->class->predicate_latency : i->class->latency;
}

static bool guard_is(const sass_instruction *i, predicates p, bool happens) {
  const int bit = i->guard - SASS_P0;
  if (i->guard == SASS_NO_REGISTER) return happens;
  return (p.known >> bit & 1) && ((p.value >> bit & 1) != i->negated) == happens;
}

bool sass_guard_false(const sass_flow *f, int at) {
  return guard_is(&f->listing->instructions[at], f->known[at], false);
}

static bool guard_true(const sass_flow *f, int at) {
  return guard_is(&f->listing->instructions[at], f->known[at], true);
}

bool sass_flow_reached(const sass_flow *f, int i) { return f->reached[i]; }

bool sass_flow_unbounded(const sass_flow *f, int i) {
  return f->nodes->unbounded[f->listing->instructions[i].function];
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

// ---- what is pending ---------------------------------------------------------------------------

static bool nothing(const sass_pending *p) { return !p->writes && !p->reads && !p->deep && !p->set; }

bool sass_is_young(const sass_listing *l, const sass_pending *p) {
  return p->age < SASS_SETTER_CYCLES || (p->writes && l->instructions[p->at].class->result == SASS_FIXED);
}

// Takes away results that are there after their time. Whether something is left.
static bool sweep(const sass_listing *l, sass_pending *p) {
  const sass_instruction *i = &l->instructions[p->at];
  if (i->class->result == SASS_FIXED)
    for (int w = 0; w < i->write_count; w++)
      if (p->age >= sass_latency(i, i->writes[w])) p->writes &= ~((uint64_t)1 << w);
  return !nothing(p);
}

static uint8_t less(uint8_t a, uint8_t b) { return a < b ? a : b; }
static uint8_t more(uint8_t a, uint8_t b) { return a > b ? a : b; }

// Joins what two paths say of one instruction. What is not pending on a path needs no barrier there; where it is
// pending on none, nothing is said of barriers, so that the analysis ends.
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
  const sass_pending none = {0};
  const sass_pending *w = a->writes ? a : b->writes ? b : &none, *other_w = b->writes ? b : w;
  const sass_pending *r = a->reads || a->deep ? a : b->reads || b->deep ? b : &none;
  const sass_pending *other_r = b->reads || b->deep ? b : r;
  to.result_cover = w->result_cover & other_w->result_cover;
  to.read_cover = r->read_cover & other_r->read_cover;
  for (int n = 0; n < SASS_BARRIERS; n++) {
    to.age_after[n] = less(a->age_after[n], b->age_after[n]);
    to.result_behind[n] = less(w->result_behind[n], other_w->result_behind[n]);
    to.read_behind[n] = less(r->read_behind[n], other_r->read_behind[n]);
    to.cover_depth[n] = more(r->cover_depth[n], other_r->cover_depth[n]);
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

// Joins `from` into `to`. Whether `to` changed. Where one path has nothing pending, no wait is known.
static bool join(node_state *to, const node_state *from) {
  if (!to->reached) {
    *to = *from;
    return to->reached = true;
  }
  if (!to->present && !from->present) return false;
  const node_state old = *to;
  if (old.present && from->present) {
    to->item = join_items(&old.item, &from->item);
  } else {
    if (from->present) *to = *from;
    memset(to->item.age_after, 0, sizeof to->item.age_after);
  }
  return !old.present || !same(&old.item, &to->item);
}

// ---- one instruction ---------------------------------------------------------------------------

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
static void clear(sass_pending *p, uint8_t mask) {
  if (p->result_cover & mask) p->writes = 0;
  if (p->read_cover & mask) cover_reads(p, p->read_cover & mask);
  p->set &= (uint8_t)~mask;
  for (int b = 0; b < SASS_BARRIERS; b++)
    if (mask >> b & 1) p->age_after[b] = 0;
}

// A wait until the counter of a barrier is at most `count`: what has as many setters behind it is done (D-CTRL-49). The
// barrier stays set.
static void clear_older(sass_pending *p, int barrier, int count) {
  const uint8_t bit = (uint8_t)(1 << barrier);
  if (p->result_cover & bit && p->result_behind[barrier] >= count) p->writes = 0;
  if (p->read_cover & bit && p->read_behind[barrier] >= count) cover_reads(p, bit);
}

// A wait for a write barrier lasts until some cycles after the issue of its setter (D-CTRL-12). That is time for what
// issued no later than the setter: how long before the wait the setter itself issued nobody knows.
static void pass_wait(sass_pending *p, uint8_t mask) {
  for (int b = 0; b < SASS_BARRIERS; b++)
    if (mask >> b & 1) p->age = more(p->age, p->age_after[b]);
}

// An instruction sets its write barrier: how old what is pending will be behind a wait for it.
static void know_wait(sass_pending *p, const sass_instruction *i) {
  if (i->control.write >= SASS_BARRIERS) return;
  int least = i->class->least_wait;
  if (i->guard != SASS_NO_REGISTER && least > MOST_GUARDED_WAIT) least = MOST_GUARDED_WAIT;
  const int age = p->age + least > SASS_MOST_AGE ? SASS_MOST_AGE : p->age + least;
  p->age_after[i->control.write] = more(p->age_after[i->control.write], (uint8_t)age);
}

static uint8_t barrier_bit(uint8_t barrier) { return barrier < SASS_BARRIERS ? (uint8_t)(1 << barrier) : 0; }

static uint8_t own_barriers(const sass_instruction *i) {
  return barrier_bit(i->control.write) | barrier_bit(i->control.read);
}

static uint8_t plus(uint8_t depth, int count) {
  return depth + count > SASS_MOST_DEPTH ? SASS_MOST_DEPTH : (uint8_t)(depth + count);
}

// A younger operation: if it is of the same queue, its barriers cover the older one, whatever its guard. Its setters
// are behind those of the older one if both have a queue; a result may come behind later operands.
static void cover(const sass_listing *l, sass_pending *p, const sass_instruction *i) {
  const uint8_t write = barrier_bit(i->control.write), read = barrier_bit(i->control.read);
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
  if (!older) return;
  p->result_cover |= write;
  p->read_cover |= write | read;
}

// A write of registers ends what is pending of older writes, unless it is guarded; a predicate ends guards.
static void overwrite(const sass_listing *l, sass_pending *p, const sass_instruction *i) {
  const sass_instruction *older = &l->instructions[p->at];
  for (int w = 0; w < i->write_count; w++) {
    if (older->guard == i->writes[w]) p->guard_valid = false;
    if (i->guard != SASS_NO_REGISTER) continue;
    for (int o = 0; o < older->write_count; o++)
      if (older->writes[o] == i->writes[w]) p->writes &= ~((uint64_t)1 << o);
  }
}

static uint64_t all(int count) { return count >= WORD_BITS ? ~(uint64_t)0 : ((uint64_t)1 << count) - 1; }

// The instruction itself issues. before: NULL, or in a loop what is pending of the time before: its operands may wait
// in the queue, too.
static sass_pending issued(const sass_flow *f, const sass_pending *before) {
  const sass_instruction *i = &f->listing->instructions[f->of];
  const uint8_t write = barrier_bit(i->control.write), read = barrier_bit(i->control.read);
  sass_pending p = {.at = f->of, .via = f->of, .guard_valid = true, .held = guard_true(f, f->of)};
  const bool variable = i->class->result == SASS_VARIABLE;
  if (!sass_guard_false(f, f->of)) {
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
  if (before && (before->reads | before->deep)) {
    p.depth = before->depth;
    p.deep = before->deep;
    memset(p.cover_depth, before->depth, sizeof p.cover_depth);
  }
  return p;
}

// DEPBAR; BAR.SYNC and BAR.RED, which return when earlier stores have read their operands (maxwell-control.md 4.2).
static void special(const sass_listing *l, sass_pending *p, const sass_instruction *i) {
  int barrier, count;
  uint8_t mask;
  if (i->opcode->special == SASS_DEPBAR) {
    if (sass_depbar(i, &barrier, &count, &mask)) {
      if (count) clear_older(p, barrier, count);
      else mask |= (uint8_t)(1 << barrier);
    }
    clear(p, mask);
  }
  if (i->opcode->special == SASS_BAR && (strstr(i->name, ".SYNC") || strstr(i->name, ".RED")) &&
      !l->instructions[p->at].opcode->to)
    p->reads = p->deep = 0;
}

// Goes past an instruction. Whether something is pending then.
static bool step(const sass_flow *f, sass_pending *p, bool present, int at, const sass_visitor *v) {
  const sass_listing *l = f->listing;
  const sass_instruction *i = &l->instructions[at];
  if (present) {
    if (v) v->alive(v->to, at, at, p);
    if (v) v->wait(v->to, at, p);
    pass_wait(p, i->control.wait);
    clear(p, i->control.wait);
    if (v) v->issue(v->to, at, p);
    special(l, p, i);
    cover(l, p, i);
    if (!sass_guard_false(f, at)) overwrite(l, p, i);
  }
  if (at == f->of) *p = issued(f, present ? p : NULL);
  know_wait(p, i);
  const int age = p->age + sass_least_cycles(&i->control);
  p->age = age > SASS_MOST_AGE ? SASS_MOST_AGE : (uint8_t)age;
  p->via = at;
  return sweep(l, p);
}

// The threads that go along an edge know the guard. What was guarded by the opposite did not happen for them.
static void along(const sass_listing *l, node_state *s, const sass_instruction *from, sass_sense sense) {
  if (sense == SASS_ALWAYS || !s->present) return;
  const bool value = (sense == SASS_GUARD_TRUE) != from->negated;
  const sass_instruction *older = &l->instructions[s->item.at];
  if (older->guard == from->guard && s->item.guard_valid) {
    if (older->negated != value) s->item.held = true;
    else s->item.writes = s->item.reads = s->item.deep = 0;
  }
  s->present = sweep(l, &s->item);
}

// ---- registers ---------------------------------------------------------------------------------

static void put(register_set *set, int number) {
  set->words[number / WORD_BITS % SET_WORDS] |= (uint64_t)1 << number % WORD_BITS;
}

static bool meet(const register_set *a, const register_set *b) {
  uint64_t both = 0;
  for (int w = 0; w < SET_WORDS; w++) both |= a->words[w] & b->words[w];
  return both;
}

// ---- one flow ----------------------------------------------------------------------------------

// What an instruction must do to say something to what is pending and not young, or for a visitor to see it.
typedef struct {
  register_set writes, reads;   // of registers
  uint8_t waits, own, younger;  // barriers: that it waits for; that it sets; the same of a younger one of the queue
  uint8_t younger_write;        // barriers that a younger one sets for its result
  uint8_t shared;               // barriers that one of another queue sets: to share them is a finding
  int queue;
} interest;

static void put_all(register_set *set, const register_set *more) {
  for (int w = 0; w < SET_WORDS; w++) set->words[w] |= more->words[w];
}

static interest interest_of(const sass_flow *f, const sass_pending *p, bool visits) {
  const uint8_t covers = p->result_cover | p->read_cover;
  interest of = {.writes = f->guard,
                 .waits = p->set | (p->writes ? p->result_cover : 0) | (p->reads ? p->read_cover : 0),
                 .own = f->counts ? covers : 0,
                 .younger = f->counts ? UINT8_MAX : (uint8_t)~p->read_cover,
                 .younger_write = (uint8_t)~p->result_cover,
                 .shared = visits ? p->set : 0,
                 .queue = f->touches[f->of].queue};
  if (p->writes) put_all(&of.writes, &f->results);
  if (p->writes && visits) of.reads = f->results;
  if ((p->reads | p->deep) && visits) put_all(&of.writes, &f->operands);
  return of;
}

static bool says(const touch *t, const interest *of, bool younger) {
  if (t->waits & of->waits || t->own & of->own || t->special) return true;
  if (t->own & of->shared && (!of->queue || t->queue != of->queue)) return true;
  if (younger && (t->write & of->younger_write || t->own & of->younger)) return true;
  return meet(&t->writes, &of->writes) || meet(&t->reads, &of->reads);
}

// The first instruction from `at` on that says something to what is pending, or the one behind `last`. Counts
// operations of its queue on the way.
static int next_touch(const sass_flow *f, sass_pending *p, int at, int last, bool visits) {
  if (sass_is_young(f->listing, p)) return at;
  const int queue = f->touches[f->of].queue;
  const interest of = interest_of(f, p, visits);
  while (at <= last && at != f->of) {
    const bool whole = at % RUN == 0 && at + RUN <= last && f->of / RUN != at / RUN;
    if (whole && (!queue || p->depth == SASS_MOST_DEPTH) && !says(&f->runs[at / RUN], &of, queue)) {
      at += RUN;
      continue;
    }
    const bool younger = queue && f->touches[at].queue == queue;
    if (says(&f->touches[at], &of, younger)) break;
    if (younger) p->depth = plus(p->depth, 1);
    at++;
  }
  return at;
}

// Goes through a block.
static void walk(const sass_flow *f, const sass_block *b, node_state *s, const sass_visitor *v) {
  for (int i = b->first; i <= b->last; i++) {
    if (!s->present) {  // until the instruction itself
      if (f->of < i || f->of > b->last) return;
      i = f->of;
    } else {
      const int next = next_touch(f, &s->item, i, b->last, v && !v->enough(v->to, &s->item));
      if (v && next > i) v->alive(v->to, i, next - 1, &s->item);
      if (next > b->last) return;
      i = next;
    }
    s->present = step(f, &s->item, s->present, i, v);
  }
}

static void send(const sass_flow *f, const node_state *s, int to) {
  if (join(&f->in[to], s)) f->dirty[to] = true;
}

static void leave(const sass_flow *f, int number) {
  const sass_node *n = &f->nodes->nodes[number];
  node_state now = f->in[number];
  if (n->block < 0) {
    for (int e = 0; e < n->out_count; e++) send(f, &now, n->out[e].to);
    return;
  }
  const sass_block *b = &f->nodes->blocks[n->block];
  walk(f, b, &now, NULL);
  for (int e = 0; e < n->out_count; e++) {
    node_state edge = now;
    along(f->listing, &edge, &f->listing->instructions[b->last], n->out[e].sense);
    send(f, &edge, n->out[e].to);
  }
}

// Whether a function begins with the node.
static bool enters(const sass_flow *f, int number) {
  const sass_node *n = &f->nodes->nodes[number];
  if (n->block < 0 || !sass_begins(f->listing, f->nodes->blocks[n->block].first)) return false;
  // The empty stack comes first.
  return number == 0 || f->nodes->nodes[number - 1].block != n->block;
}

static void look_at(sass_flow *f, int of) {
  const sass_instruction *i = &f->listing->instructions[of];
  f->of = of;
  f->guard = (register_set){{0}};
  if (i->guard != SASS_NO_REGISTER) put(&f->guard, i->guard);
  f->results = f->touches[of].writes;
  f->operands = f->touches[of].reads;
}

void sass_flow_visit(sass_flow *f, int of, const sass_visitor *visitor) {
  if (!f->reached[of]) return;
  look_at(f, of);
  const sass_nodes *all = f->nodes;
  const sass_block *own = &all->blocks[all->block_of[of]];
  node_state last = {.reached = true};
  walk(f, own, &last, NULL);
  if (!last.present) {  // it stays in its block
    walk(f, own, &last, visitor);
    return;
  }
  memset(f->in, 0, (size_t)all->node_count * sizeof *f->in);
  for (int n = 0; n < all->node_count; n++)
    if (enters(f, n)) f->in[n].reached = f->dirty[n] = true;
  for (bool any = true; any;) {
    any = false;
    for (int n = 0; n < all->node_count; n++) {
      if (!f->dirty[n]) continue;
      f->dirty[n] = false;
      any = true;
      leave(f, n);
    }
  }
  for (int n = 0; n < all->node_count && all->nodes[n].block >= 0; n++) {
    const int block = all->nodes[n].block;
    node_state now = f->in[n];
    for (; n + 1 < all->node_count && all->nodes[n + 1].block == block; n++)  // the same instructions, of other calls
      if (f->in[n + 1].reached) join(&now, &f->in[n + 1]);
    if (&all->blocks[block] == own || now.present) walk(f, &all->blocks[block], &now, visitor);
  }
}

// ---- all flows ---------------------------------------------------------------------------------

static void find_run(sass_flow *f, int run) {
  touch *all = &f->runs[run];
  int queue = -1;  // no barrier is set yet
  *all = (touch){0};
  for (int i = run * RUN; i < (run + 1) * RUN && i < f->listing->count; i++) {
    const touch *t = &f->touches[i];
    put_all(&all->writes, &t->writes);
    put_all(&all->reads, &t->reads);
    all->waits |= t->waits;
    all->write |= t->write;
    all->own |= t->own;
    all->special |= t->special;
    if (t->own) queue = queue < 0 || queue == t->queue ? t->queue : 0;
  }
  all->queue = queue < 0 ? 0 : queue;
}

static void find_barriers(touch *t, const sass_instruction *i) {
  t->waits = i->control.wait;
  t->write = barrier_bit(i->control.write);
  t->own = own_barriers(i);
}

void sass_flow_changed(sass_flow *f, int i) {
  find_barriers(&f->touches[i], &f->listing->instructions[i]);
  find_run(f, i / RUN);
}

static void find_touches(sass_flow *f) {
  for (int n = 0; n < f->listing->count; n++) {
    const sass_instruction *i = &f->listing->instructions[n];
    touch *t = &f->touches[n];
    int barrier, count;
    uint8_t mask;
    t->queue = i->opcode->queue;
    t->special = i->opcode->special == SASS_DEPBAR || i->opcode->special == SASS_BAR;
    for (int w = 0; w < i->write_count; w++) put(&t->writes, i->writes[w]);
    for (int r = 0; r < i->read_count; r++) put(&t->reads, i->reads[r].number);
    find_barriers(t, i);
    f->counts |= i->opcode->special == SASS_DEPBAR && sass_depbar(i, &barrier, &count, &mask) && count;
  }
  for (int run = 0; run * RUN < f->listing->count; run++) find_run(f, run);
}

// A value that a path says, where a node begins.
typedef struct {
  predicates *in;
  bool *reached, *dirty;
} knowledge;

static void tell(const knowledge *k, int to, predicates p) {
  predicates *in = &k->in[to];
  const uint8_t known = in->known & p.known & (uint8_t) ~(in->value ^ p.value);
  if (k->reached[to] && known == in->known) return;
  *in = k->reached[to] ? (predicates){known, in->value & known} : p;
  k->reached[to] = k->dirty[to] = true;
}

// What is known behind instruction i.
static predicates told(const sass_instruction *i, predicates p) {
  for (int w = 0; w < i->write_count && !guard_is(i, p, false); w++)
    if (i->writes[w] >= SASS_P0 && i->writes[w] < SASS_CC) p.known &= (uint8_t) ~(1 << (i->writes[w] - SASS_P0));
  p.value &= p.known;
  return p;
}

static void tell_edges(const sass_flow *f, const knowledge *k, int number) {
  const sass_node *n = &f->nodes->nodes[number];
  predicates p = k->in[number];
  const sass_instruction *last = NULL;
  if (n->block >= 0) {
    const sass_block *b = &f->nodes->blocks[n->block];
    last = &f->listing->instructions[b->last];
    for (int at = b->first; at <= b->last; at++) p = told(&f->listing->instructions[at], p);
  }
  for (int e = 0; e < n->out_count; e++) {
    predicates to = p;
    if (last && n->out[e].sense != SASS_ALWAYS) {
      const int bit = 1 << (last->guard - SASS_P0);
      const bool value = (n->out[e].sense == SASS_GUARD_TRUE) != last->negated;
      to = (predicates){(uint8_t)(p.known | bit), (uint8_t)((p.value & ~bit) | (value ? bit : 0))};
    }
    tell(k, n->out[e].to, to);
  }
}

// Which instructions paths lead to, and which predicates all of them know there.
static void find_known(sass_flow *f) {
  const sass_nodes *all = f->nodes;
  const size_t nodes = (size_t)all->node_count;
  const knowledge k = {.in = sass_allocated(calloc(nodes, sizeof *k.in)),
                       .reached = sass_allocated(calloc(nodes, sizeof *k.reached)),
                       .dirty = f->dirty};
  for (int n = 0; n < all->node_count; n++)
    if (enters(f, n)) k.reached[n] = k.dirty[n] = true;
  for (bool any = true; any;) {
    any = false;
    for (int n = 0; n < all->node_count; n++) {
      if (!k.dirty[n]) continue;
      k.dirty[n] = false;
      any = true;
      tell_edges(f, &k, n);
    }
  }
  for (int n = 0; n < all->node_count && all->nodes[n].block >= 0; n++) {
    const sass_block *b = &all->blocks[all->nodes[n].block];
    predicates p = k.in[n];
    for (int at = b->first; at <= b->last; at++) {
      predicates *known = &f->known[at];
      known->known = f->reached[at] ? known->known & p.known & (uint8_t) ~(known->value ^ p.value) : p.known;
      known->value = p.value & known->known;
      f->reached[at] = true;
      p = told(&f->listing->instructions[at], p);
    }
  }
  free(k.in);
  free(k.reached);
}

sass_flow *sass_flow_new(const sass_graph *graph) {
  sass_flow *f = sass_allocated(calloc(1, sizeof *f));
  const size_t count = (size_t)graph->listing->count;
  f->listing = graph->listing;
  f->nodes = sass_nodes_new(graph);
  const size_t nodes = (size_t)f->nodes->node_count;
  f->reached = sass_allocated(calloc(count, sizeof *f->reached));
  f->known = sass_allocated(calloc(count, sizeof *f->known));
  f->touches = sass_allocated(calloc(count, sizeof *f->touches));
  f->runs = sass_allocated(calloc(count / RUN + 1, sizeof *f->runs));
  f->in = sass_allocated(calloc(nodes, sizeof *f->in));
  f->dirty = sass_allocated(calloc(nodes, sizeof *f->dirty));
  find_touches(f);
  find_known(f);
  return f;
}

void sass_flow_free(sass_flow *f) {
  if (!f) return;
  sass_nodes_free(f->nodes);
  free(f->reached);
  free(f->known);
  free(f->touches);
  free(f->runs);
  free(f->in);
  free(f->dirty);
  free(f);
}
