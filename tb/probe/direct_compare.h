// SPDX-License-Identifier: Apache-2.0
// Direct compare: for a probe that reads the DUT's arrays where the simulator keeps them (tb/rtl/probe_direct.cc).
// These functions do the work of those in probe.h, many words at a time. A probe needs only probe.h.
#ifndef WAVELOCK_PROBE_DIRECT_COMPARE_H
#define WAVELOCK_PROBE_DIRECT_COMPARE_H

#include "wavelock/model.h"

#ifdef __cplusplus
extern "C" {
#endif

// Layout of the word `trap`: four bits of STATUS, 16 slots each. A slot's bit is at its number plus the position here.
enum { WL_TRAP_PRIV = 0, WL_TRAP_ENABLED = 16, WL_TRAP_DBG_USER = 32, WL_TRAP_DBG_SYS = 48 };
// The four bits of slot 0.
#define WL_TRAP_SLOT_0                                                                              \
  (UINT64_C(1) << WL_TRAP_PRIV | UINT64_C(1) << WL_TRAP_ENABLED | UINT64_C(1) << WL_TRAP_DBG_USER | \
   UINT64_C(1) << WL_TRAP_DBG_SYS)

typedef struct wl_unit wl_unit;

// The wave state registers of all slots, one array per register. In masks, bit i is that of slot i.
typedef struct {
  uint64_t pc[WL_MAX_WAVES], exec[WL_MAX_WAVES], vcc[WL_MAX_WAVES];
  uint32_t m0[WL_MAX_WAVES], mode[WL_MAX_WAVES], trapsts[WL_MAX_WAVES];
  uint8_t vm_cnt[WL_MAX_WAVES], exp_cnt[WL_MAX_WAVES], lgkm_cnt[WL_MAX_WAVES];
  uint64_t trap;  // STATUS.PRIV, TRAP_EN, COND_DBG_USER and COND_DBG_SYS (WL_TRAP_*)
  uint16_t valid, halt, in_barrier, in_tg, prio1, prio0, scc;  // of STATUS; a slot without `valid` holds no wave
  uint16_t not_representable;  // slots with bits that the arrays cannot hold: they must be compared as words
  // All ones for each valid slot, in the widths of the arrays.
  uint64_t live64[WL_MAX_WAVES];
  uint32_t live32[WL_MAX_WAVES];
  uint8_t live8[WL_MAX_WAVES];
  uint32_t status[WL_MAX_WAVES];  // as last put
} wl_state_reg_arrays;

// Puts the words of a slot into the arrays. A slot without a wave has all words zero, as in a wl_state_reg_arrays of
// zeros.
void wl_state_reg_arrays_put(wl_state_reg_arrays *a, uint32_t slot, const wl_state_regs *s);
// Gets the words of a slot from the arrays, except for bits that they cannot hold (not_representable).
void wl_state_reg_arrays_get(const wl_state_reg_arrays *a, uint32_t slot, wl_state_regs *s);

// What the checker expects of the unit in the open cycle; NULL: nobody checks it.
const wl_state_reg_arrays *wl_unit_expected(const wl_unit *unit);
// wl_probe_cycle for a probe that has compared every register of every slot with these. It has found no difference and
// no slot that is not representable.
void wl_probe_cycle_as_expected(wl_unit *unit, long long cycle);

// wl_probe_vgpr of source WL_SRC_VALU.
void wl_probe_valu_lanes(wl_unit *unit, int slot, int vgpr, int pass, unsigned lanes, const uint32_t *data);

// wl_probe_sweep_vgpr of physical VGPRs first..first+count-1, 64 words each.
void wl_probe_sweep_vgprs(wl_unit *unit, int first, int count, const uint32_t *words);
// wl_probe_sweep_lds of rows 0..rows-1 of a bank, 4 words each.
void wl_probe_sweep_lds_bank(wl_unit *unit, int bank, int rows, const uint32_t *words);

#ifdef __cplusplus
}
#endif
#endif
