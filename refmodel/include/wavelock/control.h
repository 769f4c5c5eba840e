// SPDX-License-Identifier: Apache-2.0
// The model in lockstep with a unit that has control words (maxwell-control.md 8): beside what model.h has, for those
// who judge this issue policy.
#ifndef WAVELOCK_CONTROL_H
#define WAVELOCK_CONTROL_H

#include "wavelock/decode.h"
#include "wavelock/model.h"

#ifdef __cplusplus
extern "C" {
#endif

// Cycles of an execution unit: pass p is written first + p * step after the issue, with DPP dpp later (8.6).
typedef struct {
  uint32_t first, step, dpp;
} wl_unit_cycles;
// Those of this project's compute unit for an instruction of this class, with so many cycles behind its units (8.6).
wl_unit_cycles wl_latency_cycles(wl_latency latency, uint32_t valu_delay);
// The least cycles from an issue to what it reads and writes (D-CTRL-37).
typedef struct {
  uint32_t lds_read, vmem_read, export_read;      // to the first read of a VGPR
  uint32_t lds_return, vmem_return, smem_return;  // to what it writes or signals, but for its read barrier
} wl_control_sizes;
// Those of the unit under test. By default they are those of this project's compute unit.
void wl_model_control_sizes(wl_model *m, const wl_control_sizes *sizes);
// Of the wave's next issue: the execution unit that takes it, where it is a vector ALU instruction. step 0: not known.
void wl_model_control_unit(wl_model *m, uint32_t slot, wl_unit_cycles unit);
// A memory unit, or an export, reads a pass of a physical VGPR in this cycle, before anything is written. Of FLAT each
// half by itself, that of the LDS under tag 64 + t. WL_BAD_EVENT: it has no such operand, or not in this cycle.
wl_result wl_model_vgpr_read(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, uint32_t number, uint32_t pass,
                             char why[160]);
// Source `operand` (0..2) of the vector ALU instruction that issued last is a physical VGPR, and a pass of it comes
// from the reuse entry of its slot. WL_BAD_EVENT: by 8.11 the entry does not hold it. Writes that drop it are not
// followed.
wl_result wl_model_reuse_hit(const wl_model *m, uint32_t operand, uint32_t number, char why[160]);
// Whether the wave, which has control words now, may be selected by STALL and its wait mask: conditions 2 and 3 of 8.4.
// An exception that traps in this cycle keeps it too (8.9).
bool wl_model_control_candidate(wl_model *m, uint32_t slot);
// The wave that goes before others of its USER_PRIO by rule 3 of 8.5; -1: none. open: it may have done so seven times.
int wl_model_stays(const wl_model *m, bool *open);
// Rule 3 decided for this wave, which is selected in this cycle. NOT_SURE: there may have been no other candidate.
typedef enum { WL_RULE3_NO, WL_RULE3_NOT_SURE, WL_RULE3_YES } wl_rule3;
void wl_model_rule3(wl_model *m, uint32_t slot, wl_rule3 decides);
// After a choice that was not sure the unit says what STAY is. false: it cannot be that.
bool wl_model_stay_is(wl_model *m, uint32_t slot, uint32_t stay);
// The edge of a cycle, for waves that were launched with control words. What was reported since the last one takes
// effect in the state of 8.3, and in scalar registers that vector instructions and loads write. Vector ALU instructions
// read the VGPRs of the next cycle. Returns whether wave state registers have changed.
bool wl_model_control_edge(wl_model *m, uint32_t slot);

#ifdef __cplusplus
}
#endif
#endif
