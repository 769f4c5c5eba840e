// SPDX-License-Identifier: Apache-2.0
// The model in lockstep with a unit that has control words (maxwell-control.md 8): beside what model.h has, for those
// who judge this issue policy.
#ifndef WAVELOCK_CONTROL_H
#define WAVELOCK_CONTROL_H

#include "wavelock/decode.h"
#include "wavelock/model_ops.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// Cycles of an execution unit: pass p is written first + p * step after the issue, with DPP dpp later (8.6).
typedef struct {
  uint32_t first, step, dpp;
} wl_unit_cycles;
// Cycles of rtl/ for an instruction of this latency class, with valu_delay cycles behind its units (8.6).
wl_unit_cycles wl_latency_cycles(wl_latency latency, uint32_t valu_delay);
// Least number of cycles from an issue to the instruction's reads and writes (D-CTRL-37).
typedef struct {
  uint32_t lds_read, vmem_read, export_read;      // to the first read of a VGPR
  uint32_t lds_return, vmem_return, smem_return;  // to its first write or signal, its read barrier aside
} wl_control_sizes;
// Sets the DUT's sizes. Default: the sizes of rtl/.
void wl_model_control_sizes(wl_model *m, const wl_control_sizes *sizes);
// Tells which execution unit takes the wave's next vector ALU instruction. step 0: unknown.
void wl_model_control_unit(wl_model *m, uint32_t slot, wl_unit_cycles unit);
// A memory unit, or an export, reads a pass of a physical VGPR in this cycle, before anything is written. The
// halves of FLAT report separately, the LDS half under tag 64 + t. WL_BAD_EVENT: no such operand in this cycle.
wl_result wl_model_vgpr_read(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, uint32_t number, uint32_t pass,
                             char why[160]);
// Source `operand` (0..2) of the vector ALU instruction that issued last is a physical VGPR, and a pass of it comes
// from the reuse entry of its slot. WL_BAD_EVENT: by 8.11 the entry does not hold it. The model does not follow the
// writes that drop an entry.
wl_result wl_model_reuse_hit(const wl_model *m, uint32_t operand, uint32_t number, char why[160]);
// Whether the wave, which has control words now, may be selected by STALL and its wait mask: conditions 2 and 3 of 8.4.
// An exception that traps in this cycle keeps it too (8.9).
bool wl_model_control_candidate(wl_model *m, uint32_t slot);
// The wave that goes before others of its USER_PRIO by rule 3 of 8.5; -1: none. open: it may have done so seven times.
int wl_model_stays(const wl_model *m, bool *open);
// Reports whether rule 3 chose this wave, selected in this cycle. NOT_SURE: it may have been the only candidate.
typedef enum { WL_RULE3_NO, WL_RULE3_NOT_SURE, WL_RULE3_YES } wl_rule3;
void wl_model_rule3(wl_model *m, uint32_t slot, wl_rule3 decides);
// Reports STAY after an ambiguous choice (NOT_SURE). Returns false if that value is impossible.
bool wl_model_stay_is(wl_model *m, uint32_t slot, uint32_t stay);
// The edge of a cycle, for waves that were launched with control words. Events reported since the last one take
// effect in the state of 8.3, and in scalar registers that vector instructions and loads write. Vector ALU instructions
// read the VGPRs of the next cycle. Returns whether wave state registers have changed.
bool wl_model_control_edge(wl_model *m, uint32_t slot);

// These functions of a model, as a table (wl_model_ops.control).
struct wl_control_ops {
#define CONTROL_OP(result, name, function, parameters, sentence) result(*name) parameters;
#include "wavelock/model_ops.def"
};

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
