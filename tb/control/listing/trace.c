// SPDX-License-Identifier: Apache-2.0
#include "trace.h"

#include <stdlib.h>
#include <string.h>

#include "flow.h"
#include "memory.h"
#include "walk.h"

enum { GUARDED_CYCLES = 6, NOBODY = -1 };  // NOBODY: no record

const char sass_slot_marks[SASS_SLOTS] = {'#', '2', '.', 'w', 'o', 'u', 'l', 'q', 'd', 's', ' '};
const char *const sass_slot_names[SASS_SLOTS] = {"issue", "pair",  "stall",  "wait", "other", "unit",
                                                 "limit", "queue", "depbar", "sync", "end"};

typedef enum { FIXED_WRITE, OPERAND_READ, RESULT } event_kind;

// Something that a record still does. Ascending by record; of one record in the order of kinds.
typedef struct {
  int record;
  event_kind kind;
  long due;     // the cycle
  int number;   // of FIXED_WRITE: the register
  int barrier;  // that it signals, or SASS_NO_BARRIER
  int *wanted;  // of OPERAND_READ: by reads[] the record that program order demands; NULL: it reads nothing
  bool now;     // it takes place in this cycle
} event;

typedef struct {
  long read, result;  // the last so far
  int waiting;        // operations whose operands are not read
} queue_state;

typedef struct {
  long read, result;  // the last signals so far of operations with a queue
} barrier_state;

typedef struct {
  sass_walk walk;
  long next;   // since when it has its next instruction
  int issued;  // instructions
  int synced;  // BAR.SYNC and BAR.RED that it has issued
  bool at_sync, at_depbar;
  int stores;  // variable operations without destination whose operands are not read
  int depbar;  // the instruction
  queue_state *queues;
  barrier_state barriers[SASS_BARRIERS];
  int *demanded, *written;  // by register: records, or NOBODY
  bool compared;            // at its end
  int pending;              // events
} warp;

struct sass_trace {
  const sass_listing *listing;
  const sass_classes *classes;
  sass_trace_options options;
  sass_graph *graph;
  int registers;
  warp warps[SASS_WARPS];
  long unit_free[SASS_UNITS];
  sass_issue issue;
  sass_issue_inputs in;
  long cycle;
  event *events;
  size_t event_count;
  sass_record *records;
  size_t record_count;
  sass_dependence *dependences;
  size_t dependence_count;
  uint8_t *slots;  // by cycle and warp
  size_t slot_count;
  sass_findings findings;
  int *reported;  // by line: the other line of the last finding of it
};

static const sass_instruction *instruction(const sass_trace *t, int at) { return &t->listing->instructions[at]; }

static int most(int a, int b) { return a > b ? a : b; }
static long later(long a, long b) { return a > b ? a : b; }

static int *records_by_register(const sass_trace *t) {
  int *list = sass_allocated(malloc((size_t)t->registers * sizeof *list));
  for (int r = 0; r < t->registers; r++) list[r] = NOBODY;
  return list;
}

sass_trace *sass_trace_new(const sass_listing *l, const sass_classes *classes, const sass_trace_options *options) {
  sass_trace *t = sass_allocated(calloc(1, sizeof *t));
  t->listing = l;
  t->classes = classes;
  t->options = *options;
  t->graph = sass_graph_new(l);
  t->registers = SASS_OWN;
  for (int n = 0; n < l->count; n++) {
    const sass_instruction *i = &l->instructions[n];
    for (int r = 0; r < i->read_count; r++) t->registers = most(t->registers, i->reads[r].number + 1);
    for (int w = 0; w < i->write_count; w++) t->registers = most(t->registers, i->writes[w] + 1);
  }
  for (int w = 0; w < options->warps; w++) {
    warp *p = &t->warps[w];
    sass_walk_start(&p->walk, t->graph, sass_mix(options->seed, (uint64_t)w), options->loops);
    p->queues = sass_allocated(calloc((size_t)classes->queue_count + 1, sizeof *p->queues));
    p->demanded = records_by_register(t);
    p->written = records_by_register(t);
  }
  t->reported = sass_allocated(calloc((size_t)l->line_count + 1, sizeof *t->reported));
  sass_issue_reset(&t->issue);
  return t;
}

void sass_trace_free(sass_trace *t) {
  if (!t) return;
  for (int w = 0; w < t->options.warps; w++) {
    sass_walk_free(&t->warps[w].walk);
    free(t->warps[w].queues);
    free(t->warps[w].demanded);
    free(t->warps[w].written);
  }
  for (size_t e = 0; e < t->event_count; e++) free(t->events[e].wanted);
  free(t->events);
  free(t->records);
  free(t->dependences);
  free(t->slots);
  free(t->reported);
  sass_findings_free(&t->findings);
  sass_graph_free(t->graph);
  free(t);
}

