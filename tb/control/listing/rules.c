// SPDX-License-Identifier: Apache-2.0
// One function a rule. Each looks at an instruction and says what it finds.
#include "rules.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "flow.h"
#include "memory.h"

enum { LAST_PLAIN_STALL = 11, MOST_STALL = 15, SHARING_COST = 1000 };

// How an instruction and an older one that is pending meet in a register.
typedef enum { READS_RESULT, WRITES_RESULT, WRITES_OPERAND, WRITES_DEEP_OPERAND } meeting_kind;

typedef struct {
  meeting_kind kind;
  const sass_pending *older;
  int number;    // of the register
  bool general;  // of a read: a general register
} meeting;

// What is pending of an instruction from one to another of the listing, and the same before each.
typedef struct {
  int first, last;
  uint8_t set, barriers;  // it has set and nobody waited for; these and those that cover it
  bool young;
} span;

typedef struct {
  span *list;
  int count;
} spans;

// The instruction that the rules look at, and all that they have found.
struct sass_checker {
  const sass_listing *listing;
  bool strict, mends;
  sass_graph *graph;
  sass_flow *flow;
  int at;
  const sass_instruction *i;
  sass_findings *findings;  // that grow: of those below
  // By instruction: findings of it alone, and of those behind it with it; where it is pending.
  sass_findings *alone, *pairs;
  spans *pending;
  int of;        // whose pending is visited
  int chose_at;  // the first instruction that asks for a barrier of it; -1: none yet
  // set[n][b]: how many have barrier b set before instruction n; changes[n][b]: by how much that differs from n - 1.
  int (*set)[SASS_BARRIERS], (*changes)[SASS_BARRIERS];
  // What speaks against barrier b for a mend. costs[n][b]: instructions before n that use it; counted[b]: DEPBAR counts
  // its setters.
  int (*costs)[SASS_BARRIERS];
  int counted[SASS_BARRIERS];
};

typedef struct sass_checker check;

static const sass_instruction *older_of(const check *c, const sass_pending *p) {
  return &c->listing->instructions[p->at];
}

__attribute__((format(printf, 5, 6))) static sass_finding finding(const check *c, const char *rule,
                                                                  sass_severity severity, const sass_instruction *other,
                                                                  const char *format, ...) {
  sass_finding f = {.rule = rule, .severity = severity, .line = c->i->line, .other = other ? other->line : 0};
  va_list args;
  va_start(args, format);
  if (!c->mends) vsnprintf(f.text, sizeof f.text, format, args);
  va_end(args);
  return f;
}

static void say(const check *c, const sass_finding *f) {
  if (!c->mends || f->severity == SASS_ERROR) sass_findings_add(c->findings, f);
}

static sass_severity of_document(const check *c) { return c->strict ? SASS_ERROR : SASS_NOTE; }

typedef struct {
  char text[SASS_REGISTER_TEXT];
} register_text;

static register_text name_of(const check *c, int number) {
  register_text name;
  sass_register_text(c->listing->names, number, name.text);
  return name;
}

// ---- mends -------------------------------------------------------------------------------------

// `cycles` more behind instruction k. A stall of 12 and more needs 'Y'; what is above 15 stays short.
static void mend_stall(const check *c, sass_finding *f, int k, int cycles) {
  const sass_instruction *before = &c->listing->instructions[k];
  int stall = sass_least_cycles(&before->control) + cycles;
  if (stall > MOST_STALL) stall = MOST_STALL;
  sass_mend_add(f, before->line, SASS_FIELD_STALL, stall);
  if (stall > LAST_PLAIN_STALL && !before->control.yield) sass_mend_add(f, before->line, SASS_FIELD_YIELD, 1);
}

// How much an instruction that uses a barrier speaks against a second use. DEPBAR.LE SBn, k counts its setters.
static int cost(const sass_instruction *i, int b) {
  int barrier, count;
  uint8_t mask;
  if (i->opcode->special == SASS_DEPBAR)
    return (sass_depbar(i, &barrier, &count, &mask) && barrier == b && count) ? SHARING_COST : mask >> b & 1;
  return (i->control.wait >> b & 1) + (i->control.write == b) + (i->control.read == b);
}

