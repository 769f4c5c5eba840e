// SPDX-License-Identifier: Apache-2.0
// Control words as a wait policy: the state of a wave, and when it may issue (maxwell-control.md 8.3, 8.4, 8.9).
//
// What happens in a cycle is gathered and takes effect at its edge, in wl_model_control_edge: conditions look at what
// stood before.
#include "control/control.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "isa/isa.h"
#include "control/control_judge.h"
#include "control/flight.h"

// ---- the state of a wave -------------------------------------------------------------------------

void wl_control_reset(struct wl_wave *w) {
  *wl_control_at(w) = (struct wl_control_state){0};
  w->control = w->control_memory = w->bar_lo = w->bar_hi = w->inc = 0;
  wl_control_judge_reset(&w->model->control->judge[w->slot]);
}

// An instruction has issued with this field.
static void issued(struct wl_wave *w, const struct wl_insn *insn, uint32_t field) {
  const uint32_t cycles = wl_control_cycles_of(insn, field);
  const bool alone = wl_control_at(w)->issued || cycles != 0 || wl_single_step(w) || wl_discarded(w, insn);
  wl_control_at(w)->first = alone ? 0 : wl_control_first(insn);
  wl_control_at(w)->issued = true;
  wl_control_at(w)->next_stall = (uint8_t)(cycles > 1 ? cycles - 1 : 0);
  wl_control_at(w)->next_yield = !wl_field(field, WL_CTRL_STAY);
}

// An operation with these barriers is in flight.
static void operation_begins(struct wl_wave *w, const struct wl_insn *insn, const struct wl_sets *sets) {
  struct wl_control_state *s = wl_control_at(w);
  if (sets->write != WL_NO_BARRIER) s->adds[sets->write]++;
  if (sets->read != WL_NO_BARRIER) s->adds[sets->read]++;
  if (sets->store) s->change[WL_CONTROL_ST]++;
  if (insn->unit == WL_UNIT_VALU) s->change[WL_CONTROL_VALU]++;
  if (insn->unit == WL_UNIT_LDS || insn->unit == WL_UNIT_VMEM) s->change[WL_CONTROL_MEM]++;
  if (insn->unit == WL_UNIT_SMEM) s->change[WL_CONTROL_SMEM]++;
}

// The operands of an operation with these barriers have been read.
static void operands_read(struct wl_wave *w, const struct wl_sets *sets) {
  if (sets->read != WL_NO_BARRIER) wl_control_at(w)->signals[sets->read]++;
  wl_control_at(w)->change[WL_CONTROL_MEM]--;
}

void wl_control_returned(struct wl_wave *w, wl_block unit, const struct wl_sets *sets) {
  if (sets->write != WL_NO_BARRIER) wl_control_at(w)->signals[sets->write]++;
  if (sets->store) wl_control_at(w)->change[WL_CONTROL_ST]--;
  if (unit == WL_UNIT_SMEM) wl_control_at(w)->change[WL_CONTROL_SMEM]--;
  if (unit == WL_UNIT_VALU) wl_control_at(w)->change[WL_CONTROL_VALU]--;
}

// Barriers of a wait mask that are not clear, a bit each.
static uint32_t waits_left(const struct wl_wave *w, uint32_t field) {
  uint32_t left = 0;
  for (uint32_t b = 0; b < WL_BARRIERS; b++) left |= (uint32_t)(wl_control_at(w)->bar[b] != 0) << b;
  return left & wl_field(field, WL_CTRL_WAIT);
}

bool wl_control_idle(const struct wl_wave *w) {
  uint32_t any = 0;
  for (uint32_t b = 0; b < WL_BARRIERS; b++) any |= wl_control_at(w)->bar[b] | wl_control_at(w)->inc[b];
  for (uint32_t i = 0; i < WL_CONTROL_COUNTS; i++) any |= wl_control_at(w)->count[i];
  return any == 0 && wl_wait_counters.idle(w);
}