// ---- findings ----------------------------------------------------------------------------------

static int line_of(const sass_trace *t, int record) {
  return record == NOBODY ? 0 : instruction(t, t->records[record].at)->line;
}

typedef struct {
  char text[24];
} writer_text;

static writer_text writer(const sass_trace *t, int record) {
  writer_text to;
  if (record == NOBODY) snprintf(to.text, sizeof to.text, "no write");
  else snprintf(to.text, sizeof to.text, "that of line %d", line_of(t, record));
  return to;
}

// What stands in a register against what program order demands (D-CTRL-57). line: of the reader.
static void compare(sass_trace *t, int w, int number, int demanded, int line, const char *verb) {
  const int found = t->warps[w].written[number];
  if (found == demanded) return;
  char name[SASS_REGISTER_TEXT];
  sass_register_text(t->listing->names, number, name);
  sass_finding f = {.rule = "ORDER", .severity = SASS_ERROR, .line = line, .other = line_of(t, demanded)};
  // A loop would say the same again and again.
  if (t->reported[line] == f.other + 1) return;
  t->reported[line] = f.other + 1;
  const bool same = line_of(t, found) == line_of(t, demanded);
  snprintf(f.text, sizeof f.text, "warp %d %s %.40s with %s%s in place of %s, cycle %ld", w, verb, name,
           same ? "an earlier one than " : "", writer(t, same ? demanded : found).text,
           same ? "the last" : writer(t, demanded).text, t->cycle);
  sass_findings_add(&t->findings, &f);
}

void sass_trace_findings(const sass_trace *t, sass_findings *to) {
  for (int n = 0; n < t->findings.count; n++) sass_findings_add(to, &t->findings.list[n]);
}

// ---- offers ------------------------------------------------------------------------------------

// The field with the barriers that count (maxwell-control.md 8.12).
static sass_control counted(const sass_instruction *i) {
  sass_control c = i->control;
  const bool sets = i->class->result == SASS_VARIABLE && i->opcode->to;
  if (c.write >= SASS_BARRIERS || !sets) c.write = SASS_NO_BARRIER;
  if (c.read >= SASS_BARRIERS || !i->class->read_barrier) c.read = SASS_NO_BARRIER;
  return c;
}

static bool has_constant(const sass_instruction *i) {
  for (int o = 0; o < i->operand_count; o++)
    if (i->operands[o].kind == SASS_CONSTANT) return true;
  return false;
}

// Whether instruction at + 1 may be the second of a pair behind `at` (maxwell-control.md 4.6).
static bool pairs(const sass_trace *t, int at) {
  const sass_instruction *a = instruction(t, at), *b = a + 1;
  return !a->control.stall && !a->control.yield && a->class->dual == SASS_FIRST && !sass_leaves(a) &&
         at + 1 < t->listing->count && a->function == b->function && b->class->dual == SASS_SECOND &&
         sass_least_cycles(&b->control) && !(has_constant(a) && has_constant(b)) && !t->graph->target[at + 1];
}

static bool queue_full(const sass_trace *t, const warp *p, const sass_instruction *i) {
  const int q = i->opcode->queue;
  return q && t->classes->queues[q - 1].depth && p->queues[q].waiting >= t->classes->queues[q - 1].depth;
}

static bool synced(const sass_trace *t, const warp *p) {
  if (p->stores) return false;
  for (int w = 0; w < t->options.warps; w++)
    if (t->warps[w].walk.at >= 0 && t->warps[w].synced < p->synced) return false;
  return true;
}

static bool depbar_over(const sass_trace *t, int w) {
  int barrier, count;
  uint8_t mask;
  const bool named = sass_depbar(instruction(t, t->warps[w].depbar), &barrier, &count, &mask);
  const uint8_t *counts = t->issue.warps[w].count;
  for (int b = 0; b < SASS_BARRIERS; b++)
    if (mask >> b & 1 && counts[b]) return false;
  return !named || counts[barrier] <= count;
}

// Why the testbench holds the warp; SASS_SLOT_ISSUE: it does not (D-CTRL-51).
static sass_slot held(sass_trace *t, int w) {
  warp *p = &t->warps[w];
  if (w >= t->options.warps || p->walk.at < 0) return SASS_SLOT_END;
  p->at_sync = p->at_sync && !synced(t, p);
  if (p->at_sync) return SASS_SLOT_SYNC;
  p->at_depbar = p->at_depbar && !depbar_over(t, w);
  if (p->at_depbar) return SASS_SLOT_DEPBAR;
  return queue_full(t, p, instruction(t, p->walk.at)) ? SASS_SLOT_QUEUE : SASS_SLOT_ISSUE;
}

