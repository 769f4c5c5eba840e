// SPDX-License-Identifier: Apache-2.0
// Which wave the arbiter tries, held against control-flow.md 9 in every cycle.
//
// The unit says which waves have a whole instruction, which are having VGPRs read, which of its units could take an
// instruction, and which wave it tries (wl_probe_ready, the first event of a cycle: all here stands as at its start).
// Everything else that makes a candidate is known here, and nobody is called one who might not be: a wave that
// certainly could issue and whose turn was before that of the wave tried makes the choice ILLEGAL.
//
// It costs a few operations on masks a cycle. The next instruction of a wave is looked at only when the wave was passed
// over, and its waits once until something of the wave changes.
//
// What is found is reported at the close of the cycle: a register that holds a wrong value comes first, for a wrong
// choice may follow from it.
#include <stdio.h>

#include "internal.h"

enum { VALU, SMEM, LDS, VMEM };  // units as wl_probe_ready numbers them
enum { S_NOP = 0xBF80, S_WAKEUP = 0xBF83, S_SLEEP = 0xBF8E };

static inline void put(uint32_t *mask, uint32_t bit, bool on) { *mask = on ? *mask | bit : *mask & ~bit; }

void arbiter_look(wl_checker *c, uint32_t slot) {
  arbiter_state *a = &c->arbiter;
  const wl_state_regs *s = &c->next[slot];
  const wave_state *w = &c->wave[slot];
  const uint32_t bit = 1u << slot, status = s->status;
  const bool valid = status >> 16 & 1, halted = (status >> 13 & 1) && !(status >> 5 & 1), in_barrier = status >> 12 & 1;
  put(&a->valu, bit, w->valu_pending);
  put(&a->open, bit, valid && !halted && !in_barrier && !w->valu_pending && w->end == WL_END_NONE);
  put(&a->prio[0], bit, status >> 3 & 1);
  put(&a->prio[1], bit, status >> 4 & 1);
  put(&a->lgkm, bit, s->counters >> 16);
  put(&a->vm, bit, s->counters & 0xFF);
  a->unmet &= ~bit;
  a->spent &= ~bit;
  a->known &= ~bit;
}

// ---- sleep and s_nop -----------------------------------------------------------------------------

static void rest(wl_checker *c, uint32_t slot, uint64_t until, uint64_t by) {
  arbiter_state *a = &c->arbiter;
  c->wave[slot].rest_until = until;
  c->wave[slot].rest_by = by;
  if (!a->resting || by < a->rest_look) a->rest_look = by;
  a->resting |= 1u << slot;
}

// Waves that are awake in the next cycle for certain.
__attribute__((noinline)) static void end_rests(wl_checker *c) {
  arbiter_state *a = &c->arbiter;
  uint64_t look = UINT64_MAX;
  for (uint32_t left = a->resting; left; left &= left - 1) {
    const uint32_t slot = (uint32_t)__builtin_ctz(left);
    const uint64_t by = c->wave[slot].rest_by;
    if (by <= c->cycle + 1) a->resting &= ~(1u << slot);
    else if (by < look) look = by;
  }
  a->rest_look = look;
}

static void note_rest(wl_checker *c, uint32_t slot, uint32_t word) {
  wave_state *w = &c->wave[slot];
  w->asleep = word >> 16 == S_SLEEP;
  if (w->asleep) {
    w->rest_from = c->cycle;
    rest(c, slot, c->cycle + 64 * (word & 127) + 2, c->cycle + 64 * (word & 127) + 65);
  }
  if (word >> 16 == S_NOP && (word & 7)) rest(c, slot, c->cycle + (word & 7) + 1, c->cycle + (word & 7) + 1);
  if (word >> 16 != S_WAKEUP) return;
  for (uint32_t i = 0; i < c->config.waves; i++) {
    const wave_state *other = &c->wave[i];
    if (i == slot || !(c->live & c->arbiter.resting) >> i & 1 || !other->asleep || other->group != w->group) continue;
    rest(c, i, c->cycle + 1, c->cycle + 1);
  }
}

void check_awake(wl_checker *c, int slot, uint64_t pc) {
  const wave_state *w = &c->wave[slot];
  if (__builtin_expect(!w->asleep || c->cycle >= w->rest_until, 1)) return;
  diverge(c, WL_ILLEGAL, slot, "issue",
          "slot %d issued at 0x%llx while it sleeps: from cycle %llu on, not before cycle %llu", slot,
          (unsigned long long)pc, (unsigned long long)w->rest_from, (unsigned long long)w->rest_until);
}

// ---- events of other handlers --------------------------------------------------------------------