static void pack(struct wl_wave *w) {
  const struct wl_control_state *s = wl_control_at(w);
  uint64_t bar = 0;
  w->inc = 0;
  for (uint32_t b = 0; b < WL_BARRIERS; b++) {
    bar |= (uint64_t)s->bar[b] << 6 * b;
    w->inc |= (uint32_t)s->inc[b] << 3 * b;
  }
  w->bar_lo = (uint32_t)bar;
  w->bar_hi = (uint32_t)(bar >> 32);
  w->control = wl_to_field(WL_CONTROL_STALL, s->stall) | wl_to_field(WL_CONTROL_STAY, s->stay) |
               wl_to_field(WL_CONTROL_YLD, s->yield) | wl_to_field(WL_CONTROL_ST_N, s->count[WL_CONTROL_ST]) |
               wl_to_field(WL_CONTROL_VALU_N, s->count[WL_CONTROL_VALU]);
  w->control_memory = wl_to_field(WL_CONTROL_MEM_N, s->count[WL_CONTROL_MEM]) |
                      wl_to_field(WL_CONTROL_SMEM_N, s->count[WL_CONTROL_SMEM]);
}

// slot + 1 of the wave that issued last, if it did so with control words; else 0.
static uint32_t last_issue(const wl_model *m) { return m->last_by == &wl_control_words ? m->last_issue : 0; }

static bool edge(struct wl_wave *w) {
  struct wl_control_state *s = wl_control_at(w), before = *s;
  const bool scalars = wl_flight_edge(w);
  s->stay_open = false;
  if (last_issue(w->model) != w->slot + 1) s->stay = 0;
  if (s->issued) {
    s->stall = s->next_stall;
    s->yield = s->next_yield;
    s->stay = s->yield ? 0 : (uint8_t)(s->stay + (s->decides == WL_RULE3_YES));
    s->stay_open = !s->yield && s->decides == WL_RULE3_NOT_SURE;
  } else if (s->stall != 0) {
    s->stall--;
  }
  for (uint32_t b = 0; b < WL_BARRIERS; b++) {
    s->bar[b] = (uint8_t)(s->bar[b] + s->inc[b] - s->signals[b]);
    s->inc[b] = s->adds[b];
    s->adds[b] = s->signals[b] = 0;
  }
  for (uint32_t i = 0; i < WL_CONTROL_COUNTS; i++) {
    s->count[i] = (uint8_t)(s->count[i] + s->change[i]);
    s->change[i] = 0;
  }
  s->issued = false;
  s->decides = WL_RULE3_NO;
  if (memcmp(&before, s, sizeof before) == 0) return scalars;
  pack(w);
  return true;
}

bool wl_model_control_edge(wl_model *m, uint32_t slot) {
  struct wl_wave *w = &m->wave[slot];
  return w->valid && w->second && m->second->edge(w);
}

void wl_model_control_unit(wl_model *m, uint32_t slot, wl_unit_cycles unit) {
  enum { LONG_STEP = 4 };  // D-CTRL-40
  struct wl_flights *f = &m->control->flights[slot];
  m->control->at[slot].unit = unit;
  m->control->at[slot].long_valu = unit.step >= LONG_STEP;
  f->first = unit.first;
  f->step = unit.step != 0 ? unit.step : 1;
  f->dpp = unit.dpp;
}

int wl_model_stays(const wl_model *m, bool *open) {
  const uint32_t slot = last_issue(m) - 1;
  *open = false;
  if (last_issue(m) == 0 || !wl_wave_live(m, slot) || !wl_in_second(&m->wave[slot])) return -1;
  const struct wl_control_state *s = &m->control->at[slot];
  *open = s->stay_open && s->stay + 1 >= WL_STAY_MAX;
  return s->yield || s->stay >= WL_STAY_MAX ? -1 : (int)slot;
}

void wl_model_rule3(wl_model *m, uint32_t slot, wl_rule3 decides) { m->control->at[slot].decides = (uint8_t)decides; }