// A span may be as long as the listing. So its ends are noted, and all are summed at once.
static void sum_set(check *c) {
  int sum[SASS_BARRIERS] = {0};
  for (int n = 0; n < c->listing->count; n++)
    for (int b = 0; b < SASS_BARRIERS; b++) c->set[n][b] = sum[b] += c->changes[n][b];
}

// Sums of the costs, so that a choice need not go through the listing.
static void sum_costs(check *c) {
  memset(c->counted, 0, sizeof c->counted);
  for (int n = 0; n < c->listing->count; n++)
    for (int b = 0; b < SASS_BARRIERS; b++) {
      const int one = cost(&c->listing->instructions[n], b);
      c->costs[n + 1][b] = c->costs[n][b] + one;
      if (one >= SHARING_COST) c->counted[b] = SHARING_COST;
    }
}

// A barrier for the instruction at `from`, that the one at `to` waits for: free between them, or shared at least cost.
static int choose_barrier(const check *c, int from, int to) {
  // A loop may lead from a later line to an earlier one: then the whole listing counts.
  const int first = from < to ? from : 0, last = from < to ? to : c->listing->count - 1;
  const uint8_t waits = c->listing->instructions[to].control.wait;
  int best = 0, least = -1;
  for (int b = 0; b < SASS_BARRIERS; b++) {
    int sum = (waits >> b & 1 ? 0 : c->set[to][b]) + c->costs[last + 1][b] - c->costs[first][b];
    if (sum < SHARING_COST) sum += c->counted[b];
    if (least < 0 || sum < least) {
      least = sum;
      best = b;
    }
  }
  return best;
}

// A wait of this instruction that covers the older one, and a barrier where that has none: it is chosen later.
static void mend_wait(const check *c, sass_finding *f, const sass_pending *p, uint8_t cover, sass_mend_field field) {
  int b = 0;
  if (cover) {
    while (!(cover >> b & 1)) b++;
  } else {
    f->chooses = true;
    sass_mend_add(f, older_of(c, p)->line, field, 0);
  }
  sass_mend_add(f, c->i->line, SASS_FIELD_WAIT, c->i->control.wait | (f->chooses ? 0 : 1 << b));
}

// ---- rules of data flow ------------------------------------------------------------------------

// A guarded older instruction: nothing says that it happened for the threads of this one (maxwell-control.md 6.2).
static sass_severity unless_guarded(const check *c, const sass_pending *p) {
  const sass_instruction *older = older_of(c, p);
  const bool same_guard = p->guard_valid && older->guard == c->i->guard && older->negated == c->i->negated;
  return older->guard == SASS_NO_REGISTER || p->held || same_guard ? SASS_ERROR : SASS_WARNING;
}

// RAW, RAW-PRED, RAW-CC: a fixed latency is not over.
static void raw_fixed(const check *c, const meeting *m) {
  const sass_instruction *older = older_of(c, m->older);
  if (m->kind != READS_RESULT || older->class->result != SASS_FIXED) return;
  const int late = m->general ? c->i->class->read_latency : 0;
  const int needed = sass_latency(older, m->number), there = m->older->age + late, shortage = needed - there;
  if (shortage <= 0) return;
  const char *rule = m->number == SASS_CC ? "RAW-CC" : m->number >= SASS_P0 && m->number < SASS_CC ? "RAW-PRED" : "RAW";
  sass_finding f = finding(c, rule, SASS_ERROR, older, "%s of line %d is read after %d of %d cycles",
                           name_of(c, m->number).text, older->line, there, needed);
  f.shortage = shortage;
  mend_stall(c, &f, m->older->via, shortage);
  say(c, &f);
}

// RAW-VAR: nobody waited for a result of a variable latency.
static void raw_variable(const check *c, const meeting *m) {
  const sass_instruction *older = older_of(c, m->older);
  if (m->kind != READS_RESULT || older->class->result != SASS_VARIABLE) return;
  sass_finding f =
      finding(c, "RAW-VAR", unless_guarded(c, m->older), older, "%s of line %d is read without a wait for its result",
              name_of(c, m->number).text, older->line);
  mend_wait(c, &f, m->older, m->older->result_cover, SASS_FIELD_WRITE);
  say(c, &f);
}