// The wave that was tried goes, or one that was not.
static void went(wl_checker *c, uint32_t slot) {
  arbiter_state *a = &c->arbiter;
  if (a->told != c->cycle + 1) return;
  if (a->tried == (int)slot) {
    a->went = true;
  } else if (!a->wrong[0]) {
    char other[32] = "no wave";
    if (a->tried >= 0) snprintf(other, sizeof other, "slot %d", a->tried);
    a->wrong_slot = (int)slot;
    snprintf(a->wrong, sizeof a->wrong,
             "slot %u issued at cycle %llu, in which %s was tried: one candidate is tried a cycle", slot,
             (unsigned long long)c->cycle, other);
  }
}

// A store of more than 64 bits: the ISA lets its wave go on before the data has been read (control-flow.md section 7,
// row 8), up to one that must wait for that.
static bool wide_store(const wl_effect *e) {
  const uint32_t op = e->words[0] >> 18 & 0x7F;
  return e->unit == WL_UNIT_VMEM && (op == 30 || op == 31);  // global_store_dwordx3, _dwordx4
}

void arbiter_issue(wl_checker *c, uint32_t slot, uint32_t tag, const wl_effect *e) {
  arbiter_state *a = &c->arbiter;
  wave_state *w = &c->wave[slot];
  const uint32_t bit = 1u << slot;
  went(c, slot);
  a->resting &= ~bit;
  const bool gds = e->unit == WL_UNIT_LDS && (e->words[0] >> 16 & 1);  // a GDS instruction does not hold its wave
  if ((e->unit == WL_UNIT_LDS && !gds) || e->unit == WL_UNIT_VMEM) {
    a->memory |= bit;
    w->memory_unit = e->unit;
    w->memory_tag = tag;
    w->store_reads = wide_store(e);
  } else if (!w->store_reads) {
    a->memory &= ~bit;
  }
  note_rest(c, slot, e->words[0]);
}

void arbiter_trap(wl_checker *c, uint32_t slot) {
  went(c, slot);
  c->arbiter.resting &= ~(1u << slot);
}

void arbiter_return(wl_checker *c, uint32_t slot, wl_unit unit, uint32_t tag) {
  const wave_state *w = &c->wave[slot];
  if (w->memory_unit == unit && w->memory_tag == tag) c->arbiter.memory &= ~(1u << slot);
}

void arbiter_message(wl_checker *c) {
  c->arbiter.message_cycle = c->cycle + 1;
  c->arbiter.unmet = c->arbiter.spent = 0;
}

// ---- the choice ----------------------------------------------------------------------------------

// The unit that executes an instruction, by its first dword (gfx9-encoding.md section 2); -1: none is needed.
static int unit_of(uint32_t word) {
  if (!(word >> 31)) return VALU;
  switch (word >> 26) {
    case 0x30: return SMEM;
    case 0x34: return VALU;
    case 0x36: return LDS;
    case 0x37: return VMEM;
    default: return -1;
  }
}

// Looks at the next instructions of these waves. One that is not mapped may count for any unit: it is in no
// mask, or, as a rival, in all.
__attribute__((noinline)) static void look_at(wl_checker *c, uint32_t slots) {
  arbiter_state *a = &c->arbiter;
  for (; slots; slots &= slots - 1) {
    const uint32_t slot = (uint32_t)__builtin_ctz(slots), bit = 1u << slot;
    const wl_state_regs *s = &c->next[slot];
    uint32_t word = 0;
    const bool mapped = wl_mem_read(c->mem, (uint64_t)s->pc_hi << 32 | s->pc_lo, &word, 4);
    const int unit = mapped ? unit_of(word) : -1;
    for (int i = VALU; i <= VMEM; i++) put(&a->needs[i], bit, i == unit);
    put(&a->unmapped, bit, !mapped);
    a->known |= bit;
  }
}

static inline void look_up(wl_checker *c, uint32_t slots) {
  slots &= ~c->arbiter.known;
  if (slots) look_at(c, slots);
}

// Waves whose next instruction needs one of these units.
static inline uint32_t need(const arbiter_state *a, uint32_t units) {
  uint32_t slots = 0;
  for (; units; units &= units - 1) slots |= a->needs[__builtin_ctz(units)];
  return slots;
}

