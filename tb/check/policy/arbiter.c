// SPDX-License-Identifier: Apache-2.0
// The arbiter's choice in every cycle, held against control-flow.md 9.
//
// The first event of a cycle, wl_probe_ready, has the DUT's inputs and its choice, so the state here is the state at
// the cycle's start. The inputs are the waves with a whole instruction, the waves that still have VGPRs read, and the
// execution units that could take an instruction. The checker knows everything else that makes a candidate.
//
// A wave is treated as eligible only if it certainly is. If an eligible wave should have been selected first, the
// choice is ILLEGAL. So it is with bounded waiting (D-ARB-4): the checker follows which waves are marked and overdue,
// certainly and perhaps. A wave may still be asleep, or may have been tried since its counters last fell.
//
// The cost is a few mask operations a cycle. The next instruction of a wave is decoded only when the wave was passed
// over. Its waits are looked at once until something of the wave changes.
//
// A wrong choice is reported at the close of the cycle: a wrong register value comes first, because a wrong choice
// may follow from it.
#include "check/policy/arbiter.h"

#include "wavelock/control.h"

#include <stdio.h>

#include "wavelock/encoding.h"
#include "wavelock/wave_view.h"

enum {
  SLEEP_UNIT = 64,  // cycles that s_sleep sleeps for each count of its operand
  SLEEP_LEAST = 2,  // it issues again so many cycles later at the earliest, beside these,
  SLEEP_MOST = 65,  // and is awake after so many at the latest
};

enum { UNITS = (1 << WL_READY_UNITS) - 1 };  // all execution units, a bit each

static inline void put(uint32_t *mask, uint32_t slot, bool on) {
  *mask = (*mask & ~(1u << slot)) | (uint32_t)on << slot;
}

// STATUS or the wait counters of the wave have changed.
static void look_at_state(arbiter_state *a, uint32_t slot, const wl_state_regs *s) {
  const uint32_t prio = wl_wave_priority(s);
  a->wave[slot].status = s->status;
  a->wave[slot].counters = s->counters;
  put(&a->runs, slot, wl_wave_runs(s));
  put(&a->prio[0], slot, prio & 1);
  put(&a->prio[1], slot, prio >> 1);
  put(&a->lgkm, slot, wl_wave_holds_lgkm(s));
  put(&a->exp, slot, wl_wave_holds_exp(s));
  put(&a->vm, slot, wl_wave_holds_vm(s));
  put(&a->in_use, WL_READY_SMEM, a->lgkm != 0);
  put(&a->in_use, WL_READY_LDS, a->lgkm != 0);
  put(&a->in_use, WL_READY_VMEM, a->vm != 0);
  put(&a->in_use, WL_READY_EXPORT, a->exp != 0);
}

// valu: refreshed waves with a vector ALU instruction in flight. ended: refreshed waves that have ended.
static inline void open_refreshed(arbiter_state *a, const arch_state *c, uint32_t valu, uint32_t ended) {
  const uint32_t others = ~c->refreshed;
  a->valu = (a->valu & others) | valu;
  a->open = (a->open & others) | (a->runs & ~(others | valu | ended));
  put(&a->in_use, WL_READY_VALU, a->valu != 0);
  a->blocked &= others;
  a->vain &= others;
  a->known &= others;
}

// The same where STATUS or wait counters of the waves in `changed` have changed.
static __attribute__((noinline)) void open_changed(arbiter_state *a, const arch_state *c, uint32_t valu, uint32_t ended,
                                                   uint32_t changed) {
  for (; changed; changed &= changed - 1) {
    const uint32_t slot = (uint32_t)__builtin_ctz(changed);
    look_at_state(a, slot, &c->next[slot]);
  }
  open_refreshed(a, c, valu, ended);
}

// No call in the usual case, so that the compiler saves no registers.
void arbiter_look(arbiter_state *a, const arch_state *c) {
  uint32_t valu = 0, ended = 0, changed = 0;
  for (uint32_t slots = c->refreshed; slots; slots &= slots - 1) {
    const uint32_t slot = (uint32_t)__builtin_ctz(slots), bit = 1u << slot;
    const wl_state_regs *s = &c->next[slot];
    const arbiter_wave *known = &a->wave[slot];
    if (c->wave[slot].valu_pending) valu |= bit;
    if (c->wave[slot].end != WL_END_NONE) ended |= bit;
    if (!(c->changed & bit)) continue;
    if (((known->status ^ s->status) | (known->counters ^ s->counters)) != 0) changed |= bit;
  }
  if (changed) open_changed(a, c, valu, ended, changed);
  else open_refreshed(a, c, valu, ended);
}