// WAW: the older write lands last.
static void waw_fixed(const check *c, const meeting *m) {
  const sass_instruction *older = older_of(c, m->older);
  if (m->kind != WRITES_RESULT || older->class->result != SASS_FIXED || c->i->class->result != SASS_FIXED) return;
  const int shortage = sass_latency(older, m->number) - m->older->age - sass_latency(c->i, m->number);
  if (shortage <= 0) return;
  sass_finding f =
      finding(c, "WAW", SASS_ERROR, older, "%s is written, and the older write of line %d lands %d cycles later",
              name_of(c, m->number).text, older->line, shortage);
  f.shortage = shortage;
  mend_stall(c, &f, m->older->via, shortage);
  say(c, &f);
}

static bool same_queue(const check *c, const meeting *m) {
  return c->i->opcode->queue && c->i->opcode->queue == older_of(c, m->older)->opcode->queue;
}

// WAW-VAR: a result of a variable latency may land later.
static void waw_variable(const check *c, const meeting *m) {
  const sass_instruction *older = older_of(c, m->older);
  if (m->kind != WRITES_RESULT || older->class->result != SASS_VARIABLE || same_queue(c, m)) return;
  sass_finding f =
      finding(c, "WAW-VAR", unless_guarded(c, m->older), older,
              "%s is written without a wait for the older result of line %d", name_of(c, m->number).text, older->line);
  mend_wait(c, &f, m->older, m->older->result_cover, SASS_FIELD_WRITE);
  say(c, &f);
}

// WAR, WAR-LATE: an operand may not have been read.
static void war(const check *c, const meeting *m) {
  const sass_instruction *older = older_of(c, m->older);
  if (m->kind != WRITES_OPERAND || same_queue(c, m)) return;
  const bool late = older->class->war == SASS_WAR_WARNING;
  sass_finding f = finding(c, late ? "WAR-LATE" : "WAR", late ? SASS_WARNING : unless_guarded(c, m->older), older,
                           "%s is written and line %d may not have read it", name_of(c, m->number).text, older->line);
  mend_wait(c, &f, m->older, m->older->read_cover, SASS_FIELD_READ);
  say(c, &f);
}

// QUEUE-DEPTH: the order within a queue is not sure across many operations.
static void queue_depth(const check *c, const meeting *m) {
  const bool within = m->kind == WRITES_OPERAND && same_queue(c, m) && m->older->depth > SASS_QUEUE_DEPTH;
  if (m->kind != WRITES_DEEP_OPERAND && !within) return;
  const sass_instruction *older = older_of(c, m->older);
  const sass_finding f = finding(c, "QUEUE-DEPTH", SASS_WARNING, older,
                                 "%s is written and line %d, %d operations of its queue earlier, %s",
                                 name_of(c, m->number).text, older->line, m->older->depth, "may not have read it");
  say(c, &f);
}

static void (*const rules_of_meetings[])(const check *, const meeting *) = {
    raw_fixed, raw_variable, waw_fixed, waw_variable, war, queue_depth,
};

// BAR-EARLY: a wait does not see what was set less than two cycles before.
static void barrier_early(const check *c, const sass_pending *p) {
  if (!(p->set & c->i->control.wait) || p->age >= SASS_SETTER_CYCLES) return;
  const sass_instruction *older = older_of(c, p);
  sass_finding f = finding(c, "BAR-EARLY", SASS_ERROR, older, "line %d has set the barrier %d of 2 cycles before",
                           older->line, p->age);
  f.shortage = SASS_SETTER_CYCLES - p->age;
  mend_stall(c, &f, p->via, f.shortage);
  say(c, &f);
}

// WAIT-UNSET: on no path the barrier is set.
static void wait_unset(const check *c) {
  for (int b = 0; b < SASS_BARRIERS && sass_flow_reached(c->flow, c->at); b++) {
    if (!(c->i->control.wait >> b & 1) || c->set[c->at][b]) continue;
    const sass_finding f =
        finding(c, "WAIT-UNSET", SASS_NOTE, NULL, "waits for barrier %d (maxas: %d), which no path has set", b, b + 1);
    say(c, &f);
    return;
  }
}