static sass_offer offer_of(const sass_trace *t, const warp *p) {
  const sass_instruction *i = instruction(t, p->walk.at);
  sass_offer o = {.offered = true, .unit = i->class->unit, .control = counted(i)};
  o.has_partner = pairs(t, p->walk.at) && !queue_full(t, p, i + 1);
  if (o.has_partner) {
    o.partner_unit = i[1].class->unit;
    o.partner_control = counted(i + 1);
  }
  return o;
}

// Operand reads and results of variable classes that take place in this cycle, the oldest first, and their signals.
static void due_events(sass_trace *t) {
  int count = 0;
  for (size_t n = 0; n < t->event_count; n++) {
    event *e = &t->events[n];
    e->now = e->due <= t->cycle && (e->kind == FIXED_WRITE || count < SASS_SIGNALS);
    if (!e->now || e->kind == FIXED_WRITE) continue;
    count++;
    if (e->barrier != SASS_NO_BARRIER)
      t->in.signals[t->in.signal_count++] = (sass_signal){t->records[e->record].warp, e->barrier};
  }
}

bool sass_trace_begin(sass_trace *t) {
  bool over = !t->event_count;
  t->in = (sass_issue_inputs){0};
  if ((t->slot_count & (t->slot_count - 1)) == 0)
    t->slots =
        sass_allocated(realloc(t->slots, (t->slot_count ? 2 * t->slot_count : 1) * SASS_WARPS * sizeof *t->slots));
  for (int w = 0; w < SASS_WARPS; w++) {
    const sass_slot slot = held(t, w);
    t->slots[t->slot_count * SASS_WARPS + (size_t)w] = (uint8_t)slot;
    if (slot == SASS_SLOT_ISSUE) t->in.offers[w] = offer_of(t, &t->warps[w]);
    over &= slot == SASS_SLOT_END;
  }
  for (int u = 0; u < SASS_UNITS; u++) t->in.ready[u] = t->unit_free[u] <= t->cycle;
  due_events(t);
  return !over;
}

const sass_issue_inputs *sass_trace_inputs(const sass_trace *t) { return &t->in; }
const sass_issue *sass_trace_state(const sass_trace *t) { return &t->issue; }
sass_choice sass_trace_choice(const sass_trace *t) { return sass_issue_choose(&t->issue, &t->in); }

// ---- one issue ---------------------------------------------------------------------------------

static void add_event(sass_trace *t, const event *e) {
  t->events = sass_room(t->events, t->event_count, sizeof *t->events);
  t->events[t->event_count++] = *e;
  t->warps[t->records[e->record].warp].pending++;
}

// A number of a range. Every fourth seeded one is the least, every fourth the most.
static int within(const sass_trace *t, sass_range range, uint64_t number) {
  const int dice = t->options.latency == SASS_LATENCY_RANDOM ? (int)(number >> 62) : -1;
  if (t->options.latency == SASS_LATENCY_MIN || dice == 0) return range.least;
  if (t->options.latency == SASS_LATENCY_MAX || dice == 1) return range.most;
  return range.least + (int)(number % (uint64_t)(range.most - range.least + 1));
}

static bool reads_late(const sass_instruction *i) {
  return i->class->result == SASS_VARIABLE && i->class->war != SASS_WAR_NONE;
}

// Reads what is read at the issue, and notes whose results the instruction needs. A false guard is all that it reads.
static void read_now(sass_trace *t, int record) {
  const sass_record *r = &t->records[record];
  const sass_instruction *i = instruction(t, r->at);
  const warp *p = &t->warps[r->warp];
  for (int n = 0; n < i->read_count; n++) {
    const int number = i->reads[n].number, demanded = p->demanded[number];
    if (!r->happens && number != i->guard) continue;
    if (!i->reads[n].general || !reads_late(i)) compare(t, r->warp, number, demanded, i->line, "reads");
    if (demanded == NOBODY) continue;
    t->dependences = sass_room(t->dependences, t->dependence_count, sizeof *t->dependences);
    t->dependences[t->dependence_count++] = (sass_dependence){record, demanded};
  }
}

// The records that program order demands for the registers that an instruction reads late.
static int *wanted_of(const warp *p, const sass_instruction *i) {
  int *wanted = sass_allocated(malloc((size_t)(i->read_count ? i->read_count : 1) * sizeof *wanted));
  for (int n = 0; n < i->read_count; n++) wanted[n] = p->demanded[i->reads[n].number];
  return wanted;
}