bool wl_model_stay_is(wl_model *m, uint32_t slot, uint32_t stay) {
  struct wl_control_state *s = &m->control->at[slot];
  if (!s->stay_open || stay != s->stay + 1u) return false;
  s->stay = (uint8_t)stay;
  pack(&m->wave[slot]);
  return true;
}

// Whether an exception of the wave enters TRAPSTS in this cycle and traps: it holds the wave already (8.9).
static bool trap_comes(const struct wl_wave *w) {
  const struct wl_flights *all = wl_flights_of(w);
  const struct wl_flight *f = &all->list[0];
  return all->count != 0 && all->cycle - f->at.issued == wl_flight_end(f) && wl_would_trap(w, f->raised);
}

bool wl_model_control_candidate(wl_model *m, uint32_t slot) {
  struct wl_wave *w = &m->wave[slot];
  uint32_t field;
  if (!w->valid || !wl_in_second(w)) return true;
  if (wl_control_at(w)->stall != 0 || trap_comes(w)) return false;
  return !wl_control_field(m, w->pc, &field) || waits_left(w, field) == 0;
}

// ---- the policy ----------------------------------------------------------------------------------

static bool open(wl_model *m) {
  m->control = calloc(1, sizeof *m->control);
  if (m->control != NULL) m->control->sizes = (wl_control_sizes){2, 2, 3, 5, 5, 2};  // 8.6
  return m->control != NULL;
}

static void close(wl_model *m) { free(m->control); }

static void start(struct wl_wave *w) {
  *wl_control_at(w) = (struct wl_control_state){0};
  wl_flights_reset(w);
  wl_control_judge_reset(&w->model->control->judge[w->slot]);
}

static void reset(struct wl_wave *w) {
  wl_wait_counters.reset(w);
  wl_control_reset(w);
}

__attribute__((format(printf, 3, 4))) static bool waits(char *why, size_t size, const char *format, ...) {
  if (why == NULL) return true;
  va_list args;
  va_start(args, format);
  vsnprintf(why, size, format, args);
  va_end(args);
  return true;
}

static void field(struct wl_wave *w, wl_effect *e) {
  (void)wl_control_field(w->model, w->pc, &wl_control_at(w)->field);
  if (e == NULL) return;
  e->control = true;
  e->field = wl_control_at(w)->field;
}

static const char *malformed(const struct wl_wave *w, const struct wl_insn *insn) {
  if (wl_is_waitcnt(insn) || wl_is_waitcnt_vs(insn) ||
      wl_control_malformed(w->model, w->pc, wl_control_at(w)->field, insn))
    return "malformed control word or slot";
  return NULL;
}

static uint64_t next_pc(const struct wl_wave *w, const struct wl_insn *insn) {
  (void)insn;
  return wl_control_next(w->pc);
}

static wl_result judge(struct wl_wave *w, const struct wl_insn *insn, bool discarded, char why[WL_WHY]) {
  return wl_control_judge(w, insn, discarded, wl_control_at(w)->field, why);
}

// What a scalar instruction writes goes before results of its cycle. All of 8.3 is 0 in the trap handler.
static void done(struct wl_wave *w, const struct wl_insn *insn) {
  wl_flight_overwrite(w, insn);
  if (w->priv) wl_control_reset(w);
}

// Conditions 2 and 3 of 8.4, which hold for an instruction that is refused too; in the cycle of another one 8.7.
static wl_result held(const struct wl_wave *w, const struct wl_insn *insn, char why[WL_WHY]) {
  const uint32_t left = waits_left(w, wl_control_at(w)->field);
  if (wl_control_at(w)->issued && !wl_control_pairs(wl_control_at(w)->first, insn))
    return wl_bad(why, "%s issued in the cycle of the instruction before, with which it forms no pair",
                  insn->name != NULL ? insn->name : "an instruction");
  if (wl_control_at(w)->stall != 0) return wl_bad(why, "issued too early: STALL is %u", wl_control_at(w)->stall);
  if (left == 0) return WL_OK;
  return wl_bad(why, "issued too early: barriers 0x%x of its wait mask are not clear", left);
}