static uint8_t own_barriers(const sass_instruction *i) {
  return (uint8_t)((i->control.write < SASS_BARRIERS ? 1 << i->control.write : 0) |
                   (i->control.read < SASS_BARRIERS ? 1 << i->control.read : 0));
}

// S2R-SHARE, BAR-DOMAIN: another instruction has the barrier pending.
static void barrier_shared(const check *c, const sass_pending *p) {
  const sass_instruction *older = older_of(c, p);
  if (!(p->set & own_barriers(c->i)) || p->at == c->at) return;
  if (!strcmp(c->i->opcode->name, "S2R") && !strcmp(older->opcode->name, "S2R")) {
    const sass_finding f = finding(c, "S2R-SHARE", of_document(c), older,
                                   "sets a barrier that the S2R of line %d has pending", older->line);
    say(c, &f);
  } else if (older->opcode->queue != c->i->opcode->queue || !older->opcode->queue) {
    const sass_finding f = finding(c, "BAR-DOMAIN", SASS_NOTE, older,
                                   "sets a barrier that line %d of another queue has pending", older->line);
    say(c, &f);
  }
}

// ---- rules of one instruction ------------------------------------------------------------------

static void barrier_number(const check *c) {
  const sass_control *k = &c->i->control;
  if (k->write != SASS_BARRIERS && k->read != SASS_BARRIERS) return;
  sass_finding f = finding(c, "BAR-NUMBER", SASS_ERROR, NULL, "there is no barrier 6");
  if (k->write == SASS_BARRIERS) sass_mend_add(&f, c->i->line, SASS_FIELD_WRITE, SASS_NO_BARRIER);
  if (k->read == SASS_BARRIERS) sass_mend_add(&f, c->i->line, SASS_FIELD_READ, SASS_NO_BARRIER);
  say(c, &f);
}

static void write_without_result(const check *c) {
  if (c->i->control.write >= SASS_BARRIERS) return;
  const bool fixed = c->i->class->result == SASS_FIXED;
  const bool none = c->i->class->result == SASS_NO_RESULT || !c->i->opcode->to;
  if (!none && !fixed) return;
  sass_finding f = none ? finding(c, "WRITE-NODEST", SASS_ERROR, NULL,
                                  "a write barrier on %s, which has no destination", c->i->opcode->name)
                        : finding(c, "WRITE-FIXED", SASS_ERROR, NULL, "a write barrier on %s, whose latency is fixed",
                                  c->i->opcode->name);
  sass_mend_add(&f, c->i->line, SASS_FIELD_WRITE, SASS_NO_BARRIER);
  say(c, &f);
}

static void read_class(const check *c) {
  if (c->i->control.read >= SASS_BARRIERS || c->i->class->read_barrier) return;
  sass_finding f = finding(c, "READ-CLASS", SASS_ERROR, NULL, "a read barrier on %s, which reads its operands at issue",
                           c->i->opcode->name);
  sass_mend_add(&f, c->i->line, SASS_FIELD_READ, SASS_NO_BARRIER);
  say(c, &f);
}

static void least_stall(const check *c) {
  const int least = c->i->class->least_stall, there = sass_least_cycles(&c->i->control);
  const bool padding = c->graph->to[c->at] == c->at && c->i->guard == SASS_NO_REGISTER;  // BRA .
  if (there >= least || padding) return;
  sass_finding f =
      finding(c, "MIN-STALL", SASS_ERROR, NULL, "%s needs a stall of %d, not %d", c->i->opcode->name, least, there);
  f.shortage = least - there;
  mend_stall(c, &f, c->at, f.shortage);
  say(c, &f);
}

static bool has_constant(const sass_instruction *i) {
  for (int o = 0; o < i->operand_count; o++)
    if (i->operands[o].kind == SASS_CONSTANT) return true;
  return false;
}