// Slots whose turn is before this one's: of higher USER_PRIO, or of the same and earlier in the round after the slot
// tried last.
static inline uint32_t before(const arbiter_state *a, uint32_t slot) {
  uint32_t higher = 0, same = ~0u;
  if (a->prio[0] | a->prio[1]) {
    const uint32_t p1 = a->prio[1] >> slot & 1 ? ~0u : 0, p0 = a->prio[0] >> slot & 1 ? ~0u : 0;
    const uint32_t same1 = ~(a->prio[1] ^ p1);
    same = same1 & ~(a->prio[0] ^ p0);
    higher = (a->prio[1] & ~p1) | (same1 & a->prio[0] & ~p0);
  }
  if (a->last < 0) return higher;
  // The round goes over 32 slots, from the one after the last to the one before this.
  const uint32_t first = (uint32_t)a->last + 1, waits = (1u << ((slot - first) & 31)) - 1;
  return higher | (same & (waits << (first & 31) | waits >> (-first & 31)));
}

static uint32_t priority(const arbiter_state *a, uint32_t slot) {
  return (a->prio[1] >> slot & 1) << 1 | (a->prio[0] >> slot & 1);
}

// The first of these waves that certainly could issue, -1: none.
static int one_that_could(wl_checker *c, uint32_t slots) {
  for (; slots; slots &= slots - 1) {
    const uint32_t slot = (uint32_t)__builtin_ctz(slots);
    if (wl_model_could_issue(c->model, slot)) return (int)slot;
    c->arbiter.unmet |= 1u << slot;
  }
  return -1;
}

__attribute__((cold, noinline)) static void no_candidate(wl_checker *c, uint32_t slot, uint32_t fetched) {
  arbiter_state *a = &c->arbiter;
  const uint32_t bit = 1u << slot;
  const char *why = "VGPRs of its memory instruction are being read";
  if (!(fetched & bit)) why = "its instruction has not been fetched";
  else if (!(a->open & bit)) why = "it has ended, has halted, waits at a barrier or for its vector ALU instruction";
  else if (a->spent & bit) why = "its wait failed before, and none of its counters has fallen since";
  else if (a->resting & bit) why = c->wave[slot].asleep ? "it is asleep" : "it is idle from an s_nop";
  a->wrong_slot = (int)slot;
  snprintf(a->wrong, sizeof a->wrong, "slot %u (USER_PRIO %u) was tried at cycle %llu and is no candidate: %s", slot,
           priority(a, slot), (unsigned long long)c->cycle, why);
}

__attribute__((cold, noinline)) static void passed_over(wl_checker *c, uint32_t slot, uint32_t busy) {
  arbiter_state *a = &c->arbiter;
  const wave_state *w = &c->wave[slot];
  char since[64] = "has not issued yet", by[160] = "no wave was tried", rest_over[64] = "";
  if (w->issued) {
    snprintf(since, sizeof since, "issued last at cycle %llu",
             (unsigned long long)w->history[(w->issued - 1) % HISTORY].cycle);
  }
  if (w->asleep)
    snprintf(rest_over, sizeof rest_over, ", is awake since cycle %llu at the latest", (unsigned long long)w->rest_by);
  if (a->tried >= 0) {
    const uint32_t tried = (uint32_t)a->tried, mine = priority(a, slot), its = priority(a, tried);
    char rule[96];
    if (need(a, busy) >> tried & 1 && !(need(a, busy) >> slot & 1)) {
      snprintf(rule, sizeof rule, "its unit could take an instruction in the cycle before, that of slot %u could not",
               tried);
    } else if (mine > its) {
      snprintf(rule, sizeof rule, "the highest USER_PRIO goes first");
    } else {
      snprintf(rule, sizeof rule, "its turn comes first in the round after slot %d", a->last);
    }
    snprintf(by, sizeof by, "slot %u (USER_PRIO %u) was tried: %s", tried, its, rule);
  }
  a->wrong_slot = (int)slot;
  snprintf(a->wrong, sizeof a->wrong, "slot %u (USER_PRIO %u, %s%s) could issue at cycle %llu, and %s", slot,
           priority(a, slot), since, rest_over, (unsigned long long)c->cycle, by);
}

__attribute__((cold, noinline)) static void told_twice(wl_checker *c) {
  diverge(c, WL_ERROR, -1, "ready", "wl_probe_ready: a second time in cycle %llu", (unsigned long long)c->cycle);
}

// rivals: candidates that no wave tried before them excuses.
__attribute__((noinline)) static void look_for_passed(wl_checker *c, uint32_t rivals, uint32_t busy) {
  const int passed = one_that_could(c, rivals);
  if (__builtin_expect(passed >= 0, 0)) passed_over(c, (uint32_t)passed, busy);
}

// Of these rivals of the wave tried, those that come before it where some units are busy: who needs none of these goes
// first. first: those whose turn is before its.
__attribute__((noinline)) static void look_by_unit(wl_checker *c, uint32_t rivals, uint32_t first, uint32_t busy) {
  const arbiter_state *a = &c->arbiter;
  const uint32_t bit = 1u << a->tried;
  look_up(c, rivals | bit);
  const uint32_t wait = need(a, busy), serve = ~(wait | a->unmapped);
  rivals &= wait & bit ? first | serve : first & serve;
  if (rivals) look_for_passed(c, rivals, busy);
}