// ---- sleep and s_nop -----------------------------------------------------------------------------

// The wave may issue from cycle `until` on and is certainly awake from cycle `by` on.
static void stay_idle(arbiter_state *a, uint32_t slot, uint64_t until, uint64_t by) {
  a->wave[slot].idle_until = until;
  a->wave[slot].idle_by = by;
  if (!a->idle || by < a->idle_check) a->idle_check = by;
  a->idle |= 1u << slot;
}

// Drops the waves that are certainly awake in the next cycle.
void arbiter_end_idle(arbiter_state *a, const arch_state *c) {
  uint64_t check = UINT64_MAX;
  for (uint32_t left = a->idle; left; left &= left - 1) {
    const uint32_t slot = (uint32_t)__builtin_ctz(left);
    const uint64_t by = a->wave[slot].idle_by;
    if (by <= c->cycle + 1) a->idle &= ~(1u << slot);
    else if (by < check) check = by;
  }
  a->idle_check = check;
}

static __attribute__((noinline)) void note_idle(arbiter_state *a, arch_state *c, uint32_t slot, const wl_effect *e) {
  arbiter_wave *w = &a->wave[slot];
  w->asleep = e->idle == WL_IDLE_SLEEP;
  switch (e->idle) {
    case WL_IDLE_NONE: return;
    case WL_IDLE_NOP: {
      if (e->control) return;  // STALL counts it
      const uint64_t from = c->cycle + e->idle_count + 1;
      if (from > c->cycle + 1) stay_idle(a, slot, from, from);
      return;
    }
    case WL_IDLE_SLEEP: {
      const uint64_t sleep = c->cycle + SLEEP_UNIT * e->idle_count;
      w->idle_from = c->cycle;
      stay_idle(a, slot, sleep + SLEEP_LEAST, sleep + SLEEP_MOST);
      return;
    }
    case WL_IDLE_WAKEUP: break;
  }
  for (uint32_t i = 0; i < c->config.waves; i++) {
    const bool idle = (c->live & a->idle) >> i & 1;
    if (i == slot || !idle || !a->wave[i].asleep || c->wave[i].group != c->wave[slot].group) continue;
    stay_idle(a, i, c->cycle + 1, c->cycle + 1);
  }
}

// A wave that sleeps, by its last instruction, must not issue. Before the issue is noted.
static __attribute__((noinline)) void check_awake(const arbiter_state *a, arch_state *c, uint32_t slot, uint64_t pc) {
  const arbiter_wave *w = &a->wave[slot];
  if (c->cycle >= w->idle_until) return;
  diverge(c, WL_ILLEGAL, (int)slot, "issue",
          "slot %u issued at 0x%llx while it sleeps: from cycle %llu on, not before cycle %llu", slot,
          (unsigned long long)pc, (unsigned long long)w->idle_from, (unsigned long long)w->idle_until);
}

void arbiter_init(arbiter_state *a) {
  a->selected = a->last = a->stays = -1;
  a->only = ~0u;
}

void arbiter_start(arbiter_state *a, int slot) { a->wave[slot] = (arbiter_wave){0}; }

static uint32_t prio_bound(const arch_state *c) { return c->unit->description.size[WL_SIZE_prio_bound]; }

uint64_t arbiter_awake_by(const arbiter_state *a, uint32_t slot) {
  return a->wave[slot].asleep ? a->wave[slot].idle_by : 0;
}

// ---- events of other handlers --------------------------------------------------------------------

__attribute__((cold, noinline)) static void not_selected(arbiter_state *a, const arch_state *c, uint32_t slot) {
  char other[32] = "no wave";
  if (a->wrong[0]) return;
  if (a->selected >= 0) snprintf(other, sizeof other, "slot %d", a->selected);
  a->wrong_slot = (int)slot;
  snprintf(a->wrong, sizeof a->wrong,
           "slot %u issued at cycle %llu, in which %s was selected: one candidate is selected a cycle", slot,
           (unsigned long long)c->cycle, other);
}