// Why the instruction may not issue together with the next, or NULL.
static const char *why_alone(const check *c, const sass_instruction *next) {
  if (c->i->class->dual != SASS_FIRST) return "its class is never the first of a pair";
  if (!next) return "no instruction follows";
  if (next->class->dual != SASS_SECOND) return "the class of the next is never the second of a pair";
  if (!sass_least_cycles(&next->control)) return "the next has stall 0, too";
  if (has_constant(c->i) && has_constant(next)) return "both have a constant operand";
  if (c->graph->target[c->at + 1]) return "the next is the target of a branch";
  return NULL;
}

static void dual(const check *c) {
  if (sass_least_cycles(&c->i->control)) return;
  const sass_instruction *next = c->at + 1 < c->listing->count ? c->i + 1 : NULL;
  if (next && next->function != c->i->function) next = NULL;
  const char *why = why_alone(c, next);
  if (!why) return;
  sass_finding f = finding(c, "DUAL", SASS_ERROR, next, "stall 0: %s", why);
  sass_mend_add(&f, c->i->line, SASS_FIELD_STALL, 1);
  say(c, &f);
}

static void target(const check *c) {
  const sass_operand *operand = sass_target_operand(c->i);
  if (!operand) return;
  bool inside;
  if (c->graph->to[c->at] >= 0 || sass_target(c->listing, c->at, operand, &inside) >= 0) return;
  if (!inside && c->i->opcode->flow == SASS_CALL) return;
  const bool control = !operand->label && operand->value % 32 == 0;
  const sass_finding f = finding(c, "TARGET", SASS_ERROR, NULL, "the target %.80s is %s", operand->text,
                                 control           ? "a control word"
                                 : !operand->label ? "no instruction"
                                 : inside          ? "a label without an instruction"
                                                   : "no label of this function");
  say(c, &f);
}

static void indirect(const check *c) {
  if (c->i->opcode->flow == SASS_RETURN && sass_flow_unbounded(c->flow, c->at)) {
    const sass_finding f = finding(c, "INDIRECT", SASS_NOTE, NULL, "calls have no bound: RET may go behind every CAL");
    say(c, &f);
  }
  if (c->i->opcode->flow != SASS_INDIRECT) return;
  const sass_finding f = finding(c, "INDIRECT", SASS_NOTE, NULL, "the targets of %s are unknown", c->i->opcode->name);
  say(c, &f);
}

static void yield_wide(const check *c) {
  if (c->i->control.stall <= LAST_PLAIN_STALL || c->i->control.yield) return;
  sass_finding f =
      finding(c, "YIELD-WIDE", of_document(c), NULL, "stall %d without 'Y': 6 cycles are sure", c->i->control.stall);
  sass_mend_add(&f, c->i->line, SASS_FIELD_YIELD, 1);
  say(c, &f);
}

static void yield_zero(const check *c) {
  if (c->i->control.stall || !c->i->control.yield || c->i->opcode->special == SASS_PADDING) return;
  sass_finding f = finding(c, "YIELD-ZERO", of_document(c), NULL, "stall 0 with 'Y' counts as 1");
  sass_mend_add(&f, c->i->line, SASS_FIELD_STALL, 1);
  say(c, &f);
}

// ---- rules of reuse ----------------------------------------------------------------------------

static void reuse_bits(const check *c) {
  const int bits = c->i->control.reuse, last = 1 << (SASS_REUSE_BITS - 1), flags = sass_reuse_flags(c->i);
  if (bits & last) {
    sass_finding f = finding(c, "REUSE-BIT3", SASS_ERROR, NULL, "the last reuse bit is set");
    sass_mend_add(&f, c->i->line, SASS_FIELD_REUSE, bits & ~last);
    say(c, &f);
  }
  if (c->listing->has_reuse_bits && c->i->class->reuse && (bits & ~last) != flags) {
    sass_finding f =
        finding(c, "REUSE-OPERAND", SASS_ERROR, NULL, "the reuse bits say %d, the operands %d", bits & ~last, flags);
    sass_mend_add(&f, c->i->line, SASS_FIELD_REUSE, bits & flags);
    say(c, &f);
  }
}

static void reuse_class(const check *c) {
  if (c->i->class->reuse || !sass_reuse_flags(c->i)) return;
  sass_finding f = finding(c, "REUSE-CLASS", SASS_WARNING, NULL, "%s keeps no operands", c->i->opcode->name);
  sass_mend_add(&f, c->i->line, SASS_FIELD_REUSE, 0);
  say(c, &f);
}

