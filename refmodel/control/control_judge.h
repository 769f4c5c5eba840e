// SPDX-License-Identifier: Apache-2.0
// Whether a program with control words keeps the rules of maxwell-control.md 8.10, on the path that a wave executes.
//
// A distance is the least number of cycles between two issues that the control words make certain, not the cycles that
// happened (D-CTRL-27, D-CTRL-45). So the verdict is the same in lockstep, standalone, and at any latency of memory.
#ifndef WAVELOCK_WAVE_CONTROL_JUDGE_H
#define WAVELOCK_WAVE_CONTROL_JUDGE_H

#include "isa/state.h"
#include "control/control_uses.h"
#include "wave/result.h"

// A vector ALU instruction in its execution unit (8.6): when it reads and writes a pass of a VGPR.
struct wl_vector_cycles {
  uint8_t first, step;
  uint8_t dpp;                      // cycles that all but SRC0 come later; 0: no DPP
  bool pairs;                       // v_mqsad_u32_u8: the second pair of SRC2 and of the result comes a cycle later
  uint16_t src0, src1, src2, vdst;  // VGPRs; src0 and src1 are WL_NO_VGPR where they name no VGPR
  uint8_t src0_regs, src1_regs;
};
enum { WL_NO_VGPR = 0x100 };

enum { WL_VECTORS = 16 };  // vector ALU instructions of a wave that are not over, at most: each keeps the unit for 4

// An instruction of which a later one may still meet a read, a write or a barrier.
struct wl_judged {
  const char *name;
  uint64_t pc;
  struct wl_uses uses;  // of a memory instruction: registers that it has yet to read or write
  uint8_t unit;         // wl_block
  uint8_t order;        // of completion: instructions that share a bit complete in program order; 0: in any
  uint16_t read_order;  // the same for its operand reads
  uint8_t write, read;  // barriers; WL_NO_BARRIER: none
  bool store;           // it counts in ST
  bool done, was_read;  // a wait says that it is complete, or has read its operands
  uint16_t since;       // distance from its issue to the last one
  int16_t at_vector;    // the same at the last issue of the vector ALU; -1: it issued later
  uint16_t since_vector[WL_VECTORS];  // at its issue, distance from vector instructions in the list, by their number
  uint8_t number;                     // of unit VALU: counts these instructions, modulo WL_VECTORS
  uint16_t lasts;                     // cycles from its issue to its return or last write, at least
  struct wl_vector_cycles vector;     // of unit VALU
};

// The instruction before, as the first of a pair (8.7).
struct wl_judged_first {
  const char *name;  // NULL: it pairs with nothing
  uint64_t pc;
  uint8_t kind;
  struct wl_uses uses;
};

// More entries than the counters can hold instructions: then the oldest is complete.
enum { WL_JUDGED = 160 };
struct wl_control_judge {
  uint32_t cycles;       // from the last issue to the next
  uint32_t vector_pace;  // from the last issue of the vector ALU to its next
  uint32_t vectors;      // that have issued
  uint32_t count;        // oldest first
  struct wl_judged list[WL_JUDGED];
  struct wl_judged_first first;
};

// The wave starts, or nothing of it is in flight.
static inline void wl_control_judge_reset(struct wl_control_judge *j) {
  j->count = j->cycles = 0;
  j->vector_pace = 0;
  j->first.name = NULL;
}

// The wave issues insn, which is resolved and has not executed, at w->pc with this field. discarded: by VSKIP.
// Returns WL_OK, WL_HAZARD_CONTROL or WL_ILLEGAL_CONTROL; why gets the sentence. In any case insn has issued.
wl_result wl_control_judge(struct wl_wave *w, const struct wl_insn *insn, bool discarded, uint32_t field,
                           char why[WL_WHY]);
// The kind of insn as the first of a pair (8.7), 0: it cannot be one; whether `second` may issue in the same cycle by
// the table.
uint8_t wl_control_first(const struct wl_insn *insn);
bool wl_control_pairs(uint8_t first, const struct wl_insn *second);
// A fork or join at pc has executed and has changed CSP from old_csp. true: its stack entry breaks a rule.
bool wl_control_judge_stack(const struct wl_wave *w, const struct wl_insn *insn, uint32_t old_csp, uint64_t pc,
                            char why[WL_WHY]);

#endif