// A wave issues: the selected one, or one that was not selected.
static inline void note_issue(arbiter_state *a, const arch_state *c, uint32_t slot) {
  if (a->ready_cycle != c->cycle + 1) return;
  if (__builtin_expect(a->selected == (int)slot, 1)) a->issued = true;
  else not_selected(a, c, slot);
}

// A store of more than 64 bits, or cmpswap_x2. The ISA lets its wave go on before the data has been read
// (control-flow.md 7, row 8). The wave stops at an instruction that must wait for the data.
static bool wide_store(const wl_effect *e) {
  enum { WIDE = 2 };  // VGPRs
  return e->unit == WL_UNIT_VMEM && e->mem_data > WIDE;
}

// While a clause runs, its wave is the only candidate (D-R700-18).
__attribute__((cold, noinline)) static void look_at_clause(arbiter_state *a, const arch_state *c) {
  const int slot = c->ops.clause(c->model);
  a->only = slot < 0 ? ~0u : 1u << slot;
}

void arbiter_issue(arbiter_state *a, arch_state *c, uint32_t slot, uint32_t tag, const wl_effect *e) {
  arbiter_wave *w = &a->wave[slot];
  const uint32_t bit = 1u << slot;
  if (__builtin_expect(w->asleep, 0)) check_awake(a, c, slot, e->pc);
  note_issue(a, c, slot);
  a->tried &= ~bit;
  if (e->end != WL_END_NONE && a->stays == (int)slot) a->stays = -1;
  a->idle &= ~bit;
  const bool gds = e->mem_space == WL_SPACE_GDS;  // does not hold its wave
  if ((e->unit == WL_UNIT_LDS && !gds) || e->unit == WL_UNIT_VMEM) {
    a->memory |= bit;
    w->memory_unit = e->unit;
    w->memory_tag = tag;
    w->halves = is_flat(e) ? 3 : 1;
    w->store_reads = wide_store(e);
  } else if (!w->store_reads) {
    a->memory &= ~bit;
  }
  if (e->idle != WL_IDLE_NONE || w->asleep) note_idle(a, c, slot, e);
  if (__builtin_expect(e->clause != 0 || a->only != ~0u, 0)) look_at_clause(a, c);
}

void arbiter_trap(arbiter_state *a, const arch_state *c, uint32_t slot) {
  note_issue(a, c, slot);
  a->entered = true;
  a->idle &= ~(1u << slot);
  if (a->only != ~0u) look_at_clause(a, c);
}

void arbiter_return(arbiter_state *a, uint32_t slot, wl_block unit, uint32_t tag) {
  arbiter_wave *w = &a->wave[slot];
  const bool other_half = unit == WL_UNIT_LDS && tag == LDS_HALF + w->memory_tag;
  const uint32_t half = w->memory_unit == unit && w->memory_tag == tag ? 1 : other_half ? 2 : 0;
  if (!(w->halves & half)) return;
  w->halves &= ~half;
  if (!w->halves) a->memory &= ~(1u << slot);
}

void arbiter_message(arbiter_state *a, const arch_state *c) {
  a->message_cycle = c->cycle + 1;
  a->blocked = a->vain = 0;
}

// ---- the choice ----------------------------------------------------------------------------------

// The execution unit as the event `ready` has it; -1: none.
static int unit_needed(wl_block block) {
  switch (block) {
    case WL_UNIT_VALU: return WL_READY_VALU;
    case WL_UNIT_SMEM: return WL_READY_SMEM;
    case WL_UNIT_LDS: return WL_READY_LDS;
    case WL_UNIT_VMEM: return WL_READY_VMEM;
    case WL_UNIT_EXPORT: return WL_READY_EXPORT;
    case WL_UNIT_SCALAR: break;
  }
  return -1;
}

// Looks at the next instructions of these waves. An instruction that is not mapped may need any unit: it is in no
// mask of `needs`.
__attribute__((noinline)) static void look_at(arbiter_state *a, arch_state *c, uint32_t slots) {
  for (; slots; slots &= slots - 1) {
    const uint32_t slot = (uint32_t)__builtin_ctz(slots);
    wl_block block = WL_UNIT_SCALAR;
    const bool mapped = c->ops.next_unit(c->model, slot, &block);
    const int unit = mapped ? unit_needed(block) : -1;
    const uint32_t bit = 1u << slot;
#pragma GCC unroll 5
    for (int i = 0; i < WL_READY_UNITS; i++) a->needs[i] &= ~bit;
    if (unit >= 0) a->needs[unit] |= bit;
    put(&a->unmapped, slot, !mapped);
    a->known |= bit;
  }
}