static bool writes_register(const sass_instruction *i, int number) {
  for (int w = 0; w < i->write_count; w++)
    if (i->writes[w] == number) return true;
  return false;
}

// The register that the instruction reads in a slot, or SASS_NO_REGISTER.
static int slot_register(const sass_instruction *i, int slot) {
  const int o = i->slots[slot];
  return o >= 0 && i->operands[o].kind == SASS_REGISTER ? i->operands[o].number : SASS_NO_REGISTER;
}

static void reuse_self(const check *c) {
  for (int s = 0; s < SASS_GROUP; s++) {
    const int number = slot_register(c->i, s);
    if (!(sass_reuse_flags(c->i) >> s & 1) || number == SASS_NO_REGISTER || !writes_register(c->i, number)) continue;
    sass_finding f =
        finding(c, "REUSE-SELF", SASS_ERROR, NULL, "keeps %s, which it writes itself", name_of(c, number).text);
    sass_mend_add(&f, c->i->line, SASS_FIELD_REUSE, c->i->control.reuse & ~(1 << s));
    say(c, &f);
    return;
  }
}

// The next reader of what the instruction keeps in a slot; -1 if the entry goes first. *written: the register is
// written before it (maxwell-control.md 4.7, D-CTRL-7, D-CTRL-11).
static int next_reader(const check *c, int slot, bool *written) {
  const int number = slot_register(c->i, slot);
  int younger = 0;
  *written = false;
  for (int k = c->at; k + 1 < c->listing->count;) {
    const sass_instruction *before = &c->listing->instructions[k++], *next = before + 1;
    if (before->control.yield || sass_leaves(before) || c->graph->leader[k]) return -1;
    const int read = next->class->reuse ? slot_register(next, slot) : SASS_NO_REGISTER;
    if (read == number) return k;
    if (read != SASS_NO_REGISTER && (!(sass_reuse_flags(next) >> slot & 1) || ++younger == 2)) return -1;
    if (writes_register(next, number)) *written = true;
  }
  return -1;
}

// REUSE-STALE: the finding is at the reader.
static void reuse_stale(const check *c) {
  for (int s = 0; s < SASS_GROUP; s++) {
    const int number = slot_register(c->i, s);
    bool written;
    if (!(sass_reuse_flags(c->i) >> s & 1) || number == SASS_NO_REGISTER || writes_register(c->i, number)) continue;
    const int reader = next_reader(c, s, &written);
    if (reader < 0 || !written) continue;
    sass_finding f = finding(c, "REUSE-STALE", SASS_NOTE, c->i, "%s, which line %d keeps, was written since",
                             name_of(c, number).text, c->i->line);
    f.line = c->listing->instructions[reader].line;
    sass_mend_add(&f, c->i->line, SASS_FIELD_REUSE, c->i->control.reuse & ~(1 << s));
    say(c, &f);
  }
}

static void (*const local_rules[])(const check *) = {
    barrier_number, write_without_result, read_class, least_stall, dual,       target,      indirect,
    yield_wide,     yield_zero,           reuse_bits, reuse_class, reuse_self, reuse_stale, wait_unset,
};

// ---- the check ---------------------------------------------------------------------------------

static void meet(const check *c, meeting_kind kind, const sass_pending *older, int number, bool general) {
  const meeting m = {kind, older, number, general};
  for (size_t r = 0; r < sizeof rules_of_meetings / sizeof *rules_of_meetings; r++) rules_of_meetings[r](c, &m);
}

// What instruction c->i and one that is pending have in common.
static void meet_pending(const check *c, const sass_pending *p) {
  const sass_instruction *older = older_of(c, p), *i = c->i;
  const bool happens = !sass_guard_false(c->flow, c->at), apart = sass_other_threads(p, older, i);
  for (int w = 0; w < older->write_count; w++) {
    if (!(p->writes >> w & 1)) continue;
    for (int r = 0; r < i->read_count; r++) {
      const bool guard = i->reads[r].number == i->guard;
      if (i->reads[r].number == older->writes[w] && (guard || (happens && !apart)))
        meet(c, READS_RESULT, p, older->writes[w], i->reads[r].general);
    }
    if (happens && !apart && writes_register(i, older->writes[w])) meet(c, WRITES_RESULT, p, older->writes[w], false);
  }
  for (int r = 0; r < older->read_count && happens && !apart; r++) {
    const int number = older->reads[r].number;
    if (!((p->reads | p->deep) >> r & 1) || !writes_register(i, number)) continue;
    meet(c, p->reads >> r & 1 ? WRITES_OPERAND : WRITES_DEEP_OPERAND, p, number, false);
  }
}