static bool drains(const struct wl_wave *w, const struct wl_insn *insn) {
  return insn->kind == WL_KIND_END || (wl_is_trap(insn) && w->trap_enabled);
}

// The first barrier that the instruction would carry past its maximum; -1: none.
static int full_barrier(const struct wl_wave *w, const struct wl_insn *insn) {
  const struct wl_sets sets = wl_control_sets(insn, wl_control_at(w)->field, wl_control_at(w)->long_valu);
  const uint32_t each = wl_is_flat(insn) ? 2 : 1;
  uint32_t adds[WL_BARRIERS + 2] = {0};
  adds[sets.write] += each;
  adds[sets.read] += each;
  for (uint32_t b = 0; b < WL_BARRIERS; b++) {
    if (adds[b] != 0 &&
        wl_control_at(w)->bar[b] + wl_control_at(w)->inc[b] + wl_control_at(w)->adds[b] + adds[b] > WL_BARRIER_MAX)
      return (int)b;
  }
  return -1;
}

static bool must_wait(const struct wl_wave *w, const struct wl_insn *insn, char *why, size_t size) {
  const struct wl_control_state *s = wl_control_at(w);
  if (s->stall != 0) return waits(why, size, "at %s, STALL is %u", insn->name, s->stall);
  const uint32_t left = waits_left(w, s->field);
  if (left != 0) {
    const uint32_t b = (uint32_t)__builtin_ctz(left);
    return waits(why, size, "at %s, which waits for barrier %u, BAR[%u] is %u", insn->name, b, b, s->bar[b]);
  }
  if (wl_wait_counters.explain(w, insn, why, size)) return true;
  if (drains(w, insn) && !wl_control_idle(w))
    return waits(why, size,
                 "at %s, operations are in flight: BAR 0x%08x_%08x, INC 0x%x, ST %u, VALU_N %u, MEM_N %u, "
                 "SMEM_N %u",
                 insn->name, w->bar_hi, w->bar_lo, w->inc, s->count[WL_CONTROL_ST], s->count[WL_CONTROL_VALU],
                 s->count[WL_CONTROL_MEM], s->count[WL_CONTROL_SMEM]);
  if (insn->kind == WL_KIND_BARRIER && s->count[WL_CONTROL_ST] != 0)
    return waits(why, size, "at %s, ST is %u", insn->name, s->count[WL_CONTROL_ST]);
  const int full = full_barrier(w, insn);
  if (full >= 0)
    return waits(why, size, "at %s, BAR[%d] is %u and would pass %d", insn->name, full, s->bar[full] + s->inc[full],
                 WL_BARRIER_MAX);
  return false;
}

static bool can_issue(const struct wl_wave *w, const struct wl_insn *insn) { return !must_wait(w, insn, NULL, 0); }

static void begin(struct wl_wave *w, const struct wl_insn *insn, bool discarded) {
  (void)discarded;
  issued(w, insn, wl_control_at(w)->field);
  if (insn->unit == WL_UNIT_SCALAR) wl_flight_keep(w);
}

static void on_issue(struct wl_wave *w, const struct wl_insn *insn) {
  const struct wl_sets sets = wl_control_sets(insn, wl_control_at(w)->field, wl_control_at(w)->long_valu);
  wl_wait_counters.on_issue(w, insn);
  if (insn->unit == WL_UNIT_SCALAR) return;
  operation_begins(w, insn, &sets);
  if (insn->unit == WL_UNIT_VALU) wl_control_at(w)->valu[wl_control_at(w)->valu_count++] = sets;
}

static void on_complete(struct wl_wave *w, const struct wl_insn *insn, uint32_t counters) {
  wl_wait_counters.on_complete(w, insn, counters);
}

static bool may_enter_handler(const struct wl_wave *w) { return wl_control_at(w)->stall == 0 && wl_control_idle(w); }