static inline void look_up(arbiter_state *a, arch_state *c, uint32_t slots) {
  slots &= ~a->known;
  if (slots) look_at(a, c, slots);
}

// Waves whose next instruction needs one of these units.
static inline uint32_t need(const arbiter_state *a, uint32_t units) {
  uint32_t slots = 0;
  for (; units; units &= units - 1) slots |= a->needs[__builtin_ctz(units)];
  return slots;
}

// Slots whose turn in the round is before the one of this bit. The round begins after the slot selected last.
static inline uint32_t round_before(const arbiter_state *a, uint32_t bit) {
  if (a->last < 0) return 0;
  // The bits from the one after `last` to the one before this. If this is not above `last`, the subtraction goes below
  // 0: the round goes on with slot 0.
  const uint32_t after = 2u << a->last;
  return bit - after - (bit < after);
}

// The same where a wave with control words goes first (maxwell-control.md 8.5, rule 3).
__attribute__((cold, noinline)) static uint32_t earlier_by_stay(const arbiter_state *a, uint32_t bit) {
  const uint32_t first = 1u << a->stays;
  return bit == first ? 0 : round_before(a, bit) | first;
}

static inline uint32_t earlier_in_round(const arbiter_state *a, uint32_t bit) {
  return __builtin_expect(a->stays >= 0, 0) ? earlier_by_stay(a, bit) : round_before(a, bit);
}

// Slots that certainly come before this one by D-ARB-4. Overdue ones go by the round among themselves.
__attribute__((cold, noinline)) static uint32_t before_overdue(const arbiter_state *a, uint32_t slot,
                                                               uint32_t by_priority) {
  const uint32_t bit = 1u << slot, round = round_before(a, bit) & earlier_in_round(a, bit);
  return a->overdue.maybe & bit ? a->overdue.sure & round : a->overdue.sure | by_priority;
}

// Slots whose turn is before this one's: overdue slots, slots of higher USER_PRIO, and slots of the same USER_PRIO that
// are earlier in the round.
static uint32_t before(const arbiter_state *a, uint32_t slot) {
  const uint32_t p1 = a->prio[1] >> slot & 1 ? ~0u : 0, p0 = a->prio[0] >> slot & 1 ? ~0u : 0;
  const uint32_t same1 = ~(a->prio[1] ^ p1), same = same1 & ~(a->prio[0] ^ p0);
  const uint32_t higher = (a->prio[1] & ~p1) | (same1 & a->prio[0] & ~p0);
  const uint32_t by_priority = higher | (same & earlier_in_round(a, 1u << slot));
  return __builtin_expect(a->overdue.maybe != 0, 0) ? before_overdue(a, slot, by_priority) : by_priority;
}

static uint32_t priority(const arbiter_state *a, uint32_t slot) {
  return (a->prio[1] >> slot & 1) << 1 | (a->prio[0] >> slot & 1);
}

// The first of these waves that certainly could issue; -1: none.
static int first_ready(arbiter_state *a, arch_state *c, uint32_t slots) {
  for (; slots; slots &= slots - 1) {
    const uint32_t slot = (uint32_t)__builtin_ctz(slots);
    if (c->ops.could_issue(c->model, slot)) return (int)slot;
    a->blocked |= 1u << slot;
  }
  return -1;
}

__attribute__((cold, noinline)) static void no_candidate(arbiter_state *a, arch_state *c, uint32_t slot,
                                                         uint32_t fetched) {
  const uint32_t bit = 1u << slot;
  const char *why = "VGPRs of its memory instruction are being read";
  if (!(fetched & bit)) why = "its instruction has not been fetched";
  else if (!(a->open & bit)) why = "it has ended, has halted, waits at a barrier or for its vector ALU instruction";
  else if (!(a->only & bit)) why = "another wave is in a clause";
  else if (a->vain & bit) why = "its wait was not met before, and none of its counters has fallen since";
  else if (a->idle & bit) why = a->wave[slot].asleep ? "it is asleep" : "it is idle from an s_nop";
  a->wrong_slot = (int)slot;
  snprintf(a->wrong, sizeof a->wrong, "slot %u (USER_PRIO %u) was selected at cycle %llu and is not eligible: %s", slot,
           priority(a, slot), (unsigned long long)c->cycle, why);
}