// The operand read and the result of an operation of a variable class (D-CTRL-53 to D-CTRL-55).
static void fly(sass_trace *t, int record, uint64_t number) {
  const sass_record *r = &t->records[record];
  const sass_instruction *i = instruction(t, r->at);
  warp *p = &t->warps[r->warp];
  const sass_control c = counted(i);
  queue_state *q = &p->queues[i->opcode->queue];
  const bool queued = i->opcode->queue;
  int takes = within(t, i->class->takes, sass_mix(number, 0)),
      release = within(t, i->class->release, sass_mix(number, 1));
  if (!r->happens) {
    if (takes > GUARDED_CYCLES) takes = GUARDED_CYCLES;
    release = i->class->release.least;
  } else if (i->line == t->options.slow_line) {
    release = t->options.slow_read;
    takes = t->options.slow_result;
  }
  barrier_state *reads = queued && c.read < SASS_BARRIERS ? &p->barriers[c.read] : NULL;
  barrier_state *results = queued && c.write < SASS_BARRIERS ? &p->barriers[c.write] : NULL;
  long read = r->issue + release, result = r->issue + takes - 1;
  if (queued) read = later(read, q->read);
  if (reads) read = later(read, reads->read);
  result = later(result, read + 1);
  if (queued) result = later(result, q->result);
  if (reads) reads->read = read;
  if (results) result = results->result = later(result, later(results->read, results->result));
  if (queued) {
    q->read = read;
    q->result = result;
    q->waiting++;
  }
  p->stores += !i->opcode->to;
  const bool late = reads_late(i) && r->happens;
  add_event(t, &(event){.record = record,
                        .kind = OPERAND_READ,
                        .due = read,
                        .barrier = c.read,
                        .wanted = late ? wanted_of(p, i) : NULL});
  add_event(t, &(event){.record = record, .kind = RESULT, .due = result, .barrier = c.write});
}

static void issue_one(sass_trace *t, int w, bool second) {
  warp *p = &t->warps[w];
  const int at = p->walk.at, record = (int)t->record_count;
  const sass_instruction *i = instruction(t, at);
  t->records = sass_room(t->records, t->record_count, sizeof *t->records);
  t->records[t->record_count++] = (sass_record){.warp = w,
                                                .at = at,
                                                .happens = sass_walk_step(&p->walk),
                                                .second = second,
                                                .next = p->next,
                                                .issue = t->cycle,
                                                .read = -1,
                                                .done = -1};
  const bool happens = t->records[record].happens;
  read_now(t, record);
  if (i->class->result == SASS_VARIABLE) fly(t, record, sass_mix(p->walk.seed, ~(uint64_t)p->issued));
  for (int n = 0; n < i->write_count && happens && i->class->result != SASS_NO_RESULT; n++) {
    p->demanded[i->writes[n]] = record;
    if (i->class->result == SASS_VARIABLE) continue;
    const int latency = sass_latency(i, i->writes[n]);
    add_event(t, &(event){.record = record,
                          .kind = FIXED_WRITE,
                          .due = t->cycle + latency - 1,
                          .number = i->writes[n],
                          .barrier = SASS_NO_BARRIER,
                          .now = latency <= 1});
  }
  if (i->class->unit != SASS_NO_UNIT) t->unit_free[i->class->unit] = t->cycle + t->classes->units[i->class->unit].pace;
  p->issued++;
  if (i->opcode->special == SASS_BAR && (strstr(i->name, ".SYNC") || strstr(i->name, ".RED"))) {
    p->at_sync = true;
    p->synced++;
  }
  if (i->opcode->special == SASS_DEPBAR) {
    p->at_depbar = true;
    p->depbar = at;
  }
}

// ---- the edge ----------------------------------------------------------------------------------

// Operands that are read in this cycle see what stood before its edge.
static void read_operands(sass_trace *t, event *e) {
  sass_record *r = &t->records[e->record];
  const sass_instruction *i = instruction(t, r->at);
  r->read = t->cycle;
  warp *p = &t->warps[r->warp];
  if (i->opcode->queue) p->queues[i->opcode->queue].waiting--;
  p->stores -= !i->opcode->to;
  for (int n = 0; n < i->read_count && e->wanted; n++)
    if (i->reads[n].general) compare(t, r->warp, i->reads[n].number, e->wanted[n], i->line, "reads");
  free(e->wanted);
  e->wanted = NULL;
}

