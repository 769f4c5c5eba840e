// SPDX-License-Identifier: Apache-2.0
// Policy arbiter: one wave is selected a cycle, by the rule of control-flow.md 9. s_sleep and s_nop keep a wave from
// it.
#ifndef WAVELOCK_CHECK_ARBITER_H
#define WAVELOCK_CHECK_ARBITER_H

#include "check/arch/arch.h"

typedef struct {
  bool asleep;           // the last instruction is an s_sleep
  uint64_t idle_from;    // cycle of the last s_sleep
  uint64_t idle_until;   // the first cycle after an s_sleep or s_nop in which the wave may issue
  uint64_t idle_by;      // the first cycle in which it is certainly awake
  wl_block memory_unit;  // of the last instruction whose VGPRs may be read after its issue, with its tag
  uint32_t memory_tag;
  uint32_t halves;            // of it that are in flight: 1 itself, 2 the LDS half of FLAT
  uint32_t status, counters;  // words of the wave's state registers, as last looked at
  bool store_reads;           // it is a store of more than 64 bits: its data may be read while the wave goes on
  uint64_t marked_since;      // the cycle from whose beginning on it is certainly marked
} arbiter_wave;

// Waves of which something holds: certainly, and perhaps. The first are among the second.
typedef struct {
  uint32_t sure, maybe;
} arbiter_waves;

// What is known of the arbiter's candidates. Masks have a bit a slot.
typedef struct {
  arbiter_wave wave[WL_MAX_WAVES];
  uint64_t ready_cycle;            // 1 + the last cycle of a ready event
  int selected, last;              // slots: selected in this cycle, selected last in an earlier one; < 0: none
  bool issued;                     // the selected wave has issued or entered its trap handler
  bool entered;                    // it has entered its trap handler, which is no issue (D-ARB-4)
  uint32_t open;                   // live, not halted, not at a barrier, no vector ALU instruction in flight
  uint32_t runs;                   // live, not halted, not at a barrier
  uint32_t valu;                   // vector ALU instruction in flight
  uint32_t vm, exp, lgkm;          // VM_CNT or VS_CNT, EXP_CNT, LGKM_CNT not 0
  uint32_t in_use;                 // units (WL_READY_*) that may have an instruction in flight
  uint32_t was_in_use;             // the same in the cycle before
  uint32_t prio[2];                // bits of USER_PRIO
  uint32_t only;                   // waves that a clause does not keep from issuing
  uint32_t memory;                 // the last instruction is LDS or vector memory, not GDS, and is not complete
  uint32_t idle;                   // perhaps asleep, or idle in an s_nop
  uint64_t idle_check;             // the first cycle in which an idle wave may be certainly awake
  uint32_t blocked;                // could not issue at the last look; no event of the wave since
  uint32_t vain;                   // the same, and the wave was selected
  uint64_t message_cycle;          // 1 + the cycle of the last message
  uint32_t known;                  // waves whose next instruction has been looked at:
  uint32_t unmapped;               // it is not mapped
  int stays;                       // goes first in its USER_PRIO (maxwell-control.md 8.5, rule 3); -1: none
  uint32_t tried;                  // selected in vain since they issued last
  uint32_t needs[WL_READY_UNITS];  // it needs this unit
  // Bounded waiting (D-ARB-4), at the beginning of the cycle, and the inputs to its next state.
  arbiter_waves marked, overdue, candidates, passed;
  uint32_t count;
  bool count_open;  // the value is unknown
  char wrong[416];  // found in this cycle, reported at its close
  int wrong_slot;
  uint64_t divergences;  // at the start of the cycle
} arbiter_state;

void arbiter_init(arbiter_state *a);
void arbiter_start(arbiter_state *a, int slot);  // a wave starts
// Arguments in the event's order, so that the call moves no register.
void arbiter_ready(arch_state *c, uint32_t fetched, uint32_t reading, uint32_t units, int selected, arbiter_state *a);
void arbiter_issue(arbiter_state *a, arch_state *c, uint32_t slot, uint32_t tag, const wl_effect *e);
void arbiter_trap(arbiter_state *a, const arch_state *c, uint32_t slot);  // the wave enters its handler, not by s_trap
void arbiter_return(arbiter_state *a, uint32_t slot, wl_block unit, uint32_t tag);  // its VGPRs have been read
void arbiter_message(arbiter_state *a, const arch_state *c);                        // the host took a message
// The first cycle in which a wave is certainly awake; 0: it does not sleep.
uint64_t arbiter_awake_by(const arbiter_state *a, uint32_t slot);

// ---- the cycle ends ------------------------------------------------------------------------------
void arbiter_look(arbiter_state *a, const arch_state *c);      // the state of some waves has changed
void arbiter_in_vain(arbiter_state *a, arch_state *c);         // a wave was selected and did not issue
void arbiter_count(arbiter_state *a, const arch_state *c);     // USER_PRIO keeps a wave waiting
void arbiter_end_idle(arbiter_state *a, const arch_state *c);  // an idle wave may be certainly awake
void arbiter_not_reported(arch_state *c);                      // there was no ready event
void arbiter_report(arbiter_state *a, arch_state *c);          // reports a->wrong
static inline void arbiter_close(arbiter_state *a, arch_state *c) {
  if (c->refreshed) arbiter_look(a, c);
  if (__builtin_expect(a->ready_cycle != c->cycle + 1, 0)) {
    arbiter_not_reported(c);
    return;
  }
  if (a->selected >= 0) {
    if (!a->issued) a->tried |= 1u << a->selected;
    // The usual reason is known: its next instruction needs the vector ALU, or the wave changes in this cycle.
    const uint32_t stalls = a->known & (a->needs[WL_READY_VALU] | c->changed);
    if (!a->issued && !(stalls >> a->selected & 1) && !a->wrong[0]) arbiter_in_vain(a, c);
  }
  if (__builtin_expect(a->wrong[0] != 0, 0)) arbiter_report(a, c);
  if (__builtin_expect((a->passed.maybe | a->marked.maybe | a->overdue.maybe) != 0, 0)) arbiter_count(a, c);
  if (a->selected >= 0) a->last = a->selected;
  if (__builtin_expect(a->idle && c->cycle + 1 >= a->idle_check, 0)) arbiter_end_idle(a, c);
}

#endif