__attribute__((cold, noinline)) static void passed_over(arbiter_state *a, arch_state *c, uint32_t slot, uint32_t busy) {
  const wave_state *w = &c->wave[slot];
  const arbiter_wave *idle = &a->wave[slot];
  char since[64] = "has not issued yet", by[192] = "no wave was selected", awake[64] = "";
  if (w->issued) {
    snprintf(since, sizeof since, "issued last at cycle %llu",
             (unsigned long long)w->history[(w->issued - 1) % HISTORY].cycle);
  }
  if (idle->asleep)
    snprintf(awake, sizeof awake, ", is awake since cycle %llu at the latest", (unsigned long long)idle->idle_by);
  if (a->selected >= 0) {
    const uint32_t selected = (uint32_t)a->selected, mine = priority(a, slot), its = priority(a, selected);
    char rule[128];
    if (need(a, busy) >> selected & 1 && !(need(a, busy) >> slot & 1)) {
      snprintf(rule, sizeof rule, "its unit could take an instruction in the cycle before, that of slot %u could not",
               selected);
    } else if ((a->overdue.sure >> slot & 1) && !(a->overdue.maybe >> selected & 1)) {
      snprintf(rule, sizeof rule, "a wave that was passed over for %u cycles goes before it", prio_bound(c));
    } else if (mine > its) {
      snprintf(rule, sizeof rule, "the highest USER_PRIO goes first");
    } else if (a->stays == (int)selected) {
      snprintf(rule, sizeof rule, "it issued last and has not yielded");
    } else {
      snprintf(rule, sizeof rule, "its turn comes first in the round after slot %d", a->last);
    }
    snprintf(by, sizeof by, "slot %u (USER_PRIO %u) was selected: %s", selected, its, rule);
  }
  a->wrong_slot = (int)slot;
  snprintf(a->wrong, sizeof a->wrong, "slot %u (USER_PRIO %u, %s%s) could issue at cycle %llu, and %s", slot,
           priority(a, slot), since, awake, (unsigned long long)c->cycle, by);
}

__attribute__((cold, noinline)) static void reported_twice(arch_state *c) {
  diverge(c, WL_ERROR, -1, "ready", "wl_probe_ready: a second time in cycle %llu", (unsigned long long)c->cycle);
}

// eligible: waves that come before the selected one if they could issue.
__attribute__((noinline)) static void look_for_passed(arbiter_state *a, arch_state *c, uint32_t eligible,
                                                      uint32_t busy) {
  const int passed = first_ready(a, c, eligible);
  if (__builtin_expect(passed >= 0, 0)) passed_over(a, c, (uint32_t)passed, busy);
}

// The same where some units are busy: a wave that needs none of these comes first. Those in `earlier` have their turn
// before the selected wave.
static inline void look_by_unit(arbiter_state *a, arch_state *c, uint32_t eligible, uint32_t earlier, uint32_t busy) {
  const uint32_t wait = need(a, busy), serve = ~(wait | a->unmapped);
  eligible &= wait >> a->selected & 1 ? earlier | serve : earlier & serve;
  if (eligible) look_for_passed(a, c, eligible, busy);
}

// The next instructions of some of these waves are not known.
__attribute__((noinline)) static void look_up_units(arbiter_state *a, arch_state *c, uint32_t eligible,
                                                    uint32_t earlier, uint32_t busy) {
  look_up(a, c, eligible | 1u << a->selected);
  look_by_unit(a, c, eligible, earlier, busy);
}

// eligible: waves other than the selected one.
static inline void look_by_turn(arbiter_state *a, arch_state *c, uint32_t eligible, uint32_t earlier, uint32_t busy) {
  if (!busy) {
    if (eligible & earlier) look_for_passed(a, c, eligible & earlier, 0);
  } else if ((eligible | 1u << a->selected) & ~a->known) {
    look_up_units(a, c, eligible, earlier, busy);
  } else {
    look_by_unit(a, c, eligible, earlier, busy);
  }
}