static void look_at(check *c, int i) {
  c->at = i;
  c->i = &c->listing->instructions[i];
}

// Adds `one` to the counts of the barriers that a span has set.
static void count_set(check *c, const span *s, int one) {
  for (int b = 0; b < SASS_BARRIERS; b++) {
    if (!(s->set >> b & 1)) continue;
    c->changes[s->first][b] += one;
    c->changes[s->last + 1][b] -= one;
  }
}

static void alive(void *to, int first, int last, const sass_pending *p) {
  check *c = to;
  spans *all = &c->pending[c->of];
  const span s = {first, last, p->set, p->set | p->result_cover | p->read_cover, sass_is_young(c->listing, p)};
  span *end = all->count ? &all->list[all->count - 1] : NULL;
  count_set(c, &s, 1);
  if (end && end->last + 1 == first && end->set == s.set && end->barriers == s.barriers && end->young == s.young) {
    end->last = last;
    return;
  }
  all->list = sass_room(all->list, (size_t)all->count, sizeof *all->list);
  all->list[all->count++] = s;
}

static void before_waits(void *to, int i, const sass_pending *p) {
  look_at(to, i);
  barrier_early(to, p);
}

// A round chooses only the first of the barriers that one instruction lacks.
static bool enough(void *to, const sass_pending *p) {
  const check *c = to;
  const bool again = c->mends && c->chose_at >= 0 && !p->result_cover && !p->read_cover;
  return again && older_of(c, p)->class->result != SASS_FIXED;
}

static void at_issue(void *to, int i, const sass_pending *p) {
  check *c = to;
  look_at(c, i);
  barrier_shared(c, p);
  if (c->chose_at < i && enough(c, p)) return;
  meet_pending(c, p);
  const sass_findings *f = c->findings;
  if (c->chose_at < 0 && f->count && f->list[f->count - 1].chooses) c->chose_at = i;
}

// Looks at what is pending of an instruction, for the first time or anew.
static void look_behind(check *c, int of) {
  for (int s = 0; s < c->pending[of].count; s++) count_set(c, &c->pending[of].list[s], -1);
  c->pending[of].count = 0;
  c->of = of;
  c->chose_at = -1;
  c->findings = &c->pairs[of];
  c->findings->count = 0;
  sass_flow_visit(c->flow, of,
                  &(sass_visitor){.alive = alive, .wait = before_waits, .issue = at_issue, .enough = enough, .to = c});
}

static void look_alone(check *c, int i) {
  look_at(c, i);
  c->findings = &c->alone[i];
  c->findings->count = 0;
  for (size_t r = 0; r < sizeof local_rules / sizeof *local_rules; r++) local_rules[r](c);
}

sass_checker *sass_checker_new(const sass_listing *listing, bool strict, bool mends) {
  check *c = sass_allocated(calloc(1, sizeof *c));
  const size_t count = (size_t)listing->count;
  c->listing = listing;
  c->strict = strict;
  c->mends = mends;
  c->graph = sass_graph_new(listing);
  c->flow = sass_flow_new(c->graph);
  c->alone = sass_allocated(calloc(count, sizeof *c->alone));
  c->pairs = sass_allocated(calloc(count, sizeof *c->pairs));
  c->pending = sass_allocated(calloc(count, sizeof *c->pending));
  c->set = sass_allocated(calloc(count, sizeof *c->set));
  c->changes = sass_allocated(calloc(count + 1, sizeof *c->changes));
  c->costs = sass_allocated(calloc(count + 1, sizeof *c->costs));
  for (int i = 0; i < listing->count; i++) look_behind(c, i);
  sum_set(c);
  for (int i = 0; i < listing->count; i++) look_alone(c, i);
  sum_costs(c);
  return c;
}