static void busy(const struct wl_wave *w, char *text, size_t size) {
  snprintf(text, size, "STALL %u, BAR 0x%08x_%08x, INC 0x%x, ST, VALU_N 0x%x, MEM_N, SMEM_N 0x%x",
           wl_control_at(w)->stall, w->bar_hi, w->bar_lo, w->inc, w->control >> 16, w->control_memory);
}

// ---- operands and results in their cycles (8.6)

static wl_result vector(struct wl_wave *w, const struct wl_insn *insn, char why[WL_WHY]) {
  if (!wl_flight_begin(w, insn)) return wl_bad(why, "%d vector ALU instructions in flight", WL_VALU_IN_FLIGHT);
  on_issue(w, insn);
  return WL_OK;
}

static struct wl_sets sets_of(const struct wl_wave *w, const struct wl_insn *insn) {
  struct wl_sets sets = wl_control_sets(insn, wl_control_at(w)->field, false);
  sets.cycle = wl_flights_of(w)->cycle;
  return sets;
}

static bool memory(struct wl_wave *w, struct wl_pending *p, const struct wl_insn *insn) {
  p->sets = sets_of(w, insn);
  if (insn->unit == WL_UNIT_SMEM) {
    if (wl_accesses_checked(w->memory)) wl_check_access(w->memory, w->slot, p, NULL);
    return true;
  }
  p->operands = malloc(sizeof *p->operands);
  if (p->operands == NULL) return false;
  wl_sample_begin(p->operands, w, insn);
  return true;
}

static void exported(struct wl_wave *w, struct wl_sending *s, const struct wl_insn *insn) {
  s->sets = sets_of(w, insn);
  for (uint32_t i = 0; i < WL_SOURCES; i++) s->vgpr[i] = insn->src[i].reg;
}

static wl_result operands(struct wl_wave *w, struct wl_pending *p, char why[WL_WHY]) {
  const wl_result result = wl_control_operands(w, p, why);
  operands_read(w, &p->sets);
  return result;
}

static void returned(struct wl_wave *w, const struct wl_pending *p) {
  wl_control_returned(w, (wl_block)p->insn.unit, &p->sets);
}

static bool beat(const struct wl_sending *s) { return wl_export_beats_read(s) > s->sent; }

static void sent(struct wl_wave *w, const struct wl_sending *s) {
  if (s->sets.read != WL_NO_BARRIER) wl_control_at(w)->signals[s->sets.read]++;
}

// ---- the program

static bool unwaited(const struct wl_wave *w, const struct wl_insn *insn, uint64_t pc, char why[WL_WHY]) {
  (void)w, (void)insn, (void)pc, (void)why;
  return false;
}

static bool unwaited_stack(const struct wl_wave *w, const struct wl_insn *insn, uint32_t old_csp, uint64_t pc,
                           char why[WL_WHY]) {
  return why[0] == 0 && wl_control_judge_stack(w, insn, old_csp, pc, why);
}

static void on_program(struct wl_wave *w, const struct wl_insn *insn, uint64_t pc) { (void)w, (void)insn, (void)pc; }

const struct wl_wait_policy wl_control_words = {.open = open,
                                                .close = close,
                                                .start = start,
                                                .reset = reset,
                                                .edge = edge,
                                                .slot = wl_names_slot,
                                                .field = field,
                                                .malformed = malformed,
                                                .next_pc = next_pc,
                                                .judge = judge,
                                                .done = done,
                                                .held = held,
                                                .can_issue = can_issue,
                                                .explain = must_wait,
                                                .begin = begin,
                                                .on_issue = on_issue,
                                                .on_complete = on_complete,
                                                .idle = may_enter_handler,
                                                .busy = busy,
                                                .vector = vector,
                                                .memory = memory,
                                                .exported = exported,
                                                .operands = operands,
                                                .early = wl_control_early,
                                                .loaded = wl_flight_late,
                                                .returned = returned,
                                                .beat = beat,
                                                .sent = sent,
                                                .beside = wl_reuse_issued,
                                                .unwaited = unwaited,
                                                .unwaited_stack = unwaited_stack,
                                                .on_program = on_program};