__attribute__((cold, noinline)) static void tried_no_slot(wl_checker *c, uint32_t fetched, uint32_t reading,
                                                          uint32_t units, int tried) {
  slot_bad(c, tried, "ready");
  on_ready(c, fetched, reading, units, -1);
}

// What is rare goes another way and does not come back, so that the compiler leaves registers alone: this runs in every
// cycle.
void on_ready(wl_checker *c, uint32_t fetched, uint32_t reading, uint32_t units, int tried) {
  arbiter_state *a = &c->arbiter;
  if (__builtin_expect(tried >= (int)c->config.waves, 0)) {
    tried_no_slot(c, fetched, reading, units, tried);
    return;
  }
  if (__builtin_expect(a->told == c->cycle + 1, 0)) {
    told_twice(c);
    return;
  }
  a->told = c->cycle + 1;
  a->tried = tried < 0 ? -1 : tried;
  a->went = false;
  a->divergences = c->divergences;
  a->known &= fetched;

  // A wave's VGPRs are not read, nor a unit busy, with nothing under way.
  const uint32_t candidates = fetched & a->open & ~(reading & a->memory);
  uint32_t rivals = candidates & ~(a->resting | a->unmet), busy = ~units & 15;
  if (tried < 0) {
    if (rivals) look_for_passed(c, rivals, busy);
    return;
  }
  const uint32_t bit = 1u << tried;
  rivals &= ~bit;
  const bool rests = (a->resting & bit) && c->cycle < c->wave[tried].rest_until;
  if (__builtin_expect(!(candidates & ~a->spent & bit) || rests, 0)) {
    no_candidate(c, (uint32_t)tried, fetched);
    return;
  }
  if (!rivals) return;
  const uint32_t first = before(a, (uint32_t)tried);
  if (!a->valu) busy &= ~(1u << VALU);
  if (!a->lgkm) busy &= ~(1u << SMEM | 1u << LDS);
  if (!a->vm) busy &= ~(1u << VMEM);
  if (busy) look_by_unit(c, rivals, first, busy);
  else if (rivals & first) look_for_passed(c, rivals & first, 0);
}

// A wave was tried and did not go. With a wait that is not met it is no candidate until a counter falls; without one,
// and where no unit is needed that may have become busy, nothing excuses it but a store that is having its data read.
__attribute__((noinline)) static void tried_in_vain(wl_checker *c) {
  arbiter_state *a = &c->arbiter;
  const uint32_t slot = (uint32_t)a->tried, bit = 1u << slot;
  look_up(c, bit);
  if ((a->needs[VALU] | a->unmapped | c->changed) & bit || a->message_cycle == c->cycle + 1) return;
  if ((a->memory & bit) && c->wave[slot].store_reads) return;
  if (!wl_model_could_issue(c->model, slot)) {
    a->spent |= bit;
    a->unmet |= bit;
  } else if (!((a->needs[SMEM] | a->needs[LDS] | a->needs[VMEM]) & bit)) {
    a->wrong_slot = (int)slot;
    snprintf(a->wrong, sizeof a->wrong,
             "slot %u (USER_PRIO %u) was tried at cycle %llu, nothing held it, and it did not issue", slot,
             priority(a, slot), (unsigned long long)c->cycle);
  }
}

__attribute__((cold, noinline)) static void not_told(wl_checker *c) {
  diverge(c, WL_ERROR, -1, "ready",
          "the probe did not say what the arbiter had to choose from in cycle %llu (wl_probe_ready)",
          (unsigned long long)c->cycle);
}

__attribute__((cold, noinline)) static void report_wrong(wl_checker *c) {
  arbiter_state *a = &c->arbiter;
  if (c->divergences == a->divergences)
    diverge(c, WL_ILLEGAL, a->wrong_slot, "arbiter", "%s (control-flow.md 9)", a->wrong);
  a->wrong[0] = 0;
}

void arbiter_close(wl_checker *c) {
  arbiter_state *a = &c->arbiter;
  if (__builtin_expect(a->told != c->cycle + 1, 0)) {
    not_told(c);
    return;
  }
  if (a->tried >= 0 && !a->went && !a->wrong[0]) tried_in_vain(c);
  if (__builtin_expect(a->wrong[0] != 0, 0)) report_wrong(c);
  if (a->tried >= 0) a->last = a->tried;
  if (a->resting && c->cycle + 1 >= a->rest_look) end_rests(c);
}