void sass_checker_free(sass_checker *c) {
  if (!c) return;
  for (int i = 0; i < c->listing->count; i++) {
    sass_findings_free(&c->alone[i]);
    sass_findings_free(&c->pairs[i]);
    free(c->pending[i].list);
  }
  sass_flow_free(c->flow);
  sass_graph_free(c->graph);
  free(c->alone);
  free(c->pairs);
  free(c->pending);
  free(c->set);
  free(c->changes);
  free(c->costs);
  free(c);
}

// ---- changes -----------------------------------------------------------------------------------

// The span of an instruction's pending before instruction i, or NULL.
static const span *span_at(const spans *all, int i) {
  int low = 0, high = all->count - 1;
  while (low <= high) {
    const int middle = low + (high - low) / 2;
    const span *s = &all->list[middle];
    if (s->first <= i && i <= s->last) return s;
    if (s->last < i) low = middle + 1;
    else high = middle - 1;
  }
  return NULL;
}

// Whether a new control field of instruction i says something else to what is pending of instruction `of`.
static bool concerns(const check *c, int of, int i, const sass_control *old) {
  if (of == i) return true;
  const span *s = span_at(&c->pending[of], i);
  if (!s || s->young) return s;
  const sass_instruction *now = &c->listing->instructions[i];
  const bool sets = old->write != now->control.write || old->read != now->control.read;
  const int queue = now->opcode->queue;
  const sass_instruction before = {.control = *old};
  uint8_t barriers = old->wait ^ now->control.wait;
  if (sets) barriers |= own_barriers(now) | own_barriers(&before);
  return (sets && queue && queue == c->listing->instructions[of].opcode->queue) || barriers & s->barriers;
}

void sass_checker_update(sass_checker *c, const sass_changed *changed, int count) {
  for (int k = 0; k < count; k++) sass_flow_changed(c->flow, changed[k].at);
  for (int of = 0; of < c->listing->count; of++)
    for (int k = 0; k < count; k++)
      if (concerns(c, of, changed[k].at, &changed[k].old)) {
        look_behind(c, of);
        break;
      }
  sum_set(c);
  for (int k = 0; k < count; k++) {
    look_alone(c, changed[k].at);
    if (changed[k].at) look_alone(c, changed[k].at - 1);  // of a pair
  }
  sum_costs(c);
}

void sass_checker_each(const sass_checker *c, void (*take)(void *to, const sass_finding *finding), void *to) {
  for (int i = 0; i < c->listing->count; i++) {
    for (int n = 0; n < c->alone[i].count; n++) take(to, &c->alone[i].list[n]);
    for (int n = 0; n < c->pairs[i].count; n++) take(to, &c->pairs[i].list[n]);
  }
}

void sass_checker_choose(const sass_checker *c, sass_finding *f) {
  if (!f->chooses) return;
  const int b =
      choose_barrier(c, sass_instruction_of_line(c->listing, f->other), sass_instruction_of_line(c->listing, f->line));
  f->mends[0].value = b;
  f->mends[1].value |= 1 << b;
  f->chooses = false;
}

// ---- the check ---------------------------------------------------------------------------------

static void unscheduled(const sass_listing *l, sass_findings *findings) {
  for (int n = 0; n < l->unscheduled_count; n++) {
    const sass_finding f = {.rule = "UNSCHEDULED",
                            .severity = SASS_WARNING,
                            .line = l->unscheduled[n],
                            .text = "maxas would still reorder the contents of this block"};
    sass_findings_add(findings, &f);
  }
}

static void add(void *to, const sass_finding *f) { sass_findings_add(to, f); }

sass_findings sass_check(const sass_listing *listing, bool strict) {
  sass_findings findings = {0};
  sass_checker *c = sass_checker_new(listing, strict, false);
  sass_checker_each(c, add, &findings);
  for (int n = 0; n < findings.count; n++) sass_checker_choose(c, &findings.list[n]);
  sass_checker_free(c);
  unscheduled(listing, &findings);
  sass_findings_sort(&findings);
  return findings;
}