__attribute__((noinline)) static void look_by_priority(arbiter_state *a, arch_state *c, uint32_t eligible,
                                                       uint32_t busy) {
  look_by_turn(a, c, eligible, before(a, (uint32_t)a->selected), busy);
}

// The same without control words, where all have one USER_PRIO.
__attribute__((noinline)) static void look_by_round(arbiter_state *a, arch_state *c, uint32_t eligible, uint32_t busy) {
  look_by_turn(a, c, eligible, round_before(a, 1u << a->selected), busy);
}

// ---- bounded waiting (D-ARB-4) -------------------------------------------------------------------

// The slots whose USER_PRIO is below the highest among them.
static uint32_t below_highest(const arbiter_state *a, uint32_t slots) {
  uint32_t highest = slots & a->prio[1] ? slots & a->prio[1] : slots;
  if (highest & a->prio[0]) highest &= a->prio[0];
  return slots & ~highest;
}

// Candidates that may be asleep, or that were tried and may wait for a counter, are perhaps none. full: units that
// could take nothing; busy: full units that had something in flight.
__attribute__((noinline)) static void look_for_waiting(arbiter_state *a, arch_state *c, uint32_t candidates,
                                                       uint32_t full, uint32_t busy) {
  uint32_t asleep = 0, unsure = 0;
  for (uint32_t left = candidates & a->idle; left; left &= left - 1) {
    const uint32_t slot = (uint32_t)__builtin_ctz(left);
    if (c->cycle < a->wave[slot].idle_until) asleep |= 1u << slot;
  }
  const uint32_t all = candidates & ~(asleep | a->vain);
  look_up(a, c, all);
  for (uint32_t left = all & a->tried; left; left &= left - 1) {
    const uint32_t slot = (uint32_t)__builtin_ctz(left);
    if ((a->blocked >> slot & 1) || !c->ops.could_issue(c->model, slot)) unsure |= 1u << slot;
  }
  a->candidates = (arbiter_waves){all & ~(a->idle | unsure), all};
  const uint32_t sure = a->candidates.sure & ~a->unmapped;
  const uint32_t served = sure & ~need(a, full), perhaps_served = all & ~need(a, busy);
  a->passed.sure = below_highest(a, perhaps_served ? served : sure);
  a->passed.maybe = below_highest(a, served ? perhaps_served | a->unmapped : all) | a->passed.sure;
}

// The state at the beginning of the next cycle.
void arbiter_count(arbiter_state *a, const arch_state *c) {
  const uint32_t bound = prio_bound(c), issued = a->issued && !a->entered ? 1u << a->selected : 0;
  const arbiter_waves stay = {a->candidates.sure & ~issued, a->candidates.maybe & ~issued};
  const bool last = a->count_open || a->count == bound - 1;
  uint32_t late = last && !a->count_open ? a->marked.sure : 0;
  for (uint32_t left = a->marked.sure & ~late; left; left &= left - 1) {
    const uint32_t slot = (uint32_t)__builtin_ctz(left);
    if (c->cycle - a->wave[slot].marked_since + 1 >= bound) late |= 1u << slot;  // a tick has been since
  }
  a->overdue.sure = (a->overdue.sure | late) & stay.sure;
  a->overdue.maybe = (a->overdue.maybe | (last ? a->marked.maybe : 0) | late) & stay.maybe;
  if (!a->marked.maybe) a->count = 0, a->count_open = false;
  else if (!a->marked.sure) a->count_open = true;
  else if (!a->count_open) a->count = last ? 0 : a->count + 1;
  const uint32_t marked = (a->marked.sure | a->passed.sure) & stay.sure;
  for (uint32_t left = marked & ~a->marked.sure; left; left &= left - 1)
    a->wave[__builtin_ctz(left)].marked_since = c->cycle + 1;
  a->marked = (arbiter_waves){marked, (a->marked.maybe | a->passed.maybe) & stay.maybe};
}

// ---- the event -----------------------------------------------------------------------------------

__attribute__((cold, noinline)) static void selected_no_slot(arbiter_state *a, arch_state *c, uint32_t fetched,
                                                             uint32_t reading, uint32_t units, int selected) {
  slot_bad(c, selected, "ready");
  arbiter_ready(c, fetched, reading, units, -1, a);
}

