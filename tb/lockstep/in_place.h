// SPDX-License-Identifier: Apache-2.0
// For a probe that reads a unit's arrays where the simulator keeps them (tb/rtl/probe_in_place.cc): the same as the
// functions of probe.h, many words at a time. Any unit can do with probe.h alone.
#ifndef WAVELOCK_LOCKSTEP_IN_PLACE_H
#define WAVELOCK_LOCKSTEP_IN_PLACE_H

#include "wavelock/model.h"

#ifdef __cplusplus
extern "C" {
#endif

// The wave state registers of all slots, an array a register; of single bits, bit i is that of slot i.
typedef struct {
  uint64_t pc[WL_MAX_WAVES], exec[WL_MAX_WAVES], vcc[WL_MAX_WAVES];
  uint32_t m0[WL_MAX_WAVES], mode[WL_MAX_WAVES], trapsts[WL_MAX_WAVES];
  uint8_t vm_cnt[WL_MAX_WAVES], exp_cnt[WL_MAX_WAVES], lgkm_cnt[WL_MAX_WAVES];
  uint64_t trap;  // STATUS.PRIV, TRAP_EN, COND_DBG_USER and COND_DBG_SYS, 16 bits each from below
  uint16_t valid, halt, in_barrier, in_tg, prio1, prio0, scc;  // of STATUS; a slot without `valid` holds nothing
  uint16_t elsewhere;  // slots that were put with bits that the arrays do not hold: to be compared as words
  // All ones for each valid slot, in the widths of the arrays.
  uint64_t live64[WL_MAX_WAVES];
  uint32_t live32[WL_MAX_WAVES];
  uint8_t live8[WL_MAX_WAVES];
  uint32_t status[WL_MAX_WAVES];  // as last put
} wl_state_reg_arrays;

// The words of a slot into the arrays. All zero for a slot without a wave (so is a wl_state_reg_arrays of zeros).
void wl_state_reg_arrays_put(wl_state_reg_arrays *a, uint32_t slot, const wl_state_regs *s);
// The words of a slot from the arrays and bits, up to `elsewhere`.
void wl_state_reg_arrays_get(const wl_state_reg_arrays *a, uint32_t slot, wl_state_regs *s);

// What the checker expects in the open cycle; NULL: nobody listens.
extern const wl_state_reg_arrays *wl_probe_expected;
// wl_probe_cycle of a probe that has compared every register of every slot with wl_probe_expected and found no
// difference and no slot `elsewhere`.
void wl_probe_cycle_as_expected(long long cycle);

// wl_probe_vgpr of source WL_SRC_VALU.
void wl_probe_valu_lanes(int slot, int row, int pass, unsigned lanes, const uint32_t *data);

// wl_probe_sweep_vgpr of the rows first..first+rows-1, 64 words each.
void wl_probe_sweep_vgprs(int first, int rows, const uint32_t *words);
// wl_probe_sweep_lds of all rows of a bank, 4 words each.
void wl_probe_sweep_lds_bank(int bank, int rows, const uint32_t *words);

#ifdef __cplusplus
}
#endif
#endif