static void write_back(sass_trace *t, const event *e) {
  sass_record *r = &t->records[e->record];
  const sass_instruction *i = instruction(t, r->at);
  warp *p = &t->warps[r->warp];
  r->done = t->cycle;
  if (e->kind == FIXED_WRITE) p->written[e->number] = e->record;
  for (int n = 0; n < i->write_count && e->kind == RESULT && r->happens; n++) p->written[i->writes[n]] = e->record;
}

// A warp that has ended reads all of its registers once (D-CTRL-57).
static void compare_at_end(sass_trace *t, int w) {
  warp *p = &t->warps[w];
  if (p->compared || p->walk.at >= 0 || p->pending) return;
  p->compared = true;
  for (int number = 0; number < t->registers; number++)
    compare(t, w, number, p->demanded[number], line_of(t, p->demanded[number]), "ends: it has");
}

// How the slots were used that the testbench does not hold.
static void mark_slots(sass_trace *t, const sass_choice *c) {
  uint8_t *slots = &t->slots[t->slot_count * SASS_WARPS];
  for (int w = 0; w < t->options.warps; w++) {
    const sass_issue_state *state = &t->issue.warps[w];
    if (slots[w] == SASS_SLOT_END) continue;
    const bool tried = c->tried && c->slot == w;
    if (state->stall) slots[w] = SASS_SLOT_STALL;
    else if (slots[w] != SASS_SLOT_ISSUE) continue;
    else if (tried && c->issued) slots[w] = c->pair ? SASS_SLOT_PAIR : SASS_SLOT_ISSUE;
    else if (state->kept || (tried && c->limited)) slots[w] = SASS_SLOT_LIMIT;
    else if (tried) slots[w] = SASS_SLOT_UNIT;
    else slots[w] = sass_issue_candidate(&t->issue, &t->in, w) ? SASS_SLOT_OTHER : SASS_SLOT_WAIT;
  }
  t->slot_count++;
}

void sass_trace_end(sass_trace *t, const sass_choice *choice) {
  mark_slots(t, choice);
  if (choice->issued) issue_one(t, choice->slot, false);
  if (choice->pair) issue_one(t, choice->slot, true);
  if (choice->issued) t->warps[choice->slot].next = t->cycle + 1;
  size_t kept = 0;
  for (size_t n = 0; n < t->event_count; n++)
    if (t->events[n].now && t->events[n].kind == OPERAND_READ) read_operands(t, &t->events[n]);
  for (size_t n = 0; n < t->event_count; n++) {
    event *e = &t->events[n];
    if (!e->now) {
      t->events[kept++] = *e;
      continue;
    }
    if (e->kind != OPERAND_READ) write_back(t, e);
    t->warps[t->records[e->record].warp].pending--;
  }
  t->event_count = kept;
  sass_issue_edge(&t->issue, &t->in, choice);
  for (int w = 0; w < t->options.warps; w++) compare_at_end(t, w);
  t->cycle++;
}

void sass_trace_run(sass_trace *t) {
  while (sass_trace_begin(t)) {
    const sass_choice choice = sass_trace_choice(t);
    sass_trace_end(t, &choice);
  }
}

// ---- what happened -----------------------------------------------------------------------------

const sass_listing *sass_trace_listing(const sass_trace *t) { return t->listing; }
const sass_trace_options *sass_trace_options_of(const sass_trace *t) { return &t->options; }
long sass_trace_cycles(const sass_trace *t) { return t->cycle; }

int sass_trace_records(const sass_trace *t, const sass_record **list) {
  *list = t->records;
  return (int)t->record_count;
}

int sass_trace_dependences(const sass_trace *t, const sass_dependence **list) {
  *list = t->dependences;
  return (int)t->dependence_count;
}

sass_slot sass_trace_slot(const sass_trace *t, int w, long cycle) {
  return (sass_slot)t->slots[cycle * SASS_WARPS + w];
}

sass_slot sass_trace_cycle(const sass_trace *t, long cycle) {
  static const sass_slot order[] = {SASS_SLOT_PAIR, SASS_SLOT_ISSUE, SASS_SLOT_UNIT,   SASS_SLOT_LIMIT, SASS_SLOT_STALL,
                                    SASS_SLOT_WAIT, SASS_SLOT_QUEUE, SASS_SLOT_DEPBAR, SASS_SLOT_SYNC};
  for (size_t n = 0; n < sizeof order / sizeof *order; n++)
    for (int w = 0; w < t->options.warps; w++)
      if (sass_trace_slot(t, w, cycle) == order[n]) return order[n];
  return SASS_SLOT_END;
}