// Whether a wave with control words has a vector ALU instruction in flight, which does not hold it.
__attribute__((cold, noinline)) static bool control_valu(const arch_state *c) {
  uint32_t any = 0;
  for (uint32_t left = c->late; left; left &= left - 1)
    any |= wl_field(c->now[__builtin_ctz(left)].control, WL_CONTROL_VALU_N);
  return any != 0;
}

// Conditions 2 and 3 of maxwell-control.md 8.4, and no exception that traps in this cycle (8.9), make a candidate of a
// wave with control words. Returns those that are.
static uint32_t control_candidates(arbiter_state *a, arch_state *c, uint32_t candidates) {
  for (uint32_t left = c->late & candidates; left; left &= left - 1) {
    const uint32_t slot = (uint32_t)__builtin_ctz(left);
    if (c->ops.control->candidate(c->model, slot)) continue;
    candidates &= ~(1u << slot);
    if (a->selected != (int)slot) continue;
    a->wrong_slot = (int)slot;
    snprintf(a->wrong, sizeof a->wrong,
             "slot %u (USER_PRIO %u) was selected at cycle %llu and is not eligible: STALL is not 0, its wait mask is "
             "not clear, or an exception traps (maxwell-control.md 8.4, 8.9)",
             slot, priority(a, slot), (unsigned long long)c->cycle);
  }
  return candidates;
}

// Waves of the same USER_PRIO as this one.
static uint32_t same_priority(const arbiter_state *a, uint32_t slot) {
  const uint32_t p1 = a->prio[1] >> slot & 1 ? ~0u : 0, p0 = a->prio[0] >> slot & 1 ? ~0u : 0;
  return ~(a->prio[1] ^ p1) & ~(a->prio[0] ^ p0);
}

// Rule 3 decided for the wave if another candidate had the same USER_PRIO and a unit as ready as its own. A wave that
// was tried in vain, or may still be asleep, is not surely one.
static void note_rule3(arbiter_state *a, arch_state *c, uint32_t slot, uint32_t candidates, uint32_t busy, bool open) {
  const uint32_t bit = 1u << slot;
  uint32_t others = candidates & ~bit & same_priority(a, slot), asleep = 0;
  for (uint32_t left = others & a->idle; left; left &= left - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(left);
    if (c->cycle < a->wave[i].idle_until) asleep |= 1u << i;
  }
  others &= ~asleep;
  if (!others) return;
  look_up(a, c, others | bit);
  // Its unit may have been busy, as the others' unit then is (rule 1).
  const uint32_t wait = need(a, busy & a->in_use), perhaps = need(a, busy);
  others &= perhaps & bit ? perhaps | a->unmapped : ~wait;
  const uint32_t sure = others & ~(a->idle | a->tried | a->unmapped) & (wait & bit ? wait : ~perhaps);
  c->ops.control->rule3(c->model, slot, !others ? WL_RULE3_NO : sure && !open ? WL_RULE3_YES : WL_RULE3_NOT_SURE);
}

// The candidates of a cycle with control words in the unit. judged: their order can be judged.
__attribute__((cold, noinline)) static uint32_t look_at_control(arbiter_state *a, arch_state *c, uint32_t candidates,
                                                                uint32_t busy, bool *judged) {
  bool open;
  candidates = control_candidates(a, c, candidates);
  a->stays = c->ops.control->stays(c->model, &open);
  if (a->stays >= 0 && a->selected == a->stays) note_rule3(a, c, (uint32_t)a->stays, candidates, busy, open);
  if (a->stays >= 0 && !(candidates >> a->stays & 1)) a->stays = -1;
  *judged = !open;
  return candidates;
}

// control: a wave with control words is live.
static inline __attribute__((always_inline)) void choice(arch_state *c, uint32_t fetched, uint32_t reading,
                                                         uint32_t units, int selected, arbiter_state *a, bool control) {
  if (__builtin_expect(selected >= (int)c->config.waves, 0)) {
    selected_no_slot(a, c, fetched, reading, units, selected);
    return;
  }
  if (__builtin_expect(a->ready_cycle == c->cycle + 1, 0)) {
    reported_twice(c);
    return;
  }
  a->ready_cycle = c->cycle + 1;
  if (control) put(&a->in_use, WL_READY_VALU, a->valu != 0 || control_valu(c));
  // A unit is busy by the cycle before (D-ARB-2), in which its last instruction may have returned. With RDNA memory
  // those that have returned keep their places behind a store that has not.
  const uint32_t in_use = a->in_use | a->was_in_use;
  a->was_in_use = a->in_use;
  a->selected = selected;
  a->issued = a->entered = false;
  a->divergences = c->divergences;
  a->known &= fetched;

  // With nothing in flight no VGPRs are read and no unit is busy.
  const uint32_t full = ~units & UNITS, busy = full & in_use;
  uint32_t candidates = fetched & a->open & a->only & ~(reading & a->memory);
  bool judged = true;
  if (control) candidates = look_at_control(a, c, candidates, full, &judged);
  a->passed = (arbiter_waves){0, 0};
  if (__builtin_expect((a->prio[0] | a->prio[1] | a->marked.maybe | a->overdue.maybe) != 0, 0))
    look_for_waiting(a, c, candidates, full, busy);
  if (control && (a->wrong[0] || !judged)) return;
  uint32_t eligible = candidates & ~(a->idle | a->blocked);
  if (selected < 0) {
    if (eligible) look_for_passed(a, c, eligible, busy);
    return;
  }
  const uint32_t bit = 1u << selected;
  eligible &= ~bit;
  if (__builtin_expect(!(candidates & ~a->vain & bit), 0) ||
      (__builtin_expect(a->idle & bit, 0) && c->cycle < a->wave[selected].idle_until)) {
    no_candidate(a, c, (uint32_t)selected, fetched);
    return;
  }
  if (!eligible) return;
  if (__builtin_expect((a->prio[0] | a->prio[1] | a->overdue.maybe) != 0 || control, 0))
    look_by_priority(a, c, eligible, busy);
  else look_by_round(a, c, eligible, busy);
}

__attribute__((cold, noinline)) static void choice_with_control(arch_state *c, uint32_t fetched, uint32_t reading,
                                                                uint32_t units, int selected, arbiter_state *a) {
  choice(c, fetched, reading, units, selected, a, true);
}

// This runs in every cycle. Rare cases go to functions that do not come back, so that the compiler leaves registers
// alone.
void arbiter_ready(arch_state *c, uint32_t fetched, uint32_t reading, uint32_t units, int selected, arbiter_state *a) {
  if (__builtin_expect(c->late != 0, 0)) choice_with_control(c, fetched, reading, units, selected, a);
  else choice(c, fetched, reading, units, selected, a, false);
}

// A wave was selected and did not issue. If its wait is not met, it is not eligible until a counter falls. If nothing
// waits and no needed unit may have become busy, the only excuse is a store whose data is still read.
void arbiter_in_vain(arbiter_state *a, arch_state *c) {
  const uint32_t slot = (uint32_t)a->selected, bit = 1u << slot;
  look_up(a, c, bit);
  if ((a->needs[WL_READY_VALU] | a->unmapped | c->changed) & bit || a->message_cycle == c->cycle + 1) return;
  if ((a->memory & bit) && a->wave[slot].store_reads) return;
  if (!c->ops.could_issue(c->model, slot)) {
    a->vain |= bit;
    a->blocked |= bit;
  } else if (!(need(a, ~(1u << WL_READY_VALU) & UNITS) & bit)) {
    a->wrong_slot = (int)slot;
    snprintf(a->wrong, sizeof a->wrong,
             "slot %u (USER_PRIO %u) was selected at cycle %llu, nothing stalled it, and it did not issue", slot,
             priority(a, slot), (unsigned long long)c->cycle);
  }
}

__attribute__((cold, noinline)) void arbiter_not_reported(arch_state *c) {
  diverge(c, WL_ERROR, -1, "ready",
          "the probe did not report the arbiter's inputs and choice in cycle %llu (wl_probe_ready)",
          (unsigned long long)c->cycle);
}

__attribute__((cold, noinline)) void arbiter_report(arbiter_state *a, arch_state *c) {
  if (c->divergences == a->divergences)
    diverge(c, WL_ILLEGAL, a->wrong_slot, "arbiter", "%s (control-flow.md 9)", a->wrong);
  a->wrong[0] = 0;
}
